"""Sphinx configuration of the reading site; tools/site_pages.py stages the pages and builds it."""

import os
import re
from html import escape
from pathlib import Path

from docutils import nodes

import lincourse

project = "lincourse"
author = "the lincourse authors"
release = lincourse.__version__
language = "en"
html_title = "lincourse: linear classifiers"
copyright = "the lincourse authors; code MIT, text and figures CC BY 4.0"  # noqa: A001

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx_copybutton"]
exclude_patterns = ["_static", "lite"]
default_role = "code"  # docstrings put names between single backticks

# Notebooks are shown with the outputs they come with.
nb_execution_mode = "off"
nb_output_stderr = "remove"
nb_render_markdown_format = "myst"  # questions have tables and formulas
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 3

# Mathematics without a network: build_site.py puts MathJax there.
mathjax_path = "mathjax/tex-mml-chtml.js"
mathjax3_config = {"options": {"enableMenu": False}}

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"
add_module_names = False

html_theme = "sphinx_book_theme"
html_static_path = ["_static"]
html_css_files = ["lincourse.css", "figures.css", "course.css", "print.css"]
html_js_files = [
    *((name, {"defer": "defer"}) for name in ("lincourse.js", "offline.js")),
    *((name, {"type": "module"}) for name in ("figures.js", "course.js", "home.js")),
]
html_baseurl = os.environ.get("LINCOURSE_SITE_URL", "")  # for canonical links
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
html_favicon = "_static/icon.svg"
html_logo = "_static/icon.svg"
html_context = {"default_mode": "auto"}  # light or dark, as the reader's system is
html_theme_options = {
    "home_page_in_toc": True,
    "logo": {"text": "lincourse", "alt_text": ""},
    "secondary_sidebar_items": {"**": ["page-toc"], "index": [], "notation": [], "formulas": []},
    "show_toc_level": 2,
    "show_navbar_depth": 1,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "use_source_button": False,
}


def setup(app):
    """Register what converts docstrings, and what goes into each page's head."""
    app.connect("autodoc-process-docstring", docstring)
    app.connect("html-page-context", head)


def head(app, pagename, templatename, context, doctree):
    """Handle Sphinx's event: what other programs read of a page, and exercise pages' own script."""
    tags = context.get("metatags", "")
    words = described(doctree)
    title = re.sub("<.*?>", "", context.get("title", project))
    if 'name="description"' not in tags:
        tags += f'<meta name="description" content="{escape(words)}">'
    picture = html_baseurl or context["pathto"]("", resource=True)
    for name, content in {
        "og:type": "website" if pagename == "index" else "article",
        "og:site_name": "lincourse",
        "og:title": title,
        "og:description": words,
        "og:image": f"{picture}_static/social.png",
        "og:image:alt": "A line between blue and orange points, and the name of the course",
        **({"og:url": context["pageurl"]} if context.get("pageurl") else {}),
    }.items():
        tags += f'<meta property="{name}" content="{escape(content)}">'
    tags += '<meta name="twitter:card" content="summary_large_image">'
    for relation, name in (
        ("manifest", "manifest.webmanifest"),
        ("apple-touch-icon", "_static/icon-192.png"),
    ):
        address = context["pathto"](name, resource=True)
        tags += f'<link rel="{relation}" href="{address}">'
    context["metatags"] = tags
    if pagename.startswith("exercises/"):
        app.add_js_file("try.js", type="module")


def described(doctree):
    """A page in a sentence or two: what it says of itself, else its first paragraphs."""
    if doctree is None:
        return "Search an open course on linear classifiers."
    for meta in doctree.findall(nodes.meta):
        if meta.get("name") == "description":
            return meta["content"]
    words = ""
    for paragraph in doctree.findall(nodes.paragraph):
        if len(words) < 90 and not list(paragraph.findall(nodes.math)):
            words += " " + " ".join(paragraph.astext().split())
    words = words.strip() or "A page of an open course on linear classifiers."
    return words if len(words) <= 200 else words[:199].rpartition(" ")[0] + " …"


def docstring(app, what, name, thing, options, lines):
    """Handle autodoc's event: convert a docstring, in place, to reStructuredText."""
    lines[:] = plain("\n".join(lines)).split("\n")


def linked(found):
    """A docstring's reference to sections, such as (lecture 02: smoothing), as links."""
    link = rf":ref:`\g<0> <section-lecture-{found[1]}-\g<0>>`"
    return f"(lecture {found[1]}: {re.sub('[a-z-]+', link, found[2])})"


def plain(text):
    """A docstring as reStructuredText: indented text becomes a code block, * | _ are escaped."""
    made, before = [], ""
    for paragraph in re.split(r"\n\n+", text):
        if paragraph.startswith("    "):
            made += [paragraph] if before.startswith("    ") else ["::", paragraph]
        elif paragraph.startswith((">>>", "===")):
            made.append(paragraph)
        else:
            parts = re.split(r"(`[^`]*`)", paragraph)
            parts[::2] = [re.sub(r"([*|]|_\b)", r"\\\1", part) for part in parts[::2]]
            made.append(re.sub(r"\(lecture (\d\d): ([a-z, -]+)\)", linked, "".join(parts)))
        before = paragraph
    return "\n\n".join(made)
