"""Export the capstone as one self-contained HTML page.

The page shows the texts, tables and figures that are saved in the notebook; nothing is run. Text is
rendered as Markdown without HTML or images, so that the page has no scripts and loads nothing.
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
# Sections after the report: heading, the cell whose outputs are shown, the cell with the text.
SECTIONS = [
    ("The models, compared", "comparison", ""),
    ("Which part does the work", "figure_ablation", "ablation"),
    ("What more reviews are worth", "figure_learning_curve", "learning_curve"),
    ("Twenty mistakes", "figure_errors", "errors"),
]


@dataclass
class Section:
    """One section of the page."""

    title: str
    text: Markup = field(default_factory=Markup)
    outputs: list[dict[str, Any]] = field(default_factory=list)
    code: Markup = field(default_factory=Markup)


@dataclass
class Portfolio:
    """The page, and a list of what is missing from it."""

    html: str
    missing: list[str]


def make(path: Path, name: str = "", derivations: Path | None = None) -> Portfolio:
    """Make the page of a capstone notebook, with the derivations of another one if given."""
    cells = {cell.grade_id: cell for cell in read(path).cells if cell.grade_id}
    if not {CLASSIFIER, REPORT} <= cells.keys():
        raise UserError(f"{path.name} has no capstone. It is in exercise 09")
    missing: list[str] = []
    report = _text(cells[REPORT], missing)
    tried = _outputs(cells.get("figure_report"), [])
    sections = []
    for title, code, answer in SECTIONS:
        text = _text(cells[answer], missing) if answer in cells else Markup()
        outputs = _outputs(cells.get(code), missing)
        if text or outputs:
            sections.append(Section(title, text, outputs))
    if tried:
        sections.append(Section("A change, tried", outputs=tried))
    classifier = cells[CLASSIFIER]
    if classifier.unsolved:
        missing.append(f"{CLASSIFIER} is not written yet")
    else:
        sections.append(Section("The classifier", code=_highlighted(classifier.source)))
    if derivations is not None:
        sections += _derivations(derivations, missing)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    template = environment.from_string(PAGE.read_text(encoding="utf-8"))
    colours = HtmlFormatter(style="friendly").get_style_defs("pre.code")
    html = template.render(name=name, report=report, sections=sections, colours=colours)
    return Portfolio(html, missing)


def _text(cell: Cell, missing: list[str]) -> Markup:
    """The student's text as HTML that can't run or load anything."""
    if cell.as_released or not cell.source.strip():
        missing.append(f"{cell.grade_id} is not written yet")
        return Markup()
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return Markup(markdown.render(cell.source))


def _outputs(cell: Cell | None, missing: list[str]) -> list[dict[str, Any]]:
    """The saved outputs of a cell."""
    if cell is None:
        return []
    if cell.error:
        missing.append(f"{cell.grade_id} stopped with {cell.error}")
        return []
    outputs = [shown for output in cell.outputs if (shown := _shown(output))]
    if cell.unsolved:
        missing.append(f"{cell.grade_id} is not written yet")
    elif not outputs:
        missing.append(f"{cell.grade_id} has no output: run it, and save the notebook")
    return outputs


def _shown(output: dict[str, Any]) -> dict[str, Any] | None:
    """A figure or a text for the template; None for any other output."""
    data = output.get("data") or {}
    if picture := joined(data.get("image/png")):
        alt = (output.get("metadata") or {}).get("image/png", {}).get("alt", "A figure")
        return {"kind": "figure", "png": "".join(picture.split()), "alt": alt}
    text = joined(output.get("text") or data.get("text/plain")).rstrip()
    return {"kind": "text", "text": text} if text else None


def _highlighted(source: str) -> Markup:
    return Markup(highlight(source, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)))


def _derivations(path: Path, missing: list[str]) -> Iterator[Section]:
    """The student's solved derivations, under their headings."""
    found: dict[str, list[str]] = {}
    for cell in read(path).cells:
        if cell.kind == "code" and cell.solution and not cell.unsolved:
            found.setdefault(cell.heading, []).append(cell.source.strip())
    if not found:
        missing.append(f"{path.name} has no solved derivations")
    for heading, sources in found.items():
        yield Section(heading, code=_highlighted("\n\n".join(sources)))
