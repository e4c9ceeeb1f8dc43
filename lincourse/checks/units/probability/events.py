"""Checks of several events: together, given each other, and in a chain."""

from collections.abc import Iterator
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
from misstep import Args, Check, ListOf
from misstep.core.kinds import show

from lincourse import probability as reference
from lincourse.checks.units.probability.random_inputs import (
    FIRST_HEADS,
    LAST_HEADS,
    MOSTLY_HEADS,
    TOSSES,
    WEATHER,
    Event,
    P,
    even,
    event,
    two_events,
    uneven,
    universe,
)
from lincourse.checks.units.ratios import RATIO

# ---------------------------------------------------------------- joint

joint = Check(reference.joint, gives=RATIO)
WET, GREY = {"rain", "snow"}, {"snow", "sun", "fog"}
joint.example((WET, GREY, WEATHER), 0.125, "only snow is in both events")


def pairs_of_events(rng: np.random.Generator) -> Iterator[Args]:
    """Events that overlap in part, in uneven distributions and even ones."""
    for _ in range(5):
        omega = universe(rng)
        yield *two_events(rng, omega), uneven(rng, omega)
    for _ in range(2):
        yield *two_events(rng, TOSSES), even(TOSSES)


def special_pairs(rng: np.random.Generator) -> Iterator[Args]:
    """Events without overlap, one within the other, twice the same, certain."""
    omega = universe(rng)
    dist = uneven(rng, omega)
    yield set(omega[:2]), set(omega[2:4]), dist
    yield set(omega[:2]), set(omega[:4]), dist
    yield set(omega[:4]), set(omega[1:3]), dist
    yield set(omega[1:4]), set(omega[1:4]), dist
    yield set(omega), set(omega[2:]), dist
    yield set(omega[:3]), set(omega), dist
    yield {"sure"}, {"sure", "never"}, {"sure": 1, "never": 0}
    yield {"rare"}, {"rare", "rarer"}, {"sure": 1 - 2**-22, "rare": 3 * 2**-24, "rarer": 2**-24}


joint.random_inputs(pairs_of_events)
joint.edge_cases(special_pairs)


@joint.property("the order of the two events does not matter")
def commutes(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    (a, b), dist = two_events(rng, omega), uneven(rng, omega)
    one, other = float(f(a, b, dist)), float(f(b, a, dist))
    if np.isclose(one, other):
        return None
    return f"P(A, B) came out as {one:.6g} and P(B, A) as {other:.6g}: they are the same event."


joint.answer("""
    def P(event):
        return sum(dist[x] for x in event)

    return P(a & b)
""")
joint.mistake(
    "P(a & b) -> P(a) + P(b)",
    "the two probabilities are added.",
    "P(A) + P(B) can be more than 1. Which outcomes are in A and in B?",
)
joint.mistake(
    "P(a & b) -> P(a) * P(b)",
    "the two probabilities are multiplied.",
    "That is right for independent events only. Which outcomes are in A and in B?",
)
joint.mistake(
    "a & b -> a | b",
    "this is the probability of A or B: the outcomes that are in at least one of them.",
    "What do & and | do with two sets?",
)
joint.mistake(
    "P(a & b) -> len(a & b) / len(dist)",
    "outcomes are counted: how many are in both, divided by how many there are.",
    "That is right where all outcomes are equally likely. Are they here?",
)
joint.mistake(
    "P(a & b) -> P(a & b) / P(b)",
    "this is P(A given B): it is divided by P(B).",
    "Is B known to have happened, or may it still not happen?",
)
joint.mistake(
    "P(a & b) -> P(a & b) / P(a)",
    "this is P(B given A): it is divided by P(A).",
    "Is A known to have happened, or may it still not happen?",
)
joint.mistake(
    "P(a & b) -> min(P(a), P(b))",
    "the smaller of the two probabilities is taken.",
    "Can two likely events exclude each other? What is P(A, B) then?",
)
joint.mistake(
    "P(a & b) -> max(0, P(a) + P(b) - 1)",
    "max(0, P(A) + P(B) - 1) is a lower bound: P(A, B) can't be less, but it can be more.",
    "Two events can overlap a little or a lot with the same P(A) and P(B). Which outcomes are in both?",
)
joint.mistake(
    "P(a & b) -> P(a) + P(b) - 1",
    "P(A) + P(B) - 1 is a lower bound, and it is below 0 where the events are unlikely.",
    "Two events can overlap a little or a lot with the same P(A) and P(B). Which outcomes are in both?",
)
joint.mistake(
    "P(a & b) -> P(a) + P(b) - P(a) * P(b)",
    "P(A) + P(B) - P(A) P(B) is the probability of A or B, for independent events.",
    "Which outcomes are in A and in B?",
)
joint.mistake(
    "a & b -> a ^ b",
    "the outcomes that are in exactly one of the events are added up.",
    "What does ^ do with two sets, and what does & do?",
)
joint.mistake(
    "a & b -> a - b",
    "the outcomes of A that are not in B are added up.",
    "Should an outcome of A count if B does not happen with it?",
)


# ---------------------------------------------------------------- conditional

conditional = Check(reference.conditional, gives=RATIO)
conditional.example(
    (WET, GREY, WEATHER),
    1 / 6,
    "of the events' outcomes only snow, 0.125, is in both, and P(b) = 0.125 + 0.5 + 0.125 = 0.75; "
    "0.125 / 0.75 is one sixth",
)
conditional.random_inputs(pairs_of_events)
conditional.edge_cases(special_pairs)


@conditional.property("given B, an event and its opposite share a probability of 1")
def adds_up_given_b(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    (a, b), dist = two_events(rng, omega), uneven(rng, omega)
    total = float(f(a, b, dist)) + float(f(set(omega) - a, b, dist))
    if np.isclose(total, 1):
        return None
    return (
        "Inside b something must happen: P(A given B) and P(not A given B) should add up to 1. "
        f"Yours add up to {total:.6g}."
    )


@conditional.refuses("it raises ValueError where P(b) = 0")
def impossible_conditions(rng: np.random.Generator) -> Iterator[Args]:
    omega = universe(rng)
    yield set(omega[:2]), set(), uneven(rng, omega)
    yield {"sure"}, {"never"}, {"sure": 1.0, "never": 0.0}
    yield {"sure", "never"}, {"never", "hardly"}, {"sure": 1.0, "never": 0.0, "hardly": 0.0}


conditional.answer("""
    def P(event):
        return sum(dist[x] for x in event)

    if P(b) == 0:
        raise ValueError("P(b) = 0")
    return P(a & b) / P(b)
""")
conditional.mistake(
    "/ P(b) -> / P(a)",
    "condition and event have changed places: this is P(B given A).",
    "Which event is known to have happened, and so becomes the whole world?",
)
conditional.mistake(
    "/ P(b) -> ",
    "this is the joint probability P(A, B): it is not divided by anything.",
    "If B is all that can happen, what must the probabilities inside B add up to?",
)
conditional.mistake(
    "P(a & b) / P(b) -> P(a)",
    "this is P(A): the condition is not used.",
    "Which outcomes are still possible once B is known?",
)
conditional.mistake(
    "P(a & b) / P(b) -> len(a & b) / len(b)",
    "outcomes are counted: how many of B's are in A.",
    "That is right where all outcomes are equally likely. Are they here?",
)
conditional.mistake(
    "a & b -> a",
    "P(A) is divided by P(B).",
    "This can be more than 1. Which part of A can still happen once B is known?",
)
conditional.mistake(
    "P(a & b) / P(b) -> P(a | b)",
    "the probability of a | b is taken, and in Python that is the set of what is in A or in B.",
    "The bar in P(A | B) means 'given'. Which outcomes are left of A, and which of Ω?",
)
conditional.mistake(
    "a & b -> a | b",
    "the probability of A or B is divided by P(B).",
    "What do & and | do with two sets?",
)
conditional.mistake(
    "/ P(b) -> / (P(a) * P(b))",
    "P(A, B) is divided by P(A) P(B).",
    "Which probability is the numerator of the fraction, and which is the denominator?",
)
conditional.mistake(
    "/ P(b) -> / P(a | b)",
    "P(A, B) is divided by the probability of A or B.",
    "What is known to have happened: B, or only one of the two?",
)
conditional.mistake(
    "P(a & b) -> (P(a) + P(b))",
    "P(A, B) is taken as P(A) + P(B).",
    "Can a probability be more than 1? Which outcomes are in A and in B?",
)
conditional.mistake(
    "P(a & b) / P(b) -> P(b) / P(a & b)",
    "the fraction is upside down.",
    "Can a probability be more than 1?",
)
conditional.mistake(
    "/ P(b) -> / len(b)",
    "P(A, B) is divided by the number of outcomes in B.",
    "What should the probabilities of B's outcomes, given B, add up to?",
)
conditional.mistake(
    "if P(b) == 0 -> if P(a & b) == 0",
    "a ValueError is raised wherever P(A, B) = 0.",
    "If A and B exclude each other and B happened, how likely is A? Is that question meaningless?",
)
conditional.mistake(
    'raise ValueError("P(b) = 0") -> pass',
    "nothing is done about a condition with probability 0: the division fails.",
    "Before you divide: what should happen where P(b) is 0?",
)
conditional.mistake(
    "if P(b) == 0 -> if len(b) == 0",
    "a ValueError is raised for an empty b only.",
    "Can an event hold outcomes and still be impossible?",
)
conditional.mistake(
    'raise ValueError("P(b) = 0") -> return 0.0',
    "0 is returned where the condition is impossible.",
    "0 says: given B, A never happens. Is that known? Which error does the exercise ask for?",
)
conditional.mistake(
    'raise ValueError("P(b) = 0") -> return None',
    "nothing is returned where the condition is impossible.",
    "Which error does the exercise ask for there?",
)
conditional.mistake(
    'raise ValueError("P(b) = 0") -> return float("nan")',
    "NaN is returned where the condition is impossible.",
    "Which error does the exercise ask for there?",
)


# ---------------------------------------------------------------- chain_rule

chain_rule = Check(reference.chain_rule, gives=ListOf(RATIO, "a list of numbers"))
chain_rule.example(
    ([FIRST_HEADS, MOSTLY_HEADS, LAST_HEADS], even(TOSSES)),
    [2 / 3, 3 / 4, 1 / 2],
    "P(A3) = 4/8; of its 4 outcomes 3 are in A2; of those 3, 2 are in A1",
)


def overlapping(rng: np.random.Generator, omega: list[Any], n: int) -> list[Event]:
    """Events, no two the same, that share an outcome, so that no condition is impossible."""
    while True:
        shared = omega[rng.integers(len(omega))]
        events = [event(rng, omega, int(rng.integers(2, len(omega)))) | {shared} for _ in range(n)]
        if all(a != b for i, a in enumerate(events) for b in events[:i]):
            return events


@chain_rule.random_inputs
def chain_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (2, 3, 3, 4, 4, 3):
        omega = universe(rng)
        yield overlapping(rng, omega, n), uneven(rng, omega)
    yield overlapping(rng, TOSSES, 3), even(TOSSES)


@chain_rule.edge_cases
def chain_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    omega = universe(rng)
    yield overlapping(rng, omega, 1), uneven(rng, omega)
    yield overlapping(rng, list(range(12)), 6), uneven(rng, list(range(12)))
    yield [set(omega), {omega[0]}, set(omega[:3])], uneven(rng, omega)
    yield [{omega[1]}, {omega[2], omega[3]}, set(omega[2:])], uneven(rng, omega)


@chain_rule.property(
    "in whatever order the events come, the product of the factors is P of all of them"
)
def product_is_joint(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    events, dist = overlapping(rng, omega, 3), uneven(rng, omega)
    want = P(set.intersection(*events), dist)
    for order in permutations(events):
        found = float(prod(f(list(order), dist)))
        if not np.isclose(found, want):
            return (
                f"The events have {show(set.intersection(*events))} in common, with probability "
                f"{want:.6g}. The product of your factors is {found:.6g}."
            )
    return None


chain_rule.answer("""
    def P(event):
        return sum(dist[x] for x in event)

    factors = []
    for i in range(len(events)):
        rest = set(dist).intersection(*events[i + 1 :])
        factors.append(P(events[i] & rest) / P(rest))
    return factors
""")
chain_rule.mistake(
    "return factors -> return factors[::-1]",
    "the factors come in the wrong order: the first should be P(A1 given all the others).",
    "Which factor belongs to events[0]?",
)
chain_rule.mistake(
    "events[i + 1 :] -> events[:i]",
    "each event is conditioned on those before it, not on those after it.",
    "The product is right, but which event stands alone in P(A1 | A2, ..., AN) ... P(AN)?",
)
chain_rule.mistake(
    "P(events[i] & rest) / P(rest) -> P(events[i])",
    "nothing is conditioned: these are P(A1), P(A2), ..., as if the events were independent.",
    "Which events are known already when you ask for the first factor?",
)
chain_rule.mistake(
    "events[i + 1 :] -> events[i + 1 : i + 2]",
    "each event is conditioned on the next one only.",
    "In P(A1 | A2, A3), how many events are there behind the bar?",
)
chain_rule.mistake(
    "events[i + 1 :] -> events[i + 1 :][-1:]",
    "each event is conditioned on the last one only.",
    "In P(A1 | A2, A3), how many events are there behind the bar?",
)
chain_rule.mistake(
    "/ P(rest) -> ",
    "these are joint probabilities P(A1, ..., AN), P(A2, ..., AN), ...: nothing is divided.",
    "What must be divided by what to make P(A1 | A2, A3) of P(A1, A2, A3)?",
)
chain_rule.mistake(
    "return factors -> return factors[:-1] + [1.0]",
    "the last factor is 1, not P(AN).",
    "The last event is conditioned on nothing. Is it certain?",
)
chain_rule.mistake(
    "/ P(rest) -> / (P(events[i]) if i + 1 < len(events) else 1)",
    "condition and event have changed places: P(A2, A3 given A1) for P(A1 given A2, A3).",
    "Which events are behind the bar in the first factor?",
)
chain_rule.mistake(
    "set(dist).intersection(*events[i + 1 :]) -> set().union(*events[i + 1 :]) or set(dist)",
    "the events behind the bar are joined with 'or', not with 'and'.",
    "In P(A1 | A2, A3), does one of A2 and A3 have to happen, or both?",
)
chain_rule.mistake(
    "*events[i + 1 :] -> *events[:i], *events[i + 1 :]",
    "each event is conditioned on all the others.",
    "What is left to condition on when you come to the last factor?",
)
chain_rule.mistake(
    "events[i + 1 :] -> events[i:]",
    "each event is conditioned on itself too, so that every factor is 1.",
    "Where should the events behind the bar start: at this one, or at the next?",
)
chain_rule.mistake(
    "sum(dist[x] for x in event) -> len(event)",
    "outcomes are counted, whatever the distribution.",
    "That is right where all outcomes are equally likely. Are they here?",
)
