"""What is lost while a function runs: products too small for a float, a None that nothing replaces."""

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome
from misstep.explain.diagnosis.evidence import Evidence
from misstep.explain.diagnosis.tracing import operands_of, trace, tree_of

CALLS = 3  # wrong ones, and right ones, that are watched
LOGARITHMS = "What can be added up in place of the product, so that nothing vanishes?"
Vanished = tuple[ast.AST, int]  # a product that is exactly 0, and of how many factors


class Products:
    """Notices a product that is exactly 0 though none of its factors is."""

    def __init__(self) -> None:
        self.found: Vanished | None = None
        self._factors: dict[int, tuple[float, int]] = {}  # what a product came to, of how many

    def notice(self, node: ast.AST, value: Any, operands: list[Any]) -> None:
        """Look at one expression, as `trace` calls it."""
        if self.found:
            return
        match node:
            case ast.BinOp(op=ast.Mult()) | ast.AugAssign(op=ast.Mult()):
                if not all(isinstance(v, float | int | np.number) for v in [value, *operands]):
                    return
                before, many = self._factors.get(id(node), (None, 1))
                many = many + 1 if operands[0] == before else 1
                self._factors[id(node)] = value, many
                if value == 0 and operands[0] != 0 and operands[1] != 0:
                    self.found = node, many
            case ast.Call(func=ast.Attribute(attr="prod"), args=[_, *_]) if value is not None:
                factors = np.asarray(operands[0]) if np.ndim(operands[0]) == 1 else np.zeros(0)
                if factors.size and np.ndim(value) == 0 and value == 0 and np.all(factors != 0):
                    self.found = node, factors.size


def vanished(evidence: Evidence) -> tuple[str, str] | None:
    """A product that is too small for a float in the wrong calls, and in none of the right ones."""
    right: list[Args] = []
    wrong: list[Args] = []
    for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
        if mine.error is None:
            (right if evidence.alike(mine, Outcome(want)) else wrong).append(args)
    tree = tree_of(evidence.function)
    if tree is None or not wrong or not any(map(_is_product, ast.walk(tree))):
        return None
    found = [_product(evidence.function, tree, args) for args in wrong[:CALLS]]
    if not all(found) or found[0] is None:
        return None
    if any(_product(evidence.function, tree, args) for args in right[-CALLS:]):
        return None
    return f"{product_words(found[0])}.", LOGARITHMS


def _is_product(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(op=ast.Mult()) | ast.AugAssign(op=ast.Mult()):
            return True
        case ast.Call(func=ast.Attribute(attr="prod")):
            return True
    return False


def _product(function: Any, tree: ast.Module, args: Args) -> Vanished | None:
    products = Products()
    trace(function, tree, args, products.notice)
    return products.found


def product_words(found: Vanished) -> str:
    """A product that vanished, in words."""
    node, many = found
    if isinstance(node, ast.AugAssign):
        name, text = ast.unparse(node.target), ast.unparse(node)
    else:
        name = text = ast.unparse(node)
    after = f"after {many} factors " if many > 1 else ""
    where = f"in {text}, " if name != text else ""
    return f"{where}{after}{name} is exactly 0, though no factor is: the product is too small for a float"


def kept_none(function: Any, args: Args, value: Any) -> tuple[str, str] | None:
    """A name that keeps the None it begins with, where a result holds None."""
    tree = tree_of(function)
    if tree is None or not _holds_none(value):
        return None
    products = Products()
    held: dict[int, list[Any]] = {}  # what each condition, and each name in one, came to
    for name, tests in _replaced_if(tree):
        reads: list[Any] = []
        watched = {id(n) for test in tests for n in ast.walk(test)}
        held.clear()

        def notice(
            node: ast.AST,
            now: Any,
            operands: list[Any],
            name: str = name,
            reads: list[Any] = reads,
            watched: set[int] = watched,
        ) -> None:
            products.notice(node, now, operands)
            if id(node) in watched:
                held.setdefault(id(node), []).append(now)
            elif isinstance(node, ast.Name) and node.id == name:
                reads.append(now)

        if not trace(function, tree, args, notice) or not any(read is None for read in reads):
            continue
        looks = f"{name} is still None, its starting value, when it is used"
        never = [t for t in tests if not any(map(_is_true, held.get(id(t), [])))]
        if len(never) != 1:
            return f"{looks}.", f"In which case does no line give {name} another value?"
        test = ast.unparse(never[0])
        looks += f": {test} holds in no round of this call"
        side = _always_zero(never[0], held)
        if side and products.found:
            product = product_words(products.found)
            looks += f", as {side} is 0 each time. {product[0].upper()}{product[1:]}"
        elif side:
            looks += f", as {side} is 0 each time"
        think = LOGARITHMS if products.found else f"Which values does {test} compare here?"
        return f"{looks}.", think
    return None


def _holds_none(value: Any) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return value is None or (isinstance(value, list | tuple) and any(v is None for v in value))


def _replaced_if(tree: ast.Module) -> Iterator[tuple[str, list[ast.expr]]]:
    """The names that begin with None, each with the conditions under which it gets another value."""
    begins = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for name, value in _given(node)
        if isinstance(value, ast.Constant) and value.value is None
    }
    for name in sorted(begins):
        tests = [
            node.test
            for node in ast.walk(tree)
            if isinstance(node, ast.If)
            and any(
                given == name
                for inner in node.body
                if isinstance(inner, ast.Assign)
                for given, _ in _given(inner)
            )
        ]
        if tests:
            yield name, tests


def _given(node: ast.Assign) -> Iterator[tuple[str, ast.expr]]:
    """The names that a line gives values to, with these: both of a, b = None, 0."""
    for target in node.targets:
        match target, node.value:
            case ast.Name(id=name), value:
                yield name, value
            case ast.Tuple(elts=names), ast.Tuple(elts=values):
                for one, value in zip(names, values, strict=False):
                    if isinstance(one, ast.Name):
                        yield one.id, value
            case ast.Tuple(elts=names), value:
                for one in names:
                    if isinstance(one, ast.Name):
                        yield one.id, value


def _always_zero(test: ast.expr, held: dict[int, list[Any]]) -> str:
    """The side of a comparison that was 0 each time."""
    for side in operands_of(test):
        values = held.get(id(side), [])
        if values and all(isinstance(v, float | np.floating) and v == 0 for v in values):
            return ast.unparse(side)
    return ""


def _is_true(value: Any) -> bool:
    try:
        return bool(value)
    except ValueError:
        return True
