"""The participants of a connected assignment, as a list like those that platforms export."""

from collections.abc import Mapping
from datetime import datetime

from gradebox.course.people import Person
from gradebox.platforms.csv_files import Table

FIELDS = ("name", "first", "last", "email", "number", "login", "section")
HEADER = ["row", *FIELDS, "account", "due"]


def table(name: str, people: Mapping[str, Person], due: Mapping[str, datetime]) -> Table:
    """A list of people with their own due dates, by row."""
    rows = []
    for row, person in people.items():
        account = next(iter(person.accounts.values()), "")
        own_due = due[row].isoformat() if row in due else ""
        rows.append([row, *(getattr(person, each) for each in FIELDS), account, own_due])
    return Table(name, list(HEADER), rows)


def people(listed: Table, platform: str) -> dict[str, Person]:
    """Everybody on a list, by row."""
    found = {}
    for row in listed.rows:
        account = listed.cell(row, HEADER.index("account"))
        person = Person(accounts={platform: account} if account else {})
        for column, field in enumerate(FIELDS, start=1):
            setattr(person, field, listed.cell(row, column))
        found[row[0]] = person
    return found


def due_dates(listed: Table) -> dict[str, datetime]:
    """The due dates of single students, by row."""
    column = HEADER.index("due")
    return {row[0]: datetime.fromisoformat(row[column]) for row in listed.rows if row[column]}
