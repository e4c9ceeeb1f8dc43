"""Plots and widgets of lecture 02: smoothing, log-likelihood ratios, underflow, reliability."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log
from textwrap import shorten
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from lincourse import plots, validation
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.naive_bayes import OOV, Model, log_score, smoothed_probability

FRIENDS, SAYS_YES = 10, {"good": 0.7, "bad": 0.3}


# Accuracies


@plots.styled
def accuracy_bars(
    results: Mapping[str, float], ax: Axes | None = None, *, guess: float = 0.5, **settings: Any
) -> Axes:
    """One bar per classifier with its accuracy, in the order given, and a line for guessing."""
    ax = ax or plots.panels(height=0.42 * len(results) + 1.3)[0]
    rows = np.arange(len(results))
    bars = ax.barh(rows, list(results.values()), 0.65, color=plots.colour(0))
    ax.bar_label(bars, fmt="%.3f", padding=4)
    ax.plot([guess, guess], [-0.45, len(results) - 0.5], "--", color=plots.INK, linewidth=1.2)
    ax.text(guess, -0.55, "guessing", ha="center", va="bottom", fontsize=10)
    ax.set_yticks(rows, list(results))
    ax.set(**{"xlabel": "held-out accuracy", "xlim": (0, 1), **settings})
    ax.set_ylim(len(results) - 0.5, -1.0)
    ax.tick_params(axis="y", length=0)
    return ax


# Smoothing


def before_and_after(counts: Mapping[str, int]) -> tuple[list[float], list[float]]:
    """The shares of the words and OOV, plain and smoothed."""
    total = sum(counts.values())
    numbers = [*counts.values(), 0]
    plain = [number / total for number in numbers]
    return plain, [smoothed_probability(number, total, len(counts)) for number in numbers]


@plots.styled
def smoothing(counts: Mapping[str, int], **settings: Any) -> Axes:
    """Left: each counted token as a block, and the one block that every type gets on top.

    Right: what that does to the probabilities. The last type is OOV.
    """
    left, right = plots.panels(columns=2, width=8.8, height=3.8)
    names, numbers = [*counts, "OOV"], [*counts.values(), 0]
    for i, number in enumerate(numbers):
        for height in range(number):
            _block(left, i, height, facecolor=plots.tint(0, 0.55), label="counted")
        _block(left, i, number, facecolor=plots.tint(1, 0.35), hatch="//", label="added")
    total, size = sum(numbers), len(counts)
    left.set_xticks(range(len(names)), names)
    title = f"{total} tokens counted, {size} + 1 added"
    left.set(title=title, ylabel="tokens", xlim=(-0.6, size + 0.6), ylim=(0, max(numbers) + 1.4))
    _legend(left)
    before, after = before_and_after(counts)
    plots.probability_bars({"plain": before, "smoothed": after}, names, right, title="P(word | y)")
    for old in list(plots.figure_of(right).legends):
        old.remove()
    for text in right.texts:
        text.set_fontsize(8)
    right.set(**{"ylim": (0, 1.25 * max(before)), **settings})
    right.legend(frameon=False, loc="upper right")
    return left


def _block(ax: Axes, column: int, height: int, **look: Any) -> None:
    ax.add_patch(Rectangle((column - 0.4, height), 0.8, 0.94, edgecolor=plots.INK, **look))


def _legend(ax: Axes) -> None:
    """A legend that lists a label once, although every block carries it."""
    handles, names = ax.get_legend_handles_labels()
    once = dict(zip(names, handles, strict=True))
    ax.legend(once.values(), once, frameon=False, loc="upper right")


# Evidence, word by word


def evidence(words: Sequence[str], model: Model, labels: tuple[Any, Any]) -> list[float]:
    """log P(word | second label) - log P(word | first label) for each of the words."""
    first, second = (model["log_likelihoods"][label] for label in labels)
    return [second.get(w, second[OOV]) - first.get(w, first[OOV]) for w in words]


@plots.styled
def evidence_bars(
    values: Sequence[float],
    words: Sequence[str],
    ax: Axes | None = None,
    *,
    labels: tuple[str, str] = ("neg", "pos"),
    **settings: Any,
) -> Axes:
    """A bar per word, from top to bottom: to the left it speaks for the first label."""
    numbers = validation.array("values", values, len(words))
    ax = ax or plots.panels(height=0.26 * len(words) + 1.3)[0]
    rows = np.arange(len(words))
    for k, side in enumerate((numbers < 0, numbers >= 0)):
        bars = ax.barh(rows[side], numbers[side], 0.72, color=plots.colour(k), label=labels[k])
        for bar in bars:
            bar.set(hatch=plots.HATCHES[k], edgecolor="white")
    reach = 1.5 * max(1.0, np.abs(numbers).max())
    for row, number in enumerate(numbers.tolist()):
        beside = 0.02 * reach if number >= 0 else -0.02 * reach
        text = plots.minus(f"{number:+.2f}") if abs(number) >= 0.005 else "0.00"
        ha = "left" if number >= 0 else "right"
        ax.text(number + beside, row, text, ha=ha, va="center", fontsize=9)
    ax.axvline(0, color=plots.INK, linewidth=1)
    ax.set_yticks(rows, list(words))
    xlabel = f"log P(word | {labels[1]}) {plots.MINUS} log P(word | {labels[0]})"
    ax.set(**{"xlabel": xlabel, "xlim": (-reach, reach), **settings})
    ax.set_ylim(len(words) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    return ax


def posterior(words: Sequence[str], model: Model, labels: tuple[Any, Any]) -> float:
    """P(second label | words), for a model of two labels."""
    first, second = (log_score(words, label, model) for label in labels)
    return float(np.exp(second - np.logaddexp(first, second)))


def sentence_explorer(
    sentences: Mapping[str, str], model: Model, labels: tuple[str, str] = ("neg", "pos")
) -> None:
    """Choose a sentence (text -> true label) and see what each of its words says."""

    def draw(sentence: str) -> Frame:
        return sentence_frame(sentence, sentences[sentence], model, labels)

    def overview() -> Frame:
        return sentence_overview(sentences, model, labels)

    explore(draw, overview, sentence=Choice("sentence", list(sentences)))


def sentence_frame(sentence: str, truth: str, model: Model, labels: tuple[str, str]) -> Frame:
    """The evidence of every word of one sentence, and what it comes to."""
    words = sentence.split()
    values = evidence(words, model, labels)
    ax = evidence_bars(values, words, labels=labels, title=shorten(sentence, 60))
    caption = _verdict(sentence, truth, model, labels)
    listed = ", ".join(f"{w} {value:+.2f}" for w, value in zip(words, values, strict=True))
    return Frame(plots.figure_of(ax), f"{caption} Word by word: {listed}.", caption)


def sentence_overview(sentences: Mapping[str, str], model: Model, labels: tuple[str, str]) -> Frame:
    """The first four sentences side by side."""
    chosen = list(sentences)[:4]
    longest = max(len(sentence.split()) for sentence in chosen)
    axes = plots.panels(columns=2, rows=2, width=8.8, height=0.5 * longest + 2.2)
    captions = []
    for ax, sentence in zip(axes, chosen, strict=False):
        words = sentence.split()
        values = evidence(words, model, labels)
        chance = posterior(words, model, labels)
        truth = sentences[sentence]
        title = f"truth {truth}, P({labels[1]}) = {chance:.2f}"
        xlabel = f"for {labels[0]}  ←   →  for {labels[1]}"
        evidence_bars(values, words, ax, labels=labels, title=title, xlabel=xlabel)
        captions.append(_verdict(sentence, truth, model, labels))
    for ax in axes[len(chosen) :]:
        ax.set_axis_off()
    alt = "Evidence of every word. " + " ".join(captions)
    return Frame(plots.figure_of(axes[0]), alt, captions[0])


def _verdict(sentence: str, truth: str, model: Model, labels: tuple[str, str]) -> str:
    chance = posterior(sentence.split(), model, labels)
    said = labels[int(chance >= 0.5)]
    good = "right" if said == truth else "wrong"
    return (
        f'"{sentence}" P({labels[1]} | words) = {chance:.2f}, so the model says {said}; '
        f"the critic's label is {truth}: {good}."
    )


# Underflow


@plots.styled
def underflow(p: float, words: int, **settings: Any) -> Axes:
    """Left: log(x) from 0 to 1. Right: p multiplied by itself, in floats and as a sum of logs."""
    left, right = plots.panels(columns=2, width=8.4, height=3.6)
    x = np.geomspace(1e-5, 1, 200)
    left.plot(x, np.log(x), color=plots.colour(0))
    for value in (1.0, 0.1, 0.01, 0.0001):
        left.plot(value, log(value), "o", color=plots.colour(1), markeredgecolor=plots.INK)
        left.annotate(f"log {value:g}", (value, log(value)), (6, -11), textcoords="offset points")
    left.set(title="log tells small numbers apart", xlabel="x", ylabel="log x", xlim=(-0.04, 1.2))
    left.set_ylim(-12, 1)
    n = np.arange(1, words + 1)
    with np.errstate(under="ignore"):
        product = np.cumprod(np.full(words, p))
    there = product > 0
    right.plot(n, n * np.log10(p), "-", color=plots.colour(1), label="sum of logs")
    look: dict[str, Any] = {
        "color": plots.colour(0),
        "markersize": 5,
        "label": "product",
    }
    right.plot(n[there], np.log10(product[there]), "o", markevery=4, **look)
    last = int(n[there][-1])
    right.axvline(last, color=plots.FAINT, linestyle=":", linewidth=1.2)
    right.text(last + 1, 0.25 * words * np.log10(p), f"after {last} words\nthe product is 0")
    right.set(
        **{"title": f"{p:g} times itself", "xlabel": "words", "ylabel": "log, base 10", **settings}
    )
    right.legend(frameon=False, loc="lower left")
    return left


# How sure, and how often right


def reliability(said: Any, right: Any, edges: Sequence[float]) -> list[tuple[float, float, int]]:
    """(mean probability said, share right, how many) for each interval of probabilities."""
    said, right = validation.array("said", said, "n"), np.asarray(right, dtype=bool)
    rows = []
    for k, (low, high) in enumerate(pairwise(edges)):
        last = k == len(edges) - 2
        inside = (said >= low) & ((said <= high) if last else (said < high))
        if inside.any():
            rows.append((said[inside].mean(), right[inside].mean(), int(inside.sum())))
    return rows


@plots.styled
def reliability_curve(
    models: Mapping[str, Sequence[tuple[float, float, int]]],
    ax: Axes | None = None,
    **settings: Any,
) -> Axes:
    """Reliability diagram: how often a model is right against how sure it says it is.

    An honest model lies on the diagonal.
    """
    ax = ax or plots.panels()[0]
    ax.plot([0.5, 1], [0.5, 1], color=plots.INK, linestyle=":", label="as sure as right")
    for k, (name, rows) in enumerate(models.items()):
        sure, share, _ = zip(*rows, strict=True)
        look: dict[str, Any] = {
            "color": plots.colour(k),
            "markeredgecolor": plots.INK,
            "label": name,
        }
        ax.plot(sure, share, plots.marker(k), linestyle=plots.DASHES[k], markersize=8, **look)
    labels = {"xlabel": "probability it gives its answer", "ylabel": "share that is right"}
    ax.set(**{**labels, "xlim": (0.48, 1.02), "ylim": (0.4, 1.02), **settings})
    ax.legend(frameon=False, loc="upper left")
    return ax


# Nine friends


def friends_posterior(yes: int, no: int) -> float:
    """P(the film is good), 1/2 at first, after `yes` and `no` answers of independent friends."""
    good = SAYS_YES["good"] ** yes * (1 - SAYS_YES["good"]) ** no
    bad = SAYS_YES["bad"] ** yes * (1 - SAYS_YES["bad"]) ** no
    return good / (good + bad)


def friends_slider() -> None:
    """Nine of ten friends recommend a film: what if some only repeat another?"""
    explore(
        friends_frame, friends_overview, repeating=Slider("friends who only repeat", 0, 0, 8, 1)
    )


def friends_frame(repeating: int) -> Frame:
    """The ten friends, and what naive Bayes and a careful reader make of them."""
    left, right = plots.panels(columns=2, width=7.6, height=2.6)
    _draw_friends(left, repeating)
    _draw_beliefs(right, repeating)
    caption = _friends_caption(repeating)
    return Frame(plots.figure_of(left), f"Ten friends. {caption}", caption)


def friends_overview() -> Frame:
    """None, four and eight of nine repeat."""
    moments = (0, 4, 8)
    axes = plots.panels(columns=2, rows=3, width=7.6, height=6.6)
    for i, repeating in enumerate(moments):
        _draw_friends(axes[2 * i], repeating)
        _draw_beliefs(axes[2 * i + 1], repeating)
    captions = [_friends_caption(repeating) for repeating in moments]
    return Frame(plots.figure_of(axes[0]), "Ten friends. " + " ".join(captions), captions[-1])


@plots.styled
def _draw_friends(ax: Axes, repeating: int) -> None:
    saw = FRIENDS - 1 - repeating
    for i in range(FRIENDS):
        x, y = i % 5, -(i // 5)
        said_no = i == FRIENDS - 1
        own = i < saw or said_no
        k = 0 if said_no else 1
        face = plots.tint(k, 0.6) if own else "white"
        ax.plot(x, y, plots.marker(k), markersize=26, color=face, markeredgecolor=plots.INK)
        ax.text(x, y, "no" if said_no else "yes", ha="center", va="center", fontsize=10)
        if not own:
            ax.text(x, y - 0.42, "repeats", ha="center", va="center", fontsize=9)
    ax.set(title=f"{repeating} of 9 only repeat", xlim=(-0.6, 4.6), ylim=(-1.8, 0.6))
    ax.set_axis_off()


@plots.styled
def _draw_beliefs(ax: Axes, repeating: int) -> None:
    naive, careful = friends_posterior(9, 1), friends_posterior(9 - repeating, 1)
    bars = ax.barh([0, 1], [naive, careful], 0.55, color=[plots.colour(0), plots.colour(2)])
    bars[1].set(hatch="//", edgecolor="white")
    ax.bar_label(bars, fmt="%.3f", padding=4)
    ax.set_yticks([0, 1], ["naive\nBayes", "each opinion\nonce"])
    ax.set(title="P(the film is good)", xlim=(0, 1.2), ylim=(1.6, -0.6), xticks=(0, 0.5, 1))


def _friends_caption(repeating: int) -> str:
    naive, careful = friends_posterior(9, 1), friends_posterior(9 - repeating, 1)
    return (
        f"Nine say yes, one says no; {repeating} of the nine only repeat another. "
        f"P(the film is good): naive Bayes says {naive:.3f}, counting each opinion once gives "
        f"{careful:.3f}."
    )
