"""Checks: what the test cell of an exercise calls.

`misstep.notebook` says what each of these functions does; `check_comparison` is this course's own.
`units` holds the catalogues of checks, which are loaded when the first check is called.
"""

from collections.abc import Sequence
from typing import Any

from misstep.core.course import Course, configure
from misstep.core.report import CheckFailed, deliver
from misstep.notebook import (
    check,
    check_derivation,
    check_fast,
    check_fresh,
    check_level,
    check_level_fresh,
    check_quiz,
    check_slip,
    check_step,
    check_tests,
    example,
    practice,
    question,
    show_slip,
)
from misstep.quizzes import name_cell

__all__ = [
    "CheckFailed",
    "check",
    "check_comparison",
    "check_derivation",
    "check_fast",
    "check_fresh",
    "check_level",
    "check_level_fresh",
    "check_quiz",
    "check_slip",
    "check_step",
    "check_tests",
    "example",
    "practice",
    "question",
    "show_slip",
]


def check_comparison(table: Any, models: Any, splits: Sequence[Any]) -> None:
    """Look at a comparison of a student's own models: is it complete, and does it come out again?

    Args:
        table: Each model's accuracies, one for each split, by the model's name.
        models: The models, functions of training data and documents, by name.
        splits: What they were compared on: pairs of training and test data.

    Raises:
        CheckFailed: with what is missing or does not come out again, in words.

    """
    from lincourse.checks.units.family.comparison import mark

    deliver(mark(table, models, splits))


configure(
    Course(
        name="lincourse",
        checks="lincourse.checks",
        catalogue="lincourse.checks.units",
        practice="lincourse practice",
        given=("softmax", "datasets", "plots", "checks"),
    )
)
name_cell.install()
