"""Other inputs for a check, made from those that it draws.

A variation is legal if the reference accepts it and it has the form that all drawn inputs have: shares
that add up to 1, a constant feature in front, lengths that agree.

`structured` makes inputs with a structure that is rarely drawn and often hides a mistake: equal entries,
one sign only, sorted, large scores, square and singular matrices, words inside other words.
"""

import itertools
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

Args = tuple[Any, ...]
Axis = tuple[int, int]  # an argument and one of its axes; -1 for a number that is its length
MAX_INPUTS = 3  # of the drawn inputs that each structure is tried on
SCALE = 4  # makes scores large, but not so large that only one class counts


class Form:
    """The form that all inputs of a check have.

    Args:
        drawn: The inputs.

    """

    def __init__(self, drawn: Sequence[Args]) -> None:
        columns = list(zip(*drawn, strict=True))
        self.forms = [[form for form in FORMS if all(map(form, values))] for values in columns]
        self.axes = _shared_axes(columns)

    def holds(self, args: Args) -> bool:
        """Whether an input has it."""
        return all(
            form(value) for value, forms in zip(args, self.forms, strict=True) for form in forms
        )


def without(args: Args, group: list[Axis], index: int) -> Args:
    """An input without one index of an axis that some arguments share."""
    made = list(args)
    for p, axis in group:
        value = made[p]
        if isinstance(value, np.ndarray):
            made[p] = np.delete(value, index, axis)
        else:
            made[p] = value - 1 if axis < 0 else [*value[:index], *value[index + 1 :]]
    return tuple(made)


def length(args: Args, axis: Axis) -> int:
    """The length of an axis."""
    value = args[axis[0]]
    return value.shape[axis[1]] if isinstance(value, np.ndarray) else len(value)


def structured(drawn: Sequence[Args], accepts: Callable[[Args], bool]) -> list[Args]:
    """Legal inputs with structures that are rarely drawn, one for each argument and structure."""
    form, made = Form(drawn), list[Args]()
    for structure in STRUCTURES:
        tries = (
            other
            for args in drawn[:MAX_INPUTS]
            for other in structure(args, form)
            if form.holds(other) and accepts(other)
        )
        made += itertools.islice(tries, len(form.forms))
    return made


def _arrays(change: Callable[[Any], Any]) -> Callable[[Args, Form], Iterator[Args]]:
    """A structure of one argument: an array of decimals, without the constant feature."""

    def changed(args: Args, form: Form) -> Iterator[Args]:
        for p, value in enumerate(args):
            if isinstance(value, np.ndarray) and value.ndim and value.dtype.kind == "f":
                made = value.copy()
                rest = made[..., 1:] if first_is_1 in form.forms[p] else made
                if rest.size > 1 and len(rest) > 1:
                    rest[...] = change(rest)
                    yield (*args[:p], made, *args[p + 1 :])

    return changed


def _equal(value: Any) -> Any:
    """The first and the last entry, or row, made equal; the sum stays."""
    made = value.copy()
    made[0] = made[-1] = (value[0] + value[-1]) / 2
    return made


def _singular(args: Args, form: Form) -> Iterator[Args]:
    """A square matrix with two equal rows."""
    for group in form.axes:
        p, axis = group[0]
        value = args[p]
        if axis or not isinstance(value, np.ndarray) or value.ndim != 2 or value.dtype.kind != "f":
            continue
        made = args
        while length(made, group[0]) > value.shape[1]:
            made = without(made, group, length(made, group[0]) - 1)
        if made[p].shape[0] == made[p].shape[1] > 1:
            twice = made[p].copy()
            twice[-1] = twice[0]
            yield (*made[:p], twice, *made[p + 1 :])


def _renamed(change: Callable[[str], str]) -> Callable[[Args, Form], Iterator[Args]]:
    """One word replaced, wherever it is, by a change of another."""

    def changed(args: Args, form: Form) -> Iterator[Args]:
        for value in args:
            words = sorted(set(_words(value)))
            if len(words) > 1 and not isinstance(value, str):
                yield tuple(_replaced(args, words[0], change(words[1])))

    return changed


def _words(value: Any) -> Iterator[str]:
    """All strings in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _words([*value, *value.values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _words(part)


def _replaced(value: Any, old: str, new: str) -> Any:
    match value:
        case str():
            return new if value == old else value
        case dict():
            parts = [(_replaced(k, old, new), _replaced(v, old, new)) for k, v in value.items()]
            return type(value)(parts) if type(value) is not dict else dict(parts)
        case list() | tuple() | set() | frozenset():
            return type(value)(_replaced(part, old, new) for part in value)
    return value


def _equal_shares(args: Args, form: Form) -> Iterator[Args]:
    """Two equal numbers in a dict; their sum stays."""
    for p, value in enumerate(args):
        if isinstance(value, dict) and len(value) > 1:
            one, *_, other = value
            if isinstance(value[one], float) and isinstance(value[other], float):
                half = (value[one] + value[other]) / 2
                yield (*args[:p], {**value, one: half, other: half}, *args[p + 1 :])


STRUCTURES: list[Callable[[Args, Form], Iterable[Args]]] = [
    _arrays(_equal),
    _arrays(lambda value: np.abs(value) + 0.125),
    _arrays(lambda value: -np.abs(value) - 0.125),
    _arrays(lambda value: np.sort(value, axis=0)),
    _arrays(lambda value: SCALE * value),
    _singular,
    _equal_shares,
    _renamed(lambda word: f"{word}s"),
    _renamed(str.upper),
]


def _shared_axes(columns: Sequence[Sequence[Any]]) -> list[list[Axis]]:
    """Axes of arguments that always have the same length, and numbers that are always that length."""
    lengths: dict[tuple[int, ...], list[Axis]] = {}
    for p, values in enumerate(columns):
        first = values[0]
        axes = first.ndim if isinstance(first, np.ndarray) else int(isinstance(first, list))
        if axes and all(getattr(v, "ndim", 1) == axes for v in values):
            for axis in range(axes):
                found = tuple(length((v,), (0, axis)) for v in values)
                lengths.setdefault(found, []).append((p, axis))
    for p, values in enumerate(columns):  # such as n_classes
        if all(isinstance(v, int) for v in values) and tuple(values) in lengths:
            lengths[tuple(values)].append((p, -1))
    return sorted(lengths.values(), key=lambda group: group[0][1])


def _numbers(value: Any) -> Any:
    return value if isinstance(value, np.ndarray) and value.dtype.kind in "if" else None


def _sums_to_1(value: Any) -> bool:
    numbers = list(value.values()) if isinstance(value, dict) else _numbers(value)
    try:
        return numbers is not None and bool(np.allclose(np.sum(numbers, axis=-1), 1))
    except (TypeError, ValueError):
        return False


def first_is_1(value: Any) -> bool:
    """Whether it begins with the constant feature."""
    numbers = _numbers(value)
    if numbers is None or not numbers.size or not numbers.ndim:
        return False
    return bool(np.all(numbers[..., 0] == 1))


def _has_nothing(value: Any) -> bool:
    """Whether a list, or one in a tuple of texts and labels, is empty."""
    return value == [] or (isinstance(value, tuple) and any(map(_has_nothing, value)))


def _share_a_key(table: dict[Any, Any]) -> bool:
    """Whether the tables in a table have a key in common, and so on in these."""
    inner = [one for one in table.values() if isinstance(one, dict)]
    return not inner or bool(set.intersection(*map(set, inner)) and all(map(_share_a_key, inner)))


def _leaves(table: dict[Any, Any]) -> Iterator[float]:
    """All numbers in a table, and in those in it."""
    for value in table.values():
        if isinstance(value, dict):
            yield from _leaves(value)
        elif isinstance(value, int | float):
            yield value


def _within(holds: Callable[[Any], Any]) -> Callable[[Any], bool]:
    return lambda value: (n := _numbers(value)) is not None and bool(np.all(holds(n)))


# What all inputs of a check may have in common, and every variation then needs, too.
FORMS: list[Callable[[Any], bool]] = [
    _sums_to_1,
    first_is_1,
    _within(lambda numbers: numbers >= 0),
    _within(lambda numbers: numbers <= 1),
    _within(lambda numbers: np.isin(numbers, (-1, 1))),
    _within(lambda numbers: numbers.dtype.kind == "i"),
    lambda value: hasattr(value, "__len__") and len(value) > 0,
    lambda value: isinstance(value, list) and not any(map(_has_nothing, value)),
    lambda value: isinstance(value, int | float) and value > 0,
    lambda value: isinstance(value, int | float) and value >= 0,
    lambda value: isinstance(value, list) and len(set(map(repr, value))) == len(value),
    lambda value: isinstance(value, np.ndarray) and value.ndim > 0 and len(value) > 1,
    lambda value: (  # tables with the same keys
        isinstance(value, dict)
        and all(isinstance(table, dict) for table in value.values())
        and len({frozenset(table) for table in value.values()}) == 1
    ),
    lambda value: isinstance(value, dict) and _share_a_key(value),
    lambda value: isinstance(value, dict) and all(number <= 0 for number in _leaves(value)),
    _within(lambda numbers: numbers <= 0),
]


def accepted_by(reference: Callable[..., Any]) -> Callable[[Args], bool]:
    """Whether a reference accepts an input without an error or a warning."""

    def accepts(args: Args) -> bool:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                reference(*args)
            except Exception:  # a ValueError, most often
                return False
        return True

    return accepts
