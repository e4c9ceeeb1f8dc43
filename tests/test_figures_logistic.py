"""The figures of lecture 05: the numbers that are drawn, the words, and the static pictures."""

import numpy as np
import pytest
from strategies import complaint

from lincourse import datasets, plots
from lincourse.figures import logistic as figures
from lincourse.logistic import sigmoid

pytestmark = pytest.mark.slow

X, Y = datasets.opinion_points()
THETA = np.array([-1.0, 2.0, -3.0])


def places(ax):
    """What is written on the axes, and where."""
    return {text.get_text(): np.array(text.get_position()) for text in ax.texts}


@pytest.fixture(scope="module")
def films():
    return figures.film_parts(seed=0)


class TestFilms:
    def test_the_parts_cover_all_sentences_once(self, films):
        texts = [text for part in films[1:] for text in part.texts]
        everything = [" ".join(words) for words in datasets.rotten_tomatoes().documents]
        assert sorted(texts) == sorted(everything)
        assert [len(part.y) for part in films[1:]] == [3_000, 1_530, 4_000]

    def test_a_row_counts_the_words_of_its_sentence(self, films):
        row, words = films.test.X[7], films.test.texts[7].split()
        assert row[0] == 1
        for word, count in zip(films.words[1:], row[1:], strict=True):
            assert count == words.count(word)

    def test_counted_are_the_words_that_training_has_seen_often(self, films):
        assert films.train.X[:, 1:].sum(axis=0).min() == 10
        assert films.words[0] == "(bias)"
        assert len(films.words) == films.train.X.shape[1]

    def test_shuffling_words_keeps_lengths_and_each_labels_words(self, films):
        part = films.validation
        shuffled = figures.shuffle_words(part, np.random.default_rng(0))
        assert (shuffled.X[:, 0] == 1).all()
        assert (shuffled.X.sum(axis=1) == part.X.sum(axis=1)).all()
        for label in (0, 1):
            before, after = part.X[part.y == label], shuffled.X[part.y == label]
            assert (before.sum(axis=0) == after.sum(axis=0)).all()
        assert (shuffled.X != part.X).any()

    def test_training_steps_down_the_gradient_of_scaled_counts(self, films):
        X, y, _ = part = films.validation
        path = figures.train_logistic(part, eta=0.2, steps=2)
        scale = np.where(X.std(axis=0) > 0, X.std(axis=0), 1)
        assert (path[0] == 0).all()
        for before, after in zip(path[:-1] * scale, path[1:] * scale, strict=True):
            step = -0.2 * (sigmoid(X / scale @ before) - y) @ (X / scale) / len(y)
            np.testing.assert_allclose(after - before, step, atol=1e-12)


def test_the_heights_at_z_and_minus_z_are_written():
    right = plots.figure_of(figures.two_scales(2.0)).axes[1]
    assert set(places(right)) == {"σ(2) = 0.881", "σ(−2) = 0.119"}


def test_a_probability_stands_at_its_score_on_the_thermometer():
    written = places(figures.two_scales(2.0))
    assert sigmoid(written["0.9   (9 to 1)"][1]) == pytest.approx(0.9)
    assert sigmoid(written["0.25   (1 to 3)"][1]) == pytest.approx(0.25)


def test_a_column_ends_at_the_sum_of_its_weights():
    ax = figures.thermometer({"a": [("start", -1.0), ("great", 2.0)], "b": [("start", -1.0)]})
    written = places(ax)
    assert written["0.73"][1] == 1.0
    assert written["0.27"][1] == -1.0
    assert {"great\n+2", "start\n−1"} <= set(written)


@pytest.mark.parametrize("w", [THETA, [2, 0, 0, -1, 0, -1], [-2, 4, 4, 0, -8, 0]])
def test_a_label_on_the_map_stands_where_that_probability_is(w):
    ax = plots.points(X, Y, xlim=(-2, 2), ylim=(-2, 2))
    written = places(figures.probability_map(w, ax))
    assert set(written) == {"0.1", "0.5", "0.9"} - ({"0.9"} if w[0] == 2 else set())
    for level, (a, b) in written.items():
        score = np.dot(w, [1, a, b, a * a, a * b, b * b][: len(w)])
        assert sigmoid(score) == pytest.approx(float(level), abs=0.02)
    assert ax.get_xlim() == (-2, 2)


def test_a_map_of_the_same_probability_everywhere_has_no_lines():
    ax = plots.points(X, Y)
    assert places(figures.probability_map([1, 0, 0], ax)) == {}


def test_a_map_takes_three_weights_or_six():
    with complaint("w"):
        figures.probability_map([1, 2, 3, 4], plots.points(X, Y))


def test_the_third_map_separates_xor():
    axes = plots.figure_of(
        figures.three_maps([[1, 0, 0], [1, 1, 0]], THETA, ["neither", "great"])
    ).axes
    assert [ax.get_title().count("x_1") for ax in axes] == [1, 1, 2]
    corners, kinds = datasets.xor()
    scores = [-2 + 4 * a + 4 * b - 8 * a * b for a, b in corners]
    assert np.sign(scores).tolist() == kinds.tolist()


def test_both_branches_cross_at_log_2():
    left = figures.branches()
    right = plots.figure_of(left).axes[1]
    for ax, at in ((left, 0.5), (right, 0.0)):
        for line in ax.lines:
            assert np.interp(at, *line.get_data()) == pytest.approx(np.log(2), abs=1e-3)


def test_a_ring_shows_what_a_panned_sentence_costs():
    right = plots.figure_of(figures.branches(5.0)).axes[1]
    [ring] = [line for line in right.lines if line.get_label() == "our sentence"]
    assert np.ravel(ring.get_data()).tolist() == pytest.approx([5.0, np.log(1 + np.exp(5))])


def test_the_valley_marks_its_bottom_and_each_start():
    path = np.array([[2.0, 1.0], [1.0, 0.5], [0.0, 0.0]])
    ax = figures.valley(lambda w: float(w @ w), {"a": path}, bottom=[0, 0])
    by_name = {line.get_label(): np.transpose(line.get_data()) for line in ax.lines}
    assert by_name["a"].tolist() == path.tolist()
    assert by_name["by counting"].tolist() == [[0, 0]]


def test_the_chord_shows_that_the_tanh_loss_is_not_convex():
    entropy, squares, chord = figures.losses_by_margin().lines
    assert np.interp(-2.5, *chord.get_data()) < np.interp(-2.5, *squares.get_data()) - 1
    assert np.interp(0, *entropy.get_data()) == pytest.approx(np.log(2))


def test_claims_are_compared_with_shares():
    low, high = figures.claims_and_shares([0.1, 0.2, 0.8, 1.0], [0, 1, 1, 1], bins=2)
    assert low == pytest.approx((0.15, 0.5, np.sqrt(0.25 / 2), 2))
    assert high == pytest.approx((0.9, 1.0, 0.0, 2))


def test_calibrated_probabilities_lie_on_the_diagonal():
    honest = {"honest": [0.25] * 4 + [0.75] * 4}
    ax = figures.calibration({"one": honest, "two": honest}, [1, 0, 0, 0, 1, 1, 1, 0])
    for panel in plots.figure_of(ax).axes:
        drawn = panel.containers[0].lines[0].get_data()
        assert np.transpose(drawn).tolist() == [[0.25, 0.25], [0.75, 0.75]]


class TestThreshold:
    P_HAT, LABELS = np.array([0.1, 0.4, 0.6, 0.9]), np.array([0, 1, 0, 1])

    def test_caption_gives_precision_and_recall(self):
        frame = figures.threshold_frame(self.P_HAT, self.LABELS, [0.5])
        assert "2 of 4 are called positive, precision 0.50, recall 0.50" in frame.caption
        assert frame.caption in frame.alt

    def test_a_probability_at_the_threshold_is_called_positive(self):
        frame = figures.threshold_frame(self.P_HAT, self.LABELS, [0.9])
        assert "1 of 4 are called positive, precision 1.00, recall 0.50" in frame.caption

    def test_several_thresholds_are_all_described(self):
        frame = figures.threshold_frame(self.P_HAT, self.LABELS, [0.2, 0.9])
        assert "Threshold 0.20: 3 of 4" in frame.alt
        assert "Threshold 0.90: 1 of 4" in frame.alt
