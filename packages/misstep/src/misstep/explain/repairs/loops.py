"""A value that a loop starts with and can't leave: a maximum of 0, a product of 0."""

import ast
import operator
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from misstep.explain.repairs.claims import Candidate, Claim
from misstep.explain.repairs.evidence import Call, Proof, reached
from misstep.explain.repairs.syntax import call_of, names_in, replace_expression

LARGER: dict[type[ast.cmpop], bool] = {
    ast.Gt: True,
    ast.GtE: True,
    ast.Lt: False,
    ast.LtE: False,
}


def bad_start(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A search for the largest that starts with a number, and a product that starts with 0."""
    for parent, field, value, i, node, name in _starts(function):
        number = _number(node)
        if number is None:
            continue
        for loop in (part for part in ast.walk(function) if isinstance(part, ast.For | ast.While)):
            if name not in names_in(loop, ast.Store):
                continue
            for largest, other in _beaten(loop, name):
                data = {"name": name, "number": number, "other": ast.unparse(other)}
                start = call_of("float", ast.Constant("-inf" if largest else "inf"))
                claim = Claim(
                    "start-of-search",
                    {**data, "largest": largest},
                    Proof(partial(_none_beats, number, largest), [node, other]),
                )
                yield Candidate(replace_expression(parent, field, value, i, start, node), claim)
            if number == 0 and _multiplied(loop, name):
                one = replace_expression(parent, field, value, i, ast.Constant(1), node)
                claim = Claim("product-from-0", {"name": name}, reached(loop.body[0]))
                yield Candidate(one, claim)


def _none_beats(number: float, largest: bool, call: Call) -> bool:
    """Whether a search finds nothing better than the number that it starts with."""
    searches: list[list[float]] = []
    for part, value, _ in call.seen:
        if part == 0:
            searches.append([])
        elif searches and np.ndim(value) == 0:
            searches[-1].append(value)
    beat = operator.gt if largest else operator.lt
    return any(numbers and not any(beat(n, number) for n in numbers) for numbers in searches)


def _starts(
    function: ast.FunctionDef,
) -> Iterator[tuple[ast.AST, str, Any, int | None, ast.expr, str]]:
    """The values assigned to names, also in a, b = 0, 1, as `replace_expression` takes them."""
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


def _beaten(loop: ast.AST, name: str) -> Iterator[tuple[bool, ast.expr]]:
    """The comparisons of a name in a loop: (whether the other side is larger, the other side)."""
    for node in ast.walk(loop):
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in LARGER:
                if isinstance(right, ast.Name) and right.id == name:
                    yield LARGER[type(op)], left
                elif isinstance(left, ast.Name) and left.id == name:
                    yield not LARGER[type(op)], right


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
