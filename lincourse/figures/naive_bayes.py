"""Plots and widgets of lecture 02: bags of words, evidence, calibration, differences."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon, Rectangle

from lincourse import plots, validation
from lincourse.interact import Choice, Frame, Slider, explore
from lincourse.naive_bayes import OOV, Model, log_score

FRIENDS, SAYS_YES = 10, {"good": 0.7, "bad": 0.3}
PAPER, SHADE = "#F4EDE1", "#E2D6C2"
LABELS = ("neg", "pos")


# Bags of words


def _sack(ax: Axes, width: float, height: float, depth: float, tooth: float, below: float) -> None:
    """A paper bag with its front from (0, below) on, its side to the right, and a jagged top."""
    teeth = 10
    top = below + height
    x = np.linspace(width, 0, 2 * teeth + 1)
    y = top - tooth * (np.arange(2 * teeth + 1) % 2)
    front = [[0, below], [width, below], *np.column_stack([x, y]).tolist()]
    up = 0.6 * depth * height / width
    side = [[width, below], [width + depth, below + up], [width + depth, top + up], [width, top]]
    fold = [[width + depth / 2, below + up / 2], [width + depth / 2, top + up / 2]]
    for outline, face in ((side, SHADE), (front, PAPER)):
        look: dict[str, Any] = {"facecolor": face, "edgecolor": plots.INK, "linewidth": 1.4}
        ax.add_patch(Polygon(outline, zorder=0.5, joinstyle="round", **look))
    ax.plot(*np.transpose(fold), color=plots.FAINT, linewidth=1, zorder=0.6)


@plots.styled
def bag(words: Sequence[str], rng: np.random.Generator, **settings: Any) -> Axes:
    """A paper bag with one slip of paper for each word, in a heap, in no order at all."""
    [ax] = plots.panels(width=4.4, height=4.2)
    columns = 3
    rows = -(-len(words) // columns)
    _sack(ax, columns + 0.2, rows + 0.7, 0.5, 0.12, 0)
    shuffled = [words[i] for i in rng.permutation(len(words))]
    for i, word in enumerate(shuffled):
        in_row = min(columns, len(words) - columns * (i // columns))
        x = 0.6 + i % columns + (columns - in_row) / 2 + rng.uniform(-0.12, 0.12)
        y = 0.5 + 0.85 * (i // columns) + rng.uniform(-0.15, 0.15)
        slip = {"boxstyle": "square,pad=0.35", "facecolor": "white", "edgecolor": plots.FAINT}
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 17, "bbox": slip}
        ax.text(x, y, word, rotation=rng.uniform(-25, 25), **look)
    ax.set(xlim=(-0.1, columns + 0.8), ylim=(-0.1, rows + 1.2), **settings)
    ax.set_axis_off()
    return ax


@plots.styled
def two_bags(
    counts: Mapping[str, Mapping[str, int]], vocabulary: Sequence[str], *, added: bool = False
) -> tuple[Axes, str]:
    """The slips of two labels, one row for each word, and each word's share beside it.

    With `added`, one more slip for every word and a blank one for OOV, as smoothing asks. The
    second result is the alternative text.
    """
    names = [*vocabulary, OOV] if added else list(vocabulary)
    longest = max(max(counts[label].values()) for label in LABELS) + added
    axes = plots.panels(columns=2, width=8.4, height=0.5 * len(names) + 1.0)
    shown = ["blank" if word == OOV else word for word in names]
    alt = "Two paper bags, their slips sorted by word, with each word's share beside its row."
    if added:
        alt += " One hatched slip has been added to each word, and a blank one."
    for k, (ax, label) in enumerate(zip(axes, LABELS, strict=True)):
        total = sum(counts[label].values()) + added * len(names)
        _sack(ax, longest + 0.1, len(names) + 0.35, 0.35, 0.14, -len(names) + 0.45)
        for row, word in enumerate(names):
            seen = counts[label].get(word, 0)
            for i in range(seen + added):
                _slip(ax, i, -row, "" if word == OOV else word, k, new=i == seen)
            ax.text(longest + 0.6, -row, f"{seen + added}/{total}", va="center", fontsize=11)
        middle = longest / 2 + 0.05
        ax.text(middle, 1.35, f"{label}: {total} slips", ha="center", fontsize=12)
        ax.text(longest + 0.6, 1.35, "share", fontsize=11)
        ax.set(xlim=(-0.15, longest + 1.2), ylim=(-len(names) + 0.3, 1.75))
        ax.set_yticks([])
        ax.set_xticks([])
        ax.spines[:].set_visible(False)
        slips = [counts[label].get(word, 0) + added for word in names]
        listed = ", ".join(f"{name} {n}" for name, n in zip(shown, slips, strict=True))
        alt += f" The {label} bag has {total} slips: {listed}."
    axes[0].set_yticks(-np.arange(len(names)), shown)
    axes[0].tick_params(axis="y", length=0)
    return axes[0], alt


def _slip(ax: Axes, column: int, y: float, word: str, k: int, *, new: bool) -> None:
    """One slip of paper; a new one is white and hatched."""
    look: dict[str, Any] = {"facecolor": plots.tint(k, 0.35)}
    if new:
        look = {"facecolor": "white", "hatch": "//"}
    edge = plots.FAINT if new else plots.INK
    ax.add_patch(Rectangle((column + 0.08, y - 0.36), 0.94, 0.72, edgecolor=edge, **look))
    if word:
        under = {"facecolor": "white", "edgecolor": "none", "pad": 1.0} if new else None
        ax.text(column + 0.55, y, word, ha="center", va="center", fontsize=9.5, bbox=under)


# Accuracies


@plots.styled
def accuracy_bars(
    results: Mapping[str, float], n: int, ax: Axes | None = None, *, base: float, **settings: Any
) -> Axes:
    """One bar per classifier with its accuracy on n examples and one standard error either way.

    The dashed line is the accuracy of the majority baseline.
    """
    ax = ax or plots.panels(height=0.42 * len(results) + 1.4)[0]
    rows = np.arange(len(results))
    values = np.array(list(results.values()))
    errors = np.sqrt(values * (1 - values) / n)
    look: dict[str, Any] = {"capsize": 3, "error_kw": {"ecolor": plots.INK, "elinewidth": 1.2}}
    ax.barh(rows, values, 0.65, xerr=errors, color="#C9C9C9", edgecolor=plots.FAINT, **look)
    for row, (value, error) in enumerate(zip(values, errors, strict=True)):
        ax.text(value + error + 0.012, row, f"{value:.3f}", va="center")
    ax.plot([base, base], [-0.45, len(results) - 0.5], "--", color=plots.INK, linewidth=1.2)
    ax.text(base, -0.55, "majority baseline", ha="center", va="bottom", fontsize=10)
    ax.set_yticks(rows, list(results))
    ax.set(**{"xlabel": "held-out accuracy, with its standard error", "xlim": (0, 1), **settings})
    ax.set_ylim(len(results) - 0.5, -1.1)
    ax.tick_params(axis="y", length=0)
    return ax


@plots.styled
def differences(groups: Mapping[str, Mapping[str, tuple[float, float]]]) -> tuple[Axes, str]:
    """A paired difference and two standard errors either way, for each remedy, in each group.

    `groups` gives every group's name a dict from remedy to (difference, standard error). The second
    result is the alternative text.
    """
    names = list(next(iter(groups.values())))
    [ax] = plots.panels(width=7.2, height=0.62 * len(names) + 1.5)
    shades = (plots.FAINT, plots.INK)
    alt = "Change in accuracy with its standard error."
    for g, (group, rows) in enumerate(groups.items()):
        place = np.arange(len(names)) + 0.28 * (g - (len(groups) - 1) / 2)
        middle = np.array([rows[name][0] for name in names])
        reach = 2 * np.array([rows[name][1] for name in names])
        look: dict[str, Any] = {"color": shades[g], "markersize": 7, "capsize": 4, "label": group}
        ax.errorbar(middle, place, xerr=reach, fmt=("o", "D")[g], **look)
        listed = (f"{name} {rows[name][0]:+.4f} ({rows[name][1]:.4f})" for name in names)
        alt += f" {group}: {', '.join(listed)}."
    ax.axvline(0, color=plots.INK, linewidth=1, linestyle="--")
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xlabel("change in accuracy, with two standard errors either way")
    plots.figure_of(ax).legend(loc="outside lower center", ncols=2, frameon=False)
    return ax, alt


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
    labels: tuple[str, str] = LABELS,
    reach: float | None = None,
    **settings: Any,
) -> Axes:
    """A bar per word, from top to bottom: to the left it speaks for the first label.

    `reach` is how far the axis goes either way, where several panels are to be compared.
    """
    numbers = validation.array("values", values, len(words))
    ax = ax or plots.panels(height=0.26 * len(words) + 1.3)[0]
    rows = np.arange(len(words))
    for k, side in enumerate((numbers < 0, numbers >= 0)):
        bars = ax.barh(rows[side], numbers[side], 0.72, color=plots.colour(k), label=labels[k])
        for bar in bars:
            bar.set(hatch=plots.HATCHES[k], edgecolor="white")
    reach = reach or 1.5 * max(1.0, np.abs(numbers).max())
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


def posterior(words: Sequence[str], model: Model, labels: tuple[Any, Any] = LABELS) -> float:
    """P(second label | words), for a model of two labels."""
    first, second = (log_score(words, label, model) for label in labels)
    return float(np.exp(second - np.logaddexp(first, second)))


def shuffled_reviews(
    labelled: Sequence[tuple[Sequence[str], str]], rng: np.random.Generator
) -> list[tuple[list[str], str]]:
    """The same labels, lengths and words, but all tokens of a label exchange their places.

    No word keeps its company, so given the label the words are independent, as naive Bayes assumes.
    """
    slips = {}
    for label in dict.fromkeys(label for _, label in labelled):
        tokens = [word for words, y in labelled if y == label for word in words]
        slips[label] = iter([tokens[i] for i in rng.permutation(len(tokens))])
    return [([next(slips[label]) for _ in words], label) for words, label in labelled]


def glued_reviews(
    labelled: Sequence[tuple[Sequence[str], str]], size: int
) -> list[tuple[list[str], str]]:
    """Longer texts: `size` reviews of the same label glued together, those left over dropped."""
    glued: list[tuple[list[str], str]] = []
    for label in LABELS:
        same = [words for words, y in labelled if y == label]
        starts = range(0, len(same) - size + 1, size)
        glued += [([word for words in same[i : i + size] for word in words], label) for i in starts]
    return glued


def sentence_explorer(
    sentences: Mapping[str, str], model: Model, labels: tuple[str, str] = LABELS
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
    ax = evidence_bars(values, words, labels=labels, title=fill(sentence, 60))
    caption = _verdict(sentence, truth, model, labels)
    listed = ", ".join(f"{w} {value:+.2f}" for w, value in zip(words, values, strict=True))
    return Frame(plots.figure_of(ax), f"{caption} Word by word: {listed}.", caption)


def sentence_overview(sentences: Mapping[str, str], model: Model, labels: tuple[str, str]) -> Frame:
    """The first four sentences side by side, on one scale."""
    chosen = list(sentences)[:4]
    longest = max(len(sentence.split()) for sentence in chosen)
    axes = plots.panels(columns=2, rows=2, width=8.8, height=0.5 * longest + 3.0)
    every_value = [evidence(sentence.split(), model, labels) for sentence in chosen]
    reach = 1.4 * max(abs(value) for values in every_value for value in values)
    captions = []
    for ax, sentence, values in zip(axes, chosen, every_value, strict=False):
        words = sentence.split()
        chance = posterior(words, model, labels)
        truth = sentences[sentence]
        title = f"{fill(sentence, 44)}\ncritic: {truth}, model: P({labels[1]}) = {chance:.2f}"
        xlabel = f"for {labels[0]}  ←   →  for {labels[1]}"
        evidence_bars(values, words, ax, labels=labels, reach=reach, xlabel=xlabel)
        ax.set_title(title, fontsize=10)
        captions.append(_verdict(sentence, truth, model, labels))
    for ax in axes[len(chosen) :]:
        ax.set_axis_off()
    alt = "Evidence of every word, all on one scale. " + " ".join(captions)
    return Frame(plots.figure_of(axes[0]), alt, captions[0])


def _verdict(sentence: str, truth: str, model: Model, labels: tuple[str, str]) -> str:
    chance = posterior(sentence.split(), model, labels)
    said = labels[int(chance >= 0.5)]
    good = "right" if said == truth else "wrong"
    return (
        f'"{sentence}" P({labels[1]} | words) = {chance:.2f}, so the model says {said}; '
        f"the critic's label is {truth}: {good}."
    )


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
def reliability_panels(models: Mapping[str, tuple[Any, Any]]) -> tuple[Axes, str]:
    """Reliability diagrams: how often a model is right against how sure it says it is.

    `models` gives every model's name the probabilities of its answers and which of them are right;
    the second result is the alternative text. A calibrated model lies on the diagonal; the thick
    line from there to a point shows how much too sure it is. Bars are one standard error either
    way, and the numbers below say how many answers a point stands for.
    """
    axes = plots.panels(columns=len(models), width=8.4, height=4.0)
    edges = np.linspace(0.5, 1, 6).tolist()
    alt = "Share of right answers against the probability given, in five groups of equal width."
    for ax, (name, (said, right)) in zip(axes, models.items(), strict=True):
        rows = reliability(said, right, edges)
        sure, share, many = (np.array(column) for column in zip(*rows, strict=True))
        ax.plot([0.5, 1], [0.5, 1], color=plots.FAINT, linestyle=":")
        ax.vlines(sure, share, sure, color=plots.tint(3, 0.5), linewidth=5)
        look: dict[str, Any] = {"color": plots.INK, "capsize": 3, "markersize": 6}
        ax.errorbar(sure, share, np.sqrt(share * (1 - share) / many), fmt="o", **look)
        for x, n in zip(sure, many, strict=True):
            ax.text(x, 0.42, f"{n:,}", ha="center", fontsize=9, color=plots.FAINT)
        ax.set(title=name, xlabel="probability it gives its answer", ylim=(0.4, 1.02))
        ax.set(xlim=(0.48, 1.03), xticks=(0.5, 0.6, 0.7, 0.8, 0.9, 1))
        listed = ", ".join(f"{x:.2f} is {p:.2f} (n = {n})" for x, p, n in rows)
        alt += f" {name.capitalize()}: {listed}."
    axes[0].set_ylabel("share that is right")
    axes[0].text(0.66, 0.7, "calibrated", rotation=45, ha="center", color=plots.FAINT)
    return axes[0], alt


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
    bars = ax.barh([0, 1], [naive, careful], 0.55, color=["#8C8C8C", "#DDDDDD"])
    bars[1].set(hatch="//", edgecolor=plots.FAINT)
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
