"""How inputs of unit 01 are drawn: outcomes, distributions over them, events."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import numpy as np

from lincourse import probability as reference

Dist = dict[Any, float]
Event = set[Any]

TOSSES = reference.toss_outcomes(3)
WEATHER = {"rain": 0.25, "snow": 0.125, "sun": 0.5, "fog": 0.125}


def tosses_where(test: Callable[[str], bool]) -> Event:
    """The event of those of three tosses that pass the test."""
    return {tosses for tosses in TOSSES if test(tosses)}


FIRST_HEADS = tosses_where(lambda t: t[0] == "H")
LAST_HEADS = tosses_where(lambda t: t[2] == "H")
MOSTLY_HEADS = tosses_where(lambda t: t.count("H") >= 2)
FIRST_TWO_ALIKE = tosses_where(lambda t: t[0] == t[1])


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
    """The distribution in which all outcomes are equally likely."""
    return {x: 1 / len(omega) for x in omega}


def event(rng: np.random.Generator, omega: list[Any], size: int) -> Event:
    """An event of that many outcomes."""
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
    """The probability of an event."""
    return sum(dist[x] for x in a)
