"""Number formatting for captions and alternative texts: all interactives round in the same way."""

from collections.abc import Sequence

from lincourse.typing import FloatArray


def number(value: float) -> str:
    """Two decimals, or scientific notation from 10,000 on; never "-0.00"."""
    return f"{round(value, 2) + 0.0:.2f}" if abs(value) < 1e4 else f"{value:.1e}"


def numbers(values: Sequence[float] | FloatArray) -> str:
    """Several numbers in brackets, as in "(1.00, -2.50)"."""
    return f"({', '.join(map(number, values))})"
