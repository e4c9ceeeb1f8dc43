"""nbgrader's formgrader on a gradebook that `lincourse grade` wrote, as an instructor meets it."""

import csv
import re
import subprocess
import sys

import pytest
from demo_class import make_class
from pictures import jupyterlab

pytestmark = pytest.mark.slow

UNIT = "04-perceptron"
STUDENTS = 4


@pytest.fixture(
    scope="module", params=["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.nightly)]
)
def course(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("formgrader") / "course"
    make_class(folder, STUDENTS, UNIT, seed=3)
    if request.param == "PostgreSQL":
        address = request.getfixturevalue("postgres").make("formgrader")
        with (folder / "nbgrader_config.py").open("a", encoding="utf-8") as settings:
            settings.write(f"c.CourseDirectory.db_url = {address!r}\n")
    run = [sys.executable, "-m", "lincourse", "grade", UNIT]
    subprocess.run(run, cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def scores(course):
    with (course / "reports" / f"{UNIT}.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: float(row["score"]) for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def address(course):
    with jupyterlab(course) as running:
        yield f"{running}/formgrader"


def cells(page, name):
    """What a row of the page's table says."""
    row = page.locator("tbody tr", has_text=name).first
    row.wait_for()
    return row.locator("td").all_inner_texts()


def test_the_assignment_and_everybody_in_it_are_there(page, address, scores):
    page.goto(address)
    assert str(STUDENTS) in cells(page, UNIT)
    page.goto(f"{address}/manage_submissions/{UNIT}")
    for student, score in scores.items():
        assert f"{score:g} / 38" in cells(page, student)


def test_a_submission_is_read_and_a_mark_given_by_hand_counts(page, address, course, scores):
    page.goto(f"{address}/gradebook/{UNIT}/{UNIT}")
    page.get_by_role("link", name=re.compile("Submission")).first.click()
    score = page.locator("input.score[placeholder]").first  # once the marks have come
    score.wait_for()
    assert page.locator("div.jp-Notebook, #notebook-container, .jp-Cell").count() > 0
    before = float(score.get_attribute("placeholder"))
    score.fill("0.5")
    with page.expect_response(re.compile("/api/grade/")) as saved:
        score.press("Tab")
    assert saved.value.ok
    export = [sys.executable, "-m", "nbgrader", "export"]
    subprocess.run(export, cwd=course, check=True, capture_output=True)
    with (course / "grades.csv").open(encoding="utf-8", newline="") as file:
        exported = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    [changed] = [student for student in scores if exported[student] != scores[student]]
    assert exported[changed] == pytest.approx(scores[changed] - before + 0.5)
