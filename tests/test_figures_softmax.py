"""The figures of lecture 07: the numbers that are drawn, the words, and the static pictures."""

import numpy as np
import pytest
from figure_reading import heights, seen_in

from lincourse import plots
from lincourse.figures import softmax as figures
from lincourse.figures.words import numbers
from lincourse.logistic import sigmoid
from lincourse.softmax import entropy_between, softmax

pytestmark = pytest.mark.slow


def test_scores_divided_by_their_sum_are_no_probabilities():
    scores = [2.0, -1.0, 0.5]
    axes = plots.figure_of(figures.normalising(scores, "abc")).axes
    assert heights(axes[0]) == scores
    assert heights(axes[1]) == pytest.approx([4 / 3, -2 / 3, 1 / 3])
    assert heights(axes[2]) == pytest.approx(softmax(scores))
    assert "−1.00" in {text.get_text() for text in axes[0].texts}


def test_soft_regions_mix_the_colours_by_probability():
    W = np.array([[0.0, 4.0, 0.0], [0.0, -4.0, 0.0], [0.0, 0.0, 0.0]])
    ax = plots.points([[-2, -2], [2, 2]], [0, 1], xlim=(-2, 2), ylim=(-2, 2))
    figures.soft_regions(W, ax, fine=5)
    [image] = ax.images
    tints = np.array([plots.tint(k, 0.45) for k in range(3)])
    mixed = np.asarray(image.get_array())
    assert mixed[0, 2] == pytest.approx(tints.mean(axis=0))  # all scores are 0 in the middle
    assert mixed[0, 4] == pytest.approx(softmax([8.0, -8.0, 0.0]) @ tints)
    assert ax.get_xlim() == (-2, 2)


def test_classes_that_are_never_sure_have_no_dotted_line():
    ax = plots.points([[0, 0], [1, 1]], [0, 1])
    before = len(ax.collections)
    figures.soft_regions(np.zeros((2, 3)), ax)
    assert len(ax.collections) == before


def test_both_cross_entropies_meet_where_the_distributions_do():
    ax = figures.asymmetry(0.2)
    entropy = entropy_between([0.2, 0.8], [0.2, 0.8])
    for line in ax.lines[:2]:
        assert np.interp(0.2, *line.get_data()) == pytest.approx(entropy, abs=1e-3)
    bowl, straight = (np.asarray(line.get_ydata()) for line in ax.lines[:2])
    assert bowl.argmin() == pytest.approx(np.argmin(np.abs(ax.lines[0].get_xdata() - 0.2)), abs=1)
    assert np.diff(straight, 2) == pytest.approx(0, abs=1e-9)


def test_pictures_share_one_scale_of_colours():
    ax = figures.pictures([np.eye(8), -3 * np.eye(8)], ["one", "other"])
    limits = {a.images[0].get_clim() for a in plots.figure_of(ax).axes}
    assert limits == {(-3.0, 3.0)}


def test_a_doubtful_digit_stands_over_its_probabilities():
    p = [[0.5, 0.25, 0.25], [0.0, 0.0, 1.0]]
    axes = plots.figure_of(figures.doubtful(np.zeros((2, 8, 8)), p, ["first", "second"])).axes
    assert [ax.get_title() for ax in axes[:2]] == ["first", "second"]
    assert [heights(ax) for ax in axes[2:]] == p


@pytest.mark.parametrize("rival", [-1.0, 0.0, 2.0])
def test_two_classes_are_a_step_and_a_sigmoid_of_the_difference(rival):
    beta = np.array([-3.0, -1.0, 0.0, 0.5, 2.0, 4.0])
    step, curve = figures.two_class(rival, 1.0, beta)
    assert step.tolist() == [1.0 if value > rival else 0.0 for value in beta]
    assert curve == pytest.approx(sigmoid(beta - rival))


def test_softmax_frames_hold_the_probabilities():
    frame = figures.softmax_frame([2, 1, 0.1], 0.5, ["a", "b", "c"])
    p = softmax([4, 2, 0.2])
    np.testing.assert_allclose(heights(frame.figure.axes[0]), p)
    assert "temperature 0.5" in frame.caption
    assert "probabilities (0.86, 0.12, 0.02); a is the most probable" in frame.caption


def test_scores_and_temperature_move_the_bars(live):
    widgets = live(figures.softmax_slider, [2.0, 1.0, 0.1, -1.0], ["cat", "dog", "bird", "fish"])
    before = seen_in(widgets["picture"])
    assert "cat is the most probable" in before[1]
    widgets["score of fish"].value = 4.0
    moved = seen_in(widgets["picture"])
    assert "Scores (2.00, 1.00, 0.10, 4.00) at temperature 1" in moved[1]
    assert "fish is the most probable" in moved[1]
    widgets["temperature"].value = 5.0
    warm = seen_in(widgets["picture"])
    expected = numbers(softmax(np.array([2, 1, 0.1, 4]) / 5))
    assert expected in warm[1]
    assert len({before[2], moved[2], warm[2]}) == 3


def test_the_softmax_overview_compares_temperatures():
    frame = figures.softmax_overview([2, 1, 0.1], ["a", "b", "c"])
    rows = np.reshape(heights(frame.figure.axes[0]), (3, 3))
    for row, heat in zip(rows, (0.25, 1, 4), strict=True):
        np.testing.assert_allclose(row, softmax(np.array([2, 1, 0.1]) / heat))
        assert f"at temperature {heat:g}: {numbers(row)}" in frame.alt


def test_argmax_and_softmax_are_said_in_words():
    frame = figures.argmax_frame(2.0, 1.0)
    assert "passes 2; softmax is 1/2 there, with slope 0.25, and 0.12 at a score of 0" in frame.alt
    assert "slope 0.50" in figures.argmax_frame(0.0, 0.5).caption


class TestSteps:
    def test_the_loss_falls_with_minus_and_rises_with_plus(self):
        for way, sign in ((figures.DOWN, -1), (figures.UP, 1)):
            chances, losses = figures.steps_taken(way, 0.2)
            assert losses[0] == pytest.approx(1.6843, abs=1e-4)
            assert (sign * np.diff(losses) > 0).all()
            assert chances.sum(axis=1) == pytest.approx(1)
            assert losses == pytest.approx(-np.log(chances[:, figures.RIGHT]))

    def test_a_frame_says_the_probability_and_the_loss(self):
        frame = figures.step_frame(figures.DOWN, 0.2, 3)
        assert "after 3 steps the right class has the probability 0.588" in frame.caption
        assert "the loss is 0.531 (it began with 1.684)" in frame.alt

    def test_the_controls_move_the_picture(self, live):
        widgets = live(figures.step_slider)
        widgets["steps taken"].value = 3
        assert "the loss is 0.531" in seen_in(widgets["picture"])[1]
        widgets["each step is"].value = figures.UP
        assert "the loss is 3.964" in seen_in(widgets["picture"])[1]

    def test_the_sliders_of_argmax_move_the_picture(self, live):
        widgets = live(figures.argmax_slider)
        widgets["score of class 0, beta 0"].value = 2.0
        widgets["temperature"].value = 0.5
        assert "Score of class 0 2, temperature 0.5" in seen_in(widgets["picture"])[1]


@pytest.mark.parametrize(
    ("overview", "words"),
    [
        (figures.argmax_overview, "and 0.12 at a score of 0"),
        (figures.step_overview, "the loss is 23.222"),
    ],
)
def test_the_static_picture_says_its_numbers(overview, words):
    assert words in overview().alt
