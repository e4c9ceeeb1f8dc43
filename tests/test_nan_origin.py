"""Where a nan, an infinity, a 0 or a None in a result is from: each on several functions, or not at all."""

# ruff: noqa: E501
import numpy as np
import pytest
from misstep.explain import diagnosis
from student_code import looks, written

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

NONE_POSITIVE = (np.array([0, 1, 1]), np.array([0, 0, 0]))
HALVES = (np.array([0.5, 0.5, 0]), np.array([0.5, 0.5, 0]))


def origin(name, body, args, want=0.0):
    function = written(name, body)
    with np.errstate(all="ignore"):
        value = function(*args)
    return looks(diagnosis.first_nan(function, args, value, want))


@pytest.mark.parametrize(
    ("name", "body", "args", "words"),
    [
        ("precision", "tp = np.sum(y * y_hat)\nshare = tp / np.sum(y_hat)\nreturn share",
         NONE_POSITIVE, "both tp and np.sum(y_hat) are 0, and 0 / 0 is not a number"),
        ("precision", "share = np.sum(y * y_hat) + 0.0\nshare /= np.sum(y_hat)\nreturn share", NONE_POSITIVE,
         "share /= np.sum(y_hat) is nan: both share and np.sum(y_hat) are 0"),
        ("recall", "return np.mean(y[y_hat == 1])", NONE_POSITIVE, "y[y_hat == 1] is empty, and nothing has no mean"),
        ("entropy_between", "logs = np.log(q)\nreturn -np.sum(p * logs)", HALVES,
         "0 times infinity is not a number, and logs is infinite: in np.log(q), q holds a 0, and the logarithm of 0 is -inf"),
        ("entropy_between", "return -sum(np.log(q))", HALVES, "q holds a 0, and the logarithm of 0 is -inf"),
        ("softmax", "e = np.exp(Z)\nreturn e / e.sum()", (np.array([1000.0, 0.0]),),
         "infinity divided by infinity is not a number, and e is infinite: in np.exp(Z), Z is up to 1000"),
        ("softmax", "return np.exp(Z)", (np.array([1000.0, 0.0]),), "Z is up to 1000, and e to that is too large"),
    ],
)  # fmt: skip
def test_first_nan_or_infinity_is_explained(name, body, args, words):
    assert words in origin(name, body, args)


@pytest.mark.parametrize(
    ("body", "args", "want"),
    [
        (
            "best = -np.inf\nfor v in p:\n    best = max(best, v)\nreturn best",
            HALVES,
            0.0,
        ),  # all is well
        ("return np.sum(p * np.log(q))", HALVES, np.nan),  # nan is what is wanted
        ("return np.sum(p * q)", (np.array([np.nan]), np.array([1.0])), 0.0),  # it was given
        ("return -np.inf", HALVES, 0.0),  # it was written down
    ],
)
def test_finite_given_or_intended_values_have_no_origin(body, args, want):
    assert origin("entropy_between", body, args, want) == ""
