"""Results that are right except for a simple change: scaled, shifted, rounded, transposed."""

import functools
import itertools
import warnings
from collections import Counter
from dataclasses import replace
from itertools import zip_longest
from typing import Any

import numpy as np

from misstep.core.calling import Outcome
from misstep.core.kinds import Kind, Parts, show
from misstep.explain.diagnosis.evidence import (
    MIN_INPUTS,
    Evidence,
    as_numbers,
    confirmed,
    is_close,
    sizes_of,
)
from misstep.explain.diagnosis.transformations import (
    FACTORS,
    MISSING_STEPS,
    RESULTS,
    SHAPES,
    Changes,
)
from misstep.explain.findings import Finding, Strength

MIN_ANSWERS = 40  # for which it is worth saying that one prevails
MAX_DECIMALS = 4  # for "rounded to ... decimals"
ROUNDING_TOLERANCE = 1e-3  # relative, or absolute below 1; for "nearly right"
HINT = Strength.HINT
Pairs = list[tuple[Any, Any]]  # results as arrays of numbers, each with the right one


@confirmed
def transformed(evidence: Evidence) -> Finding | None:
    """Find a simple change that turns all right results into the student's."""
    if evidence.mostly_raises:
        return None
    ran = [i for i, outcome in enumerate(evidence.mine) if outcome.error is None]
    some_raise = len(ran) < len(evidence.mine)
    evidence = replace(
        evidence,
        args=[evidence.args[i] for i in ran],
        mine=[evidence.mine[i] for i in ran],
        wants=[evidence.wants[i] for i in ran],
    )
    got = [outcome.value for outcome in evidence.mine]
    part, _, got, wants = _wrong_part(evidence.kind, got, evidence.wants)
    found = _transformed(got, wants, evidence)
    return found and replace(found, data={**found.data, "of_part": part, "some_raise": some_raise})


def _wrong_part(
    kind: Kind, got: list[Any], wants: list[Any]
) -> tuple[str, Kind, list[Any], list[Any]]:
    """The wrong part of a result of several parts, if it is only one."""
    if not isinstance(kind, Parts) or any(kind.wrong_type(value) for value in got):
        return "", kind, got, wants
    parts = [kind.named(value) for value in got]
    right = [kind.named(value) for value in wants]
    wrong = []
    for n, (name, one, _) in enumerate(parts[0]):
        pairs = [(p[n][2], r[n][2]) for p, r in zip(parts, right, strict=True)]
        if not all(not one.wrong_shape(a, b) and one.same(a, b) for a, b in pairs):
            wrong.append((name, one, [a for a, _ in pairs], [b for _, b in pairs]))
    return wrong[0] if len(wrong) == 1 else ("", kind, got, wants)


def _transformed(got: list[Any], wants: list[Any], evidence: Evidence) -> Finding | None:
    if all(isinstance(value, bool | np.bool_) for value in [*got, *wants]):
        return None
    pairs = [(as_numbers(a), as_numbers(b, a)) for a, b in zip(got, wants, strict=True)]
    if any(a is None or b is None for a, b in pairs):
        return None
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the mean of nothing
        if any(a.shape != b.shape for a, b in pairs):
            return _first(SHAPES, pairs) or _first(MISSING_STEPS, [(b, a) for a, b in pairs])
        if not any(np.any(np.abs(a) > 1e-12) for a, _ in pairs):
            return None  # 0 throughout looks like numbers that are cut off or rounded
        found = _scaled(pairs, evidence) or _first(RESULTS, pairs)
        return found or _rounded(pairs) or _shifted(pairs, evidence)


def _first(changes: Changes, pairs: Pairs) -> Finding | None:
    """The first change that turns every right result into the student's."""
    for kind, change in changes.items():
        different = 0
        for got, want in pairs:
            try:
                changed = change(want)
            except (ValueError, IndexError, TypeError):
                break
            if not is_close(got, changed):
                break
            different += not is_close(changed, want)
        else:
            if different >= min(MIN_INPUTS, len(pairs)):
                return Finding(kind, HINT)
    return None


def _rounded(pairs: Pairs) -> Finding | None:
    for places in range(1, MAX_DECIMALS + 1):
        change = functools.partial(np.round, decimals=places)
        if found := _first({"rounded-result": change}, pairs):
            return replace(found, data={"places": places})
    return None


def _ratios(pairs: Pairs) -> list[float] | None:
    """The factor between each result and the right one, NaN if both are 0."""
    ratios = []
    for got, want in pairs:
        norm = float(np.sum(want * want))
        if norm < 1e-18 or not np.isfinite(norm):
            if not is_close(got, want):
                return None
            ratios.append(np.nan)
            continue
        ratio = float(np.sum(got * want) / norm)
        if not is_close(got, ratio * want) or abs(ratio) < 1e-9:
            return None
        ratios.append(ratio)
    return ratios if np.sum(~np.isnan(ratios)) >= min(MIN_INPUTS, len(pairs)) else None


def _scaled(pairs: Pairs, evidence: Evidence) -> Finding | None:
    ratios = _ratios(pairs)
    if ratios is None:
        return None
    known = np.array([r for r in ratios if not np.isnan(r)])
    if np.allclose(known, known[0], rtol=1e-7):
        if np.isclose(abs(known[0]), 1):
            return None  # RESULTS has the opposite sign
        for factor, kind in FACTORS.items():
            if np.isclose(known[0], factor):
                return Finding(kind, HINT)
        return Finding("scaled-result", HINT, {"factor": f"{known[0]:.4g}"})
    for name, values in sizes_of(evidence):
        sizes = np.array([v for v, r in zip(values, ratios, strict=True) if not np.isnan(r)])
        if np.any(sizes == 0) or np.allclose(sizes, sizes[0]):
            continue
        for power, sign in itertools.product((1, -1, 2), (1, -1)):
            if np.allclose(known, sign * sizes**power, rtol=1e-7):
                data = {"by": name, "power": power, "opposite": sign < 0}
                return Finding("scaled-by-size", HINT, data)
    return None


def _shifted(pairs: Pairs, evidence: Evidence) -> Finding | None:
    """Find an argument, or a number, that was added to the right results or left out."""
    for p, name in enumerate(evidence.parameters):
        values = [as_numbers(args[p]) for args in evidence.args]
        if any(v is None or v.ndim == 0 for v in values):
            continue
        for kind, sign in (("argument-subtracted", 1), ("step-alone", -1)):
            if all(
                v.shape == want.shape and is_close(got, sign * (want - v))
                for v, (got, want) in zip(values, pairs, strict=True)
            ):
                return Finding(kind, HINT, {"name": name})
    gaps = [got - want for got, want in pairs]
    steps = {round(float(g), 9) for gap in gaps for g in np.ravel(gap)}
    if len(steps) == 1 and np.isfinite(step := steps.pop()) and abs(step) > 1e-9:
        return Finding("shifted-result", HINT, {"by": f"{abs(step):.4g}", "up": step > 0})
    return None


def nearly(evidence: Evidence) -> Finding | None:
    """Find results that are nearly right everywhere."""
    pairs = [
        (as_numbers(mine.value), as_numbers(want))
        for mine, want in zip(evidence.mine, evidence.wants, strict=True)
        if mine.error is None
    ]
    if len(pairs) < len(evidence.mine):
        return None
    most, wrong = 0.0, 0
    for got, want in pairs:
        if got is None or want is None or got.shape != want.shape or not np.isfinite(got).all():
            return None
        gap = np.abs(got - want)
        if np.any(gap > ROUNDING_TOLERANCE * (1 + np.abs(want))):
            return None
        most = max([most, *np.ravel(gap)])
        wrong += not is_close(got, want)
    if wrong < min(MIN_INPUTS, len(pairs)):
        return None
    unit = 10.0 ** np.floor(np.log10(most))
    return Finding("nearly-right", HINT, {"gap": f"{np.ceil(most / unit) * unit:.1g}"})


@confirmed
def as_text(evidence: Evidence) -> Finding | None:
    """Find text that is returned instead of numbers."""

    def is_text(value: Any) -> bool:
        return isinstance(value, str) or (isinstance(value, np.ndarray) and value.dtype.kind == "U")

    if any(as_numbers(want) is None for want in evidence.wants) or not evidence.mine:
        return None
    if not all(is_text(outcome.value) for outcome in evidence.mine):
        return None
    return Finding("text-returned", HINT)


@confirmed
def text_cut_off(evidence: Evidence) -> Finding | None:
    """Find words whose ends are missing."""
    cut = 0
    for mine, want in zip(evidence.mine, evidence.wants, strict=True):
        if mine.error is not None:
            return None
        pairs = zip_longest(_words_of(mine.value), _words_of(want), fillvalue="")
        wrong = [(got, right) for got, right in pairs if got != right]
        if not all(got and right.startswith(got) for got, right in wrong):
            return None
        cut += bool(wrong)
    return Finding("text-cut-off", HINT) if cut >= MIN_INPUTS else None


def _words_of(value: Any) -> list[str]:
    """The words in a list, or in lists in it."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, np.ndarray):
        value = np.atleast_1d(value)  # an array without axes can't be gone through
    parts = value if isinstance(value, list | tuple | np.ndarray) else ()
    return [word for part in parts for word in _words_of(part)]


@confirmed
def one_of_several(evidence: Evidence) -> Finding | None:
    """Find the right result among several values that are returned."""
    results = [outcome.value for outcome in evidence.mine]
    if any(outcome.error is not None for outcome in evidence.mine) or not results:
        return None
    if not all(isinstance(value, tuple) for value in results):
        return None
    if evidence.kind.wrong_type(results[0]) is None and evidence.alike(
        evidence.mine[0], Outcome(evidence.wants[0])
    ):
        return None
    count = min(map(len, results))
    for index in range(count):
        inner = (Outcome(value[index]) for value in results)
        if all(map(evidence.alike, inner, map(Outcome, evidence.wants))):
            return Finding("one-of-several", HINT, {"count": count, "index": index})
    return None


def overall(answers: Any, warnings: list[str]) -> list[Finding]:
    """Find what only many answers together show: warnings, an answer that prevails."""
    found = []
    if warnings:
        zero = "zero encountered in log" in warnings[0]  # NumPy's words
        found.append(Finding("numpy-warning", HINT, {"warning": warnings[0], "log_of_zero": zero}))
    if isinstance(answers, list) and len(answers) > MIN_ANSWERS:
        labels = [answer for answer in answers if isinstance(answer, str | int)]
        [(label, times)] = Counter(labels).most_common(1) or [("", 0)]
        if 4 * times > 3 * len(answers):
            data = {"answer": show(label), "times": times, "all": len(answers)}
            found.append(Finding("prevailing-answer", HINT, data))
    return found
