"""Slips in what a loop starts with and keeps: a start that counts twice, a best that is never kept.

Each looks for a pattern in the source that is hardly ever meant, and gives the edit that undoes it:
what is said holds of the source, and that it matters is known if the edit makes the function right.
"""

import ast
import copy
import re
from collections.abc import Iterator
from typing import Any

from misstep.explain.mutants import Edit
from misstep.explain.repairs.trees import (
    Try,
    blocks,
    called,
    exchanged,
    for_loops,
    instead,
    names_in,
    put,
)

ROUND = "_round"  # the name that an edit gives to the number of a round
LARGER: dict[type[ast.cmpop], bool] = {
    ast.Gt: True,
    ast.GtE: True,
    ast.Lt: False,
    ast.LtE: False,
}


def counted_twice(function: ast.FunctionDef) -> Iterator[Try]:
    """A sum that starts with the first entry, before a loop over all of them."""
    for parent, field, block in blocks(function):
        for i, loop in for_loops(block):
            for start in block[:i]:
                for name, first in _starts_with_first(start, loop):
                    rounds: ast.expr = loop.iter
                    if not (isinstance(rounds, ast.Call) and ast.unparse(rounds.func) == "range"):
                        rounds = called("list", rounds)
                    rest = ast.Subscript(rounds, ast.Slice(ast.Constant(1)), ast.Load())
                    new = copy.copy(loop)
                    new.iter = rest
                    yield Try(
                        instead(parent, field, block, i, [new], start.lineno),
                        f"the first entry of {first} counts twice: {name} starts with it, and the "
                        "loop takes it again.",
                        f"What does {name} hold after the first round, and what should it hold?",
                    )


def _starts_with_first(start: ast.stmt, loop: ast.For) -> Iterator[tuple[str, str]]:
    """(name, sequence) where the name starts with the first entry, and the loop goes on with it."""
    if not isinstance(start, ast.Assign) or not isinstance(start.targets[0], ast.Name):
        return
    name = start.targets[0].id
    if name not in names_in(loop, ast.Store):
        return
    for node in ast.walk(start.value):
        match node:
            case ast.Subscript(value=ast.Name(id=sequence), slice=ast.Constant(value=0)):
                if sequence in names_in(loop.iter):
                    yield name, sequence


def never_updated(function: ast.FunctionDef) -> Iterator[Try]:
    """A best so far that the rounds of a loop are compared with, and that no round changes."""
    for loop in (node for node in ast.walk(function) if isinstance(node, ast.For | ast.While)):
        written = names_in(loop, ast.Store)
        for choice in (node for node in ast.walk(loop) if isinstance(node, ast.If)):
            for best, other in _compared(choice.test):
                if best in written or not names_in(other) & written:
                    continue
                if best in {a.arg for a in function.args.args}:
                    continue
                kept = ast.Assign([ast.Name(best, ast.Store())], other)
                body = [*choice.body, kept]
                yield Try(
                    Edit(choice, "body", choice.body, body, choice.lineno, "the line"),
                    f"{best} never changes in the loop: every round is compared with the {best} from "
                    "before it, and not with the best so far.",
                    f"When {ast.unparse(choice.test)} is true, what should the next rounds be "
                    "compared with?",
                )


def _compared(test: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """(name, what it is compared with) for each name that is a side of < or >."""
    for node in ast.walk(test):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in LARGER:
                for side, other in ((left, right), (right, left)):
                    if isinstance(side, ast.Name):
                        yield side.id, other


def bad_start(function: ast.FunctionDef) -> Iterator[Try]:
    """A search for the largest that starts with a number, and a product that starts with 0."""
    for parent, field, value, i, node, name in _starts(function):
        number = _number(node)
        if number is None:
            continue
        for loop in (part for part in ast.walk(function) if isinstance(part, ast.For | ast.While)):
            if name not in names_in(loop, ast.Store):
                continue
            for largest, other in _beaten(loop, name):
                sign, way = ("-inf", "below") if largest else ("inf", "above")
                what = "largest" if largest else "smallest"
                yield Try(
                    put(parent, field, value, i, called("float", ast.Constant(sign)), node),
                    f"the search for the {what} starts with {name} = {number:g}: where every "
                    f"{other} is {way} {number:g}, none of them beats it.",
                    f"What could it start with, so that the first {other} always beats it?",
                )
            if number == 0 and _multiplied(loop, name):
                yield Try(
                    put(parent, field, value, i, ast.Constant(1), node),
                    f"{name} starts with 0, and 0 times anything is 0.",
                    f"What should {name} be after the first round, and with which start is it that?",
                )


def _starts(
    function: ast.FunctionDef,
) -> Iterator[tuple[ast.AST, str, Any, int | None, ast.expr, str]]:
    """What is assigned to a name, also in a, b = 0, 1, as `put` wants it, and the name."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield node, "value", value, None, value, name
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values) as pair):
                for i, (target, value) in enumerate(zip(names, values, strict=False)):
                    if isinstance(target, ast.Name):
                        yield pair, "elts", values, i, value, target.id


def _number(node: ast.expr) -> float | None:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return float(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -float(value)
    return None


def _beaten(loop: ast.AST, name: str) -> Iterator[tuple[bool, str]]:
    """For each comparison of a name in a loop: is it with something larger, and what is that."""
    for node in ast.walk(loop):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in LARGER:
                if isinstance(right, ast.Name) and right.id == name:
                    yield LARGER[type(op)], ast.unparse(left)
                elif isinstance(left, ast.Name) and left.id == name:
                    yield not LARGER[type(op)], ast.unparse(right)


def _multiplied(loop: ast.AST, name: str) -> bool:
    """Whether a name is only ever multiplied in a loop."""
    changes = [
        node
        for node in ast.walk(loop)
        if isinstance(node, ast.Assign | ast.AugAssign) and name in names_in(node, ast.Store)
    ]

    def multiplies(node: ast.AST) -> bool:
        match node:
            case ast.AugAssign(op=ast.Mult()):
                return True
            case ast.Assign(value=ast.BinOp(op=ast.Mult()) as product):
                return name in names_in(product)
        return False

    return bool(changes) and all(map(multiplies, changes))


def round_number(function: ast.FunctionDef) -> Iterator[Try]:
    """An entry of what a loop goes through, used as an index where its number is meant."""
    for parent, field, block in blocks(function):
        for i, loop in for_loops(block):
            if not isinstance(loop.target, ast.Name) or isinstance(loop.iter, ast.Call):
                continue
            entry, over = loop.target.id, ast.unparse(loop.iter)
            for node, text in _indices(loop, entry):
                numbered = exchanged(loop, [(node, ast.Name(ROUND, ast.Load()))])
                numbered.target = ast.Tuple(
                    [ast.Name(ROUND, ast.Store()), loop.target], ast.Store()
                )
                numbered.iter = called("enumerate", loop.iter)
                yield Try(
                    instead(parent, field, block, i, [numbered], node.lineno, text),
                    f"in {text}, {entry} is an entry of {over}, and {_once(text, entry)}its number is "
                    "meant: 0 for the first, 1 for the second, and so on.",
                    f"Print {entry} in every round. What tells you which round it is?",
                )


def _once(text: str, entry: str) -> str:
    """Whether it is one of several places, in words."""
    return "at one place " if len(re.findall(rf"\b{entry}\b", text)) > 1 else ""


def _indices(loop: ast.For, entry: str) -> Iterator[tuple[ast.Name, str]]:
    """Where the loop's own name is an index, with the whole of what is indexed."""
    inner = {id(n.value) for n in ast.walk(loop) if isinstance(n, ast.Subscript)}
    for whole in ast.walk(loop):
        if not isinstance(whole, ast.Subscript) or id(whole) in inner:
            continue
        part: ast.expr = whole
        while isinstance(part, ast.Subscript):
            index = part.slice
            for node in index.elts if isinstance(index, ast.Tuple) else [index]:
                if isinstance(node, ast.Name) and node.id == entry:
                    yield node, ast.unparse(whole)
            part = part.value
