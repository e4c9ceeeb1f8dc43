"""Arguments that are used in another form than they are given in, or in the place of another one."""

import itertools
from typing import Any

import numpy as np

from lincourse.checks.diagnosis.evidence import Evidence
from lincourse.checks.diagnosis.transformations import ARRAYS, LISTS, NUMBERS


def replaced(evidence: Evidence) -> tuple[str, str] | None:
    """An argument that is used in another form, or in the place of another one."""
    names, reference = evidence.parameters, evidence.plain or evidence.reference
    for p, name in enumerate(names):
        kinds = {type(args[p]) for args in evidence.args}
        if kinds <= {np.ndarray}:
            ways = ARRAYS
        elif kinds <= {int, float}:
            ways = NUMBERS
        elif kinds <= {list}:
            ways = LISTS
        else:
            continue
        for way, words in ways:

            def changed(*args: Any, p: int = p, way: Any = way) -> Any:
                with np.errstate(all="ignore"):
                    return reference(*args[:p], way(args[p]), *args[p + 1 :])

            if evidence.behaves(changed):
                return (
                    f"{evidence.where}your function does what a right one would do with {name} {words}.",
                    f"What happens to {name} on its way through your code?",
                )
    for p, q in itertools.combinations(range(len(names)), 2):

        def swapped(*args: Any, p: int = p, q: int = q) -> Any:
            given = list(args)
            given[p], given[q] = given[q], given[p]
            return reference(*given)

        def twice(*args: Any, p: int = p, q: int = q) -> Any:
            return reference(*args[:q], args[p], *args[q + 1 :])

        def twice_other(*args: Any, p: int = p, q: int = q) -> Any:
            return reference(*args[:p], args[q], *args[p + 1 :])

        if evidence.behaves(swapped):
            return (
                f"{evidence.where}{names[p]} and {names[q]} have changed places.",
                "Which of the two belongs where?",
            )
        for way, one, other in ((twice, p, q), (twice_other, q, p)):
            if evidence.behaves(way):
                return (
                    f"{evidence.where}{names[one]} is used where {names[other]} should be.",
                    f"Where should {names[other]} enter?",
                )
    return None
