"""Where an argument that is read loses its influence on the result.

The function is run twice, with another value of the argument the second time, and all that its
expressions come to is written down. Where an expression stays the same though a part of it changed,
the influence ends.
"""

import ast
from typing import Any

import numpy as np

from misstep.core.calling import Args
from misstep.explain.diagnosis.evidence import place_of
from misstep.explain.diagnosis.tracing import trace, traceable, tree_of
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.syntax import names_in

MAX_QUOTED = 60  # characters of an expression
Pair = tuple[Args, Args]  # arguments, and the same with another value of one of them


def where_lost(function: Any, name: str, pairs: list[Pair]) -> Finding | None:
    """Why an argument makes no difference, if that is known.

    Args:
        function: A function on whose results the argument has no influence.
        name: The argument.
        pairs: Arguments, and the same with another value of this one.

    """
    tree = tree_of(function)
    if tree is None:
        return None
    [body] = tree.body
    assert isinstance(body, ast.FunctionDef)
    if name not in names_in(body):
        return Finding("argument-never-read", Strength.CAUSE, {"name": name})
    if (line := _overwritten(body, name)) is not None:
        data = {"name": name, "line": ast.unparse(line)}
        return Finding("argument-overwritten", Strength.CAUSE, data)
    return _unread(body, name) or _ends(function, tree, name, pairs)


def _overwritten(body: ast.FunctionDef, name: str) -> ast.stmt | None:
    """The line that gives the argument another value before anything reads it."""
    for statement in body.body:
        if name not in names_in(statement):
            continue
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                return None if name in names_in(value) else statement
        return None
    return None


def _unread(body: ast.FunctionDef, name: str) -> Finding | None:
    """Find an argument that only goes into a name that nothing reads."""
    read = names_in(body, ast.Load)
    uses = 0
    found = None
    for node in ast.walk(body):
        match node:
            case (
                ast.For(target=ast.Name(id=target), iter=value)
                | ast.comprehension(target=ast.Name(id=target), iter=value)
            ):
                kind = "unread-loop-variable"
                if isinstance(value, ast.Call):  # range: only the number of rounds counts
                    return None
            case ast.Assign(targets=[ast.Name(id=target)], value=value):
                kind = "unread-variable"
            case _:
                continue
        if name not in names_in(value):
            continue
        uses += _uses(value, name)
        if target in read:
            return None
        found = Finding(kind, Strength.CAUSE, {"name": name, "target": target})
    return found if uses == _uses(body, name) else None


def _uses(tree: ast.AST, name: str) -> int:
    return sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


def _ends(function: Any, tree: ast.Module, name: str, pairs: list[Pair]) -> Finding | None:
    """Find the one expression that stays the same although a part of it changes."""
    nodes = {id(node): node for node in traceable(tree)}
    found: set[int] | None = None
    changed: set[int] = set()
    for one, other in pairs:
        before, after = _values(function, tree, one), _values(function, tree, other)
        if before is None or after is None:
            return None
        moves = {k for k in before.keys() | after.keys() if before.get(k) != after.get(k)}
        stays = {
            k
            for k in before.keys() & after.keys() & nodes.keys() - moves
            if any(part in moves for part in _parts(nodes[k], nodes))
        }
        found = stays if found is None else found & stays
        changed |= moves
    if found and {ast.unparse(nodes[k]) for k in found} == {f"len({name})"}:
        return Finding("only-length-used", Strength.HINT, {"name": name})
    if not found or len(found) > 1:
        return None
    node = nodes[found.pop()]
    part = next(nodes[k] for k in _parts(node, nodes) if k in changed)
    text = ast.unparse(node)
    if len(text) > MAX_QUOTED or isinstance(node, ast.Constant):
        return None
    data = {"name": name, "expression": text, "inner": ast.unparse(part)}
    return Finding("influence-lost", Strength.HINT, data, place_of(function, node))


def _parts(node: ast.expr, nodes: dict[int, ast.expr]) -> list[int]:
    """The nearest parts of an expression that are traced themselves."""
    found, rest = [], list(ast.iter_child_nodes(node))
    while rest:
        part = rest.pop(0)
        if id(part) in nodes:
            found.append(id(part))
        else:
            rest += ast.iter_child_nodes(part)
    return found


def _values(function: Any, tree: ast.Module, args: Args) -> dict[int, list[str]] | None:
    """The values of each expression, in order; None if the function raised an error."""
    noted: dict[int, list[str]] = {}

    def notice(node: ast.AST, value: Any, _: Any) -> None:
        if (text := _text(value)) is not None:
            noted.setdefault(id(node), []).append(text)

    return noted if trace(function, tree, args, notice) else None


def _text(value: Any) -> str | None:
    """A text that is the same for equal values; None for values of other types."""
    if isinstance(value, set | frozenset):
        return str(sorted(map(repr, value)))
    plain = bool | int | float | str | list | tuple | dict | np.ndarray | np.generic
    return repr(value) if value is None or isinstance(value, plain) else None
