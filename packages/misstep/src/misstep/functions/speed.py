"""Starred rungs: vectorisation, as a benchmark against a version without a loop over the examples.

    SpeedCheck(confusion, model=..., draw=..., think="...")

`check_fast("confusion")` climbs on where the ladder ends. First the function has to be right. Then
its bytecode instructions are counted on some examples and on twice as many, which finds a loop over
the examples without a clock; so is its memory. Last it runs on 100,000 rows, and its time is
divided by the model's on the same machine: the best of several rounds in which the two alternate.

Nothing of this is graded. How long a call takes depends on the machine and its load, so it is
measured on the student's machine, and a failed rung raises nothing.
"""

import contextlib
import io
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from types import FrameType
from typing import Any

import numpy as np

from misstep.core.calling import Args
from misstep.core.check import Check
from misstep.core.report import Report
from misstep.functions.ladder import accepts

ROWS = 100_000
COUNTED_ROWS = 400  # instructions are counted on these, and on twice as many
MAX_RATIO = 10  # of a function's time to the model's
ROUNDS, SECONDS_PER_ROUND = 5, 0.02  # how often, and how long, the model is timed

Function = Callable[..., Any]

SPEED_CHECKS: dict[str, "SpeedCheck"] = {}


class SpeedReport(Report):
    """A report on an optional rung."""

    @property
    def headline(self) -> str:
        """One line that says how it went."""
        return f"★ {self.name}: {'reached' if self.good else 'not reached yet (no points depend on it)'}"


@dataclass(frozen=True)
class SpeedCheck:
    """A function to make fast: a version without a loop, and the data on which the two are timed."""

    check: Check
    model: Function
    draw: Callable[[np.random.Generator, int], Args]  # arguments with this many rows
    think: str
    what: str = "the examples"  # what no loop should go through

    def __post_init__(self) -> None:
        SPEED_CHECKS[self.check.name] = self

    def mark(self, function: Any) -> Report:
        """Climb the starred rungs with a student's function."""
        name = self.check.name
        report = SpeedReport(name)
        if not callable(function) or not accepts(self.check, function):
            report.failed = "its results"
            report.message = f"Speed comes second: {name} does not pass its own test cell yet."
            return report
        report.passed.append("its results")
        rung = f"no loop over {self.what}"
        more = instructions(function, self.args(2 * COUNTED_ROWS)) - instructions(
            function, self.args(COUNTED_ROWS)
        )
        if more > COUNTED_ROWS / 2:
            report.failed, report.think = rung, self.think
            report.message = (
                f"{COUNTED_ROWS} more rows cost {more:,} more steps of Python, about {more / COUNTED_ROWS:.0f} for each "
                f"row: somewhere a loop goes through {self.what} one by one."
            )
            return report
        report.passed.append(rung)
        rung = f"room for {ROWS:,} rows"
        if memory(function, self.args(2 * COUNTED_ROWS)) > 3 * memory(
            function, self.args(COUNTED_ROWS)
        ):
            report.failed = rung
            report.message = (
                "With twice as many rows it needs about four times the memory: somewhere it makes a "
                f"table with a row and a column for each example. For {ROWS:,} of them that would be "
                f"{8 * ROWS**2 / 1e9:.0f} gigabytes."
            )
            report.think = (
                "What is the shape of each array on the way, and which of them do you need?"
            )
            return report
        report.passed.append(rung)
        mine, models = seconds(function, self.model, self.args(ROWS))
        ratio = mine / models
        rung = f"fast on {ROWS:,} rows"
        if ratio > MAX_RATIO:
            report.failed, report.think = rung, self.think
            report.message = (
                f"Yours takes {ratio:.0f} times as long as one that leaves all the work to NumPy: "
                f"{1000 * mine:.1f} against {1000 * models:.1f} milliseconds here. Up to {MAX_RATIO} times "
                "would be fine. There is no loop of your own in it, so one hides in what you call: "
                "Python's sum, min, max and list go through an array entry by entry, NumPy's do not."
            )
            return report
        close = "as long as" if ratio < 1.5 else f"{ratio:.1f} times as long as"
        report.passed.append(f"{rung}: it takes about {close} the course's own")
        return report

    def args(self, rows: int) -> Args:
        """Arguments with this many rows, the same ones every time."""
        return self.draw(np.random.default_rng(rows), rows)


def instructions(function: Function, args: Args) -> int:
    """The number of bytecode instructions a call runs, including those of functions that it calls."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    given, before = deepcopy(args), sys.gettrace()
    with _quietly():
        sys.settrace(trace)
        try:
            function(*given)
        finally:
            sys.settrace(before)
    return count


def memory(function: Function, args: Args) -> int:
    """The most bytes that a call needs at a time."""
    given = deepcopy(args)
    with _quietly():
        tracemalloc.start()
        try:
            function(*given)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


def seconds(function: Function, model: Function, args: Args) -> tuple[float, float]:
    """How long a call of each takes: the best of some rounds in which they alternate."""
    with _quietly():
        once = max(_measure(model, args, 1), 1e-6)
        calls = max(1, round(SECONDS_PER_ROUND / once))
        rounds = [
            (_measure(function, args, 1), _measure(model, args, calls)) for _ in range(ROUNDS)
        ]
    mine, models = map(min, zip(*rounds, strict=True))
    return mine, models


def _measure(function: Function, args: Args, calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        function(*args)
    return (time.perf_counter() - start) / calls


@contextlib.contextmanager
def _quietly() -> Any:
    """Hide what a function prints or warns of."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield
