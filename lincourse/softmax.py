"""07 Softmax regression: probabilities for K classes.

`W` (K, d) has one row per class; labels are 0..K-1. Losses and gradients are means.
"""

import numpy as np

from lincourse.arguments import (
    classes,
    count,
    distribution,
    examples,
    label,
    labels,
    number,
    number_above,
    rows_of_scores,
    takes,
    unchecked_inside,
)
from lincourse.descent import epochs_of_descent
from lincourse.typing import FloatArray, IntArray, Labels, Matrix, Vector

SOME_EXAMPLES = examples("the loss is over at least one")


@takes(Z=rows_of_scores)
def softmax(Z: FloatArray) -> FloatArray:
    """S(z)_k = e^(z_k) / Σ_j e^(z_j) over the last axis, silent at any z (lecture 07: softmax)."""
    with np.errstate(under="ignore", over="ignore"):  # a gap beyond all floats is e^-inf = 0
        exps = np.exp(Z - Z.max(axis=-1, keepdims=True))  # the largest becomes e^0 = 1
        return exps / exps.sum(axis=-1, keepdims=True)


@takes(Z=rows_of_scores, temperature=number_above(0))
def softmax_at(Z: FloatArray, temperature: float) -> FloatArray:
    """S(z / T) over the last axis (lecture 07: temperature).

    Near T = 0 it is arg max as a one-hot vector; at a large T it is uniform.
    """
    with np.errstate(over="ignore", under="ignore"):
        below = (Z - Z.max(axis=-1, keepdims=True)) / temperature  # shifted first: never +inf
    return softmax(below)


@takes(phi=distribution("K"), x=label)
def categorical_pmf(phi: Vector, x: int) -> float:
    """Π_k φ_k^[x = k] = φ_x, with x counted from 0 (lecture 07: cross-entropy)."""
    indicators = np.arange(len(phi)) == x
    return float(np.prod(phi**indicators))


@takes(p=distribution("K"), q=distribution("K"))
def entropy_between(p: Vector, q: Vector) -> float:
    """H(p, q) = -Σ p log q in nats, with 0 log 0 = 0 (lecture 07: cross-entropy)."""
    return _mean_surprise(p, q, np.log)


@takes(p=distribution("K"), q=distribution("K"))
def bits(p: Vector, q: Vector) -> float:
    """H(p, q) = -Σ p log2 q: mean length of a code made for q (lecture 07: cross-entropy)."""
    return _mean_surprise(p, q, np.log2)


def _mean_surprise(p: Vector, q: Vector, log: np.ufunc) -> float:
    happens = p > 0
    with np.errstate(divide="ignore"):  # q = 0 where p > 0: infinitely surprised
        return float(-(p[happens] * log(q[happens])).sum()) + 0.0  # + 0.0: never -0.0


@takes(W="K d", X=SOME_EXAMPLES, y=labels)
def softmax_loss(W: Matrix, X: Matrix, y: Labels) -> float:
    """Mean of -log S(Wx)_y = log Σ_k e^(w_k · x) - w_y · x (lecture 07: cross-entropy).

    Finite at any score.
    """
    Z = X @ W.T
    top = Z.max(axis=1)
    with np.errstate(under="ignore"):
        log_sum = np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return float((log_sum + (top - Z[np.arange(len(y)), y])).mean())


@takes(W="K d", X=SOME_EXAMPLES, y=labels)
def softmax_gradient(W: Matrix, X: Matrix, y: Labels) -> Matrix:
    """Mean of (S(Wx) - one-hot(y)) xᵀ: expected minus observed, (K, d) (lecture 07: gradient)."""
    with np.errstate(under="ignore"):
        return (softmax(X @ W.T) - np.eye(len(W))[y]).T @ X / len(X)


@takes(W="K d", x="d", y=label, eta=number)
def softmax_update(W: Matrix, x: Vector, y: int, eta: float) -> Matrix:
    """W - η (S(Wx) - one-hot(y)) xᵀ, from a single example (lecture 07: gradient)."""
    return W - eta * softmax_gradient(W, x[None], np.array([y]))


@takes(
    X=examples("there is nothing to learn from"),
    n_classes=classes,
    y=labels,
    eta=number,
    epochs=count,
)
def train_softmax(
    X: Matrix,
    y: Labels,
    n_classes: int,
    eta: float,
    epochs: int,
    batch_size: int,
    rng: np.random.Generator,
) -> Matrix:
    """W (K, d) after minibatch descent from zeros, new batches every epoch (lecture 07: digits)."""

    @unchecked_inside
    def gradient(W: Matrix, batch: IntArray) -> Matrix:
        return softmax_gradient(W, X[batch], y[batch])

    W = np.zeros((n_classes, X.shape[1]))
    for W in epochs_of_descent(gradient, W, len(X), eta, epochs, batch_size, rng):  # noqa: B007, B020
        pass
    return W
