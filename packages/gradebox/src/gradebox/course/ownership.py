"""Ownership of names: which names belong to the course at each test of a notebook.

A student's cell must not replace the course's helper functions and data by setting the same name.
Answers, and everything that answers change, are the student's.
"""

import builtins
from dataclasses import dataclass

from gradebox.course.model import CourseCell, CourseNotebook
from gradebox.course.syntax import bound, changed, classes, import_names, used


@dataclass
class Names:
    """The owners of a notebook's names.

    A name belongs to the course, and the student can't replace it, if the course's own cells set it
    last and no answer sets or changes it after that. All other names are the student's.
    """

    ours: dict[int, set[str]]  # index of a test cell -> the course's names there
    needed: list[CourseCell]  # the course's cells that set such names for a test, or a class
    shared: set[str]  # names set by answers or given cells: tests may set them for the student
    only_in_tests: set[str]  # names that only tests set

    @classmethod
    def of(cls, notebook: CourseNotebook) -> "Names":
        """Analyse the course's cells from top to bottom."""
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
            ):  # objects of given classes are copied, even if no test names the class
                needed.append(cell)
                wanted |= used(cell.source)
        return cls(ours, needed[::-1], shared, tests - shared - set(dir(builtins)))
