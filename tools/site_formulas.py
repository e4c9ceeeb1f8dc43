"""Formulas of the pages, typeset while the site is built, so that no reader's browser has to.

What Sphinx has left as TeX becomes MathJax's HTML, with MathML beside it for screen readers, and a
style sheet. MathJax itself is fetched only where formulas come up later (docs/_static/try.js). On a
machine without Chromium pages stay as they are, and MathJax typesets them in the reader's browser.
"""

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path

from mathml import Converter, chromium
from site_fetch import SiteError, digest

STYLE = "_static/formulas.css"
GLOSSARY = "_static/glossary.json"
FORMULA = re.compile(
    r'(?P<tag><(?:span|div) class="math [^>]*>)'
    r"\s*\\(?:\((?P<inline>[^<]*)\\\)|\[(?P<display>[^<]*)\\\])\s*(?=</)"
)
IN_GLOSSARY = re.compile(r"(?P<tag>)\\\((?P<inline>.*?)\\\)(?P<display>)")
MATHJAX = re.compile(
    r"<script>window\.MathJax = .*?</script>\s*"
    r'<script [^>]*src="([./]*)_static/mathjax/[^"]*"></script>'
)

Formula = tuple[str, bool]  # TeX, and True if it is displayed


def typeset(site: Path) -> None:
    """Rewrite the pages of a site that have formulas, and the notes of its glossary."""
    if chromium() is None:
        print("Chromium is not installed, so formulas are typeset in the reader's browser.")
        return
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    pages = {path: page for path, page in pages.items() if MATHJAX.search(page)}
    notes = json.loads((site / GLOSSARY).read_text(encoding="utf-8"))
    converter = Converter()
    try:
        formulas = [one for page in pages.values() for one in found(FORMULA, page)]
        formulas += [one for note in notes.values() for one in found(IN_GLOSSARY, note)]
        made = converter.chtml(formulas)
        style = converter.style()
    finally:
        converter.close()
    (site / STYLE).write_text(style, encoding="utf-8")
    link = rf'<link rel="stylesheet" href="\1{STYLE}?v={digest(style.encode())[:8]}">'
    for path, page in pages.items():
        page = replaced(FORMULA, MATHJAX.sub(link, page), made)
        if page.count('class="math ') != len(re.findall('class="math [^>]*><mjx-container', page)):
            raise SiteError(f"{path.name} has a formula that is not between \\( \\) or \\[ \\]")
        path.write_text(page, encoding="utf-8")
    notes = {term: replaced(IN_GLOSSARY, note, made) for term, note in notes.items()}
    (site / GLOSSARY).write_text(json.dumps(notes), encoding="utf-8")


def found(pattern: re.Pattern[str], text: str) -> Iterator[Formula]:
    """The formulas of a text."""
    return map(formula, pattern.finditer(text))


def formula(match: re.Match[str]) -> Formula:
    """A formula that a pattern has found."""
    return unescape(match["inline"] or match["display"]), match["inline"] is None


def replaced(pattern: re.Pattern[str], text: str, made: Mapping[Formula, str]) -> str:
    """A text with its formulas typeset."""
    return pattern.sub(lambda match: match["tag"] + made[formula(match)], text)
