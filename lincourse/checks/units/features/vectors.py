"""Checks of feature vectors: the constant 1, opinion words, one-hot rows."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core.random_inputs import eighths

from lincourse import features as reference

# ---------------------------------------------------------------- add_bias

add_bias = Check(reference.add_bias, gives=Array("(n, d+1)"))
add_bias.example(
    (np.array([[0.0, 1.0, 0.0, 0.25], [1.0, 0.0, 0.5, 2.0]]),),
    np.array([[1.0, 0.0, 1.0, 0.0, 0.25], [1.0, 1.0, 0.0, 0.5, 2.0]]),
    "each row gets a 1 in front of what it holds",
)


@add_bias.random_inputs
def add_bias_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((2, 3), (3, 2), (3, 3), (4, 1), (5, 4), (6, 2), (2, 5)):
        yield (eighths(rng, n, d),)


@add_bias.edge_cases
def add_bias_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (eighths(rng, 1, 3),)
    yield (eighths(rng, 4, 1),)
    yield (rng.integers(-5, 6, (3, 2)),)
    yield (rng.integers(-5, 6, (1, 1)),)
    yield (eighths(rng, 2, 2) * 2.0**20,)
    yield (np.ones((2, 2)),)


@add_bias.property("with the 1 in front, w . x is w0 + w1 x1 + ... + wd xd")
def the_sum_takes_in_the_bias(f: Any, rng: np.random.Generator) -> str | None:
    X, w = eighths(rng, 3, 2), eighths(rng, 3) + 5
    have, want = f(X) @ w, w[0] + X @ w[1:]
    if not np.allclose(have, want):
        return (
            f"With the weights w = {w.tolist()} the scores should be {want.tolist()}, the first "
            f"weight counting as w0. With your rows they are {have.tolist()}."
        )
    return None


add_bias.answer("""
    ones = np.ones(len(X))
    return np.column_stack([ones, X])
""")
add_bias.mistake(
    "[ones, X] -> [X, ones]",
    "the ones come last.",
    "Where does this course put the constant 1, before the features or after them?",
)
add_bias.mistake(
    "np.ones -> np.zeros",
    "the new column holds zeros.",
    "What is a weight worth that is always multiplied by 0?",
)
add_bias.mistake(
    """
    len(X) -> X.shape[1]
    column_stack -> vstack
    """,
    "a row of ones is put on top: a new example, not a new feature.",
    "Examples are rows. Should there be more rows, or more columns?",
)
add_bias.mistake(
    lambda X: X + 1,
    "1 is added to every number in X.",
    "Should a number that was in X still be there?",
)
add_bias.mistake(
    "[ones, X] -> [ones, X, ones]",
    "there are ones on both sides.",
    "How many columns should there be when X has d of them?",
)
add_bias.mistake(
    "np.ones(len(X)) -> np.ones_like(X)",
    "as many columns of ones are added as X has features.",
    "How many weights does the bias need?",
)
add_bias.mistake(
    "len(X) -> X.shape[1]",
    "the column of ones is as long as a row of X, so it fits only where n = d.",
    "One 1 for every example: which entry of X.shape says how many there are?",
)
add_bias.mistake(
    lambda X: np.insert(X, 0, 1),
    "the table is flattened, with a single 1 at its start.",
    "What does axis do in np.insert?",
)
add_bias.answer("""
    result = np.ones((len(X), X.shape[1] + 1))
    result[:, 1:] = X
    return result
""")


# ---------------------------------------------------------------- encode_opinion

POSITIVE = ("great", "good", "lovely", "fun")
NEGATIVE = ("bad", "dull", "crap", "worst")
PLAIN = ("the", "film", "plot", "was", "made", "in", "2008", "badge", "greatly", "fund", "dullness")

encode_opinion = Check(reference.encode_opinion, gives=Array("(3,)"))
encode_opinion.example(
    (["great", "plot", "but", "bad", "acting"], {"great", "good"}, {"bad", "crap"}),
    np.array([1.0, 1.0, 1.0]),
    "the dummy is 1; 'great' is a positive word and 'bad' a negative one",
)


def review(rng: np.random.Generator, positive: int, negative: int, plain: int) -> list[str]:
    """The given number of words of each kind, shuffled."""
    words = [
        *rng.choice(POSITIVE, positive).tolist(),
        *rng.choice(NEGATIVE, negative).tolist(),
        *rng.choice(PLAIN, plain).tolist(),
    ]
    return [str(words[i]) for i in rng.permutation(len(words))]


@encode_opinion.random_inputs
def opinion_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for p, n, other in (
        (1, 0, 3),
        (0, 1, 3),
        (1, 1, 4),
        (0, 0, 4),
        (3, 1, 2),
        (1, 3, 2),
        (2, 2, 5),
    ):
        yield review(rng, p, n, other), set(POSITIVE), set(NEGATIVE)
    yield ["the", "good", "film", "is", "bad"], {"good"}, {"bad"}  # all of either list is there


@encode_opinion.edge_cases
def opinion_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield review(rng, 3, 0, 0), set(POSITIVE), set(NEGATIVE)
    yield review(rng, 0, 3, 0), set(POSITIVE), set(NEGATIVE)
    yield review(rng, 1, 0, 0), set(POSITIVE), set(NEGATIVE)
    yield ["good", "good", "the", "film"], set(POSITIVE), set(NEGATIVE)
    yield ["the", "film", "was", "bad"], set(POSITIVE), set(NEGATIVE)
    yield ["great", "the", "film"], set(POSITIVE), set(NEGATIVE)
    yield ["badge", "greatly"], set(POSITIVE), set(NEGATIVE)
    yield ["good", "plot"], set(), {"plot"}
    yield ["love", "row"], {"lovely"}, {"crowded"}  # parts of what is listed


encode_opinion.answer("""
    has_positive = any(word in positive for word in words)
    has_negative = any(word in negative for word in words)
    return np.array([1.0, has_positive, has_negative])
""")
encode_opinion.mistake(
    "any -> sum",
    "the opinion words are counted, where the question is only whether there are any.",
    "If a document holds three positive words, is the answer to 'does it hold one?' 3?",
)
encode_opinion.mistake(
    "[1.0, has_positive, has_negative] -> [has_positive, has_negative]",
    "the dummy feature is missing.",
    "Which weight would w0 be multiplied by?",
)
encode_opinion.mistake(
    "[1.0, has_positive, has_negative] -> [has_positive, has_negative, 1.0]",
    "the dummy feature comes last.",
    "Where does this course put the constant 1?",
)
encode_opinion.mistake(
    "any -> all",
    "all words must be of a kind for the feature to be 1.",
    "Does a document with one positive word among ten contain positive words?",
)
encode_opinion.mistake(
    "has_negative = any -> has_negative = not has_positive and any",
    "only one of the two features can be 1.",
    "Can a document contain positive words and negative words?",
)
encode_opinion.mistake(
    """
    any -> sum
    has_positive, has_negative] -> has_positive > has_negative, has_negative > has_positive]
    """,
    "the kind with more words wins, and the other feature is 0.",
    "The two features are two questions. Does the answer to one change that to the other?",
)
encode_opinion.mistake(
    """
    any -> sum
    has_positive, has_negative] -> has_positive / len(words), has_negative / len(words)]
    """,
    "each feature is the share of the words that are of the kind.",
    "The question is whether there is such a word, not how many there are.",
)
encode_opinion.mistake(
    "has_positive, has_negative] -> has_positive, -has_negative]",
    "negative words count as -1.",
    "What are the two values of a feature that answers a yes-or-no question?",
)
encode_opinion.mistake(
    """
    word in positive for -> p in word for p in positive for
    word in negative for -> n in word for n in negative for
    """,
    "parts of words count too, such as 'bad' in 'badge'.",
    "Is 'badge' one of the negative words?",
)
encode_opinion.mistake(
    "[1.0, -> [has_positive or has_negative,",
    "the dummy is 0 where there is no opinion word.",
    "Which values can the dummy feature take?",
)
encode_opinion.answer("""
    has_positive = has_negative = False
    for word in words:
        has_positive = has_positive or word in positive
        has_negative = has_negative or word in negative
    return np.array([1.0, has_positive, has_negative])
""")


# ---------------------------------------------------------------- one_hot

one_hot = Check(reference.one_hot, gives=Array("(n, K)"))
one_hot.example(
    (np.array([1, 0, 2, 1]), 3),
    np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]], dtype=float),
    "class 1 of three, counted from 0, is the one in the middle",
)


@one_hot.random_inputs
def one_hot_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, K in ((2, 3), (3, 3), (5, 4), (4, 2), (6, 5), (7, 7)):
        y = rng.integers(0, K, n)
        y[:2] = 0, K - 1
        yield rng.permutation(y), K


@one_hot.edge_cases
def one_hot_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([0, 1, 0]), 4  # the last classes are missing
    yield np.array([2, 2]), 4
    yield np.array([1]), 2
    yield np.array([0]), 1
    yield np.array([2, 0, 3, 6]), 7
    yield rng.integers(0, 10, 25), 10


@one_hot.property("each row adds up to 1, and its 1 stands at the label")
def rows_are_one_hot(f: Any, rng: np.random.Generator) -> str | None:
    y = rng.permutation([0, 1, 2, 3, 0])
    H = np.asarray(f(y, 4), dtype=float)
    for label, row in zip(y, H, strict=True):
        if not np.isclose(row.sum(), 1):
            return f"The row for label {label} is {row.tolist()}, which adds up to {row.sum():g}."
        if row.argmax() != label:
            return f"The row for label {label} is {row.tolist()}: its 1 stands elsewhere."
    return None


one_hot.answer("""
    H = np.zeros((len(y), n_classes))
    for i, label in enumerate(y):
        H[i, label] = 1
    return H
""")
one_hot.mistake(
    "H[i, label] -> H[label]",
    "H[k] = 1 fills all of row k with ones, and row k does not belong to the example.",
    "Each example has a row of its own. Which two numbers say where its 1 goes?",
)
one_hot.mistake(
    "H[i, label] -> H[i, label + 1]",
    "the 1 is one place too late.",
    "This course counts classes from 0. Which class does your index 1 mean?",
)
one_hot.mistake(
    "H[i, label] = 1 -> H[i, label] = label",
    "the label itself is written where the 1 should be.",
    "Every class gets the same value at its own place. Which?",
)
one_hot.mistake(
    "H[i, label] -> H[i, : label + 1]",
    "all places up to the label are 1.",
    "How many entries of a row are 'hot'?",
)
one_hot.mistake(
    "H[i, label] -> H[i, n_classes - 1 - label]",
    "the columns are in reverse order.",
    "Which column belongs to class 0?",
)
one_hot.answer("""
    return np.eye(n_classes)[y]
""")
one_hot.mistake(
    "[y] -> [y].max(axis=0)",
    "one row comes back for all examples together.",
    "How many rows should there be for n labels?",
)
one_hot.mistake(
    "np.eye(n_classes)[y] -> np.eye(len(y), n_classes)",
    "the identity matrix comes back, whatever the labels are.",
    "Where do you use y?",
)
