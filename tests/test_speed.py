"""Starred rungs: what is fast reaches them, what loops is told so, and nothing is raised."""

import sys

import numpy as np
import pytest
from misstep import CHECKS, SPEED_CHECKS
from misstep.functions import speed

from lincourse.checks import check_fast
from lincourse.checks.units import CHECKS as LOADED

assert LOADED is CHECKS


def softmax_gradient(W, X, y):
    """A plain one with a loop over the examples."""
    total = np.zeros(W.shape)
    for x_i, y_i in zip(X, y, strict=True):
        p = np.exp(W @ x_i - (W @ x_i).max())
        p /= p.sum()
        p[y_i] -= 1
        total += np.outer(p, x_i)
    return total / len(X)


def by_comprehension(w, X, y):
    return np.mean(
        [(1 / (1 + np.exp(-(w @ x))) - t) * x for x, t in zip(X, y, strict=True)], axis=0
    )


def by_vectorize(w, X, y):
    sigma = np.vectorize(lambda z: 1 / (1 + np.exp(-z)))
    return (sigma(X @ w) - y) @ X / len(X)


def by_apply(w, X, y):
    p = np.apply_along_axis(lambda x: 1 / (1 + np.exp(-(w @ x))), 1, X)
    return (p - y) @ X / len(X)


def with_a_square_table(w, X, y):
    p = 1 / (1 + np.exp(-(X @ w)))
    return np.ones(len(y)) @ np.diag(p - y) @ X / len(X)


def by_pythons_sum(w, X, y):
    errors = 1 / (1 + np.exp(-(X @ w))) - y
    return np.array([sum(errors * column) for column in X.T]) / len(X)


def one_weight_after_the_other(w, X, y):
    errors = 1 / (1 + np.exp(-(X @ w))) - y
    return np.array([np.mean(errors * X[:, k]) for k in range(len(w))])


@pytest.mark.parametrize("name", SPEED_CHECKS)
def test_model_reaches_every_rung(name, monkeypatch):
    monkeypatch.setattr(speed, "ROWS", 20_000)
    report = SPEED_CHECKS[name].mark(SPEED_CHECKS[name].model)
    assert report.good, report
    assert report.passed[0] == "its results"
    assert "fast on 20,000 rows" in report.passed[-1]
    assert "★" in report.headline


def test_loop_over_the_examples_is_found_by_counting(monkeypatch):
    monkeypatch.setattr(speed, "seconds", None)  # would raise
    report = SPEED_CHECKS["softmax_gradient"].mark(softmax_gradient)
    assert report.failed == "no loop over the examples"
    assert "about" in report.message
    assert "one by one" in report.message
    assert report.think
    assert "not reached yet (no points depend on it)" in str(report)


@pytest.mark.parametrize("slow", [by_comprehension, by_vectorize, by_apply])
def test_hidden_loops_are_found(slow, monkeypatch):
    monkeypatch.setattr(speed, "seconds", None)
    report = SPEED_CHECKS["logistic_gradient"].mark(slow)
    assert report.failed == "no loop over the examples"


def test_quadratic_memory_is_found_on_few_rows(monkeypatch):
    monkeypatch.setattr(speed, "seconds", None)
    report = SPEED_CHECKS["logistic_gradient"].mark(with_a_square_table)
    assert report.failed == "room for 100,000 rows"
    assert "80 gigabytes" in report.message


def test_loop_over_the_weights_passes(monkeypatch):
    monkeypatch.setattr(speed, "ROWS", 20_000)
    assert SPEED_CHECKS["logistic_gradient"].mark(one_weight_after_the_other).good


@pytest.mark.parametrize(("ratio", "good"), [(9.9, True), (10.1, False)])
def test_time_ratio_decides_and_is_reported(ratio, good, monkeypatch):
    monkeypatch.setattr(speed, "seconds", lambda *_: (0.02 * ratio, 0.02))
    report = SPEED_CHECKS["logistic_gradient"].mark(by_pythons_sum)
    assert report.good is good
    if good:
        assert "about 9.9 times as long as" in report.passed[-1]
    else:
        assert report.message.startswith("Yours takes 10 times as long")
        assert "Python's sum" in report.message


def test_wrong_function_is_referred_to_its_own_check(capsys):
    namespace = {"check_fast": check_fast, "confusion": lambda y, y_hat: (1, 2, 3, 4)}
    exec('check_fast("confusion")', namespace)
    del namespace["confusion"]
    exec('check_fast("confusion")', namespace)  # nothing there is nothing right
    said = capsys.readouterr().out
    assert said.count("does not pass its own test cell yet") == 2


def test_measuring_restores_the_trace_function():
    def trace(*_):
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        assert speed.instructions(max, (1, 2)) >= 0
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


def test_unknown_speed_check_raises():
    with pytest.raises(ValueError, match="there are confusion, "):
        check_fast("sigmoid")


def test_measuring_prints_nothing(capsys):
    def loud(y, y_hat):
        print("here")
        return SPEED_CHECKS["confusion"].model(y, y_hat)

    speed.instructions(loud, SPEED_CHECKS["confusion"].args(10))
    speed.seconds(loud, SPEED_CHECKS["confusion"].model, SPEED_CHECKS["confusion"].args(10))
    assert capsys.readouterr().out == ""
