"""Simple changes of a result or an argument, each with its words.

In testing, these are called metamorphic relations: they hold between results, whatever the function
computes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Numbers = Callable[[Any], Any]
# Changes of the right result x that keep its shape.
RESULTS: list[tuple[Numbers, str, str]] = [
    (
        lambda x: -x,
        "the sign is the opposite of what it should be.",
        "What is subtracted from what?",
    ),
    (
        np.abs,
        "the sign is lost: what should be negative is positive.",
        "Where is the sign dropped?",
    ),
    (
        lambda x: np.maximum(x, 0),
        "what should be negative is 0.",
        "Which of your lines keeps a number from going below 0?",
    ),
    (
        lambda x: 1 - x,
        "it is 1 minus what is expected.",
        "Which is asked for: something, or its opposite?",
    ),
    (np.square, "it is the square of what is expected.", "Is a square root missing?"),
    (np.sqrt, "it is the square root of what is expected.", "Is a root taken once too often?"),
    (np.exp, "it is e to the power of what is expected.", "Is exp called once too often?"),
    (
        np.log,
        "it is the logarithm of what is expected.",
        "Is the logarithm asked for, or the number?",
    ),
    (
        lambda x: np.log(x) / -1,
        "it is minus the logarithm of what is expected.",
        "Is the logarithm asked for, or the number itself?",
    ),
    (np.trunc, "everything after the decimal point is cut off.", "Is int or // in your code?"),
    (np.round, "it is rounded to whole numbers.", "Which of your lines rounds?"),
    *(
        (
            lambda x, places=places: np.round(x, places),
            f"the result is rounded to {places} decimal{'s' * (places > 1)}.",
            "Return the number as it is: nothing should be rounded.",
        )
        for places in range(1, 5)
    ),
    (lambda x: x[::-1], "the entries come in the reverse order.", "Which end should come first?"),
    (lambda x: x.T, "rows and columns have changed places.", "Which axis belongs to what?"),
    (
        lambda x: (x >= 0.5).astype(float),
        "only 0 and 1 come back: whichever is nearer, instead of the number itself.",
        "Is a decision asked for, or how sure it is?",
    ),
    (
        np.cumsum,
        "the entries are added up from the first on.",
        "Should a counter start again at 0?",
    ),
    (lambda x: x + 1, "everything is 1 too large.", "Do you count from 0 or from 1?"),
    (lambda x: x - 1, "everything is 1 too small.", "Do you count from 0 or from 1?"),
    (lambda x: np.roll(x, -1), "the entries are one place too early.", "Do you count from 0?"),
    (lambda x: x / x.sum(), "all entries are divided by their sum.", "What should add up to 1?"),
    (
        lambda x: x / x.max(),
        "all entries are divided by the largest of them, so that it becomes 1.",
        "What should the entries be a share of?",
    ),
    (
        lambda x: np.where(x == 0, -1, x),
        "there is -1 where there should be 0.",
        "Which two labels does the docstring name?",
    ),
]
# Changes that don't: of the right result, and in BACK of the student's.
SHAPES: list[tuple[Numbers, str, str]] = [
    (lambda x: x.T, "rows and columns have changed places.", "Which axis belongs to what?"),
    (
        np.ravel,
        "the entries are right, but they are all in one row.",
        "Which line loses the shape?",
    ),
    (lambda x: x[:, None], "each entry has a row of its own.", "Which line makes a column of it?"),
    (lambda x: x[None], "there is one axis too many.", "Which line adds an axis?"),
    (np.diag, "only the diagonal is there.", "What should there be off the diagonal?"),
    (
        lambda x: np.sum(x) if np.isclose(np.sum(x), 0) else x[()],
        "all entries are added up, or their mean is taken, so that one number is left.",
        "Over which axis should a sum or a mean run?",
    ),
    (
        np.prod,
        "all entries are multiplied with each other.",
        "Should one number come back, or all?",
    ),
    (
        np.mean,
        "the mean of all entries is taken, so that one number is left.",
        "Over which axis should a mean run?",
    ),
    (lambda x: x[:-1], "the last entry is missing.", "Where does your loop or slice end?"),
    (lambda x: x[1:], "the first entry is missing.", "Where does your loop or slice begin?"),
    (lambda x: x[0], "only the first entry is there.", "Is a return inside a loop?"),
    (lambda x: x[-1], "only the last entry is there.", "Does your code keep the others?"),
    (
        np.argmax,
        "only the position of the largest entry comes back.",
        "Is one of the entries asked for, or all of them?",
    ),
    (np.max, "only the largest entry comes back.", "Is one of them asked for, or all?"),
]
BACK: list[tuple[Numbers, str, str]] = [
    (np.sum, "the parts are right; what is missing is their sum.", "What adds them up?"),
    (np.mean, "the parts are right; what is missing is their mean.", "What takes their mean?"),
    (np.prod, "the parts are right; what is missing is their product.", "What multiplies them?"),
    (
        lambda x: x.mean(axis=0),
        "there is one row for each example; what is missing is their mean.",
        "What should become of the rows in the end?",
    ),
    (
        lambda x: x[:, -1],
        "what is expected is the last column of what you return.",
        "Which column of it is wanted?",
    ),
    (
        lambda x: x.argmax(axis=-1) if x.ndim > 1 else x,
        "what is expected is the position of the largest entry in each row of what you return.",
        "What finds a position, and along which axis?",
    ),
    (np.argmax, "the position of the largest entry is wanted.", "What finds the position?"),
]
FACTORS = {
    100: "it is in per cent: 100 times what is expected.",
    1 / np.log(2): "the logarithm is to base 2, not the natural one.",
    1 / np.log(10): "the logarithm is to base 10, not the natural one.",
}
ARRAYS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda a: a[::-1], "in the reverse order"),
    (lambda a: a.T, "transposed"),
    (lambda a: -a, "multiplied by -1"),
    (np.abs, "replaced by its absolute values"),
    (np.square, "squared"),
    (lambda a: 2 * a, "doubled"),
    (lambda a: a / 2, "halved"),
    (np.zeros_like, "set to 0"),
    (np.ones_like, "set to 1"),
    (lambda a: (a > 0).astype(a.dtype), "replaced by 1 where it is above 0, and 0 elsewhere"),
    (lambda a: 2 * a - 1, "replaced by 2 times itself minus 1"),
    (lambda a: 1 - a, "replaced by 1 minus itself"),
    (lambda a: a + 1, "increased by 1"),
    (lambda a: a - 1, "reduced by 1"),
    (lambda a: a[1:], "the first {entry} of {name} is left out"),
    (lambda a: a[:1], "only the first {entry} of {name} counts"),
    (lambda a: a[-1:], "only the last {entry} of {name} counts"),
    (lambda a: a[:, 1:], "the first column of {name} is left out"),
    (lambda a: np.concatenate([a[:1] * 0, a[1:]]), "the first {entry} of {name} is taken as 0"),
    (lambda a: np.sort(a, axis=0), "sorted"),
    (np.exp, "replaced by its exponential"),
]
NUMBERS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda a: a + 1, "increased by 1"),
    (lambda a: a - 1, "reduced by 1"),
    (lambda a: -a, "multiplied by -1"),
    (lambda a: 0 * a, "set to 0"),
    (lambda a: a * 0 + 1, "set to 1"),
    (lambda a: 2 * a, "doubled"),
    (lambda a: a / 2, "halved"),
    (lambda a: a**2, "squared"),
    (lambda a: a**0.5, "replaced by its square root"),
    (lambda a: 1 - a, "replaced by 1 minus itself"),
]
LISTS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda a: a[::-1], "in the reverse order"),
    (lambda a: a[1:], "the first {entry} of {name} is left out"),
    (lambda a: a[:1], "only the first {entry} of {name} counts"),
    (lambda a: a[-1:], "only the last {entry} of {name} counts"),
    (lambda a: list(dict.fromkeys(a)), "with every entry only once"),
    (sorted, "sorted"),
]
