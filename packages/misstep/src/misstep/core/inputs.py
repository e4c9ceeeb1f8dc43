"""The inputs of a check: drawn from a seed, and what is right for them worked out once."""

import copy
import itertools
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from misstep.core.calling import Args
from misstep.core.paste import source

if TYPE_CHECKING:
    from misstep.ladder import Check


class Case:
    """Inputs of a check; what the reference makes of them is worked out once."""

    def __init__(self, check: "Check", args: Args) -> None:
        self.check, self.args = check, args

    @cached_property
    def want(self) -> Any:
        """The right result."""
        return self.check.reference(*copy.deepcopy(self.args))


class Questions:
    """The inputs of a check that come from one seed, drawn when they are asked for."""

    def __init__(self, check: "Check", seed: int) -> None:
        self.check, self.seed = check, seed

    @cached_property
    def drawn(self) -> list[Case]:
        """Ordinary inputs, small ones first."""
        return [Case(self.check, args) for args in self.check.drawn(self.seed)]

    @cached_property
    def odd(self) -> list[Case]:
        """Large, whole-number and odd inputs."""
        return [Case(self.check, args) for args in self.check.odd(self.seed)]

    @cached_property
    def refused(self) -> list[list[Args]]:
        """Inputs that a right answer turns down: one list for each refusal of the check."""
        return [
            list(refusal.draw(self.check.rng(self.seed, refusal.words)))
            for refusal in self.check.refusals
        ]

    @cached_property
    def of_laws(self) -> dict[str, list[Args]]:
        """What each law of the check calls a function with, where that is the reference."""
        asked: dict[str, list[Args]] = {law.words: [] for law in self.check.laws}
        for law in self.check.laws:

            def recorded(*args: Any, words: str = law.words) -> Any:
                asked[words].append(copy.deepcopy(args))
                return self.check.reference(*args)

            law.broken(recorded, self.check.rng(self.seed, law.words))
        return asked

    @property
    def examples(self) -> Iterator[Args]:
        """All inputs, those of the laws last, as they are drawn later than the others."""
        yield from [self.check.by_hand[0]] if self.check.by_hand else []
        yield from (case.args for case in self.drawn + self.odd)
        yield from (args for many in self.refused for args in many)
        yield from itertools.chain.from_iterable(self.of_laws.values())

    def number(self, args: Args) -> int | None:
        """Which of the examples has these arguments, or None."""
        text = source(args)
        return next((i for i, other in enumerate(self.examples) if source(other) == text), None)
