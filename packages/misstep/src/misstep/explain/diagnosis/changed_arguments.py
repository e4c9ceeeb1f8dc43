"""Arguments that are used in another form, or instead of another argument."""

import itertools
from typing import Any

import numpy as np

from misstep.core.calling import Outcome, call_each
from misstep.explain.diagnosis.evidence import Evidence, entry_of
from misstep.explain.diagnosis.transformations import ARRAYS, LISTS, NUMBERS


def changed_argument(evidence: Evidence) -> tuple[str, str] | None:
    """Find an argument that is used in another form, or instead of another one."""
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
                looks, think = _in_words(name, words, entry_of(evidence, p))
                return f"{evidence.where}{looks}.", think
    for p, q in itertools.combinations(range(len(names)), 2):

        def swapped(*args: Any, p: int = p, q: int = q) -> Any:
            given = list(args)
            given[p], given[q] = given[q], given[p]
            return reference(*given)

        def twice(*args: Any, p: int = p, q: int = q) -> Any:
            return reference(*args[:q], args[p], *args[q + 1 :])

        def twice_other(*args: Any, p: int = p, q: int = q) -> Any:
            return reference(*args[:p], args[q], *args[p + 1 :])

        if evidence.behaves(swapped) and _is_right_swapped(evidence, p, q):
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


def _is_right_swapped(evidence: Evidence, p: int, q: int) -> bool:
    """Whether the function is right if two of its arguments are swapped."""
    many = [list(args) for args in evidence.args]
    for given in many:
        given[p], given[q] = given[q], given[p]
    outcomes = call_each(evidence.function, [tuple(given) for given in many])
    return all(map(evidence.alike, outcomes, map(Outcome, evidence.wants)))


def _in_words(name: str, words: str, entry: str) -> tuple[str, str]:
    """A sentence about the change of an argument, and a question."""
    if "{name}" not in words:
        return (
            f"your result would be right with {name} {words}",
            f"Which of your lines use {name}, and should they take it as it is?",
        )
    looks = words.format(name=name, entry=entry)
    if looks.startswith("only"):
        return looks, "Which of your lines should take the others?"
    return looks, "Which of your lines should take it, and does it?"
