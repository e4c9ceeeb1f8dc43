"""One notebook at the doctor's: found, looked at, mended."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lincourse.student import UserError
from lincourse.student.course import CourseCopy, around, begun, named, short, unit_of
from lincourse.student.doctor import Problem, look, release_of
from lincourse.student.repair import mend


@dataclass
class Visit:
    """A notebook, the exercise that it belongs to, and what is wrong with it."""

    path: Path
    unit: str
    course: CourseCopy | None
    problems: list[Problem] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    backup: Path | None = None

    def __post_init__(self) -> None:
        self.release = release_of(self.course, self.unit)
        self.problems = look(self.path, self.unit, self.release)

    def mend(self) -> None:
        """Mend what can be mended, and look again."""
        try:
            self.path, self.backup, self.done = mend(self.path, self.unit, self.release)
        except OSError as error:
            raise UserError(f"{self.path} can't be mended: {error.strerror}") from None
        self.problems = look(self.path, self.unit, self.release)

    def title(self, start: Path) -> str:
        """The file, and when it was saved: what is not saved can't be seen from here."""
        from lincourse.student.terminal import ago

        saved = datetime.fromtimestamp(self.path.stat().st_mtime, UTC).isoformat()
        return f"{short(self.path, start)}, saved {ago(saved)}"

    def to_json(self) -> dict[str, Any]:
        """All of it, for a program to read."""
        return {
            "path": str(self.path),
            "unit": self.unit,
            "problems": [problem.to_json() for problem in self.problems],
            "mended": self.done,
            "backup": str(self.backup) if self.backup else None,
        }


def visits(what: list[str], start: Path, course: CourseCopy | None) -> list[Visit]:
    """The notebooks that were named; else the one of this folder; else all that were begun.

    Where an exercise's only notebook has a wrong name, it is looked at as well.
    """
    inside = around(start)
    if what:
        paths = [named(one, start) for one in what]
    elif inside or course is None:
        paths = [inside] if inside else []
    else:
        strays = [_stray(course, unit) for unit in course.units]
        paths = [*begun(course), *(path for path in strays if path)]
    return [_visit(path, course) for path in paths]


def _visit(path: Path, course: CourseCopy | None) -> Visit:
    unit = unit_of(path, course)
    if not path.exists():
        stray = _stray(course, unit) if course and unit else None
        if stray is None:
            raise UserError(
                f"{path} is not there. If you have moved it, move it back; git restore brings back "
                "the empty exercise"
            )
        path = stray
    return Visit(path, unit, course)


def _stray(course: CourseCopy, unit: str) -> Path | None:
    """The only notebook in an exercise's folder, where it does not have the exercise's name."""
    if course.notebook(unit).exists():
        return None
    there = [
        path
        for path in course.notebook(unit).parent.glob("*.ipynb")
        if unit_of(path, course) == unit
    ]
    return there[0] if len(there) == 1 else None
