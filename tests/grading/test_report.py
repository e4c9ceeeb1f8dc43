"""The instructor's page and table: what they count and whom they name."""

import csv
import io
import math
import re
from datetime import datetime
from html import unescape
from html.parser import HTMLParser

import pytest
import sample_results as sample
from gradebox.course.model import People
from gradebox.gradebook.changes import Change
from gradebox.judge.selftest import LostPoints
from gradebox.pages import autograded, report
from gradebox.pages.similar import Pair, Similar
from gradebox.results import Exercise, Failure, GradedNotebook, Result

MADE = "2026-03-03T08:00:00+00:00"


def text(html):
    shown = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(shown)).replace(" , ", ", ")


def made(results):
    return report.page("ps1", results, MADE)


def rows(results):
    return list(csv.DictReader(io.StringIO(report.table(results))))


def result(student, *exercises, status="graded", answered=(), **more):
    notebook = GradedNotebook("ps1", list(exercises), list(answered))
    return Result(student, "ps1", status, notebooks=[notebook], **{"max_score": 10.0} | more)


def exercise(score, message="", looks="", name="test_f", title="One", **report):
    told = {"name": "f", "looks": looks, **report} if looks or report else None
    return Exercise(name, title, 10.0, score, message, told)


def test_table_has_a_row_per_student_in_order():
    results = [
        result("student-2", exercise(2.5)),
        Result("student-3", "ps1", "missing", max_score=10.0),
        result("student-1", exercise(3.0), status="needs review", reasons=["a, b", 'a "copy"']),
    ]
    assert report.table(results) == (
        "student,name,group,score,max_score,penalty,status,reason,to_read,test_f\n"
        'student-1,,,3,10,,needs review,"a, b; a ""copy""",0,3\n'
        "student-2,,,2.5,10,,graded,,0,2.5\n"
        "student-3,,,,10,,missing,,0,\n"
    )


def test_table_holds_any_name():
    names = ['"', "a\nb", "Å, ü", "a b", "=1+1", "<script>"]
    shown = [row["student"] for row in rows([result(name) for name in names])]
    assert shown == ['"', "<script>", "'=1+1", "a\\nb", "a b", "Å, ü"]
    assert rows([result("a\udcff", reasons=["\ud800"])]) == [
        {
            "student": "a\\udcff",
            "name": "",
            "group": "",
            "score": "0",
            "max_score": "10",
            "penalty": "",
            "status": "graded",
            "reason": "\\ud800",
            "to_read": "0",
        }
    ]


def glance(html):
    return {
        words: re.sub("<.*", "", value).strip()
        for words, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html)
    }


def test_overview_counts_statuses():
    results = [
        result("a", exercise(10.0)),
        result("b", exercise(9.0), late=60.0),
        result("c", exercise(2.0), status="needs review", reasons=["odd"]),
        Result("d", "ps1", "unreadable", ["empty"], max_score=10.0),
        Result("e", "ps1", "missing", max_score=10.0),
        Result("f", "ps1", "missing", max_score=10.0),
    ]
    numbers = {
        "students": "6",
        "graded": "2",
        "need review": "1",
        "unreadable": "1",
        "missing": "2",
        "late": "1",
        "median score": "9",
        "mean score": "7.0",
    }
    assert glance(made(results)) == numbers
    assert "points, of 10<" in made(results)
    failed = Result("g", "ps1", "failed", ["the disk is full"])
    assert glance(made([*results, failed])) == numbers | {"students": "7", "not finished": "1"}


def bars(html):
    return re.findall(r"<rect [^>]*><title>(.*?)</title>", html)


def test_chart_counts_every_graded_submission():
    scores = [0, 0.5, 1, 9.5, 10, 10]
    html = made([result(str(i), exercise(float(s))) for i, s in enumerate(scores)])
    assert bars(html) == [
        "0 to 1 points: 2 students",
        "1 to 2 points: 1 student",
        "9 to 10 points: 3 students",
    ]
    assert "6 graded submissions; 2 with all points." in text(html)
    assert re.search(r'<svg class="chart"[^>]*role="img" aria-labelledby="chart-title', html)


@pytest.mark.parametrize("top", [0.1, 1, 3, 27, 31, 100, 12345.5])
def test_chart_fits_any_number_of_points(top):
    graded = [
        result(str(i), Exercise("t", "T", top, top * i / 30), max_score=top) for i in range(31)
    ]
    chart = report._chart(graded)
    assert sum(bar["many"] for bar in chart["bars"]) == 31
    assert len(chart["bars"]) <= report.MAX_BARS
    assert float(chart["across"][-1][1]) >= top or len(chart["bars"]) % 2
    for bar in chart["bars"]:
        assert bar["x"] >= report.LEFT
        assert bar["x"] + bar["wide"] <= report.WIDTH
        assert bar["y"] >= report.TOP


def test_report_of_an_empty_class_has_a_page():
    assert "graded submission" not in text(made([]))
    assert "All students" in text(made([]))
    assert bars(made([result("a", max_score=0.0)])) == []
    assert "1 student submitted nothing" in text(made([Result("a", "ps1", "missing")]))


def parts(html):
    """The words on each exercise."""
    return [text(part) for part in html.split('<div class="card exercise"')[1:]]


def test_mistakes_are_grouped_by_frequency():
    results = [
        result("a", exercise(0.0, looks="rare."), answered=["f"]),
        result("b", exercise(0.0, looks="common."), answered=["f"]),
        result("c", exercise(0.0, looks="common."), answered=["f"]),
        result("d", exercise(10.0), answered=["f"]),
        result("e", exercise(0.0, "NotImplementedError"), answered=["g"]),
        result("f", exercise(0.0, "TypeError: no\nmore"), answered=["f"]),
        result("g", exercise(0.0, failed="it runs", message="by 3", looks=""), answered=["f"]),
    ]
    [part] = parts(made(results))
    assert "✓ 1 passed" in part
    assert "✗ 5 lost points" in part
    assert "○ 1 did not answer" in part
    order = [
        "2 × common. b, c",
        "1 × rare. a",
        "1 × TypeError: no f",
        "1 × the check “it runs” failed For example: by 3 g",
    ]
    places = [part.index(words) for words in order]
    assert places == sorted(places)
    assert "more" not in part
    top = text(made(results)).split("Most frequent mistakes")[1]
    assert top.index("2 × common.") < top.index("1 × rare.")
    assert '<a class="dim" href="#x1">One</a>' in made(results)


def test_unanswered_exercises_are_counted_without_notebook_content():
    results = [
        Result.from_json(result.to_json())
        for result in (
            sample.graded("a", lambda name: "right"),
            sample.graded("b", lambda name: "empty" if name == "eta_decay" else 0),
            sample.graded("c", lambda name: "empty"),
        )
    ]
    decay = next(part for part in parts(made(results)) if "A rate that decays" in part)
    assert "✓ 1 passed ✗ 0 lost points ○ 2 did not answer" in decay
    update = next(part for part in parts(made(results)) if "One step, two classes" in part)
    assert "✓ 1 passed ✗ 1 lost points ○ 1 did not answer" in update


def test_untouched_stubs_are_counted_in_any_course():
    stub, tried = (exercise(0.0, name="cell-12ab") for _ in range(2))
    stub.failure = Failure.NOT_IMPLEMENTED
    results = [
        result("a", stub, answered=["cell-9"]),
        result("b", tried, answered=["cell-7"]),
        result("c", tried, answered=[]),  # nothing at all was answered
    ]
    [part] = parts(made(results))
    assert "✗ 1 lost points ○ 2 did not answer" in part


def test_answers_to_mark_by_hand_are_listed():
    one, other = (sample.graded(name, lambda name: "right") for name in ("a", "b"))
    sample.add_manual(one)
    sample.add_manual(other)
    words = text(made([one, other, sample.graded("c", lambda name: "right")]))
    assert "To be marked by hand 2 answers to 11. In your own words a, b" in words
    assert "but not yet answers that are still to be marked" in words
    assert "To be marked by hand" not in text(made([sample.graded("c", lambda name: "right")]))


def test_review_list_has_reasons_and_the_worst_first():
    results = [
        result("a", exercise(1.0), status="needs review", reasons=["two copies", "a long loop"]),
        Result("b", "ps1", "unreadable", ["it is empty"]),
        Result("c", "ps1", "failed"),
        result("d", exercise(1.0)),
    ]
    part = text(made(results)).split("Needs review")[2].split("Exercise by exercise")[0]
    order = [
        "c failed the grader could not finish",
        "b unreadable it is empty",
        "a needs review two copies; a long loop",
    ]
    places = [part.index(words) for words in order]
    assert places == sorted(places)
    assert "graded" not in part


def test_students_without_a_name_or_with_a_shared_one_are_counted():
    given = {"a": "", "b": "ada", "c": "1", "d": "1", "e": "", "f": "1", "g": None}
    results = [result(student, exercise(1.0)) for student in given]
    for each, name in zip(results, given.values(), strict=True):
        each.notebooks[0].student_names = [] if name is None else [name]
    results.append(Result("h", "ps1", "missing", max_score=10.0))
    page = text(made(results))
    assert "2 students gave no name a, e" in page
    assert "3 students gave the name “1” c, d, f" in page
    assert "“ada”" not in page
    assert "Names in the quizzes" not in text(made(results[1:3]))


class Links(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.found.append(dict(attrs)["href"])


@pytest.mark.parametrize(
    ("student", "folder"),
    [
        ("student-1", "student-1"),
        ("a b/c?#%", "a%20b%2Fc%3F%23%25"),
        ("Åsa", "%C3%85sa"),
        ("a\udcff", "a%FF"),  # a folder whose name is no UTF-8
        ("a\ud800", "a%5Cud800"),
        ("'\"><script>", "%27%22%3E%3Cscript%3E"),
        ("javascript:x", "javascript%3Ax"),
    ],
)
def test_report_links_to_the_files(student, folder):
    lost = result(student, exercise(1.0, "no", name="f"), answered=["f"])
    assert Links(made([lost])).found == [
        "#scores",
        "#review",
        "#exercises",
        "#items",
        "#all",
        "ps1-exercises.html",
        "course.html",
        f"../feedback/{folder}/ps1/ps1.html#e1",  # from the wrong turn to the answer
        f"../feedback/{folder}/ps1/ps1.html",
        f"notebooks/{folder}/ps1/ps1.html",
    ]


def test_a_hostile_student_gets_no_markup_in():
    html = made([sample.hostile(), *sample.class_of(3)])
    assert html.encode("utf-8").decode() == html
    assert html.count("<script") == 1
    assert "<img" not in html
    assert "unsafe" not in html
    assert "\u202e" not in html


@pytest.mark.slow
def test_report_of_300_students_stays_small():
    html = made(sample.class_of(300))
    assert len(html.encode()) < 500_000
    assert html.count("<tr>") > 300


@pytest.mark.parametrize("counted", ["", "the kernel & co"])
def test_footer_shows_who_counted_memory(counted):
    page = report.page("ps1", [], MADE, memory_counted_by=counted)
    assert ("counted by the kernel &amp; co." in page) == bool(counted)


def test_footer_shows_the_seed_and_who_was_graded_with_another():
    results = [result(name, exercise(1.0), seed=seed) for name, seed in (("a", 5), ("b", 6))]
    assert "Seed of the hidden inputs" not in text(report.page("ps1", results, MADE))
    same = text(report.page("ps1", results[:1], MADE, seed=5))
    assert "Seed of the hidden inputs: 5." in same
    assert "another seed" not in same
    other = text(report.page("ps1", results, MADE, seed=5))
    assert "5. 1 student was graded with another seed; regrade with --force" in other


def test_results_of_older_versions_are_read():
    """Version 0.2 wrote the status "look", and neither seed nor pages."""
    stored = result("a", exercise(1.0), status="needs review").to_json() | {"status": "look"}
    del stored["seed"], stored["pages"]
    assert Result.from_json(stored).status == "needs review"


DAMAGE = {
    "missing field": lambda data: data.pop("student"),
    "unknown field": lambda data: data.update(more=1),
    "number for text": lambda data: data.update(name=5),
    "text for number": lambda data: data.update(late="5"),
    "negative": lambda data: data.update(late=-1.0),
    "infinite": lambda data: data.update(seconds=math.inf),
    "not a number": lambda data: data["notebooks"][0].update(penalty=math.nan),
    "bool for number": lambda data: data["notebooks"][0]["exercises"][0].update(score=True),
    "unknown status": lambda data: data.update(status="fine"),
    "unhashable status": lambda data: data.update(status=[]),
    "time without zone": lambda data: data.update(came="2026-03-02T14:05:00"),
    "impossible time": lambda data: data.update(timestamp="2026-13-02T14:05:00+00:00"),
    "text for list": lambda data: data.update(reasons="late"),
    "list of numbers": lambda data: data.update(reasons=[1]),
    "content": lambda data: data["notebooks"][0].update(content={"cells": []}),
    "comment": lambda data: data["notebooks"][0].update(comments={"a": 1}),
    "mark": lambda data: data["notebooks"][0]["exercises"][0].update(mark={"again": 1}),
    "extra": lambda data: data["notebooks"][0]["exercises"][0].update(mark={"extra": math.inf}),
    "report": lambda data: data["notebooks"][0]["exercises"][0].update(report={"failed": []}),
    "facts": lambda data: data["notebooks"][0]["exercises"][0].update(report={"facts": [["a"]]}),
    "not an object": lambda data: data.update(notebooks=[[]]),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_results_are_refused(damage):
    stored = result("a", exercise(1.0)).to_json()
    assert Result.from_json(stored) == result("a", exercise(1.0))
    DAMAGE[damage](stored)
    with pytest.raises(ValueError, match=r".+"):
        Result.from_json(stored)


def test_report_shows_names_and_groups():
    ada = result("s1", exercise(0.0, looks="so."), answered=["f"], name="Ada <b>", group="Tue")
    html = made([ada])
    assert "Ada &lt;b&gt;" in html
    assert "<b>" not in html
    [row] = rows([ada])
    assert (row["name"], row["group"], row["test_f"]) == ("Ada <b>", "Tue", "0")


def test_report_shows_an_answer_with_each_mistake():
    lost = result("s1", exercise(0.0, looks="so."), answered=["f"])
    html = report.page("ps1", [lost], MADE, answer=lambda *place: f"<i> {' '.join(place)}")
    assert "&lt;i&gt; s1 ps1 test_f" in html


def test_report_shows_changes_and_losses_of_the_solution():
    changes = [Change("s1", "Ada", "One", 2.0, 4.0, "it is worth 4 points <now>", MADE)]
    lost = LostPoints("ps1", "test_f", 1.0, 10.0, "NameError", "assert f(1)", "`f` uses `A` & co")
    html = report.page("ps1", [result("s1", exercise(1.0))], MADE, changes=changes, losses=[lost])
    assert "it is worth 4 points &lt;now&gt;" in html
    assert "`f` uses `A` &amp; co" in html
    assert "What changed" not in made([result("s1", exercise(1.0))])


def test_timeline_shows_submission_times_and_due_date():
    times = ["2026-03-01T10:00:00+00:00", "2026-03-02T10:00:00+00:00", "2026-03-02T11:00:00+00:00"]
    results = [result(str(i), exercise(1.0), timestamp=when) for i, when in enumerate(times)]
    due = datetime.fromisoformat("2026-03-03T00:00:00+00:00")
    timeline = report._timeline(results, due)
    assert sum(bar["many"] for bar in timeline["bars"]) == 3
    assert len(timeline["bars"]) <= report.MAX_BARS + 1
    assert report.LEFT < timeline["due"] <= report.WIDTH
    assert "the line is the due date" in text(report.page("ps1", results, MADE, due=due))
    assert report._timeline(results[:1], None) is None
    assert report._timeline([], due) is None


def test_grid_shows_students_by_units():
    scores = {"ada": {"00": 2.0, "02": None}, "bob": {"00": None, "02": None}}
    people = People({"ada": "Ada <L>"}, {"ada": "Tue"})
    assert report.course_table(scores, people) == (
        "student,name,group,00,02,all\nada,Ada <L>,Tue,2,,2\nbob,,,,,0\n"
    )
    most = {"00": 3.0, "02": 27.0}
    html = report.grid_page("All", "Students by units", scores, most, people, MADE)
    assert "Ada &lt;L&gt;" in html
    assert "30" in text(html), "all that can be had"
    assert "Group" in html
    nobodys = report.grid_page("All", "Students by units", scores, most, People({"ada": "A"}), MADE)
    assert "Name" in nobodys
    assert "Group" not in nobodys, "a column in which nobody has anything"
    assert html.count("<td") - nobodys.count("<td") == 4, "two students, two rows below"


def test_similar_work_is_shown_side_by_side_without_a_verdict():
    works = {"ada": "x = 1\n<script>", "bob": "y = 1"}
    found = Similar([Pair("ada", "bob", 20, 0.9, 0.5, ([0], [0]))], [["ada", "bob", "cyd"]])
    html = report.similar_page("ps1", found, works, People({"ada": "Ada <L>"}), MADE)
    assert "<mark>x = 1</mark>" in html
    assert "&lt;script&gt;" in html
    assert "Ada &lt;L&gt;" in html
    assert "a reason to look, not a verdict" in text(html)
    assert "No two students share" in text(
        report.similar_page("ps1", Similar(), {}, People(), MADE)
    )


def test_rendered_notebook_shows_all_cells_as_text():
    hostile = sample.hostile()
    html = autograded.page(hostile, hostile.notebooks[0])
    assert "<script" not in html.replace("&lt;script", "")
    assert 'src="x' not in html
    assert "The test" in html
