"""Answers to exercise 06: right ones of several kinds, and wrong ones outside the catalogue."""

import math
import random
from itertools import accumulate

import numpy as np

from lincourse.logistic import cross_entropy, logistic_gradient, sigmoid

# ---------------------------------------------------------------- right, each in its own way


def descend_while(gradient, x0, eta, epsilon, max_steps):
    x, steps = x0, 0
    g = gradient(x)
    while steps < max_steps and np.linalg.norm(g) >= epsilon:
        x = x - eta * g
        steps += 1
        g = gradient(x)
    return x, steps


def descend_in_place_on_a_copy(gradient, x0, eta, epsilon, max_steps):
    x = np.atleast_1d(np.array(x0, dtype=np.float64))
    shape = np.shape(x0)
    count = np.int64(0)
    while count < max_steps:
        g = np.atleast_1d(gradient(x.reshape(shape)))
        if math.sqrt(sum(v * v for v in g)) < epsilon:
            break
        x -= eta * g
        count += 1
        print("step", count)
    return x.reshape(shape)[()], count


def descend_recursive(gradient, x0, eta, epsilon, max_steps):
    g = gradient(x0)
    if max_steps == 0 or not np.sum(np.square(g)) ** 0.5 >= epsilon:
        return x0, 0
    x, steps = descend_recursive(gradient, x0 - eta * g, eta, epsilon, max_steps - 1)
    return x, steps + 1


def descend_as_list(gradient, x0, eta, epsilon, max_steps):
    path = [x0]
    while len(path) <= max_steps and math.hypot(*np.ravel(gradient(path[-1]))) >= epsilon:
        path.append(path[-1] - eta * gradient(path[-1]))
    return [path[-1], len(path) - 1]


def batch_mean_of_rows(w, X, y, eta):
    p = sigmoid(np.dot(X, w))
    return w - eta * np.mean((p - y)[:, np.newaxis] * X, axis=0)


def batch_naive_sigmoid(w, X, y, eta):
    p = 1 / (1 + np.exp(-X.dot(w)))
    return w + eta / X.shape[0] * X.T @ (y - p)


def batch_einsum_tanh(w, X, y, eta):
    p = (1 + np.tanh((X @ w) / 2)) / 2
    return np.subtract(w, eta * np.einsum("n,nd->d", p - y, X) / len(y))


def sgd_loop(w, x, y, eta):
    z = sum(a * b for a, b in zip(w, x, strict=True))
    error = 1 / (1 + math.exp(-z)) - y
    return np.array([w_k - eta * error * x_k for w_k, x_k in zip(w, x, strict=True)])


def batches_by_list(n, size, rng):
    order = list(range(n))
    rng.shuffle(order)
    result = []
    while order:
        result.append(np.array(order[:size]))
        order = order[size:]
    return result


def batches_in_place(n, size, rng):
    order = np.arange(n)
    rng.shuffle(order)
    return np.split(order, range(size, n, size))


def batches_by_choice(n, size, rng):
    order = rng.choice(n, size=n, replace=False)
    return tuple(order[k * size : k * size + size] for k in range(math.ceil(n / size)))


def batches_sorted_inside(n, size, rng):
    left, batches = np.arange(n), []
    while len(left):
        batch = np.sort(rng.choice(left, min(size, len(left)), replace=False))
        batches.append(batch)
        left = np.setdiff1d(left, batch)
    return batches


def split_by_slices(n, fractions, rng):
    order, parts, start, share = rng.permutation(n), [], 0, 0.0
    for fraction in fractions:
        share += fraction
        end = round(n * share)
        parts.append(order[start:end])
        start = end
    return parts


def split_last_gets_the_rest(n, fractions, rng):
    order = rng.permutation(np.arange(n))
    ends = [int(n * share + 0.5) for share in accumulate(fractions)]
    ends[-1] = n
    starts = [0, *ends[:-1]]
    return [np.array([order[i] for i in range(a, b)]) for a, b in zip(starts, ends, strict=True)]


def split_by_mask(n, fractions, rng):
    ends = np.round(n * np.cumsum(fractions)).astype(int)
    ends[-1] = n
    part_of = rng.permutation(np.searchsorted(ends, np.arange(n), side="right"))
    return [np.flatnonzero(part_of == k) for k in range(len(fractions))]


def stop_numpy(validation_losses, patience):
    losses = np.asarray(validation_losses)
    count = 0
    for i, change in enumerate(np.diff(losses), start=1):
        count = (count + 1) * (change > 0)
        if count > patience:
            return np.int64(i), np.argmin(losses[: i + 1])
    return len(losses) - 1, np.argmin(losses)


def stop_one_pass(validation_losses, patience):
    best, rises = 0, 0
    for i, loss in enumerate(validation_losses):
        if loss < validation_losses[best]:
            best = i
        if i and loss > validation_losses[i - 1]:
            rises += 1
            if rises > patience:
                return i, best
        else:
            rises = 0
    return [i, best]


def loss_by_formula(w, X, y, lam):
    p = sigmoid(X @ w)
    entropy = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
    return entropy + lam * np.sum(w[1:] ** 2)


def loss_all_but_bias(w, X, y, lam):
    return np.asarray(cross_entropy(w, X, y) + lam * (np.dot(w, w) - w[0] ** 2))


def gradient_with_mask(w, X, y, lam):
    mask = np.ones_like(w)
    mask[0] = 0
    return X.T @ (sigmoid(X @ w) - y) / X.shape[0] + 2 * lam * mask * w


def gradient_with_copy(w, X, y, lam):
    weights = w.astype(float)
    weights[0] = 0.0
    return logistic_gradient(w, X, y) + 2 * lam * weights


RIGHT = {
    "gradient_descent": [
        descend_while,
        descend_in_place_on_a_copy,
        descend_recursive,
        descend_as_list,
    ],
    "batch_step": [
        batch_mean_of_rows,
        batch_naive_sigmoid,
        batch_einsum_tanh,
        lambda w, X, y, eta: w - eta * logistic_gradient(w, X, y),
    ],
    "sgd_step": [
        sgd_loop,
        lambda w, x, y, eta: w - eta * (sigmoid(w @ x) - y) * x,
        lambda w, x, y, eta: w + eta * np.multiply(y - 1 / (1 + np.exp(-np.dot(w, x))), x),
    ],
    "minibatches": [
        batches_by_list,
        batches_in_place,
        batches_by_choice,
        batches_sorted_inside,
    ],
    "split": [
        split_by_slices,
        split_last_gets_the_rest,
        split_by_mask,
        lambda n, fractions, rng: np.split(
            rng.permutation(n), np.round(n * np.cumsum(fractions)[:-1]).astype(int)
        ),
    ],
    "early_stopping": [stop_numpy, stop_one_pass],
    "regularised_loss": [
        loss_by_formula,
        loss_all_but_bias,
        lambda w, X, y, lam: cross_entropy(w, X, y) + lam * np.linalg.norm(w[1:]) ** 2,
    ],
    "regularised_gradient": [
        gradient_with_mask,
        gradient_with_copy,
        lambda w, X, y, lam: logistic_gradient(w, X, y) + 2 * lam * np.r_[0, w[1:]],
    ],
}


# ---------------------------------------------------------------- wrong, with what is said


def descend_for_ever(gradient, x0, eta, epsilon, max_steps):
    x, steps = x0, 0
    while np.linalg.norm(gradient(x)) >= 0:
        steps += 1
    return x, steps


def descend_in_place(gradient, x0, eta, epsilon, max_steps):
    steps = 0
    while steps < max_steps and np.linalg.norm(gradient(x0)) >= epsilon:
        x0 -= eta * gradient(x0)
        steps += 1
    return x0, steps


def batch_in_place(w, X, y, eta):
    if w.dtype.kind == "i":
        w = w.astype(float)
    w -= eta * logistic_gradient(w, X, y)
    return w


def batch_sequential_by_loop(w, X, y, eta):
    w = list(w)
    for k in range(len(w)):
        p = np.array([1 / (1 + np.exp(-np.dot(row, w))) for row in X])
        w[k] = w[k] - eta * sum((p - y) * X[:, k]) / len(X)
    return np.array(w)


def batches_of_lists(n, size, rng):
    return [batch.tolist() for batch in batches_in_place(n, size, rng)]


def batches_as_generator(n, size, rng):
    yield from batches_in_place(n, size, rng)


def batches_globally(n, size, rng):
    order = list(range(n))
    random.shuffle(order)
    return [np.array(order[i : i + size]) for i in range(0, n, size)]


def batches_numpys_own(n, size, rng):
    return batches_in_place(n, size, np.random.default_rng())


def batches_seeded(n, size, rng):
    return batches_in_place(n, size, np.random.default_rng(42))


def batches_of_randint(n, size, rng):
    return [rng.integers(n, size=min(size, n - i)) for i in range(0, n, size)]


CACHE = {}


def batches_remembered(n, size, rng):
    if n not in CACHE:
        CACHE[n] = rng.permutation(n)
    return [CACHE[n][i : i + size] for i in range(0, n, size)]


def batches_without_the_rest(n, size, rng):
    order = rng.permutation(n)
    return [order[k * size : (k + 1) * size] for k in range(n // size)]


def split_of_floats(n, fractions, rng):
    return [part.astype(float) for part in split_by_slices(n, fractions, rng)]


def split_first_come(n, fractions, rng):
    order = list(range(n))
    cuts = [round(n * c) for c in np.cumsum(fractions)[:-1]]
    return np.split(np.array(order), cuts)


def split_data(n, fractions, rng):
    return rng.permutation(n)


def split_seeded(n, fractions, rng):
    return split_by_slices(n, fractions, np.random.default_rng(123))


def stop_patient_by_best(validation_losses, patience):
    best, wait = 0, 0
    for i, loss in enumerate(validation_losses):
        if i and loss < validation_losses[best]:
            best, wait = i, 0
        elif i:
            wait += 1
            if wait > patience:
                return i, best
    return i, best


def stop_forgets_the_end(validation_losses, patience):
    rises = 0
    for i in range(1, len(validation_losses)):
        rises = rises + 1 if validation_losses[i] > validation_losses[i - 1] else 0
        if rises > patience:
            return i, int(np.argmin(validation_losses[: i + 1]))


def stop_eats_the_losses(validation_losses, patience):
    result = stop_one_pass(validation_losses, patience)
    validation_losses.sort()
    return result


def gradient_zeroes_the_bias(w, X, y, lam):
    gradient = logistic_gradient(w, X, y)
    w[0] = 0
    return gradient + 2 * lam * w


def loss_of_everything(w, X, y, lam):
    return loss_by_formula(w, X, y, lam) + lam * w[0] ** 2


WRONG = {
    "gradient_descent": [
        (descend_for_ever, "had not come back"),
        (descend_in_place, "UFuncTypeError"),  # whole numbers come first
        (lambda gradient, x0, eta, epsilon, max_steps: x0, "should return a tuple (x, steps)"),
        (lambda *args: descend_while(*args) + (True,), "3 values, not 2"),
        (lambda *args: (descend_while(*args)[0], None), "for steps None"),
    ],
    "batch_step": [
        (batch_in_place, "the caller's w had changed"),
        (batch_sequential_by_loop, "later ones see a w that has changed already"),
        (lambda w, X, y, eta: w - eta * (X @ w - y) @ X / len(X), "score itself"),
    ],
    "sgd_step": [
        (lambda w, x, y, eta: w - eta * (1 / (1 + np.exp(-w * x)) - y) * x, "on its own"),
        (lambda w, x, y, eta: w + eta * (sigmoid(w @ x) - y) * x, "uphill"),
    ],
    "minibatches": [
        (batches_of_lists, "a list of lists; np.array(...) makes an array of each"),
        (batches_as_generator, "a generator, not a list"),
        (lambda n, size, rng: rng.permutation(n), "one array, not a list"),
        (lambda n, size, rng: list(rng.permutation(n)), "whose parts are not flat arrays"),
        (batches_globally, "shuffled, but not by rng"),
        (batches_numpys_own, "shuffled, but not by rng"),
        (batches_seeded, "a fixed seed"),
        (batches_remembered, "come from rng"),
        (batches_of_randint, "can come more than once"),
        (batches_without_the_rest, "the short one, is dropped"),
    ],
    "split": [
        (split_of_floats, "an index is a whole number"),
        (split_first_come, "nothing is shuffled"),
        (split_data, "one array, not a list"),
        (split_seeded, "a fixed seed"),
        (lambda n, fractions, rng: [np.arange(n)] * len(fractions), "By hand: the cuts are at"),
    ],
    "early_stopping": [
        (stop_patient_by_best, "every measurement without a new best is counted"),
        (stop_forgets_the_end, "None"),
        (stop_eats_the_losses, "the caller's validation_losses had changed"),
        (lambda losses, patience: stop_one_pass(losses, patience)[0], "should return a tuple"),
    ],
    "regularised_loss": [
        (loss_of_everything, "the bias is in the penalty"),
    ],
    "regularised_gradient": [
        (gradient_zeroes_the_bias, "the caller's w had changed"),
        (lambda w, X, y, lam: -gradient_with_copy(w, X, y, lam), "the sign is the opposite"),
    ],
}


# ---------------------------------------------------------------- steps with a memory


def momentum_by_loop(w, velocity, gradient, eta, beta):
    faster = [beta * v + g for v, g in zip(velocity, gradient, strict=True)]
    moved = [a - eta * v for a, v in zip(w, faster, strict=True)]
    return np.array(moved), np.array(faster)


def momentum_on_copies(w, velocity, gradient, eta, beta):
    w, velocity = np.array(w, dtype=float), np.array(velocity, dtype=float)
    velocity *= beta
    velocity += gradient
    w -= eta * velocity
    return w, velocity


def momentum_in_place(w, velocity, gradient, eta, beta):
    velocity[:] = beta * velocity + gradient
    return w - eta * velocity, velocity


def adam_by_loop(w, m, v, t, gradient, eta, beta1, beta2, epsilon):
    rows = []
    for w_k, m_k, v_k, g in zip(w, m, v, gradient, strict=True):
        m_k, v_k = beta1 * m_k + (1 - beta1) * g, beta2 * v_k + (1 - beta2) * g * g
        root = math.sqrt(v_k / (1 - beta2**t))
        rows.append((w_k - eta * m_k / (1 - beta1**t) / (root + epsilon), m_k, v_k))
    return tuple(np.array(rows, dtype=float).T)


def adam_as_differences(w, m, v, t, gradient, eta, beta1, beta2, epsilon):
    m = m + (1 - beta1) * (gradient - m)
    v = v + (1 - beta2) * (np.square(gradient) - v)
    rate = eta / (1 - np.power(beta1, t))
    return w - rate * m / (epsilon + (v / (1 - np.power(beta2, t))) ** 0.5), m, v


RIGHT |= {
    "momentum_step": [momentum_by_loop, momentum_on_copies],
    "adam_step": [adam_by_loop, adam_as_differences],
}
WRONG |= {
    "momentum_step": [
        (momentum_in_place, "velocity"),
        (lambda w, v, g, eta, beta: momentum_by_loop(w, v, g, eta, beta)[0], "a tuple"),
        (lambda w, v, g, eta, beta: momentum_by_loop(w, v, g, eta, beta)[::-1], "By hand"),
        (lambda w, v, g, eta, beta: momentum_by_loop(w, v, g, eta, 0.9), "By hand"),
    ],
    "adam_step": [
        (lambda w, m, v, t, g, *rest: adam_by_loop(w, m, v, 1, g, *rest), "t"),
        (lambda *args: adam_by_loop(*args)[:2], "a tuple"),
        (
            lambda w, m, v, t, g, eta, b1, b2, eps: adam_by_loop(w, m, v, t, g, eta, b2, b1, eps),
            "beta",
        ),
    ],
}
