"""Figures of lecture 03: reviews and penguins as points, straight boundaries, and two sliders.

The colours of the classes -1 and +1 stand for the two sides of a boundary. Species of penguins get
the colours after these two, so that no colour means two things.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import metrics, plots, validation
from lincourse.features import add_bias, distance, margin, predict_binary
from lincourse.interact import Frame, Slider, explore
from lincourse.typing import FloatArray

OPINIONS = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
OPINION_TEXTS = ("great film", "worst crap", "great plot,\nbad acting", "made\nin 2008")
OPINION_LINE = (-1.0, 2.0, -3.0)
FIRST_SPECIES = 2  # the colours 0 and 1 are the two sides of a cut
NONE, SEVERAL = "#FFFFFF", "#D4D4D4"  # how many classes claim a place
WHITE_BOX = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.5}
GRID = 241  # points per axis of the map of claims
BIAS_RANGE = 6.0  # how much the slider adds to the bias or subtracts, at most
SMALL = 0.02  # share of the axes below which an area has its text beside it


# ---------------------------------------------------------------- four reviews on a sheet


@plots.styled
def jobs(labels: Sequence[Any], titles: Sequence[str]) -> list[Axes]:
    """The four reviews on a sheet of paper, once per job; +1 is to be cut off, -1 is to stay."""
    axes = plots.panels(columns=len(labels), width=7.6, height=4.3)
    for ax, y, title in zip(axes, labels, titles, strict=True):
        names = ["to stay", "to be cut off"]
        labelled_points(OPINIONS[:, 1:], y, OPINION_TEXTS, ax, names=names, title=title)
        _sheet(ax)
    return axes


def _sheet(ax: Axes) -> None:
    """Limits and labels of the sheet on which the reviews lie."""
    ax.set(xlim=(-0.55, 1.5), ylim=(-0.4, 1.5), xticks=[0, 1], yticks=[0, 1])
    ax.set(xlabel="$x_1$: praise?", ylabel="$x_2$: blame?")
    ax.set_aspect("equal", adjustable="box")


@plots.styled
def labelled_points(
    X: Any, y: Any, texts: Sequence[str], ax: Axes | None = None, **settings: Any
) -> Axes:
    """Points (n, 2) of the classes -1 and +1, each with a text."""
    ax = plots.points(X, y, ax, **settings)
    _write_beside(ax, validation.array("X", X, "n", 2), texts)
    return ax


def _write_beside(ax: Axes, X: FloatArray, texts: Sequence[str]) -> None:
    """Texts beside the corners of the unit square, outwards, so that few lines cross them."""
    for (x1, x2), text in zip(X, texts, strict=True):
        above, right = x2 > 0, x1 > 0
        beside: dict[str, Any] = {"textcoords": "offset points", "bbox": WHITE_BOX, "zorder": 5}
        beside |= {"ha": "left" if right else "right", "va": "bottom" if above else "top"}
        ax.annotate(text, (x1, x2), (-4 if right else 4, 9 if above else -9), **beside)


def opinion_line(w: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """The four documents of the opinion quiz as points, labelled by w, with the line of w."""
    y = predict_binary(w, OPINIONS)
    settings = {
        "xlabel": "$x_1$: praise?",
        "ylabel": "$x_2$: blame?",
        "xlim": (-0.55, 1.5),
        "ylim": (-0.4, 1.5),
        **settings,
    }
    ax = labelled_points(
        OPINIONS[:, 1:], y, OPINION_TEXTS, ax, names=["negative", "positive"], **settings
    )
    ax.set(xticks=[0, 1], yticks=[0, 1])
    return plots.decision_line(w, ax, shade=True)


@plots.styled
def cut_and_arrow(w: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """The reviews, the cut of w (3,), the direction (w1, w2), and the way from (1, 0) to the cut.

    The two crosses are the places on the cut where x2 = 0 and where x1 = 1.
    """
    w = validation.array("w", w, 3)
    [ax] = [ax] if ax else plots.panels(width=6.8, height=5.2)
    opinion_line(w, ax, **{"ylim": (-0.7, 1.5), **settings})
    ax.set_aspect("equal", adjustable="box")
    for place in ((-w[0] / w[1], 0.0), (1.0, -(w[0] + w[1]) / w[2])):
        ax.plot(*place, "x", markersize=9, markeredgewidth=2.2, color=plots.INK, zorder=4)
    unit = w[1:] / np.hypot(*w[1:])
    from_cut = np.array([0.25, -(w[0] + 0.25 * w[1]) / w[2]])
    plots.arrow(ax, from_cut, from_cut + 0.42 * unit)
    ax.annotate(
        plots.minus(f"direction ({w[1]:g}, {w[2]:g})"),
        tuple(from_cut + 0.42 * unit),
        (5, -4),
        textcoords="offset points",
        fontsize=9,
    )
    corner = np.array([1.0, 0.0])
    reach = distance(w, [1.0, *corner])
    foot = corner - reach * unit
    ax.plot(*np.transpose([corner, foot]), ":", color=plots.INK, zorder=2)
    ax.annotate(
        f"distance {reach:.2f}",
        tuple((corner + foot) / 2),
        (6, -2),
        textcoords="offset points",
        fontsize=9,
    )
    return ax


def line_slider() -> None:
    """Move the line of the opinion quiz by its three weights."""
    explore(
        line_frame,
        line_overview,
        w0=Slider("bias, w0", -1.0, -4.0, 4.0, 0.25, stops=tuple(map(float, range(-4, 5)))),
        w1=Slider("weight of x1", 2.0, -4.0, 4.0, 0.25, stops=(-2.0, 0.0, 2.0)),
        w2=Slider("weight of x2", -3.0, -4.0, 4.0, 0.25, stops=(-3.0, 0.0, 3.0)),
    )


def line_frame(w0: float, w1: float, w2: float) -> Frame:
    """The four documents and the line w0 + w1 x1 + w2 x2 = 0."""
    w = np.array([w0, w1, w2])
    ax = opinion_line(w, title=plots.minus(f"{w0:g} {w1:+g} $x_1$ {w2:+g} $x_2$ = 0"))
    caption = f"w = ({w0:g}, {w1:g}, {w2:g}): {_opinions_in_words(w)}"
    return Frame(plots.figure_of(ax), f"The four reviews as dots. {caption}", caption)


@plots.styled
def line_overview() -> Frame:
    """Two values of the bias in one picture: the line moves without turning."""
    [ax] = plots.panels(width=5.0, height=4.1)
    _sheet(ax)
    ax.plot(*OPINIONS[:, 1:].T, "o", color=plots.INK, zorder=3)
    _write_beside(ax, OPINIONS[:, 1:], OPINION_TEXTS)
    words = []
    right, top = ax.get_xlim()[1], ax.get_ylim()[1]
    for w0 in (-1.0, 2.5):
        w = np.array([w0, *OPINION_LINE[1:]])
        plots.decision_line(w, ax)
        at_right = -(w[0] + w[1] * right) / w[2]
        at_top = -(w[0] + w[2] * top) / w[1]
        inside = at_right < top
        end = (right, at_right) if inside else (at_top, top)
        ax.annotate(
            plots.minus(f"$w_0$ = {w0:g}"),
            end,
            (5, 0) if inside else (0, 4),
            textcoords="offset points",
            ha="left" if inside else "center",
            va="center" if inside else "bottom",
            annotation_clip=False,
        )
        words.append(f"With w0 = {w0:g}: {_opinions_in_words(w)}")
    caption = " ".join(words)
    alt = (
        "Two parallel lines through the square of the reviews, the one with the larger bias higher "
        f"up; the positive side is below the line. {caption}"
    )
    return Frame(plots.figure_of(ax), alt, caption)


def _opinions_in_words(w: FloatArray) -> str:
    found = ", ".join(f"{score:g}" for score in OPINIONS @ w)
    labels = ", ".join(f"{label:+d}" for label in predict_binary(w, OPINIONS))
    line = "" if np.any(w[1:]) else " There is no line: every score is the bias."
    return f"scores {found}; labels {labels}.{line}"


@plots.styled
def margin_cases(w: Any, X: Any, y: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """Points with their foot on the line of w and their margin: the four cases of the sign."""
    X = validation.array("X", X, "n", 2)
    ax = plots.points(X, y, ax, **settings)
    ax.set_aspect("equal", adjustable="box")
    plots.decision_line(w, ax, shade=True)
    w = np.asarray(w, dtype=float)
    for case, (x, label) in enumerate(zip(X, y, strict=True), start=1):
        score = float(w @ [1, *x])
        foot = x - score / (w[1:] @ w[1:]) * w[1:]
        right = label * score > 0
        ax.plot(*np.array([x, foot]).T, "-" if right else ":", color=plots.INK, zorder=2)
        sign = "right" if right else "wrong"
        found = margin(w, np.array([1, *x]), label)
        text = f"case {case}, {sign}: $m$ = {found:+g}\ndistance {distance(w, [1, *x]):+.2f}"
        ax.annotate(
            plots.minus(text),
            tuple(x),
            xytext=(0, 10 if score > 0 else -14),
            textcoords="offset points",
            ha="center",
            va="bottom" if score > 0 else "top",
            fontsize=9,
        )
    return ax


# ---------------------------------------------------------------- three species


@plots.styled
def claims_map(W: Any, X: Any, y: Any, names: Sequence[str], ax: Axes, **settings: Any) -> Axes:
    """One-vs-all by signs: who claims each place; white where no class does, grey where several.

    Each white or grey area carries a text in its middle, a small one beside it. Every area is an
    intersection of half-planes, so its middle lies inside.
    """
    W = validation.array("W", W, "K", 3)
    _birds(X, y, names, ax, **settings)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    across, up = np.meshgrid(np.linspace(left, right, GRID), np.linspace(bottom, top, GRID))
    places = np.column_stack([across.ravel(), up.ravel()])
    yes = add_bias(places) @ W.T >= 0
    claims = yes.sum(axis=1)
    owner = np.where(claims == 1, yes.argmax(axis=1), len(W) + (claims > 1)).reshape(across.shape)
    shades = [plots.tint(FIRST_SPECIES + k) for k in range(len(W))]
    levels = np.arange(len(W) + 3) - 0.5
    ax.contourf(across, up, owner, levels, colors=[*shades, NONE, SEVERAL], zorder=0.4)
    for row in W:
        plots.decision_line(row, ax, color=plots.FAINT, linestyle="--")
    for claimed in np.unique(yes[claims != 1], axis=0):
        area = places[(yes == claimed).all(axis=1)]
        text = f"{claimed.sum()}\nsay yes" if claimed.any() else "none\nsays yes"
        _write_in_area(ax, text, area.mean(axis=0), small=len(area) < SMALL * len(places))
    return ax


def _write_in_area(ax: Axes, text: str, middle: FloatArray, small: bool) -> None:
    """A text in the middle of an area, or, if it is small, above the axes with a line to it."""
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9, "bbox": WHITE_BOX}
    place = tuple(middle)
    if small:
        (left, right), top = ax.get_xlim(), ax.get_ylim()[1]
        place = (0.75 * left + 0.25 * right, top)
        look |= {"va": "bottom", "arrowprops": {"arrowstyle": "-", "color": plots.INK}}
    ax.annotate(text, tuple(middle), place, **look, zorder=6)


@plots.styled
def centres_map(
    W: Any, centres: Any, X: Any, y: Any, names: Sequence[str], ax: Axes, **settings: Any
) -> Axes:
    """The regions of W (K, 3), the centres (K, 2) as stars, and all lines on which two rows tie."""
    W, centres = validation.array("W", W, "K", 3), validation.array("centres", centres, "K", 2)
    _birds(X, y, names, ax, **settings)
    never = np.tile([-1e6, 0, 0], (FIRST_SPECIES, 1))  # rows that win nowhere shift the colours
    plots.decision_regions(np.vstack([never, W]), ax)
    for k in range(len(W)):
        for j in range(k + 1, len(W)):
            plots.decision_line(W[k] - W[j], ax, color=plots.FAINT, linestyle="--")
    ax.plot(
        *centres.T, "*", markersize=17, color=plots.INK, markeredgecolor="white", linestyle="none",
        zorder=6, label="centre of a species",
    )  # fmt: skip
    plots.legend(ax)
    return ax


def _birds(X: Any, y: Any, names: Sequence[str], ax: Axes, **settings: Any) -> None:
    named = [*[""] * FIRST_SPECIES, *names]
    plots.points(X, np.asarray(y) + FIRST_SPECIES, ax, names=named, **settings)
    for dots in ax.collections:
        dots.set(sizes=[24])
    ax.set_aspect("equal", adjustable="box")


# ---------------------------------------------------------------- what no cut can do


@plots.styled
def crossing(ax: Axes | None = None) -> Axes:
    """Job 2 with its two diagonals, which cross in the middle of the sheet."""
    ax = ax or plots.panels(width=6.2, height=4.0)[0]
    _reviews_that_take_sides(ax)
    for k, (ends, x2, text) in enumerate((([0, 1], 0.18, "negative"), ([1, 0], 0.82, "positive"))):
        ax.plot([0, 1], ends, plots.DASHES[1 - k], color=plots.colour(k), zorder=2)
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9}
        ax.text(0.5, x2, f"{text}\nthroughout", color=plots.colour(k), **look)
    ax.plot(0.5, 0.5, "X", markersize=13, color=plots.INK, markeredgecolor="white", zorder=5)
    ax.annotate("both?", (0.5, 0.5), (-12, 0), textcoords="offset points", ha="right", va="center")
    return ax


@plots.styled
def folding(w: Any) -> list[Axes]:
    """Job 2 in three pictures: the sheet and its fold, folded with the cut of w, unfolded again.

    Folding along the diagonal lays (x1, x2) onto (max, min) of the two.
    """
    w = validation.array("w", w, 3)
    axes = plots.panels(columns=3, width=9.6, height=4.0)
    before, folded, after = axes
    ends = np.array([-0.4, 1.45])
    _reviews_that_take_sides(before)
    bend = {"arrowstyle": "->", "color": plots.INK, "connectionstyle": "arc3,rad=-0.35"}
    before.annotate("", (0.93, 0.1), (0.1, 0.93), arrowprops=bend)
    before.set(title="Fold along the diagonal ...")

    inside = OPINIONS[:, 1:]
    onto = np.column_stack([inside.max(axis=1), inside.min(axis=1)])
    y = predict_binary(w, add_bias(onto))
    plots.points(onto, y, folded, names=["to stay", "to be cut off"])
    _sheet(folded)
    paper = np.array([[-0.4, -0.4], [1.45, -0.4], [1.45, 1.45]])
    for k, side in enumerate((-w, w)):
        plots.fill_polygon(folded, plots.clip(paper, side), k)
    _on_paper(folded, w, paper)
    under: dict[str, Any] = {"xytext": (0, -9), "va": "top", "bbox": WHITE_BOX}
    folded.annotate("great film and\nworst crap", (1, 0), **under, **_BESIDE)
    folded.set(title="... make one cut ...")
    folded.set(xlabel="larger of $x_1$, $x_2$: any?", ylabel="smaller: both?")

    mirror = w[[0, 2, 1]]
    _reviews_that_take_sides(after)
    for side, half in ((w, paper), (mirror, paper[:, ::-1])):
        for k, sign in enumerate((-1, 1)):
            plots.fill_polygon(after, plots.clip(half, sign * side), k)
        _on_paper(after, side, half)
    after.set(title="... and unfold")
    for ax in axes:
        if ax is not folded:
            ax.plot(ends, ends, ":", color=plots.INK, label="the fold", zorder=1)
    plots.legend(before)
    return axes


_BESIDE: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "fontsize": 9}


def _reviews_that_take_sides(ax: Axes) -> None:
    """The four reviews of job 2 as points."""
    y = np.where(OPINIONS[:, 1] != OPINIONS[:, 2], 1, -1)
    names = ["to stay", "to be cut off"]
    plots.points(OPINIONS[:, 1:], y, ax, names=names)
    _sheet(ax)


def _on_paper(ax: Axes, w: FloatArray, paper: FloatArray) -> None:
    """The cut of w where there is paper."""
    on_cut = [tuple(place) for place in plots.clip(paper, w) if abs(w[0] + place @ w[1:]) < 1e-9]
    ax.plot(*np.transpose(on_cut), color=plots.INK, zorder=2)


# ---------------------------------------------------------------- precision and recall


def threshold_slider(z: Any, y: Any) -> None:
    """Add a number to the bias of a classifier with scores z and labels y in 0/1."""
    z, y = validation.array("z", z, "n"), validation.labels("y", y, (0, 1))
    explore(
        lambda added: threshold_frame(z, y, added),
        lambda: threshold_frame(z, y, 0.0),
        added=Slider("added to the bias", 0.0, -BIAS_RANGE, BIAS_RANGE, 0.5),
    )


def threshold_curves(z: Any, y: Any, added: Any) -> dict[str, list[float]]:
    """Precision and recall for each number added to the bias."""
    called = [(z + one >= 0).astype(int) for one in added]
    return {
        "precision": [metrics.precision(y, y_hat) for y_hat in called],
        "recall": [metrics.recall(y, y_hat) for y_hat in called],
    }


@plots.styled
def threshold_frame(z: Any, y: Any, added: float) -> Frame:
    """The scores of both classes and the boundary; beside them precision and recall."""
    scores, curves = plots.panels(columns=2, width=8.4, height=3.6)
    bins = np.arange(np.floor(z.min()), np.ceil(z.max()) + 1)
    for k, name in enumerate(("negative", "positive")):
        look: dict[str, Any] = {"histtype": "stepfilled", "alpha": 0.5, "edgecolor": plots.INK}
        scores.hist(z[y == k], bins.tolist(), color=plots.colour(k), hatch=plots.HATCHES[k], **look)
        counts = np.histogram(z[y == k], bins)[0]
        peak = (bins[counts.argmax() + k], counts.max())
        side: dict[str, Any] = {"ha": "left" if k else "right", "textcoords": "offset points"}
        scores.annotate(name, peak, (4 if k else -4, -4), **side)
    scores.axvline(-added, color=plots.INK)
    scores.set(xlabel="score $z$", ylabel="examples")
    scores.set_title("called positive $\\rightarrow$", loc="right", fontsize=10)
    _draw_curves(curves, z, y, added)
    caption = _metrics_in_words(z, y, added)
    alt = (
        "Left: histograms of the scores of negative and positive examples, which overlap, and the "
        f"boundary as a vertical line at {-added:g}; what is to its right is called positive. "
        "Right: precision and recall against the number added to the bias. Recall never falls from "
        f"left to right; precision falls most of the way. {caption}"
    )
    return Frame(plots.figure_of(scores), alt, caption)


def _draw_curves(ax: Axes, z: FloatArray, y: Any, added: float) -> None:
    steps = np.linspace(-BIAS_RANGE, BIAS_RANGE, 161)
    for k, (name, values) in enumerate(threshold_curves(z, y, steps).items()):
        ax.plot(steps, values, plots.DASHES[k], color=plots.INK)
        side, at = ("top", -12) if name == "precision" else ("bottom", 40)
        place = (steps[at], values[at] + (-0.03 if side == "top" else 0.03))
        ax.annotate(name, place, ha="right", va=side)
    ax.axvline(added, color=plots.FAINT, linewidth=1)
    ax.set(xlabel="added to the bias", ylabel="share", ylim=(-0.03, 1.05))


def _metrics_in_words(z: FloatArray, y: Any, added: float) -> str:
    y_hat = (z + added >= 0).astype(int)
    tp, fp, fn, tn = metrics.confusion(y, y_hat)
    return (
        f"{added:g} added: tp {tp}, fp {fp}, fn {fn}, tn {tn}; precision "
        f"{metrics.precision(y, y_hat):.3f}, recall {metrics.recall(y, y_hat):.3f}."
    )
