"""The data that all detectors start from: a wrong function, its inputs, its results, the right ones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call
from misstep.core.kinds import Kind

Alike = Callable[[Outcome, Outcome], bool]
MAX_INPUTS = 6  # on which an argument is varied
MIN_INPUTS = 3  # that must show something before it is said


@dataclass
class Evidence:
    """A wrong function, the inputs that it was called with, its results, and the right ones."""

    name: str
    parameters: list[str]
    reference: Callable[..., Any]
    kind: Kind
    function: Any
    args: list[Args]
    mine: list[Outcome]
    wants: list[Any]
    alike: Alike
    plain: Callable[..., Any] | None = None  # a right answer that does not validate its arguments
    only: str = ""  # a clause that limits a finding to some inputs
    idle: dict[int, Any] | None = None  # arguments that make no difference, once they are known

    def behaves(self, other: Callable[..., Any]) -> bool:
        """Whether the function does the same as another one on all inputs, and is mostly wrong.

        Inputs on which it raises an error are ignored, unless they are too many (`where`).
        """
        wrong = 0
        if self.where is None:
            return False
        for args, mine, want in zip(self.args, self.mine, self.wants, strict=True):
            if mine.error is not None:
                continue
            theirs = call(other, args)
            if theirs.error is not None or not self.alike(mine, theirs):
                return False
            wrong += not self.alike(theirs, Outcome(want))
        return wrong >= min(MIN_INPUTS, len(self.args))

    @property
    def where(self) -> str | None:
        """A clause that limits a finding to some inputs: empty for all, None if most raise errors."""
        stopped = sum(outcome.error is not None for outcome in self.mine)
        if 2 * stopped > len(self.mine):
            return None
        return "where it does not stop with an error, " if stopped else ""


def entry_of(evidence: Evidence, p: int) -> str:
    """The word for the parts of an argument: "row" for a matrix, else "entry"."""
    rows = any(isinstance(args[p], np.ndarray) and args[p].ndim == 2 for args in evidence.args)
    return "row" if rows else "entry"


def as_numbers(value: Any, like: Any = None) -> Any:
    """A result as an array of numbers, the values of a dict in one order; None if it has others."""
    if isinstance(value, dict):
        if like is None or not isinstance(like, dict):
            like = value
        if value.keys() != like.keys():
            return None
        inner = [as_numbers(value[key], like[key]) for key in like]
        if any(part is None for part in inner):
            return None
        return np.concatenate([np.ravel(part) for part in inner]) if inner else np.zeros(0)
    if isinstance(value, complex) or (isinstance(value, np.ndarray) and value.dtype.kind == "c"):
        return None
    try:
        array = np.asarray(value)
        return None if array.dtype.kind in "US" else array.astype(float)
    except (TypeError, ValueError, OverflowError):
        return None


def close_entries(a: Any, b: Any) -> Any:
    """Which entries of two arrays are equal, up to rounding."""
    return np.isclose(a, b, rtol=1e-7, atol=1e-9, equal_nan=True)


def is_close(a: Any, b: Any) -> bool:
    """Whether two results have the same shape and equal entries."""
    return np.shape(a) == np.shape(b) and bool(np.all(close_entries(a, b)))


def sizes_of(evidence: Evidence) -> Iterator[tuple[str, list[float]]]:
    """Numbers that belong to the inputs, each with its name: arguments, and lengths of arguments."""
    columns = list(zip(*evidence.args, strict=True))
    for name, values in zip(evidence.parameters, columns, strict=True):
        if all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
            yield name, [float(v) for v in values]
        elif all(isinstance(v, np.ndarray) and v.ndim for v in values):
            yield f"len({name})", [float(len(v)) for v in values]
            if all(v.ndim == 2 for v in values):
                yield f"{name}.shape[1]", [float(v.shape[1]) for v in values]
                yield f"{name}.size", [float(v.size) for v in values]
        elif all(isinstance(v, list | dict | set | tuple) for v in values):
            yield f"len({name})", [float(len(v)) for v in values]
