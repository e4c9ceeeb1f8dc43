"""Sentences about results that differ from the right ones."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template, table

TIMES = {1: "multiplied", -1: "divided", 2: "multiplied twice"}
AXIS = "Which axis belongs to what?"
COUNT_FROM = "Do you count from 0 or from 1?"
LOG_OR_NUMBER = "Is the logarithm asked for, or the number itself?"
ONE_OR_ALL = "Is one of the entries asked for, or all of them?"
OVER_AXIS = "Over which axis should a sum or a mean run?"
UNIT = "Which unit, or which base, is wanted?"


def _scaled_by_size(data: Mapping[str, Any]) -> tuple[str, str]:
    looks = f"every result is the expected one, {TIMES[data['power']]} by {data['by']}"
    think = f"Where do you multiply or divide by {data['by']}, and where should you?"
    if data["opposite"]:
        return f"{looks}, with the opposite sign.", f"{think} And what is subtracted from what?"
    return f"{looks}.", think


def _shifted(data: Mapping[str, Any]) -> tuple[str, str]:
    looks = f"every number is {data['by']} too {'large' if data['up'] else 'small'}."
    return looks, COUNT_FROM if data["by"] == "1" else "Where does that come from?"


def _one_of_several(data: Mapping[str, Any]) -> tuple[str, str]:
    count, index = data["count"], data["index"]
    which = {0: "the first", count - 1: "the last"}.get(index, f"that at index {index}")
    looks = f"you return {count} things, and only {which} is asked for."
    return looks, f"Which of them is at index {index}, and how do you return only that one?"


WORDS: dict[str, Template] = {
    **table(
        """
opposite-sign: the sign is the opposite of the right one. -> What is subtracted from what?
lost-sign: the sign is lost: negative numbers are positive. -> Where is it dropped?
negative-is-zero: what should be negative is 0. -> Which of your lines makes it 0?
one-minus-result: it is 1 minus the right result. -> Is this asked for, or its opposite?
squared-result: it is the square of the right result. -> Is a square root missing?
root-of-result: it is the root of the right result. -> Is a root taken once too often?
decimals-cut-off: everything after the decimal point is cut off. -> Is int or // in your code?
reversed-result: the entries come in the reverse order. -> Which end should come first?
decision-returned: only 0 and 1 come back, whichever is nearer, instead of the number itself. -> Is a decision asked for, or how sure it is?
cumulative-result: the entries are added up as they come. -> Where is a counter reset?
divided-by-largest: all entries are divided by the largest. -> What should they be a share of?
minus-one-for-zero: there is -1 in place of 0. -> Which labels does the docstring name?
flattened-result: the entries are right, but in one row. -> Which line loses the shape?
only-diagonal: only the diagonal is there. -> What should there be off the diagonal?
last-entry-missing: the last entry is missing. -> Where does your loop or slice end?
first-entry-missing: the first entry is missing. -> Where does your loop or slice begin?
only-first-entry: only the first entry is there. -> Is a return inside a loop?
only-last-entry: only the last entry is there. -> Does your code keep the others?
sum-missing: the parts are right; what is missing is their sum. -> What adds them up?
mean-missing: the parts are right; what is missing is their mean. -> What averages them?
last-column-wanted: only the last column of it is wanted. -> How do you take a column?
index-in-rows-wanted: what is wanted is the index of the largest entry in each row of what you return. -> What finds an index, and along which axis?
index-wanted: the index of the largest entry is wanted. -> What finds the index?
scaled-result: every result is {factor} times what is expected. -> Where does that factor come from?
argument-subtracted: it is the right result minus {name}: {name} itself is left out. -> Is the new {name} asked for, or only how it changes?
step-alone: it is {name} minus the right result: only the step comes back. -> What is the step subtracted from?
nearly-right: on the inputs that were compared, it is nearly right: off by {gap} or less. -> Is something rounded or cut off, or is a small number added somewhere?
text-returned: what comes back is text. It looks like a number, but you can't compute with it. -> str(...), f"..." and quotes make text for a reader. What does the caller need?
text-cut-off: words are cut off at the end. An array of strings only has room for the longest string that it was made of. -> Which of your lines puts a longer word into such an array?
prevailing-answer: {answer} for {times} of {all}
log-of-result: it is the logarithm of the right result. -> {LOG_OR_NUMBER}
transposed-result: rows and columns have changed places. -> {AXIS}
one-place-early: the entries are one place too early. -> {COUNT_FROM}
all-added-up: all entries are added up or averaged. -> {OVER_AXIS}
all-multiplied: all entries are multiplied with each other. -> {ONE_OR_ALL}
mean-of-all: it is the mean of all entries. -> {OVER_AXIS}
only-index-of-largest: only the index of the largest entry comes back. -> {ONE_OR_ALL}
per-cent: it is in per cent: 100 times what is expected. -> {UNIT}
log-base-2: the logarithm is to base 2, not the natural one. -> {UNIT}
log-base-10: the logarithm is to base 10, not the natural one. -> {UNIT}
""",
        AXIS=AXIS,
        COUNT_FROM=COUNT_FROM,
        LOG_OR_NUMBER=LOG_OR_NUMBER,
        ONE_OR_ALL=ONE_OR_ALL,
        OVER_AXIS=OVER_AXIS,
        UNIT=UNIT,
    ),
    "rounded-result": lambda data: (
        f"the result is rounded to {data['places']} decimal{'s' * (data['places'] > 1)}.",
        "Return the number as it is: nothing should be rounded.",
    ),
    "scaled-by-size": _scaled_by_size,
    "shifted-result": _shifted,
    "one-of-several": _one_of_several,
    "numpy-warning": lambda data: (
        f"{data['warning']}{': the logarithm of 0 is -inf' * data['log_of_zero']}",
        "",
    ),
}
