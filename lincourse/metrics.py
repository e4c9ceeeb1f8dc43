"""03 Features and linear classifiers: how good is a classifier?

`y` holds the true labels and `y_hat` the predictions; 1 is the positive class.
"""

import numpy as np

from lincourse.arguments import classes, labels, labels_among, labels_of_any_kind, takes
from lincourse.typing import AnyArray, IntArray, Labels


@takes(y=labels_among(0, 1), y_hat=labels_among(0, 1))
def confusion(y: Labels, y_hat: Labels) -> tuple[int, int, int, int]:
    """(true positives, false positives, false negatives, true negatives) (lecture 03: metrics)."""
    tp = int(((y == 1) & (y_hat == 1)).sum())
    fp = int(((y == 0) & (y_hat == 1)).sum())
    fn = int(((y == 1) & (y_hat == 0)).sum())
    tn = int(((y == 0) & (y_hat == 0)).sum())
    return tp, fp, fn, tn


@takes(y=labels_of_any_kind, y_hat=labels_of_any_kind)
def accuracy(y: AnyArray, y_hat: AnyArray) -> float:
    """The share of predictions that are right, 0.0 of no examples (lecture 03: metrics)."""
    if y.shape != y_hat.shape:
        raise ValueError(f"y {y.shape} and y_hat {y_hat.shape} must have the same shape (n,)")
    return float((y == y_hat).mean()) if len(y) else 0.0


def precision(y: Labels, y_hat: Labels) -> float:
    """tp / (tp + fp): how many of those called positive are (lecture 03: metrics)."""
    tp, fp, _, _ = confusion(y, y_hat)
    return _ratio(tp, tp + fp)


def recall(y: Labels, y_hat: Labels) -> float:
    """tp / (tp + fn): how many of the positives were found (lecture 03: metrics)."""
    tp, _, fn, _ = confusion(y, y_hat)
    return _ratio(tp, tp + fn)


def f1(y: Labels, y_hat: Labels) -> float:
    """2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall (lecture 03: metrics)."""
    tp, fp, fn, _ = confusion(y, y_hat)
    return _ratio(2 * tp, 2 * tp + fp + fn)


@takes(n_classes=classes, y=labels, y_hat=labels)
def confusion_matrix(y: Labels, y_hat: Labels, n_classes: int) -> IntArray:
    """[i, j] = how many examples of class i were called j, (K, K) (lecture 03: metrics)."""
    table = np.zeros((n_classes, n_classes), dtype=int)
    np.add.at(table, (y, y_hat), 1)
    return table


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
