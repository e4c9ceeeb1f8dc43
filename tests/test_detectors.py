"""What probes find in a wrong function, each on several functions, and never where it is not so."""

# ruff: noqa: E501
from dataclasses import replace

import numpy as np
import pytest
from misstep import climb
from misstep.core import calling
from misstep.core.kinds import IndexArrays, show
from misstep.explain import diagnosis
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


class TestWeights:
    """One entry is changed at a time: it moves the result as all others do, twice as much, or not."""

    @pytest.mark.parametrize(
        ("name", "body", "words"),
        [
            ("mean_of", "return (numbers[0] + sum(numbers)) / len(numbers)",
             "the first entry of numbers counts twice."),
            ("mean_of", "return sum(numbers[:-1]) / (len(numbers) - 1)",
             "the last entry of numbers is left out."),
            ("total_probability", "p = 0\nfor i in range(len(priors) - 1):\n    p += likelihoods[i] * priors[i]\nreturn p",
             "the last entry of likelihoods and the last entry of priors are left out."),
            ("lexicon_score", "return sum(w in lexicon[label] for w in words[1:])",
             "the first entry of words is left out."),
            ("cross_entropy", "p = np.clip(1 / (1 + np.exp(-X @ w)), 1e-12, 1 - 1e-12)\n"
             "l = y * np.log(p) + (1 - y) * np.log(1 - p)\nreturn -l[:-1].sum() / len(y)",
             "the last row of X and the last entry of y are left out."),
        ],
    )  # fmt: skip
    def test_odd_entry_is_named(self, name, body, words):
        assert found(diagnosis.entry_weight, name, body) == words

    @pytest.mark.parametrize(
        ("name", "body"),
        [
            ("mean_of", "return sum(numbers) / len(numbers)"),
            ("mean_of", "return sum(numbers) / 2"),
            # 1/4, 1/4 and 1/2 of three numbers; of four, no number counts as much as another
            ("mean_of", "m = numbers[0]\nfor x in numbers[1:]:\n    m = (m + x) / 2\nreturn m"),
            ("margin", "return y * w[0] + w[1:] @ x[1:]"),
        ],
    )
    def test_no_entry_is_named_if_none_stands_out(self, name, body):
        assert found(diagnosis.entry_weight, name, body) == ""

    def test_loop_is_asked_about_only_if_there_is_one(self):
        assert "Does your loop" in said("total_probability", "p = 0\nfor i in range(len(priors) - 1):\n"
                                        "    p += likelihoods[i] * priors[i]\nreturn p")  # fmt: skip
        assert "Does your loop" not in said("mean_of", "return sum(numbers[1:]) / len(numbers)")


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
        assert "the argument W is changed in place" in said("multiclass_update", body)
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
        assert diagnosis.entry_weight(right) is None
        assert diagnosis.elements(right, "", alone=True) is None
        assert diagnosis.unused_argument(right, sure=False) is None


def test_inputs_of_properties_count_if_all_others_are_right():
    body = "return likelihoods @ priors if np.ptp(likelihoods) or len(priors) == 1 else 0.0"
    function, check = written("total_probability", body), CHECKS["total_probability"]
    questions = check.inputs(0)
    assert all(
        check.alike(calling.call(function, case.args), calling.Outcome(case.want))
        for case in questions.random + questions.edge_cases
    )
    told = dict(climb(check, function, 0).rows)["which inputs fail"]
    assert "in which all numbers in likelihoods are the same, and right on the" in told
