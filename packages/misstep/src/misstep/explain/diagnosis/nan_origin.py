"""Where the first nan or infinity of a call comes from."""

import ast
import copy
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from misstep.core.calling import Args
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import as_numbers, place_of
from misstep.explain.diagnosis.tracing import UNKNOWN, operands_of, trace, tree_of
from misstep.explain.findings import Finding, Strength

LOGS = {"log", "log2", "log10"}
MEANS = {"mean", "average", "std", "var", "nanmean"}
POWERS = {"exp", "exp2", "power", "cosh", "sinh"}
MAX_QUOTED = 50  # characters of an expression that is quoted
INDEFINITE = (ast.Mult, ast.MatMult, ast.Sub, ast.Add, ast.Div)  # of infinite operands
Reason = dict[str, Any]  # why an expression is nan or infinite: "reason" and its data


@dataclass
class _Began:
    """The first expression that was nan (or infinite), with the values of its operands."""

    node: ast.AST
    value: Any
    operands: list[Any]


def first_nan(function: Any, args: Args, value: Any, want: Any) -> Finding | None:
    """Find the first nan or infinity of a call, and its reason, if the result should have none."""
    tree = tree_of(function)
    if tree is None or not not_finite(value) or not_finite(want) or any(map(not_finite, args)):
        return None
    is_nan = holds_nan(value)
    began: list[_Began] = []
    infinite: dict[int, _Began] = {}
    guards: list[ast.Compare] = []
    tests = {id(n.test) for n in ast.walk(tree) if isinstance(n, ast.If | ast.IfExp | ast.While)}

    def notice(node: ast.AST, now: Any, operands: list[Any]) -> None:
        if began:
            if isinstance(node, ast.Compare) and id(node) in tests and any(map(_is_nan, operands)):
                guards.append(node)
            return
        if not not_finite(now):
            return
        if is_nan and not holds_nan(now):
            if not _is_meant(node) and not any(map(not_finite, operands)):
                infinite.setdefault(id(node), _Began(node, now, copy.deepcopy(operands)))
            return
        if _is_meant(node) or any(map(holds_nan if is_nan else not_finite, operands)):
            return
        began.append(_Began(node, copy.deepcopy(now), copy.deepcopy(operands)))

    if not trace(function, tree, args, notice) or not began:
        return None
    [first] = began
    text = ast.unparse(first.node)
    if len(text) > 2 * MAX_QUOTED:
        return None
    data = {
        "expression": text,
        "scalar": np.ndim(first.value) == 0,
        "guard": next(map(ast.unparse, filter(_compares, guards[:1])), ""),
        "why": _why(first, infinite),
    }
    kind = "first-nan" if is_nan else "first-infinity"
    return Finding(kind, Strength.CAUSE, data, place_of(function, first.node))


def _compares(test: ast.Compare) -> bool:
    """Whether a condition is one comparison that is False for nan."""
    ops = ast.Eq | ast.Lt | ast.Gt | ast.LtE | ast.GtE
    return len(test.ops) == 1 and isinstance(test.ops[0], ops)


def _is_meant(node: ast.AST) -> bool:
    """Whether an infinity is written down: np.inf, float("inf") and names that hold one."""
    return not isinstance(node, ast.BinOp | ast.AugAssign | ast.Call) or (
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("float", "np.full", "np.float64")
    )


def _why(began: _Began, infinite: dict[int, _Began]) -> Reason:
    """The reason, from the operands."""
    node, values = began.node, began.operands
    names = [ast.unparse(part) for part in operands_of(node)]
    if any(value is UNKNOWN for value in values) or any(len(name) > MAX_QUOTED for name in names):
        return {"reason": ""}
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            endless = [n for n, value in zip(names, values, strict=True) if not_finite(value)]
            if endless and isinstance(op, INDEFINITE):
                return _of_infinity(op, endless[0], infinite)
            return _of_operator(op, names, values)
        case ast.Call() if names:
            return _of_call(ast.unparse(node.func).rpartition(".")[2], names[0], values[0])
    return {"reason": ""}


def _of_infinity(op: ast.operator, name: str, infinite: dict[int, _Began]) -> Reason:
    """The reason for a nan that comes from infinite numbers, and where these come from."""
    first = next(iter(infinite.values())) if len(infinite) == 1 else None
    return {
        "reason": "infinite operand",
        "operator": type(op).__name__,
        "name": name,
        "from": {"expression": ast.unparse(first.node), **_why(first, {})} if first else None,
    }


def _of_operator(op: ast.operator, names: list[str], values: list[Any]) -> Reason:
    (one, other), (a, b) = names, values
    data = {"name": other, "other": one, "scalar": np.ndim(b) == 0}
    match op:
        case ast.Div() if not _holds(b, lambda v: v == 0):
            return {"reason": ""}
        case ast.Div() if np.ndim(a) or np.ndim(b):
            return {"reason": "divided by zeros", **data}
        case ast.Div():
            return {"reason": "0 / 0" if a == 0 else "divided by 0", **data, "value": show(a)}
        case ast.Mult():
            return {"reason": "product too large", **data}
        case ast.Pow() if _holds(a, lambda v: v < 0):
            return {"reason": "root of negative", "name": one, "scalar": np.ndim(a) == 0}
    return {"reason": ""}


def _of_call(function: str, name: str, value: Any) -> Reason:
    data = {"name": name, "scalar": np.ndim(value) == 0}
    if function in LOGS and _holds(value, lambda v: v < 0):
        return {"reason": "log of negative", **data}
    if function in LOGS and _holds(value, lambda v: v == 0):
        return {"reason": "log of 0", **data}
    if function == "sqrt" and _holds(value, lambda v: v < 0):
        return {"reason": "root of negative", **data}
    if function in POWERS and _holds(value, lambda v: v > 100):
        return {"reason": "power too large", **data, "largest": show(float(np.max(value)))}
    if function in MEANS and np.size(value) == 0:
        return {"reason": "mean of nothing", **data}
    return {"reason": ""}


def _holds(value: Any, odd: Any) -> bool:
    numbers = as_numbers(value)
    return numbers is not None and bool(np.any(odd(numbers)))


def _is_nan(value: Any) -> bool:
    return np.ndim(value) == 0 and bool(holds_nan(value))


def not_finite(value: Any) -> bool:
    """Whether a value is a number or an array that holds nan or an infinity."""
    if isinstance(value, float):
        return not math.isfinite(value)
    numbers = as_numbers(value)
    return numbers is not None and not np.isfinite(numbers).all()


def holds_nan(value: Any) -> bool:
    """Whether a value is a number or an array that holds nan."""
    numbers = as_numbers(value)
    return numbers is not None and bool(np.isnan(numbers).any())
