"""Known wrong turns that do not fit as they are: two at once, or one with another number in it."""

import itertools
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lincourse.checks.calling import Outcome, call
from lincourse.checks.diagnosis.evidence import Evidence


def two_at_once(evidence: Evidence, turns: Iterable[Any]) -> tuple[str, str] | None:
    """Two known wrong turns at the same time, where both are edits of one answer."""
    edits = [turn for turn in turns if turn.edits and _shows(evidence, turn.wrong)]
    for one, other in itertools.permutations(edits, 2):
        if one.base is not other.base or one.looks.split()[:3] == other.looks.split()[:3]:
            continue
        try:
            both = one.base.edited(one.edits).edited(other.edits)
            if both != one.base.edited(other.edits).edited(one.edits):
                continue  # one edits what the other wrote, and then neither of them is said rightly
            fits = evidence.behaves(both.function)
        except (ValueError, SyntaxError):
            continue
        if not fits or evidence.behaves(one.wrong) or evidence.behaves(other.wrong):
            continue
        if all(_has_part(evidence, turn.wrong, both.function) for turn in (one, other)):
            first, second = one.looks.rstrip("."), other.looks.rstrip(".")
            return f"{evidence.where}two things at once: {first}; and {second}.", one.think
    return None


def other_number(
    evidence: Evidence, turns: Iterable[Any], numbers: list[float]
) -> tuple[str, str] | None:
    """A known wrong turn in which one of the student's own numbers takes the place of its own."""
    for turn in turns:
        wrong = turn.wrong
        if not isinstance(wrong, types.FunctionType):
            continue
        ours = turn.base.function.__code__.co_consts if turn.base else ()
        for i, old in enumerate(wrong.__code__.co_consts):
            if type(old) not in (int, float) or old in ours:
                continue
            for number in numbers:
                if number == old:
                    continue
                values = list(wrong.__code__.co_consts)
                values[i] = number
                code = wrong.__code__.replace(co_consts=tuple(values))
                other = types.FunctionType(
                    code, wrong.__globals__, wrong.__name__, wrong.__defaults__, wrong.__closure__
                )
                if evidence.behaves(other):
                    if f"{old:g}" in turn.looks:
                        return turn.looks.replace(f"{old:g}", f"{number:g}"), turn.think
                    if not any(map(str.isdigit, turn.looks)):  # nothing in it hangs on the number
                        return f"{turn.looks} (With {number:g} in your case.)", turn.think
    return None


def _shows(evidence: Evidence, wrong: Callable[..., Any]) -> bool:
    """Whether a wrong function is wrong on these inputs at all."""
    return any(_fails(evidence, wrong))


def _has_part(evidence: Evidence, one: Callable[..., Any], both: Callable[..., Any]) -> bool:
    """Whether one of two turns is to be seen in most of what both together do: else it is luck."""
    pairs = list(zip(_fails(evidence, one), _fails(evidence, both), strict=True))
    return 2 * sum(a and b for a, b in pairs) >= sum(b for _, b in pairs)


def _fails(evidence: Evidence, wrong: Callable[..., Any]) -> Iterator[bool]:
    """On which inputs a wrong function is wrong."""
    for args, want in zip(evidence.args, evidence.wants, strict=True):
        yield not evidence.alike(call(wrong, args), Outcome(want))
