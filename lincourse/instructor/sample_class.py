"""Exports of an invented class, as Moodle and Canvas write them, to practise grading with.

The names in the zip files and the columns of the tables follow the source code of both platforms:
Moodle's mod/assign/classes/downloader.php and gradingtable.php, Canvas's lib/content_zipper.rb and
lib/gradebook_exporter.rb. tests/platform_exports.py has more of their variants.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from lincourse.gradebox import assignments
from lincourse.student import UserError

STUB = "raise NotImplementedError"
MARKS = re.compile(r"^\s*### .*\n?", re.M)  # BEGIN SOLUTION and the like
PRACTICE_NAMES = (
    *("Ada Okafor", "Ben Larsen", "Clara Dubois", "Daniel Novák", "Elif Yılmaz", "Farid Haddad"),
    *("Grace O'Neill", "Hiro Tanaka", "Ines Silva", "Jonas Weber", "Kira Popova", "Liam Murphy"),
)
MOODLE_COLUMNS = (
    *("Identifier", "Full name", "ID number", "Email address", "Status", "Grade"),
    *("Maximum grade", "Grade can be changed", "Last modified (submission)"),
    *("Last modified (grade)", "Feedback comments"),
)
WRONG_AT = {1: (0,), 3: (2,), 4: (0, 4), 6: (4, 7, 9)}  # student: exercises with a mistake
HANDED_IN = "Sunday, 4 October 2026, 11:58 PM"

Cell = dict[str, Any]


def make(unit: str, target: Path, course: Path) -> list[Path]:
    """Write both platforms' exports for a unit into a new folder; return the files.

    Solutions come from the course folder, or else from the clone that this package is in.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UserError(f"{target} already exists: remove it, or choose another folder")
    released, solved = _notebooks(unit, course)
    students = _students(unit, released, solved)
    title = f"Unit {unit[:2]} {unit[3:].replace('-', ' ').title()}"
    files = {
        "moodle/submissions.zip": _moodle_zip(students),
        "moodle/Grades.csv": _moodle_table(students),
        "canvas/submissions.zip": _canvas_zip(students),
        "canvas/Gradebook.csv": _canvas_table(students, f"{title} (70011)"),
    }
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [target / name for name in files]


def unit_named(name: str, course: Path) -> str:
    """The name of a unit that has a solution, from its number or its name."""
    units = sorted(path.parent.name for path in _root(course).glob("solutions/*/*.ipynb"))
    for unit in units:
        if name in (unit, unit[:2]) or name.zfill(2) == unit[:2]:
            return unit
    raise UserError(f"no unit {name!r}: the units are {', '.join(units)}")


def wrong_answers(name: str, stub: str) -> list[str]:
    """The known mistakes of a function or of a quiz, as source text."""
    from lincourse.checks.units import CHECKS, QUIZZES

    if name in CHECKS:
        return [fill(stub, mistake.source) for mistake in CHECKS[name].mistakes if mistake.source]
    quiz = name.removeprefix("quiz_")
    if quiz not in QUIZZES:
        return []
    return [f"{QUIZZES[quiz].variable} = {m.wrong!r}" for m in QUIZZES[quiz].mistakes]


def fill(stub: str, function: str) -> str:
    """A stub whose last line is replaced by the body of a function."""
    _, _, body = function.partition("\n")
    return f"{stub[: stub.index(STUB)].rstrip()}\n{body.rstrip()}"


# ---------------------------------------------------------------- the class


def _root(course: Path) -> Path:
    for root in (course, assignments()):
        if root and (root / "solutions").is_dir() and (root / "exercises").is_dir():
            return root
    raise UserError(
        "no solutions found. Run this in a course folder (lincourse course new), or in a clone of "
        "the course's repository"
    )


def _notebooks(unit: str, course: Path) -> tuple[Cell, Cell]:
    """The released notebook of a unit and its solution."""
    root = _root(course)
    paths = (root / part / unit / f"{unit}.ipynb" for part in ("exercises", "solutions"))
    released, solved = (json.loads(path.read_text(encoding="utf-8")) for path in paths)
    return released, solved


def _settings(cell: Cell) -> Cell:
    return dict(cell["metadata"].get("nbgrader", {}))


def _students(unit: str, released: Cell, solved: Cell) -> dict[str, dict[str, bytes]]:
    """What each student submits: files by name.

    The first ones are right, except for known mistakes. The last ones submit a zip, half of the
    work, a PDF, a second download, or nothing.
    """
    solutions, stubs = (
        {
            _settings(cell)["grade_id"]: "".join(cell["source"])
            for cell in notebook["cells"]
            if _settings(cell).get("solution")
        }
        for notebook in (solved, released)
    )
    answers = {name: MARKS.sub("", text) for name, text in solutions.items()}
    functions = [name for name, stub in stubs.items() if f"def {name}(" in stub]
    mistakes = {name: wrong_answers(name, stubs[name]) for name in functions}
    wrong = [(name, found[0]) for name, found in mistakes.items() if found]
    half = dict(list(stubs.items())[len(stubs) // 2 :])
    notebook, files = f"{unit}.ipynb", {}
    for number, name in enumerate(PRACTICE_NAMES):
        made = dict(wrong[index % len(wrong)] for index in WRONG_AT.get(number, ()))
        files[name] = {notebook: _answered(released, {**answers, **made})}
    *_, zipped, unfinished, paper, twice, nothing = PRACTICE_NAMES
    files[zipped] = {f"{unit}.zip": _zip({notebook: _answered(released, answers)}.items())}
    files[unfinished] = {notebook: _answered(released, {**answers, **half})}
    files[paper] = {"homework.pdf": b"%PDF-1.4 scanned homework"}
    files[twice] = {f"{unit} (1).ipynb": _answered(released, answers)}
    files[nothing] = {}
    return files


def _answered(released: Cell, answers: Mapping[str, str]) -> bytes:
    notebook = deepcopy(released)
    for cell in notebook["cells"]:
        name = _settings(cell).get("grade_id", "")
        if name in answers:
            cell["source"] = answers[name]
    return json.dumps(notebook, ensure_ascii=False).encode()


# ---------------------------------------------------------------- the platforms' formats


def _email(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.split()[0].lower()) + "@uni.example"


def _zip(files: Iterable[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files:  # with the same date each time: the same class, the same bytes
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _csv(rows: Iterable[Iterable[object]]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode()


def _moodle_zip(students: Mapping[str, Mapping[str, bytes]]) -> bytes:
    return _zip(
        (f"{name.replace(chr(39), '')}_{number}_assignsubmission_file/{file}", content)
        for number, (name, files) in enumerate(students.items(), start=4711)
        for file, content in files.items()
    )


def _moodle_table(students: Mapping[str, Mapping[str, bytes]]) -> bytes:
    rows = [
        (
            *(f"Participant {number}", name, "", _email(name)),
            *("Submitted for grading -  - " if files else "No submission -  - ", "", "100.00"),
            *("Yes", HANDED_IN if files else "-", "-", ""),
        )
        for number, (name, files) in enumerate(students.items(), start=4711)
    ]
    return b"\xef\xbb\xbf" + _csv([MOODLE_COLUMNS, *rows])


def _canvas_zip(students: Mapping[str, Mapping[str, bytes]]) -> bytes:
    files = [
        (re.sub(r"\W", "", f"{_sortable(name).lower()}_{number}"), file, content)
        for number, (name, uploads) in enumerate(students.items(), start=8801)
        for file, content in uploads.items()
    ]
    return _zip(
        (f"{who}_{i}_{file}", content) for i, (who, file, content) in enumerate(files, 90210)
    )


def _canvas_table(students: Mapping[str, Mapping[str, bytes]], title: str) -> bytes:
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title]
    points = ["    Points Possible", "", "", "", "", "10.00"]
    rows = [
        [_sortable(name), number, "", _email(name), "Tutorial 1", ""]
        for number, name in enumerate(students, start=8801)
    ]
    return _csv([header, points, *rows])


def _sortable(name: str) -> str:
    first, _, last = name.rpartition(" ")
    return f"{last}, {first}"
