"""Where one result differs from the right one: the first entry, a row, a key, what was left as given."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from misstep.core.kinds import DictOf, IndexArrays, Kind, Parts, show
from misstep.explain.diagnosis.evidence import ENOUGH, Evidence, as_numbers, close_entries


def first_difference(got: Any, want: Any, kind: Kind) -> str:
    """Where a result differs from the right one first, in words; empty where that says no more."""
    if isinstance(kind, Parts):
        if kind.wrong_type(got):
            return ""
        for (name, one, part), (_, _, wanted) in zip(
            kind.named(got), kind.named(want), strict=True
        ):
            if one.wrong_shape(part, wanted) or not one.same(part, wanted):
                if place := _deep_place(part, wanted, one):
                    return f"{name}{place}"
                inner = first_difference(part, wanted, one)
                others = len(kind.parts) - 1
                return (inner and f"{name}: {inner}") or (
                    f"{name} is {show(part)}, and should be {show(wanted)}" if others else ""
                )
        return ""
    if isinstance(want, dict) and isinstance(got, dict):
        for key in want:
            if key not in got and not getattr(kind, "zeros", False):
                return f"the key {show(key)} is missing"
        for key in got:
            if key not in want and not getattr(kind, "zeros", False):
                return f"the key {show(key)} should not be there"
        item = kind.item if isinstance(kind, DictOf) else kind
        for key in want:
            if key in got and not item.same(got[key], want[key]):
                if place := _deep_place(got[key], want[key], item):
                    return f"[{show(key)}]{place}"
                inner = first_difference(got[key], want[key], item)
                inner = inner or f"it is {show(got[key])}, and should be {show(want[key])}"
                return f"under {show(key)} {inner}"
        return ""
    if isinstance(want, set | frozenset) and isinstance(got, set | frozenset):
        if missing := sorted(map(show, want - got)):
            return f"{missing[0]} is missing"
        return f"{sorted(map(show, got - want))[0]} should not be there" if got - want else ""
    if isinstance(want, list | tuple) and isinstance(got, list | tuple | np.ndarray):
        each = getattr(kind, "item", None)
        if isinstance(kind, IndexArrays) and list(map(len, got)) != list(map(len, want)):
            have, need = (_listed(map(len, parts)) for parts in (got, want))
            return f"the parts hold {have} indices, and they should hold {need}"
        if len(got) != len(want):
            return f"there are {len(got)} entries, and there should be {len(want)}"
        if each is None or not getattr(kind, "ordered", True):
            return ""
        wrong = [i for i in range(len(want)) if not each.same(got[i], want[i])]
        return _entries(wrong, got, want, len(want))
    if isinstance(want, np.ndarray) and isinstance(got, np.ndarray) and got.shape == want.shape:
        if want.ndim == 0 or want.size < 2:
            return ""
        off = ~close_entries(got.astype(float), want.astype(float))
        places = [tuple(map(int, index)) for index in np.argwhere(off)]
        if np.ptp(got) == 0 and np.ptp(want) > 0:
            return f"all entries are {show(got.flat[0])}, and they should not all be the same"
        if want.ndim == 2:
            rows, columns = sorted({i for i, _ in places}), sorted({j for _, j in places})
            if len(rows) == 1 and want.shape[0] > 1:
                return f"row {rows[0]} is wrong, the other rows are right"
            if len(columns) == 1 and want.shape[1] > 1:
                return f"column {columns[0]} is wrong, the other columns are right"
            if all(i == j for i, j in places) and want.shape[0] == want.shape[1]:
                return "only the diagonal is wrong"
            if all(i != j for i, j in places) and want.shape[0] == want.shape[1]:
                return "the diagonal is right, and what is off it is wrong"
        return _entries([i[0] if len(i) == 1 else i for i in places], got, want, want.size)
    return ""


def _deep_place(got: Any, want: Any, kind: Kind) -> str:
    """The first number in a dict that is wrong, as it is found by its keys: "['pos']['good'] is ..."."""
    if not (isinstance(kind, DictOf) and isinstance(got, dict) and isinstance(want, dict)):
        return ""
    if got.keys() != want.keys() and not kind.zeros:
        return ""
    for key in want:
        if key in got and not kind.item.same(got[key], want[key]):
            if isinstance(kind.item, DictOf):
                inner = _deep_place(got[key], want[key], kind.item)
                return inner and f"[{show(key)}]{inner}"
            if isinstance(got[key], int | float):
                return f"[{show(key)}] is {show(got[key])}, and should be {show(want[key])}"
            return ""
    return ""


def unchanged(given: dict[str, Any], got: Any, want: Any) -> str:
    """Whether every wrong entry is as an argument had it, or should be; in words to be appended."""
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


def _listed(numbers: Iterable[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def _entries(wrong: list[Any], got: Any, want: Any, size: int) -> str:
    if not wrong:
        return ""
    first = wrong[0]
    at = f"[{', '.join(map(str, first))}]" if isinstance(first, tuple) else f"[{first}]"
    words = f"entry {at} is {show(got[first])}, and should be {show(want[first])}"
    if len(wrong) == 1 and size > 1:
        return f"{words}; all other entries are right"
    return f"{words}; {len(wrong)} of {size} entries differ"


def as_given(evidence: Evidence) -> tuple[str, str] | None:
    """Entries of an argument that should change and do not, or that change and should not."""
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
            if wrong >= ENOUGH and kept == wrong:
                return (
                    f"where your result is wrong, it still holds what {name} held before.",
                    f"Which entries of {name} should change here, and which of your lines does it?",
                )
            if wrong >= ENOUGH and moved == wrong:
                return (
                    f"something in {name} changes that should stay as it is.",
                    f"Which entries or rows of {name} may this change, and when none at all?",
                )
    return None
