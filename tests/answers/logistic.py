"""Answers to exercise 05: right ones of several kinds, and wrong ones outside the catalogue."""

import math
import warnings

import numpy as np

# ---------------------------------------------------------------- right


def sigmoid_by_tanh(z):
    return 0.5 * (1 + np.tanh(z / 2))


def sigmoid_by_logaddexp(z):
    return np.exp(-np.logaddexp(0, -z))


def sigmoid_quietly(z):
    print("σ of", z)
    with np.errstate(over="ignore"):
        return 1.0 / (1.0 + np.exp(-z))


def sigmoid_with_filter(z):
    warnings.warn("not NumPy's, and no matter", stacklevel=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return 1 / (1 + np.exp(-np.asarray(z, dtype=float)))


def naive(z):
    return 1 / (1 + np.exp(-z))


def predict_first_form(w, X):
    z = np.dot(X, w)
    return np.exp(z) / (np.exp(z) + 1)


def likelihood_by_loop(w, X, y):
    product = 1
    for i in range(len(y)):
        p = naive(w.dot(X[i]))
        product *= p if y[i] == 1 else 1 - p
    return product


def likelihood_by_logs(w, X, y):
    p = naive(X @ w)
    return np.exp(np.sum(y * np.log(p) + (1 - y) * np.log(1 - p)))


def likelihood_by_choice(w, X, y):
    p = naive(X @ w)
    return math.prod(np.column_stack([1 - p, p])[np.arange(len(y)), y].tolist())


def entropy_by_maximum(w, X, y):
    z = X @ w
    return np.mean(np.maximum(z, 0) - y * z + np.log1p(np.exp(-np.abs(z))))


def entropy_plain_log(w, X, y):
    z = (X @ w).astype(float)
    print(z)
    return np.average(np.log(1 + np.exp(-abs(z))) + np.where(z > 0, z, 0) - y * z)


def entropy_quietly(w, X, y):
    z = X @ w
    with np.errstate(all="ignore"):
        grows = np.where(z > 30, z, np.log1p(np.exp(z)))
    return np.mean(grows - y * z)


def gradient_transposed(w, X, y):
    return X.T @ (naive(X @ w) - y) / X.shape[0]


def gradient_by_residual(w, X, y):
    return -np.einsum("n,nd->d", y - naive(X @ w), X) / len(y)


def tanh_loss_by_loop(w, X, y):
    return sum((y[i] - math.tanh(float(np.dot(w, X[i])))) ** 2 for i in range(len(y)))


def tanh_loss_by_margin(w, X, y):
    return np.sum((1 - np.tanh(y * (X @ w))) ** 2)


def tanh_loss_by_sigmoid(w, X, y):
    return np.sum((y - (2 * naive(2 * (X @ w)) - 1)) ** 2)


def tanh_gradient_by_cosh(w, X, y):
    z = X @ w
    return X.T @ (-2 * (y - np.tanh(z)) / np.cosh(z) ** 2)


RIGHT = {
    "sigmoid": [
        sigmoid_by_tanh,
        sigmoid_by_logaddexp,
        sigmoid_quietly,
        sigmoid_with_filter,
        np.vectorize(lambda z: math.exp(min(z, 0)) / (1 + math.exp(-abs(z))), otypes=[float]),
    ],
    "predict_probability": [
        predict_first_form,
        lambda w, X: naive(X @ w),
        lambda w, X: sigmoid_by_tanh((X * w).sum(axis=1)),
        lambda weights, examples: np.array([naive(weights @ x) for x in examples]),
    ],
    "likelihood": [
        likelihood_by_loop,
        likelihood_by_logs,
        likelihood_by_choice,
        lambda w, X, y: np.array(np.prod(np.where(y == 1, naive(X @ w), naive(-(X @ w))))),
    ],
    "cross_entropy": [
        entropy_by_maximum,
        entropy_plain_log,
        entropy_quietly,
        lambda w, X, y: float(np.mean(np.logaddexp(0, -(2 * y - 1) * (X @ w)))),
    ],
    "logistic_gradient": [
        gradient_transposed,
        gradient_by_residual,
    ],
    "tanh_loss": [
        tanh_loss_by_loop,
        tanh_loss_by_margin,
        tanh_loss_by_sigmoid,
    ],
    "tanh_gradient": [
        tanh_gradient_by_cosh,
        lambda w, X, y: -2 * (y - np.tanh(X @ w)) * (1 - np.tanh(X @ w) ** 2) @ X,
    ],
}

# ---------------------------------------------------------------- wrong


def sigmoid_in_place(z):
    z = np.asarray(z)
    result = sigmoid_by_tanh(z)
    z *= -1
    return result


def entropy_naive_and_swapped(w, X, y):
    p = naive(X @ w)
    return -np.mean((1 - y) * np.log(p) + y * np.log(1 - p))


def entropy_naive(w, X, y):
    p = naive(X @ w)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def entropy_naive_sum(w, X, y):
    return len(y) * entropy_naive(w, X, y)


def entropy_naive_branches(w, X, y):
    p = naive(X @ w)
    return -np.mean(np.log(np.where(y == 1, p, 1 - p)))


def entropy_other_clip(w, X, y):
    p = np.clip(naive(X @ w), 1e-7, 1 - 1e-7)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def entropy_naive_and_clipped(w, X, y):
    p = np.clip(naive(X @ w), 1e-15, 1 - 1e-15)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def entropy_warns(w, X, y):
    z = X @ w
    return np.mean(np.where(z > 0, z + np.log1p(np.exp(-z)), np.log1p(np.exp(z))) - y * z)


def gradient_in_place(w, X, y):
    errors = naive(X @ w) - y
    X[:] = X * errors[:, None]
    return X.mean(axis=0)


WRONG = {
    "sigmoid": [
        (sigmoid_in_place, "z is changed in place"),
        (lambda z: np.clip(naive(z), 1e-7, 1 - 1e-7), "Was something cut off"),
        (lambda z: naive(np.clip(z, -30, 30)), "Was something cut off"),
        (lambda z: 1 / (1 + np.power(2.718281828, -z)), "it came with a warning"),
        (lambda z: 1 / (1 + np.power(2.71828, -z)), "By hand"),
    ],
    "predict_probability": [
        (lambda w, X: naive(X @ w).mean(), "a NumPy array"),
    ],
    "likelihood": [
        (lambda w, X, y: round(likelihood_by_loop(w, X, y), 9), "not the one expected"),
    ],
    "cross_entropy": [
        (entropy_naive, "0 times minus infinity is not a number"),
        (entropy_naive_and_swapped, "pays for the label it does not have"),
        (entropy_naive_sum, "multiplied by len(X)"),
        (entropy_naive_branches, "its logarithm is minus infinity"),
        (entropy_other_clip, "Was something cut off, or a small number added?"),
        (entropy_naive_and_clipped, "clipped to 1e-15"),
        (entropy_warns, "both are computed for every score"),
    ],
    "logistic_gradient": [
        (gradient_in_place, "X is changed in place"),
        (lambda w, X, y: np.mean(naive(X @ w) - y), "a NumPy array of shape (d,)"),
    ],
}


# ---------------------------------------------------------------- odds and costs


def log_odds_entry_by_entry(p):
    flat = []
    for share in p.ravel():
        if not 0 < share < 1:
            raise ValueError(f"{share} is not a probability with odds")
        flat.append(math.log(share) - math.log1p(-share))
    return np.array(flat).reshape(p.shape)


def log_odds_with_assert_like_test(p):
    if np.min(p) <= 0 or np.max(p) >= 1:
        raise ValueError
    return -np.log(1 / p - 1)


RIGHT |= {
    "log_odds": [
        log_odds_entry_by_entry,
        log_odds_with_assert_like_test,
        lambda p: log_odds_with_assert_like_test(p) + np.zeros(p.shape),
    ],
    "cost_threshold": [
        lambda cost_false_alarm, cost_miss: (
            1 - np.float64(cost_miss) / (cost_miss + cost_false_alarm)
        ),
        lambda c_alarm, c_miss: 1 / (1 + c_miss / c_alarm) if c_alarm else 0,
        lambda c_alarm, c_miss: np.array([c_alarm, c_miss])[0] / np.sum([c_alarm, c_miss]),
    ],
}
WRONG |= {
    "log_odds": [
        (lambda p: np.log(p / (1 - p)), "ValueError"),
        (lambda p: log_odds_with_assert_like_test(p) / np.log(10), "By hand: the odds are 1"),
        (lambda p: log_odds_with_assert_like_test(p).tolist(), "a list"),
        (lambda p: log_odds_with_assert_like_test(p).sum(), "a NumPy array of shape"),
    ],
    "cost_threshold": [
        (lambda c_alarm, c_miss: (c_alarm, c_miss), "a tuple"),
        (lambda c_alarm, c_miss: c_alarm / max(c_alarm, c_miss), "By hand: at 0.1"),
        (lambda c_alarm, c_miss: round(c_alarm / (c_alarm + c_miss), 2), "rounded"),
    ],
}
