"""The figures of lecture 00, and that what it says about checks is so."""

import re
from pathlib import Path

import numpy as np
import pytest
from figure_reading import png, texts

from lincourse import plots
from lincourse.checks.units import CHECKS, QUIZZES
from lincourse.figures import welcome as figures

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


def test_the_map_has_a_box_per_unit_and_an_arrow_per_step():
    ax = figures.course_map()
    numbers = [text[:2] for text in texts(ax) if text]
    lectures = sorted(path.name[:2] for path in (ROOT / "lectures").glob("*.ipynb"))
    assert ["00", *numbers] == ["00", *figures.UNITS] == lectures
    assert texts(ax).count("") == sum(map(len, figures.BUILDS_ON.values()))  # an arrow has no text
    assert png(ax)


def test_every_unit_builds_on_earlier_ones():
    assert set(figures.BUILDS_ON) == set(figures.UNITS) - {"01"}
    for unit, needed in figures.BUILDS_ON.items():
        assert needed
        assert max(needed) < unit
        assert f"{unit} on {' and '.join(needed)}" in figures.map_in_words()


def test_no_two_boxes_of_the_map_touch():
    places = [place for _, place in figures.UNITS.values()]
    for i, (x, y) in enumerate(places):
        assert all(abs(x - u) >= 1 or abs(y - v) >= 1 for u, v in places[:i])


def test_the_loop_leads_back():
    ax = figures.exercise_loop(title="The loop")
    assert {"passed", "not right yet: mend it"} <= set(texts(ax))
    assert png(ax)


def test_shapes_shows_every_number_of_the_product():
    X, W = np.array([[1, 2, 0], [1, -1, 1]]), np.array([[0, 1, -1], [0.5, 0, 1]])
    ax = figures.shapes(X, W)
    assert len(ax.patches) == X.size + W.size + 4
    shown = texts(ax)
    assert {"X (2, 3)", "W (2, 3)", "scores (2, 2)"} <= set(shown)
    for value in (X @ W.T).flat:
        assert f"{value:g}".replace("-", plots.MINUS) in shown
    assert png(ax)


def test_exercise_00_counts_the_rungs_that_the_wrong_line_passes():
    report = CHECKS["mean_of"].climb(lambda numbers: sum(numbers) // len(numbers), 0)
    assert len(report.passed) == QUIZZES["rungs_passed"].answer
    assert "decimal point" in report.looks
    whole = CHECKS["mean_of"].climb(lambda numbers: sum(numbers) / len(numbers), 0)
    slips = dict(QUIZZES["rungs_passed"].slips)
    assert "if all goes well" in slips[len(whole.passed)]


@pytest.mark.parametrize("source", ["lectures/00-welcome.py", "lectures/01-probability.py"])
def test_every_link_leads_somewhere(source):
    text = (ROOT / "sources" / source).read_text()
    for target in re.findall(r"\]\(([^)#\s]+\.ipynb)\)", text):
        assert (ROOT / "lectures" / target).exists(), target
