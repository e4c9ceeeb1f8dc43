"""The result of grading one submission: plain data that every later stage reads.

msgspec checks types and ranges when a result is read back (`Result.from_json`): anybody may have
edited the file, and a cluster's worker may have sent anything.
"""

import sys
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import Meta, Struct, field

from gradebox.course.lateness import in_words
from gradebox.text import number

if TYPE_CHECKING:
    from gradebox.course.model import Assignment

Status = Literal["graded", "needs review", "unreadable", "missing", "failed"]

STATUSES: dict[Status, str] = {
    "graded": "graded without problems",
    "needs review": "graded, but needs review: see the reason",
    "unreadable": "submitted, but no file can be read as this assignment: 0 points",
    "missing": "nothing was submitted",
    "failed": "the grader could not finish; nothing was recorded",
}

Finite = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
NonNegative = Annotated[float, Meta(ge=0, le=sys.float_info.max)]
AwareDatetime = Annotated[datetime, Meta(tz=True)]
Pair = Annotated[list[Any], Meta(min_length=2, max_length=2)]


class ClusterError(Exception):
    """The cluster can't be used; the text says why and what to do."""


class GradebookError(Exception):
    """The gradebook can't be used; the text says why and what to do."""


class Failure(StrEnum):
    """Why points were lost, where a later stage has to know; a message is only for people."""

    UNANSWERED = "unanswered"
    NOT_IMPLEMENTED = "not implemented"
    UNSENDABLE = "unsendable"  # a test passes in something that the wire format doesn't have
    TIMEOUT = "timeout"
    FILE_NOT_FOUND = "file not found"
    MODULE_NOT_FOUND = "module not found"
    IMPORT_ERROR = "import error"


class CheckReport(TypedDict, total=False):
    """The plain data that a failed check may offer (see `gradebox.checks`)."""

    name: str
    passed: list[str]
    failed: str
    message: str
    facts: list[Pair]
    looks: str
    think: str


class Mark(Struct, forbid_unknown_fields=True):
    """A marker's points for one cell, which replace the test's."""

    score: NonNegative | None = None
    extra: Finite = 0.0
    again: bool = False  # the work may have changed since, so it should be reviewed


class Exercise(Struct, forbid_unknown_fields=True):
    """One graded cell: a test that was run, or an answer that is marked by hand."""

    grade_id: str
    title: str  # the heading above it
    max_score: NonNegative
    score: NonNegative | None  # None until a marker has given points
    message: str = ""  # the test's error in plain text; empty if it passed
    report: CheckReport | None = None
    mark: Mark | None = None
    by_hand: bool = False  # marked by hand, not tested
    answer: str = ""  # a digest of the work that a mark is for
    was: str = ""  # that work as it was when it was marked, if it has changed since
    line: str = ""  # the line of the test that failed, only for the instructor
    measured: dict[str, Finite] | None = None  # accuracy and sample size on fresh data
    failure: Failure | None = None

    @property
    def points(self) -> float | None:
        """The points that count: a marker's or else the test's, plus extra credit; None if none."""
        points, mark = self.score, self.mark or Mark()
        if mark.score is not None:
            points = mark.score
        return points + mark.extra if points is not None else mark.extra or None

    @property
    def marked(self) -> bool:
        """True if a marker gave the points."""
        return self.mark is not None and self.mark.score is not None

    @property
    def waits(self) -> bool:
        """True if a marker still has to mark it, or to review the mark."""
        if self.marked:
            return self.mark is not None and self.mark.again
        return self.score is None

    @property
    def passed(self) -> bool:
        return self.points is not None and self.points >= self.max_score

    @property
    def mistake(self) -> str:
        """The known mistake that the answer looks like, or an empty string."""
        return (self.report or {}).get("looks", "")


def too_good(exercise: Exercise) -> str:
    """A reason to review an accuracy that is higher than learning can explain, or ""."""
    measured = exercise.measured or {}
    accuracy, plausible = measured.get("accuracy", 0.0), measured.get("plausible", 1.0)
    if accuracy <= plausible:
        return ""
    return (
        f"“{exercise.title}” got {accuracy:.3f} of fresh data right; more than {plausible:g} is "
        "not plausible: does the code know the data?"
    )


class GradedNotebook(Struct, forbid_unknown_fields=True):
    """One notebook of the assignment, as it was graded.

    `content` is the autograded notebook (nbformat 4, as a dict): the course's cells in the course's
    order, the student's answers and extra cells in their places, outputs and nbgrader metadata. It
    is stored in a file of its own, never with the result.
    `answered` are the grade_ids of solution cells whose text differs from the release, `comments`
    a marker's comments by grade_id, `penalty` the points taken off for being late. `student_names`
    are the names for which questions were asked, as the questions see them: "" if none was given.
    """

    name: str
    exercises: list[Exercise] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    content: Annotated[dict[str, Any], Meta(max_length=0)] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)
    penalty: NonNegative = 0.0
    student_names: list[str] = field(default_factory=list)


# Fields of one run, such as times, that say nothing of the marks: runs are compared without them.
RUN_FIELDS = ("came", "timestamp", "recorded", "seconds", "seed", "pages")


class Result(Struct, forbid_unknown_fields=True):
    """One student's submission of one assignment."""

    student: str
    assignment: str
    status: Status
    reasons: list[str] = field(default_factory=list)  # in plain words, for the instructor
    came: str | None = None  # when the files were first seen here, ISO 8601 in UTC
    timestamp: str | None = None  # the time that counts: that, or the platform's
    late: NonNegative = 0.0  # seconds after the due date
    recorded: str | None = None  # the time that the gradebook gets
    flag: str = ""  # "late" or "in time", from a platform that gives no time
    seconds: NonNegative = 0.0  # time that grading took
    digest: str = ""  # digest of everything the result depends on
    content: str = ""  # a digest of only the files
    name: str = ""  # the student's, as in the gradebook
    group: str = ""
    max_score: NonNegative = 0.0
    alias: str = ""  # the pseudonym on the class's leaderboard, if something was measured
    seed: Annotated[int, Meta(ge=0)] = 0  # seed of the hidden inputs; 0 if unknown
    pages: dict[str, str] = field(default_factory=dict)  # digests of the HTML pages, by file name
    notebooks: list[GradedNotebook] = field(default_factory=list)

    @property
    def has_score(self) -> bool:
        """True if tests were run, so that the score means something."""
        return self.status in ("graded", "needs review")

    @property
    def exercises(self) -> Iterator[Exercise]:
        """All graded cells, in order."""
        return (exercise for notebook in self.notebooks for exercise in notebook.exercises)

    @property
    def score(self) -> float:
        """The final score, as `nbgrader export` has it: all points less the penalty."""
        return max(0.0, self.raw_score - self.penalty)

    @property
    def raw_score(self) -> float:
        """All points before the penalty, a marker's and extra credit included."""
        return sum(exercise.points or 0.0 for exercise in self.exercises)

    @property
    def penalty(self) -> float:
        return sum(notebook.penalty for notebook in self.notebooks)

    @property
    def auto_score(self) -> float:
        """The points that the tests gave."""
        return sum(exercise.score or 0.0 for exercise in self.exercises)

    @property
    def waits(self) -> int:
        """The number of answers that a marker still has to mark."""
        return sum(exercise.waits for exercise in self.exercises)

    @property
    def remarks(self) -> list[str]:
        """The reasons, lateness and its cost included."""
        if self.late <= 0:
            return self.reasons
        cost = f"; {number(self.penalty)} points are taken off for that" if self.penalty else ""
        words = f"late by {in_words(self.late)}"
        if self.flag == "late":
            words = "late according to the platform, which doesn't say by how much"
        return [*self.reasons, f"{words}{cost}"]

    @property
    def reason(self) -> str:
        return "; ".join(self.remarks)

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON can hold it, except the notebooks' content."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        for notebook in data["notebooks"]:
            del notebook["content"]
        return data

    @classmethod
    def from_json(cls, data: Any) -> "Result":
        """The result that `to_json` wrote; ValueError if it is damaged."""
        if isinstance(data, dict) and data.get("status") == "look":  # as versions before 0.3 wrote
            data = data | {"status": "needs review"}
        result = msgspec.convert(data, cls)
        for moment in (result.came, result.timestamp, result.recorded):
            msgspec.convert(moment, AwareDatetime | None)
        return result


def ungraded(assignment: "Assignment", student: str, reason: str, status: Status) -> Result:
    """The result of a submission on which no test was run."""
    return Result(student, assignment.name, status, [reason], max_score=assignment.max_score)
