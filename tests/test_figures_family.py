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

BILLS = {
    "naive Bayes": figures.nobody,
    "perceptron": figures.winner,
    "SVM": figures.winner_after_bonus,
    "softmax": figures.everybody,
}


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
    def test_the_fast_loop_is_the_plain_one(self, machine):
        X, y = toy()
        rng, W, total, means = np.random.default_rng(5), np.zeros((3, 4)), np.zeros((3, 4)), []
        for epoch in (1, 2):
            for i in rng.permutation(len(y)):
                W = W + 0.5 * np.outer(np.eye(3)[y[i]] - BILLS[machine](W @ X[i], y[i]), X[i])
                total += W
            means.append(total / (epoch * len(y)))
        found = figures.learn(BILLS[machine], figures.part_of(X, y), (3, 4), 0.5, 2, seed=5)
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
    W = figures.bayes_weights(N, 1.0)
    for k, label in enumerate(("neg", "pos")):
        assert W[k, 0] == pytest.approx(model["log_priors"][label])
        table = model["log_likelihoods"][label]  # it keeps a share for unseen words
        shares = np.exp([table[word] for word in words])
        np.testing.assert_allclose(np.exp(W[k, 1:]), shares / shares.sum())


def test_the_scales_of_a_sentence():
    words, weights = figures.four_scales("it is never boring", pairs=True, told=4)
    assert words[:2] == ["bias", "it"]
    assert words[-1] == "never boring"
    assert list(weights) == list(figures.MACHINES)
    assert all(sum(values) > 0 for values in weights.values())


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
