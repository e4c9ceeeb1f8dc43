"""Checks for Python exercises that tell students, in words, what is wrong with their answer.

The names below are the public interface. They are imported on first use, so `import misstep` is
fast; everything but `misstep.formulas`, which needs SymPy, needs only NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from misstep.core.calling import Args, Outcome
    from misstep.core.check import CHECKS, Check, Property
    from misstep.core.course import Course, configure
    from misstep.core.kinds import (
        Array,
        DictOf,
        IndexArrays,
        Kind,
        Label,
        Like,
        ListOf,
        Number,
        Probabilities,
        Record,
        SetOf,
        Several,
        Truth,
        Word,
    )
    from misstep.core.mistakes import Mistake
    from misstep.core.paste import Formula
    from misstep.core.report import CheckFailed, Report
    from misstep.formulas.expressions import DERIVATIONS, Derivation, FreeDerivation, Point, Step
    from misstep.formulas.find_the_error import FIND_THE_ERROR, FindTheError, Line
    from misstep.formulas.slopes import Slope
    from misstep.functions.levels import LEVELS, Levels
    from misstep.functions.rungs import accepts, climb
    from misstep.functions.speed import SPEED_CHECKS, SpeedCheck
    from misstep.quizzes.quiz import QUIZZES, Numbers, Question, Quiz, Scenario, StableRandom
    from misstep.quizzes.switches import Switched
    from misstep.student_tests import STUDENT_TEST_CHECKS, StudentTestCheck

__version__ = "3.0.0"

_NAMES = {
    "core.calling": "Args Outcome",
    "core.check": "CHECKS Check Property",
    "core.course": "Course configure",
    "core.kinds": "Array DictOf IndexArrays Kind Label Like ListOf Number Probabilities Record SetOf "
    "Several Truth Word",
    "core.mistakes": "Mistake",
    "core.paste": "Formula",
    "core.report": "CheckFailed Report",
    "formulas.expressions": "DERIVATIONS Derivation FreeDerivation Point Step",
    "formulas.find_the_error": "FIND_THE_ERROR FindTheError Line",
    "formulas.slopes": "Slope",
    "functions.rungs": "accepts climb",
    "functions.levels": "LEVELS Levels",
    "functions.speed": "SPEED_CHECKS SpeedCheck",
    "quizzes.quiz": "QUIZZES Numbers Question Quiz Scenario StableRandom",
    "quizzes.switches": "Switched",
    "student_tests": "STUDENT_TEST_CHECKS StudentTestCheck",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "CHECKS",
    "DERIVATIONS",
    "FIND_THE_ERROR",
    "LEVELS",
    "QUIZZES",
    "SPEED_CHECKS",
    "STUDENT_TEST_CHECKS",
    "Args",
    "Array",
    "Check",
    "CheckFailed",
    "Course",
    "Derivation",
    "DictOf",
    "FindTheError",
    "Formula",
    "FreeDerivation",
    "IndexArrays",
    "Kind",
    "Label",
    "Levels",
    "Like",
    "Line",
    "ListOf",
    "Mistake",
    "Number",
    "Numbers",
    "Outcome",
    "Point",
    "Probabilities",
    "Property",
    "Question",
    "Quiz",
    "Record",
    "Report",
    "Scenario",
    "SetOf",
    "Several",
    "Slope",
    "SpeedCheck",
    "StableRandom",
    "Step",
    "StudentTestCheck",
    "Switched",
    "Truth",
    "Word",
    "accepts",
    "climb",
    "configure",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
