"""Interactive widgets on ipywidgets: sliders, steppers and lists that redraw a picture.

Where the environment variable LINCOURSE_STATIC is set, as it is when notebooks are built, each
interactive shows a static picture with the same content, for readers on paper. ipywidgets is
imported only where a widget is shown.

To add one, write a pure function from the values of its controls to a `Frame`, one that makes the
static picture, and wire them:

    def my_slider() -> None:
        explore(my_frame, my_overview, eta=Slider("learning rate, eta", 0.1, 0.0, 1.0, 0.05))

`my_frame(eta=...)` is called again whenever the slider moves. The interactives themselves live with
their lectures, in `lincourse.figures`.
"""

import os
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from matplotlib.figure import Figure

from lincourse import plots

# ipywidgets cuts a control's name off where it is wider than this; 24 letters fit.
LOOK = {"style": {"description_width": "13em"}, "layout": {"width": "35em"}}


@dataclass(frozen=True)
class Frame:
    """The picture of one state, the same in words, and one line on what happened."""

    figure: Figure
    alt: str
    caption: str


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
            **LOOK,
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

        return [ipywidgets.Dropdown(description=self.name, options=list(self.options), **LOOK)]


def explore(
    draw: Callable[..., Frame], overview: Callable[[], Frame], **controls: Slider | Choice
) -> None:
    """Show controls and, below them, draw(**their values), which is redrawn at every change.

    Where notebooks are built, show the static `overview()` instead. Both are drawn in the house
    style, whatever rcParams the reader has set.
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
    """Move a slider by `jump`, clamped to its range."""
    slider.value = min(max(slider.value + jump, slider.min), slider.max)


def _html(frame: Frame) -> str:
    """The frame as HTML; screen readers announce what changes in an element of role "status"."""
    data = b64encode(plots.png(frame.figure)).decode("ascii")
    width, height = plots.shown_size(frame.figure)
    size = f'width="{width}" height="{height}" style="max-width: 100%; height: auto"'
    image = f'<img alt="{escape(frame.alt)}" {size} src="data:image/png;base64,{data}">'
    return f'<p role="status">{escape(frame.caption)}</p>{image}'
