"""All edits that a search tries, in order."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from misstep.explain.mutants import Edit, edits, in_words, variables
from misstep.explain.repairs.expressions import (
    brackets,
    inexact_numbers,
    missing_step,
    one_per_row,
    repeats,
    shared_object,
    wrong_axis,
    wrong_fill,
    wrong_iterable,
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
from misstep.explain.repairs.reductions import reduction_order
from misstep.explain.repairs.reuse import (
    argument_instead,
    entry_for_index,
    one_part,
    other_entries,
    out_of_date,
)
from misstep.explain.repairs.statements import (
    block_edits,
    early_exit,
    early_return,
    return_edits,
    swapped_names,
    swapped_targets,
)
from misstep.explain.repairs.syntax import (
    NUMPY,
    Candidate,
    blocks,
    call_of,
    expressions,
    replace_expression,
)

POWERS = ("sqrt", "exp", "log", "square")


def evident_edits(tree: ast.Module) -> Iterator[Candidate]:
    """Edits of code that is hardly ever meant, which explain why a result is wrong."""
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    for slip in (bad_start, result_unused, early_return, method_not_called):
        yield from slip(function)
    rules = [shared_object, compared_by_key, index_for_mask, none_stored, axis_for_operand]
    yield from _by_rules(function, rules)


def _by_rules(function: ast.FunctionDef, rules: list[Any]) -> Iterator[Candidate]:
    for rule in rules:
        for parent, field, value, i, node in expressions(function):
            for new, looks, think in rule(node, parent):
                yield Candidate(
                    replace_expression(parent, field, value, i, new, node), looks, think
                )


def all_edits(
    tree: ast.Module,
    literals: list[Any],
    typed: bool,
    orders: list[list[str]] | None = None,
    things: Collection[str] = (),
) -> Iterator[Candidate]:
    """All edits: those with words of their own first, then the likely, then the rest.

    `things` are the arguments that are no numbers, which can't be 1 too large.
    """
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    names, given = variables(tree), [argument.arg for argument in function.args.args]
    yield from evident_edits(tree)
    for parent, field, block in blocks(function):
        yield from block_edits(parent, field, block)
    yield from return_edits(function, orders or [])
    for slip in (swapped_targets, early_exit, missing_step):
        yield from slip(function)
    rules = [
        one_per_row,
        brackets,
        wrong_axis,
        wrong_fill,
        inexact_numbers,
        wrong_iterable,
        product_without_sum,
        reduction_order,
    ]
    rules += [wrong_reduction, outer_product, *([repeats] if typed else [])]
    yield from _by_rules(function, rules)
    for slip in (out_of_date, entry_for_index, other_entries, one_part):
        yield from slip(function)
    mutations = list(edits(tree))
    # A comparison first: a number elsewhere may only shift what is compared.
    yield from (
        Candidate(e) for e in mutations if isinstance(e.node, ast.Compare) and e.field == "ops"
    )
    for parent, field, value, i, node in expressions(function):
        if isinstance(node, ast.Constant):
            for other in _other_literals(node.value, literals):
                yield Candidate(
                    replace_expression(parent, field, value, i, ast.Constant(other), node)
                )
    for edit in mutations:
        if made := _one_off(edit, given, things):
            yield Candidate(made)
    yield from swapped_names(function)
    yield from argument_instead(function)
    for parent, field, value, i, node in expressions(function):
        for new, what in _more(node, parent, names):
            if made := _one_off(
                replace_expression(parent, field, value, i, new, node, what), given, things
            ):
                yield Candidate(made)


def _one_off(edit: Edit, given: Collection[str], things: Collection[str]) -> Edit | None:
    """An edit that replaces x by x + 1 or x - 1, with its words; other edits are returned unchanged.

    An argument is never too small, and None is returned if it is no number.
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
    """Other values for a number or a string."""
    if isinstance(value, str):
        yield from (other for other in literals if isinstance(other, str) and other != value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        numbers = [other for other in literals if isinstance(other, int | float)]
        for other in dict.fromkeys([*numbers, 1e-9, 0, 1, 2, -1, 0.5, value / 2, value * 2]):
            if other != value:
                yield other


def _more(node: ast.expr, parent: ast.AST, names: list[str]) -> Iterator[tuple[ast.expr, str]]:
    """An expression with something added: a function, a factor, an index, a sign."""
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
            call_of(f"{NUMPY}.{name}", node),
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
        yield ast.BinOp(node, ast.Div(), call_of("len", other)), by
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
