"""The figures and interactives of lecture 03: what they draw is what they say."""

import numpy as np
import pytest
from figure_reading import png, texts

from lincourse import datasets, plots
from lincourse.features import add_bias, predict_multiclass
from lincourse.figures import features as figures
from lincourse.metrics import precision, recall

pytestmark = pytest.mark.slow

X, Y = datasets.opinion_points()
DUELS = {(0, 1): [0.0, 1.0, 0.0], (0, 2): [0.0, 0.0, 1.0], (1, 2): [0.0, -1.0, 1.0]}


def test_the_plane_crosses_zero_where_the_point_is_marked():
    ax = figures.score_planes(figures.OPINION_LINE, figures.OPINIONS[:, 1:])
    assert "the point 0.5" in " ".join(texts(ax))
    assert len(plots.figure_of(ax).axes) == 2
    assert png(ax)


def test_the_opinion_line_labels_the_documents_by_their_scores():
    ax = figures.opinion_line(figures.OPINION_LINE)
    named = {text.get_text(): text.xy for text in ax.texts}
    assert named["great film"] == (1, 0)
    assert named["made in 2008"] == (0, 0)
    positive = next(dots for dots in ax.collections if dots.get_label() == "positive")
    assert positive.get_offsets().tolist() == [[1, 0]]


@pytest.mark.parametrize(
    ("w0", "labels"),
    [
        (-1, "+1, -1, -1, -1"),
        (0, "+1, -1, -1, +1"),
        (1, "+1, -1, +1, +1"),
        (3, "+1, +1, +1, +1"),
    ],
)
def test_the_line_slider_says_which_documents_are_positive(w0, labels):
    frame = figures.line_frame(w0, 2, -3)
    assert f"labels {labels}." in frame.caption
    assert frame.caption in frame.alt
    assert f"With w0 = {w0}:" in figures.line_overview().alt
    assert png(frame.figure)


def test_without_weights_there_is_no_line():
    frame = figures.line_frame(1, 0, 0)
    assert "There is no line" in frame.caption
    assert png(frame.figure)


def test_margins_are_written_at_the_points():
    points, labels = [[1.5, 1], [0.25, -0.5], [-0.5, 0.25], [2, -0.25]], [1, -1, 1, -1]
    ax = figures.margin_cases([-1, 1, 1], points, labels)
    for words in (
        "case 1: right\n$y\\,f(x)$ = +1.5",
        "case 2: right\n$y\\,f(x)$ = +1.25",
        "case 3: wrong\n$y\\,f(x)$ = \N{MINUS SIGN}1.25",
        "case 4: wrong\n$y\\,f(x)$ = \N{MINUS SIGN}0.75",
    ):
        assert words in texts(ax)


def painted(ax, x1, x2):
    """The class painted at a place of a map."""
    (image,) = ax.images
    left, right, bottom, top = image.get_extent()
    rows, columns = image.get_array().shape
    return image.get_array()[
        round((x2 - bottom) / (top - bottom) * (rows - 1)),
        round((x1 - left) / (right - left) * (columns - 1)),
    ]


def test_the_map_of_claims_tells_nobody_from_several():
    W = [[-1, 1, 0], [-1, 0, 1]]  # x1 > 1 and x2 > 1
    [ax] = plots.panels()
    figures.claims_map(W, [[0, 0], [2, 2]], [0, 1], ["a", "b"], ax, xlim=(0, 2), ylim=(0, 2))
    assert [painted(ax, *x) for x in ((1.5, 0.5), (0.5, 1.5), (0.5, 0.5), (1.5, 1.5))] == [
        0,
        1,
        2,  # nobody
        3,  # several
    ]


def test_the_map_of_votes_is_the_vote_and_shows_ties():
    duels = {(0, 1): [0, 1, 0], (1, 2): [0, 0, 1], (0, 2): [0, -1, -1]}
    [ax] = plots.panels()
    limits = {"xlim": (-2, 2), "ylim": (-2, 2)}
    figures.votes_map(duels, [[0, 0]], [2], ["a", "b", "c"], ax, **limits)
    for x in ((-1.0, -1.5), (1.0, -1.5), (-1.0, 1.5), (-1.5, 0.5)):
        winners = [0 if x[0] >= 0 else 1, 1 if x[1] >= 0 else 2, 0 if -sum(x) >= 0 else 2]
        tied = len(set(winners)) == 3
        assert painted(ax, *x) == (4 if tied else figures.vote(duels, [1, *x]))
    assert painted(ax, 1.0, 1.0) == 4  # 0 beats 1, 1 beats 2, 2 beats 0


def test_every_pair_of_classes_has_its_line():
    ax = plots.points(np.eye(3)[:, :2], [0, 1, 2])
    figures.all_boundaries(np.array([[0.0, 1, 0], [0, 0, 1], [0.5, -1, -1]]), ax)
    labels = {line.get_label() for line in ax.lines}
    assert {"classes 0 and 1 tie", "classes 0 and 2 tie", "classes 1 and 2 tie"} <= labels


def test_nearest_centre_weights_choose_the_nearest_centre():
    rng = np.random.default_rng(0)
    centres, places = rng.normal(size=(4, 2)), rng.normal(size=(200, 2))
    nearest = np.linalg.norm(places[:, None] - centres, axis=2).argmin(axis=1)
    W = figures.nearest_centre_weights(centres)
    assert predict_multiclass(W, add_bias(places)).tolist() == nearest.tolist()


def test_a_bonus_makes_a_region_grow_and_too_small_a_bias_makes_it_vanish():
    shares = [figures.region_share(figures.region_weights(0, 0, b))[0] for b in (-2, 0, 1)]
    assert shares[0] == 0 < shares[1] < shares[2]
    assert "owns 0% of the picture" in figures.region_frame(0, 0, -2).caption
    assert "inside its own region" in figures.region_frame(0.5, 0.25, 0).caption
    assert png(figures.region_overview().figure)


def test_words_are_sorted_by_weight():
    ax = figures.word_weights(["good", "bad", "fair"], [2.0, -3.0, 0.5])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["bad", "fair", "good"]
    assert sorted(bar.get_width() for bar in ax.patches) == [-3.0, 0.5, 2.0]


def test_mistakes_are_ringed():
    ax = figures.outcome_points(X, Y, figures.OPINION_LINE)
    rings = [dots for dots in ax.collections if dots.get_facecolor().size == 0]
    assert sum(len(dots.get_offsets()) for dots in rings) == 5


def test_threshold_curves_are_precision_and_recall():
    curves = figures.threshold_curves(X, Y, [-1, 2.25])
    called = (add_bias(X) @ figures.OPINION_LINE >= 0).astype(int)
    assert curves["precision"] == [precision(Y, called), 10 / 16]
    assert curves["recall"] == [recall(Y, called), 1.0]
    many = figures.threshold_curves(X, Y, np.linspace(-2, 2.25, 100))["recall"]
    assert many == sorted(many)


def test_the_threshold_frame_says_its_numbers():
    frame = figures.threshold_frame(X, Y, -1)
    assert "7 true and 2 false positives, 3 false and 4 true negatives" in frame.caption
    assert "precision 0.78, recall 0.70" in frame.alt
    assert png(frame.figure)
    assert png(figures.threshold_overview(X, Y).figure)
