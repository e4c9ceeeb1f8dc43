"""Derivations: expressions that are marked by value, line by line ("stepwise assessment" elsewhere).

A `Derivation` lists its steps, each with the right expression and the mistakes that students make:

    Derivation("tanh", draw, lambda: [
        Step("the slope of tanh in z, written with t = tanh(z)", 1 - t**2, [
            (1 - t, "the square is missing.", "What is the slope of tanh at 0, and at t = -0.5?"),
        ]),
    ])

A step may be written in any form (`evaluation` compares values), unless it asks for one (`forms`).

A `FreeDerivation` has a start and an end, and the student writes as many lines in between as they
like. Its steps are the stops on the way, the start first: each line has to be equal to the one
before, or to take the derivation to a later stop.
"""

import functools
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from typing import Any

from misstep.core.calling import TooSlow, time_limit
from misstep.core.mistakes import Another
from misstep.core.report import Report
from misstep.core.rows import Fact, Row
from misstep.formulas.edits import one_edit, part_of_fraction
from misstep.formulas.evaluation import (
    DIGITS,
    EXACT,
    ROUNDED,
    NoValue,
    Point,
    UnknownPart,
    Values,
    all_same,
    has_floats,
    real_value,
    same,
    show,
    value,
    values_at,
)
from misstep.formulas.forms import Form, listed
from misstep.formulas.slopes import Mistake, Slope, in_logs, read_as_quotient
from misstep.formulas.terms import (
    by_factors,
    by_terms,
    factor_between,
    multiplied_out,
)

__all__ = ["DERIVATIONS", "Derivation", "FreeDerivation", "Point", "Step"]

DERIVATIONS: dict[str, "Derivation"] = {}

POINTS = 16  # at which two expressions are compared
FIRST_POINTS = 3  # compared first, for what is tried often
MAX_OPERATIONS = 15  # in a line whose edits are tried again with the other sign
SECONDS = 4  # CPU time, so that a busy machine never fails a right answer
SECONDS_PER_READING = 1.5  # CPU time for each way to read a line
MAX_PARTS, MAX_DEPTH, MAX_DIGITS = 4000, 120, 60  # per expression
MIN_LINES, MAX_LINES = 2, 30


@dataclass(frozen=True)
class Step:
    """One step: what is asked, the right expression, and known mistakes (wrong, looks, think).

    `form` is what it should look like, where the task asks for more than the value. `slope` is what
    is differentiated to get there: the slips of differentiating are made from that (`slopes`). `apart`
    is the right expression as a sum, where its terms are more easily compared like that.
    """

    words: str
    right: Any
    mistakes: Sequence[Mistake] = field(default_factory=tuple)
    form: Form | None = None
    slope: Slope | None = None
    apart: Any = None


class Derivation:
    """Steps that lead from one expression to another.

    Args:
        name: What a test cell calls it.
        draw: Gives every symbol a value.
        steps: Makes the steps, when they are first asked for, as that needs SymPy.
        where: Symbols that stand for an expression in the others, such as p1 for e^z1 / (...).

    """

    def __init__(
        self,
        name: str,
        draw: Callable[[random.Random], Point],
        steps: Callable[[], list[Step]],
        where: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        self.name, self.draw, self._make, self._where = name, draw, steps, where
        self._steps: list[Step] | None = None
        DERIVATIONS[name] = self

    @property
    def steps(self) -> list[Step]:
        """The steps of this derivation."""
        if self._steps is None:
            self._steps = self._make()
        return self._steps

    def points(self, seed: int = 0) -> list[Values]:
        """Values of all symbols, at which two different expressions differ."""
        rng, where = random.Random(f"{self.name} {seed}"), self._where()
        return [values_at(self.draw(rng), where) for _ in range(POINTS)]

    def mark(self, number: int, answer: Any) -> Report:
        """Compare an answer with the right expression of a step, counted from 1."""
        if not 1 <= number <= len(self.steps):
            raise ValueError(f"{self.name} has steps 1 to {len(self.steps)}, not {number}")
        report = Report(f"{self.name}, step {number}")
        with marking(report):
            if answer is None:
                raise Wrong("it is answered", unanswered(f"{self.name}_{number}"))
            report.passed.append("it is answered")
            compare(self.steps[number - 1], answer, self.points(), report)
        return report

    def mark_all(self, answers: Sequence[Any]) -> Report:
        """Say which step is the first wrong one, and which later ones are right on their own."""
        reports = [self.mark(i, answer) for i, answer in enumerate(answers, start=1)]
        if len(reports) != len(self.steps):
            raise ValueError(f"{self.name} has {len(self.steps)} steps, not {len(reports)}")
        result = Report(self.name)
        wrong = [i for i, report in enumerate(reports, start=1) if not report.good]
        for i in range(1, (wrong[0] if wrong else len(reports) + 1)):
            result.passed.append(f"step {i}: {self.steps[i - 1].words}")
        if wrong:
            first = reports[wrong[0] - 1]
            result.failed = f"step {wrong[0]}: {self.steps[wrong[0] - 1].words}"
            result.message = f"Step {wrong[0]} is the first that is not right. {first.message}"
            result.facts, result.looks, result.think = first.facts, first.looks, first.think
            later = [str(i) for i in range(wrong[0] + 1, len(reports) + 1) if i not in wrong]
            if later:
                result.add(Row.RIGHT_ALONE, f"step {', '.join(later)}")
        return result


class FreeDerivation(Derivation):
    """A start and an end; the student chooses the lines between them.

    Its steps are the stops: the start, then what the lines come to, the end last.
    """

    def mark_all(self, answers: Any) -> Report:
        """Go through the lines and name the first that does not follow from the one before."""
        report = Report(self.name)
        with marking(report):
            self._follow(_lines(self.name, answers), report)
        return report

    def _follow(self, lines: list[Any], report: Report) -> None:
        report.passed.append("it is a list of lines")
        points = self.points()
        stops = [[value(step.right, point) for point in points] for step in self.steps]
        at, before, end = 0, stops[0], len(stops) - 1
        expression = self.steps[0].right
        for number, line in enumerate(lines, start=1):
            with _in_line(number):
                if line is None or line is ...:
                    raise Wrong("it is an expression", "There is no expression here yet.")
                last, expression = expression, as_expression(line)
                check_symbols(expression, points[0])
                mine = _values(expression, points)
                near = ROUNDED if has_floats(expression) else EXACT
                stop = next((k for k in range(at, end + 1) if all_same(mine, stops[k], near)), None)
            if stop is None:
                raise self._slip(number, at, (last, before), (expression, mine), points)
            report.passed.append(f"line {number}: {self.steps[stop].words}")
            at, before = stop, mine
        if at < end:
            raise Wrong(
                f"the last line is {self.steps[end].words}",
                f"Every line follows, but the last one is still {self.steps[at].words}. "
                f"Go on to {self.steps[end].words}.",
            )
        _check_form(self.steps[end], expression, f"line {len(lines)} is", f"Line {len(lines)}")

    def _slip(self, number: int, at: int, before: Any, line: Any, points: list[Values]) -> "Wrong":
        """What to say of a line that does not follow."""
        (last, had), (expression, mine) = before, line
        near = ROUNDED if has_floats(expression) else EXACT
        goals = self.steps[at : at + 2]
        rights = [[value(step.right, point) for point in points] for step in goals]
        # A point at which it has no value tells most; else any at which it differs from all goals.
        where = next((i for i, v in enumerate(mine) if v is None), None)
        if where is None:
            differ = (not any(same(mine[i], r[i], near) for r in rights) for i in range(len(mine)))
            where = next((i for i, differs in enumerate(differ) if differs), 0)
        name = "the start" if number == 1 else f"line {number - 1}"
        facts = [
            Fact(
                Row.AT_POINT, at_point(points[where], last, expression, *(s.right for s in goals))
            ),
            Fact(Row.VALUE_OF, show(had[where]), name),
            Fact(Row.VALUE_OF, show(mine[where]), f"line {number}"),
        ]
        for step, right in zip(goals[1:], rights[1:], strict=True):
            facts.append(Fact(Row.VALUE_OF, show(right[where]), step.words))
        looks, think = "", ""
        derived = number > 1 and len(goals) == 1  # what is left is to write it in another way
        known, mistake = None, None
        for step in () if derived else self.steps[at + (number > 1) :]:
            if read := _read(step, expression, points, near):
                mistake = ("", *read)
            else:
                mistake = _known(step, mine, points, near)
            if mistake:
                known, (_, looks, think) = step, mistake
                break
        another = known not in goals or isinstance(mistake, Another)  # than what should come next
        if known and another and number > 1 and None not in mine:
            looks += self._edited(goals[1:], rights[1:], expression, points, near)
        for k in range(0 if looks else at):
            if all_same(mine, [value(self.steps[k].right, point) for point in points], near):
                looks = f"this goes back to {self.steps[k].words}."
        if not looks and None not in mine:
            meant = [replace(step, slope=None) for step in goals] if derived else goals
            looks, think = self._nearly(meant, rights, expression, mine, points, near)
        if derived and not looks:
            looks = f"{name} is right already, and its value changed when it was written in another way."
            think = "Put the same number into both lines, part by part: which part is no longer what it was?"
        if not looks and (mistake := _known(self.steps[at], mine, points, near)):
            _, looks, think = mistake
        not_even = "" if len(goals) < 2 else f", nor {goals[1].words}"
        message = (
            f"Line {number} is the first that does not follow: it is not equal to {name}{not_even}."
        )
        if mine[where] is None:
            message += f" At this point it {_why_not(expression, points[where])}."
        return Wrong(f"line {number} follows from {name}", message, facts, looks, think)

    @staticmethod
    def _edited(goals: list[Step], rights: Any, expression: Any, points: Any, near: float) -> str:
        """A small edit that turns a line into the next step, as another reading of it."""
        for step, right in zip(goals, rights, strict=True):
            if found := _edit(expression, right, points, near):
                return f" Or, if it is meant to be {step.words}: {found[0]}"
        return ""

    @staticmethod
    def _nearly(
        goals: list[Step], rights: Any, expression: Any, mine: Any, points: Any, near: float
    ) -> tuple[str, str]:
        """How a line differs from what it may be meant to be, or nothing."""
        found = []
        for step, right in zip(goals, rights, strict=True):
            # Another form may do without a symbol.
            looks, think = _related(step, expression, mine, right, points, near, lost=False)
            if looks:
                meant = f"if it is meant to be {step.words}: " if len(goals) > 1 else ""
                found.append((meant + looks, think))
        if len(found) == 2:
            [(one, _), (other, _)] = found
            return f"{one} Or, {other}", "Which of the two is it meant to be?"
        return found[0] if found else ("", "")


def _lines(name: str, answers: Any) -> list[Any]:
    """The lines of a derivation, or words on why these are none."""
    rung = "it is a list of lines"
    if answers is None:
        raise Wrong("it is answered", unanswered(name, "[line, line, ...]"))
    if not isinstance(answers, list | tuple):
        raise Wrong(
            rung,
            "Put your lines into a list, one after the other with commas between them: "
            f"{name} = [line, line, ...].",
        )
    if len(answers) < MIN_LINES:
        raise Wrong(
            rung,
            f"There {'is one line' if answers else 'are no lines'} in the list. Write down how you "
            f"get from the start to the end, in at least two lines.",
        )
    if len(answers) > MAX_LINES:
        raise Wrong(rung, f"These are {len(answers)} lines; {MAX_LINES} must be enough.")
    return list(answers)


class Wrong(Exception):
    """An answer is not right; `rung` says where it broke."""

    def __init__(
        self,
        rung: str,
        message: str,
        facts: Sequence[Fact] = (),
        looks: str = "",
        think: str = "",
    ) -> None:
        super().__init__(message)
        self.rung, self.message = rung, message
        self.facts, self.looks, self.think = list(facts), looks, think


@contextmanager
def marking(report: Report) -> Iterator[None]:
    """Write down in the report what goes wrong, within a limit of time."""
    try:
        with time_limit(SECONDS, of_processor=True):
            yield
    except Wrong as wrong:
        report.failed, report.message, report.facts = wrong.rung, wrong.message, wrong.facts
        report.looks, report.think = wrong.looks, wrong.think
    except (TooSlow, RecursionError, MemoryError):
        report.failed = "it can be computed"
        report.message = "The expression is too large to be computed in a few seconds."
    except Exception as error:  # SymPy and mpmath raise many kinds of error
        report.failed = "it can be computed"
        report.message = (
            f"The expression can't be computed ({type(error).__name__}). "
            "Write it with the symbols given, numbers, sums, products, powers, exp and log."
        )


@contextmanager
def _in_line(number: int) -> Iterator[None]:
    """Add the number of the line to an error about its expression."""
    try:
        yield
    except Wrong as wrong:
        wrong.rung, wrong.message = (
            f"line {number}: {wrong.rung}",
            f"Line {number}: {wrong.message}",
        )
        raise


def unanswered(name: str, example: str = "...") -> str:
    """What to say if there is no answer, perhaps because its cell stopped."""
    return (
        f"{name} is still None. Replace the last line of the cell above by {name} = {example} and "
        "run it. If that stops with an error: take exp(z) and not np.exp(z), t**2 and not t^2 (the "
        "table at the top has more); and an error that speaks of NoneType means that your answer "
        "uses a step which is not solved yet."
    )


def compare(step: Step, answer: Any, points: list[Values], report: Report) -> None:
    """Compare an answer with the right expression, by value and, if a form is asked for, by form."""
    expression = as_expression(answer)
    try:
        check_symbols(expression, points[0])
    except Wrong as wrong:
        wrong.looks, wrong.think = _stranger(step, expression, points)
        raise
    report.passed.append(f"it is an expression{_in_what(points[0], step.right, expression)}")
    mine = _values(expression, points)
    wanted = [value(step.right, point) for point in points]
    if all(number is None for number in mine):
        why = _why_not(expression, points[0])
        raise Wrong(
            "it has a value",
            f"The expression has no real value at any point tried. At the first of them it {why}.",
            [Fact(Row.AT_POINT, at_point(points[0], expression))],
        )
    near = ROUNDED if has_floats(expression) else EXACT
    if all_same(mine, wanted, near):
        report.passed.append("its value" if step.form else f"its value: {step.words}")
        _check_form(step, expression, "it is", "The value")
        return
    nowhere = [i for i, number in enumerate(mine) if number is None]
    differs = [i for i in range(len(mine)) if not same(mine[i], wanted[i], near)]
    at = (nowhere or _telling(differs, mine, wanted, near))[0]
    facts = [
        Fact(Row.AT_POINT, at_point(points[at], expression, step.right)),
        Fact(Row.VALUE_OF, show(mine[at]), "your step"),
        Fact(Row.SHOULD_BE, show(wanted[at])),
    ]
    looks, think = _read(step, expression, points, near) or ("", "")
    if not looks and (mistake := _known(step, mine, points, near)):
        _, looks, think = mistake
    if not looks and not nowhere:
        looks, think = _related(step, expression, mine, wanted, points, near)
    if nowhere:
        why = _why_not(expression, points[at])
        message = f"The expression has no real value at this point: it {why}."
        if not looks:
            looks, think = _edit(expression, wanted, points, near) or ("", "")
    elif all_same(mine, wanted, 1e-3):
        message = "This agrees to a few digits only. Use exact numbers: Rational(1, 3) is a third."
    else:
        message = f"This is not {step.words}."
        constant = not expression.free_symbols and getattr(step.right, "free_symbols", None)
        if not looks and step.slope:
            think = (
                f"What is the derivative of each part of {step.slope.of} in {step.slope.symbol}?"
            )
        if constant and not looks:
            message += (
                " It is a number without any symbol. If that is not what you wrote, a symbol has "
                "been given a value, as in z = 3: run the cell with the symbols again, then yours."
            )
    raise Wrong("its value", message, facts, looks, think)


def _stranger(step: Step, expression: Any, points: list[Values]) -> tuple[str, str]:
    """Whether a symbol that is none of the step's stands in the place of one, all else being right."""
    from sympy import Symbol

    strange = [s for s in expression.free_symbols if s.name not in points[0]]
    is_right = _is([value(step.right, point) for point in points], points, EXACT)
    for name in points[0] if len(strange) == 1 else ():
        if is_right(expression.xreplace({strange[0]: Symbol(name)})):
            return (
                f"with another symbol in place of {strange[0]} it would be right.",
                f"Where does {strange[0]} come from, and what should stand there?",
            )
    return "", ""


def _telling(differs: list[int], mine: list[Any], wanted: list[Any], near: float) -> list[int]:
    """The most telling points; a point with minus the right value by chance would mislead."""
    import mpmath

    with mpmath.workdps(DIGITS):
        return [i for i in differs if not same(-mine[i], wanted[i], near)] or differs


def _known(step: Step, mine: list[Any], points: list[Values], near: float) -> Mistake | None:
    """The first known mistake that has the same values."""
    for mistake in step.mistakes:
        if all_same(mine, [value(mistake[0], point) for point in points], near):
            return mistake
    return None


def _read(step: Step, expression: Any, points: list[Values], near: float) -> tuple[str, str] | None:
    """What a line shows by how it is written, before its value is compared with that of known mistakes."""
    import mpmath

    if not step.slope:
        return None
    with mpmath.workdps(DIGITS):
        alike = functools.partial(all_same, tolerance=near)
        return read_as_quotient(step.slope, expression, _at(points), alike)


def _is(wanted: list[Any], points: list[Values], near: float) -> Callable[[Any], bool]:
    """What tells whether an expression has these values at the points."""
    known: list[dict[Any, Any]] = [{} for _ in points]

    def has_them(expression: Any) -> bool:
        try:
            at = zip(points, wanted, known, strict=True)
            return all(
                same(value(expression, point, parts), want, near) for point, want, parts in at
            )
        except (UnknownPart, NoValue):
            return False

    return has_them


def _related(
    step: Step,
    expression: Any,
    mine: list[Any],
    wanted: list[Any],
    points: list[Values],
    near: float,
    lost: bool = True,
) -> tuple[str, str]:
    """Describe an unknown mistake by how the values differ at every point."""
    import mpmath

    nothing, right = [0] * len(points), step.right
    try:
        with time_limit(SECONDS_PER_READING, of_processor=True), mpmath.workdps(DIGITS):
            return (
                _broken_rule(step, mine, points, near)
                or _in_logs(step, mine, points, near)
                or _relation(expression, mine, wanted, points, near)
                or _edit(expression, wanted, points, near)
                or _factor(step, expression, mine, wanted, points, near)
                or _by_terms(step, expression, points, near, sure=True)
                or _only_where(right, expression, mine, wanted, points, near)
                or _two_slips(step, mine, wanted, points, near)
                or _negated(step, expression, mine, wanted, points, near)
                or _by_factors(right, expression, points, near)
                or (_lost(right, expression) if lost else None)
                or _by_terms(step, expression, points, near)
                or part_of_fraction(expression, right, _is(nothing, points, near))
                or ("", "")
            )
    except TooSlow:  # the answer is judged already: a long search must not count against it
        return "", ""


def _edit(
    expression: Any, wanted: list[Any], points: list[Values], near: float
) -> tuple[str, str] | None:
    """A small edit with which a line has the values that it should have."""
    import mpmath

    with mpmath.workdps(DIGITS):
        return one_edit(expression, _is(wanted, points, near))


def _in_logs(
    step: Step, mine: list[Any], points: list[Values], near: float
) -> tuple[str, str] | None:
    """What became of the logarithm of a sum that the right line has, if that gives these values."""
    is_mine, right = _is(mine, points, near), step.apart or step.right
    for wrong, looks, think in in_logs(right) if any(mine) and hasattr(right, "atoms") else ():
        if is_mine(wrong):
            return looks, think
    return None


def _negated(
    step: Step,
    expression: Any,
    mine: list[Any],
    wanted: list[Any],
    points: list[Values],
    near: float,
) -> tuple[str, str] | None:
    """What is wrong with a line besides its sign."""
    if _is([value(_unsigned(step.right), point) for point in points], points, near)(
        _unsigned(expression)
    ):
        return None  # signs are all that is wrong
    turned = [-number for number in mine]
    mistake = _known(step, turned, points, near)
    found = (
        mistake[1:]
        if mistake and not isinstance(mistake, Another)
        else _broken_rule(step, turned, points, near)
        or _in_logs(step, turned, points, near)
        or (
            _edit(-expression, wanted, points, near)
            if expression.count_ops() <= MAX_OPERATIONS
            else None
        )
    )
    if not found:
        return None
    return f"it has the opposite sign, and that is not all: {found[0]}", found[1]


def _unsigned(expression: Any) -> Any:
    """An expression with plus for every minus."""
    from sympy import sympify

    return sympify(expression).replace(lambda node: node.is_number and node.is_negative, abs)


def _by_factors(
    right: Any, expression: Any, points: list[Values], near: float
) -> tuple[str, str] | None:
    """Of two products, the only factor that is not right."""
    if not hasattr(right, "free_symbols"):
        return None
    alike = functools.partial(all_same, tolerance=near)
    return by_factors(expression, right, _at(points), alike)


def _broken_rule(
    step: Step, mine: list[Any], points: list[Values], near: float
) -> tuple[str, str] | None:
    """The rule of differentiating that was broken at one place, if that gives these values."""
    is_mine = _is(mine, points, near)
    for wrong, looks, think in step.slope.mistakes() if step.slope else ():
        if is_mine(wrong):
            return looks, think
    return None


def _two_slips(
    step: Step, mine: list[Any], wanted: list[Any], points: list[Values], near: float
) -> tuple[str, str] | None:
    """Two known mistakes at once: in two terms they add up, in two factors they multiply."""
    few = _at(points[:FIRST_POINTS])
    known: list[tuple[Any, list[Any], str, str]] = []
    for mistake in (*step.mistakes, *(step.slope.mistakes() if step.slope else ())):
        wrong, looks, think = mistake
        values = few(wrong)
        if not values or isinstance(mistake, Another):
            continue
        if not any(all_same(values, others, near) for _, others, _, _ in known):
            known.append((wrong, values, looks, think))
    ways: list[Callable[..., Any]] = [lambda a, b, right: a + b - right]
    if all(wanted):
        ways.append(lambda a, b, right: a * b / right)
    for (one, a, looks, think), (other, b, more, ask) in itertools.combinations(known, 2):
        for way in ways:
            if way is ways[0] and _changed_terms(step, one) & _changed_terms(step, other):
                continue  # one hides a part of the other, so the line doesn't show both
            if not all_same(map(way, a, b, wanted[:FIRST_POINTS]), mine[:FIRST_POINTS], near):
                continue
            first, second = (_at(points)(formula) or [] for formula in (one, other))
            if all_same(map(way, first, second, wanted), mine, near):
                return f"{looks.rstrip('.')}, and {more}", " ".join(dict.fromkeys((think, ask)))
    return None


def _changed_terms(step: Step, wrong: Any) -> set[Any]:
    """The terms, without their numbers, in which a wrong line differs from the right one."""
    terms = multiplied_out(wrong - (step.apart or step.right))
    return {term.as_coeff_Mul()[1] for term in terms}


def _by_terms(
    step: Step, expression: Any, points: list[Values], near: float, sure: bool = False
) -> tuple[str, str] | None:
    """Which terms of a line are right, and which are not."""
    parts = [(term, "") for term in multiplied_out(step.apart or step.right)]
    if step.slope:
        parts = list(_slopes(step.slope))
    at, alike = _at(points), functools.partial(all_same, tolerance=near)
    return by_terms(expression, parts, at, alike, sure)


def _slopes(slope: Slope) -> Iterator[tuple[Any, str]]:
    """The terms of a derivative, each with the part that it is the whole derivative of."""
    for term, derivative in slope.parts():
        parts = multiplied_out(derivative)
        yield from ((part, str(term) if len(parts) == 1 else "") for part in parts)


def _factor(
    step: Step,
    expression: Any,
    mine: list[Any],
    wanted: list[Any],
    points: list[Values],
    near: float,
) -> tuple[str, str] | None:
    """A short expression by which the whole line is too large or too small."""
    sources = [expression, step.right]
    alike = functools.partial(all_same, tolerance=near)
    found = factor_between(mine, wanted, sources, _at(points), alike)
    return (f"it {found[0]}.", found[1]) if found else None


def _at(points: list[Values]) -> Callable[[Any], list[Any] | None]:
    """A function that gives a formula's values at the points, or None if one is missing."""
    known: list[dict[Any, Any]] = [{} for _ in points]

    def at(formula: Any) -> list[Any] | None:
        try:
            values = [value(formula, *both) for both in zip(points, known, strict=True)]
        except UnknownPart:
            return None
        return None if None in values else values

    return at


def _lost(right: Any, expression: Any) -> tuple[str, str] | None:
    """A symbol that the right expression holds and this one does not."""
    ours, theirs = ({s.name for s in getattr(e, "free_symbols", ())} for e in (right, expression))
    if not (theirs and theirs < ours):
        return None
    lost = sorted(ours - theirs)[0]
    return f"{lost} does not occur in it.", f"Where does {lost} come in on the way here?"


def _relation(
    expression: Any, mine: list[Any], wanted: list[Any], points: list[Values], near: float
) -> tuple[str, str] | None:
    """A factor, a term or a case that makes the difference at every point."""

    def is_wanted(way: Callable[[Any], Any]) -> bool:
        return all_same(map(way, mine), wanted, near)

    if is_wanted(lambda m: -m):
        return "it has the opposite sign everywhere.", "Where did a minus get lost, or come in?"
    first = next((i for i, number in enumerate(mine) if number), None)
    if first is not None:
        factor = wanted[first] / mine[first]
        if factor and is_wanted(lambda m: factor * m):
            times = show(1 / factor)
            return f"it is {times} times what it should be.", "Which step makes that difference?"
    gap = wanted[0] - mine[0]
    if is_wanted(lambda m: m + gap):
        return "it is off by the same number at every point.", "Is a number lost, or one too many?"
    for name in points[0]:
        of = [point[name] for point in points]
        if all_same([m * v for m, v in zip(mine, of, strict=True)], wanted, near):
            return f"a factor {name} is missing.", f"Where does {name} come in on the way here?"
        if all(of) and all_same([m / v for m, v in zip(mine, of, strict=True)], wanted, near):
            return f"there is a factor {name} too many.", f"Where should {name} come in?"
        gaps = [w - m for m, w in zip(mine, wanted, strict=True)]
        for sign in (1, -1):
            if all_same(gaps, [sign * v for v in of], near):
                return _off_by(expression, name, sign)
    return None


def _off_by(expression: Any, name: str, sign: int) -> tuple[str, str]:
    """What to say of a line to which a symbol has to be added, or minus it."""
    from sympy import Add, Symbol

    term, think = sign * Symbol(name), f"Where does {name} come in on the way here?"
    terms = Add.make_args(expression)
    if -term in terms:
        return f"there is a term {-term} too many.", think
    if not any((part / term).is_number for part in terms):
        return f"a term {term} is missing.", think
    return f"it is off by {name}: a term with {name} alone is missing, or one too many.", think


def _only_where(
    right: Any,
    expression: Any,
    mine: list[Any],
    wanted: list[Any],
    points: list[Values],
    near: float,
) -> tuple[str, str] | None:
    """The only value of a symbol, such as a label, with which it is right."""
    fine = [same(m, w, near) for m, w in zip(mine, wanted, strict=True)]
    for name in points[0]:
        values = {show(p[name]) for p, good in zip(points, fine, strict=True) if good}
        others = {show(p[name]) for p, good in zip(points, fine, strict=True) if not good}
        if len(values) == 1 and fine.count(True) > 2 and not values & others:
            [only] = values
            lost = _lost(right, expression)
            return (
                f"it is right where {name} = {only}, and only there"
                f"{f'; {lost[0]}' if lost else '.'}",
                f"What becomes of it at another {name}, as at the point above?",
            )
    return None


def _check_form(step: Step, expression: Any, subject: str, right: str) -> None:
    """Look whether an expression of the right value has the form that was asked for."""
    if step.form is None:
        return
    lack = step.form.lacks(expression)
    if lack:
        words, think = lack
        raise Wrong(
            f"{subject} written {step.form.words}",
            f"{right} is right, but it should be written {step.form.words}, and {words}.",
            think=think,
        )


def _values(expression: Any, points: list[Values]) -> list[Any]:
    try:
        return [value(expression, point) for point in points]
    except UnknownPart as part:
        words = (
            f"It holds {part}, which these steps do without: exp, log, tanh, sums, products and "
        )
        words += "powers are enough."
        if str(part) == "sigma":
            words = "sigma is no function here, it is given as an expression: sigma, not sigma(z)."
        raise Wrong("it can be computed", words) from None


def _why_not(expression: Any, point: Values) -> str:
    try:
        real_value(expression, point)
    except NoValue as why:
        return str(why)
    return "has no value"


def _in_what(point: Values, *expressions: Any) -> str:
    """The symbols that a step needs, or that somebody used: " in z, y"."""
    used = {s.name for e in expressions for s in getattr(e, "free_symbols", ())}
    names = [name for name in point if name in used]
    return f" in {', '.join(names)}" if names else ""


def at_point(point: Values, *expressions: Any) -> str:
    """The point, as far as it matters to these expressions."""
    names = {s.name for e in expressions for s in getattr(e, "free_symbols", ())}
    return ", ".join(
        f"{name} = {show(v)}" for name, v in point.items() if name in names or not names
    )


def as_expression(answer: Any) -> Any:
    """The answer as a SymPy expression that is small enough to be computed."""
    import sympy

    rung = "it is an expression"
    if isinstance(answer, str):
        raise Wrong(rung, "This is text. Write the expression without quotes.")
    if isinstance(answer, bool):
        raise Wrong(rung, f"This is {answer}, not an expression. (== compares; it makes no step.)")
    if isinstance(answer, Integral):
        answer = sympy.Integer(int(answer))
    elif isinstance(answer, Real):
        answer = sympy.Float(float(answer))
    if isinstance(answer, sympy.core.relational.Relational):
        raise Wrong(rung, "This is an equation. Give the right-hand side alone.")
    if not isinstance(answer, sympy.Expr):
        raise Wrong(rung, _other_kind(answer))
    _check_size(answer)
    for part, words in (
        (sympy.Derivative, "a derivative that is not worked out"),
        (sympy.Integral, "an integral that is not worked out"),
        (sympy.Sum, "a sum that is not written out: there are three classes, write all terms"),
        (sympy.Product, "a product that is not written out"),
    ):
        if answer.has(part):
            raise Wrong(rung, f"This holds {words}.")
    if answer.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.I):
        raise Wrong(
            rung, f"This is or holds {answer}: not a real number. Is something divided by 0?"
        )
    return answer


def _other_kind(answer: Any) -> str:
    kind = type(answer).__name__
    if kind == "ndarray":
        return (
            "This is an array of NumPy, not an expression. Has one of the symbols been used for "
            "something else, as in z = np.array(...)? Run the cell with the symbols again, then "
            "yours. And take exp and log as they are imported, not np.exp."
        )
    if callable(answer):
        return (
            f"This is a function ({kind}). Give the expression itself, made of the symbols given."
        )
    if isinstance(answer, list | tuple | set):
        return (
            f"This is a {kind}. Give one expression, made of the symbols given, without brackets."
        )
    return f"This is of the kind {kind}. An expression is made of the symbols given."


def _check_size(expression: Any) -> None:
    """Refuse an expression that is too large, too deep, or holds too long a number."""
    parts, stack = 0, [(expression, 1)]
    while stack:
        node, depth = stack.pop()
        parts += 1
        long = node.is_Integer and abs(int(node)) >= 10**MAX_DIGITS
        if parts > MAX_PARTS or depth > MAX_DEPTH or long:
            raise Wrong(
                "it can be computed",
                "The expression is far larger than this step needs. Start again from the step "
                "before, and write it with the symbols given.",
            )
        stack.extend((argument, depth + 1) for argument in node.args)


def check_symbols(expression: Any, known: Values) -> None:
    names = {symbol.name for symbol in expression.free_symbols}
    strange = sorted(names - set(known))
    if strange:
        none = "is none" if len(strange) == 1 else "are none"
        raise Wrong(
            f"it is an expression in {', '.join(known)}",
            f"It holds {listed(strange)}, which {none} of the symbols of this step: "
            f"{', '.join(known)}.",
        )
