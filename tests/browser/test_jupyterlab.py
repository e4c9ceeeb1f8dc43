"""The course in JupyterLab, as a student meets it. That every lecture runs, nbval sees to."""

import importlib.metadata
import json
import shutil
from pathlib import Path

import pytest
from notebooks import Notebook, look_at_figures, points, solve_wrongly_then_rightly
from packaging.requirements import Requirement
from pictures import jupyterlab

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
UNIT = "00-welcome"


def test_an_exercise_is_solved_saved_and_graded_and_figures_have_words(page, tmp_path):
    course, path = tmp_path / "course", f"exercises/{UNIT}/{UNIT}.ipynb"
    shutil.copytree(ROOT / "exercises" / UNIT, course / "exercises" / UNIT)
    with jupyterlab(course) as address:
        exercise = Notebook(page, f"{address}/doc/tree/{path}?reset")
        assert page.get_by_text("official Jupyter news").count() == 0, "it asks, over the notebook"
        solve_wrongly_then_rightly(exercise)
        exercise.command("docmanager:save")
        page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
        handed_in = tmp_path / "submitted" / "student-07" / UNIT
        handed_in.mkdir(parents=True)
        shutil.copy(course / path, handed_in)
        look_at_figures(exercise)
    assert points(tmp_path, UNIT) == {"test_mean_of": 1.0, "test_quiz_rungs_passed": 0.0}


MODEL = "window.jupyterapp.shell.currentWidget.context.model"
CHARACTERS = """paragraph => {
    const range = document.createRange(), text = paragraph.firstChild, lines = [];
    for (let i = 0; i < text.length; i++) {
        range.setStart(text, i);
        range.setEnd(text, i + 1);
        const {top} = range.getBoundingClientRect();
        if (lines.at(-1)?.top !== top) lines.push({top, length: 0});
        lines.at(-1).length++;
    }
    return lines.map(line => line.length);
}"""


def test_day_begins_on_the_start_page_and_only_work_is_saved(page, tmp_path):
    course, path = tmp_path / "course", f"exercises/{UNIT}/{UNIT}.ipynb"
    for folder in ("exercises", "lectures"):
        shutil.copytree(ROOT / folder, course / folder)
    for name in ("lincourse", "tools"):
        (course / name).mkdir()
    (course / "pyproject.toml").write_text("")
    lecture = (course / "lectures/04-perceptron.ipynb").read_bytes()
    with jupyterlab(course, "lincourse", "lab") as address:
        page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(address)
        start = page.locator(".jp-MarkdownViewer")
        start.get_by_role("heading", name="Start here").wait_for()
        start.get_by_role("img").first.wait_for()  # the map
        listed = page.locator(".jp-DirListing-itemText")
        listed.first.wait_for()
        assert listed.all_inner_texts() == ["exercises", "lectures", "Start here.md"]

        start.get_by_role("link", name="Perceptron").click()
        notebook = Notebook(page)
        page.wait_for_function(f"() => {MODEL}.getMetadata('language_info').version")
        assert not page.evaluate(f"{MODEL}.dirty")
        long = "paragraph => paragraph.firstChild?.length > 300 && !paragraph.children.length"
        paragraphs = page.locator(".jp-RenderedMarkdown > p").element_handles()
        lines = next(each for each in paragraphs if each.evaluate(long)).evaluate(CHARACTERS)
        assert 60 < max(lines) < 85, lines

        notebook.command("docmanager:save")
        page.get_by_role("tab", name="Start here.md").click()
        start.get_by_role("link", name="exercise 00").click()
        exercise = Notebook(page)
        exercise.write("mean_of", "def mean_of(numbers):\n    return sum(numbers) / len(numbers)")
        assert page.evaluate(f"{MODEL}.dirty"), "work is not marked as unsaved"
        exercise.run()
        exercise.command("docmanager:save")
        page.wait_for_function(f"() => !{MODEL}.dirty")
        page.get_by_role("tab", name="Start here.md").click()
        start.get_by_text("1 of 2").first.wait_for()
    assert "sum(numbers)" in (course / path).read_text()
    assert (
        json.loads(lecture)["cells"]
        == json.loads((course / "lectures/04-perceptron.ipynb").read_bytes())["cells"]
    )


def test_student_gets_no_extensions_of_lite_nbgrader_or_jupytext():
    found, queue = set(), ["lincourse"]
    while queue:
        name = queue.pop()
        for line in importlib.metadata.requires(name) or ():
            wanted = Requirement(line)
            if wanted.name not in found and (not wanted.marker or wanted.marker.evaluate()):
                found.add(wanted.name)
                queue.append(wanted.name)
    assert "jupyterlab" in found
    assert not found & {"nbgrader", "jupytext", "jupyterlite-core", "jupyterlite-pyodide-kernel"}
