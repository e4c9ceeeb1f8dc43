"""Decisions where a number in between is meant, ties, and a name of which a root or a sign is missing.

As in `beliefs`, what is said is so wherever the edit works: a sigmoid in the place of a step makes a
function right only if the step was where a probability belongs.
"""

import ast
from collections.abc import Iterator
from typing import Any

from misstep.explain.repairs.expressions import Rule
from misstep.explain.repairs.trees import NUMPY, Try, blocks, called, expressions, instead, put

SOFT = "Which function turns any score into a number between {low} and {high}?"
SHARES = "Which function turns all the scores into probabilities?"
Soft = tuple[ast.expr, str, str]  # what may be there instead, what is there, what to think about


def hard(function: ast.FunctionDef) -> Iterator[Try]:
    """A step, a sign or a largest entry, where a sigmoid, a tanh or a softmax belongs."""
    made, asked = _made_once(function), _asked(function)
    for parent, field, value, i, node in expressions(function):
        if id(node) in asked or (isinstance(parent, ast.Assign) and _names(parent) & asked):
            continue
        if isinstance(node, ast.Compare) and not isinstance(parent, ast.BinOp | ast.Assign):
            continue  # an entry of a mask, most often
        for new, is_there, think in _soft(node, made):
            looks = f"{ast.unparse(node)} {is_there}"
            yield Try(put(parent, field, value, i, new, node), looks, think)
    for parent, field, block in blocks(function):
        for i, statement in enumerate(block):
            for target, (new, is_there, think) in _soft_statement(statement, made):
                if target in asked:
                    continue
                assign = ast.Assign([ast.Name(target, ast.Store())], new, lineno=statement.lineno)
                yield Try(
                    instead(parent, field, block, i, [assign], statement.lineno),
                    f"{target} {is_there}",
                    think,
                )


def _made_once(function: ast.FunctionDef) -> dict[str, ast.expr]:
    """What the names are made from that are given a value at one place alone."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _asked(function: ast.FunctionDef) -> set[Any]:
    """What is a yes or a no: expressions that an if asks, and the names that stand alone in one."""
    found: set[Any] = set()
    for node in ast.walk(function):
        tests: list[ast.expr] = []
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                tests = [test]
            case ast.comprehension(ifs=tests) | ast.BoolOp(values=tests):
                pass
            case ast.UnaryOp(op=ast.Not(), operand=test):
                tests = [test]
        found |= {id(test) for test in tests} | {t.id for t in tests if isinstance(t, ast.Name)}
    return found


def _names(assign: ast.Assign) -> set[Any]:
    return {target.id for target in assign.targets if isinstance(target, ast.Name)}


def _soft(node: ast.expr, made: dict[str, ast.expr]) -> Iterator[Soft]:
    match node:
        case ast.IfExp(test=test, body=ast.Constant(value=yes), orelse=ast.expr() as other):
            yield from _between(test, yes, _number(other))
        case ast.Call(func=ast.Attribute(attr="where"), args=[test, one, other]):
            yield from _between(test, _number(one), _number(other))
        case ast.Call(func=ast.Name(id="int" | "float"), args=[ast.Compare() as test]):
            yield from _between(test, 1, 0)
        case ast.Call(func=ast.Attribute(value=ast.Compare() as test, attr="astype")):
            yield from _between(test, 1, 0)
            yield from _of_largest(test, made)
        case ast.Compare():
            yield from _between(node, 1, 0)
            yield from _of_largest(node, made)
        case ast.Call(func=ast.Attribute(attr="sign"), args=[score]):
            yield _words(called(f"{NUMPY}.tanh", score), -1, 1)
        case ast.Call(func=ast.Attribute(attr="heaviside"), args=[score, _]):
            yield _words(_sigmoid(score), 0, 1)
        case (
            ast.Call(func=ast.Attribute(attr="round" | "rint"), args=[score])
            | ast.Call(func=ast.Name(id="round"), args=[score])
        ):
            yield (
                score,
                "is a whole number, and what lies in between is lost.",
                f"Is {ast.unparse(score)} needed as it is, or to the nearest whole number?",
            )
        case ast.Subscript(slice=index):
            yield from _of_largest(index, made)
        case ast.Call(func=ast.Name(id="one_hot"), args=[index, *_]):
            yield from _of_largest(index, made)


def _soft_statement(statement: ast.stmt, made: dict[str, ast.expr]) -> Iterator[tuple[str, Soft]]:
    """The same of an if with an else, and of a 1 that is put at the place of the largest entry."""
    match statement:
        case ast.If(
            test=test,
            body=[ast.Assign(targets=[ast.Name(id=name)], value=one)],
            orelse=[ast.Assign(targets=[ast.Name(id=same)], value=other)],
        ) if name == same:
            for soft in _between(test, _number(one), _number(other)):
                yield name, soft
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Name(id=name), slice=index)],
            value=ast.Constant(value=1),
        ):
            for soft in _of_largest(index, made):
                yield name, soft


def _between(test: ast.expr, yes: object, no: object) -> Iterator[Soft]:
    """What lies between two numbers that a condition chooses from."""
    if (
        not isinstance(test, ast.Compare)
        or len(test.ops) != 1
        or {yes, no} not in ({0, 1}, {-1, 1})
    ):
        return
    left, right = test.left, test.comparators[0]
    if isinstance(test.ops[0], ast.Lt | ast.LtE):
        left, right = right, left
    elif not isinstance(test.ops[0], ast.Gt | ast.GtE):
        return
    if yes != 1:
        left, right = right, left
    low = -1 if -1 in (yes, no) else 0
    if _number(right) is not None:
        scores = [left]
    elif _number(left) is not None:
        scores = [ast.UnaryOp(ast.USub(), right)]
    else:
        scores = [ast.BinOp(left, ast.Sub(), right)]
    for score in scores:
        yield _words(called(f"{NUMPY}.tanh", score) if low else _sigmoid(score), low, 1)
    if _number(right) == 0.5 and not low:
        yield _words(left, 0, 1, f"What does {ast.unparse(left)} hold, before anything is decided?")


def _words(new: ast.expr, low: int, high: int, think: str = SOFT) -> Soft:
    return (
        new,
        f"is a decision: it is only ever {low} or {high}, and here a number in between is needed.",
        think.format(low=low, high=high),
    )


def _of_largest(index: ast.expr, made: dict[str, ast.expr]) -> Iterator[Soft]:
    """Shares for all, where the largest entry gets everything: np.eye(K)[np.argmax(z)], z == z.max()."""
    if isinstance(index, ast.Name) and index.id in made:
        index = made[index.id]
    match index:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="argmax"), args=[scores, *_]
        ):
            pass
        case ast.Call(func=ast.Attribute(value=scores, attr="argmax")):
            pass
        case ast.Compare(left=scores, ops=[ast.Eq() | ast.GtE()], comparators=[largest]) if _is_max(
            largest, scores
        ):
            pass
        case _:
            return
    total = called(f"{NUMPY}.logaddexp.reduce", scores, axis=-1, keepdims=True)
    yield (
        called(f"{NUMPY}.exp", ast.BinOp(scores, ast.Sub(), total)),
        f"is a decision: the largest of {ast.unparse(scores)} gets a 1 and all others a 0, and here "
        "each of them is to get its share.",
        SHARES,
    )


def _is_max(node: ast.expr, scores: ast.expr) -> bool:
    """Whether an expression is the largest of some numbers."""
    text = ast.unparse(scores)
    match node:
        case ast.Call(func=ast.Name(id="max"), args=[of]):
            return ast.unparse(of) == text
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="max" | "amax"), args=[of, *_]
        ):
            return ast.unparse(of) == text
        case ast.Call(func=ast.Attribute(value=of, attr="max")):
            return ast.unparse(of) == text
    return False


def ties(node: ast.expr, parent: ast.AST) -> Rule:
    """`z == z.max()`, which in a tie holds for several entries; and the same of one entry, z[k]."""
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Eq | ast.GtE):
        return
    scores, largest = node.left, node.comparators[0]
    text = ast.unparse(node)
    looks = (
        f"{text} holds for every entry that is as large as the largest: in a tie that is several."
    )
    think = (
        "What should happen where two entries are equally large? Which function gives one place, even "
        "then?"
    )
    if _is_max(largest, scores):
        size = ast.Subscript(called(f"{NUMPY}.shape", scores), ast.Constant(-1), ast.Load())
        first = called(f"{NUMPY}.argmax", scores, axis=-1, keepdims=True)
        each = called(f"{NUMPY}.arange", size)
        yield ast.Compare(each, [ast.Eq()], [first]), looks, think
    elif isinstance(scores, ast.Subscript) and _is_max(largest, scores.value):
        place = called(f"{NUMPY}.argmax", scores.value)
        yield ast.Compare(scores.slice, [ast.Eq()], [place]), looks, think


def unfinished(function: ast.FunctionDef) -> Iterator[Try]:
    """A name that holds the square of what it should, or its logarithm, or 1 minus it."""
    asked = _asked(function)
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.BinOp() | ast.Call() | ast.UnaryOp() as value
            ) if name not in asked and not _is_new_array(value):
                pass
            case _:
                continue
        think = f"What does {name} stand for, and what does the line that makes it work out?"
        for new, is_now in (
            (
                called(f"{NUMPY}.sqrt", value),
                "holds the square of what it should: a root is missing",
            ),
            (
                called(f"{NUMPY}.square", value),
                "holds the root of what it should: it is not squared",
            ),
            (called(f"{NUMPY}.exp", value), "holds the logarithm of what it should"),
            (called(f"{NUMPY}.log", value), "should be a logarithm, and none is taken"),
            (ast.BinOp(ast.Constant(1), ast.Sub(), value), "holds 1 minus what it should"),
            (ast.UnaryOp(ast.USub(), value), "has the opposite sign of what it should have"),
        ):
            yield Try(put(node, "value", value, None, new, value), f"{name} {is_now}.", think)


def _is_new_array(node: ast.expr) -> bool:
    """Whether an array is made with one number in all places: the logarithm of ones means nothing."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name.removesuffix("_like") in ("zeros", "ones", "full", "empty", "eye")
    return False


def _sigmoid(score: ast.expr) -> ast.expr:
    """1 / (1 + exp(-score)), so that nothing grows too large."""
    minus = ast.UnaryOp(ast.USub(), score)
    below = called(f"{NUMPY}.logaddexp", ast.Constant(0), minus)
    return called(f"{NUMPY}.exp", ast.UnaryOp(ast.USub(), below))


def _number(node: ast.expr) -> float | None:
    """The number that stands there, with its sign, if it is one."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
    return None
