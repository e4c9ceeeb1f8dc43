"""CSV files of platforms and people, read and written back in the same dialect."""

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.course.people import Person, fold

BOM = "\ufeff"
DELIMITERS = ",;\t"
DECIMAL = re.compile("([0-9]+)([,۔٫])([0-9]+)")  # with a comma; in Urdu and Arabic
MAX_BYTES = 20 * 2**20

# Known column names of a list of people, by field of a `Person`.
PERSON_COLUMNS = {
    "id": ("id", "student_id", "student id"),
    "first": ("first_name", "first name", "firstname", "vorname"),
    "last": ("last_name", "last name", "surname", "lastname", "nachname"),
    "name": ("name", "full name", "student", "student name", "vollständiger name"),
    "email": ("email", "e-mail", "email address", "e-mail-adresse", "mail"),
    "number": ("id number", "number", "sis user id", "sis_user_id", "user_id", "id-nummer"),
    "login": ("login", "login_id", "sis login id", "username"),
    "section": ("group", "section", "sections", "tutor", "group_name"),
}


@dataclass
class Table:
    """A CSV file, with what is needed to write it back."""

    name: str
    header: list[str]
    rows: list[list[str]]
    delimiter: str = ","
    bom: bool = False

    def column(self, *names: str) -> int | None:
        """The index of the first of these columns that exists, ignoring case and spaces."""
        plain = [fold(head) for head in self.header]
        return next((plain.index(fold(name)) for name in names if fold(name) in plain), None)

    def cell(self, row: list[str], column: int | None) -> str:
        """The text of a cell; empty if the row or the table doesn't have it."""
        return row[column].strip() if column is not None and column < len(row) else ""

    def text(self) -> str:
        file = io.StringIO()
        writer = csv.writer(file, delimiter=self.delimiter, lineterminator="\r\n")
        writer.writerows([self.header, *self.rows])
        return (BOM if self.bom else "") + file.getvalue()


def read(path: Path) -> Table:
    """Read a CSV file."""
    if path.stat().st_size > MAX_BYTES:
        raise CourseError(f"{path.name} is too large for a list of students.")
    return parse(path.read_bytes(), path.name)


def parse(content: bytes, name: str) -> Table:
    """Parse a CSV file in UTF-8, UTF-16 or Windows' encoding, with any usual delimiter."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", errors="replace")
    else:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            text = content.decode("cp1252", errors="replace")
    bom = text.startswith(BOM)
    text = text.removeprefix(BOM)
    delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]
    except csv.Error as error:
        raise CourseError(f"{name} can't be read as a CSV file ({error}).") from error
    if not rows:
        raise CourseError(f"{name} is empty.")
    return Table(name, rows[0], rows[1:], delimiter, bom)


def people(table: Table) -> list[Person]:
    """The person in each row; an empty list if no column identifies people."""
    columns = {what: table.column(*names) for what, names in PERSON_COLUMNS.items()}
    if all(columns[what] is None for what in ("name", "last", "id")):
        return []
    found = []
    for row in table.rows:
        person = Person()
        for what, column in columns.items():
            setattr(person, what, table.cell(row, column))
        person.email = person.email.lower()
        person.name = person.name or f"{person.first} {person.last}".strip()
        found.append(person)
    return found


def parse_number(text: str) -> float | None:
    """Parse a number with a decimal point or another sign for it; None if it isn't one."""
    plain = text.strip().replace("\u00a0", "").replace("\u202f", "")
    if match := DECIMAL.fullmatch(plain):
        plain = f"{match[1]}.{match[3]}"
    try:
        return float(plain)
    except ValueError:
        return None
