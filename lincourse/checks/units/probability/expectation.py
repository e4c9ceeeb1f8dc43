"""Checks of expectation, variance and standard error."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check
from misstep.core.paste import Formula, source

from lincourse import probability as reference
from lincourse.checks.units.probability.random_inputs import (
    FIRST_HEADS,
    TOSSES,
    WEATHER,
    even,
    uneven,
    universe,
)
from lincourse.checks.units.ratios import RATIO

HEADS = Formula("lambda tosses: tosses.count('H')")


def looked_up(values: dict[Any, float]) -> Formula:
    """The random variable that has these values."""
    return Formula(f"lambda x: {source(values)}[x]")


def prices(rng: np.random.Generator, omega: list[Any]) -> Formula:
    """A random variable with values of either sign, all different, none of them 0."""
    values = rng.choice([n for n in range(-24, 25) if n], size=len(omega), replace=False) / 4
    return looked_up(dict(zip(omega, values.tolist(), strict=True)))


def random_variables(rng: np.random.Generator) -> Iterator[Args]:
    for _ in range(6):
        omega = universe(rng)
        yield prices(rng, omega), uneven(rng, omega)
    numbers = list(range(1, 7))
    yield Formula("lambda x: x"), uneven(rng, numbers)
    yield HEADS, uneven(rng, TOSSES)


def special_variables(rng: np.random.Generator) -> Iterator[Args]:
    """Tickets, constants, impossible outcomes, whole numbers as probabilities, one outcome."""
    yield Formula(f"lambda x: x in {source(FIRST_HEADS)}"), uneven(rng, TOSSES)
    yield Formula("lambda x: 7"), uneven(rng, universe(rng))
    yield looked_up({"win": 99, "lose": -1}), {"win": 0.015625, "lose": 0.984375}
    yield looked_up({"win": 3, "lose": -1}), {"win": 0.25, "lose": 0.75}  # a fair bet
    yield looked_up({"never": 1000, "a": 3, "b": -2}), {"never": 0.0, "a": 0.75, "b": 0.25}
    yield looked_up({"sure": 5, "never": -4}), {"sure": 1, "never": 0}
    yield Formula("lambda x: x"), {6: 1.0}
    yield Formula("lambda x: 1024.0 * x"), even([1, 2, 3, 4])
    yield Formula("lambda x: 0.25 * x"), uneven(rng, [-3, -1, 1, 2])
    yield Formula("lambda x: x / 4096"), uneven(rng, [-3, 2, 5])


# ---------------------------------------------------------------- expectation

expectation = Check(reference.expectation, gives=RATIO)
expectation.example(
    (looked_up({"rain": 4, "snow": 8, "sun": -2, "fog": 0}), WEATHER),
    1.0,
    "0.25 x 4 + 0.125 x 8 + 0.5 x (-2) + 0.125 x 0",
)
expectation.random_inputs(random_variables)
expectation.edge_cases(special_variables)


@expectation.property("a ticket that pays 1 if an event happens is worth its probability")
def ticket(f: Any, rng: np.random.Generator) -> str | None:
    dist = uneven(rng, TOSSES)
    p = sum(dist[x] for x in FIRST_HEADS)
    found = float(f(Formula(f"lambda x: int(x in {source(FIRST_HEADS)})"), dist))
    if np.isclose(found, p):
        return None
    return f"The event has probability {p:g}, but its ticket is worth {found:.6g} by yours."


expectation.answer("""
    total = 0
    for x in dist:
        total += dist[x] * value(x)
    return total
""")
expectation.mistake(
    "dist[x] * value(x) -> value(x) / len(dist)",
    "that is the plain mean of the values, as if all outcomes were equally likely.",
    "How often does each outcome come up? Where does your code ask that?",
)
expectation.mistake(
    "dist[x] * value(x) -> dist[x]",
    "the probabilities are added up, and `value` is never called.",
    "What does the player get if x is the outcome?",
)
expectation.mistake(
    "dist[x] * value(x) -> value(x)",
    "the values are added up, however likely they are.",
    "Does a value that hardly ever comes up count as much as the others?",
)
expectation.mistake(
    lambda value, dist: value(max(dist, key=lambda x: dist[x])),
    "only the likeliest outcome counts.",
    "Is a lottery ticket worth nothing at all because you will probably lose?",
)
expectation.mistake(
    "dist[x] * value(x) -> dist[x] * abs(value(x))",
    "the signs of the values are lost: losses are counted as gains.",
    "What is a bet worth that wins 1 or loses 1 with the same probability?",
)


# ---------------------------------------------------------------- variance

variance = Check(reference.variance, gives=RATIO)
variance.example(
    (looked_up({"rain": 4, "snow": 16, "sun": -2, "fog": 0}), WEATHER),
    34.0,
    "the expectation is 2, and 0.25 x 4 + 0.125 x 196 + 0.5 x 16 + 0.125 x 4 = 34",
)
variance.random_inputs(random_variables)
variance.edge_cases(special_variables)


@variance.property("adding a constant to all values changes nothing")
def shift_is_free(f: Any, rng: np.random.Generator) -> str | None:
    dist = uneven(rng, list(range(1, 6)))
    once, shifted = (float(f(Formula(f"lambda x: x{plus}"), dist)) for plus in (" - 3", " + 5"))
    if np.isclose(once, shifted):
        return None
    return (
        "The values x - 3 and x + 5 lie equally far apart, so they should have one variance; by yours "
        f"it is {once:.6g} and {shifted:.6g}."
    )


variance.answer("""
    mean = sum(p * value(x) for x, p in dist.items())
    return sum(p * (value(x) - mean) ** 2 for x, p in dist.items())
""")
variance.mistake(
    "p * (value(x) - mean) ** 2 -> p * abs(value(x) - mean)",
    "the distances from the expectation are not squared.",
    "What does the formula do with each distance before it is weighted?",
)
variance.mistake(
    "p * (value(x) - mean) ** 2 -> p * (value(x) - mean)",
    "the distances are not squared, so those above and below the expectation cancel: the result is 0.",
    "By how much do the values stray, if it doesn't matter to which side?",
)
variance.mistake(
    "p * (value(x) - mean) ** 2 -> p * value(x) ** 2",
    "that is the expectation of the squared value: the expectation is not subtracted.",
    "What is the variance of a bet that always pays 7?",
)
variance.mistake(
    "p * (value(x) - mean) ** 2 -> (value(x) - mean) ** 2 / len(dist)",
    "the squared distances are averaged as if all outcomes were equally likely.",
    "Should a value that hardly ever comes up count as much as the others?",
)
variance.mistake(
    "mean = sum(p * value(x) for x, p in dist.items()) "
    "-> mean = sum(value(x) for x in dist) / len(dist)",
    "the distances are taken from the plain mean of the values, not from the expectation.",
    "Which number do the values stray from, if some come up more often than others?",
)


# ---------------------------------------------------------------- standard_error

standard_error = Check(reference.standard_error, gives=RATIO)
standard_error.example((0.2, 100), 0.04, "0.2 x 0.8 = 0.16; divided by 100, its root is 0.04")


@standard_error.random_inputs
def shares(rng: np.random.Generator) -> Iterator[Args]:
    for n in (4, 10, 50, 400, 2500, 10_000):
        yield float(rng.integers(1, 32)) / 64, n
        yield float(rng.integers(33, 64)) / 64, n


@standard_error.edge_cases
def odd_shares(rng: np.random.Generator) -> Iterator[Args]:
    yield 0.5, 1
    yield 0.0, 25
    yield 1.0, 25
    yield 1, 9  # whole numbers
    yield 0, 9
    yield 2.0**-20, 10**6
    yield 1 / 3, 2
    yield float(rng.integers(1, 10)) / 100, int(rng.integers(2, 9))


@standard_error.property("four times the trials halve it")
def halves(f: Any, rng: np.random.Generator) -> str | None:
    p, n = float(rng.integers(1, 64)) / 64, int(rng.integers(5, 500))
    few, many = float(f(p, n)), float(f(p, 4 * n))
    if np.isclose(few, 2 * many):
        return None
    return f"After {n} trials you get {few:.6g}, and after {4 * n}, four times as many, {many:.6g}."


standard_error.answer("""
    return np.sqrt(p * (1 - p) / n)
""")
standard_error.mistake(
    "np.sqrt(p * (1 - p) / n) -> np.sqrt(p * (1 - p)) / n",
    "n is outside the root.",
    "How much smaller does it get with four times the trials?",
)
standard_error.mistake(
    "p * (1 - p) / n -> p / n",
    "1 - p is left out.",
    "How far does the share of heads stray, if the coin always shows heads?",
)
standard_error.mistake(
    "p * (1 - p) / n -> p * (p - 1) / n",
    "p - 1 is not above 0, so that there is no root.",
    "What is the probability that it does not happen?",
)
