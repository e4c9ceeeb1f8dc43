"""The judge: a test runner for the course's test cells on a student's work.

Tests run here, in a process that no student's code ever enters. They see the course's own names and
the student's, the latter through the proxies of `remote`. A new judge is forked per submission.
"""

import builtins
import hashlib
import logging
import os
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from secrets import randbelow
from typing import Any, cast

from gradebox.checks import installed as checks_installed
from gradebox.course.model import Assignment, CourseCell, CourseNotebook
from gradebox.course.ownership import NameOwnership
from gradebox.course.syntax import (
    bound_names,
    changed_names,
    class_names,
    imported_modules,
    read_names,
)
from gradebox.intake.identity import other_names
from gradebox.intake.submission import RebuiltCell, Submission
from gradebox.judge.cell_runner import Run, run_cell
from gradebox.judge.namespace import Namespace, Overlay
from gradebox.judge.process import LOST, StudentProcess
from gradebox.judge.remote import Remote, RemoteNotebook
from gradebox.judge.replica import Allowance
from gradebox.judge.selftest import UNDEFINED, readers
from gradebox.judge.surroundings import AssignmentFolder, Texts, shared_seeds
from gradebox.limits import SUBMISSION_FACTOR, TEST_FACTOR
from gradebox.notebooks import answers, error_output, source
from gradebox.results import CheckReport, Exercise, Failure, GradedNotebook, Result, too_good
from gradebox.sandbox.bubblewrap import Sandbox, SandboxError
from gradebox.sandbox.outputs import harmless
from gradebox.sandbox.wire_limits import WireError
from gradebox.text import cut, lines, printable
from gradebox.timer import TooSlow

NAME_CELL_FAILED = (
    "the cell with the student's name stopped with an error, so no question with their own numbers "
    "could be asked"
)

# The first that a test, or a student's function that it calls, has raised.
FAILURES: dict[type[BaseException], Failure] = {
    WireError: Failure.UNSENDABLE,
    TooSlow: Failure.TIMEOUT,
    FileNotFoundError: Failure.FILE_NOT_FOUND,
    ModuleNotFoundError: Failure.MODULE_NOT_FOUND,
    ImportError: Failure.IMPORT_ERROR,
    NotImplementedError: Failure.NOT_IMPLEMENTED,
}

Outputs = list[dict[str, Any]]

log = logging.getLogger(__name__)


class Judge:
    """Grades submissions of one assignment; made once, before workers and judges are forked.

    Args:
        assignment: The assignment.
        sandbox: Where students' processes are started.
        seconds: Time limit of one cell or call.
        seed: Seed of the hidden inputs, the same for a whole class; random by default.

    """

    def __init__(
        self,
        assignment: Assignment,
        sandbox: Sandbox,
        seconds: float,
        seed: int | None = None,
    ) -> None:
        self.assignment, self.sandbox, self.seconds = assignment, sandbox, seconds
        self.checks = assignment.checks
        self.owners = {each.name: NameOwnership.analyse(each) for each in assignment.notebooks}
        self.warm: dict[str, dict[str, Any]] = {}  # by notebook: the names that given cells set
        # By notebook and cell: the names that it sets as well as others, as they are then.
        self.versions: dict[str, dict[int, dict[str, Any]]] = {}
        self.later: dict[str, set[int]] = {}  # and given cells that need a student's work first
        private = {"gradebox", "__main__", *checks_installed().packages}
        code = (c.source for n in assignment.notebooks for c in n.cells if c.kind == "code")
        imported = (name for source in code for name in imported_modules(source))
        self.modules = {name.partition(".")[0] for name in imported} - private
        self._parts = sum(map(_takes_time, (c for n in assignment.notebooks for c in n.cells)))
        asked = (name for notebook in assignment.notebooks for name in notebook.asked)
        self.checks.prepare(asked, 1 + randbelow(2**32) if seed is None else seed)
        self.folder = AssignmentFolder(sandbox.stage.parent, assignment.files)
        with self.folder.entered(self.folder.path):
            for notebook in assignment.notebooks:
                self._warm(notebook)

    def _warm(self, notebook: CourseNotebook) -> None:
        """Run the given cells that need nothing of a student's, once for all submissions."""
        names: dict[str, Any] = {"__name__": "__main__"}
        self.later[notebook.name] = set()
        self.versions[notebook.name] = {}
        known = set(dir(builtins))
        cells = self.owners[notebook.name].needed_cells
        count = Counter(name for cell in cells for name in bound_names(cell.source))
        for cell in cells:
            bound = bound_names(cell.source)
            if read_names(cell.source) - known - bound:
                self.later[notebook.name].add(cell.index)
                continue
            known |= bound
            if error := self.run(cell, names).error:
                log.info("A given cell of %s stopped.", notebook.name, exc_info=error)
            repeated = {name: names[name] for name in bound & names.keys() if count[name] > 1}
            self.versions[notebook.name][cell.index] = repeated
        self.warm[notebook.name] = names

    def run(self, cell: CourseCell, names: dict[str, Any]) -> Run:
        return run_cell(cell, names, TEST_FACTOR * self.seconds)

    def grade(self, submission: Submission) -> Result:
        """Run a submission's cells and the course's tests."""
        start = time.monotonic()
        result = Result(submission.student, self.assignment.name, "graded")
        result.digest, result.content = submission.digest, submission.content
        result.max_score = self.assignment.max_score
        budget = TimeBudget(self.seconds, self._parts)
        with self.folder.copied(), self.checks.grading(self.seconds):
            for notebook in self.assignment.notebooks:
                graded = NotebookRun(self, notebook, submission, budget)
                result.notebooks.append(graded.grade())
                result.reasons += _remarks(graded.process)
        result.reasons = [*submission.review_reasons, *submission.notes, *result.reasons]
        if submission.review_reasons:
            result.status = "needs review"
        if not submission.readable:
            result.status = "unreadable"
        result.seconds = round(time.monotonic() - start, 3)
        return result


class NotebookRun:
    """One notebook of a submission, run from top to bottom: answers there and tests here."""

    def __init__(
        self, judge: Judge, notebook: CourseNotebook, submission: Submission, budget: "TimeBudget"
    ) -> None:
        self.judge, self.checks = judge, judge.checks
        self.notebook, self.submission, self.budget = notebook, submission, budget
        self.remote = self._remote()
        self.process = self.remote.process
        self.names = Namespace(self.remote, judge.owners[notebook.name], judge.warm[notebook.name])
        self.graded = GradedNotebook(
            notebook.name, answered=submission.answered.get(notebook.name, [])
        )
        self.versions = judge.versions[notebook.name]
        for version in reversed(self.versions.values()):
            dict.update(self.names, version)
        self.texts = Texts(self.remote)
        self.names.surroundings = self.texts.names
        self._code: list[str] = []  # the student's code so far
        self._undefined: set[str] = set()  # names that it did not find, since the last test
        self._student_names: set[str] = set()  # for which questions were asked
        budget.limit(self.process)

    def _remote(self) -> RemoteNotebook:
        """Return a connection to a process for this submission, which is not started yet."""
        warm = self.judge.warm[self.notebook.name]
        names = [
            name
            for cell in self.notebook.cells
            if cell.role in ("given", "plain")
            for name in class_names(cell.source)
            if name not in self.notebook.asked_classes
        ]
        given = {name: warm[name] for name in names if isinstance(warm.get(name), type)}
        return RemoteNotebook(
            self.judge.sandbox,
            os.getpid(),  # a user number: judges at work at the same time are different processes
            self.judge.seconds,
            {**self.submission.files, **self.judge.assignment.files},
            given,
            self.notebook.asked_classes,
            names,
            self.budget.explanations,
            self.judge.modules,
        )

    def grade(self) -> GradedNotebook:
        """Run all cells, and return the exercises and the autograded notebook."""
        parts = self.submission.parts.get(self.notebook.name)
        if parts is None:  # it was not handed in
            cells = self.notebook.cells
            parts = [RebuiltCell(cell, cell.kind, cell.released) for cell in cells]
            content = [_content(part, self._skip(part), i) for i, part in enumerate(parts)]
        else:
            try:
                self.process.start()
                drawn = _figures_needed(parts)
                content = [
                    _content(part, self._run(part, figures), i)
                    for i, (part, figures) in enumerate(zip(parts, drawn, strict=True))
                ]
            finally:
                self.remote.stop()
                self.budget.end += self.process.postponed
            if self.process.lost:
                raise SandboxError(LOST)
        self.submission.review_reasons += other_names(self.submission.student, self._student_names)
        self.graded.student_names = sorted({cut(printable(n), 60) for n in self._student_names})
        self.graded.content = {**self.notebook.content, "cells": content}
        _digest_answers(self.graded)
        return self.graded

    def _skip(self, part: RebuiltCell) -> Outputs:
        """Give no points for a cell of a notebook that was not handed in."""
        cell = part.cell
        if cell is not None and cell.role == "manual":
            self.graded.exercises.append(_manual(cell, answered=False))
        self._take_time(cell)
        if cell is None or cell.role != "test":
            return []
        message = "There was nothing to test."
        exercise = Exercise(cell.grade_id, cell.title, cell.points, 0.0, message)
        self.graded.exercises.append(exercise)
        return [error_output("NothingToTest", message)]

    def _run(self, part: RebuiltCell, figures: bool) -> Outputs:
        """Run a cell, in the process that it belongs to, and grade it if it is graded."""
        cell = part.cell
        self._take_time(cell)
        if part.kind == "code" and part.source.strip():
            self.texts.inputs.append(part.source)
        if cell is not None and cell.role == "test":
            outputs = self._test(cell)
        else:
            if cell is not None and cell.role == "manual":
                answered = cell.task or cell.grade_id in self.graded.answered
                self.graded.exercises.append(_manual(cell, answered))
            outputs = self._run_there(part, figures)
        if cell is not None and not outputs:
            outputs = self._question(cell)
        return outputs

    def _take_time(self, cell: CourseCell | None) -> None:
        """Let a cell have the time that was reserved for it; cells that students add have none."""
        if cell is not None and _takes_time(cell):
            self.budget.parts -= 1
        self.budget.limit(self.process)

    def _run_there(self, part: RebuiltCell, figures: bool) -> Outputs:
        """Run a cell without tests in the student's process, and here too if tests need it."""
        if part.kind != "code":
            return []
        outputs: Outputs = []
        if part.source.strip():
            self.process.renew()
            outputs = self.process.run(part.source, figures)
        if part.cell is not None:
            if part.cell.index in self.judge.later[self.notebook.name]:
                self._run_here_too(part.cell)
            dict.update(self.names, self.versions.get(part.cell.index, {}))
            failed = any(output["output_type"] == "error" for output in outputs)
            if failed and part.cell.grade_id in self.checks.name_variables:
                self.submission.review_reasons.append(NAME_CELL_FAILED)
        if part.cell is not None and part.cell.role == "plain":
            self._note_changes(part.cell, part.source)
        self._code.append(part.source)
        for output in outputs:
            self._undefined.update(UNDEFINED.findall(str(output.get("evalue", ""))))
        return outputs

    def _note_changes(self, cell: CourseCell, source: str) -> None:
        """Say so if a student has changed what tests take from the course's version of a cell."""
        ours = self.names.owners.course_names
        tested = (ours[test.index] & read_names(test.source) for test in self.notebook.tests)
        for name in sorted(changed_names(cell.source, source) & set().union(*tested)):
            words = f"`{name}` was changed outside an answer cell; tests use the course's version"
            self.submission.notes.append(words)

    def _run_here_too(self, cell: CourseCell) -> None:
        """Run a given cell that works with the student's names, for the names that it sets."""
        local = self._overlay(cell)
        self.judge.run(cell, local)
        for name in bound_names(cell.source):
            if name in local:
                dict.__setitem__(self.names, name, local[name])
        self.remote.given |= {
            name: local[name]
            for name in class_names(cell.source)
            if isinstance(local.get(name), type) and name not in self.notebook.asked_classes
        }

    def _overlay(self, cell: CourseCell) -> Overlay:
        self.names.enter(cell.index)
        self.process.renew()
        return Overlay(self.names)

    def _question(self, cell: CourseCell) -> Outputs:
        """Return the question of a given cell: the sandbox has no function that asks it."""
        if cell.role != "given" or not any(f"{ask}(" in cell.source for ask in self.checks.asks):
            return []
        value = self.judge.run(cell, self._overlay(cell)).value
        data = None if isinstance(value, Remote) else self.checks.question(value)
        return [{"output_type": "display_data", "data": data, "metadata": {}}] if data else []

    def _test(self, cell: CourseCell) -> Outputs:
        exercise = Exercise(cell.grade_id, cell.title, cell.points, 0.0)
        self.graded.exercises.append(exercise)
        self.process.renew()
        self.names.enter(cell.index)
        self.remote.begin_test(dict.values(self.names))
        self.texts.enter(cell.source)
        with shared_seeds(self.remote), self.checks.testing() as measured:
            run = self.judge.run(cell, self.names)
        exercise.measured = measured[-1] if measured else None
        if reason := too_good(exercise):
            self.submission.review_reasons.append(reason)
        outputs: Outputs = []
        if run.printed:
            outputs.append({"output_type": "stream", "name": "stdout", "text": run.printed})
        if run.error is None:
            exercise.score = run.points(cell.points)
            if result := run.result():
                outputs.append(result)
            if exercise.score < cell.points:
                exercise.message = f"The test gave {exercise.score:g} of {cell.points:g} points."
        else:
            exercise.message, exercise.line = run.message(self.judge.seconds), run.line(cell)
            exercise.failure = _failure({type(run.error), *self.remote.raised})
            if more := self.checks.explain(run.error, exercise.line):
                exercise.message = f"{exercise.message}\n{more}"
            exercise.report = cast("CheckReport | None", run.report)
            outputs.append(error_output(type(run.error).__name__, exercise.message))
        if exercise.message:
            self._explain_undefined(exercise)
        self._undefined.clear()
        if self.notebook.ids & self.checks.name_variables:
            self._student_names |= self._asked_for(cell)
        return outputs

    def _asked_for(self, cell: CourseCell) -> set[str]:
        """Return the names for which a test asked questions: the very values that it read.

        Asked again, the student's code could give another name than it gave the test.
        """
        found = set()
        for variable in self.checks.name_variables & read_names(cell.source):
            for value in self.names.values_read.get(variable, []):
                try:
                    found.add(self.checks.normalise_name(variable, value))
                except (Exception, TooSlow):
                    log.debug("%s is odd.", variable, exc_info=True)
        return found

    def _explain_undefined(self, exercise: Exercise) -> None:
        """Say so if the student's code reads a name that only a test cell sets."""
        undefined = self._undefined | set(UNDEFINED.findall(exercise.message))
        names = self.names.owners.only_in_tests & undefined
        found = [f"{user} uses `{name}`" for user, name in readers(self._code, names)]
        if not names or not found:
            return
        words = (
            f"{', and '.join(found)}, which only a test cell sets. That cell is not part of your "
            "code: take what you need as an argument, or set it in a cell of your own."
        )
        exercise.message = f"{exercise.message}\n{words}"
        if exercise.report and exercise.report.get("message"):
            exercise.report["message"] += f" {words}"


@dataclass
class TimeBudget:
    """The time of one submission: what is left of it, less what the cells to come need."""

    seconds: float  # time limit of one call
    parts: int  # the course's cells and tests to come
    end: float = 0.0
    explanations: Allowance = field(default_factory=Allowance)

    def __post_init__(self) -> None:
        self.total = SUBMISSION_FACTOR * self.seconds
        self.per_part = min(self.seconds, self.total / 2 / max(self.parts, 1))
        self.end = self.end or time.monotonic() + self.total

    def limit(self, process: StudentProcess) -> None:
        """Set the deadline of a process, so that the cells to come have their time."""
        end = self.end + self.explanations.spent + process.postponed
        process.deadline = end - self.parts * self.per_part
        process.together = self.total


def _takes_time(cell: CourseCell) -> bool:
    """Return True for a cell that runs, in the student's process or as a test."""
    return cell.kind == "code"


def _figures_needed(parts: list[RebuiltCell]) -> list[bool]:
    """Return which cells need their figures: those of a manually graded answer.

    These are the answer itself and the cells since the last graded one. Elsewhere, text is enough.
    """
    found, by_hand = [], False
    for part in reversed(parts):
        if part.cell is not None and part.cell.role in ("test", "manual"):
            by_hand = part.cell.role == "manual"
        found.append(by_hand)
    return found[::-1]


def _manual(cell: CourseCell, answered: bool) -> Exercise:
    """Return an answer that is marked by hand: no score yet, or 0 if it is empty."""
    if answered:
        return Exercise(cell.grade_id, cell.title, cell.points, None, by_hand=True)
    words, failure = "Nothing was answered here.", Failure.UNANSWERED
    about = cell.grade_id, cell.title, cell.points
    return Exercise(*about, 0.0, words, by_hand=True, failure=failure)


def _failure(raised: set[type[BaseException]]) -> Failure | None:
    known = (code for kind, code in FAILURES.items() if any(issubclass(r, kind) for r in raised))
    return next(known, None)


def _digest_answers(graded: GradedNotebook) -> None:
    """Note the work that each mark is for, to tell later whether it is new.

    A manual mark is for its answer; a test may depend on all that the student wrote above it.
    """
    written = answers(graded.content)
    above: list[str] = []
    for exercise in graded.exercises:
        here = [source(cell) for cell in written.get(exercise.grade_id, [])]
        above += here
        text = "\0".join(here if exercise.by_hand else above)
        exercise.answer = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def _remarks(process: StudentProcess) -> Iterator[str]:
    """Yield what the report says about how the process ran."""
    if process.restarts:
        times = {1: "once", 2: "twice"}.get(process.restarts, f"{process.restarts} times")
        yield f"Python ended while this was graded, and was restarted {times}"
    if time.monotonic() > process.deadline:
        yield "the submission used up its time"


def _content(part: RebuiltCell, outputs: Outputs, place: int) -> dict[str, Any]:
    """Return a cell of the autograded notebook."""
    source = part.source
    if part.cell is None or part.cell.of_students or part.cell.role == "plain":
        source = lines(source)
    if part.kind != "code" and (part.cell is None or part.cell.of_students):
        source = harmless(source)
    if part.cell is not None:
        cell = {**part.cell.data, "source": source}
    else:
        cell = {"cell_type": part.kind, "id": f"extra-{place}", "metadata": {}, "source": source}
    if part.kind == "code":
        cell |= {"outputs": outputs, "execution_count": None}
    return cell


def explain(error: BaseException) -> str:
    """Return an error of the grader itself in one line, for the report."""
    frames = traceback.extract_tb(error.__traceback__)
    where = (
        f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    )
    return f"{type(error).__name__}: {error}{where}".replace("\n", " ")[:500]
