"""A value that a loop starts with and can't leave: a maximum of 0, a product of 0."""

import ast
from collections.abc import Iterator
from typing import Any

from misstep.explain.repairs.syntax import (
    Candidate,
    call_of,
    names_in,
    replace_expression,
)

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
                sign, way = ("-inf", "below") if largest else ("inf", "above")
                what = "largest" if largest else "smallest"
                yield Candidate(
                    replace_expression(
                        parent, field, value, i, call_of("float", ast.Constant(sign)), node
                    ),
                    f"the search for the {what} starts with {name} = {number:g}: where every "
                    f"{other} is {way} {number:g}, none of them beats it.",
                    f"What could it start with, so that the first {other} always beats it?",
                )
            if number == 0 and _multiplied(loop, name):
                yield Candidate(
                    replace_expression(parent, field, value, i, ast.Constant(1), node),
                    f"{name} starts with 0, and 0 times anything is 0.",
                    f"What should {name} be after the first round, and with which start is it that?",
                )


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


def _beaten(loop: ast.AST, name: str) -> Iterator[tuple[bool, str]]:
    """The comparisons of a name in a loop: (whether the other side is larger, the other side)."""
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
