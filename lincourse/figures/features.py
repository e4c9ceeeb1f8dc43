"""Pictures of lecture 03: a sheet of paper, dots on it, and one straight cut; and two sliders.

On a sheet the colours of the classes -1 and +1 stand for the two sides of the cut. Species of
penguins get the colours after these two, so that no colour means two things.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import metrics, plots, validation
from lincourse.features import add_bias, margin, predict_binary
from lincourse.interact import Frame, Slider, explore
from lincourse.typing import FloatArray, IntArray

OPINIONS = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
OPINION_TEXTS = ("great film", "worst crap", "great plot,\nbad acting", "made in 2008")
OPINION_LINE = (-1.0, 2.0, -3.0)
FIRST_SPECIES = 2  # the colours 0 and 1 are the two sides of a cut
NOBODY, SEVERAL = "#FFFFFF", "#D4D4D4"
WHITE_BOX = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.5}
GRID = 241


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
    ax.set(xlim=(-0.45, 1.45), ylim=(-0.4, 1.5), xticks=[0, 1], yticks=[0, 1])
    ax.set(xlabel="$x_1$: praise?", ylabel="$x_2$: blame?")
    ax.set_aspect("equal", adjustable="box")


@plots.styled
def labelled_points(
    X: Any, y: Any, texts: Sequence[str], ax: Axes | None = None, **settings: Any
) -> Axes:
    """Points (n, 2) of the classes -1 and +1, each with a text above it, or below where x2 <= 0."""
    X = validation.array("X", X, "n", 2)
    ax = plots.points(X, y, ax, **settings)
    for (x1, x2), text in zip(X, texts, strict=True):
        above = x2 > 0
        beside: dict[str, Any] = {"textcoords": "offset points", "ha": "center"}
        beside |= {"xytext": (0, 9 if above else -9), "va": "bottom" if above else "top"}
        ax.annotate(text, (x1, x2), **beside, bbox=WHITE_BOX, zorder=5)
    return ax


def opinion_line(w: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """The four documents of the opinion quiz as points, labelled by w, with the line of w."""
    y = predict_binary(w, OPINIONS)
    settings = {
        "xlabel": "$x_1$: praise?",
        "ylabel": "$x_2$: blame?",
        "xlim": (-0.45, 1.45),
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
    distance = (w[0] + w[1:] @ corner) / np.hypot(*w[1:])
    foot = corner - distance * unit
    ax.plot(*np.transpose([corner, foot]), ":", color=plots.INK, zorder=2)
    ax.annotate(
        f"distance {distance:.2f}",
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


def line_overview() -> Frame:
    """Four values of the bias: the line moves without turning."""
    axes = plots.panels(columns=2, rows=2, width=7.2, height=6.4)
    words = []
    for ax, w0 in zip(axes, (-1.0, 0.0, 1.0, 3.0), strict=True):
        w = np.array([w0, *OPINION_LINE[1:]])
        opinion_line(w, ax, title=plots.minus(f"$w_0$ = {w0:g}"))
        words.append(f"With w0 = {w0:g}: {_opinions_in_words(w)}")
    caption = " ".join(words)
    alt = f"The line moves up and to the left, parallel to itself, as w0 grows. {caption}"
    return Frame(plots.figure_of(axes[0]), alt, caption)


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
        distance = abs(score) / np.hypot(*w[1:])
        text = f"case {case}, {sign}: $m$ = {found:+g}\ndistance {distance:.2f}"
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
    """One-vs-all by signs: who claims each place; white where nobody does, grey where several."""
    W = validation.array("W", W, "K", 3)
    _birds(X, y, names, ax, **settings)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    across, up = np.meshgrid(np.linspace(left, right, GRID), np.linspace(bottom, top, GRID))
    places = add_bias(np.column_stack([across.ravel(), up.ravel()]))
    yes = places @ W.T >= 0
    claims = yes.sum(axis=1)
    owner = np.where(claims == 1, yes.argmax(axis=1), len(W) + (claims > 1)).reshape(across.shape)
    shades = [plots.tint(FIRST_SPECIES + k) for k in range(len(W))]
    levels = np.arange(len(W) + 3) - 0.5
    ax.contourf(across, up, owner, levels, colors=[*shades, NOBODY, SEVERAL], zorder=0.4)
    for row in W:
        plots.decision_line(row, ax, color=plots.FAINT, linestyle="--")
    return ax


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


@plots.styled
def note(
    ax: Axes, text: str, place: tuple[float, float], to: tuple[float, float] | None = None
) -> None:
    """A few words in a white box at a place of the picture, with a thin line to another place."""
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9, "bbox": WHITE_BOX}
    if to:
        look["arrowprops"] = {"arrowstyle": "-", "color": plots.INK, "linewidth": 0.8}
    ax.annotate(text, to or place, place, **look, zorder=6)


def _birds(X: Any, y: Any, names: Sequence[str], ax: Axes, **settings: Any) -> None:
    named = [*[""] * FIRST_SPECIES, *names]
    plots.points(X, np.asarray(y) + FIRST_SPECIES, ax, names=named, **settings)
    for dots in ax.collections:
        dots.set(sizes=[24])
    ax.set_aspect("equal", adjustable="box")


# ---------------------------------------------------------------- what no cut can do


@plots.styled
def crossing(ax: Axes | None = None, **settings: Any) -> Axes:
    """Job 2 with its two diagonals, which cross in the middle of the sheet."""
    ax = ax or plots.panels(width=6.6, height=4.3)[0]
    _reviews_that_take_sides(ax)
    ax.plot([0, 1], [1, 0], color=plots.INK, zorder=2, label="joins the two to be cut off")
    ax.plot([0, 1], [0, 1], "--", color=plots.INK, zorder=2, label="joins the two to stay")
    ax.plot(0.5, 0.5, "X", markersize=13, color=plots.INK, markeredgecolor="white", zorder=5)
    ax.annotate("on both sides?", (0.5, 0.5), (12, -4), textcoords="offset points", bbox=WHITE_BOX)
    ax.set(**settings)
    plots.legend(ax)
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
    y = np.where(OPINIONS[:, 1] != OPINIONS[:, 2], 1, -1)
    names = ["to stay", "to be cut off"]
    plots.points(OPINIONS[:, 1:], y, ax, names=names)
    _sheet(ax)


def _on_paper(ax: Axes, w: FloatArray, paper: FloatArray) -> None:
    """The cut of w where there is paper."""
    on_cut = [tuple(place) for place in plots.clip(paper, w) if abs(w[0] + place @ w[1:]) < 1e-9]
    ax.plot(*np.transpose(on_cut), color=plots.INK, zorder=2)


# ---------------------------------------------------------------- right and wrong


@plots.styled
def outcome_points(X: Any, y: Any, w: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """Points with labels 0/1 and the cut of w; false positives and negatives are ringed."""
    X, y = validation.array("X", X, "n", 2), validation.labels("y", y, (0, 1))
    y_hat = (predict_binary(w, add_bias(X)) + 1) // 2
    wrong = np.flatnonzero(y != y_hat)
    names = ["negative", "positive"]
    ax = plots.points(X, y, ax, names=names, ring=wrong, **settings)
    plots.decision_line(w, ax, shade=True)
    return ax


def threshold_slider(X: Any, y: Any) -> None:
    """Move the line of the opinion quiz by its bias, and watch precision and recall."""
    explore(
        lambda w0: threshold_frame(X, y, w0),
        lambda: threshold_overview(X, y),
        w0=Slider("bias, w0", -1.0, -2.0, 2.25, 0.125),
    )


def threshold_curves(X: Any, y: Any, biases: Any) -> dict[str, list[float]]:
    """Precision and recall for each bias."""
    found: dict[str, list[float]] = {"precision": [], "recall": []}
    for w0 in biases:
        y_hat = _called_positive(X, w0)
        found["precision"].append(metrics.precision(y, y_hat))
        found["recall"].append(metrics.recall(y, y_hat))
    return found


def threshold_frame(X: Any, y: Any, w0: float) -> Frame:
    """The points and the line; beside them precision and recall for every bias."""
    left, right = plots.panels(columns=2, width=7.6, height=3.7)
    outcome_points(
        X, y, [w0, *OPINION_LINE[1:]], left, **_SQUARE, title=plots.minus(f"$w_0$ = {w0:g}")
    )
    _draw_curves(right, X, y, w0)
    caption = _metrics_in_words(X, y, w0)
    alt = f"Left: the points and the line; mistakes are ringed. {caption} Right: both as curves."
    return Frame(plots.figure_of(left), alt, caption)


def threshold_overview(X: Any, y: Any) -> Frame:
    """Three lines and the two curves."""
    axes = plots.panels(columns=2, rows=2, width=7.4, height=6.6)
    words = []
    for ax, w0 in zip(axes, (-1.5, -1.0, 1.25), strict=False):
        _draw_outcomes(ax, X, y, w0)
        words.append(_metrics_in_words(X, y, w0))
    _draw_curves(axes[-1], X, y, None)
    alt = (
        "Three lines through the same points, mistakes ringed, and a panel with precision and "
        "recall for every bias: recall never falls as w0 grows, precision goes up and down. "
        + " ".join(words)
    )
    return Frame(plots.figure_of(axes[0]), alt, words[-1])


_SQUARE = {
    "xlim": (0, 1.08),
    "ylim": (-0.05, 1),
    "xlabel": "$x_1$: how positive",
    "ylabel": "$x_2$: how negative",
}


def _draw_outcomes(ax: Axes, X: Any, y: Any, w0: float) -> None:
    title = plots.minus(f"$w_0$ = {w0:g}")
    outcome_points(X, y, [w0, *OPINION_LINE[1:]], ax, **_SQUARE, title=title)


def _called_positive(X: Any, w0: float) -> IntArray:
    return (predict_binary([w0, *OPINION_LINE[1:]], add_bias(X)) + 1) // 2


@plots.styled
def _draw_curves(ax: Axes, X: Any, y: Any, w0: float | None) -> None:
    biases = np.linspace(-2, 2.25, 171)
    for k, (name, values) in enumerate(threshold_curves(X, y, biases).items()):
        look: dict[str, Any] = {"color": plots.INK, "drawstyle": "steps-mid"}
        ax.plot(biases, values, plots.DASHES[k], label=name, **look)
    if w0 is not None:
        ax.axvline(w0, color=plots.FAINT, linewidth=1)
    ax.set(title="Precision and recall", xlabel="bias $w_0$", ylim=(-0.05, 1.08))
    plots.legend(ax)


def _metrics_in_words(X: Any, y: Any, w0: float) -> str:
    y_hat = _called_positive(X, w0)
    tp, fp, fn, tn = metrics.confusion(y, y_hat)
    return (
        f"w0 = {w0:g}: {tp} true and {fp} false positives, {fn} false and {tn} true negatives; "
        f"precision {metrics.precision(y, y_hat):.2f}, recall {metrics.recall(y, y_hat):.2f}."
    )
