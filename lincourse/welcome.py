"""00 Welcome: the one function of the first exercise."""

from collections.abc import Sequence

from lincourse import validation


def mean_of(numbers: Sequence[float]) -> float:
    """(x_1 + ... + x_n) / n, the mean of a list of n numbers (00, section 3)."""
    values = validation.array("numbers", numbers, "n")
    if not len(values):
        raise ValueError("numbers is empty; there is no mean of no numbers")
    return float(values.sum() / len(values))
