"""An expression in the place of another that is in the same function already."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from misstep.explain.mutants import Edit, Part
from misstep.explain.repairs.claims import Candidate, Claim
from misstep.explain.repairs.syntax import (
    NUMPY,
    call_of,
    expressions,
    names_in,
    replace_expression,
    with_replaced,
)

Place = tuple[ast.AST, str, Any, int | None, ast.expr]


def one_part(function: ast.FunctionDef) -> Iterator[Candidate]:
    """An expression in whose place one part of it is enough."""
    for parent, field, value, i, node in _read(function, ast.Call | ast.BoolOp):
        for part in _parts(node):
            yield Candidate(replace_expression(parent, field, value, i, part, node))


def _parts(node: Any) -> list[ast.expr]:
    """The operands of `and` and `or`; the arguments of a call, or the entries of a list in it."""
    parts = node.values if isinstance(node, ast.BoolOp) else node.args
    inner = [part.elts if isinstance(part, ast.List | ast.Tuple) else [part] for part in parts]
    return [part for many in inner for part in many if not isinstance(part, ast.Constant)]


def out_of_date(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A name that is read when the only line that made it would make something else."""
    stored = names_in(function, ast.Store)
    for line in ast.walk(function):
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=made) if names_in(made) & stored:
                pass
            case _:
                continue
        uses = [at for at in expressions(function) if getattr(at[-1], "id", "") == name]
        stores = [node for *_, node in uses if not isinstance(getattr(node, "ctx", 0), ast.Load)]
        if len(stores) > 1 or any(isinstance(at[0], ast.Attribute | ast.Subscript) for at in uses):
            continue  # it may have been changed since
        for parent, field, value, i, node in uses:
            if node in stores:
                continue
            data = {"name": name, "made": ast.unparse(made), "line": ast.unparse(line)}
            yield Candidate(
                replace_expression(parent, field, value, i, copy.deepcopy(made), node),
                Claim("stale-value", {**data, "where": _around(parent)}),
            )


def other_entries(function: ast.FunctionDef) -> Iterator[Candidate]:
    """y[:n] beside X[batch]: two arrays of which different entries are taken."""
    found: list[Any] = [node for *_, node in _read(function, ast.Subscript)]
    for node in found:
        for other in found:
            if ast.unparse(other.value) != ast.unparse(node.value):
                index = copy.deepcopy(other.slice)  # the other may hold this one
                one, whole, text = map(ast.unparse, (node, node.value, other))
                yield Candidate(
                    replace_expression(node, "slice", node.slice, None, index, node),
                    Claim("different-entries", {"one": one, "whole": whole, "other": text}),
                )


def entry_for_index(function: ast.FunctionDef) -> Iterator[Candidate]:
    """An entry of what a loop goes through, where its index is meant."""
    indices: dict[str, str] = {}
    loops: list[tuple[ast.AST, ast.AST]] = []
    for loop in ast.walk(function):
        match loop:
            case ast.For(target=ast.Tuple(elts=[ast.Name(id=index), ast.Name(id=entry)])):
                if ast.unparse(loop.iter).startswith("enumerate("):
                    indices[entry] = index
            case ast.For(target=ast.Name(id=entry), iter=ast.Name() as whole):
                indices[entry] = f"_index_of_{entry}"
                both = ast.Tuple([ast.Name(indices[entry], ast.Store()), loop.target], ast.Store())
                loops += [(loop.target, both), (whole, call_of("enumerate", whole))]
    for parent, field, value, i, node in expressions(function):
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in indices]
        if not names or not isinstance(node, ast.Compare | ast.Subscript):
            continue
        never = replace_expression(parent, field, value, i, ast.Constant(False), node)
        for some in [names, *([name] for name in names)]:
            pairs = [(name, ast.Name(indices[name.id], ast.Load())) for name in some]
            body = with_replaced(function.body, [*loops, *pairs])
            data = {"text": ast.unparse(node), "names": sorted({name.id for name in some})}
            yield Candidate(
                Edit(function, "body", function.body, body, node.lineno, Part.EXPRESSION),
                Claim("entry-for-index", {**data, "everywhere": some is names}, rival=never),
            )


def argument_instead(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A call in whose place an argument is needed."""
    for parent, field, value, i, node in _read(function, ast.Call):
        if field in ("test", "ifs"):
            continue  # almost any value would be true there
        data = {"text": ast.unparse(node), "where": _around(parent)}
        for argument in function.args.args:
            name = ast.Name(argument.arg, ast.Load())
            yield Candidate(
                replace_expression(parent, field, value, i, name, node),
                Claim("argument-is-needed", data),
            )


def other_expression(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A name or a call in whose place another expression of the function is needed."""
    others = {ast.unparse(node): node for *_, node in _read(function, ast.Call | ast.Subscript)}
    for parent, field, value, i, node in _read(function, ast.Name | ast.Call):
        for other in others.values():
            new = copy.deepcopy(other)  # it may hold the one that it replaces
            yield Candidate(replace_expression(parent, field, value, i, new, node))


def _around(parent: ast.AST) -> str:
    """The expression that another is part of; empty if that is a whole line."""
    return ast.unparse(parent) if isinstance(parent, ast.expr) else ""


def _read(tree: ast.AST, kinds: Any) -> Iterator[Place]:
    """The expressions of some kinds that are read, without the names of functions."""
    for parent, field, value, i, node in expressions(tree):
        is_called = isinstance(parent, ast.Call) and parent.func is node
        is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if isinstance(node, kinds) and is_read and not is_called and ast.unparse(node) != NUMPY:
            yield parent, field, value, i, node
