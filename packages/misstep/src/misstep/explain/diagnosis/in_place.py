"""Which line changes an argument of the caller, with its value before and after.

The function is run with a look at its arguments before and after each of its statements. The first
statement after which one of them differs is told, unless the change came between two statements, as
in the head of a loop.
"""

import ast
import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, same
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import place_of
from misstep.explain.diagnosis.tracing import RECORD, instrumented, traced_call, tree_of
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.syntax import call_of

BEGIN, BEFORE, AFTER = range(3)
MAX_COMPARISONS = 5_000  # of the arguments with their copies, in one call
MAX_SHOWN = 100  # characters of a value
Simple = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Delete | ast.Return


class _Found(Exception):
    """Stops the traced call."""


def changing_line(function: Any, parameters: list[str], args: Args) -> Finding | None:
    """Find the first line of a call that changes an argument."""
    tree = tree_of(function)
    if tree is None or not isinstance(tree.body[0], ast.FunctionDef):
        return None
    own = tree.body[0]
    simple = [n for n in ast.walk(own) if isinstance(n, Simple)]
    nodes: list[ast.AST] = [*simple, own]
    given: list[Any] = []
    kept: list[Any] = []
    held: dict[str, Any] = {}  # the value of the name that a statement writes to
    found: list[tuple[int, int]] = []  # (number of the statement, number of the argument)
    looks = 0

    def see(number: int, when: int, *values: Any) -> Any:
        nonlocal looks
        looks += 1
        if when == BEGIN:
            given[:], kept[:] = values, copy.deepcopy(list(values))
            return None
        if looks > MAX_COMPARISONS:
            raise _Found
        if when == BEFORE:
            held.clear()
            held.update(zip(_written_to(nodes[number]), values, strict=False))
        changed = [
            i for i, (now, old) in enumerate(zip(given, kept, strict=True)) if not same(now, old)
        ]
        if changed:
            found.extend([(number, changed[0])] if when == AFTER else [])
            raise _Found
        return values[0] if values else None

    def looked_at(number: int, node: Any) -> Any:
        k = ast.Constant(number)
        if isinstance(node, ast.FunctionDef):
            names = [ast.Name(a.arg, ast.Load()) for a in node.args.args]
            begin = ast.Expr(call_of(RECORD, k, ast.Constant(BEGIN), *names))
            return ast.FunctionDef(**(vars(node) | {"body": [begin, *node.body]}))
        names = [ast.Name(name, ast.Load()) for name in _written_to(nodes[number])]
        before = ast.Expr(call_of(RECORD, k, ast.Constant(BEFORE), *names))
        if isinstance(node, ast.Return):
            if node.value is None:
                return node
            return [before, ast.Return(call_of(RECORD, k, ast.Constant(AFTER), node.value))]
        return [before, node, ast.Expr(call_of(RECORD, k, ast.Constant(AFTER)))]

    traced_call(instrumented(function, tree, nodes, looked_at), see, args, 1)
    if not found:
        return None
    number, i = found[0]
    node, name = nodes[number], parameters[i]
    data = {
        "line": ast.unparse(node),
        **_difference(name, kept[i], given[i]),
        **_alias(held, name, given[i]),
    }
    return Finding("changing-line", Strength.PLACE, data, place_of(function, node))


def _written_to(node: ast.AST) -> list[str]:
    """The name through which a statement changes something: w of w += a, w[0] = a and w[0] += a."""
    target: ast.expr
    match node:
        case ast.AugAssign(target=target) | ast.Assign(targets=[ast.Subscript() as target]):
            pass
        case _:
            return []
    while isinstance(target, ast.Subscript):
        target = target.value
    return [target.id] if isinstance(target, ast.Name) else []


def _difference(name: str, old: Any, new: Any) -> dict[str, str]:
    """The smallest part that differs, with its name and both values."""
    text, was, now = name, show(old), show(new)
    for path, one, other in _differing(old, new):
        text, was, now = name + path, show(one), show(other)
        if len(was) + len(now) <= MAX_SHOWN:
            break
    was, now = (
        value if len(value) <= MAX_SHOWN else f"{value[: MAX_SHOWN - 3]}..." for value in (was, now)
    )
    return {"changed": text, "was": was, "now": now}


def _differing(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The parts that differ, from the whole down to the smallest, each with its path: "[0]['a']"."""
    yield path, old, new
    keys: list[Any] = []
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        keys = list(old)
    elif _has_entries(old) and _has_entries(new) and len(old) == len(new):
        keys = list(range(len(old)))
    for key in keys:
        if not same(old[key], new[key]):
            yield from _differing(old[key], new[key], f"{path}[{show(key)}]")
            return


def _has_entries(value: Any) -> bool:
    return isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _alias(held: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Another name through which a line reached the argument or a part of it: what it refers to."""
    for other, thing in held.items():
        paths = [path for path, part in _parts(value) if part is thing]
        if other != name and paths:
            return {"alias": other, "owner": f"{name}{paths[0]}", "whole": True}
        arrays = isinstance(thing, np.ndarray) and isinstance(value, np.ndarray)
        if other != name and arrays and np.shares_memory(thing, value):
            return {"alias": other, "owner": name, "whole": False}
    return {"alias": ""}


def _parts(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """A value and everything in it, each with its path."""
    yield path, value
    if isinstance(value, list | tuple):
        for i, part in enumerate(value):
            yield from _parts(part, f"{path}[{i}]")
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _parts(part, f"{path}[{show(key)}]")
