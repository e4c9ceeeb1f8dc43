"""Canvas: the zip of *Download Submissions*, and the gradebook.

File names come from lib/content_zipper.rb (`name_LATE_8802_90211_file.ipynb`: the user's number,
then the file's); on the way back, Canvas goes by the first two numbers, and gives a page to all
members of a group. Columns come from lib/gradebook_exporter.rb and are read by
lib/gradebook_importer.rb, which changes no mark of an assignment that is still anonymous.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.course.people import Person, fold
from gradebox.platforms import csv_files
from gradebox.platforms.csv_files import Table, parse_number
from gradebox.platforms.exports import Export
from gradebox.platforms.handback import Handback, ReturnedMark
from gradebox.platforms.platform import CollectContext, Platform, Upload
from gradebox.platforms.unit_detection import matching_titles

FILE = re.compile(
    r"(?P<name>[^_/]*(?:_(?!\d+_)[^_/]*)*?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_(?P<own>.+)"
)
TEXT = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<own>(?:text|link)\.html)")
ANONYMOUS = re.compile(r"(LATE_)?anon_[A-Za-z0-9]{5}_(\d+_.+|(text|link)\.html)")
EXCUSED = "EX"
ASSIGNMENT = re.compile(r".* \(\d+\)")  # title and number
POINTS = "Points Possible"
STUDENT_COLUMNS = {
    *("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID"),
    *("Integration ID", "Root Account", "Section"),
}


class Canvas(Platform):
    """Canvas's assignments."""

    name = "canvas"
    title = "Canvas"
    instructions = (
        "the zip of Download Submissions, the exported gradebook, and for group assignments the "
        "CSV of People, Groups"
    )
    order = 30

    def recognises(self, export: Export) -> bool:
        """Return True if most files are named as Canvas names them."""
        names = [member.name for member in export.members]
        known = [name for name in names if _parse_name(name) or ANONYMOUS.fullmatch(name)]
        return len(known) > len(names) / 2

    def recognises_list(self, table: Table) -> bool:
        return _is_gradebook(table) or _is_groups(table)

    def people(self, table: Table) -> dict[str, Person]:
        if _is_groups(table):
            user = table.column("canvas_user_id")
            rows = zip(table.rows, csv_files.people(table), strict=False)
            found = {table.cell(row, user): person for row, person in rows if person.name}
        else:
            found = dict(_gradebook_people(table))
        for number, person in found.items():
            person.accounts = {self.name: number}
        return found

    def mark_lists(self, lists: Sequence[Table], export: Export | None) -> Sequence[Table]:
        """All gradebooks: they hold every assignment of the course."""
        return [table for table in lists if _is_gradebook(table)]

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        """The files of each student; one member submits for a whole group."""
        people: dict[str, Person] = {}
        for table in self.mark_lists(context.lists, export):
            people |= self.people(table)
        groups = {n: g for table in context.lists if _is_groups(table) for n, g in _groups(table)}
        if any(ANONYMOUS.fullmatch(member.name) for member in export.members):
            raise CourseError(
                f"The submissions in {export.path.name} are anonymous, and Canvas imports no marks "
                "for those. Nothing was collected. Switch off anonymous grading, or post the "
                "grades so that Canvas shows the names; then download the submissions again."
            )
        uploads: dict[str, Upload] = {}
        for member in export.members:
            match = _parse_name(member.name)
            if not match:
                yield Upload(member.name, [], problem="Canvas doesn't name files like this")
                continue
            user = match["user"]
            if user not in uploads:
                uploads[user] = self._upload(user, match["name"], people, groups)
            upload = uploads[user]
            upload.late = bool(match["late"]) or bool(upload.late)
            if "file" in match.groupdict() and not upload.reply_name:
                upload.reply_name = member.name[: match.start("own")]
            own = match["own"]
            upload.files[own if own not in upload.files else member.name] = member
        yield from uploads.values()

    def _upload(
        self, user: str, name: str, people: Mapping[str, Person], groups: Mapping[str, str]
    ) -> Upload:
        known = people.get(user, Person())
        own = known.name != "" and _letters(known.last + known.first) == _letters(name)
        group = "" if own else groups.get(user, "")
        mates = [each for each, other in groups.items() if other == group and each != user]
        submitters = [
            people.get(each) or Person(accounts={self.name: each})
            for each in (user, *(mates if group else ()))
        ]
        person = submitters[0]
        upload = Upload(person.name or name or user, submitters, group=group)
        if not group and person.name and not own:
            upload.remarks.append(
                f"the file is named after {name}, which looks like a group; to give the work to "
                "all of its members, pass the CSV of Canvas's page People, Groups as well"
            )
        return upload

    def fill(self, handback: Handback) -> None:
        """Fill in the gradebooks, and pack the pages for *Re-Upload Submissions*."""
        tables = list(handback.lists(self.name))
        if not tables:
            return
        for table in tables:
            column = find_column(table, handback.unit, handback.options.column)
            written, maximum = fill_gradebook(
                table, column, handback.rows(self.name), handback.marks
            )
            handback.write_list(table, written, maximum, "In Canvas: Gradebook, Import")
        pages: dict[str, Path | bytes] = {
            f"{entry.reply_name}{page.name}": page
            for student, entry in handback.entries(self.name).items()
            if entry.reply_name and not entry.group
            for page in handback.pages(student)
        }
        for _, start, file, content in handback.group_pages(self.name, handback.marks):
            if start:
                pages[f"{start}{file}"] = content
        handback.write_pages(
            "canvas-feedback.zip", pages, "In Canvas: the assignment, Re-Upload Submissions"
        )


def find_column(table: Table, unit: str, wanted: str = "") -> int:
    """The column of an assignment: the one asked for, the one with its name, or the only one."""
    titles = {i: head for i, head in enumerate(table.header) if ASSIGNMENT.fullmatch(head.strip())}
    found = matching_titles(unit, titles, wanted) or ([] if wanted else list(titles))
    if len(found) == 1:
        return found[0]
    names = "; ".join(table.header[i] for i in found or titles) or "none"
    raise CourseError(
        f"Which column of {table.name} is {unit}? Pass --column and a part of its name: {names}."
    )


def fill_gradebook(
    table: Table, column: int, rows: Mapping[str, str], marks: Mapping[str, ReturnedMark]
) -> tuple[int, float]:
    """Fill marks into a gradebook; return how many, and Canvas's maximum.

    Only this column and the students' columns stay. Cells of students without a mark stay as they
    are: Canvas would delete a mark whose cell is empty. So do cells of students who are excused.
    """
    user = table.column("ID")
    points = [table.cell(row, column) for row in table.rows if POINTS in row[0]]
    maximum = parse_number(points[0]) if points else None
    if maximum is None:
        raise CourseError(
            f"{table.name} has no points under {table.header[column]!r} in its row {POINTS!r}, or "
            "that column is read-only. Pass another one with --column."
        )
    written = 0
    for row in table.rows:
        row += [""] * (len(table.header) - len(row))
        mark = marks.get(rows.get(table.cell(row, user), ""))
        if mark is not None and row[column].strip().upper() != EXCUSED:
            row[column] = f"{mark.scaled(maximum):.2f}"
            written += 1
    keep = [i for i, head in enumerate(table.header) if head.strip() in STUDENT_COLUMNS] + [column]
    table.rows = [[row[i] for i in keep] for row in table.rows]
    table.header = [table.header[i] for i in keep]
    return written, maximum


def _parse_name(name: str) -> re.Match[str] | None:
    return FILE.fullmatch(name) or TEXT.fullmatch(name) if "/" not in name else None


def _is_gradebook(table: Table) -> bool:
    names = [head.strip() for head in table.header]
    first = names[:1] == ["Student"] or names[:2] == ["LastName", "FirstName"]
    return first and "ID" in names and "Section" in names


def _is_groups(table: Table) -> bool:
    """Return True for the CSV of *People, Groups*."""
    return None not in (table.column("canvas_user_id"), table.column("group_name"))


def _groups(table: Table) -> Iterator[tuple[str, str]]:
    user, group = table.column("canvas_user_id"), table.column("group_name")
    for row in table.rows:
        if table.cell(row, user) and table.cell(row, group):
            yield table.cell(row, user), table.cell(row, group)


def _gradebook_people(table: Table) -> Iterator[tuple[str, Person]]:
    student, last, first = (table.column(n) for n in ("Student", "LastName", "FirstName"))
    sis, login, section = (table.column(n) for n in ("SIS User ID", "SIS Login ID", "Section"))
    for row in table.rows:
        user = table.cell(row, table.column("ID"))
        if not user.isdigit():
            continue
        surname, given_name = table.cell(row, last), table.cell(row, first)
        if student is not None:  # "Lovelace, Ada"
            surname, _, given_name = table.cell(row, student).partition(", ")
        account = table.cell(row, login)
        yield (
            user,
            Person(
                name=f"{given_name} {surname}".strip(),
                first=given_name,
                last=surname,
                email=account.lower() if "@" in account else "",
                login="" if "@" in account else account,
                number=table.cell(row, sis),
                section=table.cell(row, section),
            ),
        )


def _letters(name: str) -> str:
    """A name as Canvas writes it into file names: only letters and digits."""
    return re.sub(r"[\W_]", "", fold(name))


PLATFORM = Canvas()
