"""Connected courses: `collect` fetches and `return` posts through a platform's web service."""

import ssl
import subprocess
from datetime import UTC, datetime
from types import SimpleNamespace

import httpx
import pytest
from gradebox.course.model import Course, CourseError
from gradebox.course.scaffold import new_course
from gradebox.intake.record import Record
from gradebox.platforms import posting, web_site
from gradebox.platforms.collect import collect
from gradebox.platforms.connect import connect
from gradebox.platforms.connection import Connection, parse_address
from gradebox.platforms.handback import ReturnOptions
from gradebox.platforms.return_marks import return_marks
from gradebox.platforms.web_site import WebSite
from platform_exports import UNIT, MoodleAssignment, Student, grade_as, solution, write_files
from web_platforms import ASSIGNMENT, COURSE, DUE, TOKEN, Canvas, Moodle, Somebody, serving

from lincourse.cli import main

NOTEBOOK = f"{UNIT}.ipynb"
WORK = {NOTEBOOK: solution()}
ANA_ID, BEN_ID = "ana@uni.example", "ben@uni.example"
FORCE, DRY_RUN = ReturnOptions(force=True), ReturnOptions(dry_run=True)


def ana(**more):
    return Somebody(3, "Ana Diaz", WORK, **more)


def ben(**more):
    return Somebody(4, "Ben Ek", WORK, **more)


def cyd(**more):
    return Somebody(5, "Cyd Fox", **more)


@pytest.fixture
def course(tmp_path, monkeypatch):
    folder = tmp_path / "mycourse"
    new_course(folder, "lin26", copy=False, clone=None)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("GRADEBOX_TOKEN", raising=False)
    monkeypatch.setattr(WebSite, "wait", lambda site, seconds: None)
    return folder


@pytest.fixture
def token_file(tmp_path):
    path = tmp_path / "token"
    path.write_text(f"{TOKEN}\n")
    path.chmod(0o600)
    return path


@pytest.fixture(params=["moodle", "canvas"])
def connected(request, course, token_file):
    """Connect the course to a platform with these people; both platforms take the same tests."""
    return connecting(request.param, course, token_file, request)


@pytest.fixture
def moodle(request, course, token_file):
    return connecting("moodle", course, token_file, request)


@pytest.fixture
def canvas(request, course, token_file):
    return connecting("canvas", course, token_file, request)


def connecting(name, course, token_file, request):
    def start(*people, **settings):
        made = {"moodle": Moodle, "canvas": Canvas}[name](people, **settings)
        server = serving(made)
        request.addfinalizer(lambda: server.__exit__(None, None, None))
        server.__enter__()
        page = {"moodle": f"course/view.php?id={COURSE}", "canvas": f"courses/{COURSE}"}[name]
        assert connect(course, f"{made.address}/{page}", [], token_file) == 0
        return made

    return start


def record(course):
    return Record.read(Course(course), UNIT)


def fetch_and_grade(course, marks=None):
    assert collect(course, [UNIT]) == 0
    grade_as(course, marks or dict.fromkeys(record(course).entries, (1, 0)))


class TestBoth:
    def test_assignment_is_found_by_its_name(self, course, connected, capsys):
        connected(ana())
        assert Connection.read(Course(course)).assignments == {UNIT: ASSIGNMENT}
        said = capsys.readouterr().out
        assert "as Tea Cher" in said
        assert "Not used: Essay (18)" in said
        assert "01-probability: no assignment found" in said

    def test_number_of_an_assignment_can_be_passed(self, course, connected, token_file):
        site = connected(ana())
        page = "course/view.php?id=42" if isinstance(site, Moodle) else "courses/42"
        assert connect(course, f"{site.address}/{page}", ["1=18"], token_file) == 0
        assert Connection.read(Course(course)).assignments["01-probability"] == 18
        with pytest.raises(CourseError, match="no assignment 99"):
            connect(course, f"{site.address}/{page}", ["1=99"], token_file)
        with pytest.raises(CourseError, match="such as 04=17"):
            connect(course, f"{site.address}/{page}", ["unit1"], token_file)

    def test_work_is_fetched_under_stable_ids(self, course, connected, capsys):
        connected(ana(), ben(), cyd())
        assert collect(course, [UNIT]) == 0
        assert (course / "submitted" / ANA_ID / UNIT / NOTEBOOK).read_bytes() == WORK[NOTEBOOK]
        assert set(record(course).entries) == {ANA_ID, BEN_ID}
        assert "1 on the list submitted nothing: Cyd Fox" in capsys.readouterr().out
        assert collect(course, [UNIT]) == 0
        assert "2 unchanged" in capsys.readouterr().out

    def test_students_of_files_and_of_the_web_service_are_the_same(self, course, connected):
        listed = Student("Ana Diaz", ANA_ID, files={NOTEBOOK: solution()})
        made = MoodleAssignment([listed])
        files = write_files(course.parent, x_zip=made.archive(), y_csv=made.worksheet())
        collect(course, [UNIT, *files], "Europe/Berlin")
        connected(ana())
        collect(course, [UNIT])
        assert set(record(course).entries) == {ANA_ID}

    def test_marks_comments_and_pages_are_posted(self, course, connected, capsys):
        site = connected(ana(), ben(), cyd())
        fetch_and_grade(course, {ANA_ID: (1, 1), BEN_ID: (1, 0)})
        assert return_marks(course, [UNIT]) == 0
        most = 100 if isinstance(site, Moodle) else 20
        assert [each.grade for each in site.people.values()] == [most, most / 2, None]
        assert site.people[4].comments == ["1 of 2 points."]
        assert list(site.people[3].pages) == [f"{UNIT}.html"]
        assert b"Ana" in site.people[3].pages[f"{UNIT}.html"]
        assert f"2 marks posted to {site.__class__.__name__}" in capsys.readouterr().out

    def test_dry_run_posts_nothing(self, course, connected, capsys):
        site = connected(ana())
        fetch_and_grade(course)
        assert return_marks(course, [UNIT], DRY_RUN) == 0
        assert site.people[3].grade is None
        assert not record(course).posted
        said = capsys.readouterr().out
        assert "Ana Diaz: " in said
        assert "1 mark would be" in said

    def test_second_return_posts_only_what_changed(self, course, connected, capsys):
        site = connected(ana(), ben())
        fetch_and_grade(course)
        return_marks(course, [UNIT])
        calls = site.calls.copy()
        capsys.readouterr()
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (1, 0)})
        assert return_marks(course, [UNIT]) == 0
        assert "1 mark posted" in capsys.readouterr().out
        new = site.calls - calls
        posts = [key for key in new if "save_grade" in key or key.startswith("PUT")]
        assert sum(new[key] for key in posts) == 1
        assert len(site.people[4].comments) == 1

    def test_mark_changed_on_the_platform_stays_without_force(self, course, connected, capsys):
        site = connected(ana(), ben())
        fetch_and_grade(course)
        return_marks(course, [UNIT])
        before = site.people[4].grade
        site.people[3].grade = 7.0
        grade_as(course, {ANA_ID: (1, 1), BEN_ID: (1, 0)})
        capsys.readouterr()
        assert return_marks(course, [UNIT]) == 0
        assert site.people[3].grade == 7.0
        assert (
            "not posted from here; to replace it, pass --force: Ana Diaz" in capsys.readouterr().out
        )
        assert return_marks(course, [UNIT], ReturnOptions(force=True, dry_run=True)) == 0
        assert f"Ana Diaz: {2 * before:g} of {2 * before:g} (now 7), 1" in capsys.readouterr().out
        assert return_marks(course, [UNIT], FORCE) == 0
        assert site.people[3].grade == 2 * before

    def test_teachers_own_mark_stays_without_force(self, course, connected):
        site = connected(ana(grade=3.0))
        fetch_and_grade(course)
        return_marks(course, [UNIT])
        assert site.people[3].grade == 3.0

    def test_interrupted_posting_resumes(self, course, connected, capsys):
        site = connected(ana(), ben())
        fetch_and_grade(course)
        site.fail_after = 1
        assert return_marks(course, [UNIT]) == 1
        said = capsys.readouterr().out
        assert "NOT posted: " in said
        assert "can't be reached" in said
        assert len(record(course).posted) == 1
        site.fail_after = None
        assert return_marks(course, [UNIT]) == 0
        assert None not in [each.grade for each in site.people.values()]
        assert [len(each.comments) for each in site.people.values()] == [1, 1]
        assert "1 mark posted" in capsys.readouterr().out

    def test_refused_mark_is_reported(self, course, connected, capsys):
        site = connected(ana(locked=True, grade=0.0), report=False)
        fetch_and_grade(course)
        assert return_marks(course, [UNIT], FORCE) == 1
        assert "NOT posted: Ana Diaz" in capsys.readouterr().out
        assert not record(course).posted
        assert site.people[3].grade == 0.0

    def test_work_resubmitted_since_gets_no_mark(self, course, connected, capsys):
        site = connected(ana(), ben())
        fetch_and_grade(course)
        site.people[3].submitted += 1
        return_marks(course, [UNIT])
        assert site.people[3].grade is None
        assert site.people[4].grade is not None
        assert "resubmitted since the work was collected: Ana Diaz" in capsys.readouterr().out

    def test_group_submits_together(self, course, connected):
        site = connected(
            ana(group="Süd & Co"), Somebody(4, "Ben Ek", group="Süd & Co"), teamsubmission=1
        )
        fetch_and_grade(course)
        assert {entry.group for entry in record(course).entries.values()} == {"Süd & Co"}
        assert len(record(course).entries) == 2
        assert return_marks(course, [UNIT]) == 0
        assert {each.grade for each in site.people.values()} == {
            50.0 if isinstance(site, Moodle) else 10.0
        }
        assert return_marks(course, [UNIT]) == 0

    def test_anonymous_students_get_their_marks(self, course, connected, capsys):
        site = connected(ana(number=23), ben(number=24), blindmarking=1, anonymize_students=True)
        fetch_and_grade(course)
        people = set(record(course).entries)
        x = "" if isinstance(site, Moodle) else "x"
        assert people == {f"{UNIT}-participant-{x}23", f"{UNIT}-participant-{x}24"}
        for path in (course / "collected").rglob("*.*"):
            assert "ana" not in path.read_text().lower()
        return_marks(course, [UNIT])
        assert None not in [each.grade for each in site.people.values()]
        if isinstance(site, Canvas):
            assert "Anonymous students get no pages" in capsys.readouterr().out

    def test_busy_server_is_asked_again(self, course, connected):
        site = connected(ana())
        site.busy = 3
        assert collect(course, [UNIT]) == 0
        assert ANA_ID in record(course).entries

    def test_token_is_in_no_address_and_no_file_of_the_course(self, course, connected, capsys):
        site = connected(ana())
        fetch_and_grade(course)
        return_marks(course, [UNIT])
        assert not [path for path in site.addresses if TOKEN in path]
        assert TOKEN not in capsys.readouterr().out
        for path in course.rglob("*"):
            assert path.is_dir() or TOKEN.encode() not in path.read_bytes()

    def test_wrong_token_is_refused_in_words(self, course, connected, token_file):
        connected(ana())
        token_file.write_text("another")
        with pytest.raises(CourseError, match="token") as raised:
            collect(course, [UNIT])
        assert "another" not in str(raised.value)

    def test_oversized_file_is_skipped(self, course, connected, monkeypatch, capsys):
        connected(ana(), ben())
        for name in ("web_site", "adapters.moodle_web", "adapters.canvas_web"):
            monkeypatch.setattr(f"gradebox.platforms.{name}.MAX_FILE_BYTES", 10)
        collect(course, [UNIT])
        assert "it was skipped" in capsys.readouterr().out

    @pytest.mark.parametrize("status", [404, 503])
    def test_failed_download_replaces_nothing(self, course, connected, capsys, status):
        site = connected(ana(), ben())
        collect(course, [UNIT])
        before = record(course).entries[ANA_ID]
        for each in site.people.values():
            each.submitted += 1
            each.files = {NOTEBOOK: solution(wrong="0")}
        site.file_status[3] = status
        assert collect(course, [UNIT]) == 1
        said = capsys.readouterr().out
        assert f"NOT collected: Ana Diaz: {NOTEBOOK} can't be downloaded (status {status})" in said
        assert (course / "submitted" / ANA_ID / UNIT / NOTEBOOK).read_bytes() == WORK[NOTEBOOK]
        assert record(course).entries[ANA_ID] == before
        assert (course / "submitted" / BEN_ID / UNIT / NOTEBOOK).read_bytes() != WORK[NOTEBOOK]

    @pytest.mark.parametrize("name", ["../../away", "a\0b", "n" * 300, ".."])
    def test_file_with_a_bad_name_is_skipped(self, course, connected, capsys, name):
        connected(Somebody(3, "Ana Diaz", WORK | {name: b"x"}), ben())
        assert collect(course, [UNIT]) == 0
        files = {path for path in course.rglob("*") if path.is_file() and path.parent.name == UNIT}
        assert {path.name for path in files if ANA_ID in path.parts} <= {NOTEBOOK, "timestamp.txt"}
        assert "one file too many; it was skipped" in capsys.readouterr().out

    def test_mark_removed_on_the_platform_stays_removed_without_force(
        self, course, connected, capsys
    ):
        site = connected(ana(), ben())
        fetch_and_grade(course)
        return_marks(course, [UNIT])
        site.people[3].grade, site.people[3].saved = None, 99
        assert return_marks(course, [UNIT]) == 0
        assert site.people[3].grade is None
        assert "removed the mark; to post it again, pass --force: Ana Diaz" in (
            capsys.readouterr().out
        )
        assert return_marks(course, [UNIT], FORCE) == 0
        assert site.people[3].grade is not None

    def test_mark_entered_while_others_are_posted_stays(
        self, course, connected, capsys, monkeypatch
    ):
        site = connected(ana(), ben())
        fetch_and_grade(course)

        def plan(*arguments):
            made = posting.plan(*arguments)
            site.people[4].grade = 7.0
            return made

        for name in ("moodle_web", "canvas_web"):
            adapter = f"gradebox.platforms.adapters.{name}.posting"
            monkeypatch.setattr(adapter, SimpleNamespace(**{**vars(posting), "plan": plan}))
        assert return_marks(course, [UNIT]) == 1
        assert site.people[4].grade == 7.0
        assert "NOT posted: Ben Ek: " in capsys.readouterr().out

    def test_unit_without_an_assignment_is_refused(self, course, connected):
        connected(ana())
        with pytest.raises(CourseError, match="05-logistic is not connected"):
            collect(course, ["05"])


class TestMoodle:
    def test_drafts_and_reopened_work_are_left_out(self, course, moodle, capsys):
        moodle(ana(status="draft"), ben(status="reopened"), Somebody(6, "Dan Ek", WORK))
        collect(course, [UNIT])
        assert set(record(course).entries) == {"dan@uni.example"}
        assert "Drafts left out" in capsys.readouterr().out
        collect(course, [UNIT], include_drafts=True)
        assert set(record(course).entries) == {"dan@uni.example", ANA_ID}

    def test_extension_and_override_make_work_punctual(self, course, moodle):
        late = {"submitted": DUE + 60}
        moodle(
            ana(**late, extension=DUE + 3600),
            ben(**late, override=DUE + 7200),
            Somebody(6, "Dan Ek", WORK, **late),
        )
        collect(course, [UNIT])
        found = record(course)
        assert {key: entry.late for key, entry in found.entries.items()} == {
            **{ANA_ID: None, BEN_ID: None},
            "dan@uni.example": True,
        }
        assert found.due[BEN_ID] == datetime.fromtimestamp(DUE + 7200, UTC).isoformat()
        assert set(found.due) == {ANA_ID, BEN_ID}

    def test_overrides_are_asked_for_only_if_work_is_late(self, course, moodle):
        site = moodle(ana(), ben(submitted=DUE + 60))
        collect(course, [UNIT])
        assert site.calls["mod_assign_get_participant"] == 2  # the list's and the upload's

    def test_scale_is_refused(self, course, moodle):
        moodle(ana(), grade=-3)
        with pytest.raises(CourseError, match="graded on a scale"):
            collect(course, [UNIT])

    def test_locked_mark_comes_with_no_comment(self, course, moodle, capsys):
        site = moodle(ana(locked=True, grade=3.0), ben())
        fetch_and_grade(course)
        assert return_marks(course, [UNIT], FORCE) == 0
        assert "locked or overridden in Moodle's gradebook: Ana Diaz" in capsys.readouterr().out
        assert [each.grade for each in site.people.values()] == [3.0, 50.0]
        assert not site.people[3].comments

    def test_rubric_is_refused(self, course, moodle):
        moodle(ana(), method="rubric")
        with pytest.raises(CourseError, match="with a rubric.*Simple direct grading"):
            collect(course, [UNIT])

    def test_posting_stops_if_the_site_is_gone(self, course, moodle, capsys):
        site = moodle(ana(), ben())
        fetch_and_grade(course)
        site.fail_after = 0
        assert return_marks(course, [UNIT]) == 1
        assert site.calls["mod_assign_get_submission_status"] == 1
        assert "NOT posted: 2 marks: 127.0.0.1" in capsys.readouterr().out

    def test_lost_answer_leaves_one_comment(self, course, moodle):
        site = moodle(ana(comments=["Nice."]))
        fetch_and_grade(course)
        site.lose_answers = True
        assert return_marks(course, [UNIT]) == 1
        site.lose_answers = False
        assert site.people[3].comments == ["Nice.<br />1 of 2 points."]
        assert return_marks(course, [UNIT]) == 0
        assert site.people[3].comments == ["Nice.<br />1 of 2 points."]

    def test_token_without_the_right_to_grade_is_refused(self, course, moodle):
        moodle(ana(extension=DUE + 3600), denied=True)
        with pytest.raises(CourseError, match="No access rights in module context"):
            collect(course, [UNIT])

    def test_teachers_comment_and_files_stay(self, course, moodle):
        site = moodle(ana(grade=50.0))
        site.people[3].comments = ["Nice.<br />Really."]
        site.people[3].pages = {"own.pdf": b"pdf"}
        fetch_and_grade(course)
        return_marks(course, [UNIT], FORCE)
        assert site.people[3].comments == ["Nice.<br />Really.<br />1 of 2 points."]
        assert set(site.people[3].pages) == {"own.pdf", f"{UNIT}.html"}
        grade_as(course, {ANA_ID: (1, 1)})
        return_marks(course, [UNIT])
        assert site.people[3].comments == ["Nice.<br />Really.<br />2 of 2 points."]

    def test_comment_without_a_mark_stays(self, course, moodle):
        site = moodle(ana(comments=["Nice."], pages={"own.pdf": b"pdf"}))
        fetch_and_grade(course)
        return_marks(course, [UNIT])
        assert site.people[3].comments == ["Nice.<br />1 of 2 points."]
        assert set(site.people[3].pages) == {"own.pdf", f"{UNIT}.html"}

    @pytest.mark.parametrize("teams", [0, 1])
    def test_feedback_hidden_by_the_marking_workflow_stays_without_force(
        self, course, moodle, capsys, teams
    ):
        people = ana(group="A", comments=["Nice."], saved=1), ben(group="B", grade=3.0, saved=1)
        site = moodle(*people, cyd(files=WORK), markingworkflow=1, teamsubmission=teams)
        fetch_and_grade(course)
        assert return_marks(course, [UNIT]) == 0
        said = capsys.readouterr().out
        assert "Moodle hides what somebody wrote there until it is released" in said
        assert [each.comments for each in people] == [["Nice."], []]
        assert [each.grade for each in site.people.values()] == [None, 3.0, 50.0]
        grade_as(course, dict.fromkeys(record(course).entries, (1, 1)))
        assert return_marks(course, [UNIT]) == 0
        assert site.people[5].grade == 100.0
        site.people[5].comments, site.people[5].saved = ["Well done."], 99
        grade_as(course, dict.fromkeys(record(course).entries, (1, 0)))
        assert return_marks(course, [UNIT]) == 0
        assert site.people[5].comments == ["Well done."]
        assert return_marks(course, [UNIT], FORCE) == 0
        assert [each.grade for each in site.people.values()] == [50.0] * 3

    def test_later_work_of_a_group_changes_nothing_for_others(self, course, moodle):
        site = moodle(
            ana(), Somebody(5, "Cyd Fox", WORK, group="B", submitted=DUE - 60), teamsubmission=1
        )
        fetch_and_grade(course)
        assert return_marks(course, [UNIT]) == 0
        assert [each.grade for each in site.people.values()] == [50.0, 50.0]

    def test_students_revealed_later_get_their_marks(self, course, moodle):
        site = moodle(ana(number=23), blindmarking=1)
        fetch_and_grade(course)
        site.settings["revealidentities"] = 1
        return_marks(course, [UNIT])
        assert site.people[3].grade == 50.0

    def test_assignment_without_feedback_files_still_gets_marks(self, course, moodle, capsys):
        site = moodle(ana(), plugins=("comments",))
        fetch_and_grade(course)
        assert return_marks(course, [UNIT]) == 0
        assert site.people[3].grade == 50.0
        assert not site.people[3].pages
        assert "takes no feedback of the type file" in capsys.readouterr().out


class TestCanvas:
    def test_later_due_date_and_lateness_are_read(self, course, canvas):
        canvas(ana(extension=1), ben(late=True))
        collect(course, [UNIT])
        found = record(course)
        assert found.due == {ANA_ID: "2026-09-30T12:00:00+00:00"}
        assert found.entries[BEN_ID].late is True

    def test_excused_students_get_no_mark(self, course, canvas, capsys):
        site = canvas(ana(excused=True))
        fetch_and_grade(course)
        return_marks(course, [UNIT])
        assert site.people[3].grade is None
        assert "excused in Canvas: Ana Diaz" in capsys.readouterr().out

    def test_pages_can_be_stored_elsewhere(self, course, canvas):
        site = canvas(ana(), stored=201)
        fetch_and_grade(course)
        assert return_marks(course, [UNIT]) == 0
        assert list(site.people[3].pages) == [f"{UNIT}.html"]

    @pytest.mark.parametrize("individually", [True, False])
    def test_members_with_different_marks_get_none_if_canvas_gives_all_one(
        self, course, canvas, capsys, individually
    ):
        people = ana(group="A"), Somebody(4, "Ben Ek", group="A"), cyd(files=WORK)
        site = canvas(*people, group_category_id=1, grade_group_students_individually=individually)
        fetch_and_grade(course, {ANA_ID: (1, 1), BEN_ID: (1, 0), "cyd@uni.example": (1, 0)})
        return_marks(course, [UNIT])
        expected = [20.0, 10.0, 10.0] if individually else [None, None, 10.0]
        assert [each.grade for each in site.people.values()] == expected
        words = "left out: Canvas gives one mark to all members of a group, but theirs differ"
        assert (words in capsys.readouterr().out) is not individually

    def test_assignment_without_points_is_refused(self, course, canvas):
        canvas(ana(), grading_type="pass_fail")
        with pytest.raises(CourseError, match="graded as pass_fail"):
            collect(course, [UNIT])


class TestToken:
    def test_token_is_given_for_a_password(self, course, moodle, monkeypatch, capsys):
        address = f"{moodle(ana()).address}/course/view.php?id={COURSE}"
        path = course.parent / "new"
        path.write_text("old")
        path.chmod(0o644)
        monkeypatch.setattr("getpass.getpass", lambda _: "lovelace")
        assert connect(course, address, [], path, "ada") == 0
        assert path.read_text() == f"{TOKEN}\n"
        assert path.stat().st_mode & 0o777 == 0o600
        assert "lovelace" not in capsys.readouterr().out
        with pytest.raises(CourseError, match="inside the course folder"):
            connect(course, address, [], course / "token", "ada")
        assert not (course / "token").exists()
        monkeypatch.setattr("getpass.getpass", lambda _: "wrong")
        with pytest.raises(CourseError, match="Invalid login"):
            connect(course, address, [], path, "ada")
        with pytest.raises(CourseError, match="--token-file as well"):
            connect(course, address, [], None, "ada")

    def test_environment_comes_first(self, course):
        connection = Connection("moodle-web", "https://x.example", 1, token_file="/nowhere")
        assert connection.token(Course(course), {"GRADEBOX_TOKEN": " a "}) == "a"
        with pytest.raises(CourseError, match="can't be read"):
            connection.token(Course(course), {})

    @pytest.mark.parametrize(
        ("mode", "inside", "text", "words"),
        [
            (0o644, False, TOKEN, "chmod 600"),
            (0o600, True, TOKEN, "inside the course folder"),
            (0o600, False, "\n", "is empty"),
        ],
    )
    def test_unsafe_token_file_is_refused(self, course, mode, inside, text, words):
        path = (course if inside else course.parent) / "token"
        path.write_text(text)
        path.chmod(mode)
        connection = Connection("moodle-web", "https://x.example", 1, token_file=str(path))
        with pytest.raises(CourseError, match=words):
            connection.token(Course(course), {})

    def test_missing_token_says_what_to_do(self, course):
        with pytest.raises(CourseError, match="set GRADEBOX_TOKEN, or pass --token-file"):
            Connection("moodle-web", "https://x.example", 1).token(Course(course), {})


class TestAddress:
    @pytest.mark.parametrize(
        ("address", "parsed"),
        [
            ("https://m.example/course/view.php?id=4", ("moodle-web", "https://m.example", 4)),
            (
                "https://u.example/m/course/view.php?id=4&x=1",
                ("moodle-web", "https://u.example/m", 4),
            ),
            ("https://c.example/courses/4/assignments", ("canvas-web", "https://c.example", 4)),
            ("http://127.0.0.1:80/courses/4", ("canvas-web", "http://127.0.0.1:80", 4)),
        ],
    )
    def test_platform_and_course_are_recognised(self, address, parsed):
        assert parse_address(address) == parsed

    @pytest.mark.parametrize(
        ("address", "words"),
        [
            ("http://m.example/course/view.php?id=4", "https://"),
            ("https://m.example/my/", "copy its address"),
            ("https://m.example/course/view.php", "copy its address"),
        ],
    )
    def test_other_address_is_refused(self, address, words):
        with pytest.raises(CourseError, match=words):
            parse_address(address)


class TestWebSite:
    @pytest.fixture
    def answers(self, monkeypatch):
        """A site whose answers are given, and the waits between requests."""
        waits = []

        def make(*given):
            queue = list(given)

            def respond(request):
                make.requests.append(request)
                answer = queue.pop(0)
                if isinstance(answer, Exception):
                    raise answer
                return answer

            site = WebSite("https://x.example", TOKEN)
            site.wait = waits.append
            site.client = httpx.Client(transport=httpx.MockTransport(respond))
            return site

        make.waits, make.requests = waits, []
        return make

    def test_waits_as_long_as_the_server_asks(self, answers):
        old = httpx.Response(403, text="403 Forbidden (Rate Limit Exceeded)")
        site = answers(
            httpx.Response(429, headers={"Retry-After": "9"}), old, httpx.Response(200, json=1)
        )
        assert site.json("GET", "a") == 1
        assert answers.waits == [9.0, 2.0]

    def test_busy_server_is_asked_again_for_a_file(self, answers):
        site = answers(httpx.Response(429), httpx.Response(503), httpx.Response(200, text="a"))
        assert site.download("https://x.example/a") == b"a"
        assert len(answers.waits) == 2

    @pytest.mark.parametrize("status", [302, 307, 308])
    def test_redirect_of_a_file_leaves_the_token_behind(self, answers, status):
        elsewhere = {"Location": "https://storage.example/a"}
        site = answers(httpx.Response(status, headers=elsewhere), httpx.Response(200, text="a"))
        assert site.download("https://x.example/a", "POST", data={"token": TOKEN}) == b"a"
        first, second = answers.requests
        assert TOKEN.encode() in first.content
        assert (second.method, second.url.host) == ("GET", "storage.example")
        assert TOKEN not in second.content.decode() + str(second.url) + str(second.headers)

    @pytest.mark.parametrize("url", ["", "file:///etc/passwd", "https://x.example:a/"])
    def test_bad_address_of_a_file_is_an_error_in_words(self, answers, url):
        with pytest.raises(CourseError, match="can't be downloaded"):
            answers().download(url)

    def test_endless_file_is_cut_off(self, answers, monkeypatch):
        monkeypatch.setattr(web_site, "MAX_FILE_BYTES", 10)
        sent = []

        def endless():
            while True:
                sent.append(1)
                yield b"123456"

        site = answers(httpx.Response(200, content=endless()))
        assert "the limit is" in site.download("https://x.example/a")
        assert len(sent) <= 3

    def test_gives_up_after_some_attempts(self, answers):
        site = answers(*[httpx.ReadTimeout("")] * web_site.MAX_ATTEMPTS)
        with pytest.raises(CourseError, match="can't be reached .ReadTimeout."):
            site.json("GET", "a")

    def test_request_that_may_have_arrived_is_not_repeated(self, answers):
        site = answers(httpx.ReadTimeout(""), httpx.Response(200, json=1))
        with pytest.raises(CourseError, match="can't be reached"):
            site.request("PUT", "a", repeatable=False)
        site = answers(httpx.ConnectError("refused"), httpx.Response(200, json=1))
        assert site.request("PUT", "a", repeatable=False).json() == 1

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            (httpx.Response(401), "doesn't accept the token"),
            (httpx.Response(404), "check the address"),
            (httpx.Response(200, text="<html>"), "status 200: <html>"),
            (httpx.Response(302, headers={"Location": "https://y.example"}), "status 302"),
        ],
    )
    def test_other_answer_is_an_error_in_words(self, answers, answer, words):
        with pytest.raises(CourseError, match=words):
            answers(answer).json("GET", "a")

    def test_next_page_on_another_site_is_refused(self, answers):
        link = {"Link": '<https://evil.example/p?page=2>; rel="next"'}
        site = answers(httpx.Response(200, json=[1], headers=link))
        with pytest.raises(CourseError, match="another site"):
            list(site.pages("p"))

    def test_certificate_that_can_not_be_verified_is_refused(self, course, tmp_path, monkeypatch):
        key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
        subprocess.run(
            [*command.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        monkeypatch.setenv("GRADEBOX_TOKEN", TOKEN)
        with serving(Moodle([ana()]), context) as site:
            address = site.address.replace("http://", "https://")
            with pytest.raises(CourseError, match="can't be verified, so no token was sent"):
                connect(course, f"{address}/course/view.php?id=42", [], None)
            assert not site.addresses


def test_commands_work_from_the_command_line(course, moodle, capsys):
    site = moodle(ana())
    for command in (["collect", "00"], ["return", "00", "--dry-run"], ["return", "00"]):
        with pytest.raises(SystemExit) as ended:
            main(command)
        assert ended.value.code == 0
        if command[0] == "collect":
            grade_as(course, {ANA_ID: (1, 1)})
    assert site.people[3].grade == 100.0


def test_connection_that_can_not_be_read_is_named(course):
    (course / "collected").mkdir()
    (course / "collected/connection.json").write_text("{")
    with pytest.raises(CourseError, match="Connect the course again"):
        collect(course, [UNIT])
