"""Whatever is in a folder, an archive, a name or a notebook ends in that student's status."""

import copy
import csv
import datetime
import io
import json
import os
import zipfile

import pytest
from classroom import cell, exercise, notebook

from lincourse.grading import intake, report, text
from lincourse.grading.course import Assignment, CourseNotebook
from lincourse.grading.results import Result


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
    return intake.take(folder, "student", assignment)


def said(submission):
    return "; ".join(submission.looks + submission.notes)


# ---------------------------------------------------------------- what a terminal and a table show


@pytest.mark.parametrize(
    "odd",
    ["\x1b[31m", "\x07", "\x9b", "\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\ud800", "\n"]
    + ["\r", "\t", "\x00", "\x85", "\u2028", "\u2029", "\U000e0041", "\x1c"],
)
def test_no_character_steers_what_shows_it(odd):
    shown = text.printable(f"a{odd}b")
    assert odd not in shown
    assert shown.isprintable()
    assert shown.startswith("a\\")


@pytest.mark.parametrize(
    "name",
    ["Zoë Ångström 学生", "نمی\u200cخواهم", "👩\u200d🔬", "10.41\u202fAM", "a\u00a0b", "a\\b"],
)
def test_names_that_people_write_stay_as_they_are(name):
    assert text.printable(name) == name


@pytest.mark.parametrize(
    "formula",
    ["=cmd|'/c calc'!A1", "+1", "-1+2", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1", "\u00a0=1"],
)
def test_no_cell_of_the_table_is_a_formula(formula):
    results = [Result(formula, "a", "look", [f"{formula}.ipynb was taken for a.ipynb"])]
    [row] = csv.DictReader(io.StringIO(report.table(results)))
    for words in (row["student"], row["reason"]):
        assert words.lstrip()[0] not in "=+-@＝", words
        assert words.isprintable() or "\u00a0" in words


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
def test_a_damaged_archive_is_that_students_alone(folder, method):
    data, start = archive(compression=method)
    damaged = data[: start + 20] + b"\xff" * 40 + data[start + 60 :]
    (folder / "work.zip").write_bytes(damaged)
    submission = take(folder)
    assert not submission.readable
    assert "part1.ipynb in work.zip can't be unpacked" in said(submission)
    assert submission.files == {"notes.txt": b"x" * 1000}, "the other member is whole"


@pytest.mark.parametrize("method", METHODS)
def test_an_archive_that_is_cut_off_anywhere(folder, method):
    data, _ = archive(compression=method)
    for end in range(0, len(data), 37):
        (folder / "work.zip").write_bytes(data[:end])
        submission = take(folder)
        assert not submission.readable
        assert said(submission)


def test_an_archive_with_a_password(folder):
    data, _ = archive()
    flags = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        flags[data.index(mark) + place] |= 1
    (folder / "work.zip").write_bytes(bytes(flags))
    assert "password" in said(take(folder))


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
def test_what_can_not_be_written_is_left_and_said(folder, members, tmp_path):
    zipped(folder, [*members, "good.csv"])
    submission = take(folder)
    assert submission.readable
    assert "good.csv" in submission.files
    assert "were left" in said(submission)
    together = {**submission.files, **ONE.files}  # as the student's process gets them
    for name, content in together.items():
        path = tmp_path / "work" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    assert sum(len(folders) for _, folders, _ in os.walk(tmp_path / "work")) <= 1000


def test_what_a_mac_packs_beside_the_work_is_left(folder):
    zipped(folder, ["__MACOSX/._part1.ipynb", "__MACOSX/.DS_Store"])
    submission = take(folder)
    assert submission.readable
    assert not said(submission)
    assert submission.files == {}


def test_an_empty_archive_is_said(folder):
    (folder / "work.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    assert "work.zip is empty" in said(take(folder))


# ---------------------------------------------------------------- when it came


def test_many_files_hide_neither_the_time_nor_the_notebook(folder):
    for number in range(intake.MOST_FILES + 100):
        (folder / f"a{number}.txt").touch()
    (folder / "part1.ipynb").write_text(WORK["part1"])
    (folder / "timestamp.txt").write_text("2020-01-01 00:00:00 UTC")
    submission = take(folder)
    age = datetime.datetime.now(datetime.UTC) - submission.came
    assert age < datetime.timedelta(minutes=5)
    assert submission.claimed == datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    assert submission.readable
    assert f"more than {intake.MOST_FILES} files" in said(submission)
    assert len(submission.files) < intake.MOST_FILES


@pytest.mark.parametrize(
    "kind", ["garbage", "too large", "a link", "a link to the folder", "a file", "a pipe", "a zip"]
)
def test_the_time_is_known_whatever_was_handed_in(folder, kind):
    file = folder / "part1.ipynb"
    if kind == "garbage":
        file.write_bytes(b"\xff\x00")
    elif kind == "too large":
        file.touch()
        os.truncate(file, intake.MOST_NOTEBOOK + 1)
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
    assert intake.received(folder, "student", ONE).came == submission.came


def test_the_main_process_does_not_parse(folder, monkeypatch):
    def forbidden(*_):
        raise AssertionError("parsed")

    data, _ = archive()
    (folder / "work.zip").write_bytes(data)
    for name in ("_unpacked", "_cells", "_match"):
        monkeypatch.setattr(intake, name, forbidden)
    received = intake.received(folder, "student", ONE)
    assert not received.looks
    monkeypatch.undo()
    assert take(folder).digest == received.digest


def test_links_without_number_fill_no_report(folder):
    for number in range(100):
        (folder / f"{number}.txt").symlink_to("/")
    (folder / "part1.ipynb").write_text(WORK["part1"])
    submission = take(folder)
    assert submission.readable
    assert len(submission.looks) <= intake.MOST_LOOKS + 1


@pytest.mark.parametrize("call", ["scandir", "lstat", "open"])
def test_what_may_not_be_read_is_said(folder, monkeypatch, call):
    """Also as root, who may read everything."""

    def refused(path, *arguments, **options):
        raise PermissionError(13, "Permission denied", path)

    (folder / "part1.ipynb").write_text(WORK["part1"])
    with monkeypatch.context() as closed:
        closed.setattr(intake.os, call, refused)
        submission = take(folder)
    assert "Permission denied" in said(submission)


def test_whatever_goes_wrong_ends_in_words(folder, monkeypatch):
    """Even what nobody has thought of."""
    (folder / "part1.ipynb").write_text(WORK["part1"])
    for name in ("_rebuild", "_match", "_digest", "_entries"):
        with monkeypatch.context() as broken:
            calls = iter([intake._digest])

            def fail(*arguments, calls=calls, name=name):
                first = next(calls, None) if name == "_digest" else None
                if first:
                    return first(*arguments)
                raise RecursionError

            broken.setattr(intake, name, fail)
            submission = take(folder)
        assert "can't be read (RecursionError)" in said(submission)
        assert not submission.parts or name == "_digest"


# ---------------------------------------------------------------- which file is which notebook


def hand_in(folder, **files):
    for name, content in files.items():
        (folder / f"{name}.ipynb").write_text(content)
    return take(folder, TWO)


@pytest.mark.parametrize("name", ["part2", "renamed"])
def test_a_missing_notebook_takes_no_others_file(folder, name):
    submission = hand_in(folder, **{name: WORK["part2"]})
    assert submission.answered.keys() == {"part2"}
    assert "there is no part1.ipynb" in submission.looks
    assert "for part1" not in said(submission)


def test_a_broken_notebook_takes_no_others_file(folder):
    submission = hand_in(folder, part1=WORK["part1"][:-40], part2=WORK["part2"])
    assert submission.parts.keys() == {"part2"}
    assert said(submission).count("cut off") == 1
    assert "part1.ipynb is cut off" in said(submission)


@pytest.mark.parametrize(
    "names",
    [{"part1": "part2", "part2": "part1"}, {"b": "part1", "a": "part2"}],
    ids=["swapped", "renamed"],
)
def test_files_are_told_by_what_is_in_them(folder, names):
    submission = hand_in(folder, **{name: WORK[part] for name, part in names.items()})
    for part, asked in (("part1", "f"), ("part2", "g")):
        assert f"def {asked}(x)" in "".join(p.source for p in submission.parts[part])
        assert "answer cells are missing" not in said(submission)
    assert said(submission).count("was taken for") == 2


def test_the_one_of_its_own_name_comes_before_a_copy(folder):
    less = copy.deepcopy(PART1.content)
    del less["cells"][2]
    submission = hand_in(folder, part1=json.dumps(less), a=WORK["part1"], part2=WORK["part2"])
    assert "a.ipynb is one notebook too many" in said(submission)
    assert "was taken for" not in said(submission)


def test_a_copy_of_one_is_not_taken_for_another(folder):
    submission = hand_in(folder, part2=WORK["part2"], copy=WORK["part2"])
    assert submission.parts.keys() == {"part2"}
    assert "there is no part1.ipynb" in submission.looks


# ---------------------------------------------------------------- what is in a notebook


@pytest.mark.parametrize(
    "added",
    ["import math", "import os.path as p", "from math import pi, e as E"],
)
def test_an_import_that_was_added_to_a_given_cell_is_told(folder, added):
    content = copy.deepcopy(PART1.content)
    content["cells"][0]["source"] += f"\n{added}"
    submission = hand_in(folder, part1=json.dumps(content))
    name = {"import math": "math", "import os.path as p": "p"}.get(added, "E, pi")
    assert f"({name})" in next(look for look in submission.looks if "imports" in look)


def test_the_courses_own_imports_are_not_told(folder):
    content = copy.deepcopy(PART1.content)
    content["cells"][0]["source"] = "# mine\nimport numpy\nimport numpy as np\n"
    told = said(hand_in(folder, part1=json.dumps(content)))
    assert "(numpy)" in told
    content["cells"][0]["source"] = "# mine\nimport numpy as np\n"
    assert "imports" not in said(hand_in(folder, part1=json.dumps(content)))


ODD_CODE = {
    "null": "x = 1\0",
    "surrogate": "x = '\ud800'",
    "deep": "(" * 5000,
    "unary": "-" * 50_000 + "1",
    "escape": "x = '\\d\x1b[31m'",
    "long": "x = 1\n" * 100_000,
}


@pytest.mark.parametrize("code", ODD_CODE.values(), ids=ODD_CODE)
def test_odd_code_is_read_in_silence(folder, code, capfd):
    content = copy.deepcopy(PART1.content)
    content["cells"][1]["metadata"] = {}
    content["cells"].append(cell(code))
    content["cells"][0]["source"] = code
    assert hand_in(folder, part1=json.dumps(content)).readable
    assert capfd.readouterr() == ("", "")
