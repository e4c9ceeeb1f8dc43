"""Checks for the arguments of the lecture modules; errors name the argument.

Each function returns a *new* array (or a plain number), so the caller's data never changes.
"""

from collections.abc import Sequence
from math import inf, isfinite
from typing import Any

import numpy as np

from lincourse.typing import FloatArray, IntArray


def array(name: str, value: Any, *shape: int | str, finite: bool = True) -> FloatArray:
    """A new float array of the given shape: a number fixes a length, a letter leaves it open.

    >>> array("W", [[1, 2], [3, 4]], "K", 2)
    array([[1., 2.],
           [3., 4.]])
    """
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "c":  # NumPy drops imaginary parts with only a warning
            raise ValueError(f"{name} holds complex numbers; every entry must be a real number")
    elif hasattr(value, "toarray"):  # a SciPy sparse array
        raise ValueError(f"{name} is sparse, which is not supported; {name}.toarray() is an array")
    try:
        result = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of numbers, not {describe(value)}") from error
    # A finite product proves that all entries are finite. Otherwise look at each entry: squares of
    # finite numbers such as 1e200 overflow too.
    if finite and not isfinite(np.vdot(result, result)) and not np.isfinite(result).all():
        raise ValueError(f"{name} holds NaN or infinity; every entry must be a finite number")
    if shape:
        _check_shape(name, result.shape, shape)
    return result


def labels(
    name: str, value: Any, allowed: Sequence[int] | int, length: int | None = None
) -> IntArray:
    """Whole-number labels (n,): each one of `allowed`, or 0..K-1 if `allowed` is a number K."""
    try:
        found = np.asarray(value)
    except ValueError as error:  # ragged rows
        raise ValueError(f"{name} must be one label per example, not {describe(value)}") from error
    if found.ndim != 1:
        raise ValueError(
            f"{name} must be one label per example, with shape (n,), not shape {found.shape}"
        )
    if length is not None and found.shape[0] != length:
        raise ValueError(
            f"{name} has {found.shape[0]} labels for {length} examples; there must be one each"
        )
    if found.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold whole numbers, not {describe(value)}")
    if isinstance(allowed, int | np.integer):
        known = (found >= 0) & (found < allowed) & (found == np.floor(found))
    else:
        known = np.any([found == choice for choice in allowed], axis=0)
    if not known.all():
        label(name, found[~known][0].item(), allowed)  # raises the error
    return found.astype(int)


def label(name: str, value: Any, allowed: Sequence[int] | int) -> int:
    """One whole-number label, checked as in `labels`."""
    choices = range(allowed) if isinstance(allowed, int | np.integer) else allowed
    try:
        whole = int(value)
        good = whole == value and whole in choices
    except (TypeError, ValueError, OverflowError):
        good = False
    if not good:
        wanted = (
            f"0 to {allowed - 1}"
            if isinstance(allowed, int | np.integer)
            else " or ".join(
                f"{choice:+d}" if min(choices) < 0 else str(choice) for choice in choices
            )
        )
        raise ValueError(f"{name} must be {wanted}, not {value!r}")
    return whole


def number(
    name: str, value: Any, low: float = -inf, above: float = -inf, high: float = inf
) -> float:
    """One finite number, with low <= value <= high and value > above."""
    try:
        result = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be a number, not {describe(value)}") from error
    if not isfinite(result):
        raise ValueError(f"{name} must be a finite number, not {value!r}")
    if result < low:
        raise ValueError(f"{name} must be at least {low:g}, not {result:g}")
    if result <= above:
        raise ValueError(f"{name} must be more than {above:g}, not {result:g}")
    if result > high:
        raise ValueError(f"{name} must be at most {high:g}, not {result:g}")
    return result


def count(name: str, value: Any, low: int = 0) -> int:
    """One whole number, at least `low`."""
    if type(value) is int and value >= low:  # a fast path for the usual case
        return value
    result = number(name, value)
    if result != int(result):
        raise ValueError(f"{name} must be a whole number, not {value!r}")
    if result < low:
        raise ValueError(f"{name} must be at least {low}, not {int(result)}")
    return int(result)


def distribution(name: str, value: Any, *shape: int | str) -> FloatArray:
    """Probabilities (K,): none negative, adding up to 1."""
    result = array(name, value, *(shape or ("K",)))
    if (result < 0).any():
        raise ValueError(f"{name} holds a negative probability")
    if abs(result.sum() - 1) > 1e-6:
        raise ValueError(f"{name} must add up to 1, not {result.sum():.6g}")
    return result


def generator(name: str, value: Any) -> np.random.Generator:
    """A random generator."""
    if not isinstance(value, np.random.Generator):
        raise ValueError(
            f"{name} must be a generator, np.random.default_rng(seed), not {describe(value)}"
        )
    return value


def vector(name: str, value: Any) -> Any:
    """Labels of any type, (n,)."""
    try:
        found = np.array(value)
    except ValueError as error:
        raise ValueError(f"{name} must have shape (n,), not ragged rows") from error
    if found.ndim != 1:
        raise ValueError(f"{name} must have shape (n,), not {found.shape}")
    return found


def describe(value: Any) -> str:
    """A short description of a value for an error message."""
    text = repr(value)
    return text if len(text) <= 40 else f"a {type(value).__name__}"


def _check_shape(name: str, found: tuple[int, ...], wanted: tuple[int | str, ...]) -> None:
    fits = len(found) == len(wanted)
    for have, want in zip(found, wanted, strict=False):
        fits = fits and (have == want or isinstance(want, str))
    if not fits:
        pattern = "(" + ", ".join(map(str, wanted)) + ("," if len(wanted) == 1 else "") + ")"
        raise ValueError(f"{name} must have shape {pattern}, not {found}")
