"""Small edits of a formula: a sign, a term or a factor with which it would be right.

`repairs` for a line of a derivation. An edit is named only if the formula is right with it at every
point.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from misstep.explain.findings import Finding, cause

MAX_EDITS = 200  # tried per formula
# For each power the one with a square more or less, and the kind of that edit.
SQUARES = {
    1: (2, "square-missing"),
    -1: (-2, "square-missing-below"),
    2: (1, "square-too-many"),
    -2: (-1, "square-too-many-below"),
}
MAX_TERMS_NAMED = 3  # in a sum that a message repeats
MAX_TERM_CHARACTERS = 40  # in a term that a question repeats
Edited = tuple[Any, str, dict[str, Any]]  # the formula with an edit, its kind, what its words need


def one_edit(expression: Any, is_right: Callable[[Any], bool]) -> Finding | None:
    """The first small edit that makes a formula right."""
    for edited, kind, data in itertools.islice(
        itertools.chain(edits(expression), _renamed(expression)), MAX_EDITS
    ):
        if is_right(edited):
            return cause(kind, **data)
    return None


def edits(expression: Any) -> Iterator[Edited]:
    """All of them, those of the whole formula before those of its parts."""
    yield from _of_node(expression)
    yield from _of_parts(expression, expression)


def _of_parts(expression: Any, whole: Any) -> Iterator[Edited]:
    for i, part in enumerate(expression.args):
        where: dict[str, Any] = {}
        if part.is_Mul or (part.is_Add and len(part.args) <= MAX_TERMS_NAMED):
            where = {"in_part": part}  # the same factor may stand in another term
        elif part.args and whole.count(part) > 1:
            where = {"at_one_place": True}
        here = ((new, kind, data | where) for new, kind, data in _of_node(part))
        for new, kind, data in itertools.chain(here, _of_parts(part, whole)):
            parts = [*expression.args[:i], new, *expression.args[i + 1 :]]
            yield expression.func(*parts), kind, data


def _renamed(expression: Any) -> Iterator[Edited]:
    """Another symbol at one place, or in place of those that differ from it only in their index."""
    symbols = sorted(expression.free_symbols, key=str)
    for other in symbols:
        family = [s for s in symbols if s != other and _stem(s) == _stem(other)]
        for some in itertools.chain.from_iterable(
            itertools.combinations(family, many) for many in (1, 2)
        ):
            if len(some) == 1 and expression.count(some[0]) == 1:
                continue  # that is one place
            renamed = expression.xreplace(dict.fromkeys(some, other))
            yield renamed, "symbols-renamed", {"names": list(some), "other": other}
    for name in symbols:
        for other in symbols:
            for edited in _with(expression, name, other) if name != other else ():
                yield edited, "symbol-renamed", {"name": name, "other": other}


def _stem(symbol: Any) -> str:
    """A symbol's name without its index: p for p2."""
    return str(symbol).rstrip("0123456789")


def _with(node: Any, name: Any, other: Any) -> Iterator[Any]:
    """A formula with one symbol in place of another, at one place after another."""
    if node == name:
        yield other
    for i, part in enumerate(node.args):
        for new in _with(part, name, other):
            yield node.func(*node.args[:i], new, *node.args[i + 1 :])


def part_of_fraction(expression: Any, right: Any, is_zero: Callable[[Any], bool]) -> Finding | None:
    """Whether one of the two parts of a fraction is right, and the other is not.

    Of a sum nothing is said: put on one denominator, it has a numerator that nobody wrote.
    """
    if getattr(expression, "is_Add", False) or not (
        hasattr(expression, "as_numer_denom") and hasattr(right, "as_numer_denom")
    ):
        return None
    (top, below), (wanted, under) = expression.as_numer_denom(), right.as_numer_denom()
    if not (below.free_symbols and under.free_symbols):
        return None
    if is_zero(top - wanted):
        return cause("denominator-wrong", part=below)
    if is_zero(below - under):
        return cause("numerator-wrong", part=top)
    return None


def _of_node(node: Any) -> Iterator[Edited]:
    from sympy import log

    if node.is_Add:
        for term in node.args:
            shown = -term if term.could_extract_minus_sign() else term
            long = len(str(shown)) > MAX_TERM_CHARACTERS
            about = {"term": shown, "signed": term, "it": "it" if long else shown}
            yield node - 2 * term, "sign-of-term", about
            yield node - term, "term-left-out", about
            if shown.free_symbols:
                yield node - term + _sign(term) * log(shown), "log-of-term", about
        yield from _square_of_sum(node)
        if len(node.args) == 2 and all(term.free_symbols for term in node.args):
            one, other = node.args
            for sign in (1, -1):
                yield sign * one * other, "sum-for-product", {"one": one, "other": other}
    if node.is_Mul:
        factors = [factor for factor in node.args if not factor.is_Number]
        for factor in factors if len(factors) > 1 else []:
            yield node / factor, "factor-left-out", {"factor": factor}
        if len(factors) == 2:
            one, other = factors
            for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                added = signs[0] * one + signs[1] * other
                yield added, "product-for-sum", {"one": one, "other": other}
    if node.is_Pow and node.exp == 2 and node.base.is_Add:
        yield from _squares_in_sum(node)
    if node.is_Pow and node.exp in SQUARES and node.base.free_symbols:
        power, kind = SQUARES[int(node.exp)]
        yield node.base**power, kind, {"base": node.base}
    if node.is_Function and len(node.args) == 1:
        yield node.func(-node.args[0]), "sign-inside", {"node": node}
        for more in (1, -1):
            yield node.func(node.args[0] + more), "number-missing-inside", {"node": node}


def _squares_in_sum(node: Any) -> Iterator[Edited]:
    """Of a sum that is squared: one of its terms squared, or each on its own."""
    squares = {term: _sign(term) * term**2 for term in node.base.args}
    for term, square in squares.items():
        if term.free_symbols:
            about = {"node": node, "all": node.base, "one": _sign(term) * term}
            yield node.base - term + square, "all-squared-for-one", about
    yield sum(squares.values()), "squared-as-a-whole", {"node": node}


def _square_of_sum(node: Any) -> Iterator[Edited]:
    """Of a sum with squares in it: the whole of it squared."""
    roots = {
        term: _sign(term) * (_sign(term) * term).args[0]
        for term in node.args
        if (_sign(term) * term).is_Pow and (_sign(term) * term).exp == 2
    }
    for term, root in roots.items():
        whole = node - term + root
        about = {"node": node, "all": whole, "one": _sign(root) * root}
        yield whole**2, "one-squared-for-all", about
    if len(roots) == len(node.args):
        yield sum(roots.values()) ** 2, "squared-each-on-its-own", {"node": node}


def _sign(term: Any) -> int:
    return -1 if term.could_extract_minus_sign() else 1
