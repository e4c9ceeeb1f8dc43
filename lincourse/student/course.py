"""Find the course on this machine, and the notebooks that a student names."""

import re
from dataclasses import dataclass
from pathlib import Path

from lincourse.student import UserError
from lincourse.student.notebook import read

UNIT = re.compile(r"\d\d-[\w-]+")
COPY_SUFFIX = re.compile(r"(\s*\(\d+\)|[-_ ]+copy[-_ ]*\d*|\s+\d+)+$", re.IGNORECASE)


@dataclass(frozen=True)
class CourseCopy:
    """A student's copy of the course: a folder with `lectures/` and `exercises/`."""

    root: Path

    @property
    def units(self) -> list[str]:
        """The names of the units, such as 04-perceptron."""
        folders = (self.root / "exercises").iterdir()
        return sorted(path.name for path in folders if path.is_dir() and UNIT.fullmatch(path.name))

    def notebook(self, unit: str) -> Path:
        """The path of a unit's exercise notebook."""
        return self.root / "exercises" / unit / f"{unit}.ipynb"


def unit_of(path: Path, course: CourseCopy | None) -> str:
    """The unit that a notebook belongs to by its name, which may be that of a copy, or ""."""
    name = COPY_SUFFIX.sub("", path.stem).lower()
    if course is None:
        return name if UNIT.fullmatch(name) else ""
    if name in course.units:
        return name
    number = re.match(r"\d\d(?!\d)", name)
    fitting = [unit for unit in course.units if number and unit.startswith(number.group())]
    return fitting[0] if len(fitting) == 1 else ""


def find_course(start: Path) -> CourseCopy | None:
    """The course that contains a folder, or None."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "exercises").is_dir() and (folder / "lectures").is_dir():
            return CourseCopy(folder)
    return None


def require_course(start: Path) -> CourseCopy:
    """The course that contains a folder; an error if there is none."""
    course = find_course(start)
    if course is None:
        raise UserError(
            f"{start} is not in the course's folder, the one with lectures/ and exercises/. "
            "Go there with cd, or make one with: lincourse start"
        )
    return course


def find_notebook(name: str, start: Path) -> Path:
    """The notebook for a file name, a number (04) or a unit's name."""
    path = Path(start, name)
    if path.is_file():
        if path.suffix != ".ipynb":
            raise UserError(f"{name} is not a notebook: its name should end in .ipynb")
        return path
    if path.is_dir() and (inside := notebook_in(path)):
        return inside
    course = find_course(start)
    if course is None:
        raise UserError(
            f"there is no file {name} here, and {start} is not in the course's folder. Pass the "
            "path of a notebook, or go to the course's folder with cd"
        )
    number = name.zfill(2) if name.isdigit() else ""
    for unit in course.units:
        digits, topic = unit.split("-", 1)
        if name.removesuffix(".ipynb").rstrip("/\\") in (unit, topic) or number == digits:
            return course.notebook(unit)
    raise UserError(
        f"there is no file and no exercise {name!r}; the exercises are {', '.join(course.units)}"
    )


def notebook_in(folder: Path) -> Path | None:
    """The exercise in a folder: the notebook with the folder's name, or the only one."""
    folder = folder.resolve()
    own = folder / f"{folder.name}.ipynb"
    if own.is_file():
        return own
    found = sorted(folder.glob("*.ipynb"))
    if folder.parent.name == "exercises" and UNIT.fullmatch(folder.name):
        return found[0] if len(found) == 1 else own
    return found[0] if len(found) == 1 and find_course(folder) is None else None


def current_notebook(start: Path) -> Path | None:
    """The exercise whose folder contains `start`, or None."""
    for folder in (start, *start.resolve().parents):
        if (folder == start or UNIT.fullmatch(folder.name)) and (inside := notebook_in(folder)):
            return inside
        if (folder / "exercises").is_dir():
            break
    return None


def select_notebooks(names: list[str], start: Path) -> list[Path]:
    """The named notebooks; without names, the current one, or all that were started."""
    if names:
        return [find_notebook(name, start) for name in names]
    inside = current_notebook(start)
    return [inside] if inside else started_notebooks(require_course(start))


def started_notebooks(course: CourseCopy) -> list[Path]:
    """The exercises in which the student has written something, or that can't be read."""
    found = []
    for unit in course.units:
        path = course.notebook(unit)
        try:
            if path.exists() and read(path).started:
                found.append(path)
        except UserError:
            found.append(path)
    return found


def relative(path: Path, start: Path) -> str:
    """A path relative to a folder if it lies below it, else unchanged."""
    try:
        return str(path.resolve().relative_to(start.resolve()))
    except ValueError:
        return str(path)
