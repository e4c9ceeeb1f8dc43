"""Mistakes in an expression: brackets, axes, one array stored twice.

A rule takes an expression and its parent, and yields replacements, each with the cause it suggests.
"""

import ast
import io
import itertools
import tokenize
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from misstep.explain.mutants import SIGNS
from misstep.explain.repairs.claims import Candidate, Claim, Replacements
from misstep.explain.repairs.evidence import (
    Call,
    Proof,
    has_axes,
    has_repeats,
    is_integer_array,
    shows,
)
from misstep.explain.repairs.syntax import (
    NUMPY,
    blocks,
    call_of,
    called,
    loaded,
    method,
    names_in,
    replace_expression,
    replace_statement,
    with_replaced,
)
from misstep.explain.variants import COPY

MIN_OPERANDS, MAX_OPERANDS = 3, 7  # of a formula in which brackets may be missing
OPENING, CLOSING = set("([{"), set(")]}")
BINARY = {"*", "/", "//", "%", "@", "**"}
REDUCE = {"sum", "mean", "max", "min", "argmax", "argmin", "prod", "any", "all", "std", "var"}


def shared_object(node: ast.expr, parent: ast.AST) -> Replacements:
    """One array stored under several names, or several times in a list."""
    text = ast.unparse(node)
    several = shows(node, lambda value: len(value) > 1)
    match node:
        case ast.Call(func=ast.Attribute(attr="fromkeys"), args=[keys, value]):
            each = ast.comprehension(ast.Name("_key", ast.Store()), keys, [], 0)
            new = ast.DictComp(ast.Name("_key", ast.Load()), value, [each])
            data = {"text": text, "value": ast.unparse(value)}
            yield new, Claim("shared-by-keys", data, several)
        case (
            ast.DictComp(value=ast.Name(id=name) as value)
            | ast.ListComp(elt=ast.Name(id=name) as value)
        ) if name not in names_in(node, ast.Store):
            copied = with_replaced(node, [(value, call_of(COPY, value))])
            yield copied, Claim("shared-by-entries", {"text": text, "value": name}, several)
        case ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult(), right=times):
            each = ast.comprehension(
                ast.Name("_place", ast.Store()), call_of("range", times), [], 0
            )
            data = {"text": text, "value": ast.unparse(value)}
            yield ast.ListComp(value, [each]), Claim("shared-by-entries", data, several)
    if not isinstance(node, ast.Name | ast.Subscript | ast.Attribute):
        return
    if not isinstance(node.ctx, ast.Load):
        return
    deep = call_of(COPY, node)
    match parent:
        case ast.Call(
            func=ast.Attribute(attr="append" | "insert" | "add" | "setdefault"), args=args
        ) if node in args:
            data = {"call": ast.unparse(parent), "text": text}
            same = Proof(lambda call: has_repeats([seen.identity for seen in call.seen]), [node])
            yield deep, Claim("stored-without-copy", data, same)
        case ast.Assign(targets=[target, *_]) if parent.value is node:
            yield deep, Claim("two-names", {"name": ast.unparse(target), "text": text})


def one_per_row(node: ast.expr, parent: ast.AST) -> Replacements:
    """M[:, y] and M[y], if one entry of each row is meant."""
    match node:
        case ast.Subscript(
            value=ast.Name() | ast.Call(),
            slice=ast.Tuple(
                elts=[ast.Slice(lower=None, upper=None), ast.Name() | ast.Subscript() as column]
            ),
        ):
            kind = "columns-of-all-rows"
        case ast.Subscript(
            value=ast.Name() | ast.Call(), slice=ast.Name() | ast.Subscript() as column
        ):
            kind = "whole-rows"
        case _:
            return
    rows = call_of(f"{NUMPY}.arange", call_of("len", loaded(column)))
    pair = ast.Tuple([rows, loaded(column)], ast.Load())
    data = {"text": ast.unparse(node), "index": ast.unparse(column)}
    claim = Claim(kind, data, shows(column, is_integer_array))
    yield ast.Subscript(node.value, pair, node.ctx), claim
    if kind == "whole-rows":  # of a table with one column for each example
        swapped = ast.Tuple(pair.elts[::-1], ast.Load())
        yield ast.Subscript(node.value, swapped, node.ctx), claim


def brackets(node: ast.expr, parent: ast.AST) -> Replacements:
    """a / b + c for a / (b + c), and the like."""
    if not isinstance(node, ast.BinOp):
        return
    left, right, sign = node.left, node.right, SIGNS.get(type(node.op), "")
    text, all_left, all_right = map(ast.unparse, (node, left, right))
    if isinstance(left, ast.BinOp):
        late = {"text": text, "late": f"{sign} {all_right}", "whole": all_left}
        if type(left.op) is not type(node.op) or isinstance(node.op, ast.Div | ast.Sub):
            yield (
                ast.BinOp(left.left, left.op, ast.BinOp(left.right, node.op, right)),
                Claim("applies-to-all", {**late, "part": ast.unparse(left.right)}, rival=left),
            )
        if isinstance(left.op, ast.Mult | ast.Div) and isinstance(node.op, ast.Add | ast.Sub):
            yield (
                ast.BinOp(ast.BinOp(left.left, node.op, right), left.op, left.right),
                Claim("applies-to-all", {**late, "part": ast.unparse(left.left)}, rival=left),
            )
    if isinstance(right, ast.BinOp) and (
        type(right.op) is not type(node.op) or isinstance(node.op, ast.Div | ast.Sub)
    ):
        data = {"text": text, "sign": sign, "whole": all_right}
        rival = ast.BinOp(left, node.op, right.left)
        claim = Claim("applies-to-all-after", data, rival=rival)
        if isinstance(right.op, ast.Pow):
            base, power = ast.unparse(right.left), ast.unparse(right.right)
            data = {"text": text, "base": base, "power": power, "other": all_left}
            claim = Claim("power-of-part", data, rival=rival)
        yield ast.BinOp(ast.BinOp(left, node.op, right.left), right.op, right.right), claim


def missing_brackets(node: ast.expr, parent: ast.AST) -> Replacements:
    """Brackets around any neighbouring operands of a formula: 2 * a / 2 * a + b."""
    if not isinstance(node, ast.BinOp) or isinstance(parent, ast.BinOp):
        return
    text = ast.unparse(node)
    operands = list(_operands(text))
    if not MIN_OPERANDS <= len(operands) <= MAX_OPERANDS:
        return
    for i, j in itertools.combinations(range(len(operands)), 2):
        start, end = operands[i][0], operands[j][1]
        grouped = ast.parse(f"{text[:start]}({text[start:end]}){text[end:]}", mode="eval").body
        yield grouped, Claim("brackets-missing", {"text": text})


def _operands(text: str) -> Iterator[tuple[int, int]]:
    """The first and the last position of each operand of a formula, as it is outside of brackets."""
    depth, start, end = 0, 0, 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        depth += (token.string in OPENING) - (token.string in CLOSING)
        sign = not depth and (token.string in BINARY or token.string in ("+", "-"))
        if sign and end > start:
            yield start, end
            start = end = token.end[1]
        elif token.type not in (tokenize.NEWLINE, tokenize.ENDMARKER):
            start = token.start[1] if end == start else start
            end = token.end[1]
    yield start, end


def complement_of_product(node: ast.expr, parent: ast.AST) -> Replacements:
    """1 - prod(1 - p), where the p are to be added up."""
    match node:
        case ast.BinOp(
            ast.Constant(1),
            ast.Sub(),
            ast.Call(args=[ast.BinOp(ast.Constant(1), ast.Sub(), parts)]) as product,
        ) if called(product) == "prod":
            claim = Claim("not-exclusive", {"text": ast.unparse(node)})
            yield call_of(f"{NUMPY}.sum", parts), claim


def complement_in_loop(function: ast.FunctionDef) -> Iterator[Candidate]:
    """The same as a loop: `q *= 1 - p`, where the p are to be taken away."""
    for parent, field, block in blocks(function):
        for i, line in enumerate(block):
            match line:
                case ast.AugAssign(name, ast.Mult(), ast.BinOp(ast.Constant(1), ast.Sub(), part)):
                    new = ast.AugAssign(name, ast.Sub(), part)
                    edit = replace_statement(parent, field, block, i, [new], line.lineno)
                    yield Candidate(edit, Claim("not-exclusive", {"text": ast.unparse(line)}))


def repeats(node: ast.expr, parent: ast.AST) -> Replacements:
    """A list that should hold no repeats, or a set that should."""
    text = {"text": ast.unparse(node)}
    match node:
        case ast.ListComp(elt=elt) | ast.GeneratorExp(elt=elt) | ast.SetComp(elt=elt):
            twice = Proof(lambda call: has_repeats(call.values()), [elt])
            if isinstance(node, ast.SetComp):
                yield ast.ListComp(elt, node.generators), Claim("repeats-lost", text, twice)
            else:
                yield ast.SetComp(elt, node.generators), Claim("repeats-kept", text, twice)
        case ast.Call(func=ast.Name(id="set"), args=[inner]):
            claim = Claim("repeats-lost", text, shows(inner, has_repeats))
            yield call_of("list", inner), claim
        case ast.Call(func=ast.Name(id="list"), args=[inner]):
            claim = Claim("repeats-kept", text, shows(inner, has_repeats))
            yield call_of("set", inner), claim
        case ast.Call(func=ast.Name(id="len" | "sum" as name), args=[inner]):
            data = {**text, "inner": ast.unparse(inner)}
            yield call_of(name, call_of("set", inner)), Claim("repeats-counted", data)


def wrong_axis(node: ast.expr, parent: ast.AST) -> Replacements:
    """A sum or a maximum over the wrong axis, over all axes, or without keepdims."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=[numbers, *_]):
            pass
        case ast.Call(func=ast.Attribute(value=numbers, attr=name)):
            pass
        case _:
            return
    if name not in REDUCE:
        return
    data, table = {"text": ast.unparse(node), "name": name}, has_axes(numbers)
    rest = [keyword for keyword in node.keywords if keyword.arg not in ("axis", "keepdims")]
    axis = next((keyword for keyword in node.keywords if keyword.arg == "axis"), None)
    kept = any(keyword.arg == "keepdims" for keyword in node.keywords)
    claim = Claim("no-axis" if axis is None else "wrong-axis", data, table)
    for number in (1, 0, -1):
        keyword = ast.keyword("axis", ast.Constant(number))
        for keep in (kept,) if axis else (False, True):
            more = [ast.keyword("keepdims", ast.Constant(True))] if keep else []
            yield ast.Call(node.func, node.args, [*rest, keyword, *more]), claim
    if axis is not None and not kept:
        more = [axis, ast.keyword("keepdims", ast.Constant(True))]
        yield ast.Call(node.func, node.args, [*rest, *more]), Claim("axis-gone", data, table)


def inexact_numbers(node: ast.expr, parent: ast.AST) -> Replacements:
    """Whole numbers that can't hold a decimal, and floats compared to the last digit."""
    match node:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            close = call_of(f"{NUMPY}.isclose", left, right, rtol=0, atol=1e-9)
            nearly = Proof(_nearly_equal, [left, right])
            yield close, Claim("exact-comparison", {"text": ast.unparse(node)}, nearly)
        case ast.Call(func=ast.Attribute(attr="copy" | "zeros_like" | "ones_like" | "empty_like")):
            new = method(node, "astype", ast.Name("float", ast.Load()))
            whole = shows(node, is_integer_array)
            yield new, Claim("whole-numbers", {"text": ast.unparse(node)}, whole)
    if isinstance(node, ast.Call):
        rest = [keyword for keyword in node.keywords if keyword.arg != "dtype"]
        if len(rest) < len(node.keywords):
            whole = shows(node, is_integer_array)
            claim = Claim("whole-numbers", {"text": ast.unparse(node)}, whole)
            yield ast.Call(node.func, node.args, rest), claim


def _nearly_equal(call: Call) -> bool:
    for pair in zip(call.values(0), call.values(1), strict=False):
        try:
            gap = np.abs(np.subtract(*pair, dtype=float))
        except (TypeError, ValueError):
            continue
        if np.any((gap > 0) & (gap < 1e-9)):
            return True
    return False


def wrong_iterable(node: ast.expr, parent: ast.AST) -> Replacements:
    """The wrong iterable of a loop."""
    if not isinstance(parent, ast.For | ast.comprehension) or parent.iter is not node:
        return
    data = {"text": ast.unparse(node)}
    name = called(node)
    for view in ("items", "values"):
        yield method(node, view), Claim("loop-over-keys", data)
    if name != "sorted":
        yield call_of("sorted", node), Claim("loop-unsorted", data)
    numbers = call_of("range", call_of("len", node))
    if name == "range":
        yield numbers, Claim("range-not-from-0", data, shows(node, lambda value: value.start != 0))
    else:
        yield numbers, Claim("loop-over-entries", data)
    for lower, upper in ((1, None), (None, -1)):
        bounds = [None if bound is None else ast.Constant(bound) for bound in (lower, upper)]
        shorter = ast.Subscript(node, ast.Slice(*bounds), ast.Load())
        yield shorter, Claim("one-round-too-many", data)
    if isinstance(node, ast.Subscript):
        claim = Claim("loop-over-part", {**data, "whole": ast.unparse(node.value)})
        yield node.value, claim


def wrong_fill(node: ast.expr, parent: ast.AST) -> Replacements:
    """np.ones for np.zeros, and the other way round."""
    match node, parent:
        case (
            ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=filled)),
            ast.Assign(targets=[ast.Name(id=name)]),
        ) if (fill := filled.removesuffix("_like")) in ("zeros", "ones"):
            other = filled.replace(fill, "ones" if fill == "zeros" else "zeros")
            data = {"name": name, "fill": fill, "text": ast.unparse(node)}
            new = ast.Call(call_of(f"{NUMPY}.{other}").func, node.args, node.keywords)
            yield new, Claim("wrong-fill", data)


def missing_step(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A root or a logarithm that is missing where a name gets its value, or where it is used."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.BinOp() | ast.Call() | ast.UnaryOp() as value
            ):
                pass
            case _:
                continue
        data = {"name": name, "line": ast.unparse(node)}
        for step in ("sqrt", "log"):
            new = call_of(f"{NUMPY}.{step}", value)
            edit = replace_expression(node, "value", value, None, new, value)
            # If its cube does as well, only the order counts, or it is 0 or 1: a comparison, or a
            # start, may be wrong instead.
            cube = replace(edit, new=ast.BinOp(new, ast.Pow(), ast.Constant(3)))
            yield Candidate(edit, Claim(f"no-{step}", data, rival=cube))
