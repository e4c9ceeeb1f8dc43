"""Checks of independence: whether P(A, B) is P(A) P(B), to rounding."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from misstep import Args, Check, Truth

from lincourse import probability as reference
from lincourse.checks.units.probability.random_inputs import (
    FIRST_HEADS,
    FIRST_TWO_ALIKE,
    TOSSES,
    Dist,
    Event,
    P,
    even,
    two_events,
    uneven,
    universe,
)

# ---------------------------------------------------------------- independent

independent = Check(reference.independent, gives=Truth())
independent.example(
    (FIRST_HEADS, FIRST_TWO_ALIKE, even(TOSSES)),
    True,
    "P(a) = P(b) = 1/2, and 2 of the 8 outcomes are in both: 1/4 = 1/2 x 1/2",
)


def two_way(rng: np.random.Generator, kind: int) -> tuple[Event, Event, Dist]:
    """Independent events: a looks at the one part of an outcome and b at the other."""
    rows, columns = 2 + kind % 2, 3
    across, down = (rng.multinomial(8, [1 / n] * n) / 8 for n in (rows, columns))
    dist = {(i, j): float(across[i] * down[j]) for i, j in product(range(rows), range(columns))}
    a = {(i, j) for i, j in dist if i == 0}
    b = {(i, j) for i, j in dist if j in (0, 1 + kind // 2)}
    return (a, b, dist) if 0 < P(a, dist) < 1 and 0 < P(b, dist) < 1 else two_way(rng, kind)


def four(both: float, only_a: float, only_b: float) -> tuple[Event, Event, Dist]:
    """Two events with these shares."""
    rest = 1 - both - only_a - only_b
    dist = {"both": both, "only a": only_a, "only b": only_b, "neither": rest}
    return {"both", "only a"}, {"both", "only b"}, dist


def rounded(rng: np.random.Generator) -> tuple[Event, Event, Dist]:
    """Independent events whose shares no float holds exactly, so that == says no."""
    a, b = {1, 2, 3, 4}, {1, 2, 5, 6}
    while True:
        p, q, s = (float(n) / 23 for n in rng.integers(1, 23, size=3))
        parts = (p * q, p * (1 - q), (1 - p) * q)
        dist = {2 * i + k + 1: part * (s, 1 - s)[k] for i, part in enumerate(parts) for k in (0, 1)}
        dist[7] = 1 - sum(dist.values())
        ways = [[sum(dist[x] for x in list(e)[::d]) for e in (a, b, a & b)] for d in (1, -1)]
        if all(p_ab not in (p_a * p_b, p_b * p_a) for p_a, p_b, p_ab in ways):
            return a, b, dist


@independent.random_inputs
def independent_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for kind in (0, 1, 2, 3):
        yield two_way(rng, kind)
    for _ in range(4):
        omega = universe(rng)
        yield *two_events(rng, omega), uneven(rng, omega)
    for size in (1, 2):  # no outcome in common
        omega = universe(rng)
        yield set(omega[:size]), set(omega[size : size + 2]), uneven(rng, omega)
    yield four(0.375, 0.125, 0.125)  # more often together than by chance
    yield four(0.125, 0.375, 0.375)  # less often
    yield four(0.125, 0.25, 0.375)
    yield four(0.25, 0.25, 0.25)
    yield four(0.0625, 0.1875, 0.1875)
    yield four(3 / 16, 9 / 16, 1 / 16)
    yield {"H"}, {"T"}, {"H": 0.5, "T": 0.5}
    yield {"H", "edge"}, {"T", "edge"}, {"H": 0.5, "T": 0.5, "edge": 0.0}
    yield set(TOSSES[:4]), set(TOSSES[1:3]), even(TOSSES)  # b within a


@independent.edge_cases
def independent_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    for little in (2.0**-13, -(2.0**-13), 2.0**-29, -(2.0**-29)):  # the last two: nearly 2e-9
        yield four(0.25 + little, 0.25 - little, 0.25 - little)
    left = 1 - 0.7 - 0.2 - 0.1  # 2.8e-17 and not 0: rounding, which is no dependence
    yield {"left"}, {"left", "x"}, {"left": left, "x": 0.7, "y": 0.2, "z": 0.1}
    yield rounded(rng)
    yield rounded(rng)
    omega = universe(rng)
    dist = uneven(rng, omega)
    yield set(omega), set(omega[:2]), dist
    yield set(omega[:2]), set(omega[:2]), dist
    yield {"never"}, {"sure"}, {"never": 0.0, "sure": 1.0}
    yield {"sure"}, {"never"}, {"never": 0.0, "sure": 1.0}
    yield {"never"}, {"never", "sure"}, {"never": 0.0, "sure": 1.0}


@independent.property("if a and b are independent, so are b and a")
def symmetric(f: Any, rng: np.random.Generator) -> str | None:
    for kind in range(4):
        a, b, dist = two_way(rng, kind)
        if bool(f(a, b, dist)) != bool(f(b, a, dist)):
            return "The answer for (a, b) is not the answer for (b, a)."
    return None


independent.answer("""
    def P(event):
        return sum(dist[x] for x in event)

    return abs(P(a & b) - P(a) * P(b)) <= 1e-9
""")
independent.mistake(
    "abs(P(a & b) - P(a) * P(b)) <= 1e-9 -> len(a & b) == 0",
    "events without a common outcome are called independent.",
    "If A and B exclude each other and you learn that B happened, what do you know about A?",
)
independent.mistake(
    "abs(P(a & b) - P(a) * P(b)) <= 1e-9 -> len(a & b) > 0",
    "events with a common outcome are called independent.",
    "Does one common outcome mean that knowing B leaves the probability of A as it was?",
)
independent.mistake(
    "abs(P(a & b) - P(a) * P(b)) <= 1e-9 -> True",
    "the answer is always True.",
    "Does learning that a coin shows heads leave the probability of tails as it was?",
)
independent.mistake(
    "abs(P(a & b) - P(a) * P(b)) <= 1e-9 -> False",
    "the answer is always False.",
    "Does the first toss of a coin say anything about the second?",
)
independent.mistake(
    "P(a & b) - P(a) * P(b) -> P(a) - P(b)",
    "P(A) is compared with P(B).",
    "Must independent events be equally likely?",
)
independent.mistake(
    "P(a & b) - P(a) * P(b) -> P(a & b) / P(b) - P(a & b) / P(a)",
    "P(A given B) is compared with P(B given A).",
    "With which probability should P(A given B) be compared: what was it before B was known?",
)
independent.mistake(
    "sum(dist[x] for x in event) -> len(event) / len(dist)",
    "outcomes are counted, whatever the distribution.",
    "That is right where all outcomes are equally likely. Are they here?",
)
independent.mistake(
    "abs(P(a & b) - P(a) * P(b)) -> P(a & b) - P(a) * P(b)",
    "where P(A, B) is smaller than P(A) P(B), you return True, however large the difference.",
    "Can two events depend on each other by happening together less often than by chance?",
)
independent.mistake(
    "abs(P(a & b) - P(a) * P(b)) -> P(a) * P(b) - P(a & b)",
    "where P(A, B) is larger than P(A) P(B), you return True, however large the difference.",
    "Can two events depend on each other by happening together more often than by chance?",
)
independent.mistake(
    "1e-9 -> 1e-3",
    "the two sides may differ by far too much.",
    "Events can depend on each other only a little. How close do the two sides have to be?",
)
independent.mistake(
    "abs(P(a & b) - P(a) * P(b)) <= 1e-9 -> np.isclose(P(a & b), P(a) * P(b))",
    "a difference of 2e-9 still counts as none: your tolerance is larger than 1e-9.",
    "If you use np.isclose: what do rtol and atol add up to, and what are they if you leave them out?",
)
independent.mistake(
    "1e-9 -> 1e-9 * max(P(a & b), P(a) * P(b))",
    "the tolerance shrinks with the two numbers, so that near 0 not even rounding is forgiven.",
    "If you use math.isclose: what does it make of 1e-17 and 2e-17? Which of its arguments is a "
    "tolerance that does not depend on the size of the numbers?",
)
independent.mistake(
    "P(a & b) - P(a) * P(b) -> P(a | b) - P(a) - P(b)",
    "P(A or B) is compared with P(A) + P(B): that tells whether they exclude each other.",
    "Which two numbers does the definition compare?",
)
independent.mistake(
    "<= 1e-9 -> <= 1e-9 and P(a) * P(b) > 0",
    "an impossible event is never called independent of another.",
    "What are P(A, B) and P(A) P(B) where one of the two events is impossible?",
)
independent.mistake(
    "P(a & b) - P(a) * P(b) -> P(a & b) / P(b) - P(a)",
    "P(A given B) is compared with P(A), and the division fails where P(B) = 0.",
    "Which form of the definition needs no division?",
)


def _compares_conditional(a: Event, b: Event, dist: Dist) -> bool:
    if P(b, dist) == 0:
        raise ValueError("P(b) = 0")
    return bool(abs(P(a & b, dist) / P(b, dist) - P(a, dist)) <= 1e-9)


independent.mistake(
    _compares_conditional,
    "P(A given B) is compared with P(A), which does not exist where P(B) = 0.",
    "Which form of the definition has an answer for every pair of events?",
)
