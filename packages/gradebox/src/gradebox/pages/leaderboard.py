"""A leaderboard: how well each student's classifier does on fresh data, with ties by chance.

The judge measures the accuracies (`Exercise.measured`), so student code can't forge them. Students
within two standard errors share a rank. The page for the class has pseudonyms; only a student's own
feedback page shows theirs.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt

from gradebox.pages.rendering import render
from gradebox.results import Exercise, Result

TIE_ERRORS = 2  # standard errors within which two accuracies are a tie
# fmt: off
COLOURS = (
    "amber", "azure", "black", "blue", "bronze", "brown", "coral", "crimson", "golden", "green",
    "grey", "indigo", "ivory", "jade", "lilac", "maroon", "olive", "orange", "pink", "red",
    "russet", "scarlet", "silver", "teal", "violet", "white", "yellow",
)
BIRDS = (
    "albatross", "avocet", "blackbird", "buzzard", "condor", "cormorant", "crane", "curlew", "dove",
    "eagle", "egret", "falcon", "finch", "flamingo", "gannet", "grebe", "gull", "heron", "hoopoe",
    "ibis", "jackdaw", "jay", "kestrel", "kingfisher", "kite", "lapwing", "lark", "linnet",
    "merlin", "oriole", "osprey", "owl", "pelican", "penguin", "petrel", "plover", "puffin",
    "raven", "robin", "rook", "skylark", "snipe", "sparrow", "starling", "stork", "swallow", "swan",
    "swift", "tern", "thrush", "toucan", "wagtail", "warbler", "waxwing", "wren",
)
# fmt: on


@dataclass(frozen=True)
class Place:
    """A student's place on the leaderboard."""

    rank: int
    student: str
    accuracy: float
    error: float
    n: int  # documents


def places(results: Iterable[Result]) -> list[Place]:
    """All students with an accuracy, the best first; ties share a rank.

    A tie is everybody within two standard errors of its best.
    """
    found = []
    for result in results:
        measured = [m for m in map(_measured, result.exercises) if m is not None]
        if measured:
            accuracy, n = max(measured, key=lambda pair: pair[1])
            found.append((accuracy, n, result.student))
    found.sort(key=lambda entry: (-entry[0], entry[2]))
    ranked: list[Place] = []
    first: Place | None = None
    for number, (accuracy, n, student) in enumerate(found, 1):
        error = sqrt(accuracy * (1 - accuracy) / n)  # standard error of a share
        tied = first is not None and first.accuracy - accuracy <= TIE_ERRORS * first.error
        rank = first.rank if tied and first is not None else number
        ranked.append(Place(rank, student, accuracy, error, n))
        if not tied:
            first = ranked[-1]
    return ranked


def _measured(exercise: Exercise) -> tuple[float, int] | None:
    """The accuracy of a passed test, and the number of documents that it was measured on."""
    if not exercise.measured or exercise.score is None or exercise.score < exercise.max_score:
        return None
    accuracy, n = float(exercise.measured.get("accuracy", -1)), int(exercise.measured.get("n", 0))
    return (accuracy, n) if 0 <= accuracy <= 1 and n > 0 else None


def pseudonym(secret: bytes, student: str) -> str:
    """A student's pseudonym, made with the secret of the course, such as “jade heron 417”."""
    name = student.encode("utf-8", "surrogatepass")
    number = int.from_bytes(hmac.new(secret, name, hashlib.sha256).digest())
    number, colour = divmod(number, len(COLOURS))
    number, bird = divmod(number, len(BIRDS))
    return f"{COLOURS[colour]} {BIRDS[bird]} {100 + number % 900}"


def page(assignment: str, ranked: list[Place], name: Callable[[str], str], made: str) -> str:
    """Render the page for the class: ranks and accuracies under pseudonyms."""
    rows = [(place, name(place.student)) for place in ranked]
    rows.sort(key=lambda row: (row[0].rank, row[1]))  # sorted by name within a tie
    return render("leaderboard.html", assignment=assignment, rows=rows, made=made)
