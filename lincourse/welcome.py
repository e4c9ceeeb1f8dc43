"""00 Welcome: the one function of the first exercise."""

from lincourse.arguments import rows, takes
from lincourse.typing import Vector


@takes(numbers=rows("n", "is empty; there is no mean of no numbers"))
def mean_of(numbers: Vector) -> float:
    """(x_1 + ... + x_n) / n, the mean of a list of n numbers (lecture 00: checks)."""
    return float(numbers.sum() / len(numbers))
