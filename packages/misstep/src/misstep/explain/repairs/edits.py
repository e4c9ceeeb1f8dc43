"""All edits that a search tries, in order."""

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from misstep.explain.mutants import Edit, Part, edits, variables
from misstep.explain.repairs.claims import Candidate, Rule
from misstep.explain.repairs.expressions import (
    brackets,
    complement_in_loop,
    complement_of_product,
    inexact_numbers,
    missing_brackets,
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
    bits_flipped,
    compared_by_key,
    index_for_mask,
    list_compared,
    method_not_called,
    none_stored,
    outer_product,
    product_without_sum,
    result_unused,
    set_as_one_value,
    wrong_reduction,
)
from misstep.explain.repairs.reductions import reduction_order
from misstep.explain.repairs.reuse import (
    argument_instead,
    entry_for_index,
    one_part,
    other_entries,
    other_expression,
    out_of_date,
)
from misstep.explain.repairs.statements import (
    block_edits,
    early_exit,
    early_return,
    other_denominator,
    return_edits,
    swapped_names,
    swapped_targets,
)
from misstep.explain.repairs.syntax import (
    NUMPY,
    blocks,
    call_of,
    expressions,
    replace_expression,
)

SEVERAL = (list_compared, bits_flipped)  # slips that are made wherever there is an occasion


def evident_edits(tree: ast.Module) -> Iterator[Candidate]:
    """Edits of code that is hardly ever meant, which explain why a result is wrong."""
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    for slip in (bad_start, result_unused, early_return, method_not_called):
        yield from slip(function)
    rules = [shared_object, compared_by_key, index_for_mask, none_stored, axis_for_operand]
    rules += [set_as_one_value, list_compared, bits_flipped]
    yield from _by_rules(function, rules)


def _by_rules(function: ast.FunctionDef, rules: Iterable[Rule]) -> Iterator[Candidate]:
    for rule in rules:
        found = []
        for parent, field, value, i, node in expressions(function):
            for new, claim in rule(node, parent):
                if isinstance(claim.rival, ast.expr):
                    rival = replace_expression(parent, field, value, i, claim.rival, node)
                    claim = claim._replace(rival=rival)
                edit = replace_expression(parent, field, value, i, new, node)
                found.append(Candidate(edit, claim))
        yield from found
        if rule in SEVERAL and len(found) > 1:
            first, *others = found
            also = tuple(other.edit for other in others)
            yield replace(first, edit=replace(first.edit, also=also))


def suggestive_edits(tree: ast.Module, typed: bool, orders: list[list[str]]) -> Iterator[Candidate]:
    """Edits that suggest a cause."""
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    yield from evident_edits(tree)
    for parent, field, block in blocks(function):
        yield from block_edits(parent, field, block)
    yield from return_edits(function, orders)
    for slip in (complement_in_loop, early_exit, other_denominator, swapped_targets, missing_step):
        yield from slip(function)
    rules = [
        one_per_row,
        brackets,
        missing_brackets,
        complement_of_product,
        wrong_axis,
        wrong_fill,
        inexact_numbers,
        wrong_iterable,
    ]
    yield from _by_rules(function, rules)
    yield from product_without_sum(function)
    rules = [reduction_order, wrong_reduction, outer_product, *([repeats] if typed else [])]
    yield from _by_rules(function, rules)
    for slip in (out_of_date, entry_for_index, other_entries):
        yield from slip(function)


def other_edits(
    tree: ast.Module, literals: list[Any], not_numbers: Collection[str]
) -> Iterator[Candidate]:
    """Edits that only point to a place: the likely first.

    `not_numbers` are arguments that are no numbers, which can't be 1 too large.
    """
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    # A condition last: without it, a wrong line may only be out of reach.
    mutations = sorted(edits(tree), key=lambda edit: edit.part is Part.CONDITION)
    names = variables(tree)
    yield from one_part(function)
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
        if made := _one_off(edit, not_numbers):
            yield Candidate(made)
    yield from map(Candidate, everywhere(mutations))
    yield from swapped_names(function)
    yield from argument_instead(function)
    yield from other_expression(function)
    for parent, field, value, i, node in expressions(function):
        for new, part in _more(node, parent, names):
            edit = replace_expression(parent, field, value, i, new, node, part)
            if made := _one_off(edit, not_numbers):
                yield Candidate(made)


def everywhere(single: Iterable[Edit]) -> Iterator[Edit]:
    """The same edit in all places at once, for a mistake that is made several times.

    A number is only the same in the same role: axis=0 has nothing to do with n <= 0.
    """
    alike: dict[tuple[Any, ...], dict[tuple[int, str], Edit]] = {}
    for edit in single:
        role = type(edit.node), getattr(edit.node, "arg", "")
        key = (*edit.change, role if edit.part is Part.NUMBER else "")
        alike.setdefault(key, {}).setdefault((id(edit.node), edit.field), edit)
    for first, *others in (list(group.values()) for group in alike.values()):
        if others:
            yield replace(first, also=tuple(others))


def _one_off(edit: Edit, not_numbers: Collection[str]) -> Edit | None:
    """An edit that replaces x by x + 1 or x - 1 says so; None if x isn't a count or an index."""
    old, new = edit.old, edit.new
    if isinstance(old, list) and len(old) == len(new):
        old, new = next(((a, b) for a, b in zip(old, new, strict=True) if a is not b), (None, None))
    match new:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=ast.Constant(1)) if (
            left is old or (isinstance(old, ast.Name) and ast.unparse(left) == old.id)
        ):
            pass
        case _:
            return edit
    data = {"text": ast.unparse(left), "more": isinstance(op, ast.Add)}
    label = isinstance(edit.node, ast.Compare) and isinstance(edit.node.ops[0], ast.NotEq)
    if label or data["text"] in not_numbers:
        return None
    part = Part.OFF_BY_ONE
    if isinstance(edit.node, ast.Slice) and edit.field in ("lower", "upper"):
        part = Part.SLICE_END
        data |= {"slice": ast.unparse(edit.node), "upper": edit.field == "upper"}
    return replace(edit, part=part, data=data)


def _other_literals(value: Any, literals: list[Any]) -> Iterator[Any]:
    """Other values for a number or a string."""
    if isinstance(value, str):
        yield from (other for other in literals if isinstance(other, str) and other != value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        numbers = [other for other in literals if isinstance(other, int | float)]
        for other in dict.fromkeys([*numbers, 1e-9, 0, 1, 2, -1, 0.5, value / 2, value * 2]):
            if other != value:
                yield other


def _more(
    node: ast.expr, parent: ast.AST, names: list[str]
) -> Iterator[tuple[ast.expr, Part | None]]:
    """An expression with something added: a function, a factor, an index."""
    if isinstance(node, ast.Constant | ast.Slice | ast.Starred | ast.Lambda | ast.Tuple):
        return
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return
    if isinstance(parent, ast.Attribute) or (isinstance(parent, ast.Call) and parent.func is node):
        return
    text = ast.unparse(node)
    if len(text) > 60:
        return
    match node:
        case ast.Call(func=ast.Attribute(attr="maximum" | "minimum"), args=[left, right]):
            yield ast.BinOp(left, ast.Add(), right), None
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.UnaryOp(), step=None)):
            yield ast.Subscript(node.value, ast.Slice(ast.Constant(1)), node.ctx), Part.SLICE
        case ast.Subscript(slice=ast.Slice(lower=ast.Constant(1), upper=None, step=None)):
            last = ast.UnaryOp(ast.USub(), ast.Constant(1))
            yield ast.Subscript(node.value, ast.Slice(None, last), node.ctx), Part.SLICE
    one, two = ast.Constant(1), ast.Constant(2)
    yield ast.BinOp(one, ast.Sub(), node), Part.OPERATION
    yield ast.BinOp(node, ast.Add(), one), Part.OFF_BY_ONE
    yield ast.BinOp(node, ast.Sub(), one), Part.OFF_BY_ONE
    for name in ("sqrt", "log", "square"):
        yield call_of(f"{NUMPY}.{name}", node), Part.POWER
    yield call_of(f"{NUMPY}.abs", node), Part.OPERATION
    times, by = Part.FACTOR, Part.DIVISOR
    if getattr(parent, "test", None) is node:
        times = by = Part.WEAK_CONDITION
    yield ast.BinOp(node, ast.Mult(), two), times
    yield ast.BinOp(node, ast.Div(), two), by
    if isinstance(node, ast.Name):
        yield ast.Attribute(node, "T", ast.Load()), Part.SHAPE
    column = ast.Tuple([ast.Slice(), ast.Constant(None)], ast.Load())
    yield ast.Subscript(node, column, ast.Load()), Part.SHAPE
    for name in names:
        other = ast.Name(name, ast.Load())
        if name == text:
            continue
        yield ast.BinOp(node, ast.Mult(), other), times
        yield ast.BinOp(node, ast.Div(), call_of("len", other)), by
        if isinstance(node, ast.Subscript):
            yield other, None
        if isinstance(node, ast.Name):
            yield ast.Subscript(node, other, ast.Load()), Part.ENTRY
            yield ast.Subscript(other, node, ast.Load()), None
            yield ast.BinOp(node, ast.MatMult(), other), Part.OPERATION
        if not isinstance(node, ast.Compare | ast.BoolOp):
            yield ast.BinOp(node, ast.Add(), other), Part.TERM
            yield ast.BinOp(node, ast.Sub(), other), Part.SUBTRAHEND
