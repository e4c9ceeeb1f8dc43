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

from matplotlib.figure import Figure

from lincourse import plots

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
        frame = plots.styled(overview)()
        plots.show(frame.figure, frame.alt)
        return
    import ipywidgets
    from IPython.display import display

    picture = ipywidgets.HTML()
    widgets = {name: control.widgets() for name, control in controls.items()}

    def redraw(_change: object = None) -> None:
        values = {name: made[0].value for name, made in widgets.items()}
        picture.value = _html(plots.styled(draw)(**values))

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
