"""Plotting functions on Matplotlib's axes: one style, and alternative text for each figure.

A plotting function takes its data first, draws on `ax` (on a new figure if `ax` is None) and
returns the Axes. Further keywords (`title`, `xlabel`, `ylabel`, `xlim`, ...) go to
`Axes.set`. `show` puts the finished figure into the notebook:

>>> ax = points(X, y, title="Two kinds of penguins")  # doctest: +SKIP
>>> decision_line(w, ax)  # doctest: +SKIP
>>> show(ax, "Two clouds of points with a line between them.")  # doctest: +SKIP

Classes differ by marker and by colour; the user's own rcParams are never changed.
"""

import io
import os
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from textwrap import fill
from typing import Any, cast

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle
from matplotlib.ticker import MaxNLocator
from misstep.core import frontend
from PIL import Image

from lincourse import validation
from lincourse.typing import FloatArray, IntArray

Names = Sequence[str] | None

# Okabe and Ito's palette, which colour-blind readers can tell apart, ordered so that neighbouring
# classes differ most. Each colour stands beside the name that texts use for it (`colour_name`).
COLOURS = {
    "blue": "#0072B2",
    "orange": "#D55E00",
    "green": "#009E73",
    "pink": "#CC79A7",
    "amber": "#E69F00",
    "sky blue": "#56B4E9",
    "yellow": "#F0E442",
    "black": "#000000",
}
PALETTE = tuple(COLOURS.values())
# Diverging colour map for weights and other numbers with a sign: white at 0, and its two ends.
SIGNED, ABOVE_0, BELOW_0 = "PuOr_r", "orange", "purple"
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")
DASHES = ("-", "--", "-.", ":")
HATCHES = ("", "//", "..", "xx")
INK = "#222222"
FAINT = "#767676"
GRID = "#E4E4E4"
MINUS = "\N{MINUS SIGN}"

DPI = 100  # CSS pixels per inch of a figure
DENSITY = 2  # a PNG's pixels per CSS pixel, so that figures are sharp on dense ("retina") screens

STYLE: dict[Any, Any] = {
    **dict.fromkeys(("figure.dpi", "savefig.dpi"), DPI),
    **dict.fromkeys(("figure.facecolor", "savefig.facecolor", "axes.facecolor"), "white"),
    **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
    **dict.fromkeys(("axes.spines.top", "axes.spines.right", "axes.grid"), False),
    **dict.fromkeys(("xtick.labelsize", "ytick.labelsize", "legend.fontsize"), 10),
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "axes.titlesize": 12,
    "axes.titlelocation": "center",  # the default place: a later set_title replaces the title there
    "axes.edgecolor": FAINT,
    "lines.linewidth": 1.8,
    "hatch.linewidth": 0.6,
}
styled = matplotlib.rc_context(STYLE)  # a decorator: rcParams are set while it draws


@styled
def png(figure: Figure, density: int = DENSITY) -> bytes:
    """The figure as PNG, the same bytes every time: no date, no version, 256 colours at most.

    With a density of 2 it has two pixels for each one of `shown_size`, in either direction.
    """
    small = io.BytesIO()
    few_colours = _drawn(figure, density).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    few_colours.save(small, "PNG", optimize=True)
    return small.getvalue()


@styled
def quick_png(figure: Figure, density: int = DENSITY) -> bytes:
    """The figure as PNG in half the time of `png`, with four times the bytes: for interactives."""
    large = io.BytesIO()
    _drawn(figure, density).save(large, "PNG", compress_level=1)
    return large.getvalue()


def _drawn(figure: Figure, density: int) -> Image.Image:
    """The figure's pixels, drawn once: `savefig` would draw it twice because of the layout."""
    canvas, dpi, face = figure.canvas, figure.dpi, figure.get_facecolor()
    try:
        agg = FigureCanvasAgg(figure)
        figure.dpi = density * DPI
        figure.set_facecolor(matplotlib.rcParams["savefig.facecolor"])
        agg.draw()
        return Image.fromarray(np.array(agg.buffer_rgba()))
    finally:
        figure.set_facecolor(face)
        figure.dpi = dpi
        figure.set_canvas(canvas)


def show(figure: Figure | Axes, alt: str) -> None:
    """Show a figure in the notebook with the alternative text `alt`, and close it.

    The text goes into the output's metadata (`alt`, which nbconvert reads) and is its plain text.
    Outside IPython nothing happens. To save time, grading sets GRADEBOX_FIGURES in the environment
    and `lincourse check` LINCOURSE_FIGURES: "words" shows only the text, "drawn" a picture with a
    quarter of the pixels.
    """
    if not alt.strip():
        raise ValueError("alt is empty; say in words what the figure shows")
    figure = figure_of(figure)
    if frontend.is_available():
        data = {"text/plain": alt}
        wanted = os.environ.get("GRADEBOX_FIGURES") or os.environ.get("LINCOURSE_FIGURES")
        if wanted != "words":
            picture = quick_png(figure, density=1) if wanted == "drawn" else png(figure)
            data["image/png"] = b64encode(picture).decode("ascii")
        width, height = shown_size(figure)
        frontend.show(data, {"image/png": {"alt": alt, "width": width, "height": height}})
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close(figure)


@styled
def panels(columns: int = 1, rows: int = 1, width: float = 6.4, height: float = 4.2) -> list[Axes]:
    """Empty axes in a grid on a new figure, row by row."""
    figure = Figure(figsize=(width, height), layout="compressed")
    return list(figure.subplots(rows, columns, squeeze=False).flat)


def shown_size(figure: Figure) -> tuple[int, int]:
    """Width and height at which a page shows the figure, in CSS pixels."""
    width, height = figure.get_size_inches()
    return round(width * DPI), round(height * DPI)


def figure_of(drawn: Figure | Axes) -> Figure:
    """The figure that axes belong to."""
    return cast(Figure, drawn.get_figure(root=True))


def colour(index: int) -> str:
    """The colour of the class with this index."""
    return PALETTE[index % len(PALETTE)]


def colour_name(index: int) -> str:
    """What texts call the colour of the class with this index."""
    return list(COLOURS)[index % len(COLOURS)]


def marker(index: int) -> Any:
    """The marker of the class with this index."""
    return MARKERS[index % len(MARKERS)]


def tint(index: int, strength: float = 0.2) -> tuple[float, ...]:
    """A pale version of a class's colour, to lie under points."""
    return tuple(1 - strength * (1 - channel) for channel in to_rgb(colour(index)))


def legend(ax: Axes, *, columns: int = 4, wrap: int = 20) -> None:
    """A legend beside the axes, where it hides nothing; panels share one below them.

    `columns` is the most entries in a row below panels; names are wrapped after `wrap` characters.
    """
    figure = figure_of(ax)
    entries: dict[str, Any] = {}
    for panel in figure.axes:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            entries.setdefault(fill(label, wrap), handle)
    if not entries:
        return
    for old in list(figure.legends):
        old.remove()
    shown: dict[str, Any] = {"handles": entries.values(), "labels": entries, "frameon": False}
    if len(figure.axes) == 1:
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1), **shown)
    else:
        figure.legend(loc="outside lower center", ncols=min(columns, len(entries)), **shown)


def grid(ax: Axes) -> None:
    """Faint horizontal grid lines."""
    ax.grid(axis="y", color=GRID, linewidth=0.8)


def bare(ax: Axes) -> None:
    """Hide the frame and the tick marks."""
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def arrow(
    ax: Axes,
    start: Any,
    end: Any,
    color: str = INK,
    label: str = "",
    *,
    width: float = 2,
    zorder: float = 4,
) -> None:
    """An arrow from one point to another, with an entry in the legend if it has a label."""
    style = {"arrowstyle": "-|>", "color": color, "linewidth": width, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tuple(end), tuple(start), arrowprops=style, zorder=zorder)
    if label:
        ax.plot([], [], color=color, marker=">", linewidth=2, label=label)


def clip(polygon: FloatArray, w: FloatArray) -> FloatArray:
    """A convex polygon (m, 2), clipped to w0 + w1 x1 + w2 x2 >= 0 (Sutherland and Hodgman)."""
    score = w[0] + polygon @ w[1:]
    kept = []
    for i in range(len(polygon)):
        if (score[i - 1] >= 0) != (score[i] >= 0):
            share = score[i - 1] / (score[i - 1] - score[i])
            kept.append(polygon[i - 1] + share * (polygon[i] - polygon[i - 1]))
        if score[i] >= 0:
            kept.append(polygon[i])
    return np.array(kept).reshape(-1, 2)


def fill_polygon(ax: Axes, polygon: FloatArray, k: int, edge: str = "none") -> None:
    """Fill a polygon (m, 2) with the pale colour of class k."""
    if len(polygon):
        ax.add_patch(Polygon(polygon, facecolor=tint(k), edgecolor=edge, zorder=0.5))


def minus(text: str) -> str:
    """The text with typographic minus signs, which are as wide as a plus."""
    return text.replace("-", MINUS)


@styled
def points(
    X: Any, y: Any, ax: Axes | None = None, *, names: Names = None, ring: Any = (), **settings: Any
) -> Axes:
    """Scatter of X (n, 2), without the constant 1: a marker and a colour for each class in y.

    Labels are -1/+1 or 0..K-1; `names` go by class, in that order. The examples with the
    indices `ring` get a ring around them.
    """
    X = validation.array("X", X, "n", 2)
    classes, default_names = _classes(y, len(X))
    ax = _ready(ax, settings, xlabel="$x_1$", ylabel="$x_2$")
    for k in np.unique(classes):
        x1, x2 = X[classes == k].T
        dots = ax.scatter(x1, x2, 46, color=colour(k), marker=marker(k), edgecolors=INK, zorder=3)
        dots.set(linewidths=0.6, label=(names or default_names)[k])
    x1, x2 = X[np.atleast_1d(np.asarray(ring, dtype=int))].T
    ax.scatter(x1, x2, s=210, facecolors="none", edgecolors=INK, linewidths=1.8, zorder=4)
    legend(ax)
    return ax


@styled
def decision_line(
    w: Any,
    ax: Axes | None = None,
    *,
    label: str | None = None,
    color: str = INK,
    linestyle: str = "-",
    shade: bool = False,
    **settings: Any,
) -> Axes:
    """The line w0 + w1 x1 + w2 x2 = 0 across the axes; draw the points first.

    `shade` tints the positive and the negative side. Weights (w0, 0, 0) have no line, and nothing
    is drawn. The limits of the axes stay as they are.
    """
    w = validation.array("w", w, 3)
    ax = _plane(ax, settings)
    length = np.hypot(w[1], w[2])
    if length == 0:
        return ax
    corners = _frozen_corners(ax)
    centre, reach = corners.mean(axis=0), np.hypot(*np.ptp(corners, axis=0))
    unit = w[1:] / length
    foot = centre - (w[0] + w[1:] @ centre) / length * unit
    ends = foot + np.outer([-reach, reach], [-unit[1], unit[0]])
    ax.plot(*ends.T, color=color, linestyle=linestyle, label=label, zorder=2)
    if shade:
        for k, side in enumerate((-w, w)):
            fill_polygon(ax, clip(corners, side), k)
    legend(ax)
    return ax


@styled
def decision_regions(
    W: Any, ax: Axes | None = None, *, names: Names = None, **settings: Any
) -> Axes:
    """The region of each class: where its row of W (K, 3), bias first, has the largest score.

    The regions are exact polygons that fill the axes as they are, so draw the points first.
    With `names`, each region carries its name.
    """
    W = validation.array("W", W, "K", 3)
    ax = _plane(ax, settings)
    corners = _frozen_corners(ax)
    for k, row in enumerate(W):
        region = corners
        for j, other in enumerate(W):
            tie_lost = j < k and (row == other).all()  # the first of equal rows wins
            region = region[:0] if tie_lost else clip(region, row - other)
        if len(np.unique(region, axis=0)) < 3:
            continue
        fill_polygon(ax, region, k, edge=FAINT)
        if names:
            x1, x2 = region.mean(axis=0)
            _write(ax, x1, x2, names[k], zorder=1.5)
    return ax


@styled
def loss_curve(
    values: Sequence[float] | Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    *,
    first: int = 1,
    **settings: Any,
) -> Axes:
    """Losses or mistakes per epoch: one line, or one per name, each with its own dashes and marker.

    `first` is the number of the first value: 1 after the first epoch, 0 before any step.
    """
    ax = _ready(ax, settings, xlabel="epoch", ylabel="loss")
    curves = values if isinstance(values, Mapping) else {"": values}
    for k, (name, curve) in enumerate(curves.items()):
        dashes, every = DASHES[k % len(DASHES)], max(1, len(curve) // 12)
        (line,) = ax.plot(range(first, first + len(curve)), curve, marker(k), linestyle=dashes)
        line.set(color=colour(k), markevery=every, label=name)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    grid(ax)
    legend(ax)
    return ax


@styled
def descent_curve(
    f: Callable[[Any], Any], path: Any, ax: Axes | None = None, *, reach: float, **settings: Any
) -> Axes:
    """A function of one variable from -reach to reach, with the path (T,) of a descent on it.

    The path starts at the disc and ends at the star; steps out of the picture are cut off.
    """
    x, path = np.linspace(-reach, reach, 201), validation.array("path", path, "T")
    xlim, ylim = (-reach, reach), (f(x).min() - 0.1 * np.ptp(f(x)), f(x).max())
    ax = _ready(ax, settings, xlabel="x", ylabel="f(x)", xlim=xlim, ylim=ylim)
    ax.plot(x, f(x), color=colour(0))
    ax.plot(path, f(path), ".-", linewidth=1.4, color=colour(1), label="")
    for end, shape, size in ((path[0], "o", 9), (path[-1], "*", 14)):
        ax.plot(end, f(end), shape, markersize=size, color=colour(1), markeredgecolor=INK)
    return ax


@styled
def probability_bars(p: Any, names: Names = None, ax: Axes | None = None, **settings: Any) -> Axes:
    """A bar with its number for each probability in p (K,), or in several distributions by name."""
    groups = p if isinstance(p, Mapping) else {"": p}
    ax = _ready(ax, settings, ylabel="probability", ylim=(0, 1.08))
    width = 0.8 / len(groups)
    ticks = np.arange(0)
    for g, (name, group) in enumerate(groups.items()):
        chances = validation.array("p", group, "K")
        ticks = np.arange(len(chances))
        shift = (g - (len(groups) - 1) / 2) * width
        hatch = HATCHES[g % len(HATCHES)]
        bars = ax.bar(ticks + shift, chances, 0.92 * width, color=colour(g), label=name)
        for bar in bars:
            bar.set(hatch=hatch, edgecolor="white")
        ax.bar_label(bars, fmt="%.2f", padding=2, fontsize=10 if width > 0.25 else 8)
    ax.set_xticks(ticks, names or [str(k) for k in ticks])
    legend(ax)
    return ax


@styled
def confusion_table(
    matrix: Any, names: Names = None, ax: Axes | None = None, **settings: Any
) -> Axes:
    """A confusion matrix (K, K), true classes down and predicted ones across, with its numbers."""
    matrix = validation.array("matrix", matrix, "K", "K")
    names = names or [str(k) for k in range(len(matrix))]
    ax = ax or panels(width=min(6.4, len(matrix) + 2.2), height=min(5.8, len(matrix) + 1.6))[0]
    ax = _ready(ax, settings, xlabel="predicted class", ylabel="true class")
    ax.imshow(matrix, cmap="Blues", vmin=0, vmax=1.7 * max(matrix.max(), 1))
    for (i, j), value in np.ndenumerate(matrix):
        _write(ax, j, i, value)
    ax.set_xticks(range(len(names)), names)
    ax.set_yticks(range(len(names)), names)
    bare(ax)
    return ax


@styled
def weight_images(
    W: Any, shape: tuple[int, int], names: Names = None, ax: Axes | None = None, **settings: Any
) -> Axes:
    """Each row of W as a small image of this shape, in the colours of `SIGNED`, white at 0."""
    W = validation.array("W", W, "K", shape[0] * shape[1])
    columns = min(len(W), 5)
    rows = -(-len(W) // columns)
    ax = ax or panels(height=1.3 * rows + 0.6)[0]
    ax = _ready(ax, settings)
    high, wide = shape[0] + 2, shape[1] + 1
    sheet = np.full((rows * high, columns * wide - 1), np.nan)
    for k, row in enumerate(W):
        top, left = k // columns * high + 2, k % columns * wide
        sheet[top : top + shape[0], left : left + shape[1]] = row.reshape(shape)
        name = names[k] if names else str(k)
        _write(ax, left + shape[1] / 2 - 0.5, top - 0.8, name, va="bottom")
    reach = np.abs(W).max() or 1.0
    image = ax.imshow(sheet, cmap=SIGNED, vmin=-reach, vmax=reach)
    ax.set(xticks=[], yticks=[])
    bare(ax)
    figure_of(ax).colorbar(image, ax=ax, label="weight", shrink=0.8)
    return ax


@styled
def joint_blocks(
    F: Any,
    theta: Any = None,
    names: Names = None,
    features: Names = None,
    ax: Axes | None = None,
    **settings: Any,
) -> Axes:
    """Joint features F (K, D) as a table: a row f(x, k) per class, its block of columns tinted.

    With `theta` (D,) there is a row of weights below, and the score of each class, the largest
    in bold, on the right. `names` are the classes', `features` those of one block.
    """
    F = validation.array("F", F, "K", "D")
    n_classes, columns = F.shape
    if columns % n_classes:
        raise ValueError(f"F must have one block per class, not {columns} columns for {n_classes}")
    size = columns // n_classes
    names = names or [str(k) for k in range(n_classes)]
    features = features or [f"$x_{{{i}}}$" for i in range(size)]
    ax = ax or panels(width=max(5.0, 0.55 * columns + 2.2), height=0.42 * (n_classes + 3) + 0.6)[0]
    ax = _ready(ax, settings)
    for k in range(n_classes):
        left = k * size - 0.5
        ax.add_patch(Rectangle((left, k - 0.5), size, 1, color=tint(k, 0.3), linewidth=0))
        ax.add_patch(Rectangle((left, -0.5), size, n_classes, fill=False, edgecolor=FAINT))
        _write(ax, left + size / 2, -1.75, f"class {names[k]}")
        _write(ax, -0.9, k, f"$f(x,$ {names[k]}$)$", ha="right")
        for i in range(size):
            _write(ax, left + i + 0.5, -1, features[i])
    for (k, i), value in np.ndenumerate(F):
        _write(ax, i, k, value, color=INK if k == i // size else FAINT)
    right, bottom = columns - 0.2, n_classes - 0.3
    if theta is not None:
        _weights_and_scores(ax, F, validation.array("theta", theta, columns))
        right, bottom = right + 1.6, bottom + 1
    ax.set(xlim=(-2.6, right), ylim=(bottom, -2.3))
    ax.set_axis_off()
    return ax


def _ready(ax: Axes | None, settings: Mapping[str, Any], **defaults: Any) -> Axes:
    """The axes to draw on, with labels; existing labels stay."""
    if ax is None:
        ax = panels()[0]
    kept = {"xlabel": ax.get_xlabel(), "ylabel": ax.get_ylabel()}
    ax.set(**{**defaults, **{name: text for name, text in kept.items() if text}, **settings})
    return ax


def _plane(ax: Axes | None, settings: Mapping[str, Any]) -> Axes:
    """Axes for x1 and x2; new ones go from -2 to 2."""
    limits = {} if ax else {"xlim": (-2, 2), "ylim": (-2, 2)}
    return _ready(ax, settings, xlabel="$x_1$", ylabel="$x_2$", **limits)


def _classes(y: Any, length: int) -> tuple[IntArray, list[str]]:
    """Labels as class indices (-1 and 0 come first, +1 second), and a name for each class."""
    found = np.asarray(y)
    signed = found.size > 0 and found.min() == -1
    n_classes = int(found.max()) + 1 if found.size else 1
    y = validation.labels("y", y, (-1, 1) if signed else n_classes, length=length)
    names = [f"y = {MINUS}1", "y = +1"] if signed else [f"y = {k}" for k in range(n_classes)]
    return np.maximum(y, 0), names


def _frozen_corners(ax: Axes) -> FloatArray:
    """The corners of the axes (4, 2); setting the limits switches autoscaling off, so they stay."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    ax.set(xlim=(left, right), ylim=(bottom, top))
    return np.array([[left, bottom], [right, bottom], [right, top], [left, top]])


def _weights_and_scores(ax: Axes, F: FloatArray, theta: FloatArray) -> None:
    n_classes, columns = F.shape
    scores = F @ theta
    _write(ax, -0.9, n_classes + 0.2, r"$\theta$", ha="right")
    for i, weight in enumerate(theta):
        _write(ax, i, n_classes + 0.2, weight)
    _write(ax, columns + 0.4, -1, r"$\theta \cdot f$")
    for k, score in enumerate(scores):
        _write(ax, columns + 0.4, k, score, weight="bold" if k == scores.argmax() else "normal")


def _write(ax: Axes, x: float, y: float, what: Any, **style: Any) -> None:
    """A text, or a number with a real minus sign, centred on a point."""
    text = what if isinstance(what, str) else minus(f"{what:.4g}")
    ax.text(x, y, text, **{"ha": "center", "va": "center", **style})
