"""Sentences about exceptions of Python and NumPy."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from misstep.core.kinds import show
from misstep.explain.words import Template, listed, table

Data = Mapping[str, Any]


def _turned(needs: str, data: Data) -> tuple[str, str]:
    """The sentences about two sides of @ or np.dot that do not fit."""
    if not data["turning"]:
        ask = "Is each of the two what you take it for?"
    else:
        ask = "Does one of the two need .T, or another place?"
    return needs.format_map(data), f"Which two axes should be summed over? {ask}"


def _matmul_mismatch(data: Data) -> tuple[str, str]:
    needs = (
        "@ needs the last axis on its left to be as long as the first on its right (of a matrix, its "
        "rows). Here the left one has {left} and the right one {right}."
    )
    return _turned(needs, data)


def _dot_mismatch(data: Data) -> tuple[str, str]:
    needs = (
        "np.dot needs the last axis on its left to be as long as the first on its right; here the "
        "shapes are {left} and {right}."
    )
    return _turned(needs, data)


def _misspelt_name(data: Data) -> tuple[str, str]:
    name, near = data["name"], data["near"]
    are, meant = ("are", "one of them") if len(near) > 1 else ("is", near[0])
    return f"nothing is called {name} here, but there {are} {listed(near)}.", f"Is {meant} meant?"


def _name_from_nowhere(data: Data) -> tuple[str, str]:
    name, listed = data["name"], ", ".join(data["given"])
    return (
        f"nothing is called {name} here. The function knows its arguments ({listed}), the names that "
        "its own lines give a value, and those of cells that have been run.",
        f"Which of its arguments should {name} be, or which line or cell should define it first?",
    )


def _key_not_there(data: Data) -> tuple[str, str]:
    keys = ", ".join(map(repr, data["keys"])) + ", ..." * data["more"]
    return (
        f"the dict {data['name']} has no key {data['key']}; its keys are {keys}.",
        "Where does this key come from, and what should happen if it is not there?",
    )


def _keys_written_into_code(data: Data) -> tuple[str, str]:
    keys = " and ".join(map(repr, data["keys"]))
    return (
        f"the dict {data['name']} has no key {data['key']}: its keys {keys} are written into your "
        "code, and are not those of this input.",
        "Where can your code find the keys of this input?",
    )


def _list_too_short(data: Data) -> tuple[str, str]:
    name, length = data["name"], data["length"]
    entries = {0: "no entries", 1: "1 entry"}.get(length, f"{length} entries")
    counted = ", the first of which is number 0" if length else ""
    return (
        f"the {data['type']} {name} has {entries}{counted}, so there is no {name}[{show(data['at'])}].",
        "What is the largest index that your loop gets to?"
        if data["computed"]
        else f"How long can {name} be, and does your code count on {data['index']} being there?",
    )


WORDS: dict[str, Template] = {
    **table(
        """
dict-empty: the dict {name} has no key {key}: it is empty. -> Which line should put something into {name}, and when does it run?
import-not-run: {name} is not defined yet: no cell with `{line}` has been run. -> Run the first code cell of the notebook, then the cell with your function, then this one.
and-before-comparison: & and | come before ==, < and >: a == 1 & b == 1 is read as a == (1 & b) == 1. -> Where do brackets belong, so that both comparisons are made first?
rows-compared: Python's own {name} compares the rows of a table as wholes, and of two rows neither is the larger one. -> Which function of NumPy looks at single entries, and along which axis should it go?
shape-too-short: the array has fewer axes than that: its shape holds one number for each axis, and they are counted from 0. -> Which shape does the array have here, and which does this line count on?
called-as-key: {caller} calls {name} with one argument, the thing that is compared. -> Which arguments does {name} need, and how can it get the others?
array-as-condition: if, while, and, or and not want one True or False; an array has one for each entry. -> {ONE_OR_EACH}
condition-of-entries: {word} wants one True or False, and {text} has {size!n}, one for each entry. -> {ONE_OR_EACH}
operand-mismatch: the two arguments of this function do not fit together: an axis of one has {left} entries, an axis of the other {right}. -> Which shapes do they have, and which should they have?
shapes-not-broadcast: arrays of the shapes {left} and {right} can't be combined entry by entry. -> Which shape should each of the two have in this line?
wrong-shape-written: something of shape {value} is written to entries of shape {target}. -> Which rows, columns or entries do you mean to fill?
axes-not-joined: arrays with {first} and with {second} axes can't be joined: a flat array of shape (n,) has one axis, and a column, of shape (n, 1), has two. -> Which function of NumPy takes flat arrays as columns?
lengths-not-joined: the arrays that are joined are not equally long along the other axis. -> Are they to stand side by side, or one below the other?
several-for-one-number: an entry of an array holds one number, and here it gets several. -> How many numbers does each side of this line have?
unpacked-number: the number of names on the left is not the number of things on the right. -> What does the right side hold: how many things, and in which order?
string-not-a-number: the string {text} can't be read as a number. -> Which of the values in this line are words, and which are numbers?
reshape-size: {size} entries do not fill the shape {shape}. -> How many entries should each axis have?
not-in-list: the list has no such entry. -> What is looked for, and what does the list hold?
read-only-array: this array can't be changed. -> Should your code write into it at all, or into one of its own?
split-unequal: np.split with a number wants parts that are all of one size. -> What if the number of entries can't be divided? Where are the cuts to be?
math-domain: this function of math was given a number for which it has no result: 0 has no logarithm, and a number below 0 has neither a logarithm nor a root. -> Which number gets there, and should it be able to?
integer-negative-power: NumPy does not raise whole numbers to negative powers. -> What does 1 / n do instead?
empty-extreme: there is nothing in it, so there is no largest or smallest. -> When can it be empty, and what should come back then?
array-for-one-number: there is an array where one whole number belongs, such as an axis or an index. Functions that join arrays take them as one argument, a list. -> Which argument of this line should be one number? Are brackets missing around the arrays?
size-not-whole: a size, or an end of a range, has to be one whole number, and this is {type}{other}. -> Does / make a decimal of it, where // would not? Or is it the length of something that you mean?
arguments-not-grouped: NumPy reads the second argument as something else: values that belong together have to be one argument, in brackets of their own. -> Which of the arguments in this line belong together?
array-for-number: a function that takes one number, such as those of math, or range, gets a whole array. -> Which function of NumPy does the same for every entry of an array?
integers-in-place: an array of whole numbers is changed in place, and can't hold the decimals of the result. -> Should this line change the array that it was given, or make a new one?
unhashable: a {type} can't be a key of a dict or an element of a set. -> Which of the names in this line is the {type}, and is it what you think it is?
operator-types: {operator} can't be used with something of type {left} on its left and of type {right} on its right. -> Which of the two should be something else here, a number or an array?
sequence-times-decimal: a list or a string times a number repeats it; it does not multiply what is in it. -> Should the list be an array, or should a loop go through it?
not-a-function: round brackets call a function, but what is called here is of type {type}. -> Which name is before the bracket, and what does it hold at this moment? Was the name of a function used for something else, or is a * missing?
raise-without-error: raise wants an error, such as ValueError, and a text goes into its brackets. -> Which error does the task ask for?
nothing-to-unpack: {name} gets nothing to work on: the thing that * unpacks is empty. -> When is it empty, and what should the result be then?
none-used: this is None. Calls that change something in place, such as shuffle, sort, append or update, return None, and so does a function without a return. -> Which line made it, and what did the call on its right return?
set-without-order: a set has no order, so its elements have no index. -> How can you go through its elements without an index?
not-indexable: square brackets take an entry out of a list, a dict or an array, but this is of type {type}. -> Which name is before the bracket, and what does it hold at this moment?
not-iterable: a loop, or several names on the left of =, need something with entries, and something of type {type}{other} has none. -> Should it be a list or an array here, or is range missing?
single-number-iterated: a loop goes through the entries of an array, but this array is a single number. -> Which array did you mean to go through?
not-changeable: a {type} can't be changed after it was made. -> Should it be a list or an array?
not-comparable: Python can't compare {left} and {right} with {operator}. -> Which of the two should be something else here, such as a number?
not-joined: + joins a {kind} to another {kind}, and here the other side is of type {other}. -> Should both be numbers, or both of the same kind?
operand-type: {operator} can't be used with something of type {type}. -> Should it be a number or an array here?
in-not-possible: in looks for something inside a list, a set or a dict, and this is of type {type}. -> What is on the right of in?
no-length: something of type {type} has no length. -> What does the name hold at this moment?
index-not-whole: an index has to be a whole number, and here it is something else. -> What does the index hold: a decimal number such as 2.0, a string, a whole array?
too-many-arguments: {name} takes {takes} arguments, and gets {gets} here. Several arrays may have to be one argument: a list of them, in brackets of its own. -> Which arguments does {name} take, and which of them does this line give it?
missing-arguments: {name} is called without {missing}. -> Which arguments does {name} need, and who hands them to it?
shape-not-grouped: np.zeros, np.ones and the like want the shape as one argument, in brackets of its own; they read the next argument as the type of the entries. -> What should be between the brackets, so that all sizes are one argument?
wrong-arguments: a function is called with too many, too few or unknown arguments. -> What does the function in this line take?
attribute-of-none: this is None, which has no {name}. Calls that change something in place, such as shuffle, sort, append or update, return None. -> Which line made it, and what did the call on its right return?
attribute-of-dict: a dict has no {name} of its own; square brackets find the value of a key. -> Is it a key that you are looking for? Is it the text {name!r}, or what the name {name} holds?
no-attribute: something of type {type} has no {name}. -> Is it an array, or is it something that has still to become one?
no-attribute-of-module: there is no {name} in {module}. -> Is it spelt like this, and does it belong to this module?
index-beyond-axis: axis {axis} has {size} entries, counted from 0, so there is no index {index}. -> How large can the index get, and over which axis should it run?
no-such-axis: there is no axis {axis}: axes are counted from 0, and the number of axes of this array is {axes}. -> Which shape does the array have in this line? Should it have another one, or is another axis meant (-1 is the last, however many there are)?
too-many-indices: there are more indices than axes. -> Which shape does it have?
index-beyond-end: the {kind} is shorter than that; its entries are counted from 0. -> What is the largest index that your loop gets to?
decimals-as-index: an array of decimals can't be used as an index. -> Do you mean a mask (==, <) or whole numbers?
no-key: the dict has no key {key}. -> Which keys does it have at this moment, and what should happen if one is new?
number-too-large: the number is too large: e to the power of 710 is more than a computer's decimals can hold. -> Can the formula be written so that exp only ever sees numbers below 0?
assert-failed: an assert in your code does not hold. -> What does it ask for, and is that so for this input?
nothing-next: next found nothing more to take. -> When can there be nothing, and what should come back then?
no-module: there is no module {name} here. -> Is it spelt like this? NumPy and Python's own modules are enough for this exercise.
not-in-module: there is no {name} in that module. -> Is it spelt like this, and which module is it in?
divided-by-0: something is divided by 0. -> What is the denominator here, and should it be able to be 0? If so, what should come back?
built-in-hidden: {name} is a function of Python, but your function gives this name a value of its own, so in all of its lines {name} is that variable. It has no value yet. -> Which line gives {name} a value, and what else could that be called?
no-value-yet: {name} is used before it has a value. -> Which line gives it its first value, and is that line always reached?
unknown-name: nothing is called {name} here. -> Is it spelt the way it was where you defined it, and has that cell been run?
singular-matrix: this matrix has no inverse: one of its columns can be made from the others. -> Which matrix is meant to be inverted, and which shape does it have?
not-square: only a square matrix can be inverted. -> Which matrix is meant to be inverted, and which shape does it have?
endless-recursion: the function calls itself again and again, and nothing ends that. -> Is it meant to call itself? If so, for which input should it answer without doing so?
""",
        ONE_OR_EACH="Decide entry by entry (np.where, & and |), or about the whole array (.all(), .any(), np.allclose)?",
    ),
    "matmul-mismatch": _matmul_mismatch,
    "dot-mismatch": _dot_mismatch,
    "misspelt-name": _misspelt_name,
    "name-from-nowhere": _name_from_nowhere,
    "key-not-there": _key_not_there,
    "keys-written-into-code": _keys_written_into_code,
    "list-too-short": _list_too_short,
}


def describe(value: Any) -> str:
    """A value in a few words: the shape of an array, the type of other things."""
    if isinstance(value, np.ndarray):
        kind = "an integer array" if value.dtype.kind in "iu" else "an array"
        return f"{kind} of shape {value.shape}" if value.ndim else f"the number {show(value)}"
    if isinstance(value, float | np.floating) and show(value).lstrip("-").isdigit():
        return f"{show(value)}.0"  # a float is no index, though it looks like one
    if isinstance(value, bool | int | float | str | np.generic) or value is None:
        return show(value)
    if isinstance(value, list | tuple | set | dict):
        kind = type(value).__name__
        entries = "1 entry" if len(value) == 1 else f"{len(value)} entries"
        return f"a {kind} with {entries}" if len(value) else f"an empty {kind}"
    if callable(value):
        return "a function"
    return f"a {type(value).__name__}"
