"""08 Derivations: closed forms of derivatives, and the finite differences that check them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from lincourse.arguments import any_shape, label, number_above, rows, takes
from lincourse.logistic import sigmoid
from lincourse.softmax import softmax
from lincourse.typing import FloatArray, Matrix, Vector


@takes(z=rows("K", "is empty; there must be at least one score"))
def softmax_jacobian(z: Vector) -> Matrix:
    """[i, j] = ∂S_i/∂z_j = S_i (δ_ij - S_j), (K, K) (lecture 08: jacobian)."""
    S = softmax(z)
    return np.diag(S) - np.outer(S, S)


@takes(W="K d", x="d", j=label)
def probability_gradient(W: Matrix, x: Vector, j: int) -> Matrix:
    """∂p_j/∂w_mk = p_j (δ_jm - p_m) x_k, (K, d) (lecture 08: weights)."""
    return np.outer(softmax_jacobian(W @ x)[j], x)


@takes(V="H d", w="H", x="d", y=(0, 1))
def hidden_gradient(V: Matrix, w: Vector, x: Vector, y: int) -> tuple[Matrix, Vector]:
    """∂ℓ/∂V = (p - y) (w ⊙ (1 - h²)) xᵀ, (H, d), and ∂ℓ/∂w = (p - y) h, (H,) (lecture 08: weights).

    ℓ = -y log p - (1-y) log(1-p) with h = tanh(V x) and p = σ(w · h).
    """
    h = np.tanh(V @ x)
    error = sigmoid(w @ h) - y  # the message that reaches the score
    return np.outer(error * w * (1 - h**2), x), error * h


@takes(x=any_shape, h=number_above(0))
def numerical_gradient(f: Callable[[Any], float], x: FloatArray, h: float = 1e-5) -> Any:
    """(f(x + h) - f(x - h)) / 2h for each entry of x (lecture 08: finite-differences)."""
    slope = np.empty_like(x)
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = h  # [()] below makes a number of what has no axes
        slope[index] = (f((x + step)[()]) - f((x - step)[()])) / (2 * h)
    return slope if x.ndim else float(slope)
