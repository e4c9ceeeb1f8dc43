"""Instrumented copies of a function: they do the same, and report the values of expressions.

All of `diagnosis` that looks at a function while it runs has it rewritten here. The source is one that
`source_of` gave. A function in another process records what its copy sees, and that is reported
when the call is over.
"""

import ast
import copy
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call, is_remote
from misstep.explain.recorders import MAX_EVENTS, RECORD, event, recorded
from misstep.explain.repairs.source import source_of
from misstep.explain.repairs.syntax import call_of, loaded
from misstep.explain.variants import Recorder, unavailable, variant

MAX_VALUES = 200_000  # seen in one call
UNKNOWN = object()  # the value of an expression that is not traced
Wrap = Callable[[int, Any], Any]
Notice = Callable[[ast.AST, Any, list[Any]], None]


def instrumented(
    function: Any,
    tree: ast.Module,
    nodes: Iterable[ast.AST],
    wrap: Wrap,
    recorder: Recorder | None = None,
) -> Callable[..., Any]:
    """The function with each of some nodes of its tree replaced by wrap(number, node).

    Without a recorder of its own it is to be called by `traced_call`.
    """
    memo: dict[int, Any] = {}
    copied = copy.deepcopy(tree, memo)
    numbers = {id(memo[id(node)]): k for k, node in enumerate(nodes)}
    changed = _Rewriting(numbers, wrap).visit(copied)
    recorder = recorder or (recorded if is_remote(function) else None)
    return variant(function, ast.fix_missing_locations(changed), recorder=recorder) or unavailable


class _Rewriting(ast.NodeTransformer):
    def __init__(self, numbers: dict[int, int], wrap: Wrap) -> None:
        self.numbers, self.wrap = numbers, wrap

    def visit(self, node: ast.AST) -> Any:
        number = self.numbers.get(id(node))
        made = self.generic_visit(node)
        return made if number is None else self.wrap(number, made)


def seen(number: int, node: Any) -> ast.expr:
    """The call that reports the value of an expression and returns it."""
    return call_of(RECORD, ast.Constant(number), node)


def traced_call(
    watched: Any,
    see: Callable[..., Any],
    args: Args,
    seconds: int | None = None,
    replaced: dict[int, Any] | None = None,
    identities: bool = False,
) -> Outcome:
    """A call of an instrumented function that reports to `see`.

    Args:
        watched: The function.
        see: Gets the number of an expression and its value.
        args: What it is called with.
        seconds: How long it may take.
        replaced: Values with which it goes on instead, by number.
        identities: Whether `see` also gets the identity of the value, as its third argument.

    """
    replaced = replaced or {}

    def report(number: int, value: Any, identity: int, *more: Any) -> None:
        see(number, value, *([identity] if identities else []), *more)

    if is_remote(watched):
        return _replayed(call(watched, (replaced, *args), seconds), report)

    def seen_here(number: int, value: Any, *more: Any) -> Any:
        report(*event(number, value, *more))
        return copy.deepcopy(replaced[number]) if number in replaced else value

    watched.__globals__[RECORD] = seen_here
    return call(watched, args, seconds)


def _replayed(outcome: Outcome, report: Callable[..., Any]) -> Outcome:
    """Report the events of a call in another process; they may be forged."""
    if outcome.error is None:
        try:
            outcome.value, events, ended = outcome.value
            if len(events) > MAX_EVENTS:
                raise OverflowError
            for each in events:
                report(*each)
            outcome.error = None if ended is True else RuntimeError("it stopped with an error")
        except Exception as error:
            outcome.error = error
    return outcome


def traceable(tree: ast.Module) -> list[ast.expr]:
    """The expressions whose values can be traced."""
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            left_out.add(id(node.func))
        if isinstance(node, ast.JoinedStr | ast.arguments | ast.FormattedValue):
            left_out |= {id(n) for n in ast.walk(node)}
    kinds = ast.Constant | ast.Starred | ast.Slice | ast.Lambda | ast.GeneratorExp
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.expr)
        and not isinstance(node, kinds)
        and id(node) not in left_out
        and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        and not (isinstance(node, ast.Tuple) and any(isinstance(e, ast.Slice) for e in node.elts))
    ]


def trace(function: Any, tree: ast.Module, args: Args, notice: Notice) -> bool:
    """Report all values in a call, in the order of evaluation; False if it raised an error.

    Args:
        function: The function.
        tree: The tree of its source.
        args: What it is called with.
        notice: Gets an expression, or an `a += b`, its value, and the values of its operands.

    """
    augmented = [n for n in ast.walk(tree) if isinstance(n, ast.AugAssign) and _is_plain(n.target)]
    # The object of a method is traced as well: a of a.mean().
    methods = [
        n.func.value
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
    ]
    first = [*traceable(tree), *augmented]
    known = {id(node) for node in first}
    nodes = [
        *first,
        *(m for m in methods if id(m) not in known and not isinstance(m, ast.Constant)),
    ]
    numbers = {id(node): k for k, node in enumerate(nodes)}
    operands = [[(part, numbers.get(id(part))) for part in operands_of(node)] for node in nodes]
    last: dict[int, Any] = {}
    before: dict[int, Any] = {}
    many = 0

    def value_of(part: ast.expr, number: int | None) -> Any:
        if isinstance(part, ast.Constant):
            return part.value
        return UNKNOWN if number is None else last.get(number, UNKNOWN)

    def see(number: int, value: Any, is_before: bool = False) -> Any:
        nonlocal many
        many += 1
        if many > MAX_VALUES:
            raise OverflowError
        if is_before:
            before[number] = value.copy() if isinstance(value, np.ndarray) else value
            return value
        last[number] = value
        values = [value_of(*pair) for pair in operands[number]]
        if number in before:
            values[0] = before[number]
        notice(nodes[number], value, values)
        return value

    watched = instrumented(function, tree, nodes, _seen_before_and_after)
    return traced_call(watched, see, args, 1).error is None


def _seen_before_and_after(number: int, node: Any) -> Any:
    if not isinstance(node, ast.AugAssign):
        return seen(number, node)
    k, earlier = ast.Constant(number), ast.Constant(True)
    return [
        ast.Expr(call_of(RECORD, k, loaded(node.target), earlier)),
        node,
        ast.Expr(call_of(RECORD, k, loaded(node.target))),
    ]


def operands_of(node: ast.AST) -> list[ast.expr]:
    """The direct operands of an expression."""
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.AugAssign(target=target, value=value):
            return [target, value]
        case ast.Call(func=ast.Attribute(value=thing), args=args):
            module = isinstance(thing, ast.Name) and thing.id in ("np", "math")
            return args if module else [thing, *args]
        case ast.Call(args=args):
            return args
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.UnaryOp(operand=operand):
            return [operand]
    return []


def tree_of(function: Any) -> ast.Module | None:
    """The syntax tree of a function, if it may be run in edited form."""
    source = source_of(function)
    return ast.parse(source) if source else None


def _is_plain(target: ast.expr) -> bool:
    """Whether a target can be read without doing anything: a name, or an entry by its name."""
    return not any(isinstance(n, ast.Call | ast.NamedExpr) for n in ast.walk(target))
