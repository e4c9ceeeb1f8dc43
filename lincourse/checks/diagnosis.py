"""Fault localisation by general means: what can be said of a wrong function that nobody foresaw.

A check knows wrong turns by name. Where none fits, these look at how the results differ: arguments or
entries that make no difference, results or arguments that are transformed in a simple way (metamorphic
relations, as testing calls them), a known turn with another number in it, two known turns at once,
which inputs fail, which entry is the first that differs. Each says only what was found to hold on
every input that was tried. `repairs` looks at the source instead.
"""

import itertools
import types
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lincourse.checks.calling import Outcome, call, call_each, same
from lincourse.checks.kinds import DictOf, Kind, _Parts, show

Args = tuple[Any, ...]
Alike = Callable[[Outcome, Outcome], bool]
TRIES = 6  # inputs on which an argument is varied
ENOUGH = 3  # of them that have to tell something
NEAR = 1e-3  # how far off, of 1 or of its own size, a number is that is nearly right


@dataclass
class Evidence:
    """A wrong function, the inputs that it was called with, what it made of them, what is right."""

    name: str
    parameters: list[str]
    reference: Callable[..., Any]
    kind: Kind
    function: Any
    args: list[Args]
    mine: list[Outcome]
    wants: list[Any]
    alike: Alike
    plain: Callable[..., Any] | None = None  # a right answer that takes its arguments as they are
    only: str = ""  # for what inputs something is said, in words

    def behaves(self, other: Callable[..., Any]) -> bool:
        """Whether the function does on all inputs what another does, and that is seldom right.

        Inputs on which it stops with an error are left out, if they are not too many (`where`).
        """
        wrong = 0
        if self.where is None:
            return False
        for args, mine, want in zip(self.args, self.mine, self.wants, strict=True):
            if mine.error is not None:
                continue
            theirs = call(other, args)
            if theirs.error is not None or not self.alike(mine, theirs):
                return False
            wrong += not self.alike(theirs, Outcome(want))
        return wrong >= min(ENOUGH, len(self.args))

    @property
    def where(self) -> str | None:
        """For what inputs something is said, in words: empty for all, None if it stops on most."""
        stopped = sum(outcome.error is not None for outcome in self.mine)
        if 2 * stopped > len(self.mine):
            return None
        return "where it does not stop with an error, " if stopped else ""


# ---------------------------------------------------------------- arguments that make no difference


def constant(evidence: Evidence) -> tuple[str, str] | None:
    """One and the same result for everything."""
    if len(evidence.mine) < ENOUGH or any(o.error or o.value is None for o in evidence.mine):
        return None
    results = {show(outcome.value) for outcome in evidence.mine}
    if len(results) > 1 or len({show(want) for want in evidence.wants}) < ENOUGH:
        return None
    return (
        f"it returns {results.pop()} on every input.",
        "Which of your lines looks at what is given, and does that line have an effect?",
    )


def unread(evidence: Evidence) -> tuple[str, str] | None:
    """Arguments that make no difference to the function, though they should."""
    stopped = sum(o.error is not None or o.value is None for o in evidence.mine)
    if 2 * stopped > len(evidence.mine):
        return None
    ways = {p: _makes_no_difference(evidence, p) for p in range(len(evidence.parameters))}
    idle = {p: size for p, size in ways.items() if size is not None}
    names = [evidence.parameters[p] for p in idle]
    if not names:
        return None
    size = next((size for size in idle.values() if size), "")
    if len(names) == len(evidence.parameters) > 1:
        return (
            f"other arguments{size} give the very same result.",
            "Is something of the example written into your function?",
        )
    listed = " and ".join(names)
    looks = (
        f"{listed} makes no difference: another value{size} gives the same result."
        if len(names) == 1
        else f"{listed} make no difference: other values{size} give the same result."
    )
    return looks, f"Where does {names[0]} enter the rule, and where does it enter your code?"


def _makes_no_difference(evidence: Evidence, p: int) -> str | None:
    """Whether another value of argument p never changes a result, where it changes the right one.

    None where it does; else in words how the other values are like the old one.
    """
    for size, sized in (("", False), (" of the same size", True)):
        tries: list[Args] = []
        before: list[Outcome] = []
        told = set()  # what is right then
        for i, args in enumerate(evidence.args):
            if evidence.mine[i].error is not None or len(tries) == TRIES:
                continue
            for other in _other_values(args[p], [a[p] for a in evidence.args], sized):
                varied = (*args[:p], other, *args[p + 1 :])
                right = call(evidence.reference, varied)
                if right.error is not None or show(right.value) in told:
                    continue
                if not evidence.alike(right, Outcome(evidence.wants[i])):
                    tries.append(varied)
                    before.append(evidence.mine[i])
                    told.add(show(right.value))
                    break
        if len(told) < max(2, min(ENOUGH, len(evidence.args) - 1)):
            continue
        if all(map(evidence.alike, call_each(evidence.function, tries), before)):
            arrays = any(isinstance(args[p], np.ndarray) for args in evidence.args)
            return " of the same shape" if arrays else size
    return None


def _other_values(value: Any, others: list[Any], sized: bool) -> Iterator[Any]:
    """Values that may be there instead: those of other inputs, or changed ones of the same size."""
    for other in others:
        if not _comparable(value, other) or same(value, other):
            continue
        if not sized or (hasattr(value, "__len__") and len(other) == len(value)):
            yield other
    if isinstance(value, list) and sized and value and all(type(v) in (int, float) for v in value):
        yield [v + 1 for v in value]
        yield [3 * v - 1 for v in value]


def _comparable(a: Any, b: Any) -> bool:
    """Whether one value may stand in for the other: of one type, and of one shape."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.shape == b.shape
    if isinstance(a, int | float) and isinstance(b, int | float):
        return isinstance(a, bool) == isinstance(b, bool)
    return type(a) is type(b) and not isinstance(a, np.random.Generator)


# ---------------------------------------------------------------- results that are transformed

Numbers = Callable[[Any], Any]
# What is done to the right result, in words; f(x) has the shape of x.
RESULTS: list[tuple[Numbers, str, str]] = [
    (lambda x: -x, "the sign is the opposite of what it should be.", "Which way should it go?"),
    (
        np.abs,
        "the sign is lost: what should be negative is positive.",
        "Where is the sign dropped?",
    ),
    (
        lambda x: np.maximum(x, 0),
        "what should be negative is 0.",
        "Which of your lines keeps a number from going below 0?",
    ),
    (lambda x: 1 - x, "it is 1 minus what is expected.", "Which of two opposites is it about?"),
    (np.square, "it is the square of what is expected.", "Is a square root missing?"),
    (np.sqrt, "it is the square root of what is expected.", "Is a root taken once too often?"),
    (np.exp, "it is e to the power of what is expected.", "Is exp called once too often?"),
    (np.log, "it is the logarithm of what is expected.", "Is a logarithm taken that nobody wants?"),
    (
        lambda x: np.log(x) / -1,
        "it is minus the logarithm of what is expected.",
        "Which is wanted?",
    ),
    (np.trunc, "everything behind the decimal point is cut off.", "Is int or // in your code?"),
    (np.round, "it is rounded to whole numbers.", "Nothing should be rounded."),
    *(
        (
            lambda x, places=places: np.round(x, places),
            f"it is right when rounded to {places} decimal{'s' * (places > 1)}.",
            "Return the number as it is: nothing should be rounded.",
        )
        for places in range(1, 7)
    ),
    (lambda x: x[::-1], "the entries come in the reverse order.", "Where does your order begin?"),
    (lambda x: x[..., ::-1], "each row is in the reverse order.", "Where does your order begin?"),
    (lambda x: x.T, "rows and columns have changed places.", "Which axis belongs to what?"),
    (np.sort, "the entries are sorted.", "In which order should they come?"),
    (
        lambda x: (x >= 0.5).astype(float),
        "only 0 and 1 come back: each number is rounded to the nearer of the two.",
        "Is a decision asked for, or how sure it is?",
    ),
    (np.cumsum, "the entries are added up from the first on.", "Should a counter start anew?"),
    (lambda x: x + 1, "everything is 1 too large.", "Do you count from 0 or from 1?"),
    (lambda x: x - 1, "everything is 1 too small.", "Do you count from 0 or from 1?"),
    (lambda x: np.roll(x, 1), "the entries stand one place too late.", "Do you count from 0?"),
    (lambda x: np.roll(x, -1), "the entries stand one place too early.", "Do you count from 0?"),
    (lambda x: x / x.sum(), "all entries are divided by their sum.", "What should add up to 1?"),
    (
        lambda x: x / x.max(),
        "all entries are divided by the largest of them, so that it becomes 1.",
        "What should the entries be a share of?",
    ),
    (
        lambda x: np.where(x == 0, -1, x),
        "there is -1 where there should be 0.",
        "Which two labels does the docstring name?",
    ),
    (
        lambda x: np.where(x == -1, 0, x),
        "there is 0 where there should be -1.",
        "Which two labels does the docstring name?",
    ),
]
# The same where the shape is another: f(x) of the right result, or of the student's (`back`).
SHAPES: list[tuple[Numbers, str, str]] = [
    (lambda x: x.T, "rows and columns have changed places.", "Which axis belongs to what?"),
    (np.ravel, "the entries are right, but they stand in one row.", "Which shape is wanted?"),
    (lambda x: x[:, None], "each entry has a row of its own.", "Which shape is wanted?"),
    (lambda x: x[None], "there is one axis too many.", "Which shape is wanted?"),
    (np.diag, "only the diagonal is there.", "What stands beside the diagonal?"),
    (
        lambda x: np.sum(x) if np.isclose(np.sum(x), 0) else x[()],
        "all entries are added up, or their mean is taken, so that one number is left.",
        "Over which axis should a sum or a mean run?",
    ),
    (np.sum, "all entries are added up to one number.", "Over which axis should a sum run?"),
    (
        np.prod,
        "all entries are multiplied with each other.",
        "Should one number come back, or all?",
    ),
    (
        np.mean,
        "the mean of all entries is taken, so that one number is left.",
        "Over which axis should a mean run?",
    ),
    (lambda x: x.sum(axis=0), "the rows are added up.", "Over which axis should a sum run?"),
    (lambda x: x.sum(axis=1), "each row is added up.", "Over which axis should a sum run?"),
    (
        lambda x: x.mean(axis=0),
        "the mean over the rows is taken.",
        "Over which axis should it run?",
    ),
    (lambda x: x.mean(axis=1), "the mean of each row is taken.", "Over which axis should it run?"),
    (lambda x: x[:-1], "the last entry is missing.", "Where does your loop or slice end?"),
    (lambda x: x[1:], "the first entry is missing.", "Where does your loop or slice begin?"),
    (lambda x: x[0], "only the first entry is there.", "Does a return stand inside a loop?"),
    (lambda x: x[-1], "only the last entry is there.", "Does your code keep the others?"),
]
BACK: list[tuple[Numbers, str, str]] = [
    (np.sum, "the parts are right; what is missing is their sum.", "What adds them up?"),
    (np.mean, "the parts are right; what is missing is their mean.", "What takes their mean?"),
    (np.prod, "the parts are right; what is missing is their product.", "What multiplies them?"),
    (
        lambda x: -np.sum(x),
        "the parts are there; their sum and the sign are missing.",
        "What has still to happen to them?",
    ),
    (
        lambda x: x.sum(axis=0),
        "one row for each example; what is missing is their sum.",
        "And then?",
    ),
    (
        lambda x: x.mean(axis=0),
        "one row for each example; what is missing is their mean.",
        "And then?",
    ),
    (
        lambda x: x[0],
        "what is expected is the first thing in what you return.",
        "Which part of it is wanted?",
    ),
    (
        lambda x: x[-1],
        "what is expected is the last thing in what you return.",
        "Which part of it is wanted?",
    ),
    (
        lambda x: x[:, -1],
        "what is expected is the last column of what you return.",
        "Which column of it is wanted?",
    ),
    (
        lambda x: x[:, 0],
        "what is expected is the first column of what you return.",
        "Which column of it is wanted?",
    ),
    (np.argmax, "the position of the largest entry is wanted.", "What finds the position?"),
    (np.max, "only the largest entry is wanted.", "Which of them is asked for?"),
]
FACTORS = {
    100: "it is in per cent: 100 times what is expected.",
    1 / np.log(2): "the logarithm is to base 2, not the natural one.",
    1 / np.log(10): "the logarithm is to base 10, not the natural one.",
}


def reshaped(evidence: Evidence) -> tuple[str, str] | None:
    """`transformed`, where the results have another shape than they should."""
    for mine, want in zip(evidence.mine, evidence.wants, strict=True):
        got, right = _numbers(mine.value), _numbers(want)
        if mine.error is not None or got is None or right is None:
            return None
        if got.shape == right.shape and right.size:
            return None
    return transformed(evidence)


def transformed(evidence: Evidence) -> tuple[str, str] | None:
    """A simple thing that was done to all results, in words."""
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
    """Of a result of several parts the one that is wrong, by its name, if it is only one."""
    if not isinstance(kind, _Parts) or any(kind.wrong_type(value) for value in got):
        return "", kind, got, wants
    parts = [kind._with(value) for value in got]
    right = [kind._with(value) for value in wants]
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
    pairs = [(_numbers(a), _numbers(b, a)) for a, b in zip(got, wants, strict=True)]
    if any(a is None or b is None for a, b in pairs):
        return None
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the mean of nothing
        if all(a.shape == b.shape for a, b in pairs):
            return _scaled(pairs, evidence) or _first(RESULTS, pairs) or _shifted(pairs, evidence)
        found = _first(SHAPES, pairs)
        return found or _first(BACK, [(b, a) for a, b in pairs])


def _numbers(value: Any, like: Any = None) -> Any:
    """A result as an array of numbers, the values of a dict in one order; None where it is not."""
    if isinstance(value, dict):
        if like is None or not isinstance(like, dict):
            like = value
        if value.keys() != like.keys():
            return None
        inner = [_numbers(value[key], like[key]) for key in like]
        if any(part is None for part in inner):
            return None
        return np.concatenate([np.ravel(part) for part in inner]) if inner else np.zeros(0)
    if isinstance(value, complex) or (isinstance(value, np.ndarray) and value.dtype.kind == "c"):
        return None
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        return None
    return array


def _close(a: Any, b: Any) -> bool:
    return np.shape(a) == np.shape(b) and bool(
        np.allclose(a, b, rtol=1e-7, atol=1e-9, equal_nan=True)
    )


def _first(
    ways: list[tuple[Numbers, str, str]], pairs: list[tuple[Any, Any]]
) -> tuple[str, str] | None:
    """The first way that leads from every right result to the one that came back."""
    for way, looks, think in ways:
        different = 0
        for got, want in pairs:
            try:
                changed = way(want)
            except (ValueError, IndexError, TypeError):
                break
            if not _close(got, changed):
                break
            different += not _close(changed, want)
        else:
            if different >= min(ENOUGH, len(pairs)):
                return looks, think
    return None


def _ratios(pairs: list[tuple[Any, Any]]) -> list[float] | None:
    """For each result the number that the right one was multiplied by, NaN where both are 0."""
    ratios = []
    for got, want in pairs:
        norm = float(np.sum(want * want))
        if norm < 1e-18 or not np.isfinite(norm):
            if not _close(got, want):
                return None
            ratios.append(np.nan)
            continue
        ratio = float(np.sum(got * want) / norm)
        if not _close(got, ratio * want) or abs(ratio) < 1e-9:
            return None
        ratios.append(ratio)
    return ratios if np.sum(~np.isnan(ratios)) >= min(ENOUGH, len(pairs)) else None


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
    for words, values in _sizes(evidence):
        sizes = np.array([v for v, r in zip(values, ratios, strict=True) if not np.isnan(r)])
        if np.any(sizes == 0) or np.allclose(sizes, sizes[0]):
            continue
        for power, how in ((1, "multiplied"), (-1, "divided"), (2, "multiplied twice")):
            for sign in (1, -1):
                if np.allclose(known, sign * sizes**power, rtol=1e-7):
                    minus = " and has the opposite sign" if sign < 0 else ""
                    return (
                        f"every result is what is expected, {how} by {words}{minus}.",
                        f"Where do you multiply or divide by {words}, and where should you?",
                    )
    return None


def _sizes(evidence: Evidence) -> Iterator[tuple[str, list[float]]]:
    """Numbers that belong to the inputs, in words: arguments, and lengths of arguments."""
    columns = list(zip(*evidence.args, strict=True))
    for name, values in zip(evidence.parameters, columns, strict=True):
        if all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
            yield name, [float(v) for v in values]
        elif all(isinstance(v, np.ndarray) and v.ndim for v in values):
            yield f"len({name})", [float(len(v)) for v in values]
            if all(v.ndim == 2 for v in values):
                yield f"{name}.shape[1]", [float(v.shape[1]) for v in values]
                yield f"{name}.size", [float(v.size) for v in values]
        elif all(isinstance(v, list | dict | set | tuple) for v in values):
            yield f"len({name})", [float(len(v)) for v in values]


def _shifted(pairs: list[tuple[Any, Any]], evidence: Evidence) -> tuple[str, str] | None:
    """Where an argument was added to the right result, or left out of it."""
    for p, name in enumerate(evidence.parameters):
        values = [_numbers(args[p]) for args in evidence.args]
        if any(v is None or v.ndim == 0 for v in values):
            continue
        for sign, looks in (
            (-1, f"it is what is expected less {name}: {name} itself is left out."),
            (1, f"it is what is expected and {name} on top."),
        ):
            if all(
                v.shape == want.shape and _close(got, want + sign * v)
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
    """Where every number is right but for a little."""
    pairs = [
        (_numbers(mine.value), _numbers(want))
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
        if np.any(gap > NEAR * (1 + np.abs(want))):
            return None
        most = max([most, *np.ravel(gap)])
        wrong += not _close(got, want)
    if wrong < min(ENOUGH, len(pairs)):
        return None
    return (
        f"it is nearly right everywhere, off by at most {most:.1g}.",
        "Is something rounded or cut off, or is a small number added somewhere?",
    )


def contained(evidence: Evidence) -> tuple[str, str] | None:
    """Where the right result is one of several things that come back."""
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
            return (
                f"what is expected is only [{show(place)}] of what you return.",
                "What else comes back, and who asked for it?",
            )
    return None


# ---------------------------------------------------------------- entries that make no difference

GROUPS: list[tuple[str, slice]] = [
    ("all entries but the first", slice(1, None)),
    ("all entries but the last", slice(0, -1)),
    ("the entries from the third on", slice(2, None)),
    ("the first entry", slice(0, 1)),
    ("the last entry", slice(-1, None)),
]


def unread_entries(evidence: Evidence) -> tuple[str, str] | None:
    """Entries of an argument that make no difference to the function, though they should."""
    for p, name in enumerate(evidence.parameters):
        for words, group in GROUPS:
            tries: list[Args] = []
            before: list[Outcome] = []
            for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
                if mine.error is not None or mine.value is None:
                    continue
                for other in _changed_entries(args[p], group):
                    varied = (*args[:p], other, *args[p + 1 :])
                    right = call(evidence.reference, varied)
                    if right.error is None and not evidence.alike(right, Outcome(want)):
                        tries.append(varied)
                        before.append(mine)
            if len(tries) >= 2 * TRIES and all(
                map(evidence.alike, call_each(evidence.function, tries[: 4 * TRIES]), before)
            ):
                many = "make" if words.startswith(("all", "the entries")) else "makes"
                return (
                    f"{words} of {name} {many} no difference to your result.",
                    f"Does your code go through all of {name}, and does each round keep what came "
                    "before it?",
                )
    return None


def _changed_entries(value: Any, group: slice) -> Iterator[Any]:
    """The value with quite other numbers in some of its entries, where that can be."""
    if isinstance(value, np.ndarray) and value.ndim and len(value) > 2 and value.dtype.kind == "f":
        for factor, more in ((-1.0, 0.0), (0.5, 0.125), (-3.0, 1.5)):
            array = value.copy()
            array[group] = factor * array[group] + more
            yield array
    if isinstance(value, list) and len(value) > 2 and all(type(v) in (int, float) for v in value):
        for factor, more in ((1, 1), (-1, 0), (3, -2)):
            changed = list(value)
            changed[group] = [factor * v + more for v in value[group]]
            yield changed


def order_matters(evidence: Evidence) -> tuple[str, str] | None:
    """Where the order of the entries changes the result, though it should not."""
    for p, name in enumerate(evidence.parameters):
        changes, told = 0, 0
        for args, mine in zip(evidence.args, evidence.mine, strict=True):
            if mine.error is not None or mine.value is None or told == TRIES:
                continue
            if not _in_order(args[p]):
                continue
            n = len(args[p])
            turned = tuple(a[::-1] if _in_order(a) and len(a) == n else a for a in args)
            right = call(evidence.reference, turned)
            if n < 2 or right.error or not evidence.alike(right, call(evidence.reference, args)):
                continue
            told += 1
            changes += not evidence.alike(call(evidence.function, turned), mine)
        if told >= ENOUGH and changes == told:
            return (
                f"the order in {name} makes a difference: the other way round, your result is "
                "another, and it should be the same.",
                f"Which entries of {name} count more than others in your code?",
            )
    return None


def _in_order(value: Any) -> bool:
    """Whether a value has entries one after another."""
    return isinstance(value, list) or (isinstance(value, np.ndarray) and value.ndim > 0)


def as_given(evidence: Evidence) -> tuple[str, str] | None:
    """Entries of an argument that should change and do not, or that change and should not."""
    for p, name in enumerate(evidence.parameters):
        kept, moved, wrong = 0, 0, 0
        for args, mine, want in zip(evidence.args, evidence.mine, evidence.wants, strict=True):
            got, right, given = _numbers(mine.value), _numbers(want), _numbers(args[p])
            if mine.error is not None or got is None or right is None or given is None:
                break
            if not (got.shape == right.shape == given.shape) or got.ndim == 0:
                break
            off = ~np.isclose(got, right, rtol=1e-7, atol=1e-9, equal_nan=True)
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


def which_way(evidence: Evidence) -> str:
    """Whether a number is too large, or too small, wherever it is wrong; empty if now this, now that."""
    gaps = []
    for mine, want in zip(evidence.mine, evidence.wants, strict=True):
        got, right = _numbers(mine.value), _numbers(want)
        if mine.error is not None or got is None or right is None or got.ndim or right.ndim:
            return ""
        if not _close(got, right):
            gaps.append(float(got - right))
    if len(gaps) < ENOUGH or len({gap > 0 for gap in gaps}) > 1:
        return ""
    way = "large" if gaps[0] > 0 else "small"
    return f"it is too {way} on all {len(gaps)} inputs on which it is wrong"


# ---------------------------------------------------------------- arguments that are transformed

ARRAYS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda a: a[::-1], "in the reverse order"),
    (lambda a: a[..., ::-1], "with its columns in the reverse order"),
    (lambda a: a.T, "transposed"),
    (lambda a: -a, "of the opposite sign"),
    (np.abs, "without its signs"),
    (np.sign, "reduced to its signs"),
    (np.square, "squared"),
    (lambda a: 2 * a, "doubled"),
    (lambda a: a / 2, "halved"),
    (np.zeros_like, "set to 0"),
    (np.ones_like, "set to 1"),
    (lambda a: a.astype(int), "cut to whole numbers"),
    (lambda a: (a > 0).astype(a.dtype), "replaced by 1 where it is above 0, and 0 elsewhere"),
    (lambda a: 2 * a - 1, "replaced by 2 times itself minus 1"),
    (lambda a: 1 - a, "replaced by 1 minus itself"),
    (lambda a: a + 1, "increased by 1"),
    (lambda a: a - 1, "reduced by 1"),
    (lambda a: a[1:], "shortened by its first entry or row"),
    (lambda a: a[:-1], "shortened by its last entry or row"),
    (lambda a: a[:1], "cut to its first entry or row"),
    (lambda a: a[-1:], "cut to its last entry or row"),
    (lambda a: a[:, 1:], "shortened by its first column"),
    (lambda a: a[:, :-1], "shortened by its last column"),
    (lambda a: np.concatenate([a[:1] * 0, a[1:]]), "with 0 as its first entry or row"),
    (lambda a: np.concatenate([a[:-1], a[-1:] * 0]), "with 0 as its last entry or row"),
    (lambda a: np.sort(a, axis=0), "sorted"),
    (np.exp, "replaced by e to its power"),
    (np.log, "replaced by its logarithm"),
]
NUMBERS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda a: a + 1, "increased by 1"),
    (lambda a: a - 1, "reduced by 1"),
    (lambda a: -a, "of the opposite sign"),
    (lambda a: 0 * a, "set to 0"),
    (lambda a: a * 0 + 1, "set to 1"),
    (lambda a: 2 * a, "doubled"),
    (lambda a: a / 2, "halved"),
    (lambda a: a**2, "squared"),
    (lambda a: 1 / a, "replaced by 1 divided by itself"),
    (lambda a: a**0.5, "replaced by its square root"),
    (lambda a: 1 - a, "replaced by 1 minus itself"),
    (abs, "without its sign"),
    (int, "cut to a whole number"),
]
LISTS: list[tuple[Callable[[Any], Any], str]] = [
    (lambda a: a[::-1], "in the reverse order"),
    (lambda a: a[1:], "shortened by its first entry"),
    (lambda a: a[:-1], "shortened by its last entry"),
    (lambda a: a[:1], "cut to its first entry"),
    (lambda a: a[-1:], "cut to its last entry"),
    (lambda a: list(dict.fromkeys(a)), "with every entry only once"),
    (sorted, "sorted"),
    (lambda a: a + a, "twice as long"),
]


def replaced(evidence: Evidence) -> tuple[str, str] | None:
    """An argument that is used in another form, or in the place of another one."""
    names, reference = evidence.parameters, evidence.plain or evidence.reference
    for p, name in enumerate(names):
        kinds = {type(args[p]) for args in evidence.args}
        if kinds <= {np.ndarray}:
            ways = ARRAYS
        elif kinds <= {int, float}:
            ways = NUMBERS
        elif kinds <= {list}:
            ways = LISTS
        else:
            continue
        for way, words in ways:

            def changed(*args: Any, p: int = p, way: Any = way) -> Any:
                with np.errstate(all="ignore"):
                    return reference(*args[:p], way(args[p]), *args[p + 1 :])

            if evidence.behaves(changed):
                return (
                    f"{evidence.where}your function does what a right one would do with {name} {words}.",
                    f"What happens to {name} on its way through your code?",
                )
    for p, q in itertools.combinations(range(len(names)), 2):

        def swapped(*args: Any, p: int = p, q: int = q) -> Any:
            given = list(args)
            given[p], given[q] = given[q], given[p]
            return reference(*given)

        def twice(*args: Any, p: int = p, q: int = q) -> Any:
            return reference(*args[:q], args[p], *args[q + 1 :])

        def twice_other(*args: Any, p: int = p, q: int = q) -> Any:
            return reference(*args[:p], args[q], *args[p + 1 :])

        if evidence.behaves(swapped):
            return (
                f"{evidence.where}{names[p]} and {names[q]} have changed places.",
                "Which of them is which?",
            )
        for way, one, other in ((twice, p, q), (twice_other, q, p)):
            if evidence.behaves(way):
                return (
                    f"{evidence.where}{names[one]} is used where {names[other]} should be.",
                    f"Where should {names[other]} enter?",
                )
    return None


def two_at_once(evidence: Evidence, turns: Iterable[Any]) -> tuple[str, str] | None:
    """Two known wrong turns at the same time, where both are edits of one answer."""
    edits = [turn for turn in turns if turn.edits and _shows(evidence, turn.wrong)]
    for one, other in itertools.permutations(edits, 2):
        if one.base is not other.base or one.looks.split()[:3] == other.looks.split()[:3]:
            continue
        try:
            both = one.base.edited(one.edits).edited(other.edits)
            if both != one.base.edited(other.edits).edited(one.edits):
                continue  # one edits what the other wrote, and then neither of them is said rightly
            fits = evidence.behaves(both.function)
        except (ValueError, SyntaxError):
            continue
        if fits and not evidence.behaves(one.wrong) and not evidence.behaves(other.wrong):
            first, second = one.looks.rstrip("."), other.looks.rstrip(".")
            return f"{evidence.where}two things at once: {first}; and {second}.", one.think
    return None


def other_number(
    evidence: Evidence, turns: Iterable[Any], numbers: list[float]
) -> tuple[str, str] | None:
    """A known wrong turn in which one of the student's own numbers takes the place of its own."""
    for turn in turns:
        wrong = turn.wrong
        if not isinstance(wrong, types.FunctionType):
            continue
        ours = turn.base.function.__code__.co_consts if turn.base else ()
        for i, old in enumerate(wrong.__code__.co_consts):
            if type(old) not in (int, float) or old in ours:
                continue
            for number in numbers:
                if number == old:
                    continue
                values = list(wrong.__code__.co_consts)
                values[i] = number
                code = wrong.__code__.replace(co_consts=tuple(values))
                other = types.FunctionType(
                    code, wrong.__globals__, wrong.__name__, wrong.__defaults__, wrong.__closure__
                )
                if evidence.behaves(other):
                    if f"{old:g}" in turn.looks:
                        return turn.looks.replace(f"{old:g}", f"{number:g}"), turn.think
                    if not any(map(str.isdigit, turn.looks)):  # nothing in it hangs on the number
                        return f"{turn.looks} (With {number:g} in your case.)", turn.think
    return None


def _shows(evidence: Evidence, wrong: Callable[..., Any]) -> bool:
    """Whether a wrong function is wrong on these inputs at all."""
    return not all(
        evidence.alike(call(wrong, args), Outcome(want))
        for args, want in zip(evidence.args, evidence.wants, strict=True)
    )


# ---------------------------------------------------------------- which inputs fail


def which_fail(evidence: Evidence, more: Callable[[], Evidence] | None = None) -> str:
    """Something that all inputs that fail have in common, and none of the others.

    With `more`, other inputs, on which it has to hold too: of many properties one fits by chance.
    """
    failed = _failed(evidence)
    bad, good = sum(failed), len(failed) - sum(failed)
    if min(bad, good) < ENOUGH:  # too few to tell it from chance
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
            min(inside, len(holds) - inside) > ENOUGH
            and not any(f and h for f, h in zip(failed, holds, strict=True))
            and 3 * bad > 2 * (len(holds) - inside)
            and holds_again(words, True)
        ):
            return (
                f"it is right on all {inside} inputs {words}, and wrong on {bad} of the "
                f"{len(holds) - inside} others"
            )
    return ""


def _failed(evidence: Evidence) -> list[bool]:
    return [
        not evidence.alike(m, Outcome(w))
        for m, w in zip(evidence.mine, evidence.wants, strict=True)
    ]


def _properties(evidence: Evidence) -> Iterator[tuple[str, list[bool]]]:
    """Properties of the inputs, in words, and on which inputs each holds."""
    columns = list(zip(*evidence.args, strict=True))
    for name, values in zip(evidence.parameters, columns, strict=True):
        if all(isinstance(v, int | float) for v in values):
            for number in dict.fromkeys(values):
                if number not in (-1, 0, 0.5, 1, 2, 3):  # others fit by chance
                    continue
                yield f"with {name} = {show(number)}", [v == number for v in values]
                yield f"with {name} other than {show(number)}", [v != number for v in values]
                yield f"with {name} above {show(number)}", [v > number for v in values]
            yield f"with {name} below 0", [v < 0 for v in values]
            if all(isinstance(v, int) for v in values):
                yield f"with an odd {name}", [v % 2 == 1 for v in values]
                yield f"with an even {name}", [v % 2 == 0 for v in values]
        elif all(isinstance(v, str) for v in values):
            for text in dict.fromkeys(values):
                yield f"with {name} = {text!r}", [v == text for v in values]
        elif all(isinstance(v, np.ndarray) for v in values):
            yield f"in which {name} holds whole numbers", [v.dtype.kind in "iu" for v in values]
            yield f"in which {name} holds a 0", [bool((v == 0).any()) for v in values]
            yield f"in which {name} holds no 0", [not (v == 0).any() for v in values]
            yield f"in which {name} holds a number below 0", [bool((v < 0).any()) for v in values]
            yield f"in which {name} is all 0", [not v.any() for v in values]
            for n in sorted({v.ndim for v in values}):
                yield f"in which {name} has {n} axes", [v.ndim == n for v in values]
            if all(v.ndim == 2 for v in values):
                shapes = [v.shape for v in values]
                yield f"in which {name} is not square", [a != b for a, b in shapes]
                yield f"in which {name} has more rows than columns", [a > b for a, b in shapes]
                yield f"in which {name} has one row", [a == 1 for a, _ in shapes]
            for n in sorted({len(v) for v in values if v.ndim} & {0, 1, 2, 3}):
                yield f"with len({name}) = {n}", [v.ndim > 0 and len(v) == n for v in values]
                yield f"with len({name}) above {n}", [v.ndim > 0 and len(v) > n for v in values]
        elif all(isinstance(v, list | set | dict | tuple) for v in values):
            yield f"with an empty {name}", [not v for v in values]
            for n in sorted({len(v) for v in values} & {0, 1, 2, 3}):
                yield f"with len({name}) = {n}", [len(v) == n for v in values]
                yield f"with len({name}) above {n}", [len(v) > n for v in values]
            if all(isinstance(v, list) for v in values):
                yield f"in which {name} holds something twice", [_repeats(v) for v in values]
    for (one, a), (other, b) in itertools.combinations(
        zip(evidence.parameters, columns, strict=True), 2
    ):
        if any(map(callable, [*a, *b])):
            continue
        yield f"with {one} and {other} alike", [bool(same(x, y)) for x, y in zip(a, b, strict=True)]
    sizes = list(_sizes(evidence))
    for (one, numbers), (other, others) in itertools.combinations(sizes, 2):
        equal = [x == y for x, y in zip(numbers, others, strict=True)]
        yield f"in which {one} is {other}", equal
        yield f"in which {one} is not {other}", [not e for e in equal]
    for words, numbers in sizes:
        if words.startswith("len(") and all(n == int(n) for n in numbers):
            yield f"with an even {words}", [n % 2 == 0 for n in numbers]
            yield f"with an odd {words}", [n % 2 == 1 for n in numbers]
    for right in dict.fromkeys(map(show, evidence.wants)):
        if len(right) < 30:
            yield f"for which {right} is expected", [show(w) == right for w in evidence.wants]


def _repeats(values: list[Any]) -> bool:
    return any(value in values[:i] for i, value in enumerate(values))


# ---------------------------------------------------------------- where two results differ


def first_difference(got: Any, want: Any, kind: Kind) -> str:
    """Where a result differs from the right one first, in words; empty where that says no more."""
    if isinstance(kind, _Parts):
        if kind.wrong_type(got):
            return ""
        for (name, one, part), (_, _, wanted) in zip(
            kind._with(got), kind._with(want), strict=True
        ):
            if one.wrong_shape(part, wanted) or not one.same(part, wanted):
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
                inner = first_difference(got[key], want[key], item)
                return f"under {show(key)} {inner or f'{show(got[key])} stands, not {show(want[key])}'}"
        return ""
    if isinstance(want, set | frozenset) and isinstance(got, set | frozenset):
        if missing := sorted(map(show, want - got)):
            return f"{missing[0]} is missing"
        return f"{sorted(map(show, got - want))[0]} should not be there" if got - want else ""
    if isinstance(want, list | tuple) and isinstance(got, list | tuple | np.ndarray):
        each = getattr(kind, "item", None)
        if len(got) != len(want):
            return f"there are {len(got)} entries, and there should be {len(want)}"
        if each is None or not getattr(kind, "ordered", True):
            return ""
        wrong = [i for i in range(len(want)) if not each.same(got[i], want[i])]
        return _entries(wrong, got, want, len(want))
    if isinstance(want, np.ndarray) and isinstance(got, np.ndarray) and got.shape == want.shape:
        if want.ndim == 0 or want.size < 2:
            return ""
        close = np.isclose(
            got.astype(float), want.astype(float), rtol=1e-7, atol=1e-9, equal_nan=True
        )
        places = [tuple(map(int, index)) for index in np.argwhere(~close)]
        if np.ptp(got) == 0 and np.ptp(want) > 0:
            return f"all entries are {show(got.flat[0])}, and they should differ"
        if want.ndim == 2:
            rows, columns = sorted({i for i, _ in places}), sorted({j for _, j in places})
            if len(rows) == 1 and want.shape[0] > 1:
                return f"row {rows[0]} is wrong, the other rows are right"
            if len(columns) == 1 and want.shape[1] > 1:
                return f"column {columns[0]} is wrong, the other columns are right"
            if all(i == j for i, j in places) and want.shape[0] == want.shape[1]:
                return "only the diagonal is wrong"
            if all(i != j for i, j in places) and want.shape[0] == want.shape[1]:
                return "the diagonal is right, and what stands beside it is wrong"
        return _entries([i[0] if len(i) == 1 else i for i in places], got, want, want.size)
    return ""


def unchanged(given: dict[str, Any], got: Any, want: Any) -> str:
    """Whether every wrong entry is as an argument had it, or should be; in words to be appended."""
    for name, value in given.items():
        if not all(isinstance(a, np.ndarray) and a.ndim for a in (value, got, want)):
            continue
        if not value.shape == got.shape == want.shape or value.dtype.kind not in "iuf":
            continue
        off = ~np.isclose(got.astype(float), want.astype(float), rtol=1e-7, atol=1e-9)
        if off.any() and np.isclose(got[off].astype(float), value[off]).all():
            return f"; the wrong ones are still as in {name}"
        if off.any() and np.isclose(want[off].astype(float), value[off]).all():
            return f"; the wrong ones should stay as in {name}"
    return ""


def _entries(wrong: list[Any], got: Any, want: Any, size: int) -> str:
    if not wrong:
        return ""
    first = wrong[0]
    at = f"[{', '.join(map(str, first))}]" if isinstance(first, tuple) else f"[{first}]"
    words = f"entry {at} is {show(got[first])}, and should be {show(want[first])}"
    if len(wrong) == 1 and size > 1:
        return f"{words}; all other entries are right"
    return f"{words}; {len(wrong)} of {size} entries differ"


# ---------------------------------------------------------------- what is right so far


def right_so_far(
    mine: Callable[..., Any], rights: list[Callable[..., Any]], many: list[Args]
) -> list[str]:
    """Variables that hold, on all inputs, what a variable of a right answer holds.

    The functions return (result, variables); those that are given as arguments do not count, and
    neither do numbers that never change.
    """
    runs = [call(mine, args) for args in many]
    if any(run.error is not None or not isinstance(run.value, tuple) for run in runs):
        return []
    found = []
    names = [n for n in runs[0].value[1] if all(n in run.value[1] for run in runs)]
    theirs = [[call(right, args) for args in many] for right in rights]
    for name in names:
        values = [_numbers(run.value[1][name]) for run in runs]
        if any(v is None or v.size == 0 for v in values):
            continue
        if len({show(v) for v in values}) < 2:
            continue
        if any(
            same(run.value[1][name], a) for run, args in zip(runs, many, strict=True) for a in args
        ):
            continue
        for results in theirs:
            if any(run.error is not None for run in results):
                continue
            others = [run.value[1] for run in results]
            if any(
                all(
                    other in given and (w := _numbers(given[other])) is not None and _close(v, w)
                    for v, given in zip(values, others, strict=True)
                )
                for other in others[0]
            ):
                found.append(name)
                break
    return found
