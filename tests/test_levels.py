"""Levels of the capstone, the comparison of models, and what is noticed of ready-made ones."""

import sys
from collections import Counter
from types import SimpleNamespace

import answers.family as answers
import numpy as np
import pytest
from misstep import climb
from misstep.functions import levels
from misstep.functions.ready_made import ready_made_package

from lincourse import checks, datasets
from lincourse.checks import CheckFailed
from lincourse.checks.units import CHECKS, LEVELS
from lincourse.checks.units.family import capstone, comparison
from lincourse.checks.units.family.capstone import GOAL, TEST, TRAIN, encoded_split

PIPELINE = LEVELS["sentiment_pipeline"]
LABELS = ["a", "b"] * 50


def small(monkeypatch, right):
    """Splits of 100 documents on which `said` is right so many times."""
    split = ([], [[str(i)] for i in range(100)], LABELS)
    monkeypatch.setattr(PIPELINE, "splits", lambda seed: [split])
    said = [y if i < right else ("b" if y == "a" else "a") for i, y in enumerate(LABELS)]
    return lambda train, documents: said


@pytest.mark.parametrize(
    ("right", "level", "seed", "good"),
    [
        (75, "good", 0, True),
        (74, "good", 0, False),
        (69, "good", 5, True),  # grading allows for chance
        (68, "good", 5, False),
        (77, "distinction", 0, True),
        (76, "distinction", 0, False),
        (71, "distinction", 9, True),
        (70, "distinction", 9, False),
    ],
)
def test_level_has_an_allowance_only_in_grading(monkeypatch, right, level, seed, good):
    report = PIPELINE.mark(small(monkeypatch, right), level, seed)
    assert report.good == good
    assert f"0.{right}00 of 100 reviews are right" in f"{report.passed} {report.message}"
    if not good:
        assert "not at this level yet" in str(report)
        assert report.think


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (None, "sentiment_pipeline is not defined yet"),
        (lambda train, documents: 1 / 0, "stopped with ZeroDivisionError"),
        (lambda train, documents: None, "should return a list with one label per document"),
        (lambda train, documents: ["a"], "1 label for 100 documents"),
        (lambda train, documents: [][0], "IndexError"),
    ],
)
def test_failing_function_reaches_no_level(monkeypatch, function, words):
    small(monkeypatch, 80)
    report = PIPELINE.mark(function, "good")
    assert not report.good
    assert words in report.message


def test_folds_of_a_seed_have_no_document_in_common():
    parts = [encoded_split(7, fold) for fold in range(3)]
    seen = [{tuple(words) for words in documents} for _, documents, _ in parts]
    assert all(len(train) == TRAIN for train, _, _ in parts)
    assert all(len(documents) == TEST for _, documents, _ in parts)
    for i in range(3):
        train = {tuple(words) for words, _ in parts[i][0]}
        assert len(seen[i] & train) < 10  # a few sentences stand twice in the data
        assert len(seen[i] & seen[i - 1]) < 10
    assert encoded_split(7) == parts[0]


@pytest.mark.slow
def test_naive_bayes_on_words_is_good_and_no_distinction():
    assert levels.accuracy(answers.bayes_plainly(*encoded_split(1)[:2]), encoded_split(1)[2]) > GOAL
    assert PIPELINE.mark(answers.bayes_plainly, "good").good
    assert not PIPELINE.mark(answers.bayes_plainly, "distinction").good


def pairs_too(train, documents):
    def features(words):
        return [*words, *(" ".join(pair) for pair in zip(words, words[1:], strict=False))]

    return answers.bayes_plainly(
        [(features(words), y) for words, y in train], [features(words) for words in documents]
    )


def test_same_allowance_on_every_level():
    goal = next(p for p in CHECKS["sentiment_pipeline"].properties if "film reviews" in p.words)
    share = GOAL - PIPELINE.allowance + 0.005

    def partly_right(train, documents):
        labels = next(y for _, d, y in map(encoded_split, recent) if d == documents)
        return [y if i < share * TEST else None for i, y in enumerate(labels)]

    recent = [capstone.a_seed(np.random.default_rng(1))]
    assert f"the goal is {GOAL:.2f}" in goal.broken(partly_right, np.random.default_rng(1))
    with levels.fresh():
        assert goal.broken(partly_right, np.random.default_rng(1)) is None


def last_weights(train, documents):
    """A perceptron's weights after five epochs."""
    first, second = sorted({label for _, label in train})
    rng, w = np.random.default_rng(0), Counter()
    for _ in range(5):
        for i in rng.permutation(len(train)):
            words, label = train[i]
            features, y = [*dict.fromkeys(words), "bias"], 1 if label == second else -1
            if y * sum(w[feature] for feature in features) <= 0:
                w.update(dict.fromkeys(features, y))
    scores = [sum(w[word] for word in [*dict.fromkeys(d), "bias"]) for d in documents]
    return [second if score > 0 else first for score in scores]


@pytest.mark.slow
def test_unlucky_split_costs_a_perceptron_nothing():
    train, documents, labels = encoded_split(5025)  # the worst for it of a hundred
    right = levels.accuracy(last_weights(train, documents), labels)
    assert GOAL - PIPELINE.allowance < right < 0.65


def signature(words):
    """Which words of a sentence are the same, whatever they are."""
    return tuple(words.index(word) for word in words)


def test_sentences_are_not_known_by_the_words_that_they_repeat():
    public = Counter(signature(list(d)) for d in datasets.rotten_tomatoes().documents)
    unique = {pattern for pattern, times in public.items() if times == 1}
    long = [d for _, part, _ in [encoded_split(7)] for d in part if len(set(d)) < len(d)]
    assert sum(signature(d) in unique for d in long) < len(long) / 2


def test_only_accuracies_on_fresh_data_are_recorded():
    with levels.measuring() as found:
        levels.note(0.9, 10)
        with levels.fresh():
            levels.note(0.8, 20)
    levels.note(0.7, 30)
    with levels.fresh():
        levels.note(0.6, 40)
    assert found == [{"accuracy": 0.8, "n": 20}]


def test_unknown_level_raises():
    with pytest.raises(ValueError, match="no level"):
        checks.check_level("sentiment_pipeline", "best")


def test_missed_level_raises_with_the_accuracy(monkeypatch):
    small(monkeypatch, 50)
    monkeypatch.setattr(sys.modules[__name__], "sentiment_pipeline", None, raising=False)
    with pytest.raises(CheckFailed, match="sentiment_pipeline is not defined yet"):
        checks.check_level("sentiment_pipeline", "good")
    monkeypatch.setattr(
        sys.modules[__name__], "sentiment_pipeline", lambda train, documents: ["a"] * 100
    )
    with pytest.raises(CheckFailed, match="to repeat this"):
        checks.check_level_fresh("sentiment_pipeline", "good")


# ---------------------------------------------------------------- own work


class LogisticRegression:
    """As if it came from there."""

    __module__ = "sklearn.linear_model._logistic"


ready = LogisticRegression()
linear_model = SimpleNamespace()
linear_model.__module__ = "sklearn.linear_model"


def helper(X):
    return LogisticRegression()


def imports(train, documents):
    from sklearn.naive_bayes import MultinomialNB

    return MultinomialNB()


def imports_by_name(train, documents):
    return __import__("torch")


def takes_the_course_s(train, documents):
    from lincourse.naive_bayes import train_naive_bayes

    return train_naive_bayes(train)


def takes_all_of_the_course(train, documents):
    import lincourse

    return lincourse.naive_bayes.train_naive_bayes(train)


def takes_what_is_given(train, documents):
    import lincourse
    from lincourse import softmax

    return softmax.softmax(lincourse.plots.colour(len(train)))


def names_a_class(train, documents):
    return LogisticRegression().fit(train)


def names_an_object(train, documents):
    return ready.predict(documents)


def through_a_helper(train, documents):
    return helper(train)


def of_its_own(train, documents):
    from collections import Counter
    from math import log

    LogisticRegression = Counter(word for words, _ in train for word in words)
    return [np.sign(log(LogisticRegression[words[0]] + 1)) for words in documents]


@pytest.mark.parametrize(
    ("function", "package"),
    [
        (imports, "sklearn"),
        (imports_by_name, "torch"),
        (takes_the_course_s, "lincourse.naive_bayes"),
        (takes_all_of_the_course, "lincourse.naive_bayes"),
        (takes_what_is_given, ""),
        (names_a_class, "sklearn"),
        (names_an_object, "sklearn"),
        (through_a_helper, "sklearn"),
        (of_its_own, ""),
        (answers.bayes_as_matrix, ""),
        (len, ""),
    ],
)
def test_ready_made_models_are_detected(function, package):
    assert ready_made_package(function).startswith(package)
    assert bool(ready_made_package(function)) == bool(package)
    if package and function.__module__ == __name__:
        words = "course's own code" if "lincourse" in package else f"It uses {package}"
        report = climb(CHECKS["sentiment_pipeline"], function, 0)
        assert report.failed == "it is written with only Python and NumPy"
        assert words in report.message
        assert words in PIPELINE.mark(function, "good").message


# ---------------------------------------------------------------- a comparison


def first(train, documents):
    return [train[0][1] for _ in documents]


def last(train, documents):
    return [train[-1][1] for _ in documents]


def by_word(train, documents):
    known = {words[0]: label for words, label in train}
    return [known.get(words[0], "x") for words in documents]


DATA = [(["a", "b"], "x"), (["c"], "y")]
SPLITS = [(DATA, DATA), (DATA, [(["a"], "x"), (["c", "b"], "y"), (["d"], "y")])]
MODELS = {"first": first, "last": last, "by word": by_word}
TABLE = {"first": [0.5, 1 / 3], "last": [0.5, 2 / 3], "by word": [1.0, 2 / 3]}


def test_honest_comparison_passes():
    report = comparison.mark(TABLE, MODELS, SPLITS)
    assert report.good, report
    assert len(report.passed) == 4


@pytest.mark.parametrize(
    ("table", "models", "words"),
    [
        (None, None, "models has no answer yet"),
        (None, MODELS, "comparison has no answer yet"),
        (TABLE, {"first": first, "last": last}, "There are 2 models"),
        (TABLE, {**MODELS, "first": 3}, "models['first'] is 3, not a function"),
        (TABLE, [first, last], "models should be a dict, but it is a list"),
        ([1], MODELS, "comparison should be a dict"),
        ({**TABLE, "mine": [1.0, 1.0]}, MODELS, "'mine' is in one of"),
        ({**TABLE, "last": 0.5}, MODELS, "should be a list of accuracies"),
        ({**TABLE, "last": [0.5]}, MODELS, "'last' has 1 accuracies for 2 splits"),
        ({**TABLE, "last": [50.0, 67.0]}, MODELS, "not between 0 and 1"),
        (
            {**TABLE, "last": [0.5, 0.9]},
            MODELS,
            "has 0.900 in your table; run again, it gets 0.667",
        ),
        (
            {**TABLE, "last": TABLE["first"]},
            {**MODELS, "last": lambda train, documents: first(train, documents)},
            "'first' and 'last' give every document of splits[0] and splits[1] the same label",
        ),
        (TABLE, {**MODELS, "last": lambda train, documents: 1 / 0}, "stopped with ZeroDivision"),
        (TABLE, {**MODELS, "last": lambda train, documents: ["x"]}, "one label for each document"),
        (TABLE, {**MODELS, "last": names_a_class}, "'last': It uses sklearn"),
    ],
)
def test_comparison_fails_with_the_reason(table, models, words):
    report = comparison.mark(table, models, SPLITS)
    assert not report.good
    assert words in report.message


def test_made_up_row_is_found_whatever_stands_in_its_last_place():
    splits = [SPLITS[1]] * 5
    table = {name: [row[1]] * 5 for name, row in TABLE.items()}
    assert comparison.mark(table, MODELS, splits).good
    made_up = {**table, "last": [0.9] * 4 + [2 / 3]}
    assert "'last' has 0.900" in comparison.mark(made_up, MODELS, splits).message
