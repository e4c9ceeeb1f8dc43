"""All edits of a function that a search tries, in their order."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from misstep.explain.mutants import Edit, edits, in_words, variables
from misstep.explain.repairs.expressions import (
    brackets,
    collected,
    exactly,
    iterated,
    missing_step,
    one_per_row,
    stored_once,
    wrong_axis,
)
from misstep.explain.repairs.loops import bad_start
from misstep.explain.repairs.misuse import (
    axis_for_operand,
    compared_by_key,
    index_for_mask,
    method_not_called,
    none_stored,
    outer_product,
    product_without_sum,
    result_unused,
    wrong_reduction,
)
from misstep.explain.repairs.reductions import moved
from misstep.explain.repairs.statements import (
    early_return,
    guards,
    of_blocks,
    of_returns,
    of_targets,
    swapped_names,
)
from misstep.explain.repairs.syntax import NUMPY, Try, blocks, called, expressions, put

POWERS = ("sqrt", "exp", "log", "square")


def evident(tree: ast.Module) -> Iterator[Try]:
    """Edits of what is hardly ever meant: they say why a result is wrong, not only how."""
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    for slip in (bad_start, result_unused, early_return, method_not_called):
        yield from slip(function)
    rules = [stored_once, compared_by_key, index_for_mask, none_stored, axis_for_operand]
    yield from _by_rules(function, rules)


def _by_rules(function: ast.FunctionDef, rules: list[Any]) -> Iterator[Try]:
    for rule in rules:
        for parent, field, value, i, node in expressions(function):
            for new, looks, think in rule(node, parent):
                yield Try(put(parent, field, value, i, new, node), looks, think)


def tries(
    tree: ast.Module,
    literals: list[Any],
    typed: bool,
    orders: list[list[str]] | None = None,
    things: Collection[str] = (),
) -> Iterator[Try]:
    """All edits, those with words of their own first, then the likely, then the many.

    Of the arguments, `things` are no numbers: of these nothing is 1 too large.
    """
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    names, given = variables(tree), [argument.arg for argument in function.args.args]
    yield from evident(tree)
    for parent, field, block in blocks(function):
        yield from of_blocks(parent, field, block)
    yield from of_returns(function, orders or [])
    for slip in (of_targets, guards, missing_step):
        yield from slip(function)
    rules = [one_per_row, brackets, wrong_axis, exactly, iterated, product_without_sum, moved]
    rules += [wrong_reduction, outer_product, *([collected] if typed else [])]
    yield from _by_rules(function, rules)
    mutations = list(edits(tree))
    # A comparison first: a number elsewhere may only shift what is compared.
    yield from (Try(e) for e in mutations if isinstance(e.node, ast.Compare) and e.field == "ops")
    for parent, field, value, i, node in expressions(function):
        if isinstance(node, ast.Constant):
            for other in _other_literals(node.value, literals):
                yield Try(put(parent, field, value, i, ast.Constant(other), node))
    for edit in mutations:
        if made := _one_off(edit, given, things):
            yield Try(made)
    yield from swapped_names(function)
    for parent, field, value, i, node in expressions(function):
        for new, what in _more(node, parent, names):
            if made := _one_off(put(parent, field, value, i, new, node, what), given, things):
                yield Try(made)


def _one_off(edit: Edit, given: Collection[str], things: Collection[str]) -> Edit | None:
    """An edit that puts x + 1 or x - 1 in the place of x, with what is said of that; others as they are.

    What a function is given is never too small, and where it is no number there is nothing to say.
    """
    old, new = edit.old, edit.new
    if isinstance(old, list) and len(old) == len(new):
        old, new = next(((a, b) for a, b in zip(old, new, strict=True) if a is not b), (None, None))
    match old, new:
        case (
            ast.Name(id=name),
            ast.BinOp(
                left=ast.Name(id=same), op=ast.Add() | ast.Sub() as op, right=ast.Constant(1)
            ),
        ) if name == same:
            small = isinstance(op, ast.Add)
            what = f"{name}, which may be 1 too {'small' if small else 'large'}"
            if isinstance(edit.node, ast.Slice) and edit.field in ("lower", "upper"):
                end = "end" if edit.field == "upper" else "beginning"
                much = "small" if small else "large"
                what = (
                    f"the {end} of the slice [{ast.unparse(edit.node)}], which may be 1 too {much}"
                )
            elif name in given:
                what = f"{name}, where 1 {'more' if small else 'less'} may be meant"
            return None if name in things else replace(edit, what=what)
    return edit


def _other_literals(value: Any, literals: list[Any]) -> Iterator[Any]:
    """What a number or a string might be in place of itself."""
    if isinstance(value, str):
        yield from (other for other in literals if isinstance(other, str) and other != value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        numbers = [other for other in literals if isinstance(other, int | float)]
        for other in dict.fromkeys([*numbers, 1e-9, 0, 1, 2, -1, 0.5, value / 2, value * 2]):
            if other != value:
                yield other


def _more(node: ast.expr, parent: ast.AST, names: list[str]) -> Iterator[tuple[ast.expr, str]]:
    """Something that is missing at an expression: a function, a factor, an index, a sign."""
    if isinstance(node, ast.Constant | ast.Slice | ast.Starred | ast.Lambda | ast.Tuple):
        return
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return
    if isinstance(parent, ast.Attribute) or (isinstance(parent, ast.Call) and parent.func is node):
        return
    text = ast.unparse(node)
    if len(text) > 60:
        return
    still = f"{text}, of which a root, a power or a logarithm may be meant"
    yield ast.UnaryOp(ast.USub(), node), f"the sign of {text}"
    one, two = ast.Constant(1), ast.Constant(2)
    yield ast.BinOp(one, ast.Sub(), node), f"what happens to {text}"
    yield ast.BinOp(node, ast.Add(), one), f"{text}, which may be 1 too small"
    yield ast.BinOp(node, ast.Sub(), one), f"{text}, which may be 1 too large"
    for name in ("sqrt", "exp", "log", "abs", "sum", "square"):
        yield (
            called(f"{NUMPY}.{name}", node),
            still if name in POWERS else f"what happens to {text}",
        )
    times, by = (
        f"{text}, which may have to be {how} by something" for how in ("multiplied", "divided")
    )
    if getattr(parent, "test", None) is node:
        times = by = f"the condition {text}, to which another may have to be added"
    yield ast.BinOp(node, ast.Mult(), two), times
    yield ast.BinOp(node, ast.Div(), two), by
    yield ast.Attribute(node, "T", ast.Load()), f"the shape of {text}"
    yield (
        ast.Subscript(node, ast.Tuple([ast.Slice(), ast.Constant(None)], ast.Load()), ast.Load()),
        (f"the shape of {text}"),
    )
    for name in names:
        other = ast.Name(name, ast.Load())
        if name == text:
            continue
        yield ast.BinOp(node, ast.Mult(), other), times
        yield ast.BinOp(node, ast.Div(), called("len", other)), by
        if isinstance(node, ast.Subscript):
            yield other, in_words(node)
        if isinstance(node, ast.Name):
            yield ast.Subscript(node, other, ast.Load()), f"{text}, of which one entry may be meant"
            yield ast.Subscript(other, node, ast.Load()), f"the name {text}"
            yield ast.BinOp(node, ast.MatMult(), other), f"what happens to {text}"
        yield ast.BinOp(node, ast.Add(), other), f"{text}, to which something may have to be added"
        yield (
            ast.BinOp(node, ast.Sub(), other),
            f"{text}, from which something may have to be subtracted",
        )
