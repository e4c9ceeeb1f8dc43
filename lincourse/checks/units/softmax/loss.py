"""Checks of the cross-entropy between two distributions, and of the loss of softmax regression."""

from collections.abc import Iterator
from math import exp, log
from typing import Any

import numpy as np
from misstep import Args, Check, Number

from lincourse import softmax as reference
from lincourse.checks.units.softmax.random_inputs import (
    EXAMPLES,
    LABELS,
    WEIGHTS,
    distribution,
    huge_problems,
    odd_problems,
    problem,
    problems,
)

# ---------------------------------------------------------------- entropy_between

entropy_between = Check(reference.entropy_between, gives=Number())
entropy_between.example(
    (np.array([0.5, 0.5, 0.0]), np.array([0.25, 0.5, 0.25])),
    1.5 * log(2),
    "1/2 times log 4, plus 1/2 times log 2, plus 0: 1.0397 in nats",
)


@entropy_between.random_inputs
def between_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K in (2, 3, 3, 4, 5, 6):
        yield distribution(rng, K), distribution(rng, K)
    for K in (3, 4):
        yield np.eye(K)[rng.integers(K)], distribution(rng, K)
    for K in (3, 5):
        yield distribution(rng, K, zeros=1), distribution(rng, K)


@entropy_between.edge_cases
def between_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([0.75, 0.25]), np.array([2.0**-100, 1.0])  # far below what is added to q
    p = distribution(rng, 4, zeros=2)
    yield p, p
    yield np.array([0, 1, 0]), distribution(rng, 3)
    yield np.array([0, 0, 1]), np.array([0, 0, 1])
    yield np.array([0.0, 0.25, 0.75]), np.array([0.0, 0.5, 0.5])
    yield np.array([1.0]), np.array([1.0])
    yield np.array([1 - 2.0**-21, 2.0**-21]), np.array([1 - 2.0**-40, 2.0**-40])
    p = distribution(rng, 10, parts=128)
    yield p, rng.permutation(p)


@entropy_between.property("a uniform q costs log K, whatever p is")
def uniform_costs(f: Any, rng: np.random.Generator) -> str | None:
    K = int(rng.integers(3, 6))
    value = float(f(distribution(rng, K), np.full(K, 1 / K)))
    if not np.isclose(value, log(K)):
        return (
            f"If q gives each of {K} outcomes 1/{K}, each costs log {K} = {log(K):.4f} nats, and "
            f"so does any mixture of them. Here it is {value:.4g}."
        )
    return None


@entropy_between.property("a one-hot p leaves -log q of its class")
def one_hot_costs(f: Any, rng: np.random.Generator) -> str | None:
    q, k = distribution(rng, 4), int(rng.integers(4))
    value = float(f(np.eye(4)[k], q))
    if not np.isclose(value, -log(q[k])):
        return (
            f"p is 1 for class {k} and 0 elsewhere, so only -log {q[k]:.4g} = {-log(q[k]):.4f} is "
            f"left over. Here it is {value:.4g}."
        )
    return None


entropy_between.answer("""
    happens = p > 0
    H = -np.sum(p[happens] * np.log(q[happens]))
    return H
""")
entropy_between.mistake(
    "happens = p > 0 -> p, q = q, p; happens = p > 0",
    "p and q are swapped: it is -Σ q log p.",
    "H is not symmetric. Which of the two says how often something happens, and of which is the "
    "logarithm taken?",
)
entropy_between.mistake(
    "[happens] -> ",
    "0 log 0 comes out as NaN.",
    "What never happens costs nothing. How can you leave out the entries where p is 0?",
)
entropy_between.mistake(
    lambda p, q: -sum(a * log(b) for a, b in zip(p, q, strict=True)),
    "math.log is called with 0, and it stops there.",
    "What never happens costs nothing. How can you leave out the entries where p is 0?",
)
entropy_between.mistake(
    "np.sum(p[happens] * np.log(q[happens])) -> np.sum(p * np.log(q + 1e-12))",
    "a small number is added to q, which changes the result, most of all where q is smaller still.",
    "Only the entries where p is 0 need care. How can you leave them out, and touch no other?",
)
entropy_between.mistake(
    "np.log(q[happens]) -> np.log(q[happens] / p[happens])",
    "it is H(p, q) - H(p), the Kullback-Leibler divergence.",
    "That is what q costs beyond what p itself would. Which of the two numbers should come back?",
)
entropy_between.mistake(
    "return H -> return H / len(p)",
    "it is a mean over the classes, not a sum.",
    "p already says how much each class counts. By what is the sum divided?",
)
entropy_between.mistake(
    "np.sum(p[happens] * np.log(q[happens])) -> np.log(np.sum(p * q))",
    "the logarithm is taken after the sum.",
    "Which comes first, the logarithm of each q or the sum?",
)
entropy_between.mistake(
    "np.sum(p[happens] * np.log(q[happens])) -> np.sum(np.log(q))",
    "p is missing: the logarithms of all q are added up.",
    "How much should something count that never happens?",
)
entropy_between.mistake(
    "np.sum(p[happens] * np.log(q[happens])) -> np.log(q[p.argmax()])",
    "only the most probable class of p counts.",
    "Every outcome with p > 0 happens now and then. What does each cost, and how often?",
)
entropy_between.mistake(
    "np.sum(p[happens] * np.log(q[happens])) -> np.sum(p * np.log(q) + (1 - p) * np.log(1 - q))",
    "the terms (1-p) log (1-q) are added, as if each class were a question of its own.",
    "That is for two outcomes written as one. How many terms does the sum over K classes have?",
)
entropy_between.mistake(
    "return H -> return np.sum((p - q) ** 2)",
    "it is the sum of (p - q) squared.",
    "That is another way to compare. Where is the logarithm?",
)


# ---------------------------------------------------------------- bits

bits = Check(reference.bits, gives=Number())
bits.example(
    (np.array([0.5, 0.5, 0.0]), np.array([0.25, 0.5, 0.25])),
    1.5,
    "half of the time 2 bits, as 1/4 is 2 to the power -2, and half of the time 1 bit",
)
bits.random_inputs(between_inputs)
bits.edge_cases(between_edge_cases)


@bits.property("for two equally frequent outcomes, a code made for them takes one bit")
def one_bit_for_a_coin(f: Any, rng: np.random.Generator) -> str | None:
    K = 2 ** int(rng.integers(1, 5))
    value = float(f(np.full(K, 1 / K), np.full(K, 1 / K)))
    if not np.isclose(value, np.log2(K)):
        return (
            f"{K} equally frequent outcomes take log2 {K} = {np.log2(K):g} bits, not {value:.4g}."
        )
    return None


bits.answer("""
    happens = p > 0
    H = -np.sum(p[happens] * np.log2(q[happens]))
    return H
""")
bits.mistake(
    "np.log2 -> np.log",
    "it is in nats: the logarithm is the natural one.",
    "How many nats is one bit?",
)
bits.mistake(
    """
    np.log2 -> np.log
    return H -> return H * np.log(2)
    """,
    "nats are multiplied by log 2, where they should be divided by it.",
    "One bit is 0.69 nats. Are there more bits or more nats in the same surprise?",
)
bits.mistake(
    "return H -> return np.ceil(H)",
    "it is rounded up to a whole number of bits.",
    "A single codeword has whole bits. Has a mean?",
)
bits.mistake(
    "happens = p > 0 -> p, q = q, p; happens = p > 0",
    "p and q are swapped: it is -Σ q log2 p.",
    "Which of the two says how often an outcome happens, and for which was the code made?",
)
bits.mistake(
    "np.log2(q[happens]) -> np.log2(q[happens] / p[happens])",
    "it is the difference H(p, q) - H(p, p), the Kullback-Leibler divergence in bits.",
    "That is what the wrong code costs beyond the right one. Which number is asked for?",
)


# ---------------------------------------------------------------- softmax_loss

softmax_loss = Check(reference.softmax_loss, gives=Number(), silent=True)
softmax_loss.example(
    (WEIGHTS, EXAMPLES, LABELS),
    log(15) / 3,
    "the right classes have the probabilities 1/2, 2/5 and 1/3; minus their logarithms are 0.6931, "
    "0.9163 and 1.0986, and the mean of these is 0.9027",
)
softmax_loss.random_inputs(problems)


@softmax_loss.edge_cases
def loss_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    yield from huge_problems(rng)


@softmax_loss.property("weights of zero cost log K, whatever the labels")
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


@softmax_loss.property("the scores 1000, 0 and -1000 cost exactly 0, 1000 and 2000")
def costs_1000(f: Any, rng: np.random.Generator) -> str | None:
    W, one = np.array([[1000.0], [0.0], [-1000.0]]), np.array([[1.0]])
    costs = [float(f(W, one, np.array([k]))) for k in range(3)]
    if np.allclose(costs, [0, 1000, 2000], rtol=1e-9, atol=1e-9):
        return None
    found = ", ".join(f"{cost + 0.0:g}" for cost in costs)  # 0 for -0.0
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


softmax_loss.answer("""
    Z = X @ W.T
    Z = Z - Z.max(axis=1, keepdims=True)
    exps = np.exp(Z)
    total = exps.sum(axis=1, keepdims=True)
    log_p = Z - np.log(total)
    losses = -log_p[np.arange(len(y)), y]
    return losses.mean()
""")
softmax_loss.mistake(
    "log_p = Z - np.log(total) -> log_p = X @ W.T",
    "it is minus the score of the right class: the scores of the other classes play no part.",
    "Can a loss be below 0? The probability of the right class also depends on the others; what is "
    "the logarithm of the sum in softmax's denominator?",
)
softmax_loss.mistake(
    "Z - np.log(total) -> np.log(exps / total)",
    "the logarithm is taken of a probability that has been rounded to 0.",
    "What is -log softmax once you put the fraction in and simplify, before you compute?",
)
softmax_loss.mistake(
    "Z = Z - Z.max(axis=1, keepdims=True) -> pass",
    "it is log Σ e^z - z_y straight from the formula: right, but e^1000 overflows.",
    "log Σ e^z is c + log Σ e^(z - c) for every c. Which c makes all the exponents harmless?",
)
softmax_loss.mistake(
    """
    Z = Z - Z.max(axis=1, keepdims=True) -> pass
    Z - np.log(total) -> np.log(exps / total)
    """,
    "softmax itself overflows: e^1000 divided by a sum that is infinite.",
    "What can be subtracted from all scores of an example before np.exp?",
)
softmax_loss.mistake(
    lambda W, X, y: np.mean(
        [log(sum(exp(z) for z in row)) - row[k] for row, k in zip(X @ W.T, y, strict=True)]
    ),
    "a math function stops at large scores: math.exp above 709, or math.log at 0.",
    "log Σ e^z is c + log Σ e^(z - c) for every c. Which c makes all the exponents harmless?",
)
softmax_loss.mistake(
    "Z - np.log(total) -> np.log(np.clip(exps / total, 1e-15, 1))",
    "the probability is cut off at 1e-15, so no example can cost more than -log(1e-15).",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
softmax_loss.mistake(
    "Z - np.log(total) -> np.log(exps / total + 1e-12)",
    "the probability is kept away from 0 by 1e-12, so no example can cost more than -log(1e-12).",
    "That hides the log of 0 and gives a wrong value. Can the loss be written without the log of a "
    "number that rounds to 0?",
)
softmax_loss.mistake(
    "Z = X @ W.T -> Z = np.clip(X @ W.T, -500, 500)",
    "the scores are cut off at 500.",
    "That hides the overflow and gives a wrong value. What can be subtracted from all scores "
    "instead?",
)
softmax_loss.mistake(
    "Z - np.log(total) -> X @ W.T - np.log(total)",
    "the largest score is subtracted in the sum, but not added again.",
    "log Σ e^z is c + log Σ e^(z - c). Where is c in your result?",
)
softmax_loss.mistake(
    "losses.mean() -> losses.sum() / X.shape[1]",
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
softmax_loss.mistake(
    "axis=1 -> axis=0",
    "softmax is taken over the examples, not over the classes.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_loss.mistake(
    "axis=1 -> axis=None",
    "softmax is taken over all examples and classes at once.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_loss.mistake(
    "Z - np.log(total) -> np.log(1 - exps / total)",
    "it is -log(1 - p): the right class pays for being probable.",
    "What should an example cost whose class has the probability 0.99?",
)
softmax_loss.mistake(
    """
    Z - np.log(total) -> np.log(np.abs(1 - np.eye(len(W))[y] - exps / total))
    -log_p[np.arange(len(y)), y] -> -log_p.sum(axis=1)
    """,
    "the terms -log(1 - p) of the wrong classes are added, as if each class were a question of its "
    "own.",
    "Which probabilities does the product of indicators leave over?",
)
softmax_loss.mistake(
    """
    Z - np.log(total) -> exps / total * np.log(np.eye(len(W))[y])
    -log_p[np.arange(len(y)), y] -> -log_p.sum(axis=1)
    """,
    "truth and belief are swapped: the logarithm is taken of the one-hot targets.",
    "H(p, q) is not symmetric. Which of the two is the truth, and which can be 0?",
)
softmax_loss.mistake(
    "losses.mean() -> -np.log(np.exp(-losses).mean())",
    "the logarithm is taken of the mean probability, not the mean of the logarithms.",
    "Which comes first, the logarithm of each example or the mean?",
)
softmax_loss.mistake(
    "losses.mean() -> 1 - np.exp(-losses).mean()",
    "it is one minus the mean probability of the right class: the logarithm is missing.",
    "What does an example cost whose class was called impossible?",
)
softmax_loss.mistake(
    "losses.mean() -> ((exps / total - np.eye(len(W))[y]) ** 2).sum(axis=1).mean()",
    "it is the squared distance between the probabilities and the one-hot targets.",
    "That is another loss. What does this one do with the probability of the right class?",
)
softmax_loss.mistake(
    "Z - np.log(total) -> Z",
    "it is how far the winner is ahead of the right class: the perceptron's loss.",
    "What does an example cost that is right, but only just?",
)
softmax_loss.mistake(
    "X @ W.T -> X @ W",
    "X is multiplied with W itself, which only fits where W is square.",
    "W has one row per class. Which product of X (n, d) with W (K, d) has shape (n, K)?",
)
