"""Answers to exercise 01: right ones of several kinds, and wrong ones outside the catalogue."""

import functools
import itertools
import math
import operator
import statistics
import warnings
from fractions import Fraction

import numpy as np

# ---------------------------------------------------------------- right


def outcomes_by_doubling(n):
    strings = [""]
    for _ in range(n):
        strings = [s + toss for s in strings for toss in ("H", "T")]
    return strings


def outcomes_binary(n):
    return tuple("".join("HT"[int(bit)] for bit in f"{i:0{n}b}") for i in range(2**n))


def outcomes_noisily(n):
    print("tossing", n)
    warnings.warn("only a warning", stacklevel=1)
    return sorted({"".join(t) for t in itertools.product(["T", "H"], repeat=n)}, reverse=True)


def uniform_exact(outcomes):
    return {x: Fraction(1, len(outcomes)) for x in outcomes}


def uniform_numpy(outcomes):
    n = len(outcomes)
    return dict(zip(outcomes, np.full(n, 1.0 / n), strict=True))


def probability_by_loop(event, dist):
    total = 0
    for outcome, p in dist.items():
        if outcome in event:
            total += p
    return total


def probability_exact(event, dist):
    return sum((Fraction(dist[x]) for x in event), Fraction(0))


def joint_by_loop(a, b, dist):
    p = 0.0
    for x in dist:
        if x in a and x in b:
            p = p + dist[x]
    return p


def joint_inclusion_exclusion(a, b, dist):
    return sum(dist[x] for x in a) + sum(dist[x] for x in b) - sum(dist[x] for x in a | b)


def conditional_exact(a, b, dist):
    world = {x: Fraction(dist[x]) for x in b if dist[x] > 0}
    if not world:
        raise ValueError("an impossible condition")
    return sum(p for x, p in world.items() if x in a) / sum(world.values())


def conditional_by_catching(a, b, dist):
    try:
        return sum(dist[x] for x in a.intersection(b)) / sum(dist[x] for x in b)
    except ZeroDivisionError:
        raise ValueError from None


def conditional_numpy(a, b, dist):
    p = np.array(list(dist.values()), dtype=float)
    in_a, in_b = (np.array([x in s for x in dist]) for s in (a, b))
    if np.isclose(p[in_b].sum(), 0):
        raise ValueError("P(b) = 0")
    return p[in_a & in_b].sum() / p[in_b].sum()


class Impossible(ValueError):
    pass


def conditional_own_error(a, b, dist):
    p_b = math.fsum(dist[x] for x in b)
    if p_b <= 1e-12:
        raise Impossible(b)
    return math.fsum(dist[x] for x in a & b) / p_b


def chain_with_conditional(events, dist):
    factors = []
    for i in range(len(events)):
        rest = set(dist)
        for other in events[i + 1 :]:
            rest = rest & other
        factors.append(conditional_own_error(events[i], rest, dist))
    return np.array(factors)


def chain_from_joints(events, dist):
    backwards = range(len(events) - 1, -1, -1)
    joints = [Fraction(1)]
    joints += [probability_exact(set.intersection(*events[i:]), dist) for i in backwards]
    ratios = [after / before for before, after in itertools.pairwise(joints)]
    return tuple(reversed(ratios))


def chain_recursive(events, dist):
    first, *rest = events
    if not rest:
        return [sum(dist[x] for x in first)]
    inside = functools.reduce(operator.and_, rest)
    world = sum(dist[x] for x in inside)
    return [sum(dist[x] for x in first & inside) / world, *chain_recursive(rest, dist)]


def independent_isclose(a, b, dist):
    return math.isclose(
        probability_by_loop(a & b, dist),
        probability_by_loop(a, dist) * probability_by_loop(b, dist),
        abs_tol=1e-9,
    )


def independent_numpy(a, b, dist):
    p_ab, p_a, p_b = (sum(dist[x] for x in s) for s in (a & b, a, b))
    return np.isclose(p_ab, p_a * p_b, rtol=0, atol=1e-9)


def independent_by_condition(a, b, dist):
    p_b = probability_by_loop(b, dist)
    if p_b == 0:
        return True
    return abs(joint_by_loop(a, b, dist) / p_b - probability_by_loop(a, dist)) < 1e-9


def total_exact(likelihoods, priors):
    pairs = zip(likelihoods.tolist(), priors.tolist(), strict=True)
    return sum(Fraction(like) * Fraction(prior) for like, prior in pairs)


def bayes_by_loop(likelihoods, priors):
    evidence = sum(like * prior for like, prior in zip(likelihoods, priors, strict=True))
    posterior = []
    for like, prior in zip(likelihoods, priors, strict=True):
        posterior.append(like * prior / evidence)
    return np.array(posterior)


def bayes_exact(likelihoods, priors):
    joints = [
        Fraction(like) * Fraction(prior)
        for like, prior in zip(likelihoods.tolist(), priors.tolist(), strict=True)
    ]
    return np.array([joint / sum(joints) for joint in joints])


def bayes_in_logs(likelihoods, priors):
    with np.errstate(divide="ignore"):
        logs = np.log(likelihoods) + np.log(priors)
    scaled = np.exp(logs - logs.max())
    return scaled / scaled.sum()


def expectation_numpy(value, dist):
    values = np.array([value(x) for x in dist], dtype=float)
    return np.dot(values, list(dist.values()))


def expectation_exact(value, dist):
    return sum((Fraction(p) * Fraction(value(x)) for x, p in dist.items()), Fraction(0))


def expectation_by_value(value, dist):
    shares = {}
    for x, p in dist.items():
        shares[value(x)] = shares.get(value(x), 0.0) + p
    return math.fsum(v * p for v, p in shares.items())


def variance_of_squares(value, dist):
    mean = expectation_exact(value, dist)
    return expectation_exact(lambda x: Fraction(value(x)) ** 2, dist) - mean**2


def variance_numpy(value, dist):
    values = np.array([value(x) for x in dist], dtype=float)
    weights = np.fromiter(dist.values(), float)
    return np.average((values - np.average(values, weights=weights)) ** 2, weights=weights)


def variance_twice_expectation(value, dist):
    mu = expectation_by_value(value, dist)
    return expectation_by_value(lambda outcome: abs(value(outcome) - mu) ** 2, dist)


def error_by_parts(p, n):
    print("p =", p)
    return math.sqrt(p * (1 - p)) / math.sqrt(n)


def error_of_tickets(p, n):
    variance = p * (1 - p) ** 2 + (1 - p) * p**2
    return np.float64(variance / n) ** 0.5


RIGHT = {
    "expectation": [expectation_numpy, expectation_exact, expectation_by_value],
    "variance": [variance_of_squares, variance_numpy, variance_twice_expectation],
    "standard_error": [error_by_parts, error_of_tickets, lambda p, n: (p / n - p**2 / n) ** 0.5],
    "toss_outcomes": [
        outcomes_by_doubling,
        outcomes_binary,
        outcomes_noisily,
        lambda n: ["".join(tosses) for tosses in itertools.product("HT", repeat=n)],
        lambda n: np.array(["".join(tosses) for tosses in itertools.product("TH", repeat=n)]),
    ],
    "uniform": [
        uniform_exact,
        uniform_numpy,
        lambda outcomes: dict.fromkeys(outcomes, 1 / len(outcomes)),
        lambda outcomes: {x: len(outcomes) ** -1 for x in set(outcomes)},
    ],
    "probability": [
        probability_by_loop,
        probability_exact,
        lambda event, dist: sum(dist[x] for x in event),
        lambda event, dist: math.fsum(map(dist.get, event)),
        lambda event, dist: np.sum([dist[x] for x in event]),
        lambda event, dist: np.array([p * (x in event) for x, p in dist.items()]).sum(),
        lambda event, dist: 1 - sum(p for x, p in dist.items() if x not in event),
    ],
    "joint": [
        joint_by_loop,
        joint_inclusion_exclusion,
        lambda a, b, dist: sum(dist[x] for x in a & b),
        lambda a, b, dist: probability_exact(a.intersection(b), dist),
        lambda a, b, dist: np.float64(sum(p for x, p in dist.items() if {x} <= a & b)),
    ],
    "conditional": [
        conditional_exact,
        conditional_by_catching,
        conditional_numpy,
        conditional_own_error,
    ],
    "chain_rule": [chain_with_conditional, chain_from_joints, chain_recursive],
    "independent": [
        independent_isclose,
        independent_numpy,
        independent_by_condition,
        lambda a, b, dist: bool(
            abs(
                probability_exact(a & b, dist)
                - probability_exact(a, dist) * probability_exact(b, dist)
            )
            <= 1e-9
        ),
        lambda a, b, dist: (
            round(
                sum(dist[x] for x in a & b) - sum(dist[x] for x in a) * sum(dist[x] for x in b), 9
            )
            == 0
        ),
    ],
    "total_probability": [
        total_exact,
        lambda likelihoods, priors: likelihoods @ priors,
        lambda likelihoods, priors: np.sum(np.multiply(likelihoods, priors)),
        lambda likelihoods, priors: sum(map(operator.mul, likelihoods, priors)),
        lambda likelihoods, priors: np.asarray(np.dot(likelihoods, priors)),
        lambda likelihoods, priors: statistics.fmean(likelihoods, weights=priors),
    ],
    "bayes": [
        bayes_by_loop,
        bayes_exact,
        bayes_in_logs,
        lambda likelihoods, priors: likelihoods * priors / np.dot(likelihoods, priors),
        lambda likelihoods, priors: np.array(
            [l * p / sum(likelihoods * priors) for l, p in zip(likelihoods, priors, strict=True)]
        ),
    ],
}


# ---------------------------------------------------------------- wrong, with what is said


def joint_in_place(a, b, dist):
    a &= b
    return sum(dist[x] for x in a)


def probability_empties_the_event(event, dist):
    total = 0
    while event:
        total += dist[event.pop()]
    return total


def conditional_throws_away(a, b, dist):
    if sum(dist[x] for x in b) == 0:
        raise ValueError
    for x in list(dist):
        if x not in b:
            del dist[x]
    return sum(p for x, p in dist.items() if x in a) / sum(dist.values())


def conditional_returns_error(a, b, dist):
    p = sum(dist[x] for x in b)
    return sum(dist[x] for x in a & b) / p if p else ValueError("impossible")


def conditional_asserts(a, b, dist):
    p = sum(dist[x] for x in b)
    assert p > 0
    return sum(dist[x] for x in a & b) / p


def chain_eats_the_events(events, dist):
    factors, world = [], set(dist)
    while events:
        event = events.pop()
        factors.insert(0, conditional_own_error(event, world, dist))
        world &= event
    return factors


def bayes_in_place(likelihoods, priors):
    likelihoods *= priors
    return likelihoods / likelihoods.sum()


WRONG = {
    "expectation": [
        (lambda value, dist: [p * value(x) for x, p in dist.items()], "returned a list"),
        (lambda value, dist: sum(p * value[x] for x, p in dist.items()), "TypeError"),
        (lambda value, dist: 2 * expectation_by_value(value, dist), "every result is 2 times"),
        (lambda value, dist: int(expectation_by_value(value, dist)), "after the decimal point"),
    ],
    "variance": [
        (lambda value, dist: -variance_numpy(value, dist), "sign"),
        (lambda value, dist: np.var([value(x) for x in dist]), "dist makes no difference"),
        (lambda value, dist: dist.clear() or 0.0, "dist is changed in place"),
    ],
    "standard_error": [
        (lambda p, n: (1 - p) / n, "By hand: 0.2 x 0.8 = 0.16"),
        (lambda p, n: (error_by_parts(p, n), n), "a tuple"),
        (lambda p: p, "is called with 2 arguments"),
    ],
    "toss_outcomes": [
        (None, "toss_outcomes is not defined yet"),
        (lambda n: set(outcomes_by_doubling(n)), "returned a set"),
        (lambda n: list(itertools.product("HT", repeat=n)), "a list that holds a tuple"),
        (lambda n: (s for s in outcomes_by_doubling(n)), "a generator"),
        (lambda n: 2**n, "returned an int"),
        (lambda n: print(outcomes_by_doubling(n)), "it prints, and returns nothing"),
        (lambda n: [s + "H" for s in outcomes_by_doubling(n - 1)] * 2, "each of the two tosses"),
        (
            lambda n: ["".join(p) for p in itertools.permutations("HT" * min(n, 4), min(n, 4))],
            "each of the two tosses",
        ),
    ],
    "uniform": [
        (lambda outcomes: [1 / len(outcomes)] * len(outcomes), "returned a list"),
        (lambda outcomes: 1 / len(outcomes), "returned a float"),
        (lambda outcomes: {1 / len(outcomes): outcomes}, "a dict that holds, for 0.25, a list"),
        (lambda outcomes: {x: f"1/{len(outcomes)}" for x in outcomes}, "for 'red', a str"),
        (lambda outcomes: {str(x): 1 / len(outcomes) for x in outcomes}, "not the one expected"),
        (lambda outcomes: {x: 1 / len(outcomes) for x in "HT"}, "the same share of 1"),
    ],
    "probability": [
        (probability_empties_the_event, "event is changed in place"),
        (lambda event, dist: [dist[x] for x in event], "returned a list"),
        (lambda event, dist: np.array([dist[x] for x in event]), "an array of shape (3,)"),
        (lambda event, dist: dist[event], "TypeError"),
        (lambda event, dist: 2 * sum(dist[x] for x in event), "every result is 2 times"),
        (lambda event, dist: round(sum(dist[x] for x in event), 1), "0.125 + 0.5 + 0.125"),
        (lambda event: len(event), "is called with 2 arguments"),
    ],
    "joint": [
        (joint_in_place, "a is changed in place"),
        (lambda a, b, dist: a & b, "returned a set"),
        (lambda a, b, dist: sum(dist[x] for x in a and b), "only snow is in both"),
        (lambda a, b, dist: sum(dist[x] + dist[y] for x in a for y in b), "only snow is in both"),
    ],
    "conditional": [
        (conditional_throws_away, "dist is changed in place"),
        (conditional_returns_error, "returned the error"),
        (conditional_asserts, "its assert raises an AssertionError"),
        (lambda a, b, dist: {x for x in a if x in b}, "returned a set"),
        (lambda a, b, dist: joint_by_loop(a, b, dist) ** 2, "one sixth"),
    ],
    "chain_rule": [
        (chain_eats_the_events, "events is changed in place"),
        (lambda events, dist: math.prod(chain_recursive(events, dist)), "returned a float"),
        (lambda events, dist: set(chain_recursive(events, dist)), "returned a set"),
        (
            lambda events, dist: list(zip(events, chain_recursive(events, dist), strict=True)),
            "a tuple",
        ),
        (lambda events, dist: [0.5] * len(events), "of those 3, 2 are in A1"),
    ],
    "independent": [
        (lambda a, b, dist: int(independent_isclose(a, b, dist)), "returned an int"),
        (lambda a, b, dist: str(independent_isclose(a, b, dist)), "returned a str"),
        (
            lambda a, b, dist: a <= b or b <= a,
            "P(a) = P(b) = 1/2",
        ),
        (
            lambda a, b, dist: bool(
                np.isclose(joint_by_loop(a, b, dist), 0.25) and independent_isclose(a, b, dist)
            ),
            "not the one expected",
        ),
    ],
    "total_probability": [
        (lambda likelihoods, priors: likelihoods * priors, "an array of shape (3,)"),
        (lambda likelihoods, priors: [likelihoods @ priors], "returned a list"),
        (lambda likelihoods, priors: 100 * (likelihoods @ priors), "100 times what is expected"),
        (lambda likelihoods, priors: round(likelihoods @ priors, 4), "in each of the"),
    ],
    "bayes": [
        (bayes_in_place, "likelihoods is changed in place"),
        (lambda likelihoods, priors: list(bayes_by_loop(likelihoods, priors)), "np.array(...)"),
        (
            lambda likelihoods, priors: bayes_by_loop(likelihoods, priors)[0],
            "only the first entry is there",
        ),
        (lambda likelihoods, priors: bayes_by_loop(likelihoods, priors)[:, None], "shape (3, 1)"),
        (
            lambda likelihoods, priors: np.round(bayes_by_loop(likelihoods, priors), 3),
            "give the priors",
        ),
        (lambda likelihoods, priors: 100 * bayes_by_loop(likelihoods, priors), "100 times"),
    ],
}
