"""05 Logistic regression: a score becomes a probability.

Labels are 0/1, save in the tanh perceptron (-1/+1). Losses are means, save the tanh loss, a sum.
"""

from typing import Any

import numpy as np

from lincourse import validation
from lincourse.arguments import Call, examples, finite_or_not, labels_among, number_from, takes
from lincourse.typing import FloatArray, Labels, Matrix, Vector

SOME_EXAMPLES = examples("the loss is over at least one")


def _between_0_and_1(name: str, value: Any, call: Call) -> FloatArray:
    """Probabilities in any shape, none of them 0 or 1."""
    p = validation.array(name, value)
    if not ((p > 0) & (p < 1)).all():
        raise ValueError(f"{name} must lie between 0 and 1; the odds of 0 and 1 have no logarithm")
    return p


@takes(p=_between_0_and_1)
def log_odds(p: FloatArray) -> FloatArray:
    """log(p / (1 - p)), same shape: the score whose sigmoid is p (lecture 05: sigmoid)."""
    return np.log(p / (1 - p))


@takes(z=finite_or_not)
def sigmoid(z: FloatArray) -> FloatArray:
    """σ(z) = 1 / (1 + e^-z), same shape, no overflow at any z (lecture 05: sigmoid, likelihood)."""
    with np.errstate(under="ignore"):
        small = np.exp(-np.abs(z))  # never overflows
    return np.where(z >= 0, 1, small)[()] / (1 + small)  # [()] makes a number of no axes


@takes(w="d", X="n d")
def predict_probability(w: Vector, X: Matrix) -> Vector:
    """P(y = 1 | x) = σ(w · x), (n,) (lecture 05: weights)."""
    return sigmoid(X @ w)


@takes(X=SOME_EXAMPLES, y=labels_among(0, 1), w="d")
def likelihood(w: Vector, X: Matrix, y: Labels) -> float:
    """Π σ(w · x)^y (1 - σ(w · x))^(1-y) (lecture 05: likelihood)."""
    return float(np.prod(sigmoid((2 * y - 1) * (X @ w))))  # σ(-z) = 1 - σ(z)


@takes(X=SOME_EXAMPLES, y=labels_among(0, 1), w="d")
def cross_entropy(w: Vector, X: Matrix, y: Labels) -> float:
    """Mean of -y log σ(w · x) - (1-y) log(1 - σ(w · x)) (lecture 05: likelihood).

    Computed as log(1 + e^-m) with the margin m = (2y-1) w · x, which is finite at any score.
    """
    with np.errstate(under="ignore"):
        return float(np.logaddexp(0, (1 - 2 * y) * (X @ w)).mean())


@takes(X=SOME_EXAMPLES, y=labels_among(0, 1), w="d")
def logistic_gradient(w: Vector, X: Matrix, y: Labels) -> Vector:
    """Mean of (σ(w · x) - y) x, (d,) (lecture 05: gradient)."""
    return (sigmoid(X @ w) - y) @ X / len(X)


@takes(X=SOME_EXAMPLES, y=labels_among(-1, 1), w="d")
def tanh_loss(w: Vector, X: Matrix, y: Labels) -> float:
    """Σ (y - tanh(w · x))², y in -1/+1 (lecture 05: squared-errors)."""
    return float(((y - np.tanh(X @ w)) ** 2).sum())


@takes(X=SOME_EXAMPLES, y=labels_among(-1, 1), w="d")
def tanh_gradient(w: Vector, X: Matrix, y: Labels) -> Vector:
    """Σ -2 (y - tanh(w · x)) (1 - tanh²(w · x)) x, (d,) (lecture 05: squared-errors)."""
    t = np.tanh(X @ w)
    return -2 * ((y - t) * (1 - t**2)) @ X


@takes(cost_false_alarm=number_from(0), cost_miss=number_from(0))
def cost_threshold(cost_false_alarm: float, cost_miss: float) -> float:
    """cost_false_alarm / (cost_false_alarm + cost_miss) (lecture 05: threshold).

    From this probability on, acting costs no more in expectation than not acting.
    """
    if cost_false_alarm == cost_miss == 0:
        raise ValueError("cost_false_alarm and cost_miss are both 0; one of them must be positive")
    return cost_false_alarm / (cost_false_alarm + cost_miss)
