"""A course of its own for each test, and the command as a student runs it."""

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lincourse import cli
from lincourse.student.notebook import Cell

ROOT = Path(__file__).resolve().parents[2]

RIGHT = {
    "mean_of": "def mean_of(numbers):\n    return sum(numbers) / len(numbers)\n",
    "quiz_rungs_passed": "rungs_passed = 6",
}


class Book:
    """A notebook file that a test changes and looks at."""

    def __init__(self, path):
        self.path = Path(path)

    @property
    def data(self):
        return json.loads(self.path.read_text(encoding="utf-8"))

    def save(self, data):
        self.path.write_text(json.dumps(data, indent=1), encoding="utf-8")

    def change(self, function):
        """Let a function change the list of cells."""
        data = self.data
        data["cells"] = function(data["cells"]) or data["cells"]
        self.save(data)

    def answer(self, answers):
        def write(cells):
            for cell in cells:
                if label(cell) in answers:
                    cell["source"] = answers[label(cell)]

        self.change(write)

    def run_all(self):
        """As if all cells had been run in order and saved."""

        def write(cells):
            code = [cell for cell in cells if cell["cell_type"] == "code"]
            for number, cell in enumerate(code, 1):
                cell["execution_count"] = number

        self.change(write)

    def cell(self, name):
        return next(cell for cell in self.data["cells"] if label(cell) == name)

    def labels(self):
        return [label(cell) for cell in self.data["cells"] if label(cell)]


def label(cell):
    return Cell(cell, 0, "").grade_id


@pytest.fixture
def course(tmp_path):
    """A course folder with exercises 00 and 04, not in git."""
    root = tmp_path / "course"
    (root / "lectures").mkdir(parents=True)
    for unit in ("00-welcome", "04-perceptron"):
        shutil.copytree(
            ROOT / "exercises" / unit,
            root / "exercises" / unit,
            ignore=shutil.ignore_patterns(".ipynb_checkpoints"),
        )
    return root


@pytest.fixture
def in_git(course):
    """The same course, as a git checkout."""
    identity = ["-c", "user.name=course", "-c", "user.email=course@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "release"]):
        subprocess.run(["git", *command], cwd=course, check=True)
    return course


@pytest.fixture
def welcome(course):
    """The notebook of exercise 00."""
    return Book(course / "exercises/00-welcome/00-welcome.ipynb")


@pytest.fixture
def perceptron(course):
    """The notebook of exercise 04."""
    return Book(course / "exercises/04-perceptron/04-perceptron.ipynb")


@pytest.fixture
def made(tmp_path):
    """Make a small notebook of (name, answer, test) parts; a part of one is a cell without role."""

    def make(*parts, folder=tmp_path):
        cells = []

        def add(source, **mark):
            marks = {"nbgrader": {"schema_version": 3, "task": False} | mark} if mark else {}
            cells.append(
                {
                    "cell_type": "code",
                    "id": f"c{len(cells)}",
                    "metadata": marks,
                    "source": source,
                    "outputs": [],
                    "execution_count": None,
                }
            )

        for part in parts:
            if isinstance(part, str):
                add(part)
                continue
            name, answer, test = part
            add(answer, grade=False, grade_id=name, locked=False, solution=True)
            marks = {"grade": True, "locked": True, "solution": False, "points": 1}
            add(test, grade_id=f"test_{name}", **marks)
        book = Book(folder / "made.ipynb")
        book.save({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})
        return book

    return make


@pytest.fixture
def lincourse(course, monkeypatch, capsys):
    """Run the command in the course's folder, in this process."""

    def run(*arguments, cwd=course, given=""):
        with monkeypatch.context() as patch:
            patch.chdir(cwd)
            patch.setenv("COLUMNS", "80")
            patch.setattr("sys.stdin", io.StringIO(given))
            capsys.readouterr()
            with pytest.raises(SystemExit) as stop:
                cli.main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        code = stop.value.code or 0
        return subprocess.CompletedProcess(arguments, code, said.out, said.err)

    return run


@pytest.fixture
def in_a_process(course):
    """Run the command in the course's folder as a shell does."""

    def run(*arguments, **environment):
        return subprocess.run(
            [sys.executable, "-P", "-m", "lincourse", *map(str, arguments)],
            cwd=course,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "80"} | environment,
        )

    return run


@pytest.fixture
def right():
    """Right answers to exercise 00."""
    return dict(RIGHT)
