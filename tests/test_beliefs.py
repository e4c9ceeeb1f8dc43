"""What is believed of Python and NumPy and is not so, where a line belongs, and what an error means."""

# ruff: noqa: E501
import ast
import linecache
import textwrap

import numpy as np
import pytest
from misstep import student_tests
from misstep.explain import diagnosis, errors
from misstep.explain.repairs.expressions import one_more_pair
from student_code import said

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

SOFTMAX = "softmax = lambda z: np.exp(z - z.max()) / np.exp(z - z.max()).sum()\nS = softmax(z)\n"
SUMMED = """
    n, d = X.shape
    W, total = np.zeros((n_classes, d)), np.zeros((n_classes, d))
    for epoch in range(epochs):
        for i in range(n):
            k = (W @ X[i]).argmax()
            if k != y[i]:
                W[y[i]] += eta * X[i]
                W[k] -= eta * X[i]
        total += W
    return total / (n * epochs)
    """
NOT_RESET = """
    scores = {}
    s = 0
    for label in model["log_priors"]:
        s += model["log_priors"][label]
        for w in words:
            s += model["log_likelihoods"][label].get(w, model["log_likelihoods"][label]["<OOV>"])
        scores[label] = s
    return max(scores, key=scores.get)
    """
ALPHABETICAL = """
    best, most = None, -np.inf
    for label in sorted(model["log_priors"]):
        table = model["log_likelihoods"][label]
        s = model["log_priors"][label] + sum(table.get(w, table["<OOV>"]) for w in words)
        if s > most:
            best, most = label, s
    return best
    """
ALL_EXAMPLES = """
    n = len(X)
    W = np.zeros((n_classes, X.shape[1]))
    T = np.eye(n_classes)[y]
    for epoch in range(epochs):
        order = rng.permutation(n)
        for start in range(0, n, batch_size):
            batch = order[start : start + batch_size]
            Z = X[batch] @ W.T
            E = np.exp(Z - Z.max(axis=1, keepdims=True))
            P = E / E.sum(axis=1, keepdims=True)
            W = W - eta * (P - T[batch]).T @ X[batch] / n
    return W
    """


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("bayes", "total, out = 0, []\nfor l, p in zip(likelihoods, priors):\n    total += l * p\n    out.append(l * p / total)\n"
         "return np.array(out)", "out.append(l * p / total) uses total while the loop over zip(likelihoods, priors) is still adding"),
        ("categorical_likelihood", "n, out = n_values, np.zeros(n_values)\nfor v in values:\n    n = n + 1\n"
         "    out[v] += 1 / n\nreturn out + (1 - out.sum()) / n_values", "WRONG"),
        ("bayes", "s = 0.0\np = np.zeros(len(priors))\nfor i in range(len(priors)):\n    one = likelihoods[i] * priors[i]\n    s += one\n"
         "    p[i] = one / s\nreturn p", "p[i] = one / s uses s while the loop over range(len(priors)) is still adding"),
        ("lexicon_score", "return sum(w in lexicon for w in words)", "w in lexicon looks among the keys of the dict lexicon"),
        ("lexicon_score", "n = 0\nfor w in words:\n    if w not in lexicon:\n        continue\n    n += 1\nreturn n",
         "w not in lexicon looks among the keys of the dict lexicon"),
        ("joint_update", "y_hat = np.max(F @ theta)\nreturn theta + F[y] - F[y_hat]",
         "np.max(F @ theta) is the largest number itself, and not its place"),
        ("multiclass_update", "k = max(W @ x)\nV = W.astype(float)\nif k != y:\n    V[y] += eta * x\n    V[k] -= eta * x\nreturn V",
         "max(W @ x) is the largest number itself"),
        ("softmax_jacobian", SOFTMAX + "return np.diag(S) - S @ S.T", "S has one axis, so S.T is the same as S, and S @ S.T is one number"),
        ("softmax_jacobian", SOFTMAX + "return np.diag(S) - np.dot(S, S)", "S has one axis, so np.dot(S, S) is one number"),
        ("joint", "return sum(dist[x] for x in (a and b))", "`a and b` does not look into the two sets"),
        ("conditional", "p = sum(dist[x] for x in b)\nif not p:\n    raise ValueError\nboth = b and a\n"
         "return sum(dist[x] for x in both) / p", "`b and a` does not look into the two sets"),
        ("averaged_perceptron", SUMMED, "total += W comes after the loop over range(n), so it does not happen in each of its rounds"),
        ("mean_of", "t = 0\nfor x in numbers:\n    t += x\n    t /= len(numbers)\nreturn t",
         "t /= len(numbers) is inside the loop over numbers, so it happens in every round"),
        ("predict_label", NOT_RESET, "s = 0 comes before the loop over model['log_priors'], so s is not reset"),
        ("likelihood", "p = 1 / (1 + np.exp(-(X @ w)))\nreturn np.prod(p ** y * 1 - p ** (1 - y))",
         "the brackets in p ** y * 1 - p ** (1 - y) are not where they should be"),
        ("lexicon_score", "return sum(w in lexicon.keys() for w in words)", "on every input, and your code never reads label"),
        ("cross_entropy", "m = (2 * y - 1) * (X @ w)\nreturn np.mean(np.maximum(0, -m) + np.log1p(np.exp(np.abs(m))))",
         "in np.exp(np.abs(m)), np.abs(m) has the wrong sign."),
        ("sigmoid", "big = 1 / (1 + np.exp(-np.clip(z, 0, None)))\nlow = np.exp(np.clip(-z, None, 0))\n"
         "return np.where(z >= 0, big, low / (1 + low))", "WRONG"),
        ("tanh_loss", "signs = 2 * y - 1\nreturn np.sum((signs - np.tanh(X @ w)) ** 2)", "2 * y - 1 stands where y itself belongs."),
        ("predict_label", ALPHABETICAL, "sorted(model['log_priors']) goes through the keys in alphabetical order"),
        ("train_softmax", ALL_EXAMPLES, "a step is divided by the number of all examples, not by that of its batch."),
    ],
)  # fmt: skip
def test_a_belief_that_is_not_so_is_named(name, body, words):
    text = said(name, body)
    print(text)
    assert words in text


@pytest.mark.parametrize(
    ("name", "body", "untrue"),
    [
        ("bayes", "total, out = 0, []\nfor l, p in zip(likelihoods, priors):\n    total += l * p\n    out.append(l * p)\n"
         "return np.array(out) / (2 * total)", "still adding"),
        ("bayes", "total, out = 0, []\nfor l, p in zip(likelihoods, priors):\n    total += l * p\n    out.append(l * p / total)\n"
         "return np.array(out)", "should be as it is in likelihoods"),
        ("lexicon_score", "return sum(w not in lexicon[label] for w in words)", "among the keys"),
        ("joint_update", "y_hat = np.argmin(F @ theta)\nreturn theta + F[y] - F[y_hat]", "not its place"),
        ("softmax_jacobian", SOFTMAX + "return np.diag(S) - 2 * np.outer(S, S)", "has one axis"),
        ("joint", "return sum(dist[x] for x in a | b)", "does not look into"),
        ("averaged_perceptron", SUMMED.replace("        total += W", "            total += W").replace("(n * epochs)", "n"),
         "comes after the loop"),
    ],
)  # fmt: skip
def test_what_is_no_belief_is_not_called_one(name, body, untrue):
    assert untrue not in said(name, body)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("y * a + 1 - y * b", "y * a + (1 - y) * b"),
        ("a / b + c + 1", "a / (b + c + 1)"),
        ("(a - b) ** 2 * c + d", "(a - b) ** 2 * (c + d)"),
        ("a ** b ** c - d", "a ** b ** (c - d)"),
    ],
)
def test_a_pair_of_brackets_is_tried_anywhere_and_leaves_the_rest_as_it_was(text, meant):
    node = ast.parse(text, mode="eval").body
    tried = {ast.dump(new) for new, _, _ in one_more_pair(node, ast.Return(node))}
    assert ast.dump(ast.parse(meant, mode="eval").body) in tried
    assert ast.dump(ast.parse("(a - b ** 2) * (c + d)", mode="eval").body) not in tried


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("np.zeros(2, 3)", "want the shape as one argument"),
        ("np.random.default_rng(0).random(2, 3)", "want the shape as one argument"),
        ("np.concatenate([np.zeros(2), np.zeros((2, 2))[0]], axis=1)", "there is no axis 1"),
        ("np.zeros(3).sum(axis=1)", "there is no axis 1"),
        ("np.zeros(3)[2.0]", "has to be a whole number"),
        ("np.concatenate(np.zeros(2), np.zeros(2))", "takes them as one argument, a list"),
        ("np.vstack(np.zeros(2), np.zeros(2))", "takes 1 arguments, and gets 2"),
        ("range(len([1]) / 2)", "one whole number, and this is float"),
        ("np.ones(2.0)", "one whole number, and this is 2.0"),
        ("np.reshape(np.ones(6), 2, 3)", "in brackets of its own"),
        ("np.dot(np.ones(2))", "dot is called without 'b'"),
        ("max([1, 2], key=two)", "max calls two with one argument"),
        ("max(np.ones((2, 3)))", "Python's own max compares the rows of a table as wholes"),
        ("sorted(np.ones((2, 3)))", "Python's own sorted compares the rows"),
        ("1 if np.ones((2, 3)) > 0 else max([1])", "if, while, assert"),
        ("np.ones(3).shape[1]", "the array has fewer axes than that"),
    ],
)
def test_the_usual_wrong_forms_of_numpy_s_arguments_are_explained(code, words):
    def two(a, b):
        return a

    with pytest.raises((TypeError, ValueError, IndexError)) as caught:
        eval(code, {"np": np, "two": two})
    assert words in errors.explain(caught.value, code)[0]


def test_what_looks_like_a_whole_number_is_shown_as_the_decimal_that_it_is():
    assert errors.describe_names("F[k]", {"k": 2.0}) == "k is 2.0"
    assert errors.describe_names("F[k]", {"k": 2}) == "k is 2"
    assert (
        errors.describe_names("F[k]", {"k": [], "F": {1: 2}})
        == "F is a dict with 1 entry; k is an empty list"
    )


OUTSIDE = """
    from collections import Counter
    new = {}
    counts = Counter(w for d in documents for w in d)
    for doc in new:
        for i in range(len(doc)):
            if counts[doc[i]] < k:
                doc[i] = "<OOV>"
    return new
    """


@pytest.mark.parametrize("way", ["documents.copy()", "list(documents)", "documents[:]"])
def test_a_copy_of_the_outer_list_alone_is_named(way):
    assert f"one level down: {way} copies the outer list alone" in said(
        "replace_rare", OUTSIDE.replace("new = {}", f"new = {way}")
    )


def test_a_list_that_is_changed_itself_is_not_said_to_be_copied():
    text = said(
        "mean_of",
        "all_of_them = numbers.copy()\nnumbers.sort()\nreturn sum(all_of_them) / len(numbers)",
    )
    assert "changed in place" in text
    assert "one level down" not in text


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
def test_a_test_without_assert_is_told_so(lines, words):
    namespace = {"np": np}
    source = "def try_softmax(f):\n" + textwrap.indent(lines, "    ") + "\n"
    exec(compile(source, "<test>", "exec"), namespace)
    linecache.cache["<test>"] = (len(source), None, source.splitlines(True), "<test>")
    assert student_tests.unasserted(namespace["try_softmax"]) == words
    message = student_tests.STUDENT_TEST_CHECKS["softmax"].mark(namespace["try_softmax"]).message
    assert ("There is no assert in it" in message) == bool(words)


def test_keys_that_are_written_into_the_code_are_told_from_those_of_the_input():
    held = {"counts": {"pos": 1, "neg": 2}, "label": "a"}
    told, _ = errors.explain(KeyError("a"), "counts[label] += 1", held, ["pos", "neg"])
    assert "its keys 'neg' and 'pos' are written into your code" in told
    told, _ = errors.explain(KeyError("a"), "counts[label] += 1", held, ["pos"])
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
def test_the_very_dict_or_list_that_has_no_such_entry_is_named(line, words):
    held = {
        "model": {"tables": {"pos": {"good": 1}}},
        "label": "pos",
        "w": "odd",
        "seen": {},
        "few": [1, 2],
        "i": 2,
    }
    error = IndexError("list index out of range") if "few" in line else KeyError("odd")
    assert errors.explain(error, line, held, ["tables"], ["model"])[0] == words


@pytest.mark.parametrize(
    ("left", "right", "helps"),
    [((3, 2), (1,), False), ((3, 2), (3,), True), ((2, 3), (2, 3), True), ((3, 2), (3, 4), True)],
)
def test_the_question_of_a_transpose_is_asked_only_where_it_would_help(left, right, helps):
    a, b = np.zeros(left), np.zeros(right)
    with pytest.raises(ValueError, match="mismatch") as caught:
        a @ b
    _, think = errors.explain(caught.value, "z = a @ b + 1", {"a": a, "b": b})
    assert (".T" in think) == helps


def test_a_function_that_ends_with_a_return_is_not_asked_for_one():
    body = "best, top = None, 0\nfor k in labels:\n    if score(words, k) < top - 1e9:\n        best = k\nreturn best"
    assert "but it returned None." in said("classify", body)
    assert "does the function end with a return?" in said(
        "classify", "max(score(words, k) for k in labels)"
    )


def test_what_is_too_many_is_told_by_its_length_and_no_condition_is_asked_for():
    body = "out = ['H', 'T']\nfor i in range(n - 1):\n    for s in list(out):\n        out += [s + 'H', s + 'T']\nreturn out"
    text = said("toss_outcomes", body)
    assert "All that should not be there is shorter than what should be." in text
    assert "condition" not in text
    assert "should these still be there then?" in text


def test_many_answers_together_show_a_warning_and_an_answer_that_prevails():
    facts = dict(
        diagnosis.overall(["up"] * 45 + ["down"] * 5, ["divide by zero encountered in log"])
    )
    assert facts["it warns"].endswith("the logarithm of 0 is -inf")
    assert facts["it answers"] == "'up' for 45 of 50"
    assert diagnosis.overall(["up", "down"] * 25, []) == []
    assert diagnosis.overall(["up"] * 3, []) == []
