"""The time zone of a course: set with `collect --timezone`, or the machine's."""

import zoneinfo
from datetime import datetime, tzinfo

from gradebox.course.model import Course, CourseError
from gradebox.intake.record import FOLDER
from gradebox.notebooks import write_atomically


def time_zone(course: Course, name: str | None = None) -> tzinfo | None:
    """The platform's time zone: `name`, which is saved, or the saved one; None: the machine's."""
    path = course.root / FOLDER / "timezone.txt"
    saved = path.read_text("utf-8").strip() if name is None and path.is_file() else ""
    if name is None and not saved:
        return None
    try:
        zone = zoneinfo.ZoneInfo(name or saved)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise CourseError(
            f"Unknown time zone: {name or saved}. Pass one like Europe/Berlin."
        ) from error
    if name is not None:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write_atomically(path, f"{name}\n".encode())
    return zone


def local_time(when: datetime, zone: tzinfo | None) -> str:
    """Format a time for people in a time zone: Fri 20 Nov 2026, 18:00 CET."""
    local = when.astimezone(zone)
    name = local.tzname() or ""
    if name[:1] in "+-":  # the zone has no abbreviation
        name = f"UTC{name}"
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} {name}".rstrip()
