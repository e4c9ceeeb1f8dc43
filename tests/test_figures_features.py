"""The figures and interactives of lecture 03: what they draw is what they say."""

import numpy as np
import pytest
from figure_reading import png, texts
from matplotlib.colors import to_hex
from matplotlib.contour import ContourSet

from lincourse import plots
from lincourse.features import predict_multiclass
from lincourse.figures import features as figures

pytestmark = pytest.mark.slow

Z = np.array([-3.0, -1.5, -1.0, 0.0, 0.5, 0.5, 2.0, 4.0])
Y = np.array([0, 0, 1, 0, 1, 1, 0, 1])


def test_each_job_shows_who_is_to_be_cut_off():
    axes = figures.jobs([[1, -1, -1, -1], [1, 1, -1, -1]], ["one", "two"])
    for ax, wanted in zip(axes, ([[1, 0]], [[1, 0], [0, 1]]), strict=True):
        [dots] = [dots for dots in ax.collections if dots.get_label() == "to be cut off"]
        assert dots.get_offsets().tolist() == wanted
    assert png(axes[0])


def test_the_crosses_lie_on_the_cut_and_the_distance_is_right():
    w = np.array(figures.OPINION_LINE)
    ax = figures.cut_and_arrow(w)
    crosses = [line.get_xydata()[0] for line in ax.lines if line.get_marker() == "x"]
    assert len(crosses) == 2
    assert np.allclose([w @ [1, *place] for place in crosses], 0)
    assert "distance 0.28" in texts(ax)
    assert png(ax)


def test_the_opinion_line_labels_the_documents_by_their_scores():
    ax = figures.opinion_line(figures.OPINION_LINE)
    named = {text.get_text(): text.xy for text in ax.texts}
    assert named["great film"] == (1, 0)
    assert named["made\nin 2008"] == (0, 0)
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
    assert png(frame.figure)


def test_line_overview_draws_parallel_lines_where_their_labels_say():
    frame = figures.line_overview()
    [ax] = frame.figure.axes
    lines = [line.get_xydata() for line in ax.lines if line.get_linestyle() == "-"]
    biases = [-(np.array([2, -3]) @ line.T) for line in lines]
    assert np.allclose(biases, [[-1, -1], [2.5, 2.5]])
    for text in ax.texts:
        if text.get_text().startswith("$w_0$"):
            w0 = float(text.get_text().partition("= ")[2].replace(plots.MINUS, "-"))
            assert np.isclose(np.array([w0, 2, -3]) @ [1, *text.xy], 0)
            assert f"With w0 = {w0:g}:" in frame.alt
    assert png(frame.figure)


def test_margins_are_written_at_the_points():
    points, labels = [[1.5, 1], [0.25, -0.5], [-0.5, 0.25], [2, -0.25]], [1, -1, 1, -1]
    ax = figures.margin_cases([-1, 1, 1], points, labels)
    for words in (
        "case 1, right: $m$ = +1.5\ndistance +1.06",
        "case 2, right: $m$ = +1.25\ndistance \N{MINUS SIGN}0.88",
        "case 3, wrong: $m$ = \N{MINUS SIGN}1.25\ndistance \N{MINUS SIGN}0.88",
        "case 4, wrong: $m$ = \N{MINUS SIGN}0.75\ndistance +0.53",
    ):
        assert words in texts(ax)


def painted(ax, x1, x2):
    """The colour of the filled area at a place of a map."""
    found = None
    for area in ax.collections:
        for path, colour in zip(area.get_paths(), area.get_facecolor(), strict=False):
            if isinstance(area, ContourSet) and path.contains_point((x1, x2)):
                found = to_hex(colour)
    return found


def test_map_of_claims_tells_none_from_several():
    W = [[-1, 1, 0], [-1, 0, 1]]  # x1 > 1 and x2 > 1
    [ax] = plots.panels()
    figures.claims_map(W, [[0, 0], [2, 2]], [0, 1], ["a", "b"], ax, xlim=(0, 2), ylim=(0, 2))
    places = ((1.5, 0.5), (0.5, 1.5), (0.5, 0.5), (1.5, 1.5))
    first, second = (to_hex(plots.tint(figures.FIRST_SPECIES + k)) for k in (0, 1))
    wanted = [first, second, figures.NONE.lower(), figures.SEVERAL.lower()]
    assert [painted(ax, *place) for place in places] == wanted


@pytest.mark.parametrize("offset", [0.15, -0.15], ids=["a triangle without", "a triangle of three"])
def test_texts_in_the_map_of_claims_say_how_many_classes_claim_the_place(offset):
    angles = np.pi / 2 + 2 * np.pi * np.arange(3) / 3
    W = np.column_stack([np.full(3, -offset), np.cos(angles), np.sin(angles)])
    [ax] = plots.panels()
    limits = {"xlim": (-2, 2), "ylim": (-2, 2)}
    figures.claims_map(W, W[:, 1:], [0, 1, 2], ["a", "b", "c"], ax, **limits)
    counts = [(W @ [1, *text.xy] >= 0).sum() for text in ax.texts]
    assert sorted(counts) == ([0, 2, 2, 2] if offset > 0 else [2, 2, 2, 3])
    for text, count in zip(ax.texts, counts, strict=True):
        assert text.get_text().split()[0] == (str(count) if count else "none")
    assert png(ax)


def test_regions_have_the_colours_of_their_species():
    W = np.array([[0.0, 1, 0], [0, 0, 1], [0.5, -1, -1]])
    [ax] = plots.panels()
    limits = {"xlim": (-2, 2), "ylim": (-2, 2)}
    figures.centres_map(W, W[:, 1:], W[:, 1:], [0, 1, 2], ["a", "b", "c"], ax, **limits)
    for x in ((1.5, 0.0), (0.0, 1.5), (-1.0, -1.5)):
        k = predict_multiclass(W, [[1, *x]])[0]
        [region] = [patch for patch in ax.patches if patch.get_path().contains_point(x)]
        assert to_hex(region.get_facecolor()) == to_hex(plots.tint(figures.FIRST_SPECIES + k))
    assert len([line for line in ax.lines if line.get_linestyle() == "--"]) == 3


def test_the_cut_through_the_folded_sheet_is_two_cuts_when_it_is_unfolded():
    w = np.array(figures.OPINION_LINE)
    _, folded, after = figures.folding(w)
    solid = [[line.get_xydata() for line in ax.lines if line.get_linestyle() == "-"]
             for ax in (folded, after)]  # fmt: skip
    assert [len(lines) for lines in solid] == [1, 2]
    [through] = solid[0]
    assert np.allclose([w @ [1, *place] for place in through], 0)
    one, other = (np.sort(line, axis=0) for line in solid[1])
    assert np.allclose(one, other[:, ::-1])
    [dots] = [dots for dots in folded.collections if dots.get_label() == "to be cut off"]
    assert dots.get_offsets().tolist() == [[1, 0], [1, 0]]
    assert png(after)


def test_diagonals_of_job_2_have_the_colour_of_the_reviews_they_join():
    ax = figures.crossing()
    ends = {
        to_hex(line.get_color()): line.get_xydata()
        for line in ax.lines
        if len(line.get_xydata()) == 2
    }
    for dots in ax.collections:
        if len(dots.get_offsets()):
            joined = ends[to_hex(dots.get_facecolor()[0])]
            assert sorted(joined.tolist()) == sorted(dots.get_offsets().tolist())
    assert png(ax)


def test_threshold_curves_are_precision_and_recall():
    curves = figures.threshold_curves(Z, Y, [0, 10, -10])
    assert curves["precision"] == [3 / 5, 4 / 8, 0]
    assert curves["recall"] == [3 / 4, 1, 0]
    many = figures.threshold_curves(Z, Y, np.linspace(-5, 5, 100))["recall"]
    assert many == sorted(many)


def test_threshold_frame_says_its_numbers_and_draws_the_boundary_there():
    frame = figures.threshold_frame(Z, Y, -1.0)
    assert "tp 1, fp 1, fn 3, tn 3; precision 0.500, recall 0.250" in frame.caption
    assert frame.caption in frame.alt
    scores, curves = frame.figure.axes
    assert set(scores.lines[-1].get_xdata()) == {1}
    assert set(curves.lines[-1].get_xdata()) == {-1}
    assert png(frame.figure)
