"""Answers to exercise 08's functions: right ones of several kinds, and wrong ones."""

import numpy as np


def plain_softmax(z):
    exps = np.exp(z - np.max(z))
    return exps / exps.sum()


def jacobian_loop(z):
    S = plain_softmax(z)
    J = np.zeros((len(z), len(z)))
    for i in range(len(z)):
        for j in range(len(z)):
            J[i, j] = S[i] * (1 - S[i]) if i == j else -S[i] * S[j]
    return J


def jacobian_delta(z):
    S = plain_softmax(np.asarray(z, dtype=float))
    return S[:, None] * (np.identity(S.size) - S[None, :])


def gradient_loop(W, x, j):
    p = plain_softmax(W @ x)
    out = np.zeros(W.shape)
    for m in range(W.shape[0]):
        for k in range(W.shape[1]):
            out[m, k] = p[j] * ((1 if m == j else 0) - p[m]) * x[k]
    return out


def gradient_jacobian(W, x, j):
    return np.outer(jacobian_delta(W @ x)[:, j], x)


def numeric_flat(f, x, h):
    if np.ndim(x) == 0:
        return (f(x + h) - f(x - h)) / (2 * h)
    x = np.asarray(x, dtype=float)
    out = []
    for i in range(x.size):
        up, down = x.ravel().copy(), x.ravel().copy()
        up[i] += h
        down[i] -= h
        out.append((f(up.reshape(x.shape)) - f(down.reshape(x.shape))) / (2 * h))
    return np.array(out).reshape(x.shape)


def numeric_eye(f, x, h):
    x = np.asarray(x)
    if x.shape == ():
        return np.asarray((f(float(x) + h) - f(float(x) - h)) / 2 / h)
    steps = np.eye(x.size).reshape(x.size, *x.shape) * h
    return np.array([(f(x + s) - f(x - s)) / (2 * h) for s in steps]).reshape(x.shape)


def numeric_in_place(f, x, h):
    if np.ndim(x) == 0:
        return (f(x + h) - f(x - h)) / (2 * h)
    g = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        x[i] += h
        above = f(x)
        x[i] -= 2 * h
        g[i] = (above - f(x)) / (2 * h)
    return g


RIGHT = {
    "softmax_jacobian": [
        jacobian_loop,
        jacobian_delta,
        lambda z: np.diag(plain_softmax(z)) - np.outer(plain_softmax(z), plain_softmax(z)),
    ],
    "probability_gradient": [gradient_loop, gradient_jacobian],
    "numerical_gradient": [numeric_flat, numeric_eye],
}

WRONG = {
    "probability_gradient": [
        (lambda W, x, j: gradient_loop(W, x, 0), "not the one expected"),
    ],
    "numerical_gradient": [
        (numeric_in_place, "not put back"),
        (lambda f, x, h: numeric_flat(lambda v: f(np.ravel(v)), x, h), "f was called with"),
    ],
}


# ---------------------------------------------------------------- one hidden layer


def hidden_by_loops(V, w, x, y):
    h = [np.tanh(sum(v * a for v, a in zip(row, x, strict=True))) for row in V]
    p = 1 / (1 + np.exp(-sum(a * b for a, b in zip(w, h, strict=True))))
    dV = np.zeros(np.shape(V))
    for j in range(len(h)):
        for k in range(len(x)):
            dV[j, k] = (p - y) * w[j] * (1 - h[j] ** 2) * x[k]
    return dV, np.array([(p - y) * value for value in h])


def hidden_by_cosh(V, w, x, y):
    u = V @ x
    message = (0.5 * (1 + np.tanh(w @ np.tanh(u) / 2)) - y) * w / np.cosh(u) ** 2
    return message[:, None] * x, (0.5 * (1 + np.tanh(w @ np.tanh(u) / 2)) - y) * np.tanh(u)


RIGHT |= {"hidden_gradient": [hidden_by_loops, hidden_by_cosh]}
WRONG |= {
    "hidden_gradient": [
        (lambda V, w, x, y: hidden_by_cosh(V, w, x, y)[0], "a tuple"),
        (lambda V, w, x, y: (hidden_by_cosh(V, w, x, y)[0].T, hidden_by_cosh(V, w, x, y)[1]), "dV"),
        (lambda V, w, x, y: hidden_by_cosh(V, w, x, 1), "y"),
    ],
}
