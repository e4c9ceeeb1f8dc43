"""The judge: a test runner for the course's test cells on a student's work.

Tests run here, in a process that no student's code ever enters. They see the course's own names and
the student's, the latter through the proxies of `remote`. A new judge is forked per submission.
"""

import ast
import builtins
import contextlib
import dataclasses
import hashlib
import inspect
import io
import os
import symtable
import time
import traceback
import types
from collections.abc import Iterator, Mapping
from numbers import Real
from secrets import randbelow
from typing import Any, cast

from gradebox.course.model import Assignment, CourseCell, CourseNotebook
from gradebox.course.ownership import Names
from gradebox.course.syntax import bound, classes, plain
from gradebox.intake.identity import other_names
from gradebox.intake.reader import RebuiltCell, Submission
from gradebox.judge.process import ProcessEnded, StudentProcess
from gradebox.judge.remote import Remote, RemoteNotebook
from gradebox.judge.selftest import UNDEFINED, leans
from gradebox.limits import SUBMISSION, TEST
from gradebox.notebooks import error_output, source
from gradebox.pages.feedback import answers
from gradebox.results import CheckReport, Exercise, GradedNotebook, Result
from gradebox.sandbox.bubblewrap import Sandbox
from gradebox.sandbox.outputs import harmless
from gradebox.text import lines
from gradebox.timer import TooSlow, time_limit

MOST_PRINTED = 20_000  # characters that one test cell may print
MOST_MESSAGE = 4000  # characters of what a failed test says
SHOWING = 5.0  # seconds to write down the value of a test's last line

Outputs = list[dict[str, Any]]

NAMELESS = "the cell with the name stopped with an error, and with it every question of one's own"


class Namespace(dict[str, Any]):
    """The names that a test cell sees: the course's own, then the student's, then Python's."""

    def __init__(self, remote: RemoteNotebook, names: Names, warm: dict[str, Any]) -> None:
        super().__init__(warm)
        self.remote, self.names = remote, names
        self._proxies: dict[str, Remote] = {}  # of this cell: a name is asked for once

    def enter(self, place: int) -> None:
        """Keep only what is the course's at this cell; the rest is asked for."""
        ours = self.names.ours.get(place)
        if ours is not None:
            for name in [n for n in self if n not in ours and not n.startswith("__")]:
                super().__delitem__(name)
        self._proxies.clear()

    def __missing__(self, name: str) -> Any:
        if name in self._proxies:
            return self._proxies[name]
        if hasattr(builtins, name) and name not in self.names.shared:
            raise KeyError(name)
        value = self.remote.get(name)
        if isinstance(value, Remote):
            self._proxies[name] = value
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """What a name stands for, or something else."""
        try:
            return self[name]
        except KeyError:
            return default

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self.names.shared and not isinstance(value, types.ModuleType):
            self._proxies.pop(name, None)
            self.remote.set(name, value)
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        if name in self.names.shared:
            self._proxies.pop(name, None)
            self.remote.delete(name)
            if name in self:
                super().__delitem__(name)
        else:
            super().__delitem__(name)


class Judge:
    """Grades submissions of one assignment; made once, before workers and judges are forked.

    Args:
        assignment: What the course asks.
        sandbox: Where students' processes are started.
        seconds: That one cell or call may take.
        seed: Of hidden checks, the same for a whole class; drawn where none is given.

    """

    def __init__(
        self,
        assignment: Assignment,
        sandbox: Sandbox,
        seconds: float,
        seed: int | None = None,
    ) -> None:
        self.assignment, self.sandbox, self.seconds = assignment, sandbox, seconds
        self.names = {each.name: Names.of(each) for each in assignment.notebooks}
        self.warm: dict[str, dict[str, Any]] = {}  # per notebook: the names that given cells set
        self._tests = sum(c.role == "test" for each in assignment.notebooks for c in each.cells)
        self.later: dict[str, set[int]] = {}  # and given cells that need a student's work first
        asked = (name for notebook in assignment.notebooks for name in notebook.asked)
        self.checks = assignment.checks
        self.checks.prepare(asked, 1 + randbelow(2**32) if seed is None else seed)
        for notebook in assignment.notebooks:
            self._warm(notebook)

    def _warm(self, notebook: CourseNotebook) -> None:
        """Run once what the course gives and no student's work has a part in."""
        names: dict[str, Any] = {"__name__": "__main__"}
        self.later[notebook.name] = set()
        known = set(dir(builtins))
        for cell in self.names[notebook.name].needed:
            sets = bound(cell.source)
            if _read_names(cell.source) - known - sets:
                self.later[notebook.name].add(cell.place)
                continue
            known |= sets
            with _quietly(), contextlib.suppress(Exception):
                exec(compile(plain(cell.source), f"<{notebook.name}>", "exec"), names)
        self.warm[notebook.name] = names

    def grade(self, submission: Submission) -> Result:
        """Run a submission's cells and the course's tests."""
        start = time.monotonic()
        result = Result(submission.student, self.assignment.name, "graded")
        result.digest, result.content = submission.digest, submission.content
        result.max_score = self.assignment.max_score
        clock = Clock(self.seconds, self._tests)
        with _sources_of_proxies(), self.checks.grading(self.seconds):
            for notebook in self.assignment.notebooks:
                result.notebooks.append(self._notebook(notebook, submission, clock, result))
        result.reasons = [*submission.looks, *submission.notes, *result.reasons]
        if submission.looks:
            result.status = "needs review"
        if not submission.readable:
            result.status = "unreadable"
        result.seconds = round(time.monotonic() - start, 3)
        return result

    def _notebook(
        self, asked: CourseNotebook, submission: Submission, clock: "Clock", result: Result
    ) -> GradedNotebook:
        """Run one notebook from top to bottom, answers there and tests here."""
        graded = GradedNotebook(asked.name, answered=submission.answered.get(asked.name, []))
        handed_in = submission.parts.get(asked.name)
        parts = handed_in or [RebuiltCell(cell, cell.kind, cell.released) for cell in asked.cells]
        remote = self._remote(asked, submission)
        clock.hold(remote.process)
        content: list[dict[str, Any]] = []
        written: list[str] = []  # the student's code so far
        missed: set[str] = set()  # names that it did not find
        try:
            if handed_in is not None:
                remote.process.start()
            names = Namespace(remote, self.names[asked.name], self.warm[asked.name])
            signed: set[str] = set()  # the names whose numbers were asked for
            for part, figures in zip(parts, _read_by_a_person(parts), strict=True):
                outputs: Outputs = []
                if part.cell is not None and part.cell.role == "test":
                    exercise, outputs = self._test(part.cell, names, clock, handed_in is not None)
                    if exercise.message:
                        _explain_leaning(exercise, names.names.tests_alone, written, missed)
                    missed.clear()
                    graded.exercises.append(exercise)
                    if handed_in is not None and asked.ids & self.checks.name_variables:
                        signed |= self._signed(part.cell, names)
                elif part.cell is not None and part.cell.role == "manual":
                    answered = handed_in is not None and (
                        part.cell.task or part.cell.grade_id in graded.answered
                    )
                    graded.exercises.append(_manual(part.cell, answered))
                if handed_in is not None and (part.cell is None or part.cell.role != "test"):
                    outputs = self._run(part, asked, names, figures)
                    if (
                        part.cell is not None
                        and part.cell.grade_id in self.checks.name_variables
                        and _stopped(outputs)
                    ):
                        submission.looks.append(NAMELESS)
                    if part.kind == "code":
                        written.append(part.source)
                        missed |= _missed(outputs)
                if handed_in is not None and part.cell is not None and not outputs:
                    outputs = self._question(part.cell, names)
                content.append(_content(part, outputs, len(content)))
        finally:
            remote.process.stop()
        submission.looks += other_names(submission.student, signed)
        result.reasons += _troubles(remote.process)
        graded.content = {**asked.content, "cells": content}
        _digest_answers(graded)
        return graded

    def _remote(self, asked: CourseNotebook, submission: Submission) -> RemoteNotebook:
        """A connection to a process for this submission, which is not started yet."""
        warm = self.warm[asked.name]
        names = [
            name
            for cell in asked.cells
            if cell.role in ("given", "plain")
            for name in classes(cell.source)
        ]
        given = {name: warm[name] for name in names if isinstance(warm.get(name), type)}
        files = {**submission.files, **self.assignment.files}
        user = os.getpid()  # judges at work at the same time are different processes
        return RemoteNotebook(
            self.sandbox, user, self.seconds, files, given, asked.asked_classes, names
        )

    def _run(
        self, part: RebuiltCell, asked: CourseNotebook, names: Namespace, figures: bool
    ) -> Outputs:
        """Run a cell that is no test in the student's process; and here too if tests need it."""
        outputs: Outputs = []
        if part.kind != "code":
            return outputs
        if part.source.strip():
            process = names.remote.process
            process.renew()
            outputs = process.run(part.source, figures)
        if part.cell is not None and part.cell.place in self.later[asked.name]:
            self._follow(part.cell, names)
        return outputs

    def _follow(self, cell: CourseCell, names: Namespace) -> None:
        """Run a given cell that works with the student's names, for what it sets."""
        names.enter(cell.place)
        names.remote.process.renew()
        local = _Reading(names)
        _execute(cell, local, TEST * self.seconds)
        for name in bound(cell.source):
            if name in local:
                dict.__setitem__(names, name, local[name])
        names.remote.given |= {
            name: local[name] for name in classes(cell.source) if isinstance(local.get(name), type)
        }

    def _question(self, cell: CourseCell, names: Namespace) -> Outputs:
        """What a given cell asks with a function of the checks, which no sandbox has."""
        if cell.role != "given" or not any(f"{ask}(" in cell.source for ask in self.checks.asks):
            return []
        names.enter(cell.place)
        names.remote.process.renew()
        value, _, _ = _execute(cell, _Reading(names), TEST * self.seconds)
        data = None if isinstance(value, Remote) else self.checks.question(value)
        return [{"output_type": "display_data", "data": data, "metadata": {}}] if data else []

    def _signed(self, cell: CourseCell, names: Namespace) -> set[str]:
        """The names that a test asks its numbers for, as the student set them."""
        found = set()
        for variable in self.checks.name_variables & _read_names(cell.source):
            with contextlib.suppress(
                Exception, TooSlow, ProcessEnded
            ):  # there is none, or it is odd
                found.add(self.checks.normalise_name(variable, names[variable]))
        return found

    def _test(
        self, cell: CourseCell, names: Namespace, clock: "Clock", there: bool
    ) -> tuple[Exercise, Outputs]:
        exercise = Exercise(cell.grade_id, cell.title, cell.points, 0.0)
        clock.tests -= 1
        if not there:
            exercise.message = "There was nothing to test."
            return exercise, [error_output("NothingToTest", exercise.message)]
        process = names.remote.process
        process.renew()
        clock.hold(process)
        names.enter(cell.place)
        with self.checks.testing() as measured:
            value, printed, error = _execute(cell, names, TEST * self.seconds)
        exercise.measured = measured[-1] if measured else None
        outputs: Outputs = []
        if printed:
            outputs.append({"output_type": "stream", "name": "stdout", "text": printed})
        if error is None:
            exercise.score = _points(value, cell.points)
            shown = _shown(value)
            if shown is not None:
                data = {"text/plain": shown}
                outputs.append({"output_type": "execute_result", "data": data, "metadata": {}})
                outputs[-1]["execution_count"] = None
            if exercise.score < cell.points:
                exercise.message = f"The test gave {exercise.score:g} of {cell.points:g} points."
            return exercise, outputs
        exercise.message, exercise.line = _words(error, self.seconds), _line(error, cell)
        if said := self.checks.explain(error, exercise.line):
            exercise.message = f"{exercise.message}\n{said}"
        exercise.report = cast("CheckReport | None", _report(error))
        return exercise, [*outputs, error_output(type(error).__name__, exercise.message)]


def _report(error: BaseException) -> dict[str, Any] | None:
    """What a failed check says, as plain data, if it offers that."""
    report = vars(error).get("report") if isinstance(error, AssertionError) else None
    if dataclasses.is_dataclass(report) and not isinstance(report, type):
        return dataclasses.asdict(report)
    return dict(report) if isinstance(report, Mapping) else None


def _read_by_a_person(parts: list[RebuiltCell]) -> list[bool]:
    """Which cells a person looks at: a manually graded one, and those since the graded one before.

    Their figures are drawn; of all others the words are enough, and take less time.
    """
    found, by_hand = [], False
    for part in reversed(parts):
        if part.cell is not None and part.cell.role in ("test", "manual"):
            by_hand = part.cell.role == "manual"
        found.append(by_hand)
    return found[::-1]


def _stopped(outputs: Outputs) -> bool:
    """Whether a cell ended with an error."""
    return any(output["output_type"] == "error" for output in outputs)


def _missed(outputs: Outputs) -> set[str]:
    """The names that a cell asked for and that were not there."""
    told = [str(output.get("evalue", "")) for output in outputs]
    return {name for words in told for name in UNDEFINED.findall(words)}


def _explain_leaning(
    exercise: Exercise, alone: set[str], written: list[str], missed: set[str]
) -> None:
    """Say so where a student's code leans on a name that only a test cell sets."""
    names = alone & (missed | set(UNDEFINED.findall(exercise.message)))
    said = [f"{user} uses `{name}`" for user, name in leans(written, names)] if names else []
    if not said:
        return
    words = (
        f"{', and '.join(said)}, which only a test cell sets. That cell is not part of your code: "
        "take what you need as an argument, or set it in a cell of your own."
    )
    exercise.message = f"{exercise.message}\n{words}"
    if exercise.report and exercise.report.get("message"):
        exercise.report["message"] += f" {words}"


def _line(error: BaseException, cell: CourseCell) -> str:
    """The line of a test at which it stopped."""
    frames = traceback.extract_tb(error.__traceback__)
    numbers = [frame.lineno for frame in frames if frame.filename == f"<{cell.grade_id}>"]
    lines = cell.source.splitlines()
    number = numbers[-1] if numbers else None
    return lines[number - 1].strip()[:200] if number and number <= len(lines) else ""


def _manual(cell: CourseCell, answered: bool) -> Exercise:
    """An answer that a person grades: no score yet, or 0 where there is none."""
    if answered:
        return Exercise(cell.grade_id, cell.title, cell.points, None, by_hand=True)
    words = "Nothing was answered here."
    return Exercise(cell.grade_id, cell.title, cell.points, 0.0, words, by_hand=True)


def _digest_answers(graded: GradedNotebook) -> None:
    """Note the work that each mark is for, to tell later whether it is new.

    Where a person reads an answer, that is the answer; a test may depend on all that the student
    wrote above it.
    """
    written = answers(graded.content)
    above: list[str] = []
    for exercise in graded.exercises:
        here = [source(cell) for cell in written.get(exercise.grade_id, [])]
        above += here
        text = "\0".join(here if exercise.by_hand else above)
        exercise.answer = hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


@dataclasses.dataclass
class Clock:
    """The time of one submission: what is left of it, less what the tests to come need."""

    seconds: float  # that one call may take
    tests: int  # to come
    end: float = 0.0

    def __post_init__(self) -> None:
        self.all = SUBMISSION * self.seconds
        self.kept = min(self.seconds, self.all / 2 / max(self.tests, 1))  # for each of the tests
        self.end = self.end or time.monotonic() + self.all

    def hold(self, process: StudentProcess) -> None:
        """Let the process answer as long as that leaves the other tests their time."""
        process.deadline, process.together = self.end - self.tests * self.kept, self.all


def _troubles(process: StudentProcess) -> Iterator[str]:
    """What is worth saying about how it ran."""
    if process.restarts:
        times = (
            "once"
            if process.restarts == 1
            else "twice"
            if process.restarts == 2
            else f"{process.restarts} times"
        )
        yield f"Python ended while this was graded, and was started again {times}"
    if time.monotonic() > process.deadline:
        yield "the time for one submission was used up"


class _Reading(dict[str, Any]):
    """A namespace that reads another and keeps what is set to itself."""

    def __init__(self, names: Namespace) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, name: str) -> Any:
        return self.names[name]


def _read_names(source: str) -> set[str]:
    """The names that a cell takes from outside itself, or from its own top level."""
    try:
        tables = [symtable.symtable(plain(source), "cell", "exec")]
    except SyntaxError:
        return set()
    names: set[str] = set()
    while tables:
        table = tables.pop()
        tables.extend(table.get_children())
        names |= {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_referenced() and (table.get_type() == "module" or symbol.is_global())
        }
    return names


def _execute(
    cell: CourseCell, names: dict[str, Any], seconds: float
) -> tuple[Any, str, BaseException | None]:
    """Run a cell of the course: its last line's value, what it printed, the error it ended with.

    Whatever a student's function does or raises ends here, at the latest after some seconds.
    """
    out = io.StringIO()
    value, error = None, None
    try:
        with _quietly(out), time_limit(seconds, of_processor=True):  # `deadline` bounds waiting
            tree = ast.parse(plain(cell.source), f"<{cell.grade_id}>")
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, f"<{cell.grade_id}>", "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(
                    compile(ast.Expression(last.value), f"<{cell.grade_id}>", "eval"), names
                )
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as raised:
        error = raised
    return value, out.getvalue()[:MOST_PRINTED], error


@contextlib.contextmanager
def _quietly(out: io.StringIO | None = None) -> Iterator[None]:
    """Keep what is printed in `out`; standard error goes nowhere."""
    with (
        contextlib.redirect_stdout(out or io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        yield


def _points(value: Any, most: float) -> float:
    """The points of a test that passed: all, or as many as its last line says."""
    with contextlib.suppress(ArithmeticError, ValueError):  # a number too large for a float
        if isinstance(value, Real) and not isinstance(value, bool) and 0 <= float(value) <= most:
            return float(value)
    return most


def _shown(value: Any) -> str | None:
    """The value of a test's last line as text; None where there is none.

    It may be a student's, which is not asked how it looks: that would run code, and could fail.
    """
    if value is None or isinstance(value, Remote):
        return None
    try:
        with time_limit(SHOWING):
            return repr(value)[:1000]
    except (Exception, TooSlow, ProcessEnded):
        return None


def _words(error: BaseException, seconds: float) -> str:
    """What a failed test says, without its code."""
    if _report(error) is not None:
        return str(error)[:MOST_MESSAGE]
    if isinstance(error, TooSlow) and error.together:
        words = f"All of a submission may take {error.seconds:g} seconds together"
        return f"{words}, and there were none left for this part."
    if isinstance(error, TooSlow):
        return f"It had not ended after {error.seconds or seconds:g} seconds."
    if isinstance(error, ProcessEnded):
        return str(error)
    try:
        with time_limit(SHOWING):
            text = str(error)[: 2 * MOST_MESSAGE].strip()
    except (Exception, TooSlow, ProcessEnded):  # it holds something of the student's
        text = ""
    if isinstance(error, AssertionError) and text:
        return text[:MOST_MESSAGE]
    if isinstance(error, AssertionError):
        return "A test of this part did not pass."
    line = getattr(error, "line", "")
    where = f"\nin the line: {line}" if line else ""
    return f"{type(error).__name__}: {text}"[:MOST_MESSAGE].rstrip(": ") + where


def _content(part: RebuiltCell, outputs: Outputs, place: int) -> dict[str, Any]:
    """A cell of the autograded notebook."""
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


@contextlib.contextmanager
def _sources_of_proxies() -> Iterator[None]:
    """Let `inspect.getsource` know students' functions, too: tests may look at their source."""
    original = inspect.getsource

    def getsource(value: Any) -> str:
        if not isinstance(value, Remote):
            return str(original(value))
        source = value._about.get("source")
        if not isinstance(source, str):
            raise OSError("could not get source code")
        return source

    inspect.getsource = getsource  # type: ignore[assignment]  # of its one argument, no keyword
    try:
        yield
    finally:
        inspect.getsource = original


def explain(error: BaseException) -> str:
    """An error of the grader itself, in one line, for the report."""
    frames = traceback.extract_tb(error.__traceback__)
    where = (
        f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    )
    return f"{type(error).__name__}: {error}{where}".replace("\n", " ")[:500]
