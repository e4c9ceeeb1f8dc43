"""09 One family: perceptron and softmax regression are one update with two error terms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lincourse.arguments import label, number, takes
from lincourse.naive_bayes import predict_label, train_naive_bayes
from lincourse.softmax import softmax
from lincourse.typing import Matrix, Vector
from lincourse.validation import array

Example = tuple[Sequence[str], Any]
Classifier = Callable[[Any, Any], Sequence[Any]]


@takes(W="K d", x="d", y=label, eta=number)
def linear_update(rule: str, W: Matrix, x: Vector, y: int, eta: float) -> Matrix:
    """W + η (one-hot(y) - p̂) xᵀ, new W (lecture 09: update).

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


def sentiment_pipeline(train: Sequence[Example], documents: Sequence[Sequence[str]]) -> list[Any]:
    """Naive Bayes labels for the documents, learnt only from `train` (lecture 09: naive-bayes)."""
    model = train_naive_bayes(train)
    return [predict_label(words, model) for words in documents]


def compare(
    models: Mapping[str, Classifier], splits: Sequence[tuple[Sequence[Example], Sequence[Example]]]
) -> dict[str, list[float]]:
    """The accuracy of each model on each split (train, test), by the model's name (09)."""
    return {
        name: [
            _accuracy(model(train, [words for words, _ in test]), test) for train, test in splits
        ]
        for name, model in models.items()
    }


def _accuracy(given: Sequence[Any], test: Sequence[Example]) -> float:
    return sum(y_hat == y for y_hat, (_, y) in zip(given, test, strict=True)) / len(test)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of n numbers, and its standard error s / √n, with n - 1 in s (09)."""
    x = array("values", values, "n")
    if len(x) < 2:
        raise ValueError(f"values must hold at least two numbers, not {len(x)}")
    return float(x.mean()), float(x.std(ddof=1) / np.sqrt(len(x)))
