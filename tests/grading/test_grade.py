"""`lincourse grade` from submitted/ to gradebook, feedback and report, as an instructor runs it."""

import csv
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from classroom import cell, exercise, lincourse, notebook, table
from gradebox.course.lateness import hand_in as times_of
from gradebox.run import pipeline
from gradebox.run.settings import GradingSettings
from nbgrader import api

pytestmark = pytest.mark.slow

# nbgrader runs alembic, which is installed beside Python.
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

FIRST = notebook(
    [
        cell("# First", "markdown"),
        cell("import numpy as np", grade_id="imports", locked=True),
        *exercise(
            "double",
            2,
            "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION",
            "assert double(2) == 4\n### BEGIN HIDDEN TESTS\nassert double(-3.5) == -7\n"
            "### END HIDDEN TESTS",
        ),
        cell("Why?", "markdown", grade_id="why", grade=True, solution=True, points=3),
    ]
)
SECOND = notebook(
    [
        *exercise(
            "data",
            1,
            "data = None\n### BEGIN SOLUTION\ndata = open('data.csv').read()\n### END SOLUTION",
            "assert data == '1,2'",
        )
    ]
)


def run(*command, cwd):
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, env=ENVIRONMENT
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done


def hand_in(course, student, change=lambda first, second: None):
    folder = course / "submitted" / student / "ps"
    folder.mkdir(parents=True)
    first, second = (
        json.loads((course / "source" / "ps" / f"{n}.ipynb").read_text())
        for n in ("first", "second")
    )
    first["cells"][4]["source"] = "Because."
    change(first, second)
    (folder / "first.ipynb").write_text(json.dumps(first))
    (folder / "second.ipynb").write_text(json.dumps(second))
    return folder


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    course = tmp_path_factory.mktemp("course")
    (course / "source" / "ps").mkdir(parents=True)
    (course / "source" / "ps" / "first.ipynb").write_text(json.dumps(FIRST))
    (course / "source" / "ps" / "second.ipynb").write_text(json.dumps(SECOND))
    (course / "source" / "ps" / "data.csv").write_text("1,2")
    run("nbgrader", "generate_assignment", "ps", "--create", cwd=course)
    with api.Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        book.update_or_create_assignment("ps", duedate="2020-01-01 00:00:00")
        book.add_student("absent")
    hand_in(course, "right")
    hand_in(
        course, "wrong", lambda a, b: a["cells"][2].update(source="def double(x):\n    return 4")
    )
    shutil.copytree(course / "release" / "ps", course / "submitted" / "unsolved" / "ps")
    hand_in(course, "half")
    (course / "submitted" / "half" / "ps" / "second.ipynb").unlink()
    (course / "submitted" / "empty").mkdir()
    (course / "submitted" / ".hidden").mkdir()
    (course / "submitted" / "readme.txt").write_text("not a student")
    (course / "submitted" / "right" / "ps" / "data.csv").write_text("forged")
    timely = hand_in(course, "timely")
    (timely / "timestamp.txt").write_text("2019-12-31 12:00:00 UTC")
    return course


@pytest.fixture(scope="module")
def output(graded):
    return lincourse(graded, "grade", "ps")


def test_every_student_gets_status_and_points(graded, output):
    rows = table(graded, "ps")
    assert {name: (row["score"], row["status"]) for name, row in rows.items()} == {
        "absent": ("", "missing"),
        "empty": ("", "missing"),
        "half": ("2", "needs review"),
        "right": ("3", "graded"),
        "timely": ("3", "graded"),
        "unsolved": ("0", "graded"),
        "wrong": ("1", "graded"),
    }
    assert {row["max_score"] for row in rows.values()} == {"6"}
    assert "there is no second.ipynb" in rows["half"]["reason"]
    assert "late by" in rows["right"]["reason"]
    assert "reports/ps.html" in output


def test_gradebook_agrees_and_stock_nbgrader_still_works(graded, output):
    run("nbgrader", "export", "--to", "grades.csv", cwd=graded)
    with open(graded / "grades.csv") as file:
        exported = {row["student_id"]: row for row in csv.DictReader(file)}
    assert float(exported["right"]["score"]) == 3
    assert float(exported["wrong"]["score"]) == 1
    assert float(exported["absent"]["score"]) == 0
    with sqlite3.connect(graded / "gradebook.db") as db:
        needs = db.execute(
            "select count(*) from grade join submitted_notebook on grade.notebook_id = "
            "submitted_notebook.id where needs_manual_grade"
        ).fetchone()
    assert needs == (4,)  # the answers of right, wrong, half and timely; not the unanswered one
    run("nbgrader", "generate_feedback", "ps", "--student", "right", "--force", cwd=graded)
    assert "double" in (graded / "feedback" / "right" / "ps" / "first.html").read_text()


def test_feedback_shows_the_answer_and_hides_the_tests(graded, output):
    page = (graded / "feedback" / "wrong" / "ps" / "first.html").read_text()
    assert "return" in page
    assert "-3.5" not in page
    assert "assert" not in page


def test_autograded_notebooks_are_valid(graded, output):
    nbformat = pytest.importorskip("nbformat")
    for path in (graded / "autograded").rglob("*.ipynb"):
        nbformat.validate(nbformat.read(path, as_version=4))
    stamp = (graded / "autograded" / "timely" / "ps" / "timestamp.txt").read_text()
    assert not stamp.startswith("2019")


def test_trusted_timestamps_and_extensions_count(graded, output):
    with sqlite3.connect(graded / "gradebook.db") as db:
        db.execute(
            "update submitted_assignment set extension = '1999-01-01 00:00:00.000000' "
            "where student_id = 'right'"
        )
    again = ["--student", "timely", "--student", "right", "--force", "--trust-timestamps"]
    lincourse(graded, "grade", "ps", *again)
    rows = table(graded, "ps")
    assert "late" not in rows["timely"]["reason"]
    assert "late" not in rows["right"]["reason"]
    assert "late" in rows["wrong"]["reason"]
    assert len(rows) == 7


EARLY, LATER, LAST = (f"2026-10-0{day}T12:00:00+00:00" for day in (1, 2, 3))


@pytest.mark.parametrize(
    ("due", "claimed", "trust", "counts", "late", "recorded"),
    [
        (None, None, False, LATER, 0, None),
        (None, EARLY, False, LATER, 0, EARLY),
        (LAST, None, False, LATER, 0, None),
        (LAST, EARLY, False, LATER, 0, EARLY),
        (LAST, EARLY, True, EARLY, 0, EARLY),
        (EARLY, None, False, LATER, 86400, LATER),
        (EARLY, EARLY, False, LATER, 86400, LATER),
        (EARLY, EARLY, True, EARLY, 0, EARLY),
        (EARLY, None, True, LATER, 86400, LATER),
        (EARLY, LATER, True, LATER, 86400, LATER),
    ],
)
def test_gradebook_gets_the_claimed_time_unless_that_hides_lateness(
    due, claimed, trust, counts, late, recorded
):
    def moment(text):
        return text and datetime.fromisoformat(text)

    times = times_of(moment(LATER), moment(claimed), moment(due), trust)
    assert times.counts == moment(counts)
    assert times.late == late
    assert times.recorded == moment(recorded)


@pytest.fixture
def refused(graded, output, monkeypatch, capsys):
    """What the command says where it refuses, run in this process."""
    monkeypatch.setenv("NBGRADER_EXECUTION", "")  # which the grader sets
    monkeypatch.chdir(graded)

    def ask(assignment, **options):
        assert pipeline.grade(assignment, GradingSettings(**options)) == 2
        return capsys.readouterr().err

    return ask


def test_unknown_names_are_reported(refused):
    assert "no assignment 'nothing'" in refused("nothing")
    assert "no student nobody" in refused("ps", students=("nobody",))


def test_grade_refuses_without_bubblewrap(refused, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "bubblewrap" in refused("ps", force=True)
    if os.geteuid() == 0:
        assert "as root" in refused("ps", sandboxed=False)
