"""The unit of work: one student's submission, from files to result, notebooks and feedback page.

`Context.order` reads what there is to grade, in the course folder; `grade` makes the result of it,
in a judge: a process forked for that, on this machine or on another one (`cluster`). An order and a
result can both be sent as bytes; they are read back as plain data (`framing`).
"""

import datetime
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from gradebox.course.lateness import TIMESTAMP, DueDates, flagged, format_timestamp, hand_in
from gradebox.course.model import Assignment, Course, People
from gradebox.framing import pack, to_bytes, to_text, unpack
from gradebox.intake import reader
from gradebox.intake.record import Record
from gradebox.intake.submission import Submission
from gradebox.judge import selftest
from gradebox.judge.runner import Judge, explain
from gradebox.pages import autograded, feedback
from gradebox.pages.leaderboard import pseudonym
from gradebox.results import Result, Status
from gradebox.run.store import RENDERED

SECRET = "submission_secret.txt"  # nbgrader's exchange hides a student's feedback behind it
ATTEMPTS, PAUSE = 3, 5.0  # where the machine runs out of memory; seconds between them
MACHINE_SHORT = (
    "the machine ran out of memory while this was graded; please close other programs, or grade "
    "with fewer --jobs"
)

Files = dict[str, str]  # the texts to write, by name


@dataclass(frozen=True)
class Order:
    """One submission, unread, and what its result will say beside its grades."""

    about: Result  # student, times, name, group, alias
    submission: Submission | None  # as it was received; None where there is nothing

    def to_bytes(self) -> bytes:
        """All of it, to be sent."""
        about = self.about.to_json()
        if self.submission is None:
            return pack([about, None])
        return pack([about, self.submission.to_json()], list(self.submission.files.values()))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Order":
        """The order that `to_bytes` wrote."""
        (about, header), contents = unpack(data)
        submission = None if header is None else Submission.from_json(header, contents)
        return cls(Result.from_json(about), submission)


@dataclass(frozen=True)
class Context:
    """What an order depends on beside the submission: the course, and what it knows of people."""

    course: Course
    assignment: Assignment
    due: DueDates
    trust_timestamps: bool
    before: Mapping[str, Result | None]  # what earlier runs made of each student's work
    secret: bytes = b""  # of the course; see `leaderboard.pseudonym`
    people: People = field(default_factory=People)
    collected: Record | None = None

    def order(self, student: str) -> Order:
        """What there is to grade of a student; the course's own solution has no files."""
        about = Result(student, self.assignment.name, "graded")
        if student == selftest.STUDENT:
            return Order(about, None)
        submission = self.received(student)
        if submission is not None:
            self.people.introduce(about)
            self.date(about, submission)
            about.alias = pseudonym(self.secret, student)
        return Order(about, submission)

    def received(self, student: str) -> Submission | None:
        """What a student handed in, with its files unread: enough to tell whether it is new."""
        folder = self.course.submitted / student / self.assignment.name
        return reader.receive(folder, student, self.assignment)

    def ungraded(self, student: str, reason: str, status: Status) -> Result:
        """The result of a submission on which no test was run."""
        return ungraded(self.assignment, student, reason, status)

    def date(self, result: Result, submission: Submission) -> None:
        """Write down when a submission came, how late that is, and what the gradebook gets."""
        old = self.before.get(result.student)
        came = submission.came
        if old is not None and old.came and _same_work(old, submission):
            came = datetime.datetime.fromisoformat(old.came)  # the same files, copied here again
        due, entry = self.due.of(result.student), None
        if self.collected is not None:
            entry = self.collected.of(result.student, submission.content)
        if entry is not None and entry.when is not None:
            came = datetime.datetime.fromisoformat(entry.when)
        times = hand_in(came, submission.claimed, due, self.trust_timestamps)
        unknown = entry is not None and entry.late is not None
        if entry is not None and unknown and (entry.when is None or due is None):
            result.flag = "late" if entry.late else "in time"
            times = flagged(result.flag, result.student in self.due.extensions)
        result.came, result.late = _iso(came), times.late
        result.timestamp, result.recorded = _iso(times.counts), _iso(times.recorded)


def ungraded(assignment: Assignment, student: str, reason: str, status: Status) -> Result:
    """The result of a submission on which no test was run."""
    return Result(student, assignment.name, status, [reason], max_score=assignment.max_score)


def grade(judge: Judge, order: Order) -> bytes:
    """Grade one submission; `result_of` reads what comes back."""
    student = order.about.student
    try:
        result, files = _grade_with_memory(judge, order)
    except Exception as error:
        reason = f"the grader stopped: {explain(error)}"
        result, files = ungraded(judge.assignment, student, reason, "failed"), {}
    return to_data(result, files)


def to_data(result: Result, files: Files) -> bytes:
    """A result and its files as bytes."""
    return pack([result.to_json(), list(files)], [to_bytes(text) for text in files.values()])


def result_of(data: bytes) -> tuple[Result, Files]:
    """The result and the files that `to_data` wrote."""
    (result, names), texts = unpack(data)
    return Result.from_json(result), dict(zip(names, map(to_text, texts), strict=True))


def _grade_with_memory(judge: Judge, order: Order) -> tuple[Result, Files]:
    """Grade anew what was ended for no fault of its own, as the machine had no memory left."""
    sandbox = judge.sandbox
    for _ in range(ATTEMPTS):
        sandbox.short = False
        result, files = _grade(judge, order)
        if not sandbox.short:
            return result, files
        time.sleep(PAUSE)
    return ungraded(judge.assignment, order.about.student, MACHINE_SHORT, "failed"), {}


def _grade(judge: Judge, order: Order) -> tuple[Result, Files]:
    about, received = order.about, order.submission
    if about.student == selftest.STUDENT:
        submission = selftest.submission(judge.assignment)
    elif received is None:
        reason = "there is nothing for this assignment"
        return ungraded(judge.assignment, about.student, reason, "missing"), {}
    else:
        submission = reader.parse(received, judge.assignment)
    result = judge.grade(submission)
    result.name, result.group = about.name, about.group
    result.came, result.late = about.came, about.late
    result.timestamp, result.recorded = about.timestamp, about.recorded
    result.flag = about.flag
    if any(exercise.measured for exercise in result.exercises):
        result.alias = about.alias
    files = {SECRET: _secret(submission)}
    if moment := result.timestamp or result.came:  # nbgrader's exchange wants such a file
        files[TIMESTAMP] = format_timestamp(datetime.datetime.fromisoformat(moment))
    for notebook in result.notebooks:
        text = json.dumps(notebook.content, indent=1, ensure_ascii=False)
        files[f"{notebook.name}.ipynb"] = text + "\n"
        files[f"{notebook.name}.html"] = feedback.page(result, notebook)
        files[f"{notebook.name}{RENDERED}"] = autograded.page(result, notebook)
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
