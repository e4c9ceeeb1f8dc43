"""The time zone of a course: the one that `collect --timezone` says, or the machine's own."""

import zoneinfo
from datetime import datetime, tzinfo

from gradebox.course.model import Course, CourseError
from gradebox.intake.record import FOLDER
from gradebox.notebooks import write_atomically


def of(course: Course, name: str | None = None) -> tzinfo | None:
    """The platform's time zone: what is said now, or was said last; None for the machine's own."""
    path = course.root / FOLDER / "timezone.txt"
    said = name
    if name is None:
        said = path.read_text("utf-8").strip() if path.is_file() else ""
        if not said:
            return None
    try:
        zone = zoneinfo.ZoneInfo(said or "")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise CourseError(f"{said} is no time zone; try one like Europe/Berlin.") from error
    if name is not None:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write_atomically(path, f"{name}\n".encode())
    return zone


def shown(when: datetime, zone: tzinfo | None) -> str:
    """A point in time as people there say it: Fri 20 Nov 2026, 18:00 CET."""
    local = when.astimezone(zone)
    name = local.tzname() or ""
    if name[:1] in "+-":  # a zone without letters of its own
        name = f"UTC{name}"
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} {name}".rstrip()
