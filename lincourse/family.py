"""09 One family: perceptron and softmax regression are one rule with two kinds of probability."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lincourse import validation
from lincourse.naive_bayes import predict_label, train_naive_bayes
from lincourse.softmax import softmax
from lincourse.typing import FloatArray


def linear_update(rule: str, W: Any, x: Any, y: int, eta: float) -> FloatArray:
    """W + η (one-hot(y) - p̂) xᵀ, new W (09, section 1).

    p̂ is softmax(Wx) for the rule "softmax", and all of it on argmax(Wx) for "perceptron".
    """
    W = validation.array("W", W, "K", "d")
    x = validation.array("x", x, W.shape[1])
    target = np.eye(len(W))[validation.label("y", y, len(W))]
    psi = W @ x
    if rule == "perceptron":
        p_hat = np.eye(len(W))[psi.argmax()]
    elif rule == "softmax":
        p_hat = softmax(psi)
    else:
        raise ValueError(f'rule must be "perceptron" or "softmax", not {rule!r}')
    return np.asarray(W + validation.number("eta", eta) * np.outer(target - p_hat, x))


def sentiment_pipeline(
    train: Sequence[tuple[Sequence[str], Any]], documents: Sequence[Sequence[str]]
) -> list[Any]:
    """A label for each document, learnt from `train` alone, by naive Bayes (09, section 4)."""
    model = train_naive_bayes(train)
    return [predict_label(words, model) for words in documents]
