"""Automated program repair, used as a pointer: where a small edit makes a wrong function right.

All single edits of a student's function are tried: first those of a slip that has words of its own
(one array stored many times, brackets, a reset inside of a loop), then the operators of `mutants`,
then whatever else may be missing at some place. An edit counts only if the function passes its check
with it, so what is said of its place is true. The place is named and the kind of thing that is there;
the edit itself never is. If no single edit will do, two are tried, the better half of them first.

Edited functions run in this process. Their loops look at a clock, which works in a browser too.
Nothing that reaches out of Python is run at all, nor what could fill the memory before any clock is
looked at, as a longer product of itertools would.
"""

import ast
import copy
import inspect
import textwrap
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lincourse.checks.calling import TooSlow
from lincourse.checks.mutants import Edit, edits, in_words, line_of

SECONDS = 0.8  # of the processor's time for the whole search; of a busy machine's, three times that
CALLS_OUT = {"open", "exec", "eval", "input", "os", "sys", "shutil", "subprocess", "Path", "exit"}
EXPLODES = {"itertools", "product", "permutations", "combinations", "combinations_with_replacement"}
REDUCE = {"sum", "mean", "max", "min", "argmax", "argmin", "prod", "any", "all", "std", "var"}
NUMPY = "np"

Function = Callable[..., Any]


@dataclass(frozen=True)
class Found:
    """What a repair showed: either words for a slip that is known, or a place to look at."""

    looks: str = ""
    think: str = ""
    place: str = ""


@dataclass(frozen=True)
class _Try:
    """An edit with what can be said if it is the one."""

    edit: Edit
    looks: str = ""
    think: str = ""


class Search:
    """The search for a repair of one function.

    Args:
        function: The student's function.
        passes: Whether a function passes its check.
        rate: How many of some inputs a function gets right until it gets one wrong, and of how many.
        literals: Numbers and strings that right answers hold.
        typed: Whether what the function returns is of the right type; if it is not, a set where a
            list should be says nothing about repeats.

    """

    def __init__(
        self,
        function: Any,
        passes: Callable[[Function], bool],
        rate: Callable[[Function], tuple[int, int]],
        literals: Iterable[Any] = (),
        typed: bool = True,
        seconds: float = SECONDS,
    ) -> None:
        self.function, self.passes, self.rate, self.typed = function, passes, rate, typed
        self.literals = list(literals)
        self.ends = time.process_time() + seconds, time.monotonic() + 3 * seconds

    def found(self) -> Found | None:
        """What can be said, or None."""
        source = source_of(self.function)
        if not source:
            return None
        self.lines = source.splitlines()
        start, _ = self.rate(self.function)
        best: tuple[int, _Try, str] | None = None
        for attempt, text, edited in self._edited(source):
            right, passes = self._tried(edited)
            if passes:
                return self._said([attempt])
            if right > (best[0] if best else start + 1):
                best = (right, attempt, text)
        if best is None:
            return None
        first = best[1]
        for attempt, _, edited in self._edited(best[2]):
            if self._tried(edited)[1]:
                return self._said([first, attempt], ast.unparse(ast.parse(best[2])).splitlines())
        return None

    def _tried(self, edited: Function) -> tuple[int, bool]:
        """How many of the inputs it gets right, and whether it passes."""
        try:
            right, of = self.rate(edited)
            return right, right == of and self.passes(edited)
        except TooSlow:  # it came late, after the call that took so long
            return 0, False

    def _edited(self, source: str) -> Iterator[tuple[_Try, str, Function]]:
        """Each edit, the source with it and the function, until the time is up."""
        tree = ast.parse(source)
        seen = {ast.unparse(tree)}
        for attempt in _tries(tree, self.literals, self.typed):
            if self._late():
                return
            try:
                text = attempt.edit.text(tree)
            except (AttributeError, ValueError, TypeError):  # no source can be written for it
                continue
            if text in seen:
                continue
            seen.add(text)
            edited = self._compiled(text)
            if edited is not None:
                yield attempt, text, edited

    def _compiled(self, text: str) -> Function | None:
        namespace = dict(self.function.__globals__)
        namespace |= {_TICK: self._tick, _COPY: copy.deepcopy}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = _Clocked().visit(ast.parse(text))
                exec(compile(ast.fix_missing_locations(tree), "<edited>", "exec"), namespace)
        except SyntaxError:
            return None
        made: Function = namespace[self.function.__name__]
        return made

    def _late(self) -> bool:
        return time.process_time() > self.ends[0] or time.monotonic() > self.ends[1]

    def _tick(self) -> None:
        if self._late():
            raise TooSlow

    def _said(self, attempts: list[_Try], between: list[str] | None = None) -> Found:
        """In words what was found: of a slip with words of its own, or where to look."""
        told = [attempt for attempt in attempts if attempt.looks]
        if len(attempts) == 1 and told:
            return Found(told[0].looks, told[0].think)
        first, *second = attempts
        places = [self._place(first.edit, self.lines)]
        think = told[0].think if told else ""
        if not second:
            return Found(think=think, place=places[0])
        places.append(self._place(second[0].edit, between or []))
        if not told and self._line(second[0].edit, between or []) not in self._plain_lines():
            line = self._line(
                first.edit, self.lines
            )  # the second edit changes what the first wrote
            return Found(place=f"more than one thing in the line {line}")
        parts = [
            t.looks.rstrip(".") if t.looks else p for t, p in zip(attempts, places, strict=True)
        ]
        return Found(think=think, place=f"two things: {parts[0]}; and {parts[1]}")

    def _plain_lines(self) -> set[str]:
        """The lines of the student's function, as Python would write them."""
        return {line.strip() for line in ast.unparse(ast.parse("\n".join(self.lines))).splitlines()}

    @staticmethod
    def _line(edit: Edit, lines: list[str]) -> str:
        return lines[edit.line - 1].strip() if 0 < edit.line <= len(lines) else ""

    def _place(self, edit: Edit, lines: list[str]) -> str:
        line = self._line(edit, lines)
        return f"{edit.what}, in the line {line}" if line else edit.what


def source_of(function: Any) -> str:
    """The source of a plain function that may be run in other forms; empty for any other."""
    if not inspect.isfunction(function) or function.__closure__:
        return ""
    if (CALLS_OUT | EXPLODES) & set(function.__code__.co_names):
        return ""
    try:
        source = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError, ValueError):
        return ""
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        return ""
    return source


def literals_of(source: str) -> list[Any]:
    """The numbers and strings in a source, its docstring left out; each once."""
    found: dict[Any, None] = {}
    tree = ast.parse(source)
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            value = node.value
            if isinstance(value, int | float | str) and not isinstance(value, bool):
                found[value] = None
    return list(found)


_TICK, _COPY = "_lincourse_tick", "_lincourse_copy"


class _Clocked(ast.NodeTransformer):
    """Puts a look at the clock at the beginning of every loop."""

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(ast.Call(ast.Name(_TICK, ast.Load()), [], [])))
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(ast.Call(ast.Name(_TICK, ast.Load()), [], [])))
        return node


# ---------------------------------------------------------------- the edits


def _tries(tree: ast.Module, literals: list[Any], typed: bool) -> Iterator[_Try]:
    """All edits, those with words of their own first, then the likely, then the many."""
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    stored = [
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    names = list(dict.fromkeys([*(argument.arg for argument in function.args.args), *stored]))
    for parent, field, value in _fields(function):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            yield from _of_blocks(parent, field, value)
    yield from _of_returns(function)
    yield from _of_targets(function)
    rules = [_stored, _indexed, _brackets, _axes, _exactly, _looped]
    for rule in [*rules, _collected] if typed else rules:
        for parent, field, value, i, node in _expressions(function):
            for new, looks, think in rule(node, parent):
                yield _Try(_put(parent, field, value, i, new, node), looks, think)
    for parent, field, value, i, node in _expressions(function):
        if isinstance(node, ast.Constant):
            for other in _other_literals(node.value, literals):
                yield _Try(_put(parent, field, value, i, ast.Constant(other), node))
    for edit in edits(tree):
        yield _Try(edit)
    yield from _swapped_names(function)
    for parent, field, value, i, node in _expressions(function):
        for new, what in _more(node, parent, names):
            yield _Try(_put(parent, field, value, i, new, node, what))


def _fields(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any]]:
    for parent in ast.walk(tree):
        if isinstance(parent, ast.arguments):
            continue
        for field, value in ast.iter_fields(parent):
            yield parent, field, value


def _expressions(tree: ast.AST) -> Iterator[tuple[ast.AST, str, Any, int | None, ast.expr]]:
    """(parent, field, what the field holds, place in it if it is a list, expression)."""
    for parent, field, value in _fields(tree):
        if isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, ast.expr):
                    yield parent, field, value, i, item
        elif isinstance(value, ast.expr):
            yield parent, field, value, None, value


def _put(
    parent: ast.AST, field: str, value: Any, i: int | None, new: Any, node: Any, what: str = ""
) -> Edit:
    changed = new if i is None else [*value[:i], new, *value[i + 1 :]]
    return Edit(parent, field, value, changed, line_of(node, parent), what or in_words(node))


def _call(name: str, *args: ast.expr, **keywords: Any) -> ast.Call:
    """A call of a function of NumPy ("np.sqrt") or of Python ("abs"), or of a method."""
    module, _, rest = name.rpartition(".")
    function: ast.expr = ast.Name(rest, ast.Load())
    if module:
        function = ast.Attribute(_name(module), rest, ast.Load())
    given = [ast.keyword(key, ast.Constant(value)) for key, value in keywords.items()]
    return ast.Call(function, list(args), given)


def _name(dotted: str) -> ast.expr:
    first, *rest = dotted.split(".")
    node: ast.expr = ast.Name(first, ast.Load())
    for part in rest:
        node = ast.Attribute(node, part, ast.Load())
    return node


def _method(node: ast.expr, name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(node, name, ast.Load()), list(args), [])


def _loaded(node: Any) -> Any:
    """A copy of an expression that is read, not written."""
    made = copy.deepcopy(node)
    if hasattr(made, "ctx"):
        made.ctx = ast.Load()
    return made


Rule = Iterator[tuple[ast.expr, str, str]]


def _stored(node: ast.expr, parent: ast.AST) -> Rule:
    """One array stored under several names, or several times in a list."""
    match node:
        case ast.Call(func=ast.Attribute(attr="fromkeys"), args=[keys, value]):
            each = ast.comprehension(ast.Name("_key", ast.Store()), keys, [], 0)
            yield (
                ast.DictComp(ast.Name("_key", ast.Load()), value, [each]),
                f"{ast.unparse(node)} puts one and the same {ast.unparse(value)} under every key.",
                "What is added under one key is there under all of them. How can each get its own?",
            )
        case ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult(), right=times):
            each = ast.comprehension(ast.Name("_place", ast.Store()), _call("range", times), [], 0)
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
    deep = _call(_COPY, node)
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


def _indexed(node: ast.expr, parent: ast.AST) -> Rule:
    """M[:, y] and M[y] where one entry of each row is meant."""
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
        rows = _call(f"{NUMPY}.arange", _call("len", _loaded(column)))
        pair = ast.Tuple([rows, _loaded(column)], ast.Load())
        yield ast.Subscript(node.value, pair, node.ctx), looks, think


ORDER = {
    ast.Pow: 3,
    ast.Mult: 2,
    ast.Div: 2,
    ast.FloorDiv: 2,
    ast.MatMult: 2,
    ast.Add: 1,
    ast.Sub: 1,
}


def _brackets(node: ast.expr, parent: ast.AST) -> Rule:
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
        yield (
            ast.BinOp(left.left, left.op, ast.BinOp(left.right, node.op, right)),
            looks,
            think,
        )
    if isinstance(right, ast.BinOp) and (
        type(right.op) is not type(node.op) or isinstance(node.op, ast.Div | ast.Sub)
    ):
        yield ast.BinOp(ast.BinOp(left, node.op, right.left), right.op, right.right), looks, think
    if isinstance(left, ast.UnaryOp) and isinstance(left.op, ast.USub):
        yield ast.UnaryOp(ast.USub(), ast.BinOp(left.operand, node.op, right)), looks, think


def _collected(node: ast.expr, parent: ast.AST) -> Rule:
    """A list where every thing should be there once, or a set where repeats count."""
    text = ast.unparse(node)
    once = f"in {text} what comes twice is there twice."
    lost = f"in {text} what comes twice is there only once, as in every set."
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        yield ast.SetComp(node.elt, node.generators), once, "Should repeats count here?"
    if isinstance(node, ast.SetComp):
        yield ast.ListComp(node.elt, node.generators), lost, "Should repeats count here?"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        if node.func.id == "set":
            yield _call("list", node.args[0]), lost, "Should repeats count here?"
        if node.func.id in ("list", "len", "sum"):
            inner = _call("set", node.args[0])
            new = _call(node.func.id, inner) if node.func.id != "list" else inner
            yield new, once, "Should repeats count here?"


def _axes(node: ast.expr, parent: ast.AST) -> Rule:
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
                think = f"Over which axis should {name} run, so that one number per what is left?"
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


def _exactly(node: ast.expr, parent: ast.AST) -> Rule:
    """Whole numbers that can't hold a decimal, and floats compared to the last digit."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq):
        yield (
            _call(f"{NUMPY}.isclose", node.left, node.comparators[0], rtol=0, atol=1e-9),
            f"{ast.unparse(node)} compares decimals to the last digit.",
            "What does Python say to 0.1 + 0.2 == 0.3, and how close is close enough?",
        )
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    looks = f"{ast.unparse(node)} holds whole numbers where it is given some, and then cuts off decimals."
    think = "What is the dtype of the array that you fill, and can it hold 0.5?"
    if node.func.attr in ("copy", "zeros_like", "ones_like", "empty_like"):
        yield _method(node, "astype", ast.Name("float", ast.Load())), looks, think
    if any(keyword.arg == "dtype" for keyword in node.keywords):
        rest = [keyword for keyword in node.keywords if keyword.arg != "dtype"]
        yield ast.Call(node.func, node.args, rest), looks, think


def _looped(node: ast.expr, parent: ast.AST) -> Rule:
    """What a loop goes through."""
    if not isinstance(parent, ast.For | ast.comprehension) or parent.iter is not node:
        return
    text = ast.unparse(node)
    looks = f"the loop over {text} does not go through what it should."
    think = f"What does each round of the loop over {text} get? Print it."
    for method in ("items", "values", "keys"):
        yield _method(node, method), looks, think
    for name in ("enumerate", "reversed", "sorted", "set", "len"):
        new = _call(name, node)
        yield _call("range", new) if name == "len" else new, looks, think
    for lower, upper in ((1, None), (None, -1)):
        bounds = [None if bound is None else ast.Constant(bound) for bound in (lower, upper)]
        yield ast.Subscript(node, ast.Slice(*bounds), ast.Load()), looks, think
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        yield node.func.value, looks, think
    if isinstance(node, ast.Subscript):
        yield node.value, looks, think


Block = list[ast.stmt]


def _of_blocks(parent: ast.AST, field: str, block: Block) -> Iterator[_Try]:
    """Resets inside of a loop or outside of it, elif for if, += on a list of places."""
    for i, statement in enumerate(block):
        before, after = block[:i], block[i + 1 :]

        def tried(new: Block, looks: str, think: str, line: int = statement.lineno) -> _Try:
            return _Try(Edit(parent, field, block, new, line, "the line"), looks, think)

        if isinstance(statement, ast.For | ast.While):
            yield from _of_loop(statement, before, after, tried)
        if isinstance(statement, ast.If) and len(statement.orelse) == 1:
            [other] = statement.orelse
            if isinstance(other, ast.If):
                first = ast.If(statement.test, statement.body, [])
                yield tried(
                    [*before, first, other, *after],
                    f"elif {ast.unparse(other.test)} is looked at only where {ast.unparse(statement.test)} "
                    "is not true, so that both never count.",
                    "Can both be true of one input? What should happen then?",
                    other.lineno,
                )
        if (
            isinstance(statement, ast.AugAssign)
            and isinstance(statement.target, ast.Subscript)
            and isinstance(statement.op, ast.Add | ast.Sub)
        ):
            where, sign = _loaded(statement.target.slice), type(statement.op)
            name = "add" if sign is ast.Add else "subtract"
            call = _call(
                f"{NUMPY}.{name}.at", _loaded(statement.target.value), where, statement.value
            )
            yield tried(
                [*before, ast.Expr(call), *after],
                f"{ast.unparse(statement)} changes each place once, even where "
                f"{ast.unparse(where)} lists it several times.",
                "What does c = np.zeros(3); c[[1, 1, 1]] += 1 leave in c[1]?",
            )
        if isinstance(statement, ast.Return) and after:
            yield tried([*before, *after], "", "")


def _of_loop(loop: Any, before: Block, after: Block, tried: Any) -> Iterator[_Try]:
    def like(body: Block) -> Any:
        made = copy.copy(loop)
        made.body = body or [ast.Pass()]
        return made

    for i, inner in enumerate(loop.body):
        rest = [*loop.body[:i], *loop.body[i + 1 :]]
        if isinstance(inner, ast.Assign) and rest:
            yield tried(
                [*before, inner, like(rest), *after],
                f"{ast.unparse(inner)} is inside the loop, so it happens anew in every round.",
                "What should be kept from one round to the next, and what should start afresh?",
                inner.lineno,
            )
        if isinstance(inner, ast.Return) and rest:
            yield tried(
                [*before, like(rest), inner, *after],
                "the return is inside the loop, so the function ends in its first round.",
                "How far is a return to be indented so that the loop comes to its end first?",
                inner.lineno,
            )
        if isinstance(inner, ast.For | ast.While):
            for j, deeper in enumerate(inner.body):
                if isinstance(deeper, ast.Return):
                    shorter = copy.copy(inner)
                    shorter.body = [*inner.body[:j], *inner.body[j + 1 :]] or [ast.Pass()]
                    yield tried(
                        [
                            *before,
                            like([*loop.body[:i], shorter, *loop.body[i + 1 :]]),
                            deeper,
                            *after,
                        ],
                        "the return is inside the loops, so the function ends in their first round.",
                        "How far is a return to be indented so that the loops come to their end first?",
                        deeper.lineno,
                    )
        if isinstance(inner, ast.If) and inner.orelse:
            [*_, last] = inner.orelse
            if isinstance(last, ast.Return):
                mended = ast.If(inner.test, inner.body, inner.orelse[:-1])
                yield tried(
                    [*before, like([*loop.body[:i], mended, *loop.body[i + 1 :]]), last, *after],
                    f"the else with {ast.unparse(last)} is inside the loop, so the first entry alone "
                    "decides.",
                    "When do you know that none of the entries fits: in the loop, or after it?",
                    last.lineno,
                )
    for i, outer in enumerate(before):
        if isinstance(outer, ast.Assign):
            yield tried(
                [*before[:i], *before[i + 1 :], like([outer, *loop.body]), *after],
                f"{ast.unparse(outer)} comes before the loop, so it is not set back for the next round.",
                "What should start afresh in every round?",
                outer.lineno,
            )


def _of_targets(function: ast.FunctionDef) -> Iterator[_Try]:
    """The names in front of `in`, or on the left of =, in another order."""
    for parent, field, value in _fields(function):
        targets = value if isinstance(value, list) else [value]
        for i, target in enumerate(targets):
            if not isinstance(target, ast.Tuple) or not isinstance(target.ctx, ast.Store):
                continue
            if len(target.elts) != 2:
                continue
            swapped = ast.Tuple(target.elts[::-1], ast.Store())
            new = [*value[:i], swapped, *value[i + 1 :]] if isinstance(value, list) else swapped
            one, other = map(ast.unparse, target.elts)
            yield _Try(
                Edit(parent, field, value, new, line_of(target, parent), f"{one}, {other}"),
                f"{one} and {other} are unpacked in the wrong order.",
                "What comes first in each pair, and what second? Print one of them.",
            )


def _of_returns(function: ast.FunctionDef) -> Iterator[_Try]:
    """A return that is missing at the end, and results in another order."""
    *body, last = function.body
    line = last.lineno

    def tried(new: Block, looks: str, think: str) -> _Try:
        return _Try(Edit(function, "body", function.body, new, line, "the end"), looks, think)

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
                yield tried(
                    [*body, ast.Return(ast.Tuple(swapped, ast.Load()))],
                    f"{ast.unparse(parts[j])} and {ast.unparse(parts[i])} come back in each other's "
                    "place.",
                    "In which order does the docstring name the results?",
                )


def _other_literals(value: Any, literals: list[Any]) -> Iterator[Any]:
    """What a number or a string might be in place of itself."""
    if isinstance(value, str):
        yield from (other for other in literals if isinstance(other, str) and other != value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        numbers = [other for other in literals if isinstance(other, int | float)]
        for other in dict.fromkeys([*numbers, 1e-9, 0, 1, 2, -1, 0.5, value / 2, value * 2]):
            if other != value:
                yield other


def _swapped_names(function: ast.FunctionDef) -> Iterator[_Try]:
    """Two names in each other's place, throughout one line."""
    for parent, field, block in _fields(function):
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
                    yield _Try(
                        Edit(
                            parent,
                            field,
                            block,
                            [*block[:i], new, *block[i + 1 :]],
                            statement.lineno,
                            f"{other} and {one}",
                        ),
                        f"{other} and {one} are in each other's place in {ast.unparse(statement)}.",
                        "Which of the two is which?",
                    )


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            node.id = self.names.get(node.id, node.id)
        return node


def _more(node: ast.expr, parent: ast.AST, names: list[str]) -> Iterator[tuple[ast.expr, str]]:
    """Something that is missing at an expression: a function, a factor, an index, a sign."""
    if isinstance(node, ast.Constant | ast.Slice | ast.Starred | ast.Lambda | ast.Tuple):
        return
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return
    if isinstance(parent, ast.Attribute) or (isinstance(parent, ast.Call) and parent.func is node):
        return
    text = ast.unparse(node)
    if len(text) > 60:
        return
    still = f"what happens to {text}"
    yield ast.UnaryOp(ast.USub(), node), f"the sign of {text}"
    one, two = ast.Constant(1), ast.Constant(2)
    yield ast.BinOp(one, ast.Sub(), node), still
    for op in (ast.Add(), ast.Sub()):
        yield ast.BinOp(node, op, one), f"{text}: is it off by one"
    for name in ("sqrt", "exp", "log", "abs", "sum", "square"):
        yield _call(f"{NUMPY}.{name}", node), still
    yield ast.BinOp(node, ast.Mult(), two), f"a factor at {text}"
    yield ast.BinOp(node, ast.Div(), two), f"a factor at {text}"
    yield ast.Attribute(node, "T", ast.Load()), f"the shape of {text}"
    yield (
        ast.Subscript(node, ast.Tuple([ast.Slice(), ast.Constant(None)], ast.Load()), ast.Load()),
        (f"the shape of {text}"),
    )
    for name in names:
        other = ast.Name(name, ast.Load())
        if name == text:
            continue
        yield ast.BinOp(node, ast.Mult(), other), f"a factor at {text}"
        yield ast.BinOp(node, ast.Div(), _call("len", other)), f"what {text} is divided by"
        if isinstance(node, ast.Name):
            yield ast.Subscript(node, other, ast.Load()), f"which entry of {text}"
            yield ast.Subscript(other, node, ast.Load()), f"the name {text}"
            yield ast.BinOp(node, ast.MatMult(), other), still
        yield ast.BinOp(node, ast.Add(), other), f"a term beside {text}"
        yield ast.BinOp(node, ast.Sub(), other), f"a term beside {text}"


# ---------------------------------------------------------------- what is right so far


def looped(source: str) -> set[str]:
    """The names that loops give to what they go through."""
    return {
        name.id
        for loop in ast.walk(ast.parse(source))
        if isinstance(loop, ast.For)
        for name in ast.walk(loop.target)
        if isinstance(name, ast.Name)
    }


class _WithLocals(ast.NodeTransformer):
    """Makes a function return its result and its variables."""

    def visit_Return(self, node: ast.Return) -> ast.AST:
        value = node.value or ast.Constant(None)
        return ast.Return(ast.Tuple([value, _call("locals")], ast.Load()))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]


def with_locals(function: Any, source: str) -> Function | None:
    """The function, made to return (result, its variables), or None where that can't be."""
    tree = ast.parse(source)
    body = tree.body[0]
    if not isinstance(body, ast.FunctionDef):
        return None
    watched = _WithLocals()
    body.body = [watched.visit(statement) for statement in body.body]
    namespace = dict(function.__globals__)
    exec(compile(ast.fix_missing_locations(tree), "<watched>", "exec"), namespace)
    made: Function = namespace[function.__name__]
    return made
