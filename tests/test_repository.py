"""The files of the repository agree with each other: versions, the lock, links, imports."""

import re
import subprocess
import tomllib
from pathlib import Path

import lock
import pytest
import yaml
from packaging.requirements import Requirement

import lincourse

ROOT = Path(__file__).resolve().parent.parent
OWN = {"lincourse", "misstep", "gradebox"}
PROJECTS = [
    tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    for folder in (ROOT, *sorted((ROOT / "packages").iterdir()))
]
PROJECT = PROJECTS[0]
REQUIREMENTS = [
    line
    for project in PROJECTS
    for group in [project["dependencies"], *project["optional-dependencies"].values()]
    for line in group
]


def tracked_files():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def test_environment_yml_has_the_declared_packages_at_locked_versions():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    [pip] = [entry["pip"] for entry in environment["dependencies"] if isinstance(entry, dict)]
    pins = dict(line.split("==") for line in pip if not line.startswith("-"))
    named = {lock.normal(Requirement(line).name) for line in REQUIREMENTS} - OWN
    assert set(pins) == named
    [python] = [d for d in environment["dependencies"] if str(d).startswith("python=")]
    locked = lock.locked_versions(python.removeprefix("python="))
    assert pins == {name: locked[name] for name in named}
    assert "-e ." in pip


def test_environment_yml_is_generated_from_the_lock():
    assert (ROOT / "environment.yml").read_text() == lock.environment()


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_lock_satisfies_the_requirements_on_every_python(python):
    locked = lock.locked_versions(python)
    for line in REQUIREMENTS:
        wanted = Requirement(line)
        if wanted.name not in OWN:
            assert wanted.specifier.contains(locked[lock.normal(wanted.name)]), line


def test_student_extra_installs_no_grading_tools():
    student = {Requirement(line).name for line in PROJECT["optional-dependencies"]["student"]}
    assert not student & {"gradebox", "nbgrader", "pytest", "nbval", "jupytext", "ruff"}
    assert [Requirement(line).name for line in PROJECT["dependencies"]] == ["misstep", "numpy"]


def test_citation_has_the_version_of_the_package():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == lincourse.__version__


def test_files_name_no_machine_and_no_registry():
    wrong = re.compile(
        r"(/ro"
        r"ot/|/wo"
        r"rk/|index-u"
        r"rl|files\.pytho"
        r"nhosted|pypi\.o"
        r"rg|registry\.n"
        r"pmjs)"
    )
    for path in tracked_files():
        if path.suffix not in {".png", ".svg", ".ico"}:
            found = wrong.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.name}: {found.group()}"


def test_relative_links_in_markdown_lead_to_files():
    pages = [path for path in tracked_files() if path.suffix == ".md"]
    assert ROOT / "README.md" in pages
    for page in pages:
        words = re.sub(r"^(`{3,}).*?^\1", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", words):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name} -> {target}"


def test_test_modules_import_no_helpers_from_each_other():
    tests = [path for path in tracked_files() if path.match("test_*.py")]
    wrong = [p for p in tests if re.search(r"^(from|import) test_\w+", p.read_text(), re.M)]
    assert not wrong, "move the shared helpers to a module of their own"
