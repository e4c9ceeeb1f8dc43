"""Checks of unit 07.

Ordinary scores are exact multiples of 1/64 and small enough for every right form; large ones are
either less than 24 or more than 800 apart, so that no right form disagrees on what rounds to 0.

`train_softmax` is asked for what holds in every order: examples that are all alike, examples that
stand at right angles to each other (so that none changes another's score), and small sets of
examples for which all orders can be tried.
"""

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import permutations
from math import exp, log
from typing import Any

import numpy as np

from lincourse import softmax as reference
from lincourse.checks import draws
from lincourse.checks.draws import Rng, a_seed, cut, rate
from lincourse.checks.kinds import Array, Number, Probabilities
from lincourse.checks.ladder import Args, Check
from lincourse.checks.quiz import Quiz
from lincourse.derivations import numerical_gradient

eighths = partial(draws.eighths, reach=2)

SHAPES = (  # n, d, K: all different, two alike, all alike; one example, one feature, two classes
    (2, 2, 2),
    (2, 3, 4),
    (4, 2, 3),
    (3, 3, 3),
    (3, 2, 3),
    (4, 4, 3),
    (5, 3, 3),
    (6, 4, 2),
    (1, 3, 4),
    (7, 1, 3),
    (3, 5, 5),
    (12, 3, 5),
)


def problem(rng: np.random.Generator, n: int, d: int, K: int) -> Args:
    """(W, X, y): the bias first in some X, any labels, even ones that leave classes out."""
    W, X = eighths(rng, K, d), eighths(rng, n, d)
    W[:, 0] += np.arange(K) / 16  # no two classes alike, so that mixing them up shows
    if rng.random() < 0.7 and d > 1:
        X[:, 0] = 1.0
    X[X == 0] = 0.125
    y = rng.integers(0, K, n)
    if n > 1:
        y[:2] = rng.permutation(K)[:2]
    return W, X, y


def problems(rng: np.random.Generator) -> Iterator[Args]:
    """Small problems first, with all kinds of shapes."""
    for n, d, K in SHAPES:
        yield problem(rng, n, d, K)
    for n, d, K in SHAPES[:4]:
        yield problem(rng, n, d, K)


def odd_problems(rng: np.random.Generator) -> Iterator[Args]:
    """Whole numbers, weights of zero, one class only, a class without examples, many examples."""
    yield rng.integers(-2, 3, (3, 2)), rng.integers(-3, 4, (4, 2)), np.array([2, 0, 1, 2])
    yield np.array([[1, 0], [0, 1]]), np.array([[1, 2], [1, -1], [1, 0]]), np.array([1, 0, 0])
    _, X, y = problem(rng, 5, 3, 4)
    yield np.zeros((4, 3)), X, y
    for label in (0, 3):
        W, X, y = problem(rng, 4, 3, 4)
        yield W, X, np.full_like(y, label)
    W, X, _ = problem(rng, 6, 3, 5)
    yield W, X, rng.integers(0, 3, 6)
    yield problem(rng, 60, 4, 6)
    W, X, y = problem(rng, 5, 3, 3)
    X[:, 1] = 0.0
    yield W, X, y


def huge_problems(rng: np.random.Generator) -> Iterator[Args]:
    """Scores of ±1000 and beyond."""
    one = np.array([[1.0]])
    for label in (0, 1, 2):
        yield np.array([[1000.0], [0.0], [-1000.0]]), one, np.array([label])
    yield np.array([[1000.0], [1000.0], [1000.0]]), one, np.array([1])
    yield np.array([[-1000.0], [-1000.0]]), one, np.array([0])
    yield np.array([[1000.0], [999.0], [998.5]]), one, np.array([2])
    yield np.array([[1000], [-1000]]), np.array([[1], [-1], [1]]), np.array([0, 0, 1])
    W = np.array([[0.5, 1.0], [0.25, -1.0], [0.0, 0.0]])
    X = np.column_stack([np.ones(4), rng.choice([-1.0, 1.0], 4) * rng.integers(900, 5000, 4)])
    yield W, X, rng.integers(0, 3, 4)


def S(Z: Any, axis: Any = -1) -> Any:
    """Softmax, for wrong turns that do get this right."""
    Z = np.asarray(Z, dtype=float)
    exps = np.exp(Z - Z.max(axis=axis, keepdims=True))
    return exps / exps.sum(axis=axis, keepdims=True)


def hot(y: Any, K: int) -> Any:
    """One-hot rows, for wrong turns."""
    return np.eye(K)[y]


# ---------------------------------------------------------------- softmax

softmax = Check(reference.softmax, gives=Probabilities("(..., K), that of Z"), silent=True)
softmax.worked(
    (np.array([0.0, log(2), log(5)]),),
    np.array([1, 2, 5]) / 8,
    "e to the scores is 1, 2 and 5, which add up to 8",
)


@softmax.cases
def soft_cases(rng: np.random.Generator) -> Iterator[Args]:
    for shape in ((2,), (3,), (5,), (2, 3), (3, 2), (3, 3), (4, 4), (1, 4), (4, 1), (6, 5), (1,)):
        Z = eighths(rng, *shape, reach=6)
        Z[..., 0] += 0.0625  # no row adds up to 0
        yield (Z,)
    yield (eighths(rng, 2, 3, 4),)
    yield (eighths(rng, 3, 3, 3),)


@softmax.extremes
def soft_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (np.array([1, 2, 3, 4, 1, 2, 3]),)
    yield (rng.integers(-5, 6, (3, 4)),)
    yield (np.array([1000.0, 0.0]),)
    yield (np.array([1000.0, 1000.0, 1000.0]),)
    yield (np.array([-1000.0, -1000.0]),)
    yield (np.array([-1000.0, 1000.0, 0.0]),)
    yield (np.array([1000.0, 999.0, 997.5]),)
    yield (np.array([[1000, -1000], [-1000, 1000], [0, 0]]),)
    yield (np.array([[1000.0, 999.0], [-1000.0, -1001.0]]),)
    base = rng.choice([-3000.0, -1000.0, 1000.0, 4000.0], (4, 3))
    yield (base + rng.integers(0, 9, (4, 3)) / 8,)


@softmax.law("the probabilities of a row add up to 1, and none is below 0")
def rows_add_up(f: Any, rng: np.random.Generator) -> str | None:
    for shape in ((3,), (4, 4), (2, 5)):
        p = np.asarray(f(eighths(rng, *shape, reach=4) + 0.03125), dtype=float)
        if (p < 0).any():
            return f"There is a probability below 0: {p.min():.4g}."
        sums = np.atleast_1d(p.sum(axis=-1))
        if not np.allclose(sums, 1):
            return (
                "Each row is one distribution over the K classes, so it adds up to 1. "
                f"Here the sums of the rows are {np.round(sums, 4).tolist()}."
            )
    return None


@softmax.law("adding the same number to all scores of a row changes nothing")
def shift(f: Any, rng: np.random.Generator) -> str | None:
    Z = eighths(rng, 3, 4, reach=3)
    added = rng.integers(1, 9, (3, 1)) / 2
    before, after = np.asarray(f(Z), dtype=float), np.asarray(f(Z + added), dtype=float)
    if not np.allclose(before, after):
        worst = float(np.abs(before - after).max())
        return (
            "e^c is then a factor of every term of the fraction, above and below, and cancels. "
            f"Adding {added.ravel().tolist()} to the three rows changed a probability by "
            f"{worst:.4g}."
        )
    return None


@softmax.law("scores of ±1000 are exact")
def soft_at_1000(f: Any, rng: np.random.Generator) -> str | None:
    p = np.asarray(f(np.array([1000.0, -1000.0])), dtype=float)
    if p.tolist() == [1.0, 0.0]:
        return None
    if not np.isfinite(p).all():
        return (
            f"The scores 1000 and -1000 give {p.tolist()}. e^1000 is too large for a computer's "
            "number and becomes infinite, and infinity divided by infinity is not a number."
        )
    return (
        "e^-2000 is so small that a computer's number is exactly 0, so the scores 1000 and -1000 "
        f"give exactly 1 and 0. Here it is {p.tolist()}. Was something cut off or added?"
    )


softmax.turn(
    lambda Z: np.exp(Z) / np.exp(Z).sum(axis=-1, keepdims=True),
    "e to the scores is divided by its sum, straight from the formula: right, but e^1000 "
    "overflows.",
    "Adding the same number to all scores changes nothing. Which number could you take away, so "
    "that the largest score is harmless?",
)
softmax.turn(
    lambda Z: np.apply_along_axis(
        lambda row: np.array([exp(z) for z in row]) / sum(exp(z) for z in row), -1, Z
    ),
    "math.exp is called with a number above 709, and it stops there.",
    "Adding the same number to all scores changes nothing. Which number could you take away, so "
    "that the largest score is harmless?",
)
softmax.turn(
    lambda Z: (lambda e: e / e.sum(axis=-1, keepdims=True))(np.exp(Z - Z.max())),
    "the largest score of the whole array is taken away, so that a row of much smaller scores "
    "becomes 0 divided by 0.",
    "Each row is a distribution of its own. Whose largest score should be taken away from it?",
)
softmax.turn(
    lambda Z: (lambda e: e / e.sum(axis=-1, keepdims=True))(np.exp(Z - Z.max(axis=0))),
    "the largest score of each column is taken away from the rows.",
    "What may be taken away from a row without changing its probabilities? Look at keepdims.",
)
softmax.turn(
    lambda Z: (lambda e: e / e.sum(axis=-1, keepdims=True))(
        np.exp(Z - Z.min(axis=-1, keepdims=True))
    ),
    "the smallest score is taken away, not the largest: what is left can still be large.",
    "Which score must become 0, so that no other can overflow?",
)
softmax.turn(
    lambda Z: (lambda e: e / e.sum(axis=-1, keepdims=True))(np.exp(np.clip(Z, -500, 500))),
    "the scores are cut off at 500 before e to them is taken.",
    "That hides the overflow and gives wrong values: 1000 and 999 come out equal. What can be "
    "taken away from all scores instead?",
)
softmax.turn(
    lambda Z: (lambda e: e / (e.sum(axis=-1, keepdims=True) + 1e-9))(
        np.exp(Z - Z.max(axis=-1, keepdims=True))
    ),
    "a small number is added below the fraction line.",
    "After the largest score is taken away, can the sum still be 0?",
)
softmax.turn(
    lambda Z: np.clip(S(Z), 1e-15, 1 - 1e-15),
    "the probabilities are kept away from 0 and 1 by cutting them off.",
    "Nothing here needs that. What is e^-2000 to a computer, and is it wrong?",
)
softmax.turn(
    lambda Z: S(Z, axis=0),
    "it is normalised over the first axis, the examples, not over the classes.",
    "The rows of Z are examples, and the last axis is the classes. What must add up to 1?",
)
softmax.turn(
    lambda Z: S(Z, axis=None),
    "it is divided by the sum over all rows at once.",
    "Each row is a distribution of its own. Over which axis should the sum run?",
)
softmax.turn(
    lambda Z: S(Z, axis=1),
    "axis=1 is asked for, which a single row of scores does not have.",
    "Which number names the last axis, however many there are?",
)
softmax.turn(
    lambda Z: (lambda e: e / e.sum(axis=-1))(np.exp(Z - Z.max(axis=-1, keepdims=True))),
    "the sums have lost their axis, so NumPy divides columns by them, or stops.",
    "The sums of n rows have shape (n,). Which shape divides each row by its own sum?",
)
softmax.turn(
    lambda Z: (lambda e: e / e.sum(axis=-1, keepdims=True))(np.exp(Z - Z.max(axis=-1))),
    "the largest scores have lost their axis, so NumPy takes them away from columns, or stops.",
    "The largest scores of n rows have shape (n,). Which shape takes each from its own row?",
)
softmax.turn(
    lambda Z: Z / Z.sum(axis=-1, keepdims=True),
    "the scores are divided by their sum, without exp.",
    "Scores can be below 0, and can add up to 0. What does that do to your probabilities?",
)
softmax.turn(
    lambda Z: np.abs(Z) / np.abs(Z).sum(axis=-1, keepdims=True),
    "the sizes of the scores are divided by their sum, without exp.",
    "Should a score of -3 make a class as probable as a score of 3?",
)
softmax.turn(
    lambda Z: (lambda V: V / V.sum(axis=-1, keepdims=True))(Z - Z.min(axis=-1, keepdims=True)),
    "the smallest score is taken away and the rest divided by its sum, without exp.",
    "Then one class is always impossible, however close the scores are. Where is e in the formula?",
)
softmax.turn(
    lambda Z: 1.0 * (Z.max(axis=-1, keepdims=True) == Z),
    "it is argmax: 1 for the largest score and 0 for the others.",
    "How sure should the model be when two scores are almost the same?",
)
softmax.turn(
    lambda Z: np.exp(Z),
    "e to the scores is not divided by its sum.",
    "What must the K numbers of a row add up to?",
)
softmax.turn(
    lambda Z: np.exp(Z - Z.max(axis=-1, keepdims=True)),
    "the largest score is taken away, but e to what is left is not divided by its sum.",
    "What must the K numbers of a row add up to?",
)
softmax.turn(
    lambda Z: S(-1.0 * Z),
    "the sign in the exponent is turned round, so that small scores get large probabilities.",
    "Which class should be the most probable?",
)
softmax.turn(
    lambda Z: S(Z * log(2)),
    "2 to the power of the scores is taken, not e.",
    "That is a softmax at another temperature. Which number is in the formula?",
)
softmax.turn(
    lambda Z: S(np.nan_to_num(Z / Z.max(axis=-1, keepdims=True))),
    "the scores are divided by the largest one, where it should be taken away.",
    "What does adding a number to all scores do to the fraction, and what does dividing them do?",
)
softmax.turn(
    lambda Z: 1 / (1 + np.exp(-np.clip(Z, -700, None))),
    "the sigmoid of each score is taken on its own.",
    "The K numbers of a row must add up to 1. Can a class's probability ignore the others' scores?",
)
softmax.turn(
    lambda Z: np.log(np.maximum(S(Z), 1e-300)),
    "it is the logarithm of the probabilities.",
    "Can a probability be below 0?",
)
softmax.turn(
    lambda Z: S(S(Z)),
    "softmax is taken twice.",
    "What goes into the exponent: scores, or probabilities?",
)
softmax.turn(
    lambda Z: np.round(S(Z), 4),
    "the probabilities are rounded.",
    "Let the reader round, if need be. How many digits does your result keep?",
)


def cut_to_whole(Z: Any) -> Any:
    result = np.empty_like(Z)
    result[...] = S(Z)
    return result


softmax.turn(
    cut_to_whole,
    "the results are cut to whole numbers when Z holds whole numbers.",
    "What is the type of the array that you write the results into?",
)


# ---------------------------------------------------------------- categorical_pmf

categorical_pmf = Check(reference.categorical_pmf, gives=Number())
categorical_pmf.worked(
    (np.array([0.5, 0.125, 0.375]), 1),
    0.125,
    "the indicators are 0, 1 and 0, so it is 0.5^0 times 0.125^1 times 0.375^0",
)


def distribution(rng: np.random.Generator, K: int, zeros: int = 0, parts: int = 32) -> Any:
    """K different probabilities with exact sums, `zeros` of them 0."""
    while True:
        cuts = np.sort(rng.choice(np.arange(1, parts), K - zeros - 1, replace=False))
        p = np.diff([0, *cuts, parts]) / parts
        if len(set(p)) == len(p):
            return rng.permutation(np.concatenate([p, np.zeros(zeros)]))


@categorical_pmf.cases
def pmf_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K in (2, 3, 4, 5, 3, 4):
        phi = distribution(rng, K)
        for x in range(K):
            yield phi, x


@categorical_pmf.extremes
def pmf_extremes(rng: np.random.Generator) -> Iterator[Args]:
    phi = distribution(rng, 4, zeros=2)
    for x in range(4):
        yield phi, x
    for x in range(3):
        yield np.array([0, 1, 0]), x
    yield np.array([1.0]), 0
    yield np.array([0.25, 0.25, 0.5]), np.int64(2)


@categorical_pmf.law("over all outcomes the probabilities add up to 1")
def outcomes_add_up(f: Any, rng: np.random.Generator) -> str | None:
    phi = distribution(rng, 4)
    total = sum(float(f(phi, x)) for x in range(4))
    if not np.isclose(total, 1):
        return f"One of the four outcomes happens. Their probabilities add up to {total:.4g}."
    return None


def indicators(phi: Any, x: int) -> Any:
    return (np.arange(len(phi)) == x) * 1.0


def printed_indicators(phi: Any, x: int) -> Any:
    """The indicators as D4 prints them: the last is a sum of 1 - I_i."""
    on = indicators(phi, x)
    on[-1] = (1 - on[:-1]).sum()
    return on


categorical_pmf.turn(
    lambda phi, x: phi[x - 1],
    "x is counted from 1.",
    "In this course the outcomes are 0 to K-1. Which entry of phi belongs to x = 0?",
)
categorical_pmf.turn(
    lambda phi, x: phi[x + 1],
    "x is one too large as an index.",
    "Which entry of phi belongs to x = 0?",
)
categorical_pmf.turn(
    lambda phi, x: np.prod(phi ** printed_indicators(phi, x)),
    "the last indicator is the sum of 1 - I_i, as the slide prints it.",
    "Try three outcomes and x = 0: what are the three indicators, and what should they be? The 1 "
    "belongs outside the sum.",
)
categorical_pmf.turn(
    lambda phi, x: np.prod(phi * indicators(phi, x)),
    "the indicators are factors, not exponents, so that a single 0 makes it all 0.",
    "What is phi to the power of 0, and what is 0 times phi?",
)
categorical_pmf.turn(
    lambda phi, x: np.prod(phi),
    "all the probabilities are multiplied, whatever x is.",
    "Which factors should be 1?",
)
categorical_pmf.turn(
    lambda phi, x: np.prod(phi**x),
    "x itself is the exponent.",
    "The exponent of phi_k is the indicator: 1 where x = k and 0 elsewhere.",
)
categorical_pmf.turn(
    lambda phi, x: np.prod(phi ** (1 - indicators(phi, x))),
    "the indicators are turned round: 0 for the outcome and 1 for all others.",
    "Which factor should be left over?",
)
categorical_pmf.turn(
    lambda phi, x: np.sum(phi ** indicators(phi, x)),
    "the powers are added, not multiplied.",
    "phi to the power of 0 is 1. What do K - 1 ones do to a sum, and what to a product?",
)
categorical_pmf.turn(
    lambda phi, x: np.prod(np.where(indicators(phi, x) == 1, phi, 1 - phi)),
    "each other outcome k adds a factor 1 - phi_k, as if there were K coins.",
    "It is one draw with K outcomes. Once x has happened, what more is there to pay for?",
)
categorical_pmf.turn(
    lambda phi, x: np.log(np.maximum(phi[x], 1e-300)),
    "it is the logarithm of the probability.",
    "Can a probability be below 0?",
)
categorical_pmf.turn(
    lambda phi, x: 1 - phi[x],
    "it is the probability that x does not happen.",
    "What is P(X = x) where phi is almost 1 for x?",
)
categorical_pmf.turn(
    lambda phi, x: phi[: x + 1].sum(),
    "it is the probability of x or anything before it.",
    "That is P(X <= x). What is asked for?",
)
categorical_pmf.turn(
    lambda phi, x: phi.max(),
    "it is the largest probability, whatever x is.",
    "What is P(X = x) for an unlikely x?",
)
categorical_pmf.turn(
    lambda phi, x: 1 / len(phi),
    "every outcome is taken as equally probable.",
    "What does phi say?",
)
categorical_pmf.turn(
    lambda phi, x: indicators(phi, x)[int(np.argmax(phi))],
    "it is 1 for the most probable outcome and 0 for the others.",
    "How often should the others happen, according to phi?",
)


# ---------------------------------------------------------------- entropy_between

entropy_between = Check(reference.entropy_between, gives=Number())
entropy_between.worked(
    (np.array([0.5, 0.5, 0.0]), np.array([0.25, 0.5, 0.25])),
    1.5 * log(2),
    "1/2 times log 4, plus 1/2 times log 2, plus 0: 1.0397 in nats",
)


@entropy_between.cases
def between_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K in (2, 3, 3, 4, 5, 6):
        yield distribution(rng, K), distribution(rng, K)
    for K in (3, 4):
        yield hot(int(rng.integers(K)), K), distribution(rng, K)
    for K in (3, 5):
        yield distribution(rng, K, zeros=1), distribution(rng, K)


@entropy_between.extremes
def between_extremes(rng: np.random.Generator) -> Iterator[Args]:
    p = distribution(rng, 4, zeros=2)
    yield p, p
    yield np.array([0, 1, 0]), distribution(rng, 3)
    yield np.array([0, 0, 1]), np.array([0, 0, 1])
    yield np.array([0.0, 0.25, 0.75]), np.array([0.0, 0.5, 0.5])
    yield np.array([1.0]), np.array([1.0])
    yield np.array([0.75, 0.25]), np.array([2.0**-100, 1.0])
    p = distribution(rng, 10, parts=128)
    yield p, rng.permutation(p)


@entropy_between.law("a uniform q costs log K, whatever p is")
def uniform_costs(f: Any, rng: np.random.Generator) -> str | None:
    K = int(rng.integers(3, 6))
    value = float(f(distribution(rng, K), np.full(K, 1 / K)))
    if not np.isclose(value, log(K)):
        return (
            f"If q gives each of {K} outcomes 1/{K}, each costs log {K} = {log(K):.4f} nats, and "
            f"so does any mixture of them. Here it is {value:.4g}."
        )
    return None


@entropy_between.law("a one-hot p leaves -log q of its class")
def one_hot_costs(f: Any, rng: np.random.Generator) -> str | None:
    q, k = distribution(rng, 4), int(rng.integers(4))
    value = float(f(hot(k, 4), q))
    if not np.isclose(value, -log(q[k])):
        return (
            f"p is 1 for class {k} and 0 elsewhere, so only -log {q[k]:.4g} = {-log(q[k]):.4f} is "
            f"left over. Here it is {value:.4g}."
        )
    return None


def _H(p: Any, q: Any) -> Any:
    """-Σ p log q with 0 log 0 = 0, infinite where q = 0 and p > 0."""
    with np.errstate(divide="ignore"):
        return -(p[p > 0] * np.log(q[p > 0])).sum()


entropy_between.turn(
    lambda p, q: _H(q, p),
    "p and q are swapped: it is -Σ q log p.",
    "H is not symmetric. Which of the two says how often something happens, and of which is the "
    "logarithm taken?",
)
entropy_between.turn(
    lambda p, q: -(p * np.log(q)).sum(),
    "0 log 0 comes out as NaN.",
    "What never happens costs nothing. How can you leave out the entries where p is 0?",
)
entropy_between.turn(
    lambda p, q: -sum(a * log(b) for a, b in zip(p, q, strict=True)),
    "math.log is called with 0, and it stops there.",
    "What never happens costs nothing. How can you leave out the entries where p is 0?",
)
entropy_between.turn(
    lambda p, q: -(p * np.log(q + 1e-12)).sum(),
    "a small number is added to q, which changes the result where q is smaller still.",
    "Only the entries where p is 0 need care. How can you leave them out, and touch no other?",
)
entropy_between.turn(
    lambda p, q: _H(p, q) / log(2),
    "the logarithm has base 2: these are bits.",
    "The course counts in nats. Which logarithm is that?",
)
entropy_between.turn(
    lambda p, q: _H(p, q) / log(10),
    "the logarithm has base 10.",
    "The course counts in nats. Which logarithm is that?",
)
entropy_between.turn(
    lambda p, q: -_H(p, q),
    "the minus is missing.",
    "The logarithm of a probability is below 0. Should a cost be?",
)
entropy_between.turn(
    lambda p, q: _H(p, p),
    "it is the entropy of p alone.",
    "Where is q in your code?",
)
entropy_between.turn(
    lambda p, q: _H(q, q),
    "it is the entropy of q alone.",
    "Where is p in your code?",
)
entropy_between.turn(
    lambda p, q: _H(p, q) - _H(p, p),
    "it is H(p, q) - H(p), the Kullback-Leibler divergence.",
    "That is what q costs beyond what p itself would. Which of the two numbers is asked for?",
)
entropy_between.turn(
    lambda p, q: _H(p, q) / len(p),
    "it is a mean over the classes, not a sum.",
    "p already says how much each class counts. By what is the sum divided?",
)
entropy_between.turn(
    lambda p, q: -np.log(np.maximum((p * q).sum(), 1e-300)),
    "the logarithm is taken after the sum.",
    "Which comes first, the logarithm of each q or the sum?",
)
entropy_between.turn(
    lambda p, q: -np.log(np.maximum(q, 1e-300)).sum(),
    "p is missing: the logarithms of all q are added up.",
    "How much should something count that never happens?",
)
entropy_between.turn(
    lambda p, q: -np.log(np.maximum(q[int(np.argmax(p))], 1e-300)),
    "only the most probable class of p counts.",
    "Every outcome with p > 0 happens now and then. What does each cost, and how often?",
)
entropy_between.turn(
    lambda p, q: _H(p, q) + _H(1 - p, 1 - q),
    "the terms (1-p) log (1-q) are added, as if each class were a question of its own.",
    "That is for two outcomes written as one. How many terms does the sum over K classes have?",
)
entropy_between.turn(
    lambda p, q: ((p - q) ** 2).sum(),
    "it is the sum of (p - q) squared.",
    "That is another way to compare. Where is the logarithm?",
)
entropy_between.turn(
    lambda p, q: np.exp(_H(p, q)),
    "it is e to the cross-entropy (the perplexity).",
    "Which number is asked for?",
)


# ---------------------------------------------------------------- softmax_loss

EXAMPLES = np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 0.0]])
WEIGHTS = np.array(
    [[0.0, log(2)], [0.0, 0.0], [0.0, 0.0]]
)  # e to the scores: 2 1 1, 1/2 1 1, 1 1 1
LABELS = np.array([0, 2, 1])

softmax_loss = Check(reference.softmax_loss, gives=Number(), silent=True)
softmax_loss.worked(
    (WEIGHTS, EXAMPLES, LABELS),
    log(15) / 3,
    "the right classes have the probabilities 1/2, 2/5 and 1/3; minus their logarithms are 0.6931, "
    "0.9163 and 1.0986, and the mean of these is 0.9027",
)
softmax_loss.cases(problems)


@softmax_loss.extremes
def loss_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    yield from huge_problems(rng)


@softmax_loss.law("weights of zero cost log K, whatever the labels")
def guessing(f: Any, rng: np.random.Generator) -> str | None:
    K = int(rng.integers(3, 6))
    _, X, y = problem(rng, 4, 2, K)
    value = float(f(np.zeros((K, 2)), X, y))
    if not np.isclose(value, log(K)):
        return (
            f"With W = 0 each of the {K} classes has the probability 1/{K}, so the mean loss is "
            f"log {K} = {log(K):.4f}. Here it is {value:.4g}."
        )
    return None


@softmax_loss.law("the scores 1000, 0 and -1000 cost exactly 0, 1000 and 2000")
def costs_1000(f: Any, rng: np.random.Generator) -> str | None:
    W, one = np.array([[1000.0], [0.0], [-1000.0]]), np.array([[1.0]])
    costs = [float(f(W, one, np.array([k]))) for k in range(3)]
    if np.allclose(costs, [0, 1000, 2000], rtol=1e-9, atol=1e-9):
        return None
    found = ", ".join(f"{cost:g}" for cost in costs)
    if not np.isfinite(costs).all():
        return (
            f"As the right class, the scores 1000, 0 and -1000 cost {found}. Somewhere e^1000 "
            "became infinite, or the logarithm of 0 was taken."
        )
    return (
        "log(e^1000 + e^0 + e^-1000) is 1000 to the last digit a computer keeps, so the three "
        f"scores cost 0, 1000 and 2000. Here it is {found}. Was something cut off, or a small "
        "number added?"
    )


def _losses(Z: Any, y: Any, axis: Any = -1) -> Any:
    """The loss of each example from its scores, in a form that is right at any score."""
    top = Z.max(axis=axis, keepdims=True)
    log_p = Z - top - np.log(np.exp(Z - top).sum(axis=axis, keepdims=True))
    return -log_p[np.arange(len(y)), y]


def _naive_log(W: Any, X: Any, y: Any) -> Any:
    return np.log(S(X @ W.T)[np.arange(len(y)), y])


softmax_loss.turn(
    lambda W, X, y: -_naive_log(W, X, y).mean(),
    "the logarithm is taken of a probability that has been rounded to 0.",
    "What is -log softmax once you put the fraction in and simplify, before you compute?",
)
softmax_loss.turn(
    lambda W, X, y: -(hot(y, len(W)) * np.log(S(X @ W.T))).sum(axis=1).mean(),
    "the one-hot targets are multiplied with the logarithms of all probabilities, and 0 times "
    "minus infinity is not a number.",
    "What is log softmax once you put the fraction in and simplify? Is it ever infinite then?",
)
softmax_loss.turn(
    lambda W, X, y: (np.log(np.exp(X @ W.T).sum(axis=1)) - (X @ W.T)[np.arange(len(y)), y]).mean(),
    "it is log Σ e^z - z_y straight from the formula: right, but e^1000 overflows.",
    "log Σ e^z is c + log Σ e^(z - c) for every c. Which c makes all the exponents harmless?",
)
softmax_loss.turn(
    lambda W, X, y: (
        -np.log(
            (lambda e: e / e.sum(axis=1, keepdims=True))(np.exp(X @ W.T))[np.arange(len(y)), y]
        ).mean()
    ),
    "softmax itself overflows: e^1000 divided by a sum that is infinite.",
    "What can be taken away from all scores of an example before e to them is taken?",
)
softmax_loss.turn(
    lambda W, X, y: np.mean(
        [log(sum(exp(z) for z in row)) - row[k] for row, k in zip(X @ W.T, y, strict=True)]
    ),
    "a math function stops at large scores: math.exp above 709, or math.log at 0.",
    "log Σ e^z is c + log Σ e^(z - c) for every c. Which c makes all the exponents harmless?",
)
softmax_loss.turn(
    lambda W, X, y: -np.log(np.clip(S(X @ W.T)[np.arange(len(y)), y], 1e-15, 1)).mean(),
    "the probability is cut off at 1e-15, so no example can cost more than 34.5.",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
softmax_loss.turn(
    lambda W, X, y: -np.log(S(X @ W.T)[np.arange(len(y)), y] + 1e-12).mean(),
    "1e-12 is added to the probability, so no example can cost more than 27.6.",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(np.clip(X @ W.T, -500, 500), y).mean(),
    "the scores are cut off at 500.",
    "That hides the overflow and gives a wrong value. What can be taken away from all scores "
    "instead?",
)
softmax_loss.turn(
    lambda W, X, y: (
        np.log(np.exp(X @ W.T - (X @ W.T).max(axis=1, keepdims=True)).sum(axis=1))
        - (X @ W.T)[np.arange(len(y)), y]
    ).mean(),
    "the largest score is taken away in the sum, but not added again.",
    "log Σ e^z is c + log Σ e^(z - c). Where is c in your result?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y).sum(),
    "the losses are added up, not averaged.",
    "Should the loss double when every example comes twice?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y).mean() / len(W),
    "the mean runs over examples and classes: it is divided by K too often.",
    "For each example only one of the K terms is not 0. By how many is the sum to be divided?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y).sum() / X.shape[1],
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
softmax_loss.turn(
    lambda W, X, y: -_losses(X @ W.T, y).mean(),
    "the sign is turned round: it is the mean log-likelihood.",
    "Should a good model have a small loss or a large one? Can a loss be below 0?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y).mean() / log(2),
    "the logarithm has base 2.",
    "The course counts in nats. Which logarithm is that?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y).mean() / log(10),
    "the logarithm has base 10.",
    "The course counts in nats. Which logarithm is that?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y, axis=0).mean(),
    "softmax is taken over the examples, not over the classes.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y, axis=None).mean(),
    "softmax is taken over all examples and classes at once.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, (X @ W.T).argmax(axis=1)).mean(),
    "the most probable class is taken, not the right one.",
    "Where do the labels come in? What should an example cost that is surely wrong?",
)
softmax_loss.turn(
    lambda W, X, y: -np.log(np.maximum(S(X @ W.T)[:, y], 1e-300)).mean(),
    "P[:, y] takes the columns of all labels for every example.",
    "P[:, y] has shape (n, n). How do you pick one entry from each row?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W.T, y - 1).mean(),
    "the labels are counted from 1.",
    "In this course the classes are 0 to K-1. Which column belongs to class 0?",
)
softmax_loss.turn(
    lambda W, X, y: -np.log(np.maximum(1 - S(X @ W.T)[np.arange(len(y)), y], 1e-300)).mean(),
    "it is -log(1 - p): the right class pays for being probable.",
    "What should an example cost whose class has the probability 0.99?",
)
softmax_loss.turn(
    lambda W, X, y: (
        -np.log(np.maximum(np.abs(1 - hot(y, len(W)) - S(X @ W.T)), 1e-300)).sum(axis=1).mean()
    ),
    "the terms -log(1 - p) of the wrong classes are added, as if each class were a question of its "
    "own.",
    "Which probabilities does the product of indicators leave over?",
)
softmax_loss.turn(
    lambda W, X, y: -(S(X @ W.T) * np.log(hot(y, len(W)))).sum(axis=1).mean(),
    "truth and belief are swapped: the logarithm is taken of the one-hot targets.",
    "H(p, q) is not symmetric. Which of the two is the truth, and which can be 0?",
)
softmax_loss.turn(
    lambda W, X, y: -np.log(np.maximum(S(X @ W.T)[np.arange(len(y)), y].mean(), 1e-300)),
    "the logarithm is taken of the mean probability, not the mean of the logarithms.",
    "Which comes first, the logarithm of each example or the mean?",
)
softmax_loss.turn(
    lambda W, X, y: 1 - S(X @ W.T)[np.arange(len(y)), y].mean(),
    "it is one minus the mean probability of the right class: the logarithm is missing.",
    "What does an example cost whose class was called impossible?",
)
softmax_loss.turn(
    lambda W, X, y: ((S(X @ W.T) - hot(y, len(W))) ** 2).sum(axis=1).mean(),
    "it is the squared distance between the probabilities and the one-hot targets.",
    "That is another loss. What does this one do with the probability of the right class?",
)
softmax_loss.turn(
    lambda W, X, y: ((X @ W.T).max(axis=1) - (X @ W.T)[np.arange(len(y)), y]).mean(),
    "it is how far the winner is ahead of the right class: the perceptron's loss.",
    "What does an example cost that is right, but only just?",
)
softmax_loss.turn(
    lambda W, X, y: _losses(X @ W, y).mean(),
    "X is multiplied with W itself, which only fits where W is square.",
    "W has one row per class. Which product of X (n, d) with W (K, d) has shape (n, K)?",
)


# ---------------------------------------------------------------- softmax_gradient

softmax_gradient = Check(reference.softmax_gradient, gives=Array("(K, d)"), silent=True)
softmax_gradient.worked(
    (WEIGHTS, EXAMPLES, LABELS),
    np.array([[1 / 90, -7 / 30], [-1 / 180, -1 / 20], [-1 / 180, 17 / 60]]),
    "the probabilities are (1/2, 1/4, 1/4), (1/5, 2/5, 2/5) and (1/3, 1/3, 1/3); take 1 away from "
    "the right class of each, multiply with its x, and take the mean of the three matrices",
)
softmax_gradient.cases(problems)


@softmax_gradient.extremes
def gradient_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    yield from huge_problems(rng)


@softmax_gradient.law("it agrees with slopes measured by small steps")
def slopes(f: Any, rng: np.random.Generator) -> str | None:
    W, X, y = problem(rng, 4, 2, 3)
    W = W / 4
    found = np.asarray(f(W, X, y), dtype=float)
    measured = numerical_gradient(lambda V: reference.softmax_loss(V, X, y), W)
    if np.allclose(found, measured, rtol=1e-4, atol=1e-6):
        return None
    return (
        f"Small steps of each weight measure the slopes {np.round(measured, 4).tolist()}, and the "
        f"gradient says {np.round(found, 4).tolist()}."
    )


@softmax_gradient.law("the rows add up to 0: what one class is to gain, others are to lose")
def rows_cancel(f: Any, rng: np.random.Generator) -> str | None:
    total = np.asarray(f(*problem(rng, 5, 3, 4)), dtype=float).sum(axis=0)
    if np.allclose(total, 0):
        return None
    return (
        "The probabilities of an example add up to 1 and so does its one-hot target, so the K rows "
        f"add up to 0. Here they add up to {np.round(total, 4).tolist()}."
    )


def _error(W: Any, X: Any, y: Any) -> Any:
    return S(X @ W.T) - hot(y, len(W))


def one_too_many(W: Any, X: Any, y: Any) -> Any:
    P = S(X @ W.T)
    P[:, y] -= 1
    return P.T @ X / len(y)


softmax_gradient.turn(
    lambda W, X, y: (
        ((lambda e: e / e.sum(axis=1, keepdims=True))(np.exp(X @ W.T)) - hot(y, len(W))).T
        @ X
        / len(y)
    ),
    "e^1000 overflows on the way to the probabilities.",
    "What can be taken away from all scores of an example before e to them is taken?",
)
softmax_gradient.turn(
    lambda W, X, y: (
        (
            (lambda e: e / e.sum(axis=1, keepdims=True))(np.exp(X @ W.T - (X @ W.T).max()))
            - hot(y, len(W))
        ).T
        @ X
        / len(y)
    ),
    "the largest score of all examples is taken away from every example, and one with much smaller "
    "scores becomes 0 divided by 0.",
    "Each example has its own distribution. Whose largest score should be taken away?",
)
softmax_gradient.turn(
    lambda W, X, y: -_error(W, X, y).T @ X / len(y),
    "the sign is turned round: it points downhill.",
    "The gradient points to where the loss grows. Is it observed minus expected, or expected minus "
    "observed?",
)
softmax_gradient.turn(
    lambda W, X, y: _error(W, X, y).T @ X,
    "the examples are added up, not averaged.",
    "The loss is a mean. What does that make of its gradient?",
)
softmax_gradient.turn(
    lambda W, X, y: -_error(W, X, y).T @ X,
    "it is a sum, and its sign is turned round.",
    "The loss is a mean, and its gradient points to where it grows.",
)
softmax_gradient.turn(
    lambda W, X, y: _error(W, X, y).T @ X / len(y) / len(W),
    "it is divided by the number of classes as well.",
    "The loss is a mean over the examples alone.",
)
softmax_gradient.turn(
    lambda W, X, y: _error(W, X, y).T @ X / X.shape[1],
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
softmax_gradient.turn(
    lambda W, X, y: (hot((X @ W.T).argmax(axis=1), len(W)) - hot(y, len(W))).T @ X / len(y),
    "argmax stands where the probabilities should: it is the perceptron's gradient.",
    "Should an example that is only just right teach nothing?",
)
softmax_gradient.turn(
    lambda W, X, y: (_error(W, X, y) * hot(y, len(W))).T @ X / len(y),
    "only the row of the right class gets anything.",
    "Raising another class's score lowers the right class's probability. Where does that come from "
    "in the fraction?",
)
softmax_gradient.turn(
    lambda W, X, y: (_error(W, X, y) * (1 - hot(y, len(W)))).T @ X / len(y),
    "only the rows of the wrong classes get anything.",
    "What is the slope for the right class, where the one-hot target is 1?",
)
softmax_gradient.turn(
    lambda W, X, y: S(X @ W.T).T @ X / len(y),
    "the one-hot targets are missing: these are the expected features alone.",
    "Where do the labels come in?",
)
softmax_gradient.turn(
    lambda W, X, y: -hot(y, len(W)).T @ X / len(y),
    "the probabilities are missing: these are minus the observed features alone.",
    "How much should a class be pulled that the model is already sure of?",
)
softmax_gradient.turn(
    one_too_many,
    "P[:, y] -= 1 takes 1 away in the columns of all labels, in every row.",
    "How do you pick one entry from each row?",
)
softmax_gradient.turn(
    lambda W, X, y: (S(X @ W.T, axis=0) - hot(y, len(W))).T @ X / len(y),
    "softmax is taken over the examples, not over the classes.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_gradient.turn(
    lambda W, X, y: (S(X @ W.T, axis=None) - hot(y, len(W))).T @ X / len(y),
    "softmax is taken over all examples and classes at once.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_gradient.turn(
    lambda W, X, y: (X @ W.T - hot(y, len(W))).T @ X / len(y),
    "softmax is missing: the scores themselves are compared with the targets.",
    "What is compared with the one-hot target: scores, or probabilities?",
)
softmax_gradient.turn(
    lambda W, X, y: (
        (1 / (1 + np.exp(-np.clip(X @ W.T, -700, None))) - hot(y, len(W))).T @ X / len(y)
    ),
    "the sigmoid of each score stands where softmax should: K questions of yes or no.",
    "Do your probabilities of one example add up to 1?",
)
softmax_gradient.turn(
    lambda W, X, y: (_error(W, X, y) * S(X @ W.T) * (1 - S(X @ W.T))).T @ X / len(y),
    "there is a factor p(1-p) too many.",
    "The slope of the logarithm, 1/p, cancels part of softmax's slope. What is left?",
)
softmax_gradient.turn(
    lambda W, X, y: 2 * _error(W, X, y).T @ X / len(y),
    "there is a factor 2 too many.",
    "Is there a square in this loss?",
)
softmax_gradient.turn(
    lambda W, X, y: np.abs(_error(W, X, y)).T @ X / len(y),
    "the errors have lost their sign.",
    "Should a class that got too much and one that got too little be pulled the same way?",
)
softmax_gradient.turn(
    lambda W, X, y: np.repeat(_error(W, X, y).mean(axis=0)[:, None], X.shape[1], axis=1),
    "x is missing: every weight of a class gets the same number.",
    "How does the score of class k change when w_kj grows by 1? By 1, or by x_j?",
)
softmax_gradient.turn(
    lambda W, X, y: np.outer(_error(W, X, y).mean(axis=0), X.mean(axis=0)),
    "the mean error is multiplied with the mean x.",
    "Each example has its own error and its own x. Which comes first, the product or the mean?",
)
softmax_gradient.turn(
    lambda W, X, y: _error(W, X, y - 1).T @ X / len(y),
    "the labels are counted from 1.",
    "In this course the classes are 0 to K-1. Which column belongs to class 0?",
)
softmax_gradient.turn(
    lambda W, X, y: (_error(W, X, y) * ((X @ W.T).argmax(axis=1) != y)[:, None]).T @ X / len(y),
    "only examples that are misclassified count.",
    "The perceptron does that. Is the error of a right example 0 here?",
)
softmax_gradient.turn(
    lambda W, X, y: _error(W, X, y).T @ X / len(y) * (np.arange(X.shape[1]) > 0),
    "the first column, the bias, gets no gradient.",
    "Nothing sets the bias apart here: its feature is the constant 1.",
)
softmax_gradient.turn(
    lambda W, X, y: X.T @ _error(W, X, y) / len(y),
    "rows and columns are swapped: it has shape (d, K).",
    "The gradient has the shape of W, one row per class. Which of the two products is that?",
)
softmax_gradient.turn(
    lambda W, X, y: W - _error(W, X, y).T @ X / len(y),
    "it is W after a step, not the gradient.",
    "What is asked for is the direction alone. Who will subtract it from W?",
)


# ---------------------------------------------------------------- softmax_update

softmax_update = Check(reference.softmax_update, gives=Array("(K, d)"))
softmax_update.worked(
    (WEIGHTS, np.array([1.0, 1.0]), 1, 0.5),
    WEIGHTS + np.outer([-0.25, 0.375, -0.125], [1.0, 1.0]),
    "the probabilities are 1/2, 1/4 and 1/4 and class 1 is right, so the errors are 1/2, -3/4 and "
    "1/4; half of each, times x, is taken away from its row",
)


@softmax_update.cases
def update_cases(rng: np.random.Generator) -> Iterator[Args]:
    for _, d, K in SHAPES:
        W, X, y = problem(rng, 1, d, K)
        yield W, X[0], int(y[0]), rate(rng)
    for y in range(4):
        W, X, _ = problem(rng, 1, 3, 4)
        yield W, X[0], y, rate(rng)


@softmax_update.extremes
def update_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([[1, 0], [0, 1], [0, 0]]), np.array([1, 2]), 0, 0.5
    yield rng.integers(-2, 3, (4, 3)), rng.integers(-2, 3, 3), np.int64(3), 0.25
    yield np.zeros((3, 2)), np.array([1.0, 2.0]), 2, rate(rng)
    W, X, y = problem(rng, 1, 3, 3)
    yield W, X[0], int(y[0]), 0.0
    yield W, np.array([1.0, 0.0, 0.0]), int(y[0]), rate(rng)


@softmax_update.law("a short step makes the loss of the example smaller")
def goes_down(f: Any, rng: np.random.Generator) -> str | None:
    W, X, y = problem(rng, 1, 3, 4)
    X[:, 0], W = 1.0, W / 4
    before = reference.softmax_loss(W, X, y)
    after = reference.softmax_loss(f(W, X[0], int(y[0]), 0.0625), X, y)
    if after < before:
        return None
    return (
        f"The loss of this example was {before:.4f}, and after a step with eta = 0.0625 it is "
        f"{after:.4f}. A short step downhill makes it smaller."
    )


@softmax_update.law("the sum of all rows stays as it was")
def sum_of_rows(f: Any, rng: np.random.Generator) -> str | None:
    W, X, y = problem(rng, 1, 3, 4)
    change = np.asarray(f(W, X[0], int(y[0]), 0.5), dtype=float).sum(axis=0) - W.sum(axis=0)
    if np.allclose(change, 0):
        return None
    return (
        "What one class gains others lose, as the probabilities add up to 1 before and after. Here "
        f"the sum of all rows changed by {np.round(change, 4).tolist()}."
    )


def _p(W: Any, x: Any) -> Any:
    return S(W @ x)


def row_by_row(W: Any, x: Any, y: int, eta: float) -> Any:
    W = W.astype(float)
    for k in range(len(W)):
        W[k] -= eta * (_p(W, x)[k] - (k == y)) * x
    return W


def cut_step(W: Any, x: Any, y: int, eta: float) -> Any:
    new = np.array(W)
    new[...] = W - eta * np.outer(_p(W, x) - hot(y, len(W)), x)
    return new


softmax_update.turn(
    lambda W, x, y, eta: W + eta * np.outer(_p(W, x) - hot(y, len(W)), x),
    "the sign is turned round: it is W plus the gradient, as the slide prints it, and the loss "
    "goes up.",
    "The right class has p - 1 < 0. Should its score rise or fall?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer((_p(W, x) - 1) * hot(y, len(W)), x),
    "only the row of the right class changes.",
    "Which rows have an error p - y that is not 0?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(_p(W, x) * (1 - hot(y, len(W))), x),
    "only the rows of the wrong classes change.",
    "What is the error of the right class?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(hot(int(np.argmax(W @ x)), len(W)) - hot(y, len(W)), x),
    "argmax stands where the probabilities should: it is the perceptron's update.",
    "Should an example that is only just right teach nothing?",
)
softmax_update.turn(
    lambda W, x, y, eta: (
        W
        - eta
        * np.outer(
            (_p(W, x) - hot(y, len(W))) * np.isin(np.arange(len(W)), (y, np.argmax(W @ x))), x
        )
    ),
    "only the right class and the most probable one change.",
    "The perceptron does that. Which rows have an error p - y that is not 0?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * (np.argmax(W @ x) != y) * np.outer(_p(W, x) - hot(y, len(W)), x),
    "nothing changes where the most probable class is the right one.",
    "The perceptron does that. Is the error of a right example 0 here?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - np.outer(_p(W, x) - hot(y, len(W)), x),
    "the learning rate is ignored.",
    "Where should eta come in?",
)
softmax_update.turn(
    lambda W, x, y, eta: eta * (W - np.outer(_p(W, x) - hot(y, len(W)), x)),
    "eta multiplies the old weights too.",
    "What should eta = 0 do?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(_p(W, x), x),
    "the one-hot target is missing: every class loses, the right one too.",
    "Where does y come in?",
)
softmax_update.turn(
    lambda W, x, y, eta: W + eta * np.outer(hot(y, len(W)), x),
    "the probabilities are missing: the right class gains x whatever the model thinks.",
    "How much should an example teach that the model is already sure of?",
)
softmax_update.turn(
    row_by_row,
    "the rows are changed one after another, each with probabilities from rows already changed.",
    "All rows are updated at the same time. When are the probabilities to be computed?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * (_p(W, x) - hot(y, len(W)))[:, None],
    "x is missing: every weight of a row moves by the same amount.",
    "How does the score of class k change when w_kj grows by 1?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(W @ x - hot(y, len(W)), x),
    "softmax is missing: the scores themselves are compared with the target.",
    "What is compared with the one-hot target: scores, or probabilities?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(1 / (1 + np.exp(-1.0 * (W @ x))) - hot(y, len(W)), x),
    "the sigmoid of each score stands where softmax should: K questions of yes or no.",
    "Do your probabilities add up to 1?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(_p(W, x) - hot(y, len(W)), x) / len(W),
    "the step is divided by the number of classes.",
    "The mean runs over examples, and there is one.",
)
softmax_update.turn(
    lambda W, x, y, eta: -eta * np.outer(_p(W, x) - hot(y, len(W)), x),
    "it is the step alone, without the old weights.",
    "What is to come back: the change, or the weights after it?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(_p(W, x) - hot(y - 1, len(W)), x),
    "the label is counted from 1.",
    "In this course the classes are 0 to K-1. Which row belongs to class 0?",
)
softmax_update.turn(
    lambda W, x, y, eta: W - eta * np.outer(_p(W, x) - hot(y, len(W)), x) * (np.arange(len(x)) > 0),
    "the first column, the bias, is not changed.",
    "Nothing sets the bias apart here: its feature is the constant 1.",
)
softmax_update.turn(
    cut_step,
    "the new weights are cut to whole numbers when W holds whole numbers.",
    "What is the type of the array that you write the new weights into?",
)


# ---------------------------------------------------------------- train_softmax

BIG = np.array([[1.0]])
for _ in range(3):
    BIG = np.block([[BIG, BIG], [BIG, -BIG]])  # eight rows of ±1 at right angles, ones first

Batches = Callable[[int, int, Any], list[Any]]
Slope = Callable[[Any, Any, Any, int], Any]


def at_right_angles(rng: np.random.Generator, n: int, d: int) -> Any:
    """n examples (n, d) none of which changes another's score; the constant 1 comes first."""
    signs = np.concatenate([[1.0], rng.choice([-1.0, 1.0], d - 1)])
    return (BIG[:d, :d] * signs)[rng.permutation(d)[:n]]


def no_right_angles(rng: np.random.Generator, n: int, d: int) -> Any:
    """n examples (n, d), each of which changes every other's scores; the constant 1 comes first."""
    X = rng.integers(1, 17, (n, d)) / 8
    X[:, 0] = 1.0
    return X


train_softmax = Check(reference.train_softmax, gives=Array("(K, d)"), chance=True)
train_softmax.worked(
    (np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([0, 1]), 2, 1.0, 1, 1, Rng(1)),
    np.array([[1.0, -2.0], [-1.0, 2.0]]),
    "W starts at zeros, so both classes have 1/2 for each of the two examples, and each example "
    "adds half of itself to its own class and takes it away from the other one",
)


@train_softmax.cases
def train_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d, K in ((3, 2, 3), (4, 3, 2), (3, 3, 3), (5, 2, 4)):  # all in one batch
        _, X, y = problem(rng, n, d, K)
        yield X, y, K, rate(rng) / 2, int(rng.integers(2, 6)), n, Rng(a_seed(rng))
    for n, size in ((7, 3), (5, 2), (9, 4), (4, 1)):  # all examples alike
        _, X, y = problem(rng, 1, 3, 3)
        X, y = np.repeat(X, n, axis=0), np.repeat(y, n)
        yield X, y, 3, rate(rng) / 4, int(rng.integers(2, 5)), size, Rng(a_seed(rng))
    for n, d, size in ((4, 4, 1), (4, 4, 2), (8, 8, 2), (6, 8, 3), (6, 8, 1)):  # at right angles
        X, y = at_right_angles(rng, n, d), rng.integers(0, 3, n)
        y[:2] = [2, 0]
        yield X, y, 3, rate(rng) / 4, int(rng.integers(2, 5)), size, Rng(a_seed(rng))


@train_softmax.extremes
def train_extremes(rng: np.random.Generator) -> Iterator[Args]:
    _, X, y = problem(rng, 4, 3, 3)
    yield X, y, 3, 0.5, 0, 2, Rng(a_seed(rng))
    yield X, y, 3, 0.5, 3, 100, Rng(a_seed(rng))
    yield X, y, 5, 0.5, 2, 4, Rng(a_seed(rng))  # two classes without examples
    yield X[:1], y[:1], 3, 0.25, 3, 1, Rng(a_seed(rng))
    whole = rng.integers(-2, 3, (5, 2))
    whole[:, 0] = 1
    yield whole, np.array([0, 1, 1, 0, 1]), 2, 0.5, 4, 5, Rng(a_seed(rng))
    yield BIG[:4, :4].astype(int), np.array([1, 0, 1, 1]), 2, 0.25, 3, 2, Rng(a_seed(rng))
    _, X, y = problem(rng, 30, 4, 3)
    yield X, y, 3, 0.5, 60, 30, Rng(a_seed(rng))


@train_softmax.law("in one epoch it learns from each example once")
def each_once(f: Any, rng: np.random.Generator) -> str | None:
    X, y, K, eta = at_right_angles(rng, 8, 8), rng.integers(0, 3, 8), 3, 0.25
    W = np.asarray(f(X, y, K, eta, 1, 1, Rng(a_seed(rng))), dtype=float)
    counts = []
    for x, label in zip(X, y, strict=True):
        moved, uses = np.zeros(K), 0  # the scores of x after 0, 1, 2, ... steps on it
        while not np.allclose(W @ x, moved, atol=1e-9):
            moved, uses = moved - eta * (S(moved) - hot(label, K)) * (x @ x), uses + 1
            if uses > len(X):
                return None  # its steps are wrong, and other checks will say how
        counts.append(uses)
    if counts == [1] * len(X):
        return None
    return (
        "The examples are at right angles, so W shows how often each was learnt from. In one epoch "
        f"with batches of 1 each should come once; here example 0, 1, 2, ... came {counts} times."
    )


@cache
def every_cut(n: int, size: int) -> list[list[Any]]:
    """Every way to share 0..n-1 out into batches; the order within a batch does not matter."""
    ways = {
        tuple(tuple(sorted(part)) for part in cut(order, size)) for order in permutations(range(n))
    }
    return [[np.array(part) for part in way] for way in sorted(ways)]


@train_softmax.law("the result is that of some order of the examples")
def some_order(f: Any, rng: np.random.Generator) -> str | None:
    for n, size in ((5, 2), (6, 4)):
        X, y, K, eta = no_right_angles(rng, n, 3), rng.integers(0, 3, n), 3, rate(rng) / 2
        W = np.asarray(f(X, y, K, eta, 1, size, Rng(a_seed(rng))), dtype=float)
        ways = every_cut(n, size)
        for batches in ways:
            possible = np.zeros((K, 3))
            for batch in batches:
                possible = possible - eta * _mean(possible, X[batch], y[batch], size)
            if np.allclose(W, possible, atol=1e-9):
                break
        else:
            sizes = " and ".join(str(len(batch)) for batch in ways[0])
            return (
                f"{n} examples can be shuffled and cut into batches of {sizes} in {len(ways)} "
                "ways, and one epoch of none of them leads to this W."
            )
    return None


def in_order(X: Any, y: Any, K: int, eta: float, orders: Any) -> Any:
    """W after steps of one example each: for every row of orders (m, steps), (m, K, d)."""
    W = np.zeros((len(orders), K, X.shape[1]))
    for step in orders.T:
        x, target = X[step], hot(y[step], K)
        W = W - eta * (S(np.einsum("mkd,md->mk", W, x)) - target)[:, :, None] * x[:, None, :]
    return W


@train_softmax.law("the examples are shuffled")
def shuffled(f: Any, rng: np.random.Generator) -> str | None:
    X, y = no_right_angles(rng, 12, 3), rng.integers(0, 3, 12)
    W = np.asarray(f(X, y, 3, 0.5, 1, 1, Rng(a_seed(rng))), dtype=float)
    if np.allclose(W, in_order(X, y, 3, 0.5, np.arange(12)[None])[0], atol=1e-9):
        return "This W comes from taking the examples in the order in which they are given."
    return None


@train_softmax.law("the same seed gives the same weights")
def same_seed(f: Any, rng: np.random.Generator) -> str | None:
    X, y, seed = no_right_angles(rng, 12, 3), rng.integers(0, 3, 12), a_seed(rng)
    first, second = (np.asarray(f(X, y, 3, 0.5, 2, 1, Rng(seed)), dtype=float) for _ in range(2))
    if np.allclose(first, second, atol=1e-9):
        return None
    return (
        "Two generators with the same seed led to different weights, so some of the chance does "
        "not come from rng."
    )


@train_softmax.law("another seed gives other weights")
def other_seed(f: Any, rng: np.random.Generator) -> str | None:
    X, y, seed = no_right_angles(rng, 12, 3), rng.integers(0, 3, 12), a_seed(rng)
    first, second = (
        np.asarray(f(X, y, 3, 0.5, 2, 1, Rng(seed + i)), dtype=float) for i in range(2)
    )
    if not np.allclose(first, second, atol=1e-9):
        return None
    return (
        "Two generators with different seeds led to the same weights, so the order of the examples "
        "does not come from rng."
    )


@train_softmax.law("every epoch is shuffled anew")
def anew(f: Any, rng: np.random.Generator) -> str | None:
    n, epochs = 5, 6
    X, y = no_right_angles(rng, n, 3), rng.integers(0, 3, n)
    y[:3] = rng.permutation(3)
    W = np.asarray(f(X, y, 3, 0.5, epochs, 1, Rng(a_seed(rng))), dtype=float)
    orders = np.array(list(permutations(range(n))))
    same_each_epoch = in_order(X, y, 3, 0.5, np.tile(orders, epochs))
    [found] = np.nonzero(np.isclose(W, same_each_epoch, atol=1e-9).all(axis=(1, 2)))
    if len(found):
        return (
            f"This W comes from {epochs} epochs in one and the same order: "
            f"{', '.join(map(str, orders[found[0]]))}, again and again."
        )
    return None


@train_softmax.law("any two examples can share a batch")
def mixed(f: Any, rng: np.random.Generator) -> str | None:
    X, y, tries = no_right_angles(rng, 8, 3), rng.integers(0, 3, 8), 12
    y[:2] = [0, 1]
    results: list[Any] = []
    for _ in range(tries):
        W = np.asarray(f(X, y, 3, 0.5, 1, 4, Rng(a_seed(rng))), dtype=float)
        if not any(np.allclose(W, other, atol=1e-9) for other in results):
            results.append(W)
    if len(results) > 2:
        return None
    return (
        f"Eight examples make two batches of four in 70 ways. With {tries} different seeds there "
        f"were only {len(results)} different results, so the same examples always share a batch."
    )


def _mean(W: Any, X: Any, y: Any, size: int) -> Any:
    return (S(X @ W.T) - hot(y, len(W))).T @ X / len(X)


def _shuffled(n: int, size: int, rng: Any) -> list[Any]:
    return cut(rng.permutation(n), size)


def trainer(batches: Batches = _shuffled, slope: Slope = _mean) -> Callable[..., Any]:
    """Training with other batches, or another gradient, than the right ones."""

    def run(
        X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
    ) -> Any:
        W = np.zeros((n_classes, X.shape[1]))
        for _ in range(epochs):
            for batch in batches(len(X), batch_size, rng):
                W = W - eta * slope(W, X[batch], y[batch], batch_size)
        return W

    return run


right = trainer()


def one_order(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    order = rng.permutation(len(X))
    follow = trainer(lambda n, size, rng: cut(order, size))
    return follow(X, y, n_classes, eta, epochs, batch_size, rng)


def own_generator(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    return right(X, y, n_classes, eta, epochs, batch_size, np.random.default_rng(0))


def apart(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        X, y = rng.permutation(X), rng.permutation(y)
        for batch in cut(np.arange(len(X)), batch_size):
            W = W - eta * _mean(W, X[batch], y[batch], batch_size)
    return W


def labels_left_behind(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        moved = rng.permutation(X)
        for batch in cut(np.arange(len(X)), batch_size):
            W = W - eta * _mean(W, moved[batch], y[batch], batch_size)
    return W


def stale(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        start = W
        for batch in _shuffled(len(X), batch_size, rng):
            W = W - eta * _mean(start, X[batch], y[batch], batch_size)
    return W


def forgetful(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        W = right(X, y, n_classes, eta, 1, batch_size, rng)
    return W


def averaged(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    W = np.zeros((n_classes, X.shape[1]))
    total, steps = np.zeros_like(W), 0
    for _ in range(epochs):
        for batch in _shuffled(len(X), batch_size, rng):
            W = W - eta * _mean(W, X[batch], y[batch], batch_size)
            total, steps = total + W, steps + 1
    return total / max(steps, 1)


def decaying(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    W = np.zeros((n_classes, X.shape[1]))
    for epoch in range(1, epochs + 1):
        for batch in _shuffled(len(X), batch_size, rng):
            W = W - eta / epoch * _mean(W, X[batch], y[batch], batch_size)
    return W


def random_start(
    X: Any, y: Any, n_classes: int, eta: float, epochs: int, batch_size: int, rng: Any
) -> Any:
    W = rng.normal(0, 0.01, (n_classes, X.shape[1]))
    for _ in range(epochs):
        for batch in _shuffled(len(X), batch_size, rng):
            W = W - eta * _mean(W, X[batch], y[batch], batch_size)
    return W


train_softmax.turn(
    trainer(lambda n, size, rng: cut(rng.permutation(n)[: n // size * size], size)),
    "the last batch of an epoch, the short one, is dropped.",
    "Seven examples in batches of three: where does the last one go?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: [rng.permutation(n)[:size]]),
    "only one batch is used in an epoch.",
    "An epoch goes through all the examples. How many batches is that?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: [rng.permutation(n)]),
    "all examples are used in every step: batch_size does nothing.",
    "How many examples should a step look at, and how many steps make an epoch?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: cut(rng.permutation(n), 1)),
    "every step looks at one example: batch_size does nothing.",
    "How many examples should a step look at?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: [b for b in np.array_split(rng.permutation(n), size) if len(b)]),
    "batch_size is taken as the number of batches.",
    "How many examples should a batch hold?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: np.array_split(rng.permutation(n), -(-n // size))),
    "the examples are shared out evenly, so that the batches are smaller than batch_size.",
    "Only the last batch may be short. How long is your first one?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: cut(rng.integers(0, n, n), size)),
    "the examples are drawn with replacement: some come twice in an epoch, some never.",
    "In an epoch every example comes once. What must happen to one that was drawn?",
)
train_softmax.turn(
    trainer(
        lambda n, size, rng: [
            rng.choice(n, len(part), replace=False) for part in cut(np.arange(n), size)
        ]
    ),
    "every batch is drawn from all examples: some come twice in an epoch, some never.",
    "In an epoch every example comes once. What must happen to one that was drawn?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: cut(np.arange(n), size)),
    "nothing is shuffled.",
    "If the examples are sorted by class, what do the first batches of every epoch hold?",
)
train_softmax.turn(
    one_order,
    "the examples are shuffled once, and every epoch has the same batches in the same order.",
    "Where does the shuffling have to stand, before the loop over the epochs or inside it?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: cut(np.random.default_rng(0).permutation(n), size)),
    "the order comes from a new generator with a fixed seed in every epoch.",
    "What is rng for, and what does a generator with a fixed seed return each time it is made?",
)
train_softmax.turn(
    own_generator,
    "the order comes from a generator of your own with a fixed seed.",
    "What is rng for? Should another seed not lead to other weights?",
)
train_softmax.turn(
    trainer(lambda n, size, rng: cut(np.array(random.sample(range(n), n)), size)),
    "the examples are shuffled, but not by rng.",
    "Could somebody with the same seed get your weights again? Which generator do you ask?",
)
train_softmax.turn(
    trainer(
        lambda n, size, rng: (lambda parts: [parts[k] for k in rng.permutation(len(parts))])(
            cut(np.arange(n), size)
        )
    ),
    "only the order of the batches is shuffled; the same examples are always together.",
    "Which examples share a batch with example 0, in this epoch and in the next?",
)
train_softmax.turn(
    apart,
    "X and y are shuffled each on its own, so that examples get the labels of others.",
    "After the shuffling, does row i of X still belong to entry i of y?",
)
train_softmax.turn(
    labels_left_behind,
    "X is shuffled and y is not, so that examples get the labels of others.",
    "After the shuffling, does row i of X still belong to entry i of y?",
)
train_softmax.turn(
    trainer(slope=lambda W, X, y, size: len(X) * _mean(W, X, y, size)),
    "a step adds up the gradients of its batch, where it should take their mean.",
    "Should a batch of twice the size make the step twice as long?",
)
train_softmax.turn(
    trainer(slope=lambda W, X, y, size: len(X) / size * _mean(W, X, y, size)),
    "the sum over a batch is divided by batch_size, even where the last batch is shorter.",
    "How many examples does the last batch hold?",
)
train_softmax.turn(
    trainer(slope=lambda W, X, y, size: -_mean(W, X, y, size)),
    "the step goes uphill: the gradient is added.",
    "Which way does the gradient point, and where do you want to go?",
)
train_softmax.turn(
    trainer(
        slope=lambda W, X, y, size: (
            (hot((X @ W.T).argmax(axis=1), len(W)) - hot(y, len(W))).T @ X / len(X)
        )
    ),
    "argmax stands where the probabilities should: a perceptron is trained.",
    "Should an example that is only just right teach nothing?",
)
train_softmax.turn(
    trainer(slope=lambda W, X, y, size: ((S(X @ W.T) - 1) * hot(y, len(W))).T @ X / len(X)),
    "a step changes only the rows of the right classes.",
    "Which rows have an error p - y that is not 0?",
)
train_softmax.turn(
    stale,
    "all batches of an epoch start from the weights that the epoch began with.",
    "Which W does the second batch of an epoch see?",
)
train_softmax.turn(
    forgetful,
    "every epoch starts again from zeros.",
    "Where is W set to zeros, before the loop over the epochs or inside it?",
)
train_softmax.turn(
    random_start,
    "the weights start at random numbers, not at zeros.",
    "What should come back after 0 epochs?",
)
train_softmax.turn(
    lambda X, y, K, eta, epochs, size, rng: right(X, y, K, eta, epochs + 1, size, rng),
    "there is one epoch too many.",
    "What should come back after 0 epochs?",
)
train_softmax.turn(
    lambda X, y, K, eta, epochs, size, rng: right(X, y, K, eta, epochs - 1, size, rng),
    "there is one epoch too few.",
    "How often does your loop run for epochs = 1?",
)
train_softmax.turn(
    decaying,
    "the learning rate gets smaller from epoch to epoch.",
    "That can help, but it is not asked for. What is eta in your second epoch?",
)
train_softmax.turn(
    lambda X, y, K, eta, epochs, size, rng: right(X, y, K, 1.0, epochs, size, rng),
    "the learning rate is ignored.",
    "Where should eta come in?",
)
train_softmax.turn(
    averaged,
    "the mean of the weights after every step is returned, not the last.",
    "The averaged perceptron does that. Which W is asked for?",
)
train_softmax.turn(
    lambda X, y, K, eta, epochs, size, rng: right(X, y, int(y.max()) + 1, eta, epochs, size, rng),
    "the number of classes is taken from the labels that are there.",
    "What if a class has no example? How many rows should W have?",
)
train_softmax.turn(
    lambda X, y, K, eta, epochs, size, rng: right(X, y, K, eta, epochs, size, rng).T,
    "rows and columns are swapped: it has shape (d, K).",
    "W has one row per class. Which shape do your zeros have?",
)


# ---------------------------------------------------------------- the quizzes of D1, 5f, and D4

FOUR = np.array([1.45, 0.33, -0.12, 0.01])
SEVEN = np.array([1, 2, 3, 4, 1, 2, 3])
THETA = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
POINT = np.array([1, 1, 1, 0])
THREE = S(THETA @ POINT)

Quiz(
    "softmax_of_four",
    S(FOUR).tolist(),
    decimals=3,  # the slide prints 0.5647 for 0.5646
    form="a list of four numbers",
    slips=[
        ((FOUR / FOUR.sum()).tolist(), "These are the scores divided by their sum. Where is e?"),
        (np.exp(FOUR).tolist(), "These are e to the scores. What do they have to add up to?"),
        (S(-FOUR).tolist(), "The largest score should get the largest probability."),
        ([1, 0, 0, 0], "That is argmax. How sure is softmax?"),
        (
            (1 / (1 + np.exp(-FOUR))).tolist(),
            "That is the sigmoid of each score. Do your numbers add up to 1?",
        ),
    ],
)
Quiz(
    "sum_of_exps",
    float(np.exp(SEVEN).sum()),
    decimals=2,
    form="a number",
    slips=[
        (16, "That is the sum of the scores. Take e to each of them first."),
        (float(np.exp(16)), "That is e to the sum. Take e to each score first, then add."),
        (float(np.exp([1, 2, 3, 4]).sum()), "There are seven scores: 1, 2 and 3 come twice."),
    ],
)
Quiz(
    "softmax_of_seven",
    S(SEVEN).tolist(),
    decimals=3,
    form="a list of seven numbers",
    slips=[
        ((SEVEN / 16).tolist(), "These are the scores divided by their sum. Where is e?"),
        (np.exp(SEVEN).tolist(), "These are e to the scores. Divide each by their sum."),
        ([0, 0, 0, 1, 0, 0, 0], "That is argmax. How sure is softmax?"),
    ],
)
Quiz(
    "three_scores",
    (THETA @ POINT).tolist(),
    decimals=2,
    form="a list of three numbers",
    slips=[
        (
            THETA.sum(axis=1).tolist(),
            "The last feature is 0. What does its weight, 1.3 for class 1, add to the score?",
        ),
        (
            (THETA[:, 1:] @ POINT[1:]).tolist(),
            "The first 1 of x is the bias: the first column of the weights counts too.",
        ),
        (THREE.tolist(), "These are probabilities. The scores come before softmax."),
    ],
)
Quiz(
    "three_probabilities",
    THREE.tolist(),
    decimals=4,
    form="a list of three numbers",
    slips=[
        ((THETA @ POINT).tolist(), "These are the scores. What does softmax make of them?"),
        (
            (THETA @ POINT / (THETA @ POINT).sum()).tolist(),
            "These are the scores divided by their sum. Where is e?",
        ),
        ([0, 1, 0], "That is the class as a one-hot vector. How sure is the model of each?"),
        (
            S(THETA.sum(axis=1)).tolist(),
            "The last feature is 0. What does its weight, 1.3 for class 1, add to the score?",
        ),
    ],
)
Quiz(
    "three_class",
    1,
    decimals=0,
    form="a whole number",
    slips=[
        (2, "That is the slide's number, counted from 1. What is the index, counted from 0?"),
        (0, "Which of the three probabilities is the largest?"),
    ],
)
Quiz(
    "loss_of_third",
    float(-np.log(THREE[2])),
    decimals=4,
    form="a number",
    slips=[
        (float(-np.log(THREE[1])), "That is the loss if the predicted class were right."),
        (
            float(-np.log(THREE[0])),
            "That is the first class's. The slide counts from 1, and y = 3.",
        ),
        (float(-np.log2(THREE[2])), "That is in bits. The course counts in nats."),
        (float(-np.log10(THREE[2])), "That is the logarithm of base 10. Use the natural one."),
        (float(np.log(THREE[2])), "Mind the sign: a loss is never below 0."),
        (
            float(THREE[2]),
            "That is the probability of the right class. What is minus its logarithm?",
        ),
        (float(1 - THREE[2]), "Where is the logarithm?"),
    ],
)
Quiz(
    "gradient_rows",
    np.outer(THREE - [0, 0, 1], POINT).tolist(),
    decimals=4,
    form="a list of three lists, each of four numbers",
    slips=[
        (
            np.outer(THREE, POINT).tolist(),
            "One of the three classes is right. What is taken away from its probability?",
        ),
        (
            np.outer([0, 0, 1] - THREE, POINT).tolist(),
            "The sign is turned round. The gradient points to where the loss grows.",
        ),
        (
            np.outer(THREE - [0, 1, 0], POINT).tolist(),
            "The right class is y = 3, counted from 1, not the predicted one.",
        ),
        (
            np.outer(THREE - [1, 0, 0], POINT).tolist(),
            "The right class is y = 3, counted from 1: the last row.",
        ),
        (
            np.outer([0, 0, THREE[2] - 1], POINT).tolist(),
            "The other two classes have a slope too: their scores stand below the fraction line.",
        ),
        (
            np.outer(THREE - [0, 0, 1], [1, 1, 1, 1]).tolist(),
            "The last feature of x is 0. How does the loss change with its weights?",
        ),
    ],
)
