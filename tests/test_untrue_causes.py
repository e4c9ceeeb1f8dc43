"""A cause is named only if it happened: no message may claim what the code doesn't do."""

import pytest
from student_code import said

from lincourse.checks.units import CHECKS

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("strict_engine")]

TRAIN = """
    w = np.zeros(X.shape[1])
    mistakes = []
    for epoch in range(max_epochs):
        wrong = 0
        for x_i, y_i in zip(X, y):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes
    """
ONE_HOT = """
    H = np.zeros((len(y), n_classes))
    for row, k in enumerate(y):
        H[row, k] = k + 2
    return H
    """
ERROR = """
    n = len(values)
    if n < 2:
        return np.mean(values), 0.0
    return np.mean(values), np.std(values, ddof=1) / np.sqrt(n)
    """
COUNTS = """
    counts = {}
    for words, label in labelled:
        counts.setdefault(label, {})
        for word in words:
            counts[label][word] = words.count(word)
    return counts
    """


@pytest.mark.parametrize(
    ("name", "body", "untrue", "told"),
    [
        pytest.param("one_hot", ONE_HOT, "held before", "H[row, k] = k + 2", id="nothing was held"),
        pytest.param("word_counts", COUNTS, "", "replaces whatever", id="something was held"),
        pytest.param(
            "train_perceptron",
            TRAIN.replace("max_epochs)", "max_epochs + 1)"),
            "first entry",
            "has one round too many",
            id="which round is too many can't be told",
        ),
        pytest.param(
            "train_perceptron",
            TRAIN.replace("np.zeros", "np.ones"),
            "logarithm",
            "np.ones(X.shape[1])",
            id="the logarithm of ones is the right start",
        ),
        pytest.param(
            "entropy_between",
            "seen = p > 0\nreturn -np.mean(p[seen] * np.log(q[seen]))",
            "adds nothing up",
            "is divided by the number of entries",
            id="the mean adds up",
        ),
        pytest.param(
            "mean_and_error",
            ERROR,
            "axis",
            "should raise a ValueError",
            id="an axis that is missing",
        ),
    ],
)
def test_cause_is_named_only_if_it_happened(name, body, untrue, told, monkeypatch):
    monkeypatch.setattr(CHECKS[name], "mistakes", [])
    text = said(name, body)
    assert not untrue or untrue not in text
    assert told in text
