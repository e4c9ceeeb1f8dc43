"""The guides: every command in them is run, in order, in a folder that starts empty."""

import csv
import getpass
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import guide_edits
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
FILE = re.compile(
    r"\b(?P<verb>Write|Add to|Change|Insert into) `(?P<path>[^`]+)`(, above `(?P<anchor>[^`]+)`)?"
)
EDITS = f"{sys.executable} {guide_edits.__file__}"

# What no test can do: install, and open a browser.
NOT_RUN = {
    "instructor-guide": [
        "$ sudo apt-get install bubblewrap python3-venv",
        "$ jupyter lab",
        "$ lincourse mark 00-welcome ~/Downloads/00-welcome-marks.json",
    ],
    "author-guide": [],
}


@dataclass
class Block:
    """A fenced block: commands to run, or a file to write or to change."""

    section: str
    language: str
    text: str
    verb: str = ""
    path: str = ""
    anchor: str = ""


def blocks(guide):
    """The fenced blocks of a guide, in order."""
    text = (ROOT / "docs" / f"{guide}.md").read_text()
    for found in BLOCK.finditer(text):
        section = ["", *re.findall(r"^## (.+)$", text[: found.start("text")], re.M)][-1]
        told = FILE.search(" ".join(found["before"].split()))
        place = told.group("verb", "path", "anchor") if told and found["language"] != "sh" else ()
        yield Block(section, found["language"], found["text"], *place)


def script(guide, sections=None):
    """What a reader of a guide, or of some of its sections, types and writes: a shell script."""
    for number, block in enumerate(blocks(guide)):
        if sections is not None and block.section not in sections:
            continue
        if block.language == "sh":
            yield f"echo '=== {number}'\n{block.text}"
        elif block.verb in ("Change", "Insert into"):
            anchor = shlex.quote(block.anchor) if block.anchor else ""
            yield f"{EDITS} {block.verb.split()[0].lower()} {block.path} {anchor} <<'END OF FILE'"
            yield f"{block.text}END OF FILE\n"
        elif block.path:
            arrow = ">" if block.verb == "Write" else ">>"
            path = block.path.replace("~", '"$HOME"', 1)
            yield f"mkdir -p $(dirname {path})\ncat {arrow} {path} <<'END OF FILE'"
            yield f"{block.text}END OF FILE\n"


def follow(guide, folder, package, sections=None):
    """Do all that a guide, or some of its sections, says; what it printed."""
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
        ["bash", "-e", "-o", "pipefail", "-c", "\n".join(script(guide, sections))],
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
        assert block.language in {"sh", "console", "python", "diff", "text"}
        assert block.path or block.language not in {"python", "diff"}, block.text
        assert (block.verb == "Change") == (block.language == "diff"), block.text
        assert (block.verb == "Insert into") == bool(block.anchor), block.text


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
        assert float(row["score"] or 0) == (2 if name in full else 1 if name in half else 0), row
    assert {n: r["status"] for n, r in report.items() if r["status"] != "graded"} == {
        "8803": "look",
        "student-03": "missing",
    }
    grades = {row["student_id"]: float(row["score"]) for row in rows(course / "grades.csv")}
    assert grades == {name: float(row["score"] or 0) for name, row in report.items()}

    settings = Config()
    settings.CourseDirectory.root = str(course)
    settings.CourseDirectory.db_url = f"sqlite:///{course}/gradebook.db"
    formgrader = NbGraderAPI(CourseDirectory(config=settings), config=settings)
    assert formgrader.get_autograded_students(unit) == {
        name for name, row in report.items() if row["status"] in ("graded", "look")
    }

    graded = re.findall(r"^Grading 00-welcome: (\d+) to do", said, re.M)
    # All; nothing new; one by force; whom the time concerns, and again as the option is left out.
    assert graded == ["8", "0", "1", "1"]
    [fetched] = (tmp_path / f"student/{unit}/feedback").rglob("*.html")
    assert "The mean of some numbers" in fetched.read_text()
    for page in (fetched, course / f"feedback/student-01/{unit}/{unit}.html"):
        assert "check_fresh(" not in page.read_text()
    assert "throws away what is behind the decimal point" in page.read_text()


# The walk-throughs of the author's guide, and words that are said when one has got there.
WALKS = {
    "One more wrong turn": ["This looks like: the rate is rounded"],
    "One more quiz question": ["solutions/02-naive-bayes/02-naive-bayes.ipynb"],
    "One more function": ["solutions/06-descent/06-descent.ipynb"],
    "One more unit": ["lectures/10-spread.ipynb", "mean 4.0", "of 4 points"],
}
ALWAYS = ["", "Before you commit"]


@pytest.fixture
def clone(tmp_path):
    """A copy of the course without notebooks, and without lectures, which take long to build."""
    course = tmp_path / "lincourse"
    for name in ("lincourse", "tools", "tests", "docs", "sources/exercises"):
        shutil.copytree(ROOT / name, course / name)
    for name in ("nbgrader_config.py", "pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, course / name)
    return course


def test_every_command_of_the_authors_guide_is_part_of_a_walk_through():
    assert {block.section for block in blocks("author-guide")} == {*WALKS, *ALWAYS}


@pytest.mark.slow
@pytest.mark.parametrize(
    "walk",
    [pytest.param(w, marks=needs_sandbox) if w == "One more unit" else w for w in WALKS],
)
def test_following_a_walk_through_of_the_authors_guide_ends_green(walk, clone):
    said = follow("author-guide", clone.parent, clone, [walk, *ALWAYS])

    assert re.search(r"^\d+ passed, \d+ deselected", said, re.M)
    for words in WALKS[walk]:
        assert words in said
    for path in clone.glob("exercises/*/*.ipynb"):
        exercise = path.read_text()
        assert "raise NotImplementedError" in exercise
        assert "check_fresh(" not in exercise
        assert "BEGIN SOLUTION" not in exercise


def test_everything_in_the_table_of_the_authors_guide_is_there():
    guide = (ROOT / "docs/author-guide.md").read_text()
    table = guide.split("## Where things are")[1].split("\n## ")[0]
    for row in re.findall(r"^\| .+? \| (.+?) \|", table, re.M)[1:]:
        for path in re.findall(r"`([\w./-]+)`", row):
            pattern = path.replace("NN-topic", "06-descent").replace("TOPIC", "descent")
            assert (ROOT / pattern).exists(), path


class TestEdits:
    TEXT = "import numpy\n\n\n@takes(x=number)\ndef f(x):\n    return 1\n"

    def test_a_change_replaces_the_lines_with_a_minus(self):
        diff = " @takes(x=number)\n-def f(x):\n+def g(x):\n@@\n-    return 1\n+    return 2\n"
        changed = guide_edits.change(self.TEXT, diff)
        assert changed == self.TEXT.replace("f(x)", "g(x)").replace("1", "2")

    def test_what_is_inserted_stands_above_the_decorator_with_a_gap_of_its_own(self):
        changed = guide_edits.insert(self.TEXT, "def f", "def e():\n    return 0\n")
        assert changed == self.TEXT.replace("@", "def e():\n    return 0\n\n\n@")

    @pytest.mark.parametrize("part", ["def g", "n"], ids=["missing", "not the only one"])
    def test_a_place_that_is_not_found_once_is_an_error(self, part):
        with pytest.raises(SystemExit, match="should be once"):
            guide_edits.insert(self.TEXT, part, "")
        with pytest.raises(SystemExit, match="should be once"):
            guide_edits.change(self.TEXT, f"-{part}")


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
