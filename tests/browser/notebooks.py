"""A notebook that is open in a browser, driven as a student would; and what it is worth."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READY = """() => {
    const session = window.jupyterapp?.shell.currentWidget?.sessionContext?.session;
    return session?.kernel?.status === "idle";
}"""


class Notebook:
    """A notebook that is open in the browser."""

    def __init__(self, page, address):
        self.page = page
        page.goto(address)
        page.wait_for_function(READY)

    def command(self, name):
        self.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)

    def write(self, grade_id, source):
        """Put an answer into its cell."""
        self.page.evaluate(
            """([id, source]) => {
                const {model} = window.jupyterapp.shell.currentWidget.content;
                for (const cell of model.cells)
                    if (cell.getMetadata("nbgrader")?.grade_id === id)
                        cell.sharedModel.setSource(source);
            }""",
            [grade_id, source],
        )

    def run(self):
        """Run all cells, also those after one that failed, and wait for the last."""
        self.page.evaluate(
            """async () => {
                const {content, sessionContext} = window.jupyterapp.shell.currentWidget;
                for (let i = 0; i < content.widgets.length; i++) {
                    content.activeCellIndex = i;
                    await window.jupyterapp.commands.execute("notebook:run-cell");
                }
            }"""
        )

    def cells(self):
        """The code cells with what they put out."""
        return self.page.evaluate(
            """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
                .filter(cell => cell.type === "code").map(cell => cell.toJSON())"""
        )

    def said(self, grade_id):
        """All that a test cell put out, as text."""
        [cell] = [
            cell
            for cell in self.cells()
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id
        ]
        return str(cell["outputs"])


def solve_wrongly_then_rightly(exercise):
    """Solve unit 00 in two tries, and see what its check says each time."""
    exercise.write("mean_of", "def mean_of(numbers):\n    return sum(numbers)")
    exercise.run()
    assert "the sum is not divided by anything" in exercise.said("test_mean_of")
    assert exercise.page.get_by_text("This looks like:").first.is_visible()
    exercise.write("mean_of", "def mean_of(numbers):\n    return sum(numbers) / len(numbers)")
    exercise.run()
    assert "mean_of: these checks passed" in exercise.said("test_mean_of")


def points(course, unit):
    """The points that `lincourse grade` gives the one submission in a course folder."""
    shutil.copy(ROOT / "nbgrader_config.py", course)
    for folder in ("solutions", "exercises"):
        shutil.copytree(ROOT / folder / unit, course / folder / unit)
    run = subprocess.run(
        [sys.executable, "-m", "lincourse", "grade", unit],
        cwd=course,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    [result] = (course / "reports" / ".lincourse" / "results" / unit).iterdir()
    [notebook] = json.loads(result.read_text())["notebooks"]
    return {each["grade_id"]: each["score"] for each in notebook["exercises"]}
