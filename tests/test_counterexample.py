"""The smallest call that goes wrong, the nearest that is right, and inputs with a structure."""

import numpy as np
import pytest
from misstep import climb
from misstep.core.rows import Row
from misstep.core.variations import Form, structured
from misstep.explain.diagnosis import smallest
from student_code import written

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]
TIES = "Z = X @ W.T\nreturn np.nonzero(Z == Z.max(axis=1, keepdims=True))[1]"


def reduced(name, body):
    """Return the arguments of the smallest call that goes wrong, from the first one that does."""
    check, function = CHECKS[name], written(name, body)
    inputs = check.inputs(0)
    cases = (smallest(check, function, 0, c.args) for c in inputs.random + inputs.edge_cases)
    return next(case.args for case in cases if case)


def test_call_is_as_small_as_it_can_be():
    W, X = reduced("predict_multiclass", TIES)
    assert (W.shape, X.shape) == ((2, 1), (1, 1))
    assert (X @ W.T)[0, 0] == (X @ W.T)[0, 1]


def test_shares_still_add_up_to_1():
    event, dist = reduced("probability", "return max((dist[x] for x in event), default=0)")
    assert len(event) == len(dist) == 2
    assert sum(dist.values()) == pytest.approx(1)


def test_reduction_never_makes_an_infinite_result():
    p, q = reduced("entropy_between", "return -(p * np.log(np.clip(q, 1e-7, 1))).sum()")
    assert np.all(q[p > 0] > 0)


def test_lists_that_are_never_empty_stay_so():
    [labelled] = reduced("learn_lexicon", "return missing")
    assert all(words for words, _ in labelled)


def test_tables_keep_a_key_that_they_share():
    *_, model = reduced("log_score", "return 0.0")
    tables = model["log_likelihoods"].values()
    assert all("<OOV>" in table and max(table.values()) <= 0 for table in tables)


def test_constant_feature_stays():
    form = Form([(np.array([[1.0, 2.0], [1.0, 3.0]]),), (np.array([[1.0, -0.5]]),)])
    assert form.holds((np.array([[1.0, 0.0]]),))
    assert not form.holds((np.array([[0.0, 2.0]]),))


def test_right_function_has_no_counterexample():
    check = CHECKS["softmax"]
    assert smallest(check, check.reference, 0, check.inputs(0).random[0].args) is None


def test_comparison_names_what_would_make_it_right():
    report = climb(CHECKS["predict_multiclass"], written("predict_multiclass", TIES), 0)
    told = report.value(Row.COMPARE)
    assert "returns [0, 1], expected [0]; with W=" in told
    assert told.endswith("instead it is right")


def test_comparison_is_left_out_if_nothing_is_right():
    report = climb(
        CHECKS["scores"], written("scores", "return X.sum(axis=1)[:, None] + W.sum(axis=1)"), 0
    )
    assert "instead it is right" not in report.value(Row.COMPARE)


def test_structures_are_made_from_drawn_inputs():
    drawn = [
        (np.array([0.25, 0.5, 0.25]), ["art", "film"]),
        (np.array([0.5, 0.25, 0.25]), ["plot"]),
    ]
    made = structured(drawn, lambda args: True)
    assert any(len(set(shares)) == 1 or shares[0] == shares[-1] for shares, _ in made)
    assert all(shares.sum() == pytest.approx(1) for shares, _ in made)
    assert ["films", "film"] in [words for _, words in made]
    assert not any(Form(drawn).holds((np.array([2.0, -1.0]), words)) for _, words in drawn)
