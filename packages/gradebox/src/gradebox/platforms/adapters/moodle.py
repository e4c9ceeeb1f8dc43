"""Moodle: the zip of *Download all submissions*, and the grading worksheet.

Moodle gives every student another number in each assignment (`assign_user_mapping`), so the number
in a folder's name means nothing without the worksheet of that assignment. If groups submit, the
number is the group's. File names come from mod/assign/classes/downloader.php; the way back is read
by feedback/offline/importgradeslib.php and feedback/file/importziplib.php.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from itertools import product
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.course.people import Person, file_name, name_key
from gradebox.pages.rendering import count
from gradebox.platforms.comments import merge_comments
from gradebox.platforms.csv_files import DECIMAL, Table, parse_number
from gradebox.platforms.dates import DateReader, looks_like_date
from gradebox.platforms.exports import Export
from gradebox.platforms.handback import Handback
from gradebox.platforms.platform import CollectContext, Platform, Upload
from gradebox.platforms.worksheet import Worksheet
from gradebox.text import printable

# Full Name_4711_assignsubmission_file_00-welcome.ipynb, or a folder without the last part.
FOLDER = re.compile(
    r"(?P<name>.+?)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?$"
)
ANONYMOUS_NAMES = ("Participant", "Teilnehmer/in", "Teilnehmerin")  # without a worksheet
PAGES = "moodle-feedback.zip"
MAX_TIME_SHOWN = 60
UPDATE_AGAIN = (
    "Allow updating records that have been modified more recently in Moodle than in the spreadsheet"
)


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
        return Worksheet.read(table) is not None

    def people(self, table: Table) -> dict[str, Person]:
        """Everybody on a worksheet, by their number in this assignment."""
        sheet = Worksheet.read(table)
        return sheet.people if sheet else {}

    def due_dates(self, table: Table, zone: tzinfo | None) -> dict[str, datetime]:
        sheet = Worksheet.read(table)
        return sheet.own_due_dates(zone) if sheet else {}

    def mark_lists(self, lists: Sequence[Table], export: Export | None) -> Sequence[Table]:
        """The worksheet that has most of the folders in an export."""
        sheets = [sheet for table in lists if (sheet := Worksheet.read(table))]
        if export is None or not sheets:
            return ()
        folders = _folders(export)
        exact = [sum(_Owners(sheet, folders).has(*each) for each in folders) for sheet in sheets]
        if folders and not any(exact):
            names = " and ".join(sheet.table.name for sheet in sheets)
            raise CourseError(
                f"{names} can't be the worksheet of this assignment: nobody on it has the name and "
                f"the number of a folder in {export.path.name}. Nothing was collected. Download "
                "this assignment's worksheet."
            )
        return [sheets[exact.index(max(exact))].table]

    def check_mark_list(self, table: Table) -> None:
        """Raise CourseError if the assignment isn't graded in points."""
        sheet = Worksheet.read(table)
        if sheet is None or sheet.max_grade is not None:
            return
        reason = "is graded on a scale" if sheet.scale is not None else "has no maximum grade"
        raise CourseError(
            f"The assignment of {table.name} {reason}, so marks can't go back to it. Nothing was "
            "collected. In Moodle's settings of the assignment, set the grade type to Point; then "
            "download the worksheet again."
        )

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        tables = self.mark_lists(context.lists, export)
        if not tables:
            context.remark(
                export.path.name,
                "without the grading worksheet, students are only known by name, and marks can't "
                "be returned to Moodle; pass the worksheet as well",
            )
        sheet = Worksheet.read(tables[0]) if tables else None
        owners = _Owners(sheet, _folders(export))
        uploads: dict[tuple[str, str], Upload] = {}
        for member in export.members:
            match = FOLDER.match(member.parts[0])
            if not match:
                yield Upload(member.name, [], problem="Moodle doesn't name files like this")
                continue
            name, number = match["name"], match["number"] or ""
            if (name, number) not in uploads:
                uploads[name, number] = owners.upload(name, number)
            path = [*([match["file"]] if match["file"] else []), *member.parts[1:]]
            if match["kind"] == "onlinetext" and not path:
                path = ["onlinetext.html"]
            uploads[name, number].files["/".join(path) or member.parts[-1]] = member
        if sheet:
            _add_times(sheet, uploads.values(), context)
        drafts = {key for key, upload in uploads.items() if sheet and owners.is_draft(upload)}
        if drafts and not context.include_drafts:
            names = ", ".join(uploads.pop(key).label for key in sorted(drafts))
            context.remark(
                "Drafts left out, because Moodle doesn't count them as submitted",
                f"{names}. To collect them, pass --include-drafts",
            )
        yield from uploads.values()

    def fill(self, handback: Handback) -> None:
        """Fill in the worksheets, and pack the pages; print how to upload both."""
        pages: dict[str, Path | bytes] = {}
        returned: list[str] = []  # students
        has_groups = any(entry.group for entry in handback.entries(self.name).values())
        sheets = [sheet for table in handback.lists(self.name) if (sheet := Worksheet.read(table))]
        filled: list[str] = []  # names of their files
        for sheet in sheets:
            self.check_mark_list(sheet.table)
            rows = _rows_to_fill(sheet, handback)
            returned += rows.values()
            written, maximum = fill_worksheet(sheet, rows, handback)
            if written:
                handback.write_list(sheet.table, written, maximum)
                filled.append(sheet.table.name)
            for number, student in rows.items():
                name = file_name(sheet.people[number].name) or ANONYMOUS_NAMES[0]
                for page in () if has_groups else handback.pages(student):
                    pages[f"{name}_{number}_assignsubmission_file/{page.name}"] = page
        for group, folder, file, content in handback.group_pages(self.name, returned):
            if folder:
                pages[f"{folder}_assignsubmission_file/{file}"] = content
            else:
                print(f"  {printable(group)}: Moodle imports no page for students without a group.")
        marks = handback.marks
        above = [s for s in returned if marks[s].points > marks[s].max_points]
        if above:
            names = printable(", ".join(above))
            print(f"  Moodle accepts no mark above its maximum. Reduced to it: {names}.")
        handback.write_pages(PAGES, pages)
        handback.record.write(handback.course)
        if filled or pages:
            has_workflow = any(sheet.workflow is not None for sheet in sheets)
            _print_steps(filled, bool(pages), has_workflow)


class _Owners:
    """Whose the folders of one export are, by its worksheet if there is one."""

    def __init__(self, sheet: Worksheet | None, folders: set[tuple[str, str]]) -> None:
        self.sheet = sheet
        self.have_one_name = len({name for name, _ in folders}) == 1  # "Participant"
        self.people = sheet.people if sheet else {}
        self.groups: dict[str, list[str]] = defaultdict(list)  # key of the group's name -> numbers
        if sheet:
            for number, column in product(sheet.rows, sheet.groups):
                for key in _group_keys(sheet.cell(number, column)):
                    self.groups[key].append(number)

    def has(self, name: str, number: str) -> bool:
        """Return True if both the name and the number of a folder fit."""
        return self._is_person(name, number) or _key(name) in self.groups

    def upload(self, name: str, number: str) -> Upload:
        """The upload of one folder, still without files."""
        upload = Upload(name, [], reply_name=f"{name}_{number}" if number else "", rows=[number])
        if self._is_person(name, number):
            upload.people = [self.people[number]]
            upload.label = self.people[number].name or f"{name} {number}"
        elif _key(name) in self.groups:
            upload.rows, upload.group = self.groups[_key(name)], name
            upload.people = [self.people[each] for each in upload.rows]
        elif not number:
            upload.problem = "this is a group's work; only the grading worksheet says whose"
            if self.sheet:
                upload.problem = (
                    "no group on the grading worksheet has this name; were both files downloaded "
                    "in the same language?"
                )
        elif self.sheet:
            upload.problem = (
                "nobody on the grading worksheet has this name and this number. Is it too old, of "
                "another assignment, or did a spreadsheet program change the names?"
            )
        elif name in ANONYMOUS_NAMES:
            upload.label, upload.people = f"{name} {number}", [Person()]
        else:
            upload.people = [Person(name=name)]
        return upload

    def is_draft(self, upload: Upload) -> bool:
        return bool(self.sheet and upload.people and self.sheet.is_draft(upload.rows[0]))

    def _is_person(self, name: str, number: str) -> bool:
        person = self.people.get(number)
        if person is None or person.name:
            return person is not None and _key(person.name) == _key(name)
        return self.have_one_name and _key(name) not in self.groups


def _folders(export: Export) -> set[tuple[str, str]]:
    """The names and numbers in the names of folders."""
    matches = (FOLDER.match(member.parts[0]) for member in export.members)
    return {(match["name"], match["number"] or "") for match in matches if match}


def _key(name: str) -> str:
    """A name for comparisons with names of files, which lack some characters."""
    return re.sub(r"[\W_]", "", name_key(name)) or name_key(name)


def _group_keys(name: str) -> set[str]:
    """Both keys of a group: Moodle escapes "&" in names of files, and then removes it."""
    return {_key(name), _key(html.escape(name, quote=False))}


def _add_times(sheet: Worksheet, uploads: Iterable[Upload], context: CollectContext) -> None:
    dates, unreadable = sheet.dates(context.time_zone), list[str]()
    for upload in uploads:
        row = upload.rows[0] if upload.people else ""
        text = sheet.cell(row, sheet.submitted) if row else ""
        if not looks_like_date(text):
            continue
        upload.submitted, upload.written_time = dates.parse(text), text
        if upload.submitted is None:
            unreadable.append(text)
            upload.late = False
        elif sheet.is_late(row):
            upload.late = True
    if unreadable:
        context.remark(
            sheet.table.name,
            f"{count(len(unreadable), 'submission time')} can't be read, such as "
            f"{unreadable[0][:MAX_TIME_SHOWN]!r}; these students don't count as late. Download the "
            "worksheet with Moodle's interface in English",
        )


def _rows_to_fill(sheet: Worksheet, handback: Handback) -> dict[str, str]:
    """The students who get a mark, by row, without those whose mark must stay in Moodle."""
    found = handback.rows(PLATFORM.name)
    rows = {n: found[n] for n in sheet.rows if found.get(n) in handback.marks}
    changed = []
    for number, student in rows.items():
        entry = handback.record.entries.get(student)
        before, now = entry.written_time if entry else "", sheet.cell(number, sheet.submitted)
        if before and before != now:  # perhaps only in another language
            times = [DateReader([text], None).parse(text) for text in (before, now)]
            if times[0] and times[1] and times[0] < times[1]:
                changed.append(number)
    locked = [number for number in rows if number in sheet.locked]
    for numbers, words in (
        (locked, "left out: Moodle doesn't allow this grade to be changed"),
        (changed, "left out: reopened or resubmitted since the work was collected"),
    ):
        names = [handback.results[rows[n]].name or rows[n] for n in numbers]
        if names:
            print(f"  {len(names)} {words}: {printable(', '.join(names))}.")
    return {n: student for n, student in rows.items() if n not in {*locked, *changed}}


def fill_worksheet(
    sheet: Worksheet, rows: Mapping[str, str], handback: Handback
) -> tuple[int, float]:
    """Fill marks into a worksheet; return how many, and Moodle's maximum.

    Rows that don't change are left out, because a worksheet has comments without their tags: Moodle
    would replace teachers' comments with these. By default, it reads only commas.
    """
    assert sheet.max_grade is not None
    sheet.table.delimiter = ","
    text = sheet.cell(next(iter(sheet.rows)), sheet.max_grade)
    maximum, decimal = parse_number(text) or 0.0, DECIMAL.fullmatch(text)
    sheet.table.rows = []
    for number, student in rows.items():
        mark, row = handback.marks[student], sheet.rows[number]
        row += [""] * (len(sheet.table.header) - len(row))
        old = list(row)
        points = f"{min(mark.scaled(maximum), maximum):.2f}"
        row[sheet.grade] = points.replace(".", decimal[2]) if decimal else points
        if sheet.comments is not None and mark.comment:
            before = handback.record.comments.setdefault(student, [])
            row[sheet.comments] = merge_comments(row[sheet.comments], mark.comment, before)
        if row != old:
            sheet.table.rows.append(row)
    if same := len(rows) - len(sheet.table.rows):
        print(f"  {count(same, 'mark')} in Moodle already.")
    return len(sheet.table.rows), maximum


def _print_steps(filled: Sequence[str], has_pages: bool, has_workflow: bool) -> None:
    print(
        "  In Moodle, in the language in which you downloaded the worksheet, open the assignment, "
        "Submissions, Actions:"
    )
    steps = []
    if filled:
        steps.append(
            f"Upload grading worksheet: {' and '.join(filled)}. If marks were uploaded before, "
            f'tick "{UPDATE_AGAIN}"; marks that were changed in Moodle meanwhile are then '
            "replaced, too."
        )
    if has_pages:
        steps.append(f"{'After that, ' * bool(filled)}Upload feedback files in a zip: {PAGES}.")
    if has_workflow:
        steps.append(
            "Set the marking workflow state to Released: until then, students see neither marks "
            "nor pages."
        )
    for i, step in enumerate(steps, 1):
        print(f"    {i}. {printable(step)}")


PLATFORM = Moodle()
