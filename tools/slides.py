"""Slide decks: reveal.js slides of every lecture, for teachers, made from the lecture notebooks.

`make slides` writes `_slides/`, one page per lecture and an index; all that they need lies beside
them, so that a deck runs from a memory stick. A slide shows what one writes on a board: a heading,
a formula, a derivation, a table, a question, a cell and what it prints, a figure. The prose between
them becomes the speaker's notes (press S). What a cell prints comes with one more press, so that
the class can guess first.
"""

import argparse
import os
import re
import sys
import tempfile
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from site_fetch import MATHJAX, REVEAL, SiteError, unpack

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "docs" / "slides"
MATHJAX_FILES = r"static/mathjax/(tex-mml-chtml\.js|output/chtml/fonts/.*\.woff)$"
REVEAL_FILES = r"revealjs/(dist/(?:reset|reveal)\.css|dist/reveal\.js|plugin/notes/notes\.js)$"
MAX_LINES = 16  # lines of code or output per slide; longer cells stay in the notebook
MAX_LINES_BESIDE = 6  # lines of output on a figure's slide
MAX_TEXT = 600  # characters of Markdown per slide, unless a single block is longer
# What closes a lecture is for reading: symbols, sources, slips of the documents.
FOR_READING = re.compile(r"symbols|sources|bibliography|notation", re.I)

markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
markdown.use(dollarmath_plugin, double_inline=True)
markdown.add_render_rule("math_inline", lambda self, t, i, *_: rf"\({escape(t[i].content)}\)")
for kind in ("math_block", "math_block_label", "math_inline_double"):
    markdown.add_render_rule(kind, lambda self, t, i, *_: rf"\[{escape(t[i].content)}\]")


@dataclass
class Slide:
    """One slide: its heading, what it shows, what the speaker says."""

    heading: str
    html: str = ""
    notes: list[str] = field(default_factory=list)
    opens: bool = False  # the first slide of a section: a step to the right, not down
    room: int = MAX_TEXT  # how many more characters of text fit


def main() -> int:
    """Make all decks; return 0 on success."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--output", type=Path, default=ROOT / "_slides", help="_slides by default")
    output = parser.parse_args().output.resolve()
    try:
        decks = build(output)
    except SiteError as error:
        print(f"lincourse: {error}", file=sys.stderr)
        return 1
    for name, slides in decks.items():
        print(f"{name:18} {len(slides):3} slides")
    print(f"To show them, open {os.path.relpath(output / 'index.html')} in a browser.")
    return 0


def build(output: Path) -> dict[str, list[Slide]]:
    """Write the decks into a temporary folder, then swap it in; lecture -> its slides."""
    sources = sorted((ROOT / "lectures").glob("*.ipynb"))
    decks = {source.stem: deck(nbformat.read(source, as_version=4)) for source in sources}
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined
    )
    colours = HtmlFormatter(style="default").get_style_defs(".code")
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".slides-") as made:
        whole = Path(made) / "slides"
        unpack(REVEAL, REVEAL_FILES, whole / "reveal")
        unpack(MATHJAX, MATHJAX_FILES, whole / "mathjax")
        style = (TEMPLATES / "slides.css").read_text(encoding="utf-8")
        (whole / "slides.css").write_text(f"{style}\n{colours}\n", encoding="utf-8")
        for name, slides in decks.items():
            page = environment.get_template("deck.html").render(
                title=slides[0].heading, sections=sections(slides)
            )
            (whole / f"{name}.html").write_text(page, encoding="utf-8")
        page = environment.get_template("index.html").render(decks=decks)
        (whole / "index.html").write_text(page, encoding="utf-8")
        if output.exists():
            os.replace(output, Path(made) / "old")
        os.replace(whole, output)
    return decks


def sections(slides: list[Slide]) -> list[list[Slide]]:
    """The slides in columns, one for each section of the lecture."""
    columns: list[list[Slide]] = []
    for slide in slides:
        if slide.opens or not columns:
            columns.append([])
        columns[-1].append(slide)
    return columns


# ---------------------------------------------------------------- from cells to slides


def deck(notebook: Any) -> list[Slide]:
    """The slides of a lecture."""
    slides: list[Slide] = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            for slide in cell_slides(cell, slides[-1].heading):
                if slides[-1].html:
                    slides.append(slide)
                else:  # so far only a heading
                    slides[-1].html, slides[-1].room = slide.html, slide.room
            continue
        for block in blocks(cell.source):
            found = re.fullmatch(r"(#+) (.+)", block)
            if found and FOR_READING.search(found[2]):
                return with_notes(slides)
            if found:
                slides.append(Slide(plain(found[2]), opens=len(found[1]) < 3))
                continue
            board = shown(block)
            if slides[-1].room < len(board):
                slides.append(Slide(slides[-1].heading))
            slides[-1].html += render(board)
            slides[-1].room -= len(board)
            slides[-1].notes.append(render(block))
    return with_notes(slides)


def with_notes(slides: list[Slide]) -> list[Slide]:
    """The slides; one without notes repeats what was said last."""
    for before, slide in pairwise(slides):
        slide.notes = slide.notes or before.notes[-1:]
    return slides


def blocks(text: str) -> list[str]:
    """The blocks of a Markdown text; a folded part is one block."""
    folds = r"<details.*?</details>"
    parts = re.split(rf"({folds})", text, flags=re.DOTALL)
    split = [
        [part] if part.startswith("<details") else re.split(r"\n\s*\n(?![ ]{2,}\S)", part)
        for part in parts
    ]
    return [block.strip("\n") for part in split for block in part if block.strip()]


def shown(block: str) -> str:
    """What of a block belongs on the board, as Markdown; '' if all of it goes into the notes."""
    if fold := re.match(r"<details.*?><summary>(.+?\?.*?)</summary>", block, re.DOTALL):
        return re.sub(r"<[^>]+>", "", fold[1]).replace("Think:", "**Think:**")
    if block.startswith(("<", ">")):
        return ""
    if block.startswith("|") or re.match(r"(\d+\.|[-*]) ", block):
        return block
    displays = re.findall(r"\$\$.+?\$\$", block, re.DOTALL)
    if displays:
        return "\n\n".join(displays)
    if task := re.search(r"\*\*[^*]+[:.]\*\*.*", block, re.DOTALL):  # "Before you run it: ..."
        return re.sub(r"(?<!\d)\)$", "", task[0]) if len(task[0]) < 420 else ""
    if re.fullmatch(r"\*\*[^*]+\*\*", block):  # what the lecture is about
        return block
    sentences = re.split(r"(?:(?<=[.?!])|(?<=[.?!]\*\*))\s+(?=[A-Z*$])", block)
    return " ".join(sentence for sentence in sentences if re.search(r"\?\*\*", sentence))


def cell_slides(cell: Any, heading: str) -> list[Slide]:
    """A cell's slides: its source or code, and its figures with what it prints beside them."""
    boards, pictures, printed = [], "", ""
    for output in cell.outputs:
        data = output.get("data", {})
        if output.output_type == "stream" and output.name == "stdout":
            printed += output.text
        elif "image/png" in data:
            pictures += picture(output)
        elif "text/markdown" in data:  # show_source
            source = data["text/markdown"].strip().removeprefix("```python").removesuffix("```")
            if source.count("\n") <= MAX_LINES:
                boards.append(code(source.strip()))
    lines = printed.count("\n")
    folded = "hide-input" in cell.metadata.get("tags", [])
    if pictures:
        below = lines if lines <= MAX_LINES_BESIDE else 0
        words = result(printed, wait=False) if below else ""
        boards.append(f'<div class="figure" style="--lines: {below}">{pictures}{words}</div>')
    elif printed and not folded and lines + cell.source.count("\n") <= MAX_LINES and not boards:
        boards.append(code(cell.source) + result(printed))
    elif 0 < lines <= MAX_LINES:
        boards.append(result(printed, wait=False))
    return [Slide(heading, board, room=0) for board in boards]


def code(text: str) -> str:
    """Python as HTML, in colours."""
    return highlight(text, PythonLexer(), HtmlFormatter(cssclass="code"))


def result(text: str, wait: bool = True) -> str:
    """What a cell prints: hidden until the next key press if it shares its slide."""
    return f'<pre class="result{" fragment" * wait}">{escape(text.rstrip())}</pre>'


def picture(output: Any) -> str:
    """A figure with its alternative text."""
    alt = output.metadata.get("image/png", {}).get("alt", "")
    data = output.data["image/png"].replace("\n", "")
    return f'<img src="data:image/png;base64,{data}" alt="{escape(alt)}">'


def render(text: str) -> str:
    """Markdown as HTML; links are taken out, as they lead to files that a deck does not have."""
    return str(markdown.render(re.sub(r"(?<!!)\[([^\]]+)\]\([^)\s]+\)", r"\1", text)))


def plain(text: str) -> str:
    """A heading as text; formulas stay TeX, for MathJax."""
    text = re.sub(r"[*`]", "", text)
    return re.sub(r"\$([^$]+)\$", r"\\(\1\\)", text)


if __name__ == "__main__":
    sys.exit(main())
