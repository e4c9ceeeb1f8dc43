"""`course connect`: let `collect` and `return` talk to a platform's web service."""

import getpass
import os
import re
from pathlib import Path

from gradebox import program
from gradebox.course.model import Course, CourseError
from gradebox.platforms import registry
from gradebox.platforms.connection import Connection, parse_address
from gradebox.platforms.unit_detection import matching_titles
from gradebox.text import printable

PAIR = re.compile(r"(?P<unit>[^=]+)=(?P<number>\d+)")


def connect(
    root: Path, address: str, pairs: list[str], token_file: Path | None, user: str = ""
) -> int:
    """Store where a course's assignments are; return 0, or 1 if none was found.

    An assignment is found by its name, or by a pair of unit and number: 04=17. For a user, ask
    their password and store the token that the platform gives for it.
    """
    course = Course(root)
    kind, site, number = parse_address(address)
    connection = Connection(kind, site, number, token_file=_stored(token_file))
    platform = registry.get(kind)
    if user:
        if not token_file:
            raise CourseError("Pass --token-file as well: the file to write the token to.")
        password = getpass.getpass(f"Password of {user} at {site}: ")
        connection.write_token(course, platform.new_token(site, user, password))
    info = platform.site_info(connection, connection.token(course))
    chosen = _chosen(course, pairs)
    if unknown := {number for number in chosen.values() if number not in info.assignments}:
        raise CourseError(f"{site} has no assignment {unknown.pop()} in this course.")
    for unit in course.assignments():
        found = [chosen[unit]] if unit in chosen else matching_titles(unit, info.assignments)
        if len(found) == 1:
            connection.assignments[unit] = found[0]
    connection.write(course)
    print(f"Connected to {printable(info.title)} as {printable(info.user)}.")
    for unit in course.assignments():
        there = connection.assignments.get(unit)
        name = f"{info.assignments[there]} ({there})" if there else "no assignment found"
        print(f"  {unit}: {printable(name)}")
    short = [course.short_name(unit) for unit in course.assignments()]
    missing = [unit for unit in course.assignments() if unit not in connection.assignments]
    others = [
        f"{course_name} ({key})"
        for key, course_name in info.assignments.items()
        if key not in connection.assignments.values()
    ]
    if missing and others:
        print(f"  Not used: {printable(', '.join(others))}.")
        pair = f"{course.short_name(missing[0])}=NUMBER"
        print(f"  To connect one, run this again with {pair}.")
    if connection.assignments:
        first = short[course.assignments().index(next(iter(connection.assignments)))]
        print(f"Next: {program.name} collect {first}")
    return 0 if connection.assignments else 1


def _stored(token_file: Path | None) -> str:
    return os.path.abspath(token_file.expanduser()) if token_file else ""


def _chosen(course: Course, pairs: list[str]) -> dict[str, int]:
    """The numbers that the instructor gave, by assignment."""
    chosen = {}
    for pair in pairs:
        match = PAIR.fullmatch(pair)
        unit = course.full_name(match["unit"]) if match else ""
        if not match or unit not in course.assignments():
            raise CourseError(f"{pair} is not a unit and a number, such as 04=17.")
        chosen[unit] = int(match["number"])
    return chosen
