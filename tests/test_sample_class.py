"""`lincourse sample-class`: the exports of an invented class are those that the platforms write."""

import io
import json
import zipfile

import platform_exports as exports
import pytest

from lincourse.instructor import sample_class
from lincourse.student import UserError

ROOT = exports.ROOT
UNIT = "04-perceptron"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples") / "new"
    sample_class.make(UNIT, folder, ROOT)
    return folder


def names(path):
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_exports_have_the_format_of_the_platforms(made):
    released, solved = sample_class._notebooks(UNIT, ROOT)
    work = sample_class._students(UNIT, released, solved)
    students = [
        exports.Student(name, sample_class._email(name), canvas=8801 + i, files=files)
        for i, (name, files) in enumerate(work.items())
    ]
    moodle = exports.MoodleAssignment(students)
    assert (made / "moodle/Grades.csv").read_bytes() == moodle.worksheet()
    wanted = zipfile.ZipFile(io.BytesIO(moodle.archive())).namelist()
    assert names(made / "moodle/submissions.zip") == wanted
    wanted = zipfile.ZipFile(io.BytesIO(exports.canvas_archive(students))).namelist()
    assert names(made / "canvas/submissions.zip") == wanted
    table = exports.canvas_gradebook(students, "Unit 04 Perceptron (70011)").decode()
    shown = [row.split(",Unit")[0] for row in table.splitlines()]
    mine = (made / "canvas/Gradebook.csv").read_text(encoding="utf-8").splitlines()
    assert len(mine) == len(shown) == 14
    assert mine[0].startswith(shown[0])


def test_class_is_the_same_each_time(made, tmp_path):
    for path in sample_class.make(UNIT, tmp_path / "again", ROOT):
        first = made / path.relative_to(tmp_path / "again")
        assert path.read_bytes() == first.read_bytes()


def test_mistakes_are_known_ones_and_answers_have_no_marks_of_solutions(made):
    with zipfile.ZipFile(made / "moodle/submissions.zip") as archive:
        read = {n.split("_")[0]: json.loads(archive.read(n)) for n in archive.namelist()[:7]}
    text = {
        who: "\n".join("".join(cell["source"]) for cell in notebook["cells"])
        for who, notebook in read.items()
    }
    assert "BEGIN SOLUTION" not in "".join(text.values())
    assert "return 1 / (n + 1)" in text["Daniel Novák"]
    assert "return 1 / (n + 1)" not in text["Ada Okafor"]


def test_existing_folder_unknown_unit_and_missing_solutions_are_refused(tmp_path, monkeypatch):
    (tmp_path / "mine").write_text("")
    with pytest.raises(UserError, match="already exists"):
        sample_class.make(UNIT, tmp_path, ROOT)
    assert sample_class.unit_named("4", ROOT) == UNIT
    with pytest.raises(UserError, match="no unit '44': the units are 00-welcome"):
        sample_class.unit_named("44", ROOT)
    for nowhere in (tmp_path, None):
        monkeypatch.setattr(sample_class, "assignments", lambda nowhere=nowhere: nowhere)
        with pytest.raises(UserError, match="no solutions found. Run this in a course folder"):
            sample_class.unit_named("04", tmp_path)
