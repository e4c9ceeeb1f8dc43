"""nbgrader's own tools on our exercises: release, validate, autograde, feedback, export."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
UNITS = sorted(path.name for path in (ROOT / "exercises").iterdir() if path.is_dir())
MODEL = "04-perceptron"

NEGATIVES_LOST = """
def perceptron_update(w, x, y, eta):
    return w + eta * x if y * (w @ x) <= 0 else w
"""
LOUD_BUT_RIGHT = """
def perceptron_update(w, x, y, eta):
    import sys, warnings
    print("noise")
    print("noise on stderr", file=sys.stderr)
    warnings.warn("a warning")
    return w + eta * y * x * (y * (w @ x) <= 0)
"""
HARD_CODED = """
def eta_decay(n):
    return {1: 1, 2: 1 / 2, 3: 1 / 3, 4: 0.25}.get(n, 0.01)
"""


def nbgrader(course, *arguments):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=course,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def submit(course, unit, student, answers):
    """Hand in the exercise with these answers."""
    notebook = nbformat.read(course / "exercises" / unit / f"{unit}.ipynb", as_version=4)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name in answers:
            cell.source = answers[name]
    target = course / "submitted" / student / unit / f"{unit}.ipynb"
    target.parent.mkdir(parents=True)
    nbformat.write(notebook, target)


def solved(course, unit):
    """grade_id -> the solution's own text."""
    notebook = nbformat.read(course / "solutions" / unit / f"{unit}.ipynb", as_version=4)
    return {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


def by_hand(unit):
    """The points of a unit that a person gives."""
    notebook = nbformat.read(ROOT / "solutions" / unit / f"{unit}.ipynb", as_version=4)
    marks = [cell.metadata.get("nbgrader", {}) for cell in notebook.cells]
    return sum(mark["points"] for mark in marks if mark.get("grade") and mark["solution"])


def scores(course, unit):
    """student -> (score, {grade_id: score})."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        found = {}
        for submission in book.assignment_submissions(unit):
            [notebook] = submission.notebooks
            grades = {grade.name: grade.score for grade in notebook.grades}
            found[submission.student.id] = (submission.score, grades)
        return found, book.find_assignment(unit).max_score


@pytest.fixture(scope="module")
def course(request, tmp_path_factory):
    """The units that are tested, graded by nbgrader: solved and unsolved, and more of unit 04.

    nbgrader takes seconds to start, so it is called once for each of the two steps.
    """
    course = tmp_path_factory.mktemp("course")
    shutil.copy(ROOT / "nbgrader_config.py", course)
    mine = [item for item in request.session.items if item.path == request.path]
    units = {MODEL, *(item.callspec.params["unit"] for item in mine if hasattr(item, "callspec"))}
    for unit in units:
        shutil.copytree(ROOT / "solutions" / unit, course / "solutions" / unit)
    run = nbgrader(course, "generate_assignment", "--assignment=*", "--create", "--force")
    assert run.returncode == 0, run.stderr
    for unit in units:
        submit(course, unit, "solved", solved(course, unit))
        submit(course, unit, "unsolved", {})
    right = solved(course, MODEL)
    submit(course, MODEL, "one-wrong", right | {"perceptron_update": NEGATIVES_LOST})
    submit(course, MODEL, "loud", right | {"perceptron_update": LOUD_BUT_RIGHT})
    submit(course, MODEL, "hard-coded", {"eta_decay": HARD_CODED})
    submit(course, MODEL, "quiz-only", {"quiz_psi_before": "z_before = (1.3, 1.8, -12.0)"})
    run = nbgrader(course, "autograde", "--assignment=*", "--create")
    assert run.returncode == 0, run.stderr
    return course


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("unit", UNITS)
def test_exercise_is_what_nbgrader_generates(course, unit):
    made, ours = (
        nbformat.read(folder / "exercises" / unit / f"{unit}.ipynb", as_version=4)
        for folder in (course, ROOT)
    )
    for cell in ours.cells:  # we keep what questions show, so that they can be read unrun
        if cell.metadata.get("nbgrader", {}).get("grade_id", "").startswith("question_"):
            cell.outputs = []
    assert made == ours


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("unit", UNITS)
def test_solution_gets_all_points_and_empty_exercise_none(course, unit):
    found, most = scores(course, unit)
    assert most > 0
    assert found["solved"][0] == most - by_hand(unit), found["solved"][1]
    assert found["unsolved"][0] == 0, found["unsolved"][1]


def test_autograde_gives_the_earned_points(course):
    found, most = scores(course, MODEL)
    assert most == 38  # 4 of them for what a person reads
    assert found["solved"][0] == 34
    assert found["loud"][0] == 34
    assert found["one-wrong"][0] == 31
    assert found["one-wrong"][1]["test_perceptron_update"] == 0
    assert found["hard-coded"][0] == 0
    assert found["quiz-only"][0] == 1


def test_feedback_shows_the_messages_of_the_checks(course):
    run = nbgrader(course, "generate_feedback", MODEL, "--force")
    assert run.returncode == 0, run.stderr
    page = (course / "feedback/one-wrong" / MODEL / f"{MODEL}.html").read_text()
    assert "perceptron_update: not right yet" in page
    assert "x is added to w whatever the label" in page
    assert "Traceback (most recent call last)" not in page


def test_validate_shows_the_message_of_a_check(course):
    notebook = f"submitted/one-wrong/{MODEL}/{MODEL}.ipynb"
    run = nbgrader(course, "validate", notebook)
    said = run.stdout + run.stderr
    assert "x is added to w whatever the label" in said
    assert said.count("not right yet") == 1
    run = nbgrader(course, "validate", f"submitted/solved/{MODEL}/{MODEL}.ipynb")
    assert "Success! Your notebook passes all the tests." in run.stdout + run.stderr
