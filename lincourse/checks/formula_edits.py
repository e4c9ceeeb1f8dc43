"""Small edits of a formula: a sign, a term or a factor with which it would be right.

What `repairs` does for functions, for a line of a derivation. An edit is said only where the formula is
right with it at every point.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

MOST = 200  # that are tried
Edited = tuple[Any, str, str]  # the formula with an edit, what that shows, what to think about


def one_edit(expression: Any, is_right: Callable[[Any], bool]) -> tuple[str, str] | None:
    """The first small edit that makes a formula right, in words."""
    for edited, looks, think in itertools.islice(edits(expression), MOST):
        if is_right(edited):
            return looks, think
    return None


def edits(expression: Any) -> Iterator[Edited]:
    """All of them, those of the whole formula before those of its parts."""
    yield from _of_node(expression)
    for i, part in enumerate(expression.args):
        for new, looks, think in edits(part):
            parts = [*expression.args[:i], new, *expression.args[i + 1 :]]
            yield expression.func(*parts), looks, think


def _of_node(node: Any) -> Iterator[Edited]:
    if node.is_Add:
        for term in node.args:
            shown = -term if term.could_extract_minus_sign() else term
            yield (
                node - 2 * term,
                f"with the other sign of {shown} it would be right.",
                f"Where does {shown} come from, and with which sign?",
            )
            yield (
                node - term,
                f"without the term {term} it would be right.",
                f"Where does {shown} come from?",
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
    if node.is_Function and len(node.args) == 1:
        yield (
            node.func(-node.args[0]),
            f"with the other sign inside {node} it would be right.",
            "Which sign does the definition have there?",
        )
