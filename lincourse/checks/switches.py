"""A formula with switches: what it gives if a part is left out, or if another stands in its place.

    Switched(
        lambda found, prior, alarm, rest: found * prior + alarm * rest,
        {"found": 0.95, "prior": 0.00001, "alarm": 0.005, "rest": 0.99999},
        [({"rest": 1}, "The false alarms are not weighted. ...")],
    )

A switch changes some parts, and has words for that. Two may be on at once, if they change different
parts.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

BOTH = "There are two things to look at."


@dataclass(frozen=True)
class Switched:
    """A formula, its parts as they should be, and the switches."""

    formula: Callable[..., Any] = lambda: None
    parts: Mapping[str, Any] = field(default_factory=dict)
    switches: Sequence[tuple[Mapping[str, Any], str]] = ()

    def once(self) -> list[tuple[Any, str]]:
        """What comes out with one switch on, and its words."""
        return [(self._with(changes), words) for changes, words in self.switches]

    def twice(self) -> list[tuple[Any, str]]:
        """What comes out with two switches on that do not touch the same part, and the words of both."""
        return [
            (self._with({**one, **other}), f"{BOTH} {words} {more}")
            for (one, words), (other, more) in self._pairs()
        ]

    def _pairs(self) -> Iterator[Any]:
        for one, other in itertools.combinations(self.switches, 2):
            if not set(one[0]) & set(other[0]):
                yield one, other

    def _with(self, changes: Mapping[str, Any]) -> Any:
        with np.errstate(all="ignore"):
            return np.asarray(self.formula(**{**self.parts, **changes}), dtype=float).tolist()
