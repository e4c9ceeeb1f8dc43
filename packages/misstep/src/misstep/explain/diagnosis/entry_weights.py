"""An entry of an argument that is left out, or that counts twice.

One entry is changed at a time. How far the result moves, measured by how far the right one does, is the
weight of that entry: in a mean that adds its first number twice it is 2 for the first, and 1 for the
others.
"""

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call_each
from misstep.explain.diagnosis.evidence import (
    MIN_INPUTS,
    Evidence,
    as_numbers,
    confirmed,
    entry_of,
    has_node,
)
from misstep.explain.findings import Finding, Strength

MAX_ENTRIES = 8  # larger inputs are skipped
LOOPS = (ast.For, ast.While, ast.comprehension)
WEIGHTS = {0: "entry-left-out", 2: "entry-counts-twice"}


@confirmed
def entry_weight(evidence: Evidence) -> Finding | None:
    """Find a first or last entry of an argument that is left out or counts twice."""
    if evidence.mostly_raises:
        return None
    found: dict[tuple[str, int], list[tuple[str, str]]] = {}
    for p, name in enumerate(evidence.parameters):
        if (odd := _odd_one(evidence, p)) is not None:
            found.setdefault(odd, []).append((entry_of(evidence, p), name))
    if not found:
        return None
    (which, weight), entries = next(iter(found.items()))
    data = {"which": which, "entries": entries, "has_loop": has_node(evidence.function, *LOOPS)}
    return Finding(WEIGHTS[weight], Strength.HINT, data)


def _odd_one(evidence: Evidence, p: int) -> tuple[str, int] | None:
    """The one entry with another weight than the rest: where it is, and its weight (0 or 2)."""
    found: set[tuple[str, int]] = set()
    told: list[int] = []  # lengths of the inputs that showed something
    for args, mine, want in evidence.cases:
        size = len(args[p]) if hasattr(args[p], "__len__") else 0
        if mine.error is not None or told.count(size) == MIN_INPUTS:
            continue
        shares = _shares(evidence, args, mine, want, p)
        if shares is None or np.isnan(shares).all():
            continue
        if np.isnan(shares).any() and np.ptp(shares[~np.isnan(shares)]) < 1e-6:
            continue  # the odd one may be among those without a weight
        places = {
            (place, weight)
            for place, odd, others in (
                ("first", shares[0], shares[1:]),
                ("last", shares[-1], shares[:-1]),
            )
            for weight in WEIGHTS
            if _stands_out(odd, others[~np.isnan(others)], weight)
        }
        told.append(size)
        found = found & places if found else places
        if not found:
            return None
    # Of three entries, 1, 1 and 2 may also be the beginning of 1, 1, 2, 4.
    enough = len(told) >= MIN_INPUTS and (len(set(told)) > 1 or told[0] > 3)
    return found.pop() if enough and len(found) == 1 else None


def _stands_out(odd: float, others: Any, weight: int) -> bool:
    """Whether all others have one weight, and the odd one a multiple of it."""
    if len(others) == 0 or others[0] < 1e-9:
        return False
    alike = np.allclose(others, others[0], rtol=1e-6)
    return bool(alike and np.isclose(odd, weight * others[0], rtol=1e-6))


def _shares(evidence: Evidence, args: Args, mine: Outcome, want: Any, p: int) -> Any:
    """How far the result moves with each entry, relative to the right one; None if unclear."""
    tries = [(*args[:p], changed, *args[p + 1 :]) for changed in _one_changed(args[p])]
    got, right = as_numbers(mine.value), as_numbers(want)
    if len(tries) < 3 or got is None or right is None or got.shape != right.shape:
        return None
    shares = []
    reference = evidence.plain or evidence.reference
    for varied, outcome in zip(tries, call_each(evidence.function, tries), strict=True):
        try:
            moved = as_numbers(reference(*varied), want)
        except Exception:  # the reference refuses such an input
            return None
        step = as_numbers(outcome.value, mine.value)
        if outcome.error is not None or step is None or moved is None:
            return None
        if step.shape != right.shape or moved.shape != right.shape:
            return None
        with np.errstate(all="ignore"):
            mine_moves, right_moves = np.ravel(step - got), np.ravel(moved - right)
            norm = float(right_moves @ right_moves)
        if not np.isfinite(norm) or not np.isfinite(mine_moves).all():
            return None
        share = float(mine_moves @ right_moves) / norm if norm > 1e-12 else np.nan
        if norm <= 1e-12 and np.allclose(mine_moves, 0, atol=1e-9):
            shares.append(np.nan)  # this entry has no effect here
            continue
        if not np.allclose(mine_moves, share * right_moves, rtol=1e-6, atol=1e-9):
            return None
        shares.append(share)
    return np.array(shares)


def _one_changed(value: Any) -> Iterator[Any]:
    """Copies of a value, each with one entry changed."""
    if isinstance(value, np.ndarray) and value.ndim and 3 <= len(value) <= MAX_ENTRIES:
        for i in range(len(value)):
            array = value.copy()
            if value.dtype.kind == "f":
                array[i] += 0.375
            else:
                array[i] = next((v for v in value if np.any(v != value[i])), value[i])
            yield array
    if isinstance(value, list) and 3 <= len(value) <= MAX_ENTRIES:
        for i, entry in enumerate(value):
            if type(entry) in (int, float):
                other = entry + 1
            else:
                other = next((v for v in value if v != entry), entry)
            yield [*value[:i], other, *value[i + 1 :]]
