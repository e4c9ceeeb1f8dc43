"""Checking the environment: whether this machine has what the course needs."""

import os
import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from lincourse import operating_system
from lincourse.student.course import CourseCopy
from lincourse.student.doctor import Problem

ROOM = 200  # megabytes
SET_UP = (
    f"Run {operating_system.set_up()} in the course's folder, or: pip install 'lincourse[student]'"
)


def look(course: CourseCopy | None, start: Path) -> tuple[list[Problem], str]:
    """What is wrong here, and in one line what is well."""
    packages, many = _packages(course)
    found = [*_python(course), *packages, *_kernel(), *_folder(course, start)]
    version = ".".join(map(str, sys.version_info[:3]))
    return found, f"Python {version}, {many} packages, a kernel, room to work."


def _requirements(course: CourseCopy | None) -> tuple[list[str], str]:
    """The student's packages and the Pythons that the course names, from its own project file."""
    project = course.root / "pyproject.toml" if course else None
    if project and project.is_file():
        import tomllib

        try:
            table = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        except (OSError, ValueError):
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
    words = f"This is Python {version}, and the course needs {wanted}."
    return [
        Problem("wrong", words, f"Install one of those, then: {operating_system.set_up('3.12')}")
    ]


def _packages(course: CourseCopy | None) -> tuple[list[Problem], int]:
    wanted, _ = _requirements(course)
    if not wanted:
        return [Problem("look", "lincourse is not installed as a package here.", SET_UP)], 0
    try:
        from packaging.requirements import Requirement
    except ImportError:
        return [Problem("wrong", "The package packaging is missing.", SET_UP)], 0
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
        found.append(Problem("wrong", f"Missing packages: {', '.join(missing)}.", SET_UP))
    if old:
        found.append(Problem("wrong", f"Not the right versions: {', '.join(old)}.", SET_UP))
    return found, len(wanted)


def _kernel() -> list[Problem]:
    try:
        from jupyter_client.kernelspec import KernelSpecManager

        kernels = KernelSpecManager().find_kernel_specs()
    except ImportError:
        return []  # said with the packages
    if "python3" in kernels:
        return []
    words = "Jupyter knows no kernel called python3, so notebooks can't run."
    return [Problem("wrong", words, f"{sys.executable} -m ipykernel install --sys-prefix")]


def _folder(course: CourseCopy | None, start: Path) -> list[Problem]:
    if course is None:
        words = "This is not in the course's folder, the one with lectures/ and exercises/ in it."
        return [Problem("look", words, "Go there with cd to have your notebooks looked at.")]
    found = []
    if not course.units:
        words = f"There are no exercises in {course.root / 'exercises'}."
        found.append(Problem("wrong", words, "Get the course's files once more."))
    for folder in (course.root, *(course.notebook(unit).parent for unit in course.units)):
        if not _writable(folder):
            words = f"You may not write in {folder}, so nothing can be saved there."
            found.append(Problem("wrong", words, "Copy the course to a folder of your own."))
            break
    free = shutil.disk_usage(course.root).free // 2**20
    if free < ROOM:
        words = f"Only {free} MB are free on this disk, and Jupyter may fail to save."
        found.append(Problem("wrong", words, f"Make room: {ROOM} MB at least."))
    return found


def _writable(folder: Path) -> bool:
    if not os.access(folder, os.W_OK):
        return False
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
