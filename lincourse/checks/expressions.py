"""Derivations: each step is an expression, right in whatever form it is written.

A derivation lists its steps, each with the right expression and the slips that students make:

    Derivation("tanh", draw, lambda: [
        Step("the slope of tanh in z, written with t = tanh(z)", 1 - t**2, [
            (1 - t, "the square is missing.", "What is the slope of tanh at 0, and at t = -0.5?"),
        ]),
    ])

Two expressions are the same if they have the same value, to thirty digits, at points drawn at
random. SymPy is never asked to simplify, which could take for ever: the value is computed by a
walk over the expression whose length, numbers and time are bounded. SymPy is imported when the
first step is checked.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

from lincourse.checks.calling import TooSlow, time_limit
from lincourse.checks.report import Report

DERIVATIONS: dict[str, "Derivation"] = {}

POINTS = 16
SECONDS = 4
MOST_PARTS, MOST_DEPTH, MOST_DIGITS = 4000, 120, 60
DIGITS = 60  # the precision that values are computed with
EXACT, ROUNDED = 1e-30, 1e-12  # how close is the same: for exact numbers, for floating-point ones

Point = dict[str, Fraction]


@dataclass(frozen=True)
class Step:
    """One step: what is asked, the right expression, and known slips (wrong, looks, think)."""

    words: str
    right: Any
    slips: Sequence[tuple[Any, str, str]] = field(default_factory=tuple)


class Derivation:
    """Steps that lead from one expression to another; `draw` gives every symbol a value."""

    def __init__(
        self, name: str, draw: Callable[[random.Random], Point], steps: Callable[[], list[Step]]
    ) -> None:
        self.name, self.draw, self._make = name, draw, steps
        self._steps: list[Step] | None = None
        DERIVATIONS[name] = self

    @property
    def steps(self) -> list[Step]:
        """The steps, made when they are first asked for, as that needs SymPy."""
        if self._steps is None:
            self._steps = self._make()
        return self._steps

    def points(self, seed: int = 0) -> list[Point]:
        """Values of all symbols, at which two different expressions differ."""
        rng = random.Random(f"{self.name} {seed}")
        return [self.draw(rng) for _ in range(POINTS)]

    def mark(self, number: int, answer: Any) -> Report:
        """Compare an answer with the right expression of a step, counted from 1."""
        if not 1 <= number <= len(self.steps):
            raise ValueError(f"{self.name} has steps 1 to {len(self.steps)}, not {number}")
        step = self.steps[number - 1]
        report = Report(f"{self.name}, step {number}")
        try:
            with time_limit(SECONDS):
                self._compare(step, answer, report)
        except _Wrong as wrong:
            report.failed, report.message = wrong.rung, wrong.message
        except (TooSlow, RecursionError, MemoryError):
            report.failed = "it can be computed"
            report.message = "The expression is too large to be computed in a few seconds."
        except Exception as error:  # SymPy and mpmath raise many kinds on what is no formula
            report.failed = "it can be computed"
            report.message = (
                f"The expression can't be computed ({type(error).__name__}). "
                "Write it with the symbols given, numbers, sums, products, powers, exp and log."
            )
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
                result.facts.append(("right on their own", f"step {', '.join(later)}"))
        return result

    def _compare(self, step: Step, answer: Any, report: Report) -> None:
        points = self.points()
        expression = _expression(answer, report)
        _check_symbols(expression, points[0])
        report.passed.append(f"it is an expression in {', '.join(points[0])}")
        mine = [_value(expression, point) for point in points]
        wanted = [_value(step.right, point) for point in points]
        defined = [value is not None for value in mine]
        if not any(defined):
            raise _Wrong("it has a value", "The expression has no real value at any point tried.")
        tolerance = ROUNDED if _has_floats(expression) else EXACT
        differs = [not _same(a, b, tolerance) for a, b in zip(mine, wanted, strict=True)]
        if not any(differs):
            report.passed.append(f"it is right: {step.words}")
            return
        worst = next(i for i, differ in enumerate(differs) if differ)
        at = ", ".join(f"{name} = {value}" for name, value in points[worst].items())
        report.facts = [
            ("at", at),
            ("your step is", _show(mine[worst])),
            ("it should be", _show(wanted[worst])),
        ]
        for wrong, looks, think in step.slips:
            values = [_value(wrong, point) for point in points]
            if all(_same(a, b, tolerance) for a, b in zip(mine, values, strict=True)):
                report.looks, report.think = looks, think
                break
        if not all(defined):
            message = "The expression has no real value at this point."
        elif all(_same(a, b, 1e-3) for a, b in zip(mine, wanted, strict=True)):
            message = "This agrees to a few digits only: use exact numbers, such as Rational(1, 3)."
        else:
            message = f"This is not {step.words}."
        raise _Wrong("it is right", message)


class _Wrong(Exception):
    """An answer is not right; `rung` says where it broke."""

    def __init__(self, rung: str, message: str) -> None:
        super().__init__(message)
        self.rung, self.message = rung, message


def _expression(answer: Any, report: Report) -> Any:
    """The answer as a SymPy expression that is small enough to be computed."""
    import sympy

    if answer is None:
        raise _Wrong("it is answered", "This step has no answer yet.")
    report.passed.append("it is answered")
    rung = "it is an expression"
    if isinstance(answer, str):
        raise _Wrong(rung, "This is text. Write the expression without quotes.")
    if isinstance(answer, bool):
        raise _Wrong(rung, f"This is {answer}, not an expression. (== compares; it makes no step.)")
    if isinstance(answer, Integral):
        answer = sympy.Integer(int(answer))
    elif isinstance(answer, Real):
        answer = sympy.Float(float(answer))
    if isinstance(answer, sympy.core.relational.Relational):
        raise _Wrong(rung, "This is an equation. Give the right-hand side alone.")
    if not isinstance(answer, sympy.Expr):
        kind = type(answer).__name__
        raise _Wrong(
            rung, f"This is of the kind {kind}. An expression is made of the symbols given."
        )
    _check_size(answer)
    for part, words in (
        (sympy.Derivative, "a derivative that is not worked out: .doit() works it out"),
        (sympy.Integral, "an integral that is not worked out"),
        (sympy.Sum, "a sum that is not written out: there are three classes, write all terms"),
        (sympy.Product, "a product that is not written out"),
    ):
        if answer.has(part):
            raise _Wrong(rung, f"This holds {words}.")
    if answer.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo, sympy.I):
        raise _Wrong(
            rung, f"This is or holds {answer}: not a real number. Is something divided by 0?"
        )
    return answer


def _check_size(expression: Any) -> None:
    """Refuse an expression that is too large, too deep, or holds too long a number."""
    parts, stack = 0, [(expression, 1)]
    while stack:
        node, depth = stack.pop()
        parts += 1
        long = node.is_Integer and abs(int(node)) >= 10**MOST_DIGITS
        if parts > MOST_PARTS or depth > MOST_DEPTH or long:
            raise _Wrong(
                "it can be computed",
                "The expression is far larger than this step needs. Start again from the step "
                "before, and write it with the symbols given.",
            )
        stack.extend((argument, depth + 1) for argument in node.args)


def _check_symbols(expression: Any, known: Point) -> None:
    names = {symbol.name for symbol in expression.free_symbols}
    strange = sorted(names - set(known))
    if strange:
        raise _Wrong(
            f"it is an expression in {', '.join(known)}",
            f"It holds {', '.join(strange)}, which this step does not have. "
            f"Its symbols are {', '.join(known)}.",
        )


def _value(expression: Any, point: Point) -> Any:
    """The value of an expression at a point, or None where it has no real one."""
    import mpmath

    with mpmath.workdps(DIGITS):
        try:
            values = {name: mpmath.mpf(v.numerator) / v.denominator for name, v in point.items()}
            return _walk(expression, values, {})
        except (ValueError, ZeroDivisionError, OverflowError):
            return None


def _walk(node: Any, values: dict[str, Any], known: dict[Any, Any]) -> Any:
    """The value of a node; each different part of the expression is computed once."""
    import mpmath

    if node in known:
        return known[node]
    if node.is_Symbol:
        result = values[node.name]
    elif node.is_Rational:
        result = mpmath.mpf(int(node.p)) / int(node.q)
    elif node.is_Float:
        result = mpmath.mpf(str(node))
    elif node.is_NumberSymbol:  # e, pi
        result = +{"Exp1": mpmath.e, "Pi": mpmath.pi}.get(type(node).__name__, mpmath.nan)
    else:
        arguments = [_walk(argument, values, known) for argument in node.args]
        result = _apply(type(node).__name__, arguments, node)
    if not mpmath.isfinite(result) or abs(result) > mpmath.mpf(10) ** 1000:
        raise OverflowError
    known[node] = result
    return result


def _apply(kind: str, arguments: list[Any], node: Any) -> Any:
    import mpmath

    if kind == "Add":
        return mpmath.fsum(arguments)
    if kind == "Mul":
        return mpmath.fprod(arguments)
    if kind == "Pow":
        return _power(*arguments)
    if kind == "exp":
        return _power(mpmath.e, arguments[0])
    if kind == "log":
        if any(argument <= 0 for argument in arguments):
            raise ValueError
        return mpmath.log(*arguments)
    if kind in ("Max", "Min"):
        return max(arguments) if kind == "Max" else min(arguments)
    if kind == "KroneckerDelta":
        return mpmath.mpf(arguments[0] == arguments[1])
    simple = {"Abs": abs, "sign": mpmath.sign}
    simple |= {
        name: getattr(mpmath, name) for name in ("tanh", "sinh", "cosh", "sech", "coth", "csch")
    }
    if kind not in simple:
        raise _Wrong(
            "it is an expression",
            f"It holds {kind}, which these steps do without: exp, log, tanh, sums, products and "
            "powers are enough.",
        )
    if abs(arguments[0]) > 1000:
        raise OverflowError
    return simple[kind](arguments[0])


def _power(base: Any, exponent: Any) -> Any:
    import mpmath

    if base == 0 and exponent < 0:
        raise ZeroDivisionError
    if base < 0 and exponent != int(exponent):
        raise ValueError
    if base != 0 and abs(exponent * mpmath.log(abs(base))) > 2000:
        raise OverflowError
    return mpmath.power(base, exponent)


def _has_floats(expression: Any) -> bool:
    import sympy

    return bool(expression.has(sympy.Float))


def _same(a: Any, b: Any, tolerance: float) -> bool:
    if a is None or b is None:
        return a is b
    return bool(abs(a - b) <= tolerance * max(1, abs(b)))


def _show(value: Any) -> str:
    import mpmath

    return "not defined" if value is None else str(mpmath.nstr(value, 6))
