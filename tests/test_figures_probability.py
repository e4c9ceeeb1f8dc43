"""The figures and interactives of lecture 01: what they draw is what they say."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from figure_reading import heights, png, texts

from lincourse import plots
from lincourse.figures import probability as figures
from lincourse.probability import bayes

pytestmark = pytest.mark.slow

TWO, FIRST = figures.EVENTS["exactly two heads"], figures.EVENTS["the first toss is heads"]


def test_the_grid_colours_the_outcomes_of_each_event():
    ax = figures.toss_grid(TWO, FIRST)
    cells = dict(zip(texts(ax)[::2], ax.patches, strict=True))
    assert set(cells) == set(figures.TOSSES)
    blue = plots.tint(0, 0.45)
    assert {x for x, c in cells.items() if c.get_facecolor()[:3] == pytest.approx(blue)} == TWO
    assert {x for x, cell in cells.items() if cell.get_hatch()} == FIRST
    assert set(texts(ax)[1::2]) == {"1/8"}


def test_the_smaller_world_rules_out_what_is_not_in_b():
    before, after = figures.smaller_world(TWO, FIRST, figures.TOSSES)
    assert texts(before).count("1/8") == 8
    assert texts(after).count("1/4") == 4
    assert texts(after).count("ruled out") == 4
    assert png(before)


@pytest.mark.parametrize(("a", "b"), list(product(figures.EVENTS, repeat=2)))
def test_every_pair_of_events_can_be_chosen(a, b):
    frame = figures.toss_frame(a, b)
    both = figures.EVENTS[a] & figures.EVENTS[b]
    assert f"P(A, B) = {Fraction(len(both), 8)}," in frame.caption
    assert ("P(A | B) = not defined" in frame.caption) == (not figures.EVENTS[b])
    assert frame.caption in frame.alt


def test_the_quiz_of_the_document_is_in_the_words_of_the_grid():
    caption = figures.toss_frame("exactly two heads", "the first toss is heads").caption
    assert caption == (
        "P(A) = 3/8, P(B) = 1/2, P(A, B) = 1/4, P(A | B) = 1/2, P(B | A) = 2/3: not independent."
    )
    assert caption in figures.toss_overview().alt


def test_areas_are_joint_probabilities():
    ax = figures.areas([0.5, 0.7, 1.0], [0.5, 0.3, 0.2], ["a", "b", "c"])
    filled = ax.patches[1::2]
    found = [patch.get_width() * patch.get_height() for patch in filled]
    np.testing.assert_allclose(found, [0.25, 0.21, 0.2])
    assert {"0.25", "0.21", "0.2"} <= set(texts(ax))


def test_the_stack_beside_the_areas_is_the_posterior():
    left, right = figures.bayes_picture([0.5, 0.7, 1.0], [0.5, 0.3, 0.2], ["a", "b", "c"])
    posterior = bayes([0.5, 0.7, 1.0], [0.5, 0.3, 0.2])
    np.testing.assert_allclose(heights(right), posterior)
    assert texts(right) == [f"{n}: {p:.3g}" for n, p in zip("abc", posterior, strict=True)]
    assert png(left)


@pytest.mark.parametrize("values", list(product((0.0, 0.3, 1.0), repeat=3)))
def test_every_setting_of_the_areas_has_a_picture(values):
    frame = figures.area_frame(*values)
    prior, inside, outside = values
    possible = prior * inside + (1 - prior) * outside > 0
    assert ("P(E | B) is not defined" in frame.caption) != possible
    assert png(frame.figure)


@pytest.mark.parametrize(
    ("tests", "expected"), [(0, "0.0000"), (1, "0.0019"), (2, "0.2652"), (3, "0.9856")]
)
def test_the_mind_reader_gets_likelier_with_every_positive_test(tests, expected):
    frame = figures.reader_frame(5.0, tests)
    assert frame.caption.endswith(f"P(MR | positive) = {expected}.")
    assert "Base rate 1 in 100,000" in frame.caption
    bars = frame.figure.axes[0].patches
    share = bars[0].get_height() / (bars[0].get_height() + bars[1].get_height())
    assert share == pytest.approx(figures.after_tests(1e-5, tests))
    assert png(frame.figure)


def test_one_positive_test_is_even_odds_at_one_in_191():
    assert figures.after_tests(1 / 191, 1) == pytest.approx(0.5)
    assert figures.after_tests(1 / 36_101, 2) == pytest.approx(0.5)


def test_running_shares_end_at_the_share_of_all_draws():
    hits = {"one": [True, False, False, True], "two": [False] * 4}
    ax = figures.running_shares(hits, 0.375)
    one, two, exact = ax.lines
    np.testing.assert_allclose(one.get_ydata(), [1, 1 / 2, 1 / 3, 1 / 2])
    assert two.get_ydata()[-1] == 0
    assert set(exact.get_ydata()) == {0.375}


def test_the_error_curve_shows_root_mean_squares_and_the_formula():
    ax = figures.error_curve({100: [0.03, -0.04], 400: [0.0, 0.02]}, 0.5)
    lines = {line.get_label(): np.array(line.get_ydata()) for line in ax.lines}
    np.testing.assert_allclose(lines["typical error"], np.sqrt([0.00125, 0.0002]))
    np.testing.assert_allclose(lines[r"$\sqrt{p(1-p)/n}$"], [0.05, 0.025])
    assert ax.get_xscale() == ax.get_yscale() == "log"
