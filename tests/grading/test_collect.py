"""`collect`: exports of learning platforms end up in submitted/, under stable IDs."""

import fcntl
import json
import os
import stat
import subprocess
import sys
import threading
import zipfile
from dataclasses import replace
from datetime import datetime

import pytest
from gradebox.course.model import Course, CourseError
from gradebox.course.people import Person
from gradebox.course.scaffold import new_course
from gradebox.gradebook.gradebook import Gradebook
from gradebox.intake.record import Entry, Record
from gradebox.intake.staging_area import StagingArea
from gradebox.platforms import collect as command
from gradebox.platforms import unit_detection
from gradebox.platforms.exports import Member
from gradebox.platforms.roster import AmbiguousPerson, Roster
from platform_exports import (
    UNIT,
    MoodleAssignment,
    Student,
    canvas_archive,
    canvas_gradebook,
    decomposed,
    exercise,
    mail,
    solution,
    table,
    write_files,
    zipped,
)

from lincourse.cli import main

NOTEBOOK = f"{UNIT}.ipynb"
RIGHT, WRONG = solution(), solution(wrong="0")
ANA_ID, BEN_ID = "ana@uni.example", "ben@uni.example"
ANA = Student("Ana Diaz", ANA_ID, files={NOTEBOOK: RIGHT})
BEN = Student("Ben Ek", BEN_ID, files={NOTEBOOK: RIGHT})
CYD = Student("Cyd Fox", "cyd@uni.example")


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A new course folder, which is the current one."""
    folder = tmp_path / "mycourse"
    new_course(folder, "lin26", copy=False, clone=None)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def given(tmp_path):
    """Write files beside the course folder; return their paths."""
    return lambda **files: write_files(tmp_path, **files)


@pytest.fixture
def collect_moodle(course, given):
    """Collect an assignment from Moodle."""

    def run(students, worksheet=True, german=False, **options):
        made = MoodleAssignment(students, **options)
        files = given(x_zip=made.archive())
        if worksheet:
            files += given(y_csv=made.worksheet(german=german))
        return collect(course, UNIT, *files)

    return run


def collect(course, *arguments, zone="Europe/Berlin"):
    return command.collect(course, [*map(str, arguments)], zone)


def submitted(course, unit=UNIT):
    """The files in submitted/, by student, without timestamps."""
    return {
        folder.parent.name: sorted(
            str(file.relative_to(folder))
            for file in folder.rglob("*")
            if file.is_file() and file.name != "timestamp.txt"
        )
        for folder in sorted((course / "submitted").glob(f"*/{unit}"))
    }


def notebook_of(course, student):
    return course / "submitted" / student / UNIT / NOTEBOOK


def entries(course):
    return Record.read(Course(course), UNIT).entries


class TestMoodle:
    def test_students_keep_their_id_when_moodle_numbers_them_differently(self, course, given):
        students = [Student(f"Some Body{i}", f"s{i}@uni.example") for i in range(10)]
        for n, unit in enumerate(("00-welcome", "01-probability", "02-naive-bayes")):
            for student in students:
                student.files = {f"{unit}.ipynb": exercise(unit)}
            made = MoodleAssignment(students, first=4711 + 100 * n)
            files = given(moodle_zip=made.archive(), Grades_csv=made.worksheet())
            assert collect(course, unit, *files) == 0
        with Gradebook(Course(course).db_url) as book:
            assert book.students() == sorted(f"s{i}@uni.example" for i in range(10))
            assert book.names()["s3@uni.example"] == "Some Body3"

    @pytest.mark.parametrize("reverse", [False, True])
    def test_files_may_come_in_any_order(self, course, given, reverse):
        made = MoodleAssignment([ANA, BEN, CYD])
        files = given(x_zip=made.archive(), y_csv=made.worksheet())
        assert collect(course, "0", *sorted(files, reverse=reverse)) == 0
        assert submitted(course) == {ANA_ID: [NOTEBOOK], BEN_ID: [NOTEBOOK]}

    def test_id_number_becomes_the_id_and_stays(self, course, collect_moodle):
        collect_moodle([Student("Ana Diaz", ANA_ID, "0123456", files={NOTEBOOK: RIGHT})])
        collect_moodle([Student("Ana Maria Diaz", ANA_ID, files={NOTEBOOK: WRONG})], first=9000)
        assert list(submitted(course)) == ["0123456"]

    def test_names_in_the_gradebook_are_those_of_the_worksheet(self, course, collect_moodle):
        names = ["Zoë Müller", "Liam O'Brien", "Anne-Marie Lenôtre", "李 明", "Nguyễn Thị Hoa"]
        students = [
            Student(name, f"p{i}@uni.example", files={NOTEBOOK: RIGHT})
            for i, name in enumerate(names)
        ]
        assert collect_moodle(students) == 0
        with Gradebook(Course(course).db_url) as book:
            assert sorted(book.names().values()) == sorted(names)

    def test_known_name_identifies_without_worksheet_even_decomposed(
        self, course, collect_moodle, capsys
    ):
        collect_moodle([Student("Zoë Müller", "zoe@uni.example", files={NOTEBOOK: RIGHT})])
        again = Student(decomposed("Zoë Müller"), files={NOTEBOOK: WRONG})
        assert collect_moodle([again], worksheet=False, first=8000) == 0
        assert list(submitted(course)) == ["zoe@uni.example"]
        assert "students are only known by name" in capsys.readouterr().out

    @pytest.mark.parametrize("twins", [2, 3])
    def test_students_of_one_name_need_the_worksheet(self, course, collect_moodle, capsys, twins):
        ids = [f"ana{i}@uni.example" for i in range(twins)]
        students = [Student("Ana Diaz", each, files={NOTEBOOK: RIGHT}) for each in ids]
        assert collect_moodle([*students, BEN], worksheet=False) == 1
        assert list(submitted(course)) == ["ben-ek"]
        assert "NOT collected: Ana Diaz: two students have this name" in capsys.readouterr().out
        assert collect_moodle([*students, BEN]) == 0
        assert list(submitted(course)) == [*ids, "ben-ek"]

    def test_every_member_of_a_group_gets_the_work(self, course, collect_moodle):
        work = {NOTEBOOK: RIGHT}
        students = [
            Student("Ana Diaz", ANA_ID, group="Team: Ümlaut_1", files=work),
            Student("Ben Ek", BEN_ID, group="Team: Ümlaut_1", files=work),
            Student("Cyd Fox", "cyd@uni.example", group="Other"),
            Student("Dan Gee", "dan@uni.example", files=work),
        ]
        assert collect_moodle(students, teams=True) == 0
        assert list(submitted(course)) == [ANA_ID, BEN_ID, "dan@uni.example"]
        assert entries(course)[BEN_ID].group == "Team Ümlaut 1"
        assert Record.read(Course(course), UNIT).teams() == {ANA_ID: [ANA_ID, BEN_ID]}

    def test_group_work_is_not_collected_without_worksheet(self, course, collect_moodle, capsys):
        students = [Student("Ana Diaz", files={NOTEBOOK: RIGHT})]
        assert collect_moodle(students, worksheet=False, teams=True) == 1
        assert "NOT collected: Default group: this is a group's work" in capsys.readouterr().out
        assert not submitted(course)

    def test_times_and_lateness_are_recorded(self, course, collect_moodle):
        late = Student("Ben Ek", BEN_ID, files={NOTEBOOK: RIGHT})
        late.when = "Tuesday, 6 October 2026, 2:00 AM"
        late.status = "Submitted - 1 day 2 hours late"
        collect_moodle([ANA, late])
        assert entries(course)[ANA_ID].submitted == "2026-10-04T21:58:00+00:00"
        assert [entries(course)[each].late for each in (ANA_ID, BEN_ID)] == [None, True]
        stamp = notebook_of(course, ANA_ID).with_name("timestamp.txt")
        assert stamp.read_text() == "2026-10-04 21:58:00.000000 UTC"

    def test_german_worksheet_is_recognised(self, course, collect_moodle):
        student = Student("Änne Groß", "ag@uni.example", files={NOTEBOOK: RIGHT})
        student.when = "Sonntag, 4. Oktober 2026, 23:58"
        assert collect_moodle([student], german=True) == 0
        assert entries(course)["ag@uni.example"].submitted == "2026-10-04T21:58:00+00:00"

    def test_worksheet_without_work_fills_the_roster(self, course, given):
        assert collect(course, UNIT, *given(y_csv=MoodleAssignment([ANA]).worksheet())) == 0
        assert Roster.read(Course(course)).named(ANA_ID).name == ANA.name
        assert not submitted(course)
        assert not Record.read(Course(course), UNIT).lists

    def test_worksheet_of_another_assignment_is_rejected(self, course, given):
        made, other = MoodleAssignment([ANA]), MoodleAssignment([ANA], first=1)
        with pytest.raises(CourseError, match="can't be the worksheet of this assignment"):
            collect(course, UNIT, *given(x_zip=made.archive(), y_csv=other.worksheet()))
        assert not submitted(course)

    def test_files_without_folders_are_collected(self, course, collect_moodle):
        ana = Student("Ana Diaz", files={NOTEBOOK: RIGHT, "sub/data.csv": b"1"})
        assert collect_moodle([ana], worksheet=False, folders=False) == 0
        assert submitted(course)["ana-diaz"][0] == NOTEBOOK

    def test_odd_files_of_one_student_are_reported(self, course, collect_moodle, capsys):
        copy = {NOTEBOOK: RIGHT, "00-welcome.zip": zipped({NOTEBOOK: RIGHT})}
        students = [
            ANA,
            Student("Double Up", "d@uni.example", files=copy | {"00-welcome (1).ipynb": RIGHT}),
            Student("Paper Only", "p@uni.example", files={"essay.pdf": b"%PDF-1.4"}),
            Student("Text Only", "t@uni.example", files={"onlinetext.html": b"<p>hello</p>"}),
            Student("Two Versions", "v@uni.example"),
        ]
        students[-1].files = {NOTEBOOK: WRONG, "00-welcome (1).ipynb": RIGHT}
        assert collect_moodle(students) == 0
        output = capsys.readouterr().out
        assert "Two Versions (v@uni.example): 00-welcome.ipynb was chosen, but" in output
        assert "Double Up" not in output
        assert "Paper Only (p@uni.example): submitted no notebook, only essay.pdf" in output
        assert "Text Only (t@uni.example): submitted no notebook, only onlinetext.html" in output
        assert len(submitted(course)) == 5
        assert submitted(course)["p@uni.example"] == ["essay.pdf"]

    def test_each_tutors_worksheet_is_kept_until_a_newer_one_comes(self, course, given):
        """Moodle exports one group at a time if an assignment has groups."""
        for i, student in enumerate((ANA, BEN)):
            made = MoodleAssignment([student], first=100 * (i + 1))
            files = given(**{"x_zip": made.archive(), f"Grades{i}_csv": made.worksheet()})
            assert collect(course, UNIT, *files) == 0
        record = Record.read(Course(course), UNIT)
        assert record.lists == {"moodle": ["Grades0.csv", "Grades1.csv"]}
        assert record.rows["moodle"] == {"100": ANA_ID, "200": BEN_ID}
        collect(course, UNIT, *given(x_zip=made.archive(), Grades_3_csv=made.worksheet()))
        record = Record.read(Course(course), UNIT)
        assert record.lists == {"moodle": ["Grades0.csv", "Grades_3.csv"]}
        assert not (course / "collected" / UNIT / "Grades1.csv").exists()


class TestCanvas:
    ANA = Student("Ana Diaz", ANA_ID, canvas=8801, files={NOTEBOOK: RIGHT})
    ZOE = Student("Zoë O'Brien", "zob", "0007", canvas=8802, files={"00-welcome-1.ipynb": RIGHT})
    CYD = Student("Cyd Fox", "cyd@uni.example", canvas=8803)

    def test_gradebook_identifies_and_file_names_tell_who_was_late(self, course, given, capsys):
        students = [self.ANA, Student(**{**vars(self.ZOE), "late": True}), self.CYD]
        files = given(
            submissions_zip=canvas_archive(students),
            Grades_csv=canvas_gradebook(students, "Unit 00 Welcome (70011)"),
        )
        assert collect(course, UNIT, *files) == 0
        assert submitted(course) == {"0007": ["00-welcome-1.ipynb"], ANA_ID: [NOTEBOOK]}
        assert [entries(course)[who].late for who in ("0007", ANA_ID)] == [True, False]
        assert entries(course)["0007"].reply_name.endswith("_8802_90211_")
        assert "1 on the list submitted nothing: Cyd Fox" in capsys.readouterr().out

    def test_canvas_number_becomes_the_id_without_gradebook_and_stays(self, course, given):
        students = [self.ANA, self.ZOE]
        [archive] = given(s_zip=canvas_archive(students))
        assert collect(course, UNIT, archive) == 0
        assert list(submitted(course)) == ["8801", "8802"]
        [book] = given(b_csv=canvas_gradebook(students, "Unit 00 (1)"))
        assert collect(course, UNIT, archive, book) == 0
        assert list(submitted(course)) == ["8801", "8802"]

    def test_group_work_goes_to_all_members_if_groups_are_given(self, course, given, capsys):
        ana = Student(**{**vars(self.ANA), "group": "Group A"})
        book = canvas_gradebook([ana, self.CYD], "Unit 00 (1)")
        files = given(s_zip=canvas_archive([ana]), b_csv=book)
        collect(course, UNIT, *files)
        assert list(submitted(course)) == [ANA_ID]
        assert "looks like a group" in capsys.readouterr().out
        header = ["name", "canvas_user_id", "user_id", "login_id", "sections", "group_name"]
        rows = [["", n, "", "", "", "Group A"] for n in (8801, 8803)]
        groups = given(groups_csv=table([header, *rows]))
        assert collect(course, UNIT, *files, *groups) == 0
        assert list(submitted(course)) == [ANA_ID, "cyd@uni.example"]

    def test_group_is_not_asked_for_if_everybody_submits_for_themselves(
        self, course, given, capsys
    ):
        zoe = Student(**{**vars(self.ZOE), "files": {NOTEBOOK: WRONG}})
        header = ["name", "canvas_user_id", "user_id", "login_id", "sections", "group_name"]
        rows = [["", n, "", "", "", "Group A"] for n in (8801, 8802)]
        files = given(
            s_zip=canvas_archive([self.ANA, zoe]),
            b_csv=canvas_gradebook([self.ANA, zoe], "Unit 00 (1)"),
            groups_csv=table([header, *rows]),
        )
        assert collect(course, UNIT, *files) == 0
        assert notebook_of(course, ANA_ID).read_bytes() == RIGHT
        assert notebook_of(course, "0007").read_bytes() == WRONG
        assert "more than once" not in capsys.readouterr().out

    @pytest.mark.parametrize("late", [False, True])
    def test_anonymous_work_is_rejected(self, course, given, late):
        student = Student(**{**vars(self.ANA), "late": late})
        [archive] = given(s_zip=canvas_archive([student], anonymous=True))
        with pytest.raises(CourseError, match="Canvas imports no marks for those"):
            collect(course, UNIT, archive)
        assert not submitted(course)


class TestMails:
    def test_last_mail_about_the_unit_counts_with_the_servers_time(self, course, tmp_path, capsys):
        folder = tmp_path / "mails"
        folder.mkdir()
        sender, later = "Zoë Müller <Zoe@Uni.example>", "Mon, 5 Oct 2026 10:00:00 +0200"
        mails = [
            mail(sender, {NOTEBOOK: RIGHT}, later),
            mail(sender.lower(), {NOTEBOOK: WRONG}),
            mail("b@uni.example", {"01-probability.ipynb": exercise("01-probability")}),
            mail("p@uni.example", {"essay.pdf": b"%PDF"}),
            mail("q@uni.example", {}),
        ]
        for i, content in enumerate(mails):
            (folder / f"{i}.eml").write_bytes(content)
        assert collect(course, UNIT, folder) == 0
        output = capsys.readouterr().out
        assert submitted(course) == {
            "p@uni.example": ["essay.pdf"],
            "zoe@uni.example": [NOTEBOOK],
        }
        path = notebook_of(course, "zoe@uni.example")
        assert path.read_bytes() == RIGHT
        assert path.with_name("timestamp.txt").read_text().startswith("2026-10-05 08:00:00")
        assert "sent 2 mails with files; the last one counts" in output
        assert "mails without an attachment: 1" in output

    def test_mbox_is_split_into_mails(self, course, tmp_path):
        box = tmp_path / "box.mbox"
        mails = [mail(f"{who}@uni.example", {NOTEBOOK: RIGHT}) for who in "ab"]
        box.write_bytes(b"".join(b"From x Mon Oct 5\n" + each + b"\n" for each in mails))
        assert collect(course, UNIT, box) == 0
        assert list(submitted(course)) == ["a@uni.example", "b@uni.example"]

    def test_odd_mail_is_listed_and_stops_no_other(self, course, tmp_path, capsys):
        folder = tmp_path / "mails"
        folder.mkdir()
        right = mail("a@uni.example", {NOTEBOOK: RIGHT})
        (folder / "a.eml").write_bytes(right)
        odd = right.replace(b"From: a@uni.example", b"From: filename<@")
        assert odd != right
        (folder / "b.eml").write_bytes(odd)
        collect(course, UNIT, folder)
        assert list(submitted(course)) == ["a@uni.example"]
        assert "b.eml" in capsys.readouterr().out

    def test_notebooks_are_recognised_without_being_parsed(self, course, monkeypatch):
        def parse(*_):
            raise AssertionError("a student's JSON was parsed")

        monkeypatch.setattr(json, "loads", parse)
        for encoding in ("utf-8", "utf-8-sig", "utf-16"):
            content = RIGHT.decode().encode(encoding)
            assert unit_detection._grade_ids(Member(NOTEBOOK, lambda content=content: content))
        quoted = b'{"source": "\\"grade_id\\": \\"x\\""}'
        assert unit_detection._grade_ids(Member(NOTEBOOK, lambda: quoted)) == set()
        assert unit_detection._grade_ids(Member(NOTEBOOK, lambda: b"\xff" * 99)) == set()

    def test_unit_must_be_named(self, course, tmp_path):
        path = tmp_path / "a.eml"
        path.write_bytes(mail("a@uni.example", {NOTEBOOK: RIGHT}))
        with pytest.raises(CourseError, match="don't show which assignment"):
            collect(course, path)


class TestExchange:
    @pytest.fixture
    def submit(self, course, tmp_path):
        root = tmp_path / "exchange"
        with (course / "nbgrader_config.py").open("a") as file:
            file.write(f"\nc.Exchange.root = {str(root)!r}\n")

        def submit(student, hour, content=RIGHT):
            time = f"2026-10-04 {hour}:00:00.1 UTC"
            folder = root / "lin26/inbound" / f"{student}+{UNIT}+{time}+secret"
            folder.mkdir(parents=True)
            (folder / NOTEBOOK).write_bytes(content)
            (folder / "timestamp.txt").write_text(time)
            return folder

        return submit

    @pytest.mark.parametrize("given_folder", [None, "lin26", "lin26/inbound"])
    def test_last_submission_counts_with_the_kernels_time(
        self, course, submit, tmp_path, given_folder
    ):
        submit("ana1", "09", WRONG)
        last = submit("ana1", "10")
        submit("ben1", "10")
        folders = [tmp_path / "exchange" / given_folder] if given_folder else []
        assert collect(course, UNIT, *folders) == 0
        path = notebook_of(course, "ana1")
        assert path.read_bytes() == RIGHT
        assert path.with_name("timestamp.txt").read_text() == "2026-10-04 10:00:00.1 UTC"
        recorded = datetime.fromisoformat(entries(course)["ana1"].submitted).timestamp()
        assert recorded == int((last / NOTEBOOK).stat().st_ctime)
        assert set(submitted(course)) == {"ana1", "ben1"}

    def test_folder_of_another_account_does_not_replace_the_students_own(
        self, course, submit, capsys, monkeypatch
    ):
        submit("ana1", "09")
        submit("ana1", "10", WRONG)  # by ben1
        submit("cyd1", "09")  # by ben1
        monkeypatch.setattr(
            "gradebox.platforms.adapters.exchange._owner",
            lambda path: "ana1" if f"ana1+{UNIT}+2026-10-04 09" in path.name else "ben1",
        )
        collect(course, UNIT)
        assert notebook_of(course, "ana1").read_bytes() == RIGHT
        output = " ".join(capsys.readouterr().out.split())
        assert "ana1: a folder belongs to the account ben1, not to ana1; it was ignored" in output
        assert "cyd1: a folder belongs to the account ben1, not to cyd1" in output

    def test_account_stays_the_id_if_the_gradebook_has_the_email(self, course, collect_moodle):
        with Gradebook(Course(course).db_url) as book:
            book.add_people([Person("ana1", first="Ana", last="Diaz", email=ANA_ID)])
        collect_moodle([ANA])
        assert list(submitted(course)) == ["ana1"]

    def test_files_are_asked_for_if_there_is_no_exchange(self, course):
        with pytest.raises(CourseError, match="Pass the files to collect"):
            collect(course, UNIT)


class TestGenericZip:
    def test_folder_or_file_per_student_is_collected(self, course, given):
        folders = {
            "class/ana/00-welcome.ipynb": RIGHT,
            "class/ben/00-welcome/00-welcome.ipynb": RIGHT,
            "class/__MACOSX/._x": b"x",
        }
        flat = {"cyd_00-welcome.ipynb": RIGHT, "00-welcome - dan (1).ipynb": RIGHT}
        files = given(class_zip=zipped(folders), flat_zip=zipped(flat), eve_ipynb=RIGHT)
        assert collect(course, UNIT, *files) == 0
        assert list(submitted(course)) == ["ana", "ben", "cyd", "dan", "eve"]

    def test_known_full_name_makes_no_second_student(self, course, given, capsys):
        people = table([["id", "name"], ["s1", "Ana-Lena Groß"], ["s2", "Ben Ek"]])
        work = {"Ana-Lena Groß/00-welcome.ipynb": RIGHT, "Eve Hay_00-welcome.ipynb": RIGHT}
        collect(course, UNIT, *given(students_csv=people))
        assert collect(course, UNIT, *given(c_zip=zipped(work))) == 0
        assert list(submitted(course)) == ["eve-hay", "s1"]
        assert "1 student not known before: Eve Hay (eve-hay)." in capsys.readouterr().out

    def test_file_without_a_student_in_its_name_is_not_collected(self, course, given, capsys):
        [archive] = given(c_zip=zipped({NOTEBOOK: RIGHT, "dan/x.ipynb": RIGHT}))
        assert collect(course, UNIT, archive) == 1
        assert f"NOT collected: {NOTEBOOK}: whose is it?" in capsys.readouterr().out
        assert list(submitted(course)) == ["dan"]

    def test_list_of_people_fills_the_gradebook(self, course, given):
        people = table([["id", "first_name", "last_name", "email"], ["s1", "Ana", "Diaz", "a@b.c"]])
        assert collect(course, UNIT, *given(students_csv=people)) == 0
        with Gradebook(Course(course).db_url) as book:
            assert book.names() == {"s1": "Ana Diaz"}


class TestInputs:
    def test_links_outside_paths_and_zip_bombs_are_skipped(self, course, tmp_path, capsys):
        path = tmp_path / "x.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            start = "Ana Diaz_1_assignsubmission_file"
            archive.writestr(f"{start}/{NOTEBOOK}", RIGHT)
            archive.writestr(f"{start}/../../../evil.txt", b"x")
            link = zipfile.ZipInfo(f"{start}/link")
            link.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(link, "/etc/passwd")
            archive.writestr(f"{start}/bomb.csv", b"0" * (41 * 2**20))
        assert collect(course, UNIT, path) == 0
        output = capsys.readouterr().out
        assert submitted(course) == {"ana-diaz": [NOTEBOOK]}
        assert "evil.txt is a link or leads elsewhere" in output
        assert "bomb.csv is too large" in output
        assert not list(tmp_path.rglob("evil.txt"))

    @pytest.mark.parametrize(
        ("name", "message"),
        [("x_zip", "x.zip can't be read as a zip file"), ("x_pdf", "Known formats: ")],
    )
    def test_file_that_is_no_export_ends_with_exit_status_2(
        self, course, given, capsys, name, message
    ):
        with pytest.raises(SystemExit) as stop:
            main(["collect", UNIT, *given(**{name: b"PK\x03\x04 nothing"})])
        assert stop.value.code == 2
        assert message in " ".join(capsys.readouterr().err.split())

    def test_folder_with_export_and_list_is_taken_apart(self, course, tmp_path):
        folder = tmp_path / "downloads"
        folder.mkdir()
        made = MoodleAssignment([ANA])
        write_files(folder, x_zip=made.archive(), y_csv=made.worksheet())
        assert collect(course, UNIT, folder) == 0
        assert list(submitted(course)) == [ANA_ID]

    def test_export_of_another_unit_is_rejected(self, collect_moodle):
        student = Student("A B", files={"x.ipynb": exercise("01-probability")})
        with pytest.raises(CourseError, match="looks like 01-probability, not like 00-welcome"):
            collect_moodle([student], worksheet=False)

    def test_units_are_recognised_if_none_is_named(self, course, given):
        other = Student("Ana Diaz", ANA_ID, files={"w.ipynb": exercise("01-probability")})
        zero, one = MoodleAssignment([ANA]), MoodleAssignment([other], first=9000)
        files = given(
            a_zip=one.archive(), b_zip=zero.archive(), c_csv=zero.worksheet(), d_csv=one.worksheet()
        )
        assert collect(course, *files) == 0
        assert list(submitted(course)) == list(submitted(course, "01-probability")) == [ANA_ID]


class TestCollectAgain:
    def test_only_changed_work_is_replaced(self, course, collect_moodle, capsys):
        ana = Student("Ana Diaz", ANA_ID, files={NOTEBOOK: WRONG})
        collect_moodle([ana, BEN])
        before = notebook_of(course, BEN_ID).stat().st_ctime_ns
        ana.files = {NOTEBOOK: RIGHT}
        collect_moodle([ana, BEN])
        assert "1 resubmitted, 1 unchanged" in capsys.readouterr().out
        assert notebook_of(course, BEN_ID).stat().st_ctime_ns == before
        assert notebook_of(course, ANA_ID).read_bytes() == RIGHT

    def test_last_one_counts_of_a_platform_and_a_mail(self, course, given, tmp_path, capsys):
        made, folder = MoodleAssignment([ANA]), tmp_path / "mails"
        folder.mkdir()
        (folder / "1.eml").write_bytes(mail(f"Ana <{ANA_ID}>", {NOTEBOOK: WRONG}))
        files = given(x_zip=made.archive(), y_csv=made.worksheet())
        assert collect(course, UNIT, *files, folder) == 0
        assert "submitted more than once; the last one counts" in capsys.readouterr().out
        assert notebook_of(course, ANA_ID).read_bytes() == WRONG

    def test_time_zone_is_saved(self, course, given, capsys):
        made = MoodleAssignment([ANA])
        files = given(x_zip=made.archive(), y_csv=made.worksheet())
        collect(course, UNIT, *files, zone="Asia/Tokyo")
        assert entries(course)[ANA_ID].submitted == "2026-10-04T14:58:00+00:00"
        collect(course, UNIT, *files, zone=None)
        assert "1 unchanged" in capsys.readouterr().out
        assert entries(course)[ANA_ID].submitted == "2026-10-04T14:58:00+00:00"

    def test_times_stay_if_the_list_is_missing(self, course, collect_moodle, capsys):
        collect_moodle([ANA])
        before = entries(course)
        assert before[ANA_ID].submitted
        collect_moodle([ANA], worksheet=False)
        assert "1 unchanged" in capsys.readouterr().out
        assert entries(course) == before


# Kills the process before the given rename of a folder in submitted/.
KILLED = """
import os, sys
from pathlib import Path

left = int(sys.argv[1])


def hook(event, arguments):
    global left
    if event == "os.rename" and "/submitted/" in repr(arguments):
        left -= 1
        if left == 0:
            os._exit(9)


sys.addaudithook(hook)
from gradebox.platforms.collect import collect

collect(Path.cwd(), sys.argv[2:], "Europe/Berlin")
"""


class TestInterruption:
    OLD, NEW = [NOTEBOOK], [NOTEBOOK, "data.csv"]

    @pytest.fixture
    def files(self, course, collect_moodle, given):
        """Both students have submitted; now both resubmit."""
        students = [Student(name, f"{name}@uni.example") for name in ("ana", "ben")]
        for student in students:
            student.files = {NOTEBOOK: WRONG}
        collect_moodle(students)
        for student in students:
            student.files = {NOTEBOOK: RIGHT, "data.csv": b"1"}
        made = MoodleAssignment(students)
        return given(x_zip=made.archive(), y_csv=made.worksheet())

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("rename", "ana", "ben"), [(1, OLD, OLD), (2, OLD, OLD), (3, NEW, OLD), (4, NEW, OLD)]
    )
    def test_killed_collect_leaves_whole_folders_and_continues(
        self, course, files, rename, ana, ben
    ):
        command = [sys.executable, "-c", KILLED, str(rename), UNIT, *files]
        assert subprocess.run(command, cwd=course, check=False).returncode == 9
        StagingArea(Course(course), UNIT).recover()  # as `grade` does first
        assert submitted(course) == {ANA_ID: ana, BEN_ID: ben}
        collect(course, UNIT, *files)
        assert submitted(course) == {ANA_ID: self.NEW, BEN_ID: self.NEW}
        assert not list((course / "collected").glob(".*"))

    def test_old_folder_comes_back_when_a_rename_fails(self, course, files, monkeypatch):
        renames, rename = [], os.rename

        def fail(source, target):
            renames.append(source)
            if len(renames) == 4:
                raise OSError("the disk is gone")
            rename(source, target)

        monkeypatch.setattr("gradebox.intake.staging_area.os.rename", fail)
        with pytest.raises(OSError, match="the disk is gone"):
            collect(course, UNIT, *files)
        assert submitted(course) == {ANA_ID: self.NEW, BEN_ID: self.OLD}
        assert not list((course / "collected").glob(".*"))


def test_collects_of_two_units_at_once_keep_everybody_on_the_roster(course, given, monkeypatch):
    def files(unit, student):
        made = MoodleAssignment([replace(student, files={f"{unit}.ipynb": exercise(unit)})])
        return given(**{f"{unit}_zip": made.archive(), f"{unit}_csv": made.worksheet()})

    first, second = files(UNIT, ANA), files("01-probability", BEN)
    other = threading.Thread(target=collect, args=(course, "01-probability", *second))
    has_read_or_waits = threading.Event()
    read, write, flock = Roster.read, Roster.write, fcntl.flock

    def late_write(roster, where):
        if not other.ident:
            monkeypatch.setattr(Roster, "read", noticed_read)
            other.start()
            has_read_or_waits.wait(60)
        write(roster, where)

    def noticed_read(where):
        found = read(where)
        has_read_or_waits.set()
        return found

    def noticed_flock(file, kind):
        if other.ident and kind == fcntl.LOCK_EX:
            has_read_or_waits.set()
        flock(file, kind)

    monkeypatch.setattr(Roster, "write", late_write)
    monkeypatch.setattr("gradebox.run.store.fcntl.flock", noticed_flock)
    collect(course, UNIT, *first)
    other.join()
    monkeypatch.undo()
    assert set(Roster.read(Course(course)).people) == {ANA_ID, BEN_ID}


class TestRecord:
    def test_record_is_readable_json(self, course, collect_moodle):
        collect_moodle([ANA])
        data = json.loads((course / "collected" / f"{UNIT}.json").read_text())
        assert data["rows"]["moodle"] == {"4711": ANA_ID}
        assert data["entries"][ANA_ID]["files"] == [NOTEBOOK]

    def test_same_files_make_no_group(self):
        both = {name: Entry("moodle", content="same") for name in ("ana", "ben")}
        assert Record(UNIT, both).teams() == {}

    def test_record_of_version_1_is_read(self, course):
        (course / "collected").mkdir()
        data = {"entries": {"ana": {"way": "canvas", "named": "x_"}}, "lists": {}, "rows": {}}
        (course / "collected" / f"{UNIT}.json").write_text(json.dumps(data))
        assert entries(course) == {"ana": Entry("canvas", reply_name="x_")}

    def test_collected_work_is_private(self, course, collect_moodle):
        collect_moodle([ANA])
        assert stat.S_IMODE(course.stat().st_mode) == 0o700
        assert stat.S_IMODE((course / "collected").stat().st_mode) == 0o700

    def test_timestamp_of_a_student_is_ignored(self, course, collect_moodle):
        files = {NOTEBOOK: RIGHT, "timestamp.txt": b"2020-01-01 00:00 UTC"}
        collect_moodle([Student("Ana Diaz", files=files)], worksheet=False)
        assert not notebook_of(course, "ana-diaz").with_name("timestamp.txt").exists()


class TestNewCourse:
    def test_new_course_is_private_and_has_all_units(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(SystemExit) as stop:
            main(["course", "new", "mycourse", "--id", "lin26"])
        assert stop.value.code == 0
        folder = tmp_path / "mycourse"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        course = Course(folder)
        assert len(course.assignments()) == 10
        assert course.assignment("4").name == "04-perceptron" == course.full_name("perceptron")
        assert course.config.CourseDirectory.course_id == "lin26"
        assert course.source == folder / "solutions"
        assert os.listdir(tmp_path) == ["mycourse"]

    def test_new_course_refers_to_the_clone_without_copies(self, course):
        assert not (course / "solutions").exists()
        assert Course(course).assignment("00").max_score == 2

    @pytest.mark.parametrize(
        ("name", "course_id", "message"),
        [
            ("full", "x", "exists and is not empty"),
            ("new", "two words", "can't be the ID of a course"),
            ("new", "../x", "can't be the ID of a course"),
        ],
    )
    def test_new_course_rejects_bad_folder_or_id(self, tmp_path, name, course_id, message):
        (tmp_path / "full").mkdir()
        (tmp_path / "full/file").touch()
        with pytest.raises(CourseError, match=message):
            new_course(tmp_path / name, course_id, copy=True, clone=None)
        assert not (tmp_path / "new").exists()

    def test_new_course_is_never_inside_the_clone(self, tmp_path):
        for part in ("solutions", "exercises"):
            (tmp_path / part).mkdir()
        with pytest.raises(CourseError, match="inside the clone"):
            new_course(tmp_path / "mine", "x", copy=True, clone=tmp_path)


class TestRoster:
    @pytest.fixture
    def roster(self):
        return Roster([Person("1", "Ana Diaz", email="a@x"), Person("2", "Ana Diaz", number="2")])

    def test_name_of_two_people_is_ambiguous(self, roster):
        with pytest.raises(AmbiguousPerson, match=r"several students have this name \(1, 2\)"):
            roster.identify(Person(name="ana  DIAZ"))

    def test_identifier_tells_people_of_one_name_apart(self, roster):
        assert roster.identify(Person(name="Ana Diaz", email="A@x")).id == "1"
        assert roster.identify(Person(name="Ana Diaz", number="2")).id == "2"

    def test_identifiers_of_two_people_are_ambiguous(self, roster):
        with pytest.raises(AmbiguousPerson, match="this can't be one person"):
            roster.identify(Person(email="a@x", number="2"))

    @pytest.mark.parametrize(
        ("person", "new_id"),
        [
            (Person(name="Zoë O'Neil"), "zoë-o'neil"),
            (Person(number="../../etc"), "-..-etc"),
            (Person(email="a+b@x"), "a-b@x"),
            (Person(login=".hidden"), "hidden"),
            (Person(number="1"), "1"),
        ],
    )
    def test_new_id_is_a_valid_folder_name(self, roster, person, new_id):
        assert roster.identify(person).id == new_id

    def test_damaged_roster_stops_with_instructions(self, course, collect_moodle):
        collect_moodle([ANA])
        (course / "collected/roster.json").write_text("{")
        with pytest.raises(CourseError, match="Restore it from a backup"):
            collect_moodle([ANA])

    def test_roster_of_version_1_is_read(self, course):
        (course / "collected").mkdir()
        person = {"id": "8801", "name": "Ana Diaz", "canvas": "8801"}
        (course / "collected/roster.json").write_text(json.dumps({"people": [person]}))
        found = Roster.read(Course(course)).identify(Person(accounts={"canvas": "8801"}))
        assert found.id == "8801"
