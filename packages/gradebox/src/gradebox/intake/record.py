"""The record of what was collected for a unit, from where and when, to return marks there.

It is kept in collected/UNIT.json, beside the platform's own list. The grader gets submission times
from it, but only for the very files that were collected.
"""

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from gradebox.course.model import Course, CourseError
from gradebox.notebooks import write_atomically

FOLDER = "collected"


@dataclass
class Entry:
    """One student's collected submission."""

    way: str  # moodle, canvas, mail, exchange, plain
    label: str = ""
    named: str = ""  # the name that returned files need
    group: str = ""
    when: str | None = None  # ISO 8601, in UTC
    late: bool | None = None  # from the platform, if it gives no time
    content: str = ""  # a digest of the files, as in `Submission.content`
    files: list[str] = field(default_factory=list)


@dataclass
class Record:
    """Everything that was collected for one unit."""

    unit: str
    entries: dict[str, Entry] = field(default_factory=dict)  # by student
    lists: dict[str, list[str]] = field(default_factory=dict)  # way -> files in collected/UNIT/
    rows: dict[str, dict[str, str]] = field(default_factory=dict)  # way -> its number -> student

    @classmethod
    def read(cls, course: Course, unit: str) -> "Record":
        """Return the record of a unit; empty if nothing was collected."""
        path = course.root / FOLDER / f"{unit}.json"
        try:
            data = json.loads(path.read_text("utf-8"))
            entries = {str(key): _entry(value) for key, value in data["entries"].items()}
            kept = {str(way): [str(name) for name in names] for way, names in data["lists"].items()}
            return cls(unit, entries, kept, dict(data["rows"]))
        except FileNotFoundError:
            return cls(unit)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CourseError(
                f"{FOLDER}/{path.name} can't be read ({error}). Restore a copy, or move it away "
                "and collect again."
            ) from error

    def write(self, course: Course) -> None:
        """Write it atomically."""
        data = {"version": 1, **asdict(self)}
        text = json.dumps(data, indent=1, ensure_ascii=False)
        write_atomically(course.root / FOLDER / f"{self.unit}.json", text.encode())

    def of(self, student: str, content: str) -> Entry | None:
        """Return what was collected, if these are still the same files."""
        entry = self.entries.get(student)
        return entry if entry is not None and entry.content == content else None

    def teams(self) -> dict[str, list[str]]:
        """Return the members of teams that submitted together, by their first member."""
        together: dict[tuple[str, str], list[str]] = {}
        for student, entry in sorted(self.entries.items()):
            if entry.group and entry.content:
                together.setdefault((entry.group, entry.content), []).append(student)
        return {members[0]: members for members in together.values() if len(members) > 1}


def _entry(data: dict[str, Any]) -> Entry:
    entry = Entry(**data)
    if entry.when is not None and datetime.fromisoformat(entry.when).tzinfo is None:
        raise ValueError("a time without a zone")
    return entry
