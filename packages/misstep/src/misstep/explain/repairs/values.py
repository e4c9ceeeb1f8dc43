"""What an expression comes to, where something else is believed: None, a function, products not added.

As in `beliefs`, an edit can only work where what is said is so: what has a value of its own is not
None, and only what is a function can be called.
"""

import ast
import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.explain.mutants import Edit
from misstep.explain.repairs.expressions import Rule
from misstep.explain.repairs.trees import Try, called, exchanged, expressions, method, put

IN_PLACE = {"sort", "reverse", "append", "extend", "insert", "update", "add", "remove", "discard"}
IN_PLACE |= {"shuffle", "clear"}
JOINS = {"hstack", "vstack", "column_stack", "concatenate", "insert", "append", "add_bias"}
TYPES = (np.ndarray, list, dict, set, str)


def changed_by(node: ast.AST | None) -> ast.expr | None:
    """What a call changes in place, where it returns None: a of a.sort(), and of rng.shuffle(a)."""
    match node:
        case ast.Call(func=ast.Attribute(attr="shuffle"), args=[first, *_]):
            return first
        case ast.Call(func=ast.Attribute(value=thing, attr=name)) if name in IN_PLACE:
            return None if isinstance(thing, ast.Name) and thing.id == "np" else thing
    return None


def none_kept(node: ast.expr, parent: ast.AST) -> Rule:
    """`return a.reverse()` and `a = a.append(x)`, which are None."""
    changed = changed_by(node)
    if changed is None or isinstance(parent, ast.Expr):
        return
    thing = ast.Name("_thing", ast.Load())
    both = ast.Tuple([exchanged(node, [(changed, thing)]), thing], ast.Load())
    last = ast.Subscript(both, ast.Constant(1), ast.Load())
    given = ast.arguments([], [ast.arg("_thing")], None, [], [], None, [])
    yield (ast.Call(ast.Lambda(given, last), [changed], []), *none_words(node, changed))


def none_words(node: ast.expr, changed: ast.expr) -> tuple[str, str]:
    """What is said of a call that changes something in place and is used as a value."""
    text, name = ast.unparse(node), ast.unparse(changed)
    return (
        f"{text} changes {name} in place and returns None, so that what is kept here is None.",
        f"What does {name} hold after {text}, and what does the call itself give back?",
    )


def none_returned(source: str) -> tuple[str, str] | None:
    """The same of the only return of a function that returned None, or of the name in it."""
    function = ast.parse(source).body[0]
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    if len(returns) != 1 or returns[0].value is None:
        return None
    made: list[ast.expr] = [returns[0].value]
    if isinstance(returns[0].value, ast.Name):
        name = returns[0].value.id
        made = [
            node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets)
        ][-1:]
    for node in made:
        if (changed := changed_by(node)) is not None:
            return none_words(node, changed)
    return None


def uncalled(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any, int | None, ast.Attribute]]:
    """Methods that are named and not called, as `put` wants them: a.sum, where a.sum() is meant."""
    for parent, field, value, i, node in expressions(tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if isinstance(parent, ast.Call | ast.keyword | ast.Attribute):
            continue  # called, or handed to something that calls it: key=counts.get
        if isinstance(node.value, ast.Name) and node.value.id in ("np", "math", "random"):
            continue
        found = [inspect.getattr_static(kind, node.attr, None) for kind in TYPES]
        if any(map(callable, found)):
            yield parent, field, value, i, node


def uncalled_words(node: ast.Attribute) -> tuple[str, str]:
    """What is said of a method without brackets."""
    text = ast.unparse(node)
    return (
        f"{text} without round brackets behind it is the function itself, and not what it gives: "
        "nothing calls it.",
        f"What does Python show for {text}, and what does it take to call a function?",
    )


def not_called(function: ast.FunctionDef) -> Iterator[Try]:
    """A method without its brackets."""
    for parent, field, value, i, node in uncalled(function):
        new = method(node.value, node.attr)
        yield Try(put(parent, field, value, i, new, node), *uncalled_words(node))


def no_sum(node: ast.expr, parent: ast.AST) -> Rule:
    """`*` for `@`, and the other way round."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult | ast.MatMult):
        return
    if _adds_up(parent):
        return
    text, star = ast.unparse(node), isinstance(node.op, ast.Mult)
    op: ast.operator = ast.MatMult() if star else ast.Mult()
    looks = (
        f"in {text}, the operator * multiplies entry by entry, and adds nothing up."
        if star
        else f"in {text}, the operator @ adds the products up, and does not go entry by entry."
    )
    yield (
        ast.BinOp(node.left, op, node.right),
        looks,
        f"Which shape does {text} have, and which should it have? Which operator multiplies rows by "
        "columns and adds up, and which goes entry by entry?",
    )


def _adds_up(node: ast.AST) -> bool:
    """Whether a call adds up what it is given: np.sum(...), (...).mean()."""
    name = node.func if isinstance(node, ast.Call) else node
    return isinstance(name, ast.Attribute | ast.Name) and (
        (name.attr if isinstance(name, ast.Attribute) else name.id) in ("sum", "mean", "average")
    )


def one_part_too_many(node: ast.expr, parent: ast.AST) -> Rule:
    """A part of an `and` or an `or` that should not be there."""
    if not isinstance(node, ast.BoolOp):
        return
    either = isinstance(node.op, ast.Or)
    for i, part in enumerate(node.values):
        rest = [*node.values[:i], *node.values[i + 1 :]]
        text = ast.unparse(part)
        looks = (
            f"because of the `or`, `{text}` is enough on its own, whatever the rest says."
            if either
            else f"because of the `and`, `{text}` has to hold as well, whatever the rest says."
        )
        yield (
            rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest),
            looks,
            f"For which inputs does `{text}` hold, and does that decide what is asked?"
            if either
            else f"For which inputs does `{text}` not hold, and is the answer settled there?",
        )


def equal_values(function: ast.FunctionDef) -> Iterator[Try]:
    """Two entries that are compared, where their places are meant: a == b for i == j."""
    numbers: dict[str, ast.Name] = {}
    for loop in ast.walk(function):
        match loop:
            case (
                ast.For(
                    target=ast.Tuple(elts=[ast.Name() as number, ast.Name(id=entry)]),
                    iter=ast.Call(func=ast.Name(id="enumerate")),
                )
                | ast.comprehension(
                    target=ast.Tuple(elts=[ast.Name() as number, ast.Name(id=entry)]),
                    iter=ast.Call(func=ast.Name(id="enumerate")),
                )
            ):
                numbers[entry] = number
    for parent, field, value, i, node in expressions(function):
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                places = [_place(side, numbers) for side in (left, right)]
            case _:
                continue
        if places[0] is None or places[1] is None:
            continue
        yield Try(
            put(parent, field, value, i, ast.Compare(places[0], node.ops, [places[1]]), node),
            f"{ast.unparse(node)} compares two values, and not their places: two different places may "
            "hold the same value.",
            f"What happens where two entries are equal? Which names hold the places of "
            f"{ast.unparse(left)} and {ast.unparse(right)}?",
        )


def _place(side: ast.expr, numbers: dict[str, ast.Name]) -> ast.expr | None:
    """The place of an entry: i of a, where `for i, a in enumerate(...)`, and of s[i]."""
    match side:
        case ast.Name(id=name) if name in numbers:
            return ast.Name(numbers[name].id, ast.Load())
        case ast.Subscript(value=ast.Name(), slice=ast.Name(id=name)):
            return ast.Name(name, ast.Load())
    return None


def more_than_given(node: ast.expr, parent: ast.AST) -> Rule:
    """A column, or an entry, that is put beside something that is complete without it."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in JOINS:
            pass
        case ast.Subscript(value=ast.Attribute(attr="c_" | "r_")):
            pass
        case _:
            return
    text = ast.unparse(node)
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in ("np", *JOINS):
            yield (
                part,
                f"{text} puts something beside {part.id}, and {part.id} is complete without it.",
                f"Which columns or entries does {part.id} have already, and is this one of them?",
            )


def all_for_some(function: ast.FunctionDef) -> Iterator[Try]:
    """a <= b of sets, which asks whether all of a is in b, where one common element will do."""
    found = [
        (
            node,
            *((node.left, node.comparators[0])[:: 1 if isinstance(node.ops[0], ast.LtE) else -1]),
        )
        for node in ast.walk(function)
        if isinstance(node, ast.Compare)
        and len(node.ops) == 1
        and isinstance(node.ops[0], ast.LtE | ast.GtE)
    ]
    if not found:
        return
    pairs = [(node, called("bool", called("set.intersection", a, b))) for node, a, b in found]
    node, small, large = found[0]
    text, part = ast.unparse(node), ast.unparse(small)
    new = [exchanged(statement, pairs) for statement in function.body]
    yield Try(
        Edit(function, "body", function.body, new, node.lineno, text),
        f"{text} asks whether all of {part} is in {ast.unparse(large)}, and not whether some of it is.",
        f"What is the answer where one element of {part} is there and another is not?",
    )
