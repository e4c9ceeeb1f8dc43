"""03 Features and linear classifiers: vectors, scores, boundaries.

The bias is the weight of a constant 1 that stands first in every feature vector.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np

from lincourse import validation
from lincourse.typing import FloatArray, IntArray


def add_bias(X: Any) -> FloatArray:
    """X with a column of ones in front, (n, d+1) (03, section 1)."""
    X = validation.array("X", X, "n", "d")
    return np.column_stack([np.ones(len(X)), X])


def encode_opinion(
    words: Iterable[str], positive: Collection[str], negative: Collection[str]
) -> FloatArray:
    """(1, has a positive word, has a negative word) (03, section 1)."""
    if isinstance(words, str):
        raise ValueError("words must be a list of words, not one string: split it first")
    for name, lexicon in (("positive", positive), ("negative", negative)):
        if isinstance(lexicon, str):
            raise ValueError(f"{name} must be a set of words, not one string")
    words = list(words)
    has_positive = any(word in positive for word in words)
    has_negative = any(word in negative for word in words)
    return np.array([1.0, has_positive, has_negative])


def joint_features(x: Any, y: int, n_classes: int) -> FloatArray:
    """f(x, y): x in block y of K blocks, zeros elsewhere, (K*d,) (03, section 4)."""
    x = validation.array("x", x, "d")
    n_classes = validation.count("n_classes", n_classes, low=1)
    f = np.zeros((n_classes, len(x)))
    f[validation.label("y", y, n_classes)] = x
    return f.ravel()


def scores(W: Any, X: Any) -> FloatArray:
    """Ψ(x, k) = w_k · x for every example and class, (n, K) (03, section 4)."""
    W = validation.array("W", W, "K", "d")
    X = validation.array("X", X, "n", W.shape[1])
    return np.asarray(X @ W.T)


def predict_binary(w: Any, X: Any) -> IntArray:
    """sgn(w · x) in -1/+1, a score of 0 as +1, (n,) (03, section 2)."""
    w = validation.array("w", w, "d")
    X = validation.array("X", X, "n", len(w))
    return np.where(X @ w >= 0, 1, -1)


def predict_multiclass(W: Any, X: Any) -> IntArray:
    """argmax over k of w_k · x, the lowest class on a tie, (n,) (03, section 4)."""
    psi = scores(W, X)
    if psi.shape[1] == 0:
        raise ValueError("W has no rows; there must be at least one class")
    return np.asarray(psi.argmax(axis=1))


def margin(w: Any, x: Any, y: int) -> float:
    """y (w · x): above 0 exactly where the example is classified right (03, section 2)."""
    w = validation.array("w", w, "d")
    x = validation.array("x", x, len(w))
    return float(validation.label("y", y, (-1, 1)) * (w @ x))


def boundary(W: Any, k: int, j: int) -> FloatArray:
    """w_k - w_j, (d,): classes k and j tie where this · x = 0 (03, section 5)."""
    W = validation.array("W", W, "K", "d")
    return np.asarray(W[validation.label("k", k, len(W))] - W[validation.label("j", j, len(W))])


def one_vs_all_labels(y: Any, k: int) -> IntArray:
    """+1 where the label is k, -1 elsewhere, (n,) (03, section 3)."""
    y = validation.vector("y", y)
    return np.where(y == k, 1, -1)


def all_vs_all_vote(winners: Mapping[tuple[int, int], int], n_classes: int) -> int:
    """The class with the most votes from {(i, j): winner}, the lowest on a tie (03, section 3)."""
    n_classes = validation.count("n_classes", n_classes, low=1)
    for pair, winner in winners.items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise ValueError(f"winners must have pairs (i, j) as keys, not {pair!r}")
        for k in pair:
            validation.label("a class in winners", k, n_classes)
        if winner not in pair:
            raise ValueError(f"winners says {winner} won the duel {pair}, which it was not in")
        validation.label("a class in winners", winner, n_classes)
    votes = Counter(winners.values())
    return max(range(n_classes), key=lambda k: votes[k])


def naive_bayes_weights(log_priors: Any, log_likelihoods: Any) -> FloatArray:
    """W (K, V+1) with log P(y) as bias and log P(word | y) as weights (03, section 6)."""
    log_priors = validation.array("log_priors", log_priors, "K")
    log_likelihoods = validation.array("log_likelihoods", log_likelihoods, len(log_priors), "V")
    return np.column_stack([log_priors, log_likelihoods])


def one_hot(y: Any, n_classes: int) -> FloatArray:
    """Row i is 1 at y_i and 0 elsewhere, (n, K) (03, section 8)."""
    n_classes = validation.count("n_classes", n_classes, low=1)
    return np.eye(n_classes)[validation.labels("y", y, n_classes)]
