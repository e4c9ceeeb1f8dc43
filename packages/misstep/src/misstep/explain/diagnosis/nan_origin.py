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
INDEFINITE = (ast.Mult, ast.MatMult, ast.Sub, ast.Add, ast.Div)  # may give nan
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

    def notice(node: ast.AST, now: Any, operands: list[Any]) -> None:
        if began or not not_finite(now):
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
    why = _why(first, infinite)
    data = {"expression": text, "scalar": np.ndim(first.value) == 0, "why": why}
    kind = "first-nan" if is_nan else "first-infinity"
    strength = Strength.CAUSE if why else Strength.HINT  # the operands show the reason, or don't
    return Finding(kind, strength, data, place_of(function, first.node))


def _is_meant(node: ast.AST) -> bool:
    """Whether an infinity is written down: np.inf, float("inf") and names that hold one."""
    return not isinstance(node, ast.BinOp | ast.AugAssign | ast.Call) or (
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("float", "np.full", "np.float64")
    )


def _why(began: _Began, infinite: dict[int, _Began]) -> Reason | None:
    """The reason, from the operands."""
    node, values = began.node, began.operands
    names = [ast.unparse(part) for part in operands_of(node)]
    if any(value is UNKNOWN for value in values) or any(len(name) > MAX_QUOTED for name in names):
        return None
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            endless = [n for n, value in zip(names, values, strict=True) if not_finite(value)]
            if endless and isinstance(op, INDEFINITE):
                return _of_infinity(op, endless[0], infinite)
            if isinstance(op, ast.Div) and _holds(values[1], 0):
                both = not np.ndim(values[0]) and values[0] == 0
                data = {"name": names[1], "other": names[0], "scalar": np.ndim(values[1]) == 0}
                return {"reason": "0 / 0" if both and data["scalar"] else "divided by 0", **data}
        case ast.Call() if names:
            return _of_call(ast.unparse(node.func).rpartition(".")[2], names[0], values[0])
    return None


def _of_infinity(op: ast.operator, name: str, infinite: dict[int, _Began]) -> Reason:
    """The reason for a nan that comes from infinite numbers, and where these come from."""
    first = next(iter(infinite.values())) if len(infinite) == 1 else None
    source = {"expression": ast.unparse(first.node), "why": _why(first, {})} if first else None
    return {"reason": type(op).__name__, "name": name, "source": source}


def _of_call(function: str, name: str, value: Any) -> Reason | None:
    data = {"name": name, "scalar": np.ndim(value) == 0}
    if function in LOGS and _holds(value, 0):
        return {"reason": "log of 0", **data}
    if function in POWERS and np.any(np.asarray(value) > 100):
        return {"reason": "power too large", **data, "largest": show(float(np.max(value)))}
    if function in MEANS and np.size(value) == 0:
        return {"reason": "mean of nothing", **data}
    return None


def _holds(value: Any, number: float) -> bool:
    numbers = as_numbers(value)
    return numbers is not None and bool(np.any(numbers == number))


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
