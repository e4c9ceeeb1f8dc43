"""03: scores, boundaries and votes, against plain loops."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import binary_problems, complaint, dot, dyadic, modest, problems

from lincourse.features import (
    add_bias,
    all_vs_all_vote,
    boundary,
    distance,
    encode_opinion,
    joint_features,
    margin,
    naive_bayes_weights,
    one_hot,
    one_vs_all_labels,
    predict_binary,
    predict_multiclass,
    scores,
)
from lincourse.naive_bayes import OOV, log_score, predict_label, train_naive_bayes


def loop_scores(W, X):
    return [[dot(w, x) for w in W] for x in X]


@modest
@given(problems())
def test_add_bias_puts_a_one_before_every_row(problem):
    _, X, _ = problem
    assert add_bias(X).tolist() == [[1.0, *row] for row in X.tolist()]


def test_add_bias_of_no_examples_has_one_more_column():
    assert add_bias(np.zeros((0, 2))).shape == (0, 3)


@modest
@given(
    st.lists(st.sampled_from("abcd")),
    st.sets(st.sampled_from("abcd")),
    st.sets(st.sampled_from("abcd")),
)
def test_encode_opinion_says_which_kinds_of_word_appear(words, positive, negative):
    expected = [1, len(positive.intersection(words)) > 0, len(negative.intersection(words)) > 0]
    assert encode_opinion(words, positive, negative).tolist() == expected


@modest
@given(problems())
def test_joint_features_hold_x_in_block_y_and_zeros_elsewhere(problem):
    W, X, _ = problem
    for y in range(len(W)):
        f = joint_features(X[0], y, len(W)).tolist()
        d = X.shape[1]
        assert f == [0.0] * (y * d) + X[0].tolist() + [0.0] * ((len(W) - 1 - y) * d)


@modest
@given(problems())
def test_scores_are_dot_products(problem):
    W, X, _ = problem
    assert scores(W, X).tolist() == loop_scores(W, X)


@modest
@given(binary_problems())
def test_predict_binary_is_the_sign_with_zero_as_plus_one(problem):
    w, X, _ = problem
    assert predict_binary(w, X).tolist() == [1 if dot(w, x) >= 0 else -1 for x in X]


def test_a_score_of_zero_is_predicted_positive():
    assert predict_binary([0, 1], [[1, 0], [1, -1]]).tolist() == [1, -1]


@modest
@given(problems())
def test_predict_multiclass_is_the_first_largest_score(problem):
    W, X, _ = problem
    assert predict_multiclass(W, X).tolist() == [row.index(max(row)) for row in loop_scores(W, X)]


def test_a_tie_goes_to_the_lowest_class():
    assert predict_multiclass([[0, 0], [1, 1], [1, 1]], [[1, 1], [0, 0]]).tolist() == [1, 0]


@modest
@given(binary_problems(labels=(-1, 1)))
def test_margin_is_positive_exactly_where_the_label_and_the_score_agree(problem):
    w, X, y = problem
    for x_i, y_i in zip(X, y, strict=True):
        score = dot(w, x_i)
        assert margin(w, x_i, y_i) == (score if y_i == 1 else -score)


@modest
@given(binary_problems())
def test_distance_is_how_far_along_the_normal_vector_the_score_becomes_zero(problem):
    w, X, _ = problem
    assume(len(w) > 1 and np.any(w[1:]))
    unit = w[1:] / np.linalg.norm(w[1:])
    for x in X:
        x = np.array([1.0, *x[1:]])
        foot = np.array([1.0, *(x[1:] - distance(w, x) * unit)])
        assert dot(w, foot) == pytest.approx(0, abs=1e-9)


@modest
@given(binary_problems(), st.integers(-5, 5))
def test_distance_ignores_the_scale_of_the_weights(problem, power):
    w, X, _ = problem
    assume(len(w) > 1 and np.any(w[1:]))
    assert distance(w * 2.0**power, X[0]) == pytest.approx(distance(w, X[0]))
    assert distance(-w, X[0]) == -distance(w, X[0])


def test_distance_leaves_the_bias_out_of_the_norm():
    assert distance([-6, 3, 4], [1, 0, 0]) == -6 / 5


@modest
@given(problems())
def test_boundary_separates_its_two_classes(problem):
    W, X, _ = problem
    for k, j in permutations(range(len(W)), 2):
        line = boundary(W, k, j)
        assert line.tolist() == [a - b for a, b in zip(W[k], W[j], strict=True)]
        for x in X:
            assert (dot(line, x) > 0) == (dot(W[k], x) > dot(W[j], x))


@modest
@given(problems())
def test_one_vs_all_labels_are_plus_one_for_the_class_only(problem):
    W, _, y = problem
    for k in range(len(W)):
        assert one_vs_all_labels(y, k).tolist() == [1 if label == k else -1 for label in y]


@modest
@given(st.integers(1, 5), st.data())
def test_all_vs_all_vote_counts_won_duels(n_classes, data):
    pairs = data.draw(st.sampled_from([combinations, permutations]))(range(n_classes), 2)
    winners = {pair: data.draw(st.sampled_from(pair)) for pair in pairs}
    won = [sum(winner == k for winner in winners.values()) for k in range(n_classes)]
    assert all_vs_all_vote(winners, n_classes) == won.index(max(won))


def test_a_tied_vote_goes_to_the_lowest_class_whatever_the_order():
    winners = {(1, 2): 2, (0, 2): 0, (0, 1): 1}
    assert all_vs_all_vote(winners, 3) == 0


@modest
@given(dyadic(3), dyadic(3, 4))
def test_naive_bayes_weights_have_the_priors_as_bias(log_priors, log_likelihoods):
    W = naive_bayes_weights(log_priors, log_likelihoods)
    expected = [[p, *row] for p, row in zip(log_priors, log_likelihoods.tolist(), strict=True)]
    assert W.tolist() == expected


documents = st.lists(st.sampled_from("abc"), min_size=1, max_size=5)


@modest
@given(
    st.lists(st.tuples(documents, st.sampled_from(["pos", "neg"])), min_size=1, max_size=6),
    st.lists(st.sampled_from("abcxyz"), max_size=6),
)
def test_naive_bayes_is_a_linear_classifier(labelled, words):
    model = train_naive_bayes(labelled)
    labels = list(model["log_priors"])
    vocabulary = list(model["log_likelihoods"][labels[0]])
    W = naive_bayes_weights(
        [model["log_priors"][label] for label in labels],
        [[model["log_likelihoods"][label][word] for word in vocabulary] for label in labels],
    )
    known = [word if word in vocabulary else OOV for word in words]
    x = add_bias([[known.count(word) for word in vocabulary]])
    expected = [log_score(words, label, model) for label in labels]
    np.testing.assert_allclose(scores(W, x)[0], expected)
    chosen = labels[predict_multiclass(W, x)[0]]
    best = log_score(words, predict_label(words, model), model)
    assert log_score(words, chosen, model) == pytest.approx(best, abs=1e-9)


@modest
@given(problems())
def test_one_hot_rows_are_one_at_the_label(problem):
    W, _, y = problem
    expected = [[float(k == label) for k in range(len(W))] for label in y]
    assert one_hot(y, len(W)).tolist() == expected


def test_one_hot_of_no_labels_has_no_rows():
    assert one_hot([], 3).shape == (0, 3)


BAD = {
    "an opinion not split into words": ("words", lambda: encode_opinion("good", {"good"}, set())),
    "a string of positive words": ("positive", lambda: encode_opinion(["oo"], "good", {"bad"})),
    "a string of negative words": ("negative", lambda: encode_opinion(["a"], {"good"}, "bad")),
    "joint features of no classes": ("n_classes", lambda: joint_features([1, 2], 0, 0)),
    "scores of too many features": ("(W|X)", lambda: scores([[1, 2]], [[1, 2, 3]])),
    "scores of infinite examples": ("X", lambda: scores([[1]], [[np.inf]])),
    "predict_binary of too many features": ("(w|X)", lambda: predict_binary([1], [[1, 2]])),
    "predict_multiclass without classes": (
        "W",
        lambda: predict_multiclass(np.zeros((0, 2)), [[1, 2]]),
    ),
    "margin of a label 0": ("y", lambda: margin([1], [1], 0)),
    "margin of unlike lengths": ("(w|x)", lambda: margin([1], [1, 2], 1)),
    "distance of unlike lengths": ("(w|x)", lambda: distance([1, 2], [1])),
    "distance without weights": ("w", lambda: distance([3, 0, 0], [1, 1, 1])),
    "distance with a bias only": ("w", lambda: distance([3], [1])),
    "a winner that did not take part": ("winners", lambda: all_vs_all_vote({(0, 1): 2}, 3)),
    "a winner beyond the last class": ("winners", lambda: all_vs_all_vote({(0, 3): 3}, 3)),
    "a loser beyond the last class": ("winners", lambda: all_vs_all_vote({(0, 3): 0}, 3)),
    "a pair without a duel": ("winners", lambda: all_vs_all_vote({(0, 1): 0, (0, 2): 2}, 3)),
    "a duel of one": ("winners", lambda: all_vs_all_vote({1: 1}, 3)),
    "a vote without classes": ("n_classes", lambda: all_vs_all_vote({}, 0)),
    "a row of likelihoods too few": (
        "(log_priors|log_likelihoods)",
        lambda: naive_bayes_weights([-1, -1], [[-1, -1]]),
    ),
    "an infinite log-likelihood": (
        "log_likelihoods",
        lambda: naive_bayes_weights([0], [[-np.inf]]),
    ),
    "one_hot of no classes": ("n_classes", lambda: one_hot([0], 0)),
}


@pytest.mark.parametrize(("name", "call"), BAD.values(), ids=BAD)
def test_bad_input_is_named(name, call):
    with complaint(name):
        call()
