"""07 Softmax regression: probabilities for K classes.

`W` (K, d) has one row per class; labels are 0..K-1. Losses and gradients are means.
"""

from typing import Any

import numpy as np

from lincourse import validation
from lincourse.descent import epochs_of_descent
from lincourse.features import one_hot, scores
from lincourse.typing import FloatArray, IntArray


def softmax(Z: Any) -> Any:
    """S(z)_k = e^(z_k) / Σ_j e^(z_j) over the last axis, silent at any z (07, sections 2, 3)."""
    Z = validation.array("Z", Z, finite=False)
    if Z.shape[-1:] == (0,) or not np.isfinite(Z.max(axis=-1)).all():
        raise ValueError("Z must have a largest score along its last axis, and a finite one")
    with np.errstate(under="ignore", over="ignore"):  # a gap beyond all floats is e^-inf = 0
        exps = np.exp(Z - Z.max(axis=-1, keepdims=True))  # the largest becomes e^0 = 1
        return exps / exps.sum(axis=-1, keepdims=True)


def categorical_pmf(phi: Any, x: int) -> float:
    """Π_k φ_k^[x = k] = φ_x, with x counted from 0 (07, section 1)."""
    phi = validation.distribution("phi", phi)
    indicators = np.arange(len(phi)) == validation.label("x", x, len(phi))
    return float(np.prod(phi**indicators))


def entropy_between(p: Any, q: Any) -> float:
    """H(p, q) = -Σ p log q in nats, with 0 log 0 = 0 (07, section 5)."""
    p = validation.distribution("p", p)
    q = validation.distribution("q", q, len(p))
    happens = p > 0
    with np.errstate(divide="ignore"):  # q = 0 where p > 0: infinitely surprised
        return float(-(p[happens] * np.log(q[happens])).sum()) + 0.0


def softmax_loss(W: Any, X: Any, y: Any) -> float:
    """Mean of -log S(Wx)_y = log Σ_k e^(w_k · x) - w_y · x, finite at any score (07, section 6)."""
    Z, y = _scored(W, X, y)
    top = Z.max(axis=1)
    with np.errstate(under="ignore"):
        log_sum = np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return float((log_sum + (top - Z[np.arange(len(y)), y])).mean())


def softmax_gradient(W: Any, X: Any, y: Any) -> FloatArray:
    """Mean of (S(Wx) - one-hot(y)) xᵀ: expected minus observed features, (K, d) (07, section 7)."""
    Z, y = _scored(W, X, y)
    X = validation.array("X", X)
    with np.errstate(under="ignore"):
        return np.asarray((softmax(Z) - one_hot(y, Z.shape[1])).T @ X / len(y))


def softmax_update(W: Any, x: Any, y: int, eta: float) -> FloatArray:
    """W - η (S(Wx) - one-hot(y)) xᵀ, from a single example (07, section 7)."""
    eta = validation.number("eta", eta)
    W = validation.array("W", W, "K", "d")
    x = validation.array("x", x, W.shape[1])
    return np.asarray(W - eta * softmax_gradient(W, [x], [y]))


def train_softmax(
    X: Any,
    y: Any,
    n_classes: int,
    eta: float,
    epochs: int,
    batch_size: int,
    rng: np.random.Generator,
) -> FloatArray:
    """W (K, d) after minibatch descent from zeros, new batches every epoch (07, section 8)."""
    X = validation.array("X", X, "n", "d")
    W = np.zeros((validation.count("n_classes", n_classes, low=1), X.shape[1]))
    y = validation.labels("y", y, len(W), length=len(X))
    if len(X) == 0:
        raise ValueError("X has no examples; there is nothing to learn from")
    eta = validation.number("eta", eta)
    epochs = validation.count("epochs", epochs)

    def gradient(W: FloatArray, batch: IntArray) -> FloatArray:
        return softmax_gradient(W, X[batch], y[batch])

    for W in epochs_of_descent(gradient, W, len(X), eta, epochs, batch_size, rng):  # noqa: B007, B020
        pass
    return W


def _scored(W: Any, X: Any, y: Any) -> tuple[FloatArray, IntArray]:
    Z = scores(W, X)
    if len(Z) == 0:
        raise ValueError("X has no examples; the loss is over at least one")
    return Z, validation.labels("y", y, Z.shape[1], length=len(Z))
