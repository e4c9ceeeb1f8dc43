"""Entries of a result that are still as they were in an argument, or that should be."""

from typing import Any

import numpy as np

from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence, as_numbers, close_entries
from misstep.explain.findings import Finding, Strength


def unchanged(given: dict[str, Any], got: Any, want: Any) -> Finding | None:
    """Find wrong entries of one result that are all as they were in an argument, or should be."""
    for name, value in given.items():
        if not all(isinstance(a, np.ndarray) and a.ndim for a in (value, got, want)):
            continue
        if not value.shape == got.shape == want.shape or value.dtype.kind not in "iuf":
            continue
        off = ~close_entries(got.astype(float), want.astype(float))
        if off.any() and np.isclose(got[off].astype(float), value[off]).all():
            return Finding("still-as-given", Strength.HINT, {"name": name})
        if off.all() and np.isclose(want.astype(float), value).all():
            return Finding("should-be-as-given", Strength.HINT, {"name": name})
    return None


def entries_kept(evidence: Evidence) -> Finding | None:
    """Find entries of an argument that should change but don't, or the other way round."""
    for p, name in enumerate(evidence.parameters):
        kept, moved, wrong = 0, 0, 0
        for args, mine, want in evidence.cases:
            got, right, given = as_numbers(mine.value), as_numbers(want), as_numbers(args[p])
            if mine.error is not None or got is None or right is None or given is None:
                break
            if not (got.shape == right.shape == given.shape) or got.ndim == 0:
                break
            off = ~close_entries(got, right)
            if not off.any():
                continue
            wrong += 1
            kept += bool(np.isclose(got[off], given[off]).all()) and not off.all()
            moved += bool(np.isclose(right[off], given[off]).any())
        else:
            if wrong >= MIN_INPUTS and kept == wrong:
                return Finding("entries-kept", Strength.HINT, {"name": name})
            if wrong >= MIN_INPUTS and moved == wrong:
                return Finding("entries-changed", Strength.HINT, {"name": name})
    return None
