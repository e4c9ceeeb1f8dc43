"""A submission is read as data: answers and extra cells, and nothing else of the student's."""

import copy
import datetime
import io
import json
import os
import socket
import zipfile

import pytest
from classroom import cell, exercise, notebook
from gradebox import limits
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.intake import reader
from nbgrader.utils import parse_utc

CONTENT = notebook(
    [
        cell("# Title", "markdown"),
        cell("import numpy as np", grade_id="imports", locked=True),
        *exercise("one", 1, "def one():\n    return 1", "assert one() == 1"),
        cell("one()"),
        *exercise("two", 2, "two = 2", "assert two == 2"),
        cell("Why?", "markdown", grade_id="why", grade=True, solution=True, points=3),
    ]
)
RELEASE = copy.deepcopy(CONTENT)
RELEASE["cells"][2]["source"] = "def one():\n    raise NotImplementedError"
RELEASE["cells"][5]["source"] = "two = None"
SOLVED = copy.deepcopy(CONTENT)
SOLVED["cells"][7]["source"] = "Because."
for _number, _cell in enumerate(CONTENT["cells"]):
    _cell["id"] = f"cell-{_number}"
BOOK = CourseNotebook.parse("work", CONTENT, RELEASE)
ASSIGNMENT = Assignment("a", [BOOK], {"data.csv": b"1,2"})


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "submitted" / "student" / "a"
    path.mkdir(parents=True)
    return path


@pytest.fixture
def take(folder):
    def read(content=None, name="work.ipynb"):
        if content is not None:
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            (folder / name).write_bytes(data)
        return reader.read(folder, "student", ASSIGNMENT)

    return read


def texts(submission):
    return [part.source for part in submission.parts["work"]]


def changed(change):
    content = copy.deepcopy(SOLVED)
    change(content["cells"])
    return content


def test_clean_submission_is_read(take):
    submission = take(SOLVED)
    assert texts(submission) == [c["source"] for c in SOLVED["cells"]]
    assert submission.answered["work"] == ["one", "two", "why"]
    assert not submission.review_reasons
    assert not submission.notes
    assert submission.readable


def test_released_notebook_has_no_answers(take):
    assert take(RELEASE).answered["work"] == []


def test_changed_test_and_given_cells_are_restored(take):
    def change(cells):
        cells[1]["source"] = "np = None"
        cells[3]["source"] = "pass"

    submission = take(changed(change))
    assert texts(submission)[1] == "import numpy as np"
    assert texts(submission)[3] == "assert one() == 1"
    assert "test_one" in " ".join(submission.review_reasons)


def test_extra_cells_stay_in_place(take):
    def change(cells):
        cells.insert(3, cell("extra = 1"))
        cells.insert(0, cell("first = 1"))

    assert [t for t in texts(take(changed(change))) if t in ("first = 1", "extra = 1")] == [
        "first = 1",
        "extra = 1",
    ]
    place = texts(take(changed(change))).index
    assert place("first = 1") == 0
    assert place("def one():\n    return 1") + 1 == place("extra = 1")


@pytest.mark.parametrize(
    ("copy_text", "runs"),
    [
        ("def one():\n    return 1", 0),
        (RELEASE["cells"][2]["source"], 0),
        ("def one():\n    return 7", 1),
    ],
)
def test_copied_cell_runs_if_it_differs(take, copy_text, runs):
    def change(cells):
        cells.insert(3, {**copy.deepcopy(cells[2]), "source": copy_text})

    submission = take(changed(change))
    assert texts(submission).count("def one():\n    return 1") == 1
    assert texts(submission).count("def one():\n    return 7") == runs
    assert "more than once" in " ".join(submission.notes)


def test_solved_copy_of_a_cell_counts(take):
    def change(cells):
        cells.insert(2, copy.deepcopy(RELEASE["cells"][2]))

    assert "def one():\n    return 1" in texts(take(changed(change)))
    assert RELEASE["cells"][2]["source"] not in texts(take(changed(change)))


def test_answer_is_found_without_metadata(take):
    def strip(cells):
        for each in cells:
            each["metadata"] = {}
            each.pop("id", None)

    submission = take(changed(strip))
    assert texts(submission)[2] == "def one():\n    return 1"
    assert texts(submission)[5] == "two = 2"


def test_renamed_grade_id_is_found_by_cell_id(take):
    def rename(cells):
        for number, each in enumerate(cells):
            each["id"] = f"cell-{number}"
        cells[2]["metadata"]["nbgrader"]["grade_id"] = "other"

    assert texts(take(changed(rename)))[2] == "def one():\n    return 1"


def test_moved_cells_are_put_back(take):
    submission = take(changed(lambda cells: cells.reverse()))
    assert texts(submission) == [c["source"] for c in SOLVED["cells"]]


def test_missing_answer_is_empty_with_a_remark(take):
    submission = take(changed(lambda cells: cells.pop(2)))
    assert texts(submission)[2] == ""
    assert "answer cells are missing (one)" in submission.review_reasons


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"garbage", "not a notebook"),
        (json.dumps(SOLVED).encode()[:-50], "cut off"),
        (b"<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n", "merge conflict"),
        (b"[" * 100_000, "not a notebook"),
        (b"[1]", "not a notebook"),
        (b'{"nbformat": 4}', "no cells"),
        (b'{"nbformat": 4, "cells": null}', "no cells"),
        (b"\x00\x01\x02", "not a notebook"),
    ],
)
def test_invalid_notebook_gets_a_remark(take, data, words):
    submission = take(data)
    assert not submission.readable
    assert words in " ".join(submission.review_reasons)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_other_encodings_are_read(take, encoding):
    assert take(json.dumps(SOLVED).encode(encoding)).readable


def test_future_format_is_read_with_a_remark(take):
    submission = take({**SOLVED, "nbformat": 99})
    assert submission.answered["work"] == ["one", "two", "why"]
    assert "99" in " ".join(submission.review_reasons)


def test_malformed_cells_are_left_out(take):
    odd = [None, 3, {"cell_type": "x"}, {"cell_type": "code", "source": 5}, {"source": []}]
    submission = take({**SOLVED, "cells": [*odd, *SOLVED["cells"]]})
    assert submission.answered["work"] == ["one", "two", "why"]
    assert "5 cells" in " ".join(submission.review_reasons)


def test_renamed_notebook_is_found(take):
    submission = take(SOLVED, "work (1).ipynb")
    assert submission.answered["work"] == ["one", "two", "why"]
    assert "work (1).ipynb was read" in " ".join(submission.notes)
    assert not submission.review_reasons, "as clear as it can be"
    submission = take(SOLVED, "mine.ipynb")
    assert "mine.ipynb was read" in " ".join(submission.review_reasons)


def test_extra_notebook_is_ignored(take):
    take(RELEASE, "Copy of work.ipynb")
    submission = take(SOLVED)
    assert submission.answered["work"] == ["one", "two", "why"]
    assert "extra notebook" in " ".join(submission.notes)


def test_empty_folder_gives_no_submission(take, folder):
    assert take() is None
    assert reader.read(folder / "other", "student", ASSIGNMENT) is None


def test_links_are_not_followed(take, folder, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (folder / "link.txt").symlink_to(secret)
    (folder / "loop").symlink_to(folder)
    submission = take(SOLVED)
    assert submission.files == {}
    assert len([look for look in submission.review_reasons if "link" in look]) == 2


def test_linked_notebook_or_folder_is_not_read(take, folder, tmp_path):
    other = tmp_path / "solved.ipynb"
    other.write_text(json.dumps(SOLVED))
    (folder / "work.ipynb").symlink_to(other)
    assert not take().readable
    away = folder.parent.with_name("away")
    away.symlink_to(folder.parent)
    assert "link" in reader.read(away / "a", "away", ASSIGNMENT).review_reasons[0]


def test_special_files_are_not_opened(take, folder):
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as door:
        here = os.getcwd()
        os.chdir(folder)
        try:
            door.bind("door")
        finally:
            os.chdir(here)
        submission = take(SOLVED)
    assert submission.readable
    assert len([look for look in submission.review_reasons if "ordinary" in look]) == 2


def test_files_beside_the_notebook_are_kept_up_to_a_size(take, folder):
    (folder / "helpers.py").write_text("x = 1")
    with open(folder / "large.bin", "wb") as file:
        file.truncate(limits.MAX_FILE_BYTES + 1)
    submission = take(SOLVED)
    assert submission.files == {"helpers.py": b"x = 1"}
    assert "large.bin is too large" in " ".join(submission.review_reasons)


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        ("2020-01-02 03:04:05.123456 UTC", datetime.datetime(2020, 1, 2, 3, 4, 5, 123456)),
        ("2020-01-02 03:04:05 UTC", datetime.datetime(2020, 1, 2, 3, 4, 5)),
        ("2020-01-02T03:04:05+02:00", datetime.datetime(2020, 1, 2, 1, 4, 5)),
        ("2020-01-02 03:04:05", datetime.datetime(2020, 1, 2, 3, 4, 5)),
        ("2020-01-02 03:04:05.5 CET", datetime.datetime(2020, 1, 2, 2, 4, 5, 500000)),
        ("2020-07-02 03:04:05 Europe/Berlin", datetime.datetime(2020, 7, 2, 1, 4, 5)),
        ("nonsense", None),
        ("", None),
        ("2020-01-02 03:04:05 ../../etc/passwd", None),
        ("2020-01-02 03:04:05 Nowhere", None),
        ("0001-01-01 00:00:00 Asia/Tokyo", None),
        ("2999-01-01 00:00:00 UTC", None),
    ],
)
def test_timestamp_is_a_claim(take, folder, text, claimed):
    (folder / "timestamp.txt").write_text(text)
    submission = take(SOLVED)
    assert submission.claimed == (claimed and claimed.replace(tzinfo=datetime.UTC))
    if claimed:  # nbgrader reads the same
        assert parse_utc(text) == claimed
    now = datetime.datetime.now(datetime.UTC)
    assert abs((now - submission.came).total_seconds()) < 60
    assert "timestamp.txt" not in submission.files


def test_digest_changes_with_any_file(take, folder):
    first = take(SOLVED).digest
    assert take(SOLVED).digest == first
    assert take(RELEASE).digest != first
    take(SOLVED)
    (folder / "helpers.py").write_text("x = 1")
    assert take().digest != first


def test_file_name_may_be_any_bytes(take, folder):
    os.makedirs(os.fsencode(folder) + b"/sub\xff")
    with open(os.fsencode(folder) + b"/sub\xff/\xfe.py", "w") as file:
        file.write("x = 1")
    assert take(SOLVED).readable


@pytest.mark.parametrize("inside", ["", "my work/"])
def test_archive_is_unpacked(take, folder, inside):
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr(f"{inside}work.ipynb", json.dumps(SOLVED))
        archive.writestr(f"{inside}helpers.py", "x = 1")
        archive.writestr(f"{inside}../../evil.py", "x = 1")
    submission = take()
    assert submission.answered["work"] == ["one", "two", "why"]
    assert submission.files == {"helpers.py": b"x = 1"}


def test_archive_bomb_or_broken_archive_gets_a_remark(take, folder):
    with zipfile.ZipFile(folder / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("work.ipynb", b"0" * (limits.MAX_FILE_BYTES + 1))
    assert "too large" in " ".join(take().review_reasons)
    (folder / "a.zip").write_bytes(b"PK not an archive")
    submission = take()
    assert "can't be unpacked" in " ".join(submission.review_reasons)
    assert not submission.readable


HALF = copy.deepcopy(SOLVED)
HALF["cells"][5]["source"] = "two = 3"


def zipped(content):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("work.ipynb", json.dumps(content))
    return buffer.getvalue()


def test_archive_that_comes_with_the_release_is_not_theirs(take, folder):
    archive = zipped(SOLVED)
    (folder / "data.zip").write_bytes(archive)
    (folder / "work.ipynb").write_text(json.dumps(RELEASE))
    submission = reader.read(folder, "student", Assignment("a", [BOOK], {"data.zip": archive}))
    assert submission.answered["work"] == []
    assert not submission.review_reasons


@pytest.mark.parametrize("name", ["work (1).ipynb", "work.zip"])
def test_two_different_uploads_need_review(take, folder, name):
    other = zipped(SOLVED) if name.endswith(".zip") else json.dumps(SOLVED).encode()
    (folder / name).write_bytes(other)
    submission = take(HALF)
    assert texts(submission)[5] == "two = 3", "the one of the right name is graded"
    [words] = submission.review_reasons
    assert words.startswith("work.ipynb was chosen, but work")
    assert words.endswith("has other answers: which one should count?")


@pytest.mark.parametrize("name", ["work (1).ipynb", "work.zip"])
def test_two_equal_uploads_need_no_review(take, folder, name):
    (folder / name).write_bytes(zipped(SOLVED) if "zip" in name else json.dumps(SOLVED).encode())
    submission = take(SOLVED)
    assert not submission.review_reasons
    assert "the same answers as work.ipynb" in submission.notes[0]


def test_upload_with_answers_is_graded(take, folder):
    (folder / "work (1).ipynb").write_text(json.dumps(SOLVED))
    submission = take(RELEASE)
    assert texts(submission)[5] == "two = 2"
    assert "work.ipynb is unchanged from the release; work (1).ipynb was chosen" in submission.notes


def test_file_submitted_instead_of_a_notebook_is_named(take, folder):
    (folder / "essay.pdf").write_bytes(b"%PDF-1.4")
    submission = take()
    assert not submission.readable
    assert "there is no work.ipynb" in submission.review_reasons
    assert "submitted instead: essay.pdf" in submission.notes
