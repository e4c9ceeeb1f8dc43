"""Explain why a function broke a rung: a known mistake, or what general searches find.

Best is a known mistake that does the same on all inputs. If none fits, `diagnosis` looks at how the
results differ, and `repairs` for a small edit that makes the function right. What explains most
comes first. A finding that explains the mistake is named; others become facts that point to it.

A search that fails, because of a bug in the engine, is logged as an error and skipped: the verdict is
known, and what other searches found is said. `misstep.testing` raises these errors in tests.
"""

import contextlib
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, TooSlow, call, call_each
from misstep.core.check import Case, Check
from misstep.core.mistakes import Mistake
from misstep.core.report import Report
from misstep.explain import diagnosis, repairs
from misstep.explain.diagnosis.evidence import as_numbers
from misstep.explain.findings import Finding, Strength
from misstep.explain.recognition import Recognition
from misstep.explain.words import say

MAX_SECONDS_FOR_SLIPS = 0.4  # for the search for slips that are plain in the source
MAX_SECONDS_FOR_OTHER_WORDS = 0.1  # for the same search if a known mistake fits
MAX_SECONDS_PER_CALL = 3  # once the verdict is known and only its reason is looked for
MIN_REPAIRED_SHARE = 0.6  # of the wrong inputs, for an edit that does not repair all
MAX_PROPERTY_INPUTS = 40  # inputs of properties that are compared

# A call that a report shows: its arguments, its result, the right result.
ShownCall = tuple[Args, Any, Any]

log = logging.getLogger(__name__)


@contextlib.contextmanager
def logging_bugs(name: str) -> Iterator[None]:
    """Log an error of the engine and go on: the verdict on a function must reach the student."""
    try:
        yield
    except Exception:
        log.exception("the search for what is wrong with %s failed", name)


class Explanation:
    """The search for what is wrong with a function; findings go into the report.

    Args:
        check: The check that the function does not pass.
        function: The student's function.
        seed: The seed of the inputs.
        example: The input of the first rungs.
        report: The report so far.
        accepts: Whether the check accepts another function.
        shown: The call that the report shows, if it returned.

    """

    def __init__(
        self,
        check: Check,
        function: Any,
        seed: int,
        example: Case,
        report: Report,
        accepts: Callable[[Any], bool],
        shown: ShownCall | None = None,
    ) -> None:
        self.accepts, self.shown = accepts, shown
        self.searched = False
        self.more_evidence: dict[bool, diagnosis.Evidence] = {}
        self.repair: Finding | None = None
        self.cause: Finding | None = None  # a cause in the source that was named
        self.check, self.function, self.seed, self.report = check, function, seed, report
        inputs = check.inputs(seed)
        self.ordinary = [*([example] if check.worked_example else []), *inputs.random]
        self.known = [*self.ordinary, *inputs.edge_cases]
        self.refused = [args for many in inputs.refused for args in many]
        self.recognition = Recognition(
            check, function, seed, self.known, self.refused, len(self.ordinary)
        )

    def find(self) -> bool:
        """Search; return False if the function is too slow for that."""
        cases = [*(case.args for case in self.known), *self.refused]
        mine: list[Outcome] = []
        for outcome in call_each(self.function, cases, self.check.seconds or MAX_SECONDS_PER_CALL):
            if isinstance(outcome.error, TooSlow):  # the student has waited long enough
                return False
            mine.append(outcome)
        mistake = None
        with logging_bugs(self.check.name):
            mistake = self.recognition.mistake(mine)
        with logging_bugs(self.check.name):
            seconds = MAX_SECONDS_FOR_SLIPS if mistake is None else MAX_SECONDS_FOR_OTHER_WORDS
            self._name_plain_slip(mine[: len(self.known)], seconds)
        if self.report.looks:
            return True
        with logging_bugs(self.check.name):
            if mistake:
                self._name((self._idle_name(mistake, mine) or mistake.looks, mistake.think))
                return True
        with logging_bugs(self.check.name):
            self._look_closer(mine[: len(self.ordinary)], mine[: len(self.known)])
        return True

    def _name_plain_slip(self, mine: list[Outcome], seconds: float) -> None:
        """Name a slip that is plain in the source: it says more than a known mistake."""
        search = self._search(mine, seconds)
        if search and (slip := search.slip()):
            self._name(slip)

    def _idle_name(self, mistake: Mistake, mine: list[Outcome]) -> str:
        """Why an argument has no effect that a mistake leaves out and the student's code reads."""
        source = repairs.source_of(self.function)
        if not source or not mistake.base or self.check.chance:
            return ""
        left_out = repairs.names_of(mistake.base.source) - repairs.names_of(mistake.source)
        if not left_out & repairs.names_of(source) & set(self.check.parameters):
            return ""
        found = diagnosis.unused_argument(self._evidence(mine[: len(self.ordinary)], self.ordinary))
        return say(found).looks if found and found.kind == "influence-lost" else ""

    def _is_right_as_array(self, mine: list[Outcome]) -> bool:
        """Whether only np.array is missing around a list: the message has said so already."""
        return all(
            isinstance(outcome.value, list)
            and isinstance(case.want, np.ndarray)
            and self.check.alike(Outcome(as_numbers(outcome.value)), Outcome(case.want))
            for outcome, case in zip(mine, self.known, strict=True)
        )

    def _look_closer(self, mine: list[Outcome], all_mine: list[Outcome]) -> None:
        """Say what can be said by general means of a function that fits no known mistake.

        Args:
            mine: What the function makes of the ordinary inputs.
            all_mine: The same, and what it makes of the odd ones.

        """
        if self._is_right_as_array(all_mine):
            return
        check = self.check
        some = self._evidence(mine, self.ordinary)
        everything = self._evidence(all_mine, self.known)
        if not check.chance:
            typed = not any(check.gives.wrong_type(outcome.value) for outcome in mine)
            self._name(diagnosis.as_text(everything))
            self._name(diagnosis.constant(everything))
            for evidence in (some, everything):
                # What has an effect on ordinary inputs has one.
                may_be_idle = evidence is some or some.mostly_raises
                self._name(
                    diagnosis.one_of_several(evidence)
                    or diagnosis.transformed(evidence)
                    or (self._without_effect(evidence, all_mine) if typed and may_be_idle else None)
                    or (diagnosis.entry_weight(evidence) if typed else None)
                )
            self._name(diagnosis.elements(everything, self._shown) if typed else None)
            numbers = self._own_numbers()
            for evidence in (some, everything):
                if not self.report.looks:
                    self._name(
                        diagnosis.other_number(evidence, check.mistakes, numbers)
                        or diagnosis.nearly(evidence)
                    )
        repair = None if self.report.looks else self._repair(all_mine)
        if repair and repair.strength is Strength.CAUSE:
            self._name(repair)
        if not self.report.looks and self.shown:
            self._name(diagnosis.first_nan(self.function, *self.shown))
        for evidence in (some, everything):
            if not self.report.looks and not check.chance:
                self._name(diagnosis.changed_argument(evidence))
        if not check.chance:
            if not self.report.looks and typed:
                self._name(diagnosis.unused_argument(some, sure=False))
                if self.report.looks and repair:
                    self.report.facts.append(("look at", say(repair).looks))
            if not self.report.looks and (not repair or repair.partial) and typed:
                self._name(
                    diagnosis.elements(everything, self._shown, alone=True)
                    or diagnosis.unused_entries(some)
                    or (diagnosis.order_matters(some) if self._shaped(mine) else None)
                    or diagnosis.entries_kept(some)
                    or diagnosis.unequal_zip(self._with_properties(everything))
                )
        if not self.report.looks and not check.chance and not repair:
            self._name(diagnosis.right_apart(everything, check.silent))
        if not self.report.looks:
            self._point(mine, everything, repair)
            tags = " ".join(words for words, _ in self.report.facts)
            pointed = any(words in tags for words in ("look at", "which inputs", "calls of"))
            if not check.chance and typed and not pointed:
                self._name(diagnosis.order_ignored(some))  # most often a mere consequence

    def _shaped(self, mine: list[Outcome]) -> bool:
        """Whether results have the right shape: if not, a wrong order is only a consequence."""
        return not any(
            outcome.error is None and self.check.gives.wrong_shape(outcome.value, case.want)
            for outcome, case in zip(mine, self.ordinary, strict=True)
        )

    def _without_effect(
        self, evidence: diagnosis.Evidence, all_mine: list[Outcome]
    ) -> tuple[str, str] | Finding | None:
        """An argument that makes no difference; a repair with a cause says more."""
        found = diagnosis.unused_argument(evidence)
        if found and found.kind == "influence-lost":
            repair = self._repair(all_mine)
            if repair and repair.strength is Strength.CAUSE:
                return repair
        return found

    @property
    def _shown(self) -> str:
        """The result that the report shows."""
        return dict(self.report.facts).get("it returns", "")

    def _point(
        self, mine: list[Outcome], everything: diagnosis.Evidence, repair: Finding | None
    ) -> None:
        """Add facts that point to the mistake, if nothing could be named."""
        facts = self.report.facts
        right = self._right_so_far(mine)
        everything = self._with_properties(everything)
        common = diagnosis.which_fail(everything, self._more_evidence)
        if common:
            facts.append(("which inputs", say(common).looks))
        wrong = self._first_wrong(right) if not repair or repair.partial else None
        if wrong:
            facts.append(("first wrong", say(wrong).looks))
        elif repair:
            words, segment = say(repair), repair.place.segment if repair.place else ""
            facts.append(("look at", words.looks))
            self.report.think = self.report.think or words.think
            right = [name for name in right if name != segment]
        if not common and not repair and (way := diagnosis.which_way(everything)):
            facts.append(("which way", say(way).looks))
        if not (common or repair or wrong) and (odd := diagnosis.surprising_call(self.function)):
            facts.append(("in your code", say(odd).looks))
        if calls := diagnosis.callback_calls(everything, [a.function for a in self.check.answers]):
            facts.append((f"calls of {calls.data['name']}", say(calls).looks))
        if right:
            found = Finding("right-so-far", Strength.HINT, {"names": right})
            facts.append(("right so far", say(found).looks))
        if numbers := self._own_numbers():
            listed = " and ".join(f"{number:g}" for number in numbers[:3])
            stands = "stands" if len(numbers) == 1 else "stand"
            facts.append(
                ("where from", f"{listed} {stands} in your code: does the task ask for that?")
            )

    def _name(self, found: tuple[str, str] | Finding | None) -> None:
        if found and not self.report.looks:
            if isinstance(found, Finding):
                self.cause, found = found, say(found)
            self.report.looks, self.report.think = found

    def _evidence(self, outcomes: list[Outcome], cases: list[Case]) -> diagnosis.Evidence:
        check = self.check
        return diagnosis.Evidence(
            check.name,
            check.parameters,
            check.reference,
            check.gives,
            self.function,
            [case.args for case in cases],
            outcomes,
            [case.want for case in cases],
            check.alike,
            check.answers[0].function if check.answers else None,
            fresh=None
            if check.seconds is not None
            else lambda: self._more_evidence(with_edge_cases=cases is not self.ordinary),
        )

    def _with_properties(self, evidence: diagnosis.Evidence) -> diagnosis.Evidence:
        """The evidence, with the properties' inputs if few others are wrong."""
        right = map(self._is_right, evidence.mine, self.known)
        if len(self.known) - sum(right) >= diagnosis.MIN_INPUTS:
            return evidence
        cases = [case for more in range(3) for case in self._of_properties(more)]
        outcomes = list(call_each(self.function, [case.args for case in cases], self.check.seconds))
        return self._evidence([*evidence.mine, *outcomes], [*self.known, *cases])

    def _more_evidence(self, with_edge_cases: bool = True) -> diagnosis.Evidence:
        """The same of the inputs of other seeds."""
        if with_edge_cases in self.more_evidence:
            return self.more_evidence[with_edge_cases]
        seeds = [self.check.inputs(self.seed + more) for more in (1, 2)]
        cases = [case for inputs in seeds for case in inputs.random]
        cases += [case for inputs in seeds for case in inputs.edge_cases if with_edge_cases]
        many = [case.args for case in cases]
        outcomes = list(call_each(self.function, many, self.check.seconds))
        self.more_evidence[with_edge_cases] = self._evidence(outcomes, cases)
        return self.more_evidence[with_edge_cases]

    def _own_numbers(self) -> list[float]:
        """Numbers in the student's code that no right answer holds, small whole ones left out."""
        source = repairs.source_of(self.function)
        if not source:
            return []
        ours = {n for answer in self.check.answers for n in repairs.literals_of(answer.source)}
        return [
            number
            for number in repairs.literals_of(source)
            if isinstance(number, int | float)
            and number not in ours
            and number not in (0, 1, 2, 3, 0.5)
        ]

    def _right_so_far(self, mine: list[Outcome]) -> list[str]:
        """Which of the student's variables hold what they do in a right answer."""
        source = repairs.source_of(self.function)
        if not source or self.check.chance:
            return []
        wrong = [
            case.args
            for outcome, case in zip(mine, self.ordinary, strict=True)
            if outcome.error is None and not self.check.alike(outcome, Outcome(case.want))
        ]
        if len(wrong) < diagnosis.MIN_INPUTS:
            return []
        return diagnosis.right_so_far(self.function, source, self.check.answers, wrong[:4])

    def _first_wrong(self, right: list[str]) -> Finding | None:
        """The first variable with a wrong value that explains the wrong result."""
        source = repairs.source_of(self.function)
        if not source or not self.shown or self.check.chance or self.check.seconds is not None:
            return None
        cases = [(self.shown[0], self.shown[2]), *((case.args, case.want) for case in self.known)]
        return diagnosis.first_wrong(
            self.function, source, self.check.answers, cases, self.check.alike, set(right)
        )

    def _repair(self, mine: list[Outcome]) -> Finding | None:
        """What a small edit that repairs the function tells, if there is one; searched for once."""
        if not self.searched:
            search, self.searched = self._search(mine), True
            self.repair = search.found() if search else None
        return self.repair

    def _search(
        self, mine: list[Outcome], seconds: float = repairs.SECONDS
    ) -> repairs.Search | None:
        """The search for a small edit that repairs the function, if there is time for it."""
        check = self.check
        if check.seconds is not None:  # a check that takes long
            return None
        right = [
            check.alike(m, Outcome(case.want)) for m, case in zip(mine, self.known, strict=True)
        ]
        wrong = [case for case, good in zip(self.known, right, strict=True) if not good]
        wrong = wrong or self._wrong_in_properties()
        fine = [case for case, good in zip(self.known, right, strict=True) if good]
        few = sorted(wrong[:: max(1, len(wrong) // 5)][:5], key=self._seconds)  # quickest first
        number = len(few)
        few += fine[:: max(1, len(fine) // 3)][:3]

        def rate(function: Any) -> tuple[int, int]:
            outcomes = (call(function, case.args, 1) for case in few)
            right = itertools.takewhile(
                lambda pair: check.alike(pair[0], Outcome(pair[1].want)),
                zip(outcomes, few, strict=False),
            )
            return sum(1 for _ in right), len(few)

        goal = repairs.Goal(
            self.accepts,
            rate,
            lambda f: self._repairs_most(f, right),
            failing=[case.args for case in few[: number or None]],  # random results: any call
            answers=[answer.source for answer in check.answers],
            typed=check.gives.wrong_type(mine[0].value) is None,
            right=self._right_so_far(mine[: len(self.ordinary)])
            if seconds == repairs.SECONDS
            else (),
            seconds=seconds,
        )
        return repairs.Search(self.function, goal)

    def _repairs_most(self, function: Any, right: list[bool]) -> bool:
        """Whether an edited function gets most of what was wrong right, and nothing else wrong."""
        now = [self._is_right(call(function, case.args, 1), case) for case in self.known]
        repaired = sum(n and not r for n, r in zip(now, right, strict=True))
        kept = all(n or not r for n, r in zip(now, right, strict=True))
        wrong = len(right) - sum(right)
        return kept and repaired >= max(diagnosis.MIN_INPUTS, MIN_REPAIRED_SHARE * wrong)

    def _wrong_in_properties(self) -> list[Case]:
        """Inputs of the properties on which the function is wrong, if it is right on all others."""
        cases = self._of_properties()
        outcomes = call_each(self.function, [case.args for case in cases], self.check.seconds)
        return [c for c, o in zip(cases, outcomes, strict=True) if not self._is_right(o, c)]

    def _of_properties(self, more: int = 0) -> list[Case]:
        """Inputs of the properties, of this seed or a later one; none if results are random."""
        if self.check.chance:
            return []
        many = self.check.inputs(self.seed + more).of_properties.values()
        return [Case(self.check, args) for args in itertools.chain(*many)][:MAX_PROPERTY_INPUTS]

    def _is_right(self, outcome: Outcome, case: Case) -> bool:
        return self.check.alike(outcome, Outcome(case.want))

    def _seconds(self, case: Case) -> float:
        start = time.perf_counter()
        call(self.function, case.args, 1)
        return time.perf_counter() - start
