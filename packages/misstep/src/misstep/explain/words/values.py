"""Sentences about values that were seen while a function ran."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template
from misstep.explain.words.arguments import listed

Data = Mapping[str, Any]
INDEFINITE = {
    "Mult": "0 times infinity",
    "MatMult": "0 times infinity",
    "Sub": "infinity minus infinity",
    "Add": "infinity minus infinity",
    "Div": "infinity divided by infinity",
}
WHEN_ZERO = "When is {name} 0, and what should come back then?"
BELOW_ZERO = "Can {name} be below 0, if everything before it is right?"
# Why an expression is nan or infinite; {holds} is "is" for a number, and "holds" for an array.
REASONS = {
    "0 / 0": ("both {other} and {name} are 0, and 0 / 0 is not a number", WHEN_ZERO),
    "divided by 0": ("{name} is 0, and {other} is {value}", WHEN_ZERO),
    "divided by zeros": ("{name} {holds} 0, and is divided by", WHEN_ZERO),
    "product too large": (
        "{other} times {name} is too large for a float",
        "How large can this get, and is there a way to keep it small?",
    ),
    "log of 0": ("{name} {holds} 0, and the logarithm of 0 is -inf", WHEN_ZERO),
    "log of negative": ("{name} {holds} number below 0, which has no logarithm", BELOW_ZERO),
    "root of negative": ("{name} {holds} number below 0, which has no root", BELOW_ZERO),
    "power too large": (
        "{name} is {up_to}{largest}, and e to that is too large for a float",
        "How can the exponent be kept small, without changing the result?",
    ),
    "mean of nothing": (
        "{name} is empty, and nothing has no mean",
        "When is {name} empty, and what should come back then?",
    ),
}


def _reason(data: Data) -> tuple[str, str]:
    """Why an expression is nan or infinite, and a question; empty if the reason is unknown."""
    if data["reason"] == "infinite operand":
        return _of_infinity(data)
    if not data["reason"]:
        return "", ""
    zero = data["reason"] in ("divided by zeros", "log of 0")
    holds = ("is" if zero else "is a") if data["scalar"] else "holds a"
    filled = {**data, "holds": holds, "up_to": "" if data["scalar"] else "up to "}
    why, think = REASONS[data["reason"]]
    return why.format_map(filled), think.format_map(filled)


def _of_infinity(data: Data) -> tuple[str, str]:
    name, source = data["name"], data["from"]
    words = f"{INDEFINITE[data['operator']]} is not a number, and {name} is infinite"
    why, think = _reason(source) if source else ("", "")
    if why:
        inside = "" if source["expression"] == name else f"in {source['expression']}, "
        words += f": {inside}{why}"
    return words, think or f"Where is {name} infinite, and does it have to be?"


def _not_finite(data: Data, what: str, of_array: str) -> tuple[str, str]:
    expression = data["expression"]
    why, think = _reason(data["why"])
    looks = f"in this call {expression} {'is' if data['scalar'] else of_array} {what}"
    looks += f": {why}." if why else "."
    if data["guard"] and what == "nan":
        looks += (
            f" And {data['guard']} does not catch it: "
            "nan is neither equal to a number nor smaller or larger."
        )
    return looks, think or f"What goes into {expression} there?"


def _return_reached(data: Data) -> tuple[str, str]:
    lines = f"the {data['which']} of the lines" if data["which"] else "the line"
    values = " and ".join(f"{side} is {value}" for side, value in data["values"].items())
    true_here = f", as {data['test']} is true here" if data["test"] else ""
    return f"{lines} {data['line']}{true_here}{f': {values}' if values else ''}", ""


WORDS: dict[str, Template] = {
    "first-nan": lambda data: _not_finite(data, "nan", "holds"),
    "first-infinity": lambda data: _not_finite(data, "infinite", "becomes"),
    "return-reached": _return_reached,
    "first-wrong": (
        "{name}, in the line {line}: here it is {value}, and with {right} in its place all that comes "
        "after it is right",
        "",
    ),
    "right-so-far": lambda data: (
        f"{listed(data['names'])} "
        f"{'holds what it' if len(data['names']) == 1 else 'hold what they'} should",
        "",
    ),
}
