"""CSV lists that platforms and people make, read and written in the dialect they came in."""

import csv
import io
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.platforms.exports import Clue

BOM = "\ufeff"
DELIMITERS = ",;\t"
MOST = 20 * 2**20  # bytes

# What a column of a list of people may be called, by what is in it.
COLUMNS = {
    "id": ("id", "student_id", "student id"),
    "first": ("first_name", "first name", "firstname", "vorname"),
    "last": ("last_name", "last name", "surname", "lastname", "nachname"),
    "name": ("name", "full name", "student", "student name", "vollständiger name"),
    "email": ("email", "e-mail", "email address", "e-mail-adresse", "mail"),
    "number": ("id number", "number", "sis user id", "sis_user_id", "user_id", "id-nummer"),
    "login": ("login", "login_id", "sis login id", "username"),
    "canvas": ("canvas_user_id",),
    "section": ("group", "section", "sections", "tutor", "group_name"),
}


@dataclass
class Table:
    """A CSV file: its rows as they are, and how to write it back."""

    name: str
    header: list[str]
    rows: list[list[str]]
    delimiter: str = ","
    bom: bool = False

    def column(self, *names: str) -> int | None:
        """Where the first of these columns is; case and spaces aside."""
        plain = [fold(head) for head in self.header]
        return next((plain.index(fold(name)) for name in names if fold(name) in plain), None)

    def cell(self, row: list[str], column: int | None) -> str:
        """What stands in a row under a column; nothing where there is none."""
        return row[column].strip() if column is not None and column < len(row) else ""

    def text(self) -> str:
        """The whole table as a file."""
        file = io.StringIO()
        writer = csv.writer(file, delimiter=self.delimiter, lineterminator="\r\n")
        writer.writerows([self.header, *self.rows])
        return (BOM if self.bom else "") + file.getvalue()


def read(path: Path) -> Table:
    """A CSV file in UTF-8, or in what Windows wrote, with whatever stands between the cells."""
    if path.stat().st_size > MOST:
        raise CourseError(f"{path.name} is too large to be a list of students.")
    return parse(path.read_bytes(), path.name)


def parse(content: bytes, name: str) -> Table:
    """The same, of what was read."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", errors="replace")
    else:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            text = content.decode("cp1252", errors="replace")
    bom = text.startswith(BOM)
    text = text.removeprefix(BOM)
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]
    except csv.Error as error:
        raise CourseError(f"{name} can't be read as a CSV file ({error}).") from error
    if not rows:
        raise CourseError(f"{name} is empty.")
    return Table(name, rows[0], rows[1:], delimiter, bom)


def people(table: Table) -> list[tuple[str, Clue]]:
    """Everybody on a list of people, with an id where it has one; empty if it is no such list."""
    at = {what: table.column(*names) for what, names in COLUMNS.items()}
    known = at["name"] is not None or at["last"] is not None or at["id"] is not None
    if not known:
        return []
    found = []
    for row in table.rows:
        said = {what: table.cell(row, column) for what, column in at.items()}
        clue = Clue(**{what: text for what, text in said.items() if what != "id"})
        clue.email = clue.email.lower()
        if not clue.name:
            clue.name = f"{clue.first} {clue.last}".strip()
        if said["id"] or clue.name or clue.email:
            found.append((said["id"], clue))
    return found


def fold(text: str) -> str:
    """A text as it is compared: NFC, without case and spare spaces."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def number(text: str) -> float | None:
    """A number as a spreadsheet writes it, with a point or a comma; None where it is none."""
    plain = text.strip().replace("\u00a0", "").replace("\u202f", "")
    if re.fullmatch(r"\d+,\d+", plain):
        plain = plain.replace(",", ".")
    try:
        return float(plain)
    except ValueError:
        return None
