"""Evidence that what a message claims did happen in a call with a wrong result.

An edit that makes a function right shows where something is wrong, but not always what. If it undoes
nothing but the claimed mechanism (`max(d)` becomes `max(d, key=d.get)`), then the two functions can
only differ where that mechanism is at work, and the edit is proof enough. Any other claim comes with
a `Proof`: parts of the source that are watched while the student's own function runs on inputs that
it gets wrong.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from misstep.core.calling import Args
from misstep.explain.recorders import RECORD
from misstep.explain.repairs.syntax import call_of, loaded

MISSING = object()  # the value of a name or an entry that is not there yet
MAX_SEEN = 50_000  # values that are kept of one call


class Seen(NamedTuple):
    """One value of a watched part."""

    part: int  # its number
    value: Any  # a copy, if it is an array
    identity: int  # of the object itself: the same for the same object


@dataclass
class Call:
    """What was seen in one call of a function, in its order."""

    seen: list[Seen] = field(default_factory=list)

    def values(self, part: int = 0) -> list[Any]:
        """The values of a part, in their order."""
        return [seen.value for seen in self.seen if seen.part == part]


@dataclass(frozen=True)
class Proof:
    """Evidence for a claim.

    Args:
        holds: Whether a call shows it.
        parts: What is watched: the value of an expression; of an assignment, what its target held
            before; of any other statement, how often it is reached.

    """

    holds: Callable[[Call], bool]
    parts: list[ast.AST] = field(default_factory=list)

    def found(self, function: Any, tree: ast.Module, inputs: Iterable[Args]) -> bool:
        """Whether one of some calls of a function shows it, given the tree of its source."""
        return any(map(self.holds, _calls(function, tree, self.parts, inputs)))


def _calls(
    function: Any, tree: ast.Module, parts: list[ast.AST], inputs: Iterable[Args]
) -> Iterator[Call]:
    # At the top this would import in a circle: diagnosis reads sources with `repairs`.
    from misstep.explain.diagnosis.tracing import instrumented, traced_call

    current = Call()

    def see(number: int, value: Any, identity: int, there: bool = True) -> None:
        copied = value.copy() if isinstance(value, np.ndarray) else value
        if len(current.seen) < MAX_SEEN:
            current.seen.append(Seen(number, copied if there else MISSING, identity))
            alive.append(value)

    try:
        watched = instrumented(function, tree, parts, _recorded)
    except (SyntaxError, TypeError, ValueError):  # the 1: of a[1:] can't be wrapped in a call
        return
    for args in inputs:
        current, alive = Call(), list[Any]()
        traced_call(watched, see, args, 1, identities=True)
        yield current


def _recorded(number: int, node: Any) -> Any:
    if isinstance(node, ast.expr):
        return call_of(RECORD, ast.Constant(number), node)
    report: list[ast.expr] = [ast.Constant(number), ast.Constant(None)]
    if isinstance(node, ast.Assign | ast.AugAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        nothing = ast.arguments([], [], None, [], [], None, [])
        report.append(ast.Lambda(nothing, loaded(target)))
    return [ast.Expr(call_of(RECORD, *report)), node]


def is_something(value: Any) -> bool:
    """Whether a value is there and is neither empty nor 0 throughout."""
    if value is MISSING or value is None:
        return False
    if isinstance(value, str | bytes | list | tuple | set | dict):
        return bool(value)
    try:
        return bool(np.any(value))
    except (TypeError, ValueError):
        return True


def has_repeats(values: Any) -> bool:
    """Whether something comes twice in a collection, an array, or the index of an array."""
    if isinstance(values, tuple) and any(isinstance(v, np.ndarray | list) for v in values):
        values = zip(*map(np.ravel, np.broadcast_arrays(*values)), strict=True)
    if isinstance(values, np.ndarray):
        return len(np.unique(values)) < values.size
    try:
        listed = list(values)
        return len(set(listed)) < len(listed)
    except TypeError:
        return False


def reached(*parts: ast.AST, times: int = 1) -> Proof:
    """Every part is reached at least `times` times in one call."""
    return Proof(
        lambda call: all(len(call.values(n)) >= times for n in range(len(parts))), list(parts)
    )


def held_something(statement: ast.stmt) -> Proof:
    """The target of an assignment holds something before, other than zeros."""
    return Proof(lambda call: any(map(is_something, call.values())), [statement])


def shows(part: ast.AST, holds: Callable[[Any], bool]) -> Proof:
    """A part has a value with some property."""
    return Proof(lambda call: any(map(holds, call.values())), [part])


def is_false(test: ast.expr) -> Proof:
    """A condition is not true."""
    return shows(test, lambda value: not _truth(value, True))


def is_true(test: ast.expr) -> Proof:
    """A condition is true."""
    return shows(test, lambda value: _truth(value, False))


def _truth(value: Any, unknown: bool) -> bool:
    try:
        return bool(value)
    except ValueError:  # an array
        return unknown


def has_axes(part: ast.AST) -> Proof:
    """A part is an array with two axes or more."""
    return shows(part, lambda value: np.ndim(value) >= 2)


def is_integer_array(value: Any) -> bool:
    """Whether a value is an array, or a list, of whole numbers that may be negative."""
    return isinstance(value, np.ndarray | list) and np.asarray(value).dtype.kind == "i"
