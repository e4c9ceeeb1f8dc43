"""The kernel of the exercise pages: which cells a check needs, and what it shows."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from misstep.core import frontend

from lincourse import cell_names, kernel

ROOT = Path(__file__).resolve().parent.parent
UNITS = sorted(path.stem for path in (ROOT / "exercises").iterdir())
IMPORTS = (
    "import numpy as np\nfrom lincourse import datasets, plots\nfrom lincourse.checks import check"
)
STUB = 'def mean_of(numbers):\n    """The mean."""\n    raise NotImplementedError'
RIGHT = "def mean_of(numbers):\n    return sum(numbers) / len(numbers)"
WRONG = "def mean_of(numbers):\n    return sum(numbers)"
CHECK = 'check("mean_of")'


def code_cells(folder, unit):
    cells = nbformat.read(ROOT / folder / unit / f"{unit}.ipynb", as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


def is_test(cell):
    return cell.metadata.get("nbgrader", {}).get("grade", False)


def text(result):
    """All that was shown, as text."""
    parts = []
    for output in result["outputs"]:
        parts += [output.get("text", ""), *output.get("traceback", [])]
        parts += output.get("data", {}).values()
    return "\n".join(parts)


class TestNeededCells:
    def needs(self, *sources, always=()):
        return cell_names.needed_cells(sources, len(sources) - 1, always)

    def test_last_cell_that_defines_a_name_is_needed(self):
        cells = ("a = 1", "a = 2", "b = 3", "print(a)")
        assert self.needs(*cells) == [(1, "a = 2"), (3, "print(a)")]

    def test_cells_needed_by_needed_cells_are_needed(self):
        cells = ("a = 1", "c = 5", "def f():\n    return a", "f()")
        assert [i for i, _ in self.needs(*cells)] == [0, 2, 3]

    def test_name_in_quotes_is_read(self):
        assert [i for i, _ in self.needs(RIGHT, "x = 1", CHECK)] == [0, 2]

    def test_local_name_is_not_a_definition(self):
        cells = ("order = 1", "def f():\n    order = 2\n    return order", "print(order)")
        assert [i for i, _ in self.needs(*cells)] == [0, 2]

    def test_unused_imports_are_removed(self):
        cells = (IMPORTS, RIGHT, CHECK)
        assert self.needs(*cells)[0] == (0, "\n\nfrom lincourse.checks import check")
        mixed = ("from math import (\n    exp,\n    log,\n)\nimport os\nE = exp(1)", "print(E)")
        assert self.needs(*mixed)[0] == (0, "from math import exp\n\n\n\n\nE = exp(1)")

    def test_cell_in_always_is_needed(self):
        cells = (IMPORTS, "def mine(x):\n    return np.sum(x)", CHECK)
        assert [i for i, _ in self.needs(*cells, always=[1])] == [0, 1, 2]
        assert "import numpy as np" in self.needs(*cells, always=[1])[0][1]

    def test_cell_with_a_syntax_error_still_defines_its_function(self):
        cells = ("def mean_of(numbers)\n    return 1", CHECK)
        assert [i for i, _ in self.needs(*cells)] == [0, 1]


class TestRun:
    def check(self, answer):
        return kernel.run([IMPORTS, answer, CHECK], 2, with_previous=True)

    def test_right_answer_passes(self):
        result = self.check(RIGHT)
        assert result["good"]
        assert "mean_of: these checks passed" in text(result)

    def test_wrong_answer_gets_a_report_without_a_traceback(self):
        result = self.check(WRONG)
        assert not result["good"]
        assert [output["output_type"] for output in result["outputs"]] == ["display_data"]
        assert "the sum is not divided by anything" in text(result)
        assert "text/html" in result["outputs"][0]["data"]

    def test_stub_is_reported(self):
        result = self.check(STUB)
        assert not result["good"]
        assert "mean_of is not written yet" in text(result)

    def test_syntax_error_shows_only_the_students_line(self):
        result = self.check("def mean_of(numbers)\n    return 1")
        assert not result["good"]
        assert "def mean_of(numbers)" in text(result)
        assert "SyntaxError" in text(result)
        assert "kernel.py" not in text(result)

    def test_exception_shows_the_students_line(self):
        result = kernel.run(["def f():\n    return 1 / 0", "f()"], 1)
        assert "Line 2, in f" in text(result)
        assert "ZeroDivisionError" in text(result)
        assert "kernel.py" not in text(result)

    def test_cell_that_needs_a_stub_names_it(self):
        result = kernel.run([STUB, "mean_of([1])"], 1)
        assert "mean_of is not written yet" in text(result)
        assert "Traceback" not in text(result)
        stub = "a, b = None, None\nraise NotImplementedError"
        assert kernel.run([stub, "print(a)"], 1)["good"]

    def test_missing_module_is_named(self):
        result = kernel.run(["import no_such_module.inner", "print(no_such_module)"], 1)
        assert result == {"outputs": [], "good": False, "missing": "no_such_module"}

    def test_prints_and_last_value_are_shown_in_order(self):
        result = kernel.run(["print('one')\nprint('two')\n1 + 2"], 0)
        assert [output["output_type"] for output in result["outputs"]] == ["stream", "display_data"]
        assert result["outputs"][0]["text"] == "one\ntwo\n"
        assert result["outputs"][1]["data"] == {"text/plain": "3"}

    def test_long_output_is_truncated(self):
        [output] = kernel.run(["for i in range(100_000):\n    print(i)"], 0)["outputs"]
        assert len(output["text"]) < kernel.MAX_PRINTED + 100
        assert output["text"].endswith("(the rest is left out)")

    def test_runs_share_no_state(self):
        kernel.run(["left_over = 1"], 0)
        assert "NameError" in text(kernel.run(["left_over"], 0))
        assert frontend.page is None

    @pytest.mark.parametrize("cell", ["student = Ada", "student = Ada Lovelace"])
    def test_name_without_quotes_gets_advice(self, cell):
        assert "Put your name between quotes" in text(kernel.run([cell], 0))

    def test_answers_can_be_inspected_and_be_dataclasses(self):
        source = "import inspect\ndef f():\n    return 1\nprint(inspect.getsource(f))"
        assert "def f()" in text(kernel.run([source], 0))
        made = "from dataclasses import dataclass\n@dataclass\nclass A:\n    a: int\nprint(A(1))"
        assert "A(a=1)" in text(kernel.run([made], 0))


@pytest.mark.parametrize("unit", UNITS)
def test_every_check_passes_on_the_cells_that_it_needs(unit):
    cells = code_cells("solutions", unit)
    sources = [cell.source for cell in cells]
    tests = [i for i, cell in enumerate(cells) if is_test(cell)]
    assert tests
    for i in tests[:: len(tests) // 4 + 1]:
        result = kernel.run(sources, i, with_previous=True)
        assert result["good"], text(result)


def test_no_check_needs_plots():
    for unit in UNITS:
        cells = code_cells("solutions", unit)
        sources = [cell.source for cell in cells]
        for i, cell in enumerate(cells):
            if is_test(cell):
                assert "plots" not in kernel.imported(sources[: i + 1], i, with_previous=True)


def test_kernel_works_without_ipython():
    code = (
        "import sys; sys.modules['IPython'] = None\n"
        "from lincourse import kernel\n"
        f"result = kernel.run([{IMPORTS!r}, {RIGHT!r}, {CHECK!r}], 2, True)\n"
        "assert result['good'], result\n"
        "assert 'matplotlib' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
