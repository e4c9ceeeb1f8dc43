"""The source of a student's function, and the numbers and strings in it."""

import ast
import inspect
import textwrap
from typing import Any

CALLS_OUT = {"open", "exec", "eval", "input", "os", "sys", "shutil", "subprocess", "Path", "exit"}
EXPLODES = {"itertools", "product", "permutations", "combinations", "combinations_with_replacement"}


def source_of(function: Any) -> str:
    """The source of a plain function that is safe to run in edited form; empty for any other."""
    if not inspect.isfunction(function) or function.__closure__:
        return ""
    if (CALLS_OUT | EXPLODES) & set(function.__code__.co_names):
        return ""
    try:
        source = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError, ValueError):
        return ""
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        return ""
    return source


def literals_of(source: str) -> list[Any]:
    """The numbers and strings in a source, without its docstring and without repeats."""
    found: dict[Any, None] = {}
    tree = ast.parse(source)
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            value = node.value
            if isinstance(value, int | float | str) and not isinstance(value, bool):
                found[value] = None
    return list(found)


def names_of(source: str) -> set[str]:
    """The names that a function reads."""
    return {
        node.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }


def ends_with_return(function: Any) -> bool:
    """Whether the last line of a function returns something that is not plainly None."""
    source = source_of(function)
    body = ast.parse(source).body[0] if source else None
    last = body.body[-1] if isinstance(body, ast.FunctionDef) else None
    return isinstance(last, ast.Return) and not (
        last.value is None or (isinstance(last.value, ast.Constant) and last.value.value is None)
    )
