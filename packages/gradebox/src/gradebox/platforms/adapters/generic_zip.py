"""Any other zip file or folder: a folder, or a file, for each student, named after them.

It recognises every export that no other platform does. Marks of students who are on no platform's
list go back through it, too.
"""

import csv
import io
import re
from collections.abc import Iterator

from gradebox.course.people import Person, fold
from gradebox.platforms import csv_files
from gradebox.platforms.csv_files import Table
from gradebox.platforms.exports import Export
from gradebox.platforms.handback import Handback
from gradebox.platforms.platform import CollectContext, Platform, Upload
from gradebox.text import number, spreadsheet_cell

SEPARATORS = " _-.()"


class GenericZip(Platform):
    """A plain zip file or folder, and a plain list of people."""

    name = "plain"
    title = "plain files"
    instructions = (
        "a zip file or a folder with a folder or a notebook for each student, or a CSV file with "
        "a column for the name"
    )
    order = 1000  # last
    distinctive = False

    def recognises(self, export: Export) -> bool:
        """Return True for any zip file or folder, and for a single notebook."""
        return export.path.is_dir() or export.path.suffix.lower() in (".zip", ".ipynb")

    def recognises_list(self, table: Table) -> bool:
        return bool(csv_files.people(table))

    def people(self, table: Table) -> dict[str, Person]:
        people = enumerate(csv_files.people(table))
        return {str(line): p for line, p in people if p.id or p.name or p.email}

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        """STUDENT/..., STUDENT/UNIT/..., or STUDENT_UNIT.ipynb."""
        uploads: dict[str, Upload] = {}
        for member in export.members:
            student, *path = member.parts
            if not path:
                path, student = [student], _student_in(student, context.unit)
            elif len(path) > 1 and fold(path[0]) == fold(context.unit):
                path = path[1:]
            upload = uploads.setdefault(student, Upload(student, [_person(student)]))
            if not student:
                upload.label = member.name
                upload.problem = "whose is it? Name the file, or its folder, after the student"
            upload.files["/".join(path)] = member
        yield from uploads.values()

    def fill(self, handback: Handback) -> None:
        """Write a table of marks, and a zip of pages, for students on no platform's list."""
        marks = dict(sorted(handback.unlisted().items()))
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(["student", "name", "email", "score", "max_score", "comment"])
        for student, mark in marks.items():
            name = handback.results[student].name
            email = handback.roster.people.get(student, Person()).email
            texts = map(spreadsheet_cell, (student, name, email))
            points = number(mark.points), number(mark.max_points)
            writer.writerow([*texts, *points, spreadsheet_cell(mark.comment)])
        content = file.getvalue().encode()
        handback.write("marks.csv", content, f"{len(marks)} marks, a line for each student")
        pages = {f"{s}/{page.name}": page for s in marks for page in handback.pages(s)}
        handback.write_pages("feedback.zip", pages, "A folder for each student")


def _person(student: str) -> Person:
    """The person that a folder is named after, by e-mail address, full name or login."""
    if "@" in student:
        return Person(email=student.lower())
    return Person(name=student) if " " in student else Person(login=student)


def _student_in(file: str, unit: str) -> str:
    """The student in the name of a file: what remains without the assignment's name."""
    stem = re.sub(r"\s*\(\d+\)$", "", file.rpartition(".")[0] or file)
    return re.sub(re.escape(unit), "", stem, flags=re.IGNORECASE).strip(SEPARATORS)


PLATFORM = GenericZip()
