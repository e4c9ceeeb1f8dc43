"""The rows of a report: facts with a key, and the label that a reader sees in front of each.

Code asks for a row by its key. Labels are looked up when a report is shown, so they can be reworded.
"""

import enum
from dataclasses import dataclass


class Row(enum.StrEnum):
    """The keys of rows; each has its label as its value."""

    # the call
    CALL = "you call"
    ARGUMENTS = "its arguments"
    RETURNED = "it returns"
    EXPECTED = "expected"
    FOR_INSTANCE = "a right result"
    RIGHT_BY_ITSELF = "this result is"
    SHAPES = "argument shapes"
    PRINTED = "it printed"
    WARNING = "it warns"
    # an error
    ERROR_LINE = "line that stopped"
    HELD = "values there"
    MEANING = "this means"
    PYTHON_SAYS = "Python says"
    # what points to the mistake
    LOOK_AT = "look at"
    CHANGED_BY = "changed by"
    FIRST_WRONG = "first wrong value"
    COMPARE = "compare"
    WHICH_INPUTS = "which inputs fail"
    CALLBACK_CALLS = "calls of {about}"
    YOUR_CODE = "your code"
    RETURNED_AT = "it returned in"
    RIGHT_SO_FAR = "already right"
    OWN_NUMBERS = "numbers in your code"
    BROKEN_LAW = "a rule it breaks"
    OTHER_CALL = "in another call"
    DIFFERENCE = "where it differs"
    PREVAILING = "its answers"
    ALSO_CHANGED = "also wrong"
    # levels, quizzes, derivations, students' tests
    SPLITS = "accuracy per split"
    YOUR_ANSWER = "your answer"
    AT_POINT = "at the point"
    VALUE_OF = "{about} is"
    SHOULD_BE = "it should be"
    RIGHT_ALONE = "later right steps"
    GIVEN_BY_F = "f returned"
    RAISED_THERE = "error of f"
    LET_THROUGH = "not caught"
    MORE = "also not caught"
    # notebooks
    LINE_NUMBER = "line {about}"
    OLD_VERSION = "an older version"
    SEE_AGAIN = "to repeat this"


# Over what the mistake looks like, and over the question or the advice that leads on.
LOOKS, HINT = "This looks like", "Hint"
LABELS = {row: row.value for row in Row}  # what a reader sees; a translation replaces these


@dataclass(frozen=True)
class Fact:
    """One row of a report.

    Args:
        key: What it is about.
        value: What is to be said.
        about: What the label names, for example a function.

    """

    key: Row
    value: str
    about: str = ""

    @property
    def label(self) -> str:
        """What a reader sees in front of the value."""
        return LABELS[self.key].format(about=self.about)
