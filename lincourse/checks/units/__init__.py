"""Catalogues of checks, one per unit: what is asked of each function, quiz and derivation.

Importing this package loads all of them, and with that fills the registries `CHECKS`, `QUIZZES`,
`DERIVATIONS`, `HUNTS`, `TRIALS` and `LEVELS`.
"""

from importlib import import_module
from pkgutil import walk_packages

from misstep.formulas.expressions import DERIVATIONS
from misstep.formulas.find_the_error import HUNTS
from misstep.ladder import CHECKS
from misstep.levels import LEVELS
from misstep.quizzes.quiz import QUIZZES
from misstep.student_tests import TRIALS

__all__ = ["CHECKS", "DERIVATIONS", "HUNTS", "LEVELS", "QUIZZES", "TRIALS"]

for _module in walk_packages(__path__, prefix=f"{__name__}."):
    import_module(_module.name)
