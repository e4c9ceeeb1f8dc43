"""Lateness: due dates and extensions, submission times, and how to format them.

A submission has up to two times. It *came* when its files were last copied into submitted/ (the
newest ctime, which students can't set), or at the time recorded by `collect` (`intake.record`).
timestamp.txt *claims* a time: nbgrader's exchange writes that file, but students can, too. The
first one counts, unless the instructor trusts the claims.
"""

import datetime
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradebox.results import Result

TIMESTAMP = "timestamp.txt"
DAY, HOUR, MINUTE = 86400, 3600, 60


@dataclass(frozen=True)
class DueDates:
    """The due date of an assignment, and the extensions of some students."""

    due: datetime.datetime | None = None
    extensions: Mapping[str, datetime.timedelta] = field(default_factory=dict)

    def for_student(self, student: str) -> datetime.datetime | None:
        """The due date of a student, in UTC; None if there is none."""
        if self.due is None:
            return None
        return self.due + self.extensions.get(student, datetime.timedelta())


@dataclass(frozen=True)
class HandIn:
    """The time that counts, how many seconds late it is, and the time for the gradebook."""

    counts: datetime.datetime | None
    late: float
    recorded: datetime.datetime | None


def hand_in(
    came: datetime.datetime | None,
    claimed: datetime.datetime | None,
    due: datetime.datetime | None,
    trust: bool,
) -> HandIn:
    """Decide which time counts, and how late it is.

    Formgrader only considers a submission graded if the gradebook has the time in timestamp.txt, or
    none if there is no such file. So the gradebook gets that time, unless it would hide lateness.
    """
    counts = claimed if claimed and trust else came
    late = seconds_late(due, counts)
    hides = seconds_late(due, claimed) != late
    return HandIn(counts, late, counts if hides else claimed)


def flagged(flag: str, extended: bool) -> HandIn:
    """The same if a platform only says whether it was late: then by one second.

    The platform doesn't know extensions given here, so students who have one are in time.
    """
    return HandIn(None, 1.0 if flag == "late" and not extended else 0.0, None)


def redate(result: "Result", due: DueDates) -> None:
    """Update how late a result is, after due dates changed."""
    if result.flag:
        result.late = flagged(result.flag, result.student in due.extensions).late
        return
    counts, recorded = (
        datetime.datetime.fromisoformat(moment) if moment else None
        for moment in (result.timestamp, result.recorded)
    )
    date = due.for_student(result.student)
    result.late = seconds_late(date, counts)
    if seconds_late(date, recorded) != result.late:
        result.recorded = result.timestamp


def seconds_late(due: datetime.datetime | None, moment: datetime.datetime | None) -> float:
    """Return the seconds after the due date; 0 if in time or unknown."""
    if due is None or moment is None:
        return 0.0
    return max(0.0, (moment - due).total_seconds())


def parse_timestamp(text: str) -> datetime.datetime:
    """Parse a time of nbgrader's ("2026-10-04 23:59:00.5 Europe/Berlin") or in ISO 8601.

    Raises ValueError, KeyError, OverflowError or OSError if it isn't one.
    """
    moment, *zone = text.rsplit(" ", 1) if text.count(" ") == 2 else [text]
    read = datetime.datetime.fromisoformat(moment)
    if zone and zone[0] != "UTC":
        read = read.replace(tzinfo=zoneinfo.ZoneInfo(zone[0]))
    elif zone or read.tzinfo is None:
        read = read.replace(tzinfo=datetime.UTC)
    return read.astimezone(datetime.UTC)


def format_timestamp(moment: datetime.datetime) -> str:
    """Format a time as nbgrader does in timestamp.txt."""
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f UTC")


def in_words(seconds: float) -> str:
    """Format a duration in its largest unit: 2 days."""
    for size, word in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' * (count > 1)}"
    return "less than a minute"


def duration(seconds: float) -> str:
    """Format a duration in its two largest units, short: 2 d 3 h."""
    left = max(round(seconds), 1)
    parts = []
    for unit, size in (("d", DAY), ("h", HOUR), ("min", MINUTE), ("s", 1)):
        whole, left = divmod(left, size)
        if whole:
            parts.append(f"{whole} {unit}")
        elif parts:
            break
    return " ".join(parts[:2])
