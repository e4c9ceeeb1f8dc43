"""How the checks of unit 07 draw their inputs.

Ordinary scores are exact multiples of 1/64 and small enough for every right form; large ones are
either less than 24 or more than 800 apart, so that no right form disagrees on what rounds to 0.
"""

from collections.abc import Iterator
from functools import partial
from math import log
from typing import Any

import numpy as np
from misstep import Args
from misstep.core import random_inputs

eighths = partial(random_inputs.eighths, reach=2)

# the example that is worked by hand: e to the scores is 2 1 1, 1/2 1 1 and 1 1 1
EXAMPLES = np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 0.0]])
WEIGHTS = np.array([[0.0, log(2)], [0.0, 0.0], [0.0, 0.0]])
LABELS = np.array([0, 2, 1])

SHAPES = (  # n, d, K: all different, two alike, all alike; one example, one feature, two classes
    (2, 2, 2),
    (2, 3, 4),
    (4, 2, 3),
    (3, 3, 3),
    (3, 2, 3),
    (4, 4, 3),
    (5, 3, 3),
    (6, 4, 2),
    (1, 3, 4),
    (7, 1, 3),
    (3, 5, 5),
    (12, 3, 5),
)


def problem(rng: np.random.Generator, n: int, d: int, K: int) -> Args:
    """(W, X, y): the bias first in some X, any labels, even ones that leave classes out."""
    W, X = eighths(rng, K, d), eighths(rng, n, d)
    W[:, 0] += np.arange(K) / 16  # no two classes alike, so that mixing them up shows
    if rng.random() < 0.7 and d > 1:
        X[:, 0] = 1.0
    X[X == 0] = 0.125
    y = rng.integers(0, K, n)
    if n > 1:
        y[:2] = rng.permutation(K)[:2]
    return W, X, y


def problems(rng: np.random.Generator) -> Iterator[Args]:
    """Small problems first, with all kinds of shapes."""
    for n, d, K in SHAPES:
        yield problem(rng, n, d, K)
    for n, d, K in SHAPES[:4]:
        yield problem(rng, n, d, K)


def odd_problems(rng: np.random.Generator) -> Iterator[Args]:
    """Whole numbers, weights of zero, one class only, a class without examples, many examples."""
    yield rng.integers(-2, 3, (3, 2)), rng.integers(-3, 4, (4, 2)), np.array([2, 0, 1, 2])
    yield np.array([[1, 0], [0, 1]]), np.array([[1, 2], [1, -1], [1, 0]]), np.array([1, 0, 0])
    _, X, y = problem(rng, 5, 3, 4)
    yield np.zeros((4, 3)), X, y
    for label in (0, 3):
        W, X, y = problem(rng, 4, 3, 4)
        yield W, X, np.full_like(y, label)
    W, X, _ = problem(rng, 6, 3, 5)
    yield W, X, rng.integers(0, 3, 6)
    yield problem(rng, 60, 4, 6)
    W, X, y = problem(rng, 5, 3, 3)
    X[:, 1] = 0.0
    yield W / 3, X, y


def huge_problems(rng: np.random.Generator) -> Iterator[Args]:
    """Scores of ±1000 and beyond."""
    one = np.array([[1.0]])
    for label in (0, 1, 2):
        yield np.array([[1000.0], [0.0], [-1000.0]]), one, np.array([label])
    yield np.array([[1000.0], [1000.0], [1000.0]]), one, np.array([1])
    yield np.array([[-1000.0], [-1000.0]]), one, np.array([0])
    yield np.array([[1000.0], [999.0], [998.5]]), one, np.array([2])
    yield np.array([[1000], [-1000]]), np.array([[1], [-1], [1]]), np.array([0, 0, 1])
    W = np.array([[0.5, 1.0], [0.25, -1.0], [0.0, 0.0]])
    X = np.column_stack([np.ones(4), rng.choice([-1.0, 1.0], 4) * rng.integers(900, 5000, 4)])
    yield W, X, rng.integers(0, 3, 4)


def distribution(rng: np.random.Generator, K: int, zeros: int = 0, parts: int = 32) -> Any:
    """K different probabilities with exact sums, `zeros` of them 0."""
    while True:
        cuts = np.sort(rng.choice(np.arange(1, parts), K - zeros - 1, replace=False))
        p = np.diff([0, *cuts, parts]) / parts
        if len(set(p)) == len(p):
            return rng.permutation(np.concatenate([p, np.zeros(zeros)]))
