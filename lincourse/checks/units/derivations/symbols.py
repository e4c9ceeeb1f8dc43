"""Symbols of the derivations, and the values that they are given.

There are three classes. Symbols stand for numbers: z, z1, z2, z3 scores; S_i, S_j, p1, p2, p_m
probabilities; y a label, y_m an entry of a one-hot vector; x_k a feature, f1, f2, f3, f_hat, f_y
joint features; theta a weight, eta a learning rate; t = tanh(z).
SymPy is imported when a derivation makes its steps, as it takes long to load.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lincourse.checks.expressions import Point


def number(rng: random.Random) -> Fraction:
    """A fraction between -3 and 3 that is nowhere special."""
    return Fraction(rng.choice([n for n in range(-290, 291) if n % 97]), 97)


def share(rng: random.Random) -> Fraction:
    """A fraction between 0 and 1."""
    return Fraction(rng.randint(3, 94), 97)


def numbers(*names: str) -> Callable[[random.Random], Point]:
    """Every symbol anywhere."""
    return lambda rng: {name: number(rng) for name in names}


def with_label(*names: str) -> Callable[[random.Random], Point]:
    """A label y, 0 or 1, and other symbols anywhere."""
    return lambda rng: numbers(*names)(rng) | {"y": Fraction(rng.randint(0, 1))}


def probabilities(rng: random.Random, *names: str) -> Point:
    """Different probabilities that leave room for one more class."""
    weights = [rng.randint(3, 94) for _ in range(len(names) + 1)]
    return {
        name: Fraction(weight, sum(weights))
        for name, weight in zip(names, weights[:-1], strict=True)
    }


def symbols(names: str) -> Any:
    """SymPy's symbols of these names."""
    import sympy

    return sympy.symbols(names)


def exponentials() -> tuple[Any, ...]:
    """What softmax is made of: e^z1, e^z2, e^z3, and their sum, which stands below the line."""
    from sympy import exp

    e1, e2, e3 = map(exp, symbols("z1 z2 z3"))
    return e1, e2, e3, e1 + e2 + e3
