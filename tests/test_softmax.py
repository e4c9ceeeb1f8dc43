"""07: softmax and what is built on it, against arithmetic with sixty digits."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from strategies import (
    central_differences,
    complaint,
    dot,
    moderate,
    modest,
    no_warning,
    problems,
    seeds,
)

from lincourse.descent import minibatches
from lincourse.logistic import cross_entropy, logistic_gradient, sigmoid
from lincourse.softmax import (
    bits,
    categorical_pmf,
    entropy_between,
    softmax,
    softmax_at,
    softmax_gradient,
    softmax_loss,
    softmax_update,
    train_softmax,
)

score_lists = st.lists(moderate, min_size=1, max_size=6)


def exact_softmax(z):
    """e^z_k / sum of e^z_j, straight from the definition, to sixty digits."""
    with localcontext() as context:
        context.prec = 60
        exps = [Decimal(z_k).exp() for z_k in z]
        return [e / sum(exps) for e in exps]


def exact_loss(W, X, y):
    """The mean of -log S(Wx)_y."""
    with localcontext() as context:
        context.prec = 60
        surprises = [
            -exact_softmax([dot(w, x_i) for w in W])[y_i].ln()
            for x_i, y_i in zip(X, y, strict=True)
        ]
        return float(sum(surprises) / len(X))


def loop_gradient(W, X, y):
    """The mean of (p_k - [y = k]) x, in plain loops."""
    total = np.zeros_like(W, dtype=float)
    for x_i, y_i in zip(X, y, strict=True):
        p = exact_softmax([dot(w, x_i) for w in W])
        for k in range(len(W)):
            for j in range(len(x_i)):
                total[k, j] += (float(p[k]) - (y_i == k)) * x_i[j] / len(X)
    return total


class TestSoftmax:
    @modest
    @given(score_lists)
    def test_it_is_exact_to_the_last_digits(self, z):
        np.testing.assert_allclose(softmax(z), [float(p) for p in exact_softmax(z)], rtol=1e-13)

    @modest
    @given(moderate, moderate)
    def test_two_classes_are_a_sigmoid_of_the_difference(self, first, second):
        assert softmax([first, second])[1] == pytest.approx(sigmoid(second - first), rel=1e-13)

    @modest
    @given(arrays(float, array_shapes(min_dims=1, max_dims=3), elements=moderate))
    def test_every_row_of_the_last_axis_is_its_own(self, Z):
        P = softmax(Z)
        assert P.shape == Z.shape
        for index in np.ndindex(Z.shape[:-1]):
            np.testing.assert_allclose(P[index], softmax(Z[index]), rtol=1e-13)

    @pytest.mark.parametrize(
        ("z", "expected"),
        [
            ([1000, 0], [1, 0]),
            ([-1000, 0], [0, 1]),
            ([1000, 1000], [0.5, 0.5]),
            ([-1000, -1000, -1000, -1000], [0.25] * 4),
            ([1000, -1000, 1000], [0.5, 0, 0.5]),
            ([0, -np.inf], [1, 0]),
            ([[1000, 0], [0, 1000]], [[1, 0], [0, 1]]),
        ],
    )
    def test_extreme_scores_are_exact_and_silent(self, z, expected):
        with no_warning():
            assert softmax(z).tolist() == expected

    @pytest.mark.parametrize("gap", [700, 709, 720, 740, 745])
    def test_every_gap_between_scores_is_silent(self, gap):
        with no_warning():
            p = softmax([0, 0, -gap])
        np.testing.assert_allclose(p, [0.5, 0.5, math.exp(-gap) / 2], rtol=1e-13, atol=5e-324)

    def test_the_largest_gap_of_all_is_silent_too(self):
        with no_warning():
            assert softmax([1e308, -1e308]).tolist() == [1, 0]


temperatures = st.sampled_from([0.125, 0.5, 1, 3, 16])


class TestTemperature:
    @modest
    @given(score_lists, temperatures)
    def test_it_is_the_softmax_of_the_scores_over_the_temperature(self, z, T):
        expected = exact_softmax([Decimal(z_k) / Decimal(T) for z_k in z])
        expected = [float(p) for p in expected]
        np.testing.assert_allclose(softmax_at(z, T), expected, rtol=1e-12, atol=1e-300)

    @modest
    @given(st.lists(st.floats(-20, 20), min_size=1, max_size=6), temperatures)
    def test_log_odds_are_leads_over_the_temperature(self, z, T):
        p = softmax_at(z, T)
        np.testing.assert_allclose(np.log(p / p[0]), (np.array(z) - z[0]) / T, atol=1e-9)

    @pytest.mark.parametrize(
        ("T", "expected"),
        [
            (5e-324, [0, 1, 0]),
            (1e-3, [0, 1, 0]),
            (1e300, [1 / 3, 1 / 3, 1 / 3]),
            (1, [0, 1, 0]),
        ],
    )
    def test_extreme_temperatures_are_exact_and_silent(self, T, expected):
        with no_warning():
            assert softmax_at([-1000, 1000, 0], T).tolist() == expected

    def test_every_row_has_its_own_softmax(self):
        Z = [[0, 1], [3, -1]]
        np.testing.assert_array_equal(softmax_at(Z, 2), [softmax_at(z, 2) for z in Z])


class TestCategoricalAndEntropy:
    @modest
    @given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
    def test_the_product_of_indicators_picks_out_one_probability(self, weights):
        phi = [w / sum(weights) for w in weights]
        assert [categorical_pmf(phi, x) for x in range(len(phi))] == pytest.approx(phi)

    @modest
    @given(score_lists, st.data())
    def test_entropy_between_is_the_expected_surprise(self, z, data):
        other = data.draw(st.lists(moderate, min_size=len(z), max_size=len(z)))
        p, q = softmax(z), softmax(other)
        expected = -sum(a * math.log(b) for a, b in zip(p, q, strict=True))
        assert entropy_between(p, q) == pytest.approx(expected)

    @pytest.mark.parametrize(
        ("p", "q", "expected"),
        [
            ([1, 0], [1, 0], 0),
            ([0, 1], [0.5, 0.5], math.log(2)),
            ([0.5, 0.5, 0], [0.5, 0.5, 0], math.log(2)),
            ([0.5, 0.5], [1, 0], math.inf),
        ],
    )
    def test_what_never_happens_counts_nothing(self, p, q, expected):
        with no_warning():
            assert entropy_between(p, q) == pytest.approx(expected)

    @pytest.mark.parametrize(
        ("p", "q", "expected"),
        [
            ([0.5, 0.25, 0.125, 0.125], [0.5, 0.25, 0.125, 0.125], 1.75),
            ([0.5, 0.25, 0.125, 0.125], [0.25, 0.25, 0.25, 0.25], 2),
            ([0.25, 0.25, 0.25, 0.25], [0.5, 0.25, 0.125, 0.125], 2.25),
            ([1, 0], [1, 0], 0),
            ([0.5, 0.5], [1, 0], math.inf),
        ],
    )
    def test_bits_are_mean_lengths_of_a_code(self, p, q, expected):
        with no_warning():
            assert bits(p, q) == pytest.approx(expected, rel=1e-15)

    @modest
    @given(score_lists, st.data())
    def test_no_belief_needs_fewer_bits_than_the_truth(self, z, data):
        other = data.draw(st.lists(moderate, min_size=len(z), max_size=len(z)))
        p, q = softmax(z), softmax(other)
        expected = -sum(a * math.log2(b) for a, b in zip(p, q, strict=True))
        assert bits(p, q) == pytest.approx(expected)
        assert bits(p, q) >= bits(p, p) - 1e-9

    @modest
    @given(problems())
    def test_the_loss_is_the_entropy_between_a_one_hot_and_the_prediction(self, problem):
        W, X, y = problem
        W = W / 8
        targets = np.eye(len(W))[y]
        each = [entropy_between(t, softmax(W @ x)) for t, x in zip(targets, X, strict=True)]
        assert softmax_loss(W, X, y) == pytest.approx(sum(each) / len(X))


class TestLoss:
    @modest
    @given(problems(max_n=5))
    def test_it_is_the_mean_surprise(self, problem):
        assert softmax_loss(*problem) == pytest.approx(exact_loss(*problem), rel=1e-12, abs=1e-12)

    @modest
    @given(problems())
    def test_with_two_classes_it_is_logistic_regression(self, problem):
        W, X, y = problem
        W, y, w = W[:2], y % 2, W[1] - W[0]
        assert softmax_loss(W, X, y) == pytest.approx(cross_entropy(w, X, y), rel=1e-12, abs=1e-12)
        gradient = softmax_gradient(W, X, y)
        np.testing.assert_allclose(gradient[1], logistic_gradient(w, X, y), atol=1e-12)
        np.testing.assert_allclose(gradient[0], -gradient[1], atol=1e-12)

    @pytest.mark.parametrize(
        ("scores", "y", "expected"),
        [
            ([1000, -1000], 0, 0),
            ([1000, -1000], 1, 2000),
            ([-1000, 0, 0], 0, 1000 + math.log(2)),
            ([1000, 1000], 1, math.log(2)),
            ([-1000, -1000, -1000], 2, math.log(3)),
        ],
    )
    def test_extreme_scores_have_exact_losses_and_no_warning(self, scores, y, expected):
        with no_warning():
            assert softmax_loss([[z] for z in scores], [[1]], [y]) == expected


class TestGradient:
    @modest
    @given(problems(max_n=4))
    def test_it_is_the_mean_error_times_x(self, problem):
        W, X, y = problem
        np.testing.assert_allclose(
            softmax_gradient(W, X, y), loop_gradient(W, X, y), rtol=1e-12, atol=1e-12
        )

    @modest
    @given(problems())
    def test_it_is_the_slope_of_the_loss(self, problem):
        W, X, y = problem
        slope = central_differences(lambda V: softmax_loss(V, X, y), W)
        np.testing.assert_allclose(softmax_gradient(W, X, y), slope, atol=1e-6)

    @pytest.mark.parametrize("scale", [1, 1000], ids=["moderate", "extreme"])
    @pytest.mark.parametrize("y", [[0, 1, 2, 0], [0, 2, 2, 0], [1, 1, 1, 1]])
    def test_it_holds_at_extreme_scores_and_with_a_class_missing(self, scale, y):
        W = np.array([[0, 1, 0], [0, -1, 0.5], [0.25, 0, -1]]) * scale
        X = np.array([[1, 1, 0.5], [1, -1, 0.5], [1, 0.5, 1.5], [1, -0.25, 0]])
        slope = central_differences(lambda V: softmax_loss(V, X, y), W, h=1e-4)
        with no_warning():
            found = softmax_gradient(W, X, y)
        np.testing.assert_allclose(found, slope, atol=1e-6)

    @pytest.mark.parametrize(
        ("scores", "y", "errors"),
        [
            ([1000, -1000], 0, [0, 0]),
            ([1000, -1000], 1, [1, -1]),
            ([1000, 1000, -1000], 2, [0.5, 0.5, -1]),
        ],
    )
    def test_extreme_scores_are_exact_and_silent(self, scores, y, errors):
        with no_warning():
            found = softmax_gradient([[z / 4, 0] for z in scores], [[4, 3]], [y])
        np.testing.assert_array_equal(found, [[4 * error, 3 * error] for error in errors])

    @pytest.mark.parametrize("gap", [700, 709, 720, 740, 745])
    def test_every_gap_between_scores_is_silent(self, gap):
        with no_warning():
            found = softmax_gradient([[0, 0], [0, 0], [-gap, 0]], [[1, 0.3]], [0])
        np.testing.assert_allclose(found, [[-0.5, -0.15], [0.5, 0.15], [0, 0]], atol=1e-300)


class TestTraining:
    @modest
    @given(problems(), st.sampled_from([0, 0.5, 2]))
    def test_an_update_steps_against_the_gradient_of_one_example(self, problem, eta):
        W, X, y = problem
        expected = W - eta * loop_gradient(W, X[:1], y[:1])
        np.testing.assert_allclose(softmax_update(W, X[0], y[0], eta), expected, atol=1e-12)

    @modest
    @given(problems(), st.integers(1, 12), st.integers(0, 3), seeds)
    def test_training_steps_on_new_minibatches_every_epoch(self, problem, size, epochs, seed):
        W, X, y = problem
        rng, expected = np.random.default_rng(seed), np.zeros(W.shape)
        for _ in range(epochs):
            for batch in minibatches(len(X), size, rng):
                expected = expected - 0.125 * loop_gradient(expected, X[batch], y[batch])
        found = train_softmax(X, y, len(W), 0.125, epochs, size, np.random.default_rng(seed))
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


NO_EXAMPLES = np.zeros((0, 2))


def train(**changes):
    """`train_softmax` on one example, with something changed."""
    good = {"X": [[1, 2]], "y": [0], "n_classes": 2, "eta": 1, "epochs": 1, "batch_size": 1}
    return train_softmax(**{**good, "rng": np.random.default_rng(0), **changes})


BAD = {
    "softmax: no scores": ("Z", lambda: softmax([])),
    "softmax: rows of no scores": ("Z", lambda: softmax([[], []])),
    "softmax: an infinite score": ("Z", lambda: softmax([1, np.inf])),
    "softmax: nothing but -infinity": ("Z", lambda: softmax([-np.inf, -np.inf])),
    "softmax_at: no scores": ("Z", lambda: softmax_at([], 1)),
    "softmax_at: an infinite score": ("Z", lambda: softmax_at([1, np.inf], 1)),
    "softmax_at: a temperature of 0": ("temperature", lambda: softmax_at([1, 2], 0)),
    "softmax_at: a negative temperature": ("temperature", lambda: softmax_at([1, 2], -1)),
    "softmax_at: an infinite temperature": ("temperature", lambda: softmax_at([1, 2], np.inf)),
    "categorical_pmf: not adding up": ("phi", lambda: categorical_pmf([0.5, 0.6], 0)),
    "categorical_pmf: negative": ("phi", lambda: categorical_pmf([1.5, -0.5], 0)),
    "categorical_pmf: nothing": ("phi", lambda: categorical_pmf([], 0)),
    "entropy_between: p not adding up": ("p", lambda: entropy_between([0.5, 0.6], [0.5, 0.5])),
    "entropy_between: q not adding up": ("q", lambda: entropy_between([0.5, 0.5], [0.5, 0.6])),
    "entropy_between: a negative p": ("p", lambda: entropy_between([1.5, -0.5], [0.5, 0.5])),
    "entropy_between: unlike lengths": ("q", lambda: entropy_between([0.5, 0.5], [1])),
    "bits: p not adding up": ("p", lambda: bits([0.5, 0.6], [0.5, 0.5])),
    "bits: unlike lengths": ("q", lambda: bits([0.5, 0.5], [1])),
    "softmax_loss: no examples": ("X", lambda: softmax_loss([[1, 2]], NO_EXAMPLES, [])),
    "softmax_loss: unlike lengths": ("(W|X)", lambda: softmax_loss([[1]], [[1, 2]], [0])),
    "softmax_gradient: no examples": ("X", lambda: softmax_gradient([[1, 2]], NO_EXAMPLES, [])),
    "softmax_update: unlike lengths": ("(W|x)", lambda: softmax_update([[1, 2]], [1, 2, 3], 0, 1)),
    "train_softmax: no examples": ("X", lambda: train(X=NO_EXAMPLES, y=[])),
    "train_softmax: no classes": ("n_classes", lambda: train(n_classes=0)),
    "train_softmax: batches of none": ("batch_size", lambda: train(batch_size=0)),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()
