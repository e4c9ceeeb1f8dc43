"""Plots, widgets and data of lecture 06: gradient descent, mini-batches, early stopping."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm
from matplotlib.patches import Polygon
from matplotlib.ticker import MaxNLocator

from lincourse import datasets, plots, validation
from lincourse.descent import early_stopping, epochs_of_descent, gradient_descent
from lincourse.features import add_bias
from lincourse.figures.words import number
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.logistic import cross_entropy, logistic_gradient
from lincourse.typing import FloatArray, IntArray

ALL = "all"
BATCHES = (ALL, "64", "16", "1")
# A good rate for each size of batch on the 219 penguins of the lecture, found there on a grid.
RATES = {ALL: 5.0, "64": 2.0, "16": 0.5, "1": 0.05}

# One meaning per colour: the bed (training loss), the boat and its way, the lowest place, and the
# loss on data that nobody trains on. What was measured is INK.
BED, BOAT, LOWEST, UNSEEN = (plots.colour(k) for k in range(4))
KINDS = (plots.INK, plots.colour(4), plots.colour(5))  # batch, minibatch, stochastic
WATER, GROUND = "#EAF3F9", "#E7E1D6"


# The lake in cross-section


@plots.styled
def lake(
    f: Callable[[float], float],
    boat: float,
    ax: Axes | None = None,
    *,
    reach: tuple[float, float],
    water: float,
    soundings: Sequence[float] = (),
    hidden: bool = False,
    slope: float | None = None,
    stroke: float = 0.0,
    **settings: Any,
) -> Axes:
    """A lake whose bed is f, cut open, with a boat on it that has let down its line.

    The line ends in dots at the `soundings`. With a `slope` it carries a plate that lies on the bed
    and shows the tilt; `stroke` is how far the boat is rowed next. A `hidden` bed is dotted.
    """
    [ax] = [ax] if ax else plots.panels(width=7.0, height=3.6)
    left, right = reach
    x = np.linspace(left, right, 301)
    bed = np.array([f(place) for place in x])
    bottom = bed.min() - 0.25 * (water - bed.min())
    ax.fill_between(x, bed, water, color=WATER, linewidth=0)
    if hidden:
        ax.fill_between(x, bottom, bed, color=WATER, linewidth=0)
        ax.plot(x, bed, ":", color=plots.FAINT, label="the bed, which you cannot see")
    else:
        ax.fill_between(x, bottom, bed, color=GROUND, linewidth=0)
        ax.plot(x, bed, color=BED, label="the bed: the loss")
    ax.plot([left, right], [water, water], color=BED, linewidth=1)
    places = np.array(soundings if len(soundings) else [boat])
    depths = np.array([f(place) for place in places])
    ax.vlines(places, depths, water, color=plots.INK, linewidth=0.9)
    ax.plot(places, depths, "o", color=plots.INK, markersize=6, label="where the line touched")
    _hull(ax, boat, water, right - left, water - bottom)
    if slope is not None:
        half = 0.09 * (right - left)
        run = np.array([-half, half])
        ax.plot(
            boat + run, f(boat) + slope * run, color=BOAT, linewidth=4, label="tilt of the plate"
        )
    if stroke:
        height = water + 0.16 * (water - bottom)
        plots.arrow(ax, (boat, height), (boat + stroke, height), BOAT, width=2.2, zorder=3)
    ax.set(xlim=reach, ylim=(bottom, water + 0.3 * (water - bottom)))
    ax.set(**{"xlabel": "where the boat is", "ylabel": "loss", **settings})
    plots.legend(ax, columns=3, wrap=18)
    return ax


def _hull(ax: Axes, at: float, water: float, wide: float, high: float) -> None:
    """A small rowing boat on the water."""
    half, up, down = 0.05 * wide, 0.07 * high, 0.045 * high
    corners = [(-half, up), (half, up), (0.65 * half, -down), (-0.65 * half, -down)]
    hull = [(at + x, water + y) for x, y in corners]
    ax.add_patch(Polygon(hull, facecolor=BOAT, edgecolor=plots.INK, zorder=4, label="your boat"))


# The learning rate


@dataclass(frozen=True)
class Curve:
    """A function of one variable, its slope, where descent starts, and which rates to compare.

    The picture goes from -reach to reach. `hill` is the top between two valleys, if there is one.
    """

    formula: str
    f: Callable[[Any], Any]
    slope: Callable[[float], float]
    start: float
    reach: float
    rates: tuple[float, float, float, float]
    hill: float | None = None


PARABOLA = Curve("x²", lambda x: x**2, lambda x: 2 * x, -2.0, 3.0, (0.02, 0.2, 0.9, 1.05))
HILL = 0.15175  # the root of x³ - 2x + 0.3 between the two valleys
TWO_VALLEYS = Curve(
    "x⁴/4 - x² + 0.3x",
    lambda x: x**4 / 4 - x**2 + 0.3 * x,
    lambda x: x**3 - 2 * x + 0.3,
    2.2,
    2.6,
    (0.01, 0.1, 0.35, 0.8),
    hill=HILL,
)


def learning_rate_slider(curve: Curve = PARABOLA) -> None:
    """Watch gradient descent on a curve (`PARABOLA`, `TWO_VALLEYS`) creep, arrive or run away."""
    fastest = 1.1 * curve.rates[3]
    explore(
        lambda eta, steps: learning_rate_frame(curve, eta, steps),
        lambda: learning_rate_overview(curve),
        eta=Slider("learning rate, η", curve.rates[1], 0.005, fastest, 0.005),
        steps=Slider("steps", 10, 0, 40, 1),
    )


def descent_path(curve: Curve, eta: float, steps: int) -> FloatArray:
    """Where x - eta f'(x) leads in 0, 1, ..., `steps` steps, cut short far outside the picture."""
    path = [curve.start]
    while len(path) <= steps and abs(path[-1]) < 100 * curve.reach:
        path.append(path[-1] - eta * curve.slope(path[-1]))
    return np.array(path)


def behaviour(curve: Curve, path: FloatArray) -> str:
    """What a path of descent does, in a word or three."""
    slopes = np.array([curve.slope(x) for x in path])
    if len(path) == 1:
        return "waiting"
    if curve.f(path[-1]) > curve.f(path[0]):
        return "diverging"
    if curve.hill is not None and (path[-1] - curve.hill) * (path[0] - curve.hill) < 0:
        return "over the hill"
    if np.mean(slopes[1:] * slopes[:-1] < 0) > 0.5:  # most steps jump over the minimum
        return "oscillating"
    return "creeping" if abs(slopes[-1]) > 0.1 * abs(slopes[0]) else "converging"


def learning_rate_frame(curve: Curve, eta: float, steps: int) -> Frame:
    """The path on the curve, and f(x) after every step."""
    path = descent_path(curve, eta, steps)
    left, right = plots.panels(columns=2, width=7.4, height=3.4)
    plots.descent_curve(curve.f, path, left, reach=curve.reach, title=f"f(x) = {curve.formula}")
    names = {"xlabel": "step", "ylabel": "f(x)", "title": "f(x) after every step"}
    plots.loss_curve(curve.f(path), right, first=0, **names)
    caption = _path_in_words(curve, eta, path)
    alt = f"Left: descent on f(x) = {curve.formula}. {caption} Right: f(x) after every step."
    return Frame(plots.figure_of(left), alt, caption)


def learning_rate_overview(curve: Curve, steps: int = 20) -> Frame:
    """Descent at four rates, side by side."""
    axes = plots.panels(columns=2, rows=2, width=6.8, height=5.6)
    captions = []
    for ax, eta in zip(axes, curve.rates, strict=True):
        path = descent_path(curve, eta, steps)
        title = f"η = {eta:g}: {behaviour(curve, path)}"
        plots.descent_curve(curve.f, path, ax, reach=curve.reach, title=title)
        captions.append(_path_in_words(curve, eta, path))
    alt = f"Gradient descent on f(x) = {curve.formula} at four learning rates. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[-1])


def _path_in_words(curve: Curve, eta: float, path: FloatArray) -> str:
    return (
        f"η = {eta:g}, {len(path) - 1} steps: {behaviour(curve, path)}. x goes from "
        f"{number(path[0])} to {number(path[-1])}, f(x) from {number(curve.f(path[0]))} "
        f"to {number(curve.f(path[-1]))}."
    )


# Slopes, curves and charts


@plots.styled
def chord(
    f: Callable[[Any], Any], a: float, b: float, ax: Axes | None = None, **settings: Any
) -> Axes:
    """A function with the chord from a to b, and the middle of both: is the chord above?"""
    [ax] = [ax] if ax else plots.panels()
    x, middle = np.linspace(a - 0.3 * (b - a), b + 0.3 * (b - a), 201), (a + b) / 2
    ax.plot(x, f(x), color=BED, label="f(x)")
    ends = f(np.array([a, b]))
    ax.plot([a, b], ends, "o--", color=plots.INK, label="chord from a to b")
    look: dict[str, Any] = {"linestyle": "none", "markersize": 10, "markeredgecolor": plots.INK}
    ax.plot(middle, ends.mean(), "s", color="white", label="middle of the chord", **look)
    ax.plot(middle, f(middle), "^", color=BED, label="f in the middle", **look)
    ax.set(**{"xlabel": "x", "ylabel": "f(x)", **settings})
    plots.legend(ax, columns=4, wrap=99)
    return ax


def contours(
    ax: Axes,
    loss: Callable[[FloatArray], float],
    xlim: tuple[float, float],
    ylim: tuple[float, float],
) -> None:
    """The chart of a loss of two weights: the darker, the higher, in bands of equal area."""
    across, up = np.linspace(*xlim, 45), np.linspace(*ylim, 45)
    heights = np.array([[loss(np.array([a, b])) for a in across] for b in up])
    levels = np.unique(np.quantile(heights, np.linspace(0, 1, 13)))
    shades = BoundaryNorm(levels, 256)  # as much darker from each level to the next
    ax.contourf(across, up, heights, levels, cmap="Blues", norm=shades, alpha=0.55)
    ax.contour(across, up, heights, levels, colors="white", linewidths=0.8, linestyles="-")
    ax.set(xlim=xlim, ylim=ylim)


@plots.styled
def chart(
    loss: Callable[[FloatArray], float],
    path: Any,
    lowest: Any,
    ax: Axes | None = None,
    *,
    xlim: tuple[float, float],
    ylim: tuple[float, float],
    **settings: Any,
) -> Axes:
    """Contours of a loss of two weights, the way (T, 2) of the boat, and the lowest place."""
    path = validation.array("path", path, "T", 2)
    [ax] = [ax] if ax else plots.panels(width=6.4, height=4.4)
    contours(ax, loss, xlim, ylim)
    many = len(path) > 100
    look: dict[str, Any] = {"linewidth": 0.7, "alpha": 0.55} if many else {"marker": "."}
    ax.plot(*path.T, color=BOAT, label="way of the boat", **look)
    ends: dict[str, Any] = {"linestyle": "none", "markeredgecolor": plots.INK, "zorder": 4}
    ax.plot(*path[0], "o", color=BOAT, markersize=8, label="start", **ends)
    ax.plot(*path[-1], "*", color=BOAT, markersize=13, label="end", **ends)
    ax.plot(*lowest, "X", color=LOWEST, markersize=9, label="deepest place", **ends)
    ax.set(**{"xlabel": "$w_0$", "ylabel": "$w_1$", **settings})
    plots.legend(ax, columns=4, wrap=99)
    return ax


@plots.styled
def gradient_arrows(
    loss: Callable[[FloatArray], float],
    at: Any,
    gradient: Any,
    ax: Axes | None = None,
    reach: float = 1.5,
    **settings: Any,
) -> Axes:
    """Contours of a loss of two weights, with the gradient and its opposite as arrows at a point.

    The units of both axes are equal, so right angles look right.
    """
    at, gradient = validation.array("at", at, 2), validation.array("gradient", gradient, 2)
    [ax] = [ax] if ax else plots.panels(width=5.6, height=4.6)
    contours(ax, loss, (at[0] - reach, at[0] + reach), (at[1] - reach, at[1] + reach))
    unit = gradient / np.linalg.norm(gradient)
    for sign, color, name in ((1, plots.FAINT, "the gradient: uphill"), (-1, BOAT, "downhill")):
        look = {"arrowstyle": "-|>", "color": color, "linewidth": 2.5, "shrinkA": 0}
        ax.annotate("", tuple(at + sign * 0.6 * reach * unit), tuple(at), arrowprops=look)
        ax.plot([], [], color=color, marker=">", linewidth=2.5, label=name)
    ax.plot(*at, "o", markersize=9, color=plots.INK)
    ax.set_aspect("equal", adjustable="box")
    ax.set(**{"xlabel": "$w_0$", "ylabel": "$w_1$", **settings})
    plots.legend(ax, columns=3, wrap=99)
    return ax


@plots.styled
def slope_by_direction(
    slopes: Mapping[float, float], gradient: Any, ax: Axes | None = None, **settings: Any
) -> Axes:
    """Slopes measured in some directions (degrees), on the curve |gradient| cos(angle)."""
    gradient = validation.array("gradient", gradient, 2)
    [ax] = [ax] if ax else plots.panels(width=6.8)
    length = np.linalg.norm(gradient)
    uphill = np.degrees(np.arctan2(gradient[1], gradient[0])) % 360
    angles = np.linspace(0, 360, 181)
    ax.axhline(0, color=plots.FAINT, linewidth=1)
    curve = length * np.cos(np.radians(angles - uphill))
    ax.plot(angles, curve, color=BED, label="length of the gradient times a cosine")
    look: dict[str, Any] = {"linestyle": "none", "color": plots.INK}
    ax.plot(list(slopes), list(slopes.values()), "o", label="slope measured", **look)
    ax.axvline(uphill, color=plots.FAINT, linestyle="--", linewidth=2.5)
    ax.axvline((uphill + 180) % 360, color=BOAT, linestyle="-.", linewidth=2.5)
    ax.set(**{"xlabel": "direction (degrees)", "ylabel": "slope", "xlim": (0, 360), **settings})
    ax.set_xticks(range(0, 361, 90))
    plots.legend(ax, columns=2, wrap=99)
    return ax


@plots.styled
def curves_by_work(
    curves: Mapping[str, tuple[Any, Any]],
    ax: Axes | None = None,
    colours: Sequence[str] | None = None,
    **settings: Any,
) -> Axes:
    """One line per name, each with its own places (T,) on the horizontal axis and values (T,)."""
    [ax] = [ax] if ax else plots.panels(width=7.2)
    for k, (name, (places, values)) in enumerate(curves.items(), start=1):
        few = len(places) <= 12
        ax.plot(
            places,
            values,
            marker=plots.marker(k) if few else None,
            linestyle=plots.DASHES[(k - 1) % len(plots.DASHES)],
            color=colours[k - 1] if colours else plots.INK,
            label=name,
        )
    plots.grid(ax)
    ax.set(**{"xlabel": "looks at an example", "ylabel": "loss", **settings})
    plots.legend(ax, columns=3, wrap=22)
    return ax


# Two basins


def two_basins(w: Any) -> Any:
    """A lake with two basins, a⁴/4 - a² + 0.3a + (b - a/2)², for w = (a, b)."""
    a, b = w
    return a**4 / 4 - a**2 + 0.3 * a + (b - a / 2) ** 2


def two_basins_gradient(w: Any) -> FloatArray:
    """Its gradient, for w (2,) or (2, ...)."""
    a, b = w
    across = 2 * (b - a / 2)
    return np.array([a**3 - 2 * a + 0.3 - across / 2, across])


def watershed(b: FloatArray) -> FloatArray:
    """Points (n, 2) on the line between the two basins, one at each height b (n,) of the chart."""
    left, right = np.full(len(b), -3.0), np.full(len(b), 3.0)
    for _ in range(20):  # bisection: where do the boats in the middle end?
        middle = (left + right) / 2
        w = np.array([middle, b])
        for _ in range(400):
            w = w - 0.05 * two_basins_gradient(w)
        left, right = np.where(w[0] < 0, middle, left), np.where(w[0] < 0, right, middle)
    return np.column_stack([(left + right) / 2, b])


@plots.styled
def basin_chart(starts: Any, eta: float, ax: Axes | None = None, **settings: Any) -> Axes:
    """The chart of `two_basins` with the ways from some starts, and the line that divides them."""
    starts = validation.array("starts", starts, "n", 2)
    [ax] = [ax] if ax else plots.panels(width=7.0, height=4.4)
    xlim, ylim = (-2.4, 2.4), (-2.0, 2.0)
    contours(ax, two_basins, xlim, ylim)
    ax.plot(*watershed(np.linspace(*ylim, 41)).T, "--", color=plots.INK, label="watershed")
    look: dict[str, Any] = {"linestyle": "none", "markeredgecolor": plots.INK, "zorder": 4}
    for i, start in enumerate(starts):
        path = [start]
        for _ in range(200):
            path.append(path[-1] - eta * two_basins_gradient(path[-1]))
        ax.plot(*np.transpose(path), ".-", color=BOAT, markersize=4, linewidth=1.2)
        ax.plot(*start, "o", color=BOAT, markersize=8, label="start" if i == 0 else "", **look)
        ax.plot(*path[-1], "*", color=BOAT, markersize=14, label="end" if i == 0 else "", **look)
    saddle = (HILL, HILL / 2)
    ax.plot(*saddle, "D", color="white", markersize=8, label="saddle", **look)
    ax.set(**{"xlabel": "$w_0$", "ylabel": "$w_1$", **settings})
    plots.legend(ax, wrap=99)
    return ax


# Batches of any size


def batch_paths(
    X: Any, y: Any, size: str, eta: float, epochs: int, seed: int = 0
) -> tuple[FloatArray, list[float]]:
    """All weights on the way (T, 2) with batches of this size, and the loss after every epoch.

    The path starts from zeros; the losses start before the first epoch.
    """
    X, y = validation.array("X", X, "n", 2), np.asarray(y)
    path, losses = [np.zeros(2)], [cross_entropy(np.zeros(2), X, y)]

    def gradient(w: FloatArray, batch: IntArray) -> FloatArray:
        slope = logistic_gradient(w, X[batch], y[batch])
        path.append(w - eta * slope)
        return slope

    rng, batch_size = np.random.default_rng(seed), None if size == ALL else int(size)
    ends = epochs_of_descent(gradient, np.zeros(2), len(X), eta, epochs, batch_size, rng)
    losses += [cross_entropy(w, X, y) for w in ends]
    return np.array(path), losses


def batch_explorer(X: Any, y: Any, epochs: int = 3) -> None:
    """Watch descent on the logistic loss of X (n, 2), the constant 1 first, in batches."""
    explore(
        lambda size, eta, epochs: batch_frame(X, y, size, eta, epochs),
        lambda: batch_overview(X, y, epochs),
        size=Choice("examples per batch", BATCHES),
        eta=Slider("learning rate, η", 0.5, 0.05, 12.0, 0.05, stops=(0.05, 0.5, 2.0, 5.0, 12.0)),
        epochs=Slider("epochs", epochs, 1, 20, 1, stops=sorted({1, epochs, 5, 10, 20})),
    )


def batch_frame(X: Any, y: Any, size: str, eta: float, epochs: int) -> Frame:
    """The path of the weights on the loss, and the loss after every epoch."""
    path, losses = batch_paths(X, y, size, eta, epochs)
    left, right = plots.panels(columns=2, width=7.6, height=3.8)
    _surface(left, X, y, path, f"Batches: {_of(size)}")
    names = {"xlabel": "epoch", "ylabel": "loss", "title": "Loss after every epoch"}
    plots.loss_curve(losses, right, first=0, **names)
    right.set(ylim=(min(0.5, min(losses) - 0.02), max(0.72, max(losses) + 0.02)))
    caption = _walk_in_words(size, eta, epochs, path, losses)
    alt = f"Left: the path of two weights on the contours of the loss. {caption} Right: the loss."
    return Frame(plots.figure_of(left), alt, caption)


def batch_overview(X: Any, y: Any, epochs: int) -> Frame:
    """The paths with all examples, 64, 16 and 1 at a time, each at a rate that suits it."""
    axes = plots.panels(columns=2, rows=2, width=6.8, height=6.2)
    captions = []
    for ax, size in zip(axes, BATCHES, strict=True):
        path, losses = batch_paths(X, y, size, RATES[size], epochs)
        _surface(ax, X, y, path, f"{_of(size)}, η = {RATES[size]:g}: loss {losses[-1]:.3f}")
        captions.append(_walk_in_words(size, RATES[size], epochs, path, losses))
    alt = f"Paths of two weights on the contours of the loss. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[-1])


def _surface(ax: Axes, X: Any, y: Any, path: FloatArray, title: str) -> None:
    lowest, _ = gradient_descent(lambda w: logistic_gradient(w, X, y), np.zeros(2), 1.0, 1e-6, 2000)
    chart(
        lambda w: cross_entropy(w, X, y),
        path,
        lowest,
        ax,
        xlim=(-2.0, 0.4),
        ylim=(-0.4, 1.8),
        title=title,
    )


def _of(size: str) -> str:
    return "all examples" if size == ALL else "one example" if size == "1" else f"{size} examples"


def _walk_in_words(
    size: str, eta: float, epochs: int, path: FloatArray, losses: Sequence[float]
) -> str:
    ups = int((np.diff(losses) > 1e-12).sum())
    return (
        f"{_of(size).capitalize()} at a time, η = {eta:g}, {epochs} epochs: {len(path) - 1} "
        f"steps from (0, 0) to ({path[-1][0]:.2f}, {path[-1][1]:.2f}). The loss goes from "
        f"{losses[0]:.3f} to {losses[-1]:.3f} and rose in {ups} of {epochs} epochs."
    )


# Film sentences


class Part(NamedTuple):
    """Sentences as word features X (n, d), the constant 1 first, and labels y: 1 for liked."""

    X: FloatArray
    y: IntArray


def film_sentences(sizes: Sequence[int], at_least: int, seed: int) -> tuple[list[Part], list[str]]:
    """(parts, words): as many film sentences as each size says, drawn at random without repeats.

    A word that occurs in `at_least` sentences of the first part, the training part, is a feature: 1
    where a sentence has it, else 0. words[j] belongs to column j + 1.
    """
    reviews = datasets.rotten_tomatoes()
    drawn = np.random.default_rng(seed).permutation(len(reviews.labels))
    rows = np.split(drawn, np.cumsum(sizes))[: len(sizes)]
    found = Counter(word for i in rows[0] for word in set(reviews.documents[i]))
    words = sorted(
        word for word, count in found.items() if count >= at_least and any(map(str.isalpha, word))
    )
    column = {word: j for j, word in enumerate(words)}
    parts = []
    for some in rows:
        X = np.zeros((len(some), len(words)))
        for place, i in enumerate(some):
            known = [column[word] for word in set(reviews.documents[i]) if word in column]
            X[place, known] = 1
        y = np.array([int(reviews.labels[i] == "pos") for i in some])
        parts.append(Part(add_bias(X), y))
    return parts, words


# Early stopping


@plots.styled
def stopping_curve(
    training: Sequence[float],
    validation_losses: Sequence[float],
    patience: int,
    ax: Axes | None = None,
    **settings: Any,
) -> Axes:
    """Training and validation loss per epoch, with the best epoch and the one that stops it."""
    [ax] = [ax] if ax else plots.panels(width=7.2)
    stop, best = early_stopping(validation_losses, patience)
    epochs = np.arange(1, len(validation_losses) + 1)
    ax.plot(epochs, training, "--", color=BED, label="training loss")
    ax.plot(epochs, validation_losses, color=UNSEEN, label="validation loss")
    for index, shape, color, name in ((stop, "X", BOAT, "stop"), (best, "*", LOWEST, "best")):
        ax.plot(
            epochs[index],
            validation_losses[index],
            shape,
            color=color,
            linestyle="none",
            markersize=15 if shape == "*" else 10,
            markeredgecolor=plots.INK,
            label=name,
            zorder=4,
        )
    ax.axvspan(epochs[stop], epochs[-1], color="#EEEEEE", zorder=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(**{"xlabel": "epoch", "ylabel": "loss", **settings})
    plots.legend(ax, columns=4, wrap=99)
    return ax


def patience_explorer(training: Sequence[float], validation_losses: Sequence[float]) -> None:
    """Choose a patience, and see where training stops and which weights it keeps."""
    explore(
        lambda patience: patience_frame(training, validation_losses, patience),
        lambda: patience_overview(training, validation_losses),
        patience=Slider("patience", 0, 0, 6, 1),
    )


def patience_frame(
    training: Sequence[float], validation_losses: Sequence[float], patience: int
) -> Frame:
    """Both curves with the best epoch and the stop for one patience."""
    title = f"Patience {patience}"
    ax = stopping_curve(training, validation_losses, patience, title=title)
    caption = _stop_in_words(validation_losses, patience)
    alt = f"Training and validation loss per epoch. {caption}"
    return Frame(plots.figure_of(ax), alt, caption)


def patience_overview(training: Sequence[float], validation_losses: Sequence[float]) -> Frame:
    """Both curves for a patience of 0, 1, 2 and 3, side by side."""
    axes = plots.panels(columns=2, rows=2, width=7.2, height=5.8)
    captions = []
    for patience, ax in enumerate(axes):
        stopping_curve(training, validation_losses, patience, ax, title=f"Patience {patience}")
        captions.append(_stop_in_words(validation_losses, patience))
    return Frame(plots.figure_of(axes[0]), " ".join(captions), captions[-1])


def _stop_in_words(validation_losses: Sequence[float], patience: int) -> str:
    stop, best = early_stopping(validation_losses, patience)
    last = stop == len(validation_losses) - 1
    how = "goes on to the last epoch" if last else "stops after epoch"
    return (
        f"With patience {patience} training {how} {stop + 1} and keeps the weights of epoch "
        f"{best + 1}, with a validation loss of {validation_losses[best]:.3f}."
    )
