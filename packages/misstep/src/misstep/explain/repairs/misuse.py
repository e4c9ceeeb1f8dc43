"""Functions and operators of Python and NumPy that do something else than their user expects."""

import ast
import inspect
from collections.abc import Iterator, Mapping, MappingView
from typing import Any

import numpy as np

from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.claims import Candidate, Claim, Replacements
from misstep.explain.repairs.evidence import is_integer_array, shows
from misstep.explain.repairs.syntax import (
    NUMPY,
    blocks,
    call_of,
    called,
    expressions,
    method,
    names_in,
    replace_expression,
    replace_statement,
    with_replaced,
)

IN_PLACE = {"sort", "reverse", "append", "extend", "insert", "update", "add", "remove", "discard"}
IN_PLACE |= {"shuffle", "clear"}
INTO_ONE = {"sum", "mean", "average", "prod", "max", "min"}  # functions of many numbers
TYPES = (np.ndarray, list, dict, set, str)  # whose methods are recognised
# What may be meant instead, and the kind of mistake.
REDUCTIONS = {
    "argmax": ("max", "index-for-value"),
    "argmin": ("min", "index-for-value"),
    "max": ("argmax", "value-for-index"),
    "min": ("argmin", "value-for-index"),
    "sum": ("mean", "sum-for-mean"),
    "mean": ("sum", "mean-for-sum"),
    "cumsum": ("sum", "cumsum-for-sum"),
}


def wrong_reduction(node: ast.expr, parent: ast.AST) -> Replacements:
    """argmax for max, sum for mean, and the other way round."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[numbers]):
            pass
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=[numbers, *_]):
            pass
        case ast.Call(func=ast.Attribute(value=numbers, attr=name), args=[]):
            pass
        case _:
            return
    if name not in REDUCTIONS:
        return
    other, kind = REDUCTIONS[name]
    new = ast.Call(call_of(f"{NUMPY}.{other}").func, [numbers], node.keywords)
    yield new, Claim(kind, {"text": ast.unparse(node), "largest": name.endswith("max")})


def axis_for_operand(node: ast.expr, parent: ast.AST) -> Replacements:
    """np.max(a, 0), where the larger of each entry and 0 is meant."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Name(id="np"), attr="max" | "min" | "amax" | "amin" as name
            ),
            args=[numbers, other],
            keywords=[],
        ):
            which = name.removeprefix("a")
            data = {"text": ast.unparse(node), "name": name, "largest": which == "max"}
            new = call_of(f"{NUMPY}.{which}imum", numbers, other)
            yield new, Claim("axis-for-operand", data)


def compared_by_key(node: ast.expr, parent: ast.AST) -> Replacements:
    """max, min or sorted of a dict, or of its items, which compare the keys."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min" | "sorted" as name), args=[table]):
            pass
        case _:
            return
    if any(keyword.arg == "key" for keyword in node.keywords):
        return
    data = {"text": ast.unparse(node), "dict": ast.unparse(table), "name": name}
    is_dict = shows(table, lambda value: isinstance(value, Mapping | MappingView))
    if name == "sorted":
        yield call_of("list", table), Claim("sorted-for-given", data)
    key: ast.expr = ast.Attribute(table, "get", ast.Load())
    if data["dict"].endswith(".items()"):
        pair = ast.arguments([], [ast.arg("pair")], None, [], [], None, [])
        second = ast.Subscript(ast.Name("pair", ast.Load()), ast.Constant(1), ast.Load())
        key = ast.Lambda(pair, second)
    for more in ([], [ast.keyword("reverse", ast.Constant(True))]):
        keywords = [*node.keywords, ast.keyword("key", key), *more]
        claim = Claim("compared-by-key", data, is_dict)
        yield ast.Call(node.func, node.args, keywords), claim


def index_for_mask(node: ast.expr, parent: ast.AST) -> Replacements:
    """An array of whole numbers as an index, where a mask is meant."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Name):
        return
    mask = ast.Compare(node.slice, [ast.Eq()], [ast.Constant(1)])
    data = {"text": ast.unparse(node), "index": node.slice.id}
    claim = Claim("index-for-mask", data, shows(node.slice, is_integer_array))
    yield ast.Subscript(node.value, mask, node.ctx), claim


def product_without_sum(function: ast.FunctionDef) -> Iterator[Candidate]:
    """`*` for `@`, unless a line puts many numbers into one: that one may be wrong instead."""
    if any(called(node) in INTO_ONE for node in ast.walk(function)):
        return
    for parent, field, value, i, node in expressions(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            new = ast.BinOp(node.left, ast.MatMult(), node.right)
            edit = replace_expression(parent, field, value, i, new, node)
            yield Candidate(edit, Claim("star-for-at", {"text": ast.unparse(node)}))


def outer_product(node: ast.expr, parent: ast.AST) -> Replacements:
    """a * b, a ** 2 or a @ b of two flat arrays, where the products of all pairs are meant."""
    match node:
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2)):
            right = left
        case ast.BinOp(left=left, op=ast.Mult() | ast.MatMult(), right=right):
            pass
        case _:
            return
    data = {"text": ast.unparse(node), "adds": isinstance(node.op, ast.MatMult)}
    flat = shows(left, lambda value: np.ndim(value) == 1 and np.size(value) > 1)
    yield call_of(f"{NUMPY}.outer", left, right), Claim("no-outer-product", data, flat)


def set_as_one_value(node: ast.expr, parent: ast.AST) -> Replacements:
    """np.isin(a, s) with a set s, which NumPy takes for one object."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="isin" | "in1d"),
            args=[entries, values],
        ):
            new = ast.Call(node.func, [entries, call_of("list", values)], node.keywords)
            data = {"text": ast.unparse(node), "set": ast.unparse(values)}
            yield new, Claim("set-as-one-value", data, shows(values, _is_set))


def list_compared(node: ast.expr, parent: ast.AST) -> Replacements:
    """A list compared with one value: that is one False, not one for each entry."""
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            new = ast.Compare(call_of(f"{NUMPY}.array", left), node.ops, [right])
            data = {"text": ast.unparse(node), "list": ast.unparse(left)}
            yield new, Claim("list-compared", data, shows(left, lambda v: isinstance(v, list)))


def bits_flipped(node: ast.expr, parent: ast.AST) -> Replacements:
    """~ of whole numbers, where not is meant."""
    match node:
        case ast.UnaryOp(ast.Invert(), inner):
            new = ast.BinOp(ast.Constant(1), ast.Sub(), inner)
            data = {"text": ast.unparse(node), "inner": ast.unparse(inner)}
            yield new, Claim("bits-flipped", data, shows(inner, is_integer_array))


def _is_set(value: Any) -> bool:
    return isinstance(value, set | frozenset)


def result_unused(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A line whose result is never stored: sorted(x), np.append(a, b)."""
    for parent, field, block in blocks(function):
        for i, statement in enumerate(block):
            if not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.Constant):
                continue
            value = statement.value
            if _changed_by(value) is not None or called(value) in ("pop", "popitem", "setdefault"):
                continue  # it changes something in place
            for name in sorted(names_in(value) - {NUMPY}):
                kept = ast.Assign([ast.Name(name, ast.Store())], value)
                edit = replace_statement(parent, field, block, i, [kept], statement.lineno)
                data = {"line": ast.unparse(statement), "name": name}
                new = shows(value, lambda result: result is not None)
                yield Candidate(edit, Claim("result-unused", data, new))


def method_not_called(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A method without its brackets."""
    for parent, field, value, i, node in uncalled(function):
        edit = replace_expression(parent, field, value, i, method(node.value, node.attr), node)
        yield Candidate(edit, Claim("not-called", {"text": ast.unparse(node)}))


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


def none_stored(node: ast.expr, parent: ast.AST) -> Replacements:
    """`return a.reverse()` and `a = a.append(x)`, which are None."""
    changed = _changed_by(node)
    if changed is None or isinstance(parent, ast.Expr):
        return
    thing = ast.Name("_thing", ast.Load())
    both = ast.Tuple([with_replaced(node, [(changed, thing)]), thing], ast.Load())
    last = ast.Subscript(both, ast.Constant(1), ast.Load())
    given = ast.arguments([], [ast.arg("_thing")], None, [], [], None, [])
    none = shows(node, lambda value: value is None)
    claim = Claim("none-kept", _names_of_call(node, changed), none)
    yield ast.Call(ast.Lambda(given, last), [changed], []), claim


def none_returned(source: str) -> Finding | None:
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
            return Finding("none-kept", Strength.CAUSE, _names_of_call(node, changed))
    return None


def _changed_by(node: ast.AST) -> ast.expr | None:
    """The object that a call changes in place, if it returns None: a of a.sort() or rng.shuffle(a)."""
    match node:
        case ast.Call(func=ast.Attribute(attr="shuffle"), args=[first, *_]):
            return first
        case ast.Call(func=ast.Attribute(value=thing, attr=name)) if name in IN_PLACE:
            return None if isinstance(thing, ast.Name) and thing.id == "np" else thing
    return None


def _names_of_call(node: ast.expr, changed: ast.expr) -> dict[str, str]:
    return {"text": ast.unparse(node), "name": ast.unparse(changed)}


def function_returned(source: str) -> Finding | None:
    """The method without brackets that a function returns, or its last name holds."""
    lines = ast.Return | ast.Assign
    nodes = [node for at, *_, node in uncalled(ast.parse(source)) if isinstance(at, lines)]
    return not_called(nodes[-1]) if nodes else None


def not_called(node: ast.Attribute) -> Finding:
    """A method without brackets."""
    return Finding("not-called", Strength.CAUSE, {"text": ast.unparse(node)})
