"""Which known wrong turn a function takes: the one that does the same on the inputs of its check."""

import re
from typing import TYPE_CHECKING, Any

from misstep.core.calling import Args, Outcome, call
from misstep.core.inputs import Case
from misstep.core.kinds import show
from misstep.core.mistakes import Turn
from misstep.explain import repairs

if TYPE_CHECKING:
    from misstep.ladder import Check, Law


class Recognition:
    """The comparison of one function with the known turns of its check.

    Args:
        check: The check that the function does not pass.
        function: The student's function.
        seed: Where the inputs come from.
        known: Inputs with their results, ordinary ones first.
        refused: Inputs that a right function turns down.
        ordinary: How many of the known inputs are ordinary.

    """

    def __init__(
        self,
        check: "Check",
        function: Any,
        seed: int,
        known: list[Case],
        refused: list[Args],
        ordinary: int,
    ) -> None:
        self.check, self.function, self.seed = check, function, seed
        self.known, self.ordinary = known, ordinary
        self.cases: list[Args] = [*(case.args for case in known), *refused]

    def turn(self, mine: list[Outcome]) -> Turn | None:
        """The turn that behaves like the function, given what that made of all inputs."""
        if all(outcome.error is not None for outcome in mine):
            words = {error_words(outcome.error) for outcome in mine}
        else:
            words = None
        own_laws = self.breaks(self.function)
        turns = [turn for turn in self.check.turns if self._may_be_said(turn)]
        for many, warnings_too in self._ways(mine):
            for turn in turns:
                if words is not None:  # it stops in any case, so the errors have to be alike
                    first = call(turn.wrong, self.cases[0], self.check.seconds)
                    if first.error is None or error_words(first.error) not in words:
                        continue
                theirs = (call(turn.wrong, args, self.check.seconds) for args in self.cases[:many])
                if (
                    all(
                        self.check.alike(a, b, warnings_too)
                        for a, b in zip(mine[:many], theirs, strict=True)
                    )
                    and self.breaks(turn.wrong) == own_laws
                ):
                    return turn
        return None

    def _ways(self, mine: list[Outcome]) -> list[tuple[int, bool]]:
        """On how many inputs a turn has to do the same, and whether it has to warn of the same.

        Best is one that behaves the same on all inputs, warnings included; where the function is
        wrong on ordinary inputs, one that is wrong in the same way there will do, unless one and the
        same thing always comes back: that is like much that has nothing to do with it. Where nothing
        is wrong but a warning, the warnings alone tell turns apart.
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

    def _may_be_said(self, turn: Turn) -> bool:
        """Whether what a turn says of the source can be so: a return in order has no other order."""
        source = repairs.source_of(self.function)
        if not source or not turn.base:
            return True
        wanted, other = (repairs.returned_names(text) for text in (turn.base.source, turn.source))
        reorders = other != wanted and sorted(other) == sorted(wanted)
        return not (reorders and repairs.returned_names(source) == wanted)

    def breaks(self, function: Any) -> list[bool]:
        """Which laws a function breaks; of interest only where results are a matter of chance."""

        def plainly(*args: Any) -> Any:
            outcome = call(function, args, self.check.seconds)
            if outcome.error is not None:
                raise RuntimeError
            return outcome.value

        def breaks(law: "Law") -> bool:
            try:
                return bool(law.broken(plainly, self.check.rng(self.seed, law.words)))
            except Exception:  # it stopped, or gave something that the law can't use
                return True

        return [breaks(law) for law in self.check.laws] if self.check.chance else []


def error_words(error: BaseException | None) -> str:
    """The words of an error, without the names and numbers of the case at hand."""
    return " ".join(sorted(re.findall(r"[a-z]{3,}", re.sub(r"'[^']*'|\"[^\"]*\"", "", str(error)))))
