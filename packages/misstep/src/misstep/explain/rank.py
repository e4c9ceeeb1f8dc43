"""Which findings a student reads: the one decision, made from data and never from words.

Detectors are asked cheapest first, and the search ends when none of those left could outrank what was
found. A cause comes before a place, a place before a hint, and what leaves something open is a hint.
Of two findings that are worth the same, the one whose detector is registered first is shown.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from misstep.core.rows import Fact, Row
from misstep.explain.findings import Finding, Strength

# Rows that lead to the mistake, the most helpful first. The others describe the call.
POINTERS = (
    *(Row.ERROR_LINE, Row.LOOK_AT, Row.CHANGED_BY, Row.FIRST_WRONG, Row.YOUR_CODE),
    *(Row.ALSO_CHANGED, Row.CALLBACK_CALLS, Row.WHICH_INPUTS, Row.COMPARE),
    *(Row.RIGHT_SO_FAR, Row.OTHER_CALL, Row.RETURNED_AT, Row.OWN_NUMBERS, Row.BROKEN_LAW),
)
MAX_POINTERS = 2
ERROR_ROWS = (Row.HELD, Row.MEANING, Row.PYTHON_SAYS)


@dataclass(frozen=True)
class Detector:
    """One way to find out what is wrong.

    Args:
        find: Looks for it.
        cost: Typical processor time in milliseconds: cheaper detectors are asked first.
        strength: The most that its findings are worth.
        compares: It compares results with the right ones, so it is of no use if many are right.

    """

    find: Callable[[Any], Finding | None]
    cost: float
    strength: Strength
    compares: bool = True


@dataclass(frozen=True)
class Shown:
    """What a student reads: what the mistake is, and where."""

    named: Finding | None = None
    pointer: Finding | None = None


Found = tuple[Strength, int, Finding]  # what it is worth, minus its detector's place in the list


def search(detectors: Sequence[Detector], ask: Callable[[Detector], Finding | None]) -> Shown:
    """Ask detectors, cheapest first, until none of those left could outrank what was found."""
    found: list[Found] = []
    for number, detector in sorted(enumerate(detectors), key=lambda item: item[1].cost):
        best = max((one[:2] for one in found), default=(0, 0))
        if (detector.strength, -number) > best and (finding := ask(detector)):
            strength = Strength.HINT if finding.partial else finding.strength
            found.append((min(strength, detector.strength), -number, finding))
    return rank(found)


def rank(found: Sequence[Found]) -> Shown:
    """Choose what is shown: the finding that is worth most, and a place if it has none."""
    ordered = [finding for *_, finding in sorted(found, key=lambda one: one[:2], reverse=True)]
    named = next((f for f in ordered if f.strength is not Strength.PLACE), None)
    place = next((f for f in ordered if f.strength is Strength.PLACE), None)
    return Shown(named, None if named and named.place else place)


def arrange(facts: Sequence[Fact]) -> list[Fact]:
    """Put the rows of a report in order: the best pointer, the call, one other pointer.

    What an error means follows the line that raised it.
    """
    pointers = sorted(
        (fact for fact in facts if fact.key in POINTERS), key=lambda fact: POINTERS.index(fact.key)
    )[:MAX_POINTERS]
    others = [fact for fact in facts if fact.key not in POINTERS]
    error = [fact for fact in others if fact.key in ERROR_ROWS]
    call = [fact for fact in others if fact.key not in ERROR_ROWS]
    return [*pointers[:1], *error, *call, *pointers[1:]]
