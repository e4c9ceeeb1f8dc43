"""A store of results in the course folder: a lock file, atomic writes, and a marker file last."""

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gradebox import program
from gradebox.course.model import Course, CourseError
from gradebox.gradebook.changes import Change
from gradebox.judge.selftest import LostPoints
from gradebox.notebooks import write_atomically
from gradebox.results import Result

RENDERED = ".rendered"  # the ending of a notebook's page for the instructor, among new files
LONGEST_NAME = 255  # bytes of a file's name
EVERYBODYS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)  # troubles of the whole disk


class ResultStore:
    """The results of one assignment under reports/.gradebox, and the files made from them."""

    def __init__(self, course: Course, assignment: str) -> None:
        self.course, self.assignment = course, assignment
        self._folder = course.reports / ".gradebox"
        self._results = self._folder / "results" / assignment
        self._key = self._folder / "marking-key"
        self._own = self._folder / "own" / f"{assignment}.json"
        self._reported = self._folder / "reported" / f"{assignment}.json"
        # Temporary files, gone after a crash too: the next run clears them away.
        self.unfinished = self._folder / "unfinished" / assignment

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep a second grader of this assignment out, and clear away what one left unfinished."""
        locks = self._folder / "locks"
        locks.mkdir(parents=True, exist_ok=True)
        with open(locks / self.assignment, "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CourseError(
                    f"Another `{program.name} grade` is grading {self.assignment} in this folder; "
                    "wait until it is done."
                ) from None
            shutil.rmtree(self.unfinished, ignore_errors=True)
            self.unfinished.mkdir(parents=True)
            try:
                yield
            finally:
                shutil.rmtree(self.unfinished, ignore_errors=True)

    def secret(self) -> bytes:
        """A secret of the course, from which pseudonyms are made; it is made when first needed."""
        return self._made_once(self._folder / "secret", os.urandom(32).hex()).encode()

    def result(self, student: str) -> Result | None:
        """What was made of a student's submission, where it was graded before."""
        try:
            result = Result.from_json(json.loads(self._path(student).read_text()))
        except Exception:  # somebody may have edited it: then the work is graded again
            return None
        return result if (result.student, result.assignment) == (student, self.assignment) else None

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

    def obstacle(self, result: Result, files: dict[str, str]) -> str:
        """What is in the way of a result's files, in words; nothing where they can be written.

        To be asked before the gradebook is written to.
        """
        targets = self._targets(result.student, files)
        for path in [self._path(result.student), *(path for path, _ in targets)]:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                file = next((p for p in path.parents if p.exists() and not p.is_dir()), None)
                if file is None or error.errno in EVERYBODYS:
                    raise
                place = _place(file, self.course.root)
                return f"{place} is a file, where a folder has to be; move it away"
            if not os.access(path.parent, os.W_OK):
                return f"{_place(path.parent, self.course.root)} is not writable; make it so"
            if path.is_dir():
                place = _place(path, self.course.root)
                return f"{place} is a folder, where a file has to be; move it away"
        return ""

    def save(self, result: Result, files: dict[str, str]) -> None:
        """Write a student's notebooks and pages, and last the result: it marks them as complete."""
        targets = dict(self._targets(result.student, files))
        for path, text in targets.items():
            self.write(path, text)
        for folder in {path.parent for path in targets}:
            for path in folder.iterdir():
                old = path.suffix in (".ipynb", ".html") and path not in targets
                if old and not path.is_dir():
                    path.unlink()
        self.write(self._path(result.student), json.dumps(result.to_json()))

    def autograded(self, student: str, notebook: str) -> dict[str, Any]:
        """The autograded notebook of a student, as it was saved; empty where it can't be read."""
        path = self._work(self.course.autograded, student) / f"{notebook}.ipynb"
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def rewrite(self, result: Result, pages: dict[str, str]) -> None:
        """Write a student's pages again, and the result; the notebooks stay."""
        for path, text in self._targets(result.student, pages):
            self.write(path, text)
        self.write(self._path(result.student), json.dumps(result.to_json()))

    def reported(self) -> tuple[dict[str, Result], list[Change]]:
        """What the last report said: each student's points, and all changes so far."""
        try:
            data = json.loads(self._reported.read_text())
            results = [Result.from_json(each) for each in data["results"]]
            return {each.student: each for each in results}, [Change(**c) for c in data["changes"]]
        except Exception:  # there was no report yet, or somebody has edited this
            return {}, []

    def save_reported(self, results: list[Result], changes: list[Change]) -> None:
        """Keep the points of a report, without words and times, for the next to compare with."""
        data = [result.to_json() for result in results]
        for each in data:
            each |= {"came": None, "timestamp": None, "recorded": None, "seconds": 0.0}
        for exercise in (e for each in data for n in each["notebooks"] for e in n["exercises"]):
            exercise |= {"message": "", "report": None, "was": ""}
        text = json.dumps({"results": data, "changes": [asdict(change) for change in changes]})
        self.write(self._reported, text)

    def marking_key(self) -> str:
        """The secret that blind marking pages are made with; made where there is none."""
        return self._made_once(self._key, secrets.token_hex(16))

    def _made_once(self, path: Path, text: str) -> str:
        """What one run writes, and all later ones read; graders of two assignments take turns."""
        with open(self._folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.is_file():
                self.write(path, text)
                path.chmod(0o600)
        return path.read_text()

    def losses(self, digest: bytes) -> list[LostPoints] | None:
        """What the course's own solution loses in this state of the assignment, where known."""
        try:
            data = json.loads(self._own.read_text())
            found = [LostPoints(**each) for each in data["losses"]]
        except Exception:  # it was not tried yet, or somebody has edited this
            return None
        return found if data.get("digest") == digest.hex() else None

    def save_losses(self, digest: bytes, losses: list[LostPoints]) -> None:
        """Keep that, so that it is tried once only."""
        data = {"digest": digest.hex(), "losses": [asdict(loss) for loss in losses]}
        self.write(self._own, json.dumps(data))

    def _targets(self, student: str, files: dict[str, str]) -> list[tuple[Path, str]]:
        """Where each text is to be written."""
        return [
            (self._work(base, student) / name, text)
            for base, endings in (
                (self.course.autograded, (".ipynb", ".txt")),
                (self.course.feedback, (".html", ".txt")),
            )
            for name, text in files.items()
            if name.endswith(endings)
        ] + [
            (self.rendered(student, name.removesuffix(RENDERED)), text)
            for name, text in files.items()
            if name.endswith(RENDERED)
        ]

    def rendered(self, student: str, notebook: str) -> Path:
        """Where the page is that shows an autograded notebook; students get no such page."""
        return self._work(self.course.reports / "notebooks", student) / f"{notebook}.html"

    def write(self, path: Path, text: str) -> None:
        """Write a text file atomically."""
        write_atomically(path, text.encode("utf-8", "backslashreplace"), self.unfinished)

    def _path(self, student: str) -> Path:
        name = f"{student}.json"
        if len(os.fsencode(name)) > LONGEST_NAME:  # an id may be as long as that itself
            name = f"{hashlib.sha256(os.fsencode(student)).hexdigest()}.json"
        return self._results / name

    def _work(self, base: Path, student: str) -> Path:
        return base / student / self.assignment


def in_words(error: OSError, root: Path) -> str:
    """What the operating system says, and of what."""
    path = error.filename2 or error.filename
    what = f" ({_place(Path(path), root)})" if isinstance(path, str) else ""
    return f"{error.strerror or error}{what}"


def _place(path: Path, root: Path) -> str:
    """A path as one says it in the course folder."""
    return str(path.relative_to(root) if path.is_relative_to(root) else path.name)
