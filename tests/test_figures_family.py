"""The figures of lecture 09: the numbers that are drawn, the words, the folds, the fast loop."""

import numpy as np
import pytest
from figure_reading import heights, line, texts

from lincourse import datasets, plots
from lincourse.family import linear_update
from lincourse.figures import family as figures
from lincourse.naive_bayes import train_naive_bayes
from lincourse.perceptron import svm_update
from lincourse.softmax import softmax, softmax_loss

pytestmark = pytest.mark.slow

BILLS = figures.BILLS


def toy(n=12, seed=0):
    rng = np.random.default_rng(seed)
    X = np.column_stack([np.ones(n), rng.integers(-2, 3, (n, 3))])
    return X, rng.integers(0, 3, n)


class TestWhoPays:
    @pytest.mark.parametrize("rule", ["perceptron", "softmax"])
    def test_the_bill_gives_the_shared_update(self, rule):
        rng = np.random.default_rng(1)
        for y in range(3):
            W, x = rng.normal(size=(3, 4)), rng.normal(size=4)
            stepped = W + 0.3 * np.outer(np.eye(3)[y] - BILLS[rule](W @ x, y), x)
            np.testing.assert_allclose(stepped, linear_update(rule, W, x, y, 0.3))

    def test_the_bonus_is_the_svms_step_without_shrinking(self):
        z = np.log([1, 6, 3])
        for y in range(3):
            cost = np.ones(3) - np.eye(3)[y]
            step = svm_update(z, np.eye(3), y, cost, 1.0) - z
            expected = np.eye(3)[y] - figures.winner_after_bonus(z, y)
            np.testing.assert_allclose(step, expected, atol=1e-12)

    def test_leaders_share_a_tie_and_equally_ignores_the_scores(self):
        assert figures.leaders(np.array([2, 2, 0.5]), 2).tolist() == [0.5, 0.5, 0]
        assert figures.leaders(np.array([2, 1, 0.5]), 2).tolist() == [1, 0, 0]
        assert figures.equally(np.array([9.0, 0]), 1).tolist() == [0.5, 0.5]


class TestSparseRows:
    def test_dense_and_sparse_say_the_same(self):
        X, y = toy()
        part = figures.part_of(X, y)
        np.testing.assert_array_equal(part.dense(4), X)
        W = np.random.default_rng(2).normal(size=(3, 4))
        np.testing.assert_allclose(figures.scores(W, part), X @ W.T)
        assert figures.right(W, part).tolist() == ((X @ W.T).argmax(axis=1) == y).tolist()
        np.testing.assert_array_equal(part.first(5).dense(4), X[:5])

    def test_counting_adds_the_gifts(self):
        X, y = toy()
        expected = sum(np.outer(np.eye(3)[k], x) for x, k in zip(X, y, strict=True))
        np.testing.assert_allclose(figures.counted(figures.part_of(X, y), (3, 4)), expected)

    @pytest.mark.parametrize("machine", BILLS)
    def test_several_rates_at_once_give_what_they_give_one_by_one(self, machine):
        rng = np.random.default_rng(2)
        part = figures.part_of(rng.integers(0, 3, (20, 4)) + [1, 0, 0, 0], rng.integers(0, 3, 20))
        rates, given = (0.5, 0.25), (2, 7, rng.normal(size=(3, 4)))
        one_by_one = [
            W for eta in rates for W in figures.learn(BILLS[machine], part, (3, 4), eta, *given)
        ]
        found = figures.learn(BILLS[machine], part, (3, 4), rates, *given)
        np.testing.assert_allclose(found, one_by_one, atol=1e-12)

    @pytest.mark.parametrize("machine", BILLS)
    @pytest.mark.parametrize("start", [None, np.arange(12.0).reshape(3, 4)])
    def test_the_fast_loop_is_the_plain_one(self, machine, start):
        X, y = toy()
        W = np.zeros((3, 4)) if start is None else start
        rng, total, means = np.random.default_rng(5), np.zeros((3, 4)), []
        for epoch in (1, 2):
            for i in rng.permutation(len(y)):
                W = W + 0.5 * np.outer(np.eye(3)[y[i]] - BILLS[machine](W @ X[i], y[i]), X[i])
                total += W
            means.append(total / (epoch * len(y)))
        part = figures.part_of(X, y)
        found = figures.learn(BILLS[machine], part, (3, 4), 0.5, 2, seed=5, start=start)
        np.testing.assert_allclose(found, means, atol=1e-12)


class TestFolds:
    @pytest.mark.parametrize("make", [figures.digits, figures.penguins, figures.films])
    def test_every_example_is_tested_once_and_parts_are_disjoint(self, make):
        folds = make()
        everyone = np.sort(np.concatenate([fold.held_out for fold in folds]))
        assert everyone.tolist() == list(range(len(everyone)))
        for fold in folds:
            sizes = [len(part.y) for part in (fold.train, fold.validation, fold.test)]
            assert sum(sizes) == len(everyone)
            assert sizes[0] > 2.9 * sizes[2]
            assert fold.shape == (fold.n_classes, len(fold.features))
            few = fold.first(10)
            assert few.train.y.tolist() == fold.train.y[:10].tolist()
            assert few.test is fold.test

    def test_pairs_are_neighbours(self):
        assert figures.with_pairs(["a", "b", "c"]) == ["a", "b", "c", "a b", "b c"]

    def test_a_vocabulary_leaves_out_what_is_rare(self):
        found = figures.vocabulary_of([["a", "a", "b"], ["b", "c"]])
        assert found == {"b": 1}
        part = figures.bags([["b", "a", "b"], ["c"]], [1, 0], found)
        assert part.dense(2).tolist() == [[1, 1], [1, 0]]


def test_naive_bayes_weights_are_those_of_lecture_02():
    reviews = [(["good", "film"], "pos"), (["bad", "film"], "neg"), (["good"], "pos")]
    model = train_naive_bayes(reviews)
    words = ["good", "film", "bad"]
    N = np.array([[1, 0, 1, 1], [2, 2, 1, 0]])
    W = np.log(figures.shares(N, 1.0))
    for k, label in enumerate(("neg", "pos")):
        assert W[k, 0] == pytest.approx(model["log_priors"][label])
        table = model["log_likelihoods"][label]  # it keeps a share for unseen words
        shares = np.exp([table[word] for word in words])
        np.testing.assert_allclose(np.exp(W[k, 1:]), shares / shares.sum())


def test_the_scales_of_a_sentence():
    words, weights = figures.four_scales("it is never boring", pairs=True)
    assert words[:2] == ["bias", "it"]
    assert words[-1] == "never boring"
    assert list(weights) == list(figures.MACHINES)
    assert all(sum(values) < 0 < values[-1] for values in weights.values())


def test_telling_counts_right_answers_on_held_out_sentences_only(monkeypatch):
    class Reviews:
        documents = tuple([["dull"]] * 6 + [["great"]] * 6)
        labels = tuple(["neg"] * 6 + ["pos"] * 6)

    monkeypatch.setattr(figures.datasets, "rotten_tomatoes", Reviews)
    untold = figures.tell("dull", "dull", times=0, pairs=False)
    told = figures.tell("dull", "dull", times=9, pairs=False)
    for machine in figures.MACHINES:
        assert told[machine][0] > untold[machine][0]
    assert untold["naive Bayes"][1] == 6  # each half is enough to learn dull from
    assert told["naive Bayes"][1] == 0


def test_two_by_two_draws_a_line_with_and_one_without_the_logarithm():
    ax = figures.two_by_two({"a": [[0.55, 0.73], [0.75, 0.76]], "b": [[0.8, 0.9], [0.85, 0.95]]})
    first, second = plots.figure_of(ax).axes
    assert line(first, "no logarithm")[:, 1].tolist() == [0.55, 0.73]
    assert line(first, "logarithm")[:, 1].tolist() == [0.75, 0.76]
    assert sorted(texts(second)) == ["0.800", "0.850", "0.900", "0.950"]
    assert first.get_ylim() == second.get_ylim()


def test_scales_write_each_weight_and_the_sum():
    ax = figures.scales({"perceptron": [0.5, -1.0], "softmax": [0.0, 0.25]}, ["a", "b"])
    first, second = plots.figure_of(ax).axes
    assert [text.strip() for text in texts(first)] == ["+0.50", "−1.00", "−0.50"]
    assert [text.strip() for text in texts(second)] == ["0", "+0.25", "+0.25"]
    assert [label.get_text() for label in first.get_yticklabels()] == ["a", "b", "on balance"]


@pytest.mark.parametrize("temperature", [0.25, 1.0, 2.0])
def test_the_loss_at_a_temperature_is_the_softmax_loss_of_scaled_scores(temperature):
    for margin in (-2.0, 0.0, 0.5):
        W = np.array([[margin], [0.0]]) / temperature
        expected = temperature * softmax_loss(W, [[1.0]], [0])
        assert figures.soft_loss(margin, temperature) == pytest.approx(expected)


def test_the_losses_close_in_on_the_perceptrons():
    ax = figures.temperature_losses([1.0, 0.1])
    warm, cold, hard, hinge = (drawn.get_ydata() for drawn in ax.lines)
    assert np.all(warm >= cold)
    assert np.all(cold >= hard)
    assert np.abs(cold - hard).max() == pytest.approx(0.1 * np.log(2))
    np.testing.assert_allclose(hinge, np.maximum(0, 1 - line(ax, "SVM (hinge)")[:, 0]))


def test_errors_are_target_minus_probability_and_hard_at_zero():
    np.testing.assert_allclose(
        figures.errors([2, 1.5, 0.5], 0.5), np.array([0, 0, 1]) - softmax([4, 3, 1])
    )
    assert figures.errors([2, 2, 0.5], 0).tolist() == [-1, 0, 1]
    np.testing.assert_allclose(figures.errors([2, 2, 0.5], 0.01), [-0.5, -0.5, 1])


@pytest.mark.parametrize("scores", figures.CHOICES)
@pytest.mark.parametrize("temperature", [0.02, 1.0, 4.0])
def test_a_frame_shows_the_errors_in_words_and_in_bars(scores, temperature):
    frame = figures.temperature_frame(scores, temperature)
    left = frame.figure.axes[0]
    wanted = figures.errors(figures.CHOICES[scores], temperature)
    assert heights(left) == pytest.approx(wanted)
    assert f"temperature {temperature:g}" in frame.caption
    assert "The perceptron" in frame.alt


def test_the_penguins_are_four_words_out_of_24():
    fold = figures.penguins()[0]
    assert len(fold.features) == 25
    assert set(fold.train.dense(25).sum(axis=1)) == {5.0}
    assert len(fold.held_out) == 69 == -(-len(datasets.penguins().y) // 5)


def test_the_rate_of_the_films_rounds_no_step_of_the_perceptron():
    """At 0.1 rounding breaks ties, and the perceptron learns something else than at a rate of 1."""
    fold = figures.films()[0]
    few, shape = fold.train.first(400), fold.shape
    at_one = figures.learn(figures.winner, few, shape, 1.0, 2, seed=0)[-1]
    at_ours = figures.learn(figures.winner, few, shape, figures.FILM_RATE, 2, seed=0)[-1]
    assert np.array_equal(at_ours, figures.FILM_RATE * at_one)
