"""nbgrader's exchange: the folder inbound/, in which each `nbgrader submit` leaves a folder.

Its name is student+assignment+time+secret. All of it is written by the student's account, so what
counts is the kernel's own time (ctime) of the newest file, which nobody can set back.
"""

import os
import pwd
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gradebox.course.model import Course, CourseError
from gradebox.platforms.exports import Clue, Export, Upload
from gradebox.platforms.exports import read as read_export

FOLDER = re.compile(r"(?P<student>.+?)\+(?P<unit>[^+]+)\+(?P<time>\d{4}-\d\d-\d\d [^+]+)(\+.*)?")


def inbound(course: Course) -> Path:
    """Where the exchange of a course takes submissions in."""
    root = _setting(course, "Exchange", "root") or "/usr/local/share/nbgrader/exchange"
    name = _setting(course, "CourseDirectory", "course_id")
    if not name:
        raise CourseError(
            "Give the files to collect, or set c.CourseDirectory.course_id in nbgrader_config.py "
            "to collect from nbgrader's exchange."
        )
    place = Path(root, name, "inbound")
    if not place.is_dir():
        raise CourseError(
            f"Give the files to collect: there is no exchange of the course {name} in {root} "
            "(`nbgrader release_assignment` makes it)."
        )
    return place


def folder(path: Path) -> Path | None:
    """The folder inbound/ that a path leads to, or None."""
    for place in (path, path / "inbound"):
        if place.is_dir() and any(FOLDER.fullmatch(each.name) for each in place.iterdir()):
            return place
    return None


def uploads(place: Path, unit: str) -> Iterator[Upload]:
    """The last submission of each student for a unit.

    Everybody may make a folder in anybody's name, so one that belongs to the student's own account
    counts before all that do not, whenever they came.
    """
    last: dict[str, tuple[bool, datetime, str, Path]] = {}
    strangers: dict[str, list[str]] = {}
    for path in sorted(place.iterdir()):
        match = FOLDER.fullmatch(path.name)
        if not match or match["unit"] != unit or path.is_symlink() or not path.is_dir():
            continue
        student, owner = match["student"], _owner(path)
        if owner != student:
            strangers.setdefault(student, []).append(owner)
        found = (owner == student, _newest(path), match["time"], path)
        last[student] = max(last.get(student, found), found)
    for student, (own, when, _, path) in last.items():
        export: Export = read_export(path)
        files = {member.name: member for member in export.members}
        upload = Upload(student, [Clue(login=student)], files, when=when, named=path.name)
        for owner in dict.fromkeys(strangers.get(student, [])):
            left = "; it was left, as there is one of the student's own" if own else ""
            words = f"the folder belongs to the account {owner}, not to {student}{left}"
            upload.remarks.append(words)
        if export.refused:
            upload.remarks.append("holds links, which are not followed")
        yield upload


def _newest(path: Path) -> datetime:
    times = [path.stat().st_ctime]
    for parent, _, names in os.walk(path):
        times += [os.lstat(os.path.join(parent, name)).st_ctime for name in names]
    files = times[1:] or times
    return datetime.fromtimestamp(int(max(files)), UTC)


def _owner(path: Path) -> str:
    try:
        return pwd.getpwuid(path.stat().st_uid).pw_name
    except KeyError:
        return f"number {path.stat().st_uid}"


def _setting(course: Course, section: str, name: str) -> str:
    found: Any = course.config.get(section, {}).get(name, "")
    return str(found or "")
