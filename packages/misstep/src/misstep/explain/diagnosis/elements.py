"""Which elements of a collection are missing everywhere, are too many, or are under another key."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from misstep.core.calling import Args, Outcome
from misstep.core.kinds import DictOf, ListOf, SetOf, show
from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence
from misstep.explain.repairs.source import source_of

SHORTER = "All that should not be there is shorter than what should be"
Pairs = set[tuple[Any, Any]]  # (key, element); the key is None if there are no keys
Has = Callable[[Any, Args], bool]  # whether an element has a property, given the arguments


def elements(evidence: Evidence, shown: str, alone: bool = False) -> tuple[str, str] | None:
    """Find elements that are missing, too many or misplaced in the same way on every wrong input.

    Args:
        evidence: What a function that returns a collection does.
        shown: The result that the student sees; only its elements are named.
        alone: Whether an example is enough if they have nothing in common.

    """
    what, rests = set(), []
    for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
        if mine.error is not None or evidence.kind.wrong_type(mine.value):
            return None
        if evidence.alike(mine, Outcome(want)):
            continue
        got, right = _pairs(mine.value, evidence.kind), _pairs(want, evidence.kind)
        if got is None or right is None:
            return None
        what.add(_what(got, right))
        rests.append((args, mine.value, got, right))
    if (
        len(rests) < min(MIN_INPUTS, len(evidence.args))
        or len(what) != 1
        or not (how := what.pop())
    ):
        return None
    odd = _affected(how, *rests[0][2:])
    example = min(odd, key=show) if show(rests[0][1]) == shown else None
    common = _in_common(evidence, how)
    if alone and not common:  # a repair may say more
        common = _shorter(how, [(g, r) for *_, g, r in rests])
    if not common and not (alone and example is not None):
        return None
    looks, think = _words(how, example, common, *rests[0][2:])
    if common == SHORTER:
        return looks, "Are the longer ones made from these, and should these still be there then?"
    if "condition" in think and not _has_condition(evidence.function):
        think = f"Which of your lines {'puts' if how == 'too many' else 'should put'} it there?"
    return looks, think


def _has_condition(function: Any) -> bool:
    """Whether the source of a function holds a condition; True if there is no source."""
    source = source_of(function)
    return not source or any(
        isinstance(node, ast.If | ast.IfExp | ast.Compare) for node in ast.walk(ast.parse(source))
    )


def _shorter(how: str, rests: list[tuple[Pairs, Pairs]]) -> str:
    """A sentence, if every extra element is shorter than every right one."""
    for got, right in rests if how == "too many" else [(set(), set())]:
        extra = [element for _, element in got - right]
        there = [element for _, element in right]
        if not there or not all(isinstance(element, str | tuple) for element in extra + there):
            return ""
        if max(map(len, extra)) >= min(map(len, there)):
            return ""
    return SHORTER


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


def _affected(how: str, got: Pairs, right: Pairs) -> set[Any]:
    return {element for _, element in (right - got if how in ("missing", "moved") else got - right)}


def _what(got: Pairs, right: Pairs) -> str:
    """How a collection differs from the right one, if it does so in one way only."""
    here, there = {element for _, element in got}, {element for _, element in right}
    lacking = {element for _, element in right - got}
    extra = {element for _, element in got - right}
    if lacking and not extra and not lacking & here:
        return "missing"
    if extra and not lacking and not extra & there:
        return "too many"
    if extra and not lacking and extra <= there:
        return "doubled"
    if lacking and lacking == extra:
        return "moved"
    return ""


NO_EXAMPLE = {
    "missing": "missing",
    "too many": "there, and should not be",
    "doubled": "under more than one key",
    "moved": "under another key than it should be",
}
THINK = {
    "missing": "Which condition in your code keeps it out?",
    "too many": "Which condition in your code should have kept it out?",
    "doubled": "Which of your lines decides between two keys that are equally good?",
    "moved": "Which of your lines decides on the key?",
}


def _words(how: str, example: Any, common: str, got: Pairs, right: Pairs) -> tuple[str, str]:
    """A sentence about the elements, with one of them as an example."""
    if example is None:
        return f"something is {NO_EXAMPLE[how]}. {common}.", THINK[how]
    name = show(example)
    keyed = any(key is not None for key, _ in right | got)
    looks = f"{name} is {_found(how, example, got, right) if keyed else NO_EXAMPLE[how]}."
    if common:
        looks += f" {common}."
    return looks, THINK[how].replace(" it ", f" {name} ").replace(" it?", f" {name}?")


def _found(how: str, element: Any, got: Pairs, right: Pairs) -> str:
    """The keys that hold an element, and those that should."""
    here = " and ".join(sorted(show(key) for key, other in got if other == element))
    there = " and ".join(sorted(show(key) for key, other in right if other == element))
    match how:
        case "missing":
            return f"under none of the keys, and it belongs under {there}"
        case "too many":
            return f"under {here}, and it should not be there at all"
        case "doubled":
            return f"under {here}, and it only belongs under {there}"
        case _:
            return f"under {here}, and it belongs under {there}"


def _in_common(evidence: Evidence, how: str) -> str:
    """A sentence on what the affected elements have in common, and few others have."""
    pairs = []
    for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
        got, right = _pairs(mine.value, evidence.kind), _pairs(want, evidence.kind)
        assert got is not None
        assert right is not None
        odd = _affected(how, got, right)
        pairs += [(args, element, element in odd) for element in {e for _, e in got | right}]
    if sum(is_odd for *_, is_odd in pairs) < MIN_INPUTS:
        return ""
    found = [
        (words, [(has(element, args), is_odd) for args, element, is_odd in pairs])
        for words, has in _properties()
    ]
    for words, held in found:
        if all(holds == is_odd for holds, is_odd in held):
            return f"The same goes for whatever {words}"
    for words, held in found:
        others = [holds for holds, is_odd in held if not is_odd]
        if all(holds for holds, is_odd in held if is_odd) and 3 * sum(others) < len(others):
            return f"That happens only to what {words}"
    return ""


def _properties() -> Iterator[tuple[str, Has]]:
    """Properties of an element: how often and where it occurs in the arguments."""
    yield "comes only once", lambda element, args: _times(element, args) == 1
    yield "comes more than once", lambda element, args: _times(element, args) > 1
    yield (
        "comes most often under two labels at once, in a tie",
        lambda element, args: (
            len(counts := sorted(_by_label(element, args).values())) > 1
            and counts[-1] == counts[-2]
        ),
    )
    yield (
        "comes under no label more than half of the time",
        lambda element, args: (
            0
            < 2 * max(_by_label(element, args).values(), default=0)
            <= _by_label(element, args).total()
        ),
    )
    yield (
        "comes no more than once under any label",
        lambda element, args: max(_by_label(element, args).values(), default=0) == 1,
    )
    yield (
        "comes under more than one label",
        lambda element, args: len(_by_label(element, args)) > 1,
    )
    yield "comes first", lambda element, args: _at(element, args, 0)
    yield "comes last", lambda element, args: _at(element, args, -1)


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


def _at(element: Any, args: Args, place: int) -> bool:
    first = args[0]
    return isinstance(first, list) and bool(first) and bool(first[place] == element)
