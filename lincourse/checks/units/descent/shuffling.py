"""Checks of shuffled indices: minibatches, and the split into training and test parts.

The order is free: what is asked is what holds for every order that `rng` can give.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from misstep import Args, Check, IndexArrays
from misstep.core.paste import source
from misstep.core.random_inputs import Rng, a_seed

from lincourse import descent as reference

# ---------------------------------------------------------------- properties and mistakes of both


def in_words(parts: Any, n: int) -> str | None:
    """What is wrong with parts that should hold 0..n-1 once each, or None."""
    order = np.concatenate([np.array([], dtype=int), *parts]).tolist()
    for i in order:
        if not 0 <= i < n:
            return f"There is an index {i}, but with {n} examples they go from 0 to {n - 1}."
        if order.count(i) > 1:
            often = "twice" if order.count(i) == 2 else f"{order.count(i)} times"
            return f"Index {i} comes {often}; every example should come once."
    missing = sorted(set(range(n)) - set(order))
    if missing:
        return f"Index {missing[0]} is missing; every example should come once."
    return None


def laws_of_chance(check: Check, *args: Any) -> None:
    """Ask that the order of 40 indices is shuffled, and by the generator that is given."""
    n = 40

    def order(f: Any, rng: np.random.Generator) -> list[int]:
        return [int(i) for part in f(n, *args, rng) for i in part]

    @check.property("every index comes exactly once")
    def once(f: Any, rng: np.random.Generator) -> str | None:
        return in_words(f(n, *args, Rng(a_seed(rng))), n)

    @check.property("the order is shuffled")
    def shuffled(f: Any, rng: np.random.Generator) -> str | None:
        found = order(f, Rng(a_seed(rng)))
        if found == sorted(found):
            return (
                f"The indices come in the order {found[0]}, {found[1]}, {found[2]}, ...: as if "
                "nothing had been shuffled."
            )
        return None

    @check.property("the same seed gives the same order")
    def same_seed(f: Any, rng: np.random.Generator) -> str | None:
        seed = a_seed(rng)
        if order(f, Rng(seed)) != order(f, Rng(seed)):
            return (
                "Two generators with the same seed gave two different orders, so the order does "
                "not come from rng."
            )
        return None

    @check.property("another seed gives another order")
    def other_seed(f: Any, rng: np.random.Generator) -> str | None:
        seed = a_seed(rng)
        if order(f, Rng(seed)) == order(f, Rng(seed + 1)):
            return (
                "Two generators with different seeds gave the same order, so the order does not "
                "come from rng."
            )
        return None

    @check.property("called again with the same generator it gives another order", overall=True)
    def next_epoch(f: Any, rng: np.random.Generator) -> str | None:
        seed = a_seed(rng)
        live, lender = Rng(seed), Rng(seed)
        lender.lent = live
        first = order(f, lender)
        if order(f, lender) == first:
            given = ", ".join(map(source, (n, *args)))
            return (
                "Called twice with one generator, as in two epochs, it gave one order twice. To see "
                f"it: rng = np.random.default_rng({seed}), and then {check.name}({given}, rng) twice."
            )
        return None


FIXED_SEED = (
    "the order comes from a generator of its own with a fixed seed, so every call gives the same.",
    "What is rng for, and what does a generator with a fixed seed return each time it is made?",
)
OWN_CHANCE = (
    "the order is shuffled, but not by rng.",
    "Could somebody with the same seed get your order again? Which generator do you ask?",
)
UNSHUFFLED = (
    "the order is not random: nothing is shuffled, or the order is lost later.",
    "If the examples are sorted by class, what do the first parts hold?",
)


# ---------------------------------------------------------------- minibatches

minibatches = Check(reference.minibatches, gives=IndexArrays(), chance=True)
minibatches.example(
    (10, 4, Rng(1)),
    reference.minibatches(10, 4, Rng(1)),
    "ten indices in batches of four make batches of 4, 4 and 2, and each of 0 to 9 is in one",
)
laws_of_chance(minibatches, 8)


@minibatches.random_inputs
def batches_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for _ in range(4):
        size, many = int(rng.integers(3, 9)), int(rng.integers(4, 9))
        yield size * many, size, Rng(a_seed(rng))
        yield size * many + int(rng.integers(1, size)), size, Rng(a_seed(rng))
    n = int(rng.integers(20, 60))
    yield n, 1, Rng(a_seed(rng))
    yield n, n, Rng(a_seed(rng))
    yield n, n - 1, Rng(a_seed(rng))
    yield n, n + int(rng.integers(1, 9)), Rng(a_seed(rng))


@minibatches.edge_cases
def batches_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield 1, 1, Rng(a_seed(rng))
    yield 2, 1, Rng(a_seed(rng))
    yield 3, 2, Rng(a_seed(rng))
    yield 5, 1000, Rng(a_seed(rng))
    yield 1000, 32, Rng(a_seed(rng))


minibatches.answer("""
    order = rng.permutation(n)
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    return batches
""")
minibatches.mistake(
    "range(0, len(order), size) -> range(0, len(order) - size + 1, size)",
    "the last batch, the short one, is dropped.",
    "Ten examples in batches of four: where do the last two go?",
)
minibatches.mistake("rng.permutation(n) -> np.arange(n)", *UNSHUFFLED)
minibatches.mistake(
    """
    rng.permutation(n) -> np.arange(n)
    order[start : start + size] -> rng.choice(n, min(size, n - start), replace=False)
    """,
    "every batch is drawn on its own, so examples come twice in an epoch, or never.",
    "In an epoch every example comes once. Do you draw from all of them for each batch?",
)
minibatches.mistake(
    "rng.permutation(n) -> rng.integers(0, n, n)",
    "the same index can come more than once: examples come twice in an epoch, or never.",
    "In an epoch every example comes once. What must happen to one that was drawn?",
)
minibatches.mistake(
    """
    rng.permutation(n) -> np.arange(n)
    range(0, len(order), size) -> rng.permutation(range(0, len(order), size))
    """,
    "only the order of the batches is shuffled; the same neighbours are always together.",
    "Which examples share a batch with example 0, in this epoch and in the next?",
)
minibatches.mistake(
    """
    rng.permutation(n) -> np.arange(n)
    order[start : start + size] -> rng.permutation(order[start : start + size])
    """,
    "the examples are shuffled only inside their batch: the first batch always holds the first.",
    "Which examples can be in the first batch, in this epoch and in the next?",
)
minibatches.mistake(
    "return batches -> return np.array_split(order, size)",
    "size is taken as the number of batches.",
    "How many indices should a batch hold?",
)
minibatches.mistake(
    "return batches -> return np.array_split(order, -(-n // size))",
    "the indices are shared out evenly, so that the batches differ in size by at most one, and "
    "not only the last is short.",
    "Only the last batch may be short. How long is your first one?",
)
minibatches.mistake(
    "rng.permutation(n) -> np.resize(rng.permutation(n), -(-n // size) * size)",
    "the last batch is filled up with indices that were there before.",
    "Is the last batch allowed to be short?",
)
minibatches.mistake(
    "range(0, len(order), size) -> range(0, len(order) + 1, size)",
    "an empty batch comes last where size divides n.",
    "How many batches do twelve examples make, if each holds four?",
)
minibatches.mistake(
    "return batches -> return np.split(order, range(n % size or size, n, size))",
    "the short batch comes first.",
    "Which batch may be short?",
)
minibatches.mistake(
    "return batches -> return [order]",
    "everything is in one batch.",
    "What is size for?",
)
minibatches.mistake(
    "rng.permutation(n) -> rng.permutation(n) + 1",
    "the indices run from 1 to n.",
    "What is the index of the first row of an array?",
)
minibatches.mistake(
    "rng.permutation(n) -> rng.permutation(n - 1)",
    "the last example, with index n - 1, is never there.",
    "Up to which number does your shuffled order run?",
)
minibatches.mistake("rng.permutation(n) -> np.random.default_rng(0).permutation(n)", *FIXED_SEED)
minibatches.mistake("rng.permutation(n) -> np.random.permutation(n)", *OWN_CHANCE)
minibatches.mistake(
    "order = rng.permutation(n) -> import copy; order = copy.deepcopy(rng).permutation(n)",
    "rng is copied before it is used, so it never moves on, and the next call gives the same.",
    "What has to change in rng for the next call to give another order?",
)


# ---------------------------------------------------------------- split

split = Check(reference.split, gives=IndexArrays(), chance=True)
split.example(
    (7, [0.8, 0.1, 0.1], Rng(1)),
    reference.split(7, [0.8, 0.1, 0.1], Rng(1)),
    "the cuts are at round(5.6) = 6 and round(6.3) = 6, so the parts have 6, 0 and 1 of the seven "
    "indices",
)
laws_of_chance(split, [0.5, 0.25, 0.25])

SHARES = (
    [0.8, 0.1, 0.1],
    [0.6, 0.2, 0.2],
    [0.5, 0.25, 0.25],
    [0.7, 0.3],
    [0.75, 0.125, 0.125],
    [0.1, 0.2, 0.3, 0.4],
    [0.25, 0.25, 0.25, 0.25],
    [0.35, 0.35, 0.3],
)


def clear_cut(n: int, fractions: Sequence[float]) -> bool:
    """Whether every way to round gives one result: no cut is near a half, whole ones are exact.

    0.1 + 0.2 is a hair more than 0.3, and rounding that up would give one too many.
    """
    cuts, sizes = n * np.cumsum(fractions)[:-1], n * np.array(fractions)
    near_half = np.abs(cuts % 1 - 0.5) < 0.04
    off = np.concatenate([cuts, sizes])
    off = np.abs(off - np.round(off))
    return not (near_half.any() or ((off > 0) & (off < 1e-6)).any())


def a_number(rng: np.random.Generator, low: int, high: int, fractions: Sequence[float]) -> int:
    while True:
        n = int(rng.integers(low, high))
        if clear_cut(n, fractions):
            return n


@split.random_inputs
def parts_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for fractions in SHARES:
        yield a_number(rng, 20, 60, fractions), list(fractions), Rng(a_seed(rng))
        yield a_number(rng, 60, 400, fractions), tuple(fractions), Rng(a_seed(rng))


@split.edge_cases
def parts_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield 342, [0.8, 0.1, 0.1], Rng(a_seed(rng))
    yield 38, [0.8, 0.1, 0.1], Rng(a_seed(rng))  # 30.4 and 34.2: 30, 4, 4
    yield 27, [0.6, 0.2, 0.2], Rng(a_seed(rng))  # 16.2 and 21.6: 16, 6, 5
    yield 33, [0.35, 0.35, 0.3], Rng(a_seed(rng))  # 11.55 and 23.1: 12, 11, 10
    yield 3, [0.8, 0.1, 0.1], Rng(a_seed(rng))
    yield 1, [0.7, 0.3], Rng(a_seed(rng))
    yield 25, [1.0], Rng(a_seed(rng))
    yield 1797, [0.8, 0.1, 0.1], Rng(a_seed(rng))


split.answer("""
    order = rng.permutation(n)
    shares = np.cumsum(fractions)[:-1]
    cuts = [round(n * share) for share in shares]
    return np.split(order, cuts)
""")
split.mistake("rng.permutation(n) -> np.arange(n)", *UNSHUFFLED)
split.mistake(
    "round -> int",
    "the cuts are rounded down.",
    "Where should a cut at 5.6 be?",
)
split.mistake(
    "round(n * share) -> int(np.ceil(n * share))",
    "the cuts are rounded up.",
    "Where should a cut at 6.3 be?",
)
split.mistake(
    """
    np.cumsum(fractions)[:-1] -> fractions[:-1]
    np.split(order, cuts) -> np.split(order, np.cumsum(cuts))
    """,
    "each size is rounded on its own, and the last part gets the rest.",
    "The cuts are at round(n times the fractions up to there). Split 7 examples 80-10-10: which sizes do you get?",
)
split.mistake(
    """
    np.cumsum(fractions)[:-1] -> fractions
    np.split(order, cuts) -> np.split(order, np.cumsum(cuts))[:-1]
    """,
    "each size is rounded on its own, so that the parts may leave some out.",
    "Do your sizes always add up to n? Split 7 examples 80-10-10: which sizes do you get?",
)
split.mistake(
    """
    np.cumsum(fractions)[:-1] -> fractions
    round -> int
    np.split(order, cuts) -> np.split(order, np.cumsum(cuts))[:-1]
    """,
    "each size is rounded down, so that some indices are left out.",
    "Do your sizes always add up to n? Split 7 examples 80-10-10: which sizes do you get?",
)
split.mistake(
    """
    np.cumsum(fractions)[:-1] -> fractions[:-1]
    round -> int
    np.split(order, cuts) -> np.split(order, np.cumsum(cuts))
    """,
    "each size is rounded down, and the last part gets the rest.",
    "Where should a cut at 5.6 be?",
)
split.mistake(
    "np.cumsum(fractions)[:-1] -> fractions[:-1]",
    "the fractions themselves are taken as the places to cut, not their running sum.",
    "After 80 % and another 10 %, how far along are you?",
)
split.mistake(
    "np.cumsum(fractions)[:-1] -> sorted(fractions[:-1])",
    "the fractions, put in order, are taken as the places to cut, not their running sum.",
    "After 80 % and another 10 %, how far along are you?",
)
split.mistake(
    "np.split(order, cuts) -> np.split(order, [*cuts, n])",
    "there is an empty part too many at the end.",
    "How many cuts make three parts?",
)
split.mistake(
    "np.split(order, cuts) -> np.split(order, cuts)[:-1]",
    "the last part is missing.",
    "How many parts do three fractions make?",
)
split.mistake(
    """
    rng.permutation(n) -> np.arange(n)
    np.split(order, cuts) -> [rng.choice(n, len(part), replace=False) for part in np.split(order, cuts)]
    """,
    "each part is drawn from all the indices, so that the parts overlap.",
    "Can an example be in the training and in the test part?",
)
split.mistake(
    "rng.permutation(n) -> rng.integers(0, n, n)",
    "the parts are not cut from one shuffled list of all the indices, so they overlap.",
    "Can an example be in the training and in the test part?",
)
split.mistake(
    """
    rng.permutation(n) -> np.arange(n)
    np.split(order, cuts) -> [rng.permutation(part) for part in np.split(order, cuts)]
    """,
    "the indices are shuffled only inside their part: the last examples are always the test.",
    "If the examples are sorted by class, what does the last part hold?",
)
split.mistake("rng.permutation(n) -> np.random.default_rng(0).permutation(n)", *FIXED_SEED)
split.mistake("rng.permutation(n) -> np.random.permutation(n)", *OWN_CHANCE)
