"""05 Logistic regression: a score becomes a probability.

Labels are 0/1, save in the tanh perceptron (-1/+1). Losses are means, save the tanh loss, a sum.
"""

from typing import Any

import numpy as np

from lincourse import validation
from lincourse.typing import FloatArray, IntArray


def sigmoid(z: Any) -> Any:
    """σ(z) = 1 / (1 + e^-z), same shape, exact and silent at any z (05, sections 2 and 6)."""
    z = validation.array("z", z, finite=False)
    if np.isnan(z).any():
        raise ValueError("z holds NaN; every entry must be a number")
    with np.errstate(under="ignore"):
        small = np.exp(-np.abs(z))  # never overflows
    return np.where(z >= 0, 1, small)[()] / (1 + small)


def predict_probability(w: Any, X: Any) -> FloatArray:
    """P(y = 1 | x) = σ(w · x), (n,) (05, section 3)."""
    w = validation.array("w", w, "d")
    return np.asarray(sigmoid(validation.array("X", X, "n", len(w)) @ w))


def likelihood(w: Any, X: Any, y: Any) -> float:
    """Π σ(w · x)^y (1 - σ(w · x))^(1-y) (05, section 4)."""
    X, y = _examples(X, y, (0, 1))
    w = validation.array("w", w, X.shape[1])
    return float(np.prod(sigmoid((2 * y - 1) * (X @ w))))  # σ(-z) = 1 - σ(z)


def cross_entropy(w: Any, X: Any, y: Any) -> float:
    """Mean of -y log σ(w · x) - (1-y) log(1 - σ(w · x)) (05, sections 5 and 6).

    Computed as log(1 + e^-m) with the margin m = (2y-1) w · x, which is finite at any score.
    """
    X, y = _examples(X, y, (0, 1))
    w = validation.array("w", w, X.shape[1])
    with np.errstate(under="ignore"):
        return float(np.logaddexp(0, (1 - 2 * y) * (X @ w)).mean())


def logistic_gradient(w: Any, X: Any, y: Any) -> FloatArray:
    """Mean of (σ(w · x) - y) x, (d,) (05, section 7)."""
    X, y = _examples(X, y, (0, 1))
    return np.asarray((predict_probability(w, X) - y) @ X / len(X))


def tanh_loss(w: Any, X: Any, y: Any) -> float:
    """Σ (y - tanh(w · x))², y in -1/+1 (05, section 10)."""
    X, y = _examples(X, y, (-1, 1))
    w = validation.array("w", w, X.shape[1])
    return float(((y - np.tanh(X @ w)) ** 2).sum())


def tanh_gradient(w: Any, X: Any, y: Any) -> FloatArray:
    """Σ -2 (y - tanh(w · x)) (1 - tanh²(w · x)) x, (d,) (05, section 10)."""
    X, y = _examples(X, y, (-1, 1))
    t = np.tanh(X @ validation.array("w", w, X.shape[1]))
    return np.asarray(-2 * ((y - t) * (1 - t**2)) @ X)


def _examples(X: Any, y: Any, allowed: tuple[int, int]) -> tuple[FloatArray, IntArray]:
    X = validation.array("X", X, "n", "d")
    if len(X) == 0:
        raise ValueError("X has no examples; the loss is over at least one")
    return X, validation.labels("y", y, allowed, length=len(X))
