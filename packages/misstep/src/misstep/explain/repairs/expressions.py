"""Mistakes in an expression that have words of their own: brackets, axes, one array stored twice.

A rule takes an expression and its parent, and yields replacements, each with a sentence and a
question for the case that it repairs the function.
"""

import ast
from collections.abc import Iterator

from misstep.explain.mutants import SIGNS
from misstep.explain.repairs.syntax import (
    NUMPY,
    Candidate,
    call_of,
    loaded,
    method,
    names_in,
    replace_expression,
    with_replaced,
)
from misstep.explain.variants import COPY

REDUCE = {"sum", "mean", "max", "min", "argmax", "argmin", "prod", "any", "all", "std", "var"}
Rule = Iterator[tuple[ast.expr, str, str]]


def shared_object(node: ast.expr, parent: ast.AST) -> Rule:
    """One array stored under several names, or several times in a list."""
    match node:
        case ast.Call(func=ast.Attribute(attr="fromkeys"), args=[keys, value]):
            each = ast.comprehension(ast.Name("_key", ast.Store()), keys, [], 0)
            yield (
                ast.DictComp(ast.Name("_key", ast.Load()), value, [each]),
                f"{ast.unparse(node)} puts one and the same {ast.unparse(value)} under every key.",
                "What is added under one key is there under all of them. How can each get its own?",
            )
        case (
            ast.DictComp(value=ast.Name(id=name) as value)
            | ast.ListComp(elt=ast.Name(id=name) as value)
        ) if name not in names_in(node, ast.Store):
            yield (
                with_replaced(node, [(value, call_of(COPY, value))]),
                f"{ast.unparse(node)} holds one and the same {name} many times.",
                "What changes at one place changes at all of them. How can each get its own?",
            )
        case ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult(), right=times):
            each = ast.comprehension(
                ast.Name("_place", ast.Store()), call_of("range", times), [], 0
            )
            yield (
                ast.ListComp(value, [each]),
                f"{ast.unparse(node)} holds one and the same thing many times.",
                "What changes at one place changes at all of them. How can each get its own?",
            )
    if not isinstance(node, ast.Name | ast.Subscript | ast.Attribute):
        return
    if not isinstance(node.ctx, ast.Load):
        return
    text = ast.unparse(node)
    deep = call_of(COPY, node)
    if (
        isinstance(parent, ast.Call)
        and node in parent.args
        and isinstance(parent.func, ast.Attribute)
    ) and parent.func.attr in ("append", "insert", "add", "setdefault"):
        yield (
            deep,
            f"{ast.unparse(parent)} stores one and the same thing each time: when {text} is "
            "changed later, every entry changes with it.",
            f"Print the first entry at the end. Does it still hold the {text} of that moment?",
        )
    if isinstance(parent, ast.Assign) and parent.value is node:
        left = ast.unparse(parent.targets[0])
        yield (
            deep,
            f"{left} = {text} makes no copy: {left} and {text} are two names for one thing, and "
            "what changes the one changes the other.",
            f"Which of your lines changes {left} or {text} in place, and which of them should keep "
            "its old value?",
        )


def one_per_row(node: ast.expr, parent: ast.AST) -> Rule:
    """M[:, y] and M[y], if one entry of each row is meant."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
        return
    index, text = node.slice, ast.unparse(node)
    think = "How do you pick one entry from each row? Which row number belongs to which column?"
    column: ast.expr | None = None
    looks = ""
    if (
        isinstance(index, ast.Tuple)
        and len(index.elts) == 2
        and isinstance(index.elts[0], ast.Slice)
        and index.elts[0].lower is index.elts[0].upper is None
        and isinstance(index.elts[1], ast.Name | ast.Subscript)
    ):
        column = index.elts[1]
        name = ast.unparse(column)
        looks = (
            f"{text} means, in every row, all the columns that {name} lists, not one entry per row."
        )
    elif isinstance(index, ast.Name | ast.Subscript):
        column = index
        looks = f"{text} means whole rows, those that {ast.unparse(index)} lists."
    if column is not None:
        rows = call_of(f"{NUMPY}.arange", call_of("len", loaded(column)))
        pair = ast.Tuple([rows, loaded(column)], ast.Load())
        yield ast.Subscript(node.value, pair, node.ctx), looks, think


def brackets(node: ast.expr, parent: ast.AST) -> Rule:
    """a / b + c for a / (b + c), and the like."""
    if not isinstance(node, ast.BinOp):
        return
    looks = (
        f"the brackets in {ast.unparse(node)} are not where they should be, or a pair is missing."
    )
    think = (
        "Which operator does Python apply first here? * and / come before + and -, ** before all."
    )
    left, right = node.left, node.right
    if isinstance(left, ast.BinOp) and (
        type(left.op) is not type(node.op) or isinstance(node.op, ast.Div | ast.Sub)
    ):
        late = f"`{SIGNS.get(type(node.op), '')} {ast.unparse(right)}`"
        yield (
            ast.BinOp(left.left, left.op, ast.BinOp(left.right, node.op, right)),
            looks,
            f"To what does {late} apply here, and to what should it?"
            if _binds(left) > _binds(node)  # there are brackets around it
            else think,
        )
    if (
        isinstance(left, ast.BinOp)
        and isinstance(left.op, ast.Mult | ast.Div)
        and isinstance(node.op, ast.Add | ast.Sub)
    ):
        late = f"{SIGNS[type(node.op)]} {ast.unparse(right)}"
        yield (
            ast.BinOp(ast.BinOp(left.left, node.op, right), left.op, left.right),
            f"{late} applies to all of {ast.unparse(left)}, not only to {ast.unparse(left.left)}.",
            "In which order does Python work this line out, and in which order should it?",
        )
    if isinstance(right, ast.BinOp) and (
        type(right.op) is not type(node.op) or isinstance(node.op, ast.Div | ast.Sub)
    ):
        sign = SIGNS[type(node.op)]
        if isinstance(right.op, ast.Pow):
            looks = f"in {ast.unparse(node)}, ** only applies to {ast.unparse(right.left)}."
            if isinstance(node.op, ast.Mult | ast.Div):  # (a / b) ** c is a ** c / b ** c, too
                power, other = f"** {ast.unparse(right.right)}", ast.unparse(left)
                looks = f"{looks[:-1]}, and {other} is left without a {power}."
                think = f"Should {other} get its {power}, too: in this line, or where it is made?"
        elif isinstance(right.op, ast.Add | ast.Sub) and isinstance(node.op, ast.Mult | ast.Div):
            looks = f"in {ast.unparse(node)}, {sign} applies to all of {ast.unparse(right)}."
            think = "Should it, or only to a part of it? And is it the right operator?"
        yield ast.BinOp(ast.BinOp(left, node.op, right.left), right.op, right.right), looks, think
    if isinstance(left, ast.UnaryOp) and isinstance(left.op, ast.USub):
        yield ast.UnaryOp(ast.USub(), ast.BinOp(left.operand, node.op, right)), looks, think


def _binds(node: ast.BinOp) -> int:
    """The precedence of an operator: 0 for **, 1 for * and /, 2 for + and -, 3 for & and |."""
    order: list[tuple[type[ast.operator], ...]] = [(ast.Pow,)]
    order += [(ast.Mult, ast.Div, ast.MatMult, ast.FloorDiv, ast.Mod), (ast.Add, ast.Sub)]
    return next((n for n, kinds in enumerate(order) if isinstance(node.op, kinds)), 3)


def repeats(node: ast.expr, parent: ast.AST) -> Rule:
    """A list that should hold no repeats, or a set that should."""
    text = ast.unparse(node)
    once = f"in {text} something that comes twice is there twice."
    lost = f"in {text} something that comes twice is there only once, as in every set."
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        yield ast.SetComp(node.elt, node.generators), once, "Should repeats count here?"
    if isinstance(node, ast.SetComp):
        yield ast.ListComp(node.elt, node.generators), lost, "Should repeats count here?"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        if node.func.id == "set":
            yield call_of("list", node.args[0]), lost, "Should repeats count here?"
        if node.func.id in ("list", "len", "sum"):
            inner = call_of("set", node.args[0])
            new = call_of(node.func.id, inner) if node.func.id != "list" else inner
            if node.func.id != "list":
                once = f"in {text} what comes twice counts twice: {ast.unparse(node.args[0])} is not a set."
            yield new, once, "Should repeats count here?"


def wrong_axis(node: ast.expr, parent: ast.AST) -> Rule:
    """A sum or a maximum over the wrong axis, over all axes, or without keepdims."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    if node.func.attr not in REDUCE:
        return
    text, name = ast.unparse(node), node.func.attr
    rest = [keyword for keyword in node.keywords if keyword.arg not in ("axis", "keepdims")]
    axis = next((keyword for keyword in node.keywords if keyword.arg == "axis"), None)
    kept = any(keyword.arg == "keepdims" for keyword in node.keywords)
    for number in (1, 0, -1):
        keyword = ast.keyword("axis", ast.Constant(number))
        for keep in (kept,) if axis else (False, True):
            more = [ast.keyword("keepdims", ast.Constant(True))] if keep else []
            if axis is None:
                looks = f"{text} takes all entries together, as it has no axis."
                think = f"Over which axis should {name} run: what should there be one number for?"
            else:
                looks = f"{text} runs over the wrong axis."
                think = f"axis is the one that disappears. Which one should {name} make disappear?"
            yield ast.Call(node.func, node.args, [*rest, keyword, *more]), looks, think
    if axis is not None and not kept:
        more = [axis, ast.keyword("keepdims", ast.Constant(True))]
        yield (
            ast.Call(node.func, node.args, [*rest, *more]),
            f"after {text} the axis is gone, and what is left no longer lines up with the rows.",
            "Print both shapes in this line. Which argument keeps an axis, with length 1?",
        )
    if axis is not None:
        yield (
            ast.Call(node.func, node.args, rest),
            f"{text} runs over one axis only.",
            f"Should one number be left, or one per row? Over what should {name} run?",
        )


def inexact_numbers(node: ast.expr, parent: ast.AST) -> Rule:
    """Whole numbers that can't hold a decimal, and floats compared to the last digit."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq):
        yield (
            call_of(f"{NUMPY}.isclose", node.left, node.comparators[0], rtol=0, atol=1e-9),
            f"{ast.unparse(node)} compares decimals to the last digit.",
            "What does Python make of 0.1 + 0.2 == 0.3, and how close is close enough?",
        )
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    text = ast.unparse(node)
    looks = (
        f"{text} has whole numbers where it is made from whole numbers, and no room for decimals."
    )
    think = "What is the dtype of the array that you fill, and can it hold 0.5?"
    if node.func.attr in ("copy", "zeros_like", "ones_like", "empty_like"):
        yield method(node, "astype", ast.Name("float", ast.Load())), looks, think
    rest = [keyword for keyword in node.keywords if keyword.arg != "dtype"]
    for keyword in node.keywords:
        if keyword.arg != "dtype":
            continue
        looks = f"{text} makes an array of type {ast.unparse(keyword.value)}."
        if "int" in ast.unparse(keyword.value):
            looks = f"{text} makes an array of whole numbers, which can't hold decimals."
        yield ast.Call(node.func, node.args, rest), looks, think


def wrong_iterable(node: ast.expr, parent: ast.AST) -> Rule:
    """The wrong iterable of a loop."""
    if not isinstance(parent, ast.For | ast.comprehension) or parent.iter is not node:
        return
    text = ast.unparse(node)
    think = f"What does each round of the loop over {text} get? Print it, and what should it get?"
    for name in ("items", "values"):
        yield method(node, name), f"the loop over {text} only goes through its keys.", think
    for name, looks in (
        ("enumerate", f"the loop over {text} gives each entry without its number."),
        ("reversed", f"the loop over {text} goes from its first entry to its last."),
        ("sorted", f"the loop takes what is in {text} as it comes, not in sorted order."),
        ("set", f"what comes twice in {text} gets two rounds of the loop."),
        ("len", f"the loop over {text} gives its entries, not their numbers."),
    ):
        if text.startswith(f"{name}("):
            continue
        if name == "len" and text.startswith("range("):
            looks = f"{text} does not begin with 0."
        new = call_of(name, node)
        ask = think
        if name == "set":
            ask = "What should happen in each of these rounds, or should there be only one of them?"
        yield call_of("range", new) if name == "len" else new, looks, ask
    for lower, upper, which in ((1, None, "first"), (None, -1, "last")):
        bounds = [None if bound is None else ast.Constant(bound) for bound in (lower, upper)]
        looks = f"the loop over {text} takes its {which} entry too."
        ask = "Should that entry be part of it, or has it been dealt with elsewhere?"
        if text.startswith("range("):  # no telling whether the first round or the last is too many
            looks = f"the loop over {text} has one round too many."
            ask = "How many rounds should there be? Count them for a small example."
        yield ast.Subscript(node, ast.Slice(*bounds), ast.Load()), looks, ask
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        whole = ast.unparse(node.func.value)
        yield node.func.value, f"the loop goes through {text}, not through {whole} itself.", think
    if isinstance(node, ast.Subscript):
        whole = ast.unparse(node.value)
        yield node.value, f"the loop only goes through {text}, not through all of {whole}.", think


def wrong_fill(node: ast.expr, parent: ast.AST) -> Rule:
    """np.ones for np.zeros, and the other way round."""
    match node, parent:
        case (
            ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=filled)),
            ast.Assign(targets=[ast.Name(id=name)]),
        ) if filled.removesuffix("_like") in ("zeros", "ones"):
            other = {"zeros": "ones", "ones": "zeros"}[filled.removesuffix("_like")]
        case _:
            return
    with_other = call_of(f"{NUMPY}.{filled.replace(filled.removesuffix('_like'), other)}")
    yield (
        ast.Call(with_other.func, node.args, node.keywords),
        f"{name} starts as {filled.removesuffix('_like')}: {ast.unparse(node)}.",
        f"Where should {name} start?",
    )


def missing_step(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A name that holds the square of what it should, or its logarithm, or 1 minus it."""
    conditions = _conditions(function)
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.BinOp() | ast.Call() | ast.UnaryOp() as value
            ) if name not in conditions and not _is_new_array(value):
                pass
            case _:
                continue
        think = f"What does {name} stand for, and what does the line that makes it work out?"
        for new, is_now in (
            (
                call_of(f"{NUMPY}.sqrt", value),
                "holds the square of what it should: a root is missing",
            ),
            (
                call_of(f"{NUMPY}.square", value),
                "holds the root of what it should: it is not squared",
            ),
            (call_of(f"{NUMPY}.exp", value), "holds the logarithm of what it should"),
            (call_of(f"{NUMPY}.log", value), "should be a logarithm, and none is taken"),
            (ast.BinOp(ast.Constant(1), ast.Sub(), value), "holds 1 minus what it should"),
            (ast.UnaryOp(ast.USub(), value), "has the opposite sign of what it should have"),
        ):
            yield Candidate(
                replace_expression(node, "value", value, None, new, value),
                f"{name} {is_now}.",
                think,
            )


def _conditions(function: ast.FunctionDef) -> set[str]:
    """The names that are conditions by themselves: `if found`, `not found`."""
    found: list[ast.expr] = []
    for node in ast.walk(function):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                found.append(test)
            case ast.comprehension(ifs=tests) | ast.BoolOp(values=tests):
                found += tests
            case ast.UnaryOp(op=ast.Not(), operand=test):
                found.append(test)
    return {test.id for test in found if isinstance(test, ast.Name)}


def _is_new_array(node: ast.expr) -> bool:
    """Whether an array is filled with one number: the logarithm of ones would mean nothing."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name.removesuffix("_like") in ("zeros", "ones", "full", "empty", "eye")
    return False
