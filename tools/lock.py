"""Choose versions: pyproject.toml to requirements.lock, and from both to environment.yml."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
LOCK, ENVIRONMENT = ROOT / "requirements.lock", ROOT / "environment.yml"
CONDA_PYTHON = "3.12"

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
      - -e .
"""


def main() -> None:
    """Write both files anew."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("lincourse: 'make lock' needs uv; 'pip install uv' brings it.")
    command = [uv, "pip", "compile", "pyproject.toml", "--all-extras", "--universal", "--upgrade"]
    command += ["--python-version", "3.11", "--no-header", "--no-annotate", "--quiet"]
    lock = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    LOCK.write_text("# Made by `make lock` from pyproject.toml.\n" + lock)
    ENVIRONMENT.write_text(environment())


def environment() -> str:
    """The text of environment.yml: what the project names, at the versions of the lock."""
    pins = locked_versions(CONDA_PYTHON)
    packages = "\n".join(f"      - {name}=={pins[name]}" for name in direct_dependencies())
    return HEADER.format(python=CONDA_PYTHON, packages=packages)


def direct_dependencies() -> list[str]:
    """The packages that pyproject.toml names, extras included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    names = {normal(Requirement(line).name) for group in lists for line in group}
    return sorted(names - {"lincourse"})


def locked_versions(python: str) -> dict[str, str]:
    """Package -> version in the lock, for one version of Python on Linux."""
    versions = {}
    for line in LOCK.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            requirement = Requirement(line)
            where = {"python_version": python, "python_full_version": f"{python}.0"}
            if requirement.marker is None or requirement.marker.evaluate(where):
                versions[normal(requirement.name)] = str(requirement.specifier).removeprefix("==")
    return versions


def normal(name: str) -> str:
    """A package's name as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
