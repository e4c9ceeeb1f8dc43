"""Answers to exercise 03: right ones of several kinds, and wrong ones outside the catalogue."""

import warnings
from collections import Counter

import numpy as np
from sklearn import metrics, preprocessing

# ---------------------------------------------------------------- right


def bias_by_loop(X):
    rows = []
    for i in range(len(X)):
        rows += [[1, *X[i]]]
    return np.array(rows)


def bias_filled(X):
    n, d = X.shape
    out = np.empty((n, d + 1))
    out[:, 0] = 1
    out[:, 1:] = X
    return out


def opinion_clipped(words, positive, negative):
    p = sum(1 for w in words if w in positive)
    n = sum(1 for w in words if w in negative)
    return np.minimum([1.0, p, n], 1)


def binary_patched_sign(w, X):
    labels = np.sign(np.dot(X, w))
    labels[labels == 0] = 1
    return labels


def margin_loop(w, x, y):
    print("margin of", x)
    warnings.warn("only a warning", stacklevel=1)
    return y * sum(w[i] * x[i] for i in range(len(w)))


def vote_sorted(winners, n_classes):
    counts = Counter(winners.values())
    return sorted(range(n_classes), key=lambda k: (-counts[k], k))[0]


def joint_loop(x, y, n_classes):
    f = []
    for k in range(n_classes):
        for value in x:
            f += [value if k == y else 0]
    return np.array(f)


def bayes_filled(log_priors, log_likelihoods):
    W = np.zeros((len(log_priors), log_likelihoods.shape[1] + 1))
    W[:, 0] = log_priors
    W[:, 1:] = log_likelihoods
    return W


def confusion_by_loop(y, y_hat):
    tp = fp = fn = tn = 0
    for truth, guess in zip(y, y_hat, strict=True):
        if guess == 1:
            if truth == 1:
                tp += 1
            else:
                fp += 1
        elif truth == 1:
            fn += 1
        else:
            tn += 1
    return tp, fp, fn, tn


def confusion_products(y, y_hat):
    return [y @ y_hat, (1 - y) @ y_hat, y @ (1 - y_hat), (1 - y) @ (1 - y_hat)]


def confusion_bincount(y, y_hat):
    tn, fp, fn, tp = np.bincount(2 * y + y_hat, minlength=4)
    return np.array([tp, fp, fn, tn])


def accuracy_guarded(y, y_hat):
    try:
        return sum(int(a == b) for a, b in zip(y, y_hat, strict=True)) / len(y)
    except ZeroDivisionError:
        return 0


def precision_masked(y, y_hat):
    with np.errstate(all="ignore"):
        return np.nan_to_num(y[y_hat == 1].mean())


def precision_counts(y, y_hat):
    tp, fp, _, _ = confusion_by_loop(y, y_hat)
    return 0 if tp + fp == 0 else tp / (tp + fp)


def recall_counts(y, y_hat):
    tp, _, fn, _ = confusion_by_loop(y, y_hat)
    return tp / max(tp + fn, 1)


def f1_harmonic(y, y_hat):
    p, r = precision_counts(y, y_hat), recall_counts(y, y_hat)
    if p == 0 or r == 0:
        return np.float64(0)
    return 2 / (1 / p + 1 / r)


def distance_by_parts(w, x):
    v = np.array(w[1:], dtype=float)
    if not v.any():
        raise ValueError("no boundary")
    return (w[0] + np.dot(v, x[1:])) / np.sqrt(np.sum(v**2))


def distance_by_loop(w, x):
    score, squares = float(w[0]), 0.0
    for j in range(1, len(w)):
        score += w[j] * x[j]
        squares += w[j] * w[j]
    if not squares:
        raise ValueError
    return score / squares**0.5


def distance_of_unit_weights(w, x):
    length = np.linalg.norm(w[1:], 2)
    if np.isclose(length, 0, atol=1e-12):
        raise ValueError("w has no direction")
    return (w / length) @ x


RIGHT = {
    "distance": [distance_by_parts, distance_by_loop, distance_of_unit_weights],
    "add_bias": [
        bias_by_loop,
        bias_filled,
        lambda X: np.insert(X, 0, 1, axis=1),
        lambda X: np.hstack([np.ones((X.shape[0], 1)), X]),
        lambda X: np.c_[np.ones(len(X)), X],
        lambda X: preprocessing.add_dummy_feature(X),
        lambda X: np.pad(X, ((0, 0), (1, 0)), constant_values=1),
    ],
    "encode_opinion": [
        opinion_clipped,
        lambda words, positive, negative: np.array(
            [1, not positive.isdisjoint(words), not negative.isdisjoint(words)]
        ),
        lambda words, p, n: np.array([True, len(p & set(words)) > 0, len(n & set(words)) > 0]),
    ],
    "predict_binary": [
        binary_patched_sign,
        lambda w, X: 2 * (X @ w >= 0) - 1,
        lambda w, X: np.array([1.0 if np.inner(w, x) >= 0 else -1.0 for x in X]),
        lambda w, X: np.where((X * w).sum(axis=1) < 0, -1, 1),
    ],
    "margin": [
        margin_loop,
        lambda w, x, y: y * np.dot(x, w),
        lambda w, x, y: float((y * w * x).sum()),
        lambda w, x, y: w @ x if y == 1 else -(w @ x),
        lambda w, x, y: np.asarray((y * x) @ w),
    ],
    "one_vs_all_labels": [
        lambda y, k: 2 * (y == k) - 1,
        lambda y, k: np.array([1 if label == k else -1 for label in y]),
    ],
    "all_vs_all_vote": [
        vote_sorted,
        lambda winners, n_classes: np.bincount(
            list(winners.values()), minlength=n_classes
        ).argmax(),
        lambda winners, n_classes: max(
            range(n_classes), key=lambda k: sum(w == k for w in winners.values())
        ),
    ],
    "scores": [
        lambda W, X: (W @ X.T).T,
        lambda W, X: np.einsum("nd,kd->nk", X, W),
        lambda W, X: np.array([W @ x for x in X]),
        lambda W, X: np.inner(X, W),
    ],
    "predict_multiclass": [
        lambda W, X: (W @ X.T).argmax(axis=0),
        lambda W, X: np.array([np.argmax(W @ x) for x in X]),
        lambda W, X: np.argsort(-(X @ W.T), axis=1, kind="stable")[:, 0],
        lambda W, X: np.array([max(range(len(W)), key=lambda k: W[k] @ x) for x in X]),
    ],
    "joint_features": [
        joint_loop,
        lambda x, y, n_classes: np.kron(np.eye(n_classes)[y], x),
        lambda x, y, n_classes: np.outer(np.arange(n_classes) == y, x).ravel(),
        lambda x, y, n_classes: np.concatenate(
            [np.zeros(y * len(x)), x, np.zeros((n_classes - 1 - y) * len(x))]
        ),
    ],
    "boundary": [
        lambda W, k, j: np.subtract(W[k], W[j]),
        lambda W, k, j: W[k, :] + -1 * W[j, :],
        lambda W, k, j: (np.eye(len(W))[k] - np.eye(len(W))[j]) @ W,
    ],
    "naive_bayes_weights": [
        bayes_filled,
        lambda log_priors, log_likelihoods: np.hstack([log_priors[:, None], log_likelihoods]),
        lambda lp, ll: np.concatenate([lp.reshape(-1, 1), ll], axis=1),
        lambda lp, ll: np.insert(ll.astype(float), 0, lp, axis=1),
    ],
    "confusion": [
        confusion_by_loop,
        confusion_products,
        confusion_bincount,
        lambda y, y_hat: metrics.confusion_matrix(y, y_hat, labels=[0, 1]).ravel()[[3, 1, 2, 0]],
    ],
    "accuracy": [
        accuracy_guarded,
        lambda y, y_hat: np.mean(y == y_hat) if y.size else 0.0,
        lambda y, y_hat: 1 - np.abs(y - y_hat).mean() if len(y) > 0 else 0,
        lambda y, y_hat: np.sum(y == y_hat) / max(len(y), 1),
    ],
    "precision": [
        precision_masked,
        precision_counts,
        lambda y, y_hat: (y * y_hat).sum() / max(1, y_hat.sum()),
        lambda y, y_hat: metrics.precision_score(y, y_hat, zero_division=0),
    ],
    "recall": [
        recall_counts,
        lambda y, y_hat: np.divide(y @ y_hat, y.sum()) if y.any() else 0.0,
        lambda y, y_hat: metrics.recall_score(y, y_hat, zero_division=0),
    ],
    "f1": [
        f1_harmonic,
        lambda y, y_hat: 2 * (y @ y_hat) / max(1, y.sum() + y_hat.sum()),
        lambda y, y_hat: metrics.f1_score(y, y_hat, zero_division=0),
    ],
    "one_hot": [
        lambda y, n_classes: y[:, None] == np.arange(n_classes),
        lambda y, n_classes: np.array(
            [[float(k == label) for k in range(n_classes)] for label in y]
        ),
        lambda y, n_classes: np.identity(n_classes, dtype=int)[y, :],
    ],
}


# ---------------------------------------------------------------- wrong, with what is said


def vote_in_place(winners, n_classes):
    best = vote_sorted(winners, n_classes)
    winners.clear()
    return best


def labels_in_place(y, k):
    y[:] = np.where(y == k, 1, -1)
    return y


def shifted_in_place(W, k, j):
    W[k] -= W[j]
    return W[k]


WRONG = {
    "distance": [
        (lambda w, x: -distance_by_parts(w, x), "sign"),
        (lambda w, x: w @ x / np.linalg.norm(w[1:]), "should raise a ValueError here"),
        (lambda w, x: w @ x / np.linalg.norm(w[:-1]), "By hand: the score is 5 + 6 - 36 = -25"),
        (lambda w, x: w * x, "an array of shape"),
    ],
    "add_bias": [
        (lambda X: np.column_stack([np.ones(len(X)), X[::-1]]), "By hand: each row gets a 1"),
    ],
    "encode_opinion": [
        (lambda words, positive, negative: np.array([1, 1, 1]), "not the one expected"),
    ],
    "predict_binary": [
        (lambda w, X: np.where(X @ w >= 0, "pos", "neg"), "not made of real numbers"),
        (lambda w, X: np.ones(len(X)), "By hand: the scores are 1, -4 and 0"),
    ],
    "margin": [
        (lambda w, x, y: y * (w @ x) + 1, "By hand: the score is -1 + 2 - 3 = -2"),
    ],
    "one_vs_all_labels": [
        (labels_in_place, "y is changed in place"),
    ],
    "all_vs_all_vote": [
        (vote_in_place, "winners is changed in place"),
    ],
    "scores": [
        (lambda W, X: -X @ W.T, "the sign is the opposite"),
    ],
    "predict_multiclass": [
        (lambda W, X: np.zeros(len(X), dtype=int), "By hand: the scores are"),
    ],
    "joint_features": [
        (lambda x, y, n_classes: joint_loop(x, y, n_classes)[::-1], "By hand: three blocks"),
    ],
    "boundary": [
        (shifted_in_place, "W is changed in place"),
        (lambda W, k, j: W[k], "By hand: 1 - 3"),
    ],
    "naive_bayes_weights": [
        (lambda lp, ll: np.log(bayes_filled(lp, ll)), "By hand: each class's log-prior"),
    ],
    "confusion": [
        (lambda y, y_hat: int((y == y_hat).sum()), "should return a tuple (tp, fp, fn, tn)"),
        (lambda y, y_hat: (1, 2, 3), "By hand: of four positives two are found"),
    ],
    "accuracy": [
        (lambda y, y_hat: 0.625, "not the one expected"),
    ],
    "precision": [
        (lambda y, y_hat: 2 / 3, "not the one expected"),
    ],
    "recall": [
        (lambda y, y_hat: 0.5, "not the one expected"),
    ],
    "f1": [
        (lambda y, y_hat: precision_counts(y, y_hat), "By hand: precision is 2/3"),
        (lambda y, y_hat: 3.0, "By hand: precision is 2/3"),
    ],
}
