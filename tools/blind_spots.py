"""List blind spots of checks: structures that no input has, and wrong answers that pass.

    python tools/blind_spots.py [name ...] [--seed 0]

First come structures of arguments that are never drawn: equal entries, one sign, sorted, square
and singular matrices, words inside other words, scores that are neither small nor huge. An answer
that is only wrong there would pass, unless the task rules the structure out.
Then come right answers with a change that no input reveals. The mutants of
`misstep.explain.mutants` are slips of the keyboard; these changes only matter on inputs with a
certain structure.
"""

import argparse
import ast
import copy
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from misstep import accepts
from misstep.core.check import Check

from lincourse.checks.units import CHECKS

Perturbation = Callable[[Any], Any]


def _numbers(value: Any) -> Any:
    """A value as an array if it is made of floats, else None."""
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        return None
    return array if array.dtype.kind == "f" else None


def _if_shape(told: Callable[[int, int], bool]) -> Perturbation:
    """Turn the signs of a matrix whose shape satisfies a condition."""
    return lambda value: -value - 1 if told(*value.shape) else value


# What happens to a float on the way, by name. Whole numbers are exact.
OF_RESULTS: dict[str, Perturbation] = {
    "rounded to 6 decimals": lambda value: np.round(value, 6),
    "rounded to 2 decimals": lambda value: np.round(value, 2),
}
OF_BOUNDS: dict[str, Perturbation] = {
    "with 1e-6 added on its left": lambda value: value + 1e-6,
    "with 1e-6 subtracted on its left": lambda value: value - 1e-6,
}
OF_STARTS: dict[str, Perturbation] = {"plus 1e-6": lambda value: value + 1e-6}
OF_DIVISORS: dict[str, Perturbation] = {"with 1e-8 in the divisor": lambda value: value + 1e-8}
OF_VECTORS: dict[str, Perturbation] = {
    "without its signs": np.abs,
    "sorted": lambda value: np.sort(value, axis=0),
    "rounded to 2 decimals": lambda value: np.round(value, 2),
}
OF_MATRICES: dict[str, Perturbation] = {
    "wrong if square": _if_shape(lambda n, d: n == d),
    "wrong if it has more rows than columns": _if_shape(lambda n, d: n > d),
    "wrong if it has more columns than rows": _if_shape(lambda n, d: n < d),
}


class Spot:
    """A place in a right answer and what is done to the numbers there."""

    def __init__(self, what: str, tree: ast.Module, perturb: Perturbation, axes: int = 0) -> None:
        self.what, self.perturb, self.axes = what, perturb, axes
        self.reached = False  # True if the change applied to some numbers
        self.source = ast.unparse(ast.fix_missing_locations(tree))

    def __call__(self, value: Any) -> Any:
        array = _numbers(value)
        if array is None or array.ndim < self.axes:
            return value
        self.reached = True
        return self.perturb(array if self.axes else value)

    def passes(self, check: Check, seed: int) -> bool:
        """Return True if the check accepts the changed answer, although the change was reached."""
        namespace: dict[str, Any] = {"np": np, "_perturbed": self}
        exec(compile(self.source, f"<{check.name}>", "exec"), namespace)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return accepts(check, namespace[check.name], seed) and self.reached


def spots(source: str) -> Iterator[Spot]:
    """All changes of a right answer, given as source."""
    tree = ast.parse(source)
    assert isinstance(tree.body[0], ast.FunctionDef)
    for argument in tree.body[0].args.args:
        for axes, perturbations in ((1, OF_VECTORS), (2, OF_MATRICES)):
            for what, perturb in perturbations.items():
                made: Any = copy.deepcopy(tree)
                name = argument.arg
                made.body[0].body[:0] = ast.parse(f"{name} = _perturbed({name})").body
                yield Spot(f"{name} {what}", made, perturb, axes)
    for i, node in enumerate(ast.walk(tree)):
        match node:
            case ast.BinOp(op=ast.Div()):
                yield from _at(tree, i, "right", OF_DIVISORS)
            case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
                yield from _at(tree, i, "left", OF_BOUNDS)
            case ast.Call(func=ast.Attribute(attr="zeros" | "zeros_like")):
                yield from _at(tree, i, "", OF_STARTS)
        if isinstance(node, ast.BinOp):
            yield from _at(tree, i, "", OF_RESULTS)
    yield from _coordinate_wise(tree)


def _at(
    tree: ast.Module, i: int, field: str, perturbations: dict[str, Perturbation]
) -> Iterator[Spot]:
    """Changes of the i-th node, or of a field of it, each in a copy of the tree."""
    for what, perturb in perturbations.items():
        made = copy.deepcopy(tree)
        here: Any = list(ast.walk(made))[i]
        said = f"{ast.unparse(here)} {what}"
        old = getattr(here, field) if field else copy.copy(here)
        if perturbations is OF_DIVISORS:
            old = ast.BinOp(ast.Constant(1.0), ast.Mult(), old)  # divisors may be whole
        new = ast.Call(ast.Name("_perturbed", ast.Load()), [old], [])
        if field:
            setattr(here, field, new)
        else:
            here.__class__, here.__dict__ = ast.Call, new.__dict__
        yield Spot(said, made, perturb)


def _coordinate_wise(tree: ast.Module) -> Iterator[Spot]:
    """Updates `w = ... w ...` that change one coordinate after another and use the changed ones."""
    for i, node in enumerate(ast.walk(tree)):
        for field, block in ast.iter_fields(node):
            if not (isinstance(block, list) and block and isinstance(block[0], ast.stmt)):
                continue
            for k, statement in enumerate(block):
                match statement:
                    case ast.Assign([ast.Name(name)], value):
                        pass
                    case ast.AugAssign(ast.Name(name), op, right):
                        value = ast.BinOp(ast.Name(name, ast.Load()), op, right)
                    case _:
                        continue
                before = _dependent(block[:k], name)
                if not _reads(value, {name, *(n for s in before for n in _targets(s))}):
                    continue
                loop = ast.parse(
                    f"{name} = np.array({name}, dtype=float)\n"
                    f"for _j in np.ndindex({name}.shape):\n"
                    f"    {name}[_j] = np.asarray(_perturbed({ast.unparse(value)}))[_j]"
                ).body
                loop[1].body[:0] = before  # type: ignore[attr-defined]
                made = copy.deepcopy(tree)
                getattr(list(ast.walk(made))[i], field)[k : k + 1] = loop
                what = f"{ast.unparse(statement)} one coordinate after another"
                yield Spot(what, made, lambda value: value, 1)


def _dependent(statements: list[ast.stmt], name: str) -> list[ast.stmt]:
    """The assignments among the statements whose value follows from a name."""
    names = {name}
    found: list[ast.stmt] = []
    for statement in statements:
        if isinstance(statement, ast.Assign) and _reads(statement.value, names):
            found.append(statement)
            names |= _targets(statement)
    return found


def _reads(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))


def _targets(statement: ast.stmt) -> set[str]:
    return {
        n.id
        for n in ast.walk(statement)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }


def _has_equal(value: Any) -> bool:
    return len(np.unique(value)) < np.size(value)


def _is_singular(value: Any) -> bool:
    return value.shape[0] == value.shape[1] > np.linalg.matrix_rank(value)


Structure = Callable[[Any], Any]
MAX_WORDS = 60  # per argument; all are compared with each other
# Structures of an argument that is an array of decimals somewhere, by its least number of axes.
OF_ARRAYS: dict[int, dict[str, Structure]] = {
    1: {
        "with equal entries": _has_equal,
        "with an entry below 0": lambda v: (v < 0).any(),
        "all above 0": lambda v: (v > 0).all(),
        "all below 0": lambda v: (v < 0).all(),
        "with a 0": lambda v: (v == 0).any(),
        "of zeros": lambda v: not v.any(),
        "of whole numbers": lambda v: v.dtype.kind == "i",
        "with decimals": lambda v: (v != np.round(v)).any(),
        "sorted": lambda v: v.shape[0] > 1 and (np.diff(v, axis=0) >= 0).all(),
        "not sorted": lambda v: (np.diff(v, axis=0) < 0).any(),
        "with one entry": lambda v: v.shape[0] == 1,
    },
    2: {
        "square": lambda v: v.shape[0] == v.shape[1] > 1,
        "square and singular": _is_singular,
        "with more rows than columns": lambda v: v.shape[0] > v.shape[1],
        "with more columns than rows": lambda v: v.shape[0] < v.shape[1],
        "with one column": lambda v: v.shape[1] == 1,
        "with equal rows": lambda v: len(np.unique(v, axis=0)) < len(v),
    },
}
# Structures of the products of two arguments, the scores.
OF_SCORES: dict[str, Structure] = {
    "0": lambda v: (v == 0).any(),
    "nearly 0": lambda v: ((v != 0) & (np.abs(v) < 1e-6)).any(),
    "between 6 and 30": lambda v: ((np.abs(v) > 6) & (np.abs(v) < 30)).any(),
    "all below 0": lambda v: (v < 0).all(),
    "of both signs": lambda v: (v < 0).any() and (v > 0).any(),
}
# Structures of the words that an argument holds, however deep.
OF_WORDS: dict[str, Structure] = {
    "with a word inside another": lambda v: any(a != b and a in b for a in v for b in v),
    "with a word in capitals beside it in small letters": lambda v: any(
        a != b and a == b.lower() for a in v for b in v
    ),
    "with a word twice": lambda v: len(set(v)) < len(v),
}
OF_SIZES: dict[str, Structure] = {"empty": lambda v: len(v) == 0, "of one": lambda v: len(v) == 1}
OF_TABLES: dict[str, Structure] = {
    "with equal values": lambda v: len(set(v.values())) < len(v),
    "with a 0": lambda v: 0 in v.values(),
}


def _words(value: Any) -> list[str]:
    """All strings in a value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = [*value, *value.values()]
    parts = value if isinstance(value, list | tuple | set) else []
    return [word for part in parts for word in _words(part)]


def _scores(a: Any, b: Any) -> Any:
    """The products of the rows of two arguments, or None."""
    arrays = isinstance(a, np.ndarray) and isinstance(b, np.ndarray)
    fits = arrays and a.ndim and b.ndim and a.shape[-1] == b.shape[-1] and a.ndim + b.ndim > 1
    return a @ b.T if fits and max(a.ndim, b.ndim) == 2 else None


def never_drawn(name: str, seed: int = 0) -> set[str]:
    """The structures that no input of a check has."""
    check = CHECKS[name]
    drawn = list(check.inputs(seed).examples)
    found: dict[str, bool] = {}

    def note(what: str, structures: dict[str, Structure], value: Any) -> None:
        for words, has in structures.items():
            key = f"{what} {words}"
            found[key] = found.get(key, False) or bool(has(value))

    for parameter, values in zip(check.parameters, zip(*drawn, strict=True), strict=True):
        arrays = [v for v in values if isinstance(v, np.ndarray) and v.size]
        decimal = any(v.dtype.kind == "f" for v in arrays)
        for axes, structures in OF_ARRAYS.items() if decimal else ():
            for value in (v for v in arrays if axes <= v.ndim <= 2):
                note(parameter, structures, value)
        for value in values:
            if isinstance(value, list | set | dict) or (hasattr(value, "ndim") and value.ndim):
                note(parameter, OF_SIZES, value)
            if isinstance(value, dict) and all(isinstance(v, float) for v in value.values()):
                note(parameter, OF_TABLES, value)
            if len(words := _words(value)[:MAX_WORDS]) > 1:
                note(f"the words in {parameter}", OF_WORDS, words)
    for args in drawn:
        for i, a in enumerate(args):
            for j in range(i):
                if (scores := _scores(args[j], a)) is not None and scores.size:
                    one, other = check.parameters[j], check.parameters[i]
                    note(f"scores of {one} and {other}", OF_SCORES, scores)
    return {what for what, is_drawn in found.items() if not is_drawn}


def blind_spots(name: str, seed: int = 0) -> set[str]:
    """The changes of a check's plain answers that it accepts."""
    check = CHECKS[name]
    return {
        spot.what
        for answer in check.answers
        for spot in spots(answer.source)
        if spot.passes(check, seed)
    }


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="checks (default: all)", metavar="name")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs (default 0)")
    given = parser.parse_args()
    names = given.names or sorted(CHECKS)
    for name in names:
        for what in sorted(never_drawn(name, given.seed)):
            print(f"{name}\t{what}", flush=True)
    for name in names:
        for what in sorted(blind_spots(name, given.seed)):
            print(f"{name}\t{what}", flush=True)


if __name__ == "__main__":
    main()
