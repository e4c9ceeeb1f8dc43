"""Derivations: expressions that are marked by value, line by line ("stepwise assessment" elsewhere).

A `Derivation` lists its steps, each with the right expression and the mistakes that students make:

    Derivation("tanh", draw, lambda: [
        Step("the slope of tanh in z, written with t = tanh(z)", 1 - t**2, [
            Mistake(1 - t, "the square is missing.", "What is the slope of tanh at t = -0.5?"),
        ]),
    ])

A step may be written in any form (`evaluation` compares values), unless it asks for one (`forms`).

A `FreeDerivation` has a start and an end, and the student writes as many lines in between as they
like. Its steps are the stops on the way, the start first: each line has to be equal to the one
before, or to take the derivation to a later stop.
"""

import functools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from typing import Any

from misstep.core.calling import TooSlow, time_limit
from misstep.core.mistakes import Mistake
from misstep.core.report import Report
from misstep.core.rows import Row
from misstep.explain.findings import Finding, cause
from misstep.explain.words import say
from misstep.formulas.comparison import Comparison
from misstep.formulas.evaluation import (
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
from misstep.formulas.forms import Form
from misstep.formulas.slopes import Slope
from misstep.ladder import Broken, Ladder, Rung, words

__all__ = ["DERIVATIONS", "Derivation", "FreeDerivation", "Point", "Step"]

DERIVATIONS: dict[str, "Derivation"] = {}

POINTS = 16  # at which two expressions are compared
SECONDS = 4  # CPU time, so that a busy machine never fails a right answer
MAX_PARTS, MAX_DEPTH, MAX_DIGITS = 4000, 120, 60  # per expression
MIN_LINES, MAX_LINES = 2, 30


@dataclass(frozen=True)
class Step:
    """One step: what is asked, the right expression, and known mistakes.

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
        report, step = (
            Report(words("step-name", name=self.name, number=number)),
            self.steps[number - 1],
        )
        ladder = StepLadder(report, step, answer, self.points())
        missing = cause("expression-missing", name=f"{self.name}_{number}", example="...")
        ladder.climb([answered(answer, missing), *ladder.rungs()])
        if report.good:
            form, more = step.form is not None, number < len(self.steps)
            report.message = words("step-right", form=form, number=number, more=more)
        return report

    def mark_all(self, answers: Sequence[Any]) -> Report:
        """Say which step is the first wrong one, and which later ones are right on their own."""
        reports = [self.mark(i, answer) for i, answer in enumerate(answers, start=1)]
        if len(reports) != len(self.steps):
            raise ValueError(f"{self.name} has {len(self.steps)} steps, not {len(reports)}")
        ladder = Ladder(Report(self.name))
        result = ladder.report

        def hold(number: int, first: Report) -> None:
            if first.good:
                return
            result.facts, result.looks, result.think = first.facts, first.looks, first.think
            later = [i for i, one in enumerate(reports, start=1) if i > number and one.good]
            if later:
                result.add(Row.RIGHT_ALONE, words("right-steps", numbers=later))
            ladder.broken("first-wrong-step", number=number, problem=first.findings[-1])

        ladder.climb(
            (words("rung-step", number=i, words=step.words), functools.partial(hold, i, report))
            for i, (step, report) in enumerate(zip(self.steps, reports, strict=True), start=1)
        )
        if result.good:
            result.message = words("derivation-right")
        return result


class FreeDerivation(Derivation):
    """A start and an end; the student chooses the lines between them.

    Its steps are the stops: the start, then what the lines come to, the end last.
    """

    def mark_all(self, answers: Any) -> Report:
        """Go through the lines and name the first that does not follow from the one before."""
        return LinesLadder(self, answers).run()


class ExpressionLadder(Ladder):
    """Tests rungs within a limit of time; an expression that can't be computed breaks its rung."""

    def try_rung(self, hold: Callable[[], str | None]) -> str | None:
        """Try one rung."""
        try:
            with time_limit(SECONDS, of_processor=True):
                return hold()
        except (TooSlow, RecursionError, MemoryError):
            self.broken("expression-too-large")
        except Exception as error:  # SymPy and mpmath raise many kinds of error
            self.broken("expression-not-computed", error=type(error).__name__)


def answered(answer: Any, missing: Finding) -> Rung:
    """The rung of an answer that is there; the finding says that there is none."""

    def hold() -> None:
        if answer is None:
            raise Broken(missing)

    return words("rung-answered"), hold


class StepLadder(ExpressionLadder):
    """An answer on its way to the right expression: by value and, if a form is asked for, by form."""

    def __init__(self, report: Report, step: Step, answer: Any, points: list[Values]) -> None:
        super().__init__(report)
        self.step, self.answer, self.points = step, answer, points

    def rungs(self) -> Iterator[Rung]:
        """The rungs, from the first to the last."""
        step = self.step
        names = {symbol.name for symbol in getattr(step.right, "free_symbols", ())}
        symbols = [name for name in self.points[0] if name in names]
        name = words("rung-expression-in", symbols=symbols) if symbols else words("rung-expression")
        yield name, self.is_expression
        yield words("rung-value"), self.has_value
        if step.form:
            yield words("rung-written", form=step.form.words), self.has_form

    def is_expression(self) -> None:
        """It is an expression in the symbols of the step."""
        self.expression = as_expression(self.answer)
        try:
            check_symbols(self.expression, self.points[0])
        except Broken:
            nothing = [None] * len(self.points)
            strange = Comparison(self.step, self.expression, self.points, nothing)
            self.explain(strange.other_symbol())
            raise

    def has_value(self) -> str | None:
        """It has the right value at every point."""
        step, points, expression = self.step, self.points, self.expression
        mine = _values(expression, points)
        if all(number is None for number in mine):
            self.report.add(Row.AT_POINT, at_point(points[0], expression))
            self.broken("no-value-anywhere", why=_why_not(expression, points[0]))
        line = Comparison(step, expression, points, mine)
        if all_same(mine, line.wanted, line.near):
            return None if step.form else words("rung-value-of", words=step.words)
        nowhere = next((i for i, number in enumerate(mine) if number is None), None)
        at = line.telling_point() if nowhere is None else nowhere
        self.report.add(Row.AT_POINT, at_point(points[at], expression, step.right))
        self.report.add(Row.VALUE_OF, show(mine[at]), words("your-step"))
        self.report.add(Row.SHOULD_BE, show(line.wanted[at]))
        found = line.find() or (line.describe() if nowhere is None else line.edit())
        self.explain(found)
        if nowhere is not None:
            self.broken("no-value-here", why=_why_not(expression, points[at]))
        if all_same(mine, line.wanted, 1e-3):
            self.broken("few-digits")
        constant = not expression.free_symbols and getattr(step.right, "free_symbols", None)
        if not found and constant:
            self.broken("number-for-step", words=step.words)
        kind = "not-the-derivative" if step.slope and not found else "not-the-step"
        self.broken(kind, words=step.words, slope=step.slope)

    def has_form(self) -> None:
        """It has the form that is asked for."""
        check_form(self.step, self.expression)


class LinesLadder(ExpressionLadder):
    """The lines of a free derivation: each has to follow from the one before."""

    def __init__(self, derivation: FreeDerivation, answers: Any) -> None:
        super().__init__(Report(derivation.name))
        self.answers, self.steps = answers, derivation.steps
        self.points = derivation.points()

    def run(self) -> Report:
        """Climb the rungs."""
        report = self.climb(self.rungs())
        if report.good:
            report.message = words("derivation-right")
        return report

    def rungs(self) -> Iterator[Rung]:
        """A rung for each line, and one for the end."""
        name, steps = self.report.name, self.steps
        yield answered(
            self.answers, cause("expression-missing", name=name, example="[line, line, ...]")
        )
        yield words("rung-lines"), self.are_lines
        self.stops = [[value(step.right, point) for point in self.points] for step in steps]
        self.at, self.before, self.expression = 0, self.stops[0], steps[0].right
        for number, line in enumerate(self.answers, start=1):
            rung = words("rung-line", number=number, before=_line(number - 1))
            yield rung, functools.partial(self.follows, number, line)
        yield words("rung-last-line", words=steps[-1].words), self.arrives
        if form := steps[-1].form:
            end = functools.partial(check_form, steps[-1], self.expression, len(self.answers))
            yield words("rung-written", form=form.words), end

    def are_lines(self) -> None:
        """There are some lines, in a list."""
        answers = self.answers
        if not isinstance(answers, list | tuple):
            self.broken("not-a-list", name=self.report.name)
        if len(answers) < MIN_LINES:
            self.broken("one-line" if answers else "no-lines")
        if len(answers) > MAX_LINES:
            self.broken("many-lines", lines=len(answers), most=MAX_LINES)

    def follows(self, number: int, line: Any) -> str:
        """A line is equal to the one before, or takes the derivation to a later stop."""
        try:
            if line is None or line is ...:
                self.broken("line-missing")
            last, self.expression = self.expression, as_expression(line)
            check_symbols(self.expression, self.points[0])
            mine = _values(self.expression, self.points)
        except Broken as broken:
            self.broken("in-line", number=number, problem=broken.finding)
        near = ROUNDED if has_floats(self.expression) else EXACT
        later = range(self.at, len(self.stops))
        stop = next((k for k in later if all_same(mine, self.stops[k], near)), None)
        if stop is None:
            self._slip(number, last, mine, near)
            raise AssertionError
        self.at, self.before = stop, mine
        return words("rung-line-held", number=number, words=self.steps[stop].words)

    def arrives(self) -> None:
        """The last line is the end."""
        if self.at < len(self.steps) - 1:
            here, end = self.steps[self.at].words, self.steps[-1].words
            self.broken("not-at-the-end", words=here, end=end)

    def _slip(self, number: int, last: Any, mine: list[Any], near: float) -> None:
        """Say what is wrong with a line that does not follow."""
        at, points, expression = self.at, self.points, self.expression
        goals, rights = self.steps[at : at + 2], self.stops[at : at + 2]
        # A point at which it has no value tells most; else any at which it differs from all goals.
        where = next((i for i, v in enumerate(mine) if v is None), None)
        if where is None:
            differ = (not any(same(mine[i], r[i], near) for r in rights) for i in range(len(mine)))
            where = next((i for i, differs in enumerate(differ) if differs), 0)
        before, report = _line(number - 1), self.report
        point = at_point(points[where], last, expression, *(s.right for s in goals))
        report.add(Row.AT_POINT, point)
        report.add(Row.VALUE_OF, show(self.before[where]), say(_line(number - 1)).looks)
        report.add(Row.VALUE_OF, show(mine[where]), say(_line(number)).looks)
        for step, right in zip(goals[1:], rights[1:], strict=True):
            report.add(Row.VALUE_OF, show(right[where]), step.words)
        self.explain(self._why(number, before, mine, near))
        why = _why_not(expression, points[where]) if mine[where] is None else None
        nor = goals[1].words if len(goals) > 1 else ""
        self.broken("does-not-follow", number=number, before=before, nor=nor, why=why)

    def _why(self, number: int, before: Finding, mine: list[Any], near: float) -> Finding | None:
        """Why a line does not follow."""
        at, points, expression = self.at, self.points, self.expression
        goals = self.steps[at : at + 2]
        derived = number > 1 and len(goals) == 1  # what is left is to write it in another way
        for step in () if derived else self.steps[at + (number > 1) :]:
            found = Comparison(step, expression, points, mine).find()
            if not found:
                continue
            # Another thing than what should come next may also be that with a small edit.
            unrelated = found.kind == "known-mistake" and found.data["mistake"].unrelated
            if (step not in goals or unrelated) and number > 1 and None not in mine:
                for goal in goals[1:]:
                    if edit := Comparison(goal, expression, points, mine).edit():
                        return cause("or-meant-as", first=found, step=goal.words, found=edit)
            return found
        for k in range(at):
            if all_same(mine, self.stops[k], near):
                return cause("goes-back", words=self.steps[k].words)
        if None not in mine:
            meant = [replace(step, slope=None) for step in goals] if derived else goals
            if found := self._nearly(meant, mine):
                return found
        if derived:
            return cause("value-changed", before=before)
        return Comparison(self.steps[at], expression, points, mine).find()

    def _nearly(self, goals: list[Step], mine: list[Any]) -> Finding | None:
        """How a line differs from what it may be meant to be."""
        readings = []
        for step in goals:
            # Another form may do without a symbol.
            line = Comparison(step, self.expression, self.points, mine)
            if found := line.describe(lost=False):
                readings.append((step.words, found))
        several = len(goals) > 1
        return cause("meant-as", readings=readings, several=several) if readings else None


def _line(number: int) -> Finding:
    """A line by its number; before the first there is the start."""
    return cause("line-number", number=number) if number else cause("the-start")


def check_form(step: Step, expression: Any, line: int = 0) -> None:
    """Look whether an expression of the right value has the form that was asked for."""
    if step.form and (lack := step.form.lacks(expression)):
        kind = "line-in-other-form" if line else "value-in-other-form"
        Ladder.broken(kind, form=step.form.words, lack=lack, line=line)


def _values(expression: Any, points: list[Values]) -> list[Any]:
    try:
        return [value(expression, point) for point in points]
    except UnknownPart as part:
        Ladder.broken("sigma-called" if str(part) == "sigma" else "unknown-part", part=str(part))


def _why_not(expression: Any, point: Values) -> Finding:
    try:
        real_value(expression, point)
    except NoValue as why:
        return why.finding
    return cause("no-real-value")


def at_point(point: Values, *expressions: Any) -> str:
    """The point, as far as it matters to these expressions."""
    names = {s.name for e in expressions for s in getattr(e, "free_symbols", ())}
    return ", ".join(
        f"{name} = {show(v)}" for name, v in point.items() if name in names or not names
    )


def as_expression(answer: Any) -> Any:
    """The answer as a SymPy expression that is small enough to be computed."""
    import sympy

    if isinstance(answer, str):
        Ladder.broken("expression-is-text")
    if isinstance(answer, bool):
        Ladder.broken("expression-is-truth", answer=answer)
    if isinstance(answer, Integral):
        answer = sympy.Integer(int(answer))
    elif isinstance(answer, Real):
        answer = sympy.Float(float(answer))
    if isinstance(answer, sympy.core.relational.Relational):
        Ladder.broken("expression-is-equation")
    if not isinstance(answer, sympy.Expr):
        Ladder.broken(_other_type(answer), type=type(answer).__name__)
    _check_size(answer)
    for part, kind in (
        (sympy.Derivative, "holds-derivative"),
        (sympy.Integral, "holds-integral"),
        (sympy.Sum, "holds-sum"),
        (sympy.Product, "holds-product"),
    ):
        if answer.has(part):
            Ladder.broken(kind)
    if answer.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.I):
        Ladder.broken("not-real", answer=show(answer))
    return answer


def _other_type(answer: Any) -> str:
    """What something is that is no expression."""
    if type(answer).__name__ == "ndarray":
        return "expression-is-array"
    if callable(answer):
        return "expression-is-function"
    is_list = isinstance(answer, list | tuple | set)
    return "expression-is-list" if is_list else "expression-is-other"


def _check_size(expression: Any) -> None:
    """Refuse an expression that is too large, too deep, or holds too long a number."""
    parts, stack = 0, [(expression, 1)]
    while stack:
        node, depth = stack.pop()
        parts += 1
        long = node.is_Integer and abs(int(node)) >= 10**MAX_DIGITS
        if parts > MAX_PARTS or depth > MAX_DEPTH or long:
            Ladder.broken("expression-far-too-large")
        stack.extend((argument, depth + 1) for argument in node.args)


def check_symbols(expression: Any, known: Values) -> None:
    """Refuse symbols that are not among those of the step."""
    names = {symbol.name for symbol in expression.free_symbols}
    strange = sorted(names - set(known))
    if strange:
        Ladder.broken("strange-symbols", strange=strange, known=list(known))
