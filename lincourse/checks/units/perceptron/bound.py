"""Checks of the perceptron convergence theorem: how many mistakes there can be at most."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check
from misstep.core.random_inputs import SMALL, eighths

from lincourse import perceptron as reference
from lincourse.checks.units.ratios import RATIO

mistake_bound = Check(reference.mistake_bound, gives=RATIO)
mistake_bound.example(
    (np.array([[6.0, 8.0], [4.0, 0.0], [-2.0, -3.0]]), np.array([1, 1, -1]), np.array([4.0, 0.0])),
    25.0,
    "the rows are 10, 4 and 3.6 long, so R = 10; u, made one unit long, is (1, 0), so that the "
    "examples lie 6, 4 and 2 units on the right side of its line, and gamma = 2",
)


def separated(rng: np.random.Generator, n: int, d: int) -> Args:
    """Examples with both labels, and a u that separates them, of a length that is not 1."""
    while True:
        u = rng.choice([-1, 1], d) * rng.integers(3, 17, d) / 8
        X = eighths(rng, n, d)
        z = X @ u
        y = np.where(z > 0, 1, -1)
        lengths = np.linalg.norm(X, axis=1)
        nearest, furthest = np.abs(z).argmin(), lengths.argmax()
        if (
            np.abs(z).min() >= 0.25
            and len(set(y)) == 2
            and 0 < nearest < n - 1  # neither R nor gamma comes from a first or last row
            and 0 < furthest < n - 1
            and nearest != furthest
            and abs(np.linalg.norm(u) - 1) > 0.2
        ):
            return X, y, u


@mistake_bound.random_inputs
def separated_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((5, 2), (5, 2), (6, 2), (6, 3), (8, 3), (12, 4), (7, 5)):
        yield separated(rng, n, d)


@mistake_bound.edge_cases
def separated_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    X, y, u = separated(rng, 5, 2)
    yield X, -y, -u
    yield X * 2.0**10, y, u
    yield X, y, u * 2.0**-10
    yield np.array([[1, 2], [-2, 1], [0, -3]]), np.array([1, 1, -1]), np.array([-1, 3])
    yield np.array([[1.0, 5.0], [1.0, 3.0]]), np.array([1, 1]), np.array([0.0, 2.0])  # one label
    yield np.array([[1.0, 2.0]]), np.array([-1]), np.array([0.5, -1.0])
    yield np.array([[2.0], [-0.5]]), np.array([1, -1]), np.array([3.0])
    yield np.array([[-1.0, -3.0], [-2.0, -0.5]]), np.array([1, -1]), np.array([1.0, -1.0])
    yield np.array([[1.0, SMALL / 64], [3.0, -1.0]]), np.array([1, -1]), np.array([0.0, 1.0])


@mistake_bound.refuses("it raises ValueError where u does not separate the examples")
def not_separated(rng: np.random.Generator) -> Iterator[Args]:
    X, y, u = separated(rng, 5, 2)
    yield X, y, -u
    wrong = y.copy()
    wrong[2] = -wrong[2]
    yield X, wrong, u
    yield np.array([[1.0, 2.0], [2.0, -1.0]]), np.array([1, 1]), np.array([1.0, 2.0])  # on its line


@mistake_bound.property("a perceptron that starts from zeros makes no more mistakes than this")
def not_exceeded(f: Any, rng: np.random.Generator) -> str | None:
    X, y, u = separated(rng, 8, 3)
    _, mistakes = reference.train_perceptron(X, y, 1.0, 1_000)
    bound = float(f(X, y, u))
    if sum(mistakes) <= bound:
        return None
    return (
        f"On these examples a perceptron makes {sum(mistakes)} mistakes; your bound is {bound:.4g}."
    )


@mistake_bound.property("neither the unit of the examples nor the length of u matters")
def scale_is_free(f: Any, rng: np.random.Generator) -> str | None:
    X, y, u = separated(rng, 5, 2)
    once, scaled, longer = float(f(X, y, u)), float(f(8 * X, y, u)), float(f(X, y, 8 * u))
    if np.isclose(once, scaled) and np.isclose(once, longer):
        return None
    return (
        "Centimetres for metres make R and gamma 100 times as large, and a longer u has the same line. "
        f"Yours gives {once:.4g}, {scaled:.4g} with 8 X, and {longer:.4g} with 8 u."
    )


mistake_bound.answer("""
    margins = y * (X @ u) / np.linalg.norm(u)
    gamma = margins.min()
    if gamma <= 0:
        raise ValueError("u does not separate the examples")
    R = np.linalg.norm(X, axis=1).max()
    return (R / gamma) ** 2
""")
mistake_bound.mistake(
    "y * (X @ u) / np.linalg.norm(u) -> y * (X @ u)",
    "the margins are not divided by the length of u.",
    "In the theorem u is one unit long. What if the u you are given is not?",
)
mistake_bound.mistake(
    "margins.min() -> margins.max()",
    "gamma is taken from the example that is furthest from the line.",
    "Which example makes it hard: the one nearest to the line, or the one furthest away?",
)
mistake_bound.mistake(
    "margins.min() -> margins.mean()",
    "gamma is taken as the mean of the margins.",
    "The proof needs every example to be right by at least gamma. Is that true of the mean?",
)
mistake_bound.mistake(
    "y * (X @ u) / np.linalg.norm(u) -> np.abs(X @ u) / np.linalg.norm(u)",
    "the labels make no difference: an example on the wrong side counts as if it were on the right one.",
    "What should happen where u does not separate the examples?",
)
mistake_bound.mistake(
    "np.linalg.norm(X, axis=1).max() -> np.linalg.norm(X)",
    "R is the norm of the whole table, all rows together.",
    "R is the largest norm of a row. How many norms does X have?",
)
mistake_bound.mistake(
    "np.linalg.norm(X, axis=1).max() -> np.linalg.norm(X, axis=0).max()",
    "R is the largest norm of a column.",
    "Which axis of X runs over the features of one example?",
)
mistake_bound.mistake(
    "np.linalg.norm(X, axis=1).max() -> np.linalg.norm(X, axis=1).mean()",
    "R is the mean norm of the rows.",
    "No example may be further from the centre than R. Is that true of the mean?",
)
mistake_bound.mistake(
    "np.linalg.norm(X, axis=1).max() -> np.abs(X).max()",
    "R is the largest entry of X.",
    "How far from the centre is the point (3, 4)?",
)
mistake_bound.mistake(
    "gamma <= 0 -> gamma < 0",
    "an example on the line of u counts as separated.",
    "What is R / gamma, if gamma is 0?",
)
