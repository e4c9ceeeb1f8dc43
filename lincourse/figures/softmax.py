"""Plots and widgets of lecture 07: softmax, temperature, soft decision regions, gradient steps."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import plots, validation
from lincourse.figures.logistic import curves
from lincourse.figures.words import numbers
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.softmax import entropy_between, softmax, softmax_gradient, softmax_loss
from lincourse.typing import FloatArray

# The quiz of Boye's 5f: three classes, four features, and the third class is right.
THETA = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
POINT = np.array([1.0, 1.0, 1.0, 0.0])
RIGHT = 2
DOWN, UP = "W minus eta times the gradient", "W plus eta times the gradient"
STEPS = 20


@plots.styled
def bars(values: Any, names: Sequence[str], ax: Axes | None = None, **settings: Any) -> Axes:
    """A bar with its number for each value (K,), below the axis where the value is."""
    values = validation.array("values", values, "K")
    ax = ax or plots.panels()[0]
    colours = [plots.colour(k) for k in range(len(values))]
    drawn = ax.bar(range(len(values)), values, 0.7, color=colours)
    for k, bar in enumerate(drawn):
        bar.set(hatch=plots.HATCHES[k % len(plots.HATCHES)], edgecolor="white")
    labels = [plots.minus(f"{value:.2f}") for value in values]
    ax.bar_label(drawn, labels, padding=2, fontsize=9)
    ax.axhline(0, color=plots.FAINT, linewidth=1)
    ax.set_xticks(range(len(values)), names)
    ax.margins(y=0.16)
    ax.set(**settings)
    return ax


@plots.styled
def normalising(scores: Any, names: Sequence[str]) -> Axes:
    """The same scores as they are, divided by their sum, and as softmax gives them."""
    scores = validation.array("scores", scores, "K")
    axes = plots.panels(columns=3, width=8.4, height=3.0)
    bars(scores, names, axes[0], title="Scores")
    bars(scores / scores.sum(), names, axes[1], title="Divided by their sum")
    bars(softmax(scores), names, axes[2], title="Softmax", ylim=(0, 1.1))
    return axes[0]


@plots.styled
def soft_regions(W: Any, ax: Axes, *, fine: int = 161, **settings: Any) -> Axes:
    """The classes' colours mixed by their probabilities, on axes that hold the points (W (K, 3)).

    Dotted lines go where the most probable class has 0.9. The limits stay.
    """
    W = validation.array("W", W, "K", 3)
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    across, up = np.meshgrid(np.linspace(*xlim, fine), np.linspace(*ylim, fine))
    p = softmax(np.stack([np.ones_like(across), across, up], axis=-1) @ W.T)
    mixed = p @ np.array([plots.tint(k, 0.45) for k in range(len(W))])
    extent = (*xlim, *ylim)
    ax.imshow(mixed, origin="lower", extent=extent, aspect="auto", zorder=0.5)
    if p.max() > 0.9:
        ax.contour(
            across, up, p.max(axis=-1), [0.9], colors=plots.INK, linestyles=":", linewidths=1.3
        )
    ax.set(**{"xlim": xlim, "ylim": ylim, **settings})
    return ax


@plots.styled
def asymmetry(p: float, ax: Axes | None = None, **settings: Any) -> Axes:
    """H(p, q) and H(q, p) for two outcomes, as q goes from 0 to 1; both are H(p) at q = p."""
    q = np.linspace(0.005, 0.995, 199)
    both = [np.array([value, 1 - value]) for value in q]
    ours = np.array([p, 1 - p])
    ax = curves(
        q,
        {
            "H(p, q)": [entropy_between(ours, other) for other in both],
            "H(q, p)": [entropy_between(other, ours) for other in both],
        },
        ax,
        legend="upper center",
    )
    ax.plot(p, entropy_between(ours, ours), "o", color=plots.INK, zorder=3)
    ax.set(**{"xlabel": "q, the second distribution's first probability", "ylabel": "nats"})
    ax.set(**settings)
    return ax


@plots.styled
def pictures(images: Any, names: Sequence[str], **settings: Any) -> Axes:
    """Small pictures (n, 8, 8) in a row, each with a name, coloured by sign."""
    images = validation.array("images", images, "n", "h", "w")
    axes = plots.panels(columns=len(images), width=1.7 * len(images), height=2.2)
    reach = np.abs(images).max() or 1.0
    for ax, image, name in zip(axes, images, names, strict=True):
        ax.imshow(image, cmap=plots.SIGNED, vmin=-reach, vmax=reach)
        ax.set(title=name, xticks=[], yticks=[], **settings)
        ax.spines[:].set_visible(True)
    return axes[0]


@plots.styled
def doubtful(images: Any, p: Any, titles: Sequence[str]) -> Axes:
    """Digits (n, 8, 8), and under each the probability (n, K) of every class."""
    images = validation.array("images", images, "n", "h", "w")
    p = validation.array("p", p, len(images), "K")
    n, classes = p.shape
    axes = plots.panels(columns=n, rows=2, width=1.75 * n, height=3.7)
    for ax, image, title in zip(axes[:n], images, titles, strict=True):
        ax.imshow(image, cmap="Greys")
        ax.set(xticks=[], yticks=[])
        ax.set_title(title, fontsize=10)
        ax.spines[:].set_visible(True)
    for i, (ax, row) in enumerate(zip(axes[n:], p, strict=True)):
        ax.bar(range(classes), row, 0.8, color=plots.colour(0))
        ax.set(ylim=(0, 1), xlim=(-0.7, classes - 0.3), yticks=[0, 0.5, 1])
        ax.set_xticks(range(classes), [str(k) for k in range(classes)], fontsize=7)
        ax.tick_params(labelleft=i == 0, labelsize=7)
    axes[n].set_ylabel("probability", fontsize=9)
    return axes[0]


# Softmax and its temperature


def softmax_slider(
    scores: Sequence[float] = (2.0, 1.0, 0.1), names: Sequence[str] | None = None
) -> None:
    """Watch the probabilities softmax(scores / temperature) as you move the scores."""
    names = list(names or [f"class {k}" for k in range(len(scores))])
    sliders = {
        f"score {k}": Slider(f"score of {name}", score, -5.0, 5.0, 0.1)
        for k, (name, score) in enumerate(zip(names, scores, strict=True))
    }
    explore(
        lambda temperature, **moved: softmax_frame([*moved.values()], temperature, names),
        lambda: softmax_overview(scores, names),
        **sliders,
        temperature=Slider("temperature", 1.0, 0.1, 5.0, 0.1),
    )


def softmax_frame(scores: Sequence[float], temperature: float, names: Sequence[str]) -> Frame:
    """A bar for the probability of each class."""
    p = softmax(np.array(scores) / temperature)
    title = f"Softmax at temperature {temperature:g}"
    ax = plots.probability_bars(p, names, title=title)
    caption = (
        f"Scores {numbers(scores)} at temperature {temperature:g} give the probabilities "
        f"{numbers(p)}; {names[int(p.argmax())]} is the most probable."
    )
    return Frame(plots.figure_of(ax), f"Bars: {caption}", caption)


def softmax_overview(scores: Sequence[float], names: Sequence[str]) -> Frame:
    """The same scores at three temperatures, side by side."""
    by_heat = {heat: softmax(np.array(scores) / heat) for heat in (0.25, 1.0, 4.0)}
    bars = {f"temperature {heat:g}": p for heat, p in by_heat.items()}
    ax = plots.probability_bars(bars, names, title=f"Softmax of the scores {numbers(scores)}")
    listed = "; ".join(f"at {name}: {numbers(p)}" for name, p in bars.items())
    caption = f"Scores {numbers(scores)} of {', '.join(names)} give the probabilities {listed}."
    return Frame(plots.figure_of(ax), f"Bars: {caption}", caption)


# Argmax and softmax of two scores


def argmax_slider() -> None:
    """Watch the share of class 1, by argmax and by softmax, as its rival's score moves."""
    explore(
        argmax_frame,
        argmax_overview,
        rival=Slider("score of class 0, beta 0", 0.0, -3.0, 3.0, 0.5),
        temperature=Slider("temperature", 1.0, 0.1, 4.0, 0.1),
    )


def argmax_frame(rival: float, temperature: float) -> Frame:
    """Both curves for one score of class 0 and one temperature."""
    [ax] = plots.panels(height=3.8)
    caption = _draw_argmax(ax, rival, temperature)
    return Frame(plots.figure_of(ax), f"Against the score of class 1. {caption}", caption)


def argmax_overview() -> Frame:
    """Two scores of class 0, and two temperatures, side by side."""
    axes = plots.panels(columns=2, rows=2, width=7.2, height=5.6)
    states = ((0.0, 1.0), (2.0, 1.0), (0.0, 0.2), (0.0, 3.0))
    captions = [_draw_argmax(ax, *state) for ax, state in zip(axes, states, strict=True)]
    alt = f"Four panels against the score of class 1, from -6 to 6. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[0])


def two_class(rival: Any, temperature: float, beta: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The second entry of argmax and of softmax for the scores (rival, beta)."""
    pairs = np.stack([np.full_like(beta, rival), beta], axis=-1)
    return 1.0 * (beta > rival), softmax(pairs / temperature)[:, 1]


@plots.styled
def _draw_argmax(ax: Axes, rival: float, temperature: float) -> str:
    beta = np.linspace(-6, 6, 601)
    step, curve = two_class(rival, temperature, beta)
    title = f"β₀ = {plots.minus(f'{rival:g}')}, temperature {temperature:g}"
    settings = {"xlabel": "β₁, the score of class 1", "ylabel": "what class 1 gets"}
    curves(beta, {"softmax": curve, "argmax": step}, ax, legend="upper left", title=title)
    ax.set(**settings, ylim=(-0.04, 1.04))
    at_zero = float(softmax(np.array([rival, 0.0]) / temperature)[1])
    return (
        f"Score of class 0 {rival:g}, temperature {temperature:g}: argmax jumps from 0 to 1 where "
        f"the score of class 1 passes {rival:g}; softmax is 1/2 there, with slope "
        f"{0.25 / temperature:.2f}, and {at_zero:.2f} at a score of 0."
    )


# Steps on one example, down and up


def step_slider() -> None:
    """Watch the probabilities and the loss of the quiz's example, step by step."""
    explore(
        step_frame,
        step_overview,
        way=Choice("each step is", [DOWN, UP]),
        eta=Slider("learning rate, eta", 0.2, 0.05, 1.0, 0.05),
        steps=Slider("steps taken", 0, 0, STEPS, 1, {"1 step": 1, "5 steps": 5}),
    )


def steps_taken(way: str, eta: float) -> tuple[FloatArray, FloatArray]:
    """The probabilities (STEPS + 1, K) and losses before and after each step on the example."""
    W, X, y, sign = THETA, POINT[None], [RIGHT], 1.0 if way == DOWN else -1.0
    chances, losses = [], []
    for _ in range(STEPS + 1):
        chances.append(softmax(W @ POINT))
        losses.append(softmax_loss(W, X, y))
        W = W - sign * eta * softmax_gradient(W, X, y)
    return np.array(chances), np.array(losses)


def step_frame(way: str, eta: float, steps: int) -> Frame:
    """The probabilities after some steps, and the loss so far."""
    chances, losses = steps_taken(way, eta)
    left, right = plots.panels(columns=2, width=7.6, height=3.6)
    _draw_chances(left, chances[steps], f"After {steps} steps")
    right.plot(losses[: steps + 1], "o-", color=plots.colour(1), markersize=4)
    right.set(title="Loss of the example", xlabel="step", xlim=(-0.5, STEPS + 0.5))
    right.set_ylim(0, 1.1 * max(2.0, losses[steps]))
    caption = _steps_in_words(way, eta, chances, losses, steps)
    alt = f"Left: bars of the three probabilities. {caption} Right: the loss after every step."
    return Frame(plots.figure_of(left), alt, caption)


@plots.styled
def step_overview(eta: float = 0.2) -> Frame:
    """The loss both ways, and the probabilities at the start and at both ends."""
    (down, falling), (up, rising) = (steps_taken(way, eta) for way in (DOWN, UP))
    axes = plots.panels(columns=2, rows=2, width=7.4, height=5.6)
    _draw_chances(axes[0], down[0], "Before the first step")
    curves(
        range(STEPS + 1),
        {"minus the gradient": falling, "plus the gradient": rising},
        axes[1],
        legend="upper left",
        title="Loss of the example",
        xlabel="step",
    )
    _draw_chances(axes[2], down[-1], f"{STEPS} steps, minus")
    _draw_chances(axes[3], up[-1], f"{STEPS} steps, plus")
    words = [
        _steps_in_words(DOWN, eta, down, falling, STEPS),
        _steps_in_words(UP, eta, up, rising, STEPS),
    ]
    start = ", ".join(f"{p:.2f}" for p in down[0])
    alt = f"Before the first step the probabilities are {start}. {' '.join(words)}"
    return Frame(plots.figure_of(axes[0]), alt, words[0])


def _draw_chances(ax: Axes, p: FloatArray, title: str) -> None:
    names = [f"class {k}" + (" (right)" if k == RIGHT else "") for k in range(len(p))]
    bars(p, names, ax, title=title, ylabel="probability", ylim=(0, 1.1))
    ax.tick_params(axis="x", labelsize=9)


def _steps_in_words(
    way: str, eta: float, chances: FloatArray, losses: FloatArray, steps: int
) -> str:
    return (
        f"{way}, eta = {eta:g}: after {steps} steps the right class has the probability "
        f"{chances[steps, RIGHT]:.3f} (it began with {chances[0, RIGHT]:.3f}), and the loss is "
        f"{losses[steps]:.3f} (it began with {losses[0]:.3f})."
    )
