"""`lincourse check`: what it prints, and what no notebook can do to it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from nbgrader.utils import compute_checksum

from lincourse.student.check import check
from lincourse.student.notebook import Cell, read
from lincourse.student.runner import run

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted(path.name for path in (ROOT / "exercises").iterdir() if path.is_dir())
FLOOR = "def mean_of(numbers):\n    return sum(numbers) // len(numbers)\n"


def states(result):
    return {exercise.name: exercise.state for exercise in result.exercises}


@pytest.mark.parametrize(
    "unit",
    [
        unit if unit[:2] in ("00", "04", "08") else pytest.param(unit, marks=pytest.mark.nightly)
        for unit in UNITS
    ],
)
def test_check_gives_all_points_to_solutions(unit):
    result = check(ROOT / "solutions" / unit / f"{unit}.ipynb")
    assert set(states(result).values()) == {"passed"}
    assert result.points == result.max_points > 0
    assert not result.stopped_cells


@pytest.mark.parametrize("unit", ["00-welcome", "06-descent", "08-derivations"])
def test_check_reports_no_problem_in_a_released_exercise(unit):
    result = check(ROOT / "exercises" / unit / f"{unit}.ipynb")
    assert set(states(result).values()) == {"not started"}
    assert result.points == 0
    assert all(stopped.expected for stopped in result.stopped_cells)


def test_check_and_terminal_do_not_import_numpy():
    source = (
        "import sys; from lincourse.student import check, terminal; print('numpy' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    assert said.stdout.split() == ["False"], said.stderr


def test_runner_does_not_draw_figures(tmp_path):
    source = """
from matplotlib.figure import Figure
from lincourse import plots
Figure.savefig = lambda *_, **how: print("drawn")
plots.show(plots.panels()[0], "nothing yet")
"""
    outcome = run({0: source}, tmp_path, 60, lambda _: None)[0]
    assert outcome.failure is None
    assert "nothing yet" in outcome.printed
    assert "drawn" not in outcome.printed


@pytest.mark.parametrize("unit", UNITS)
def test_checksum_equals_nbgraders(unit):
    import nbformat

    path = ROOT / "exercises" / unit / f"{unit}.ipynb"
    theirs = nbformat.read(path, as_version=4).cells
    ours = [cell for cell in read(path).cells if cell.grade_id]
    assert ours
    for cell in ours:
        assert cell.checksum() == compute_checksum(theirs[cell.index])
        assert cell.as_released or cell.grade_id == "student"  # which everybody may fill in


def test_check_prints_the_report_of_a_wrong_answer(lincourse, welcome, right):
    welcome.answer(right | {"mean_of": FLOOR})
    run = lincourse("check", "00")
    assert run.returncode == 1
    said = " ".join(run.stdout.split())
    assert "failed 0/1 mean_of 1. The mean of some numbers" in said
    assert "The rung that broke: " in said
    assert "This looks like:" in said
    assert "you call mean_of(" in said
    assert "passed 1/1 rungs_passed" in said
    assert "Points from the checks in this notebook: 1 of 2" in said
    assert "A cell under" not in said  # it repeats the check, and would say the same again
    assert run.stderr == ""


def test_check_exits_with_0_if_all_pass_and_verbose_says_what_it_did(lincourse, welcome, right):
    welcome.answer(right)
    run = lincourse("check", "welcome", "--verbose")
    assert run.returncode == 0, run.stdout
    assert "notebook: 2 of 2" in run.stdout
    assert "Checked with the example worked by hand" in run.stdout
    assert "Checked with" not in lincourse("check", "00").stdout


def test_output_is_plain_text_in_a_pipe(lincourse, welcome, right):
    welcome.answer(right | {"mean_of": FLOOR})
    said = lincourse("check", "00").stdout + lincourse("progress").stdout
    assert said.isascii(), [c for c in said if not c.isascii()]
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) <= 80


def test_check_does_not_change_the_notebook(lincourse, welcome, right):
    welcome.answer(right)
    before = welcome.path.read_bytes()
    lincourse("check", "00")
    assert welcome.path.read_bytes() == before


def test_check_accepts_seconds_as_the_old_name_of_timeout(lincourse, welcome, right):
    welcome.answer(right)
    assert lincourse("check", "00", "--seconds", "50").returncode == 0
    assert "--seconds" not in lincourse("check", "--help").stdout


def test_check_prints_json_on_request(lincourse, welcome, right):
    welcome.answer(right | {"mean_of": FLOOR})
    run = lincourse("check", "00", "--json")
    assert run.returncode == 1
    [found] = json.loads(run.stdout)
    assert (found["points"], found["max_points"], found["passed"]) == (1, 2, False)
    assert found["exercises"][0]["failure"]["report"]["name"] == "mean_of"


def test_check_selects_the_current_or_all_started_notebooks_without_a_name(
    lincourse, course, welcome, right
):
    run = lincourse("check")
    assert run.returncode == 2
    assert "you haven't started an exercise yet" in run.stderr
    welcome.answer(right)
    assert "notebook: 2 of 2" in lincourse("check").stdout
    run = lincourse("check", cwd=course / "exercises/04-perceptron")
    assert "0 of 34" in run.stdout
    assert "2 of 2" not in run.stdout


class TestUserErrors:
    def error_of(self, run):
        assert run.returncode == 2, run
        assert "Traceback" not in run.stderr
        assert run.stdout == ""
        return run.stderr

    def test_unknown_exercise(self, lincourse):
        said = self.error_of(lincourse("check", "17"))
        assert "no exercise '17'; the exercises are 00-welcome, 04-perceptron" in said

    def test_unknown_file(self, lincourse):
        assert "no file and no exercise 'x.ipynb'" in self.error_of(lincourse("check", "x.ipynb"))

    def test_outside_the_course(self, lincourse, tmp_path):
        for arguments in (["check"], ["check", "04"], ["progress"], ["lab"], ["pack", "04"]):
            said = self.error_of(lincourse(*arguments, cwd=tmp_path))
            assert "is not in the course's folder" in said

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            ("", "not valid JSON"),
            ('{"cells": [', "not valid JSON"),
            ("[1]", "not a notebook"),
            ('{"nbformat": 3, "worksheets": []}', "format 3"),
            ('{"nbformat": 4}', "no list of cells"),
            ('{"nbformat": 4, "cells": [1]}', "cell 1 is not a cell"),
            ('{"nbformat": 4, "cells": []}', "has no test cells"),
            ('{\n<<<<<<< HEAD\n"a": 1\n=======\n>>>>>>> b\n}', "merge conflict"),
            ("[" * 100_000, "not valid JSON"),
        ],
    )
    def test_damaged_notebook(self, lincourse, tmp_path, content, words):
        (tmp_path / "bad.ipynb").write_text(content)
        assert words in self.error_of(lincourse("check", tmp_path / "bad.ipynb"))

    def test_binary_file(self, lincourse, tmp_path):
        (tmp_path / "bad.ipynb").write_bytes(b"\xff\xfe\x00")
        assert "not UTF-8 text" in self.error_of(lincourse("check", tmp_path / "bad.ipynb"))

    def test_text_file(self, lincourse, tmp_path):
        (tmp_path / "notes.txt").write_text("x")
        assert "should end in .ipynb" in self.error_of(lincourse("check", tmp_path / "notes.txt"))

    def test_check_continues_after_an_unreadable_notebook(
        self, lincourse, tmp_path, welcome, right
    ):
        (tmp_path / "bad.ipynb").write_text("{")
        welcome.answer(right)
        run = lincourse("check", tmp_path / "bad.ipynb", "00")
        assert run.returncode == 2
        assert "notebook: 2 of 2" in run.stdout

    def test_unknown_option(self, lincourse):
        assert "No such option" in self.error_of(lincourse("check", "--nonsense"))


class TestAnyNotebook:
    def run(self, book, timeout=60):
        return check(book.path, timeout)

    def test_runner_supports_magics_display_await_and_figures(self, made):
        book = made(
            "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.show()",
            ("magic", "%timeit -n1 -r1 1\n!echo hello\nx = 1", "x"),
            ("shown", "from IPython.display import display, HTML\ndisplay(HTML('b'))", "x"),
            ("waits", "import asyncio\nawait asyncio.sleep(0)\ny = 2", "assert y == 2"),
        )
        result = self.run(book)
        assert set(states(result).values()) == {"passed"}
        assert not result.stopped_cells

    def test_check_shows_the_error_of_the_students_cell(self, made, lincourse):
        book = made(
            ("f", "def f(:\n    pass", "f()"),
            ("g", "g = 1 / 0", "assert g == 1"),
            ("h", "h = 2", "assert h == 1, 'h should be 1'"),
            ("fine", "fine = 1", "assert fine"),
        )
        result = self.run(book)
        f, g, h, fine = result.exercises
        assert f.own_failure.kind == "SyntaxError"
        assert (g.own_failure.kind, g.own_failure.lines[0]["text"]) == (
            "ZeroDivisionError",
            "g = 1 / 0",
        )
        assert h.failure.message == "h should be 1"
        assert fine.state == "passed"
        said = lincourse("check", book.path).stdout
        assert "ZeroDivisionError  division by zero" in said
        assert "is not defined" not in said  # the test only finds that g is missing

    def test_check_explains_a_syntax_error(self, made, lincourse):
        book = made(("f", "def f(x)\n    return 1", "f(1)"), ("g", "def g(x):\nreturn 1", "g(1)"))
        said = " ".join(lincourse("check", book.path).stdout.split())
        assert "In line 1, a colon is missing at the end." in said
        assert "In line 2, it should be indented" in said

    def test_check_shows_an_extra_cell_that_stops_without_failing(self, made, lincourse):
        book = made("a = 1\na.nonsense", ("f", "f = 1", "assert f"))
        run = lincourse("check", book.path)
        assert run.returncode == 0
        assert "has no attribute 'nonsense'" in " ".join(run.stdout.split())

    def test_check_reports_a_broken_name_cell_once(self, made):
        book = made("student = Ada", "print(student)", "print(student)", ("f", "f = 1", "assert f"))
        [stopped] = self.run(book).stopped_cells
        assert stopped.failure.undefined == "Ada"

    def test_cells_that_need_an_unfinished_exercise_are_expected_to_stop(self, made):
        book = made(
            ("f", "raise NotImplementedError", "assert f"), "g = f + 1", "print(g)", "print(other)"
        )
        stopped = self.run(book).stopped_cells
        assert [cell.expected for cell in stopped] == [True, True, False]

    def test_runner_skips_a_cell_that_ignores_interrupts(self, made):
        stubborn = "import time\nwhile True:\n    try:\n        time.sleep(9)\n    except: pass"
        book = made(
            ("a", "a = 1", "assert a"), ("no", stubborn, "assert no"), ("b", "b = a", "assert b")
        )
        assert states(self.run(book, timeout=1)) == {"a": "passed", "no": "failed", "b": "passed"}

    def test_runner_hides_what_cells_print(self, made, lincourse):
        noise = 'import os, sys\nos.write(1, b"{}\\n")\nprint("x" * 10**6)\nsys.stderr.write("y")'
        book = made(noise, ("inp", "input('?')", "exit()"), ("b", "b = 1", "assert b"))
        run = lincourse("check", book.path)
        assert "xxx" not in run.stdout
        assert run.stderr == ""
        assert "EOFError" in run.stdout

    def test_cells_can_import_files_beside_the_notebook(self, made, tmp_path):
        (tmp_path / "helper.py").write_text("value = 3")
        book = made(("a", "from helper import value", "assert value == 3"))
        assert states(self.run(book)) == {"a": "passed"}

    def test_runner_ignores_modules_beside_the_notebook(self, made, tmp_path):
        (tmp_path / "json.py").write_text("raise SystemExit")
        (tmp_path / "IPython.py").write_text("raise SystemExit")
        assert states(self.run(made(("a", "a = 1", "assert a")))) == {"a": "passed"}

    def test_cells_can_not_import_the_runners_modules(self, made):
        book = made(("a", "import worker, progress", "pass"))
        assert self.run(book).exercises[0].own_failure.kind == "ModuleNotFoundError"

    def test_runner_does_not_touch_the_users_ipython_folder(self, made, in_a_process, tmp_path):
        book = made(("a", "a = 1", "assert a"))
        home = tmp_path / "home"
        home.mkdir()
        assert in_a_process("check", book.path, HOME=str(home)).returncode == 0
        assert not list(home.glob(".ipython*"))

    def test_check_counts_copied_tests_once_and_notes_changed_ones(self, perceptron):
        def copy(cells):
            test = next(c for c in cells if Cell(c, 0, "").grade_id == "test_eta_decay")
            cells.append(dict(test))
            test["source"] = "assert True"

        perceptron.answer({"eta_decay": "eta_decay = 3"})
        perceptron.change(copy)
        result = check(perceptron.path)
        assert result.max_points == 34
        [decay] = [e for e in result.exercises if e.name == "eta_decay"]
        assert decay.notes == ["Its test cell was changed. Grading uses the course's own."]

    @pytest.mark.skipif(sys.platform == "win32", reason="signals")
    def test_ctrl_c_shows_results_so_far_and_ends_the_worker(self, made, tmp_path):
        book = made(
            ("a", "a = 1", "assert a"),
            ("b", "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(99)", "b"),
        )
        process = subprocess.Popen(
            [sys.executable, "-m", "lincourse", "check", str(book.path)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        pid = tmp_path / "pid"
        while not (pid.exists() and pid.read_text()):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=60)
        assert process.returncode == 130
        assert "You stopped the check" in said
        assert "passed        1/1  a" in said
        assert "not run       0/1  b" in said
        assert errors == ""
        assert subprocess.run(["kill", "-0", pid.read_text()], check=False).returncode != 0


class TestAnswersMarkedByHand:
    def test_check_lists_them_without_points(self, lincourse, perceptron):
        run = lincourse("check", "04")
        assert "not started   ?/4  averaging" in run.stdout
        assert "4 more points are given by hand" in run.stdout
        assert "of 34" in run.stdout
        perceptron.answer({"averaging": "The average is steadier."})
        run = lincourse("check", "04")
        assert "written       ?/4  averaging" in run.stdout
        assert "Not written yet" not in run.stdout
        data = json.loads(lincourse("check", "04", "--json").stdout)
        [unit] = data if isinstance(data, list) else [data]
        [answer] = unit["manual_answers"]
        assert answer["written"]
        assert answer["max_points"] == 4

    def test_progress_lists_unwritten_ones(self, lincourse, perceptron):
        perceptron.answer({"eta_decay": "def eta_decay(n):\n    return 1 / n"})
        lincourse("check", "04")
        said = " ".join(lincourse("progress").stdout.split())
        assert "4 more are given by hand." in said
        assert "Not written yet: averaging in 04-perceptron." in said
