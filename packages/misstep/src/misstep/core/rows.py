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
    RIGHT_BY_ITSELF = "which is"
    SHAPES = "shapes given"
    PRINTED = "it printed"
    WARNING = "it warns"
    # an error
    ERROR_LINE = "in the line"
    HELD = "in which"
    MEANING = "it means"
    PYTHON_SAYS = "Python says"
    # what points to the mistake
    LOOK_AT = "look at"
    CHANGED_BY = "changed by"
    FIRST_WRONG = "first wrong value"
    WHICH_INPUTS = "which inputs fail"
    WHICH_WAY = "how far off"
    CALLBACK_CALLS = "calls of {about}"
    YOUR_CODE = "your code"
    RETURNED_AT = "it returned at"
    RIGHT_SO_FAR = "right so far"
    OWN_NUMBERS = "your own numbers"
    BROKEN_LAW = "a rule it breaks"
    OTHER_CALL = "on another call"
    DIFFERENCE = "in your result"
    PREVAILING = "it answers"
    ALSO_CHANGED = "also wrong"
    # levels, quizzes, derivations, students' tests
    SPLITS = "split by split"
    YOUR_ANSWER = "your answer"
    AT_POINT = "at"
    VALUE_OF = "{about} is"
    SHOULD_BE = "it should be"
    RIGHT_ALONE = "right on their own"
    GIVEN_BY_F = "where f gives"
    RAISED_THERE = "there"
    LET_THROUGH = "it lets through"
    MORE = "and"
    # notebooks
    LINE_NUMBER = "line {about}"
    OLD_VERSION = "careful"
    SEE_AGAIN = "to see it again"


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
