"""Lock file: pin what pyproject.toml asks for in requirements.lock and environment.yml.

`lock.py` updates every pin to the newest version that fits, `lock.py nbgrader` only that one.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import uv
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
LOCK, ENVIRONMENT = ROOT / "requirements.lock", ROOT / "environment.yml"
OWN = ("misstep", "gradebox")  # packages of this repository besides lincourse
OLDEST_PYTHON, CONDA_PYTHON = "3.11", "3.12"
HEADING = "# Made by `make lock` from pyproject.toml.\n"

HEADER = """\
# Made by `make lock`: the same packages and versions as requirements.lock, for conda users.
#   conda env create -f environment.yml && conda activate lincourse
name: lincourse
channels:
  - conda-forge
dependencies:
  - python={python}
  - make
  - pip
  - pip:
{packages}
      - -c requirements.lock
      - -e packages/misstep
      - -e packages/gradebox
      - -e .
"""


def main(packages: list[str]) -> None:
    """Update the pins of some packages, or of all; write both files and print what changed."""
    unknown = {normal(name) for name in packages} - set(direct_dependencies()) - names()
    if unknown:
        sys.exit(f"lincourse: Neither pyproject.toml nor the lock names {', '.join(unknown)}.")
    before = LOCK.read_text(encoding="utf-8")
    lock = compiled(packages)
    if "://" in lock:  # an index's address, or a package from elsewhere
        sys.exit("lincourse: The new lock holds a URL, which may not work elsewhere.")
    LOCK.write_text(lock, encoding="utf-8")
    ENVIRONMENT.write_text(environment(), encoding="utf-8")
    print("\n".join(changes(before, lock)) or "No pin changed.")


def compiled(packages: list[str]) -> str:
    """Return the text of a new lock, in which only these packages (or all) may change."""
    command = [uv.find_uv_bin(), "pip", "compile", "pyproject.toml", "--all-extras", "--universal"]
    command += [f"--no-emit-package={name}" for name in OWN]
    command += ["--python-version", OLDEST_PYTHON, "--no-header", "--no-annotate", "--quiet"]
    command += [f"--upgrade-package={name}" for name in packages] or ["--upgrade"]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(shutil.copy(LOCK, folder))  # uv keeps the pins that it finds here
        if subprocess.call([*command, "--output-file", str(output)], cwd=ROOT):
            sys.exit("lincourse: uv failed, see above. Nothing was written.")
        return HEADING + output.read_text(encoding="utf-8").removeprefix(HEADING)


def changes(before: str, after: str) -> list[str]:
    """Return the differences between two locks, one line per pin."""
    old, new = before.splitlines(), after.splitlines()
    removed = [f"- {line}" for line in old if line not in new]
    added = [f"+ {line}" for line in new if line not in old]
    return sorted(removed + added, key=lambda line: (line[2:].split("==")[0], line[0] == "+"))


def environment() -> str:
    """Return the text of environment.yml: the direct dependencies at their locked versions."""
    pins = locked_versions(CONDA_PYTHON)
    packages = "\n".join(f"      - {name}=={pins[name]}" for name in direct_dependencies())
    return HEADER.format(python=CONDA_PYTHON, packages=packages)


def direct_dependencies() -> list[str]:
    """Return the packages that our pyproject.toml files name, extras included."""
    paths = [
        ROOT / "pyproject.toml",
        *(ROOT / "packages" / name / "pyproject.toml" for name in OWN),
    ]
    names = set()
    for path in paths:
        project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        lists = [project["dependencies"], *project["optional-dependencies"].values()]
        names |= {normal(Requirement(line).name) for group in lists for line in group}
    return sorted(names - {"lincourse", *OWN})


def names() -> set[str]:
    """The packages in the lock."""
    return {normal(requirement.name) for requirement in locked()}


def locked() -> list[Requirement]:
    """The lines of the lock."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line.strip() and not line.startswith("#")]


def locked_versions(python: str) -> dict[str, str]:
    """Package -> version in the lock, for one version of Python on Linux."""
    where = {"python_version": python, "python_full_version": f"{python}.0"}
    return {
        normal(pin.name): str(pin.specifier).removeprefix("==")
        for pin in locked()
        if pin.marker is None or pin.marker.evaluate(where)
    }


def normal(name: str) -> str:
    """A package's name as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main(sys.argv[1:])
