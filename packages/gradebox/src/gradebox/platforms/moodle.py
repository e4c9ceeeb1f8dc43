"""Moodle: the zip of *Download all submissions*, and the grading worksheet in and out.

Moodle gives a student another number in each assignment (`assign_user_mapping`), so the number in a
folder's name says nothing by itself: the worksheet of that assignment says whose it is. Names of
files are made by mod/assign/classes/downloader.php, columns by mod/assign/gradingtable.php, and
read again by feedback/offline/importgradeslib.php and feedback/file/importziplib.php.
"""

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, tzinfo

from gradebox.course.model import CourseError
from gradebox.platforms.csv_files import Table, number
from gradebox.platforms.exports import Clue, Export, Upload
from gradebox.platforms.roster import key

# Full Name_4711_assignsubmission_file_00-welcome.ipynb, or a folder without the last part.
FOLDER = re.compile(
    r"(?P<name>.+?)(?:_(?P<number>\d+))?_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?$"
)
IDENTIFIER = re.compile(r"\D*(\d+)")
LATE = re.compile(r"\b(late|zu spät)\b", re.IGNORECASE)

# English and German, as in mod/assign/lang and in Moodle's German language pack.
IDENTIFIERS = ("Identifier", "ID")
NAMES = ("Full name", "Vollständiger Name")
EMAILS = ("Email address", "E-Mail-Adresse")
NUMBERS = ("ID number", "ID-Nummer", "Matrikelnummer")
STATUSES = ("Status",)
GROUPS = ("Group", "Gruppe")
GRADES = ("Grade", "Bewertung")
MOST = ("Maximum grade", "Maximum mark", "Bestwertung")
SCALES = ("Scale", "Skala")
SUBMITTED = ("Last modified (submission)", "Zuletzt geändert (Abgabe)")
MARKED = ("Last modified (grade)", "Last modified (mark)", "Zuletzt geändert (Bewertung)")
COMMENTS = ("Feedback comments", "Feedback als Kommentar")

_MONTHS = """january february march april may june july august september october november december
januar februar märz april mai juni juli august september oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"""
MONTHS = {name: i + 1 for line in _MONTHS.splitlines() for i, name in enumerate(line.split())}
WRITTEN = re.compile(
    r"(\d{1,2})\.?\s+(?:de\s+)?([^\W\d]+)\s+(?:de\s+)?(\d{4}),?\s+(\d{1,2}):(\d\d)\s*([ap]m)?",
    re.IGNORECASE,
)
IN_FIGURES = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4}),?\s+(\d{1,2}):(\d\d)")


def fits(export: Export) -> bool:
    """Whether an export is Moodle's."""
    return any(FOLDER.match(member.parts[0]) for member in export.members)


def is_worksheet(table: Table) -> bool:
    """Whether a list is a grading worksheet of one assignment."""
    identifier = table.column(*IDENTIFIERS)
    marked = table.column(*MARKED)
    return identifier is not None and marked is not None and table.column(*GRADES) is not None


def participants(table: Table) -> dict[str, Clue]:
    """Everybody on a worksheet, by their number in this assignment."""
    name, email, own = (table.column(*names) for names in (NAMES, EMAILS, NUMBERS))
    return {
        found: Clue(
            name=table.cell(row, name),
            email=table.cell(row, email).lower(),
            number=table.cell(row, own),
            participant=found,
        )
        for found, row in _rows(table)
    }


def numbers(export: Export) -> set[str]:
    """The numbers in the names of an export, by which its worksheet is known."""
    found = (FOLDER.match(member.parts[0]) for member in export.members)
    return {match["number"] for match in found if match and match["number"]}


def uploads(export: Export, table: Table | None, zone: tzinfo | None) -> Iterator[Upload]:
    """What everybody handed in; `zone` is that of the times on the worksheet, or the machine's."""
    people = participants(table) if table else {}
    members = _groups(table) if table else {}
    rows = dict(_rows(table)) if table else {}
    parcels: dict[tuple[str, str], Upload] = {}
    for member in export.members:
        match = FOLDER.match(member.parts[0])
        name = match["name"] if match else ""
        given = (match["number"] or "") if match else ""
        upload = parcels.get((name, given))
        if upload is None:
            upload = parcels[name, given] = _upload(name, given, people, members, bool(table))
            if not match:
                upload.unclear = "its name is not one that Moodle gives"
                upload.label = member.name
            if table and upload.who:
                _date(upload, table, rows.get(upload.who[0].participant), zone)
        rest = [*([match["file"]] if match and match["file"] else []), *member.parts[1:]]
        if match and match["kind"] == "onlinetext" and not rest:
            rest = ["onlinetext.html"]
        upload.files["/".join(rest) or member.parts[-1]] = member
    yield from parcels.values()


def moment(text: str, zone: tzinfo | None) -> datetime | None:
    """When "Sunday, 4 October 2026, 11:58 PM" was, in UTC; None where it can't be read."""
    plain = re.sub(r"[\s\u00a0\u202f]+", " ", text)
    if match := WRITTEN.search(plain):
        month = MONTHS.get(match[2].lower())
        if month is None:
            return None
        day, year, hour, minute = (int(match[i]) for i in (1, 3, 4, 5))
        if match[6]:
            hour = hour % 12 + 12 * (match[6].lower() == "pm")
    elif match := IN_FIGURES.search(plain):
        day, month, year, hour, minute = map(int, match.groups())
    else:
        return None
    try:
        return datetime(year, month, day, hour, minute, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None


def fill(
    table: Table, rows: Mapping[str, str], marks: Mapping[str, tuple[float, float, str]]
) -> tuple[int, float]:
    """Write marks (points, most points, comment) of students into a worksheet.

    How many, and what Moodle's own maximum is. Nobody else's row is touched: Moodle skips an empty
    grade, and takes "Last modified (grade)" for a sign that nobody has changed it since.
    """
    grade, most = table.column(*GRADES), table.column(*MOST)
    comments = table.column(*COMMENTS)
    if table.column(*SCALES) is not None and most is None:
        raise CourseError(
            f"{table.name} grades by a scale of words. Set the assignment to points in Moodle, "
            "download the worksheet again, and collect with it."
        )
    if grade is None or most is None:
        raise CourseError(f"{table.name} has no columns {GRADES[0]} and {MOST[0]}.")
    best, written = 0.0, 0
    for found, row in _rows(table):
        student = rows.get(found, "")
        if student not in marks:
            continue
        points, ours, comment = marks[student]
        text = table.cell(row, most)
        theirs = number(text)
        if theirs is None:
            raise CourseError(f"{table.name} has no number under {MOST[0]} for {found}.")
        best = max(best, theirs)
        scaled = round(min(points * theirs / ours, theirs) if ours else 0.0, 2)
        row += [""] * (len(table.header) - len(row))
        row[grade] = f"{scaled:.2f}".replace(".", "," if "," in text else ".")
        if comments is not None and comment:
            row[comments] = "<br>".join(map(html.escape, comment.splitlines()))
        written += 1
    return written, best


def page_name(clue_name: str, given: str, file: str) -> str:
    """How a feedback page has to be called for *Upload multiple feedback files in a zip*."""
    return f"{key_free(clue_name) or 'Participant'}_{given}_assignsubmission_file/{file}"


def key_free(name: str) -> str:
    """A name as Moodle writes it into the names of files."""
    return re.sub(r"[\x00-\x1f&<>\"`|':\\/]", "", name.replace("_", " ")).strip()


def _rows(table: Table) -> Iterator[tuple[str, list[str]]]:
    column = table.column(*IDENTIFIERS)
    for row in table.rows:
        match = IDENTIFIER.fullmatch(table.cell(row, column))
        if match:
            yield match[1], row


def _groups(table: Table) -> dict[str, list[str]]:
    """The numbers of those who are in a group, by its name as file names have it."""
    column = table.column(*GROUPS)
    found: dict[str, list[str]] = defaultdict(list)
    for given, row in _rows(table) if column is not None else ():
        found[key(table.cell(row, column))].append(given)
    return found


def _upload(
    name: str,
    given: str,
    people: Mapping[str, Clue],
    groups: Mapping[str, Iterable[str]],
    listed: bool,
) -> Upload:
    if given in people and not groups:
        clue = people[given]
        return Upload(clue.name or name, [clue], named=f"{name}_{given}")
    if key(name) in groups:
        everybody = [people[each] for each in groups[key(name)]]
        return Upload(name, everybody, named=f"{name}_{given}", group=name)
    if not given:
        words = "a group's work; whose it is, only Moodle's grading worksheet says"
        return Upload(name, [], unclear=words)
    if listed:
        words = "is not on the grading worksheet; is that of another assignment, or too old?"
        return Upload(name, [], unclear=words)
    blind = name in ("Participant", "Teilnehmer/in", "Teilnehmerin")
    clue = Clue(name="" if blind else name, participant=given)
    return Upload(name, [clue], named=f"{name}_{given}")


def _date(upload: Upload, table: Table, row: list[str] | None, zone: tzinfo | None) -> None:
    if row is None:
        return
    text = table.cell(row, table.column(*SUBMITTED))
    if text and text != "-":
        upload.when = moment(text, zone)
        if upload.when is None:
            upload.remarks.append(f"the worksheet's time of hand-in can't be read: {text[:60]}")
    if LATE.search(table.cell(row, table.column(*STATUSES))):
        upload.late = True
