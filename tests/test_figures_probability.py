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
    ax, alt = figures.smaller_world(TWO, FIRST, figures.TOSSES)
    before, after = plots.figure_of(ax).axes
    assert "only B is left, 1/4 each, and HHT, HTH of it is filled" in alt
    assert texts(before).count("1/8") == 8
    assert texts(after).count("1/4") == 4
    assert texts(after).count("sent out") == 4
    assert after.get_title() == "Given B: 4 outcomes are left, 1/4 each"
    assert png(before)


@pytest.mark.parametrize(("a", "b"), list(product(figures.EVENTS, repeat=2)))
@pytest.mark.sampled(every=3)
def test_every_pair_of_events_can_be_chosen(a, b):
    frame = figures.toss_frame(a, b)
    both = figures.EVENTS[a] & figures.EVENTS[b]
    assert f"P(A, B) = {Fraction(len(both), 8)}," in frame.caption
    assert ("P(A | B) = not defined" in frame.caption) == (not figures.EVENTS[b])
    assert frame.caption in frame.alt


def test_areas_are_joint_probabilities():
    ax = figures.areas(0.25, 0.8, 0.4, names=("E", "rest"), evidence="heads")
    hatched = [patch for patch in ax.patches if patch.get_hatch()]
    found = [patch.get_width() * patch.get_height() for patch in hatched]
    np.testing.assert_allclose(found, [0.2, 0.3])
    assert texts(ax) == ["E\n0.25", "0.8", "rest\n0.75", "0.4"]
    assert ax.lines[0].get_label() == "P(heads) = 0.5"


def test_independent_events_have_the_same_level_in_both_columns():
    ax, alt = figures.independence(
        {"last": figures.EVENTS["the last toss is heads"], "two": TWO}, FIRST, figures.TOSSES
    )
    axes = plots.figure_of(ax).axes
    assert "'two': its column is 0.375 wide and hatched to 0.667, the other one to 0.4." in alt
    levels = [
        [float(patch.get_height()) for patch in ax.patches if patch.get_hatch()] for ax in axes
    ]
    np.testing.assert_allclose(levels, [[1 / 2, 1 / 2], [2 / 3, 2 / 5]])
    assert [ax.get_title() for ax in axes] == ["A: last", "A: two"]


def test_the_stack_beside_the_areas_is_the_posterior():
    ax, alt = figures.bayes_picture(0.25, 0.8, 0.4, names=("E", "rest"))
    left, right = plots.figure_of(ax).axes
    assert alt.endswith("stretched to height 1: E 0.4, rest 0.6.")
    posterior = bayes([0.8, 0.4], [0.25, 0.75])
    np.testing.assert_allclose(heights(right), posterior)
    assert texts(right) == ["E: 0.4", "rest: 0.6"]
    assert png(left)


def test_the_city_is_counted_in_whole_people():
    counts = [figures.expected_counts(tests) for tests in range(4)]
    assert counts == [(20, 1_999_980), (19, 10_000), (18, 50), (17, 0)]


def test_the_tree_adds_up():
    ax, alt = figures.frequency_tree()
    assert alt.endswith("meet in Jill's room: 10,019 people, 19 mind readers, 1 in 527.")
    said = texts(ax)
    assert "2,000,000\npeople" in said
    assert "20\nmind readers" in said
    assert "1,999,980\nothers" in said
    leaves = ["19 positive", "1 negative", "10,000 positive", "1,989,980 negative"]
    assert set(leaves) <= set(said)
    assert sum(int(leaf.split()[0].replace(",", "")) for leaf in leaves) == figures.CITY
    assert said[-1] == "Jill's room:\n10,019 people,\n19 mind readers,\n1 in 527"


def test_the_room_empties_around_the_mind_readers():
    ax, alt = figures.emptying_room()
    axes = plots.figure_of(ax).axes
    assert alt.endswith("Positive three times: 17 mind readers and 0 others.")
    shown = [[len(dots.get_offsets()) for dots in ax.collections] for ax in axes]
    assert shown == [[10_000, 19], [50, 18], [0, 17]]
    assert [ax.get_title().split("\n")[1] for ax in axes] == [
        "19 of 10,019",
        "18 of 68",
        "17 of 17",
    ]


@pytest.mark.parametrize(("readers", "others"), [(19, 10_000), (0, 9_999), (18, 50), (1, 0)])
def test_everyone_in_the_positive_room_has_a_place(readers, others):
    ax, alt = figures.positive_room(readers, others)
    assert f"{others:,} small round marks" in alt
    assert f"{readers} squares" in alt
    people = np.concatenate([dots.get_offsets() for dots in ax.collections])
    assert len(people) == readers + others
    assert len(np.unique(people, axis=0)) == len(people)  # nobody hides another
    assert people[:, 1].min() > ax.get_ylim()[0]


@pytest.mark.parametrize(
    ("tests", "expected"), [(0, "0.0000"), (1, "0.0019"), (2, "0.2652"), (3, "0.9856")]
)
def test_the_mind_reader_gets_likelier_with_every_positive_test(tests, expected):
    frame = figures.reader_frame(5.0, tests)
    assert frame.caption.endswith(f"P(MR) = {expected} now.")
    assert "Base rate 1 in 100,000" in frame.caption
    others, readers = frame.figure.axes[0].collections
    assert len(others.get_offsets()) + len(readers.get_offsets()) == 400
    assert len(readers.get_offsets()) == round(400 * figures.after_tests(1e-5, tests))
    assert png(frame.figure)


@pytest.mark.parametrize(("tests", "one_in"), [(1, 191), (2, 36_101), (3, 6_859_001)])
def test_every_curve_crosses_one_half_on_the_axis_drawn(tests, one_in):
    assert figures.after_tests(1 / one_in, tests) == pytest.approx(0.5)
    ax = figures.reader_overview().figure.axes[0]
    rates, curve = ax.lines[2 * (tests - 1)].get_data()
    crossing = rates[np.argmax(np.array(curve) >= 0.5)]
    assert ax.get_xlim()[0] < crossing == pytest.approx(1 / one_in, rel=0.15)


def test_the_still_of_the_explorer_shows_no_independent_pair():
    assert "not independent" in figures.toss_overview().alt
    assert ": independent" not in figures.toss_overview().alt


def test_bars_balance_at_the_expectation():
    ticket = {"win": 0.25, "lose": 0.75}

    def heads_in(tosses):
        return tosses.count("H")

    ax, alt = figures.balances(
        {"heads": (heads_in, figures.TOSSES), "gain": ({"win": 7, "lose": -1}.get, ticket)}
    )
    left, right = plots.figure_of(ax).axes
    assert alt.endswith("gain: -1: 0.75, 7: 0.25; they balance at 1.")
    assert heights(left) == [1 / 8, 3 / 8, 3 / 8, 1 / 8]
    assert heights(right) == [0.75, 0.25]
    assert texts(left)[-1] == "E = 1.5"
    assert texts(right)[-1] == "E = 1"
    assert right.lines[0].get_xdata()[0] == 1
    assert png(left)


def test_running_shares_end_at_the_share_of_all_draws():
    hits = {"one": [True, False, False, True], "two": [False] * 4}
    ax, alt = figures.running_shares(hits, 0.375)
    assert "one ends at 0.500; 100% of it lies within the funnel." in alt
    one, two, exact = ax.lines
    np.testing.assert_allclose(one.get_ydata(), [1, 1 / 2, 1 / 3, 1 / 2])
    assert two.get_ydata()[-1] == 0
    assert set(exact.get_ydata()) == {0.375}
    [funnel] = ax.collections
    edge = funnel.get_paths()[0].vertices[:, 1].max()
    assert edge == pytest.approx(0.375 + 2 * np.sqrt(0.375 * 0.625))
