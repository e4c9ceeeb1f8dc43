"""What an expression comes to where something else is believed, and what is seen while a function runs."""

# ruff: noqa: E501
import numpy as np
import pytest
from misstep.core import kinds
from misstep.explain import diagnosis, errors
from misstep.quizzes import quiz
from student_code import evidence, said, written

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

TOSSES = "out = ['']\nfor i in range(n):\n    out = [o + s for o in out for s in 'HT']\n"
DESCENT = """
    x = x0
    for step in range(max_steps):
        g = gradient(x)
        if np.all(np.abs(g) < epsilon):
            return x, step
        x = x - eta * g
    return x, step
    """
JACOBIAN = """
    s = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
    J = np.zeros((len(s), len(s)))
    for i, a in enumerate(s):
        for j, b in enumerate(s):
            J[i, j] = a * ((1 if a == b else 0) - b)
    return J
    """
LOOPED = """
    s = np.exp(z - z.max()) / np.exp(z - z.max()).sum()
    n = len(s)
    return np.array([[s[i] * ((s[i] == s[j]) - s[j]) for j in range(n)] for i in range(n)])
    """
COMPARED = """
    out = {name: [] for name in models}
    for train, test in splits:
        for name, model in models.items():
            right = 0
            for words, label in test:
                if model(train, words) == label:
                    right += 1
            out[name].append(right / len(test))
    return out
    """
FILTERED = """
    logs = [np.log(b) for b in q if b > 0]
    probs = [a for a in p if a > 0]
    return -sum(a * b for a, b in zip(probs, logs))
    """


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("toss_outcomes", TOSSES + "return out.sort()", "out.sort() changes out in place and returns None"),
        ("toss_outcomes", TOSSES + "out = out.reverse()\nreturn out", "out.reverse() changes out in place and returns None"),
        ("minibatches", "p = rng.shuffle(np.arange(n))\nreturn [p[i:i+size] for i in range(0, n, size)]",
         "rng.shuffle(np.arange(n)) changes np.arange(n) in place and returns None"),
        ("bayes", "p = likelihoods * priors\nreturn p / p.sum", "p.sum without round brackets"),
        ("total_probability", "return (likelihoods + priors).sum", "(likelihoods + priors).sum without round brackets"),
        ("scores", "return X * W.T", "in X * W.T, the operator * multiplies entry by entry"),
        ("least_squares", "return np.linalg.pinv(A.T @ A) @ A.T * b", "A.T * b, the operator * multiplies entry by entry"),
        ("independent", "pa, pb = sum(dist[x] for x in a), sum(dist[x] for x in b)\n"
         "return len(a & b) == 0 or abs(pa * pb - sum(dist[x] for x in a & b)) <= 1e-9",
         "because of the `or`, `len(a & b) == 0` is enough on its own"),
        ("encode_opinion", "return np.array([1, int(positive <= set(words)), int(negative <= set(words))])",
         "positive <= set(words) asks whether all of positive is in set(words)"),
        ("learn_lexicon", "c, out = {}, {}\nfor ws, l in labelled:\n    out[l] = set()\n    for w in set(ws):\n        c.setdefault(w, {}).setdefault(l, 0)\n"
         "        c[w][l] += 1\nfor w in c:\n    out[max(sorted(c[w]), key=c[w].get)].add(w)\nreturn out", "belongs under"),
        ("softmax_jacobian", JACOBIAN, "a == b compares two values, and not their places"),
        ("softmax_jacobian", LOOPED, "s[i] == s[j] compares two values, and not their places"),
        ("predict_probability", "Xb = np.hstack([np.ones((len(X), 1)), X])\nreturn 1 / (1 + np.exp(-Xb @ w))",
         "puts something beside X, and X is complete without it"),
        ("logistic_gradient", "Z = np.c_[np.ones(len(X)), X]\nreturn X.T @ (1 / (1 + np.exp(-Z @ w)) - y) / len(y)", "puts something beside X, and X is complete without it"),
        ("eta_decay", "return 0.5 ** n", "your result is multiplied by 0.5: from n = 1 on it is 0.5, 0.25, 0.125"),
        ("eta_decay", "return 1 - 0.1 * n", "your result is lowered by 0.1"),
        ("compare", COMPARED, "model(train, words) == label is never true: on the left is a list, and on the right a string."),
        ("one_vs_all_labels", "t = y.copy\nreturn np.where(t == k, 1, 0)",
         "t == k is never true: on the left is a function, which nothing calls"),
        ("entropy_between", FILTERED, "in zip(probs, logs), what is paired is not equally long"),
        ("svm_update", "y_hat = np.argmax(F @ theta + cost[y])\nreturn shrink * theta + F[y] - F[y_hat]", "cost makes no difference: cost[y] stays the same"),
        ("svm_update", "y_hat = np.argmax(F @ theta)\nreturn shrink * theta + F[y] - F[y_hat]", "the cost is not added"),
        ("confusion", "tp = fp = fn = tn = 0\nfor a, b in zip(y, y_hat):\n    if a == b:\n        tp += 1\n    elif b == 1:\n        fp += 1\n"
         "    elif a == 1:\n        fn += 1\n    else:\n        tn += 1\nreturn tp, fp, fn, tn",
         "look at the condition a == b, to which another may have to be added"),
        ("gradient_descent", DESCENT, "look at the name step, in the line return x, step; but that is not all"),
        ("gradient_descent", DESCENT, "it returned at the last of the lines return x, step"),
        ("categorical_pmf", "p = 1.0\nfor k in range(1, len(phi) + 1):\n    p *= phi[k - 1] ** (x == k)\nreturn p",
         "x, where 1 more may be meant"),
    ],
)  # fmt: skip
@pytest.mark.sampled(every=2)
def test_what_an_expression_comes_to_is_told(name, body, words):
    assert words in said(name, body)


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("toss_outcomes", TOSSES + "out.sort()\nreturn out[1:]", "returns None"),
        (
            "total_probability",
            "get = max([1], key=[1].count)\nreturn likelihoods[0]",
            "round brackets",
        ),
        ("least_squares", "return np.linalg.pinv(A.T @ A) @ A.T * b", "the order in A"),
        ("mean_of", "if numbers == '':\n    return 0\nreturn sum(numbers)", "never true"),
        ("mean_of", "return sum(a + b for a, b in zip(numbers, numbers[1:]))", "equally long"),
        ("mean_of", "for n in numbers:\n    return n", "it returned at"),
    ],
)
def test_what_is_not_so_is_not_told(name, body, words):
    assert words not in said(name, body)


def test_of_a_nan_the_return_that_hands_it_on_is_not_blamed():
    body = (
        "tp = np.sum((y == 1) & (y_hat == 1))\np = tp / np.sum(y_hat == 1)\n"
        "r = tp / np.sum(y == 1)\nif p + r == 0:\n    return 0.0\nreturn 2 * p * r / (p + r)"
    )
    text = said("f1", body)
    assert "tp / np.sum(y_hat == 1) is nan: both tp and np.sum(y_hat == 1) are 0" in text
    assert "p + r == 0 does not catch it" in text
    assert "it returned at" not in text


def test_an_argument_that_the_source_never_reads_is_told_where_nothing_else_is():
    body = "pos = neg = 0\nfor w in words:\n    if w in positive:\n        pos = 1\n    else:\n        neg = 1\n"
    assert "never reads negative" in said("encode_opinion", body + "return np.array([1, pos, neg])")
    last = "b = w in negative\nreturn np.array([1, pos, neg])"
    assert "never reads" not in said("encode_opinion", body + last)
    assert diagnosis.never_read(written("scores", "return X @ X.T"), ["X", "W"]) == ["W"]
    assert diagnosis.never_read(written("scores", "return X @ W"), ["X", "W"]) == []


def test_a_power_that_one_side_lacks_may_be_missing_where_that_side_is_made():
    body = (
        "n = len(values)\nif n < 2:\n    raise ValueError\nmean, s = sum(values) / n, 0\n"
        "for v in values:\n    s += (v - mean) ** 2 / (n - 1)\nreturn mean, s / n ** 0.5"
    )
    text = said("mean_and_error", body)
    assert "s is left without a ** 0.5" in text
    assert "in this line, or where it is made" in text


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (kinds.ListOf(kinds.Word(), "a list"), [None]),
        (kinds.DictOf(kinds.Number(), "a dict"), {"a": None}),
        (kinds.Several(mean=kinds.Number(), error=kinds.Number()), (1.0, None)),
    ],
)
def test_a_none_inside_is_no_missing_return(kind, value):
    assert kind.wrong_type(value).endswith("None")
    assert "end with a return" in kind.wrong_type(None)


def test_a_progression_is_told_only_where_the_right_result_is_none():
    assert (
        diagnosis.progression(evidence("eta_decay", written("eta_decay", "return 1 / n"))) is None
    )
    assert (
        diagnosis.progression(evidence("eta_decay", written("eta_decay", "return 2 / n"))) is None
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Z[i] = (a * b).sum", "(a * b).sum without round brackets"),
        ("Z[i] = max(a, key=d.get) + a.mean", "a.mean without round brackets"),
        ("Z[i] = max(a, key=d.get)", ""),
    ],
)
def test_a_method_without_brackets_is_found_in_the_line_that_stopped(line, words):
    error = TypeError(
        "float() argument must be a string or a real number, not 'builtin_function_or_method'"
    )
    told = errors.explain(error, line, {"a": np.ones(2)})[0]
    assert told.startswith(words)
    assert bool(told) == bool(words)


def test_the_loss_of_equal_probabilities_is_known():
    assert "equally probable" in str(quiz.QUIZZES["loss_of_third"].mark(1.0986, ""))
