"""Interactive widgets on ipywidgets: sliders, steppers and lists that redraw a picture.

If the environment variable LINCOURSE_STATIC is set, as it is when notebooks are built, each
interactive shows a static picture with the same content, for readers on paper. ipywidgets is only
imported when a widget is shown.

To add one, write a pure function from the values of its controls to a `Frame`, another that makes
the static picture, and pass both to `explore`:

    def my_slider() -> None:
        explore(my_frame, my_overview, eta=Slider("learning rate, eta", 0.1, 0.0, 1.0, 0.05))

`my_frame(eta=...)` is called again whenever the slider moves. The interactives are defined with
their lectures, in `lincourse.figures`. On the website, where no Python runs, they show frames that
tools/site_figures.py draws in advance, through `front_end`.
"""

import os
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from matplotlib.figure import Figure

from lincourse import plots

# Control names are never cut off; on a phone a control is as wide as the page.
LOOK = {
    "style": {"description_width": "initial"},
    "layout": {"width": "35em", "max_width": "100%"},
}
# ipywidgets shows a slider's name beside it, but doesn't give its handle one for screen readers.
NAME_SLIDERS = """
for (const delay of [0, 300, 1500]) setTimeout(() => {
  for (const handle of document.querySelectorAll(".widget-slider .noUi-handle")) {
    const label = handle.closest(".widget-slider").querySelector(".widget-label");
    if (label) handle.setAttribute("aria-label", label.textContent);
  }
}, delay);
"""


@dataclass(frozen=True)
class Frame:
    """The picture of one state, the same in words, and a caption of one line."""

    figure: Figure
    alt: str
    caption: str


@dataclass(frozen=True)
class Slider:
    """A slider, for whole numbers if `step` is an int; `jumps` are buttons that move it.

    `stops` are the positions on a page without Python, which can't offer all of them.
    """

    name: str
    value: float
    low: float
    high: float
    step: float
    jumps: Mapping[str, int] = field(default_factory=dict)
    stops: Sequence[float] = ()

    def values(self) -> list[float]:
        """All positions of the slider, in order."""
        places = max(len(f"{one:g}".partition(".")[2]) for one in (self.low, self.step))
        count = round((self.high - self.low) / self.step) + 1
        found = [round(self.low + k * self.step, places) for k in range(count)]
        return [int(one) for one in found] if isinstance(self.step, int) else found

    def widgets(self) -> list[Any]:
        """The slider, followed by its buttons."""
        import ipywidgets

        kind = ipywidgets.IntSlider if isinstance(self.step, int) else ipywidgets.FloatSlider
        slider = kind(
            description=self.name,
            tooltip=self.name,  # else "null" pops up
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

    @property
    def value(self) -> str:
        """The option chosen at the start."""
        return self.options[0]

    def values(self) -> list[str]:
        """Every option."""
        return list(self.options)

    def widgets(self) -> list[Any]:
        """The list."""
        import ipywidgets

        return [
            ipywidgets.Dropdown(
                description=self.name, tooltip=self.name, options=list(self.options), **LOOK
            )
        ]


@dataclass(frozen=True)
class Interactive:
    """Controls, a function that draws the frame for their values, and one for the still picture.

    Both draw in the course's style, whatever rcParams the reader has set.
    """

    draw: Callable[..., Frame]
    overview: Callable[[], Frame]
    controls: Mapping[str, Slider | Choice]

    def frame(self, **values: Any) -> Frame:
        """The frame for these values of the controls."""
        return plots.styled(self.draw)(**values)

    def still(self) -> Frame:
        """The still picture."""
        return plots.styled(self.overview)()


def explore(
    draw: Callable[..., Frame], overview: Callable[[], Frame], **controls: Slider | Choice
) -> None:
    """Show controls and, below them, draw(**values), which is redrawn after every change.

    While notebooks are built, show the static `overview()` instead.
    """
    front_end(Interactive(draw, overview, controls))


def show_widgets(interactive: Interactive) -> None:
    """Show an interactive in a notebook, or its still picture while notebooks are built."""
    if os.environ.get("LINCOURSE_STATIC"):
        frame = interactive.still()
        plots.show(frame.figure, frame.alt)
        return
    import ipywidgets
    from IPython.display import display

    picture = ipywidgets.HTML(tooltip="", layout={"max_width": "100%"})
    widgets = {name: control.widgets() for name, control in interactive.controls.items()}

    def redraw(_change: object = None) -> None:
        values = {name: made[0].value for name, made in widgets.items()}
        picture.value = _html(interactive.frame(**values))

    for made in widgets.values():
        made[0].observe(redraw, names="value")
    redraw()
    wraps = {"flex_flow": "row wrap", "max_width": "100%"}
    rows = [ipywidgets.HBox(made[1:], layout=wraps) for made in widgets.values() if made[1:]]
    display(ipywidgets.VBox([*rows, *(made[0] for made in widgets.values()), picture]))
    display({"application/javascript": NAME_SLIDERS, "text/plain": ""}, raw=True)


front_end: Callable[[Interactive], None] = show_widgets


def _move(slider: Any, jump: int) -> None:
    """Move a slider by `jump`, clamped to its range."""
    slider.value = min(max(slider.value + jump, slider.min), slider.max)


def _html(frame: Frame) -> str:
    """The frame as HTML; screen readers announce what changes in an element of role "status"."""
    data = b64encode(plots.quick_png(frame.figure)).decode("ascii")
    width, height = plots.shown_size(frame.figure)
    size = f'width="{width}" height="{height}" style="max-width: 100%; height: auto"'
    image = f'<img alt="{escape(frame.alt)}" {size} src="data:image/png;base64,{data}">'
    return f'<p role="status">{escape(frame.caption)}</p>{image}'
