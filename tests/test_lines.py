"""Which line it is: one that changes an argument, stands in the wrong block, ends too early, forgets."""

# ruff: noqa: E501
import numpy as np
import pytest
from misstep import climb
from misstep.core import calling
from misstep.explain import diagnosis, repairs
from misstep.explain.mutants import Part
from student_code import RIGHT, evidence, looks, said, written

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

AVERAGED = """
    W = np.zeros((n_classes, X.shape[1]))
    total = np.zeros_like(W)
    for _ in range(epochs):
        for x_i, y_i in zip(X, y):
            y_hat = np.argmax(W @ x_i)
            if y_hat != y_i:
                W[y_i] += eta * x_i
                W[y_hat] -= eta * x_i
                total += W
    return total / (len(X) * epochs)
    """
CHAIN = """
    P = lambda s: sum(dist[x] for x in s)
    result = []
    for i in range(len(events) - 1):
        given = events[i + 1]
        for e in events[i + 2:]:
            given &= e
        result.append(P(events[i] & given) / P(given))
    return result + [P(events[-1])]
    """
UPDATE = """
    new_W = W
    y_hat = (W @ x).argmax()
    if y_hat != y:
        new_W[y] = new_W[y] + eta * x
        new_W[y_hat] = new_W[y_hat] - eta * x
    return new_W
    """
COUNTS = """
    counts = {}
    for words, label in labelled:
        if label not in counts:
            counts[label] = {}
        for word in words:
            counts[label][word] = words.count(word)
    return counts
    """


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("perceptron_loss", "s = F @ theta\nreturn np.argmax(s) - s[y]", "np.argmax(s) is the index of the largest entry, not its value"),
        ("perceptron_loss", "s = F @ theta\nreturn s.argmax() - s[y]", "s.argmax() is the index of the largest entry"),
        ("predict_multiclass", "return np.max(X @ W.T, axis=1)", "np.max(X @ W.T, axis=1) is the value of the largest entry, not its index"),
        ("batch_step", "p = 1 / (1 + np.exp(-(X @ w)))\nreturn w - eta * np.sum((p - y)[:, None] * X, axis=0)",
         "adds up without dividing by the number of entries"),
        ("averaged_perceptron", AVERAGED, "total += W is inside `if y_hat != y_i`, so it happens only if that is true"),
        ("encode_opinion", "a = b = 0\nfor w in words:\n    if w in positive:\n        a = 1\n        b = max(b, int(w in negative))\n"
         "return np.array([1, a, b])", "b = max(b, int(w in negative)) is inside `if w in positive`"),
        ("accuracy", "if sum(y) == 0:\n    return 0.0\nreturn np.mean(y == y_hat)",
         "where sum(y) == 0 is true, the lines below it would give the right result, but your function ends before them with return 0.0"),
        ("accuracy", "if sum(y) == 0:\n    return 0.0\nreturn np.mean(y == y_hat)", "the line return 0.0, as sum(y) == 0 is true here: sum(y) is 0"),
        ("probability", "if len(event) == 1:\n    return 0\nreturn sum(dist[x] for x in event)",
         "where len(event) == 1 is true, the lines below it would give the right result"),
        ("word_counts", COUNTS, "counts[label][word] = words.count(word) replaces whatever counts[label][word] held before"),
        ("class_priors", "n = {}\nfor label in labels:\n    n[label] = 1 / len(labels)\nreturn n",
         "n[label] = 1 / len(labels) replaces whatever n[label] held before"),
    ],
)  # fmt: skip
@pytest.mark.sampled(every=2)
def test_line_is_named_with_its_effect(name, body, words, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    text = said(name, body)
    print(text)
    assert words in text


@pytest.mark.parametrize(
    ("name", "body", "untrue"),
    [
        ("perceptron_loss", "s = F @ theta\nreturn np.argmax(s) - s[y]", "the order in"),
        ("perceptron_loss", "s = F @ theta\nreturn 2 * np.max(s) - s[y] - np.min(s)", "the order in"),
        ("perceptron_loss", "s = F @ theta\nreturn 2 * np.max(s) - s[y] - np.min(s)", "place"),
        ("averaged_perceptron", AVERAGED, "the condition"),
        ("accuracy", "if sum(y) == 0:\n    return 0.0\nreturn np.mean(y == y_hat)", "1 too small"),
        ("accuracy", "if len(y) == 0:\n    return 0.0\nreturn np.mean(y != y_hat)", "the lines below"),
        # never true, and an empty y would be 0 / 0: nothing is true too often
        ("accuracy", "if y is None:\n    return 0.0\nreturn sum(y == y_hat) / len(y)", "the lines below"),
        ("perceptron_gradient", "k = np.argmax(F @ theta)\nreturn (F[k] - F[y]) * theta", "still as it was"),
    ],
)  # fmt: skip
def test_untrue_sentence_about_a_line_is_not_said(name, body, untrue, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    assert untrue not in said(name, body)


class TestAnOrder:
    """That an order should make no difference is said only where it makes none to the right result."""

    def test_order_is_not_named_if_it_sometimes_matters(self):
        found = evidence("mean_of", written("mean_of", "return numbers[0]"))
        found.args = [([1, 2],), ([3, 4],), ([5, 6],), ([7, 8, 9],)]
        found.mine = [calling.call(found.function, args) for args in found.args]
        found.reference, found.wants = lambda numbers: 0.0, [0.0] * 4
        assert "the order in numbers makes a difference" in looks(diagnosis.order_matters(found))
        found.reference = lambda numbers: numbers[0] if len(numbers) == 3 else 0.0
        found.wants = [0.0, 0.0, 0.0, 7]
        assert diagnosis.order_matters(found) is None

    def test_array_of_equal_length_by_chance_is_not_reversed(self):
        body = "n = len(y)\nfor a, b in zip(X, y):\n    w = w - eta / n * (1 / (1 + np.exp(-(a @ w))) - b) * a\nreturn w"
        found = evidence("batch_step", written("batch_step", body))
        square = (np.zeros(3), np.eye(3) + 1.0, np.array([0, 1, 1]), 0.5)
        found.args.insert(0, square)
        found.mine.insert(0, calling.call(found.function, square))
        found.wants.insert(0, CHECKS["batch_step"].reference(*square))
        assert "(and those of y) in reverse" in looks(diagnosis.order_matters(found))


class TestInPlace:
    """The first line after which an argument differs, with what it was and what it is."""

    @pytest.mark.parametrize(
        ("name", "body", "facts"),
        [
            ("chain_rule", CHAIN, ["changed by the line given &= e: events[1] was {",
                                   "given is the caller's own events[1], not a copy, so given &= e changes it"]),
            ("multiclass_update", UPDATE.replace("W\n", "W.astype(float, copy=False)\n", 1),
             ["changed by the line new_W[y] = new_W[y] + eta * x", "new_W is the caller's own W, not a copy"]),
            ("perceptron_update", "v = w[:]\nif y * (w @ x) <= 0:\n    v += eta * y * x\nreturn v",
             ["v is a part of the caller's own w, not a copy, so v += eta * y * x changes it"]),
            ("probability", "p = 0\nwhile event:\n    x = event.pop()\n    p += dist[x]\nreturn p",
             ["changed by the line x = event.pop(): event was {'fog', 'snow', 'sun'} before, and is {", "afterwards"]),
            ("mean_of", "numbers.sort()\nreturn sum(numbers) / len(numbers)", ["changed by the line numbers.sort(): numbers"]),
            ("mean_of", "n = len(numbers)\nreturn sum(numbers.pop() for _ in range(n)) / n",
             ["changed by the line return sum((numbers.pop() for _ in range(n))) / n"]),
        ],
    )  # fmt: skip
    def test_changing_line_is_named(self, name, body, facts):
        text = said(name, body)
        print(text)
        for words in facts:
            assert words in text

    def test_values_of_another_call_are_not_shown(self):
        text = said("bayes", "likelihoods *= priors\nreturn likelihoods / likelihoods.sum()")
        assert "stopped with" in text
        assert "changed by the line likelihoods *= priors This looks like" in text

    def test_change_in_a_loop_head_is_blamed_on_no_line(self):
        body = "t, n = 0, len(numbers)\nwhile (x := numbers.pop()) is not None and numbers:\n    t += x\nreturn (t + x) / n"
        text = said("mean_of", body)
        assert "numbers is changed in place" in text
        assert "changed by" not in text
        assert "Which of your lines change what was passed in?" in text

    def test_no_line_of_a_right_answer_is_named(self, sample):
        for name in sample(CHECKS, every=6):
            check = CHECKS[name]
            if check.seconds is None:
                for case in check.inputs(0).random[:2]:
                    for function in RIGHT[name][-1:]:
                        assert (
                            diagnosis.changing_line(function, check.parameters, case.args) is None
                        )

    def test_broad_except_hides_no_line(self):
        body = "try:\n    numbers.sort()\nexcept Exception:\n    pass\nn = len(numbers)\nreturn sum(numbers) / n"
        assert "changed by the line numbers.sort()" in said("mean_of", body)


def test_arguments_are_not_called_too_large():
    body = "p = 1.0\nfor k in range(len(phi)):\n    p *= phi[k] ** (x == k + 2)\nreturn p"
    text = said("categorical_pmf", body)
    assert "x, which may be" not in text
    tree = repairs.search.ast.parse("def f(y, n):\n    m = n\n    return y[m] == y[n]\n")
    tried = [t.edit for t in repairs.search.other_edits(tree, [], ["y"])]
    off = {edit.data["text"] for edit in tried if edit.part is Part.OFF_BY_ONE}
    assert {"m", "n"} <= off
    assert "y" not in off


def test_constant_is_not_called_an_overwrite():
    for value, ways in (("2", 2), ("n", 4)):
        tree = repairs.search.ast.parse(
            f"def f(out, y, n):\n    out[y] = {value}\n    return out\n"
        )
        tried = repairs.search.suggestive_edits(tree, True, [])
        kinds = [t.claim.kind for t in tried if t.claim]
        assert kinds.count("entry-replaced") == ways, value


class TestAnotherCall:
    """Beside what is shown, a law that is broken, or a call that comes to no result at all."""

    def test_call_that_raises_breaks_no_property(self):
        text = said("uniform", "d = {}\nfor x in outcomes:\n    d[x] = 1 / len(x)\nreturn d")
        assert "compare uniform(outcomes=['red']) returns {'red': 0.333333}" in text
        assert "a rule it breaks" not in text

    def test_call_that_stops_is_as_small_as_it_can_be(self):
        text = said("predict_binary", "z = w @ X\nreturn np.where(z >= 0, 1, -1)")
        assert "in another call it stops with ValueError in the line z = w @ X" in text
        assert "(The call: predict_binary(w=np.array([2.0]), X=np.array([[1.0], [1.0]])).)" in text
        assert "gufunc" not in text

    def test_law_that_another_call_breaks_is_named_in_short(self):
        text = said("one_vs_all_labels", "return (y == k).astype(int) - 1")
        assert "a rule it breaks every example is positive for exactly one class" in text
        assert "was never +1" not in text


def test_number_is_not_a_label_if_labels_are_words():
    index = "return int(np.argmax([score(words, label) for label in labels]))"
    report, other = (
        climb(CHECKS["classify"], written("classify", body)) for body in (index, "return labels[0]")
    )
    assert "it returned 1, which is none of the labels here" in report.message
    assert report.failed == "it returns a label"
    assert "it returns a label" in other.passed


def test_missing_return_is_asked_about_only_if_there_is_none_on_a_later_call():
    body = "best, top = None, 0\nfor k in labels:\n    if score(words, k) > top:\n        best, top = k, score(words, k)\nreturn best"
    text = said("classify", body)
    assert "but here it returned None." in text
    body = "top = 0\nfor k in labels:\n    if score(words, k) > top:\n        return k"
    assert "does the function end with a return?" in said("classify", body)
