"""Declared dependencies: each import is declared in the extra that the file's users install."""

import ast
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from lock import normal
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = {
    project["name"]: project
    for path in (ROOT / "pyproject.toml", *ROOT.glob("packages/*/pyproject.toml"))
    for project in [tomllib.loads(path.read_text(encoding="utf-8"))["project"]]
}
STANDARD_LIBRARY = ""
NUMPY_ONLY = "misstep"  # what a lecture's functions import, beside the course itself

# The installation that runs a file. The first pattern that matches a file decides.
INSTALLATIONS = {
    "start.py": STANDARD_LIBRARY,
    "tools/setup_env.py": STANDARD_LIBRARY,
    "packages/misstep/src/misstep/formulas/**/*.py": "misstep[formulas]",
    "packages/misstep/src/**/*.py": "misstep",
    "packages/gradebox/src/gradebox/run/*cluster*.py": "gradebox[cluster]",
    "packages/gradebox/src/gradebox/run/*dask*.py": "gradebox[cluster]",
    "packages/gradebox/src/**/*.py": "gradebox",
    "lincourse/cli/instructor.py": "lincourse[instructor]",
    "lincourse/instructor/**/*.py": "lincourse[instructor]",
    "lincourse/*/**/*.py": "lincourse",
    "lincourse/interact.py": "lincourse",
    "lincourse/plots.py": "lincourse",
    "lincourse/*.py": NUMPY_ONLY,
    "sources/**/*.py": "lincourse",
    "hatch_build.py": "lincourse[dev]",
    "tools/build_site.py": "lincourse[site]",
    "tools/site_*.py": "lincourse[site]",
    "tools/mathml.py": "lincourse[site]",
    "docs/**/conf.py": "lincourse[site]",
    "tools/grade_demo.py": "lincourse[instructor]",
    "tools/*.py": "lincourse[dev]",
    "conftest.py": "lincourse[dev]",
    "tests/**/*.py": "lincourse[dev]",
    "packages/**/*.py": "lincourse[dev]",
    "benchmarks/*.py": "lincourse[dev]",
}
# Imported only if a notebook has them: a front end, or a type that a student's answer may have.
OPTIONAL = {"misstep": {"IPython", "ipywidgets"}, "gradebox": {"matplotlib", "sympy"}}
TEST_FOLDERS = [ROOT / "tests", *ROOT.glob("packages/*/tests"), *ROOT.glob("packages/*/examples")]
HELPERS = {path.stem for folder in (*TEST_FOLDERS, ROOT / "tools") for path in folder.rglob("*.py")}
HELPERS |= {path.name for folder in TEST_FOLDERS for path in folder.rglob("*/")} | {"start"}
HELPERS |= {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
IMPORTERS = {"import_module", "importorskip"}  # functions that import by name


def declared(installation):
    """Return the distributions that an installation names, those of our own packages included."""
    wanted = Requirement(installation)
    project = PROJECTS[wanted.name]
    lines = list(project["dependencies"])
    for extra in wanted.extras:
        lines += project["optional-dependencies"][extra]
    names = {wanted.name}
    for line in lines:
        name = Requirement(line).name
        names |= declared(line) if name in PROJECTS else {normal(name)}
    return names


def imported(source):
    """Yield the top-level modules that a source imports, anywhere in it."""
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
    """Yield every Python file of ours with the installation that runs it."""
    seen = set()
    for pattern, installation in INSTALLATIONS.items():
        for path in sorted(set(ROOT.glob(pattern)) - seen):
            seen.add(path)
            yield path, installation


@pytest.mark.slow
@pytest.mark.parametrize("installation", sorted(set(INSTALLATIONS.values())))
def test_imports_are_declared_in_the_installation(installation):
    known = declared(installation) if installation else set()
    distributions = metadata.packages_distributions()
    missing = {}
    for path, needed in files():
        if needed == installation:
            helpers = set() if "src" in path.parts else HELPERS
            optional = OPTIONAL.get(installation.partition("[")[0], set())
            own = {"lincourse"} if installation == NUMPY_ONLY else set()
            ignored = {*helpers, *optional, *own, *sys.stdlib_module_names}
            for module in set(imported(path.read_text(encoding="utf-8"))) - ignored:
                if not {normal(name) for name in distributions.get(module, [module])} & known:
                    missing.setdefault(module, []).append(str(path.relative_to(ROOT)))
    assert not missing


def test_every_python_file_belongs_to_an_installation():
    folders = ["lincourse", "packages", "tools", "tests", "benchmarks", "docs", "sources"]
    ours = {path for name in folders for path in (ROOT / name).rglob("*.py")}
    ours |= set(ROOT.glob("*.py")) - {ROOT / "nbgrader_config.py"}
    assert not {str(path.relative_to(ROOT)) for path in ours - {path for path, _ in files()}}


def test_imports_are_found_anywhere_in_a_source():
    source = """
import a.b, c
from d.e import f
from . import g
def inner():
    import h
    return import_module("i.j"), pytest.importorskip("k"), print("l")
"""
    assert set(imported(source)) == {"a", "c", "d", "h", "i", "k"}
