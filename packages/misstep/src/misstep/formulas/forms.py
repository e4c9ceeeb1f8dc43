"""Forms: syntactic predicates on expressions, for steps that ask for more than the right value.

A derivation is a change of form, so "without a fraction" has to be looked at and not only computed.
A form reads the expression as it was written. SymPy tidies a little by itself (1/exp(z) becomes
exp(-z), 2*x + x becomes 3*x), and nothing here does more than that.

    without_fraction()            nothing with a symbol in it stands in a denominator
    terms(3)                      at most three terms, once all brackets are multiplied out
    with_only("p1", "T")          no other symbol is left
    once("w_k")                   the symbol is written down once
    apart("y", "z")               no product holds both
    all_of(form, form)            each of them; the first that is not met is named
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from misstep.explain.findings import Finding, cause
from misstep.ladder import words

MAX_TERMS_COUNTED = 1000  # exponents can be arbitrarily large


@dataclass(frozen=True)
class Form:
    """A form: its name in words, and a function that finds what an expression lacks to have it."""

    words: str
    lacks: Callable[[Any], Finding | None]


def all_of(*forms: Form) -> Form:
    """All of the forms at once."""

    def lacks(expression: Any) -> Finding | None:
        missing = (form.lacks(expression) for form in forms)
        return next((lack for lack in missing if lack), None)

    return Form(" and ".join(form.words for form in forms), lacks)


def without_fraction(but: tuple[str, ...] = ()) -> Form:
    """No denominator that holds a symbol, except for these symbols by themselves."""

    def lacks(expression: Any) -> Finding | None:
        for node in _nodes(expression):
            if node.is_Pow and node.exp.could_extract_minus_sign() and node.base.free_symbols:
                if node.base.is_Symbol and node.base.name in but:
                    continue
                return cause("fraction-left", part=node)
        return None

    return Form(words("form-without-fraction"), lacks)


def terms(most: int, least: int = 1) -> Form:
    """So many terms, counted after multiplying out and before anything cancels."""
    name = "form-difference" if least == most == 2 else "form-terms"

    def lacks(expression: Any) -> Finding | None:
        number = _terms(expression)
        if least <= number <= most:
            return None
        return cause("too-few-terms" if number < least else "too-many-terms", number=number)

    return Form(words(name, most=most), lacks)


def with_only(*names: str) -> Form:
    """No other symbols than these."""

    def lacks(expression: Any) -> Finding | None:
        held = {symbol.name for symbol in expression.free_symbols}
        others = sorted(held - set(names))
        if not others:
            return None
        hidden = [name for name in names if name not in held] or names
        return cause("other-symbols-left", others=others, hidden=hidden)

    return Form(words("form-with-only", names=list(names)), lacks)


def once(*names: str) -> Form:
    """Each of the symbols is written down a single time."""

    def lacks(expression: Any) -> Finding | None:
        for name in names:
            number = sum(node.is_Symbol and node.name == name for node in _nodes(expression))
            if number > 1:
                return cause("symbol-repeated", name=name, number=number)
        return None

    return Form(words("form-once", names=list(names)), lacks)


def apart(one: str, other: str) -> Form:
    """No product of the two symbols, nor of powers of them."""

    def lacks(expression: Any) -> Finding | None:
        for node in _nodes(expression):
            if node.is_Mul and {one, other} <= {
                _base(factor).name for factor in node.args if _base(factor).is_Symbol
            }:
                return cause("product-left", part=node, one=one)
        return None

    return Form(words("form-apart", one=one, other=other), lacks)


def _base(factor: Any) -> Any:
    return factor.base if factor.is_Pow else factor


def _nodes(expression: Any) -> Iterator[Any]:
    """All parts of an expression, from the outside in."""
    stack = [expression]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.args))


def _terms(node: Any) -> int:
    """How many terms an expression has once all of its brackets are multiplied out."""
    if node.is_Add:
        return min(sum(map(_terms, node.args)), MAX_TERMS_COUNTED)
    if node.is_Mul:
        number = 1
        for factor in node.args:
            number = min(number * _terms(factor), MAX_TERMS_COUNTED)
        return number
    if node.is_Pow and node.exp.is_Integer and node.exp > 1:
        return min(_terms(node.base) ** min(int(node.exp), 10), MAX_TERMS_COUNTED)
    return 1
