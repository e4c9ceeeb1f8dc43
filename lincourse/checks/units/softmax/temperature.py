"""Checks of softmax at a temperature."""

from collections.abc import Iterator
from math import log
from typing import Any

import numpy as np
from misstep import Args, Check, Probabilities

from lincourse import softmax as reference
from lincourse.checks.units.softmax.random_inputs import eighths

softmax_at = Check(
    reference.softmax_at, gives=Probabilities("(..., K), that of Z", relative=1e-9), silent=True
)
softmax_at.example(
    (np.array([0.0, log(2), log(4)]), 0.5),
    np.array([1, 4, 16]) / 21,
    "half the temperature doubles the scores; e to them is 1, 4 and 16, which add up to 21",
)


def temperature(rng: np.random.Generator) -> float:
    """A temperature that is not 1, so that leaving it out shows."""
    return float(rng.choice([0.25, 0.5, 2.0, 4.0]))


@softmax_at.random_inputs
def at_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for shape in ((2,), (3,), (5,), (2, 3), (3, 2), (3, 3), (4, 1), (2, 3, 4)):
        Z = eighths(rng, *shape, reach=3)
        Z[..., 0] += 0.0625  # no row adds up to 0
        yield Z, temperature(rng)


@softmax_at.edge_cases
def at_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield eighths(rng, 3), 1.0
    yield np.array([1, 2, 3]), 2
    yield rng.integers(-3, 4, (2, 3)), 3
    yield np.array([1.0, 0.0, 2.0]), 1e-3  # almost argmax
    yield np.array([1.0, 0.0, 2.0]), 1e6  # almost uniform
    yield np.array([1000.0, -1000.0, 1000.0]), 0.5
    yield np.array([[1000.0, 999.0], [-1000.0, -1001.0]]), 2.0
    yield np.array([0.0, 1000.0, -2000.0]), 1000.0  # the softmax of Z itself is 0, 1 and 0


@softmax_at.refuses("it raises ValueError if the temperature is 0 or below")
def at_refuses(rng: np.random.Generator) -> Iterator[Args]:
    for bad in (0.0, -1.0, 0):
        yield eighths(rng, 3), bad


@softmax_at.property("raising the temperature never changes the order, and narrows the gaps")
def hotter_is_flatter(f: Any, rng: np.random.Generator) -> str | None:
    z = rng.permutation([-1.0, 0.25, 1.5, 2.0])
    cold, hot = (np.asarray(f(z, T), dtype=float) for T in (0.5, 3.0))
    if (np.argsort(cold) != np.argsort(z)).any() or (np.argsort(hot) != np.argsort(z)).any():
        return f"The scores {z.tolist()} and their probabilities are not in the same order."
    if cold.max() <= hot.max():
        return (
            f"The largest probability is {cold.max():.4g} at a temperature of 0.5 and "
            f"{hot.max():.4g} at 3. Which should be the surer one?"
        )
    return None


softmax_at.answer("""
    if temperature <= 0:
        raise ValueError("temperature must be positive")
    Z = Z / temperature
    exps = np.exp(Z - Z.max(axis=-1, keepdims=True))
    p = exps / exps.sum(axis=-1, keepdims=True)
    return p
""")
softmax_at.mistake(
    "Z / temperature -> Z * temperature",
    "the scores are multiplied by the temperature.",
    "Should a high temperature make the model surer, or less sure?",
)
softmax_at.mistake(
    """
    Z = Z / temperature -> pass
    return p -> return p / temperature
    """,
    "the probabilities are divided by the temperature, not the scores.",
    "What do the entries of a row add up to after that?",
)
softmax_at.mistake(
    """
    Z = Z / temperature -> pass
    return p -> return p ** (1 / temperature)
    """,
    "the probabilities are raised to the power 1/T, but do not add up to 1 afterwards.",
    "e^(z/T) is (e^z)^(1/T). What must be done after that power is taken?",
)
softmax_at.mistake(
    """
    Z = Z / temperature -> pass
    return p -> return p ** (1 / temperature) / (p ** (1 / temperature)).sum(axis=-1, keepdims=True)
    """,
    "the power 1/T is taken of the probabilities: one that was rounded to 0 stays 0 at every T.",
    "e^(-2000) is 0 for a computer. At a temperature of 1000, what is a score of -2000 divided by T?",
)
softmax_at.mistake(
    "axis=-1 -> axis=0",
    "it is normalised over the first axis, the examples, not over the classes.",
    "The rows of Z are examples, and the last axis is the classes. What must add up to 1?",
)
softmax_at.mistake(
    """
    temperature <= 0 -> temperature < 0
    Z / temperature -> Z / max(temperature, 1e-12)
    """,
    "a temperature of 0 is replaced by a tiny one.",
    "What would you divide by? For the limit there is argmax.",
)
