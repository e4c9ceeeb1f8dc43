"""Helpers: write notebooks, run commands, read the scores of a gradebook."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook


def run(*command, cwd, python=sys.executable, **environment):
    """Run a command of a Python environment and return its output."""
    folder = Path(python).parent
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=os.environ | {"PATH": path} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def cell(source, **metadata):
    """A code cell; keywords make it nbgrader's."""
    made = new_code_cell(source.strip())
    if metadata:
        usual = {"grade": False, "solution": False, "locked": False, "task": False}
        made.metadata["nbgrader"] = usual | {"schema_version": 3} | metadata
    return made


def exercise(name, answer, test, points=2):
    """A cell to fill in and the cell that tests it."""
    return [
        cell(answer, grade_id=name, solution=True),
        cell(test, grade_id=f"test_{name}", grade=True, locked=True, points=points),
    ]


def notebook(cells):
    """A notebook with a Python kernel."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def answered(path, answers):
    """Read a notebook and replace the sources of some cells, by grade_id."""
    read = nbformat.read(path, as_version=4)
    for each in read.cells:
        name = each.metadata.get("nbgrader", {}).get("grade_id")
        each.source = answers.get(name, each.source)
    return read


def write(path, content):
    """Write a notebook, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(content, path)


def scores(course, assignment):
    """Return {(student, notebook, cell): (score, waits for a marker)} from the gradebook."""
    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        return {
            (submission.student.id, notebook.name, grade.name): (
                grade.score,
                grade.needs_manual_grade,
            )
            for submission in book.assignment_submissions(assignment)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }
