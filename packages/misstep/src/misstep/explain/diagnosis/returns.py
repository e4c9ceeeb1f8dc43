"""At which of several returns a call came back, and why."""

import ast
from typing import Any

from misstep.core.calling import Args
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import place_of
from misstep.explain.diagnosis.tracing import instrumented, operands_of, seen, traced_call
from misstep.explain.findings import Finding, Strength
from misstep.explain.repairs.source import source_of

MAX_SHOWN = 60  # characters of a value that is shown with a condition
MAX_VALUES = 20_000  # noted in one call


def return_reached(function: Any, args: Args) -> Finding | None:
    """Find the line at which a call returned, of a function with several returns."""
    source = source_of(function)
    tree = ast.parse(source or "0")
    returns = [n for n in ast.walk(tree) if isinstance(n, ast.Return) and n.value is not None]
    inner = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Lambda)]
    if len(returns) < 2 or len(inner) > 1:
        return None
    returns.sort(key=lambda node: node.lineno)
    nodes: list[ast.expr] = [node.value for node in returns if node.value is not None]
    choices = [n for n in ast.walk(tree) if isinstance(n, ast.If)]
    sides = [
        side
        for choice in choices
        for side in operands_of(choice.test)
        if not isinstance(side, ast.Constant | ast.Compare)
    ]
    notes: list[tuple[int, Any]] = []  # the number of an expression, and its value

    def see(number: int, value: Any) -> Any:
        if len(notes) > MAX_VALUES:
            raise OverflowError
        notes.append((number, value))
        return value

    watched = instrumented(function, tree, [*nodes, *sides], seen)
    if traced_call(watched, see, args, 1).error is not None or not notes:
        return None
    lines = [source.splitlines()[node.lineno - 1].strip() for node in returns]
    last = notes[-1][0]
    alike = [k for k, line in enumerate(lines) if line == lines[last]]
    which = "last" if last == alike[-1] else "first" if last == alike[0] else "middle"
    held = {id([*nodes, *sides][k]): value for k, value in notes}
    test = next((choice.test for choice in choices if returns[last] in choice.body), None)
    data = {
        "line": lines[last],
        "which": which if alike[1:] else "",
        "test": ast.unparse(test) if test else "",
        "values": {
            ast.unparse(side): show(held[id(side)])
            for side in (operands_of(test) if test else ())
            if id(side) in held and len(show(held[id(side)])) <= MAX_SHOWN
        },
    }
    return Finding("return-reached", Strength.PLACE, data, place_of(function, returns[last]))
