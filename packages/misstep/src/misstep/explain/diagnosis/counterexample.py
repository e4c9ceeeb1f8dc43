"""Test-case reduction: the smallest input that a function gets wrong, and the nearest that it gets right.

Rows, columns, elements and digits are taken away as long as the function still fails in the same way.
Every input that is tried has to be legal: the reference accepts it without an infinite result, and it
has the form that all inputs of the check have. Then one number or element is changed so that the function becomes right. What differs
between the two inputs is what the function can't cope with.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from misstep.core.calling import Args, Outcome, call
from misstep.core.check import Check
from misstep.core.kinds import show_apart
from misstep.core.paste import call_source, source
from misstep.core.variations import Form, length, without
from misstep.explain.findings import Finding, Strength

SECONDS = 0.12  # CPU time for each of the two searches
MAX_LENGTH = 4000  # characters of a call that is worth making smaller
MAX_SHARE = 0.7  # of the call that is shown; a longer one says nothing new


class Case(NamedTuple):
    """A call: its arguments, its outcome, the right result."""

    args: Args
    mine: Outcome
    want: Any


class Reduction:
    """The search for small inputs that a function gets wrong.

    Args:
        check: The check of the function, whose inputs show the form of the arguments.
        function: The student's function.
        seed: The seed of the inputs.

    """

    def __init__(self, check: Check, function: Any, seed: int) -> None:
        self.check, self.function = check, function
        inputs = check.inputs(seed)
        drawn = [case.args for case in inputs.random + inputs.edge_cases]
        self.form = Form(drawn)

    def smallest(self, args: Args) -> Case | None:
        """The smallest input that fails like this one; None if the function is right here."""
        start = time.process_time()
        best = self.tried(args)
        if not best or self._is_right(best):
            return None
        size, smaller = len(source(args)), True
        while smaller and size <= MAX_LENGTH:
            smaller = False
            for other in self._simpler(best.args):
                if time.process_time() - start > SECONDS:
                    return best
                if len(source(other)) >= size:
                    continue
                case = self.tried(other)
                if case and not self._is_right(case) and self._alike(case, best):
                    best, size, smaller = case, len(source(other)), True
                    break
        return best

    def nearest_right(self, case: Case) -> tuple[int, Any] | None:
        """An argument, by its index, and another value of it with which the function is right."""
        start = time.process_time()
        for p, value in enumerate(case.args):
            for other in _neighbours(value):
                if time.process_time() - start > SECONDS:
                    return None
                near = self.tried((*case.args[:p], other, *case.args[p + 1 :]))
                if near and self._is_right(near) and not _is_trivial(near.want):
                    return p, other
        return None

    def tried(self, args: Args) -> Case | None:
        """The call with these arguments; None if they are not legal."""
        if not self.form.holds(args):
            return None
        right = call(self.check.reference, args)
        if right.error is not None or right.warned or _is_infinite(right.value):
            return None
        return Case(args, call(self.function, args, 1), right.value)

    def _is_right(self, case: Case) -> bool:
        return self.check.alike(case.mine, Outcome(case.want))

    def _alike(self, one: Case, other: Case) -> bool:
        """Whether two calls fail in the same way: with the same error, or a result of the same form."""
        if one.mine.error is not None or other.mine.error is not None:
            return type(one.mine.error) is type(other.mine.error)
        kind = self.check.gives
        return [
            bool(kind.wrong_type(case.mine.value) or kind.wrong_shape(case.mine.value, case.want))
            for case in (one, other)
        ].count(True) != 1

    def _simpler(self, args: Args) -> Iterator[Args]:
        """Smaller inputs, those that leave out most first."""
        for group in self.form.axes:
            many = length(args, group[0])
            for index in reversed(range(many if many > 1 else 0)):
                yield without(args, group, index)
        for p, value in enumerate(args):
            for other in _simpler_values(value):
                yield (*args[:p], other, *args[p + 1 :])


def _is_infinite(value: Any) -> bool:
    array = np.asarray(value if isinstance(value, float | np.ndarray) else 0)
    return array.dtype.kind == "f" and bool(np.isinf(array).any())


def _simpler_values(value: Any) -> Iterator[Any]:
    """Simpler values of one argument."""
    match value:
        case bool() | str():
            return
        case int() | float():
            yield from (type(value)(n) for n in (0, 1, 2) if n < abs(value) or value < 0)
            yield type(value)(round(value, 1))
        case np.ndarray() if value.dtype.kind == "f":
            yield from (np.round(value, digits) + 0.0 for digits in (0, 1))  # + 0.0: no -0.0
            yield from _entries_changed(value, (0.0, 1.0))
        case np.ndarray():
            yield from _entries_changed(value, (0, 1))
        case set() | frozenset():
            yield from (value - {element} for element in sorted(value, key=source))
        case dict():
            for key, item in value.items():
                rest = {k: v for k, v in value.items() if k != key}
                yield rest
                if rest and isinstance(item, float):  # shares that add up to 1
                    yield {**rest, (first := next(iter(rest))): rest[first] + item}
                yield from ({**value, key: other} for other in _simpler_values(item))
        case list() | tuple():
            for i, item in enumerate(value):
                if isinstance(value, list):
                    yield [*value[:i], *value[i + 1 :]]
                for other in _simpler_values(item):
                    yield type(value)([*value[:i], other, *value[i + 1 :]])


def _entries_changed(array: Any, numbers: Sequence[float]) -> Iterator[Any]:
    """The array with one entry replaced; an entry 1 stays, as it may be the constant feature."""
    for index in np.ndindex(array.shape):
        for number in numbers:
            if array[index] not in (0, 1):
                made = array.copy()
                made[index] = number
                yield made


def _neighbours(value: Any) -> Iterator[Any]:
    """Values that differ in one number or one element."""
    match value:
        case bool() | str():
            return
        case int() | float():
            yield from (value + 1, value - 1, -value)
        case np.ndarray() if value.dtype.kind in "if" and value.size <= 12:
            for change in (lambda n: n + 1, lambda n: n - 1, lambda n: -n):
                for index in reversed(list(np.ndindex(value.shape))):
                    made = value.copy()
                    made[index] = change(made[index])
                    if made[index] != value[index]:
                        yield made
        case set() | frozenset():
            yield from (value - {element} for element in sorted(value, key=source))
        case list():
            for i in reversed(range(len(value))):
                yield [*value[:i], *value[i + 1 :]]
                yield from ([*value[:i], other, *value[i + 1 :]] for other in _neighbours(value[i]))


def _is_trivial(value: Any) -> bool:
    """Whether a result is empty, or 0 throughout: many wrong functions return that, too."""
    if isinstance(value, np.ndarray | list | set | dict | tuple):
        return len(value) == 0 if not isinstance(value, np.ndarray) else not value.any()
    return False


def smallest(check: Check, function: Any, seed: int, args: Args) -> Case | None:
    """The smallest call that fails like the one with these arguments; None if it may not be changed."""
    if check.chance or check.seconds is not None:
        return None
    return Reduction(check, function, seed).smallest(args)


def counterexample(
    check: Check, function: Any, seed: int, args: Args, shown: str, nearest: bool
) -> Finding | None:
    """Find a smaller call that fails than the one that is shown, and the `nearest` that is right."""
    case = smallest(check, function, seed, args)
    if not case:
        return None
    text = call_source(check.name, check.parameters, case.args)
    reduction = Reduction(check, function, seed)
    if len(text) > MAX_SHARE * len(shown):
        case, text = reduction.tried(args) or case, ""
    near = reduction.nearest_right(case) if nearest else None
    if near and not text and isinstance(near[1], np.ndarray) and near[1].size > 1:
        near = None  # another array says nothing by itself
    if not text and not near:
        return None
    got, wanted = show_apart(case.mine.value, case.want)
    data = {
        "call": text,
        "error": type(case.mine.error).__name__ if case.mine.error else "",
        "got": got,
        "wanted": wanted,
        "name": check.parameters[near[0]] if near else "",
        "value": source(near[1]) if near else "",
    }
    return Finding("smallest-example", Strength.HINT, data)
