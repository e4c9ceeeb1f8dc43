"""Findings: what a detector found out about a wrong answer, as data.

A detector returns findings and no sentences; `words` turns a finding into English, and `rank` decides
which findings a student reads. So a sentence can be rewritten, or translated, and nothing else changes.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class Strength(enum.IntEnum):
    """How much a finding proves."""

    HINT = 1  # how the results differ from the right ones
    PLACE = 2  # where a small edit makes the function right
    CAUSE = 3  # what went wrong: it was seen to happen, and undoing it makes every result right


@dataclass(frozen=True)
class Place:
    """A place in the student's source.

    Args:
        line: The number of the line, counted from 1 at `def`.
        text: That line as the student wrote it, without its indentation.
        segment: The part of the line that is meant, if it is not the whole line.

    """

    line: int
    text: str
    segment: str = ""


@dataclass(frozen=True)
class Finding:
    """What one detector found.

    Args:
        kind: What was found: the name of its sentences in `words`, for example "wrong-axis".
        strength: How much it proves.
        data: What the sentences need: names, numbers, pieces of source; no sentences.
        place: Where in the source it is, if that is known.
        partial: Whether a change there repairs most results, but not all.

    """

    kind: str
    strength: Strength
    data: Mapping[str, Any] = field(default_factory=dict)
    place: Place | None = None
    partial: bool = False


def cause(kind: str, **data: Any) -> Finding:
    """A finding of what went wrong."""
    return Finding(kind, Strength.CAUSE, data)


def hint(kind: str, **data: Any) -> Finding:
    """A finding of how something differs."""
    return Finding(kind, Strength.HINT, data)
