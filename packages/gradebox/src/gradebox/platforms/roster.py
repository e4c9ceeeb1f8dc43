"""The roster: who takes part, each under one id that stays the same over the whole term.

A platform says who somebody is in its own way, and not in the same way each time: Moodle numbers
students anew in every assignment, and a worksheet may lack the e-mail that another one had. So a
person is found by whatever is known of them: ID number, e-mail, login, Canvas's number; failing
these, by a name that nobody else has. Whoever is new gets an id made of the first of these.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from gradebox.course.model import CourseError
from gradebox.notebooks import write_atomically
from gradebox.platforms.csv_files import fold
from gradebox.platforms.exports import Clue

STRONG = ("canvas", "number", "email", "login")  # what nobody else has
FILLED = ("name", "first", "last", *STRONG)  # what a later list may add
LONGEST = 100  # characters of an id
SUSPICIOUS = re.compile(r"[\x00-\x1f\x7f&<>\"`|':\\/]")  # what Moodle leaves out of file names


class Unclear(Exception):
    """Why it can't be said who somebody is, in words."""


@dataclass
class Person:
    """A student, and all that platforms have said about them."""

    id: str
    name: str = ""
    first: str = ""
    last: str = ""
    email: str = ""
    number: str = ""
    login: str = ""
    canvas: str = ""
    section: str = ""

    @property
    def shown(self) -> str:
        """As a person is named on the terminal."""
        return f"{self.name} ({self.id})" if self.name and self.name != self.id else self.id


@dataclass
class Roster:
    """Everybody, by id; kept in collected/roster.json."""

    people: dict[str, Person] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """The roster of a course; empty where there is none yet."""
        try:
            data = json.loads(path.read_text("utf-8"))
            found = [Person(**each) for each in data["people"]]
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CourseError(
                f"{path.parent.name}/{path.name} can't be read ({error}). Put back a copy of it; "
                "without it, nobody knows whose id is whose."
            ) from error
        return cls({person.id: person for person in found})

    def write(self, path: Path) -> None:
        """Keep it, in one go."""
        people = [asdict(self.people[key]) for key in sorted(self.people)]
        text = json.dumps({"version": 1, "people": people}, indent=1, ensure_ascii=False)
        write_atomically(path, text.encode())

    def add(self, people: Iterable[Person]) -> None:
        """Take in people whom the gradebook knows, under the ids that it has for them."""
        for person in people:
            mine = self.people.setdefault(person.id, person)
            for what in FILLED:
                if not getattr(mine, what):
                    setattr(mine, what, getattr(person, what))

    def identify(self, clue: Clue, wanted: str = "") -> Person:
        """The person that is meant, who is added where they are new; or Unclear.

        `wanted` is the id that a list gives to them.
        """
        person = self._found(clue, wanted)
        if person is None:
            person = Person(self._new_id(clue, wanted))
            self.people[person.id] = person
        for what in FILLED:
            if getattr(clue, what) and not getattr(person, what):
                setattr(person, what, getattr(clue, what))
        if clue.section:
            person.section = clue.section
        return person

    def named(self, text: str) -> Person:
        """The person that an instructor means by an id, an e-mail or a name."""
        exact = self.people.get(text)
        if exact is not None:
            return exact
        fits = [
            person
            for person in self.people.values()
            if fold(text) in {fold(person.id), fold(person.email), fold(person.login)}
            or key(text) == key(person.name)
        ]
        if len(fits) == 1:
            return fits[0]
        if fits:
            ids = ", ".join(person.id for person in fits)
            raise CourseError(f"{text} may be {ids}: give one of these ids.")
        raise CourseError(
            f"There is no student {text}. Give an id, an e-mail or a name from a list that was "
            "collected; a platform's list can be collected before anybody hands in."
        )

    def _found(self, clue: Clue, wanted: str) -> Person | None:
        if wanted in self.people:
            return self.people[wanted]
        by: dict[str, Person] = {}
        for what in STRONG:
            said = fold(getattr(clue, what))
            if not said:
                continue
            for person in self.people.values():
                if said in (fold(getattr(person, what)), fold(person.id)):
                    by[what] = person
                    break
        different = {person.id for person in by.values()}
        if len(different) > 1:
            told = ", ".join(f"{what} {getattr(clue, what)} is {by[what].id}'s" for what in by)
            raise Unclear(f"it can't be one person: {told}")
        if by:
            return next(iter(by.values()))
        if not clue.name:
            return None
        fits = [person for person in self.people.values() if key(person.name) == key(clue.name)]
        fits = [person for person in fits if not _contradict(person, clue)]
        if len(fits) > 1:
            ids = ", ".join(sorted(person.id for person in fits))
            raise Unclear(
                f"several students have this name ({ids}); give the platform's list as well"
            )
        return fits[0] if fits else None

    def _new_id(self, clue: Clue, wanted: str) -> str:
        slug = fold(clue.name).replace(" ", "-")
        participant = f"participant-{clue.participant}" if clue.participant else ""
        given = (wanted, clue.number, clue.email, clue.login, clue.canvas, slug, participant)
        made = folder_name(next((text for text in given if text), "somebody"))
        taken, count = {fold(known) for known in self.people}, 1
        unique = made
        while fold(unique) in taken:
            count += 1
            unique = f"{made}-{count}"
        return unique


def key(name: str) -> str:
    """A name as it is compared: what platforms leave out of file names left out, too."""
    return fold(SUSPICIOUS.sub("", name.replace("_", " ")))


def folder_name(text: str) -> str:
    """An id that can be the name of a folder, and that nbgrader takes: no slash, no plus."""
    plain = unicodedata.normalize("NFC", text).strip()
    plain = re.sub(r"[\x00-\x1f\x7f/\\+*?]", "-", plain).lstrip(".")
    return plain[:LONGEST] or "somebody"


def _contradict(person: Person, clue: Clue) -> bool:
    """Whether they can't be the same, though their names are."""
    return any(
        getattr(person, what)
        and getattr(clue, what)
        and fold(getattr(person, what)) != fold(getattr(clue, what))
        for what in STRONG
    )
