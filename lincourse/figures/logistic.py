"""Plots, widgets and film data of lecture 05: two scales, losses, calibration, thresholds."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from lincourse import datasets, metrics, plots, validation
from lincourse.interact import Frame, Slider, explore
from lincourse.logistic import sigmoid
from lincourse.typing import FloatArray, IntArray

Curves = Mapping[str, Any]

LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
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

    Counted are the words that occur `at_least` so many times in the training part.
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


def deal_anew(part: Part, rng: np.random.Generator) -> Part:
    """The same words under the same labels, dealt to the sentences at random.

    Each sentence keeps its length and its label, and each label its words; which words stand
    together is left to chance, so that they are independent given the label.
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
        height = np.log(p / (1 - p))
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
    shown = [p for p in MARKS if reach[0] <= np.log(p / (1 - p)) <= reach[1]]
    right = ax.secondary_yaxis("right")
    right.set_yticks([np.log(p / (1 - p)) for p in shown], [f"{p:g}" for p in shown])
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

    The line of 1/2, the decision line, is solid; the others are dotted. The limits stay.
    """
    w = validation.array("w", w, 3)
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    across, up = np.meshgrid(np.linspace(*xlim, 121), np.linspace(*ylim, 121))
    p = sigmoid(w[0] + w[1] * across + w[2] * up)
    steps = np.linspace(0, 1, 21)
    ax.contourf(across, up, p, steps, cmap=_FROM_0_TO_1, vmin=0, vmax=1, zorder=0.5)
    ax.set(**{"xlim": xlim, "ylim": ylim, **settings})
    for level in levels if w[1:].any() else ():
        line = np.array([w[0] - np.log(level / (1 - level)), *w[1:]])
        style = "-" if level == 0.5 else ":"
        plots.decision_line(line, ax, linestyle=style)
        _label(ax, line, f"{level:g}")
    return ax


def _label(ax: Axes, line: FloatArray, text: str) -> None:
    """Write on the line w0 + w1 x1 + w2 x2 = 0, at the place furthest from points and other texts.

    Where the line has no free place within the axes, nothing is written.
    """
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    box = ((low + high) / 2, (high - low) / 2)  # centre and half size: the axes go from -1 to 1
    normal = line[1:] * box[1]
    middle = -(line[0] + line[1:] @ box[0]) * normal / (normal @ normal)
    along = np.array([-normal[1], normal[0]]) / np.hypot(*normal)
    places = middle + np.outer(np.linspace(-2, 2, 81), along)
    places = places[np.abs(places).max(axis=1) < 0.9]
    scatters = [each for each in ax.collections if isinstance(each, PathCollection)]
    taken = [np.array(each.get_offsets()) for each in scatters]
    taken.append(np.array([each.get_position() for each in ax.texts]).reshape(-1, 2))
    gaps = np.abs(places[:, None] - (np.concatenate(taken) - box[0]) / box[1]).max(axis=2)
    free = np.min(gaps, axis=1, initial=2.0)
    if len(free) == 0 or free.max() < 0.14:
        return
    best = places[free.argmax()] * box[1] + box[0]
    look = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
    ax.text(best[0], best[1], text, fontsize=9, ha="center", va="center", bbox=look, zorder=2.5)


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
def errors(
    z: Any, y: Any, ax: Axes | None = None, *, names: Sequence[str], ring: int, **settings: Any
) -> Axes:
    """Scores z (n,) with labels 0/1 at their height, σ(z), and each example's error as a stick."""
    z = validation.array("z", z, "n")
    y = validation.labels("y", y, (0, 1), length=len(z))
    ax = ax or plots.panels()[0]
    line = np.linspace(z.min() - 0.5, z.max() + 0.5, 201)
    ax.plot(line, sigmoid(line), color=plots.INK, label="probability σ(z)")
    ax.vlines(z, y, sigmoid(z), colors=plots.FAINT, linewidth=1.4, label="error, σ(z) − y")
    for k in (PANNED, LIKED):
        dots = ax.scatter(z[y == k], y[y == k], 40, color=plots.colour(k), marker=plots.marker(k))
        dots.set(edgecolors=plots.INK, linewidths=0.6, zorder=3, label=names[k])
    ax.scatter(z[ring], y[ring], 210, facecolors="none", edgecolors=plots.INK, linewidths=1.8)
    ax.set(**{"xlabel": "score z", "ylabel": "probability", "ylim": (-0.1, 1.1), **settings})
    plots.legend(ax)
    return ax


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
def rivals(loss: Callable[[float], float], ends: Sequence[float]) -> Axes:
    """Left: cross-entropy and the tanh loss against the margin. Right: a tanh loss of one weight.

    `ends` are the weights at which descents on the right came to rest.
    """
    left, right = plots.panels(columns=2, width=8.4, height=3.8)
    m = np.linspace(-5, 5, 201)
    squares = (1 - np.tanh(m)) ** 2
    left.plot(m, np.logaddexp(0, -m), color=plots.colour(2), label="cross-entropy")
    left.plot(m, squares, "--", color=plots.colour(4), label="(1 − tanh m)²")
    left.plot([-5, 0], [squares[0], 1], "o:", color=plots.INK, markersize=5, label="a chord")
    left.set(title="One example", xlabel="margin m (above 0: right)", ylabel="loss")
    left.legend(frameon=False)
    w = np.linspace(-6, 4, 401)
    right.plot(w, [loss(each) for each in w], "--", color=plots.colour(4))
    for end in ends:
        right.plot(end, loss(end), "*", markersize=14, color=plots.INK)
    right.set(title="Five examples, tanh and squares", xlabel="weight w", ylabel="loss")
    return left


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
def calibration(models: Mapping[str, Any], y: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """Calibration plot: the share of label 1 against the claim, with two standard errors each way.

    `models` hold probabilities (n,) by name: naive Bayes first, then logistic regression.
    """
    ax = ax or plots.panels(width=7.4, height=4.6)[0]
    ax.plot([0, 1], [0, 1], ":", color=plots.INK, label="claim = share")
    for k, (name, p_hat) in enumerate(models.items()):
        groups = claims_and_shares(p_hat, y)
        claim, share, error, _ = np.transpose(groups)
        look = plots.marker(k) + plots.DASHES[k]
        ax.errorbar(
            claim, share, 2 * error, fmt=look, color=plots.colour(3 - k), capsize=3, label=name
        )
    ax.set(xlabel="claimed probability", ylabel="share that was liked", **settings)
    plots.legend(ax)
    return ax


def threshold_slider(p_hat: Any, y: Any) -> None:
    """Move the threshold above which an example is called positive; see precision and recall."""
    explore(
        lambda threshold: threshold_frame(p_hat, y, threshold),
        lambda: threshold_overview(p_hat, y),
        threshold=Slider("threshold", 0.5, 0.05, 0.95, 0.05),
    )


def threshold_frame(p_hat: Any, y: Any, threshold: float) -> Frame:
    """The probabilities of both labels, and what one threshold makes of them."""
    [ax] = plots.panels(width=7.0, height=3.8)
    caption = _draw_threshold(ax, np.asarray(p_hat), np.asarray(y), threshold)
    plots.legend(ax)
    alt = f"Histograms of the probabilities of liked and panned sentences. {caption}"
    return Frame(plots.figure_of(ax), alt, caption)


def threshold_overview(p_hat: Any, y: Any) -> Frame:
    """Three thresholds, side by side."""
    axes = plots.panels(columns=3, width=9.6, height=3.6)
    p_hat, y = np.asarray(p_hat), np.asarray(y)
    captions = [
        _draw_threshold(ax, p_hat, y, threshold)
        for ax, threshold in zip(axes, (0.2, 0.5, 0.8), strict=True)
    ]
    plots.legend(axes[0])
    alt = (
        "The probabilities given to liked sentences (upwards) and to panned ones (downwards), with "
        f"three thresholds. {' '.join(captions)}"
    )
    return Frame(plots.figure_of(axes[0]), alt, captions[0])


@plots.styled
def _draw_threshold(ax: Axes, p_hat: FloatArray, y: IntArray, threshold: float) -> str:
    edges = np.linspace(0, 1, 21)
    for label, name in ((LIKED, "liked"), (PANNED, "panned")):
        counts, _ = np.histogram(p_hat[y == label], edges)
        height = counts if label == LIKED else -counts
        ax.bar(edges[:-1], height, 0.05, align="edge", color=plots.tint(label, 0.8), label=name)
    ax.axvline(threshold, color=plots.INK, linewidth=2.2, label="threshold")
    ax.axhline(0, color=plots.INK, linewidth=0.8)
    called = (p_hat > threshold).astype(int)
    precision, recall = metrics.precision(y, called), metrics.recall(y, called)
    ax.set(xlabel="probability of being liked", ylabel="sentences", xlim=(0, 1))
    ax.set_title(f"threshold {threshold:.2f}\nprecision {precision:.2f}, recall {recall:.2f}")
    ax.yaxis.set_major_formatter(lambda count, _: f"{abs(count):.0f}")
    return (
        f"Threshold {threshold:.2f}: {called.sum()} of {len(y)} are called positive, precision "
        f"{precision:.2f}, recall {recall:.2f}."
    )


# A curve with two weights to move


def sigmoid_slider() -> None:
    """Watch P(y = 1 | x) = σ(w0 + w1 x) shift and stretch as you move the two weights."""
    explore(
        sigmoid_frame,
        sigmoid_overview,
        bias=Slider("bias, w0", 0.0, -6.0, 6.0, 0.5),
        weight=Slider("weight, w1", 1.0, -6.0, 6.0, 0.5),
    )


def sigmoid_frame(bias: float, weight: float) -> Frame:
    """The curve of one pair of weights."""
    [ax] = plots.panels(height=3.6)
    caption = _draw_sigmoid(ax, bias, weight)
    return Frame(plots.figure_of(ax), f"σ(w0 + w1 x) from x = -4 to 4. {caption}", caption)


def sigmoid_overview() -> Frame:
    """Four pairs of weights, side by side."""
    axes = plots.panels(columns=2, rows=2, width=7.0, height=5.2)
    pairs = ((0.0, 1.0), (0.0, 4.0), (-4.0, 4.0), (-2.0, -1.0))
    captions = [_draw_sigmoid(ax, *pair) for ax, pair in zip(axes, pairs, strict=True)]
    alt = f"σ(w0 + w1 x) from x = -4 to 4 for four pairs of weights. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[0])


@plots.styled
def _draw_sigmoid(ax: Axes, bias: float, weight: float) -> str:
    x = np.linspace(-4, 4, 321)
    ax.plot(x, sigmoid(bias + weight * x), color=plots.INK)
    ax.axhline(0.5, color=plots.FAINT, linestyle=":", linewidth=1)
    title = plots.minus(f"$w_0$ = {bias:g}, $w_1$ = {weight:g}")
    ax.set(title=title, xlabel="x", ylabel="P(y = 1 | x)", xlim=(-4, 4), ylim=(-0.05, 1.05))
    start = f"w0 = {bias:g}, w1 = {weight:g}: "
    if weight == 0:
        return start + f"the probability is {float(sigmoid(bias)):.2f} everywhere."
    middle = -bias / weight + 0.0
    if abs(middle) <= 4:
        ax.plot(middle, 0.5, "o", color="white", markeredgecolor=plots.INK, zorder=3)
    way = "rises" if weight > 0 else "falls"
    return start + f"the curve {way}; it is 1/2 at x = {middle:.2f}, with slope {weight / 4:.2f}."
