"""06 Gradient descent: walking downhill, in batches or one example at a time, and stopping."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from lincourse import validation
from lincourse.arguments import (
    any_shape,
    bias_and_weights,
    count,
    count_from,
    distribution,
    generator,
    number,
    number_above,
    number_below,
    number_from,
    optional,
    rows,
    takes,
)
from lincourse.logistic import cross_entropy, logistic_gradient, sigmoid
from lincourse.typing import FloatArray, IntArray, Labels, Matrix, Vector


@takes(x0=any_shape, eta=number_above(0), epsilon=number_from(0), max_steps=count)
def gradient_descent(
    gradient: Callable[[Any], Any], x0: FloatArray, eta: float, epsilon: float, max_steps: int
) -> tuple[FloatArray, int]:
    """(x, steps): x - η ∇f(x) until ‖∇f(x)‖ < ε or max_steps were taken (lecture 06: descent)."""
    x = x0[()]  # a plain number where x0 is one
    for steps in range(max_steps):
        slope = np.asarray(gradient(x), dtype=float)[()]
        if np.linalg.norm(slope) < epsilon:
            return x, steps
        x = x - eta * slope
    return x, max_steps


@takes(w="d", eta=number)
def batch_step(w: Vector, X: Matrix, y: Labels, eta: float) -> Vector:
    """w - η (mean gradient of the logistic loss over all examples) (lecture 06: gradient)."""
    return w - eta * logistic_gradient(w, X, y)


@takes(w="d", x="d", y=(0, 1), eta=number)
def sgd_step(w: Vector, x: Vector, y: int, eta: float) -> Vector:
    """w - η (σ(w · x) - y) x, from a single example (lecture 06: minibatches)."""
    return w - eta * (sigmoid(w @ x) - y) * x


@takes(w="d", velocity="d", gradient="d", eta=number, beta=number_below(1))
def momentum_step(
    w: Vector, velocity: Vector, gradient: Vector, eta: float, beta: float
) -> tuple[Vector, Vector]:
    """(w - η v, v) with the velocity v = β · velocity + gradient (lecture 06: condition-number)."""
    velocity = beta * velocity + gradient
    return w - eta * velocity, velocity


@takes(
    w="d",
    m="d",
    v="d",
    t=count_from(1),
    gradient="d",
    eta=number,
    beta1=number_below(1),
    beta2=number_below(1),
    epsilon=number_above(0),
)
def adam_step(
    w: Vector,
    m: Vector,
    v: Vector,
    t: int,
    gradient: Vector,
    eta: float,
    beta1: float,
    beta2: float,
    epsilon: float,
) -> tuple[Vector, Vector, Vector]:
    """(w - η m̂ / (√v̂ + ε), m, v), the t-th step of Adam, t from 1 (lecture 06: condition-number).

    m = β₁ m + (1 - β₁) gradient and v = β₂ v + (1 - β₂) gradient² are running means from zeros;
    m̂ = m / (1 - β₁ᵗ) and v̂ = v / (1 - β₂ᵗ) correct for the zeros.
    """
    if (v < 0).any():
        raise ValueError("v must hold means of squares, none of them negative")
    m = beta1 * m + (1 - beta1) * gradient
    v = beta2 * v + (1 - beta2) * gradient**2
    m_hat, v_hat = m / (1 - beta1**t), v / (1 - beta2**t)
    return w - eta * m_hat / (np.sqrt(v_hat) + epsilon), m, v


@takes(n=count, size=count_from(1), rng=generator)
def minibatches(n: int, size: int, rng: np.random.Generator) -> list[IntArray]:
    """0..n-1 shuffled and cut into batches; the last may be short (lecture 06: minibatches)."""
    order = rng.permutation(n)
    return [order[start : start + size] for start in range(0, n, size)]


@takes(n=count, fractions=distribution("K"), rng=generator)
def split(n: int, fractions: Vector, rng: np.random.Generator) -> list[IntArray]:
    """0..n-1 shuffled, cut at round(n · cumulative fraction) (lecture 06: early-stopping)."""
    cuts = [round(n * share) for share in np.cumsum(fractions)[:-1].tolist()]
    return np.split(rng.permutation(n), cuts)


@takes(
    validation_losses=rows("n", "is empty; there is nothing to stop on"),
    patience=count,
)
def early_stopping(validation_losses: Vector, patience: int) -> tuple[int, int]:
    """(index where training stops, index of the best so far) (lecture 06: early-stopping).

    Training stops when the loss rose in more than `patience` measurements in a row.
    """
    stop, rises = len(validation_losses) - 1, 0
    for i in range(1, len(validation_losses)):
        rises = rises + 1 if validation_losses[i] > validation_losses[i - 1] else 0
        if rises > patience:
            stop = i
            break
    return stop, int(validation_losses[: stop + 1].argmin())


@takes(w=bias_and_weights, lam=number_from(0))
def penalty(w: FloatArray, lam: float) -> float:
    """λ Σ w², the bias (first) left out; W (K, d) works too (lecture 06: penalty)."""
    return lam * float((w[..., 1:] ** 2).sum())


@takes(w=bias_and_weights, lam=number_from(0))
def penalty_gradient(w: FloatArray, lam: float) -> FloatArray:
    """2λw with 0 for the bias, the shape of w (lecture 06: penalty)."""
    slope = 2 * lam * w
    slope[..., 0] = 0
    return slope


def regularised_loss(w: Vector, X: Matrix, y: Labels, lam: float) -> float:
    """Mean cross-entropy + λ Σ w², the bias left out (lecture 06: penalty)."""
    return cross_entropy(w, X, y) + penalty(w, lam)


def regularised_gradient(w: Vector, X: Matrix, y: Labels, lam: float) -> Vector:
    """Mean of (σ(w · x) - y) x, + 2λw save for the bias, (d,) (lecture 06: penalty)."""
    return logistic_gradient(w, X, y) + penalty_gradient(w, lam)


@takes(w0=any_shape, batch_size=optional(count_from(1)))
def epochs_of_descent(
    gradient: Callable[[FloatArray, IntArray], FloatArray],
    w0: FloatArray,
    n: int,
    eta: float,
    epochs: int,
    batch_size: int | None = None,
    rng: np.random.Generator | None = None,
) -> Iterator[FloatArray]:
    """The weights after each epoch of steps w - η gradient(w, batch) (lecture 06: minibatches).

    `batch_size=None` takes all n examples at once; 1 is stochastic descent.
    """
    w = w0
    for _ in range(epochs):
        if batch_size is None:
            batches = [np.arange(n)]
        else:
            batches = minibatches(n, batch_size, validation.generator("rng", rng))
        for batch in batches:
            w = w - eta * gradient(w, batch)
        if not np.isfinite(w).all():
            raise ValueError(f"the weights overflowed with eta = {eta:g}; use a smaller eta")
        yield w
