"""Catalogues of checks, one per unit: what is asked of each function, quiz and derivation.

Importing this package loads all of them, and with that fills the registries `CHECKS`, `QUIZZES`,
`DERIVATIONS`, `FIND_THE_ERROR`, `STUDENT_TEST_CHECKS`, `SPEED_CHECKS` and `LEVELS`.
"""

from importlib import import_module
from pkgutil import walk_packages

from misstep import CHECKS, DERIVATIONS, FIND_THE_ERROR, LEVELS, QUIZZES, STUDENT_TEST_CHECKS

__all__ = ["CHECKS", "DERIVATIONS", "FIND_THE_ERROR", "LEVELS", "QUIZZES", "STUDENT_TEST_CHECKS"]

for _module in walk_packages(__path__, prefix=f"{__name__}."):
    import_module(_module.name)
