"""The people of a course."""

import re
import unicodedata
from dataclasses import dataclass, field, fields

# Characters that Moodle removes from file names.
_NOT_IN_FILE_NAMES = re.compile(r"[\x00-\x1f\x7f&<>\"`|':\\/]")


@dataclass
class Person:
    """A student, with everything that the gradebook or a platform says about them.

    A platform that describes a person leaves `id` empty, unless its list has a column for it.
    """

    id: str = ""  # in this course; stays the same over the term
    name: str = ""  # in full, first name first
    first: str = ""
    last: str = ""
    email: str = ""
    number: str = ""  # the university's ID number
    login: str = ""
    section: str = ""
    accounts: dict[str, str] = field(default_factory=dict)  # platform -> the platform's own user ID

    @property
    def display_name(self) -> str:
        return f"{self.name} ({self.id})" if self.name and self.name != self.id else self.id

    @property
    def identifiers(self) -> dict[str, str]:
        """Everything that no two people share, case-folded, by what it is."""
        found = {"number": self.number, "email": self.email, "login": self.login, **self.accounts}
        return {what: fold(text) for what, text in found.items() if text}

    def complete(self, other: "Person") -> None:
        """Fill in missing values from another description."""
        for each in fields(self):
            if not getattr(self, each.name):
                setattr(self, each.name, getattr(other, each.name))
        self.accounts = {**other.accounts, **self.accounts}


def fold(text: str) -> str:
    """Normalise a text for comparisons: NFC, case and extra spaces removed."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def file_name(name: str) -> str:
    """A name as Moodle writes it in names of files."""
    return _NOT_IN_FILE_NAMES.sub("", name.replace("_", " ")).strip()


def name_key(name: str) -> str:
    """Normalise a name for comparisons with names of files, where characters are missing."""
    return fold(file_name(name))
