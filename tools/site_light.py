"""Page weight: few icons, one style sheet, scripts that wait, a search index where one searches.

The theme loads FontAwesome whole, 1.5 MB for a dozen icons, and the index of the search on each
page. Here the icons that pages use become a style sheet, and what is left over is deleted. A page
can't be shown before its style sheets and the scripts in its head are there: a dozen sheets become
one, and scripts wait until the page has been read. And no page is laid out twice: it has its theme,
light or dark, before it is first shown, and no script measures what the reader has not come to.
"""

import functools
import posixpath
import re
from collections.abc import Set
from pathlib import Path
from urllib.parse import quote

from site_fetch import SiteError, digest

FONT = "_static/scripts/fontawesome.js"
STYLE = "_static/icons.css"
ICON = re.compile(r'class="[^"]*\bfa-solid ([^"]*)"')
SHEET = re.compile(
    r'<link (?=[^>]*rel="stylesheet")[^>]*'
    r'href="(?P<top>[./]*)(?P<path>_static/[^"?]*)[^"]*"[^>]*>\n?'
)
THEME = ("_static/styles/", "_static/mystnb")
# Letters of code in the colour of all code; each of them would be an element of the page.
PLAIN = re.compile(r'<span class="(?:n|nn|p|w)">([^<]*)</span>')
# The theme marks a page "auto", and as light or dark once its scripts run.
AUTO = 'dataset.theme = localStorage.getItem("theme") || "auto";'
AT_ONCE = """dataset.theme = (mode => mode !== "auto" ? mode :
      matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
    )(document.documentElement.dataset.mode);"""
# The theme measures all boxes of a page to find those that scroll; docs/_static/lincourse.js those
# that come near the reader.
SCRIPT = "_static/scripts/pydata-sphinx-theme.js"
MEASURES = "e.tabIndex=e.scrollWidth>e.clientWidth||e.scrollHeight>e.clientHeight?0:-1"
SIZES = {"fa-fw", "fa-lg", "fa-sm"}  # not names of icons
RULES = """\
:where(.fa-solid) {
  background: currentcolor;
  display: inline-block;
  height: 1em;
  mask: var(--icon) center / contain no-repeat;
  vertical-align: -0.125em;
  width: 1.25em;
}

.fa-solid::before {
  content: none !important;
}

html[data-mode="auto"] .theme-switch-button i.theme-switch[data-mode="auto"],
html[data-mode="dark"] .theme-switch-button i.theme-switch[data-mode="dark"],
html[data-mode="light"] .theme-switch-button i.theme-switch[data-mode="light"] {
  display: inline-block;
}
"""


def lighten(site: Path) -> None:
    """Rewrite all pages of a site that Sphinx has built."""
    font = (site / FONT).read_text(encoding="utf-8")
    names: set[str] = set()
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        names |= {name for found in ICON.findall(page) for name in found.split()}
        path.write_text(lighter(page, path.name == "search.html"), encoding="utf-8")
    used = sorted(name for name in names - SIZES if name.startswith("fa-"))
    (site / STYLE).write_text(RULES + "".join(icon(name, font) for name in used), encoding="utf-8")
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    scripts = [path for path in site.rglob("*.js") if "mathjax" not in path.parts]
    texts = (*pages.values(), *(path.read_text(encoding="utf-8") for path in scripts))
    known = frozenset(word for text in texts for word in re.findall(r"[A-Za-z_][\w-]*", text))
    for path, page in pages.items():
        path.write_text(one_style(page, site, known), encoding="utf-8")
    script = (site / SCRIPT).read_text(encoding="utf-8")
    if MEASURES not in script:
        raise SiteError("the theme's script finds boxes that scroll in another way")
    (site / SCRIPT).write_text(script.replace(MEASURES, ""), encoding="utf-8")
    for path in {*site.glob(f"{FONT}*"), *site.rglob("*.js.map"), *site.rglob("*.css.map")}:
        path.unlink()


def lighter(page: str, searches: bool) -> str:
    """A page with the icons' style sheet, one viewport, and the search index if it searches."""
    page = PLAIN.sub(r"\1", page).replace(AUTO, AT_ONCE)
    page = re.sub(r'<img (?=[^>]*src="[./]*_images/)', '<img loading="lazy" ', page)
    page = re.sub(
        rf'<script defer src="([./]*){re.escape(FONT)}[^"]*"></script>',
        rf'<link rel="stylesheet" href="\1{STYLE}">',
        page,
    )
    if not searches:
        index = r'\s*<script src="[./]*(_static/searchtools|_static/language_data|searchindex)\.js"'
        page = re.sub(rf"{index}[^>]*></script>", "", page)
        page = deferred(page)
    # Sphinx, docutils and the theme each say how wide a page is.
    for again in reversed(list(re.finditer(r'<meta [^>]*name="viewport"[^>]*>', page))[1:]):
        page = page[: again.start()] + page[again.end() :]
    return page


def deferred(page: str) -> str:
    """A page whose scripts run, in their order, once it has been read."""
    page = re.sub(r'<script src="', '<script defer src="', page)
    # These use what one of those defines; a module is run in its turn.
    page = page.replace(
        "<script>DOCUMENTATION_OPTIONS", '<script type="module">DOCUMENTATION_OPTIONS'
    )
    return re.sub(r'<link rel="preload" as="script"[^>]*>\s*', "", page)


def one_style(page: str, site: Path, known: Set[str]) -> str:
    """A page with its style sheets in one file, which is written unless another page has it too.

    `known` are the words of all pages and scripts: the theme's rules for other classes are dropped.
    """
    sheets = list(SHEET.finditer(page))
    if not sheets:
        return page
    top = sheets[0]["top"]
    text = "\n".join(sheet(site, found["path"], known) for found in sheets)
    name = f"_static/style-{digest(text.encode())[:8]}.css"
    if not (site / name).exists():
        (site / name).write_text(text, encoding="utf-8")
    for found in reversed(sheets[1:]):
        page = page[: found.start()] + page[found.end() :]
    return SHEET.sub(f'<link rel="stylesheet" href="{top}{name}">', page, count=1)


@functools.cache
def sheet(site: Path, path: str, known: Set[str]) -> str:
    """A style sheet as a part of one in `_static/`: what it imports is in it, addresses lead on."""
    folder = posixpath.dirname(path)
    text = (site / path).read_text(encoding="utf-8").removeprefix('@charset "UTF-8";')
    text = re.sub(
        r'@import "([^"]+)";',
        lambda found: sheet(site, posixpath.normpath(posixpath.join(folder, found[1])), known),
        text,
    )
    if path.startswith(THEME):
        text = of_use(text, known)
    return re.sub(
        r"""url\((["']?)(?!data:|#)([^)"']+)\1\)""",
        lambda found: f"url({posixpath.relpath(posixpath.join(folder, found[2]), '_static')})",
        text,
    )


def of_use(style: str, known: Set[str]) -> str:
    """A style sheet without the rules for classes that are not known."""

    def used(selector: str) -> bool:
        names = re.findall(r"\.([A-Za-z_][\w-]*)", re.sub(r":\w+\(.*\)", "", selector))
        return all(name in known or name.startswith("bs-") for name in names)  # made by Bootstrap

    def rule(found: re.Match[str]) -> str:
        kept = [one for one in re.split(r",(?![^()]*\))", found["selectors"]) if used(one)]
        return f"{','.join(kept)}{{{found['body']}}}" if kept else ""

    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    return re.sub(r"(?P<selectors>[^{};@]+)\{(?P<body>[^{}]*)\}", rule, style)


def icon(name: str, font: str) -> str:
    """The rule for one icon, with its shape taken from FontAwesome's script."""
    short = re.escape(name.removeprefix("fa-"))
    shapes = re.findall(rf'\b{short}"?:\[(\d+),(\d+),\[[^\]]*\],"\w+","(M[^"]+)"', font)
    if not shapes:
        raise SiteError(f"the theme's script has no icon {name}")
    width, height, path = shapes[-1]
    around = f"viewBox='0 0 {width} {height}'"
    drawn = f"<svg xmlns='http://www.w3.org/2000/svg' {around}><path d='{path}'/></svg>"
    return f'\n.{name} {{\n  --icon: url("data:image/svg+xml,{quote(drawn)}");\n}}\n'
