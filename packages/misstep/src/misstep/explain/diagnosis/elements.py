"""Which elements of a collection are missing everywhere, are too many, or are under another key."""

import ast
from collections import Counter
from collections.abc import Callable
from typing import Any

from misstep.core.calling import Args, Outcome
from misstep.core.kinds import DictOf, ListOf, SetOf, show
from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence, has_node
from misstep.explain.findings import Finding, Strength

CONDITIONS = (ast.If, ast.IfExp, ast.Compare)
MISSING, EXTRA = "elements-missing", "extra-elements"
DOUBLED, MOVED = "doubled-elements", "moved-elements"
Pairs = set[tuple[Any, Any]]  # (key, element); the key is None if there are no keys


def elements(evidence: Evidence, shown: str, alone: bool = False) -> Finding | None:
    """Find elements that are missing, too many or misplaced in the same way on every wrong input.

    Args:
        evidence: What a function that returns a collection does.
        shown: The result that the student sees: it must be that of the first wrong input.
        alone: Whether an example is enough if they have nothing in common.

    """
    kind, shared, exact, wrong = _how(evidence)
    if not kind or show(wrong[0][0]) != shown:
        return None
    if not alone and shared in ("", "shorter"):  # a repair may say more
        return None
    _, got, right = wrong[0]
    affected = sorted(_affected(kind, got, right), key=show)
    element = affected[0]
    data = {
        "element": show(element),
        "all": [show(one) for one in affected],
        "keyed": any(key is not None for key, _ in right | got),
        "here": sorted(show(key) for key, other in got if other == element),
        "there": sorted(show(key) for key, other in right if other == element),
        "shared": shared,
        "exact": exact,
        "condition": has_node(evidence.function, *CONDITIONS),
    }
    holds = shared and evidence.fresh and _how(evidence.fresh())[:3] == (kind, shared, exact)
    return Finding(kind, Strength.CAUSE if holds else Strength.HINT, data)


def _how(evidence: Evidence) -> tuple[str, str, bool, list[tuple[Any, Pairs, Pairs]]]:
    """How wrong collections differ, what the affected elements share, and the collections.

    The kind is empty if they don't all differ in the same way.
    """
    kinds: set[str] = set()
    wrong: list[tuple[Any, Pairs, Pairs]] = []
    nothing = "", "", False, wrong
    for mine, want in zip(evidence.mine, evidence.wants, strict=True):
        if mine.error is not None or evidence.kind.wrong_type(mine.value):
            return nothing
        if evidence.alike(mine, Outcome(want)):
            continue
        got, right = _pairs(mine.value, evidence.kind), _pairs(want, evidence.kind)
        if got is None or right is None:
            return nothing
        kinds.add(_kind(got, right))
        wrong.append((mine.value, got, right))
    if len(wrong) < min(MIN_INPUTS, len(evidence.args)) or len(kinds) != 1 or "" in kinds:
        return nothing
    [kind] = kinds
    shared, exact = _in_common(evidence, kind)
    if not shared and kind == EXTRA and all(_is_shorter(got, right) for _, got, right in wrong):
        shared = "shorter"
    return kind, shared, exact, wrong


def _is_shorter(got: Pairs, right: Pairs) -> bool:
    """Whether every extra element is shorter than every right one."""
    extra = [element for _, element in got - right]
    there = [element for _, element in right]
    if not there or not all(isinstance(element, str | tuple) for element in extra + there):
        return False
    return max(map(len, extra)) < min(map(len, there))


def _pairs(value: Any, kind: Any) -> Pairs | None:
    """All (key, element) of a collection; None for other values and for ordered ones."""
    if isinstance(kind, SetOf) and isinstance(value, set | frozenset):
        return {(None, element) for element in value}
    if isinstance(kind, ListOf) and not kind.ordered and isinstance(value, list):
        return {(None, element) for element in value}
    if isinstance(kind, DictOf) and isinstance(value, dict):
        inner = {key: _inside(item, kind.item) for key, item in value.items()}
        if all(items is None for items in inner.values()):
            return {(None, key) for key in value}
        return {(key, element) for key, items in inner.items() for element in items or ()}
    return None


def _inside(value: Any, kind: Any) -> list[Any] | None:
    if isinstance(value, set | frozenset):
        return list(value)
    if isinstance(value, dict):
        return [key for key, number in value.items() if number or not getattr(kind, "zeros", False)]
    return None


def _affected(kind: str, got: Pairs, right: Pairs) -> set[Any]:
    return {element for _, element in (right - got if kind in (MISSING, MOVED) else got - right)}


def _kind(got: Pairs, right: Pairs) -> str:
    """How a collection differs from the right one, if it does so in one way only."""
    here, there = {element for _, element in got}, {element for _, element in right}
    lacking = {element for _, element in right - got}
    extra = {element for _, element in got - right}
    if lacking and not extra and not lacking & here:
        return MISSING
    if extra and not lacking and not extra & there:
        return EXTRA
    if extra and not lacking and extra <= there:
        return DOUBLED
    if lacking and lacking == extra:
        return MOVED
    return ""


def _in_common(evidence: Evidence, kind: str) -> tuple[str, bool]:
    """What the affected elements have in common, and few others have; whether no others have it."""
    pairs = []
    for args, mine, want in evidence.cases:
        got, right = _pairs(mine.value, evidence.kind), _pairs(want, evidence.kind)
        assert got is not None
        assert right is not None
        odd = _affected(kind, got, right)
        pairs += [(args, element, element in odd) for element in {e for _, e in got | right}]
    if sum(is_odd for *_, is_odd in pairs) < MIN_INPUTS:
        return "", False
    found = [
        (shared, [(has(element, args), is_odd) for args, element, is_odd in pairs])
        for shared, has in PROPERTIES.items()
    ]
    for shared, held in found:
        if all(holds == is_odd for holds, is_odd in held):
            return shared, True
    for shared, held in found:
        others = [holds for holds, is_odd in held if not is_odd]
        if all(holds for holds, is_odd in held if is_odd) and 3 * sum(others) < len(others):
            return shared, False
    return "", False


def _times(element: Any, value: Any) -> int:
    """How often an element occurs in nested lists and tuples."""
    if isinstance(value, list | tuple):
        return sum(_times(element, part) for part in value)
    return int(type(value) is type(element) and value == element)


def _by_label(element: Any, args: Args) -> Counter[Any]:
    """How often an element occurs under each label, in (text, label) pairs."""
    counts: Counter[Any] = Counter()
    for entry in args[0] if isinstance(args[0], list) else []:
        if isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[0], list):
            counts[entry[1]] += _times(element, entry[0])
    return +counts


def _most(element: Any, args: Args) -> int:
    return max(_by_label(element, args).values(), default=0)


def _is_tied(element: Any, args: Args) -> bool:
    counts = sorted(_by_label(element, args).values())
    return len(counts) > 1 and counts[-1] == counts[-2]


# How often and where an element occurs in the arguments.
PROPERTIES: dict[str, Callable[[Any, Args], bool]] = {
    "tied": _is_tied,
    "at most half": lambda element, args: (
        0 < 2 * _most(element, args) <= _by_label(element, args).total()
    ),
    "once per label": lambda element, args: _most(element, args) == 1,
    "several labels": lambda element, args: len(_by_label(element, args)) > 1,
    "last": lambda element, args: isinstance(args[0], list) and args[0][-1:] == [element],
}
