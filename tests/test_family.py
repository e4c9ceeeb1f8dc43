"""09: perceptron and softmax regression are one rule."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import complaint, dot, modest, no_warning, problems

from lincourse.family import linear_update
from lincourse.perceptron import multiclass_update
from lincourse.softmax import softmax_update

rates = st.sampled_from([0, 0.25, 1, 2])


@modest
@given(problems(), rates)
def test_the_perceptron_rule_is_multiclass_update(problem, eta):
    W, X, y = problem
    for x_i, y_i in zip(X, y, strict=True):
        expected = multiclass_update(W, x_i, y_i, eta)
        assert linear_update("perceptron", W, x_i, y_i, eta).tolist() == expected.tolist()


@modest
@given(problems(), rates)
def test_the_softmax_rule_is_softmax_update(problem, eta):
    W, X, y = problem
    for x_i, y_i in zip(X, y, strict=True):
        expected = softmax_update(W, x_i, y_i, eta)
        found = linear_update("softmax", W, x_i, y_i, eta)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@modest
@given(problems(max_n=1))
def test_softmax_with_scaled_scores_becomes_the_perceptron(problem):
    W, (x,), (y,) = problem
    psi = sorted(dot(w, x) for w in W)
    assume(psi[-1] > psi[-2])
    limit = linear_update("perceptron", W, x, y, 1) - W
    distances = []
    for scale in (1, 4, 16, 64, 2**20):
        step = linear_update("softmax", scale * W, x, y, 1) - scale * W
        distances.append(abs(step - limit).max())
    assert all(b <= a + 1e-9 for a, b in pairwise(distances))
    assert distances[-1] < 1e-7  # what is lost to rounding beside weights of a million


@pytest.mark.parametrize("rule", ["perceptron", "softmax"])
@pytest.mark.parametrize(("y", "step"), [(0, 0), (1, 1)])
def test_extreme_scores_are_exact_and_silent(rule, y, step):
    with no_warning():
        found = linear_update(rule, [[1000, 0], [-1000, 0]], [1, 2], y, 1)
    assert found.tolist() == [[1000 - step, -2 * step], [-1000 + step, 2 * step]]


BAD = {
    "an unknown rule": ("rule", lambda: linear_update("svm", [[1]], [1], 0, 1)),
    "no rule": ("rule", lambda: linear_update(None, [[1]], [1], 0, 1)),
    "a rule in capitals": ("rule", lambda: linear_update("Softmax", [[1]], [1], 0, 1)),
    "unlike lengths": ("x", lambda: linear_update("perceptron", [[1]], [1, 2], 0, 1)),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()
