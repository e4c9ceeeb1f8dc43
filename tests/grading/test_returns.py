"""`return` and `extend`: marks go back to the platform; students get more time."""

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
from gradebox.gradebook.late_penalty import LatePenalty
from gradebox.intake.record import Record
from gradebox.platforms import csv_files
from gradebox.platforms.adapters import canvas
from gradebox.platforms.collect import collect
from gradebox.platforms.extend import extend
from gradebox.platforms.handback import ReturnOptions
from gradebox.platforms.return_marks import return_marks
from gradebox.run.publishing import own_code, refresh
from gradebox.run.state import Run
from platform_exports import (
    UNIT,
    MoodleAssignment,
    Student,
    canvas_archive,
    canvas_gradebook,
    grade_as,
    mail,
    read_rows,
    solution,
    table,
    write_files,
)

from lincourse.cli import main

NOTEBOOK = f"{UNIT}.ipynb"
RIGHT = solution()


@pytest.fixture
def course(tmp_path, monkeypatch):
    folder = tmp_path / "mycourse"
    new_course(folder, "lin26", copy=False, clone=None)
    monkeypatch.chdir(folder)
    return folder


def pages(path):
    with zipfile.ZipFile(path) as archive:
        return sorted(archive.namelist())


ANA_ID, BEN_ID, CYD_ID = "ana@uni.example", "ben@uni.example", "cyd@uni.example"
ANA = Student("Ana O'Diaz", ANA_ID, canvas=8801, files={NOTEBOOK: RIGHT})
BEN = Student("Ben Ek", BEN_ID, canvas=8802, files={NOTEBOOK: RIGHT})
CYD = Student("Cyd Fox", CYD_ID, canvas=8803)


def collect_moodle(course, made, worksheet=None, zone=None):
    worksheet = worksheet or made.worksheet()
    files = write_files(course.parent, x_zip=made.archive(), Grades_csv=worksheet)
    collect(course, [UNIT, *files], zone)
    return course / "returned" / UNIT


def grades(returned, column="Grade"):
    return [row[column] for row in read_rows(returned / "Grades.csv")]


def results(course):
    run = Run(Course(course), Course(course).assignment(UNIT))
    with run.store.locked():
        refresh(run)
    return run


class TestMoodle:
    @pytest.fixture
    def returned(self, course):
        folder = collect_moodle(course, MoodleAssignment([ANA, BEN, CYD]))
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (0, 1)})
        return folder

    def test_worksheet_gets_scaled_marks_and_no_other_change(self, course, returned):
        before = read_rows(course.parent / "Grades.csv")
        assert return_marks(course, ["0"]) == 0
        after = read_rows(returned / "Grades.csv")
        assert grades(returned) == ["100.00", "50.00"]
        assert grades(returned, "Feedback comments") == ["2 of 2 points.", "1 of 2 points."]
        for old, new in zip(before[:2], after, strict=True):
            changed = {column for column in old if old[column] != new[column]}
            assert changed <= {"Grade", "Feedback comments"}

    def test_pages_are_named_as_moodle_expects(self, course, returned):
        """importziplib.php: full name, number, plugin type and plugin between underscores."""
        return_marks(course, [UNIT])
        assert pages(returned / "moodle-feedback.zip") == [
            f"Ana ODiaz_4711_assignsubmission_file/{UNIT}.html",
            f"Ben Ek_4712_assignsubmission_file/{UNIT}.html",
        ]

    def test_manual_marks_comments_and_extra_credit_are_returned(self, course, returned):
        from nbgrader.api import Gradebook as Book

        with Book(f"sqlite:///{course}/gradebook.db") as book:
            mark = book.find_grade("test_mean_of", UNIT, UNIT, BEN_ID)
            mark.manual_score, mark.extra_credit = 0.5, 0.25
            comment = book.find_comment("mean_of", UNIT, UNIT, BEN_ID)
            comment.manual_comment = "Half of it: <b> is no tag.\nSee page 3."
            book.db.commit()
        return_marks(course, [UNIT])
        [_, ben] = read_rows(returned / "Grades.csv")
        assert ben["Grade"] == "87.50"
        assert "Half of it: &lt;b&gt; is no tag.<br>See page 3." in ben["Feedback comments"]

    def test_marks_have_a_decimal_comma_if_the_worksheet_does(self, course):
        made = MoodleAssignment([ANA], max_grade="10,00")
        returned = collect_moodle(course, made, made.worksheet(german=True))
        grade_as(course, {ANA_ID: (0, 1)})
        return_marks(course, [UNIT])
        assert grades(returned, "Bewertung") == ["5,00"]
        assert grades(returned, "Feedback als Kommentar") == ["1 of 2 points."]

    def test_group_is_compared_with_others_once(self, course):
        team = [Student(s.name, s.email, files=s.files, group="Team 1") for s in (ANA, BEN)]
        collect_moodle(course, MoodleAssignment(team, teams=True))
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (1, 1)})
        assert [*own_code(results(course))] == [ANA_ID]

    def test_unmarked_answers_are_left_out_unless_included(self, course, returned, capsys):
        grade_as(course, {BEN_ID: (None, 1)})
        returned.mkdir(parents=True)
        (returned / "Grades-old.csv").write_text("")
        return_marks(course, [UNIT])
        assert grades(returned) == ["100.00"]
        output = capsys.readouterr().out
        assert "1 left out: an answer isn't marked yet." in output
        assert "From an earlier run, not updated: Grades-old.csv." in output
        return_marks(course, [UNIT], ReturnOptions(include_unmarked=True))
        assert grades(returned) == ["100.00", "50.00"]

    def test_return_explains_when_nothing_is_graded(self, course):
        with pytest.raises(CourseError, match="No submission of 00-welcome is graded yet"):
            return_marks(course, [UNIT])


class TestCanvas:
    def returned(self, course, *titles, **options):
        book = canvas_gradebook([ANA, BEN, CYD], *titles, **options)
        files = write_files(course.parent, s_zip=canvas_archive([ANA, BEN]), Book_csv=book)
        collect(course, [UNIT, *files])
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (0, 1)})
        return_marks(course, [UNIT])
        return course / "returned" / UNIT

    def test_gradebook_gets_marks_in_one_column_and_keeps_its_points(self, course):
        titles = "Unit 00 Welcome (70011)", "Unit 04 Perceptron (70012)"
        folder = self.returned(course, *titles)
        found = read_rows(folder / "Book.csv")
        student = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
        assert list(found[0]) == [*student, titles[0]]
        assert [row[titles[0]] for row in found] == ["10.00", "10.00", "5.00", ""]
        assert found[0]["Student"].strip() == "Points Possible"

    def test_pages_have_the_numbers_that_canvas_expects(self, course):
        """assignment.rb: the first two parts between underscores that are numbers."""
        folder = self.returned(course, "Unit 00 Welcome (70011)")
        found = [
            [part for part in name.split("_") if part.isdigit()][:2]
            for name in pages(folder / "canvas-feedback.zip")
        ]
        assert sorted(found) == [["8801", "90210"], ["8802", "90211"]]

    def test_excused_students_and_the_row_of_hidden_marks_stay(self, course):
        title = "Unit 00 Welcome (70011)"
        folder = self.returned(course, title, hidden=True, cells={8801: "EX", 8803: "N/A"})
        found = [row[title] for row in read_rows(folder / "Book.csv")]
        assert found == ["Manual Posting", "10.00", "EX", "5.00", "N/A"]

    def test_group_gets_one_page_that_names_nobody(self, course):
        """assignment.rb: a file goes to all members of the group of the user in its name."""
        team = Student(ANA.name, ANA.email, canvas=8801, group="Team 1", files=ANA.files)
        header = ["name", "canvas_user_id", "user_id", "login_id", "sections", "group_name"]
        groups = [header, *(["", n, "", "", "", "Team 1"] for n in (8801, 8802))]
        files = write_files(
            course.parent,
            s_zip=canvas_archive([team]),
            Book_csv=canvas_gradebook([ANA, BEN], "Unit 00 (1)"),
            groups_csv=table(groups),
        )
        collect(course, [UNIT, *files])
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (1, 1)})
        return_marks(course, [UNIT])
        path = course / "returned" / UNIT / "canvas-feedback.zip"
        [name] = pages(path)
        assert name == f"team1_8801_90210_{UNIT}.html"
        with zipfile.ZipFile(path) as archive:
            page = archive.read(name).decode()
        assert "2</span> of 2 points" in page
        assert not [word for word in ("Diaz", "Ek<", "@uni.example") if word in page]

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
    def test_column_of_the_unit_is_found(self, titles, wanted, found):
        book = csv_files.Table("x.csv", ["Student", "ID", "Section", *titles], [])
        assert canvas.find_column(book, UNIT, wanted) == 3 + found

    @pytest.mark.parametrize("titles", [[], ["First (1)", "Second (2)"]])
    def test_ambiguous_column_is_asked_for(self, titles):
        book = csv_files.Table("x.csv", ["Student", "ID", "Section", *titles], [])
        with pytest.raises(CourseError, match="Pass --column"):
            canvas.find_column(book, UNIT)

    def test_column_without_points_is_rejected(self, course):
        with pytest.raises(CourseError, match="Points Possible"):
            self.returned(course, "Unit 00 (1)", points="(read only)")


def test_marks_without_a_list_are_returned_as_table_and_zip(course):
    folder = course.parent / "mails"
    folder.mkdir()
    (folder / "1.eml").write_bytes(mail("Zoë Müller <zoe@uni.example>", {NOTEBOOK: RIGHT}))
    collect(course, [UNIT, str(folder)])
    grade_as(course, {"zoe@uni.example": (1, 1)})
    return_marks(course, [UNIT])
    [row] = read_rows(course / "returned" / UNIT / "marks.csv")
    assert row["email"] == "zoe@uni.example"
    assert (row["name"], row["score"], row["max_score"]) == ("Zoë Müller", "2", "2")
    assert pages(course / "returned" / UNIT / "feedback.zip") == [f"zoe@uni.example/{UNIT}.html"]


def test_csv_files_keep_encoding_and_delimiter():
    text = '"Identifier";"Full name"\r\n"Participant 1";"Jürgen"\r\n'
    for content in (text.encode("cp1252"), text.encode("utf-8-sig"), text.encode("utf-16")):
        table = csv_files.parse(content, "x.csv")
        assert table.header == ["Identifier", "Full name"]
        assert table.rows == [["Participant 1", "Jürgen"]]
    table = csv_files.parse(text.encode("utf-8-sig"), "x.csv")
    again = csv_files.parse(table.text().encode(), "x.csv")
    assert (again.rows, again.delimiter, again.bom) == (table.rows, ";", True)


class TestExtend:
    @pytest.fixture
    def late(self, course):
        """A class in which Ben submitted a day late."""
        ben = Student("Ben Ek", BEN_ID, files={NOTEBOOK: RIGHT})
        ben.when = "Monday, 5 October 2026, 11:58 PM"
        collect_moodle(course, MoodleAssignment([ANA, ben, CYD]), zone="UTC")
        when = datetime(2026, 10, 5, 23, 58, tzinfo=UTC).isoformat()
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (1, 1)}, timestamp=when, recorded=when)
        from nbgrader.api import Gradebook as Book

        with Book(f"sqlite:///{course}/gradebook.db") as book:
            book.update_or_create_assignment(UNIT, duedate="2026-10-04 23:59 UTC")
        with (course / "nbgrader_config.py").open("a") as file:
            plugin = "gradebox.penalties.PerDay"
            file.write(f"c.AssignLatePenalties.plugin_class = {plugin!r}\nc.PerDay.percent = 25\n")
        return course

    def late_and_score(self, course):
        found = results(course).results
        return {student: (result.late > 0, result.score) for student, result in found.items()}

    def test_extension_removes_a_late_penalty(self, late, capsys):
        found = self.late_and_score(late)
        assert found[BEN_ID] == (True, 1.5)
        assert extend(late, "00", ["Ben Ek"], timedelta(days=2)) == 0
        assert "Ben Ek (ben@uni.example): 2 d more, until " in capsys.readouterr().out
        found = self.late_and_score(late)
        assert found[BEN_ID] == (False, 2)
        assert found[ANA_ID] == (True, 1.5)
        with Gradebook(Course(late).db_url) as book:
            assert book.due_dates(UNIT).extensions == {BEN_ID: timedelta(days=2)}
        extend(late, "00", ["BEN@uni.example"], timedelta())
        assert self.late_and_score(late)[BEN_ID] == (True, 1.5)

    @pytest.mark.parametrize(
        ("machines", "courses", "until"),  # POSIX, as some machines know no zones by name
        [
            ("UTC0", "", "Tue 6 Oct 2026, 23:59 UTC"),
            ("EST5EDT,M3.2.0,M11.1.0", "", "Tue 6 Oct 2026, 19:59 EDT"),
            ("EST5EDT,M3.2.0,M11.1.0", "Europe/Berlin", "Wed 7 Oct 2026, 01:59 CEST"),
            ("<+04>-4", "", "Wed 7 Oct 2026, 03:59 UTC+04"),
        ],
    )
    def test_deadlines_are_shown_in_the_time_zone_of_course_or_machine(
        self, late, machines, courses, until, capsys, monkeypatch
    ):
        monkeypatch.setenv("TZ", machines)
        time.tzset()
        (late / "collected/timezone.txt").write_text(courses)
        try:
            extend(late, UNIT, ["Ben Ek"], timedelta(days=2))
        finally:
            monkeypatch.undo()
            time.tzset()
        assert f"2 d more, until {until}\n" in capsys.readouterr().out
        kept = json.loads((late / "collected/extensions.json").read_text())
        assert kept == {UNIT: {BEN_ID: 2 * 24 * 3600}}

    def test_extension_works_before_submission(self, late, capsys):
        extend(late, UNIT, [CYD_ID], timedelta(hours=12))
        extend(late, UNIT, [], None)
        assert "Cyd Fox (cyd@uni.example): 12 h more" in capsys.readouterr().out
        assert self.late_and_score(late)[CYD_ID] == (False, 0)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["nobody", "--days", "1"], "There is no student nobody"),
            ([ANA_ID], "pass both"),
            (["--days", "1"], "pass both"),
        ],
    )
    def test_extend_rejects_wrong_arguments(self, late, arguments, words, capsys):
        with pytest.raises(SystemExit) as stop:
            main(["extend", UNIT, *arguments])
        assert stop.value.code == 2
        assert words in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("late", "lost"),
        [(1, None), (900, None), (901, 1.0), (86400, 1.0), (86401, 2.0), (900000, 5.0)],
        ids=str,
    )
    def test_penalty_per_day(self, late, lost):
        plugin = penalties.PerDay(percent=10, most=50, grace=15)
        assert plugin.late_submission_penalty("x", 10.0, late) == lost


SUBMARKS = """
from nbgrader.plugins import BasePlugin

class SubMarks(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return 1.0
"""


def test_penalty_plugin_is_loaded_from_the_course_folder(course):
    (course / "late_marks.py").write_text(SUBMARKS)
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.AssignLatePenalties.plugin_class = 'late_marks.SubMarks'\n")
    assert LatePenalty(Course(course).config).points("x", 5.0, 1.0) == 1.0
    assert str(course) not in sys.path


def test_missing_penalty_plugin_is_explained(course, capsys):
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.AssignLatePenalties.plugin_class = 'nowhere.SubMarks'\n")
    with pytest.raises(SystemExit) as stop:
        main(["report", UNIT])
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert "late penalty can't be loaded" in error
    assert "Traceback" not in error


@pytest.mark.slow
def test_unit_goes_from_canvas_to_canvas(course):
    """Collect, grade in the sandbox, return; Canvas says who was late."""
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
    files = write_files(course.parent, s_zip=canvas_archive(students), Book_csv=book)

    assert "4 students submitted" in lincourse(course, "collect", "00", *files)
    assert "Grading 00-welcome: 4 to do." in lincourse(course, "grade", "0")
    report = {row["student"]: row for row in read_rows(course / f"reports/{UNIT}.csv")}
    assert "late according to the platform" in report["zoe@uni.example"]["reason"]
    assert report[ANA_ID]["reason"] == ""
    assert report["two@uni.example"]["status"] == "needs review"
    assert "has other answers: which one should count?" in report["two@uni.example"]["reason"]
    assert report["paper@uni.example"]["status"] == "unreadable"
    assert "submitted instead: essay.pdf" in report["paper@uni.example"]["reason"]
    assert report["no@uni.example"]["status"] == "missing"
    assert "4 marks out of 100 (here 2)" in lincourse(course, "return", "00")
    marks = read_rows(course / "returned" / UNIT / "Book.csv")[1:]
    found = {row["SIS Login ID"]: row["Unit 00 Welcome (70011)"] for row in marks}
    assert found == {
        ANA_ID: "100.00",
        "zoe@uni.example": "0.00",
        "two@uni.example": "50.00",
        "paper@uni.example": "0.00",
        "no@uni.example": "",
    }
    assert Record.read(Course(course), UNIT).entries["zoe@uni.example"].late is True
