"""The home page's living parts: a perceptron to step by hand, and a check's real answer.

Both are computed by `lincourse` when the site is built; docs/_static/home.js only shows them. The
small picture of each unit is drawn in docs/units/.
"""

import json
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from lincourse import datasets, plots
from lincourse.checks import CheckFailed, check
from lincourse.figures.perceptron import PerceptronStep, perceptron_steps

UNITS = Path(__file__).resolve().parent.parent / "docs" / "units"
SPECIES = ("Adelie", "Chinstrap")
FEATURES = ("bill_length_mm", "flipper_length_mm")
BIRDS, SEED = 30, 56  # eight mistakes in three rounds
SCALE = 100  # units of the drawing per standard deviation
WIDTH, HEIGHT = 500, 440  # of the drawing, whose centre is the mean bird
LEGEND = (  # inside the drawing, so that both grow together; the axes are named as in lecture 04
    '<g class="legend"><circle cx="-228" cy="-198" r="8"/><text x="-212" y="-192">Adelie</text>'
    '<rect x="-134" y="-205" width="14" height="14"/><text x="-112" y="-192">Chinstrap</text>'
    '<text x="240" y="208" text-anchor="end">bill length →</text>'
    '<text transform="translate(-230 208) rotate(-90)">flipper length →</text></g>'
)
WRONG = """\
def perceptron_update(w, x, y, eta):
    if y * (w @ x) <= 0:
        return w + y * x
    return w
"""


def unit_picture(unit: str) -> str:
    """The small picture of a unit, if it has one."""
    path = UNITS / f"{unit}.svg"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def stepper() -> str:
    """Thirty penguins, a needle that learns from them one by one, and buttons to let it."""
    birds = datasets.penguins().select(SPECIES, FEATURES)
    chosen = np.random.default_rng(SEED).permutation(len(birds.y))[:BIRDS]
    X = (birds.X[chosen] - birds.X.mean(axis=0)) / birds.X.std(axis=0)
    y = np.where(birds.y[chosen] == 0, -1, 1)
    steps = perceptron_steps(X, y, eta=1.0, max_epochs=20)
    angles = np.unwrap([np.arctan2(*step.after[::-1]) for step in steps])
    data: list[list[Any]] = [
        [step.example - 1, round(float(np.degrees(angle)), 1), int(step.mistake), words(step)]
        for step, angle in zip(steps, angles, strict=True)
    ]
    data[-1][-1] += " A whole round without a mistake: done."
    marks = "".join(mark(SCALE * x[0], SCALE * x[1], label) for x, label in zip(X, y, strict=True))
    around = f"{-WIDTH / 2:.0f} {-HEIGHT / 2:.0f} {WIDTH} {HEIGHT}"
    return (
        '<div class="stepper" role="group" aria-label="A perceptron to step by hand">'
        '<form class="stepper-guess js-only"><label for="guess">How often will the needle '
        'turn?</label> <input id="guess" type="number" min="0" max="99" required> '
        "<button>Try it</button></form>"
        f'<svg viewBox="{around}" role="img" aria-label="Thirty penguins on a sheet: length of the '
        'bill across, of the flipper upwards. Adelies are blue discs, Chinstraps orange squares.">'
        f'<g class="turn" hidden><rect class="plus" x="0" y="-900" width="900" height="1800"/>'
        '<rect class="minus" x="-900" y="-900" width="900" height="1800"/>'
        '<line class="line" x1="0" y1="-900" x2="0" y2="900"/>'
        '<path class="needle" d="M0 0H130M108 -14L134 0L108 14"/></g>'
        f'<g class="birds">{marks}</g><circle class="ring" r="17" hidden/>'
        f"{LEGEND}</svg>"
        '<p class="stepper-said" role="status">No line yet: the needle has seen no bird.</p>'
        '<p class="stepper-buttons js-only"><button type="button" class="step">Next bird'
        '</button> <button type="button" class="mistake">Next mistake</button> '
        '<button type="button" class="again">Start again</button></p>'
        f'<script type="application/json">{json.dumps(data, ensure_ascii=False)}</script></div>'
    )


def words(step: PerceptronStep) -> str:
    """What happened in a step, in one or two short sentences."""
    own, other = ("an Adelie", "Chinstrap") if step.label < 0 else ("a Chinstrap", "Adelie")
    if not step.before.any():
        return f"Bird 1 is {own}. The needle had no opinion, which counts as a mistake."
    bird = f"Bird {step.example} is {own} "
    if step.mistake:
        return f"{bird}on the side of the {other}s: a mistake. The needle turns."
    return f"{bird}on its own side. The needle stays."


def mark(x: float, y: float, label: int) -> str:
    """A bird; upwards is negative in SVG."""
    colour = plots.colour(int(label > 0))
    if label < 0:
        return f'<circle cx="{x:.0f}" cy="{-y:.0f}" r="8" fill="{colour}"/>'
    return f'<rect x="{x - 7:.0f}" y="{-y - 7:.0f}" width="14" height="14" fill="{colour}"/>'


def wrong_answer() -> str:
    """A wrong update, and what the check says about it: the check itself is run."""
    names: dict[str, object] = {}
    exec(WRONG, names)
    try:
        check(names["perceptron_update"])  # type: ignore[arg-type]
    except CheckFailed as failed:
        said = failed.result._repr_html_()
    else:
        raise RuntimeError("the check finds nothing wrong with the home page's wrong answer")
    return (
        '<div class="wrong-answer"><div><p class="what">You write</p>'
        f'<div class="highlight"><pre tabindex="0">{escape(WRONG)}</pre></div></div>'
        f'<div class="cell_output"><p class="what">The check answers</p>'
        f'<div class="text_html">{said}</div></div></div>'
    )
