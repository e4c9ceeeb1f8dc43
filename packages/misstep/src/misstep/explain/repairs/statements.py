"""Mistakes in statements: a reset inside a loop, a return too early, names in the wrong order."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from misstep.explain.mutants import Block, Edit, Part, head_of, line_of, with_body
from misstep.explain.repairs.claims import Candidate, Claim
from misstep.explain.repairs.evidence import (
    Proof,
    has_repeats,
    held_something,
    is_false,
    is_true,
    reached,
    shows,
)
from misstep.explain.repairs.syntax import (
    NUMPY,
    blocks,
    call_of,
    fields,
    loaded,
    names_in,
    replace_expression,
    replace_statement,
)


def block_edits(parent: ast.AST, field: str, block: Block) -> Iterator[Candidate]:
    """Resets inside or outside a loop, break for continue, += with a list of indices."""
    for i, statement in enumerate(block):
        before, after = block[:i], block[i + 1 :]

        def tried(
            new: Block, claim: Claim | None = None, line: int = statement.lineno
        ) -> Candidate:
            return Candidate(Edit(parent, field, block, new, line, Part.LINE), claim)

        if isinstance(statement, ast.For | ast.While):
            yield from _of_loop(statement, before, after, tried)
            yield from _of_ends(statement, before, after, tried)
        if isinstance(statement, ast.If):
            yield from _of_condition(statement, before, after, tried)
        match statement:
            case ast.AugAssign(target=ast.Subscript() as target, op=ast.Add() | ast.Sub() as op):
                index = loaded(target.slice)
                name = "add" if isinstance(op, ast.Add) else "subtract"
                call = call_of(f"{NUMPY}.{name}.at", loaded(target.value), index, statement.value)
                data = {"line": ast.unparse(statement), "index": ast.unparse(index)}
                claim = Claim("repeated-index", data, shows(target.slice, has_repeats))
                yield tried([*before, ast.Expr(call), *after], claim)
            case ast.Break():
                yield tried([*before, ast.Continue(), *after], Claim("break-for-continue", {}))
            case ast.Return() if after:
                yield tried([*before, *after])
        for new, claim in _kept_or_replaced(statement):
            yield tried([*before, new, *after], claim)


def _of_condition(choice: ast.If, before: Block, after: Block, tried: Any) -> Iterator[Candidate]:
    """A line inside an if that should be outside."""
    simple, test = ast.Assign | ast.AugAssign | ast.Expr, ast.unparse(choice.test)
    for field in ("body", "orelse"):
        inside = getattr(choice, field)
        for i, line in enumerate(inside):
            if not isinstance(line, simple) or (len(inside) == 1 and field == "orelse"):
                continue
            shorter = copy.copy(choice)
            setattr(shorter, field, [*inside[:i], *inside[i + 1 :]] or [ast.Pass()])
            data = {"line": ast.unparse(line), "test": test, "in_else": field == "orelse"}
            skipped = is_false(choice.test) if field == "body" else is_true(choice.test)
            for new in ([shorter, line], [line, shorter]):
                claim = Claim("inside-if", data, skipped)
                yield tried([*before, *new, *after], claim, line.lineno)


def early_exit(function: ast.FunctionDef) -> Iterator[Candidate]:
    """An early return whose condition is true of inputs that the rest gets right."""
    empty = [
        ast.UnaryOp(ast.Not(), call_of("len", ast.Name(a.arg, ast.Load())))
        for a in function.args.args
    ]
    for parent, _, block in blocks(function):
        if isinstance(parent, ast.For | ast.While):
            continue  # there it ends a search
        for choice in block[:-1]:
            match choice:
                case ast.If(test=test, body=[ast.Return() | ast.Raise() as last], orelse=[]):
                    pass
                case _:
                    continue
            text = ast.unparse(test)
            claim = Claim("early-exit", {"test": text, "exit": ast.unparse(last)})
            # Each of these is true less often, so if it is right, the condition was true too often.
            for new in [ast.Constant(False), *(ast.BoolOp(ast.And(), [e, test]) for e in empty)]:
                edit = Edit(
                    choice, "test", test, new, choice.lineno, Part.CONDITION, {"text": text}
                )
                yield Candidate(edit, claim)


def other_denominator(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A comparison with 0 before a division by something else."""
    divisors = {
        ast.unparse(node.right): node.right
        for node in ast.walk(function)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
    }
    for node in ast.walk(function):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test):
                pass
            case _:
                continue
        match test:
            case ast.Compare(left=guard, comparators=[ast.Constant(value=0)]):
                pass
            case _:
                continue
        for text, divisor in divisors.items():
            if text != ast.unparse(guard) and not isinstance(divisor, ast.Constant):
                data = {"guard": ast.unparse(guard), "denominator": text}
                yield Candidate(
                    replace_expression(test, "left", guard, None, copy.deepcopy(divisor), guard),
                    Claim("other-denominator", data),
                )


def _kept_or_replaced(statement: ast.stmt) -> Iterator[tuple[ast.stmt, Claim]]:
    """= for +=, and the other way round."""
    yield from _written_over(statement)
    proof = held_something(statement)
    match statement:
        case ast.AugAssign(target=ast.Name(id=name) as target, op=ast.Add(), value=more):
            pass
        case ast.Assign(
            targets=[ast.Name(id=name) as target],
            value=ast.BinOp(left=ast.Name(id=left), op=ast.Add(), right=more),
        ) if left == name:
            pass
        case ast.Assign(targets=[ast.Name(id=name) as target], value=value):
            if name not in names_in(value):
                data = {"line": ast.unparse(statement), "name": name}
                yield ast.AugAssign(target, ast.Add(), value), Claim("replaced", data, proof)
            return
        case _:
            return
    data = {"line": ast.unparse(statement), "name": name}
    yield ast.Assign([target], more), Claim("kept", data, proof)


def _written_over(statement: ast.stmt) -> Iterator[tuple[ast.stmt, Claim]]:
    """counts[word] = n for counts[word] += n."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=table, slice=key) as target], value=value):
            pass
        case _:
            return
    text = ast.unparse(target)
    if text in ast.unparse(value) or f"{ast.unparse(table)}.get" in ast.unparse(value):
        return
    added: list[ast.expr] = [value]
    if not isinstance(value, ast.Constant):
        added.append(ast.Constant(1))
    there = ast.Call(ast.Attribute(table, "get", ast.Load()), [key, ast.Constant(0)], [])
    news: list[ast.stmt] = [ast.AugAssign(target, ast.Add(), more) for more in added]
    news += [ast.Assign([target], ast.BinOp(there, ast.Add(), more)) for more in added]
    data = {"line": ast.unparse(statement), "entry": text, "key": ast.unparse(key)}
    for new in news:
        yield new, Claim("entry-replaced", data, held_something(statement))


def _of_loop(loop: Any, before: Block, after: Block, tried: Any) -> Iterator[Candidate]:
    for i, inner in enumerate(loop.body):
        rest = [*loop.body[:i], *loop.body[i + 1 :]]
        if isinstance(inner, ast.Assign) and rest:
            claim = Claim("reset-in-loop", _assigned(inner, loop), reached(inner, times=2))
            yield tried([*before, inner, with_body(loop, rest), *after], claim, inner.lineno)
    if isinstance(loop, ast.While):
        claim = Claim(
            "while-for-if", {"test": ast.unparse(loop.test)}, reached(loop.body[0], times=2)
        )
        yield tried([*before, ast.If(loop.test, loop.body, []), *after], claim, loop.lineno)
    for i, outer in enumerate(before):
        if isinstance(outer, ast.Assign) and _is_read(loop, names_in(outer, ast.Store)):
            between, inner = before[i + 1 :], with_body(loop, [outer, *loop.body])
            # If lines between the two write what it reads, the order of those may be the mistake.
            moved = names_in(outer) & {n for line in between for n in names_in(line, ast.Store)}
            changing = sorted(names_in(outer.value) & names_in(loop, ast.Store))
            if changing and names_in(outer, ast.Store) & names_in(loop, ast.Store):
                continue  # the loop does bring it up to date
            claim = Claim("not-reset", _assigned(outer, loop), reached(loop.body[0], times=2))
            if changing:
                claim = claim._replace(kind="out-of-date", data={**claim.data, "name": changing[0]})
            yield tried(
                [*before[:i], *between, inner, *after], None if moved else claim, outer.lineno
            )


def _adds(line: ast.stmt) -> bool:
    """Whether a line adds to a collection or a sum."""
    match line:
        case ast.AugAssign(op=ast.Add()) | ast.Expr(ast.Call(ast.Attribute(attr="append" | "add"))):
            return True
    return False


def _fresh(loop: Any) -> set[str]:
    """The names that each round of a loop sets afresh: added once, after the loop, they'd be the last's."""
    lines = [line for line in ast.walk(loop) if isinstance(line, ast.Assign)]
    lines = [line for line in lines if not names_in(line, ast.Store) & names_in(line.value)]
    targets = [loop.target] if isinstance(loop, ast.For) else []
    return {name for node in (*targets, *lines) for name in names_in(node, ast.Store)}


def _is_read(loop: ast.AST, names: set[str]) -> bool:
    """Whether a loop uses one of some names, and does not only add to them for what follows it.

    If it only adds, a reset leaves nothing but the last round, whatever the mistake is.
    """
    adds = {"append", "add", "update", "extend"}
    for node in ast.iter_child_nodes(loop):
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method), args)) if method in adds:
                read = set().union(*map(names_in, args))
            case ast.AugAssign(ast.Name(name), _, value):
                read = names_in(value)
            case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(left), _, right)) if left == name:
                read = names_in(right)
            case ast.expr():
                read = names_in(node, ast.Load)
            case _:
                if _is_read(node, names):
                    return True
                continue
        if read & names:
            return True
    return False


def _assigned(line: ast.Assign, loop: ast.stmt) -> dict[str, Any]:
    targets = {name for target in line.targets for name in names_in(target, ast.Store)}
    names = sorted(targets) or [ast.unparse(target) for target in line.targets]
    return {"line": ast.unparse(line), "names": names, "loop": head_of(loop)}


def _in_first_round(loop: Any, last: ast.Return) -> Proof:
    """A return ends the first round of a loop."""
    first, value = loop.body[0], last.value or last
    if first is last:
        return reached(value)
    return Proof(lambda call: sorted(seen.part for seen in call.seen) == [0, 1], [first, value])


def early_return(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A return that ends the first round of a loop."""
    for parent, field, block in blocks(function):
        for i, loop in enumerate(block):
            if not isinstance(loop, ast.For | ast.While):
                continue
            for body, last, nested in _without_return(loop):
                new = [with_body(loop, body), last]
                edit = replace_statement(parent, field, block, i, new, last.lineno)
                claim = Claim("return-in-loop", {"nested": nested}, _in_first_round(loop, last))
                yield Candidate(edit, claim)


def _without_return(loop: Any) -> Iterator[tuple[Block, ast.Return, bool]]:
    """(body of a loop without its return, the return, whether it was in a nested loop)."""
    for i, inner in enumerate(loop.body):
        before, after = loop.body[:i], loop.body[i + 1 :]
        if isinstance(inner, ast.Return) and before + after:
            yield [*before, *after], inner, False
        if isinstance(inner, ast.For | ast.While):
            for body, last, _ in _without_return(inner):
                yield [*before, with_body(inner, body), *after], last, True


def _of_ends(loop: Any, before: Block, after: Block, tried: Any) -> Iterator[Candidate]:
    """The last line of a loop that should come after it, and the other way round."""
    *rest, last = loop.body
    simple = ast.AugAssign | ast.Expr
    if rest and isinstance(last, simple) and not (_adds(last) and names_in(last) & _fresh(loop)):
        data = {"line": ast.unparse(last), "loop": head_of(loop)}
        claim = Claim("inside-loop", data, reached(last, times=2))
        yield tried([*before, with_body(loop, rest), last, *after], claim, last.lineno)
    if after and isinstance(after[0], simple):
        data = {"line": ast.unparse(after[0]), "loop": head_of(loop)}
        claim = Claim("after-loop", data, reached(loop.body[0], times=2))
        longer = with_body(loop, [*loop.body, after[0]])
        yield tried([*before, longer, *after[1:]], claim, after[0].lineno)


def swapped_targets(function: ast.FunctionDef) -> Iterator[Candidate]:
    """Two names before `in`, or on the left of =; they may also be swapped where they are used."""
    for parent, field, value in fields(function):
        targets = value if isinstance(value, list) else [value]
        for i, target in enumerate(targets):
            if not isinstance(target, ast.Tuple) or not isinstance(target.ctx, ast.Store):
                continue
            if len(target.elts) != 2:
                continue
            swapped = ast.Tuple(target.elts[::-1], ast.Store())
            new = [*value[:i], swapped, *value[i + 1 :]] if isinstance(value, list) else swapped
            one, other = map(ast.unparse, target.elts)
            data = {"text": ast.unparse(target).strip("()")}
            used = not any(name.startswith("_") for name in (one, other))
            yield Candidate(
                Edit(parent, field, value, new, line_of(target, parent), Part.TARGETS, data),
                Claim("swapped-targets", {"one": one, "other": other}) if used else None,
            )


def returned_names(source: str) -> list[str]:
    """The names in the last return of a source, if it returns several names."""
    found = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Return)]
    match found[-1:]:
        case [ast.Tuple(elts=parts)]:
            names = [part.id for part in parts if isinstance(part, ast.Name)]
            return names if len(names) == len(parts) else []
    return []


def return_edits(function: ast.FunctionDef, orders: list[list[str]]) -> Iterator[Candidate]:
    """A missing return, or results in the wrong order."""
    *body, last = function.body

    def tried(new: Block, claim: Claim) -> Candidate:
        return Candidate(Edit(function, "body", function.body, new, last.lineno, Part.END), claim)

    returns = any(isinstance(node, ast.Return) for node in ast.walk(function))
    if returns and not isinstance(last, ast.Return):
        names: list[ast.expr] = [
            ast.Name(node.id, ast.Load())
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        given: list[ast.expr] = [ast.Name(a.arg, ast.Load()) for a in function.args.args]
        claim, data = Claim("no-return-reached", {}), dict[str, Any]()
        if isinstance(last, ast.If) and not last.orelse:
            data = {"test": ast.unparse(_opposite(last.test))}
            claim = Claim("no-return-unless", data, is_false(last.test))
        for value in [*names, *given, ast.Constant(0.0), ast.Constant(0)]:
            yield tried([*function.body, ast.Return(value)], claim)
        if isinstance(last, ast.Expr):
            yield tried([*body, ast.Return(last.value)], claim)
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple):
        parts = last.value.elts
        texts = [ast.unparse(part) for part in parts]
        for i in range(len(parts)):
            for j in range(i):
                swapped = list(parts)
                swapped[i], swapped[j] = swapped[j], swapped[i]
                data = {"one": texts[j], "other": texts[i]}
                claim = Claim("swapped-results", data)
                if texts in orders:
                    data |= {"line": _last_line(function, texts[j])}
                    claim = Claim("exchanged-results", data)
                yield tried([*body, ast.Return(ast.Tuple(swapped, ast.Load()))], claim)
        for order in orders:
            if sorted(order) == sorted(texts):
                in_order = ast.Tuple([parts[texts.index(name)] for name in order], ast.Load())
                yield tried(
                    [*body, ast.Return(in_order)], Claim("order-of-results", {"names": texts})
                )


def _last_line(function: ast.FunctionDef, name: str) -> str:
    """The last line that gives a name a value, or nothing."""
    lines = [
        ast.unparse(node)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AugAssign)
        and ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target) == name
    ]
    return lines[-1] if lines else ""


OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In},
    **{ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt},
}


def _opposite(test: ast.expr) -> ast.expr:
    """The negation of a condition."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner
        case ast.Compare(left=left, ops=[op], comparators=right) if type(op) in OPPOSITES:
            return ast.Compare(left, [OPPOSITES[type(op)]()], right)
    return ast.UnaryOp(ast.Not(), test)


def swapped_names(function: ast.FunctionDef) -> Iterator[Candidate]:
    """Two names that are swapped throughout one line; without an argument, maybe even before it."""
    given = {argument.arg for argument in function.args.args}
    for parent, field, block in blocks(function):
        for i, statement in enumerate(block):
            if isinstance(statement, ast.For | ast.While | ast.If | ast.FunctionDef):
                continue
            names = sorted(names_in(statement, ast.Load) - {NUMPY})
            for n, one in enumerate(names):
                for other in names[:n]:
                    new = _Renamed({one: other, other: one}).visit(copy.deepcopy(statement))
                    data: dict[str, Any] = {
                        "one": other,
                        "other": one,
                        "line": ast.unparse(statement),
                    }
                    data["in_dict"] = any(isinstance(n, ast.DictComp) for n in ast.walk(statement))
                    yield Candidate(
                        Edit(
                            parent,
                            field,
                            block,
                            [*block[:i], new, *block[i + 1 :]],
                            statement.lineno,
                            Part.TWO_NAMES,
                            data,
                        ),
                        Claim("swapped-names", data) if {one, other} & given else None,
                    )


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            node.id = self.names.get(node.id, node.id)
        return node
