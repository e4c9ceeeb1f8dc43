"""The demo class: what its students hand in is what it says it is, and the same every time."""

import json
import shutil
from pathlib import Path
from random import Random

import demo_class as demo
import numpy as np
import pytest

from lincourse.checks import CheckFailed, check, check_quiz, check_tests
from lincourse.checks.units import CHECKS, QUIZZES

ROOT = Path(__file__).resolve().parents[1]
UNITS = sorted(path.name for path in (ROOT / "exercises").iterdir() if path.is_dir())
MODEL = "04-perceptron"


def stubs_of(unit):
    """What an exercise asks for: grade_id -> the text of its cell."""
    released = json.loads((ROOT / "exercises" / unit / f"{unit}.ipynb").read_text("utf-8"))
    return {
        name: demo.text(cell)
        for name, cell in demo.by_grade_id(released).items()
        if demo.settings(cell)["solution"]
    }


RELEASED = json.loads((ROOT / "exercises" / MODEL / f"{MODEL}.ipynb").read_text("utf-8"))
STUBS = stubs_of(MODEL)


def mark(name, text):
    """Run an answer and its test cell."""
    names = {"np": np}
    exec(text, names)
    if name.startswith("quiz_"):
        quiz = name.removeprefix("quiz_")
        check_quiz(quiz, names[QUIZZES[quiz].variable])
    elif name.startswith("tests_"):
        tested = name.removeprefix("tests_")
        check_tests(tested, names[f"try_{tested}"])
    else:
        check(names[name])


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("unit", UNITS)
def test_every_function_and_quiz_has_answers_to_draw_from(unit):
    for name, stub in stubs_of(unit).items():
        if name in CHECKS:
            assert demo.right_answers(name, stub), name
        if name in CHECKS or name.removeprefix("quiz_") in QUIZZES:
            assert demo.wrong_answers(name, stub), name


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:is that right")
@pytest.mark.parametrize("name", STUBS)
def test_answers_are_right_or_wrong_as_they_say(name, capsys):
    stub = STUBS[name]
    for text in demo.right_answers(name, stub):
        assert text.startswith(stub[: stub.index(demo.STUB)].rstrip())
        for seed in range(4):
            mark(name, demo.noisy(text, Random(seed)))
    for text in demo.wrong_answers(name, stub):
        with pytest.raises(CheckFailed):
            mark(name, text)


def test_seed_determines_the_students_whatever_the_class_size(tmp_path):
    demo.make_class(tmp_path / "five", 5, seed=3)
    demo.make_class(tmp_path / "again", 5, seed=3)
    demo.make_class(tmp_path / "nine", 9, seed=3)
    demo.make_class(tmp_path / "other", 5, seed=4)
    five, nine = files(tmp_path / "five"), files(tmp_path / "nine")
    assert five == files(tmp_path / "again")
    assert five.items() <= nine.items()
    assert len([path for path in nine if path.startswith("submitted/")]) == 9
    assert five != files(tmp_path / "other")


def test_notebooks_are_valid_and_differ_only_in_answers_and_added_cells(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    demo.make_class(tmp_path, 20)
    given = {cell["id"]: cell for cell in RELEASED["cells"]}
    for path in (tmp_path / "submitted").glob(f"*/{MODEL}/{MODEL}.ipynb"):
        nbformat.validate(nbformat.read(path, as_version=4))
        cells = json.loads(path.read_text("utf-8"))["cells"]
        assert [cell["id"] for cell in cells if cell["id"] in given] == list(given)
        for cell in cells:
            if cell["id"] in given and not demo.settings(cell).get("solution"):
                assert demo.text(cell) == demo.text(given[cell["id"]])
                assert cell["metadata"] == given[cell["id"]]["metadata"]


@pytest.mark.slow
@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_works_as_demo(unit, tmp_path):
    demo.make_class(tmp_path, 12, unit)
    handed_in = {path.read_text("utf-8") for path in (tmp_path / "submitted").rglob("*.ipynb")}
    assert len(handed_in) >= 10


@pytest.mark.slow
def test_broken_submissions_are_those_that_classes_hand_in(tmp_path):
    calm, rough = tmp_path / "calm", tmp_path / "rough"
    demo.make_class(calm, 8)
    demo.make_class(rough, 8, trouble=True)
    before, after = files(calm / "submitted"), files(rough / "submitted")
    changed = [path for path in before if before[path] != after.get(path)]
    assert len(changed) == len(demo.TROUBLES) + 1
    assert f"student-008/{MODEL}/{MODEL}.ipynb" not in after
    assert next(path for path in after if path not in before).endswith("(1).ipynb")
    broken = [path for path in after if not is_json(after[path])]
    assert len(broken) == 1
    assert b"while True" in b"".join(after.values())
    shutil.rmtree(rough / "submitted")
    gradebook = pytest.importorskip("nbgrader.api").Gradebook
    with gradebook(f"sqlite:///{rough}/gradebook.db") as book:
        assert [student.id for student in book.students] == ["student-008"]


def is_json(content):
    try:
        return bool(json.loads(content))
    except ValueError:
        return False
