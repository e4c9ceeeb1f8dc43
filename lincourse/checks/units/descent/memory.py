"""Checks of two steps that remember earlier gradients: momentum, and Adam."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Several
from misstep.core.random_inputs import eighths, rate

from lincourse import descent as reference

BETAS = (0.25, 0.5, 0.75)


def beta(rng: np.random.Generator) -> float:
    """How much of the past is kept; never 0 or 1, so that leaving it out shows."""
    return float(rng.choice(BETAS))


# ---------------------------------------------------------------- momentum_step

momentum_step = Check(
    reference.momentum_step, gives=Several(w=Array("(d,)"), velocity=Array("(d,)"))
)
momentum_step.example(
    (np.array([1.0, 2.0]), np.array([4.0, -2.0]), np.array([1.0, 3.0]), 0.25, 0.5),
    (np.array([0.25, 1.5]), np.array([3.0, 2.0])),
    "half of the old velocity plus the gradient is (3, 2); a quarter of that is taken from w",
)


@momentum_step.random_inputs
def momentum_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 2, 3, 3, 4, 6):
        yield eighths(rng, d), eighths(rng, d), eighths(rng, d), rate(rng), beta(rng)


@momentum_step.edge_cases
def momentum_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield eighths(rng, 3), np.zeros(3), eighths(rng, 3), 0.5, 0.75  # the first step of all
    yield eighths(rng, 3), eighths(rng, 3), eighths(rng, 3), 0.5, 0.0
    yield eighths(rng, 3), eighths(rng, 3), np.zeros(3), 0.5, 0.5
    yield np.array([1, -2]), np.array([3, 1]), np.array([-1, 4]), 0.25, 0.5
    yield np.array([1, -2]), np.array([0, 0]), np.array([2, 1]), 0.5, 0.75
    yield eighths(rng, 1), eighths(rng, 1), eighths(rng, 1), 0.25, 0.5
    yield *(eighths(rng, 2) / 3e4 for _ in range(3)), 0.25, 1 / 3


@momentum_step.property("under a steady gradient the velocity grows to gradient / (1 - beta)")
def settles(f: Any, rng: np.random.Generator) -> str | None:
    gradient, keep = eighths(rng, 2) + 5, beta(rng)
    w, velocity = np.zeros(2), np.zeros(2)
    for _ in range(60):
        w, velocity = f(w, velocity, gradient, 0.5, keep)
    if not np.allclose(velocity, gradient / (1 - keep), rtol=1e-4):
        return (
            f"beta is {keep:g} and the gradient always {gradient.tolist()}. After 60 steps the "
            f"velocity is {np.round(velocity, 4).tolist()}, where it should have come to "
            f"{(gradient / (1 - keep)).tolist()}."
        )
    return None


momentum_step.answer("""
    velocity = beta * velocity + gradient
    w = w - eta * velocity
    return w, velocity
""")
momentum_step.mistake(
    "beta * velocity + gradient -> beta * velocity + (1 - beta) * gradient",
    "the velocity is a running mean: the gradient is multiplied by 1 - beta.",
    "Some libraries do that. What stands before the gradient in the formula above?",
)
momentum_step.mistake(
    """
    beta * velocity + gradient -> beta * velocity - eta * gradient
    w - eta * velocity -> w + velocity
    """,
    "the learning rate and the minus are inside the velocity.",
    "w moves in the same way, but another velocity comes back. In which line of the formula is eta?",
)
momentum_step.mistake(
    """
    beta * velocity + gradient -> beta * velocity - gradient
    w - eta -> w + eta
    """,
    "the velocity points downhill: the gradient is subtracted from it, and w goes along.",
    "From a velocity of 0, w moves in the same way. In which line of the formula is the minus?",
)
momentum_step.mistake(
    """
    beta * velocity + gradient -> beta * velocity + eta * gradient
    w - eta * velocity -> w - velocity
    """,
    "the learning rate is inside the velocity.",
    "w moves in the same way, but another velocity comes back. In which line of the formula is eta?",
)
momentum_step.mistake(
    """
    velocity = beta * velocity + gradient -> new = beta * velocity + gradient
    return w, velocity -> return w, new
    """,
    "w moves by the old velocity; the new one is only returned.",
    "Which of the two lines of the formula comes first?",
)
momentum_step.mistake(
    "w - eta * velocity -> w - eta * gradient",
    "w moves only by the gradient: the velocity is kept, but does nothing.",
    "Which way would a rolling ball go: the way of the slope, or on as before as well?",
)
momentum_step.mistake(
    "w - eta * velocity -> w - eta * (beta * velocity + gradient)",
    "beta is applied twice: w looks one step ahead, as in Nesterov's method.",
    "The new velocity holds the gradient already. What is taken from w?",
)
momentum_step.mistake(
    "beta * velocity + gradient -> beta * (velocity + gradient)",
    "beta shrinks the gradient as well.",
    "With a velocity of 0, should the first step be a plain one?",
)


# ---------------------------------------------------------------- adam_step

adam_step = Check(
    reference.adam_step,
    gives=Several(w=Array("(d,)", relative=1e-9), m=Array("(d,)"), v=Array("(d,)", relative=1e-9)),
)
adam_step.example(
    (np.ones(2), np.zeros(2), np.zeros(2), 1, np.array([4.0, -2.0]), 0.5, 0.5, 0.75, 1.0),
    (np.array([0.6, 4 / 3]), np.array([2.0, -1.0]), np.array([4.0, 1.0])),
    "m is half of the gradient and v a quarter of its square; corrected they are (4, -2) and (16, 4), "
    "so w moves by 0.5 times (4/(4 + 1), -2/(2 + 1))",
)


def squares(rng: np.random.Generator, d: int) -> Any:
    """A running mean of squares that is never 0."""
    return rng.integers(1, 65, d) / 8


@adam_step.random_inputs
def adam_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 2, 3, 3, 4, 6):
        w, m, gradient = eighths(rng, d), eighths(rng, d), eighths(rng, d) + 0.0625
        beta1, beta2 = rng.choice((0.25, 0.5, 0.75, 0.875), 2, replace=False)
        t, epsilon = int(rng.integers(2, 6)), float(rng.choice((0.125, 0.25, 0.5)))
        yield (
            *(w, m, squares(rng, d), t, gradient),
            *(rate(rng), float(beta1), float(beta2), epsilon),
        )


@adam_step.edge_cases
def adam_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    zeros = np.zeros(3)
    yield eighths(rng, 3), zeros, zeros, 1, eighths(rng, 3) + 0.0625, 0.25, 0.9, 0.999, 1e-8
    yield eighths(rng, 3), zeros, zeros, 1, zeros, 0.25, 0.9, 0.999, 0.5
    yield (
        eighths(rng, 2),
        eighths(rng, 2),
        squares(rng, 2),
        1000,
        eighths(rng, 2),
        0.5,
        0.5,
        0.75,
        0.25,
    )
    yield (
        np.array([1, -2]),
        np.array([0, 1]),
        np.array([4, 1]),
        2,
        np.array([3, -1]),
        0.5,
        0.5,
        0.25,
        1,
    )
    yield eighths(rng, 2), eighths(rng, 2), squares(rng, 2), 3, eighths(rng, 2), 0.5, 0.0, 0.0, 0.5
    w, m, gradient = eighths(rng, 3, 2) + 0.0625
    small = w / 3e4, m / 3e4, squares(rng, 2) / 3e4  # as large as what is added to them
    yield *small, 3, gradient, 1 / 3e4, 1 - 1 / 3e4, 1 - 1 / 7e4, 1e-5


@adam_step.property("the first step has the length eta in every weight, be the slope steep or flat")
def first_step(f: Any, rng: np.random.Generator) -> str | None:
    gradient = rng.choice([-1.0, 1.0], 3) * np.array([100.0, 1.0, 0.01])
    w, _, _ = f(np.zeros(3), np.zeros(3), np.zeros(3), 1, gradient, 0.25, 0.9, 0.999, 1e-12)
    if not np.allclose(w, -0.25 * np.sign(gradient), rtol=1e-4):
        return (
            f"eta is 0.25 and the gradient {gradient.tolist()}. From zeros, w should become "
            f"{(-0.25 * np.sign(gradient)).tolist()}; it became {np.round(w, 4).tolist()}."
        )
    return None


adam_step.answer("""
    m = beta1 * m + (1 - beta1) * gradient
    v = beta2 * v + (1 - beta2) * gradient**2
    m_hat = m / (1 - beta1**t)
    v_hat = v / (1 - beta2**t)
    w = w - eta * m_hat / (np.sqrt(v_hat) + epsilon)
    return w, m, v
""")
adam_step.mistake(
    """
    beta1**t -> beta1 ** (t + 1)
    beta2**t -> beta2 ** (t + 1)
    """,
    "the steps are counted from 0.",
    "t is 1 at the first step. What should the correction divide by then?",
)
adam_step.mistake(
    "np.sqrt(v_hat) + epsilon -> np.sqrt(v_hat + epsilon)",
    "epsilon is under the root.",
    "Where does the root end in the formula?",
)
adam_step.mistake(
    "gradient**2 -> gradient",
    "the gradient is not squared in v.",
    "Can v then be negative, and what would its root be?",
)
adam_step.mistake(
    "return w, m, v -> return w, m_hat, v_hat",
    "the corrected means are returned, and would be corrected again at the next step.",
    "Which m does the next step need?",
)
adam_step.mistake(
    "eta * m_hat -> eta * gradient",
    "w moves by this gradient, not by the mean of all so far.",
    "What is m for?",
)
adam_step.mistake(
    """
    beta1 * m + (1 - beta1) * gradient -> beta1 * m + gradient
    beta2 * v + (1 - beta2) * gradient**2 -> beta2 * v + gradient**2
    """,
    "the gradient is added in full, as in momentum: m and v are sums, not means.",
    "The weights of a mean add up to 1. Which weight is left for the gradient?",
)
