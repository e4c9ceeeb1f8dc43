"""The course in JupyterLab, as a student meets it. That every lecture runs, nbval sees to."""

import shutil
from pathlib import Path

import pytest
from notebooks import Notebook, look_at_figures, points, solve_wrongly_then_rightly
from pictures import jupyterlab

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
UNIT = "00-welcome"


def test_an_exercise_is_solved_saved_and_graded_and_figures_have_words(page, tmp_path):
    course, path = tmp_path / "course", f"exercises/{UNIT}/{UNIT}.ipynb"
    shutil.copytree(ROOT / "exercises" / UNIT, course / "exercises" / UNIT)
    with jupyterlab(course) as address:
        exercise = Notebook(page, f"{address}/doc/tree/{path}?reset")
        assert page.get_by_text("official Jupyter news").count() == 0, "it asks, over the notebook"
        solve_wrongly_then_rightly(exercise)
        exercise.command("docmanager:save")
        page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
        handed_in = tmp_path / "submitted" / "student-07" / UNIT
        handed_in.mkdir(parents=True)
        shutil.copy(course / path, handed_in)
        look_at_figures(exercise)
    assert points(tmp_path, UNIT) == {"test_mean_of": 1.0, "test_quiz_rungs_passed": 0.0}
