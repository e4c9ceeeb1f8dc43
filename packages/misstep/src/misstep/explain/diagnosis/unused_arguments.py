"""Arguments, or an order, that make no difference but should, and the other way round."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call, call_each, same
from misstep.core.kinds import show
from misstep.core.variations import Form
from misstep.explain.diagnosis.evidence import (
    MAX_INPUTS,
    MIN_INPUTS,
    Evidence,
    confirmed,
    has_node,
    place_of,
)
from misstep.explain.diagnosis.influence import where_lost
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.source import source_of
from misstep.explain.repairs.syntax import called, names_in

LOOPS = (ast.For, ast.While, ast.comprehension)


@confirmed
def constant(evidence: Evidence) -> Finding | None:
    """Find one result for all inputs."""
    if len(evidence.mine) < MIN_INPUTS or any(o.error or o.value is None for o in evidence.mine):
        return None
    first, kind = evidence.mine[0].value, evidence.kind
    if kind.wrong_type(first) or kind.wrong_shape(first, evidence.wants[0]):
        return None  # that says more
    results = {show(outcome.value) for outcome in evidence.mine}
    if len(results) > 1 or len({show(want) for want in evidence.wants}) < MIN_INPUTS:
        return None
    [result] = results
    data = {"result": result, "never": _never_read(evidence.function, evidence.parameters)}
    return Finding("constant-result", Strength.HINT, data)


def never_used(function: Any, parameters: Sequence[str]) -> Finding | None:
    """Find arguments, variables and results that the source never reads."""
    tree = ast.parse(source_of(function))
    names = [*_never_read(function, parameters), *_unread_variables(function)]
    if names:
        return Finding("never-used", Strength.HINT, {"names": names})
    bodies = [getattr(node, "body", None) for node in ast.walk(tree)]
    for body in (each for each in bodies if isinstance(each, list)):
        for i, loop in enumerate(body):
            after = {n for line in body[i + 1 :] for n in names_in(line, ast.Load)}
            if isinstance(loop, ast.For) and (names := sorted(_set_afresh(loop) & after)):
                return Finding("last-round-only", Strength.HINT, {"names": names})
    return None


def line_without_effect(function: Any) -> Finding | None:
    """Find a line whose result is dropped, and that does nothing else."""
    for node in ast.walk(ast.parse(source_of(function))):
        match node:
            case ast.Expr(ast.BinOp() | ast.Compare() | ast.Subscript() | ast.Name() as value):
                data = {"line": ast.unparse(value)}
                return Finding(
                    "line-without-effect", Strength.CAUSE, data, place_of(function, node)
                )
    return None


def _set_afresh(loop: ast.For) -> set[str]:
    """The variables that a loop sets to something of each round, and that no round reads."""
    own, made = names_in(loop.target, ast.Store), set[str]()
    for line in loop.body:
        if isinstance(line, ast.Assign) and names_in(line.value) & own:
            own |= names_in(line, ast.Store)
            made |= {target.id for target in line.targets if isinstance(target, ast.Name)}
    return made - {name for line in loop.body for name in names_in(line, ast.Load)}


def _never_read(function: Any, parameters: Sequence[str]) -> list[str]:
    """The arguments that the source never mentions."""
    read = names_in(ast.parse(source_of(function)))
    return [name for name in parameters if read and name not in read]


def _unread_variables(function: Any) -> list[str]:
    """The variables that a function gives a value and never reads.

    A loop that only counts its rounds need not read its variable.
    """
    tree = ast.parse(source_of(function))
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For)]
    assigned = [
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and not target.id.startswith("_")
    ]
    assigned += [
        loop.target.id
        for loop in loops
        if isinstance(loop.target, ast.Name)
        and not loop.target.id.startswith("_")
        and called(loop.iter) != "range"
    ]
    return [name for name in dict.fromkeys(assigned) if name not in names_in(tree, ast.Load)]


def outside_names(function: Any, parameters: Sequence[str]) -> Finding | None:
    """Find variables of other cells that a function reads: data, no functions and no constants."""
    tree = ast.parse(source_of(function))
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own |= names_in(tree, ast.Store)
    outside = {n: function.__globals__.get(n) for n in sorted(names_in(tree, ast.Load) - own)}
    names = [
        name
        for name, value in outside.items()
        if isinstance(
            value, np.ndarray | np.generic | list | dict | set | tuple | int | float | str
        )
        and not name.isupper()
    ]
    data = {"names": names, "parameters": parameters}
    return Finding("outside-names", Strength.HINT, data) if names else None


@confirmed
def unused_argument(evidence: Evidence, sure: bool = True) -> Finding | None:
    """Find arguments that make no difference but should.

    With `sure`, only if the reason is known: the line that reads an argument may be right, and would
    send a student to the wrong place.
    """
    stopped = sum(o.error is not None or o.value is None for o in evidence.mine)
    if 2 * stopped > len(evidence.mine):
        return None
    if evidence.idle is None:
        ways = {p: _makes_no_difference(evidence, p) for p in range(len(evidence.parameters))}
        evidence.idle = {p: way for p, way in ways.items() if way is not None}
    idle = evidence.idle
    names = [evidence.parameters[p] for p in idle]
    if not names:
        return None
    data = {"names": names, "alike": next((alike for alike, _ in idle.values() if alike), "")}
    if len(names) == len(evidence.parameters) > 1:
        if never := _never_read(evidence.function, evidence.parameters):
            return Finding("argument-never-read", Strength.CAUSE, {**data, "name": never[0]})
        return Finding("no-argument-matters", Strength.HINT, data)
    reasons = [
        where_lost(evidence.function, evidence.parameters[p], pairs)
        for p, (_, pairs) in idle.items()
    ]
    if sure and source_of(evidence.function) and not all(reasons):
        return None
    if len(names) == 1 and reasons[0]:
        return replace(reasons[0], data={**data, **reasons[0].data})
    return Finding("argument-without-effect", Strength.HINT, data)


def _makes_no_difference(evidence: Evidence, p: int) -> tuple[str, list[tuple[Args, Args]]] | None:
    """Whether another value of argument p never changes a result, but changes the right one.

    None if it changes a result; else what the values have in common (size, shape or keys), and pairs
    of arguments with the old and the other value.
    """
    for sized in (False, True):
        tries: list[tuple[Args, Args]] = []
        before: list[Outcome] = []
        told = set()  # the right results
        for args, mine, want in evidence.cases:
            if mine.error is not None:
                continue
            others = [a[p] for a in evidence.args]
            others += _other_subsets(args[p], args) if sized else []
            for values in (_other_values(args[p], others, sized), _other_labels(args[p])):
                varied: Args | None = None
                for other in values:
                    with_other = (*args[:p], other, *args[p + 1 :])
                    right = call(evidence.reference, with_other)
                    if right.error is not None or evidence.alike(right, Outcome(want)):
                        continue
                    varied = with_other
                    if show(right.value) not in told:  # else another value may show more
                        told.add(show(right.value))
                        break
                if varied is not None:
                    tries.append((args, varied))
                    before.append(mine)
        if len(told) < max(2, min(MIN_INPUTS, len(evidence.args) - 1)):
            continue
        if sized and len({show(mine.value) for mine in before}) == 1:
            continue  # one result everywhere says nothing about this argument
        others = [varied for _, varied in tries]
        others += _small_numbers(evidence, p)
        before += [evidence.mine[0]] * (len(others) - len(before))
        if all(map(evidence.alike, call_each(evidence.function, others), before)):
            if any(isinstance(args[p], np.ndarray) for args in evidence.args):
                alike = "shape"
            elif all(isinstance(a[p], dict) and a[p].keys() == b[p].keys() for a, b in tries):
                alike = "keys"
            else:
                alike = "size" if sized else ""
            return alike, tries[:MAX_INPUTS]
    return None


def _small_numbers(evidence: Evidence, p: int) -> list[Args]:
    """The first input with 1 and 2 for a whole number, which no drawn input may have."""
    args = evidence.args[0]
    if type(args[p]) is not int or evidence.mine[0].error is not None:
        return []
    tries = [(*args[:p], small, *args[p + 1 :]) for small in (1, 2)]
    return [each for each in tries if call(evidence.reference, each).error is None]


def _other_values(value: Any, others: list[Any], sized: bool) -> Iterator[Any]:
    """Other values for an argument: those of other inputs, or changed ones of the same size."""
    for other in others:
        if not _comparable(value, other) or same(value, other):
            continue
        if not sized or (hasattr(value, "__len__") and len(other) == len(value)):
            yield other
    if isinstance(value, list) and sized and value and all(type(v) in (int, float) for v in value):
        yield [v + 1 for v in value]
        yield [3 * v - 1 for v in value]


def _other_labels(value: Any) -> Iterator[list[Any]]:
    """A list of pairs (x, label) with the labels exchanged."""
    if isinstance(value, list) and all(isinstance(v, tuple) and len(v) == 2 for v in value):
        labels = list(dict.fromkeys(label for _, label in value if isinstance(label, str)))
        other = dict(zip(labels, labels[1:] + labels[:1], strict=True))
        if len(labels) > 1:
            yield [(x, other.get(label, label)) for x, label in value]


def _other_subsets(value: Any, args: Args) -> Iterator[set[Any]]:
    """Subsets of the same size of the keys of another argument."""
    for table in args:
        if isinstance(value, set) and isinstance(table, dict) and value <= table.keys():
            keys = list(table)
            yield set(keys[: len(value)])
            yield set(keys[-len(value) :])


def _comparable(a: Any, b: Any) -> bool:
    """Whether two values have the same type and shape."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape
    if isinstance(a, int | float) and isinstance(b, int | float):
        return isinstance(a, bool) == isinstance(b, bool)
    return type(a) is type(b) and not isinstance(a, np.random.Generator)


def order_matters(evidence: Evidence) -> Finding | None:
    """Find an order of entries that changes the result but should not.

    It should not if reversing it never changes the right result, on any input.
    """
    for p, name in enumerate(evidence.parameters):
        beside = _as_long(evidence, p)
        tries = list(_reversed_inputs(evidence, {p, *beside}))
        ran = [(turned, mine) for turned, mine, _ in tries if mine.value is not None][:MAX_INPUTS]
        if len(ran) < MIN_INPUTS or any(matters is not False for *_, matters in tries):
            continue
        if not any(evidence.alike(call(evidence.function, turned), mine) for turned, mine in ran):
            data = {
                "name": name,
                "others": [evidence.parameters[q] for q in beside],
                "has_loop": has_node(evidence.function, *LOOPS),
            }
            return Finding("order-matters", Strength.HINT, data)
    return None


def _reversed_inputs(
    evidence: Evidence, turn: set[int]
) -> Iterator[tuple[Args, Outcome, bool | None]]:
    """Legal inputs with some arguments reversed, the result before, and whether it should change.

    That is None if the reference raises an error.
    """
    form = Form(evidence.args)
    for args, mine, want in evidence.cases:
        if all(_in_order(args[p]) and len(args[p]) > 1 for p in turn):
            turned = tuple(a[::-1] if p in turn else a for p, a in enumerate(args))
            if not form.holds(turned):
                continue
            right = call(evidence.reference, turned)
            same = evidence.alike(right, Outcome(want))
            yield turned, mine, None if right.error is not None else not same


def _as_long(evidence: Evidence, p: int) -> list[int]:
    """The other arguments that are as long as this one on every input."""
    return [
        q
        for q in range(len(evidence.parameters))
        if q != p
        and all(
            _in_order(args[p]) == _in_order(args[q])
            and (not _in_order(args[p]) or len(args[p]) == len(args[q]))
            for args in evidence.args
        )
    ]


def _in_order(value: Any) -> bool:
    """Whether a value is a sequence."""
    return isinstance(value, list) or (isinstance(value, np.ndarray) and value.ndim > 0)
