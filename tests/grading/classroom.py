"""A small course of its own, a class that hands in, and what grading made of it."""

import contextlib
import copy
import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from gradebox.results import RUN_FIELDS

from lincourse.cli import main

ROOT = Path(__file__).resolve().parents[2]

SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?### END SOLUTION$", re.S | re.M)
HIDDEN = re.compile(r"\n### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS", re.S)
MARKS = re.compile(r"^ *### (BEGIN|END) SOLUTION\n?", re.M)
WHEN = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d UTC")


def cell(source: str, kind: str = "code", **marks: Any) -> dict[str, Any]:
    """A cell; marks make it nbgrader's: grade_id, points, grade, solution, locked."""
    made: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": source}
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    if marks:
        usual = {"grade": False, "solution": False, "locked": False, "task": False}
        made["metadata"]["nbgrader"] = {**usual, "schema_version": 3, **marks}
    return made


def notebook(cells: list[dict[str, Any]]) -> dict[str, Any]:
    """A notebook of nbformat 4.4, with a Python kernel."""
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def exercise(grade_id: str, points: float, answer: str, test: str) -> list[dict[str, Any]]:
    """A cell to solve and the cell that tests it."""
    return [
        cell(answer.strip(), grade_id=grade_id, solution=True),
        cell(test.strip(), grade_id=f"test_{grade_id}", grade=True, locked=True, points=points),
    ]


TINY = notebook(
    [
        cell("# A small exercise", "markdown"),
        cell(
            """
import numpy as np

LIMIT = 100


def clip(value):
    \"\"\"Keep a number between 0 and LIMIT; given.\"\"\"
    return max(0, min(LIMIT, value))
""".strip(),
            grade_id="given",
            locked=True,
        ),
        *exercise(
            "mean",
            2,
            """
def mean(values):
    \"\"\"The mean of a list of numbers; ValueError where there are none.\"\"\"
    ### BEGIN SOLUTION
    if len(values) == 0:
        raise ValueError("there are no values")
    return sum(values) / len(values)
    ### END SOLUTION
""",
            """
assert mean([1, 2, 3]) == 2
assert abs(mean([0.5, 1.0]) - 0.75) < 1e-9
### BEGIN HIDDEN TESTS
assert np.isclose(mean([1, 10, 100]), 37)
try:
    mean([])
except ValueError:
    pass
else:
    raise AssertionError("mean([]) should raise ValueError")
### END HIDDEN TESTS
""",
        ),
        cell('print("numbers are kept below", LIMIT)'),
        *exercise(
            "share",
            3,
            """
def share(counts):
    \"\"\"Each count divided by the sum of all, as an array.\"\"\"
    ### BEGIN SOLUTION
    counts = np.asarray(counts, dtype=float)
    return counts / counts.sum()
    ### END SOLUTION
""",
            """
result = share(np.array([1.0, 3.0]))
np.testing.assert_allclose(result, [0.25, 0.75])
### BEGIN HIDDEN TESTS
expected_share = np.array([0.1, 0.2, 0.7])
np.testing.assert_array_almost_equal(share([1, 2, 7]), expected_share)
assert np.allclose(share([5, 5]).sum(), 1)
### END HIDDEN TESTS
""",
        ),
        cell("What is 8 + 9?", "markdown"),
        *exercise(
            "total",
            1,
            """
total = None
### BEGIN SOLUTION
total = 17
### END SOLUTION
""",
            """
assert total == 17
### BEGIN HIDDEN TESTS
assert abs(total - 17) < 0.5
### END HIDDEN TESTS
""",
        ),
        *exercise(
            "words",
            2,
            """
def words(text):
    \"\"\"How often each word is in the text, upper and lower case alike.\"\"\"
    ### BEGIN SOLUTION
    found = {}
    for word in text.lower().split():
        found[word] = found.get(word, 0) + 1
    return found
    ### END SOLUTION
""",
            """
assert words("a b a") == {"a": 2, "b": 1}
### BEGIN HIDDEN TESTS
assert words("") == {}
assert words("To be or not to be")["to"] == 2
### END HIDDEN TESTS
""",
        ),
        *exercise(
            "evens",
            1,
            """
def evens(n):
    \"\"\"The even numbers below n.\"\"\"
    ### BEGIN SOLUTION
    return [i for i in range(n) if i % 2 == 0]
    ### END SOLUTION
""",
            """
assert 4 in evens(10)
### BEGIN HIDDEN TESTS
assert 98 in evens(100)
### END HIDDEN TESTS
""",
        ),
        *exercise(
            "twice",
            1,
            """
def twice(f, x):
    \"\"\"f of f of x.\"\"\"
    ### BEGIN SOLUTION
    return f(f(x))
    ### END SOLUTION
""",
            """
assert twice(lambda n: n + 3, 1) == 7
### BEGIN HIDDEN TESTS
assert twice(clip, 500) == LIMIT
assert twice(str.upper, "a") == "A"
### END HIDDEN TESTS
""",
        ),
        *exercise(
            "double",
            1,
            """
def double(items):
    \"\"\"Double every item of a list, in place.\"\"\"
    ### BEGIN SOLUTION
    for i, item in enumerate(items):
        items[i] = 2 * item
    ### END SOLUTION
""",
            """
numbers = [1, 2]
double(numbers)
assert numbers == [2, 4]
### BEGIN HIDDEN TESTS
array = np.array([1.0, 5.0])
double(array)
assert array.tolist() == [2, 10]
### END HIDDEN TESTS
""",
        ),
        cell(
            "Because two hares never tire.",
            "markdown",
            grade_id="why",
            grade=True,
            solution=True,
            points=2,
        ),
    ]
)

WRONG = {
    "mean": "def mean(values):\n    return -1.0",
    "share": "def share(counts):\n    return np.asarray(counts, dtype=float)",
    "total": "total = 4",
    "words": "def words(text):\n    return {}",
    "evens": "def evens(n):\n    return [1, 3, 5]",
    "twice": "def twice(f, x):\n    return x",
    "double": "def double(items):\n    pass",
}


def points_of(source: Mapping[str, Any]) -> dict[str, float]:
    """The name of each solution cell that a test follows -> that test's points."""
    marks = [c["metadata"].get("nbgrader", {}) for c in source["cells"]]
    return {
        mark["grade_id"].removeprefix("test_"): mark["points"]
        for mark in marks
        if mark.get("grade") and not mark.get("solution")
    }


def most_of(source: Mapping[str, Any]) -> float:
    """All points there are, those that a person gives included."""
    return sum(c["metadata"].get("nbgrader", {}).get("points", 0) for c in source["cells"])


def _changed(source: Mapping[str, Any], change: Any) -> dict[str, Any]:
    made = copy.deepcopy(dict(source))
    for c in made["cells"]:
        text = c["source"]
        c["source"] = change("".join(text) if isinstance(text, list) else text)
    return made


def released(source: Mapping[str, Any]) -> dict[str, Any]:
    """What students get: no solutions, no hidden tests."""
    stub = r"\1# YOUR CODE HERE\n\1raise NotImplementedError()"
    return _changed(source, lambda text: HIDDEN.sub("", SOLUTION.sub(stub, text)))


def solved(source: Mapping[str, Any]) -> dict[str, Any]:
    """What a student with all the right answers hands in."""
    return _changed(source, lambda text: HIDDEN.sub("", MARKS.sub("", text)).rstrip("\n"))


def write_notebook(path: Path, content: Any) -> None:
    """Write a notebook as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")


def course_of_its_own(folder: Path) -> Path:
    """A course with nbgrader's own settings and one small assignment."""
    write_notebook(folder / "source/tiny/tiny.ipynb", TINY)
    write_notebook(folder / "release/tiny/tiny.ipynb", released(TINY))
    (folder / "nbgrader_config.py").write_text(
        'c = get_config()\nc.CourseDirectory.course_id = "small"\n'
    )
    (folder / "submitted").mkdir()
    return folder


def course_like_ours(folder: Path, *units: str) -> Path:
    """A copy of this course's settings and of some of its units."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nbgrader_config.py").write_text((ROOT / "nbgrader_config.py").read_text())
    for unit in units:
        for part in ("solutions", "exercises"):
            place = Path(part, unit, f"{unit}.ipynb")
            write_notebook(folder / place, json.loads((ROOT / place).read_text()))
    (folder / "submitted").mkdir()
    return folder


@dataclass
class Submission:
    """What one student hands in; `notebook` is written last, unless it is None."""

    course: Path
    student: str
    assignment: str
    notebook: Any
    words: Mapping[str, str] = field(default_factory=dict)  # what stands for @NAME@ in code

    @property
    def folder(self) -> Path:
        return self.course / "submitted" / self.student / self.assignment

    @property
    def file(self) -> Path:
        return self.folder / f"{self.assignment}.ipynb"

    @property
    def cells(self) -> list[dict[str, Any]]:
        return self.notebook["cells"]

    def place(self, grade_id: str) -> int:
        """Where the cell with this id is."""
        ids = [c["metadata"].get("nbgrader", {}).get("grade_id") for c in self.cells]
        return ids.index(grade_id)

    def __getitem__(self, grade_id: str) -> dict[str, Any]:
        return self.cells[self.place(grade_id)]

    def answer(self, **answers: str) -> None:
        """Put other text into cells to solve."""
        for grade_id, source in answers.items():
            self[grade_id]["source"] = self.fill(source)

    def add(self, source: str, after: str, kind: str = "code") -> None:
        """Add a cell of the student's own."""
        self.cells.insert(self.place(after) + 1, cell(self.fill(source), kind))

    def fill(self, text: str) -> str:
        """The text with every @NAME@ that is known filled in."""
        return re.sub(r"@([A-Z]+)@", lambda m: self.words.get(m[1], m[0]), text)

    def file_beside(self, name: str, text: str | bytes) -> Path:
        """A file next to the notebook."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.fill(text).encode() if isinstance(text, str) else text)
        return path

    def hand_in(self) -> None:
        """Write the notebook, where there is one."""
        if self.notebook is not None:
            write_notebook(self.file, self.notebook)


def grade(course: Path, assignment: str, *options: str, home: Path) -> subprocess.CompletedProcess:
    """Run `lincourse grade` in the course, with another home."""
    return subprocess.run(
        [sys.executable, "-m", "lincourse", "grade", assignment, *options],
        cwd=course,
        env=os.environ
        | {
            "HOME": str(home),
            "MPLCONFIGDIR": str(home.parent / "matplotlib"),  # the grader's own, not the home's
            "NO_COLOR": "1",
            "PYTHONPATH": str(ROOT),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def lincourse(course: Path, *words: str | Path, code: int = 0) -> str:
    """Run `lincourse` in the course, in this process, and return what it said."""
    said = io.StringIO()
    with (
        mock.patch.dict(os.environ),  # the grader sets some of it for all that it starts
        contextlib.chdir(course),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
    ):
        try:
            main([*map(str, words)])
        except SystemExit as stop:
            assert stop.code == code, said.getvalue()
    return said.getvalue()


def table(course: Path, assignment: str) -> dict[str, dict[str, str]]:
    """student -> its row of the report."""
    path = course / "reports" / f"{assignment}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def grades(course: Path, assignment: str) -> dict[str, dict[str, float | None]]:
    """student -> {test's grade_id: the points it gave}, as nbgrader's gradebook has them."""
    query = """
        select submitted_assignment.student_id, base_cell.name, grade.auto_score
        from grade
        join base_cell on base_cell.id = grade.cell_id
        join submitted_notebook on submitted_notebook.id = grade.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
        join assignment on assignment.id = submitted_assignment.assignment_id
        where assignment.name = ?
    """
    found: dict[str, dict[str, float | None]] = {}
    with sqlite3.connect(f"file:{course / 'gradebook.db'}?mode=ro", uri=True) as book:
        for student, name, score in book.execute(query, [assignment]):
            found.setdefault(student, {})[name] = score
    return found


# How a row is called by those that point to it; the names themselves where it has no id of its own.
NAMES = {
    "alembic_version": None,
    "course": None,
    "student": None,
    "assignment": ("name",),
    "notebook": ("assignment_id", "name"),
    "base_cell": ("notebook_id", "name", "type"),
    "grade_cells": None,
    "solution_cells": None,
    "task_cells": None,
    "source_cell": ("notebook_id", "name"),
    "submitted_assignment": ("assignment_id", "student_id"),
    "submitted_notebook": ("assignment_id", "notebook_id"),
    "grade": ("notebook_id", "cell_id"),
    "comment": ("notebook_id", "cell_id"),
}


def dump(folder: Path) -> dict[str, Any]:
    """All tables, with names in place of the ids that are drawn at random."""
    tables: dict[str, Any] = {}
    names: dict[Any, str] = {}
    with contextlib.closing(sqlite3.connect(folder / "gradebook.db")) as database:
        database.row_factory = sqlite3.Row
        master = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
        tables["schema"] = sorted(map(tuple, master), key=str)
        assert {name for kind, name, *_ in tables["schema"] if kind == "table"} == set(NAMES)
        for table, by in NAMES.items():
            rows = []
            for row in database.execute(f"SELECT * FROM {table}"):
                values = {key: names.get(value, value) for key, value in dict(row).items()}
                if by:
                    names[values.pop("id")] = "/".join(values[key] for key in by)
                rows.append(values)
            tables[table] = sorted(rows, key=str)
    return tables


def gradebook(course: Path) -> dict[str, Any]:
    """All tables of a gradebook, without the times of submissions."""
    tables = dump(course)
    for row in tables["submitted_assignment"]:
        row["timestamp"] = row["timestamp"] is not None
    return tables


def nbgrader(folder: Path, *arguments: str) -> None:
    """Run a command of nbgrader, which finds alembic beside Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def written(course: Path, assignment: str) -> dict[str, Any]:
    """What grading wrote, path -> content, without when it was and how long it took."""
    found: dict[str, Any] = {}
    for part in ("autograded", "feedback", "reports"):
        for path in sorted((course / part).rglob("*")):
            name = path.relative_to(course).as_posix()
            if path.suffix == ".json":
                content = json.loads(path.read_text("utf-8"))
                found[name] = content | dict.fromkeys(RUN_FIELDS)
            elif path.name == "secret":
                found[name] = b""  # of pseudonyms: every course has another
            elif path.is_file() and name != f"reports/{assignment}.html" and path.suffix != ".txt":
                found[name] = WHEN.sub(b"", path.read_bytes())
    return found
