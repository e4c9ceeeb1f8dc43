"""Ownership of names: at each test of a notebook, which are the course's.

The course's helper functions and data must not be replaced by a student's cell that sets the same
name; answers, and what answers change, are the student's to set.
"""

import builtins
from dataclasses import dataclass

from gradebox.course.model import CourseCell, CourseNotebook
from gradebox.course.syntax import bound, changed, classes, import_names, used


@dataclass
class Names:
    """Who a name belongs to.

    A name that the course's own cells set last, and that no answer sets or changes since, is the
    course's: the student can't replace it. Every other name is the student's.
    """

    ours: dict[int, set[str]]  # the place of a test cell -> the course's names there
    needed: list[CourseCell]  # cells of the course that set such names for a test, or a class
    shared: set[str]  # names that answers or given cells set: tests may set them for the student
    tests_alone: set[str]  # names that tests set, and nothing else does

    @classmethod
    def of(cls, notebook: CourseNotebook) -> "Names":
        """Read the course's cells from top to bottom."""
        mine: set[str] = set()
        modules: set[str] = set()
        ours: dict[int, set[str]] = {}
        shared: set[str] = set()
        tests: set[str] = set()
        for cell in notebook.cells:
            if cell.kind != "code":
                continue
            names = bound(cell.source)
            if cell.role in ("solution", "manual"):
                mine -= names | (changed(cell.source) - modules)
                shared |= names
            elif cell.role == "test":
                ours[cell.place] = set(mine)
                mine |= names - shared
                tests |= names
            else:
                mine |= names
                shared |= names
                modules |= import_names(cell.source)
        wanted: set[str] = set()
        needed: list[CourseCell] = []
        for cell in reversed(notebook.cells):
            if cell.role == "test":
                wanted |= used(cell.source)
            elif cell.role in ("given", "plain") and (
                bound(cell.source) & wanted or classes(cell.source)
            ):  # objects of a given class go by value, whether or not a test names it
                needed.append(cell)
                wanted |= used(cell.source)
        return cls(ours, needed[::-1], shared, tests - shared - set(dir(builtins)))
