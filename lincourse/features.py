"""03 Features and linear classifiers: vectors, scores, boundaries.

The bias is the weight of a constant 1 that stands first in every feature vector.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from lincourse.arguments import (
    classes,
    duels,
    label,
    labels,
    labels_of_any_kind,
    rows,
    takes,
    word_set,
    words,
)
from lincourse.typing import AnyArray, IntArray, Labels, Matrix, Vector


@takes(X="n d")
def add_bias(X: Matrix) -> Matrix:
    """X with a column of ones in front, (n, d+1) (lecture 03: feature-vectors)."""
    return np.column_stack([np.ones(len(X)), X])


@takes(words=words, positive=word_set, negative=word_set)
def encode_opinion(
    words: Collection[str], positive: Collection[str], negative: Collection[str]
) -> Vector:
    """(1, has a positive word, has a negative word) (lecture 03: feature-vectors)."""
    has_positive = any(word in positive for word in words)
    has_negative = any(word in negative for word in words)
    return np.array([1.0, has_positive, has_negative])


@takes(x="d", n_classes=classes, y=label)
def joint_features(x: Vector, y: int, n_classes: int) -> Vector:
    """f(x, y): x in block y of K blocks, zeros elsewhere, (K*d,) (lecture 03: multiclass)."""
    f = np.zeros((n_classes, len(x)))
    f[y] = x
    return f.ravel()


@takes(W="K d", X="n d")
def scores(W: Matrix, X: Matrix) -> Matrix:
    """z_k = w_k · x for every example and class, (n, K) (lecture 03: multiclass)."""
    return X @ W.T


@takes(w="d", X="n d")
def predict_binary(w: Vector, X: Matrix) -> IntArray:
    """sgn(w · x) in -1/+1, a score of 0 as +1, (n,) (lecture 03: boundary)."""
    return np.where(X @ w >= 0, 1, -1)


@takes(W=rows("K d", "has no rows; there must be at least one class"), X="n d")
def predict_multiclass(W: Matrix, X: Matrix) -> IntArray:
    """argmax over k of w_k · x, the lowest class on a tie, (n,) (lecture 03: multiclass)."""
    return scores(W, X).argmax(axis=1)


@takes(w="d", x="d", y=(-1, 1))
def margin(w: Vector, x: Vector, y: int) -> float:
    """m = y (w · x): above 0 where score and label have the same sign (lecture 03: boundary)."""
    return float(y * (w @ x))


@takes(w="d", x="d")
def distance(w: Vector, x: Vector) -> float:
    """(w · x) / ‖w without its bias‖, signed distance to the boundary (lecture 03: boundary)."""
    length = np.linalg.norm(w[1:])
    if length == 0:
        raise ValueError("w must have a weight other than 0 after its bias, or it has no boundary")
    return float(w @ x / length)


@takes(W="K d", k=label, j=label)
def boundary(W: Matrix, k: int, j: int) -> Vector:
    """w_k - w_j, (d,): classes k and j tie where this · x = 0 (lecture 03: multiclass)."""
    return W[k] - W[j]


@takes(y=labels_of_any_kind)
def one_vs_all_labels(y: AnyArray, k: Any) -> IntArray:
    """+1 where the label is k, -1 elsewhere, (n,) (lecture 03: multiclass)."""
    return np.where(y == k, 1, -1)


@takes(n_classes=classes, winners=duels)
def all_vs_all_vote(winners: Mapping[tuple[int, int], int], n_classes: int) -> int:
    """The class with most votes in {(i, j): winner}, lowest on a tie (lecture 03: multiclass)."""
    votes = Counter(winners.values())
    return max(range(n_classes), key=lambda k: votes[k])


@takes(log_priors="K", log_likelihoods="K V")
def naive_bayes_weights(log_priors: Vector, log_likelihoods: Matrix) -> Matrix:
    """W (K, V+1) with log P(y) as bias and log P(word | y) as weights (lecture 03: naive-bayes)."""
    return np.column_stack([log_priors, log_likelihoods])


@takes(n_classes=classes, y=labels)
def one_hot(y: Labels, n_classes: int) -> Matrix:
    """Row i is 1 at y_i and 0 elsewhere, (n, K) (lecture 03: multiclass)."""
    return np.eye(n_classes)[y]
