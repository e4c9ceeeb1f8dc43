"""MathJax at build time, in a headless Chromium: TeX to MathML for the book, to HTML for the site.

For the book this is a Sphinx extension: a math renderer that writes MathML, which PDF and EPUB show
without a script.
"""

import functools
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docutils.nodes import SkipNode, paragraph
from site_fetch import MATHJAX, SiteError, unpack

CACHE = Path(__file__).resolve().parent.parent / "_build" / "mathjax"
SCRIPT = r"static/mathjax/(tex-mml-chtml\.js|output/chtml/fonts/.*\.woff)$"
FONTS = "mathjax/output/chtml/fonts/woff-v2"  # as the style sheet of formulas names their folder
SETTINGS = {
    "startup": {"typeset": False},
    "options": {"enableMenu": False},
    "chtml": {"fontURL": FONTS},
}
# The surrounding text's size is unknown: formulas have scale 1, and the style sheet scales them.
CHTML = """formulas => formulas.map(([tex, display]) => MathJax.tex2chtml(
    tex, {display, em: 16, ex: 8, containerWidth: 1280, scale: 1}).outerHTML)"""


def chromium() -> str | None:
    """Where a Chromium or Chrome is, if there is one."""
    found = map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))
    return next(filter(None, found), None)


class Converter:
    """Chromium with MathJax in it."""

    def __init__(self) -> None:
        from playwright.sync_api import sync_playwright

        path = chromium()
        if path is None:
            raise SiteError(
                "Chromium is not installed, but converts the formulas; on Debian and "
                "Ubuntu: apt-get install chromium"
            )
        unpack(MATHJAX, SCRIPT, CACHE)
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        self.page = self.browser.new_page()
        self.page.goto("about:blank")
        self.page.evaluate("settings => { window.MathJax = settings }", SETTINGS)
        self.page.add_script_tag(path=CACHE / "tex-mml-chtml.js")
        self.page.evaluate("MathJax.startup.promise")

    def close(self) -> None:
        """End Chromium."""
        self.browser.close()
        self.playwright.stop()

    @functools.cache  # noqa: B019 - one converter lives as long as a build
    def mathml(self, tex: str, display: bool) -> str:
        """A formula as a `<math>` element."""
        made = self.page.evaluate(
            "([tex, display]) => MathJax.tex2mml(tex, {display})", [tex, display]
        )
        if "<merror" in made:
            raise SiteError(f"MathJax does not understand the formula {tex!r}")
        return signed(str(made))

    def chtml(self, formulas: Iterable[tuple[str, bool]]) -> dict[tuple[str, bool], str]:
        """Formulas (TeX, True if displayed) as HTML, with MathML beside it for screen readers."""
        known = list(dict.fromkeys(formulas))
        made = dict(zip(known, self.page.evaluate(CHTML, known), strict=True))
        for (tex, _), html in made.items():
            if "<mjx-merror" in html:
                raise SiteError(f"MathJax does not understand the formula {tex!r}")
        return made

    def style(self) -> str:
        """The style sheet for all formulas that `chtml` has set so far."""
        return str(self.page.evaluate("MathJax.chtmlStylesheet().textContent"))


def signed(mathml: str) -> str:
    """MathML in which a sign after a bracket, a comma or a relation belongs to its number.

    Browsers take a sign for a sum's wherever something stands before it.
    """
    return re.sub(
        r"(<mo\b[^>]*>(?:[(\[,;=<>≤≥≈←→∈]|&#x[0-9A-F]+;|&[lg]t;)</mo>\s*)<mo>([-−+±]|&#x2212;)</mo>",
        r'\1<mo form="prefix">\2</mo>',
        mathml,
    )


def inline(self: Any, node: Any) -> None:
    """Write an inline formula (docutils' visitor)."""
    self.body.append(converter(self.builder._app).mathml(node.astext(), False))
    raise SkipNode  # docutils need not visit the children


def display(self: Any, node: Any) -> None:
    """Write a displayed formula (docutils' visitor)."""
    made = converter(self.builder._app).mathml(node.astext(), True)
    tag = "span" if isinstance(node.parent, paragraph) else "div"
    self.body.append(f'<{tag} class="math">{made}</{tag}>')
    raise SkipNode  # docutils need not visit the children


def converter(app: Any) -> Converter:
    """The converter of a build, started when it is first needed."""
    if not hasattr(app, "mathml_converter"):
        app.mathml_converter = Converter()
    found: Converter = app.mathml_converter
    return found


def finish(app: Any, error: Exception | None) -> None:
    """End Chromium with the build."""
    if hasattr(app, "mathml_converter"):
        app.mathml_converter.close()


def setup(app: Any) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("mathml", (inline, None), (display, None))
    app.connect("build-finished", finish)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
