"""06: descent step by step, batches and splits as partitions, early stopping by brute force."""

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    binary_problems,
    central_differences,
    complaint,
    dot,
    dyadic,
    modest,
    problems,
    seeds,
)

from lincourse.descent import (
    adam_step,
    batch_step,
    early_stopping,
    epochs_of_descent,
    gradient_descent,
    minibatches,
    momentum_step,
    penalty,
    penalty_gradient,
    regularised_gradient,
    regularised_loss,
    sgd_step,
    split,
)
from lincourse.logistic import cross_entropy


def rng(seed=0):
    return np.random.default_rng(seed)


def loop_gradient(w, X, y):
    """The mean of (sigma(w . x) - y) x in plain loops."""
    total = [0.0] * len(w)
    for x_i, y_i in zip(X, y, strict=True):
        error = (1 + math.tanh(dot(w, x_i) / 2)) / 2 - y_i
        total = [t + error * x / len(X) for t, x in zip(total, x_i, strict=True)]
    return np.array(total)


class TestGradientDescent:
    @modest
    @given(dyadic(3), st.sampled_from([0.125, 0.25, 0.5]), st.integers(0, 12))
    def test_it_walks_downhill_until_the_slope_is_small(self, x0, eta, max_steps):
        x, steps = x0.tolist(), 0
        while steps < max_steps and math.sqrt(dot(x, x)) >= 0.5:
            x = [x_i - eta * x_i for x_i in x]
            steps += 1
        found, taken = gradient_descent(lambda v: v, x0, eta, 0.5, max_steps)
        assert found.tolist() == x
        assert taken == steps

    def test_it_stops_only_below_epsilon_not_at_it(self):
        assert gradient_descent(lambda v: v, 1.0, 0.5, 1, 100) == (0.5, 1)

    @pytest.mark.parametrize(("epsilon", "steps"), [(5, 1), (5.01, 0)])
    def test_the_slope_is_measured_by_its_euclidean_norm(self, epsilon, steps):
        assert gradient_descent(lambda v: [3, 4], [0, 0], 1, epsilon, 1)[1] == steps

    def test_the_slope_may_be_a_list(self):
        x, _ = gradient_descent(lambda v: [1, 2], [0, 0], 0.5, 0, 1)
        assert x.tolist() == [-0.5, -1]


class TestSteps:
    @modest
    @given(binary_problems(), st.sampled_from([0, 0.5, 2]))
    def test_batch_step_goes_against_the_mean_gradient(self, problem, eta):
        w, X, y = problem
        expected = w - eta * loop_gradient(w, X, y)
        np.testing.assert_allclose(batch_step(w, X, y, eta), expected, atol=1e-12)

    @modest
    @given(binary_problems(), st.sampled_from([0, 0.5, 2]))
    def test_sgd_step_is_a_batch_of_one(self, problem, eta):
        w, X, y = problem
        expected = w - eta * loop_gradient(w, X[:1], y[:1])
        np.testing.assert_allclose(sgd_step(w, X[0], y[0], eta), expected, atol=1e-12)

    def test_all_the_weights_are_updated_at_once(self):
        # updating the bias first would change the score before the second weight's turn
        assert sgd_step([0, 0], [1, 2], 1, 1).tolist() == [0.5, 1]


def vectors(count):
    """Lists of `count` vectors of three numbers each."""
    return st.lists(dyadic(3), min_size=count, max_size=count)


class TestMomentum:
    @modest
    @given(vectors(6), st.sampled_from([0, 0.5, 0.875]), st.sampled_from([0.25, 1]))
    def test_velocity_is_the_discounted_sum_of_all_gradients(self, gradients, beta, eta):
        w, velocity, expected = np.zeros(3), np.zeros(3), np.zeros(3)
        for t, gradient in enumerate(gradients, start=1):
            w, velocity = momentum_step(w, velocity, gradient, eta, beta)
            so_far = sum(beta ** (t - s) * g for s, g in enumerate(gradients[:t], start=1))
            expected = expected - eta * so_far
            np.testing.assert_allclose(velocity, so_far, atol=1e-12)
        np.testing.assert_allclose(w, expected, atol=1e-12)

    def test_it_is_plain_descent_when_beta_is_0(self):
        w, velocity = momentum_step([1, 2], [100, 100], [4, -8], 0.5, 0)
        assert (w.tolist(), velocity.tolist()) == ([-1, 6], [4, -8])

    def test_a_constant_gradient_is_amplified_by_one_over_one_minus_beta(self):
        velocity = np.zeros(1)
        for _ in range(500):
            _, velocity = momentum_step([0], velocity, [3], 1, 0.9)
        assert velocity == pytest.approx([30])


class TestAdam:
    @modest
    @given(vectors(5), st.sampled_from([0, 0.5, 0.875]), st.sampled_from([0, 0.75]))
    def test_corrected_means_are_weighted_means_of_the_gradients(self, gradients, beta1, beta2):
        w, m, v, expected = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
        for t, gradient in enumerate(gradients, start=1):
            w, m, v = adam_step(w, m, v, t, gradient, 0.5, beta1, beta2, 0.25)
            past = np.array(gradients[:t])
            ages = np.arange(t)[::-1]
            mean = np.average(past, axis=0, weights=beta1**ages)
            square = np.average(past**2, axis=0, weights=beta2**ages)
            expected = expected - 0.5 * mean / (np.sqrt(square) + 0.25)
        np.testing.assert_allclose(w, expected, atol=1e-12)

    @modest
    @given(dyadic(3), st.sampled_from([1e-3, 1, 1e3]))
    def test_first_step_has_the_length_of_the_rate_along_each_weight(self, gradient, scale):
        start = np.zeros(3)
        w, _, _ = adam_step(start, start, start, 1, scale * gradient, 0.1, 0.9, 0.999, 1e-12)
        np.testing.assert_allclose(w, -0.1 * np.sign(gradient), atol=1e-6)

    def test_worked_example(self):
        w, m, v = adam_step([1, 1], [0, 0], [0, 0], 1, [4, -2], 0.5, 0.5, 0.75, 1)
        assert m.tolist() == [2, -1]
        assert v.tolist() == [4, 1]
        np.testing.assert_allclose(w, [1 - 0.5 * 4 / 5, 1 + 0.5 * 2 / 3])


class TestMinibatches:
    @modest
    @given(st.integers(0, 40), st.integers(1, 50), seeds)
    def test_every_index_comes_once_in_batches_of_the_size(self, n, size, seed):
        batches = minibatches(n, size, rng(seed))
        assert sorted(np.concatenate([[], *batches]).tolist()) == list(range(n))
        lengths = [len(batch) for batch in batches]
        assert lengths == [size] * (n // size) + [n % size] * (n % size > 0)

    def test_the_order_is_new_every_time_and_comes_from_rng(self):
        generator = rng(1)
        first, second = (np.concatenate(minibatches(50, 8, generator)) for _ in range(2))
        assert first.tolist() != second.tolist()
        assert first.tolist() != list(range(50))
        assert first.tolist() == np.concatenate(minibatches(50, 8, rng(1))).tolist()


class TestSplit:
    @modest
    @given(st.integers(0, 60), st.lists(st.integers(0, 16), max_size=4), seeds)
    def test_the_parts_cover_all_and_are_cut_at_the_rounded_share(self, n, sixteenths, seed):
        marks = [0, *sorted(sixteenths), 16]
        shares = [(b - a) / 16 for a, b in pairwise(marks)]
        cuts = [round(Fraction(n * mark, 16)) for mark in marks]
        parts = split(n, shares, rng(seed))
        assert [len(part) for part in parts] == [b - a for a, b in pairwise(cuts)]
        assert sorted(np.concatenate(parts).tolist()) == list(range(n))

    @pytest.mark.parametrize(
        ("n", "sizes"), [(10, [8, 1, 1]), (100, [80, 10, 10]), (7, [6, 0, 1]), (0, [0, 0, 0])]
    )
    def test_eighty_ten_ten(self, n, sizes):
        assert [len(part) for part in split(n, (0.8, 0.1, 0.1), rng())] == sizes

    def test_the_order_is_shuffled_and_comes_from_rng(self):
        first, second = split(50, [0.5, 0.5], rng(3)), split(50, [0.5, 0.5], rng(3))
        assert [part.tolist() for part in first] == [part.tolist() for part in second]
        assert np.concatenate(first).tolist() != list(range(50))
        generator = rng(3)
        again = [np.concatenate(split(50, [0.5, 0.5], generator)).tolist() for _ in range(2)]
        assert again[0] != again[1]


class TestEarlyStopping:
    @staticmethod
    def brute_force(losses, patience):
        """The first index whose last patience+1 measurements were all rises."""
        rose = [False] + [b > a for a, b in pairwise(losses)]
        stop = len(losses) - 1
        for i in range(patience + 1, len(losses)):
            if all(rose[i - patience : i + 1]):
                stop = i
                break
        return stop, losses.index(min(losses[: stop + 1]))

    @modest
    @given(st.lists(st.integers(0, 5), min_size=1, max_size=14), st.integers(0, 4))
    def test_it_agrees_with_looking_at_every_index(self, losses, patience):
        assert early_stopping(losses, patience) == self.brute_force(losses, patience)

    @pytest.mark.parametrize(
        ("losses", "patience", "expected"),
        [
            ([3, 2, 1], 0, (2, 2)),
            ([3, 2, 3, 1], 0, (2, 1)),
            ([3, 2, 3, 1], 1, (3, 3)),
            ([1, 2, 3, 4], 2, (3, 0)),
            ([1, 2, 2, 3, 3], 1, (4, 0)),
            ([5, 1, 2, 1, 2, 3, 0], 1, (5, 1)),
            ([4], 0, (0, 0)),
        ],
        ids=[
            "never rises",
            "no patience",
            "one rise is forgiven",
            "more than patience, not as many as",
            "standing still is no rise",
            "the first of two best",
            "a single measurement",
        ],
    )
    def test_worked_examples(self, losses, patience, expected):
        assert early_stopping(losses, patience) == expected


class TestRegularisation:
    @modest
    @given(binary_problems(), st.sampled_from([0, 0.25, 3]))
    def test_the_penalty_leaves_the_bias_alone(self, problem, lam):
        w, X, y = problem
        expected = cross_entropy(w, X, y) + lam * sum(v * v for v in w[1:])
        assert regularised_loss(w, X, y, lam) == pytest.approx(expected)
        moved = w + np.eye(len(w))[0]
        assert penalty(moved, lam) == penalty(w, lam) == lam * sum(v * v for v in w[1:])

    @modest
    @given(binary_problems(), st.sampled_from([0, 0.25, 3]))
    def test_the_gradient_is_in_plain_loops(self, problem, lam):
        w, X, y = problem
        expected = loop_gradient(w, X, y)
        for j in range(1, len(w)):
            expected[j] += 2 * lam * w[j]
        np.testing.assert_allclose(regularised_gradient(w, X, y, lam), expected, atol=1e-12)

    @modest
    @given(binary_problems(), st.sampled_from([0, 0.25, 3]))
    def test_the_gradient_is_the_slope_of_the_loss(self, problem, lam):
        w, X, y = problem
        slope = central_differences(lambda v: regularised_loss(v, X, y, lam), w)
        np.testing.assert_allclose(regularised_gradient(w, X, y, lam), slope, rtol=1e-6, atol=1e-5)

    @pytest.mark.parametrize("lam", [0, 0.5])
    @pytest.mark.parametrize("y", [[0, 1, 0], [0, 0, 0], [1, 1, 1]])
    def test_the_gradient_holds_at_extreme_scores_and_with_a_class_missing(self, y, lam):
        w, X = np.array([250, 1000, -500]), [[1, 1, 0.5], [1, -1, 0.5], [1, 0.5, 1.5]]
        slope = central_differences(lambda v: regularised_loss(v, X, y, lam), w, h=1e-3)
        np.testing.assert_allclose(regularised_gradient(w, X, y, lam), slope, rtol=1e-6, atol=1e-5)

    @modest
    @given(problems(), st.sampled_from([0, 0.25, 3]))
    def test_a_matrix_of_weights_has_a_bias_in_every_row(self, problem, lam):
        W, _, _ = problem
        assert penalty(W, lam) == lam * sum(v * v for row in W for v in row[1:])
        expected = [[0, *(2 * lam * v for v in row[1:])] for row in W]
        assert penalty_gradient(W, lam).tolist() == expected


class TestEpochs:
    @pytest.mark.parametrize("batch_size", [None, 1, 3, 7, 10])
    def test_every_epoch_steps_on_every_batch_in_turn(self, batch_size):
        def gradient(w, batch):
            return w + sum(int(i) for i in batch)

        w, expected, generator = np.array([1.0, -1.0]), [], rng(2)
        for _ in range(3):
            everything = [np.arange(7)]
            batches = minibatches(7, batch_size, generator) if batch_size else everything
            for batch in batches:
                w = w - 0.5 * (w + sum(batch.tolist()))
            expected.append(w.tolist())
        found = epochs_of_descent(gradient, np.array([1.0, -1.0]), 7, 0.5, 3, batch_size, rng(2))
        assert [w.tolist() for w in list(found)] == expected

    def test_weights_that_overflow_blame_the_rate(self):
        epochs = epochs_of_descent(lambda w, batch: w, np.ones(2), 1, 1e200, 2)
        assert next(epochs).tolist() == [-1e200, -1e200]
        with np.errstate(over="ignore"), pytest.raises(ValueError, match="use a smaller eta"):
            next(epochs)


ONE = ([1, 2], [[1, 2]], [1])

BAD = {
    "gradient_descent: no rate": ("eta", lambda: gradient_descent(abs, [1], 0, 1, 1)),
    "gradient_descent: uphill": ("eta", lambda: gradient_descent(abs, [1], -1, 1, 1)),
    "gradient_descent: epsilon < 0": ("epsilon", lambda: gradient_descent(abs, [1], 1, -1, 1)),
    "batch_step: no examples": ("X", lambda: batch_step([1, 2], np.zeros((0, 2)), [], 1)),
    "batch_step: unlike lengths": ("(w|X)", lambda: batch_step([1], [[1, 2]], [1], 1)),
    "sgd_step: unlike lengths": ("(w|x)", lambda: sgd_step([1, 2], [1, 2, 3], 1, 1)),
    "momentum_step: unlike lengths": (
        "(w|velocity)",
        lambda: momentum_step([1, 2], [1], [1, 2], 1, 0.5),
    ),
    "momentum_step: beta 1": ("beta", lambda: momentum_step([1], [1], [1], 1, 1)),
    "momentum_step: beta < 0": ("beta", lambda: momentum_step([1], [1], [1], 1, -0.5)),
    "adam_step: t from 0": ("t", lambda: adam_step([1], [0], [0], 0, [1], 1, 0.5, 0.5, 1)),
    "adam_step: negative v": ("v", lambda: adam_step([1], [0], [-1], 1, [1], 1, 0.5, 0.5, 1)),
    "adam_step: beta1 is 1": ("beta1", lambda: adam_step([1], [0], [0], 1, [1], 1, 1, 0.5, 1)),
    "adam_step: beta2 is 1": ("beta2", lambda: adam_step([1], [0], [0], 1, [1], 1, 0.5, 1, 1)),
    "adam_step: no epsilon": ("epsilon", lambda: adam_step([1], [0], [0], 1, [1], 1, 0.5, 0.5, 0)),
    "minibatches: size 0": ("size", lambda: minibatches(10, 0, rng())),
    "minibatches: no rng": ("rng", lambda: minibatches(10, 2, None)),
    "split: too much": ("fractions", lambda: split(10, [0.8, 0.3], rng())),
    "split: too little": ("fractions", lambda: split(10, [0.8], rng())),
    "split: a negative share": ("fractions", lambda: split(10, [1.5, -0.5], rng())),
    "split: nothing": ("fractions", lambda: split(10, [], rng())),
    "early_stopping: nothing": ("validation_losses", lambda: early_stopping([], 1)),
    "penalty: negative": ("lam", lambda: penalty([1, 2], -1)),
    "penalty: a number": ("w", lambda: penalty(3.0, 1)),
    "penalty_gradient: negative": ("lam", lambda: penalty_gradient([1, 2], -1)),
    "penalty_gradient: a number": ("w", lambda: penalty_gradient(3.0, 1)),
    "penalty_gradient: no weights": ("w", lambda: penalty_gradient([], 1)),
    "regularised_loss: negative": ("lam", lambda: regularised_loss(*ONE, -1)),
    "regularised_gradient: negative": ("lam", lambda: regularised_gradient(*ONE, -1)),
    "regularised_gradient: no examples": (
        "X",
        lambda: regularised_gradient([1, 2], np.zeros((0, 2)), [], 1),
    ),
    "epochs_of_descent: size 0": (
        "batch_size",
        lambda: list(epochs_of_descent(lambda w, batch: w, np.ones(2), 3, 1, 1, 0, rng())),
    ),
    "epochs_of_descent: no rng": (
        "rng",
        lambda: list(epochs_of_descent(lambda w, batch: w, np.ones(2), 3, 1, 1, 2)),
    ),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()
