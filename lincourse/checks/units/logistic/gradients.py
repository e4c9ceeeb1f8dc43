"""Checks of gradients: of the cross-entropy, and of the loss of the tanh perceptron."""

from collections.abc import Callable
from typing import Any

import numpy as np
from misstep import Args, Array, Check

from lincourse import logistic as reference
from lincourse.checks.units.logistic.random_inputs import (
    EXAMPLES,
    LABELS,
    TANH_LABELS,
    TANH_WEIGHTS,
    WEIGHTS,
    odd_problems,
    problem,
    problems,
    with_signed_labels,
)
from lincourse.derivations import numerical_gradient


def slope_law(check: Check, loss: Any, draw: Callable[[np.random.Generator], Args]) -> None:
    """Add the property that a gradient is the slope that small steps measure."""

    @check.property("it agrees with slopes measured by small steps")
    def slopes_agree(f: Any, rng: np.random.Generator) -> str | None:
        w, X, y = draw(rng)
        w = w / 4
        found = np.asarray(f(w, X, y), dtype=float)
        measured = numerical_gradient(lambda v: loss(v, X, y), w)
        if np.allclose(found, measured, rtol=1e-4, atol=1e-6):
            return None
        return (
            f"Measured with small steps, the slopes are {np.round(measured, 4).tolist()}; your "
            f"gradient says {np.round(found, 4).tolist()}."
        )


# ---------------------------------------------------------------- logistic_gradient

logistic_gradient = Check(reference.logistic_gradient, gives=Array("(d,)", relative=1e-9))
logistic_gradient.example(
    (WEIGHTS, EXAMPLES, LABELS),
    np.array([-1.0, 1.0]) / 6,
    "P(y=1) is 3/4, 1/4 and 1/2, so the errors p - y are -1/4, -3/4 and 1/2; each times its x, and "
    "the mean of the three",
)
logistic_gradient.random_inputs(problems)
logistic_gradient.edge_cases(odd_problems)
slope_law(logistic_gradient, reference.cross_entropy, lambda rng: problem(rng, 5, 3))

logistic_gradient.answer("""
    p = 1 / (1 + np.exp(-(X @ w)))
    error = p - y
    return error @ X / len(y)
""")
logistic_gradient.mistake(
    "error @ X / len(y) -> np.full(X.shape[1], error.mean())",
    "x is missing: every weight gets the mean error.",
    "How does the score change when w_j grows by 1? By 1, or by x_j?",
)
logistic_gradient.mistake(
    "error @ X / len(y) -> error.mean() * w",
    "the error is multiplied by w, not by x.",
    "How does the score change when w_j grows by 1?",
)
logistic_gradient.mistake(
    "error @ X / len(y) -> error.mean() * X.mean(axis=0)",
    "the mean error is multiplied with the mean x.",
    "Each example has its own error and its own x. Which comes first, the product or the mean?",
)
logistic_gradient.mistake(
    "1 / (1 + np.exp(-(X @ w))) -> X @ w",
    "σ is missing: the score itself is compared with y.",
    "That is the gradient of squared error without σ. What is compared with y here?",
)
logistic_gradient.mistake(
    "1 / (1 + np.exp(-(X @ w))) -> X @ w > 0",
    "the class 0 or 1 is compared with y, as a perceptron does.",
    "Should an example that is only just right teach nothing?",
)
logistic_gradient.mistake(
    "p - y -> p - (1 - y)",
    "y and 1-y are swapped.",
    "For an example with y = 1, which value of P(y=1) makes the error 0?",
)
logistic_gradient.mistake(
    "p - y -> (p - y) * p * (1 - p)",
    "there is a factor σ(1-σ) too many.",
    "The slope of the logarithm, 1/σ, cancels one part of σ's slope. What is left?",
)
logistic_gradient.mistake(
    "p - y -> 2 * (p - y) * p * (1 - p)",
    "it is the gradient of the mean of (p - y) squared.",
    "Which loss is to be differentiated?",
)
logistic_gradient.mistake(
    "len(y) -> X.shape[1]",
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
logistic_gradient.mistake(
    "p - y -> (p - y) * ((p > 0.5) != y)",
    "only examples that are misclassified count.",
    "The perceptron does that. Is the error of a right example 0 here?",
)
logistic_gradient.mistake(
    "p - y -> (p - y) * y",
    "only examples with y = 1 count.",
    "What is the error of an example with y = 0?",
)
logistic_gradient.mistake(
    "p - y -> abs(p - y)",
    "the errors have lost their sign.",
    "Should examples that are too high and too low pull the same way?",
)
logistic_gradient.mistake(
    "p - y -> p - (2 * y - 1)",
    "the label is taken as -1 or +1.",
    "The labels are 0 and 1. What does 2y - 1 do to an error?",
)
logistic_gradient.mistake(
    "error @ X / len(y) -> w - error @ X / len(y)",
    "it is w after a step, not the gradient.",
    "Only the direction should come back. Who will subtract it from w?",
)
logistic_gradient.mistake(
    "error @ X / len(y) -> np.append(0, error @ X[:, 1:] / len(y))",
    "the first weight, the bias, gets no gradient.",
    "Nothing sets the bias apart here: its feature is the constant 1.",
)
logistic_gradient.mistake(
    "error @ X -> X @ error",
    "the errors are multiplied with the columns of X, which only fits when X is square.",
    "The errors have shape (n,), X has (n, d), and the result has (d,). Which product is that?",
)


# ---------------------------------------------------------------- tanh_gradient

tanh_gradient = Check(reference.tanh_gradient, gives=Array("(d,)"))
tanh_gradient.example(
    (TANH_WEIGHTS, EXAMPLES, TANH_LABELS),
    np.array([-1.0, 1.5]),
    "tanh is 1/2, -1/2 and 0, so y - tanh is 1/2, 3/2 and -1, and 1 - tanh² is 3/4, 3/4 and 1; "
    "minus twice their products is -3/4, -9/4 and 2; each times its x, added up",
)
tanh_gradient.random_inputs(with_signed_labels(problems))
tanh_gradient.edge_cases(with_signed_labels(odd_problems))
slope_law(tanh_gradient, reference.tanh_loss, lambda rng: problem(rng, 5, 3, (-1, 1)))

tanh_gradient.answer("""
    z = X @ w
    t = np.tanh(z)
    slopes = -2 * (y - t) * (1 - t**2)
    return slopes @ X
""")
tanh_gradient.mistake(
    "1 - t**2 -> 1 - t",
    "the slope of tanh is taken as 1 - tanh; the square is missing.",
    "At z = 0 both are 1. What is the slope of tanh far to the left?",
)
tanh_gradient.mistake(
    "(1 - t**2) -> t * (1 - t)",
    "the slope of tanh is taken as tanh (1 - tanh), by analogy with σ.",
    "What is the slope of tanh at z = 0?",
)
tanh_gradient.mistake(
    """
    t = np.tanh(z) -> t, p = np.tanh(z), 1 / (1 + np.exp(-z))
    (1 - t**2) -> p * (1 - p)
    """,
    "the slope of tanh is taken as σ(1-σ), which is the slope of σ.",
    "tanh(z) = 2σ(2z) - 1. What do the two 2s do to the slope?",
)
tanh_gradient.mistake(
    "-2 * (y - t) * (1 - t**2) -> -2 * (y - t)",
    "the slope of tanh is left out.",
    "The score goes through tanh before it is compared with y. What does the chain rule add?",
)
tanh_gradient.mistake(
    "1 - t**2 -> 1 + t**2",
    "the slope of tanh is taken as 1 + tanh².",
    "Where is tanh flat, and what does your slope say there?",
)
tanh_gradient.mistake(
    "1 - t**2 -> 1 - np.tanh(z**2)",
    "the score is squared inside the tanh.",
    "tanh²(z) is tanh(z) squared. Where is the square in your code?",
)
tanh_gradient.mistake(
    "1 - t**2 -> 1 - z**2",
    "1 minus the score squared is used in place of 1 - tanh².",
    "What is it that should be squared?",
)
tanh_gradient.mistake(
    "slopes @ X -> np.full(X.shape[1], slopes.sum())",
    "x is missing: every weight gets the same number.",
    "How does the score change when w_j grows by 1? By 1, or by x_j?",
)
tanh_gradient.mistake(
    "(y - t) -> (y - t) ** 2",
    "the error is squared, as in the loss.",
    "What is the slope of e², and is there still a square in it?",
)
tanh_gradient.mistake(
    "(y - t) -> (y - np.sign(z))",
    "the sign of the score is compared with y, not its tanh.",
    "The loss has tanh in place of the sign. Where does it enter the slope?",
)
tanh_gradient.mistake(
    """
    t = np.tanh(z) -> p = 1 / (1 + np.exp(-z))
    -2 * (y - t) * (1 - t**2) -> p - (y + 1) / 2
    """,
    "it is the gradient of the logistic loss.",
    "The tanh perceptron has another loss. Which?",
)
tanh_gradient.mistake(
    "slopes @ X -> w - slopes @ X",
    "it is w after a step, not the gradient.",
    "Only the direction should come back. Who will subtract it from w?",
)
