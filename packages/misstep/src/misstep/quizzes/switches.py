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

from misstep.core.mistakes import Mistake
from misstep.ladder import words


@dataclass(frozen=True)
class Switched:
    """A formula, its parts as they should be, and the switches."""

    formula: Callable[..., Any] = lambda: None
    parts: Mapping[str, Any] = field(default_factory=dict)
    switches: Sequence[tuple[Mapping[str, Any], str]] = ()
    inputs: Mapping[str, Callable[..., str]] = field(default_factory=dict)

    def once(self) -> list[Mistake]:
        """What comes out with one switch on."""
        return [Mistake(self._with(changes), think=hint) for changes, hint in self.switches]

    def of_inputs(self) -> list[Mistake]:
        """What comes out with one number of an input changed, and words that name it.

        The words for a number are made from its place. A change that changes nothing is left out.
        """
        found = []
        for name, what in self.inputs.items():
            values = np.asarray(self.parts[name], dtype=float)
            for place in np.ndindex(values.shape):
                number = float(values[place])
                for kind, other in _changes(number):
                    changed = values.copy()
                    changed[place] = other
                    hint = words(kind, number=other, what=what(*place))
                    found.append(Mistake(self._with({name: changed}), think=hint))
        if not found:
            return []
        right = self._with({})
        return [mistake for mistake in found if not np.allclose(mistake.wrong, right)]

    def of_parts(self) -> list[Mistake]:
        """What comes out with another part, or with 1 minus a part, in the place of a part."""
        numbers = {name: n for name, n in self.parts.items() if isinstance(n, int | float)}
        given = {*numbers.values(), *(1 - n for n in numbers.values() if 0 < n < 1)}
        return [
            Mistake(self._with({name: other}), think=words("other-part", number=other, part=number))
            for name, number in numbers.items()
            for other in given - {number}
        ]

    def twice(self, sure: bool = True) -> list[Mistake]:
        """What comes out with two switches on that do not touch the same part.

        If it is not `sure`, the words only ask: a single number fits some pair by chance.
        """
        kind = "two-switches" if sure else "maybe-two-switches"
        return [
            Mistake(self._with({**one, **other}), think=words(kind, hints=[hint, more]))
            for (one, hint), (other, more) in self._pairs()
        ]

    def _pairs(self) -> Iterator[Any]:
        for one, other in itertools.combinations(self.switches, 2):
            if not set(one[0]) & set(other[0]):
                yield one, other

    def _with(self, changes: Mapping[str, Any]) -> Any:
        with np.errstate(all="ignore"):
            return np.asarray(self.formula(**{**self.parts, **changes}), dtype=float).tolist()


def _changes(number: float) -> Iterator[tuple[str, float]]:
    """What a number may have become by a mistake, and which mistake that is."""
    if number:
        yield "sign-of-input", -number
        yield "input-left-out", 0.0
    if number != 1:
        yield "input-taken-as-1", 1.0
