"""Three ways to test that gradebox has never seen: plain assert, unittest, a registered library."""

import os
import re
from html import unescape
from pathlib import Path

import pytest
from nbgrader_course import answered, cell, exercise, notebook, run, scores, write

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent

STUB = "def {}(values):\n    raise NotImplementedError"
RIGHT = {
    "total": "def total(values):\n    return sum(values)",
    "largest": "def largest(values):\n    return max(values)",
}
IGNORES_SIGNS = {
    "total": "def total(values):\n    return sum(abs(v) for v in values)",
    "largest": "def largest(values):\n    return max(abs(v) for v in values)",
}
STUDENTS = {
    "right": RIGHT,
    "half": RIGHT | {"largest": IGNORES_SIGNS["largest"]},
    "wrong": IGNORES_SIGNS,
    "copies": {
        name: f"from tinycheck.checks import REFERENCE\n{name} = REFERENCE[{name!r}]"
        for name in RIGHT
    },
    "broken": {"total": "def total(values:", "largest": "import os; os._exit(1)"},
}

PLAIN = {
    "total": "assert total([1, -2]) == -1",
    "largest": "assert largest([1, -2]) == 1, 'a negative number is small'",
}
# A test case that runs in one cell; the last line gives a point for each test that passes.
UNITTEST = """
class Tests(unittest.TestCase):
    def test_positive(self):
        self.assertEqual({name}([1, 2]), {positive})

    def test_negative(self):
        self.assertEqual({name}([1, -2]), {negative})

suite = unittest.defaultTestLoader.loadTestsFromTestCase(Tests)
result = unittest.TextTestRunner(sys.stdout).run(suite)
result.testsRun - len(result.failures) - len(result.errors)
"""
COURSE = {
    "asserts": ("LIMIT = 9", PLAIN),
    "unittests": (
        "import sys\nimport unittest",
        {
            "total": UNITTEST.format(name="total", positive=3, negative=-1),
            "largest": UNITTEST.format(name="largest", positive=2, negative=1),
        },
    ),
    "library": (
        "from tinycheck.checks import check",
        {name: f"check({name})" for name in RIGHT},
    ),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with an assignment of each kind, graded."""
    course = tmp_path_factory.mktemp("course")
    libraries = tmp_path_factory.mktemp("libraries")
    (libraries / "tinycheck").symlink_to(HERE / "tinycheck")
    registered = libraries / "tinycheck-1.0.dist-info"
    registered.mkdir()
    (registered / "METADATA").write_text("Metadata-Version: 2.1\nName: tinycheck\nVersion: 1.0\n")
    (registered / "entry_points.txt").write_text("[gradebox.checks]\ntiny = tinycheck.hooks\n")
    for name, (given, tests) in COURSE.items():
        path = course / "source" / name / "exercises.ipynb"
        cells = [cell(given, grade_id="given", locked=True)]
        for function, test in tests.items():
            cells += exercise(function, STUB.format(function), test)
        write(path, notebook(cells))
        for student, answers in STUDENTS.items():
            target = course / "submitted" / student / name / path.name
            write(target, answered(path, answers))
    path = os.pathsep.join([str(libraries), os.environ.get("PYTHONPATH", "")])
    print(run("gradebox", "grade", *COURSE, cwd=course, PYTHONPATH=path))
    return course


def points(course, assignment):
    """Return {student: (points for total, points for largest)}."""
    found = scores(course, assignment)
    return {
        student: tuple(found[student, "exercises", f"test_{name}"][0] for name in RIGHT)
        for student in STUDENTS
    }


def page(course, student, assignment):
    """The text of a feedback page."""
    text = (course / "feedback" / student / assignment / "exercises.html").read_text()
    return " ".join(unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", text, flags=re.S)).split())


@pytest.mark.parametrize(
    ("assignment", "half", "wrong"),
    [("asserts", (2, 0), (0, 0)), ("unittests", (2, 1), (1, 1)), ("library", (2, 0), (0, 0))],
)
def test_answers_get_their_points_whatever_the_tests_are_written_with(
    course, assignment, half, wrong
):
    nothing = (0, 0)
    assert points(course, assignment) == {
        "right": (2, 2), "half": half, "wrong": wrong, "broken": nothing, "copies": nothing,
    }  # fmt: skip


def test_feedback_shows_the_message_of_a_plain_assert(course):
    assert "a negative number is small" in page(course, "wrong", "asserts")


def test_feedback_shows_the_report_of_a_check_library(course):
    text = page(course, "wrong", "library")
    for part in (
        "failed: the next input",
        "total gives a wrong result.",
        "This looks like: you drop the sign",
        "Hint: What happens to negative numbers?",
    ):
        assert part in text
    assert re.search(r"passed: \d+ of 20 inputs", text)
    assert re.search(r"input \[[-\d, ]+\] expected -?\d+", text)


def test_hidden_inputs_are_the_same_for_the_whole_class(course):
    half, wrong = (page(course, student, "library") for student in ("half", "wrong"))
    [facts] = re.findall(r"input \[.*?\] expected -?\d+", half)
    assert facts in wrong
