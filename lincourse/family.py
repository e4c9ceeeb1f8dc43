"""09 One family: perceptron and softmax regression are one update with two error terms."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lincourse.arguments import label, number, takes
from lincourse.naive_bayes import predict_label, train_naive_bayes
from lincourse.softmax import softmax
from lincourse.typing import Matrix, Vector


@takes(W="K d", x="d", y=label, eta=number)
def linear_update(rule: str, W: Matrix, x: Vector, y: int, eta: float) -> Matrix:
    """W + η (one-hot(y) - p̂) xᵀ, new W (09, section 1).

    p̂ is softmax(Wx) for the rule "softmax", and all of it on argmax(Wx) for "perceptron".
    """
    one_hot, z = np.eye(len(W)), W @ x
    if rule == "perceptron":
        p_hat = one_hot[z.argmax()]
    elif rule == "softmax":
        p_hat = softmax(z)
    else:
        raise ValueError(f'rule must be "perceptron" or "softmax", not {rule!r}')
    return W + eta * np.outer(one_hot[y] - p_hat, x)


def sentiment_pipeline(
    train: Sequence[tuple[Sequence[str], Any]], documents: Sequence[Sequence[str]]
) -> list[Any]:
    """A label for each document, learnt from `train` alone, by naive Bayes (09, section 2)."""
    model = train_naive_bayes(train)
    return [predict_label(words, model) for words in documents]
