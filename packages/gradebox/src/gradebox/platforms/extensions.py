"""`gradebox extend`: more time for single students, also for those who have not handed in yet.

nbgrader keeps an extension with the submission, so there is no place for it before there is one.
They are kept in collected/extensions.json, and go into the gradebook when work is graded.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from gradebox import program
from gradebox.course.lateness import DueDates, duration
from gradebox.course.model import Course, CourseError
from gradebox.gradebook.gradebook import Gradebook
from gradebox.intake.record import FOLDER
from gradebox.notebooks import write_atomically
from gradebox.platforms import timezones
from gradebox.platforms.roster import Person, Roster
from gradebox.run.store import ResultStore
from gradebox.text import printable


def read(course: Course, unit: str) -> dict[str, timedelta]:
    """Who has how much more time for a unit; no time at all where it was taken back."""
    found = _all(course).get(unit, {})
    return {student: timedelta(seconds=seconds) for student, seconds in found.items()}


def merged(due: DueDates, more: Mapping[str, timedelta]) -> DueDates:
    """The gradebook's due dates with these; what was said here last counts."""
    both = {**due.extensions, **more}
    return DueDates(due.due, {student: time for student, time in both.items() if time})


def extend(root: Path, unit: str, students: list[str], more: timedelta | None) -> int:
    """Give students more time, or say who has it."""
    course = Course(root)
    unit, zone = course.assignment(unit).name, timezones.of(course)
    with (
        ResultStore(course, unit).locked(),
        Gradebook(course.db_url, course.config) as book,
    ):
        roster = Roster.read(course.root / FOLDER / "roster.json")
        roster.add(Person(*each) for each in book.people())
        known = _all(course)
        theirs = known.setdefault(unit, {})
        for student in students:
            theirs[roster.named(student).id] = (more or timedelta()).total_seconds()
        if students:
            (course.root / FOLDER).mkdir(mode=0o700, exist_ok=True)
            write_atomically(_path(course), json.dumps(known, indent=1).encode())
        due = merged(book.due_dates(unit), read(course, unit))
    if due.due is None:
        print(f"{unit} has no due date yet, so nobody is late.")
    for student in sorted(due.extensions):
        until = due.of(student)
        when = f", until {timezones.shown(until, zone)}" if until else ""
        person = roster.people.get(student, Person(student))
        time = duration(due.extensions[student].total_seconds())
        print(f"  {printable(person.shown)}: {time} more{when}")
    if not due.extensions:
        print(f"Nobody has more time for {unit}.")
    elif students:
        print(f"Next: {program.name} grade {course.short(unit)}, if they have submitted already.")
    return 0


def _path(course: Course) -> Path:
    return course.root / FOLDER / "extensions.json"


def _all(course: Course) -> dict[str, dict[str, float]]:
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
            f"{FOLDER}/extensions.json can't be read ({error}). Put back a copy, or move it away."
        ) from error
