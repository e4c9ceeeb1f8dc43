"""Which known mistake a function makes: the one that does the same on the inputs of its check."""

import itertools
import re
from difflib import SequenceMatcher
from typing import Any

from misstep.core.calling import Args, Outcome, call
from misstep.core.check import Case, Check, Property
from misstep.core.kinds import show
from misstep.core.mistakes import Answer, Mistake
from misstep.explain import repairs

MIN_BOTH = 3  # inputs on which each of two mistakes shows


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

    def two_mistakes(self, mine: list[Outcome]) -> tuple[Mistake, Mistake] | None:
        """Two known mistakes that together behave like the function, and neither by itself.

        On several inputs both have to show at once: any mistake can be added where it does nothing.
        """
        wrong = [
            i
            for i, (outcome, case) in enumerate(zip(mine, self.known, strict=False))
            if outcome.error is None and not self._is_right(outcome, case)
        ]
        if self.check.chance or len(wrong) < MIN_BOTH:
            return None

        def differs(function: Any, i: int) -> bool:
            return not self.check.alike(mine[i], call(function, self.cases[i], self.check.seconds))

        edits = [mistake for mistake in self.check.mistakes if mistake.base]
        for one, other in itertools.combinations(edits, 2):
            both = _combined(one, other)
            if both is None or any(differs(both, i) for i in (*wrong, *range(len(self.known)))):
                continue
            seen = (i for i in wrong if differs(one.wrong, i) and differs(other.wrong, i))
            if len(list(itertools.islice(seen, MIN_BOTH))) == MIN_BOTH:
                return one, other
        return None

    def _is_right(self, outcome: Outcome, case: Case) -> bool:
        return self.check.alike(outcome, Outcome(case.want))

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


def _combined(one: Mistake, other: Mistake) -> Any:
    """The right answer with two mistakes in it; None if both change the same part of it."""
    if one.base is None or one.base is not other.base:
        return None
    for first, second in ((one, other), (other, one)):
        try:
            return one.base.edited(f"{first.edits}\n{second.edits}").function
        except (ValueError, SyntaxError):  # the second has lost its place
            continue
    base, *changed = (re.findall(r"\w+|\s+|.", a.source) for a in (one.base, one, other))
    changes = [
        (start, end, "".join(new[first:last]))
        for new in changed
        for how, start, end, first, last in SequenceMatcher(
            None, base, new, autojunk=False
        ).get_opcodes()
        if how != "equal"
    ]
    parts, done = [], 0
    for start, end, text in sorted(changes):
        if start < done:
            return None
        parts += [*base[done:start], text]
        done = end
    try:
        return Answer(one.base.name, "".join([*parts, *base[done:]])).function
    except SyntaxError:
        return None


def error_words(error: BaseException | None) -> str:
    """The words of an error, without the names and numbers of the case at hand."""
    return " ".join(sorted(re.findall(r"[a-z]{3,}", re.sub(r"'[^']*'|\"[^\"]*\"", "", str(error)))))
