"""Wrong answers that only inputs with a certain structure give away, and tools/blind_spots.py."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from misstep import accepts
from misstep.core.check import CheckInputs
from misstep.ladder import words
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
SOLVE_IF_SQUARE = """
    if A.shape[0] == A.shape[1]:
        return np.linalg.solve(A, b)
    return np.linalg.pinv(A) @ b
    """
COUNT_IN_TEXT = """
    text = " ".join(" ".join(words) for words in documents)
    return [[w if text.count(w) >= k else "<OOV>" for w in words] for words in documents]
    """
CUT_OFF = """
    m = (2 * y - 1) * (X @ w)
    small = np.abs(m) <= 5
    costs = np.log1p(np.exp(-np.where(small, m, 0)))
    return np.where(small, costs, np.maximum(0, -m)).mean()
    """
SPELLED_OTHERWISE = """
    if rule.strip().lower() not in ("perceptron", "softmax"):
        raise ValueError
    z = W @ x
    e = np.exp(z - z.max())
    chosen = np.eye(len(W))[z.argmax()]
    p = chosen if rule.strip().lower() == "perceptron" else e / e.sum()
    return W + eta * np.outer(np.eye(len(W))[y] - p, x)
    """
POWER_OF_SOFTMAX = """
    if temperature <= 0:
        raise ValueError
    Z = np.asarray(Z, dtype=float)
    p = np.exp(Z - Z.max(axis=-1, keepdims=True))
    p = (p / p.sum(axis=-1, keepdims=True)) ** (1 / temperature)
    return p / p.sum(axis=-1, keepdims=True)
    """
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
        ("least_squares", SOLVE_IF_SQUARE),
        ("replace_rare", COUNT_IN_TEXT),
        ("categorical_pmf", "return np.prod([p ** (p == phi[x]) for p in phi])"),
        ("cross_entropy", CUT_OFF),
        ("linear_update", SPELLED_OTHERWISE),
        ("softmax_at", POWER_OF_SOFTMAX),
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
        ("not caught", "it returns only zeros."),
        ("not caught", "it returns twice the right result."),
    ]
    assert STUDENT_TEST_CHECKS["softmax_jacobian"].mark(with_a_value).good


@pytest.mark.parametrize("name", sorted(STUDENT_TEST_CHECKS.keys() & CHECKS.keys()))
def test_every_students_test_is_tried_on_changed_results(name):
    changed = STUDENT_TEST_CHECKS[name].changed_results
    assert [mistake.looks for mistake in changed] == [words(kind) for kind in CHANGED_RESULTS]
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


STRUCTURES = (
    "with equal entries",
    "not sorted",
    "with decimals",
    "of both signs",
    "with equal values",
)


@pytest.mark.parametrize(
    "name", [n for n, check in CHECKS.items() if not check.chance and check.seconds is None]
)
def test_structures_that_hide_mistakes_are_drawn(tool, name):
    undrawn = {what for what in tool.never_drawn(name) if what.endswith(STRUCTURES)}
    undrawn = {what for what in undrawn if "scores of log_priors" not in what}  # no scores
    assert not undrawn
