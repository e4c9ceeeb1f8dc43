"""The estimators in scikit-learn's own tools: clone, cross-validation, grid search, pipelines."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import check_estimator

from lincourse import datasets
from lincourse.estimators import (
    LinearSVM,
    LogisticRegression,
    NaiveBayes,
    Perceptron,
    SoftmaxRegression,
)

pytestmark = pytest.mark.slow

ALL = [NaiveBayes, Perceptron, LinearSVM, LogisticRegression, SoftmaxRegression]
LINEAR = ALL[1:]
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def penguins():
    data = datasets.penguins()
    return data.X, np.array(data.class_names)[data.y]


@pytest.fixture(scope="module")
def two_penguins(penguins):
    X, y = penguins
    return X[y != "Gentoo"], y[y != "Gentoo"]


@pytest.mark.parametrize("make", LINEAR)
def test_parameters_are_the_arguments_of_the_constructor(make):
    model = make(epochs=3)
    assert model.get_params()["epochs"] == 3
    assert model.set_params(epochs=5, average=2) is model
    assert (model.epochs, model.average) == (5, 2)
    with pytest.raises(ValueError, match=f"{make.__name__} has no parameter 'epoch'; it has"):
        model.set_params(epoch=5)


def test_repr_shows_what_is_not_the_default():
    assert repr(Perceptron()) == "Perceptron()"
    assert repr(Perceptron(epochs=3, average=True)) == "Perceptron(epochs=3, average=True)"
    assert repr(NaiveBayes()) == "NaiveBayes()"


def test_cross_validation_of_naive_bayes_on_lists_of_words():
    reviews = datasets.rotten_tomatoes()
    scores = cross_val_score(NaiveBayes(), reviews.documents[::5], reviews.labels[::5], cv=3)
    assert scores.shape == (3,)
    assert scores.min() > 0.6


@pytest.mark.parametrize("make", LINEAR)
def test_scores_come_from_coef_and_intercept(make, penguins, two_penguins):
    for X, y in [two_penguins] if make is LogisticRegression else [two_penguins, penguins]:
        X = (X - X.mean(axis=0)) / X.std(axis=0)
        model = make(epochs=5).fit(X, y)
        rows = 1 if len(set(y)) == 2 else 3
        assert model.coef_.shape == (rows, X.shape[1])
        assert model.intercept_.shape == (rows,)
        expected = X @ model.coef_.T + model.intercept_
        found = model.decision_function(X)
        np.testing.assert_allclose(found, expected[:, 0] if rows == 1 else expected)
        assert model.n_features_in_ == X.shape[1]


OUR_OWN_WORDS = "it is refused with a ValueError, in words of our own"
NOT_THEIRS = {
    "check_classifier_not_supporting_multiclass": OUR_OWN_WORDS,
    "check_classifiers_regression_target": "labels may be any numbers, 0.5 and 1.5 among them",
    "check_complex_data": OUR_OWN_WORDS,
    "check_dtype_object": "an object that is no number is a ValueError here, a TypeError there",
    "check_estimators_empty_data_messages": OUR_OWN_WORDS,
    "check_fit2d_1sample": OUR_OWN_WORDS,
    "check_n_features_in_after_fitting": OUR_OWN_WORDS,
    "check_requires_y_none": OUR_OWN_WORDS,
    "check_supervised_y_2d": "a column of labels is refused here, and taken with a warning there",
}


@pytest.mark.filterwarnings("ignore:Estimator .* does not inherit:UserWarning")
@pytest.mark.parametrize("make", LINEAR)
def test_scikit_learn_s_own_checks(make):
    found = check_estimator(make(), expected_failed_checks=NOT_THEIRS, on_skip=None)
    passed = [check["check_name"] for check in found if check["status"] == "passed"]
    assert len(passed) > 45


WITHOUT = """
import sys
sys.modules["sklearn"] = None
from lincourse.estimators import NotFittedError, Perceptron
try:
    Perceptron().predict([[1.0]])
except NotFittedError as error:
    print(error, isinstance(error, ValueError), isinstance(error, AttributeError))
print(Perceptron().fit([[0.0], [1.0]], [0, 1]).score([[0.0], [1.0]], [0, 1]))
"""


def test_without_scikit_learn_all_of_it_works():
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == "this Perceptron is not fitted yet: call fit first True True\n1.0\n"
