"""Right answers in odd styles: none of them is what the exercise suggests, and all count."""

# ruff: noqa: E731
# The body of each is what a student writes into the stub, imports included.

import numpy as np


def mean_of_statistics_with_fractions(numbers):
    from fractions import Fraction

    return sum(map(Fraction, numbers)) / len(numbers)


def toss_outcomes_numpy_strings(n):
    out = np.array([""])
    for _ in range(n):
        out = np.concatenate([np.char.add(out, "H"), np.char.add(out, "T")])
    return out.tolist()


def joint_sum_of_products_of_indicators(a, b, dist):
    return sum(p * (x in a) * (x in b) for x, p in dist.items())


def independent_1e_12(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    return abs(P(a & b) - P(a) * P(b)) < 1e-12


def independent_rounded_to_9(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    return round(P(a & b), 9) == round(P(a) * P(b), 9)


def independent_by_complement(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    rest = set(dist) - b
    return bool(-1e-9 <= P(a) * P(rest) - P(a & rest) <= 1e-9)


def independent_determinant_of_the_table(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    table = np.array([[P(a & b), P(a - b)], [P(b - a), P(set(dist) - a - b)]])
    return abs(np.linalg.det(table)) <= 1e-9


def lexicon_score_map_of_contains(words, label, lexicon):
    return sum(map(lexicon[label].__contains__, words))


def predict_binary_bias_apart(w, X):
    return np.where(w[0] + X[:, 1:] @ w[1:] >= 0, 1, -1)


def margin_bias_apart(w, x, y):
    return y * (w[0] + w[1:] @ x[1:])


def scores_bias_apart(W, X):
    return W[:, 0] + X[:, 1:] @ W[:, 1:].T


def batch_step_bias_apart(w, X, y, eta):
    error = 1 / (1 + np.exp(-(w[0] + X[:, 1:] @ w[1:]))) - y
    return w - eta * np.array([error.mean(), *(X[:, 1:].T @ error / len(y))])


def sgd_step_bias_apart(w, x, y, eta):
    error = 1 / (1 + np.exp(-(w[0] + x[1:] @ w[1:]))) - y
    return w - eta * np.array([error, *(error * x[1:])])


def cross_entropy_signs(w, X, y):
    s = np.where(y == 1, 1, -1)
    m = -s * (X @ w)
    return float(np.mean(np.maximum(m, 0) + np.log1p(np.exp(-abs(m)))))


def softmax_gradient_add_at(W, X, y):
    Z = X @ W.T
    P = np.exp(Z - Z.max(1)[:, None])
    P /= P.sum(1)[:, None]
    G = P.T @ X
    np.subtract.at(G, y, X)
    return G / len(X)


def minibatches_rest_apart(n, size, rng):
    order, rest = rng.permutation(n), n % size
    whole = [order[i : i + size] for i in range(0, n - size + 1, size)]
    return whole + ([order[-rest:]] if rest else [])


RIGHT = {
    "mean_of": [mean_of_statistics_with_fractions],
    "toss_outcomes": [toss_outcomes_numpy_strings],
    "joint": [joint_sum_of_products_of_indicators],
    "independent": [
        independent_1e_12,
        independent_rounded_to_9,
        independent_by_complement,
        independent_determinant_of_the_table,
    ],
    "lexicon_score": [lexicon_score_map_of_contains],
    "predict_binary": [predict_binary_bias_apart],
    "margin": [margin_bias_apart],
    "scores": [scores_bias_apart],
    "batch_step": [batch_step_bias_apart],
    "sgd_step": [sgd_step_bias_apart],
    "cross_entropy": [cross_entropy_signs],
    "minibatches": [minibatches_rest_apart],
    "softmax_gradient": [softmax_gradient_add_at],
}
WRONG = {}
