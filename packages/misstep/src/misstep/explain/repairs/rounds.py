"""Slips in what a round of a loop sees: what an earlier loop left, what this one has changed.

As in `loops`, what is said holds of the source, and the edit shows that it matters.
"""

import ast
from collections.abc import Iterator
from typing import Any

from misstep.explain.mutants import with_body
from misstep.explain.repairs.trees import (
    COPY,
    Try,
    blocks,
    called,
    exchanged,
    for_loops,
    instead,
    names_in,
)

OLD = "_old"  # the name that an edit gives to what something was before a loop


def stale(function: ast.FunctionDef) -> Iterator[Try]:
    """A name that is set in each round of a loop, and used in a later one."""
    for parent, field, block in blocks(function):
        for i, first in for_loops(block):
            for name, value in _set_in(first):
                for j in range(i + 1, len(block)):
                    for later in _rounds(block[j], name):
                        fresh = _renamed(value, first.target, _target(later))
                        uses = [
                            (node, fresh)
                            for node in ast.walk(later)
                            if isinstance(node, ast.Name) and node.id == name
                        ]
                        new = exchanged(block[j], uses)
                        yield Try(
                            instead(parent, field, block, j, [new], block[j].lineno),
                            f"{name} is set in the loop over {ast.unparse(first.iter)}, and that loop "
                            f"is over before {name} is used: in the later one it is still that of the "
                            "last round.",
                            f"Which {name} does each round of the later loop need, and where can it be "
                            "worked out?",
                        )


def _set_in(loop: ast.For) -> Iterator[tuple[str, ast.expr]]:
    """The names that every round of a loop sets anew, each with its value."""
    for statement in loop.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if name not in names_in(value):
                    yield name, value


def stale_names(function: ast.AST) -> set[str]:
    """Names that are set in a loop and used in a later one."""
    return {
        name
        for _, _, block in blocks(function)
        for i, first in for_loops(block)
        for name, _ in _set_in(first)
        if any(True for later in block[i + 1 :] for _ in _rounds(later, name))
    }


def _rounds(statement: ast.stmt, name: str) -> Iterator[Any]:
    """The loops and comprehensions of a statement that use a name and never set it."""
    kinds = ast.For | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    if name in names_in(statement, ast.Store):
        return
    for node in ast.walk(statement):
        if isinstance(node, kinds) and name in names_in(node, ast.Load):
            yield node


def _target(loop: Any) -> ast.expr:
    target: ast.expr = (loop if isinstance(loop, ast.For) else loop.generators[0]).target
    return target


def _renamed(value: ast.expr, old: ast.expr, new: ast.expr) -> ast.expr:
    """An expression in which the name that one loop gives is the one that another gives."""
    if not (isinstance(old, ast.Name) and isinstance(new, ast.Name)):
        return value
    other = ast.Name(new.id, ast.Load())
    uses = [(n, other) for n in ast.walk(value) if isinstance(n, ast.Name) and n.id == old.id]
    made: ast.expr = exchanged(value, uses)
    return made


def changed_underway(function: ast.FunctionDef) -> Iterator[Try]:
    """Something that every round needs as it was before the loop, and that the rounds change."""
    for parent, field, block in blocks(function):
        for i, loop in for_loops(block):
            for name in sorted(_moving(loop)):
                old = ast.Name(OLD, ast.Load())
                kept = {id(node) for node in _own_base(loop, name)}
                uses = [
                    (node, old)
                    for part in loop.body
                    for node in ast.walk(part)
                    if isinstance(node, ast.Name)
                    and node.id == name
                    and isinstance(node.ctx, ast.Load)
                    and id(node) not in kept
                ]
                if not uses:
                    continue
                before = ast.Assign(
                    [ast.Name(OLD, ast.Store())], called(COPY, ast.Name(name, ast.Load()))
                )
                new = [before, with_body(loop, exchanged(loop.body, uses))]
                yield Try(
                    instead(parent, field, block, i, new, loop.lineno),
                    f"{name} changes within the loop over {ast.unparse(loop.iter)}, so later rounds "
                    f"work with a {name} that has already moved.",
                    f"Which {name} should every round look at: the newest, or that from before the "
                    "loop?",
                )


def growing(function: ast.FunctionDef) -> Iterator[Try]:
    """A sum that the rounds of a loop use while they still add to it."""
    for parent, field, block in blocks(function):
        for i, loop in for_loops(block):
            for j, statement in enumerate(loop.body):
                total = _written(statement)
                if not isinstance(total, ast.Name):
                    continue
                rest = [*loop.body[:j], *loop.body[j + 1 :]]
                users = [s for s in rest if total.id in names_in(s, ast.Load)]
                if not users or isinstance(users[0], ast.Return):
                    continue  # that is told as what it is, a return in a loop
                if any(total.id in names_in(s, ast.Store) for s in rest):
                    continue
                steps = [s for s in loop.body[:j] if isinstance(s, ast.Assign) and s not in users]
                first = with_body(loop, [*steps, statement])
                yield Try(
                    instead(parent, field, block, i, [first, with_body(loop, rest)], loop.lineno),
                    f"{ast.unparse(users[0]).splitlines()[0]} uses {total.id} while the loop over "
                    f"{ast.unparse(loop.iter)} is still adding to it.",
                    f"In which round does {total.id} hold all of it, and when can it be used?",
                )


def _moving(loop: ast.For) -> set[str]:
    """The names that the rounds of a loop change by adding to them, or to their entries."""
    return {
        base.id
        for node in ast.walk(loop)
        for base in [_base(_written(node))]
        if isinstance(base, ast.Name)
    }


def _written(node: ast.AST) -> ast.expr | None:
    """What w += a, w = w + a or w[k] = w[k] + a writes to."""
    match node:
        case ast.AugAssign(target=target):
            return target
        case ast.Assign(targets=[target], value=ast.BinOp() as value):
            if ast.unparse(_leftmost(value)) == ast.unparse(target):
                return target
    return None


def _leftmost(value: ast.expr) -> ast.expr:
    while isinstance(value, ast.BinOp):
        value = value.left
    return value


def _base(target: ast.expr | None) -> ast.expr | None:
    while isinstance(target, ast.Subscript):
        target = target.value
    return target


def _own_base(loop: ast.For, name: str) -> Iterator[ast.AST]:
    """The places of a name that belong to its own change: w in w = w + a, and in w[k] += a."""
    for node in ast.walk(loop):
        target = _written(node)
        base = _base(target)
        if isinstance(base, ast.Name) and base.id == name:
            yield base
            if isinstance(node, ast.Assign):
                left = _base(_leftmost(node.value))
                if left is not None:
                    yield left
