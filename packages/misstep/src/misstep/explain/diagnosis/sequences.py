"""How a result grows or falls with a whole number: by one factor, or by one difference, each time."""

from typing import Any

import numpy as np

from misstep.core.calling import Args, call
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import Evidence

FIRST = range(1, 7)  # the whole numbers that are tried
SECONDS = 1


def progression(evidence: Evidence) -> tuple[str, str] | None:
    """A result that is multiplied (or raised) by one number each time, where the right one is not."""
    for p, name in enumerate(evidence.parameters):
        if not all(type(args[p]) is int for args in evidence.args) or not evidence.args:
            continue
        mine = _results(evidence.function, evidence.args[0], p)
        right = _results(evidence.reference, evidence.args[0], p)
        if mine is None or right is None or np.allclose(mine, right):
            continue
        for how, step in (("multiplied by", _ratio), ("raised by", _difference)):
            number = step(mine)
            if number is None or step(right) is not None:
                continue
            if number < 0 and how == "raised by":
                how, number = "lowered by", -number
            first, other = (", ".join(map(show, values[:4])) for values in (mine, right))
            return (
                f"each time that {name} goes up by 1, your result is {how} {show(number)}: from {name} = "
                f"1 on it is {first} and so on, and not {other}.",
                f"How does the right result go on from one {name} to the next, and how does yours?",
            )
    return None


def _results(function: Any, args: Args, p: int) -> Any:
    """What a function makes of 1, 2, 3 and so on; None where that is not a number each time."""
    found = []
    for n in FIRST:
        outcome = call(function, (*args[:p], n, *args[p + 1 :]), SECONDS)
        if outcome.error or not isinstance(outcome.value, int | float | np.number):
            return None
        found.append(float(outcome.value))
    return np.array(found) if np.isfinite(found).all() else None


def _ratio(values: Any) -> float | None:
    if not values.all():
        return None
    ratios = values[1:] / values[:-1]
    return float(ratios[0]) if np.allclose(ratios, ratios[0]) and ratios[0] != 1 else None


def _difference(values: Any) -> float | None:
    steps = np.diff(values)
    return float(steps[0]) if np.allclose(steps, steps[0]) and steps[0] else None
