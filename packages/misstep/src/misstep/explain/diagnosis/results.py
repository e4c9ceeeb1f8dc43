"""Results that are right except for a simple change: scaled, shifted, rounded, transposed."""

import warnings
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from misstep.core.calling import Outcome
from misstep.core.kinds import Kind, Parts, show
from misstep.explain.diagnosis.evidence import MIN_INPUTS, Evidence, as_numbers, is_close, sizes_of
from misstep.explain.diagnosis.transformations import BACK, FACTORS, RESULTS, SHAPES, Numbers

MIN_ANSWERS = 40  # for which it is worth saying that one prevails
ROUNDING_TOLERANCE = 1e-3  # relative, or absolute below 1; for "nearly right"


def reshaped(evidence: Evidence) -> tuple[str, str] | None:
    """`transformed`, for results that have the wrong shape."""
    for mine, want in zip(evidence.mine, evidence.wants, strict=True):
        got, right = as_numbers(mine.value), as_numbers(want)
        if mine.error is not None or got is None or right is None:
            return None
        if got.shape == right.shape and right.size:
            return None
    return transformed(evidence)


def transformed(evidence: Evidence) -> tuple[str, str] | None:
    """Find a simple change that turns all right results into the student's."""
    if evidence.where is None:
        return None
    ran = [i for i, outcome in enumerate(evidence.mine) if outcome.error is None]
    evidence = replace(
        evidence,
        args=[evidence.args[i] for i in ran],
        mine=[evidence.mine[i] for i in ran],
        wants=[evidence.wants[i] for i in ran],
        only=evidence.where,
    )
    got = [outcome.value for outcome in evidence.mine]
    part, _, got, wants = _wrong_part(evidence.kind, got, evidence.wants)
    found = _transformed(got, wants, evidence)
    if found is None:
        return None
    looks, think = found
    looks = f"{part} is wrong, the rest is right: {looks}" if part else looks
    return f"{evidence.only}{looks}", think


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


def _transformed(got: list[Any], wants: list[Any], evidence: Evidence) -> tuple[str, str] | None:
    if all(isinstance(value, bool | np.bool_) for value in [*got, *wants]):
        opposite = all(bool(a) != bool(b) for a, b in zip(got, wants, strict=True))
        return (
            ("True and False have changed places.", "Which question is asked?")
            if opposite
            else None
        )
    pairs = [(as_numbers(a), as_numbers(b, a)) for a, b in zip(got, wants, strict=True)]
    if any(a is None or b is None for a, b in pairs):
        return None
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the mean of nothing
        if all(a.shape == b.shape for a, b in pairs):
            if not any(np.any(np.abs(a) > 1e-12) for a, _ in pairs):
                return None  # 0 throughout looks like numbers that are cut off or rounded
            return _scaled(pairs, evidence) or _first(RESULTS, pairs) or _shifted(pairs, evidence)
        found = _first(SHAPES, pairs)
        return found or _first(BACK, [(b, a) for a, b in pairs])


def _first(
    ways: list[tuple[Numbers, str, str]], pairs: list[tuple[Any, Any]]
) -> tuple[str, str] | None:
    """The first change that turns every right result into the student's."""
    for way, looks, think in ways:
        different = 0
        for got, want in pairs:
            try:
                changed = way(want)
            except (ValueError, IndexError, TypeError):
                break
            if not is_close(got, changed):
                break
            different += not is_close(changed, want)
        else:
            if different >= min(MIN_INPUTS, len(pairs)):
                return looks, think
    return None


def _ratios(pairs: list[tuple[Any, Any]]) -> list[float] | None:
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


def _scaled(pairs: list[tuple[Any, Any]], evidence: Evidence) -> tuple[str, str] | None:
    ratios = _ratios(pairs)
    if ratios is None:
        return None
    known = np.array([r for r in ratios if not np.isnan(r)])
    if np.allclose(known, known[0], rtol=1e-7):
        if np.isclose(known[0], 1):
            return None
        if np.isclose(known[0], -1):
            return None  # RESULTS has words for it
        for factor, looks in FACTORS.items():
            if np.isclose(known[0], factor):
                return looks, "Which unit, or which base, is wanted?"
        return (
            f"every result is {known[0]:.4g} times what is expected.",
            "Where does that factor come from?",
        )
    for words, values in sizes_of(evidence):
        sizes = np.array([v for v, r in zip(values, ratios, strict=True) if not np.isnan(r)])
        if np.any(sizes == 0) or np.allclose(sizes, sizes[0]):
            continue
        for power, how in ((1, "multiplied"), (-1, "divided"), (2, "multiplied twice")):
            for sign in (1, -1):
                if np.allclose(known, sign * sizes**power, rtol=1e-7):
                    minus = ", with the opposite sign" if sign < 0 else ""
                    return (
                        f"every result is the expected one, {how} by {words}{minus}.",
                        f"Where do you multiply or divide by {words}, and where should you?"
                        f"{' And what is subtracted from what?' if minus else ''}",
                    )
    return None


def _shifted(pairs: list[tuple[Any, Any]], evidence: Evidence) -> tuple[str, str] | None:
    """Find an argument, or a number, that was added to the right results or left out."""
    for p, name in enumerate(evidence.parameters):
        values = [as_numbers(args[p]) for args in evidence.args]
        if any(v is None or v.ndim == 0 for v in values):
            continue
        for sign, looks in (
            (-1, f"it is what is expected minus {name}: {name} itself is left out."),
            (1, f"it is what is expected plus {name}."),
        ):
            if all(
                v.shape == want.shape and is_close(got, want + sign * v)
                for v, (got, want) in zip(values, pairs, strict=True)
            ):
                return looks, f"Is the new {name} asked for, or only how it changes?"
    gaps = [got - want for got, want in pairs]
    steps = {round(float(g), 9) for gap in gaps for g in np.ravel(gap)}
    if len(steps) == 1 and np.isfinite(step := steps.pop()) and abs(step) > 1e-9:
        many = "large" if step > 0 else "small"
        return f"every number is {abs(step):.4g} too {many}.", "Where does that come from?"
    return None


def nearly(evidence: Evidence) -> tuple[str, str] | None:
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
    return (
        f"it is nearly right everywhere, off by at most {most:.1g}.",
        "Is something rounded or cut off, or is a small number added somewhere?",
    )


def as_text(evidence: Evidence) -> tuple[str, str] | None:
    """Find text that is returned instead of numbers."""

    def is_text(value: Any) -> bool:
        return isinstance(value, str) or (isinstance(value, np.ndarray) and value.dtype.kind == "U")

    if any(as_numbers(want) is None for want in evidence.wants) or not evidence.mine:
        return None
    if not all(is_text(outcome.value) for outcome in evidence.mine):
        return None
    return (
        "what comes back is text. It looks like a number, but nobody can compute with it.",
        'str(...), f"..." and quotes make text for a reader. What does the caller need?',
    )


def one_of_several(evidence: Evidence) -> tuple[str, str] | None:
    """Find the right result among several values that are returned."""
    results = [outcome.value for outcome in evidence.mine]
    if any(outcome.error is not None for outcome in evidence.mine) or not results:
        return None
    if all(isinstance(value, tuple) and value for value in results):
        places: list[Any] = list(range(min(map(len, results))))
    elif all(isinstance(value, dict) and value for value in results):
        places = [key for key in results[0] if all(key in value for value in results)]
    else:
        return None
    if evidence.kind.wrong_type(results[0]) is None and evidence.alike(
        evidence.mine[0], Outcome(evidence.wants[0])
    ):
        return None
    for place in places:
        inner = (Outcome(value[place]) for value in results)
        if all(map(evidence.alike, inner, map(Outcome, evidence.wants))):
            many = min(map(len, results))
            which = {0: "first", many - 1: "last"}.get(place, "") if type(place) is int else ""
            return (
                f"you return {many} things, and only the {which + ', ' if which else 'one at '}"
                f"[{show(place)}], is asked for."
                if type(place) is int
                else f"you return a dict, and only what is under {show(place)} is asked for.",
                "How do you return only that one?",
            )
    return None


def overall(answers: Any, warned: list[str]) -> list[tuple[str, str]]:
    """Facts that only many answers together show: warnings, an answer that prevails."""
    facts = []
    if warned:
        infinite = ": the logarithm of 0 is -inf" if "zero encountered in log" in warned[0] else ""
        facts.append(("it warns", f"{warned[0]}{infinite}"))
    if isinstance(answers, list) and len(answers) > MIN_ANSWERS:
        labels = [answer for answer in answers if isinstance(answer, str | int)]
        [(label, times)] = Counter(labels).most_common(1) or [("", 0)]
        if 4 * times > 3 * len(answers):
            facts.append(("it answers", f"{show(label)} for {times} of {len(answers)}"))
    return facts


def which_way(evidence: Evidence) -> str:
    """A sentence, if wrong results are always too large, or always too small."""
    gaps = []
    for mine, want in zip(evidence.mine, evidence.wants, strict=True):
        got, right = as_numbers(mine.value), as_numbers(want)
        if mine.error is not None or got is None or right is None or got.ndim or right.ndim:
            return ""
        if not is_close(got, right):
            gaps.append(float(got - right))
    if len(gaps) < MIN_INPUTS or len({np.sign(gap) for gap in gaps}) > 1 or np.isnan(gaps[0]):
        return ""
    way = "large" if gaps[0] > 0 else "small"
    return f"wherever it is wrong, it is too {way} ({len(gaps)} inputs)"
