"""01 Probability review: outcomes, events, conditioning, Bayes' rule.

A distribution is a dict from outcome to probability, an event a set of outcomes. The functions
on them keep whatever numbers the distribution holds: floats stay floats, Fractions stay exact.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

import numpy as np

from lincourse import validation
from lincourse.typing import FloatArray

Outcome = TypeVar("Outcome", bound=Hashable)


def toss_outcomes(n: int) -> list[str]:
    """All 2**n results of tossing a coin n times, such as 'HTH' (01, section 1)."""
    return ["".join(tosses) for tosses in product("HT", repeat=validation.count("n", n))]


def uniform(outcomes: Iterable[Outcome]) -> dict[Outcome, float]:
    """The distribution P(x) = 1/|Ω| for every outcome x in Ω (01, section 1)."""
    omega = list(outcomes)
    if not omega:
        raise ValueError("outcomes is empty; a distribution needs at least one outcome")
    if len(set(omega)) != len(omega):
        raise ValueError("outcomes names an outcome twice; each must appear once")
    return {x: 1 / len(omega) for x in omega}


def probability(event: Iterable[Outcome], dist: Mapping[Outcome, Any]) -> Any:
    """P(A) = Σ P(x) over the outcomes x in A (01, section 1)."""
    _distribution(dist)
    return sum(dist[x] for x in _event("event", event, dist))


def joint(a: Iterable[Outcome], b: Iterable[Outcome], dist: Mapping[Outcome, Any]) -> Any:
    """P(A, B) = P(A ∩ B) (01, section 2)."""
    in_a, in_b = _event("a", a, dist), _event("b", b, dist)
    return probability(in_a & in_b, dist)


def conditional(a: Iterable[Outcome], b: Iterable[Outcome], dist: Mapping[Outcome, Any]) -> Any:
    """P(A | B) = P(A, B) / P(B); ValueError where P(B) = 0 (01, section 2)."""
    given = probability(_event("b", b, dist), dist)
    if given == 0:
        raise ValueError("b has probability 0; nothing can be conditioned on an impossible event")
    return joint(a, b, dist) / given


def chain_rule(events: Sequence[Iterable[Outcome]], dist: Mapping[Outcome, Any]) -> list[Any]:
    """[P(A1 | A2, ..., AN), ..., P(AN)], whose product is P(A1, ..., AN) (01, section 3)."""
    if not events:
        raise ValueError("events is empty; the chain rule needs at least one event")
    sets = [_event(f"events[{i}]", event, dist) for i, event in enumerate(events)]
    rest: set[Outcome] = set(dist)
    factors = []
    for event in reversed(sets):
        if probability(rest, dist) == 0:
            raise ValueError("events: the later ones cannot happen together")
        factors.append(conditional(event, rest, dist))
        rest &= event
    return factors[::-1]


def independent(a: Iterable[Outcome], b: Iterable[Outcome], dist: Mapping[Outcome, Any]) -> bool:
    """Whether P(A, B) = P(A) P(B), to 1e-9 (01, section 4)."""
    return bool(abs(joint(a, b, dist) - probability(a, dist) * probability(b, dist)) <= 1e-9)


def total_probability(likelihoods: Sequence[float], priors: Sequence[float]) -> float:
    """P(B) = Σ P(B | E_i) P(E_i) over a partition E_1, ..., E_n (01, section 5)."""
    prior, likelihood = _partition(likelihoods, priors)
    return float(likelihood @ prior)


def bayes(likelihoods: Sequence[float], priors: Sequence[float]) -> FloatArray:
    """P(E_i | B) = P(B | E_i) P(E_i) / P(B) for every i, (n,) (01, section 5)."""
    prior, likelihood = _partition(likelihoods, priors)
    evidence = likelihood @ prior
    if evidence == 0:
        raise ValueError("likelihoods and priors give B probability 0; nothing follows from it")
    return np.asarray(likelihood * prior / evidence)


def _distribution(dist: Mapping[Outcome, Any]) -> None:
    if not all(p >= 0 for p in dist.values()) or not abs(sum(dist.values()) - 1) <= 1e-6:
        raise ValueError("dist must hold probabilities, none negative, that add up to 1")


def _event(name: str, event: Iterable[Outcome], dist: Mapping[Outcome, Any]) -> set[Outcome]:
    if isinstance(event, str) or not isinstance(event, Collection):
        raise ValueError(f"{name} must be a set of outcomes, not {validation.describe(event)}")
    unknown = set(event) - set(dist)
    if unknown:
        raise ValueError(f"{name} holds {sorted(map(str, unknown))}, not among dist's outcomes")
    return set(event)


def _partition(
    likelihoods: Sequence[float], priors: Sequence[float]
) -> tuple[FloatArray, FloatArray]:
    prior = validation.distribution("priors", priors, "n")
    likelihood = validation.array("likelihoods", likelihoods, len(prior))
    if (likelihood < 0).any() or (likelihood > 1).any():
        raise ValueError("likelihoods must lie between 0 and 1")
    return prior, likelihood
