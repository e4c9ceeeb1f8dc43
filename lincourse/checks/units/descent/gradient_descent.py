"""Checks of gradient descent on any function.

Inputs are multiples of 1/8 whose paths never come near epsilon unless they hit it exactly, so every
right answer takes the same number of steps.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, Formula, Like, Number, Several
from misstep.core.paste import source
from misstep.core.random_inputs import SMALL, eighths

from lincourse import descent as reference


def bowl(steep: Any, bottom: Any) -> Formula:
    """The gradient of a bowl: steep * (x - bottom), or with a matrix steep @ (x - bottom)."""
    if np.ndim(steep) == 2:
        return Formula(f"lambda x: {source(steep)} @ (x - {source(bottom)})")
    if np.ndim(bottom):
        return Formula(f"lambda x: {source(steep)} * (x - {source(bottom)})")
    return Formula(f"lambda x: {steep} * (x {'-' if bottom >= 0 else '+'} {abs(bottom)})")


VALLEYS = Formula("lambda x: x**3 - 2 * x + 0.3")
TILTED = Formula("lambda x: np.array([3.0, 4.0])")


def slopes_on_the_way(args: Args) -> list[float]:
    """The length of the gradient at x0 and after each of max_steps steps."""
    gradient, x, eta, _, max_steps = args
    lengths = []
    for _ in range(max_steps + 1):
        lengths.append(float(np.linalg.norm(gradient(x))))
        x = x - eta * gradient(x)
    return lengths


def with_epsilon(
    rng: np.random.Generator, gradient: Formula, x0: Any, eta: float, max_steps: int, stop: int
) -> Args:
    """The arguments with an epsilon that a descent falls below after about `stop` steps."""
    lengths = slopes_on_the_way((gradient, x0, eta, 0.0, max_steps))
    below, above = sorted(lengths[stop - 1 : stop + 1])
    epsilon = below + (above - below) * float(rng.uniform(0.3, 0.7))
    for digits in range(2, 12):
        short = round(epsilon, digits)
        if short > 0 and min(abs(length / short - 1) for length in lengths) > 1e-5:
            return gradient, x0, eta, short, max_steps
    return gradient, x0, eta, epsilon, max_steps


gradient_descent = Check(
    reference.gradient_descent,
    gives=Several(x=Like("a number or an array, like x0"), steps=Number()),
)
gradient_descent.example(
    (bowl(2.0, 3.0), 7.0, 0.25, 3.0, 100),
    (4.0, 2),
    "the slope is 2 (x - 3), so x goes from 7 to 5 and on to 4; there the slope is 2, which is less "
    "than 3, after 2 steps",
)


@gradient_descent.random_inputs
def descend_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for d in (0, 0, 0, 0, 2, 2, 3, 4, 5):
        for shrink in (0.25, 0.5, 1.5):
            shape = (d,) if d else ()
            steep = rng.choice([0.5, 1.0, 2.0, 4.0])
            bottom = eighths(rng, *shape)
            x0 = bottom + rng.choice([-1, 1], shape) * rng.integers(8, 33, shape) / 8
            eta = float(shrink / steep)
            if d and shrink == 0.5:
                turned = rng.choice([-1, 1], d)  # every coordinate changes the slope of the others
                steep = steep * (np.eye(d) / 2 + np.outer(turned, turned) / 8)
            elif d:
                steep = steep * rng.choice([0.5, 1.0], d)
            else:
                steep, bottom, x0 = float(steep), float(bottom), float(x0)
            stop = int(rng.integers(2, 7))
            yield with_epsilon(rng, bowl(steep, bottom), x0, eta, 60, stop)
            yield bowl(steep, bottom), x0, eta, 2.0**-30, int(rng.integers(1, 8))


@gradient_descent.edge_cases
def descend_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield bowl(2.0, 1.0), 1.0, 0.5, 0.25, 10  # nothing to do
    yield bowl(2.0, 1.0), 5.0, 0.25, 0.25, 0  # no steps allowed
    yield bowl(1.0, 0.0), 1.0, 0.5, 1.0, 10  # the slope is epsilon, not below it
    yield bowl(1.0, 0.0), -1.0, 0.5, 1.0, 10
    yield bowl(1.0, 0.0), 1.0, 0.5, 1 + SMALL**2, 10
    yield bowl(1.0, 0.0), 1.0, 0.5, 1 - SMALL**2, 10
    yield TILTED, np.zeros(2), 0.5, 5.0, 3
    yield TILTED, np.zeros(2), 0.5, 5.5, 3
    yield Formula("lambda x: np.array([3.0, -3.0])"), np.zeros(2), 0.5, 3.5, 2
    yield bowl(1.0, 0.5), 3, 0.25, 0.5, 20  # whole numbers
    yield bowl(np.array([1.0, 2.0]), np.array([0.5, -1.0])), np.array([3, -4]), 0.25, 0.75, 20
    yield bowl(2.0, 0.0), 1.0, 1.5, 1e-6, 12  # too large a rate: it runs away
    yield bowl(np.array([1.0]), np.array([2.0])), np.array([4.0]), 0.5, 0.3, 20
    start = float(rng.choice([-2.0, -1.75, 1.75, 2.0, 2.25]))
    yield with_epsilon(rng, VALLEYS, start, 0.125, 80, 6)


@gradient_descent.property(
    "where it stops by itself, the gradient is shorter than epsilon, and not before"
)
def stops_where_it_is_flat(f: Any, rng: np.random.Generator) -> str | None:
    steep, bottom = np.array([1.0, 2.0]), eighths(rng, 2)
    args = with_epsilon(rng, bowl(steep, bottom), bottom + 4, 0.25, 60, 5)
    gradient, _, _, epsilon, max_steps = args
    x, steps = f(*args)
    length = float(np.linalg.norm(gradient(x)))
    if steps < max_steps and length >= epsilon:
        return (
            f"It stopped after {steps} of at most {max_steps} steps. There the gradient has "
            f"length {length:.4g}, which is not below epsilon = {epsilon:.4g}."
        )
    flat = np.flatnonzero(np.array(slopes_on_the_way(args)) < epsilon)[0]
    if steps > flat:
        return (
            f"After {flat} steps the gradient is already shorter than epsilon = {epsilon:.4g}, "
            f"but it says {steps}."
        )
    return None


gradient_descent.answer("""
    x = x0
    for steps in range(max_steps):
        slope = gradient(x)
        if np.linalg.norm(slope) < epsilon:
            return x, steps
        x = x - eta * slope
    return x, max_steps
""")
gradient_descent.mistake(
    "x - eta -> x + eta",
    "the steps go uphill.",
    "The gradient points to where f grows fastest. Which way do you want to go?",
)
gradient_descent.mistake(
    "x - eta * slope -> x - eta / (steps + 1) * slope",
    "the learning rate is divided by the number of the step, so that the steps get shorter and shorter.",
    "That is a rule of its own. Which rate does the docstring give to every step?",
)
gradient_descent.mistake(
    "eta * slope -> eta * slope / np.linalg.norm(slope)",
    "every step has the same length: only the direction of the gradient is used.",
    "Where the slope is gentle the step should be short. What shortens yours?",
)
gradient_descent.mistake(
    "np.linalg.norm(slope) -> np.sum(slope**2)",
    "epsilon is compared with the sum of squares, not with the length of the gradient.",
    "The length is the root of the sum of squares. For 0.1, which of the two is larger?",
)
gradient_descent.mistake(
    "np.linalg.norm(slope) -> np.max(np.abs(slope))",
    "it stops when every entry of the gradient is below epsilon, not its length.",
    "How long is the vector (3, 4)? Longer than its largest entry?",
)
gradient_descent.mistake(
    "np.linalg.norm(slope) -> np.sum(np.abs(slope))",
    "the entries' absolute values are added up to get the length.",
    "How long is the vector (3, 4)? The Euclidean length is 5, not 7.",
)
gradient_descent.mistake(
    "np.linalg.norm(slope) -> np.sum(slope)",
    "a negative slope counts as small: the sign is left in.",
    "Is a slope of -5 flatter than one of 0.1?",
)
gradient_descent.mistake(
    "np.linalg.norm(slope) -> np.linalg.norm(eta * slope)",
    "the length of the step, eta times the gradient, is compared with epsilon.",
    "With a tiny eta every step is short. Does that make the place flat?",
)
gradient_descent.mistake(
    "< epsilon -> <= epsilon",
    "it also stops where the gradient's length is exactly epsilon.",
    "The rule says: until it is smaller than epsilon.",
)
gradient_descent.mistake(
    """
    x = x - eta * slope -> pass
    slope = gradient(x) -> slope = gradient(x); x = x - eta * slope
    return x, steps -> return x, steps + 1
    """,
    "a step is taken before the gradient is looked at.",
    "What should happen when x0 is a minimum already?",
)
gradient_descent.mistake(
    "gradient(x) -> gradient(x0)",
    "the gradient is computed once, at x0, and used for every step.",
    "Is the slope after the first step still what it was?",
)
gradient_descent.mistake(
    """
    x = x0 -> before = x = x0
    x = x - eta * slope -> before, x = x, x - eta * slope
    return x -> return before
    """,
    "the x returned is the one before the last step.",
    "Which x had the gradient that made you stop?",
)
