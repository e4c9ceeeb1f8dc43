"""What is said by general means of wrong answers that no check knows; all of it has to be true."""

import linecache
import textwrap

import numpy as np
import pytest
import wrong_answers
from test_checks import RIGHT

import lincourse.checks.calling as calling
from lincourse.checks import diagnosis, errors
from lincourse.checks.kinds import Array, DictOf, ListOf, Number, Several
from lincourse.checks.ladder import _Climb
from lincourse.checks.units import CHECKS


def written(name, body):
    """A function as if a student had written it in a cell: its source can be looked up."""
    head = f"def {name}({', '.join(CHECKS[name].parameters)}):\n"
    source = head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"
    file = f"<cell {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    namespace = {"np": np}
    exec(compile(source, file, "exec"), namespace)
    return namespace[name]


def said(name, body):
    """The report on an answer, all of it as one line."""
    return " ".join(str(CHECKS[name].climb(written(name, body), 0)).split())


def evidence(name, function):
    check = CHECKS[name]
    questions = check.questions(0)
    cases = questions.drawn + questions.odd
    return diagnosis.Evidence(
        name,
        check.parameters,
        check.reference,
        check.gives,
        function,
        [case.args for case in cases],
        [calling.call(function, case.args) for case in cases],
        [case.want for case in cases],
        _Climb(check, function, 0)._alike,
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n, c in CHECKS.items() if c.seconds is None])
def test_no_right_answer_is_accused_of_anything(name):
    for function in RIGHT[name]:
        found = evidence(name, function)
        if not CHECKS[name].chance:
            assert diagnosis.unread(found) is None
            assert diagnosis.transformed(found) is None
            assert diagnosis.replaced(found) is None
            assert diagnosis.two_at_once(found, CHECKS[name].turns) is None
        assert diagnosis.which_fail(found) == ""


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("one_vs_all_labels", "return np.where(y == 1, 1, -1)", "like: k makes no difference"),
        ("eta_decay", "return 0.25", "it returns 0.25 on every input"),
        ("boundary", "return W[0] - W[1]", "k and j make no difference"),
        ("scores", "return -(X @ W.T)", "the sign is the opposite"),
        ("bayes", "p = likelihoods * priors\nreturn 100 * p / p.sum()", "per cent"),
        ("total_probability", "return likelihoods * priors", "what is missing is their sum"),
        ("bayes", "p = likelihoods * priors\nreturn np.round(p / p.sum(), 3)", "to 3 decimals"),
        (
            "tanh_loss",
            "return ((y - np.tanh(X @ w)) ** 2).sum() * X.shape[1]",
            "expected, multiplied by len(w)",
        ),
        (
            "train_perceptron",
            """
            w, mistakes = np.zeros(X.shape[1]), []
            for _ in range(max_epochs):
                wrong = 0
                for x_i, y_i in zip(X, y):
                    if y_i * (w @ x_i) <= 0:
                        w = w + eta * y_i * x_i
                        wrong += 1
                mistakes.append(wrong + 1)
                if wrong == 0:
                    break
            return w, mistakes
            """,
            "mistakes is wrong, the rest is right",
        ),
        (
            "joint_update",
            "y_hat = (F @ theta).argmax()\nreturn theta + 0.5 * (F[y] - F[y_hat])",
            "would do with F halved",
        ),
        ("categorical_pmf", "return phi[::-1][x]", "with phi in the reverse order"),
        (
            "conditional",
            """
            P = lambda event: sum(dist[x] for x in event)
            return P(a & b) / P(b) if P(b) else ValueError
            """,
            "returned the error",
        ),
        (
            "svm_update",
            "y_hat = (F @ theta - cost).argmax()\nreturn shrink * (theta + F[y] - F[y_hat])",
            "two things at once",
        ),
        (
            "linear_update",
            """
            if rule not in ("perceptron", "softmax"):
                raise ValueError
            z = W @ x
            p = z if rule == "perceptron" else np.exp(z) / np.exp(z).sum()
            return W + eta * np.outer(np.eye(len(W))[y] - p, x)
            """,
            "inputs with rule = 'perceptron', and right on the",
        ),
        (
            "tanh_gradient",
            "t = np.tanh(X @ w)\nreturn -2 * ((y - t) * (1 - np.tanh(t) ** 2)) @ X",
            "one small change is enough, in: return -2 *",
        ),
        ("one_hot", "return np.eye(n_classes) + 0 * y.sum()", "shape"),
        (
            "one_hot",
            "H = np.zeros((len(y), n_classes))\nH[:, y] = 1\nreturn H",
            "it breaks a law each row adds up to 1",
        ),
        (
            "sigmoid",
            "import math\nreturn 1 / (1 + math.exp(-z))",
            "in which math is a module; z is an array of shape (3,)",
        ),
        (
            "predict_binary",
            "return 1 if X @ w >= 0 else -1",
            "it means if, while, and, or and not want one True or False",
        ),
        ("least_squares", "return A @ b", "Here the left one has 2 and the right one 3"),
    ],
)
def test_what_is_wrong_is_said_in_words(name, body, words):
    assert words in said(name, body)


def test_of_two_turns_at_once_both_show():
    text = said("softmax", "e = np.exp(Z - Z.max())\nreturn e / e.sum(axis=-1)")
    assert "e^1000" not in text  # right on ordinary inputs, and not what is wrong here


def test_the_line_to_look_at_is_named_and_never_the_edit():
    text = said("eta_decay", "rate = 1 / n\nreturn rate / (n - n + 2)")
    assert "rate / (n - n + 1)" not in text


def test_a_function_that_reaches_out_is_not_run_in_other_forms():
    called = []
    CHECKS["eta_decay"].climb(written("eta_decay", "open\nreturn 3 / n + n"), 0)
    function = written("eta_decay", "open\nreturn 1 / (n + n)")
    assert diagnosis.line_to_repair(function, lambda f: called.append(f)) == ""
    assert not called


@pytest.mark.parametrize(
    ("got", "want", "kind", "words"),
    [
        (
            np.array([1.0, 2.0, 3.0]),
            np.array([1.0, 5.0, 3.0]),
            Array(""),
            "entry [1] is 2, and should",
        ),
        (np.eye(2), np.array([[1.0, 2.0], [3.0, 1.0]]), Array(""), "beside it is wrong"),
        (np.ones(3), np.arange(3.0), Array(""), "all entries are 1, and they should differ"),
        (np.eye(2), np.array([[1.0, 0.0], [0.0, 0.0]]), Array(""), "row 1 is wrong"),
        ({"a": 1}, {"a": 1, "b": 2}, DictOf(Number(), ""), "the key 'b' is missing"),
        ({"a": 1, "b": 3}, {"a": 1, "b": 2}, DictOf(Number(), ""), "under 'b' 3 stands, not 2"),
        ([1, 2], [1, 2, 3], ListOf(Number(), ""), "there are 2 entries, and there should be 3"),
        (
            (np.zeros(2), 3),
            (np.zeros(2), 4),
            Several(w=Array(""), steps=Number()),
            "steps is 3, and should be 4",
        ),
    ],
)
def test_the_first_difference_is_named(got, want, kind, words):
    assert words in diagnosis.first_difference(got, want, kind)


@pytest.mark.parametrize(
    "code",
    [
        "np.zeros(3) @ np.zeros((2, 3))",
        "np.zeros(3) + np.zeros(2)",
        "np.dot(np.zeros(3), np.zeros(2))",
        "bool(np.zeros(2) > 0)",
        "__import__('math').exp(np.zeros(2))",
        "{[1]: 2}",
        "[1] - [2]",
        "[1.0] * 0.5",
        "(3)[0]",
        "len(3)",
        "[1][1.0]",
        "[1].shape",
        "np.softmax",
        "np.zeros(3)[5]",
        "np.zeros(3)[1, 2]",
        "[1][4]",
        "{}['a']",
        "1 / 0",
        "nothing",
        "np.linalg.inv(np.zeros((2, 2)))",
        "np.linalg.inv(np.zeros((2, 3)))",
        "np.hstack([np.zeros(2), np.zeros((2, 2))])",
        "np.vstack([np.zeros(3), np.zeros((2, 2))])",
        "(lambda a: a)(1, 2)",
        "max([])",
        "np.zeros(0).max()",
        "__import__('math').log(0)",
        "np.array(2) ** -1",
        "(lambda: (yield))() + 1",
    ],
)
def test_errors_of_python_and_numpy_are_put_into_words(code):
    with pytest.raises(Exception) as caught:  # noqa: PT011
        eval(code, {"np": np})
    meaning, think = errors.explain(caught.value)
    assert meaning
    assert think
    assert "{" not in meaning + think


@pytest.mark.parametrize(
    "line",
    [
        "y = w @ X",
        "if w @ X > 0:",
        "elif w > X:",
        "while w < X:",
        "for a in X @ w:",
        "return w + X",
    ],
)
def test_what_stands_in_a_line_is_listed(line):
    held = errors.there(line, {"w": np.zeros(3), "X": np.zeros((2, 3)), "other": 1})
    assert "w is an array of shape (3,)" in held
    assert "X is an array of shape (2, 3)" in held
    assert "other" not in held


@pytest.mark.slow
def test_of_many_wrong_answers_nearly_all_are_named_or_explained(monkeypatch):
    """234 answers that were written before anybody looked at what the checks know."""
    monkeypatch.setattr(calling, "SECONDS", 1)
    bare = []
    for name, what, body in wrong_answers.ALL:
        report = CHECKS[name].climb(written(name, body), 0)
        assert not report.good, (name, what)
        told = {"it breaks a law", "which inputs", "look at", "it means"} & dict(
            report.facts
        ).keys()
        plain = (
            report.failed.startswith(("it returns", "it raises")) or "In yours" in report.message
        )
        if not (report.looks or told or plain):
            bare.append((name, what))
    assert len(bare) <= 0.08 * len(wrong_answers.ALL), bare
