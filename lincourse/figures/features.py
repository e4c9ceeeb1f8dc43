"""Plots and widgets of lecture 03: decision boundaries, margins, votes, precision and recall."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from lincourse import metrics, plots, validation
from lincourse.features import (
    add_bias,
    all_vs_all_vote,
    margin,
    predict_binary,
    predict_multiclass,
    scores,
)
from lincourse.interact import Frame, Slider, explore
from lincourse.typing import FloatArray, IntArray

OPINIONS = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
OPINION_LINE = (-1.0, 2.0, -3.0)
NOBODY, SEVERAL = "#FFFFFF", "#BBBBBB"
GRID = 241


# The line and the plane


@plots.styled
def score_planes(w: Any, X: Any) -> Axes:
    """The score as a line over one feature and as a plane over two, and where each is 0.

    `w` (3,), bias first; X (n, 2) are points that stand on the plane as stems. The left panel
    keeps x2 = 0.
    """
    w, X = validation.array("w", w, 3), validation.array("X", X, "n", 2)
    figure = Figure(figsize=(7.6, 4.0))
    left = figure.add_axes((0.09, 0.14, 0.33, 0.74))
    right: Any = figure.add_axes((0.5, 0.02, 0.48, 0.9), projection="3d", computed_zorder=False)
    x1 = np.linspace(-0.4, 1.4, 2)
    left.axhline(0, color=plots.FAINT, linewidth=1)
    left.plot(x1, w[0] + w[1] * x1, color=plots.INK)
    zero = -w[0] / w[1]
    left.plot(zero, 0, "o", markersize=9, color=plots.colour(1), markeredgecolor=plots.INK)
    left.annotate(f"boundary:\nthe point {zero:g}", (zero, 0), (zero + 0.2, -1.1))
    left.set(title="One feature", xlabel="$x_1$", ylabel="score $f(x)$")
    across, up = np.meshgrid(np.linspace(-0.4, 1.4, 13), np.linspace(-0.4, 1.4, 13))
    height = w[0] + w[1] * across + w[2] * up
    right.plot_surface(across, up, 0 * height, color=plots.FAINT, alpha=0.18, shade=False, zorder=1)
    right.plot_surface(across, up, height, color=plots.colour(0), alpha=0.45, shade=False, zorder=2)
    ends = np.linspace(-0.4, 1.4, 50)
    cut = -(w[0] + w[1] * ends) / w[2]
    seen = (cut >= -0.4) & (cut <= 1.4)
    right.plot(ends[seen], cut[seen], 0 * ends[seen], color=plots.colour(1), linewidth=3, zorder=3)
    for a, b in X:
        score = w[0] + w[1] * a + w[2] * b
        right.plot([a, a], [b, b], [0, score], color=plots.INK, linewidth=1, zorder=4)
        k = int(score >= 0)
        right.scatter(
            [a], [b], [score], color=plots.colour(k), marker=plots.marker(k), s=40, zorder=5
        )
    right.set(title="Two features", xlabel="$x_1$", ylabel="$x_2$", zlabel="$f(x)$")
    right.set(xticks=[0, 1], yticks=[0, 1], zticks=[-4, -2, 0, 2])
    right.view_init(elev=16, azim=-148)
    return left


@plots.styled
def labelled_points(
    X: Any, y: Any, texts: Sequence[str], ax: Axes | None = None, **settings: Any
) -> Axes:
    """Points (n, 2) of the classes -1 and +1, each with a text beside it."""
    X = validation.array("X", X, "n", 2)
    ax = plots.points(X, y, ax, **settings)
    for (x1, x2), text in zip(X, texts, strict=True):
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "alpha": 0.75, "linewidth": 0}
        beside: dict[str, Any] = {"xytext": (0, 9), "textcoords": "offset points", "ha": "center"}
        ax.annotate(text, (x1, x2), **beside, bbox=box, zorder=5)
    return ax


def opinion_line(w: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """The four documents of the opinion quiz as points, labelled by w, with the line of w."""
    y = predict_binary(w, OPINIONS)
    texts = ["great film", "worst crap", "great plot,\nbad acting", "made in 2008"]
    settings = {
        "xlabel": "$x_1$: positive words?",
        "ylabel": "$x_2$: negative words?",
        "xlim": (-0.45, 1.45),
        "ylim": (-0.4, 1.5),
        **settings,
    }
    ax = labelled_points(OPINIONS[:, 1:], y, texts, ax, names=["negative", "positive"], **settings)
    ax.set(xticks=[0, 1], yticks=[0, 1])
    return plots.decision_line(w, ax, shade=True)


def line_slider() -> None:
    """Move the line of the opinion quiz by its three weights."""
    explore(
        line_frame,
        line_overview,
        w0=Slider("bias, w0", -1.0, -4.0, 4.0, 0.25),
        w1=Slider("weight of x1", 2.0, -4.0, 4.0, 0.25),
        w2=Slider("weight of x2", -3.0, -4.0, 4.0, 0.25),
    )


def line_frame(w0: float, w1: float, w2: float) -> Frame:
    """The four documents and the line w0 + w1 x1 + w2 x2 = 0."""
    w = np.array([w0, w1, w2])
    ax = opinion_line(w, title=plots.minus(f"{w0:g} {w1:+g} $x_1$ {w2:+g} $x_2$ = 0"))
    caption = f"w = ({w0:g}, {w1:g}, {w2:g}): {_opinions_in_words(w)}"
    return Frame(plots.figure_of(ax), f"Four documents as points. {caption}", caption)


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
    """Points with their foot on the line of w and their margin: the four cases of y f(x)."""
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
        text = f"case {case}: {sign}\n$y\\,f(x)$ = {margin(w, np.array([1, *x]), label):+g}"
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


# Schemes that build K classes out of two


@plots.styled
def claims_map(W: Any, X: Any, y: Any, names: Sequence[str], ax: Axes, **settings: Any) -> Axes:
    """One-vs-all by signs: who claims each place; white where nobody does, grey where several."""
    W = validation.array("W", W, "K", 3)

    def owner(points: FloatArray) -> IntArray:
        claimed = scores(W, points) > 0
        several = len(W) + (claimed.sum(axis=1) > 1)
        return np.where(claimed.sum(axis=1) == 1, claimed.argmax(axis=1), several)

    return _owners(owner, len(W), X, y, names, ax, **settings)


@plots.styled
def votes_map(
    duels: Mapping[tuple[int, int], Any],
    X: Any,
    y: Any,
    names: Sequence[str],
    ax: Axes,
    **settings: Any,
) -> Axes:
    """All-vs-all: who gets the most votes at each place; grey where the vote is tied."""
    n_classes = 1 + max(max(pair) for pair in duels)

    def owner(points: FloatArray) -> IntArray:
        votes = np.zeros((len(points), n_classes), dtype=int)
        for (i, j), w in duels.items():
            wins = points @ np.asarray(w) >= 0
            votes[wins, i] += 1
            votes[~wins, j] += 1
        best = votes.max(axis=1, keepdims=True)
        tied = (votes == best).sum(axis=1) > 1
        return np.where(tied, n_classes + 1, votes.argmax(axis=1))

    return _owners(owner, n_classes, X, y, names, ax, **settings)


def _owners(
    owner: Any, n_classes: int, X: Any, y: Any, names: Sequence[str], ax: Axes, **settings: Any
) -> Axes:
    """A map of `owner(points)`: 0..K-1, K for nobody, K+1 for several."""
    plots.points(X, y, ax, names=names, **settings)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    across, up = np.meshgrid(np.linspace(left, right, GRID), np.linspace(bottom, top, GRID))
    found = owner(add_bias(np.column_stack([across.ravel(), up.ravel()]))).reshape(across.shape)
    shades: list[Any] = [*(plots.tint(k, 0.25) for k in range(n_classes)), NOBODY, SEVERAL]
    ax.imshow(
        found,
        origin="lower",
        extent=(left, right, bottom, top),
        aspect="auto",
        cmap=ListedColormap(shades),
        vmin=-0.5,
        vmax=n_classes + 1.5,
        interpolation="nearest",
        zorder=0.4,
    )
    return ax


def vote(duels: Mapping[tuple[int, int], Any], x: Any) -> int:
    """The class that wins most duels at x (bias first): w of (i, j) is above 0 where i wins."""
    n_classes = 1 + max(max(pair) for pair in duels)
    winners = {(i, j): i if np.dot(w, x) >= 0 else j for (i, j), w in duels.items()}
    return all_vs_all_vote(winners, n_classes)


# Regions


@plots.styled
def all_boundaries(W: Any, ax: Axes, *, names: Sequence[str] | None = None) -> Axes:
    """The regions of W (K, 3) and, dashed, every line on which two classes tie."""
    W = validation.array("W", W, "K", 3)
    plots.decision_regions(W, ax, names=names)
    for k in range(len(W)):
        for j in range(k + 1, len(W)):
            dashes = plots.DASHES[1 + (k + j) % 3]
            label = f"classes {k} and {j} tie"
            plots.decision_line(W[k] - W[j], ax, linestyle=dashes, color=plots.INK, label=label)
    return ax


def nearest_centre_weights(centres: Any) -> FloatArray:
    """W (K, 3) whose largest score belongs to the nearest centre: (-c·c/2, c) for each centre c."""
    centres = validation.array("centres", centres, "K", "d")
    return np.column_stack([0.0 - (centres**2).sum(axis=1) / 2, centres])


CENTRES = np.array([[0.0, 0.0], [-1.5, 0.75], [1.25, 1.5], [1.5, -1.0], [-1.0, -1.5]])
REACH = 2.5


def region_slider() -> None:
    """Move the centre of class 0, or give it a bonus, and watch the regions."""
    explore(
        region_frame,
        region_overview,
        x1=Slider("centre of class 0, x1", 0.0, -2.25, 2.25, 0.25),
        x2=Slider("centre of class 0, x2", 0.0, -2.25, 2.25, 0.25),
        bonus=Slider("bonus for class 0", 0.0, -2.0, 4.0, 0.25),
    )


def region_weights(x1: float, x2: float, bonus: float) -> FloatArray:
    """Nearest centre, with the centre of class 0 at (x1, x2) and its bias raised by `bonus`."""
    W = nearest_centre_weights([[x1, x2], *CENTRES[1:]])
    W[0, 0] += bonus
    return W


def region_share(W: FloatArray) -> FloatArray:
    """The share of the picture that each class owns, on a fine grid."""
    steps = np.linspace(-REACH, REACH, GRID)
    across, up = np.meshgrid(steps, steps)
    owners = predict_multiclass(W, add_bias(np.column_stack([across.ravel(), up.ravel()])))
    return np.bincount(owners, minlength=len(W)) / len(owners)


def region_frame(x1: float, x2: float, bonus: float) -> Frame:
    """The five regions and their centres."""
    [ax] = plots.panels(width=6.0, height=4.8)
    caption = _draw_regions(ax, x1, x2, bonus)
    ax.set(title=plots.minus(f"Centre 0 at ({x1:g}, {x2:g}), bonus {bonus:g}"))
    alt = f"Five convex regions around five centres, with straight borders. {caption}"
    return Frame(plots.figure_of(ax), alt, caption)


def region_overview() -> Frame:
    """Four states: plain, a centre moved, a bonus, and so small a bias that a region is gone."""
    axes = plots.panels(columns=2, rows=2, width=7.0, height=6.8)
    states = {
        "Nearest centre": (0.0, 0.0, 0.0),
        "Centre 0 moved": (0.75, 0.75, 0.0),
        "Bonus of 1 for class 0": (0.0, 0.0, 1.0),
        "Bonus of −2 for class 0": (0.0, 0.0, -2.0),
    }
    words = []
    for ax, (title, state) in zip(axes, states.items(), strict=True):
        words.append(f"{title}. {_draw_regions(ax, *state)}")
        ax.set(title=title)
    alt = "Five convex regions with straight borders, in four states. " + " ".join(words)
    return Frame(plots.figure_of(axes[0]), alt, words[-1])


@plots.styled
def _draw_regions(ax: Axes, x1: float, x2: float, bonus: float) -> str:
    centres, W = np.array([[x1, x2], *CENTRES[1:]]), region_weights(x1, x2, bonus)
    names = [f"class {k}" for k in range(len(W))]
    limits = {"xlim": (-REACH, REACH), "ylim": (-REACH, REACH)}
    plots.points(centres, np.arange(len(W)), ax, names=names, **limits)
    ax.set_aspect("equal", adjustable="box")
    plots.decision_regions(W, ax)
    share = 100 * region_share(W)
    owner = int(predict_multiclass(W, [[1, x1, x2]])[0])
    where = "inside its own region" if owner == 0 else f"in the region of class {owner}"
    return (
        f"Class 0 has its centre at ({x1:g}, {x2:g}) and a bonus of {bonus:g}: it owns "
        f"{share[0]:.0f}% of the picture, and its centre lies {where}."
    )


# Words


@plots.styled
def word_weights(
    words: Sequence[str], weights: Any, ax: Axes | None = None, **settings: Any
) -> Axes:
    """A bar for the weight of each word, the largest on top; colours follow the sign."""
    weights = validation.array("weights", weights, len(words))
    ax = ax or plots.panels(height=0.27 * len(words) + 1.1)[0]
    order = np.argsort(weights, kind="stable")
    for place, i in enumerate(order):
        k = int(weights[i] >= 0)
        bar = ax.barh(place, weights[i], color=plots.colour(k), height=0.72)
        for one in bar:
            one.set(hatch=plots.HATCHES[k], edgecolor="white")
    ax.set_yticks(range(len(words)), [words[i] for i in order])
    ax.axvline(0, color=plots.FAINT, linewidth=1)
    ax.set(**{"xlabel": "weight", **settings})
    return ax


# Outcomes


@plots.styled
def outcome_points(X: Any, y: Any, w: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """Points with labels 0/1 and the line of w; false positives and negatives are ringed."""
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
    for k, (name, values) in enumerate(threshold_curves(X, y, biases).items(), start=2):
        ax.plot(
            biases,
            values,
            plots.DASHES[k - 2],
            color=plots.colour(k),
            label=name,
            drawstyle="steps-mid",
        )
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
