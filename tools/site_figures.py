"""Prerendered figures: the pictures of each lecture as SVG, and every frame of its interactives.

A lecture is run once, cell by cell, as its reader would run it, and what it shows is drawn as SVG.
An interactive is drawn for a grid of its controls' values, by the same function that its widget
calls in a notebook, and its frames go into one JSON file:

    {"controls": [{"name", "label", "values", "start", "jumps"}...],
     "frames": [[alt, caption, first, end, first, end, ...]...],    in the order of the grid, the
     "chunks": ["<svg ...>", "<g>", ...]}                           last control fastest

A frame is its chunks from `first` up to `end`, and so on: frames have most of their chunks in
common, so that a hundred frames weigh little more than a few.

What is made of a lecture is kept in `_build/figures/` until the lecture or the package changes.
"""

import contextlib
import io
import itertools
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import inputs
import nbformat
from site_fetch import SiteError

import lincourse

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / "_build" / "figures"
MAX_FRAMES_ONE_CONTROL = 200
MAX_FRAMES_SEVERAL_CONTROLS = 130
HEAVY = 200_000  # bytes; an SVG that is heavier becomes a PNG
ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}


def figures(lectures: Sequence[Path]) -> dict[str, Path]:
    """The folder with the figures of each lecture, by its name; those that are new are drawn."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip([path.stem for path in lectures], pool.map(drawn, lectures), strict=True))


def drawn(lecture: Path) -> Path:
    """The folder with a lecture's figures, drawn by a process of its own unless it is there."""
    name = lecture.relative_to(ROOT).as_posix()
    modules = (
        *lincourse.__all__,
        "datasets",
        "interact",
        "plots",
        "source",
        "typing",
        "validation",
    )
    made_of = (*(f"lincourse/{module}.py" for module in modules), "lincourse/figures", name)
    known = inputs.digest(*made_of, "tools/site_figures.py", "requirements.lock")
    folder = CACHE / f"{lecture.stem}-{known}"
    if folder.is_dir():
        return folder
    CACHE.mkdir(parents=True, exist_ok=True)
    for old in CACHE.glob(f"{lecture.stem}-*"):
        shutil.rmtree(old)
    with tempfile.TemporaryDirectory(dir=CACHE) as made:
        target = Path(made) / "figures"
        target.mkdir()
        run = subprocess.run(
            [sys.executable, __file__, lecture, target],
            cwd=lecture.parent,
            env=os.environ | ONE_THREAD | {"MPLBACKEND": "agg"},
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            raise SiteError(f"the figures of {name} could not be drawn:\n{run.stdout}{run.stderr}")
        os.replace(target, folder)
    return folder


# ---------------------------------------------------------------- running a lecture


def draw_all(lecture: Path, target: Path) -> None:
    """Run a lecture and write its figures, with `figures.json` saying which belongs to which cell.

    What it shows must be what the notebook shows: the words of each picture are compared.
    """
    from IPython.core.interactiveshell import InteractiveShell

    from lincourse import interact, plots

    shown: list[dict[str, Any]] = []
    number = itertools.count(1)

    def show(figure: Any, alt: str) -> None:
        name = f"{lecture.stem}-{next(number)}"
        shown.append({"alt": alt} | picture(plots.figure_of(figure), target, name))

    def show_interactive(interactive: interact.Interactive) -> None:
        name, still = f"{lecture.stem}-{next(number)}", interactive.still()
        start = {key: control.value for key, control in interactive.controls.items()}
        first = interactive.frame(**start)
        data = frames(interactive)
        (target / f"{name}.json").write_text(json.dumps(data, separators=(",", ":")))
        shown.append(
            {"alt": still.alt}
            | picture(still.figure, target, name)
            | {"first": {"alt": first.alt, "caption": first.caption}}
            | {"controls": data["controls"], "frames": f"{name}.json"}
        )
        shown[-1]["first"] |= picture(first.figure, target, f"{name}-start")

    plots.show = show
    interact.front_end = show_interactive
    shell = InteractiveShell.instance()
    cells = nbformat.read(lecture, as_version=4).cells
    last = max((i for i, cell in enumerate(cells) if picture_of(cell)), default=-1)
    found: dict[str, dict[str, Any]] = {}
    for i, cell in enumerate(cells[: last + 1]):
        if cell.cell_type != "code":
            continue
        shown.clear()
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            ran = shell.run_cell(cell.source, store_history=False)
        if not ran.success:
            raise SystemExit(f"cell {i}: {ran.error_in_exec or ran.error_before_exec}")
        told = [one["alt"] for one in shown]
        expected = [alt for alt in [picture_of(cell)] if alt]
        if told != expected:
            raise SystemExit(f"cell {i} shows {told}; the notebook, {expected}: run 'make build'")
        if shown:
            found[str(i)] = shown[0]
    (target / "figures.json").write_text(json.dumps(found))


def picture_of(cell: Any) -> str:
    """The alternative text of a cell's picture; empty if it has none."""
    for output in cell.get("outputs", []):
        if alt := output.get("metadata", {}).get("image/png", {}).get("alt"):
            return str(alt)
    return ""


# ---------------------------------------------------------------- one picture


def picture(figure: Any, target: Path, name: str) -> dict[str, Any]:
    """Write a figure; the file's name, and the size at which a page shows it."""
    from lincourse import plots

    text = svg(figure)
    if len(text) < HEAVY:
        file, content = f"{name}.svg", text.encode()
    else:
        file, content = f"{name}.png", plots.png(figure)
    (target / file).write_bytes(content)
    width, height = plots.shown_size(figure)
    return {"file": file, "width": width, "height": height}


def svg(figure: Any) -> str:
    """The figure as SVG, the same text every time; letters are outlines, so no font is needed."""
    import matplotlib

    from lincourse import plots

    drawn = io.StringIO()
    with matplotlib.rc_context(
        {**plots.STYLE, "svg.fonttype": "path", "svg.hashsalt": "lincourse"}
    ):
        figure.savefig(drawn, format="svg", metadata=dict.fromkeys(("Date", "Creator"), None))
    width, height = plots.shown_size(figure)
    text = drawn.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', rf'\1 width="{width}" height="{height}"', text)
    # Two places are enough for where something is, but not for how large a letter is.
    text = re.sub(
        r"(scale\([^)]*\))|(?<![#\w])-?\d+\.\d{3,}",
        lambda found: found[1] or f"{float(found[0]):.2f}",
        text,
    )
    text = re.sub(r"\s*\n\s*", "\n", text)
    return re.sub(r"\n(?!<)", " ", text)  # an element to a line


# ---------------------------------------------------------------- the frames of an interactive


def frames(interactive: Any) -> dict[str, Any]:
    """All that a page needs to show an interactive: see the top of this file."""
    values = grid(interactive.controls)
    chunks: dict[str, int] = {}
    made = []
    for state in itertools.product(*values.values()):
        frame = interactive.frame(**dict(zip(values, state, strict=True)))
        places = [chunks.setdefault(line, len(chunks)) for line in svg(frame.figure).split("\n")]
        made.append([frame.alt, frame.caption, *runs(places)])
    return {
        "controls": [
            {
                "name": name,
                "label": control.name,
                "values": values[name],
                "start": values[name].index(control.value),
                "jumps": dict(getattr(control, "jumps", {})),
            }
            for name, control in interactive.controls.items()
        ],
        "frames": made,
        "chunks": list(chunks),
    }


def runs(places: Sequence[int]) -> Iterator[int]:
    """Whole numbers as runs of consecutive ones, each as its first and the one after its last."""
    start = 0
    for i in range(1, len(places) + 1):
        if i == len(places) or places[i] != places[i - 1] + 1:
            yield places[start]
            yield places[i - 1] + 1
            start = i


def grid(controls: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values of each control on a page: all, or few enough, where it starts always among them.

    Thinned values are the slider's own stops, or multiples of a round number and the two ends.
    """
    values = {
        name: list(getattr(control, "stops", ())) or control.values()
        for name, control in controls.items()
    }
    limit = MAX_FRAMES_ONE_CONTROL if len(controls) == 1 else MAX_FRAMES_SEVERAL_CONTROLS
    rounds = {name: round_steps(control) for name, control in controls.items()}
    while math.prod(len(one) for one in values.values()) > limit:
        longest = max(values, key=lambda name: len(values[name]) * bool(rounds[name]))
        if not rounds[longest]:
            raise ValueError(f"too many frames: give the sliders of {list(values)} fewer stops")
        step, control = rounds[longest].pop(0), controls[longest]
        values[longest] = [
            value
            for value in control.values()
            if abs(value / step - round(value / step)) < 1e-9
            or value in {control.value, control.low, control.high}
        ]
    return values


def round_steps(control: Any) -> list[float]:
    """Round numbers above a slider's step, up to its range; none if it has stops or a list."""
    if not hasattr(control, "step") or control.stops:
        return []
    powers = range(math.floor(math.log10(control.step)), 4)
    steps = [digit * 10.0**power for power in powers for digit in (1, 2, 2.5, 5)]
    return [step for step in steps if control.step < step <= control.high - control.low] + [
        2 * (control.high - control.low)
    ]


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]), Path(sys.argv[2]))
