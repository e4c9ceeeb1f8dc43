"""04 Perceptron: learning from one mistake at a time.

Labels are -1/+1 for two classes and 0..K-1 for more. `F` (K, D) holds one row f(x, k) of joint
features per class. A two-class score of 0 counts as a mistake; a multi-class tie is argmax's.
"""

from typing import Any

import numpy as np

from lincourse import validation
from lincourse.typing import FloatArray


def perceptron_update(w: Any, x: Any, y: int, eta: float) -> FloatArray:
    """w + η y x where y (w · x) <= 0, else w (04, section 2)."""
    w = validation.array("w", w, "d")
    x = validation.array("x", x, len(w))
    y = validation.label("y", y, (-1, 1))
    eta = validation.number("eta", eta)
    if y * (w @ x) <= 0:
        w = w + eta * y * x
    return w


def train_perceptron(X: Any, y: Any, eta: float, max_epochs: int) -> tuple[FloatArray, list[int]]:
    """(w, mistakes per epoch): from zeros, in order, until there are none (04, section 4)."""
    X = validation.array("X", X, "n", "d")
    y = validation.labels("y", y, (-1, 1), length=len(X))
    eta = validation.number("eta", eta)
    if len(X) == 0:
        raise ValueError("X has no examples; there is nothing to learn from")
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(validation.count("max_epochs", max_epochs)):
        wrong = 0
        for x_i, y_i in zip(X, y, strict=True):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes


def eta_decay(n: int) -> float:
    """η_n = 1/n for the n-th example, counted from 1 (04, section 3)."""
    return 1 / validation.count("n", n, low=1)


def multiclass_update(W: Any, x: Any, y: int, eta: float) -> FloatArray:
    """w_y + η x and w_ŷ - η x where ŷ = argmax_k w_k · x is not y (04, section 6)."""
    W = validation.array("W", W, "K", "d")
    x = validation.array("x", x, W.shape[1])
    y = validation.label("y", y, len(W))
    eta = validation.number("eta", eta)
    y_hat = (W @ x).argmax()
    if y_hat != y:
        W[y] += eta * x
        W[y_hat] -= eta * x
    return W


def joint_update(theta: Any, F: Any, y: int) -> FloatArray:
    """θ + f(x, y) - f(x, ŷ) with ŷ = argmax_k θ · f(x, k) (04, section 7)."""
    return np.asarray(validation.array("theta", theta, "D") - perceptron_gradient(theta, F, y))


def perceptron_loss(theta: Any, F: Any, y: int) -> float:
    """max_k θ · f(x, k) - θ · f(x, y) (04, section 8)."""
    theta, F, y = _joint(theta, F, y)
    psi = F @ theta
    return float(psi.max() - psi[y])


def perceptron_gradient(theta: Any, F: Any, y: int) -> FloatArray:
    """f(x, ŷ) - f(x, y) with ŷ = argmax_k θ · f(x, k) (04, section 8)."""
    theta, F, y = _joint(theta, F, y)
    y_hat = (F @ theta).argmax()
    return np.asarray(F[y_hat] - F[y])


def averaged_perceptron(X: Any, y: Any, n_classes: int, eta: float, epochs: int) -> FloatArray:
    """The mean of W after every example, mistake or not, (K, d) (04, section 9)."""
    X = validation.array("X", X, "n", "d")
    n_classes = validation.count("n_classes", n_classes, low=1)
    y = validation.labels("y", y, n_classes, length=len(X))
    epochs = validation.count("epochs", epochs, low=1)
    steps = epochs * len(X)
    if not steps:
        raise ValueError("X has no examples; there is nothing to average")
    W = np.zeros((n_classes, X.shape[1]))
    total = np.zeros_like(W)
    for _ in range(epochs):
        for x_i, y_i in zip(X, y, strict=True):
            W = multiclass_update(W, x_i, y_i, eta)
            total += W
    return total / steps


def svm_update(theta: Any, F: Any, y: int, cost: Any, shrink: float) -> FloatArray:
    """shrink·θ + f(x, y) - f(x, ŷ) with ŷ = argmax_k θ · f(x, k) + cost_k (04, section 10)."""
    theta, F, y = _joint(theta, F, y)
    cost = validation.array("cost", cost, len(F))
    if cost[y] != 0:
        raise ValueError(f"cost[y] must be 0 (the right answer costs nothing), not {cost[y]:g}")
    y_hat = (F @ theta + cost).argmax()
    return np.asarray(validation.number("shrink", shrink) * theta + F[y] - F[y_hat])


def least_squares(A: Any, b: Any) -> FloatArray:
    """The w of least norm among those with the least ‖A w - b‖², (d,) (04, section 11).

    (AᵀA)⁻¹ Aᵀ b where AᵀA can be inverted.
    """
    A = validation.array("A", A, "n", "d")
    b = validation.array("b", b, len(A))
    return np.asarray(np.linalg.lstsq(A, b, rcond=None)[0])


def train_multiclass(
    X: Any,
    y: Any,
    n_classes: int,
    eta: float,
    epochs: int,
    average: bool = False,
    decay: bool = False,
    rng: np.random.Generator | None = None,
) -> FloatArray:
    """`multiclass_update` over all examples, `epochs` times, made fast (04, section 9).

    W stays as it is between two mistakes, so whole blocks of examples are scored at once and
    only the mistakes are walked through; an epoch without any ends the training. With `average`
    the mean of W after every example; with `decay` the n-th example's rate is eta * eta_decay(n);
    with `rng` a new order every epoch.
    """
    X = validation.array("X", X, "n", "d")
    n_classes = validation.count("n_classes", n_classes, low=1)
    y = validation.labels("y", y, n_classes, length=len(X))
    eta = validation.number("eta", eta)
    if len(X) == 0:
        raise ValueError("X has no examples; there is nothing to learn from")
    epochs = validation.count("epochs", epochs, low=1)
    if rng is not None:
        validation.generator("rng", rng)
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


def _joint(theta: Any, F: Any, y: int) -> tuple[FloatArray, FloatArray, int]:
    theta = validation.array("theta", theta, "D")
    F = validation.array("F", F, "K", len(theta))
    return theta, F, validation.label("y", y, len(F))
