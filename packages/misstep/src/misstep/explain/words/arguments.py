"""Sentences about how a function uses its arguments."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, listed, table

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
    "argument-halved": "halved",
    "argument-one": "set to 1",
    "argument-one-if-positive": "replaced by 1 where it is above 0, and 0 elsewhere",
    "one-minus-argument": "replaced by 1 minus itself",
    "argument-plus-one": "increased by 1",
    "argument-minus-one": "reduced by 1",
    "argument-sorted": "sorted",
    "argument-without-repeats": "with every entry only once",
}
# Why an argument makes no difference.
REASONS = {
    "argument-never-read": ": your code never reads {name}.",
    "argument-overwritten": ": {line} replaces the {name} that your function is given.",
    "unread-variable": ": {target} is made from {name}, and nothing reads {target}.",
    "only-length-used": " except for its size: only len({name}) enters your result.",
}


def _alike(data: Data) -> str:
    return f" of the same {data['alike']}" if data["alike"] else ""


def _influence_lost(data: Data) -> tuple[str, str]:
    name, expression, inner = data["name"], data["expression"], data["inner"]
    keys, tried = "", f"whatever was tried for {name}"
    if data["alike"] == "keys":
        keys, tried = " except for its keys", "whatever values were tried for them"
    why = f"{name} does change {inner}, but {expression} stays the same"
    if inner == name:
        why = f"{expression} stays the same, {tried}"
    return f"{name} makes no difference{keys}: {why}.", ENTERS.format_map(data)


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
    looks, never = f"it returned {data['result']} in every call that was tried", data["never"]
    if never:
        return f"{looks}, and your code never reads {' or '.join(never)}.", ENTERS.format(
            name=never[0]
        )
    return f"{looks}.", "Which of your lines looks at what is given, and does it have an effect?"


def _other_number(data: Data) -> tuple[str, str]:
    """A known mistake, with the number of the student's code in its sentences."""
    mistake, old, number = data["mistake"], data["old"], data["number"]
    looks, think = (words.replace(old, number) for words in (mistake.looks, mistake.think))
    also = "" if number in looks else f" (In your code it is {number}.)"
    return f"{looks}{also}", think


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
    looks = f"reads {names} from outside, not from its arguments ({given})"
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
    **table(
        """
only-one-entry-matters: only the {which} {entry} of {name} has an effect on your result. -> Does your code go through all of {name}, and does each round keep what the rounds before it made?
unequal-zip: in every call that goes wrong, the arguments of {text} differ in length. zip stops at the end of the shortest, so entries are paired that don't belong together. -> Which lines make what you zip, and why is one of them shorter?
arguments-swapped: {name} and {other} have changed places. -> Which belongs where?
line-without-effect: the line {line} works something out, and nothing keeps it. -> Where should the result of this line go?
still-as-given: ; what is wrong is still as it was in {name}
should-be-as-given: ; {name} should come back as it is
entries-kept: where your result is wrong, it still holds what {name} held before. -> Which entries of {name} should change here, and which of your lines does it?
entries-changed: something in {name} changes that should stay as it is. -> Which entries or rows of {name} may this change, and when none at all?
first-entry-left-out: the first {entry} of {name} is left out. -> {TAKE_IT}
first-column-left-out: the first column of {name} is left out. -> {TAKE_IT}
first-entry-zero: the first {entry} of {name} is taken as 0. -> {TAKE_IT}
only-first-entry-counts: only the first {entry} of {name} counts. -> {TAKE_OTHERS}
only-last-entry-counts: only the last {entry} of {name} counts. -> {TAKE_OTHERS}
last-round-only: every round sets {names} afresh: the last one counts, the others are lost
""",
        TAKE_IT=TAKE_IT,
        TAKE_OTHERS=TAKE_OTHERS,
    ),
    **{
        kind: (
            f"you get what is right for {{name}} {change}.",
            "Which of your lines use {name}, and should they take it as it is?",
        )
        for kind, change in CHANGES.items()
    },
    **{kind: (f"{{name}} makes no difference{why}", ENTERS) for kind, why in REASONS.items()},
    "influence-lost": _influence_lost,
    "unread-loop-variable": _unread_loop_variable,
    "argument-without-effect": _without_effect,
    "no-argument-matters": lambda data: (
        f"other arguments{_alike(data)} give the very same result.",
        "Which of your lines looks at what is given, and what becomes of what it works out?",
    ),
    "constant-result": _constant,
    "mistake-with-other-number": _other_number,
    "never-used": lambda data: (f"never uses {' or '.join(data['names'])}", ""),
    "outside-names": _outside_names,
    "order-matters": _order_matters,
    "callback-calls": _callback_calls,
    "changed-in-place": _changed_in_place,
    "changing-line": _changing_line,
}
