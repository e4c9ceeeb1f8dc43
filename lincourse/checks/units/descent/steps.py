"""Checks of one step of descent on the logistic loss: with all examples, and with one."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core.random_inputs import eighths, rate

from lincourse import descent as reference
from lincourse.checks.units.descent.random_inputs import examples, labels
from lincourse.logistic import sigmoid

# ---------------------------------------------------------------- mistakes of both

SIMULTANEOUS = (
    "the weights are updated one after another, so later ones see a w that has changed already.",
    "Which w should all entries of the gradient be computed with?",
)
UPHILL = (
    "the step goes uphill: the loss gets worse.",
    "The gradient is (sigma - y) x, or the mean of these. Do you add it, or subtract it?",
)
NO_SIGMOID = (
    "the score itself is used where its sigmoid should be.",
    "What turns a score of -3 into a probability?",
)
HARD = (
    "the probability is rounded to a prediction of 0 or 1 before the gradient is taken.",
    "Should an example that is right by a hair change nothing at all?",
)
NO_X = (
    "all weights change by the same amount: x is missing from the gradient.",
    "By what is the error, sigma - y, multiplied in the gradient?",
)
CUT = (
    "the step is cut to whole numbers when w holds whole numbers.",
    "What is the type of w's entries, and can it hold decimals?",
)
ONLY_GRADIENT = (
    "the gradient is returned, not the new w.",
    "What do you do with a gradient once you have it?",
)
SQUARED = (
    "this is the gradient of a squared error: a factor sigma (1 - sigma) is in it.",
    "In the gradient of the cross-entropy, what cancels that factor?",
)
SIGNED = (
    "the labels are turned into -1 and +1 on the way.",
    "The labels of the logistic loss are 0 and 1. What is sigma - y for a perfect prediction?",
)
SWAPPED = (
    "the classes are swapped: sigma is taken for the probability of y = 0.",
    "Of which label is sigma(w . x) the probability?",
)


# ---------------------------------------------------------------- batch_step

batch_step = Check(reference.batch_step, gives=Array("(d,)", relative=1e-9))
batch_step.example(
    (np.zeros(2), np.array([[1.0, 2], [1, -4], [1, 2], [1, 0]]), np.array([1, 0, 1, 1]), 0.5),
    np.array([0.125, 0.5]),
    "all scores are 0, so all probabilities are 0.5; the gradients are -0.5 (1, 2), 0.5 (1, -4), "
    "-0.5 (1, 2) and -0.5 (1, 0), their mean is (-0.25, -1), and half of that is taken from w",
)


@batch_step.random_inputs
def batch_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((2, 2), (3, 3), (4, 3), (5, 2), (3, 5), (6, 4), (9, 3), (12, 5)):
        yield eighths(rng, d, reach=1), examples(rng, n, d), labels(rng, n), rate(rng)
        yield eighths(rng, d, reach=1), examples(rng, n, d, reach=1), labels(rng, n), rate(rng)


@batch_step.edge_cases
def batch_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), examples(rng, 1, 3), np.array([1]), 0.5
    yield eighths(rng, 1), np.ones((3, 1)), np.array([0, 0, 1]), 0.25
    yield eighths(rng, 2) / 3, examples(rng, 4, 2), np.ones(4, dtype=int), 0.5
    yield eighths(rng, 2), examples(rng, 4, 2), np.zeros(4, dtype=int), 0.5
    yield np.array([1, -2]), np.array([[1, 3], [1, 0], [1, -1]]), np.array([1, 1, 0]), 0.25
    whole = np.array([[1, 3, 0], [1, -2, 1], [1, 0, -3], [1, 2, 2]])
    yield np.array([0, 0, 0]), whole, np.array([0, 1, 1, 0]), 0.5
    yield np.array([100.0, -400.0]), np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1, 0]), 2.0
    yield np.array([100.0, -400.0]), np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([0, 1]), 2.0


@batch_step.property(
    "the order of the examples changes nothing, and neither does giving each one twice"
)
def a_mean_over_all(f: Any, rng: np.random.Generator) -> str | None:
    w, X, y = eighths(rng, 3, reach=1), examples(rng, 5, 3), labels(rng, 5)
    once, twice = f(w, X, y, 0.5), f(w, np.repeat(X, 2, axis=0), np.repeat(y, 2), 0.5)
    if not np.allclose(once, f(w, X[::-1].copy(), y[::-1].copy(), 0.5)):
        return "With the examples in reverse order the step was another one."
    if not np.allclose(once, twice):
        return "With every example there twice the step was another one: is it a mean?"
    return None


batch_step.answer("""
    from lincourse.logistic import sigmoid
    p = sigmoid(X @ w)
    gradient = (p - y) @ X / len(X)
    return w - eta * gradient
""")
batch_step.mistake("w - eta -> w + eta", *UPHILL)
batch_step.mistake(
    "/ len(X) -> ",
    "the gradients are added up, not averaged.",
    "The loss is a mean over the examples. What does that make of its gradient?",
)
batch_step.mistake(
    "len(X) -> X.shape[1]",
    "it is divided by the number of features, not of examples.",
    "What is X.shape[0], and what is X.shape[1]?",
)


def one_after_another(w: Any, X: Any, y: Any, eta: float) -> Any:
    for x_i, y_i in zip(X, y, strict=True):
        w = w - eta * (sigmoid(x_i @ w) - y_i) * x_i
    return w


batch_step.mistake(
    one_after_another,
    "a step is taken after every example: that is stochastic descent.",
    "A batch step uses one w for all examples and moves once.",
)
batch_step.mistake(
    "p = sigmoid -> X, y = X[:1], y[:1]; p = sigmoid",
    "only the first example is used.",
    "What does the batch in batch_step stand for?",
)
batch_step.mistake("sigmoid(X @ w) -> X @ w", *NO_SIGMOID)
batch_step.mistake("sigmoid(X @ w) -> X @ w >= 0", *HARD)
batch_step.mistake("(p - y) @ X / len(X) -> np.mean(p - y)", *NO_X)
batch_step.mistake("return w - eta * gradient -> return gradient", *ONLY_GRADIENT)
batch_step.mistake("w - eta * gradient -> (w - eta * gradient).astype(w.dtype)", *CUT)
batch_step.mistake("(p - y) @ X -> ((p - y) * p * (1 - p)) @ X", *SQUARED)
batch_step.mistake("p - y -> p - (2 * y - 1)", *SIGNED)
batch_step.mistake("p - y -> p - (1 - y)", *SWAPPED)

batch_step.answer("""
    from lincourse.logistic import sigmoid
    new = np.array(w, dtype=float)
    for k in range(len(w)):
        p = sigmoid(X @ w)
        new[k] -= eta * np.mean((p - y) * X[:, k])
    return new
""")
batch_step.mistake("X @ w -> X @ new", *SIMULTANEOUS)


# ---------------------------------------------------------------- sgd_step

sgd_step = Check(reference.sgd_step, gives=Array("(d,)"))
sgd_step.example(
    (np.array([0.0, 0.0]), np.array([1.0, 2.0]), 1, 0.5),
    np.array([0.25, 0.5]),
    "the score is 0 and the probability 0.5, so the gradient is -0.5 (1, 2), and half of it is "
    "subtracted from w",
)


@sgd_step.random_inputs
def stochastic_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 2, 3, 3, 4, 5, 8):
        for y in (1, 0):
            yield eighths(rng, d, reach=1), examples(rng, 1, d)[0], y, rate(rng)
            yield eighths(rng, d, reach=1), examples(rng, 1, d, reach=1)[0], y, rate(rng)


@sgd_step.edge_cases
def stochastic_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), examples(rng, 1, 3)[0], 0, 0.5
    yield eighths(rng, 3) / 3, examples(rng, 1, 3, reach=1)[0], 1, 0.5
    yield eighths(rng, 1), np.ones(1), 1, 0.25
    yield np.array([1, -2]), np.array([1, 3]), 1, 0.25
    yield np.array([0, 0, 0]), np.array([1, *rng.integers(1, 5, 2)]), 0, 0.5
    yield np.array([100.0, -400.0]), np.array([1.0, 1.0]), 1, 2.0
    yield np.array([100.0, -400.0]), np.array([1.0, -1.0]), 0, 2.0
    yield np.array([0.04, 0.5]), np.array([1.0, 0.82]), 1, 0.01


@sgd_step.property("the score of the example moves towards its label")
def towards_the_label(f: Any, rng: np.random.Generator) -> str | None:
    for y in (1, 0):
        w, x = eighths(rng, 3, reach=1), examples(rng, 1, 3)[0]
        moved = float((f(w, x, y, 0.5) - w) @ x)
        if moved == 0 or (moved > 0) != (y == 1):
            way = "rise" if y else "fall"
            return f"This example has label {y}, so its score should {way}; it moved by {moved:+g}."
    return None


sgd_step.answer("""
    from lincourse.logistic import sigmoid
    p = sigmoid(w @ x)
    gradient = (p - y) * x
    return w - eta * gradient
""")
sgd_step.mistake("w - eta -> w + eta", *UPHILL)
sgd_step.mistake("sigmoid(w @ x) -> w @ x", *NO_SIGMOID)
sgd_step.mistake("sigmoid(w @ x) -> float(w @ x >= 0)", *HARD)
sgd_step.mistake(
    "(p - y) * x -> (p - y) * x * ((p >= 0.5) != (y == 1))",
    "w changes only where the example was classified wrongly, as in a perceptron.",
    "A probability of 0.6 for the right label is not 1 yet. Is there nothing left to learn?",
)
sgd_step.mistake(
    "w @ x -> w * x",
    "the sigmoid is taken of every product w_k x_k on its own, not of their sum.",
    "The score is one number, w . x. What shape does w * x have?",
)
sgd_step.mistake(
    "(p - y) * x -> np.sum((p - y) * x)",
    "the entries of the gradient are added up, so that all weights change by the same amount.",
    "What shape does the gradient have, and what shape does w have?",
)
sgd_step.mistake("(p - y) * x -> p - y", *NO_X)
sgd_step.mistake(
    "(p - y) * x -> (p - y) * x / len(w)",
    "the step is divided by the number of weights.",
    "With one example there is nothing to average. What does your mean run over?",
)
sgd_step.mistake("return w - eta * gradient -> return gradient", *ONLY_GRADIENT)
sgd_step.mistake("w - eta * gradient -> (w - eta * gradient).astype(w.dtype)", *CUT)
sgd_step.mistake("(p - y) * x -> (p - y) * p * (1 - p) * x", *SQUARED)
sgd_step.mistake("p - y -> p - (2 * y - 1)", *SIGNED)
sgd_step.mistake("p - y -> p - (1 - y)", *SWAPPED)

sgd_step.answer("""
    from lincourse.logistic import sigmoid
    new = np.array(w, dtype=float)
    for k in range(len(w)):
        p = sigmoid(w @ x)
        new[k] -= eta * (p - y) * x[k]
    return new
""")
sgd_step.mistake("w @ x -> new @ x", *SIMULTANEOUS)
