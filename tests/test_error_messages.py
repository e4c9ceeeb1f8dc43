"""What an error means, what a None or a missing return comes from, and what is listed beside them."""

# ruff: noqa: E501
import linecache
import textwrap

import numpy as np
import pytest
from misstep import climb, student_tests
from misstep.core import kinds
from misstep.core.kinds import show_apart
from misstep.explain import diagnosis, errors
from misstep.explain.words import say
from misstep.quizzes import quiz
from student_code import looks, said, written

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("np.zeros(2, 3)", "want the shape as one argument"),
        ("np.random.default_rng(0).random(2, 3)", "want the shape as one argument"),
        ("np.concatenate([np.zeros(2), np.zeros((2, 2))[0]], axis=1)", "there is no axis 1"),
        ("np.zeros(3).sum(axis=1)", "there is no axis 1"),
        ("np.zeros(3)[2.0]", "has to be a whole number"),
        ("np.concatenate(np.zeros(2), np.zeros(2))", "take them as one argument, a list"),
        ("np.vstack(np.zeros(2), np.zeros(2))", "takes 1 arguments, and gets 2"),
        ("range(len([1]) / 2)", "one whole number, and this is float"),
        ("np.ones(2.0)", "one whole number, and this is 2.0"),
        ("np.reshape(np.ones(6), 2, 3)", "in brackets of their own"),
        ("np.dot(np.ones(2))", "dot is called without 'b'"),
        ("max([1, 2], key=two)", "max calls two with one argument"),
        ("max(np.ones((2, 3)))", "Python's own max compares the rows of a table as wholes"),
        ("sorted(np.ones((2, 3)))", "Python's own sorted compares the rows"),
        ("1 if np.ones((2, 3)) > 0 else max([1])", "if, while, and, or and not"),
        ("np.ones(3).shape[1]", "the array has fewer axes than that"),
    ],
)
def test_wrong_arguments_of_numpy_are_explained(code, words):
    def two(a, b):
        return a

    with pytest.raises((TypeError, ValueError, IndexError)) as caught:
        eval(code, {"np": np, "two": two})
    assert words in say(errors.explain(caught.value, code)).looks


def test_whole_float_is_shown_as_float():
    assert errors.describe_names("F[k]", {"k": 2.0}) == "k is 2.0"
    assert errors.describe_names("F[k]", {"k": 2}) == "k is 2"
    assert (
        errors.describe_names("F[k]", {"k": [], "F": {1: 2}})
        == "F is a dict with 1 entry; k is an empty list"
    )


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("P = f(np.zeros((2, 3)))\nnp.allclose(P.sum(axis=1), 1)", "np.allclose(P.sum(axis=1), 1)"),
        ("f(np.zeros(2))[0] == 0.5", "f(np.zeros(2))[0] == 0.5"),
        ("P = f(np.zeros(2))\nassert P[0] == 0.5\nP[1] == 0.5", ""),
        ("np.testing.assert_allclose(f(np.zeros(2)), 0.5)", ""),
        ("return f(np.zeros(2))[0] == 0.5", "f(np.zeros(2))[0] == 0.5"),
        ("return f(np.zeros(2))", ""),
        ("print(f(np.zeros(2)))", ""),
    ],
)
def test_missing_assert_is_pointed_out(lines, words):
    namespace = {"np": np}
    source = "def try_softmax(f):\n" + textwrap.indent(lines, "    ") + "\n"
    exec(compile(source, "<test>", "exec"), namespace)
    linecache.cache["<test>"] = (len(source), None, source.splitlines(True), "<test>")
    assert student_tests.unasserted(namespace["try_softmax"]) == words
    message = student_tests.STUDENT_TEST_CHECKS["softmax"].mark(namespace["try_softmax"]).message
    assert ("There is no assert in it" in message) == bool(words)


def test_hard_coded_keys_are_pointed_out():
    held = {"counts": {"pos": 1, "neg": 2}, "label": "a"}
    told, _ = say(errors.explain(KeyError("a"), "counts[label] += 1", held, ["pos", "neg"]))
    assert "its keys 'neg' and 'pos' are written into your code" in told
    told, _ = say(errors.explain(KeyError("a"), "counts[label] += 1", held, ["pos"]))
    assert told == "the dict counts has no key 'a'; its keys are 'pos', 'neg'."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "s += model['tables'][label][w]",
            "the dict model['tables'][label] has no key 'odd'; its keys are 'good'.",
        ),
        ("s += seen[w]", "the dict seen has no key 'odd': it is empty."),
        ("if model[w] > 1:", "the dict model has no key 'odd'; its keys are 'tables'."),
        (
            "s += few[i + 1]",
            "the list few has 2 entries, the first of which is number 0, so there is no few[3].",
        ),
        ("s += find(model)[w]", "the dict has no key 'odd'."),  # what find returns is not known
    ],
)
def test_dict_or_list_without_the_entry_is_named(line, words):
    held = {
        "model": {"tables": {"pos": {"good": 1}}},
        "label": "pos",
        "w": "odd",
        "seen": {},
        "few": [1, 2],
        "i": 2,
    }
    error = IndexError("list index out of range") if "few" in line else KeyError("odd")
    assert say(errors.explain(error, line, held, ["tables"], ["model"])).looks == words


@pytest.mark.parametrize(
    ("left", "right", "helps"),
    [((3, 2), (1,), False), ((3, 2), (3,), True), ((2, 3), (2, 3), True), ((3, 2), (3, 4), True)],
)
def test_transpose_is_suggested_only_if_it_helps(left, right, helps):
    a, b = np.zeros(left), np.zeros(right)
    with pytest.raises(ValueError, match="mismatch") as caught:
        a @ b
    _, think = say(errors.explain(caught.value, "z = a @ b + 1", {"a": a, "b": b}))
    assert (".T" in think) == helps


def test_missing_return_is_asked_about_only_if_there_is_none():
    body = "best, top = None, 0\nfor k in labels:\n    if score(words, k) < top - 1e9:\n        best = k\nreturn best"
    assert "but it returned None." in said("classify", body)
    text = said("classify", "max(score(words, k) for k in labels)")
    assert "but it returned None." in text
    assert "This looks like: there is no return" in text


def test_extra_elements_are_described_by_length():
    body = "out = ['H', 'T']\nfor i in range(n - 1):\n    for s in list(out):\n        out += [s + 'H', s + 'T']\nreturn out"
    text = said("toss_outcomes", body)
    assert "All that should not be there is shorter than what should be." in text
    assert "condition" not in text
    assert "should these still be there then?" in text


def test_many_answers_show_a_warning_and_the_prevailing_answer():
    warned = ["divide by zero encountered in log"]
    warning, answer = map(looks, diagnosis.overall(["up"] * 45 + ["down"] * 5, warned))
    assert warning.endswith("the logarithm of 0 is -inf")
    assert answer == "'up' for 45 of 50"
    assert diagnosis.overall(["up", "down"] * 25, []) == []
    assert diagnosis.overall(["up"] * 3, []) == []


def test_return_of_a_nan_is_not_blamed():
    body = (
        "tp = np.sum((y == 1) & (y_hat == 1))\np = tp / np.sum(y_hat == 1)\n"
        "r = tp / np.sum(y == 1)\nif p + r == 0:\n    return 0.0\nreturn 2 * p * r / (p + r)"
    )
    text = said("f1", body)
    assert "tp / np.sum(y_hat == 1) is nan: both tp and np.sum(y_hat == 1) are 0" in text
    assert "it returned in" not in text


def test_unread_names_are_mentioned_if_nothing_else_is_found():
    body = "pos = neg = 0\nfor w in words:\n    if w in positive:\n        pos = 1\n    else:\n        neg = 1\n"
    assert "never uses negative" in said("encode_opinion", body + "return np.array([1, pos, neg])")
    last = "b = w in negative\nreturn np.array([1, pos, neg])"
    assert "never uses b" in said("encode_opinion", body + last)
    found = diagnosis.never_used(written("scores", "return X @ X.T"), ["X", "W"])
    assert found.data["names"] == ["W"]
    assert diagnosis.never_used(written("scores", "return X @ W"), ["X", "W"]) is None


def test_power_that_applies_to_a_part_leads_to_the_brackets():
    body = (
        "n = len(values)\nif n < 2:\n    raise ValueError\nmean, s = sum(values) / n, 0\n"
        "for v in values:\n    s += (v - mean) ** 2 / (n - 1)\nreturn mean, s / n ** 0.5"
    )
    text = said("mean_and_error", body)
    assert "** 0.5 only applies to n, not to s" in text
    assert "To what should ** 0.5 apply: to n, or to more? Where do brackets belong?" in text


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (kinds.ListOf(kinds.Word(), "a list"), [None]),
        (kinds.DictOf(kinds.Number(), "a dict"), {"a": None}),
        (kinds.Several(mean=kinds.Number(), error=kinds.Number()), (1.0, None)),
    ],
)
def test_none_inside_a_result_is_not_a_missing_return(kind, value):
    assert kind.wrong_type(value).endswith("None")
    assert kind.wrong_type(None) == "None"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Z[i] = (a * b).sum", "(a * b).sum has no round brackets after it"),
        ("Z[i] = max(a, key=d.get) + a.mean", "a.mean has no round brackets after it"),
        ("Z[i] = max(a, key=d.get)", ""),
    ],
)
def test_method_without_brackets_is_found_in_the_failing_line(line, words):
    error = TypeError(
        "float() argument must be a string or a real number, not 'builtin_function_or_method'"
    )
    found = errors.explain(error, line, {"a": np.ones(2)})
    assert bool(found) == bool(words)
    assert not found or say(found).looks.startswith(words)


def test_loss_of_equal_probabilities_is_known():
    assert "equally probable" in str(quiz.QUIZZES["loss_of_third"].mark(1.0986, ""))


def test_errors_own_words_come_after_their_meaning():
    report = climb(CHECKS["margin"], written("margin", "return y * (w[:1] @ x)"))
    assert report.message == "margin stopped with ValueError."
    labels = [label for label, _ in report.rows]
    assert labels.index("this means") + 1 == labels.index("Python says")
    assert "mismatch" in dict(report.rows)["Python says"]


def test_numbers_that_would_print_alike_get_more_digits():
    report = climb(
        CHECKS["mean_of"], written("mean_of", "return sum(numbers) / len(numbers) + 1e-7")
    )
    facts = dict(report.rows)
    assert facts["it returns"] != facts["expected"]
    assert show_apart([1.0, 1 + 1e-9], [1.0, 1.0]) == ("[1, 1.000000001]", "[1, 1]")
    assert show_apart(np.array([1.0]), np.array([1 - 1e-12]))[0] == "[1]"
    assert show_apart(1.0, 2.5) == ("1", "2.5")
