"""Properties that the wrong inputs have in common."""

import itertools
from collections.abc import Callable, Iterator

import numpy as np

from misstep.core.calling import Outcome, same
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence, sizes_of


def which_fail(evidence: Evidence, more: Callable[[], Evidence] | None = None) -> str:
    """Find a property that all wrong inputs share, and none of the others.

    `more` gives other inputs on which it must hold too: of many properties, one fits by chance.
    """
    failed = _failed(evidence)
    bad, good = sum(failed), len(failed) - sum(failed)
    if min(bad, good) < MIN_INPUTS:  # too few to tell it from chance
        return ""
    again: tuple[list[bool], dict[str, list[bool]]] | None = None

    def holds_again(words: str, one_sided: bool) -> bool:
        nonlocal again
        if more is None:
            return True
        if again is None:
            other = more()
            again = _failed(other), dict(_properties(other))
        fails, properties = again
        if words not in properties:
            return False
        if one_sided:
            return not any(f and h for f, h in zip(fails, properties[words], strict=True))
        return properties[words] == fails

    found = list(_properties(evidence))
    for words, holds in found:
        if holds == failed and holds_again(words, False):
            return f"it is wrong on all {bad} inputs {words}, and right on the {good} others"
    for words, holds in found:
        inside = sum(holds)
        if (
            min(inside, len(holds) - inside) > MIN_INPUTS
            and not any(f and h for f, h in zip(failed, holds, strict=True))
            and 3 * bad > 2 * (len(holds) - inside)
            and holds_again(words, True)
        ):
            others = len(holds) - inside
            many = f"all {bad} others" if bad == others else f"{bad} of the {others} others"
            return f"it is right on all {inside} inputs {words}, and wrong on {many}"
    return ""


def _failed(evidence: Evidence) -> list[bool]:
    return [
        not evidence.alike(m, Outcome(w))
        for m, w in zip(evidence.mine, evidence.wants, strict=True)
    ]


def _properties(evidence: Evidence) -> Iterator[tuple[str, list[bool]]]:
    """Properties in words, each with the inputs that have it."""
    columns = list(zip(*evidence.args, strict=True))
    for name, values in zip(evidence.parameters, columns, strict=True):
        if all(isinstance(v, int | float) for v in values):
            for number in dict.fromkeys(values):
                if number not in (-1, 0, 0.5, 1, 2, 3):  # others fit by chance
                    continue
                yield f"with {name} = {show(number)}", [v == number for v in values]
                yield f"with {name} other than {show(number)}", [v != number for v in values]
                yield f"with {name} above {show(number)}", [v > number for v in values]
        elif all(isinstance(v, str) for v in values):
            for text in dict.fromkeys(values):
                yield f"with {name} = {text!r}", [v == text for v in values]
        elif all(isinstance(v, np.ndarray) for v in values):
            yield f"in which {name} holds whole numbers", [v.dtype.kind in "iu" for v in values]
            yield f"in which {name} holds a 0", [bool((v == 0).any()) for v in values]
            yield f"in which {name} holds no 0", [not (v == 0).any() for v in values]
            yield f"in which {name} is all 0", [not v.any() for v in values]
            yield (
                f"in which all numbers in {name} are the same",
                [v.size > 1 and bool((v == v.flat[0]).all()) for v in values],
            )
            for n in sorted({v.ndim for v in values}):
                yield (
                    f"in which {name} has {n} axes" if n != 1 else f"in which {name} has one axis",
                    [v.ndim == n for v in values],
                )
            if all(v.ndim == 2 for v in values):
                shapes = [v.shape for v in values]
                yield f"in which {name} is not square", [a != b for a, b in shapes]
                yield f"in which {name} has one row", [a == 1 for a, _ in shapes]
        if all(isinstance(v, np.ndarray | list | set | dict | tuple) for v in values):
            lengths = [-1 if getattr(v, "ndim", 1) == 0 else len(v) for v in values]
            for n in sorted(set(lengths) & {0, 1, 2, 3}):
                yield f"with len({name}) = {n}", [length == n for length in lengths]
                yield f"with len({name}) above {n}", [length > n for length in lengths]
    for (one, a), (other, b) in itertools.combinations(
        zip(evidence.parameters, columns, strict=True), 2
    ):
        if any(map(callable, [*a, *b])):
            continue
        yield f"with {one} and {other} alike", [bool(same(x, y)) for x, y in zip(a, b, strict=True)]
    sizes = list(sizes_of(evidence))
    for (one, numbers), (other, others) in itertools.combinations(sizes, 2):
        equal = [x == y for x, y in zip(numbers, others, strict=True)]
        yield f"in which {one} is {other}", equal
        yield f"in which {one} is not {other}", [not e for e in equal]
    for right in dict.fromkeys(map(show, evidence.wants)):
        if len(right) < 30:
            yield f"for which {right} is expected", [show(w) == right for w in evidence.wants]
