"""Plots and widgets of lecture 06: gradient descent, mini-batches, early stopping."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from lincourse import plots, validation
from lincourse.descent import early_stopping, epochs_of_descent
from lincourse.figures.words import number
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.logistic import cross_entropy, logistic_gradient
from lincourse.typing import FloatArray, IntArray

ALL = "all"
BATCHES = (ALL, "64", "16", "1")


# The learning rate


@dataclass(frozen=True)
class Curve:
    """A function of one variable, its slope, where descent starts, and which rates to compare.

    The picture goes from -reach to reach.
    """

    formula: str
    f: Callable[[Any], Any]
    slope: Callable[[float], float]
    start: float
    reach: float
    rates: tuple[float, float, float, float]


PARABOLA = Curve("x²", lambda x: x**2, lambda x: 2 * x, -2.0, 3.0, (0.02, 0.2, 0.9, 1.05))
TWO_VALLEYS = Curve(
    "x⁴/4 - x² + 0.3x",
    lambda x: x**4 / 4 - x**2 + 0.3 * x,
    lambda x: x**3 - 2 * x + 0.3,
    2.2,
    2.6,
    (0.01, 0.1, 0.35, 0.8),
)


def learning_rate_slider(curve: Curve = PARABOLA) -> None:
    """Watch gradient descent on a curve (`PARABOLA`, `TWO_VALLEYS`) creep, arrive or run away."""
    fastest = 1.1 * curve.rates[3]
    explore(
        lambda eta, steps: learning_rate_frame(curve, eta, steps),
        lambda: learning_rate_overview(curve),
        eta=Slider("learning rate, eta", curve.rates[1], 0.005, fastest, 0.005),
        steps=Slider("steps", 10, 0, 40, 1),
    )


def descent_path(curve: Curve, eta: float, steps: int) -> FloatArray:
    """Where x - eta f'(x) leads in 0, 1, ..., `steps` steps, cut short far outside the picture."""
    path = [curve.start]
    while len(path) <= steps and abs(path[-1]) < 100 * curve.reach:
        path.append(path[-1] - eta * curve.slope(path[-1]))
    return np.array(path)


def behaviour(curve: Curve, path: FloatArray) -> str:
    """Waiting, diverging, oscillating, creeping or converging: what a path of descent does."""
    slopes = np.array([curve.slope(x) for x in path])
    if len(path) == 1:
        return "waiting"
    if curve.f(path[-1]) > curve.f(path[0]):
        return "diverging"
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
        title = f"eta = {eta:g}: {behaviour(curve, path)}"
        plots.descent_curve(curve.f, path, ax, reach=curve.reach, title=title)
        captions.append(_path_in_words(curve, eta, path))
    alt = f"Gradient descent on f(x) = {curve.formula} at four learning rates. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[-1])


def _path_in_words(curve: Curve, eta: float, path: FloatArray) -> str:
    return (
        f"eta = {eta:g}, {len(path) - 1} steps: {behaviour(curve, path)}. x goes from "
        f"{number(path[0])} to {number(path[-1])}, f(x) from {number(curve.f(path[0]))} "
        f"to {number(curve.f(path[-1]))}."
    )


# Slopes and curves


@plots.styled
def chord(
    f: Callable[[Any], Any], a: float, b: float, ax: Axes | None = None, **settings: Any
) -> Axes:
    """A function with the chord from a to b, and the middle of both: is the chord above?"""
    [ax] = [ax] if ax else plots.panels()
    x, middle = np.linspace(a - 0.3 * (b - a), b + 0.3 * (b - a), 201), (a + b) / 2
    ax.plot(x, f(x), color=plots.colour(0), label="f(x)")
    ends = f(np.array([a, b]))
    ax.plot([a, b], ends, "o--", color=plots.INK, label="chord from a to b")
    look: dict[str, Any] = {"linestyle": "none", "markersize": 10, "markeredgecolor": plots.INK}
    ax.plot(middle, ends.mean(), "s", color=plots.colour(1), label="middle of the chord", **look)
    ax.plot(middle, f(middle), "^", color=plots.colour(2), label="f in the middle", **look)
    ax.set(**{"xlabel": "x", "ylabel": "f(x)", **settings})
    plots.legend(ax, columns=3, wrap=99)
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
    across, up = (np.linspace(centre - reach, centre + reach, 61) for centre in at)
    heights = np.array([[loss(np.array([a, b])) for a in across] for b in up])
    ax.contourf(across, up, heights, 14, cmap="Blues", alpha=0.55)
    ax.contour(across, up, heights, 14, colors="white", linewidths=0.8)
    unit = gradient / np.linalg.norm(gradient)
    for sign, k, name in ((1, 1, "gradient: steepest ascent"), (-1, 2, "steepest descent")):
        look = {"arrowstyle": "-|>", "color": plots.colour(k), "linewidth": 2.5, "shrinkA": 0}
        ax.annotate("", tuple(at + sign * 0.6 * reach * unit), tuple(at), arrowprops=look)
        ax.plot([], [], color=plots.colour(k), marker=">", linewidth=2.5, label=name)
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
    length, uphill = (
        np.linalg.norm(gradient),
        np.degrees(np.arctan2(gradient[1], gradient[0])) % 360,
    )
    angles = np.linspace(0, 360, 181)
    ax.axhline(0, color=plots.FAINT, linewidth=1)
    curve = length * np.cos(np.radians(angles - uphill))
    ax.plot(angles, curve, color=plots.colour(0), label="gradient · direction")
    look: dict[str, Any] = {"linestyle": "none", "color": plots.INK}
    ax.plot(list(slopes), list(slopes.values()), "o", label="measured", **look)
    ax.axvline(uphill, color=plots.colour(1), linestyle="--", label="direction of the gradient")
    opposite = (uphill + 180) % 360
    ax.axvline(opposite, color=plots.colour(2), linestyle="-.", label="the opposite direction")
    ax.set(**{"xlabel": "direction (degrees)", "ylabel": "slope", "xlim": (0, 360), **settings})
    ax.set_xticks(range(0, 361, 45))
    plots.legend(ax, columns=3, wrap=99)
    return ax


@plots.styled
def curves_by_work(
    curves: Mapping[str, tuple[Any, Any]], ax: Axes | None = None, **settings: Any
) -> Axes:
    """One line per name, each with its own places (T,) on the horizontal axis and values (T,)."""
    [ax] = [ax] if ax else plots.panels()
    for k, (name, (places, values)) in enumerate(curves.items(), start=1):
        few = len(places) <= 12
        ax.plot(
            places,
            values,
            marker=plots.marker(k) if few else None,
            linestyle=plots.DASHES[(k - 1) % len(plots.DASHES)],
            color=plots.colour(k),
            label=name,
        )
    ax.grid(axis="y", color="#E4E4E4", linewidth=0.8)
    ax.set(**{"xlabel": "examples seen", "ylabel": "loss", **settings})
    plots.legend(ax, columns=3, wrap=99)
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


def examples_seen(n: int, size: str, steps: int) -> IntArray:
    """How many examples 0, 1, ..., `steps` steps have looked at; the last batch may be short."""
    batch_size = n if size == ALL else int(size)
    per_epoch = -(-n // batch_size)
    step = np.arange(steps + 1)
    return step // per_epoch * n + np.minimum(step % per_epoch * batch_size, n)


def batch_explorer(X: Any, y: Any, eta: float = 0.2, epochs: int = 8) -> None:
    """Watch descent on the logistic loss of X (n, 2), the constant 1 first, in batches."""
    explore(
        lambda size, eta, epochs: batch_frame(X, y, size, eta, epochs),
        lambda: batch_overview(X, y, eta, epochs),
        size=Choice("examples per batch", BATCHES),
        eta=Slider("learning rate, eta", eta, 0.05, 12.0, 0.05),
        epochs=Slider("epochs", epochs, 1, 20, 1),
    )


def batch_frame(X: Any, y: Any, size: str, eta: float, epochs: int) -> Frame:
    """The path of the weights on the loss, and the loss after every epoch."""
    path, losses = batch_paths(X, y, size, eta, epochs)
    left, right = plots.panels(columns=2, width=7.6, height=3.6)
    _surface(left, X, y, path, f"Batches: {_of(size)}")
    names = {"xlabel": "epoch", "ylabel": "loss", "title": "Loss after every epoch"}
    plots.loss_curve(losses, right, first=0, **names)
    right.set(ylim=(min(0.5, min(losses) - 0.02), max(0.72, max(losses) + 0.02)))
    caption = _walk_in_words(size, eta, epochs, path, losses)
    alt = f"Left: the path of two weights on the contours of the loss. {caption} Right: the loss."
    return Frame(plots.figure_of(left), alt, caption)


def batch_overview(X: Any, y: Any, eta: float, epochs: int) -> Frame:
    """The paths with all examples, 64, 16 and 1 at a time, side by side."""
    axes = plots.panels(columns=2, rows=2, width=6.8, height=6.0)
    captions = []
    for ax, size in zip(axes, BATCHES, strict=True):
        path, losses = batch_paths(X, y, size, eta, epochs)
        _surface(ax, X, y, path, f"{_of(size)}: loss {losses[-1]:.3f}")
        captions.append(_walk_in_words(size, eta, epochs, path, losses))
    alt = f"Paths of two weights on the contours of the loss. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[-1])


def _surface(ax: Axes, X: Any, y: Any, path: FloatArray, title: str) -> None:
    inside = {"xlim": (-2.4, 0.5), "ylim": (-0.4, 2.2)}
    names = {"xlabel": "$w_0$", "ylabel": "$w_1$", "title": title}
    plots.loss_surface(lambda w: cross_entropy(w, X, y), path, ax, **inside, **names)


def _of(size: str) -> str:
    return "all examples" if size == ALL else "one example" if size == "1" else f"{size} examples"


def _walk_in_words(
    size: str, eta: float, epochs: int, path: FloatArray, losses: Sequence[float]
) -> str:
    ups = int((np.diff(losses) > 1e-12).sum())
    return (
        f"{_of(size).capitalize()} at a time, eta = {eta:g}, {epochs} epochs: {len(path) - 1} "
        f"steps from (0, 0) to ({path[-1][0]:.2f}, {path[-1][1]:.2f}). The loss goes from "
        f"{losses[0]:.3f} to {losses[-1]:.3f} and rose in {ups} of {epochs} epochs."
    )


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
    ax.plot(epochs, training, "--", color=plots.colour(0), label="training")
    ax.plot(epochs, validation_losses, color=plots.colour(1), label="validation")
    for index, shape, k, name in ((best, "*", 2, "best"), (stop, "X", 3, "stop")):
        look: dict[str, Any] = {"markersize": 15 if shape == "*" else 11}
        label = f"{name} (patience {patience})" if name == "stop" else name
        ax.plot(
            epochs[index],
            validation_losses[index],
            shape,
            color=plots.colour(k),
            linestyle="none",
            markeredgecolor=plots.INK,
            label=label,
            zorder=4,
            **look,
        )
    ax.axvspan(epochs[stop], epochs[-1], color="#EEEEEE", zorder=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(**{"xlabel": "epoch", "ylabel": "loss", **settings})
    plots.legend(ax, columns=3, wrap=99)
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
    """Where training stops and what it keeps for each patience from 0 to 6, as two lines."""
    [ax] = plots.panels(width=7.2)
    patiences = range(7)
    found = [early_stopping(validation_losses, patience) for patience in patiences]
    for k, (name, index) in enumerate((("stops after epoch", 0), ("keeps epoch", 1))):
        ax.plot(
            patiences,
            [pair[index] + 1 for pair in found],
            plots.marker(k),
            linestyle=plots.DASHES[k],
            color=plots.colour(k + 1),
            label=name,
        )
    ax.grid(axis="y", color="#E4E4E4", linewidth=0.8)
    ax.set(title="What patience does", xlabel="patience", ylabel="epoch", ylim=(0, None))
    plots.legend(ax, columns=3, wrap=99)
    captions = [_stop_in_words(validation_losses, patience) for patience in patiences]
    return Frame(plots.figure_of(ax), " ".join(captions), captions[-1])


def _stop_in_words(validation_losses: Sequence[float], patience: int) -> str:
    stop, best = early_stopping(validation_losses, patience)
    last = stop == len(validation_losses) - 1
    how = "goes on to the last epoch" if last else "stops after epoch"
    return (
        f"With patience {patience} training {how} {stop + 1} and keeps the weights of epoch "
        f"{best + 1}, with a validation loss of {validation_losses[best]:.3f}."
    )
