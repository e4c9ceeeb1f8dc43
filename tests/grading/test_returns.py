"""`lincourse return` and `lincourse extend`: the way back to the platform, and more time."""

import csv
import json
import sys
import time
import zipfile
from datetime import UTC, datetime, timedelta

import pytest
from classroom import lincourse
from gradebox import penalties
from gradebox.course.model import Course, CourseError
from gradebox.course.scaffold import new_course
from gradebox.gradebook.gradebook import Gradebook
from gradebox.intake.record import Record
from gradebox.platforms import canvas, csv_files, extensions, return_marks
from gradebox.platforms.collect import collect
from gradebox.results import Exercise, GradedNotebook, Result
from gradebox.run.publishing import own_code, refresh
from gradebox.run.state import Run
from gradebox.run.store import ResultStore
from platform_exports import (
    ROOT,
    MoodleAssignment,
    Student,
    canvas_archive,
    canvas_gradebook,
    mail,
    solution,
)

from lincourse.cli import main

UNIT = "00-welcome"
NOTEBOOK = f"{UNIT}.ipynb"
RIGHT = solution()
TESTS = ("test_mean_of", "test_quiz_rungs_passed")


@pytest.fixture
def course(tmp_path, monkeypatch):
    folder = tmp_path / "mycourse"
    new_course(folder, "lin26", copy=False, clone=None)
    monkeypatch.chdir(folder)
    return folder


def write(course, **files):
    places = []
    for name, content in files.items():
        stem, _, ending = name.rpartition("_")
        (course.parent / f"{stem}.{ending}").write_bytes(content)
        places.append(str(course.parent / f"{stem}.{ending}"))
    return places


def grade(folder, marks, **more):
    """As if these had been graded: the points of the two tests, by student."""
    course = Course(folder)
    assignment = course.assignment(UNIT)
    store = ResultStore(course, UNIT)
    content = json.loads((ROOT / "exercises" / UNIT / NOTEBOOK).read_text())
    with store.locked(), Gradebook(course.db_url, course.config) as book:
        book.prepare(UNIT, {each.name: each.content for each in assignment.notebooks})
        for student, points in marks.items():
            exercises = [
                Exercise(name, "The mean", 1, score)
                for name, score in zip(TESTS, points, strict=True)
            ]
            result = Result(student, UNIT, "graded", max_score=2, **more)
            result.notebooks = [GradedNotebook(UNIT, exercises, content=content)]
            book.record(result)
            files = {NOTEBOOK: json.dumps(content), f"{UNIT}.html": "page"}
            result.notebooks[0].content = {}
            store.save(result, files)


def rows(path):
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def pages(path):
    with zipfile.ZipFile(path) as archive:
        return sorted(archive.namelist())


ANA = Student("Ana O'Diaz", "ana@uni.example", canvas=8801, files={NOTEBOOK: RIGHT})
BEN = Student("Ben Ek", "ben@uni.example", canvas=8802, files={NOTEBOOK: RIGHT})
CYD = Student("Cyd Fox", "cyd@uni.example", canvas=8803)


class TestMoodle:
    @pytest.fixture
    def returned(self, course):
        made = MoodleAssignment([ANA, BEN, CYD])
        files = write(course, x_zip=made.archive(), Grades_csv=made.worksheet())
        collect(course, [UNIT, *files])
        grade(course, {"ana@uni.example": (1, 1), "ben@uni.example": (0, 1)})
        return course / "returned" / UNIT

    def test_the_worksheet_is_filled_and_scaled_and_who_is_missing_stays_empty(
        self, course, returned
    ):
        before = rows(course.parent / "Grades.csv")
        assert return_marks.give_back(course, ["0"]) == 0
        after = rows(returned / "Grades.csv")
        assert [row["Grade"] for row in after] == ["100.00", "50.00", ""]
        assert [row["Feedback comments"] for row in after] == [
            "2 of 2 points.",
            "1 of 2 points.",
            "",
        ]
        for old, new in zip(before, after, strict=True):
            changed = {column for column in old if old[column] != new[column]}
            assert changed <= {"Grade", "Feedback comments"}

    def test_pages_are_called_as_moodle_wants_them(self, course, returned):
        """importziplib.php: full name, number, plugin type and plugin between underscores."""
        return_marks.give_back(course, [UNIT])
        names = pages(returned / "moodle-feedback.zip")
        assert names == [
            f"Ana ODiaz_4711_assignsubmission_file/{UNIT}.html",
            f"Ben Ek_4712_assignsubmission_file/{UNIT}.html",
        ]
        for name in names:
            parts = name.split("/")[0].split("_", 4)
            assert len(parts) >= 4
            assert parts[1].isdigit()
            assert parts[2:4] == ["assignsubmission", "file"]

    def test_marks_by_hand_comments_and_extra_credit_go_back(self, course, returned):
        from nbgrader.api import Gradebook as Book

        with Book(f"sqlite:///{course}/gradebook.db") as book:
            mark = book.find_grade("test_mean_of", UNIT, UNIT, "ben@uni.example")
            mark.manual_score, mark.extra_credit = 0.5, 0.25
            said = book.find_comment("mean_of", UNIT, UNIT, "ben@uni.example")
            said.manual_comment = "Half of it: <b> is no tag.\nSee page 3."
            book.db.commit()
        return_marks.give_back(course, [UNIT])
        [_, ben, _] = rows(returned / "Grades.csv")
        assert ben["Grade"] == "87.50"
        assert "Half of it: &lt;b&gt; is no tag.<br>See page 3." in ben["Feedback comments"]

    def test_with_a_decimal_comma_where_moodle_has_one(self, course):
        made = MoodleAssignment([ANA], most="10,00")
        worksheet = made.worksheet(german=True)
        collect(course, [UNIT, *write(course, x_zip=made.archive(), B_csv=worksheet)])
        grade(course, {"ana@uni.example": (0, 1)})
        return_marks.give_back(course, [UNIT])
        [row] = rows(course / "returned" / UNIT / "B.csv")
        assert row["Bewertung"] == "5,00"
        assert row["Feedback als Kommentar"] == "1 of 2 points."

    def test_a_scale_of_words_is_refused(self, course):
        made = MoodleAssignment([ANA])
        worksheet = made.worksheet().replace(b"Maximum grade", b"Scale")
        collect(course, [UNIT, *write(course, x_zip=made.archive(), B_csv=worksheet)])
        grade(course, {"ana@uni.example": (0, 1)})
        with pytest.raises(CourseError, match="scale of words"):
            return_marks.give_back(course, [UNIT])

    def test_every_member_of_a_group_gets_mark_and_page_under_a_number_of_their_own(self, course):
        team = [Student(s.name, s.email, files=s.files, group="Team 1") for s in (ANA, BEN)]
        made = MoodleAssignment(team, teams=True)
        collect(course, [UNIT, *write(course, x_zip=made.archive(), G_csv=made.worksheet())])
        grade(course, {"ana@uni.example": (1, 1), "ben@uni.example": (1, 1)})
        return_marks.give_back(course, [UNIT])
        run = Run(Course(course), Course(course).assignment(UNIT))
        with run.store.locked():
            refresh(run)
        assert [*own_code(run)] == ["ana@uni.example"], "one work, compared once"
        folder = course / "returned" / UNIT
        assert [row["Grade"] for row in rows(folder / "G.csv")] == ["100.00", "100.00"]
        numbers = [name.split("_")[1] for name in pages(folder / "moodle-feedback.zip")]
        assert numbers == ["4711", "4712"]

    def test_what_waits_for_a_person_is_left_out_unless_asked_for(self, course, returned, capsys):
        grade(course, {"ben@uni.example": (None, 1)})
        returned.mkdir(parents=True)
        (returned / "Grades-old.csv").write_text("")
        return_marks.give_back(course, [UNIT])
        assert [row["Grade"] for row in rows(returned / "Grades.csv")] == ["100.00", "", ""]
        said = capsys.readouterr().out
        assert "1 left out, with unmarked answers" in said
        assert "From an earlier time, and not made anew: Grades-old.csv." in said
        return_marks.give_back(course, [UNIT], as_is=True)
        assert [row["Grade"] for row in rows(returned / "Grades.csv")] == ["100.00", "50.00", ""]

    def test_nothing_graded_yet_is_said(self, course):
        with pytest.raises(CourseError, match="No submission of 00-welcome is graded yet"):
            return_marks.give_back(course, [UNIT])


class TestCanvas:
    def give(self, course, *titles, column="", points="10.00"):
        students = [ANA, BEN, CYD]
        book = canvas_gradebook(students, *titles, points=points)
        files = write(course, s_zip=canvas_archive([ANA, BEN]), Book_csv=book)
        collect(course, [UNIT, *files])
        grade(course, {"ana@uni.example": (1, 1), "ben@uni.example": (0, 1)})
        return_marks.give_back(course, [UNIT], column)
        return course / "returned" / UNIT

    def test_the_gradebook_is_filled_with_its_row_of_points_and_no_other_column(self, course):
        titles = "Unit 00 Welcome (70011)", "Unit 04 Perceptron (70012)"
        folder = self.give(course, *titles)
        found = rows(folder / "Book.csv")
        assert list(found[0]) == [
            *("Student", "ID", "SIS User ID", "SIS Login ID", "Section"),
            titles[0],
        ]
        assert [row[titles[0]] for row in found] == ["10.00", "10.00", "5.00", ""]
        assert found[0]["Student"].strip() == "Points Possible"

    def test_pages_carry_the_two_numbers_that_canvas_looks_for(self, course):
        """assignment.rb: the first two parts between underscores that are numbers."""
        folder = self.give(course, "Unit 00 Welcome (70011)")
        found = [
            [part for part in name.split("_") if part.isdigit()][:2]
            for name in pages(folder / "canvas-feedback.zip")
        ]
        assert sorted(found) == [["8801", "90210"], ["8802", "90211"]]

    @pytest.mark.parametrize(
        ("titles", "wanted", "found"),
        [
            (["Homework (1)"], "", 0),
            (["Welcome! (1)", "Bye (2)"], "", 0),
            (["Week 01 (1)", "Week 00 (2)"], "", 1),
            (["00-welcome (1)", "More on welcome (2)"], "", 0),
            (["First (1)", "Second (2)"], "second", 1),
        ],
    )
    def test_the_column_is_found(self, titles, wanted, found):
        table = csv_files.Table("x.csv", ["Student", "ID", "Section", *titles], [])
        assert canvas.column_of(table, UNIT, wanted) == 3 + found

    @pytest.mark.parametrize("titles", [[], ["First (1)", "Second (2)"]])
    def test_a_column_that_is_not_clear_is_asked_for(self, titles):
        table = csv_files.Table("x.csv", ["Student", "ID", "Section", *titles], [])
        with pytest.raises(CourseError, match="Say it with --column"):
            canvas.column_of(table, UNIT)

    def test_a_column_without_points_is_refused(self, course):
        with pytest.raises(CourseError, match="Points Possible"):
            self.give(course, "Unit 00 (1)", points="(read only)")


def test_mails_go_back_as_a_table_and_a_zip(course):
    folder = course.parent / "mails"
    folder.mkdir()
    (folder / "1.eml").write_bytes(mail("Zoë Müller <zoe@uni.example>", {NOTEBOOK: RIGHT}))
    collect(course, [UNIT, str(folder)])
    grade(course, {"zoe@uni.example": (1, 1)})
    return_marks.give_back(course, [UNIT])
    [row] = rows(course / "returned" / UNIT / "marks.csv")
    assert row["email"] == "zoe@uni.example"
    assert (row["name"], row["score"], row["max_score"]) == ("Zoë Müller", "2", "2")
    assert pages(course / "returned" / UNIT / "feedback.zip") == [f"zoe@uni.example/{UNIT}.html"]


def test_a_spreadsheet_of_windows_is_read():
    text = '"Identifier";"Full name"\r\n"Participant 1";"Jürgen"\r\n'
    for content in (text.encode("cp1252"), text.encode("utf-8-sig"), text.encode("utf-16")):
        table = csv_files.parse(content, "x.csv")
        assert table.header == ["Identifier", "Full name"]
        assert table.rows == [["Participant 1", "Jürgen"]]
    table = csv_files.parse(text.encode("utf-8-sig"), "x.csv")
    again = csv_files.parse(table.text().encode(), "x.csv")
    assert (again.rows, again.delimiter, again.bom) == (table.rows, ";", True)


class TestMoreTime:
    @pytest.fixture
    def late(self, course):
        """A class in which Ben handed in a day after it was due."""
        ben = Student("Ben Ek", "ben@uni.example", files={NOTEBOOK: RIGHT})
        ben.when = "Monday, 5 October 2026, 11:58 PM"
        made = MoodleAssignment([ANA, ben, CYD])
        files = write(course, x_zip=made.archive(), G_csv=made.worksheet())
        collect(course, [UNIT, *files], "UTC")
        moment = datetime(2026, 10, 5, 23, 58, tzinfo=UTC).isoformat()
        both = {"ana@uni.example": (1, 1), "ben@uni.example": (1, 1)}
        grade(course, both, timestamp=moment, recorded=moment)
        from nbgrader.api import Gradebook as Book

        with Book(f"sqlite:///{course}/gradebook.db") as book:
            book.update_or_create_assignment(UNIT, duedate="2026-10-04 23:59 UTC")
        with (course / "nbgrader_config.py").open("a") as file:
            plugin = "gradebox.penalties.PerDay"
            file.write(f"c.AssignLatePenalties.plugin_class = {plugin!r}\nc.PerDay.percent = 25\n")
        return course

    def results(self, course):
        run = Run(Course(course), Course(course).assignment(UNIT))
        with run.store.locked():
            refresh(run)
        return {name: (result.late > 0, result.score) for name, result in run.results.items()}

    def test_a_penalty_that_is_set_later_counts_and_more_time_takes_it_away(self, late, capsys):
        found = self.results(late)
        assert found["ben@uni.example"] == (True, 1.5)
        assert extensions.extend(late, "00", ["Ben Ek"], timedelta(days=2)) == 0
        assert "Ben Ek (ben@uni.example): 2 d more, until " in capsys.readouterr().out
        found = self.results(late)
        assert found["ben@uni.example"] == (False, 2)
        assert found["ana@uni.example"] == (True, 1.5)
        with Gradebook(Course(late).db_url) as book:
            assert book.due_dates(UNIT).extensions == {"ben@uni.example": timedelta(days=2)}
        extensions.extend(late, "00", ["BEN@uni.example"], timedelta())
        assert self.results(late)["ben@uni.example"] == (True, 1.5)

    @pytest.mark.parametrize(
        ("machines", "courses", "until"),  # as POSIX writes it: some machines know no zones by name
        [
            ("UTC0", "", "Tue 6 Oct 2026, 23:59 UTC"),
            ("EST5EDT,M3.2.0,M11.1.0", "", "Tue 6 Oct 2026, 19:59 EDT"),
            ("EST5EDT,M3.2.0,M11.1.0", "Europe/Berlin", "Wed 7 Oct 2026, 01:59 CEST"),
            ("<+04>-4", "", "Wed 7 Oct 2026, 03:59 UTC+04"),
        ],
    )
    def test_times_are_the_courses_own_or_the_machines(
        self, late, machines, courses, until, capsys, monkeypatch
    ):
        monkeypatch.setenv("TZ", machines)
        time.tzset()
        (late / "collected/timezone.txt").write_text(courses)
        try:
            extensions.extend(late, UNIT, ["Ben Ek"], timedelta(days=2))
        finally:
            monkeypatch.undo()
            time.tzset()
        assert f"2 d more, until {until}\n" in capsys.readouterr().out
        kept = json.loads((late / "collected/extensions.json").read_text())
        assert kept == {UNIT: {"ben@uni.example": 2 * 24 * 3600}}

    def test_somebody_who_has_not_handed_in_can_have_it_too(self, late, capsys):
        extensions.extend(late, UNIT, ["cyd@uni.example"], timedelta(hours=12))
        extensions.extend(late, UNIT, [], None)
        assert "Cyd Fox (cyd@uni.example): 12 h more" in capsys.readouterr().out
        assert self.results(late)["cyd@uni.example"] == (False, 0)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["nobody", "--days", "1"], "There is no student nobody"),
            (["ana@uni.example"], "pass both"),
            (["--days", "1"], "pass both"),
        ],
    )
    def test_what_is_wrong_is_said(self, late, arguments, words, capsys):
        with pytest.raises(SystemExit) as stop:
            main(["extend", UNIT, *arguments])
        assert stop.value.code == 2
        assert words in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("late", "lost"),
        [(1, None), (900, None), (901, 1.0), (86400, 1.0), (86401, 2.0), (900000, 5.0)],
        ids=str,
    )
    def test_a_penalty_per_day(self, late, lost):
        plugin = penalties.PerDay(percent=10, most=50, grace=15)
        assert plugin.late_submission_penalty("x", 10.0, late) == lost


SUBMARKS = """
from nbgrader.plugins import BasePlugin

class SubMarks(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return 1.0
"""


def test_a_penalty_of_ones_own_lies_in_the_course_folder(course):
    (course / "late_marks.py").write_text(SUBMARKS)
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.AssignLatePenalties.plugin_class = 'late_marks.SubMarks'\n")
    settings = Course(course)
    book = Gradebook(settings.db_url, settings.config)
    assert book._penalty("x", 5.0, 1.0) == 1.0
    assert str(course) not in sys.path


def test_a_penalty_that_can_not_be_loaded_is_said_in_a_sentence(course, capsys):
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.AssignLatePenalties.plugin_class = 'nowhere.SubMarks'\n")
    with pytest.raises(SystemExit) as stop:
        main(["report", UNIT])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert "late penalty can't be loaded" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_unit_from_canvas_to_canvas(course):
    """Collected, graded in the sandbox, given back; who is late, Canvas says."""
    wrong = {
        NOTEBOOK: solution(wrong="sum(numbers) // len(numbers)"),
        "00-welcome (1).ipynb": RIGHT,
    }
    students = [
        ANA,
        Student("Zoë Ek", "zoe@uni.example", canvas=8802, files={NOTEBOOK: RIGHT}, late=True),
        Student("Two Files", "two@uni.example", canvas=8803, files=wrong),
        Student("Paper Only", "paper@uni.example", canvas=8804, files={"essay.pdf": b"%PDF"}),
        Student("No Body", "no@uni.example", canvas=8805),
    ]
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    book = canvas_gradebook(students, "Unit 00 Welcome (70011)", points="100")
    files = write(course, s_zip=canvas_archive(students), Book_csv=book)

    assert "4 students handed in" in lincourse(course, "collect", "00", *files)
    assert "Grading 00-welcome: 4 to do." in lincourse(course, "grade", "0")
    report = {row["student"]: row for row in rows(course / f"reports/{UNIT}.csv")}
    assert "late according to the platform" in report["zoe@uni.example"]["reason"]
    assert report["ana@uni.example"]["reason"] == ""
    assert report["two@uni.example"]["status"] == "needs review"
    assert "has other answers: which one should count?" in report["two@uni.example"]["reason"]
    assert report["paper@uni.example"]["status"] == "unreadable"
    assert "what was handed in is essay.pdf" in report["paper@uni.example"]["reason"]
    assert report["no@uni.example"]["status"] == "missing"
    assert "4 marks out of 100 (here 2)" in lincourse(course, "return", "00")
    marks = rows(course / "returned" / UNIT / "Book.csv")[1:]
    found = {row["SIS Login ID"]: row["Unit 00 Welcome (70011)"] for row in marks}
    assert found == {
        "ana@uni.example": "100.00",
        "zoe@uni.example": "0.00",
        "two@uni.example": "50.00",
        "paper@uni.example": "0.00",
        "no@uni.example": "",
    }
    assert Record.read(Course(course), UNIT).entries["zoe@uni.example"].late is True


@pytest.mark.slow
@pytest.mark.nightly
def test_a_term_of_three_units(tmp_path, monkeypatch):
    """A late start, more time, a changed test: ids, marks and the way back stay right."""
    from nbgrader.api import Gradebook as Book

    course = tmp_path / "mycourse"
    new_course(course, "lin26", copy=True, clone=None)
    monkeypatch.chdir(course)
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.LateSubmissionPlugin.penalty_method = 'zero'\n")

    units = ("00-welcome", "01-probability", "02-naive-bayes")
    names = {"ana": "Ana Diaz", "ben": "Ben Ek", "cyd": "Cyd Fox"}
    for number, unit in enumerate(units):
        students = []
        for key, name in names.items():
            student = Student(name, f"{key}@uni.example")
            if key != "cyd" or number:  # who starts late
                student.files = {f"{unit}.ipynb": solution(unit)}
            if key == "ben" and number == 1:
                student.when = "Monday, 5 October 2026, 11:58 PM"
            students.append(student)
        made = MoodleAssignment(students, first=1000 * (number + 1))
        files = write(
            course, **{f"m{number}_zip": made.archive(), f"Grades{number}_csv": made.worksheet()}
        )
        lincourse(course, "collect", *files, "--timezone", "UTC")
        with Book(f"sqlite:///{course}/gradebook.db") as book:
            book.update_or_create_assignment(unit, duedate="2026-10-05 00:00 UTC")
        lincourse(course, "grade", str(number))

    def marks(number):
        lincourse(course, "return", str(number), "--as-is")
        found = rows(course / "returned" / units[number] / f"Grades{number}.csv")
        return {row["Email address"].partition("@")[0]: row["Grade"] for row in found}

    assert marks(0) == {"ana": "100.00", "ben": "100.00", "cyd": ""}
    before = marks(1)
    assert before["ben"] == "0.00", "a day late, and that costs all"
    assert before["ana"] == before["cyd"] != "0.00"
    lincourse(course, "extend", "1", "Ben Ek", "--days", "1")
    lincourse(course, "grade", "1")
    assert marks(1)["ben"] == before["ana"]

    path = course / "solutions" / units[0] / f"{units[0]}.ipynb"
    content = json.loads(path.read_text())
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "test_mean_of":
            cell["metadata"]["nbgrader"]["points"] = 3
            cell["source"] = [*cell["source"], "\nassert False, 'nobody passes this'"]
    path.write_text(json.dumps(content))
    said = lincourse(course, "grade", "0")
    assert "The reference solution loses points" in said
    report = rows(course / "reports/00-welcome.csv")
    assert {row["status"] for row in report} == {"graded", "missing"}
    assert not any("late" in row["reason"] for row in report)
    assert marks(0) == {"ana": "25.00", "ben": "25.00", "cyd": ""}
    totals = rows(course / "reports/course.csv")
    assert len(totals) == 3, "nine numbers of Moodle's are three students"
