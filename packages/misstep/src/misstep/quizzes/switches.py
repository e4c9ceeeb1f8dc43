"""A formula with switches: what it gives if a part is left out, or if another stands in its place.

    Switched(
        lambda found, prior, alarm, rest: found * prior + alarm * rest,
        {"found": 0.95, "prior": 0.00001, "alarm": 0.005, "rest": 0.99999},
        [({"rest": 1}, "The false alarms are not weighted. ...")],
    )

A switch changes some parts, and has words for that. Two may be on at once, if they change different
parts. `inputs` are parts that hold numbers which the question gives: any one of these may have lost
its sign, may have been left out, or may have been taken as 1.
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
    inputs: Mapping[str, Callable[..., str]] = field(default_factory=dict)

    def once(self) -> list[tuple[Any, str]]:
        """What comes out with one switch on, and its words."""
        return [(self._with(changes), words) for changes, words in self.switches]

    def of_inputs(self) -> list[tuple[Any, str]]:
        """What comes out with one number of an input changed, and words that name it.

        The words for a number are made from its place. A change that changes nothing is left out.
        """
        found = []
        for name, words in self.inputs.items():
            values = np.asarray(self.parts[name], dtype=float)
            for place in np.ndindex(values.shape):
                number = float(values[place])
                for other, told in _changes(number, words(*place)):
                    changed = values.copy()
                    changed[place] = other
                    found.append((self._with({name: changed}), told))
        if not found:
            return []
        right = self._with({})
        return [(wrong, told) for wrong, told in found if not np.allclose(wrong, right)]

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


def _changes(number: float, what: str) -> Iterator[tuple[float, str]]:
    """What a number may have become by a mistake, with words for it."""
    if number:
        yield -number, f"This comes out with {-number:g} as {what}. Mind its sign."
        yield 0.0, f"This comes out with 0 as {what}. Was it left out?"
    if number != 1:
        yield 1.0, f"This comes out with 1 as {what}. Which number is it?"
