"""Checks of reductions, many classes by two-class classifiers: one and all against all."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Number

from lincourse import features as reference

# ---------------------------------------------------------------- one_vs_all_labels

one_vs_all_labels = Check(reference.one_vs_all_labels, gives=Array("(n,)"))
one_vs_all_labels.example(
    (np.array([2, 0, 1, 2]), 2),
    np.array([1, -1, -1, 1]),
    "the first and the last example are of class 2",
)


@one_vs_all_labels.random_inputs
def one_vs_all_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, K in ((5, 3), (6, 3), (8, 4), (10, 5), (12, 3)):
        y = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
        rng.shuffle(y)
        for k in {0, 1, int(rng.integers(2, K))}:
            yield y, k


@one_vs_all_labels.edge_cases
def one_vs_all_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([0, 1, 0]), 2  # class 2 has no examples
    yield np.array([3, 3]), 3
    yield np.array([1]), 1
    yield rng.integers(0, 10, 30), 7


@one_vs_all_labels.property("every example is positive for exactly one class")
def positive_once(f: Any, rng: np.random.Generator) -> str | None:
    y = rng.permutation([0, 1, 2, 3, 1, 2])
    wins = sum(np.asarray(f(y, k)) == 1 for k in range(4))
    if not np.all(wins == 1):
        i = int(np.flatnonzero(wins != 1)[0])
        often = f"was +1 {wins[i]} times" if wins[i] else "was never +1"
        # The last call is the one that is shown: one in which this example is wrong.
        next((k for k in range(4) if (np.asarray(f(y, k))[i] == 1) != (y[i] == k)), None)
        return (
            f"With k = 0, 1, 2, 3 in turn, each example should be +1 once. An example of class "
            f"{y[i]} {often}."
        )
    return None


one_vs_all_labels.answer("""
    return np.where(y == k, 1, -1)
""")
one_vs_all_labels.mistake(
    "1, -1 -> 1, 0",
    "the labels are 0 and 1, or False and True.",
    "Which two labels does a two-class classifier with sgn want?",
)
one_vs_all_labels.mistake(
    "y == k -> y >= k",
    "classes above k count as k too.",
    "Is a class with a larger number a bit like class k?",
)
one_vs_all_labels.mistake(
    "y == k -> y <= k",
    "classes below k count as k too.",
    "Is a class with a smaller number a bit like class k?",
)
one_vs_all_labels.mistake(
    "np.where(y == k, 1, -1) -> np.sign(y - k)",
    "class numbers are compared by sign(y - k): class k itself gets 0.",
    "How many different labels should come back, and which?",
)
one_vs_all_labels.mistake(
    "y == k -> np.arange(len(y)) == k",
    "the example at position k is marked, not those of class k.",
    "Is k a class, or a place in y?",
)
one_vs_all_labels.mistake(
    "y == k -> y[y == k] == k",
    "only the examples of class k are left.",
    "Should a one-against-all classifier see the others too?",
)


# ---------------------------------------------------------------- all_vs_all_vote

all_vs_all_vote = Check(reference.all_vs_all_vote, gives=Number())
all_vs_all_vote.example(
    ({(0, 1): 1, (0, 2): 2, (1, 2): 2}, 3),
    2,
    "class 1 has one vote, class 2 has two",
)


def duels(rng: np.random.Generator, K: int, tie: bool) -> dict[tuple[int, int], int]:
    """Every pair once, in any order, with a tie at the top or without, class 0 not always best."""
    while True:
        pairs = list(combinations(range(K), 2))
        rng.shuffle(pairs)
        winners = {(int(i), int(j)): int(rng.choice([i, j])) for i, j in pairs}
        won = Counter(winners.values())
        votes = sorted(won[k] for k in range(K))
        if (votes[-1] == votes[-2]) == tie:
            return winners


@all_vs_all_vote.random_inputs
def vote_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K in (3, 4, 5, 6, 7):
        for tie in (False, True, True):
            yield duels(rng, K, tie), K


@all_vs_all_vote.edge_cases
def vote_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield {(0, 1): 1}, 2
    yield {(0, 1): 0}, 2
    yield {(1, 2): 2, (0, 1): 1, (0, 2): 0}, 3  # each beats one: a tie of all
    yield {(2, 3): 3, (1, 3): 3, (1, 2): 2, (0, 3): 0, (0, 2): 2, (0, 1): 0}, 4  # three with two
    # class 3 wins all its duels but comes late, and most others share the rest
    yield {(0, 1): 0, (0, 2): 2, (0, 3): 3, (1, 2): 1, (1, 3): 3, (2, 3): 3}, 4
    yield duels(rng, 10, False), 10


@all_vs_all_vote.property("a class that wins all its duels is chosen")
def unbeaten_wins(f: Any, rng: np.random.Generator) -> str | None:
    best = int(rng.integers(1, 4))
    winners = duels(rng, 5, False)
    winners.update({pair: best for pair in winners if best in pair})
    choice = f(winners, 5)
    if choice != best:
        return f"Class {best} won all four of its duels, but the choice was {choice}."
    return None


all_vs_all_vote.answer("""
    votes = np.zeros(n_classes, dtype=int)
    for winner in winners.values():
        votes[winner] += 1
    return votes.argmax()
""")
all_vs_all_vote.mistake(
    """
    for winner in winners.values() -> for (i, j), winner in winners.items()
    votes[winner] += 1 -> votes[i] += winner == i
    """,
    "only the first class of a pair can get a vote; a win of the second is not counted.",
    "If class 2 wins the duel (0, 2), who should get the vote?",
)
all_vs_all_vote.mistake(
    "votes.argmax() -> n_classes - 1 - votes[::-1].argmax()",
    "on a tie the class with the highest number is chosen.",
    "Which of several best classes should win?",
)
all_vs_all_vote.mistake(
    "votes.argmax() -> max(winners.values(), key=lambda k: votes[k])",
    "on a tie, of the best classes the one that comes first among the winners is chosen.",
    "The order of the duels should not matter. Which of several best classes should win?",
)
all_vs_all_vote.mistake(
    "argmax -> argmin",
    "the class with the fewest votes is chosen.",
    "Is a vote for a class or against it?",
)
all_vs_all_vote.mistake(
    "votes.argmax() -> winner",
    "the winner of the last duel is chosen.",
    "How much do the other duels count?",
)


def knock_out(winners: Any, n_classes: int) -> Any:
    champion = 0
    for k in range(1, n_classes):
        champion = winners[champion, k]
    return champion


all_vs_all_vote.mistake(
    knock_out,
    "it is a knock-out: the winner of one duel goes on to the next class.",
    "Every pair votes. Which duels did you leave out?",
)
all_vs_all_vote.mistake(
    """
    winner in winners.values() -> pair in winners
    votes[winner] -> votes[list(pair)]
    """,
    "the duels of a class are counted, not those that it won.",
    "The key says who took part, the value says who won. Which did you count?",
)
all_vs_all_vote.mistake(
    "votes.argmax() -> max(winners.values())",
    "the highest class that won anything is chosen.",
    "What is max taken over: classes, or their votes?",
)
all_vs_all_vote.mistake(
    "votes.argmax() -> round(sum(winners.values()) / len(winners))",
    "the mean of the winners' numbers is taken.",
    "Class numbers are names. What is the mean of 'cat' and 'dog'?",
)
