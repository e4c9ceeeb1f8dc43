"""The search for an edit that repairs a function, and the finding that it leads to."""

import ast
import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from misstep.core.calling import Args, TooSlow
from misstep.explain.findings import Finding, Place, Strength
from misstep.explain.mutants import Edit, Part
from misstep.explain.repairs.claims import Candidate
from misstep.explain.repairs.edits import evident_edits, other_edits, suggestive_edits
from misstep.explain.repairs.source import literals_of, source_of
from misstep.explain.repairs.statements import returned_names
from misstep.explain.repairs.syntax import needless
from misstep.explain.variants import edited_function, unavailable

SECONDS = 0.8  # CPU time limit of a search; three times as much on the wall clock
MAX_SHARE_OF_EDIT = 1 / 8  # of that time, for one edit: an endless loop must not use up all of it
SMALL = (Part.NAME, Part.NUMBER, Part.STRING, Part.OPERATOR)  # a line may hold it several times
Function = Callable[..., Any]


@dataclass(frozen=True)
class Goal:
    """What a search knows of the check that a function should pass.

    Args:
        passes: Whether a function passes.
        rate: How many of some inputs a function gets right until it gets one wrong, and of how many.
        fixes_most: Whether a function gets most of what was wrong right, and nothing else wrong.
        failing: Inputs that the student's function gets wrong; any inputs if its results are random.
        answers: The sources of right answers.
        typed: Whether the student's results are of the right type; if they are not, a set where a
            list should be says nothing about repeats.
        right: Variables that hold what they should: no line that makes one of them is pointed at.
        seconds: How long the search may take.

    """

    passes: Callable[[Function], bool]
    rate: Callable[[Function], tuple[int, int]]
    fixes_most: Callable[[Function], bool] = lambda function: False
    failing: Iterable[Args] = ()
    answers: Iterable[str] = ()
    typed: bool = True
    right: Iterable[str] = ()
    seconds: float = SECONDS


class Search:
    """The search for a repair of one function.

    Args:
        function: The student's function.
        goal: What it should do.

    """

    def __init__(self, function: Any, goal: Goal) -> None:
        self.function, self.goal = function, goal
        self.ends = time.process_time() + goal.seconds, time.monotonic() + 3 * goal.seconds
        source = source_of(function)
        self.tree = ast.parse(source) if source else None
        self.lines = source.splitlines()
        self.edit_ends = math.inf
        self.cut_off = False  # the last edit, because it took too long

    def slip(self) -> Finding | None:
        """A cause that is evident in the source, or None."""
        for candidate, _, edited in self._edited(evident_edits, set()):
            if self._tried(edited)[1] and self._strength(candidate) is Strength.CAUSE:
                return self._cause(candidate)
        return None

    def found(self) -> Finding | None:
        """What the first repair tells: a cause if there is evidence for it, or else a place."""
        best: tuple[int, Candidate, str] | None = None
        place: Edit | None = None
        start = self.goal.rate(self.function)[0] if self.tree else 0
        seen: set[str] = set()
        for edits in (self._suggestive, self._other):
            for candidate, text, edited in self._edited(edits, seen):
                right, passes = self._tried(edited)
                strength = self._strength(candidate) if passes else None
                if strength is Strength.CAUSE:
                    return self._cause(candidate)
                if self._makes_what_is_right(candidate.edit):
                    continue
                if strength:
                    place = place or candidate.edit
                    if not candidate.claim:
                        break
                elif not passes and right > (best[0] if best else start + 1):
                    best = (right, candidate, text)
            if place:
                return self._place(place)
        return self._partial(*best[1:]) if best else None

    def _strength(self, candidate: Candidate) -> Strength | None:
        """How much an edit that repairs the function proves; None if a rival does as well."""
        claim, tree = candidate.claim, self.tree
        if not claim or not tree:
            return Strength.PLACE
        rivals = [claim.rival] if isinstance(claim.rival, Edit) else []
        for edit in (*rivals, *needless(candidate.edit)):
            rival = self._compiled(edit.text(tree))
            if rival and self._tried(rival)[1]:
                return None
            if self.cut_off:  # so the claim has not been tested
                return Strength.PLACE
        if claim.proof and not claim.proof.found(self.function, tree, self.goal.failing):
            return Strength.PLACE
        return Strength.CAUSE

    def _partial(self, candidate: Candidate, text: str) -> Finding | None:
        """The result if an edit repairs most calls but not all: something else is wrong, too."""
        self._extend()
        edited = self._compiled(text)
        if edited is not None and self._tried(edited)[1]:  # the time had run out while it was tried
            proven = self._strength(candidate) is Strength.CAUSE
            return self._cause(candidate) if proven else self._place(candidate.edit)
        self._extend()
        try:
            if edited is None or not self.goal.fixes_most(edited):
                return None
        except TooSlow:
            return None
        place = self._place(candidate.edit)
        proven = self._strength(candidate) is Strength.CAUSE
        suspect = self._cause(candidate) if proven else None
        return replace(place, partial=True, data={**place.data, "suspect": suspect})

    def _cause(self, candidate: Candidate) -> Finding:
        assert candidate.claim
        kind, data, *_ = candidate.claim
        place = Place(candidate.edit.line, self._line(candidate.edit))
        return Finding(kind, Strength.CAUSE, data, place)

    def _place(self, edit: Edit) -> Finding:
        line, text = self._line(edit), edit.data.get("text", "")
        data = {"text": text, **edit.data, "line": line, "within": ""}
        same_lines = [i for i, other in enumerate(self.lines, 1) if other.strip() == line]
        if line and len(same_lines) > 1:
            data["nth_line"] = 1 + same_lines.index(edit.line)
        if edit.part in SMALL and line.count(text) > 1 and isinstance(edit.node, ast.expr):
            data["within"] = ast.unparse(edit.node)
            alike = self._alike(edit.node)
            if len(alike) > 1:
                data["nth"] = 1 + alike.index(edit.node.col_offset)
        place = Place(edit.line, line, text)
        return Finding(edit.part, Strength.PLACE, data, place)

    def _alike(self, node: ast.expr) -> list[int]:
        """Where a line holds an expression, by column."""
        assert self.tree
        text = ast.unparse(node)
        return sorted(
            other.col_offset
            for other in ast.walk(self.tree)
            if isinstance(other, ast.expr)
            and other.lineno == node.lineno
            and ast.unparse(other) == text
        )

    def _tried(self, edited: Function) -> tuple[int, bool]:
        """The number of inputs that an edited function gets right, and whether it passes."""
        try:
            right, of = self.goal.rate(edited)
            self.edit_ends = math.inf  # it deserves all the time that is left
            return right, right == of and self.goal.passes(edited)
        except TooSlow:  # raised late, after a long call
            return 0, False

    def _edited(
        self, edits: Callable[[ast.Module], Iterator[Candidate]], seen: set[str]
    ) -> Iterator[tuple[Candidate, str, Function]]:
        """Each edit with the edited source and function, until the time is up.

        Sources in `seen` have been tried already.
        """
        if not self.tree:
            return
        seen.add(ast.unparse(self.tree))
        for candidate in edits(self.tree):
            if self._late():
                return
            if not candidate.claim and self._makes_what_is_right(candidate.edit):
                continue
            try:
                text = candidate.edit.text(self.tree)
            except (AttributeError, ValueError, TypeError):  # no source can be written for it
                continue
            if text in seen:
                continue
            seen.add(text)
            made = self._compiled(text)
            if made is unavailable:
                return
            if made is not None:
                yield candidate, text, made

    def _suggestive(self, tree: ast.Module) -> Iterator[Candidate]:
        orders = [returned_names(answer) for answer in self.goal.answers]
        return suggestive_edits(tree, self.goal.typed, orders)

    def _other(self, tree: ast.Module) -> Iterator[Candidate]:
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        literals = [literal for answer in self.goal.answers for literal in literals_of(answer)]
        given = zip(function.args.args, next(iter(self.goal.failing), ()), strict=False)
        not_numbers = [a.arg for a, value in given if not isinstance(value, int | float)]
        return other_edits(tree, literals, not_numbers)

    def _makes_what_is_right(self, edit: Edit) -> bool:
        return any(self._line(edit).startswith(f"{name} =") for name in self.goal.right)

    def _line(self, edit: Edit) -> str:
        return self.lines[edit.line - 1].strip() if 0 < edit.line <= len(self.lines) else ""

    def _compiled(self, text: str) -> Function | None:
        self.edit_ends = time.process_time() + MAX_SHARE_OF_EDIT * SECONDS
        self.cut_off = False
        return edited_function(self.function, text, self._tick)

    def _extend(self) -> None:
        """Take half as much time again."""
        self.ends = time.process_time() + SECONDS / 2, time.monotonic() + SECONDS
        self.edit_ends = math.inf

    def _late(self) -> bool:
        return time.process_time() > self.ends[0] or time.monotonic() > self.ends[1]

    def _tick(self) -> None:
        if self._late() or time.process_time() > self.edit_ends:
            self.cut_off = True
            raise TooSlow
