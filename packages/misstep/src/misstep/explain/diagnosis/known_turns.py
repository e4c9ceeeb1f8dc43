"""Known wrong turns that do not fit as they are: two at once, or one with another number in it."""

import itertools
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from misstep.core.calling import Args, Outcome, call
from misstep.core.kinds import show
from misstep.core.mistakes import Answer, Mistake, replacements
from misstep.explain.diagnosis.evidence import ENOUGH, Evidence
from misstep.explain.repairs.search import both_in_words


def two_at_once(
    evidence: Evidence,
    turns: Iterable[Mistake],
    also: Callable[[Callable[..., Any]], bool] = lambda both: True,
    shared: bool = True,
) -> tuple[str, str] | None:
    """Two known wrong turns at the same time, where both are edits of one answer.

    Args:
        evidence: The function and what it does.
        turns: The turns of its check.
        also: What else has to hold of the function that takes both turns.
        shared: Whether both may change one and the same part of the answer.

    """
    edits = [turn for turn in turns if turn.edits and _shows(evidence, turn.wrong)]
    for one, other in itertools.combinations(edits, 2):
        if one.base is not other.base or one.looks.split()[:3] == other.looks.split()[:3]:
            continue
        try:
            both = _with_both(one, other, shared)
            fits = both is not None and evidence.behaves(both.function)
        except SyntaxError:
            continue
        if both is None or not fits or any(evidence.behaves(t.wrong) for t in (one, other)):
            continue
        if all(_has_part(evidence, t.wrong, both.function) for t in (one, other)) and also(
            both.function
        ):
            return f"{evidence.where}{both_in_words(one.looks, other.looks)}", one.think
    return None


def _with_both(one: Mistake, other: Mistake, shared: bool = True) -> Answer | None:
    """The answer with the edits of two turns; None if one edits what the other has written.

    One may rewrite a line so that the other's place is no longer to be found. Then the other comes
    first, unless that writes more of what the one replaces: it is there to be replaced in any case.
    """
    made = []
    for first, second in ((one, other), (other, one)):
        assert first.base is not None
        try:
            both = first.base.edited(first.edits).edited(second.edits)
        except ValueError:
            continue
        made.append((first, second, both))
    if len(made) == 1 and shared:
        first, second, both = made[0]
        assert first.base is not None
        if any(
            first.source.count(old) > first.base.source.count(old)
            for old, _ in replacements(second.edits)
        ):
            return None
        return both
    return made[0][2] if len(made) == 2 and made[0][2] == made[1][2] else None


def partly(
    evidence: Evidence, turns: Iterable[Mistake], shown: tuple[Args, Any, Any]
) -> tuple[str, str] | None:
    """A known turn that explains all that is wrong, though the function is right elsewhere."""
    wrong = [
        (args, mine)
        for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True)
        if not evidence.alike(mine, Outcome(want))
    ]
    if len({show(mine.value) for _, mine in wrong}) < ENOUGH:
        return None
    for turn in turns:
        if evidence.alike(call(turn.wrong, shown[0]), Outcome(shown[1])) and all(
            mine.error is None and evidence.alike(mine, call(turn.wrong, args))
            for args, mine in wrong
        ):
            return f"where it is wrong, {turn.looks}", turn.think
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
