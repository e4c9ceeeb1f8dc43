"""08 Derivations: closed forms of derivatives, and the finite differences that check them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from lincourse import validation
from lincourse.softmax import softmax
from lincourse.typing import FloatArray


def softmax_jacobian(z: Any) -> FloatArray:
    """[i, j] = ∂S_i/∂z_j = S_i (δ_ij - S_j), (K, K) (08, section 2)."""
    z = validation.array("z", z, "K")
    if len(z) == 0:
        raise ValueError("z is empty; there must be at least one score")
    S = softmax(z)
    return np.asarray(np.diag(S) - np.outer(S, S))


def probability_gradient(W: Any, x: Any, j: int) -> FloatArray:
    """∂p_j/∂w_mk = p_j (δ_jm - p_m) x_k, (K, d) (08, section 3)."""
    W = validation.array("W", W, "K", "d")
    x = validation.array("x", x, W.shape[1])
    j = validation.label("j", j, len(W))
    return np.outer(softmax_jacobian(W @ x)[j], x)


def numerical_gradient(f: Callable[[Any], float], x: Any, h: float = 1e-5) -> Any:
    """(f(x + h) - f(x - h)) / 2h in every coordinate, the shape of x (08, section 1)."""
    x = validation.array("x", x)
    h = validation.number("h", h, above=0)
    slope = np.empty_like(x)
    for index in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[index] = h
        slope[index] = (f((x + step)[()]) - f((x - step)[()])) / (2 * h)
    return slope if x.ndim else float(slope)
