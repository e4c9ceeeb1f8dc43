"""Right answers in odd styles: none of them is what the exercise suggests, and all count."""

# ruff: noqa: B905, E731, RUF017
# The body of each is what a student writes into the stub, imports included.

import numpy as np


def mean_of_statistics_with_fractions(numbers):
    from fractions import Fraction

    return sum(map(Fraction, numbers)) / len(numbers)


def toss_outcomes_recursion(n):
    return [""] if n == 0 else [c + rest for c in "TH" for rest in toss_outcomes_recursion(n - 1)]


def toss_outcomes_numpy_strings(n):
    out = np.array([""])
    for _ in range(n):
        out = np.concatenate([np.char.add(out, "H"), np.char.add(out, "T")])
    return out.tolist()


def uniform_fromkeys_and_fraction(outcomes):
    from fractions import Fraction

    return dict.fromkeys(outcomes, Fraction(1, len(outcomes)))


def probability_fsum_over_get(event, dist):
    import math

    return math.fsum(dist.get(x, 0) for x in event)


def joint_sum_of_products_of_indicators(a, b, dist):
    return sum(p * (x in a) * (x in b) for x, p in dist.items())


def joint_inclusion_and_exclusion(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    return P(a) + P(b) - P(a | b)


def conditional_own_error_class(a, b, dist):
    class Impossible(ValueError):
        pass

    total = sum(dist[x] for x in b)
    if not total > 0:
        raise Impossible("P(b) = 0")
    return sum(dist[x] / total for x in a.intersection(b))


def chain_rule_reversed_accumulate(events, dist):
    from itertools import accumulate

    P = lambda s: sum(dist[x] for x in s)
    inside = list(accumulate(reversed(events), set.__and__))
    ps = [1] + [P(s) for s in inside]
    return [ps[i + 1] / ps[i] for i in range(len(events))][::-1]


def independent_1e_12(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    return abs(P(a & b) - P(a) * P(b)) < 1e-12


def independent_isclose_with_rel_0(a, b, dist):
    import math

    P = lambda s: sum(dist[x] for x in s)
    return math.isclose(P(a & b), P(a) * P(b), rel_tol=0, abs_tol=1e-9)


def independent_np_isclose_rtol_0(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    return np.isclose(P(a & b), P(a) * P(b), rtol=0, atol=1e-9)


def independent_math_isclose_with_abs_tol_only(a, b, dist):
    import math

    P = lambda s: sum(dist[x] for x in s)
    return math.isclose(P(a & b), P(a) * P(b), abs_tol=1e-9)


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


def independent_np_testing(a, b, dist):
    P = lambda s: sum(dist[x] for x in s)
    try:
        np.testing.assert_allclose(P(a & b), P(a) * P(b), rtol=0, atol=1e-9)
    except AssertionError:
        return False
    return True


def total_probability_inner(likelihoods, priors):
    return np.inner(likelihoods, priors).item()


def bayes_in_logs(likelihoods, priors):
    with np.errstate(divide="ignore"):
        logs = np.log(likelihoods) + np.log(priors)
    e = np.exp(logs - logs.max())
    return e / e.sum()


def lexicon_score_map_of_contains(words, label, lexicon):
    return sum(map(lexicon[label].__contains__, words))


def classify_max_with_negated_index(words, labels, score):
    return labels[max(range(len(labels)), key=lambda i: (score(words, labels[i]), -i))]


def learn_lexicon_defaultdict_of_dicts(labelled):
    from collections import defaultdict

    votes = defaultdict(lambda: defaultdict(int))
    order = []
    for words, label in labelled:
        if label not in order:
            order.append(label)
        for w in words:
            votes[w][label] += 1
    out = {label: set() for label in order}
    for w, by in votes.items():
        out[max(order, key=lambda l: by.get(l, 0))].add(w)
    return out


def class_priors_numpy_unique_on_objects(labels):
    values = list(dict.fromkeys(labels))
    return {v: np.mean([l == v for l in labels]) for v in values}


def categorical_likelihood_comparisons(values, n_values):
    values = np.asarray(values)
    return ((values[None, :] == np.arange(n_values)[:, None]).sum(1) + 1) / (values.size + n_values)


def replace_rare_list_count(documents, k):
    everything = sum(documents, [])
    return [["<OOV>" if everything.count(w) < k else w for w in d] for d in documents]


def add_bias_np_insert(X):
    return np.insert(X.astype(float), 0, 1, axis=1)


def predict_binary_list_comprehension_to_array_of_floats(w, X):
    return np.array([1.0 if row.dot(w) >= 0 else -1.0 for row in X])


def one_vs_all_labels_arithmetic_on_booleans(y, k):
    return (y == k) * 2 - 1


def all_vs_all_vote_bincount(winners, n_classes):
    return np.bincount(list(winners.values()), minlength=n_classes).argmax()


def joint_features_kron(x, y, n_classes):
    return np.kron(np.eye(n_classes)[y], x)


def scores_einsum(W, X):
    return np.einsum("kd,nd->nk", W, X)


def confusion_dot_products(y, y_hat):
    y, h = np.asarray(y, dtype=int), np.asarray(y_hat, dtype=int)
    tp = y @ h
    return tp, h.sum() - tp, y.sum() - tp, len(y) - h.sum() - y.sum() + tp


def f1_counts_only(y, y_hat):
    tp = ((y == 1) & (y_hat == 1)).sum()
    d = (y == 1).sum() + (y_hat == 1).sum()
    return 2 * tp / d if d else 0


def perceptron_update_mask_multiplication(w, x, y, eta):
    return w + eta * y * x * (y * (w @ x) <= 0)


def eta_decay_power(n):
    return float(n) ** -1


def multiclass_update_one_hot_difference(W, x, y, eta):
    guess = np.argmax(W @ x)
    e = np.eye(len(W))
    return W + eta * np.outer(e[y] - e[guess], x)


def least_squares_svd(A, b):
    u, s, vt = np.linalg.svd(A, full_matrices=False)
    inv = np.array([1 / v if v > 1e-10 * s[0] else 0 for v in s]) if len(s) and s[0] > 0 else 0 * s
    return vt.T @ (inv * (u.T @ b))


def cross_entropy_signs(w, X, y):
    s = np.where(y == 1, 1, -1)
    m = -s * (X @ w)
    return float(np.mean(np.maximum(m, 0) + np.log1p(np.exp(-abs(m)))))


def gradient_descent_for_and_hypot_like(gradient, x0, eta, epsilon, max_steps):
    x = np.array(x0, dtype=float) if np.ndim(x0) else float(x0)
    for steps in range(max_steps):
        g = gradient(x)
        if np.sqrt(np.sum(np.asarray(g) ** 2)) < epsilon:
            return x, steps
        x = x - eta * g
    return x, max_steps


def minibatches_array_split_at_cuts(n, size, rng):
    order = np.arange(n)
    rng.shuffle(order)
    return np.split(order, np.arange(size, n, size))


def early_stopping_numpy_diff(validation_losses, patience):
    losses = list(validation_losses)
    run = 0
    stop = len(losses) - 1
    for i, d in enumerate(np.diff(losses), start=1):
        run = (run + 1) * (d > 0)
        if run > patience:
            stop = i
            break
    return stop, min(range(stop + 1), key=losses.__getitem__)


def regularised_gradient_mask(w, X, y, lam):
    mask = np.ones(len(w))
    mask[0] = 0
    p = 0.5 * (1 + np.tanh(X @ w / 2))
    return (p - y) @ X / len(y) + 2 * lam * mask * w


def softmax_moveaxis_loop(Z):
    Z = np.asarray(Z, dtype=float)
    out = np.empty_like(Z)
    for i in np.ndindex(Z.shape[:-1]):
        row = Z[i]
        e = np.exp(row - max(row))
        out[i] = e / sum(e)
    return out


def entropy_between_python_loop(p, q):
    import math

    return sum(-a * math.log(b) for a, b in zip(p, q) if a != 0)


def softmax_loss_logaddexp_reduce(W, X, y):
    Z = X @ W.T
    return np.mean(np.logaddexp.reduce(Z, axis=1) - Z[range(len(y)), y])


def softmax_gradient_add_at(W, X, y):
    Z = X @ W.T
    P = np.exp(Z - Z.max(1)[:, None])
    P /= P.sum(1)[:, None]
    G = P.T @ X
    np.subtract.at(G, y, X)
    return G / len(X)


def softmax_jacobian_loops(z):
    e = [np.exp(v - max(z)) for v in z]
    s = [v / sum(e) for v in e]
    K = len(s)
    return np.array([[s[i] * ((i == j) - s[j]) for j in range(K)] for i in range(K)])


def numerical_gradient_flat(f, x, h):
    if np.ndim(x) == 0:
        return float((f(x + h) - f(x - h)) / (2 * h))
    flat = np.asarray(x, dtype=float).ravel()
    out = []
    for i in range(flat.size):
        e = np.zeros(flat.size)
        e[i] = h
        out.append((f((flat + e).reshape(x.shape)) - f((flat - e).reshape(x.shape))) / (2 * h))
    return np.reshape(out, x.shape)


def mean_and_error_statistics(values):
    import statistics

    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def minibatches_rest_apart(n, size, rng):
    order, rest = rng.permutation(n), n % size
    whole = [order[i : i + size] for i in range(0, n - size + 1, size)]
    return whole + ([order[-rest:]] if rest else [])


RIGHT = {
    "mean_of": [mean_of_statistics_with_fractions],
    "toss_outcomes": [toss_outcomes_recursion, toss_outcomes_numpy_strings],
    "uniform": [uniform_fromkeys_and_fraction],
    "probability": [probability_fsum_over_get],
    "joint": [joint_sum_of_products_of_indicators, joint_inclusion_and_exclusion],
    "conditional": [conditional_own_error_class],
    "chain_rule": [chain_rule_reversed_accumulate],
    "independent": [
        independent_1e_12,
        independent_isclose_with_rel_0,
        independent_np_isclose_rtol_0,
        independent_math_isclose_with_abs_tol_only,
        independent_rounded_to_9,
        independent_by_complement,
        independent_determinant_of_the_table,
        independent_np_testing,
    ],
    "total_probability": [total_probability_inner],
    "bayes": [bayes_in_logs],
    "lexicon_score": [lexicon_score_map_of_contains],
    "classify": [classify_max_with_negated_index],
    "learn_lexicon": [learn_lexicon_defaultdict_of_dicts],
    "class_priors": [class_priors_numpy_unique_on_objects],
    "categorical_likelihood": [categorical_likelihood_comparisons],
    "replace_rare": [replace_rare_list_count],
    "add_bias": [add_bias_np_insert],
    "predict_binary": [predict_binary_list_comprehension_to_array_of_floats],
    "one_vs_all_labels": [one_vs_all_labels_arithmetic_on_booleans],
    "all_vs_all_vote": [all_vs_all_vote_bincount],
    "joint_features": [joint_features_kron],
    "scores": [scores_einsum],
    "confusion": [confusion_dot_products],
    "f1": [f1_counts_only],
    "perceptron_update": [perceptron_update_mask_multiplication],
    "eta_decay": [eta_decay_power],
    "multiclass_update": [multiclass_update_one_hot_difference],
    "least_squares": [least_squares_svd],
    "cross_entropy": [cross_entropy_signs],
    "gradient_descent": [gradient_descent_for_and_hypot_like],
    "minibatches": [minibatches_array_split_at_cuts, minibatches_rest_apart],
    "early_stopping": [early_stopping_numpy_diff],
    "regularised_gradient": [regularised_gradient_mask],
    "softmax": [softmax_moveaxis_loop],
    "entropy_between": [entropy_between_python_loop],
    "softmax_loss": [softmax_loss_logaddexp_reduce],
    "softmax_gradient": [softmax_gradient_add_at],
    "softmax_jacobian": [softmax_jacobian_loops],
    "numerical_gradient": [numerical_gradient_flat],
    "mean_and_error": [mean_and_error_statistics],
}
WRONG = {}
