"""Cells as plain JSON, also those that somebody else wrote, and atomic writes."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from lincourse.notebooks import grade_id, nbgrader_metadata, source, write_atomically


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ({"source": "a\nb"}, "a\nb"),
        ({"source": ["a\n", "b"]}, "a\nb"),
        ({"source": []}, ""),
        ({"source": None}, ""),
        ({}, ""),
    ],
)
def test_source_may_be_a_string_or_a_list_of_lines(cell, text):
    assert source(cell) == text


@pytest.mark.parametrize(
    "cell",
    [
        {},
        {"metadata": None},
        {"metadata": []},
        {"metadata": {"nbgrader": "x"}},
        {"metadata": {"nbgrader": None}},
    ],
)
def test_cell_without_nbgrader_metadata(cell):
    assert nbgrader_metadata(cell) == {}
    assert grade_id(cell) == ""


def test_grade_id_must_be_text():
    cell = {"metadata": {"nbgrader": {"grade_id": ["f"], "points": 2}}}
    assert nbgrader_metadata(cell)["points"] == 2
    assert grade_id(cell) == ""
    cell["metadata"]["nbgrader"]["grade_id"] = "f"
    assert grade_id(cell) == "f"


def test_write_atomically_replaces_the_file_and_leaves_no_temporary_file(tmp_path):
    path = tmp_path / "new" / "file.txt"
    write_atomically(path, b"old")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == ["file.txt"]
    (tmp_path / "plain").write_bytes(b"")
    modes = [stat.S_IMODE(file.stat().st_mode) for file in (path, tmp_path / "plain")]
    assert modes[0] == modes[1], "others may read it as they may read any file"


def test_failed_write_keeps_the_old_file_and_is_named(tmp_path, monkeypatch):
    path = tmp_path / "file.txt"
    write_atomically(path, b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match=r"No space .*file.txt"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file.txt"]


def test_content_is_flushed_to_disk_before_the_file_is_replaced(tmp_path, monkeypatch):
    calls = []
    real_fsync, real_replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda fd: (calls.append("fsync"), real_fsync(fd)))
    monkeypatch.setattr(os, "replace", lambda *a: (calls.append("replace"), real_replace(*a)))
    write_atomically(tmp_path / "file.txt", b"new")
    assert calls == ["fsync", "replace"]


def test_threads_can_write_into_the_same_folder(tmp_path):
    paths = [tmp_path / f"{number}.txt" for number in range(50)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda path: write_atomically(path, path.name.encode()), paths))
    assert all(path.read_text() == path.name for path in paths)
