"""A static-site exporter for the capstone: one HTML page that needs nothing else.

It is made of what is saved in the notebook, texts, printed tables and figures; nothing is run. Text
is rendered as Markdown without HTML and pictures of its own, so that the page holds no script and
fetches nothing, wherever it is put.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.python import PythonLexer

from lincourse.notebooks import joined
from lincourse.student import UserError
from lincourse.student.notebook import Cell, read

PAGE = Path(__file__).with_name("portfolio.html")
CLASSIFIER, REPORT = "sentiment_pipeline", "report"
# What follows the page itself: a heading, the cell whose outputs are shown, the text about them.
PARTS = [
    ("The models, compared", "comparison", ""),
    ("Which part does the work", "figure_ablation", "ablation"),
    ("What more reviews are worth", "figure_learning_curve", "learning_curve"),
    ("Twenty mistakes", "figure_errors", "errors"),
]


@dataclass
class Part:
    """One section of the page."""

    title: str
    text: Markup = field(default_factory=Markup)
    outputs: list[dict[str, Any]] = field(default_factory=list)
    code: Markup = field(default_factory=Markup)


@dataclass
class Portfolio:
    """The page, and what it does not have yet."""

    html: str
    missing: list[str]


def make(path: Path, name: str = "", derivations: Path | None = None) -> Portfolio:
    """The page of the capstone in a notebook; with derivations, if wished, from another one."""
    cells = {cell.grade_id: cell for cell in read(path).cells if cell.grade_id}
    if not {CLASSIFIER, REPORT} <= cells.keys():
        raise UserError(f"{path.name} has no capstone. It is in exercise 09")
    missing: list[str] = []
    report = _text(cells[REPORT], missing)
    tried = _outputs(cells.get("figure_report"), [])
    parts = []
    for title, code, answer in PARTS:
        text = _text(cells[answer], missing) if answer in cells else Markup()
        outputs = _outputs(cells.get(code), missing)
        if text or outputs:
            parts.append(Part(title, text, outputs))
    if tried:
        parts.append(Part("A change, tried", outputs=tried))
    classifier = cells[CLASSIFIER]
    if classifier.unsolved:
        missing.append(f"{CLASSIFIER} is not written yet")
    else:
        parts.append(Part("The classifier", code=_coloured(classifier.source)))
    if derivations is not None:
        parts += _derivations(derivations, missing)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = environment.from_string(PAGE.read_text(encoding="utf-8"))
    colours = HtmlFormatter(style="friendly").get_style_defs("pre.code")
    html = template.render(name=name, report=report, parts=parts, colours=colours)
    return Portfolio(html, missing)


def _text(cell: Cell, missing: list[str]) -> Markup:
    """A text of the student's, as HTML that can neither run nor load anything."""
    if cell.as_released or not cell.source.strip():
        missing.append(f"{cell.grade_id} is not written yet")
        return Markup()
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return Markup(markdown.render(cell.source))


def _outputs(cell: Cell | None, missing: list[str]) -> list[dict[str, Any]]:
    """What a cell printed and drew when it was last run."""
    if cell is None:
        return []
    if cell.error:
        missing.append(f"{cell.grade_id} stopped with {cell.error}")
        return []
    outputs = [shown for output in cell.outputs if (shown := _shown(output))]
    if cell.unsolved:
        missing.append(f"{cell.grade_id} is not written yet")
    elif not outputs:
        missing.append(f"{cell.grade_id} shows nothing: run it, and save the notebook")
    return outputs


def _shown(output: dict[str, Any]) -> dict[str, Any] | None:
    """A figure or a text, as the template wants it; None for anything else."""
    data = output.get("data") or {}
    if picture := joined(data.get("image/png")):
        alt = (output.get("metadata") or {}).get("image/png", {}).get("alt", "A figure")
        return {"kind": "figure", "png": "".join(picture.split()), "alt": alt}
    text = joined(output.get("text") or data.get("text/plain")).rstrip()
    return {"kind": "text", "text": text} if text else None


def _coloured(source: str) -> Markup:
    return Markup(highlight(source, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)))


def _derivations(path: Path, missing: list[str]) -> Iterator[Part]:
    """The student's own cells of the exercise on derivations, under their headings."""
    found: dict[str, list[str]] = {}
    for cell in read(path).cells:
        if cell.kind == "code" and cell.solution and not cell.unsolved:
            found.setdefault(cell.heading, []).append(cell.source.strip())
    if not found:
        missing.append(f"{path.name} has no derivations that are solved")
    for heading, sources in found.items():
        yield Part(heading, code=_coloured("\n\n".join(sources)))
