"""How an attack is written down: what is handed in, and what must come of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from textwrap import dedent

from classroom import WRONG, Submission

ALL = tuple(WRONG)
HALF = ("share", "total", "twice", "double")  # what a cheat has wrong
RIGHT = ("mean", "words", "evens")  # and what it has right

CATALOGUE: list["Attack"] = []

# Cells of attacks that would harm a machine begin with this: outside of a sandbox they stay tame.
GUARD = dedent(
    """
    import os, sys, time
    def reached(*what):
        print("REA" "CHED", *what, flush=True)
    def outside():
        try:
            return os.readlink("/proc/self/ns/pid") == "@PIDNS@"
        except OSError:
            return False
    if outside():
        reached("the machine itself")
        raise RuntimeError("this is not a sandbox")
    """
).strip()


@dataclass(frozen=True)
class Attack:
    """A submission, and what must come of it.

    `lost` are the exercises that get no points, `either` those that may get all or none; all others
    keep their points. `says` is a pattern that the reason must hold.
    """

    name: str
    make: Callable[[Submission], None]
    assignment: str
    lost: frozenset[str]
    either: frozenset[str]
    status: frozenset[str]
    says: str
    student: str | None

    def __repr__(self) -> str:
        return self.name


def attack(
    name: str,
    make: Callable[[Submission], None],
    *,
    lost: Iterable[str] = (),
    either: Iterable[str] = (),
    status: str = "graded, needs review",
    says: str = "",
    assignment: str = "tiny",
    student: str | None = None,
) -> None:
    """Enter an attack in the catalogue."""
    assert all(name != other.name for other in CATALOGUE), name
    CATALOGUE.append(
        Attack(
            name,
            make,
            assignment,
            frozenset(lost),
            frozenset(either),
            frozenset(status.split(", ")),
            says,
            student,
        )
    )


def handed_in(**expected):
    """Decorate a function that makes a submission out of a solved one; its name is the attack's."""

    def enter(make):
        attack(make.__name__.replace("_", "-"), make, **expected)
        return make

    return enter


def extra_cell(name: str, code: str, after: str = "test_mean", **expected) -> None:
    """All answers are right; a cell of the student's own does harm."""
    attack(name, lambda work: work.add(_text(code), after), **expected)


def answers(name: str, *, lost=None, either=(), files=None, **texts_and_expected) -> None:
    """One or more answers do harm; all others are right."""
    expected = {
        key: texts_and_expected.pop(key)
        for key in ("status", "says", "assignment", "student")
        if key in texts_and_expected
    }
    texts = {key: _text(text) for key, text in texts_and_expected.items()}

    def make(work: Submission) -> None:
        work.answer(**texts)
        for file, text in (files or {}).items():
            work.file_beside(file, text)

    if lost is None:
        lost = [] if either else list(texts)
    attack(name, make, lost=lost, either=either, **expected)


def cheat(name: str, code: str, after: str = "given", files=None, **expected) -> None:
    """Half of the answers are wrong; a cell at the top is to make them count as right."""

    def make(work: Submission) -> None:
        work.answer(**{key: WRONG[key] for key in HALF})
        work.add(_text(code), after)
        for file, text in (files or {}).items():
            work.file_beside(file, text)

    attack(name, make, **{"lost": HALF, **expected})


def in_function(body: str, name: str = "mean", arguments: str = "values") -> str:
    """The text of a function with that body, what the cell needs before it."""
    text = _text(body)
    head = f"{GUARD}\n" if text.startswith(GUARD) else ""
    lines = text.removeprefix(GUARD).strip().splitlines()
    return f"{head}def {name}({arguments}):\n" + "\n".join(f"    {line}" for line in lines)


def guarded(code: str) -> str:
    """Code that first makes sure it is in a sandbox."""
    return f"{GUARD}\n{dedent(code).strip()}"


def _text(code: str) -> str:
    return dedent(code).strip()
