"""The house: what the files at the top say agrees with each other."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import lock
import pytest
import yaml
from packaging.requirements import Requirement

import lincourse

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def tracked_files():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]


def test_environment_yml_names_the_projects_packages_at_the_locks_versions():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    [pip] = [entry["pip"] for entry in environment["dependencies"] if isinstance(entry, dict)]
    pins = dict(line.split("==") for line in pip if not line.startswith("-"))
    named = {
        lock.normal(Requirement(line).name)
        for group in [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
        for line in group
    } - {"lincourse"}
    assert set(pins) == named
    [python] = [d for d in environment["dependencies"] if str(d).startswith("python=")]
    locked = lock.locked_versions(python.removeprefix("python="))
    assert pins == {name: locked[name] for name in named}
    assert "-e ." in pip


def test_environment_yml_is_what_the_lock_makes():
    assert (ROOT / "environment.yml").read_text() == lock.environment()


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_the_lock_satisfies_the_project_on_every_python(python):
    locked = lock.locked_versions(python)
    for group in [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]:
        for line in group:
            wanted = Requirement(line)
            if wanted.name != "lincourse":
                assert wanted.specifier.contains(locked[lock.normal(wanted.name)]), line


def test_a_student_installs_no_grading_tools():
    student = {Requirement(line).name for line in PROJECT["optional-dependencies"]["student"]}
    assert not student & {"nbgrader", "pytest", "nbval", "jupytext", "ruff"}
    assert [Requirement(line).name for line in PROJECT["dependencies"]] == ["numpy"]


def test_citation_and_package_have_one_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == lincourse.__version__


def test_no_file_names_a_machine_or_a_registry():
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


def test_every_link_in_the_readme_and_the_guides_leads_somewhere():
    pages = [path for path in tracked_files() if path.suffix == ".md"]
    assert ROOT / "README.md" in pages
    for page in pages:
        words = re.sub(r"^(`{3,}).*?^\1", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", words):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name} -> {target}"


class TestMake:
    def make(self, *arguments, cwd=ROOT, **environment):
        return subprocess.run(
            ["make", "--no-print-directory", *arguments],
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | environment,
        )

    def test_an_unknown_target_gets_one_clear_sentence(self):
        run = self.make("lib")
        assert run.returncode != 0
        assert run.stdout == "lincourse: there is no 'make lib'; 'make help' lists what there is.\n"

    def test_a_missing_python_gets_one_clear_sentence(self):
        run = self.make("lab", "PYTHON=python-that-is-not-there")
        assert run.returncode != 0
        assert (
            "lincourse: there is no python-that-is-not-there here; install Python 3.11"
            in run.stdout
        )

    def test_help_lists_every_target(self):
        said = self.make("help").stdout
        rules = re.findall(r"^([a-z-]+):$", (ROOT / "Makefile").read_text(), re.M)
        assert {"lab", "test", "build"} <= set(rules)
        for rule in set(rules) - {"help"}:
            assert f"make {rule}" in said


class TestSetUp:
    """tools/setup_env.py in a copy of the house, with installers that only write down calls."""

    @pytest.fixture
    def house(self, tmp_path):
        for name in ("pyproject.toml", "requirements.lock"):
            shutil.copy(ROOT / name, tmp_path)
        (tmp_path / "tools").mkdir()
        shutil.copy(ROOT / "tools/setup_env.py", tmp_path / "tools")
        (tmp_path / "bin").mkdir()
        return tmp_path

    def set_up(self, house, extra="student", uv="exit 0"):
        script = house / "bin/uv"
        script.write_text(
            f'#!/bin/sh\necho "$@" >> {house}/calls\n'
            f'if [ "$1" = venv ]; then mkdir -p {house}/.venv/bin; '
            f"ln -sf {sys.executable} {house}/.venv/bin/python; exit 0; fi\n{uv}\n"
        )
        script.chmod(0o755)
        return subprocess.run(
            [sys.executable, str(house / "tools/setup_env.py"), extra],
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": f"{house / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"},
        )

    def calls(self, house):
        return (house / "calls").read_text().splitlines()

    def test_installs_the_extra_at_the_locks_versions_once(self, house):
        assert self.set_up(house).returncode == 0
        assert self.set_up(house).stdout == ""
        venv, install = self.calls(house)
        assert venv.startswith("venv")
        assert "requirements.lock" in install
        assert install.endswith("[student]")

    def test_an_environment_for_more_serves_for_less(self, house):
        self.set_up(house, "dev")
        self.set_up(house, "student")
        assert len(self.calls(house)) == 2

    def test_a_changed_pin_sets_up_again(self, house):
        self.set_up(house)
        with (house / "requirements.lock").open("a") as file:
            file.write("# changed\n")
        assert "Setting up" in self.set_up(house).stdout

    def test_no_network_gets_one_clear_sentence_and_is_tried_again(self, house):
        run = self.set_up(house, uv="exit 1")
        assert run.returncode == 1
        assert "is this machine online?" in run.stderr
        assert "Traceback" not in run.stderr
        assert self.set_up(house).returncode == 0

    def test_a_wrong_python_gets_one_clear_sentence(self, house):
        script = (house / "tools/setup_env.py").read_text()
        script = script.replace(
            "OLDEST, NEWEST = (3, 11), (3, 14)", "OLDEST, NEWEST = (3, 98), (3, 99)"
        )
        (house / "tools/setup_env.py").write_text(script)
        run = self.set_up(house)
        assert run.returncode == 1
        assert "needs Python 3.98 to 3.99, and this is 3." in run.stderr
        assert len(run.stderr.strip().splitlines()) == 1
