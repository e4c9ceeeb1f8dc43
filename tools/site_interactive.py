"""HTML of the lectures' figures: a picture for light and one for dark pages, and controls.

`site_figures` has drawn them. Without scripts a reader sees the picture with which an interactive
starts; docs/_static/figures.js brings its controls to life.
"""

import json
from html import escape
from pathlib import Path
from typing import Any

from site_dark import dark_frames, dark_image, darkened, in_black

from lincourse.plots import minus

FOLDER = "_static/figures"


def stage_figures(drawn: Path, target: Path) -> dict[int, dict[str, Any]]:
    """Copy a lecture's figures into the folder `target`, adding dark ones; the figures by cell."""
    target.mkdir(parents=True, exist_ok=True)
    for path in drawn.iterdir():
        content = path.read_bytes()
        if path.name == "figures.json":
            continue
        if path.suffix == ".json":
            data = json.loads(content)
            data["chunks"] = [in_black(line) for line in data["chunks"]]
            text = json.dumps(data | dark_frames(data), separators=(",", ":"))
            (target / path.name).write_text(text, encoding="utf-8")
            continue
        svg = path.suffix == ".svg"
        content = in_black(content.decode()).encode() if svg else content
        night = darkened(content.decode()).encode() if svg else dark_image(content)
        (target / path.name).write_bytes(content)
        (target / dark_name(path.name)).write_bytes(night)
    found = json.loads((drawn / "figures.json").read_text(encoding="utf-8"))
    return {int(cell): figure for cell, figure in found.items()}


def dark_name(name: str) -> str:
    """The name of a picture's dark version."""
    path = Path(name)
    return f"{path.stem}-dark{path.suffix}"


def figure_html(figure: dict[str, Any], up: str) -> str:
    """A figure of a lecture; `up` leads from its page to the top of the site."""
    if "frames" not in figure:
        return f'<div class="figure-still">{images(figure, up)}</div>'
    first = figure["first"]
    controls = "".join(control_html(control, figure["frames"]) for control in figure["controls"])
    return (
        f'<div class="explore" role="group" aria-label="Interactive figure" '
        f'data-frames="{up}{FOLDER}/{figure["frames"]}">'
        f'<div class="explore-controls" hidden>{controls}</div>'
        f'<p class="explore-caption" role="status">{escape(first["caption"])}</p>'
        f'<div class="explore-picture">{images(first, up)}</div>'
        "<details><summary>Several settings side by side (look after you have guessed)</summary>"
        f'<div class="figure-still">{images(figure, up)}</div></details></div>'
    )


def images(picture: dict[str, Any], up: str) -> str:
    """Both versions of a picture, of which the page shows one."""
    size = f'width="{picture["width"]}" height="{picture["height"]}" loading="lazy"'
    alt = escape(picture["alt"])
    return "".join(
        f'<img class="only-{theme}" src="{up}{FOLDER}/{name}" alt="{alt}" {size}>'
        for theme, name in (("light", picture["file"]), ("dark", dark_name(picture["file"])))
    )


def control_html(control: dict[str, Any], figure: str) -> str:
    """A slider with its value and its buttons, or a list."""
    name, start, label = control["name"], control["start"], escape(control["label"])
    shown = [
        value if isinstance(value, str) else minus(f"{value:g}") for value in control["values"]
    ]
    # Browsers keep what was entered when a page is loaded again; the picture starts anew.
    about = f'data-control="{name}" autocomplete="off"'
    if isinstance(control["values"][0], str):
        options = "".join(
            f'<option value="{k}"{" selected" if k == start else ""}>{escape(value)}</option>'
            for k, value in enumerate(shown)
        )
        return f"<label><span>{label}</span><select {about}>{options}</select></label>"
    values = escape(json.dumps(shown, ensure_ascii=False))
    identity = f"{Path(figure).stem}-{name}"
    buttons = "".join(
        f'<button type="button" data-of="{name}" data-jump="{jump}">{escape(words)}</button>'
        for words, jump in control["jumps"].items()
    )
    return (
        f'<label for="{identity}"><span>{label}</span>'
        f'<input type="range" id="{identity}" {about} min="0" max="{len(shown) - 1}" step="1" '
        f'value="{start}" data-values="{values}" aria-valuetext="{shown[start]}">'
        f'<output for="{identity}">{shown[start]}</output></label>'
        + (f'<div class="explore-jumps">{buttons}</div>' if buttons else "")
    )
