"""The course in the browser, as a student meets it: nothing but this machine can be reached."""

from pathlib import Path

import nbformat
import pytest
from notebooks import READY, Notebook, points, solve_wrongly_then_rightly

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LITE = "lite/notebooks/index.html?path="
NOTEBOOKS = sorted([*(ROOT / "lectures").glob("*.ipynb"), *(ROOT / "solutions").glob("*/*.ipynb")])
BY_DEFAULT = {"solutions/09-family/09-family.ipynb"}  # and lecture 04, with its slider, below
HERE = ("http://127.0.0.1:", "data:", "blob:")
RUN_NOTEBOOK = """
import contextlib, io
from IPython.core.interactiveshell import InteractiveShell

def run_notebook(cells):
    InteractiveShell.clear_instance()
    shell, said = InteractiveShell.instance(), io.StringIO()
    for code in cells:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            done = shell.run_cell(code)
        if not done.success:
            return f"{code}\\n{done.error_before_exec or done.error_in_exec!r}"
    return ""
"""


@pytest.fixture(scope="module")
def pyodide(browser, address):
    """A page with Python in it, and the course's packages, without JupyterLite around it."""
    page = browser.new_page()
    page.goto(f"{address}/lite/static/pyodide/pyodide-lock.json", timeout=0)
    page.evaluate(
        """async ([url, code]) => {
            const {loadPyodide} = await import(url);
            window.py = await loadPyodide();
            await py.loadPackage("lincourse");
            py.runPython(code);
        }""",
        [f"{address}/lite/static/pyodide/pyodide.mjs", RUN_NOTEBOOK],
    )
    yield page
    page.close()


def notebooks():
    """Every lecture and every solved exercise; most of them are left to the night."""
    for path in NOTEBOOKS:
        name = path.relative_to(ROOT).as_posix()
        marks = [] if name in BY_DEFAULT else [pytest.mark.nightly]
        yield pytest.param(path, id=name, marks=marks)


@pytest.mark.parametrize("path", list(notebooks()))
def test_a_lecture_or_solved_exercise_runs(pyodide, path):
    notebook = nbformat.read(path, as_version=4)
    codes = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    assert codes
    error = pyodide.evaluate(
        """async (codes) => {
            await py.loadPackagesFromImports(codes.join("\\n"));
            return py.globals.get("run_notebook")(py.toPy(codes));
        }""",
        codes,
    )
    assert error == ""


def test_the_notebooks_that_run_by_default_are_there():
    assert {path.relative_to(ROOT).as_posix() for path in NOTEBOOKS} >= BY_DEFAULT


def test_a_lecture_runs_from_top_to_bottom_and_a_slider_moves_its_figure(page, address):
    outside = []
    page.on(
        "request",
        lambda sent: None if sent.url.startswith(HERE) else outside.append(sent.url),
    )
    lecture = Notebook(page, f"{address}/{LITE}lectures/04-perceptron.ipynb")
    lecture.command("notebook:run-all-cells")
    cells = lecture.cells()
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    kinds = [output["output_type"] for cell in cells for output in cell["outputs"]]
    assert "error" not in kinds
    assert kinds.count("display_data") > 10

    button = page.get_by_role("button", name="5 steps").first
    button.scroll_into_view_if_needed()
    widget = page.locator(".widget-vbox", has=button).first
    picture = widget.locator("img")
    before = picture.get_attribute("src")
    assert "Examples seen: 0" in picture.get_attribute("alt")
    button.click()
    page.wait_for_function(
        "([image, before]) => image.isConnected === false || image.src !== before",
        arg=[picture.element_handle(), before],
    )
    assert "Examples seen: 5" in widget.locator("img").get_attribute("alt")
    assert widget.locator("img").get_attribute("src") != before
    handle = widget.get_by_role("slider").first
    handle.focus()
    handle.press("ArrowRight")
    widget.locator('img[alt*="Examples seen: 6"]').wait_for()
    assert outside == []


def test_an_exercise_is_solved_downloaded_and_graded(page, address, tmp_path):
    unit = "00-welcome"
    exercise = Notebook(page, f"{address}/{LITE}exercises/{unit}/{unit}.ipynb")
    exercise.run()
    assert "mean_of is not written yet" in exercise.said("test_mean_of")

    solve_wrongly_then_rightly(exercise)
    exercise.command("docmanager:save")
    page.reload()
    page.wait_for_function(READY)
    assert "sum(numbers) / len(numbers)" in str(exercise.cells())  # it was kept

    with page.expect_download() as downloading:
        page.get_by_role("menuitem", name="File", exact=True).click()
        page.get_by_role("menuitem", name="Download", exact=True).click()
    assert downloading.value.suggested_filename == f"{unit}.ipynb"
    handed_in = tmp_path / "submitted" / "student-07" / unit / f"{unit}.ipynb"
    handed_in.parent.mkdir(parents=True)
    downloading.value.save_as(handed_in)
    assert points(tmp_path, unit) == {"test_mean_of": 1.0, "test_quiz_rungs_passed": 0.0}
