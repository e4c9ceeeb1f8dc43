"""The guides: every command in them is run, in order, in a folder that starts empty."""

import csv
import getpass
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from lincourse.grading.course import Course
from lincourse.grading.store import ResultStore

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(
    r"(?P<before>[^\n]*(?:\n[^\n]+)*)\n\n^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)
FILE = re.compile(r"\b(?P<verb>Write|Add to) `(?P<path>[^`]+)`")

# What no test can do: install, and open a browser.
NOT_RUN = {
    "instructor-guide": [
        "$ sudo apt-get install bubblewrap python3-venv",
        "$ jupyter lab",
    ],
    "author-guide": [],
}


@dataclass
class Block:
    """A fenced block: commands to run, or a file to write."""

    language: str
    text: str
    verb: str = ""
    path: str = ""


def blocks(guide):
    """The fenced blocks of a guide, in order."""
    for found in BLOCK.finditer((ROOT / "docs" / f"{guide}.md").read_text()):
        told = FILE.search(" ".join(found["before"].split()))
        place = (told["verb"], told["path"]) if told and found["language"] != "sh" else ("", "")
        yield Block(found["language"], found["text"], *place)


def script(guide):
    """What a reader of a guide types and writes, as one shell script."""
    for number, block in enumerate(blocks(guide)):
        if block.language == "sh":
            yield f"echo '=== {number}'\n{block.text}"
        elif block.path:
            arrow = ">" if block.verb == "Write" else ">>"
            path = block.path.replace("~", '"$HOME"', 1)
            yield f"mkdir -p $(dirname {path})\ncat {arrow} {path} <<'END OF FILE'"
            yield f"{block.text}END OF FILE\n"


def follow(guide, folder, package):
    """Do all that a guide says; what it printed."""
    bin_folder = folder / "lincourse/.venv/bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "activate").write_text(
        f'PATH="{bin_folder}:{Path(sys.executable).parent}:$PATH"\n'
    )
    for name, command in (("lincourse", "-m lincourse"), ("python", ""), ("pytest", "-m pytest")):
        (bin_folder / name).write_text(f'#!/bin/sh\nexec {sys.executable} {command} "$@"\n')
        (bin_folder / name).chmod(0o755)
    environment = {
        "HOME": str(folder / "home"),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{package}{os.pathsep}{ROOT / 'tests/startup'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    run = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", "\n".join(script(guide))],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-6000:]
    return run.stdout


def answered(unit, wrong=""):
    """The solution of a unit as a student hands it in; `wrong` replaces the right division."""
    notebook = json.loads((ROOT / "solutions" / unit / f"{unit}.ipynb").read_text())
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
        if wrong and cell["cell_type"] == "code" and "sum(numbers) / len" in cell["source"]:
            cell["source"] = cell["source"].replace("sum(numbers) / len(numbers)", wrong)
    return json.dumps(notebook)


def packed(path, **files):
    """A zip file with these files."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("guide", NOT_RUN)
def test_what_is_not_run_is_listed_here(guide):
    shown = [block.text.splitlines()[0] for block in blocks(guide) if block.language == "console"]
    assert shown == NOT_RUN[guide]


@pytest.mark.parametrize("guide", NOT_RUN)
def test_every_block_is_understood(guide):
    text = (ROOT / "docs" / f"{guide}.md").read_text()
    found = list(blocks(guide))
    assert len(found) == len(re.findall(r"^```\w", text, re.M))
    for block in found:
        assert block.language in {"sh", "console", "python", "text"}
        assert block.path or block.language != "python", block.text


needs_sandbox = pytest.mark.skipif(not shutil.which("bwrap"), reason="there is no bubblewrap")


@pytest.mark.slow
@needs_sandbox
def test_following_the_instructors_guide_leads_to_exported_grades(tmp_path):
    downloads = tmp_path / "home/Downloads"
    downloads.mkdir(parents=True)
    clone = tmp_path / "lincourse"
    clone.mkdir()
    for name in ("solutions", "exercises"):
        (clone / name).symlink_to(ROOT / name)
    unit, right = "00-welcome", answered("00-welcome")
    wrong = answered(unit, "sum(numbers) // len(numbers)")
    (downloads / f"{unit}.ipynb").write_text(wrong)
    packed(downloads / f"{unit}.zip", **{f"{unit}.ipynb": right})
    inner = (downloads / f"{unit}.zip").read_bytes()
    packed(
        downloads / "moodle.zip",
        **{
            f"Ä. Name With-Hyphen_4711_assignsubmission_file_/{unit}.ipynb": right,
            f"A_B_4712_assignsubmission_file_{unit}.zip": inner,
            "A_B_4712_assignsubmission_onlinetext_/onlinetext.html": "<p>see file</p>",
        },
    )
    packed(
        downloads / "submissions.zip",
        **{
            f"name_8801_90210_{unit}-1.ipynb": right,
            f"other_LATE_8802_90211_{unit}.zip": inner,
            f"third_8803_90212_{unit} (1).ipynb": wrong,
        },
    )

    said = follow("instructor-guide", tmp_path, ROOT)

    course, me = tmp_path / "mycourse", getpass.getuser()
    full = {me, "student-02", "4711", "4712", "8801", "8802"}
    half = {"student-01", "8803"}
    report = {row["student"]: row for row in rows(course / f"reports/{unit}.csv")}
    assert set(report) == full | half | {"student-03"}
    for name, row in report.items():
        assert float(row["score"]) == (2 if name in full else 1 if name in half else 0), row
    assert {n: r["status"] for n, r in report.items() if r["status"] != "graded"} == {
        "8803": "look",
        "student-03": "missing",
    }
    grades = {row["student_id"]: float(row["score"]) for row in rows(course / "grades.csv")}
    assert grades == {name: float(row["score"]) for name, row in report.items()}

    settings = Config()
    settings.CourseDirectory.root = str(course)
    settings.CourseDirectory.db_url = f"sqlite:///{course}/gradebook.db"
    formgrader = NbGraderAPI(CourseDirectory(config=settings), config=settings)
    assert formgrader.get_autograded_students(unit) == {
        name for name, row in report.items() if row["status"] in ("graded", "look")
    }

    graded = re.findall(r"^Grading 00-welcome: (\d+) to do", said, re.M)
    assert graded == ["8", "0", "1", "1"]  # all; nothing new; one by force; whom the time concerns
    [fetched] = (tmp_path / f"student/{unit}/feedback").rglob("*.html")
    assert "The mean of some numbers" in fetched.read_text()
    for page in (fetched, course / f"feedback/student-01/{unit}/{unit}.html"):
        assert "check_fresh(" not in page.read_text()
    assert "throws away what is behind the decimal point" in page.read_text()


@pytest.mark.slow
@needs_sandbox
def test_following_the_authors_guide_makes_a_unit_that_is_graded(tmp_path):
    clone = tmp_path / "lincourse"
    aside = shutil.ignore_patterns("__pycache__")
    for name in ("lincourse", "tools", "tests/answers"):
        shutil.copytree(ROOT / name, clone / name, ignore=aside)
    for name in ("nbgrader_config.py", "pyproject.toml", "conftest.py", "tests/conftest.py"):
        shutil.copy(ROOT / name, clone / name)
    for name in ("test_checks.py", "test_expressions.py"):
        shutil.copy(ROOT / "tests" / name, clone / "tests")

    said = follow("author-guide", tmp_path, clone)

    assert re.search(r"^\d+ passed, \d+ deselected", said, re.M)
    assert "mean 4.0" in said
    assert "of 4 points" in said
    exercise = (clone / "exercises/10-spread/10-spread.ipynb").read_text()
    assert "raise NotImplementedError" in exercise
    assert "max(numbers)" not in exercise
    assert "check_fresh(" not in exercise


# What the instructor's guide says about tests of one's own: the answers, and a test for each claim.
ANSWERS = """
import numpy as np

LIMIT = 99  # is the course's, so this changes nothing


class Box:
    def __init__(self):
        self.size, self.items = 2, [4, 5]

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, place):
        return self.items[place]


def double(values):
    values *= 2
    print("doubled")
    return values


def call_it(function, x):
    return function(x) + 1


def moved(point):
    point.x += 1
    return point


def refuse():
    raise ValueError("no")


def write():
    open("out.txt", "w").write("there")
    return "out.txt"
"""
GIVEN = """
LIMIT = 3


class Point:
    def __init__(self, x):
        self.x = x
"""
TESTS = {
    "arrays": "import numpy as np\na = np.array([1, 2])\nassert isinstance(double(a), np.ndarray)\n"
    "assert a.tolist() == [2, 4], 'changes to arguments are seen'",
    "objects": "b = Box()\nassert b.size == 2 and b[1] == 5 and list(b) == [4, 5]",
    "callback": "assert call_it(lambda x: 10 * x, 4) == 41",
    "given": "p = moved(Point(1))\nassert isinstance(p, Point) and p.x == 2",
    "limit": "assert LIMIT == 3",
    "errors": "try:\n    refuse()\nexcept ValueError as error:\n    assert str(error) == 'no'",
    "files": "import os\nassert not os.path.exists(write())",
    "magics": "%timeit double(1)\nassert True",
    "some": "1.5",
    "words": "assert double(2) == 5, 'twice two is not five'",
    "silent": "assert double(2) == 5",
    "unsendable": "import io\ncall_it(str, io.StringIO())",
}
FAILED = {
    "some": "The test gave 1.5 of 2 points.",
    "words": "twice two is not five",
    "silent": "A test of this part did not pass.",
    "unsendable": "can't be sent",
}


@pytest.mark.slow
@needs_sandbox
def test_tests_of_ones_own_see_what_the_instructors_guide_says(tmp_path):
    def cell(name, source, **marks):
        about = {"grade": False, "locked": False, "solution": False, "task": False}
        about |= {"schema_version": 3, "grade_id": name, **marks}
        return {
            "cell_type": "code",
            "id": name,
            "metadata": {"nbgrader": about},
            "source": source,
            "outputs": [],
            "execution_count": None,
        }

    cells = [cell("given", GIVEN, locked=True), cell("answers", ANSWERS.strip(), solution=True)]
    cells[1]["source"] = cells[1]["source"].replace("LIMIT = 99", "limit = 99")
    cells += [
        cell(f"test_{name}", source, grade=True, locked=True, points=2)
        for name, source in TESTS.items()
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for folder in ("source/hw", "submitted/student-01/hw"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "hw.ipynb").write_text(json.dumps(notebook))
        cells[1]["source"] = ANSWERS.strip()
    run = subprocess.run(
        [sys.executable, "-m", "lincourse", "grade", "hw"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    result = ResultStore(Course(tmp_path), "hw").result("student-01")
    for exercise in result.exercises:
        name = exercise.grade_id.removeprefix("test_")
        assert exercise.passed == (name not in FAILED), f"{name}: {exercise.message}"
        assert FAILED.get(name, "") in exercise.message
