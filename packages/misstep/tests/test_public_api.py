"""The public interface: every name is there, and importing it stays cheap."""

import subprocess
import sys

import misstep
import pytest


def modules_after(code):
    """The top-level modules in a fresh Python after some code."""
    code += "\nimport sys\nprint(*{name.partition('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_every_public_name_is_importable():
    assert set(misstep.__all__) == set(misstep._MODULES)
    for name in misstep.__all__:
        assert getattr(misstep, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'Chek'"):
        _ = misstep.Chek


@pytest.mark.slow
def test_importing_misstep_imports_no_numpy():
    assert "numpy" not in modules_after("import misstep")


@pytest.mark.slow
def test_everything_imports_only_numpy():
    found = modules_after("from misstep import *\nimport misstep.notebook, misstep.testing")
    assert "numpy" in found
    assert not found & {"sympy", "mpmath", "IPython", "ipywidgets", "lincourse", "gradebox"}
