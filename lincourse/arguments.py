"""Argument validation as a decorator, so that a function's body is only the algorithm.

    @takes(w="d", x="d", y=(-1, 1), eta=number)
    def perceptron_update(w, x, y, eta): ...

`takes` checks arguments in the order in which it names them. The body receives new arrays and plain
numbers, never the caller's own arrays. A check is one of these:

- `"n d"`: an array of floats with that shape. A letter stands for a length. The first argument that
  uses the letter sets the length; later arguments must have the same.
- `(-1, 1)`: one of these whole numbers.
- A function `check(name, value, call)` that returns the value for the body, or raises a ValueError
  that names the argument and says what it was and what it should be.

`unchecked_inside` turns checks off for the calls that a function makes in its own loops.
"""

from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from functools import wraps
from inspect import signature
from itertools import combinations
from typing import Any, TypeVar

import numpy as np

from lincourse import validation
from lincourse.typing import AnyArray, FloatArray, IntArray

Result = TypeVar("Result")

_checks_are_off = ContextVar("_checks_are_off", default=False)


class Call:
    """One call being checked: its arguments, and the lengths that they have set so far."""

    __slots__ = ("arguments", "lengths")

    def __init__(self, arguments: dict[str, Any]) -> None:
        self.arguments = arguments
        self.lengths: dict[str, int] = {}


Check = Callable[[str, Any, Call], Any]


def takes(
    **arguments: str | tuple[int, ...] | Check,
) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """Check these arguments before each call; the module docstring explains how to write a check.

    Type checkers see a function that accepts any arguments, because lists and everything else that
    NumPy turns into an array (`numpy.typing.ArrayLike`) are fine too. They know its result type.
    """
    checks = [(name, _check(what)) for name, what in arguments.items()]

    def decorate(function: Callable[..., Result]) -> Callable[..., Result]:
        names = tuple(signature(function).parameters)
        if unknown := set(arguments) - set(names):
            raise TypeError(f"{function.__name__} has no argument {', '.join(sorted(unknown))}")

        @wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Result:
            if _checks_are_off.get():
                return function(*args, **kwargs)
            given = dict(zip(names, args, strict=False))
            given.update(kwargs)
            if len(given) < len(args) + len(kwargs):  # too many arguments, or a repeated one
                return function(*args, **kwargs)  # raises Python's own TypeError
            call = Call(given)
            for name, check in checks:
                if name in given:
                    given[name] = check(name, given[name], call)
            return function(**given)

        return checked

    return decorate


def unchecked_inside(function: Callable[..., Result]) -> Callable[..., Result]:
    """Skip the checks of all calls that this function makes; `@takes` goes above it.

    Use it for a loop over data that has been checked once. Don't use it on a function that calls
    one of its arguments: mistakes in the caller's function would go unnoticed.
    """

    @wraps(function)
    def run(*args: Any, **kwargs: Any) -> Result:
        token = _checks_are_off.set(True)
        try:
            return function(*args, **kwargs)
        finally:
            _checks_are_off.reset(token)

    return run


def _check(what: str | tuple[int, ...] | Check) -> Check:
    if isinstance(what, str):
        return _array(what)
    return label_among(*what) if isinstance(what, tuple) else what


# ---------------------------------------------------------------- arrays


def _array(shape: str, empty: str = "") -> Check:
    """An array of this shape; `empty`, if given, is the error for an array without rows."""
    letters = shape.split()

    def check(name: str, value: Any, call: Call) -> FloatArray:
        lengths = call.lengths
        result = validation.array(name, value, *[lengths.get(x, x) for x in letters])
        if empty and not len(result):
            raise ValueError(f"{name} {empty}")
        for letter, length in zip(letters, result.shape, strict=True):
            lengths[letter] = length
        return result

    return check


def rows(shape: str, empty: str) -> Check:
    """An array of this shape with at least one row; the error is the name and then `empty`."""
    return _array(shape, empty)


def examples(why: str) -> Check:
    """X (n, d) with at least one example; the error ends with `why`."""
    return _array("n d", f"has no examples; {why}")


def any_shape(name: str, value: Any, call: Call) -> FloatArray:
    """An array of any shape; a number becomes an array without axes."""
    return validation.array(name, value)


def bias_and_weights(name: str, value: Any, call: Call) -> FloatArray:
    """Weights along the last axis, with the bias first."""
    weights = validation.array(name, value)
    if weights.ndim == 0 or weights.shape[-1] == 0:
        raise ValueError(
            f"{name} must have a bias and weights on its last axis, not shape {weights.shape}"
        )
    return weights


def finite_or_not(name: str, value: Any, call: Call) -> FloatArray:
    """Numbers in any shape; infinity is allowed, NaN is not."""
    z = validation.array(name, value, finite=False)
    if np.isnan(z).any():
        raise ValueError(f"{name} holds NaN; every entry must be a number")
    return z


def rows_of_scores(name: str, value: Any, call: Call) -> FloatArray:
    """Scores along the last axis; the largest must be finite."""
    Z = validation.array(name, value, finite=False)
    if Z.shape[-1:] == (0,) or not np.isfinite(Z.max(axis=-1)).all():
        raise ValueError(f"{name} must have a largest score along its last axis, and a finite one")
    return Z


def distribution(letter: str) -> Check:
    """Probabilities that add up to 1; the letter stands for their number."""

    def check(name: str, value: Any, call: Call) -> FloatArray:
        result = validation.distribution(name, value, call.lengths.get(letter, letter))
        call.lengths[letter] = len(result)
        return result

    return check


def probabilities(letter: str) -> Check:
    """Numbers between 0 and 1; the letter stands for their number."""
    array = _array(letter)

    def check(name: str, value: Any, call: Call) -> FloatArray:
        result: FloatArray = array(name, value, call)
        if (result < 0).any() or (result > 1).any():
            raise ValueError(f"{name} must lie between 0 and 1")
        return result

    return check


# ---------------------------------------------------------------- labels


def label_among(*choices: int) -> Check:
    """One of these whole numbers."""
    return lambda name, value, call: validation.label(name, value, choices)


def labels_among(*choices: int) -> Check:
    """n labels, each one of these whole numbers."""

    def check(name: str, value: Any, call: Call) -> IntArray:
        found = validation.labels(name, value, choices, length=call.lengths.get("n"))
        call.lengths["n"] = len(found)
        return found

    return check


def label(name: str, value: Any, call: Call) -> int:
    """One of the classes 0..K-1."""
    return validation.label(name, value, call.lengths["K"])


def labels(name: str, value: Any, call: Call) -> IntArray:
    """n labels, each one of the classes 0..K-1."""
    found = validation.labels(name, value, call.lengths["K"], length=call.lengths.get("n"))
    call.lengths["n"] = len(found)
    return found


def classes(name: str, value: Any, call: Call) -> int:
    """The number of classes, K."""
    call.lengths["K"] = validation.count(name, value, low=1)
    return call.lengths["K"]


def labels_of_any_kind(name: str, value: Any, call: Call) -> AnyArray:
    """n labels of any type."""
    found: AnyArray = validation.vector(name, value)
    return found


# ---------------------------------------------------------------- numbers


def number(name: str, value: Any, call: Call) -> float:
    """One finite number."""
    return validation.number(name, value)


def number_from(low: float) -> Check:
    """One finite number, at least `low`."""
    return lambda name, value, call: validation.number(name, value, low=low)


def number_above(low: float) -> Check:
    """One finite number greater than `low`."""
    return lambda name, value, call: validation.number(name, value, above=low)


def number_within(above: float, high: float) -> Check:
    """One number greater than `above` and at most `high`."""
    return lambda name, value, call: validation.number(name, value, above=above, high=high)


def one_probability(name: str, value: Any, call: Call) -> float:
    """One number between 0 and 1."""
    return validation.number(name, value, low=0, high=1)


def number_below(below: float, low: float = 0) -> Check:
    """One number, at least `low` and less than `below`."""

    def check(name: str, value: Any, call: Call) -> float:
        result = validation.number(name, value, low=low)
        if result >= below:
            raise ValueError(f"{name} must be less than {below:g}, not {result:g}")
        return result

    return check


def count(name: str, value: Any, call: Call) -> int:
    """One whole number, at least 0."""
    return validation.count(name, value)


def count_from(low: int) -> Check:
    """One whole number, at least `low`."""
    return lambda name, value, call: validation.count(name, value, low=low)


def generator(name: str, value: Any, call: Call) -> np.random.Generator:
    """A random generator."""
    return validation.generator(name, value)


def optional(check: Check) -> Check:
    """None, or a value that passes `check`."""
    return lambda name, value, call: None if value is None else check(name, value, call)


def function(name: str, value: Any, call: Call) -> Callable[..., Any]:
    """A function, or anything else that can be called."""
    if not callable(value):
        raise ValueError(f"{name} must be a function, not {validation.describe(value)}")
    result: Callable[..., Any] = value
    return result


# ---------------------------------------------------------------- outcomes and events


def outcomes(name: str, value: Any, call: Call) -> list[Any]:
    """At least one outcome, without repeats."""
    omega = list(value)
    if not omega:
        raise ValueError(f"{name} is empty; a distribution needs at least one outcome")
    if len(set(omega)) != len(omega):
        raise ValueError(f"{name} names an outcome twice; each must appear once")
    return omega


def probability_of_each(name: str, value: Mapping[Any, Any], call: Call) -> Mapping[Any, Any]:
    """A dict from outcome to probability."""
    if not all(p >= 0 for p in value.values()) or not abs(sum(value.values()) - 1) <= 1e-6:
        raise ValueError(f"{name} must hold probabilities, none negative, that add up to 1")
    return value


def event(name: str, value: Any, call: Call) -> set[Any]:
    """A set of outcomes from `dist`."""
    if isinstance(value, str) or not isinstance(value, Collection):
        raise ValueError(f"{name} must be a set of outcomes, not {validation.describe(value)}")
    unknown = set(value) - set(call.arguments["dist"])
    if unknown:
        raise ValueError(f"{name} holds {sorted(map(str, unknown))}, not among dist's outcomes")
    return set(value)


def events(name: str, value: Any, call: Call) -> list[set[Any]]:
    """At least one event."""
    if not value:
        raise ValueError(f"{name} is empty; the chain rule needs at least one event")
    return [event(f"{name}[{i}]", one, call) for i, one in enumerate(value)]


# ---------------------------------------------------------------- texts


def words(name: str, value: Any, call: Call) -> Any:
    """A list of words, not a single string."""
    if isinstance(value, str):
        raise ValueError(f"{name} must be a list of words, not one string: split it first")
    return value


def word_set(name: str, value: Any, call: Call) -> Any:
    """A set of words, not a single string."""
    if isinstance(value, str):
        raise ValueError(f"{name} must be a set of words, not one string")
    return value


def documents(name: str, value: Any, call: Call) -> list[list[str]]:
    """Documents, each a list of words."""
    return [list(words(f"{name}[{i}]", one, call)) for i, one in enumerate(value)]


def labelled_documents(name: str, value: Any, call: Call) -> list[tuple[Any, Any]]:
    """At least one pair (words, label)."""
    pairs = list(value)
    if not pairs:
        raise ValueError(f"{name} is empty; training needs at least one (words, label)")
    for pair in pairs:
        if isinstance(pair, str) or len(pair) != 2:
            raise ValueError(f"{name} must hold pairs (words, label), not {pair!r}")
        words(f"the words of an example in {name}", pair[0], call)
    return pairs


def some_labels(why: str) -> Check:
    """At least one label; the error ends with `why`."""

    def check(name: str, value: Any, call: Call) -> list[Any]:
        options = list(value)
        if not options:
            raise ValueError(f"{name} is empty; {why}")
        return options

    return check


def lexicon_with_label(name: str, value: Any, call: Call) -> Any:
    """A dict from label to words that contains the requested label."""
    _known(call.arguments["label"], value, name)
    words(f"{name}[label]", value[call.arguments["label"]], call)
    return value


def model_with_label(name: str, value: Any, call: Call) -> Any:
    """A naive Bayes model that knows the requested label."""
    _known(call.arguments["label"], value["log_priors"], "the model")
    return value


def _known(label: Any, table: Mapping[Any, Any], where: str) -> None:
    if label not in table:
        raise ValueError(f"label is {label!r}; {where} knows {list(table)}")


def duels(name: str, value: Mapping[Any, Any], call: Call) -> Mapping[tuple[int, int], int]:
    """The winner of each duel between two classes: {(i, j): winner}."""
    for pair, winner in value.items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise ValueError(f"{name} must have pairs (i, j) as keys, not {pair!r}")
        for k in pair:
            label(f"a class in {name}", k, call)
        if winner not in pair:
            raise ValueError(f"{name} says {winner} won the duel {pair}, which it was not in")
        label(f"a class in {name}", winner, call)
    if missing := {*combinations(range(call.lengths["K"]), 2)} - {*map(tuple, map(sorted, value))}:
        raise ValueError(
            f"{name} must have a winner for every pair of classes; {min(missing)} has none"
        )
    return value
