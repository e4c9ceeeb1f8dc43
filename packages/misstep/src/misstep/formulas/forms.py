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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

COUNTED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MAX_TERMS_COUNTED = 1000  # exponents can be arbitrarily large
MAX_CHARACTERS_SHOWN = 60  # per part of an expression


@dataclass(frozen=True)
class Form:
    """A form: its name in words, and what an expression lacks to have it.

    `lacks` gives that and something to think about, both in words, or None.
    """

    words: str
    lacks: Callable[[Any], tuple[str, str] | None]


def all_of(*forms: Form) -> Form:
    """All of the forms at once."""

    def lacks(expression: Any) -> tuple[str, str] | None:
        missing = (form.lacks(expression) for form in forms)
        return next((lack for lack in missing if lack), None)

    return Form(" and ".join(form.words for form in forms), lacks)


def without_fraction(but: tuple[str, ...] = ()) -> Form:
    """No denominator that holds a symbol, except for these symbols by themselves."""
    think = (
        "The logarithm of a fraction is a difference of two logarithms, and log(1/a) is -log(a)."
    )

    def lacks(expression: Any) -> tuple[str, str] | None:
        for node in _nodes(expression):
            if node.is_Pow and node.exp.could_extract_minus_sign() and node.base.free_symbols:
                if node.base.is_Symbol and node.base.name in but:
                    continue
                return f"one is left: {_text(node)}", think
        return None

    return Form("without a fraction", lacks)


def terms(most: int, least: int = 1) -> Form:
    """So many terms, counted after multiplying out and before anything cancels."""
    difference = least == most == 2

    def lacks(expression: Any) -> tuple[str, str] | None:
        number = _terms(expression)
        if number < least:
            return (
                f"it is {_count(number)} term",
                "Which logarithm belongs to the numerator, and which to the denominator?",
            )
        if number > most:
            lack = f"multiplied out it has {_count(number)}"
            return lack, "Multiply the brackets out. Which terms cancel, and which add up to one?"
        return None

    return Form("as a difference of two terms" if difference else f"in {_count(most)} terms", lacks)


def with_only(*names: str) -> Form:
    """No other symbols than these."""

    def lacks(expression: Any) -> tuple[str, str] | None:
        held = {symbol.name for symbol in expression.free_symbols}
        others = sorted(held - set(names))
        if not others:
            return None
        hidden = [name for name in names if name not in held] or names
        think = f"Which part of it is {listed(hidden, 'or')}, written out?"
        return f"it still holds {listed(others)}", think

    return Form(f"with {listed(names)} alone", lacks)


def once(*names: str) -> Form:
    """Each of the symbols is written down a single time."""

    def lacks(expression: Any) -> tuple[str, str] | None:
        for name in names:
            number = sum(node.is_Symbol and node.name == name for node in _nodes(expression))
            if number > 1:
                times = "twice" if number == 2 else f"{_count(number)} times"
                think = f"Which terms hold {name}? Take it out of them: a b + a c is a (b + c)."
                return f"{name} is in it {times}", think
        return None

    return Form(f"with {listed(names)} only once", lacks)


def apart(one: str, other: str) -> Form:
    """No product of the two symbols, nor of powers of them."""

    def lacks(expression: Any) -> tuple[str, str] | None:
        for node in _nodes(expression):
            if node.is_Mul and {one, other} <= {
                _base(factor).name for factor in node.args if _base(factor).is_Symbol
            }:
                lack = f"one is left: {_text(node)}"
                return lack, f"What is {one}**2 for the labels -1 and +1?"
        return None

    return Form(f"without a product of {one} and {other}", lacks)


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


def _count(number: int) -> str:
    return COUNTED[number] if number < len(COUNTED) else "more than ten"


def listed(names: Sequence[str], word: str = "and") -> str:
    """Names as one says them: p1, p2 and T."""
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


def _text(expression: Any) -> str:
    text = str(expression)
    return text if len(text) <= MAX_CHARACTERS_SHOWN else f"{text[:MAX_CHARACTERS_SHOWN]}..."
