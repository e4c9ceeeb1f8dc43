"""The staging area: new folders of students wait here until they replace those in submitted/."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gradebox.course.model import Course
from gradebox.intake.record import FOLDER
from gradebox.signals import deferred_interrupt


class StagingArea:
    """Replaces students' folders so that each is always there in full, old or new.

    A folder can't be renamed over another one. So `replace` first moves the old folder into the
    staging area, then the new one into its place. If the process dies in between, the old folder
    waits in the staging area, and `recover` moves it back. `collect` and `grade` recover before
    they do anything else, under the lock of the assignment. Files that a power failure cut short
    differ from the digest in the record, so the next `collect` replaces them.
    """

    def __init__(self, course: Course, unit: str) -> None:
        self.submitted, self.unit = course.submitted, unit
        self.root = course.root / FOLDER / f".{unit}.unfinished"

    @contextmanager
    def opened(self) -> Iterator["StagingArea"]:
        """An empty staging area, which is removed in the end."""
        self.recover()
        self.root.mkdir(parents=True)
        try:
            yield self
        finally:
            self.recover()

    def folder(self, student: str) -> Path:
        """The folder in which a student's new files are written."""
        return self.root / student / self.unit

    def place(self, student: str) -> Path:
        """The folder that it will replace."""
        return self.submitted / student / self.unit

    def discard(self, student: str) -> None:
        shutil.rmtree(self.root / student)

    def replace(self, student: str) -> None:
        """Put a student's new folder in place of the old one."""
        place = self.place(student)
        place.parent.mkdir(parents=True, exist_ok=True)
        with deferred_interrupt():
            if os.path.lexists(place):
                os.rename(place, self._old(student))
            os.rename(self.folder(student), place)

    def recover(self) -> None:
        """Move back folders that an interrupted run left here, and delete the rest."""
        students = os.listdir(self.root) if self.root.is_dir() else ()
        for student in students:
            if os.path.lexists(self._old(student)) and not os.path.lexists(self.place(student)):
                os.rename(self._old(student), self.place(student))
        shutil.rmtree(self.root, ignore_errors=True)

    def _old(self, student: str) -> Path:
        return self.root / student / "old"
