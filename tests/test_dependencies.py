"""Declared dependencies: what a folder imports is in the extra that its users install."""

import ast
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from lock import normal
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# Who runs which files. The first pattern that fits a file decides; None is the bare package.
SERVED_BY = {
    "start.py": "standard library",
    "tools/setup_env.py": "standard library",
    "packages/gradebox/src/gradebox/run/cluster.py": "cluster",
    "packages/gradebox/src/gradebox/run/local_cluster.py": "cluster",
    "packages/gradebox/src/gradebox/run/dask_worker.py": "cluster",
    "lincourse/grading/**/*.py": "instructor",
    "lincourse/*/**/*.py": "student",
    "lincourse/interact.py": "student",
    "lincourse/plots.py": "student",
    "packages/misstep/src/misstep/display.py": "student",
    "lincourse/kernel.py": "student",
    "lincourse/source.py": "student",
    "lincourse/*.py": None,
    "sources/**/*.py": "student",
    "tools/build_site.py": "site",
    "tools/site_*.py": "site",
    "tools/mathml.py": "site",
    "docs/**/conf.py": "site",
    "tools/grade_demo.py": "instructor",
    "tools/*.py": "dev",
    "conftest.py": "dev",
    "tests/**/*.py": "dev",
    "benchmarks/*.py": "dev",
}
PATTERNS = ("tools/*.py", "tests/**/*.py", "benchmarks/*.py")
OWN = {path.stem for pattern in PATTERNS for path in ROOT.glob(pattern)} | {
    *("lincourse", "start"),
    *(path.name for path in ROOT.glob("tests/**/") if path.name),
}
IMPORTERS = {"import_module", "importorskip"}  # functions that import by name


def declared(extra):
    """The packages that an extra names, those of the extras within it included."""
    lines = list(PROJECT["dependencies"])
    lines += PROJECT["optional-dependencies"][extra] if extra else []
    names = set()
    for requirement in map(Requirement, lines):
        if requirement.name == "lincourse":
            for inner in requirement.extras:
                names |= declared(inner)
        else:
            names.add(normal(requirement.name))
    return names


def imported(source):
    """The top-level modules that a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            name = getattr(node.args[0], "value", None)
            if called in IMPORTERS and isinstance(name, str):
                yield name.split(".")[0]


def files():
    """Every file of ours with the extra that serves it."""
    seen = set()
    for pattern, extra in SERVED_BY.items():
        for path in sorted(set(ROOT.glob(pattern)) - seen):
            seen.add(path)
            yield path, extra


def packages_of(module):
    """The packages that bring a module, as far as they are installed here."""
    return {normal(name) for name in DISTRIBUTIONS.get(module, [])}


DISTRIBUTIONS = metadata.packages_distributions()


@pytest.mark.slow
@pytest.mark.parametrize(
    "extra", ["standard library", None, "student", "instructor", "cluster", "site", "dev"]
)
def test_every_imported_package_is_declared_where_it_is_needed(extra):
    known = set() if extra == "standard library" else declared(extra)
    missing = {}
    for path, served in files():
        if served == extra:
            modules = set(imported(path.read_text(encoding="utf-8")))
            for module in modules - OWN - set(sys.stdlib_module_names):
                if not packages_of(module) & known:
                    missing.setdefault(module, []).append(str(path.relative_to(ROOT)))
    assert not missing


def test_every_python_file_is_served_by_an_extra():
    folders = ["lincourse", "tools", "tests", "benchmarks", "docs", "sources"]
    ours = {path for name in folders for path in (ROOT / name).rglob("*.py")}
    ours |= set(ROOT.glob("*.py")) - {ROOT / "nbgrader_config.py"}
    assert not {str(path.relative_to(ROOT)) for path in ours - {path for path, _ in files()}}


def test_imports_are_seen_wherever_they_stand():
    source = """
import a.b, c
from d.e import f
from . import g
def inner():
    import h
    return import_module("i.j"), pytest.importorskip("k"), print("l")
"""
    assert set(imported(source)) == {"a", "c", "d", "h", "i", "k"}
