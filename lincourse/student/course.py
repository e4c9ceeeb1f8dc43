"""Where the course is on this machine, and which notebook a student means."""

import re
from dataclasses import dataclass
from pathlib import Path

from lincourse.student import UserError
from lincourse.student.notebook import read

UNIT = re.compile(r"\d\d-[\w-]+")
COPY = re.compile(r"(\s*\(\d+\)|[-_ ]+copy[-_ ]*\d*|\s+\d+)+$", re.IGNORECASE)


@dataclass(frozen=True)
class CourseCopy:
    """A student's copy of the course: a folder with `lectures/` and `exercises/`."""

    root: Path

    @property
    def units(self) -> list[str]:
        """The names of the exercises, such as 04-perceptron."""
        folders = (self.root / "exercises").iterdir()
        return sorted(path.name for path in folders if path.is_dir() and UNIT.fullmatch(path.name))

    def notebook(self, unit: str) -> Path:
        """Where the notebook of an exercise belongs."""
        return self.root / "exercises" / unit / f"{unit}.ipynb"


def unit_of(path: Path, course: CourseCopy | None) -> str:
    """The exercise that a notebook's name stands for, also when it is a copy's, or nothing."""
    named = COPY.sub("", path.stem).lower()
    if course is None:
        return named if UNIT.fullmatch(named) else ""
    if named in course.units:
        return named
    number = re.match(r"\d\d(?!\d)", named)
    fitting = [unit for unit in course.units if number and unit.startswith(number.group())]
    return fitting[0] if len(fitting) == 1 else ""


def find(start: Path) -> CourseCopy | None:
    """The course that a folder is in, or None."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "exercises").is_dir() and (folder / "lectures").is_dir():
            return CourseCopy(folder)
    return None


def need(start: Path) -> CourseCopy:
    """The course that a folder is in."""
    course = find(start)
    if course is None:
        raise UserError(
            f"{start} is not in the course's folder, the one with lectures/ and exercises/ in it. "
            "Go there first, with cd"
        )
    return course


def named(what: str, start: Path) -> Path:
    """The notebook that a file's name, a number or an exercise's name stands for."""
    path = Path(start, what)
    if path.is_file():
        if path.suffix != ".ipynb":
            raise UserError(f"{what} is not a notebook: its name should end in .ipynb")
        return path
    if path.is_dir() and (inside := in_folder(path)):
        return inside
    course = find(start)
    if course is None:
        raise UserError(
            f"there is no file {what} here, and {start} is not in the course's folder. Name a "
            "notebook's file, or go to the course's folder with cd"
        )
    number = what.zfill(2) if what.isdigit() else ""
    for unit in course.units:
        digits, topic = unit.split("-", 1)
        if what.removesuffix(".ipynb").rstrip("/\\") in (unit, topic) or number == digits:
            return course.notebook(unit)
    raise UserError(
        f"there is no file and no exercise {what!r}; the exercises are {', '.join(course.units)}"
    )


def in_folder(folder: Path) -> Path | None:
    """The exercise in a folder: the notebook with the folder's name, or the only one."""
    folder = folder.resolve()
    own = folder / f"{folder.name}.ipynb"
    if own.is_file():
        return own
    there = sorted(folder.glob("*.ipynb"))
    if folder.parent.name == "exercises" and UNIT.fullmatch(folder.name):
        return there[0] if len(there) == 1 else own
    return there[0] if len(there) == 1 and find(folder) is None else None


def around(start: Path) -> Path | None:
    """The exercise whose folder one is in, or None."""
    for folder in (start, *start.resolve().parents):
        if inside := in_folder(folder):
            return inside
        if (folder / "exercises").is_dir():
            break
    return None


def meant(what: list[str], start: Path) -> list[Path]:
    """The notebooks that were named; else the one of this folder; else all that were begun."""
    if what:
        return [named(one, start) for one in what]
    inside = around(start)
    return [inside] if inside else begun(need(start))


def begun(course: CourseCopy) -> list[Path]:
    """The exercises in which the student has written something."""
    found = []
    for unit in course.units:
        path = course.notebook(unit)
        try:
            if path.exists() and read(path).touched:
                found.append(path)
        except UserError:
            found.append(path)
    return found


def short(path: Path, start: Path) -> str:
    """A path as one would type it from a folder."""
    try:
        return str(path.resolve().relative_to(start.resolve()))
    except ValueError:
        return str(path)
