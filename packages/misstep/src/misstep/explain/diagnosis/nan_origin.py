"""Where the first nan or infinity of a call comes from."""

import ast
import copy
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from misstep.core.calling import Args
from misstep.core.kinds import show
from misstep.explain.diagnosis.tracing import UNKNOWN, operands_of, trace, tree_of

LOGS = {"log", "log2", "log10"}
MEANS = {"mean", "average", "std", "var", "nanmean"}
MAX_QUOTED = 50  # characters of an expression that is quoted
ENDLESS: dict[type[ast.operator], str] = {
    ast.Mult: "0 times infinity",
    ast.MatMult: "0 times infinity",
    ast.Sub: "infinity minus infinity",
    ast.Add: "infinity minus infinity",
    ast.Div: "infinity divided by infinity",
}
NOT_EQUAL = "nan is neither equal to a number nor smaller or larger"


@dataclass
class _Began:
    """The first expression that was nan (or infinite), with the values of its operands."""

    node: ast.AST
    value: Any
    operands: list[Any]


def first_nan(function: Any, args: Args, value: Any, want: Any) -> tuple[str, str] | None:
    """Explain the first nan or infinity of a call, if the result should have none."""
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
    return _in_words(began[0], infinite, guards, "nan" if is_nan else "infinite")


def _is_meant(node: ast.AST) -> bool:
    """Whether an infinity is written down: np.inf, float("inf") and names that hold one."""
    return not isinstance(node, ast.BinOp | ast.AugAssign | ast.Call) or (
        isinstance(node, ast.Call) and ast.unparse(node.func) in ("float", "np.full", "np.float64")
    )


def _in_words(
    began: _Began, infinite: dict[int, _Began], guards: list[ast.Compare], what: str
) -> tuple[str, str] | None:
    node = began.node
    text = ast.unparse(node)
    why, think = _why(began, infinite)
    if len(text) > 2 * MAX_QUOTED:
        return None
    holds = "is" if np.ndim(began.value) == 0 else "holds" if what == "nan" else "becomes"
    looks = f"in this call {text} {holds} {what}{why and f': {why}'}."
    if guards and what == "nan":
        test = guards[0]
        sides = operands_of(test)
        ops = ast.Eq | ast.Lt | ast.Gt | ast.LtE | ast.GtE
        if len(sides) == 2 and isinstance(test.ops[0], ops):
            looks += f" And {ast.unparse(test)} does not catch it: {NOT_EQUAL}."
    return looks, think or f"What goes into {text} there?"


def _why(began: _Began, infinite: dict[int, _Began]) -> tuple[str, str]:
    """The reason, from the operands, and a question; empty if there is none."""
    node, values = began.node, began.operands
    names = [ast.unparse(part) for part in operands_of(node)]
    if any(value is UNKNOWN for value in values) or any(len(name) > MAX_QUOTED for name in names):
        return "", ""
    endless = [name for name, value in zip(names, values, strict=True) if not_finite(value)]
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if endless and type(op) in ENDLESS:
            return _of_infinity(op, endless[0], infinite)
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return _of_division(names, values)
        case ast.BinOp(op=ast.Mult()) | ast.AugAssign(op=ast.Mult()):
            return f"{names[0]} times {names[1]} is too large for a float", (
                "How large can this get, and is there a way to keep it small?"
            )
        case ast.BinOp(op=ast.Pow()) if _holds(values[0], lambda v: v < 0):
            return f"{names[0]} {_holds_words(values[0], 'a number below 0')}", (
                f"Can {names[0]} be below 0, and does it have a root then?"
            )
    if isinstance(node, ast.Call) and names:
        return _of_call(ast.unparse(node.func).rpartition(".")[2], names[0], values[0])
    return "", ""


def _of_infinity(op: ast.operator, name: str, infinite: dict[int, _Began]) -> tuple[str, str]:
    """The reason for a nan that comes from infinite numbers, and where these come from."""
    words = f"{ENDLESS[type(op)]} is not a number, and {name} is infinite"
    think = f"Where is {name} infinite, and does it have to be?"
    if len(infinite) == 1:
        [first] = infinite.values()
        why, question = _why(first, {})
        text = ast.unparse(first.node)
        inner = why if text == name else f"in {text}, {why}"
        return (f"{words}: {inner}" if why else words), question or think
    return words, think


def _of_division(names: list[str], values: list[Any]) -> tuple[str, str]:
    top, below = names
    if not _holds(values[1], lambda v: v == 0):
        return "", ""
    think = f"When is {below} 0, and what should come back then?"
    if np.ndim(values[0]) == np.ndim(values[1]) == 0:
        if values[0] == 0:
            return f"both {top} and {below} are 0, and 0 / 0 is not a number", think
        return f"{below} is 0, and {top} is {show(values[0])}", think
    return f"{below} {_holds_words(values[1], '0')}, and is divided by", think


def _of_call(name: str, inner: str, value: Any) -> tuple[str, str]:
    if name in LOGS and _holds(value, lambda v: v < 0):
        return f"{inner} {_holds_words(value, 'a number below 0')}, which has no logarithm", (
            f"Can {inner} be below 0, if everything before it is right?"
        )
    if name in LOGS and _holds(value, lambda v: v == 0):
        return f"{inner} {_holds_words(value, '0')}, and the logarithm of 0 is -inf", (
            f"When is {inner} 0, and what should come back then?"
        )
    if name == "sqrt" and _holds(value, lambda v: v < 0):
        return f"{inner} {_holds_words(value, 'a number below 0')}, which has no root", (
            f"Can {inner} be below 0, if everything before it is right?"
        )
    if name in ("exp", "exp2", "power", "cosh", "sinh") and _holds(value, lambda v: v > 100):
        most = float(np.max(value))
        return (
            f"{inner} is {'' if np.ndim(value) == 0 else 'up to '}{show(most)}, and e to that is too large for a float",
            ("How can the exponent be kept small, without changing the result?"),
        )
    if name in MEANS and np.size(value) == 0:
        return f"{inner} is empty, and nothing has no mean", (
            f"When is {inner} empty, and what should come back then?"
        )
    return "", ""


def _holds(value: Any, odd: Any) -> bool:
    numbers = _as_numbers(value)
    return numbers is not None and bool(np.any(odd(numbers)))


def _holds_words(value: Any, what: str) -> str:
    """A verb for a number (it is 0) or for an array (it holds a 0)."""
    return f"is {what}" if np.ndim(value) == 0 else f"holds {'a 0' if what == '0' else what}"


def _is_nan(value: Any) -> bool:
    return np.ndim(value) == 0 and bool(holds_nan(value))


def not_finite(value: Any) -> bool:
    """Whether a value is a number or an array that holds nan or an infinity."""
    if isinstance(value, float):
        return not math.isfinite(value)
    numbers = _as_numbers(value)
    return numbers is not None and not np.isfinite(numbers).all()


def holds_nan(value: Any) -> bool:
    """Whether a value is a number or an array that holds nan."""
    numbers = _as_numbers(value)
    return numbers is not None and bool(np.isnan(numbers).any())


def _as_numbers(value: Any) -> Any:
    """An array of the numbers in a value; None if it holds anything else."""
    if isinstance(value, int):
        return np.asarray(float(value)) if abs(value) < 1e300 else None
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, float | np.ndarray | np.generic | list | tuple):
        return None
    try:
        array = np.asarray(value)
    except ValueError:  # its rows are not equally long
        return None
    return array if array.dtype.kind in "biuf" else None
