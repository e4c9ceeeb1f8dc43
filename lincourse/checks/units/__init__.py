"""Catalogues of checks, one per unit: what is asked of each function, quiz and derivation.

Importing this package loads all of them, and with that fills the registries `CHECKS`, `QUIZZES`,
`DERIVATIONS`, `HUNTS`, `TRIALS` and `LEVELS`.
"""

from importlib import import_module
from pkgutil import walk_packages

from lincourse.checks.expressions import DERIVATIONS
from lincourse.checks.hunts import HUNTS
from lincourse.checks.ladder import CHECKS
from lincourse.checks.levels import LEVELS
from lincourse.checks.mutation import TRIALS
from lincourse.checks.quiz import QUIZZES

__all__ = ["CHECKS", "DERIVATIONS", "HUNTS", "LEVELS", "QUIZZES", "TRIALS"]

for _module in walk_packages(__path__, prefix=f"{__name__}."):
    import_module(_module.name)
