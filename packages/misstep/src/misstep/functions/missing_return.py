"""Functions that return None: they print their result, or have no return."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

from misstep.core.calling import is_remote
from misstep.explain.findings import Finding, Strength


def none_explained(function: Any, printed: str) -> Finding | None:
    """Why a call returned None; None if that is not plain.

    Args:
        function: The student's function.
        printed: What the call printed.

    """
    body = _body(function)
    returns = list(_own(body, ast.Return)) if body else []
    values = [node.value for node in returns if not _is_none(node.value)]
    kind = ""
    if any(map(_is_print, values)):
        kind = "returns-print"
    elif printed.strip() and values:
        kind = "prints-here"
    elif printed.strip():
        loops = list(_own(body, ast.For | ast.While)) if body else []
        in_loop = any(_is_print(node) for loop in loops for node in ast.walk(loop))
        kind = "prints-in-loop" if in_loop else "prints"
    elif body and not values:
        kind = "no-return"
    return Finding(kind, Strength.CAUSE) if kind else None


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
