"""Result types: how an answer must look, and when two answers are equal.

A check says with `gives=` which kind its function returns: `Number()`, `Array("(n, d)")`,
`ListOf(Number(), "a list of numbers")`, ... Fractions, NumPy scalars and arrays without axes are as
good as Python's numbers. NaN equals NaN, so that a mistake that gives NaN can be recognised.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextvars import ContextVar
from fractions import Fraction
from itertools import pairwise
from math import isfinite, isnan
from numbers import Real
from typing import Any

import numpy as np

PRECISION = 8e-16  # of numbers near 1, computed in a few steps
RELATIVE, ABSOLUTE = 1e-7, 1e-9  # how far two equal numbers may be apart, unless a kind says else


class Kind:
    """How a result must look, and when two results are the same."""

    words: str

    def wrong_type(self, value: Any) -> str | None:
        """What is wrong with the type of the value, in words, or None."""
        raise NotImplementedError

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        """What is wrong with its shape, in words, or None; asked only where the type is right."""
        return None

    def same(self, value: Any, want: Any) -> bool:
        """Whether it is the right value; asked only where type and shape are right."""
        raise NotImplementedError

    def difference(self, value: Any, want: Any) -> str:
        """Where a wrong value first differs, in words; empty if there is no more to say."""
        return ""


# ---------------------------------------------------------------- one thing


class Number(Kind):
    """One number: Python's, NumPy's, a Fraction, or an array without axes."""

    def __init__(
        self, words: str = "a number", relative: float = RELATIVE, absolute: float = ABSOLUTE
    ) -> None:
        self.words, self.relative, self.absolute = words, relative, absolute

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, Real | np.bool_):
            return None
        if isinstance(value, np.ndarray) and all_real(value):
            return None
        return type_in_words(value)

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        shape = np.shape(value)
        return f"an array of shape {shape}, not a single number" if shape else None

    def same(self, value: Any, want: Any) -> bool:
        got, right = as_float(value), as_float(want)
        if not (isfinite(got) and isfinite(right)):
            return got == right or (isnan(got) and isnan(right))
        return abs(got - right) <= self.absolute + self.relative * abs(right)


class Truth(Kind):
    """True or False, Python's or NumPy's."""

    words = "True or False"

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, np.ndarray) and value.shape == () and value.dtype == bool:
            return None
        return None if isinstance(value, bool | np.bool_) else type_in_words(value)

    def same(self, value: Any, want: Any) -> bool:
        return bool(value) == bool(want)


class Label(Kind):
    """One of the labels: a string, a number, anything that can be a key of a dict."""

    words = "a label"

    def wrong_type(self, value: Any) -> str | None:
        if value is None:
            return type_in_words(value)
        try:
            hash(self._plain(value))
        except TypeError:
            return f"{type_in_words(value)}, not a label"
        return None

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        if isinstance(self._plain(value), str) or not isinstance(want, str):
            return None
        return f"{show(value)}, which is none of the labels here"

    def same(self, value: Any, want: Any) -> bool:
        return bool(self._plain(value) == self._plain(want))

    @staticmethod
    def _plain(value: Any) -> Any:
        return value.item() if isinstance(value, np.ndarray) and value.shape == () else value


class Word(Kind):
    """One string."""

    words = "a string"

    def wrong_type(self, value: Any) -> str | None:
        return None if isinstance(value, str) else type_in_words(value)

    def same(self, value: Any, want: Any) -> bool:
        return str(value) == str(want)


# ---------------------------------------------------------------- arrays


class Array(Kind):
    """A NumPy array of numbers; `shape` says its shape in letters."""

    def __init__(
        self,
        shape: str,
        fractions: bool = False,
        relative: float = RELATIVE,
        absolute: float = ABSOLUTE,
    ) -> None:
        self.words, self.fractions = f"a NumPy array of shape {shape}", fractions
        self.tolerance = {"rtol": relative, "atol": absolute}

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, tuple) and any(map(has_axes, value)):
            return f"a tuple of {len(value)} things, not one array"
        if isinstance(value, list | tuple):
            return f"a {type(value).__name__}; np.array(...) makes an array of it"
        if not isinstance(value, np.ndarray):
            return type_in_words(value)
        if value.dtype.kind not in "biuf" and not (self.fractions and all_real(value)):
            what = "text" if value.dtype.kind == "U" else value.dtype
            return f"an array of {what}, which is not made of real numbers"
        return None

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        return (
            None if value.shape == want.shape else f"one of shape {value.shape}, not {want.shape}"
        )

    def same(self, value: Any, want: Any) -> bool:
        got, right = np.asarray(value), np.asarray(want)
        if got.dtype == right.dtype and got.tobytes() == right.tobytes():
            return True  # equal bit by bit, which is much faster to find out
        if object in (got.dtype, right.dtype):
            got, right = got.astype(float), right.astype(float)
        return bool(np.allclose(got, right, **self.tolerance, equal_nan=True))

    def difference(self, value: Any, want: Any) -> str:
        got, right = np.asarray(value, dtype=float), np.asarray(want, dtype=float)
        if got.shape != right.shape or right.size < 2:
            return ""
        if np.ptp(got) == 0 and np.ptp(right) > 0:
            return f"all entries are {show(got.flat[0])}, but they should not all be the same"
        wrong = ~np.isclose(got, right, **self.tolerance, equal_nan=True)
        places = list(map(tuple, np.argwhere(wrong).tolist()))
        if right.ndim == 2:
            rows, columns = ({place[axis] for place in places} for axis in (0, 1))
            if len(rows) == 1 and right.shape[0] > 1:
                return f"row {min(rows)} is wrong, the other rows are right"
            if len(columns) == 1 and right.shape[1] > 1:
                return f"column {min(columns)} is wrong, the other columns are right"
            diagonal = {i == j for i, j in places}
            if right.shape[0] == right.shape[1] and len(diagonal) == 1:
                if True in diagonal:
                    return "only the diagonal is wrong"
                return "the diagonal is right, and all other entries are wrong"
        return _first_entry(places, value, want, right.size)


class Probabilities(Array):
    """An array of probabilities: where one is exactly 0 or 1, close to it is not enough."""

    def same(self, value: Any, want: Any) -> bool:
        if not super().same(value, want):
            return False
        with np.errstate(invalid="ignore"):  # inf - inf
            rounded = np.abs(value - want) < PRECISION  # (1 + tanh(-48)) / 2 is 0, not 2e-42
        sure = (want == 0) | ((np.isin(value, (0, 1)) | (want == 1)) & ~rounded)
        return bool(np.all(value[sure] == want[sure]))


class Like(Kind):
    """Like an argument: a number if the argument is one, else an array of its shape."""

    def __init__(self, words: str, relative: float = RELATIVE, absolute: float = ABSOLUTE) -> None:
        self.words, self.relative, self.absolute = words, relative, absolute

    def wrong_type(self, value: Any) -> str | None:
        return Array("").wrong_type(value) if has_axes(value) else Number().wrong_type(value)

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        have, wanted = np.shape(value), np.shape(want)
        if have == wanted:
            return None
        shape = f"something of shape {have}" if have else "a single number"
        return f"{shape}, not {f'something of shape {wanted}' if not have else wanted}"

    def same(self, value: Any, want: Any) -> bool:
        got, right = (x if has_axes(x) else as_float(x) for x in (value, want))
        return bool(np.allclose(got, right, rtol=self.relative, atol=self.absolute, equal_nan=True))

    def difference(self, value: Any, want: Any) -> str:
        return Array("").difference(value, want)


class IndexArrays(Kind):
    """A list of index arrays, as a shuffled split gives them: their order is free.

    Two are the same where they have the same sizes, cover the same indices, and were shuffled in
    the same way: well, not at all, or in whole blocks.
    """

    words = "a list of index arrays"
    ENOUGH = 20

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, np.ndarray):
            return "one array, not a list of them"
        if not isinstance(value, list | tuple):
            return f"{type_in_words(value)}, not a list"
        for part in value:
            if isinstance(part, list | tuple):
                return f"a list of {type(part).__name__}s; np.array(...) makes an array of each"
            if not isinstance(part, np.ndarray) or part.ndim != 1:
                return "a list whose parts are not flat arrays"
            if part.size and part.dtype.kind not in "iu":
                return f"a list with an array of {part.dtype}; an index is a whole number"
        return None

    def same(self, value: Any, want: Any) -> bool:
        return self.looks(value) == self.looks(want)

    def difference(self, value: Any, want: Any) -> str:
        have, need = ([len(part) for part in parts] for parts in (value, want))
        if have == need:
            return ""
        return f"the parts hold {_and(have)} indices, but should hold {_and(need)}"

    def looks(self, parts: Sequence[Any]) -> tuple[Any, ...]:
        """All that is asked of the parts, whatever their order."""
        sizes = tuple(len(part) for part in parts)
        order = np.concatenate([np.array([], dtype=int), *parts])
        if len(np.unique(order)) < len(order):
            return sizes, "repeats"
        span = (int(order.min()), int(order.max())) if len(order) else ()
        if len(order) < self.ENOUGH or len(parts) < 3:  # chance may look like order
            return sizes, span
        blocks = [part for part in parts if len(part) > 2]
        whole = len(blocks) > 2 and all(np.ptp(part) == len(part) - 1 for part in blocks)
        in_place = whole and all(a.max() < b.min() for a, b in pairwise(blocks))
        return sizes, span, bool((np.diff(order) > 0).all()), whole, in_place


# ---------------------------------------------------------------- many things


class ListOf(Kind):
    """Things of one kind, one after another: a list, a tuple or a flat array.

    How many there are is part of the value, unless `miscount(have, want)` says in words what is
    wrong with another number of them. `ordered=False` takes them in any order.
    """

    def __init__(
        self,
        item: Kind,
        words: str,
        ordered: bool = True,
        miscount: Callable[[int, int], str] | None = None,
    ) -> None:
        self.item, self.words, self.ordered, self.miscount = item, words, ordered, miscount

    def wrong_type(self, value: Any) -> str | None:
        if not isinstance(value, list | tuple | np.ndarray) or getattr(value, "ndim", 1) == 0:
            return type_in_words(value)
        for item in value:
            if problem := self.item.wrong_type(item) or self.item.wrong_shape(item, item):
                return f"a list that holds {problem}"
        return None

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        if self.miscount is None or len(value) == len(want):
            return None
        return self.miscount(len(value), len(want))

    def same(self, value: Any, want: Any) -> bool:
        if not self.ordered:
            return Counter(value) == Counter(want)
        return len(value) == len(want) and all(map(self.item.same, value, want))

    def difference(self, value: Any, want: Any) -> str:
        if len(value) != len(want):
            there = "is 1 entry" if len(value) == 1 else f"are {len(value)} entries"
            return f"there {there}, but there should be {len(want)}"
        wrong = [i for i in range(len(want)) if not self.item.same(value[i], want[i])]
        return _first_entry(wrong, value, want, len(want)) if self.ordered else ""


class SetOf(Kind):
    """A set; `words` says of what."""

    def __init__(self, words: str) -> None:
        self.words = words

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, list | tuple):
            return f"a {type(value).__name__}; set(...) makes a set of it"
        return None if isinstance(value, set | frozenset) else type_in_words(value)

    def same(self, value: Any, want: Any) -> bool:
        return set(value) == set(want)

    def difference(self, value: Any, want: Any) -> str:
        if missing := sorted(map(show, want - value)):
            return f"{missing[0]} is missing"
        extra = sorted(map(show, value - want))
        return f"{extra[0]} should not be there" if extra else ""


class DictOf(Kind):
    """A dict whose values are of one kind.

    With `key`, a name for what the keys are, a key that is missing or too many is named; else the
    keys are part of the value. With `zeros`, a missing key counts as 0.
    """

    def __init__(self, item: Kind, words: str, key: str = "", zeros: bool = False) -> None:
        self.item, self.words, self.key, self.zeros = item, words, key, zeros

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, list) and all(isinstance(v, tuple) and len(v) == 2 for v in value):
            return "a list of pairs; dict(...) makes a dict of them"
        if not isinstance(value, dict):
            return type_in_words(value)
        for key, item in value.items():
            if problem := self.item.wrong_type(item) or self.item.wrong_shape(item, item):
                return f"a dict that holds, for {show(key)}, {problem}"
        return None

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        if self.key:
            for key in want:
                if key not in value:
                    return f"a dict without the {self.key} {show(key)}"
            for key in value:
                if key not in want:
                    return f"a dict with a key {show(key)}, which is not a {self.key}"
        return None

    def same(self, value: Any, want: Any) -> bool:
        if self.zeros:
            keys = {*value, *want}
            return all(self.item.same(value.get(key, 0), want.get(key, 0)) for key in keys)
        return value.keys() == want.keys() and all(
            self.item.same(value[key], want[key]) for key in want
        )

    def difference(self, value: Any, want: Any) -> str:
        if not self.zeros:
            for key in want:
                if key not in value:
                    return f"the key {show(key)} is missing"
            for key in value:
                if key not in want:
                    return f"the key {show(key)} should not be there"
        for key in want:
            if key in value and not self.item.same(value[key], want[key]):
                inner = self.item.difference(value[key], want[key])
                return f"under {show(key)}, {inner or f'it {_is_not(value[key], want[key])}'}"
        return ""


class Parts(Kind):
    """Several answers at once, each under its name and of its own kind."""

    def __init__(self, **parts: Kind) -> None:
        self.parts = parts

    def wrong_type(self, value: Any) -> str | None:
        return self.wrong_container(value) or self._first(
            (name, kind.wrong_type(part)) for name, kind, part in self.named(value)
        )

    def wrong_container(self, value: Any) -> str | None:
        """What is wrong with what the parts come in, in words, or None."""
        raise NotImplementedError

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        return self._first(
            (name, kind.wrong_shape(part, wanted))
            for (name, kind, part), (_, _, wanted) in zip(
                self.named(value), self.named(want), strict=True
            )
        )

    def same(self, value: Any, want: Any) -> bool:
        return all(
            kind.same(part, wanted)
            for (_, kind, part), (_, _, wanted) in zip(
                self.named(value), self.named(want), strict=True
            )
        )

    def difference(self, value: Any, want: Any) -> str:
        for (name, kind, part), (_, _, right) in zip(
            self.named(value), self.named(want), strict=True
        ):
            if not kind.same(part, right):
                inner = kind.difference(part, right)
                return f"{name}: {inner}" if inner else f"{name} {_is_not(part, right)}"
        return ""

    def values(self, value: Any) -> Iterable[Any]:
        """The parts in their order."""
        raise NotImplementedError

    def named(self, value: Any) -> list[tuple[str, Kind, Any]]:
        """(name, kind, part) for each of the parts."""
        pairs = zip(self.parts.items(), self.values(value), strict=True)
        return [(name, kind, part) for (name, kind), part in pairs]

    @staticmethod
    def _first(problems: Iterable[tuple[str, str | None]]) -> str | None:
        return next((f"for {name} {problem}" for name, problem in problems if problem), None)


class Several(Parts):
    """A tuple of answers, each of its own kind."""

    def __init__(self, **parts: Kind) -> None:
        super().__init__(**parts)
        self.words = f"a tuple ({', '.join(parts)})"

    def wrong_container(self, value: Any) -> str | None:
        if not isinstance(value, tuple | list):
            return type_in_words(value)
        wrong = len(value) != len(self.parts)
        return f"{len(value)} values, not {len(self.parts)}" if wrong else None

    def values(self, value: Any) -> Iterable[Any]:
        return list(value)


class Record(Parts):
    """A dict with fixed keys, the value under each of its own kind."""

    def __init__(self, **parts: Kind) -> None:
        super().__init__(**parts)
        names = " and ".join(f'"{name}"' for name in parts)
        self.words = f"a dict with the keys {names}"

    def wrong_container(self, value: Any) -> str | None:
        if not isinstance(value, dict):
            return type_in_words(value)
        missing = [name for name in self.parts if name not in value]
        return f"a dict without the key {missing[0]!r}" if missing else None

    def values(self, value: Any) -> Iterable[Any]:
        return [value[name] for name in self.parts]


# ---------------------------------------------------------------- values in words


def all_real(array: Any) -> bool:
    """Whether an array holds real numbers only, in whatever type."""
    return array.dtype.kind in "biuf" or (
        array.dtype.kind == "O" and all(isinstance(item, Real) for item in array.flat)
    )


def has_axes(value: Any) -> bool:
    """Whether a value is an array with axes, or a list that would become one, even a ragged one."""
    return isinstance(value, list | tuple) or bool(getattr(value, "ndim", 0))


def as_float(value: Any) -> float:
    """A number as a float; infinite if it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _first_entry(wrong: Sequence[Any], value: Any, want: Any, size: int) -> str:
    """The first of the wrong entries, and how many others there are."""
    if not wrong:
        return ""
    first = wrong[0]
    place = ", ".join(map(str, first)) if isinstance(first, tuple) else first
    words = f"entry [{place}] {_is_not(value[first], want[first])}"
    if len(wrong) == 1 and size > 1:
        return f"{words}; all other entries are right"
    return f"{words}; {len(wrong)} of {size} entries differ"


def _is_not(value: Any, want: Any) -> str:
    shown, wanted = show_apart(value, want)
    return f"is {shown}, but should be {wanted}"


def _and(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def type_in_words(value: Any) -> str:
    """What a value is, for a message: 'None', 'a str'."""
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    if isinstance(value, np.number):
        return "a single number"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


_digits: ContextVar[int] = ContextVar("_digits", default=6)
MAX_CHARACTERS = 110  # of a value that is shown beside another


def show_apart(value: Any, other: Any) -> tuple[str, str]:
    """Two values, each cut short, but with as much of them as it takes to tell them apart."""
    value = _in_order_of(value, other)
    for digits in (6, 8, 10, 12, 14, 17):
        token = _digits.set(digits)
        try:
            texts = show(value), show(other)
        finally:
            _digits.reset(token)
        if texts[0] != texts[1]:
            short = cut(texts[0]), cut(texts[1])
            return short if short[0] != short[1] else texts
    return texts


def _in_order_of(value: Any, other: Any) -> Any:
    """A dict with its keys in the order of another one, if they have the same keys."""
    if isinstance(value, dict) and isinstance(other, dict) and value.keys() == other.keys():
        return {key: _in_order_of(value[key], item) for key, item in other.items()}
    return value


def cut(text: str) -> str:
    """A value that is shown, cut behind a comma if it is long."""
    return (
        text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS].rpartition(', ')[0]}, ..."
    )


def show(value: Any) -> str:
    """A value on one line, arrays rounded and cut short where they are long."""
    if isinstance(value, np.ndarray):
        text = np.array2string(
            value,
            separator=", ",
            threshold=60,
            formatter={"float_kind": lambda number: f"{number:.{_digits.get()}g}"},
        )
        return " ".join(text.split()).replace("[ ", "[")
    if isinstance(value, np.generic):
        return show(value.item())
    if isinstance(value, float):
        return f"{value:.{_digits.get()}g}"
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return f"({_listed(value)}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{_listed(value)}]"
    if isinstance(value, set | frozenset) and value:
        return f"{{{_listed(sorted(map(show, value)), str)}}}"
    if isinstance(value, dict):
        return f"{{{_listed(value.items(), lambda pair: ': '.join(map(show, pair)))}}}"
    try:
        text = repr(value)
    except Exception:  # thousands of digits, or a class with a broken __repr__
        return f"{type_in_words(value)} that can't be printed"
    return text if len(text) <= 200 else text[:200] + " ..."


def _listed(things: Collection[Any], form: Callable[[Any], str] = show) -> str:
    """Things with commas between them; of many, or long ones, only the first."""
    texts: list[str] = []
    for thing in things:
        if len(texts) == 40 or sum(map(len, texts)) > 400:
            return f"{', '.join(texts)}, ... ({len(things)} in all)"
        texts.append(form(thing))
    return ", ".join(texts)
