"""Checks of unit 01. Probabilities are multiples of 1/64, so that sums of them are exact."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement, permutations, product
from math import prod
from typing import Any

import numpy as np

from lincourse import probability as reference
from lincourse.checks.kinds import Array, DictOf, ListOf, Number, Truth, Word, show
from lincourse.checks.ladder import Args, Check
from lincourse.checks.quiz import Quiz

Dist = dict[Any, float]
Event = set[Any]

# ---------------------------------------------------------------- what inputs are drawn from

TOSSES = reference.toss_outcomes(3)
WEATHER = {"rain": 0.25, "snow": 0.125, "sun": 0.5, "fog": 0.125}


def tosses_where(test: Callable[[str], bool]) -> Event:
    return {tosses for tosses in TOSSES if test(tosses)}


def universe(rng: np.random.Generator) -> list[Any]:
    """Outcomes of one kind or another: tosses, letters, numbers, pairs."""
    size = int(rng.integers(5, 9))
    kinds: list[list[Any]] = [
        TOSSES,
        list("abcdefgh")[:size],
        list(range(1, size + 1)),
        list(product(range(2), range(size // 2 + 1))),
    ]
    return list(kinds[rng.integers(len(kinds))])


def uneven(rng: np.random.Generator, omega: list[Any]) -> Dist:
    """A distribution in which every outcome has some whole number of 64ths, at least one."""
    cuts = np.sort(rng.choice(np.arange(1, 64), size=len(omega) - 1, replace=False))
    shares = np.diff([0, *cuts, 64]) / 64
    return dict(zip(omega, shares.tolist(), strict=True))


def even(omega: list[Any]) -> Dist:
    return {x: 1 / len(omega) for x in omega}


def event(rng: np.random.Generator, omega: list[Any], size: int) -> Event:
    return {omega[i] for i in rng.choice(len(omega), size=size, replace=False)}


def two_events(rng: np.random.Generator, omega: list[Any]) -> tuple[Event, Event]:
    """Two events that overlap, neither of which holds the other, nor both of them everything."""
    order = [omega[i] for i in rng.permutation(len(omega))]
    both, only_a, only_b, _, *rest = order
    a, b = {both, only_a}, {both, only_b}
    for x in rest:
        where = int(rng.integers(4))
        if where % 2:
            a.add(x)
        if where >= 2:
            b.add(x)
    return a, b


def P(a: Iterable[Any], dist: Dist) -> Any:
    return sum(dist[x] for x in a)


# ---------------------------------------------------------------- toss_outcomes

toss_outcomes = Check(
    reference.toss_outcomes, gives=ListOf(Word(), "a list of strings", ordered=False)
)
toss_outcomes.worked(
    (2,), ["HH", "HT", "TH", "TT"], "each of the two tosses has two results, so there are 2 x 2"
)


@toss_outcomes.cases
def outcomes_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in sorted(rng.choice(np.arange(3, 9), size=3, replace=False).tolist()):
        yield (n,)


@toss_outcomes.extremes
def outcomes_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (1,)
    yield (int(rng.integers(9, 13)),)


@toss_outcomes.law("there are 2**n of them, all different, of n letters each")
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


def _tosses(n: int, letters: str = "HT", between: str = "") -> list[str]:
    return [between.join(tosses) for tosses in product(letters, repeat=n)]


def _binary(n: int, numbers: Iterable[int], digits: str) -> list[str]:
    return [format(i, digits).replace("0", "H").replace("1", "T") for i in numbers]


toss_outcomes.turn(
    lambda n: ["".join(tosses) for tosses in combinations_with_replacement("HT", n)],
    "HT and TH are taken as one outcome: only the number of heads counts.",
    "If you write the tosses down as they come, are HT and TH the same result?",
)
toss_outcomes.turn(
    lambda n: _tosses(3),
    "n is not used: the tosses are always three.",
    "What should toss_outcomes(1) be?",
)
toss_outcomes.turn(
    lambda n: _tosses(n + 1),
    "each outcome has one toss too many.",
    "How many letters should an outcome of one single toss have?",
)
toss_outcomes.turn(
    lambda n: _tosses(n - 1),
    "each outcome has one toss too few.",
    "How many letters should an outcome of one single toss have?",
)
toss_outcomes.turn(
    lambda n: ["H" * n, "T" * n],
    "only the outcomes in which all tosses agree are there.",
    "Can a head be followed by a tail?",
)
toss_outcomes.turn(
    lambda n: [tosses for k in range(1, n + 1) for tosses in _tosses(k)],
    "shorter strings are in the list as well.",
    "Is 'H' a result of tossing a coin twice?",
)
toss_outcomes.turn(
    lambda n: _binary(n, range(1, 2**n), f"0{n}b"),
    "one outcome is missing: the one of heads only.",
    "Does your counting start at 0, and how far does it go?",
)
toss_outcomes.turn(
    lambda n: _binary(n, range(2**n - 1), f"0{n}b"),
    "one outcome is missing: the one of tails only.",
    "Does your counting start at 0, and how far does it go?",
)
toss_outcomes.turn(
    lambda n: _binary(n, range(2**n), "b"),
    "the strings are of different lengths: binary numbers that are not filled up with zeros.",
    "How many digits does bin(1) show, and how many tosses should it stand for?",
)
toss_outcomes.turn(
    lambda n: _tosses(n, "01"),
    "the tosses are written as 0 and 1.",
    "Which two letters stand for heads and tails?",
)
toss_outcomes.turn(
    lambda n: _tosses(n, "ht"),
    "the letters are small.",
    "Which two letters stand for heads and tails?",
)
toss_outcomes.turn(
    lambda n: _tosses(n, between=" "),
    "there is something between the letters of an outcome: a space.",
    "How long is the string of two tosses?",
)
toss_outcomes.turn(
    lambda n: _tosses(n, between=","),
    "there is something between the letters of an outcome: a comma.",
    "How long is the string of two tosses?",
)
toss_outcomes.turn(
    lambda n: _tosses(n) * 2,
    "every outcome is in the list twice.",
    "What would become of the probabilities if each outcome came twice?",
)

# ---------------------------------------------------------------- uniform

uniform = Check(reference.uniform, gives=DictOf(Number(), "a dict outcome -> probability"))
uniform.worked(
    (["red", "green", "blue", "white"],),
    dict.fromkeys(["red", "green", "blue", "white"], 0.25),
    "there are four outcomes, and each gets the same share of 1",
)


@uniform.cases
def flat_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in rng.choice([3, 6, 7, 9, 11, 12], size=3, replace=False).tolist():
        yield (list(range(1, n + 1)),)
    for _ in range(3):
        yield (universe(rng)[: int(rng.integers(2, 6))],)
    yield (list("abcdefghijkl")[: int(rng.integers(3, 13))],)


@uniform.extremes
def flat_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (["H", "T"],)
    yield (["the only one"],)
    yield ([int(rng.integers(-9, 0)), 0, 1.5],)
    yield ([f"ticket {i}" for i in range(int(rng.integers(200, 400)))],)


@uniform.law("the probabilities add up to 1")
def adds_up(f: Any, rng: np.random.Generator) -> str | None:
    dist = f(list(range(int(rng.integers(3, 12)))))
    total = float(sum(dist.values()))
    return None if np.isclose(total, 1) else f"The probabilities add up to {total:.6g}, not to 1."


uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 1),
    "each outcome gets 1.",
    "What should all probabilities add up to?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 1 / 8),
    "each outcome gets 1/8, as with three tosses.",
    "How many outcomes are there this time?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 1 / 2),
    "each outcome gets 1/2, as with one toss.",
    "How many outcomes are there this time?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, len(outcomes)),
    "each outcome gets the number of outcomes, not one divided by it.",
    "What should all probabilities add up to?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 1 // len(outcomes)),
    "the division is for whole numbers, so everything is 0.",
    "What is 1 // 4, and what is 1 / 4?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 100 / len(outcomes)),
    "the numbers are percentages.",
    "Between which two numbers does a probability lie?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, round(1 / len(outcomes), 2)),
    "the probabilities are rounded.",
    "What do three shares of 0.33 add up to?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 1 / (len(outcomes) + 1)),
    "1 is divided by one outcome too many.",
    "How many outcomes are there, and by what do you divide?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 1 / (len(outcomes) - 1)),
    "1 is divided by one outcome too few.",
    "How many outcomes are there, and by what do you divide?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(range(len(outcomes)), 1 / len(outcomes)),
    "the keys are the positions 0, 1, 2, ... and not the outcomes.",
    "What do you look up in a distribution: an outcome, or where it stood in the list?",
)
uniform.turn(
    lambda outcomes: {
        x: 2 * (i + 1) / (len(outcomes) * (len(outcomes) + 1)) for i, x in enumerate(outcomes)
    },
    "the shares grow from outcome to outcome.",
    "Uniform means that no outcome is more likely than another.",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes[:-1], 1 / len(outcomes)),
    "the last outcome is missing.",
    "How far does your loop go?",
)
uniform.turn(
    lambda outcomes: dict.fromkeys(outcomes, 1 / 2 ** len(outcomes)),
    "the outcomes are counted as 2 to the power of how many there are.",
    "outcomes is the list of all results already. How long is it?",
)


# ---------------------------------------------------------------- probability

probability = Check(reference.probability, gives=Number())
probability.worked(
    ({"snow", "sun", "fog"}, WEATHER), 0.75, "the event's outcomes have 0.125 + 0.5 + 0.125"
)


@probability.cases
def chance_cases(rng: np.random.Generator) -> Iterator[Args]:
    for size in (1, 2, 2, 3, 3, 4):
        omega = universe(rng)
        yield event(rng, omega, size), uneven(rng, omega)
    for size in (2, 3):
        yield event(rng, TOSSES, size), even(TOSSES)


@probability.extremes
def chance_extremes(rng: np.random.Generator) -> Iterator[Args]:
    omega = universe(rng)
    yield set(omega), uneven(rng, omega)
    yield {"sure"}, {"sure": 1, "never": 0}
    yield {"never"}, {"sure": 1, "never": 0}
    many = list(range(60))
    yield event(rng, many, int(rng.integers(20, 40))), uneven(rng, many)


@probability.law("an event and its opposite share a probability of 1")
def opposites(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    a, dist = event(rng, omega, int(rng.integers(1, 4))), uneven(rng, omega)
    total = float(f(a, dist)) + float(f(set(omega) - a, dist))
    if np.isclose(total, 1):
        return None
    return f"P of this event and P of all other outcomes add up to {total:.6g}, not to 1."


@probability.law("an event without outcomes has probability 0")
def nothing_is_impossible(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    found = float(f(set(), uneven(rng, omega)))
    return None if found == 0 else f"The empty event has probability 0, not {found:.6g}."


def _first_only(a: Event, dist: Dist) -> Any:
    for x in a:
        return dist[x]
    return 0


def _last_only(a: Event, dist: Dist) -> Any:
    p: Any = 0
    for x in a:
        p = dist[x]
    return p


probability.turn(
    lambda event, dist: len(event) / len(dist),
    "outcomes are counted: how many are in the event, divided by how many there are.",
    "That is right where all outcomes are equally likely. Are they here?",
)
probability.turn(
    lambda event, dist: len(event),
    "the number of outcomes in the event is returned.",
    "Where do the probabilities in dist come in?",
)
probability.turn(
    lambda event, dist: prod(dist[x] for x in event),
    "the probabilities are multiplied.",
    "Does an event get more or less likely when one more outcome is added to it?",
)
probability.turn(
    lambda event, dist: P(event, dist) / len(event) if event else 0,
    "the mean of the probabilities is taken.",
    "What should P be of the event that holds every outcome?",
)
probability.turn(
    lambda event, dist: max((dist[x] for x in event), default=0),
    "only the likeliest outcome of the event counts.",
    "An event happens when any one of its outcomes does. What does that do to its probability?",
)
probability.turn(
    _first_only,
    "only the first outcome of the event counts.",
    "Does your function return from inside the loop?",
)
probability.turn(
    _last_only,
    "only the last outcome of the event counts.",
    "Does each turn of your loop add to a total, or write over it?",
)
probability.turn(
    lambda event, dist: 1 - P(event, dist),
    "this is the probability that the event does not happen.",
    "Which outcomes should be added up: those in the event, or the others?",
)
probability.turn(
    lambda event, dist: sum(dist.values()),
    "all outcomes are added up, in the event or not.",
    "Where does your function use the event?",
)
probability.turn(
    lambda event, dist: sum({dist[x] for x in event}),
    "outcomes that are equally likely are counted once.",
    "What becomes of two equal numbers when they are put into a set?",
)
probability.turn(
    lambda event, dist: 1 / len(dist),
    "one is divided by the number of outcomes: the event is not used.",
    "That is the probability of a single outcome, if all are equally likely.",
)
probability.turn(
    lambda event, dist: 1 / len(event) if event else 0,
    "the outcomes of the event are taken as equally likely: one divided by how many there are.",
    "Where do the probabilities in dist come in?",
)


# ---------------------------------------------------------------- joint

joint = Check(reference.joint, gives=Number())
WET, GREY = {"rain", "snow"}, {"snow", "sun", "fog"}
joint.worked((WET, GREY, WEATHER), 0.125, "only snow is in both events")


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


joint.cases(pairs_of_events)
joint.extremes(special_pairs)


@joint.law("the order of the two events does not matter")
def commutes(f: Any, rng: np.random.Generator) -> str | None:
    omega = universe(rng)
    (a, b), dist = two_events(rng, omega), uneven(rng, omega)
    one, other = float(f(a, b, dist)), float(f(b, a, dist))
    if np.isclose(one, other):
        return None
    return f"P(A, B) came out as {one:.6g} and P(B, A) as {other:.6g}: they are the same event."


joint.turn(
    lambda a, b, dist: P(a, dist) + P(b, dist),
    "the two probabilities are added.",
    "P(A) + P(B) can be more than 1. Which outcomes are in A and in B?",
)
joint.turn(
    lambda a, b, dist: P(a, dist) * P(b, dist),
    "the two probabilities are multiplied.",
    "That is right for independent events only. Which outcomes are in A and in B?",
)
joint.turn(
    lambda a, b, dist: P(a | b, dist),
    "this is the probability of A or B: the outcomes that are in at least one of them.",
    "What do & and | do with two sets?",
)
joint.turn(
    lambda a, b, dist: len(a & b) / len(dist),
    "outcomes are counted: how many are in both, divided by how many there are.",
    "That is right where all outcomes are equally likely. Are they here?",
)
joint.turn(
    lambda a, b, dist: len(a & b),
    "the number of outcomes in both events is returned.",
    "Where do the probabilities in dist come in?",
)
joint.turn(
    lambda a, b, dist: P(a & b, dist) / P(b, dist),
    "this is P(A given B): it is divided by P(B).",
    "Is B known to have happened, or may it still not happen?",
)
joint.turn(
    lambda a, b, dist: P(a & b, dist) / P(a, dist),
    "this is P(B given A): it is divided by P(A).",
    "Is A known to have happened, or may it still not happen?",
)
joint.turn(
    lambda a, b, dist: min(P(a, dist), P(b, dist)),
    "the smaller of the two probabilities is taken.",
    "Can two likely events exclude each other? What is P(A, B) then?",
)
joint.turn(
    lambda a, b, dist: P(a, dist) + P(b, dist) - P(a, dist) * P(b, dist),
    "P(A) + P(B) - P(A) P(B) is the probability of A or B, for independent events.",
    "Which outcomes are in A and in B?",
)
joint.turn(
    lambda a, b, dist: P(a ^ b, dist),
    "the outcomes that are in exactly one of the events are added up.",
    "What does ^ do with two sets, and what does & do?",
)
joint.turn(
    lambda a, b, dist: P(a - b, dist),
    "the outcomes of A that are not in B are added up.",
    "Should an outcome of A count if B does not happen with it?",
)
joint.turn(
    lambda a, b, dist: P(a, dist),
    "b is not used: this is P(A).",
    "Should an outcome of A count if B does not happen with it?",
)


# ---------------------------------------------------------------- conditional

conditional = Check(reference.conditional, gives=Number())
conditional.worked(
    (WET, GREY, WEATHER),
    1 / 6,
    "of the events' outcomes only snow, 0.125, is in both, and P(b) = 0.125 + 0.5 + 0.125 = 0.75; "
    "0.125 / 0.75 is one sixth",
)
conditional.cases(pairs_of_events)
conditional.extremes(special_pairs)


@conditional.law("given B, an event and its opposite share a probability of 1")
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


def _given(a: Event, b: Event, dist: Dist, result: Callable[..., Any] | None = None) -> Any:
    """P(a given b), or what `result` makes of it all, with the check for P(b) = 0."""
    if P(b, dist) == 0:
        raise ValueError("P(b) = 0")
    return result(a, b, dist) if result else P(a & b, dist) / P(b, dist)


def _conditional_turn(looks: str, think: str, result: Callable[..., Any]) -> None:
    conditional.turn(lambda a, b, dist: _given(a, b, dist, result), looks, think)


_conditional_turn(
    "the condition is turned round: this is P(B given A).",
    "Which event is known to have happened, and so becomes the whole world?",
    lambda a, b, dist: P(a & b, dist) / P(a, dist),
)
_conditional_turn(
    "this is the joint probability P(A, B): it is not divided by anything.",
    "If B is all that can happen, what must the probabilities inside B add up to?",
    lambda a, b, dist: P(a & b, dist),
)
_conditional_turn(
    "this is P(A): the condition is not used.",
    "Which outcomes are still possible once B is known?",
    lambda a, b, dist: P(a, dist),
)
_conditional_turn(
    "outcomes are counted: how many of B's are in A.",
    "That is right where all outcomes are equally likely. Are they here?",
    lambda a, b, dist: len(a & b) / len(b),
)
_conditional_turn(
    "P(A) is divided by P(B).",
    "This can be more than 1. Which part of A can still happen once B is known?",
    lambda a, b, dist: P(a, dist) / P(b, dist),
)
_conditional_turn(
    "the probability of a | b is taken, and in Python that is the set of what is in A or in B.",
    "The bar in P(A | B) means 'given'. Which outcomes are left of A, and which of Ω?",
    lambda a, b, dist: P(a | b, dist),
)
_conditional_turn(
    "the probability of A or B is divided by P(B).",
    "What do & and | do with two sets?",
    lambda a, b, dist: P(a | b, dist) / P(b, dist),
)
_conditional_turn(
    "P(A, B) is divided by P(A) P(B).",
    "What is above the line of the fraction, and what is below it?",
    lambda a, b, dist: P(a & b, dist) / (P(a, dist) * P(b, dist)),
)
_conditional_turn(
    "P(A, B) is divided by the probability of A or B.",
    "What is known to have happened: B, or only one of the two?",
    lambda a, b, dist: P(a & b, dist) / P(a | b, dist),
)
_conditional_turn(
    "this is the probability that A does not happen, given B.",
    "Which outcomes of B should be added up: those in A, or the others?",
    lambda a, b, dist: 1 - P(a & b, dist) / P(b, dist),
)
_conditional_turn(
    "P(A, B) is taken as P(A) + P(B).",
    "Can a probability be more than 1? Which outcomes are in A and in B?",
    lambda a, b, dist: (P(a, dist) + P(b, dist)) / P(b, dist),
)
_conditional_turn(
    "the fraction is upside down.",
    "Can a probability be more than 1?",
    lambda a, b, dist: P(b, dist) / P(a & b, dist),
)
_conditional_turn(
    "P(A, B) is divided by the number of outcomes in B.",
    "What should the probabilities of B's outcomes, given B, add up to?",
    lambda a, b, dist: P(a & b, dist) / len(b),
)


def _refuses_no_overlap(a: Event, b: Event, dist: Dist) -> Any:
    if P(a & b, dist) == 0:
        raise ValueError("impossible")
    return P(a & b, dist) / P(b, dist)


conditional.turn(
    _refuses_no_overlap,
    "a ValueError is raised wherever P(A, B) = 0.",
    "If A and B exclude each other and B happened, how likely is A? Is that question senseless?",
)
conditional.turn(
    lambda a, b, dist: P(a & b, dist) / P(b, dist),
    "nothing is done about a condition with probability 0: the division fails.",
    "Before you divide: what should happen where P(b) is 0?",
)


def _refuses_only_empty(a: Event, b: Event, dist: Dist) -> Any:
    if not b:
        raise ValueError("b is empty")
    return P(a & b, dist) / P(b, dist)


def _answers_instead(answer: Any) -> Callable[..., Any]:
    return lambda a, b, dist: P(a & b, dist) / P(b, dist) if P(b, dist) else answer


conditional.turn(
    _refuses_only_empty,
    "a ValueError is raised for an empty b only.",
    "Can an event hold outcomes and still be impossible?",
)
conditional.turn(
    _answers_instead(0.0),
    "0 is returned where the condition is impossible.",
    "0 says: given B, A never happens. Is that known? Which error does the exercise ask for?",
)
conditional.turn(
    _answers_instead(None),
    "nothing is returned where the condition is impossible.",
    "Which error does the exercise ask for there?",
)
conditional.turn(
    _answers_instead(float("nan")),
    "NaN is returned where the condition is impossible.",
    "Which error does the exercise ask for there?",
)


# ---------------------------------------------------------------- chain_rule

chain_rule = Check(reference.chain_rule, gives=ListOf(Number(), "a list of numbers"))
FIRST, LAST = tosses_where(lambda t: t[0] == "H"), tosses_where(lambda t: t[2] == "H")
MOSTLY = tosses_where(lambda t: t.count("H") >= 2)
chain_rule.worked(
    ([FIRST, MOSTLY, LAST], even(TOSSES)),
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


@chain_rule.cases
def chain_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in (2, 3, 3, 4, 4, 3):
        omega = universe(rng)
        yield overlapping(rng, omega, n), uneven(rng, omega)
    yield overlapping(rng, TOSSES, 3), even(TOSSES)


@chain_rule.extremes
def chain_extremes(rng: np.random.Generator) -> Iterator[Args]:
    omega = universe(rng)
    yield overlapping(rng, omega, 1), uneven(rng, omega)
    yield overlapping(rng, list(range(12)), 6), uneven(rng, list(range(12)))
    yield [set(omega), {omega[0]}, set(omega[:3])], uneven(rng, omega)
    yield [{omega[1]}, {omega[2], omega[3]}, set(omega[2:])], uneven(rng, omega)


@chain_rule.law("in whatever order the events come, the product of the factors is P of all of them")
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


def _all(events: Iterable[Event], dist: Dist) -> Event:
    """What is in all of the events; everything where there are none."""
    return set(dist).intersection(*events)


def _factors(events: list[Event], dist: Dist, condition: Callable[[int], Event]) -> list[Any]:
    return [P(a & (c := condition(i)), dist) / P(c, dist) for i, a in enumerate(events)]


chain_rule.turn(
    lambda events, dist: _factors(events, dist, lambda i: _all(events[i + 1 :], dist))[::-1],
    "the factors come in the wrong order: the first should be P(A1 given all the others).",
    "Which factor belongs to events[0]?",
)
chain_rule.turn(
    lambda events, dist: _factors(events, dist, lambda i: _all(events[:i], dist)),
    "each event is conditioned on those before it, not on those after it.",
    "The product is right, but which event stands alone in P(A1 | A2, ..., AN) ... P(AN)?",
)
chain_rule.turn(
    lambda events, dist: [P(a, dist) for a in events],
    "nothing is conditioned: these are P(A1), P(A2), ..., as if the events were independent.",
    "Which events are known already when you ask for the first factor?",
)
chain_rule.turn(
    lambda events, dist: _factors(events, dist, lambda i: _all(events[i + 1 : i + 2], dist)),
    "each event is conditioned on the next one only.",
    "In P(A1 | A2, A3), how many events stand behind the bar?",
)
chain_rule.turn(
    lambda events, dist: _factors(
        events, dist, lambda i: _all(events[-1:] if i + 1 < len(events) else [], dist)
    ),
    "each event is conditioned on the last one only.",
    "In P(A1 | A2, A3), how many events stand behind the bar?",
)
chain_rule.turn(
    lambda events, dist: [P(_all(events[i:], dist), dist) for i in range(len(events))],
    "these are joint probabilities P(A1, ..., AN), P(A2, ..., AN), ...: nothing is divided.",
    "What must be divided by what to make P(A1 | A2, A3) of P(A1, A2, A3)?",
)
chain_rule.turn(
    lambda events, dist: _factors(events, dist, lambda i: _all(events[i + 1 :], dist))[:-1],
    "the last factor, P(AN), is missing.",
    "How many factors are there for one single event?",
)
chain_rule.turn(
    lambda events, dist: [
        *_factors(events, dist, lambda i: _all(events[i + 1 :], dist))[:-1],
        1.0,
    ],
    "the last factor is 1, not P(AN).",
    "The last event is conditioned on nothing. Is it certain?",
)
chain_rule.turn(
    lambda events, dist: [
        P(a & _all(events[i + 1 :], dist), dist) / P(a, dist) if i + 1 < len(events) else P(a, dist)
        for i, a in enumerate(events)
    ],
    "the conditions are turned round: P(A2, A3 given A1) for P(A1 given A2, A3).",
    "Which events stand behind the bar in the first factor?",
)
chain_rule.turn(
    lambda events, dist: _factors(
        events, dist, lambda i: set().union(*events[i + 1 :]) or set(dist)
    ),
    "the events behind the bar are joined with 'or', not with 'and'.",
    "In P(A1 | A2, A3), does one of A2 and A3 have to happen, or both?",
)
chain_rule.turn(
    lambda events, dist: _factors(
        events, dist, lambda i: _all([*events[:i], *events[i + 1 :]], dist)
    ),
    "each event is conditioned on all the others.",
    "What is left to condition on when you come to the last factor?",
)
chain_rule.turn(
    lambda events, dist: _factors(events, dist, lambda i: _all(events[i:], dist)),
    "each event is conditioned on itself too, so that every factor is 1.",
    "Where should the events behind the bar start: at this one, or at the next?",
)
chain_rule.turn(
    lambda events, dist: _factors(
        events, dict.fromkeys(dist, 1), lambda i: _all(events[i + 1 :], dist)
    ),
    "outcomes are counted, whatever the distribution.",
    "That is right where all outcomes are equally likely. Are they here?",
)


# ---------------------------------------------------------------- independent

independent = Check(reference.independent, gives=Truth())
AGREE = tosses_where(lambda t: t[0] == t[1])
independent.worked(
    (FIRST, AGREE, even(TOSSES)),
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


@independent.cases
def apart_cases(rng: np.random.Generator) -> Iterator[Args]:
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


@independent.extremes
def apart_extremes(rng: np.random.Generator) -> Iterator[Args]:
    for sign in (1, -1):
        yield four(0.25 + sign * 2.0**-13, 0.25 - sign * 2.0**-13, 0.25 - sign * 2.0**-13)
    yield rounded(rng)
    yield rounded(rng)
    omega = universe(rng)
    dist = uneven(rng, omega)
    yield set(omega), set(omega[:2]), dist
    yield set(omega[:2]), set(omega[:2]), dist
    yield {"never"}, {"sure"}, {"never": 0.0, "sure": 1.0}
    yield {"sure"}, {"never"}, {"never": 0.0, "sure": 1.0}


@independent.law("if a and b are independent, so are b and a")
def symmetric(f: Any, rng: np.random.Generator) -> str | None:
    for kind in range(4):
        a, b, dist = two_way(rng, kind)
        if bool(f(a, b, dist)) != bool(f(b, a, dist)):
            return "The answer for (a, b) is not the answer for (b, a)."
    return None


def _product(a: Event, b: Event, dist: Dist) -> Any:
    return P(a, dist) * P(b, dist)


def _difference(a: Event, b: Event, dist: Dist) -> Any:
    return P(a & b, dist) - _product(a, b, dist)


def _compares_conditional(a: Event, b: Event, dist: Dist) -> bool:
    if P(b, dist) == 0:
        raise ValueError("P(b) = 0")
    return bool(abs(P(a & b, dist) / P(b, dist) - P(a, dist)) <= 1e-9)


independent.turn(
    lambda a, b, dist: not a & b,
    "events without a common outcome are called independent.",
    "If A and B exclude each other and you learn that B happened, what do you know about A?",
)
independent.turn(
    lambda a, b, dist: bool(a & b),
    "events with a common outcome are called independent.",
    "Does one common outcome mean that knowing B leaves the probability of A as it was?",
)
independent.turn(
    lambda a, b, dist: bool(abs(_difference(a, b, dist)) > 1e-9),
    "the answer is turned round: True where the events depend on each other.",
    "What is P(A, B) - P(A) P(B) for independent events?",
)
independent.turn(
    lambda a, b, dist: True,
    "the answer is always True.",
    "Does learning that a coin shows heads leave the probability of tails as it was?",
)
independent.turn(
    lambda a, b, dist: False,
    "the answer is always False.",
    "Does the first toss of a coin say anything about the second?",
)
independent.turn(
    lambda a, b, dist: bool(abs(P(a, dist) - P(b, dist)) <= 1e-9),
    "P(A) is compared with P(B).",
    "Must independent events be equally likely?",
)
independent.turn(
    lambda a, b, dist: bool(abs(P(a & b, dist) * P(a, dist) - P(a & b, dist) * P(b, dist)) <= 1e-9),
    "P(A given B) is compared with P(B given A).",
    "With which probability should P(A given B) be compared: what was it before B was known?",
)
independent.turn(
    lambda a, b, dist: len(a & b) * len(dist) == len(a) * len(b),
    "outcomes are counted, whatever the distribution.",
    "That is right where all outcomes are equally likely. Are they here?",
)
independent.turn(
    lambda a, b, dist: bool(_difference(a, b, dist) <= 1e-9),
    "P(A, B) may be smaller than P(A) P(B) by any amount: the sign of the difference counts.",
    "Can two events depend on each other by happening together less often than by chance?",
)
independent.turn(
    lambda a, b, dist: bool(_difference(a, b, dist) >= -1e-9),
    "P(A, B) may be larger than P(A) P(B) by any amount: the sign of the difference counts.",
    "Can two events depend on each other by happening together more often than by chance?",
)
independent.turn(
    lambda a, b, dist: bool(P(a & b, dist) == _product(a, b, dist)),
    "P(A, B) and P(A) P(B) are compared with ==, and the last digit of a float decides.",
    "What does Python say to 0.1 + 0.2 == 0.3, and how close is close enough?",
)
independent.turn(
    lambda a, b, dist: bool(abs(_difference(a, b, dist)) <= 1e-3),
    "the two sides may differ by far too much.",
    "Events can depend on each other only a little. How close do the two sides have to be?",
)
independent.turn(
    lambda a, b, dist: bool(abs(P(a | b, dist) - P(a, dist) - P(b, dist)) <= 1e-9),
    "P(A or B) is compared with P(A) + P(B): that tells whether they exclude each other.",
    "Which two numbers does the definition compare?",
)
independent.turn(
    lambda a, b, dist: bool(abs(_difference(a, b, dist)) <= 1e-9 and _product(a, b, dist) > 0),
    "an impossible event is never called independent of another.",
    "What are P(A, B) and P(A) P(B) where P(B) = 0?",
)
independent.turn(
    lambda a, b, dist: bool(abs(P(a & b, dist) / P(b, dist) - P(a, dist)) <= 1e-9),
    "P(A given B) is compared with P(A), and the division fails where P(B) = 0.",
    "Which form of the definition needs no division?",
)
independent.turn(
    _compares_conditional,
    "P(A given B) is compared with P(A), which does not exist where P(B) = 0.",
    "Which form of the definition has an answer for every pair of events?",
)


# ---------------------------------------------------------------- total_probability

total_probability = Check(reference.total_probability, gives=Number())
total_probability.worked(
    (np.array([0.5, 0.25, 0.0]), np.array([0.5, 0.25, 0.25])),
    0.3125,
    "0.5 x 0.5 + 0.25 x 0.25 + 0 x 0.25",
)


def partition(rng: np.random.Generator, n: int) -> tuple[Any, Any]:
    """Likelihoods and priors, neither even nor in order, in 64ths."""
    priors = np.array(list(uneven(rng, list(range(n))).values()))
    likelihoods = rng.choice(np.arange(1, 64), size=n, replace=False) / 64
    return likelihoods, priors


def partitions(rng: np.random.Generator) -> Iterator[Args]:
    for n in (2, 2, 3, 3, 4, 5, 7):
        yield partition(rng, n)


def special_partitions(rng: np.random.Generator) -> Iterator[Args]:
    """The mind reader, certain and impossible parts, whole numbers, one part."""
    yield np.array([0.95, 0.005]), np.array([0.00001, 0.99999])
    likelihoods, priors = partition(rng, 4)
    likelihoods[1], likelihoods[2] = 0, 1
    yield likelihoods, priors
    likelihoods, priors = partition(rng, 3)
    yield np.append(likelihoods, 0.5), np.append(priors, 0.0)
    yield np.array([1, 0, 1]), np.array([0.25, 0.5, 0.25])
    yield rng.integers(1, 64, size=2) / 64, np.array([1, 0])
    yield rng.integers(1, 64, size=1) / 64, np.array([1.0])


total_probability.cases(partitions)
total_probability.extremes(special_partitions)


@total_probability.law("if B is equally likely in every part, that is P(B)")
def same_everywhere(f: Any, rng: np.random.Generator) -> str | None:
    for n in (2, 3, 5):
        _, priors = partition(rng, n)
        p = float(rng.integers(1, 64)) / 64
        found = float(f(np.full(n, p), priors))
        if not np.isclose(found, p):
            return f"B has probability {p:g} in each of the {n} parts; you get {found:.6g}."
    return None


total_probability.turn(
    lambda likelihoods, priors: likelihoods.sum(),
    "the likelihoods are added up without the priors.",
    "Can a probability be more than 1? How often does each part happen at all?",
)
total_probability.turn(
    lambda likelihoods, priors: likelihoods.mean(),
    "the mean of the likelihoods is taken: every part counts the same.",
    "Which part of the partition should count most?",
)
total_probability.turn(
    lambda likelihoods, priors: priors.sum(),
    "the priors are added up.",
    "What do the priors of a partition always add up to? Where is B in that?",
)
total_probability.turn(
    lambda likelihoods, priors: np.prod(likelihoods * priors),
    "everything is multiplied, nothing added.",
    "B happens with one of the parts. Does that make it more likely, or less?",
)
total_probability.turn(
    lambda likelihoods, priors: likelihoods[0] * priors[0],
    "only the first part counts.",
    "Can B happen together with the other parts?",
)
total_probability.turn(
    lambda likelihoods, priors: likelihoods[-1] * priors[-1],
    "only the last part counts.",
    "Does each turn of your loop add to a total, or write over it?",
)
total_probability.turn(
    lambda likelihoods, priors: (likelihoods * priors).max(),
    "only the largest of the terms counts.",
    "Can B happen together with the other parts?",
)
total_probability.turn(
    lambda likelihoods, priors: (likelihoods * priors).mean(),
    "the mean of the terms is taken where they should be added.",
    "The priors weigh the terms already. What do they add up to?",
)
total_probability.turn(
    lambda likelihoods, priors: 1 - likelihoods @ priors,
    "this is the probability that B does not happen.",
    "Which of the two, B or not B, do the likelihoods speak of?",
)
total_probability.turn(
    lambda likelihoods, priors: likelihoods[0] * priors[0] + (1 - likelihoods[1:]) @ priors[1:],
    "after the first part, 1 - P(B given Ei) is used for P(B given Ei).",
    "Each likelihood given to you is of B itself. Which of them needs turning round?",
)
total_probability.turn(
    lambda likelihoods, priors: likelihoods @ priors / likelihoods.sum(),
    "the sum is divided by the sum of the likelihoods.",
    "Do the likelihoods have to add up to 1?",
)
total_probability.turn(
    lambda likelihoods, priors: likelihoods @ priors[::-1],
    "the likelihoods are paired with the wrong priors, in the opposite order.",
    "Which prior belongs to likelihoods[0]?",
)
total_probability.turn(
    lambda likelihoods, priors: (likelihoods + priors).sum(),
    "likelihoods and priors are added, not multiplied.",
    "P(B, E) is made of P(B | E) and P(E). How?",
)


# ---------------------------------------------------------------- bayes

bayes = Check(reference.bayes, gives=Array("(n,)", fractions=True))
bayes.worked(
    (np.array([0.5, 0.25, 0.0]), np.array([0.25, 0.5, 0.25])),
    np.array([0.5, 0.5, 0.0]),
    "the joint probabilities are 0.125, 0.125 and 0, which add up to P(B) = 0.25",
)
bayes.cases(partitions)
bayes.extremes(special_partitions)


@bayes.law("the results add up to 1")
def posterior_adds_up(f: Any, rng: np.random.Generator) -> str | None:
    total = float(np.sum(f(*partition(rng, int(rng.integers(2, 6))))))
    if np.isclose(total, 1):
        return None
    return (
        "One of the parts of the partition must have happened, so the results should add up to 1. "
        f"Yours add up to {total:.6g}."
    )


@bayes.law("evidence that is equally likely in every part changes nothing")
def says_nothing(f: Any, rng: np.random.Generator) -> str | None:
    _, priors = partition(rng, 3)
    found = np.asarray(f(np.full(3, 0.25), priors), dtype=float)
    if np.allclose(found, priors):
        return None
    return "B has the same probability in each part, so seeing it should give the priors back."


bayes.turn(
    lambda likelihoods, priors: likelihoods.astype(float),
    "the likelihoods are returned: P(B given Ei) is taken for P(Ei given B).",
    "A good test and a rare condition: how many of all positives are false alarms?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods / likelihoods.sum(),
    "the likelihoods are made to add up to 1, and the priors are not used.",
    "Should it matter how rare each part was before B was seen?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods * priors,
    "these are the joint probabilities P(B, Ei): they are not divided by P(B).",
    "Given B, what must the probabilities of all parts add up to?",
)
bayes.turn(
    lambda likelihoods, priors: priors.astype(float),
    "the priors are returned.",
    "What has been learnt from B?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods / (likelihoods @ priors),
    "the prior is missing above the line: P(B given Ei) / P(B).",
    "What is P(B, Ei), and where does it stand in Bayes' rule?",
)
bayes.turn(
    lambda likelihoods, priors: priors / (likelihoods @ priors),
    "the likelihood is missing above the line: P(Ei) / P(B).",
    "What is P(B, Ei), and where does it stand in Bayes' rule?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods * priors / likelihoods.sum(),
    "P(B) is taken as the sum of the likelihoods.",
    "How often does each part happen at all, and so how much does it add to P(B)?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods * priors / (likelihoods * priors).mean(),
    "P(B) is taken as the mean of the joint probabilities, not as their sum.",
    "Given B, what must the probabilities of all parts add up to?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods * priors / likelihoods.mean(),
    "P(B) is taken as the mean of the likelihoods.",
    "How often does each part happen at all, and so how much does it add to P(B)?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods * priors / (likelihoods * priors).max(),
    "the results are divided by the largest of them.",
    "Given B, what must the probabilities of all parts add up to?",
)
bayes.turn(
    lambda likelihoods, priors: np.eye(len(priors))[np.argmax(likelihoods * priors)],
    "the likeliest part gets 1 and the others 0.",
    "How sure can you be, having seen B?",
)
bayes.turn(
    lambda likelihoods, priors: 1 - likelihoods * priors / (likelihoods @ priors),
    "these are the probabilities that each part did not happen.",
    "What should the results add up to?",
)
bayes.turn(
    lambda likelihoods, priors: (likelihoods + priors) / (likelihoods + priors).sum(),
    "likelihoods and priors are added, not multiplied.",
    "P(B, E) is made of P(B | E) and P(E). How?",
)
bayes.turn(
    lambda likelihoods, priors: likelihoods * priors**2 / (likelihoods * priors**2).sum(),
    "the prior is used twice.",
    "How often does P(Ei) stand above the line?",
)


# ---------------------------------------------------------------- quizzes of D2, sections 2, 3, 8

SUM_OF_BOTH = "P(A) + P(B) counts the outcomes in both events twice. Which outcomes are in both?"
COUNT = "List all outcomes of three tosses, and mark those that belong to the event."

Quiz(
    "toss_c",
    1 / 8,
    decimals=3,
    form="a number",
    slips=[
        (1 / 3, "Three tosses have more than three outcomes. How many?"),
        (1 / 6, "Each toss doubles the number of outcomes: 2, then 4, then how many?"),
        (1 / 2, "That is for one toss. How many outcomes do three have?"),
        (8, "c is a probability: eight of them have to add up to 1."),
        (1, "All eight together have probability 1."),
    ],
)
Quiz(
    "toss_two_heads",
    3 / 8,
    decimals=3,
    form="a number",
    slips=[
        (4 / 8, "Exactly two heads: does HHH belong to the event?"),
        (1 / 4, "That is for the two tosses HH. " + COUNT),
        (2 / 3, "Two of three tosses show heads, but in how many of the outcomes?"),
        (1 / 8, "That is one outcome. In how many places can the tail be?"),
        (3, "That is how many outcomes there are. What is the probability of each?"),
    ],
)
Quiz(
    "toss_first_heads",
    1 / 2,
    decimals=3,
    form="a number",
    slips=[
        (1 / 8, "That is one outcome. " + COUNT),
        (1 / 3, "One of three tosses is fixed; what can the other two do?"),
        (4, "That is how many outcomes there are. What is the probability of each?"),
    ],
)
Quiz(
    "toss_both",
    1 / 4,
    decimals=3,
    form="a number",
    slips=[
        (7 / 8, SUM_OF_BOTH),
        (3 / 16, "P(A) P(B) would be right if A told you nothing about B. Does it?"),
        (5 / 8, "That is the probability of A or B. Which outcomes are in both?"),
        (2 / 3, "That is P(B given A). Here neither is known to have happened."),
        (1 / 2, "That is P(A given B), or P(B). Here neither is known to have happened."),
        (1 / 8, "Is HHT the only outcome with two heads, of which the first is one?"),
    ],
)
Quiz(
    "toss_first_given_two",
    2 / 3,
    decimals=2,
    form="a number",
    slips=[
        (1 / 2, "That is P(A given B), the other way round. What is known here: two heads."),
        (1 / 4, "That is P(A, B). How many outcomes are left once two heads are known?"),
        (3 / 8, "That is P(A). How many outcomes are left once two heads are known?"),
        (4 / 3, "Can a probability be more than 1?"),
        (1 / 3, "Of the three outcomes with two heads, how many start with heads?"),
    ],
)
Quiz(
    "toss_two_given_first",
    1 / 2,
    decimals=3,
    form="a number",
    slips=[
        (2 / 3, "That is P(B given A), the other way round. What is known here: the first toss."),
        (1 / 4, "That is P(A, B). How many outcomes are left once the first toss is known?"),
        (3 / 8, "That is P(A). How many outcomes are left once the first toss is known?"),
        (3 / 4, "P(A) / P(B) counts outcomes of A that B rules out."),
    ],
)
Quiz(
    "reader_positive",
    0.00500945,
    decimals=8,
    form="a number",
    slips=[
        (0.95, "That is P(T given MR). Most people are no mind readers: what of them?"),
        (0.955, "The two likelihoods are added without their priors."),
        (0.4775, "That is the mean of 0.95 and 0.005. Are readers and others equally many?"),
        (0.0000095, "That is P(T, MR) alone. Others test positive too, now and then."),
        (0.00499995, "That is P(T, not MR) alone. Readers test positive too."),
        (0.99499955, "0.995 is P(not T given not MR). How often is a test of such a person wrong?"),
        (0.005, "Readers add a little to the false alarms: it shows in the sixth decimal."),
    ],
)
Quiz(
    "reader_posterior",
    0.95 * 0.00001 / 0.00500945,
    decimals=3,
    form="a number",
    slips=[
        (0.95, "That is P(T given MR), the condition turned round. How rare are readers?"),
        (0.995, "That is P(not T given not MR). What is asked is P(MR given T)."),
        (0.00001, "That is about P(MR), or P(T, MR). What is P(MR given T)?"),
        (0.9981, "That is P(not MR given T)."),
        (0.005, "That is about P(T). What part of it comes from mind readers?"),
        (189.64, "That is P(T given MR) / P(T). What is missing above the line?"),
    ],
)
Quiz(
    "reader_tests",
    3,
    decimals=0,
    form="a whole number",
    slips=[
        (1, "After one test P(MR given T) is 0.002."),
        (2, "After two tests it is about 0.27: more, but still less than a half."),
        (4, "You are past the middle before that."),
        (5, "You are past the middle before that."),
    ],
)
