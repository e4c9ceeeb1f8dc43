"""08: closed forms of derivatives against finite differences and in plain loops."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import central_differences, complaint, dyadic, modest, no_warning, problems

from lincourse.derivations import (
    hidden_gradient,
    numerical_gradient,
    probability_gradient,
    softmax_jacobian,
)
from lincourse.logistic import cross_entropy, logistic_gradient
from lincourse.softmax import softmax

score_lists = st.integers(1, 6).flatmap(lambda n: dyadic(n))


def loop_softmax(z):
    exps = [math.exp(z_k - max(z)) for z_k in z]
    return [e / sum(exps) for e in exps]


class TestSoftmaxJacobian:
    @modest
    @given(score_lists)
    def test_it_has_both_cases_of_the_derivation(self, z):
        S = loop_softmax(z)
        expected = [
            [S_i * (1 - S_i) if i == j else -S_i * S_j for j, S_j in enumerate(S)]
            for i, S_i in enumerate(S)
        ]
        np.testing.assert_allclose(softmax_jacobian(z), expected, atol=1e-14)

    @modest
    @given(score_lists)
    def test_each_row_is_the_slope_of_one_probability(self, z):
        for i, row in enumerate(softmax_jacobian(z)):
            slope = central_differences(lambda v, i=i: softmax(v)[i], z)
            np.testing.assert_allclose(row, slope, atol=1e-9)

    @pytest.mark.parametrize(
        ("z", "expected"),
        [
            ([1000, -1000], [[0, 0], [0, 0]]),
            ([-1000, -1000], [[0.25, -0.25], [-0.25, 0.25]]),
            ([5], [[0]]),
        ],
    )
    def test_extreme_scores_are_exact_and_silent(self, z, expected):
        with no_warning():
            np.testing.assert_array_equal(softmax_jacobian(z), expected)


class TestProbabilityGradient:
    @modest
    @given(problems(max_n=1))
    def test_it_is_the_formula_entry_by_entry(self, problem):
        W, (x,), _ = problem
        p = loop_softmax((W @ x).tolist())
        for j in range(len(W)):
            expected = [[p[j] * ((j == m) - p[m]) * x_k for x_k in x] for m in range(len(W))]
            np.testing.assert_allclose(probability_gradient(W, x, j), expected, atol=1e-12)

    @modest
    @given(problems(max_n=1))
    def test_it_is_the_slope_of_the_probability(self, problem):
        W, (x,), _ = problem
        for j in range(len(W)):
            slope = central_differences(lambda V, j=j: softmax(V @ x)[j], W)
            np.testing.assert_allclose(probability_gradient(W, x, j), slope, atol=1e-6)

    @pytest.mark.parametrize("j", [0, 1])
    def test_extreme_scores_are_exact_and_silent(self, j):
        with no_warning():
            found = probability_gradient([[1000, 0], [-1000, 0]], [1, 2], j)
        np.testing.assert_array_equal(found, np.zeros((2, 2)))


@st.composite
def networks(draw):
    """(V, w, x, y) of a network with one hidden layer."""
    n_hidden, d = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    return (
        draw(dyadic(n_hidden, d)),
        draw(dyadic(n_hidden)),
        draw(dyadic(d)),
        draw(st.integers(0, 1)),
    )


def network_loss(V, w, x, y):
    return cross_entropy(w, [np.tanh(V @ x)], [y])


class TestHiddenGradient:
    @modest
    @given(networks())
    def test_it_is_the_chain_rule_in_plain_loops(self, network):
        V, w, x, y = network
        h = [math.tanh(sum(v_k * x_k for v_k, x_k in zip(v, x, strict=True))) for v in V]
        z = sum(w_j * h_j for w_j, h_j in zip(w, h, strict=True))
        error = 1 / (1 + math.exp(-z)) - y
        dV = [
            [error * w_j * (1 - h_j**2) * x_k for x_k in x] for w_j, h_j in zip(w, h, strict=True)
        ]
        found = hidden_gradient(V, w, x, y)
        np.testing.assert_allclose(found[0], dV, atol=1e-12)
        np.testing.assert_allclose(found[1], [error * h_j for h_j in h], atol=1e-12)

    @modest
    @given(networks())
    def test_both_parts_are_slopes_of_the_loss(self, network):
        V, w, x, y = network
        dV, dw = hidden_gradient(V, w, x, y)
        measured = numerical_gradient(lambda U: network_loss(U, w, x, y), V)
        np.testing.assert_allclose(dV, measured, atol=1e-6)
        np.testing.assert_allclose(
            dw, numerical_gradient(lambda u: network_loss(V, u, x, y), w), atol=1e-8
        )

    @modest
    @given(networks())
    def test_weights_behind_the_layer_have_the_gradient_of_logistic_regression(self, network):
        V, w, x, y = network
        expected = logistic_gradient(w, [np.tanh(V @ x)], [y])
        np.testing.assert_allclose(hidden_gradient(V, w, x, y)[1], expected, atol=1e-14)

    @modest
    @given(networks())
    def test_hidden_unit_with_both_signs_flipped_computes_the_same(self, network):
        V, w, x, y = network
        dV, dw = hidden_gradient(V, w, x, y)
        flipped_dV, flipped_dw = hidden_gradient(-V, -w, x, y)
        np.testing.assert_allclose(flipped_dV, -dV, atol=1e-14)
        np.testing.assert_allclose(flipped_dw, -dw, atol=1e-14)

    def test_equal_hidden_units_receive_equal_messages(self):
        dV, dw = hidden_gradient([[1, 2], [1, 2]], [3, 3], [0.5, -1], 1)
        assert dV[0].tolist() == dV[1].tolist()
        assert dw[0] == dw[1]

    def test_no_message_passes_a_weight_of_zero(self):
        dV, dw = hidden_gradient([[1, 2], [0, 1]], [0, 1], [1, 1], 0)
        assert not dV[0].any()
        assert dV[1].all()
        assert dw.all()

    def test_extreme_scores_are_exact_and_silent(self):
        with no_warning():
            dV, dw = hidden_gradient([[1000]], [1000], [1], 0)
        assert (dV.tolist(), dw.tolist()) == ([[0.0]], [1.0])


class TestNumericalGradient:
    @modest
    @given(st.sampled_from([(), (3,), (2, 3), (2, 1, 2)]).flatmap(lambda shape: dyadic(*shape)))
    def test_a_quadratic_has_its_slope_in_any_shape(self, x):
        found = numerical_gradient(lambda v: float(np.sum(v**2)), x, 2**-10)
        assert np.shape(found) == x.shape
        np.testing.assert_allclose(found, 2 * x, atol=1e-9)

    @modest
    @given(dyadic(3))
    def test_it_is_the_quotient_of_central_differences(self, x):
        def f(v):
            return math.sin(v[0]) * v[1] + math.exp(v[2] / 8)

        expected = central_differences(f, x, h=0.25)
        np.testing.assert_allclose(numerical_gradient(f, x, 0.25), expected, rtol=1e-12, atol=1e-12)

    def test_halving_h_quarters_the_error(self):
        errors = [abs(numerical_gradient(math.exp, 0.0, h) - 1) for h in (0.02, 0.01)]
        assert errors[0] / errors[1] == pytest.approx(4, rel=1e-3)

    @pytest.mark.parametrize("x", [3, 3.0, np.float64(3), np.array(3)])
    def test_the_slope_at_a_number_is_a_float(self, x):
        slope = numerical_gradient(lambda v: v * v, x, 1e-5)
        assert isinstance(slope, float)
        assert slope == pytest.approx(6)

    def test_what_f_does_to_its_argument_changes_nothing(self):
        def f(v):
            total = float((v**2).sum())
            v[:] = 0
            return total

        x = np.array([1.0, 2.0])
        np.testing.assert_allclose(numerical_gradient(f, x, 1e-5), [2, 4], atol=1e-8)
        assert x.tolist() == [1, 2]


BAD = {
    "an infinite score": ("z", lambda: softmax_jacobian([1, np.inf])),
    "no scores": ("z", lambda: softmax_jacobian([])),
    "unlike lengths": ("x", lambda: probability_gradient([[1]], [1, 2], 0)),
    "fewer weights than hidden units": ("w", lambda: hidden_gradient([[1], [2]], [1], [1], 0)),
    "label -1": ("y", lambda: hidden_gradient([[1]], [1], [1], -1)),
    "h of 0": ("h", lambda: numerical_gradient(abs, 1.0, 0)),
    "h below 0": ("h", lambda: numerical_gradient(abs, 1.0, -1e-5)),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()
