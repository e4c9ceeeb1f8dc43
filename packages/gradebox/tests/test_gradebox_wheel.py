"""gradebox from its wheel in an empty environment, on nbgrader's quickstart course."""

import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader_course import answered, run, scores, write

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).resolve().parent.parent
LOCK = PACKAGE.parent.parent / "requirements.lock"
README = (PACKAGE / "README.md").read_text(encoding="utf-8")

SQUARES = """
def squares(n):
    if n < 1:
        raise ValueError(n)
    return [i ** 2 for i in range(1, n + 1)]
"""
# It doesn't call squares, which costs half a point.
OWN_SUM = """
def sum_of_squares(n):
    return sum(i * i for i in range(1, n + 1))
"""
SUBMISSIONS = {
    "half": {"squares": SQUARES, "sum_of_squares": OWN_SUM},
    "broken": {"squares": "def squares(n:", "sum_of_squares": OWN_SUM, "part-a": "It recurses."},
}


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The Python of an environment with nothing but gradebox and its dependencies."""
    folder = tmp_path_factory.mktemp("product")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", folder], cwd=PACKAGE, check=True)
    [wheel] = folder.glob("gradebox-*.whl")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv/bin/python"
    what = [*(["-c", str(LOCK)] if LOCK.is_file() else []), str(wheel)]
    with_uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(python)]
    if subprocess.call([*with_uv, *what]):
        subprocess.run([python, "-m", "ensurepip"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *what], check=True)
    return python


@pytest.fixture(scope="module")
def example(python, tmp_path_factory):
    """The example that opens the README, run by a shell: the folder, and the output."""
    folder = tmp_path_factory.mktemp("example")
    [commands] = re.findall(r"```sh\n(nbgrader quickstart.*?)```", README, re.S)
    return folder, run("bash", "-ec", commands, cwd=folder, python=python, PYTHONPATH="")


def test_readme_example_prints_the_scores_that_it_shows(example):
    _, output = example
    [shown] = re.findall(r"```text\n(student,.*?)```", README, re.S)
    assert output.endswith(shown), output


@pytest.fixture(scope="module")
def graded(example, python, tmp_path_factory):
    """The same submissions graded by stock nbgrader and by gradebox: their scores."""
    stock, ours = (tmp_path_factory.mktemp(name) / "course" for name in ("stock", "ours"))
    shutil.copytree(example[0] / "course101", stock)
    for name in ("autograded", "feedback", "reports"):
        shutil.rmtree(stock / name)
    with Gradebook(f"sqlite:///{stock}/gradebook.db") as book:
        for student in book.students:
            book.remove_student(student.id)
    for student, answers in SUBMISSIONS.items():
        for path in (stock / "release/ps1").glob("*.ipynb"):
            write(stock / "submitted" / student / "ps1" / path.name, answered(path, answers))
    environment = {"python": python, "PYTHONPATH": ""}
    shutil.copytree(stock, ours)
    run("nbgrader", "autograde", "ps1", "--create", cwd=stock, **environment)
    run("gradebox", "grade", "ps1", cwd=ours, **environment)
    return scores(stock, "ps1"), scores(ours, "ps1")


def test_scores_are_those_of_stock_nbgrader_cell_by_cell(graded):
    stock, ours = graded
    assert ours == stock
    assert {student for student, _, _ in ours} == {"ada", "ben", *SUBMISSIONS}


def test_scores_tell_right_from_wrong(graded):
    _, ours = graded
    tests = ("correct_squares", "squares_invalid_input", "sum_of_squares_uses_squares")
    points = {
        student: [ours[student, "problem1", test][0] for test in tests]
        for student in ("ada", "ben", "half", "broken")
    }
    assert points == {
        "ada": [1, 1, 0.5],
        "ben": [0, 0, 0],
        "half": [1, 1, 0],
        "broken": [0, 0, 0],
    }


def test_the_environment_has_no_other_package_of_the_repository(python):
    code = "import importlib.metadata as m; print(*(each.name for each in m.distributions()))"
    installed = run("python", "-Ic", code, cwd="/", python=python).split()
    assert "gradebox" in installed
    assert not {"lincourse", "misstep"} & set(installed)
