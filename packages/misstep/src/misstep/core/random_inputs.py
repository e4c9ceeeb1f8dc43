"""How inputs are drawn, for the checks of all units."""

from typing import Any

import numpy as np

RATES = (0.25, 0.5, 1.5, 2.0)
# Times eighths: numbers with many decimals, whose products are very near 0; all of them are exact.
SMALL = 2.0**-15


def eighths(rng: np.random.Generator, *shape: int, reach: int = 4) -> Any:
    """Random multiples of 1/8 between -reach and reach: sums and ties of them are exact."""
    return rng.integers(-8 * reach, 8 * reach + 1, size=shape) / 8


def rate(rng: np.random.Generator) -> float:
    """A learning rate that is not 1, so that forgetting it shows."""
    return float(rng.choice(RATES))


class Rng(np.random.Generator):
    """`np.random.default_rng(seed)` that shows as this, so that it can be pasted.

    With `lent`, every call of a student's function gets that one generator, not a copy of its own:
    so two calls are two epochs.
    """

    lent: "Rng | None" = None

    def __init__(self, seed: int) -> None:
        super().__init__(np.random.PCG64(seed))
        self.seed = seed

    def __repr__(self) -> str:
        return f"np.random.default_rng({self.seed})"

    def __deepcopy__(self, memo: Any) -> "Rng":
        return self.lent or Rng(self.seed)


def a_seed(rng: np.random.Generator) -> int:
    """A seed for an `Rng`."""
    return int(rng.integers(1, 10**6))


def cut(order: Any, size: int) -> list[Any]:
    """An order of indices cut into batches of one size; the last may be short."""
    return [order[start : start + size] for start in range(0, len(order), size)]
