"""Checks of the gradient measured by central differences."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from misstep import Args, Check, Formula, Like
from misstep.core import random_inputs

from lincourse import derivations as reference

eighths = partial(random_inputs.eighths, reach=3)


# A third derivative, which one-sided differences get wrong; coordinates that depend on each other;
# and something that is not a polynomial.
cubic = Formula("lambda x: np.sum(np.power(x, 3) + 2 * np.square(x))")
mixed = Formula("lambda x: np.sum(x) ** 2 + np.sum(np.sin(x)) + np.ravel(x)[0]")
bell = Formula("lambda x: np.exp(-0.1 * np.sum(np.square(x)))")


numerical_gradient = Check(
    reference.numerical_gradient,
    gives=Like("an array of the shape of x, or a number where x is one", 1e-5, 1e-6),
)
numerical_gradient.example(
    (cubic, np.array([1.0, -2.0]), 0.5),
    np.array([7.25, 4.25]),
    "for f = x^3 + 2 x^2 in each coordinate the exact slopes are 7 and 4; with h = 0.5 the central "
    "difference adds h^2 = 0.25 to each",
)


@numerical_gradient.random_inputs
def numerical_gradient_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for f in (cubic, mixed, bell):
        for shape in ((1,), (3,), (2, 3), (3, 2), (2, 2)):
            yield f, eighths(rng, *shape), float(rng.choice((0.5, 0.25, 0.125)))


@numerical_gradient.edge_cases
def numerical_gradient_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield cubic, 2.0, 0.25
    yield bell, float(eighths(rng, 1)[0]), 0.125
    yield mixed, rng.integers(-3, 4, 4), 0.125  # whole numbers
    yield mixed, eighths(rng, 2, 2, 2), 0.25
    yield cubic, eighths(rng, 3) / 3, 2.0**-13


class Watched:
    """A function that writes down the shapes it was asked for; copies share the list."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def __call__(self, x: Any) -> Any:
        self.shapes.append(np.shape(x))
        return cubic(x)

    def __deepcopy__(self, memo: Any) -> "Watched":
        return self

    def __repr__(self) -> str:
        return repr(cubic)


@numerical_gradient.property("f is asked only at points of the shape of x")
def asks_in_the_shape_of_x(f: Any, rng: np.random.Generator) -> str | None:
    for x in (eighths(rng, 2, 3), eighths(rng, 4)):
        watched = Watched()
        f(watched, x, 0.25)
        strange = next((shape for shape in watched.shapes if shape != x.shape), None)
        if strange is not None:
            return f"x has shape {x.shape}, but f was called with something of shape {strange}."
    return None


def steps_pile_up(f: Any, x: Any, h: Any) -> Any:
    x = np.array(x, dtype=float)
    slope = np.empty_like(x)
    for index in np.ndindex(x.shape):
        x[index] += h
        above = f(x)
        x[index] -= 2 * h
        slope[index] = (above - f(x)) / (2 * h)
    return slope if x.ndim else float(slope)


numerical_gradient.answer("""
    x = np.array(x, dtype=float)
    slope = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[index] = h
        slope[index] = (f(x + step) - f(x - step)) / (2 * h)
    return slope if x.ndim else float(slope)
""")
numerical_gradient.mistake(
    "(f(x + step) - f(x - step)) / (2 * h) -> (f(x + step) - f(x)) / h",
    "the differences are one-sided: f(x + h) - f(x).",
    "On which side of x is f not asked? Central differences are far more exact.",
)
numerical_gradient.mistake(
    "(f(x + step) - f(x - step)) / (2 * h) -> (f(x) - f(x - step)) / h",
    "the differences are one-sided: f(x) - f(x - h).",
    "On which side of x is f not asked? Central differences are far more exact.",
)
numerical_gradient.mistake(
    "(2 * h) -> h",
    "it is divided by h, but the two points are 2h apart.",
    "How far apart are x + h and x - h?",
)
numerical_gradient.mistake(
    "/ (2 * h) ->",
    "it is not divided by anything.",
    "A slope is a difference of heights over a distance.",
)
numerical_gradient.mistake(
    "(f(x + step) - f(x - step)) / (2 * h) -> (f(x + step) - 2 * f(x) + f(x - step)) / h**2",
    "it is the second derivative.",
    "f(x + h) - 2 f(x) + f(x - h) measures how the slope changes.",
)
numerical_gradient.mistake(
    "step[index] = h -> step += h",
    "all coordinates are moved at once.",
    "A partial derivative moves one coordinate and keeps the others.",
)
numerical_gradient.mistake(
    steps_pile_up,
    "a coordinate is not put back before the next one is moved.",
    "Where is x by the time the second coordinate's turn comes?",
)
numerical_gradient.answer("""
    slope = np.zeros(np.shape(x))
    for index in np.ndindex(np.shape(x)):
        above, below = np.array(x, dtype=float), np.array(x, dtype=float)
        above[index] += h
        below[index] -= h
        slope[index] = (f(above) - f(below)) / (2 * h)
    return slope if np.ndim(x) else float(slope)
""")
numerical_gradient.mistake(
    "np.array(x, dtype=float) -> np.array(x)",
    "where x holds whole numbers, the step h is cut off.",
    "What is the type of x's entries, and can it hold 0.125?",
)
