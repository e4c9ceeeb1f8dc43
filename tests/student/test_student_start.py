"""`lincourse start`: a course folder from the installed package, and updates that keep work."""

import json
import shutil
from pathlib import Path

import pytest

from lincourse.student import UserError, start
from lincourse.student.course import CourseCopy
from lincourse.student.doctor import released_notebook

UNIT = "exercises/00-welcome/00-welcome.ipynb"
LECTURE = "lectures/00-welcome.ipynb"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed package with one lecture and two exercises."""
    root = tmp_path / "package"
    for name in (LECTURE, UNIT, "exercises/04-perceptron/04-perceptron.ipynb", "LICENSE-text"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(start.CLONE, name), root / name)
    (root / "exercises/.ipynb_checkpoints").mkdir()
    (root / "exercises/.ipynb_checkpoints/x.ipynb").write_text("{}")
    monkeypatch.setattr(start, "PACKAGED", root)
    return root


@pytest.fixture
def folder(package, tmp_path):
    start.make(tmp_path / "mine")
    return tmp_path / "mine"


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_folder_has_the_files_of_the_package_and_no_others(package, folder):
    expected = files(package) - {"exercises/.ipynb_checkpoints/x.ipynb"}
    assert files(folder) == expected | {start.MANIFEST}
    assert (folder / UNIT).read_bytes() == (package / UNIT).read_bytes()
    assert start.version_of(folder) == start.lincourse.__version__


def test_existing_folder_is_not_touched(package, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/diary.txt").write_text("dear diary")
    with pytest.raises(UserError, match="exists and is not a course folder"):
        start.make(tmp_path / "mine")
    assert files(tmp_path / "mine") == {"diary.txt"}


def test_folder_that_cannot_be_written_is_named(package, tmp_path, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(start.shutil, "copyfile", full)
    with pytest.raises(UserError, match="mine can't be made: No space left on device. Pass"):
        start.make(tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


def test_update_replaces_untouched_files_and_keeps_changed_ones(package, folder):
    (folder / UNIT).write_text("my answers")
    (folder / "exercises/00-welcome/data.csv").write_text("1,2")
    (folder / "exercises/04-perceptron/04-perceptron.ipynb").unlink()
    for name in (LECTURE, UNIT):
        (package / name).write_text(f"new {name}")
    (package / "lectures/01-new.ipynb").write_text("a new lecture")

    done = start.update(folder)

    assert done.replaced == [LECTURE]
    assert done.kept == [UNIT]
    assert done.added == ["exercises/04-perceptron/04-perceptron.ipynb", "lectures/01-new.ipynb"]
    assert (folder / LECTURE).read_text() == f"new {LECTURE}"
    assert (folder / UNIT).read_text() == "my answers"
    assert (folder / "exercises/00-welcome/data.csv").read_text() == "1,2"
    beside = folder / start.UPDATES / start.lincourse.__version__ / UNIT
    assert beside.read_text() == f"new {UNIT}"
    assert start.update(folder) == start.Update()


def test_changed_file_is_kept_by_every_later_update(package, folder, monkeypatch):
    (folder / UNIT).write_text("my answers")
    for version in ("3.1.0", "3.2.0"):
        monkeypatch.setattr(start.lincourse, "__version__", version)
        (package / UNIT).write_text(version)
        assert start.update(folder).kept == [UNIT]
        assert (folder / UNIT).read_text() == "my answers"
    assert start.version_of(folder) == "3.2.0"


def test_own_file_under_the_name_of_a_new_one_is_kept(package, folder):
    (folder / "lectures/01-new.ipynb").write_text("mine")
    for text in ("new", "newer"):
        (package / "lectures/01-new.ipynb").write_text(text)
        assert start.update(folder).kept == ["lectures/01-new.ipynb"]
        assert (folder / "lectures/01-new.ipynb").read_text() == "mine"


def test_update_continues_after_an_interruption(package, folder, monkeypatch):
    (package / LECTURE).write_text("new lecture")
    (package / UNIT).write_text("new exercise")
    copy = start._copy

    def interrupted(source, target):
        copy(source, target)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(start, "_copy", interrupted)
        with pytest.raises(KeyboardInterrupt):
            start.update(folder)
    assert len(start.update(folder).replaced) == 1
    assert {(folder / name).read_text() for name in (LECTURE, UNIT)} == {
        "new lecture",
        "new exercise",
    }


def test_folder_of_another_origin_is_not_updated(package, tmp_path):
    (tmp_path / "clone").mkdir()
    with pytest.raises(UserError, match="not made by lincourse start"):
        start.update(tmp_path / "clone")


def test_doctor_compares_with_the_package_if_there_is_no_git(package, folder, course):
    found = released_notebook(CourseCopy(folder), "00-welcome")
    assert found.path == folder / UNIT
    assert released_notebook(CourseCopy(course), "00-welcome") is None


def test_command_makes_updates_and_opens_the_folder(package, lincourse, tmp_path, monkeypatch):
    from lincourse.student import lab

    opened = []
    monkeypatch.setattr(lab, "start", lambda root, extra: opened.append(root) or 0)
    run = lincourse("start", cwd=tmp_path)
    assert run.stdout.startswith("Made lincourse, version ")
    mine = tmp_path / "lincourse"
    inside = mine / "lectures"
    (package / LECTURE).write_text("new lecture")
    manifest = json.loads((mine / start.MANIFEST).read_text())
    (mine / start.MANIFEST).write_text(json.dumps(manifest | {"version": "2.0.0"}))
    assert "--update\n" in lincourse("start", cwd=inside).stdout
    assert f'--update "{mine}"' in lincourse("start", str(mine), "--no-lab").stdout
    (mine / UNIT).write_text((mine / UNIT).read_text() + "\n")
    (package / UNIT).write_text("new")
    said = lincourse("start", "--update", "--no-lab", cwd=inside).stdout
    assert "Files added: 0, replaced: 1." in said
    assert f"You changed {UNIT}" in said
    assert opened == [mine, mine]
