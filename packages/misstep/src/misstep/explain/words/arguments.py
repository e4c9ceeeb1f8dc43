"""Sentences about how a function uses its arguments."""

from collections.abc import Iterable, Mapping
from typing import Any

from misstep.explain.words import Template

Data = Mapping[str, Any]
ENTERS = "Where does {name} enter the rule, and where does it enter your code?"
TAKE_IT = "Which of your lines should take it, and does it?"
TAKE_OTHERS = "Which of your lines should take the others?"
NO_COPY = "A function of this course returns something new and leaves its arguments alone."
# How an argument would have to be changed for a result to be right.
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
# Why an argument makes no difference.
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


def _alike(data: Data) -> str:
    return f" of the same {data['alike']}" if data["alike"] else ""


def _influence_lost(data: Data) -> tuple[str, str]:
    name, expression, inner = data["name"], data["expression"], data["inner"]
    why = f"{name} does change {inner}, but {expression} stays the same"
    if inner == name:
        why = f"{expression} stays the same, whatever was tried for {name}"
    return f"{name} makes no difference: {why}.", ENTERS.format_map(data)


def _unread_loop_variable(data: Data) -> tuple[str, str]:
    size = " except for its size" if data["alike"] == "size" else ""
    why = "{target} goes through {name}, and nothing reads {target}.".format_map(data)
    return f"{data['name']} makes no difference{size}: {why}", ENTERS.format_map(data)


def _without_effect(data: Data) -> tuple[str, str]:
    names, alike = listed(data["names"]), _alike(data)
    looks = f"{names} makes no difference: another value{alike} gives the same result."
    if len(data["names"]) > 1:
        looks = f"{names} make no difference: other values{alike} give the same result."
    return looks, ENTERS.format(name=data["names"][0])


def _constant(data: Data) -> tuple[str, str]:
    looks, never = f"it returns {data['result']} on every input", data["never"]
    if never:
        return f"{looks}, and your code never reads {' or '.join(never)}.", ENTERS.format(
            name=never[0]
        )
    return f"{looks}.", "Which of your lines looks at what is given, and does it have an effect?"


def _odd_entry(data: Data) -> tuple[str, str, bool]:
    """The entries, the first of them, and whether there are several."""
    entries = [f"the {data['which']} {entry} of {name}" for entry, name in data["entries"]]
    return " and ".join(entries), entries[0], len(entries) > 1


def _left_out(data: Data) -> tuple[str, str]:
    entries, first, several = _odd_entry(data)
    think = f"Which of your lines should take {first}, and does it?"
    if data["has_loop"]:
        ends = "begin with" if data["which"] == "first" else "get as far as"
        think = f"Does your loop {ends} {first}?"
    return f"{entries} {'are' if several else 'is'} left out.", think


def _counts_twice(data: Data) -> tuple[str, str]:
    entries, first, several = _odd_entry(data)
    think = f"Which two of your lines, or which two rounds of a loop, take {first}?"
    return f"{entries} {'count' if several else 'counts'} twice.", think


def _order_matters(data: Data) -> tuple[str, str]:
    both = f" (and those of {listed(data['others'])})" if data["others"] else ""
    think = f"Which entries of {data['name']} count more than others in your code?"
    if data["has_loop"]:
        think = "What does one round of your loop leave behind that the next one uses?"
    return (
        f"the order in {data['name']} makes a difference: with its entries{both} in reverse order "
        "your result changes, and it should not.",
        think,
    )


def _callback_calls(data: Data) -> tuple[str, str]:
    given = " and ".join(f"{name} = {value}" for name, value in data["given"].items())
    calls = (
        "your code calls {name} at {at}, but a right answer doesn't; it never calls it at {not_at}, "
        "but a right answer does"
    ).format_map(data)
    return f"with {given} {calls}" if given else calls, ""


def _outside_names(data: Data) -> tuple[str, str]:
    names, given = listed(data["names"]), ", ".join(data["parameters"])
    looks = f"reads {names} from another cell, not from its arguments ({given})"
    return looks, f"Which of its arguments should {names} be?"


def _changed_in_place(data: Data) -> tuple[str, str]:
    names, line = data["names"], data["line"]
    argument, is_changed = ("arguments", "are") if names[1:] else ("argument", "is")
    looks = f"the {argument} {listed(names)} {is_changed} changed in place"
    if not line:
        return f"{looks}.", f"Which of your lines change what was passed in? {NO_COPY}"
    if data["alias"]:
        own = f"{'' if data['whole'] else 'a part of '}the caller's own {data['owner']}"
        looks += f": {data['alias']} is {own}, not a copy, so {line} changes it"
    return f"{looks}.", f"{NO_COPY} How can this line make something new, or work on a copy?"


def _changing_line(data: Data) -> tuple[str, str]:
    line = f"the line {data['line']}"
    change = "{changed} was {was} before, and is {now} afterwards".format_map(data)
    return f"{line}: {change}" if data["was"] else line, ""


WORDS: dict[str, Template] = {
    **{
        kind: (
            f"your result would be right with {{name}} {change}.",
            "Which of your lines use {name}, and should they take it as it is?",
        )
        for kind, change in CHANGES.items()
    },
    **{kind: (f"{{name}} makes no difference{why}", ENTERS) for kind, why in REASONS.items()},
    "only-one-entry-matters": (
        "only the {which} {entry} of {name} has an effect on your result.",
        "Does your code go through all of {name}, and does each round keep what the rounds before it "
        "made?",
    ),
    "unequal-zip": (
        "in every call that goes wrong, the arguments of {text} differ in length. zip stops at the end "
        "of the shortest, so entries are paired that don't belong together.",
        "Which lines make what you zip, and why is one of them shorter?",
    ),
    "first-entry-left-out": ("the first {entry} of {name} is left out.", TAKE_IT),
    "first-column-left-out": ("the first column of {name} is left out.", TAKE_IT),
    "first-entry-zero": ("the first {entry} of {name} is taken as 0.", TAKE_IT),
    "only-first-entry-counts": ("only the first {entry} of {name} counts.", TAKE_OTHERS),
    "only-last-entry-counts": ("only the last {entry} of {name} counts.", TAKE_OTHERS),
    "arguments-swapped": ("{name} and {other} have changed places.", "Which belongs where?"),
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
    "order-ignored": (
        "the order in {name} makes no difference: with {name}[::-1] your result stays the same, and "
        "it should change.",
        "What does each {entry} of {name} belong to, and does your code keep them together?",
    ),
    "still-as-given": ("; what is wrong is still as it was in {name}", ""),
    "should-be-as-given": ("; {name} should come back as it is", ""),
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
        f"{data['mistake'].looks} (With {data['number']} in place of {data['old']}.)",
        data["mistake"].think,
    ),
    "changed-in-place": _changed_in_place,
    "changing-line": _changing_line,
}
