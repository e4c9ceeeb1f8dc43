"""The figures of lecture 05: the numbers that are drawn, the words, and the static pictures."""

import numpy as np
import pytest

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

    def test_dealing_anew_keeps_lengths_and_each_labels_words(self, films):
        part = films.validation
        dealt = figures.deal_anew(part, np.random.default_rng(0))
        assert (dealt.X[:, 0] == 1).all()
        assert (dealt.X.sum(axis=1) == part.X.sum(axis=1)).all()
        for label in (0, 1):
            before, after = part.X[part.y == label], dealt.X[part.y == label]
            assert (before.sum(axis=0) == after.sum(axis=0)).all()
        assert (dealt.X != part.X).any()


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


def test_a_label_on_the_map_stands_where_that_probability_is():
    ax = plots.points(X, Y, xlim=(-0.1, 1.1), ylim=(-0.1, 1.1))
    written = places(figures.probability_map(THETA, ax))
    assert {"0.1", "0.25", "0.5"} <= set(written)
    for level, place in written.items():
        assert sigmoid(THETA @ [1, *place]) == pytest.approx(float(level))
    assert ax.get_xlim() == (-0.1, 1.1)


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


def test_a_stick_reaches_from_the_label_to_the_probability():
    ax = figures.errors([0.0, 2.0], [1, 0], names=["panned", "liked"], ring=1)
    [sticks, *_] = ax.collections
    ends = [segment[:, 1].tolist() for segment in sticks.get_segments()]
    assert ends[0] == pytest.approx([1, 0.5])
    assert ends[1] == pytest.approx([0, sigmoid(2.0)])


def test_the_valley_marks_its_bottom_and_each_start():
    path = np.array([[2.0, 1.0], [1.0, 0.5], [0.0, 0.0]])
    ax = figures.valley(lambda w: float(w @ w), {"a": path}, bottom=[0, 0])
    by_name = {line.get_label(): np.transpose(line.get_data()) for line in ax.lines}
    assert by_name["a"].tolist() == path.tolist()
    assert by_name["by counting"].tolist() == [[0, 0]]


def test_the_chord_shows_that_the_tanh_loss_is_not_convex():
    ax = figures.rivals(lambda w: w**2, ends=[0.5])
    chord = next(line for line in ax.lines if line.get_label() == "a chord")
    squares = next(line for line in ax.lines if "tanh m" in str(line.get_label()))
    assert np.interp(-2.5, *chord.get_data()) < np.interp(-2.5, *squares.get_data()) - 1
    [star] = plots.figure_of(ax).axes[1].lines[1:]
    assert np.ravel(star.get_data()).tolist() == [0.5, 0.25]


def test_claims_are_compared_with_shares():
    low, high = figures.claims_and_shares([0.1, 0.2, 0.8, 1.0], [0, 1, 1, 1], bins=2)
    assert low == pytest.approx((0.15, 0.5, np.sqrt(0.25 / 2), 2))
    assert high == pytest.approx((0.9, 1.0, 0.0, 2))


def test_honest_claims_lie_on_the_diagonal():
    ax = figures.calibration({"honest": [0.25] * 4 + [0.75] * 4}, [1, 0, 0, 0, 1, 1, 1, 0])
    drawn = ax.containers[0].lines[0].get_data()
    assert np.transpose(drawn).tolist() == [[0.25, 0.25], [0.75, 0.75]]


class TestThreshold:
    P_HAT, LABELS = np.array([0.1, 0.4, 0.6, 0.9]), np.array([0, 1, 0, 1])

    def test_a_frame_says_precision_and_recall(self):
        frame = figures.threshold_frame(self.P_HAT, self.LABELS, 0.5)
        assert "2 of 4 are called positive, precision 0.50, recall 0.50" in frame.caption
        assert frame.caption in frame.alt


@pytest.mark.parametrize(
    ("bias", "weight", "words"),
    [
        (0.0, 4.0, "rises; it is 1/2 at x = 0.00, with slope 1.00"),
        (-2.0, -1.0, "falls; it is 1/2 at x = -2.00, with slope -0.25"),
        (2.0, 0.0, "is 0.88 everywhere"),
        (6.0, 0.5, "at x = -12.00"),
    ],
)
def test_the_curve_is_said_in_words(bias, weight, words):
    frame = figures.sigmoid_frame(bias, weight)
    assert words in frame.caption
    assert words in frame.alt
