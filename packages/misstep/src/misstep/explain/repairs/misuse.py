"""Functions and operators of Python and NumPy that do something else than their user expects.

Each edit can only work if its claim is true: only a dict has `get`, a call that returns something is
not None, and only a function can be called.
"""

import ast
import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.explain.repairs.expressions import Rule
from misstep.explain.repairs.syntax import (
    NUMPY,
    Candidate,
    blocks,
    call_of,
    expressions,
    method,
    names_in,
    replace_expression,
    replace_statement,
    with_replaced,
)

IN_PLACE = {"sort", "reverse", "append", "extend", "insert", "update", "add", "remove", "discard"}
IN_PLACE |= {"shuffle", "clear"}
TYPES = (np.ndarray, list, dict, set, str)  # whose methods are recognised
ENTRY, ENTRIES = "the entry itself, or its index?", "the entries, or their indices?"
SIZE = "With twice as many entries, should it be as large as before, or twice as large?"
# What may be meant instead, what the call returns, what to think about.
REDUCTIONS = {
    "argmax": ("max", "is the index of the largest entry, not its value", ENTRY),
    "argmin": ("min", "is the index of the smallest entry, not its value", ENTRY),
    "max": ("argmax", "is the value of the largest entry, not its index", ENTRY),
    "min": ("argmin", "is the value of the smallest entry, not its index", ENTRY),
    "argsort": ("sort", "lists indices, not entries", ENTRIES),
    "sort": ("argsort", "holds the entries themselves, not their indices", ENTRIES),
    "sorted": ("argsort", "holds the entries themselves, not their indices", ENTRIES),
    "sum": ("mean", "adds up without dividing by the number of entries", SIZE),
    "mean": ("sum", "is divided by the number of entries", SIZE),
}


def wrong_reduction(node: ast.expr, parent: ast.AST) -> Rule:
    """argmax for max, argsort for sort, sum for mean, and the other way round."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[numbers]) if name in REDUCTIONS:
            pass
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=[numbers, *_]
        ) if name in REDUCTIONS:
            pass
        case ast.Call(func=ast.Attribute(value=numbers, attr=name), args=[]) if name in REDUCTIONS:
            if name == "sort":
                return  # in place, and None
        case _:
            return
    other, returns, think = REDUCTIONS[name]
    yield (
        ast.Call(call_of(f"{NUMPY}.{other}").func, [numbers], node.keywords),
        f"{ast.unparse(node)} {returns}.",
        think if think is SIZE else f"What is needed here: {think}",
    )


def axis_for_operand(node: ast.expr, parent: ast.AST) -> Rule:
    """np.max(a, 0), where the larger of each entry and 0 is meant."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Name(id="np"), attr="max" | "min" | "amax" | "amin" as name
            ),
            args=[numbers, other],
            keywords=[],
        ):
            pass
        case _:
            return
    which = name.removeprefix("a")
    largest, larger = ("largest", "larger") if which == "max" else ("smallest", "smaller")
    yield (
        call_of(f"{NUMPY}.{which}imum", numbers, other),
        f"np.{name} reads its second argument as an axis: {ast.unparse(node)} looks for the {largest} "
        f"entry along it. It does not take the {larger} of two numbers.",
        f"Which function of NumPy takes the {larger} of two numbers, entry by entry?",
    )


def compared_by_key(node: ast.expr, parent: ast.AST) -> Rule:
    """max, min or sorted of a dict, or of its items, which compare the keys."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min" | "sorted" as name), args=[table]):
            pass
        case _:
            return
    if any(keyword.arg == "key" for keyword in node.keywords):
        return
    text, of = ast.unparse(node), ast.unparse(table)
    pair = ast.arguments([], [ast.arg("pair")], None, [], [], None, [])
    second = ast.Subscript(ast.Name("pair", ast.Load()), ast.Constant(1), ast.Load())
    if name == "sorted":
        looks = f"{text} is in the order of the keys, whatever the values are."
        yield (
            call_of("list", table),
            f"{text} goes through the keys in alphabetical order, or by size. {of} may hold them in "
            "another order.",
            "Of two that are equally good, which comes first in this order, and which should?",
        )
    else:
        largest = "largest" if name == "max" else "smallest"
        end = "last" if name == "max" else "first"
        looks = f"{text} is the {largest} key of the dict, whatever its values are; of words, the {end} "
        looks += "in the alphabet."
    key: ast.expr = ast.Attribute(table, "get", ast.Load())
    if of.endswith(".items()"):
        key = ast.Lambda(pair, second)
    for more in ([], [ast.keyword("reverse", ast.Constant(True))]):
        yield (
            ast.Call(node.func, node.args, [*node.keywords, ast.keyword("key", key), *more]),
            looks,
            f"What does {name}({{'a': 2, 'b': 1}}) return? Which argument of {name} says what is "
            "compared?",
        )


def index_for_mask(node: ast.expr, parent: ast.AST) -> Rule:
    """An array of whole numbers as an index, where a mask is meant."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Name):
        return
    text, which = ast.unparse(node), node.slice.id
    yield (
        ast.Subscript(node.value, ast.Compare(node.slice, [ast.Eq()], [ast.Constant(1)]), node.ctx),
        f"{which} holds whole numbers, so {text} takes the entries at these positions (entry 0, entry "
        f"1 and so on), not the entries where {which} is 1.",
        "What does a[np.array([1, 0, 1])] take from an array a, and what a[np.array([True, False, "
        "True])]?",
    )


def product_without_sum(node: ast.expr, parent: ast.AST) -> Rule:
    """`*` for `@`, and the other way round."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult | ast.MatMult):
        return
    if _adds_up(parent):
        return
    text, star = ast.unparse(node), isinstance(node.op, ast.Mult)
    op: ast.operator = ast.MatMult() if star else ast.Mult()
    looks = (
        f"in {text}, the operator * multiplies entry by entry, and adds nothing up."
        if star
        else f"in {text}, the operator @ adds the products up, and does not go entry by entry."
    )
    yield (
        ast.BinOp(node.left, op, node.right),
        looks,
        f"Which shape does {text} have, and which should it have? Which operator multiplies rows by "
        "columns and adds up, and which goes entry by entry?",
    )


def outer_product(node: ast.expr, parent: ast.AST) -> Rule:
    """a * b, a ** 2 or a @ b of two flat arrays, where the products of all pairs are meant."""
    match node:
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2)):
            right = left
        case ast.BinOp(left=left, op=ast.Mult() | ast.MatMult(), right=right):
            pass
        case _:
            return
    text = ast.unparse(node)
    adds = isinstance(node.op, ast.MatMult)
    how = "adds the products up to one number" if adds else "multiplies entry by entry"
    yield (
        call_of(f"{NUMPY}.outer", left, right),
        f"{text} {how}. It does not multiply every entry by every other.",
        f"Which shape does {text} have, and which should it have?",
    )


def _adds_up(node: ast.AST) -> bool:
    """Whether a call adds up what it is given: np.sum(...), (...).mean()."""
    name = node.func if isinstance(node, ast.Call) else node
    return isinstance(name, ast.Attribute | ast.Name) and (
        (name.attr if isinstance(name, ast.Attribute) else name.id) in ("sum", "mean", "average")
    )


def result_unused(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A line whose result is never stored: sorted(x), np.append(a, b)."""
    for parent, field, block in blocks(function):
        for i, statement in enumerate(block):
            if not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.Constant):
                continue
            value, text = statement.value, ast.unparse(statement)
            for name in sorted(names_in(value) - {NUMPY}):
                kept = ast.Assign([ast.Name(name, ast.Store())], value)
                yield Candidate(
                    replace_statement(parent, field, block, i, [kept], statement.lineno),
                    f"the line {text} makes something new, and nothing keeps it: {name} stays as it "
                    "was.",
                    "What does this line return, and where does that go?",
                )


def method_not_called(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A method without its brackets."""
    for parent, field, value, i, node in uncalled(function):
        new = method(node.value, node.attr)
        yield Candidate(
            replace_expression(parent, field, value, i, new, node), *uncalled_words(node)
        )


def uncalled(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any, int | None, ast.Attribute]]:
    """Methods that are named but not called, as `put` wants them: a.sum, where a.sum() is meant."""
    for parent, field, value, i, node in expressions(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if isinstance(parent, ast.Call | ast.keyword | ast.Attribute):
            continue  # called, or handed to something that calls it: key=counts.get
        if isinstance(node.value, ast.Name) and node.value.id in ("np", "math", "random"):
            continue
        if any(callable(inspect.getattr_static(kind, node.attr, None)) for kind in TYPES):
            yield parent, field, value, i, node


def uncalled_words(node: ast.Attribute) -> tuple[str, str]:
    """What is said of a method without brackets."""
    text = ast.unparse(node)
    return (
        f"{text} has no round brackets after it, so the function is never called.",
        f"What does Python show for {text}, and what does it take to call a function?",
    )


def none_stored(node: ast.expr, parent: ast.AST) -> Rule:
    """`return a.reverse()` and `a = a.append(x)`, which are None."""
    changed = _changed_by(node)
    if changed is None or isinstance(parent, ast.Expr):
        return
    thing = ast.Name("_thing", ast.Load())
    both = ast.Tuple([with_replaced(node, [(changed, thing)]), thing], ast.Load())
    last = ast.Subscript(both, ast.Constant(1), ast.Load())
    given = ast.arguments([], [ast.arg("_thing")], None, [], [], None, [])
    yield (ast.Call(ast.Lambda(given, last), [changed], []), *_none_words(node, changed))


def none_returned(source: str) -> tuple[str, str] | None:
    """The same of the only return of a function that returned None, or of the name in it."""
    function = ast.parse(source).body[0]
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    if len(returns) != 1 or returns[0].value is None:
        return None
    made: list[ast.expr] = [returns[0].value]
    if isinstance(returns[0].value, ast.Name):
        name = returns[0].value.id
        made = [
            node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets)
        ][-1:]
    for node in made:
        if (changed := _changed_by(node)) is not None:
            return _none_words(node, changed)
    return None


def _changed_by(node: ast.AST) -> ast.expr | None:
    """The object that a call changes in place, if it returns None: a of a.sort() or rng.shuffle(a)."""
    match node:
        case ast.Call(func=ast.Attribute(attr="shuffle"), args=[first, *_]):
            return first
        case ast.Call(func=ast.Attribute(value=thing, attr=name)) if name in IN_PLACE:
            return None if isinstance(thing, ast.Name) and thing.id == "np" else thing
    return None


def _none_words(node: ast.expr, changed: ast.expr) -> tuple[str, str]:
    text, name = ast.unparse(node), ast.unparse(changed)
    return (
        f"{text} changes {name} in place and returns None, so None is kept here.",
        f"What does {name} hold after {text}, and what does the call itself return?",
    )
