"""01: every probability is compared with drawing balls from an urn and counting them."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import complaint, modest

from lincourse.probability import (
    bayes,
    chain_rule,
    conditional,
    expectation,
    independent,
    joint,
    probability,
    standard_error,
    toss_outcomes,
    total_probability,
    uniform,
    variance,
)

COIN = {"H": 0.5, "T": 0.5}


@st.composite
def urns(draw, n_events=0, overlapping=False):
    """(balls, events): an urn of numbered balls, with repeats, and sets of numbers.

    `overlapping` events all hold the number of one ball in the urn, so none is impossible
    given the others.
    """
    balls = draw(st.lists(st.integers(0, 6), min_size=1, max_size=20))
    events = [draw(st.sets(st.integers(0, 6))) for _ in range(n_events)]
    if overlapping:
        events = [event | {balls[0]} for event in events]
    return balls, events


def distribution_of(balls):
    return {x: Fraction(balls.count(x), len(balls)) for x in range(7)}


def share(balls, *events):
    """How many of the balls are in all the events, by counting."""
    inside = [ball for ball in balls if all(ball in event for event in events)]
    return Fraction(len(inside), len(balls))


@pytest.mark.parametrize("n", range(7))
def test_toss_outcomes_lists_every_string_of_heads_and_tails_once(n):
    expected = [""]
    for _ in range(n):
        expected = [tosses + coin for tosses in expected for coin in "HT"]
    assert sorted(toss_outcomes(n)) == sorted(expected)


@pytest.mark.parametrize("outcomes", [["a"], "abc", range(7), toss_outcomes(4)])
def test_uniform_gives_every_outcome_the_same_share(outcomes):
    dist = uniform(outcomes)
    assert set(dist) == set(outcomes)
    assert set(dist.values()) == {1 / len(outcomes)}


def test_uniform_takes_what_can_be_walked_through_only_once():
    assert uniform(iter("HT")) == COIN


@modest
@given(urns(n_events=1))
def test_probability_is_the_share_of_balls(urn):
    balls, (a,) = urn
    assert probability(a, distribution_of(balls)) == share(balls, a)


@modest
@given(urns(n_events=2))
def test_joint_is_the_share_of_balls_in_both_events(urn):
    balls, (a, b) = urn
    dist = distribution_of(balls)
    assert joint(a, b, dist) == joint(b, a, dist) == share(balls, a, b)


@modest
@given(urns(n_events=2))
def test_conditional_counts_only_the_balls_of_the_condition(urn):
    balls, (a, b) = urn
    left = [ball for ball in balls if ball in b]
    if left:
        assert conditional(a, b, distribution_of(balls)) == share(left, a)
    else:
        with complaint("b"):
            conditional(a, b, distribution_of(balls))


@modest
@given(urns(n_events=2, overlapping=True))
def test_fractions_stay_exact_and_floats_stay_floats(urn):
    balls, (a, b) = urn
    dist = distribution_of(balls)
    floats = {x: float(p) for x, p in dist.items()}
    for function in (joint, conditional):
        assert isinstance(function(a, b, dist), Fraction)
        assert isinstance(function(a, b, floats), float)
        assert function(a, b, floats) == pytest.approx(float(function(a, b, dist)))


@modest
@given(urns(n_events=4, overlapping=True))
def test_each_factor_of_the_chain_rule_is_conditioned_on_the_events_after_it(urn):
    balls, events = urn
    factors = chain_rule(events, distribution_of(balls))
    assert len(factors) == len(events)
    for i, factor in enumerate(factors):
        left = [ball for ball in balls if all(ball in event for event in events[i + 1 :])]
        assert factor == share(left, events[i])


@modest
@given(urns(n_events=2))
def test_independent_compares_the_joint_with_the_product(urn):
    balls, (a, b) = urn
    expected = share(balls, a, b) == share(balls, a) * share(balls, b)
    assert independent(a, b, distribution_of(balls)) == expected


@pytest.mark.parametrize(
    ("shift", "expected"), [(0, True), (1e-10, True), (-1e-10, True), (1e-8, False), (-1e-8, False)]
)
def test_independence_is_judged_to_one_in_a_billion(shift, expected):
    quarter = Fraction(1, 4)
    shift = Fraction(shift)
    dist = {
        "both": quarter + shift,
        "a": quarter - shift,
        "b": quarter - shift,
        "neither": quarter + shift,
    }
    assert independent({"both", "a"}, {"both", "b"}, dist) == expected


@st.composite
def marked_urns(draw):
    """Per part of a partition (balls, how many of them are marked), at least one marked."""
    parts = st.tuples(st.integers(1, 9), st.integers(0, 9)).map(lambda p: (p[0], min(p)))
    return draw(
        st.lists(parts, min_size=1, max_size=5).filter(lambda all_: any(m for _, m in all_))
    )


@modest
@given(marked_urns())
def test_total_probability_is_the_share_of_marked_balls(parts):
    everything = sum(balls for balls, _ in parts)
    likelihoods = [marked / balls for balls, marked in parts]
    priors = [balls / everything for balls, _ in parts]
    found = total_probability(likelihoods, priors)
    assert found == pytest.approx(sum(marked for _, marked in parts) / everything)


@modest
@given(marked_urns())
def test_bayes_says_which_part_a_marked_ball_came_from(parts):
    everything = sum(balls for balls, _ in parts)
    all_marked = sum(marked for _, marked in parts)
    likelihoods = [marked / balls for balls, marked in parts]
    priors = [balls / everything for balls, _ in parts]
    posterior = bayes(likelihoods, priors)
    assert posterior.shape == (len(parts),)
    np.testing.assert_allclose(posterior, [marked / all_marked for _, marked in parts])


def values_of(balls, value):
    return [Fraction(value(ball)) for ball in balls]


@modest
@given(urns(), st.lists(st.integers(-9, 9), min_size=7, max_size=7))
def test_expectation_is_the_mean_and_variance_the_mean_squared_deviation(urn, numbers):
    balls, _ = urn
    dist, drawn = distribution_of(balls), values_of(balls, numbers.__getitem__)
    mean = sum(drawn) / len(drawn)
    assert expectation(numbers.__getitem__, dist) == mean
    assert variance(numbers.__getitem__, dist) == sum((v - mean) ** 2 for v in drawn) / len(drawn)


@modest
@given(urns(), st.integers(-5, 5), st.integers(-5, 5))
def test_scaling_and_shifting_a_random_variable(urn, a, b):
    dist = distribution_of(urn[0])
    mean, spread = expectation(lambda x: x, dist), variance(lambda x: x, dist)
    assert expectation(lambda x: a * x + b, dist) == a * mean + b
    assert variance(lambda x: a * x + b, dist) == a**2 * spread


@modest
@given(urns(n_events=1))
def test_the_expectation_of_a_ticket_is_the_probability_of_its_event(urn):
    balls, (a,) = urn
    dist = distribution_of(balls)
    p = probability(a, dist)
    assert expectation(lambda x: x in a, dist) == p
    assert variance(lambda x: x in a, dist) == p * (1 - p)


def test_a_two_outcome_bet_is_worth_its_weighted_gains():
    assert expectation({"win": 99, "lose": -1}.get, {"win": 0.02, "lose": 0.98}) == pytest.approx(1)


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)])
def test_standard_error_is_the_standard_deviation_of_the_share_of_heads(p, n):
    dist = {x: p ** x.count("H") * (1 - p) ** x.count("T") for x in toss_outcomes(n)}
    share = variance(lambda x: Fraction(x.count("H"), n), dist)
    assert standard_error(p, n) == pytest.approx(float(share) ** 0.5)


BAD = {
    "no outcomes": ("outcomes", lambda: uniform([])),
    "an outcome named twice": ("outcomes", lambda: uniform(["H", "H"])),
    "an event outside the distribution": ("event", lambda: probability({"X"}, COIN)),
    "a string for an event": ("event", lambda: probability("H", COIN)),
    "a number for an event": ("event", lambda: probability(3, COIN)),
    "joint with a stray a": ("^a", lambda: joint({"X"}, {"H"}, COIN)),
    "joint with a stray b": ("^b", lambda: joint({"H"}, {"X"}, COIN)),
    "conditional with a stray a": ("^a", lambda: conditional({"X"}, {"H"}, COIN)),
    "conditional with a stray b": ("^b", lambda: conditional({"H"}, {"X"}, COIN)),
    "an impossible condition": ("b", lambda: conditional({"H"}, set(), COIN)),
    "independent with a stray a": ("^a", lambda: independent({"X"}, {"H"}, COIN)),
    "independent with a stray b": ("^b", lambda: independent({"H"}, {"X"}, COIN)),
    "no events": ("events", lambda: chain_rule([], COIN)),
    "a stray event in the chain": ("events", lambda: chain_rule([{"H"}, {"X"}], COIN)),
    "one event for a list of them": ("events", lambda: chain_rule({"H"}, COIN)),
    "an impossible condition in the chain": (
        "events",
        lambda: chain_rule([{"H"}, {"H"}, {"T"}], COIN),
    ),
    "priors that do not add up": ("priors", lambda: total_probability([0.5, 0.5], [0.5, 0.6])),
    "a negative prior": ("priors", lambda: bayes([0.5, 0.5], [-0.5, 1.5])),
    "no priors": ("priors", lambda: total_probability([], [])),
    "a likelihood too few": ("likelihoods", lambda: bayes([0.5], [0.5, 0.5])),
    "a likelihood above 1": ("likelihoods", lambda: total_probability([1.5, 0], [0.5, 0.5])),
    "a likelihood below 0": ("likelihoods", lambda: bayes([-0.5, 1], [0.5, 0.5])),
    "a dict of values": ("value", lambda: expectation({"H": 1, "T": 0}, COIN)),
    "a number for a random variable": ("value", lambda: variance(3, COIN)),
    "an expectation without a distribution": ("dist", lambda: expectation(len, {"H": 0.9})),
    "a variance without a distribution": ("dist", lambda: variance(len, {"H": 0.9})),
    "a standard error of a p above 1": ("p", lambda: standard_error(1.5, 10)),
    "a standard error of a negative p": ("p", lambda: standard_error(-0.5, 10)),
    "a standard error of no trials": ("n", lambda: standard_error(0.5, 0)),
    "a standard error of half a trial": ("n", lambda: standard_error(0.5, 1.5)),
    "impossible evidence": ("likelihoods", lambda: bayes([0, 0.5], [1, 0])),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()


@pytest.mark.parametrize(
    "dist",
    [{"H": 0.9, "T": 0.9}, {"H": 1.5, "T": -0.5}, {"H": float("nan"), "T": 0.5}, {"H": 0.3}, {}],
    ids=["adds up to 1.8", "negative", "NaN", "adds up to 0.3", "empty"],
)
def test_what_is_not_a_distribution_is_refused(dist):
    with complaint("dist"):
        probability(set(dist), dist)


@pytest.mark.parametrize("function", [joint, conditional, independent])
def test_every_function_of_two_events_asks_for_a_distribution(function):
    with complaint("dist"):
        function({"H"}, {"H"}, {"H": 0.9, "T": 0.9})


def test_the_chain_rule_asks_for_a_distribution():
    with complaint("dist"):
        chain_rule([{"H"}], {"H": 0.9, "T": 0.9})
