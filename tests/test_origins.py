"""Where a nan, an infinity, a 0 or a None in a result is from: each on several functions, or not at all."""

# ruff: noqa: E501
import numpy as np
import pytest
from misstep.explain import diagnosis
from test_diagnosis import _nothing_goes_wrong_unseen, evidence, said, written  # noqa: F401

pytestmark = pytest.mark.slow  # it searches for what to say of wrong answers

NONE_POSITIVE = (np.array([0, 1, 1]), np.array([0, 0, 0]))
HALVES = (np.array([0.5, 0.5, 0]), np.array([0.5, 0.5, 0]))
PRODUCT = """
    p = 1.0
    for i in range(len(y)):
        q = 1 / (1 + np.exp(-X[i] @ w))
        p *= q if y[i] == 1 else 1 - q
    return p
    """
LABELS = """
    best, top = None, 0.0
    for label in model["log_priors"]:
        table, score = model["log_likelihoods"][label], np.exp(model["log_priors"][label])
        for word in words:
            score = score * np.exp(table.get(word, table["<OOV>"]))
        if score > top:
            best, top = label, score
    return best
    """


def origin(name, body, args, want=0.0):
    function = written(name, body)
    with np.errstate(all="ignore"):
        value = function(*args)
    found = diagnosis.first_nan(function, args, value, want)
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("name", "body", "args", "words"),
    [
        ("precision", "tp = np.sum(y * y_hat)\nshare = tp / np.sum(y_hat)\nif share < 0:\n    return 0.0\nreturn share",
         NONE_POSITIVE, "both tp and np.sum(y_hat) are 0, and 0 / 0 is no number. And share < 0 does not catch it"),
        ("precision", "share = np.sum(y * y_hat) + 0.0\nshare /= np.sum(y_hat)\nreturn share", NONE_POSITIVE,
         "share /= np.sum(y_hat) is nan: both share and np.sum(y_hat) are 0"),
        ("recall", "return np.mean(y[y_hat == 1])", NONE_POSITIVE, "y[y_hat == 1] is empty, and nothing has no mean"),
        ("entropy_between", "logs = np.log(q)\nreturn -np.sum(p * logs)", HALVES,
         "0 times infinity is no number, and logs is infinite: in np.log(q), q holds a 0, and the logarithm of 0 is -inf"),
        ("entropy_between", "return -sum(np.log(q))", HALVES, "q holds a 0, and the logarithm of 0 is -inf"),
        ("entropy_between", "return np.sum(np.sqrt(p - 1))", HALVES, "p - 1 holds a number below 0, which has no root"),
        ("softmax", "e = np.exp(Z)\nreturn e / e.sum()", (np.array([1000.0, 0.0]),),
         "infinity divided by infinity is no number, and e is infinite: in np.exp(Z), Z is up to 1000"),
        ("softmax", "return np.exp(Z)", (np.array([1000.0, 0.0]),), "Z is up to 1000, and e to that is too large"),
    ],
)  # fmt: skip
def test_the_first_nan_or_infinity_of_a_call_is_explained(name, body, args, words):
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
def test_what_is_finite_given_or_meant_has_no_origin(body, args, want):
    assert origin("entropy_between", body, args, want) == ""


def test_a_product_that_vanishes_is_told_with_the_number_of_its_factors():
    many = np.ones((2000, 1)), np.zeros(2000, dtype=int)
    found = evidence("likelihood", written("likelihood", PRODUCT))
    found.args, found.wants = [(np.zeros(1), *many)], [1e-300]
    found.mine = [diagnosis.evidence.Outcome(0.0)]
    looks, think = diagnosis.vanished(found)
    assert "after 1075 factors p is exactly 0, though no factor is" in looks
    assert "added up" in think
    found.function = written("likelihood", "return np.prod(np.full(len(y), 0.5))")
    assert "after 2000 factors np.prod(" in diagnosis.vanished(found)[0]
    found.function = written("likelihood", "return np.prod(np.full(len(y), 0.0))")
    assert diagnosis.vanished(found) is None, "a factor is 0"


def test_a_none_that_nothing_replaces_is_told_with_the_reason():
    table = {"<OOV>": -5.0}
    model = {"log_priors": {"a": -1.0, "b": -1.0}, "log_likelihoods": {"a": table, "b": table}}
    function = written("predict_label", LABELS)
    looks, _ = diagnosis.kept_none(function, (["x"] * 500, model), None)
    assert "best is still None, its starting value" in looks
    assert "score > top holds in no round of this call, as score is 0 each time" in looks
    assert "the product is too small for a float" in looks
    assert diagnosis.kept_none(function, (["x"], model), "a") is None


def test_a_none_in_a_label_search_is_no_missing_return():
    body = "best, top = None, 0\nfor k in labels:\n    if score(words, k) < top - 5000.0:\n        best = k\nreturn best"
    assert "score(words, k) < top - 5000.0 holds in no round of this call" in said("classify", body)
    body = "best = None\nfor k in labels:\n    if score(words, k) < 0:\n        best = k\nbest = labels[-1]\nreturn best"
    assert "its starting value" not in said("classify", body)
