"""The search for an edit that makes a function right, and what it shows in words."""

import ast
import copy
import re
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from misstep.core.calling import TooSlow
from misstep.explain.mutants import Edit
from misstep.explain.repairs.edits import evident, tries
from misstep.explain.repairs.source import source_of
from misstep.explain.repairs.trees import COPY, TICK, Try

SECONDS = 0.8  # of the processor's time for the whole search; of a busy machine's, three times that
EDITED = "<edited>"  # the file name of an edited function, in tracebacks
Function = Callable[..., Any]


@dataclass(frozen=True)
class Found:
    """What a repair showed: either words for a slip that is known, or a place to look at."""

    looks: str = ""
    think: str = ""
    place: str = ""
    partial: bool = False  # it mends most calls and not all
    lines: tuple[int, int] | None = None  # of a block and of a line in it, as in `Try`


class Search:
    """The search for a repair of one function.

    Args:
        function: The student's function.
        passes: Whether a function passes its check.
        rate: How many of some inputs a function gets right until it gets one wrong, and of how many.
        literals: Numbers and strings that right answers hold.
        typed: Whether what the function returns is of the right type; if it is not, a set where a
            list should be says nothing about repeats.
        orders: In which orders right answers return their variables, where they return several.
        right: Variables that hold what they should: no line that makes one of them is pointed at.
        seconds: How long it may take.
        mends_most: Whether a function gets most of what was wrong right, and nothing else wrong.
        things: Which of its arguments are no numbers.
        known: What a known turn that a function takes looks like; empty if it takes none.

    """

    def __init__(
        self,
        function: Any,
        passes: Callable[[Function], bool],
        rate: Callable[[Function], tuple[int, int]],
        literals: Iterable[Any] = (),
        typed: bool = True,
        orders: Iterable[list[str]] = (),
        right: Iterable[str] = (),
        seconds: float = SECONDS,
        mends_most: Callable[[Function], bool] | None = None,
        things: Iterable[int] = (),
        known: Callable[[Function], str] | None = None,
    ) -> None:
        self.function, self.passes, self.rate, self.typed = function, passes, rate, typed
        self.mends_most, self.things, self.known = mends_most, list(things), known
        self.literals, self.orders, self.right = list(literals), list(orders), list(right)
        self.ends = time.process_time() + seconds, time.monotonic() + 3 * seconds

    def slip(self) -> Found | None:
        """What can be said of a slip that is plain in the source, or None."""
        source = source_of(self.function)
        for attempt, _, edited in self._edited(source, evident) if source else ():
            if self._tried(edited)[1]:
                return Found(attempt.looks, attempt.think)
        return None

    def found(self) -> Found | None:
        """What can be said, or None."""
        source = source_of(self.function)
        if not source:
            return None
        self.lines = source.splitlines()
        start, _ = self.rate(self.function)
        best: tuple[int, Try, str] | None = None
        for attempt, text, edited in self._edited(source):
            right, passes = self._tried(edited)
            if passes:
                return self._said([attempt])
            if right > (best[0] if best else start + 1):
                best = (right, attempt, text)
        return (self._with_second(*best[1:]) if best else None) or self._beside_turn(source)

    def _with_second(self, first: Try, text: str) -> Found | None:
        """What is said of an edit that mends some calls, and of a second one that mends the rest."""
        for attempt, _, edited in self._edited(text):
            if self._tried(edited)[1]:
                lines = ast.unparse(ast.parse(text)).splitlines()
                alone = not first.looks and not attempt.looks
                if alone and self._line(attempt.edit, lines) in self._plain_lines():
                    return None  # two edits, in lines that may be right: they repair it by luck
                return self._said([first, attempt], lines)
        return self._first_of_several(first, text)

    def _beside_turn(self, source: str) -> Found | None:
        """A slip with words of its own beside a known turn: no call is right before both are mended.

        Edited, the function takes the turn on all inputs; and a second edit, of something that the
        first has not written, makes it right.
        """
        if self.known is None:
            return None
        self._go_on()
        for first, text, edited in self._edited(source, self._worded):
            try:
                turn = self.known(edited)
            except TooSlow:
                return None
            if not turn:
                continue
            self._go_on()
            for second, _, mended in self._edited(text):
                if self._is_in(second.edit, source, text) and self._tried(mended)[1]:
                    return Found(both_in_words(first.looks, turn), first.think)
        return None

    def _worded(self, tree: ast.Module) -> Iterator[Try]:
        every = tries(tree, self.literals, self.typed, self.orders)
        return (attempt for attempt in every if attempt.looks)

    def _is_in(self, edit: Edit, source: str, text: str) -> bool:
        """Whether what is edited in the text is in the source, too."""
        line = self._line(edit, ast.unparse(ast.parse(text)).splitlines())
        part = "" if isinstance(edit.node, ast.stmt) else ast.unparse(edit.node)
        return line in self._plain_lines() or bool(part and part in ast.unparse(ast.parse(source)))

    def _first_of_several(self, attempt: Try, text: str) -> Found | None:
        """What is said of an edit that mends most calls and not all: there is something else, too."""
        self._go_on()
        edited = self._compiled(text)
        if edited is not None and self._tried(edited)[1]:  # the clock had stopped it on its way
            return self._said([attempt])
        self._go_on()
        try:
            if edited is None or not self.mends_most or not self.mends_most(edited):
                return None
        except TooSlow:
            return None
        said, more = self._said([attempt]), "but that is not all"
        if said.looks:
            return Found(f"{said.looks.rstrip('.')}; {more}.", said.think, partial=True)
        asks = said.place.endswith("?")
        place = f"{said.place} {more.capitalize()}." if asks else f"{said.place}; {more}"
        return Found(think=said.think, place=place, partial=True)

    def _tried(self, edited: Function) -> tuple[int, bool]:
        """How many of the inputs it gets right, and whether it passes."""
        try:
            right, of = self.rate(edited)
            return right, right == of and self.passes(edited)
        except TooSlow:  # it came late, after the call that took so long
            return 0, False

    def _edited(
        self, source: str, edits: Callable[[ast.Module], Iterator[Try]] | None = None
    ) -> Iterator[tuple[Try, str, Function]]:
        """Each edit, the source with it and the function, until the time is up."""
        tree = ast.parse(source)
        seen = {ast.unparse(tree)}
        lines = source.splitlines()
        edits = edits or self._tries
        for attempt in edits(tree):
            if self._late():
                return
            if not attempt.looks and self._makes_what_is_right(attempt.edit, lines):
                continue
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

    def _tries(self, tree: ast.Module) -> Iterator[Try]:
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        given = enumerate(function.args.args)
        things = [argument.arg for i, argument in given if i in self.things]
        return tries(tree, self.literals, self.typed, self.orders, things)

    def _makes_what_is_right(self, edit: Edit, lines: list[str]) -> bool:
        line = self._line(edit, lines)
        return any(line.startswith(f"{name} =") for name in self.right)

    def _compiled(self, text: str) -> Function | None:
        namespace = dict(self.function.__globals__)
        namespace |= {TICK: self._tick, COPY: copy.deepcopy}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = _Clocked().visit(ast.parse(text))
                exec(compile(ast.fix_missing_locations(tree), EDITED, "exec"), namespace)
        except SyntaxError:
            return None
        raised = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Raise)}
        return _without_accidents(namespace[self.function.__name__], raised)

    def _go_on(self) -> None:
        """Take half as much time again."""
        self.ends = time.process_time() + SECONDS / 2, time.monotonic() + SECONDS

    def _late(self) -> bool:
        return time.process_time() > self.ends[0] or time.monotonic() > self.ends[1]

    def _tick(self) -> None:
        if self._late():
            raise TooSlow

    def _said(self, attempts: list[Try], between: list[str] | None = None) -> Found:
        """In words what was found: of a slip with words of its own, or where to look."""
        told = [attempt for attempt in attempts if attempt.looks]
        if len(attempts) == 1 and told:
            return Found(told[0].looks, told[0].think, lines=told[0].lines)
        first, *second = attempts
        places = [self._place(first.edit, self.lines)]
        think = told[0].think if told else ""
        if not second:
            return Found(think=think, place=places[0])
        places.append(self._place(second[0].edit, between or []))
        if not told and self._line(second[0].edit, between or []) not in self._plain_lines():
            # The second edit changes what the first wrote.
            line = self._line(first.edit, self.lines)
            return Found(place=f"more than one thing in the line {line}")
        if self._line(second[0].edit, between or []) not in self._plain_lines():
            places[1] = f"{second[0].edit.what}, in the same line"
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
        if line and edit.what.startswith("the line"):
            return f"the line {line}{edit.what.removeprefix('the line')}"
        what = edit.what
        if line.count(what.split()[-1]) > 1 and isinstance(edit.node, ast.expr) and _is_one(what):
            what = f"{what} in {ast.unparse(edit.node)}"
        return f"{what}, in the line {line}" if line else what


def _is_one(what: str) -> bool:
    """Whether it is a name or a number that is pointed at, of which a line may hold several."""
    return what.startswith(("the name", "the number", "the string", "the operator"))


def both_in_words(one: str, other: str) -> str:
    """Two findings as one; what either of them says after a colon goes into brackets."""
    first, second = (re.sub(r": (.*)", r" (\1)", looks.rstrip(".")) for looks in (one, other))
    return f"two things at once: {first}; and {second}."


def _without_accidents(function: Function, raised: set[int]) -> Function:
    """The function, with a ValueError that none of its `raise` lines raises turned into another error.

    Where a ValueError is asked for, an edit that makes NumPy raise one by accident repairs nothing.
    """

    def edited(*args: Any) -> Any:
        try:
            return function(*args)
        except ValueError as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            if last.filename == EDITED and last.lineno in raised:
                raise
            raise RuntimeError("an edit went wrong") from error

    return edited


class _Clocked(ast.NodeTransformer):
    """Puts a look at the clock at the beginning of every loop."""

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(ast.Call(ast.Name(TICK, ast.Load()), [], [])))
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(ast.Call(ast.Name(TICK, ast.Load()), [], [])))
        return node
