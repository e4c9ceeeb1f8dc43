"""What student code may import: all that the course gives, and nothing that it asks for."""

import ast
import runpy
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from gradebox.course.model import Course
from gradebox.course.tree_shaking import stage

from lincourse import checks
from lincourse.checks.units import CHECKS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
COURSE = Course(ROOT)
UNITS = COURSE.assignments()


def code(book, *roles):
    return [cell.source for cell in book.cells if cell.kind == "code" and cell.role in roles]


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    made = {}

    def make(unit):
        if unit not in made:
            book = COURSE.assignment(unit).notebooks[0]
            folder = tmp_path_factory.mktemp(unit)
            stage(folder, code(book, "given", "plain", "solution"), book.asked)
            made[unit] = folder, book
        return made[unit]

    return make


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.sampled(every=3)
def test_asked_functions_cannot_be_imported(staged, unit):
    folder, book = staged(unit)
    bodies = {
        ast.unparse(node.body)
        for path in (ROOT / "lincourse").glob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name in book.asked
    }
    for path in folder.rglob("*.py"):
        if path.parent.name in ("checks", "grading", "inside"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                assert ast.unparse(node.body) not in bodies, f"{path.name} holds {node.name}"
    assert book.asked & set(CHECKS) or unit.startswith("08")


@pytest.mark.parametrize(
    "unit",
    [  # the capstone alone takes as long as all the others
        pytest.param(unit, marks=pytest.mark.nightly if unit.startswith("09") else ())
        for unit in UNITS
    ],
)
@pytest.mark.sampled(every=3)
def test_course_cells_run_on_the_staged_package(staged, unit, tmp_path):
    folder, book = staged(unit)
    program = tmp_path / "program.py"
    cells = code(book, "given", "plain", "solution")
    guarded = (
        f"try:\n    exec({cell!r}, globals())\nexcept NotImplementedError as error:\n"
        "    assert 'not available while grading' in str(error)"
        for cell in cells
    )
    program.write_text("\n".join(guarded))
    run = subprocess.run(
        [sys.executable, "-P", program],
        env={
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(folder),
            "MPLBACKEND": "agg",
            "LINCOURSE_STATIC": "1",
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr


def test_staged_checks_hold_no_answers(staged):
    folder, _ = staged("04-perceptron")
    text = (folder / "lincourse" / "checks" / "__init__.py").read_text()
    assert "reference" not in text
    assert [p.name for p in (folder / "lincourse" / "checks").glob("*.py")] == ["__init__.py"]


def test_estimators_and_other_units_are_not_staged(staged):
    folder, _ = staged("04-perceptron")
    there = {p.name for p in (folder / "lincourse").iterdir()}
    assert not there & {
        "estimators.py",
        "perceptron.py",
        "softmax.py",
        "cli",
        "student",
        "gradebox.py",
    }
    ours = folder / "gradebox"
    assert {path.name for path in ours.glob("*.py")} == {"__init__.py", "limits.py", "text.py"}
    assert {path.stem for path in (ours / "sandbox").glob("*.py")} == {
        *("__init__", "cgroup", "channel", "linux", "outputs", "seccomp"),
        *("sympy_codec", "wire", "wire_limits"),
    }


def test_earlier_function_is_staged_without_its_neighbours(staged):
    folder, _ = staged("08-derivations")
    tree = ast.parse((folder / "lincourse" / "softmax.py").read_text())
    assert [n.name for n in tree.body if isinstance(n, ast.FunctionDef)] == ["softmax"]


def test_other_courses_get_an_empty_package(tmp_path):
    stage(tmp_path, ["import numpy as np\nfrom math import pi"], {"f"})
    there = {p.name for p in (tmp_path / "lincourse").iterdir()}
    assert there == {"__init__.py", "checks"}


def test_cells_with_syntax_errors_are_skipped_and_with_magics_are_read(tmp_path):
    stage(tmp_path, ["%matplotlib inline\nimport lincourse.plots", "def ("], set())
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["gradebox", "lincourse", "misstep", "shadows"]
    assert (tmp_path / "lincourse" / "plots.py").is_file()


def test_modules_of_gradebox_are_staged_with_bytecode(tmp_path, monkeypatch):
    stage(tmp_path, [], set())
    monkeypatch.setattr(SourceFileLoader, "source_to_code", None)  # so that none can be compiled
    modules = sorted((tmp_path / "gradebox").rglob("*.py"))
    for path in (path for path in modules if path.read_text()):
        assert SourceFileLoader(path.stem, str(path)).get_code(path.stem), path
    assert len(modules) > 10


def test_stub_of_the_checks_has_every_public_name_and_does_nothing(tmp_path):
    stage(tmp_path, [], set())
    stub = runpy.run_path(str(tmp_path / "lincourse" / "checks" / "__init__.py"))
    assert {name for name in stub if not name.startswith("__")} == set(checks.__all__)
    for name in checks.__all__:
        if isinstance(getattr(checks, name), type):
            assert issubclass(stub[name], AssertionError)
        else:
            assert stub[name]("softmax", seed=1) is None
