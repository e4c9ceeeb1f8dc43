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
from misstep.functions.rungs import accepts
from misstep.ladder import Ladder, words

ROWS = 100_000
COUNTED_ROWS = 400  # instructions are counted on these, and on twice as many
MAX_RATIO = 10  # of a function's time to the model's
ROUNDS, SECONDS_PER_ROUND = 5, 0.02  # how often, and how long, the model is timed

Function = Callable[..., Any]

SPEED_CHECKS: dict[str, "SpeedCheck"] = {}


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
        return _SpeedLadder(self, function).run()

    def args(self, rows: int) -> Args:
        """Arguments with this many rows, the same ones every time."""
        return self.draw(np.random.default_rng(rows), rows)


class _SpeedLadder(Ladder):
    headlines = ("star-failed", "star-passed")

    def __init__(self, speed: SpeedCheck, function: Any) -> None:
        super().__init__(Report(speed.check.name))
        self.speed, self.function = speed, function

    def run(self) -> Report:
        return self.climb(
            [
                (words("rung-results"), self.right),
                (words("rung-no-loop", what=self.speed.what), self.without_loop),
                (words("rung-memory", rows=ROWS), self.small),
                (words("rung-fast", rows=ROWS), self.fast),
            ]
        )

    def right(self) -> None:
        if not callable(self.function) or not accepts(self.speed.check, self.function):
            self.broken("fast-but-wrong", name=self.report.name)

    def _more(self, measure: Callable[[Function, Args], int]) -> tuple[int, int]:
        """What some rows cost, and twice as many."""
        once, twice = (measure(self.function, self.speed.args(n * COUNTED_ROWS)) for n in (1, 2))
        return once, twice

    def without_loop(self) -> None:
        once, twice = self._more(instructions)
        if (more := twice - once) > COUNTED_ROWS / 2:
            data = {"rows": COUNTED_ROWS, "more": more, "each": more / COUNTED_ROWS}
            self.broken("loop-over-rows", **data, what=self.speed.what, think=self.speed.think)

    def small(self) -> None:
        once, twice = self._more(memory)
        if twice > 3 * once:
            self.broken("square-memory", rows=ROWS, gigabytes=8 * ROWS**2 / 1e9)

    def fast(self) -> str:
        mine, models = seconds(self.function, self.speed.model, self.speed.args(ROWS))
        data = {"ratio": mine / models, "mine": 1000 * mine, "models": 1000 * models, "rows": ROWS}
        if mine > MAX_RATIO * models:
            self.broken("slow", **data, most=MAX_RATIO, think=self.speed.think)
        return words("fast-enough", **data)


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
