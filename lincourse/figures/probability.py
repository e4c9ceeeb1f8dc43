"""Plots and widgets of lecture 01: a sample space as a grid, Bayes' rule as areas, base rates."""

from collections.abc import Collection, Mapping, Sequence
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
    independent,
    joint,
    probability,
    toss_outcomes,
)
from lincourse.typing import FloatArray

TOSSES = {tosses: Fraction(1, 8) for tosses in toss_outcomes(3)}
EVENTS = {
    "exactly two heads": {"HHT", "HTH", "THH"},
    "the first toss is heads": {"HHH", "HHT", "HTH", "HTT"},
    "the last toss is heads": {"HHH", "HTH", "THH", "TTH"},
    "at least two heads": {"HHH", "HHT", "HTH", "THH"},
    "all three are the same": {"HHH", "TTT"},
    "the first two differ": {"HTH", "HTT", "THH", "THT"},
    "no heads at all": {"TTT"},
    "four heads (impossible)": set(),
}
BOX = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 2.0}
SENSITIVITY, FALSE_ALARM = 0.95, 0.005  # the mind reader's test, May (2023), section 8


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
    ax.text(x + 0.5, y + 0.7, "ruled out", fontsize=8, **faint)


def _patch(in_a: bool, in_b: bool, corner: tuple[float, float] = (0, 0)) -> Rectangle:
    """A cell, or its sample in the legend."""
    face = plots.tint(0, 0.45) if in_a else "white"
    patch = Rectangle(corner, 0.92, 0.92, facecolor=face, linewidth=1)
    patch.set(edgecolor=plots.colour(1) if in_b else plots.FAINT, hatch="//" if in_b else None)
    return patch


def _chance(p: Any) -> str:
    """A fraction as it is, a float to three digits."""
    return str(p) if isinstance(p, Fraction | int) else f"{p:.3g}"


def smaller_world(a: Collection[str], b: Collection[str], dist: Mapping[str, Any]) -> list[Axes]:
    """Two grids: all outcomes, and only those of `b`, with their probabilities given `b`."""
    axes = plots.panels(rows=2, width=6.2, height=5.2)
    given = {x: conditional({x}, set(b), dist) for x in dist if x in b}
    toss_grid(a, b, dist, axes[0], title="Before: all eight outcomes")
    toss_grid(a, b, given, axes[1], title="B happened: B is the world, and its shares are of B")
    return axes


def toss_explorer() -> None:
    """Colour two events of three tosses, and read their probabilities."""
    options = list(EVENTS)
    explore(
        toss_frame,
        toss_overview,
        a=Choice(f"A ({plots.colour_name(0)})", options),
        b=Choice("B (hatched)", options[1:] + options[:1]),
    )


def toss_frame(a: str, b: str) -> Frame:
    """The grid with two of the `EVENTS` coloured, and what can be said of them."""
    ax = toss_grid(EVENTS[a], EVENTS[b], names=(f"A: {a}", f"B: {b}"))
    _legend_below(ax)
    caption = _in_words(EVENTS[a], EVENTS[b])
    alt = f"Eight outcomes. A, {a}: {_listed(EVENTS[a])}. B, {b}: {_listed(EVENTS[b])}. {caption}"
    return Frame(plots.figure_of(ax), alt, caption)


def toss_overview() -> Frame:
    """Four pairs of events side by side."""
    pairs = [
        ("exactly two heads", "the first toss is heads"),
        ("the last toss is heads", "the first toss is heads"),
        ("all three are the same", "the first two differ"),
        ("no heads at all", "all three are the same"),
    ]
    axes = plots.panels(columns=2, rows=2, width=7.6, height=5.2)
    words = []
    for ax, (a, b) in zip(axes, pairs, strict=True):
        toss_grid(EVENTS[a], EVENTS[b], ax=ax, names=(f"A: {a}", f"B: {b}"))
        _legend_below(ax)
        p_a, p_b, p_ab = _shares(EVENTS[a], EVENTS[b])
        ax.set_title(f"P(A) = {p_a}, P(B) = {p_b}, P(A, B) = {p_ab}", fontsize=10)
        words.append(f"A, {a}, and B, {b}: {_in_words(EVENTS[a], EVENTS[b])}")
    alt = "The eight outcomes of three tosses, four times. " + " ".join(words)
    return Frame(plots.figure_of(axes[0]), alt, words[0])


def _legend_below(ax: Axes) -> None:
    legend = ax.get_legend()
    assert legend is not None
    marks, names = legend.get_patches(), [text.get_text() for text in legend.get_texts()]
    below: dict[str, Any] = {"loc": "upper center", "bbox_to_anchor": (0.5, 0.0), "frameon": False}
    ax.legend(marks, names, fontsize=9, handlelength=1.6, **below)


def _shares(a: set[str], b: set[str]) -> tuple[Any, Any, Any]:
    return probability(a, TOSSES), probability(b, TOSSES), joint(a, b, TOSSES)


def _in_words(a: set[str], b: set[str]) -> str:
    """P(A), P(B), P(A, B), both conditionals, and whether A and B are independent."""
    p_a, p_b, p_ab = _shares(a, b)
    a_given_b = conditional(a, b, TOSSES) if p_b else "not defined"
    b_given_a = conditional(b, a, TOSSES) if p_a else "not defined"
    verdict = "independent" if independent(a, b, TOSSES) else "not independent"
    return (
        f"P(A) = {p_a}, P(B) = {p_b}, P(A, B) = {p_ab}, P(A | B) = {a_given_b}, "
        f"P(B | A) = {b_given_a}: {verdict}."
    )


def _listed(event: Collection[str]) -> str:
    return ", ".join(sorted(event)) or "no outcome"


# Bayes' rule as areas


@plots.styled
def areas(
    likelihoods: Any,
    priors: Any,
    names: Sequence[str],
    ax: Axes | None = None,
    *,
    evidence: str = "B",
    **settings: Any,
) -> Axes:
    """A square of area 1: a column as wide as P(Ei), filled as high as P(B | Ei).

    The filled areas are the joint probabilities P(B, Ei); all of them together are P(B).
    """
    likelihood, prior = _partition(likelihoods, priors)
    ax = ax or plots.panels(width=4.6, height=4.4)[0]
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", **settings)
    ax.set_ylabel(f"P({evidence} | each column)")
    left = 0.0
    for i, (width, height) in enumerate(zip(prior, likelihood, strict=True)):
        _column(ax, left, width, height, i)
        if width > 0.08:
            text = f"{names[i]}\n{width:.3g}"
            ax.text(left + width / 2, 1.02, text, ha="center", va="bottom", fontsize=9)
            area = f"{width * height:.3g}"
            if height > 0.07:
                _label(ax, left + width / 2, height / 2, area)
            else:
                _label(ax, left + width / 2, height + 0.045, area)
        left += width
    ax.set_xlabel("width: P(each column)")
    return ax


def bayes_picture(
    likelihoods: Any, priors: Any, names: Sequence[str], evidence: str = "B"
) -> list[Axes]:
    """Left the square of `areas`; right the filled part alone, stretched to 1: P(Ei | B)."""
    _, prior = _partition(likelihoods, priors)
    axes = plots.panels(columns=2, width=7.4, height=4.3)
    areas(likelihoods, prior, names, axes[0], evidence=evidence)
    axes[0].set_title(f"Filled: {evidence}", pad=34)
    _stack(axes[1], bayes(likelihoods, prior.tolist()), names)
    axes[1].set_title(f"Given {evidence}", pad=34)
    return axes


@plots.styled
def _stack(ax: Axes, posterior: FloatArray, names: Sequence[str]) -> None:
    """Posterior probabilities as one column of height 1, from the bottom up."""
    bottom = 0.0
    for i, share in enumerate(posterior):
        patch = Rectangle((0, bottom), 0.35, share, facecolor=plots.tint(i, 0.55))
        patch.set(edgecolor="white", hatch=plots.HATCHES[i % len(plots.HATCHES)])
        ax.add_patch(patch)
        height = min(max(bottom + share / 2, 0.03 + 0.07 * i), 0.97)
        ax.text(0.4, height, f"{names[i]}: {share:.3g}", va="center")
        bottom += share
    ax.set(xlim=(-0.05, 1), ylim=(0, 1), xticks=[], ylabel="share of the filled area")
    ax.spines["bottom"].set_visible(False)


def _column(ax: Axes, left: float, width: float, height: float, i: int) -> None:
    ax.add_patch(Rectangle((left, 0), width, 1, facecolor="white", edgecolor=plots.FAINT))
    filled = Rectangle((left, 0), width, height, facecolor=plots.tint(i, 0.55))
    filled.set(edgecolor="white", hatch=plots.HATCHES[i % len(plots.HATCHES)], linewidth=0)
    ax.add_patch(filled)


def _label(ax: Axes, x: float, y: float, text: str) -> None:
    ax.text(x, y, text, ha="center", va="center", fontsize=10, bbox=BOX)


def _partition(likelihoods: Any, priors: Any) -> tuple[FloatArray, FloatArray]:
    prior = validation.distribution("priors", priors, "n")
    return validation.array("likelihoods", likelihoods, len(prior)), prior


def area_explorer() -> None:
    """Move a prior and two likelihoods, and watch the areas and the posterior."""
    explore(
        area_frame,
        area_overview,
        prior=Slider("P(E)", 0.3, 0.0, 1.0, 0.05),
        inside=Slider("P(B | E)", 0.8, 0.0, 1.0, 0.05),
        outside=Slider("P(B | not E)", 0.4, 0.0, 1.0, 0.05),
    )


def area_frame(prior: float, inside: float, outside: float) -> Frame:
    """The picture of two columns, E and not E, and P(E | B)."""
    likelihoods, priors, names = [inside, outside], [prior, 1 - prior], ["E", "not E"]
    evidence = prior * inside + (1 - prior) * outside
    words = f"P(E) = {prior:.2f}, P(B | E) = {inside:.2f}, P(B | not E) = {outside:.2f}"
    if evidence == 0:
        axes = [areas(likelihoods, priors, names)]
        caption = f"{words}: P(B) = 0, so P(E | B) is not defined."
    else:
        axes = bayes_picture(likelihoods, priors, names)
        posterior = prior * inside / evidence
        caption = f"{words}: P(B) = {evidence:.3f} and P(E | B) = {posterior:.3f}."
    alt = f"A square of area 1 with a column for E and one for not E, filled where B is. {caption}"
    return Frame(plots.figure_of(axes[0]), alt, caption)


def area_overview() -> Frame:
    """The picture where the sliders start."""
    return area_frame(0.3, 0.8, 0.4)


# The mind reader


def after_tests(base_rate: float, tests: int) -> float:
    """P(MR) after `tests` positive tests in a row, which are independent given the truth."""
    likelihoods = [SENSITIVITY**tests, FALSE_ALARM**tests]
    return float(bayes(likelihoods, [base_rate, 1 - base_rate])[0])


def reader_explorer() -> None:
    """Move the base rate and the number of positive tests; the rate is one in 10 to the power."""
    explore(
        reader_frame,
        reader_overview,
        power=Slider("reader: 1 in 10 to", 5.0, 0.1, 6.0, 0.1),
        tests=Slider("positive tests", 1, 0, 5, 1),
    )


def reader_frame(power: float, tests: int) -> Frame:
    """Who tests positive at this base rate, and where it lies on the curve over all rates."""
    rate = 10.0**-power
    left, right = plots.panels(columns=2, width=7.6, height=3.6)
    people = 10_000_000
    counts = (
        people * rate * SENSITIVITY**tests,
        people * (1 - rate) * FALSE_ALARM**tests,
    )
    _count_bars(left, counts, tests)
    _posterior_curves(right, [tests], rate)
    p = after_tests(rate, tests)
    caption = (
        f"Base rate 1 in {1 / rate:,.0f}, {tests} positive: of {people:,} people expect "
        f"{_people(counts[0])} readers and {_people(counts[1])} others; "
        f"P(MR | positive) = {p:.4f}."
    )
    alt = f"Left: two bars. Right: P(MR | positive) against the base rate. {caption}"
    return Frame(plots.figure_of(left), alt, caption)


def reader_overview() -> Frame:
    """The curves for 1 to 4 positive tests, and where the mind readers lie on them."""
    [ax] = plots.panels(width=7.2, height=4.0)
    _posterior_curves(ax, [1, 2, 3, 4], 1e-5)
    values = [f"{n}: {after_tests(1e-5, n):.4f}" for n in range(1, 5)]
    caption = f"At a base rate of 1 in 100,000, by positive tests in a row, {'; '.join(values)}."
    alt = (
        "P(MR | positive) against the base rate from one in a million to nearly everyone, on a "
        f"logarithmic axis: S-shaped curves, further left for every further test. {caption}"
    )
    return Frame(plots.figure_of(ax), alt, caption)


@plots.styled
def _count_bars(ax: Axes, counts: tuple[float, float], tests: int) -> None:
    bars = ax.bar(["readers", "others"], counts, 0.6, color=[plots.colour(0), plots.colour(1)])
    bars[1].set(hatch="//", edgecolor="white")
    ax.set_yscale("log")
    ax.set(ylim=(1e-5, 1e9), ylabel="people, of 10 million")
    ax.set_title(f"Positive tests in a row: {tests}")
    ax.bar_label(bars, [_people(count) for count in counts], padding=2)


def _people(count: float) -> str:
    return f"{count:,.0f}" if count >= 10 else f"{count:.2g}"


@plots.styled
def _posterior_curves(ax: Axes, tests: Sequence[int], rate: float) -> None:
    rates = np.logspace(-6, -0.05, 120)
    for k, n in enumerate(tests):
        curve = [after_tests(r, n) for r in rates]
        name = f"{n} positive test{'s' * (n != 1)}"
        ax.plot(rates, curve, plots.DASHES[k % 4], color=plots.colour(k), label=name)
        ax.plot(rate, after_tests(rate, n), plots.marker(k), color=plots.colour(k), markersize=9)
    label = f"base rate:\n1 in {1 / rate:,.0f}"
    ax.axvline(rate, color=plots.FAINT, linewidth=1, zorder=0, label=label)
    ax.set_xscale("log")
    ax.set(ylim=(-0.03, 1.05), xlabel="base rate P(MR)", ylabel="P(MR | positive)")
    ax.set_title("How much a positive test says")
    if len(tests) > 1:
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


# Simulations


@plots.styled
def running_shares(
    hits: Mapping[str, Any], exact: float, ax: Axes | None = None, **settings: Any
) -> Axes:
    """The share of hits so far against the number of draws, a line per run, and the exact value.

    `hits` maps the name of a run to its draws (n,), True where the event happened.
    """
    ax = ax or plots.panels(height=3.6)[0]
    for k, (name, run) in enumerate(hits.items()):
        n = np.arange(1, len(run) + 1)
        ax.plot(n, np.cumsum(run) / n, plots.DASHES[k % 4], color=plots.colour(k), label=name)
    ax.axhline(exact, color=plots.INK, linewidth=1.2, label=f"exact: {exact:.3g}")
    ax.set_xscale("log")
    ax.set(**{"xlabel": "draws so far, n", "ylabel": "share so far", **settings})
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return ax


@plots.styled
def error_curve(
    errors: Mapping[int, Any], exact: float, ax: Axes | None = None, **settings: Any
) -> Axes:
    """How far simulations are off against how long they are, on logarithmic axes.

    `errors` maps a number of draws n to the errors of many simulations of that length. Dots are
    single simulations, squares their root mean square, the line is root of p (1 - p) / n.
    """
    ax = ax or plots.panels(height=4.0)[0]
    for n, values in errors.items():
        size = np.abs(np.asarray(values, dtype=float))
        seen = size[size > 0]  # an error of exactly 0 has no place on a logarithmic axis
        ax.plot(np.full(len(seen), n), seen, ".", color=plots.tint(0, 0.4), markersize=4)
    lengths = np.array(list(errors))
    typical = [np.sqrt(np.mean(np.square(values))) for values in errors.values()]
    ax.plot([], [], ".", color=plots.tint(0, 0.4), label="one simulation")
    ax.plot(lengths, typical, "s", color=plots.colour(1), markersize=8, label="typical error")
    predicted = np.sqrt(exact * (1 - exact) / lengths)
    ax.plot(lengths, predicted, color=plots.INK, label=r"$\sqrt{p(1-p)/n}$")
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set(**{"xlabel": "draws per simulation, n", "ylabel": "error", **settings})
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return ax
