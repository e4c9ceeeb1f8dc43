"""Mutation operators: all single edits of a function's source, as in mutation testing.

An operator, a constant, an axis, an index, a comparison, the order of two statements, a term that is
dropped, an array that is changed in place. Two things use them: a test asks that every such edit of
a plain answer is caught by its check, and a check looks for an edit that would repair a student's
function (`repairs`), to say where it is and of what kind.
"""

import ast
import copy
import dataclasses
import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Block = list[ast.stmt]

OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
# Names that are mixed up, of functions or of methods.
NAMES = (
    ("argmax", "argmin"),
    ("max", "min"),
    ("maximum", "minimum"),
    ("sum", "mean"),
    ("sum", "prod"),
    ("any", "all"),
    ("zeros", "ones"),
    ("log", "log2"),
    ("log", "exp"),
    ("exp", "expm1"),
    ("sin", "cos"),
    ("ones", "zeros"),
    ("mean", "sum"),
    ("round", "int"),
    ("append", "extend"),
    ("update", "subtract"),
    ("union", "intersection"),
    ("hstack", "vstack"),
    ("column_stack", "vstack"),
    ("sign", "abs"),
)
COPIES = {"copy", "astype", "sorted", "list", "set", "float", "array", "abs", "int"}


class Part(enum.StrEnum):
    """What an edit changes: the kind of a finding that points to it."""

    LINE = "place-line"
    LINES = "place-two-lines"  # their order
    LINE_IN_LOOP = "place-line-in-loop"
    LINE_AFTER_LOOP = "place-line-after-loop"
    END = "place-end"
    NAME = "place-name"
    NUMBER = "place-number"
    STRING = "place-string"
    EXPRESSION = "place-expression"
    OPERATOR = "place-operator"
    CONDITION = "place-condition"
    WEAK_CONDITION = "place-weak-condition"
    COMPARISON = "place-comparison"
    SLICE = "place-slice"
    ARGUMENTS = "place-arguments"
    TARGETS = "place-targets"
    TWO_NAMES = "place-two-names"
    OFF_BY_ONE = "place-off-by-one"
    SLICE_END = "place-slice-end"
    OPERATION = "place-operation"
    POWER = "place-power"
    FACTOR = "place-factor"
    DIVISOR = "place-divisor"
    TERM = "place-term"
    SUBTRAHEND = "place-subtrahend"
    SHAPE = "place-shape"
    ENTRY = "place-entry"


@dataclass(frozen=True)
class Mutant:
    """A function's source with one edit, and the line of the original that it changes."""

    line: int
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """All single edits of a function, given as source, without duplicates."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    for edit in edits(tree):
        text = edit.text(tree)
        if text not in seen:
            seen.add(text)
            yield Mutant(edit.line, text)


@dataclass(frozen=True)
class Edit:
    """One field of one node that gets another value.

    Args:
        node: The node.
        field: The name of the field.
        old: What it holds.
        new: What it is to hold.
        line: The line of the source.
        part: What kind of thing is changed there.
        data: Pieces of the source that say more: "text" is the part of the line.
        also: The same edit in other places, made together with this one.

    """

    node: ast.AST
    field: str
    old: Any
    new: Any
    line: int
    part: Part
    data: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    also: tuple["Edit", ...] = ()

    def text(self, tree: ast.Module) -> str:
        """The source of the tree with this edit; the tree is left as it was."""
        every = (self, *self.also)
        for edit in every:
            setattr(edit.node, edit.field, edit.new)
        try:
            try:
                return ast.unparse(tree)
            except AttributeError:  # a new statement has no line, and few edits have one
                return ast.unparse(ast.fix_missing_locations(tree))
        finally:
            for edit in reversed(every):
                setattr(edit.node, edit.field, edit.old)

    @property
    def change(self) -> tuple[Any, ...]:
        """What it does, wherever it does it."""
        old, new = self.old, self.new
        if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            old, new = next(
                ((a, b) for a, b in zip(old, new, strict=True) if a is not b), (old, new)
            )
        other = getattr(new, "value", None) if isinstance(new, ast.Constant) else None
        return self.part, self.data.get("text"), type(new).__name__, repr(other)


def edits(tree: ast.Module) -> Iterator[Edit]:
    """All single edits of a tree."""
    names = variables(tree)
    for parent in ast.walk(tree):
        if isinstance(parent, ast.arguments):
            continue
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                for line, block, part, data in _blocks(value):
                    yield Edit(parent, field, value, block, line, part, data)
            elif isinstance(value, list):
                for i, item in enumerate(value):
                    for new in _others(item, parent, names):
                        changed = [*value[:i], new, *value[i + 1 :]]
                        line = line_of(item, parent)
                        yield Edit(parent, field, value, changed, line, *_changed_part(item, new))
            elif isinstance(value, ast.AST):
                for new in _others(value, parent, names):
                    line = line_of(value, parent)
                    yield Edit(parent, field, value, new, line, *_changed_part(value, new))
        for field, old, new in _own(parent):
            yield Edit(
                parent, field, old, new, line_of(parent, parent), *_changed_field(parent, field)
            )


def line_of(node: Any, parent: Any) -> int:
    """The line of a node, or of its parent; some nodes only have lines inside."""
    inside = (
        part for outer in (node, parent) if isinstance(outer, ast.AST) for part in ast.walk(outer)
    )
    return next((int(part.lineno) for part in inside if hasattr(part, "lineno")), 1)


SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.And: "and",
    ast.Or: "or",
}


Changed = tuple[Part, dict[str, Any]]


def part_of(node: ast.AST) -> Changed:
    """What kind of part of a line an expression is, and its text."""
    part = Part.EXPRESSION
    if isinstance(node, ast.Name):
        part = Part.NAME
    elif isinstance(node, ast.Constant):
        kinds = {str: Part.STRING, int: Part.NUMBER, float: Part.NUMBER}
        part = kinds.get(type(node.value), Part.EXPRESSION)
    return part, {"text": ast.unparse(node)}


def _changed_part(node: ast.AST, new: ast.AST) -> Changed:
    """An expression that is edited, or the side of it that is left out."""
    if isinstance(node, ast.BinOp) and new in (node.left, node.right):
        sign = SIGNS.get(type(node.op), "")
        left_out = f"{ast.unparse(node.left)} {sign}"
        if new is node.left:
            left_out = ast.unparse(node).removeprefix(ast.unparse(node.left)).strip()
        return Part.EXPRESSION, {"text": left_out}
    return part_of(node)


def _changed_field(node: ast.AST, field: str) -> Changed:
    if field == "op" and isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
        equals = "=" * isinstance(node, ast.AugAssign)
        return Part.OPERATOR, {"text": f"{SIGNS.get(type(node.op), '')}{equals}"}
    if isinstance(node, ast.Compare):
        return Part.COMPARISON, {"text": ast.unparse(node)}
    if isinstance(node, ast.Slice):
        return Part.SLICE, {"text": ast.unparse(node)}
    if isinstance(node, ast.Attribute):
        return Part.NAME, {"text": node.attr}
    if isinstance(node, ast.Call):
        return Part.ARGUMENTS, {"text": ast.unparse(node.func)}
    assert isinstance(node, ast.comprehension)
    return Part.CONDITION, {"text": " and ".join(map(ast.unparse, node.ifs))}


def variables(tree: ast.Module) -> list[str]:
    """The variables of the function, which may be mixed up."""
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            found[node.arg] = None
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = None
    return list(found)


def _own(node: ast.AST) -> Iterator[tuple[str, Any, Any]]:
    """Edits within a node: (field, what it holds, what it holds instead)."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        for other in OPERATORS.get(type(node.op), ()):
            yield "op", node.op, other()
    if isinstance(node, ast.BoolOp):
        yield "op", node.op, ast.Or() if isinstance(node.op, ast.And) else ast.And()
    if isinstance(node, ast.Compare):
        for op in COMPARISONS.get(type(node.ops[0]), ()):
            yield "ops", node.ops, [op(), *node.ops[1:]]
    if isinstance(node, ast.Slice):
        for field in ("lower", "upper", "step"):
            if getattr(node, field) is not None:
                yield field, getattr(node, field), None
    if isinstance(node, ast.Attribute):
        for a, b in NAMES:
            if node.attr in (a, b):
                yield "attr", node.attr, b if node.attr == a else a
    if isinstance(node, ast.Call):
        for i in range(len(node.keywords)):
            yield "keywords", node.keywords, node.keywords[:i] + node.keywords[i + 1 :]
        if len(node.args) >= 2:
            yield "args", node.args, [node.args[1], node.args[0], *node.args[2:]]
    if isinstance(node, ast.comprehension) and node.ifs:
        yield "ifs", node.ifs, []


def _others(node: Any, parent: ast.AST, names: list[str]) -> Iterator[ast.expr]:
    """Expressions that might stand in place of one."""
    if not isinstance(node, ast.expr) or isinstance(getattr(node, "ctx", None), ast.Store):
        return
    if isinstance(node, ast.Constant):
        yield from map(ast.Constant, _constants(node.value))
    if isinstance(node, ast.Name) and node.id in names:
        for other in names:
            yield ast.Name(other, ast.Load())
        if (
            isinstance(parent, ast.Subscript | ast.Slice | ast.Compare)
            and parent.__dict__.get("value") is not node
        ):
            for op in (ast.Add(), ast.Sub()):
                yield ast.BinOp(ast.Name(node.id, ast.Load()), op, ast.Constant(1))
    if isinstance(node, ast.Name):
        for a, b in NAMES:
            if node.id in (a, b):
                yield ast.Name(b if node.id == a else a, ast.Load())
    if isinstance(node, ast.BinOp):
        yield node.left
        yield node.right
        if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult | ast.Pow):
            yield ast.BinOp(node.right, node.op, node.left)
    if isinstance(node, ast.UnaryOp):
        yield node.operand
    if isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    if isinstance(node, ast.Compare | ast.BoolOp):
        yield ast.UnaryOp(ast.Not(), node)
    if isinstance(node, ast.BoolOp):
        yield from node.values
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield node.value
    if isinstance(node, ast.Call):
        yield from _calls(node)


def _constants(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value)
    elif isinstance(value, float):
        yield from (2 * value, -value, 0.0)
    elif value is None:
        yield 0


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    """A call left out: its argument, or what its method is called on."""
    name = node.func
    if isinstance(name, ast.Attribute):
        if name.attr in COPIES and not isinstance(name.value, ast.Name | ast.Attribute):
            yield name.value
        if name.attr in ("copy", "astype"):
            yield name.value
    if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred | ast.GeneratorExp):
        yield node.args[0]
    if isinstance(name, ast.Name) and name.id == "range":
        yield ast.Call(
            name, [*node.args[:-1], ast.BinOp(node.args[-1], ast.Add(), ast.Constant(1))], []
        )
        yield ast.Call(
            name, [*node.args[:-1], ast.BinOp(node.args[-1], ast.Sub(), ast.Constant(1))], []
        )


def _blocks(block: Block) -> Iterator[tuple[int, Block, Part, dict[str, Any]]]:
    """Edits of a block of statements: one left out, two swapped, one moved in or out of a loop."""
    for i, statement in enumerate(block):
        line, before, after = statement.lineno, block[:i], block[i + 1 :]
        if isinstance(statement, ast.FunctionDef):
            continue
        if not isinstance(statement, ast.Return):
            yield line, [*before, *after] or [ast.Pass()], Part.LINE, {}
        if after and not isinstance(after[0], ast.FunctionDef) and _depend(statement, after[0]):
            yield line, [*before, after[0], statement, *after[1:]], Part.LINES, {}
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
            [target, value] = [statement.targets[0], statement.value]
            if isinstance(target, ast.Name) and ast.unparse(value.left) == target.id:
                new = ast.AugAssign(target, value.op, value.right)
                yield line, [*before, new, *after], Part.OPERATOR, {"text": "="}
        if isinstance(statement, ast.AugAssign):
            equals = ast.Assign([statement.target], statement.value)
            sign = f"{SIGNS.get(type(statement.op), '')}="
            yield line, [*before, equals, *after], Part.OPERATOR, {"text": sign}
        if isinstance(statement, ast.If):
            test = {"text": ast.unparse(statement.test)}
            yield line, [*before, *statement.body, *after], Part.CONDITION, test
            rest = [*before, *statement.orelse, *after] or [ast.Pass()]
            yield line, rest, Part.CONDITION, test
        if isinstance(statement, ast.Break | ast.Continue):
            other = ast.Continue() if isinstance(statement, ast.Break) else ast.Break()
            yield line, [*before, other, *after], Part.LINE, {}
        if isinstance(statement, ast.For | ast.While):
            inner, loop = statement.body, {"loop": head_of(statement)}
            if len(inner) > 1:
                moved = [*before, with_body(statement, inner[:-1]), inner[-1], *after]
                yield inner[-1].lineno, moved, Part.LINE_IN_LOOP, loop
            if after:
                moved = [*before, with_body(statement, [*inner, after[0]]), *after[1:]]
                yield after[0].lineno, moved, Part.LINE_AFTER_LOOP, loop


def _depend(first: ast.stmt, second: ast.stmt) -> bool:
    """Whether the order of two statements can matter: one may write what the other reads."""
    if any(
        isinstance(s, ast.Return | ast.Break | ast.Continue | ast.Raise) for s in (first, second)
    ):
        return True
    return bool(_written(first) & _looked_at(second) or _written(second) & _looked_at(first))


def _looked_at(statement: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def _written(statement: ast.stmt) -> set[str]:
    """Names that are assigned, and those whose object may change: w[0] = 1, w.append(1)."""
    written = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            written.add(node.id)
        if isinstance(node, ast.Subscript | ast.Attribute) and (
            isinstance(node.ctx, ast.Store) or isinstance(statement, ast.Expr | ast.AugAssign)
        ):
            base: ast.AST = node
            while isinstance(base, ast.Subscript | ast.Attribute):
                base = base.value
            if isinstance(base, ast.Name):
                written.add(base.id)
    return written


def head_of(loop: ast.stmt) -> str:
    """The first line of a loop, without its colon."""
    return ast.unparse(with_body(loop, [])).splitlines()[0].removesuffix(":")


def with_body(loop: Any, body: Block) -> Any:
    """A loop with another body."""
    made = copy.copy(loop)
    made.body = body or [ast.Pass()]
    return made
