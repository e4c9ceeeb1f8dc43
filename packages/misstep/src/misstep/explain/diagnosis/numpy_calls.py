"""Calls of NumPy functions that often do something else than their user expects."""

import ast
from typing import Any

from misstep.explain.diagnosis.tracing import tree_of
from misstep.explain.findings import Finding, Strength

# Functions, each with a keyword that must be there (True), or must not be there, for the surprise.
SURPRISES = {
    "average": ("weights", True),
    "histogram": ("range", False),
    "isclose": ("rtol", False),
    "allclose": ("rtol", False),
    "insert": ("dtype", False),
    "unique": ("axis", False),
    "array_split": ("axis", False),
}


def surprising_call(function: Any) -> Finding | None:
    """Find the first call of such a function."""
    for node in ast.walk(tree_of(function) or ast.Module([], [])):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name)):
                keyword, given = SURPRISES.get(name, ("", True))
                if given == (keyword in {word.arg for word in node.keywords}):
                    return Finding(f"numpy-{name}", Strength.HINT, {"name": name})
    return None
