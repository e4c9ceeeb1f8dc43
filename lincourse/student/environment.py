"""Check that this machine has what the course needs."""

import logging
import os
import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from lincourse import operating_system
from lincourse.student.course import CourseCopy
from lincourse.student.doctor import Problem

MIN_FREE_MB = 200

log = logging.getLogger(__name__)


def check_environment(course: CourseCopy | None) -> tuple[list[Problem], str]:
    """The problems of this machine, and a summary for the case that there are none."""
    packages, n_packages = _packages(course)
    found = [*_python(course), *packages, *_kernel(), *_folder(course)]
    version = ".".join(map(str, sys.version_info[:3]))
    return found, f"Python {version}, {n_packages} packages, a kernel, enough free space."


def _requirements(course: CourseCopy | None) -> tuple[list[str], str]:
    """The packages and the versions of Python that students need, from pyproject.toml."""
    project = course.root / "pyproject.toml" if course else None
    if project and project.is_file():
        import tomllib

        try:
            table = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        except (OSError, ValueError) as error:
            log.warning("can't read %s: %s", project, error)
            table = {}
        if table.get("name") == "lincourse":
            wanted = [
                *table.get("dependencies", []),
                *table.get("optional-dependencies", {}).get("student", []),
            ]
            return wanted, table.get("requires-python", "")
    try:
        lines = metadata.requires("lincourse") or []
        python = metadata.metadata("lincourse")["Requires-Python"] or ""
    except metadata.PackageNotFoundError:
        return [], ""
    student = [line for line in lines if "extra ==" not in line or "extra == 'student'" in line]
    return [line.split(";")[0].strip() for line in student], python


def _python(course: CourseCopy | None) -> list[Problem]:
    _, wanted = _requirements(course)
    try:
        from packaging.specifiers import SpecifierSet
    except ImportError:
        return []
    version = ".".join(map(str, sys.version_info[:3]))
    if not wanted or SpecifierSet(wanted).contains(version, prereleases=True):
        return []
    message = f"This is Python {version}, but the course needs {wanted}."
    advice = f"Install one of those, then: {operating_system.setup_command('3.12')}"
    return [Problem("error", message, advice)]


def _packages(course: CourseCopy | None) -> tuple[list[Problem], int]:
    wanted, _ = _requirements(course)
    install = operating_system.install_hint()
    if not wanted:
        return [Problem("warning", "lincourse is not installed as a package here.", install)], 0
    try:
        from packaging.requirements import Requirement
    except ImportError:
        return [Problem("error", "The package packaging is missing.", install)], 0
    missing, old = [], []
    for line in wanted:
        requirement = Requirement(line)
        try:
            have = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            missing.append(requirement.name)
            continue
        if not requirement.specifier.contains(have, prereleases=True):
            old.append(f"{requirement.name} {have} (needs {requirement.specifier})")
    found = []
    if missing:
        found.append(Problem("error", f"Missing packages: {', '.join(missing)}.", install))
    if old:
        found.append(Problem("error", f"Wrong versions: {', '.join(old)}.", install))
    return found, len(wanted)


def _kernel() -> list[Problem]:
    try:
        from jupyter_client.kernelspec import KernelSpecManager

        kernels = KernelSpecManager().find_kernel_specs()
    except ImportError:
        return []  # `_packages` reports it
    if "python3" in kernels:
        return []
    message = "Jupyter has no kernel called python3, so notebooks can't run."
    return [Problem("error", message, f"{sys.executable} -m ipykernel install --sys-prefix")]


def _folder(course: CourseCopy | None) -> list[Problem]:
    if course is None:
        message = "You are not in the course's folder, the one with lectures/ and exercises/."
        return [Problem("warning", message, "Go there with cd to check your notebooks.")]
    found = []
    if not course.units:
        message = f"There are no exercises in {course.root / 'exercises'}."
        found.append(Problem("error", message, "Download the course's files again."))
    for folder in (course.root, *(course.notebook(unit).parent for unit in course.units)):
        if not _writable(folder):
            message = f"You don't have permission to write in {folder}, so you can't save there."
            found.append(Problem("error", message, "Copy the course to a folder of your own."))
            break
    free = shutil.disk_usage(course.root).free // 2**20
    if free < MIN_FREE_MB:
        message = f"Only {free} MB are free on this disk, so Jupyter may fail to save."
        found.append(Problem("error", message, f"Free at least {MIN_FREE_MB} MB."))
    return found


def _writable(folder: Path) -> bool:
    if not os.access(folder, os.W_OK):
        return False
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
