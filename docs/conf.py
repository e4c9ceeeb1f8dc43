"""Sphinx configuration of the reading site; tools/site_pages.py stages the pages and builds it."""

import re

import lincourse

project = "lincourse"
author = "the lincourse authors"
release = lincourse.__version__
language = "en"
html_title = "lincourse: linear classifiers"
copyright = "the lincourse authors; code MIT, text and figures CC BY 4.0"  # noqa: A001

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
exclude_patterns = ["_static", "lite"]
default_role = "code"  # docstrings put names between single backticks

# Notebooks are shown with the outputs they come with.
nb_execution_mode = "off"
nb_output_stderr = "remove"
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
html_css_files = ["lincourse.css"]
html_js_files = ["lincourse.js"]
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
    "show_toc_level": 2,
    "show_navbar_depth": 1,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "use_source_button": False,
}


def setup(app):
    """Register the handler that converts docstrings."""
    app.connect("autodoc-process-docstring", docstring)


def docstring(app, what, name, thing, options, lines):
    """Handle autodoc's event: convert a docstring, in place, to reStructuredText."""
    lines[:] = plain("\n".join(lines)).split("\n")


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
            made.append("".join(parts))
        before = paragraph
    return "\n\n".join(made)
