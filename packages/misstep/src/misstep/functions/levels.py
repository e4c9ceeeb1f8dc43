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
from misstep.explain.findings import Finding, Strength
from misstep.functions.ready_made import borrowed, ready_made_package
from misstep.ladder import Broken, Ladder, words

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


def is_fresh() -> bool:
    """Whether a check runs on fresh data, as in grading."""
    return _fresh.get()


def note(accuracy: float, n: int, plausible: float | None = None) -> None:
    """Record an accuracy on n documents, if it is on fresh data and `measuring` is active.

    An accuracy above `plausible` calls for a review: it may come from knowing the data.
    """
    kept = _kept.get()
    if kept is not None and is_fresh():
        limit = {} if plausible is None else {"plausible": plausible}
        kept.append({"accuracy": accuracy, "n": n, **limit})


def standard_error(accuracy: float, n: int) -> float:
    """The standard error of an accuracy on n documents."""
    return sqrt(accuracy * (1 - accuracy) / n)


def accuracy(given: Sequence[Any], labels: Sequence[Any]) -> float:
    """The share of right labels."""
    return sum(a == b for a, b in zip(given, labels, strict=True)) / len(labels)


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
        return _LevelLadder(self, function, level, seed).run()


class _LevelLadder(Ladder):
    headlines = ("level-failed", "level-passed")

    def __init__(self, levels: Levels, function: Any, level: str, seed: int) -> None:
        super().__init__(Report(levels.check.name))
        self.levels, self.function, self.level, self.seed = levels, function, level, seed

    def run(self) -> Report:
        levels, goal = self.levels, self.levels.goals[self.level]
        return self.climb(
            [
                (words("rung-exists"), self.exists),
                (words("rung-own-work"), self.own_work),
                (
                    words("rung-level", level=self.level, goal=goal, items=levels.items),
                    self.reached,
                ),
            ]
        )

    def exists(self) -> None:
        if not callable(self.function):
            self.broken("not-defined", name=self.report.name, misspelt="")

    def own_work(self) -> None:
        if package := ready_made_package(self.function):
            raise Broken(borrowed(package))

    def reached(self) -> str:
        levels, splits = self.levels, self.levels.splits(self.seed)
        shares = []
        for train, documents, labels in splits:
            outcome = call(self.function, (train, documents), levels.check.seconds)
            if problem := self._problem(outcome, labels):
                self.broken("level-of-wrong-function", problem=problem)
            shares.append(accuracy(outcome.value, labels))
        n, mean = sum(len(labels) for *_, labels in splits), sum(shares) / len(shares)
        goal, allowance = levels.goals[self.level], levels.allowance if self.seed else 0
        higher = {name: other for name, other in levels.goals.items() if other > goal}
        measured = {
            **{"level": self.level, "goal": goal, "mean": mean, "n": n, "allowance": allowance},
            **{"error": standard_error(mean, n), "item": levels.items.split()[-1]},
        }
        if mean < goal - allowance:
            self.report.add(Row.SPLITS, ", ".join(f"{share:.4f}" for share in shares))
            self.broken("level-missed", **measured, advice=levels.advice[self.level])
        following = min(higher, key=higher.__getitem__, default="")
        kind = "next-level" if following else "top-level"
        self.report.message = words(kind, following=following, goal=higher.get(following))
        return words("level-measured", **measured)

    def _problem(self, outcome: Any, labels: list[str]) -> Finding | None:
        """What keeps a function from being measured."""
        error, check = outcome.error, self.levels.check
        kind, data = "stopped", dict[str, Any](name=check.name)
        if isinstance(error, TooSlow):
            kind, data["seconds"] = "too-slow", error.seconds or limit(check.seconds)
        elif isinstance(error, NotImplementedError):
            kind = "not-written"
        elif error is not None:
            data |= {"error": type(error).__name__, "text": str(error), "explained": False}
        else:
            wrong_type = check.gives.wrong_type(outcome.value)
            problem = wrong_type or check.gives.wrong_shape(outcome.value, labels)
            kind, more = "wrong-form", {"elsewhere": False, "returns": True}
            data |= {"words": check.gives.words, "problem": problem, **more}
            if not problem:
                return None
        return Finding(kind, Strength.CAUSE, data)
