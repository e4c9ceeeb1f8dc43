"""Argument validation by `@takes`: what the body gets, what is refused, and in which words."""

import inspect
import sys

import numpy as np
import pytest

from lincourse import arguments, validation
from lincourse.arguments import (
    classes,
    count,
    examples,
    label,
    labels,
    number,
    takes,
    unchecked_inside,
)
from lincourse.engines import train_multiclass, train_svm
from lincourse.estimators import (
    LinearSVM,
    LogisticRegression,
    NaiveBayes,
    Perceptron,
    SoftmaxRegression,
)
from lincourse.naive_bayes import learn_lexicon, train_naive_bayes
from lincourse.perceptron import averaged_perceptron, train_perceptron
from lincourse.softmax import train_softmax


@takes(w="d", x="d", y=(-1, 1), eta=number)
def update(w, x, y, eta=1.0):
    """What comes in."""
    return w, x, y, eta


@takes(X=examples("there is nothing to learn from"), n_classes=classes, y=labels, k=label)
def learn(X, y, n_classes, k=0):
    return X, y, n_classes, k


def test_body_gets_new_float_arrays_and_plain_numbers():
    w = np.array([1, 2])
    got, x, y, eta = update(w, [3, 4], np.int64(-1), np.float32(0.5))
    assert got.dtype == x.dtype == float
    assert not np.shares_memory(got, w)
    assert (type(y), type(eta)) == (int, float)
    assert (y, eta) == (-1, 0.5)


def test_keywords_and_defaults_work_as_in_python():
    assert update(x=[1], w=[2], y=1)[3] == 1.0
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'y'"):
        update([1], [2])
    with pytest.raises(TypeError, match="multiple values for argument 'w'"):
        update([1], [2], 1, w=[3])
    with pytest.raises(TypeError, match="takes from 3 to 4 positional arguments but 5 were given"):
        update([1], [2], 1, 1.0, 7)
    with pytest.raises(TypeError, match="unexpected keyword argument 'rate'"):
        update([1], [2], 1, rate=3)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: update([1, 2], [1, 2, 3], 1), r"^x must have shape \(2,\), not \(3,\)$"),
        (lambda: update([[1]], [1], 1), r"^w must have shape \(d,\), not \(1, 1\)$"),
        (lambda: update([1], [1], 0), r"^y must be -1 or \+1, not 0$"),
        (lambda: update([1], [1], 1, "fast"), "^eta must be a number, not 'fast'$"),
        (lambda: learn(np.zeros((0, 2)), [], 2), "^X has no examples; there is nothing to learn"),
        (lambda: learn([[1]], [2], 2), "^y must be 0 to 1, not 2$"),
        (lambda: learn([[1], [2]], [1], 2), "^y has 1 labels for 2 examples"),
        (lambda: learn([[1]], [1], 2, k=5), "^k must be 0 to 1, not 5$"),
    ],
)
def test_error_names_the_argument_its_value_and_what_is_allowed(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_first_checked_argument_sets_the_length():
    @takes(x="d", w="d")
    def turned(w, x):
        return w, x

    with pytest.raises(ValueError, match=r"^w must have shape \(3,\), not \(2,\)$"):
        turned([1, 2], [1, 2, 3])


def test_decorated_function_keeps_its_name_signature_and_source():
    assert list(inspect.signature(update).parameters) == ["w", "x", "y", "eta"]
    assert update.__name__ == "update"
    assert update.__doc__ == "What comes in."
    assert "return w, x, y, eta" in inspect.getsource(update)


@takes(n=count)
@unchecked_inside
def updated(n, w="w"):
    """Call `update` with what it would refuse."""
    if n == 0:
        raise KeyError(w)
    return update(w, "x", "y")


def test_unchecked_inside_only_skips_the_checks_of_inner_calls():
    assert updated(1) == ("w", "x", "y", 1.0)
    with pytest.raises(ValueError, match="^n must be at least 0, not -1$"):
        updated(-1)


def test_checks_are_on_after_unchecked_inside_returns_or_raises():
    updated(1)
    with pytest.raises(KeyError):
        updated(0)
    with pytest.raises(ValueError, match="^w must be an array of numbers, not 'w'$"):
        update("w", "x", "y")


def rng():
    return np.random.default_rng(0)


def points(n):
    """n points of two classes that no line separates, so that every epoch has mistakes."""
    X = rng().normal(size=(n, 2))
    return X, rng().integers(0, 2, n)


def reviews(n):
    """n documents of ten words, of which each has nine to itself."""
    return [(["film", *(f"{i}-{k}" for k in range(9))], i % 2) for i in range(n)]


FITS = {
    "learn_lexicon": lambda n: learn_lexicon(reviews(n)),
    "train_naive_bayes": lambda n: train_naive_bayes(reviews(n)),
    "train_perceptron": lambda n: train_perceptron(points(n)[0], 2 * points(n)[1] - 1, 1.0, 3),
    "averaged_perceptron": lambda n: averaged_perceptron(*points(n), 2, 1.0, 3),
    "train_multiclass": lambda n: train_multiclass(*points(n), 2, 1.0, 3, decay=True, rng=rng()),
    "train_svm": lambda n: train_svm(*points(n), 2, 0.99, 3, rng=rng()),
    "train_softmax": lambda n: train_softmax(*points(n), 2, 1.0, 3, 2, rng()),
    "NaiveBayes": lambda n: NaiveBayes().fit(*zip(*reviews(n), strict=True)),
    "Perceptron": lambda n: Perceptron(epochs=3, decay=True).fit(*points(n)),
    "LinearSVM": lambda n: LinearSVM(epochs=3).fit(*points(n)),
    "LogisticRegression": lambda n: LogisticRegression(
        epochs=3, batch_size=2, lam=0.1, rng=rng()
    ).fit(*points(n)),
    "SoftmaxRegression": lambda n: SoftmaxRegression(
        epochs=3, batch_size=2, lam=0.1, rng=rng()
    ).fit(*points(n)),
}


def count_validations(fit, n):
    """How often a call is checked, and how often `validation` is called, during fit(n)."""
    total = 0

    def profile(frame, event, _):
        nonlocal total
        if event == "call":
            total += frame.f_globals is vars(validation)
            total += frame.f_code is arguments.Call.__init__.__code__

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        fit(n)
    finally:
        sys.setprofile(before)
    return total


@pytest.mark.parametrize("name", FITS)
def test_number_of_validations_does_not_grow_with_the_data(name):
    few, many = (count_validations(FITS[name], n) for n in (20, 60))
    assert 0 < few == many


def test_takes_refuses_a_check_of_an_unknown_argument():
    with pytest.raises(TypeError, match="square has no argument m"):

        @takes(m=count)
        def square(n):
            return n * n
