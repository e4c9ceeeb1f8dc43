"""Thin estimators on top of the lecture modules: `fit`, then `predict`.

All but `NaiveBayes`, which takes lists of words, take feature arrays X (n, d) *without* the
constant 1 and add it themselves. Labels may be anything that can be sorted.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from lincourse import naive_bayes, validation
from lincourse.descent import epochs_of_descent, penalty, penalty_gradient, split
from lincourse.features import add_bias, scores
from lincourse.logistic import cross_entropy, logistic_gradient, sigmoid
from lincourse.perceptron import train_multiclass
from lincourse.softmax import softmax, softmax_loss
from lincourse.typing import AnyArray, FloatArray, IntArray


class NaiveBayes:
    """Multinomial naive Bayes on lists of words, with add-one smoothing and an OOV type (02)."""

    def fit(self, documents: Sequence[Sequence[str]], y: Any) -> Self:
        """Learn log-priors and log-likelihoods from documents and their labels."""
        y = _one_label_each(y, len(documents))
        self.model_ = naive_bayes.train_naive_bayes(list(zip(documents, y.tolist(), strict=True)))
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, documents: Sequence[Sequence[str]]) -> FloatArray:
        """log P(y) + Σ log P(word | y), (n, K), in the order of `classes_`."""
        model = _fitted(self, "model_")
        rows = [
            [naive_bayes.log_score(words, label, model) for label in self.classes_.tolist()]
            for words in documents
        ]
        return np.array(rows).reshape(len(documents), len(self.classes_))

    def predict_proba(self, documents: Sequence[Sequence[str]]) -> FloatArray:
        """P(y | words), (n, K)."""
        return np.asarray(softmax(self.decision_function(documents)))

    def predict(self, documents: Sequence[Sequence[str]]) -> AnyArray:
        """The most probable label of each document."""
        best = self.decision_function(documents).argmax(axis=1)
        return np.asarray(self.classes_[best])


class _Linear:
    """What the linear estimators share: W (K, d+1), scores, and the best class."""

    W_: FloatArray
    classes_: AnyArray

    def decision_function(self, X: Any) -> FloatArray:
        """Ψ(x, k), (n, K), in the order of `classes_`."""
        W = _fitted(self, "W_")
        return scores(W, add_bias(validation.array("X", X, "n", W.shape[1] - 1)))

    def predict(self, X: Any) -> AnyArray:
        """The class with the largest score."""
        best = self.decision_function(X).argmax(axis=1)
        return np.asarray(self.classes_[best])


class Perceptron(_Linear):
    """Multi-class perceptron, plain or averaged, with a constant or a decaying rate (04)."""

    def __init__(
        self,
        eta: float = 1.0,
        epochs: int = 20,
        average: bool = False,
        decay: bool = False,
        rng: np.random.Generator | None = None,
    ) -> None:
        self.eta, self.epochs, self.average, self.decay = eta, epochs, average, decay
        self.rng = rng

    def fit(self, X: Any, y: Any) -> Self:
        """Learn W; with `rng` the examples come in a new order every epoch."""
        X, y, classes = _encode(X, y)
        self.W_ = train_multiclass(
            X, y, len(classes), self.eta, self.epochs, self.average, self.decay, self.rng
        )
        self.classes_ = classes
        return self


class LinearSVM(_Linear):
    """Multi-class SVM by cost-augmented, shrinking updates, averaged over the examples (04)."""

    def __init__(
        self,
        shrink: float = 0.9999,
        epochs: int = 20,
        average: bool = True,
        rng: np.random.Generator | None = None,
    ) -> None:
        self.shrink, self.epochs, self.average, self.rng = shrink, epochs, average, rng

    def fit(self, X: Any, y: Any) -> Self:
        """Learn W by `svm_update` with cost 1 for every wrong class, on the blocks of W."""
        X, y, classes = _encode(X, y)
        shrink = validation.number("shrink", self.shrink, above=0, high=1)
        rng = None if self.rng is None else validation.generator("rng", self.rng)
        W = np.zeros((len(classes), X.shape[1]))
        total = np.zeros_like(W)
        cost = 1 - np.eye(len(W))
        epochs = validation.count("epochs", self.epochs, low=1)
        for _ in range(epochs):
            for i in range(len(X)) if rng is None else rng.permutation(len(X)):
                y_hat = (W @ X[i] + cost[y[i]]).argmax()
                W *= shrink
                W[y[i]] += X[i]
                W[y_hat] -= X[i]
                total += W
        self.W_ = total / (epochs * len(X)) if self.average else W
        self.classes_ = classes
        return self


class _Descent(_Linear):
    """What the probabilistic estimators share: descent on a mean loss, L2 and early stopping."""

    def __init__(
        self,
        eta: float = 0.5,
        epochs: int = 100,
        batch_size: int | None = None,
        lam: float = 0.0,
        patience: int | None = None,
        validation_fraction: float = 0.1,
        epsilon: float = 0.0,
        average: int = 1,
        rng: np.random.Generator | None = None,
    ) -> None:
        """Set how to descend.

        Args:
            eta: The learning rate.
            epochs: How often to go through the data, at most.
            batch_size: None for batch descent, 1 for stochastic, more for minibatches.
            lam: Weight of the L2 penalty, which leaves the bias alone.
            patience: Hold out part of the data and stop when its loss rose more than this many
                epochs in a row; the best weights are kept. None trains on everything.
            validation_fraction: How much to hold out for that.
            epsilon: Stop when the gradient's norm over all the data is below this (0: never).
            average: Keep the mean of the weights after the last so many epochs (1: just the last);
                it smooths the noise of batches. Early stopping keeps the best weights instead.
            rng: Where chance comes from; needed for batches and for holding out.
        """
        self.eta, self.epochs, self.batch_size, self.lam = eta, epochs, batch_size, lam
        self.patience, self.validation_fraction = patience, validation_fraction
        self.epsilon, self.average, self.rng = epsilon, average, rng

    def _shape(self, n_classes: int, d: int) -> tuple[int, ...]:
        raise NotImplementedError

    def _loss(self, w: FloatArray, X: FloatArray, y: IntArray) -> float:
        raise NotImplementedError

    def _gradient(self, w: FloatArray, X: FloatArray, y: IntArray) -> FloatArray:
        raise NotImplementedError

    def fit(self, X: Any, y: Any) -> Self:
        """Learn W; `losses_` (and `validation_losses_`) hold the loss after every epoch."""
        X, y, classes = _encode(X, y)
        eta = validation.number("eta", self.eta, above=0)
        epochs = validation.count("epochs", self.epochs)
        w = start = np.zeros(self._shape(len(classes), X.shape[1]))
        X, y, X_held, y_held = self._hold_out(X, y)

        def gradient(w: FloatArray, batch: IntArray | slice = slice(None)) -> FloatArray:
            return self._gradient(w, X[batch], y[batch]) + penalty_gradient(w, self.lam)

        self.losses_: list[float] = []
        self.validation_losses_: list[float] = []
        last: deque[FloatArray] = deque(maxlen=validation.count("average", self.average, low=1))
        best, lowest, rises = w, np.inf, 0
        for w in epochs_of_descent(gradient, start, len(X), eta, epochs, self.batch_size, self.rng):
            last.append(w)
            self.losses_.append(self._loss(w, X, y) + penalty(w, self.lam))
            if self.patience is not None:
                held = self._loss(w, X_held, y_held)
                rises = rises + 1 if held > min(self.validation_losses_[-1:], default=held) else 0
                self.validation_losses_.append(held)
                if held < lowest:
                    best, lowest = w, held
                if rises > self.patience:
                    break
            if self.epsilon and np.linalg.norm(gradient(w)) < self.epsilon:
                break
        self._keep(best if self.patience is not None else np.mean(last or [w], axis=0))
        self.classes_ = classes
        return self

    def _hold_out(
        self, X: FloatArray, y: IntArray
    ) -> tuple[FloatArray, IntArray, FloatArray, IntArray]:
        """The examples to learn from, and those to stop by: none without `patience`."""
        if self.patience is None:
            return X, y, X[:0], y[:0]
        share = validation.number("validation_fraction", self.validation_fraction, above=0, high=1)
        train, held = split(len(X), [1 - share, share], validation.generator("rng", self.rng))
        if not len(train) or not len(held):
            raise ValueError(
                f"validation_fraction {share:g} of {len(X)} examples leaves none on one side"
            )
        return X[train], y[train], X[held], y[held]

    def _keep(self, w: FloatArray) -> None:
        self.W_ = w


class LogisticRegression(_Descent):
    """Two classes; `w_` (d+1,) are the weights of the second class in `classes_` (05, 06)."""

    w_: FloatArray

    def _shape(self, n_classes: int, d: int) -> tuple[int, ...]:
        if n_classes != 2:
            raise ValueError(f"y holds {n_classes} classes; LogisticRegression takes two")
        return (d,)

    def _loss(self, w: FloatArray, X: FloatArray, y: IntArray) -> float:
        return cross_entropy(w, X, y)

    def _gradient(self, w: FloatArray, X: FloatArray, y: IntArray) -> FloatArray:
        return logistic_gradient(w, X, y)

    def _keep(self, w: FloatArray) -> None:
        self.w_ = w
        self.W_ = np.array([np.zeros_like(w), w])

    def decision_function(self, X: Any) -> FloatArray:
        """w · x, (n,): above 0 for the second class."""
        return np.asarray(super().decision_function(X)[:, 1])

    def predict_proba(self, X: Any) -> FloatArray:
        """P(class | x), (n, 2)."""
        p = sigmoid(self.decision_function(X))
        return np.column_stack([1 - p, p])

    def predict(self, X: Any) -> AnyArray:
        """The class with the larger probability; the second where both are 1/2."""
        second = self.decision_function(X) >= 0
        return np.asarray(self.classes_[second.astype(int)])


class SoftmaxRegression(_Descent):
    """K classes (07)."""

    def _shape(self, n_classes: int, d: int) -> tuple[int, ...]:
        return (n_classes, d)

    def _loss(self, w: FloatArray, X: FloatArray, y: IntArray) -> float:
        return softmax_loss(w, X, y)

    def _gradient(self, w: FloatArray, X: FloatArray, y: IntArray) -> FloatArray:
        # `softmax_gradient`, without checking at every step what `fit` has checked
        return np.asarray((softmax(X @ w.T) - np.eye(len(w))[y]).T @ X / len(X))

    def predict_proba(self, X: Any) -> FloatArray:
        """P(class | x), (n, K)."""
        return np.asarray(softmax(self.decision_function(X)))


def _encode(X: Any, y: Any) -> tuple[FloatArray, IntArray, AnyArray]:
    """(X with a bias, labels as 0..K-1, what these stand for)."""
    X = add_bias(X)
    classes, indices = np.unique(_one_label_each(y, len(X)), return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"y holds {classes.tolist()}; a classifier needs at least two classes")
    return X, indices, classes


def _one_label_each(y: Any, n: int) -> AnyArray:
    labels: AnyArray = np.asarray(y)
    if labels.shape != (n,):
        raise ValueError(f"y must hold one label per example, shape ({n},), not {labels.shape}")
    return labels


def _fitted(estimator: Any, attribute: str) -> Any:
    if not hasattr(estimator, attribute):
        raise ValueError(f"this {type(estimator).__name__} is not fitted yet: call fit first")
    return getattr(estimator, attribute)
