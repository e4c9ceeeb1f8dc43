"""The course that the checks belong to: its name, its catalogue of checks, its own files."""

import os
import sys
from dataclasses import dataclass
from importlib import import_module


@dataclass
class Course:
    """Settings of a course; `configure` sets them.

    Args:
        name: Part of every draw of personal numbers, so that another course draws other numbers.
        checks: The module from which notebooks import `check`, as a message shows it.
        catalogue: The package that holds the checks, one module or package per unit; importing
            it fills the registries.
        practice: The command that asks questions in a terminal.
        given: Modules of the course's own package that an answer may use.

    """

    name: str = "course"
    checks: str = "checks"
    catalogue: str = ""
    practice: str = ""
    given: tuple[str, ...] = ()

    def load(self) -> None:
        """Import the catalogue of checks."""
        if self.catalogue:
            import_module(self.catalogue)

    def topic(self, module: str) -> str:
        """The unit that a module of the catalogue belongs to, such as naive_bayes."""
        return module.removeprefix(f"{self.catalogue}.").partition(".")[0]

    @property
    def files(self) -> tuple[str, ...]:
        """The folders, or single files, of the course's own code: frames there are no student's."""
        heads = {name.partition(".")[0] for name in (self.checks, self.catalogue)}
        files = (getattr(sys.modules.get(head), "__file__", None) for head in heads)
        return tuple(file.removesuffix(f"{os.sep}__init__.py") for file in files if file)


current = Course()


def configure(course: Course) -> None:
    """Set the course, before its catalogue is loaded."""
    vars(current).update(vars(course))
