"""Numerical evaluation of expressions: a tree-walking interpreter with bounds.

Two expressions are the same if they have the same value, to thirty digits, at points drawn at
random (polynomial identity testing does the same). SymPy is never asked to simplify or to evaluate,
which could take for ever: the value is computed by a walk over the expression whose length, numbers
and time are bounded. SymPy is imported when the first expression is checked.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from misstep.explain.findings import cause

DIGITS = 60  # the precision that values are computed with
EXACT, ROUNDED = 1e-30, 1e-12  # how close is the same: for exact numbers, for floating-point ones

Point = dict[str, Fraction]  # a value for every symbol
Values = dict[str, Any]  # the same as numbers of mpmath, and what is computed from them


class NoValue(ValueError):
    """An expression has no real value at a point; `finding` says why."""

    def __init__(self, kind: str, **data: Any) -> None:
        super().__init__(kind)
        self.finding = cause(kind, **data)


class UnknownPart(Exception):
    """An expression holds something that is neither arithmetic nor a function known here."""


def values_at(point: Point, where: Mapping[str, Any] | None = None) -> Values:
    """The numbers of a point, and of symbols that stand for an expression in the others."""
    import mpmath

    with mpmath.workdps(DIGITS):
        values = {name: mpmath.mpf(v.numerator) / v.denominator for name, v in point.items()}
        for name, meaning in (where or {}).items():
            values[name] = _walk(meaning, values, {})
    return values


def value(expression: Any, values: Values, known: dict[Any, Any] | None = None) -> Any:
    """The value of an expression at a point, or None if it has no real one.

    `known` keeps the values of its parts, for expressions that have many of them in common.
    """
    try:
        return real_value(expression, values, known)
    except NoValue:
        return None


def real_value(expression: Any, values: Values, known: dict[Any, Any] | None = None) -> Any:
    """The value of an expression at a point; NoValue says why it has none."""
    import mpmath

    with mpmath.workdps(DIGITS):
        try:
            return _walk(expression, values, {} if known is None else known)
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            if isinstance(error, NoValue):
                raise
            raise NoValue("no-real-value") from error


def same(a: Any, b: Any, tolerance: float) -> bool:
    """Whether two values agree; a missing value only agrees with a missing one."""
    if a is None or b is None:
        return a is b
    return bool(abs(a - b) <= tolerance * max(1, abs(b)))


def all_same(some: Iterable[Any], others: Iterable[Any], tolerance: float) -> bool:
    """Whether values agree at every point."""
    return all(same(a, b, tolerance) for a, b in zip(some, others, strict=True))


def has_floats(expression: Any) -> bool:
    """Whether an expression holds decimal numbers, which are rounded."""
    import sympy

    return bool(expression.has(sympy.Float))


def show(number: Any) -> str:
    """A value as it is shown: at most six digits, and whole numbers without a point."""
    import mpmath

    if number is None:
        return "not defined"
    return str(mpmath.nstr(number, 6)).removesuffix(".0")


def _walk(node: Any, values: Values, known: dict[Any, Any]) -> Any:
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
        result = _apply(type(node).__name__, arguments)
    if not mpmath.isfinite(result) or abs(result) > mpmath.mpf(10) ** 1000:
        raise NoValue("too-large-number")
    known[node] = result
    return result


def _apply(kind: str, arguments: list[Any]) -> Any:
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
        low = min(arguments)
        if low <= 0:
            if low == 0:
                raise NoValue("log-of-zero")
            raise NoValue("log-of-negative", number=show(low))
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
        raise UnknownPart(kind)
    if abs(arguments[0]) > 1000:
        raise NoValue("too-large-number")
    return simple[kind](arguments[0])


def _power(base: Any, exponent: Any) -> Any:
    import mpmath

    if base == 0 and exponent < 0:
        raise NoValue("division-by-zero")
    if base < 0 and exponent != int(exponent):
        raise NoValue("root-of-negative", number=show(base))
    if base != 0 and abs(exponent * mpmath.log(abs(base))) > 2000:
        raise NoValue("too-large-number")
    return mpmath.power(base, exponent)
