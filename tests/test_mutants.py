"""Completeness of the checks, by mutation testing: every single edit of a plain answer is caught.

A mutant is caught on the inputs that students see (seed 0). One that passes is either the same
function, or differs only where the task says nothing; both are listed here, with the reason.
"""

import ast
import difflib
import functools
import re
import warnings
from pathlib import Path

import misstep.core.calling as calling
import numpy as np
import pytest
from misstep import accepts
from misstep.core.check import CheckInputs
from misstep.core.mistakes import Answer
from misstep.explain.mutants import mutants

from lincourse.checks.units import CHECKS

# Every mutant that passes, by its very lines, with the reason why it is as right as the original:
# another one is never excused by being like it.
LISTED = [
    line.split("\t")
    for line in Path(__file__)
    .with_name("equivalent_mutants.tsv")
    .read_text("utf-8")
    .splitlines()[1:]
]
EQUIVALENT = {(name, int(i), lines): why for name, i, why, lines in LISTED}


# What is asked of it is that it labels most sentences right, and many edits leave that as it is.
BY_ACCURACY = {"sentiment_pipeline"}


def answers():
    """(name, number of the answer) for every plain answer."""
    return [
        pytest.param(name, i, id=f"{name}-{i}")
        for name in sorted(CHECKS.keys() - BY_ACCURACY)
        for i in range(len(CHECKS[name].answers))
    ]


@pytest.fixture(autouse=True, scope="module")
def _quickly():
    """Little time is enough for a mutant that runs for ever, and inputs are drawn once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calling, "limit", lambda own=None: 1)
        for check in CHECKS.values():
            patch.setattr(check, "inputs", functools.cache(check.inputs))
        yield


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
            if accepts(check, function, seed):
                yield _difference(before, mutant.source)


def _plain(source):
    return ast.unparse(ast.parse(source))


def _difference(before, after):
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return " | ".join(re.sub(r"\s+", " ", line) for line in lines if line[0] in "+-")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "i"), answers())
@pytest.mark.sampled(every=2)
def test_every_edit_of_a_plain_answer_is_caught_or_as_right(name, i):
    listed = {lines for n, k, lines in EQUIVALENT if (n, k) == (name, i)}
    passes = set(passing(name, i))
    assert not passes - listed, "\n".join(["these pass, and are not listed:", *passes - listed])
    assert not listed - passes, "\n".join(["these are listed, and do not pass:", *listed - passes])


def test_every_listed_mutant_has_a_reason_and_is_listed_once():
    assert len(EQUIVALENT) == len(LISTED)
    assert all(len(why) > 10 for why in EQUIVALENT.values())
    assert {name for name, _, _ in EQUIVALENT} <= CHECKS.keys() - BY_ACCURACY


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
    monkeypatch.setattr(check, "inputs", lambda seed: CheckInputs(check, seed))
    monkeypatch.setattr(check, "draw_random", lambda rng: [(1,)])
    monkeypatch.setattr(check, "draw_edge_cases", lambda rng: [])
    monkeypatch.setattr(check, "worked_example", ((1,), 1.0, "one"))
    assert "- return 1 / n | + return 1 * n" in set(passing("eta_decay", 0))
    assert np.isclose(check.reference(4), 0.25)
