"""The search for an edit that repairs a function, and its result in words."""

import ast
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from misstep.core.calling import TooSlow
from misstep.explain.mutants import Edit
from misstep.explain.repairs.edits import all_edits, evident_edits
from misstep.explain.repairs.source import source_of
from misstep.explain.repairs.syntax import Candidate
from misstep.explain.variants import edited_function, unavailable

SECONDS = 0.8  # of processor time for a search; three times as much on the wall clock
Function = Callable[..., Any]


@dataclass(frozen=True)
class Found:
    """The result of a search: words for a mistake, or a place to look at."""

    looks: str = ""
    think: str = ""
    place: str = ""
    partial: bool = False  # it repairs most calls, but not all


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
        fixes_most: Whether a function gets most of what was wrong right, and nothing else wrong.
        things: Which of its arguments are no numbers.

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
        fixes_most: Callable[[Function], bool] | None = None,
        things: Iterable[int] = (),
    ) -> None:
        self.function, self.passes, self.rate, self.typed = function, passes, rate, typed
        self.fixes_most, self.things = fixes_most, list(things)
        self.literals, self.orders, self.right = list(literals), list(orders), list(right)
        self.ends = time.process_time() + seconds, time.monotonic() + 3 * seconds

    def slip(self) -> Found | None:
        """A mistake that is evident in the source, or None."""
        source = source_of(self.function)
        for attempt, _, edited in self._edited(source, evident_edits) if source else ():
            if self._tried(edited)[1]:
                return Found(attempt.looks, attempt.think)
        return None

    def found(self) -> Found | None:
        """The repair, or None."""
        source = source_of(self.function)
        if not source:
            return None
        self.lines = source.splitlines()
        start, _ = self.rate(self.function)
        best: tuple[int, Candidate, str] | None = None
        for attempt, text, edited in self._edited(source):
            right, passes = self._tried(edited)
            if passes:
                return self._said(attempt)
            if right > (best[0] if best else start + 1):
                best = (right, attempt, text)
        return self._partial(*best[1:]) if best else None

    def _partial(self, attempt: Candidate, text: str) -> Found | None:
        """The result if an edit repairs most calls but not all: something else is wrong, too."""
        self._extend()
        edited = self._compiled(text)
        if edited is not None and self._tried(edited)[1]:  # the time had run out while it was tried
            return self._said(attempt)
        self._extend()
        try:
            if edited is None or not self.fixes_most or not self.fixes_most(edited):
                return None
        except TooSlow:
            return None
        said, more = self._said(attempt), "but that is not all"
        if said.looks:
            return Found(f"{said.looks.rstrip('.')}; {more}.", said.think, partial=True)
        asks = said.place.endswith("?")
        place = f"{said.place} {more.capitalize()}." if asks else f"{said.place}; {more}"
        return Found(think=said.think, place=place, partial=True)

    def _tried(self, edited: Function) -> tuple[int, bool]:
        """The number of inputs that an edited function gets right, and whether it passes."""
        try:
            right, of = self.rate(edited)
            return right, right == of and self.passes(edited)
        except TooSlow:  # raised late, after a long call
            return 0, False

    def _edited(
        self, source: str, edits: Callable[[ast.Module], Iterator[Candidate]] | None = None
    ) -> Iterator[tuple[Candidate, str, Function]]:
        """Each edit with the edited source and function, until the time is up."""
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
            made = self._compiled(text)
            if made is unavailable:
                return
            if made is not None:
                yield attempt, text, made

    def _tries(self, tree: ast.Module) -> Iterator[Candidate]:
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        given = enumerate(function.args.args)
        things = [argument.arg for i, argument in given if i in self.things]
        return all_edits(tree, self.literals, self.typed, self.orders, things)

    def _makes_what_is_right(self, edit: Edit, lines: list[str]) -> bool:
        line = self._line(edit, lines)
        return any(line.startswith(f"{name} =") for name in self.right)

    def _compiled(self, text: str) -> Function | None:
        return edited_function(self.function, text, self._tick)

    def _extend(self) -> None:
        """Take half as much time again."""
        self.ends = time.process_time() + SECONDS / 2, time.monotonic() + SECONDS

    def _late(self) -> bool:
        return time.process_time() > self.ends[0] or time.monotonic() > self.ends[1]

    def _tick(self) -> None:
        if self._late():
            raise TooSlow

    def _said(self, attempt: Candidate) -> Found:
        """The words of a repair, or else its place."""
        if attempt.looks:
            return Found(attempt.looks, attempt.think)
        return Found(think=attempt.think, place=self._place(attempt.edit, self.lines))

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
    """Whether the place is a name or a number, which a line may hold several times."""
    return what.startswith(("the name", "the number", "the string", "the operator"))
