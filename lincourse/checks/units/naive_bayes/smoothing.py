"""Checks of add-one smoothing, of words and of categorical values."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check

from lincourse import naive_bayes as reference
from lincourse.checks.units.ratios import EXACT, RATIO

# ---------------------------------------------------------------- smoothed_probability

smoothed_probability = Check(reference.smoothed_probability, gives=RATIO)
smoothed_probability.example(
    (3, 10, 4),
    4 / 15,
    "(3 + 1) / (10 + 4 + 1): the four words of the vocabulary and OOV each get 1 more",
)


@smoothed_probability.random_inputs
def smoothed_probability_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for _ in range(8):
        vocabulary_size = int(rng.integers(3, 60))
        total = int(rng.integers(5, 200))
        yield int(rng.integers(1, total)), total, vocabulary_size
        yield 0, total, vocabulary_size


@smoothed_probability.edge_cases
def smoothed_probability_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield 0, 10_000, 500  # May's quiz
    yield 0, 0, int(rng.integers(2, 9))  # a class without a single token
    yield 7, 7, 1
    yield 3, 20, 6
    yield 12, int(rng.integers(10**6, 10**7)), 50_000


@smoothed_probability.property("over the vocabulary and OOV the probabilities add up to 1")
def smooth_adds_up(f: Any, rng: np.random.Generator) -> str | None:
    counts = rng.integers(0, 9, int(rng.integers(3, 9))).tolist()
    chances = [f(n, sum(counts), len(counts)) for n in [*counts, 0]]  # the last is OOV
    total = sum(map(float, chances))
    if not math.isclose(total, 1):
        return (
            f"Here are {len(counts)} words with the counts {counts}. Their probabilities and that "
            f"of OOV (count 0) add up to {total:.4g}."
        )
    return None


smoothed_probability.answer("""
    return (count + 1) / (total + vocabulary_size + 1)
""")
smoothed_probability.mistake(
    "(count + 1) / (total + vocabulary_size + 1) -> count / total",
    "there is no smoothing: it is the plain share.",
    "What does a probability of 0 do to a product?",
)
smoothed_probability.mistake(
    "(count + 1) / (total + vocabulary_size + 1) -> count + 1 / total + vocabulary_size + 1",
    "brackets are missing: only the 1 is divided, and only by the total.",
    "Python divides before it adds. What belongs above the line, and what below?",
)
smoothed_probability.mistake(
    "vocabulary_size + 1 -> vocabulary_size",
    "the +1 of OOV is missing in the denominator.",
    "How many types get 1 more: the words of the vocabulary, and what else?",
)
smoothed_probability.mistake(
    "(total + vocabulary_size + 1) -> total",
    "1 is added to the count, but the denominator stays as it was.",
    "If every type gets 1 more, how much larger does the total become?",
)
smoothed_probability.mistake(
    "total + vocabulary_size + 1 -> total + 1",
    "1 is added to the count and 1 to the total.",
    "How many types get 1 more? The total grows by as many.",
)
smoothed_probability.mistake(
    "(count + 1) -> count",
    "only the denominator is smoothed.",
    "What is the probability of a word with count 0 now?",
)
smoothed_probability.mistake(
    "(count + 1) / -> count / total if count else 1 /",
    "only words with a count of 0 are smoothed.",
    "If the unseen words get probability, who gives it? Do all of them still add up to 1?",
)
smoothed_probability.mistake(
    "(total + vocabulary_size + 1) -> total + vocabulary_size + 1",
    "a pair of brackets is missing around the denominator.",
    "What does Python divide by in a / b + c?",
)
smoothed_probability.mistake(
    "/ -> //",
    "the division is cut to a whole number.",
    "What does // do in Python?",
)
smoothed_probability.mistake(
    """
    count + 1 -> count + 0.5
    vocabulary_size + 1 -> 0.5 * (vocabulary_size + 1)
    """,
    "half a count is added to every type, not one.",
    "Add-one smoothing pretends that every type was seen how many times more?",
)
smoothed_probability.mistake(
    "count + 1 -> count + vocabulary_size",
    "the vocabulary is added to the count too.",
    "By how much does the count of one word grow?",
)


# ---------------------------------------------------------------- categorical_likelihood

categorical_likelihood = Check(
    reference.categorical_likelihood, gives=Array("(n_values,)", relative=EXACT, absolute=EXACT)
)
categorical_likelihood.example(
    (np.array([0, 2, 2, 0, 2]), 4),
    np.array([3, 1, 4, 1]) / 9,
    "five values, four possible ones: (2+1)/9, (0+1)/9, (3+1)/9, (0+1)/9",
)


@categorical_likelihood.random_inputs
def categorical_likelihood_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, n_values in ((4, 2), (5, 3), (7, 4), (10, 4), (20, 6), (30, 5)):
        yield rng.integers(0, n_values, n), n_values
        yield rng.integers(0, n_values - 1, n), n_values  # the last value was never seen
    for n_values in (3, 5):
        yield rng.integers(1, n_values, 6), n_values  # nor the first


@categorical_likelihood.edge_cases
def categorical_likelihood_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(0, dtype=int), int(rng.integers(2, 6))  # nothing seen: all alike
    yield np.zeros(int(rng.integers(3, 9)), dtype=int), 1
    yield np.array([3]), 4
    yield rng.integers(0, 3, 1000), 50


@categorical_likelihood.property("the probabilities add up to 1")
def categories_add_up(f: Any, rng: np.random.Generator) -> str | None:
    total = float(np.sum(f(rng.integers(0, 3, 8), 5)))
    return None if math.isclose(total, 1) else f"They add up to {total:.4g}."


categorical_likelihood.answer("""
    n = len(values)
    counts = np.array([np.sum(values == a) for a in range(n_values)])
    return (counts + 1) / (n + n_values)
""")
categorical_likelihood.mistake(
    "(counts + 1) / (n + n_values) -> counts / n",
    "there is no smoothing: these are the plain shares.",
    "Is a value that was not seen impossible?",
)
categorical_likelihood.mistake(
    "return (counts + 1) / (n + n_values) -> shown = np.maximum(counts, 1); return shown / shown.sum()",
    "only the values that were never seen get 1 more.",
    "If a count of 0 becomes 1 and a count of 1 stays 1, which of the two values looks more likely?",
)
categorical_likelihood.mistake(
    "n + n_values -> n + n_values + 1",
    "a type for unknown values is counted in, as for words.",
    "All possible values are known here: how many are there?",
)
categorical_likelihood.mistake(
    "(n + n_values) -> n",
    "1 is added to the counts, but the denominator stays as it was.",
    "If each of the values gets 1 more, how much larger does the total become?",
)
categorical_likelihood.mistake(
    "n + n_values -> n + 1",
    "1 is added to the counts and 1 to the total.",
    "How many values get 1 more?",
)
categorical_likelihood.mistake(
    "(counts + 1) -> counts",
    "only the denominator is smoothed.",
    "What is the probability of a value that was not seen?",
)
categorical_likelihood.mistake(
    "n + n_values -> n + len(set(values))",
    "the number of different values seen is used for the number of possible ones.",
    "What is n_values for?",
)
categorical_likelihood.mistake(
    "range(n_values) -> np.unique(values)",
    "only the values that were seen get an entry.",
    "How long should the array be?",
)
categorical_likelihood.mistake(
    "range(n_values) -> range(max(values) + 1)",
    "the array ends with the largest value seen.",
    "How long should the array be?",
)
categorical_likelihood.mistake(
    "np.sum(values == a) -> np.any(values == a)",
    "each value counts once, however often it comes.",
    "How often was each value seen?",
)
categorical_likelihood.mistake(
    "(counts + 1) / (n + n_values) -> counts + 1",
    "the counts are returned, not probabilities.",
    "What makes the numbers add up to 1?",
)
categorical_likelihood.mistake(
    "n + n_values -> n_values",
    "the counts are divided only by the number of possible values.",
    "Does it matter how many examples there were?",
)
