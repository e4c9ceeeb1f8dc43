"""Mistakes in statements: a reset inside a loop, a return too early, names in the wrong order."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from misstep.explain.mutants import Block, Edit, line_of, loop_in_words, with_body
from misstep.explain.repairs.syntax import (
    NUMPY,
    Candidate,
    blocks,
    call_of,
    fields,
    loaded,
    names_in,
    replace_statement,
)

TOO_OFTEN = "is true of inputs that the lines below it get right"


def block_edits(parent: ast.AST, field: str, block: Block) -> Iterator[Candidate]:
    """Resets inside or outside a loop, elif for if, += with a list of indices."""
    for i, statement in enumerate(block):
        before, after = block[:i], block[i + 1 :]

        def tried(new: Block, looks: str, think: str, line: int = statement.lineno) -> Candidate:
            return Candidate(Edit(parent, field, block, new, line, "the line"), looks, think)

        if isinstance(statement, ast.For | ast.While):
            yield from _of_loop(statement, before, after, tried)
            yield from _of_ends(statement, before, after, tried)
        if isinstance(statement, ast.If):
            yield from _of_condition(statement, before, after, tried)
        if isinstance(statement, ast.If) and len(statement.orelse) == 1:
            [other] = statement.orelse
            if isinstance(other, ast.If):
                first = ast.If(statement.test, statement.body, [])
                yield tried(
                    [*before, first, other, *after],
                    f"elif {ast.unparse(other.test)} is looked at only where {ast.unparse(statement.test)} "
                    "is not true, so both never count.",
                    "Can both be true of one input? What should happen then?",
                    other.lineno,
                )
        if (
            isinstance(statement, ast.AugAssign)
            and isinstance(statement.target, ast.Subscript)
            and isinstance(statement.op, ast.Add | ast.Sub)
        ):
            where, sign = loaded(statement.target.slice), type(statement.op)
            name = "add" if sign is ast.Add else "subtract"
            call = call_of(
                f"{NUMPY}.{name}.at", loaded(statement.target.value), where, statement.value
            )
            yield tried(
                [*before, ast.Expr(call), *after],
                f"{ast.unparse(statement)} changes each place once, even where "
                f"{ast.unparse(where)} lists it several times.",
                "What does c = np.zeros(3); c[[1, 1, 1]] += 1 leave in c[1]?",
            )
        if isinstance(statement, ast.Break):
            yield tried(
                [*before, ast.Continue(), *after],
                "`break` ends the whole loop: what would come after it is never gone through.",
                "Should the loop end here, or should only this round be skipped?",
            )
        for new, looks, think in _kept_or_replaced(statement):
            yield tried([*before, new, *after], looks, think)
        if isinstance(statement, ast.Return) and after:
            yield tried([*before, *after], "", "")


def _of_condition(choice: ast.If, before: Block, after: Block, tried: Any) -> Iterator[Candidate]:
    """A line inside an if that should be outside, and the other way round."""
    simple, test = ast.Assign | ast.AugAssign | ast.Expr, ast.unparse(choice.test)
    for field in ("body", "orelse"):
        inside = getattr(choice, field)
        where = "that is true" if field == "body" else "that is not true"
        for i, line in enumerate(inside):
            if not isinstance(line, simple) or (len(inside) == 1 and field == "orelse"):
                continue
            shorter = copy.copy(choice)
            setattr(shorter, field, [*inside[:i], *inside[i + 1 :]] or [ast.Pass()])
            text = ast.unparse(line)
            for new in ([shorter, line], [line, shorter]):
                yield tried(
                    [*before, *new, *after],
                    f"{text} stands {'in the else of' if field == 'orelse' else 'inside'} `if {test}`, so "
                    f"it happens only where {where}.",
                    f"Should it happen only where {where}, or every time? How far is the line indented?",
                    line.lineno,
                )
    if after and isinstance(after[0], simple) and not choice.orelse:
        text = ast.unparse(after[0])
        yield tried(
            [*before, with_body(choice, [*choice.body, after[0]]), *after[1:]],
            f"{text} comes after `if {test}`, not inside it, so it also happens if that is not true.",
            f"Should it happen every time, or only where {test}? How far is the line indented?",
            after[0].lineno,
        )


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
            # Each of these is true less often, so if it is right, the condition was true too often.
            for new in [ast.Constant(False), *(ast.BoolOp(ast.And(), [e, test]) for e in empty)]:
                yield Candidate(
                    Edit(choice, "test", test, new, choice.lineno, f"the condition {text}"),
                    f"{text} {TOO_OFTEN}, and there your function ends with {ast.unparse(last)}.",
                    f"Of which inputs is {text} true, and what should come back for each of them?",
                )


def _kept_or_replaced(statement: ast.stmt) -> Iterator[tuple[ast.stmt, str, str]]:
    """= for +=, and the other way round."""
    yield from _written_over(statement)
    match statement:
        case ast.AugAssign(target=ast.Name(id=name) as target, op=ast.Add(), value=more):
            pass
        case ast.Assign(
            targets=[ast.Name(id=name) as target],
            value=ast.BinOp(left=ast.Name(id=left), op=ast.Add(), right=more),
        ) if left == name:
            pass
        case ast.Assign(targets=[ast.Name(id=name) as target], value=value):
            if not any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(value)):
                yield (
                    ast.AugAssign(target, ast.Add(), value),
                    f"{ast.unparse(statement)} replaces what {name} held before, and that is lost.",
                    f"Should {name} be replaced here, or should something be added to it?",
                )
            return
        case _:
            return
    yield (
        ast.Assign([target], more),
        f"{ast.unparse(statement)} keeps what {name} held before, and adds to it.",
        f"Should what {name} held before still be in it?",
    )


def _written_over(statement: ast.stmt) -> Iterator[tuple[ast.stmt, str, str]]:
    """counts[word] = n for counts[word] += n."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=table, slice=key) as target], value=value):
            pass
        case _:
            return
    text = ast.unparse(target)
    if text in ast.unparse(value) or f"{ast.unparse(table)}.get" in ast.unparse(value):
        return
    one = ast.Constant(1)
    added: list[ast.expr] = [value]
    if not isinstance(value, ast.Constant):
        # If a plain 1 is right, nothing was there before, so it is tried first and gets no words.
        yield ast.Assign([target], one), "", ""
        added.append(one)
    there = ast.Call(ast.Attribute(table, "get", ast.Load()), [key, ast.Constant(0)], [])
    news: list[ast.stmt] = [ast.AugAssign(target, ast.Add(), more) for more in added]
    news += [ast.Assign([target], ast.BinOp(there, ast.Add(), more)) for more in added]
    for new in news:
        yield (
            new,
            f"{ast.unparse(statement)} replaces whatever {text} held before, and that is lost.",
            f"When the line comes to the same {ast.unparse(key)} again, what does {text} hold, and "
            "should that still count?",
        )


def _of_loop(loop: Any, before: Block, after: Block, tried: Any) -> Iterator[Candidate]:
    for i, inner in enumerate(loop.body):
        rest = [*loop.body[:i], *loop.body[i + 1 :]]
        if isinstance(inner, ast.Assign) and rest:
            yield tried(
                [*before, inner, with_body(loop, rest), *after],
                f"{ast.unparse(inner)} is inside {loop_in_words(loop)}, so {_set_by(inner)} set again in "
                "every round.",
                "What should be kept from one round to the next, and what should start afresh?",
                inner.lineno,
            )
        if isinstance(inner, ast.If) and inner.orelse:
            [*_, last] = inner.orelse
            if isinstance(last, ast.Return):
                mended = ast.If(inner.test, inner.body, inner.orelse[:-1])
                yield tried(
                    [
                        *before,
                        with_body(loop, [*loop.body[:i], mended, *loop.body[i + 1 :]]),
                        last,
                        *after,
                    ],
                    f"the else with {ast.unparse(last)} is inside the loop, so only the first entry "
                    "decides.",
                    "When do you know that none of the entries fits: in the loop, or after it?",
                    last.lineno,
                )
    for i, outer in enumerate(before):
        if isinstance(outer, ast.Assign):
            yield tried(
                [*before[:i], *before[i + 1 :], with_body(loop, [outer, *loop.body]), *after],
                *_before_loop(outer, loop),
                outer.lineno,
            )


def early_return(function: ast.FunctionDef) -> Iterator[Candidate]:
    """A return that ends the first round of a loop."""
    for parent, field, block in blocks(function):
        for i, loop in enumerate(block):
            if not isinstance(loop, ast.For | ast.While):
                continue
            for body, last, loops in _without_return(loop):
                its = "its" if loops == "loop" else "their"
                comes = "comes" if loops == "loop" else "come"
                yield Candidate(
                    replace_statement(
                        parent, field, block, i, [with_body(loop, body), last], last.lineno
                    ),
                    f"the return is inside the {loops}, so the function ends in {its} first round.",
                    f"How far should the return be indented, so that the {loops} {comes} to {its} end "
                    "first?",
                )


def _without_return(loop: Any) -> Iterator[tuple[Block, ast.Return, str]]:
    """(body of a loop without its return, the return, "loop" or "loops" if it was nested)."""
    for i, inner in enumerate(loop.body):
        before, after = loop.body[:i], loop.body[i + 1 :]
        if isinstance(inner, ast.Return) and before + after:
            yield [*before, *after], inner, "loop"
        if isinstance(inner, ast.For | ast.While):
            for body, last, _ in _without_return(inner):
                yield [*before, with_body(inner, body), *after], last, "loops"


def _of_ends(loop: Any, before: Block, after: Block, tried: Any) -> Iterator[Candidate]:
    """The last line of a loop that should come after it, and the other way round."""
    *rest, last = loop.body
    where, simple = loop_in_words(loop), ast.AugAssign | ast.Expr
    if rest and isinstance(last, simple):
        yield tried(
            [*before, with_body(loop, rest), last, *after],
            f"{ast.unparse(last)} is inside {where}, so it happens in every round.",
            "What should happen in every round, and what once, when the loop is over?",
            last.lineno,
        )
    if after and isinstance(after[0], simple):
        yield tried(
            [*before, with_body(loop, [*loop.body, after[0]]), *after[1:]],
            f"{ast.unparse(after[0])} comes after {where}, so it does not happen in each of its rounds.",
            "How often should this happen: once when the loop is over, or in every round?",
            after[0].lineno,
        )


def _before_loop(outer: ast.Assign, loop: ast.stmt) -> tuple[str, str]:
    """The words for a line that should be in the loop."""
    line = ast.unparse(outer)
    if names_in(outer.value) & names_in(loop, ast.Store):
        return (
            f"{line} comes before the loop, so it is not brought up to date when "
            f"{min(names_in(outer.value) & names_in(loop, ast.Store))} changes.",
            "What is worked out once here, and what should be worked out again in every round?",
        )
    return (
        f"{line} comes before {loop_in_words(loop)}, so {_set_by(outer)} not reset for the next round.",
        "What should start afresh in every round?",
    )


def _set_by(line: ast.Assign) -> str:
    """The names that a line sets, with the verb that goes with them."""
    names = sorted(names_in(line, ast.Store))
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def swapped_targets(function: ast.FunctionDef) -> Iterator[Candidate]:
    """Two names before `in`, or on the left of =, in the wrong order."""
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
            yield Candidate(
                Edit(parent, field, value, new, line_of(target, parent), f"{one}, {other}"),
                f"{one} and {other} are unpacked in the wrong order.",
                "What comes first in each pair, and what second? Print one of them.",
            )


def returned_names(source: str) -> list[str]:
    """The names in the last return of a source, if it returns several names."""
    found = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Return)]
    match found[-1:]:
        case [ast.Tuple(elts=parts)]:
            names = [part.id for part in parts if isinstance(part, ast.Name)]
            return names if len(names) == len(parts) else []
    return []


def _exchanged(function: ast.FunctionDef, one: str, other: str) -> tuple[str, str]:
    """The words for two results that are swapped."""
    lines = [
        ast.unparse(node)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AugAssign)
        and ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target) == one
    ]
    return (
        f"{one} and {other} are exchanged: what your code works out as {one} is {other}, and the "
        "other way round.",
        f"Look at {lines[-1]}: in which case does that happen, and is it a case of {one}?"
        if lines
        else f"What belongs to {one}, and what to {other}?",
    )


def return_edits(function: ast.FunctionDef, orders: list[list[str]]) -> Iterator[Candidate]:
    """A missing return, or results in the wrong order."""
    *body, last = function.body
    line = last.lineno

    def tried(new: Block, looks: str, think: str) -> Candidate:
        return Candidate(Edit(function, "body", function.body, new, line, "the end"), looks, think)

    if not isinstance(last, ast.Return):
        names: list[ast.expr] = [
            ast.Name(node.id, ast.Load())
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        given: list[ast.expr] = [ast.Name(a.arg, ast.Load()) for a in function.args.args]
        always = not any(isinstance(node, ast.Return) for node in ast.walk(function))
        looks = (
            "there is no return: the result is worked out, and then it is lost."
            if always
            else "on some inputs no return is reached, and then Python returns None."
        )
        think = "What should come back at the end, after the last line?"
        if isinstance(last, ast.If) and not last.orelse and not always:
            other = ast.unparse(_opposite(last.test))
            looks = f"where {other}, no return is reached, and then Python returns None."
            think = f"What should come back where {other}?"
        for value in [*names, *given, ast.Constant(0.0), ast.Constant(0)]:
            yield tried([*function.body, ast.Return(value)], looks, think)
        if isinstance(last, ast.Expr):
            yield tried([*body, ast.Return(last.value)], looks, think)
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple):
        parts = last.value.elts
        for i in range(len(parts)):
            for j in range(i):
                swapped = list(parts)
                swapped[i], swapped[j] = swapped[j], swapped[i]
                one, other = ast.unparse(parts[j]), ast.unparse(parts[i])
                looks = f"{one} and {other} come back in each other's place."
                think = "In which order does the docstring name the results?"
                if [ast.unparse(part) for part in parts] in orders:
                    looks, think = _exchanged(function, one, other)
                yield tried([*body, ast.Return(ast.Tuple(swapped, ast.Load()))], looks, think)
        texts = [ast.unparse(part) for part in parts]
        for order in orders:
            if sorted(order) == sorted(texts):
                in_order = [parts[texts.index(name)] for name in order]
                yield tried(
                    [*body, ast.Return(ast.Tuple(in_order, ast.Load()))],
                    f"the results come back in the order {', '.join(texts)}.",
                    "In which order does the docstring name them?",
                )


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
    """Two names that are swapped throughout one line."""
    for parent, field, block in fields(function):
        if not (isinstance(block, list) and block and isinstance(block[0], ast.stmt)):
            continue
        for i, statement in enumerate(block):
            if isinstance(statement, ast.For | ast.While | ast.If | ast.FunctionDef):
                continue
            names = sorted(
                {
                    node.id
                    for node in ast.walk(statement)
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
                }
                - {NUMPY}
            )
            for n, one in enumerate(names):
                for other in names[:n]:
                    new = _Renamed({one: other, other: one}).visit(copy.deepcopy(statement))
                    yield Candidate(
                        Edit(
                            parent,
                            field,
                            block,
                            [*block[:i], new, *block[i + 1 :]],
                            statement.lineno,
                            f"{other} and {one}",
                        ),
                        f"{other} and {one} are in each other's place in {ast.unparse(statement)}.",
                        "Which is the key, and which the value?"
                        if any(isinstance(n, ast.DictComp) for n in ast.walk(statement))
                        else "Which of the two belongs where?",
                    )


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            node.id = self.names.get(node.id, node.id)
        return node
