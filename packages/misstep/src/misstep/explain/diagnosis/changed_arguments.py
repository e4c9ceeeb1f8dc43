"""Arguments that are used in another form, or instead of another argument."""

import itertools
from typing import Any

import numpy as np

from misstep.core.calling import Outcome, call_each
from misstep.explain.diagnosis.evidence import Evidence, confirmed, entry_of
from misstep.explain.diagnosis.transformations import ARRAYS, LISTS, NUMBERS
from misstep.explain.findings import Finding, Strength


@confirmed
def changed_argument(evidence: Evidence) -> Finding | None:
    """Find an argument that is used in another form, or instead of another one."""
    names, reference = evidence.parameters, evidence.plain or evidence.reference
    some_raise = {"some_raise": evidence.some_raise}
    for p, name in enumerate(names):
        types = {type(args[p]) for args in evidence.args}
        if types <= {np.ndarray}:
            changes = ARRAYS
        elif types <= {int, float}:
            changes = NUMBERS
        elif types <= {list}:
            changes = LISTS
        else:
            continue
        for kind, change in changes.items():

            def changed(*args: Any, p: int = p, change: Any = change) -> Any:
                with np.errstate(all="ignore"):
                    return reference(*args[:p], change(args[p]), *args[p + 1 :])

            if evidence.behaves(changed):
                data = {"name": name, "entry": entry_of(evidence, p), **some_raise}
                return Finding(kind, Strength.HINT, data)
    for p, q in itertools.combinations(range(len(names)), 2):
        data = {"name": names[p], "other": names[q], **some_raise}

        def swapped(*args: Any, p: int = p, q: int = q) -> Any:
            given = list(args)
            given[p], given[q] = given[q], given[p]
            return reference(*given)

        if evidence.behaves(swapped) and _is_right_swapped(evidence, p, q):
            return Finding("arguments-swapped", Strength.HINT, data)
    return None


def _is_right_swapped(evidence: Evidence, p: int, q: int) -> bool:
    """Whether the function is right if two of its arguments are swapped."""
    many = [list(args) for args in evidence.args]
    for given in many:
        given[p], given[q] = given[q], given[p]
    outcomes = call_each(evidence.function, [tuple(given) for given in many])
    return all(map(evidence.alike, outcomes, map(Outcome, evidence.wants)))
