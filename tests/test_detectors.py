"""What probes find in a wrong function, each on several functions, and never where it is not so."""

# ruff: noqa: E501
from dataclasses import replace

import numpy as np
import pytest
from misstep import climb
from misstep.core import calling
from misstep.core.kinds import IndexArrays, show
from misstep.core.mistakes import Answer
from misstep.explain import diagnosis
from misstep.explain.diagnosis import variables
from misstep.explain.diagnosis.influence import where_lost
from misstep.explain.findings import Strength
from student_code import RIGHT, evidence, looks, said, written

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

MAJORITY = """
    from collections import Counter
    counts, total = {}, Counter()
    for words, label in labelled:
        counts.setdefault(label, Counter()).update(words)
        total.update(words)
    return {label: {w for w in total if counts[label][w] > total[w] / 2} for label in counts}
    """
BOTH_LABELS = MAJORITY.replace("> total[w] / 2", "== max(c[w] for c in counts.values())")


def found(probe, name, body, *more):
    evidence_of = evidence(name, written(name, body))
    evidence_of.plain = CHECKS[name].answers[0].function
    return looks(probe(evidence_of, *more))


class TestElements:
    """Elements of a collection come before any order: missing, too many, or under another key."""

    @pytest.mark.parametrize(
        ("body", "words"),
        [
            (MAJORITY, "'film' is under none of the keys, and it belongs under 'pos'. The same goes for "
             "whatever comes under no label more than half of the time."),
            (BOTH_LABELS, "'film' is under 'neg' and 'pos', and it only belongs under 'pos'. The same goes "
             "for whatever comes most often under two labels at once, in a tie."),
        ],
    )  # fmt: skip
    def test_affected_elements_are_described(self, body, words, monkeypatch):
        monkeypatch.setattr(CHECKS["learn_lexicon"], "mistakes", [])
        text = said("learn_lexicon", body)
        assert words in text
        assert "the order in" not in text

    def test_outcomes_of_another_list_are_described(self):
        body = "return [format(i, f'0{n}b').replace('0', 'H').replace('1', 'T') for i in range(2**n - 1)]"
        got = evidence("toss_outcomes", written("toss_outcomes", body))
        first = next(m.value for m, w in zip(got.mine, got.wants, strict=True) if m.value != w)
        assert looks(diagnosis.elements(got, show(first), alone=True)) == "'TTT' is missing."
        assert diagnosis.elements(got, "another result", alone=True) is None

    def test_wrong_counts_are_not_missing_elements(self):
        body = "out = {}\nfor words, label in labelled:\n    out.setdefault(label, {}).update(dict.fromkeys(words, 1))\nreturn out"
        assert found(diagnosis.elements, "word_counts", body, "", True) == ""


class TestInfluence:
    """An argument that makes no difference is named with the place where it loses its influence."""

    @pytest.mark.parametrize(
        ("name", "body", "words"),
        [
            ("one_vs_all_labels", "return np.where(y == 1, 1, -1)", "k makes no difference: your code never reads k."),
            ("total_probability", "return likelihoods.sum() * priors.sum()",
             "priors makes no difference: priors.sum() stays the same, whatever was tried for priors."),
            ("margin", "return abs(y * (w @ x))",
             "y makes no difference: y does change y * (w @ x), but abs(y * (w @ x)) stays the same."),
            ("numerical_gradient", "h = 1e-05\nif np.ndim(x) == 0:\n    return (f(x + h) - f(x - h)) / (2 * h)\n"
             "g = np.zeros(x.shape)\nfor i in np.ndindex(x.shape):\n    e = np.zeros(x.shape)\n    e[i] = h\n"
             "    g[i] = (f(x + e) - f(x - e)) / (2 * h)\nreturn g",
             "h makes no difference: h = 1e-05 replaces the h that your function is given."),
            ("joint", "total = 0\nfor x in a:\n    for y in b:\n        total += dist[x]\nreturn total",
             "b makes no difference except for its size: y goes through b, and nothing reads y."),
            ("probability", "return len(event) / len(dist)", "other arguments"),
            ("perceptron_gradient", "z = F @ theta\nreturn F.mean(axis=0) - F[y]",
             "theta makes no difference: z is made from theta, and nothing reads z."),
        ],
    )  # fmt: skip
    def test_reason_for_no_difference_is_named(self, name, body, words):
        assert words in found(diagnosis.unused_argument, name, body)

    def test_other_findings_come_first_if_reason_is_unknown(self):
        body = "w = np.zeros(X.shape[1])\nfor _ in range(max_epochs):\n    mistakes = 0\n    for a, b in zip(X, y):\n        if b * (w @ a) <= 0:\n            w = w + eta * b * a\n            mistakes += 1\n    return w, [mistakes]"
        assert found(diagnosis.unused_argument, "train_perceptron", body) == ""
        assert "max_epochs makes no difference" in found(
            diagnosis.unused_argument, "train_perceptron", body, False
        )

    def test_place_is_named_only_if_it_is_unique(self):
        function = written("joint", "p, q = len(a), bool(a)\nreturn p + q")
        pairs = [(({1}, {1}, {1: 1.0}), ({2}, {1}, {1: 1.0}))]
        assert where_lost(function, "a", pairs) is None


class TestSurprises:
    """What Python and NumPy do without an error, and few expect."""

    @pytest.mark.parametrize(
        ("name", "body", "words"),
        [
            ("early_stopping", "runs = np.convolve(np.diff(validation_losses) > 0, np.ones(patience + 1), 'valid')\n"
             "stop = int(np.argmax(runs > patience)) + patience + 1\n"
             "return stop, int(np.argmin(validation_losses[: stop + 1]))",
             "np.argmax(runs > patience) is 0 if no entry is True"),
            ("word_counts", "from collections import Counter\ncounts = {}\nfor words, label in labelled:\n"
             "    counts.setdefault(label, Counter())\n    counts[label] |= Counter(words)\nreturn counts",
             "counts[label] |= Counter(words) keeps the larger count"),
            ("perceptron_gradient", "s = F @ theta\nreturn np.gradient(s - s[y])", "np.gradient takes differences"),
            ("eta_decay", "return np.reciprocal(n)", "np.reciprocal of a whole number"),
            ("bayes", "j = likelihoods * priors\nreturn j / np.cumsum(j)", "np.cumsum(j) holds all sums on the way"),
            ("replace_rare", "from collections import Counter\ncounts, out = Counter(w for d in documents for w in d), []\n"
             "for d in documents:\n    a = np.array(d)\n    a[np.array([counts[w] < k for w in d], bool)] = '<OOV>'\n"
             "    out.append(a.tolist())\nreturn out", "words are cut off at the end"),
            ("likelihood", "p = 1 / (1 + np.exp(-(X @ w)))\nreturn np.prod(np.stack([1 - p, p])[y])", "means whole rows"),
            ("f1", "tp = np.sum((y == 1) & (y_hat == 1))\nfp = np.sum((y == 0) & (y_hat == 1))\n"
             "fn = np.sum((y == 1) & (y_hat == 0))\nif tp + fp + fn == 0:\n    return 0.0\n"
             "return 2 * tp / 2 * tp + fp + fn", "in 2 * tp / 2 * tp + fp + fn, brackets are missing"),
        ],
    )  # fmt: skip
    def test_surprise_is_pointed_at(self, name, body, words, monkeypatch):
        monkeypatch.setattr(CHECKS[name], "mistakes", [])
        assert words in said(name, body)

    def test_table_of_pairs_is_a_surprise_unless_it_is_asked_for(self):
        function = written("margin", "return (w * x[:, None]).sum() * y")
        args = np.ones(3), np.ones(3), 1
        assert diagnosis.surprising_value(function, [(args, np.ones((3, 3)))]) is None
        found = diagnosis.surprising_value(function, [(args, 3.0)])
        assert looks(found) == (
            "w * x[:, None] combines shape (3,) with shape (3, 1): the result has shape (3, 3), with one "
            "number for each pair"
        )

    def test_number_of_an_earlier_cell_is_pointed_at(self):
        function = written("perceptron_update", "return w + eta * y * x if y * score <= 0 else w")
        function.__globals__["score"] = np.int64(3)
        report = climb(CHECKS["perceptron_update"], function, 0)
        assert any("score" in words for label, words in report.rows if label == "your code")

    def test_loop_over_batches_that_reads_none_is_pointed_at(self):
        body = ("W = np.zeros((n_classes, X.shape[1]))\nfor epoch in range(epochs):\n"
                "    for batch in np.array_split(rng.permutation(len(X)), -(-len(X) // batch_size)):\n"
                "        P = np.exp(X @ W.T)\n        P /= P.sum(axis=1, keepdims=True)\n"
                "        W = W - eta * (P - np.eye(n_classes)[y]).T @ X / len(X)\nreturn W")  # fmt: skip
        text = said("train_softmax", body)
        assert "never uses batch" in text
        assert "epoch" not in text.partition("you call")[0].partition("your code")[2]


class TestWords:
    @pytest.mark.parametrize(
        ("name", "body", "words"),
        [
            ("perceptron_update", "if y * (w @ x) <= 0:\n    return w + eta * y * x",
             "if y * (w @ x) > 0, no return is reached, and then Python returns None."),
            ("joint_update", "y_hat = np.argmax(F @ theta)\nif y_hat != y:\n    return theta + F[y] - F[y_hat]",
             "What should come back if y_hat == y?"),
            ("log_score", "table = model['log_likelihoods'][label]\n"
             "return model['log_priors'][label] + sum(table.get(w, '') for w in words)",
             "+ can't be used with something of type"),
        ],
    )  # fmt: skip
    def test_message_contains_the_words(self, name, body, words):
        assert words in said(name, body)

    @pytest.mark.parametrize(
        ("name", "body", "words"),
        [
            ("sigmoid", "if z >= 0:\n    return 1 / (1 + np.exp(-z))\nreturn np.exp(z) / (1 + np.exp(z))",
             "if wants one True or False, and z >= 0 has three, one for each entry."),
            ("batch_step", "p = 1 / (1 + np.exp(-X @ w))\nreturn eta * X.T @ (p - y) / len(y)",
             "it is w minus the right result: only the step comes back."),
            ("softmax_jacobian", "S = np.exp(z - z.max()) / np.exp(z - z.max()).sum()\nJ = np.zeros((len(z), len(z)))\n"
             "for i in range(len(z)):\n    for j in range(len(z)):\n        J[i, j] = S[i] * ((i == j) - S[i])\nreturn J",
             "the name i in the first S[i],"),
            ("toss_outcomes", "from itertools import product\nreturn [''.join(x) for x in product('HT', repeat=n + 1)]",
             "look at the number 1, in the line"),
        ],
    )  # fmt: skip
    def test_message_is_precise_without_the_catalogue(self, name, body, words, monkeypatch):
        monkeypatch.setattr(CHECKS[name], "mistakes", [])
        assert words in said(name, body)

    def test_answer_that_is_right_by_the_docstring_passes(self):
        body = "if not values or len(values) < 2:\n    raise ValueError\nreturn np.mean(values), np.std(values, ddof=1) / len(values) ** 0.5"
        assert climb(CHECKS["mean_and_error"], written("mean_and_error", body), 0).good

    def test_pointer_comes_first_and_one_other_row_last(self):
        body = "return likelihoods @ priors if np.ptp(likelihoods) or len(priors) == 1 else 0.0"
        report = climb(CHECKS["total_probability"], written("total_probability", body), 0)
        told = [words for words, _ in report.rows]
        assert told == ["look at", "you call", "it returns", "expected", "which inputs fail"]

    def test_broken_property_points_at_the_part(self):
        body = "e = np.exp(z - z.max())\ns = e / e.sum()\nreturn np.diag(s) - s.mean() * np.sqrt(np.outer(s, s))"
        assert "look at the part s.mean()" in said("softmax_jacobian", body)

    def test_parts_of_wrong_sizes_are_described(self):
        got, want = [np.arange(5), np.arange(5)], [np.arange(4), np.arange(4), np.arange(2)]
        assert IndexArrays().difference(got, want) == (
            "the parts hold 5 and 5 indices, but should hold 4, 4 and 2"
        )
        assert "the parts hold" not in IndexArrays().difference(want, want[::1])

    def test_changed_argument_is_mentioned_beside_a_wrong_result(self):
        body = ("new = W[:]\ny_hat = np.argmax(new @ x)\nif y_hat != y:\n    new[y] = new[y] + eta * x\n"
                "    new[y_hat] = new[y_hat] - eta * x\nreturn new")  # fmt: skip
        assert "W is changed in place" in said("multiclass_update", body)
        body = body.replace("W[:]", "W.copy()")
        assert "changed in place" not in said("multiclass_update", body)

    def test_property_that_another_call_breaks_is_mentioned(self):
        body = "order = rng.permutation(n)\nreturn [order[i : i + size] for i in range(0, n - size, size)]"
        assert "a rule it breaks every index comes exactly once" in said("minibatches", body)

    def test_arguments_reversed_together_are_named(self):
        body = "n = len(y)\nfor a, b in zip(X, y):\n    w = w - eta / n * (1 / (1 + np.exp(-(a @ w))) - b) * a\nreturn w"
        assert "with its entries (and those of y) in reverse" in found(
            diagnosis.order_matters, "batch_step", body
        )


def test_relation_is_a_cause_only_if_it_holds_on_fresh_inputs():
    opposite, doubled = (
        evidence("scores", written("scores", f"return {factor} * (X @ W.T)")) for factor in (-1, 2)
    )
    assert diagnosis.transformed(opposite).strength is Strength.HINT
    for fresh, strength in ((opposite, Strength.CAUSE), (doubled, Strength.HINT)):
        found = diagnosis.transformed(replace(opposite, fresh=lambda fresh=fresh: fresh))
        assert (found.kind, found.strength) == ("opposite-sign", strength)


@pytest.mark.slow
def test_probes_find_nothing_in_a_sample_of_right_answers(sample):
    names = [n for n, c in CHECKS.items() if c.seconds is None and not c.chance]
    for name in sample(names, every=5):
        right = evidence(name, RIGHT[name][-1])
        right.plain = CHECKS[name].answers[0].function
        assert diagnosis.elements(right, "", alone=True) is None
        assert diagnosis.unused_argument(right, sure=False) is None


def test_inputs_of_properties_count_if_all_others_are_right():
    body = "return likelihoods @ priors if np.ptp(likelihoods) or len(priors) < 3 else 0.0"
    function, check = written("total_probability", body), CHECKS["total_probability"]
    questions = check.inputs(0)
    assert all(
        check.alike(calling.call(function, case.args), calling.Outcome(case.want))
        for case in questions.random + questions.edge_cases
    )
    told = dict(climb(check, function, 0).rows)
    assert "look at" in told


def test_dict_with_other_keys_is_not_already_right():
    answer = Answer.of("f", ["a", "b"], "d = {'x': a, 'y': b}\nreturn d['x'] / d['y']")
    many = [(1, 2), (3, 5), (4, 9)]
    for pairs, right in (
        ("'x': a, 'y': b", ["d"]),
        ("'y': b, 'x': a", ["d"]),
        ("'y': a, 'x': b", []),
    ):
        wrong = Answer.of("f", ["a", "b"], f"d = {{{pairs}}}\nreturn d['y'] * d['x']")
        function, source = wrong.function, wrong.source
        assert variables.right_so_far(function, source, [answer], many) == right
