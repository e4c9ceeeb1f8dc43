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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, TooSlow, call, call_each
from misstep.core.check import Case, Check
from misstep.core.mistakes import Mistake
from misstep.core.report import Report
from misstep.core.rows import Row
from misstep.explain import diagnosis, repairs
from misstep.explain.diagnosis.evidence import as_numbers
from misstep.explain.findings import Finding, Strength
from misstep.explain.rank import Detector, Shown, search
from misstep.explain.recognition import Recognition
from misstep.explain.words import say

MAX_SECONDS, MAX_SECONDS_BEFORE_LAST = 0.8, 0.95  # of processor time, for everything
MIN_SECONDS_FOR_REPAIRS = 0.3
MAX_SECONDS_FOR_SLIPS = 0.4  # for the search for slips that are plain in the source
MAX_SECONDS_FOR_OTHER_WORDS = 0.1  # for the same search if a known mistake fits
MAX_SECONDS_PER_CALL = 3  # once the verdict is known and only its reason is looked for
MIN_REPAIRED_SHARE = 0.6  # of the wrong inputs, for an edit that does not repair all
MAX_WRONG_SHARE = 0.8  # of all inputs, for a comparison with one that is right
MIN_SECONDS = 0.01  # all quicker calls are equally quick: chance must not decide their order
MAX_TRACED = 5  # calls in which surprising values are looked for
MAX_PROPERTY_INPUTS = 40  # inputs of properties that are compared

BESIDE_A_SURPRISE = {"influence-lost", "decimals-cut-off"}  # findings that a surprise may explain
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
        self.check, self.function, self.seed, self.report = check, function, seed, report
        inputs = check.inputs(seed)
        self.ordinary = [*([example] if check.worked_example else []), *inputs.random]
        self.known = [*self.ordinary, *inputs.edge_cases]
        self.refused = [args for many in inputs.refused for args in many]
        self.recognition = Recognition(
            check, function, seed, self.known, self.refused, len(self.ordinary)
        )
        self.outcomes: list[Outcome] = []  # on all inputs, refused ones last
        self.mistake: Mistake | None = None
        self.more_evidence: dict[bool, diagnosis.Evidence] = {}
        self.start = time.process_time()

    def find(self) -> Shown | None:
        """Search; return None if the function is too slow for that."""
        cases = [*(case.args for case in self.known), *self.refused]
        for outcome in call_each(self.function, cases, self.check.seconds or MAX_SECONDS_PER_CALL):
            if isinstance(outcome.error, TooSlow):  # the student has waited long enough
                return None
            self.outcomes.append(outcome)
        usable = [one for one in DETECTORS if not (one.compares and self.check.chance)]
        shown = search(usable, self._ask)
        if not shown.named:
            with logging_bugs(self.check.name):
                self._point(shown.pointer)
        report = self.report
        named = shown.named
        if named and (named.strength is Strength.HINT or named.kind in BESIDE_A_SURPRISE):
            with logging_bugs(self.check.name):
                if odd := self._surprise():
                    report.add(Row.YOUR_CODE, say(odd).looks)
        if named and named.kind == "nearly-right" and not shown.pointer:
            self._add_own_numbers()
        if shown.named:
            report.looks, report.think = say(shown.named)
        if shown.pointer and not report.value(Row.FIRST_WRONG):
            where = say(shown.pointer)
            report.add(Row.LOOK_AT, where.looks)
            report.think = report.think or where.think
        return shown

    def explains_change(self, named: Finding, args: Args) -> bool:
        """Whether a finding explains why a call changes its arguments, too.

        A known mistake does if it changes them itself. An edit that repairs the function makes every
        rung pass, also the one that looks at the arguments.
        """
        if self.mistake and named.kind == "known-mistake":
            return bool(call(self.mistake.wrong, args, self.check.seconds).changed)
        return named.place is not None and not named.partial

    def _ask(self, detector: Detector) -> Finding | None:
        with logging_bugs(self.check.name):
            return detector.find(self)
        return None

    @property
    def all_mine(self) -> list[Outcome]:
        """What the function makes of the inputs that have a right result."""
        return self.outcomes[: len(self.known)]

    @property
    def mine(self) -> list[Outcome]:
        """What it makes of the ordinary ones."""
        return self.outcomes[: len(self.ordinary)]

    @cached_property
    def some(self) -> diagnosis.Evidence:
        """The ordinary inputs and their results."""
        return self._evidence(self.mine, self.ordinary)

    @cached_property
    def everything(self) -> diagnosis.Evidence:
        """All inputs that have a right result, and what the function makes of them."""
        return self._evidence(self.all_mine, self.known)

    @cached_property
    def typed(self) -> bool:
        """Whether what comes back has the right type."""
        return not any(self.check.gives.wrong_type(outcome.value) for outcome in self.mine)

    @cached_property
    def repair(self) -> Finding | None:
        """What a small edit that repairs the function tells, if there is one."""
        left = MAX_SECONDS - self._seconds_since_start()
        seconds = min(repairs.SECONDS, max(MIN_SECONDS_FOR_REPAIRS, left))
        search = self._search(self.all_mine, seconds, self.right_so_far)
        return search.found() if search else None

    def _seconds_since_start(self) -> float:
        return time.process_time() - self.start

    # ------------------------------------------------------------ detectors

    def plain_slip(self) -> Finding | None:
        """A slip that is plain in the source: it says more than a known mistake."""
        seconds = MAX_SECONDS_FOR_OTHER_WORDS if self.mistake else MAX_SECONDS_FOR_SLIPS
        search = self._search(self.all_mine, seconds)
        return search.slip() if search else None

    def known_mistake(self) -> Finding | None:
        """A mistake of the catalogue that behaves like the function."""
        self.mistake = self.recognition.mistake(self.outcomes)
        if not self.mistake:
            return None
        data = {"mistake": self.mistake, "reason": self._idle_name(self.mistake)}
        return Finding("known-mistake", Strength.CAUSE, data)

    def two_mistakes(self) -> Finding | None:
        """Two mistakes of the catalogue that together behave like the function."""
        if self._seconds_since_start() > MAX_SECONDS_BEFORE_LAST:
            return None
        found = self.recognition.two_mistakes(self.outcomes)
        return found and Finding("two-mistakes", Strength.HINT, {"mistakes": found})

    def _idle_name(self, mistake: Mistake) -> Finding | None:
        """Why an argument has no effect that a mistake leaves out and the student's code reads."""
        source = repairs.source_of(self.function)
        if not source or not mistake.base or self.check.chance:
            return None
        left_out = repairs.names_of(mistake.base.source) - repairs.names_of(mistake.source)
        if not left_out & repairs.names_of(source) & set(self.check.parameters):
            return None
        found = diagnosis.unused_argument(self.some)
        return found if found and found.kind == "influence-lost" else None

    def list_for_array(self) -> Finding | None:
        """Only np.array is missing around a list: the message has said so already."""
        alike = all(
            isinstance(outcome.value, list)
            and isinstance(case.want, np.ndarray)
            and self.check.alike(Outcome(as_numbers(outcome.value)), Outcome(case.want))
            for outcome, case in zip(self.all_mine, self.known, strict=True)
        )
        return Finding("said-already", Strength.CAUSE) if alike else None

    def without_line_effect(self) -> Finding | None:
        """A line that has no effect at all."""
        return diagnosis.line_without_effect(self.function)

    def without_effect(self) -> Finding | None:
        """An argument that makes no difference, and why."""
        if not self.typed:
            return None
        found = diagnosis.unused_argument(self.some)
        if not found and self.some.mostly_raises:  # what has an effect on ordinary inputs has one
            found = diagnosis.unused_argument(self.everything)
        return found if found and found.kind != "influence-lost" else None

    def lost_influence(self) -> Finding | None:
        """The expression in which an argument loses its influence; a repair says more."""
        found = diagnosis.unused_argument(self.some) if self.typed else None
        return found if found and found.kind == "influence-lost" else None

    def elements(self, alone: bool = False) -> Finding | None:
        """Elements of a collection that are missing, too many, or under another key."""
        shown = self.report.value(Row.RETURNED)
        return diagnosis.elements(self.everything, shown, alone=alone) if self.typed else None

    def other_number(self) -> Finding | None:
        """A known mistake with another number in it."""
        more = self.check.mistakes, self.own_numbers
        found = diagnosis.other_number(self.some, *more)
        return found or diagnosis.other_number(self.everything, *more)

    def first_nan(self) -> Finding | None:
        """Where the first nan or infinity comes from."""
        found = diagnosis.first_nan(self.function, *self.shown) if self.shown else None
        other = any(  # if results without one are wrong, too, something else is the cause
            not diagnosis.not_finite(outcome.value) and not self._is_right(outcome, case)
            for outcome, case in zip(self.mine, self.ordinary, strict=True)
        )
        return replace(found, strength=Strength.HINT) if found and other else found

    def order_matters(self) -> Finding | None:
        """An order that should make no difference; of a wrong shape it is only a consequence."""
        if self.repair and not self.repair.partial:
            return None  # that says where
        if not self.typed or any(
            outcome.error is None and self.check.gives.wrong_shape(outcome.value, case.want)
            for outcome, case in zip(self.mine, self.ordinary, strict=True)
        ):
            return None
        return diagnosis.order_matters(self.some)

    def unequal_zip(self) -> Finding | None:
        """A zip whose arguments differ in length."""
        return diagnosis.unequal_zip(self._with_properties(self.everything)) if self.typed else None

    # ------------------------------------------------------------ what points to the mistake

    def _point(self, pointer: Finding | None) -> None:
        """Add facts that point to the mistake, if nothing could be named."""
        report = self.report
        right = self.right_so_far
        everything = self._with_properties(self.everything)
        common = diagnosis.which_fail(everything, self._more_evidence)
        wrong = self._first_wrong(right) if not pointer or pointer.partial else None
        if wrong:
            report.add(Row.FIRST_WRONG, say(wrong).looks)
        elif pointer and pointer.place:
            right = [name for name in right if name != pointer.place.segment]
        if small := self._counterexample():
            report.add(Row.COMPARE, say(small).looks)
        # If the others are not all wrong, one pair says more.
        if common and (not small or common.kind == "wrong-inputs"):
            report.add(Row.WHICH_INPUTS, say(common).looks)
        if not pointer and not wrong and (odd := self._surprise()):
            report.add(Row.YOUR_CODE, say(odd).looks)
        if calls := diagnosis.callback_calls(everything, [a.function for a in self.check.answers]):
            report.add(Row.CALLBACK_CALLS, say(calls).looks, calls.data["name"])
        if right:
            found = Finding("right-so-far", Strength.HINT, {"names": right})
            report.add(Row.RIGHT_SO_FAR, say(found).looks)
        self._add_own_numbers()

    def _surprise(self) -> Finding | None:
        """What NumPy does in the function that often surprises."""
        if odd := diagnosis.surprising_call(self.function):
            return odd
        wrong = (
            (case.args, case.want)
            for outcome, case in zip(self.all_mine, self.known, strict=True)
            if not self._is_right(outcome, case)
        )
        shown = [(self.shown[0], self.shown[2])] if self.shown else []
        calls = [*shown, *itertools.islice(wrong, MAX_TRACED)]
        return diagnosis.surprising_value(self.function, calls)

    def _counterexample(self) -> Finding | None:
        """A small call that goes wrong, and what would make it right."""
        wrong = [
            case.args
            for outcome, case in zip(self.all_mine, self.known, strict=True)
            if not self._is_right(outcome, case)
        ]
        if not wrong and not self.shown:
            return None
        args = self.shown[0] if self.shown else wrong[0]
        # If it is nearly always wrong, it is right by chance.
        often_right = len(wrong) <= MAX_WRONG_SHARE * len(self.known)
        shown = self.report.value(Row.CALL)
        return diagnosis.counterexample(
            self.check, self.function, self.seed, args, shown, nearest=often_right
        )

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

    @cached_property
    def own_numbers(self) -> list[float]:
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

    def _add_own_numbers(self) -> None:
        if numbers := self.own_numbers:
            data = {"numbers": [f"{number:g}" for number in numbers[:3]]}
            found = Finding("own-numbers", Strength.HINT, data)
            self.report.add(Row.OWN_NUMBERS, say(found).looks)

    @cached_property
    def right_so_far(self) -> list[str]:
        """Which of the student's variables hold what they do in a right answer."""
        source = repairs.source_of(self.function)
        if not source or self.check.chance:
            return []
        wrong = [
            case.args
            for outcome, case in zip(self.mine, self.ordinary, strict=True)
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

    def _search(
        self, mine: list[Outcome], seconds: float, right_names: Iterable[str] = ()
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
            failing=[case.args for case in few[:number]],
            answers=[answer.source for answer in check.answers],
            typed=check.gives.wrong_type(mine[0].value) is None,
            right=right_names,
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
        return max(time.perf_counter() - start, MIN_SECONDS)


SOME, ALL, EITHER = ("some",), ("everything",), ("some", "everything")


def _relation(
    name: str,
    cost: float,
    inputs: Iterable[str] = EITHER,
    strength: Strength = Strength.CAUSE,
    typed: bool = False,
    **options: Any,
) -> Detector:
    """A detector of `diagnosis`, asked about some inputs, or all; if `typed`, of the right type."""

    def find(self: Explanation) -> Finding | None:
        detector = getattr(diagnosis, name)
        found = (detector(getattr(self, many), **options) for many in inputs)
        return next(filter(None, found), None) if self.typed or not typed else None

    return Detector(find, cost, strength)


def _repair(cost: float, strength: Strength, partial: bool) -> Detector:
    """A small edit that makes all results right, or most of them."""

    def find(self: Explanation) -> Finding | None:
        return self.repair if self.repair and self.repair.partial == partial else None

    return Detector(find, cost, strength, compares=False)


# Of two that find something worth the same, the first is shown.
DETECTORS = [
    Detector(Explanation.plain_slip, 100, Strength.CAUSE, compares=False),
    Detector(Explanation.known_mistake, 30, Strength.CAUSE, compares=False),
    Detector(Explanation.list_for_array, 31, Strength.CAUSE, compares=False),
    Detector(Explanation.without_line_effect, 31, Strength.CAUSE, compares=False),
    _relation("as_text", 101, ALL),
    _relation("constant", 101, ALL),
    _relation("text_cut_off", 101, ALL),
    _relation("one_of_several", 102),
    _relation("transformed", 102),
    Detector(Explanation.without_effect, 103, Strength.CAUSE),
    Detector(Explanation.elements, 105, Strength.CAUSE),
    Detector(Explanation.other_number, 106, Strength.CAUSE),
    _relation("nearly", 106),
    _repair(500, Strength.CAUSE, partial=False),
    Detector(Explanation.lost_influence, 501, Strength.CAUSE),
    Detector(Explanation.first_nan, 501, Strength.CAUSE, compares=False),
    _relation("changed_argument", 502),
    _relation("unused_argument", 503, SOME, typed=True, sure=False),
    # What follows may be a mere consequence, so a place comes before it.
    Detector(lambda self: self.elements(alone=True), 504, Strength.HINT),
    _relation("unused_entries", 504, SOME, Strength.HINT, typed=True),
    Detector(Explanation.order_matters, 504, Strength.HINT),
    _relation("entries_kept", 504, SOME, Strength.HINT, typed=True),
    Detector(Explanation.unequal_zip, 504, Strength.HINT),
    _repair(505, Strength.HINT, partial=True),
    Detector(Explanation.two_mistakes, 506, Strength.HINT, compares=False),
]
