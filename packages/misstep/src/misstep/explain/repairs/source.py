"""The source of a student's function, and the numbers and strings in it."""

import ast
import functools
import inspect
import textwrap
import warnings
from types import CodeType
from typing import Any

from misstep.core.calling import is_remote

CALLS_OUT = {"open", "exec", "eval", "input", "os", "sys", "shutil", "subprocess", "Path", "exit"}


def source_of(function: Any) -> str:
    """The source of a plain function that is safe to run in edited form; empty for any other."""
    if is_remote(function):
        source = function.source if getattr(type(function), "editable", None) else None
        return _safe(source) if source and function.editable else ""
    if not inspect.isfunction(function) or function.__closure__:
        return ""
    try:
        return _safe(inspect.getsource(function))
    except (OSError, TypeError):
        return ""


@functools.lru_cache(maxsize=8)
def _safe(text: str) -> str:
    """The source of a function, if it is one and may be run in edited form; else nothing."""
    try:
        source = textwrap.dedent(text)
        tree = ast.parse(source)
        own = tree.body[0]
        if len(tree.body) != 1 or not isinstance(own, ast.FunctionDef):
            return ""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the student's own cell warns
            parts = compile(tree, "<source>", "exec").co_consts
    except (SyntaxError, ValueError, IndexError, RecursionError, MemoryError):
        return ""
    codes = [code for code in parts if isinstance(code, CodeType) and code.co_name == own.name]
    return "" if CALLS_OUT & set(codes[-1].co_names) else source


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
