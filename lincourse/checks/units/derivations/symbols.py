"""Symbols of the derivations, and the values that they are given.

There are three classes. Symbols stand for numbers: z, z0, z1, z2 scores; p_i, p_j, p0, p1, p2, p_m
probabilities, s = sigma(z); y a label, t_m an entry of a one-hot vector; x_k a feature, w_k its
weight, f0, f1, f2, f_hat, f_y joint features; theta a weight, eta a learning rate, lam the strength
of a penalty, T a temperature, a the share that label smoothing gives away, or a count; r = tanh(z).

Values are short decimals, so that a student can put them in by hand, and nowhere special: not 0, not
a half, not 1, no two alike and no two opposite. SymPy is imported when a derivation makes its steps,
as it takes long to load.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from misstep import Point

POSITIVE = {"eta", "lam", "T"}  # a rate, a strength, a temperature
TENTHS = [Fraction(n, 10) for n in range(3, 30) if n % 5]


def number(rng: random.Random) -> Fraction:
    """A number between -3 and 3 with one decimal."""
    return rng.choice((-1, 1)) * rng.choice(TENTHS)


def share(rng: random.Random) -> Fraction:
    """A number between 0 and 1 with two decimals."""
    return Fraction(rng.choice([n for n in range(4, 97) if n % 25]), 100)


def numbers(*names: str) -> Callable[[random.Random], Point]:
    """Every symbol anywhere, with one decimal; what can't be negative is positive."""

    def draw(rng: random.Random) -> Point:
        sizes = rng.sample(TENTHS, len(names))
        point = {name: rng.choice((-1, 1)) * size for name, size in zip(names, sizes, strict=True)}
        return {name: abs(v) if name in POSITIVE else v for name, v in point.items()}

    return draw


def with_sign(*names: str) -> Callable[[random.Random], Point]:
    """A label y, -1 or +1, and other symbols anywhere."""
    return lambda rng: numbers(*names)(rng) | {"y": Fraction(rng.choice((-1, 1)))}


def with_label(*names: str) -> Callable[[random.Random], Point]:
    """A label y, 0 or 1, and other symbols anywhere."""
    return lambda rng: numbers(*names)(rng) | {"y": Fraction(rng.randint(0, 1))}


def probabilities(rng: random.Random, *names: str) -> Point:
    """Different probabilities with two decimals that leave room for one more class."""
    while True:
        parts = [rng.randint(5, 90) for _ in names]
        if sum(parts) < 95 and len({*parts, 100 - sum(parts)}) == len(parts) + 1:
            return {name: Fraction(n, 100) for name, n in zip(names, parts, strict=True)}


def symbols(names: str) -> Any:
    """SymPy's symbols of these names."""
    import sympy

    return sympy.symbols(names)


def exponentials() -> tuple[Any, ...]:
    """What softmax is made of: e^z0, e^z1, e^z2, and their sum, the denominator."""
    from sympy import exp

    e0, e1, e2 = map(exp, symbols("z0 z1 z2"))
    return e0, e1, e2, e0 + e1 + e2
