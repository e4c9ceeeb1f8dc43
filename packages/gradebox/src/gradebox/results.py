"""The result of grading one submission: plain data (DTOs) that every later stage reads."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from math import inf
from typing import Any, Literal

from gradebox.course.lateness import in_words
from gradebox.text import number

Status = Literal["graded", "look", "unreadable", "missing", "failed"]

STATUSES: dict[Status, str] = {
    "graded": "graded, with nothing odd about it",
    "look": "graded; a person should look at why",
    "unreadable": "handed in, but nothing in it can be read as this assignment: 0 points",
    "missing": "nothing was handed in",
    "failed": "the grader itself could not finish it; nothing was recorded",
}


class ClusterError(Exception):
    """What is wrong with the cluster, and what to do about it."""


class GradebookError(Exception):
    """What is wrong with the gradebook, and what to do about it."""


@dataclass
class Mark:
    """What a person gave in formgrader, for one cell; it counts before what a test gave."""

    score: float | None = None
    extra: float = 0.0
    again: bool = False  # the work may have changed since, so it should be looked at again


@dataclass
class Exercise:
    """One graded cell: a test that was run, or an answer that a person reads."""

    grade_id: str
    title: str  # the heading above it
    max_score: float
    score: float | None  # None where only a person can tell
    message: str = ""  # what the test said, in plain text; empty where it passed
    report: dict[str, Any] | None = None  # a check's `Report`, field by field, where there is one
    mark: Mark | None = None  # a person's, where there is one
    by_hand: bool = False  # whether it is an answer that a person reads
    answer: str = ""  # a digest of the work that a mark is for
    was: str = ""  # that work as it was when it was marked, where it has changed since
    line: str = ""  # of the test, where it stopped: for the instructor alone
    measured: dict[str, float] | None = None  # what a test measured on fresh data (`checks.levels`)

    @property
    def points(self) -> float | None:
        """What counts: a person's mark before the test's, and extra credit; None where neither."""
        points, mark = self.score, self.mark or Mark()
        if mark.score is not None:
            points = mark.score
        return points + mark.extra if points is not None else mark.extra or None

    @property
    def marked(self) -> bool:
        """Whether a person gave the points."""
        return self.mark is not None and self.mark.score is not None

    @property
    def waits(self) -> bool:
        """Whether a person still has to read it, or to look at it again."""
        if self.marked:
            return self.mark is not None and self.mark.again
        return self.score is None

    @property
    def passed(self) -> bool:
        """Whether it got all its points."""
        return self.points is not None and self.points >= self.max_score

    @property
    def turn(self) -> str:
        """The known wrong turn that it looks like, or nothing."""
        return str((self.report or {}).get("looks", ""))


@dataclass
class GradedNotebook:
    """One notebook of the assignment, as it was graded.

    `content` is the autograded notebook (nbformat 4, as a dict): the course's cells in the course's
    order, the student's answers and extra cells in their places, outputs and nbgrader metadata.
    `answered` are the grade_ids of solution cells whose text differs from the release, `comments`
    what a person wrote about cells, by grade_id, `penalty` the points taken off for being late.
    """

    name: str
    exercises: list[Exercise] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    content: dict[str, Any] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)
    penalty: float = 0.0


@dataclass
class Result:
    """One student's submission of one assignment."""

    student: str
    assignment: str
    status: Status
    reasons: list[str] = field(default_factory=list)  # in plain words, for the instructor
    came: str | None = None  # when it was first seen here, ISO 8601 in UTC
    timestamp: str | None = None  # the time that counts: that, or what the exchange wrote down
    late: float = 0.0  # seconds after the due date
    recorded: str | None = None  # the time that the gradebook gets
    flag: str = ""  # "late" or "in time", by a platform that gives no time
    seconds: float = 0.0  # how long grading took
    digest: str = ""  # of everything the result depends on
    content: str = ""  # of the files alone
    name: str = ""  # the student's, as the gradebook has it
    group: str = ""
    max_score: float = 0.0
    alias: str = ""  # a pseudonym for the class (`leaderboard`), where something was measured
    notebooks: list[GradedNotebook] = field(default_factory=list)

    @property
    def exercises(self) -> Iterator[Exercise]:
        """All graded cells, in order."""
        return (exercise for notebook in self.notebooks for exercise in notebook.exercises)

    @property
    def score(self) -> float:
        """What counts in the end, as `nbgrader export` has it: all points less the penalty."""
        return max(0.0, self.raw_score - self.penalty)

    @property
    def raw_score(self) -> float:
        """All points: what the tests gave, or a person in their place, and extra credit."""
        return sum(exercise.points or 0.0 for exercise in self.exercises)

    @property
    def penalty(self) -> float:
        """The points that are taken off for being late."""
        return sum(notebook.penalty for notebook in self.notebooks)

    @property
    def auto_score(self) -> float:
        """The points that the tests gave."""
        return sum(exercise.score or 0.0 for exercise in self.exercises)

    @property
    def waits(self) -> int:
        """How many answers wait for a person."""
        return sum(exercise.waits for exercise in self.exercises)

    @property
    def remarks(self) -> list[str]:
        """What is worth saying about it, lateness and what that costs included."""
        if self.late <= 0:
            return self.reasons
        cost = f"; {number(self.penalty)} points are taken off for that" if self.penalty else ""
        words = f"late by {in_words(self.late)}"
        if self.flag == "late":
            words = "late, says the platform, but not by how much"
        return [*self.reasons, f"{words}{cost}"]

    @property
    def reason(self) -> str:
        """All remarks in one line."""
        return "; ".join(self.remarks)

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON can hold it, except the notebooks' content."""
        data = asdict(self)
        for notebook in data["notebooks"]:
            del notebook["content"]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Result":
        """The result that `to_json` wrote; ValueError or TypeError where it is something else."""
        notebooks = [
            GradedNotebook(**{**entry, "exercises": [_exercise(e) for e in entry["exercises"]]})
            for entry in data["notebooks"]
        ]
        result = cls(**{**data, "notebooks": notebooks})
        _check(result)
        return result


def _exercise(data: dict[str, Any]) -> Exercise:
    mark = data.get("mark")
    return Exercise(**{**data, "mark": None if mark is None else Mark(**mark)})


def _check(result: Result) -> None:
    """Raise ValueError or TypeError where a result is damaged: somebody may have edited it."""
    texts: list[Any] = [result.student, result.assignment, result.digest]
    texts += [result.content, result.name, result.group, result.flag]
    numbers: list[Any] = [result.late, result.seconds, result.max_score]
    lists: list[Any] = [result.reasons]
    for notebook in result.notebooks:
        texts.append(notebook.name)
        numbers.append(notebook.penalty)
        lists.append(notebook.answered)
        texts += [*notebook.comments, *notebook.comments.values()]
        if notebook.content:
            raise ValueError("a notebook's content is in a file of its own")
    for exercise in result.exercises:
        texts += [exercise.grade_id, exercise.title, exercise.message, exercise.answer]
        texts += [exercise.was, exercise.line]
        mark = exercise.mark or Mark()
        given = [score for score in (exercise.score, mark.score) if score is not None]
        numbers += [exercise.max_score, *given]
        if type(exercise.by_hand) is not bool:
            raise TypeError("neither a test nor an answer")
        if type(mark.again) is not bool or type(mark.extra) not in (int, float):
            raise TypeError("not a mark")
        numbers.append(abs(mark.extra))
        _check_report(exercise.report)
    for each in lists:
        if not isinstance(each, list):
            raise TypeError("not a list")
        texts += each
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("not a text")
    if not all(type(number) in (int, float) and 0 <= number < inf for number in numbers):
        raise ValueError("not a number of points or seconds")
    if result.status not in STATUSES:
        raise ValueError("not a status")
    for moment in (result.came, result.timestamp, result.recorded):
        if moment is not None and datetime.fromisoformat(moment).tzinfo is None:
            raise ValueError("not a time")


def _check_report(report: Any) -> None:
    """The same for what a check said: texts, and two lists."""
    if report is not None and not isinstance(report, dict):
        raise TypeError("not a report")
    for name, value in (report or {}).items():
        if not isinstance(value, list if name in ("passed", "facts") else str):
            raise TypeError("not a report")
