"""Argument validation by `@takes`: what the body gets, what is refused, and in which words."""

import inspect

import numpy as np
import pytest

from lincourse import arguments
from lincourse.arguments import classes, count, examples, label, labels, number, takes, unchecked


@takes(w="d", x="d", y=(-1, 1), eta=number)
def update(w, x, y, eta=1.0):
    """What comes in."""
    return w, x, y, eta


@takes(X=examples("there is nothing to learn from"), n_classes=classes, y=labels, k=label)
def learn(X, y, n_classes, k=0):
    return X, y, n_classes, k


def test_the_body_gets_new_float_arrays_and_plain_numbers():
    w = np.array([1, 2])
    got, x, y, eta = update(w, [3, 4], np.int64(-1), np.float32(0.5))
    assert got.dtype == x.dtype == float
    assert not np.shares_memory(got, w)
    assert (type(y), type(eta)) == (int, float)
    assert (y, eta) == (-1, 0.5)


def test_keywords_and_defaults_are_taken_as_python_takes_them():
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
def test_an_error_names_the_argument_what_it_was_and_what_it_should_be(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_the_first_argument_named_sets_the_length():
    @takes(x="d", w="d")
    def turned(w, x):
        return w, x

    with pytest.raises(ValueError, match=r"^w must have shape \(3,\), not \(2,\)$"):
        turned([1, 2], [1, 2, 3])


def test_a_decorated_function_looks_like_itself():
    assert list(inspect.signature(update).parameters) == ["w", "x", "y", "eta"]
    assert update.__name__ == "update"
    assert update.__doc__ == "What comes in."
    assert "return w, x, y, eta" in inspect.getsource(update)


def test_unchecked_is_the_body_alone():
    assert unchecked(update)("w", "x", "y") == ("w", "x", "y", 1.0)
    assert unchecked(len) is len


def test_a_check_of_an_argument_that_is_not_there_is_an_error_at_once():
    with pytest.raises(TypeError, match="square has no argument m"):

        @takes(m=count)
        def square(n):
            return n * n


def test_optional_takes_none():
    @takes(rng=arguments.optional(arguments.generator))
    def draw(rng=None):
        return rng

    assert draw() is draw(None) is None
    with pytest.raises(ValueError, match="^rng must be a generator"):
        draw(3)
