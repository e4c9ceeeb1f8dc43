"""Which variables of a wrong function hold what a variable of a right answer holds."""

import ast
from collections.abc import Callable, Iterable
from typing import Any

from lincourse.checks.calling import Args, call, same
from lincourse.checks.diagnosis.evidence import as_numbers, is_close
from lincourse.checks.diagnosis.tracing import rewritten
from lincourse.checks.kinds import show
from lincourse.checks.repairs.rounds import stale_names
from lincourse.checks.repairs.trees import called
from lincourse.checks.turns import Answer

Function = Callable[..., Any]


def right_so_far(
    function: Any, source: str, answers: Iterable[Answer], many: list[Args]
) -> list[str]:
    """Variables that hold, on all inputs, what a variable of a right answer holds.

    Those that are given as arguments do not count, and neither do numbers that never change, nor the
    names that loops give to what they go through, nor what one loop sets and a later one uses: in the
    end it may hold what it should, and yet be that of the last round all the time.
    """
    mine = _with_locals(function, source)
    if mine is None:
        return []
    rights = [_with_locals(answer.function, answer.source) for answer in answers]
    runs = [call(mine, args) for args in many]
    if any(run.error is not None or not isinstance(run.value, tuple) for run in runs):
        return []
    found = []
    names = [
        n
        for n in runs[0].value[1]
        if n not in _looped(source) | stale_names(ast.parse(source))
        and all(n in run.value[1] for run in runs)
    ]
    theirs = [[call(right, args) for args in many] for right in rights if right]
    for name in names:
        values = [as_numbers(run.value[1][name]) for run in runs]
        if any(v is None or v.size == 0 for v in values):
            continue
        if len({show(v) for v in values}) < 2:
            continue
        if any(
            same(run.value[1][name], a) for run, args in zip(runs, many, strict=True) for a in args
        ):
            continue
        for results in theirs:
            if any(run.error is not None for run in results):
                continue
            others = [run.value[1] for run in results]
            if any(
                all(
                    other in given
                    and (w := as_numbers(given[other])) is not None
                    and is_close(v, w)
                    for v, given in zip(values, others, strict=True)
                )
                for other in others[0]
            ):
                found.append(name)
                break
    return found


def _looped(source: str) -> set[str]:
    """The names that loops give to what they go through."""
    return {
        name.id
        for loop in ast.walk(ast.parse(source))
        if isinstance(loop, ast.For)
        for name in ast.walk(loop.target)
        if isinstance(name, ast.Name)
    }


def _with_locals(function: Any, source: str) -> Function | None:
    """The function, made to return (result, its variables), or None where that can't be."""
    tree = ast.parse(source)
    body = tree.body[0]
    if not isinstance(body, ast.FunctionDef):
        return None

    def with_locals(_: int, node: ast.Return) -> ast.Return:
        value = node.value or ast.Constant(None)
        return ast.Return(ast.Tuple([value, called("locals")], ast.Load()))

    return rewritten(function, tree, _returns(body), with_locals)


def _returns(tree: ast.AST) -> list[ast.Return]:
    """The returns of a function, and not those of functions in it."""
    found = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Return):
            found.append(node)
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):
            found += _returns(node)
    return found
