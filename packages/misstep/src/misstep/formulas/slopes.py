"""Slips of differentiating: what comes out if one rule is broken at one place.

Of a step that asks for the derivative of a formula, these are made from the formula itself: every
logarithm, exponential, power, product and sum in it can go wrong in its own way. A mistake is said only
where it gives the values of the student's line at every point.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from misstep.core.mistakes import Mistake
from misstep.explain.findings import Finding, cause
from misstep.explain.words import say


@dataclass(frozen=True)
class Slope:
    """A derivative: of what, in which symbol, and what the chain rule multiplies it by afterwards."""

    of: Any
    symbol: Any
    times: Any = 1

    def parts(self) -> list[tuple[Any, Any]]:
        """The terms of the formula, each with its derivative; those that vanish are left out."""
        from sympy import Add, diff

        slopes = ((term, diff(term, self.symbol)) for term in Add.make_args(self.of))
        return [(term, slope * self.times) for term, slope in slopes if slope != 0]

    def mistakes(self) -> Iterator[Mistake]:
        """What comes out if one rule is broken at one place."""
        for mistake in mistakes(self.of, self.symbol):
            yield replace(mistake, answer=mistake.wrong * self.times)


def _slip(wrong: Any, kind: str, unrelated: bool = False, **data: Any) -> Mistake:
    """What comes out by a slip, with its words."""
    return Mistake(wrong, *say(cause(kind, **data)), unrelated)


def mistakes(node: Any, symbol: Any) -> Iterator[Mistake]:
    """The wrong derivatives of a formula: those with a mistake in a part of it come last."""
    if not node.has(symbol) or node == symbol:
        return
    kind = node.func.__name__
    rule = _RULES.get("power" if node.is_Pow else kind)
    if rule is not None and (not node.is_Pow or not node.exp.has(symbol)):
        yield from rule(node, symbol)


def in_logs(node: Any) -> Iterator[Mistake]:
    """A formula with the logarithm of a sum split, or without one of the terms of that sum."""
    from sympy import Add, log

    logs = [part for part in node.atoms(log) if part.args[0].is_Add]
    for part in logs:
        terms = part.args[0].args
        yield _slip(node.xreplace({part: Add(*map(log, terms))}), "log-of-sum-split")
        for term in terms if len(terms) > 2 else ():
            without = log(Add(*(t for t in terms if t != term)))
            yield _slip(node.xreplace({part: without}), "term-lost-inside-log")


def read_as_quotient(
    slope: "Slope", line: Any, at: Callable[[Any], Any], same: Callable[..., bool]
) -> Finding | None:
    """Which of the two products of the quotient rule is right, of a line that is written with both."""
    from sympy import Mul, diff

    a, b = slope.of.as_numer_denom()
    numerators = [f for f in Mul.make_args(line) if not (f.is_Pow and f.exp.is_negative)]
    sums = [factor for factor in numerators if factor.is_Add and len(factor.args) == 2]
    if not b.has(slope.symbol) or len(sums) != 1 or len(numerators) == len(Mul.make_args(line)):
        return None
    over = slope.times / b**2
    down, up = diff(b, slope.symbol), diff(a, slope.symbol)
    first, second = up * b * over, -a * down * over
    given = {term: at(term * line / sums[0]) for term in sums[0].args}

    def is_that(term: Any, product: Any) -> bool:
        values = at(product)
        return bool(given[term] and values and same(given[term], values))

    for good, bad, product, without in (
        (first, second, "a b'", {"a": -down * over, "b'": -a * over}),
        (second, first, "a' b", {"a'": b * over, "b": up * over}),
    ):
        for term, other in (sums[0].args, sums[0].args[::-1]):
            if not (is_that(term, good) and not is_that(other, bad)):
                continue
            lost = [name for name, wrong in without.items() if is_that(other, wrong)]
            if lost:
                several = len(lost) > 1
                kind = "one-quotient-factor-missing" if several else "quotient-factor-missing"
                return cause(kind, product=product, lost=lost, factors=list(without))
    return None


def _of_sum(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import Add, diff, exp

    right = diff(node, symbol)
    for term in node.args:
        slope = diff(term, symbol)
        if slope != 0:
            about = {"term": term, "symbol": symbol}
            yield _slip(right - slope, "derivative-of-term-missing", **about)
            yield _slip(right - 2 * slope, "derivative-of-term-negated", **about)
        if slope != term:
            still = right - slope + term
            yield _slip(still, "term-not-differentiated", term=term, symbol=symbol)
    if all(term.func == exp for term in node.args):
        together = exp(Add(*(term.args[0] for term in node.args)))
        yield _slip(diff(together, symbol), "exponents-added")
    for term in node.args:
        for mistake in mistakes(term, symbol):
            yield replace(mistake, answer=right - diff(term, symbol) + mistake.wrong)


def _of_product(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import Mul, diff

    moving = [factor for factor in node.args if factor.has(symbol)]
    right = diff(node, symbol)
    if len(moving) > 1:
        quotient = any(map(_is_denominator, moving))
        for factor in moving:
            product, below = diff(factor, symbol) * node / factor, _is_denominator(factor)
            named = {"factor": factor.base if below else factor, "below": below}
            about = {**named, "quotient": quotient}
            yield _slip(right - product, "factor-taken-as-constant", **about)
            yield _slip(right - 2 * product, "product-negated", **about)
        slopes = [diff(factor, symbol) for factor in moving]
        multiplied = node / Mul(*moving) * Mul(*slopes)
        yield _slip(multiplied, "derivatives-multiplied", quotient=quotient)
        above, below = node.as_numer_denom()
        if below.has(symbol) and above.has(symbol):
            apart = diff(above, symbol) / diff(below, symbol)
            yield _slip(apart, "parts-differentiated-alone", quotient=quotient)
            yield _slip(right * below, "denominator-not-squared", quotient=quotient)
    for factor in moving:
        for mistake in mistakes(factor, symbol):
            change = (mistake.wrong - diff(factor, symbol)) * node / factor
            yield replace(mistake, answer=right + change)


def _of_power(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import diff

    base, power = node.base, node.exp
    inner, outer = diff(base, symbol), power * base ** (power - 1)
    if inner != 1:
        yield _slip(outer, "inner-derivative-missing", inside=base)
        yield _slip(inner, "only-inner-derivative", unrelated=True, inside=base)
    yield _slip(outer * inner / power, "exponent-not-a-factor", power=power)
    stays = "power-not-lowered" if power > 0 else "power-not-raised"
    yield _slip(power * node * inner, stays, base=base)
    for mistake in mistakes(base, symbol):
        yield replace(mistake, answer=outer * mistake.wrong)


def _of_exp(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import diff

    [inside] = node.args
    inner, about = diff(inside, symbol), {"node": node, "inside": inside}
    if inner != 1:
        yield _slip(node, "exp-without-inner-derivative", **about)
        yield _slip(inner, "only-inner-derivative-of-exp", unrelated=True, **about)
        yield _slip(-node * inner, "inner-derivative-negated", **about)
    yield _slip(node.func(inner), "exponent-differentiated", **about)
    for power in (node, node.func(inside - 1)):
        yield _slip(inside * power * inner, "exponent-taken-down", **about)
    yield _slip(inside * node, "exponent-taken-down", **about)
    for mistake in mistakes(inside, symbol):
        yield replace(mistake, answer=node * mistake.wrong)


def _of_log(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import Add, diff

    [inside] = node.args
    inner, about = diff(inside, symbol), {"node": node, "inside": inside}
    if inner != 1:
        yield _slip(1 / inside, "log-without-inner-derivative", **about)
    yield _slip(inner, "log-not-divided", **about)
    yield _slip(1 / inner, "log-upside-down", **about)
    if inside.is_Add:
        split = Add(*(diff(term, symbol) / term for term in inside.args))
        yield _slip(split, "log-of-sum-split")
    yield _slip(node.func(inner), "log-kept", **about)
    for mistake in mistakes(inside, symbol):
        yield replace(mistake, answer=mistake.wrong / inside)


def _is_denominator(factor: Any) -> bool:
    return bool(factor.is_Pow and factor.exp.is_number and factor.exp.is_negative)


_RULES = {
    "Add": _of_sum,
    "Mul": _of_product,
    "power": _of_power,
    "exp": _of_exp,
    "log": _of_log,
}
