"""Steppers and sliders: pictures that the reader changes.

Where the environment variable LINCOURSE_STATIC is set, as it is when notebooks are built, each
interactive shows a static picture with the same content, for readers on paper.

To add one, write a pure function from the values of its controls to a `Frame`, one that makes the
static picture, and wire them:

    def my_slider() -> None:
        explore(my_frame, my_overview, eta=Slider("learning rate, eta", 0.1, 0.0, 1.0, 0.05))

`my_frame(eta=...)` is called anew whenever the slider moves. What one lecture alone shows lives in
`lincourse.figures`.
"""

import os
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lincourse import plots, validation
from lincourse.features import add_bias
from lincourse.perceptron import perceptron_update
from lincourse.softmax import softmax
from lincourse.typing import FloatArray

WIDE_NAME = {"description_width": "10em"}


@dataclass(frozen=True)
class Frame:
    """The picture of one state, the same in words, and one line on what happened."""

    figure: Figure
    alt: str
    caption: str


# Wiring that the interactives share


@dataclass(frozen=True)
class Slider:
    """A slider, for whole numbers where `step` is one; `jumps` are buttons that move it."""

    name: str
    value: float
    low: float
    high: float
    step: float
    jumps: Mapping[str, int] = field(default_factory=dict)

    def widgets(self) -> list[Any]:
        """The slider, and after it its buttons."""
        import ipywidgets

        kind = ipywidgets.IntSlider if isinstance(self.step, int) else ipywidgets.FloatSlider
        slider = kind(
            description=self.name,
            value=self.value,
            min=self.low,
            max=self.high,
            step=self.step,
            continuous_update=False,
            style=WIDE_NAME,
            layout={"width": "32em"},
        )
        buttons = []
        for name, jump in self.jumps.items():
            button = ipywidgets.Button(description=name)
            button.on_click(lambda _, jump=jump: _move(slider, jump))
            buttons.append(button)
        return [slider, *buttons]


@dataclass(frozen=True)
class Choice:
    """A list to choose one option from; the first is chosen at the start."""

    name: str
    options: Sequence[str]

    def widgets(self) -> list[Any]:
        """The list."""
        import ipywidgets

        look = {"style": WIDE_NAME, "layout": {"width": "32em"}}
        return [ipywidgets.Dropdown(description=self.name, options=list(self.options), **look)]


def explore(
    draw: Callable[..., Frame], overview: Callable[[], Frame], **controls: Slider | Choice
) -> None:
    """Show controls and, below them, draw(**their values), drawn anew at every change.

    Where notebooks are built, show the static `overview()` instead.
    """
    if os.environ.get("LINCOURSE_STATIC"):
        frame = overview()
        plots.show(frame.figure, frame.alt)
        return
    import ipywidgets
    from IPython.display import display

    picture = ipywidgets.HTML()
    widgets = {name: control.widgets() for name, control in controls.items()}

    def redraw(_change: object = None) -> None:
        picture.value = _html(draw(**{name: made[0].value for name, made in widgets.items()}))

    for made in widgets.values():
        made[0].observe(redraw, names="value")
    redraw()
    rows = [ipywidgets.HBox(made[1:]) for made in widgets.values() if made[1:]]
    display(ipywidgets.VBox([*rows, *(made[0] for made in widgets.values()), picture]))


def _move(slider: Any, jump: int) -> None:
    """Move a slider, which stops at its ends."""
    slider.value = min(max(slider.value + jump, slider.min), slider.max)


def _html(frame: Frame) -> str:
    data = b64encode(plots.png(frame.figure)).decode("ascii")
    image = f'<img alt="{escape(frame.alt)}" src="data:image/png;base64,{data}">'
    return f'<p role="status">{escape(frame.caption)}</p>{image}'


# The perceptron, one example at a time


@dataclass(frozen=True)
class Step:
    """One example that the perceptron looked at, and what became of w (bias first)."""

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


def perceptron_steps(X: Any, y: Any, eta: float, max_epochs: int) -> list[Step]:
    """Every step of the perceptron, from zeros, in order, until an epoch without mistakes."""
    features = add_bias(validation.array("X", X, "n", 2))
    labels = validation.labels("y", y, (-1, 1), length=len(features))
    if len(features) == 0:
        raise ValueError("X has no examples; there is nothing to learn from")
    steps: list[Step] = []
    w = np.zeros(3)
    for epoch in range(1, validation.count("max_epochs", max_epochs, low=1) + 1):
        for i, (x, label) in enumerate(zip(features, labels, strict=True)):
            score, after = float(w @ x), perceptron_update(w, x, label, eta)
            steps.append(Step(epoch, i, label, score, bool(label * score <= 0), w, after))
            w = after
        if not mistakes_per_epoch(steps)[-1]:
            break
    return steps


def mistakes_per_epoch(steps: Sequence[Step]) -> list[int]:
    """How many mistakes there were in each epoch so far."""
    counts = [0] * (steps[-1].epoch if steps else 0)
    for step in steps:
        counts[step.epoch - 1] += step.mistake
    return counts


def perceptron_frame(X: Any, y: Any, steps: Sequence[Step], seen: int) -> Frame:
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


def perceptron_overview(X: Any, y: Any, steps: Sequence[Step]) -> Frame:
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


def _draw_line(ax: Axes, X: Any, y: Any, steps: Sequence[Step], seen: int) -> None:
    """The points and the line after `seen` examples: the last one ringed, the old line faint."""
    step = steps[seen - 1] if seen else None
    plots.points(X, y, ax, ring=[step.example] if step else (), title=f"Examples seen: {seen}")
    if step and step.mistake:
        plots.decision_line(step.before, ax, color=plots.FAINT, linestyle="--")
    if step:
        plots.decision_line(step.after, ax, shade=True)


def _caption(steps: Sequence[Step], seen: int) -> str:
    if seen == 0:
        return "w = (0, 0, 0): every score is 0, and there is no line yet."
    step = steps[seen - 1]
    verdict = "a mistake. w becomes" if step.mistake else "right. w stays"
    text = (
        f"Epoch {step.epoch}: example {step.example} has label {step.label:+d} "
        f"and score {_number(step.score)}: {verdict} {_numbers(step.after)}."
    )
    if seen < len(steps):
        return text
    clean = mistakes_per_epoch(steps)[-1] == 0
    return text + (" An epoch without mistakes: done." if clean else " The last epoch is over.")


# The learning rate of gradient descent


@dataclass(frozen=True)
class Curve:
    """A function of one variable, its slope, where descent starts, and which rates to compare.

    The picture goes from -reach to reach.
    """

    formula: str
    f: Callable[[Any], Any]
    slope: Callable[[float], float]
    start: float
    reach: float
    rates: tuple[float, float, float, float]


PARABOLA = Curve("x²", lambda x: x**2, lambda x: 2 * x, -2.0, 3.0, (0.02, 0.2, 0.9, 1.05))
TWO_VALLEYS = Curve(
    "x⁴/4 - x² + 0.3x",
    lambda x: x**4 / 4 - x**2 + 0.3 * x,
    lambda x: x**3 - 2 * x + 0.3,
    2.2,
    2.6,
    (0.01, 0.1, 0.35, 0.8),
)


def learning_rate_slider(curve: Curve = PARABOLA) -> None:
    """Watch gradient descent on a curve (`PARABOLA`, `TWO_VALLEYS`) creep, arrive or run away."""
    fastest = 1.1 * curve.rates[3]
    explore(
        lambda eta, steps: learning_rate_frame(curve, eta, steps),
        lambda: learning_rate_overview(curve),
        eta=Slider("learning rate, eta", curve.rates[1], 0.005, fastest, 0.005),
        steps=Slider("steps", 10, 0, 40, 1),
    )


def descent_path(curve: Curve, eta: float, steps: int) -> FloatArray:
    """Where x - eta f'(x) leads in 0, 1, ..., `steps` steps, cut short far outside the picture."""
    path = [curve.start]
    while len(path) <= steps and abs(path[-1]) < 100 * curve.reach:
        path.append(path[-1] - eta * curve.slope(path[-1]))
    return np.array(path)


def behaviour(curve: Curve, path: FloatArray) -> str:
    """Waiting, diverging, oscillating, creeping or converging: what a path of descent does."""
    slopes = np.array([curve.slope(x) for x in path])
    if len(path) == 1:
        return "waiting"
    if curve.f(path[-1]) > curve.f(path[0]):
        return "diverging"
    if np.mean(slopes[1:] * slopes[:-1] < 0) > 0.5:  # most steps jump over the minimum
        return "oscillating"
    return "creeping" if abs(slopes[-1]) > 0.1 * abs(slopes[0]) else "converging"


def learning_rate_frame(curve: Curve, eta: float, steps: int) -> Frame:
    """The path on the curve, and f(x) after every step."""
    path = descent_path(curve, eta, steps)
    left, right = plots.panels(columns=2, width=7.4, height=3.4)
    plots.descent_curve(curve.f, path, left, reach=curve.reach, title=f"f(x) = {curve.formula}")
    names = {"xlabel": "step", "ylabel": "f(x)", "title": "f(x) after every step"}
    plots.loss_curve(curve.f(path), right, first=0, **names)
    caption = _path_in_words(curve, eta, path)
    alt = f"Left: descent on f(x) = {curve.formula}. {caption} Right: f(x) after every step."
    return Frame(plots.figure_of(left), alt, caption)


def learning_rate_overview(curve: Curve, steps: int = 20) -> Frame:
    """Descent at four rates, side by side."""
    axes = plots.panels(columns=2, rows=2, width=6.8, height=5.6)
    captions = []
    for ax, eta in zip(axes, curve.rates, strict=True):
        path = descent_path(curve, eta, steps)
        title = f"eta = {eta:g}: {behaviour(curve, path)}"
        plots.descent_curve(curve.f, path, ax, reach=curve.reach, title=title)
        captions.append(_path_in_words(curve, eta, path))
    alt = f"Gradient descent on f(x) = {curve.formula} at four learning rates. {' '.join(captions)}"
    return Frame(plots.figure_of(axes[0]), alt, captions[-1])


def _path_in_words(curve: Curve, eta: float, path: FloatArray) -> str:
    return (
        f"eta = {eta:g}, {len(path) - 1} steps: {behaviour(curve, path)}. x goes from "
        f"{_number(path[0])} to {_number(path[-1])}, f(x) from {_number(curve.f(path[0]))} "
        f"to {_number(curve.f(path[-1]))}."
    )


# Softmax and its temperature


def softmax_slider(
    scores: Sequence[float] = (2.0, 1.0, 0.1), names: Sequence[str] | None = None
) -> None:
    """Watch the probabilities softmax(scores / temperature) as you move the scores."""
    names = list(names or [f"class {k}" for k in range(len(scores))])
    sliders = {
        f"score {k}": Slider(f"score of {name}", score, -5.0, 5.0, 0.1)
        for k, (name, score) in enumerate(zip(names, scores, strict=True))
    }
    explore(
        lambda temperature, **moved: softmax_frame([*moved.values()], temperature, names),
        lambda: softmax_overview(scores, names),
        **sliders,
        temperature=Slider("temperature", 1.0, 0.1, 5.0, 0.1),
    )


def softmax_frame(scores: Sequence[float], temperature: float, names: Sequence[str]) -> Frame:
    """A bar for the probability of each class."""
    p = softmax(np.array(scores) / temperature)
    title = f"Softmax at temperature {temperature:g}"
    ax = plots.probability_bars(p, names, title=title)
    caption = (
        f"Scores {_numbers(scores)} at temperature {temperature:g} give the probabilities "
        f"{_numbers(p)}; {names[int(p.argmax())]} is the most probable."
    )
    return Frame(plots.figure_of(ax), f"Bars: {caption}", caption)


def softmax_overview(scores: Sequence[float], names: Sequence[str]) -> Frame:
    """The same scores at three temperatures, side by side."""
    by_heat = {heat: softmax(np.array(scores) / heat) for heat in (0.25, 1.0, 4.0)}
    bars = {f"temperature {heat:g}": p for heat, p in by_heat.items()}
    ax = plots.probability_bars(bars, names, title=f"Softmax of the scores {_numbers(scores)}")
    listed = "; ".join(f"at {name}: {_numbers(p)}" for name, p in bars.items())
    caption = f"Scores {_numbers(scores)} of {', '.join(names)} give the probabilities {listed}."
    return Frame(plots.figure_of(ax), f"Bars: {caption}", caption)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}" if abs(value) < 1e4 else f"{value:.1e}"


def _numbers(values: Sequence[float] | FloatArray) -> str:
    return f"({', '.join(map(_number, values))})"
