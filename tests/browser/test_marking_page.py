"""The marking page in a real browser: keys, rubric, snippets, and the file that it saves."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.pages import marking
from gradebox.results import Exercise, GradedNotebook, Result

pytestmark = pytest.mark.slow

TASK = "## 1. Why\n\n- 1 point for a reason;\n- 2 points for an example."


def answer(text):
    role = {"grade_id": "why", "grade": True, "solution": True, "points": 3}
    return {"cell_type": "markdown", "metadata": {"nbgrader": role}, "source": text}


TASK_CELL = {"cell_type": "markdown", "metadata": {}, "source": TASK}
BOOK = {"cells": [TASK_CELL, answer("It is so.")], "metadata": {}, "nbformat": 4}
ASSIGNMENT = Assignment("ps", [CourseNotebook.parse("book", BOOK, BOOK)])
STUDENTS = ["ada", "bob", "cyd"]


@pytest.fixture
def path(tmp_path):
    results, content = [], {}
    for student in STUDENTS:
        work = Exercise("why", "1. Why", 3.0, None, by_hand=True, answer=f"digest of {student}")
        results.append(Result(student, "ps", "graded", notebooks=[GradedNotebook("book", [work])]))
        shown = answer(f"{student} <img src=x onerror=alert(1)>")
        content[student, "book"] = {"cells": [shown]}
    html = marking.page(ASSIGNMENT, results, content, "key", "2026-03-03T08:00:00+00:00")
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    return tmp_path / "page.html"


def test_marks_are_given_with_keys_and_saved_as_a_file_that_is_read_back(browser, path, tmp_path):
    page = browser.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    page.keyboard.press("j")
    page.keyboard.press("2")
    first = page.locator("article").nth(0)
    assert first.locator(".points").input_value() == "2"
    page.keyboard.press("1")
    assert first.locator(".points").input_value() == "3"
    page.keyboard.press("1")
    page.keyboard.press("c")
    page.keyboard.type("just so")  # j and k are letters here
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("0")
    page.locator(".snippets").fill("Say why.\nGive an example.")
    page.locator("article").nth(1).get_by_text("Give an example.").click()
    assert "2 of 3 marked" in page.locator("#done").inner_text()
    page.locator("#unmarked").check()
    assert page.locator("article:visible").count() == 1
    page.locator("#unmarked").uncheck()
    page.locator("#marker").fill("A B")
    with page.expect_download() as download:
        page.locator("#save").click()
    assert download.value.suggested_filename == "ps-marks-A-B.json"
    download.value.save_as(tmp_path / "marks.json")
    given = marking.read(tmp_path / "marks.json", ASSIGNMENT, STUDENTS, "key")
    assert [(mark.points, mark.comment) for mark in given] == [
        (2.0, "just so\nNo points for: a reason"),
        (0.0, "Give an example."),
    ]
    assert all(mark.work == f"digest of {mark.student}" for mark in given)
    page.wait_for_timeout(1000)  # the browser writes what it keeps a little later
    page.reload()
    assert "2 of 3 marked" in page.locator("#done").inner_text(), "the browser has kept it"
    assert complaints == []
    assert json.loads((tmp_path / "marks.json").read_text())["marker"] == "A B"
    page.close()


def test_it_fits_on_a_phone(browser, path):
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_the_page_can_be_used_by_everybody(browser, path):
    page = browser.new_page()
    page.goto(path.as_uri())
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.close()
