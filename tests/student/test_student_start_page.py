"""The start page: what it links to and says, when it is written, and what is listed beside it."""

import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from lincourse.figures.welcome import BUILDS_ON
from lincourse.student import lab, start_page
from lincourse.student.course import CourseCopy

ROOT = Path(__file__).resolve().parents[2]
RIGHT = {
    "mean_of": "def mean_of(numbers):\n    return sum(numbers) / len(numbers)\n",
    "quiz_rungs_passed": "rungs_passed = 6",
}
UNIT = "exercises/00-welcome/00-welcome.ipynb"


@pytest.fixture
def folder(course):
    (course / "lectures/00-welcome.ipynb").write_text("{}")
    return course


def page(folder):
    return (folder / start_page.START_PAGE).read_text(encoding="utf-8")


def save(folder, name):
    start_page._after_save(str(folder / name), {"type": "notebook"}, contents_manager=None)


def test_page_links_to_every_lecture_and_exercise():
    course = CourseCopy(ROOT)
    written = start_page._page(course, start_page.all_units(course))
    links = set(re.findall(r"\]\((.+?)\)", written))
    assert links == {f"exercises/{unit}/{unit}.ipynb" for unit in course.units} | {
        f"lectures/{unit}.ipynb" for unit in course.units
    }
    assert all((ROOT / link).exists() for link in links)


def test_map_is_that_of_lecture_00():
    assert {later: list(needed) for later, needed in start_page.MAP.items()} == BUILDS_ON
    course = CourseCopy(ROOT)
    drawn = start_page._map(start_page.all_units(course))
    assert drawn.count("-->") == sum(map(len, start_page.MAP.values()))


def test_course_without_these_units_has_no_map(folder):
    start_page.write(CourseCopy(folder))
    assert "mermaid" not in page(folder)
    assert "| 04 | Perceptron |" in page(folder)  # its lecture is missing


def test_page_follows_what_is_saved(folder, welcome, perceptron):
    start_page.write(CourseCopy(folder))
    assert "**Next:** read [Welcome]" in page(folder)
    welcome.answer({"mean_of": RIGHT["mean_of"]})
    welcome.run_all()
    save(folder, UNIT)
    assert "**Go on** with [exercise 00]" in page(folder)
    assert "| 1 of 2 | 1 of 2 |" in page(folder)
    welcome.answer(RIGHT)
    save(folder, UNIT)
    assert "**Next:** read Perceptron" in page(folder)
    perceptron.save({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    save(folder, UNIT)
    assert "2 of 2" in page(folder)


def test_page_follows_the_check(folder, welcome, lincourse):
    start_page.write(CourseCopy(folder))
    welcome.answer(RIGHT)
    lincourse("check", "00", cwd=folder)
    assert "| 2 of 2 | 2 of 2 |" in page(folder)


def test_folder_without_a_page_gets_none_when_a_notebook_is_saved(folder):
    save(folder, UNIT)
    assert not (folder / start_page.START_PAGE).exists()


def test_notebook_can_be_saved_whatever_happens_to_the_page(folder, monkeypatch):
    start_page.write(CourseCopy(folder))
    for broken in (OSError("disk full"), ValueError("odd notebook")):

        def fail(*_, error=broken):
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(start_page, "write_atomically", fail)
            save(folder, UNIT)


def test_every_file_of_a_clone_is_shown_or_hidden():
    tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    names = {name.split("/")[0] for name in tracked}
    visible = {name for name in names if not name.startswith(".")}
    assert visible - set(lab.NOT_FOR_STUDENTS) == {"exercises", "lectures"}
    assert set(lab.NOT_FOR_STUDENTS) <= visible


def test_lab_hides_what_the_folder_has_and_students_do_not_need(folder, monkeypatch):
    (folder / "tools").mkdir()
    commands = []
    monkeypatch.setattr(lab.operating_system, "exec_program", commands.append)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", "/nowhere")
    lab.start(Path(folder), ["--port=8890"])
    [command] = commands
    assert "--LabApp.default_url=/lab/tree/Start%20here.md" in command
    assert "--ContentsManager.hide_globs=tools" in command
    assert "--ContentsManager.hide_globs=docs" not in command
    assert command[-1] == "--port=8890"
    assert page(folder)


def test_terminal_in_the_lab_finds_the_commands(folder, monkeypatch):
    monkeypatch.setattr(lab.operating_system, "exec_program", lambda _: 0)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", "/nowhere")
    lab.start(Path(folder), [])
    assert shutil.which("lincourse") == str(Path(sysconfig.get_path("scripts"), "lincourse"))
