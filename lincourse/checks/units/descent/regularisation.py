"""Checks of the L2 penalty: the regularised logistic loss, and its gradient."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Number
from misstep.core.random_inputs import eighths

from lincourse import descent as reference
from lincourse.checks.units.descent.random_inputs import examples, labels

LAMBDAS = (0.125, 0.25, 0.75, 2.0)


def problem(rng: np.random.Generator, n: int, d: int) -> Args:
    """w, X and y with scores that no formula for the loss finds too large, and a lambda."""
    w = eighths(rng, d, reach=2)
    w[0] += 0.125 * (w[0] == 0)
    return w, examples(rng, n, d, reach=1), labels(rng, n), float(rng.choice(LAMBDAS))


SIZES = ((2, 2), (3, 3), (4, 3), (5, 2), (3, 5), (6, 4), (9, 3), (12, 5))


# ---------------------------------------------------------------- regularised_loss

regularised_loss = Check(reference.regularised_loss, gives=Number())
regularised_loss.example(
    (
        np.array([0.0, 2.0, -1.0]),
        np.array([[1.0, 1.0, 2.0], [1.0, 0.5, 1.0]]),
        np.array([1, 0]),
        0.5,
    ),
    np.log(2) + 0.5 * 5,
    "both scores are 0, so the mean cross-entropy is log 2 = 0.6931; the squares of all weights but "
    "the bias add up to 5, and half of that is 2.5",
)


@regularised_loss.random_inputs
def loss_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in SIZES:
        yield problem(rng, n, d)


def odd_problems(rng: np.random.Generator) -> Iterator[Args]:
    w, X, y, _ = problem(rng, 5, 3)
    yield w, X, y, 0.0  # no penalty at all
    w, X, y, lam = problem(rng, 1, 3)
    yield w / 3, X, y, lam / 3  # many decimals
    yield np.array([1.5]), np.ones((3, 1)), np.array([0, 1, 1]), 0.5  # a bias and nothing else
    yield np.array([2, -1, 3]), np.array([[1, 0, 1], [1, 1, -1]]), np.array([1, 0]), 0.25
    yield np.array([2, 1]), np.array([[1, 1], [1, -1], [1, 0]]), np.array([1, 1, 1]), 2
    yield np.array([-3.0, 0.0]), np.array([[1.0, 2.0], [1.0, 1.0]]), np.array([0, 0]), 0.5
    yield np.array([1.0, 40.0]), np.array([[1.0, 0.125], [1.0, -0.25]]), np.array([1, 0]), 1.5


regularised_loss.edge_cases(odd_problems)


@regularised_loss.property(
    "a larger lambda adds its share of the squared weights, and the bias adds nothing"
)
def penalty_grows(f: Any, rng: np.random.Generator) -> str | None:
    w, X, y, _ = problem(rng, 5, 3)
    w[1:] += np.where(w[1:] >= 0, 0.5, -0.5)
    added, wanted = float(f(w, X, y, 2.0) - f(w, X, y, 0.5)), 1.5 * float(w[1:] @ w[1:])
    if not np.isclose(added, wanted):
        return (
            f"From lambda 0.5 to 2 the loss should grow by 1.5 times the squared weights without "
            f"the bias, {wanted:g}; it grew by {added:g}."
        )
    return None


regularised_loss.answer("""
    from lincourse.logistic import cross_entropy
    return cross_entropy(w, X, y) + lam * np.sum(w[1:] ** 2)
""")
regularised_loss.mistake(
    "w[1:] -> w",
    "the bias is in the penalty.",
    "Which entry of w is the bias, and should it cost anything?",
)
regularised_loss.mistake(
    "w[1:] -> w[:-1]",
    "the last weight is left out of the penalty, not the bias.",
    "Where does this course put the bias: first or last?",
)
regularised_loss.mistake(
    "cross_entropy(w, X, y) + lam -> lam",
    "only the penalty is returned.",
    "What is the penalty added to?",
)
regularised_loss.mistake(
    "lam * -> lam / 2 *",
    "the penalty is halved.",
    "Some books put a half in front of lambda, so that the gradient has no 2. Does this one?",
)
regularised_loss.mistake(
    "w[1:] ** 2 -> np.abs(w[1:])",
    "absolute values are added up, not squares: that is another penalty, L1.",
    "What does the 2 in L2 stand for?",
)
regularised_loss.mistake(
    "np.sum(w[1:] ** 2) -> np.linalg.norm(w[1:])",
    "the length of the weights is used, without its square.",
    "Is there a root in the formula?",
)
regularised_loss.mistake(
    "lam * -> lam / len(X) *",
    "the penalty is divided by the number of examples.",
    "The mean is over the cross-entropies. Is the penalty part of it?",
)
regularised_loss.mistake(
    "return cross_entropy -> return len(X) * cross_entropy",
    "the cross-entropies are added up, not averaged.",
    "This course's losses are means over the examples.",
)
regularised_loss.mistake(
    "lam * -> len(X) * lam *",
    "the penalty is added once for every example.",
    "Is the penalty inside the sum over the examples?",
)
regularised_loss.mistake(
    "return cross_entropy -> return -cross_entropy",
    "the cross-entropy has the wrong sign.",
    "Is the logarithm of a probability positive or negative, and what should a loss be?",
)


# ---------------------------------------------------------------- regularised_gradient

regularised_gradient = Check(reference.regularised_gradient, gives=Array("(d,)"))
regularised_gradient.example(
    (
        np.array([0.0, 2.0, -1.0]),
        np.array([[1.0, 1.0, 2.0], [1.0, 0.5, 1.0]]),
        np.array([1, 0]),
        0.5,
    ),
    np.array([0.0, -0.125 + 2.0, -0.25 - 1.0]),
    "both probabilities are 0.5, so the mean of (sigma - y) x is (0, -0.125, -0.25); the penalty "
    "adds 2 times 0.5 times w, except for the bias: (0, 2, -1)",
)


@regularised_gradient.random_inputs
def slope_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in SIZES:
        yield problem(rng, n, d)


regularised_gradient.edge_cases(odd_problems)


@regularised_gradient.property(
    "the gradient agrees with slopes of the loss that are measured by small steps"
)
def measured(f: Any, rng: np.random.Generator) -> str | None:
    w, X, y, lam = problem(rng, 5, 3)
    w[1:] += np.where(w[1:] >= 0, 0.5, -0.5)
    h = 1e-5
    for k, (formula, step) in enumerate(zip(f(w, X, y, lam), h * np.eye(3), strict=True)):
        up, down = (reference.regularised_loss(w + s, X, y, lam) for s in (step, -step))
        if not np.isclose((up - down) / (2 * h), formula, atol=1e-5):
            return (
                f"A small step along w[{k}] changes the loss by {(up - down) / (2 * h):.4f} per "
                f"unit; the gradient says {float(formula):.4f}."
            )
    return None


regularised_gradient.answer("""
    from lincourse.logistic import logistic_gradient
    gradient = logistic_gradient(w, X, y)
    gradient[1:] += 2 * lam * w[1:]
    return gradient
""")
regularised_gradient.mistake(
    "[1:] -> ",
    "the bias is in the penalty.",
    "The bias is not in the penalty. What is the slope of something that is not there?",
)
regularised_gradient.mistake(
    "2 * lam -> lam",
    "the factor 2 is missing.",
    "What is the derivative of a square?",
)
regularised_gradient.mistake(
    """
    2 * lam -> lam
    [1:] ->
    """,
    "the factor 2 is missing, and the bias is in the penalty.",
    "What is the derivative of a square, and which weight is left out of the sum?",
)
regularised_gradient.mistake(
    "[1:] -> [:-1]",
    "the last weight is left out of the penalty, not the bias.",
    "Where does this course put the bias: first or last?",
)
regularised_gradient.mistake(
    "logistic_gradient(w, X, y) -> np.zeros(len(w))",
    "only the penalty's part is returned.",
    "What is it added to?",
)
regularised_gradient.mistake(
    "return gradient -> gradient[0] = 0; return gradient",
    "the bias's entry is set to 0 as a whole.",
    "The bias is left out of the penalty, but does the cross-entropy depend on it?",
)
regularised_gradient.mistake(
    "2 * lam * w[1:] -> lam * w[1:] ** 2",
    "the squares themselves are used, not their derivative.",
    "What is the derivative of w squared?",
)
regularised_gradient.mistake(
    "2 * lam * w[1:] -> 2 * lam * w[1:] ** 2",
    "twice the squares are used: the square is still there.",
    "What is the derivative of w squared?",
)
regularised_gradient.mistake(
    "2 * lam * w[1:] -> 2 * lam * w[1:].sum()",
    "the weights are added up in the slope of the penalty, where each entry should get its own weight.",
    "Each entry of the gradient is the slope along one weight.",
)
regularised_gradient.mistake(
    "2 * lam * w[1:] -> lam * np.sign(w[1:])",
    "only the signs of the weights are used: that is the gradient of another penalty, L1.",
    "What is the derivative of a square?",
)
regularised_gradient.mistake(
    "2 * lam -> 2 * lam / len(X)",
    "the penalty's part is divided by the number of examples.",
    "The mean is over the cross-entropies. Is the penalty part of it?",
)
regularised_gradient.mistake(
    "= logistic_gradient -> = len(X) * logistic_gradient",
    "the examples' gradients are added up, not averaged.",
    "This course's losses are means over the examples.",
)
