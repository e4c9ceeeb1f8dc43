"""The course in JupyterLab, as a student meets it."""

import shutil
from pathlib import Path

import pytest
from notebooks import Notebook, points, solve_wrongly_then_rightly
from pictures import jupyterlab

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
UNIT = "00-welcome"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    for name in ("lectures", "exercises"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def address(course):
    with jupyterlab(course) as running:
        yield running


def test_an_exercise_is_solved_saved_and_graded(page, address, course, tmp_path):
    path = f"exercises/{UNIT}/{UNIT}.ipynb"
    exercise = Notebook(page, f"{address}/doc/tree/{path}?reset")
    solve_wrongly_then_rightly(exercise)
    exercise.command("docmanager:save")
    page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    handed_in = tmp_path / "submitted" / "student-07" / UNIT
    handed_in.mkdir(parents=True)
    shutil.copy(course / path, handed_in)
    assert points(tmp_path, UNIT) == {"test_mean_of": 1.0, "test_quiz_rungs_passed": 0.0}


def test_a_lecture_runs_from_top_to_bottom_and_a_slider_moves_its_figure(page, address):
    lecture = Notebook(page, f"{address}/doc/tree/lectures/04-perceptron.ipynb?reset")
    lecture.command("notebook:run-all-cells")
    cells = lecture.cells()
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert "error" not in [output["output_type"] for cell in cells for output in cell["outputs"]]
    button = page.get_by_role("button", name="5 steps").first
    button.scroll_into_view_if_needed()
    button.click()
    page.locator('img[alt*="Examples seen: 5"]').first.wait_for()
