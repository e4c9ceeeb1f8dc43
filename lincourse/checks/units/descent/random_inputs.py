"""How the checks of unit 06 draw examples and labels of a logistic regression."""

from typing import Any

import numpy as np
from misstep.core.random_inputs import eighths


def labels(rng: np.random.Generator, n: int) -> Any:
    """Labels 0 and 1 at random, both there where n allows."""
    y = rng.integers(0, 2, n)
    y[:2] = (0, 1)[:n]
    return y


def examples(rng: np.random.Generator, n: int, d: int, reach: int = 2) -> Any:
    """n examples with d features in eighths, the constant 1 first."""
    return np.column_stack([np.ones(n), eighths(rng, n, d - 1, reach=reach)])
