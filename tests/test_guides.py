"""The guides: every command in them is run, in order, in a folder that starts empty."""

import csv
import getpass
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import build
import platform_exports as exports
import private_postgres
import pytest
from gradebox.course.model import Course
from gradebox.gradebook.gradebook import Gradebook
from gradebox.run.store import ResultStore
from guide_script import blocks, follow
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

ROOT = Path(__file__).resolve().parent.parent
# What no test can do: install, and open a browser.
NOT_RUN = {
    "first-class": ["$ make -C lincourse instructor"],
    "instructor-guide": [
        "$ sudo apt-get install bubblewrap python3-venv",
        "$ lincourse mark 04 ~/Downloads/04-perceptron-marks.json",
    ],
    "author-guide": [],
    "new-unit": [],
    "own-checks": ["$ pip install misstep"],
    "hub": [
        "$ sudo -i",
        "$ passwd teacher",
        "$ systemctl enable --now jupyterhub",
    ],
    "postgres": ["$ sudo apt-get install postgresql", '$ sudo -u postgres createuser "$USER"'],
}


def answered(unit, wrong=""):
    """The solution of a unit as a student hands it in; `wrong` replaces the right division."""
    notebook = json.loads((ROOT / "solutions" / unit / f"{unit}.ipynb").read_text())
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
        if wrong and cell["cell_type"] == "code" and "sum(numbers) / len" in cell["source"]:
            cell["source"] = cell["source"].replace("sum(numbers) / len(numbers)", wrong)
    return json.dumps(notebook)


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("guide", NOT_RUN)
def test_commands_that_are_not_run_are_listed(guide):
    shown = [block.text.splitlines()[0] for block in blocks(guide) if block.language == "console"]
    assert shown == NOT_RUN[guide]


@pytest.mark.parametrize("guide", NOT_RUN)
def test_every_block_can_be_followed(guide):
    text = (ROOT / "docs" / f"{guide}.md").read_text()
    found = list(blocks(guide))
    assert len(found) == len(re.findall(r"^```\w", text, re.M))
    for block in found:
        assert block.language in {"sh", "console", "python", "json", "diff", "text"}
        assert block.path or block.language not in {"python", "diff"}, block.text
        assert (block.verb == "Change") == (block.language == "diff"), block.text
        assert (block.verb == "Insert into") == bool(block.anchor), block.text


needs_sandbox = pytest.mark.skipif(not shutil.which("bwrap"), reason="bubblewrap is not installed")


@pytest.mark.slow
@needs_sandbox
def test_following_the_instructor_guide_produces_marks_for_the_platforms(tmp_path):
    downloads = tmp_path / "home/Downloads"
    downloads.mkdir(parents=True)
    clone = tmp_path / "lincourse"
    for name in ("lincourse", "solutions", "exercises"):
        clone.mkdir(exist_ok=True)
        (clone / name).symlink_to(ROOT / name)
    unit, right = "00-welcome", {"00-welcome.ipynb": exports.solution()}
    wrong = exports.solution(wrong="sum(numbers) // len(numbers)")
    packed = {f"{unit}.zip": exports.zipped(right)}
    moodle = exports.MoodleAssignment(
        [
            exports.Student("Zoë Müller", "zoe@uni.example", files=right),
            exports.Student("Liam O'Brien", "liam@uni.example", files=packed),
            exports.Student("Paper Only", "paper@uni.example", files={"essay.pdf": b"%PDF"}),
            exports.Student("No Body", "no@uni.example"),
        ]
    )
    canvas = [
        exports.Student("Ana Diaz", "ana@uni.example", canvas=8801, files=right),
        exports.Student("Cyd Fox", "cyd@uni.example", canvas=8802, files=packed, late=True),
        exports.Student("Dan Gee", "dan@uni.example", canvas=8803, files={"x (1).ipynb": wrong}),
    ]
    (downloads / "moodle.zip").write_bytes(moodle.archive())
    (downloads / "Grades.csv").write_bytes(moodle.worksheet())
    (downloads / "submissions.zip").write_bytes(exports.canvas_archive(canvas))
    book = exports.canvas_gradebook(canvas, "Welcome (70011)", "Perceptron (70012)")
    (downloads / "Gradebook.csv").write_bytes(book)
    (tmp_path / "home/mails").mkdir()
    mail = exports.mail("Eve Hay <eve@uni.example>", {f"{unit}.ipynb": wrong})
    (tmp_path / "home/mails/1.eml").write_bytes(mail)

    said = follow("instructor-guide", tmp_path, ROOT)

    course, me = tmp_path / "mycourse", getpass.getuser()
    points = {
        f"{name}@uni.example": mark
        for name, mark in (("zoe", 2), ("liam", 2), ("ana", 2), ("cyd", 2), ("dan", 1), ("eve", 1))
    }
    points |= {me: 2, "paper@uni.example": 0}
    report = {row["student"]: row for row in rows(course / f"reports/{unit}.csv")}
    assert set(report) == {*points, "no@uni.example"}
    for name, mark in points.items():
        assert float(report[name]["score"]) == mark, report[name]
    assert {n: r["status"] for n, r in report.items() if r["status"] != "graded"} == {
        "dan@uni.example": "needs review",
        "paper@uni.example": "unreadable",
        "no@uni.example": "missing",
    }
    assert "late according to the platform" in report["cyd@uni.example"]["reason"]
    assert "Zoë Müller (zoe@uni.example): 2 d more" in said

    returned = course / "returned" / unit
    assert [row["Grade"] for row in rows(returned / "Grades.csv")] == ["100.00", "100.00", "0.00"]
    marks = [row["Welcome (70011)"] for row in rows(returned / "Gradebook.csv")]
    assert marks == ["10.00", "10.00", "10.00", "5.00"]
    assert {row["student"] for row in rows(returned / "marks.csv")} == {me, "eve@uni.example"}

    settings = Config()
    settings.CourseDirectory.root = str(course)
    settings.CourseDirectory.db_url = f"sqlite:///{course}/gradebook.db"
    formgrader = NbGraderAPI(CourseDirectory(config=settings), config=settings)
    assert formgrader.get_autograded_students(unit) == set(points)

    assert re.findall(r"^Grading 00-welcome: (\d+) to do", said, re.M) == ["8"]
    [fetched] = (tmp_path / f"student/{unit}/feedback").rglob("*.html")
    assert "The mean of some numbers" in fetched.read_text()
    for page in (fetched, course / f"feedback/eve@uni.example/{unit}/{unit}.html"):
        assert "check_fresh(" not in page.read_text()
    assert "throws away what is behind the decimal point" in page.read_text()


@pytest.mark.slow
@needs_sandbox
def test_following_the_first_class_returns_marks_to_both_platforms(tmp_path):
    clone = tmp_path / "lincourse"
    for name in ("lincourse", "solutions", "exercises"):
        clone.mkdir(exist_ok=True)
        (clone / name).symlink_to(ROOT / name)

    said = follow("first-class", tmp_path, ROOT)

    assert "Liam Murphy (liam@uni.example)" in said
    assert "Jonas Weber (jonas@uni.example): submitted no notebook, only homework.pdf" in said
    course = tmp_path / "mycourse"
    assert (course / "feedback/daniel@uni.example/04-perceptron/04-perceptron.html").exists()
    moodle = {row["Full name"]: row for row in rows(course / "returned/04-perceptron/Grades.csv")}
    assert moodle["Jonas Weber"]["Grade"] == "0.00"
    assert "Liam Murphy" not in moodle  # he submitted nothing
    marks = {name: float(row["Grade"] or 0) for name, row in moodle.items()}
    assert marks["Ben Larsen"] < marks["Ada Okafor"] == marks["Kira Popova"] == marks["Hiro Tanaka"]
    canvas = {row["Student"]: row for row in rows(course / "returned/00-welcome/Gradebook.csv")}
    assert canvas["Okafor, Ada"]["Unit 00 Welcome (70011)"] == "10.00"


# The walk-throughs of the author's guide, and words that are said when one has got there.
WALKS = {
    "One more known mistake": ["This looks like: the rate is rounded"],
    "One more quiz question": ["solutions/02-naive-bayes/02-naive-bayes.ipynb"],
    "One more function": ["solutions/06-descent/06-descent.ipynb"],
}
ALWAYS = ["", "Before you commit"]
UNIT = ["lectures/10-spread.ipynb", "mean 4.0", "of 4 points"]


@pytest.fixture
def clone(tmp_path):
    """A copy of the course without notebooks; of the lectures, only the headings of sections."""
    course = tmp_path / "lincourse"
    for name in ("lincourse", "tools", "tests", "docs", "sources/exercises"):
        shutil.copytree(ROOT / name, course / name)
    for name in ("nbgrader_config.py", "pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, course / name)
    (course / "sources/lectures").mkdir()
    for lecture in (ROOT / "sources/lectures").glob("*.py"):
        headings = build.SECTION.finditer(lecture.read_text())
        text = "\n".join(f"{heading[0]}A heading\n" for heading in headings)
        (course / "sources/lectures" / lecture.name).write_text(text)
    return course


def test_every_command_of_the_author_guide_is_in_a_walk_through():
    assert {block.section for block in blocks("author-guide")} == {*WALKS, *ALWAYS}


@pytest.mark.slow
@pytest.mark.parametrize(
    "walk",
    [
        "One more known mistake",
        pytest.param("One more quiz question", marks=pytest.mark.nightly),
        pytest.param("One more function", marks=pytest.mark.nightly),
        pytest.param("a unit", marks=[needs_sandbox, pytest.mark.nightly]),
    ],
)
def test_walk_through_ends_green(walk, clone):
    guide, sections = ("new-unit", None) if walk == "a unit" else ("author-guide", [walk, *ALWAYS])
    said = follow(guide, clone.parent, clone, sections)

    assert re.search(r"^\d+ passed, \d+ deselected", said, re.M)
    for words in WALKS.get(walk, UNIT):
        assert words in said
    for path in clone.glob("exercises/*/*.ipynb"):
        exercise = path.read_text()
        assert "raise NotImplementedError" in exercise
        assert "check_fresh(" not in exercise
        assert "BEGIN SOLUTION" not in exercise


def test_following_the_guide_to_own_checks_prints_what_it_shows(tmp_path):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    output = follow("own-checks", tmp_path, ROOT, PATH=path)
    said = re.split(r"^=== (\d+)\n", output, flags=re.M)
    printed = dict(zip(map(int, said[1::2]), said[2::2], strict=True))
    found = list(blocks("own-checks"))
    shown = {i: block.text for i, block in enumerate(found[1:]) if block.language == "text"}
    assert len(shown) == 3
    assert {i: printed.pop(i) for i in shown} == shown
    [tested] = printed.values()
    assert "18 passed" in tested


def test_paths_in_the_table_of_where_things_are_exist():
    guide = (ROOT / "docs/where-things-are.md").read_text()
    table = guide.split("## Where things are")[1].split("\n## ")[0]
    for row in re.findall(r"^\| .+? \| (.+?) \|", table, re.M)[1:]:
        for path in re.findall(r"`([\w./-]+)`", row):
            pattern = path.replace("NN-topic", "06-descent").replace("TOPIC", "descent")
            assert (ROOT / pattern).exists(), path


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
def test_own_test_cells_behave_as_the_instructor_guide_says(tmp_path):
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


@pytest.mark.slow
@needs_sandbox
def test_following_the_postgresql_guide_moves_a_gradebook_there_and_back(postgres, tmp_path):
    postgres.make("course")
    course = tmp_path / "mycourse"
    unit = "00-welcome"
    for part in ("solutions", "exercises"):
        shutil.copytree(ROOT / part / unit, course / part / unit)
    shutil.copy(ROOT / "nbgrader_config.py", course)
    (course / "submitted/student-01" / unit).mkdir(parents=True)
    (course / f"submitted/student-01/{unit}/{unit}.ipynb").write_text(answered(unit))
    settings = Config()
    settings.CourseDirectory.course_id = "lincourse"
    with Gradebook(f"sqlite:///{course}/gradebook.db", settings) as book:
        contents = Course(course).assignment(unit).notebooks
        book.prepare(unit, {each.name: each.content for each in contents})

    here = f"{tmp_path}/lincourse/.venv/bin:{Path(sys.executable).parent}:{os.environ['PATH']}"
    server = {"PGHOST": str(postgres.folder), "PGUSER": private_postgres.OWNER}
    said = follow("postgres", tmp_path, ROOT, PATH=here, **server)

    assert "compared every row" in said
    assert [(row["student_id"], row["score"]) for row in rows(course / "grades.csv")] == [
        ("student-01", "2.0")
    ]
    for book in ("gradebook.db", "gradebook-end-of-term.db"):
        with Gradebook(f"sqlite:///{course}/{book}") as found:
            assert found.scores(unit) == ({} if book == "gradebook.db" else {"student-01": 2.0})
    assert "student-01" in (course / "course.sql").read_text()
