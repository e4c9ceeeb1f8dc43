"""Lectures as a reader meets them: short, linked, in terms of the glossary."""

import ast
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import build
import nbformat
import pytest
import site_course

ROOT = Path(__file__).resolve().parent.parent
LECTURES = sorted((ROOT / "lectures").glob("*.ipynb"))
MAX_WORDS = 7_600  # of text, code and output; about 8,000 as a word processor counts formulas
MAX_SECTIONS = 8
LETTER = re.compile(
    r"\\(?:alpha|beta|gamma|[Dd]elta|(?:var)?epsilon|eta|theta|kappa|lambda|mu|nabla|pi|rho"
    r"|[Ss]igma|tau|(?:var)?phi|[Pp]si|[Oo]mega)(?![a-z])|\\math(?:bf|bb|cal)\s*{?\s*[A-Za-z]"
)
every_lecture = pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)


@cache
def cells(path):
    return nbformat.read(path, as_version=4).cells


def texts(path):
    """The Markdown of a lecture, cell by cell."""
    return [cell.source for cell in cells(path) if cell.cell_type == "markdown"]


def headings(path):
    return re.findall(r"^## (.+)$", "\n".join(texts(path)), re.M)


@every_lecture
def test_lecture_is_short_enough_to_be_read_at_one_sitting(path):
    words = 0
    for cell in cells(path):
        words += len(cell.source.split())
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" not in data:
                words += len((output.get("text") or data.get("text/plain", "")).split())
    assert words <= MAX_WORDS
    assert len([heading for heading in headings(path) if heading[0].isdigit()]) <= MAX_SECTIONS


@every_lecture
def test_lecture_can_be_looked_things_up_in(path):
    text = (ROOT / "sources/lectures" / f"{path.stem}.py").read_text(encoding="utf-8")
    assert "# {contents}" in text
    if path.name[:2] != "00":
        assert "# {formulas}" in text
        assert {"In practice", "Problems"} <= {re.sub(r"^\d+\. ", "", h) for h in headings(path)}


@every_lecture
def test_headings_are_plain_text(path):
    """JupyterLab makes a heading's anchor from the text it shows, without the stars of italics."""
    assert [heading for heading in headings(path) if re.search(r"[*_`$\\]", heading)] == []


@every_lecture
def test_every_link_leads_somewhere(path):
    for target, mark, anchor in (
        link.partition("#")
        for text in texts(path)
        for link in re.findall(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)", text)
    ):
        if ":" in target:
            continue
        there = (path.parent / target).resolve() if target else path
        assert there.exists(), target
        if mark and there.suffix == ".ipynb":
            anchors = [build.anchor(heading) for heading in headings(there)]
            assert unquote(anchor) in map(unquote, anchors)


def letters(text):
    """The Greek, bold, calligraphic and blackboard letters of formulas."""
    return {re.sub(r"[{\s]", "", letter) for letter in LETTER.findall(text)}


@every_lecture
def test_every_greek_or_bold_letter_is_on_the_notation_page(path):
    known = letters((ROOT / "docs/notation.md").read_text(encoding="utf-8"))
    assert letters("\n".join(texts(path))) - known == set()


@every_lecture
def test_printed_python_is_valid_and_imports_torch_if_it_uses_it(path):
    for code in re.findall(r"```python\n(.*?)```", "\n".join(texts(path)), re.S):
        ast.parse(code)
        assert "torch." not in code or "import torch\n" in code


def terms_in_bold(path):
    bold = re.findall(r"(?<![*\w])\*\*([a-zA-Z][\w' -]*\w)\*\*(?!\*)", "\n\n".join(texts(path)))
    return {" ".join(term.split()).lower() for term in bold}


@every_lecture
def test_every_term_in_bold_is_in_the_glossary(path):
    """Bold is for terms, and for words before a colon or a full stop that open a paragraph."""
    subtitle = re.search(r"\*\*(.+?)\*\*", texts(path)[0])[1]
    known = {*site_course.words_known(), subtitle.lower(), "in this lecture", "go on with"}
    assert terms_in_bold(path) - known == set()


@every_lecture
def test_glossary_names_a_lecture_that_has_the_term_in_bold(path):
    glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    entries = re.findall(r"^\*\*(.+?)\*\*(.+?)(?=\n\n|\Z)", glossary, re.M | re.S)
    elsewhere = {
        word
        for words, text in entries
        if path.name[:2] not in re.findall(r"\b\d\d\b", text)
        for word in words.lower().split(", ")
    }
    assert terms_in_bold(path) & elsewhere == set()
