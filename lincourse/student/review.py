"""Find notebooks, their problems and, on request, repair them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lincourse.student import UserError
from lincourse.student.course import (
    CourseCopy,
    current_notebook,
    find_notebook,
    relative,
    started_notebooks,
    unit_of,
)
from lincourse.student.doctor import Problem, find_problems, released_notebook
from lincourse.student.repair import repair


@dataclass
class Review:
    """A notebook, the unit that it belongs to, and its problems."""

    path: Path
    unit: str
    course: CourseCopy | None
    problems: list[Problem] = field(default_factory=list)
    fixed: list[str] = field(default_factory=list)
    backup: Path | None = None

    def __post_init__(self) -> None:
        self.release = released_notebook(self.course, self.unit)
        self.problems = find_problems(self.path, self.unit, self.release)

    def repair(self) -> None:
        """Fix what can be fixed, and look for problems again."""
        try:
            self.path, self.backup, self.fixed = repair(self.path, self.unit, self.release)
        except OSError as error:
            raise UserError(f"{self.path} can't be repaired: {error.strerror}") from None
        self.problems = find_problems(self.path, self.unit, self.release)

    def title(self, start: Path) -> str:
        """The file and the time when it was saved, as unsaved changes can't be seen."""
        from lincourse.student.terminal import ago

        saved = datetime.fromtimestamp(self.path.stat().st_mtime, UTC).isoformat()
        return f"{relative(self.path, start)}, saved {ago(saved)}"

    def to_json(self) -> dict[str, Any]:
        """The review as JSON data."""
        return {
            "path": str(self.path),
            "unit": self.unit,
            "problems": [problem.to_json() for problem in self.problems],
            "fixed": self.fixed,
            "backup": str(self.backup) if self.backup else None,
        }


def review_notebooks(names: list[str], start: Path, course: CourseCopy | None) -> list[Review]:
    """Review the named notebooks; without names, the current one, or all that were started.

    A unit's only notebook is included even if its name is wrong.
    """
    inside = current_notebook(start)
    if names:
        paths = [find_notebook(name, start) for name in names]
    elif inside or course is None:
        paths = [inside] if inside else []
    else:
        misnamed = [_misnamed(course, unit) for unit in course.units]
        paths = [*started_notebooks(course), *(path for path in misnamed if path)]
    return [_review(path, course) for path in paths]


def _review(path: Path, course: CourseCopy | None) -> Review:
    unit = unit_of(path, course)
    if not path.exists():
        misnamed = _misnamed(course, unit) if course and unit else None
        if misnamed is None:
            raise UserError(
                f"{path} does not exist. If you moved it, move it back; git restore brings back "
                "the empty exercise"
            )
        path = misnamed
    return Review(path, unit, course)


def _misnamed(course: CourseCopy, unit: str) -> Path | None:
    """The only notebook in a unit's folder, if it doesn't have the unit's name."""
    own = course.notebook(unit)
    if own.exists():
        return None
    found = [path for path in own.parent.glob("*.ipynb") if unit_of(path, course) == unit]
    return found[0] if len(found) == 1 else None
