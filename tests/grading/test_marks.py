"""Marks and comments that a person gives in formgrader: on page, report and table."""

import csv
import json

import pytest
from classroom import cell, exercise, lincourse, notebook
from nbgrader.api import Gradebook

pytestmark = pytest.mark.slow

BOOK = notebook(
    [
        cell("## 1. Twice", "markdown"),
        *exercise(
            "double",
            2,
            "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION",
            "assert double(2) == 4",
        ),
        cell("## 2. Investigation", "markdown"),
        cell("### BEGIN SOLUTION\n3 + 4\n### END SOLUTION", grade_id="figure_why", solution=True),
        cell("It is so.", "markdown", grade_id="why", grade=True, solution=True, points=4),
    ]
)


def grade(course, *options):
    return lincourse(course, "grade", "ps", *options)


CODE = 'import os\nprint("figures:", os.environ["GRADEBOX_FIGURES"])'


def hand_in(course, student, words, code=CODE):
    content = json.loads(json.dumps(BOOK))
    content["cells"][1]["source"] += f"\n{CODE}"
    content["cells"][4]["source"], content["cells"][5]["source"] = code, words
    folder = course / "submitted" / student / "ps"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "book.ipynb").write_text(json.dumps(content))


def row(course, student):
    with open(course / "reports" / "ps.csv", encoding="utf-8") as file:
        return next(row for row in csv.DictReader(file) if row["student"] == student)


def page(course, student):
    return (course / "feedback" / student / "ps" / "book.html").read_text()


def give(course, student, score, words):
    """As formgrader does."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        mark = book.find_grade("why", "book", "ps", student)
        mark.manual_score, mark.needs_manual_grade = score, False
        book.find_comment("why", "book", "ps", student).manual_comment = words
        book.find_comment("figure_why", "book", "ps", student).manual_comment = "The axes!"
        book.db.commit()


def needs(course, student):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        return book.find_grade("why", "book", "ps", student).needs_manual_grade


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = tmp_path_factory.mktemp("course")
    (course / "source" / "ps").mkdir(parents=True)
    (course / "source" / "ps" / "book.ipynb").write_text(json.dumps(BOOK))
    hand_in(course, "ada", "Because it grows.")
    hand_in(course, "bob", "No idea.")
    hand_in(course, "cyd", "It is so.")
    return course


def test_marks_and_comments_are_carried_through(course):
    said = grade(course)
    assert "answers to mark by hand. Next: lincourse mark ps" in said
    assert (row(course, "ada")["score"], row(course, "ada")["to_read"]) == ("2", "1")
    assert "This answer will be marked by hand" in page(course, "ada")
    report = course / "reports" / "ps.html"
    assert "To be marked by hand" in report.read_text()
    assert needs(course, "ada")

    give(course, "ada", 3.5, "Say by how much.\n<b>Well</b> drawn.")
    said = grade(course)
    assert "0 to do" in said
    assert (row(course, "ada")["score"], row(course, "ada")["to_read"]) == ("5.5", "0")
    assert (row(course, "bob")["score"], row(course, "bob")["to_read"]) == ("2", "1")
    shown = page(course, "ada")
    assert "A marker gave 3.5 of 4 points." in shown
    assert "Say by how much.\n&lt;b&gt;Well&lt;/b&gt; drawn." in shown
    assert "The axes!" in shown
    assert "Because it grows." in shown
    assert "figures: words" in shown  # of a cell that a test looks at
    assert "figures: drawn" in shown  # of one that a person looks at
    assert "5.5" in report.read_text()
    assert "This answer will be marked by hand" in page(course, "bob")

    before = page(course, "ada")
    grade(course)
    assert page(course, "ada") == before


def test_grading_again_keeps_the_mark_and_flags_only_what_is_new(course):
    give(course, "ada", 3.5, "Good.")
    give(course, "bob", 1, "Think again.")
    lincourse(course, "report", "ps")
    hand_in(course, "bob", "Because the base rate counts.")
    grade(course, "--force")
    assert not needs(course, "ada")
    assert (row(course, "ada")["score"], row(course, "ada")["to_read"]) == ("5.5", "0")
    assert needs(course, "bob")
    assert (row(course, "bob")["score"], row(course, "bob")["to_read"]) == ("3", "1")
    assert "for your previous answer; the new one will be marked again" in page(course, "bob")
    give(course, "bob", 4, "Yes!")
    lincourse(course, "report", "ps")
    assert row(course, "bob")["score"] == "6"
    assert "look at it again" not in page(course, "bob")


def test_a_mark_that_is_taken_back_is_gone(course):
    give(course, "cyd", 2, "")
    lincourse(course, "report", "ps")
    assert row(course, "cyd")["score"] == "4"
    give(course, "cyd", None, "")
    lincourse(course, "report", "ps")
    assert row(course, "cyd")["score"] == "2"
    assert "A marker gave" not in page(course, "cyd")
