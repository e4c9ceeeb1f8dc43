"""What is believed of Python and NumPy and is not so: that max tells a place, that .T makes a column.

As in `meanings`, an edit can only work where what is said is so: sets alone have an intersection, and
einsum takes "i,j->ij" of flat arrays alone.
"""

import ast
from collections.abc import Iterator

from misstep.explain.repairs.expressions import Rule
from misstep.explain.repairs.trees import NUMPY, Try, called, expressions, names_in, put


def places(function: ast.FunctionDef) -> Iterator[Try]:
    """The largest number as an index, where its place is meant."""
    indices = {
        name
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript)
        for name in names_in(node.slice)
    }
    for parent, field, value, i, node in expressions(function):
        match parent, node:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Call() if name in indices:
                pass
            case ast.Subscript(slice=index), ast.Call() if index is node:
                pass
            case _:
                continue
        for which, numbers in _largest(node):
            yield Try(
                put(parent, field, value, i, called(f"{NUMPY}.arg{which}", numbers), node),
                f"{ast.unparse(node)} is the {'largest' if which == 'max' else 'smallest'} number "
                "itself, and not its place: an index has to be a place.",
                f"Which function tells where the {which} is, and not how large it is?",
            )


def _largest(node: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """("max", a) for max(a), np.max(a) and a.max(), and the same of min."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "min" as which), args=[numbers]):
            yield which, numbers
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="max" | "min" as which), args=[numbers]
        ):
            yield which, numbers
        case ast.Call(func=ast.Attribute(value=numbers, attr="max" | "min" as which), args=[]):
            yield which, numbers


ENTRY, ENTRIES = "the entry itself, or its place?", "the entries, or their places?"
SIZE = "With twice as many entries, should it be as large as before, or twice as large?"
# What may be meant instead, what it is, what to think about.
MEASURES = {
    "argmax": ("max", "is the place of the largest entry, and not the entry itself", ENTRY),
    "argmin": ("min", "is the place of the smallest entry, and not the entry itself", ENTRY),
    "max": ("argmax", "is the largest entry itself, and not its place", ENTRY),
    "min": ("argmin", "is the smallest entry itself, and not its place", ENTRY),
    "argsort": ("sort", "lists places, that of the smallest entry first, and not entries", ENTRIES),
    "sort": ("argsort", "holds the entries themselves, and not their places", ENTRIES),
    "sorted": ("argsort", "holds the entries themselves, and not their places", ENTRIES),
    "sum": ("mean", "adds up, and does not divide by how many there are", SIZE),
    "mean": ("sum", "is divided by how many there are, and not only added up", SIZE),
}


def other_measure(node: ast.expr, parent: ast.AST) -> Rule:
    """argmax for max, argsort for sort, sum for mean, and the other way round."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[numbers]) if name in MEASURES:
            pass
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=[numbers, *_]
        ) if name in MEASURES:
            pass
        case ast.Call(func=ast.Attribute(value=numbers, attr=name), args=[]) if name in MEASURES:
            if name == "sort":
                return  # in place, and None
        case _:
            return
    other, is_now, think = MEASURES[name]
    yield (
        ast.Call(called(f"{NUMPY}.{other}").func, [numbers], node.keywords),
        f"{ast.unparse(node)} {is_now}.",
        think if think is SIZE else f"What is needed here: {think}",
    )


def number_for_row(function: ast.FunctionDef) -> Iterator[Try]:
    """The largest score, or its place, where the row that belongs to it is meant."""
    given = [argument.arg for argument in function.args.args]
    for parent, field, value, i, node in expressions(function):
        if not isinstance(node, ast.Call) or node.keywords or isinstance(parent, ast.Subscript):
            continue
        found = [("{} itself", "its", *largest) for largest in _largest(node)]
        found += [("the place of {}", "that", *largest) for largest in _place_of_largest(node)]
        for words, its, which, numbers in found:
            is_now = words.format("the largest" if which == "max" else "the smallest")
            place = called(f"{NUMPY}.arg{which}", numbers)
            for table in given:
                row = ast.Subscript(ast.Name(table, ast.Load()), place, ast.Load())
                yield Try(
                    put(parent, field, value, i, row, node),
                    f"{ast.unparse(node)} is one number, {is_now}, and not what {table} holds at "
                    f"{its} place.",
                    f"Is one number needed here, or a part of {table}? How do you look that up?",
                )


def _place_of_largest(node: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """("max", a) for np.argmax(a) and a.argmax(), and the same of argmin."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="argmax" | "argmin" as name),
            args=[numbers],
        ):
            yield name.removeprefix("arg"), numbers
        case ast.Call(func=ast.Attribute(value=numbers, attr="argmax" | "argmin" as name), args=[]):
            yield name.removeprefix("arg"), numbers


def larger_of_two(node: ast.expr, parent: ast.AST) -> Rule:
    """np.max(a, 0), where the larger of each entry and 0 is meant."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Name(id="np"), attr="max" | "min" | "amax" | "amin" as name
            ),
            args=[numbers, other],
            keywords=[],
        ):
            pass
        case _:
            return
    which = name.removeprefix("a")
    largest, larger = ("largest", "larger") if which == "max" else ("smallest", "smaller")
    yield (
        called(f"{NUMPY}.{which}imum", numbers, other),
        f"np.{name} reads its second argument as an axis: {ast.unparse(node)} looks for the {largest} "
        f"entry along it, and not, for each entry, for the {larger} of two.",
        f"Which function of NumPy takes the {larger} of two numbers, entry by entry?",
    )


def one_of_a_table(function: ast.FunctionDef) -> Iterator[Try]:
    """`in` of a dict of collections, where what belongs to one of its keys is meant."""
    names = sorted(names_in(function, ast.Store) | {a.arg for a in function.args.args})
    for node in ast.walk(function):
        match node:
            case ast.Compare(
                ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=table) as right]
            ):
                pass
            case _:
                continue
        for name in names:
            get = ast.Attribute(right, "get", ast.Load())
            one = ast.Call(get, [ast.Name(name, ast.Load()), ast.Tuple([], ast.Load())], [])
            yield Try(
                put(node, "comparators", node.comparators, 0, one, node),
                f"{ast.unparse(node)} looks among the keys of the dict {table}, and not in what belongs "
                "to one of them.",
                f"What are the keys of {table}, and which of them is asked about?",
            )


def no_column(node: ast.expr, parent: ast.AST) -> Rule:
    """a @ b.T of two flat arrays, where all products are meant."""
    match node:
        case ast.BinOp(left=left, op=ast.MatMult() | ast.Mult(), right=right):
            pass
        case ast.Call(func=ast.Attribute(attr="dot"), args=[left, right]):
            pass
        case _:
            return
    turned = [part for part in (left, right) if _is_turned(part)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and not turned:
        return
    flat = [part.value if isinstance(part, ast.Attribute) and _is_turned(part) else part
            for part in (left, right)]  # fmt: skip
    text = ast.unparse(node)
    name = ast.unparse(flat[0] if turned and turned[0] is left else flat[1])
    why = f"{name} has one axis, so "
    why += f"{name}.T is the same as {name}, and " if turned else ""
    entries = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
    what = "multiplies entry by entry" if entries else "is one number"
    yield (
        called(f"{NUMPY}.einsum", ast.Constant("i,j->ij"), *flat),
        f"{why}{text} {what}, and not the table of all products.",
        f"Print the shape of {text}. Which function multiplies every entry of one array with every "
        "entry of another?",
    )


def _is_turned(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "T"


def joined_sets(node: ast.expr, parent: ast.AST) -> Rule:
    """`a and b` of two sets, which is one of the two."""
    if not isinstance(node, ast.BoolOp) or len(node.values) != 2:
        return
    both = isinstance(node.op, ast.And)
    text = ast.unparse(node)
    yield (
        called(f"set.{'intersection' if both else 'union'}", *node.values),
        f"`{text}` does not look into the two sets: where neither is empty, it is the "
        f"{'second' if both else 'first'} of them.",
        "What does `{1, 2} and {2, 3}` give? Which operator gives what is in both?"
        if both
        else "What does `{1, 2} or {2, 3}` give? Which operator gives all that is in either?",
    )
