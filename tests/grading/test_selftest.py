"""The course's own solution graded like a student's: what it loses is said, and why."""

import json
import shutil

import pytest
from classroom import cell, exercise, lincourse, notebook, released, write_notebook
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.course.syntax import read_globals
from gradebox.judge import selftest
from gradebox.results import Exercise, Failure, GradedNotebook, Result
from gradebox.run.workers import died

POWER = """
def power_iter(x, steps):
    ### BEGIN SOLUTION
    for _ in range(steps):
        x = [sum(a * b for a, b in zip(row, x)) for row in A]
    return x
    ### END SOLUTION
"""
BOOK = notebook(
    [
        cell("## 1. Powers", "markdown"),
        *exercise(
            "power", 10, POWER, "A = [[2, 0], [0, 3]]\nassert power_iter([1, 1], 1) == [2, 3]"
        ),
        cell("## 2. Below", "markdown"),
        *exercise(
            "later", 2, "### BEGIN SOLUTION\nlater = A[0][0]\n### END SOLUTION", "assert later == 2"
        ),
        *exercise("good", 1, "### BEGIN SOLUTION\ngood = 1\n### END SOLUTION", "assert good == 1"),
    ]
)


def write(course, source):
    for part, content in (("source", source), ("release", released(source))):
        write_notebook(course / part / "ps" / "book.ipynb", content)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_solution_that_reads_names_of_tests_is_reported(tmp_path):
    write(tmp_path, BOOK)
    write_notebook(tmp_path / "submitted" / "ada" / "ps" / "book.ipynb", BOOK)
    said = lincourse(tmp_path, "grade", "ps", "--check-assignment", code=1)
    assert "10 of 10 points lost" in said
    assert "`power_iter` uses `A`, which only your tests set" in said
    assert "assert power_iter([1, 1], 1) == [2, 3]" in said
    assert "test_good" not in said
    assert not (tmp_path / "reports" / "ps.html").exists(), "nobody was graded"

    said = lincourse(tmp_path, "grade", "ps")
    assert "`power_iter` uses `A`, which only your tests set" in said
    assert "1 to do" in said
    report = (tmp_path / "reports" / "ps.html").read_text()
    assert "`power_iter` uses `A`, which only your tests set" in report
    page = (tmp_path / "feedback" / "ada" / "ps" / "book.html").read_text()
    assert "`power_iter` uses `A`, which only a test cell sets" in page
    assert "a cell uses `A`, which only a test cell sets" in page
    assert "assert power_iter" not in page, "a test's lines are not the student's to read"
    assert not (tmp_path / "feedback" / "ps").exists(), "the solution is nobody's submission"

    mended = json.loads(json.dumps(BOOK).replace("A = [[2, 0]", "A_ = [[2, 0]"))
    mended["cells"].insert(1, cell("A = [[2, 0], [0, 3]]", grade_id="given", locked=True))
    write(tmp_path, mended)
    assert "reference solution gets all points" in lincourse(
        tmp_path, "grade", "ps", "--check-assignment"
    )
    said = lincourse(tmp_path, "grade", "ps")
    assert "reference solution loses" not in said
    assert "the course changed its tests" in said


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_garbage_collection_is_enabled_for_answers_and_tests(tmp_path):
    collects = "### BEGIN SOLUTION\nimport gc\ncollects = gc.isenabled()\n### END SOLUTION"
    both = "import gc\n\nassert collects, 'not there'\nassert gc.isenabled(), 'not here'"
    write(tmp_path, notebook(exercise("collects", 2, collects, both)))
    said = lincourse(tmp_path, "grade", "ps", "--check-assignment")
    assert "reference solution gets all points" in said


def assignment():
    return Assignment("ps", [CourseNotebook.parse("book", BOOK, released(BOOK))])


def lost(message, score=0.0, name="test_power", failure=None):
    result = Result("", "ps", "graded")
    exercise = Exercise(name, "1.", 10.0, score, message, failure=failure)
    result.notebooks = [GradedNotebook("book", [exercise])]
    return selftest.lost_points(assignment(), result, died(60))


@pytest.mark.parametrize(
    ("message", "cause"),
    [
        ("NameError: name 'A' is not defined", "`power_iter` uses `A`, which only your tests set"),
        ("A test of this part did not pass.", "`power_iter` uses `A`"),
    ],
)
def test_name_of_the_tests_is_found(message, cause):
    [loss] = lost(message)
    assert loss.points == 10
    assert cause in loss.cause


@pytest.mark.parametrize(
    ("failure", "cause"),
    [
        (Failure.TIMEOUT, "--timeout"),
        (Failure.UNSENDABLE, "can't be sent"),
        (Failure.MODULE_NOT_FOUND, "not installed"),
        (None, ""),
    ],
)
def test_known_cause_is_named(failure, cause):
    [loss] = lost("2 is not 3", name="test_good", failure=failure)
    assert cause in loss.cause


def test_only_lost_points_are_reported():
    assert lost("", 10.0) == []
    assert lost("", None) == [], "a person reads it"
    [loss] = selftest.lost_points(assignment(), None, died(60))
    assert "longer than 60 seconds" in loss.message


def test_read_globals_finds_the_names_of_each_function():
    code = """
import math

def f(x):
    y = 1
    return [x + y + B for _ in A]

class K:
    def g(self):
        return C

f(D)
E = 1
"""
    assert {user: read - {"f"} for user, read in read_globals(code).items()} == {
        "": {"D"},
        "f": {"A", "B"},
        "K": {"C"},
    }
    assert read_globals("def f(:") == {}
