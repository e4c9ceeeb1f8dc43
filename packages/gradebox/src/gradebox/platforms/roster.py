"""The roster: everybody who takes part, under an ID that stays the same over the whole term.

Platforms identify people in different ways, and not always completely: Moodle numbers students
differently in every assignment, and a list may lack the e-mail address that another one had. So a
person is found by any unique identifier (ID number, e-mail address, login, an account on a
platform), or else by a unique name. New people get an ID made from one of these.
"""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from gradebox.course.model import Course, CourseError
from gradebox.course.people import Person, fold, name_key
from gradebox.intake.record import FOLDER
from gradebox.notebooks import write_atomically

MAX_ID_LENGTH = 100


class AmbiguousPerson(Exception):
    """Nobody can tell who is meant; the message says why."""


class Roster:
    """Everybody, by ID; stored in collected/roster.json."""

    def __init__(self, people: Iterable[Person] = ()) -> None:
        self.people: dict[str, Person] = {}
        self._by_identifier: dict[tuple[str, str], Person] = {}
        self._by_name: dict[str, dict[str, Person]] = defaultdict(dict)  # name key -> ID -> person
        for person in people:
            self._index(person)

    @classmethod
    def read(cls, course: Course) -> "Roster":
        """The roster of a course; empty if there is none yet."""
        path = _path(course)
        try:
            return cls(_person(data) for data in json.loads(path.read_text("utf-8"))["people"])
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CourseError(
                f"{FOLDER}/{path.name} can't be read ({error}). Restore it from a backup: it says "
                "which student has which ID."
            ) from error

    def write(self, course: Course) -> None:
        people = [asdict(self.people[key]) for key in sorted(self.people)]
        text = json.dumps({"version": 2, "people": people}, indent=1, ensure_ascii=False)
        write_atomically(_path(course), text.encode())

    def add(self, people: Iterable[Person]) -> None:
        """Add people from the gradebook, under the IDs that they have there."""
        for person in people:
            known = self.people.get(person.id, person)
            known.complete(person)
            self._index(known)

    def remove(self, person: Person) -> None:
        """Forget a person who was added by mistake."""
        del self.people[person.id], self._by_name[name_key(person.name)][person.id]
        kept = {key: other for key, other in self._by_identifier.items() if other is not person}
        self._by_identifier = kept

    def identify(self, wanted: Person, label: str = "") -> Person:
        """Return the person who is meant, added if they are new.

        `label` makes the ID if nothing else is known about a student. Raises AmbiguousPerson.
        """
        if wanted.id and wanted.id not in self.people:
            wanted = replace(wanted, id=folder_name(wanted.id))
        person = self._find(wanted) or Person(self._new_id(wanted, label))
        person.complete(wanted)
        person.section = wanted.section or person.section
        self._index(person)
        return person

    def named(self, text: str) -> Person:
        """The person that an instructor means by an ID, an e-mail address or a name."""
        if text in self.people:
            return self.people[text]
        matches = dict(self._by_name.get(name_key(text), {}))
        for what in ("id", "email", "login"):
            if person := self._by_identifier.get((what, fold(text))):
                matches[person.id] = person
        if len(matches) == 1:
            return next(iter(matches.values()))
        if matches:
            raise CourseError(
                f"{text} could be any of {', '.join(matches)}: pass one of these IDs."
            )
        raise CourseError(
            f"There is no student {text}. Pass an ID, an e-mail address or a name from a list you "
            "collected; a platform's list can be collected before anybody submits."
        )

    def _index(self, person: Person) -> None:
        self.people[person.id] = person
        for identifier in ("id", fold(person.id)), *person.identifiers.items():
            self._by_identifier.setdefault(identifier, person)
        self._by_name[name_key(person.name)][person.id] = person

    def _find(self, wanted: Person) -> Person | None:
        if wanted.id in self.people:
            return self.people[wanted.id]
        found: dict[str, Person] = {}
        for what, value in wanted.identifiers.items():
            person = self._by_identifier.get((what, value)) or self._by_identifier.get(
                ("id", value)
            )
            if person is not None:
                found[f"{what} {value}"] = person
        if len({person.id for person in found.values()}) > 1:
            owners = ", ".join(f"{what} is {person.id}'s" for what, person in found.items())
            raise AmbiguousPerson(f"this can't be one person: {owners}")
        if found:
            return next(iter(found.values()))
        matches = [
            person
            for person in self._by_name[name_key(wanted.name)].values()
            if wanted.name and not _contradict(person.identifiers, wanted.identifiers)
        ]
        if len(matches) > 1:
            ids = ", ".join(sorted(person.id for person in matches))
            raise AmbiguousPerson(
                f"several students have this name ({ids}); pass a list that also has their e-mail "
                "addresses or ID numbers"
            )
        return matches[0] if matches else None

    def _new_id(self, person: Person, label: str) -> str:
        sources = (person.id, person.number, person.email, person.login, *person.accounts.values())
        sources += (fold(person.name).replace(" ", "-"), label)
        wanted = unique = folder_name(next(filter(None, sources), ""))
        count = 1
        while ("id", fold(unique)) in self._by_identifier:
            count += 1
            unique = f"{wanted}-{count}"
        return unique


def folder_name(text: str) -> str:
    """Turn a text into an ID that can name a folder and that nbgrader accepts."""
    plain = unicodedata.normalize("NFC", text).strip()
    plain = re.sub(r"[\x00-\x1f\x7f/\\+*?]", "-", plain).lstrip(".")
    return plain[:MAX_ID_LENGTH] or "unknown"


def _contradict(some: dict[str, str], others: dict[str, str]) -> bool:
    """Return True if two people of the same name have different identifiers."""
    return any(some[what] != others[what] for what in some.keys() & others.keys())


def _path(course: Course) -> Path:
    return course.root / FOLDER / "roster.json"


def _person(data: dict[str, Any]) -> Person:
    if canvas := data.pop("canvas", ""):  # version 1
        data["accounts"] = {"canvas": canvas}
    return Person(**data)
