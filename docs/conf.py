"""Sphinx configuration of the reading site; tools/site_pages.py stages the pages and builds it."""

import os
import re
from functools import cache
from html import escape

import site_home
import site_search
from docutils import nodes
from sphinx import addnodes

import lincourse

project = "lincourse"
author = "the lincourse authors"
release = lincourse.__version__
language = "en"
copyright = "the lincourse authors; code MIT, text and figures CC BY 4.0"  # noqa: A001

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
exclude_patterns = ["_static", "lite", "theme"]
default_role = "code"  # docstrings put names between single backticks

# Notebooks are shown with the outputs they come with.
nb_execution_mode = "off"
nb_output_stderr = "remove"
nb_render_markdown_format = "myst"  # questions have tables and formulas
nb_code_prompt_show = "Show the code"  # above cells that are folded
nb_code_prompt_hide = "Hide the code"
myst_enable_extensions = ["amsmath", "dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 3

# Mathematics without a network: build_site.py puts MathJax there.
mathjax_path = "mathjax/tex-mml-chtml.js"
mathjax3_config = {"options": {"enableMenu": False}}

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"
add_module_names = False

html_theme = "theme"
html_theme_path = ["."]
html_static_path = ["_static"]
html_css_files = ["style.css"]  # tools/site_pages.py joins the sheets of _static/
html_js_files = [
    *((name, {"defer": "defer"}) for name in ("lincourse.js", "offline.js")),
    ("course.js", {"type": "module"}),
]
MODULES = {
    "index": "home.js",
    "search": "search.js",
    "lectures": "figures.js",
    "exercises": "try.js",
}
# What Sphinx and MyST-NB add for themes other than ours.
UNUSED = re.compile(r"documentation_options|doctools|sphinx_highlight|pygments|mystnb")
WITHOUT_CONTENTS = {"index", "search", "formulas", "notation", "glossary"}
WIDE = {"formulas", "notation"}
html_baseurl = os.environ.get("LINCOURSE_SITE_URL", "")  # for canonical links
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
html_favicon = "_static/icon.svg"


def setup(app):
    """Register what converts docstrings, what the templates are given, and the search index."""
    app.connect("autodoc-process-docstring", docstring)
    app.connect("doctree-resolved", scrolling_tables)
    app.connect("html-page-context", frame)
    app.connect("html-page-context", head)
    app.connect("build-finished", lambda app, error: error or site_search.write(app))


def scrolling_tables(app, doctree, docname):
    """Handle Sphinx's event: put each table into a box, in which it scrolls on a phone."""
    for table in list(doctree.findall(nodes.table)):
        box = nodes.container(classes=["scrolls"])
        table.replace_self(box)
        box += table


def frame(app, pagename, templatename, context, doctree):
    """Handle Sphinx's event: what docs/theme/ shows around a page."""
    pages = {
        caption: [(name, app.env.titles[name].astext()) for name in names]
        for caption, names in trees(app.env)
    }
    course, *others = pages.values()
    context["units"] = [
        {"number": title[:2], "name": title[3:], "lecture": name, "exercise": exercise}
        for (name, title), (exercise, _) in zip(course[::2], course[1::2], strict=True)
    ]
    context["parts"] = [
        {
            "title": caption,
            "pages": [{"name": name, "title": title} for name, title in found],
            "open": pagename in dict(found),
        }
        for caption, found in zip(list(pages)[1:], others, strict=True)
    ]
    folder, _, name = pagename.rpartition("/")
    context["contents"] = context.get("display_toc") and pagename not in WITHOUT_CONTENTS
    context["kind"] = {"index": "home", "search": "search"}.get(pagename) or (
        "wide" if pagename in WIDE else ""
    )
    context["picture"] = site_home.unit_picture(name) if folder else ""
    if module := MODULES.get(pagename.partition("/")[0]):
        app.add_js_file(module, type="module")
    for files in ("css_files", "script_files"):
        context[files] = [
            file
            for file in context[files]
            if not UNUSED.search(str(getattr(file, "filename", file)))
        ]


@cache
def trees(env):
    """The captions of the lists of pages in docs/index.md, and the pages of each."""
    found = env.get_doctree("index").findall(addnodes.toctree)
    return [(tree["caption"], [name for _, name in tree["entries"]]) for tree in found]


def head(app, pagename, templatename, context, doctree):
    """Handle Sphinx's event: what other programs read of a page."""
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
