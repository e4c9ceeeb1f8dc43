"""A sum or another reduction that comes too early or too late: exp of a sum, or a sum of exps."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from misstep.explain.mutants import SIGNS
from misstep.explain.repairs.claims import Claim, Replacements
from misstep.explain.repairs.expressions import REDUCE
from misstep.explain.repairs.syntax import names_in, with_replaced

MAX_PLACES = 12  # to which one reduction is moved


def reduction_order(node: ast.expr, parent: ast.AST) -> Replacements:
    """f(sum(a)) for sum(f(a)), and the other way round."""
    text = re.sub(r"\(\((.* for .*)\)\)$", r"(\1)", ast.unparse(node))  # as it is written
    for name, inner, again in _reductions(node):
        for part, through in list(_ways_down(inner))[:MAX_PLACES]:
            new = again(part)
            if new is not None and through:
                data = {"text": text, "step": through, "reduction": name}
                yield with_replaced(inner, [(part, new)]), Claim("reduced-late", data)
    for part, through in list(_ways_down(node))[:MAX_PLACES]:
        for name, inner, again in _reductions(part):
            new = again(with_replaced(node, [(part, inner)]))
            if new is not None and through:
                data = {"text": text, "step": through, "reduction": name}
                yield new, Claim("reduced-early", data)


def _reductions(node: ast.AST) -> Iterator[tuple[str, ast.expr, Any]]:
    """(name, what is reduced, the same reduction of something else), if it is a reduction."""
    match node:
        case ast.Call(func=ast.Attribute(value=module, attr=name), args=[inner, *rest]) if (
            name in REDUCE and ast.unparse(module) == "np"
        ):
            yield name, inner, lambda e: ast.Call(node.func, [e, *rest], node.keywords)
        case ast.Call(func=ast.Attribute(value=inner, attr=name), args=rest) if name in REDUCE:
            yield (
                name,
                inner,
                lambda e: ast.Call(ast.Attribute(e, name, ast.Load()), rest, node.keywords),
            )
        case ast.Call(func=ast.Name(id="sum" | "max" | "min" as name), args=[inner]):
            if isinstance(inner, ast.GeneratorExp | ast.ListComp):
                rounds = inner
                yield name, rounds.elt, lambda e: _over(node, rounds, e)
            else:
                yield name, inner, lambda e: ast.Call(node.func, [e], [])


def _over(node: ast.Call, rounds: Any, inner: ast.expr) -> ast.expr:
    """sum(... for ...) with something else in it."""
    made = type(rounds)(inner, rounds.generators)
    return ast.Call(node.func, [made], [])


def _ways_down(node: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """The parts of an expression, each with the operation that is applied to it last."""
    waiting: list[tuple[ast.expr, str]] = [(node, "")]
    while waiting:
        outer, through = waiting.pop(0)
        for child in ast.iter_child_nodes(outer):
            if isinstance(child, ast.keyword | ast.Lambda) or not isinstance(child, ast.expr):
                continue
            if isinstance(outer, ast.Call) and child is outer.func:
                if isinstance(child, ast.Attribute) and names_in(child.value) - {"np"}:
                    waiting.append((child.value, child.attr))
                continue
            if isinstance(child, ast.Constant | ast.Slice):
                continue
            done = _done(outer) or through
            yield child, done
            waiting.append((child, done))


def _done(outer: ast.expr) -> str:
    """The operation of an expression: the name of a function, or an operator."""
    match outer:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            return name
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=2)):
            return "** 2"
        case ast.BinOp(op=op):
            return SIGNS.get(type(op), "")
    return ""
