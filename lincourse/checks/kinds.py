"""What kind of thing an answer is: how it must look, and when two are the same."""

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from math import isfinite, isnan
from numbers import Real
from typing import Any, Protocol

import numpy as np

RELATIVE, ABSOLUTE = 1e-7, 1e-9  # NaN equals NaN, so that a turn that gives NaN can be told


class Kind(Protocol):
    """How a result must look, and when two results are the same."""

    words: str

    def wrong_type(self, value: Any) -> str | None:
        """What is wrong with the type of the value, in words, or None."""

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        """What is wrong with its shape, in words, or None."""

    def same(self, value: Any, want: Any) -> bool:
        """Whether it is the right value; asked only where type and shape are right."""


class Array:
    """A NumPy array of numbers; `shape` says its shape in letters."""

    def __init__(self, shape: str) -> None:
        self.words = f"a NumPy array of shape {shape}"

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, list | tuple):
            return f"a {type(value).__name__}; np.array(...) makes an array of it"
        if not isinstance(value, np.ndarray):
            return type_in_words(value)
        if value.dtype.kind not in "biuf":
            return f"an array of {value.dtype}, which is not made of real numbers"
        return None

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        return None if value.shape == want.shape else f"shape {value.shape}, not {want.shape}"

    def same(self, value: Any, want: Any) -> bool:
        got, right = np.asarray(value), np.asarray(want)
        if got.dtype == right.dtype and got.tobytes() == right.tobytes():
            return True  # to the last bit, which is told faster
        return bool(np.allclose(got, right, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True))


class Probabilities(Array):
    """An array of probabilities: where one is exactly 0 or 1, close to it is not enough."""

    def same(self, value: Any, want: Any) -> bool:
        sure = np.isin(value, (0, 1)) | np.isin(want, (0, 1))
        return super().same(value, want) and bool(np.all(value[sure] == want[sure]))


class Number:
    """One number: Python's, NumPy's, or an array without axes."""

    words = "a number"

    def wrong_type(self, value: Any) -> str | None:
        if isinstance(value, Real | np.bool_):
            return None
        if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
            return None
        return type_in_words(value)

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        shape = np.shape(value)
        return f"an array of shape {shape}, not a single number" if shape else None

    def same(self, value: Any, want: Any) -> bool:
        got, right = float(value), float(want)
        if not (isfinite(got) and isfinite(right)):
            return got == right or (isnan(got) and isnan(right))
        return abs(got - right) <= ABSOLUTE + RELATIVE * abs(right)


class Counts:
    """Whole numbers one after another: a list, a tuple or an array."""

    def __init__(self, words: str) -> None:
        self.words = words

    def wrong_type(self, value: Any) -> str | None:
        if not isinstance(value, list | tuple | np.ndarray):
            return type_in_words(value)
        try:
            return None if np.asarray(value, dtype=float).ndim == 1 else "not a flat list"
        except (TypeError, ValueError):
            return "a list that holds something other than numbers"

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        return None  # how many there are is part of the value

    def same(self, value: Any, want: Any) -> bool:
        return len(value) == len(want) and all(map(np.isclose, value, want))


class Several:
    """A tuple of answers, each of its own kind."""

    def __init__(self, **parts: Kind) -> None:
        self.parts = parts
        self.words = f"a tuple ({', '.join(parts)})"

    def wrong_type(self, value: Any) -> str | None:
        if not isinstance(value, tuple | list):
            return type_in_words(value)
        if len(value) != len(self.parts):
            return f"{len(value)} values, not {len(self.parts)}"
        return self._first(
            (name, kind.wrong_type(part)) for (name, kind), part in self._with(value)
        )

    def wrong_shape(self, value: Any, want: Any) -> str | None:
        return self._first(
            (name, kind.wrong_shape(part, wanted))
            for ((name, kind), part), wanted in zip(self._with(value), want, strict=True)
        )

    def same(self, value: Any, want: Any) -> bool:
        return all(
            kind.same(part, wanted)
            for ((_, kind), part), wanted in zip(self._with(value), want, strict=True)
        )

    def _with(self, value: Sequence[Any]) -> Any:
        return zip(self.parts.items(), value, strict=True)

    @staticmethod
    def _first(problems: Any) -> str | None:
        return next((f"as {name} {problem}" for name, problem in problems if problem), None)


def type_in_words(value: Any) -> str:
    """What a value is, for a message: 'None: does it end with return?', 'a str'."""
    if value is None:
        return "None: does the function end with a return?"
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def show(value: Any) -> str:
    """A value on one line, arrays rounded and cut short where they are long."""
    if isinstance(value, np.ndarray):
        text = np.array2string(
            value,
            separator=", ",
            threshold=60,
            formatter={"float_kind": lambda number: f"{number:.6g}"},
        )
        return " ".join(text.split()).replace("[ ", "[")
    if isinstance(value, np.generic):
        return show(value.item())
    if isinstance(value, float):
        return f"{value:.6g}"
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
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + " ..."


def _listed(things: Collection[Any], form: Callable[[Any], str] = show) -> str:
    """Things with commas between them; of many, or long ones, only the first."""
    texts: list[str] = []
    for thing in things:
        if len(texts) == 40 or sum(map(len, texts)) > 400:
            return f"{', '.join(texts)}, ... ({len(things)} in all)"
        texts.append(form(thing))
    return ", ".join(texts)
