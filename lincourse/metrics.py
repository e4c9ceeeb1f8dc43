"""03 Features and linear classifiers: how good is a classifier?

`y` holds the true labels and `y_hat` the predictions; 1 is the positive class.
"""

from typing import Any

import numpy as np

from lincourse import validation
from lincourse.typing import IntArray


def confusion(y: Any, y_hat: Any) -> tuple[int, int, int, int]:
    """(true positives, false positives, false negatives, true negatives) (03, section 7)."""
    y = validation.labels("y", y, (0, 1))
    y_hat = validation.labels("y_hat", y_hat, (0, 1), length=len(y))
    tp = int(((y == 1) & (y_hat == 1)).sum())
    fp = int(((y == 0) & (y_hat == 1)).sum())
    fn = int(((y == 1) & (y_hat == 0)).sum())
    tn = int(((y == 0) & (y_hat == 0)).sum())
    return tp, fp, fn, tn


def accuracy(y: Any, y_hat: Any) -> float:
    """The share of predictions that are right, 0.0 of no examples (03, section 7)."""
    y, y_hat = validation.vector("y", y), validation.vector("y_hat", y_hat)
    if y.shape != y_hat.shape:
        raise ValueError(f"y {y.shape} and y_hat {y_hat.shape} must have the same shape (n,)")
    return float((y == y_hat).mean()) if len(y) else 0.0


def precision(y: Any, y_hat: Any) -> float:
    """tp / (tp + fp): how many of those called positive are (03, section 7)."""
    tp, fp, _, _ = confusion(y, y_hat)
    return _ratio(tp, tp + fp)


def recall(y: Any, y_hat: Any) -> float:
    """tp / (tp + fn): how many of the positives were found (03, section 7)."""
    tp, _, fn, _ = confusion(y, y_hat)
    return _ratio(tp, tp + fn)


def f1(y: Any, y_hat: Any) -> float:
    """2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall (03, section 7)."""
    tp, fp, fn, _ = confusion(y, y_hat)
    return _ratio(2 * tp, 2 * tp + fp + fn)


def confusion_matrix(y: Any, y_hat: Any, n_classes: int) -> IntArray:
    """[i, j] = how many examples of class i were called j, (K, K) (03, section 7)."""
    n_classes = validation.count("n_classes", n_classes, low=1)
    y = validation.labels("y", y, n_classes)
    y_hat = validation.labels("y_hat", y_hat, n_classes, length=len(y))
    table = np.zeros((n_classes, n_classes), dtype=int)
    np.add.at(table, (y, y_hat), 1)
    return table


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
