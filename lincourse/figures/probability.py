"""Figures of lecture 01: rooms of outcomes and of people, a tree of counts, areas, simulations.

One meaning per colour and mark in all of them: what is asked about (A, E, the mind readers) is
filled with the first colour of the palette, what has been learnt (B) is hatched in the second.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from lincourse import plots, validation
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.probability import (
    bayes,
    conditional,
    expectation,
    independent,
    joint,
    probability,
    toss_outcomes,
)

TOSSES = {tosses: Fraction(1, 8) for tosses in toss_outcomes(3)}
EVENTS = {
    "the last toss is heads": {"HHH", "HTH", "THH", "TTH"},
    "the first toss is heads": {"HHH", "HHT", "HTH", "HTT"},
    "exactly two heads": {"HHT", "HTH", "THH"},
    "exactly one head": {"HTT", "THT", "TTH"},
    "all three are the same": {"HHH", "TTT"},
    "the first two differ": {"HTH", "HTT", "THH", "THT"},
    "no heads at all": {"TTT"},
    "four heads (impossible)": set(),
}
BOX = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 2.0}
PALE, DARK = "#D5D5D5", "#555555"  # other people: negative, positive
READER, OTHER = "s", "o"  # markers
CITY, BASE_RATE = 2_000_000, 0.00001  # people, and how many of them read minds
SENSITIVITY, FALSE_ALARM = 0.95, 0.005  # P(T | MR) and P(T | not MR)


# Three tosses in a grid


@plots.styled
def toss_grid(
    a: Collection[str],
    b: Collection[str] | None = None,
    dist: Mapping[str, Any] | None = None,
    ax: Axes | None = None,
    *,
    names: tuple[str, str] = ("A", "B"),
    **settings: Any,
) -> Axes:
    """The eight outcomes of three tosses: those of `a` are filled, those of `b` hatched.

    A row for each first toss, a column for each way the other two can fall. Each cell says its
    probability in `dist`; outcomes that are not in `dist` are ruled out, and dotted.
    """
    shown = TOSSES if dist is None else dist
    ax = ax or plots.panels(width=6.2, height=2.7)[0]
    for tosses in TOSSES:
        row, column = tosses[0] == "T", ["HH", "HT", "TH", "TT"].index(tosses[1:])
        if tosses in shown:
            _cell(ax, column, row, tosses, shown[tosses], tosses in a, tosses in (b or ()))
        else:
            _ruled_out(ax, column, row, tosses)
    marks = [_patch(True, False), _patch(False, True)][: 1 if b is None else 2]
    ax.set(xlim=(-0.05, 4.05), ylim=(2.05, -0.05), aspect="equal", **settings)
    ax.set_axis_off()
    beside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1, 1), "frameon": False}
    ax.legend(marks, names[: len(marks)], **beside)
    return ax


def _cell(ax: Axes, x: float, y: float, tosses: str, p: Any, in_a: bool, in_b: bool) -> None:
    ax.add_patch(_patch(in_a, in_b, (x + 0.04, y + 0.04)))
    label: dict[str, Any] = {"ha": "center", "va": "center", "bbox": BOX}
    ax.text(x + 0.5, y + 0.38, tosses, weight="bold", **label)
    ax.text(x + 0.5, y + 0.7, _chance(p), fontsize=9, **label)


def _ruled_out(ax: Axes, x: float, y: float, tosses: str) -> None:
    look: dict[str, Any] = {"fill": False, "linestyle": ":", "edgecolor": plots.FAINT}
    ax.add_patch(Rectangle((x + 0.04, y + 0.04), 0.92, 0.92, **look))
    faint: dict[str, Any] = {"ha": "center", "va": "center", "color": plots.FAINT}
    ax.text(x + 0.5, y + 0.38, tosses, **faint)
    ax.text(x + 0.5, y + 0.7, "sent out", fontsize=8, **faint)


def _patch(
    in_a: bool,
    in_b: bool,
    corner: tuple[float, float] = (0, 0),
    width: float = 0.92,
    height: float = 0.92,
) -> Rectangle:
    """A cell or an area, or its sample in the legend: filled for A, hatched for B."""
    face = plots.tint(0, 0.45) if in_a else "white"
    patch = Rectangle(corner, width, height, facecolor=face, linewidth=1)
    patch.set(edgecolor=plots.colour(1) if in_b else plots.FAINT, hatch="//" if in_b else None)
    return patch


def _chance(p: Any) -> str:
    """A simple fraction or an int as it is, any other number to three digits."""
    simple = isinstance(p, Fraction | int) and p.denominator < 100
    return str(p) if simple else f"{float(p):.3g}"


def smaller_world(
    a: Collection[str], b: Collection[str], dist: Mapping[str, Any]
) -> tuple[Axes, str]:
    """Two grids: all outcomes, and only those of `b`, with their probabilities given `b`."""
    axes = plots.panels(rows=2, width=6.2, height=5.2)
    given = {x: conditional({x}, set(b), dist) for x in dist if x in b}
    each = set(given.values())
    shares = f", {_chance(each.pop())} each" if len(each) == 1 else ""
    toss_grid(a, b, dist, axes[0], title="The room: all eight outcomes")
    toss_grid(a, b, given, axes[1], title=f"Given B: {len(given)} outcomes are left{shares}")
    alt = (
        f"Two grids of the eight outcomes. Above, those of A are filled: {_listed(a)}; those of "
        f"B are hatched: {_listed(b)}. Below, only B is left{shares}, and "
        f"{_listed(set(a) & set(b))} of it is filled; the others are sent out."
    )
    return axes[0], alt


def toss_explorer() -> None:
    """Colour two events of three tosses, and read their probabilities."""
    last, first, *others = EVENTS
    explore(
        toss_frame,
        toss_overview,
        a=Choice(f"A ({plots.colour_name(0)})", [last, first, *others]),
        b=Choice("B (hatched)", [first, last, *others]),
    )


def toss_frame(a: str, b: str) -> Frame:
    """The grid with two of the `EVENTS` coloured, and what can be said of them."""
    ax = toss_grid(EVENTS[a], EVENTS[b], names=(f"A: {a}", f"B: {b}"))
    _legend_below(ax)
    caption = _in_words(EVENTS[a], EVENTS[b])
    alt = f"Eight outcomes. A, {a}: {_listed(EVENTS[a])}. B, {b}: {_listed(EVENTS[b])}. {caption}"
    return Frame(plots.figure_of(ax), alt, caption)


def toss_overview() -> Frame:
    """Two events that depend on the first toss; which events don't is for the reader to find."""
    b = "the first toss is heads"
    axes = plots.panels(columns=2, width=7.6, height=2.8)
    words = []
    for ax, a in zip(axes, ("exactly one head", "no heads at all"), strict=True):
        toss_grid(EVENTS[a], EVENTS[b], ax=ax, names=(f"A: {a}", f"B: {b}"))
        _legend_below(ax)
        given = conditional(EVENTS[a], EVENTS[b], TOSSES)
        ax.set_title(f"P(A) = {probability(EVENTS[a], TOSSES)}, P(A | B) = {given}", fontsize=11)
        words.append(f"A, {a}, and B, {b}: {_in_words(EVENTS[a], EVENTS[b])}")
    alt = "The eight outcomes of three tosses, twice. " + " ".join(words)
    return Frame(plots.figure_of(axes[0]), alt, words[0])


def _legend_below(ax: Axes) -> None:
    legend = ax.get_legend()
    assert legend is not None
    marks, names = legend.get_patches(), [text.get_text() for text in legend.get_texts()]
    below: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0.0), "frameon": False}
    ax.legend(marks, names, fontsize=9, handlelength=1.6, **below)


def _in_words(a: set[str], b: set[str]) -> str:
    """P(A), P(B), P(A, B), both conditionals, and whether A and B are independent."""
    p_a, p_b, p_ab = probability(a, TOSSES), probability(b, TOSSES), joint(a, b, TOSSES)
    a_given_b = conditional(a, b, TOSSES) if p_b else "not defined"
    b_given_a = conditional(b, a, TOSSES) if p_a else "not defined"
    verdict = "independent" if independent(a, b, TOSSES) else "not independent"
    return (
        f"P(A) = {p_a}, P(B) = {p_b}, P(A, B) = {p_ab}, P(A | B) = {a_given_b}, "
        f"P(B | A) = {b_given_a}: {verdict}."
    )


def _listed(event: Collection[str]) -> str:
    return ", ".join(sorted(event)) or "no outcome"


# The room seen from above: probabilities as areas


@plots.styled
def areas(
    prior: float,
    inside: float,
    outside: float,
    ax: Axes | None = None,
    *,
    names: tuple[str, str] = ("E", "not E"),
    evidence: str = "B",
    top: float = 1.0,
    **settings: Any,
) -> Axes:
    """A square of area 1: a filled column as wide as P(E), and beside it one for not E.

    Each is hatched as high as B is likely there, P(B | E) = `inside` and P(B | not E) = `outside`,
    so that the hatched areas are the joint probabilities. A dashed line marks P(B). Where `top` is
    less than 1, only the strip of the square up to that height is shown.
    """
    prior, inside, outside = _chances(prior, inside, outside)
    ax = ax or plots.panels(width=4.6, height=4.6)[0]
    ax.set(xlim=(0, 1), ylim=(0, top), **settings)
    ax.set_box_aspect(1)
    columns = ((0.0, prior, inside, True), (prior, 1 - prior, outside, False))
    for (left, width, height, in_e), name in zip(columns, names, strict=True):
        ax.add_patch(_patch(in_e, False, (left, 0), width, 1))
        hatched = _patch(in_e, True, (left, 0), width, height)
        hatched.set_linewidth(0.8 if height else 0)
        ax.add_patch(hatched)
        middle, narrow = left + width / 2, width < 0.15
        look: dict[str, Any] = {"va": "center", "fontsize": 10, "bbox": BOX}
        place = height / 2 if height > 0.08 * top else height + 0.05 * top
        if width > 0.06:
            ax.text(middle, 1.02 * top, f"{name}\n{width:.3g}", ha="center", va="bottom")
        if width > 0 and not narrow:
            ax.text(middle, place, f"{height:.3g}", ha="center", **look)
        elif width > 0:  # beside the column: the first one has room on its right
            x, side = (left + width + 0.02, "left") if in_e else (left - 0.02, "right")
            ax.text(x, place, f"{height:.3g}", ha=side, **look)
    total = prior * inside + (1 - prior) * outside
    label = f"P({evidence}) = {total:.3g}"
    ax.axhline(total, color=plots.INK, linestyle="--", linewidth=1.4, label=label)
    ax.set_ylabel(f"height: P({evidence} | column)")
    ax.set_xlabel("width: P(column)")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), frameon=False, handlelength=2.4)
    return ax


def independence(
    events: Mapping[str, set[str]], b: set[str], dist: Mapping[str, Any]
) -> tuple[Axes, str]:
    """The `areas` of b with each event A: one level in both columns if they are independent."""
    alt = "Squares with a filled column for A and a white one for not A, hatched where B."
    axes = plots.panels(columns=len(events), width=3.7 * len(events), height=4.6)
    for ax, (name, a) in zip(axes, events.items(), strict=True):
        inside, outside = conditional(b, a, dist), conditional(b, set(dist) - a, dist)
        areas(probability(a, dist), inside, outside, ax, names=("A", "not A"))
        ax.set_title(f"A: {name}", pad=36)
        alt += (
            f" A is '{name}': its column is {float(probability(a, dist)):.3g} wide and hatched to "
            f"{float(inside):.3g}, the other one to {float(outside):.3g}."
        )
    return axes[0], alt


def bayes_picture(
    prior: float,
    inside: float,
    outside: float,
    *,
    names: tuple[str, str] = ("E", "not E"),
    evidence: str = "B",
    top: float = 1.0,
) -> tuple[Axes, str]:
    """Left the square of `areas`; right only its hatched part, stretched to 1: P(E | B)."""
    axes = plots.panels(columns=2, width=7.4, height=4.6)
    areas(prior, inside, outside, axes[0], names=names, evidence=evidence, top=top)
    axes[0].set_title(f"Hatched: {evidence}", pad=36)
    posterior = bayes([inside, outside], [prior, 1 - prior]).tolist()
    _stack(axes[1], posterior, names)
    axes[1].set_title(f"Given {evidence}: only the hatched part", pad=36)
    one, other = names
    alt = (
        f"Left: a floor with a filled column, {one}, {prior:.3g} wide and hatched to "
        f"{inside:.3g}, and a white one, {other}, {1 - prior:.3g} wide and hatched to "
        f"{outside:.3g}; shown up to {top:g}. "
        f"Right: the hatched part, stretched to height 1: {one} {posterior[0]:.3g}, "
        f"{other} {posterior[1]:.3g}."
    )
    return axes[0], alt


@plots.styled
def _stack(ax: Axes, posterior: Sequence[float], names: Sequence[str]) -> None:
    """Two posterior probabilities as one hatched column of height 1, from the bottom up."""
    bottom = 0.0
    for i, share in enumerate(posterior):
        ax.add_patch(_patch(i == 0, True, (0, bottom), 0.35, share))
        height = min(max(bottom + share / 2, 0.04), 0.96)
        ax.text(0.4, height, f"{names[i]}: {share:.3g}", va="center")
        bottom += share
    ax.set(xlim=(-0.05, 1), ylim=(0, 1), xticks=[], ylabel="share of the hatched area")
    ax.spines["bottom"].set_visible(False)


def _chances(*values: float) -> list[float]:
    """Numbers between 0 and 1."""
    return [validation.number("probability", value, low=0, high=1) for value in values]


# The mind reader


@plots.styled
def two_crowds(readers: Any, others: Any) -> tuple[Axes, str]:
    """A room of mind readers and one of other people, with a dark mark for a positive test.

    `readers` and `others` (n,) are True where the test is positive.
    """
    axes = plots.panels(columns=2, width=7.6, height=3.3)
    crowds = (("mind readers", readers, True), ("other people", others, False))
    for ax, (name, positive, are_readers) in zip(axes, crowds, strict=True):
        found = np.asarray(positive, dtype=bool)
        x, y = _places(len(found), 40)
        dark, pale = _shades(are_readers)
        shape = READER if are_readers else OTHER
        ax.scatter(x[~found], y[~found], 13, color=pale, marker=shape, linewidths=0)
        ax.scatter(x[found], y[found], 13, color=dark, marker=shape, linewidths=0)
        ax.set_title(f"{len(found):,} {name}: {found.sum()} positive")
        _room(ax, x, y)
    for are_readers, name in ((True, "mind reader"), (False, "other")):
        dark, pale = _shades(are_readers)
        shape = READER if are_readers else OTHER
        axes[0].plot([], [], shape, color=dark, markersize=5, label=f"{name}, positive")
        axes[0].plot([], [], shape, color=pale, markersize=5, label=f"{name}, negative")
    plots.legend(axes[0], columns=2, wrap=30)
    alt = (
        f"Two rooms of marks. Left {len(readers):,} mind readers: {np.sum(readers)} are dark, for "
        f"a positive test, the rest pale. Right {len(others):,} others: {np.sum(others)} are dark."
    )
    return axes[0], alt


def _shades(are_readers: bool) -> tuple[Any, Any]:
    """The colours of a positive and of a negative test."""
    return (plots.colour(0), plots.tint(0, 0.25)) if are_readers else (DARK, PALE)


def _places(people: int, columns: int) -> tuple[Any, Any]:
    """Where people stand in rows of this many, the first row at the top."""
    order = np.arange(people)
    return order % columns, -(order // columns)


def _room(ax: Axes, x: Any, y: Any) -> None:
    """Walls around people at these places."""
    ax.set(xlim=(-1, x.max() + 1), ylim=(y.min() - 1, 1), xticks=[], yticks=[], aspect="equal")
    ax.spines[:].set(visible=True, color=plots.FAINT)


def expected_counts(tests: int) -> tuple[int, int]:
    """How many mind readers and how many others of the `CITY` test positive this often in a row."""
    readers = CITY * BASE_RATE * SENSITIVITY**tests
    others = CITY * (1 - BASE_RATE) * FALSE_ALARM**tests
    return round(readers), round(others)


@plots.styled
def frequency_tree() -> tuple[Axes, str]:
    """The city in whole people: who reads minds, and who of them tests positive."""
    [ax] = plots.panels(width=7.6, height=4.0)
    (readers, others), (found, accused) = expected_counts(0), expected_counts(1)
    in_all = found + accused
    _branch(ax, (0.0, 0.5), (1.0, 0.8), "1 in 100,000")
    _branch(ax, (0.0, 0.5), (1.0, 0.2), "all the rest")
    _branch(ax, (1.0, 0.8), (2.0, 0.95), "95%")
    _branch(ax, (1.0, 0.8), (2.0, 0.67), "5%")
    _branch(ax, (1.0, 0.2), (2.0, 0.33), "0.5%")
    _branch(ax, (1.0, 0.2), (2.0, 0.05), "99.5%")
    _node(ax, 0.0, 0.5, f"{CITY:,}\npeople", "white")
    _node(ax, 1.0, 0.8, f"{readers}\nmind readers", plots.tint(0, 0.45))
    _node(ax, 1.0, 0.2, f"{others:,}\nothers", "white")
    _node(ax, 2.0, 0.95, f"{found} positive", plots.tint(0, 0.45), told=True)
    _node(ax, 2.0, 0.67, f"{readers - found} negative", plots.tint(0, 0.45))
    _node(ax, 2.0, 0.33, f"{accused:,} positive", "white", told=True)
    _node(ax, 2.0, 0.05, f"{others - accused:,} negative", "white")
    for height in (0.95, 0.33):
        _branch(ax, (2.0, height), (2.85, 0.5), "")
    said = f"Jill's room:\n{in_all:,} people,\n{found} mind readers,\n1 in {in_all / found:.0f}"
    _node(ax, 2.95, 0.5, said, "white", told=True)
    ax.set(xlim=(-0.3, 3.35), ylim=(-0.06, 1.06))
    ax.set_axis_off()
    alt = (
        f"A tree. {CITY:,} people branch into {readers} mind readers and {others:,} others; the "
        f"mind readers into {found} positive and {readers - found} negative, the others into "
        f"{accused:,} positive and {others - accused:,} negative. The two positive groups meet in "
        f"{said}."
    )
    return ax, alt.replace("\n", " ")


def _node(ax: Axes, x: float, y: float, text: str, face: Any, *, told: bool = False) -> None:
    """A box of the tree; where `told`, with the edge of what has been learnt."""
    edge = plots.colour(1) if told else plots.FAINT
    box = {"boxstyle": "round,pad=0.35", "facecolor": face, "edgecolor": edge}
    box["linewidth"] = 2.2 if told else 1.0
    ax.text(x, y, text, ha="center", va="center", fontsize=10, bbox=box, zorder=3)


def _branch(ax: Axes, start: tuple[float, float], end: tuple[float, float], text: str) -> None:
    ax.plot(*zip(start, end, strict=True), color=plots.FAINT, linewidth=1.2, zorder=1)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if text:
        box = {**BOX, "alpha": 1.0}
        ax.text(x, y, text, ha="center", va="center", fontsize=9, bbox=box, zorder=2)


def positive_room(readers: int, others: int) -> tuple[Axes, str]:
    """Everyone who tested positive, a mark each: mind readers as squares among round others."""
    [ax] = plots.panels(width=5.2, height=5.6)
    _positive(ax, readers, others, 2.5, 40)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0), ncols=2, frameon=False)
    alt = f"A room of {others:,} small round marks, and scattered among them {readers} squares."
    return ax, alt


@plots.styled
def _positive(ax: Axes, readers: int, others: int, small: float, large: float) -> None:
    """A square room; `small` and `large` are the areas of a round mark and of a square."""
    columns = max(9, int(np.ceil(np.sqrt(readers + others))))
    x, y = _places(readers + others, columns)
    who = np.random.default_rng(3).permutation(readers + others)
    marked, rest = who[:readers], who[readers:]
    ax.scatter(x[rest], y[rest], small, color=DARK, linewidths=0)
    look: dict[str, Any] = {"color": plots.colour(0), "marker": READER}
    ax.scatter(x[marked], y[marked], large, edgecolors="white", linewidths=0.5, **look)
    _room(ax, x, y)
    ax.set(xlim=(-1, columns), ylim=(-columns, 1))
    ax.plot([], [], READER, color=plots.colour(0), label="mind reader, positive")
    ax.plot([], [], OTHER, color=DARK, label="other, positive")


def emptying_room() -> tuple[Axes, str]:
    """Everyone in the city who is positive once, twice, three times in a row: a mark each."""
    axes = plots.panels(columns=3, width=7.8, height=3.5)
    alt = "Three rooms with a mark for everyone in an average city who is still positive."
    for tests, (ax, times) in enumerate(zip(axes, ("once", "twice", "three times"), strict=True)):
        readers, others = expected_counts(tests + 1)
        _positive(ax, readers, others, *((60, 70) if tests else (1.2, 26)))
        ax.set_title(f"positive {times}:\n{readers} of {readers + others:,}", fontsize=11)
        alt += f" Positive {times}: {readers} mind readers and {others:,} others."
    plots.legend(axes[0], wrap=30)
    return axes[0], alt


def after_tests(base_rate: float, tests: int) -> float:
    """P(MR) after `tests` positive tests in a row, which are independent given the truth."""
    likelihoods = [SENSITIVITY**tests, FALSE_ALARM**tests]
    return float(bayes(likelihoods, [base_rate, 1 - base_rate])[0])


def reader_explorer() -> None:
    """Move the base rate and the number of positive tests; the rate is one in 10 to the power."""
    explore(
        reader_frame,
        reader_overview,
        power=Slider("reader: 1 in 10 to", 5.0, 0.1, 8.0, 0.1),
        tests=Slider("positive tests", 1, 0, 5, 1),
    )


def reader_frame(power: float, tests: int) -> Frame:
    """A room of 400 who tested positive, and where it lies on the curve over all base rates."""
    rate = 10.0**-power
    left, right = plots.panels(columns=2, width=7.6, height=3.8)
    p, people = after_tests(rate, tests), 400
    readers = round(people * p)
    _sample_room(left, readers, people)
    _posterior_curves(right, [tests], rate)
    caption = (
        f"Base rate 1 in {1 / rate:,.0f}, positive tests: {tests}. Of {people} such people expect "
        f"{readers} mind reader{'s' * (readers != 1)}; P(MR) = {p:.4f} now."
    )
    alt = (
        "Left: a room of 400 people, the expected number of mind readers filled. "
        f"Right: P(MR) after these tests against the base rate. {caption}"
    )
    return Frame(plots.figure_of(left), alt, caption)


def reader_overview() -> Frame:
    """The curves for 1 to 3 positive tests, and where the mind readers lie on them."""
    [ax] = plots.panels(width=6.6, height=3.8)
    _posterior_curves(ax, [1, 2, 3], BASE_RATE)
    values = [f"{n}: {after_tests(BASE_RATE, n):.4f}" for n in range(1, 4)]
    caption = f"At a base rate of 1 in 100,000, by positive tests in a row, {'; '.join(values)}."
    alt = (
        "P(MR) after positive tests against the base rate from 1 in 100 million to nearly "
        "everyone, on a logarithmic axis: three S-shaped curves. The one for one test crosses one "
        f"half at 1 in 191; each further test moves it left by a factor of 190. {caption}"
    )
    return Frame(plots.figure_of(ax), alt, caption)


@plots.styled
def _sample_room(ax: Axes, readers: int, people: int) -> None:
    """A square room with this many people, of whom the first ones are mind readers."""
    x, y = _places(people, round(people**0.5))
    ax.scatter(x[readers:], y[readers:], 22, color=DARK, linewidths=0)
    look: dict[str, Any] = {"color": plots.colour(0), "marker": READER, "linewidths": 0}
    ax.scatter(x[:readers], y[:readers], 22, **look)
    ax.set_title(f"{readers} of {people} are mind readers")
    _room(ax, x, y)


@plots.styled
def _posterior_curves(ax: Axes, tests: Sequence[int], rate: float) -> None:
    rates = np.logspace(-8, -0.05, 160)
    for n in tests:
        k = max(n - 1, 0) % 4
        curve = [after_tests(r, n) for r in rates]
        ax.plot(rates, curve, plots.DASHES[k], color=plots.colour(0))
        mark: dict[str, Any] = {"color": plots.colour(0), "markersize": 8}
        ax.plot(rate, after_tests(rate, n), plots.marker(k), **mark)
        half = FALSE_ALARM**n / (FALSE_ALARM**n + SENSITIVITY**n)  # where the curve crosses 1/2
        label: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 10, "bbox": BOX}
        if n:
            ax.text(half, 0.62, f"{n} test{'s' * (n != 1)}", **label)
    ax.axhline(0.5, color=plots.FAINT, linewidth=1, linestyle=":")
    ax.axvline(rate, color=plots.FAINT, linewidth=1, zorder=0)
    ax.text(rate, 1.06, f"1 in {1 / rate:,.0f}", ha="center", va="bottom", fontsize=9)
    ax.set_xscale("log")
    ax.set(xlim=(7e-9, 1.3), ylim=(-0.03, 1.05))
    ax.set(xlabel="base rate P(MR)", ylabel="P(MR | positive tests)")


# Random variables


@plots.styled
def balances(
    bets: Mapping[str, tuple[Callable[[Any], Any], Mapping[Any, Any]]],
) -> tuple[Axes, str]:
    """How likely each value of a random variable is; a triangle where the bars balance.

    `bets` maps the name of a random variable to the function of the outcome and the distribution.
    """
    axes = plots.panels(columns=len(bets), width=3.8 * len(bets), height=3.3)
    alt = "Bar charts with a triangle under the axis where the bars balance."
    for ax, (name, (value, dist)) in zip(axes, bets.items(), strict=True):
        values = sorted({value(x) for x in dist})
        chances = [probability({x for x in dist if value(x) == v}, dist) for v in values]
        gap = values[-1] - values[0]
        ax.bar(values, [float(p) for p in chances], width=0.16 * gap, color=plots.tint(0, 0.45))
        for v, p in zip(values, chances, strict=True):
            ax.text(v, float(p) + 0.02, _chance(p), ha="center", va="bottom", fontsize=10)
        mean = float(expectation(value, dist))
        ax.plot(mean, -0.05, "^", color=plots.INK, markersize=11, clip_on=False)
        ax.text(mean + 0.06 * gap, -0.05, f"E = {mean:.4g}", va="center", fontsize=10)
        ax.axhline(0, color=plots.INK, linewidth=1)
        ax.set(xlim=(values[0] - 0.2 * gap, values[-1] + 0.2 * gap), ylim=(-0.1, 1))
        ax.set(xlabel=name, ylabel="probability", xticks=values, yticks=[0, 0.5, 1])
        listed = ", ".join(f"{v}: {_chance(p)}" for v, p in zip(values, chances, strict=True))
        alt += f" {name}: {listed}; they balance at {mean:.4g}."
    return axes[0], alt


# Simulations


@plots.styled
def running_shares(hits: Mapping[str, Any], exact: float, **settings: Any) -> tuple[Axes, str]:
    """The share of hits so far against the number of draws, a line per run, and the exact value.

    `hits` maps the name of a run to its draws (n,), True where the event happened. The band
    around the exact value is two standard errors wide to either side.
    """
    [ax] = plots.panels(width=7.2, height=3.8)
    alt = "Lines of the share so far against the number of draws, which start far apart."
    longest = max(len(run) for run in hits.values())
    n = np.arange(1, longest + 1)
    band = 2 * np.sqrt(exact * (1 - exact) / n)
    look: dict[str, Any] = {"color": PALE, "alpha": 0.5, "linewidth": 0}
    ax.fill_between(n, exact - band, exact + band, label="2 standard errors", **look)
    for k, (name, run) in enumerate(hits.items()):
        draws = n[: len(run)]
        shares = np.cumsum(run) / draws
        ax.plot(draws, shares, plots.DASHES[k % 4], color=plots.colour(0), label=name)
        inside = np.mean(np.abs(shares - exact) <= band[: len(run)])
        alt += f" {name} ends at {shares[-1]:.3f}; {inside:.0%} of it lies within the funnel."
    alt = f"{alt} A grey funnel of two standard errors narrows around {exact:.3g}."
    ax.axhline(exact, color=plots.INK, linewidth=1.2, label=f"exact: {exact:.3g}")
    ax.set_xscale("log")
    default = {"xlabel": "draws so far, n", "ylabel": "share so far", "ylim": (-0.03, 1.03)}
    ax.set(**{**default, **settings})
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return ax, alt
