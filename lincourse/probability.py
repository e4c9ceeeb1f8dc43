"""01 Probability review: outcomes, events, conditioning, Bayes' rule, random variables.

A distribution is a dict from outcome to probability, an event a set of outcomes. The functions
on them keep whatever numbers the distribution holds: floats stay floats, Fractions stay exact.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

import numpy as np

from lincourse import arguments
from lincourse.arguments import count, count_from, distribution, outcomes, probabilities, takes
from lincourse.typing import Vector

Outcome = TypeVar("Outcome", bound=Hashable)
Event = Iterable[Outcome]
Distribution = Mapping[Outcome, Any]
RandomVariable = Callable[[Outcome], Any]

on_events = takes(dist=arguments.probability_of_each, a=arguments.event, b=arguments.event)
of_a_random_variable = takes(dist=arguments.probability_of_each, value=arguments.function)
over_a_partition = takes(priors=distribution("n"), likelihoods=probabilities("n"))


@takes(n=count)
def toss_outcomes(n: int) -> list[str]:
    """All 2**n results of tossing a coin n times, such as 'HTH' (lecture 01: outcomes)."""
    return ["".join(tosses) for tosses in product("HT", repeat=n)]


@takes(outcomes=outcomes)
def uniform(outcomes: Sequence[Outcome]) -> dict[Outcome, float]:
    """The distribution P(x) = 1/|Ω| for every outcome x in Ω (lecture 01: outcomes)."""
    return {x: 1 / len(outcomes) for x in outcomes}


@takes(dist=arguments.probability_of_each, event=arguments.event)
def probability(event: Event[Outcome], dist: Distribution[Outcome]) -> Any:
    """P(A) = Σ P(x) over the outcomes x in A (lecture 01: outcomes)."""
    return sum(dist[x] for x in event)


@on_events
def joint(a: Event[Outcome], b: Event[Outcome], dist: Distribution[Outcome]) -> Any:
    """P(A, B) = P(A ∩ B) (lecture 01: conditioning)."""
    return probability(set(a) & set(b), dist)


@on_events
def conditional(a: Event[Outcome], b: Event[Outcome], dist: Distribution[Outcome]) -> Any:
    """P(A | B) = P(A, B) / P(B); ValueError where P(B) = 0 (lecture 01: conditioning)."""
    given = probability(b, dist)
    if given == 0:
        raise ValueError("b has probability 0; nothing can be conditioned on an impossible event")
    return joint(a, b, dist) / given


@takes(dist=arguments.probability_of_each, events=arguments.events)
def chain_rule(events: Sequence[Event[Outcome]], dist: Distribution[Outcome]) -> list[Any]:
    """[P(A1 | A2, ..., AN), ..., P(AN)], with product P(A1, ..., AN) (lecture 01: chain-rule)."""
    rest, factors = set(dist), []
    for event in reversed(events):
        if probability(rest, dist) == 0:
            raise ValueError("events: the later ones cannot happen together")
        factors.append(conditional(event, rest, dist))
        rest &= set(event)
    return factors[::-1]


@on_events
def independent(a: Event[Outcome], b: Event[Outcome], dist: Distribution[Outcome]) -> bool:
    """True if P(A, B) = P(A) P(B), to 1e-9 (lecture 01: independence)."""
    return bool(abs(joint(a, b, dist) - probability(a, dist) * probability(b, dist)) <= 1e-9)


@over_a_partition
def total_probability(likelihoods: Vector, priors: Vector) -> float:
    """P(B) = Σ P(B | E_i) P(E_i) over a partition E_1, ..., E_n (lecture 01: bayes-rule)."""
    return float(likelihoods @ priors)


@over_a_partition
def bayes(likelihoods: Vector, priors: Vector) -> Vector:
    """P(E_i | B) = P(B | E_i) P(E_i) / P(B) for every i, (n,) (lecture 01: bayes-rule)."""
    evidence = likelihoods @ priors
    if evidence == 0:
        raise ValueError("likelihoods and priors give B probability 0; nothing follows from it")
    return likelihoods * priors / evidence


@of_a_random_variable
def expectation(value: RandomVariable[Outcome], dist: Distribution[Outcome]) -> Any:
    """E[G] = Σ P(x) G(x) over all outcomes x; `value` is G (lecture 01: expectation)."""
    return sum(p * value(x) for x, p in dist.items())


@of_a_random_variable
def variance(value: RandomVariable[Outcome], dist: Distribution[Outcome]) -> Any:
    """Var(G) = E[(G - E[G])²]; `value` is G (lecture 01: standard-error)."""
    mean = expectation(value, dist)
    return expectation(lambda x: (value(x) - mean) ** 2, dist)


@takes(p=arguments.one_probability, n=count_from(1))
def standard_error(p: float, n: int) -> float:
    """√(p (1 - p) / n), of a relative frequency after n trials (lecture 01: standard-error)."""
    return float(np.sqrt(p * (1 - p) / n))
