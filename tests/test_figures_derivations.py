"""The figures of lecture 08: the numbers that are drawn, the words, and the slider."""

import matplotlib
import numpy as np
import pytest
from figure_reading import heights, line, png, seen_in, texts
from matplotlib.colors import to_rgb

from lincourse import plots
from lincourse.derivations import softmax_jacobian
from lincourse.figures import derivations as figures
from lincourse.softmax import softmax

pytestmark = pytest.mark.slow

STEPS = np.array([1e-2, 1e-4, 1e-6])
ERRORS = {"one side": [1e-2, 1e-4, 1e-6], "both sides": [1e-4, 0.0, 1e-10]}
Z = [0.5, 1.0, -1.0]


def test_errors_are_drawn_against_their_steps_on_logarithmic_axes():
    ax = figures.error_against_step(STEPS, ERRORS, title="Errors")
    assert line(ax, "one side").tolist() == [[1e-2, 1e-2], [1e-4, 1e-4], [1e-6, 1e-6]]
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_title()) == ("log", "log", "Errors")
    assert len({drawn.get_marker() for drawn in ax.lines}) == 2
    assert len({drawn.get_linestyle() for drawn in ax.lines}) == 2


def test_an_error_of_0_lies_at_the_bottom_and_not_at_minus_infinity():
    smallest = line(figures.error_against_step(STEPS, ERRORS), "both sides")[:, 1].min()
    assert 0 < smallest <= 1e-16


def test_the_jacobian_is_written_row_by_row_and_coloured_by_sign():
    J = softmax_jacobian(Z)
    ax = figures.jacobian_picture(J)
    assert texts(ax) == [f"{value:.3f}" for value in J.ravel()]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["$S_1$", "$S_2$", "$S_3$"]
    [image] = ax.images
    assert image.get_cmap().name == plots.SIGNED
    low, high = image.get_clim()
    assert low == -high
    np.testing.assert_array_equal(image.get_array(), J)


def test_a_jacobian_of_zeros_can_be_drawn():
    assert png(figures.jacobian_picture(np.zeros((2, 2))))


@pytest.mark.parametrize("grows", [0, 1, 2])
def test_a_frame_has_a_bar_per_probability_and_an_arrow_per_change(grows):
    frame = figures.jacobian_frame(Z, grows)
    [ax] = frame.figure.axes
    p, change = softmax(Z), softmax_jacobian(Z)[:, grows]
    np.testing.assert_allclose(heights(ax), p)
    arrows = [drawn for drawn in ax.texts if getattr(drawn, "arrow_patch", None)]
    np.testing.assert_allclose([a.xy[1] - a.xyann[1] for a in arrows], change)
    colours = {arrow.arrow_patch.get_edgecolor()[:3] for arrow in arrows}
    assert colours == {to_rgb(plots.colour(1))}
    assert f"per unit of score of class {grows + 1} they change by" in frame.alt
    assert ", ".join(f"{slope:+.3f}" for slope in change) in frame.caption


def test_the_changes_add_up_to_0_and_only_the_growing_score_gains():
    for z in (Z, [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]):
        for grows in range(3):
            caption = figures.jacobian_frame(z, grows).caption
            changes = [float(number) for number in caption.rstrip(".").split(" by ")[1].split(",")]
            assert sum(changes) == pytest.approx(0, abs=2e-3)
            assert [k for k, change in enumerate(changes) if change > 0] == [grows]


def test_the_overview_goes_from_undecided_to_sure():
    frame = figures.jacobian_overview()
    assert [ax.get_title() for ax in frame.figure.axes] == ["undecided", "leaning", "sure"]
    np.testing.assert_allclose(heights(frame.figure.axes[0]), [1 / 3] * 3)
    for name in ("undecided: Probabilities 0.333", "leaning: Prob", "sure: Probabilities 0.965"):
        assert name in frame.alt


def test_the_sliders_choose_the_scores_and_the_one_that_grows(live):
    widgets = live(figures.jacobian_slider)
    assert seen_in(widgets["picture"])[1] == figures.jacobian_frame([0, 1, -1], 0).caption
    widgets["score of class 3"].value = 2.0
    widgets["growing score"].value = "class 2"
    assert seen_in(widgets["picture"])[1] == figures.jacobian_frame([0, 1, 2], 1).caption


@pytest.mark.parametrize(
    "draw",
    [
        lambda: figures.error_against_step(STEPS, ERRORS),
        lambda: figures.jacobian_picture(softmax_jacobian(Z)),
    ],
    ids=["error_against_step", "jacobian_picture"],
)
def test_the_readers_own_style_changes_no_picture(draw):
    plain = png(draw())
    with matplotlib.rc_context({"axes.labelcolor": "white", "lines.linewidth": 9}):
        assert png(draw()) == plain
