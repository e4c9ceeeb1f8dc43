"""Checks of unit 05. Scores are exact multiples of 1/64 and small enough for every right form.

Only `sigmoid` and `cross_entropy` are asked for scores of ±1000, and there no warning is allowed.
"""

from collections.abc import Iterator
from math import exp, log, log1p
from typing import Any

import numpy as np

from lincourse import logistic as reference
from lincourse.checks.kinds import Array, Number, Probabilities
from lincourse.checks.ladder import Args, Check
from lincourse.checks.quiz import Quiz
from lincourse.derivations import numerical_gradient

LOG3 = log(3)
SHAPES = ((2, 2), (3, 2), (2, 3), (4, 3), (3, 3), (6, 4), (5, 5), (12, 3), (1, 3), (7, 1))


def problem(rng: np.random.Generator, n: int, d: int, labels: tuple[int, int] = (0, 1)) -> Args:
    """(w, X, y): the bias first in some X, both labels where n > 1, scores between -15 and 15."""
    w, X = rng.integers(-12, 13, d) / 8, rng.integers(-16, 17, (n, d)) / 8
    w[0] += 0.0625  # never 0, so that a forgotten bias shows
    if rng.random() < 0.7:
        X[:, 0] = 1.0
    y = np.array(labels)[rng.integers(0, 2, n)]
    y[: min(n, 2)] = rng.permutation(labels)[: min(n, 2)]
    return w, X, y


def problems(rng: np.random.Generator, labels: tuple[int, int] = (0, 1)) -> Iterator[Args]:
    """Small problems first; as many examples as features, more of them, and fewer."""
    for n, d in SHAPES:
        yield problem(rng, n, d, labels)
        yield problem(rng, n, d, labels)


def odd_problems(rng: np.random.Generator, labels: tuple[int, int] = (0, 1)) -> Iterator[Args]:
    """Whole numbers, one class only, one example and many, weights of zero, a feature of zero."""
    low, high = labels
    yield (
        rng.integers(-2, 3, 3),
        rng.integers(-3, 4, (5, 3)),
        np.array([low, high, high, low, high]),
    )
    yield np.array([1, -2]), np.array([[1, 1], [1, -1], [1, 3]]), np.array([high, low, low])
    for label in labels:
        w, X, y = problem(rng, 4, 3, labels)
        yield w, X, np.full_like(y, label)
        w, X, y = problem(rng, 1, 2, labels)
        yield w, X, np.full_like(y, label)
    yield problem(rng, 60, 4, labels)
    _, X, y = problem(rng, 6, 3, labels)
    yield np.zeros(3), X, y
    w, X, y = problem(rng, 5, 3, labels)
    X[:, 1] = 0.0
    yield w, X, y


def sigma(z: Any) -> Any:
    """σ(z), for wrong turns that do get this right."""
    return reference.sigmoid(z)


def chances(w: Any, X: Any, y: Any) -> Any:
    """P(y | x) of each example's own label."""
    return sigma((2 * y - 1) * (X @ w))


EXAMPLES = np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 0.0]])
WEIGHTS = np.array([0.0, LOG3])  # the scores are log 3, -log 3 and 0: 3/4, 1/4 and 1/2
LABELS = np.array([1, 1, 0])


# ---------------------------------------------------------------- sigmoid

sigmoid = Check(reference.sigmoid, gives=Probabilities("z.shape"), silent=True)
sigmoid.worked(
    (np.array([0.0, LOG3, -LOG3]),),
    np.array([0.5, 0.75, 0.25]),
    "e^0 is 1 and gives 1/2; e^(-log 3) is 1/3 and gives 3/4; e^(log 3) is 3 and gives 1/4",
)


@sigmoid.cases
def sigmoid_cases(rng: np.random.Generator) -> Iterator[Args]:
    for shape in ((1,), (2,), (3,), (5,), (2, 3), (3, 2), (3, 3), (4, 1), (1, 4), (2, 2, 3)):
        yield (rng.integers(-96, 97, shape) / 8,)


@sigmoid.extremes
def sigmoid_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (np.array([-3, -1, 0, 1, 2, 4]),)
    yield (rng.integers(-9, 10, (2, 4)),)
    yield (np.array([1000.0]),)
    yield (np.array([-1000.0]),)
    yield (np.array([-1000.0, 0.0, 1000.0]),)
    yield (np.array([[1000, -1000], [-1000, 1000]]),)
    yield (rng.choice([-1.0, 1.0], (3, 3)) * rng.integers(800, 5000, (3, 3)),)


@sigmoid.law("what z and -z are given adds up to 1")
def symmetric(f: Any, rng: np.random.Generator) -> str | None:
    z = rng.integers(1, 65, 4) / 8
    total = np.asarray(f(z) + f(-z), dtype=float)
    if not np.allclose(total, 1):
        return (
            "σ(z) + σ(-z) is 1 for every z: what one class loses the other gains. "
            f"Here the sums are {np.round(total, 4).tolist()}."
        )
    return None


@sigmoid.law("at scores of ±1000 it is exactly 1 and 0")
def exact_at_1000(f: Any, rng: np.random.Generator) -> str | None:
    high, low = (float(np.ravel(f(np.array([z])))[0]) for z in (1000.0, -1000.0))
    if high == 1 and low == 0:
        return None
    if not np.isfinite([high, low]).all():
        return (
            f"At 1000 and -1000 the result is {high:g} and {low:g}: some e^1000 became infinite on "
            "the way."
        )
    return (
        "e^-1000 is so small that a computer stores it as 0, so at 1000 and -1000 the "
        f"result is 1 and 0. Here it is {high!r} and {low!r}. Was something cut off or added?"
    )


sigmoid.turn(
    lambda z: 1 / (1 + np.exp(-z)),
    "it is 1 / (1 + e^-z) straight from the formula: right, but e^-z overflows where z is very "
    "negative.",
    "σ(z) can also be written with e^z. Which of the two forms is safe for z < 0, which for z > 0?",
)
sigmoid.turn(
    lambda z: np.exp(z) / (1 + np.exp(z)),
    "it is e^z / (1 + e^z): where z is large, that is infinity divided by infinity.",
    "σ(z) can also be written with e^-z. Which of the two forms is safe for z > 0?",
)
sigmoid.turn(
    lambda z: np.where(z >= 0, 1 / (1 + np.exp(-z)), np.exp(z) / (1 + np.exp(z))),
    "both forms are there and the right one is chosen, but both are computed for every z.",
    "np.where works out both of its arguments in full before it chooses. What could you give to "
    "np.exp that is never positive?",
)
sigmoid.turn(
    np.vectorize(lambda z: 1 / (1 + exp(-z)), otypes=[float]),
    "math.exp is called with a number above 709, and it stops there.",
    "Which sign should the number in the exponent have, so that e to it is never large?",
)
sigmoid.turn(
    np.vectorize(lambda z: exp(z) / (1 + exp(z)), otypes=[float]),
    "math.exp is called with a number above 709, and it stops there: the form with e^z in it.",
    "Which sign should the number in the exponent have, so that e to it is never large?",
)
sigmoid.turn(
    lambda z: np.clip(sigma(z), 1e-15, 1 - 1e-15),
    "the probability is cut off just above 0 and just below 1.",
    "That hides the overflow and gives a wrong value. Which form of σ needs no cutting?",
)
sigmoid.turn(
    lambda z: sigma(np.clip(z, -500, 500)),
    "z is cut off at some large number before e to it is taken.",
    "That hides the overflow and gives a wrong value. Which form of σ needs no cutting?",
)
sigmoid.turn(
    lambda z: sigma(-1.0 * z),
    "the sign in the exponent is turned round, so that large scores get small probabilities.",
    "What should σ(z) come to when z is large?",
)
sigmoid.turn(
    lambda z: 1 / (1 + np.exp(-np.abs(z))),
    "it is computed from the size of z alone: z and -z give the same.",
    "e^-|z| is safe, but σ(-2) is not σ(2). Which of the two forms holds for which sign of z?",
)
sigmoid.turn(
    np.tanh,
    "it is tanh, which goes from -1 to 1.",
    "Between which two values must a probability lie, and what should σ(0) be?",
)
sigmoid.turn(
    lambda z: (1 + np.tanh(z)) / 2,
    "it is (1 + tanh(z)) / 2, a curve of the right kind that is twice as steep.",
    "tanh(z) = 2σ(2z) - 1. What must stand in the tanh to get σ(z)?",
)
sigmoid.turn(
    lambda z: 1 / 1 + np.exp(-z),
    "it is 1/1 + e^-z: the division comes before the sum.",
    "Where does the fraction's lower part begin and end?",
)
sigmoid.turn(
    lambda z: 1 / (1 - np.exp(-z)),
    "there is a minus below the fraction line where a plus should be.",
    "Write the formula next to your code; what is σ(0)?",
)
sigmoid.turn(
    lambda z: (z > 0) * 1.0,
    "it is 0 or 1: the class, not the probability.",
    "How sure should the model be when the score is only just above 0?",
)
sigmoid.turn(
    lambda z: np.exp(1.0 * z - z.max()) / np.exp(1.0 * z - z.max()).sum(),
    "the exponentials are divided by their sum over all entries (a softmax).",
    "Each entry of z is a score on its own: does σ of one depend on the others?",
)
sigmoid.turn(
    lambda z: sigma(z) * (1 - sigma(z)),
    "it is the slope of σ, σ(z) (1 - σ(z)).",
    "What should σ(0) be?",
)


def cut_to_whole(z: Any) -> Any:
    result = np.empty_like(z)
    result[...] = sigma(z)
    return result


sigmoid.turn(
    cut_to_whole,
    "the results are cut to whole numbers when z holds whole numbers.",
    "What is the type of the array that you write the results into?",
)


# ---------------------------------------------------------------- predict_probability

predict_probability = Check(reference.predict_probability, gives=Array("(n,)"))
predict_probability.worked(
    (WEIGHTS, EXAMPLES),
    np.array([0.75, 0.25, 0.5]),
    "the scores are log 3, -log 3 and 0; e^(-log 3) is 1/3, which gives 1 / (4/3) = 3/4, and so on",
)


@predict_probability.cases
def predict_cases(rng: np.random.Generator) -> Iterator[Args]:
    for w, X, _ in problems(rng):
        yield w, X


@predict_probability.extremes
def predict_extremes(rng: np.random.Generator) -> Iterator[Args]:
    for w, X, _ in odd_problems(rng):
        yield w, X
    yield np.array([-1, 2, -3]), np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]])
    yield np.array([0.0, 100.0]), np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 4.0]])


@predict_probability.law("turning all weights round swaps the two classes")
def swapped(f: Any, rng: np.random.Generator) -> str | None:
    w, X, _ = problem(rng, 4, 3)
    total = np.asarray(f(w, X) + f(-w, X), dtype=float)
    if not np.allclose(total, 1):
        return (
            "With -w for w every score changes its sign, so each pair of probabilities adds up to "
            f"1. Here the sums are {np.round(total, 4).tolist()}."
        )
    return None


predict_probability.turn(
    lambda w, X: X @ w,
    "the scores are returned, not probabilities.",
    "What turns a score into a number between 0 and 1?",
)
predict_probability.turn(
    lambda w, X: sigma(-(X @ w)),
    "it is P(y=0), the probability of the other class.",
    "Should a large score make y = 1 likely or unlikely?",
)
predict_probability.turn(
    lambda w, X: (X @ w > 0) * 1.0,
    "it is 0 or 1: the class, not its probability.",
    "How sure should the model be when the score is only just above 0?",
)
predict_probability.turn(
    lambda w, X: sigma(sigma(X @ w)),
    "σ is taken twice.",
    "How often does σ stand in the formula?",
)
predict_probability.turn(
    lambda w, X: sigma(X @ w + w[0]),
    "w[0] is added to scores that hold the bias already.",
    "The constant 1 is a column of X. What does w . x add up?",
)
predict_probability.turn(
    lambda w, X: sigma(X[:, 1:] @ w[1:]),
    "the first column of X and the first weight are left out.",
    "Over which features does w . x run?",
)
predict_probability.turn(
    lambda w, X: np.exp(X @ w - (X @ w).max()) / np.exp(X @ w - (X @ w).max()).sum(),
    "the exponentials of all examples are divided by their sum (a softmax).",
    "Does the probability of one example depend on the other examples?",
)
predict_probability.turn(
    lambda w, X: sigma(X @ w) / sigma(X @ w).sum(),
    "the probabilities are divided by their sum over the examples.",
    "For each example, P(y=1) and P(y=0) add up to 1. Must the examples do so too?",
)
predict_probability.turn(
    lambda w, X: np.tanh(X @ w),
    "it is tanh of the score, which goes from -1 to 1.",
    "Between which two values must a probability lie?",
)
predict_probability.turn(
    lambda w, X: (1 + np.tanh(X @ w)) / 2,
    "it is (1 + tanh(w . x)) / 2, which is twice as steep as σ.",
    "tanh(z) = 2σ(2z) - 1. What must stand in the tanh to get σ(z)?",
)
predict_probability.turn(
    lambda w, X: np.prod(sigma(X * w), axis=1),
    "σ is taken of each product w_j x_j, and the results are multiplied.",
    "Which comes first in the formula, the sum over the features or σ?",
)
predict_probability.turn(
    lambda w, X: sigma(w @ X),
    "w is multiplied with the columns of X, which only fits when X is square.",
    "X has one row per example. Which product gives one score per row?",
)
predict_probability.turn(
    lambda w, X: np.round(sigma(X @ w), 4),
    "the probabilities are rounded.",
    "Let the reader round, if need be. How many digits does your result keep?",
)


# ---------------------------------------------------------------- likelihood

likelihood = Check(reference.likelihood, gives=Number(relative=1e-6, absolute=0))
likelihood.worked(
    (WEIGHTS, EXAMPLES, LABELS),
    3 / 32,
    "P(y=1) is 3/4, 1/4 and 1/2, and the labels are 1, 1 and 0: 3/4 times 1/4 times (1 - 1/2)",
)
likelihood.cases(problems)


@likelihood.extremes
def product_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    _, X, y = problem(rng, 300, 3)
    yield np.zeros(3), X, y


@likelihood.law("over all possible labels the likelihoods add up to 1")
def adds_up(f: Any, rng: np.random.Generator) -> str | None:
    w, X, _ = problem(rng, 2, 3)
    total = sum(float(f(w, X, np.array(labels))) for labels in ((0, 0), (0, 1), (1, 0), (1, 1)))
    if not np.isclose(total, 1):
        return (
            "Two examples can be labelled in four ways, and one of them happens: the four "
            f"likelihoods add up to 1. Here they add up to {total:.4g}."
        )
    return None


likelihood.turn(
    lambda w, X, y: np.log(chances(w, X, y)).sum(),
    "it is the logarithm of the likelihood.",
    "Products of probabilities lie between 0 and 1. Does yours?",
)
likelihood.turn(
    lambda w, X, y: -np.log(chances(w, X, y)).sum(),
    "it is minus the logarithm of the likelihood.",
    "That is the loss, without its mean. Which number is asked for here?",
)
likelihood.turn(
    lambda w, X, y: reference.cross_entropy(w, X, y),
    "it is the mean cross-entropy loss.",
    "That comes next. What is asked for here is the product itself.",
)
likelihood.turn(
    lambda w, X, y: chances(w, X, y).sum(),
    "the probabilities are added, not multiplied.",
    "The examples are taken as independent: what does that make of P(A, B)?",
)
likelihood.turn(
    lambda w, X, y: chances(w, X, y).mean(),
    "it is the mean of the probabilities.",
    "The examples are taken as independent: what does that make of P(A, B)?",
)
likelihood.turn(
    lambda w, X, y: np.prod(chances(w, X, y)) ** (1 / len(y)),
    "it is the n-th root of the product.",
    "That is a mean, too. Which number is asked for?",
)
likelihood.turn(
    lambda w, X, y: np.prod(chances(w, X, 1 - y)),
    "y and 1-y are swapped: each example counts with the probability of the other label.",
    "Which of the two factors should be left over when y = 1?",
)
likelihood.turn(
    lambda w, X, y: np.prod(sigma(X @ w)),
    "P(y=1) is multiplied for all examples, whatever their label.",
    "How probable does the model find the label of an example with y = 0?",
)
likelihood.turn(
    lambda w, X, y: np.prod(sigma(X @ w) ** y),
    "only the examples with y = 1 count.",
    "An example with y = 0 has a probability too. Which factor is missing?",
)
likelihood.turn(
    lambda w, X, y: np.prod((1 - sigma(X @ w)) ** (1 - y)),
    "only the examples with y = 0 count.",
    "An example with y = 1 has a probability too. Which factor is missing?",
)
likelihood.turn(
    lambda w, X, y: np.prod(y * sigma(X @ w)),
    "y is a factor where it should be an exponent: one example with y = 0 makes it all 0.",
    "What is p to the power of 0, and what is 0 times p?",
)
likelihood.turn(
    lambda w, X, y: np.prod(sigma(y * (X @ w))),
    "y is multiplied with the score, as if the labels were -1 and +1.",
    "The labels are 0 and 1. What does an example with y = 0 come to then?",
)
likelihood.turn(
    lambda w, X, y: np.mean((X @ w > 0) == y),
    "the predicted classes are compared with the labels, so it is the share of right ones.",
    "The likelihood asks how probable the labels are, not how many are right.",
)
likelihood.turn(
    lambda w, X, y: chances(w, X, y)[-1],
    "the examples' numbers are not multiplied over the examples: it is the last one's alone.",
    "Does your loop keep what it had before?",
)


# ---------------------------------------------------------------- cross_entropy

cross_entropy = Check(reference.cross_entropy, gives=Number(), silent=True)
cross_entropy.worked(
    (WEIGHTS, EXAMPLES, LABELS),
    log(32 / 3) / 3,
    "the labels have the probabilities 3/4, 1/4 and 1/2; minus their logarithms are 0.2877, 1.3863 "
    "and 0.6931, and the mean of these is 0.7890",
)
cross_entropy.cases(problems)


@cross_entropy.extremes
def loss_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    one = np.array([[1.0]])
    for score in (1000.0, -1000.0):
        for label in (1, 0):
            yield np.array([score]), one, np.array([label])
    yield np.array([1000]), np.array([[1], [-1], [1]]), np.array([1, 0, 0])
    yield np.array([0.0, 1.0]), np.array([[1.0, 1000.0], [1.0, -1000.0]]), np.array([0, 1])
    scores = rng.choice([-1.0, 1.0], 5) * rng.integers(800, 5000, 5)
    yield np.array([0.5, 1.0]), np.column_stack([np.ones(5), scores]), rng.integers(0, 2, 5)


@cross_entropy.law("weights of zero cost log 2, whatever the labels")
def coin(f: Any, rng: np.random.Generator) -> str | None:
    _, X, y = problem(rng, 5, 3)
    value = float(f(np.zeros(3), X, y))
    if not np.isclose(value, log(2)):
        return (
            "With w = 0 every label has the probability 1/2, so the mean loss is log 2 = 0.6931. "
            f"Here it is {value:.4g}."
        )
    return None


@cross_entropy.law("a score of 1000 costs exactly 0 where it is right and 1000 where it is wrong")
def costs_1000(f: Any, rng: np.random.Generator) -> str | None:
    w, one = np.array([1000.0]), np.array([[1.0]])
    right, wrong = (float(f(w, one, np.array([label]))) for label in (1, 0))
    if np.isclose(right, 0, atol=1e-9) and np.isclose(wrong, 1000):
        return None
    if not np.isfinite([right, wrong]).all():
        return (
            f"A score of 1000 costs {right:g} with label 1 and {wrong:g} with label 0. Somewhere a "
            "number became infinite, or the logarithm of 0 was taken."
        )
    return (
        "-log(1 - σ(1000)) is 1000 to the last digit a computer keeps, and -log σ(1000) is 0. Here "
        f"they are {wrong:.6g} and {right:.6g}. Was something cut off, or a small number added?"
    )


def _either(z: Any) -> Any:
    """log(1 + e^z), with both forms computed everywhere."""
    return np.where(z > 0, z + np.log1p(np.exp(-z)), np.log1p(np.exp(z)))


def _loss(w: Any, X: Any, y: Any) -> Any:
    """The loss of each example, in a form that is right at any score."""
    return np.logaddexp(0, (1 - 2 * y) * (X @ w))


cross_entropy.turn(
    lambda w, X, y: -np.mean(y * np.log(sigma(X @ w)) + (1 - y) * np.log(1 - sigma(X @ w))),
    "the logarithms are taken of σ itself, which rounds to 0 or 1 at large scores: 0 times minus "
    "infinity is not a number.",
    "What is log(1 - σ(z)) once you put 1 / (1 + e^-z) in and simplify, before you compute?",
)
cross_entropy.turn(
    lambda w, X, y: np.mean(-np.log(chances(w, X, y))),
    "the probability of the label is rounded to 0 at large scores, and its logarithm is minus "
    "infinity.",
    "What is log(1 - σ(z)) once you put 1 / (1 + e^-z) in and simplify, before you compute?",
)
cross_entropy.turn(
    lambda w, X, y: np.mean(np.log(1 + np.exp((1 - 2 * y) * (X @ w)))),
    "it is log(1 + e^-m), whose e^-m overflows where the score is large and wrong.",
    "log(1 + e^a) is a + log(1 + e^-a). Which of the two is safe for a > 0, which for a < 0?",
)
cross_entropy.turn(
    lambda w, X, y: np.mean((1 - y) * (X @ w) + np.log(1 + np.exp(-(X @ w)))),
    "the form z - yz + log(1 + e^-z) is used, whose e^-z overflows where z is very negative.",
    "log(1 + e^a) is a + log(1 + e^-a). Which of the two is safe for a > 0, which for a < 0?",
)
cross_entropy.turn(
    lambda w, X, y: np.mean(np.log(1 + np.exp(X @ w)) - y * (X @ w)),
    "the form log(1 + e^z) - yz is used, whose e^z overflows where z is large.",
    "log(1 + e^a) is a + log(1 + e^-a). Which of the two is safe for a > 0, which for a < 0?",
)
cross_entropy.turn(
    lambda w, X, y: np.mean(_either(X @ w) - y * (X @ w)),
    "two safe forms are there and the right one is chosen, but both are computed for every score.",
    "np.where works out both of its arguments in full before it chooses. What could you give to "
    "np.exp that is never positive?",
)
cross_entropy.turn(
    lambda w, X, y: np.mean([log1p(exp(a)) for a in (1 - 2 * y) * (X @ w)]),
    "a math function stops at large scores: math.exp above 709, or math.log at 0.",
    "log(1 + e^a) is a + log(1 + e^-a). Which of the two is safe for a > 0?",
)


def clipped(w: Any, X: Any, y: Any) -> Any:
    p = np.clip(sigma(X @ w), 1e-15, 1 - 1e-15)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


cross_entropy.turn(
    clipped,
    "the probability is clipped to 1e-15 and 1 - 1e-15, so no example can cost more than 34.5.",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
cross_entropy.turn(
    lambda w, X, y: -np.log(chances(w, X, y) + 1e-15).mean(),
    "1e-15 is added to the probability, so no example can cost more than 34.5.",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
cross_entropy.turn(
    lambda w, X, y: np.logaddexp(0, (1 - 2 * y) * np.clip(X @ w, -500, 500)).mean(),
    "the score is cut off at 500.",
    "That hides the overflow and gives a wrong value. Can the loss be written so that e is never "
    "raised to a large number?",
)
cross_entropy.turn(
    lambda w, X, y: _loss(w, X, 1 - y).mean(),
    "y and 1-y are swapped: each example pays for the label it does not have.",
    "Which of the two terms should be left over when y = 1?",
)
cross_entropy.turn(
    lambda w, X, y: _loss(w, X, y).sum(),
    "the losses are added up, not averaged.",
    "Should the loss double when every example comes twice?",
)
cross_entropy.turn(
    lambda w, X, y: -_loss(w, X, y).mean(),
    "the sign is turned round: it is the mean log-likelihood.",
    "Should a good model have a small loss or a large one? Can a loss be below 0?",
)
cross_entropy.turn(
    lambda w, X, y: (y * _loss(w, X, y)).mean(),
    "only the examples with y = 1 pay.",
    "What does an example with y = 0 pay when the model is sure of 1?",
)
cross_entropy.turn(
    lambda w, X, y: ((1 - y) * _loss(w, X, y)).mean(),
    "only the examples with y = 0 pay.",
    "What does an example with y = 1 pay when the model is sure of 0?",
)
cross_entropy.turn(
    lambda w, X, y: np.logaddexp(0, -(X @ w)).mean(),
    "every example pays -log P(y=1), whatever its label.",
    "What should an example with y = 0 pay when the model is sure of 0?",
)
cross_entropy.turn(
    lambda w, X, y: _loss(w, X, y).mean() / log(2),
    "the logarithm has base 2.",
    "The course counts in nats. Which logarithm is that?",
)
cross_entropy.turn(
    lambda w, X, y: _loss(w, X, y).mean() / log(10),
    "the logarithm has base 10.",
    "The course counts in nats. Which logarithm is that?",
)
cross_entropy.turn(
    lambda w, X, y: _loss(w, X, y).mean() / 2,
    "the mean runs over twice as many numbers as there are examples.",
    "For each example only one of the two terms is not 0. By how many is the sum to be divided?",
)
cross_entropy.turn(
    lambda w, X, y: _loss(w, X, y).sum() / X.shape[1],
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
cross_entropy.turn(
    lambda w, X, y: np.mean((sigma(X @ w) - y) ** 2),
    "it is the mean of (p - y) squared.",
    "That is another loss. What does this one do with the probability of the right label?",
)
cross_entropy.turn(
    lambda w, X, y: np.maximum(0, (1 - 2 * y) * (X @ w)).mean(),
    "the part log(1 + e^-|z|) is missing: only the large part of each loss is counted.",
    "What does an example with score 0 cost?",
)
cross_entropy.turn(
    lambda w, X, y: np.logaddexp(0, -y * (X @ w)).mean(),
    "y is multiplied with the score, as if the labels were -1 and +1.",
    "The labels are 0 and 1. What does an example with y = 0 come to then?",
)
cross_entropy.turn(
    lambda w, X, y: -np.log(np.maximum(chances(w, X, y).mean(), 1e-300)),
    "the logarithm is taken of the mean probability, not the mean of the logarithms.",
    "Which comes first, the logarithm of each example or the mean?",
)


# ---------------------------------------------------------------- logistic_gradient


def slope_law(check: Check, of: Any, labels: tuple[int, int]) -> None:
    """Add the law that a gradient is the slope that small steps measure."""

    @check.law("it agrees with slopes measured by small steps")
    def slopes(f: Any, rng: np.random.Generator) -> str | None:
        w, X, y = problem(rng, 5, 3, labels)
        w = w / 4
        found = np.asarray(f(w, X, y), dtype=float)
        measured = numerical_gradient(lambda v: of(v, X, y), w)
        if np.allclose(found, measured, rtol=1e-4, atol=1e-6):
            return None
        return (
            f"Small steps of each weight measure the slopes {np.round(measured, 4).tolist()}, and "
            f"the gradient says {np.round(found, 4).tolist()}."
        )


logistic_gradient = Check(reference.logistic_gradient, gives=Array("(d,)"))
logistic_gradient.worked(
    (WEIGHTS, EXAMPLES, LABELS),
    np.array([-1.0, 1.0]) / 6,
    "P(y=1) is 3/4, 1/4 and 1/2, so the errors p - y are -1/4, -3/4 and 1/2; each times its x, and "
    "the mean of the three",
)
logistic_gradient.cases(problems)
logistic_gradient.extremes(odd_problems)
slope_law(logistic_gradient, reference.cross_entropy, (0, 1))


def _error(w: Any, X: Any, y: Any) -> Any:
    return sigma(X @ w) - y


logistic_gradient.turn(
    lambda w, X, y: -_error(w, X, y) @ X / len(y),
    "the sign is turned round: it points downhill.",
    "The gradient points to where the loss grows. Should P(y=1) - y or y - P(y=1) stand there?",
)
logistic_gradient.turn(
    lambda w, X, y: _error(w, X, y) @ X,
    "the examples are added up, not averaged.",
    "The loss is a mean. What does that make of its gradient?",
)
logistic_gradient.turn(
    lambda w, X, y: -_error(w, X, y) @ X,
    "it is a sum, and its sign is turned round.",
    "The loss is a mean, and its gradient points to where it grows.",
)
logistic_gradient.turn(
    lambda w, X, y: np.full(X.shape[1], _error(w, X, y).mean()),
    "x is missing: every weight gets the mean error.",
    "How does the score change when w_j grows by 1? By 1, or by x_j?",
)
logistic_gradient.turn(
    lambda w, X, y: _error(w, X, y).mean() * w,
    "the error is multiplied by w, not by x.",
    "How does the score change when w_j grows by 1?",
)
logistic_gradient.turn(
    lambda w, X, y: _error(w, X, y).mean() * X.mean(axis=0),
    "the mean error is multiplied with the mean x.",
    "Each example has its own error and its own x. Which comes first, the product or the mean?",
)
logistic_gradient.turn(
    lambda w, X, y: (X @ w - y) @ X / len(y),
    "σ is missing: the score itself is compared with y.",
    "That is the gradient of squared error without σ. What is compared with y here?",
)
logistic_gradient.turn(
    lambda w, X, y: ((X @ w > 0) - y) @ X / len(y),
    "the class 0 or 1 is compared with y, as a perceptron does.",
    "Should an example that is only just right teach nothing?",
)
logistic_gradient.turn(
    lambda w, X, y: _error(w, X, 1 - y) @ X / len(y),
    "y and 1-y are swapped.",
    "For an example with y = 1, which value of P(y=1) makes the error 0?",
)
logistic_gradient.turn(
    lambda w, X, y: (_error(w, X, y) * sigma(X @ w) * (1 - sigma(X @ w))) @ X / len(y),
    "there is a factor σ(1-σ) too many.",
    "The slope of the logarithm, 1/σ, cancels one part of σ's slope. What is left?",
)
logistic_gradient.turn(
    lambda w, X, y: 2 * (_error(w, X, y) * sigma(X @ w) * (1 - sigma(X @ w))) @ X / len(y),
    "it is the gradient of the mean of (p - y) squared.",
    "Which loss is to be differentiated?",
)
logistic_gradient.turn(
    lambda w, X, y: 2 * _error(w, X, y) @ X / len(y),
    "there is a factor 2 too many.",
    "Is there a square in this loss?",
)
logistic_gradient.turn(
    lambda w, X, y: _error(w, X, y) @ X / X.shape[1],
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
logistic_gradient.turn(
    lambda w, X, y: (_error(w, X, y) * ((X @ w > 0) != y)) @ X / len(y),
    "only examples that are misclassified count.",
    "The perceptron does that. Is the error of a right example 0 here?",
)
logistic_gradient.turn(
    lambda w, X, y: (_error(w, X, y) * y) @ X / len(y),
    "only examples with y = 1 count.",
    "What is the error of an example with y = 0?",
)
logistic_gradient.turn(
    lambda w, X, y: np.abs(_error(w, X, y)) @ X / len(y),
    "the errors have lost their sign.",
    "Should examples that are too high and too low pull the same way?",
)
logistic_gradient.turn(
    lambda w, X, y: (sigma(X @ w) - (2 * y - 1)) @ X / len(y),
    "the label is taken as -1 or +1.",
    "The labels are 0 and 1. What does 2y - 1 do to an error?",
)
logistic_gradient.turn(
    lambda w, X, y: w - _error(w, X, y) @ X / len(y),
    "it is w after a step, not the gradient.",
    "What is asked for is the direction alone. Who will subtract it from w?",
)
logistic_gradient.turn(
    lambda w, X, y: _error(w, X, y) @ X / len(y) * (np.arange(X.shape[1]) > 0),
    "the first weight, the bias, gets no gradient.",
    "Nothing sets the bias apart here: its feature is the constant 1.",
)
logistic_gradient.turn(
    lambda w, X, y: X @ _error(w, X, y) / len(y),
    "the errors are multiplied with the columns of X, which only fits when X is square.",
    "The errors have shape (n,), X has (n, d), and the result has (d,). Which product is that?",
)


# ---------------------------------------------------------------- the tanh perceptron

TANH_WEIGHTS = np.array([0.0, LOG3 / 2])  # tanh(log 3 / 2) is 1/2
TANH_LABELS = np.array([1, 1, -1])


def signed(draw: Any) -> Any:
    """The same inputs with the labels -1 and +1."""
    return lambda rng: draw(rng, (-1, 1))


tanh_loss = Check(reference.tanh_loss, gives=Number())
tanh_loss.worked(
    (TANH_WEIGHTS, EXAMPLES, TANH_LABELS),
    3.5,
    "tanh of the scores is 1/2, -1/2 and 0 and the labels are 1, 1 and -1: 1/4 + 9/4 + 1",
)
tanh_loss.cases(signed(problems))
tanh_loss.extremes(signed(odd_problems))


@tanh_loss.law("weights of zero cost 1 for each example")
def one_each(f: Any, rng: np.random.Generator) -> str | None:
    _, X, y = problem(rng, 6, 3, (-1, 1))
    value = float(f(np.zeros(3), X, y))
    if not np.isclose(value, 6):
        return (
            "With w = 0 tanh is 0 everywhere and each of the 6 examples is off by 1, so the sum "
            f"of squares is 6. Here it is {value:.4g}."
        )
    return None


tanh_loss.turn(
    lambda w, X, y: np.mean((y - np.tanh(X @ w)) ** 2),
    "the squares are averaged, not added up.",
    "This loss of the document is a sum. Should it double when every example comes twice?",
)
tanh_loss.turn(
    lambda w, X, y: ((y - np.tanh(X @ w)) ** 2).sum() / 2,
    "it is half of the sum of squares.",
    "Some books put 1/2 in front; does the formula here?",
)
tanh_loss.turn(
    lambda w, X, y: (y - np.tanh(X @ w)).sum(),
    "the square is missing, so that errors above and below cancel.",
    "Can a loss be below 0?",
)
tanh_loss.turn(
    lambda w, X, y: np.abs(y - np.tanh(X @ w)).sum(),
    "the sizes of the errors are added up, without a square.",
    "Write the formula next to your code.",
)
tanh_loss.turn(
    lambda w, X, y: (y - np.tanh(X @ w)).sum() ** 2,
    "the sum is squared, not each error.",
    "Which comes first, the square or the sum?",
)
tanh_loss.turn(
    lambda w, X, y: ((y - X @ w) ** 2).sum(),
    "tanh is missing: the score itself is compared with y.",
    "That is least squares (lecture 04). What keeps the output between -1 and 1 here?",
)
tanh_loss.turn(
    lambda w, X, y: ((y - np.sign(X @ w)) ** 2).sum(),
    "the sign of the score stands where its tanh should.",
    "That loss has steps and no slope. What does D0 put in place of the sign?",
)
tanh_loss.turn(
    lambda w, X, y: ((y - sigma(X @ w)) ** 2).sum(),
    "σ stands where tanh should.",
    "The labels are -1 and +1. Can σ ever reach -1?",
)
tanh_loss.turn(
    lambda w, X, y: ((y - (2 * sigma(X @ w) - 1)) ** 2).sum(),
    "it is 2σ(z) - 1, which is tanh of half the score.",
    "tanh(z) = 2σ(2z) - 1. How steep must the σ be?",
)
tanh_loss.turn(
    lambda w, X, y: (((y + 1) / 2 - np.tanh(X @ w)) ** 2).sum(),
    "the labels are turned into 0 and 1 first.",
    "Which labels can tanh reach?",
)
tanh_loss.turn(
    lambda w, X, y: ((y + np.tanh(X @ w)) ** 2).sum(),
    "there is a plus between y and tanh.",
    "What should an example cost that is right, with y = 1 and tanh near 1?",
)
tanh_loss.turn(
    lambda w, X, y: np.linalg.norm(y - np.tanh(X @ w)),
    "it is the square root of the sum of squares.",
    "Write the formula next to your code.",
)
tanh_loss.turn(
    lambda w, X, y: np.logaddexp(0, -y * (X @ w)).sum(),
    "it is the cross-entropy loss of the logistic model.",
    "The tanh perceptron has another loss: what does it do with y - tanh(w . x)?",
)


tanh_gradient = Check(reference.tanh_gradient, gives=Array("(d,)"))
tanh_gradient.worked(
    (TANH_WEIGHTS, EXAMPLES, TANH_LABELS),
    np.array([-1.0, 1.5]),
    "tanh is 1/2, -1/2 and 0, so y - tanh is 1/2, 3/2 and -1, and 1 - tanh² is 3/4, 3/4 and 1; "
    "minus twice their products is -3/4, -9/4 and 2; each times its x, added up",
)
tanh_gradient.cases(signed(problems))
tanh_gradient.extremes(signed(odd_problems))
slope_law(tanh_gradient, reference.tanh_loss, (-1, 1))


def _tanh(factor: Any) -> Any:
    """A wrong gradient Σ factor(y, t, z) x, with z = w . x and t = tanh(z)."""
    return lambda w, X, y: factor(y, np.tanh(X @ w), X @ w) @ X


tanh_gradient.turn(
    _tanh(lambda y, t, z: -(y - t) * (1 - t**2)),
    "the factor 2 is missing.",
    "What is the slope of a square?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t) * (1 - t)),
    "the slope of tanh is taken as 1 - tanh; the square is missing.",
    "At z = 0 both are 1. What is the slope of tanh far to the left?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t) * t * (1 - t)),
    "the slope of tanh is taken as tanh (1 - tanh), by analogy with σ.",
    "What is the slope of tanh at z = 0?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t) * sigma(z) * (1 - sigma(z))),
    "the slope of tanh is taken as σ(1-σ), which is the slope of σ.",
    "tanh(z) = 2σ(2z) - 1. What do the two 2s do to the slope?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t)),
    "the slope of tanh is left out.",
    "The score goes through tanh before it is compared with y. What does the chain rule add?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t) * (1 + t**2)),
    "the slope of tanh is taken as 1 + tanh².",
    "Where is tanh flat, and what does your slope say there?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t) * (1 - np.tanh(z**2))),
    "the score is squared inside the tanh.",
    "tanh²(z) is tanh(z) squared. Where does the square stand in your code?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t) * (1 - z**2)),
    "1 minus the score squared stands where 1 - tanh² should.",
    "Of what is the square taken?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: 2 * (y - t) * (1 - t**2)),
    "the sign is turned round: it points downhill.",
    "The gradient points to where the loss grows. Where does the minus of y - tanh go?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: (y - t) * (1 - t**2)),
    "the factor 2 is missing and the sign is turned round.",
    "What is the slope of a square, and where does the minus of y - tanh go?",
)
tanh_gradient.turn(
    lambda w, X, y: reference.tanh_gradient(w, X, y) / len(y),
    "the examples are averaged, not added up.",
    "The tanh loss is a sum. What does that make of its gradient?",
)
tanh_gradient.turn(
    lambda w, X, y: np.full(
        X.shape[1], (-2 * (y - np.tanh(X @ w)) * (1 - np.tanh(X @ w) ** 2)).sum()
    ),
    "x is missing: every weight gets the same number.",
    "How does the score change when w_j grows by 1? By 1, or by x_j?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - t) ** 2 * (1 - t**2)),
    "the error is squared, as in the loss.",
    "What is the slope of e², and is there still a square in it?",
)
tanh_gradient.turn(
    _tanh(lambda y, t, z: -2 * (y - np.sign(z)) * (1 - t**2)),
    "the sign of the score is compared with y, not its tanh.",
    "D0 put tanh in place of the sign. Where does it stand in the loss?",
)
tanh_gradient.turn(
    lambda w, X, y: (sigma(X @ w) - (y + 1) / 2) @ X,
    "it is the gradient of the logistic loss.",
    "The tanh perceptron has another loss. Which?",
)
tanh_gradient.turn(
    lambda w, X, y: w - reference.tanh_gradient(w, X, y),
    "it is w after a step, not the gradient.",
    "What is asked for is the direction alone. Who will subtract it from w?",
)


# ---------------------------------------------------------------- the quiz of D1, 5b

THETA = np.array([-1.0, 2.0, -3.0])
OPINIONS = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]])
OPINION_PROBABILITIES = sigma(OPINIONS @ THETA)

Quiz(
    "opinion_scores",
    (OPINIONS @ THETA).tolist(),
    decimals=1,
    form="a list of four numbers",
    slips=[
        ([2, -3, -1, 0], "The dummy feature has a weight too: -1 belongs to every score."),
        ([1, 4, 4, -1], "The weight of negative words is -3, not 3."),
        (OPINION_PROBABILITIES.tolist(), "These are probabilities. The scores come before σ."),
    ],
)
Quiz(
    "opinion_probabilities",
    OPINION_PROBABILITIES.tolist(),
    decimals=2,
    form="a list of four numbers",
    slips=[
        ((OPINIONS @ THETA).tolist(), "These are the scores. What does σ make of them?"),
        ((1 - OPINION_PROBABILITIES).tolist(), "That is P(y=0). Does a score above 0 speak for 1?"),
        ([1, 0, 0, 0], "These are the classes. How sure is the model of each?"),
        (
            sigma(OPINIONS[:, 1:] @ THETA[1:]).tolist(),
            "The dummy feature has a weight too: -1 belongs to every score.",
        ),
        (
            np.tanh(OPINIONS @ THETA).tolist(),
            "That is tanh, and some of it is below 0. Can a probability be?",
        ),
    ],
)
Quiz(
    "mixed_review",
    float(sigma(-2.0)),
    decimals=2,
    form="a number",
    slips=[
        (float(sigma(2.0)), "That is P(y=0): what is the sign of the score?"),
        (-2, "That is the score. What does σ make of it?"),
        (float(sigma(-1.0)), "The dummy feature has a weight too: -1 + 2 - 3."),
        (0, "σ is never 0, and for a score of -2 it is far from it."),
    ],
)
Quiz(
    "logistic_classes",
    [1, 0, 0, 0],
    decimals=0,
    form="a list of four numbers, each 0 or 1",
    slips=[
        ([1, 0, 1, 0], "The third document has good and bad words. Which weight is larger?"),
        ([1, 0, 0, 1], "Without any opinion the score is the bias alone. Is it above 0?"),
        ([1, 0, 1, 1], "Compare each probability with 1/2."),
        ([0, 1, 1, 1], "Which class has a probability above 1/2?"),
    ],
)
Quiz(
    "on_the_line",
    [0.5, 2.0],
    decimals=2,
    form="a list of two numbers",
    slips=[
        ([-0.5, -2.0], "Mind the sign of the bias: -1 + 2 x_1 is 0 for which x_1?"),
        ([0.5, -1.0], "On the line 2 x_1 = 1 + 3 x_2. Is 3 x_2 added or taken away?"),
        ([1.0, 4.0], "The weight of x_1 is 2: divide by it."),
        ([0.0, 1.5], "The bias counts too: the line is -1 + 2 x_1 - 3 x_2 = 0."),
    ],
)
