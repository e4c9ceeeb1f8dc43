"""Plots and widgets of lecture 09: update rules compared, temperature, learning curves."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import plots, validation
from lincourse.figures.logistic import curves
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.softmax import softmax
from lincourse.typing import FloatArray

# Scores of three classes; the third is right, and the first two are close rivals.
SCORES = np.array([2.0, 1.5, 0.5])
RIGHT = 2
CLEAR, TIE = "2, 1.5 and 0.5", "2, 2 and 0.5: a tie"
CHOICES = {CLEAR: SCORES, TIE: np.array([2.0, 2.0, 0.5])}


@plots.styled
def changes(
    by_rule: Mapping[str, Any], classes: Sequence[str], features: Sequence[str], **settings: Any
) -> Axes:
    """What each rule adds to W (K, d): a table per rule, coloured by sign."""
    tables = {rule: validation.array("change", W, "K", "d") for rule, W in by_rule.items()}
    width = 1.1 + len(tables) * (0.72 * len(features) + 0.3)
    axes = plots.panels(columns=len(tables), width=width, height=0.6 * len(classes) + 1.2)
    reach = max(float(np.abs(W).max()) for W in tables.values()) or 1.0
    for i, (ax, (rule, W)) in enumerate(zip(axes, tables.items(), strict=True)):
        ax.imshow(W, cmap=plots.SIGNED, vmin=-2 * reach, vmax=2 * reach, aspect="auto")
        for (k, j), value in np.ndenumerate(W):
            ax.text(j, k, signed(value), ha="center", va="center", fontsize=10)
        ax.set_xticks(range(len(features)), features)
        ax.set_yticks(range(len(classes)), classes if i == 0 else [""] * len(classes))
        ax.tick_params(length=0, labelsize=9)
        ax.spines[:].set_visible(False)
        ax.set(title=rule, **settings)
    return axes[0]


def signed(value: float) -> str:
    """A number with its sign to two places, 0 where it rounds to that."""
    text = f"{value:+.2f}"
    return "0" if float(text) == 0 else plots.minus(text)


@plots.styled
def temperature_losses(
    temperatures: Sequence[float], ax: Axes | None = None, **settings: Any
) -> Axes:
    """Loss of one example of two classes against its margin, by temperature, and the limit."""
    margin = np.linspace(-3, 3, 241)
    lines = {f"temperature {t:g}": soft_loss(margin, t) for t in temperatures}
    lines["perceptron"] = np.maximum(0, -margin)
    ax = curves(margin, lines, ax, legend="upper right")
    ax.lines[-1].set(color=plots.INK, linewidth=2.4)
    ax.legend(loc="upper right", frameon=False)
    ax.set(**{"xlabel": "score of the right class minus the other's", "ylabel": "loss"} | settings)
    return ax


def soft_loss(margin: Any, temperature: float) -> FloatArray:
    """T log(1 + exp(-m/T)): the softmax loss of two classes at temperature T, at margin m."""
    return np.asarray(temperature * np.logaddexp(0, -np.asarray(margin) / temperature))


@plots.styled
def learning_curves(
    sizes: Sequence[int],
    by_name: Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    **settings: Any,
) -> Axes:
    """Accuracy against the number of training examples, on a logarithmic scale."""
    ax = ax or plots.panels()[0]
    for k, (name, values) in enumerate(by_name.items()):
        look = plots.DASHES[k % len(plots.DASHES)]
        ax.plot(sizes, values, plots.marker(k), linestyle=look, color=plots.colour(k), label=name)
    ax.set_xscale("log")
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes])
    ax.tick_params(axis="x", which="minor", bottom=False)
    ax.grid(axis="y", color="#E4E4E4", linewidth=0.8)
    ax.set(**{"xlabel": "training sentences", "ylabel": "accuracy on new sentences"} | settings)
    ax.legend(loc="upper left", frameon=False)
    return ax


@plots.styled
def tally(counts: Sequence[int], names: Sequence[str], **settings: Any) -> Axes:
    """A bar with its number for each count."""
    [ax] = plots.panels(height=3.4)
    drawn = ax.bar(range(len(counts)), counts, 0.7, color=plots.colour(0))
    ax.bar_label(drawn, [f"{count:,}" for count in counts], padding=2)
    ax.set_xticks(range(len(counts)), names)
    ax.margins(y=0.12)
    ax.set(**settings)
    return ax


@plots.styled
def pictures(images: Any, titles: Sequence[str]) -> Axes:
    """Digits (n, 8, 8) in a row, black on white, each with its title."""
    images = validation.array("images", images, "n", "h", "w")
    axes = plots.panels(columns=len(images), width=1.55 * len(images), height=2.3)
    for ax, image, title in zip(axes, images, titles, strict=True):
        ax.imshow(image, cmap="Greys")
        ax.set(xticks=[], yticks=[])
        ax.set_title(title, fontsize=9)
        ax.spines[:].set_visible(True)
    return axes[0]


# From softmax to the perceptron


def temperature_slider() -> None:
    """Watch the errors target - softmax(scores / T) become the perceptron's as T falls."""
    explore(
        temperature_frame,
        temperature_overview,
        scores=Choice("scores", [CLEAR, TIE]),
        temperature=Slider("temperature, T", 1.0, 0.02, 4.0, 0.02),
    )


def errors(scores: Any, temperature: float) -> FloatArray:
    """Target minus probability for each class; at temperature 0 the perceptron's hard choice."""
    scores = np.asarray(scores, dtype=float)
    eye = np.eye(len(scores))
    p = softmax(scores / temperature) if temperature else eye[scores.argmax()]
    return np.asarray(eye[RIGHT] - p)


def temperature_frame(scores: str, temperature: float) -> Frame:
    """The errors at one temperature beside the perceptron's."""
    left, right = plots.panels(columns=2, width=7.4, height=3.4)
    caption = _draw_errors(left, CHOICES[scores], temperature)
    _draw_errors(right, CHOICES[scores], 0)
    right.set(ylabel="")
    alt = f"Left: {caption} Right: {_in_words(CHOICES[scores], 0)}"
    return Frame(plots.figure_of(left), alt, caption)


def temperature_overview() -> Frame:
    """Three temperatures and the perceptron, for the scores 2, 1.5 and 0.5."""
    axes = plots.panels(columns=4, width=9.2, height=3.0)
    heats = (2.0, 0.5, 0.1, 0.0)
    captions = [_draw_errors(ax, SCORES, heat) for ax, heat in zip(axes, heats, strict=True)]
    for ax in axes[1:]:
        ax.set(ylabel="")
        ax.tick_params(labelleft=False)
    return Frame(plots.figure_of(axes[0]), " ".join(captions), captions[-1])


@plots.styled
def _draw_errors(ax: Axes, scores: FloatArray, temperature: float) -> str:
    values = errors(scores, temperature)
    drawn = ax.bar(range(len(values)), values, 0.7, edgecolor="white")
    for k, bar in enumerate(drawn):
        bar.set(facecolor=plots.colour(k), hatch=plots.HATCHES[k])
    ax.bar_label(drawn, [signed(value) for value in values], padding=2, fontsize=9)
    ax.axhline(0, color=plots.FAINT, linewidth=1)
    ax.set_xticks(range(len(values)), ["0", "1", "2 (right)"])
    title = f"T = {temperature:g}" if temperature else "perceptron"
    ax.set(title=title, xlabel="class", ylabel="target minus probability", ylim=(-1.25, 1.25))
    return _in_words(scores, temperature)


def _in_words(scores: FloatArray, temperature: float) -> str:
    name = f"Softmax at temperature {temperature:g}" if temperature else "The perceptron"
    listed = ", ".join(signed(value) for value in errors(scores, temperature))
    given = ", ".join(f"{score:g}" for score in scores)
    return f"{name}, scores {given}: target minus probability is {listed} for the three classes."
