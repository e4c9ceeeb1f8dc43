"""Sentences about the inputs on which a function is wrong."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template

PROPERTIES = {
    "equal": "with {} = {}",
    "unequal": "with {} other than {}",
    "above": "with {} above {}",
    "whole": "in which {} holds whole numbers",
    "has zero": "in which {} holds a 0",
    "no zero": "in which {} holds no 0",
    "all zero": "in which {} is all 0",
    "all same": "in which all numbers in {} are the same",
    "axes": "in which {}.ndim is {}",
    "not square": "in which {} is not square",
    "one row": "in which {} has one row",
    "alike": "with {} and {} alike",
    "same size": "in which {} is {}",
    "other size": "in which {} is not {}",
    "expected": "for which {} is expected",
}


def _property(data: Mapping[str, Any]) -> str:
    kind, *names = data["property"]
    return PROPERTIES[kind].format(*names)


def _right_inputs(data: Mapping[str, Any]) -> tuple[str, str]:
    wrong, others = data["wrong"], data["others"]
    many = f"all {wrong} others" if wrong == others else f"{wrong} of the {others} others"
    return f"it is right on all {data['right']} inputs {_property(data)}, and wrong on {many}", ""


def _smallest_example(data: Mapping[str, Any]) -> tuple[str, str]:
    """The smallest call that goes wrong, unless it is shown already, and what would make it right."""
    right = f"with {data['name']}={data['value']} instead it is right" if data["name"] else ""
    if not data["call"]:
        return right, ""
    happens = f"raises {data['error']}" if data["error"] else f"returns {data['got']}"
    return f"{data['call']} {happens}, expected {data['wanted']}{right and f'; {right}'}", ""


WORDS: dict[str, Template] = {
    "wrong-inputs": lambda data: (
        f"it is wrong on all {data['wrong']} inputs {_property(data)}, "
        f"and right on the {data['right']} others",
        "",
    ),
    "right-inputs": _right_inputs,
    "smallest-example": _smallest_example,
}
