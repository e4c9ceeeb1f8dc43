"""Widget of lecture 04: a stepper through online learning, the perceptron's updates one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import plots, validation
from lincourse.features import add_bias
from lincourse.figures.words import number, numbers
from lincourse.interact import Frame, Slider, explore
from lincourse.perceptron import perceptron_update
from lincourse.typing import FloatArray


@dataclass(frozen=True)
class PerceptronStep:
    """What the perceptron did with one example: its score, and w (bias first) before and after."""

    epoch: int
    example: int
    label: int
    score: float
    mistake: bool
    before: FloatArray
    after: FloatArray


def perceptron_stepper(X: Any, y: Any, eta: float = 1.0, max_epochs: int = 20) -> None:
    """Watch the perceptron learn from X (n, 2), without the constant 1, and labels -1/+1.

    It looks at one example at a time; the examples count from 0, as in X[0].
    """
    steps = perceptron_steps(X, y, eta, max_epochs)
    jumps = {"1 step": 1, "5 steps": 5, "25 steps": 25, "start again": -len(steps)}
    explore(
        lambda seen: perceptron_frame(X, y, steps, seen),
        lambda: perceptron_overview(X, y, steps),
        seen=Slider("examples seen", 0, 0, len(steps), 1, jumps),
    )


def perceptron_steps(X: Any, y: Any, eta: float, max_epochs: int) -> list[PerceptronStep]:
    """Every step of the perceptron, from zeros, in order, until an epoch without mistakes."""
    features = add_bias(validation.array("X", X, "n", 2))
    labels = validation.labels("y", y, (-1, 1), length=len(features))
    if len(features) == 0:
        raise ValueError("X has no examples; there is nothing to learn from")
    steps: list[PerceptronStep] = []
    w = np.zeros(3)
    for epoch in range(1, validation.count("max_epochs", max_epochs, low=1) + 1):
        for i, (x, label) in enumerate(zip(features, labels, strict=True)):
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


def perceptron_frame(X: Any, y: Any, steps: Sequence[PerceptronStep], seen: int) -> Frame:
    """The points and the line after `seen` examples, and the mistakes per epoch so far."""
    left, right = plots.panels(columns=2, width=7.4, height=3.4)
    _draw_line(left, X, y, steps, seen)
    counts = mistakes_per_epoch(steps[:seen])
    plots.loss_curve(counts, right, title="Mistakes per epoch", ylabel="mistakes")
    top = max(mistakes_per_epoch(steps)) + 0.5
    right.set(xlim=(0.5, max(5, len(counts)) + 0.5), ylim=(-0.03 * top, top))
    caption = _caption(steps, seen)
    alt = (
        f"Left: {len(X)} points of two classes. Examples seen: {seen}. {caption} "
        f"Right: mistakes per epoch so far: {', '.join(map(str, counts)) or 'none yet'}."
    )
    return Frame(plots.figure_of(left), alt, caption)


def perceptron_overview(X: Any, y: Any, steps: Sequence[PerceptronStep]) -> Frame:
    """The start, the first two mistakes and the end, side by side."""
    wrong = [seen for seen, step in enumerate(steps, start=1) if step.mistake]
    titles = {0: "Start", **{seen: f"Mistake {m}" for m, seen in enumerate(wrong[:2], start=1)}}
    titles[len(steps)] = f"End (mistakes: {len(wrong)}, epochs: {steps[-1].epoch})"
    axes = plots.panels(columns=2, rows=2, width=6.8, height=5.6)
    for ax, (seen, title) in zip(axes, titles.items(), strict=False):
        _draw_line(ax, X, y, steps, seen)
        ax.set(title=title)
    for ax in axes[len(titles) :]:
        ax.set_axis_off()
    moments = [f"{title}: {_caption(steps, seen)}" for seen, title in titles.items()]
    alt = f"The perceptron on {len(X)} points of two classes. " + " ".join(moments)
    return Frame(plots.figure_of(axes[0]), alt, moments[-1])


def _draw_line(ax: Axes, X: Any, y: Any, steps: Sequence[PerceptronStep], seen: int) -> None:
    """The points and the line after `seen` examples: the last one ringed, the old line faint."""
    step = steps[seen - 1] if seen else None
    plots.points(X, y, ax, ring=[step.example] if step else (), title=f"Examples seen: {seen}")
    if step and step.mistake:
        plots.decision_line(step.before, ax, color=plots.FAINT, linestyle="--")
    if step:
        plots.decision_line(step.after, ax, shade=True)


def _caption(steps: Sequence[PerceptronStep], seen: int) -> str:
    if seen == 0:
        return "w = (0, 0, 0): every score is 0, and there is no line yet."
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
