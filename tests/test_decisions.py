"""Decisions where a number in between is meant, ties, and names that hold the square of what they should."""

# ruff: noqa: E501
import pytest
from student_code import said

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

SHARE = "is a decision: it is only ever 0 or 1, and here a number in between is needed"
LINEAR = """
    z = W @ x
    if rule == "softmax":
        p = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
    elif rule == "perceptron":
        {p}
    else:
        raise ValueError
    return W + eta * np.outer(np.eye(len(W))[y] - p, x)
    """
ERROR = "n = len(values)\nif n < 2:\n    raise ValueError\nmean = sum(values) / n\n"


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("sgd_step", "p = 1 if w @ x > 0 else 0\nreturn w - eta * (p - y) * x",
         f"1 if w @ x > 0 else 0 {SHARE}"),
        ("sgd_step", "if w @ x <= 0:\n    p = 0\nelse:\n    p = 1\nreturn w - eta * (p - y) * x", f"p {SHARE}"),
        ("batch_step", "p = X @ w > 0\nreturn w - eta * X.T @ (p - y) / len(y)", f"X @ w > 0 {SHARE}"),
        ("logistic_gradient", "p = np.where(X @ w >= 0, 1, 0)\nreturn X.T @ (p - y) / len(y)",
         f"np.where(X @ w >= 0, 1, 0) {SHARE}"),
        ("regularised_gradient", "p = 1 / (1 + np.exp(-X @ w))\ng = X.T @ (np.round(p) - y) / len(y)\n"
         "g[1:] += 2 * lam * w[1:]\nreturn g",
         "np.round(p) is a whole number, and what lies in between is lost"),
        ("linear_update", LINEAR.format(p="p = (z == z.max()).astype(float)"),
         "z == z.max() holds for every entry that is as large as the largest: in a tie that is several"),
        ("linear_update", LINEAR.format(p="p = np.array([float(z[k] == max(z)) for k in range(len(z))])"),
         "z[k] == max(z) holds for every entry that is as large as the largest"),
        ("mean_and_error", ERROR + "s = sum((v - mean) ** 2 for v in values) / (n - 1)\nreturn mean, s / n ** 0.5",
         "s holds the square of what it should: a root is missing"),
        ("regularised_gradient", "p = 1 / (1 + np.exp(X @ w))\ng = X.T @ (p - y) / len(y)\n"
         "g[1:] += 2 * lam * w[1:]\nreturn g", "p holds 1 minus what it should"),
    ],
)  # fmt: skip
def test_what_a_small_edit_makes_right_is_said(name, body, words):
    assert words in said(name, body)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("perceptron_update", "y_hat = 1 if w @ x > 0 else -1\nreturn w + eta * (y - y_hat) * x"),
        ("predict_binary", "return np.where(X @ w > 0, 1, -1)"),  # a decision is what is asked for
        (
            "predict_probability",  # a yes or a no
            "s = X @ w\nhigh = s.sum() > 0\np = 1 / (1 + np.exp(-s))\n"
            "return p if high or len(p) == 1 else np.where(p > 2, p, 0 * p)",
        ),
        (
            "multiclass_update",
            "p = np.eye(len(W))[(W @ x).argmax()]\nreturn W - eta * np.outer(p, x)",
        ),
    ],
)
def test_a_decision_is_let_be_where_one_is_asked_for(name, body):
    text = said(name, body)
    assert "WRONG" in text
    assert "is a decision" not in text
