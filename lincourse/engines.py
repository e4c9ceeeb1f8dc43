"""Fast training loops, for the estimators and for large data sets.

Each takes the same steps as the plain rule in its lecture; the tests compare the two.
"""

import numpy as np

from lincourse.arguments import (
    classes,
    count_from,
    examples,
    generator,
    labels,
    number,
    number_within,
    optional,
    takes,
    unchecked_inside,
)
from lincourse.perceptron import eta_decay
from lincourse.typing import Labels, Matrix

LEARN = examples("there is nothing to learn from")


@takes(
    X=LEARN, n_classes=classes, y=labels, eta=number, epochs=count_from(1), rng=optional(generator)
)
@unchecked_inside
def train_multiclass(
    X: Matrix,
    y: Labels,
    n_classes: int,
    eta: float,
    epochs: int,
    average: bool = False,
    decay: bool = False,
    rng: np.random.Generator | None = None,
) -> Matrix:
    """`multiclass_update` over all examples, `epochs` times, made fast (lecture 04: averaging).

    W changes only at mistakes. The loop therefore scores a block of examples at once and jumps to
    the first mistake in it. Training ends after an epoch without mistakes.

    `average` returns the mean of W after every example. `decay` makes the n-th example's rate
    eta * eta_decay(n). `rng` shuffles the examples before every epoch.
    """
    W = np.zeros((n_classes, X.shape[1]))
    total = np.zeros_like(W)
    seen, block = 0, 16
    for _ in range(epochs):
        order = np.arange(len(X)) if rng is None else rng.permutation(len(X))
        X_epoch, y_epoch = X[order], y[order]
        start = mistakes = 0
        while start < len(X):
            y_hat = (X_epoch[start : start + block] @ W.T).argmax(axis=1)
            wrong = y_hat != y_epoch[start : start + block]
            right = int(wrong.argmax()) if wrong.any() else len(wrong)
            total += right * W
            start, seen = start + right, seen + right
            if right < len(wrong):
                seen += 1
                step = eta * eta_decay(seen) if decay else eta
                W[y_epoch[start]] += step * X_epoch[start]
                W[y_hat[right]] -= step * X_epoch[start]
                total += W
                start, mistakes = start + 1, mistakes + 1
                block = max(16, block // 2)
            else:
                block *= 2
        if mistakes == 0:
            break
    steps = epochs * len(X)
    return (total + (steps - seen) * W) / steps if average else W


@takes(
    X=LEARN,
    n_classes=classes,
    y=labels,
    shrink=number_within(0, 1),
    epochs=count_from(1),
    rng=optional(generator),
)
def train_svm(
    X: Matrix,
    y: Labels,
    n_classes: int,
    shrink: float,
    epochs: int,
    average: bool = False,
    rng: np.random.Generator | None = None,
) -> Matrix:
    """`svm_update` with cost 1 for every wrong class, over all examples (lecture 04: margin).

    Flattening W (K, d) row by row gives theta. An update therefore changes two rows of W and needs
    no joint features.

    `average` returns the mean of W after every example. `rng` shuffles the examples before every
    epoch.
    """
    W = np.zeros((n_classes, X.shape[1]))
    total = np.zeros_like(W)
    cost = 1 - np.eye(n_classes)
    for _ in range(epochs):
        for i in range(len(X)) if rng is None else rng.permutation(len(X)):
            y_hat = (W @ X[i] + cost[y[i]]).argmax()
            W *= shrink
            W[y[i]] += X[i]
            W[y_hat] -= X[i]
            total += W
    return total / (epochs * len(X)) if average else W
