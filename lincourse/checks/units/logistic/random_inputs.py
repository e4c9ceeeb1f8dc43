"""Examples worked by hand, and how inputs are drawn, for the checks of this unit."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from misstep import Args

LOG3 = np.log(3)
EXAMPLES = np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 0.0]])
WEIGHTS = np.array([0.0, LOG3])  # the scores are log 3, -log 3 and 0: 3/4, 1/4 and 1/2
LABELS = np.array([1, 1, 0])
TANH_WEIGHTS = np.array([0.0, LOG3 / 2])  # tanh(log 3 / 2) is 1/2
TANH_LABELS = np.array([1, 1, -1])

SHAPES = ((2, 2), (3, 2), (2, 3), (4, 3), (3, 3), (6, 4), (5, 5), (12, 3), (1, 3), (7, 1))


def problem(rng: np.random.Generator, n: int, d: int, labels: tuple[int, int] = (0, 1)) -> Args:
    """(w, X, y): the bias first in some X, both labels where n > 1, scores between -15 and 15."""
    w, X = rng.integers(-12, 13, d) / 8, rng.integers(-16, 17, (n, d)) / 8
    w[0] += 0.0625  # never 0, so that a forgotten bias shows
    if rng.random() < 0.7:
        X[:, 0] = 1.0
    y = np.array(labels)[rng.integers(0, 2, n)]
    y[: min(n, 2)] = rng.permutation(labels)[: min(n, 2)]
    return w, X, y


def problems(rng: np.random.Generator, labels: tuple[int, int] = (0, 1)) -> Iterator[Args]:
    """Small problems first; as many examples as features, more of them, and fewer."""
    for n, d in SHAPES:
        yield problem(rng, n, d, labels)
        yield problem(rng, n, d, labels)


def odd_problems(rng: np.random.Generator, labels: tuple[int, int] = (0, 1)) -> Iterator[Args]:
    """Whole numbers, one class only, one example and many, weights of zero, a feature of zero."""
    low, high = labels
    yield (
        rng.integers(-2, 3, 3),
        rng.integers(-3, 4, (5, 3)),
        np.array([low, high, high, low, high]),
    )
    yield np.array([1, -2]), np.array([[1, 1], [1, -1], [1, 3]]), np.array([high, low, low])
    for label in labels:
        w, X, y = problem(rng, 4, 3, labels)
        yield w, X, np.full_like(y, label)
        w, X, y = problem(rng, 1, 2, labels)
        yield w, X, np.full_like(y, label)
    yield problem(rng, 60, 4, labels)
    _, X, y = problem(rng, 6, 3, labels)
    yield np.zeros(3), X, y
    w, X, y = problem(rng, 5, 3, labels)
    X[:, 1] = 0.0
    yield w / 3, X, y


def with_signed_labels(draw: Callable[..., Any]) -> Callable[..., Any]:
    """The same inputs with the labels -1 and +1."""
    return lambda rng: draw(rng, (-1, 1))
