"""How inputs are drawn, for the checks of this unit."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args
from misstep.core.random_inputs import eighths


def examples(rng: np.random.Generator, n: int, d: int) -> Any:
    """Examples (n, d) with the constant 1 first."""
    return np.column_stack([np.ones(n), eighths(rng, n, d - 1)])


# ---------------------------------------------------------------- metrics: y and y_hat in 0/1


def judged(rng: np.random.Generator, tp: int, fp: int, fn: int, tn: int) -> tuple[Any, Any]:
    """Labels and predictions with the given number of outcomes of each kind, shuffled."""
    y = np.repeat([1, 0, 1, 0], [tp, fp, fn, tn])
    y_hat = np.repeat([1, 1, 0, 0], [tp, fp, fn, tn])
    order = rng.permutation(len(y))
    return y[order], y_hat[order]


def judged_inputs(rng: np.random.Generator) -> Iterator[Args]:
    """Four kinds of outcome, no two of them equally often."""
    for _ in range(6):
        yield judged(rng, *rng.permutation(np.arange(1, 8))[:4])
    yield judged(rng, 7, 2, 3, 4)
    yield judged(rng, 1, 12, 3, 20)


def judged_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    """All right, all wrong, one class missing, one example, as many of one kind as of another."""
    yield judged(rng, 2, 2, 1, 3)
    yield judged(rng, 3, 1, 3, 2)
    yield judged(rng, 3, 0, 0, 2)
    yield judged(rng, 0, 2, 3, 0)
    yield judged(rng, 0, 0, 3, 2)  # nothing is called positive
    yield judged(rng, 0, 2, 0, 3)  # nothing is positive
    yield judged(rng, 0, 0, 0, 4)  # neither
    yield judged(rng, 4, 0, 0, 0)
    yield judged(rng, 1, 0, 0, 0)
    yield judged(rng, 0, 0, 1, 0)
    yield judged(rng, 0, 1, 0, 0)


def judged_or_empty(rng: np.random.Generator) -> Iterator[Args]:
    """The same, and no examples at all."""
    yield from judged_edge_cases(rng)
    yield np.array([], dtype=int), np.array([], dtype=int)


Y, Y_HAT = np.array([1, 1, 1, 0, 0, 0, 0, 1]), np.array([1, 1, 0, 1, 0, 0, 0, 0])
