"""Figures and film data of lecture 05: two scales, losses, calibration, thresholds."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from lincourse import datasets, metrics, plots, validation
from lincourse.arguments import unchecked_inside
from lincourse.interact import Frame, Slider, explore
from lincourse.logistic import log_odds, logistic_gradient, sigmoid
from lincourse.typing import FloatArray, IntArray

Curves = Mapping[str, Any]

LEVELS = (0.1, 0.5, 0.9)
MARKS = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
PANNED, LIKED = 0, 1  # also the colours of the two labels

_FROM_0_TO_1 = LinearSegmentedColormap.from_list(
    "from 0 to 1", [plots.tint(0, 0.55), (1.0, 1.0, 1.0), plots.tint(1, 0.55)]
)


# Film sentences as word counts


class Part(NamedTuple):
    """Sentences: word counts X (n, d) after a constant 1, labels y (n,) (1 is liked), and texts."""

    X: FloatArray
    y: IntArray
    texts: list[str]


class Films(NamedTuple):
    """The words that are counted, with "(bias)" first, and three parts of the film sentences."""

    words: list[str]
    train: Part
    validation: Part
    test: Part


def film_parts(seed: int, at_least: int = 10, sizes: tuple[int, int] = (3_000, 1_530)) -> Films:
    """The film sentences, shuffled and cut into training, validation and test parts.

    Words count if they occur at least `at_least` times in the training part.
    """
    reviews = datasets.rotten_tomatoes()
    order = np.random.default_rng(seed).permutation(len(reviews.labels))
    groups = np.split(order, np.cumsum(sizes))
    frequency = Counter(word for i in groups[0] for word in reviews.documents[i])
    words = sorted(word for word, count in frequency.items() if count >= at_least)
    column = {word: j for j, word in enumerate(words, start=1)}
    parts = []
    for group in groups:
        X = np.zeros((len(group), len(words) + 1))
        X[:, 0] = 1
        for row, i in enumerate(group):
            for word in reviews.documents[i]:
                if word in column:
                    X[row, column[word]] += 1
        y = np.array([int(reviews.labels[i] == "pos") for i in group])
        parts.append(Part(X, y, [" ".join(reviews.documents[i]) for i in group]))
    return Films(["(bias)", *words], *parts)


def shuffle_words(part: Part, rng: np.random.Generator) -> Part:
    """The same words under the same labels, shuffled among the sentences with that label.

    Each sentence keeps its length and its label. Which words stand together is left to chance, so
    that they are independent given the label.
    """
    X = part.X.copy()
    for label in (PANNED, LIKED):
        rows = np.flatnonzero(part.y == label)
        counts = part.X[rows, 1:].astype(int)
        tokens = rng.permutation(np.repeat(np.arange(counts.shape[1]), counts.sum(axis=0)))
        owners = np.repeat(rows, counts.sum(axis=1))
        X[rows, 1:] = 0
        np.add.at(X, (owners, tokens + 1), 1)
    return Part(X, part.y, part.texts)


@unchecked_inside
def train_logistic(part: Part, eta: float = 0.2, steps: int = 100) -> FloatArray:
    """The weights of word counts before and after each step of descent, (steps + 1, d).

    The steps are taken on counts in units of each word's standard deviation.
    """
    scale = np.where(part.X.std(axis=0) > 0, part.X.std(axis=0), 1)
    X, path = part.X / scale, np.zeros((steps + 1, len(scale)))
    for step in range(steps):
        path[step + 1] = path[step] - eta * logistic_gradient(path[step], X, part.y)
    return path / scale


# Curves and the two scales


@plots.styled
def curves(
    x: Any, by_name: Curves, ax: Axes | None = None, *, legend: Any = "best", **settings: Any
) -> Axes:
    """Functions of one number: a line with its own colour and dashes for each name."""
    ax = ax or plots.panels()[0]
    for k, (name, values) in enumerate(by_name.items()):
        look = plots.DASHES[k % len(plots.DASHES)]
        ax.plot(x, values, look, color=plots.colour(k), label=name)
    ax.set(**settings)
    ax.legend(loc=legend, frameon=False)
    return ax


@plots.styled
def two_scales(z: float) -> Axes:
    """A thermometer with scores on its left and probabilities on its right, and σ as a curve."""
    left, right = plots.panels(columns=2, width=8.6, height=4.8)
    _tube(left, z)
    line = np.linspace(-6, 6, 241)
    right.plot(line, sigmoid(line), color=plots.INK)
    right.axhline(0.5, color=plots.FAINT, linestyle=":", linewidth=1)
    for score, side in ((z, "left"), (-z, "right")):
        height = float(sigmoid(score))
        colour = plots.colour(LIKED if score > 0 else PANNED)
        right.plot([score, score], [0, height], "--", color=colour, linewidth=1.2)
        right.plot(score, height, "o", color=colour, markeredgecolor=plots.INK)
        name = plots.minus(f"σ({score:g}) = {height:.3f}")
        right.text(score + (0.3 if side == "left" else -0.3), height, name, ha=side, va="center")
    right.set(title="The same conversion as a curve", xlabel="score z", ylabel="probability σ(z)")
    right.set(xlim=(-7.5, 7.5), ylim=(-0.03, 1.03))
    return left


def _tube(ax: Axes, z: float) -> None:
    """A thermometer from -5 to 5 that shows z."""
    ax.add_patch(Rectangle((-0.1, -5.3), 0.2, 10.6, facecolor="white", edgecolor=plots.INK))
    ax.add_patch(Rectangle((-0.06, -5.3), 0.12, z + 5.3, color=plots.tint(LIKED, 0.8)))
    ax.plot(0, -5.6, "o", markersize=20, color=plots.tint(LIKED, 0.8), markeredgecolor=plots.INK)
    for degree in range(-5, 6):
        ax.plot([-0.22, -0.1], [degree, degree], color=plots.INK, linewidth=1)
        ax.text(
            -0.28, degree, plots.minus(f"{degree:+d}" if degree else "0"), ha="right", va="center"
        )
    for p in MARKS:
        height = float(log_odds(p))
        ax.plot([0.1, 0.22], [height, height], color=plots.INK, linewidth=1)
        ax.text(0.28, height, f"{p:g}   ({odds_in_words(p)})", ha="left", va="center")
    ax.text(-0.28, 5.7, "score z", ha="right", weight="bold")
    ax.text(0.28, 5.7, "probability (odds)", ha="left", weight="bold")
    ax.set(xlim=(-1, 1.5), ylim=(-6.2, 6.4), title="One tube, two scales")
    ax.set_axis_off()


def odds_in_words(p: float) -> str:
    """The odds of a probability with the larger number first or second: 0.75 is "3 to 1"."""
    larger = max(p, 1 - p) / min(p, 1 - p)
    return f"{larger:.3g} to 1" if p >= 0.5 else f"1 to {larger:.3g}"


@plots.styled
def thermometer(
    columns: Mapping[str, Sequence[tuple[str, float]]],
    ax: Axes | None = None,
    *,
    reach: tuple[float, float] = (-5.0, 5.0),
    **settings: Any,
) -> Axes:
    """Each column adds up (name, weight) by arrows from 0: scores on the left, probabilities right.

    The thick line is where a column ends, with the probability there.
    """
    ax = ax or plots.panels(width=7.6, height=4.6)[0]
    for place, moves in enumerate(columns.values()):
        level, x, wide = 0.0, float(place), 0.62 / len(moves)
        for step, (name, weight) in enumerate(moves):
            x = place - 0.4 + (step + 0.5) * wide
            _move(ax, x, level, weight, name)
            level += weight
            ax.plot([x, x + wide], [level, level], ":", color=plots.FAINT, linewidth=1)
        ax.plot([x + 0.04, place + 0.3], [level, level], color=plots.INK, linewidth=2.6)
        end = f"{float(sigmoid(level)):.2f}"
        ax.text(place + 0.32, level, end, ha="left", va="center", weight="bold")
    ax.axhline(0, color=plots.FAINT, linestyle=":", linewidth=1)
    ax.set_xticks(range(len(columns)), list(columns))
    ax.set(**{"ylabel": "score z", "ylim": reach, "xlim": (-0.55, len(columns) - 0.4), **settings})
    shown = [p for p in MARKS if reach[0] <= log_odds(p) <= reach[1]]
    right = ax.secondary_yaxis("right")
    right.set_yticks(log_odds(shown), [f"{p:g}" for p in shown])
    right.set_ylabel("probability σ(z)")
    return ax


def _move(ax: Axes, x: float, level: float, weight: float, name: str) -> None:
    """An arrow as long as the weight, with its name and number beyond the tip."""
    colour = plots.colour(LIKED if weight > 0 else PANNED)
    plots.arrow(ax, (x, level), (x, level + weight), colour, width=2.2, zorder=3)
    shift, side = (0.14, "bottom") if weight > 0 else (-0.14, "top")
    text = plots.minus(f"{weight:+.3g}")
    ax.text(x, level + weight + shift, f"{name}\n{text}", fontsize=9, ha="center", va=side)


@plots.styled
def probability_map(w: Any, ax: Axes, *, levels: Sequence[float] = LEVELS, **settings: Any) -> Axes:
    """P(y = 1 | x) as a tint on axes that hold the points, with lines of equal probability.

    The features are 1, x1, x2, and with six weights also x1², x1 x2 and x2². The line of 1/2, the
    decision boundary, is solid; the others are dotted. The limits stay.
    """
    w = validation.array("w", w, "d")
    if len(w) not in (3, 6):
        raise ValueError(f"w must hold 3 weights, or 6 with squares and product, not {len(w)}")
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    across, up = np.meshgrid(np.linspace(*xlim, 121), np.linspace(*ylim, 121))
    features = (np.ones_like(across), across, up, across**2, across * up, up**2)
    z = sum(weight * feature for weight, feature in zip(w, features, strict=False))
    steps = np.linspace(0, 1, 21)
    ax.contourf(across, up, sigmoid(z), steps, cmap=_FROM_0_TO_1, vmin=0, vmax=1, zorder=0.5)
    ax.set(**{"xlim": xlim, "ylim": ylim, **settings})
    crossed = [p for p in levels if z.min() < log_odds(p) < z.max()]
    if crossed:
        lines = ax.contour(
            across,
            up,
            z,
            [log_odds(p) for p in crossed],
            colors=plots.INK,
            linestyles=["solid" if p == 0.5 else "dotted" for p in crossed],
            linewidths=[1.8 if p == 0.5 else 1.2 for p in crossed],
        )
        names = {z: f"{p:g}" for z, p in zip(lines.levels, crossed, strict=True)}
        for label in ax.clabel(lines, fmt=names, fontsize=9, zorder=3.5):
            label.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8})
    return ax


@plots.styled
def three_maps(X: Any, w: Any, names: Sequence[str]) -> Axes:
    """The map of four documents and their weights; a circle from squares; XOR from a product."""
    axes = plots.panels(columns=3, width=10.2, height=3.7)
    X, w = validation.array("X", X, "n", 3), validation.array("w", w, 3)
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1.2, "alpha": 0.8}
    sides = ["score below 0", "score above 0"]
    plots.points(X[:, 1:], (X @ w > 0).astype(int), axes[0], names=sides)
    axes[0].set(xlim=(-0.5, 1.6), ylim=(-0.3, 1.4))
    for name, x in zip(names, X, strict=True):
        axes[0].text(x[1], x[2] + 0.1, name, ha="center", fontsize=9, bbox=box)
    probability_map(w, axes[0], xlabel="positive word, $x_1$", ylabel="negative word, $x_2$")
    axes[1].set(xlim=(-2.5, 2.5), ylim=(-2.5, 2.5))
    probability_map([2, 0, 0, -1, 0, -1], axes[1], xlabel="$x_1$", ylabel="$x_2$")
    corners, kinds = datasets.xor()
    plots.points(corners, kinds, axes[2], names=sides, xlim=(-0.6, 1.6), ylim=(-0.6, 1.6))
    probability_map([-2, 4, 4, 0, -8, 0], axes[2], xlabel="$x_1$", ylabel="$x_2$")
    titles = ("$z=-1+2x_1-3x_2$", "$z=2-x_1^2-x_2^2$", "$z=-2+4x_1+4x_2-8x_1x_2$")
    for ax, title in zip(axes, titles, strict=True):
        ax.set_title(title)
    return axes[0]


# Losses


@plots.styled
def branches(score: float | None = None) -> Axes:
    """Both branches of the cross-entropy, against the probability and against the score.

    With a score, a ring shows what an example with label 0 and this score costs.
    """
    left, right = plots.panels(columns=2, width=8.0, height=3.8)
    p, z = np.linspace(0.002, 0.998, 499), np.linspace(-9, 9, 301)
    by_p = {"y = 0: −log(1 − p)": -np.log(1 - p), "y = 1: −log p": -np.log(p)}
    by_z = {"y = 0": np.logaddexp(0, z), "y = 1": np.logaddexp(0, -z)}
    curves(p, by_p, left, legend="upper center", title="Against the probability")
    curves(z, by_z, right, legend="upper center", title="Against the score")
    left.set(xlabel="p = P(y = 1 | x)", ylabel="loss of the example", ylim=(0, 9.5))
    right.set(xlabel="score z", ylim=(0, 9.5), xticks=range(-8, 9, 4))
    if score is not None:
        cost = np.logaddexp(0, score)
        for ax, x in ((left, sigmoid(score)), (right, score)):
            ring = ax.plot(
                x, cost, "o", markersize=12, markerfacecolor="none", label="our sentence"
            )
            ring[0].set(markeredgecolor=plots.INK, markeredgewidth=1.8)
            ax.legend(loc="upper center", frameon=False)
    return left


@plots.styled
def valley(
    loss: Callable[[FloatArray], float],
    paths: Mapping[str, Any],
    bottom: Any,
    ax: Axes | None = None,
    **settings: Any,
) -> Axes:
    """Contours of a loss of two weights, denser near its bottom (a cross), with descents on top."""
    ax = ax or plots.panels(width=7.2, height=4.4)[0]
    everywhere = np.concatenate([np.asarray(path) for path in paths.values()])
    low, high = everywhere.min(axis=0) - 0.6, everywhere.max(axis=0) + 0.6
    across, up = np.linspace(low[0], high[0], 61), np.linspace(low[1], high[1], 61)
    heights = np.array([[loss(np.array([a, b])) for a in across] for b in up])
    least = loss(np.asarray(bottom))
    levels = least + np.geomspace(0.002, heights.max() - least, 12)
    drawn = ax.contour(across, up, heights, levels, colors=plots.FAINT, linewidths=0.9)
    ax.clabel(drawn, levels[3::3], fmt="%.2f", fontsize=8)
    for k, (name, path) in enumerate(paths.items()):
        look = plots.marker(k) + plots.DASHES[k % len(plots.DASHES)]
        (line,) = ax.plot(*np.transpose(path), look, color=plots.INK, linewidth=1.6, label=name)
        line.set(markevery=[0], markersize=9, markerfacecolor="white")
    ax.plot(*bottom, "X", markersize=12, color=plots.INK, label="by counting", zorder=4)
    ax.set(**settings)
    plots.legend(ax)
    return ax


@plots.styled
def losses_by_margin() -> Axes:
    """Cross-entropy and the tanh loss of one example against its margin, with a chord."""
    [ax] = plots.panels(width=6.4, height=3.6)
    m = np.linspace(-5, 5, 201)
    squares = (1 - np.tanh(m)) ** 2
    ax.plot(m, np.logaddexp(0, -m), color=plots.colour(2))
    ax.plot(m, squares, "--", color=plots.colour(4))
    ax.plot([-5, 0], [squares[0], 1], "o:", color=plots.INK, markersize=5, label="chord")
    ax.text(-4.2, 4.75, "cross-entropy", color=plots.colour(2))
    ax.text(-1.4, 3.75, "$(1-\\tanh m)^2$", color=plots.colour(4))
    ax.text(-3.3, 2.35, "chord", ha="right")
    ax.set(xlabel="margin m (above 0: right)", ylabel="loss")
    return ax


# Calibration and thresholds


class Group(NamedTuple):
    """Examples with similar claims: mean claim, share of label 1, its standard error, how many."""

    claim: float
    share: float
    error: float
    size: int


def claims_and_shares(p_hat: Any, y: Any, bins: int = 10) -> list[Group]:
    """What was claimed and what came true, for claims in `bins` equal steps from 0 to 1."""
    p_hat, y = validation.array("p_hat", p_hat, "n"), np.asarray(y)
    steps = np.minimum((p_hat * bins).astype(int), bins - 1)
    groups = []
    for step in np.unique(steps):
        inside = steps == step
        share, size = float(y[inside].mean()), int(inside.sum())
        error = float(np.sqrt(share * (1 - share) / size))
        groups.append(Group(float(p_hat[inside].mean()), share, error, size))
    return groups


@plots.styled
def calibration(panels: Mapping[str, Mapping[str, Any]], y: Any) -> Axes:
    """Calibration plots side by side: the share of label 1 against the predicted probability.

    `panels` hold probabilities (n,) by panel title and model name. Bars are two standard errors.
    """
    axes = plots.panels(columns=len(panels), width=4.5 * len(panels), height=4.2)
    for ax, (title, models) in zip(axes, panels.items(), strict=True):
        ax.plot([0, 1], [0, 1], ":", color=plots.INK, label="promise = share")
        for k, (name, p_hat) in enumerate(models.items()):
            claim, share, error, _ = np.transpose(claims_and_shares(p_hat, y))
            look = plots.marker(k) + plots.DASHES[k]
            bars = ax.errorbar(claim, share, 2 * error, fmt=look, color=plots.colour(3 - k))
            bars.set_label(name)
        ax.set(xlabel="predicted probability", ylabel="share that was liked", title=title)
        ax.set(xlim=(0, 1), ylim=(0, 1))
        plots.legend(ax)
    return axes[0]


def threshold_slider(p_hat: Any, y: Any) -> None:
    """Move the threshold from which an example is called positive; see precision and recall."""
    explore(
        lambda threshold: threshold_frame(p_hat, y, [threshold]),
        lambda: threshold_frame(p_hat, y, [0.2, 0.5, 0.9]),
        threshold=Slider("threshold", 0.5, 0.05, 0.95, 0.05),
    )


@plots.styled
def threshold_frame(p_hat: Any, y: Any, thresholds: Sequence[float]) -> Frame:
    """The probabilities of both labels, and precision and recall at these thresholds."""
    left, right = plots.panels(columns=2, width=9.6, height=3.8)
    p_hat, y = np.asarray(p_hat), np.asarray(y)
    edges = np.linspace(0, 1, 21)
    for label, name in ((LIKED, "liked"), (PANNED, "panned")):
        counts, _ = np.histogram(p_hat[y == label], edges)
        height = counts if label == LIKED else -counts
        left.bar(edges[:-1], height, 0.05, align="edge", color=plots.tint(label, 0.8), label=name)
    left.axhline(0, color=plots.INK, linewidth=0.8)
    left.set(xlabel="probability of being liked", ylabel="sentences", xlim=(0, 1))
    left.yaxis.set_major_formatter(lambda count, _: f"{abs(count):.0f}")
    plots.legend(left)
    marks = np.arange(5, 96) / 100
    scores = {mark: _precision_and_recall(p_hat, y, mark) for mark in (*marks, *thresholds)}
    for k, name in enumerate(("precision", "recall")):
        heights = [scores[mark][k] for mark in marks]
        right.plot(marks, heights, plots.DASHES[k], color=plots.INK)
        right.text(0.62, heights[57] + (-0.09 if k == 0 else 0.03), name)  # at 0.62
    captions = []
    for threshold in thresholds:
        left.axvline(threshold, color=plots.INK, linewidth=2)
        right.axvline(threshold, color=plots.FAINT, linewidth=1)
        for score in scores[threshold]:
            right.plot(threshold, score, "o", color=plots.INK)
            right.text(threshold + 0.015, score + 0.02, f"{score:.2f}", fontsize=9)
        precision, recall = scores[threshold]
        captions.append(
            f"Threshold {threshold:.2f}: {(p_hat >= threshold).sum()} of {len(y)} are called "
            f"positive, precision {precision:.2f}, recall {recall:.2f}."
        )
    right.set(xlabel="threshold", xlim=(0, 1), ylim=(0, 1.08))
    alt = (
        "Left, the probabilities given to liked sentences (upwards) and panned ones (downwards). "
        f"Right, precision and recall against the threshold. {' '.join(captions)}"
    )
    return Frame(plots.figure_of(left), alt, captions[0])


def _precision_and_recall(p_hat: FloatArray, y: IntArray, threshold: float) -> tuple[float, float]:
    called = (p_hat >= threshold).astype(int)
    return metrics.precision(y, called), metrics.recall(y, called)
