"""Canvas: the zip of *Download Submissions*, and the gradebook in and out.

Names of files are made by lib/content_zipper.rb (`name_LATE_8802_90211_file.ipynb`: the student's
number, then the file's), and told apart by their first two numbers when they come back. Columns are
made by lib/gradebook_exporter.rb and read by lib/gradebook_importer.rb.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from gradebox.course.model import CourseError
from gradebox.platforms.csv_files import Table, fold, number
from gradebox.platforms.exports import Clue, Export, Upload

FILE = re.compile(
    r"(?P<name>[^_/]*(?:_(?!\d+_)[^_/]*)*?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<file>\d+)_(?P<shown>.+)"
)
TEXT = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?P<shown>(?:text|link)\.html)")
ASSIGNMENT = re.compile(r"(?P<title>.*) \((?P<number>\d+)\)")
POINTS = "Points Possible"
INFORMATION = {
    *("Student", "LastName", "FirstName", "ID", "SIS User ID", "SIS Login ID"),
    *("Integration ID", "Root Account", "Section"),
}


def fits(export: Export) -> bool:
    """Whether an export is Canvas's: every file has two numbers in its name."""
    names = [member.name for member in export.members if "/" not in member.name]
    return bool(names) and sum(map(_named, names)) > len(export.members) / 2


def is_gradebook(table: Table) -> bool:
    """Whether a list is Canvas's gradebook."""
    names = [head.strip() for head in table.header]
    first = names[:1] == ["Student"] or names[:2] == ["LastName", "FirstName"]
    return first and "ID" in names and "Section" in names


def is_groups(table: Table) -> bool:
    """Whether a list says who is in which group (the file of People, Groups)."""
    return None not in (table.column("canvas_user_id"), table.column("group_name"))


def people(table: Table) -> dict[str, Clue]:
    """Everybody on the gradebook, by Canvas's number."""
    student, last, first = (table.column(n) for n in ("Student", "LastName", "FirstName"))
    sis, login, section = (table.column(n) for n in ("SIS User ID", "SIS Login ID", "Section"))
    found = {}
    for row in table.rows:
        given = table.cell(row, table.column("ID"))
        if not given.isdigit():
            continue
        surname, given_name = table.cell(row, last), table.cell(row, first)
        if student is not None:  # "Lovelace, Ada"
            surname, _, given_name = table.cell(row, student).partition(", ")
        entry = table.cell(row, login)
        found[given] = Clue(
            name=f"{given_name} {surname}".strip(),
            first=given_name,
            last=surname,
            email=entry.lower() if "@" in entry else "",
            login="" if "@" in entry else entry,
            number=table.cell(row, sis),
            canvas=given,
            section=table.cell(row, section),
        )
    return found


def groups(table: Table) -> dict[str, str]:
    """The group that each student is in, by Canvas's number."""
    user, group = table.column("canvas_user_id"), table.column("group_name")
    pairs = {table.cell(row, user): table.cell(row, group) for row in table.rows}
    return {one: other for one, other in pairs.items() if one and other}


def uploads(
    export: Export, known: Mapping[str, Clue], teams: Mapping[str, str]
) -> Iterator[Upload]:
    """What everybody handed in; one member hands in for a whole group."""
    parcels: dict[str, Upload] = {}
    for member in export.members:
        match = FILE.fullmatch(member.name) or TEXT.fullmatch(member.name)
        if not match:
            upload = parcels.setdefault(member.name, Upload(member.name, []))
            upload.unclear = "its name is not one that Canvas gives"
            upload.files[member.parts[-1]] = member
            continue
        user = match["user"]
        upload = parcels.setdefault(user, Upload("", []))
        if not upload.label:
            _introduce(upload, user, match["name"], known, teams)
        upload.late = bool(match["late"]) or bool(upload.late)
        if "file" in match.groupdict() and not upload.named:
            upload.named = member.name[: match.start("shown")]
        shown = match["shown"]
        upload.files[shown if shown not in upload.files else member.name] = member
    yield from parcels.values()


def column_of(table: Table, unit: str, wanted: str = "") -> int:
    """The column of a unit: by what was asked for, by its name, or the only one there is."""
    there = {i: match["title"] for i, head in enumerate(table.header) if (match := _title(head))}
    if wanted:
        fits = [i for i, title in there.items() if fold(wanted) in fold(table.header[i])]
    else:
        digits, _, topic = unit.partition("-")
        words = fold(topic.replace("-", " ")) or fold(unit)
        plain = {i: fold(re.sub(r"[^\w]+", " ", title)) for i, title in there.items()}
        fits = [i for i, title in plain.items() if fold(unit.replace("-", " ")) in title]
        fits = fits or [i for i, title in plain.items() if words in title]
        fits = fits or [
            i for i, title in plain.items() if digits.isdigit() and digits in title.split()
        ]
        fits = fits or list(there)
    if len(fits) == 1:
        return fits[0]
    names = "; ".join(table.header[i] for i in fits or there) or "none"
    raise CourseError(
        f"Which column of {table.name} is {unit}? Say it with --column, and a part of its name: "
        f"{names}."
    )


def fill(
    table: Table,
    column: int,
    rows: Mapping[str, str],
    marks: Mapping[str, tuple[float, float, str]],
) -> tuple[int, float]:
    """Write marks into a gradebook, and leave in it the columns that say who, and this one.

    How many, and what Canvas's points are. Whoever has no mark keeps what Canvas had: a mark that
    is taken out would be deleted there.
    """
    keep = [i for i, head in enumerate(table.header) if head.strip() in INFORMATION] + [column]
    given = table.column("ID")
    most = next(
        (number(table.cell(row, column)) for row in table.rows if POINTS in row[0]),
        None,
    )
    if most is None:
        raise CourseError(
            f"{table.name} has no points under {table.header[column]!r} in its row {POINTS!r}, or "
            "that column is read only."
        )
    written = 0
    for row in table.rows:
        row += [""] * (len(table.header) - len(row))
        student = rows.get(table.cell(row, given), "")
        if student in marks:
            points, ours, _ = marks[student]
            row[column] = f"{round(points * most / ours if ours else 0.0, 2):.2f}"
            written += 1
    table.rows = [[row[i] for i in keep] for row in table.rows]
    table.header = [table.header[i] for i in keep]
    return written, most


def _named(name: str) -> bool:
    return bool(FILE.fullmatch(name) or TEXT.fullmatch(name))


def _title(head: str) -> re.Match[str] | None:
    return ASSIGNMENT.fullmatch(head.strip())


def _introduce(
    upload: Upload, user: str, name: str, known: Mapping[str, Clue], teams: Mapping[str, str]
) -> None:
    clue = known.get(user) or Clue(canvas=user)
    upload.label = clue.name or name or user
    upload.who = [clue]
    if user in teams:
        upload.group = teams[user]
        mates = [each for each, team in teams.items() if team == teams[user] and each != user]
        upload.who += [known.get(each) or Clue(canvas=each) for each in mates]
    elif clue.name and _letters(clue.last + clue.first) != _letters(name):
        upload.remarks.append(
            f"is called {name}, which looks like a group's: who else is in it, the file of "
            "Canvas's page People, Groups says; give that one, too"
        )
    upload.who = [replace(each) for each in upload.who]


def _letters(name: str) -> str:
    """A name as Canvas writes it into file names: letters and digits alone."""
    return re.sub(r"[\W_]", "", fold(name))
