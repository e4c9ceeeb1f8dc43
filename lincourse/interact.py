"""Steppers and sliders: pictures that the reader changes.

Where the environment variable LINCOURSE_STATIC is set, as it is when notebooks are built, each
interactive shows a static picture with the same content, for readers on paper.

To add one, write a pure function from the values of its controls to a `Frame`, one that makes the
static picture, and then:

    def my_slider() -> None:
        if _static():
            _show(my_static_frame())
        else:
            _live({"eta": _slider("learning rate, eta", 0.1, 0.0, 1.0, 0.05)}, my_frame)

`my_frame(eta=...)` is called anew whenever the slider moves.
"""

import os
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Frame:
    """The picture of one state, the same in words, and one line on what happened."""

    figure: Figure
    alt: str
    caption: str


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
    if _static():
        _show(perceptron_overview(X, y, steps))
        return
    seen = _slider("examples seen", 0, 0, len(steps), 1)
    jumps = {"1 step": 1, "5 steps": 5, "25 steps": 25, "start again": -len(steps)}
    buttons = [_button(name, seen, jump) for name, jump in jumps.items()]
    _live({"seen": seen}, lambda seen: perceptron_frame(X, y, steps, seen), buttons)


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
    if _static():
        _show(learning_rate_overview(curve))
        return
    controls = {
        "eta": _slider("learning rate, eta", curve.rates[1], 0.005, 1.1 * curve.rates[3], 0.005),
        "steps": _slider("steps", 10, 0, 40, 1),
    }
    _live(controls, lambda eta, steps: learning_rate_frame(curve, eta, steps))


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
    if _static():
        _show(softmax_overview(scores, names))
        return
    controls = {
        f"score {k}": _slider(f"score of {name}", score, -5.0, 5.0, 0.1)
        for k, (name, score) in enumerate(zip(names, scores, strict=True))
    }
    controls["temperature"] = _slider("temperature", 1.0, 0.1, 5.0, 0.1)
    _live(
        controls, lambda temperature, **moved: softmax_frame([*moved.values()], temperature, names)
    )


def softmax_frame(scores: Sequence[float], temperature: float, names: Sequence[str]) -> Frame:
    """A bar for the probability of each class."""
    p = softmax(np.array(scores) / temperature)
    title = f"Softmax at temperature {temperature:g}"
    ax = plots.probability_bars(p, names, title=title)
    caption = (
        f"Scores {_numbers(scores)} at temperature {temperature:g} give the probabilities "
        f"{_numbers(p)}; {names[p.argmax()]} is the most probable."
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


# Wiring that the interactives share


def _static() -> bool:
    return bool(os.environ.get("LINCOURSE_STATIC"))


def _show(frame: Frame) -> None:
    plots.show(frame.figure, frame.alt)


def _live(
    controls: Mapping[str, Any], draw: Callable[..., Frame], buttons: Sequence[Any] = ()
) -> None:
    """Show the controls and, below them, draw(**their values), drawn anew at every change."""
    import ipywidgets
    from IPython.display import display

    picture = ipywidgets.HTML()

    def redraw(_change: object = None) -> None:
        frame = draw(**{name: control.value for name, control in controls.items()})
        picture.value = _html(frame)

    for control in controls.values():
        control.observe(redraw, names="value")
    redraw()
    box = ipywidgets.VBox([ipywidgets.HBox(buttons), *controls.values(), picture])
    display(box)


def _html(frame: Frame) -> str:
    data = b64encode(plots.png(frame.figure)).decode("ascii")
    image = f'<img alt="{escape(frame.alt)}" src="data:image/png;base64,{data}">'
    return f'<p role="status">{escape(frame.caption)}</p>{image}'


def _slider(name: str, value: float, low: float, high: float, step: float) -> Any:
    """A slider for whole numbers where `step` is one, with its name in full."""
    import ipywidgets

    kind = ipywidgets.IntSlider if isinstance(step, int) else ipywidgets.FloatSlider
    look = {"style": {"description_width": "10em"}, "layout": {"width": "32em"}}
    limits = {"min": low, "max": high, "step": step}
    return kind(description=name, value=value, continuous_update=False, **limits, **look)


def _button(name: str, slider: Any, jump: int) -> Any:
    """A button that moves a slider, which stops at its ends."""
    import ipywidgets

    def move(_button: object) -> None:
        slider.value = min(max(slider.value + jump, slider.min), slider.max)

    button = ipywidgets.Button(description=name)
    button.on_click(move)
    return button


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}" if abs(value) < 1e4 else f"{value:.1e}"


def _numbers(values: Sequence[float] | FloatArray) -> str:
    return f"({', '.join(map(_number, values))})"
