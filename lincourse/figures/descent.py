"""Plots, widgets, data and one experiment of lecture 06: gradient descent and early stopping."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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
from lincourse.logistic import cross_entropy, logistic_gradient, sigmoid
from lincourse.typing import FloatArray, IntArray

ALL = "all"
BATCHES = (ALL, "64", "16", "1")
# A good rate for each size of batch on the 219 penguins of the lecture, found there on a grid.
RATES = {ALL: 5.0, "64": 2.0, "16": 0.5, "1": 0.05}

# One meaning per colour: the bed (training loss), the boat and its path, the minimum, and the loss
# on held-out data. Measurements are INK.
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
    step: float = 0.0,
    **settings: Any,
) -> Axes:
    """Cross-section of a lake whose bed is f, with a boat that has let down its line.

    The line ends in a dot at each of the `soundings`. A `slope` is drawn as a tangent to the bed,
    and `step` as an arrow from the boat to where it goes next. A `hidden` bed is dotted.
    """
    [ax] = [ax] if ax else plots.panels(width=7.0, height=3.4)
    left, right = reach
    x = np.linspace(left, right, 301)
    bed = np.array([f(place) for place in x])
    bottom = bed.min() - 0.25 * (water - bed.min())
    ax.fill_between(x, bed, water, color=WATER, linewidth=0)
    if hidden:
        ax.fill_between(x, bottom, bed, color=WATER, linewidth=0)
        ax.plot(x, bed, ":", color=plots.FAINT, label="the bed, which you can't see")
    else:
        ax.fill_between(x, bottom, bed, color=GROUND, linewidth=0)
        ax.plot(x, bed, color=BED, label="the bed: the loss")
    ax.plot([left, right], [water, water], color=BED, linewidth=1)
    places = np.array(soundings if len(soundings) else [boat])
    depths = np.array([f(place) for place in places])
    ax.vlines(places, depths, water, color=plots.INK, linewidth=0.9)
    ax.plot(places, depths, "o", color=plots.INK, markersize=6, label="where the line touched")
    for place, depth in zip(soundings, depths, strict=False):
        ax.annotate(f"{depth:.3f}", (place, depth), (6, 6), textcoords="offset points")
    _hull(ax, boat, water, right - left, water - bottom)
    if slope is not None:
        half = 0.09 * (right - left)
        run = np.array([-half, half])
        ax.plot(boat + run, f(boat) + slope * run, color=BOAT, linewidth=4, label="slope there")
    if step:
        height = water + 0.16 * (water - bottom)
        plots.arrow(ax, (boat, height), (boat + step, height), BOAT, width=2.2, zorder=3)
        ax.text(boat + step, height, "next step ", ha="right", va="center", color=BOAT)
    ax.set(xlim=reach, ylim=(bottom, water + 0.3 * (water - bottom)))
    ax.set(**{"xlabel": "where the boat is", "ylabel": "loss", **settings})
    plots.legend(ax, columns=3, wrap=18)
    return ax


def _hull(ax: Axes, at: float, water: float, wide: float, high: float) -> None:
    """Draw a small rowing boat on the water."""
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


# Surfaces of two weights


def contours(
    ax: Axes,
    loss: Callable[[FloatArray], float],
    xlim: tuple[float, float],
    ylim: tuple[float, float],
) -> None:
    """Contours of a loss of two weights: darker is higher, and all bands have equal area."""
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
    """Contours of a loss of two weights, a path (T, 2) of descent on it, and the minimum."""
    path = validation.array("path", path, "T", 2)
    [ax] = [ax] if ax else plots.panels(width=6.4, height=4.4)
    contours(ax, loss, xlim, ylim)
    many = len(path) > 100
    look: dict[str, Any] = {"linewidth": 0.7, "alpha": 0.55} if many else {"marker": "."}
    ax.plot(*path.T, color=BOAT, label="path", **look)
    ends: dict[str, Any] = {"linestyle": "none", "markeredgecolor": plots.INK, "zorder": 4}
    ax.plot(*path[0], "o", color=BOAT, markersize=8, label="start", **ends)
    ax.plot(*path[-1], "*", color=BOAT, markersize=13, label="end", **ends)
    ax.plot(*lowest, "X", color=LOWEST, markersize=9, label="minimum", **ends)
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
def valley_panels(
    paths: Mapping[str, Any], surfaces: Mapping[str, tuple[Any, Any]], y: Any
) -> Axes:
    """Four paths on the logistic loss, each named "surface, method".

    A surface is its examples X (n, 2), the constant 1 first, and the weights of its minimum.
    """
    axes = plots.panels(columns=2, rows=2, width=7.6, height=6.4)
    for ax, (name, path) in zip(axes, paths.items(), strict=True):
        X, lowest = surfaces[name.split(",")[0]]
        left = 1.5 * min(lowest[0], -1)
        title = name[0].upper() + name[1:]
        chart(partial(_loss, X, y), path, lowest, ax, xlim=(left, 1), ylim=(-0.8, 2.4), title=title)
    return axes[0]


def _loss(X: Any, y: Any, w: FloatArray) -> float:
    return cross_entropy(w, X, y)


@plots.styled
def too_right(
    A: Any, y: Any, without: Any, with_them: Any, logistic: Any, ax: Axes | None = None
) -> Axes:
    """Birds A (n, 3), the last 60 of them heavy Gentoos, and the lines of three weight vectors.

    The first two are of least squares, fitted without and with the heavy birds; birds on the wrong
    side of the second one get a ring.
    """
    A, y = validation.array("A", A, "n", 3), np.asarray(y)
    [ax] = [ax] if ax else plots.panels(width=7.4, height=4.2)
    ring = np.flatnonzero((A @ with_them > 0) != y)
    axis_names = {"xlabel": "bill depth, standardised", "ylabel": "body mass, standardised"}
    plots.points(A[:, 1:], y, ax, names=["Adelie", "Gentoo"], ring=ring, **axis_names)
    ax.annotate("heavy Gentoos", A[-60:, 1:].max(axis=0), (8, -12), textcoords="offset points")
    plots.decision_line(without, ax, linestyle=":", label="least squares without the heavy birds")
    plots.decision_line(with_them, ax, label="least squares with them")
    plots.decision_line(logistic, ax, linestyle="--", color=plots.FAINT, label="logistic with them")
    return ax


@plots.styled
def growth_curves(
    curves: Mapping[str, Sequence[float]], ax: Axes | None = None, **settings: Any
) -> Axes:
    """Values before every step of descent, one curve per name, the name at its right end."""
    [ax] = [ax] if ax else plots.panels(width=6.4, height=3.6)
    for k, (name, values) in enumerate(curves.items()):
        ax.plot(values, color=plots.INK, linestyle=plots.DASHES[k % len(plots.DASHES)])
        ax.text(len(values), values[-1], f" {name}", va="center")
    plots.grid(ax)
    ax.set(**{"xlabel": "step", **settings})
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


# Batch descent, minibatches and SGD with equal budgets

Run = tuple[float, float, int]  # initial rate, examples after which it is halved, seed
RATES_TRIED = np.geomspace(1 / 128, 16, 23)  # times 2/kappa, beyond which batch steps may go uphill
HALVES_TRIED = (np.inf, 1 / 3, 1 / 10, 1 / 30, 1 / 100)  # times the budget
TUNING_SEEDS, RACE_SEEDS = range(5), range(5, 15)
START_SPREAD = 0.3  # standard deviation of the weights at the start of a race
LOWEST_DRAWN = 1e-6


def descend(
    X: Any, y: Any, size: int, runs: Sequence[Run], budget: int, spread: float = 0.0
) -> Iterator[tuple[int, FloatArray]]:
    """Yield (examples read, weights (R, d)) after each step in batches, with all R runs at once.

    A run has its own rate, eta / (1 + examples read / half), and each epoch is shuffled by its own
    generator. It starts from weights drawn with the standard deviation `spread`, equal for equal
    seeds, and stops before it would read more than `budget` examples.
    """
    X, y = validation.array("X", X, "n", "d"), np.asarray(y)
    eta, half = (np.array([run[k] for run in runs], dtype=float) for k in range(2))
    seeds = {run[2]: np.random.default_rng(run[2]) for run in runs}
    starts = {
        seed: np.random.default_rng([seed, 1]).normal(0, spread, X.shape[1]) for seed in seeds
    }
    W, read = np.array([starts[run[2]] for run in runs]), 0
    while True:
        orders = {seed: rng.permutation(len(y)) for seed, rng in seeds.items()}
        order = np.array([orders[run[2]] for run in runs])
        for start in range(0, len(y), size):
            batch = order[:, start : start + size]
            read += batch.shape[1]
            if read > budget:
                return
            rows = X[batch]
            errors = sigmoid(np.einsum("rbd,rd->rb", rows, W)) - y[batch]
            gradients = np.einsum("rb,rbd->rd", errors, rows) / batch.shape[1]
            W = W - (eta / (1 + read / half))[:, None] * gradients
            yield read, W


class Racer(NamedTuple):
    """How one method did: its rate and decay, and its distance above the minimum on the way."""

    eta: float
    half: float
    read: list[int]  # examples read
    excess: list[float]  # mean loss above the minimum, over the race's seeds
    error: float  # standard error of the last one


def race(X: Any, y: Any, copies: int, budget: int, lowest: float) -> dict[str, Racer]:
    """Let batch descent, minibatches of 20 and SGD read `budget` examples each.

    The data are `copies` of each example, and `lowest` is the smallest possible loss. Each method
    gets the rate and the decay with the smallest mean loss on `TUNING_SEEDS`, and is then run on
    `RACE_SEEDS`. Each seed has its own start and its own shuffles: batch descent isn't shuffled, so
    from one start it would be tuned on the very run that counts.
    """
    X, y = validation.array("X", X, "n", "d"), np.asarray(y)
    many_X, many_y = np.tile(X, (copies, 1)), np.tile(y, copies)
    kappa = float(np.linalg.eigvalsh(X.T @ X / (4 * len(X))).max())

    def excess(W: FloatArray) -> FloatArray:
        return np.array([cross_entropy(w, X, y) - lowest for w in W])

    found = {}
    for kind, size in (("batch", len(many_y)), ("20 at a time", 20), ("SGD", 1)):
        pairs = [(rate * 2 / kappa, h * budget) for rate in RATES_TRIED for h in HALVES_TRIED]
        runs = [(eta, half, seed) for eta, half in pairs for seed in TUNING_SEEDS]
        *_, (_, W) = descend(many_X, many_y, size, runs, budget, START_SPREAD)
        scores = excess(W).reshape(len(pairs), -1).mean(axis=1)
        eta, half = pairs[int(scores.round(9).argmin())]  # the first one if several are equal
        runs = [(eta, half, seed) for seed in RACE_SEEDS]
        steps = list(descend(many_X, many_y, size, runs, budget, START_SPREAD))
        marks = np.unique(np.geomspace(1, len(steps), 12).astype(int)) - 1
        ways = [(steps[i][0], excess(steps[i][1])) for i in marks]
        last = ways[-1][1]
        found[kind] = Racer(
            eta,
            half,
            [read for read, _ in ways],
            [float(above.mean()) for _, above in ways],
            float(last.std(ddof=1) / np.sqrt(len(last))),
        )
    return found


@plots.styled
def race_panels(races: Mapping[str, Mapping[str, Racer]]) -> Axes:
    """One panel per race: the loss above the minimum against the number of examples read."""
    axes = plots.panels(columns=2, rows=2, width=7.6, height=6.0)
    for place, (ax, (title, racers)) in enumerate(zip(axes, races.items(), strict=True)):
        for k, (kind, racer) in enumerate(racers.items()):
            heights = np.maximum(racer.excess, LOWEST_DRAWN)
            look = {"marker": plots.marker(k), "linestyle": plots.DASHES[k], "color": KINDS[k]}
            ax.plot(racer.read, heights, markersize=5, label=kind, **look)
        ax.set(xscale="log", yscale="log", ylim=(LOWEST_DRAWN / 2, 20), title=title)
        plots.grid(ax)
        if place % 2 == 0:
            ax.set_ylabel("loss above the minimum")
        if place >= 2:
            ax.set_xlabel("examples read")
    plots.legend(axes[0], columns=3, wrap=99)
    return axes[0]


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
    validation_losses: Sequence[float], patience: int, ax: Axes | None = None, **settings: Any
) -> Axes:
    """Validation loss per epoch, with the best epoch and the one at which training stops."""
    [ax] = [ax] if ax else plots.panels(width=7.2)
    stop, best = early_stopping(validation_losses, patience)
    epochs = np.arange(1, len(validation_losses) + 1)
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


@plots.styled
def two_losses(
    training: Sequence[float],
    validation_losses: Sequence[float],
    ax: Axes | None = None,
    **settings: Any,
) -> Axes:
    """Training and validation loss per epoch, each with its name at its right end."""
    [ax] = [ax] if ax else plots.panels(width=6.4, height=3.4)
    epochs = np.arange(1, len(training) + 1)
    for values, color, style, name in (
        (training, BED, "--", "training"),
        (validation_losses, UNSEEN, "-", "validation"),
    ):
        ax.plot(epochs, values, style, color=color)
        ax.text(epochs[-1], values[-1], f" {name}", va="center", color=color)
    plots.grid(ax)
    ax.set(**{"xlabel": "epoch", "ylabel": "loss", **settings})
    return ax


def patience_explorer(validation_losses: Sequence[float]) -> None:
    """Choose a patience, and see where training stops and which weights it keeps."""
    explore(
        lambda patience: patience_frame(validation_losses, patience),
        lambda: patience_overview(validation_losses),
        patience=Slider("patience", 0, 0, 6, 1),
    )


def patience_frame(validation_losses: Sequence[float], patience: int) -> Frame:
    """The validation curve with the best epoch and the stop for one patience."""
    ax = stopping_curve(validation_losses, patience, title=f"Patience {patience}")
    caption = _stop_in_words(validation_losses, patience)
    return Frame(plots.figure_of(ax), f"Validation loss per epoch. {caption}", caption)


def patience_overview(validation_losses: Sequence[float]) -> Frame:
    """The validation curve for a patience of 0, 1, 2 and 3, side by side."""
    axes = plots.panels(columns=2, rows=2, width=7.2, height=5.4)
    captions = []
    for patience, ax in enumerate(axes):
        stopping_curve(validation_losses, patience, ax, title=f"Patience {patience}")
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
