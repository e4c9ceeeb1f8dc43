"""Marking with a rubric: the page, the files that it saves, two markers, and the gradebook."""

import json
import re

import pytest
from classroom import cell, exercise, lincourse, notebook, released, write_notebook
from gradebox.course.model import Assignment, CourseError, CourseNotebook
from gradebox.pages.marking import (
    FORMAT,
    ManualMark,
    agreement,
    joined,
    once,
    page,
    read,
    rubric,
    shared,
    token,
)
from gradebox.results import Exercise, GradedNotebook, Result
from sklearn.metrics import cohen_kappa_score

TASK = """## 2. In words

Why does it double? **A person reads this**, and gives

- 1 point for a $k$ with a reason;
- 2 points for an example, *worked*.
"""
BOOK = notebook(
    [
        cell("## 1. Twice\n\n- 7 points for nothing here", "markdown"),
        *exercise(
            "double",
            2,
            "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION",
            "assert double(2) == 4",
        ),
        cell(TASK, "markdown"),
        cell("It is so.", "markdown", grade_id="why", grade=True, solution=True, points=3),
    ]
)
ASSIGNMENT = Assignment("ps", [CourseNotebook.parse("book", BOOK, released(BOOK))])
KEY = "0123"


def test_rubric_is_the_list_above_the_answer():
    [book] = ASSIGNMENT.notebooks
    assert rubric(book, book.cells[-1]) == [
        (1.0, "a k with a reason"),
        (2.0, "an example, *worked*"),
    ]
    task = cell(
        "Do it.\n=== BEGIN MARK SCHEME ===\n* 2 points: it is done\n=== END MARK SCHEME ===",
        "markdown",
        grade_id="task",
        task=True,
        points=2,
    )
    whole = CourseNotebook.parse("b", notebook([task]))
    assert rubric(whole, whole.cells[0]) == [(2.0, "it is done")]


def result(student, text, name=""):
    content = {
        "cells": [
            {
                "cell_type": "markdown",
                "metadata": {"nbgrader": {"grade_id": "why", "grade": True, "solution": True}},
                "source": text,
            }
        ]
    }
    graded = GradedNotebook("book", [Exercise("why", "2.", 3.0, None, by_hand=True, answer="d")])
    made = Result(student, "ps", "graded", notebooks=[graded], name=name)
    return made, content


def made(names=False):
    pairs = [result("ada", "Because.", "Ada L."), result("bob", "</pre><script>x</script>")]
    content = {(each.student, "book"): cells for each, cells in pairs}
    return page(ASSIGNMENT, [each for each, _ in pairs], content, KEY, "2026-01-01", names)


def test_anonymous_page_has_no_names_and_no_markup_of_students():
    html = made()
    assert not re.search(r"\b(ada|bob)\b", html, re.I)
    assert token(KEY, "ada") in html
    assert html.count("<script") == 1
    assert "&lt;script&gt;x" in html
    assert "an example, *worked*" in html
    assert "http" not in re.sub(r"http-equiv", "", html)
    assert "Ada L." in made(names=True)


def entry(student="ada", points=2, **more):
    usual = {"notebook": "book", "cell": "why", "comment": "", "work": "d"}
    return {"answer": token(KEY, student), "points": points, **usual, **more}


def saved(path, *marks, **more):
    data = {"format": FORMAT, "assignment": "ps", "marker": "x", "marks": list(marks), **more}
    path.write_text(json.dumps(data))
    return path


def test_saved_marks_are_read_back(tmp_path):
    file = saved(tmp_path / "m.json", entry(comment="Well."), entry("bob", 0))
    assert read(file, ASSIGNMENT, ["ada", "bob"], KEY) == [
        ManualMark("ada", "book", "why", 2.0, "Well.", "d"),
        ManualMark("bob", "book", "why", 0.0, "", "d"),
    ]


@pytest.mark.parametrize(
    ("marks", "more", "words"),
    [
        ([entry(points=4)], {}, "mark 1: 4 is not between 0 and 3 points"),
        ([entry(points=float("nan"))], {}, "nan is not between"),
        ([entry(points=True)], {}, "True is not between"),
        ([entry(points="3")], {}, "'3' is not between"),
        ([entry(), entry("eve")], {}, "mark 2: no student has this answer"),
        ([entry(cell="test_double")], {}, "no question 'test_double'"),
        ([entry(comment=None)], {}, "comment is not text"),
        ([entry(answer=[])], {}, "mark 1"),
        ([3], {}, "mark 1"),
        ([], {"assignment": "other"}, "holds marks of other, not of ps"),
        ([], {"format": "x"}, "its format is 'x'"),
        ([], {"marks": 3}, "not a file that the marking page saved"),
    ],
)
def test_invalid_marks_file_is_refused_with_a_reason(tmp_path, marks, more, words):
    file = saved(tmp_path / "m.json", *marks, **more)
    with pytest.raises(CourseError, match=re.escape(words)) as caught:
        read(file, ASSIGNMENT, ["ada", "bob"], KEY)
    assert "Nothing was changed." in str(caught.value)


def test_missing_marks_file_is_named(tmp_path):
    with pytest.raises(CourseError, match=r"m.json can't be read: No such file"):
        read(tmp_path / "m.json", ASSIGNMENT, ["ada"], KEY)


def mark(student, points, comment=""):
    return ManualMark(student, "book", "why", points, comment, "d")


def test_agreement_of_two_markers_is_measured():
    first = [mark(f"s{i}", points) for i, points in enumerate([0, 1, 2, 3, 3, 2])]
    second = [mark(f"s{i}", points) for i, points in enumerate([0, 1, 2, 3, 2, 0])]
    [found] = agreement(first, second)
    assert (found.both, found.same) == (6, 4)
    assert found.apart == pytest.approx(3 / 6)
    points = [[mark.points for mark in sheet] for sheet in (first, second)]
    assert found.kappa == pytest.approx(cohen_kappa_score(*points, weights="quadratic"))
    [same] = agreement([mark("a", 1.0)], [mark("a", 1.0)])
    assert same.kappa is None
    assert agreement(first, []) == []


def test_disagreements_are_left_out_unless_the_mean_is_requested():
    first = [mark("a", 1.0, "Yes."), mark("b", 1.0, "x"), mark("c", 3.0)]
    second = [mark("a", 1.0, "Yes."), mark("b", 2.0, "y"), mark("d", 0.0)]
    together, differ = joined(first, second, take_mean=False)
    assert [(g.student, g.points) for g in together] == [("a", 1.0), ("c", 3.0), ("d", 0.0)]
    assert together[0].comment == "Yes."
    assert [(one.points, other.points) for one, other in differ] == [(1.0, 2.0)]
    together, differ = joined(first, second, take_mean=True)
    assert [(g.student, g.points, g.comment) for g in together][1] == ("b", 1.5, "x\ny")
    assert differ == []


def test_mark_of_a_group_goes_to_all_its_members():
    mates = {"b": "a", "c": "a", "d": "z"}
    class_ = [Result(student, "ps", "graded") for student in "abcde"]
    assert [result.student for result in once(class_, mates)] == ["a", "d", "e"]
    work = {(student, "book", "why"): "d" for student in "abe"} | {("c", "book", "why"): "other"}
    marks = shared([mark("a", 2.0, "Yes."), mark("e", 1.0)], mates, work)
    assert [(mark.student, mark.points, mark.comment) for mark in marks] == [
        ("a", 2.0, "Yes."),
        ("e", 1.0, ""),
        ("b", 2.0, "Yes."),  # c has handed in something of their own since
    ]


@pytest.mark.slow
def test_marks_go_from_the_page_to_gradebook_and_feedback(tmp_path):
    for part, content in (("source", BOOK), ("release", released(BOOK))):
        write_notebook(tmp_path / part / "ps" / "book.ipynb", content)
    for student in ("ada", "bob"):
        work = json.loads(json.dumps(BOOK))
        work["cells"][-1]["source"] = f"Because I am {student[0]}."
        write_notebook(tmp_path / "submitted" / student / "ps" / "book.ipynb", work)
    lincourse(tmp_path, "grade", "ps")
    assert "ps-marking.html" in lincourse(tmp_path, "mark", "ps")
    html = (tmp_path / "reports" / "ps-marking.html").read_text()
    found = re.findall(r'data-answer="(\w+)" data-work="(\w+)".*?Because I am (.)', html, re.S)
    assert {letter for *_, letter in found} == {"a", "b"}
    marks = [
        {"answer": answer, "work": work, "notebook": "book", "cell": "why"}
        | {"points": 2.5, "comment": f"Well, {letter}."}
        for answer, work, letter in found
    ]
    good = saved(tmp_path / "good.json", *marks)
    bad = saved(tmp_path / "bad.json", marks[0], {**marks[1], "points": 9})
    assert "9 is not between 0 and 3" in lincourse(tmp_path, "mark", "ps", bad, code=2)
    table = (tmp_path / "reports" / "ps.csv").read_text()
    assert "4.5" not in table, "all marks of a file, or none"
    assert "2 marks put into the gradebook" in lincourse(tmp_path, "mark", "ps", good)
    table = (tmp_path / "reports" / "ps.csv").read_text()
    assert table.count(",4.5,5,") == 2
    feedback = (tmp_path / "feedback" / "ada" / "ps" / "book.html").read_text()
    assert "A marker gave 2.5 of 3 points" in feedback
    assert "Well, a." in feedback
    other = saved(tmp_path / "other.json", *({**each, "points": 1} for each in marks))
    said = lincourse(tmp_path, "mark", "ps", good, other)
    assert "why: 2 answers marked twice, 0 the same, 1.50 points apart on average" in said
    assert "0 marks put" in said
    assert "2.5 and 1 points; not taken" in said
    stale = saved(tmp_path / "stale.json", {**marks[0], "work": "old", "points": 0})
    assert "submitted again since the page was made; not taken" in lincourse(
        tmp_path, "mark", "ps", stale
    )
