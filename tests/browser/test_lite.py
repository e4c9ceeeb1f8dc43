"""The course in the browser, as a student meets it: nothing but this machine can be reached."""

from pathlib import Path

import nbformat
import pytest
from notebooks import Notebook, look_at_figures, solve_wrongly_then_rightly

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LITE = "lite/notebooks/index.html?path="
NOTEBOOKS = sorted([*(ROOT / "lectures").glob("*.ipynb"), *(ROOT / "solutions").glob("*/*.ipynb")])
ANSWER = "sum(numbers) / len(numbers)"
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
            await py.loadPackage(["lincourse", "matplotlib", "ipywidgets"]);
            py.runPython(code);
        }""",
        [f"{address}/lite/static/pyodide/pyodide.mjs", RUN_NOTEBOOK],
    )
    yield page
    page.close()


@pytest.mark.nightly
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(ROOT).as_posix())
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


def test_an_exercise_is_solved_downloaded_and_kept_and_figures_have_words(page, address):
    outside = []
    page.on(
        "request",
        lambda sent: None if sent.url.startswith(HERE) else outside.append(sent.url),
    )
    unit = "00-welcome"
    page.goto(f"{address}/{LITE}exercises/{unit}/{unit}.ipynb", wait_until="commit")
    page.get_by_text("This browser keeps them for next time.").wait_for()  # at once
    exercise = Notebook(page)
    assert page.title() == "Exercise 00: Welcome | lincourse"
    assert page.get_by_text("Not Trusted").count() == 0
    back = page.get_by_role("link", name="Exercise page")
    assert back.get_attribute("href") == f"{address}/exercises/{unit}/{unit}.html"

    solve_wrongly_then_rightly(exercise)
    exercise.command("docmanager:save")
    with page.expect_download() as downloading:
        page.get_by_role("menuitem", name="File", exact=True).click()
        page.get_by_role("menuitem", name="Download", exact=True).click()
    assert downloading.value.suggested_filename == f"{unit}.ipynb"
    handed_in = nbformat.read(downloading.value.path(), as_version=4)
    assert [cell for cell in handed_in.cells if ANSWER in cell.source]
    look_at_figures(exercise)

    page.reload()
    page.locator(".jp-Notebook .jp-CodeCell", has_text=ANSWER).wait_for()  # it was kept
    assert outside == []


@pytest.mark.nightly
def test_a_lecture_runs_from_top_to_bottom_and_a_button_moves_its_figure(page, address):
    lecture = Notebook(page, f"{address}/{LITE}lectures/04-perceptron.ipynb")
    lecture.command("notebook:run-all-cells")
    cells = lecture.cells()
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    kinds = [output["output_type"] for cell in cells for output in cell["outputs"]]
    assert "error" not in kinds
    assert kinds.count("display_data") > 10
    button = page.get_by_role("button", name="5 steps").first
    button.scroll_into_view_if_needed()
    button.click()
    page.locator('img[alt*="Examples seen: 5"]').first.wait_for()
