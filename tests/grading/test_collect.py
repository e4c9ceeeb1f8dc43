"""`lincourse collect`: what platforms export, laid under ids that stay the same."""

import json
import os
import stat
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from gradebox.course.model import Course, CourseError
from gradebox.course.scaffold import new_course
from gradebox.gradebook.gradebook import Gradebook
from gradebox.intake.record import Entry, Record
from gradebox.platforms import collect as room
from gradebox.platforms import moodle
from gradebox.platforms.exports import Clue
from gradebox.platforms.roster import Person, Roster, Unclear
from platform_exports import (
    MoodleAssignment,
    Student,
    canvas_archive,
    canvas_gradebook,
    decomposed,
    exercise,
    mail,
    solution,
    table,
    zipped,
)

from lincourse.cli import main

UNIT = "00-welcome"
NOTEBOOK = f"{UNIT}.ipynb"
RIGHT = solution()


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course folder of its own, in which one is."""
    folder = tmp_path / "mycourse"
    new_course(folder, "lin26", copy=False, clone=None)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def given(tmp_path):
    """Write files beside the course folder, and say where they are."""

    def write(**files):
        places = []
        for name, content in files.items():
            stem, _, ending = name.rpartition("_")
            path = tmp_path / f"{stem}.{ending}"
            path.write_bytes(content)
            places.append(str(path))
        return places

    return write


def collect(course, *arguments, zone="Europe/Berlin"):
    return room.collect(course, [*map(str, arguments)], zone)


def laid(course, unit=UNIT):
    """Who has which files under submitted/."""
    return {
        path.parent.name: sorted(
            str(file.relative_to(path)) for file in path.rglob("*") if file.is_file()
        )
        for path in sorted((course / "submitted").glob(f"*/{unit}"))
    }


def notebooks(course, unit=UNIT):
    return {who: [f for f in files if f != "timestamp.txt"] for who, files in laid(course).items()}


ANA = Student("Ana Diaz", "ana@uni.example", files={NOTEBOOK: RIGHT})
BEN = Student("Ben Ek", "ben@uni.example", files={NOTEBOOK: RIGHT})
CYD = Student("Cyd Fox", "cyd@uni.example")


class TestMoodle:
    def test_three_units_of_ten_students_make_ten_students(self, course, given, capsys):
        """Moodle numbers everybody anew in each assignment."""
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

    @pytest.mark.parametrize("turned", [False, True])
    def test_files_come_in_any_order(self, course, given, turned):
        made = MoodleAssignment([ANA, BEN, CYD])
        files = given(x_zip=made.archive(), y_csv=made.worksheet())
        assert collect(course, "0", *(reversed(files) if turned else files)) == 0
        assert notebooks(course) == {
            "ana@uni.example": [NOTEBOOK],
            "ben@uni.example": [NOTEBOOK],
        }

    def test_the_id_number_is_the_id_where_there_is_one_and_stays(self, course, given):
        first = Student("Ana Diaz", "ana@uni.example", "0123456", files={NOTEBOOK: RIGHT})
        made = MoodleAssignment([first])
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        later = Student("Ana Maria Diaz", "ana@uni.example", files={NOTEBOOK: solution(wrong="0")})
        made = MoodleAssignment([later], first=9000)
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        assert list(laid(course)) == ["0123456"]

    def test_names_are_as_the_worksheet_has_them(self, course, given):
        names = ["Zoë Müller", "Liam O'Brien", "Anne-Marie Lenôtre", "李 明", "Nguyễn Thị Hoa"]
        students = [
            Student(name, f"p{i}@uni.example", files={NOTEBOOK: RIGHT})
            for i, name in enumerate(names)
        ]
        made = MoodleAssignment(students)
        assert collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet())) == 0
        with Gradebook(Course(course).db_url) as book:
            assert sorted(book.names().values()) == sorted(names)

    def test_a_name_is_enough_without_the_worksheet_also_when_macos_packed_it(
        self, course, given, capsys
    ):
        zoe = Student("Zoë Müller", "zoe@uni.example", files={NOTEBOOK: RIGHT})
        made = MoodleAssignment([zoe])
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        again = Student(decomposed("Zoë Müller"), files={NOTEBOOK: solution(wrong="0")})
        made = MoodleAssignment([again], first=8000)
        assert collect(course, UNIT, *given(x_zip=made.archive())) == 0
        assert list(laid(course)) == ["zoe@uni.example"]
        assert "known by their names alone" in capsys.readouterr().out

    def test_two_of_one_name_are_told_apart_by_the_worksheet_and_not_without(
        self, course, given, capsys
    ):
        twins = [
            Student("Ana Diaz", f"ana{i}@uni.example", files={NOTEBOOK: RIGHT}) for i in (1, 2)
        ]
        made = MoodleAssignment([*twins, BEN])
        [archive] = given(x_zip=made.archive())
        assert collect(course, UNIT, archive) == 1
        assert list(laid(course)) == ["ben-ek"]
        assert "NOT collected: Ana Diaz: two students have this name" in capsys.readouterr().out
        assert collect(course, UNIT, archive, *given(y_csv=made.worksheet())) == 0
        assert list(laid(course)) == ["ana1@uni.example", "ana2@uni.example", "ben-ek"]

    def test_every_member_of_a_group_gets_the_work(self, course, given):
        team = {NOTEBOOK: RIGHT}
        students = [
            Student("Ana Diaz", "ana@uni.example", group="Team: Ümlaut_1", files=team),
            Student("Ben Ek", "ben@uni.example", group="Team: Ümlaut_1", files=team),
            Student("Cyd Fox", "cyd@uni.example", group="Other"),
            Student("Dan Gee", "dan@uni.example", files=team),
        ]
        made = MoodleAssignment(students, teams=True)
        assert collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet())) == 0
        assert list(laid(course)) == ["ana@uni.example", "ben@uni.example", "dan@uni.example"]
        entries = Record.read(Course(course), UNIT).entries
        assert entries["ben@uni.example"].group == "Team Ümlaut 1"
        both = ["ana@uni.example", "ben@uni.example"]
        assert Record.read(Course(course), UNIT).teams() == {both[0]: both}

    def test_a_groups_work_without_the_worksheet_is_named_and_not_laid(self, course, given, capsys):
        made = MoodleAssignment([Student("Ana Diaz", files={NOTEBOOK: RIGHT})], teams=True)
        assert collect(course, UNIT, *given(x_zip=made.archive())) == 1
        assert "NOT collected: Default group: a group's work" in capsys.readouterr().out
        assert not laid(course)

    def test_times_and_lateness_are_kept(self, course, given):
        late = Student("Ben Ek", "ben@uni.example", files={NOTEBOOK: RIGHT})
        late.when, late.status = (
            "Tuesday, 6 October 2026, 2:00 AM",
            "Submitted - 1 day 2 hours late",
        )
        made = MoodleAssignment([ANA, late])
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        entries = Record.read(Course(course), UNIT).entries
        assert entries["ana@uni.example"].when == "2026-10-04T21:58:00+00:00"
        assert entries["ana@uni.example"].late is None
        assert entries["ben@uni.example"].late is True
        stamp = course / "submitted/ana@uni.example" / UNIT / "timestamp.txt"
        assert stamp.read_text() == "2026-10-04 21:58:00.000000 UTC"

    def test_a_worksheet_in_german_is_known(self, course, given):
        ana = Student("Änne Groß", "ag@uni.example", files={NOTEBOOK: RIGHT})
        ana.when = "Sonntag, 4. Oktober 2026, 23:58"
        made = MoodleAssignment([ana])
        archive, worksheet = made.archive(), made.worksheet(german=True)
        assert collect(course, UNIT, *given(x_zip=archive, y_csv=worksheet)) == 0
        entry = Record.read(Course(course), UNIT).entries["ag@uni.example"]
        assert entry.when == "2026-10-04T21:58:00+00:00"

    def test_a_worksheet_alone_says_who_there_is(self, course, given):
        made = MoodleAssignment([ANA])
        assert collect(course, UNIT, *given(y_csv=made.worksheet())) == 0
        assert Roster.read(course / "collected" / "roster.json").named(ANA.email).name == ANA.name
        assert not laid(course)

    def test_a_worksheet_of_another_assignment_is_refused(self, course, given):
        made, other = MoodleAssignment([ANA]), MoodleAssignment([ANA], first=1)
        with pytest.raises(CourseError, match="worksheet of another assignment"):
            collect(course, UNIT, *given(x_zip=made.archive(), y_csv=other.worksheet()))
        assert not laid(course)

    def test_files_without_folders_blind_marking_and_odd_files(self, course, given, capsys):
        odd = Student("Ana Diaz", files={NOTEBOOK: RIGHT, "sub/data.csv": b"1"})
        flat = MoodleAssignment([odd], folders=False)
        assert collect(course, UNIT, *given(x_zip=flat.archive())) == 0
        assert notebooks(course)["ana-diaz"][0] == NOTEBOOK
        blind = MoodleAssignment([BEN], first=300, blind=True)
        assert collect(course, UNIT, *given(x_zip=blind.archive())) == 0
        assert "participant-300" in laid(course)

    def test_one_students_odd_files_cost_nobody_else(self, course, given, capsys):
        packed = zipped({NOTEBOOK: RIGHT})
        double = Student("Double Up", "d@uni.example")
        double.files = {NOTEBOOK: RIGHT, "00-welcome.zip": packed, "00-welcome (1).ipynb": RIGHT}
        pdf = Student("Paper Only", "p@uni.example", files={"essay.pdf": b"%PDF-1.4"})
        text = Student("Text Only", "t@uni.example", files={"onlinetext.html": b"<p>hello</p>"})
        two = Student("Two Versions", "v@uni.example")
        two.files = {NOTEBOOK: solution(wrong="0"), "00-welcome (1).ipynb": RIGHT}
        made = MoodleAssignment([ANA, double, pdf, text, two])
        assert collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet())) == 0
        said = capsys.readouterr().out
        assert "Two Versions (v@uni.example): 00-welcome.ipynb counts, but 00-welcome (1)" in said
        assert "Double Up" not in said
        assert "Paper Only (p@uni.example): handed in no notebook, but essay.pdf" in said
        assert "Text Only (t@uni.example): handed in no notebook, but onlinetext.html" in said
        assert len(laid(course)) == 5
        assert notebooks(course)["p@uni.example"] == ["essay.pdf"]

    def test_moments(self):
        assert moodle.moment("-", UTC) is None
        assert moodle.moment("Sunday, 4 Octobber 2026, 11:58 PM", UTC) is None
        midnight = datetime(2026, 10, 4, 0, 5, tzinfo=UTC)
        for text in (
            "Sunday, 4 October 2026, 12:05 AM",
            "Sunday, 4 October 2026, 12:05\u202fAM",
            "Sonntag, 4. Oktober 2026, 00:05",
            "domingo, 4 de octubre de 2026, 00:05",
            "04.10.2026 00:05",
        ):
            assert moodle.moment(text, UTC) == midnight, text


class TestCanvas:
    ANA = Student("Ana Diaz", "ana@uni.example", canvas=8801, files={NOTEBOOK: RIGHT})
    OBRIEN = Student(
        "Zoë O'Brien", "zob", "0007", canvas=8802, files={"00-welcome-1.ipynb": RIGHT}, late=True
    )
    CYD = Student("Cyd Fox", "cyd@uni.example", canvas=8803)

    def test_the_gradebook_says_who_and_the_names_say_who_was_late(self, course, given, capsys):
        students = [self.ANA, self.OBRIEN, self.CYD]
        files = given(
            submissions_zip=canvas_archive(students),
            Grades_csv=canvas_gradebook(students, "Unit 00 Welcome (70011)"),
        )
        assert collect(course, UNIT, *files) == 0
        assert notebooks(course) == {
            "0007": ["00-welcome-1.ipynb"],
            "ana@uni.example": [NOTEBOOK],
        }
        entries = Record.read(Course(course), UNIT).entries
        assert [entries[who].late for who in ("0007", "ana@uni.example")] == [True, False]
        assert entries["0007"].named.endswith("_8802_90211_")
        assert "1 on the list handed in nothing: Cyd Fox" in capsys.readouterr().out

    def test_without_the_gradebook_the_id_is_canvas_own(self, course, given):
        assert collect(course, UNIT, *given(s_zip=canvas_archive([self.ANA, self.OBRIEN]))) == 0
        assert list(laid(course)) == ["8801", "8802"]
        students = [self.ANA, self.OBRIEN]
        book = canvas_gradebook(students, "Unit 00 (1)")
        assert collect(course, UNIT, *given(s_zip=canvas_archive(students), b_csv=book)) == 0
        assert list(laid(course)) == ["8801", "8802"], "an id once given stays"

    def test_a_groups_work_goes_to_all_where_the_groups_are_given(self, course, given, capsys):
        ana = Student(**{**vars(self.ANA), "group": "Group A"})
        book = canvas_gradebook([ana, self.CYD], "Unit 00 (1)")
        files = given(s_zip=canvas_archive([ana]), b_csv=book)
        collect(course, UNIT, *files)
        assert list(laid(course)) == ["ana@uni.example"]
        assert "looks like a group's" in capsys.readouterr().out
        header = ["name", "canvas_user_id", "user_id", "login_id", "sections", "group_name"]
        rows = [["", n, "", "", "", "Group A"] for n in (8801, 8803)]
        groups = given(groups_csv=table([header, *rows]))
        assert collect(course, UNIT, *files, *groups) == 0
        assert list(laid(course)) == ["ana@uni.example", "cyd@uni.example"]


class TestMails:
    def test_the_servers_time_counts_and_the_last_mail(self, course, tmp_path, capsys):
        folder = tmp_path / "mails"
        folder.mkdir()
        old = mail("Zoë Müller <Zoe@Uni.example>", {NOTEBOOK: solution(wrong="0")})
        new = mail(
            "Zoë Müller <zoe@uni.example>", {NOTEBOOK: RIGHT}, "Mon, 5 Oct 2026 10:00:00 +0200"
        )
        other = mail("b@uni.example", {"01-probability.ipynb": exercise("01-probability")})
        paper = mail("p@uni.example", {"essay.pdf": b"%PDF"})
        for i, content in enumerate((new, old, other, paper, mail("q@uni.example", {}))):
            (folder / f"{i}.eml").write_bytes(content)
        assert collect(course, UNIT, folder) == 0
        said = capsys.readouterr().out
        assert notebooks(course) == {
            "p@uni.example": ["essay.pdf"],
            "zoe@uni.example": [NOTEBOOK],
        }
        place = course / "submitted/zoe@uni.example" / UNIT
        assert (place / NOTEBOOK).read_bytes() == RIGHT
        assert (place / "timestamp.txt").read_text().startswith("2026-10-05 08:00:00")
        assert "wrote 2 mails with files; the last one counts" in said
        assert "mails without a file attached: 1" in said

    def test_an_mbox(self, course, tmp_path):
        box = tmp_path / "box.mbox"
        mails = [mail(f"{who}@uni.example", {NOTEBOOK: RIGHT}) for who in "ab"]
        box.write_bytes(b"".join(b"From x Mon Oct 5\n" + each + b"\n" for each in mails))
        assert collect(course, UNIT, box) == 0
        assert list(laid(course)) == ["a@uni.example", "b@uni.example"]


class TestExchange:
    @pytest.fixture
    def exchange(self, course, tmp_path):
        root = tmp_path / "exchange"
        with (course / "nbgrader_config.py").open("a") as file:
            file.write(f"\nc.Exchange.root = {str(root)!r}\n")

        def submit(student, time, content=RIGHT):
            place = root / "lin26/inbound" / f"{student}+{UNIT}+{time} UTC+secret"
            place.mkdir(parents=True)
            (place / NOTEBOOK).write_bytes(content)
            (place / "timestamp.txt").write_text(f"{time} UTC")
            return place

        return submit

    def test_the_last_one_counts_with_the_kernels_own_time(self, course, exchange):
        exchange("ana1", "2026-10-04 09:00:00.1", solution(wrong="0"))
        last = exchange("ana1", "2026-10-04 10:00:00.1")
        exchange("ben1", "2026-10-04 10:00:00.1")
        assert collect(course, UNIT) == 0
        place = course / "submitted/ana1" / UNIT
        assert (place / NOTEBOOK).read_bytes() == RIGHT
        assert (place / "timestamp.txt").read_text() == "2026-10-04 10:00:00.1 UTC"
        entry = Record.read(Course(course), UNIT).entries["ana1"]
        came = datetime.fromisoformat(entry.when).timestamp()
        assert came == int((last / NOTEBOOK).stat().st_ctime)
        assert set(laid(course)) == {"ana1", "ben1"}

    def test_a_folder_in_anothers_name_does_not_displace_the_students_own(
        self, course, exchange, capsys, monkeypatch
    ):
        exchange("ana1", "2026-10-04 09:00:00.1")
        exchange("ana1", "2026-10-04 10:00:00.1", solution(wrong="0"))  # later, and by ben1
        exchange("cyd1", "2026-10-04 09:00:00.1")  # by ben1 alone
        monkeypatch.setattr(
            "gradebox.platforms.exchange._owner",
            lambda path: "ana1" if f"ana1+{UNIT}+2026-10-04 09" in path.name else "ben1",
        )
        collect(course, UNIT)
        assert (course / "submitted/ana1" / UNIT / NOTEBOOK).read_bytes() == RIGHT
        said = " ".join(capsys.readouterr().out.split())
        assert "ana1: the folder belongs to the account ben1, not to ana1; it was left" in said
        assert "cyd1: the folder belongs to the account ben1, not to cyd1" in said

    def test_a_student_whose_e_mail_the_gradebook_knows_keeps_the_account(
        self, course, exchange, given
    ):
        with Gradebook(Course(course).db_url) as book:
            book.introduce([("ana1", "Ana", "Diaz", "", "ana@uni.example")])
        made = MoodleAssignment([ANA])
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        assert list(laid(course)) == ["ana1"]

    def test_where_there_is_no_exchange_files_are_asked_for(self, course):
        with pytest.raises(CourseError, match="Give the files to collect"):
            collect(course, UNIT)


class TestPlain:
    def test_a_folder_or_a_file_for_each_student(self, course, given, capsys):
        content = {
            "class/ana/00-welcome.ipynb": RIGHT,
            "class/ben/00-welcome/00-welcome.ipynb": RIGHT,
            "class/__MACOSX/._x": b"x",
        }
        flat = {"cyd_00-welcome.ipynb": RIGHT, "00-welcome - dan (1).ipynb": RIGHT}
        files = given(class_zip=zipped(content), flat_zip=zipped(flat))
        assert collect(course, UNIT, *files) == 0
        assert list(laid(course)) == ["ana", "ben", "cyd", "dan"]

    def test_a_full_name_that_is_known_makes_no_second_student(self, course, given, capsys):
        people = table([["id", "name"], ["s1", "Ana-Lena Groß"], ["s2", "Ben Ek"]])
        content = {"Ana-Lena Groß/00-welcome.ipynb": RIGHT, "Eve Hay_00-welcome.ipynb": RIGHT}
        collect(course, UNIT, *given(students_csv=people))
        assert collect(course, UNIT, *given(c_zip=zipped(content))) == 0
        assert list(laid(course)) == ["eve-hay", "s1"]
        assert "1 student not known before: Eve Hay (eve-hay)." in capsys.readouterr().out

    def test_a_file_that_names_nobody_is_named(self, course, given, capsys):
        [archive] = given(c_zip=zipped({NOTEBOOK: RIGHT, "dan/x.ipynb": RIGHT}))
        assert collect(course, UNIT, archive) == 1
        assert f"NOT collected: {NOTEBOOK}: whose is it?" in capsys.readouterr().out
        assert list(laid(course)) == ["dan"]

    def test_a_list_of_people_is_taken(self, course, given):
        people = table([["id", "first_name", "last_name", "email"], ["s1", "Ana", "Diaz", "a@b.c"]])
        assert collect(course, UNIT, *given(students_csv=people)) == 0
        with Gradebook(Course(course).db_url) as book:
            assert book.names() == {"s1": "Ana Diaz"}


class TestCare:
    def test_links_paths_that_lead_out_and_bombs_are_left(self, course, tmp_path, capsys):
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
        said = capsys.readouterr().out
        assert notebooks(course) == {"ana-diaz": [NOTEBOOK]}
        assert "evil.txt is a link, or leads elsewhere" in said
        assert "bomb.csv is too large" in said
        assert not list(tmp_path.rglob("evil.txt"))

    def test_a_damaged_zip_is_said_in_a_sentence(self, course, given):
        [path] = given(x_zip=b"PK\x03\x04 nothing")
        with pytest.raises(SystemExit) as stop:
            main(["collect", UNIT, path])
        assert stop.value.code == 2

    def test_another_units_export_is_refused(self, course, given):
        made = MoodleAssignment([Student("A B", files={"x.ipynb": exercise("01-probability")})])
        with pytest.raises(CourseError, match="looks like 01-probability, not like 00-welcome"):
            collect(course, UNIT, *given(x_zip=made.archive()))

    def test_the_unit_is_found_out_and_several_at_once(self, course, given):
        zero = MoodleAssignment([ANA])
        one = MoodleAssignment(
            [Student("Ana Diaz", "ana@uni.example", files={"w.ipynb": exercise("01-probability")})],
            first=9000,
        )
        files = given(
            a_zip=one.archive(), b_zip=zero.archive(), c_csv=zero.worksheet(), d_csv=one.worksheet()
        )
        assert collect(course, *files) == 0
        assert list(laid(course)) == list(laid(course, "01-probability")) == ["ana@uni.example"]

    def test_a_second_export_replaces_what_is_new_and_leaves_the_rest(self, course, given, capsys):
        ana = Student("Ana Diaz", "ana@uni.example", files={NOTEBOOK: solution(wrong="0")})
        made = MoodleAssignment([ana, BEN])
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        place = course / "submitted/ben@uni.example" / UNIT / NOTEBOOK
        before = place.stat().st_ctime_ns
        ana.files = {NOTEBOOK: RIGHT}
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        assert "1 handed in anew, 1 as before" in capsys.readouterr().out
        assert place.stat().st_ctime_ns == before
        place = course / "submitted/ana@uni.example" / UNIT / NOTEBOOK
        assert place.read_bytes() == RIGHT

    def test_the_time_zone_is_said_once(self, course, given, capsys):
        made = MoodleAssignment([ANA])
        files = given(x_zip=made.archive(), y_csv=made.worksheet())
        collect(course, UNIT, *files, zone="Asia/Tokyo")
        when = Record.read(Course(course), UNIT).entries["ana@uni.example"].when
        assert when == "2026-10-04T14:58:00+00:00"
        collect(course, UNIT, *files, zone=None)
        assert "1 as before" in capsys.readouterr().out
        assert Record.read(Course(course), UNIT).entries["ana@uni.example"].when == when

    def test_without_its_list_the_same_export_does_not_lose_its_times(self, course, given, capsys):
        made = MoodleAssignment([ANA])
        files = given(x_zip=made.archive(), y_csv=made.worksheet())
        collect(course, UNIT, *files)
        before = Record.read(Course(course), UNIT).entries
        assert before["ana@uni.example"].when
        collect(course, UNIT, files[0])
        assert "1 as before" in capsys.readouterr().out
        assert Record.read(Course(course), UNIT).entries == before

    @pytest.mark.parametrize("exchanging", [True, False])
    def test_stopped_at_any_student_nobodys_work_is_half_there(
        self, course, given, monkeypatch, exchanging
    ):
        students = [Student(f"S {i}", f"s{i}@uni.example") for i in range(4)]
        for student in students:
            student.files = {NOTEBOOK: solution(wrong="0")}
        made = MoodleAssignment(students)
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        for student in students:
            student.files = {NOTEBOOK: RIGHT, "data.csv": b"1"}
        files = given(x_zip=made.archive(), y_csv=made.worksheet())
        swap, count = room._swap, []

        def stop(new, place):
            if len(count) == 2:
                raise KeyboardInterrupt
            count.append(place)
            swap(new, place)

        monkeypatch.setattr(room, "_swap", stop)
        if not exchanging:
            monkeypatch.setattr(room, "RENAME_EXCHANGE", 1 << 20)
        with pytest.raises(KeyboardInterrupt):
            collect(course, UNIT, *files)
        whole = [NOTEBOOK], [NOTEBOOK, "data.csv"]
        assert all(there in whole for there in notebooks(course).values())
        assert not (course / "collected/.unfinished").exists()
        monkeypatch.setattr(room, "_swap", swap)
        collect(course, UNIT, *files)
        assert set(map(tuple, notebooks(course).values())) == {(NOTEBOOK, "data.csv")}

    def test_what_students_hand_in_can_be_read_by_the_instructor_alone(self, course, given):
        made = MoodleAssignment([ANA])
        collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
        assert stat.S_IMODE(course.stat().st_mode) == 0o700
        assert stat.S_IMODE((course / "collected").stat().st_mode) == 0o700

    def test_a_timestamp_that_a_student_hands_in_is_not_laid(self, course, given):
        files = {NOTEBOOK: RIGHT, "timestamp.txt": b"2020-01-01 00:00 UTC"}
        made = MoodleAssignment([Student("Ana Diaz", files=files)])
        collect(course, UNIT, *given(x_zip=made.archive()))
        assert laid(course) == {"ana-diaz": [NOTEBOOK]}

    def test_a_damaged_roster_stops_it_in_words(self, course, given):
        made = MoodleAssignment([ANA])
        collect(course, UNIT, *given(x_zip=made.archive()))
        (course / "collected/roster.json").write_text("{")
        with pytest.raises(CourseError, match="Put back a copy"):
            collect(course, UNIT, *given(x_zip=made.archive()))


class TestNewCourse:
    def test_it_is_private_and_holds_all_units(self, tmp_path, monkeypatch, capsys):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(SystemExit) as stop:
            main(["course", "new", "mycourse", "--id", "lin26"])
        assert stop.value.code == 0
        folder = tmp_path / "mycourse"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        course = Course(folder)
        assert len(course.assignments()) == 10
        assert course.assignment("4").name == "04-perceptron" == course.meant("perceptron")
        assert course.config.CourseDirectory.course_id == "lin26"
        assert course.source == folder / "solutions"
        assert os.listdir(tmp_path) == ["mycourse"]

    def test_without_copies_the_clones_own_are_used(self, course):
        assert not (course / "solutions").exists()
        assert Course(course).assignment("00").max_score == 2

    @pytest.mark.parametrize(
        ("name", "course_id", "words"),
        [
            ("there", "x", "not empty"),
            ("new", "two words", "can't be a course's id"),
            ("new", "../x", "can't be a course's id"),
        ],
    )
    def test_what_is_wrong_is_said(self, tmp_path, name, course_id, words):
        (tmp_path / "there").mkdir()
        (tmp_path / "there/file").touch()
        with pytest.raises(CourseError, match=words):
            new_course(tmp_path / name, course_id, copy=True, clone=None)
        assert not (tmp_path / "new").exists()

    def test_not_inside_the_clone(self, tmp_path):
        for part in ("solutions", "exercises"):
            (tmp_path / part).mkdir()
        with pytest.raises(CourseError, match="inside the clone"):
            new_course(tmp_path / "mine", "x", copy=True, clone=tmp_path)


def test_the_record_is_json_that_a_person_can_read(course, given):
    made = MoodleAssignment([ANA])
    collect(course, UNIT, *given(x_zip=made.archive(), y_csv=made.worksheet()))
    data = json.loads(Path(course, "collected", f"{UNIT}.json").read_text())
    assert data["rows"]["moodle"] == {"4711": "ana@uni.example"}
    assert data["entries"]["ana@uni.example"]["files"] == [NOTEBOOK]


def test_each_tutors_worksheet_is_kept(course, given):
    """Moodle exports one group at a time where an assignment has groups."""
    for i, student in enumerate((ANA, BEN)):
        made = MoodleAssignment([student], first=100 * (i + 1))
        files = given(**{"x_zip": made.archive(), f"Grades{i}_csv": made.worksheet()})
        assert collect(course, UNIT, *files) == 0
    record = Record.read(Course(course), UNIT)
    assert record.lists == {"moodle": ["Grades0.csv", "Grades1.csv"]}
    assert record.rows["moodle"] == {"100": "ana@uni.example", "200": "ben@uni.example"}
    files = given(x_zip=made.archive(), Grades_3_csv=made.worksheet())
    collect(course, UNIT, *files)  # a newer worksheet, as the browser calls it
    assert Record.read(Course(course), UNIT).lists == {"moodle": ["Grades0.csv", "Grades_3.csv"]}
    assert not (course / "collected" / UNIT / "Grades1.csv").exists()


def test_the_same_files_make_no_group():
    both = {name: Entry("moodle", content="same") for name in ("ana", "ben")}
    assert Record(UNIT, both).teams() == {}


class TestRoster:
    def roster(self):
        people = Person("1", "Ana Diaz", email="a@x"), Person("2", "Ana Diaz", number="2")
        return Roster({person.id: person for person in people})

    def test_a_name_that_two_have_is_unclear(self):
        with pytest.raises(Unclear, match=r"several students have this name \(1, 2\)"):
            self.roster().identify(Clue(name="ana  DIAZ"))

    def test_one_of_them_is_known_by_what_else_is_said(self):
        assert self.roster().identify(Clue(name="Ana Diaz", email="A@x")).id == "1"
        assert self.roster().identify(Clue(name="Ana Diaz", number="2")).id == "2"

    def test_what_belongs_to_two_people_is_nobodys(self):
        with pytest.raises(Unclear, match="it can't be one person"):
            self.roster().identify(Clue(email="a@x", number="2"))

    @pytest.mark.parametrize(
        ("clue", "made"),
        [
            (Clue(name="Zoë O'Neil"), "zoë-o'neil"),
            (Clue(number="../../etc"), "-..-etc"),
            (Clue(email="a+b@x"), "a-b@x"),
            (Clue(login=".hidden"), "hidden"),
            (Clue(number="1"), "1"),
        ],
    )
    def test_an_id_is_the_name_of_a_folder(self, clue, made):
        assert self.roster().identify(clue).id == made
