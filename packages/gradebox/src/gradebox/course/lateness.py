"""Lateness: due dates and extensions, hand-in times, and how they are written.

A submission has up to two times. It *came* when its files were last laid in submitted/ (the newest
ctime, which a student can't set), or when the platform or the exchange that it was collected from
says (`lms.record`). timestamp.txt *claims* a time: nbgrader's exchange writes that file, but so can
a student. The first counts, unless the instructor trusts the claims.
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
    """When an assignment is due: for all, and for those who were given more time."""

    due: datetime.datetime | None = None
    extensions: Mapping[str, datetime.timedelta] = field(default_factory=dict)

    def of(self, student: str) -> datetime.datetime | None:
        """When it is due for a student, in UTC, or None where there is no due date."""
        if self.due is None:
            return None
        return self.due + self.extensions.get(student, datetime.timedelta())


@dataclass(frozen=True)
class HandIn:
    """The time that counts, how late that is in seconds, and the time that the gradebook gets."""

    counts: datetime.datetime | None
    late: float
    recorded: datetime.datetime | None


def hand_in(
    came: datetime.datetime | None,
    claimed: datetime.datetime | None,
    due: datetime.datetime | None,
    trust: bool,
) -> HandIn:
    """Which time counts, and how late it is.

    Formgrader takes a submission for graded only where the gradebook has the time that
    timestamp.txt gives, or none where there is no such file. So that is what the gradebook gets,
    unless it would hide that the submission is late.
    """
    counts = claimed if claimed and trust else came
    late = seconds_late(due, counts)
    hides = seconds_late(due, claimed) != late
    return HandIn(counts, late, counts if hides else claimed)


def flagged(flag: str, extended: bool) -> HandIn:
    """The same where a platform says only whether it was late: by a second, at the least.

    Its due date is not ours, so whoever has an extension here is taken to be in time.
    """
    return HandIn(None, 1.0 if flag == "late" and not extended else 0.0, None)


def redate(result: "Result", due: DueDates) -> None:
    """Make a result as late as it is by the due dates of today."""
    if result.flag:
        result.late = flagged(result.flag, result.student in due.extensions).late
        return
    counts, recorded = (
        datetime.datetime.fromisoformat(moment) if moment else None
        for moment in (result.timestamp, result.recorded)
    )
    date = due.of(result.student)
    result.late = seconds_late(date, counts)
    if seconds_late(date, recorded) != result.late:
        result.recorded = result.timestamp


def seconds_late(due: datetime.datetime | None, moment: datetime.datetime | None) -> float:
    """How many seconds after it was due; 0 where it was in time, or where nobody can tell."""
    if due is None or moment is None:
        return 0.0
    return max(0.0, (moment - due).total_seconds())


def parse_timestamp(text: str) -> datetime.datetime:
    """The time that nbgrader means by "2026-10-04 23:59:00.5 Europe/Berlin", or by ISO 8601.

    Raises ValueError, KeyError, OverflowError or OSError where it is none.
    """
    moment, *zone = text.rsplit(" ", 1) if text.count(" ") == 2 else [text]
    read = datetime.datetime.fromisoformat(moment)
    if zone and zone[0] != "UTC":
        read = read.replace(tzinfo=zoneinfo.ZoneInfo(zone[0]))
    elif zone or read.tzinfo is None:
        read = read.replace(tzinfo=datetime.UTC)
    return read.astimezone(datetime.UTC)


def format_timestamp(moment: datetime.datetime) -> str:
    """A time as nbgrader writes it into timestamp.txt."""
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f UTC")


def in_words(seconds: float) -> str:
    """A length of time in its largest unit, in words: 2 days."""
    for size, word in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' * (count > 1)}"
    return "less than a minute"


def duration(seconds: float) -> str:
    """A length of time in its two largest units, short: 2 d 3 h."""
    left = max(round(seconds), 1)
    parts = []
    for unit, size in (("d", DAY), ("h", HOUR), ("min", MINUTE), ("s", 1)):
        whole, left = divmod(left, size)
        if whole:
            parts.append(f"{whole} {unit}")
        elif parts:
            break
    return " ".join(parts[:2])
