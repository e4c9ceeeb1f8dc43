"""Figures of lecture 00: words on a balance, the loop of an exercise, the map."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch

from lincourse import plots
from lincourse.naive_bayes import OOV, Model

Place = tuple[float, float]

# Each unit, what it is called and where its box stands; then what each one builds on. The lectures
# say the same in their first cell, and the hurried path comes from here, too.
UNITS: dict[str, tuple[str, Place]] = {
    "01": ("Probability", (0, 1)),
    "02": ("Naive\nBayes", (1, 1)),
    "03": ("Features", (2, 1)),
    "04": ("Perceptron", (3, 2)),
    "05": ("Logistic\nregression", (3, 0)),
    "06": ("Gradient\ndescent", (4, 0)),
    "07": ("Softmax", (5, 1)),
    "08": ("Derivations", (6, 2)),
    "09": ("One family", (6, 0)),
}
BUILDS_ON = {
    "02": ["01"],
    "03": ["02"],
    "04": ["03"],
    "05": ["03"],
    "06": ["05"],
    "07": ["04", "06"],
    "08": ["07"],
    "09": ["07"],
}
LOOP: dict[str, tuple[str, Place]] = {
    "write": ("write your\nfunction", (0, 1)),
    "run": ("run the\ntest cell", (1, 1)),
    "read": ("read what\nit says", (2, 1)),
    "submit": ("save and\nsubmit", (3, 1)),
}


def word_weight(word: str, model: Model) -> float:
    """log P(word | pos) - log P(word | neg): what a word adds to the score of "pos"."""
    liked, disliked = (model["log_likelihoods"][label] for label in ("pos", "neg"))
    return float(liked.get(word, liked[OOV]) - disliked.get(word, disliked[OOV]))


@plots.styled
def balance(sentence: str, model: Model, ax: Axes | None = None, **settings: Any) -> Axes:
    """What each word of a sentence weighs, as bars to the left and right; the sum below them."""
    words = _words(sentence)
    weights = [word_weight(word, model) for word in words]
    total = sum(weights)
    ax = ax or plots.panels(width=6.4, height=1.4 + 0.3 * len(words))[0]
    places = range(len(words))
    colours = [plots.colour(weight > 0) for weight in weights]
    ax.barh(places, weights, color=colours, height=0.7)
    ax.barh(len(words) + 0.4, total, color=plots.INK, height=0.7)
    widest = max(abs(total), *(abs(weight) for weight in weights), 0.5)
    for place, weight in zip([*places, len(words) + 0.4], [*weights, total], strict=True):
        side = "left" if weight >= 0 else "right"
        text = plots.minus(f" {weight:+.2f} ")
        ax.text(weight, place, text, ha=side, va="center", fontsize=9)
    ax.axvline(0, color=plots.FAINT, linewidth=1)
    ax.set_yticks([*places, len(words) + 0.4], [*words, "on balance"])
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    defaults = {
        "title": verdict(sentence, model),
        "xlabel": "disliked it   \N{LEFTWARDS ARROW}   weight   \N{RIGHTWARDS ARROW}   liked it",
        "xlim": (-1.3 * widest, 1.3 * widest),
        "ylim": (len(words) + 1, -0.7),
    }
    ax.set(**defaults | settings)
    return ax


def verdict(sentence: str, model: Model) -> str:
    """What the classifier says of a sentence: a label, and the sum it rests on."""
    total = sum(word_weight(word, model) for word in _words(sentence))
    said = "liked it" if total > 0 else "disliked it"
    return plots.minus(f"{said} ({total:+.2f})")


def balance_in_words(sentence: str, model: Model) -> str:
    """The picture of `balance` in words."""
    parts = [f"{word} {word_weight(word, model):+.2f}" for word in _words(sentence)]
    said = verdict(sentence, model).replace(plots.MINUS, "-")
    return f"A bar for the weight of each word: {', '.join(parts)}. Below them the sum: {said}."


def _words(sentence: str) -> list[str]:
    words = sentence.lower().split()
    if not words:
        raise ValueError("the sentence is empty; write some words, separated by spaces")
    return words


def path_to(unit: str) -> Sequence[str]:
    """The units that one needs for a unit, in order, itself included."""
    needed = {unit}
    for later in sorted(BUILDS_ON, reverse=True):
        if later in needed:
            needed.update(BUILDS_ON[later])
    return sorted(needed)


@plots.styled
def course_map(ax: Axes | None = None, **settings: Any) -> Axes:
    """The units as boxes, with an arrow from each to those that build on it."""
    ax = ax or plots.panels(width=8.0, height=3.3)[0]
    _boxes(ax, UNITS, 0.8, 0.62, numbered=True)
    for unit, needed in BUILDS_ON.items():
        for earlier in needed:
            _arrow(ax, UNITS[earlier][1], UNITS[unit][1], 0.8, 0.62)
    ax.set(xlim=(-0.5, 6.5), ylim=(-0.45, 2.45), **settings)
    ax.set_axis_off()
    return ax


@plots.styled
def exercise_loop(ax: Axes | None = None, **settings: Any) -> Axes:
    """Write, run, read, and back to writing until it passes; then submit."""
    ax = ax or plots.panels(width=7.0, height=2.3)[0]
    _boxes(ax, LOOP, 0.7, 0.5)
    places = [place for _, place in LOOP.values()]
    for start, end in pairwise(places):
        _arrow(ax, start, end, 0.7, 0.5)
    ax.text(2.5, 1.27, "passed", ha="center", va="bottom", fontsize=9)
    back = {"arrowstyle": "-|>", "color": plots.INK, "connectionstyle": "arc3,rad=-0.35"}
    ax.annotate("", (0, 0.72), (2, 0.72), arrowprops=back)
    ax.text(1, 0.2, "not right yet: fix it", ha="center", va="top", fontsize=9)
    ax.set(xlim=(-0.5, 3.5), ylim=(0, 1.4), **settings)
    ax.set_axis_off()
    return ax


def _boxes(
    ax: Axes,
    boxes: Mapping[str, tuple[str, Place]],
    width: float,
    height: float,
    numbered: bool = False,
) -> None:
    for number, (name, (x, y)) in boxes.items():
        corner = (x - width / 2, y - height / 2)
        box = FancyBboxPatch(corner, width, height, boxstyle="round,pad=0,rounding_size=0.06")
        box.set(facecolor=plots.tint(0, 0.15), edgecolor=plots.colour(0), linewidth=1.2)
        ax.add_patch(box)
        text = f"{number}\n{name}" if numbered else name
        ax.text(x, y, text, ha="center", va="center", fontsize=9, linespacing=1.25)


def _arrow(ax: Axes, start: Place, end: Place, width: float, height: float) -> None:
    """An arrow from the right side of one box to the left side of another."""
    look = {"arrowstyle": "-|>", "color": plots.INK, "linewidth": 1.2, "shrinkA": 1, "shrinkB": 1}
    tip, tail = (end[0] - width / 2, end[1]), (start[0] + width / 2, start[1])
    ax.annotate("", tip, tail, arrowprops=look)


def map_in_words() -> str:
    """What builds on what, for the alternative text of the map."""
    clauses = [f"{unit} on {' and '.join(needed)}" for unit, needed in BUILDS_ON.items()]
    return f"What builds on what: {', '.join(clauses)}."
