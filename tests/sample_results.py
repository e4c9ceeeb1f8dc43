"""Results of a class as grading makes them: our own checks on right and wrong answers."""

import json
import random
import re
from base64 import b64encode
from functools import cache, wraps
from pathlib import Path

from gradebox.results import Exercise, GradedNotebook, Result
from misstep import climb

from lincourse.checks.units import CHECKS, QUIZZES

UNIT = "04-perceptron"
SOLUTION = Path(__file__).parent.parent / "solutions" / UNIT / f"{UNIT}.ipynb"
PIXEL = (  # a PNG of one dot
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
STUB = "def {name}(*arguments):\n    raise NotImplementedError"
WRONG = (
    "def {name}(*arguments):\n    # I was not sure about the sign here.\n    return arguments[0]"
)


def mark(cell):
    return cell["metadata"].get("nbgrader", {})


@cache
def course():
    """The cells of the solution as JSON text, so that the cached value can't be changed."""
    return SOLUTION.read_text(encoding="utf-8")


def cells():
    """The cells of functions and quizzes: not tests of students' own, nor what a person reads."""
    return [cell for cell in json.loads(course())["cells"] if not _other(cell)]


def _other(cell):
    name = mark(cell).get("grade_id", "").removeprefix("test_")
    by_hand = mark(cell).get("grade") and mark(cell).get("solution")
    return by_hand or name.startswith(("tests_", "figure_"))


@cache
def tests():
    """Per graded cell: its id, the heading above it, its points."""
    found, heading = [], ""
    for cell in cells():
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown" and (title := re.search(r"^##? (.+)$", source, re.M)):
            heading = title[1]
        if mark(cell).get("grade"):
            found.append((mark(cell)["grade_id"], heading, mark(cell)["points"]))
    return found


@cache
def said(name, mistake):
    """What the check of an exercise says to its known mistake with this number."""
    if name.startswith("quiz_"):
        return QUIZZES[name.removeprefix("quiz_")].mark([1, 2, mistake]).data()
    check = CHECKS[name]
    return climb(check, check.mistakes[mistake % len(check.mistakes)].wrong, 0).data()


@cache
def praised(name):
    if name.startswith("quiz_"):
        return {"name": name, "passed": ["it is the right answer"]}
    check = CHECKS[name]

    @wraps(check.reference)
    def own(*arguments):
        return check.reference(*arguments)

    own.__module__ = __name__  # the course's own is not taken for an answer
    return climb(check, own, 0).data()


def graded(student, choose, **more):
    """A result where `choose(name)` is "right", "empty", or the number of a mistake."""
    content = {"cells": cells(), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    chosen = {grade_id: choose(grade_id.removeprefix("test_")) for grade_id, _, _ in tests()}
    notebook = GradedNotebook(UNIT, content=content)
    for cell in content["cells"]:
        name = mark(cell).get("grade_id", "")
        if mark(cell).get("solution"):
            choice = chosen[f"test_{name}"]
            if choice == "right":
                cell["source"] = re.sub(r" *###.*\n?", "", "".join(cell["source"]))
            else:
                cell["source"] = (STUB if choice == "empty" else WRONG).format(name=name)
            if choice != "empty":
                notebook.answered.append(name)
    for grade_id, title, points in tests():
        name, choice = grade_id.removeprefix("test_"), chosen[grade_id]
        exercise = Exercise(grade_id, title, points, float(points))
        if choice == "right":
            exercise.report = praised(name)
        elif choice == "empty":
            exercise.score, exercise.message = 0.0, f"{name} is not written yet."
        else:
            exercise.score, exercise.report = 0.0, said(name, choice)
            exercise.message = exercise.report["message"]
        notebook.exercises.append(exercise)
    values = {
        "status": "graded",
        "timestamp": "2026-03-02T14:05:00+00:00",
        "seconds": 0.12,
        "max_score": float(sum(points for _, _, points in tests())),
    }
    return Result(student, UNIT, notebooks=[notebook], **values | more)


def answer(result, name):
    """The student's cell with this grade_id."""
    [cell] = [c for c in result.notebooks[0].content["cells"] if mark(c).get("grade_id") == name]
    return cell


def exercise(result, name):
    [found] = [e for e in result.exercises if e.grade_id == f"test_{name}"]
    return found


def add_cell(result, before, source, outputs=()):
    """An extra cell of the student's above the cell with this grade_id."""
    inside = result.notebooks[0].content["cells"]
    at = inside.index(answer(result, before))
    kind = {"cell_type": "code", "metadata": {}, "id": f"extra-{at}"}
    inside.insert(at, {**kind, "source": source, "outputs": list(outputs)})


def stream(text, name="stdout"):
    return {"output_type": "stream", "name": name, "text": text}


def picture(png=PIXEL, alt=""):
    metadata = {"image/png": {"alt": alt}} if alt else {}
    data = {"image/png": png, "text/plain": "<Figure size 640x480 with 1 Axes>"}
    return {"output_type": "display_data", "data": data, "metadata": metadata}


def add_manual(result, title="11. In your own words", text="Because a score of 0 is a mistake."):
    """An answer that a person reads, at the end of the notebook."""
    notebook = result.notebooks[0]
    nbgrader = {"grade": True, "solution": True, "grade_id": "words", "points": 4, "locked": False}
    notebook.content.setdefault("cells", []).append(
        {"cell_type": "markdown", "metadata": {"nbgrader": nbgrader}, "source": text}
    )
    notebook.exercises.append(Exercise("words", title, 4.0, None))
    notebook.answered.append("words")
    result.max_score += 4


def class_of(many, seed=0):
    """A class with all that happens in one: most are fine, some need a look, some are missing."""
    rng = random.Random(seed)
    results = []
    for number in range(1, many + 1):
        student, skill = f"student-{number:03d}", rng.betavariate(4, 1.5)

        def choose(name, skill=skill):
            if rng.random() < skill:
                return "right"
            return "empty" if rng.random() < 0.2 else min(int(rng.expovariate(0.7)), 5)

        chance = rng.random()
        if chance < 0.04:
            results.append(Result(student, UNIT, "missing", max_score=27.0))
        elif chance < 0.07:
            reasons = [f"{UNIT}.ipynb is not a notebook: it ends in the middle of line 210"]
            results.append(Result(student, UNIT, "unreadable", reasons, max_score=27.0))
        elif chance < 0.17:
            why = rng.choice(
                [
                    "the cell perceptron_update is there twice; the first one counts",
                    "the notebook was called Untitled3.ipynb and was found by its cells",
                    "joint_update did not come back within 30 seconds",
                ]
            )
            results.append(graded(student, choose, status="needs review", reasons=[why]))
        else:
            results.append(graded(student, choose, late=7500.0 * (chance > 0.92)))
        for notebook in results[-1].notebooks:
            notebook.content = {}  # as a report gets it
    return results


def hostile():
    """A student who tries to get markup and scripts onto the pages."""
    script = "<script>window.owned = true</script>"
    image = '<img src=x onerror="window.owned = true">'
    name = f"\"'{script}\n\udcff\u202e{image}"
    result = graded(
        name, lambda name: 0, status="needs review", reasons=[f"a file called {script}{image}"]
    )
    answer(result, "perceptron_update")["source"] = f"'{script}'\n</pre>{image}\n\x00\x1b[31m"
    answer(result, "perceptron_update")["outputs"] = [
        stream(f"{script}</pre>{image}"),
        {
            "output_type": "display_data",
            "metadata": {},
            "data": {
                "text/html": script,
                "text/markdown": f"[x](javascript:alert(1)) {script}",
                "image/svg+xml": f"<svg xmlns='http://www.w3.org/2000/svg'>{script}</svg>",
                "application/javascript": "window.owned = true",
                "text/plain": f"{image}",
            },
        },
        picture(f'{PIXEL}"><script>window.owned = true</script>'),
        picture(b64encode(f"<svg>{script}</svg>".encode()).decode()),
        picture(alt=f'"{image}'),
        {"output_type": "error", "ename": script, "evalue": image, "traceback": [script, image]},
    ]
    add_manual(result, text=f"{script}{image}")
    add_cell(result, "test_eta_decay", f"{script}{image}\n" * 200)  # too long to be coloured
    for exercise_ in result.exercises:
        exercise_.title += script
        exercise_.message = script + image
    first, second, *_ = result.exercises
    first.report = {
        **dict.fromkeys(("name", "failed", "message", "looks", "think"), script + image),
        "passed": [script, image],
        "facts": [(script, image)],
    }
    second.report = None
    result.notebooks[0].name = f"a b#?%/{image}"
    return result
