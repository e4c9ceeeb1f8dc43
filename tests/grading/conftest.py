"""Fixtures that several tests of the grader share."""

import json

import pytest
from classroom import cell, notebook
from gradebox.course import tree_shaking
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.intake import reader
from gradebox.judge.runner import Judge
from gradebox.sandbox.bubblewrap import Plan, Sandbox

IMPORTS = ["numpy", "pandas", "sympy", "matplotlib"]


class Graded:
    """A result, with the points of its exercises as a list."""

    def __init__(self, result):
        self.result = result
        self.points = [exercise.score for exercise in result.exercises]

    def __getattr__(self, name):
        return getattr(self.result, name)


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    """A folder with the packages that student code may import."""
    folder = tmp_path_factory.mktemp("stage")
    folder.chmod(0o755)
    tree_shaking.stage(folder, [], set())
    return folder


@pytest.fixture(scope="module")
def sandbox(stage):
    made = Sandbox(stage, stage, Plan(IMPORTS, ["Node"]))
    made.wait()
    yield made
    made.close()


@pytest.fixture
def grade(sandbox, tmp_path):
    """Grade a notebook of (kind, text) cells: given, answer, test; or an answer of its own."""

    def run(*parts, answers=None, extra="", seconds=5.0, before="", files=None, edited=None):
        cells, n = [], 0
        for kind, text in parts:
            n += 1
            if kind == "given":
                cells.append(cell(text, grade_id=f"given{n}", locked=True))
            elif kind == "answer":
                cells.append(cell(text, grade_id=f"answer{n}", solution=True))
            elif kind == "plain":
                cells.append(cell(text))
            else:
                marks = {"grade": True, "locked": True, "points": 2}
                cells.append(cell(text, grade_id=f"test{n}", **marks))
        content = notebook(cells)
        book = CourseNotebook.parse("work", content)
        assignment = Assignment("a", [book], files or {})
        theirs = json.loads(json.dumps(content))
        solved = iter(answers or [])
        for each in theirs["cells"]:
            if each["metadata"].get("nbgrader", {}).get("solution"):
                each["source"] = next(solved, each["source"])
        for place, text in (edited or {}).items():
            theirs["cells"][place]["source"] = text
        if before:
            theirs["cells"].insert(0, cell(before))
        if extra:
            theirs["cells"].insert(-1, cell(extra))
        folder = tmp_path / "submitted" / "student" / "a"
        folder.mkdir(parents=True)
        (folder / "work.ipynb").write_text(json.dumps(theirs))
        result = Judge(assignment, sandbox, seconds).grade(
            reader.read(folder, "student", assignment)
        )
        return Graded(result)

    return run
