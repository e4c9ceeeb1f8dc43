"""A store of results in the course folder: a lock file, atomic writes, and a marker file last."""

import contextlib
import fcntl
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from lincourse.grading.course import Course, CourseError
from lincourse.grading.results import Result
from lincourse.notebooks import write_atomically


class ResultStore:
    """The results of one assignment under reports/.lincourse, and the files made from them."""

    def __init__(self, course: Course, assignment: str) -> None:
        self.course, self.assignment = course, assignment
        self._folder = course.reports / ".lincourse"
        self._results = self._folder / "results" / assignment
        self.unfinished = self._folder / "unfinished"  # temporary files, gone after a crash too

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second grader out, and clear away what an interrupted one left."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with open(self._folder / "lock", "w") as lock:
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

    def complete(self, result: Result) -> bool:
        """Whether all files of a result are still there."""
        return all(
            (folder / f"{notebook.name}{ending}").is_file()
            for notebook in result.notebooks
            for folder, ending in (
                (self._work(self.course.autograded, result.student), ".ipynb"),
                (self._work(self.course.feedback, result.student), ".html"),
            )
        )

    def save(self, result: Result, files: dict[str, str]) -> None:
        """Write a student's notebooks and pages, and last the result: it marks them as complete."""
        for base, endings in (
            (self.course.autograded, (".ipynb", ".txt")),
            (self.course.feedback, (".html", ".txt")),
        ):
            folder = self._work(base, result.student)
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
        """Write a text file atomically."""
        write_atomically(path, text.encode("utf-8", "backslashreplace"), self.unfinished)

    def _path(self, student: str) -> Path:
        return self._results / f"{student}.json"

    def _work(self, base: Path, student: str) -> Path:
        return base / student / self.assignment
