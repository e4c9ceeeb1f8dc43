"""Entries of an argument that are never used, affect each other, or are paired wrongly by zip."""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Args, Outcome, call, call_each
from misstep.explain.diagnosis.evidence import MAX_INPUTS, MIN_INPUTS, Evidence, entry_of
from misstep.explain.diagnosis.tracing import instrumented, seen, traced_call, tree_of
from misstep.explain.findings import Finding, Strength

MAX_ENTRIES = 12  # of an array that is taken apart


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


def right_apart(evidence: Evidence, silent: bool = False) -> Finding | None:
    """Find an array whose entries, or rows, come out right only if there is one of them.

    With `silent`, a result that comes with a warning is not right.
    """
    calls = zip(evidence.args, evidence.mine, evidence.wants, strict=True)
    wrong = [(a, want) for a, mine, want in calls if not _is_right(evidence, mine, want, silent)]
    for p, name in enumerate(evidence.parameters if wrong else ()):
        for each in ("entry", "row"):
            if all(_is_right_apart(evidence, p, each, *case, silent) for case in wrong):
                return Finding("right-apart", Strength.HINT, {"name": name, "entry": each})
    return None


def _is_right(evidence: Evidence, mine: Outcome, want: Any, silent: bool) -> bool:
    return evidence.alike(mine, Outcome(want)) and not (silent and mine.warned)


def _is_right_apart(
    evidence: Evidence, p: int, each: str, args: Args, want: Any, silent: bool
) -> bool:
    """Whether each entry or row is right by itself, if the right result is made of theirs."""
    if not isinstance(args[p], np.ndarray) or not args[p].ndim or not args[p].size:
        return False
    if not isinstance(want, np.ndarray):
        return False
    parts = args[p].reshape(-1, 1) if each == "entry" else args[p].reshape(-1, 1, args[p].shape[-1])
    if not 1 < len(parts) <= MAX_ENTRIES:
        return False
    many = [(*args[:p], part, *args[p + 1 :]) for part in parts]
    right = [call(evidence.reference, one) for one in many]
    if any(outcome.error for outcome in right):
        return False
    made = np.concatenate([np.ravel(outcome.value) for outcome in right])
    if made.size != want.size:
        return False
    return evidence.alike(Outcome(made.reshape(want.shape)), Outcome(want)) and all(
        _is_right(evidence, mine, theirs.value, silent)
        for mine, theirs in zip(call_each(evidence.function, many), right, strict=True)
    )


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
