"""Extensions of deadlines: given here, in collected/extensions.json, or by the platform.

nbgrader stores an extension with the submission, so it has no place for one before there is a
submission. These go into the gradebook when work is graded.
"""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from gradebox.course.lateness import DueDates
from gradebox.course.model import Course, CourseError
from gradebox.intake.record import FOLDER, Record
from gradebox.notebooks import write_atomically


def apply(course: Course, unit: str, due: DueDates) -> DueDates:
    """The gradebook's due dates with extensions; first those stored here, then the platform's."""
    platform = {
        student: max(datetime.fromisoformat(text) - due.due, timedelta())
        if text and due.due
        else timedelta()
        for student, text in Record.read(course, unit).due.items()
    }
    stored = _read(course).get(unit, {})
    more = {student: timedelta(seconds=seconds) for student, seconds in stored.items()}
    both = {**due.extensions, **platform, **more}
    return DueDates(due.due, {student: time for student, time in both.items() if time})


def store(course: Course, unit: str, students: Iterable[str], more: timedelta) -> None:
    """Store an extension; zero takes back an earlier one."""
    stored = _read(course)
    stored.setdefault(unit, {}).update(dict.fromkeys(students, more.total_seconds()))
    _path(course).parent.mkdir(mode=0o700, exist_ok=True)
    write_atomically(_path(course), json.dumps(stored, indent=1).encode())


def _path(course: Course) -> Path:
    return course.root / FOLDER / "extensions.json"


def _read(course: Course) -> dict[str, dict[str, float]]:
    try:
        data = json.loads(_path(course).read_text("utf-8"))
        return {
            str(unit): {str(student): float(time) for student, time in theirs.items()}
            for unit, theirs in data.items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise CourseError(
            f"{FOLDER}/extensions.json can't be read ({error}). Restore it from a backup, or move "
            "it away and give the extensions again."
        ) from error
