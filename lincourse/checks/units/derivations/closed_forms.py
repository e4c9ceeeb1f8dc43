"""Checks of closed forms: the Jacobian of softmax, gradients of a probability and a hidden layer."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Several
from misstep.core import random_inputs

from lincourse import derivations as reference

eighths = partial(random_inputs.eighths, reach=3)


# ---------------------------------------------------------------- softmax_jacobian

softmax_jacobian = Check(reference.softmax_jacobian, gives=Array("(K, K)"))
softmax_jacobian.example(
    (np.zeros(2),),
    np.array([[0.25, -0.25], [-0.25, 0.25]]),
    "both probabilities are 1/2: 1/2 (1 - 1/2) on the diagonal, -1/2 times 1/2 beside it",
)


@softmax_jacobian.random_inputs
def softmax_jacobian_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K in (2, 3, 3, 4, 5, 7):
        yield (eighths(rng, K),)


@softmax_jacobian.edge_cases
def softmax_jacobian_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (np.array([2]),)
    yield (rng.integers(-3, 4, 4),)
    yield (eighths(rng, 3) / 3,)
    yield (np.array([1000.0, 0.0, -1000.0]),)
    yield (np.array([1000.0, 1000.0]),)
    yield (np.array([-1000.0, -1001.0, -1000.5]),)


@softmax_jacobian.property("every row adds up to 0: what one class gains the others lose")
def rows_add_up_to_zero(f: Any, rng: np.random.Generator) -> str | None:
    z = eighths(rng, 4)
    sums = np.asarray(f(z)).sum(axis=1)
    if not np.allclose(sums, 0, atol=1e-9):
        return (
            "Adding the same to all scores changes no probability, so each row adds up to 0. "
            f"Here the sums are {np.round(sums, 4).tolist()}."
        )
    return None


softmax_jacobian.answer("""
    exps = np.exp(z - np.max(z))
    S = exps / exps.sum()
    jacobian = np.zeros((len(S), len(S)))
    for i in range(len(S)):
        for j in range(len(S)):
            if i == j:
                jacobian[i, j] = S[i] * (1 - S[i])
            else:
                jacobian[i, j] = -S[i] * S[j]
    return jacobian
""")
softmax_jacobian.mistake(
    "-S[i] * S[j] -> 0",
    "the terms beside the diagonal are forgotten.",
    "Does S_1 change when z_2 does?",
)
softmax_jacobian.mistake(
    "-S[i] * S[j] -> S[i] * (1 - S[j])",
    "it is S_i (1 - S_j) everywhere.",
    "What is delta when i and j differ?",
)
softmax_jacobian.mistake(
    "-S[i] * S[j] -> S[i] * S[j]",
    "the terms beside the diagonal have the wrong sign.",
    "If z_2 grows, does S_1 grow or shrink?",
)
softmax_jacobian.mistake(
    "return jacobian -> return -jacobian",
    "the sign of every entry is wrong.",
    "If z_1 grows, does S_1 grow or shrink?",
)
softmax_jacobian.mistake(
    "S[i] * (1 - S[i]) -> S[i]",
    "the diagonal is only S_i.",
    "The denominator holds z_i, too. What does it add?",
)
softmax_jacobian.mistake(
    "S[i] * (1 - S[i]) -> 1 - S[i] * S[i]",
    "the diagonal is missing S_i: it is 1 - S_i S_i.",
    "What does delta multiply?",
)
softmax_jacobian.mistake(
    "S[i] * (1 - S[i]) -> -S[i] * S[i]",
    "it is S_i S_j, without the diagonal.",
    "Where does the derivative of e^z_i itself come in?",
)
softmax_jacobian.answer("""
    exps = np.exp(z - np.max(z))
    S = exps / exps.sum()
    return np.diag(S) - np.outer(S, S)
""")
softmax_jacobian.mistake(
    "np.diag(S) - np.outer(S, S) -> np.diag(S)",
    "it is only the diagonal of S.",
    "Which term comes from the denominator?",
)
softmax_jacobian.mistake(
    "np.diag(S) - np.outer(S, S) -> S - np.eye(len(S))",
    "it is the gradient of -log S, not of S.",
    "Of which function is S_j - delta the derivative?",
)
softmax_jacobian.mistake(
    "np.diag(S) - np.outer(S, S) -> np.eye(len(S)) - S",
    "this is the derivative of log S_i, not of S_i.",
    "What does the chain rule add on the way from log S_i to S_i?",
)
softmax_jacobian.mistake(
    "z - np.max(z) -> z",
    "the largest score is not subtracted, so that e^1000 overflows.",
    "Is there a way to compute softmax without ever raising e to 1000?",
)


# ---------------------------------------------------------------- probability_gradient

probability_gradient = Check(reference.probability_gradient, gives=Array("(K, d)"))
probability_gradient.example(
    (np.zeros((2, 3)), np.array([1.0, 2.0, -4.0]), 0),
    np.array([[0.25, 0.5, -1.0], [-0.25, -0.5, 1.0]]),
    "both probabilities are 1/2, so the rows are 1/4 and -1/4 times x",
)


@probability_gradient.random_inputs
def probability_gradient_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (5, 2)):
        W, x = eighths(rng, K, d) / 2, eighths(rng, d)
        for j in dict.fromkeys((0, K - 1, int(rng.integers(K)))):
            yield W, x, j


@probability_gradient.edge_cases
def probability_gradient_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield rng.integers(-2, 3, (3, 3)), rng.integers(-2, 3, 3), 1
    yield np.array([[1000.0], [0.0], [-1000.0]]), np.array([1.0]), 1
    yield eighths(rng, 3, 2), eighths(rng, 2), 2
    yield eighths(rng, 1, 2), eighths(rng, 2), 0
    yield np.array([[1000.0, 0.0], [1000.0, 0.0]]), np.array([1.0, 2.0]), 0


@probability_gradient.property("the rows add up to 0: a push on all classes at once moves nothing")
def classes_add_up_to_zero(f: Any, rng: np.random.Generator) -> str | None:
    sums = np.asarray(f(eighths(rng, 4, 3) / 2, eighths(rng, 3) + 4, 1)).sum(axis=0)
    if not np.allclose(sums, 0, atol=1e-9):
        return (
            "If the same is added to the weights of all classes, no probability changes, so the "
            f"rows add up to 0. Here the sums are {np.round(sums, 4).tolist()}."
        )
    return None


probability_gradient.answer("""
    z = W @ x
    exps = np.exp(z - np.max(z))
    p = exps / exps.sum()
    gradient = np.zeros(W.shape)
    for m in range(len(p)):
        if m == j:
            gradient[m] = p[j] * (1 - p[j]) * x
        else:
            gradient[m] = -p[j] * p[m] * x
    return gradient
""")
probability_gradient.mistake(
    "-p[j] * p[m] * x -> 0",
    "only the class's own weights get a gradient.",
    "Does p_j change when another class's score grows?",
)
probability_gradient.mistake(
    "-p[j] * p[m] * x -> -p[j] * p[j] * x",
    "the rows of the other classes hold p_j twice, and all of them are the same.",
    "If the score of class m grows, does it matter for p_j how likely m is?",
)
probability_gradient.mistake(
    "-p[j] * p[m] -> p[j] * p[m]",
    "the terms of the other classes have the wrong sign.",
    "If another class gains, does p_j grow or shrink?",
)
probability_gradient.mistake(
    "-p[j] * p[m] -> p[j] * (1 - p[m])",
    "it is p_j (1 - p_m) for every class.",
    "What is delta when the classes differ?",
)
probability_gradient.mistake(
    """
    p[j] * (1 - p[j]) -> (1 - p[j])
    -p[j] * p[m] -> -p[m]
    """,
    "the factor p_j is missing.",
    "That is the gradient of log p_j.",
)
probability_gradient.mistake(
    """
    p[j] * (1 - p[j]) -> (p[j] - 1)
    -p[j] * p[m] -> p[m]
    """,
    "it is the gradient of the loss -log p_j.",
    "Should the gradient of the loss come back, or that of the probability?",
)
probability_gradient.mistake(
    "-p[j] * p[m] -> p[m] * (1 - p[m])",
    "it is the gradient of each class's own probability: p_m (1 - p_m).",
    "Of which probability is the gradient asked?",
)
probability_gradient.mistake(
    "p[j] * (1 - p[j]) -> -p[j] * p[j]",
    "it is -p_j p_m for the class itself too.",
    "Where does delta come in?",
)
probability_gradient.mistake(
    "p[j] * (1 - p[j]) -> p[j]",
    "it is p_j for the class itself: the denominator was forgotten there.",
    "The sum holds the class's own score too.",
)
probability_gradient.mistake(
    "* x ->",
    "x is missing: each row holds one number over and over.",
    "How does the score of class m change with w_mk?",
)


# ---------------------------------------------------------------- hidden_gradient

hidden_gradient = Check(
    reference.hidden_gradient, gives=Several(dV=Array("(H, d)"), dw=Array("(H,)"))
)
LOG3 = np.log(3)
hidden_gradient.example(
    (np.array([[0.0, LOG3 / 2], [0.0, 0.0]]), np.array([0.0, 2.0]), np.array([1.0, 1.0]), 1),
    (np.array([[0.0, 0.0], [-1.0, -1.0]]), np.array([-0.25, 0.0])),
    "tanh of log 3 / 2 is 1/2, so h is (1/2, 0) and the score 0; the error is 1/2 - 1. Times h it is "
    "(-1/4, 0); the second unit gets -1/2 times its weight 2 times its slope 1, times x",
)


def hidden_problem(rng: np.random.Generator, H: int, d: int) -> Args:
    """(V, w, x): all entries away from 0, the outputs of the units away from 1."""
    V = rng.choice([-1, 1], (H, d)) * rng.integers(1, 7, (H, d)) / 8
    w = rng.choice([-1, 1], H) * rng.integers(3, 13, H) / 8
    x = rng.choice([-1, 1], d) * rng.integers(5, 13, d) / 8
    return V, w, x


@hidden_gradient.random_inputs
def hidden_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for H, d in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (1, 3)):
        for y in (0, 1):
            yield *hidden_problem(rng, H, d), y


@hidden_gradient.edge_cases
def hidden_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield rng.integers(-1, 2, (3, 2)), np.array([1, -2, 1]), np.array([1, 2]), 1
    yield np.array([[1, 0], [0, 1]]), np.array([2, -1]), np.array([1, -1]), 0
    yield np.zeros((2, 3)), eighths(rng, 2), eighths(rng, 3), 0
    V, _, x = hidden_problem(rng, 2, 3)
    yield V, np.zeros(2), x, 1
    yield np.array([[30.0]]), np.array([2.0]), np.array([1.0]), 0  # a unit that is full


@hidden_gradient.property("both agree with the slopes that small steps measure")
def hidden_slopes(f: Any, rng: np.random.Generator) -> str | None:
    V, w, x = hidden_problem(rng, 2, 3)
    y = int(rng.integers(2))

    def loss(V: Any, w: Any) -> float:
        return float(np.logaddexp(0, (1 - 2 * y) * (w @ np.tanh(V @ x))))

    dV, dw = f(V, w, x, y)
    for name, gradient, slopes in (
        ("dV", dV, reference.numerical_gradient(lambda V: loss(V, w), V)),
        ("dw", dw, reference.numerical_gradient(lambda w: loss(V, w), w)),
    ):
        if not np.allclose(gradient, slopes, atol=1e-6):
            at = np.unravel_index(np.abs(np.asarray(gradient) - slopes).argmax(), slopes.shape)
            return (
                f"At {name}{[int(i) for i in at]} small steps measure a slope of {slopes[at]:.4f}, "
                f"and your gradient says {np.asarray(gradient)[at]:.4f}."
            )
    return None


hidden_gradient.answer("""
    h = np.tanh(V @ x)
    p = 1 / (1 + np.exp(-(w @ h)))
    error = p - y
    dw = error * h
    dV = np.outer(error * w * (1 - h**2), x)
    return dV, dw
""")
hidden_gradient.mistake(
    "error * w * (1 - h**2) -> error * w",
    "the slope of tanh is missing in dV.",
    "A unit whose output is almost 1 hardly moves any more. Where does your dV say so?",
)
hidden_gradient.mistake(
    "1 - h**2 -> 1 - h",
    "the slope of tanh is taken as 1 - h.",
    "What is the derivative of tanh, and is it the same at h and at -h?",
)
hidden_gradient.mistake(
    "1 - h**2 -> h * (1 - h)",
    "h (1 - h) is the slope of the sigmoid; these units are tanh.",
    "What is the slope of tanh at 0, where h is 0?",
)
hidden_gradient.mistake(
    "1 - h**2 -> 1 - np.tanh(h) ** 2",
    "tanh is taken twice: h is the tanh already.",
    "Written with h itself, what is the slope of tanh?",
)
hidden_gradient.mistake(
    "error * w * (1 - h**2) -> error * (1 - h**2)",
    "the message to a hidden unit does not pass through its weight w.",
    "If a unit's weight is 0, does the loss notice what that unit does?",
)
hidden_gradient.mistake(
    "error * w * (1 - h**2) -> w * (1 - h**2)",
    "the error is missing in dV.",
    "How much should V change if the prediction is right already?",
)
hidden_gradient.mistake(
    "dw = error * h -> dw = error * w",
    "dw holds w where the input of that layer belongs.",
    "A weight's slope is the message above it times what comes in below it. What comes in here?",
)
hidden_gradient.mistake(
    "p - y -> w @ h - y",
    "the score itself is used where its sigmoid should be.",
    "What turns a score into a probability?",
)
hidden_gradient.mistake(
    "p - y -> (p - y) * p * (1 - p)",
    "a factor p (1 - p) too many: this is the gradient of a squared error.",
    "In the gradient of the cross-entropy, what cancels the slope of sigma?",
)
hidden_gradient.mistake(
    "p - y -> y - p",
    "both signs are the wrong way round.",
    "If p is too large, should the score's slope be positive or negative?",
)
hidden_gradient.mistake(
    "return dV, dw -> return dw, dV",
    "the two results have changed places.",
    "Which of the two is asked for first?",
)
