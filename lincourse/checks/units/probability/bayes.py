"""Checks of total probability and Bayes' rule."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check

from lincourse import probability as reference
from lincourse.checks.units.probability.random_inputs import uneven
from lincourse.checks.units.ratios import EXACT, RATIO

# ---------------------------------------------------------------- total_probability

total_probability = Check(reference.total_probability, gives=RATIO)
total_probability.example(
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


total_probability.random_inputs(partitions)
total_probability.edge_cases(special_partitions)


@total_probability.property("if B is equally likely in every part, that is P(B)")
def same_everywhere(f: Any, rng: np.random.Generator) -> str | None:
    for n in (2, 3, 5):
        _, priors = partition(rng, n)
        p = float(rng.integers(1, 64)) / 64
        found = float(f(np.full(n, p), priors))
        if not np.isclose(found, p):
            return f"B has probability {p:g} in each of the {n} parts; you get {found:.6g}."
    return None


total_probability.answer("""
    return (likelihoods * priors).sum()
""")
total_probability.mistake(
    "(likelihoods * priors) -> likelihoods",
    "the likelihoods are added up as if there were no priors: where each is multiplied with the sum of "
    "all priors, that is 1.",
    "How often does each part happen, and which likelihood belongs to it?",
)
total_probability.mistake(
    "sum -> prod",
    "everything is multiplied, nothing added.",
    "B happens with one of the parts. Does that make it more likely, or less?",
)
total_probability.mistake(
    ".sum() -> [0]",
    "only the first part counts.",
    "Can B happen together with the other parts?",
)
total_probability.mistake(
    ".sum() -> [-1]",
    "only the last part counts.",
    "Does each turn of your loop add to a total, or write over it?",
)
total_probability.mistake(
    "sum -> max",
    "only the largest of the terms counts.",
    "Can B happen together with the other parts?",
)
total_probability.mistake(
    "likelihoods * priors -> np.append(likelihoods[0], 1 - likelihoods[1:]) * priors",
    "after the first part, 1 - P(B given Ei) is used for P(B given Ei).",
    "Each likelihood given to you is of B itself. Does any of them need to be subtracted from 1?",
)
total_probability.mistake(
    ".sum() -> .sum() / likelihoods.sum()",
    "the sum is divided by the sum of the likelihoods.",
    "Do the likelihoods have to add up to 1?",
)
total_probability.mistake(
    "* -> +",
    "likelihoods and priors are added, not multiplied.",
    "P(B, E) is made of P(B | E) and P(E). How?",
)


# ---------------------------------------------------------------- bayes

bayes = Check(reference.bayes, gives=Array("(n,)", True, EXACT, EXACT))
bayes.example(
    (np.array([0.5, 0.25, 0.0]), np.array([0.25, 0.5, 0.25])),
    np.array([0.5, 0.5, 0.0]),
    "the joint probabilities are 0.125, 0.125 and 0, which add up to P(B) = 0.25",
)
bayes.random_inputs(partitions)
bayes.edge_cases(special_partitions)


@bayes.property("the results add up to 1")
def posterior_adds_up(f: Any, rng: np.random.Generator) -> str | None:
    total = float(np.sum(f(*partition(rng, int(rng.integers(2, 6))))))
    if np.isclose(total, 1):
        return None
    return (
        "One of the parts of the partition must have happened, so the results should add up to 1. "
        f"Yours add up to {total:.6g}."
    )


@bayes.property("evidence that is equally likely in every part changes nothing")
def says_nothing(f: Any, rng: np.random.Generator) -> str | None:
    _, priors = partition(rng, 3)
    found = np.asarray(f(np.full(3, 0.25), priors), dtype=float)
    if np.allclose(found, priors):
        return None
    return "B has the same probability in each part, so seeing it should give the priors back."


bayes.answer("""
    joint = likelihoods * priors
    return joint / joint.sum()
""")
bayes.mistake(
    "joint / joint.sum() -> likelihoods",
    "the likelihoods are returned: P(B given Ei) is taken for P(Ei given B).",
    "A good test and a rare condition: how many of all positives are false alarms?",
)
bayes.mistake(
    "likelihoods * priors -> likelihoods",
    "the likelihoods are made to add up to 1, and the priors are not used.",
    "Should it matter how rare each part was before B was seen?",
)
bayes.mistake(
    "/ joint.sum() -> ",
    "these are the joint probabilities P(B, Ei): they are not divided by P(B).",
    "Given B, what must the probabilities of all parts add up to?",
)
bayes.mistake(
    "joint / -> likelihoods /",
    "the prior is missing in the numerator: P(B given Ei) / P(B).",
    "What is P(B, Ei), and where is it in Bayes' rule?",
)
bayes.mistake(
    "joint / -> priors /",
    "the likelihood is missing in the numerator: P(Ei) / P(B).",
    "What is P(B, Ei), and where is it in Bayes' rule?",
)
bayes.mistake(
    "joint.sum() -> likelihoods.sum()",
    "P(B) is taken as the sum of the likelihoods.",
    "How often does each part happen at all, and so how much does it add to P(B)?",
)
bayes.mistake(
    "joint.sum() -> likelihoods.mean()",
    "P(B) is taken as the mean of the likelihoods.",
    "How often does each part happen at all, and so how much does it add to P(B)?",
)
bayes.mistake(
    "joint / joint.sum() -> np.eye(len(joint))[joint.argmax()]",
    "the likeliest part gets 1 and the others 0.",
    "How sure can you be, having seen B?",
)
bayes.mistake(
    "* -> +",
    "likelihoods and priors are added, not multiplied.",
    "P(B, E) is made of P(B | E) and P(E). How?",
)
