"""The seed of the hidden inputs: stored with the assignment, used by every regrade, settable."""

import json
import re
import sys

import pytest
from classroom import cell, exercise, lincourse, notebook, released, write_notebook

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the sandbox needs Linux"),
]

BOOK = notebook(
    [
        cell("from lincourse.checks import check_fresh", grade_id="imports", locked=True),
        *exercise(
            "sigmoid",
            2,
            "def sigmoid(z):\n    ### BEGIN SOLUTION\n    return z\n    ### END SOLUTION",
            'check_fresh("sigmoid")',
        ),
    ]
)


@pytest.fixture
def course(tmp_path):
    """A course with two students who give the same wrong answer."""
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    write_notebook(tmp_path / "source/ps/book.ipynb", BOOK)
    write_notebook(tmp_path / "release/ps/book.ipynb", released(BOOK))
    for student in ("ada", "bob"):
        work = released(BOOK)
        work["cells"][1]["source"] = "def sigmoid(z):\n    return z"
        write_notebook(tmp_path / f"submitted/{student}/ps/book.ipynb", work)
    return tmp_path


def message(course, student):
    """The message of the hidden check, which names its seed."""
    content = json.loads((course / f"autograded/{student}/ps/book.ipynb").read_text())
    [said] = [output["evalue"] for output in content["cells"][2]["outputs"]]
    assert "seed" in said
    return said


def seed_in_report(course):
    page = (course / "reports/ps.html").read_text()
    return int(re.search(r"Seed of the hidden inputs: (\d+)\.", page)[1])


@pytest.mark.parametrize("where", [(), ("--cluster", "local:1")], ids=["here", "cluster"])
def test_regraded_student_gets_the_inputs_of_the_class(course, where):
    lincourse(course, "grade", "ps", *where)
    seed, said = seed_in_report(course), message(course, "ada")
    assert f"{seed}" in said
    assert message(course, "bob") == said
    assert "1 to do" in lincourse(course, "grade", "ps", "--student", "ada", "--force", *where)
    assert message(course, "ada") == said
    lincourse(course, "report", "ps")
    assert seed_in_report(course) == seed


def test_seed_option_sets_the_inputs_and_is_stored(course):
    lincourse(course, "grade", "ps", "--seed", "7")
    first = message(course, "ada")
    assert seed_in_report(course) == 7
    said = lincourse(course, "grade", "ps", "--seed", "8")
    assert "changes from 7 to 8. Students who are already graded keep their points" in said
    assert "0 to do" in said
    assert message(course, "ada") == first
    assert "2 students were graded with another seed" in (course / "reports/ps.html").read_text()
    assert "changes from" not in lincourse(course, "grade", "ps", "--force")
    assert message(course, "ada") != first
    assert "another seed" not in (course / "reports/ps.html").read_text()
    lincourse(course, "grade", "ps", "--seed", "7", "--force")
    assert message(course, "ada") == first, "the same seed gives the same inputs"
