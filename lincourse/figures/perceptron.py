"""Figures and experiments of lecture 04, and a stepper.

A needle is a weight vector (2,) without bias, drawn as an arrow from the centre of the sheet. Its
line passes through the centre at a right angle to it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon, Rectangle
from matplotlib.ticker import MaxNLocator

from lincourse import datasets, plots, validation
from lincourse.features import add_bias, predict_multiclass
from lincourse.figures.words import number, numbers
from lincourse.interact import Frame, Slider, explore
from lincourse.perceptron import eta_decay, perceptron_loss, perceptron_update
from lincourse.typing import FloatArray, IntArray, Matrix

# The first three colours stand for the species; everything else gets one of these.
OTHER_COLOURS = plots.PALETTE[3:6]
STRIP = "#DDDDDD"


# ---------------------------------------------------------------- a needle on its sheet


@plots.styled
def sheet(X: Any, y: Any, w: Any, *, names: Sequence[str], ring: Any = (), **settings: Any) -> Axes:
    """Birds X (n, 2) with labels -1/+1, the needle w (2,), its line, and the two sides tinted."""
    ax = plots.points(X, y, names=names, ring=ring, **settings)
    ax.set_aspect("equal", adjustable="box")
    plots.decision_line([0, *w], ax, shade=True, label="line")
    needle(ax, w, label="needle")
    return ax


@plots.styled
def needle(ax: Axes, w: Any, *, color: str = plots.INK, label: str = "") -> None:
    """The needle w (2,) as an arrow from the centre, with a pin at its foot."""
    w = validation.array("w", w, 2)
    plots.arrow(ax, np.zeros(2), w, color, label)
    ax.plot(0, 0, "o", markersize=5, color=color, zorder=5)
    plots.legend(ax)


@plots.styled
def correction(
    w: Any, x: Any, y: int, ax: Axes | None = None, *, name: str, **settings: Any
) -> Axes:
    """One correction, w + y x, as arrows: the bird's own, and the same one from w's tip.

    Colour and marker are those of the label; `name` is what the picture calls the bird.
    """
    w, x = validation.array("w", w, 2), validation.array("x", x, 2)
    y = validation.label("y", y, (-1, 1))
    after = w + y * x
    ax = ax or plots.panels(width=5.6, height=4.2)[0]
    reach = 1.2 * np.abs([w, x, after]).max()
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel="bill depth", ylabel="body mass")
    ax.set(**settings)
    ax.set_aspect("equal", adjustable="box")
    own = plots.colour(int(y > 0))
    plots.decision_line([0, *w], ax, color=plots.FAINT, linestyle="--", label="line before")
    plots.decision_line([0, *after], ax, label="line after")
    ax.plot(*np.transpose([np.zeros(2), x]), ":", color=own, linewidth=2)
    ax.plot(*x, plots.marker(int(y > 0)), markersize=9, color=own, markeredgecolor=plots.INK)
    white = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    ax.annotate(name, tuple(x), (9, -13), textcoords="offset points", color=own, bbox=white)
    plots.arrow(ax, np.zeros(2), w, plots.FAINT, "needle before")
    plots.arrow(ax, w, after, own, f"{name} {'added' if y > 0 else 'subtracted'}")
    plots.arrow(ax, np.zeros(2), after, plots.INK, "needle after")
    ax.plot(0, 0, "o", markersize=5, color=plots.INK, zorder=5)
    plots.legend(ax)
    return ax


@plots.styled
def shadow(u: Any, needles: Any, ax: Axes | None = None, **settings: Any) -> Axes:
    """Needles (M, 2) above the line of the unit vector u, and the shadow of the last one.

    The sheet is turned so that u lies flat: across is u · w, the shadow's length, and up is how
    far the needle's tip stands from u's line, on either side.
    """
    u, needles = validation.array("u", u, 2), validation.array("needles", needles, "M", 2)
    across = needles @ u
    up = needles @ np.array([u[1], -u[0]])
    ax = ax or plots.panels(width=7.4, height=3.6)[0]
    ax.axhline(0, color=plots.FAINT, linewidth=1)
    for m in range(len(needles)):
        tip = np.array([across[m], up[m]])
        last = m == len(needles) - 1
        color = plots.INK if last else plots.FAINT
        plots.arrow(
            ax, np.zeros(2), tip, color, "the needle now" if last else "earlier needles" * (m == 0)
        )
        ax.plot([tip[0], tip[0]], [tip[1], 0], ":", color=color, linewidth=1.2)
        ax.annotate(
            str(m + 1), tuple(tip), (5, 4 if tip[1] >= 0 else -12), textcoords="offset points"
        )
    ax.plot([0, across[-1]], [0, 0], color=OTHER_COLOURS[0], linewidth=6, alpha=0.6, zorder=1)
    ax.plot(
        [], [], color=OTHER_COLOURS[0], linewidth=6, alpha=0.6, label="its shadow on the line of u"
    )
    ax.plot(0, 0, "o", markersize=5, color=plots.INK, zorder=5)
    ax.margins(y=0.12)
    ax.set(xlabel="along u", ylabel="beside u")
    ax.set(**settings)
    ax.set_aspect("equal", adjustable="datalim")
    plots.legend(ax)
    return ax


@plots.styled
def race(shadows: Sequence[float], lengths: Sequence[float], R: float, gamma: float) -> list[Axes]:
    """What the proof promises and what was measured, near the start and up to where they meet.

    `shadows` and `lengths` are u · w and the length of w after each correction.
    """
    meet = (R / gamma) ** 2
    axes = plots.panels(columns=2, width=8.0, height=3.8)
    done = np.arange(1, len(shadows) + 1)
    for ax, end in zip(axes, (len(shadows) + 1.0, 1.2 * meet), strict=True):
        M = np.linspace(0, end, 201)
        ax.plot(M, np.sqrt(M) * R, color=plots.INK, label="longest needle allowed, √M R")
        ax.plot(M, M * gamma, "--", color=OTHER_COLOURS[0], label="shortest shadow allowed, M γ")
        ax.plot(done, lengths, "^", color=plots.INK, label="needle, measured")
        ax.plot(done, shadows, "o", color=OTHER_COLOURS[0], label="shadow, measured")
        ax.set(xlabel="corrections so far, M", ylabel="length")
    axes[0].set(title="The corrections that were made")
    axes[1].set(title="All that the theorem allows")
    axes[1].axvline(meet, color=plots.FAINT, linestyle=":")
    axes[1].annotate(f"M = {meet:.0f}", (meet, 0), (-6, 6), textcoords="offset points", ha="right")
    plots.legend(axes[0], columns=2, wrap=40)
    return axes


@plots.styled
def margin_strip(
    X: Any, y: Any, w: Any, ax: Axes | None = None, *, names: Sequence[str], **settings: Any
) -> Axes:
    """Birds X (n, 2), the line of w (3,), bias first, and the strip around it without a bird.

    The nearest bird is ringed, and so is every other one at the same distance, to 0.001. Where a
    bird is on the wrong side there is no strip.
    """
    X, w = validation.array("X", X, "n", 2), validation.array("w", w, 3)
    w = w / np.hypot(w[1], w[2])
    distances = np.asarray(y) * (w[0] + X @ w[1:])
    gamma = distances.min()
    ax = plots.points(
        X, y, ax, names=names, ring=np.flatnonzero(distances < gamma + 1e-3), **settings
    )
    ax.set_aspect("equal", adjustable="box")
    plots.decision_line(w, ax, label="line")
    if gamma > 0:
        foot, along = -w[0] * w[1:], 20 * np.array([-w[2], w[1]])
        near, far = foot - gamma * w[1:], foot + gamma * w[1:]
        corners = [near - along, near + along, far + along, far - along]
        ax.add_patch(Polygon(corners, facecolor=STRIP, zorder=0.6, label="strip without a bird"))
    plots.legend(ax)
    return ax


@plots.styled
def three_needles(W: Any, X: Any, y: Any, *, names: Sequence[str], **settings: Any) -> Axes:
    """Birds X (n, 2) of K classes, a needle for each row of W (K, 2), and the regions they cut."""
    W = validation.array("W", W, "K", 2)
    ax = plots.panels(width=7.0, height=4.8)[0]
    plots.points(X, y, ax, names=names, **settings)
    ax.set_aspect("equal", adjustable="box")
    plots.decision_regions(np.column_stack([np.zeros(len(W)), W]), ax)
    longest = np.hypot(*W.T).max()
    for k, row in enumerate(W):
        tip = 1.9 * row / longest
        plots.arrow(ax, np.zeros(2), tip, plots.INK, width=5)
        plots.arrow(ax, np.zeros(2), tip, plots.colour(k), width=2.4)
        ax.annotate(
            f"needle {names[k]}",
            tuple(tip),
            (0, 9 if tip[1] >= 0 else -18),
            textcoords="offset points",
            ha="center",
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
            zorder=6,
        )
    return ax


# ---------------------------------------------------------------- curves and tables


@plots.styled
def curves(values: Mapping[str, Sequence[float]], *, first: int = 1, **settings: Any) -> Axes:
    """One line per name, in colours that stand for no species; `first` numbers the first value."""
    ax = plots.panels(width=7.4, height=3.8)[0]
    for k, (name, curve) in enumerate(values.items()):
        marked: Any = max(1, len(curve) // 12)
        if settings.get("xscale") == "log":
            marked = np.unique(np.geomspace(first, first + len(curve) - 1, 12).astype(int)) - first
        ax.plot(
            range(first, first + len(curve)),
            curve,
            marker=plots.marker(k),
            markevery=marked,
            markeredgecolor=plots.INK,
            markeredgewidth=0.5,
            color=OTHER_COLOURS[k],
            linestyle=plots.DASHES[k],
            label=name,
        )
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    plots.grid(ax)
    ax.set(**{"xlabel": "epoch", **settings})
    plots.legend(ax)
    return ax


@plots.styled
def joint_step(
    F: Any, before: Any, after: Any, *, names: Sequence[str], features: Sequence[str]
) -> Axes:
    """The table of joint features twice, with the weights before and after a step.

    The weights that the step has changed stand in a frame.
    """
    F = validation.array("F", F, "K", "D")
    before, after = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    axes = plots.panels(rows=2, width=0.55 * F.shape[1] + 2.4, height=6.4)
    for ax, theta, title in zip(axes, (before, after), ("Before", "After"), strict=True):
        plots.joint_blocks(F, theta, names=names, features=features, ax=ax, title=title)
        for tinted, other in zip(ax.patches[::2], OTHER_COLOURS, strict=False):
            tinted.set(facecolor=other, alpha=0.3)
    for i in np.flatnonzero(before != after):
        corner = (i - 0.45, len(F) - 0.2)
        axes[1].add_patch(
            Rectangle(corner, 0.9, 0.8, fill=False, edgecolor=plots.INK, linewidth=1.6)
        )
    return axes[0]


@plots.styled
def loss_along_step(theta: Any, F: Any, y: int, step: Any, **settings: Any) -> Axes:
    """The perceptron loss at theta + share · step, for shares from a little below 0 to 1."""
    theta, step = validation.array("theta", theta, "D"), validation.array("step", step, "D")
    shares = np.linspace(-0.05, 1.05, 1321)
    losses = [perceptron_loss(theta + share * step, F, y) for share in shares]
    ax = plots.panels(width=6.0, height=3.2)[0]
    ax.plot(shares, losses, color=plots.INK)
    for share, text, where in ((0, "before the step", (9, 2)), (1, "after it", (-42, 9))):
        loss = perceptron_loss(theta + share * step, F, y)
        ax.plot(share, loss, "o", color=plots.INK, markersize=8)
        ax.annotate(text, (share, loss), where, textcoords="offset points")
    ax.set(xlabel="share of the step", ylabel="loss")
    ax.set(**settings)
    return ax


@plots.styled
def two_losses(ax: Axes | None = None, **settings: Any) -> Axes:
    """The perceptron's loss and the hinge loss of one example, against its signed margin m."""
    ax = ax or plots.panels(width=7.0, height=3.6)[0]
    m = np.linspace(-2, 3, 251)
    ax.plot(m, np.maximum(0, -m), color=plots.INK, label="perceptron, max(0, −m)")
    ax.plot(
        m, np.maximum(0, 1 - m), "--", color=OTHER_COLOURS[0], label="SVM (hinge), max(0, 1 − m)"
    )
    ax.axvspan(0, 1, color="#EEEEEE", zorder=0)
    ax.text(0.5, 2.2, "right, but\nby too little", ha="center", va="center")
    ax.text(-1, 0.15, "wrong", ha="center", va="center")
    ax.text(2, 0.15, "right", ha="center", va="bottom")
    ax.set(xlabel="signed margin m = y (w · x)", ylabel="loss of the example")
    ax.set(**settings)
    plots.legend(ax, wrap=30)
    return ax


# ---------------------------------------------------------------- data and experiments


def birds(
    species: Sequence[str], features: Sequence[str], seed: int
) -> tuple[FloatArray, FloatArray, IntArray]:
    """Penguins in a random order: measurements (n, d), the same standardised, and classes (n,)."""
    data = datasets.penguins().select(species, features)
    order = np.random.default_rng(seed).permutation(len(data.y))
    raw = data.X[order]
    return raw, (raw - raw.mean(axis=0)) / raw.std(axis=0), data.y[order]


def walk_past(rule: str, X: Matrix, y: Any, seed: int, limit: int = 100) -> list[int]:
    """The examples, counted from 1, at which a needle is corrected until an epoch has no mistake.

    They come in one random order, again and again; after `limit` corrections we give up. The rule
    says what becomes of the needle: "redraw" (a random one), "repoint" (y x) or "nudge" (w + y x).
    """
    rng = np.random.default_rng(seed)
    parade = rng.permutation(len(X))
    corrected: list[int] = []
    w, clean = np.zeros(X.shape[1]), False
    while not clean and len(corrected) < limit:
        clean = True
        for i in parade:
            if y[i] * (w @ X[i]) <= 0:
                clean = False
                corrected.append(int(i) + 1)
                if rule == "redraw":
                    w = rng.normal(size=len(w))
                else:
                    w = y[i] * X[i] + (w if rule == "nudge" else 0)
    return corrected


@dataclass(frozen=True)
class Motion:
    """How a line moved during 300 epochs, on average over 20 random orders.

    `turned` holds the degrees that w turned in each epoch from the second on, `between` those from
    epoch 20 to epoch 300. `wrong` says how many examples were wrong after these two epochs, with
    a standard error.
    """

    turned: FloatArray
    between: float
    wrong: list[str]


def lines_in_motion(A: Matrix, y: Any, decaying: bool) -> Motion:
    """Train on the examples A (n, d), bias included, at a rate of 1, or 1/n if it is decaying."""
    runs = np.array([_weights_after_epochs(A, y, decaying, seed) for seed in range(20)])
    ends = [runs[:, 19], runs[:, 299]]
    wrong = []
    for weights in ends:
        counts = (np.asarray(y) * (weights @ A.T) <= 0).sum(axis=1)
        wrong.append(f"{counts.mean():.1f} ({counts.std(ddof=1) / 20**0.5:.1f})")
    turned = degrees_between(runs[:, :-1], runs[:, 1:]).mean(axis=0)
    return Motion(turned, float(degrees_between(*ends).mean()), wrong)


def _weights_after_epochs(A: Matrix, y: Any, decaying: bool, seed: int) -> list[FloatArray]:
    """Return w after each of 300 epochs through the examples in one random order."""
    signed = np.asarray(y)[:, None] * A  # y x: a mistake is w · (y x) <= 0
    parade = signed[np.random.default_rng(seed).permutation(len(A))]
    w, n, after = np.zeros(A.shape[1]), 0, []
    for _ in range(300):
        for example in parade:
            n += 1
            if w @ example <= 0:
                w = w + (eta_decay(n) if decaying else 1.0) * example
        after.append(w)
    return after


def degrees_between(V: FloatArray, W: FloatArray) -> FloatArray:
    """The angle between vectors along the last axis."""
    lengths = np.linalg.norm(V, axis=-1) * np.linalg.norm(W, axis=-1)
    cosines: FloatArray = np.sum(V * W, axis=-1) / lengths
    return np.degrees(np.arccos(np.minimum(cosines, 1)))


def smallest_distance(w: Any, A: Matrix, y: Any) -> float:
    """From the line of w, bias first, to the nearest example; negative if that one is wrong."""
    return float((y * (A @ w)).min() / np.linalg.norm(w[1:]))


def epochs_until_clean(X: Matrix, y: Any, n_classes: int) -> Iterator[tuple[int, Matrix, Matrix]]:
    """Yield (mistakes, W, mean of W so far) after each epoch of the multi-class perceptron.

    It starts from zeros, takes the examples in order, and ends after an epoch without mistakes.
    """
    W, seen = np.zeros((n_classes, X.shape[1])), 0
    total, mistakes = np.zeros_like(W), -1
    while mistakes != 0:
        mistakes = 0
        for x, label in zip(X, y, strict=True):
            winner = (W @ x).argmax()
            if winner != label:
                W[label] += x
                W[winner] -= x
                mistakes += 1
            total += W
        seen += len(X)
        yield mistakes, W.copy(), total / seen


@dataclass(frozen=True)
class DigitRun:
    """A multi-class perceptron on 1,400 digits, trained until an epoch has no mistakes.

    `last` and `mean` are the shares of the other 397 digits that W and the mean of W get right
    after each epoch.
    """

    mistakes: list[int]
    last: FloatArray
    mean: FloatArray


def digit_run(seed: int) -> DigitRun:
    """Train on a random 1,400 of the digits, test on the rest."""
    digits = datasets.digits()
    order = np.random.default_rng(seed).permutation(len(digits.y))
    X, y = add_bias(digits.X / 16)[order], digits.y[order]
    epochs = list(epochs_until_clean(X[:1400], y[:1400], 10))
    accuracies = [
        [(predict_multiclass(V, X[1400:]) == y[1400:]).mean() for V in (W, mean)]
        for _, W, mean in epochs
    ]
    last, mean = np.transpose(accuracies)
    return DigitRun([mistakes for mistakes, _, _ in epochs], last, mean)


# ---------------------------------------------------------------- a stepper


@dataclass(frozen=True)
class PerceptronStep:
    """What the perceptron did with one example: its score, and the needle before and after."""

    epoch: int
    example: int
    label: int
    score: float
    mistake: bool
    before: FloatArray
    after: FloatArray


def perceptron_stepper(X: Any, y: Any, eta: float = 1.0, max_epochs: int = 20) -> None:
    """Watch a needle learn from X (n, 2), without the constant 1, and labels -1/+1.

    It looks at one example at a time; the examples count from 1.
    """
    steps = perceptron_steps(X, y, eta, max_epochs)
    jumps = {"1 step": 1, "5 steps": 5, "25 steps": 25, "start again": -len(steps)}
    explore(
        lambda seen: perceptron_frame(X, y, steps, seen),
        lambda: perceptron_overview(X, y, steps),
        seen=Slider("examples seen", 0, 0, len(steps), 1, jumps),
    )


def perceptron_steps(X: Any, y: Any, eta: float, max_epochs: int) -> list[PerceptronStep]:
    """Every step of the needle, from zeros, in order, until an epoch without mistakes."""
    X = validation.array("X", X, "n", 2)
    labels = validation.labels("y", y, (-1, 1), length=len(X))
    if len(X) == 0:
        raise ValueError("X has no examples; there is nothing to learn from")
    steps: list[PerceptronStep] = []
    w = np.zeros(2)
    for epoch in range(1, validation.count("max_epochs", max_epochs, low=1) + 1):
        for i, (x, label) in enumerate(zip(X, labels, strict=True), start=1):
            score, after = float(w @ x), perceptron_update(w, x, label, eta)
            steps.append(PerceptronStep(epoch, i, label, score, bool(label * score <= 0), w, after))
            w = after
        if not mistakes_per_epoch(steps)[-1]:
            break
    return steps


def mistakes_per_epoch(steps: Sequence[PerceptronStep]) -> list[int]:
    """How many mistakes there were in each epoch so far."""
    counts = [0] * (steps[-1].epoch if steps else 0)
    for step in steps:
        counts[step.epoch - 1] += step.mistake
    return counts


@plots.styled
def perceptron_frame(X: Any, y: Any, steps: Sequence[PerceptronStep], seen: int) -> Frame:
    """The points, needle and line after `seen` examples, and the mistakes per epoch so far."""
    left, right = plots.panels(columns=2, width=7.4, height=3.6)
    _draw_step(left, X, y, steps, seen)
    counts = mistakes_per_epoch(steps[:seen])
    right.bar(range(1, len(counts) + 1), counts, color=plots.FAINT)
    top = max(mistakes_per_epoch(steps)) + 0.5
    right.set(xlim=(0.5, max(5, len(counts)) + 0.5), ylim=(0, top))
    right.set(title="Mistakes per epoch", xlabel="epoch", ylabel="mistakes")
    caption = _caption(steps, seen)
    alt = (
        f"Left: {len(X)} points of two classes. Examples seen: {seen}. {caption} "
        f"Right: mistakes per epoch so far: {', '.join(map(str, counts)) or 'none yet'}."
    )
    return Frame(plots.figure_of(left), alt, caption)


@plots.styled
def perceptron_overview(X: Any, y: Any, steps: Sequence[PerceptronStep]) -> Frame:
    """The first four mistakes, the last one, and the end, side by side."""
    wrong = [seen for seen, step in enumerate(steps, start=1) if step.mistake]
    titles = {seen: f"Mistake {m}" for m, seen in enumerate(wrong, start=1)}
    chosen = {seen: titles[seen] for seen in [*wrong[:4], *wrong[-1:]]}
    chosen[len(steps)] = f"End, after epoch {steps[-1].epoch}"
    axes = plots.panels(columns=3, rows=2, width=8.4, height=6.6)
    for ax, (seen, title) in zip(axes, chosen.items(), strict=False):
        _draw_step(ax, X, y, steps, seen)
        ax.set(title=title)
    for ax in axes[len(chosen) :]:
        ax.set_axis_off()
    moments = [f"{title}: {_caption(steps, seen)}" for seen, title in chosen.items()]
    alt = f"The perceptron on {len(X)} points of two classes. " + " ".join(moments)
    return Frame(plots.figure_of(axes[0]), alt, moments[-1])


def _draw_step(ax: Axes, X: Any, y: Any, steps: Sequence[PerceptronStep], seen: int) -> None:
    """Points, needle and line after `seen` examples: the last one ringed, the old line faint."""
    step = steps[seen - 1] if seen else None
    ring = [step.example - 1] if step else ()
    reach = 1.1 * max(np.abs(X).max(), *(np.abs(one.after).max() for one in steps))
    limits = {"xlim": (-reach, reach), "ylim": (-reach, reach)}
    plots.points(X, y, ax, ring=ring, title=f"Examples seen: {seen}", **limits)
    ax.set_aspect("equal", adjustable="box")
    if step and step.mistake:
        plots.decision_line([0, *step.before], ax, color=plots.FAINT, linestyle="--")
    if step:
        plots.decision_line([0, *step.after], ax, shade=True)
        plots.arrow(ax, np.zeros(2), step.after, plots.INK)


def _caption(steps: Sequence[PerceptronStep], seen: int) -> str:
    if seen == 0:
        return "w = (0, 0): every score is 0, and there is no line yet."
    step = steps[seen - 1]
    verdict = "a mistake. w becomes" if step.mistake else "right. w stays"
    text = (
        f"Epoch {step.epoch}: example {step.example} has label {step.label:+d} "
        f"and score {number(step.score)}: {verdict} {numbers(step.after)}."
    )
    if seen < len(steps):
        return text
    clean = mistakes_per_epoch(steps)[-1] == 0
    return text + (" An epoch without mistakes: done." if clean else " The last epoch is over.")
