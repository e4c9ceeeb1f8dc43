"""The unit of work: one student's submission, from files to result, notebooks and feedback page.

`grade` runs in a judge, a process forked for it. It takes all it needs from a `Context` that was
complete before the first fork, and gives bytes back.
"""

import datetime
import hashlib
import json
import pickle
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lincourse.grading import feedback, intake, own, rendered
from lincourse.grading.course import Assignment, Course, People
from lincourse.grading.intake import Submission
from lincourse.grading.judge import Judge, explain
from lincourse.grading.lateness import (
    TIMESTAMP,
    DueDates,
    format_timestamp,
    hand_in,
)
from lincourse.grading.leaderboard import pseudonym
from lincourse.grading.results import Result, Status
from lincourse.grading.store import RENDERED

SECRET = "submission_secret.txt"  # nbgrader's exchange hides a student's feedback behind it
ATTEMPTS, PAUSE = 3, 5.0  # where the machine runs out of memory; seconds between them
MACHINE_SHORT = (
    "the machine ran out of memory while this was graded; please close other programs, or grade "
    "with fewer --jobs"
)

Files = dict[str, str]  # the texts to write, by name


@dataclass(frozen=True)
class Context:
    """What grading any submission of one run depends on."""

    course: Course
    assignment: Assignment
    judge: Judge
    due: DueDates
    trust_timestamps: bool
    before: Mapping[str, Result | None]  # what earlier runs made of each student's work
    secret: bytes = b""  # of the course; see `leaderboard.pseudonym`
    people: People = field(default_factory=People)

    def submission(self, student: str) -> Submission | None:
        """What a student handed in; None where there is nothing."""
        if student == own.STUDENT:
            return own.submission(self.assignment)
        return intake.take(self._folder(student), student, self.assignment)

    def received(self, student: str) -> Submission | None:
        """The same, with its files unread: enough to tell whether it is new."""
        return intake.received(self._folder(student), student, self.assignment)

    def _folder(self, student: str) -> Path:
        return self.course.submitted / student / self.assignment.name

    def ungraded(self, student: str, reason: str, status: Status) -> Result:
        """The result of a submission on which no test was run."""
        most = self.assignment.max_score
        return Result(student, self.assignment.name, status, [reason], max_score=most)

    def date(self, result: Result, submission: Submission) -> None:
        """Write down when a submission came, how late that is, and what the gradebook gets."""
        old = self.before.get(result.student)
        came = submission.came
        if old is not None and old.came and _same_work(old, submission):
            came = datetime.datetime.fromisoformat(old.came)  # the same files, copied here again
        due = self.due.of(result.student)
        times = hand_in(came, submission.claimed, due, self.trust_timestamps)
        result.came, result.late = _iso(came), times.late
        result.timestamp, result.recorded = _iso(times.counts), _iso(times.recorded)


def grade(context: Context, student: str) -> bytes:
    """Grade one student's submission; `result_of` reads what comes back."""
    try:
        result, files = _grade_with_memory(context, student)
    except Exception as error:
        reason = f"the grader stopped: {explain(error)}"
        result, files = context.ungraded(student, reason, "failed"), {}
    return pickle.dumps((result, files))


def result_of(data: bytes) -> tuple[Result, Files]:
    """The result and the files that `grade` made: a pickle, but a judge's, never a student's."""
    result, files = pickle.loads(data)
    return result, files


def _grade_with_memory(context: Context, student: str) -> tuple[Result, Files]:
    """Grade anew what was ended for no fault of its own, as the machine had no memory left."""
    sandbox = context.judge.sandbox
    for _ in range(ATTEMPTS):
        sandbox.short = False
        result, files = _grade(context, student)
        if not sandbox.short:
            return result, files
        time.sleep(PAUSE)
    return context.ungraded(student, MACHINE_SHORT, "failed"), {}


def _grade(context: Context, student: str) -> tuple[Result, Files]:
    submission = context.submission(student)
    if submission is None:
        reason = "there is nothing for this assignment"
        return context.ungraded(student, reason, "missing"), {}
    result = context.judge.grade(submission)
    context.people.introduce(result)
    context.date(result, submission)
    if any(exercise.measured for exercise in result.exercises):
        result.alias = pseudonym(context.secret, student)
    files = {SECRET: _secret(submission)}
    if result.timestamp:
        files[TIMESTAMP] = format_timestamp(datetime.datetime.fromisoformat(result.timestamp))
    for notebook in result.notebooks:
        text = json.dumps(notebook.content, indent=1, ensure_ascii=False)
        files[f"{notebook.name}.ipynb"] = text + "\n"
        files[f"{notebook.name}.html"] = feedback.page(result, notebook)
        files[f"{notebook.name}{RENDERED}"] = rendered.page(result, notebook)
        notebook.content = {}  # it is in the file
    return result, files


def _secret(submission: Submission) -> str:
    """The secret that came with the submission, or one made from it."""
    given = submission.files.get(SECRET)
    if given:
        return given.decode(errors="replace")
    own = f"{submission.student} {submission.digest}".encode(errors="backslashreplace")
    return hashlib.sha256(own).hexdigest()


def _same_work(old: Result, submission: Submission) -> bool:
    """Whether it is what was graded before; a result of an older version has no `content`."""
    return old.content == submission.content if old.content else old.digest == submission.digest


def _iso(moment: datetime.datetime | None) -> str | None:
    return moment.isoformat() if moment else None
