"""Moodle from `collect` to `return`: anonymous work, groups, extensions, drafts, any language."""

import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from gradebox.course.lateness import DueDates
from gradebox.course.model import Course, CourseError
from gradebox.course.scaffold import new_course
from gradebox.intake import extensions
from gradebox.intake.record import Record
from gradebox.platforms.collect import collect
from gradebox.platforms.comments import merge_comments
from gradebox.platforms.dates import DateReader
from gradebox.platforms.return_marks import return_marks
from gradebox.platforms.roster import Roster
from gradebox.run.publishing import refresh
from gradebox.run.state import Run
from platform_exports import (
    UNIT,
    MoodleAssignment,
    Student,
    exercise,
    grade_as,
    read_rows,
    solution,
    write_files,
)

NOTEBOOK = f"{UNIT}.ipynb"
WORK, NEW_WORK = {NOTEBOOK: solution()}, {NOTEBOOK: solution(wrong="0")}
ANA_ID, BEN_ID, CYD_ID = (f"{name}@uni.example" for name in ("ana", "ben", "cyd"))
ANA = Student("Ana O'Diaz", ANA_ID, files=WORK)
BEN = Student("Ben Ek", BEN_ID, files=WORK)
CYD = Student("Cyd Fox", CYD_ID)
DUE = "Monday, 5 October 2026, 6:00 AM"
OWN_DUE = "Wednesday, 7 October 2026, 6:00 AM"
OWN_DUE_UTC = datetime(2026, 10, 7, 6, tzinfo=UTC)
SCALE = "F\nD\nC\nB\nA"


@pytest.fixture
def course(tmp_path, monkeypatch):
    folder = tmp_path / "mycourse"
    new_course(folder, "lin26", copy=False, clone=None)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def collect_moodle(course):
    """Collect an assignment, with the zip and the worksheet or only one of them."""

    def run(made, unit=UNIT, archive=True, worksheet=True, **options):
        files = {"work_zip": made.archive} if archive else {}
        files |= {"Grades_csv": made.worksheet} if worksheet else {}
        paths = write_files(course.parent, **{name: make() for name, make in files.items()})
        return collect(course, [unit, *paths], "UTC", **options)

    return run


def submitted(course, unit=UNIT):
    return sorted(path.parent.name for path in (course / "submitted").glob(f"*/{unit}"))


def record(course):
    return Record.read(Course(course), UNIT)


def returned(course, column="Grade"):
    return_marks(course, [UNIT])
    return [row[column] for row in read_rows(course / "returned" / UNIT / "Grades.csv")]


def pages(course):
    with zipfile.ZipFile(course / "returned" / UNIT / "moodle-feedback.zip") as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def refreshed(course):
    run = Run(Course(course), Course(course).assignment(UNIT))
    with run.store.locked():
        refresh(run)
    return run


class TestAnonymous:
    IDS = (f"{UNIT}-participant-4711", f"{UNIT}-participant-4712")
    MADE = MoodleAssignment([ANA, BEN, CYD], blind=True)

    @pytest.mark.parametrize("worksheet", [True, False])
    def test_work_and_worksheet_have_the_same_ids_however_often(
        self, course, collect_moodle, worksheet
    ):
        for _ in range(2):
            assert collect_moodle(self.MADE, worksheet=worksheet) == 0
            assert submitted(course) == [*self.IDS]
        assert collect_moodle(self.MADE) == 0
        assert submitted(course) == [*self.IDS]

    def test_marks_and_pages_go_back(self, course, collect_moodle):
        collect_moodle(self.MADE)
        grade_as(course, {self.IDS[0]: (1, 1), self.IDS[1]: (0, 1)})
        assert returned(course) == ["100.00", "50.00"]
        folders = sorted(name.partition("/")[0] for name in pages(course))
        assert folders == [f"Participant_{n}_assignsubmission_file" for n in (4711, 4712)]

    def test_marks_go_back_after_identities_were_revealed(self, course, collect_moodle):
        collect_moodle(self.MADE)
        grade_as(course, {self.IDS[0]: (1, 1)})
        assert collect_moodle(replace(self.MADE, blind=False)) == 0
        assert submitted(course) == [*self.IDS]
        assert returned(course) == ["100.00"]

    def test_worksheet_without_names_is_rejected_for_folders_with_names(
        self, course, collect_moodle
    ):
        archive = MoodleAssignment([ANA, BEN]).archive()
        paths = write_files(course.parent, x_zip=archive, y_csv=self.MADE.worksheet())
        with pytest.raises(CourseError, match="nobody on it has the name and the number"):
            collect(course, [UNIT, *paths])

    def test_nobody_appears_in_other_units_or_in_the_totals(self, course, collect_moodle):
        other = "01-probability"
        work = {f"{other}.ipynb": exercise(other)}
        named = MoodleAssignment([replace(ANA, files=work), replace(CYD, files=work)], first=1)
        assert collect_moodle(named, unit=other) == 0
        assert collect_moodle(self.MADE) == 0
        assert sorted(Roster.read(Course(course)).people) == [ANA_ID, CYD_ID]
        grade_as(course, {self.IDS[0]: (1, 1)})
        run = refreshed(course)
        assert sorted(run.results) == [*self.IDS], "the named students take part anonymously"
        assert sorted(run.totals[0]) == [ANA_ID, CYD_ID]

    def test_nobody_is_missing_in_a_unit_with_names(self, course, collect_moodle):
        other = "01-probability"
        student = replace(ANA, files={f"{other}.ipynb": exercise(other)})
        collect_moodle(MoodleAssignment([student], first=1, blind=True), unit=other)
        collect_moodle(MoodleAssignment([BEN, CYD]))
        grade_as(course, {BEN_ID: (1, 1)})
        assert sorted(refreshed(course).results) == [BEN_ID, CYD_ID]


class TestGroups:
    TEAM = "Süd & Co/1_a"
    MADE = MoodleAssignment(
        [replace(ANA, group=TEAM), replace(BEN, group=TEAM), replace(CYD, files=WORK)], teams=True
    )

    @pytest.fixture
    def graded(self, course, collect_moodle):
        assert collect_moodle(self.MADE) == 0
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (1, 1), CYD_ID: (0, 1)})
        return course

    def test_all_members_get_the_work_though_moodle_escapes_the_name(self, graded):
        assert submitted(graded) == [ANA_ID, BEN_ID, CYD_ID]
        assert {record(graded).entries[who].group for who in (ANA_ID, BEN_ID)} == {"Süd amp; Co1 a"}

    def test_members_get_marks_and_one_page_that_names_nobody(self, graded, capsys):
        assert returned(graded) == ["100.00", "100.00", "50.00"]
        [(name, page)] = pages(graded).items()
        assert name == f"Süd amp; Co1 a_77_assignsubmission_file/{NOTEBOOK[:-6]}.html"
        assert "2</span> of 2 points" in page
        for word in ("Ana", "Diaz", "Ben", "Ek<", "@uni.example"):
            assert word not in page
        output = capsys.readouterr().out
        assert "Default group: Moodle imports no page for students without a group." in output

    def test_members_with_different_marks_get_no_common_page(self, graded, capsys):
        grade_as(graded, {BEN_ID: (0, 1)})
        assert returned(graded) == ["100.00", "50.00", "50.00"]
        assert "Süd amp; Co1 a: no page for all members" in capsys.readouterr().out

    def test_worksheet_of_another_assignment_is_rejected_though_numbers_agree(
        self, course, collect_moodle
    ):
        strangers = [replace(CYD, name=f"Dan {i}", email=f"{i}@uni.example") for i in range(9)]
        other = MoodleAssignment(strangers, first=70)
        paths = write_files(course.parent, a_zip=self.MADE.archive(), b_csv=other.worksheet())
        with pytest.raises(CourseError, match="nobody on it has the name and the number"):
            collect(course, [UNIT, *paths])
        assert not submitted(course)


class TestNamesakes:
    TWINS = (replace(ANA, email=ANA_ID), replace(ANA, email=BEN_ID, files=NEW_WORK))

    def test_worksheet_without_addresses_goes_by_numbers_that_are_known(
        self, course, collect_moodle
    ):
        made = MoodleAssignment([*self.TWINS, CYD])
        assert collect_moodle(made) == 0
        for archive in (True, False):
            assert collect_moodle(replace(made, identity=False), archive=archive) == 0
        assert submitted(course) == [ANA_ID, BEN_ID]
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (0, 1)})
        assert returned(course) == ["100.00", "50.00"]

    @pytest.mark.parametrize("known", [True, False])
    def test_worksheet_without_addresses_is_not_enough_if_they_are_new(
        self, course, collect_moodle, capsys, known
    ):
        if known:
            collect_moodle(MoodleAssignment([*self.TWINS], first=1), archive=False)
        dan = replace(CYD, name="Dan Gee", email="dan@uni.example", files=WORK)
        made = MoodleAssignment([*self.TWINS, CYD, dan])
        for worksheet in (True, False):
            assert collect_moodle(replace(made, identity=False), worksheet=worksheet) == 1
            assert submitted(course) == ["dan-gee"]
            output = capsys.readouterr().out
            assert "NOT collected: Ana O" in output
            assert "e-mail addresses" in output
        assert collect_moodle(made) == 0
        assert submitted(course) == [ANA_ID, BEN_ID, "dan-gee"]


class TestReturnAgain:
    @pytest.fixture
    def graded(self, course, collect_moodle):
        collect_moodle(MoodleAssignment([ANA, BEN, CYD]))
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (0, 1)})
        return course

    def test_newer_worksheet_may_come_without_the_work(self, graded, collect_moodle, capsys):
        assert returned(graded) == ["100.00", "50.00"]
        newer = [replace(student, grade="50.00") for student in (ANA, BEN)]
        assert collect_moodle(MoodleAssignment([*newer, CYD]), archive=False) == 0
        assert "The list is kept for marks. Next: " in capsys.readouterr().out
        times = "Last modified (grade)"
        assert returned(graded, times) == [ANA.when, BEN.when]
        assert submitted(graded) == [ANA_ID, BEN_ID]

    def test_worksheet_of_another_assignment_is_rejected(self, graded, collect_moodle):
        with pytest.raises(CourseError, match="shares no number with what was collected"):
            collect_moodle(MoodleAssignment([ANA, BEN], first=1), archive=False)

    def test_steps_in_moodle_are_printed_in_order(self, graded, capsys):
        return_marks(graded, [UNIT])
        output = capsys.readouterr().out
        steps = (
            "in the language in which you downloaded the worksheet",
            "Submissions, Actions:",
            "1. Upload grading worksheet: Grades.csv. If marks were uploaded before, tick",
            "Allow updating records that have been modified more recently in Moodle than in the",
            "2. After that, Upload feedback files in a zip: moodle-feedback.zip.",
        )
        places = [output.find(step) for step in steps]
        assert -1 not in places
        assert places == sorted(places)
        assert "Released" not in output

    def test_marking_workflow_is_explained(self, course, collect_moodle, capsys):
        collect_moodle(MoodleAssignment([ANA], workflow=True, texts=True))
        grade_as(course, {ANA_ID: (1, 1)})
        assert returned(course) == ["100.00"]
        assert "3. Set the marking workflow state to Released" in capsys.readouterr().out

    def test_comment_of_a_teacher_stays_and_ours_is_replaced(self, course, collect_moodle):
        theirs = "<p>Nice plot!</p>"
        collect_moodle(MoodleAssignment([replace(ANA, comment=theirs), BEN]))
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (0, 1)})
        comments = returned(course, "Feedback comments")
        assert comments == [f"{theirs}<br>2 of 2 points.", "1 of 2 points."]
        grade_as(course, {ANA_ID: (0, 1), BEN_ID: (1, 1)})
        edited = f"<p>{comments[1]}</p><p>See page 3.</p>"
        again = [replace(ANA, comment=comments[0]), replace(BEN, comment=edited)]
        collect_moodle(MoodleAssignment(again), archive=False)
        assert returned(course, "Feedback comments") == [
            f"{theirs}<br>1 of 2 points.",
            "<p>2 of 2 points.</p><p>See page 3.</p>",
        ]

    def test_rows_that_do_not_change_are_left_out(self, course, collect_moodle, capsys):
        """Moodle's worksheet has comments without tags, and stores those of every row in it."""
        ben = replace(BEN, grade="50.00", comment="Look at page 3.1 of 2 points.")
        collect_moodle(MoodleAssignment([ANA, ben, replace(CYD, comment="See me.")]))
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (0, 1)})
        assert returned(course) == ["100.00"]
        said = capsys.readouterr().out
        assert "1 mark in Moodle already" in said
        assert "1. Upload grading worksheet: Grades.csv" in said
        assert len(pages(course)) == 2
        ana = replace(ANA, grade="100.00", comment="2 of 2 points.")
        collect_moodle(MoodleAssignment([ana, ben, CYD]), archive=False)
        return_marks(course, [UNIT])
        said = capsys.readouterr().out
        assert "2 marks in Moodle already" in said
        assert "1. Upload feedback files in a zip" in said

    @pytest.mark.parametrize(
        "cell", ["Nice.2 of 2 points.f: a < b", "Nice.<br />2 of 2 points.<br />f: a &lt; b"]
    )
    def test_comment_of_several_lines_is_recognised_without_tags(self, cell):
        before = ["2 of 2 points.<br>f: a &lt; b"]
        assert merge_comments(cell, "2 of 2 points.\nf: a < b", before) == cell
        merged = merge_comments(cell, "1 of 2 points.\nf: a < b", before)
        assert merged.replace("<br />", "<br>") == "Nice.<br>1 of 2 points.<br>f: a &lt; b"

    @pytest.mark.parametrize("language", ["en", "de", "pl"])
    def test_locked_row_is_left_out(self, course, collect_moodle, capsys, language):
        locked = replace(BEN, locked=True, grade="7.00", comment="Mine")
        made = MoodleAssignment([ANA, locked, CYD], language=language)
        collect_moodle(made)
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (0, 1)})
        return_marks(course, [UNIT])
        rows = [[*row.values()] for row in read_rows(course / "returned" / UNIT / "Grades.csv")]
        assert [(row[5], row[-1]) for row in rows] == [("100.00", "2 of 2 points.")]
        assert "1 left out: Moodle doesn't allow this grade" in capsys.readouterr().out
        assert len(pages(course)) == 1

    def test_reopened_attempt_without_new_work_gets_no_mark(self, graded, collect_moodle, capsys):
        reopened = replace(BEN, status="Reopened", when=OWN_DUE)
        made = MoodleAssignment([ANA, reopened, CYD])
        without = MoodleAssignment([ANA, replace(reopened, files={}), CYD]).archive()
        paths = write_files(graded.parent, x_zip=without, Grades_csv=made.worksheet())
        assert collect(graded, [UNIT, *paths], "UTC") == 0
        assert returned(graded) == ["100.00"]
        assert "1 left out: reopened or resubmitted since" in capsys.readouterr().out
        assert len(pages(graded)) == 1

    def test_same_time_in_another_language_or_zone_is_no_new_attempt(self, graded, collect_moodle):
        students = [replace(each, when="Sonntag, 4. Oktober 2026, 23:58") for each in (ANA, BEN)]
        made = MoodleAssignment([*students, CYD], language="de")
        paths = write_files(graded.parent, Grades_csv=made.worksheet())
        assert collect(graded, [UNIT, *paths], "America/New_York") == 0
        assert returned(graded, "Bewertung") == ["100.00", "50.00"]

    def test_semicolons_go_back_as_commas(self, course, collect_moodle):
        made = MoodleAssignment([ANA, BEN])
        rows = made.worksheet().replace(b",", b";").replace(b"; ", b", ")
        paths = write_files(course.parent, x_zip=made.archive(), Grades_csv=rows)
        assert collect(course, [UNIT, *paths], "UTC") == 0
        grade_as(course, {ANA_ID: (1, 1)})
        assert returned(course) == ["100.00"]


class TestDueDates:
    def due(self, course):
        due = DueDates(datetime(2026, 10, 5, 6, tzinfo=UTC))
        return extensions.apply(Course(course), UNIT, due)

    @pytest.mark.parametrize("kind", ["extension", "override"])
    def test_extensions_and_overrides_count_until_taken_back(self, course, collect_moodle, kind):
        if kind == "extension":
            status = f"Submitted for grading - Graded - Extension granted until: {OWN_DUE}"
            ben, due = replace(BEN, status=status), ""
        else:
            ben, due = replace(BEN, due=OWN_DUE), DUE
        collect_moodle(MoodleAssignment([ANA, ben, CYD], due=due, teams=True))
        assert record(course).due == {BEN_ID: OWN_DUE_UTC.isoformat()}
        assert self.due(course).for_student(BEN_ID) == OWN_DUE_UTC
        assert self.due(course).extensions.keys() == {BEN_ID}
        extensions.store(Course(course), UNIT, [BEN_ID], timedelta(hours=1))
        assert self.due(course).extensions == {BEN_ID: timedelta(hours=1)}, "ours take precedence"
        extensions.store(Course(course), UNIT, [ANA_ID], timedelta(hours=1))
        collect_moodle(MoodleAssignment([ANA, BEN, CYD], due=due, teams=True))
        assert record(course).due == {BEN_ID: ""}

    def test_override_makes_a_late_submission_timely(self, course, collect_moodle):
        most = [replace(student, due=OWN_DUE) for student in (BEN, CYD)]
        collect_moodle(MoodleAssignment([ANA, *most], due=DUE))
        when = datetime(2026, 10, 6, 6, tzinfo=UTC).isoformat()
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (1, 1)}, timestamp=when, recorded=when)
        from nbgrader.api import Gradebook as Book

        with Book(f"sqlite:///{course}/gradebook.db") as book:
            book.update_or_create_assignment(UNIT, duedate="2026-10-05 06:00 UTC")
        found = refreshed(course).results
        assert [found[who].late for who in (ANA_ID, BEN_ID)] == [24 * 3600, 0]

    def test_extension_that_was_taken_back_overrules_the_gradebook(self, course, collect_moodle):
        collect_moodle(MoodleAssignment([ANA, replace(BEN, due=OWN_DUE), CYD], due=DUE))
        collect_moodle(MoodleAssignment([ANA, BEN, CYD], due=DUE))
        before = DueDates(OWN_DUE_UTC, {BEN_ID: timedelta(days=2), CYD_ID: timedelta(days=1)})
        after = extensions.apply(Course(course), UNIT, before)
        assert after.extensions == {CYD_ID: timedelta(days=1)}


class TestDrafts:
    @pytest.mark.parametrize("status", ["Draft (not submitted)", "草稿（未提交）"])
    def test_drafts_are_left_out_and_listed(self, course, collect_moodle, capsys, status):
        made = MoodleAssignment([ANA, replace(BEN, status=f"{status} - 1 hour late")])
        assert collect_moodle(made) == 0
        assert submitted(course) == [ANA_ID]
        output = capsys.readouterr().out
        assert "Drafts left out" in output
        assert "Ben Ek. To collect them, pass --include-drafts" in output
        assert collect_moodle(made, include_drafts=True) == 0
        assert submitted(course) == [ANA_ID, BEN_ID]


class TestLanguages:
    WHEN = "niedziela, 4 października 2026, 23:58"

    @pytest.mark.parametrize("teams", [False, True])
    @pytest.mark.parametrize("identity", [False, True])
    def test_worksheet_in_polish_works_both_ways(self, course, collect_moodle, teams, identity):
        ana = replace(ANA, number="0007", when=self.WHEN, status="Przesłane - 2 dni spóźnienia")
        ben = replace(BEN, number="0008", when=self.WHEN, status="Przesłane")
        students = [ana, ben, replace(CYD, number="0009")]
        made = MoodleAssignment(students, language="pl", teams=teams, identity=identity)
        made.max_grade = "20,00"
        assert collect_moodle(made) == 0
        names = ["0007", "0008", "0009"] if identity else ["ana-o'diaz", "ben-ek", "cyd-fox"]
        assert submitted(course) == names[: 3 if teams else 2]
        entries = record(course).entries
        assert {entries[who].submitted for who in names[:2]} == {"2026-10-04T23:58:00+00:00"}
        assert [entries[who].late for who in names[:2]] == [True, True if teams else None]
        grade_as(course, {names[0]: (1, 1), names[1]: (0, 1)})
        assert returned(course, "Ocena") == ["20,00", "10,00"]
        assert returned(course, "Komentarz zwrotny")[0] == "2 of 2 points."

    def test_extension_is_read_where_the_sentence_goes_on_after_the_date(
        self, course, collect_moodle
    ):
        when = "일요일, 4 10월 2026, 11:58 PM"
        status = "제출되었습니다. - 수요일, 7 10월 2026, 6:00 AM 까지 연장되었습니다."
        students = [replace(ANA, when=when, status=status), replace(BEN, when=when)]
        assert collect_moodle(MoodleAssignment(students)) == 0
        assert record(course).due == {ANA_ID: OWN_DUE_UTC.isoformat()}

    @pytest.mark.parametrize("sign", [",", "۔", "٫"])
    def test_marks_have_the_decimal_sign_of_the_worksheet(self, course, collect_moodle, sign):
        collect_moodle(MoodleAssignment([ANA, BEN], max_grade=f"7{sign}00"))
        grade_as(course, {ANA_ID: (1, 0)})
        assert returned(course) == [f"3{sign}50"]

    def test_times_that_cannot_be_read_make_nobody_late(self, course, collect_moodle, capsys):
        when = "Quintidi, 15 Brumaire 2026, 11:58"
        late = replace(ANA, when=when, status="Submitted for grading - 2 days late")
        assert collect_moodle(MoodleAssignment([late, BEN])) == 0
        output = capsys.readouterr().out
        assert f"Grades.csv: 1 submission time can't be read, such as '{when}'" in output
        assert "these students don't count as late" in output
        entry = record(course).entries[ANA_ID]
        assert (entry.submitted, entry.late) == (None, False)
        assert record(course).entries[BEN_ID].submitted

    def test_worksheet_of_an_old_version_is_recognised(self, course, collect_moodle):
        made = MoodleAssignment([ANA, BEN, CYD])
        old = made.worksheet().replace(b" -  - ", b"")
        paths = write_files(course.parent, x_zip=made.archive(), y_csv=old)
        assert collect(course, [UNIT, *paths], "UTC") == 0
        assert submitted(course) == [ANA_ID, BEN_ID]

    @pytest.mark.parametrize(
        ("text", "hour"),
        [
            ("Sunday, 4 October 2026, 12:05 AM", 0),
            ("Sunday, 4 October 2026, 12:05\u202fAM", 0),
            ("Sunday, 4 October 2026, 11:05 PM", 23),
            ("Sonntag, 4. Oktober 2026, 00:05", 0),
            ("dimanche 4 octobre 2026, 00:05", 0),
            ("domingo, 4 de octubre de 2026, 00:05", 0),
            ("domingo, 4 de outubro de 2026 às 00:05", 0),
            ("воскресенье, 4 октября 2026, 00:05", 0),
            ("nedjelja, 4. listopada 2026, 00:05", 0),
            ("Κυριακή, 4 Οκτωβρίου 2026, 11:05 μ.μ.", 23),
            ("sekmadienis, 2026 spalio 4, 00:05", 0),
            ("2026年10月04日 星期日 00:05", 0),
            ("04.10.2026 00:05", 0),
            ("-", None),
            ("Sunday, 4 Octobber 2026, 11:05 PM", None),
            ("2026年10月04日 下午 11:05", None),
            ("Sunday, 4 October 1948, 11:05 PM", None),
        ],
    )
    def test_time_is_parsed(self, text, hour):
        expected = None if hour is None else datetime(2026, 10, 4, hour, 5, tzinfo=UTC)
        assert DateReader([text], UTC).parse(text) == expected

    def test_month_of_two_languages_is_read_only_if_the_day_of_the_week_tells_which(self):
        polish, unknown = "środa, 4 listopada 2026, 00:05", "4 listopada 2026, 00:05"
        assert DateReader([polish], UTC).parse(polish) == datetime(2026, 11, 4, 0, 5, tzinfo=UTC)
        assert DateReader([unknown], UTC).parse(unknown) is None


@pytest.mark.parametrize(
    ("max_grade", "words"), [(SCALE, "is graded on a scale"), ("", "has no maximum grade")]
)
@pytest.mark.parametrize("workflow", [False, True])
def test_assignment_without_points_is_rejected_at_collect(
    course, collect_moodle, max_grade, words, workflow
):
    made = MoodleAssignment([ANA, BEN], max_grade=max_grade, workflow=workflow)
    with pytest.raises(CourseError, match=words):
        collect_moodle(made)
    assert not submitted(course)
