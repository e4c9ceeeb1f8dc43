"""`extend`: more time for single students, even before they submit."""

from datetime import timedelta
from pathlib import Path

from gradebox import program
from gradebox.course.lateness import duration
from gradebox.course.model import Course
from gradebox.course.people import Person
from gradebox.gradebook.gradebook import Gradebook
from gradebox.intake import extensions
from gradebox.platforms.roster import Roster
from gradebox.platforms.timezones import local_time, time_zone
from gradebox.run.store import ResultStore
from gradebox.text import printable


def extend(root: Path, unit: str, students: list[str], more: timedelta | None) -> int:
    """Give students more time, or list who has it."""
    course = Course(root)
    unit, zone = course.assignment(unit).name, time_zone(course)
    store = ResultStore(course, unit)
    with (
        store.locked(),
        store.course_locked(),  # extensions.json is the whole course's
        Gradebook(course.db_url, course.config) as book,
    ):
        roster = Roster.read(course)
        roster.add(book.people())
        if students:
            ids = [roster.named(student).id for student in students]
            extensions.store(course, unit, ids, more or timedelta())
        due = extensions.apply(course, unit, book.due_dates(unit))
    if due.due is None:
        print(f"{unit} has no due date yet, so nobody is late.")
    for student in sorted(due.extensions):
        until = due.for_student(student)
        when = f", until {local_time(until, zone)}" if until else ""
        person = roster.people.get(student, Person(student))
        time = duration(due.extensions[student].total_seconds())
        print(f"  {printable(person.display_name)}: {time} more{when}")
    if not due.extensions:
        print(f"Nobody has more time for {unit}.")
    elif students:
        command = f"{program.name} grade {course.short_name(unit)}"
        print(f"Next, if they have submitted already: {command}")
    return 0
