"""The log: a bug is never silent, whatever process or machine it happens in."""

import json
import logging
import subprocess
import sys

import pytest
from classroom import TINY, Submission, course_of_its_own, lincourse, solved
from gradebox import logs
from gradebox.judge.runner import Judge

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux"),
]


@pytest.fixture
def course(tmp_path):
    made = course_of_its_own(tmp_path / "course")
    for student in ("ada", "bob"):
        Submission(made, student, "tiny", solved(TINY)).hand_in()
    yield made
    logs.configure()


@pytest.fixture
def bug(monkeypatch):
    """A bug in the grader that one submission finds."""
    grade = Judge.grade

    def broken(self, submission):
        return 1 / 0 if submission.student == "ada" else grade(self, submission)

    monkeypatch.setattr(Judge, "grade", broken)


def test_bug_is_logged_with_its_traceback_and_others_are_graded(course, bug):
    said = lincourse(course, "grade", "tiny", code=1)
    assert "ERROR gradebox.run.result_writer: Grading 'ada' failed:\nTraceback" in said
    assert "in broken" in said
    assert "1 could not be graded (ada): the grader stopped: " in said
    assert (course / "autograded/bob/tiny/tiny.ipynb").is_file()


def test_log_file_gets_the_messages_instead_of_the_terminal(course, bug, tmp_path):
    file = tmp_path / "grade.log"
    said = lincourse(course, "grade", "tiny", "--log-file", file, code=1)
    assert "Traceback" not in said
    assert "ZeroDivisionError" in file.read_text()
    assert "ERROR gradebox.run.result_writer" in file.read_text()


def test_judge_that_fails_outside_the_grader_is_logged(course, monkeypatch, capfd):
    from gradebox.run import tasks

    monkeypatch.setattr(tasks, "grade", lambda judge, task: 1 / 0)
    lincourse(course, "grade", "tiny", "--log-file", course / "log", code=1)
    assert "The judge of 'ada' failed" in (course / "log").read_text()


def test_results_in_the_folder_of_older_versions_are_found(course):
    lincourse(course, "grade", "tiny")
    (course / "reports/.gradebox").rename(course / "reports/.lincourse")
    assert "0 to do, 2 as before" in lincourse(course, "grade", "tiny")


def test_damaged_result_is_logged_and_graded_again(course):
    assert "2 to do" in lincourse(course, "grade", "tiny")
    path = course / "reports/.gradebox/results/tiny/ada.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"late": "very"}))
    said = lincourse(course, "grade", "tiny")
    assert "ada.json can't be read, and is made again: Expected `float`, got `str`" in said
    assert "1 to do, 1 as before" in said


def test_log_level_hides_and_shows_messages(course):
    lincourse(course, "grade", "tiny")
    for level, shown in (("warning", True), ("error", False)):
        (course / "reports/.gradebox/results/tiny/ada.json").write_text("{")
        assert (
            "can't be read" in lincourse(course, "grade", "tiny", "--log-level", level)
        ) == shown


def test_noisy_libraries_log_only_to_the_file(tmp_path, capfd):
    try:
        noisy = logging.getLogger("noisy.child")
        logs.configure()
        logs.only_to_file("noisy")
        noisy.error("to nobody")
        logs.configure(file=tmp_path / "log")
        logs.only_to_file("noisy")
        noisy.error("to the file")
    finally:
        logs.configure()
    assert capfd.readouterr().err == ""
    assert "to the file" in (tmp_path / "log").read_text()
    assert "to nobody" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize("program", ["gradebox", "lincourse"])
def test_every_command_has_the_options_of_the_log(program):
    for command in (["grade"], ["collect"], ["return"], ["gradebook", "copy"]):
        code = f"from {program}.cli import main; main({[*command, '--help']!r})"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert "--log-level" in run.stdout, run.stderr
        assert "--log-file" in run.stdout
        assert f"    {program} {' '.join(command)}" in run.stdout
