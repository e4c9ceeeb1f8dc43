"""Expressions that mean something else than they seem to: keys for values, positions for a mask.

Rules as in `expressions`. Each edit can only work where what is said is so: `d.get` is there only if
d is a dict, and text alone can be split. What they say of the source is told before any known turn,
as it is the reason for what a turn describes.
"""

import ast
from collections.abc import Iterator

from misstep.explain.mutants import Edit
from misstep.explain.repairs.expressions import Rule
from misstep.explain.repairs.trees import (
    NUMPY,
    Try,
    blocks,
    called,
    expressions,
    instead,
    method,
    names_in,
    put,
)


def keys_alone(node: ast.expr, parent: ast.AST) -> Rule:
    """The largest, the smallest or the order of a dict, or of its items, which go by the keys."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min" | "sorted" as name), args=[table]):
            pass
        case _:
            return
    if any(keyword.arg == "key" for keyword in node.keywords):
        return
    text, of = ast.unparse(node), ast.unparse(table)
    pair = ast.arguments([], [ast.arg("pair")], None, [], [], None, [])
    second = ast.Subscript(ast.Name("pair", ast.Load()), ast.Constant(1), ast.Load())
    keys: list[ast.expr] = [ast.Attribute(table, "get", ast.Load()), ast.Lambda(pair, second)]
    looks = {
        "max": f"{text} is the largest key of the dict, whatever its values are; of words, the last in "
        "the alphabet.",
        "min": f"{text} is the smallest key of the dict, whatever its values are; of words, the first "
        "in the alphabet.",
        "sorted": f"{text} is in the order of the keys, whatever the values are.",
    }[name]
    if name == "sorted":
        yield (
            called("list", table),
            f"{text} goes through the keys in alphabetical order, or by size, and not in the order in "
            f"which {of} holds them.",
            "Of two that are equally good, which comes first in this order, and which should?",
        )
    for key in keys[1:] if of.endswith(".items()") else keys[:1]:
        for more in ([], [ast.keyword("reverse", ast.Constant(True))]):
            yield (
                ast.Call(node.func, node.args, [*node.keywords, ast.keyword("key", key), *more]),
                looks,
                f"What does {name}({{'a': 2, 'b': 1}}) return? Which argument of {name} says what is to "
                "be compared?",
            )


def positions(node: ast.expr, parent: ast.AST) -> Rule:
    """An array of whole numbers as an index, where it is meant to say which entries count."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Name):
        return
    text, which = ast.unparse(node), node.slice.id
    yield (
        ast.Subscript(node.value, ast.Compare(node.slice, [ast.Eq()], [ast.Constant(1)]), node.ctx),
        f"{which} holds whole numbers, so {text} takes the entries at these positions, entry 0, entry "
        f"1 and so on, and not the entries where {which} is 1.",
        "What does a[np.array([1, 0, 1])] take from an array a, and what a[np.array([True, False, "
        "True])]?",
    )


def pieces_of_text(node: ast.expr, parent: ast.AST) -> Rule:
    """`in` between two strings, where a whole word is meant."""
    match node:
        case ast.Compare(left=word, ops=[ast.In() | ast.NotIn()], comparators=[text]):
            pass
        case _:
            return
    whole = ast.unparse(text)
    for words in (method(text, "split"), method(text, "split", ast.Constant(","))):
        yield (
            ast.Compare(word, node.ops, [words]),
            f"{whole} is one string, and {ast.unparse(node)} looks for a piece of it: 'art' is in "
            "'start' as well.",
            f"What should {whole} be, so that `in` asks for whole words?",
        )


def all_products(node: ast.expr, parent: ast.AST) -> Rule:
    """a**2 or a * b of two arrays, where every entry is to meet every other."""
    match node:
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2)):
            right = left
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            pass
        case _:
            return
    text = ast.unparse(node)
    yield (
        called(f"{NUMPY}.outer", left, right),
        f"{text} multiplies each entry with the one at its own place, and not every entry with every "
        "other.",
        f"Which shape does {text} have, and which should it have?",
    )


def nearly_equal_parts(node: ast.expr, parent: ast.AST) -> Rule:
    """np.array_split, which is told how many parts there are, not how long they are."""
    match node:
        case ast.Call(func=ast.Attribute(attr="array_split" | "split"), args=[whole, number]):
            pass
        case _:
            return
    text = ast.unparse(node)
    for name in sorted(names_in(number)):
        cut = ast.parse(
            f"(lambda _all, _n: [_all[_i:_i + {name}] for _i in range(0, len(_all), {name})])()",
            mode="eval",
        ).body
        assert isinstance(cut, ast.Call)
        yield (
            ast.Call(
                cut.func, [whole, called("int", number)], []
            ),  # one number, and no list of cuts
            f"{text} shares everything out evenly: its second argument says how many parts there are, "
            "not how long each of them is.",
            f"How long are the parts, and how long should all but the last be? Try it with a {name} that "
            "does not go into the whole evenly.",
        )


def exponent_of_one(node: ast.expr, parent: ast.AST) -> Rule:
    """1 + exp(a - c), where c is taken out of both exponents, and 1 is exp(0)."""
    match node:
        case ast.BinOp(left=ast.Constant(value=1 | 1.0), op=ast.Add(), right=other):
            pass
        case ast.BinOp(left=other, op=ast.Add(), right=ast.Constant(value=1 | 1.0)):
            pass
        case _:
            return
    if "exp(" not in ast.unparse(other):
        return
    for name in sorted(names_in(other) - {NUMPY}):
        less = ast.UnaryOp(ast.USub(), ast.Name(name, ast.Load()))
        yield (
            ast.BinOp(called(f"{NUMPY}.exp", less), ast.Add(), other),
            f"in {ast.unparse(node)}, {name} is in the one exponent and not in the other: 1 is e^0.",
            f"If {name} is taken out of every exponent, what becomes of e^0?",
        )


def not_in_condition(function: ast.FunctionDef) -> Iterator[Try]:
    """A comparison of a number that should have been multiplied by what is given, or by an entry."""
    given = [argument.arg for argument in function.args.args]
    for loop in (part for part in ast.walk(function) if isinstance(part, ast.For)):
        given += sorted(names_in(loop.target))
    for node in ast.walk(function):
        match node:
            case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
                pass
            case _:
                continue
        text = ast.unparse(node)
        for name in given:
            if name in _behind(function, node):
                continue
            product = ast.BinOp(left, ast.Mult(), ast.Name(name, ast.Load()))
            yield Try(
                Edit(node, "left", left, product, node.lineno, f"the comparison {text}"),
                f"{name} is missing in {text}: what is decided there is the same for every {name}.",
                f"Which {name} makes it right to go on in this way, and which does not?",
            )


def _behind(function: ast.FunctionDef, node: ast.expr) -> set[str]:
    """The names in an expression, and all that they are worked out from in the lines above it."""
    found = names_in(node)
    steps = [
        step
        for step in ast.walk(function)
        if isinstance(step, ast.Assign | ast.AugAssign) and step.lineno < node.lineno
    ]
    for _ in steps:
        for step in steps:
            if names_in(step, ast.Store) & found:
                found |= names_in(step)
    return found


def other_entries(function: ast.FunctionDef) -> Iterator[Try]:
    """X[batch] beside y[:n]: two arrays of which not the same entries are taken."""
    parts = [
        (where, node)
        for *where, node in expressions(function)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
    ]
    seen = {ast.unparse(node): node for _, node in parts if isinstance(node.slice, ast.Name)}
    for (parent, field, value, i), node in parts:
        text = ast.unparse(node)
        for other, model in seen.items():
            if ast.unparse(model.value) == ast.unparse(node.value):
                continue
            if ast.unparse(model.slice) == ast.unparse(node.slice):
                continue
            yield Try(
                put(
                    parent, field, value, i, ast.Subscript(node.value, model.slice, node.ctx), node
                ),
                f"{text} and {other} do not take the same entries.",
                f"Which entry of {ast.unparse(node.value)} belongs to which of "
                f"{ast.unparse(model.value)}?",
            )


def thrown_away(function: ast.FunctionDef) -> Iterator[Try]:
    """A line that makes something new and keeps it nowhere: sorted(x), np.append(a, b)."""
    for parent, field, block in blocks(function):
        for i, statement in enumerate(block):
            if not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.Constant):
                continue
            value, text = statement.value, ast.unparse(statement)
            for name in sorted(names_in(value) - {NUMPY}):
                kept = ast.Assign([ast.Name(name, ast.Store())], value)
                yield Try(
                    instead(parent, field, block, i, [kept], statement.lineno),
                    f"the line {text} makes something new, and nothing keeps it: {name} stays as it "
                    "was.",
                    "What does this line return, and where does that go?",
                )
