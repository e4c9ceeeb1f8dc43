"""Checks of the likelihood and of losses: cross-entropy, and the squares of the tanh perceptron.

`cross_entropy` is asked for scores of ±1000, and there no warning is allowed.
"""

from collections.abc import Iterator
from math import exp, log, log1p
from typing import Any

import numpy as np
from misstep import Args, Check, Number

from lincourse import logistic as reference
from lincourse.checks.units.logistic.random_inputs import (
    EXAMPLES,
    TANH_LABELS,
    TANH_WEIGHTS,
    WEIGHTS,
    odd_problems,
    problem,
    problems,
    with_signed_labels,
)

# ---------------------------------------------------------------- likelihood

likelihood = Check(reference.likelihood, gives=Number(relative=1e-6, absolute=0))
likelihood.example(
    (WEIGHTS, EXAMPLES, np.array([1, 0, 0])),
    9 / 32,
    "P(y=1) is 3/4, 1/4 and 1/2, and the labels are 1, 0 and 0: 3/4 times (1 - 1/4) times (1 - 1/2)",
)
likelihood.random_inputs(problems)


@likelihood.edge_cases
def likelihood_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    _, X, y = problem(rng, 300, 3)
    yield np.zeros(3), X, y


@likelihood.property("over all possible labels the likelihoods add up to 1")
def adds_up(f: Any, rng: np.random.Generator) -> str | None:
    w, X, _ = problem(rng, 2, 3)
    total = sum(float(f(w, X, np.array(labels))) for labels in ((0, 0), (0, 1), (1, 0), (1, 1)))
    if not np.isclose(total, 1):
        return (
            "Two examples can be labelled in four ways, and one of them happens: the four "
            f"likelihoods add up to 1. Here they add up to {total:.4g}."
        )
    return None


likelihood.answer("""
    p = 1 / (1 + np.exp(-(X @ w)))
    factors = p**y * (1 - p) ** (1 - y)
    return np.prod(factors)
""")
likelihood.mistake(
    "np.prod(factors) -> -np.log(factors).mean()",
    "it is the mean cross-entropy loss.",
    "That comes next. What is the product itself?",
)
likelihood.mistake(
    "np.prod -> np.sum",
    "the probabilities are added, not multiplied.",
    "The examples are taken as independent: what does that make of P(A, B)?",
)
likelihood.mistake(
    "np.prod -> np.mean",
    "it is the mean of the probabilities.",
    "The examples are taken as independent: what does that make of P(A, B)?",
)
likelihood.mistake(
    "np.prod(factors) -> np.prod(factors) ** (1 / len(y))",
    "it is the n-th root of the product.",
    "That is a mean, too. Which number should come back?",
)
likelihood.mistake(
    "p**y * (1 - p) ** (1 - y) -> p ** (1 - y) * (1 - p) ** y",
    "y and 1-y are swapped: each example counts with the probability of the other label.",
    "Which of the two factors should be left over when y = 1?",
)
likelihood.mistake(
    "p**y * (1 - p) ** (1 - y) -> p**y",
    "only the examples with y = 1 count.",
    "An example with y = 0 has a probability too. Which factor is missing?",
)
likelihood.mistake(
    "p**y * (1 - p) ** (1 - y) -> (1 - p) ** (1 - y)",
    "only the examples with y = 0 count.",
    "An example with y = 1 has a probability too. Which factor is missing?",
)
likelihood.mistake(
    "p**y * (1 - p) ** (1 - y) -> y * p",
    "y is a factor where it should be an exponent: one example with y = 0 makes it all 0.",
    "What is p to the power of 0, and what is 0 times p?",
)
likelihood.mistake(
    """
    -(X @ w) -> -y * (X @ w)
    p**y * (1 - p) ** (1 - y) -> p
    """,
    "y is multiplied with the score, as if the labels were -1 and +1.",
    "The labels are 0 and 1. What does an example with y = 0 come to then?",
)
likelihood.mistake(
    "np.prod(factors) -> np.mean((p > 0.5) == y)",
    "the predicted classes are compared with the labels, so it is the share of right ones.",
    "The likelihood asks how probable the labels are, not how many are right.",
)
likelihood.mistake(
    "np.prod(factors) -> factors[-1]",
    "only the last example counts: the numbers of the others are not multiplied in.",
    "Does your loop keep what it had before?",
)


# ---------------------------------------------------------------- cross_entropy

cross_entropy = Check(reference.cross_entropy, gives=Number(), silent=True)
cross_entropy.example(
    (WEIGHTS, EXAMPLES, np.array([1, 0, 0])),
    log(32 / 9) / 3,
    "the labels 1, 0 and 0 have the probabilities 3/4, 1 - 1/4 and 1 - 1/2; minus their logarithms "
    "are 0.2877, 0.2877 and 0.6931, and the mean of these is 0.4228",
)
cross_entropy.random_inputs(problems)


@cross_entropy.edge_cases
def cross_entropy_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    one = np.array([[1.0]])
    for score in (1000.0, -1000.0, 6.0, -12.0):  # the last two cost little, but not nothing
        for label in (1, 0):
            yield np.array([score]), one, np.array([label])
    yield np.array([1000]), np.array([[1], [-1], [1]]), np.array([1, 0, 0])
    yield np.array([0.0, 1.0]), np.array([[1.0, 1000.0], [1.0, -1000.0]]), np.array([0, 1])
    scores = rng.choice([-1.0, 1.0], 5) * rng.integers(800, 5000, 5)
    yield np.array([0.5, 1.0]), np.column_stack([np.ones(5), scores]), rng.integers(0, 2, 5)


@cross_entropy.property("weights of zero cost log 2, whatever the labels")
def zero_weights_cost_log_2(f: Any, rng: np.random.Generator) -> str | None:
    _, X, y = problem(rng, 5, 3)
    value = float(f(np.zeros(3), X, y))
    if not np.isclose(value, log(2)):
        return (
            "With w = 0 every label has the probability 1/2, so the mean loss is log 2 = 0.6931. "
            f"Here it is {value:.4g}."
        )
    return None


@cross_entropy.property(
    "a score of 1000 costs exactly 0 where it is right and 1000 where it is wrong"
)
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


# Turns that go by way of σ are functions: σ rounds to 0 or 1 at large scores, so no right answer
# computes it and there is none to edit.


def probability_of_label(w: Any, X: Any, y: Any) -> Any:
    """P(y | x) of each example's own label, which rounds to 0 at large scores."""
    return reference.sigmoid((2 * y - 1) * (X @ w))


def logarithms_of_sigmoid(w: Any, X: Any, y: Any) -> Any:
    p = reference.sigmoid(X @ w)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


cross_entropy.mistake(
    logarithms_of_sigmoid,
    "the logarithms are taken of σ itself, which rounds to 0 or 1 at large scores: 0 times minus "
    "infinity is not a number.",
    "What is log(1 - σ(z)) once you put 1 / (1 + e^-z) in and simplify, before you compute?",
)
cross_entropy.mistake(
    lambda w, X, y: -np.mean(np.log(probability_of_label(w, X, y))),
    "the probability of the label is rounded to 0 at large scores, and its logarithm is minus "
    "infinity.",
    "What is log(1 - σ(z)) once you put 1 / (1 + e^-z) in and simplify, before you compute?",
)
cross_entropy.mistake(
    lambda w, X, y: np.mean((reference.sigmoid(X @ w) - y) ** 2),
    "it is the mean of (p - y) squared.",
    "That is another loss. What does this one do with the probability of the right label?",
)
cross_entropy.answer("""
    z = X @ w
    return np.mean(np.logaddexp(0, z) - y * z)
""")
cross_entropy.mistake(
    """
    z = X @ w -> p = np.clip(np.exp(-np.logaddexp(0, -X @ w)), 1e-15, 1 - 1e-15)
    np.logaddexp(0, z) - y * z -> -y * np.log(p) - (1 - y) * np.log(1 - p)
    """,
    "the probability is clipped to 1e-15 and 1 - 1e-15, so no example can cost more than -log(1e-15).",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
cross_entropy.mistake(
    """
    z = X @ w -> p = np.exp(-np.logaddexp(0, (1 - 2 * y) * (X @ w)))
    np.logaddexp(0, z) - y * z -> -np.log(p + 1e-15)
    """,
    "1e-15 is added to the probability, so no example can cost more than -log(1e-15).",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
cross_entropy.mistake(
    "np.logaddexp(0, z) -> np.log(1 + np.exp(z))",
    "the form log(1 + e^z) - yz is used, whose e^z overflows where z is large.",
    "log(1 + e^a) is a + log(1 + e^-a). Which of the two is safe for a > 0, which for a < 0?",
)
cross_entropy.mistake(
    "np.logaddexp(0, z) -> np.where(z > 0, z + np.log1p(np.exp(-z)), np.log1p(np.exp(z)))",
    "two safe forms are there and the right one is chosen, but both are computed for every score.",
    "np.where works out both of its arguments in full before it chooses. What could you give to "
    "np.exp that is never positive?",
)
cross_entropy.answer("""
    a = (1 - 2 * y) * (X @ w)
    losses = np.logaddexp(0, a)
    return losses.mean()
""")
cross_entropy.mistake(
    "np.logaddexp(0, a) -> np.log(1 + np.exp(a))",
    "it is log(1 + e^-m), whose e^-m overflows where the score is large and wrong.",
    "log(1 + e^a) is a + log(1 + e^-a). Which of the two is safe for a > 0, which for a < 0?",
)
cross_entropy.mistake(
    lambda w, X, y: np.mean([log1p(exp(a)) for a in (1 - 2 * y) * (X @ w)]),
    "a math function stops at large scores: math.exp above 709, or math.log at 0.",
    "log(1 + e^a) is a + log(1 + e^-a). Which of the two is safe for a > 0?",
)
cross_entropy.mistake(
    "X @ w -> np.clip(X @ w, -500, 500)",
    "the score is cut off at 500.",
    "That hides the overflow and gives a wrong value. Can the loss be written so that e is never "
    "raised to a large number?",
)
cross_entropy.mistake(
    "1 - 2 * y -> 2 * y - 1",
    "each example pays for the label it does not have: y and 1-y are swapped, or a sign is wrong.",
    "Which of the two terms should be left over when y = 1?",
)
cross_entropy.mistake(
    "losses.mean() -> (y * losses).mean()",
    "only the examples with y = 1 pay.",
    "What does an example with y = 0 pay when the model is sure of 1?",
)
cross_entropy.mistake(
    "losses.mean() -> ((1 - y) * losses).mean()",
    "only the examples with y = 0 pay.",
    "What does an example with y = 1 pay when the model is sure of 0?",
)
cross_entropy.mistake(
    "losses.mean() -> losses.mean() / 2",
    "the mean runs over twice as many numbers as there are examples.",
    "For each example only one of the two terms is not 0. By how many is the sum to be divided?",
)
cross_entropy.mistake(
    "losses.mean() -> losses.sum() / X.shape[1]",
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
cross_entropy.mistake(
    "np.logaddexp(0, a) -> np.maximum(0, a)",
    "the part log(1 + e^-|z|) is missing: only the large part of each loss is counted.",
    "What does an example with score 0 cost?",
)
cross_entropy.mistake(
    "(1 - 2 * y) * (X @ w) -> -y * (X @ w)",
    "y is multiplied with the score, as if the labels were -1 and +1.",
    "The labels are 0 and 1. What does an example with y = 0 come to then?",
)
cross_entropy.mistake(
    "losses.mean() -> -np.log(np.exp(-losses).mean())",
    "the logarithm is taken of the mean probability, not the mean of the logarithms.",
    "Which comes first, the logarithm of each example or the mean?",
)


# ---------------------------------------------------------------- tanh_loss

tanh_loss = Check(reference.tanh_loss, gives=Number())
tanh_loss.example(
    (TANH_WEIGHTS, EXAMPLES, TANH_LABELS),
    3.5,
    "tanh of the scores is 1/2, -1/2 and 0 and the labels are 1, 1 and -1: 1/4 + 9/4 + 1",
)
tanh_loss.random_inputs(with_signed_labels(problems))
tanh_loss.edge_cases(with_signed_labels(odd_problems))


@tanh_loss.property("weights of zero cost 1 for each example")
def one_each(f: Any, rng: np.random.Generator) -> str | None:
    _, X, y = problem(rng, 6, 3, (-1, 1))
    value = float(f(np.zeros(3), X, y))
    if not np.isclose(value, 6):
        return (
            "With w = 0 tanh is 0 everywhere and each of the 6 examples is off by 1, so the sum "
            f"of squares is 6. Here it is {value:.4g}."
        )
    return None


tanh_loss.answer("""
    t = np.tanh(X @ w)
    return ((y - t) ** 2).sum()
""")
tanh_loss.mistake(
    "((y - t) ** 2) -> (y - t)",
    "the square is missing, so that errors above and below cancel.",
    "Can a loss be below 0?",
)
tanh_loss.mistake(
    "((y - t) ** 2) -> abs(y - t)",
    "the absolute values of the errors are added up, without a square.",
    "For y = 1 and tanh = 0.5 an example costs 0.25. What does it cost in your sum?",
)
tanh_loss.mistake(
    "np.tanh(X @ w) -> X @ w",
    "tanh is missing: the score itself is compared with y.",
    "That is least squares (lecture 04). What keeps the output between -1 and 1 here?",
)
tanh_loss.mistake(
    "np.tanh -> np.sign",
    "the sign of the score is used in place of its tanh.",
    "The sign has no slope to go down. Which smooth function from -1 to 1 is in the formula?",
)
tanh_loss.mistake(
    "np.tanh(X @ w) -> 1 / (1 + np.exp(-(X @ w)))",
    "σ is used in place of tanh.",
    "The labels are -1 and +1. Can σ ever reach -1?",
)
tanh_loss.mistake(
    "np.tanh(X @ w) -> 2 / (1 + np.exp(-(X @ w))) - 1",
    "it is 2σ(z) - 1, which is tanh of half the score.",
    "tanh(z) = 2σ(2z) - 1. How steep must the σ be?",
)
tanh_loss.mistake(
    "y - t -> y + t",
    "there is a plus between y and tanh.",
    "What should an example cost that is right, with y = 1 and tanh near 1?",
)
tanh_loss.mistake(
    """
    t = np.tanh(X @ w) -> m = y * (X @ w)
    (y - t) ** 2 -> np.log(1 + np.exp(-m))
    """,
    "it is the cross-entropy loss of the logistic model.",
    "The tanh perceptron has another loss: what does it do with y - tanh(w . x)?",
)
