"""`return`: marks and feedback pages in the formats that platforms import.

All marks come from the gradebook, and the pages are rendered again first. The platform's own lists
are filled in and written to returned/UNIT/. Nothing is sent anywhere, except into nbgrader's
exchange.
"""

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from gradebox.course.lateness import in_words
from gradebox.course.model import Course, CourseError
from gradebox.course.people import Person
from gradebox.intake.record import FOLDER, Entry, Record
from gradebox.notebooks import write_atomically
from gradebox.pages.rendering import count
from gradebox.platforms import csv_files, registry
from gradebox.platforms.collect_report import shorten
from gradebox.platforms.csv_files import Table
from gradebox.platforms.platform import Handback, ReturnedMark
from gradebox.platforms.roster import Roster
from gradebox.results import Result
from gradebox.run.pipeline import Run
from gradebox.text import number, printable

RETURNED = "returned"
ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # fixed, so that the same pages make the same zip file


def return_marks(
    root: Path, units: list[str], column: str = "", include_unmarked: bool = False
) -> int:
    """Fill in the platforms' files; return 0."""
    course = Course(root)
    for unit in units:
        run = Run(course, course.assignment(unit), seconds=30, trust_timestamps=False)
        with run.store.locked():
            run.refresh()
            _return_unit(run, column, include_unmarked)
    return 0


def _return_unit(run: Run, column: str, include_unmarked: bool) -> None:
    graded = [r for r in run.results.values() if r.status in ("graded", "look", "unreadable")]
    unmarked = [] if include_unmarked else [result for result in graded if result.waits]
    returned = [result for result in graded if result not in unmarked]
    handback = _Handback(run, column, returned)
    maximum = number(run.assignment.max_score)
    print(f"{handback.unit}: {count(len(returned), 'mark')} out of {maximum} points.")
    record = handback.record
    used = record.lists.keys() | {entry.way for entry in record.entries.values()}
    platforms = {registry.get(name) for name in used}
    for platform in registry.platforms()[:-1]:
        if platform in platforms:
            platform.fill(handback)
    if handback.unlisted() or not record.lists:
        registry.platforms()[-1].fill(handback)
    _report(list(run.results.values()), unmarked, handback)


class _Handback(Handback):
    """Marks on their way back to the platforms, and the folder returned/UNIT/."""

    def __init__(self, run: Run, column: str, results: list[Result]) -> None:
        self.course, self.unit, self.column = run.course, run.assignment.name, column
        self.marks = {
            result.student: ReturnedMark(result.score, result.max_score, comment(result))
            for result in results
        }
        self.students = list(run.results)
        self.record = Record.read(run.course, self.unit)
        self.folder = run.course.root / RETURNED / self.unit
        self.folder.parent.mkdir(mode=0o700, exist_ok=True)
        self.written: set[str] = set()
        self._names = {student: result.name for student, result in run.results.items()}
        self._roster = Roster.read(run.course)
        self._max_score = run.assignment.max_score

    def lists(self, platform: str) -> Iterator[Table]:
        for name in self.record.lists.get(platform, ()):
            path = self.course.root / FOLDER / self.unit / name
            if not path.is_file():
                raise CourseError(
                    f"{FOLDER}/{self.unit}/{name} is missing. Collect again with that list."
                )
            yield csv_files.read(path)

    def rows(self, platform: str) -> Mapping[str, str]:
        return self.record.rows.get(platform, {})

    def entries(self, platform: str) -> Mapping[str, Entry]:
        return {s: entry for s, entry in self.record.entries.items() if entry.way == platform}

    def person(self, student: str) -> Person:
        known = self._roster.people.get(student, Person(student))
        return Person(student, self._names[student], email=known.email)

    def pages(self, student: str) -> list[Path]:
        folder = self.course.feedback / student / self.unit
        return sorted(folder.glob("*.html")) if student in self.marks and folder.is_dir() else []

    def unlisted(self) -> dict[str, ReturnedMark]:
        listed = {s for platform in self.record.lists for s in self.rows(platform).values()}
        return {student: mark for student, mark in self.marks.items() if student not in listed}

    def write_list(self, table: Table, marks: int, maximum: float, instructions: str) -> None:
        ours = number(self._max_score)
        scale = f" out of {number(maximum)} (here {ours})" if maximum != self._max_score else ""
        message = f"{count(marks, 'mark')}{scale}. {instructions}"
        self.write(table.name, table.text().encode(), message)

    def write(self, name: str, content: bytes, message: str) -> None:
        write_atomically(self.folder / name, content)
        self.written.add(name)
        self.say(f"{RETURNED}/{self.unit}/{name}: {message}")

    def write_pages(self, name: str, pages: Mapping[str, Path], instructions: str) -> None:
        if not pages:
            return
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for inside, path in pages.items():
                info = zipfile.ZipInfo(inside, ZIP_DATE)
                info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(info, path.read_bytes())
        self.write(name, buffer.getvalue(), f"{count(len(pages), 'page')}. {instructions}")

    def say(self, message: str) -> None:
        print(f"  {message}")


def _report(results: list[Result], unmarked: list[Result], handback: _Handback) -> None:
    """Print who got no mark, and which files are from an earlier run."""
    missing = [result for result in results if result.status in ("missing", "failed")]
    unreadable = [result for result in results if result.status == "unreadable"]
    for found, words in (
        (unmarked, "left out: an answer isn't marked yet. Mark it, or pass --as-is"),
        (missing, "without a submission get no mark"),
        (unreadable, "submitted nothing that can be read and get 0 points"),
    ):
        if found:
            names = shorten([result.name or result.student for result in found])
            handback.say(f"{len(found)} {words}: {printable(names)}.")
    files = handback.folder.iterdir() if handback.folder.is_dir() else ()
    if older := sorted(path.name for path in files if path.name not in handback.written):
        handback.say(f"From an earlier run, not updated: {printable(', '.join(older))}.")


def comment(result: Result) -> str:
    """The comment beside a mark: the points here, the late penalty, the markers' comments."""
    lines = [f"{number(result.score)} of {number(result.max_score)} points."]
    if result.penalty:
        by = "" if result.flag else f" by {in_words(result.late)}"
        lines.append(f"{number(result.penalty)} points were deducted for being late{by}.")
    for notebook in result.notebooks:
        titles = {exercise.grade_id: exercise.title for exercise in notebook.exercises}
        for cell, words in notebook.comments.items():
            title = titles.get(cell, "").rstrip(" .:?!")
            lines.append(f"{title}: {words}" if title else words)
    return "\n".join(lines)
