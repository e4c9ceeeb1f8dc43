"""Ownership of names: which names belong to the course at each test of a notebook.

A student's cell can't replace the course's helper functions and data by setting the same name.
Answers, and what answers change, belong to the student.
"""

import builtins
from dataclasses import dataclass

from gradebox.course.model import CourseCell, CourseNotebook
from gradebox.course.syntax import (
    bound_names,
    class_names,
    imported_names,
    mentioned_names,
    mutated_names,
    unwritten_names,
)


@dataclass
class NameOwnership:
    """The owners of a notebook's names.

    A name belongs to the course if the course's own cells set it last, and no answer has set or
    changed it since. Every other name belongs to the student: also an empty function in a cell that
    isn't locked, as students are meant to write it.
    """

    course_names: dict[int, set[str]]  # by the index of a test cell
    needed_cells: list[CourseCell]  # cells of the course that set such names for a test, or a class
    shared: set[str]  # names that answers or given cells set: tests may set them for the student
    only_in_tests: set[str]  # names that only tests set

    @classmethod
    def analyse(cls, notebook: CourseNotebook) -> "NameOwnership":
        """Read the course's cells from top to bottom."""
        ours: set[str] = set()
        modules: set[str] = set()
        course_names: dict[int, set[str]] = {}
        shared: set[str] = set()
        in_tests: set[str] = set()
        for cell in notebook.cells:
            if cell.kind != "code":
                continue
            names = bound_names(cell.source)
            if cell.role in ("solution", "manual"):
                ours -= names | (mutated_names(cell.source) - modules)
                shared |= names
            elif cell.role == "test":
                course_names[cell.index] = set(ours)
                ours |= names - shared
                in_tests |= names
            else:
                ours -= names
                ours |= names - (unwritten_names(cell.source) if cell.role == "plain" else set())
                shared |= names
                modules |= imported_names(cell.source)
        wanted: set[str] = set()
        needed: list[CourseCell] = []
        for cell in reversed(notebook.cells):
            if cell.role == "test":
                wanted |= mentioned_names(cell.source)
            elif cell.role in ("given", "plain") and (
                bound_names(cell.source) & wanted or class_names(cell.source)
            ):  # objects of a given class go by value, whether or not a test names it
                needed.append(cell)
                wanted |= mentioned_names(cell.source)
        return cls(course_names, needed[::-1], shared, in_tests - shared - set(dir(builtins)))
