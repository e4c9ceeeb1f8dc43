"""The figures of lecture 05: the numbers that are drawn, the words, and the static pictures."""

import numpy as np
import pytest
from figure_reading import seen_in

from lincourse import datasets, plots
from lincourse.features import add_bias
from lincourse.figures import logistic as figures
from lincourse.logistic import cross_entropy, predict_probability, sigmoid

pytestmark = pytest.mark.slow

X, Y = datasets.opinion_points()
THETA = np.array([-1.0, 2.0, -3.0])


def places(ax):
    """What is written on the axes, and where."""
    return {text.get_text(): np.array(text.get_position()) for text in ax.texts}


def test_the_heights_at_z_and_minus_z_are_written():
    written = places(figures.symmetry(2.0))
    assert set(written) == {"σ(2) = 0.881", "σ(−2) = 0.119"}


def test_a_label_on_the_map_stands_where_that_probability_is():
    ax = plots.points(X, Y, xlim=(-0.1, 1.1), ylim=(-0.1, 1.1))
    written = places(figures.probability_map(THETA, ax))
    assert {"0.1", "0.25", "0.5"} <= set(written)
    for level, place in written.items():
        assert sigmoid(THETA @ [1, *place]) == pytest.approx(float(level))
    assert ax.get_xlim() == (-0.1, 1.1)


def test_labels_on_the_map_keep_away_from_points_and_from_each_other():
    ax = plots.points(X, Y, xlim=(0, 1), ylim=(0, 1))
    found = list(places(figures.probability_map(THETA, ax)).values())
    for i, place in enumerate(found):
        others = np.array([*X, *found[:i], *found[i + 1 :]])
        assert np.abs(others - place).max(axis=1).min() > 0.069


def test_weights_of_zero_have_a_map_without_lines():
    ax = plots.points(X, Y)
    lines = len(ax.lines)
    figures.probability_map(np.zeros(3), ax)
    assert len(ax.lines) == lines


def test_products_shrink_to_the_likelihood():
    chances = np.array([0.5, 0.25, 0.5])
    [line] = figures.shrinking({"a": chances}).lines
    assert np.asarray(line.get_ydata()).tolist() == [0.5, 0.125, 0.0625]


def test_both_branches_cross_at_log_2():
    left = figures.branches()
    right = plots.figure_of(left).axes[1]
    for ax, at in ((left, 0.5), (right, 0.0)):
        for line in ax.lines:
            assert np.interp(at, *line.get_data()) == pytest.approx(np.log(2), abs=1e-3)


def test_a_stick_reaches_from_the_label_to_the_probability():
    ax = figures.errors([0.0, 1.0], [0.0, 2.0], [1, 0])
    [sticks, *_] = ax.collections
    ends = [segment[:, 1].tolist() for segment in sticks.get_segments()]
    assert ends[0] == pytest.approx([1, 0.5])
    assert ends[1] == pytest.approx([0, sigmoid(2.0)])


def test_observed_shares_count_from_small_to_large():
    middles, shares = figures.observed_shares([4, 1, 3, 2], [1, 0, 1, 0], bins=2)
    assert middles.tolist() == [1.5, 3.5]
    assert shares.tolist() == [0, 1]


def test_the_chord_shows_that_the_tanh_loss_is_not_convex():
    ax = figures.margins()
    chord = next(line for line in ax.lines if line.get_label() == "chord of the tanh loss")
    squares = next(line for line in ax.lines if "tanh m" in str(line.get_label()))
    assert np.interp(-2.5, *chord.get_data()) < np.interp(-2.5, *squares.get_data()) - 1


def test_a_valley_shows_where_each_descent_starts_and_ends():
    ax = figures.valleys(lambda w: w**2, {"a": np.array([2.0, 1.0, 0.5])})
    ends = [np.ravel(line.get_data()).tolist() for line in ax.lines[-2:]]
    assert ends == [[2.0, 4.0], [0.5, 0.25]]


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


class TestLearning:
    def test_the_loss_falls_at_every_step_and_all_starts_meet(self):
        ends = []
        for start in figures.STARTS.values():
            path = figures.descent(X, Y, start)
            losses = [cross_entropy(w, add_bias(X), Y) for w in path]
            assert len(path) == figures.STEPS + 1
            assert (np.diff(losses) < 0).all()
            ends.append(path[-1])
        np.testing.assert_allclose(ends[1:], [ends[0]] * 2, atol=0.02)

    def test_a_frame_says_the_weights_the_loss_and_how_many_are_right(self):
        path = figures.descent(X, Y, THETA)
        frame = figures.learning_frame(X, Y, "the quiz's weights", path, 0)
        right = ((predict_probability(THETA, add_bias(X)) > 0.5) == Y).sum()
        assert f"{right} of 16 right" in frame.caption
        assert "(-1.00, 2.00, -3.00), loss 0.5866" in frame.caption
        assert frame.caption in frame.alt

    def test_the_stepper_moves(self, live):
        widgets = live(figures.learning_stepper, X, Y)
        widgets["25 steps"].click()
        assert "After 25 steps from the quiz" in seen_in(widgets["picture"])[1]
        widgets["start from"].value = "zeros"
        assert "After 25 steps from zeros" in seen_in(widgets["picture"])[1]

    def test_the_static_picture_says_where_it_ends(self):
        paths = {"the quiz's weights": figures.descent(X, Y, THETA)}
        assert "14 of 16 right" in figures.learning_overview(X, Y, paths).alt
