"""Variables that hold the same values as in a right answer, and the first that does not."""

import ast
import copy
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, same
from misstep.core.kinds import show, show_apart
from misstep.core.mistakes import Answer
from misstep.explain.diagnosis.evidence import Alike, as_numbers, is_close, place_of
from misstep.explain.diagnosis.tracing import instrumented, seen, traceable, traced_call
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.syntax import call_of, names_in

Function = Callable[..., Any]


def right_so_far(
    function: Any, source: str, answers: Iterable[Answer], many: list[Args]
) -> list[str]:
    """Variables that hold the same values as one of a right answer, on all inputs.

    Arguments don't count, and neither do numbers that never change, nor names that a loop sets.
    """
    mine = _with_locals(function, source)
    if mine is None:
        return []
    rights = [_with_locals(answer.function, answer.source) for answer in answers]
    runs = [traced_call(mine, _ignore, args) for args in many]
    if any(run.error is not None or not _has_locals(run.value) for run in runs):
        return []
    held = [run.value[1] for run in runs]
    theirs = [[traced_call(right, _ignore, args) for args in many] for right in rights if right]
    others = [
        [run.value[1] for run in results]
        for results in theirs
        if all(run.error is None for run in results)
    ]
    in_loops = _set_in_loops(source)
    # Of two with the same values, the second may be a copy where something else is wanted.
    first = {show([h.get(name) for h in held]): name for name in reversed(held[0])}.values()
    return [
        name
        for name in held[0]
        if name in first
        and name not in in_loops
        and (values := _values_of(name, held))
        and len({show(value) for value in values}) > 1
        and not any(same(h[name], a) for h, args in zip(held, many, strict=True) for a in args)
        and any(
            _values_of(other, theirs)
            and all(_alike(h[name], t[other]) for h, t in zip(held, theirs, strict=True))
            for theirs in others
            for other in theirs[0]
        )
    ]


def _alike(value: Any, right: Any) -> bool:
    """Whether a variable holds what another one does, a dict under the same keys."""
    if isinstance(value, dict) != isinstance(right, dict):
        return False
    numbers = as_numbers(value, right)
    return numbers is not None and is_close(numbers, as_numbers(right))


def _values_of(name: str, held: list[dict[str, Any]]) -> list[Any] | None:
    """The values of a variable on all inputs, if they are numbers."""
    values = [as_numbers(variables.get(name, "")) for variables in held]
    return None if any(value is None or value.size == 0 for value in values) else values


def first_wrong(
    function: Any,
    source: str,
    answers: Iterable[Answer],
    cases: list[tuple[Args, Any]],
    alike: Alike,
    right: set[str],
) -> Finding | None:
    """Find the variable that makes all results right once it has the value of an expression of a right answer.

    It is set once, outside loops, and is not the result itself.

    Args:
        function: The student's function.
        source: Its source.
        answers: Right answers.
        cases: Inputs with their results; the first is the call that is shown.
        alike: When two outcomes are the same.
        right: Variables that hold what they should.

    """
    tree = ast.parse(source)
    body = tree.body[0]
    steps = _set_once(body) if isinstance(body, ast.FunctionDef) else {}
    steps = {name: step for name, step in steps.items() if name not in right}
    for answer in answers if steps else ():
        held = list(_expressions_of(answer, [args for args, _ in cases]))
        for (name, step), other in itertools.product(steps.items(), held[0]):
            if not all(other in expressions for expressions in held):
                continue
            values = [expressions[other] for expressions in held]
            if all(same(value, want) for value, (_, want) in zip(values, cases, strict=True)):
                continue
            if found := _put_right(function, tree, step, values, cases, alike):
                data = {"name": name, "line": ast.unparse(step)}
                data["value"], data["right"] = show_apart(*found)
                return Finding("first-wrong", Strength.PLACE, data, place_of(function, step))
    return None


def _expressions_of(answer: Answer, many: Iterable[Args]) -> Iterator[dict[str, Any]]:
    """For each call of a right answer, the values of its expressions that are evaluated once."""
    tree = ast.parse(answer.source)
    nodes = traceable(tree)
    texts = [ast.unparse(node) for node in nodes]
    watched = instrumented(answer.function, tree, nodes, seen)
    for args in many:
        found: dict[str, list[Any]] = {}

        def see(number: int, value: Any, found: dict[str, list[Any]] = found) -> None:
            values = found.setdefault(texts[number], [])
            if not values and as_numbers(value) is not None:
                value = copy.deepcopy(value)
            values.append(value)

        traced_call(watched, see, args, 1)
        yield {
            text: values[0]
            for text, values in found.items()
            if len(values) == 1 and as_numbers(values[0]) is not None
        }


def _set_once(function: ast.FunctionDef) -> dict[str, ast.Assign]:
    """The variables that only one line sets, each with that line."""
    every = [
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Name | ast.Subscript) and isinstance(node.ctx, ast.Store)
        for name in names_in(node)
    ]
    return {
        step.targets[0].id: step
        for step in function.body
        if isinstance(step, ast.Assign)
        and isinstance(step.targets[0], ast.Name)
        and len(step.targets) == 1
        and every.count(step.targets[0].id) == 1
    }


def _put_right(
    function: Any,
    tree: ast.Module,
    step: ast.Assign,
    values: list[Any],
    cases: list[tuple[Args, Any]],
    alike: Alike,
) -> tuple[Any, Any] | None:
    """The value that a line sets in the first case, and the right one, if right values repair all cases."""
    watched = instrumented(function, tree, [step.value], seen)
    first: list[Any] = []
    for value, (args, want) in zip(values, cases, strict=True):
        fits: list[bool] = []

        def see(_: int, mine: Any, value: Any = value, fits: list[bool] = fits) -> None:
            fits.append(type(mine) is type(value) and np.ndim(mine) == np.ndim(value))
            first.append(mine)

        outcome = traced_call(watched, see, args, 1, {0: value})
        if not all(fits) or not fits or not alike(outcome, Outcome(want)):
            return None
    mine, other = as_numbers(first[0]), as_numbers(values[0])
    if mine is None or other is None or is_close(mine, other):
        return None
    return first[0], values[0]


def _has_locals(value: Any) -> bool:
    """Whether a result is what `_with_locals` returns: one of another process may be forged."""
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], dict)


def _ignore(*_: Any) -> None:
    """Nothing is recorded: the variables are in the result."""


def _set_in_loops(source: str) -> set[str]:
    """The names that a loop sets in each round: at the end they only hold the last round's values."""
    loops = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.For | ast.While)]
    targets = [target for loop in loops if isinstance(loop, ast.For) for target in [loop.target]]
    targets += [
        target
        for loop in loops
        for line in loop.body
        if isinstance(line, ast.Assign) and not names_in(line, ast.Store) & names_in(line.value)
        for target in line.targets
    ]
    return {name for target in targets for name in names_in(target, ast.Store)}


def _with_locals(function: Any, source: str) -> Function | None:
    """The function, made to return (result, its variables), or None if it can't be."""
    tree = ast.parse(source)
    body = tree.body[0]
    if not isinstance(body, ast.FunctionDef):
        return None

    def with_locals(_: int, node: ast.Return) -> ast.Return:
        value = node.value or ast.Constant(None)
        return ast.Return(ast.Tuple([value, call_of("locals")], ast.Load()))

    return instrumented(function, tree, _returns(body), with_locals)


def _returns(tree: ast.AST) -> list[ast.Return]:
    """The returns of a function, without those of inner functions."""
    found = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Return):
            found.append(node)
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):
            found += _returns(node)
    return found
