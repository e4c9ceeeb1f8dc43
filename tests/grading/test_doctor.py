"""The doctor says what would be graded wrong, and why: each assignment has one known trouble."""

import json
import shutil

import pytest
from classroom import cell, exercise, lincourse, notebook, released, write_notebook
from gradebox.cli.base import app
from gradebox.course.model import Assignment, Course, CourseError, CourseNotebook
from gradebox.judge import doctor

ANSWER = "import matplotlib.pyplot as plt\n\ndef total(xs):\n    return sum(xs)"
CLEAN = """
import inspect
import random

import numpy as np

rng = np.random.default_rng(1)
xs = rng.normal(size=3)
id = max([*xs, np.random.RandomState(1).rand()])
np.testing.assert_allclose(total(xs), xs.sum())
assert isinstance(total(xs), (int, float, np.floating))
assert total(np.loadtxt("data/xs.csv")) == eval("1 + 2")
with open("new.txt", "w") as file:
    file.write("x")
assert open("new.txt").read() == "x"
assert 'total' in dir() and 'sum' in inspect.getsource(total)
%matplotlib inline
1
"""
TROUBLES = {
    "import time\nstart = time.perf_counter()\ntotal([1])\nassert start": "it measures time",
    "%timeit total([1])\nassert total([1]) == 1": "left out of tests: %timeit total([1])",
    "import builtins\nbuiltins.input = lambda: '1'\nassert total([1]) == 1": "replaces `input`",
    "from unittest.mock import patch\nwith patch('builtins.print'):\n    total([1])": (
        "replaces `print`"
    ),
    "import io, sys\nsys.stdin = io.StringIO('1')\nassert total([1]) == 1": "replaces `sys.stdin`",
    "class Own(total):\n    pass": "derives a class from the student's",
    "import types\nassert isinstance(total([1]), types.CodeType)": "a types.CodeType",
    "sum = None\nassert total([1]) == 1": "it sets `sum`, but only in the tests' process",
    "total([1])\nassert plt.gca().get_title() == ''": "it looks at the current figure",
    "assert isinstance(total([1]), plt.Axes)": "whether something is a plt.Axes",
    "text = str(total([1]))\nassert eval(text) == 1": "it uses `eval` on a text",
    "assert total.__closure__ is None": "it reads `__closure__`",
    "assert Out[1] is None": "it reads `Out`, which only IPython sets",
    "import random\nx = random.random()\nassert total([x]) == x": "(random.random) without a seed",
    "import numpy as np\nx = np.random.rand(2)\nassert total(x) == x.sum()": "without a seed",
    "import numpy as np\nrng = np.random.default_rng()\nassert total([1]) == 1": "without a seed",
    "assert total([1]) == 1\n3": "its last line is 3, more than its 1 points",
    "assert total([1]) == 1\n0.5": "its last line is 0.5",
    "total([1])": "its last line shows a value of the student's (`total([1])`)",
    "import sys\nprint('x', file=sys.stderr)\nassert total([1]) == 1": "standard error",
    "assert open('xs.csv').read()": "it reads xs.csv, which is not beside the notebook",
    "import pandas as pd\nassert len(pd.read_csv('/data/xs.csv'))": "it reads /data/xs.csv",
    "open('xs.txt', 'w').write('1')\nassert total('xs.txt') == 1": (
        "it writes xs.txt, but only in the tests' process"
    ),
    "import plotchecker_of_theirs\nassert total([1]) == 1": (
        "it imports `plotchecker_of_theirs`, which is not installed"
    ),
    "import json\nassert total([1]) == 1": (
        "it imports `json`, which is beside the notebook and also installed"
    ),
    "import pandas as pd\nassert len(pd.read_csv('https://example.org/x.csv'))": "no network",
}


def remarks(test, answer=ANSWER, points=1, files=None, **metadata):
    content = notebook(exercise("total", points, answer, test.strip()))
    content["metadata"] |= metadata
    book = CourseNotebook.parse("book", content)
    return doctor.remarks(Assignment("ps", [book], files or {}), None)


def test_doctor_has_no_remark_on_an_ordinary_test():
    assert remarks(CLEAN, files={"data/xs.csv": b"1,2", "helper.py": b""}) == []


@pytest.mark.parametrize("test", TROUBLES)
def test_doctor_names_the_trouble_and_no_other(test):
    files = {"json.py": b""} if test.startswith("import json") else {}
    [remark] = remarks(test, files=files)
    assert TROUBLES[test] in remark.words
    assert remark.grade_id == "test_total"


def test_doctor_reads_the_notebook():
    [points] = remarks("assert total([1]) == 1", points=0)
    assert "0 points" in points.words
    old = {"name": "python", "version": "2.7"}
    [version] = remarks("assert total([1]) == 1", language_info=old)
    assert "Python 2" in version.words


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_doctor_grades_the_solution_and_the_empty_exercise(tmp_path):
    answer = "### BEGIN SOLUTION\nimport input_of_nobody\nn = 2\n### END SOLUTION\nm = 3"
    easy = exercise("easy", 1, answer, "assert m == 3")
    hard = exercise("hard", 1, "### BEGIN SOLUTION\nk = 2\n### END SOLUTION", "assert k == 3")
    content = notebook([*easy, *hard])
    easy[0]["source"] = easy[0]["source"].replace("import input_of_nobody\n", "")
    shown = released(content)
    shown["cells"][0]["source"] = "m = 3"
    write_notebook(tmp_path / "source/ps/book.ipynb", content)
    write_notebook(tmp_path / "release/ps/book.ipynb", shown)
    said = lincourse(tmp_path, "course", "doctor", "ps", code=1)
    assert "book, test_hard: 1 of 1 points lost" in said
    assert "book, test_easy: the empty exercise passes this test" in said
    assert "test_easy: 1 of 1" not in said
    assert not (tmp_path / "reports" / "ps.html").exists(), "nobody was graded"
    again = lincourse(tmp_path, "grade", "ps", "--check-assignment", code=1)
    assert again == said
    write_notebook(tmp_path / "submitted/ada/ps/book.ipynb", content)
    graded = lincourse(tmp_path, "grade", "ps")
    assert "the empty exercise passes this test" in graded
    assert "1 to do" in graded, "the course's own work is known"


def test_gradebox_has_the_command_under_both_names():
    assert "doctor" in {each.name for each in app.registered_commands}
    [course] = [each for each in app.registered_groups if each.name == "course"]
    assert "doctor" in {each.name for each in course.typer_instance.registered_commands}


JAVA = {"name": "java", "display_name": "Java", "language": "java"}


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({"kernelspec": JAVA}, "written in java"),
        ({"kernelspec": {"name": "ir"}, "language_info": {"name": "R"}}, "written in R"),
        ({"kernelspec": {"name": "julia-1.9"}}, "written in julia-1.9"),
        ({"kernelspec": {"name": "xpython", "language": "python"}}, ""),
        ({"kernelspec": {"name": "Python [Root]"}, "language_info": {"name": "python"}}, ""),
        ({"kernelspec": {"name": "my-kernel"}}, ""),
        ({}, ""),
    ],
)
def test_notebook_of_another_language_is_refused(tmp_path, metadata, words):
    content = notebook(exercise("n", 1, "n = 1", "assert n == 1")) | {"metadata": metadata}
    write_notebook(tmp_path / "source/ps/book.ipynb", content)
    if not words:
        assert Course(tmp_path).assignment("ps").max_score == 1
        return
    with pytest.raises(CourseError, match=words):
        Course(tmp_path).assignment("ps")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_old_schema_is_named_and_the_next_assignment_is_graded(tmp_path):
    new = notebook(exercise("n", 1, "n = 1", "assert n == 1"))
    old = json.loads(json.dumps(new).replace('"schema_version": 3', '"schema_version": 1'))
    for name, content in (("ps1", old), ("ps2", new)):
        write_notebook(tmp_path / f"source/{name}/book.ipynb", content)
        write_notebook(tmp_path / f"submitted/ada/{name}/book.ipynb", content)
    said = lincourse(tmp_path, "grade", "ps1", "ps2", code=2)
    assert "Run `nbgrader update`" in said
    assert (tmp_path / "reports/ps2.csv").is_file()


def test_tag_of_the_course_is_nothing_to_review(tmp_path):
    from gradebox.intake import reader

    tagged = cell("1 / 0")
    tagged["metadata"]["tags"] = ["raises-exception"]
    content = notebook([tagged, *exercise("n", 1, "n = 1", "assert n == 1")])
    assignment = Assignment("ps", [CourseNotebook.parse("book", content)])
    theirs = json.loads(json.dumps(content))
    write_notebook(tmp_path / "ada/ps/book.ipynb", theirs)
    assert not reader.read(tmp_path / "ada/ps", "ada", assignment).review_reasons
    theirs["cells"][1]["metadata"]["tags"] = ["skip-execution"]
    write_notebook(tmp_path / "ben/ps/book.ipynb", theirs)
    [reason] = reader.read(tmp_path / "ben/ps", "ben", assignment).review_reasons
    assert "tagged to be skipped" in reason
