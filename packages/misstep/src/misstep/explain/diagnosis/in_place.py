"""Which line changes an argument of the caller, with its value before and after.

The function is run with a look at its arguments before and after each of its statements. The first
statement after which one of them differs is told, unless the change came between two statements, as
in the head of a loop.
"""

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, call, same
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import place_of
from misstep.explain.diagnosis.tracing import instrumented, tree_of
from misstep.explain.findings import Finding, Strength
from misstep.explain.recorders import RECORD, watching
from misstep.explain.repairs.syntax import call_of

MAX_SHOWN = 100  # characters of a value
Simple = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Delete | ast.Return


def changing_line(function: Any, parameters: list[str], args: Args) -> Finding | None:
    """Find the first line of a call that changes an argument."""
    tree = tree_of(function)
    if tree is None or not isinstance(tree.body[0], ast.FunctionDef):
        return None
    nodes = [n for n in ast.walk(tree.body[0]) if isinstance(n, Simple)]

    def looked_at(number: int, node: Any) -> Any:
        k, before, after = ast.Constant(number), ast.Constant(False), ast.Constant(True)
        held = [
            part
            for name in _written_to(nodes[number])
            for part in (ast.Name(name, ast.Load()), ast.Constant(name))
        ]
        look = ast.Expr(call_of(RECORD, k, before, *held))
        if isinstance(node, ast.Return):
            if node.value is None:
                return node
            return [look, ast.Return(call_of(RECORD, k, after, node.value))]
        return [look, node, ast.Expr(call_of(RECORD, k, after))]

    found = call(instrumented(function, tree, nodes, looked_at, watching), args, 1).value
    match found:  # from another process, it may be forged
        case (int(k), int(i), old, new, [*ways]) if k < len(nodes) and i < len(parameters):
            node, name = nodes[k], parameters[i]
            data = {"line": ast.unparse(node), **_difference(name, old, new), **_alias(ways, name)}
            return Finding("changing-line", Strength.PLACE, data, place_of(function, node))
    return None


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


def _alias(ways: list[tuple[str, list[Any] | None]], name: str) -> dict[str, Any]:
    """Another name through which a line reached the argument or a part of it: what it refers to."""
    for other, keys in ways:
        if other != name:
            path = "".join(f"[{show(key)}]" for key in keys or ())
            return {"alias": other, "owner": f"{name}{path}", "whole": keys is not None}
    return {"alias": ""}
