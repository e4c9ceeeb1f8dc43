"""Sentences about mistakes that a small edit of the source repairs."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, table

Data = Mapping[str, Any]
OWN_COPY = "A change at one place shows at all of them. How can each get its own?"
SHAPES = "Which shape does {text} have, and which should it have?"
REPEATS = "Should repeats count here?"
ROWS = "How do you pick one entry from each row? Which row number belongs to which column?"
FIRST = "Which should come first here, {step} or {reduction}?"
SIZE = "With twice as many entries, should it be as large as before, or twice as large?"
EACH_ROUND = "What does each round of the loop over {text} get? Print it. What should it get?"
OLD_VALUE = "What should be kept from one round to the next, and what should start afresh?"
AT = "where {name} gets its value or where it is used"
MEANS = "What should {name} hold, and what does {line} work out?"


def _start_of_search(data: Data) -> tuple[str, str]:
    what, side = ("largest", "below") if data["largest"] else ("smallest", "above")
    name, number, other = data["name"], data["number"], data["other"]
    return (
        f"the search for the {what} starts with {name} = {number:g}: where every {other} is "
        f"{side} {number:g}, none of them beats it.",
        f"What could it start with, so that the first {other} always beats it?",
    )


def _axis_for_operand(data: Data) -> tuple[str, str]:
    largest, larger = ("largest", "larger") if data["largest"] else ("smallest", "smaller")
    return (
        f"np.{data['name']} reads its second argument as an axis: {data['text']} looks for the "
        f"{largest} entry along it. It does not take the {larger} of two numbers.",
        f"Which function of NumPy takes the {larger} of two numbers, entry by entry?",
    )


def _compared_by_key(data: Data) -> tuple[str, str]:
    name = data["name"]
    if name == "sorted":
        looks = f"{data['text']} is in the order of the keys; the values have no say."
    else:
        which, end = ("largest", "last") if name == "max" else ("smallest", "first")
        looks = (
            f"{data['text']} is the {which} key of the dict, whatever its values are; of words, "
            f"the {end} in the alphabet."
        )
    return looks, (
        f"What does {name}({{'a': 2, 'b': 1}}) return? Which argument of {name} says what is compared?"
    )


def _of_extreme(data: Data, what: str) -> tuple[str, str]:
    extreme = "largest" if data["largest"] else "smallest"
    index, value = f"the index of the {extreme} entry", f"the value of the {extreme} entry"
    looks = f"is {index}, not its value" if what == "index" else f"is {value}, not its index"
    return f"{data['text']} {looks}.", "What is needed here: the entry itself, or its index?"


def _return_in_loop(data: Data) -> tuple[str, str]:
    loop, its, runs = ("loops", "their", "run") if data["nested"] else ("loop", "its", "runs")
    return (
        f"the return is inside the {loop}, so the function ends in {its} first round.",
        f"How far should the return be indented, so that the {loop} {runs} to {its} end first?",
    )


def _inside_if(data: Data) -> tuple[str, str]:
    when = "that is not true" if data["in_else"] else "that is true"
    where = "in the else of" if data["in_else"] else "inside"
    return (
        f"{data['line']} is {where} `if {data['test']}`, so it happens only if {when}.",
        "Is that condition the right one for this line? Or should the line stand outside of it?",
    )


def _set_again(data: Data) -> tuple[str, str]:
    return (
        f"{data['line']} is inside `{data['loop']}`, so {_are(data['names'])} set again in every round.",
        OLD_VALUE,
    )


def _not_reset(data: Data) -> tuple[str, str]:
    return (
        f"{data['line']} comes before `{data['loop']}`, so {_are(data['names'])} not reset for the "
        "next round.",
        "What should start afresh in every round?",
    )


def _are(names: list[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _stale_value(data: Data) -> tuple[str, str]:
    where = data["where"] or "a later line"
    return (
        f"{data['name']} is out of date in {where}: there, {data['made']} is no longer what it was in "
        f"the line {data['line']}.",
        f"When is that line run for the last time before {where}, and what has changed since?",
    )


def _entry_for_index(data: Data) -> tuple[str, str]:
    names = " and ".join(data["names"])
    is_entry = "is an entry" if len(data["names"]) == 1 else "are entries"
    at = "" if data["everywhere"] else " at one place"
    return (
        f"in {data['text']}, {names} {is_entry}. What is needed{at} is an index: 0 in the first round, "
        "1 in the second, and so on.",
        f"Print {names} in every round. What tells you which round it is?",
    )


def _argument_is_needed(data: Data) -> tuple[str, str]:
    return (
        f"{data['text']} is not what is needed in {data['where'] or 'its line'}. One of the arguments "
        "is.",
        f"What does {data['text']} hold, and what should be there instead?",
    )


def _exchanged(data: Data) -> tuple[str, str]:
    one, other, line = data["one"], data["other"], data["line"]
    return (
        f"{one} and {other} are exchanged: what your code works out as {one} is {other}, and the "
        "other way round.",
        f"Look at {line}: in which case does that happen, and is it a case of {one}?"
        if line
        else f"What belongs to {one}, and what to {other}?",
    )


def _swapped_names(data: Data) -> tuple[str, str]:
    return (
        f"{data['one']} and {data['other']} are in each other's place in {data['line']}.",
        "Which is the key, and which the value?"
        if data["in_dict"]
        else "Which of the two belongs where?",
    )


def _no_outer_product(data: Data) -> tuple[str, str]:
    how = "adds the products up to one number" if data["adds"] else "multiplies entry by entry"
    text = data["text"]
    looks = f"{text} {how}. It does not multiply every entry by every other."
    return looks, SHAPES.format(text=text)


WORDS: dict[str, Template] = {
    **table(
        """
product-from-0: {name} starts with 0, and 0 times anything is 0. -> What should {name} be after the first round, and with which start is it that?
shared-by-keys: {text} puts one and the same {value} under every key. -> What is added under one key is there under all of them. How can each get its own?
stored-without-copy: {call} stores one and the same thing each time: when {text} is changed later, every entry changes with it. -> Print the first entry at the end. Does it still hold the {text} of that moment?
two-names: {name} = {text} makes no copy: {name} and {text} are two names for one thing, and a change to one is a change to the other. -> Which of your lines changes {name} or {text} in place, and which of them should keep its old value?
applies-to-all: in {text}, `{late}` applies to all of {whole}, not only to {part}. -> To what should it apply? * and / come before + and -, ** before all; brackets change that.
applies-to-all-after: in {text}, {sign} applies to all of {whole}. -> Should it, or only to a part of it? And is it the right operator?
power-of-part: in {text}, ** {power} only applies to {base}, not to {other}. -> To what should ** {power} apply: to {base}, or to more? Where do brackets belong?
no-axis: {text} takes all entries together, as it has no axis. -> Over which axis should {name} run: what should there be one number for?
wrong-axis: {text} runs over the wrong axis. -> axis is the one that disappears. Which one should {name} make disappear?
axis-gone: after {text} the axis is gone, and what is left no longer lines up with the rows. -> Print both shapes in this line. Which argument keeps an axis, with length 1?
exact-comparison: {text} compares decimals to the last digit. -> What does Python make of 0.1 + 0.2 == 0.3, and how close is close enough?
whole-numbers: {text} is an array of whole numbers, which can't hold decimals. -> What is the dtype of the array that you fill, and can it hold 0.5?
one-round-too-many: the loop over {text} has one round too many. -> How many rounds should there be? Count them for a small example.
wrong-fill: {name} starts as {fill}: {text}. -> Where should {name} start?
sorted-for-given: {text} is in alphabetical order, or by size. {dict} has another order. -> Of two that are equally good, which comes first in this order, and which should?
index-for-mask: {index} holds whole numbers, so {text} takes the entries at these positions (entry 0, entry 1 and so on), not the entries where {index} is 1. -> What does a[np.array([1, 0, 1])] take from an array a, and what a[np.array([True, False, True])]?
list-compared: {list} is a list, and == compares it as a whole, so {text} is one True or False. -> What does [1, 2, 1] == 1 give, and what np.array([1, 2, 1]) == 1?
bits-flipped: {inner} holds whole numbers, and ~ flips their bits: ~0 is -1, and ~1 is -2. -> What turns 0 into 1 and 1 into 0? For which type of entries does ~ do that?
while-for-if: `while {test}` repeats its lines until that is false. -> How often should they happen in one call?
result-unused: the line {line} makes something new, and nothing keeps it: {name} stays as it was. -> What does this line return, and where does that go?
not-called: {text} has no round brackets after it, so the function is never called. -> What does Python show for {text}, and what does it take to call a function?
none-kept: {text} changes {name} in place and returns None, so None is kept here. -> What does {name} hold after {text}, and what does the call itself return?
repeated-index: {line} changes each entry once, even if {index} lists it several times. -> What does c = np.zeros(3); c[[1, 1, 1]] += 1 leave in c[1]?
break-for-continue: `break` ends the whole loop: the rounds that would follow never come. -> Should the loop end here, or should only this round be skipped?
swapped-targets: {one} and {other} are in each other's place: where they are unpacked, or where they are used. -> Print {one} and {other} in the first round. What should each of them hold?
different-entries: {one} and {other} take different entries. -> Which entries of {whole} belong to {other}?
other-denominator: {guard} is compared with 0, but you divide by {denominator}. -> Can {denominator} be 0 although {guard} is not, or the other way round? What should come back then?
set-as-one-value: {text} does not look into the set {set}: it compares each entry with the set as a whole. -> What does np.isin([1], {{1, 2}}) return, and what np.isin([1], [1, 2])?
early-exit: where {test} is true, the lines below it would give the right result, but your function ends before them with {exit}. -> For which inputs is {test} true, and what should your function return for each of them?
replaced: {line} replaces what {name} held before, and that is lost. -> Should {name} be replaced here, or should something be added to it?
kept: {line} keeps what {name} held before, and adds to it. -> Should the old value of {name} still be in it?
entry-replaced: {line} replaces whatever {entry} held before, and that is lost. -> When the line comes to the same {key} again, what does {entry} hold, and should that still count?
out-of-date: {line} comes before the loop, so it is not brought up to date when {name} changes. -> What is worked out once here, and what should be worked out again in every round?
inside-loop: {line} is inside `{loop}`, so it happens in every round. -> What should happen in every round, and what once, when the loop is over?
after-loop: {line} comes after `{loop}`, so it does not happen in each of its rounds. -> How often should this happen: once when the loop is over, or in every round?
no-return: there is no return: the result is worked out, and then it is lost. -> What should come back at the end, after the last line?
no-return-reached: on some inputs no return is reached, and then Python returns None. -> What should come back at the end, after the last line?
no-return-unless: if {test}, no return is reached, and then Python returns None. -> What should come back if {test}?
swapped-results: {one} and {other} come back in each other's place. -> In which order does the docstring name the results?
shared-by-entries: {text} holds one and the same {value} many times. -> {OWN_COPY}
columns-of-all-rows: {text} means, in every row, all the columns that {index} lists, not one entry per row. -> {ROWS}
whole-rows: {text} means whole rows, those that {index} lists. -> {ROWS}
repeats-kept: in {text} something that comes twice is there twice. -> {REPEATS}
repeats-lost: in {text} something that comes twice is there only once, as in every set. -> {REPEATS}
repeats-counted: in {text} something that comes twice counts twice: {inner} is not a set. -> {REPEATS}
loop-over-keys: the loop over {text} only goes through its keys. -> {EACH_ROUND}
loop-unsorted: the loop takes the entries of {text} as they come, not in sorted order. -> {EACH_ROUND}
range-not-from-0: {text} does not begin with 0. -> {EACH_ROUND}
loop-over-entries: the loop over {text} gives its entries, not their numbers. -> {EACH_ROUND}
loop-over-part: the loop only goes through {text}, not through all of {whole}. -> {EACH_ROUND}
no-sqrt: a square root is missing, or a square too many, {AT}. -> {MEANS}
no-log: a logarithm is missing, or an exp too many, {AT}. -> {MEANS}
sum-for-mean: {text} adds up without dividing by the number of entries. -> {SIZE}
mean-for-sum: {text} is divided by the number of entries. -> {SIZE}
cumsum-for-sum: {text} holds all sums on the way, not only the last. -> How many numbers should there be?
not-exclusive: in {text}, the numbers 1 - p are multiplied: that is for independent things, several of which can happen at once. -> Can two of them happen at once here? If not, how do their probabilities go together?
brackets-missing: in {text}, brackets are missing. -> Which operator comes first here, which last? ** comes before * and /, these before + and -, and otherwise the left one.
star-for-at: in {text}, the operator * multiplies entry by entry, and adds nothing up. -> {SHAPES} Which operator multiplies rows by columns and adds up?
reduced-late: in {text}, {step} is applied to each number on its own, and only then comes {reduction}. -> {FIRST}
reduced-early: in {text}, {reduction} comes first, and {step} is applied only to what it leaves. -> {FIRST}
""",
        AT=AT,
        EACH_ROUND=EACH_ROUND,
        FIRST=FIRST,
        MEANS=MEANS,
        OWN_COPY=OWN_COPY,
        REPEATS=REPEATS,
        ROWS=ROWS,
        SHAPES=SHAPES,
        SIZE=SIZE,
    ),
    "start-of-search": _start_of_search,
    "index-for-value": lambda data: _of_extreme(data, "index"),
    "value-for-index": lambda data: _of_extreme(data, "value"),
    "axis-for-operand": _axis_for_operand,
    "compared-by-key": _compared_by_key,
    "no-outer-product": _no_outer_product,
    "inside-if": _inside_if,
    "stale-value": _stale_value,
    "entry-for-index": _entry_for_index,
    "argument-is-needed": _argument_is_needed,
    "reset-in-loop": _set_again,
    "not-reset": _not_reset,
    "return-in-loop": _return_in_loop,
    "exchanged-results": _exchanged,
    "order-of-results": lambda data: (
        f"the results come back in the order {', '.join(data['names'])}.",
        "In which order does the docstring name them?",
    ),
    "swapped-names": _swapped_names,
}
