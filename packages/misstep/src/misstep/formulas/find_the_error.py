"""Find the mistake: derivations with one wrong line ("erroneous worked examples" elsewhere).

A `Hunt` is a derivation told line by line. Each line says how it follows from those before, and has
mistakes that students make there. A student's name chooses one of all the mistakes; the line that holds
it is printed wrong, and the lines below carry on from there, as they would on paper. The student
names the line and says what it should be, so that trying all the numbers does not help.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from misstep.core import course
from misstep.core.report import Report
from misstep.core.rows import Fact, Row
from misstep.formulas import expressions
from misstep.formulas.evaluation import Point, all_same, same, show, value, values_at
from misstep.formulas.expressions import POINTS, Step, Wrong, at_point, marking, unanswered

FIND_THE_ERROR: dict[str, "FindTheError"] = {}


@dataclass(frozen=True)
class Line:
    """One line: what it is of (as LaTeX), its reason, how it follows from the lines before."""

    left: str
    reason: str
    follows: Callable[..., Any]
    mistakes: Sequence[tuple[Any, str, str]]  # wrong, looks, think; the lines before it are right


@dataclass(frozen=True)
class FlawedDerivation:
    """A derivation with a mistake in it, as one student gets it."""

    lines: list[Line]
    printed: list[Any]  # the expressions, wrong ones included
    wrong: int  # the number of the line with the mistake, counted from 1
    right: Any  # what that line should be
    looks: str  # what the mistake is, in words

    def _repr_markdown_(self) -> str:
        from sympy import latex

        return "\n".join(
            f"{number}. ${line.left}={latex(expression)}$ — *{line.reason}*"
            for number, (line, expression) in self._numbered()
        )

    def __repr__(self) -> str:
        return "\n".join(
            f"{number}. {expression}   ({line.reason})"
            for number, (line, expression) in self._numbered()
        )

    def _numbered(self) -> Any:
        return enumerate(zip(self.lines, self.printed, strict=True), start=1)


class FindTheError:
    """A derivation to look for a mistake in; `draw` gives every symbol a value."""

    def __init__(
        self, name: str, draw: Callable[[Random], Point], lines: Callable[[], list[Line]]
    ) -> None:
        self.name, self.draw, self._make = name, draw, lines
        FIND_THE_ERROR[name] = self

    def for_student(self, student: Any = "") -> FlawedDerivation:
        """The derivation with the mistake that a student's name draws."""
        choices = self.choices()
        digest = sha256(f"{course.current.name}\0{self.name}\0{_name(student)}".encode()).digest()
        return self.with_mistake(*choices[int.from_bytes(digest[:8], "big") % len(choices)])

    def choices(self) -> list[tuple[int, int]]:
        """All mistakes: the number of the line, and of the mistake in it, both counted from 0."""
        return [(i, j) for i, line in enumerate(self._make()) for j in range(len(line.mistakes))]

    def with_mistake(self, place: int, which: int) -> FlawedDerivation:
        """The derivation with this mistake, and what follows from it."""
        import sympy

        lines, right, looks = self._make(), None, ""
        printed: list[Any] = []
        for i, line in enumerate(lines):
            expression = sympy.sympify(line.follows(*printed))
            if i == place:
                right, (expression, looks, _) = expression, line.mistakes[which]
            printed.append(sympy.sympify(expression))
        return FlawedDerivation(lines, printed, place + 1, right, looks)

    def mark(self, answer: Any, student: Any = "") -> Report:
        """Compare the line that a student names, and what they put in its place."""
        flawed = self.for_student(student)
        report = Report(self.name)
        with marking(report):
            self._compare(flawed, answer, report)
        return report

    def _compare(self, flawed: FlawedDerivation, answer: Any, report: Report) -> None:
        if answer is None:
            raise Wrong("it is answered", unanswered(self.name, "[number, expression]"))
        report.passed.append("it is answered")
        number, mended = _pair(self.name, answer, len(flawed.lines))
        report.passed.append("it is the number of a line, and an expression")
        rng = Random(self.name)
        points = [values_at(self.draw(rng)) for _ in range(POINTS)]
        if number != flawed.wrong:
            line = flawed.printed[number - 1]
            raise Wrong(
                f"line {number} is where the slip is",
                f"Line {number} does follow from what is printed above it, for the reason that it "
                "gives.",
                [
                    Fact(Row.AT_POINT, at_point(points[0], line)),
                    Fact(Row.VALUE_OF, _value(line, points[0]), f"line {number}"),
                ],
                think="Put numbers into every line, at a point that is nowhere special, and work out "
                "from the lines above what it should come to.",
            )
        report.passed.append(f"line {number} is where the slip is")
        line = flawed.lines[number - 1]
        step = Step(f"what should be in line {number}", flawed.right, line.mistakes)
        wrong = flawed.printed[flawed.wrong - 1]
        expression = expressions.as_expression(mended)
        expressions.check_symbols(expression, points[0])
        mine = [value(expression, point) for point in points]
        if all_same(mine, [value(wrong, point) for point in points], 1e-12):
            raise Wrong("the line is put right", f"This is what is printed in line {number}.")
        expressions.compare(step, mended, points, report)
        report.passed[-1] = f"the line is put right; the slip was: {flawed.looks}"


def _value(expression: Any, point: Any) -> str:
    return show(value(expression, point))


def _pair(name: str, answer: Any, most: int) -> tuple[int, Any]:
    """The line's number and the expression."""
    rung = "it is the number of a line, and an expression"
    form = (
        f"Give both, the number of the line and what it should be: {name} = [number, expression]."
    )
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        raise Wrong(rung, form)
    number, mended = answer
    try:
        whole = int(number)
        if isinstance(number, bool) or not same(whole, number, 0):
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise Wrong(rung, f"The first of the two should be the number of a line. {form}") from None
    if not 1 <= whole <= most:
        raise Wrong(rung, f"There is no line {whole}: the lines have the numbers 1 to {most}.")
    if mended is None or mended is ...:
        raise Wrong(rung, f"What should be in line {whole}? {form}")
    return whole, mended


def _name(student: Any) -> str:
    """A name as it is drawn from: case and blanks do not matter."""
    if student is not None and not isinstance(student, str | int):
        raise ValueError('student should be text in quotes, such as student = "Ada Lovelace"')
    return " ".join(str("" if student is None else student).casefold().split())
