"""A small class: its notebooks, answers and results."""

from gradebox.results import Exercise, GradedNotebook, Result
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from traitlets.config import Config

CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "tiny"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError  # yours"}
c.LateSubmissionPlugin.penalty_method = "zero"
"""
DUE = "2024-05-01 12:00:00"
ON_TIME, LATE = "2024-05-01T11:00:00+00:00", "2024-05-01T15:00:00+02:00"


# What each student wrote (grade_id -> source), and what it comes to (None: for a person to say).
ANSWERS = {
    "student-01": {
        "f": "def f(x):\n    return 1 + x",
        "g": "g = 3",
        "by_hand": "print('mine')",
        "why": "It is so.",
        "h": "h = 1",
    },
    "student-02": {},
    "student-03": {"f": "def f(x):\n    return 2", "g": "g = 2", "by_hand": "print('mine')"},
}
SCORES = {
    "student-01": {"test_f": 2, "test_g": 1.5, "by_hand": None, "why": None, "test_h": 1},
    "student-02": {"test_f": 0, "test_g": 0, "by_hand": 0, "why": 0, "test_h": 0, "draw": None},
    "student-03": {"test_f": 0, "test_g": 1.0, "by_hand": None, "why": 0},
}
TIMES = {"student-01": ON_TIME, "student-02": LATE, "student-03": LATE}
NOTEBOOKS = {"student-01": ["one", "two"], "student-02": ["one", "two"], "student-03": ["one"]}


def cell(source, grade_id, points=None, solution=False, locked=False, task=False, words=False):
    """A cell as nbgrader marks it."""
    settings = {"grade_id": grade_id, "schema_version": 3, "solution": solution, "task": task}
    settings |= {"grade": points is not None and not task, "locked": locked}
    settings |= {} if points is None else {"points": points}
    make = new_markdown_cell if words else new_code_cell
    return make(source, metadata={"nbgrader": settings})


def source():
    """The source version: notebook name -> notebook."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    one = [
        cell("import math", "setup", locked=True),
        cell(
            "def f(x):\n    ### BEGIN SOLUTION\n    return x + 1\n    ### END SOLUTION",
            "f",
            solution=True,
        ),
        cell(
            "assert f(1) == 2\n### BEGIN HIDDEN TESTS\nassert f(2) == 3\n### END HIDDEN TESTS",
            "test_f",
            2,
        ),
        cell("g = 3", "g", solution=True),
        cell("min(g, 3) / 2", "test_g", 1.5),
        cell("print('by hand')", "by_hand", 4, solution=True),
        cell("Because.", "why", 3, solution=True, words=True),
        cell("Draw it.", "draw", 5, locked=True, task=True, words=True),
    ]
    two = [
        cell("h = 1", "h", solution=True),
        cell("assert h == 1", "test_h", 1),
    ]
    return {
        name: new_notebook(cells=cells, metadata={"kernelspec": kernel})
        for name, cells in {"one": one, "two": two}.items()
    }


def result(student):
    """What the grader found, for one of the students above."""
    solutions = {"one": ["f", "g", "by_hand", "why"], "two": ["h"]}
    tests = {"one": ["test_f", "test_g", "by_hand", "why", "draw"], "two": ["test_h"]}
    scores = SCORES[student]
    notebooks = [
        GradedNotebook(
            name,
            [Exercise(test, "", 1, scores[test]) for test in tests[name] if test in scores],
            [solution for solution in solutions[name] if solution in ANSWERS[student]],
        )
        for name in NOTEBOOKS[student]
    ]
    return Result(student, "tiny", "graded", recorded=TIMES[student], notebooks=notebooks)


def config():
    settings = Config()
    settings.CourseDirectory.course_id = "tiny"
    settings.ClearSolutions.code_stub = {"python": "raise NotImplementedError  # yours"}
    settings.LateSubmissionPlugin.penalty_method = "zero"
    return settings
