"""Wrong answers that only inputs with a certain structure give away, and tools/blind_spots.py."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from misstep import accepts
from misstep.core.check import CheckInputs
from misstep.student_tests import CHANGED_RESULTS
from student_code import written

from lincourse.checks.units import CHECKS, STUDENT_TEST_CHECKS

SEEDS = (0, 1, 12_345)
COORDINATE_WISE = """
    x = np.array(x0, dtype=float)
    for steps in range(max_steps):
        if np.linalg.norm(gradient(x)) < epsilon:
            return x, steps
        for j in np.ndindex(x.shape):
            x[j] = x[j] - eta * np.asarray(gradient(x))[j]
    return x, max_steps
    """
UPDATE = "return w + eta * y * x if y * (w @ x) <= {} else w"


PRECISION = "return ((y == 1) & (y_hat == 1)).sum() / ((y_hat == 1).sum() + 1e-8)"
RECALL = "return ((y == 1) & (y_hat == 1)).sum() / ((y == 1).sum() + 1e-8)"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("predict_binary", "return np.where(np.round(X @ w, 6) >= 0, 1, -1)"),
        ("predict_binary", "return np.where(np.round(X @ w, 2) >= 0, 1, -1)"),
        ("predict_binary", "return np.where(X @ w > -0.001, 1, -1)"),
        ("predict_binary", "return np.where(X @ w >= 1e-9, 1, -1)"),
        ("perceptron_update", UPDATE.format("1e-6")),
        ("perceptron_update", UPDATE.format("-1e-9")),
        ("predict_multiclass", "return np.round(X @ W.T, 6).argmax(axis=1)"),
        ("predict_multiclass", "return np.round(X @ W.T, 2).argmax(axis=1)"),
        ("gradient_descent", COORDINATE_WISE),
        ("precision", PRECISION),
        ("recall", RECALL),
        ("accuracy", "return (y == y_hat).sum() / (len(y) + 1e-10)"),
        ("uniform", "return {x: 1 / (len(outcomes) + 1e-10) for x in outcomes}"),
        ("mean_of", "return sum(numbers) / (len(numbers) + 1e-10)"),
        ("logistic_gradient", "return (1 / (1 + np.exp(-X @ w)) - y) @ X / (len(y) + 1e-8)"),
        ("least_squares", "return np.linalg.pinv(np.round(A)) @ b"),
    ],
)
def test_check_rejects_an_answer_that_is_wrong_on_rare_inputs(name, body, seed):
    assert not accepts(CHECKS[name], written(name, body), seed)


def laws_only(f):
    J = f(np.array([1.0, 2.0, 0.5]))
    assert J.shape == (3, 3)
    assert np.allclose(J, J.T)
    assert np.allclose(J.sum(axis=1), 0)
    assert np.all(np.diag(J) >= 0)


def with_a_value(f):
    laws_only(f)
    assert np.allclose(f(np.zeros(2)), [[0.25, -0.25], [-0.25, 0.25]])


def test_students_test_that_accepts_zeros_fails():
    report = STUDENT_TEST_CHECKS["softmax_jacobian"].mark(laws_only)
    assert report.failed == "it catches results that are wrong everywhere"
    assert report.rows[:2] == [
        ("it lets through", "it returns only zeros."),
        ("it lets through", "it returns twice the right result."),
    ]
    assert STUDENT_TEST_CHECKS["softmax_jacobian"].mark(with_a_value).good


@pytest.mark.parametrize("name", sorted(STUDENT_TEST_CHECKS.keys() & CHECKS.keys()))
def test_every_students_test_is_tried_on_changed_results(name):
    changed = STUDENT_TEST_CHECKS[name].changed_results
    assert [mistake.looks for mistake in changed] == list(CHANGED_RESULTS)
    assert not any(accepts(CHECKS[name], mistake.wrong) for mistake in changed)


LISTED = [
    line.split("\t")
    for line in Path(__file__).with_name("harmless_changes.tsv").read_text("utf-8").splitlines()[1:]
]


@pytest.fixture(scope="module")
def tool():
    file = Path(__file__).parent.parent / "tools" / "blind_spots.py"
    spec = importlib.util.spec_from_file_location("blind_spots", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(CHECKS.keys() - {"sentiment_pipeline"}))
def test_inputs_of_a_check_reveal_every_change_of_a_right_answer(tool, name):
    harmless = {what for check, what, _ in LISTED if check == name}
    assert tool.blind_spots(name) <= harmless


def test_harmless_changes_are_listed_once_with_a_reason():
    assert len({(name, what) for name, what, _ in LISTED}) == len(LISTED)
    assert all(name in CHECKS and len(why) > 10 for name, _, why in LISTED)


def test_blind_spots_tool_finds_inputs_that_are_too_simple(tool, monkeypatch):
    check = CHECKS["predict_binary"]
    monkeypatch.setattr(check, "inputs", lambda seed: CheckInputs(check, seed))
    w, X = np.array([1.0, 2.0]), np.array([[1.0, -1.0], [1.0, 3.0], [1.0, -0.5]])
    monkeypatch.setattr(check, "draw_random", lambda rng: [(w, X)])
    monkeypatch.setattr(check, "draw_edge_cases", lambda rng: [])
    found = tool.blind_spots("predict_binary")
    assert "scores >= 0 with 1e-6 added on its left" in found
    assert "X @ w rounded to 6 decimals" in found
    assert "X wrong if it has more columns than rows" in found
    assert "w without its signs" not in found  # the property has negative weights
