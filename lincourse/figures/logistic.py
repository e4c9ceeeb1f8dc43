"""Plots and widgets of lecture 05: sigmoid, probability maps, cross-entropy, calibration."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.ticker import LogLocator, NullLocator

from lincourse import plots, validation
from lincourse.features import add_bias
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.logistic import cross_entropy, logistic_gradient, predict_probability, sigmoid
from lincourse.typing import FloatArray

Curves = Mapping[str, Any]

LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
STARTS = {
    "the quiz's weights": (-1.0, 2.0, -3.0),
    "zeros": (0.0, 0.0, 0.0),
    "the quiz's weights turned round": (1.0, -2.0, 3.0),
}
RATE, STEPS = 4.0, 400

_FROM_0_TO_1 = LinearSegmentedColormap.from_list(
    "from 0 to 1", [plots.tint(0, 0.55), (1.0, 1.0, 1.0), plots.tint(1, 0.55)]
)


@plots.styled
def curves(
    x: Any, by_name: Curves, ax: Axes | None = None, *, legend: Any = "best", **settings: Any
) -> Axes:
    """Functions of one number: a line with its own colour and dashes for each name."""
    ax = ax or plots.panels()[0]
    for k, (name, values) in enumerate(by_name.items()):
        look = plots.DASHES[k % len(plots.DASHES)]
        ax.plot(x, values, look, color=plots.colour(k), label=name)
    ax.set(**settings)
    ax.legend(loc=legend, frameon=False)
    return ax


@plots.styled
def symmetry(z: float, ax: Axes | None = None, **settings: Any) -> Axes:
    """The sigmoid from -6 to 6, with the heights at z and -z marked."""
    ax = ax or plots.panels()[0]
    line = np.linspace(-6, 6, 241)
    ax.plot(line, sigmoid(line), color=plots.colour(0))
    ax.axhline(0.5, color=plots.FAINT, linestyle=":", linewidth=1)
    for k, (score, name) in enumerate(((z, f"{z:g}"), (-z, f"{plots.MINUS}{z:g}"))):
        height = float(sigmoid(score))
        ax.plot([score, score], [0, height], "--", color=plots.colour(1), linewidth=1.2)
        ax.plot(score, height, plots.marker(k), color=plots.colour(1), markeredgecolor=plots.INK)
        ha, va, shift = (("left", "top", 0.25), ("right", "bottom", -0.25))[k]
        ax.text(score + shift, height, f"σ({name}) = {height:.3f}", ha=ha, va=va)
    ax.set(**{"xlabel": "score z", "ylabel": "σ(z)", "ylim": (-0.03, 1.03), **settings})
    return ax


@plots.styled
def probability_map(w: Any, ax: Axes, *, levels: Sequence[float] = LEVELS, **settings: Any) -> Axes:
    """P(y = 1 | x) as a tint on axes that hold the points, with lines of equal probability.

    The line of 1/2, the decision line, is solid; the others are dotted. The limits stay.
    """
    w = validation.array("w", w, 3)
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    across, up = np.meshgrid(np.linspace(*xlim, 121), np.linspace(*ylim, 121))
    p = sigmoid(w[0] + w[1] * across + w[2] * up)
    steps = np.linspace(0, 1, 21)
    ax.contourf(across, up, p, steps, cmap=_FROM_0_TO_1, vmin=0, vmax=1, zorder=0.5)
    ax.set(**{"xlim": xlim, "ylim": ylim, **settings})
    for level in levels if w[1:].any() else ():
        line = np.array([w[0] - np.log(level / (1 - level)), *w[1:]])
        style = "-" if level == 0.5 else ":"
        plots.decision_line(line, ax, linestyle=style)
        _label(ax, line, f"{level:g}")
    return ax


def _label(ax: Axes, line: FloatArray, text: str) -> None:
    """Write on the line w0 + w1 x1 + w2 x2 = 0, at the place furthest from points and other texts.

    Where the line has no free place within the axes, nothing is written.
    """
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    box = (
        (low + high) / 2,
        (high - low) / 2,
    )  # centre and half size: the axes go from -1 to 1
    normal = line[1:] * box[1]
    middle = -(line[0] + line[1:] @ box[0]) * normal / (normal @ normal)
    along = np.array([-normal[1], normal[0]]) / np.hypot(*normal)
    places = middle + np.outer(np.linspace(-2, 2, 81), along)
    places = places[np.abs(places).max(axis=1) < 0.9]
    scatters = [each for each in ax.collections if isinstance(each, PathCollection)]
    taken = [np.array(each.get_offsets()) for each in scatters]
    taken.append(np.array([each.get_position() for each in ax.texts]).reshape(-1, 2))
    gaps = np.abs(places[:, None] - (np.concatenate(taken) - box[0]) / box[1]).max(axis=2)
    free = np.min(gaps, axis=1, initial=2.0)
    if len(free) == 0 or free.max() < 0.14:
        return
    best = places[free.argmax()] * box[1] + box[0]
    look = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
    ax.text(best[0], best[1], text, fontsize=9, ha="center", va="center", bbox=look, zorder=2.5)


@plots.styled
def shrinking(by_name: Curves, ax: Axes | None = None, **settings: Any) -> Axes:
    """Products of probabilities (n,) after 1, 2, ..., n examples, on a scale of powers of ten."""
    ax = ax or plots.panels()[0]
    longest = max(len(chances) for chances in by_name.values())
    products = {name: np.cumprod(chances) for name, chances in by_name.items()}
    curves(np.arange(1, longest + 1), products, ax, legend="lower left")
    ax.set(yscale="log", xlabel="examples multiplied so far", ylabel="likelihood")
    ax.yaxis.set_major_locator(LogLocator(base=1e20))
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set(**settings)
    return ax


@plots.styled
def branches() -> Axes:
    """Both branches of the cross-entropy, against the probability and against the score."""
    left, right = plots.panels(columns=2, width=7.6, height=3.6)
    p, z = np.linspace(0.005, 0.995, 199), np.linspace(-6, 6, 201)
    by_p = {"y = 1: −log p": -np.log(p), "y = 0: −log(1 − p)": -np.log(1 - p)}
    by_z = {"y = 1": np.logaddexp(0, -z), "y = 0": np.logaddexp(0, z)}
    curves(p, by_p, left, legend="upper center", title="Against the probability")
    curves(z, by_z, right, legend="upper center", title="Against the score")
    left.set(xlabel="p = P(y = 1 | x)", ylabel="loss of the example", ylim=(0, 6.2))
    right.set(xlabel="score z", ylim=(0, 6.2))
    return left


@plots.styled
def errors(w: Any, x: Any, y: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """One feature x (n,), labels 0/1 at their height, σ(w0 + w1 x), and each example's error."""
    w, x = validation.array("w", w, 2), validation.array("x", x, "n")
    y = validation.labels("y", y, (0, 1), length=len(x))
    ax = ax or plots.panels()[0]
    line = np.linspace(x.min() - 0.5, x.max() + 0.5, 201)
    ax.plot(line, sigmoid(w[0] + w[1] * line), color=plots.INK, label="P(y = 1 | x)")
    p = sigmoid(w[0] + w[1] * x)
    ax.vlines(x, y, p, colors=plots.FAINT, linestyles="-", linewidth=1.4, label="error p − y")
    for k in (0, 1):
        dots = ax.scatter(x[y == k], y[y == k], 40, color=plots.colour(k), marker=plots.marker(k))
        dots.set(edgecolors=plots.INK, linewidths=0.6, zorder=3, label=f"y = {k}")
    ax.set(**{"xlabel": "x", "ylabel": "probability", "ylim": (-0.08, 1.08), **settings})
    ax.legend(loc="center right", frameon=False)
    return ax


@plots.styled
def calibration(w: Any, x: Any, y: Any, bins: int, ax: Axes | None = None, **settings: Any) -> Axes:
    """Calibration plot: σ(w0 + w1 x), and the share of y = 1 in groups of equal size."""
    middles, shares = observed_shares(x, y, bins)
    ax = ax or plots.panels()[0]
    line = np.linspace(np.min(x), np.max(x), 201)
    ax.plot(line, predict_probability(w, add_bias(line[:, None])), color=plots.INK, label="model")
    ax.plot(middles, shares, plots.marker(1), color=plots.colour(1), label="observed share")
    ax.set(**{"ylabel": "P(y = 1)", "ylim": (-0.05, 1.05), **settings})
    ax.legend(loc="upper left", frameon=False)
    return ax


def observed_shares(x: Any, y: Any, bins: int) -> tuple[FloatArray, FloatArray]:
    """The mean x and the share of y = 1 in each of `bins` groups, from small x to large."""
    order = np.argsort(validation.array("x", x, "n"), kind="stable")
    groups = np.array_split(order, validation.count("bins", bins, low=1))
    x, y = np.asarray(x), np.asarray(y)
    return np.array([x[g].mean() for g in groups]), np.array([y[g].mean() for g in groups])


@plots.styled
def margins(ax: Axes | None = None, **settings: Any) -> Axes:
    """What one example costs, by its margin: cross-entropy, tanh with squares, and a chord."""
    ax = ax or plots.panels()[0]
    m = np.linspace(-5, 5, 201)
    squares = (1 - np.tanh(m)) ** 2
    by_name = {"cross-entropy": np.logaddexp(0, -m), "(1 − tanh m)²": squares}
    ax.plot([-5, 0], [squares[0], 1], ":", color=plots.INK, label="chord of the tanh loss")
    curves(m, by_name, ax, legend="upper right")
    ax.plot([-5, 0], [squares[0], 1], "o", color=plots.INK, markersize=5)
    ax.set(
        **{"xlabel": "margin m (above 0: right)", "ylabel": "loss", "ylim": (-0.2, 5.6), **settings}
    )
    return ax


@plots.styled
def valleys(
    f: Callable[[float], float], paths: Mapping[str, Any], ax: Axes | None = None, **settings: Any
) -> Axes:
    """A loss of one weight, with descents (T,) on it: each starts at a disc and ends at a star."""
    ax = ax or plots.panels()[0]
    reach = 1.15 * max(np.abs(path).max() for path in paths.values())
    line = np.linspace(-reach, reach, 401)
    ax.plot(line, [f(w) for w in line], color=plots.colour(0))
    for k, (name, path) in enumerate(paths.items(), start=1):
        heights = [f(w) for w in path]
        ax.plot(path, heights, plots.DASHES[k], color=plots.colour(k), linewidth=2.6, label=name)
        for end, shape, size in ((0, "o", 9), (-1, "*", 15)):
            ends = ax.plot(path[end], heights[end], shape, markersize=size, color=plots.colour(k))
            ends[0].set(markeredgecolor=plots.INK, zorder=3)
    ax.set(**{"xlabel": "w", "ylabel": "loss", **settings})
    return ax


# A curve with two weights to move


def sigmoid_slider() -> None:
    """Watch P(y = 1 | x) = σ(w0 + w1 x) shift and stretch as you move the two weights."""
    explore(
        sigmoid_frame,
        sigmoid_overview,
        bias=Slider("bias, w0", 0.0, -6.0, 6.0, 0.5),
        weight=Slider("weight, w1", 1.0, -6.0, 6.0, 0.5),
    )


def sigmoid_frame(bias: float, weight: float) -> Frame:
    """The curve of one pair of weights."""
    [ax] = plots.panels(height=3.6)
    caption = _draw_sigmoid(ax, bias, weight)
    return Frame(plots.figure_of(ax), f"σ(w0 + w1 x) from x = -4 to 4. {caption}", caption)


def sigmoid_overview() -> Frame:
    """Four pairs of weights, side by side."""
    axes = plots.panels(columns=2, rows=2, width=7.0, height=5.2)
    pairs = ((0.0, 1.0), (0.0, 4.0), (-4.0, 4.0), (-2.0, -1.0))
    captions = [_draw_sigmoid(ax, *pair) for ax, pair in zip(axes, pairs, strict=True)]
    alt = f"σ(w0 + w1 x) from x = -4 to 4 for four pairs of weights. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[0])


@plots.styled
def _draw_sigmoid(ax: Axes, bias: float, weight: float) -> str:
    x = np.linspace(-4, 4, 321)
    ax.plot(x, sigmoid(bias + weight * x), color=plots.colour(0))
    ax.axhline(0.5, color=plots.FAINT, linestyle=":", linewidth=1)
    title = plots.minus(f"w0 = {bias + 0.0:g}, w1 = {weight + 0.0:g}")
    ax.set(title=title, xlabel="x", ylabel="P(y = 1 | x)", xlim=(-4, 4), ylim=(-0.05, 1.05))
    start = f"w0 = {bias:g}, w1 = {weight:g}: "
    if weight == 0:
        return start + f"the probability is {float(sigmoid(bias)):.2f} everywhere."
    middle = -bias / weight + 0.0
    if abs(middle) <= 4:
        ax.plot(middle, 0.5, "o", color=plots.colour(1), markeredgecolor=plots.INK, zorder=3)
    way = "rises" if weight > 0 else "falls"
    return start + f"the curve {way}; it is 1/2 at x = {middle:.2f}, with slope {weight / 4:.2f}."


# A line that learns


def learning_stepper(X: Any, y: Any) -> None:
    """Watch gradient descent on the cross-entropy move the line of X (n, 2) and labels 0/1."""
    paths = {start: descent(X, y, w) for start, w in STARTS.items()}
    jumps = {"1 step": 1, "5 steps": 5, "25 steps": 25, "start again": -STEPS}
    explore(
        lambda start, steps: learning_frame(X, y, start, paths[start], steps),
        lambda: learning_overview(X, y, paths),
        start=Choice("start from", list(STARTS)),
        steps=Slider("steps taken", 0, 0, STEPS, 1, jumps),
    )


def descent(X: Any, y: Any, start: Any) -> FloatArray:
    """The weights (STEPS + 1, 3) before and after each step of gradient descent, bias first."""
    features, path = add_bias(X), [validation.array("start", start, 3)]
    for _ in range(STEPS):
        path.append(path[-1] - RATE * logistic_gradient(path[-1], features, y))
    return np.array(path)


def learning_frame(X: Any, y: Any, start: str, path: FloatArray, steps: int) -> Frame:
    """The points and the probabilities after some steps, and the loss so far."""
    left, right = plots.panels(columns=2, width=8.0, height=3.8)
    _draw_learning(left, X, y, path[steps], _after(steps))
    losses = [cross_entropy(w, add_bias(X), y) for w in path]
    right.plot(losses, color=plots.FAINT, linewidth=1)
    right.plot(losses[: steps + 1], color=plots.colour(0))
    right.plot(steps, losses[steps], "o", color=plots.colour(1), markeredgecolor=plots.INK)
    right.set(title="Mean cross-entropy", xlabel="step", ylabel="loss", ylim=(0.4, None))
    caption = f"{_after(steps)} from {start}: {_state(X, y, path[steps])}"
    alt = f"Left: {len(X)} points and the probabilities of the model. {caption} Right: the loss."
    return Frame(plots.figure_of(left), alt, caption)


def learning_overview(X: Any, y: Any, paths: Mapping[str, FloatArray]) -> Frame:
    """The quiz's weights after 0, 1, 25 and all steps, side by side."""
    start, path = next(iter(paths.items()))
    axes = plots.panels(columns=2, rows=2, width=7.0, height=6.4)
    states = []
    for ax, steps in zip(axes, (0, 1, 25, STEPS), strict=True):
        _draw_learning(ax, X, y, path[steps], _after(steps))
        states.append(f"{_after(steps)}: {_state(X, y, path[steps])}")
    ends = [f"From {name}: {_state(X, y, each[-1])}" for name, each in paths.items()]
    alt = (
        f"Gradient descent from {start} on {len(X)} points, with the probability of y = 1 as a "
        f"tint. {' '.join(states)} Where each start leads: {' '.join(ends)}"
    )
    return Frame(plots.figure_of(axes[0]), alt, states[-1])


def _draw_learning(ax: Axes, X: Any, y: Any, w: FloatArray, title: str) -> None:
    plots.points(X, y, ax, title=title, xlim=(-0.05, 1.05), ylim=(-0.05, 1.05))
    probability_map(w, ax)


def _state(X: Any, y: Any, w: FloatArray) -> str:
    features = add_bias(X)
    right = int(((features @ w > 0) == (np.asarray(y) == 1)).sum())
    numbers = ", ".join(f"{number + 0.0:.2f}" for number in np.round(w, 2))
    loss = cross_entropy(w, features, y)
    return f"w = ({numbers}), loss {loss:.4f}, {right} of {len(X)} right."


def _after(steps: int) -> str:
    return f"After {steps} step{'' if steps == 1 else 's'}"
