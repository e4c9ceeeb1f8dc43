"""Exercises solved on their own pages, first with only this machine in reach, then offline."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from notebooks import ExercisePage, hand_in, solve_wrongly_then_rightly, wait_for_copies

pytestmark = pytest.mark.slow

UNIT = "00-welcome"
PAGE = "exercises/{0}/{0}.html"


NEEDED = (
    *("python_stdlib.zip", "pyodide.asm.wasm", "numpy-", "lincourse-0", "codemirror.js"),
    PAGE.format(UNIT),
)


def test_an_exercise_is_solved_on_its_page_also_offline_downloaded_and_graded(
    page, address, tmp_path
):
    loaded = []
    page.on("request", lambda sent: loaded.append(sent.url))
    exercise = ExercisePage(page, f"{address}/{PAGE.format(UNIT)}")
    page.wait_for_load_state("networkidle")
    assert not [url for url in loaded if "pyodide" in url]  # nothing before it is asked for

    solve_wrongly_then_rightly(exercise)
    assert not [url for url in loaded if not url.startswith((address, "data:", "blob:"))]
    assert not [url for url in loaded if "matplotlib" in url]

    wait_for_copies(page, *NEEDED)
    page.context.set_offline(True)
    page.reload()
    assert "sum(numbers) / len(numbers)" in exercise.answer("mean_of")  # it was kept
    exercise.check("test_mean_of")
    assert "these checks passed" in exercise.said("test_mean_of")
    page.context.set_offline(False)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download with my answers").click()
    page.context.set_offline(True)
    page.goto(f"{address}/glossary.html")  # not visited before
    assert page.get_by_role("heading", name="You are offline").is_visible()
    expected = {"test_mean_of": 1.0, "test_quiz_rungs_passed": 0.0}
    assert hand_in(downloading, tmp_path, UNIT) == expected


@pytest.fixture(scope="class")
def perceptron(browser, address):
    """Exercise 04 with Python running, for several tests."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(600_000)
    yield ExercisePage(context.new_page(), f"{address}/{PAGE.format('04-perceptron')}")
    context.close()


class TestOnAPhone:
    def test_a_loop_that_never_ends_can_be_stopped_and_mended(self, perceptron):
        page = perceptron.page
        perceptron.write("eta_decay", "def eta_decay(n):\n    while True:\n        pass")
        button = page.get_by_role("button", name="Check eta_decay")
        button.click()
        page.get_by_text("Still running").wait_for()
        page.get_by_role("button", name="Stop").click()
        page.get_by_text("Stopped. Your answer is still there").wait_for()
        perceptron.write("eta_decay", "def eta_decay(n):\n    return 1 / n")
        perceptron.check("test_eta_decay")
        assert "these checks passed" in perceptron.said("test_eta_decay")

    def test_passed_checks_are_folded_above_the_failed_one(self, perceptron):
        perceptron.write("eta_decay", "def eta_decay(n):\n    return 2 / n")
        perceptron.check("test_eta_decay")
        passed = perceptron.page.locator(".tag_cell-test_eta_decay .try-output details")
        assert "checks" in passed.locator("summary").inner_text()
        assert not passed.locator("li").first.is_visible()

    def test_a_name_brings_its_own_numbers(self, perceptron):
        page = perceptron.page
        question = page.locator(".tag_cell-question_worked_table")
        before = question.locator("td").all_inner_texts()
        perceptron.write("student", 'student = "Ada Lovelace"')
        page.get_by_role("button", name="Use this name").click()
        question.locator(".try-output td").first.wait_for()
        after = question.locator(".try-output td").all_inner_texts()
        assert len(after) == len(before)
        assert after != before
        question.locator(".try-output mjx-container").first.wait_for()

    def test_a_figure_is_drawn_and_fits(self, perceptron):
        draw = "ax = plots.points(cloud.X, cloud.y)\nplots.show(ax, 'A cloud of points.')"
        perceptron.write("figure_averaging", draw)
        drawn = perceptron.page.locator(".tag_cell-figure_averaging")
        drawn.get_by_role("button", name="Run this cell").click()
        picture = drawn.get_by_role("img", name="A cloud of points.")
        picture.wait_for()
        assert picture.bounding_box()["width"] <= 390
        assert perceptron.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_answer_is_edited_as_plain_text_without_the_editor(browser, address):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.route("**/codemirror.js", lambda route: route.abort())
    exercise = ExercisePage(page, f"{address}/{PAGE.format(UNIT)}")
    with page.expect_console_message(lambda said: "No code editor here" in said.text):
        exercise.field("mean_of").scroll_into_view_if_needed()
    exercise.write("mean_of", "def mean_of(numbers):\n    return 1")
    page.reload()
    assert exercise.answer("mean_of") == "def mean_of(numbers):\n    return 1"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Back to the start: mean_of").click()
    assert "raise NotImplementedError" in exercise.answer("mean_of")
    context.close()


def test_axe_finds_nothing_serious_in_an_editor(page, address):
    exercise = ExercisePage(page, f"{address}/{PAGE.format(UNIT)}")
    page.set_viewport_size({"width": 320, "height": 600})  # its code scrolls
    exercise.field("mean_of").scroll_into_view_if_needed()
    page.locator(".tag_cell-mean_of .cm-editor").wait_for()
    violations = Axe().run(page, context=".try").response["violations"]
    assert [each["id"] for each in violations if each["impact"] in {"serious", "critical"}] == []


LINES = """[...document.querySelectorAll(".tag_cell-mean_of .cm-line")]
    .map(line => line.innerText.trimEnd())"""
COLOUR = """where => getComputedStyle(document.querySelector(where)).color"""


def test_the_editor_colours_code_and_the_keyboard_gets_in_and_out(engine, address):
    engine.goto(f"{address}/{PAGE.format(UNIT)}")
    engine.evaluate("document.querySelector('.tag_cell-mean_of textarea').focus()")
    engine.wait_for_function("document.activeElement.matches('.cm-content')")
    assert "mean_of" in engine.evaluate("document.activeElement.getAttribute('aria-label')")
    engine.keyboard.press("Control+a")
    engine.keyboard.type("def f(x):")  # the editor has closed the bracket already
    engine.keyboard.press("Enter")
    engine.keyboard.type("return 1")
    assert engine.evaluate(LINES) == ["def f(x):", "    return 1"]
    engine.keyboard.press("Shift+Tab")
    assert engine.evaluate(LINES)[-1] == "return 1"
    engine.keyboard.press("Tab")
    assert engine.evaluate(LINES)[-1] == "    return 1"
    keywords = [engine.evaluate(COLOUR, place) for place in (".cm-line .k", "pre .k, pre .kn")]
    assert keywords[0] == keywords[1] != engine.evaluate(COLOUR, ".cm-line")
    engine.keyboard.press("Escape")
    engine.keyboard.press("Tab")
    assert engine.evaluate("document.activeElement.textContent") == "Back to the start"
