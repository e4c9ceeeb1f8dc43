"""The judge: runs the course's test cells on a student's work.

Tests run here, in a process that no student's code ever enters. They see the course's own names and
the student's, the latter through `student.Student`. A new judge is forked for every submission.
"""

import ast
import builtins
import contextlib
import dataclasses
import inspect
import io
import os
import re
import symtable
import time
import traceback
import types
from collections.abc import Iterator
from numbers import Real
from typing import Any

from lincourse import checks
from lincourse.checks.calling import TooSlow, time_limit
from lincourse.checks.report import CheckFailed
from lincourse.grading.course import Assignment, Book, Cell, Names, bound, classes, plain
from lincourse.grading.intake import Part, Submission
from lincourse.grading.results import Exercise, Notebook, Result
from lincourse.grading.sandbox import Sandbox
from lincourse.grading.student import ProcessEnded, Remote, Student

TEST = 5  # a test may take as long as this many calls
WHOLE = 20  # and a submission this many
MOST_OUTPUT = 20_000
TAG = re.compile(r"<(?=[A-Za-z/!?])")
LINK = re.compile(r"(javascript|vbscript|data)\s*:", re.IGNORECASE)


class Namespace(dict[str, Any]):
    """The names that a test cell sees: the course's own, then the student's, then Python's."""

    def __init__(self, student: Student, names: Names, warm: dict[str, Any]) -> None:
        super().__init__(warm)
        self.student, self.names = student, names
        self._functions: dict[str, Any] = {}

    def enter(self, place: int) -> None:
        """Keep only what is the course's at this cell; the rest is asked for."""
        ours = self.names.ours.get(place)
        if ours is not None:
            for name in [n for n in self if n not in ours and not n.startswith("__")]:
                super().__delitem__(name)
        self._functions.clear()

    def __missing__(self, name: str) -> Any:
        if name in self._functions:
            return self._functions[name]
        if hasattr(builtins, name) and name not in self.names.shared:
            raise KeyError(name)
        value = self.student.get(name)
        if isinstance(value, Remote):
            self._functions[name] = value
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """What a name stands for, or something else."""
        try:
            return self[name]
        except KeyError:
            return default

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self.names.shared and not isinstance(value, types.ModuleType):
            self._functions.pop(name, None)
            self.student.set(name, value)
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        if name in self.names.shared:
            self._functions.pop(name, None)
            self.student.delete(name)
            if name in self:
                super().__delitem__(name)
        else:
            super().__delitem__(name)


class Judge:
    """Grades submissions of one assignment; made once, before the judges are forked."""

    def __init__(self, assignment: Assignment, sandbox: Sandbox, seconds: float) -> None:
        self.assignment, self.sandbox, self.seconds = assignment, sandbox, seconds
        self.names = {book.name: Names.of(book) for book in assignment.books}
        self.warm: dict[str, dict[str, Any]] = {}
        self.later: dict[str, set[int]] = {}
        for book in assignment.books:
            self._warm(book)
        checks.rehearse(name for book in assignment.books for name in book.asked)
        inspect.getsource = _getsource(inspect.getsource)

    def _warm(self, book: Book) -> None:
        """Run once what the course gives and no student's work has a part in."""
        names: dict[str, Any] = {"__name__": "__main__"}
        self.later[book.name] = set()
        known = set(dir(builtins))
        for cell in self.names[book.name].needed:
            sets = bound(cell.source)
            if _read_names(cell.source) - known - sets:
                self.later[book.name].add(cell.place)
                continue
            known |= sets
            with _quietly(), contextlib.suppress(Exception):
                exec(compile(plain(cell.source), f"<{book.name}>", "exec"), names)
        self.warm[book.name] = names

    def grade(self, submission: Submission) -> Result:
        """Run a submission's cells and the course's tests."""
        start = time.monotonic()
        result = Result(
            submission.student, self.assignment.name, "graded", digest=submission.digest
        )
        result.max_score = self.assignment.max_score
        end = start + WHOLE * self.seconds
        for book in self.assignment.books:
            result.notebooks.append(self._notebook(book, submission, end, result))
        result.reasons = [*submission.looks, *submission.notes, *result.reasons]
        if submission.looks:
            result.status = "look"
        if not submission.readable:
            result.status = "unreadable"
        result.seconds = round(time.monotonic() - start, 3)
        return result

    def _notebook(self, book: Book, submission: Submission, end: float, result: Result) -> Notebook:
        parts = submission.parts.get(book.name)
        there = parts is not None
        if parts is None:
            parts = [Part(cell, cell.kind, cell.released) for cell in book.cells]
        notebook = Notebook(book.name, answered=submission.answered.get(book.name, []))
        files = {**submission.files, **self.assignment.files}
        warm = self.warm[book.name]
        given = {n: warm[n] for cell in book.cells for n in self._given(cell) if n in warm}
        student = Student(self.sandbox, os.getpid(), self.seconds, files, given, book.asked_classes)
        student.deadline = end
        content: list[dict[str, Any]] = []
        try:
            if there:
                student.start()
            names = Namespace(student, self.names[book.name], self.warm[book.name])
            for part in parts:
                outputs: list[dict[str, Any]] = []
                cell = part.cell
                if cell is not None and cell.role == "test":
                    exercise, outputs = self._test(cell, names, student, end, there)
                    notebook.exercises.append(exercise)
                elif cell is not None and cell.role == "manual":
                    answered = there and (cell.task or cell.grade_id in notebook.answered)
                    score = None if answered else 0.0
                    message = "" if answered else "Nothing was answered here."
                    notebook.exercises.append(
                        Exercise(cell.grade_id, cell.title, cell.points, score, message)
                    )
                if there and part.kind == "code" and (cell is None or cell.role != "test"):
                    if part.source.strip():
                        outputs = self._run(part, student, end)
                    if cell is not None and cell.place in self.later[book.name]:
                        self._follow(cell, names)
                content.append(_content(part, outputs, len(content)))
        finally:
            student.stop()
        if student.restarts:
            times = "once" if student.restarts == 1 else f"{student.restarts} times"
            result.reasons.append(f"the student's process ended and was started again {times}")
        if time.monotonic() > end:
            result.reasons.append("the time for one submission was used up")
        notebook.content = {**book.content, "cells": content}
        return notebook

    def _given(self, cell: Cell) -> list[str]:
        return classes(cell.source) if cell.role in ("given", "plain") else []

    def _run(self, part: Part, student: Student, end: float) -> list[dict[str, Any]]:
        student.refresh()
        student.deadline = end
        return student.run(part.source)

    def _follow(self, cell: Cell, names: Namespace) -> None:
        """Run a given cell that works with the student's names, for what it sets."""
        names.enter(cell.place)
        with _quietly(), contextlib.suppress(Exception, TooSlow, ProcessEnded):
            code = compile(plain(cell.source), f"<{cell.grade_id or 'given'}>", "exec")
            local = _Reading(names)
            exec(code, local)
            for name in bound(cell.source):
                if name in local:
                    dict.__setitem__(names, name, local[name])

    def _test(
        self, cell: Cell, names: Namespace, student: Student, end: float, there: bool
    ) -> tuple[Exercise, list[dict[str, Any]]]:
        exercise = Exercise(cell.grade_id, cell.title, cell.points, 0.0)
        if not there:
            exercise.message = "There was nothing to test."
            return exercise, [_error("NothingToTest", exercise.message)]
        student.refresh()
        student.deadline = min(end, time.monotonic() + TEST * self.seconds)
        names.enter(cell.place)
        value, printed, error = _execute(cell, names, TEST * self.seconds)
        outputs: list[dict[str, Any]] = []
        if printed:
            outputs.append({"output_type": "stream", "name": "stdout", "text": printed})
        if error is None:
            exercise.score = _points(value, cell.points)
            if value is not None:
                data = {"text/plain": repr(value)[:1000]}
                outputs.append({"output_type": "execute_result", "data": data, "metadata": {}})
                outputs[-1]["execution_count"] = None
            if exercise.score < cell.points:
                exercise.message = f"The test gave {exercise.score:g} of {cell.points:g} points."
            return exercise, outputs
        exercise.message = _words(error, self.seconds)
        if isinstance(error, CheckFailed):
            exercise.report = dataclasses.asdict(error.report)
        return exercise, [*outputs, _error(type(error).__name__, exercise.message)]


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


def _execute(cell: Cell, names: Namespace, seconds: float) -> tuple[Any, str, BaseException | None]:
    """Run a test cell: the value of its last line, what it printed, and the error it ended with."""
    out = io.StringIO()
    value, error = None, None
    try:
        with _quietly(out), time_limit(seconds, of_processor=True):  # waiting is bounded elsewhere
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
    return value, out.getvalue()[:MOST_OUTPUT], error


@contextlib.contextmanager
def _quietly(out: io.StringIO | None = None) -> Iterator[None]:
    """Keep what is printed; warnings go nowhere."""
    with (
        contextlib.redirect_stdout(out or io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        yield


def _points(value: Any, most: float) -> float:
    """The points of a test that passed: all, or as many as its last line says."""
    if isinstance(value, Real) and not isinstance(value, bool) and 0 <= float(value) <= most:
        return float(value)
    return most


def _words(error: BaseException, seconds: float) -> str:
    """What a failed test says, without its code."""
    if isinstance(error, CheckFailed):
        return str(error)
    if isinstance(error, TooSlow):
        return f"It had not ended after {seconds:g} seconds."
    if isinstance(error, ProcessEnded):
        return str(error)
    text = str(error).strip()
    if isinstance(error, AssertionError) and text:
        return text[:4000]
    if isinstance(error, AssertionError):
        return "A test of this part did not pass."
    line = getattr(error, "line", "")
    where = f"\nin the line: {line}" if line else ""
    return f"{type(error).__name__}: {text}"[:4000].rstrip(": ") + where


def _error(name: str, words: str) -> dict[str, Any]:
    return {
        "output_type": "error",
        "ename": name,
        "evalue": words[:2000],
        "traceback": words.splitlines(),
    }


def _content(part: Part, outputs: list[dict[str, Any]], place: int) -> dict[str, Any]:
    """A cell of the autograded notebook."""
    source = part.source
    if part.kind != "code" and (part.cell is None or part.cell.of_students):
        source = LINK.sub(r"\1&#58;", TAG.sub("&lt;", source))
    if part.cell is not None:
        cell = {**part.cell.data, "source": source}
    else:
        cell = {"cell_type": part.kind, "id": f"extra-{place}", "metadata": {}, "source": source}
    if part.kind == "code":
        cell |= {"outputs": outputs, "execution_count": None}
    return cell


def _getsource(original: Any) -> Any:
    """`inspect.getsource` that knows students' functions too."""

    def getsource(value: Any) -> str:
        if isinstance(value, Remote):
            source = value._about.get("source")
            if not isinstance(source, str):
                raise OSError("could not get source code")
            return source
        return str(original(value))

    return getsource


def explain(error: BaseException) -> str:
    """An error of the grader itself, in one line, for the report."""
    frames = traceback.extract_tb(error.__traceback__)
    where = (
        f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    )
    return f"{type(error).__name__}: {error}{where}".replace("\n", " ")[:500]
