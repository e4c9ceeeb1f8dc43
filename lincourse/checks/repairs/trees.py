"""Syntax trees: going through one, and making the parts that an edit puts into it."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lincourse.checks.mutants import Edit, in_words, line_of

NUMPY = "np"
TICK, COPY = "_lincourse_tick", "_lincourse_copy"  # names that an edited function finds


@dataclass(frozen=True)
class Try:
    """An edit with what can be said if it is the one."""

    edit: Edit
    looks: str = ""
    think: str = ""


def fields(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any]]:
    """(parent, field, what the field holds), for all of a tree but the parameters."""
    for parent in ast.walk(tree):
        if isinstance(parent, ast.arguments):
            continue
        for field, value in ast.iter_fields(parent):
            yield parent, field, value


def expressions(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any, int | None, ast.expr]]:
    """(parent, field, what the field holds, place in it if it is a list, expression)."""
    for parent, field, value in fields(tree):
        if isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, ast.expr):
                    yield parent, field, value, i, item
        elif isinstance(value, ast.expr):
            yield parent, field, value, None, value


def put(
    parent: ast.AST, field: str, value: Any, i: int | None, new: Any, node: Any, what: str = ""
) -> Edit:
    """The edit that puts another expression in the place that `expressions` gave."""
    changed = new if i is None else [*value[:i], new, *value[i + 1 :]]
    return Edit(parent, field, value, changed, line_of(node, parent), what or in_words(node))


def called(name: str, *args: ast.expr, **keywords: Any) -> ast.Call:
    """A call of a function of NumPy ("np.sqrt") or of Python ("abs"), or of a method."""
    module, _, rest = name.rpartition(".")
    function: ast.expr = ast.Name(rest, ast.Load())
    if module:
        function = ast.Attribute(_name(module), rest, ast.Load())
    given = [ast.keyword(key, ast.Constant(value)) for key, value in keywords.items()]
    return ast.Call(function, list(args), given)


def _name(dotted: str) -> ast.expr:
    first, *rest = dotted.split(".")
    node: ast.expr = ast.Name(first, ast.Load())
    for part in rest:
        node = ast.Attribute(node, part, ast.Load())
    return node


def method(node: ast.expr, name: str, *args: ast.expr) -> ast.Call:
    """A call of a method of an expression."""
    return ast.Call(ast.Attribute(node, name, ast.Load()), list(args), [])


def loaded(node: Any) -> Any:
    """A copy of an expression that is read, not written."""
    made = copy.deepcopy(node)
    if hasattr(made, "ctx"):
        made.ctx = ast.Load()
    return made
