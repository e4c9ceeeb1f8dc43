"""Calls of functions, most of them NumPy's, that often do something else than their user expects."""

import ast
from typing import Any

from misstep.explain.diagnosis.tracing import tree_of
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.syntax import called

# Functions, each with a keyword that must be there (True), or must not be there, for the surprise.
SURPRISES = {
    "average": ("weights", True),
    "gradient": ("", False),
    "reciprocal": ("dtype", False),
    "cov": ("ddof", False),
    "histogram": ("range", False),
    "isclose": ("rtol", False),
    "allclose": ("rtol", False),
    "insert": ("dtype", False),
    "unique": ("axis", False),
    "array_split": ("axis", False),
    "take": ("axis", False),
    "groupby": ("", False),
}


def surprising_call(function: Any) -> Finding | None:
    """Find the first call of such a function, or an operator that surprises."""
    tree = tree_of(function) or ast.Module([], [])
    counters = {
        node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and called(node.value) == "Counter"
    }
    for node in ast.walk(tree):
        match node:
            case (
                ast.AugAssign(op=ast.BitOr(), value=other) | ast.BinOp(op=ast.BitOr(), right=other)
            ) if called(other) == "Counter" or (
                isinstance(other, ast.Name) and other.id in counters
            ):  # only a Counter can be joined with a Counter
                return Finding("union-of-counters", Strength.HINT, {"text": ast.unparse(node)})
            case ast.Call(
                func=ast.Attribute(value=ast.Name("np"), attr=name)
                | ast.Attribute(attr="take" as name)
                | ast.Name("groupby" as name)
            ):
                keyword, given = SURPRISES.get(name, ("", True))
                if given == (keyword in {word.arg for word in node.keywords}):
                    return Finding(f"numpy-{name}", Strength.HINT, {"name": name})
    return None
