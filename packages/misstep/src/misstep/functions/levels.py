"""Benchmark levels: how well a student's classifier does on held-out data, beyond being right.

    Levels(pipeline, goals={"good": 0.766}, advice={"good": "..."}, splits=..., allowance=0.02)

A level is measured on splits that stay the same, so that students know beforehand whether they reach
it. Grading measures again on an unseen split. Because chance moves an accuracy from split to split,
it may fall short by `allowance` there: the level is confirmed unless the function was tuned to the
known splits.

`measuring` collects the accuracies on fresh data as plain numbers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from math import sqrt
from typing import Any

from misstep.core.calling import TooSlow, call, limit
from misstep.core.check import Check
from misstep.core.report import Report
from misstep.core.rows import Row
from misstep.explain.words import say
from misstep.functions.ready_made import OWN_WORK_RUNG, borrowed, ready_made_package

Split = tuple[list[Any], list[list[str]], list[str]]  # train, documents, their labels
Splits = Callable[[int], Sequence[Split]]  # from a seed; 0 for those that stay the same
Measured = dict[str, float]

LEVELS: dict[str, "Levels"] = {}
_fresh: ContextVar[bool] = ContextVar("_fresh", default=False)
_kept: ContextVar[list[Measured] | None] = ContextVar("_kept", default=None)


@contextmanager
def measuring() -> Iterator[list[Measured]]:
    """Collect what checks measure on fresh data: accuracy, and the number of documents."""
    found: list[Measured] = []
    token = _kept.set(found)
    try:
        yield found
    finally:
        _kept.reset(token)


@contextmanager
def fresh() -> Iterator[None]:
    """Within this, what is measured is measured on fresh data."""
    token = _fresh.set(True)
    try:
        yield
    finally:
        _fresh.reset(token)


def note(accuracy: float, n: int) -> None:
    """Record an accuracy on n documents, if it is on fresh data and `measuring` is active."""
    kept = _kept.get()
    if kept is not None and _fresh.get():
        kept.append({"accuracy": accuracy, "n": n})


def standard_error(accuracy: float, n: int) -> float:
    """The standard error of an accuracy on n documents."""
    return sqrt(accuracy * (1 - accuracy) / n)


def accuracy(given: Sequence[Any], labels: Sequence[Any]) -> float:
    """The share of right labels."""
    return sum(a == b for a, b in zip(given, labels, strict=True)) / len(labels)


class LevelReport(Report):
    """What was found out about a level: a function that does not reach it need not be wrong."""

    @property
    def headline(self) -> str:
        """One line that says how it went."""
        return f"{self.name}: " + ("the level is reached" if self.good else "not at this level yet")


class Levels:
    """What a function can reach beyond passing its check: an accuracy for each level's name."""

    def __init__(
        self,
        check: Check,
        goals: Mapping[str, float],
        advice: Mapping[str, str],
        splits: Splits,
        allowance: float,
        items: str = "documents",
    ) -> None:
        self.check, self.goals, self.advice = check, goals, advice
        self.splits, self.allowance, self.items = splits, allowance, items
        LEVELS[check.name] = self

    def rehearse(self, seed: int) -> None:
        """Draw the splits, so that marking takes less time."""
        self.splits(0)
        self.splits(seed)

    def mark(self, function: Any, level: str, seed: int = 0) -> Report:
        """Measure a student's function: on the splits that stay the same (seed 0), or on another."""
        report = LevelReport(self.check.name)
        goal = self.goals[level]
        report.failed = f"{level}: at least {goal:g} of held-out {self.items} are right"
        if not callable(function):
            report.message = f"{self.check.name} is not defined yet."
            report.think = f"Run the cell with `def {self.check.name}` first, then this one."
            return report
        package = ready_made_package(function)
        if package:
            report.failed = OWN_WORK_RUNG
            report.message, report.think = say(borrowed(package))
            return report
        splits = self.splits(seed)
        shares = []
        for train, documents, labels in splits:
            outcome = call(function, (train, documents), self.check.seconds)
            problem = self._problem(outcome, labels)
            if problem:
                report.message = f"{problem} Levels are for a function that passes its own check."
                report.think = "What does the test cell of the function itself say?"
                return report
            shares.append(accuracy(outcome.value, labels))
        n = sum(len(labels) for _, _, labels in splits)
        mean = sum(shares) / len(shares)
        self._say(report, level, mean, n, shares, goal - self.allowance if seed else goal)
        return report

    def _problem(self, outcome: Any, labels: list[str]) -> str:
        name, kind = self.check.name, self.check.gives
        if isinstance(outcome.error, TooSlow):
            seconds = outcome.error.seconds or limit(self.check.seconds)
            return f"{name} had not come back after {seconds:g} seconds."
        if isinstance(outcome.error, NotImplementedError):
            return f"{name} is not written yet."
        if outcome.error is not None:
            return f"{name} stopped with {type(outcome.error).__name__}: {outcome.error}."
        problem = kind.wrong_type(outcome.value) or kind.wrong_shape(outcome.value, labels)
        return f"{name} should return {kind.words}, but it returned {problem}." if problem else ""

    def _say(
        self, report: Report, level: str, mean: float, n: int, shares: list[float], goal: float
    ) -> None:
        error = standard_error(mean, n)
        words = (
            f"{mean:.4f} of {n:,} {self.items.split()[-1]} are right (standard error {error:.4f})"
        )
        if mean >= goal:
            report.passed = [OWN_WORK_RUNG, f"{words}; {level} asks for {self.goals[level]:g}"]
            report.failed = ""
            return
        report.passed = [OWN_WORK_RUNG]
        report.add(Row.SPLITS, ", ".join(f"{share:.4f}" for share in shares))
        allowed = ""
        if goal != self.goals[level]:
            allowed = (
                f" Grading allows {self.allowance:g} for chance, and that was not enough here."
            )
        report.message = f"{words}. The level “{level}” asks for {self.goals[level]:g}.{allowed}"
        report.think = self.advice[level]
