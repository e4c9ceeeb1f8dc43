"""Every number of the documents' quizzes (curriculum, section 3), computed with lincourse.

D0 to D4 are the five documents; a number counts as right to the precision that is printed.
"""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from lincourse.descent import sgd_step
from lincourse.features import (
    add_bias,
    all_vs_all_vote,
    encode_opinion,
    joint_features,
    one_hot,
    predict_binary,
    predict_multiclass,
    scores,
)
from lincourse.logistic import logistic_gradient, predict_probability
from lincourse.metrics import accuracy, confusion, precision, recall
from lincourse.naive_bayes import OOV, log_score, smoothed_probability, train_naive_bayes
from lincourse.perceptron import joint_update, multiclass_update
from lincourse.probability import (
    bayes,
    conditional,
    joint,
    probability,
    toss_outcomes,
    total_probability,
    uniform,
)
from lincourse.softmax import entropy_between, softmax, softmax_gradient, softmax_loss

TOSSES = uniform(toss_outcomes(3))
TWO_HEADS = {tosses for tosses in TOSSES if tosses.count("H") == 2}
FIRST_HEADS = {tosses for tosses in TOSSES if tosses[0] == "H"}

MIND_READER = {"likelihoods": [0.95, 0.005], "priors": [0.00001, 0.99999]}

# D2, section 14: three classes, class 1 (index 0) is right.
ROCKS = [2, 1, 0]
THETA = np.array([0.3, 0.7, 0.8, -0.2, 2.2, 4, -4, -4, -4])
THETA_AFTER = [2.3, 1.7, 0.8, -2.2, 1.2, 4, -4, -4, -4]

# D1, 5b: four opinions of films.
POSITIVE, NEGATIVE = {"great"}, {"worst", "crap", "bad"}
OPINIONS = {
    "this is a great film": (1, 1, 0),
    "worst crap i've ever seen": (1, 0, 1),
    "great plot but bad acting": (1, 1, 1),
    "the film was made in 2008": (1, 0, 0),
}
OPINION_WEIGHTS = [-1, 2, -3]

# D1, 5b: 16 points, as TP, FP, FN, TN.
POINTS = [1] * 7 + [0] * 2 + [1] * 3 + [0] * 4
PREDICTED = [1] * 9 + [0] * 7

# D1, 5e: one step of stochastic descent.
STEP = {"w": [0.04, 0.5], "x": [1, 0.82], "y": 1}

# D1, 5f: three classes, class 3 (index 2) is right.
W = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
X = [[1, 1, 1, 0]]
FOUR_SCORES = [1.45, 0.33, -0.12, 0.01]

SEVEN_SCORES = [1, 2, 3, 4, 1, 2, 3]  # D4


def test_d2_uniform_c_is_an_eighth():
    assert set(TOSSES.values()) == {1 / 8}


@pytest.mark.parametrize(
    ("function", "events", "expected"),
    [
        pytest.param(probability, [TWO_HEADS], Fraction(3, 8), id="P(A)"),
        pytest.param(probability, [FIRST_HEADS], Fraction(1, 2), id="P(B)"),
        pytest.param(joint, [TWO_HEADS, FIRST_HEADS], Fraction(1, 4), id="P(A, B)"),
        pytest.param(conditional, [FIRST_HEADS, TWO_HEADS], Fraction(2, 3), id="P(B|A)"),
        pytest.param(conditional, [TWO_HEADS, FIRST_HEADS], Fraction(1, 2), id="P(A|B)"),
    ],
)
def test_d2_three_coin_tosses(function, events, expected):
    assert function(*events, TOSSES) == pytest.approx(float(expected))
    exact = {tosses: Fraction(p) for tosses, p in TOSSES.items()}
    assert function(*events, exact) == expected


def test_d2_mind_reader_tests_positive():
    assert total_probability(**MIND_READER) == pytest.approx(0.00500945, abs=5e-9)


def test_d2_mind_reader_given_a_positive_test():
    found = bayes(**MIND_READER)[0]
    assert found == pytest.approx(0.0018964, abs=5e-8)
    assert round(found, 3) == 0.002


def test_d2_smoothing_gives_an_unseen_word_one_in_10501():
    assert smoothed_probability(0, 10_000, 500) == 1 / 10_501


@pytest.mark.parametrize("word", ["amazing", "blargh"])
def test_d2_smoothing_in_a_trained_model(word):
    # 10,000 negative tokens, 500 types in all, of which 'amazing' is seen as positive only
    negative = [f"word{i % 499}" for i in range(10_000)]
    model = train_naive_bayes([(negative, "negative"), (["amazing"], "positive")])
    found = log_score([word], "negative", model) - model["log_priors"]["negative"]
    assert np.exp(found) == pytest.approx(1 / 10_501)
    assert np.exp(model["log_likelihoods"]["negative"][OOV]) == pytest.approx(1 / 10_501)


def test_d2_underflow_comes_between_70_and_80():
    p, printed = 1.0, {}
    for i in range(100):
        p *= smoothed_probability(0, 9_998, 1)
        if i % 10 == 0:
            printed[i] = p
    assert max(i for i, value in printed.items() if value > 0) == 70
    assert min(i for i, value in printed.items() if value == 0) == 80


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        pytest.param(0, [2, 1, 0, 0, 0, 0, 0, 0, 0], id="f(x, +)"),
        pytest.param(1, [0, 0, 0, 2, 1, 0, 0, 0, 0], id="f(x, -)"),
        pytest.param(2, [0, 0, 0, 0, 0, 0, 2, 1, 0], id="f(x, neutral)"),
    ],
)
def test_d2_it_rocks(y, expected):
    assert joint_features(ROCKS, y, 3).tolist() == expected


@pytest.mark.parametrize("y", [0, 1, 2])
def test_d2_it_rocks_with_bias(y):
    expected = [0] * (4 * y) + [2, 1, 0, 1] + [0] * (4 * (2 - y))
    assert joint_features([*ROCKS, 1], y, 3).tolist() == expected


def test_d2_perceptron_scores_before():
    assert scores(THETA.reshape(3, 3), [ROCKS])[0] == pytest.approx([1.3, 1.8, -12])


def test_d2_perceptron_theta_after():
    F = [joint_features(ROCKS, k, 3) for k in range(3)]
    assert joint_update(THETA, F, 0) == pytest.approx(THETA_AFTER)
    assert multiclass_update(THETA.reshape(3, 3), ROCKS, 0, 1).ravel() == pytest.approx(THETA_AFTER)


def test_d2_perceptron_scores_after():
    after = multiclass_update(THETA.reshape(3, 3), ROCKS, 0, 1)
    assert scores(after, [ROCKS])[0] == pytest.approx([6.3, -3.2, -12])
    assert predict_multiclass(after, [ROCKS]).tolist() == [0]


def test_d1_spam_with_the_dummy_feature():
    assert add_bias([[0, 1, 0, 0.02]]).tolist() == [[1, 0, 1, 0, 0.02]]


@pytest.mark.parametrize(("document", "expected"), OPINIONS.items())
def test_d1_opinion_features(document, expected):
    assert encode_opinion(document.split(), POSITIVE, NEGATIVE).tolist() == list(expected)


def test_d1_opinion_classes():
    assert predict_binary(OPINION_WEIGHTS, list(OPINIONS.values())).tolist() == [1, -1, -1, -1]


def test_d1_opinion_probabilities():
    found = predict_probability(OPINION_WEIGHTS, list(OPINIONS.values()))
    assert found.round(4).tolist() == [0.7311, 0.0180, 0.1192, 0.2689]


@pytest.mark.parametrize(
    ("metric", "expected"),
    [(confusion, (7, 2, 3, 4)), (accuracy, 11 / 16), (precision, 7 / 9), (recall, 7 / 10)],
)
def test_d1_sixteen_points(metric, expected):
    assert metric(POINTS, PREDICTED) == expected


def test_d1_stochastic_step_gradient():
    found = logistic_gradient(STEP["w"], [STEP["x"]], [STEP["y"]])
    assert found.round(4).tolist() == [-0.3894, -0.3193]


def test_d1_stochastic_step_weights():
    assert sgd_step(**STEP, eta=0.01).round(4).tolist() == [0.0439, 0.5032]


def test_d1_softmax_of_four_scores_where_0_5647_is_printed():
    assert softmax(FOUR_SCORES).round(4).tolist() == [0.5646, 0.1842, 0.1175, 0.1338]


def test_d1_three_classes_scores():
    assert scores(W, X)[0] == pytest.approx([0.47, 0.88, -0.09])


def test_d1_three_classes_softmax():
    assert softmax(scores(W, X))[0].round(4).tolist() == [0.3249, 0.4895, 0.1856]


def test_d1_three_classes_prediction_is_class_2():
    assert predict_multiclass(W, X).tolist() == [1]


def test_d1_three_classes_loss():
    assert round(softmax_loss(W, X, [2]), 4) == 1.6843
    assert round(entropy_between([0, 0, 1], softmax(scores(W, X))[0]), 4) == 1.6843


@pytest.mark.parametrize(("k", "factor"), [(0, 0.3249), (1, 0.4895), (2, -0.8144)])
def test_d1_three_classes_gradient(k, factor):
    row = softmax_gradient(W, X, [2])[k]
    assert row.round(4).tolist() == [factor, factor, factor, 0]


def test_d4_softmax_of_seven_scores():
    expected = [0.024, 0.064, 0.175, 0.475, 0.024, 0.064, 0.175]
    assert softmax(SEVEN_SCORES).round(3).tolist() == expected


def test_d4_sum_of_exps_is_what_softmax_divides_by():
    assert (np.exp(SEVEN_SCORES) / softmax(SEVEN_SCORES)).round(2).tolist() == [114.98] * 7


@pytest.mark.parametrize(
    "label",
    [pytest.param(2 - 1, id="D0, class 2 from 1"), pytest.param(1, id="D3, class 1 from 0")],
)
def test_d0_d3_one_hot_of_three(label):
    assert one_hot([label], 3).tolist() == [[0, 1, 0]]


def test_d4_one_hot_of_seven():
    rows = one_hot(np.array([3, 1, 4, 7]) - 1, 7).astype(int)
    found = ["".join(map(str, row)) for row in rows]
    assert found == ["0010000", "1000000", "0001000", "0000001"]


@pytest.mark.parametrize("n_classes", [2, 3, 5, 10])
@pytest.mark.parametrize(("pairs", "per_pair"), [(permutations, 1), (combinations, 2)])
def test_d0_all_vs_all_classifiers(n_classes, pairs, per_pair):
    winners = {pair: max(pair) for pair in pairs(range(n_classes), 2)}
    assert len(winners) * per_pair == n_classes * (n_classes - 1)
    assert all_vs_all_vote(winners, n_classes) == n_classes - 1
