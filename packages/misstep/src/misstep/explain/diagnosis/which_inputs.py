"""Properties that the wrong inputs have in common."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from misstep.core.calling import Outcome, same
from misstep.core.kinds import show
from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence, sizes_of
from misstep.explain.findings import Finding, Strength

MAX_SHOWN = 30  # characters of a result
Property = tuple[str, *tuple[Any, ...]]  # what it is, and what its words need


def which_fail(evidence: Evidence, more: Callable[[], Evidence] | None = None) -> Finding | None:
    """Find a property that all wrong inputs share, and none of the others.

    `more` gives other inputs on which it must hold too: of many properties, one fits by chance.
    """
    failed = _failed(evidence)
    bad, good = sum(failed), len(failed) - sum(failed)
    if min(bad, good) < MIN_INPUTS:  # too few to tell it from chance
        return None
    again: tuple[list[bool], dict[Property, list[bool]]] | None = None

    def holds_again(shared: Property, one_sided: bool) -> bool:
        nonlocal again
        if more is None:
            return True
        if again is None:
            other = more()
            again = _failed(other), dict(_properties(other))
        fails, properties = again
        if shared not in properties:
            return False
        if one_sided:
            return not any(f and h for f, h in zip(fails, properties[shared], strict=True))
        return properties[shared] == fails

    found = list(_properties(evidence))
    for shared, holds in found:
        if holds == failed and holds_again(shared, False):
            data = {"property": shared, "wrong": bad, "right": good}
            return Finding("wrong-inputs", Strength.HINT, data)
    for shared, holds in found:
        inside = sum(holds)
        if (
            min(inside, len(holds) - inside) > MIN_INPUTS
            and not any(f and h for f, h in zip(failed, holds, strict=True))
            and 3 * bad > 2 * (len(holds) - inside)
            and holds_again(shared, True)
        ):
            others = len(holds) - inside
            data = {"property": shared, "right": inside, "wrong": bad, "others": others}
            return Finding("right-inputs", Strength.HINT, data)
    return None


def _failed(evidence: Evidence) -> list[bool]:
    return [
        not evidence.alike(m, Outcome(w))
        for m, w in zip(evidence.mine, evidence.wants, strict=True)
    ]


def _properties(evidence: Evidence) -> Iterator[tuple[Property, list[bool]]]:
    """Properties of inputs, each with the inputs that have it."""
    columns = list(zip(*evidence.args, strict=True))
    for name, values in zip(evidence.parameters, columns, strict=True):
        if all(isinstance(v, int | float) for v in values):
            for number in dict.fromkeys(values):
                if number not in (-1, 0, 0.5, 1, 2, 3):  # others fit by chance
                    continue
                text = show(number)
                yield ("equal", name, text), [v == number for v in values]
                yield ("unequal", name, text), [v != number for v in values]
        elif all(isinstance(v, str) for v in values):
            for text in dict.fromkeys(values):
                yield ("equal", name, show(text)), [v == text for v in values]
        elif all(isinstance(v, np.ndarray) for v in values):
            yield ("whole", name), [v.dtype.kind in "iu" for v in values]
            yield ("has zero", name), [bool((v == 0).any()) for v in values]
            yield ("no zero", name), [not (v == 0).any() for v in values]
            yield ("all zero", name), [not v.any() for v in values]
            same_numbers = [v.size > 1 and bool((v == v.flat[0]).all()) for v in values]
            yield ("all same", name), same_numbers
            for n in sorted({v.ndim for v in values}):
                yield ("axes", name, n), [v.ndim == n for v in values]
            if all(v.ndim == 2 for v in values):
                shapes = [v.shape for v in values]
                yield ("not square", name), [a != b for a, b in shapes]
                yield ("one row", name), [a == 1 for a, _ in shapes]
        if all(isinstance(v, np.ndarray | list | set | dict | tuple) for v in values):
            lengths = [-1 if getattr(v, "ndim", 1) == 0 else len(v) for v in values]
            for n in sorted(set(lengths) & {0, 1, 2, 3}):
                yield ("equal", f"len({name})", n), [length == n for length in lengths]
                yield ("above", f"len({name})", n), [length > n for length in lengths]
    for (one, a), (other, b) in itertools.combinations(
        zip(evidence.parameters, columns, strict=True), 2
    ):
        if not any(map(callable, [*a, *b])):
            alike = [bool(same(x, y)) for x, y in zip(a, b, strict=True)]
            yield ("alike", one, other), alike
    for (one, sizes), (other, others) in itertools.combinations(sizes_of(evidence), 2):
        equal = [x == y for x, y in zip(sizes, others, strict=True)]
        yield ("same size", one, other), equal
        yield ("other size", one, other), [not e for e in equal]
    wants = list(map(show, evidence.wants))
    for right in dict.fromkeys(wants):
        if len(right) < MAX_SHOWN:
            yield ("expected", right), [want == right for want in wants]
