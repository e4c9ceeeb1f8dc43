"""Functions that return None: they print their result, or have no return."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

from misstep.core.calling import is_remote

PRINTS = "print only shows a value on the screen; return hands it to the caller."


def none_explained(function: Any, printed: str) -> tuple[str, str] | None:
    """Why a call returned None, and a question; None if that is not plain.

    Args:
        function: The student's function.
        printed: What the call printed.

    """
    body = _body(function)
    returns = list(_own(body, ast.Return)) if body else []
    values = [node.value for node in returns if not _is_none(node.value)]
    if any(_is_print(value) for value in values):
        return (
            f"print itself returns None, and that is what comes back. {PRINTS}",
            "What should come after return, in place of the print?",
        )
    if printed.strip() and values:
        return f"here it prints, and returns nothing. {PRINTS}", "Which line prints here?"
    if printed.strip():
        loops = list(_own(body, ast.For | ast.While)) if body else []
        if any(_is_print(node) for loop in loops for node in ast.walk(loop)):
            return (
                f"it prints its results one after another, and returns nothing. {PRINTS}",
                "How can the loop collect what it prints, and what should be returned after it?",
            )
        return f"it prints, and returns nothing. {PRINTS}", "Which line should return the result?"
    if body and not values:
        return (
            "there is no return: the result is worked out, and then it is lost.",
            "What should come back at the end, after the last line?",
        )
    return None


def _body(function: Any) -> ast.FunctionDef | None:
    """The syntax tree of a function, or None if its source can't be found."""
    try:
        source = function.source if is_remote(function) else inspect.getsource(function)
        tree = ast.parse(textwrap.dedent(source))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    first = tree.body[0] if tree.body else None
    return first if isinstance(first, ast.FunctionDef) else None


def _own(node: ast.AST, kind: Any) -> Iterator[Any]:
    """The nodes of a kind that belong to a function itself, not to functions inside it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, kind):
            yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _own(child, kind)


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _is_print(value: ast.AST | None) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "print"
