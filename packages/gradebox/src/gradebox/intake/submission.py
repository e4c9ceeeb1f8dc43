"""A submission as plain data: its files, its rebuilt notebooks, and the wording of remarks."""

import datetime
from dataclasses import dataclass, field
from typing import Any

from gradebox.course.model import CourseCell
from gradebox.limits import MB
from gradebox.text import cut, printable

MAX_REMARKS = 20
MAX_LISTED = 3  # names in a remark


@dataclass(frozen=True)
class RebuiltCell:
    """One cell of the rebuilt notebook: the course's, with a student's text, or an extra one."""

    cell: CourseCell | None  # None for an extra cell
    kind: str
    source: str


@dataclass
class Submission:
    """What a student submitted, as far as it can be read."""

    student: str
    parts: dict[str, list[RebuiltCell]] = field(default_factory=dict)  # notebook name -> its cells
    answered: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)  # remarks for the report
    review_reasons: list[str] = field(default_factory=list)  # remarks that call for a review
    readable: bool = False
    came: datetime.datetime | None = None  # when the files were last changed
    claimed: datetime.datetime | None = None  # what timestamp.txt says
    digest: str = ""  # covers everything that its grade depends on
    content: str = ""  # digest of only its files, to recognise a repeated upload

    def to_json(self) -> dict[str, Any]:
        """Return what `reader.receive` found as JSON, with the names of files only."""
        return {
            **{"student": self.student, "notes": self.notes},
            "review_reasons": self.review_reasons,
            **{"digest": self.digest, "content": self.content, "files": list(self.files)},
            "came": self.came and self.came.isoformat(),
            "claimed": self.claimed and self.claimed.isoformat(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], contents: list[bytes]) -> "Submission":
        """Rebuild a submission from `to_json` and the contents of its files."""
        parse = datetime.datetime.fromisoformat
        came, claimed = (data[key] and parse(data[key]) for key in ("came", "claimed"))
        files = dict(zip(data["files"], contents, strict=True))
        return cls(**{**data, "files": files, "came": came, "claimed": claimed})


def shorten(remarks: list[str]) -> None:
    """Shorten a list of remarks that is too long to read."""
    if len(remarks) > MAX_REMARKS:
        remarks[MAX_REMARKS:] = [f"and {len(remarks) - MAX_REMARKS} more like these"]


def printable_name(name: str) -> str:
    """Return a file name that can be printed anywhere."""
    return cut(printable(name), 100)


def listing(names: list[str]) -> str:
    """Return some names, and how many more there are."""
    different = list(dict.fromkeys(names))
    more = len(different) - MAX_LISTED
    return ", ".join(different[:MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes."""
    return f"{max(size / MB, 0.1):.3g} MB"


def reason(error: Exception) -> str:
    """Return what an error says, in a word or two."""
    if isinstance(error, RuntimeError) and "password" in str(error):
        return "it has a password"
    return getattr(error, "strerror", None) or type(error).__name__
