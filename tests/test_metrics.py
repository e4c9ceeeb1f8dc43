"""03: metrics, against counting pair by pair with exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import complaint, modest

from lincourse.metrics import accuracy, confusion, confusion_matrix, f1, precision, recall

outcomes = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=20)


def unzip(pairs):
    return [a for a, _ in pairs], [b for _, b in pairs]


def ratio(part, whole):
    return Fraction(part, whole) if whole else Fraction(0)


@modest
@given(outcomes)
def test_confusion_counts_the_four_kinds_of_outcome(pairs):
    expected = tuple(pairs.count(kind) for kind in [(1, 1), (0, 1), (1, 0), (0, 0)])
    assert confusion(*unzip(pairs)) == expected


@modest
@given(outcomes)
def test_accuracy_precision_and_recall_are_shares(pairs):
    y, y_hat = unzip(pairs)
    right = sum(a == b for a, b in pairs)
    hits = sum(a == b == 1 for a, b in pairs)
    assert accuracy(y, y_hat) == float(ratio(right, len(pairs)))
    assert precision(y, y_hat) == float(ratio(hits, sum(y_hat)))
    assert recall(y, y_hat) == float(ratio(hits, sum(y)))


@modest
@given(outcomes)
def test_f1_is_the_harmonic_mean_of_precision_and_recall(pairs):
    y, y_hat = unzip(pairs)
    p, r = precision(y, y_hat), recall(y, y_hat)
    assert f1(y, y_hat) == pytest.approx(2 / (1 / p + 1 / r) if p and r else 0)


@pytest.mark.parametrize(
    ("metric", "y", "y_hat"),
    [(precision, [1, 0], [0, 0]), (recall, [0, 0], [1, 0]), (f1, [0, 0], [0, 0])],
    ids=["nothing called positive", "nothing positive", "neither"],
)
def test_a_metric_without_a_denominator_is_zero(metric, y, y_hat):
    assert metric(y, y_hat) == 0.0


def test_booleans_are_labels_too():
    assert confusion([True, False], np.array([True, True])) == (1, 1, 0, 0)


@modest
@given(st.lists(st.integers(0, 4), min_size=1), st.randoms(use_true_random=False))
def test_accuracy_counts_any_labels(y, random):
    y_hat = [random.choice(y) for _ in y]
    expected = sum(a == b for a, b in zip(y, y_hat, strict=True)) / len(y)
    assert accuracy(y, y_hat) == pytest.approx(expected)


@modest
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=20))
def test_confusion_matrix_counts_every_pair_of_classes(pairs):
    expected = [[pairs.count((i, j)) for j in range(4)] for i in range(4)]
    assert confusion_matrix(*unzip(pairs), 4).tolist() == expected


@pytest.mark.parametrize(
    ("name", "y", "y_hat"),
    [
        ("y_hat", [0, 1], [0]),
        ("y", [[0, 1]], [[0, 1]]),
        ("y", [[0], [0, 1]], [0, 1]),
        ("y_hat", [0, 1], [[0], [0, 1]]),
    ],
    ids=["a prediction too few", "tables", "ragged labels", "ragged predictions"],
)
def test_accuracy_names_labels_of_the_wrong_shape(name, y, y_hat):
    with complaint(name):
        accuracy(y, y_hat)


@pytest.mark.parametrize(
    ("name", "y", "y_hat", "n_classes"),
    [
        ("y", [3], [0], 3),
        ("y_hat", [0], [3], 3),
        ("y_hat", [0, 1], [0], 3),
        ("n_classes", [0], [0], 0),
        ("n_classes", [], [], -1),
        ("n_classes", [0], [0], 1.5),
    ],
)
def test_confusion_matrix_names_what_is_wrong(name, y, y_hat, n_classes):
    with complaint(name):
        confusion_matrix(y, y_hat, n_classes)
