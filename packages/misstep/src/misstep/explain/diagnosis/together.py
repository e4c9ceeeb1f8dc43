"""Entries that come out right one by one, and wrong together."""

from typing import Any

import numpy as np

from misstep.core.calling import Outcome, call, call_each
from misstep.explain.diagnosis.evidence import TRIES, Evidence

LONGEST = 12  # an array that is taken apart


def together(evidence: Evidence, silent: bool = False) -> tuple[str, str] | None:
    """Something that is worked out once for a whole array, and should be for each entry or row.

    Each of them alone has to be right, and without a warning where none is allowed (`silent`), on
    all inputs on which the function is wrong.
    """
    wrong = [
        (args, want)
        for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True)
        if not evidence.alike(mine, Outcome(want)) or (silent and mine.warned)
    ]
    if any(outcome.error is not None for outcome in evidence.mine):
        return None
    for p, name in enumerate(evidence.parameters):
        if not all(isinstance(args[p], np.ndarray) and args[p].size > 1 for args, _ in wrong):
            continue
        for each in ("entry", "row"):
            if wrong and all(_is_right_apart(evidence, p, each, *w, silent) for w in wrong[:TRIES]):
                return (
                    f"each {each} of {name} comes out right on its own, and several together do "
                    f"not: something is worked out once for all of {name}.",
                    f"Which of your lines looks at all of {name} at once, and should look at each "
                    f"{each}?",
                )
    return None


def _is_right_apart(
    evidence: Evidence, p: int, each: str, args: Any, want: Any, silent: bool
) -> bool:
    """Whether each entry or row alone is right, where a right result is made of theirs."""
    whole = args[p]
    if each == "row" and whole.ndim < 2:
        return False
    parts = list(whole[:, None] if each == "row" else whole.reshape(-1, 1))
    if not 1 < len(parts) <= LONGEST:
        return False
    many = [(*args[:p], part, *args[p + 1 :]) for part in parts]
    right = [call(evidence.reference, one) for one in many]
    if any(outcome.error is not None for outcome in right):
        return False
    made = np.concatenate([np.ravel(outcome.value) for outcome in right])
    if made.size != np.size(want):
        return False
    if not evidence.alike(Outcome(made.reshape(np.shape(want))), Outcome(want)):
        return False
    return all(
        evidence.alike(mine, theirs) and not (silent and mine.warned)
        for mine, theirs in zip(call_each(evidence.function, many), right, strict=True)
    )
