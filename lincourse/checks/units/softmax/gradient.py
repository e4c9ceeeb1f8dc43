"""Checks of the gradient of softmax regression, and of one step with a single example."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core.random_inputs import rate

from lincourse import softmax as reference
from lincourse.checks.units.logistic.gradients import slope_law
from lincourse.checks.units.softmax.random_inputs import (
    EXAMPLES,
    LABELS,
    SHAPES,
    WEIGHTS,
    huge_problems,
    odd_problems,
    problem,
    problems,
)

# ---------------------------------------------------------------- softmax_gradient

softmax_gradient = Check(
    reference.softmax_gradient, gives=Array("(K, d)", relative=1e-9), silent=True
)
softmax_gradient.example(
    (WEIGHTS, EXAMPLES, LABELS),
    np.array([[1 / 90, -7 / 30], [-1 / 180, -1 / 20], [-1 / 180, 17 / 60]]),
    "the probabilities are (1/2, 1/4, 1/4), (1/5, 2/5, 2/5) and (1/3, 1/3, 1/3); subtract 1 from "
    "the right class of each, multiply with its x, and take the mean of the three matrices",
)
softmax_gradient.random_inputs(problems)


@softmax_gradient.edge_cases
def gradient_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield from odd_problems(rng)
    yield from huge_problems(rng)


slope_law(softmax_gradient, reference.softmax_loss, lambda rng: problem(rng, 4, 2, 3))


@softmax_gradient.property("the rows add up to 0: what one class is to gain, others are to lose")
def rows_cancel(f: Any, rng: np.random.Generator) -> str | None:
    total = np.asarray(f(*problem(rng, 5, 3, 4)), dtype=float).sum(axis=0)
    if np.allclose(total, 0):
        return None
    return (
        "The probabilities of an example add up to 1 and so does its one-hot target, so the K rows "
        f"add up to 0. Here they add up to {np.round(total, 4).tolist()}."
    )


softmax_gradient.answer("""
    Z = X @ W.T
    exps = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = exps / exps.sum(axis=1, keepdims=True)
    errors = P - np.eye(len(W))[y]
    return errors.T @ X / len(y)
""")
softmax_gradient.mistake(
    "Z - Z.max(axis=1, keepdims=True) -> Z",
    "e^1000 overflows on the way to the probabilities.",
    "What can be subtracted from all scores of an example before np.exp?",
)
softmax_gradient.mistake(
    "Z.max(axis=1, keepdims=True) -> Z.max()",
    "the largest score of all examples is subtracted from every example, and one with much smaller "
    "scores becomes 0 divided by 0.",
    "Each example has its own distribution. Whose largest score should be subtracted?",
)
softmax_gradient.mistake(
    "np.eye(len(W))[y] -> y[:, None]",
    "the class's number is subtracted from all probabilities of the example.",
    "Class 2 is not twice class 1. From which one of the probabilities is something subtracted, and "
    "how much?",
)
softmax_gradient.mistake(
    "np.eye(len(W))[y] -> y",
    "the numbers of the classes are subtracted from the probabilities, and the shapes (n, K) and (n,) "
    "fit together only where n = K.",
    "Class 2 is not twice class 1. What does t_i in the formula look like, the one-hot vector of y_i?",
)
softmax_gradient.mistake(
    "len(y) -> X.shape[1]",
    "the sum is divided by the number of features.",
    "Which of the two lengths of X counts the examples?",
)
softmax_gradient.mistake(
    "errors = P -> errors = np.eye(len(W))[Z.argmax(axis=1)]",
    "argmax is used in place of the probabilities: it is the perceptron's gradient.",
    "Should an example that is only just right teach nothing?",
)
softmax_gradient.mistake(
    "P - np.eye(len(W))[y] -> (P - 1) * np.eye(len(W))[y]",
    "only the row of the right class gets anything.",
    "Raising another class's score lowers the right class's probability. Where does that come from "
    "in the fraction?",
)
softmax_gradient.mistake(
    "P - np.eye(len(W))[y] -> P * (1 - np.eye(len(W))[y])",
    "only the rows of the wrong classes get anything.",
    "What is the slope for the right class, where the one-hot target is 1?",
)
softmax_gradient.mistake(
    "axis=1 -> axis=0",
    "softmax is taken over the examples, not over the classes.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_gradient.mistake(
    "axis=1 -> axis=None",
    "softmax is taken over all examples and classes at once.",
    "X @ W.T has one row per example and one column per class. What must add up to 1?",
)
softmax_gradient.mistake(
    "errors = P -> errors = Z",
    "softmax is missing: the scores themselves are compared with the targets.",
    "What is compared with the one-hot target: scores, or probabilities?",
)
softmax_gradient.mistake(
    "errors = P -> errors = 1 / (1 + np.exp(-Z))",
    "the sigmoid of each score is used in place of softmax: K separate yes-or-no questions.",
    "Do your probabilities of one example add up to 1?",
)
softmax_gradient.mistake(
    "errors.T -> (errors * P * (1 - P)).T",
    "there is a factor p(1-p) too many.",
    "The slope of the logarithm, 1/p, cancels part of softmax's slope. What is left?",
)
softmax_gradient.mistake(
    "errors.T -> np.abs(errors).T",
    "the errors have lost their sign.",
    "Should a class that got too much and one that got too little be pulled the same way?",
)
softmax_gradient.mistake(
    "errors.T @ X -> errors.T @ np.ones(X.shape)",
    "x is missing: every weight of a class gets the same number.",
    "How does the score of class k change when w_kj grows by 1? By 1, or by x_j?",
)
softmax_gradient.mistake(
    "errors.T @ X / len(y) -> np.outer(errors.mean(axis=0), X.mean(axis=0))",
    "the mean error is multiplied with the mean x.",
    "Each example has its own error and its own x. Which comes first, the product or the mean?",
)
softmax_gradient.mistake(
    "errors.T -> (errors * (Z.argmax(axis=1) != y)[:, None]).T",
    "only examples that are misclassified count.",
    "The perceptron does that. Is the error of a right example 0 here?",
)
softmax_gradient.mistake(
    "errors.T @ X -> errors.T @ (X * (np.arange(X.shape[1]) > 0))",
    "the first column, the bias, gets no gradient.",
    "Nothing sets the bias apart here: its feature is the constant 1.",
)
softmax_gradient.mistake(
    "return errors -> return W - errors",
    "it is W after a step, not the gradient.",
    "Only the direction should come back. Who will subtract it from W?",
)


# ---------------------------------------------------------------- softmax_update

softmax_update = Check(reference.softmax_update, gives=Array("(K, d)"))
softmax_update.example(
    (WEIGHTS, np.array([1.0, 1.0]), 1, 0.5),
    WEIGHTS + np.outer([-0.25, 0.375, -0.125], [1.0, 1.0]),
    "the probabilities are 1/2, 1/4 and 1/4 and class 1 is right, so the errors are 1/2, -3/4 and "
    "1/4; half of each, times x, is subtracted from its row",
)


@softmax_update.random_inputs
def update_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for _, d, K in SHAPES:
        W, X, y = problem(rng, 1, d, K)
        yield W, X[0], int(y[0]), rate(rng)
    for y in range(4):
        W, X, _ = problem(rng, 1, 3, 4)
        yield W, X[0], y, rate(rng)


@softmax_update.edge_cases
def update_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([[1, 0], [0, 1], [0, 0]]), np.array([1, 2]), 0, 0.5
    yield rng.integers(-2, 3, (4, 3)), rng.integers(-2, 3, 3), 3, 0.25
    yield np.zeros((3, 2)), np.array([1.0, 2.0]), 2, rate(rng)
    W, X, y = problem(rng, 1, 3, 3)
    yield W, X[0], int(y[0]), 0.0
    yield W, np.array([1.0, 0.0, 0.0]), int(y[0]), rate(rng)


@softmax_update.property("a short step makes the loss of the example smaller")
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


@softmax_update.property("the sum of all rows stays as it was")
def sum_of_rows(f: Any, rng: np.random.Generator) -> str | None:
    W, X, y = problem(rng, 1, 3, 4)
    change = np.asarray(f(W, X[0], int(y[0]), 0.5), dtype=float).sum(axis=0) - W.sum(axis=0)
    if np.allclose(change, 0):
        return None
    return (
        "What one class gains others lose, as the probabilities add up to 1 before and after. Here "
        f"the sum of all rows changed by {np.round(change, 4).tolist()}."
    )


softmax_update.answer("""
    z = W @ x
    p = np.exp(z) / np.exp(z).sum()
    errors = p - np.eye(len(W))[y]
    return W - eta * np.outer(errors, x)
""")
softmax_update.mistake(
    "W - eta -> W + eta",
    "the sign is wrong: it is W plus the gradient, as the slide prints it, and the loss goes up.",
    "The right class has p - 1 < 0. Should its score rise or fall?",
)
softmax_update.mistake(
    "p - np.eye(len(W))[y] -> p - y",
    "the class's number, y, is subtracted from every probability.",
    "A class number is a name. Which vector is 1 for the right class and 0 for all others?",
)
softmax_update.mistake(
    "p - np.eye(len(W))[y] -> (p - 1) * np.eye(len(W))[y]",
    "only the row of the right class changes.",
    "Which rows have an error p - t that is not 0?",
)
softmax_update.mistake(
    "p - np.eye(len(W))[y] -> p * (1 - np.eye(len(W))[y])",
    "only the rows of the wrong classes change.",
    "What is the error of the right class?",
)
softmax_update.mistake(
    "errors = p -> errors = np.eye(len(W))[z.argmax()]",
    "argmax is used in place of the probabilities: it is the perceptron's update.",
    "Should an example that is only just right teach nothing?",
)
softmax_update.mistake(
    "eta * -> eta * (z.argmax() != y) *",
    "nothing changes where the most probable class is the right one.",
    "The perceptron does that. Is the error of a right example 0 here?",
)
softmax_update.mistake(
    "W - eta * np.outer(errors, x) -> eta * (W - np.outer(errors, x))",
    "eta multiplies the old weights too.",
    "What should eta = 0 do?",
)
softmax_update.mistake(
    "p - np.eye(len(W))[y] -> -np.eye(len(W))[y]",
    "the probabilities are missing: the right class gains x whatever the model thinks.",
    "How much should an example teach that the model is already sure of?",
)
softmax_update.mistake(
    "np.outer(errors, x) -> errors[:, None]",
    "x is missing: every weight of a row moves by the same amount.",
    "How does the score of class k change when w_kj grows by 1?",
)
softmax_update.mistake(
    "errors = p -> errors = z",
    "softmax is missing: the scores themselves are compared with the target.",
    "What is compared with the one-hot target: scores, or probabilities?",
)
softmax_update.mistake(
    "errors = p -> errors = 1 / (1 + np.exp(-z))",
    "the sigmoid of each score is used in place of softmax: K separate yes-or-no questions.",
    "Do your probabilities add up to 1?",
)
softmax_update.mistake(
    "eta * -> eta / len(W) *",
    "the step is divided by the number of classes.",
    "The mean runs over examples, and there is one.",
)
softmax_update.mistake(
    "np.outer(errors, x) -> np.outer(errors, x * (np.arange(len(x)) > 0))",
    "the first column, the bias, is not changed.",
    "Nothing sets the bias apart here: its feature is the constant 1.",
)
softmax_update.mistake(
    "W - eta * np.outer(errors, x) -> (W - eta * np.outer(errors, x)).astype(W.dtype)",
    "the new weights are cut to whole numbers when W holds whole numbers.",
    "What is the type of the array that you write the new weights into?",
)

softmax_update.answer("""
    new = np.array(W, dtype=float)
    for k in range(len(W)):
        p = np.exp(W @ x) / np.exp(W @ x).sum()
        new[k] -= eta * (p[k] - (k == y)) * x
    return new
""")
softmax_update.mistake(
    "W @ x -> new @ x",
    "the rows are changed one after another, each using probabilities that depend on rows already changed.",
    "All rows are updated at the same time. When are the probabilities to be computed?",
)
