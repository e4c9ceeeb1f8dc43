"""The judge's cell runner: runs a cell of the course, and says how it ended.

Cells of a student run elsewhere, in `gradebox.sandbox.inside.shell`.
"""

import ast
import contextlib
import dataclasses
import io
import traceback
from collections.abc import Mapping
from numbers import Real
from typing import Any

from gradebox.course.model import CourseCell
from gradebox.course.syntax import without_magics
from gradebox.judge.process import ProcessEnded
from gradebox.judge.remote import Remote
from gradebox.timer import TooSlow, time_limit

MAX_PRINTED = 20_000  # characters that one cell may print
MAX_MESSAGE = 4000  # characters of a failed test's message
REPORT_TEXTS = ("name", "failed", "message", "looks", "think")
REPR_SECONDS = 5.0  # time limit for the text of a value or an error


@dataclasses.dataclass
class Run:
    """How a cell ended: the value of its last line, its standard output, its error."""

    value: Any = None
    printed: str = ""
    error: BaseException | None = None

    @property
    def report(self) -> dict[str, Any] | None:
        """The known fields of the report that a failed check carries, as plain data, or None."""
        report = vars(self.error).get("report") if isinstance(self.error, AssertionError) else None
        if dataclasses.is_dataclass(report) and not isinstance(report, type):
            report = dataclasses.asdict(report)
        if not isinstance(report, Mapping):
            return None
        texts = {name: report[name] for name in REPORT_TEXTS if isinstance(report.get(name), str)}
        passed = [rung for rung in _items(report.get("passed")) if isinstance(rung, str)]
        pairs = [pair for pair in _items(report.get("facts")) if len(_items(pair)) == 2]
        facts = [
            [str(what), str(value)]
            for what, value in pairs
            if isinstance(what, str) and isinstance(value, str | Real)
        ]
        return {**texts, "passed": passed, "facts": facts}

    def points(self, max_points: float) -> float:
        """Return the points of a test that passed: all, or as many as its last line shows.

        nbgrader reads the text of the output, and doesn't read `np.float64(0.25)` as a number.
        """
        result = self.result()
        try:
            points = float(result["data"]["text/plain"]) if result else max_points
        except ValueError:
            return max_points
        return points if 0 <= points <= max_points else max_points

    def result(self) -> dict[str, Any] | None:
        """Return the value as an output (nbformat), if there is one.

        A proxy is left out: to get its text would run a student's code.
        """
        text = None if isinstance(self.value, Remote) else _text(repr, self.value)
        if self.value is None or text is None:
            return None
        data = {"text/plain": text[:1000]}
        result = {"output_type": "execute_result", "data": data, "metadata": {}}
        return {**result, "execution_count": None}

    def message(self, seconds: float) -> str:
        """Return what to say about the error, without the test's code."""
        error = self.error
        if self.report is not None:
            return str(error)[:MAX_MESSAGE]
        if isinstance(error, TooSlow) and error.together:
            words = f"All of a submission may take {error.seconds:g} seconds together"
            return f"{words}, and there were none left for this part."
        if isinstance(error, TooSlow):
            return f"It had not ended after {error.seconds or seconds:g} seconds."
        if isinstance(error, ProcessEnded):
            return str(error)
        text = (_text(str, error) or "")[: 2 * MAX_MESSAGE].strip()
        if isinstance(error, AssertionError):
            return text[:MAX_MESSAGE] or "A test of this part did not pass."
        line = getattr(error, "line", "")
        where = f"\nin the line: {line}" if line else ""
        return f"{type(error).__name__}: {text}"[:MAX_MESSAGE].rstrip(": ") + where

    def line(self, cell: CourseCell) -> str:
        """Return the line of the test at which it stopped."""
        frames = traceback.extract_tb(self.error.__traceback__) if self.error else []
        numbers = [frame.lineno for frame in frames if frame.filename == _file_name(cell)]
        lines = cell.source.splitlines()
        number = numbers[-1] if numbers else None
        return lines[number - 1].strip()[:200] if number and number <= len(lines) else ""


def run_cell(cell: CourseCell, names: dict[str, Any], seconds: float) -> Run:
    """Run a cell of the course, with a limit on its CPU time, in seconds.

    Errors of a student's function end here, too. Time spent waiting for that function isn't
    counted: the process has a deadline of its own.
    """
    run, out, file = Run(), io.StringIO(), _file_name(cell)
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(io.StringIO()),
            time_limit(seconds, of_processor=True),
        ):
            code = without_magics(cell.source)
            tree = ast.parse(code, file)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, file, "exec"), names)
            if isinstance(last, ast.Expr):
                run.value = eval(compile(ast.Expression(last.value), file, "eval"), names)
                if _ends_with_semicolon(code, last):
                    run.value = None
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        run.error = error
    run.printed = out.getvalue()[:MAX_PRINTED]
    return run


def _ends_with_semicolon(code: str, last: ast.Expr) -> bool:
    """Return True if the value of a cell's last line isn't shown."""
    line = code.split("\n")[(last.end_lineno or 1) - 1].encode()
    return line[last.end_col_offset :].lstrip().startswith(b";")


def _items(value: Any) -> list[Any] | tuple[Any, ...]:
    return value if isinstance(value, list | tuple) else ()


def _file_name(cell: CourseCell) -> str:
    return f"<{cell.grade_id}>"


def _text(function: Any, value: Any) -> str | None:
    """Return `repr` or `str` of a value; None if that fails, as it may hold a student's object."""
    try:
        with time_limit(REPR_SECONDS):
            return str(function(value))
    except (Exception, TooSlow, ProcessEnded):
        return None
