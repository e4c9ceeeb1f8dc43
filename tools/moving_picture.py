"""Animated SVG for the README: the perceptron of lecture 04, one correction after another.

It moves by CSS only, so it works wherever an image may be shown.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lincourse import datasets, plots
from lincourse.perceptron import perceptron_update
from lincourse.typing import FloatArray, IntArray

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT, UNIT = 720, 400, 112  # UNIT: pixels to one step on the axes
SECONDS = 1.6  # per correction
COLOURS = {-1: plots.PALETTE[0], 1: plots.PALETTE[1]}
STYLE = """
text {{ font: 17px system-ui, sans-serif; fill: #1c2530 }}
.frame {{ opacity: 0; animation: show {all}s infinite }}
@keyframes show {{ 0%, {share}% {{ opacity: 1 }} {next}%, 100% {{ opacity: 0 }} }}
@keyframes last {{ 0%, {twice}% {{ opacity: 1 }} {over}%, 100% {{ opacity: 0 }} }}
@media (prefers-reduced-motion: reduce) {{
  .frame {{ animation: none }} .frame:last-of-type {{ opacity: 1 }}
}}
"""


def corrections(X: FloatArray, y: IntArray) -> Iterator[tuple[int, FloatArray]]:
    """The point that caused each correction, and the weights after it, until none is wrong."""
    w = np.zeros(2)
    while (y * (X @ w) <= 0).any():
        for i in range(len(y)):
            if y[i] * (X[i] @ w) <= 0:
                w = perceptron_update(w, X[i], int(y[i]), eta=1.0)
                yield i, w


def picture() -> str:
    """The whole picture, as SVG."""
    toy = datasets.separable(np.random.default_rng(31), n=40, margin=0.15)
    steps = list(corrections(toy.X, toy.y))
    share = 100 / (len(steps) + 1)  # the last frame is seen twice as long
    frames = [
        frame(toy.X, toy.y, number, i, w, last=number == len(steps))
        for number, (i, w) in enumerate(steps, 1)
    ]
    style = STYLE.format(
        all=SECONDS * (len(steps) + 1),
        share=round(share, 2),
        next=round(share + 0.01, 2),
        twice=round(2 * share, 2),
        over=round(2 * share + 0.01, 2),
    )
    words = (
        f"A line between two groups of points turns with each of {len(steps)} corrections, until "
        "no point is on the wrong side."
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{words}"><title>{words}</title><style>{style}</style>'
        f'<clipPath id="sheet"><rect width="{WIDTH}" height="{HEIGHT}" rx="10"/></clipPath>'
        f'<g clip-path="url(#sheet)"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f"{''.join(frames)}</g></svg>\n"
    )


def frame(X: FloatArray, y: IntArray, number: int, cause: int, w: FloatArray, last: bool) -> str:
    """One correction: both sides tinted, the line, the points, the one that caused it."""
    normal = w / np.linalg.norm(w)
    along = np.array([-normal[1], normal[0]])
    sides = [
        polygon([-5 * along, 5 * along, 5 * along + s * 9 * normal, -5 * along + s * 9 * normal], s)
        for s in (-1, 1)
    ]
    (ax, ay), (bx, by) = place(-5 * along), place(5 * along)
    line = f'<path d="M{ax} {ay}L{bx} {by}" stroke="#1c2530" stroke-width="2.5"/>'
    marks = [mark(x, int(label), label * (x @ w) <= 0) for x, label in zip(X, y, strict=True)]
    cx, cy = place(X[cause])
    ring = f'<circle cx="{cx}" cy="{cy}" r="13" fill="none" stroke="#1c2530" stroke-width="2.5"/>'
    wrong = int((y * (X @ w) <= 0).sum())
    left = "none is wrong any more" if not wrong else f"{wrong} of {len(y)} still wrong"
    words = f'<text x="20" y="{HEIGHT - 20}">correction {number}: {left}</text>'
    animation = f"animation-delay:{SECONDS * (number - 1):.1f}s"
    if last:
        animation += ";animation-name:last"
    return (
        f'<g class="frame" style="{animation}">{"".join([*sides, line, *marks, ring, words])}</g>'
    )


def polygon(corners: list[FloatArray], side: int) -> str:
    """One side of the line, tinted."""
    points = " ".join(f"{x},{y}" for x, y in map(place, corners))
    return f'<polygon points="{points}" fill="{COLOURS[side]}" fill-opacity="0.13"/>'


def mark(x: FloatArray, label: int, wrong: bool) -> str:
    """A point: a disc or a square, and a cross through what is on the wrong side."""
    px, py = place(x)
    shape = (
        f'<circle cx="{px}" cy="{py}" r="6.5" fill="{COLOURS[label]}"/>'
        if label < 0
        else f'<rect x="{px - 6}" y="{py - 6}" width="12" height="12" fill="{COLOURS[label]}"/>'
    )
    cross = (
        f'<path d="M{px - 5} {py - 5}l10 10m0-10l-10 10" stroke="#fff" stroke-width="2.5"/>'
        if wrong
        else ""
    )
    return shape + cross


def place(x: FloatArray) -> tuple[float, float]:
    """Where a point of the plane is on the picture."""
    return round(WIDTH / 2 + UNIT * float(x[0]), 1), round(HEIGHT / 2 - UNIT * float(x[1]), 1)
