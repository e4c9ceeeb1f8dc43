"""What `collect` tells the instructor on the terminal."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from gradebox.course.people import Person
from gradebox.pages.rendering import count
from gradebox.platforms.staging import NEW, RESUBMITTED, UNCHANGED, StagedUpload
from gradebox.text import printable

MAX_NAMES_SHOWN = 5


@dataclass
class Remarks:
    """Remarks about files and students, and how many uploads couldn't be collected."""

    lines: dict[str, None] = field(default_factory=dict)  # in order, without repetitions
    problems: int = 0

    def add(self, subject: str, text: str) -> None:
        self.lines[printable(f"{subject}: {text}")] = None

    def problem(self, subject: str, text: str) -> None:
        """Add something that wasn't collected."""
        self.problems += 1
        self.add(f"NOT collected: {subject}", text)


def summarise(unit: str, platforms: list[str], staged: Collection[StagedUpload]) -> None:
    """Print how many students submitted, and how many of them are new or changed."""
    groups = {each.upload.group for each in staged} - {""}
    in_groups = f" ({count(len(groups), 'group')})" if groups else ""
    titles = ", ".join(dict.fromkeys(platforms)) or "a list"
    print(f"{unit}, from {titles}: {count(len(staged), 'student')} submitted{in_groups}.")
    changes = Counter(each.change for each in staged)
    order = (NEW, RESUBMITTED, UNCHANGED)
    if words := ", ".join(f"{changes[each]} {each}" for each in order if changes[each]):
        print(f"  {words}.")


def name_people(text: str, people: Collection[Person]) -> None:
    """Print a line about some people, if there are any: their number, the text, a few names."""
    if people:
        print(f"  {text}: {printable(shorten([person.display_name for person in people]))}.")


def shorten(names: list[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - MAX_NAMES_SHOWN} more" if len(names) > MAX_NAMES_SHOWN else ""
    return ", ".join(names[:MAX_NAMES_SHOWN]) + more
