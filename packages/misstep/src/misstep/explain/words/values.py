"""Sentences about values that were seen while a function ran."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, listed, table

Data = Mapping[str, Any]
INDEFINITE = {
    "Mult": "0 times infinity",
    "MatMult": "0 times infinity",
    "Sub": "infinity minus infinity",
    "Add": "infinity minus infinity",
    "Div": "infinity divided by infinity",
}
WHEN_ZERO = "When is {name} 0, and what should come back then?"
# Why an expression is nan or infinite.
REASONS = {
    "0 / 0": ("both {other} and {name} are 0, and 0 / 0 is not a number", WHEN_ZERO),
    "divided by 0": ("{other} is divided by {name}, which {is_zero}", WHEN_ZERO),
    "log of 0": ("{name} {is_zero}, and the logarithm of 0 is -inf", WHEN_ZERO),
    "power too large": (
        "{name} is {up_to}{largest}, and e to that is too large for a float",
        "How can the exponent be kept small, without changing the result?",
    ),
    "mean of nothing": (
        "{name} is empty, and nothing has no mean",
        "When is {name} empty, and what should come back then?",
    ),
}


def _reason(why: Data | None) -> tuple[str, str]:
    """Why an expression is nan or infinite, and a question; empty if the reason is unknown."""
    if why is None:
        return "", ""
    if why["reason"] in INDEFINITE:
        words = f"{INDEFINITE[why['reason']]} is not a number, and {why['name']} is infinite"
        source = why["source"] or {"why": None}
        reason, think = _reason(source["why"])
        if reason and source["expression"] != why["name"]:
            reason = f"in {source['expression']}, {reason}"
        return (f"{words}: {reason}" if reason else words), think
    one = why["scalar"]
    filled = {**why, "is_zero": "is 0" if one else "holds a 0", "up_to": "" if one else "up to "}
    reason, think = REASONS[why["reason"]]
    return reason.format_map(filled), think.format_map(filled)


def _not_finite(data: Data, of_number: str, of_array: str) -> tuple[str, str]:
    reason, think = _reason(data["why"])
    looks = f"in this call {data['expression']} {of_number if data['scalar'] else of_array}"
    looks += f": {reason}." if reason else "."
    return looks, think or f"What goes into {data['expression']} there?"


def _return_reached(data: Data) -> tuple[str, str]:
    lines = f"the {data['which']} of the lines" if data["which"] else "the line"
    values = " and ".join(f"{side} is {value}" for side, value in data["values"].items())
    true_here = f", as {data['test']} is true here" if data["test"] else ""
    return f"{lines} {data['line']}{true_here}{f': {values}' if values else ''}", ""


TOLERANCE = "np.{name} also allows a relative difference of 1e-5, unless you set rtol"
NUMPY = {
    "average": "np.average divides by the sum of the weights",
    "gradient": "np.gradient takes differences between neighbouring entries: that is not a derivative",
    "reciprocal": "np.reciprocal of a whole number is a whole number: 0 from 2 on",
    "histogram": "np.histogram cuts from the smallest to the largest value into equal parts, unless "
    "you set range",
    "cov": "np.cov estimates a variance from a sample: it divides by less than the number of entries, "
    "or than the sum of aweights, unless you set ddof=0",
    "isclose": TOLERANCE,
    "allclose": TOLERANCE,
    "insert": "np.insert keeps the dtype of its first argument, whatever is inserted",
    "unique": "np.unique returns the values that occur, each once, in sorted order",
    "take": "take without an axis counts through the whole array, row after row",
    "groupby": "groupby begins a new group whenever the key changes, even if it has had that key before",
    "array_split": "np.array_split takes the number of parts, and makes them as equal as it can",
}

WORDS: dict[str, Template] = {
    **table("""
union-of-counters: {text} keeps the larger count of each word in the two Counters; + would add them
all-pairs: {text} combines shape {left} with shape {right}: the result has shape {shape}, with one number for each pair
nothing-true: {text} is 0 if no entry is True
not-transposed: {text} reads the numbers row by row and cuts them into rows of another length. Rows don't become columns
first-wrong: {name}, in the line {line}: here it is {value}, and with {right} in its place all that comes after it is right
"""),
    **{f"numpy-{name}": (looks, "") for name, looks in NUMPY.items()},
    "first-nan": lambda data: _not_finite(data, "is nan", "holds nan"),
    "first-infinity": lambda data: _not_finite(data, "is infinite", "becomes infinite"),
    "return-reached": _return_reached,
    "right-so-far": lambda data: (
        f"{listed(data['names'])} "
        f"{'holds what it' if len(data['names']) == 1 else 'hold what they'} should",
        "",
    ),
}
