"""Enhanced error messages: the meaning of an exception of Python or NumPy, and the values in its line.

"operands could not be broadcast together with shapes (3,) (2,)" tells a beginner little. `explain`
finds out what it means, and `describe_names` lists the names in the line with their types and shapes.
"""

import ast
import builtins
import difflib
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.kinds import show
from misstep.explain import repairs
from misstep.explain.findings import Finding, Place, Strength
from misstep.explain.words import errors as words

MAX_KEYS_SHOWN = 4
MIN_LIKENESS = 0.6  # of a name that may have been meant, as difflib measures it
CLEARLY_LESS_ALIKE = 0.1
IMPORTS = {  # names that students use, and the line that imports each
    "np": "import numpy as np",
    "plt": "import matplotlib.pyplot as plt",
    **{name: f"from collections import {name}" for name in ("Counter", "defaultdict")},
    **{name: f"from math import {name}" for name in ("exp", "log", "sqrt")},
}
# For each type of error the kinds of findings, with the pattern of its message.
PATTERNS: dict[type[BaseException], dict[str, str]] = {
    ValueError: {
        "array-as-condition": r"truth value of an array",
        "matmul-mismatch": r"matmul: Input operand 1 has a mismatch.*\(size (?P<right>\d+) is different from (?P<left>\d+)\)",
        "operand-mismatch": r"Input operand \d has a mismatch.*\(size (?P<right>\d+) is different from (?P<left>\d+)\)",
        "dot-mismatch": r"shapes (?P<left>\(.*\)) and (?P<right>\(.*\)) not aligned",
        "shapes-not-broadcast": r"operands could not be broadcast together with (?:remapped )?shapes (?P<left>\(.*?\)) (?P<right>\(.*?\))",
        "wrong-shape-written": r"could not broadcast input array from shape (?P<value>\(.*?\)) into shape (?P<target>\(.*?\))",
        "axes-not-joined": r"must have same number of dimensions.*index 0 has (?P<first>\d).*index 1 has (?P<second>\d)",
        "lengths-not-joined": r"all the input array dimensions.*must match exactly",
        "several-for-one-number": r"setting an array element with a sequence|inhomogeneous shape",
        "unpacked-number": r"(?:not enough|too many) values to unpack",
        "string-not-a-number": r"(?:could not convert string to float|invalid literal for int\(\)[^:]*): (?P<text>.*)",
        "reshape-size": r"cannot reshape array of size (?P<size>\d+) into shape (?P<shape>\(.*\))",
        "not-in-list": r"(?:.*) is not in (?:list|tuple)|list\.(?:index|remove)\(x\)",
        "read-only-array": r"assignment destination is read-only",
        "split-unequal": r"array split does not result in an equal division",
        "math-domain": r"math domain error|expected a (?:nonnegative|positive) input",
        "integer-negative-power": r"Integers to negative integer powers",
        "empty-extreme": r"zero-size array|empty sequence|arg is an empty",
    },
    TypeError: {
        "array-for-one-number": r"only integer scalar arrays can be converted to a scalar index",
        "size-not-whole": r"'(?P<type>\S+)' object cannot be interpreted as an integer|or a single integer, got '(?P<other>.*)'",
        "arguments-not-grouped": r"order must be str|Field elements must be|return arrays must be of ArrayType",
        "array-for-number": r"only (?:0-dimensional|length-1|size-1|integer scalar) arrays",
        "integers-in-place": r"Cannot cast ufunc '(?:\w+)' output from dtype\('float\d+'\) to dtype\('u?int\d+'\)",
        "unhashable": r"unhashable type: '(?P<type>\w+)'",
        "operator-types": r"unsupported operand type\(s\) for (?P<operator>\S+?):? ?'?(?P<left>\w+)'? and '?(?P<right>\w+)'?",
        "sequence-times-decimal": r"can't multiply sequence by non-int",
        "not-a-function": r"'(?P<type>\w+)' object is not callable",
        "raise-without-error": r"exceptions must derive from BaseException",
        "nothing-to-unpack": r"unbound method (?P<name>\S+?)\(\) needs an argument",
        "none-used": r"'NoneType' object (?:is not (?:subscriptable|iterable|callable)|does not support)|cannot unpack non-iterable NoneType",
        "set-without-order": r"'(?:set|frozenset)' object is not subscriptable",
        "not-indexable": r"'(?P<type>\w+)' object is not subscriptable",
        "not-iterable": r"'(?P<type>\w+)' object is not iterable|cannot unpack non-iterable (?P<other>\w+)",
        "single-number-iterated": r"iteration over a 0-d array",
        "not-changeable": r"'(?P<type>\w+)' object does not support item assignment",
        "not-comparable": r"'(?P<operator>.+)' not supported between instances of '(?P<left>\w+)' and '(?P<right>\w+)'",
        "not-joined": r"can only concatenate (?P<kind>\w+) \(not \"(?P<other>\w+)\"\) to",
        "operand-type": r"bad operand type for (?P<operator>\S+ ?\S*): '(?P<type>\w+)'",
        "in-not-possible": r"argument of type '(?P<type>\w+)' is not iterable|a container or iterable is required",
        "no-length": r"object of type '(?P<type>\w+)' has no len",
        "index-not-whole": r"indices must be integers|only integers, slices",
        "too-many-arguments": r"(?P<name>\S+?)\(\) takes (?:from )?(?P<takes>.*) positional arguments? but (?P<gets>\d+) (?:was|were) given",
        "missing-arguments": r"(?P<name>\S+?)\(\) missing \d+ required positional arguments?: (?P<missing>.*)",
        "shape-not-grouped": r"Cannot interpret '(?:.*)' as a data type|data type '?.*'? not understood",
        "wrong-arguments": r"takes .* positional argument|missing .* required positional|unexpected keyword",
    },
    IndexError: {
        "index-not-whole": r"only integers, slices",
        "index-beyond-axis": r"index (?P<index>-?\d+) is out of bounds for axis (?P<axis>\d+) with size (?P<size>\d+)",
        "too-many-indices": r"too many indices|invalid index to scalar",
        "index-beyond-end": r"(?P<kind>list|tuple|string) index out of range",
        "decimals-as-index": r"arrays used as indices",
    },
    AttributeError: {
        "attribute-of-none": r"'NoneType' object has no attribute '(?P<name>\w+)'",
        "attribute-of-dict": r"'dict' object has no attribute '(?P<name>\w+)'",
        "no-attribute": r"'(?P<type>\w+)' object has no attribute '(?P<name>\w+)'",
        "no-attribute-of-module": r"module '(?P<module>\w+)'.*has no attribute '(?P<name>\w+)'",
    },
    np.exceptions.AxisError: {
        "no-such-axis": r"axis (?P<axis>-?\d+) is out of bounds for array of dimension (?P<axes>\d+)"
    },
    KeyError: {"no-key": r"(?P<key>.*)"},
    OverflowError: {"number-too-large": r".*"},
    AssertionError: {"assert-failed": r".*"},
    StopIteration: {"nothing-next": r".*"},
    ModuleNotFoundError: {"no-module": r"No module named '(?P<name>\S+)'"},
    ImportError: {"not-in-module": r"cannot import name '(?P<name>\w+)'"},
    ZeroDivisionError: {"divided-by-0": r".*"},
    UnboundLocalError: {"no-value-yet": r"local variable '(?P<name>\w+)'"},
    NameError: {"unknown-name": r"name '(?P<name>\w+)' is not defined"},
    np.linalg.LinAlgError: {
        "singular-matrix": r"Singular matrix",
        "not-square": r"must be square|incompatible dimensions",
    },
    RecursionError: {"endless-recursion": r".*"},
}


def explain(
    error: BaseException,
    line: str = "",
    values: dict[str, Any] | None = None,
    own: Any = (),
    given: Any = (),
) -> Finding | None:
    """The meaning of an error; None if it is not known.

    Args:
        error: The error.
        line: The line that it came from.
        values: What the names held in it.
        own: Strings that are written into the student's code.
        given: The names of the arguments, whose keys are those of the input.

    """
    text = str(error)
    found: Kind | None = None
    if isinstance(error, KeyError | IndexError):
        found = _not_there(error, line, values or {}, own, given)
    elif isinstance(error, NameError):
        found = _unknown_name(error, values or {}, given)
    elif "function_or_method'" in text or "'method'" in text:
        for *_, node in repairs.uncalled(parsed(line)):
            return repairs.not_called(node)
    elif "truth value of an array" in text:
        found = _not_one_truth(line, values or {})
    if found is None and "tuple index out of range" in text and _looks_at_shape(line):
        found = "shape-too-short", {}
    called = re.search(r"(\w+)\(\) missing", text)
    if called and (key := re.search(rf"(\w+)\(.*key ?= ?{called[1]}\b", line)):
        found = "called-as-key", {"caller": key[1], "name": called[1]}
    found = found or _by_pattern(error)
    if found and found[0] == "no-value-yet" and hasattr(builtins, found[1]["name"]):
        found = "built-in-hidden", found[1]
    if found is None:
        return None
    kind, data = found
    if kind in ("matmul-mismatch", "dot-mismatch"):
        data["turning"] = values is None or turning_helps(line, values)
    return Finding(kind, Strength.HINT, data, Place(0, line.strip()) if line.strip() else None)


Kind = tuple[str, dict[str, Any]]  # the kind of a finding, and its data


def _by_pattern(error: BaseException) -> Kind | None:
    for kinds in (PATTERNS[kind] for kind in PATTERNS if isinstance(error, kind)):
        for name, pattern in kinds.items():
            if found := re.search(pattern, str(error), re.DOTALL):
                return name, {group: text or "" for group, text in found.groupdict().items()}
    return None


def _not_one_truth(line: str, values: dict[str, Any]) -> Kind | None:
    """Why an array is asked for one True or False, if the line shows it."""
    if re.search(r"[=<>]=? ?[^()&|]+ [&|] [^()]+[=<>]", line):
        return "and-before-comparison", {}
    if name := _compares(line):
        return "rows-compared", {"name": name}
    head = re.match(r"\s*(?:el)?(if|while) (.*):", line)
    match parsed(line):
        case ast.Module([ast.Expr(ast.Compare(ast.Name(name), _, [ast.Constant()]))]) if head:
            if (size := np.size(values.get(name, 0))) > 1:
                return "condition-of-entries", {"word": head[1], "text": head[2], "size": size}
    return None


def _unknown_name(error: NameError, values: dict[str, Any], given: Any) -> Kind | None:
    """A name that nothing has defined: an import that didn't run, another spelling."""
    name = error.name
    if not name or isinstance(error, UnboundLocalError):
        return None
    if name in IMPORTS:
        return "import-not-run", {"name": name, "line": IMPORTS[name]}
    known = {other for other in (*given, *values) if other != name}
    if near := _alike(name, known):
        return "misspelt-name", {"name": name, "near": near}
    return ("name-from-nowhere", {"name": name, "given": list(given)}) if given else None


def _alike(name: str, known: set[str]) -> list[str]:
    """The names most like another; several if none of them is clearly more like it."""
    likeness = {k: difflib.SequenceMatcher(None, k, name).ratio() for k in known}
    best = max(likeness.values(), default=0.0)
    return [k for k in sorted(known) if likeness[k] >= max(MIN_LIKENESS, best - CLEARLY_LESS_ALIKE)]


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
) -> Kind | None:
    """The dict or list that has no such entry, and the entries it does have."""
    found = next(_missing(parsed(line), values), None)
    if found is None or type(found[2]) is not type(error):
        return None
    node, holds, _ = found
    name, index = ast.unparse(node.value), ast.unparse(node.slice)
    if not isinstance(holds, dict):
        data = {"name": name, "index": index, "at": _value(node.slice, values)}
        data |= {"type": type(holds).__name__, "length": len(holds)}
        data["computed"] = isinstance(node.slice, ast.Name | ast.BinOp)
        return "list-too-short", data
    data = {"name": name, "key": str(error)}
    if not holds:
        return "dict-empty", data
    if name.split("[")[0] not in given and (keys := _written_keys(error, holds, own)):
        return "keys-written-into-code", {**data, "keys": keys}
    keys = list(holds)[:MAX_KEYS_SHOWN]
    return "key-not-there", {**data, "keys": keys, "more": len(holds) > MAX_KEYS_SHOWN}


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


def _written_keys(error: BaseException, holds: dict[Any, Any], own: Any) -> list[str]:
    """The keys of a dict, if the code holds all of them but not the missing one."""
    texts = [key for key in holds if isinstance(key, str) and key in own]
    if len(texts) == len(holds) and error.args[0] not in own:
        return sorted(texts)
    return []


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
    names = {node.id: None for node in ast.walk(tree) if isinstance(node, ast.Name)}
    held = {name: values[name] for name in names if name in values}
    return "; ".join(
        f"{name} is {show(value) if is_small(value, small) else words.describe(value)}"
        for name, value in held.items()
    )


def is_small(value: Any, most: int) -> bool:
    """Whether a value is an array that is not empty and has at most `most` entries."""
    return isinstance(value, np.ndarray) and 0 < value.size <= most
