"""Plots and widgets of lecture 07: a litre of probability in K glasses, and where it is poured."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import plots, validation
from lincourse.figures.words import numbers
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.softmax import softmax, softmax_at, softmax_gradient, softmax_loss
from lincourse.typing import FloatArray

# A classic quiz (Boye, 5f): three classes, four features, and the third class is right.
THETA = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
POINT = np.array([1.0, 1.0, 1.0, 0.0])
RIGHT = 2
STEPS = 20

Table = list[tuple[float, ...]]  # rows of `reliability`

WATER = plots.colour(0)  # probability has this colour in every figure of the lecture
RIM = 1.0  # a full glass holds the whole litre


@plots.styled
def glasses(
    p: Any,
    names: Sequence[str] | None = None,
    ax: Axes | None = None,
    *,
    right: int | None = None,
    pushes: bool = False,
    decimals: int = 2,
    **settings: Any,
) -> Axes:
    """One litre in K glasses: the level of each is its probability in p (K,), with its number.

    The name of the `right` class is set in bold. With `pushes`, an arrow leads from each level to
    its target: up to the rim of the right glass, down to the bottom of every other. Its length,
    target minus probability, stands above the glass, and the level below the name.
    """
    p = validation.array("p", p, "K")
    if pushes and right is None:
        raise ValueError("pushes needs the right class, as `right`")
    ax = ax or plots.panels(width=max(4.0, 0.72 * len(p) + 0.8), height=2.6)[0]
    places = np.arange(len(p))
    ax.bar(places, p, 0.66, color=plots.tint(0, 0.6), linewidth=0)
    for k, level in enumerate(p):
        left, far = k - 0.35, k + 0.35
        ax.plot([left, left, far, far], [RIM, 0, 0, RIM], color=plots.INK, linewidth=1.6)
        ax.plot([left + 0.02, far - 0.02], [level, level], color=WATER, linewidth=2)
        if right is not None and pushes:
            target = float(k == right)
            plots.arrow(ax, (k, level), (k, target), zorder=3)
            said = plots.minus(f"{target - level:+.{decimals}f}")
            ax.text(k, RIM + 0.04, said, ha="center", va="bottom", fontweight="bold")
        else:
            over = level + 0.04 if level < 0.78 else level - 0.15
            ax.text(k, over, f"{level:.{decimals}f}", ha="center", va="bottom", fontsize=9)
    names = list(names or [str(k) for k in places])
    if pushes:
        names = [f"{name}\n{level:.{decimals}f}" for name, level in zip(names, p, strict=True)]
    ax.set_xticks(places, names)
    if right is not None:
        ax.get_xticklabels()[right].set_fontweight("bold")
    ax.set(ylim=(-0.03, 1.16), xlim=(-0.6, len(p) - 0.4), yticks=[])
    plots.bare(ax)
    ax.set(**settings)
    return ax


@plots.styled
def digit_and_scores(image: Any, scores: Any) -> Axes:
    """A picture (h, w), and beside it a bar for the score (K,) of each class."""
    image = validation.array("image", image, "h", "w")
    scores = validation.array("scores", scores, "K")
    left, right = plots.panels(columns=2, width=7.6, height=3.4)
    _picture(left, image)
    places = range(len(scores))
    bars = right.barh(places, scores, 0.7, color=plots.FAINT)
    labels = [plots.minus(f"{score:.0f}") for score in scores]
    right.bar_label(bars, labels, padding=3, fontsize=8.5)
    right.axvline(0, color=plots.INK, linewidth=1)
    right.set_yticks(places, [str(k) for k in places])
    right.invert_yaxis()
    right.margins(x=0.24)
    right.set(xlabel="score", ylabel="digit")
    return left


@plots.styled
def contracts(poured: Any, paid: Any, charged: Any) -> Axes:
    """Mean pay and mean charge against what was poured (n,), the best of each marked."""
    left, right = plots.panels(columns=2, width=7.6, height=3.0)
    for ax, money, best, above in (
        (left, paid, int(np.argmax(paid)), True),
        (right, charged, int(np.argmin(charged)), False),
    ):
        ax.plot(poured, money, color=plots.INK)
        ax.plot(poured[best], money[best], "o", color=WATER, markersize=9)
        said, align = f"best: {poured[best]:.2f}", "bottom" if above else "top"
        shift = 0.04 if above else -0.06
        place = (poured[best], money[best] + shift * np.max(money))
        ax.text(*place, said, color=WATER, ha="right" if above else "center", va=align)
        ax.set(xlabel="poured into heads", xlim=(0, 1.02), ylim=(0, 1.15 * np.max(money)))
    left.set_ylabel("mean pay a toss")
    right.set_ylabel("mean charge a toss")
    return left


@plots.styled
def pictures(rows: Mapping[str, Any], names: Sequence[str], *, label: str) -> Axes:
    """Rows of small pictures (n, h, w), coloured by sign on one scale, with a colour bar.

    Each row carries its name on the left, each column one of `names` at the top.
    """
    images = validation.array("images", [*rows.values()], "rows", len(names), "h", "w")
    axes = plots.panels(columns=len(names), rows=len(rows), width=6.6, height=2.1 * len(rows))
    reach = np.abs(images).max() or 1.0
    for ax, image in zip(axes, images.reshape(-1, *images.shape[2:]), strict=True):
        drawn = ax.imshow(image, cmap=plots.SIGNED, vmin=-reach, vmax=reach)
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set_visible(True)
    for ax, name in zip(axes, names, strict=False):
        ax.set_title(name)
    for row, name in enumerate(rows):
        axes[row * len(names)].set_ylabel(name)
    plots.figure_of(axes[0]).colorbar(drawn, ax=axes, label=label, shrink=0.9)
    return axes[0]


@plots.styled
def read_out(images: Any, p: Any, titles: Sequence[str]) -> Axes:
    """Pictures (n, h, w), and under each the probability (n, K) of every class."""
    images = validation.array("images", images, "n", "h", "w")
    p = validation.array("p", p, len(images), "K")
    n, classes = p.shape
    axes = plots.panels(columns=n, rows=2, width=1.75 * n, height=3.7)
    for ax, image, title in zip(axes[:n], images, titles, strict=True):
        _picture(ax, image)
        ax.set_title(title, fontsize=10)
    for i, (ax, row) in enumerate(zip(axes[n:], p, strict=True)):
        ax.bar(range(classes), row, 0.8, color=WATER)
        ax.set(ylim=(0, 1), xlim=(-0.7, classes - 0.3), yticks=[0, 0.5, 1])
        ax.set_xticks(range(classes), [str(k) for k in range(classes)], fontsize=7)
        ax.tick_params(labelleft=i == 0, labelsize=7)
    axes[n].set_ylabel("probability", fontsize=9)
    return axes[0]


def _picture(ax: Axes, image: FloatArray) -> None:
    ax.imshow(image, cmap="Greys", vmin=0)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(True)


def reliability(certainty: Any, hit: Any, edges: Sequence[float]) -> Table:
    """For each bin of certainties: how many, their mean, the share that was right, its error.

    The standard error is sqrt(c (1 - c) / n) of a share whose true value is the mean certainty c.
    Empty bins are left out.
    """
    certainty = validation.array("certainty", certainty, "n")
    hit = validation.array("hit", hit, len(certainty))
    table: Table = []
    for low, high in pairwise(edges):
        last = high == edges[-1]
        these = (certainty >= low) & ((certainty <= high) if last else (certainty < high))
        count = int(these.sum())
        if count:
            said = float(certainty[these].mean())
            error = float(np.sqrt(said * (1 - said) / count))
            table.append((count, said, float(hit[these].mean()), error))
    return table


@plots.styled
def reliability_plot(panels: Mapping[str, Mapping[str, Table]]) -> Axes:
    """What `reliability` measured: share that came true against mean probability, per panel.

    Each panel holds tables by name. Bars are two standard errors long in either direction; the
    tables stand a little to the left and right of their place, so that bars don't overlap.
    """
    axes = plots.panels(columns=len(panels), width=7.8, height=3.8)
    for ax, (label, tables) in zip(axes, panels.items(), strict=True):
        top = max(row[1] for table in tables.values() for row in table)
        ax.plot([0, 1], [0, 1], color=plots.FAINT, linewidth=1, zorder=0, label="as promised")
        for k, (name, table) in enumerate(tables.items()):
            _, said, share, error = np.transpose(table)
            shift = 0.02 * top * (k - (len(tables) - 1) / 2)
            ax.errorbar(
                said + shift,
                share,
                2 * error,
                fmt=plots.marker(k),
                color=(WATER, plots.INK)[k % 2],
                markersize=5,
                capsize=3,
                label=name,
            )
        high = max(row[2] + 2 * row[3] for table in tables.values() for row in table)
        ax.set(xlabel=label, xlim=(-0.03 * top, 1.06 * top), ylim=(-0.03 * high, 1.04 * high))
    axes[0].set_ylabel("share that came true")
    plots.legend(axes[0], wrap=40)
    return axes[0]


# Softmax and its temperature


def softmax_slider(
    scores: Sequence[float] = (2.0, 1.0, 0.1), names: Sequence[str] | None = None
) -> None:
    """Watch the litre move between the glasses: one score, all scores, and the temperature."""
    names = list(names or [f"class {k}" for k in range(len(scores))])
    explore(
        lambda first, everyone, temperature: softmax_frame(
            scores, names, first, everyone, temperature
        ),
        lambda: softmax_overview(scores, names),
        first=Slider(
            "added to the first score", 0.0, -5.0, 5.0, 0.1, stops=(-4.0, -2.0, 0.0, 2.0, 4.0)
        ),
        everyone=Slider("added to every score", 0.0, -5.0, 5.0, 0.1, stops=(-5.0, 0.0, 5.0)),
        temperature=Slider(
            "temperature, T", 1.0, 0.1, 10.0, 0.1, stops=(0.1, 0.5, 1.0, 2.0, 4.0, 10.0)
        ),
    )


def softmax_frame(
    scores: Sequence[float], names: Sequence[str], first: float, everyone: float, temperature: float
) -> Frame:
    """The glasses for one setting of the three sliders."""
    z = np.array(scores, dtype=float) + everyone
    z[0] += first
    p = softmax_at(z, temperature)
    ax = glasses(p, names, title=f"Temperature {temperature:g}")
    caption = (
        f"Scores {numbers(z)} at temperature {temperature:g} give the probabilities "
        f"{numbers(p)}; {names[int(p.argmax())]} is the most probable."
    )
    return Frame(plots.figure_of(ax), f"Glasses: {caption}", caption)


def softmax_overview(scores: Sequence[float], names: Sequence[str]) -> Frame:
    """The same scores at three temperatures, one above the other."""
    heats = (0.25, 1.0, 4.0)
    width = max(4.4, 0.95 * len(scores) + 0.6)
    axes = plots.panels(rows=len(heats), width=width, height=5.4)
    said = []
    for ax, heat in zip(axes, heats, strict=True):
        p = softmax_at(scores, heat)
        glasses(p, names, ax, title=f"temperature {heat:g}")
        said.append(f"at temperature {heat:g}: {numbers(p)}")
    caption = (
        f"Scores {numbers(scores)} of {', '.join(names)} give the probabilities {'; '.join(said)}."
    )
    return Frame(plots.figure_of(axes[0]), f"Three rows of glasses. {caption}", caption)


# Steps on one example

CLASSES = [f"class {k}" for k in (2, 1, 0)]


def step_slider() -> None:
    """Watch the water of the quiz's example move to the right glass, step by step."""
    explore(
        step_frame,
        step_overview,
        right=Choice("the right class is", CLASSES),
        eta=Slider("learning rate, η", 0.2, 0.05, 1.0, 0.05, stops=(0.2, 1.0)),
        steps=Slider("steps taken", 0, 0, STEPS, 1, {"1 step": 1, "5 steps": 5}),
    )


def steps_taken(right: int, eta: float) -> tuple[FloatArray, FloatArray]:
    """The probabilities (STEPS + 1, K) and losses before the first step and after each."""
    W, X, y = THETA, POINT[None], [right]
    chances, losses = [], []
    for _ in range(STEPS + 1):
        chances.append(softmax(W @ POINT))
        losses.append(softmax_loss(W, X, y))
        W = W - eta * softmax_gradient(W, X, y)
    return np.array(chances), np.array(losses)


def step_frame(right: str, eta: float, steps: int) -> Frame:
    """The glasses after some steps, with the arrows of the next step in them."""
    k = int(right.removeprefix("class "))
    chances, losses = steps_taken(k, eta)
    [ax] = plots.panels(width=4.6, height=3.0)
    title = f"{_steps(steps)}, loss {losses[steps]:.3f}"
    glasses(chances[steps], _class_names(k), ax, right=k, pushes=True, title=title)
    caption = _steps_in_words(k, eta, chances, losses, steps)
    return Frame(plots.figure_of(ax), f"Three glasses. {caption}", caption)


@plots.styled
def step_overview(eta: float = 0.2) -> Frame:
    """The glasses and the arrows before the first step and after 1, 5 and 20."""
    chances, losses = steps_taken(RIGHT, eta)
    shown = (0, 1, 5, STEPS)
    axes = plots.panels(columns=4, width=8.8, height=2.8)
    for ax, steps in zip(axes, shown, strict=True):
        title = f"{_steps(steps)}\nloss {losses[steps]:.3f}"
        glasses(chances[steps], ["0", "1", "2"], ax, right=RIGHT, pushes=True, title=title)
    said = [_steps_in_words(RIGHT, eta, chances, losses, steps) for steps in shown]
    alt = f"Four panels of three glasses, arrows in them. {' '.join(said)}"
    return Frame(plots.figure_of(axes[0]), alt, said[-1])


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _class_names(right: int) -> list[str]:
    return [f"class {k}" + (" (right)" if k == right else "") for k in range(len(THETA))]


def _steps_in_words(
    right: int, eta: float, chances: FloatArray, losses: FloatArray, steps: int
) -> str:
    p = chances[steps]
    return (
        f"After {_steps(steps)} with η = {eta:g} the glasses hold {numbers(p)}, the right one is "
        f"class {right}, the loss is {losses[steps]:.3f}, and the arrows, target minus "
        f"probability, are {numbers(np.eye(len(p))[right] - p)}."
    )
