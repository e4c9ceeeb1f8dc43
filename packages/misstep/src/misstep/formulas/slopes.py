"""Slips of differentiating: what comes out if one rule is broken at one place.

Of a step that asks for the derivative of a formula, these are made from the formula itself: every
logarithm, exponential, power, product and sum in it can go wrong in its own way. A mistake is said only
where it gives the values of the student's line at every point.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from misstep.core.mistakes import Another

Mistake = tuple[Any, str, str]  # what comes out, what that shows, what to think about

SPLIT = "the logarithm of the sum was split."
CHAIN = "The chain rule: what is the outer derivative here, and what that of the inside?"


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
            yield _with(mistake, mistake[0] * self.times)


def _with(mistake: Mistake, wrong: Any) -> Mistake:
    """The same mistake inside a larger formula."""
    if isinstance(mistake, Another):
        return mistake._replace(wrong=wrong)
    return wrong, *mistake[1:]


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
        yield (
            node.xreplace({part: Add(*map(log, terms))}),
            SPLIT,
            "log(a + b) is not log(a) + log(b).",
        )
        for term in terms if len(terms) > 2 else ():
            yield (
                node.xreplace({part: log(Add(*(t for t in terms if t != term)))}),
                "a term of the sum inside the logarithm is missing.",
                "Which terms does that sum have? Go back to where it comes from, and count them.",
            )


def read_as_quotient(
    slope: "Slope", line: Any, at: Callable[[Any], Any], same: Callable[..., bool]
) -> tuple[str, str] | None:
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
                which = "one of the two factors" if len(lost) > 1 else lost[0]
                return (
                    f"both products of the quotient rule are there, but in {product}, {which} is missing.",
                    f"(a/b)' is (a' b - a b') / b^2. What are {' and '.join(without)} here?",
                )
    return None


def _of_sum(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import Add, diff, exp

    right = diff(node, symbol)
    for term in node.args:
        slope = diff(term, symbol)
        if slope != 0:
            where = f"Which terms hold {symbol}, and what is the derivative of each?"
            yield right - slope, f"the derivative of {term} is missing.", where
            yield right - 2 * slope, f"the derivative of {term} has the other sign.", where
        if slope == term:
            continue
        yield (
            right - slope + term,
            f"{term} is still in it, and was not differentiated.",
            f"What is the derivative of {term} in {symbol}?",
        )
    if all(term.func == exp for term in node.args):
        together = exp(Add(*(term.args[0] for term in node.args)))
        yield (
            diff(together, symbol),
            "the exponents are added up, as if it were a product.",
            "e^(a + b) is e^a times e^b. Is e^a plus e^b the same?",
        )
    for term in node.args:
        for mistake in mistakes(term, symbol):
            yield _with(mistake, right - diff(term, symbol) + mistake[0])


def _of_product(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import Mul, diff

    moving = [factor for factor in node.args if factor.has(symbol)]
    right = diff(node, symbol)
    if len(moving) > 1:
        rule = _rule(moving)
        for factor in moving:
            product = diff(factor, symbol) * node / factor
            yield right - product, f"{_name(factor)} was taken as a constant.", rule
            yield (
                right - 2 * product,
                f"the product with the slope of {_name(factor)} has the other sign.",
                rule,
            )
        slopes = [diff(factor, symbol) for factor in moving]
        yield (
            node / Mul(*moving) * Mul(*slopes),
            "the derivatives of the factors are multiplied.",
            rule,
        )
        above, below = node.as_numer_denom()
        if below.has(symbol) and above.has(symbol):
            yield (
                diff(above, symbol) / diff(below, symbol),
                "numerator and denominator were differentiated on their own.",
                rule,
            )
            yield right * below, "the denominator is not squared.", rule
    for factor in moving:
        for mistake in mistakes(factor, symbol):
            yield _with(mistake, right + (mistake[0] - diff(factor, symbol)) * node / factor)


def _of_power(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import diff

    base, power = node.base, node.exp
    inner, outer = diff(base, symbol), power * base ** (power - 1)
    stays = "is not lowered by 1" if power > 0 else "in the denominator is not raised by 1"
    rule = "What is the derivative of a^n in a, and what is that of a itself?"
    if inner != 1:
        yield outer, f"the inner derivative, that of {base}, is missing.", CHAIN
        yield Another(inner, f"this is the inner derivative alone, that of {base}.", CHAIN)
    yield outer * inner / power, f"the exponent {power} does not come down as a factor.", rule
    yield power * node * inner, f"the power of {base} {stays}.", rule
    for mistake in mistakes(base, symbol):
        yield _with(mistake, outer * mistake[0])


def _of_exp(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import diff

    [inside] = node.args
    inner = diff(inside, symbol)
    if inner != 1:
        yield node, f"{node} lacks its inner derivative, that of {inside}.", CHAIN
        yield Another(inner, f"this is the inner derivative of {node} alone.", CHAIN)
        yield (
            -node * inner,
            f"the inner derivative of {node} has the other sign.",
            f"What is the derivative of {inside}?",
        )
    yield (
        node.func(inner),
        f"in {node}, the exponent itself was differentiated.",
        "What does e^u have as its derivative in u?",
    )
    yield (
        inside * node,
        f"{inside} was taken down as a factor, as the power rule does it.",
        "Does the power rule hold where the exponent is what changes?",
    )
    for mistake in mistakes(inside, symbol):
        yield _with(mistake, node * mistake[0])


def _of_log(node: Any, symbol: Any) -> Iterator[Mistake]:
    from sympy import Add, diff

    [inside] = node.args
    inner = diff(inside, symbol)
    rule = "(log u)' is u'/u. What is u here, and what is u'?"
    if inner != 1:
        yield 1 / inside, f"{node} lacks its inner derivative, that of {inside}.", rule
    yield (
        inner,
        f"of {node} only what is inside was differentiated, and not divided by {inside}.",
        rule,
    )
    yield 1 / inner, f"the derivative of {node} was taken as 1 over the inner derivative.", rule
    if inside.is_Add:
        yield (
            Add(*(diff(term, symbol) / term for term in inside.args)),
            SPLIT,
            "log(a + b) is not log(a) + log(b).",
        )
    yield node.func(inner), f"in {node} the inside was differentiated, and the log was kept.", rule
    for mistake in mistakes(inside, symbol):
        yield _with(mistake, mistake[0] / inside)


def _is_denominator(factor: Any) -> bool:
    return bool(factor.is_Pow and factor.exp.is_number and factor.exp.is_negative)


def _name(factor: Any) -> str:
    """A factor in words: what is divided by is the denominator."""
    return f"the denominator {factor.base}" if _is_denominator(factor) else str(factor)


def _rule(moving: list[Any]) -> str:
    if any(map(_is_denominator, moving)):
        return (
            "(a/b)' is (a' b - a b') / b^2. What is a here, what is b, and what are their slopes?"
        )
    return "(a b)' is a' b + a b'. What are a and b here, and what are their slopes?"


_RULES = {
    "Add": _of_sum,
    "Mul": _of_product,
    "power": _of_power,
    "exp": _of_exp,
    "log": _of_log,
}
