"""The files of the repository agree with each other: versions, the lock, links, imports."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import gradebox
import lock
import metadata
import misstep
import pytest
import release
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


def test_conda_binder_and_dev_containers_have_the_same_python():
    image = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())["image"]
    assert image.endswith(f":{lock.CONDA_PYTHON}")
    assert (ROOT / ".binder/runtime.txt").read_text() == f"python-{lock.CONDA_PYTHON}\n"


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_lock_satisfies_the_requirements_on_every_python(python):
    locked = lock.locked_versions(python)
    for line in REQUIREMENTS:
        wanted = Requirement(line)
        if wanted.name not in OWN:
            assert wanted.specifier.contains(locked[lock.normal(wanted.name)]), line


def test_students_install_no_grading_tools():
    student = {Requirement(line).name for line in PROJECT["dependencies"]}
    assert not student & {"gradebox", "nbgrader", "pytest", "nbval", "jupytext", "ruff"}


def test_version_and_addresses_are_those_of_release_toml():
    for path, text in metadata.files().items():
        assert path.read_text() == text, "run: make metadata"
    version = metadata.release()["version"]
    assert {lincourse.__version__, misstep.__version__, gradebox.__version__} == {version}
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == version
    assert f"## [{version}] - " in (ROOT / "CHANGELOG.md").read_text()


def test_metadata_writes_addresses_and_a_contact(monkeypatch):
    urls = {"Homepage": "https://example.org/", "Source": "https://example.org/code"}
    about = metadata.release() | {"version": "9.1", "email": "a@example.org", "urls": urls}
    assert "date-released" not in metadata.files()[ROOT / "CITATION.cff"]
    about["date"] = "2030-01-02"
    monkeypatch.setattr(metadata, "release", lambda: about)
    made = metadata.files()
    for name in metadata.PROJECTS:
        project = tomllib.loads(made[ROOT / name])["project"]
        assert project["urls"] == urls
        assert project["authors"] == [{"name": about["authors"], "email": "a@example.org"}]
    assert "misstep[formulas]==9.1" in made[ROOT / "pyproject.toml"]
    citation = yaml.safe_load(made[ROOT / "CITATION.cff"])
    assert citation["version"] == 9.1
    assert str(citation["date-released"]) == "2030-01-02"
    assert citation["repository-code"] == urls["Source"]
    assert citation["url"] == urls["Homepage"]


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
        if path.suffix not in {".png", ".svg", ".ico", ".woff2"}:
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


def test_files_of_the_hosting_platform_are_valid():
    forms = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("[0-9]*.yml"))
    workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
    assert len(forms) >= 4
    for schema, files in (("github-issue-forms", forms), ("github-workflows", workflows)):
        command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
        run = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout


@pytest.mark.slow
def test_wheel_has_lectures_and_exercises_and_no_answers(monkeypatch, tmp_path):
    monkeypatch.setattr(release, "DIST", tmp_path)
    release.build(ROOT)
    [wheel] = tmp_path.iterdir()
    release.check_contents(wheel)
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert "lincourse/course_files/exercises/00-welcome/00-welcome.ipynb" in names
    assert "lincourse/course_files/lectures/09-family.ipynb" in names
    assert not {name for name in names if "sources/" in name or "tests/" in name}


def test_release_is_refused_if_tag_version_and_changelog_differ(monkeypatch):
    about = metadata.release() | {"version": "9.1", "date": "2030-01-02"}
    monkeypatch.setattr(metadata, "release", lambda: about)
    with pytest.raises(SystemExit, match=r"The tag is v9.2, but release.toml says 9.1"):
        release.check_tag("v9.2")
    for date, heading in (("2030-01-02", "2030-01-02"), ("", r"\(the date in release.toml\)")):
        about["date"] = date
        with pytest.raises(SystemExit, match=rf"no heading '## \[9.1\] - {heading}'"):
            release.check_tag("v9.1")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("solutions/00/00.ipynb", "{}", "contains solutions/00/00.ipynb"),
        ("exercises/00/00.ipynb", "### BEGIN SOLUTION", "contains answers"),
        ("exercises/00/00.ipynb", "{}", "has 1 notebooks instead of 20"),
    ],
)
def test_release_refuses_wheels_with_answers_or_without_notebooks(tmp_path, name, content, words):
    wheel = tmp_path / "lincourse-3-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(name, content)
    with pytest.raises(SystemExit, match=words):
        release.check_contents(wheel)
