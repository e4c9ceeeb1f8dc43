"""A platform that gradebox doesn't know is one new file: collect and return go through it."""

import importlib
import json
import sys
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from gradebox.course.model import Course, CourseError
from gradebox.course.scaffold import new_course
from gradebox.intake.record import Record
from gradebox.platforms import adapters, registry
from gradebox.platforms.collect import collect
from gradebox.platforms.return_marks import return_marks
from platform_exports import UNIT, grade_as, read_rows, solution, table, write_files, zipped

FOLDER = Path(__file__).parent / "third_platform"
LIST = table([["Login", "Pupil", "Points"], ["ana1", "Ana Diaz", ""], ["ben1", "Ben Ek", ""]])
NOTEBOOK = f"{UNIT}.ipynb"


@pytest.fixture(autouse=True, params=["file in adapters", "entry point"])
def school(request, monkeypatch):
    if request.param == "file in adapters":
        monkeypatch.setattr(adapters, "__path__", [*adapters.__path__, str(FOLDER)])
    else:
        monkeypatch.syspath_prepend(str(FOLDER))
        point = EntryPoint("school", "school:PLATFORM", registry.ENTRY_POINTS)
        monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry.platforms.cache_clear()
    yield
    registry.platforms.cache_clear()
    for name in ("school", f"{adapters.__name__}.school"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


@pytest.fixture
def collected(tmp_path, monkeypatch):
    folder = tmp_path / "mycourse"
    new_course(folder, "lin26", copy=False, clone=None)
    monkeypatch.chdir(folder)
    work = zipped({f"pupil-{login}/{NOTEBOOK}": solution() for login in ("ana1", "ben1")})
    paths = write_files(tmp_path, work_zip=work, class_csv=LIST)
    assert collect(folder, [UNIT, *paths]) == 0
    return folder


def test_third_platform_collects_and_returns(collected, capsys):
    entries = Record.read(Course(collected), UNIT).entries
    assert {student: entry.platform for student, entry in entries.items()} == {
        "ana1": "school",
        "ben1": "school",
    }
    grade_as(collected, {"ana1": (1, 1), "ben1": (0, 1)})
    return_marks(collected, [UNIT])
    returned = collected / "returned" / UNIT
    assert [row["Points"] for row in read_rows(returned / "class.csv")] == ["20.0", "10.0"]
    with zipfile.ZipFile(returned / "school-feedback.zip") as archive:
        assert archive.namelist() == ["pupil-ana1.html", "pupil-ben1.html"]
    assert not (returned / "marks.csv").exists()
    assert "2 marks out of 20 (here 2). In School: Import points" in capsys.readouterr().out


def test_newer_list_replaces_only_a_list_of_the_same_people(collected, tmp_path):
    """Which people are on it, only the third platform can tell."""
    other = table([["Login", "Pupil", "Points"], ["cyd1", "Cyd Fox", ""]])
    for path in write_files(tmp_path, other_csv=other, later_csv=LIST):
        collect(collected, [UNIT, path])
    assert Record.read(Course(collected), UNIT).lists == {"school": ["other.csv", "later.csv"]}


def test_unknown_list_names_every_known_format(collected, tmp_path):
    [path] = write_files(tmp_path, odd_csv=table([["Colour", "Shape"], ["red", "round"]]))
    with pytest.raises(CourseError, match=r"odd.csv is not a known list.*Colour, Shape") as error:
        collect(collected, [UNIT, path])
    assert "School: the zip of all work and the class list" in str(error.value)


def test_return_explains_when_the_platform_is_not_installed(collected, monkeypatch):
    path = collected / "collected" / f"{UNIT}.json"
    data = json.loads(path.read_text())
    data["entries"]["ana1"]["platform"] = "gone"
    path.write_text(json.dumps(data))
    grade_as(collected, {"ana1": (1, 1)})
    with pytest.raises(CourseError, match="collected from 'gone', a platform that isn't installed"):
        return_marks(collected, [UNIT])
