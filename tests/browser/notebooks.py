"""A notebook that is open in a browser, driven as a student would; and what it is worth."""

import json
import re
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

    def __init__(self, page, address=""):
        self.page = page
        if address:
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

    def add(self, source):
        """Put a cell at the end, run it, and wait for it."""
        self.page.evaluate(
            """async (source) => {
                const {content} = window.jupyterapp.shell.currentWidget;
                content.model.sharedModel.addCell({cell_type: "code", source});
                content.activeCellIndex = content.widgets.length - 1;
                await window.jupyterapp.commands.execute("notebook:run-cell");
            }""",
            source,
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


class ExercisePage:
    """An exercise that is solved on its page of the reading site."""

    def __init__(self, page, address):
        self.page = page
        page.goto(address)

    def field(self, grade_id):
        return self.page.locator(f".tag_cell-{grade_id}").get_by_role("textbox")

    def write(self, grade_id, source):
        """Put an answer into its cell."""
        self.field(grade_id).fill(source)

    def answer(self, grade_id):
        """The code in a cell, in the editor or before it has come."""
        return self.field(grade_id).evaluate("field => field.value ?? field.innerText")

    def check(self, grade_id):
        """Press a check's button and wait for what it says."""
        cell = self.page.locator(f".tag_cell-{grade_id}")
        cell.get_by_role("button", name="Check ").click()
        cell.locator(".try-output:not([aria-busy]) > *").first.wait_for()

    def run(self):
        """Run the checks, one after the other."""
        for test in self.page.locator(".cell.tag_test").all():
            self.check(re.search(r"tag_cell-(\S+)", test.get_attribute("class"))[1])

    def said(self, grade_id):
        return self.page.locator(f".tag_cell-{grade_id} .try-output").inner_text()


def solve_wrongly_then_rightly(exercise):
    """Solve unit 00 in two tries, and see what its check says each time."""
    exercise.write("mean_of", "def mean_of(numbers):\n    return sum(numbers)")
    exercise.run()
    assert "the sum is not divided by anything" in exercise.said("test_mean_of")
    assert exercise.page.get_by_text("This looks like:").first.is_visible()
    exercise.write("mean_of", "def mean_of(numbers):\n    return sum(numbers) / len(numbers)")
    exercise.run()
    assert "mean_of: these checks passed" in exercise.said("test_mean_of")


FIGURES = """
from lincourse import plots
from lincourse.figures import naive_bayes
naive_bayes.friends_slider()
plots.show(plots.panels()[0], "Two empty axes.")
"""


def look_at_figures(notebook):
    """Draw an interactive and a picture: words, names, widths, and colours at night."""
    page = notebook.page
    notebook.add(FIGURES)
    still = page.get_by_role("img", name="Two empty axes.")
    still.scroll_into_view_if_needed()
    slider = page.get_by_role("slider", name="friends who only repeat")
    widget = page.locator(".widget-vbox", has=slider).first
    before = widget.locator("img").get_attribute("alt")
    slider.focus()
    slider.press("ArrowRight")
    page.wait_for_function(
        "before => document.querySelector('.widget-html-content img').alt !== before", arg=before
    )
    assert "1 of the nine" in widget.get_by_role("status").inner_text()
    assert page.locator(".widget-label[title=null]").count() == 0
    page.set_viewport_size({"width": 390, "height": 844})  # a phone
    fits = "image => image.getBoundingClientRect().right <= 390"
    for picture in (widget.locator("img"), still):  # the lab lays itself out anew a little later
        page.wait_for_function(fits, arg=picture.element_handle())
    seen = "image => getComputedStyle(image).filter"
    assert still.evaluate(seen) == "none"
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert "invert" in still.evaluate(seen)
    assert "invert" in widget.locator("img").evaluate(seen)
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
    page.set_viewport_size({"width": 1280, "height": 900})


def hand_in(downloading, course, unit):
    """Hand a downloaded notebook in, under the name it came with, and say what it is worth."""
    assert downloading.value.suggested_filename == f"{unit}.ipynb"
    handed_in = course / "submitted" / "student-07" / unit / f"{unit}.ipynb"
    handed_in.parent.mkdir(parents=True)
    downloading.value.save_as(handed_in)
    return points(course, unit)


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
    [result] = (course / "reports" / ".gradebox" / "results" / unit).iterdir()
    [notebook] = json.loads(result.read_text())["notebooks"]
    return {each["grade_id"]: each["score"] for each in notebook["exercises"]}


KEPT = """async parts => {
    const urls = [];
    for (const name of await caches.keys())
        for (const {url} of await (await caches.open(name)).keys()) urls.push(url);
    return parts.every(part => urls.some(url => url.includes(part)));
}"""


def wait_for_copies(page, *parts):
    """Wait until the service worker has a copy of these files."""
    page.wait_for_function(KEPT, arg=parts)
