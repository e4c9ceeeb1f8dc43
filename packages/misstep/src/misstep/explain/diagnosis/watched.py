"""What is seen while a function runs: zip of unequal lengths, == that can't hold, the way out.

The function is run with its zips, its comparisons and its returns handed to a notebook. What is told
was so in every call that came out wrong, so it is true of the call that is shown.
"""

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import ENOUGH, TRIES, Evidence
from misstep.explain.diagnosis.tracing import SEEN, operands_of, rewritten, tree_of, watched_call
from misstep.explain.repairs.source import source_of
from misstep.explain.repairs.trees import called

EMPTY = ("''", "[]", "()", "{}", "set()")  # what a careful guard may ask for in vain
SHORT = 60  # letters of a value that is told beside a condition
MOST = 20_000  # things that are written down
KINDS: list[tuple[tuple[type, ...], str]] = [
    ((bool, int, float, np.number, np.bool_), "a number"),
    ((str,), "a string"),
    ((list,), "a list"),
    ((tuple,), "a tuple"),
    ((set, frozenset), "a set"),
    ((dict,), "a dict"),
]
Notes = list[tuple[int, Any]]  # the number of a place, and what was seen there


def unequal(evidence: Evidence) -> tuple[str, str] | None:
    """A zip of things that are not equally long, which drops what is left of the longer one."""

    def lengths(*parts: Any) -> tuple[int, ...]:
        return tuple(len(part) for part in parts if hasattr(part, "__len__"))

    def is_zip(node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="zip"), args=args, keywords=[]):
                return not any(isinstance(a, ast.Starred | ast.Subscript) for a in args)
        return False

    found = _in_wrong_calls(evidence, is_zip, lengths, lambda n: len(set(n)) > 1)
    if found is None:
        return None
    node, seen = found
    text = ast.unparse(node)
    several = f"{', '.join(map(str, seen[:-1]))} and {seen[-1]}"
    return (
        f"in {text}, what is paired is not equally long ({several} in one call): zip stops at the end of the "
        "shortest and drops the rest, so entries may meet that do not belong together.",
        "Which lines made them, and why is one of them shorter?",
    )


def never_equal(evidence: Evidence) -> tuple[str, str] | None:
    """An == between things of two kinds, such as a list and a string, which never holds."""

    def kinds(left: Any, right: Any) -> tuple[str, ...]:
        uncalled = callable(left) or callable(right)
        return tuple(_kind(side) or ("an array" if uncalled else "") for side in (left, right))

    def is_equality(node: ast.AST) -> bool:
        return (
            isinstance(node, ast.Compare)
            and len(node.ops) == 1
            and isinstance(node.ops[0], ast.Eq | ast.NotEq)
            and not any(ast.unparse(side) in EMPTY for side in (node.left, node.comparators[0]))
        )

    found = _in_wrong_calls(
        evidence, is_equality, kinds, lambda k: all(k) and k[0] != k[1], always=True
    )
    if found is None or not isinstance(found[0], ast.Compare):
        return None
    node, (left, right) = found[0], found[1]
    never = "never" if isinstance(node.ops[0], ast.Eq) else "always"
    return (
        f"{ast.unparse(node)} is {never} true: on the left is {left}, and on the right {right}.",
        f"What should {ast.unparse(node.left)} be, so that the two can be compared?",
    )


def way_out(function: Any, args: Args) -> str:
    """The line at which a function with several returns came back from a call, and under which if."""
    source = source_of(function)
    tree = ast.parse(source or "0")
    returns = [n for n in ast.walk(tree) if isinstance(n, ast.Return) and n.value is not None]
    inner = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Lambda)]
    if len(returns) < 2 or len(inner) > 1:
        return ""
    returns.sort(key=lambda node: node.lineno)
    nodes: list[ast.expr] = [node.value for node in returns if node.value is not None]
    choices = [n for n in ast.walk(tree) if isinstance(n, ast.If)]
    sides = [
        side
        for choice in choices
        for side in operands_of(choice.test)
        if not isinstance(side, ast.Constant | ast.Compare)
    ]
    notes = _notes(function, tree, [*nodes, *sides], lambda *parts: parts[0], args)
    if not notes:
        return ""
    lines = [source.splitlines()[node.lineno - 1].strip() for node in returns]
    last = notes[-1][0]
    alike = [k for k, line in enumerate(lines) if line == lines[last]]
    which = "last" if last == alike[-1] else "first" if last == alike[0] else "middle"
    line = f"the {which} of the lines {lines[last]}" if alike[1:] else f"the line {lines[last]}"
    held = {id([*nodes, *sides][k]): value for k, value in notes}
    for choice in choices:
        if returns[last] in choice.body:
            return f"{line}{_true_here(choice.test, held)}"
    return line


def _true_here(test: ast.expr, held: dict[int, Any]) -> str:
    """That a condition was true, with what stood on its sides, in words to be appended."""
    text = ast.unparse(test)
    told = [
        f"{ast.unparse(side)} is {show(held[id(side)])}"
        for side in operands_of(test)
        if id(side) in held and len(show(held[id(side)])) <= SHORT
    ]
    return f", as {text} is true here{': ' * bool(told)}{' and '.join(told)}"


def how_often(function: Any, args: Args, lines: tuple[int, int]) -> str:
    """How often a call comes to an if, and how often to a line in it; empty where it is as often."""
    tree = tree_of(function)
    if tree is None:
        return ""
    outer, inner = lines
    nodes: list[ast.stmt] = []
    nodes += [n for n in ast.walk(tree) if isinstance(n, ast.If) and n.lineno == outer]
    simple = ast.Assign | ast.AugAssign | ast.Expr
    nodes += [n for n in ast.walk(tree) if isinstance(n, simple) and n.lineno == inner]
    if len(nodes) != 2:
        return ""
    times = [0, 0]

    def count(number: int) -> None:
        times[number] += 1

    def counted(number: int, node: Any) -> Any:
        return [ast.Expr(called(SEEN, ast.Constant(number))), node]

    watched_call(rewritten(function, tree, nodes, counted), count, args, 1)
    if times[0] <= times[1]:
        return ""
    reached, happens = ({1: "once", 2: "twice"}.get(n, f"{n} times") for n in times)
    happens = f"happens {happens}" if times[1] else "never happens"
    return f"the if is reached {reached}, and {ast.unparse(nodes[1])} {happens}"


def _kind(value: Any) -> str:
    if callable(value):
        return "a function, which nothing calls"
    return next((words for types, words in KINDS if isinstance(value, types)), "")


def _in_wrong_calls(
    evidence: Evidence,
    wanted: Callable[[ast.AST], bool],
    see: Callable[..., Any],
    odd: Callable[[Any], bool],
    always: bool = False,
) -> tuple[ast.expr, Any] | None:
    """A place at which something odd was seen in every wrong call, and in few right ones, with that.

    With `always`, each time in each call.
    """
    source = source_of(evidence.function)
    tree = ast.parse(source or "0")
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.expr) and wanted(n)]
    if not nodes:
        return None
    right: list[Args] = []
    wrong: list[Args] = []
    for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
        if mine.error is None:
            (right if evidence.alike(mine, Outcome(want)) else wrong).append(args)
    if len(wrong) < min(ENOUGH, len(evidence.args)):
        return None
    for k, node in enumerate(nodes):

        def seen(args: Args, k: int = k) -> list[Any]:
            notes = _notes(evidence.function, tree, nodes, see, args) or []
            return [what for place, what in notes if place == k]

        in_wrong = [seen(args) for args in wrong[: 2 * TRIES]]
        in_right = [seen(args) for args in right[:TRIES]]
        if always:
            everything = [what for call in in_wrong + in_right for what in call]
            if all(in_wrong) and all(map(odd, everything)):
                return node, everything[0]
        elif all(any(map(odd, call)) for call in in_wrong) and 2 * sum(
            any(map(odd, call)) for call in in_right
        ) <= len(in_right):
            return node, next(what for call in in_wrong for what in call if odd(what))
    return None


def _notes(
    function: Any, tree: ast.Module, nodes: list[ast.expr], see: Callable[..., Any], args: Args
) -> Notes | None:
    """What was seen at each place in one call, in the order of time; None where it stopped."""
    notes: Notes = []

    def note(number: int, *parts: Any) -> Any:
        if len(notes) > MOST:
            raise OverflowError
        notes.append((number, see(*parts)))
        return parts

    watched = rewritten(function, tree, nodes, _noted)
    return None if watched_call(watched, note, args, 1).error is not None else notes


def _noted(number: int, node: Any) -> ast.expr:
    """Hands the arguments of a call, the sides of an == or a value to the notebook, and goes on."""
    k = ast.Constant(number)
    match node:
        case ast.Call(func=ast.Name(id="zip"), args=args):
            return ast.Call(node.func, [ast.Starred(called(SEEN, k, *args), ast.Load())], [])
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            sides = ast.Starred(called(SEEN, k, left, right), ast.Load())
            names = [ast.arg("_left"), ast.arg("_right")]
            test = ast.Compare(
                ast.Name("_left", ast.Load()), [op], [ast.Name("_right", ast.Load())]
            )
            compare = ast.Lambda(ast.arguments([], names, None, [], [], None, []), test)
            return ast.Call(compare, [sides], [])
    return ast.Subscript(called(SEEN, k, node), ast.Constant(0), ast.Load())
