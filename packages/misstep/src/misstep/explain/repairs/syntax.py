"""Syntax trees: walking them, and building the parts of an edit."""

import ast
import copy
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from misstep.explain.mutants import Block, Edit, Part, line_of, part_of

NUMPY = "np"


def fields(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any]]:
    """(parent, field, value of the field) for all of a tree except the parameters."""
    for parent in ast.walk(tree):
        if isinstance(parent, ast.arguments):
            continue
        for field, value in ast.iter_fields(parent):
            yield parent, field, value


def blocks(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Block]]:
    """All blocks of statements of a tree: (parent, field, block)."""
    for parent, field, value in fields(tree):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield parent, field, value


def expressions(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any, int | None, ast.expr]]:
    """(parent, field, value of the field, index if that is a list, expression)."""
    for parent, field, value in fields(tree):
        if isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, ast.expr):
                    yield parent, field, value, i, item
        elif isinstance(value, ast.expr):
            yield parent, field, value, None, value


def replace_expression(
    parent: ast.AST,
    field: str,
    value: Any,
    i: int | None,
    new: Any,
    node: Any,
    part: Part | None = None,
) -> Edit:
    """The edit that replaces an expression, given as `expressions` yields it."""
    changed = new if i is None else [*value[:i], new, *value[i + 1 :]]
    usual, data = part_of(node)
    return Edit(parent, field, value, changed, line_of(node, parent), part or usual, data)


def needless(edit: Edit) -> Iterator[Edit]:
    """The edit with 0 or 1 for its new call or sum: if one does as well, that says nothing."""
    for number in map(ast.Constant, (1, 0)):
        match edit.old, edit.new:
            case ast.Call() | ast.BinOp(), ast.Call() | ast.BinOp():
                yield replace(edit, new=number)
            case [*old], [*new] if len(old) == len(new):
                changed = [b for a, b in zip(old, new, strict=True) if a is not b]
                if len(changed) == 1 and isinstance(changed[0], ast.Call | ast.BinOp):
                    yield replace(edit, new=[number if b is changed[0] else b for b in new])


def replace_statement(
    parent: ast.AST, field: str, block: Block, i: int, new: Block, line: int
) -> Edit:
    """The edit that replaces one statement of a block."""
    return Edit(parent, field, block, [*block[:i], *new, *block[i + 1 :]], line, Part.LINE)


def call_of(name: str, *args: ast.expr, **keywords: Any) -> ast.Call:
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


def called(node: ast.AST) -> str:
    """The name of the function or method that is called, also given as `a.mean` of `a.mean()`."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case ast.Attribute(attr=name):
            return name
    return ""


def names_in(node: ast.AST, *kinds: type[ast.expr_context]) -> set[str]:
    """The names in a tree: all of them, or those that are read (or written)."""
    return {
        part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and isinstance(part.ctx, kinds or ast.expr_context)
    }


def with_replaced(tree: Any, pairs: Iterable[tuple[ast.AST, ast.AST]]) -> Any:
    """A copy of a tree with some of its parts replaced."""
    others = {id(old): new for old, new in pairs}

    def made(node: Any) -> Any:
        if id(node) in others:
            return others[id(node)]
        if isinstance(node, list):
            return [made(item) for item in node]
        if not isinstance(node, ast.AST):
            return node
        copied = copy.copy(node)
        for field, value in ast.iter_fields(node):
            setattr(copied, field, made(value))
        return copied

    return made(tree)


def loaded(node: Any) -> Any:
    """A copy of a target as an expression to read."""
    made = copy.deepcopy(node)
    for part in ast.walk(made):
        if hasattr(part, "ctx"):
            part.ctx = ast.Load()
    return made
