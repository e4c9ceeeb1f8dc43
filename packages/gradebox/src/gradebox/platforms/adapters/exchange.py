"""nbgrader's exchange: in its folder inbound/, each `nbgrader submit` leaves a folder.

The folder's name is student+assignment+time+secret. The student's account writes all of it, so the
time that counts is the newest file's ctime, which the kernel sets and users can't set back.
"""

import os
import pwd
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from gradebox.course.model import Course, CourseError
from gradebox.course.people import Person
from gradebox.platforms.exports import Export
from gradebox.platforms.handback import Handback
from gradebox.platforms.platform import CollectContext, Connected, Platform, Upload
from gradebox.text import printable

FOLDER = re.compile(r"(?P<student>.+?)\+(?P<unit>[^+]+)\+(?P<time>\d{4}-\d\d-\d\d [^+]+)(\+.*)?")
DEFAULT_ROOT = "/usr/local/share/nbgrader/exchange"
MAX_ERROR_LENGTH = 300


class Exchange(Platform):
    """nbgrader's exchange."""

    name = "exchange"
    title = "nbgrader's exchange"
    instructions = (
        "no file; set c.CourseDirectory.course_id in nbgrader_config.py and release an assignment "
        "with `nbgrader release_assignment`"
    )
    order = 10
    mixes_units = True
    has_timestamps = True

    def recognises(self, export: Export) -> bool:
        """Return True for a folder inbound/, or the folder that contains it."""
        return _inbound(export.path) is not None

    def connect(self, course: Course, unit: str) -> Connected | None:
        course_id = course.config.get("CourseDirectory", {}).get("course_id")
        root = course.config.get("Exchange", {}).get("root") or DEFAULT_ROOT
        folder = Path(str(root), str(course_id), "inbound")
        return Connected(Export(folder)) if course_id and folder.is_dir() else None

    def uploads(self, export: Export, context: CollectContext) -> Iterator[Upload]:
        """The last submission of each student for an assignment.

        Anybody can make a folder in anybody's name, so a folder that belongs to the student's own
        account takes precedence over all others, however late they came.
        """
        latest: dict[str, tuple[bool, datetime, str, Path]] = {}
        other_owners: dict[str, dict[str, None]] = {}
        for path in sorted((_inbound(export.path) or export.path).iterdir()):
            match = FOLDER.fullmatch(path.name)
            if not match or match["unit"] != context.unit or path.is_symlink() or not path.is_dir():
                continue
            student, owner = match["student"], _owner(path)
            if owner != student:
                other_owners.setdefault(student, {})[owner] = None
            found = (owner == student, _newest(path), match["time"], path)
            latest[student] = max(latest.get(student, found), found)
        for student, (own, when, _, path) in latest.items():
            folder = Export(path)
            files = {member.name: member for member in folder.members}
            people = [Person(login=student)]
            upload = Upload(student, people, files, submitted=when, reply_name=path.name)
            for owner in other_owners.get(student, ()):
                ignored = (
                    "; it was ignored, because the student has one of their own" if own else ""
                )
                upload.remarks.append(
                    f"a folder belongs to the account {owner}, not to {student}{ignored}"
                )
            if folder.refused:
                upload.remarks.append("contains links, which are not followed")
            yield upload

    def fill(self, handback: Handback) -> None:
        """Release the pages in the exchange; marks don't go there."""
        entries = handback.entries(self.name)
        others = [s for s in handback.results if s not in handback.marks or s not in entries]
        if odd := [student for student in others if "," in student]:
            raise CourseError(
                f"nbgrader separates ids by commas, so {odd[0]} can't be left out of its exchange. "
                "Rename that student's folder, and grade it again."
            )
        exclude = f"--CourseDirectory.student_id_exclude={','.join(others)}"
        run = subprocess.run(
            [sys.executable, "-m", "nbgrader", "release_feedback", handback.unit, exclude],
            cwd=handback.course.root,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["it gives no reason"])[-1]
            message = printable(last)[:MAX_ERROR_LENGTH]
            raise CourseError(f"`nbgrader release_feedback {handback.unit}` failed: {message}")
        print("  The feedback pages are in the exchange, where students fetch them.")


def _inbound(path: Path) -> Path | None:
    for folder in (path, path / "inbound"):
        if folder.is_dir() and any(FOLDER.fullmatch(each.name) for each in folder.iterdir()):
            return folder
    return None


def _newest(folder: Path) -> datetime:
    """The newest ctime of a file, or the folder's own if it is empty."""
    files = [os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names]
    newest = max(os.lstat(path).st_ctime for path in files or [str(folder)])
    return datetime.fromtimestamp(int(newest), UTC)


def _owner(path: Path) -> str:
    try:
        return pwd.getpwuid(path.stat().st_uid).pw_name
    except KeyError:
        return f"number {path.stat().st_uid}"


PLATFORM = Exchange()
