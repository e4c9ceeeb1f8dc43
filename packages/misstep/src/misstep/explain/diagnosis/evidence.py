"""The data that all detectors start from: a wrong function, its inputs, its results, the right ones."""

import ast
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call
from misstep.core.kinds import Kind
from misstep.explain.findings import Finding, Place, Strength
from misstep.explain.repairs.source import source_of

Alike = Callable[[Outcome, Outcome], bool]
MAX_INPUTS = 6  # on which an argument is varied
MIN_INPUTS = 3  # a finding must hold on at least this many


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
    idle: dict[int, Any] | None = None  # arguments that make no difference, once they are known
    fresh: "Callable[[], Evidence] | None" = None  # the same function on other random inputs

    def behaves(self, other: Callable[..., Any]) -> bool:
        """Whether the function does the same as another one on all inputs, and is mostly wrong.

        Inputs on which it raises an error are ignored, unless these are most of them.
        """
        wrong = 0
        if self.mostly_raises:
            return False
        for args, mine, want in self.cases:
            if mine.error is not None:
                continue
            theirs = call(other, args)
            if theirs.error is not None or not self.alike(mine, theirs):
                return False
            wrong += not self.alike(theirs, Outcome(want))
        return wrong >= min(MIN_INPUTS, len(self.args))

    @property
    def cases(self) -> list[tuple[Args, Outcome, Any]]:
        """The arguments, result and right result of each call."""
        return list(zip(self.args, self.mine, self.wants, strict=True))

    @property
    def mostly_raises(self) -> bool:
        """Whether the function raises an error on most inputs."""
        return 2 * self._errors > len(self.mine)

    @property
    def some_raise(self) -> bool:
        """Whether the function raises an error on some inputs: a finding is about the others."""
        return self._errors > 0

    @property
    def _errors(self) -> int:
        return sum(outcome.error is not None for outcome in self.mine)


Detector = Callable[..., Finding | None]


def confirmed(detector: Detector) -> Detector:
    """Make a detector that finds a cause only if it finds the same on fresh random inputs."""

    @functools.wraps(detector)
    def confirm(evidence: Evidence, *args: Any, **keywords: Any) -> Finding | None:
        found = detector(evidence, *args, **keywords)
        if not found or not evidence.fresh or found.strength is Strength.CAUSE:
            return found
        again = detector(evidence.fresh(), *args, **keywords)
        holds = again and _claim(again) == _claim(found)
        return replace(found, strength=Strength.CAUSE) if holds else found

    return confirm


def _claim(found: Finding) -> tuple[str, dict[str, Any]]:
    """What a finding claims of every input: all but whether some raise an error."""
    return found.kind, {key: found.data[key] for key in found.data.keys() - {"some_raise"}}


def place_of(function: Any, node: ast.AST) -> Place:
    """The place of a node in the source of a function."""
    line = node.lineno  # type: ignore[attr-defined]
    return Place(line, source_of(function).splitlines()[line - 1].strip(), ast.unparse(node))


def has_node(function: Any, *kinds: type[ast.AST]) -> bool:
    """Whether there is such a node in the source of a function; False if there is no source."""
    return any(isinstance(node, kinds) for node in ast.walk(ast.parse(source_of(function))))


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
    try:
        array = np.asarray(float(value) if isinstance(value, int) else value)
    except (ValueError, OverflowError):
        return None
    return array.astype(float) if array.dtype.kind in "biuf" else None


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
