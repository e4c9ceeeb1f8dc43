"""Starred rungs: vectorisation, as a benchmark beside a version without a loop over the examples.

    races["confusion"] = Race(model=..., draw=..., think="...")

`check_fast("confusion")` climbs on where the ladder ends. First the function has to be right; then its
bytecode instructions are counted on some examples and on twice as many, which finds a loop over the
examples without a clock, and so is its memory; then it runs on 100,000 rows, and what counts is how many times as long it
takes as the model on the same machine: the best of several rounds in which the two take turns.

Nothing of this is graded. How long a call takes depends on the machine and on who else uses it, so it
is measured where the student sits, and a failed rung raises nothing.
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

from misstep.core.report import Report
from misstep.ladder import CHECKS

ROWS = 100_000
FEW = 400  # rows on which instructions are counted, and once more on twice as many
TIMES = 10  # how many times as long as the model a function may take
ROUNDS, ENOUGH = 5, 0.02  # rounds of measuring; seconds that the model runs in each

Function = Callable[..., Any]
Args = tuple[Any, ...]


class Starred(Report):
    """A report on what nobody has to do."""

    @property
    def headline(self) -> str:
        """One line that says how it went."""
        return f"★ {self.name}: {'reached' if self.good else 'not reached yet (no points depend on it)'}"


@dataclass(frozen=True)
class Race:
    """A function to be made fast: how it looks without a loop, and on which data it is tried."""

    model: Function
    draw: Callable[[np.random.Generator, int], Args]  # arguments with so many rows
    think: str
    what: str = "the examples"  # what no loop should go through

    def mark(self, name: str, function: Any) -> Report:
        """Climb the starred rungs with a student's function."""
        report = Starred(name)
        if not callable(function) or not CHECKS[name].accepts(function, 0):
            report.failed = "its results"
            report.message = f"Speed comes second: {name} does not pass its own test cell yet."
            return report
        report.passed.append("its results")
        rung = f"no loop over {self.what}"
        more = instructions(function, self.args(2 * FEW)) - instructions(function, self.args(FEW))
        if more > FEW / 2:
            report.failed, report.think = rung, self.think
            report.message = (
                f"{FEW} more rows cost {more:,} more steps of Python, about {more / FEW:.0f} for each "
                f"row: somewhere a loop goes through {self.what} one by one."
            )
            return report
        report.passed.append(rung)
        rung = f"room for {ROWS:,} rows"
        if memory(function, self.args(2 * FEW)) > 3 * memory(function, self.args(FEW)):
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
        if ratio > TIMES:
            report.failed, report.think = rung, self.think
            report.message = (
                f"Yours takes {ratio:.0f} times as long as one that leaves all the work to NumPy: "
                f"{1000 * mine:.1f} against {1000 * models:.1f} milliseconds here. Up to {TIMES} times "
                "would be fine. There is no loop of your own in it, so one hides in what you call: "
                "Python's sum, min, max and list go through an array entry by entry, NumPy's do not."
            )
            return report
        close = "as long as" if ratio < 1.5 else f"{ratio:.1f} times as long as"
        report.passed.append(f"{rung}: it takes about {close} the course's own")
        return report

    def args(self, rows: int) -> Args:
        """Arguments with so many rows, the same ones every time."""
        return self.draw(np.random.default_rng(rows), rows)


def instructions(function: Function, args: Args) -> int:
    """How many bytecode instructions a call takes, those of functions that it calls included."""
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
    """How many bytes a call needs at most."""
    given = deepcopy(args)
    with _quietly():
        tracemalloc.start()
        try:
            function(*given)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


def seconds(function: Function, model: Function, args: Args) -> tuple[float, float]:
    """How long a call of each takes: the best of some rounds in which they take turns."""
    with _quietly():
        once = max(_measure(model, args, 1), 1e-6)
        calls = max(1, round(ENOUGH / once))
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
    """Without what a function prints or warns of."""
    with (
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


# ---------------------------------------------------------------- the functions, one in a unit


def _confusion(y: Any, y_hat: Any) -> Any:
    kinds = ((1, 1), (0, 1), (1, 0), (0, 0))  # as most people write it, with a mask for each
    return tuple(int(np.sum((y == label) & (y_hat == guess))) for label, guess in kinds)


def _labels(rng: np.random.Generator, n: int) -> Args:
    return rng.integers(0, 2, n), rng.integers(0, 2, n)


def _train_perceptron(X: Any, y: Any, eta: float, max_epochs: int) -> Any:
    signed = X * y[:, None]
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(max_epochs):
        wrong = start = 0
        while (left := signed[start:] @ w <= 0).any():
            start += int(left.argmax()) + 1
            w = w + eta * signed[start - 1]
            wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes


def _far_apart(rng: np.random.Generator, n: int) -> Args:
    """Two clouds that a perceptron tells apart after a handful of mistakes, whatever n is."""
    y = np.where(np.arange(n) % 2, -1, 1)
    X = np.column_stack([np.ones(n), rng.uniform(2, 3, (n, 4)) * y[:, None]])
    return X, y, 0.5, 20


def _probabilities(w: Any, X: Any) -> Any:
    return 1 / (1 + np.exp(-(X @ w)))


def _logistic_gradient(w: Any, X: Any, y: Any) -> Any:
    return (_probabilities(w, X) - y) @ X / len(X)


def _two_classes(rng: np.random.Generator, n: int) -> Args:
    return rng.normal(size=10) / 4, rng.normal(size=(n, 10)), rng.integers(0, 2, n)


def _softmax_gradient(W: Any, X: Any, y: Any) -> Any:
    Z = X @ W.T
    P = np.exp(Z - Z.max(axis=1, keepdims=True))
    P /= P.sum(axis=1, keepdims=True)
    P[np.arange(len(y)), y] -= 1
    return P.T @ X / len(y)


def _ten_classes(rng: np.random.Generator, n: int) -> Args:
    return rng.normal(size=(10, 10)) / 4, rng.normal(size=(n, 10)), rng.integers(0, 10, n)


GRADIENT = (
    "The errors of all examples are one array, and so are the examples. Which product of the two "
    "multiplies and adds up in one go? Write the shapes beside it."
)
RACES = {
    "confusion": Race(
        _confusion,
        _labels,
        "A comparison of two arrays gives an array of True and False, and NumPy can count those. Which "
        "comparison is True for the true positives alone?",
    ),
    "train_perceptron": Race(
        _train_perceptron,
        _far_apart,
        "Between two mistakes w stays as it is, so one product gives the scores of all examples that "
        "are left. Where is the first of them that is wrong, and where do you go on from there?",
        what="examples that are right",
    ),
    "logistic_gradient": Race(_logistic_gradient, _two_classes, GRADIENT),
    "batch_step": Race(
        lambda w, X, y, eta: w - eta * _logistic_gradient(w, X, y),
        lambda rng, n: (*_two_classes(rng, n), 0.5),
        GRADIENT,
    ),
    "softmax_gradient": Race(
        _softmax_gradient,
        _ten_classes,
        f"{GRADIENT} To subtract 1 in one place of each row, index with two arrays at once.",
    ),
}
