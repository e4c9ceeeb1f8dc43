"""The record of a collected assignment: whose files came from which platform, and when.

It is stored in collected/UNIT.json, beside the platform's own lists. `return` finds the way back
with it. `grade` takes submission times from it, but only for exactly the files that were collected.
"""

import json
import re
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from gradebox.course.model import Course, CourseError
from gradebox.notebooks import write_atomically

FOLDER = "collected"
ANONYMOUS = re.compile(r"(.+)-participant-[A-Za-z0-9]+")
RENAMED = {"way": "platform", "named": "reply_name", "when": "submitted"}  # keys in old files


@dataclass
class Entry:
    """One student's submission, as it was collected."""

    platform: str
    label: str = ""
    reply_name: str = ""  # how names of feedback files must begin for the platform
    group: str = ""
    submitted: str | None = None  # ISO 8601, in UTC
    late: bool | None = None  # the platform's verdict, if it gives one
    content: str = ""  # a digest of the files, by `intake.reader`
    files: list[str] = field(default_factory=list)
    written_time: str = ""  # `submitted` in the platform's own words, if they have no time zone


@dataclass
class Posted:
    """A mark that was posted through a web service."""

    points: float  # out of the platform's maximum
    digest: str  # covers the mark, the comment and the pages
    saved: int = 0  # when the platform saved it, by the platform's clock, if it says so


@dataclass
class Record:
    """Everything that was collected of one assignment.

    `lists` and `rows` are by platform: the lists that marks go back into, and who is in each row.
    `due` has the platform's later due dates of single students; empty if one was taken back.
    """

    unit: str
    entries: dict[str, Entry] = field(default_factory=dict)  # by student
    lists: dict[str, list[str]] = field(default_factory=dict)  # files in collected/UNIT/
    rows: dict[str, dict[str, str]] = field(default_factory=dict)  # row -> student
    due: dict[str, str] = field(default_factory=dict)  # by student; ISO 8601, in UTC
    comments: dict[str, list[str]] = field(default_factory=dict)  # returned so far, by student
    posted: dict[str, Posted] = field(default_factory=dict)  # by student

    @classmethod
    def read(cls, course: Course, unit: str) -> "Record":
        """The record of an assignment; empty if nothing was collected."""
        path = course.root / FOLDER / f"{unit}.json"
        try:
            data = json.loads(path.read_text("utf-8"))
            entries = {str(key): _entry(value) for key, value in data["entries"].items()}
            lists = {str(key): list(map(str, names)) for key, names in data["lists"].items()}
            due, comments = dict(data.get("due", {})), dict(data.get("comments", {}))
            posted = {str(key): Posted(**value) for key, value in data.get("posted", {}).items()}
            return cls(unit, entries, lists, dict(data["rows"]), due, comments, posted)
        except FileNotFoundError:
            return cls(unit)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CourseError(
                f"{FOLDER}/{path.name} can't be read ({error}). Restore it from a backup, or move "
                "it away and collect again."
            ) from error

    def write(self, course: Course) -> None:
        data = {"version": 2, **asdict(self)}
        text = json.dumps(data, indent=1, ensure_ascii=False)
        write_atomically(course.root / FOLDER / f"{self.unit}.json", text.encode())

    def matching_entry(self, student: str, content: str) -> Entry | None:
        """The entry of a student, if these are the files that were collected."""
        entry = self.entries.get(student)
        return entry if entry is not None and entry.content == content else None

    def teams(self) -> dict[str, list[str]]:
        """The members of each group that submitted together, by the first of them."""
        together: dict[tuple[str, str], list[str]] = {}
        for student, entry in sorted(self.entries.items()):
            if entry.group and entry.content:
                together.setdefault((entry.group, entry.content), []).append(student)
        return {members[0]: members for members in together.values() if len(members) > 1}


def anonymous_id(unit: str, number: str) -> str:
    """The ID of a student known only by a number, and only in one assignment."""
    return f"{unit}-participant-{number}"


def is_anonymous(student: str, unit: str = "") -> bool:
    """Return True for the ID of a student without a name, in this assignment or in any."""
    match = ANONYMOUS.fullmatch(student)
    return match is not None and unit in ("", match[1])


def _entry(data: dict[str, Any]) -> Entry:
    entry = Entry(**{RENAMED.get(key, key): value for key, value in data.items()})
    if entry.submitted is not None and datetime.fromisoformat(entry.submitted).tzinfo is None:
        raise ValueError("a time has no time zone")
    return entry
