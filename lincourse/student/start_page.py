"""The page "Start here" of a course folder, on which JupyterLab opens: the map, progress and links.

It is a Markdown file. As a server extension, this module updates it whenever a notebook of the
course is saved.
"""

import logging
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lincourse.notebooks import write_atomically
from lincourse.student.course import CourseCopy, find_course
from lincourse.student.progress import UnitProgress, all_units

START_PAGE = "Start here.md"
ADDRESS = f"/lab/tree/{quote(START_PAGE)}"
# What each unit builds on.
MAP = {
    "02": ("01",),
    "03": ("02",),
    "04": ("03",),
    "05": ("03",),
    "06": ("05",),
    "07": ("04", "06"),
    "08": ("07",),
    "09": ("07",),
}
PAGE = """# Start here

{next}

| unit | lecture | exercise | solved | points |
|---|---|---|---|---|
{rows}

{map}This page is updated when you save an exercise. It doesn't count
answers that are marked by hand.

## When you have finished an exercise

Save it, and open a terminal with *File, New, Terminal*. For exercise 04:

    lincourse check 04       run all checks in a fresh Python
    lincourse doctor 04      find problems before you submit
    lincourse pack 04        make the file to submit, handin/04-perceptron.zip
    lincourse practice 04    more questions, as many as you like
"""

log = logging.getLogger(__name__)


def write(course: CourseCopy) -> None:
    """Write the start page; an error such as a read-only folder is only logged."""
    page = _page(course, all_units(course))
    try:
        write_atomically(course.root / START_PAGE, page.encode())
    except OSError as error:
        log.warning("can't write %s: %s", course.root / START_PAGE, error)


def update(course: CourseCopy) -> None:
    """Bring the start page up to date, if the course folder has one."""
    if (course.root / START_PAGE).exists():
        write(course)


def _page(course: CourseCopy, units: list[UnitProgress]) -> str:
    rows = (
        f"| {unit.name[:2]} | {_lecture(course, unit)} | {_exercise('exercise', unit)} "
        f"| {_solved(unit)} | {unit.points:g} of {unit.max_points:g} |"
        for unit in units
    )
    return PAGE.format(next=_next(course, units), rows="\n".join(rows), map=_map(units))


def _lecture(course: CourseCopy, unit: UnitProgress) -> str:
    path = f"lectures/{unit.name}.ipynb"
    return f"[{unit.title}]({path})" if (course.root / path).exists() else unit.title


def _exercise(text: str, unit: UnitProgress) -> str:
    return f"[{text}](exercises/{unit.name}/{unit.name}.ipynb)"


def _solved(unit: UnitProgress) -> str:
    if unit.problem:
        return unit.problem
    if not unit.started:
        return "not started"
    changed = ", changed since you checked it" if unit.source == "changed" else ""
    return f"{unit.count('passed')} of {len(unit.exercises)}{changed}"


def _next(course: CourseCopy, units: list[UnitProgress]) -> str:
    left = [unit for unit in units if not unit.done]
    if not left:
        return "You have finished all exercises. Well done!"
    unit = next((unit for unit in left if unit.started), left[0])
    exercise = _exercise(f"exercise {unit.name[:2]}", unit)
    if unit.started:
        return f"**Go on** with {exercise}: {unit.title}."
    return f"**Next:** read {_lecture(course, unit)}, then solve {exercise}."


def _map(units: list[UnitProgress]) -> str:
    """A diagram of the units, those that are done in green; empty for other courses."""
    known = {unit.name[:2]: unit for unit in units}
    pairs = [(earlier, later) for later, needed in MAP.items() for earlier in needed]
    pairs = [pair for pair in pairs if known.keys() >= set(pair)]
    if not pairs:
        return ""
    shown = sorted(set().union(*pairs))
    titles = {number: known[number].title.replace('"', "'") for number in shown}
    boxes = [f'u{number}["{number} {title}"]' for number, title in titles.items()]
    arrows = [f"u{earlier} --> u{later}" for earlier, later in pairs]
    done = [f"u{number}" for number in shown if known[number].done]
    style = ["classDef done fill:#d4efe6,stroke:#009e73,color:#1c2530"] if done else []
    style += [f"class {','.join(done)} done"] if done else []
    lines = "\n".join(["flowchart LR", *boxes, *arrows, *style])
    return (
        f"```mermaid\n{lines}\n```\n\nAn arrow leads to a unit that builds on another. "
        "Units that you have finished are green. "
    )


# ---------------------------------------------------------------- Jupyter server extension


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    server.contents_manager.register_post_save_hook(_after_save)


def _after_save(os_path: str, model: dict[str, Any], **_: Any) -> None:
    if model.get("type") != "notebook":
        return
    try:
        if course := find_course(Path(os_path).parent):
            update(course)
    except Exception:  # the student would be told that the notebook can't be saved
        log.exception("can't update the start page after %s was saved", os_path)
