"""Sentences about how a function uses its arguments."""

from collections.abc import Iterable, Mapping
from typing import Any

from misstep.explain.words import Template

Data = Mapping[str, Any]
WHERE_IN_CODE = "Where does {name} enter the rule, and where does it enter your code?"
CHANGES = {
    "argument-reversed": "in the reverse order",
    "argument-transposed": "transposed",
    "argument-negated": "multiplied by -1",
    "argument-absolute": "replaced by its absolute values",
    "argument-squared": "squared",
    "argument-root": "replaced by its square root",
    "argument-doubled": "doubled",
    "argument-halved": "halved",
    "argument-zero": "set to 0",
    "argument-one": "set to 1",
    "argument-one-if-positive": "replaced by 1 where it is above 0, and 0 elsewhere",
    "twice-argument-minus-one": "replaced by 2 times itself minus 1",
    "one-minus-argument": "replaced by 1 minus itself",
    "argument-plus-one": "increased by 1",
    "argument-minus-one": "reduced by 1",
    "argument-sorted": "sorted",
    "argument-exp": "replaced by its exponential",
    "argument-without-repeats": "with every entry only once",
}
TAKE_IT = "Which of your lines should take it, and does it?"
TAKE_OTHERS = "Which of your lines should take the others?"
REASONS = {
    "argument-never-read": ": your code never reads {name}.",
    "argument-overwritten": ": {line} replaces the {name} that your function is given.",
    "unread-variable": ": {target} is made from {name}, and nothing reads {target}.",
    "only-length-used": " except for its size: only len({name}) enters your result.",
}


def listed(names: Iterable[str]) -> str:
    """Join names with commas and "and"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _influence_lost(data: Data) -> tuple[str, str]:
    name, expression, inner = data["name"], data["expression"], data["inner"]
    if inner == name:
        why = f"{expression} stays the same, whatever was tried for {name}"
    else:
        why = f"{name} does change {inner}, but {expression} stays the same"
    return f"{name} makes no difference: {why}.", WHERE_IN_CODE.format_map(data)


def _unread_loop_variable(data: Data) -> tuple[str, str]:
    name, target = data["name"], data["target"]
    size = " except for its size" * (data["alike"] == "size")
    return (
        f"{name} makes no difference{size}: {target} goes through {name}, and nothing reads {target}.",
        WHERE_IN_CODE.format_map(data),
    )


def _alike(data: Data) -> str:
    return f" of the same {data['alike']}" if data["alike"] else ""


def _without_effect(data: Data) -> tuple[str, str]:
    names = data["names"]
    make, value, give = (
        ("make", "other values", "give") if len(names) > 1 else ("makes", "another value", "gives")
    )
    return (
        f"{listed(names)} {make} no difference: {value}{_alike(data)} {give} the same result.",
        WHERE_IN_CODE.format(name=names[0]),
    )


def _constant(data: Data) -> tuple[str, str]:
    looks, never = f"it returns {data['result']} on every input", data["never"]
    if never:
        return (
            f"{looks}, and your code never reads {' or '.join(never)}.",
            f"Where does {never[0]} enter the rule, and where should it enter your code?",
        )
    return (
        f"{looks}.",
        "Which of your lines looks at what is given, and does that line have an effect?",
    )


def _entries(data: Data) -> str:
    return " and ".join(f"the {data['which']} {entry} of {name}" for entry, name in data["entries"])


def _left_out(data: Data) -> tuple[str, str]:
    verb = "are" if len(data["entries"]) > 1 else "is"
    entry = _entries({**data, "entries": data["entries"][:1]})
    think = f"Which of your lines should take {entry}, and does it?"
    if data["has_loop"]:
        ends = "begin with" if data["which"] == "first" else "get as far as"
        think = f"Does your loop {ends} {entry}?"
    return f"{_entries(data)} {verb} left out.", think


def _counts_twice(data: Data) -> tuple[str, str]:
    verb = "count" if len(data["entries"]) > 1 else "counts"
    entry = _entries({**data, "entries": data["entries"][:1]})
    return (
        f"{_entries(data)} {verb} twice.",
        f"Which two of your lines, or which two rounds of a loop, take {entry}?",
    )


def _order_matters(data: Data) -> tuple[str, str]:
    both = f" (and those of {listed(data['others'])})" if data["others"] else ""
    return (
        f"the order in {data['name']} makes a difference: with its entries{both} in reverse order "
        "your result changes, and it should not.",
        "What does one round of your loop leave behind that the next one uses?"
        if data["has_loop"]
        else f"Which entries of {data['name']} count more than others in your code?",
    )


def _order_ignored(data: Data) -> tuple[str, str]:
    name, entry = data["name"], data["entry"]
    return (
        f"the order in {name} makes no difference: with its {'rows' if entry == 'row' else 'entries'} "
        "in reverse order your result stays the same, and it should change.",
        f"What does each {entry} of {name} belong to, and does your code keep them together?",
    )


def _callback_calls(data: Data) -> tuple[str, str]:
    given = " and ".join(f"{name} = {value}" for name, value in data["given"].items())
    return (
        f"{f'with {given} ' if given else ''}your code calls {data['name']} at {data['at']}, but a "
        f"right answer doesn't; it never calls it at {data['not_at']}, but a right answer does",
        "",
    )


def _outside_names(data: Data) -> tuple[str, str]:
    names = listed(data["names"])
    return (
        f"reads {names} from another cell, not from its arguments ({', '.join(data['parameters'])})",
        f"Which of its arguments should {names} be?",
    )


def _changed_in_place(data: Data) -> tuple[str, str]:
    names, line = data["names"], data["line"]
    looks = f"the argument{'s' * (len(names) > 1)} {listed(names)} {'are' if names[1:] else 'is'} changed in place"
    copy = "A function of this course returns something new and leaves its arguments alone."
    if not line:
        return f"{looks}.", f"Which of your lines change what was passed in? {copy}"
    if data["alias"]:
        part = "" if data["whole"] else "a part of "
        looks += f": {data['alias']} is {part}the caller's own {data['owner']}, not a copy, so {line} changes it"
    return f"{looks}.", f"{copy} How can this line make something new, or work on a copy?"


WORDS: dict[str, Template] = {
    **{
        kind: (
            f"your result would be right with {{name}} {words}.",
            "Which of your lines use {name}, and should they take it as it is?",
        )
        for kind, words in CHANGES.items()
    },
    **{
        kind: (f"{{name}} makes no difference{why}", WHERE_IN_CODE) for kind, why in REASONS.items()
    },
    "first-entry-left-out": ("the first {entry} of {name} is left out.", TAKE_IT),
    "first-column-left-out": ("the first column of {name} is left out.", TAKE_IT),
    "first-entry-zero": ("the first {entry} of {name} is taken as 0.", TAKE_IT),
    "only-first-entry-counts": ("only the first {entry} of {name} counts.", TAKE_OTHERS),
    "only-last-entry-counts": ("only the last {entry} of {name} counts.", TAKE_OTHERS),
    "arguments-swapped": (
        "{name} and {other} have changed places.",
        "Which of the two belongs where?",
    ),
    "argument-instead-of-other": (
        "{name} is used where {other} should be.",
        "Where should {other} enter?",
    ),
    "influence-lost": _influence_lost,
    "unread-loop-variable": _unread_loop_variable,
    "argument-without-effect": _without_effect,
    "no-argument-matters": lambda data: (
        f"other arguments{_alike(data)} give the very same result.",
        "Which of your lines looks at what is given, and what becomes of what it works out?",
    ),
    "constant-result": _constant,
    "never-used": lambda data: (f"never uses {' or '.join(data['names'])}", ""),
    "outside-names": _outside_names,
    "entry-left-out": _left_out,
    "entry-counts-twice": _counts_twice,
    "order-matters": _order_matters,
    "order-ignored": _order_ignored,
    "still-as-given": ("; what is wrong is still as it was in {name}", ""),
    "should-be-as-given": ("; what is wrong should be as it is in {name}", ""),
    "all-should-be-as-given": ("; {name} should come back as it is", ""),
    "entries-kept": (
        "where your result is wrong, it still holds what {name} held before.",
        "Which entries of {name} should change here, and which of your lines does it?",
    ),
    "entries-changed": (
        "something in {name} changes that should stay as it is.",
        "Which entries or rows of {name} may this change, and when none at all?",
    ),
    "callback-calls": _callback_calls,
    "mistake-with-other-number": lambda data: (
        f"{data['mistake'].looks} (With {data['number']} in your case.)",
        data["mistake"].think,
    ),
    "changed-in-place": _changed_in_place,
    "changing-line": lambda data: (
        f"the line {data['line']}"
        + (
            f": {data['changed']} was {data['was']} before, and is {data['now']} afterwards"
            if data["was"]
            else ""
        ),
        "",
    ),
}
