"""Term by term: which terms of a line are right, which one is not, and by which factor.

A line is cut into its terms, as it is written or multiplied out. A term is right if it has, at every
point, the values of a term of the right line, or of a few of these added up. Terms are named by their
text, never by their place, as adding up has no order.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from misstep.explain.findings import Finding, cause

FACTOR_TOO_MANY = {"all": "factor-of-all-too-many", "term": "term-factor-too-many"}
FACTOR_MISSING = {"all": "factor-of-all-missing", "term": "term-factor-missing"}
MAX_TERMS, MAX_ADDED_TERMS, MAX_FACTORS, MAX_NODES = 9, 3, 40, 40

Values = list[Any]
# The values of a formula at all points, or None if one is missing.
At = Callable[[Any], Values | None]
Same = Callable[[Values, Values], bool]


def by_terms(
    expression: Any, parts: Sequence[tuple[Any, str]], at: At, same: Same, sure: bool = False
) -> Finding | None:
    """Which terms of a sum are right and which are not; if `sure`, only if it is a factor of one.

    `parts` are the terms of the right line, each with words for what it is of ("" where there are none).
    """
    wanted = [(values, words) for part, words in parts if (values := at(part))]
    if len(wanted) < len(parts):
        return None
    for terms, multiplied in _cuts(expression):
        given = [(term, values) for term in terms if (values := at(term))]
        if len(given) < max(2, len(terms)):
            continue
        right, wrong, missing = _matched(given, wanted, same)
        if (len(wrong) == len(missing) == 1 and right) or any(term.free_symbols for term in right):
            found = _describe(right, wrong, missing, parts, at, same)
            if sure and found.kind != "term-factor":
                continue
            return replace(found, data={**found.data, "multiplied": multiplied})
    return None


def by_factors(expression: Any, right: Any, at: At, same: Same) -> Finding | None:
    """Of two products: the only factor that the right one does not have, the others being right."""
    from sympy import Mul

    given, wanted = ([f for f in Mul.make_args(e) if f.free_symbols] for e in (expression, right))
    if len(given) != len(wanted) or len(given) < MAX_ADDED_TERMS:
        return None
    wrong, left, turned = [], [values for factor in wanted if (values := at(factor))], False
    for factor in given:
        values = at(factor)
        if values is None:
            return None
        minus = [-v for v in values]
        found = next((w for w in left if same(values, w) or same(minus, w)), None)
        if found is None:
            wrong.append(factor)
        else:
            turned |= not same(values, found)
            left = [w for w in left if w is not found]
    if len(wrong) != 1 or len(left) != 1:
        return None
    fine = [factor for factor in given if factor is not wrong[0]]
    kind = "one-factor-wrong-and-sign" if turned else "one-factor-wrong"
    return cause(kind, right=fine, wrong=wrong[0])


def factor_between(
    given: Values, wanted: Values, sources: Sequence[Any], at: At, same: Same, of: str
) -> Finding | None:
    """The short expression by which two differ; `of` says what it is a factor of: "all", "term"."""
    for q in itertools.islice(_factors(sources), MAX_FACTORS):
        values = at(q)
        if not values or not all(values):  # times 0, anything is the same
            continue
        too_many = same([w * v for w, v in zip(wanted, values, strict=True)], given)
        missing = same([g * v for g, v in zip(given, values, strict=True)], wanted)
        if too_many and missing:  # its square is 1: what is not there can't be too many
            too_many = sources[0].has(q)
        if too_many:
            return cause(FACTOR_TOO_MANY[of], factor=q)
        if missing:
            return cause(FACTOR_MISSING[of], factor=q)
    return None


def _describe(
    right: list[Any],
    wrong: list[tuple[Any, Values]],
    missing: list[tuple[Values, str]],
    parts: Sequence[tuple[Any, str]],
    at: At,
    same: Same,
) -> Finding:
    """Which terms are right, and what is wrong with the others."""
    about: dict[str, Any] = {"right": right, "wrong": [term for term, _ in wrong]}
    about["of"] = missing[0][1] if len(missing) == 1 else ""
    if not wrong:
        return cause("derivative-missing" if about["of"] else "terms-missing", **about)
    if not missing:
        return cause("terms-too-many", **about)
    if len(wrong) > 1:
        return cause("terms-wrong", **about)
    [(term, values)] = wrong
    wanted = [sum(numbers) for numbers in zip(*(v for v, _ in missing), strict=True)]
    if same([-v for v in values], wanted):
        return cause("term-opposite-sign", **about)
    sources = [term, *(part for part, _ in parts)]
    if factor := factor_between(values, wanted, sources, at, same, "term"):
        return cause("term-factor", **about, factor=factor)
    return cause("term-not-derivative" if about["of"] else "term-wrong", **about)


def _matched(
    terms: list[tuple[Any, Values]], wanted: list[tuple[Values, str]], same: Same
) -> tuple[list[Any], list[tuple[Any, Values]], list[tuple[Values, str]]]:
    """The terms that are right, those that are not, and what none of them is."""
    left, right, wrong = list(wanted), [], []
    for term, values in terms:
        found = next((some for some in _together(left) if same(values, _sum(some))), None)
        if found is None:
            wrong.append((term, values))
        else:
            right.append(term)
            left = [part for part in left if not any(part is one for one in found)]
    return right, wrong, left


def _together(parts: list[tuple[Values, str]]) -> Iterator[tuple[tuple[Values, str], ...]]:
    for size in range(1, min(len(parts), MAX_ADDED_TERMS) + 1):
        yield from itertools.combinations(parts, size)


def _sum(parts: Sequence[tuple[Values, str]]) -> Values:
    return [sum(numbers) for numbers in zip(*(values for values, _ in parts), strict=True)]


def _cuts(expression: Any) -> Iterator[tuple[list[Any], bool]]:
    """The terms of a formula: as it is written, then multiplied out, if it is short enough."""
    from sympy import Add

    terms = list(Add.make_args(expression))
    if len(terms) <= MAX_TERMS:
        yield terms, False
    apart = multiplied_out(expression)
    if len(apart) <= MAX_TERMS and apart != terms:
        yield apart, True


def multiplied_out(expression: Any) -> list[Any]:
    """The terms of a formula once its brackets are multiplied out, as far as they are few."""
    from sympy import Add

    done: list[Any] = []
    todo = list(Add.make_args(expression))
    while todo and len(done) + len(todo) <= MAX_TERMS:
        term = todo.pop(0)
        bracket = _bracket(term)
        if bracket is None:
            done.append(term)
        else:
            todo += [part * (term / bracket) for part in bracket.args]
    return list(Add.make_args(Add(*done, *todo)))


def _bracket(term: Any) -> Any:
    """A sum that is a factor of a term, or is squared in it."""
    for factor in term.args if term.is_Mul else (term,):
        if factor.is_Add:
            return factor
        if factor.is_Pow and factor.exp == 2 and factor.base.is_Add:
            return factor.base
    return None


def _factors(sources: Sequence[Any]) -> Iterator[Any]:
    """Short expressions that may be a factor: numbers, symbols, their exponentials, parts of formulas."""
    from sympy import Integer, exp, preorder_traversal

    seen = set()
    symbols = sorted({s for source in sources for s in source.free_symbols}, key=str)
    nodes = [
        node
        for source in sources
        for node in itertools.islice(preorder_traversal(source), MAX_NODES)
        if node.free_symbols
    ]
    bases = [n.base for n in nodes if n.is_Pow]
    short = sorted([*bases, *nodes], key=lambda n: n.count_ops())
    twice = [2 * symbol for symbol in symbols]
    for q in (Integer(2), Integer(3), *symbols, *twice, *map(exp, symbols), *short):
        if q not in seen:
            seen.add(q)
            yield q
