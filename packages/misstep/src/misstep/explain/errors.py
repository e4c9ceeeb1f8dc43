"""Enhanced error messages: the meaning of an exception of Python or NumPy, and the values in its line.

"operands could not be broadcast together with shapes (3,) (2,)" tells a beginner little. `explain`
says it in plain words, and `describe_names` lists the names in the line with their types and shapes.
"""

import ast
import difflib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.kinds import show
from misstep.explain import repairs
from misstep.explain.words import say

MAX_KEYS_SHOWN = 4
TRANSPOSE = "Does one of the two need .T, or another place?"
# (type of the error, pattern of its message, meaning, question)
MEANINGS: list[tuple[type[BaseException], str, str, str]] = [
    (
        ValueError,
        r"truth value of an array",
        "if, while, assert, and, or and not want one True or False, and here they get an array of "
        "them, one for each entry.",
        "Should each entry be decided by itself (np.where, & and |), or all of them together "
        "(np.array_equal or np.allclose for two arrays, .all() or .any() for one)?",
    ),
    (
        ValueError,
        r"matmul: Input operand 1 has a mismatch.*\(size (\d+) is different from (\d+)\)",
        "@ needs the last axis on its left to be as long as the first on its right (of a matrix, its "
        "rows). Here the left one has {1} and the right one {0}.",
        "Which two axes should be summed over? Does one of the two need .T, or another place?",
    ),
    (
        ValueError,
        r"Input operand \d has a mismatch.*\(size (\d+) is different from (\d+)\)",
        "the two things that this function gets do not fit together: an axis of one has {1} entries, "
        "and that of the other {0}.",
        "Which shapes do they have, and which should they have?",
    ),
    (
        ValueError,
        r"shapes (\(.*\)) and (\(.*\)) not aligned",
        "np.dot needs the last axis on its left to be as long as the first on its right; here the "
        "shapes are {0} and {1}.",
        "Which two axes should be summed over? Does one of the two need .T, or another place?",
    ),
    (
        ValueError,
        r"operands could not be broadcast together with (?:remapped )?shapes (\(.*?\)) (\(.*?\))",
        "arrays of the shapes {0} and {1} can't be combined entry by entry.",
        "Which shape should each of the two have in this line?",
    ),
    (
        ValueError,
        r"could not broadcast input array from shape (\(.*?\)) into shape (\(.*?\))",
        "something of shape {0} is written to a place of shape {1}.",
        "Which rows, columns or entries do you mean to fill?",
    ),
    (
        ValueError,
        r"must have same number of dimensions.*index 0 has (\d).*index 1 has (\d)",
        "arrays with {0} and with {1} axes can't be joined: a flat array of shape (n,) has one axis, and a column, of shape (n, 1), has two.",
        "Which function of NumPy takes flat arrays as columns?",
    ),
    (
        ValueError,
        r"all the input array dimensions.*must match exactly",
        "the arrays that are joined are not equally long along the other axis.",
        "Are they to stand side by side, or one below the other?",
    ),
    (
        ValueError,
        r"setting an array element with a sequence|inhomogeneous shape",
        "a single place of an array should hold one number, and here it gets several.",
        "How many numbers does each side of this line have?",
    ),
    (
        ValueError,
        r"(not enough|too many) values to unpack",
        "the number of names on the left is not the number of things on the right.",
        "What does the right side hold: how many things, and in which order?",
    ),
    (
        ValueError,
        r"(?:could not convert string to float|invalid literal for int\(\)[^:]*): (.*)",
        "the string {0} can't be read as a number.",
        "Which of the values in this line are words, and which are numbers?",
    ),
    (
        ValueError,
        r"cannot reshape array of size (\d+) into shape (\(.*\))",
        "{0} entries do not fill the shape {1}.",
        "How many entries should each axis have?",
    ),
    (
        ValueError,
        r"(.*) is not in (?:list|tuple)|list\.(?:index|remove)\(x\)",
        "the list has no such entry.",
        "What is looked for, and what does the list hold?",
    ),
    (
        ValueError,
        r"assignment destination is read-only",
        "this array can't be changed.",
        "Should your code write into it at all, or into one of its own?",
    ),
    (
        ValueError,
        r"array split does not result in an equal division",
        "np.split with a number wants parts that are all of one size.",
        "What if the number of entries can't be divided? Where are the cuts to be?",
    ),
    (
        ValueError,
        r"math domain error|expected a (nonnegative|positive) input",
        "this function of math was given a number for which it has no result: 0 has no logarithm, and a "
        "number below 0 has neither a logarithm nor a root.",
        "Which number gets there, and should it be able to?",
    ),
    (
        ValueError,
        r"Integers to negative integer powers",
        "NumPy does not raise whole numbers to negative powers.",
        "What does 1 / n do instead?",
    ),
    (
        ValueError,
        r"zero-size array|empty sequence|arg is an empty",
        "there is nothing in it, so there is no largest or smallest.",
        "When can it be empty, and what should come back then?",
    ),
    (
        TypeError,
        r"only integer scalar arrays can be converted to a scalar index",
        "there is an array where one whole number belongs, such as an axis or an index. What joins "
        "arrays takes them as one argument, a list.",
        "Which argument of this line should be one number? Are brackets missing around the arrays?",
    ),
    (
        TypeError,
        r"'(\S+)' object cannot be interpreted as an integer|or a single integer, got '(.*)'",
        "a size, or an end of a range, has to be one whole number, and this is {0}{1}.",
        "Does / make a decimal of it, where // would not? Or is it the length of something that you "
        "mean?",
    ),
    (
        TypeError,
        r"order must be str|Field elements must be|return arrays must be of ArrayType",
        "the second argument of this function is something else than you take it for: what belongs "
        "together has to be one argument, in brackets of its own.",
        "Which of the arguments in this line belong together?",
    ),
    (
        TypeError,
        r"only (?:0-dimensional|length-1|size-1|integer scalar) arrays",
        "a function that takes one number, such as those of math, or range, gets a whole array.",
        "Which function of NumPy does the same for every entry of an array?",
    ),
    (
        TypeError,
        r"Cannot cast ufunc '(\w+)' output from dtype\('float\d+'\) to dtype\('u?int\d+'\)",
        "an array of whole numbers is changed in place, and can't hold the decimals of the result.",
        "Should this line change the array that it was given, or make a new one?",
    ),
    (
        TypeError,
        r"unhashable type: '(\w+)'",
        "a {0} can't be a key of a dict or an element of a set.",
        "Which of the names in this line is the {0}, and is it what you think it is?",
    ),
    (
        TypeError,
        r"unsupported operand type\(s\) for ([+]=?): '(\w+)' and '(\w+)'",
        "Python can't add something of type {1} and something of type {2}.",
        "Which of the two should be something else here, a number or an array?",
    ),
    (
        TypeError,
        r"unsupported operand type\(s\) for (\S+?):? ?'?(\w+)'? and '?(\w+)'?",
        "{0} can't be used with something of type {1} on its left and of type {2} on its right.",
        "Which of the two should be something else here, a number or an array?",
    ),
    (
        TypeError,
        r"can't multiply sequence by non-int",
        "a list or a string times a number repeats it; it does not multiply what is in it.",
        "Should the list be an array, or should a loop go through it?",
    ),
    (
        TypeError,
        r"'(\w+)' object is not callable",
        "round brackets call a function, but what is called here is of type {0}.",
        "Which name is before the bracket, and what does it hold at this moment? Was the name of a "
        "function used for something else, or is a * missing?",
    ),
    (
        TypeError,
        r"exceptions must derive from BaseException",
        "raise wants an error, such as ValueError, and a text goes into its brackets.",
        "Which error does the task ask for?",
    ),
    (
        TypeError,
        r"unbound method (\S+?)\(\) needs an argument",
        "{0} gets nothing to work on: what * should unpack is empty.",
        "When is it empty, and what should the result be then?",
    ),
    (
        TypeError,
        r"'NoneType' object (?:is not (?:subscriptable|iterable|callable)|does not support)"
        r"|cannot unpack non-iterable NoneType",
        "this is None. What changes a thing in place, such as shuffle, sort, append or update, "
        "returns None, and so does a function without a return.",
        "Which line made it, and what did the call on its right return?",
    ),
    (
        TypeError,
        r"'(set|frozenset)' object is not subscriptable",
        "a set has no order, so it has no entry with a number.",
        "How can you go through all that is in it, without a number?",
    ),
    (
        TypeError,
        r"'(\w+)' object is not subscriptable",
        "square brackets take an entry out of a list, a dict or an array, but this is of type {0}.",
        "Which name is before the bracket, and what does it hold at this moment?",
    ),
    (
        TypeError,
        r"'(\w+)' object is not iterable|cannot unpack non-iterable (\w+)",
        "a loop, or several names on the left, take one thing after another out of something, but "
        "this is of type {0}{1}, which has nothing in it to take out.",
        "Should it be a list or an array here, or is range missing?",
    ),
    (
        TypeError,
        r"iteration over a 0-d array",
        "a loop goes through the entries of an array, but this array is a single number.",
        "Which array did you mean to go through?",
    ),
    (
        TypeError,
        r"'(\w+)' object does not support item assignment",
        "a {0} can't be changed after it was made.",
        "Should it be a list or an array?",
    ),
    (
        TypeError,
        r"'(.+)' not supported between instances of '(\w+)' and '(\w+)'",
        "Python can't compare {1} and {2} with {0}.",
        "Which of the two should be something else here, such as a number?",
    ),
    (
        TypeError,
        r"can only concatenate (\w+) \(not \"(\w+)\"\) to",
        "+ joins a {0} to another {0}, and here the other side is of type {1}.",
        "Should both be numbers, or both of the same kind?",
    ),
    (
        TypeError,
        r"bad operand type for (\S+ ?\S*): '(\w+)'",
        "{0} can't be used with something of type {1}.",
        "Should it be a number or an array here?",
    ),
    (
        TypeError,
        r"argument of type '(\w+)' is not iterable|a container or iterable is required",
        "in looks for something inside a list, a set or a dict, and this is of type {0}.",
        "What is on the right of in?",
    ),
    (
        TypeError,
        r"object of type '(\w+)' has no len",
        "something of type {0} has no length.",
        "What does the name hold at this moment?",
    ),
    (
        IndexError,
        r"only integers, slices",
        "an index has to be a whole number, and 2.0 is a decimal number.",
        "What do the names in the square brackets hold? If it is the place of something that you need, "
        "which line should find that place?",
    ),
    (
        TypeError,
        r"(indices must be integers|only integers, slices)",
        "an index has to be a whole number, and here it is something else.",
        "What does the index hold: a decimal number, a string, a whole array?",
    ),
    (
        TypeError,
        r"(\S+?)\(\) takes (?:from )?(.*) positional arguments? but (\d+) (?:was|were) given",
        "{0} takes {1} arguments, and gets {2} here. Several arrays may have to be one argument: a "
        "list of them, in brackets of its own.",
        "Which arguments does {0} take, and which of them does this line give it?",
    ),
    (
        TypeError,
        r"(\S+?)\(\) missing \d+ required positional arguments?: (.*)",
        "{0} is called without {1}.",
        "Which arguments does {0} need, and who hands them to it?",
    ),
    (
        TypeError,
        r"Cannot interpret '(.*)' as a data type|data type '?.*'? not understood",
        "np.zeros, np.ones and the like want the shape as one argument, in brackets of its own; what "
        "comes after it is taken for the type of the entries.",
        "What should be between the brackets, so that all sizes are one argument?",
    ),
    (
        TypeError,
        r"takes .* positional argument|missing .* required positional|unexpected keyword",
        "a function is called with too many, too few or unknown arguments.",
        "What does the function in this line take?",
    ),
    (
        AttributeError,
        r"'NoneType' object has no attribute '(\w+)'",
        "this is None, which has no {0}. What changes a thing in place, such as shuffle, sort, append "
        "or update, returns None.",
        "Which line made it, and what did the call on its right return?",
    ),
    (
        AttributeError,
        r"'dict' object has no attribute '(\w+)'",
        "a dict has no {0} of its own; what belongs to a key is found with square brackets.",
        "Is it a key that you are looking for? Is it the text {0!r}, or what the name {0} holds?",
    ),
    (
        AttributeError,
        r"'(\w+)' object has no attribute '(\w+)'",
        "something of type {0} has no {1}.",
        "Is it an array, or is it something that has still to become one?",
    ),
    (
        AttributeError,
        r"module '(\w+)'.*has no attribute '(\w+)'",
        "there is no {1} in {0}.",
        "Is it spelt like this, and does it belong to this module?",
    ),
    (
        IndexError,
        r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)",
        "axis {1} has {2} entries, counted from 0, so there is no index {0}.",
        "How large can the index get, and over which axis should it run?",
    ),
    (
        np.exceptions.AxisError,
        r"axis (-?\d+) is out of bounds for array of dimension (\d+)",
        "there is no axis {0}: axes are counted from 0, and the number of axes of this array is {1}.",
        "Which shape does the array have in this line? Should it have another one, or is another axis "
        "meant (-1 is the last, however many there are)?",
    ),
    (
        IndexError,
        r"too many indices|invalid index to scalar",
        "there are more indices than axes.",
        "Which shape does it have?",
    ),
    (
        IndexError,
        r"(list|tuple|string) index out of range",
        "the {0} is shorter than that; its places are counted from 0.",
        "What is the largest index that your loop gets to?",
    ),
    (
        IndexError,
        r"arrays used as indices",
        "an array of decimals can't be used as an index.",
        "Do you mean a mask (==, <) or whole numbers?",
    ),
    (
        KeyError,
        r"(.*)",
        "the dict has no key {0}.",
        "Which keys does it have at this moment, and what should happen if one is new?",
    ),
    (
        OverflowError,
        r".*",
        "the number is too large: e to the power of 710 is more than a computer's decimals can hold.",
        "Can the formula be written so that exp only ever sees numbers below 0?",
    ),
    (
        AssertionError,
        r".*",
        "an assert in your code does not hold.",
        "What does it ask for, and is that so for this input?",
    ),
    (
        StopIteration,
        r".*",
        "next found nothing more to take.",
        "When can there be nothing, and what should come back then?",
    ),
    (
        ModuleNotFoundError,
        r"No module named '(\S+)'",
        "there is no module {0} here.",
        "Is it spelt like this? NumPy and Python's own modules are enough for this exercise.",
    ),
    (
        ImportError,
        r"cannot import name '(\w+)'",
        "there is no {0} in that module.",
        "Is it spelt like this, and which module is it in?",
    ),
    (
        ZeroDivisionError,
        r".*",
        "something is divided by 0.",
        "What is the denominator here, and should it be able to be 0? If so, what should come back?",
    ),
    (
        UnboundLocalError,
        r"local variable '(\w+)'",
        "{0} is used before it has a value.",
        "Which line gives it its first value, and is that line always reached?",
    ),
    (
        NameError,
        r"name '(\w+)' is not defined",
        "nothing is called {0} here.",
        "Is it spelt the way it was where you defined it, and has that cell been run?",
    ),
    (
        np.linalg.LinAlgError,
        r"Singular matrix",
        "this matrix has no inverse: one of its columns can be made from the others.",
        "Which matrix is meant to be inverted, and which shape does it have?",
    ),
    (
        np.linalg.LinAlgError,
        r"must be square|incompatible dimensions",
        "only a square matrix can be inverted.",
        "Which matrix is meant to be inverted, and which shape does it have?",
    ),
    (
        RecursionError,
        r".*",
        "the function calls itself again and again, and nothing ends that.",
        "Is it meant to call itself? If so, for which input should it answer without doing so?",
    ),
]


def explain(
    error: BaseException,
    line: str = "",
    values: dict[str, Any] | None = None,
    own: Any = (),
    given: Any = (),
) -> tuple[str, str]:
    """The meaning of an error and a question; empty if it is not in the table.

    Args:
        error: The error.
        line: The line that it came from.
        values: What the names held in it.
        own: Strings that are written into the student's code.
        given: The names of the arguments, whose keys are those of the input.

    """
    if isinstance(error, KeyError | IndexError) and (
        said := _not_there(error, line, values or {}, own, given)
    ):
        return said
    if isinstance(error, NameError) and (said := _unknown_name(error, values or {}, given)):
        return said
    if "function_or_method'" in str(error) or "'method'" in str(error):
        for *_, node in repairs.uncalled(parsed(line)):
            return say(repairs.not_called(node))
    if "truth value of an array" in str(error) and re.search(
        r"[=<>]=? ?[^()&|]+ [&|] [^()]+[=<>]", line
    ):
        return (
            "& and | come before ==, < and >: a == 1 & b == 1 is read as a == (1 & b) == 1.",
            "Where do brackets belong, so that both comparisons are made first?",
        )
    if "truth value of an array" in str(error) and (name := _compares(line)):
        return (
            f"Python's own {name} compares the rows of a table as wholes, and of two rows neither is "
            "the larger one.",
            "Which function of NumPy looks at single entries, and along which axis should it go?",
        )
    if "tuple index out of range" in str(error) and _looks_at_shape(line):
        return (
            "the array has fewer axes than that: its shape holds one number for each axis, and they "
            "are counted from 0.",
            "Which shape does the array have here, and which does this line count on?",
        )
    called = re.search(r"(\w+)\(\) missing", str(error))
    if called and (key := re.search(rf"(\w+)\(.*key ?= ?{called[1]}\b", line)):
        return (
            f"{key[1]} calls {called[1]} with one argument, the thing that is compared.",
            f"Which arguments does {called[1]} need, and how can it get the others?",
        )
    for kind, look, meaning, think in MEANINGS:
        found = re.search(look, str(error), re.DOTALL)
        if isinstance(error, kind) and found:
            words = [word or "" for word in found.groups()]
            think = think.format(*words)
            if values is not None and TRANSPOSE in think and not turning_helps(line, values):
                think = think.replace(TRANSPOSE, "Is each of the two what you take it for?")
            return meaning.format(*words), think
    return "", ""


def _unknown_name(error: NameError, values: dict[str, Any], given: Any) -> tuple[str, str] | None:
    """The words for a name that nothing has defined: an import that didn't run, another spelling."""
    name = error.name
    if not name or isinstance(error, UnboundLocalError):
        return None
    if name in ("np", "plt"):
        module = {"np": "numpy", "plt": "matplotlib.pyplot"}[name]
        return (
            f"{name} is not there yet: no cell with `import {module} as {name}` has been run.",
            "Run the first code cell of the notebook, then the cell with your function, then this one.",
        )
    known = [other for other in (*given, *values) if other != name]
    if near := difflib.get_close_matches(name, known, 1, 0.6):
        return f"nothing is called {name} here, but there is {near[0]}.", f"Is {near[0]} meant?"
    if given:
        listed = ", ".join(given)
        return (
            f"nothing is called {name} here. The function knows its arguments ({listed}), the names "
            "that its own lines give a value, and those of cells that have been run.",
            f"Which of its arguments should {name} be, or which line or cell should define it first?",
        )
    return None


def _compares(line: str) -> str:
    """Python's own max, min or sorted, if nothing else in a line needs a True or False."""
    nodes = list(ast.walk(parsed(line)))
    others = ast.If | ast.IfExp | ast.While | ast.Assert | ast.BoolOp | ast.Not
    if any(isinstance(n, others) or (isinstance(n, ast.comprehension) and n.ifs) for n in nodes):
        return ""
    names = [n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    return next((name for name in names if name in ("max", "min", "sorted")), "")


def _looks_at_shape(line: str) -> bool:
    """Whether a line takes entries by index only out of shapes."""
    taken = [n.value for n in ast.walk(parsed(line)) if isinstance(n, ast.Subscript)]
    return bool(taken) and all(isinstance(n, ast.Attribute) and n.attr == "shape" for n in taken)


def _not_there(
    error: KeyError | IndexError, line: str, values: dict[str, Any], own: Any, given: Any
) -> tuple[str, str] | None:
    """The dict or list that has no such entry, and the entries it does have."""
    found = next(_missing(parsed(line), values), None)
    if found is None or type(found[2]) is not type(error):
        return None
    node, holds, _ = found
    name, key = ast.unparse(node.value), ast.unparse(node.slice)
    if isinstance(holds, dict):
        keys = "" if name.split("[")[0] in given else _written_keys(error, holds, own)
        if keys or not holds:
            why = f"its keys {keys} are written into your code, and are not those of this input"
            return (
                f"the dict {name} has no key {error}: {why if keys else 'it is empty'}.",
                "Where can your code find the keys of this input?"
                if keys
                else f"Which line should put something into {name}, and when does it run?",
            )
        some = ", ".join(map(repr, list(holds)[:MAX_KEYS_SHOWN])) + ", ..." * (
            len(holds) > MAX_KEYS_SHOWN
        )
        return (
            f"the dict {name} has no key {error}; its keys are {some}.",
            "Where does this key come from, and what should happen if it is not there?",
        )
    kind, at = type(holds).__name__, _value(node.slice, values)
    entries = "no entries" if not holds else f"{len(holds)} entr{'y' if len(holds) == 1 else 'ies'}"
    counted = ", the first of which is number 0" if holds else ""
    return (
        f"the {kind} {name} has {entries}{counted}, so there is no {name}[{show(at)}].",
        "What is the largest index that your loop gets to?"
        if isinstance(node.slice, ast.Name | ast.BinOp)
        else f"How long can {name} be, and does your code count on {key} being there?",
    )


def _missing(
    tree: ast.AST, values: dict[str, Any]
) -> Iterator[tuple[ast.Subscript, Any, LookupError]]:
    """Each a[b] of a line that does not exist, with the value of a."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Subscript):
            continue
        try:
            holds, at = _value(node.value, values), _value(node.slice, values)
        except (LookupError, TypeError):
            continue  # unknown, or a part of it is missing
        if not isinstance(holds, dict | list | tuple):
            continue
        try:
            holds[at]
        except LookupError as error:
            yield node, holds, error
        except TypeError:
            pass


def _value(node: ast.expr, values: dict[str, Any]) -> Any:
    """The value of an expression of names, constants, indices, + and -; nothing is called."""
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.Tuple(elts=parts):
            return tuple(_value(part, values) for part in parts)
        case ast.UnaryOp(op=ast.USub(), operand=part):
            return -_value(part, values)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            a, b = _value(left, values), _value(right, values)
            return a + b if isinstance(op, ast.Add) else a - b
        case ast.Subscript(value=whole, slice=index):
            return _value(whole, values)[_value(index, values)]
    raise KeyError


def _written_keys(error: BaseException, holds: dict[Any, Any], own: Any) -> str:
    """The keys of a dict, if the code holds all of them but not the missing one."""
    texts = [key for key in holds if isinstance(key, str) and key in own]
    if texts and len(texts) == len(holds) and error.args[0] not in own:
        return " and ".join(map(repr, sorted(texts)))
    return ""


def turning_helps(line: str, values: dict[str, Any]) -> bool:
    """Whether the sides of an @ would fit if transposed or swapped; True if unknown."""
    told = []
    for left, right in re.findall(r"(\w+) @ (\w+)", line):
        a, b = values.get(left), values.get(right)
        if isinstance(a, np.ndarray) and isinstance(b, np.ndarray) and a.ndim and b.ndim:
            pairs = [(a.T, b), (a, b.T), (b, a), (b.T, a), (b, a.T)]
            told.append(any(_fit(x, y) for x, y in pairs))
    return any(told) or not told


def _fit(a: Any, b: Any) -> bool:
    return bool(a.shape[-1] == b.shape[max(b.ndim - 2, 0)])


def parsed(line: str) -> ast.AST:
    """The syntax tree of a line or the head of a block; an empty one if it is neither."""
    words = line.strip().removesuffix(":")
    try:
        return ast.parse(words or "0")
    except SyntaxError:
        try:  # the head of an if, a for or a while, or a branch of one
            words = re.sub(r"^(el)?(if|while|for|with)\b", "if", words)
            return ast.parse(re.sub(r"^if .* in ", "", words).removeprefix("if "))
        except SyntaxError:
            return ast.parse("0")


def describe_names(line: str, values: dict[str, Any], small: int = 0) -> str:
    """The names in a line with their values: shapes of arrays, types of other things.

    Arrays of up to `small` numbers are shown in full.
    """
    tree = parsed(line)
    names = {
        node.id: None for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in values
    }
    return "; ".join(
        f"{name} is {show(values[name]) if is_small(values[name], small) else _what(values[name])}"
        for name in names
    )


def is_small(value: Any, most: int) -> bool:
    """Whether a value is an array that is not empty and has at most so many entries."""
    return isinstance(value, np.ndarray) and 0 < value.size <= most


def _what(value: Any) -> str:
    if isinstance(value, np.ndarray):
        whole = " of whole numbers, of" if value.dtype.kind in "iu" else " of"
        return f"an array{whole} shape {value.shape}" if value.ndim else f"the number {show(value)}"
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
