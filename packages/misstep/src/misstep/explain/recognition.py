"""Which known mistake a function makes: the one that does the same on the inputs of its check."""

import re
from typing import Any

from misstep.core.calling import Args, Outcome, call
from misstep.core.check import Case, Check, Property
from misstep.core.kinds import show
from misstep.core.mistakes import Mistake
from misstep.explain import repairs


class Recognition:
    """The comparison of one function with the known mistakes of its check.

    Args:
        check: The check that the function does not pass.
        function: The student's function.
        seed: Where the inputs come from.
        known: Inputs with their results, ordinary ones first.
        refused: Inputs on which a right function raises a ValueError.
        ordinary: How many of the known inputs are ordinary.

    """

    def __init__(
        self,
        check: Check,
        function: Any,
        seed: int,
        known: list[Case],
        refused: list[Args],
        ordinary: int,
    ) -> None:
        self.check, self.function, self.seed = check, function, seed
        self.known, self.ordinary = known, ordinary
        self.cases: list[Args] = [*(case.args for case in known), *refused]

    def mistake(self, mine: list[Outcome]) -> Mistake | None:
        """The mistake that behaves like the function, given its outcomes on all inputs."""
        if all(outcome.error is not None for outcome in mine):
            words = {error_words(outcome.error) for outcome in mine}
        else:
            words = None
        own_breaks = self.breaks(self.function)
        mistakes = [mistake for mistake in self.check.mistakes if self._may_be_named(mistake)]
        for many, warnings_too in self._ways(mine):
            for mistake in mistakes:
                if words is not None:  # it stops in any case, so the errors have to be alike
                    first = call(mistake.wrong, self.cases[0], self.check.seconds)
                    if first.error is None or error_words(first.error) not in words:
                        continue
                theirs = (
                    call(mistake.wrong, args, self.check.seconds) for args in self.cases[:many]
                )
                if (
                    all(
                        self.check.alike(a, b, warnings_too)
                        for a, b in zip(mine[:many], theirs, strict=True)
                    )
                    and self.breaks(mistake.wrong) == own_breaks
                ):
                    return mistake
        return None

    def _ways(self, mine: list[Outcome]) -> list[tuple[int, bool]]:
        """On how many inputs a mistake has to do the same, and whether it has to warn of the same.

        Best is one that behaves the same on all inputs, warnings included; where the function is
        wrong on ordinary inputs, one that is wrong in the same way there will do, unless one and the
        same thing always comes back: that is like much that has nothing to do with it. Where nothing
        is wrong but a warning, only the warnings tell mistakes apart.
        """
        check, everything = self.check, len(self.cases)
        wants = [Outcome(case.want) for case in self.known]
        good = list(map(check.alike, mine, wants))
        turned_down = all(isinstance(o.error, ValueError) for o in mine[len(self.known) :])
        if check.silent and all(good) and turned_down:
            return [(everything, True)]
        ways = {(everything, check.silent), (everything, False)}
        if not all(good[: self.ordinary]) and not self._is_constant(mine):
            ways.add((self.ordinary, False))
        return sorted(ways, reverse=True)

    def _is_constant(self, mine: list[Outcome]) -> bool:
        values = {show(o.value) for o in mine[: len(self.known)] if o.error is None}
        return len(values) == 1 and all(o.error is None for o in mine[: len(self.known)])

    def _may_be_named(self, mistake: Mistake) -> bool:
        """Whether what a mistake says of the source can be so.

        A return in order has no other order, and one in another order is the mistake itself.
        """
        source = repairs.source_of(self.function)
        if not source or not mistake.base:
            return True
        mine, wanted, other = (
            repairs.returned_names(text) for text in (source, mistake.base.source, mistake.source)
        )
        reorders = other != wanted and sorted(other) == sorted(wanted)
        if mine == wanted:
            return not reorders
        return sorted(mine) != sorted(wanted) or other == mine

    def breaks(self, function: Any) -> list[bool]:
        """Which properties a function breaks; of interest only if results are random."""

        def plainly(*args: Any) -> Any:
            outcome = call(function, args, self.check.seconds)
            if outcome.error is not None:
                raise RuntimeError
            return outcome.value

        def breaks(prop: Property) -> bool:
            try:
                return bool(prop.broken(plainly, self.check.rng(self.seed, prop.words)))
            except Exception:  # it stopped, or gave something that the property can't use
                return True

        return [breaks(prop) for prop in self.check.properties] if self.check.chance else []


def error_words(error: BaseException | None) -> str:
    """The words of an error, without the names and numbers of the case at hand."""
    return " ".join(sorted(re.findall(r"[a-z]{3,}", re.sub(r"'[^']*'|\"[^\"]*\"", "", str(error)))))
