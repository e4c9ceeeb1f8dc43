"""Starred rungs: one function of a unit, written without a loop over the examples."""

from typing import Any

import numpy as np
from misstep import Args, SpeedCheck

from lincourse.checks.units.descent.steps import batch_step
from lincourse.checks.units.features.outcomes import confusion
from lincourse.checks.units.logistic.gradients import logistic_gradient
from lincourse.checks.units.perceptron.two_class import train_perceptron
from lincourse.checks.units.softmax.gradient import softmax_gradient


def _confusion(y: Any, y_hat: Any) -> Any:
    kinds = ((1, 1), (0, 1), (1, 0), (0, 0))  # as most people write it, with a mask for each
    return tuple(int(np.sum((y == label) & (y_hat == guess))) for label, guess in kinds)


def _labels(rng: np.random.Generator, n: int) -> Args:
    return rng.integers(0, 2, n), rng.integers(0, 2, n)


def _train_perceptron(X: Any, y: Any, eta: float, max_epochs: int) -> Any:
    signed = X * y[:, None]
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(max_epochs):
        wrong = start = 0
        while (left := signed[start:] @ w <= 0).any():
            start += int(left.argmax()) + 1
            w = w + eta * signed[start - 1]
            wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes


def _far_apart(rng: np.random.Generator, n: int) -> Args:
    """Two clouds that a perceptron tells apart after a handful of mistakes, whatever n is."""
    y = np.where(np.arange(n) % 2, -1, 1)
    X = np.column_stack([np.ones(n), rng.uniform(2, 3, (n, 4)) * y[:, None]])
    return X, y, 0.5, 20


def _probabilities(w: Any, X: Any) -> Any:
    return 1 / (1 + np.exp(-(X @ w)))


def _logistic_gradient(w: Any, X: Any, y: Any) -> Any:
    return (_probabilities(w, X) - y) @ X / len(X)


def _two_classes(rng: np.random.Generator, n: int) -> Args:
    return rng.normal(size=10) / 4, rng.normal(size=(n, 10)), rng.integers(0, 2, n)


def _softmax_gradient(W: Any, X: Any, y: Any) -> Any:
    Z = X @ W.T
    P = np.exp(Z - Z.max(axis=1, keepdims=True))
    P /= P.sum(axis=1, keepdims=True)
    P[np.arange(len(y)), y] -= 1
    return P.T @ X / len(y)


def _ten_classes(rng: np.random.Generator, n: int) -> Args:
    return rng.normal(size=(10, 10)) / 4, rng.normal(size=(n, 10)), rng.integers(0, 10, n)


GRADIENT = (
    "The errors of all examples are one array, and so are the examples. Which product of the two "
    "multiplies and adds up in one go? Write the shapes beside it."
)
SpeedCheck(
    confusion,
    _confusion,
    _labels,
    "A comparison of two arrays gives an array of True and False, and NumPy can count those. Which "
    "comparison is True for the true positives alone?",
)
SpeedCheck(
    train_perceptron,
    _train_perceptron,
    _far_apart,
    "Between two mistakes w stays as it is, so one product gives the scores of all examples that "
    "are left. Where is the first of them that is wrong, and where do you go on from there?",
    what="examples that are right",
)
SpeedCheck(logistic_gradient, _logistic_gradient, _two_classes, GRADIENT)
SpeedCheck(
    batch_step,
    lambda w, X, y, eta: w - eta * _logistic_gradient(w, X, y),
    lambda rng, n: (*_two_classes(rng, n), 0.5),
    GRADIENT,
)
SpeedCheck(
    softmax_gradient,
    _softmax_gradient,
    _ten_classes,
    f"{GRADIENT} To subtract 1 in one place of each row, index with two arrays at once.",
)
