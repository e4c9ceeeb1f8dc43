"""What is said where two things are wrong at once, or a known turn explains only a part."""

# ruff: noqa: E501
import pytest
from student_code import said

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

STOPPING = """
in_a_row = 0
previous = validation_losses[0]
for i, loss in enumerate(validation_losses):
    if loss > previous:
        in_a_row += 1
    else:
        in_a_row = 0
    previous = loss
    if in_a_row >= patience:
        break
return i, {best}
"""
STABLE = "z = X @ w\nloss = np.{largest}(z, 0) - z * y + np.log(1 + np.exp(-np.abs(z)))\nreturn np.{mean}(loss)"


SIGMOID = "sigmoid = lambda z: 1 / (1 + np.exp(-z))\n"


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("cross_entropy", STABLE.format(largest="max", mean="mean"), "np.max(z, 0) looks for the largest entry"),
    ],
)  # fmt: skip
def test_axis_for_operand_is_named(name, body, words):
    assert words in said(name, body)


def test_intended_axis_is_not_mentioned():
    text = said("softmax_loss", "Z = X @ W.T\nZ = Z - np.max(Z, 1)[:, None]\nP = np.exp(Z) / np.exp(Z).sum(1)[:, None]\n"
                "return np.mean(np.log(P[np.arange(len(y)), y]))")  # fmt: skip
    assert "This looks like" in text
    assert "second argument" not in text
    assert "inside the brackets" not in text


ODD = "error = sigmoid(X @ w * 1.3 - y) - y ** 3 / 7\n"


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("batch_step", SIGMOID + ODD + "return w - eta * X.T @ error / len(y)",
         "first wrong value error, in the line error = sigmoid(X @ w * 1.3 - y) - y ** 3 / 7: here it is [0.126084, 0.5, "
         "0.126084, 0.126084], and with [-0.5, 0.5, -0.5, -0.5] in its place all that comes after it is right"),
        ("likelihood", "z = X @ w\np = 1 / (1 + np.exp(-z) * 1.7) ** 1.3\nreturn np.prod(np.where(y == 1, p, 1 - p))",
         "first wrong value p, in the line p = 1 / (1 + np.exp(-z) * 1.7) ** 1.3: here it is"),
    ],
)  # fmt: skip
def test_first_wrong_variable_is_shown_with_its_right_value(name, body, words):
    assert words in said(name, body)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        # What comes after it is wrong as well.
        ("batch_step", SIGMOID + ODD + "return w - eta ** 1.7 * X.T @ error / (len(y) + 0.3)"),
        # It is the result itself, of which "expected" tells.
        ("likelihood", "z = X @ w\nL = np.prod(1 / (1 + np.exp(-z) * 1.7) ** 1.3)\nreturn L"),
    ],
)
def test_variable_is_not_shown_if_it_repairs_nothing(name, body):
    assert "in its place all that comes after" not in said(name, body)


ENDS = """
counter = 0
stop = len(validation_losses) - 1
for k in range(1, len(validation_losses)):
    counter = counter + 1 if validation_losses[k] > validation_losses[k - 1] else 0
    if counter > patience:
        stop = k
        break
return stop, int(np.argmin(validation_losses[:stop]))
"""


@pytest.mark.parametrize(
    ("name", "body", "words", "never"),
    [
        ("early_stopping", ENDS, "look at the end of the slice [:stop], which may be 1 too small", "already right"),
        ("mean_and_error", "n = len(values)\nmean = sum(values) / n\ns = sum((a - mean) ** 2 for a in values) / (n - 1)\n"
         "return mean, s / n**0.5",
         "look at the part s / n ** 0.5", "in the line s ="),
    ],
)  # fmt: skip
def test_name_that_is_pointed_at_is_not_called_right(name, body, words, never):
    text = said(name, body)
    assert words in text
    assert never not in text


def test_comparison_is_pointed_at_before_a_number_that_shifts_it(monkeypatch):
    monkeypatch.setattr(CHECKS["early_stopping"], "mistakes", [])
    text = said(
        "early_stopping", STOPPING.format(best="int(np.argmin(validation_losses[: i + 1]))")
    )
    assert "look at the comparison in_a_row >= patience" in text


def test_single_edit_is_not_called_two_things():
    """Divided by the number of classes, it is a sum over the examples, but nobody meant a sum."""
    text = said("softmax_gradient", "Z = X @ W.T\ne = np.exp(Z - Z.max(axis=1, keepdims=True))\n"
                "P = e / e.sum(axis=1, keepdims=True)\nreturn (P - np.eye(len(W))[y]).T @ X / len(W)")  # fmt: skip
    assert "look at the name W in the second len(W)" in text
    assert "two things" not in text
