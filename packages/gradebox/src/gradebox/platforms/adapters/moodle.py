"""Moodle: the zip of *Download all submissions*, and the grading worksheet.

Moodle gives every student another number in each assignment (`assign_user_mapping`), so the number
in a folder's name means nothing without the worksheet of that assignment. File names come from
mod/assign/classes/downloader.php, columns from mod/assign/gradingtable.php; the way back is read by
feedback/offline/importgradeslib.php and feedback/file/importziplib.php.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.course.people import Person, file_name, name_key
from gradebox.platforms.csv_files import Table, parse_number
from gradebox.platforms.exports import Export
from gradebox.platforms.handback import Handback, ReturnedMark
from gradebox.platforms.platform import CollectContext, Platform, Upload
from gradebox.text import printable

# Full Name_4711_assignsubmission_file_00-welcome.ipynb, or a folder without the last part.
FOLDER = re.compile(
    r"(?P<name>.+?)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?$"
)
IDENTIFIER = re.compile(r"\D*(\d+)")
LATE = re.compile(r"\b(late|zu spät)\b", re.IGNORECASE)
BLIND_NAMES = ("Participant", "Teilnehmer/in", "Teilnehmerin")

# English and German, as in mod/assign/lang and in Moodle's German language pack.
IDENTIFIERS = ("Identifier", "ID")
NAMES = ("Full name", "Vollständiger Name")
EMAILS = ("Email address", "E-Mail-Adresse")
NUMBERS = ("ID number", "ID-Nummer", "Matrikelnummer")
STATUSES = ("Status",)
GROUPS = ("Group", "Gruppe")
GRADES = ("Grade", "Bewertung")
MAX_GRADES = ("Maximum grade", "Maximum mark", "Bestwertung")
SCALES = ("Scale", "Skala")
SUBMITTED = ("Last modified (submission)", "Zuletzt geändert (Abgabe)")
MARKED = ("Last modified (grade)", "Last modified (mark)", "Zuletzt geändert (Bewertung)")
COMMENTS = ("Feedback comments", "Feedback als Kommentar")

_MONTHS = """january february march april may june july august september october november december
januar februar märz april mai juni juli august september oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"""
MONTHS = {name: i + 1 for line in _MONTHS.splitlines() for i, name in enumerate(line.split())}
WRITTEN_DATE = re.compile(
    r"(\d{1,2})\.?\s+(?:de\s+)?([^\W\d]+)\s+(?:de\s+)?(\d{4}),?\s+(\d{1,2}):(\d\d)\s*([ap]m)?",
    re.IGNORECASE,
)
NUMERIC_DATE = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}),?\s+(\d{1,2}):(\d\d)")


class Moodle(Platform):
    """Moodle's assignments."""

    name = "moodle"
    title = "Moodle"
    instructions = "the zip of Download all submissions and the grading worksheet"
    order = 20
    local_times = True

    def recognises(self, export: Export) -> bool:
        """Return True if a folder or file is called as Moodle's downloader calls it."""
        return any(FOLDER.match(member.parts[0]) for member in export.members)

    def recognises_list(self, table: Table) -> bool:
        return None not in [table.column(*names) for names in (IDENTIFIERS, MARKED, GRADES)]

    def people(self, table: Table) -> dict[str, Person]:
        """Everybody on a worksheet, by their number in this assignment."""
        name, email, number = (table.column(*names) for names in (NAMES, EMAILS, NUMBERS))
        return {
            key: Person(
                name=table.cell(row, name),
                email=table.cell(row, email).lower(),
                number=table.cell(row, number),
            )
            for key, row in _rows(table)
        }

    def mark_lists(self, lists: Sequence[Table], export: Export | None) -> Sequence[Table]:
        """The worksheet that shares most numbers with an export."""
        if export is None or not lists:
            return ()
        matches = (FOLDER.match(member.parts[0]) for member in export.members)
        numbers = {match["number"] for match in matches if match and match["number"]}
        best = max(lists, key=lambda table: len(numbers & self.people(table).keys()))
        if numbers and not numbers & self.people(best).keys() and best.column(*GROUPS) is None:
            raise CourseError(
                f"{best.name} is the worksheet of another assignment: it has none of the numbers "
                f"in {export.path.name}. Nothing was collected. Download this assignment's "
                "worksheet."
            )
        return [best]

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        tables = self.mark_lists(context.lists, export)
        if not tables:
            context.remark(
                export.path.name,
                "without the grading worksheet, students are only known by name, and marks can't "
                "be returned to Moodle; pass the worksheet as well",
            )
        worksheet = _Worksheet(tables[0] if tables else None, context.time_zone)
        uploads: dict[tuple[str, str], Upload] = {}
        for member in export.members:
            match = FOLDER.match(member.parts[0])
            if not match:
                yield Upload(member.name, [], problem="Moodle doesn't name files like this")
                continue
            name, number = match["name"], match["number"] or ""
            if (name, number) not in uploads:
                uploads[name, number] = worksheet.upload(name, number)
            path = [*([match["file"]] if match["file"] else []), *member.parts[1:]]
            if match["kind"] == "onlinetext" and not path:
                path = ["onlinetext.html"]
            uploads[name, number].files["/".join(path) or member.parts[-1]] = member
        yield from uploads.values()

    def fill(self, handback: Handback) -> None:
        """Fill in the worksheets, and pack the pages for *Upload multiple feedback files*."""
        rows, marks = handback.rows(self.name), handback.marks
        pages: dict[str, Path] = {}
        for table in handback.lists(self.name):
            written, maximum = fill_worksheet(table, rows, marks)
            handback.write_list(table, written, maximum, "In Moodle: Upload grading worksheet")
            for number, person in self.people(table).items():
                for page in handback.pages(rows.get(number, "")):
                    name = file_name(person.name) or "Participant"
                    pages[f"{name}_{number}_assignsubmission_file/{page.name}"] = page
        above = [s for s in rows.values() if s in marks and marks[s].points > marks[s].max_points]
        if above:
            names = printable(", ".join(above))
            print(f"  Moodle accepts no mark above its maximum. Reduced to it: {names}.")
        handback.write_pages(
            "moodle-feedback.zip", pages, "In Moodle: Upload multiple feedback files in a zip"
        )


class _Worksheet:
    """Who is who in one export, by its worksheet if there is one."""

    def __init__(self, table: Table | None, zone: tzinfo | None) -> None:
        self.table, self.zone = table, zone
        self.people = PLATFORM.people(table) if table else {}
        self.rows = dict(_rows(table)) if table else {}
        self.groups: dict[str, list[str]] = defaultdict(list)  # name key of the group -> numbers
        column = table.column(*GROUPS) if table else None
        if table and column is not None:
            for number, row in self.rows.items():
                self.groups[name_key(table.cell(row, column))].append(number)

    def upload(self, name: str, number: str) -> Upload:
        """The upload of one folder, still without files."""
        upload = Upload(name, [], reply_name=f"{name}_{number}", row=number)
        if number in self.people and not self.groups:
            upload.people = [self.people[number]]
            upload.label = self.people[number].name or name
            self._add_time(upload, self.rows[number])
        elif name_key(name) in self.groups:
            members = self.groups[name_key(name)]
            upload.people, upload.group = [self.people[each] for each in members], name
            upload.row = ""  # the group's
            self._add_time(upload, self.rows[members[0]])
        elif not number:
            upload.problem = "this is a group's work; only the grading worksheet says whose"
        elif self.table:
            upload.problem = (
                "not on the grading worksheet; is it of another assignment, or too old?"
            )
        elif name in BLIND_NAMES:
            upload.label, upload.people = f"participant-{number}", [Person()]
        else:
            upload.people = [Person(name=name)]
        return upload

    def _add_time(self, upload: Upload, row: list[str]) -> None:
        assert self.table is not None
        text = self.table.cell(row, self.table.column(*SUBMITTED))
        if text and text != "-":
            upload.submitted = parse_time(text, self.zone)
            if upload.submitted is None:
                upload.remarks.append(f"can't read the submission time on the list: {text[:60]}")
        if LATE.search(self.table.cell(row, self.table.column(*STATUSES))):
            upload.late = True


def parse_time(text: str, zone: tzinfo | None) -> datetime | None:
    """Parse a time like "Sunday, 4 October 2026, 11:58 PM" into UTC; None if it isn't one."""
    plain = re.sub(r"[\s\u00a0\u202f]+", " ", text)
    if match := WRITTEN_DATE.search(plain):
        month = MONTHS.get(match[2].lower(), 0)
        day, year, hour, minute = (int(match[i]) for i in (1, 3, 4, 5))
        if match[6]:
            hour = hour % 12 + 12 * (match[6].lower() == "pm")
    elif match := NUMERIC_DATE.search(plain):
        day, month, year, hour, minute = map(int, match.groups())
    else:
        return None
    try:
        return datetime(year, month, day, hour, minute, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def fill_worksheet(
    table: Table, rows: Mapping[str, str], marks: Mapping[str, ReturnedMark]
) -> tuple[int, float]:
    """Fill marks into a worksheet; return how many, and Moodle's maximum.

    All other rows stay as they are: Moodle skips an empty grade, and goes by "Last modified
    (grade)" to see whether somebody has changed it since.
    """
    grade, max_grade = table.column(*GRADES), table.column(*MAX_GRADES)
    comments = table.column(*COMMENTS)
    if table.column(*SCALES) is not None and max_grade is None:
        raise CourseError(
            f"{table.name} is graded on a scale of words. Set the assignment to points in Moodle, "
            "download the worksheet again, and collect with it."
        )
    if grade is None or max_grade is None:
        raise CourseError(f"{table.name} has no columns {GRADES[0]} and {MAX_GRADES[0]}.")
    largest, written = 0.0, 0
    for number, row in _rows(table):
        mark = marks.get(rows.get(number, ""))
        if mark is None:
            continue
        text = table.cell(row, max_grade)
        maximum = parse_number(text)
        if maximum is None:
            raise CourseError(f"{table.name} has no number under {MAX_GRADES[0]} for {number}.")
        largest = max(largest, maximum)
        row += [""] * (len(table.header) - len(row))
        decimal = "," if "," in text else "."
        row[grade] = f"{min(mark.scaled(maximum), maximum):.2f}".replace(".", decimal)
        if comments is not None and mark.comment:
            row[comments] = "<br>".join(map(html.escape, mark.comment.splitlines()))
        written += 1
    return written, largest


def _rows(table: Table) -> Iterator[tuple[str, list[str]]]:
    column = table.column(*IDENTIFIERS)
    for row in table.rows:
        match = IDENTIFIER.fullmatch(table.cell(row, column))
        if match:
            yield match[1], row


PLATFORM = Moodle()
