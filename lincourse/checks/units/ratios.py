"""The kind of exact ratios: 1e-8 in a divisor shows."""

from misstep import Number

EXACT = 1e-12
RATIO = Number(relative=EXACT, absolute=EXACT)
