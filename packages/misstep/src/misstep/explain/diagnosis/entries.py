"""Entries of an argument that are never used, or that zip pairs wrongly."""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call, call_each
from misstep.explain.diagnosis.evidence import MAX_INPUTS, MIN_INPUTS, Evidence, entry_of
from misstep.explain.diagnosis.tracing import instrumented, seen, traced_call, tree_of
from misstep.explain.findings import Finding, Strength


def unused_entries(evidence: Evidence) -> Finding | None:
    """Find an argument of which only the first or the last entry has an effect."""
    for p, name in enumerate(evidence.parameters):
        for which, others in (("first", slice(1, None)), ("last", slice(0, -1))):
            tries: list[Args] = []
            before: list[Outcome] = []
            for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
                for other in _changed(args[p], others):
                    varied = (*args[:p], other, *args[p + 1 :])
                    right = call(evidence.reference, varied)
                    if mine.error or right.error or evidence.alike(right, Outcome(want)):
                        continue
                    tries.append(varied)
                    before.append(mine)
            if len(tries) >= 2 * MAX_INPUTS and all(
                map(evidence.alike, call_each(evidence.function, tries), before)
            ):
                data = {"name": name, "entry": entry_of(evidence, p), "which": which}
                return Finding("only-one-entry-matters", Strength.HINT, data)
    return None


def _changed(value: Any, group: slice) -> Iterator[Any]:
    """A value with other numbers in some of its entries."""
    is_array = isinstance(value, np.ndarray) and value.ndim > 0 and value.dtype.kind == "f"
    if is_array and len(value) > 2:
        for factor, more in ((-1.0, 0.0), (0.5, 0.125), (-3.0, 1.5)):
            array = value.copy()
            array[group] = factor * array[group] + more
            yield array


def unequal_zip(evidence: Evidence) -> Finding | None:
    """Find a zip whose arguments differ in length in every wrong call, and in few right ones."""
    tree = tree_of(evidence.function) or ast.Module([], [])
    zips = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) == "zip"]
    if len(zips) != 1 or any(isinstance(a, ast.Starred | ast.Subscript) for a in zips[0].args):
        return None
    watched = instrumented(evidence.function, tree, zips[0].args, seen)
    counts = Counter[tuple[bool, bool]]()
    for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
        lengths: set[int] = set()

        def see(_: int, part: Any, lengths: set[int] = lengths) -> None:
            if hasattr(part, "__len__"):
                lengths.add(len(part))

        traced_call(watched, see, args)
        counts[len(lengths) > 1, evidence.alike(mine, Outcome(want))] += 1
    unequal_wrong, unequal_right = counts[True, False], counts[True, True]
    if counts[False, False] or not counts[False, True]:
        return None
    if unequal_wrong < max(MIN_INPUTS, unequal_right):
        return None
    return Finding("unequal-zip", Strength.HINT, {"text": ast.unparse(zips[0])})
