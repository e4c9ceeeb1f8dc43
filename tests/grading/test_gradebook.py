"""The gradebook: what stock nbgrader would have left, all of it or nothing."""

import copy
import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import nbformat
import pytest
from classroom import dump, nbgrader
from gradebox.gradebook.gradebook import Gradebook, GradebookError
from gradebox.results import Exercise, GradedNotebook, Result
from nbgrader import api
from nbgrader.apps.api import NbGraderAPI
from nbgrader.plugins import LateSubmissionPlugin
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect
from tiny_gradebook import ANSWERS, CONFIG, DUE, NOTEBOOKS, TIMES, cell, config, result, source

pytestmark = pytest.mark.slow


def book(folder, **keywords):
    return Gradebook(f"sqlite:///{folder}/gradebook.db", config(), **keywords)


def set_due(folder):
    with api.Gradebook(f"sqlite:///{folder}/gradebook.db", "tiny") as stock:
        stock.update_or_create_assignment("tiny", duedate=DUE)


@pytest.fixture
def course(tmp_path):
    """A folder with a gradebook that knows the assignment."""
    with book(tmp_path) as gradebook:
        gradebook.prepare("tiny", source())
    set_due(tmp_path)
    return tmp_path


def write(path, notebook):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


@pytest.fixture(scope="module")
def stock(tmp_path_factory):
    """What nbgrader's own tools leave: the gradebook as released, and the folder as graded."""
    folder = tmp_path_factory.mktemp("stock")
    (folder / "nbgrader_config.py").write_text(CONFIG)
    for name, notebook in source().items():
        write(folder / "source" / "tiny" / f"{name}.ipynb", notebook)
    nbgrader(folder, "generate_assignment", "tiny")
    released = dump(folder)
    set_due(folder)
    for student, answers in ANSWERS.items():
        for name in NOTEBOOKS[student]:
            notebook = nbformat.read(folder / "release" / "tiny" / f"{name}.ipynb", 4)
            for each in notebook.cells:
                each.source = answers.get(each.metadata.nbgrader.grade_id, each.source)
            write(folder / "submitted" / student / "tiny" / f"{name}.ipynb", notebook)
        (folder / "submitted" / student / "tiny" / "timestamp.txt").write_text(TIMES[student])
    nbgrader(folder, "autograde", "tiny")
    return folder, released


def test_gradebook_equals_that_of_stock_nbgrader(stock, tmp_path):
    folder, released = stock
    with book(tmp_path) as gradebook:
        gradebook.prepare("tiny", source())
        assert dump(tmp_path) == released
        set_due(tmp_path)
        for student in ANSWERS:
            gradebook.record(result(student))
        assert dump(tmp_path) == dump(folder)
        assert gradebook.students() == list(ANSWERS)
        assert gradebook.due_dates("tiny").due == datetime(2024, 5, 1, 12, tzinfo=UTC)
        assert gradebook.due_dates("other").due is None
        expected = {"student-01": 4.5, "student-02": 0, "student-03": 1}
        assert gradebook.scores("tiny") == expected
        assert gradebook.scores("other") == {}


def test_manual_marks_are_kept_as_by_stock_nbgrader(stock, tmp_path):
    theirs, mine = tmp_path / "stock", tmp_path / "mine"
    shutil.copytree(stock[0], theirs)
    with api.Gradebook(f"sqlite:///{theirs}/gradebook.db", "tiny") as gradebook:
        for grade_id, score, extra in [("test_f", 0.5, 1), ("why", 2, None), ("draw", 4, 0.25)]:
            grade = gradebook.find_grade(grade_id, "one", "tiny", "student-02")
            grade.manual_score, grade.extra_credit, grade.needs_manual_grade = score, extra, False
        gradebook.find_comment("f", "one", "tiny", "student-02").manual_comment = "Nearly."
        gradebook.db.commit()
        gradebook.grant_extension("tiny", "student-03", minutes=90)
    marked = dump(theirs)
    mine.mkdir()
    shutil.copy(theirs / "gradebook.db", mine)
    shutil.rmtree(theirs / "submitted" / "student-01")
    nbgrader(theirs, "autograde", "tiny", "--force")
    with book(mine) as gradebook:
        gradebook.prepare("tiny", source())
        assert dump(mine) == marked
        gradebook.record(result("student-02"))
        gradebook.record(result("student-03"))
        due = gradebook.due_dates("tiny")
        assert due.for_student("student-03") == datetime(2024, 5, 1, 13, 30, tzinfo=UTC)
        assert due.for_student("student-01") == datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert dump(mine) == dump(theirs) != marked


def test_export_feedback_and_formgrader_read_the_gradebook(course):
    (course / "nbgrader_config.py").write_text(CONFIG)
    with book(course) as gradebook:
        for student in ANSWERS:
            gradebook.record(result(student))
    for name, notebook in source().items():
        write(course / "source" / "tiny" / f"{name}.ipynb", notebook)
        write(course / "autograded" / "student-02" / "tiny" / f"{name}.ipynb", notebook)

    nbgrader(course, "export")
    with (course / "grades.csv").open() as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert [row["raw_score"] for row in rows.values()] == ["4.5", "0.0", "1.0"]
    assert [row["late_submission_penalty"] for row in rows.values()] == ["0.0", "0.0", "1.0"]
    assert {row["max_score"] for row in rows.values()} == {"16.5"}

    nbgrader(course, "generate_feedback", "tiny")
    page = (course / "feedback" / "student-02" / "tiny" / "one.html").read_text()
    assert "(Score: 0.0 / 15.5)" in page
    assert page.count("No response.") == 4

    settings = config()
    settings.CourseDirectory.root = settings.Exchange.root = str(course)
    formgrader = NbGraderAPI(config=settings)
    shown = {each["student"]: each for each in formgrader.get_submissions("tiny")}
    assert shown["student-01"]["score"] == 4.5
    assert shown["student-01"]["needs_manual_grade"]
    assert shown["student-02"]["autograded"]
    notebooks = formgrader.get_notebook_submissions("tiny", "two")
    assert [(each["student"], each["failed_tests"]) for each in notebooks] == [("student-02", True)]
    assert formgrader.get_assignment("tiny")["max_score"] == 16.5


def test_recording_again_changes_nothing(course):
    with book(course) as gradebook:
        for student in ANSWERS:
            gradebook.record(result(student))
    before = (course / "gradebook.db").read_bytes()
    with book(course) as gradebook:
        gradebook.prepare("tiny", source())
        for student in ANSWERS:
            gradebook.record(result(student))
        gradebook.record(Result("student-04", "tiny", "missing"))
        gradebook.record(Result("student-05", "tiny", "failed"))
    assert (course / "gradebook.db").read_bytes() == before


def test_newer_submission_replaces_the_older(course):
    with book(course) as gradebook:
        gradebook.record(result("student-03"))
        gradebook.record(result("student-01"))
        once = dump(course)
        better = result("student-01")
        better.student = "student-03"
        gradebook.record(better)
        assert gradebook.scores("tiny") == {"student-01": 4.5, "student-03": 4.5}
        gradebook.record(result("student-03"))
    assert dump(course) == once


def test_unreadable_submission_gets_zero(course):
    with book(course) as gradebook:
        gradebook.record(Result("student-06", "tiny", "unreadable"))
        assert gradebook.scores("tiny") == {"student-06": 0}
    assert not any(grade["needs_manual_grade"] for grade in dump(course)["grade"])


def test_id_in_any_script_is_kept(course):
    mine = result("student-01")
    mine.student = "学生-07 \N{ROBOT FACE}"
    with book(course) as gradebook:
        gradebook.record(mine)
        assert gradebook.students() == [mine.student]
        mine.student = os.fsdecode(b"student-\xff")
        before = dump(course)
        with pytest.raises(GradebookError, match="cannot be written"):
            gradebook.record(mine)
    assert dump(course) == before


def test_gradebook_needs_nothing_on_the_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with book(tmp_path) as gradebook:
        assert gradebook.students() == []
    assert dump(tmp_path)["alembic_version"]


def test_importing_the_gradebook_skips_the_grammar_of_jsonschema():
    code = (
        "import sys, gradebox.gradebook.gradebook\n"
        "assert 'jsonschema' in sys.modules and 'lark' not in sys.modules\n"
        "import rfc3987_syntax\n"
    )
    plain = os.environ | {"PYTHONPATH": ""}  # without tests/startup
    subprocess.run([sys.executable, "-c", code], check=True, env=plain)


# The source version changes


def changed(change, notebook="one"):
    """The source version after a change to the cells of one notebook."""
    notebooks = source()
    change(notebooks[notebook].cells)
    return notebooks


def added(cells):
    cells.insert(1, cell("assert True", "test_new", 7))


def read_only_added(cells):
    cells.insert(1, cell("import os", "more_setup", locked=True))
    del cells[0]


def test_source_may_change_before_the_first_submission(course, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    notebooks = changed(added)
    del notebooks["one"].cells[4], notebooks["two"]
    notebooks["three"] = source()["two"]
    with book(course) as gradebook, book(other) as fresh:
        gradebook.prepare("tiny", notebooks)
        fresh.prepare("tiny", notebooks)
        set_due(other)
        assert dump(course) == dump(other)
    with closing(sqlite3.connect(course / "gradebook.db")) as database:
        names = [
            name for (name,) in database.execute("SELECT name FROM source_cell ORDER BY rowid")
        ]
    assert names[:3] == ["setup", "test_new", "f"]


def test_points_and_texts_may_change_after_a_submission(course):
    def change(cells):
        cells[2]["metadata"]["nbgrader"]["points"] = 9
        cells[2]["source"] = "assert f(5) == 6"
        read_only_added(cells)

    with book(course) as gradebook:
        gradebook.record(result("student-01"))
        before = dump(course)
        gradebook.prepare("tiny", changed(change))
    after = dump(course)
    assert {"id": "tiny/one/test_f/GradeCell", "max_score": 9, "cell_type": "code"} in after[
        "grade_cells"
    ]
    texts = {row["name"]: row["source"] for row in after["source_cell"]}
    assert texts["test_f"] == "assert f(5) == 6"
    assert "more_setup" in texts
    assert "setup" not in texts
    assert after["grade"] == before["grade"]
    assert after["comment"] == before["comment"]


@pytest.mark.parametrize(
    ("notebooks", "named"),
    [
        (changed(added), "test_new"),
        (changed(lambda cells: cells.pop(2)), "test_f"),
        (changed(lambda cells: cells.pop(0), "two"), "h"),
        ({"one": source()["one"]}, "two"),
        (source() | {"three": source()["two"]}, "three"),
    ],
    ids=["test added", "test gone", "answer gone", "notebook gone", "notebook added"],
)
def test_graded_cells_may_not_change_after_a_submission(course, notebooks, named):
    with book(course) as gradebook:
        gradebook.record(result("student-01"))
        before = dump(course)
        with pytest.raises(
            GradebookError, match=f"changed.* {named}.*nbgrader db assignment remove"
        ):
            gradebook.prepare("tiny", notebooks)
    assert dump(course) == before


def test_suggested_way_out_works(course):
    with book(course) as gradebook:
        gradebook.record(result("student-01"))
        nbgrader(course, "db", "assignment", "remove", "tiny", "--force")
        gradebook.prepare("tiny", changed(added))
        assert gradebook.scores("tiny") == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda cells: cells.append(copy.deepcopy(cells[0])),
        lambda cells: cells[1].update(source="### BEGIN SOLUTION"),
        lambda cells: cells[0]["metadata"]["nbgrader"].update(schema_version=1),
        lambda cells: cells[2]["metadata"]["nbgrader"].update(points="many"),
    ],
    ids=["twice", "no end", "old schema", "no number"],
)
def test_invalid_source_version_is_refused(course, change):
    before = dump(course)
    with book(course) as gradebook, pytest.raises(GradebookError, match="source version of one"):
        gradebook.prepare("tiny", changed(change))
    assert dump(course) == before


def test_source_version_may_come_from_a_file(course, tmp_path):
    before = dump(course)
    write(tmp_path / "one.ipynb", source()["one"])
    raw = json.loads((tmp_path / "one.ipynb").read_text())
    assert isinstance(raw["cells"][1]["source"], list)
    with book(course) as gradebook:
        gradebook.prepare("tiny", source() | {"one": raw})
    assert dump(course) == before


# Whatever goes wrong


@pytest.mark.parametrize(
    "change",
    [
        lambda it: setattr(it, "assignment", "other"),
        lambda it: it.notebooks[0].exercises.pop(),
        lambda it: it.notebooks[0].exercises.append(Exercise("test_new", "", 1, 1)),
        lambda it: it.notebooks.append(GradedNotebook("three")),
        lambda it: setattr(it.notebooks[1].exercises[0], "score", float("nan")),
        lambda it: setattr(it.notebooks[1].exercises[0], "score", -1),
    ],
    ids=["assignment", "cell lacks", "cell unknown", "notebook", "nan", "negative"],
)
def test_result_that_does_not_fit_is_refused(course, change):
    before = dump(course)
    wrong = result("student-01")
    change(wrong)
    with (
        book(course) as gradebook,
        pytest.raises(GradebookError, match="no assignment|does not fit"),
    ):
        gradebook.record(wrong)
    assert dump(course) == before


class Broken(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        raise KeyError("table")


def test_failing_late_penalty_is_named(course):
    settings = config()
    settings.AssignLatePenalties.plugin_class = Broken
    before = dump(course)
    with Gradebook(f"sqlite:///{course}/gradebook.db", settings) as gradebook:
        with pytest.raises(GradebookError, match="late penalty failed for student-03.*table"):
            gradebook.record(result("student-03"))
        assert dump(course) == before
        gradebook.record(result("student-01"))


def test_gradebook_waits_for_another_program(course):
    database = sqlite3.connect(course / "gradebook.db", isolation_level=None)
    with closing(database) as other, book(course, wait=0.1) as gradebook:
        other.execute("BEGIN IMMEDIATE")
        for attempt in (
            lambda: gradebook.record(result("student-01")),
            lambda: gradebook.prepare("tiny", changed(added)),
            gradebook.students,
        ):
            with pytest.raises(GradebookError, match="in use by another program"):
                attempt()
        other.execute("ROLLBACK")
        other.execute("BEGIN")  # a program that only reads keeps us from finishing
        other.execute("SELECT * FROM student").fetchall()
        with pytest.raises(GradebookError, match="in use by another program"):
            gradebook.record(result("student-01"))
        other.execute("ROLLBACK")
        assert gradebook.scores("tiny") == {}
        gradebook.record(result("student-01"))
        assert gradebook.scores("tiny") == {"student-01": 4.5}


@contextmanager
def somebody_else():
    """As a user without root's rights, who may not write what is not theirs."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def shared_folder():
    """A folder that all users may enter, which those that pytest makes are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with book(folder) as gradebook:
            gradebook.prepare("tiny", source())
        yield folder
        folder.chmod(0o755)


@pytest.mark.parametrize(("of_file", "of_folder"), [(0o444, 0o777), (0o666, 0o555), (0o444, 0o555)])
def test_read_only_gradebook_is_named(shared_folder, of_file, of_folder):
    before = (shared_folder / "gradebook.db").read_bytes()
    (shared_folder / "gradebook.db").chmod(of_file)
    shared_folder.chmod(of_folder)
    refused = pytest.raises(GradebookError, match="cannot be written to.*folder")
    with somebody_else(), refused, book(shared_folder) as gradebook:
        gradebook.record(result("student-01"))
    assert (shared_folder / "gradebook.db").read_bytes() == before


def test_missing_folder_is_named(tmp_path):
    refused = pytest.raises(GradebookError, match="cannot be opened.*folder exists")
    with refused, book(tmp_path / "nowhere"):
        pass


@contextmanager
def room_for(pages):
    """A disk with so little room, as SQLite sees it."""

    def limit(connection, record):
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


def test_full_disk_leaves_nothing_half_written(course):
    def crowd(gradebook):
        for number in range(10, 99):
            mine = result("student-01")
            mine.student = f"student-{number}"
            gradebook.record(mine)

    with book(course) as gradebook:
        with room_for(1), pytest.raises(GradebookError, match="disk is full.*Make room"):
            crowd(gradebook)
        written = gradebook.scores("tiny")
        assert set(written.values()) == {4.5}
        assert gradebook.students() == list(written)
        assert len(dump(course)["grade"]) == 6 * len(written)
        assert len(dump(course)["comment"]) == 6 * len(written)
        crowd(gradebook)
        assert len(gradebook.scores("tiny")) == 89 > len(written)


def test_gradebook_is_created_completely_or_not_at_all(tmp_path):
    with room_for(9), pytest.raises(GradebookError, match="disk is full"), book(tmp_path):
        pass
    assert (tmp_path / "gradebook.db").stat().st_size == 0
    with book(tmp_path) as gradebook:
        gradebook.prepare("tiny", source())


@pytest.mark.parametrize("moment", ["begin", "after_cursor_execute", "commit", "closing"])
def test_ctrl_c_waits_for_the_transaction(course, moment, caplog, monkeypatch):
    def interrupt(*_):
        signal.raise_signal(signal.SIGINT)

    with book(course) as gradebook:
        gradebook.record(result("student-01"))
        if moment == "closing":
            monkeypatch.setattr(DefaultDialect, "do_close", interrupt)
        else:
            event.listen(Engine, moment, interrupt, once=True)
        with pytest.raises(KeyboardInterrupt):
            gradebook.record(result("student-02"))
        monkeypatch.undo()
        assert gradebook.students() == ["student-01", "student-02"]
    assert not [r for r in caplog.records if r.name.startswith("sqlalchemy")], "it was cut short"


def one_page(whole):
    """Damage where the cells' texts are, which nothing reads before a student is recorded."""
    start = whole.index(b"assert f(2) == 3") // 4096 * 4096
    return whole[:start] + b"\xff" * 4096 + whole[start + 4096 :]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda whole: b"no database at all " * 99, "not a gradebook"),
        (lambda whole: whole[: len(whole) // 2], "damaged"),
        (lambda whole: whole[:4096] + bytes(len(whole) - 4096), "damaged"),
        (one_page, "damaged"),
    ],
    ids=["text", "half", "zeros", "one page"],
)
def test_damaged_gradebook_is_named(course, damage, words):
    path = course / "gradebook.db"
    path.write_bytes(damage(path.read_bytes()))
    before = path.read_bytes()
    with pytest.raises(GradebookError, match=f"{words}.*Put back a copy"), book(course):
        pass
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE alembic_version SET version_num = 'ffff00001111'", "newer nbgrader.*pip install"),
        ("UPDATE alembic_version SET version_num = '167914646830'", "older.*nbgrader db upgrade"),
        ("DROP TABLE alembic_version", "older nbgrader"),
        ("ALTER TABLE assignment RENAME TO tasks", "not a gradebook.*db_url"),
    ],
    ids=["newer", "older", "oldest", "another"],
)
def test_gradebook_of_another_nbgrader_is_named(course, change, words):
    with closing(sqlite3.connect(course / "gradebook.db")) as database, database:
        database.execute(change)
    before = (course / "gradebook.db").read_bytes()
    with pytest.raises(GradebookError, match=words), book(course):
        pass
    assert (course / "gradebook.db").read_bytes() == before
