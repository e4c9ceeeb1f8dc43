"""Answers to exercise 04: right ones of several kinds, and wrong ones outside the catalogue."""

import functools
import sys
import warnings

import numpy as np

# ---------------------------------------------------------------- right


def update_by_sign(weights, example, label, rate):
    wrong = np.sign(np.dot(weights, example)) != label
    return weights + rate * label * example * wrong


def update_noisily(w, x, y, eta):
    print("looking at", x)
    warnings.warn("this is only a warning", stacklevel=1)
    print("on stderr too", file=sys.stderr)
    w = np.copy(w).astype(float)
    if y * np.inner(w, x) <= 0:
        w += eta * y * x
    return w


class UpdateObject:
    def __call__(self, w, x, y, eta):
        return np.where(y * w.dot(x) <= 0, w + eta * y * x, w)


def train_while(X, y, eta, max_epochs):
    w = np.zeros_like(X[0], dtype=float)
    history = []
    while len(history) < max_epochs:
        count = 0
        for i in range(X.shape[0]):
            if np.sign(X[i].dot(w)) != y[i]:
                w += eta * y[i] * X[i]
                count += 1
        history += [count]
        if not count:
            return w, history
    return w, history


def train_array(X, y, eta, max_epochs):
    X = np.asarray(X, dtype=float)
    w = X[0] * 0
    mistakes = np.zeros(max_epochs, dtype=int)
    for epoch in range(max_epochs):
        for x_i, y_i in zip(X, y, strict=True):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                mistakes[epoch] += 1
        if mistakes[epoch] == 0:
            return (w, mistakes[: epoch + 1])
    return w, mistakes


def train_recursive(X, y, eta, max_epochs, w=None):
    w = np.zeros(X.shape[1]) if w is None else w
    if max_epochs == 0:
        return [w, []]
    count = 0
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        if label * sum(a * b for a, b in zip(w, x, strict=True)) <= 0:
            w = w + eta * label * np.array(x)
            count += 1
    if count == 0:
        return [w, [0]]
    w, rest = train_recursive(X, y, eta, max_epochs - 1, w)
    return [w, [count, *rest]]


def multiclass_outer(W, x, y, eta):
    K = W.shape[0]
    target = np.eye(K)[y] - np.eye(K)[np.argmax(W @ x)]
    return W + eta * np.outer(target, x)


def multiclass_same_array(W, x, y, eta):
    y_hat = max(range(len(W)), key=lambda k: W[k] @ x)
    if y_hat == y:
        return W
    W = W * 1.0
    W[[y, y_hat]] += eta * np.array([x, -x])
    return W


def joint_with_if(theta, F, y):
    psi = [float(np.dot(row, theta)) for row in F]
    y_hat = psi.index(max(psi))
    if y_hat == y:
        return theta
    return theta + (F[y] - F[y_hat])


def joint_einsum(theta, F, y):
    choice = np.einsum("kd,d->k", F, theta).argmax()
    return np.subtract(np.add(theta, F[y]), F[choice])


def loss_by_loop(theta, F, y):
    return max(float(theta @ F[k]) for k in range(F.shape[0])) - float(theta @ F[y])


def loss_array(theta, F, y):
    return np.max((F - F[y]) @ theta, axis=0)


def gradient_one_hot(theta, F, y):
    K = len(F)
    weights = np.zeros(K)
    weights[np.argmax(F @ theta)] += 1
    weights[y] -= 1
    return weights @ F


def gradient_with_if(theta, F, y):
    y_hat = int(np.argmax(F.dot(theta)))
    return np.zeros(len(theta)) if y_hat == y else F[y_hat] - F[y]


def averaged_history(X, y, n_classes, eta, epochs):
    W, history = np.zeros((n_classes, X.shape[1])), []
    for _ in range(epochs):
        for i in range(len(X)):
            W = multiclass_outer(W, X[i], y[i], eta)
            history.append(W)
    return np.mean(history, axis=0)


def averaged_lazily(X, y, n_classes, eta, epochs):
    n, d = X.shape
    W, corrections, t = np.zeros((n_classes, d)), np.zeros((n_classes, d)), 0
    for _ in range(epochs):
        for i in range(n):
            y_hat = np.argmax(W.dot(X[i]))
            if y_hat != y[i]:
                for k, sign in ((y[i], 1), (y_hat, -1)):
                    W[k] += sign * eta * X[i]
                    corrections[k] += sign * eta * t * X[i]
            t += 1
    return W - corrections / t


def svm_stepwise(theta, F, y, cost, shrink):
    augmented = np.dot(F, theta) + np.asarray(cost)
    rival = int(np.argmax(augmented))
    new = shrink * np.array(theta, dtype=float)
    new += F[y]
    new -= F[rival]
    return new


def svm_loop(theta, F, y, cost, shrink):
    values = [sum(t * f for t, f in zip(theta, F[k], strict=True)) + cost[k] for k in range(len(F))]
    k = values.index(max(values))
    return np.array([shrink * theta[i] + F[y][i] - F[k][i] for i in range(len(theta))])


def squares_by_svd(A, b):
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    keep = s > 1e-10 * s.max()
    return Vt[keep].T @ ((U[:, keep].T @ b) / s[keep])


def bound_by_loop(X, y, u):
    length = sum(c * c for c in u) ** 0.5
    longest, smallest = 0.0, float("inf")
    for x_i, y_i in zip(X, y, strict=True):
        longest = max(longest, float(x_i @ x_i))
        smallest = min(smallest, float(y_i * (u @ x_i)))
    if smallest <= 0:
        raise ValueError("not separated")
    return longest * length**2 / smallest**2


def bound_of_unit_u(X, y, u):
    unit = np.divide(u, np.sqrt(np.dot(u, u)))
    signed = X * y[:, None]
    if not (signed @ unit > 0).all():
        raise ValueError
    return (np.sqrt((X**2).sum(1)).max() / np.min(signed @ unit)) ** 2


def bound_sorted(X, y, u):
    ratios = sorted(y * np.inner(X, u))
    if ratios[0] <= 0:
        raise ValueError(f"wrong by {ratios[0]}")
    squares = np.einsum("ij,ij->i", X, X)
    return np.square(np.linalg.norm(u)) * max(squares) / ratios[0] ** 2


RIGHT = {
    "mistake_bound": [bound_by_loop, bound_of_unit_u, bound_sorted],
    "perceptron_update": [
        update_by_sign,
        update_noisily,
        UpdateObject(),
        lambda w, x, y, eta: w if (w @ x) * y > 0 else w + y * eta * x,
        lambda w, x, y, eta: w - eta * (-y) * x * int(y * (w @ x) <= 0),
    ],
    "train_perceptron": [train_while, train_array, train_recursive],
    "eta_decay": [
        lambda n: 1 / n,
        lambda n: n**-1.0,
        lambda n: np.float64(1) / n,
        functools.partial(np.divide, 1.0),
    ],
    "multiclass_update": [multiclass_outer, multiclass_same_array],
    "joint_update": [joint_with_if, joint_einsum],
    "perceptron_loss": [
        loss_by_loop,
        loss_array,
        lambda theta, F, y: np.asarray((F @ theta).max() - theta @ F[y]),
    ],
    "perceptron_gradient": [gradient_one_hot, gradient_with_if],
    "averaged_perceptron": [averaged_history, averaged_lazily],
    "svm_update": [svm_stepwise, svm_loop],
    "least_squares": [
        squares_by_svd,
        lambda A, b: np.linalg.pinv(A) @ b,
        lambda A, b: np.linalg.pinv(A.T @ A) @ A.T @ b,
        lambda A, b: np.linalg.lstsq(A.astype(float), b.astype(float), rcond=None)[0],
    ],
}


# ---------------------------------------------------------------- wrong, with what is said


def update_in_place(w, x, y, eta):
    if y * (w @ x) <= 0:
        w += eta * y * x
    return w


def update_without_return(w, x, y, eta):
    w + eta * y * x


def multiclass_in_place(W, x, y, eta):
    y_hat = np.argmax(W @ x)
    if y_hat != y:
        W[y] = W[y] + eta * x
        W[y_hat] = W[y_hat] - eta * x
    return W


def joint_in_place(theta, F, y):
    theta += F[y] - F[np.argmax(F @ theta)]
    return theta


def train_in_place(X, y, eta, max_epochs):
    X *= y[:, None]
    return train_while(X, np.ones(len(y)), eta, max_epochs)


def train_for_ever(X, y, eta, max_epochs):
    w = np.zeros(X.shape[1])
    while True:
        if not any(y[i] * (w @ X[i]) <= 0 for i in range(len(X))):
            return w, [0]


WRONG = {
    "mistake_bound": [
        (lambda X, y, u: 2 * bound_by_loop(X, y, u), "every result is 2 times"),
        (lambda X, y, u: int(bound_by_loop(X, y, u)), "after the decimal point"),
        (lambda X, y, u: ((X**2).sum(1) / (y * (X @ u)) ** 2).max(), "By hand: the rows are 10, 4"),
        (lambda X, y, u: (y * (X @ u)).min(), "By hand: the rows are 10, 4"),
    ],
    "perceptron_update": [
        (update_in_place, "w is changed in place"),
        (update_without_return, "there is no return"),
        (None, "perceptron_update is not defined yet"),
        (3.0, "not a function"),
        (lambda w, x, y: w, "is called with 4 arguments"),
        (lambda w, x, y, eta: list(w), "a list; np.array(...) makes an array of it"),
        (lambda w, x, y, eta: [w, x], "a list"),
        (lambda w, x, y, eta: w + np.outer(x, x), "shape"),
        (lambda w, x, y, eta: undefined_name, "NameError"),  # noqa: F821
        (lambda w, x, y, eta: sys.exit(), "SystemExit"),
        (lambda w, x, y, eta: "w", "returned a str"),
        (lambda w, x, y, eta: w * np.nan, "By hand: the score is 1 - 2 + 1 = 0"),
    ],
    "train_perceptron": [
        (train_in_place, "the caller's X had changed"),
        (train_for_ever, "had not come back"),
        (lambda X, y, eta, max_epochs: np.zeros(X.shape[1]), "should return a tuple (w, mistakes)"),
        (lambda X, y, eta, max_epochs: (np.zeros(X.shape[1]), 3), "for mistakes an int"),
    ],
    "eta_decay": [(lambda n: [1 / n], "returned a list")],
    "multiclass_update": [
        (multiclass_in_place, "not the one expected"),  # whole numbers come first
        (lambda W, x, y, eta: multiclass_outer(W, x, y, eta).T, "shape"),
    ],
    "joint_update": [
        (joint_in_place, "the caller's theta had changed"),
    ],
    "perceptron_loss": [
        (lambda theta, F, y: np.array([loss_by_loop(theta, F, y)]), "not a single number"),
        (lambda theta, F, y: 2 * loss_by_loop(theta, F, y), "every result is 2 times"),
    ],
    "perceptron_gradient": [
        (lambda theta, F, y: 3 * gradient_one_hot(theta, F, y), "every result is 3 times"),
    ],
    "least_squares": [
        (lambda A, b: (np.linalg.pinv(A) @ b)[:, None], "shape"),
    ],
}
