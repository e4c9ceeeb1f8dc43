"""Where a function calls a function that it was given, and where a right answer does."""

import copy
from collections.abc import Callable, Iterable
from typing import Any

from misstep.core.calling import Args, Outcome, call
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import Evidence, as_numbers, is_close
from misstep.explain.findings import Finding, Strength

MAX_SHOWN = 60  # characters of an argument that is shown


def callback_calls(evidence: Evidence, answers: Iterable[Callable[..., Any]]) -> Finding | None:
    """Where the function passed in should be called, and where it is, for the first wrong input."""
    wrong = next(
        (
            args
            for args, mine, want in evidence.cases
            if mine.error is None and not evidence.alike(mine, Outcome(want))
        ),
        None,
    )
    if wrong is None:
        return None
    for p, name in enumerate(evidence.parameters):
        if not callable(wrong[p]):
            continue
        mine = _calls(evidence.function, wrong, p)
        rights = [_calls(answer, wrong, p) for answer in answers]
        if not mine or not rights or not all(rights):
            return None
        missing = [one for one in rights[0] if all(_has(points, one) for points in rights)]
        missing = [one for one in missing if not _has(mine, one)]
        others = [one for one in mine if not any(_has(points, one) for points in rights)]
        if missing and others:
            given = {
                n: text
                for n, value in zip(evidence.parameters, wrong, strict=True)
                if not callable(value) and len(text := show(value)) < MAX_SHOWN
            }
            data = {"name": name, "given": given, "at": show(others[0]), "not_at": show(missing[0])}
            return Finding("callback-calls", Strength.HINT, data)
    return None


def _calls(function: Callable[..., Any], args: Args, p: int) -> list[Any]:
    """The values that a function passes to its argument p; empty unless all are numbers or arrays."""
    points: list[Any] = []

    def recorded(*given: Any) -> Any:
        points.append(copy.deepcopy(given))
        return args[p](*given)

    call(function, (*args[:p], recorded, *args[p + 1 :]))
    if any(len(given) != 1 or as_numbers(given[0]) is None for given in points):
        return []
    return [given[0] for given in points]


def _has(points: list[Any], one: Any) -> bool:
    return any(is_close(as_numbers(point), as_numbers(one)) for point in points)
