"""Diagrams of lecture 00: an exercise as a flow chart, shapes of arrays, the map of the course."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Rectangle

from lincourse import plots, validation
from lincourse.features import scores
from lincourse.typing import FloatArray

Place = tuple[float, float]

# Each unit, what it is called and where its box stands; then what each one builds on.
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
    "08": ["04", "07"],
    "09": ["07"],
}
LOOP: dict[str, tuple[str, Place]] = {
    "write": ("write your\nfunction", (0, 1)),
    "run": ("run the\ntest cell", (1, 1)),
    "read": ("read what\nit says", (2, 1)),
    "submit": ("save and\nhand in", (3, 1)),
}


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
    """Write, run, read, and back to writing until it passes; then hand in."""
    ax = ax or plots.panels(width=7.0, height=2.3)[0]
    _boxes(ax, LOOP, 0.7, 0.5)
    places = [place for _, place in LOOP.values()]
    for start, end in pairwise(places):
        _arrow(ax, start, end, 0.7, 0.5)
    ax.text(2.5, 1.12, "passed", ha="center", va="bottom", fontsize=9)
    back = {"arrowstyle": "-|>", "color": plots.INK, "connectionstyle": "arc3,rad=-0.35"}
    ax.annotate("", (0, 0.72), (2, 0.72), arrowprops=back)
    ax.text(1, 0.2, "not right yet: mend it", ha="center", va="top", fontsize=9)
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


@plots.styled
def shapes(X: Any, W: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """X (n, d), W (K, d) and the scores X W' (n, K) as tables, one colour per class.

    The first column of X, the constant 1, is grey.
    """
    X, W = validation.array("X", X, "n", "d"), validation.array("W", W, "K", "d")
    found = scores(W, X)
    ax = ax or plots.panels(width=7.4, height=3.2)[0]
    n_classes, left = len(W), 0.0
    grey = (0.9, 0.9, 0.9)
    left = _table(ax, X, left, f"X {X.shape}", lambda i, j: grey if j == 0 else "white")
    left = _table(ax, W, left, f"W {W.shape}", lambda i, j: plots.tint(i, 0.3))
    left = _table(ax, found, left, f"scores {found.shape}", lambda i, j: plots.tint(j, 0.3))
    rows = max(len(X), n_classes)
    ax.set(xlim=(-0.3, left - 0.9), ylim=(rows + 0.9, -0.9), aspect="equal", **settings)
    ax.text(0, len(X) + 0.15, "one row per example;\nthe 1 comes first", fontsize=9, va="top")
    at = X.shape[1] + 1.2
    ax.text(at, n_classes + 0.15, "one row per class", fontsize=9, va="top")
    at += W.shape[1] + 1.2
    ax.text(at, len(X) + 0.15, "one column per class", fontsize=9, va="top")
    ax.set_axis_off()
    return ax


def _table(ax: Axes, values: FloatArray, left: float, name: str, colour: Any) -> float:
    """A table of numbers; where the next one may start."""
    for (i, j), value in np.ndenumerate(values):
        cell = Rectangle((left + j, i), 1, 1, facecolor=colour(i, j), edgecolor=plots.FAINT)
        ax.add_patch(cell)
        text = plots.minus(f"{value:g}")
        ax.text(left + j + 0.5, i + 0.5, text, ha="center", va="center", fontsize=10)
    columns = values.shape[1]
    ax.text(left + columns / 2, -0.2, name, ha="center", va="bottom")
    return left + columns + 1.2


def map_in_words() -> str:
    """What builds on what, for the alternative text of the map."""
    clauses = [f"{unit} on {' and '.join(needed)}" for unit, needed in BUILDS_ON.items()]
    return f"What builds on what: {', '.join(clauses)}."
