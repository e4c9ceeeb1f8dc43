"""The classifiers of the lectures with scikit-learn's interface: `fit`, `predict` and `score`.

They work with `clone`, `cross_val_score`, `GridSearchCV` and `Pipeline`, but import only NumPy.
`NaiveBayes` takes lists of words. The others take feature arrays X (n, d) *without* the constant 1
and add it themselves. Labels can be anything that can be sorted.
"""

import sys
from collections import deque
from collections.abc import Sequence
from inspect import signature
from typing import Any, Self

import numpy as np

from lincourse import naive_bayes, validation
from lincourse.arguments import unchecked_inside
from lincourse.descent import epochs_of_descent, penalty, penalty_gradient, split
from lincourse.engines import train_multiclass, train_svm
from lincourse.features import add_bias, scores
from lincourse.logistic import cross_entropy, logistic_gradient, sigmoid
from lincourse.metrics import accuracy
from lincourse.softmax import softmax, softmax_gradient, softmax_loss
from lincourse.typing import AnyArray, FloatArray, IntArray


class NotFittedError(ValueError, AttributeError):
    """An estimator was used before `fit`; if scikit-learn is loaded, its own error is raised."""


class _Classifier:
    """The parts of scikit-learn's interface that all classifiers share: parameters, score, tags.

    The parameters are the arguments of `__init__`, which stores each of them under its own name.
    Only `fit` checks them.
    """

    classes_: AnyArray

    def predict(self, X: Any) -> AnyArray:
        """The predicted class of each example."""
        raise NotImplementedError

    def score(self, X: Any, y: Any) -> float:
        """The accuracy: the share of examples whose class is predicted correctly."""
        return accuracy(y, self.predict(X))

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments by name; scikit-learn passes `deep`, which has no effect."""
        names = [name for name in signature(type(self).__init__).parameters if name != "self"]
        return {name: getattr(self, name) for name in names if hasattr(self, name)}

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise ValueError(
                    f"{type(self).__name__} has no parameter {name!r}; it has {', '.join(known)}"
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = signature(type(self).__init__).parameters
        changed = {
            name: value
            for name, value in self.get_params().items()
            if value is not defaults[name].default and value != defaults[name].default
        }
        listed = ", ".join(f"{name}={value!r}" for name, value in changed.items())
        return f"{type(self).__name__}({listed})"

    def __sklearn_tags__(self) -> Any:
        """The tags that scikit-learn asks for; only scikit-learn calls this, so it is loaded."""
        sklearn: Any = sys.modules["sklearn.utils"]
        return sklearn.Tags(
            estimator_type="classifier",
            target_tags=sklearn.TargetTags(required=True),
            classifier_tags=sklearn.ClassifierTags(),
            input_tags=sklearn.InputTags(),
        )

    def _fitted(self, attribute: str) -> Any:
        if not hasattr(self, attribute):
            loaded = sys.modules.get("sklearn.exceptions")
            error = getattr(loaded, "NotFittedError", NotFittedError)
            raise error(f"this {type(self).__name__} is not fitted yet: call fit first")
        return getattr(self, attribute)


class NaiveBayes(_Classifier):
    """Multinomial naive Bayes on lists of words, with add-one smoothing and an OOV type (02).

    After `fit`, `model_` holds the result of `train_naive_bayes`, `classes_` the sorted labels.
    """

    def fit(self, documents: Sequence[Sequence[str]], y: Any) -> Self:
        """Learn log-priors and log-likelihoods from documents and their labels."""
        y = _one_label_each(y, len(documents))
        self.model_ = naive_bayes.train_naive_bayes(list(zip(documents, y.tolist(), strict=True)))
        self.classes_ = np.unique(y)
        return self

    def predict_joint_log_proba(self, documents: Sequence[Sequence[str]]) -> FloatArray:
        """log P(y) + Σ log P(word | y), (n, K), in the order of `classes_`."""
        model = self._fitted("model_")
        rows = [
            [naive_bayes.log_score(words, label, model) for label in self.classes_.tolist()]
            for words in documents
        ]
        return np.array(rows).reshape(len(documents), len(self.classes_))

    def predict_proba(self, documents: Sequence[Sequence[str]]) -> FloatArray:
        """P(y | words), (n, K)."""
        return softmax(self.predict_joint_log_proba(documents))

    def predict(self, documents: Sequence[Sequence[str]]) -> AnyArray:
        """The most probable label of each document."""
        best = self.predict_joint_log_proba(documents).argmax(axis=1)
        return self.classes_[best]


class _Linear(_Classifier):
    """Shared by the linear estimators: weights W (K, d+1), scores, and the best class.

    After `fit`, `W_` has one row per class, with the bias first. `coef_` and `intercept_` are the
    same weights in scikit-learn's layout. Two classes then share one row: the second class's row
    minus the first's.
    """

    W_: FloatArray
    n_features_in_: int

    @property
    def coef_(self) -> FloatArray:
        """The weights without the bias, (K, d), or (1, d) with two classes."""
        return self._one_row_for_two()[:, 1:]

    @property
    def intercept_(self) -> FloatArray:
        """The biases, (K,), or (1,) with two classes."""
        return self._one_row_for_two()[:, 0]

    def _one_row_for_two(self) -> FloatArray:
        W: FloatArray = self._fitted("W_")
        return W[1:] - W[:1] if len(W) == 2 else W

    def _scores(self, X: Any) -> FloatArray:
        """Ψ(x, k), (n, K), in the order of `classes_`."""
        W = self._fitted("W_")
        return scores(W, add_bias(_features(X, W.shape[1] - 1)))

    def decision_function(self, X: Any) -> FloatArray:
        """Ψ(x, k), (n, K), in the order of `classes_`; for two classes Ψ(x, 1) - Ψ(x, 0), (n,)."""
        z = self._scores(X)
        return z[:, 1] - z[:, 0] if z.shape[1] == 2 else z

    def predict(self, X: Any) -> AnyArray:
        """The class with the largest score."""
        best = self._scores(X).argmax(axis=1)
        return self.classes_[best]


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
        """Set how to learn.

        Args:
            eta: The learning rate.
            epochs: Maximum number of passes; training ends after one without mistakes.
            average: Keep the mean of W after every example instead of the last W.
            decay: Use the rate eta / n for the n-th example.
            rng: Generator that shuffles the examples before every epoch; None keeps their order.
        """
        self.eta, self.epochs, self.average, self.decay = eta, epochs, average, decay
        self.rng = rng

    def fit(self, X: Any, y: Any) -> Self:
        """Learn W from examples X (n, d) and their labels."""
        X, y, classes = _encode(X, y)
        self.W_ = train_multiclass(
            X, y, len(classes), self.eta, self.epochs, self.average, self.decay, self.rng
        )
        self.classes_, self.n_features_in_ = classes, X.shape[1] - 1
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
        """Set how to learn.

        Args:
            shrink: Factor by which every example shrinks W, above 0 and at most 1.
            epochs: Number of passes through the data.
            average: Keep the mean of W after every example instead of the last W.
            rng: Generator that shuffles the examples before every epoch; None keeps their order.
        """
        self.shrink, self.epochs, self.average, self.rng = shrink, epochs, average, rng

    def fit(self, X: Any, y: Any) -> Self:
        """Learn W from examples X (n, d) and their labels."""
        X, y, classes = _encode(X, y)
        self.W_ = train_svm(X, y, len(classes), self.shrink, self.epochs, self.average, self.rng)
        self.classes_, self.n_features_in_ = classes, X.shape[1] - 1
        return self


class _Descent(_Linear):
    """Shared by the probabilistic estimators: descent on a mean loss, L2 and early stopping."""

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
            epochs: Maximum number of passes through the data.
            batch_size: None for batch descent, 1 for stochastic, more for minibatches.
            lam: Weight of the L2 penalty, which excludes the bias.
            patience: Hold out part of the data, stop when its loss has risen more than this many
                epochs in a row, and keep the best weights. None trains on all the data.
            validation_fraction: Share of the data to hold out for early stopping.
            epsilon: Stop when the gradient's norm over all the data is below this (0: never).
            average: Number of last epochs whose weights are averaged (1: no averaging), which
                smooths the noise of batches. Early stopping keeps the best weights instead.
            rng: Random generator; needed for batches and early stopping.
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
        """Learn W from examples X (n, d) and their labels.

        `losses_` (and `validation_losses_`) hold the loss after every epoch.
        """
        X, y, classes = _encode(X, y)
        eta = validation.number("eta", self.eta, above=0)
        epochs = validation.count("epochs", self.epochs)
        lam = validation.number("lam", self.lam, low=0)
        w = start = np.zeros(self._shape(len(classes), X.shape[1]))
        X, y, X_held, y_held = self._hold_out(X, y)

        @unchecked_inside
        def gradient(w: FloatArray, batch: IntArray | slice = slice(None)) -> FloatArray:
            return self._gradient(w, X[batch], y[batch]) + penalty_gradient(w, lam)

        self.losses_: list[float] = []
        self.validation_losses_: list[float] = []
        last: deque[FloatArray] = deque(maxlen=validation.count("average", self.average, low=1))
        best, lowest, rises = w, np.inf, 0
        for w in epochs_of_descent(gradient, start, len(X), eta, epochs, self.batch_size, self.rng):
            last.append(w)
            self.losses_.append(self._loss(w, X, y) + penalty(w, lam))
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
        self.classes_, self.n_features_in_ = classes, X.shape[1] - 1
        return self

    def _hold_out(
        self, X: FloatArray, y: IntArray
    ) -> tuple[FloatArray, IntArray, FloatArray, IntArray]:
        """The training examples, then the held-out ones (none without `patience`)."""
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
    """Two classes; `w_` (d+1,) holds the weights of the second class in `classes_` (05, 06)."""

    w_: FloatArray

    def __sklearn_tags__(self) -> Any:
        """The same tags, but for two classes only."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

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

    def predict_proba(self, X: Any) -> FloatArray:
        """P(class | x), (n, 2)."""
        p = sigmoid(self.decision_function(X))
        return np.column_stack([1 - p, p])

    def predict(self, X: Any) -> AnyArray:
        """The class with the larger probability; the second if both are 1/2."""
        second = self.decision_function(X) >= 0
        return self.classes_[second.astype(int)]


class SoftmaxRegression(_Descent):
    """K classes (07)."""

    def _shape(self, n_classes: int, d: int) -> tuple[int, ...]:
        return (n_classes, d)

    def _loss(self, w: FloatArray, X: FloatArray, y: IntArray) -> float:
        return softmax_loss(w, X, y)

    def _gradient(self, w: FloatArray, X: FloatArray, y: IntArray) -> FloatArray:
        return softmax_gradient(w, X, y)

    def predict_proba(self, X: Any) -> FloatArray:
        """P(class | x), (n, K)."""
        return softmax(self._scores(X))


def _encode(X: Any, y: Any) -> tuple[FloatArray, IntArray, AnyArray]:
    """(X with a bias column, labels as 0..K-1, the classes they stand for)."""
    X = add_bias(_features(X))
    classes, indices = np.unique(_one_label_each(y, len(X)), return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"y holds {classes.tolist()}; a classifier needs at least two classes")
    return X, indices, classes


def _features(X: Any, d: int | None = None) -> FloatArray:
    """Examples (n, d), one per row, with at least one feature."""
    array = validation.array("X", X)
    if array.ndim == 1:
        raise ValueError(
            f"X must have shape (n, {d or 'd'}), not {array.shape}. Reshape your data: X[None] is "
            "one example, X[:, None] one feature"
        )
    array = validation.array("X", array, "n", d or "d")
    if array.shape[1] == 0:
        raise ValueError("X has no features; there is nothing to learn from")
    return array


def _one_label_each(y: Any, n: int) -> AnyArray:
    labels: AnyArray = np.asarray(y)
    if y is None or labels.shape != (n,):
        was = "None" if y is None else labels.shape
        raise ValueError(f"y must hold one label per example, shape ({n},), not {was}")
    return labels
