"""Values that NumPy makes without an error, and that often surprise."""

import ast
from collections.abc import Iterable
from typing import Any

import numpy as np

from misstep.core.calling import Args
from misstep.explain.diagnosis.tracing import trace, tree_of
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.syntax import called


def surprising_value(function: Any, calls: Iterable[tuple[Args, Any]]) -> Finding | None:
    """Find the first surprise in calls with wrong results, given their right results.

    A flat array and a column give a table of all pairs, unless such a table is asked for; argmax of
    an array without True is 0; reshape does not exchange rows and columns.
    """
    tree = tree_of(function)
    if tree is None:
        return None
    for args, want in calls:
        found: list[Finding] = []

        def notice(
            node: ast.AST, value: Any, parts: list[Any], want: Any = want, found: Any = found
        ) -> None:
            kind, data = "", {"text": ast.unparse(node)}
            if np.shape(want) != np.shape(value) and _is_table_of_pairs(node, value, parts):
                kind, shapes = "all-pairs", [part.shape for part in parts]
                data |= {"left": shapes[0], "right": shapes[1], "shape": value.shape}
            elif called(node) == "argmax" and parts and _all_false(parts[0]):
                kind = "nothing-true"
            elif called(node) == "reshape" and parts and _is_jumbled(parts[0], value):
                kind = "not-transposed"
            if kind:
                found.append(Finding(kind, Strength.HINT, data))

        trace(function, tree, args, notice)
        if found:
            return found[0]
    return None


def _is_table_of_pairs(node: ast.AST, value: Any, parts: list[Any]) -> bool:
    """Whether an operator combines a flat array and a column of the same length."""
    if not isinstance(node, ast.BinOp) or isinstance(node.op, ast.MatMult):
        return False
    if not all(isinstance(part, np.ndarray) for part in parts):
        return False
    n = len(value) if np.ndim(value) == 2 else 0
    return n > 1 and sorted((part.shape for part in parts), key=len) == [(n,), (n, 1)]


def _is_jumbled(table: Any, reshaped: Any) -> bool:
    """Whether a table has the shape of its transpose, but the numbers are elsewhere."""
    if np.ndim(table) != 2 or table.shape[0] == table.shape[1]:
        return False
    return table.T.shape == np.shape(reshaped) and not np.array_equal(table.T, reshaped)


def _all_false(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == bool and not value.any()
