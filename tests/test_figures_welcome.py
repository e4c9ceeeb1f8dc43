"""The figures of lecture 00, and that what it says about checks is so."""

import re
from pathlib import Path

import numpy as np
import pytest
from figure_reading import png, texts
from misstep import climb

from lincourse import naive_bayes
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


def test_the_hurried_path_holds_all_that_its_units_build_on():
    path = figures.path_to("06")
    assert path[0] == "01"
    assert path[-1] == "06"
    for unit in path:
        assert set(figures.BUILDS_ON.get(unit, [])) <= set(path)
    assert len(path) < 6, "nothing is saved"


@pytest.mark.parametrize("unit", figures.BUILDS_ON)
def test_each_lecture_says_what_the_map_shows(unit):
    [source] = (ROOT / "sources/lectures").glob(f"{unit}-*.py")
    first_cell = source.read_text().split("# %%")[1]
    [said] = re.findall(r"Builds on lectures? (\d\d(?: and \d\d)*)", first_cell)
    assert said.split(" and ") == figures.BUILDS_ON[unit]


@pytest.fixture(scope="module")
def model():
    labelled = [(["a", "touching", "film"], "pos"), (["a", "boring", "film"], "neg")]
    return naive_bayes.train_naive_bayes(labelled)


def test_a_word_weighs_as_much_as_its_log_likelihoods_differ(model):
    assert figures.word_weight("touching", model) == pytest.approx(np.log(2))
    assert figures.word_weight("boring", model) == pytest.approx(-np.log(2))
    assert figures.word_weight("film", model) == pytest.approx(0)
    assert figures.word_weight("unheard-of", model) == pytest.approx(0)


def test_the_balance_shows_every_word_and_their_sum(model):
    ax = figures.balance("a touching film touching", model)
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == pytest.approx([0, np.log(2), 0, np.log(2), 2 * np.log(2)])
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["a", "touching", "film", "touching", "on balance"]
    assert ax.get_title() == "liked it (+1.39)"
    assert png(ax)
    told = figures.balance_in_words("a Boring film", model)
    assert "boring -0.69" in told
    assert "disliked it (-0.69)" in told


def test_the_score_is_the_one_that_naive_bayes_decides_by(model):
    for text in ("touching", "a boring film", "boring touching boring"):
        label = naive_bayes.predict_label(text.split(), model)
        assert figures.verdict(text, model).startswith("liked" if label == "pos" else "disliked")


def test_an_empty_sentence_is_refused_in_words(model):
    with pytest.raises(ValueError, match="empty"):
        figures.balance("  ", model)


def test_exercise_00_counts_the_rungs_that_the_wrong_line_passes():
    report = climb(CHECKS["mean_of"], lambda numbers: sum(numbers) // len(numbers), 0)
    assert len(report.passed) == QUIZZES["rungs_passed"].answer
    assert "decimal point" in report.looks
    whole = climb(CHECKS["mean_of"], lambda numbers: sum(numbers) / len(numbers), 0)
    mistakes = {mistake.wrong: mistake.think for mistake in QUIZZES["rungs_passed"].mistakes}
    assert "if all goes well" in mistakes[len(whole.passed)]
