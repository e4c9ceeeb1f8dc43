"""A notebook with a name: both graders give the same marks, and another's name is noticed."""

import csv
import functools
import json
import shutil
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from classroom import lincourse, nbgrader
from gradebox.checks import CheckLibraries
from gradebox.intake.identity import other_names, same_person
from gradebox.judge.namespace import Namespace
from gradebox.judge.runner import NotebookRun
from misstep.quizzes.quiz import plain
from nbgrader.api import Gradebook

from lincourse import gradebox as course
from lincourse.checks.units import QUIZZES

ROOT = Path(__file__).resolve().parents[2]
UNITS = ["01-probability", "02-naive-bayes", "04-perceptron", "09-family"]
NAME = "Ada Lovelace"


def submit(course, unit, student, name, answers_for):
    """Hand in the solution under a name, its quizzes answered for some name or other."""
    notebook = nbformat.read(ROOT / "solutions" / unit / f"{unit}.ipynb", as_version=4)
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        quiz = QUIZZES.get(grade_id.removeprefix("quiz_"))
        if grade_id == "student":
            cell.source = name
        elif grade_id.startswith("quiz_") and quiz:
            cell.source = f"{quiz.variable} = {quiz.question(answers_for).answer!r}"
    target = course / "submitted" / student / unit / f"{unit}.ipynb"
    target.parent.mkdir(parents=True)
    nbformat.write(notebook, target)


CLASS = {  # the folder, its first cell, and whose questions were answered
    "ada.lovelace": (f'student = "{NAME}"', NAME),
    "mallory": (f'student = "{NAME}"', NAME),
    "eve": ('student = "Eve"', NAME),
    "nameless": ('student = ""', ""),
    "s-4711": ("student = 4711", "4711"),
    "odd-one": ('student = ["Odd"]', ""),
    "unquoted": ("student = Ada", ""),
}


def marks(course, unit):
    """student -> {test: score}, as the gradebook has it."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        return {
            submission.student.id: {g.name: g.score for g in submission.notebooks[0].grades}
            for submission in book.assignment_submissions(unit)
        }


def make_course(course, units):
    """A course folder with a class that has handed in."""
    shutil.copy(ROOT / "nbgrader_config.py", course)
    for unit in units:
        for folder in ("solutions", "exercises"):
            shutil.copytree(ROOT / folder / unit, course / folder / unit)
        for student, (cell, answered) in CLASS.items():
            submit(course, unit, student, cell, answered)
    return course


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """unit -> a course with a class that we have graded."""

    @functools.cache
    def grade(unit):
        course = make_course(tmp_path_factory.mktemp("ours"), [unit])
        lincourse(course, "grade", unit)
        return course

    return grade


@pytest.fixture
def ours(graded, unit):
    return graded(unit)


@pytest.fixture(scope="module")
def stock(tmp_path_factory):
    """The same class graded by nbgrader."""
    course = make_course(tmp_path_factory.mktemp("stock"), UNITS)
    nbgrader(course, "generate_assignment", "--assignment=*", "--create", "--force")
    nbgrader(course, "autograde", "--assignment=*", "--create")
    return course


@pytest.mark.slow
@pytest.mark.sampled(every=len(UNITS))
@pytest.mark.parametrize("unit", UNITS)
class TestGrading:
    @pytest.mark.nightly
    def test_both_graders_give_the_same_marks(self, ours, stock, unit):
        assert marks(stock, unit) == marks(ours, unit)

    def test_questions_are_those_of_the_name(self, ours, unit):
        given = marks(ours, unit)
        drawn = [f"test_quiz_{name}" for name in QUIZZES if f"test_quiz_{name}" in given["eve"]]
        assert drawn
        for name in ("ada.lovelace", "mallory", "nameless", "s-4711"):
            assert all(given[name][test] for test in drawn), name
        lost = [test for test in drawn if not given["eve"][test]]
        assert len(lost) >= len(drawn) / 2  # some questions have the same answer for two names
        by_tests = {test: score for test, score in given["eve"].items() if test.startswith("test_")}
        assert all(score for test, score in by_tests.items() if test not in drawn)

    def test_another_name_is_something_to_look_at_and_costs_nothing(self, ours, unit):
        with open(ours / "reports" / f"{unit}.csv", encoding="utf-8") as file:
            rows = {row["student"]: row for row in csv.DictReader(file)}
        assert rows["mallory"]["status"] == "needs review"
        assert "answers for another name (ada lovelace)" in rows["mallory"]["reason"]
        assert rows["mallory"]["score"] == rows["ada.lovelace"]["score"]
        for student in ("ada.lovelace", "eve", "nameless", "s-4711"):
            assert "another name" not in rows[student]["reason"], student
        page = (ours / "reports" / f"{unit}.html").read_text(encoding="utf-8")
        assert "1 student gave no name" in page
        assert "2 students gave the name “ada lovelace”" in page

    def test_a_name_without_quotes_is_told_to_both(self, ours, unit):
        with open(ours / "reports" / f"{unit}.csv", encoding="utf-8") as file:
            rows = {row["student"]: row for row in csv.DictReader(file)}
        assert rows["unquoted"]["status"] == "needs review"
        assert "the cell with the student's name stopped" in rows["unquoted"]["reason"]
        path = ours / "feedback" / "unquoted" / unit / f"{unit}.html"
        assert "Put your name between quotes" in " ".join(path.read_text("utf-8").split())

    def test_the_graded_notebook_shows_the_questions_that_were_asked(self, ours, unit):
        path = ours / "autograded" / "ada.lovelace" / unit / f"{unit}.ipynb"
        for cell in json.loads(path.read_text())["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            quiz = QUIZZES.get(name.removeprefix("question_"))
            if name.startswith("question_") and quiz:
                [output] = cell["outputs"]
                shown = "".join(output["data"]["text/markdown"])
                assert shown == quiz.question(NAME).markdown

    def test_the_page_for_the_student_shows_them_too(self, ours, unit):
        path = ours / "feedback" / "ada.lovelace" / unit / f"{unit}.html"
        words = " ".join(unescape(path.read_text(encoding="utf-8")).split())
        released = (ROOT / "exercises" / unit / f"{unit}.ipynb").read_text(encoding="utf-8")
        shown = [name for name in QUIZZES if f'"question_{name}"' in released]
        assert shown
        for name in shown:
            asked = plain(QUIZZES[name].question(NAME).text)
            assert " ".join(asked.split()) in words, name


def test_a_name_is_the_one_that_the_test_read():
    names = iter(["Mallory", "Ada Lovelace"])
    owners = SimpleNamespace(shared=set(), course_names={})
    student = SimpleNamespace(
        get=lambda _: next(names), process=SimpleNamespace(changes=0), fingerprint=lambda _: None
    )
    namespace = Namespace(student, owners, {})
    run = NotebookRun.__new__(NotebookRun)
    run.names, run.checks = namespace, CheckLibraries([course])
    cell = SimpleNamespace(source='check_quiz("toss_c", toss_c, student)')
    namespace.enter(0)
    assert run._asked_for(cell) == set()
    assert namespace["student"] == "Mallory"
    assert run._asked_for(cell) == {"mallory"}
    namespace.enter(1)
    assert namespace["student"] == "Ada Lovelace"
    assert run._asked_for(cell) == {"ada lovelace"}


@pytest.mark.parametrize(
    ("name", "student_id"),
    [
        ("Ada Lovelace", "ada.lovelace@example.edu"),
        ("Ada Lovelace", "lovelace-a"),
        ("Ada Lovelace", "alove02"),
        ("Ada Lovelace", "al1234"),
        ("Ada Lovelace", "ada"),
        ("ada", "Ada Lovelace"),
        ("ADA LOVELACE", "LovelaceAda"),
        ("José García", "garcia_jose"),
        ("0123456", "123456"),
        ("Ada Lovelace", "0123456"),
        ("李明", "liming"),
        ("student 01", "student-01"),
        ("", "anybody"),
    ],
)
def test_names_that_can_belong_to_an_id(name, student_id):
    assert same_person(name, student_id)
    assert other_names(student_id, {name}) == []


@pytest.mark.parametrize(
    ("name", "student_id"),
    [
        ("Ada Lovelace", "mallory"),
        ("Ada Byron", "ada.lovelace"),
        ("student 02", "student-01"),
        ("s1234", "s1235"),
        ("4711", "4712"),
        ("Ada", "student-01"),
    ],
)
def test_names_that_can_not(name, student_id):
    assert not same_person(name, student_id)
    assert other_names(student_id, {name, ""}) == [f"answers for another name ({name})"]


def test_a_long_name_of_many_equal_words_takes_no_time():
    assert same_person("a " * 500, "a" * 500) in (True, False)
