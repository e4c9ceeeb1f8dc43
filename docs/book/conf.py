"""Sphinx configuration of the book; tools/book.py stages its chapters and builds it."""

from typing import Any

import lincourse

project = "lincourse"
author = "the lincourse authors"
release = version = lincourse.__version__
language = "en"
copyright = "the lincourse authors; code MIT, text and figures CC BY 4.0"  # noqa: A001

extensions = ["myst_nb", "mathml"]
exclude_patterns = ["_static"]
nb_execution_mode = "off"
nb_output_stderr = "remove"
nb_render_markdown_format = "myst"  # with tables and formulas
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 3
html_math_renderer = "mathml"
suppress_warnings = ["epub.unknown_project_files"]

# PDF: all chapters on one page of HTML, which Chromium prints.
html_theme = "basic"
html_title = "Linear classifiers"
html_static_path = ["_static"]
html_css_files = ["book.css", "page.css"]
html_use_index = False

# EPUB
epub_theme = "epub"
epub_title = "Linear classifiers: an open course"
epub_author = "the lincourse authors"
epub_publisher = "lincourse"
epub_identifier = "lincourse"
epub_scheme = "title"
epub_uid = "lincourse"
epub_description = "From counting words to deriving gradients, with exercises."
epub_cover = ("_static/cover.svg", "")
epub_css_files = ["book.css"]
epub_exclude_files = ["_static/mathjax", "_static/page.css", ".buildinfo"]
epub_show_urls = "no"
epub_use_index = False
epub_tocdepth = 2
epub_tocdup = False


def without_missing_style(app: Any, page: str, template: str, context: Any, doctree: Any) -> None:
    """Take out MyST-NB's style sheet, which it only writes for web pages."""
    if app.builder.name == "epub":
        files = context["css_files"]
        context["css_files"] = [file for file in files if "mystnb" not in str(file.filename)]


def setup(app: Any) -> None:
    """Register the hook."""
    app.connect("html-page-context", without_missing_style)
