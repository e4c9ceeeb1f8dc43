"""02: every count and probability is compared with plain loops and exact fractions."""

from collections import Counter
from fractions import Fraction
from math import exp, log, sqrt
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import complaint, modest

from lincourse.naive_bayes import (
    OOV,
    categorical_likelihood,
    class_priors,
    classify,
    learn_lexicon,
    lexicon_score,
    log_score,
    paired_difference,
    predict_label,
    replace_rare,
    smoothed_probability,
    train_naive_bayes,
    word_counts,
)

REVIEWS = [
    (["good", "good", "film"], "pos"),
    (["bad", "film"], "neg"),
    (["good", "bad", "plot"], "neg"),
]

documents = st.lists(st.sampled_from("abcd"), min_size=1, max_size=6)
labelled_documents = st.lists(
    st.tuples(documents, st.sampled_from(["pos", "neg", "neutral"])), min_size=1, max_size=8
)


def exact_likelihood(word, label, labelled, vocabulary):
    """(count + 1) / (tokens + V + 1) by going through every token; OOV is not in vocabulary."""
    tokens = [w for words, given_label in labelled for w in words if given_label == label]
    count = sum(token == word for token in tokens)
    return Fraction(count + 1, len(tokens) + len(vocabulary) + 1)


def exact_score(words, label, labelled):
    """P(label) times the product of P(word | label), exactly."""
    vocabulary = {word for document, _ in labelled for word in document} - {OOV}
    product = Fraction(sum(given == label for _, given in labelled), len(labelled))
    for word in words:
        product *= exact_likelihood(word, label, labelled, vocabulary)
    return product


@modest
@given(documents, st.sets(st.sampled_from("abcd")))
def test_lexicon_score_counts_every_token_in_the_lexicon(words, listed):
    expected = 0
    for word in words:
        for entry in listed:
            expected += word == entry
    assert lexicon_score(words, "pos", {"pos": listed, "neg": set("abcd")}) == expected


@modest
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=5))
def test_classify_takes_the_first_label_with_the_best_score(points):
    best = 0
    for i in range(len(points)):
        if points[i] > points[best]:
            best = i
    assert classify(["any"], range(len(points)), lambda words, label: points[label]) == best


def test_classify_hands_the_words_to_the_score():
    assert classify(["b"], ["a", "b"], lambda words, label: label in words) == "b"


@modest
@given(labelled_documents)
def test_learn_lexicon_puts_each_word_under_its_most_frequent_label_only(labelled):
    order = []
    for _, label in labelled:
        if label not in order:
            order.append(label)
    expected = {label: set() for label in order}
    for word in {word for words, _ in labelled for word in words}:
        counts = [sum(ws.count(word) for ws, given in labelled if given == lab) for lab in order]
        expected[order[counts.index(max(counts))]].add(word)
    assert learn_lexicon(labelled) == expected


@pytest.mark.parametrize(
    ("labelled", "expected"),
    [
        ([(["a"], "neg"), (["a"], "pos")], {"neg": {"a"}, "pos": set()}),
        ([(["b"], "pos"), (["a"], "neg"), (["a"], "pos")], {"pos": {"a", "b"}, "neg": set()}),
        ([(["a"], "pos"), (["a", "a"], "neg")], {"pos": set(), "neg": {"a"}}),
    ],
    ids=["first label wins a tie", "first in the data, not first with the word", "most tokens"],
)
def test_learn_lexicon_breaks_ties_by_the_order_of_labels(labelled, expected):
    assert learn_lexicon(labelled) == expected


@modest
@given(st.lists(st.sampled_from("xyz"), min_size=1))
def test_class_priors_are_shares_of_the_examples(labels):
    expected = {label: labels.count(label) / len(labels) for label in set(labels)}
    assert class_priors(labels) == pytest.approx(expected)


@modest
@given(labelled_documents)
def test_word_counts_counts_tokens_not_documents(labelled):
    counts = word_counts(labelled)
    assert set(counts) == {label for _, label in labelled}
    for label, table in counts.items():
        tokens = [word for words, given in labelled for word in words if given == label]
        assert isinstance(table, Counter)
        assert dict(table) == {word: tokens.count(word) for word in tokens}


@modest
@given(st.integers(0, 50), st.integers(0, 1000), st.integers(0, 100))
def test_smoothed_probability_adds_one_to_every_type_and_to_oov(count, others, vocabulary_size):
    exact = Fraction(count + 1, count + others + vocabulary_size + 1)
    assert smoothed_probability(count, count + others, vocabulary_size) == float(exact)


@modest
@given(st.lists(st.integers(0, 3), max_size=10), st.integers(4, 6))
def test_categorical_likelihood_adds_one_to_every_value(values, n_values):
    found = categorical_likelihood(values, n_values)
    expected = [Fraction(values.count(a) + 1, len(values) + n_values) for a in range(n_values)]
    np.testing.assert_allclose(found, [float(p) for p in expected])


@modest
@given(labelled_documents)
def test_training_gives_the_exact_smoothed_fractions(labelled):
    model = train_naive_bayes(labelled)
    vocabulary = {word for words, _ in labelled for word in words}
    labels = [label for _, label in labelled]
    assert set(model) == {"log_priors", "log_likelihoods"}
    assert set(model["log_priors"]) == set(model["log_likelihoods"]) == set(labels)
    for label in set(labels):
        assert model["log_priors"][label] == pytest.approx(log(labels.count(label) / len(labels)))
        table = model["log_likelihoods"][label]
        assert set(table) == vocabulary | {OOV}
        for word, value in table.items():
            assert value == pytest.approx(log(exact_likelihood(word, label, labelled, vocabulary)))


@modest
@given(labelled_documents, st.integers(1, 4))
def test_likelihoods_add_up_to_one_also_where_oov_is_in_the_training_text(labelled, k):
    texts = replace_rare([words for words, _ in labelled], k)
    model = train_naive_bayes(list(zip(texts, [label for _, label in labelled], strict=True)))
    for table in model["log_likelihoods"].values():
        assert list(table).count(OOV) == 1
        assert sum(map(exp, table.values())) == pytest.approx(1)


@modest
@given(labelled_documents, st.lists(st.sampled_from("abcdxyz"), max_size=8))
def test_log_score_is_the_log_of_the_exact_product(labelled, words):
    model = train_naive_bayes(labelled)
    for label in model["log_priors"]:
        expected = log(exact_score(words, label, labelled))
        assert log_score(words, label, model) == pytest.approx(expected)


@modest
@given(labelled_documents, st.lists(st.sampled_from("abcdxyz"), max_size=8))
def test_predict_label_has_the_largest_exact_product(labelled, words):
    label = predict_label(words, train_naive_bayes(labelled))
    best = max(exact_score(words, other, labelled) for _, other in labelled)
    assert log(exact_score(words, label, labelled)) == pytest.approx(log(best), abs=1e-9)


def test_a_long_document_does_not_underflow():
    words = ["good", "unheard"] * 10_000
    model = train_naive_bayes(REVIEWS)
    good, unheard = Fraction(3, 8), Fraction(1, 8)
    expected = log(1 / 3) + 10_000 * (log(good) + log(unheard))
    assert log_score(words, "pos", model) == pytest.approx(expected)
    assert predict_label(words, model) == "pos"


@pytest.mark.parametrize("order", [("pos", "neg"), ("neg", "pos")])
def test_predict_label_breaks_ties_by_the_order_of_the_priors(order):
    model = {
        "log_priors": dict.fromkeys(order, log(0.5)),
        "log_likelihoods": {label: {OOV: -1.0} for label in ("pos", "neg")},
    }
    assert predict_label(["any"], model) == order[0]


@modest
@given(st.lists(documents, max_size=6), st.integers(0, 5))
def test_replace_rare_counts_over_all_the_documents(texts, k):
    together = [word for words in texts for word in words]
    expected = [[w if together.count(w) >= k else OOV for w in words] for words in texts]
    assert replace_rare(texts, k) == expected


@modest
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=20))
def test_paired_difference_is_the_mean_and_standard_error_of_the_differences(pairs):
    right_a, right_b = zip(*pairs, strict=True)
    d = [a - b for a, b in pairs]
    mean, error = paired_difference(right_a, right_b)
    assert mean == pytest.approx(sum(right_a) / len(d) - sum(right_b) / len(d))
    assert error == pytest.approx(stdev(d) / sqrt(len(d)))


@modest
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=20))
def test_paired_difference_changes_its_sign_with_the_order_of_the_models(pairs):
    right_a, right_b = (np.array(right) for right in zip(*pairs, strict=True))
    mean, error = paired_difference(right_a, right_b)
    assert paired_difference(right_b, right_a) == (-mean, error)
    assert paired_difference(right_a, right_a) == (0, 0)


def test_paired_difference_counts_examples_won_and_lost():
    won, lost, n = 120, 100, 2000
    right_a = np.repeat([1, 0, 1], [won, lost, n - won - lost])
    right_b = np.repeat([0, 1, 1], [won, lost, n - won - lost])
    mean, error = paired_difference(right_a, right_b)
    variance = Fraction(won + lost - Fraction((won - lost) ** 2, n), n - 1)
    assert mean == (won - lost) / n
    assert error == pytest.approx(sqrt(variance / n))


@pytest.mark.parametrize("function", [word_counts, learn_lexicon, train_naive_bayes])
def test_what_can_be_walked_through_only_once_is_read_whole(function):
    assert function(iter(REVIEWS)) == function(REVIEWS)


MODEL = train_naive_bayes(REVIEWS)

BAD = {
    "a string for words in lexicon_score": (
        "words",
        lambda: lexicon_score("good film", "pos", {"pos": {"good"}}),
    ),
    "a label without a lexicon": ("label", lambda: lexicon_score(["good"], "x", {"pos": set()})),
    "a string for a lexicon": ("lexicon", lambda: lexicon_score(["oo"], "pos", {"pos": "good"})),
    "no labels to choose from": ("labels", lambda: classify(["good"], [], lambda w, label: 0)),
    "no labels to count": ("labels", lambda: class_priors([])),
    "nothing to learn a lexicon from": ("labelled", lambda: learn_lexicon([])),
    "nothing to count words in": ("labelled", lambda: word_counts([])),
    "nothing to train on": ("labelled", lambda: train_naive_bayes([])),
    "a sentence not split into words": ("labelled", lambda: word_counts([("good film", "pos")])),
    "a training sentence not split": ("labelled", lambda: train_naive_bayes([("good", "pos")])),
    "three things in a pair": ("labelled", lambda: word_counts([(["good"], "pos", 1)])),
    "more counted than there are": ("count", lambda: smoothed_probability(11, 10, 5)),
    "no possible values": ("n_values", lambda: categorical_likelihood([], 0)),
    "a string to score": ("words", lambda: log_score("good film", "pos", MODEL)),
    "a label the model does not know": ("label", lambda: log_score(["good"], "x", MODEL)),
    "a string to label": ("words", lambda: predict_label("good film", MODEL)),
    "one string for documents": ("documents", lambda: replace_rare("good film", 1)),
    "one example to compare": ("right_a", lambda: paired_difference([1], [0])),
    "models compared on other examples": ("right_b", lambda: paired_difference([1, 0], [1])),
    "labels instead of right and wrong": ("right_a", lambda: paired_difference([1, 2], [0, 1])),
    "a document not split": (r"documents\[1\]", lambda: replace_rare([["a"], "good film"], 1)),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()
