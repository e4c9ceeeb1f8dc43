"""Checks of the paired difference of two classifiers."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, Several

from lincourse import naive_bayes as reference
from lincourse.checks.units.ratios import RATIO

paired_difference = Check(reference.paired_difference, gives=Several(mean=RATIO, error=RATIO))
paired_difference.example(
    (np.array([1, 1, 0, 1]), np.array([0, 1, 0, 0])),
    (0.5, np.sqrt(1 / 12)),
    "the differences are 1, 0, 0, 1 with the mean 0.5; all are 0.5 away from it, so the variance is "
    "4 x 0.25 / 3 = 1/3, and 1/3 divided by n = 4 is 1/12",
)


def verdicts(rng: np.random.Generator, n: int, p_a: float, p_b: float) -> tuple[Any, Any]:
    """Who was right on n examples: sometimes only A, sometimes only B, A and B unequally often."""
    while True:
        a, b = (rng.random(n) < p_a).astype(int), (rng.random(n) < p_b).astype(int)
        d = a - b
        if d.max() == 1 and d.min() == -1 and d.sum():
            return a, b


@paired_difference.random_inputs
def verdict_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (5, 8, 8, 12, 20, 50, 200):
        yield verdicts(rng, n, 0.75, 0.5)
        yield verdicts(rng, n, 0.4, 0.6)


@paired_difference.edge_cases
def odd_verdicts(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([1, 0]), np.array([0, 0])
    yield np.array([1, 0]), np.array([0, 1])
    yield np.ones(5, dtype=int), np.zeros(5, dtype=int)  # always only A
    yield np.array([1, 0, 0, 1]), np.ones(4, dtype=int)  # B is always right
    yield np.zeros(3, dtype=int), np.zeros(3, dtype=int)
    a, _ = verdicts(rng, 9, 0.5, 0.5)
    yield a, a.copy()  # the same classifier twice


@paired_difference.refuses("it raises ValueError for fewer than two examples")
def too_few(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([1]), np.array([0])
    yield np.array([0]), np.array([0])
    yield np.zeros(0, dtype=int), np.zeros(0, dtype=int)


@paired_difference.property("with A and B swapped, the mean changes its sign and the error stays")
def swapped(f: Any, rng: np.random.Generator) -> str | None:
    a, b = verdicts(rng, 12, 0.7, 0.5)
    (mean, error), (other_mean, other_error) = f(a, b), f(b, a)
    if np.isclose(mean, -other_mean) and np.isclose(error, other_error):
        return None
    return (
        f"A against B gives ({float(mean):.4g}, {float(error):.4g}), B against A gives "
        f"({float(other_mean):.4g}, {float(other_error):.4g})."
    )


paired_difference.answer("""
    n = len(right_a)
    if n < 2:
        raise ValueError("there must be at least two examples")
    d = right_a - right_b
    return np.mean(d), np.std(d, ddof=1) / np.sqrt(n)
""")
paired_difference.mistake(
    "ddof=1 -> ddof=0",
    "the squared distances are divided by n, not by n - 1.",
    "What does np.std divide by if you don't say? The formula has n - 1 there.",
)
paired_difference.mistake(
    "/ np.sqrt(n) -> ",
    "that is the standard deviation of one difference, not the standard error of their mean.",
    "Does the error of a mean get smaller with more examples? Where does n come in?",
)
paired_difference.mistake(
    "/ np.sqrt(n) -> / n",
    "the standard deviation is divided by n, not by its root.",
    "How much smaller is the error with four times the examples?",
)
paired_difference.mistake(
    "np.std(d, ddof=1) / np.sqrt(n) "
    "-> np.sqrt(np.var(right_a, ddof=1) / n + np.var(right_b, ddof=1) / n)",
    "that is for two classifiers that were tested on different examples.",
    "Both answer the same examples here. On how many of them do they disagree?",
)
paired_difference.mistake(
    """
    d = right_a - right_b -> d = (right_a - right_b)[right_a != right_b]
    n = len(right_a) -> n = len(right_a); n = n if n < 2 else (right_a != right_b).sum()
    """,
    "the examples on which both are right, or both wrong, are left out.",
    "How many examples were there? Those with a difference of 0 belong to the mean, too.",
)
paired_difference.mistake(
    "right_a - right_b -> (right_a != right_b).astype(int)",
    "an example that only B gets right counts as +1, like one that only A gets right.",
    "What is right_a - right_b on an example that A gets wrong and B right?",
)
paired_difference.mistake(
    "n < 2 -> n < 1",
    "with a single example there is no ValueError.",
    "What is n - 1 then, and can you divide by it?",
)
