"""Sentences about results that differ from the right ones."""

from collections.abc import Mapping
from typing import Any

from misstep.explain.words import Template

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
    which = {0: "first,", count - 1: "last,"}.get(index, "one at")
    looks = f"you return {count} things, and only the {which} [{index}], is asked for."
    return looks, "How do you return only that one?"


WORDS: dict[str, Template] = {
    "opposite-truth": ("True and False have changed places.", "Which question is asked?"),
    "opposite-sign": (
        "the sign is the opposite of the right one.",
        "What is subtracted from what?",
    ),
    "lost-sign": ("the sign is lost: negative numbers are positive.", "Where is it dropped?"),
    "negative-is-zero": ("what should be negative is 0.", "Which of your lines makes it 0?"),
    "one-minus-result": ("it is 1 minus the right result.", "Is this asked for, or its opposite?"),
    "squared-result": ("it is the square of the right result.", "Is a square root missing?"),
    "root-of-result": ("it is the root of the right result.", "Is a root taken once too often?"),
    "exp-of-result": ("it is e to the power of the right result.", "Is exp called too often?"),
    "log-of-result": ("it is the logarithm of the right result.", LOG_OR_NUMBER),
    "minus-log-of-result": ("it is minus the logarithm of the right result.", LOG_OR_NUMBER),
    "decimals-cut-off": (
        "everything after the decimal point is cut off.",
        "Is int or // in your code?",
    ),
    "rounded-to-whole": ("it is rounded to whole numbers.", "Which of your lines rounds?"),
    "rounded-result": lambda data: (
        f"the result is rounded to {data['places']} decimal{'s' * (data['places'] > 1)}.",
        "Return the number as it is: nothing should be rounded.",
    ),
    "reversed-result": ("the entries come in the reverse order.", "Which end should come first?"),
    "transposed-result": ("rows and columns have changed places.", AXIS),
    "decision-returned": (
        "only 0 and 1 come back, whichever is nearer, instead of the number itself.",
        "Is a decision asked for, or how sure it is?",
    ),
    "cumulative-result": ("the entries are added up as they come.", "Where is a counter reset?"),
    "one-place-early": ("the entries are one place too early.", COUNT_FROM),
    "divided-by-sum": ("all entries are divided by their sum.", "What should add up to 1?"),
    "divided-by-largest": (
        "all entries are divided by the largest.",
        "What should they be a share of?",
    ),
    "minus-one-for-zero": ("there is -1 in place of 0.", "Which labels does the docstring name?"),
    "flattened-result": ("the entries are right, but in one row.", "Which line loses the shape?"),
    "column-returned": ("each entry has a row of its own.", "Which line makes a column of it?"),
    "extra-axis": ("there is one axis too many.", "Which line adds an axis?"),
    "only-diagonal": ("only the diagonal is there.", "What should there be off the diagonal?"),
    "all-added-up": ("all entries are added up or averaged.", OVER_AXIS),
    "all-multiplied": ("all entries are multiplied with each other.", ONE_OR_ALL),
    "mean-of-all": ("it is the mean of all entries.", OVER_AXIS),
    "last-entry-missing": ("the last entry is missing.", "Where does your loop or slice end?"),
    "first-entry-missing": ("the first entry is missing.", "Where does your loop or slice begin?"),
    "only-first-entry": ("only the first entry is there.", "Is a return inside a loop?"),
    "only-last-entry": ("only the last entry is there.", "Does your code keep the others?"),
    "only-index-of-largest": ("only the index of the largest entry comes back.", ONE_OR_ALL),
    "only-largest-entry": ("only the largest entry comes back.", ONE_OR_ALL),
    "sum-missing": ("the parts are right; what is missing is their sum.", "What adds them up?"),
    "mean-missing": ("the parts are right; what is missing is their mean.", "What averages them?"),
    "product-missing": (
        "the parts are right; what is missing is their product.",
        "What multiplies them?",
    ),
    "mean-of-rows-missing": (
        "there is one row for each example; what is missing is their mean.",
        "What should become of the rows in the end?",
    ),
    "last-column-wanted": ("only the last column of it is wanted.", "How do you take a column?"),
    "index-in-rows-wanted": (
        "what is wanted is the index of the largest entry in each row of what you return.",
        "What finds an index, and along which axis?",
    ),
    "index-wanted": ("the index of the largest entry is wanted.", "What finds the index?"),
    "per-cent": ("it is in per cent: 100 times what is expected.", UNIT),
    "log-base-2": ("the logarithm is to base 2, not the natural one.", UNIT),
    "log-base-10": ("the logarithm is to base 10, not the natural one.", UNIT),
    "scaled-result": (
        "every result is {factor} times what is expected.",
        "Where does that factor come from?",
    ),
    "scaled-by-size": _scaled_by_size,
    "argument-subtracted": (
        "it is the right result minus {name}: {name} itself is left out.",
        "Is the new {name} asked for, or only how it changes?",
    ),
    "shifted-result": _shifted,
    "nearly-right": (
        "it is nearly right everywhere, off by at most {gap}.",
        "Is something rounded or cut off, or is a small number added somewhere?",
    ),
    "text-returned": (
        "what comes back is text. It looks like a number, but you can't compute with it.",
        'str(...), f"..." and quotes make text for a reader. What does the caller need?',
    ),
    "one-of-several": _one_of_several,
    "always-too-large": ("wherever it is wrong, it is too large ({count} inputs)", ""),
    "always-too-small": ("wherever it is wrong, it is too small ({count} inputs)", ""),
    "numpy-warning": lambda data: (
        f"{data['warning']}{': the logarithm of 0 is -inf' * data['log_of_zero']}",
        "",
    ),
    "prevailing-answer": ("{answer} for {times} of {all}", ""),
}
