"""04 Perceptron: learning from one mistake at a time.

Labels are -1/+1 for two classes and 0..K-1 for more. `F` (K, D) holds one row f(x, k) of joint
features per class. A two-class score of 0 counts as a mistake; a multi-class tie is argmax's.
"""

import numpy as np

from lincourse.arguments import (
    classes,
    count,
    count_from,
    examples,
    label,
    labels,
    labels_among,
    number,
    takes,
    unchecked_inside,
)
from lincourse.typing import Labels, Matrix, Vector


@takes(w="d", x="d", y=(-1, 1), eta=number)
def perceptron_update(w: Vector, x: Vector, y: int, eta: float) -> Vector:
    """w + η y x where y (w · x) <= 0, else w (lecture 04: update)."""
    if y * (w @ x) <= 0:
        w = w + eta * y * x
    return w


@takes(
    X=examples("there is nothing to learn from"),
    y=labels_among(-1, 1),
    eta=number,
    max_epochs=count,
)
def train_perceptron(X: Matrix, y: Labels, eta: float, max_epochs: int) -> tuple[Vector, list[int]]:
    """(w, mistakes per epoch): from zeros, in order, until none (lecture 04: update)."""
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(max_epochs):
        wrong = 0
        for x_i, y_i in zip(X, y, strict=True):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes


@takes(X=examples("there is nothing to separate"), y=labels_among(-1, 1), u="d")
def mistake_bound(X: Matrix, y: Labels, u: Vector) -> float:
    """(R/γ)², R = max ‖x_i‖, γ = min y_i (u · x_i) / ‖u‖ (lecture 04: convergence).

    A perceptron that starts at w = 0 makes no more mistakes than this.
    """
    margins = y * (X @ u)
    if margins.min() <= 0:
        i = int(margins.argmin())
        raise ValueError(
            f"u must separate the examples, but y (u · x) is {margins[i]:g} for example {i}"
        )
    R = np.linalg.norm(X, axis=1).max()
    gamma = margins.min() / np.linalg.norm(u)
    return float((R / gamma) ** 2)


@takes(n=count_from(1))
def eta_decay(n: int) -> float:
    """η_n = 1/n for the n-th example, counted from 1 (lecture 04: decay)."""
    return 1 / n


@takes(W="K d", x="d", y=label, eta=number)
def multiclass_update(W: Matrix, x: Vector, y: int, eta: float) -> Matrix:
    """w_y + η x and w_ŷ - η x where ŷ = argmax_k w_k · x is not y (lecture 04: multiclass)."""
    y_hat = (W @ x).argmax()
    if y_hat != y:
        W[y] += eta * x
        W[y_hat] -= eta * x
    return W


@takes(theta="D", F="K D", y=label)
def joint_update(theta: Vector, F: Matrix, y: int) -> Vector:
    """θ + f(x, y) - f(x, ŷ) with ŷ = argmax_k θ · f(x, k) (lecture 04: multiclass)."""
    y_hat = (F @ theta).argmax()
    return theta + F[y] - F[y_hat]


@takes(theta="D", F="K D", y=label)
def perceptron_loss(theta: Vector, F: Matrix, y: int) -> float:
    """max_k θ · f(x, k) - θ · f(x, y) (lecture 04: loss)."""
    z = F @ theta
    return float(z.max() - z[y])


@takes(theta="D", F="K D", y=label)
def perceptron_gradient(theta: Vector, F: Matrix, y: int) -> Vector:
    """f(x, ŷ) - f(x, y) with ŷ = argmax_k θ · f(x, k) (lecture 04: loss)."""
    y_hat = (F @ theta).argmax()
    return F[y_hat] - F[y]


@takes(
    X=examples("there is nothing to average"),
    n_classes=classes,
    y=labels,
    eta=number,
    epochs=count_from(1),
)
@unchecked_inside
def averaged_perceptron(X: Matrix, y: Labels, n_classes: int, eta: float, epochs: int) -> Matrix:
    """The mean of W after every example, mistake or not, (K, d) (lecture 04: averaging)."""
    W = np.zeros((n_classes, X.shape[1]))
    total = np.zeros_like(W)
    for _ in range(epochs):
        for x_i, y_i in zip(X, y, strict=True):
            W = multiclass_update(W, x_i, y_i, eta)
            total += W
    return total / (epochs * len(X))


@takes(theta="D", F="K D", y=label, cost="K", shrink=number)
def svm_update(theta: Vector, F: Matrix, y: int, cost: Vector, shrink: float) -> Vector:
    """shrink·θ + f(x, y) - f(x, ŷ) with ŷ = argmax_k θ · f(x, k) + cost_k (lecture 04: margin)."""
    if cost[y] != 0:
        raise ValueError(f"cost[y] must be 0 (the right answer costs nothing), not {cost[y]:g}")
    y_hat = (F @ theta + cost).argmax()
    return shrink * theta + F[y] - F[y_hat]


@takes(A="n d", b="n")
def least_squares(A: Matrix, b: Vector) -> Vector:
    """The shortest w that minimises ‖A w - b‖², (d,).

    (AᵀA)⁻¹ Aᵀ b where AᵀA can be inverted.
    """
    return np.linalg.lstsq(A, b, rcond=None)[0].astype(float)
