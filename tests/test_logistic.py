"""05: sigmoid, its losses and gradients, against arithmetic with sixty digits."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from strategies import (
    binary_problems,
    central_differences,
    complaint,
    dot,
    moderate,
    modest,
    no_warning,
)

from lincourse.logistic import (
    cost_threshold,
    cross_entropy,
    likelihood,
    log_odds,
    logistic_gradient,
    predict_probability,
    sigmoid,
    tanh_gradient,
    tanh_loss,
)


def exact_sigmoid(z):
    """1 / (1 + e^-z) to sixty digits."""
    with localcontext() as context:
        context.prec = 60
        return 1 / (1 + (-Decimal(z)).exp())


def exact_cross_entropy(w, X, y):
    """The mean of -log P(y | x), straight from its definition, to sixty digits."""
    with localcontext() as context:
        context.prec = 60
        total = Decimal(0)
        for x_i, y_i in zip(X, y, strict=True):
            p = exact_sigmoid(dot(w, x_i))
            total -= (p if y_i == 1 else 1 - p).ln()
        return float(total / len(X))


class TestSigmoid:
    @modest
    @given(st.floats(-700, 700))
    def test_it_is_exact_to_the_last_digits(self, z):
        assert sigmoid(z) == pytest.approx(float(exact_sigmoid(z)), rel=1e-14, abs=0)

    @modest
    @given(arrays(float, array_shapes(min_dims=0, max_dims=3), elements=moderate))
    def test_the_shape_is_kept_and_every_entry_is_its_own(self, z):
        found = sigmoid(z)
        assert np.shape(found) == z.shape
        assert np.ravel(found).tolist() == [sigmoid(entry) for entry in z.ravel()]

    @pytest.mark.parametrize(
        ("z", "expected"),
        [(0, 0.5), (1000, 1), (-1000, 0), (1e308, 1), (-1e308, 0), (np.inf, 1), (-np.inf, 0)],
    )
    def test_extreme_values_are_exact_and_silent(self, z, expected):
        with no_warning():
            assert sigmoid(z) == expected
            assert sigmoid([z, 0]).tolist() == [expected, 0.5]

    @pytest.mark.parametrize("z", [-40, -700, -708.5, -740, -745.1])
    def test_a_small_probability_is_not_clipped(self, z):
        with no_warning():
            assert sigmoid(z) == pytest.approx(math.exp(z), rel=1e-14, abs=0)
        assert sigmoid(z) > 0


class TestLogOdds:
    @modest
    @given(st.floats(0, 1, exclude_min=True, exclude_max=True))
    def test_log_odds_are_exact_to_the_last_digits(self, p):
        with localcontext() as context:
            context.prec = 60
            exact = float((Decimal(p) / (1 - Decimal(p))).ln())
        assert log_odds(p) == pytest.approx(exact, rel=1e-12, abs=1e-15)

    @modest
    @given(arrays(float, array_shapes(min_dims=0, max_dims=3), elements=st.floats(-15, 15)))
    def test_log_odds_undo_the_sigmoid_in_any_shape(self, z):
        found = log_odds(sigmoid(z))
        assert np.shape(found) == z.shape
        np.testing.assert_allclose(found, z, atol=1e-8)

    @modest
    @given(st.floats(0.001, 0.999))
    def test_the_opposite_event_has_the_opposite_log_odds(self, p):
        assert log_odds(1 - p) == pytest.approx(-log_odds(p), abs=1e-12)

    @pytest.mark.parametrize("p", [0, 1, -0.1, 1.5, [0.5, 1.0]])
    def test_a_probability_must_lie_strictly_between_0_and_1(self, p):
        with complaint("p"):
            log_odds(p)


class TestCostThreshold:
    cost = st.floats(0.01, 1e6)

    @modest
    @given(cost, cost, st.floats(0, 1))
    def test_acting_costs_less_exactly_above_the_threshold(self, false_alarm, miss, p):
        threshold = cost_threshold(false_alarm, miss)
        acting, waiting = (1 - p) * false_alarm, p * miss
        if abs(p - threshold) > 1e-9:
            assert (acting < waiting) == (p > threshold)

    @modest
    @given(cost, cost, st.floats(0.01, 100))
    def test_only_the_ratio_of_the_costs_matters(self, false_alarm, miss, factor):
        scaled = cost_threshold(factor * false_alarm, factor * miss)
        assert scaled == pytest.approx(cost_threshold(false_alarm, miss))

    @modest
    @given(cost, cost)
    def test_the_odds_at_the_threshold_are_the_ratio_of_the_costs(self, false_alarm, miss):
        threshold = cost_threshold(false_alarm, miss)
        assert threshold == pytest.approx(sigmoid(math.log(false_alarm / miss)))

    @pytest.mark.parametrize(
        ("costs", "expected"), [((9, 1), 0.9), ((1, 1), 0.5), ((0, 2), 0), ((3, 0), 1)]
    )
    def test_costs_may_be_whole_numbers_and_one_of_them_0(self, costs, expected):
        assert cost_threshold(*costs) == expected

    @pytest.mark.parametrize("costs", [(0, 0), (-1, 2), (np.inf, 1)])
    def test_costs_are_finite_not_negative_and_not_both_0(self, costs):
        with complaint("cost_false_alarm"):
            cost_threshold(*costs)


class TestProbabilityAndLoss:
    @modest
    @given(binary_problems())
    def test_predict_probability_is_the_sigmoid_of_the_score(self, problem):
        w, X, _ = problem
        expected = [float(exact_sigmoid(dot(w, x))) for x in X]
        np.testing.assert_allclose(predict_probability(w, X), expected, rtol=1e-14)

    @modest
    @given(binary_problems())
    def test_likelihood_is_the_product_of_what_the_labels_were_given(self, problem):
        w, X, y = problem
        w = w / 8
        with localcontext() as context:
            context.prec = 60
            product = Decimal(1)
            for x_i, y_i in zip(X, y, strict=True):
                p = exact_sigmoid(dot(w, x_i))
                product *= p if y_i else 1 - p
        assert likelihood(w, X, y) == pytest.approx(float(product), rel=1e-12, abs=0)

    def test_an_unlikely_label_keeps_its_digits(self):
        assert likelihood([50], [[1]], [0]) == pytest.approx(math.exp(-50), rel=1e-14)

    @modest
    @given(binary_problems())
    def test_cross_entropy_is_the_mean_surprise(self, problem):
        w, X, y = problem
        w = w / 8
        assert cross_entropy(w, X, y) == pytest.approx(exact_cross_entropy(w, X, y), rel=1e-12)

    @pytest.mark.parametrize(
        ("score", "y", "expected"),
        [(1000, 1, 0), (1000, 0, 1000), (-1000, 1, 1000), (-1000, 0, 0), (0, 1, math.log(2))],
    )
    def test_extreme_scores_have_exact_losses_and_no_warning(self, score, y, expected):
        with no_warning():
            assert cross_entropy([score], [[1]], [y]) == expected

    @pytest.mark.parametrize("score", [709, -709, 740, -740])
    def test_losses_of_almost_nothing_are_silent_too(self, score):
        with no_warning():
            assert cross_entropy([score], [[1]], [score > 0]) == pytest.approx(0, abs=1e-300)
            assert cross_entropy([score], [[1]], [score < 0]) == abs(score)


class TestGradients:
    @modest
    @given(binary_problems())
    def test_logistic_gradient_is_the_mean_error_times_x(self, problem):
        w, X, y = problem
        expected = [0.0] * len(w)
        for x_i, y_i in zip(X, y, strict=True):
            error = float(exact_sigmoid(dot(w, x_i)) - int(y_i))
            expected = [e + error * x / len(X) for e, x in zip(expected, x_i, strict=True)]
        np.testing.assert_allclose(logistic_gradient(w, X, y), expected, atol=1e-12)

    @modest
    @given(binary_problems())
    def test_logistic_gradient_is_the_slope_of_cross_entropy(self, problem):
        w, X, y = problem
        slope = central_differences(lambda v: cross_entropy(v, X, y), w)
        np.testing.assert_allclose(logistic_gradient(w, X, y), slope, atol=1e-6)

    @modest
    @given(binary_problems(labels=(-1, 1)))
    def test_tanh_gradient_is_the_slope_of_tanh_loss(self, problem):
        w, X, y = problem
        w = w / 8
        slope = central_differences(lambda v: tanh_loss(v, X, y), w)
        np.testing.assert_allclose(tanh_gradient(w, X, y), slope, atol=1e-5)

    @pytest.mark.parametrize(
        ("loss", "gradient", "labels"),
        [(cross_entropy, logistic_gradient, (0, 1)), (tanh_loss, tanh_gradient, (-1, 1))],
        ids=["logistic", "tanh"],
    )
    @pytest.mark.parametrize("scale", [1, 1000], ids=["moderate", "extreme"])
    @pytest.mark.parametrize("seen", ["both", "negative only", "positive only"])
    def test_gradients_hold_at_extreme_scores_and_with_a_class_missing(
        self, loss, gradient, labels, scale, seen
    ):
        w = np.array([0.25, 1, -0.5]) * scale
        X = np.array([[1, 1, 0.5], [1, -1, 0.5], [1, 0.5, 1.5], [1, -0.25, 0]])
        y = {"both": [0, 1, 1, 0], "negative only": [0] * 4, "positive only": [1] * 4}[seen]
        y = [labels[i] for i in y]
        slope = central_differences(lambda v: loss(v, X, y), w, h=1e-4)
        with no_warning():
            found = gradient(w, X, y)
        np.testing.assert_allclose(found, slope, atol=1e-6)

    @pytest.mark.parametrize(
        ("score", "y", "expected"),
        [(1000, 1, 0), (1000, 0, 3), (-1000, 1, -3), (-1000, 0, 0)],
    )
    def test_logistic_gradient_is_exact_at_extreme_scores(self, score, y, expected):
        with no_warning():
            assert logistic_gradient([score / 3], [[3]], [y]).tolist() == [expected]


class TestTanhPerceptron:
    @modest
    @given(binary_problems(labels=(-1, 1)))
    def test_the_loss_is_a_sum_of_squares(self, problem):
        w, X, y = problem
        expected = sum((y_i - math.tanh(dot(w, x_i))) ** 2 for x_i, y_i in zip(X, y, strict=True))
        assert tanh_loss(w, X, y) == pytest.approx(expected, rel=1e-12, abs=1e-15)

    def test_the_loss_is_not_convex(self):
        ends = (tanh_loss([-5], [[1]], [1]) + tanh_loss([0], [[1]], [1])) / 2
        assert tanh_loss([-2.5], [[1]], [1]) > ends + 1

    def test_a_hopeless_example_has_lost_its_gradient(self):
        assert tanh_loss([1000], [[1]], [-1]) == 4
        assert tanh_gradient([1000], [[1]], [-1]).tolist() == [0]


LOSSES = [likelihood, cross_entropy, logistic_gradient, tanh_loss, tanh_gradient]

BAD = {
    "a weight too few": ("(w|X)", lambda f: f([1], [[1, 2]], [1])),
    "an infinite feature": ("X", lambda f: f([1], [[np.inf]], [1])),
    "one example": ("X", lambda f: f([1], [1], [1])),
    "no examples": ("X", lambda f: f([1, 2], np.zeros((0, 2)), [])),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("function", LOSSES)
def test_bad_input_is_named(function, name, call):
    with complaint(name):
        call(function)


@pytest.mark.parametrize("function", [likelihood, cross_entropy, logistic_gradient])
def test_a_logistic_label_is_0_or_1(function):
    with complaint("y"):
        function([1], [[1]], [-1])


@pytest.mark.parametrize("function", [tanh_loss, tanh_gradient])
def test_a_tanh_label_is_minus_or_plus_1(function):
    with complaint("y"):
        function([1], [[1]], [0])


def test_predict_probability_names_unlike_lengths():
    with complaint("(w|X)"):
        predict_probability([1], [[1, 2]])
