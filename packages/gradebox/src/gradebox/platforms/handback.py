"""Marks and feedback pages of one assignment, on their way back to the platforms."""

import io
import zipfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from gradebox.course.lateness import in_words
from gradebox.course.model import Course, CourseError
from gradebox.intake.record import FOLDER, Entry, Record
from gradebox.notebooks import write_atomically
from gradebox.pages import feedback
from gradebox.pages.rendering import count
from gradebox.platforms import csv_files
from gradebox.platforms.csv_files import Table
from gradebox.platforms.roster import Roster
from gradebox.results import Result
from gradebox.run.store import ResultStore
from gradebox.text import number, printable

RETURNED = "returned"
ZIP_DATE = (1980, 1, 1, 0, 0, 0)  # fixed, so that the same pages make the same zip file


@dataclass(frozen=True)
class ReturnOptions:
    """What an instructor passes to `return`."""

    column: str = ""  # part of a column's name
    include_unmarked: bool = False  # also return marks of students with unmarked answers
    dry_run: bool = False  # post nothing, only show it
    force: bool = False  # replace marks that were changed on the platform


@dataclass(frozen=True)
class ReturnedMark:
    """One student's mark."""

    points: float
    max_points: float
    comment: str

    @classmethod
    def from_result(cls, result: Result) -> "ReturnedMark":
        """The mark of a result; the comment explains points, late penalty and manual marks."""
        lines = [f"{number(result.score)} of {number(result.max_score)} points."]
        if result.penalty:
            by = "" if result.flag else f" by {in_words(result.late)}"
            lines.append(f"{number(result.penalty)} points were deducted for being late{by}.")
        for notebook in result.notebooks:
            titles = {exercise.grade_id: exercise.title for exercise in notebook.exercises}
            for cell, comment in notebook.comments.items():
                title = titles.get(cell, "").rstrip(" .:?!")
                lines.append(f"{title}: {comment}" if title else comment)
        return cls(result.score, result.max_score, "\n".join(lines))

    def scaled(self, maximum: float) -> float:
        """The mark out of the platform's own maximum."""
        return round(self.points * maximum / self.max_points, 2) if self.max_points else 0.0


class Handback:
    """What a platform needs to return marks: the marks, its own lists, and the folder to write."""

    def __init__(
        self, course: Course, unit: str, results: Mapping[str, Result], marked: list[Result]
    ) -> None:
        self.course, self.unit = course, unit
        self.results = results  # for every student, even without a mark
        self.marks = {result.student: ReturnedMark.from_result(result) for result in marked}
        self.options = ReturnOptions()
        self.failures: list[str] = []  # what couldn't be returned, for the instructor
        self.record, self.roster = Record.read(course, unit), Roster.read(course)
        self.folder = course.root / RETURNED / unit
        self.written: set[str] = set()

    def lists(self, platform: str) -> Iterator[Table]:
        """The platform's lists that were collected with the work."""
        for name in self.record.lists.get(platform, ()):
            path = self.course.root / FOLDER / self.unit / name
            if not path.is_file():
                raise CourseError(
                    f"{FOLDER}/{self.unit}/{name} is missing. Collect again with that list."
                )
            yield csv_files.read(path)

    def rows(self, platform: str) -> Mapping[str, str]:
        """The student in each row of these lists."""
        return self.record.rows.get(platform, {})

    def entries(self, platform: str) -> Mapping[str, Entry]:
        """What was collected from the platform, by student."""
        return {s: entry for s, entry in self.record.entries.items() if entry.platform == platform}

    def pages(self, student: str) -> list[Path]:
        """The feedback pages of a student who has a mark."""
        folder = self.course.feedback / student / self.unit
        return sorted(folder.glob("*.html")) if student in self.marks and folder.is_dir() else []

    def group_pages(
        self, platform: str, students: Collection[str]
    ) -> Iterator[tuple[str, str, str, bytes]]:
        """The pages of groups: the group, its `reply_name`, the page's name and its content.

        All members get the same page, so it names the group but no member.
        """
        groups: dict[tuple[str, str], list[str]] = {}
        for student, entry in self.entries(platform).items():
            if entry.group and student in students and self.pages(student):
                groups.setdefault((entry.group, entry.reply_name), []).append(student)
        store = ResultStore(self.course, self.unit)
        for (group, reply_name), members in groups.items():
            versions = []
            for student in members:
                result = replace(self.results[student], student=group, name="", alias="")
                pages = {}
                for notebook in result.notebooks:
                    content = store.autograded(student, notebook.name)
                    text = feedback.page(result, replace(notebook, content=content))
                    pages[f"{notebook.name}.html"] = text.encode()
                versions.append(pages)
            if any(pages != versions[0] for pages in versions):
                print(f"  {printable(group)}: no page for all members, as their marks differ.")
                continue
            for name, page in versions[0].items():
                yield group, reply_name, name, page

    def unlisted(self) -> dict[str, ReturnedMark]:
        """The marks of students who are on no platform's list."""
        listed = {s for platform in self.record.lists for s in self.rows(platform).values()}
        return {student: mark for student, mark in self.marks.items() if student not in listed}

    def write_list(self, table: Table, marks: int, maximum: float, instructions: str = "") -> None:
        """Write a list into which marks were filled; the instructions say where to upload it."""
        ours = max((mark.max_points for mark in self.marks.values()), default=maximum)
        scale = f" out of {number(maximum)} (here {number(ours)})" if maximum != ours else ""
        content = table.text().encode()
        self.write(table.name, content, f"{count(marks, 'mark')}{scale}. {instructions}")

    def write_pages(
        self, name: str, pages: Mapping[str, Path | bytes], instructions: str = ""
    ) -> None:
        """Write a zip of feedback pages, by their names in it, if there are any."""
        if not pages:
            return
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for inside, page in pages.items():
                info = zipfile.ZipInfo(inside, ZIP_DATE)
                info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(info, page if isinstance(page, bytes) else page.read_bytes())
        self.write(name, buffer.getvalue(), f"{count(len(pages), 'page')}. {instructions}")

    def write(self, name: str, content: bytes, message: str) -> None:
        self.folder.parent.mkdir(mode=0o700, exist_ok=True)
        write_atomically(self.folder / name, content)
        self.written.add(name)
        print(f"  {RETURNED}/{self.unit}/{name}: {message.rstrip()}")
