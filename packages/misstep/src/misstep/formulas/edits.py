"""Small edits of a formula: a sign, a term or a factor with which it would be right.

`repairs` for a line of a derivation. An edit is named only if the formula is right with it at every
point.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

MAX_EDITS = 200  # tried per formula
MAX_TERMS_NAMED = 3  # in a sum that a message repeats
MAX_TERM_CHARACTERS = 40  # in a term that a message repeats
BINOMIAL = (
    "(a + b)^2 is a^2 + 2 a b + b^2, and (a - b)^2 is a^2 - 2 a b + b^2. What is squared here?"
)
Edited = tuple[Any, str, str]  # the formula with an edit, what that shows, what to think about


def one_edit(expression: Any, is_right: Callable[[Any], bool]) -> tuple[str, str] | None:
    """The first small edit that makes a formula right, in words."""
    for edited, looks, think in itertools.islice(
        itertools.chain(edits(expression), _renamed(expression)), MAX_EDITS
    ):
        if is_right(edited):
            return looks, think
    return None


def edits(expression: Any) -> Iterator[Edited]:
    """All of them, those of the whole formula before those of its parts."""
    yield from _of_node(expression)
    yield from _of_parts(expression, expression)


def _of_parts(expression: Any, whole: Any) -> Iterator[Edited]:
    for i, part in enumerate(expression.args):
        where = ""
        if part.is_Mul or (part.is_Add and len(part.args) <= MAX_TERMS_NAMED):
            where = f"in {part}, "  # the same factor may stand in another term
        elif part.args and whole.count(part) > 1:
            where = "at one place, "
        here = ((new, f"{where}{looks}", think) for new, looks, think in _of_node(part))
        for new, looks, think in itertools.chain(here, _of_parts(part, whole)):
            parts = [*expression.args[:i], new, *expression.args[i + 1 :]]
            yield expression.func(*parts), looks, think


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
            names = " and ".join(map(str, some))
            yield (
                expression.xreplace(dict.fromkeys(some, other)),
                f"with {other} in place of {names} it would be right.",
                f"Where {'does' if len(some) == 1 else 'do'} {names} come from?",
            )
    for name in symbols:
        for other in symbols:
            for edited in _with(expression, name, other) if name != other else ():
                yield (
                    edited,
                    f"at one place there is {name}, and with {other} there it would be right.",
                    f"Go through the places with {name}: should it be {other} at one of them?",
                )


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


def part_of_fraction(
    expression: Any, right: Any, is_zero: Callable[[Any], bool]
) -> tuple[str, str] | None:
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
        return (
            f"the numerator is right, and the denominator {below} is not.",
            "What is everything divided by?",
        )
    if is_zero(below - under):
        return (
            f"the denominator is right, and the numerator {top} is not.",
            "Which rule leads to the numerator?",
        )
    return None


def _of_node(node: Any) -> Iterator[Edited]:
    from sympy import log

    if node.is_Add:
        for term in node.args:
            shown = -term if term.could_extract_minus_sign() else term
            it = shown if len(str(shown)) <= MAX_TERM_CHARACTERS else "it"
            yield (
                node - 2 * term,
                f"with the other sign of {shown} it would be right.",
                f"Where does {it} come from, and with which sign?",
            )
            yield (
                node - term,
                f"without the term {term} it would be right.",
                f"Where does {it} come from?",
            )
            if shown.free_symbols:
                yield (
                    node - term + _sign(term) * log(shown),
                    f"with the logarithm of {shown} in place of {shown} it would be right.",
                    "log(a/b) is log(a) - log(b), and log(a b) is log(a) + log(b). What are a and b?",
                )
        yield from _square_of_sum(node)
        if len(node.args) == 2:
            one, other = node.args
            for sign in (1, -1):
                yield (
                    sign * one * other,
                    f"{one} and {other} are added, and should be multiplied.",
                    "Which rule leads here, and what does it make of the two?",
                )
    if node.is_Mul:
        factors = [factor for factor in node.args if not factor.is_Number]
        for factor in factors if len(factors) > 1 else []:
            yield (
                node / factor,
                f"without the factor {factor} it would be right.",
                f"Where does {factor} come from?",
            )
        if len(factors) == 2:
            one, other = factors
            for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                yield (
                    signs[0] * one + signs[1] * other,
                    f"{one} and {other} are multiplied, and should be added or subtracted.",
                    "Which rule leads here, and what does it make of the two?",
                )
    if node.is_Pow and node.exp == 2 and node.base.is_Add:
        yield from _squares_in_sum(node)
    if node.is_Pow and node.exp.is_Integer and node.base.free_symbols:
        where = " in the denominator" if node.exp < 0 else ""
        squares = {1: 2, -1: -2, 2: 1, -2: -1}
        if (power := squares.get(int(node.exp))) is not None:
            how = "with the square" if abs(power) == 2 else "without the square"
            yield (
                node.base**power,
                f"{how} of {node.base}{where} it would be right.",
                "Which power does the rule give?",
            )
    if node.is_Function and len(node.args) == 1:
        yield (
            node.func(-node.args[0]),
            f"with the other sign inside {node} it would be right.",
            "Which sign does the definition have there?",
        )
        for more in (1, -1):
            yield (
                node.func(node.args[0] + more),
                f"inside {node} a number is missing.",
                "Go back one line: what was inside there?",
            )


def _squares_in_sum(node: Any) -> Iterator[Edited]:
    """Of a sum that is squared: one of its terms squared, or each on its own."""
    squares = {term: _sign(term) * term**2 for term in node.base.args}
    for term, square in squares.items():
        if term.free_symbols:
            yield (
                node.base - term + square,
                f"in {node} all of {node.base} is squared, and not {_sign(term) * term} alone.",
                BINOMIAL,
            )
    yield (
        sum(squares.values()),
        f"{node} is squared as a whole, and not each of its terms on its own.",
        BINOMIAL,
    )


def _square_of_sum(node: Any) -> Iterator[Edited]:
    """Of a sum with squares in it: the whole of it squared."""
    roots = {
        term: _sign(term) * (_sign(term) * term).args[0]
        for term in node.args
        if (_sign(term) * term).is_Pow and (_sign(term) * term).exp == 2
    }
    for term, root in roots.items():
        yield (
            (node - term + root) ** 2,
            f"in {node} only {_sign(root) * root} is squared, and not all of {node - term + root}.",
            BINOMIAL,
        )
    if len(roots) == len(node.args):
        yield (
            sum(roots.values()) ** 2,
            f"in {node} each term is squared on its own, and not the whole of it.",
            BINOMIAL,
        )


def _sign(term: Any) -> int:
    return -1 if term.could_extract_minus_sign() else 1
