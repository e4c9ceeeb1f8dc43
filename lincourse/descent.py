"""06 Gradient descent: walking downhill, in batches or one example at a time, and stopping."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lincourse import validation
from lincourse.logistic import cross_entropy, logistic_gradient
from lincourse.typing import FloatArray, IntArray


def gradient_descent(
    gradient: Callable[[Any], Any], x0: Any, eta: float, epsilon: float, max_steps: int
) -> tuple[Any, int]:
    """(x, steps): x - η ∇f(x) until ‖∇f(x)‖ < ε or max_steps were taken (06, section 1)."""
    x = validation.array("x0", x0)[()]
    eta = validation.number("eta", eta, above=0)
    epsilon = validation.number("epsilon", epsilon, low=0)
    max_steps = validation.count("max_steps", max_steps)
    for steps in range(max_steps):
        slope = np.asarray(gradient(x), dtype=float)[()]
        if np.linalg.norm(slope) < epsilon:
            return x, steps
        x = x - eta * slope
    return x, max_steps


def batch_step(w: Any, X: Any, y: Any, eta: float) -> FloatArray:
    """w - η (mean gradient of the logistic loss over all examples) (06, section 3)."""
    eta = validation.number("eta", eta)
    return np.asarray(validation.array("w", w, "d") - eta * logistic_gradient(w, X, y))


def sgd_step(w: Any, x: Any, y: int, eta: float) -> FloatArray:
    """w - η (σ(w · x) - y) x, from a single example (06, section 3)."""
    w = validation.array("w", w, "d")
    return batch_step(w, [validation.array("x", x, len(w))], [y], eta)


def minibatches(n: int, size: int, rng: np.random.Generator) -> list[IntArray]:
    """The indices 0..n-1 shuffled and cut into batches; the last may be short (06, section 4)."""
    n, size = validation.count("n", n), validation.count("size", size, low=1)
    order = validation.generator("rng", rng).permutation(n)
    return [order[start : start + size] for start in range(0, n, size)]


def split(n: int, fractions: Sequence[float], rng: np.random.Generator) -> list[IntArray]:
    """The indices 0..n-1 in random order, cut at round(n · cumulative fraction) (06, section 6)."""
    shares = validation.distribution("fractions", fractions)
    order = validation.generator("rng", rng).permutation(validation.count("n", n))
    cuts = [round(n * share) for share in np.cumsum(shares)[:-1].tolist()]
    return np.split(order, cuts)


def early_stopping(validation_losses: Sequence[float], patience: int) -> tuple[int, int]:
    """(index where training stops, index of the best so far) (06, section 6).

    Training stops when the loss rose in more than `patience` measurements in a row.
    """
    losses = validation.array("validation_losses", validation_losses, "n")
    if len(losses) == 0:
        raise ValueError("validation_losses is empty; there is nothing to stop on")
    patience = validation.count("patience", patience)
    stop, rises = len(losses) - 1, 0
    for i in range(1, len(losses)):
        rises = rises + 1 if losses[i] > losses[i - 1] else 0
        if rises > patience:
            stop = i
            break
    return stop, int(losses[: stop + 1].argmin())


def _weights(w: Any) -> FloatArray:
    weights = validation.array("w", w)
    if weights.ndim == 0 or weights.shape[-1] == 0:
        raise ValueError(
            f"w must have a bias and weights on its last axis, not shape {weights.shape}"
        )
    return weights


def penalty(w: Any, lam: float) -> float:
    """λ Σ w², the bias (first) left out; W (K, d) works too (06, section 7)."""
    weights = _weights(w)[..., 1:]
    return validation.number("lam", lam, low=0) * float((weights**2).sum())


def penalty_gradient(w: Any, lam: float) -> FloatArray:
    """2λw with 0 for the bias, the shape of w (06, section 7)."""
    slope = 2 * validation.number("lam", lam, low=0) * _weights(w)
    slope[..., 0] = 0
    return np.asarray(slope)


def regularised_loss(w: Any, X: Any, y: Any, lam: float) -> float:
    """Mean cross-entropy + λ Σ w², the bias left out (06, section 7)."""
    return cross_entropy(w, X, y) + penalty(w, lam)


def regularised_gradient(w: Any, X: Any, y: Any, lam: float) -> FloatArray:
    """Mean of (σ(w · x) - y) x, + 2λw save for the bias, (d,) (06, section 7)."""
    return np.asarray(logistic_gradient(w, X, y) + penalty_gradient(w, lam))


def epochs_of_descent(
    gradient: Callable[[FloatArray, IntArray], FloatArray],
    w0: FloatArray,
    n: int,
    eta: float,
    epochs: int,
    batch_size: int | None = None,
    rng: np.random.Generator | None = None,
) -> Iterator[FloatArray]:
    """The weights after each epoch of w - η gradient(w, batch) over all batches (06, section 4).

    `batch_size=None` takes all n examples at once; 1 is stochastic descent.
    """
    w, everything = validation.array("w0", w0), np.arange(n)
    if batch_size is not None:
        batch_size = validation.count("batch_size", batch_size, low=1)
    for _ in range(epochs):
        if batch_size is None:
            batches = [everything]
        else:
            batches = minibatches(n, batch_size, validation.generator("rng", rng))
        for batch in batches:
            w = w - eta * gradient(w, batch)
        yield w
