"""Grading a class again: whose doing a change is, what a person gave, who gained and who lost."""

import datetime
import json
import multiprocessing
import shutil
import time
from types import SimpleNamespace

import nbformat
import pytest
from classroom import cell, exercise, lincourse, notebook, released, table, write_notebook
from gradebox.intake import reader
from gradebox.pages import feedback
from nbgrader.api import Gradebook
from nbgrader.utils import compute_checksum

pytestmark = pytest.mark.slow

BOOK = notebook(
    [
        cell("## 1. Twice", "markdown"),
        *exercise(
            "double",
            2,
            "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION",
            "assert double(2) == 4, 'twice two is four'",
        ),
        cell("## 2. In words", "markdown"),
        cell("### BEGIN SOLUTION\n3 + 4\n### END SOLUTION", grade_id="figure_why", solution=True),
        cell("It is so.", "markdown", grade_id="why", grade=True, solution=True, points=4),
    ]
)
ANSWERS = {
    "ada": ("def double(x):\n    return 2 * x", "Because it grows."),
    "bob": ("def double(x):\n    return x + 2", "No idea."),
    "cyd": ("def double(x):\n    return x", "It is what it is."),
}


def as_released(source):
    """What `nbgrader generate_assignment` gives to students, with its checksums."""
    made = nbformat.from_dict(released(source))
    for each in made.cells:
        if "nbgrader" in each.metadata:
            each.metadata.nbgrader["checksum"] = compute_checksum(each)
    return json.loads(json.dumps(made))


def submit(course, student, code, words, figure="3 + 4"):
    content = as_released(BOOK)
    for place, text in ((1, code), (4, figure), (5, words)):
        content["cells"][place]["source"] = text
    write_notebook(course / "submitted" / student / "ps" / "book.ipynb", content)


def write_source(course, source, release=True):
    for part, content in (("source", source), ("release", as_released(source))):
        if part == "source" or release:
            write_notebook(course / part / "ps" / "book.ipynb", content)


def with_test(text="assert double(2) == 4, 'twice two is four'", points=2):
    """The course's notebook with another test."""
    source = json.loads(json.dumps(BOOK))
    source["cells"][2]["source"] = text
    source["cells"][2]["metadata"]["nbgrader"]["points"] = points
    return source


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course folder with a class that was graded once, and what that said."""
    course = tmp_path_factory.mktemp("graded") / "course"
    write_source(course, BOOK)
    for student, (code, words) in ANSWERS.items():
        submit(course, student, code, words)
    for student in ("dot", "eva"):
        (course / "submitted" / student / "other").mkdir(parents=True)
    return course, grade(course)


@pytest.fixture
def course(graded, tmp_path):
    """A copy of it, to be graded again."""
    return shutil.copytree(graded[0], tmp_path / "course")


def grade(course, *options):
    return lincourse(course, "grade", "ps", *options)


def page(course, student):
    return (course / "feedback" / student / "ps" / "book.html").read_text()


def give(course, student, name, score, words="", extra=None):
    """As formgrader does."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        mark = book.find_grade(name, "book", "ps", student)
        mark.manual_score, mark.extra_credit, mark.needs_manual_grade = score, extra, False
        if words:
            book.find_comment(name, "book", "ps", student).manual_comment = words
        book.db.commit()


def flagged(course, student, name):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        return book.find_grade(name, "book", "ps", student).needs_manual_grade


def set_due(course, due):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        book.update_or_create_assignment("ps", duedate=due)


@pytest.mark.parametrize("release", [False, True], ids=["the old release", "a new release"])
def test_changed_tests_are_reported_as_the_courses_doing(course, release):
    said = "assert double(2) == 4, 'twice two is four'\nassert double(3) == 6, 'twice three'"
    write_source(course, with_test(said, points=4), release)
    grade(course)
    assert {table(course, "ps")[student]["status"] for student in ANSWERS} == {"graded"}
    assert not any("test cells were changed" in page(course, student) for student in ANSWERS)
    found = table(course, "ps-changes")
    assert found.keys() == {"ada", "bob"}
    assert (found["ada"]["before"], found["ada"]["after"]) == ("2", "4")
    assert "worth 4 points now; it was 2" in found["ada"]["why"]
    assert (found["bob"]["before"], found["bob"]["after"]) == ("2", "0")
    report = (course / "reports" / "ps.html").read_text()
    assert "What changed" in report


def test_files_copied_again_make_nobody_late(course):
    set_due(course, datetime.datetime.now(datetime.UTC).replace(tzinfo=None))
    time.sleep(1.2)  # times of hand-in are whole seconds
    for student, (code, words) in ANSWERS.items():
        submit(course, student, code, words)
    write_source(course, with_test("assert double(2) == 4, 'two and two'"))
    assert "3 to do" in grade(course)
    assert not any("late" in row["reason"] for row in table(course, "ps").values())


def test_penalty_configured_later_counts_and_is_shown(course):
    set_due(course, datetime.datetime(2020, 1, 1))
    grade(course)
    assert table(course, "ps")["ada"]["score"] == "2"
    config = "c = get_config()\nc.LateSubmissionPlugin.penalty_method = 'zero'\n"
    (course / "nbgrader_config.py").write_text(config)
    assert "0 to do" in grade(course)
    ada = table(course, "ps")["ada"]
    assert (ada["score"], ada["penalty"]) == ("0", "2")
    assert "2 points are taken off" in page(course, "ada")
    assert "2 points are taken off" in (course / "reports" / "ps.html").read_text()
    give(course, "ada", "why", 3)
    lincourse(course, "report", "ps")
    ada = table(course, "ps")["ada"]
    assert (ada["score"], ada["penalty"]) == ("0", "5")


def test_report_updates_table_and_pages_without_grading(course):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        book.update_or_create_student("ada", first_name="Ada", last_name="<b>Lovelace")
    give(course, "ada", "why", 3, "Say by <how> much.", extra=0.5)
    (course / "feedback/bob/ps/book.html").write_text("nbgrader's own page")
    assert "1 answer" not in lincourse(course, "report", "ps")
    assert table(course, "ps")["ada"]["score"] == "5.5"
    assert table(course, "ps")["ada"]["name"] == "Ada <b>Lovelace"
    assert table(course, "ps")["ada"]["to_read"] == "0"
    assert "Say by &lt;how&gt; much." in page(course, "ada")
    assert "3.5 of 4" in page(course, "ada")
    assert "0.5 of them are extra credit" in page(course, "ada")
    assert "Ada &lt;b&gt;Lovelace" in page(course, "ada")
    assert "nbgrader's own page" not in page(course, "bob")
    report = (course / "reports" / "ps.html").read_text()
    assert "Ada &lt;b&gt;Lovelace" in report
    assert "<b>Lovelace" not in report


def test_regrade_keeps_marks_given_by_hand(course):
    give(course, "ada", "why", 3, "Good.")
    give(course, "cyd", "test_double", 1)
    give(course, "bob", "why", 1)
    write_source(course, with_test("assert double(2) == 4, 'another message'"))
    grade(course)
    assert not flagged(course, "ada", "why")
    assert not flagged(course, "cyd", "test_double")
    assert table(course, "ps")["ada"]["to_read"] == "0"
    assert table(course, "ps")["cyd"]["score"] == "1"
    submit(course, "bob", ANSWERS["bob"][0], "I have it now.\nIt doubles.")
    grade(course)
    assert flagged(course, "bob", "why")
    assert not flagged(course, "ada", "why")
    assert "for your previous answer; the new one will be marked again" in page(course, "bob")
    report = (course / "reports" / "ps.html").read_text()
    assert "changed since it was marked" in report
    assert "No idea." in report, "what it was"
    assert "I have it now." in report, "what it is"


def test_mark_that_is_taken_back_is_gone(course):
    assert "This answer will be marked by hand" in page(course, "cyd")
    for score, total in ((2, "2"), (None, "0")):
        give(course, "cyd", "why", score)
        lincourse(course, "report", "ps")
        assert table(course, "ps")["cyd"]["score"] == total
        assert ("A marker gave 2 of 4 points." in page(course, "cyd")) == (score == 2)


def test_figures_are_drawn_only_for_answers_marked_by_hand(course):
    show = 'import os\nprint("{}:", os.environ["GRADEBOX_FIGURES"])'
    submit(course, "ada", show.format("tested"), "Because.", show.format("by hand"))
    grade(course)
    assert "tested: words" in page(course, "ada")
    assert "by hand: drawn" in page(course, "ada")


def test_forced_regrade_replaces_pages_of_nbgrader(course):
    give(course, "ada", "why", 3, "Say by how much.")
    (course / "feedback/ada/ps/book.html").write_text("nbgrader's own page")
    grade(course, "--force")
    assert "Say by how much." in page(course, "ada")


def test_only_submissions_of_this_assignment_are_graded(graded):
    course, said = graded
    assert "Grading ps: 3 to do." in said
    assert "3 answers to mark by hand. Next: lincourse mark ps" in said
    assert table(course, "ps")["dot"]["status"] == "missing"
    assert table(course, "ps")["dot"]["score"] == "", "nothing is not the same as 0"


@pytest.fixture
def calls(monkeypatch):
    """Count the calls of a function of the grader by student, in all its processes."""
    numbers = {name: multiprocessing.Value("i") for name in ANSWERS}  # shared with forks

    def count(module, name, student):
        function = getattr(module, name)

        def counted(*args):
            if number := numbers.get(student(*args)):
                with number:
                    number.value += 1
            return function(*args)

        monkeypatch.setattr(module, name, counted)

    def since():
        """The calls since the last time this was called."""
        found = {name: number.value for name, number in numbers.items() if number.value}
        for number in numbers.values():
            number.value = 0
        return found

    return SimpleNamespace(count=count, since=since)


def test_pages_are_rendered_once_until_they_change(course, calls):
    calls.count(feedback, "page", lambda result, notebook: result.student)
    once = dict.fromkeys(ANSWERS, 1)
    grade(course, "--force")
    assert calls.since() == once
    lincourse(course, "report", "ps")
    assert "0 to do" in grade(course)
    assert calls.since() == {}
    give(course, "ada", "why", 3)
    (course / "feedback/bob/ps/book.html").write_text("changed by another tool")
    lincourse(course, "report", "ps")
    assert calls.since() == {"ada": 1, "bob": 1}
    (course / "feedback/bob/ps/book.html").unlink()
    assert "0 to do" in grade(course)
    assert calls.since() == {"bob": 1}


def test_pages_of_marked_and_late_submissions_are_rendered_once(course, calls):
    config = "c = get_config()\nc.LateSubmissionPlugin.penalty_method = 'zero'\n"
    (course / "nbgrader_config.py").write_text(config)
    give(course, "ada", "why", 3)
    lincourse(course, "report", "ps")
    calls.count(feedback, "page", lambda result, notebook: result.student)
    grade(course, "--force")
    assert calls.since() == dict.fromkeys(ANSWERS, 1)
    set_due(course, datetime.datetime(2020, 1, 1))
    grade(course, "--force")
    assert calls.since() == dict.fromkeys(ANSWERS, 1)
    assert "2 points are taken off" in page(course, "bob")


def test_submissions_are_read_and_hashed_once(course, calls):
    submit(course, "bob", ANSWERS["cyd"][0], "Changed.")
    calls.count(reader, "receive", lambda folder, student, assignment: student)
    assert "1 to do, 2 as before" in grade(course)
    assert calls.since() == dict.fromkeys(ANSWERS, 1)
    assert "Changed." in page(course, "bob")
