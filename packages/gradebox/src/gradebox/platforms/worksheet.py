"""Moodle's grading worksheet, read by its structure, so that it may be in any language.

Moodle translates all headers, statuses and dates, but always writes the columns in the same order
(mod/assign/gradingtable.php; those in brackets depend on the assignment):

    identifier, [full name, [identity fields]], status, [three dates], [group], [markers], grade,
    [maximum or scale], [workflow state], can be changed, [last modified (submission), [texts]],
    last modified (grade), [comments]

"Can be changed" is recognised first: one or two words, before a column of dates. The others follow
from their place beside it and from their content.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cached_property

from gradebox.course.people import Person
from gradebox.platforms.csv_files import PERSON_COLUMNS, Table, parse_number
from gradebox.platforms.dates import DateReader, looks_like_date

IDENTIFIER = re.compile(r"\D*[^\W\d]\D*?(\d+)")  # "Participant 6", "Teilnehmer/in6"
WORD = re.compile(r"[^\d@\n]{1,30}")  # yes or no; a workflow state
ID_NUMBER = re.compile(r"[\w./-]*\d[\w./-]*")
DRAFT = re.compile(r"[(（]")  # "Draft (not submitted)": in every language, the only one in brackets
MAX_STATUSES = 4  # nothing, draft, submitted, reopened


@dataclass
class Worksheet:
    """A worksheet; columns that it may lack are None."""

    table: Table
    rows: dict[str, list[str]]  # by the student's number in this assignment
    status: int
    grade: int
    changeable: int
    marked: int  # the time
    submitted: int | None = None  # the time
    max_grade: int | None = None
    scale: int | None = None
    workflow: int | None = None
    due: int | None = None
    groups: list[int] = field(default_factory=list)  # the group, or a marker

    @classmethod
    def read(cls, table: Table) -> "Worksheet | None":
        """Recognise a worksheet; None if the table isn't one."""
        rows = {}
        for row in table.rows:
            if match := IDENTIFIER.fullmatch(table.cell(row, 0)):
                rows[match[1]] = row
        if not rows or 2 * len(rows) <= len(table.rows):
            return None
        cells = [[table.cell(row, i) for row in rows.values()] for i in range(len(table.header))]
        found: Worksheet | None = None
        for i in range(2, len(cells) - 1):
            if len(set(cells[i])) <= 2 and _are_words(cells[i]) and _are_times(cells[i + 1]):
                sheet = _from_changeable(table, rows, cells, i)
                if sheet and (sheet.has_grades or not (found and found.has_grades)):
                    found = sheet
        return found

    @property
    def has_grades(self) -> bool:
        return self.max_grade is not None or self.scale is not None

    @property
    def anonymous(self) -> bool:
        return self.status == 1

    @property
    def comments(self) -> int | None:
        return self.marked + 1 if self.marked + 1 < len(self.table.header) else None

    def cell(self, number: str, column: int | None) -> str:
        return self.table.cell(self.rows[number], column)

    @cached_property
    def people(self) -> dict[str, Person]:
        """Everybody, by number."""
        if self.anonymous:
            return {number: Person() for number in self.rows}
        fields = range(2, self.status)
        values = {i: [text for n in self.rows if (text := self.cell(n, i))] for i in fields}
        emails = [i for i in fields if values[i] and all("@" in text for text in values[i])]
        named = self.table.column(*PERSON_COLUMNS["number"])
        ids = [
            i
            for i in fields
            if len(set(values[i])) == len(values[i]) > 0
            and all(ID_NUMBER.fullmatch(text) for text in values[i])
        ]
        id_number = named if named in fields else next(iter(ids), None)
        return {
            number: Person(
                name=self.cell(number, 1),
                email=self.cell(number, emails[0]).lower() if emails else "",
                number=self.cell(number, id_number),
            )
            for number in self.rows
        }

    def statuses(self, number: str) -> list[str]:
        """What a row says of its submission: "Submitted for grading", "2 days late"."""
        return [part for part in self.cell(number, self.status).split(" - ") if part.strip(" -")]

    def is_draft(self, number: str) -> bool:
        """Return True if a student hasn't pressed the button that submits."""
        return any(map(DRAFT.search, self.statuses(number)[:1]))

    def is_late(self, number: str) -> bool:
        """Return True if the status has a duration: "1 day 6 hours late"."""
        return any(
            re.search(r"\d", part) and not looks_like_date(part)
            for part in self.statuses(number)[1:]
        )

    @cached_property
    def locked(self) -> set[str]:
        """The rows whose grade can't be changed in Moodle."""
        values = {number: self.cell(number, self.changeable) for number in self.rows}
        words = {word for word in values.values() if word.casefold().startswith("n")}
        if len(words) != 1:  # a language in which no is another word: then it is the rarer one
            (_, most), *others = Counter(values.values()).most_common()
            words = {word for word, count in others if count < most}
        return {number for number, word in values.items() if word in words}

    def dates(self, zone: tzinfo | None) -> DateReader:
        """A reader for the dates on this worksheet."""
        columns = (self.submitted, self.due)
        return DateReader([self.cell(n, i) for n in self.rows for i in columns], zone)

    def own_due_dates(self, zone: tzinfo | None) -> dict[str, datetime]:
        """Due dates that are later for single students, by number: overrides and extensions."""
        dates = self.dates(zone)
        read = {n: due for n in self.rows if (due := dates.parse(self.cell(n, self.due)))}
        earliest = min(read.values(), default=None)
        own = {n: due for n, due in read.items() if due != earliest}
        for number in self.rows:
            for part in self.statuses(number)[1:]:
                if looks_like_date(part) and (due := dates.parse(part, in_sentence=True)):
                    own[number] = due
        return own


def _from_changeable(
    table: Table, rows: dict[str, list[str]], cells: list[list[str]], changeable: int
) -> Worksheet | None:
    """The worksheet, if a column is the one that says whether grades can be changed."""
    last = changeable - 1  # the last column that belongs to the grade
    workflow = last if _are_words(cells[last]) and last > 2 else None
    last -= workflow is not None
    max_grade = last if _is_maximum(cells[last]) else None
    scale = last if len(set(cells[last])) == 1 and "\n" in cells[last][0] else None
    grade = last if max_grade is None and scale is None else last - 1
    if grade < 2 or (scale is None and not _are_numbers(cells[grade])):
        return None
    times = [i for i in range(changeable + 1, len(cells)) if _are_times(cells[i])][:2]
    status = _status(table, cells, grade)
    between = list(range(status + 1, grade))
    dated = len(between) >= 3 and all(_are_times(filter(None, cells[i])) for i in between[:3])
    return Worksheet(
        table,
        rows,
        status,
        grade,
        changeable,
        marked=times[-1],
        submitted=times[0] if len(times) > 1 else None,
        max_grade=max_grade,
        scale=scale,
        workflow=workflow,
        due=between[1] if dated else None,
        groups=between[3:] if dated else between,
    )


def _status(table: Table, cells: list[list[str]], grade: int) -> int:
    """The column of the status: since 4.5, Moodle writes " - " after each of its parts."""
    named = table.column("Status")
    for i in range(1, grade):
        if all(text.endswith(" -") for text in cells[i]):
            return i
    if named is not None and 0 < named < grade:
        return named
    for i in range(1, grade):
        words = {text.partition(" - ")[0] for text in cells[i]}
        if len(words) <= min(MAX_STATUSES, len(cells[i]) - 1):
            return i
    return grade - 1


def _are_words(cells: list[str]) -> bool:
    return all(map(WORD.fullmatch, cells)) and "-" not in cells


def _are_times(cells: Iterable[str]) -> bool:
    return all(text == "-" or looks_like_date(text) for text in cells)


def _are_numbers(cells: list[str]) -> bool:
    return all(not text or parse_number(text) is not None for text in cells)


def _is_maximum(cells: list[str]) -> bool:
    return len(set(cells)) == 1 and (parse_number(cells[0]) or 0) > 0
