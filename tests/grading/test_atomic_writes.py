"""Files of the grader are written atomically, and are on the disk before the old one is gone."""

import os
from pathlib import Path

import pytest
from gradebox.notebooks import write_atomically


def test_write_atomically_flushes_the_file_before_the_rename_and_the_folder_after(
    tmp_path, monkeypatch
):
    calls = []
    fsync, replace = os.fsync, os.replace

    def recorded_fsync(descriptor):
        path = os.readlink(f"/proc/self/fd/{descriptor}")
        content = None if os.path.isdir(path) else Path(path).read_bytes()
        calls.append(("fsync", os.path.dirname(path) if content else path, content))
        fsync(descriptor)

    def recorded_replace(source, target):
        calls.append(("replace", os.path.dirname(source), target.name))
        replace(source, target)

    monkeypatch.setattr(os, "fsync", recorded_fsync)
    monkeypatch.setattr(os, "replace", recorded_replace)
    write_atomically(tmp_path / "file.txt", b"new")
    here = str(tmp_path)
    assert calls == [
        ("fsync", here, b"new"),
        ("replace", here, "file.txt"),
        ("fsync", here, None),
    ]
    assert (tmp_path / "file.txt").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["file.txt"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_write_atomically_keeps_the_old_file_when_a_step_fails(tmp_path, monkeypatch, step):
    path = tmp_path / "file.txt"
    write_atomically(path, b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file.txt"]
