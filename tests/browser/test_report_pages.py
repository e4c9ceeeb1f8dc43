"""The student's and the instructor's page in a real browser."""

from datetime import datetime
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
import sample_results as sample
from axe_playwright_python.sync_playwright import Axe
from gradebox.course.model import People
from gradebox.gradebook.changes import Change
from gradebox.judge.selftest import LostPoints
from gradebox.pages import autograded, feedback, report
from gradebox.pages.similar import Pair, Similar
from gradebox.results import Mark

pytestmark = pytest.mark.slow

MADE = "2026-03-03T08:00:00+00:00"
PHONE, DESK = {"width": 390, "height": 800}, {"width": 1280, "height": 900}


def student():
    choice = {"eta_decay": "empty", "train_perceptron": 2, "joint_update": 1}
    result = sample.graded("student-07", lambda name: choice.get(name, "right"), late=7500.0)
    result.reasons = ["the cell eta_decay is there twice; the first one counts"]
    sample.add_cell(result, "test_perceptron_update", "x" * 300, [sample.stream("y" * 300)])
    sample.add_cell(result, "test_joint_update", "plot()", [sample.picture(alt="A dot.")])
    sample.exercise(result, "multiclass_update").score = 1.5
    sample.exercise(result, "svm_update").report = None
    sample.exercise(result, "svm_update").score = 0.0
    sample.exercise(result, "svm_update").message = "AssertionError: " + "z" * 300
    sample.add_manual(result)
    return result


def course():
    results = [*sample.class_of(40), student(), sample.hostile()]
    results[-1].seconds = 12.0
    return results


SCRIPT = "<script>window.owned = true</script>"
PEOPLE = People({"student-01": f"Ada {SCRIPT}"}, {"student-01": "Tuesday"})
TOTALS = {"student-01": {"00": 2.0, "02": None}, SCRIPT: {"00": 1.0, "02": 20.0}}
MOST = {"00": 2.0, "02": 27.0}
WORKS = {"student-01": f"x = 1\n# {SCRIPT}", "student-02": "y = 1"}
ALIKE = Similar([Pair("student-01", "student-02", 14, 0.9, 0.5, ([0], [0]))])


def full_report():
    """The report with every section that it may have."""
    results = course()
    for number, result in enumerate(results):
        result.timestamp = f"2026-03-{1 + number % 9:02d}T14:05:00+00:00"
    exercise = results[-1].notebooks[0].exercises[-1]
    exercise.mark, exercise.was = Mark(1.0, 0.0, True), "It was so."
    return report.page(
        sample.UNIT,
        results,
        MADE,
        changes=[Change("student-01", "Ada", SCRIPT, 1.0, 2.0, "handed in anew", MADE)],
        losses=[LostPoints(sample.UNIT, "test_f", 1.0, 2.0, SCRIPT, "assert f", "because")],
        again=[(results[-1], exercise, f"It is {SCRIPT}.")],
        due=datetime.fromisoformat("2026-03-06T23:59:00+00:00"),
        answer=lambda *place: SCRIPT,
        similar=ALIKE,
    )


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A course folder with the pages of two students and the one on the class."""
    root = tmp_path_factory.mktemp("course")
    honest, hostile = student(), sample.hostile()
    written = {
        "feedback": feedback.page(honest, honest.notebooks[0]),
        "hostile": feedback.page(hostile, hostile.notebooks[0]),
        "report": full_report(),
        "notebook": autograded.page(hostile, hostile.notebooks[0]),
        "course": report.grid_page("All", "Students by units", TOTALS, MOST, PEOPLE, MADE),
        "similar": report.similar_page(sample.UNIT, ALIKE, WORKS, PEOPLE, MADE),
    }
    for name, text in written.items():
        (root / f"{name}.html").write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def visit(browser, pages):
    """Open a page; whatever the browser complains about makes the test fail."""
    contexts, complaints = [], []

    def opened(name, **settings):
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: complaints.append(request.url))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(("file:", "data:image/png"))
                else complaints.append(request.url)
            ),
        )
        page.goto((pages / f"{name}.html").as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


COLOURS = """[getComputedStyle(document.body).color,
    getComputedStyle(document.body).backgroundColor]"""


def wrong_for_some_readers(page):
    """What axe finds that keeps somebody from using the page."""
    found = Axe().run(page).response["violations"]
    return [
        (v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("name", ["feedback", "hostile", "report", "notebook", "course", "similar"])
def test_a_page_is_for_everybody_and_runs_nothing_of_a_student(visit, name):
    page = visit(name, color_scheme="light", viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if name != "feedback":
        assert page.evaluate("window.owned") is None
        assert page.locator("img[src=x]").count() == 0
        assert page.locator("script").count() == (name in ("report", "course"))
        assert "<script>window.owned = true</script>" in page.locator("body").inner_text()
    page.set_viewport_size(DESK)
    light = page.evaluate(COLOURS)
    assert wrong_for_some_readers(page) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(COLOURS) != light
    assert wrong_for_some_readers(page) == []


def test_the_policy_stops_a_script_that_slips_through(browser, pages, tmp_path):
    text = (pages / "hostile.html").read_text(encoding="utf-8")
    script = "<script>window.owned = true</script><img src='nowhere.png'>"
    (tmp_path / "slipped.html").write_text(text.replace("</body>", f"{script}</body>"))
    page = browser.new_page()
    refused = []
    page.on("console", lambda said: refused.append(said.text))
    page.goto((tmp_path / "slipped.html").as_uri())
    assert page.evaluate("window.owned") is None
    assert len(refused) == 2
    assert all("Content Security Policy" in text for text in refused)
    page.close()


def test_the_overview_leads_to_what_lost_points(visit):
    page = visit("feedback")
    links = page.locator(".lost a")
    assert links.all_inner_texts() == [
        "2. Many steps",
        "3. A rate that decays",
        "5. One step, many classes",
        "7. The same step on joint features, and the loss it goes down, joint_update",
        "9. A step that wants a margin",
    ]
    for link in links.all():
        target = page.locator(link.get_attribute("href"))
        heading = target.locator("h2").inner_text()  # with a function's name behind it
        assert heading.replace(",", "") == link.inner_text().replace(",", "")
        assert target.locator(".badge").inner_text()[0] in "✗◐"


def test_pictures_are_drawn(visit):
    page = visit("feedback")
    picture = page.get_by_alt_text("A dot.")
    assert picture.evaluate("image => image.naturalWidth") == 1


def rows(page):
    return page.locator("#students tbody tr:visible th").all_inner_texts()


def test_the_table_sorts_and_filters(visit):
    page = visit("report")
    everyone = rows(page)
    assert len(everyone) == 42
    assert page.get_by_role("button", name="Group").count() == 0  # a column that nobody fills
    score = page.get_by_role("button", name="Score")
    score.click()
    points = [
        float(t or -1) for t in page.locator("#students tbody td:nth-child(2)").all_inner_texts()
    ]
    assert points == sorted(points)
    assert len(set(points)) > 5
    score.click()
    again = [
        float(t or -1) for t in page.locator("#students tbody td:nth-child(2)").all_inner_texts()
    ]
    assert again == points[::-1]
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("Score")
    page.get_by_role("searchbox").fill("UNREADABLE")
    unreadable = rows(page)
    assert 0 < len(unreadable) < len(everyone)
    assert page.get_by_role("status").inner_text() == f"{len(unreadable)} of {len(everyone)}"
    page.get_by_role("searchbox").fill("")
    assert sorted(rows(page)) == sorted(everyone)


def test_the_report_is_all_there_without_scripts(visit):
    page = visit("report", java_script_enabled=False)
    assert page.locator("#students tbody tr").count() == 42
    assert page.get_by_role("img", name="How many students have how many points").count() == 1


def test_links_lead_to_the_students_files(visit, pages):
    page = visit("report")
    cells = page.locator("#students tr", has_text="student-07").first.locator("a")
    leads = [urlparse(cell.evaluate("link => link.href")) for cell in cells.all()]
    assert [Path(unquote(lead.path)).relative_to(pages.parent) for lead in leads] == [
        Path("feedback/student-07/04-perceptron/04-perceptron.html"),
        Path(pages.name, "notebooks/student-07/04-perceptron/04-perceptron.html"),
    ]


def test_printing_shows_black_on_white(visit):
    page = visit("feedback", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
