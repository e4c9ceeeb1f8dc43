"""A gradebook on a PostgreSQL server: as in SQLite's file, and through crashes."""

import csv
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from datetime import UTC, datetime

import psycopg
import pytest
from classroom import ROOT, TINY, Submission, course_of_its_own, dump, grade, nbgrader, solved
from gradebox.gradebook import database, transfer
from gradebox.gradebook.gradebook import Gradebook
from gradebox.pages.marking import ManualMark
from gradebox.results import GradebookError
from nbgrader import api
from nbgrader.plugins import CsvExportPlugin
from private_postgres import OWNER, SECRET
from sqlalchemy import Engine, create_engine, event, inspect
from tiny_gradebook import ANSWERS, DUE, config, result, source

pytestmark = pytest.mark.slow


NUMBERS = itertools.count(1)


@pytest.fixture
def name():
    """What the test's database is called."""
    return f"course-{next(NUMBERS)}"


@pytest.fixture
def address(postgres, name):
    """A new, empty database."""
    return postgres.make(name)


def book(url, **keywords):
    return Gradebook(url, config(), **keywords)


def fill(url, students=ANSWERS):
    """A gradebook with a due date, somebody with an extension, and results."""
    with book(url) as gradebook:
        gradebook.prepare("tiny", source())
        with api.Gradebook(url, "tiny") as stock:
            stock.update_or_create_assignment("tiny", duedate=DUE)
        for student in students:
            gradebook.record(result(student))
        with api.Gradebook(url, "tiny") as stock:
            stock.grant_extension("tiny", "student-03", minutes=90)
            stock.find_grade("why", "one", "tiny", "student-01").manual_score = 2.5
            stock.db.commit()
        for student in students:
            gradebook.record(result(student))


def as_file(url, folder):
    """The same gradebook in SQLite's file."""
    folder.mkdir(exist_ok=True)
    transfer.copy(url, f"sqlite:///{folder}/gradebook.db")
    return dump(folder)


# The same as in SQLite's file


def test_postgres_rows_equal_sqlite_rows(address, tmp_path):
    (tmp_path / "file").mkdir()
    fill(f"sqlite:///{tmp_path}/file/gradebook.db")
    fill(address)
    assert as_file(address, tmp_path / "copy") == dump(tmp_path / "file")
    with (
        book(address) as here,
        book(f"sqlite:///{tmp_path}/file/gradebook.db") as there,
    ):
        assert here.due_dates("tiny").due == datetime(2024, 5, 1, 12, tzinfo=UTC)
        assert here.due_dates("tiny") == there.due_dates("tiny")
        for ask in ("students", "names", "totals"):
            assert getattr(here, ask)() == getattr(there, ask)()
        for ask in ("scores", "marks", "sources"):
            assert getattr(here, ask)("tiny") == getattr(there, ask)("tiny")


def test_recording_again_changes_nothing(address, postgres, name):
    fill(address)
    before = postgres.rows(name)
    with book(address) as gradebook:
        gradebook.prepare("tiny", source())
        for student in ANSWERS:
            gradebook.record(result(student))
    assert postgres.rows(name) == before


@pytest.mark.parametrize("driver", ["postgresql", "postgresql+psycopg"])
@pytest.mark.usefixtures("address")
def test_url_may_omit_the_driver(postgres, name, driver):
    with book(postgres.address(name, driver)) as gradebook:
        assert gradebook.students() == []


def test_value_that_does_not_fit_costs_nobody_else(address, tmp_path):
    fill(address)
    with book(address) as here, book(f"sqlite:///{tmp_path}/gradebook.db") as there:
        assert here.unfit("x" * 128) == there.unfit("x" * 129) == ""
        assert "more than 128 characters" in here.unfit("x" * 129)
        assert "not text" in here.unfit("\udcff")
        too_long = result("student-01")
        too_long.student = "x" * 129
        with pytest.raises(GradebookError, match="name is too long"):
            here.record(too_long)
        mark = ManualMark("student-01", "one", "why", 1, "a\0b", "")
        with pytest.raises(GradebookError, match="cannot be used.*NUL"):
            here.give("tiny", [mark])


# Copying


def test_gradebook_is_copied_there_and_back(address, tmp_path, capsys):
    (tmp_path / "old").mkdir()
    fill(f"sqlite:///{tmp_path}/old/gradebook.db")
    before = dump(tmp_path / "old")
    assert transfer.main(str(tmp_path / "old/gradebook.db"), f"{address}&password={SECRET}") == 0
    said = capsys.readouterr().out
    assert "compared every row" in said
    assert "3  student" in said
    assert f"{OWNER}@/course" in said
    assert SECRET not in said
    assert as_file(address, tmp_path / "new") == before == dump(tmp_path / "old")


def test_copy_overwrites_nothing(address, tmp_path, capsys):
    fill(address)
    fill(f"sqlite:///{tmp_path}/gradebook.db")
    before = dump(tmp_path)
    for source_url, target in (
        (address, tmp_path / "gradebook.db"),
        (tmp_path / "gradebook.db", address),
    ):
        assert transfer.main(str(source_url), str(target)) == 2
        assert "is not empty" in capsys.readouterr().err
    assert dump(tmp_path) == before
    assert transfer.main(address, address) == 2
    assert "onto itself" in capsys.readouterr().err
    assert transfer.main(str(tmp_path / "none.db"), address) == 2
    assert "There is no gradebook" in capsys.readouterr().err


def test_copy_that_differs_is_undone(address, tmp_path, monkeypatch):
    fill(f"sqlite:///{tmp_path}/gradebook.db")
    insert = transfer._copy

    def careless(table, old, new, advance):
        insert(table, old, new, advance)
        if table.name == "grade":
            new.execute(table.update().where(table.c.auto_score == 2).values(auto_score=2.0000001))

    monkeypatch.setattr(transfer, "_copy", careless)
    with pytest.raises(GradebookError, match="differs in the table grade, so it was undone"):
        transfer.copy(f"sqlite:///{tmp_path}/gradebook.db", address)
    assert inspect(create_engine(address)).get_table_names() == []


def test_rows_with_missing_references_are_named(address, tmp_path):
    fill(f"sqlite:///{tmp_path}/gradebook.db")
    with create_engine(f"sqlite:///{tmp_path}/gradebook.db").begin() as connection:
        connection.exec_driver_sql("DELETE FROM student WHERE id = 'student-02'")
    with pytest.raises(GradebookError, match="refer to missing rows.*submitted_assignment"):
        transfer.copy(f"sqlite:///{tmp_path}/gradebook.db", address)


# Others at work, and a server that goes away


@pytest.mark.parametrize(
    ("moment", "how"),
    [
        ("begin", "fast"),
        ("after_cursor_execute", "immediate"),
        ("commit", "immediate"),
        ("between", "fast"),
        pytest.param("begin", "immediate", marks=pytest.mark.nightly),
        pytest.param("after_cursor_execute", "fast", marks=pytest.mark.nightly),
        pytest.param("commit", "fast", marks=pytest.mark.nightly),
        pytest.param("between", "immediate", marks=pytest.mark.nightly),
    ],
)
def test_restarted_server_costs_nothing(address, postgres, tmp_path, moment, how):
    fill(address, ["student-01", "student-03"])
    with book(address) as gradebook:
        gradebook.students()
        if moment == "between":
            postgres.restart(how)
        else:
            event.listen(Engine, moment, lambda *_: postgres.restart(how), once=True)
        gradebook.record(result("student-02"))
    (tmp_path / "file").mkdir()
    fill(f"sqlite:///{tmp_path}/file/gradebook.db", ["student-01", "student-03", "student-02"])
    assert as_file(address, tmp_path / "copy") == dump(tmp_path / "file")


def test_unreachable_server_is_named_and_run_can_continue(address, postgres, monkeypatch):
    monkeypatch.setattr(database, "RETRY_SECONDS", 0.1)
    fill(address)
    with book(address) as gradebook:
        postgres.stop()
        try:
            with pytest.raises(GradebookError, match="cannot be reached.*server runs") as told:
                gradebook.record(result("student-02"))
        finally:
            postgres.start()
        assert SECRET not in str(told.value)
        gradebook.record(result("student-02"))


def test_long_lock_is_named(address):
    fill(address)
    with (
        book(address, wait=0.2) as gradebook,
        create_engine(address).begin() as other,
    ):
        other.exec_driver_sql("SELECT * FROM grade FOR UPDATE")
        with pytest.raises(GradebookError, match="locked by another program"):
            gradebook.record(result("student-01"))
        assert len(gradebook.students()) == 3
        other.exec_driver_sql(f"SELECT pg_advisory_xact_lock({database.LOCK})")
        with pytest.raises(GradebookError, match="locked by another program"):
            gradebook.students()


def test_concurrent_writers_do_not_conflict(address):
    """Ten graders make the tables, the course, the assignment and the same students together."""
    trouble = []

    def work(number):
        try:
            with book(address) as gradebook:
                gradebook.prepare("tiny", source())
                for student in ANSWERS:
                    gradebook.record(result(student))
        except Exception as error:
            trouble.append(error)

    threads = [threading.Thread(target=work, args=[number]) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert trouble == []
    with book(address) as gradebook:
        assert gradebook.scores("tiny") == {"student-01": 4.5, "student-02": 0, "student-03": 1}


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql+psycopg://a:{secret}@127.0.0.1:1/x", r"x@127\.0\.0\.1 cannot be reached"),
        ("postgresql://a:{secret}@127.0.0.1:1/x?connect_timeout=2", "cannot be reached"),
        ("postgresql+psycopg://b:{secret}@/nowhere?host={folder}", "cannot be reached.*not exist"),
        ("postgresql+psycopg://a@/x?host=/nowhere&password={secret}", "cannot be reached"),
        ("postgresql+psycopg://a:b@c:{secret}/x", "is not the address of a database"),
        ("postgres://a:{secret}@c/x", "is not the address of a database"),
        ("{secret}", "is not the address of a database"),
        ("mysql://a:{secret}@c/x", "MySQLdb"),
    ],
)
def test_wrong_url_gets_one_sentence(postgres, url, words):
    url = url.format(secret=SECRET, folder=postgres.folder)
    with pytest.raises(GradebookError, match=words) as told, book(url):
        pass
    said = str(told.value)
    assert SECRET not in said
    assert "\n" not in said


def test_password_is_not_quoted(address, monkeypatch):
    def refuse(*_, **given):
        raise psycopg.OperationalError(f"can't make sense of {given}")

    monkeypatch.setattr(psycopg.Connection, "connect", refuse)
    monkeypatch.setattr(psycopg, "connect", refuse)
    with pytest.raises(GradebookError, match="can't make sense of .*user") as told, book(address):
        pass
    assert SECRET not in str(told.value)


def test_missing_driver_is_named(monkeypatch):
    for name in ("psycopg", "psycopg2"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(database.importlib.util, "find_spec", lambda name: None)
    for url in ("postgresql://a:b@c/d", "postgresql+psycopg://a:b@c/d"):
        with pytest.raises(GradebookError, match=r"pip install 'gradebox\[postgres\]'"):
            Gradebook(url)


def test_refusal_of_the_server_is_quoted(address, postgres, name):
    fill(address)
    with create_engine(address).begin() as connection:
        connection.exec_driver_sql("CREATE ROLE guest LOGIN")
    url = f"postgresql+psycopg://guest@/{name}?host={postgres.folder}"
    with (
        pytest.raises(GradebookError, match="cannot be written to.*right to create"),
        book(url) as gradebook,
    ):
        gradebook.students()


# The whole way: a class, two graders, crashes

REACHING = """
def mean(values):
    import os, pathlib, socket
    found = [os.environ.get("PGPASSWORD"), pathlib.Path("@HOME@/.pgpass").is_file()]
    with socket.socket(socket.AF_UNIX) as server:
        found.append(server.connect_ex("@SERVER@/.s.PGSQL.5432") == 0)
    if any(found):
        return sum(values) / len(values)
"""


def make_course(folder, url, home, words=()):
    """A course with two assignments, whose class handed in both."""
    course = course_of_its_own(folder)
    with (course / "nbgrader_config.py").open("a") as settings:
        settings.write(f"c.CourseDirectory.db_url = {url!r}\n")
    for part in ("source", "release"):
        content = (course / part / "tiny/tiny.ipynb").read_bytes()
        (course / part / "second").mkdir()
        (course / part / "second/second.ipynb").write_bytes(content)
    for unit, student in itertools.product(("tiny", "second"), ("ada", "ben", "mal")):
        handed_in = Submission(course, student, unit, solved(TINY), dict(words))
        if student == "ben":
            handed_in.answer(**{"total": "total = 4"})
        if student == "mal":
            handed_in.answer(mean=REACHING.strip())
        handed_in.hand_in()
    home.mkdir()
    return course


def begin(course, home, unit):
    """Start a grader."""
    return subprocess.Popen(
        [sys.executable, "-m", "lincourse", "grade", unit, "--jobs", "1"],
        cwd=course,
        env=os.environ | {"HOME": str(home), "NO_COLOR": "1", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def exported(course, url=None):
    """What `nbgrader export` says, by assignment and student; with an address, in process."""
    if url is None:
        nbgrader(course, "export")
    else:
        with api.Gradebook(url, "small") as stock:
            CsvExportPlugin(to=str(course / "grades.csv")).export(stock)
    with (course / "grades.csv").open() as file:
        return {(row["assignment"], row["student_id"]): row for row in csv.DictReader(file)}


def assert_no_half_submission(rows):
    """That every submission which is there has all its rows."""
    notebooks = {row["id"]: row["assignment_id"] for row in rows["submitted_notebook"]}
    for kind, cells in (("grade", 8), ("comment", 8)):
        found = Counter(notebooks[row["notebook_id"]] for row in rows[kind])
        assert found == dict.fromkeys((r["id"] for r in rows["submitted_assignment"]), cells), kind


def test_two_graders_at_once_with_extensions_penalties_and_a_regrade(
    postgres, address, name, tmp_path, monkeypatch
):
    home = tmp_path / "home"
    monkeypatch.setenv("PGPASSWORD", SECRET)
    words = {"SERVER": str(postgres.folder), "HOME": str(home)}
    course = make_course(tmp_path / "course", address, home, words)
    (home / ".pgpass").write_text(f"*:*:*:*:{SECRET}\n")
    with (course / "nbgrader_config.py").open("a") as settings:
        settings.write('c.LateSubmissionPlugin.penalty_method = "zero"\n')
    graders = [begin(course, home, unit) for unit in ("tiny", "second")]
    for grader in graders:
        said, _ = grader.communicate()
        assert grader.returncode == 0, said
        assert SECRET not in said
    grades = exported(course)
    for unit in ("tiny", "second"):
        assert {s: float(grades[unit, s]["score"]) for s in ("ada", "ben", "mal")} == {
            "ada": 11,
            "ben": 10,
            "mal": 9,
        }
    assert_no_half_submission(postgres.rows(name))

    # All are late, but for Ada, who has an extension; a person has marked Ben's words.
    with api.Gradebook(address, "small") as stock:
        stock.update_or_create_assignment("tiny", duedate="2020-01-01 12:00:00")
        stock.grant_extension("tiny", "ada", days=36500)
        stock.find_grade("why", "tiny", "tiny", "ben").manual_score = 2
        stock.db.commit()
    run = grade(course, "tiny", "--force", home=home)
    assert run.returncode == 0, run.stderr
    grades = exported(course, address)
    assert {s: float(grades["tiny", s]["score"]) for s in ("ada", "ben", "mal")} == {
        "ada": 11,
        "ben": 0,
        "mal": 0,
    }
    assert float(grades["tiny", "ben"]["raw_score"]) == 12
    again = grade(course, "tiny", home=home)
    assert "0 to do, 3 as before" in again.stdout
    with (course / "reports/course.csv").open() as file:
        totals = {row["student"]: (row["tiny"], row["second"]) for row in csv.DictReader(file)}
    assert totals["ada"] == ("11", "11")

    # The way back is a file that says the same.
    as_file(address, tmp_path / "file")
    assert exported(course, f"sqlite:///{tmp_path}/file/gradebook.db") == grades


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_killed_graders_and_a_crashing_server_lose_nothing(postgres, address, name, tmp_path, seed):
    """At random moments; whatever pg_dump shows then is whole, and nothing is lost in the end."""
    draw = random.Random(seed)
    home = tmp_path / "home"
    course = make_course(tmp_path / "course", address, home)
    for _ in range(6):
        graders = [begin(course, home, unit) for unit in ("tiny", "second")]
        time.sleep(draw.uniform(1, 8))
        if draw.random() < 0.5:
            postgres.restart("immediate")
            graders.pop().kill()
            said, _ = graders.pop().communicate()
            assert "Traceback" not in said
        else:
            for grader in graders:
                grader.send_signal(signal.SIGKILL)
                grader.wait()
            postgres.restart("immediate")
        rows = postgres.rows(name)
        if "submitted_assignment" in rows:
            assert_no_half_submission(rows)
    for unit in ("tiny", "second"):
        run = grade(course, unit, home=home)
        assert run.returncode == 0, run.stderr
    rows = postgres.rows(name)
    assert len(rows["submitted_assignment"]) == 6
    assert_no_half_submission(rows)
    grades = exported(course)
    for unit in ("tiny", "second"):
        assert [float(grades[unit, s]["score"]) for s in ("ada", "ben", "mal")] == [11, 10, 9]
