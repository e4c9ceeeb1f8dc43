"""The course folder as nbgrader has it, and whose names are whose."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from classroom import cell, notebook
from gradebox.course.model import Course, CourseError, CourseNotebook
from gradebox.course.ownership import NameOwnership
from gradebox.course.syntax import bound_names, imported_modules, mentioned_names, mutated_names
from gradebox.gradebook.gradebook import Gradebook


def book(*parts):
    cells = []
    for number, (kind, text) in enumerate(parts):
        marks = {
            "given": {"locked": True},
            "answer": {"solution": True},
            "test": {"grade": True, "locked": True, "points": 1},
        }
        cells.append(
            cell(text, grade_id=f"c{number}", **marks[kind]) if kind in marks else cell(text)
        )
    content = notebook(cells)
    return CourseNotebook.parse("b", content)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("x = 1\ny, (z, *w) = 1, (2, 3)", {"x", "y", "z", "w"}),
        ("import a.b, c as d\nfrom e import f as g, h", {"a", "d", "g", "h"}),
        ("def f(x):\n    y = 1\nclass C:\n    z = 1", {"f", "C"}),
        ("for i in x:\n    j = i\nwith open(p) as q:\n    pass", {"i", "j", "q"}),
        ("if t:\n    def f(): pass\ntry:\n    import m\nexcept E as e:\n    pass", {"f", "m", "e"}),
        ("x: int = 1\nx += 1\n(n := 3)", {"x", "n"}),
        ("%matplotlib inline\nx = 1\n!ls", {"x"}),
        ("def (", set()),
    ],
)
def test_what_a_cell_sets(source, names):
    assert bound_names(source) == names


def test_what_a_cell_reads_and_changes_and_imports():
    assert mentioned_names("check('softmax')\nf(x)") == {"check", "softmax", "f", "x"}
    assert mutated_names("a.append(1)\nb[0] = 2\nc.d.e = 3\ndel f[1]\ng(h)") == {"a", "b", "c", "f"}
    assert imported_modules("import numpy as np\nfrom a.b import c") == ["numpy", "a.b", "a.b.c"]


def test_a_given_name_is_the_courses_and_an_answer_the_students():
    names = NameOwnership.analyse(
        book(
            ("given", "import numpy as np\ndef close(a, b): return a == b\ndata = []\nw = 0"),
            ("answer", "def f(x): return x\ndata.append(1)\nw = 1\nnp.random.seed(1)"),
            ("test", "assert close(f(1), 1)\nresult = f(2)"),
            ("answer", "result = 3"),
            ("test", "assert result == 3"),
        )
    )
    first, second = names.course_names.values()
    assert {"np", "close"} <= first
    assert not {"f", "data", "w"} & first
    assert "result" not in second
    assert {"f", "data", "w", "result", "np"} <= names.shared


def test_only_cells_that_tests_need_are_run_for_them():
    made = book(
        ("given", "import numpy as np\nlimit = 3"),
        ("plain", "show(f(1))\npicture = 1"),
        ("answer", "def f(x): return x"),
        ("test", "assert f(1) < limit"),
    )
    assert [c.index for c in NameOwnership.analyse(made).needed_cells] == [0]


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "source" / "ps1"
    source.mkdir(parents=True)
    parts = [("answer", "x = 1"), ("test", "assert x == 1")]
    (source / "ps1.ipynb").write_text(json.dumps(book(*parts).content))
    return tmp_path


def test_the_folders_are_those_of_the_settings(folder):
    assert Course(folder).source == folder / "source"
    (folder / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.source_directory = 'mine'\n"
        "c.CourseDirectory.db_url = 'sqlite:////elsewhere.db'\n"
    )
    course = Course(folder)
    assert course.source == folder / "mine"
    assert course.db_url == "sqlite:////elsewhere.db"


@pytest.mark.parametrize("section", ["Gradebox", "Lincourse"])
def test_cluster_is_set_under_the_name_of_gradebox_or_of_the_command(folder, section, monkeypatch):
    monkeypatch.setattr("gradebox.program.name", "lincourse")
    (folder / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.{section}.cluster = 'local:2'\n"
    )
    assert Course(folder).cluster == "local:2"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("c = get_config(", "can't be read"),
        ("c = get_config()\nc.CourseDirectory.directory_structure = 'x'", "directory_structure"),
    ],
)
def test_settings_that_stop_it_are_said(folder, settings, words):
    (folder / "nbgrader_config.py").write_text(settings)
    with pytest.raises(CourseError, match=words):
        Course(folder)


@pytest.mark.parametrize("name", ["", "..", "a/b", "nothing"])
def test_an_assignment_that_is_not_there(folder, name):
    with pytest.raises(CourseError, match="assignment"):
        Course(folder).assignment(name)


def test_what_is_wrong_with_the_course_itself_is_said(folder):
    path = folder / "source" / "ps1" / "ps1.ipynb"
    content = json.loads(path.read_text())
    content["cells"].append(content["cells"][0])
    path.write_text(json.dumps(content))
    with pytest.raises(CourseError, match="two cells with the grade_id 'c0'"):
        Course(folder).assignment("ps1")
    path.write_text("{")
    with pytest.raises(CourseError, match="can't be read"):
        Course(folder).assignment("ps1")


def test_tests_that_nbgrader_writes_are_those_that_it_wrote(folder):
    """A test cell of AUTOTEST lines alone is a comment: it would give its points to everybody."""
    path = folder / "source" / "ps1" / "ps1.ipynb"
    content = json.loads(path.read_text())
    content["cells"][1]["source"] = "### AUTOTEST x\n### HASHED AUTOTEST x + 1"
    path.write_text(json.dumps(content))
    with pytest.raises(CourseError, match="run `nbgrader generate_assignment ps1 --force`"):
        Course(folder).assignment("ps1")
    content["cells"][1]["source"] = "assert str(x) == '1'"
    (folder / "release" / "ps1").mkdir(parents=True)
    (folder / "release" / "ps1" / "ps1.ipynb").write_text(json.dumps(content))
    assert [test.source for test in Course(folder).assignment("ps1").notebooks[0].tests] == [
        "assert str(x) == '1'"
    ]
    with Gradebook(Course(folder).db_url) as gradebook:  # which has hidden tests, too
        content["cells"][1]["source"] = "assert str(x) == '1' and x < 2"
        gradebook.prepare("ps1", {"ps1": content})
    assert [test.source for test in Course(folder).assignment("ps1").notebooks[0].tests] == [
        "assert str(x) == '1' and x < 2"
    ]


def test_hidden_tests_that_nbgrader_writes_are_not_in_the_release(folder):
    path = folder / "source" / "ps1" / "ps1.ipynb"
    content = json.loads(path.read_text())
    hidden = "### BEGIN HIDDEN TESTS\n### HASHED AUTOTEST x\n### END HIDDEN TESTS\nprint('ok')"
    content["cells"][1]["source"] = hidden
    path.write_text(json.dumps(content))
    content["cells"][1]["source"] = "print('ok')"
    (folder / "release" / "ps1").mkdir(parents=True)
    (folder / "release" / "ps1" / "ps1.ipynb").write_text(json.dumps(content))
    with pytest.raises(CourseError, match="run `nbgrader generate_assignment ps1 --force`"):
        Course(folder).assignment("ps1")


@pytest.mark.slow
def test_without_the_source_release_and_gradebook_will_do(folder):
    generate = [sys.executable, "-m", "nbgrader", "generate_assignment", "ps1", "--create"]
    path = folder / "source" / "ps1" / "ps1.ipynb"
    content = json.loads(path.read_text())
    secret = "assert x == 1\n### BEGIN HIDDEN TESTS\nassert x < 2\n### END HIDDEN TESTS"
    content["cells"][1]["source"] = secret
    path.write_text(json.dumps(content))
    path_too = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # alembic is there
    environment = {**os.environ, "PATH": path_too}
    subprocess.run(generate, cwd=folder, check=True, capture_output=True, env=environment)
    path.unlink()
    assignment = Course(folder).assignment("ps1")
    (test,) = assignment.notebooks[0].tests
    assert "assert x < 2" in test.source
    assert "assert x < 2" not in test.released
