"""Find the mistake: derivations with one wrong line ("erroneous worked examples" elsewhere).

A `FindTheError` is a derivation told line by line. Each line says how it follows from those before, and has
mistakes that students make there. A student's name chooses one of all the mistakes; the line that holds
it is printed wrong, and the lines below carry on from there, as they would on paper. The student
names the line and says what it should be, so that trying all the numbers does not help.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from misstep.core import course
from misstep.core.mistakes import Mistake
from misstep.core.report import Report
from misstep.core.rows import Row
from misstep.explain.findings import cause
from misstep.formulas.evaluation import Point, all_same, same, show, value, values_at
from misstep.formulas.expressions import (
    POINTS,
    ExpressionLadder,
    Step,
    StepLadder,
    answered,
    as_expression,
    at_point,
    check_symbols,
)
from misstep.ladder import Rung, words

FIND_THE_ERROR: dict[str, "FindTheError"] = {}


@dataclass(frozen=True)
class Line:
    """One line: what it is of (as LaTeX), its reason, how it follows from the lines before."""

    left: str
    reason: str
    follows: Callable[..., Any]
    mistakes: Sequence[Mistake]  # the lines before it are right


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
                right, mistake = expression, line.mistakes[which]
                expression, looks = mistake.wrong, mistake.looks
            printed.append(sympy.sympify(expression))
        return FlawedDerivation(lines, printed, place + 1, right, looks)

    def mark(self, answer: Any, student: Any = "") -> Report:
        """Compare the line that a student names, and what they put in its place."""
        return CorrectionLadder(self, self.for_student(student), answer).run()


class CorrectionLadder(ExpressionLadder):
    """The number of the wrong line, and what should be there."""

    def __init__(self, task: FindTheError, flawed: FlawedDerivation, answer: Any) -> None:
        super().__init__(Report(task.name))
        self.flawed, self.answer = flawed, answer
        rng = Random(task.name)
        self.points = [values_at(task.draw(rng)) for _ in range(POINTS)]

    def run(self) -> Report:
        """Climb the rungs."""
        report = self.climb(self.rungs())
        if report.good:
            report.message = words("error-found", looks=self.flawed.looks)
        return report

    def rungs(self) -> Iterator[Rung]:
        """The rungs, from the first to the last."""
        flawed, missing = self.flawed, {"name": self.report.name, "example": "[number, expression]"}
        yield answered(self.answer, cause("expression-missing", **missing))
        yield words("rung-pair"), self.is_pair
        yield words("rung-wrong-line", number=self.number), self.is_wrong_line
        yield words("rung-put-right"), self.is_changed
        line = flawed.lines[self.number - 1]
        right = words("right-line", number=self.number)
        step = Step(right, flawed.right, line.mistakes)
        yield from StepLadder(self.report, step, self.correction, self.points).rungs()

    def is_pair(self) -> None:
        """It is the number of a line, and an expression."""
        name, answer, most = self.report.name, self.answer, len(self.flawed.lines)
        if not isinstance(answer, list | tuple) or len(answer) != 2:
            self.broken("not-a-pair", name=name)
        number, self.correction = answer
        try:
            self.number = int(number)
            if isinstance(number, bool) or not same(self.number, number, 0):
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            self.broken("not-a-line-number", name=name)
        if not 1 <= self.number <= most:
            self.broken("no-such-line", number=self.number, most=most)
        if self.correction is None or self.correction is ...:
            self.broken("expression-left-out", number=self.number, name=name)

    def is_wrong_line(self) -> None:
        """The mistake is in this line."""
        number, flawed = self.number, self.flawed
        if number != flawed.wrong:
            line, point = flawed.printed[number - 1], self.points[0]
            self.report.add(Row.AT_POINT, at_point(point, line))
            self.report.add(
                Row.VALUE_OF, show(value(line, point)), words("line-number", number=number)
            )
            self.broken("line-does-follow", number=number)

    def is_changed(self) -> None:
        """The line is not what was printed."""
        expression = as_expression(self.correction)
        check_symbols(expression, self.points[0])
        printed = self.flawed.printed[self.number - 1]
        mine, wrong = ([value(e, point) for point in self.points] for e in (expression, printed))
        if all_same(mine, wrong, 1e-12):
            self.broken("line-still-wrong", number=self.number)


def _name(student: Any) -> str:
    """A name as it is drawn from: case and blanks do not matter."""
    if student is not None and not isinstance(student, str | int):
        raise ValueError('student should be text in quotes, such as student = "Ada Lovelace"')
    return " ".join(str("" if student is None else student).casefold().split())
