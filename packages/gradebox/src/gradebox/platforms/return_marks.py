"""`gradebox return`: marks and feedback pages as the platform takes them back.

All marks come from the gradebook, pages are made anew first. What the platform gave is filled in
and written to returned/UNIT/; nothing is sent anywhere, save into nbgrader's own exchange.
"""

import csv
import io
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from gradebox.course.lateness import in_words
from gradebox.course.model import Course, CourseError
from gradebox.intake.record import FOLDER, Record
from gradebox.notebooks import write_atomically
from gradebox.pages.rendering import count
from gradebox.platforms import canvas, csv_files, moodle
from gradebox.platforms.roster import Roster
from gradebox.results import Result
from gradebox.run.publishing import refresh
from gradebox.run.state import Run
from gradebox.text import number, printable, spreadsheet_cell

RETURNED = "returned"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same pages make the same zip file
MOST_NAMED = 5

Mark = tuple[float, float, str]  # points, most points, comment


def give_back(root: Path, units: list[str], column: str = "", as_is: bool = False) -> int:
    """Fill in the platform's files; 0 where every mark found its place."""
    course = Course(root)
    code = 0
    for unit in units:
        run = Run(course, course.assignment(unit))
        with run.store.locked():
            refresh(run)
            code = max(code, _Return(run, column, as_is).run())
    return code


class _Return:
    """One unit being given back."""

    def __init__(self, run: Run, column: str, as_is: bool) -> None:
        self.course, self.unit, self.column = run.course, run.assignment.name, column
        self.results = run.results
        self.record = Record.read(run.course, self.unit)
        self.roster = Roster.read(run.course.root / FOLDER / "roster.json")
        self.folder = run.course.root / RETURNED / self.unit
        graded = [r for r in run.results.values() if r.has_score or r.status == "unreadable"]
        self.waiting = [] if as_is else [result for result in graded if result.waits]
        self.marks: dict[str, Mark] = {
            result.student: (result.score, result.max_score, comment(result))
            for result in graded
            if result not in self.waiting
        }
        self.most = run.assignment.max_score
        self.written: set[str] = set()

    def run(self) -> int:
        """Write everything, and say where it is and what is missing."""
        self.folder.parent.mkdir(mode=0o700, exist_ok=True)
        print(f"{self.unit}: {count(len(self.marks), 'mark')} out of {number(self.most)} points.")
        ways = {entry.way for entry in self.record.entries.values()}
        placed: set[str] = set()
        if "moodle" in self.record.lists:
            placed |= self._moodle()
        if "canvas" in self.record.lists:
            placed |= self._canvas()
        if "exchange" in ways:
            placed |= self._exchange()
        left = [student for student in self.marks if student not in placed]
        if left or not self.record.lists:
            self._plain(left)
        self._say()
        return 0

    def _moodle(self) -> set[str]:
        rows = self.record.rows.get("moodle", {})
        pages: dict[str, Path] = {}
        for table in self._lists("moodle"):
            people = moodle.participants(table)
            written, best = moodle.fill(table, rows, self.marks)
            name = self._write(table.name, table.text().encode())
            print(
                f"  {name}: {count(written, 'mark')}{self._scaled(best)}. "
                "In Moodle: Upload grading worksheet"
            )
            pages |= {
                moodle.page_name(people[given].name, given, page.name): page
                for given in people
                for page in self._pages(rows.get(given, ""))
            }
        above = [
            s for s in rows.values() if s in self.marks and self.marks[s][0] > self.marks[s][1]
        ]
        if above:
            print(
                f"  Moodle takes no more than its maximum: {printable(', '.join(above))} cut to it."
            )
        self._zip(
            "moodle-feedback.zip", pages, "In Moodle: Upload multiple feedback files in a zip"
        )
        return set(rows.values())

    def _canvas(self) -> set[str]:
        rows = self.record.rows.get("canvas", {})
        for table in self._lists("canvas"):
            column = canvas.column_of(table, self.unit, self.column)
            written, best = canvas.fill(table, column, rows, self.marks)
            name = self._write(table.name, table.text().encode())
            shown = f"{name}: {count(written, 'mark')}{self._scaled(best)}"
            print(f"  {shown}. In Canvas: Gradebook, Import")
        pages = {
            f"{entry.named}{page.name}": page
            for student, entry in self.record.entries.items()
            if entry.way == "canvas" and entry.named
            for page in self._pages(student)
        }
        self._zip("canvas-feedback.zip", pages, "In Canvas: the assignment, Re-Upload Submissions")
        return set(rows.values())

    def _exchange(self) -> set[str]:
        """Release the pages in nbgrader's exchange; marks are not for it."""
        entries = self.record.entries
        others = [
            student
            for student in self.results
            if student not in self.marks
            or student not in entries
            or entries[student].way != "exchange"
        ]
        leave = f"--CourseDirectory.student_id_exclude={','.join(others)}"
        run = subprocess.run(
            [sys.executable, "-m", "nbgrader", "release_feedback", self.unit, leave],
            cwd=self.course.root,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["it does not say why"])[-1]
            raise CourseError(f"nbgrader release_feedback failed: {printable(last)[:300]}")
        print("  The feedback pages are in the exchange, where students fetch them.")
        return set()

    def _plain(self, students: list[str]) -> None:
        """A table, and a zip of pages by id, for whom no platform's list is known."""
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(["student", "name", "email", "score", "max_score", "comment"])
        for student in sorted(students):
            points, most, words = self.marks[student]
            person = self.roster.people.get(student)
            mail = person.email if person else ""
            texts = [student, self.results[student].name, mail]
            row = [*map(spreadsheet_cell, texts), number(points), number(most)]
            writer.writerow([*row, spreadsheet_cell(words)])
        name = self._write("marks.csv", file.getvalue().encode())
        print(f"  {name}: {len(students)} marks, a line for each student")
        pages = {f"{s}/{page.name}": page for s in sorted(students) for page in self._pages(s)}
        self._zip("feedback.zip", pages, "a folder for each student")

    def _lists(self, way: str) -> Iterator[csv_files.Table]:
        for name in self.record.lists[way]:
            path = self.course.root / FOLDER / self.unit / name
            if not path.is_file():
                raise CourseError(f"{FOLDER}/{self.unit}/{name} is gone: collect again with it.")
            yield csv_files.read(path)

    def _pages(self, student: str) -> list[Path]:
        """The feedback pages of a student whose mark is given back."""
        folder = self.course.feedback / student / self.unit
        there = student in self.marks and folder.is_dir()
        return sorted(folder.glob("*.html")) if there else []

    def _scaled(self, best: float) -> str:
        return f" out of {number(best)} (here {number(self.most)})" if best != self.most else ""

    def _write(self, name: str, content: bytes) -> str:
        write_atomically(self.folder / name, content)
        self.written.add(name)
        return f"{RETURNED}/{self.unit}/{name}"

    def _zip(self, name: str, pages: dict[str, Path], where: str) -> None:
        if not pages:
            return
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            for inside, path in pages.items():
                info = zipfile.ZipInfo(inside, LONG_AGO)
                info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(info, path.read_bytes())
        print(f"  {self._write(name, buffer.getvalue())}: {count(len(pages), 'page')}. {where}")

    def _say(self) -> None:
        missing = [r for r in self.results.values() if r.status in ("missing", "failed")]
        for found, words in (
            (
                self.waiting,
                "left out, with unmarked answers; mark them, or add --include-unmarked",
            ),
            (missing, "handed in nothing, so their marks stay empty"),
            (
                [r for r in self.results.values() if r.status == "unreadable"],
                "handed in nothing that can be read: 0 points",
            ),
        ):
            if found:
                print(f"  {len(found)} {words}: {printable(_few(found))}.")
        there = self.folder.iterdir() if self.folder.is_dir() else ()
        if older := sorted(path.name for path in there if path.name not in self.written):
            print(f"  From an earlier time, and not made anew: {printable(', '.join(older))}.")


def comment(result: Result) -> str:
    """What the platform shows beside a mark: the points here, what being late cost, comments."""
    lines = [f"{number(result.score)} of {number(result.max_score)} points."]
    if result.penalty:
        by = "" if result.flag else f" by {in_words(result.late)}"
        lines.append(f"{number(result.penalty)} points were taken off for being late{by}.")
    for notebook in result.notebooks:
        titles = {exercise.grade_id: exercise.title for exercise in notebook.exercises}
        for cell, words in notebook.comments.items():
            title = titles.get(cell, "").rstrip(" .:?!")
            lines.append(f"{title}: {words}" if title else words)
    return "\n".join(lines)


def _few(results: list[Result]) -> str:
    names = [result.name or result.student for result in results]
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
