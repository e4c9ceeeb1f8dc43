"""A leaderboard: how well each student's classifier does on fresh data, with ties by chance.

The accuracies are the judge's own (`Exercise.measured`): what student code prints has no part in
them. Two students whose accuracies lie within two standard errors share a rank. For the class there
is a page with pseudonyms, which the feedback pages tell to each student alone.
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
    """Where a student stands."""

    rank: int
    student: str
    accuracy: float
    error: float
    n: int  # documents


def places(results: Iterable[Result]) -> list[Place]:
    """All students with an accuracy, the best first; ranks are shared where chance may decide.

    A rank is that of the best of those who share it: all within two standard errors of that one.
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
        error = sqrt(accuracy * (1 - accuracy) / n)  # of a share of n
        tied = first is not None and first.accuracy - accuracy <= TIE_ERRORS * first.error
        rank = first.rank if tied and first is not None else number
        ranked.append(Place(rank, student, accuracy, error, n))
        if not tied:
            first = ranked[-1]
    return ranked


def _measured(exercise: Exercise) -> tuple[float, int] | None:
    """The accuracy of a test that passed, and on how many documents it was measured."""
    if not exercise.measured or exercise.score is None or exercise.score < exercise.max_score:
        return None
    accuracy, n = float(exercise.measured.get("accuracy", -1)), int(exercise.measured.get("n", 0))
    return (accuracy, n) if 0 <= accuracy <= 1 and n > 0 else None


def pseudonym(secret: bytes, student: str) -> str:
    """A name that the secret of a course makes for a student, such as “jade heron 417”."""
    name = student.encode("utf-8", "surrogatepass")
    number = int.from_bytes(hmac.new(secret, name, hashlib.sha256).digest())
    number, colour = divmod(number, len(COLOURS))
    number, bird = divmod(number, len(BIRDS))
    return f"{COLOURS[colour]} {BIRDS[bird]} {100 + number % 900}"


def page(assignment: str, ranked: list[Place], name: Callable[[str], str], made: str) -> str:
    """The page for the class: ranks and accuracies under other names, and nothing else."""
    rows = [(place, name(place.student)) for place in ranked]
    rows.sort(key=lambda row: (row[0].rank, row[1]))  # within a tie, by name: nobody is ahead
    return render("leaderboard.html", assignment=assignment, rows=rows, made=made)
