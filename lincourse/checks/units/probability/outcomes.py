"""Checks of outcomes and their distribution: tosses, equal shares, the probability of an event."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, DictOf, ListOf, Word

from lincourse import probability as reference
from lincourse.checks.units.probability.random_inputs import (
    TOSSES,
    WEATHER,
    even,
    event,
    uneven,
    universe,
)
from lincourse.checks.units.ratios import RATIO

# ---------------------------------------------------------------- toss_outcomes

toss_outcomes = Check(
    reference.toss_outcomes, gives=ListOf(Word(), "a list of strings", ordered=False)
)
toss_outcomes.example(
    (2,), ["HH", "HT", "TH", "TT"], "each of the two tosses has two results, so there are 2 x 2"
)


@toss_outcomes.random_inputs
def outcomes_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in sorted(rng.choice(np.arange(3, 9), size=3, replace=False).tolist()):
        yield (n,)


@toss_outcomes.edge_cases
def outcomes_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (1,)
    yield (int(rng.integers(9, 13)),)


@toss_outcomes.property("there are 2**n of them, all different, of n letters each")
def how_many_outcomes(f: Any, rng: np.random.Generator) -> str | None:
    n = int(rng.integers(3, 7))
    found = [str(x) for x in f(n)]
    if len(found) != 2**n:
        return f"For n = {n} there are 2**{n} = {2**n} outcomes; yours are {len(found)}."
    if len(set(found)) != 2**n:
        return f"Only {len(set(found))} of the {2**n} outcomes are different."
    if {len(x) for x in found} != {n}:
        return f"For n = {n} each outcome is a string of {n} letters."
    return None


toss_outcomes.answer("""
    from itertools import product

    return ["".join(tosses) for tosses in product("HT", repeat=n)]
""")
toss_outcomes.mistake(
    """
    product -> combinations_with_replacement
    repeat=n -> n
    """,
    "HT and TH are taken as one outcome: only the number of heads counts.",
    "If you write the tosses down as they come, are HT and TH the same result?",
)
toss_outcomes.mistake(
    '"".join(tosses) for tosses in product("HT", repeat=n) -> toss * n for toss in "HT"',
    "only the outcomes in which all tosses agree are there.",
    "Can a head be followed by a tail?",
)
toss_outcomes.mistake(
    '"HT" -> "01"',
    "the tosses are written as 0 and 1.",
    "Which two letters stand for heads and tails?",
)
toss_outcomes.mistake(
    '"HT" -> "ht"',
    "the letters are in lower case.",
    "Which two letters stand for heads and tails?",
)
toss_outcomes.mistake(
    '"".join -> " ".join',
    "there is something between the letters of an outcome: a space.",
    "How long is the string of two tosses?",
)
toss_outcomes.mistake(
    '"".join -> ",".join',
    "there is something between the letters of an outcome: a comma.",
    "How long is the string of two tosses?",
)
toss_outcomes.mistake(
    "repeat=n)] -> repeat=n)] * 2",
    "every outcome is in the list twice.",
    "What would become of the probabilities if each outcome came twice?",
)

toss_outcomes.answer("""
    numbers = [format(i, f"0{n}b") for i in range(2**n)]
    return [bits.replace("0", "H").replace("1", "T") for bits in numbers]
""")
toss_outcomes.mistake(
    "range(2**n) -> range(2**n - 1)",
    "one outcome is missing: the one of tails only.",
    "Does your counting start at 0, and how far does it go?",
)
toss_outcomes.mistake(
    'f"0{n}b" -> "b"',
    "the strings are of different lengths: binary numbers that are not padded with zeros.",
    "How many digits does bin(1) show, and how many tosses should it stand for?",
)


# ---------------------------------------------------------------- uniform

uniform = Check(reference.uniform, gives=DictOf(RATIO, "a dict outcome -> probability"))
uniform.example(
    (["red", "green", "blue", "white"],),
    dict.fromkeys(["red", "green", "blue", "white"], 0.25),
    "there are four outcomes, and each gets the same share of 1",
)


@uniform.random_inputs
def uniform_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in rng.choice([3, 6, 7, 9, 11, 12], size=3, replace=False).tolist():
        yield (list(range(1, n + 1)),)
    for _ in range(3):
        yield (universe(rng)[: int(rng.integers(2, 6))],)
    yield (list("abcdefghijkl")[: int(rng.integers(3, 13))],)


@uniform.edge_cases
def uniform_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (["H", "T"],)
    yield (["the only one"],)
    yield ([int(rng.integers(-9, 0)), 0, 1.5],)
    yield ([("H", 1), ("T", 2), "edge"],)
    yield ([f"ticket {i}" for i in range(int(rng.integers(200, 400)))],)


@uniform.property("the probabilities add up to 1")
def adds_up(f: Any, rng: np.random.Generator) -> str | None:
    dist = f(list(range(int(rng.integers(3, 12)))))
    total = float(sum(dist.values()))
    return None if np.isclose(total, 1) else f"The probabilities add up to {total:.6g}, not to 1."


uniform.answer("""
    return {x: 1 / len(outcomes) for x in outcomes}
""")
uniform.mistake(
    "len(outcomes) -> 8",
    "each outcome gets 1/8, as with three tosses.",
    "How many outcomes are there this time?",
)
uniform.mistake(
    "len(outcomes) -> 2",
    "each outcome gets 1/2, as with one toss.",
    "How many outcomes are there this time?",
)
uniform.mistake(
    "len(outcomes) -> (len(outcomes) + 1)",
    "1 is divided by one outcome too many.",
    "How many outcomes are there, and by what do you divide?",
)
uniform.mistake(
    "len(outcomes) -> (len(outcomes) - 1)",
    "1 is divided by one outcome too few.",
    "How many outcomes are there, and by what do you divide?",
)
uniform.mistake(
    "for x in outcomes -> for x in range(len(outcomes))",
    "the keys are the positions 0, 1, 2, ... and not the outcomes.",
    "What do you look up in a distribution: an outcome, or where it stood in the list?",
)
uniform.mistake(
    """
    1 / len(outcomes) -> i / sum(range(len(outcomes) + 1))
    for x in outcomes -> for i, x in enumerate(outcomes, start=1)
    """,
    "the shares grow from outcome to outcome.",
    "Uniform means that no outcome is more likely than another.",
)
uniform.mistake(
    "len(outcomes) -> 2 ** len(outcomes)",
    "the outcomes are counted as 2 to the power of how many there are.",
    "outcomes is the list of all results already. How long is it?",
)


# ---------------------------------------------------------------- probability

probability = Check(reference.probability, gives=RATIO)
probability.example(
    ({"snow", "sun", "fog"}, WEATHER), 0.75, "the event's outcomes have 0.125 + 0.5 + 0.125"
)


@probability.random_inputs
def probability_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for size in (1, 2, 2, 3, 3, 4):
        omega = universe(rng)
        yield event(rng, omega, size), uneven(rng, omega)
    for size in (2, 3):
        yield event(rng, TOSSES[1:], size), even(TOSSES[1:])


@probability.edge_cases
def probability_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    omega = universe(rng)
    yield set(omega), uneven(rng, omega)
    yield {"sure"}, {"sure": 1, "never": 0}
    yield {"never"}, {"sure": 1, "never": 0}
    many = list(range(60))
    yield event(rng, many, int(rng.integers(20, 40))), uneven(rng, many)


@probability.property("an event and its opposite share a probability of 1")
def opposites(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    a, dist = event(rng, omega, int(rng.integers(1, 4))), uneven(rng, omega)
    total = float(f(a, dist)) + float(f(set(omega) - a, dist))
    if np.isclose(total, 1):
        return None
    return f"P of this event and P of all other outcomes add up to {total:.6g}, not to 1."


@probability.property("an event without outcomes has probability 0")
def nothing_is_impossible(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    found = float(f(set(), uneven(rng, omega)))
    return None if found == 0 else f"The empty event has probability 0, not {found:.6g}."


probability.answer("""
    return sum(dist[x] for x in event)
""")
probability.mistake(
    "sum(dist[x] for x in event) -> len(event) / len(dist)",
    "outcomes are counted: how many are in the event, divided by how many there are.",
    "That is right where all outcomes are equally likely. Are they here?",
)
probability.mistake(
    "sum -> max",
    "only the likeliest outcome of the event counts.",
    "An event happens when any one of its outcomes does. What does that do to its probability?",
)

probability.answer("""
    total = 0
    for x in event:
        total = total + dist[x]
    return total
""")
probability.mistake(
    """
    total = 0 -> total = 1
    total + -> total *
    """,
    "the probabilities are multiplied.",
    "Does an event get more or less likely when one more outcome is added to it?",
)
probability.mistake(
    "total = total + dist[x] -> return dist[x]",
    "only the first outcome of the event counts.",
    "Does your function return from inside the loop?",
)
