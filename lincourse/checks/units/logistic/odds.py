"""Checks of log-odds, and of the threshold that two costs set."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Number

from lincourse import logistic as reference
from lincourse.checks.units.logistic.random_inputs import LOG3

# ---------------------------------------------------------------- log_odds

log_odds = Check(reference.log_odds, gives=Array("p.shape"))
log_odds.example(
    (np.array([0.5, 0.75, 0.25]),),
    np.array([0, LOG3, -LOG3]),
    "the odds are 1, 0.75/0.25 = 3 and 0.25/0.75 = 1/3",
)


def shares(rng: np.random.Generator, *shape: int) -> Any:
    """Probabilities in 64ths, none of them 0, 1/2 or 1."""
    p = rng.integers(1, 64, shape) / 64
    return np.where(p == 0.5, 0.515625, p)


@log_odds.random_inputs
def log_odds_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for shape in ((1,), (2,), (3,), (6,), (2, 3), (3, 3), (4, 1), (2, 2, 3)):
        yield (shares(rng, *shape),)


@log_odds.edge_cases
def log_odds_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (np.array([2.0**-20, 1 - 2.0**-20]),)
    yield (np.array([1e-200, 0.5]),)
    yield (np.array([[1, 2, 6]]) / 7,)


@log_odds.refuses("it raises ValueError if an entry is 0 or 1, or lies outside")
def log_odds_refuses(rng: np.random.Generator) -> Iterator[Args]:
    for odd in (0.0, 1.0, -0.25, 1.5):
        yield (np.append(shares(rng, 2), odd),)
        yield (np.full(2, odd),)


@log_odds.property("σ takes them back to the probabilities")
def undone_by_sigma(f: Any, rng: np.random.Generator) -> str | None:
    p = shares(rng, 4)
    back = 1 / (1 + np.exp(-np.asarray(f(p), dtype=float)))
    if not np.allclose(back, p):
        return f"p is {p.tolist()}, but σ of your result is {np.round(back, 4).tolist()}."
    return None


@log_odds.property("the opposite event has the opposite log-odds")
def opposite(f: Any, rng: np.random.Generator) -> str | None:
    p = shares(rng, 4)
    total = np.asarray(f(p) + f(1 - p), dtype=float)
    if not np.allclose(total, 0):
        return (
            "Odds of 3 to 1 for are odds of 1 to 3 against, so the two logarithms add up to 0. "
            f"Here the sums are {np.round(total, 4).tolist()}."
        )
    return None


log_odds.answer("""
    if (p <= 0).any() or (p >= 1).any():
        raise ValueError("p must lie between 0 and 1")
    return np.log(p / (1 - p))
""")
log_odds.mistake(
    "np.log(p / (1 - p)) -> p / (1 - p)",
    "these are the odds: the logarithm is missing.",
    "The odds of 1/2 are 1. What should its log-odds be?",
)
log_odds.mistake(
    "p / (1 - p) -> p",
    "it is the logarithm of the probability, not of the odds.",
    "What is divided by what to get odds from a probability?",
)
log_odds.mistake(
    "p / (1 - p) -> (1 - p) / p",
    "these are the log-odds against: every sign is the wrong way round.",
    "Should a probability above 1/2 have a score above or below 0?",
)
log_odds.mistake(
    "np.log(p / (1 - p)) -> np.log(p) / np.log(1 - p)",
    "two logarithms are divided; the logarithm of a quotient is a difference.",
    "What is log(a / b), written with log a and log b?",
)
log_odds.mistake(
    "np.log(p / (1 - p)) -> 1 / (1 + np.exp(-p))",
    "it is σ of the probability: the way from a score to a probability.",
    "You have the probability already. Which function undoes σ?",
)
log_odds.mistake(
    """
    if (p <= 0).any() or (p >= 1).any(): -> p = np.clip(p, 1e-12, 1 - 1e-12)
    raise ValueError("p must lie between 0 and 1") ->
    """,
    "probabilities of 0 and 1 are moved a little instead of being refused.",
    "How many bets against 1 would you offer on what is certain? Is there a right number to return?",
)
log_odds.mistake(
    "(p >= 1) -> (p > 1)",
    "a probability of 1 is let through; its odds divide by 0.",
    "What is 1 - p for p = 1?",
)
log_odds.mistake(
    ".any() or (p >= 1).any() -> .all() or (p >= 1).all()",
    "it raises ValueError only if all the entries are bad.",
    "How many bad entries are too many?",
)


# ---------------------------------------------------------------- cost_threshold

cost_threshold = Check(reference.cost_threshold, gives=Number())
cost_threshold.example(
    (1, 9),
    0.1,
    "at 0.1, acting risks 0.9 times 1 and not acting risks 0.1 times 9: both cost 0.9 on average",
)


@cost_threshold.random_inputs
def cost_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for _ in range(6):
        alarm, miss = rng.choice(np.arange(1, 40), 2, replace=False) / 4
        yield float(alarm), float(miss)


@cost_threshold.edge_cases
def cost_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield 9, 1
    yield 5, 5
    yield 0, 3
    yield 3, 0
    yield 1e6, 1.0
    yield 1.0, 1e6
    yield 1 / 3000, 1 / 7000


@cost_threshold.property("what counts is only how many times dearer one mistake is than the other")
def any_currency(f: Any, rng: np.random.Generator) -> str | None:
    alarm, miss = (float(cost) for cost in rng.choice(np.arange(1, 20), 2, replace=False))
    pounds, pence = float(f(alarm, miss)), float(f(100 * alarm, 100 * miss))
    if not np.isclose(pounds, pence):
        return (
            f"Costs of {alarm:g} and {miss:g} pounds give {pounds:.4g}; the same in pence, "
            f"{pence:.4g}. Should the currency matter?"
        )
    return None


cost_threshold.answer("""
    return cost_false_alarm / (cost_false_alarm + cost_miss)
""")
cost_threshold.mistake(
    "return cost_false_alarm / -> return cost_miss /",
    "the two costs have changed places.",
    "If a miss is far dearer than a false alarm, should you act sooner or later than at 1/2?",
)
cost_threshold.mistake(
    "/ (cost_false_alarm + cost_miss) -> / cost_miss",
    "it is one cost divided by the other: the odds from which acting pays, not the probability.",
    "How do you turn odds of 1 to 9 into a probability?",
)
cost_threshold.mistake(
    "cost_false_alarm / (cost_false_alarm + cost_miss) -> "
    "cost_false_alarm * 0.5 / max(cost_miss, 1e-300)",
    "it is half the ratio of the costs, as if 1/2 were scaled by it.",
    "At the threshold, acting and not acting cost the same on average. Write that as an equation in p.",
)
