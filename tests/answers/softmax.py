"""Answers to exercise 07: right ones of several kinds, and wrong ones outside the catalogue."""

import math
import warnings

import numpy as np
from scipy import special

from lincourse.descent import minibatches

# ---------------------------------------------------------------- right


def softmax_by_rows(Z):
    if Z.ndim > 1:
        return np.array([softmax_by_rows(row) for row in Z])
    top = max(Z)
    exps = [math.exp(z - top) for z in Z]
    total = sum(exps)
    return np.array([e / total for e in exps])


def softmax_by_logs(Z):
    top = np.max(Z, axis=-1, keepdims=True)
    return np.exp(Z - top - np.log(np.sum(np.exp(Z - top), axis=-1, keepdims=True)))


def softmax_of_differences(Z):
    Z = np.asarray(Z, dtype=float)
    with np.errstate(over="ignore"):
        return 1 / np.exp(Z[..., None, :] - Z[..., :, None]).sum(axis=-1)


def softmax_transposed(Z):
    print("softmax of", Z)
    columns = np.moveaxis(np.array(Z, dtype=float), -1, 0)
    columns -= columns.max(axis=0)
    columns = np.exp(columns)
    columns /= columns.sum(axis=0)
    return np.moveaxis(columns, 0, -1)


def softmax_copied(Z):
    out = Z.astype(np.float64)
    out -= out.max(-1)[..., np.newaxis]
    np.exp(out, out=out)
    return np.divide(out, np.expand_dims(out.sum(-1), -1))


def pmf_by_product(phi, x):
    result = 1.0
    for k, p in enumerate(phi):
        result *= p ** (1 if k == x else 0)
    return result


def entropy_by_loop(p, q):
    total = 0.0
    for a, b in zip(p, q, strict=True):
        if a != 0:
            total -= a * math.log(b)
    return total


def entropy_with_where(p, q):
    return -np.where(p == 0, 0, p * np.log(q)).sum()


def entropy_by_nansum(p, q):
    return np.nansum(-p * np.log(q))


def loss_with_one_hot(W, X, y):
    Z = W @ X.T
    Z = Z - Z.max(axis=0)
    log_p = Z - np.log(np.exp(Z).sum(axis=0))
    return -(np.eye(len(W))[:, y] * log_p).sum() / X.shape[0]


def loss_by_reduce(W, X, y):
    Z = X @ W.T
    return np.mean(np.logaddexp.reduce(Z, axis=1) - np.take_along_axis(Z, y[:, None], 1)[:, 0])


def gradient_in_its_own_array(W, X, y):
    P = softmax_copied(X @ W.T)
    P[np.arange(len(y)), y] -= 1
    return np.dot(P.T, X) / len(y)


def gradient_by_einsum(W, X, y):
    return np.einsum(
        "nk,nd->kd", special.softmax(X @ W.T, axis=1) - (y[:, None] == np.arange(len(W))), X
    ) / len(X)


def gradient_expected_minus_observed(W, X, y):
    P = softmax_by_logs(X @ W.T)
    rows = []
    for k in range(W.shape[0]):
        expected = (P[:, k : k + 1] * X).mean(axis=0)
        observed = (X * (y == k).reshape(-1, 1)).mean(axis=0)
        rows.append(expected - observed)
    return np.stack(rows)


def update_by_outer(W, x, y, eta):
    p = special.softmax(W @ x)
    p[y] -= 1
    return W - eta * np.outer(p, x)


def update_naive_and_noisy(W, x, y, eta):
    warnings.warn("only a warning", stacklevel=1)
    e = np.exp(W @ x)
    target = np.zeros(len(W))
    target[y] = 1
    W = np.array(W, dtype=float)
    W += eta * (target - e / e.sum())[:, None] * x[None, :]
    return W


def train_with_minibatches(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        for batch in minibatches(len(X), batch_size, rng):
            W = W - eta * gradient_by_einsum(W, X[batch], y[batch])
    return W


def train_by_shuffle(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, len(X[0])))
    indices = np.arange(len(y))
    for _epoch in range(epochs):
        rng.shuffle(indices)
        X_new, y_new = X[indices], y[indices]
        start = 0
        while start < len(y):
            x_b, y_b = X_new[start : start + batch_size], y_new[start : start + batch_size]
            step = np.zeros_like(W)
            for x, label in zip(x_b, y_b, strict=True):
                step += update_by_outer(W, x, label, eta) - W
            W += step / len(x_b)
            start += batch_size
    return W


def train_by_keys(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        order = np.argsort(rng.random(len(X)))
        for batch in np.split(order, range(batch_size, len(X), batch_size)):
            W = W - eta * gradient_expected_minus_observed(W, X[np.sort(batch)], y[np.sort(batch)])
    return W


RIGHT = {
    "softmax": [
        softmax_by_rows,
        softmax_by_logs,
        softmax_of_differences,
        softmax_transposed,
        softmax_copied,
        lambda Z: special.softmax(Z, axis=-1),
        lambda Z: np.exp(special.log_softmax(Z, axis=-1)),
        lambda Z: np.exp(Z - special.logsumexp(Z, axis=-1, keepdims=True)),
        lambda Z: np.exp(Z - np.logaddexp.reduce(Z, axis=-1, keepdims=True)),
    ],
    "categorical_pmf": [
        pmf_by_product,
        lambda phi, x: phi[x],
        lambda phi, x: np.prod(np.power(phi, np.arange(len(phi)) == x)),
        lambda phi, x: float(np.eye(len(phi))[x] @ phi),
        lambda phi, x: phi.tolist()[x],
    ],
    "entropy_between": [
        entropy_by_loop,
        entropy_with_where,
        entropy_by_nansum,
        lambda p, q: -special.xlogy(p, q).sum(),
        lambda p, q: -sum(p[k] * np.log(q[k]) for k in np.flatnonzero(p)),
        lambda p, q: np.sum(special.entr(p)) + np.sum(special.rel_entr(p, q)),
    ],
    "softmax_loss": [
        loss_with_one_hot,
        loss_by_reduce,
        lambda W, X, y: -special.log_softmax(X @ W.T, axis=1)[range(len(y)), y].mean(),
    ],
    "softmax_gradient": [
        gradient_in_its_own_array,
        gradient_by_einsum,
        gradient_expected_minus_observed,
        lambda W, X, y: (X.T @ (softmax_by_logs(X @ W.T) - np.eye(len(W))[y]) / len(y)).T,
    ],
    "softmax_update": [
        update_by_outer,
        update_naive_and_noisy,
    ],
    "train_softmax": [
        train_with_minibatches,
        train_by_shuffle,
        train_by_keys,
    ],
}


# ---------------------------------------------------------------- wrong, with what is said


def naive(Z):
    return np.exp(Z) / np.exp(Z).sum(axis=-1, keepdims=True)


def softmax_in_place(Z):
    Z -= Z.max(axis=-1, keepdims=True)
    return softmax_copied(Z)


def softmax_quietly_nan(Z):
    with np.errstate(all="ignore"):
        return naive(Z)


def softmax_other_clip(Z):
    return naive(np.clip(Z, -100, 100))


def softmax_nan_to_num(Z):
    return np.nan_to_num(naive(Z), nan=1.0)


def softmax_flat(Z):
    exps = [math.exp(z - np.max(Z)) for z in np.ravel(Z)]
    return np.array(exps).reshape(Z.shape) / sum(exps)


def softmax_warns(Z):
    np.exp(Z)
    return softmax_copied(Z)


def softmax_two_axes_only(Z):
    e = np.exp(Z - np.max(Z, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def loss_naive(W, X, y):
    return -np.mean(np.log(naive(X @ W.T)[np.arange(len(y)), y]))


def loss_naive_bits(W, X, y):
    return -np.mean(np.log2(naive(X @ W.T)[np.arange(len(y)), y]))


def loss_naive_one_hot_mean(W, X, y):
    return -np.mean(np.eye(len(W))[y] * np.log(softmax_copied(X @ W.T)))


def loss_warns(W, X, y):
    np.log(softmax_copied(X @ W.T))
    return loss_by_reduce(W, X, y)


def loss_swapped(W, X, y):
    P, Y = softmax_copied(X @ W.T), np.eye(len(W))[y]
    return -(P * np.log(Y + 1e-9)).sum(axis=1).mean()


def loss_swapped_and_masked(W, X, y):
    pairs = zip(softmax_copied(X @ W.T), np.eye(len(W))[y], strict=True)
    with np.errstate(divide="ignore"):
        return np.mean([-(p[p > 0] * np.log(q[p > 0])).sum() for p, q in pairs])


def gradient_naive(W, X, y):
    return (naive(X @ W.T) - np.eye(len(W))[y]).T @ X / len(y)


def gradient_naive_sum(W, X, y):
    return (naive(X @ W.T) - np.eye(len(W))[y]).T @ X


def gradient_changes_X(W, X, y):
    result = gradient_in_its_own_array(W, X, y)
    X *= 2
    return result


def update_in_place(W, x, y, eta):
    p = softmax_by_rows(W @ x)
    p[y] -= 1
    W -= eta * np.outer(p, x)
    return W


def train_seeded(X, y, n_classes, eta, epochs, batch_size, rng):
    return train_with_minibatches(
        X, y, n_classes, eta, epochs, batch_size, np.random.default_rng(42)
    )


def train_globally(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        order = np.random.permutation(len(X))
        for start in range(0, len(X), batch_size):
            batch = order[start : start + batch_size]
            W = W - eta * gradient_by_einsum(W, X[batch], y[batch])
    return W


def train_draws_again(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        for _ in range(-(-len(X) // batch_size)):
            batch = rng.choice(len(X), batch_size)
            W = W - eta * gradient_by_einsum(W, X[batch], y[batch])
    return W


def train_into_integers(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]), dtype=X.dtype)
    for _ in range(epochs):
        for batch in minibatches(len(X), batch_size, rng):
            W -= eta * gradient_by_einsum(W, X[batch], y[batch])
    return W


def train_shuffles_the_callers(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        order = rng.permutation(len(X))
        X[:], y[:] = X[order], y[order]
        for start in range(0, len(X), batch_size):
            part = slice(start, start + batch_size)
            W = W - eta * gradient_by_einsum(W, X[part], y[part])
    return W


def train_on_first_batches(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]))
    for _ in range(epochs):
        X_new = X[rng.permutation(len(X))]
        for start in range(0, len(X), batch_size):
            part = slice(start, start + batch_size)
            W = W - eta * gradient_by_einsum(W, X_new[part], y[part])
    return W


def train_for_ever(X, y, n_classes, eta, epochs, batch_size, rng):
    W = np.zeros((n_classes, X.shape[1]))
    while epochs > 0:
        W = W - eta * gradient_by_einsum(W, X, y)
    return W


WRONG = {
    "softmax": [
        (softmax_in_place, "Z is changed in place"),
        (softmax_quietly_nan, "straight from the formula"),
        (softmax_other_clip, "Was something cut off or added?"),
        (softmax_nan_to_num, "it came with a warning"),
        (softmax_flat, "over all rows at once"),
        (softmax_warns, "it came with a warning"),
        (softmax_two_axes_only, "axis=1 is used"),
        (lambda Z: softmax_copied(Z).max(), "a NumPy array of shape"),
    ],
    "entropy_between": [
        (lambda p, q: -(q * np.log(p)).sum(), "p and q are swapped"),
        (lambda p, q: -(p * np.log2(q)).sum(), "the logarithm is to base 2"),
        (lambda p, q: entropy_by_loop(p, q) + 1, "By hand: 1/2 times log 4"),
    ],
    "softmax_loss": [
        (loss_naive, "softmax itself overflows"),
        (loss_naive_bits, "the logarithm is to base 2"),
        (loss_naive_one_hot_mean, "divided by len(W)"),
        (loss_warns, "it came with a warning"),
        (loss_swapped_and_masked, "truth and belief are swapped"),
        (loss_swapped, "By hand: the right classes have the probabilities"),
    ],
    "softmax_gradient": [
        (gradient_naive, "e^1000 overflows on the way"),
        (gradient_naive_sum, "multiplied by len(X)"),
        (gradient_changes_X, "X is changed in place"),
    ],
    "softmax_update": [
        (update_in_place, "W is changed in place"),
        (lambda W, x, y, eta: update_by_outer(W, x, y, -eta), "the loss goes up"),
    ],
    "train_softmax": [
        (train_seeded, "does not come from rng"),
        (train_globally, "shuffled, but not by rng"),
        (train_draws_again, "each should come once"),
        (train_into_integers, "stopped with"),
        (train_shuffles_the_callers, "the arguments X and y are changed in place"),
        (train_on_first_batches, "X is shuffled and y is not"),
        (train_for_ever, "had not come back after"),
    ],
}


# ---------------------------------------------------------------- temperature and bits


def softmax_at_by_rows(Z, temperature):
    if not temperature > 0:
        raise ValueError("too cold")
    rows = np.reshape(Z, (-1, np.shape(Z)[-1]))
    done = [np.exp((row - max(row)) / temperature) for row in rows]
    return np.array([row / sum(row) for row in done]).reshape(np.shape(Z))


def softmax_at_by_log_sum(Z, temperature):
    if temperature <= 0:
        raise ValueError(f"temperature is {temperature}")
    Z = np.asarray(Z, dtype=float) * (1 / temperature)
    top = np.max(Z, axis=-1, keepdims=True)
    return np.exp(Z - top - np.log(np.sum(np.exp(Z - top), axis=-1, keepdims=True)))


RIGHT |= {
    "softmax_at": [softmax_at_by_rows, softmax_at_by_log_sum],
    "bits": [
        lambda p, q: -sum(a * np.log2(b) for a, b in zip(p, q, strict=True) if a),
        lambda p, q: np.sum(p[p > 0] * np.log(1 / q[p > 0])) / np.log(2),
        lambda p, q: float(np.dot(p[p != 0], np.log2(np.reciprocal(q[p != 0].astype(float))))),
    ],
}
WRONG |= {
    "softmax_at": [
        (lambda Z, T: softmax_copied(Z / T), "ValueError"),
        (lambda Z, T: softmax_at_by_rows(Z, abs(T) or 1), "ValueError"),
        (lambda Z, T: softmax_at_by_rows(Z, T).max(), "a NumPy array of shape"),
        (lambda Z, T: softmax_at_by_rows(Z, T**2), "By hand: half the temperature"),
    ],
    "bits": [
        (lambda p, q: -(p[p > 0] * np.log10(q[p > 0])).sum(), "By hand: half of the time 2 bits"),
        (lambda p, q: -np.log2(q[p > 0]).mean(), "not the one expected"),
        (lambda p, q: str(p), "text"),
    ],
}
