"""What is said by general means of wrong answers that no check knows; all of it has to be true."""

# ruff: noqa: E501
import ast
import functools
import inspect
import time

import misstep.core.calling as calling
import numpy as np
import pytest
from corpus import functions_stored
from misstep import climb
from misstep.core.kinds import Array, DictOf, ListOf, Number, Several
from misstep.explain import diagnosis, errors, repairs
from misstep.explain.findings import Finding
from misstep.explain.repairs.edits import other_edits
from misstep.explain.words import say
from misstep.quizzes import name_cell
from student_code import RIGHT, evidence, said, written

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("name", [n for n, c in CHECKS.items() if c.seconds is None])
def test_detectors_find_nothing_in_right_answers(name):
    """A run of all passes through them takes half a minute; a few are in `make test`."""
    assert_nothing_found(name, RIGHT[name])


@pytest.mark.slow
def test_detectors_find_nothing_in_a_sample_of_right_answers(sample):
    for name in sample([n for n, c in CHECKS.items() if c.seconds is None], every=6):
        assert_nothing_found(name, RIGHT[name][-1:])


def assert_nothing_found(name, functions):
    for function in functions:
        found = evidence(name, function)
        if not CHECKS[name].chance:
            assert diagnosis.unused_argument(found) is None
            assert diagnosis.transformed(found) is None
            assert diagnosis.changed_argument(found) is None
            assert diagnosis.other_number(found, CHECKS[name].mistakes, [0.1]) is None
            assert diagnosis.nearly(found) is None
            assert diagnosis.one_of_several(found) is None
            assert diagnosis.constant(found) is None
            assert diagnosis.order_matters(found) is None
            assert diagnosis.as_text(found) is None
            assert diagnosis.entries_kept(found) is None
            assert (
                diagnosis.callback_calls(found, [a.function for a in CHECKS[name].answers]) is None
            )
        assert diagnosis.which_fail(found) is None


def test_none_is_not_called_too_small():
    report = climb(CHECKS["eta_decay"], lambda n: print(1 / n), 0)
    assert "None" in report.message
    assert "too small" not in str(report)


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("one_vs_all_labels", "return np.where(y == 1, 1, -1)", "like: k makes no difference"),
        ("eta_decay", "return 0.25", "it returned 0.25 in every call that was tried"),
        ("boundary", "return W[0] - W[1]", "k and j make no difference"),
        ("scores", "return -(X @ W.T)", "the sign is the opposite"),
        ("bayes", "p = likelihoods * priors\nreturn 100 * p / p.sum()", "per cent"),
        ("total_probability", "return likelihoods * priors", "what is missing is their sum"),
        ("bayes", "p = likelihoods * priors\nreturn np.round(p / p.sum(), 3)", "to 3 decimals"),
        (
            "tanh_loss",
            "return ((y - np.tanh(X @ w)) ** 2).sum() * X.shape[1]",
            "the expected one, multiplied by len(w)",
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
            "you get what is right for F halved",
        ),
        ("categorical_pmf", "return phi[::-1][x]", "right for phi in the reverse order"),
        (
            "conditional",
            """
            P = lambda event: sum(dist[x] for x in event)
            return P(a & b) / P(b) if P(b) else ValueError
            """,
            "returned the error",
        ),
        (
            "conditional",
            """
            P = lambda event: sum(dist[x] for x in event)
            if P(b) == 0:
                raise ZeroDivisionError
            return P(a & b) / P(b)
            """,
            "should raise a ValueError here, but it raises ZeroDivisionError. you call",
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
            "look at the part np.tanh(t)",
        ),
        ("one_hot", "return np.eye(n_classes) + 0 * y.sum()", "shape"),
        (
            "one_hot",
            "H = np.zeros((len(y), n_classes))\nH[:, y] = 1\nreturn H",
            "H[:, y] means, in every row, all the columns that y lists",
        ),
        (
            "sigmoid",
            "import math\nreturn 1 / (1 + math.exp(-z))",
            "values there math is a module; z is an array of shape (3,)",
        ),
        (
            "predict_binary",
            "return 1 if X @ w >= 0 else -1",
            "this means if, while, and, or and not want one True or False",
        ),
        ("least_squares", "return A @ b", "Here the left one has 1 and the right one 2"),
        ("scores", "return W @ X", "W has shape (3, 2); X has shape (2, 2)"),
        ("conditional", "if not b:\n    raise 'no b'\nreturn sum(dist[x] for x in a & b) / "
         "sum(dist[x] for x in b)", "raise wants an error"),
        ("perceptron_update", "w = w.astype(float)\nif y * (w @ x) <= 0:\n    w[0] += eta * y\nreturn w",
         "what is wrong is still as it was in w"),
        ("multiclass_update", """
            W2, z = W.astype(float), W @ x
            for k in range(len(W)):
                if k != y and z[k] > z[y]:
                    W2[k] -= eta * x
                    W2[y] += eta * x
            return W2
            """, "something in W changes that should stay as it is"),
        ("joint", "P = lambda s: sum(dist[x] for x in s)\nreturn max(0, P(a) + P(b) - 1)",
         "is a lower bound"),
        ("joint", "P = lambda s: sum(dist[x] for x in s)\nreturn max(0, P(a) + P(b) - 1) / 2",
         "compare joint(a="),
        ("independent", "P = lambda s: sum(dist[x] for x in s)\n"
         "return bool(np.isclose(P(a & b), P(a) * P(b), atol=1e-9))", "tolerance is larger than 1e-9"),
        ("independent", "import math\nP = lambda s: sum(dist[x] for x in s)\n"
         "return math.isclose(P(a & b), P(a) * P(b))", "the tolerance shrinks with the two numbers"),
        ("conditional", "p = sum(dist[x] for x in b)\nif p == 0:\n    raise ValueError\n"
         "return sum(dist[x] for x in a & b) // p", "everything after the decimal point is cut off"),
        ("uniform", "return [(x, 1 / len(outcomes)) for x in outcomes]", "a list of pairs; dict(...)"),
        ("compare", "return [(name, [[1], 2]) for name in models]", "it returned a list of pairs"),
        ("mean_of", 'return f"{sum(numbers) / len(numbers):.2f}"', "what comes back is text"),
        ("one_vs_all_labels", 'return np.array(["+1" if k == label else "-1" for label in y])',
         "it returned an array of text"),
        ("bayes", "return np.argmax(likelihoods * priors)", "only the index of the largest entry"),
        ("predict_multiclass", "Z = X @ W.T\nreturn (Z == Z.max(axis=1, keepdims=True)).astype(int)",
         "the index of the largest entry in each row of what you return"),
        ("conditional", "p = sum(dist[x] for x in b)\nassert p > 0\nreturn sum(dist[x] for x in a & b) / p",
         "its assert raises an AssertionError"),
        ("softmax", "e = np.exp(np.abs(Z) - np.abs(Z).max(axis=-1, keepdims=True))\n"
         "return e / e.sum(axis=-1, keepdims=True)", "this result is right by itself"),
        ("word_counts", """
            out = {}
            for words, label in labelled:
                for word in words:
                    out.setdefault(label, {})[word] = words.count(word)
            return out
            """, "[word] = words.count(word) replaces whatever out.setdefault(label, {})[word] held before"),
        ("word_counts", """
            out = {}
            for words, label in labelled:
                table = out.setdefault(label, {})
                for word in [w for w in words if w.isalpha()]:
                    table[word] = table.get(word, 0) + 1
            return out
            """, "the condition w.isalpha(), in the line for word in [w for w in words if"),
    ],
)  # fmt: skip
@pytest.mark.sampled(every=2)
def test_mistake_is_named_from_results(name, body, words):
    assert words in said(name, body)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        (
            "averaged_perceptron",
            """
            W = np.zeros((n_classes, X.shape[1]))
            seen = [W]
            for _ in range(epochs):
                for x, k in zip(X, y):
                    p = np.argmax(W @ x)
                    if p != k:
                        W[k] += eta * x
                        W[p] -= eta * x
                    seen.append(W)
            return np.mean(seen[1:], axis=0)
            """,
            "seen.append(W) stores one and the same thing each time",
        ),
        (
            "compare",
            """
            out = dict.fromkeys(models, [])
            for name, model in models.items():
                for train, test in splits:
                    given = model(train, [words for words, _ in test])
                    out[name].append(sum(a == b for a, (_, b) in zip(given, test)) / len(test))
            return out
            """,
            "one and the same [] under every key",
        ),
        (
            "categorical_likelihood",
            "counts = np.ones(n_values)\ncounts[values] += 1\nreturn counts / counts.sum()",
            "changes each entry once",
        ),
        (
            "predict_probability",
            "return 1 / 1 + np.exp(-(X @ w))",
            "`+ np.exp(-(X @ w))` applies to all of 1 / 1",
        ),
        (
            "mean_of",
            "for x in numbers:\n    total = 0\n    total += x\nreturn total / len(numbers)",
            "total = 0 is inside `for",
        ),
        (
            "numerical_gradient",
            """
            if np.ndim(x) == 0:
                return (f(x + h) - f(x - h)) / (2 * h)
            g, e = np.zeros(x.shape), np.zeros(x.shape)
            for i in np.ndindex(x.shape):
                e[i] = h
                g[i] = (f(x + e) - f(x - e)) / (2 * h)
            return g
            """,
            "WRONG",  # two in one line: no line can be moved alone
        ),
        (
            "perceptron_update",
            "if y * (w @ x) <= 0:\n    return w + eta * y * x",
            "no return is reached",
        ),
        (
            "word_counts",
            """
            out = {}
            for label, words in labelled:
                for word in words:
                    table = out.setdefault(label, {})
                    table[word] = table.get(word, 0) + 1
            return out
            """,
            "label and words are in each other's place",
        ),
        ("joint", "P = lambda s: sum(dist[x] for x in s)\nreturn P(a) + P(b) + P(a | b)", "operator +"),
        ("mean_of", "total = 0\nfor x in numbers:\n    total = x\nreturn total / len(numbers)",
         "total = x replaces what total held before"),
        ("toss_outcomes", 'out = [""]\nfor _ in range(n):\n    out = out + [o + c for o in out for c in "HT"]\n'
         "return out", "keeps what out held before"),
        ("smoothed_probability", "return count / (total + vocabulary_size + 1) + 1",
         "`+ 1` applies to all of count / (total + vocabulary_size + 1), not only to count"),
        ("margin", "return y * (w @ x) / np.linalg.norm(x)", "look at the part / np.linalg.norm(x), in"),
        ("svm_update", "theta = shrink * theta\ny_hat = (F @ theta + cost).argmax()\n"
         "return shrink * theta + F[y] - F[y_hat]", "look at the line theta = shrink * theta"),
        ("logistic_gradient", """
            g = np.zeros(len(w))
            for x_i, y_i in zip(X, y):
                g += (1 / (1 + np.exp(-(x_i @ w))) - y_i) * x_i
                g /= len(X)
            return g
            """, "g /= len(X) is inside `for x_i, y_i in zip(X, y)`, so it happens in every round"),
        ("total_probability", "return likelihoods[0] * priors[0] + likelihoods[1] * priors[1]",
         "it is right on all 9 inputs with len(likelihoods) = 2"),
        ("mean_of", "m = numbers[0]\nfor x in numbers[1:]:\n    m = (m + x) / 2\nreturn m",
         "the order in numbers makes a difference"),
        ("least_squares", "return np.linalg.lstsq(A, b, rcond=None)", "only the first is asked for"),
        ("f1", "tp = np.sum(y * y_hat)\nif tp == 0:\n    return 0.0\np = tp / y_hat.sum()\n"
         "r = tp / y.sum()\nreturn 2 / (p + r)", "already right tp, p and r"),
        ("bayes", "t = likelihoods * priors\nreturn t / (0.37 * t.sum() + t.max())", "numbers in your code 0.37"),
        ("precision", "tp = np.sum((y == 1) & (y_hat == 1))\nreturn tp / (np.sum(y_hat) + 1e-6)",
         "compared, it is nearly right"),
        ("independent", "P = lambda s: sum(dist[x] for x in s)\nreturn abs(P(a & b) - P(a) * P(b)) < 0.02",
         "(In your code it is 0.02.)"),
        ("cross_entropy", "p = 1 / (1 + np.exp(-(X @ w)))\n"
         "return -np.mean(y * np.log(p + 1e-7) + (1 - y) * np.log(1 - p + 1e-7))", "1e-07"),
        ("cross_entropy", "p = np.clip(1 / (1 + np.exp(-(X @ w))), 1e-7, 1 - 1e-7)\n"
         "return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))", "1e-07"),
    ],
)  # fmt: skip
@pytest.mark.sampled(every=2)
def test_mistake_is_named_from_source(name, body, words):
    assert words in said(name, body)


def test_edits_try_a_name_for_an_entry():
    """The search may be over before it gets there, so this looks at what it would try."""
    tree = ast.parse("def f(W, x):\n    W[0] -= W[0]\n    return W\n")
    tried = [t.edit.text(tree) for t in other_edits(tree, [], [])]
    assert "def f(W, x):\n    W[0] -= x\n    return W" in tried


def test_line_of_a_right_variable_is_not_pointed_at(monkeypatch):
    """Other counts as fp would repair this one, but fp is right: what is wrong is the last line."""
    monkeypatch.setattr(CHECKS["precision"], "mistakes", [])
    text = said("precision", "tp = np.sum((y == 1) & (y_hat == 1))\n"
                "fp = np.sum((y == 0) & (y_hat == 1))\nreturn tp / fp if fp else 0.0")  # fmt: skip
    assert "in the line fp =" not in text


@pytest.mark.parametrize(
    ("name", "body", "untrue"),
    [
        ("encode_opinion", "return np.array([1, len(set(words) & positive) > 1, "
         "len(set(words) & negative) > 1])", "makes no difference"),
        ("bayes", "t = likelihoods @ priors\nreturn [l * p / t for l, p in zip(likelihoods, priors)]",
         "look at"),
        ("one_hot", "H = np.zeros((len(y), n_classes))\nfor i, k in enumerate(y):\n    H[k] = 1\n"
         "return H", "what the loop should go through"),
    ],
)  # fmt: skip
def test_untrue_sentence_is_not_said(name, body, untrue, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    assert untrue not in said(name, body)


def test_endless_edit_is_stopped():
    """The clock is looked at in the loop itself, as there are no signals in a browser."""
    function = written("eta_decay", "k = 3\nwhile k > n:\n    k = k - 1\nreturn k")
    started = time.process_time()
    search = repairs.Search(
        function,
        repairs.Goal(
            lambda f: False, lambda f: (calling.call(f, (2,)).value == 0.5, 1), seconds=0.3
        ),
    )
    with pytest.raises(calling.TooSlow):
        search._compiled("def eta_decay(n):\n    while True:\n        pass")(1)
    assert search.found() is None
    assert time.process_time() - started < 2


def test_message_names_the_line_but_not_the_edit():
    text = said("eta_decay", "rate = 1 / n\nreturn rate / (n - n + 2)")
    assert "rate / (n - n + 1)" not in text


def test_function_that_opens_files_is_never_edited():
    called = []
    climb(CHECKS["eta_decay"], written("eta_decay", "open\nreturn 3 / n + n"), 0)
    function = written("eta_decay", "open\nreturn 1 / (n + n)")
    assert repairs.Search(function, repairs.Goal(called.append, lambda f: (1, 1))).found() is None
    assert not called


@pytest.mark.parametrize(
    ("got", "want", "kind", "words"),
    [
        (
            np.array([1.0, 2.0, 3.0]),
            np.array([1.0, 5.0, 3.0]),
            Array(""),
            "entry [1] is 2, but should",
        ),
        (np.eye(2), np.array([[1.0, 2.0], [3.0, 1.0]]), Array(""), "all other entries are wrong"),
        (
            np.ones(3),
            np.arange(3.0),
            Array(""),
            "all entries are 1, but they should not all be the same",
        ),
        (np.eye(2), np.array([[1.0, 0.0], [0.0, 0.0]]), Array(""), "row 1 is wrong"),
        ({"a": 1}, {"a": 1, "b": 2}, DictOf(Number(), ""), "the key 'b' is missing"),
        (
            {"a": 1, "b": 3},
            {"a": 1, "b": 2},
            DictOf(Number(), ""),
            "under 'b', it is 3, but should be 2",
        ),
        (
            {"neg": {"bad": 1}},
            {"neg": {"bad": 2}},
            DictOf(DictOf(Number(), ""), ""),
            "under 'neg', under 'bad', it is 1, but should be 2",
        ),
        ([1, 2], [1, 2, 3], ListOf(Number(), ""), "there are 2 entries, but there should be 3"),
        (
            (np.zeros(2), 3),
            (np.zeros(2), 4),
            Several(w=Array(""), steps=Number()),
            "steps is 3, but should be 4",
        ),
    ],
)
def test_kind_names_the_first_difference(got, want, kind, words):
    assert words in kind.difference(got, want)


@pytest.mark.parametrize(
    "code",
    [
        "np.zeros(3) @ np.zeros((2, 3))",
        "np.zeros(3) + np.zeros(2)",
        "np.arange(2).__isub__(0.5)",
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
        "set.intersection(*[])",
        "{1}[0]",
        "None[0]",
        "[].sort().x",
        "{}.label",
    ],
)
def test_errors_of_python_and_numpy_are_explained(code):
    with pytest.raises(Exception) as caught:  # noqa: PT011
        eval(code, {"np": np})
    meaning, think = say(errors.explain(caught.value))
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
def test_names_in_a_line_are_listed(line):
    held = errors.describe_names(line, {"w": np.zeros(3), "X": np.zeros((2, 3)), "other": 1})
    assert "w is an array of shape (3,)" in held
    assert "X is an array of shape (2, 3)" in held
    assert "other" not in held


def test_words_fit_the_findings_of_stored_answers(sample, monkeypatch):
    def saying(detector):
        @functools.wraps(detector)
        def detect(*args, **keywords):
            found = detector(*args, **keywords)
            for finding in found if isinstance(found, list) else [found]:
                if isinstance(finding, Finding):
                    looks, think = say(finding)
                    assert looks, finding
                    assert "{" not in think, finding
            return found

        return detect

    for name, detector in inspect.getmembers(diagnosis, inspect.isfunction):
        monkeypatch.setattr(diagnosis, name, saying(detector))
    for name, body in sample(functions_stored()[::10], every=4):
        monkeypatch.setattr(CHECKS[name], "mistakes", [])
        climb(CHECKS[name], written(name, body), 0)


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("Ada", "student = Ada", "Ada is not in quotes"),
        ("student", 'check_quiz("toss_c", toss_c, student)', "has not been run"),
        ("np", "return np.sum(x)", ""),
    ],
)
def test_name_cell_without_quotes_is_explained(name, line, words):
    said = name_cell.advice(NameError(f"name {name!r} is not defined", name=name), line)
    assert words in said
    assert bool(words) == bool(said)


def test_two_words_without_quotes_are_explained():
    said = name_cell.advice_on("SyntaxError", "", "student = Ada Lovelace")
    assert "between quotes" in said
    assert name_cell.advice_on("SyntaxError", "", "x = = 3") == ""


class TestTheLineThatStopped:
    """It is the student's own: not one of Python's library, nor of the course's functions."""

    def test_not_the_library_s(self):
        words = said("replace_rare", "from collections import Counter\nreturn Counter(documents)")
        assert "line that stopped return Counter(documents)" in words
        assert "_count_elements" not in words

    def test_not_that_of_a_function_that_is_passed_in(self):
        words = said("classify", "return labels[np.argmax(score(words, labels))]")
        assert "line that stopped return labels[np.argmax(score(words, labels))]" in words
        assert "score gets a list where it expects a label" in words

    def test_a_function_that_is_passed_in_has_the_name_that_it_is_passed_as(self):
        words = said("classify", "return max(labels, key=score)")
        assert "score() missing 1 required positional argument: 'label'" in words

    def test_not_that_of_a_model_without_lines_of_its_own(self):
        words = said(
            "compare",
            """
            result = {}
            for name, model in models.items():
                result[name] = []
                for train, test in splits:
                    predicted = model(train, test)
                    right = sum(p == label for p, (_, label) in zip(predicted, test))
                    result[name].append(right / len(test))
            return result
            """,
        )
        assert "line that stopped predicted = model(train, test) values there" in words
        assert "in place of the documents, and with them the answers." in words
