"""Entries that are used wrongly, and expressions in the place of others; never if it is not so."""

# ruff: noqa: E501
import ast
import textwrap

import pytest
from misstep.explain import diagnosis
from misstep.explain.repairs import reuse
from student_code import RIGHT, evidence, said, written

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

STALE = """
    import math
    from collections import Counter
    counts, docs = {}, Counter()
    for words, label in labelled:
        docs[label] += 1
        counts.setdefault(label, Counter()).update(words)
        total = sum(counts[label].values())
    vocab = set().union(*counts.values())
    log_priors, log_likelihoods = {}, {}
    for label in counts:
        log_priors[label] = math.log(docs[label] / len(labelled))
        log_likelihoods[label] = {}
        for w in [*vocab, "<OOV>"]:
            log_likelihoods[label][w] = math.log((counts[label][w] + 1) / (total + len(vocab) + 1))
    return {"log_priors": log_priors, "log_likelihoods": log_likelihoods}
    """


@pytest.mark.parametrize(
    ("name", "body", "words"),
    [
        ("scores", "for k in range(len(W)):\n    z = X @ W[k]\nreturn z",
         "only the last row of W has an effect"),
        ("entropy_between", "a = [x for x in p if x > 0]\nb = [np.log(x) for x in q if x > 0]\nreturn -sum(x * z for x, z in zip(a, b))",
         "the arguments of zip(a, b) differ in length"),
        ("one_hot", "table = np.zeros((len(y), n_classes))\nfor label in y:\n    table[label, label] = 1\nreturn table",
         "label is an entry. What is needed at one place is an index"),
        ("softmax_jacobian", "s = np.exp(z - z.max()) / np.exp(z - z.max()).sum()\nJ = np.zeros((len(s), len(s)))\nfor i, a in enumerate(s):\n    for j, b in enumerate(s):\n        J[i, j] = a * ((a == b) - b)\nreturn J",
         "in a == b, a and b are entries"),
        ("predict_probability", "Xb = np.hstack([np.ones((len(X), 1)), X])\nreturn 1 / (1 + np.exp(-(Xb @ w)))",
         "np.hstack([np.ones((len(X), 1)), X])"),
        ("perceptron_update", "if y * (w @ x) <= 0:\n    return w + eta * np.sign(w @ x) * x\nreturn w",
         "np.sign(w @ x) is not what is needed in"),
        ("lexicon_score", "return int(np.isin(words, lexicon[label]).sum())",
         "does not look into the set lexicon[label]"),
        ("recall", "tp, fp, fn = np.sum(y & y_hat), np.sum((1 - y) & y_hat), np.sum(y & (1 - y_hat))\nif tp + fp == 0:\n    return 0.0\nreturn tp / (tp + fn)",
         "tp + fp is compared with 0, but you divide by tp + fn"),
        ("train_naive_bayes", STALE, "total is out of date in total + len(vocab)"),
    ],
)  # fmt: skip
def test_mistake_is_named(name, body, words):
    assert words in said(name, body)


@pytest.mark.parametrize("probe", [diagnosis.unused_entries, diagnosis.unequal_zip])
@pytest.mark.parametrize("name", ["softmax", "sigmoid", "scores", "entropy_between", "bayes"])
def test_right_answers_give_no_finding(probe, name):
    for function in RIGHT[name]:
        assert probe(evidence(name, function)) is None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("for x in a:\n    t = x + 1\nfor x in b:\n    s += t", True),
        ("for x in a:\n    t = x + 1\n    t += 1\nfor x in b:\n    s += t", False),  # changed since
        ("for x in a:\n    t = list(x)\n    t.append(1)\nreturn f(t)", False),
        ("t = [0] * 3\nfor x in a:\n    s += t", False),  # it would be the same again
    ],
)
def test_name_is_out_of_date_only_if_its_parts_changed(lines, expected):
    function = ast.parse(f"def f(a, b):\n{textwrap.indent(lines, '    ')}").body[0]
    assert any(reuse.out_of_date(function)) == expected


def test_zip_of_neighbours_is_not_blamed():
    body = "rest = numbers[1:]\nreturn sum(a + b for a, b in zip(numbers, rest)) / len(numbers)"
    assert diagnosis.unequal_zip(evidence("mean_of", written("mean_of", body))) is None
