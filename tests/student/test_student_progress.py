"""`lincourse progress` and `lincourse pack`."""

import hashlib
import json
import os
import zipfile

import pytest

from lincourse.student import progress
from lincourse.student.course import CourseCopy

FLOOR = "def mean_of(numbers):\n    return sum(numbers) // len(numbers)\n"


def progress_json(lincourse, *arguments):
    run = lincourse("progress", "--json", *arguments)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    return {unit["name"]: unit for unit in found["units"]}, found["next"]


@pytest.mark.slow
class TestProgress:
    def test_nothing_is_started_in_a_fresh_course(self, lincourse):
        units, advice = progress_json(lincourse)
        assert [unit["source"] for unit in units.values()] == ["untouched", "untouched"]
        assert advice.startswith("Next: mean_of, in 00-welcome.")

    def test_progress_remembers_the_last_check_and_notices_changes(self, lincourse, welcome, right):
        welcome.answer(right | {"mean_of": FLOOR})
        lincourse("check", "00")
        units, advice = progress_json(lincourse)
        unit = units["00-welcome"]
        assert (unit["source"], unit["points"], unit["max_points"]) == ("record", 1, 2)
        assert [e["state"] for e in unit["exercises"]] == ["failed", "passed"]
        assert advice.startswith("Next: fix mean_of in 00-welcome.")
        welcome.answer(right)
        units, advice = progress_json(lincourse)
        assert units["00-welcome"]["source"] == "changed"
        assert "lincourse check 00" in advice

    def test_table_fits_into_eighty_columns(self, lincourse, welcome, right, monkeypatch):
        monkeypatch.setattr("lincourse.student.terminal.ago", lambda when: "59 minutes ago")
        welcome.answer(right)
        lincourse("check", "00")
        said = lincourse("progress").stdout
        assert "checked 59 minutes ago" in said
        assert "..." not in said.replace("." * 20, "")
        assert "\N{HORIZONTAL ELLIPSIS}" not in said

    def test_run_checks_every_started_notebook(self, lincourse, welcome, right):
        welcome.answer(right)
        units, advice = progress_json(lincourse, "--run")
        assert units["00-welcome"]["points"] == 2
        assert "in 04-perceptron" in advice

    def test_progress_uses_saved_outputs_without_a_check(self, lincourse, welcome, right):
        welcome.answer(right)
        units, _ = progress_json(lincourse)
        assert units["00-welcome"]["source"] == "outputs"
        assert {e["state"] for e in units["00-welcome"]["exercises"]} == {"unchecked"}
        welcome.run_all()
        units, _ = progress_json(lincourse)
        assert {e["state"] for e in units["00-welcome"]["exercises"]} == {"passed"}
        assert "saved, not checked" in lincourse("progress").stdout

    def test_damaged_progress_file_is_ignored(self, lincourse, course, welcome, right):
        welcome.answer(right)
        lincourse("check", "00")
        for content in ("", "[]", '{"units": 3}', '{"units": {"00-welcome": {"states": 1}}}'):
            (course / progress.PROGRESS_FILE).write_text(content)
            units, _ = progress_json(lincourse)
            assert units["00-welcome"]["source"] == "outputs"

    def test_missing_and_damaged_notebooks_are_reported(self, lincourse, perceptron, welcome):
        welcome.path.unlink()
        perceptron.path.write_text("{")
        run = lincourse("progress")
        assert run.returncode == 0
        assert "does not exist" in run.stdout
        assert "can't be read" in run.stdout

    def test_progress_file_is_ignored_by_git_and_written_atomically(
        self, lincourse, in_git, welcome, right, monkeypatch, caplog
    ):
        welcome.answer(right)
        lincourse("check", "00")
        assert (in_git / ".lincourse/.gitignore").read_text() == "*\n"
        record = in_git / progress.PROGRESS_FILE
        before = record.read_bytes()

        def broken(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", broken)
        from lincourse.student.check import check

        progress.save(CourseCopy(in_git), check(welcome.path))
        assert "No space left on device" in caplog.text
        assert record.read_bytes() == before
        assert sorted(p.name for p in record.parent.iterdir()) == [".gitignore", "progress.json"]

    def test_check_of_a_copy_is_not_saved(self, lincourse, course, welcome, right):
        welcome.answer(right)
        copy = course / "00-welcome.ipynb"
        copy.write_bytes(welcome.path.read_bytes())
        assert lincourse("check", "00-welcome.ipynb").returncode == 0
        assert not (course / progress.PROGRESS_FILE).exists()


class TestPack:
    def packed(self, course, unit="00-welcome"):
        return course / "handin" / f"{unit}.zip"

    def test_pack_includes_the_notebook_and_files_beside_it(
        self, lincourse, course, welcome, right
    ):
        welcome.answer(right)
        welcome.run_all()
        folder = welcome.path.parent
        (folder / "data.csv").write_text("1,2")
        for name in (".hidden", "old.ipynb", "x.bak", ".ipynb_checkpoints/00.ipynb"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text("{}")
        run = lincourse("pack", "00")
        assert run.returncode == 0, run.stderr
        assert "Made handin/00-welcome.zip" in run.stdout
        with zipfile.ZipFile(self.packed(course)) as archive:
            assert archive.namelist() == ["00-welcome.ipynb", "data.csv"]
            assert archive.read("00-welcome.ipynb") == welcome.path.read_bytes()

    def test_pack_includes_only_the_notebook_outside_its_folder(
        self, lincourse, course, welcome, tmp_path
    ):
        (tmp_path / "00-welcome (1).ipynb").write_bytes(welcome.path.read_bytes())
        (tmp_path / "diary.txt").write_text("private")
        assert lincourse("pack", "00-welcome (1).ipynb", cwd=tmp_path).returncode == 0
        with zipfile.ZipFile(self.packed(tmp_path)) as archive:
            assert archive.namelist() == ["00-welcome.ipynb"]

    def test_pack_is_reproducible(self, lincourse, course, welcome, tmp_path):
        digests = set()
        for name in ("a.zip", "b.zip"):
            os.utime(welcome.path, (1, len(digests)))
            lincourse("pack", "00", "--output", tmp_path / name)
            digests.add(hashlib.sha256((tmp_path / name).read_bytes()).hexdigest())
        assert len(digests) == 1

    def test_pack_warns_about_problems(self, lincourse, course, welcome):
        welcome.answer({"mean_of": FLOOR})
        run = lincourse("pack", "00")
        assert run.returncode == 0
        assert "No cell was run" in run.stdout

    def test_pack_corrects_the_name_of_the_notebook(self, lincourse, course, welcome):
        welcome.path.rename(welcome.path.with_name("00-welcome (2).ipynb"))
        assert lincourse("pack", "00").returncode == 0
        with zipfile.ZipFile(self.packed(course)) as archive:
            assert archive.namelist() == ["00-welcome.ipynb"]

    @pytest.mark.parametrize("what", ["link", "large", "many", "damaged"])
    def test_pack_refuses_files_that_can_not_be_submitted(self, lincourse, course, welcome, what):
        folder = welcome.path.parent
        if what == "link":
            (folder / "data.csv").symlink_to(course)
        elif what == "large":
            with (folder / "data.csv").open("wb") as file:
                file.truncate(50 * 2**20)
        elif what == "many":
            for number in range(101):
                (folder / f"{number}.csv").touch()
        else:
            welcome.path.write_text("{")
        run = lincourse("pack", "00")
        assert run.returncode == 2
        assert "Traceback" not in run.stderr
        assert run.stderr.startswith("lincourse: ")
        assert not self.packed(course).exists()
