"""The store of results in the course folder: a lock file, atomic writes, the result last."""

import contextlib
import errno
import fcntl
import hashlib
import json
import logging
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from gradebox import program
from gradebox.course.model import Course, CourseError
from gradebox.gradebook.changes import Change
from gradebox.judge.doctor import Remark
from gradebox.judge.selftest import LostPoints
from gradebox.notebooks import write_atomically
from gradebox.pages.rendering import fingerprint
from gradebox.results import RUN_FIELDS, Result

log = logging.getLogger(__name__)

RENDERED = ".rendered"  # the suffix of a notebook's page for the instructor, among new files
MAX_FILE_NAME = 255  # bytes
DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)  # affect every student


T = TypeVar("T")


class ResultStore:
    """The results of one assignment under reports/.gradebox, and the files made from them."""

    def __init__(self, course: Course, assignment: str) -> None:
        self.course, self.assignment = course, assignment
        self._folder = course.reports / ".gradebox"
        old = course.reports / f".{program.name}"  # its name before version 0.3
        if old.is_dir() and not self._folder.exists():
            old.rename(self._folder)
        self._results = self._folder / "results" / assignment
        self._key = self._folder / "marking-key"
        self._own = self._folder / "own" / f"{assignment}.json"
        self._seed = self._folder / "seeds" / f"{assignment}.json"
        self._reported = self._folder / "reported" / f"{assignment}.json"
        # Temporary files, gone after a crash too: the next run clears them away.
        self.unfinished = self._folder / "unfinished" / assignment

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other graders of this assignment out; delete what a crash left unfinished."""
        locks = self._folder / "locks"
        locks.mkdir(parents=True, exist_ok=True)
        with open(locks / self.assignment, "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CourseError(
                    f"Another `{program.name} grade` is working on {self.assignment} in this "
                    "folder. Wait until it is done."
                ) from None
            shutil.rmtree(self.unfinished, ignore_errors=True)
            self.unfinished.mkdir(parents=True)
            try:
                yield
            finally:
                shutil.rmtree(self.unfinished, ignore_errors=True)

    def secret(self) -> bytes:
        """The secret of the course that pseudonyms are made from; made when first needed."""
        return self._made_once(self._folder / "secret", os.urandom(32).hex()).encode()

    def result(self, student: str) -> Result | None:
        """A student's result, if the submission was graded before."""
        result = self._read(self._path(student), Result.from_json)
        if result and (result.student, result.assignment) == (student, self.assignment):
            return result
        return None

    def _read(self, path: Path, parse: Callable[[Any], T]) -> T | None:
        """The content of a JSON file, or None if it is missing or damaged."""
        try:
            return parse(json.loads(path.read_text()))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            place = _place(path, self.course.root)
            log.warning("%s can't be read, and is made again: %s", place, error)
            return None

    def seed(self) -> int | None:
        return self._read(self._seed, lambda data: int(data["seed"]))

    def save_seed(self, seed: int) -> None:
        self.write(self._seed, json.dumps({"seed": seed}))

    def has_notebooks(self, result: Result) -> bool:
        """Return True if all autograded notebooks of a result are still there."""
        folder = self._work(self.course.autograded, result.student)
        return all((folder / f"{notebook.name}.ipynb").is_file() for notebook in result.notebooks)

    def has_current_pages(self, result: Result) -> bool:
        """Return True if the pages of a result are on disk as they were rendered."""
        if len(result.pages) != 2 * len(result.notebooks):
            return False
        try:
            return all(
                fingerprint(path.read_bytes()) == result.pages[name]
                for path, name in self._targets(result.student, {n: n for n in result.pages})
            )
        except OSError:
            return False

    def obstacle(self, result: Result, files: dict[str, str]) -> str:
        """Why a result's files can't be written; an empty string if they can.

        To be called before the gradebook is changed.
        """
        targets = self._targets(result.student, files)
        for path in [self._path(result.student), *(path for path, _ in targets)]:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                file = next((p for p in path.parents if p.exists() and not p.is_dir()), None)
                if file is None or error.errno in DISK_ERRORS:
                    raise
                place = _place(file, self.course.root)
                return f"{place} is a file, but must be a folder; move it away"
            if not os.access(path.parent, os.W_OK):
                place = _place(path.parent, self.course.root)
                return f"{place} is not writable; change its permissions"
            if path.is_dir():
                place = _place(path, self.course.root)
                return f"{place} is a folder, but must be a file; move it away"
        return ""

    def save(self, result: Result, files: dict[str, str]) -> None:
        """Write a student's notebooks and pages, then the result, which marks them as complete."""
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
        """A student's autograded notebook; empty if it can't be read."""
        path = self._work(self.course.autograded, student) / f"{notebook}.ipynb"
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def save_pages(self, result: Result, pages: dict[str, str]) -> None:
        """Write a student's pages and the result; the notebooks stay."""
        for path, text in self._targets(result.student, pages):
            self.write(path, text)
        self.write(self._path(result.student), json.dumps(result.to_json()))

    def reported(self) -> tuple[dict[str, Result], list[Change]]:
        """The results of the last report by student, and all changes so far."""

        def parse(data: Any) -> tuple[dict[str, Result], list[Change]]:
            results = [Result.from_json(each) for each in data["results"]]
            return {each.student: each for each in results}, [Change(**c) for c in data["changes"]]

        return self._read(self._reported, parse) or ({}, [])

    def save_reported(self, results: list[Result], changes: list[Change]) -> None:
        """Store the points of a report, without messages and times, to compare the next with."""
        data = [result.to_json() for result in results]
        for each in data:
            for name in RUN_FIELDS:
                each.pop(name, None)
        for exercise in (e for each in data for n in each["notebooks"] for e in n["exercises"]):
            exercise |= {"message": "", "report": None, "was": ""}
        text = json.dumps({"results": data, "changes": [asdict(change) for change in changes]})
        self.write(self._reported, text)

    def marking_key(self) -> str:
        """The secret that blind marking pages are made with; made when first needed."""
        return self._made_once(self._key, secrets.token_hex(16))

    @contextlib.contextmanager
    def course_locked(self) -> Iterator[None]:
        """Wait until no command for another assignment changes files of the whole course."""
        with open(self._folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _made_once(self, path: Path, text: str) -> str:
        """The text that the first run wrote."""
        with self.course_locked():
            if not path.is_file():
                self.write(path, text)
                path.chmod(0o600)
        return path.read_text()

    def findings(self, digest: bytes) -> tuple[list[LostPoints], list[Remark]] | None:
        """What the doctor found in this state of the assignment, if it has looked."""

        def parse(data: Any) -> tuple[str, list[LostPoints], list[Remark]]:
            losses = [LostPoints(**each) for each in data["losses"]]
            return data["digest"], losses, [Remark(**each) for each in data["remarks"]]

        known, losses, remarks = self._read(self._own, parse) or ("", [], [])
        return (losses, remarks) if known == digest.hex() else None

    def save_findings(self, digest: bytes, losses: list[LostPoints], remarks: list[Remark]) -> None:
        """Store them, so that the course's own work is graded only once."""
        data = {"losses": [*map(asdict, losses)], "remarks": [*map(asdict, remarks)]}
        self.write(self._own, json.dumps({"digest": digest.hex(), **data}))

    def _targets(self, student: str, files: dict[str, str]) -> list[tuple[Path, str]]:
        """The path of each text."""
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
        """The path of the instructor's page of an autograded notebook."""
        return self._work(self.course.reports / "notebooks", student) / f"{notebook}.html"

    def write(self, path: Path, text: str) -> None:
        write_atomically(path, text.encode("utf-8", "backslashreplace"), self.unfinished)

    def _path(self, student: str) -> Path:
        name = f"{student}.json"
        if len(os.fsencode(name)) > MAX_FILE_NAME:  # without ".json" it may fit
            name = f"{hashlib.sha256(os.fsencode(student)).hexdigest()}.json"
        return self._results / name

    def _work(self, base: Path, student: str) -> Path:
        return base / student / self.assignment


def describe_error(error: OSError, root: Path) -> str:
    """The operating system's message, with the path that it is about."""
    path = error.filename2 or error.filename
    what = f" ({_place(Path(path), root)})" if isinstance(path, str) else ""
    return f"{error.strerror or error}{what}"


def _place(path: Path, root: Path) -> str:
    """A path relative to the course folder."""
    return str(path.relative_to(root) if path.is_relative_to(root) else path.name)
