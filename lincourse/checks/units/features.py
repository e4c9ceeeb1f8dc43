"""Checks of unit 03. Inputs are multiples of 1/8, so that every score and every tie is exact."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np

from lincourse import features as reference
from lincourse import metrics
from lincourse.checks.draws import eighths
from lincourse.checks.kinds import Array, ListOf, Number
from lincourse.checks.ladder import Args, Check
from lincourse.checks.quiz import Quiz


def examples(rng: np.random.Generator, n: int, d: int) -> Any:
    """Examples (n, d) with the constant 1 first."""
    return np.column_stack([np.ones(n), eighths(rng, n, d - 1)])


# ---------------------------------------------------------------- add_bias

add_bias = Check(reference.add_bias, gives=Array("(n, d+1)"))
add_bias.worked(
    (np.array([[0.0, 1.0, 0.0, 0.25], [1.0, 0.0, 0.5, 2.0]]),),
    np.array([[1.0, 0.0, 1.0, 0.0, 0.25], [1.0, 1.0, 0.0, 0.5, 2.0]]),
    "each row gets a 1 in front of what it holds",
)


@add_bias.cases
def bias_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((2, 3), (3, 2), (3, 3), (4, 1), (5, 4), (6, 2), (2, 5)):
        yield (eighths(rng, n, d),)


@add_bias.extremes
def bias_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (eighths(rng, 1, 3),)
    yield (eighths(rng, 4, 1),)
    yield (rng.integers(-5, 6, (3, 2)),)
    yield (rng.integers(-5, 6, (1, 1)),)
    yield (eighths(rng, 2, 2) * 2.0**20,)
    yield (np.ones((2, 2)),)


@add_bias.law("with the 1 in front, w . x is w0 + w1 x1 + ... + wd xd")
def the_sum_takes_in_the_bias(f: Any, rng: np.random.Generator) -> str | None:
    X, w = eighths(rng, 3, 2), eighths(rng, 3) + 5
    have, want = f(X) @ w, w[0] + X @ w[1:]
    if not np.allclose(have, want):
        return (
            f"With the weights w = {w.tolist()} the scores should be {want.tolist()}, the first "
            f"weight counting as w0. With your rows they are {have.tolist()}."
        )
    return None


add_bias.turn(
    lambda X: np.column_stack([X, np.ones(len(X))]),
    "the ones come last.",
    "Where does the constant 1 stand in this course, before the features or after them?",
)
add_bias.turn(
    lambda X: np.column_stack([np.zeros(len(X)), X]),
    "the new column holds zeros.",
    "What is a weight worth that is always multiplied by 0?",
)
add_bias.turn(
    lambda X: np.column_stack([np.ones(len(X)), X[:, 1:]]),
    "the ones replace the first feature.",
    "How many columns should there be when X has d of them?",
)
add_bias.turn(
    lambda X: np.vstack([np.ones(X.shape[1]), X]),
    "a row of ones is put on top: a new example, not a new feature.",
    "Examples are rows. Should there be more rows, or more columns?",
)
add_bias.turn(
    lambda X: X + 1,
    "1 is added to every number in X.",
    "Should a number that was in X still be there?",
)
add_bias.turn(
    lambda X: np.column_stack([np.ones(len(X)), X, np.ones(len(X))]),
    "there are ones on both sides.",
    "How many columns should there be when X has d of them?",
)
add_bias.turn(
    lambda X: np.hstack([np.ones_like(X), X]),
    "as many columns of ones are added as X has features.",
    "How many weights does the bias need?",
)
add_bias.turn(
    lambda X: np.column_stack([np.ones(X.shape[1]), X]),
    "the column of ones is as long as a row of X, so it fits only where n = d.",
    "One 1 for every example: which entry of X.shape says how many there are?",
)
add_bias.turn(
    lambda X: np.insert(X, 0, 1),
    "the table is laid flat, with a single 1 at its start.",
    "What does axis do in np.insert?",
)
add_bias.turn(
    lambda X: np.vstack([np.ones(len(X)), X.T]),
    "the result is transposed: examples are columns.",
    "One row per example: which shape should come back?",
)
add_bias.turn(
    lambda X: np.column_stack([np.ones(len(X), dtype=int), X.astype(int)]),
    "the features are cut to whole numbers.",
    "What is the type of the array that you put X into?",
)


# ---------------------------------------------------------------- encode_opinion

POSITIVE = ("great", "good", "lovely", "fun")
NEGATIVE = ("bad", "dull", "crap", "worst")
PLAIN = ("the", "film", "plot", "was", "made", "in", "2008", "badge", "greatly", "fund", "dullness")

encode_opinion = Check(reference.encode_opinion, gives=Array("(3,)"))
encode_opinion.worked(
    (["great", "plot", "but", "bad", "acting"], {"great", "good"}, {"bad", "crap"}),
    np.array([1.0, 1.0, 1.0]),
    "the dummy is 1; 'great' is a positive word and 'bad' a negative one",
)


def review(rng: np.random.Generator, positive: int, negative: int, plain: int) -> list[str]:
    """So many words of each kind, shuffled."""
    words = [
        *rng.choice(POSITIVE, positive).tolist(),
        *rng.choice(NEGATIVE, negative).tolist(),
        *rng.choice(PLAIN, plain).tolist(),
    ]
    return [str(words[i]) for i in rng.permutation(len(words))]


@encode_opinion.cases
def opinion_cases(rng: np.random.Generator) -> Iterator[Args]:
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


@encode_opinion.extremes
def opinion_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield review(rng, 3, 0, 0), set(POSITIVE), set(NEGATIVE)
    yield review(rng, 0, 3, 0), set(POSITIVE), set(NEGATIVE)
    yield review(rng, 1, 0, 0), set(POSITIVE), set(NEGATIVE)
    yield ["good", "good", "the", "film"], set(POSITIVE), set(NEGATIVE)
    yield ["the", "film", "was", "bad"], set(POSITIVE), set(NEGATIVE)
    yield ["great", "the", "film"], set(POSITIVE), set(NEGATIVE)
    yield ["badge", "greatly"], set(POSITIVE), set(NEGATIVE)
    yield ["good", "plot"], set(), {"plot"}


def _hits(words: Any, kind: Any) -> int:
    return sum(word in kind for word in words)


encode_opinion.turn(
    lambda words, positive, negative: np.array([1, _hits(words, positive), _hits(words, negative)]),
    "the opinion words are counted, where the question is only whether there are any.",
    "If a document holds three positive words, is the answer to 'does it hold one?' 3?",
)
encode_opinion.turn(
    lambda words, positive, negative: reference.encode_opinion(words, positive, negative)[1:],
    "the dummy feature is missing.",
    "Which weight would w0 be multiplied by?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.roll(
        reference.encode_opinion(words, positive, negative), -1
    ),
    "the dummy feature comes last.",
    "Where does the constant 1 stand in this course?",
)
encode_opinion.turn(
    lambda words, positive, negative: reference.encode_opinion(words, negative, positive),
    "the features for positive and negative words have changed places.",
    "Which of the two features comes first?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array(
        [1, all(w in positive for w in words), all(w in negative for w in words)]
    ),
    "all words must be of a kind for the feature to be 1.",
    "Does a document with one positive word among ten contain positive words?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array(
        [1, p := _hits(words, positive) > 0, not p and _hits(words, negative) > 0]
    ),
    "only one of the two features can be 1.",
    "Can a document contain positive words and negative words?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array(
        [
            1,
            _hits(words, positive) > _hits(words, negative),
            _hits(words, negative) > _hits(words, positive),
        ]
    ),
    "the kind with more words wins, and the other feature is 0.",
    "The two features are two questions. Does the answer to one change that to the other?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array(
        [1, _hits(words, positive) / len(words), _hits(words, negative) / len(words)]
    ),
    "each feature is the share of the words that are of the kind.",
    "The question is whether there is such a word, not how many there are.",
)
encode_opinion.turn(
    lambda words, positive, negative: (
        reference.encode_opinion(words, positive, negative) * [1, 1, -1]
    ),
    "negative words count as -1.",
    "What are the two values of a feature that answers a yes-or-no question?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array([1, words[-1] in positive, words[-1] in negative]),
    "only the last word decides: each word overwrites the answer of the one before.",
    "After the loop, what do your variables know about the first word?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array([1, words[0] in positive, words[0] in negative]),
    "only the first word decides.",
    "When does your loop return?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array(
        [
            1,
            any(p in word for p in positive for word in words),
            any(n in word for n in negative for word in words),
        ]
    ),
    "parts of words count too, such as 'bad' in 'badge'.",
    "Is 'badge' one of the negative words?",
)
encode_opinion.turn(
    lambda words, positive, negative: np.array(
        [
            _hits(words, positive) + _hits(words, negative) > 0,
            _hits(words, positive) > 0,
            _hits(words, negative) > 0,
        ]
    ),
    "the dummy is 0 where there is no opinion word.",
    "Which values can the dummy feature take?",
)


# ---------------------------------------------------------------- predict_binary

predict_binary = Check(reference.predict_binary, gives=Array("(n,)"))
predict_binary.worked(
    (np.array([-1.0, 2.0, -3.0]), np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 2.0, 1.0]])),
    np.array([1, -1, 1]),
    "the scores are 1, -4 and 0, and a score of 0 gives +1",
)


@predict_binary.cases
def binary_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((4, 2), (5, 3), (3, 3), (6, 4), (12, 3), (20, 5)):
        w, X = eighths(rng, d), examples(rng, n, d)
        w[0] += np.sign(w[0]) + (w[0] == 0)  # a bias worth noticing
        yield w, X


@predict_binary.extremes
def binary_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), examples(rng, 3, 3)
    yield np.array([1.0, -1.0]), np.array([[1.0, 1.0], [1.0, 2.0], [1.0, 0.0], [1.0, 1.0]])
    yield np.array([3, -1]), np.array([[1, 2], [1, 3], [1, 4], [1, 5]])
    yield np.array([-2.0, 1.0]), np.array([[1.0, 2.25], [1.0, 1.75], [1.0, 2.0], [1.0, 40.0]])
    yield np.array([2.0, 1.0]), np.array([[1.0, -1.75], [1.0, -2.25], [1.0, -1.0], [1.0, -40.0]])
    yield eighths(rng, 3), examples(rng, 1, 3)
    yield np.array([-0.125]), np.ones((2, 1))
    yield eighths(rng, 3) * 2.0**20, examples(rng, 4, 3) * 2.0**10
    yield np.array([0.25, 0.125]), np.array([[1.0, 1.0], [1.0, -3.0], [1.0, 10.0]])


@predict_binary.law("w times a positive number predicts the same")
def scale_is_free(f: Any, rng: np.random.Generator) -> str | None:
    w, X = eighths(rng, 3), examples(rng, 6, 3)
    once, more = np.asarray(f(w, X)), np.asarray(f(w * 8, X))
    if not np.array_equal(once, more):
        return (
            "Eight times the weights give eight times the scores, and their signs stay. Yours "
            f"predicts {once.tolist()} with w and {more.tolist()} with 8 w."
        )
    return None


predict_binary.turn(
    lambda w, X: np.sign(X @ w),
    "a score of 0 gives 0, which is no label.",
    "What does np.sign make of 0, and which label should a point on the line get?",
)
predict_binary.turn(
    lambda w, X: np.where(X @ w > 0, 1, -1),
    "a score of 0 gives -1.",
    "On which side does this course count a point on the line?",
)
predict_binary.turn(
    lambda w, X: (X @ w >= 0).astype(int),
    "the labels are 0 and 1.",
    "Which two labels does sgn give?",
)
predict_binary.turn(
    lambda w, X: np.where(X @ w <= 0, 1, -1),
    "the two labels have changed places.",
    "Which label belongs to a positive score?",
)
predict_binary.turn(
    lambda w, X: X @ w,
    "the scores come back, not their signs.",
    "A score says how far and on which side. What does a label say?",
)
predict_binary.turn(
    lambda w, X: np.where(X @ w + w[0] >= 0, 1, -1),
    "the bias is counted twice.",
    "The constant 1 is in X already: what does w0 meet in X @ w?",
)
predict_binary.turn(
    lambda w, X: np.where(X[:, 1:] @ w[1:] >= 0, 1, -1),
    "the bias is left out.",
    "What is multiplied with w0?",
)
predict_binary.turn(
    lambda w, X: np.where(X[:, 1:] @ w[1:] - w[0] >= 0, 1, -1),
    "the sign of the bias is turned round.",
    "The score is w0 plus the rest. Where has a minus come from?",
)
predict_binary.turn(
    lambda w, X: np.where(X @ w >= 0.5, 1, -1),
    "the score is compared with 0.5.",
    "0.5 is a threshold for probabilities. Which scores lie on the line?",
)
predict_binary.turn(
    lambda w, X: np.where(X @ w >= (X @ w).mean(), 1, -1),
    "the score is compared with the mean of the scores.",
    "Should the label of one example depend on the others?",
)
predict_binary.turn(
    lambda w, X: np.where(X @ w[:, None] >= 0, 1, -1),
    "the result is a column of shape (n, 1).",
    "Which shape has X @ w if w has shape (d,)?",
)
predict_binary.turn(
    lambda w, X: 1 if (X @ w).sum() >= 0 else -1,
    "one label comes back for all examples together.",
    "How many labels should there be for n examples?",
)


# ---------------------------------------------------------------- margin

margin = Check(reference.margin, gives=Number())
margin.worked(
    (np.array([-1.0, 2.0, -3.0]), np.array([1.0, 1.0, 1.0]), -1),
    2.0,
    "the score is -1 + 2 - 3 = -2, and times the label -1 it is 2: classified right",
)


@margin.cases
def margin_cases(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 3, 3, 4, 6):
        for y in (1, -1):
            w, x = eighths(rng, d), np.concatenate([[1.0], eighths(rng, d - 1)])
            w[0] = rng.integers(1, 9) / 4
            yield w, x, y


@margin.extremes
def margin_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), np.array([1.0, 2.0, 3.0]), -1
    yield np.array([1.0, -0.5]), np.array([1.0, 2.0]), 1
    yield rng.integers(1, 6, 3), rng.integers(1, 6, 3), -1
    yield np.array([2.5]), np.array([1.0]), -1
    yield eighths(rng, 3) * 2.0**20, eighths(rng, 3) * 2.0**10, np.int64(-1)
    yield np.array([4.0, 1.0]), np.array([1.0, 3.0]), 1


@margin.law("the other label turns the sign round")
def label_turns_the_sign(f: Any, rng: np.random.Generator) -> str | None:
    w, x = eighths(rng, 3) + 5, eighths(rng, 3) + 5
    plus, minus = float(f(w, x, 1)), float(f(w, x, -1))
    if not np.isclose(plus, -minus):
        return (
            "An example that is right by some amount for y = +1 is wrong by as much for y = -1. "
            f"Yours gives {plus:g} for y = +1 and {minus:g} for y = -1."
        )
    return None


margin.turn(
    lambda w, x, y: w @ x,
    "it is the score alone, without the label.",
    "Should the same score be good news for both labels?",
)
margin.turn(
    lambda w, x, y: -y * (w @ x),
    "the sign is turned round: a misclassified example comes out positive.",
    "For y = +1 and a positive score, is the example right?",
)
margin.turn(
    lambda w, x, y: y * (w @ x) / (np.linalg.norm(w) or 1.0),
    "it is divided by the length of w: a distance.",
    "Is a division asked for?",
)
margin.turn(
    lambda w, x, y: y * np.sign(w @ x),
    "only the sign is left: +1 for right, -1 for wrong.",
    "How far on the right side is the example?",
)
margin.turn(
    lambda w, x, y: y * (w @ x) > 0,
    "it says whether the example is right, not by how much.",
    "The margin is a number, and y (w . x) > 0 is a question about it.",
)
margin.turn(
    lambda w, x, y: abs(w @ x),
    "the size of the score is returned without its sign.",
    "How could you tell a mistake from a right answer?",
)
margin.turn(
    lambda w, x, y: max(0.0, 1 - y * (w @ x)),
    "it is the hinge loss, 1 minus the margin and never below 0.",
    "That is a loss built on the margin. What is it built on?",
)
margin.turn(
    lambda w, x, y: w[0] * x[0] + y * (w[1:] @ x[1:]),
    "the label is multiplied with the features only: the bias keeps its sign.",
    "y stands before the whole score. Does your bracket hold w0 too?",
)
margin.turn(
    lambda w, x, y: y * w[0] * x[0] + w[1:] @ x[1:],
    "the label is multiplied into the bias only.",
    "y stands before the whole score. Which terms does it reach in your code?",
)
margin.turn(
    lambda w, x, y: y * (w @ x + w[0]),
    "the bias is counted twice.",
    "The constant 1 is in x already: what does w0 meet in w @ x?",
)
margin.turn(
    lambda w, x, y: y * (w[1:] @ x[1:]),
    "the bias is left out.",
    "What is multiplied with w0?",
)
margin.turn(
    lambda w, x, y: (y > 0) * (w @ x),
    "the label is treated as 0 or 1: for y = -1 the result is 0.",
    "The labels here are -1 and +1.",
)
margin.turn(
    lambda w, x, y: y * w * x,
    "the products are not added up.",
    "What does w . x come to: d numbers, or one?",
)


# ---------------------------------------------------------------- one_vs_all_labels

one_vs_all_labels = Check(reference.one_vs_all_labels, gives=Array("(n,)"))
one_vs_all_labels.worked(
    (np.array([2, 0, 1, 2]), 2),
    np.array([1, -1, -1, 1]),
    "the first and the last example are of class 2",
)


@one_vs_all_labels.cases
def one_vs_all_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, K in ((5, 3), (6, 3), (8, 4), (10, 5), (12, 3)):
        y = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
        rng.shuffle(y)
        for k in {0, 1, int(rng.integers(2, K))}:
            yield y, k


@one_vs_all_labels.extremes
def one_vs_all_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([0, 1, 0]), 2  # nobody is of class 2
    yield np.array([3, 3]), 3
    yield np.array([1]), 1
    yield rng.integers(0, 10, 30), np.int64(7)


@one_vs_all_labels.law("every example is positive for exactly one class")
def positive_once(f: Any, rng: np.random.Generator) -> str | None:
    y = rng.permutation([0, 1, 2, 3, 1, 2])
    wins = sum(np.asarray(f(y, k)) == 1 for k in range(4))
    if not np.all(wins == 1):
        i = int(np.flatnonzero(wins != 1)[0])
        return (
            f"With k = 0, 1, 2, 3 in turn, each example should be +1 once. An example of class "
            f"{y[i]} was +1 {wins[i]} times."
        )
    return None


one_vs_all_labels.turn(
    lambda y, k: (y == k).astype(int),
    "the labels are 0 and 1.",
    "Which two labels does a two-class classifier with sgn want?",
)
one_vs_all_labels.turn(
    lambda y, k: np.where(y == k, -1, 1),
    "the labels are turned round: the class itself is -1.",
    "Which label should class k get, as the one against all others?",
)
one_vs_all_labels.turn(
    lambda y, k: np.where(y >= k, 1, -1),
    "classes above k count as k too.",
    "Is a class with a larger number a bit like class k?",
)
one_vs_all_labels.turn(
    lambda y, k: np.where(y <= k, 1, -1),
    "classes below k count as k too.",
    "Is a class with a smaller number a bit like class k?",
)
one_vs_all_labels.turn(
    lambda y, k: np.sign(y - k),
    "class numbers are compared by sign(y - k): class k itself gets 0.",
    "How many different labels should come back, and which?",
)
one_vs_all_labels.turn(
    lambda y, k: np.where(np.arange(len(y)) == k, 1, -1),
    "the example at position k is marked, not those of class k.",
    "Is k a class, or a place in y?",
)
one_vs_all_labels.turn(
    lambda y, k: np.where(y + 1 == k, 1, -1),
    "classes are counted from 1.",
    "Which number has the first class in this course?",
)
one_vs_all_labels.turn(
    lambda y, k: np.where(y == k, k, -1),
    "class k keeps its number, where it should get +1.",
    "Which two labels does a two-class classifier know?",
)
one_vs_all_labels.turn(
    lambda y, k: np.where(y == k, 1, y),
    "the other classes keep their numbers, where they should get -1.",
    "Which two labels does a two-class classifier know?",
)
one_vs_all_labels.turn(
    lambda y, k: np.ones(int((y == k).sum())),
    "only the examples of class k are left.",
    "Should a one-against-all classifier see the others too?",
)
one_vs_all_labels.turn(
    lambda y, k: 2 * np.eye(10)[y] - 1,
    "a table comes back, with a column for every class.",
    "One classifier, class k against the rest, needs how many labels per example?",
)


# ---------------------------------------------------------------- all_vs_all_vote

all_vs_all_vote = Check(reference.all_vs_all_vote, gives=Number())
all_vs_all_vote.worked(
    ({(0, 1): 1, (0, 2): 2, (1, 2): 2}, 3),
    2,
    "class 1 has one vote, class 2 has two",
)

Winners = dict[tuple[int, int], int]


def duels(rng: np.random.Generator, K: int, tie: bool) -> Winners:
    """Every pair once, in any order, with a tie at the top or without, class 0 not always best."""
    while True:
        pairs = list(combinations(range(K), 2))
        rng.shuffle(pairs)
        winners = {(int(i), int(j)): int(rng.choice([i, j])) for i, j in pairs}
        votes = sorted(_votes(winners, K))
        if (votes[-1] == votes[-2]) == tie:
            return winners


def _votes(winners: Winners, K: int) -> list[int]:
    won = Counter(winners.values())
    return [won[k] for k in range(K)]


@all_vs_all_vote.cases
def vote_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K in (3, 4, 5, 6, 7):
        for tie in (False, True, True):
            yield duels(rng, K, tie), K


@all_vs_all_vote.extremes
def vote_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield {(0, 1): 1}, 2
    yield {(0, 1): 0}, 2
    yield {(1, 2): 2, (0, 1): 1, (0, 2): 0}, 3  # each beats one: a tie of all
    yield {(2, 3): 3, (1, 3): 3, (1, 2): 2, (0, 3): 0, (0, 2): 2, (0, 1): 0}, 4  # three with two
    # class 3 wins all its duels but comes late, and most others share the rest
    yield {(0, 1): 0, (0, 2): 2, (0, 3): 3, (1, 2): 1, (1, 3): 3, (2, 3): 3}, 4
    yield duels(rng, 10, False), 10


@all_vs_all_vote.law("a class that wins all its duels is chosen")
def unbeaten_wins(f: Any, rng: np.random.Generator) -> str | None:
    best = int(rng.integers(1, 4))
    winners = duels(rng, 5, False)
    winners.update({pair: best for pair in winners if best in pair})
    choice = f(winners, 5)
    if choice != best:
        return f"Class {best} won all four of its duels, but the choice was {choice}."
    return None


all_vs_all_vote.turn(
    lambda winners, n_classes: max(
        range(n_classes), key=lambda k: (_votes(winners, n_classes)[k], k)
    ),
    "on a tie the class with the highest number is chosen.",
    "Which of several best classes should win?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: Counter(winners.values()).most_common(1)[0][0],
    "on a tie the class that won the first duel in the list is chosen.",
    "The order of the duels should not matter. Which of several best classes should win?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: max(_votes(winners, n_classes)),
    "the number of votes comes back, not the class that got them.",
    "Who won, and by how much: which is asked for?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: int(np.argmin(_votes(winners, n_classes))),
    "the class with the fewest votes is chosen.",
    "Is a vote for a class or against it?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: list(winners.values())[-1],
    "the winner of the last duel is chosen.",
    "How much do the other duels count?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: _knock_out(winners, n_classes),
    "it is a knock-out: the winner of one duel goes on to the next class.",
    "Every pair votes. Which duels did you leave out?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: int(
        np.argmax(np.bincount(np.ravel(list(winners)), minlength=n_classes))
    ),
    "the duels of a class are counted, not those that it won.",
    "The key says who took part, the value says who won. Which did you count?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: max(winners.values()),
    "the highest class that won anything is chosen.",
    "What is max taken over: classes, or their votes?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: round(sum(winners.values()) / len(winners)),
    "the mean of the winners' numbers is taken.",
    "Class numbers are names. What is the mean of 'cat' and 'dog'?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: reference.all_vs_all_vote(winners, n_classes) + 1,
    "the classes are counted from 1.",
    "Which number has the first class in this course?",
)
all_vs_all_vote.turn(
    lambda winners, n_classes: np.array(_votes(winners, n_classes)),
    "the list of votes comes back, not the class that has most.",
    "How many classes are chosen in the end?",
)


def _knock_out(winners: Winners, n_classes: int) -> int:
    champion = 0
    for k in range(1, n_classes):
        champion = winners[(champion, k)]
    return champion


# ---------------------------------------------------------------- scores

scores = Check(reference.scores, gives=Array("(n, K)"))
scores.worked(
    (np.array([[1.0, 0.0], [0.0, 2.0], [-1.0, 1.0]]), np.array([[1.0, 3.0], [1.0, -1.0]])),
    np.array([[1.0, 6.0, 2.0], [1.0, -2.0, -2.0]]),
    "the first example (1, 3) scores 1, 6 and 2 with the three rows of W",
)


def weights_and_examples(rng: np.random.Generator) -> Iterator[Args]:
    """(W, X) with n, K and d all different, and some of them equal."""
    for n, K, d in ((2, 3, 4), (4, 3, 2), (3, 3, 3), (5, 2, 3), (3, 4, 3), (2, 2, 3), (6, 5, 2)):
        yield eighths(rng, K, d), examples(rng, n, d)


scores.cases(weights_and_examples)


@scores.extremes
def scores_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield eighths(rng, 3, 2), examples(rng, 1, 2)
    yield eighths(rng, 3, 1), np.ones((2, 1))
    yield eighths(rng, 1, 3), examples(rng, 4, 3)
    yield rng.integers(-4, 5, (3, 3)), rng.integers(-4, 5, (2, 3))
    yield eighths(rng, 3, 3) * 2.0**20, eighths(rng, 4, 3) * 2.0**10


@scores.law("column k holds the scores of class k: other rows of W do not matter to it")
def columns_are_classes(f: Any, rng: np.random.Generator) -> str | None:
    W, X = eighths(rng, 3, 2), examples(rng, 4, 2)
    changed = W.copy()
    changed[1] += 1
    before, after = np.asarray(f(W, X)), np.asarray(f(changed, X))
    moved = np.flatnonzero((before != after).any(axis=0)).tolist()
    if moved != [1]:
        return (
            "When only row 1 of W changes, only column 1 of the scores should. "
            f"Here the columns {moved} changed."
        )
    return None


scores.turn(
    lambda W, X: W @ X.T,
    "the table is transposed: classes are rows.",
    "One row per example, one column per class: which factor comes first?",
)
scores.turn(
    lambda W, X: X @ W,
    "W is multiplied without being transposed.",
    "X has shape (n, d) and W (K, d). Which two lengths meet in the middle?",
)
scores.turn(
    lambda W, X: (W @ X.T).reshape(len(X), len(W)),
    "the transposed table is cut into rows of the right length: numbers end up in wrong places.",
    "reshape keeps the order of the numbers. What turns rows into columns?",
)
scores.turn(
    lambda W, X: X @ W.T + W[:, 0],
    "the bias is counted twice.",
    "The constant 1 is in X already: what does W[k, 0] meet?",
)
scores.turn(
    lambda W, X: X[:, 1:] @ W[:, 1:].T,
    "the bias is left out.",
    "What is W[k, 0] multiplied with?",
)
scores.turn(
    lambda W, X: (X @ W.T).argmax(axis=1),
    "it returns the chosen classes, not the scores.",
    "Which shape has a score for every example and every class?",
)
scores.turn(
    lambda W, X: (X @ W.T).max(axis=1),
    "it returns the best score of each example only.",
    "Which shape has a score for every example and every class?",
)
scores.turn(
    lambda W, X: W @ X[0],
    "only the first example is scored.",
    "How many rows should there be?",
)
scores.turn(
    lambda W, X: (e := np.exp(X @ W.T - (X @ W.T).max(axis=1)[:, None])) / e.sum(axis=1)[:, None],
    "the scores are turned into probabilities.",
    "Softmax comes in lecture 07. Can a score be negative?",
)
scores.turn(
    lambda W, X: np.sign(X @ W.T),
    "the signs of the scores come back.",
    "With K classes the largest score wins. Can you find it among signs?",
)
scores.turn(
    lambda W, X: X @ (W / np.maximum(np.linalg.norm(W, axis=1)[:, None], 1e-12)).T,
    "each row of W is scaled to length 1 first.",
    "Is a division asked for?",
)


# ---------------------------------------------------------------- predict_multiclass

predict_multiclass = Check(reference.predict_multiclass, gives=Array("(n,)"))
predict_multiclass.worked(
    (
        np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]),
        np.array([[1.0, 3.0], [1.0, -2.0], [1.0, 1.0]]),
    ),
    np.array([1, 0, 0]),
    "the scores are (1, 3, 2), (1, -2, -0.5) and (1, 1, 1); of three equal ones the first wins",
)


@predict_multiclass.cases
def multiclass_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, K, d in ((3, 3, 3), (5, 3, 2), (4, 2, 3), (8, 4, 3), (12, 5, 4), (6, 6, 2), (3, 4, 3)):
        W = eighths(rng, K, d)
        W[:, 0] = rng.permutation(K) * 3.0 - K  # biases that matter
        yield W, examples(rng, n, d)


@predict_multiclass.extremes
def multiclass_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros((4, 3)), examples(rng, 3, 3)
    twice = eighths(rng, 2, 3)
    yield np.vstack([twice - [9, 0, 0], twice[[1, 0, 1]]]), examples(rng, 5, 3)
    yield np.array([[-3.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]]), np.array([[1.0, 0.0], [1.0, 5.0]])
    yield np.array([[0, 1], [1, 0], [1, 0]]), np.array([[1, 0], [1, 1], [1, 2], [1, -3]])
    yield eighths(rng, 3, 3), examples(rng, 1, 3)
    yield eighths(rng, 3, 3) * 2.0**20, examples(rng, 4, 3)
    yield np.array([[-9.0, 0.0], [1.0, 0.5]]), np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])


@predict_multiclass.law("the same vector added to every row of W changes no prediction")
def only_differences_count(f: Any, rng: np.random.Generator) -> str | None:
    W, X = eighths(rng, 3, 3), examples(rng, 6, 3)
    before, after = np.asarray(f(W, X)), np.asarray(f(W + np.array([-20.0, 1.0, 2.0]), X))
    if not np.array_equal(before, after):
        return (
            "The same vector added to all rows moves all scores of an example by the same amount, "
            f"so the best stays the best. Yours predicts {before.tolist()} before and "
            f"{after.tolist()} after."
        )
    return None


def _last_best(psi: Any) -> Any:
    return psi.shape[1] - 1 - psi[:, ::-1].argmax(axis=1)


predict_multiclass.turn(
    lambda W, X: (X @ W.T).argmin(axis=1),
    "the class with the smallest score is chosen.",
    "Which class does the classifier believe in most?",
)
predict_multiclass.turn(
    lambda W, X: (X @ W.T).argmax(axis=0),
    "the best example of each class is found, not the best class of each example.",
    "Along which axis do the classes lie in a table of shape (n, K)?",
)
predict_multiclass.turn(
    lambda W, X: _last_best(X @ W.T),
    "on a tie the last of the best classes is chosen.",
    "Which of several equal scores should win?",
)
predict_multiclass.turn(
    lambda W, X: (X @ W.T).argmax(),
    "a single number comes back, the place of the largest score in the whole table.",
    "What does argmax do without an axis?",
)
predict_multiclass.turn(
    lambda W, X: (X @ W.T).max(axis=1),
    "the best scores come back, not the classes that have them.",
    "What is the difference between max and argmax?",
)
predict_multiclass.turn(
    lambda W, X: (X @ W.T).argmax(axis=1) + 1,
    "classes are counted from 1.",
    "Which number has the first class in this course?",
)
predict_multiclass.turn(
    lambda W, X: np.abs(X @ W.T).argmax(axis=1),
    "the score that is largest in size wins, whatever its sign.",
    "Is a score of -9 a good one?",
)
predict_multiclass.turn(
    lambda W, X: (X[:, 1:] @ W[:, 1:].T).argmax(axis=1) if X.shape[1] > 1 else X[:, 0] * 0,
    "the bias is left out.",
    "What is W[k, 0] multiplied with?",
)
predict_multiclass.turn(
    lambda W, X: (X @ W.T + W[:, 0]).argmax(axis=1),
    "the bias is counted twice.",
    "The constant 1 is in X already: what does W[k, 0] meet?",
)
predict_multiclass.turn(
    lambda W, X: (X @ W).argmax(axis=1),
    "W is multiplied without being transposed.",
    "X has shape (n, d) and W (K, d). Which two lengths meet in the middle?",
)
predict_multiclass.turn(
    lambda W, X: np.eye(len(W))[(X @ W.T).argmax(axis=1)],
    "the choice comes back as one-hot rows.",
    "How many numbers say which class an example gets?",
)
predict_multiclass.turn(
    lambda W, X: np.where((X @ W.T).max(axis=1) >= 0, 1, -1),
    "the labels are -1 and +1.",
    "With K classes a label is a number from 0 to K-1.",
)


# ---------------------------------------------------------------- joint_features

joint_features = Check(reference.joint_features, gives=Array("(K*d,)"))
joint_features.worked(
    (np.array([2.0, 1.0]), 1, 3),
    np.array([0.0, 0.0, 2.0, 1.0, 0.0, 0.0]),
    "three blocks of two places; block 1, the second, holds x",
)


@joint_features.cases
def blocks_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (3, 4)):
        for y in {0, 1, K - 1}:
            x = eighths(rng, d)
            x[x == 0] = 0.125
            yield x, y, K


@joint_features.extremes
def blocks_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([2, 1, 0]), 2, 3
    yield np.array([2, 1, 0]), 0, 3
    yield np.array([0.5]), 1, 4
    yield eighths(rng, 3) + 5, 0, 1
    yield eighths(rng, 2) * 2.0**20, np.int64(3), 5
    yield rng.integers(1, 6, 4), 0, 2


@joint_features.law("theta . f(x, y) is w_y . x, with theta all rows of W in a line")
def one_long_vector(f: Any, rng: np.random.Generator) -> str | None:
    W, x = eighths(rng, 3, 2), eighths(rng, 2) + 5
    for y in range(3):
        have, want = float(W.ravel() @ f(x, y, 3)), float(W[y] @ x)
        if not np.isclose(have, want):
            return (
                f"With W = {W.tolist()} the score of class {y} is {want:g}, but theta times your "
                f"vector is {have:g}."
            )
    return None


def _blocks(fill: Callable[..., Any]) -> Callable[..., Any]:
    """Joint features from `fill(F, x, y)`, which writes into the empty blocks F (K, d)."""

    def wrong(x: Any, y: Any, n_classes: Any) -> Any:
        F = np.zeros((n_classes, len(x)))
        fill(F, x, y)
        return F.ravel()

    return wrong


def _all_up_to(F: Any, x: Any, y: Any) -> None:
    F[: y + 1] = x


def _put(row: Callable[..., Any], value: Callable[..., Any] = lambda x, y: x) -> Any:
    def fill(F: Any, x: Any, y: Any) -> None:
        F[row(F, y)] = value(x, y)

    return _blocks(fill)


joint_features.turn(
    lambda x, y, n_classes: np.kron(x, np.eye(n_classes)[y]),
    "the features are interleaved: first x1 of every class, then x2 of every class.",
    "A block holds all features of one class, side by side. Which index moves faster?",
)
joint_features.turn(
    _put(lambda F, y: len(F) - 1 - y),
    "the blocks are in reverse order.",
    "Which block comes first in the long vector?",
)
joint_features.turn(
    _put(lambda F, y: y - 1),
    "classes are counted from 1: x lands one block too early.",
    "Which number has the first class in this course?",
)
joint_features.turn(
    _put(lambda F, y: y + 1),
    "x lands one block too late.",
    "Which number has the first class in this course?",
)
joint_features.turn(
    lambda x, y, n_classes: np.tile(x, n_classes),
    "x stands in every block.",
    "What should the weights of the other classes be multiplied with?",
)
joint_features.turn(
    lambda x, y, n_classes: np.outer(np.eye(n_classes)[y], x),
    "a table comes back, not one long vector.",
    "Which shape has theta, that this is to be multiplied with?",
)
joint_features.turn(
    _put(lambda F, y: y, lambda x, y: 1),
    "the block is filled with ones, not with x.",
    "What is the score of class y if its block does not hold x?",
)
joint_features.turn(
    _put(lambda F, y: y, lambda x, y: y * x),
    "the label is multiplied into the features.",
    "The label says in which block x goes. Does it change x?",
)
joint_features.turn(
    lambda x, y, n_classes: _at(x, y, n_classes),
    "x starts at place y, not at the start of block y.",
    "How long is a block, and where does the y-th one start?",
)
joint_features.turn(
    lambda x, y, n_classes: _at(x, y * n_classes, n_classes),
    "a block is taken to be as long as there are classes.",
    "How many features does one class have?",
)
joint_features.turn(
    lambda x, y, n_classes: reference.joint_features(np.concatenate([[1], x]), y, n_classes),
    "a constant 1 is added to x.",
    "Is the bias asked for here? Which length should come back?",
)
joint_features.turn(
    _blocks(_all_up_to),
    "all blocks up to block y hold x.",
    "What should the weights of the other classes be multiplied with?",
)
joint_features.turn(
    _put(lambda F, y: y, lambda x, y: x.astype(int)),
    "the features are cut to whole numbers.",
    "What is the type of the zeros that you write x into?",
)


def _at(x: Any, start: int, n_classes: int) -> Any:
    f = np.zeros(n_classes * len(x))
    for i in range(len(x)):
        f[start + i] = x[i]
    return f


# ---------------------------------------------------------------- boundary

boundary = Check(reference.boundary, gives=Array("(d,)"))
boundary.worked(
    (np.array([[1.0, 2.0, 0.0], [3.0, -1.0, 1.0], [0.0, 0.0, 0.0]]), 0, 1),
    np.array([-2.0, 3.0, -1.0]),
    "1 - 3, 2 - (-1) and 0 - 1: the bias too is a difference",
)


@boundary.cases
def border_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 3), (3, 3), (3, 2), (4, 3), (5, 4), (4, 4)):
        W = eighths(rng, K, d)
        W[:, 0] = rng.permutation(K) + 1.5  # biases that differ
        W[:, 1] = rng.permutation(K) - 0.25
        for k, j in ((0, 1), (K - 1, 0), (1, K - 1)):
            if k != j:
                yield W, k, j


@boundary.extremes
def border_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([[1, 2], [3, 5], [4, 4]]), 2, 0
    yield np.array([[1.0, 2.0, 3.0], [5.0, 2.0, 3.0]]), 0, 1  # parallel: only the bias differs
    yield np.array([[0.5], [2.0]]), 1, 0
    yield eighths(rng, 3, 3) * 2.0**20, np.int64(0), np.int64(2)


@boundary.law("its score is above 0 exactly where class k scores higher than class j")
def separates_k_from_j(f: Any, rng: np.random.Generator) -> str | None:
    W, X = eighths(rng, 3, 3), examples(rng, 8, 3)
    W[:, 0] = rng.permutation(3) * 2.0
    line = np.asarray(f(W, 1, 2))
    for x in X:
        ahead, score = W[1] @ x - W[2] @ x, line @ x
        if np.sign(ahead) != np.sign(score):
            return (
                f"At x = {x.tolist()} class k = 1 scores {W[1] @ x:g} and class j = 2 scores "
                f"{W[2] @ x:g}, but your boundary gives {score:g} there."
            )
    return None


boundary.turn(
    lambda W, k, j: W[j] - W[k],
    "the two classes have changed places.",
    "On which side should the score of the boundary be positive: where k wins, or where j does?",
)
boundary.turn(
    lambda W, k, j: W[k] + W[j],
    "the weights of the two classes are added.",
    "Classes k and j tie where w_k . x = w_j . x. Bring all to one side.",
)
boundary.turn(
    lambda W, k, j: np.concatenate([W[j, :1] - W[k, :1], W[k, 1:] - W[j, 1:]]),
    "the offset has the wrong sign.",
    "The bias is a weight like the others. Is it moved to the other side anywhere?",
)
boundary.turn(
    lambda W, k, j: W[k, 1:] - W[j, 1:],
    "the offset is missing.",
    "Does every boundary go through 0?",
)
boundary.turn(
    lambda W, k, j: np.concatenate([[0.0], W[k, 1:] - W[j, 1:]]),
    "the offset is 0, so the boundary goes through 0.",
    "What becomes of the two biases?",
)
boundary.turn(
    lambda W, k, j: np.concatenate([W[k, :1] + W[j, :1], W[k, 1:] - W[j, 1:]]),
    "the biases are added where the other weights are subtracted.",
    "Does w_k0 - w_j0 stand in the equation, or a sum?",
)
boundary.turn(
    lambda W, k, j: np.concatenate([W[k, :1], W[k, 1:] - W[j, 1:]]),
    "the offset is that of class k alone.",
    "What becomes of the bias of class j?",
)
boundary.turn(
    lambda W, k, j: np.roll(W[k] - W[j], -1),
    "the bias comes last.",
    "Where does the bias stand in this course?",
)
boundary.turn(
    lambda W, k, j: (W[k] + W[j]) / 2,
    "it is the mean of the two weight vectors.",
    "What is true of a point where two scores are equal?",
)
boundary.turn(
    lambda W, k, j: (W[k] - W[j]) / (np.linalg.norm(W[k] - W[j]) or 1.0),
    "it is scaled to length 1.",
    "That gives the same line. But the plain difference is asked for.",
)
boundary.turn(
    lambda W, k, j: W[k - 1] - W[j - 1],
    "classes are counted from 1.",
    "Which number has the first class in this course?",
)
boundary.turn(
    lambda W, k, j: W[:, k] - W[:, j],
    "columns of W are subtracted, not rows.",
    "Which of the two indices of W is the class?",
)
boundary.turn(
    lambda W, k, j: np.abs(W[k] - W[j]),
    "the signs of the differences are lost.",
    "What does abs do to the direction of a line?",
)


# ---------------------------------------------------------------- naive_bayes_weights

naive_bayes_weights = Check(reference.naive_bayes_weights, gives=Array("(K, V+1)"))
naive_bayes_weights.worked(
    (np.array([-0.5, -1.0]), np.array([[-2.0, -1.0, -3.0], [-1.0, -2.0, -4.0]])),
    np.array([[-0.5, -2.0, -1.0, -3.0], [-1.0, -1.0, -2.0, -4.0]]),
    "each class's log-prior stands before its log-likelihoods",
)


def logs(rng: np.random.Generator, *shape: int) -> Any:
    """Random multiples of 1/8 between -6 and -1/8, as logs of probabilities are."""
    return -rng.integers(1, 49, size=shape) / 8


@naive_bayes_weights.cases
def bayes_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K, V in ((2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (2, 1)):
        yield logs(rng, K), logs(rng, K, V)


@naive_bayes_weights.extremes
def bayes_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([-1, -2]), np.array([[-3, -1], [-2, -5]])
    yield np.array([0.0]), logs(rng, 1, 3)
    yield np.log([0.25, 0.75]), np.log([[0.5, 0.25, 0.25], [0.125, 0.5, 0.375]])
    yield logs(rng, 2) * 100, logs(rng, 2, 4) * 100


@naive_bayes_weights.law("W times (1, counts) is log-prior plus counts times log-likelihoods")
def weights_give_log_scores(f: Any, rng: np.random.Generator) -> str | None:
    priors, likelihoods = logs(rng, 2), logs(rng, 2, 4)
    counts = rng.integers(0, 4, 4)
    have = np.asarray(f(priors, likelihoods)) @ np.concatenate([[1], counts])
    want = priors + likelihoods @ counts
    if not np.allclose(have, want):
        return (
            f"For a document with the word counts {counts.tolist()} naive Bayes scores "
            f"{want.tolist()}, but your weights score {have.tolist()}."
        )
    return None


naive_bayes_weights.turn(
    lambda lp, ll: np.column_stack([ll, lp]),
    "the bias comes last.",
    "Where does the constant 1 stand in x, and so its weight in W?",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.exp(np.column_stack([lp, ll])),
    "the weights are probabilities, not their logarithms.",
    "A dot product adds. Which quantities does naive Bayes add, and which does it multiply?",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.column_stack([np.exp(lp), ll]),
    "the bias is a probability, not a logarithm.",
    "What is log P(y) added to in the score?",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.column_stack([lp, np.exp(ll)]),
    "the words' weights are probabilities, not logarithms.",
    "What does a word that comes twice add to the score?",
)
naive_bayes_weights.turn(
    lambda lp, ll: ll,
    "the priors are left out.",
    "Where does log P(y) go? Which shape should W have?",
)
naive_bayes_weights.turn(
    lambda lp, ll: ll + lp[:, None],
    "the log-prior is added to the weight of every word.",
    "How often does log P(y) count in a document of ten words?",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.column_stack([lp, ll + lp[:, None]]),
    "the log-prior is the bias, and is added to the weight of every word as well.",
    "How often does log P(y) count in a document of ten words?",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.column_stack([lp, ll]).T,
    "W is transposed.",
    "One row per class: which shape is that?",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.vstack([lp, ll]),
    "the priors are put on top as a row, as if they were a class.",
    "The prior of a class belongs in the row of that class.",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.column_stack([np.ones(len(lp)), ll]),
    "the bias is the constant 1, not the log-prior.",
    "The constant 1 is in x. What is its weight?",
)
naive_bayes_weights.turn(
    lambda lp, ll: np.column_stack([np.zeros(len(lp)), ll]),
    "the bias is 0, as if all classes were equally probable.",
    "What does the classifier know before it has read a word?",
)
naive_bayes_weights.turn(
    lambda lp, ll: -np.column_stack([lp, ll]),
    "all signs are turned round, so that the least probable class wins.",
    "Is the log of a probability negative already?",
)


# ---------------------------------------------------------------- metrics: y and y_hat in 0/1


def judged(rng: np.random.Generator, tp: int, fp: int, fn: int, tn: int) -> tuple[Any, Any]:
    """Labels and predictions with so many outcomes of each kind, shuffled."""
    y = np.repeat([1, 0, 1, 0], [tp, fp, fn, tn])
    y_hat = np.repeat([1, 1, 0, 0], [tp, fp, fn, tn])
    order = rng.permutation(len(y))
    return y[order], y_hat[order]


def judged_cases(rng: np.random.Generator) -> Iterator[Args]:
    """Four kinds of outcome, no two of them equally often."""
    for _ in range(6):
        yield judged(rng, *rng.permutation(np.arange(1, 8))[:4])
    yield judged(rng, 7, 2, 3, 4)
    yield judged(rng, 1, 12, 3, 20)


def judged_extremes(rng: np.random.Generator) -> Iterator[Args]:
    """All right, all wrong, one class missing, one example."""
    yield judged(rng, 3, 0, 0, 2)
    yield judged(rng, 0, 2, 3, 0)
    yield judged(rng, 0, 0, 3, 2)  # nothing is called positive
    yield judged(rng, 0, 2, 0, 3)  # nothing is positive
    yield judged(rng, 0, 0, 0, 4)  # neither
    yield judged(rng, 4, 0, 0, 0)
    yield judged(rng, 1, 0, 0, 0)
    yield judged(rng, 0, 0, 1, 0)
    yield judged(rng, 0, 1, 0, 0)


def judged_or_empty(rng: np.random.Generator) -> Iterator[Args]:
    """The same, and no examples at all."""
    yield from judged_extremes(rng)
    yield np.array([], dtype=int), np.array([], dtype=int)


Y, Y_HAT = np.array([1, 1, 1, 0, 0, 0, 0, 1]), np.array([1, 1, 0, 1, 0, 0, 0, 0])

confusion = Check(metrics.confusion, gives=ListOf(Number(), "a tuple (tp, fp, fn, tn)"))
confusion.worked(
    (Y, Y_HAT),
    (2, 1, 2, 3),
    "of four positives two are found (tp 2) and two missed (fn 2); of four negatives one is "
    "called positive (fp 1) and three are not (tn 3)",
)
confusion.cases(judged_cases)
confusion.extremes(judged_extremes)


@confusion.law("the four numbers add up to the number of examples")
def adds_up(f: Any, rng: np.random.Generator) -> str | None:
    y, y_hat = judged(rng, *rng.permutation(np.arange(1, 8))[:4])
    total = sum(f(y, y_hat))
    if total != len(y):
        return f"Each of the {len(y)} examples is of one kind, but your numbers add up to {total}."
    return None


def _outcomes(*order: int) -> Callable[..., Any]:
    return lambda y, y_hat: tuple(metrics.confusion(y, y_hat)[i] for i in order)


confusion.turn(
    _outcomes(0, 2, 1, 3),
    "false positives and false negatives have changed places.",
    "A false positive was called positive. Which of y and y_hat is 1 for it?",
)
confusion.turn(
    _outcomes(3, 2, 1, 0),
    "0 is taken as the positive class.",
    "Which of the two labels is the positive one?",
)
confusion.turn(
    _outcomes(3, 1, 2, 0),
    "the order is tn, fp, fn, tp.",
    "In which order are the four numbers asked for?",
)
confusion.turn(
    _outcomes(0, 3, 1, 2),
    "the order is tp, tn, fp, fn.",
    "In which order are the four numbers asked for?",
)
confusion.turn(
    _outcomes(0, 1, 3, 2),
    "the order is tp, fp, tn, fn.",
    "In which order are the four numbers asked for?",
)
confusion.turn(
    lambda y, y_hat: np.array(_outcomes(3, 1, 2, 0)(y, y_hat)).reshape(2, 2),
    "a table of two rows comes back.",
    "Four numbers in a row are asked for.",
)
confusion.turn(
    lambda y, y_hat: tuple(count / len(y) for count in metrics.confusion(y, y_hat)),
    "shares come back, not counts.",
    "How many examples are there of each kind?",
)
confusion.turn(
    lambda y, y_hat: (int((y == y_hat).sum()), *metrics.confusion(y, y_hat)[1:]),
    "tp counts every right answer, on either class.",
    "What does the P in TP stand for?",
)
confusion.turn(
    lambda y, y_hat: (
        metrics.confusion(y, y_hat)[0],
        int((y != y_hat).sum()),
        int((y != y_hat).sum()),
        metrics.confusion(y, y_hat)[3],
    ),
    "fp and fn both count all mistakes.",
    "There are two kinds of mistake. What tells them apart?",
)
confusion.turn(
    lambda y, y_hat: (int(y_hat.sum()), *metrics.confusion(y, y_hat)[1:]),
    "tp counts all that were called positive, right or wrong.",
    "A true positive was called positive, and what else?",
)
confusion.turn(
    lambda y, y_hat: (int(y.sum()), *metrics.confusion(y, y_hat)[1:]),
    "tp counts all that are positive, found or not.",
    "A true positive is positive, and what else?",
)


def _ratio(top: float, bottom: float, empty: float = 0.0) -> float:
    return top / bottom if bottom else empty


def _metric(of: Callable[..., Any]) -> Callable[..., Any]:
    """A metric from `of(tp, fp, fn, tn)`."""
    return lambda y, y_hat: of(*metrics.confusion(y, y_hat))


def _nan(top: float, bottom: float) -> float:
    return top / bottom if bottom else float("nan")


accuracy = Check(metrics.accuracy, gives=Number())
accuracy.worked((Y, Y_HAT), 5 / 8, "five of eight predictions are right")
accuracy.cases(judged_cases)
accuracy.extremes(judged_or_empty)

accuracy.turn(
    lambda y, y_hat: int((y == y_hat).sum()),
    "the number of right answers comes back, not their share.",
    "Right answers out of how many?",
)
accuracy.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(fp + fn, tp + fp + fn + tn)),
    "it is the share of mistakes.",
    "Should a better classifier get a larger number?",
)
accuracy.turn(
    lambda y, y_hat: 100 * metrics.accuracy(y, y_hat),
    "it is a percentage.",
    "A share lies between 0 and 1.",
)
accuracy.turn(
    lambda y, y_hat: (y == y_hat).mean(),
    "without any example it is nan.",
    "What is the mean of no numbers, and what does the text ask for in that case?",
)
accuracy.turn(
    lambda y, y_hat: int((y == y_hat).sum()) / len(y),
    "without any example it divides by zero.",
    "What does the text ask for if there are no examples?",
)
accuracy.turn(
    lambda y, y_hat: metrics.accuracy(y, y_hat) if len(y) else 1.0,
    "without any example it is 1.",
    "What does the text ask for if there are no examples?",
)
accuracy.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(tp, tp + fp + fn + tn)),
    "only the true positives count as right.",
    "Is a negative example that is called negative a mistake?",
)
accuracy.turn(
    lambda y, y_hat: metrics.precision(y, y_hat),
    "it is the precision.",
    "Accuracy looks at all examples. Which ones do you divide by?",
)
accuracy.turn(
    lambda y, y_hat: metrics.recall(y, y_hat),
    "it is the recall.",
    "Accuracy looks at all examples. Which ones do you divide by?",
)
accuracy.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(tp + tn, tp + fp + fn)),
    "true negatives are left out of the total.",
    "Accuracy looks at all examples. Which ones do you divide by?",
)
accuracy.turn(
    lambda y, y_hat: float(len(y) > 0 and np.array_equal(y, y_hat)),
    "it is 1 if all are right, else 0.",
    "How many were right, out of how many?",
)
accuracy.turn(
    _metric(lambda tp, fp, fn, tn: (_ratio(tp, tp + fn) + _ratio(tn, tn + fp)) / 2),
    "it is the mean of the two classes' own accuracies.",
    "That is the balanced accuracy. Here every example counts the same.",
)

precision = Check(metrics.precision, gives=Number())
precision.worked((Y, Y_HAT), 2 / 3, "three are called positive, and two of them are")
precision.cases(judged_cases)
precision.extremes(judged_extremes)

recall = Check(metrics.recall, gives=Number())
recall.worked((Y, Y_HAT), 2 / 4, "four are positive, and two of them were found")
recall.cases(judged_cases)
recall.extremes(judged_extremes)

precision.turn(
    lambda y, y_hat: metrics.recall(y, y_hat),
    "it is the recall.",
    "Of those CALLED positive, how many are? Which examples do you divide by?",
)
precision.turn(
    _metric(lambda tp, fp, fn, tn: tp / (tp + fp)),
    "it divides by zero where nothing is called positive.",
    "What does the text ask for if tp + fp is 0?",
)
precision.turn(
    _metric(lambda tp, fp, fn, tn: _nan(tp, tp + fp)),
    "it is nan where nothing is called positive.",
    "What does the text ask for if tp + fp is 0?",
)
precision.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(tp, tp + fp, empty=1.0)),
    "it is 1 where nothing is called positive.",
    "What does the text ask for if tp + fp is 0?",
)
precision.turn(
    _metric(lambda tp, fp, fn, tn: tp / (tp + fn)),
    "false positives and false negatives have changed places, and so an empty denominator is "
    "looked for in the wrong place.",
    "A false positive was called positive. Which of y and y_hat is 1 for it?",
)
recall.turn(
    lambda y, y_hat: metrics.precision(y, y_hat),
    "it is the precision.",
    "Of those that ARE positive, how many were found? Which examples do you divide by?",
)
recall.turn(
    _metric(lambda tp, fp, fn, tn: tp / (tp + fn)),
    "it divides by zero where nothing is positive.",
    "What does the text ask for if tp + fn is 0?",
)
recall.turn(
    _metric(lambda tp, fp, fn, tn: _nan(tp, tp + fn)),
    "it is nan where nothing is positive.",
    "What does the text ask for if tp + fn is 0?",
)
recall.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(tp, tp + fn, empty=1.0)),
    "it is 1 where nothing is positive.",
    "What does the text ask for if tp + fn is 0?",
)
recall.turn(
    _metric(lambda tp, fp, fn, tn: tp / (tp + fp)),
    "false positives and false negatives have changed places, and so an empty denominator is "
    "looked for in the wrong place.",
    "A false negative was called negative. Which of y and y_hat is 1 for it?",
)
for one in (precision, recall):
    one.turn(
        lambda y, y_hat: metrics.accuracy(y, y_hat),
        "it is the accuracy.",
        "Which examples does this metric look at: all of them?",
    )
    one.turn(
        _metric(lambda tp, fp, fn, tn: _ratio(tp, tp + fp + fn + tn)),
        "the true positives are divided by all examples.",
        "Out of which examples is the share taken?",
    )
    one.turn(
        (lambda metric: lambda y, y_hat: metric(1 - y, 1 - y_hat))(one.reference),
        "0 is taken as the positive class.",
        "Which of the two labels is the positive one?",
    )
    one.turn(
        lambda y, y_hat: metrics.f1(y, y_hat),
        "it is F1, which mixes precision and recall.",
        "Only one of the two is asked for.",
    )
    one.turn(
        _metric(lambda tp, fp, fn, tn: tp),
        "it is a count, not a share.",
        "Out of how many?",
    )
    one.turn(
        (lambda metric: lambda y, y_hat: 100 * metric(y, y_hat))(one.reference),
        "it is a percentage.",
        "A share lies between 0 and 1.",
    )
    one.turn(
        (lambda metric: lambda y, y_hat: 1 - metric(y, y_hat))(one.reference),
        "it is 1 minus what it should be: the share of mistakes.",
        "Should a better classifier get a larger number?",
    )
precision.turn(
    lambda y, y_hat: float(y_hat.any()),
    "the predictions are compared with 1 but the labels are not: every positive call counts.",
    "A true positive was called positive, and what else?",
)
recall.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(fp, tn + fp)),
    "it is the share of the negatives that were called positive.",
    "Which label do the examples have that recall looks at?",
)

f1 = Check(metrics.f1, gives=Number())
f1.worked(
    (Y, Y_HAT), 4 / 7, "precision is 2/3 and recall 2/4; twice their product over their sum is 4/7"
)
f1.cases(judged_cases)
f1.extremes(judged_extremes)


@f1.law("it lies between precision and recall")
def lies_between(f: Any, rng: np.random.Generator) -> str | None:
    y, y_hat = judged(rng, *rng.permutation(np.arange(1, 8))[:4])
    low, high = sorted([metrics.precision(y, y_hat), metrics.recall(y, y_hat)])
    value = float(f(y, y_hat))
    if not low - 1e-9 <= value <= high + 1e-9:
        return f"Precision and recall are {low:.4g} and {high:.4g}, but F1 is {value:.4g}."
    return None


def _from_both(of: Callable[[float, float], float]) -> Callable[..., Any]:
    return lambda y, y_hat: of(metrics.precision(y, y_hat), metrics.recall(y, y_hat))


def _unguarded(tp: int, fp: int, fn: int, tn: int) -> float:
    p, r = tp / (tp + fp), tp / (tp + fn)
    return _ratio(2 * p * r, p + r)


f1.turn(
    _from_both(lambda p, r: (p + r) / 2),
    "it is the ordinary mean of precision and recall.",
    "F1 is the harmonic mean: if one of the two is 0, so is F1.",
)
f1.turn(
    _from_both(lambda p, r: (p * r) ** 0.5),
    "it is the geometric mean, the root of precision times recall.",
    "Write the formula next to your code.",
)
f1.turn(
    _from_both(lambda p, r: _ratio(p * r, p + r)),
    "the factor 2 is missing.",
    "If precision and recall are both 1, what should F1 be?",
)
f1.turn(
    _from_both(lambda p, r: p * r),
    "it is precision times recall, without the division.",
    "If precision and recall are both 1/2, what should F1 be?",
)
f1.turn(
    _from_both(lambda p, r: 2 * p * r),
    "it is twice precision times recall, without the division.",
    "If precision and recall are both 1, what should F1 be?",
)
f1.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(tp, tp + fp + fn)),
    "the true positives count once in the denominator: tp / (tp + fp + fn).",
    "In 2 tp / (2 tp + fp + fn), how often do the true positives count?",
)
f1.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(2 * tp, tp + fp + fn)),
    "the true positives count twice above and once below: 2 tp / (tp + fp + fn).",
    "In 2 tp / (2 tp + fp + fn), how often do the true positives count?",
)
f1.turn(
    _metric(lambda tp, fp, fn, tn: 2 / ((tp + fp) / tp + (tp + fn) / tp)),
    "it divides by zero where there are no true positives.",
    "Which of your denominators can be 0: that of precision, of recall, or their sum?",
)
f1.turn(
    _metric(_unguarded),
    "it divides by zero where nothing is called positive, or nothing is.",
    "Which denominators can be 0: that of precision, of recall?",
)
f1.turn(
    _metric(lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn)),
    "it divides by zero where there are neither positives nor positive calls.",
    "What does the text ask for if 2 tp + fp + fn is 0?",
)
f1.turn(
    _metric(lambda tp, fp, fn, tn: _nan(2 * tp, 2 * tp + fp + fn) if tp else float("nan")),
    "it is nan where there are no true positives.",
    "Which of your denominators can be 0: that of precision, of recall, or their sum?",
)
f1.turn(
    _metric(lambda tp, fp, fn, tn: _nan(2 * tp, 2 * tp + fp + fn)),
    "it is nan where there are neither positives nor positive calls.",
    "What does the text ask for if 2 tp + fp + fn is 0?",
)
f1.turn(
    _metric(lambda tp, fp, fn, tn: _ratio(2 * tp, 2 * tp + fp + fn, empty=1.0)),
    "it is 1 where there are neither positives nor positive calls.",
    "What does the text ask for if 2 tp + fp + fn is 0?",
)
f1.turn(
    _from_both(min),
    "it is the smaller of precision and recall.",
    "Write the formula next to your code.",
)
f1.turn(
    lambda y, y_hat: metrics.accuracy(y, y_hat),
    "it is the accuracy.",
    "F1 does not look at true negatives.",
)
f1.turn(
    lambda y, y_hat: metrics.f1(1 - y, 1 - y_hat),
    "0 is taken as the positive class.",
    "Which of the two labels is the positive one?",
)


# ---------------------------------------------------------------- one_hot

one_hot = Check(reference.one_hot, gives=Array("(n, K)"))
one_hot.worked(
    (np.array([1, 0, 2, 1]), 3),
    np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]], dtype=float),
    "class 1 of three, counted from 0, is the one in the middle",
)


@one_hot.cases
def hot_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, K in ((2, 3), (3, 3), (5, 4), (4, 2), (6, 5), (7, 7)):
        y = rng.integers(0, K, n)
        y[:2] = 0, K - 1
        yield rng.permutation(y), K


@one_hot.extremes
def hot_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([0, 1, 0]), 4  # the last classes are missing
    yield np.array([2, 2]), 4
    yield np.array([1]), 2
    yield np.array([0]), 1
    yield np.array([2, 0, 3, 6]), 7
    yield rng.integers(0, 10, 25), np.int64(10)


@one_hot.law("each row adds up to 1, and its 1 stands at the label")
def rows_are_one_hot(f: Any, rng: np.random.Generator) -> str | None:
    y = rng.permutation([0, 1, 2, 3, 0])
    H = np.asarray(f(y, 4), dtype=float)
    for label, row in zip(y, H, strict=True):
        if not np.isclose(row.sum(), 1):
            return f"The row for label {label} is {row.tolist()}, which adds up to {row.sum():g}."
        if row.argmax() != label:
            return f"The row for label {label} is {row.tolist()}: its 1 stands elsewhere."
    return None


def _hot(row: Callable[[int, int], Any]) -> Callable[..., Any]:
    """Rows from `row(label, n_classes)`."""
    return lambda y, n_classes: np.array([row(int(label), int(n_classes)) for label in y])


one_hot.turn(
    _hot(lambda label, K: np.eye(K)[label - 1]),
    "classes are counted from 1: the 1 stands one place too early.",
    "Which number has the first class in this course?",
)
one_hot.turn(
    _hot(lambda label, K: np.eye(K)[label + 1]),
    "the 1 stands one place too late.",
    "Which number has the first class in this course?",
)
one_hot.turn(
    lambda y, n_classes: np.eye(n_classes)[:, y],
    "the table is transposed: one column per example.",
    "One row per example: which shape is that?",
)
one_hot.turn(
    lambda y, n_classes: np.eye(y.max() + 1)[y],
    "there are only as many columns as the largest label needs.",
    "If the last class does not appear, should its column be gone?",
)
one_hot.turn(
    lambda y, n_classes: (y[:, None] == np.unique(y)).astype(float),
    "there is a column only for classes that appear.",
    "What is n_classes for?",
)
one_hot.turn(
    _hot(lambda label, K: 2 * np.eye(K)[label] - 1),
    "the other entries are -1, not 0.",
    "What is the probability of a class that the example is not of?",
)
one_hot.turn(
    _hot(lambda label, K: label * np.eye(K)[label]),
    "the label itself stands where the 1 should be.",
    "Every class gets the same value at its own place. Which?",
)
one_hot.turn(
    _hot(lambda label, K: 1 - np.eye(K)[label]),
    "0 and 1 have changed places.",
    "How many entries of a row are 'hot'?",
)
one_hot.turn(
    _hot(lambda label, K: np.arange(K) <= label),
    "all places up to the label are 1.",
    "How many entries of a row are 'hot'?",
)
one_hot.turn(
    lambda y, n_classes: np.eye(n_classes)[y].max(axis=0),
    "one row comes back for all examples together.",
    "How many rows should there be for n labels?",
)
one_hot.turn(
    _hot(lambda label, K: np.eye(K)[K - 1 - label]),
    "the columns are in reverse order.",
    "Which column belongs to class 0?",
)
one_hot.turn(
    lambda y, n_classes: np.eye(len(y), n_classes),
    "the identity matrix comes back, whatever the labels are.",
    "Where do you use y?",
)


# ---------------------------------------------------------------- quizzes

Quiz(
    "spam_vector",
    [1, 0, 1, 0, 0.02],
    decimals=2,
    form="a list of five numbers",
    slips=[
        ([0, 1, 0, 0.02, 1], "The 1 is there, but where does it stand in this course?"),
        ([0, 0, 1, 0, 0.02], "Which value does the dummy feature always have?"),
    ],
)
Quiz(
    "opinion_features",
    [[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]],
    decimals=0,
    form="a list of four lists of three numbers",
    slips=[
        (
            [[1, 1, 0], [1, 0, 2], [1, 1, 1], [1, 0, 0]],
            "'Worst' and 'crap' are two words, but the feature asks only whether there are any.",
        ),
        ([[1, 1, 0], [1, 0, 1], [1, 1, 1], [0, 0, 0]], "The dummy is 1 in every document."),
        (
            [[1, 0, 1], [1, 1, 0], [1, 1, 1], [1, 0, 0]],
            "Which feature is about positive words, the second or the third?",
        ),
        ([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 1]], "Where does the dummy feature stand?"),
        (
            [[1, 1, 0], [1, 0, 1], [1, 0, 0], [1, 0, 0]],
            "The third document holds a positive word and a negative one. Do they cancel?",
        ),
    ],
)
Quiz(
    "opinion_classes",
    [1, -1, -1, -1],
    decimals=0,
    form="a list of four numbers, each 1 or -1",
    slips=[
        ([1, -1, 1, -1], "-1 + 2 - 3 for the third document: on which side of 0 is that?"),
        ([1, -1, -1, 1], "With neither kind of word, what is left of the score?"),
        ([1, -1, 1, 1], "Did you leave out the weight -1 of the dummy feature?"),
        ([1, 0, 0, 0], "The classes here are 1 and -1."),
    ],
)
Quiz(
    "case_signs",
    [1, -1, -1, 1],
    decimals=0,
    form="a list of four numbers, each 1 or -1",
    slips=[
        (
            [1, -1, 1, -1],
            "This is how the slides print it. In case 3 y is +1: what is y f(x) if f(x) > 0?",
        ),
        ([1, 1, -1, -1], "This is the sign of y f(x). The sign of f(x) is asked for."),
        ([1, -1, -1, -1], "In case 4 the example is negative and was called positive."),
    ],
)
Quiz(
    "pair_counts",
    [90, 45],
    decimals=0,
    form="a list of two numbers",
    slips=[
        ([100, 50], "Does a class play against itself?"),
        ([45, 90], "Which is more: pairs where the order counts, or pairs where it does not?"),
        ([90, 90], "If 3 against 7 is decided, must 7 against 3 be learnt too?"),
        ([10, 10], "One classifier per class is one-against-all. How many pairs are there?"),
        ([90, 44], "Half of 90."),
    ],
)
Quiz(
    "rocks_joint",
    [[2, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 2, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 2, 1, 0]],
    decimals=0,
    form="a list of three lists of nine numbers",
    slips=[
        (
            [[2, 0, 0, 1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 1, 0, 0, 0, 0], [0, 0, 2, 0, 0, 1, 0, 0, 0]],
            "Here the features are interleaved. A block holds all three features of one class.",
        ),
        (
            [[2, 1, 0, 2, 1, 0, 2, 1, 0]] * 3,
            "Only the block of the class in question holds the features.",
        ),
        (
            [[2, 1, 0, 0, 0, 0, 0, 0, 0], [0, 2, 1, 0, 0, 0, 0, 0, 0], [0, 0, 2, 1, 0, 0, 0, 0, 0]],
            "Each class has a block of three places. Where does the second one start?",
        ),
        (
            [[0, 0, 0, 0, 0, 0, 2, 1, 0], [0, 0, 0, 2, 1, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0, 0, 0, 0]],
            "The first block belongs to the first class, +.",
        ),
        (
            [[1, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1, 0]],
            "The first feature is the number of words, not whether there are any.",
        ),
    ],
)
_WITH_BIAS = np.kron(np.eye(3), [2, 1, 0, 1]).tolist()
Quiz(
    "rocks_bias",
    _WITH_BIAS,
    decimals=0,
    form="a list of three lists of twelve numbers",
    slips=[
        (
            np.kron(np.eye(3), [1, 2, 1, 0]).tolist(),
            "Good blocks, but May puts the always-on feature last in each; follow that here.",
        ),
        (
            (np.kron(np.eye(3), [2, 1, 0, 0]) + np.kron(np.ones((3, 3)), [0, 0, 0, 1])).tolist(),
            "The always-on feature of a class is on in the block of that class only.",
        ),
        (
            np.kron(np.eye(3), [2, 1, 0, 0]).tolist(),
            "What is the value of the always-on feature?",
        ),
    ],
)
Quiz(
    "opinion_metrics",
    [11 / 16, 7 / 9, 7 / 10],
    decimals=2,
    form="a list of three numbers",
    slips=[
        ([11 / 16, 7 / 10, 7 / 9], "Precision divides by those called positive. How many are?"),
        ([5 / 16, 7 / 9, 7 / 10], "Accuracy is the share of right answers, not of mistakes."),
        ([7 / 16, 7 / 9, 7 / 10], "Four negatives were called negative. Is that not right too?"),
        ([11 / 16, 7 / 16, 7 / 16], "Precision and recall do not divide by all 16 points."),
    ],
)
Quiz(
    "one_hot_three",
    [[0, 1, 0], [0, 1, 0]],
    decimals=0,
    form="a list of two lists of three numbers",
    slips=[
        ([[0, 0, 1], [0, 1, 0]], "The first slides count classes from 1: the second is meant."),
        ([[0, 1, 0], [1, 0, 0]], "The second slides count classes from 0."),
        ([[0, 0, 1], [1, 0, 0]], "Who counts from 1 and who from 0? You have them the other way."),
    ],
)
_SEVEN = np.eye(7)[[2, 0, 3, 6]].tolist()
Quiz(
    "one_hot_seven",
    _SEVEN,
    decimals=0,
    form="a list of four lists of seven numbers",
    slips=[
        (
            np.eye(7)[[3, 1, 4, 6]].tolist(),
            "The labels 1 to 7 count from 1. Which place belongs to label 1?",
        ),
        (np.eye(7)[[4, 6, 3, 0]].tolist(), "Which end of the row belongs to label 1?"),
        (
            (np.eye(7)[[2, 0, 3, 6]] * np.array([[3], [1], [4], [7]])).tolist(),
            "A one-hot row holds a 1, whatever the label.",
        ),
    ],
)
