"""Simple changes of a result or an argument, each under the kind of its finding.

In testing, these are called metamorphic relations: they hold between results, whatever the function
computes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Changes = dict[str, Callable[[Any], Any]]

# Changes of the right result x that keep its shape.
RESULTS: Changes = {
    "opposite-sign": lambda x: -x,
    "lost-sign": np.abs,
    "negative-is-zero": lambda x: np.maximum(x, 0),
    "one-minus-result": lambda x: 1 - x,
    "squared-result": np.square,
    "root-of-result": np.sqrt,
    "log-of-result": np.log,
    "decimals-cut-off": np.trunc,
    "reversed-result": lambda x: x[::-1],
    "transposed-result": lambda x: x.T,
    "decision-returned": lambda x: (x >= 0.5).astype(float),
    "cumulative-result": np.cumsum,
    "one-place-early": lambda x: np.roll(x, -1),
    "divided-by-largest": lambda x: x / x.max(),
    "minus-one-for-zero": lambda x: np.where(x == 0, -1, x),
}
# Changes of the right result that change its shape.
SHAPES: Changes = {
    "transposed-result": lambda x: x.T,
    "flattened-result": np.ravel,
    "only-diagonal": np.diag,
    "all-added-up": lambda x: np.sum(x) if np.isclose(np.sum(x), 0) else x[()],
    "all-multiplied": np.prod,
    "mean-of-all": np.mean,
    "last-entry-missing": lambda x: x[:-1],
    "first-entry-missing": lambda x: x[1:],
    "only-first-entry": lambda x: x[0],
    "only-last-entry": lambda x: x[-1],
    "only-index-of-largest": np.argmax,
}
# Changes of the student's result that make it right.
MISSING_STEPS: Changes = {
    "sum-missing": np.sum,
    "mean-missing": np.mean,
    "last-column-wanted": lambda x: x[:, -1],
    "index-in-rows-wanted": lambda x: x.argmax(axis=-1) if x.ndim > 1 else x,
    "index-wanted": np.argmax,
}
FACTORS = {100: "per-cent", 1 / np.log(2): "log-base-2", 1 / np.log(10): "log-base-10"}
# Changes of an argument.
LISTS: Changes = {
    "argument-reversed": lambda a: a[::-1],
    "first-entry-left-out": lambda a: a[1:],
    "only-first-entry-counts": lambda a: a[:1],
    "only-last-entry-counts": lambda a: a[-1:],
    "argument-without-repeats": lambda a: list(dict.fromkeys(a)),
    "argument-sorted": sorted,
}
NUMBERS: Changes = {
    "argument-plus-one": lambda a: a + 1,
    "argument-minus-one": lambda a: a - 1,
    "argument-negated": lambda a: -a,
    "argument-one": lambda a: a * 0 + 1,
    "argument-halved": lambda a: a / 2,
    "argument-squared": lambda a: a**2,
    "one-minus-argument": lambda a: 1 - a,
}
ARRAYS: Changes = {
    "argument-reversed": lambda a: a[::-1],
    "argument-transposed": lambda a: a.T,
    **NUMBERS,
    "argument-absolute": np.abs,
    "argument-one-if-positive": lambda a: (a > 0).astype(a.dtype),
    "first-entry-left-out": lambda a: a[1:],
    "only-first-entry-counts": lambda a: a[:1],
    "only-last-entry-counts": lambda a: a[-1:],
    "first-column-left-out": lambda a: a[:, 1:],
    "first-entry-zero": lambda a: np.concatenate([a[:1] * 0, a[1:]]),
    "argument-sorted": lambda a: np.sort(a, axis=0),
}
