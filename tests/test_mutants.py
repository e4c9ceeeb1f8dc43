"""Completeness of the checks, by mutation testing: every single edit of a plain answer is caught.

A mutant is caught on the inputs that students see (seed 0). One that passes is either the same
function, or differs only where the task says nothing; both are listed here, with the reason.
"""

import ast
import difflib
import functools
import re
import warnings

import numpy as np
import pytest

import lincourse.checks.calling as calling
from lincourse.checks.ladder import Answer, Questions
from lincourse.checks.mutants import mutants
from lincourse.checks.units import CHECKS

METRICS = {"accuracy", "precision", "recall", "f1"}
# (functions, how the lines that differ look, why it is as right as the original)
EQUIVALENT = [
    (
        {"softmax_jacobian", "probability_gradient", "batch_step", "sgd_step", "softmax_update"},
        r"range\(len\(\w+\)\)",
        "these arrays have the same length",
    ),
    (
        {"softmax_jacobian", "numerical_gradient", "probability_gradient"},
        r"np\.ones\(|np\.zeros\(\(len\(\w+\), len\(\w+\)\)\)",
        "every entry is set in the loop; the arrays have the same length",
    ),
    (
        {"softmax_jacobian"},
        r"jacobian\[\w, \w\] = S\[\w\] \* \(1 - S\[\w\]\)",
        "this line is for i == j",
    ),
    ({"probability_gradient"}, r"gradient\[\w\] = p\[\w\] \* \(1 - p\[\w\]\)", "it is for m == j"),
    ({"probability_gradient"}, r"np\.max\(W\)", "any number may be taken from the scores"),
    ({"numerical_gradient"}, r"return slope", "an array without axes is as good as a number"),
    (
        {"numerical_gradient"},
        r"ndindex\(|np\.array\(x\)|step = np\.zeros\(slope",
        "slope has the shape of x, and x + step is of decimals in any case",
    ),
    ({"early_stopping"}, r"validation_losses", "losses is a copy of it, which nothing changes"),
    ({"early_stopping"}, r"len\(losses\) - 1\)", "to stop at the last index is not to stop early"),
    ({"early_stopping"}, r"argmin\(losses", "NumPy's whole numbers are as good as Python's"),
    (
        {"batch_step", "logistic_gradient", "softmax_gradient", "train_softmax", "softmax_loss"},
        r"/ len\(\w+\)|arange\(len\(\w+\)\)|permutation\(len|range\(0, len",
        "these have one entry per example",
    ),
    (
        {"sgd_step", "margin", "perceptron_update", "train_perceptron"},
        r"@",
        "the product of two vectors is the same either way round",
    ),
    (
        {"linear_update", "softmax_update"},
        r"np\.eye\(len\(\w+\)\)",
        "these have one entry per class",
    ),
    ({"linear_update"}, r"raise ValueError", "the words of an error are free"),
    ({"linear_update"}, r"exps\.argmax", "exp keeps the order"),
    (
        {"linear_update", "train_softmax"},
        r"exps = np\.exp",
        "any number may be taken from the scores; what large ones do is asked of softmax itself",
    ),
    (
        METRICS,
        r"int\(|round\(|-0\.0",
        "NumPy's whole numbers are as good as Python's, and -0.0 as 0.0",
    ),
    ({"accuracy"}, r"len\(y_hat\)", "y and y_hat have the same length"),
    (
        {"precision", "recall", "f1"},
        r"if (tp|p|r|tp \+ tp|r \+ r|p \+ p|p \* r|p \+ tp|tp \+ r|tp \+ p|p \+ fn|below|"
        r"y\.any\(\)|y_hat\.any\(\)) else",
        "where the first of them is 0 the result is 0 in any case",
    ),
    ({"all_vs_all_vote"}, r"votes", "only the order of the counts matters"),
    (
        {"add_bias", "averaged_perceptron", "train_perceptron", "train_softmax"},
        r"shape\[-1\]",
        "X has two axes",
    ),
    (
        {"predict_multiclass", "softmax_gradient", "softmax_loss", "train_softmax"},
        r"axis=-1",
        "there are two axes",
    ),
    ({"encode_opinion"}, r"any\(", "each line uses its own variable of the comprehension"),
    ({"cross_entropy"}, r"logaddexp", "the order of its arguments does not matter"),
    ({"tanh_loss"}, r"t - y", "it is squared"),
    ({"independent"}, r"abs\(P\(a\) \* P\(b\)", "of the difference only the size matters"),
    (
        {"independent"},
        r"2e-09|< 1e-09",
        "no two products are drawn that differ by 1e-9 to 1e-4, so any small tolerance passes",
    ),
    ({"sigmoid"}, r"z > 0|p\[z < 0\]", "both forms give 1/2 at 0, and the lines set other entries"),
    ({"classify"}, r"labels\[0?:\]", "the first label is compared with itself"),
    ({"classify"}, r"max\(scores", "a dict keeps the order of the labels"),
    ({"learn_lexicon", "train_naive_bayes"}, r"for \w+, (_|label) in labelled", "it is made anew"),
    ({"learn_lexicon"}, r"\+= 2", "only the order of the counts matters"),
    ({"predict_label"}, r"\(0, -np\.inf\)", "every model has a label, which takes its place"),
    ({"multiclass_update"}, r"scores = W @ x", "W has the same values before and after"),
    (
        {"multiclass_update", "averaged_perceptron"},
        r"W\[y_hat\] -= eta",
        "the same x is added and taken away, in either order",
    ),
    ({"averaged_perceptron"}, r"if (n_classes|y_hat) != ", "where y_hat is y_i nothing changes"),
    ({"perceptron_update", "train_perceptron"}, r"eta / y", "y is 1 or -1"),
    (
        {"train_perceptron", "probability", "softmax_loss", "train_softmax", "mean_of"},
        r"(w|total|Z|W) [+-]= ",
        "it was made in this function, so that it may be changed in place",
    ),
    ({"softmax_update"}, r"new @ x", "no row of new has changed yet"),
    ({"entropy_between"}, r"q > 0", "no q is drawn that is 0 where p is not: the loss is infinite"),
    ({"categorical_pmf"}, r"np\.where\(1", "True and False are 1 and 0 as powers"),
    (
        {"compare"},
        r"len\((documents|labels|given)\)",
        "each of them has one entry per sentence of the test part",
    ),
    ({"compare"}, r"zip\(labels, given\)", "a == b is b == a"),
    ({"compare"}, r"^\+ (labels = .*) \| - \1$", "neither of the two lines needs the other"),
    ({"mean_and_error"}, r"\(mean - x\) \*\* 2", "a square has no sign"),
    ({"mean_of"}, r"numbers\[i - 1\]", "from -1 to the last but one is every number once"),
]


# What is asked of it is that it labels most sentences right, and many edits leave that as it is.
BY_ACCURACY = {"sentiment_pipeline"}


def answers():
    """(name, number of the answer) for every plain answer."""
    return [
        pytest.param(name, i, id=f"{name}-{i}")
        for name in sorted(CHECKS.keys() - BY_ACCURACY)
        for i in range(len(CHECKS[name].answers))
    ]


@pytest.fixture(autouse=True)
def _quickly(monkeypatch):
    """One second is enough for a mutant that runs for ever, and inputs are drawn once."""
    monkeypatch.setattr(calling, "limit", lambda own=None: 1)
    for check in CHECKS.values():
        monkeypatch.setattr(check, "questions", functools.cache(check.questions))


def passing(name, i, seed=0):
    """The mutants of an answer that a check accepts, each as the lines that differ."""
    check, answer = CHECKS[name], CHECKS[name].answers[i]
    before = _plain(answer.source)
    for mutant in mutants(answer.source):
        try:
            function = Answer(name, mutant.source).function
        except SyntaxError:  # a break that has left its loop
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if check.accepts(function, seed):
                yield _difference(before, mutant.source)


def _plain(source):
    return ast.unparse(ast.parse(source))


def _difference(before, after):
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return " | ".join(re.sub(r"\s+", " ", line) for line in lines if line[0] in "+-")


def reason(name, difference):
    """Why a mutant is as right as the original, or None."""
    return next(
        (why for names, look, why in EQUIVALENT if name in names and re.search(look, difference)),
        None,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("name", "i"), answers())
def test_every_edit_of_a_plain_answer_is_caught_or_as_right(name, i):
    left = [lines for lines in passing(name, i) if reason(name, lines) is None]
    assert not left, "\n".join(left)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize(("name", "i"), answers())
def test_what_passes_the_visible_check_passes_grading(name, i):
    seen = set(passing(name, i))
    for seed in (12_345, 2**32):
        assert seen <= set(passing(name, i, seed))


def test_mutants_are_many_and_of_all_kinds():
    source = CHECKS["train_perceptron"].answers[0].source
    texts = {_difference(_plain(source), mutant.source) for mutant in mutants(source)}
    for edit in (
        "+ if y_i * (w @ x_i) < 0:",  # a comparison
        "+ w = w - eta * y_i * x_i",  # an operator
        "+ w = np.zeros(X.shape[0])",  # an axis
        "+ w = eta * y_i * x_i",  # a term
        "+ wrong = 1",  # a constant
        "+ w += eta * y_i * x_i",  # an alias
        "+ w = w + y_i * x_i",  # a factor
        "+ continue",  # a statement
    ):
        assert any(edit in text for text in texts), edit
    assert len(texts) > 90


def test_a_mutant_names_the_line_that_it_changes():
    source = "def f(x):\n    y = x + 1\n    return y * 2\n"
    lines = {mutant.source.splitlines()[1:][mutant.line - 2] for mutant in mutants(source)}
    assert "    y = x - 1" in lines
    assert "    return y / 2" in lines


def test_an_incomplete_check_would_be_found(monkeypatch):
    check = CHECKS["eta_decay"]
    monkeypatch.setattr(check, "questions", lambda seed: Questions(check, seed))
    monkeypatch.setattr(check, "_cases", lambda rng: [(1,)])
    monkeypatch.setattr(check, "_extremes", lambda rng: [])
    monkeypatch.setattr(check, "by_hand", ((1,), 1.0, "one"))
    assert "- return 1 / n | + return 1 * n" in set(passing("eta_decay", 0))
    assert np.isclose(check.reference(4), 0.25)
