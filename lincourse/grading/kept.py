"""What grading leaves in the course folder: written whole or not at all, and found again."""

import contextlib
import fcntl
import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

from lincourse.grading.course import Course, CourseError
from lincourse.grading.results import Result


@contextlib.contextmanager
def in_one_go() -> Iterator[None]:
    """Let Ctrl-C wait until this block is done."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals never come here
        return
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if asked:
            signal.raise_signal(signal.SIGINT)


class Kept:
    """The results of one assignment under reports/.lincourse, and the files made from them."""

    def __init__(self, course: Course, assignment: str) -> None:
        self.course, self.assignment = course, assignment
        self.room = course.reports / ".lincourse"
        self._results = self.room / "results" / assignment
        self.unfinished = self.room / "unfinished"

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keep a second grader out, and clear away what an interrupted one left."""
        self.room.mkdir(parents=True, exist_ok=True)
        with open(self.room / "lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CourseError(
                    "Another `lincourse grade` is at work in this folder; wait until it is done."
                ) from None
            shutil.rmtree(self.unfinished, ignore_errors=True)
            self.unfinished.mkdir()
            try:
                yield
            finally:
                shutil.rmtree(self.unfinished, ignore_errors=True)

    def result(self, student: str) -> Result | None:
        """What was made of a student's submission, where it was graded before."""
        try:
            return Result.from_json(json.loads(self._path(student).read_text()))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def whole(self, result: Result) -> bool:
        """Whether all files of a result are still there."""
        return all(
            (folder / f"{notebook.name}{ending}").is_file()
            for notebook in result.notebooks
            for folder, ending in (
                (self._folder(self.course.autograded, result.student), ".ipynb"),
                (self._folder(self.course.feedback, result.student), ".html"),
            )
        )

    def keep(self, result: Result, files: dict[str, str]) -> None:
        """Write a student's notebooks and pages, and last the result that says they are there."""
        for base, endings in (
            (self.course.autograded, (".ipynb", ".txt")),
            (self.course.feedback, (".html", ".txt")),
        ):
            folder = self._folder(base, result.student)
            folder.mkdir(parents=True, exist_ok=True)
            mine = {name for name in files if name.endswith(endings)}
            for name in mine:
                self.write(folder / name, files[name])
            for path in folder.iterdir():
                if path.suffix in (".ipynb", ".html") and path.name not in mine:
                    path.unlink()
        self._results.mkdir(parents=True, exist_ok=True)
        self.write(self._path(result.student), json.dumps(result.to_json()))

    def write(self, path: Path, text: str) -> None:
        """Write a file: at no moment is half of it there."""
        part = self.unfinished / str(os.getpid())
        with open(part, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
        os.replace(part, path)

    def _path(self, student: str) -> Path:
        return self._results / f"{student}.json"

    def _folder(self, base: Path, student: str) -> Path:
        return base / student / self.assignment
