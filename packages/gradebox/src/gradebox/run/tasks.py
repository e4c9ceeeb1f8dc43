"""The unit of work: one student's submission, from files to result, notebooks and feedback page.

`Context.task` reads a submission in the course folder; `grade` makes its result, in a judge: a
process forked for that, on this machine or on another one (`cluster`). Tasks and results can be
sent as bytes, and are read back as plain data (`framing`).
"""

import datetime
import hashlib
import json
import os
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gradebox.course.lateness import TIMESTAMP, DueDates, flagged, format_timestamp, hand_in
from gradebox.course.model import Assignment, Course, People
from gradebox.framing import pack, to_bytes, to_text, unpack
from gradebox.intake import reader
from gradebox.intake.record import Record
from gradebox.intake.submission import Submission
from gradebox.judge import selftest
from gradebox.judge.runner import Judge, explain
from gradebox.pages.leaderboard import pseudonym
from gradebox.results import Result, ungraded
from gradebox.run.student_pages import render_pages
from gradebox.sandbox.bubblewrap import SandboxError

SECRET = "submission_secret.txt"  # nbgrader's exchange derives feedback's file names from it
MAX_SECRET = 1000  # bytes of it; nbgrader's own has 36
TRACEBACK = "traceback"  # the pseudo-file of a bug in the grader, for the log
MAX_ATTEMPTS, PAUSE = 3, 5.0  # if the machine runs out of memory; seconds between attempts
OUT_OF_MEMORY = (
    "the machine ran out of memory while this was graded; please close other programs, or grade "
    "with fewer --jobs"
)

Files = dict[str, str]  # texts to write, by file name


@dataclass(frozen=True)
class GradingTask:
    """A grading task: the raw submission plus metadata for its result."""

    about: Result  # student, times, name, group, alias, seed
    submission: Submission | None  # as it was received; None if there is none
    render: bool = True  # False if the gradebook will add to the pages, so they are rendered later

    def to_bytes(self) -> bytes:
        about, files = self.about.to_json(), {}
        header = None
        if self.submission is not None:
            header, files = self.submission.to_json(), self.submission.files
        return pack([about, header, self.render], list(files.values()))

    @classmethod
    def from_bytes(cls, data: bytes) -> "GradingTask":
        (about, header, render), contents = unpack(data)
        submission = None if header is None else Submission.from_json(header, contents)
        return cls(Result.from_json(about), submission, render)


@dataclass(frozen=True)
class Context:
    """What tasks depend on beside the submissions: the course, its students, earlier results."""

    course: Course
    assignment: Assignment
    due: DueDates
    trust_timestamps: bool
    before: Mapping[str, Result | None]  # each student's result of earlier runs
    secret: bytes = b""  # the course's; see `leaderboard.pseudonym`
    people: People = field(default_factory=People)
    collected: Record | None = None
    seed: int = 0
    saved: Path | None = None  # a folder for tasks that were read before a worker is free

    def task(self, student: str) -> GradingTask:
        """The task for a student, or for the course's own work, which has no files."""
        path = self._path(student)
        if path is not None and path.is_file():
            return GradingTask.from_bytes(path.read_bytes())
        return self.read(student)

    def save(self, task: GradingTask) -> None:
        """Keep a task for `task`, which another process may call, so that it isn't read again."""
        if path := self._path(task.about.student):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(task.to_bytes())

    def _path(self, student: str) -> Path | None:
        name = hashlib.sha256(os.fsencode(student)).hexdigest()
        return self.saved and self.saved / name

    def read(self, student: str) -> GradingTask:
        """Read and hash a student's submission."""
        about = Result(student, self.assignment.name, "graded", seed=self.seed)
        if student in selftest.OWN:
            return GradingTask(about, None)
        folder = self.course.submitted / student / self.assignment.name
        submission = reader.receive(folder, student, self.assignment)
        if submission is None:
            return GradingTask(about, None)
        self.people.introduce(about)
        self.date(about, submission)
        about.alias = pseudonym(self.secret, student)
        old = self.before.get(student)
        marked = old is not None and any(n.comments for n in old.notebooks)
        marked |= old is not None and any(exercise.mark for exercise in old.exercises)
        return GradingTask(about, submission, render=not (marked or about.late))

    def date(self, result: Result, submission: Submission) -> None:
        """Set when a submission came, how late that is, and the time that the gradebook gets."""
        old = self.before.get(result.student)
        came = submission.came
        # results of old versions lack `content`
        same = old is not None and (
            old.content == submission.content if old.content else old.digest == submission.digest
        )
        if old is not None and old.came and same:
            came = datetime.datetime.fromisoformat(old.came)  # the same files, copied here again
        due, entry = self.due.for_student(result.student), None
        if self.collected is not None:
            entry = self.collected.matching_entry(result.student, submission.content)
        if entry is not None and entry.submitted is not None:
            came = datetime.datetime.fromisoformat(entry.submitted)
        times = hand_in(came, submission.claimed, due, self.trust_timestamps)
        unknown = entry is not None and entry.late is not None
        if entry is not None and unknown and (entry.submitted is None or due is None):
            result.flag = "late" if entry.late else "in time"
            times = flagged(result.flag, result.student in self.due.extensions)
        result.came, result.late = _iso(came), times.late
        result.timestamp, result.recorded = _iso(times.counts), _iso(times.recorded)


def grade(judge: Judge, task: GradingTask) -> bytes:
    """Grade one submission; `result_from_bytes` reads the bytes."""
    try:
        result, files = _grade_with_memory(judge, task)
    except SandboxError as error:
        result, files = ungraded(judge.assignment, task.about.student, str(error), "failed"), {}
    except Exception as error:  # a bug: logged by the run, on any machine
        reason = f"the grader stopped: {explain(error)}"
        result = ungraded(judge.assignment, task.about.student, reason, "failed")
        files = {TRACEBACK: traceback.format_exc()}
    return result_to_bytes(result, files)


def result_to_bytes(result: Result, files: Files) -> bytes:
    """A result and its files as bytes."""
    return pack([result.to_json(), list(files)], [to_bytes(text) for text in files.values()])


def result_from_bytes(data: bytes) -> tuple[Result, Files]:
    """The result and the files that `result_to_bytes` wrote."""
    (result, names), texts = unpack(data)
    return Result.from_json(result), dict(zip(names, map(to_text, texts), strict=True))


def _grade_with_memory(judge: Judge, task: GradingTask) -> tuple[Result, Files]:
    """Grade; try again if a process was killed only because the machine ran out of memory."""
    sandbox = judge.sandbox
    for _ in range(MAX_ATTEMPTS):
        sandbox.short = False
        result, files = _grade(judge, task)
        if not sandbox.short:
            return result, files
        time.sleep(PAUSE)
    return ungraded(judge.assignment, task.about.student, OUT_OF_MEMORY, "failed"), {}


def _grade(judge: Judge, task: GradingTask) -> tuple[Result, Files]:
    about, received = task.about, task.submission
    if about.student in selftest.OWN:
        submission = selftest.submission(judge.assignment, about.student)
    elif received is None:
        reason = "there are no files for this assignment"
        return ungraded(judge.assignment, about.student, reason, "missing"), {}
    else:
        submission = reader.parse(received, judge.assignment)
    result = judge.grade(submission)
    for name in ("name", "group", "came", "late", "timestamp", "recorded", "flag", "seed"):
        setattr(result, name, getattr(about, name))
    if any(exercise.measured for exercise in result.exercises):
        result.alias = about.alias
    files = {SECRET: _secret(submission)}
    if moment := result.timestamp or result.came:  # nbgrader's exchange needs such a file
        files[TIMESTAMP] = format_timestamp(datetime.datetime.fromisoformat(moment))
    for notebook in result.notebooks:
        text = json.dumps(notebook.content, indent=1, ensure_ascii=False)
        files[f"{notebook.name}.ipynb"] = text + "\n"
    return result, files | (render_pages(result) if task.render else {})


def _secret(submission: Submission) -> str:
    """The secret that came with the submission, or one made from it."""
    given = submission.files.get(SECRET)
    if given and len(given) <= MAX_SECRET:
        return given.decode(errors="replace")
    own = f"{submission.student} {submission.digest}".encode(errors="backslashreplace")
    return hashlib.sha256(own).hexdigest()


def _iso(moment: datetime.datetime | None) -> str | None:
    return moment.isoformat() if moment else None
