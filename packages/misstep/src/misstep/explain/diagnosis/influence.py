"""Where an argument that is read loses its influence on the result.

The function is run twice, with another value of the argument the second time, and all that its
expressions come to is written down. Where an expression stays the same though a part of it changed,
the influence ends.
"""

import ast
from typing import Any

import numpy as np

from misstep.core.calling import Args
from misstep.explain.diagnosis.tracing import instrumented, seen, traceable, traced_call

MAX_VALUES = 20_000  # noted in one call
Pair = tuple[Args, Args]  # arguments, and the same with another value of one of them


def where_lost(function: Any, source: str, name: str, pairs: list[Pair]) -> str:
    """A clause that follows "... makes no difference"; empty if the reason is unknown.

    Args:
        function: A function on whose results the argument has no influence.
        source: Its source.
        name: The argument.
        pairs: Arguments, and the same with another value of this one.

    """
    if not source:
        return ""
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.FunctionDef)
    if not any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(body)):
        return f": your code never reads {name}"
    if (line := _overwritten(body, name)) is not None:
        return f": {ast.unparse(line)} replaces the {name} that your function is given"
    if unused := _unused(body, name):
        return unused
    return _ends(function, source, name, pairs)


def _overwritten(body: ast.FunctionDef, name: str) -> ast.stmt | None:
    """The line that gives the argument another value before anything reads it."""
    for statement in body.body:
        if not any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(statement)):
            continue
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                return None if _reads(value, name) else statement
        return None
    return None


def _reads(tree: ast.AST, name: str) -> bool:
    return any(
        isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
        for n in ast.walk(tree)
    )


def _unused(body: ast.FunctionDef, name: str) -> str:
    """A clause, if the argument only goes into a name that nothing reads."""
    read = {n.id for n in ast.walk(body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    places = 0
    words = ""
    for node in ast.walk(body):
        target: ast.expr | None = None
        match node:
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                how = f"goes through {name}"
                if isinstance(value, ast.Call):  # range: only the number of rounds counts
                    return ""
            case ast.Assign(targets=[target], value=value):
                how = f"is made from {name}"
            case _:
                continue
        if not isinstance(target, ast.Name) or not _reads(value, name):
            continue
        places += sum(isinstance(n, ast.Name) and n.id == name for n in ast.walk(value))
        if target.id in read:
            return ""
        words = f": {target.id} {how}, and nothing reads {target.id}"
    uses = sum(isinstance(n, ast.Name) and n.id == name for n in ast.walk(body))
    return words if places == uses else ""


def _ends(function: Any, source: str, name: str, pairs: list[Pair]) -> str:
    """A clause on the one expression that stays the same although a part of it changes."""
    tree = ast.parse(source)
    nodes = dict(enumerate(traceable(tree)))
    watched = instrumented(function, tree, nodes.values(), seen)
    found: set[int] | None = None
    changed: set[int] = set()
    for one, other in pairs:
        before, after = _values(watched, one), _values(watched, other)
        if before is None or after is None:
            return ""
        moves = {k for k in before.keys() | after.keys() if before.get(k) != after.get(k)}
        stays = {
            k
            for k in before.keys() & after.keys() - moves
            if any(part in moves for part in _parts(nodes[k], nodes))
        }
        found = stays if found is None else found & stays
        changed |= moves
    if found and {ast.unparse(nodes[k]) for k in found} == {f"len({name})"}:
        return f" but for its size: only len({name}) enters your result"
    if not found or len(found) > 1:
        return ""
    node = nodes[found.pop()]
    part = next(nodes[k] for k in _parts(node, nodes) if k in changed)
    text, inner = ast.unparse(node), ast.unparse(part)
    if len(text) > 60 or isinstance(node, ast.Constant):
        return ""
    if inner == name:
        return f": {text} stays the same, whatever was tried for {name}"
    return f": {name} does change {inner}, but {text} stays the same"


def _parts(node: ast.expr, nodes: dict[int, ast.expr]) -> list[int]:
    """The nearest parts of an expression that are traced themselves."""
    numbers = {id(other): k for k, other in nodes.items()}
    found, rest = [], list(ast.iter_child_nodes(node))
    while rest:
        part = rest.pop(0)
        if id(part) in numbers:
            found.append(numbers[id(part)])
        else:
            rest += ast.iter_child_nodes(part)
    return found


def _values(watched: Any, args: Args) -> dict[int, list[str]] | None:
    """The values of each expression, in order; None if the function raised an error."""
    noted: dict[int, list[str]] = {}
    many = 0

    def see(number: int, value: Any) -> Any:
        nonlocal many
        many += 1
        if many > MAX_VALUES:
            raise OverflowError
        if (text := _text(value)) is not None:
            noted.setdefault(number, []).append(text)
        return value

    return None if traced_call(watched, see, args).error is not None else noted


def _text(value: Any) -> str | None:
    """A text that is the same for equal values; None for values of other types."""
    if isinstance(value, set | frozenset):
        return str(sorted(map(repr, value)))
    plain = bool | int | float | str | list | tuple | dict | np.ndarray | np.generic
    return repr(value) if value is None or isinstance(value, plain) else None
