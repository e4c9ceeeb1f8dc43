"""The figures of lecture 09: the numbers that are drawn, the words, and the static pictures."""

import numpy as np
import pytest
from figure_reading import heights, seen_in, texts

from lincourse import plots
from lincourse.figures import family as figures
from lincourse.softmax import softmax, softmax_loss

pytestmark = pytest.mark.slow


def test_the_changes_are_written_into_their_tables():
    W = np.array([[0.5, 0.0], [-0.25, 0.001]])
    ax = figures.changes({"one": W, "two": -W}, ["a", "b"], ["x", "y"])
    first, second = plots.figure_of(ax).axes
    assert texts(first) == ["+0.50", "0", "−0.25", "0"]
    assert texts(second) == ["−0.50", "0", "+0.25", "0"]
    assert [label.get_text() for label in first.get_yticklabels()] == ["a", "b"]


def test_no_change_at_all_can_be_drawn():
    assert texts(figures.changes({"one": np.zeros((1, 2))}, ["a"], ["x", "y"])) == ["0", "0"]


@pytest.mark.parametrize("temperature", [0.25, 1.0, 2.0])
def test_the_loss_at_a_temperature_is_the_softmax_loss_of_scaled_scores(temperature):
    for margin in (-2.0, 0.0, 0.5):
        W = np.array([[margin], [0.0]]) / temperature
        expected = temperature * softmax_loss(W, [[1.0]], [0])
        assert figures.soft_loss(margin, temperature) == pytest.approx(expected)


def test_the_losses_close_in_on_the_perceptrons():
    ax = figures.temperature_losses([1.0, 0.1])
    warm, cold, hard = (line.get_ydata() for line in ax.lines)
    assert np.all(warm >= cold)
    assert np.all(cold >= hard)
    assert np.abs(cold - hard).max() == pytest.approx(0.1 * np.log(2))


def test_learning_curves_have_a_line_per_name_and_a_tick_per_size():
    ax = figures.learning_curves([60, 120], {"a": [0.5, 0.6], "b": [0.4, 0.7]})
    assert [line.get_ydata().tolist() for line in ax.lines] == [[0.5, 0.6], [0.4, 0.7]]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["60", "120"]


def test_a_tally_writes_its_counts():
    assert texts(figures.tally([1500, 3], ["none", "all"])) == ["1,500", "3"]


def test_pictures_carry_their_titles():
    ax = figures.pictures(np.zeros((2, 8, 8)), ["a 3", "a 5"])
    assert [one.get_title() for one in plots.figure_of(ax).axes] == ["a 3", "a 5"]


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


def test_the_static_picture_compares_three_temperatures():
    assert figures.temperature_overview().alt.count("temperature") == 3


def test_the_slider_redraws(live):
    widgets = live(figures.temperature_slider)
    widgets["temperature, T"].value = 0.1
    assert "temperature 0.1" in seen_in(widgets["picture"])[1]
    widgets["scores"].value = figures.TIE
    assert "scores 2, 2, 0.5" in seen_in(widgets["picture"])[1]
