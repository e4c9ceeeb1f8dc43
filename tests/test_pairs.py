"""What is said where two things are wrong at once, or a known turn explains only a part."""

# ruff: noqa: E501
import numpy as np
import pytest
from misstep.core.calling import Outcome, call
from misstep.core.mistakes import Answer, Mistake
from misstep.core.report import Report
from misstep.explain import diagnosis, explanation
from misstep.explain.diagnosis.known_turns import _with_both
from misstep.explain.repairs.search import both_in_words
from student_code import evidence, said

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

EPOCHS = """
for epoch in range(epochs):
    W = np.zeros((n_classes, X.shape[1]))
    order = rng.permutation(len(y))
    for batch in [order[i : i + batch_size] for i in range(0, len(y), batch_size)]:
        gradient = np.zeros(W.shape)
        for i in batch:
            p = np.exp(W @ X[i] - (W @ X[i]).max())
            p = p / p.sum()
            p[y[i]] -= 1
            gradient += np.outer(p, X[i])
        W = W - eta * gradient
return W
"""
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
UPDATE = """
if rule not in ("perceptron", "softmax"):
    raise ValueError
new, z = W.astype(float), W @ x
if rule == "perceptron":
    k = np.argmax(z)
    if k != y:
        new[y] += {eta}x
        new[k] -= {eta}x
else:
    p = np.exp(z - z.max())
    new += np.outer(eta * (np.eye(len(W))[y] - p / p.sum()), x)
return new
"""
STABLE = "z = X @ w\nloss = np.{largest}(z, 0) - z * y + np.log(1 + np.exp(-np.abs(z)))\nreturn np.{mean}(loss)"


@pytest.mark.parametrize(
    ("name", "body", "one", "other"),
    [
        # One turn rewrites the line in which the other is.
        ("entropy_between", "return sum(a * np.log2(a / b) for a, b in zip(p, q) if a > 0)",
         "the logarithm has base 2 (these are bits)", "H(p, q) - H(p)"),
        ("regularised_loss", "z = X @ w\nreturn np.mean(np.logaddexp(0, z) - y * z) + lam * np.linalg.norm(w)",
         "the bias is in the penalty", "the length of the weights is used"),
        # What comes out is a matter of chance.
        ("train_softmax", EPOCHS, "a step adds up the gradients of its batch", "it is the result of a single epoch"),
        ("split", "return np.split(rng.permutation(n), (np.cumsum(fractions) * n).astype(int))",
         "the cuts are rounded down", "there is an empty part too many"),
        ("early_stopping", STOPPING.format(best="min(validation_losses[: i + 1])"),
         "patience is off by one (with a patience of 0", "the smallest loss is returned, not its index"),
        # A slip with words of its own, beside a known turn.
        ("cross_entropy", STABLE.format(largest="max", mean="sum"),
         "np.max reads its second argument as an axis", "the losses are added up, not averaged"),
        ("tanh_gradient", "t = np.tanh(X @ w)\nreturn 2 * X.T @ ((y - t) * (1 - t) ** 2)",
         "the brackets in (1 - t) ** 2", "sign"),
    ],
)  # fmt: skip
def test_both_are_named(name, body, one, other):
    text = said(name, body)
    assert "two things at once: " in text
    assert one in text
    assert other in text


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("cross_entropy", STABLE.format(largest="max", mean="mean"), "np.max reads its second argument as an axis"),
        ("early_stopping", STOPPING.format(best="int(np.argmin(validation_losses[: i + 1]))"), "patience is off by one"),
        ("tanh_gradient", "t = np.tanh(X @ w)\nreturn -2 * X.T @ ((y - t) * (1 - t) ** 2)", "the brackets in (1 - t) ** 2"),
    ],
)  # fmt: skip
def test_one_thing_is_not_two(name, body, words):
    text = said(name, body)
    assert words in text
    assert "two things" not in text


def test_a_turn_is_named_where_it_explains_all_that_is_wrong():
    words = said("linear_update", UPDATE.format(eta=""))
    assert "where it is wrong, the learning rate is not used." in words


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("linear_update", UPDATE.format(eta="0.3 * eta * ")),  # nobody knows this one
        (
            "regularised_loss",
            "z = X @ w\nreturn np.mean(np.logaddexp(0, z) - y * z) + lam * abs(w).max()",
        ),
    ],
)
def test_a_turn_that_explains_little_is_not_named(name, body):
    text = said(name, body)
    assert "where it is wrong" not in text


def partly(name, function, place=0):
    found = evidence(name, function)
    shown = found.args[place], found.mine[place].value, found.wants[place]
    return diagnosis.partly(found, CHECKS[name].mistakes, shown)


def test_a_turn_that_explains_most_of_what_is_wrong_is_not_named():
    """Of three examples another thing is wrong, and so it may be of the others."""

    def odd(w, X, y, lam, more=0.377):
        z = X @ w
        loss = np.mean(np.logaddexp(0, z) - y * z)
        return loss + lam * (w @ w) + (more if len(X) == 3 else 0)

    assert partly("regularised_loss", odd) is None
    found = partly("regularised_loss", lambda *args: odd(*args, more=0))
    assert found is not None
    assert found[0] == "where it is wrong, the bias is in the penalty."


def test_a_right_function_and_whole_numbers_are_said_nothing_of():
    def stops(validation_losses, patience):
        stop, best = CHECKS["early_stopping"].reference(validation_losses, patience)
        return (stop, stop) if len(validation_losses) < 10 else (best, stop)

    assert partly("early_stopping", stops) is None
    assert partly("early_stopping", CHECKS["early_stopping"].reference) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a + b -> b * 2", "* 2 -> * 3"),  # both orders are possible, and differ
        ("c * 2 -> c * 2 * 2", "* 2 -> * 3"),  # only one is, and replaces what the first wrote
    ],
)
def test_edits_of_what_another_wrote_are_not_joined(one, other):
    base = Answer.of("f", ["a", "b"], "c = a + b\nreturn c * 2")
    turns = [Mistake(base.edited(edits), "", "", base, edits) for edits in (one, other)]
    assert _with_both(*turns) is None
    assert _with_both(*turns[::-1]) is None


def test_an_edit_of_what_another_left_is_joined_to_it():
    base = Answer.of("f", ["a"], "return np.sum(np.log(a))")
    one, other = "np.log(a) -> np.log(a * 2)", "np.log -> np.log2"
    turns = [Mistake(base.edited(edits), "", "", base, edits) for edits in (one, other)]
    assert "np.sum(np.log2(a * 2))" in _with_both(*turns).source
    assert _with_both(*turns, shared=False) is None


@pytest.mark.parametrize(("name", "known"), [("cross_entropy", True), ("encode_opinion", False)])
def test_of_few_possible_results_an_edit_leaves_no_known_turn(name, known):
    """In any order of the words some function is alike by luck."""
    check = CHECKS[name]
    turn = next(turn for turn in check.mistakes if "only " in turn.looks)
    questions = check.inputs(0)
    case = questions.random[0]
    looked = explanation.Explanation(check, turn.wrong, 0, case, Report(name), lambda f: False)
    wrong = [c for c in looked.known if not check.alike(call(turn.wrong, c.args), Outcome(c.want))]
    assert looked._known_looks(wrong)(turn.wrong) == (turn.looks if known else "")


def test_a_colon_within_a_finding_becomes_a_pair_of_brackets():
    assert both_in_words("it goes uphill: it gets worse.", "x is lost.") == (
        "two things at once: it goes uphill (it gets worse); and x is lost."
    )


SIGMOID = "sigmoid = lambda z: 1 / (1 + np.exp(-z))\n"


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("batch_step", SIGMOID + "error = sigmoid(X @ w - y)\nreturn w - eta * X.T @ error / len(y)",
         "in sigmoid(X @ w - y), `- y` is inside the brackets: sigmoid is taken of all of X @ w - y."),
        ("sgd_step", SIGMOID + "return w - eta * sigmoid(w @ x - y) * x", "`- y` is inside the brackets"),
        ("softmax", "exps = np.exp(Z) - Z.max(axis=-1, keepdims=True)\nreturn exps / exps.sum(axis=-1, keepdims=True)",
         "is outside of the brackets: np.exp is taken of Z alone."),
        ("cross_entropy", STABLE.format(largest="max", mean="mean"), "np.max(z, 0) looks for the largest entry"),
    ],
)  # fmt: skip
def test_what_is_inside_of_a_call_and_should_not_be(name, body, words):
    assert words in said(name, body)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("eta_decay", "return 1 / np.log(n + 1)"),  # n + np.log(1) would do, by luck
        ("tanh_gradient", "t = np.tanh(X @ w)\nreturn -2 * ((y - t) * np.sqrt(1 - t**2)) @ X"),
        ("regularised_gradient", "p = 1 / (1 + np.exp(-(X @ w)))\ng = (p - y) @ X / len(X)\n"
         "for k in range(1, len(w) - 1):\n    g[k] += 2 * lam * w[k]\nreturn g"),
    ],
)  # fmt: skip
def test_brackets_that_would_do_by_luck_are_not_spoken_of(name, body):
    text = said(name, body)
    assert "side the brackets" not in text
    assert "side of the brackets" not in text


def test_an_axis_that_is_meant_is_not_spoken_of():
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
         "first wrong error, in the line error = sigmoid(X @ w * 1.3 - y) - y ** 3 / 7: here it is [0.126084, 0.5, "
         "0.126084, 0.126084], and with [-0.5, 0.5, -0.5, -0.5] in its place all that comes after it is right"),
        ("likelihood", "z = X @ w\np = 1 / (1 + np.exp(-z) * 1.7) ** 1.3\nreturn np.prod(np.where(y == 1, p, 1 - p))",
         "first wrong p, in the line p = 1 / (1 + np.exp(-z) * 1.7) ** 1.3: here it is"),
    ],
)  # fmt: skip
def test_the_first_variable_that_is_wrong_is_shown_with_what_it_should_hold(name, body, words):
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
def test_nothing_is_said_of_a_variable_that_would_not_do(name, body):
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
        ("early_stopping", ENDS, "look at the end of the slice [:stop], which may be 1 too small", "right so far"),
        ("mean_and_error", "n = len(values)\nmean = sum(values) / n\ns = sum((a - mean) ** 2 for a in values) / (n - 1)\n"
         "return mean, s / n**0.5",
         "This looks like: s holds the square of what it should: a root is missing; but that is not all.",
         "right so far"),
    ],
)  # fmt: skip
def test_a_name_that_is_pointed_at_is_not_called_right(name, body, words, never):
    text = said(name, body)
    assert words in text
    assert never not in text


def test_a_comparison_is_pointed_at_before_a_number_that_only_shifts_it(monkeypatch):
    monkeypatch.setattr(CHECKS["early_stopping"], "mistakes", [])
    text = said(
        "early_stopping", STOPPING.format(best="int(np.argmin(validation_losses[: i + 1]))")
    )
    assert "look at the comparison in_a_row >= patience" in text


def test_what_a_single_edit_repairs_is_not_called_two_things():
    """Divided by the number of classes, it is a sum over the examples, but nobody meant a sum."""
    text = said("softmax_gradient", "Z = X @ W.T\ne = np.exp(Z - Z.max(axis=1, keepdims=True))\n"
                "P = e / e.sum(axis=1, keepdims=True)\nreturn (P - np.eye(len(W))[y]).T @ X / len(W)")  # fmt: skip
    assert "look at the name W in len(W)" in text
    assert "right so far Z, e and P" in text
    assert "two things" not in text
