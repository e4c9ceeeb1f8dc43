"""Entries of a result that are still as they were in an argument, or that should be."""

from typing import Any

import numpy as np

from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence, as_numbers, close_entries


def unchanged(given: dict[str, Any], got: Any, want: Any) -> str:
    """A clause, if every wrong entry is as it was in an argument, or should be."""
    for name, value in given.items():
        if not all(isinstance(a, np.ndarray) and a.ndim for a in (value, got, want)):
            continue
        if not value.shape == got.shape == want.shape or value.dtype.kind not in "iuf":
            continue
        off = ~close_entries(got.astype(float), want.astype(float))
        if off.any() and np.isclose(got[off].astype(float), value[off]).all():
            return f"; what is wrong is still as it was in {name}"
        if off.any() and np.isclose(want[off].astype(float), value[off]).all():
            if off.all():
                return f"; {name} should come back as it is"
            return f"; what is wrong should be as it is in {name}"
    return ""


def entries_kept(evidence: Evidence) -> tuple[str, str] | None:
    """Find entries of an argument that should change but don't, or the other way round."""
    for p, name in enumerate(evidence.parameters):
        kept, moved, wrong = 0, 0, 0
        for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
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
                return (
                    f"where your result is wrong, it still holds what {name} held before.",
                    f"Which entries of {name} should change here, and which of your lines does it?",
                )
            if wrong >= MIN_INPUTS and moved == wrong:
                return (
                    f"something in {name} changes that should stay as it is.",
                    f"Which entries or rows of {name} may this change, and when none at all?",
                )
    return None
