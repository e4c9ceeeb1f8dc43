"""Checks of how a score becomes a probability.

`sigmoid` is asked for scores of ±1000, and there no warning is allowed.
"""

from collections.abc import Iterator
from math import exp
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Probabilities

from lincourse import logistic as reference
from lincourse.checks.units.logistic.random_inputs import (
    EXAMPLES,
    LOG3,
    WEIGHTS,
    odd_problems,
    problem,
    problems,
)

# ---------------------------------------------------------------- sigmoid

sigmoid = Check(reference.sigmoid, gives=Probabilities("z.shape", relative=1e-9), silent=True)
sigmoid.example(
    (np.array([0.0, LOG3, -LOG3]),),
    np.array([0.5, 0.75, 0.25]),
    "e^0 is 1 and gives 1/2; e^(-log 3) is 1/3 and gives 3/4; e^(log 3) is 3 and gives 1/4",
)


@sigmoid.random_inputs
def sigmoid_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for shape in ((1,), (2,), (3,), (5,), (2, 3), (3, 2), (3, 3), (4, 1), (1, 4), (2, 2, 3)):
        yield (rng.integers(-96, 97, shape) / 8,)


@sigmoid.edge_cases
def sigmoid_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (np.array([-3, -1, 0, 1, 2, 4]),)
    yield (rng.integers(-9, 10, (2, 4)),)
    yield (np.array([1000.0]),)
    yield (np.array([-1000.0]),)
    yield (np.array([-1000.0, 0.0, 1000.0]),)
    yield (np.array([[1000, -1000], [-1000, 1000]]),)
    yield (rng.choice([-1.0, 1.0], (3, 3)) * rng.integers(800, 5000, (3, 3)),)


@sigmoid.property("what z and -z are given adds up to 1")
def symmetric(f: Any, rng: np.random.Generator) -> str | None:
    z = rng.integers(1, 65, 4) / 8
    total = np.asarray(f(z) + f(-z), dtype=float)
    if not np.allclose(total, 1):
        return (
            "σ(z) + σ(-z) is 1 for every z: what one class loses the other gains. "
            f"Here the sums are {np.round(total, 4).tolist()}."
        )
    return None


@sigmoid.property("at scores of ±1000 it is exactly 1 and 0")
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


sigmoid.answer("""
    small = np.exp(-np.abs(z))
    p = np.where(z >= 0, 1, small) / (1 + small)
    return p
""")
sigmoid.mistake(
    """
    -np.abs(z) -> -z
    np.where(z >= 0, 1, small) -> 1
    """,
    "it is 1 / (1 + e^-z) straight from the formula: right, but e^-z overflows where z is very "
    "negative.",
    "σ(z) can also be written with e^z. Which of the two forms is safe for z < 0, which for z > 0?",
)
sigmoid.mistake(
    """
    -np.abs(z) -> z
    np.where(z >= 0, 1, small) -> small
    """,
    "it is e^z / (1 + e^z): where z is large, that is infinity divided by infinity.",
    "σ(z) can also be written with e^-z. Which of the two forms is safe for z > 0?",
)
sigmoid.mistake(
    lambda z: np.where(z >= 0, 1 / (1 + np.exp(-z)), np.exp(z) / (1 + np.exp(z))),
    "both forms are there and the right one is chosen, but both are computed for every z.",
    "np.where works out both of its arguments in full before it chooses. What could you give to "
    "np.exp that is never positive?",
)
sigmoid.mistake(
    np.vectorize(lambda z: 1 / (1 + exp(-z)), otypes=[float]),
    "math.exp is called with a number above 709, and it stops there.",
    "Which sign should the number in the exponent have, so that e to it is never large?",
)
sigmoid.mistake(
    np.vectorize(lambda z: exp(z) / (1 + exp(z)), otypes=[float]),
    "math.exp is called with a number above 709, and it stops there: the form with e^z in it.",
    "Which sign should the number in the exponent have, so that e to it is never large?",
)
sigmoid.mistake(
    "return p -> return np.clip(p, 1e-15, 1 - 1e-15)",
    "the probability is cut off just above 0 and just below 1.",
    "That hides the overflow and gives a wrong value. Which form of σ needs no cutting?",
)
sigmoid.mistake(
    "np.abs(z) -> np.minimum(np.abs(z), 500)",
    "z is cut off at some large number before e to it is taken.",
    "That hides the overflow and gives a wrong value. Which form of σ needs no cutting?",
)
sigmoid.mistake(
    "z >= 0 -> z < 0",
    "large scores get small probabilities: a sign, or two cases, are the wrong way round.",
    "What should σ(z) come to when z is large?",
)
sigmoid.mistake(
    "np.where(z >= 0, 1, small) -> 1",
    "it only uses the absolute value of z: z and -z give the same.",
    "e^-|z| is safe, but σ(-2) is not σ(2). Which of the two forms holds for which sign of z?",
)
sigmoid.mistake(
    """
    -np.abs(z) -> -z
    np.where(z >= 0, 1, small) / (1 + small) -> 1 / 1 + small
    """,
    "it is 1/1 + e^-z: the division comes before the sum.",
    "Where does the denominator begin and end?",
)
sigmoid.mistake(
    """
    -np.abs(z) -> -z
    np.where(z >= 0, 1, small) / (1 + small) -> 1 / (1 - small)
    """,
    "there is a minus below the fraction line where a plus should be.",
    "What is σ(0), and what does your function return for 0?",
)
sigmoid.mistake(
    "return p -> return (p > 0.5) * 1.0",
    "it is 0 or 1: the class, not the probability.",
    "How sure should the model be when the score is only just above 0?",
)
sigmoid.mistake(
    """
    -np.abs(z) -> z - z.max()
    np.where(z >= 0, 1, small) / (1 + small) -> small / small.sum()
    """,
    "the exponentials are divided by their sum over all entries.",
    "Each entry of z is a score on its own: does σ of one depend on the others?",
)
sigmoid.mistake(
    "return p -> return p * (1 - p)",
    "it is the slope of σ, σ(z) (1 - σ(z)).",
    "What should σ(0) be?",
)
sigmoid.answer("""
    return (1 + np.tanh(z / 2)) / 2
""")
sigmoid.mistake(
    "(1 + np.tanh(z / 2)) / 2 -> np.tanh(z)",
    "it is tanh, which goes from -1 to 1.",
    "Between which two values must a probability lie, and what should σ(0) be?",
)
sigmoid.mistake(
    "z / 2 -> z",
    "it is (1 + tanh(z)) / 2, a curve of the right kind that is twice as steep.",
    "tanh(z) = 2σ(2z) - 1. What must be inside the tanh to give σ(z)?",
)
sigmoid.answer("""
    p = np.empty(z.shape)
    p[z >= 0] = 1 / (1 + np.exp(-z[z >= 0]))
    p[z < 0] = np.exp(z[z < 0]) / (1 + np.exp(z[z < 0]))
    return p
""")
sigmoid.mistake(
    "np.empty(z.shape) -> np.empty_like(z)",
    "the results are cut to whole numbers when z holds whole numbers.",
    "What is the type of the array that you write the results into?",
)


# ---------------------------------------------------------------- predict_probability

predict_probability = Check(reference.predict_probability, gives=Array("(n,)", relative=1e-9))
predict_probability.example(
    (WEIGHTS, EXAMPLES),
    np.array([0.75, 0.25, 0.5]),
    "the scores are log 3, -log 3 and 0; e^(-log 3) is 1/3, which gives 1 / (4/3) = 3/4, and so on",
)


@predict_probability.random_inputs
def predict_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for w, X, _ in problems(rng):
        yield w, X


@predict_probability.edge_cases
def predict_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    for w, X, _ in odd_problems(rng):
        yield w, X
    yield np.array([-1, 2, -3]), np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]])
    yield np.array([0.0, 100.0]), np.array([[1.0, 1.0], [1.0, -1.0], [1.0, 4.0]])


@predict_probability.property("reversing the sign of all weights swaps the two classes")
def swapped(f: Any, rng: np.random.Generator) -> str | None:
    w, X, _ = problem(rng, 4, 3)
    total = np.asarray(f(w, X) + f(-w, X), dtype=float)
    if not np.allclose(total, 1):
        return (
            "With -w for w every score changes its sign, so each pair of probabilities adds up to "
            f"1. Here the sums are {np.round(total, 4).tolist()}."
        )
    return None


predict_probability.answer("""
    z = X @ w
    p = 1 / (1 + np.exp(-z))
    return p
""")
predict_probability.mistake(
    "return p -> return z",
    "the scores are returned, not probabilities.",
    "What turns a score into a number between 0 and 1?",
)
predict_probability.mistake(
    "return p -> return (p > 0.5) * 1.0",
    "it is 0 or 1: the class, not its probability.",
    "How sure should the model be when the score is only just above 0?",
)
predict_probability.mistake(
    "return p -> return 1 / (1 + np.exp(-p))",
    "σ is taken twice.",
    "How often does σ appear in the formula?",
)
predict_probability.mistake(
    "X @ w -> X @ w + w[0]",
    "w[0] is added to scores that hold the bias already.",
    "The constant 1 is a column of X. What does w . x add up?",
)
predict_probability.mistake(
    "1 / (1 + np.exp(-z)) -> np.exp(z) / np.exp(z).sum()",
    "the exponentials of all examples are divided by their sum.",
    "Does the probability of one example depend on the other examples?",
)
predict_probability.mistake(
    "1 / (1 + np.exp(-z)) -> np.tanh(z)",
    "it is tanh of the score, which goes from -1 to 1.",
    "Between which two values must a probability lie?",
)
predict_probability.mistake(
    "1 / (1 + np.exp(-z)) -> (1 + np.tanh(z)) / 2",
    "it is (1 + tanh(w . x)) / 2, which is twice as steep as σ.",
    "tanh(z) = 2σ(2z) - 1. What must be inside the tanh to give σ(z)?",
)
predict_probability.mistake(
    """
    X @ w -> X * w
    return p -> return p.prod(axis=1)
    """,
    "σ is taken of each product w_j x_j, and the results are multiplied.",
    "Which comes first in the formula, the sum over the features or σ?",
)
predict_probability.mistake(
    "X @ w -> w @ X",
    "w is multiplied with the columns of X, which only fits when X is square.",
    "X has one row per example. Which product gives one score per row?",
)
