"""Whatever is in a folder, an archive, a name or a notebook ends in that student's status."""

import copy
import csv
import datetime
import io
import json
import os
import shutil
import zipfile
from types import SimpleNamespace

import pytest
from classroom import cell, exercise, grade, grades, nbgrader, notebook, table, write_notebook
from gradebox import limits, text
from gradebox.course.model import Assignment, Course, CourseNotebook
from gradebox.intake import files, matching, reader
from gradebox.intake.submission import MAX_REMARKS, Submission
from gradebox.pages import report
from gradebox.results import Result
from gradebox.run.selection import is_unchanged
from gradebox.run.store import ResultStore
from gradebox.run.tasks import GradingTask


def book(name, asked, points=3):
    """A notebook of the course that asks for one function; all have a cell `imports`."""
    content = notebook(
        [
            cell("import numpy as np", grade_id="imports", locked=True),
            *exercise(
                asked, points, f"def {asked}(x):\n    return 2 * x", f"assert {asked}(1) == 2"
            ),
        ]
    )
    return CourseNotebook.parse(name, content, content)


PART1, PART2 = book("part1", "f"), book("part2", "g")
ONE = Assignment("a", [PART1], {"data/given.csv": b"1,2"})
TWO = Assignment("a", [PART1, PART2])
WORK = {part.name: json.dumps(part.content) for part in (PART1, PART2)}


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "submitted" / "student" / "a"
    path.mkdir(parents=True)
    return path


def take(folder, assignment=ONE):
    return reader.read(folder, "student", assignment)


def remarks(submission):
    return "; ".join(submission.review_reasons + submission.notes)


# ---------------------------------------------------------------- what a terminal and a table show


@pytest.mark.parametrize(
    "odd",
    ["\x1b[31m", "\x07", "\x9b", "\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\ud800", "\n"]
    + ["\r", "\t", "\x00", "\x85", "\u2028", "\u2029", "\U000e0041", "\x1c"],
)
def test_odd_character_is_escaped(odd):
    shown = text.printable(f"a{odd}b")
    assert odd not in shown
    assert shown.isprintable()
    assert shown.startswith("a\\")


@pytest.mark.parametrize(
    "name",
    ["Zoë Ångström 学生", "نمی\u200cخواهم", "👩\u200d🔬", "10.41\u202fAM", "a\u00a0b", "a\\b"],
)
def test_real_name_is_unchanged(name):
    assert text.printable(name) == name


@pytest.mark.parametrize(
    "formula",
    ["=cmd|'/c calc'!A1", "+1", "-1+2", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1", "\u00a0=1"],
)
def test_csv_cell_is_never_a_formula(formula):
    results = [Result(formula, "a", "needs review", [f"{formula}.ipynb was read as a.ipynb"])]
    [row] = csv.DictReader(io.StringIO(report.table(results)))
    for words in (row["student"], row["reason"]):
        assert words.lstrip()[0] not in "=+-@＝", words
        assert words.isprintable() or "\u00a0" in words


@pytest.mark.parametrize("name", ['x;=HYPERLINK("a")', 'x; "=1', "x;\t=1", "a;+1;-2"])
def test_part_of_a_csv_cell_is_never_a_formula(name):
    """Some spreadsheets split a file at semicolons, whatever is quoted."""
    text = report.table([Result("a", "a", "needs review", [f"{name} was read"])])
    for part in text.replace('"', "").split(";"):
        assert part.strip()[:1] not in list("=+-@"), text
    assert text.count(";") == name.count(";")


# ---------------------------------------------------------------- archives


def archive(**more):
    """The bytes of a zip with a notebook, and where the notebook's compressed data begin."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", **more) as made:
        made.writestr("part1.ipynb", WORK["part1"])
        made.writestr("notes.txt", "x" * 1000)
    data = out.getvalue()
    return data, data.index(b"part1.ipynb") + len("part1.ipynb")


METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


@pytest.mark.parametrize("method", METHODS)
def test_damaged_member_costs_no_other_file(folder, method):
    data, start = archive(compression=method)
    damaged = data[: start + 20] + b"\xff" * 40 + data[start + 60 :]
    (folder / "work.zip").write_bytes(damaged)
    submission = take(folder)
    assert not submission.readable
    assert "part1.ipynb in work.zip can't be unpacked" in remarks(submission)
    assert submission.files == {"notes.txt": b"x" * 1000}, "the other member is whole"


@pytest.mark.parametrize("method", METHODS)
def test_truncated_archive_gets_a_remark(folder, method):
    data, _ = archive(compression=method)
    for end in range(0, len(data), 37):
        (folder / "work.zip").write_bytes(data[:end])
        submission = take(folder)
        assert not submission.readable
        assert remarks(submission)


def test_unexpected_archive_error_gets_a_remark(folder, monkeypatch):
    def broken(*_):
        raise OverflowError

    (folder / "work.zip").write_bytes(b"PK")
    monkeypatch.setattr(files.zipfile, "ZipFile", broken)
    assert take(folder).review_reasons[0] == "work.zip can't be unpacked (OverflowError)"


def test_archive_with_a_password_gets_a_remark(folder):
    data, _ = archive()
    flags = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        flags[data.index(mark) + place] |= 1
    (folder / "work.zip").write_bytes(bytes(flags))
    assert "password" in remarks(take(folder))


def zipped(folder, members):
    with zipfile.ZipFile(folder / "work.zip", "w") as made:
        made.writestr("part1.ipynb", WORK["part1"])
        for name in members:
            made.writestr(zipfile.ZipInfo(name), "x")


UNWRITABLE = {
    "a file that is a folder too": ["data2", "data2/x.csv"],
    "a folder that is a file too": ["data2/x.csv", "data2"],
    "the course's folder": ["data"],
    "the course's file": ["data/given.csv/x"],
    "a long name": ["a" * 300 + ".csv"],
    "a long name in UTF-8": ["ü" * 130],
    "a long path": ["/".join(["b" * 200] * 30)],
    "a dot": ["."],
    "dots": ["x/../../y"],
    "root": ["/etc/passwd"],
    "many folders": ["/".join([f"{i}", *"f" * 60, "x"]) for i in range(400)],
}


@pytest.mark.parametrize("members", UNWRITABLE.values(), ids=UNWRITABLE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_unwritable_file_is_ignored_with_a_remark(folder, members, tmp_path):
    zipped(folder, [*members, "good.csv"])
    submission = take(folder)
    assert submission.readable
    assert "good.csv" in submission.files
    assert "were ignored" in remarks(submission)
    together = {**submission.files, **ONE.files}  # as the student's process gets them
    for name, content in together.items():
        path = tmp_path / "work" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert sum(len(folders) for _, folders, _ in os.walk(tmp_path / "work")) <= 1000


def test_leftovers_of_a_mac_are_ignored(folder):
    zipped(folder, ["__MACOSX/._part1.ipynb", "__MACOSX/.DS_Store"])
    submission = take(folder)
    assert submission.readable
    assert not remarks(submission)
    assert submission.files == {}


def test_large_file_in_an_archive_costs_no_other(folder, monkeypatch):
    zipped(folder, ["good.csv"])
    with zipfile.ZipFile(folder / "work.zip", "a") as made:
        made.writestr("large.bin", "x" * (len(WORK["part1"]) + 1))
        made.writestr("later.csv", "x")
    submission = reader.receive(folder, "student", ONE)
    monkeypatch.setattr(files, "MAX_FILE_BYTES", len(WORK["part1"]))  # of what is in the archive
    submission = reader.parse(submission, ONE)
    assert submission.readable
    assert submission.files.keys() == {"good.csv", "later.csv"}
    assert "large.bin in work.zip is too large" in remarks(submission)


def test_notebook_of_an_overfull_archive_is_read(folder, monkeypatch):
    with zipfile.ZipFile(folder / "work.zip", "w") as made:
        for number in range(100):
            made.writestr(f"{number}.txt", "x")
        made.writestr("part1.ipynb", WORK["part1"])
    submission = reader.receive(folder, "student", ONE)
    monkeypatch.setattr(files, "MAX_SUBMISSION_BYTES", len(WORK["part1"]) + 50)
    submission = reader.parse(submission, ONE)
    assert submission.readable
    assert len(submission.files) == 50
    assert "the rest was ignored" in remarks(submission)


def test_empty_archive_gets_a_remark(folder):
    (folder / "work.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    assert "work.zip is empty" in remarks(take(folder))


# ---------------------------------------------------------------- when it came


def test_many_files_hide_neither_time_nor_notebook(folder):
    for number in range(files.MAX_FILES + 100):
        (folder / f"a{number}.txt").touch()
    (folder / "part1.ipynb").write_text(WORK["part1"])
    (folder / "timestamp.txt").write_text("2020-01-01 00:00:00 UTC")
    submission = take(folder)
    age = datetime.datetime.now(datetime.UTC) - submission.came
    assert age < datetime.timedelta(minutes=5)
    assert submission.claimed == datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    assert submission.readable
    assert f"more than {files.MAX_FILES} files" in remarks(submission)
    assert len(submission.files) < files.MAX_FILES


@pytest.mark.parametrize(
    "kind", ["garbage", "too large", "a link", "a link to the folder", "a file", "a pipe", "a zip"]
)
def test_submission_time_is_known_for_any_submission(folder, kind):
    file = folder / "part1.ipynb"
    if kind == "garbage":
        file.write_bytes(b"\xff\x00")
    elif kind == "too large":
        file.touch()
        os.truncate(file, limits.MAX_FILE_BYTES + 1)
    elif kind == "a link":
        file.symlink_to("/dev/zero")
    elif kind == "a pipe":
        os.mkfifo(file)
    elif kind == "a zip":
        (folder / "work.zip").write_bytes(b"PK")
    else:
        folder.rmdir()
        folder.touch() if kind == "a file" else folder.symlink_to("/")
    submission = take(folder)
    assert not submission.readable
    assert submission.came is not None
    assert reader.receive(folder, "student", ONE).came == submission.came


def test_receive_parses_nothing(folder, monkeypatch):
    def forbidden(*_):
        raise AssertionError("parsed")

    data, _ = archive()
    (folder / "work.zip").write_bytes(data)
    for module, name in ((reader, "unpack"), (matching, "read_cells"), (reader, "match")):
        monkeypatch.setattr(module, name, forbidden)
    received = reader.receive(folder, "student", ONE)
    assert not received.review_reasons
    monkeypatch.undo()
    assert take(folder).digest == received.digest


def test_new_submission_is_recognised_without_parsing():
    """In the grader's main process, for all of a class."""
    old = Result("s", "a", "graded", digest="same")
    for digest in ("same", "other"):
        task = GradingTask(Result("s", "a", "graded"), Submission("s", digest=digest))
        assert is_unchanged(task, old, 0.0) == (digest == "same")


def test_remarks_on_many_links_are_shortened(folder):
    for number in range(100):
        (folder / f"{number}.txt").symlink_to("/")
    (folder / "part1.ipynb").write_text(WORK["part1"])
    submission = take(folder)
    assert submission.readable
    assert len(submission.review_reasons) <= MAX_REMARKS + 1


@pytest.mark.parametrize("call", ["scandir", "lstat", "open"])
def test_unreadable_file_gets_a_remark(folder, monkeypatch, call):
    """Also as root, who may read everything."""

    def refused(path, *arguments, **options):
        raise PermissionError(13, "Permission denied", path)

    (folder / "part1.ipynb").write_text(WORK["part1"])
    with monkeypatch.context() as closed:
        closed.setattr(files.os, call, refused)
        submission = take(folder)
    assert "Permission denied" in remarks(submission)


def test_unexpected_error_becomes_a_remark(folder, monkeypatch):
    """Even what nobody has thought of."""
    (folder / "part1.ipynb").write_text(WORK["part1"])
    for module, name in (
        *((reader, "rebuild"), (reader, "match"), (reader, "take_timestamp")),
        (files, "_entries"),
    ):
        with monkeypatch.context() as broken:

            def fail(*_):
                raise RecursionError

            broken.setattr(module, name, fail)
            submission = take(folder)
        assert "can't be read (RecursionError)" in remarks(submission)
        assert not submission.parts or name == "take_timestamp"


# ---------------------------------------------------------------- which file is which notebook


def hand_in(folder, **notebooks):
    for name, content in notebooks.items():
        (folder / f"{name}.ipynb").write_text(content)
    return take(folder, TWO)


@pytest.mark.parametrize("name", ["part2", "renamed"])
def test_missing_notebook_takes_no_other_file(folder, name):
    submission = hand_in(folder, **{name: WORK["part2"]})
    assert submission.answered.keys() == {"part2"}
    assert "there is no part1.ipynb" in submission.review_reasons
    assert "for part1" not in remarks(submission)


def test_broken_notebook_takes_no_other_file(folder):
    submission = hand_in(folder, part1=WORK["part1"][:-40], part2=WORK["part2"])
    assert submission.parts.keys() == {"part2"}
    assert remarks(submission).count("cut off") == 1
    assert "part1.ipynb is cut off" in remarks(submission)


@pytest.mark.parametrize(
    "names",
    [{"part1": "part2", "part2": "part1"}, {"b": "part1", "a": "part2"}],
    ids=["swapped", "renamed"],
)
def test_files_are_matched_by_their_cells(folder, names):
    submission = hand_in(folder, **{name: WORK[part] for name, part in names.items()})
    for part, asked in (("part1", "f"), ("part2", "g")):
        assert f"def {asked}(x)" in "".join(p.source for p in submission.parts[part])
        assert "answer cells are missing" not in remarks(submission)
    assert remarks(submission).count("was read as") == 2


def test_file_with_the_right_name_wins_over_a_copy(folder):
    less = copy.deepcopy(PART1.content)
    del less["cells"][2]
    submission = hand_in(folder, part1=json.dumps(less), a=WORK["part1"], part2=WORK["part2"])
    assert "a.ipynb: the same answers as part1.ipynb" in remarks(submission)
    assert "was read as" not in remarks(submission)


def test_copy_of_one_notebook_is_not_taken_for_another(folder):
    submission = hand_in(folder, part2=WORK["part2"], copy=WORK["part2"])
    assert submission.parts.keys() == {"part2"}
    assert "there is no part1.ipynb" in submission.review_reasons


# ---------------------------------------------------------------- what is in a notebook


@pytest.mark.parametrize(
    "added",
    ["import math", "import os.path as p", "from math import pi, e as E"],
)
def test_import_added_to_a_given_cell_gets_a_remark(folder, added):
    content = copy.deepcopy(PART1.content)
    content["cells"][0]["source"] += f"\n{added}"
    submission = hand_in(folder, part1=json.dumps(content))
    name = {"import math": "math", "import os.path as p": "p"}.get(added, "E, pi")
    assert f"({name})" in next(look for look in submission.review_reasons if "imports" in look)


def test_import_of_the_course_gets_no_remark(folder):
    content = copy.deepcopy(PART1.content)
    content["cells"][0]["source"] = "# mine\nimport numpy\nimport numpy as np\n"
    told = remarks(hand_in(folder, part1=json.dumps(content)))
    assert "(numpy)" in told
    content["cells"][0]["source"] = "# mine\nimport numpy as np\n"
    assert "imports" not in remarks(hand_in(folder, part1=json.dumps(content)))


ODD_CODE = {
    "null": "x = 1\0",
    "surrogate": "x = '\ud800'",
    "deep": "(" * 5000,
    "unary": "-" * 50_000 + "1",
    "escape": "x = '\\d\x1b[31m'",
    "long": "x = 1\n" * 100_000,
}


@pytest.mark.parametrize("code", ODD_CODE.values(), ids=ODD_CODE)
def test_odd_code_prints_nothing(folder, code, capfd):
    content = copy.deepcopy(PART1.content)
    content["cells"][1]["metadata"] = {}
    content["cells"].insert(1, cell(code))
    content["cells"][0]["source"] = code
    assert hand_in(folder, part1=json.dumps(content)).readable
    assert capfd.readouterr() == ("", "")


# ---------------------------------------------------------------- what earlier runs left


def put(value, at, new):
    for key in at[:-1]:
        value = value[key]
    value[at[-1]] = new


@pytest.mark.parametrize("student", ["x" * 251, "ü" * 126, "x" * 255, "ü" * 127])
def test_longest_id_has_a_result(tmp_path, student):
    (tmp_path / "nbgrader_config.py").touch()
    store = ResultStore(Course(tmp_path), "ps1")
    result = Result(student, "ps1", "needs review", ["odd"])
    with store.locked():
        assert store.obstacle(result, {"a.txt": ""}) == ""
        store.save(result, {"a.txt": ""})
    assert store.result(student) == result


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("autograded/s01", "autograded/s01 is a file, but must be a folder; move it away"),
        ("feedback", "feedback is a file, but must be a folder; move it away"),
        ("autograded/s01/ps1/w.ipynb/", "ps1/w.ipynb is a folder, but must be a file"),
        (
            "reports/.gradebox/results/ps1/s01.json/",
            "ps1/s01.json is a folder, but must be a file",
        ),
    ],
)
def test_obstacle_is_named(tmp_path, place, words):
    (tmp_path / "nbgrader_config.py").touch()
    store = ResultStore(Course(tmp_path), "ps1")
    path = tmp_path / place
    if place.endswith("/"):
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert words in store.obstacle(Result("s01", "ps1", "graded"), {"w.ipynb": "", "w.html": ""})


# ---------------------------------------------------------------- a whole class


LONG = "x" * 255
NAMED = "=cmd|'"  # a folder, whose file makes a formula


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A class graded twice: with things in the way, then with them gone and others damaged."""
    if not shutil.which("bwrap"):
        pytest.skip("bubblewrap (bwrap) is not installed")
    made = tmp_path_factory.mktemp("course")
    home = made / "home"
    home.mkdir()
    (made / "nbgrader_config.py").write_text("c = get_config()\n")
    for part in (PART1, PART2):
        write_notebook(made / f"source/a/{part.name}.ipynb", part.content)
    due = ["--duedate", "2020-01-01 00:00:00 UTC"]
    nbgrader(made, "db", "assignment", "add", "a", *due)

    def hand_in(student, **files):
        folder = made / "submitted" / student / "a"
        folder.mkdir(parents=True)
        for name, content in (files or WORK).items():
            (folder / f"{name}.ipynb").write_text(content)
        return folder

    for student in (
        "blocked",
        "blocked2",
        "damaged",
        "edited1",
        "edited2",
        "edited3",
        "good",
        LONG,
    ):
        hand_in(student)
    hand_in("...")
    hand_in("part2", part2=WORK["part2"])
    many = hand_in("many")
    for number in range(600):
        (many / f"a{number}").touch()
    unwritable = hand_in("unwritable")
    for name in WORK:
        (unwritable / f"{name}.ipynb").unlink()
    with zipfile.ZipFile(unwritable / "work.zip", "w") as packed:
        for name, content in WORK.items():
            packed.writestr(f"{name}.ipynb", content)
        for name in UNWRITABLE["a file that is a folder too"] + UNWRITABLE["a long name"]:
            packed.writestr(name, "x")
        for name in UNWRITABLE["many folders"]:
            packed.writestr(name, "x")
    formula = hand_in("formula", part2=WORK["part2"])
    (formula / NAMED).mkdir()
    (formula / NAMED / "c calc'!A1\x1b[31m.ipynb").write_text(WORK["part1"])
    imports = copy.deepcopy(PART1.content)
    imports["cells"][0]["source"] += "\nimport math"
    hand_in("imports", part1=json.dumps(imports), part2=WORK["part2"])
    results = made / "reports/.gradebox/results/a"
    (results / "blocked2.json").mkdir(parents=True)
    (made / "autograded").mkdir()
    (made / "autograded/blocked").touch()

    options = ["--timeout", "5", "--jobs", "2"]
    first = grade(made, "a", *options, home=home)
    rows, marks = table(made, "a"), grades(made, "a")

    (made / "autograded/blocked").unlink()
    (results / "blocked2.json").rmdir()
    damaged = made / "submitted/damaged/a"
    for file in damaged.iterdir():
        file.unlink()
    data, start = archive(compression=zipfile.ZIP_DEFLATED)
    (damaged / "work.zip").write_bytes(data[: start + 20] + b"\xff" * 40 + data[start + 60 :])
    for student, at, new in (
        ("edited1", ("notebooks", 0, "exercises", 0, "score"), "much"),
        ("edited2", ("reasons",), 5),
        ("edited3", ("came",), "not a time"),
    ):
        path = results / f"{student}.json"
        content = json.loads(path.read_text())
        put(content, at, new)
        path.write_text(json.dumps(content))
    hand_in("newcomer")
    second = grade(made, "a", *options, home=home)
    again = table(made, "a")
    return SimpleNamespace(
        root=made, first=first, rows=rows, marks=marks, second=second, again=again
    )


@pytest.mark.slow
def test_obstacle_costs_nobody_else(course):
    assert course.first.returncode == 1
    assert "Traceback" not in course.first.stderr
    assert "autograded/blocked is a file" in course.first.stderr
    assert course.rows["blocked"]["status"] == "failed"
    assert "blocked2.json is a folder" in course.rows["blocked2"]["reason"]
    assert course.rows["good"]["score"] == course.rows[LONG]["score"] == "6"
    assert "good" in course.marks
    assert not {"blocked", "blocked2"} & course.marks.keys(), "nothing was recorded"
    assert course.again["blocked"]["score"] == course.again["blocked2"]["score"] == "6"


@pytest.mark.slow
def test_damaged_archive_or_result_stops_no_class(course):
    assert course.second.returncode == 0, course.second.stderr
    assert course.again["damaged"]["status"] == "unreadable"
    assert "work.zip can't be unpacked" in course.again["damaged"]["reason"]
    assert course.again["newcomer"]["score"] == "6"
    for number in "123":
        assert course.again[f"edited{number}"]["score"] == "6"
    assert "7 to do" in course.second.stdout, "the unchanged are not graded twice"


@pytest.mark.slow
def test_lateness_is_reported_for_any_submission(course):
    for student, row in course.again.items():
        assert "late by" in row["reason"] or student == "...", row


@pytest.mark.slow
def test_class_gets_its_points(course):
    for student in ("many", "unwritable", "formula", "imports"):
        assert (course.again[student]["score"], course.again[student]["status"]) == (
            "6",
            "needs review",
        )
    assert course.again["part2"]["score"] == "3"
    assert "were ignored" in course.again["unwritable"]["reason"]
    assert "math" in course.again["imports"]["reason"]
    page = (course.root / "feedback/imports/a/part1.html").read_text()
    assert "imports that were added" in page, "the student is told, too"


@pytest.mark.slow
def test_messages_control_no_terminal_or_spreadsheet(course):
    reason = course.again["formula"]["reason"]
    assert reason.startswith("'=cmd|")
    for words in (reason, course.first.stdout, course.second.stdout, course.second.stderr):
        assert "\x1b" not in words


@pytest.mark.slow
def test_hidden_folder_is_named(course):
    assert course.again["..."]["status"] == "unreadable"
    assert "begins with a dot" in course.again["..."]["reason"]
