"""Static site generator: Sphinx with MyST-NB makes the pages to read.

They are the lectures with their outputs, the exercises, reference pages, guides and the package's
API. The sources are first copied to a staging folder, those of docs/ to its top. On the way links
between files are rewritten to links between pages: a link to a module leads to its page in `api/`,
and a link to a file that is not on the site becomes plain text.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any

import nbformat
import site_course
import site_figures
import site_formulas
import site_home
import site_long
from PIL import Image
from site_fetch import MATHJAX, SiteError, unpack
from site_interactive import FOLDER, figure_html, stage_figures
from site_lite import notebooks

import lincourse

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TOOLS = ROOT / "tools"
NOTEBOOK_MODULES = ("datasets", "plots", "interact")
PARTS = {  # what the site makes of a page of docs/
    "glossary.md": site_course.glossary_page,
    "formulas.md": site_course.without_tests,
    "errata.md": site_course.folded_tests,
}
STYLES = ("base", "lincourse", "figures", "course", "print")  # in the order of the page
# Letters of code in the colour of all code; each of them would be an element of the page.
PLAIN = re.compile(r'<span class="(?:n|nn|p|w|o)">([^<]*)</span>')
PICTURE = re.compile(r'<img (?=[^>]*src="(?P<path>[./]*_images/[^"]+)")(?P<rest>[^>]*)>')
TRY_HINT = (  # for readers with scripts; docs/_static/try.js is what it speaks of
    '<p class="try-hint js-only">You can also solve it right here: write into the cells and '
    "press Check. Python, 16 MB of it, is fetched when you begin, and your answers are kept in "
    "this browser until you hand them in.</p>\n"
)
CHECK_MODULES = (
    "checks",
    "misstep.functions.rungs",
    "misstep.core.mistakes",
    "misstep.quizzes.quiz",
    "misstep.formulas.expressions",
    "misstep.core.report",
)


def build(work: Path, output: Path, drawn: Sequence[str] | None = None) -> None:
    """Build the pages into the folder `output`; `work` is an empty staging folder.

    `drawn` are the units whose figures are drawn for the site, or None for all.
    """
    stage(work, drawn)
    run = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto", work, output],
        env=os.environ
        | {"LINCOURSE_STATIC": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(TOOLS)},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SiteError(f"the pages have warnings, which count as errors:\n{run.stderr}")
    for name in (".doctrees", "_sources"):
        shutil.rmtree(output / name, ignore_errors=True)
    leftovers = (".buildinfo", "objects.inv", "searchindex.js", "_static/pygments.css")
    for path in (*(output / name for name in leftovers), *output.glob("_static/mystnb*.css")):
        path.unlink(missing_ok=True)
    lighten(output)
    site_formulas.typeset(output)
    site_long.measure(output)
    for source in notebooks():
        shutil.copy(source, output / source.relative_to(ROOT))
    (output / ".nojekyll").touch()  # else GitHub Pages runs Jekyll, which drops _static/
    if address := os.environ.get("LINCOURSE_SITE_URL"):
        write_sitemap(output, address)
    shutil.copy(DOCS / "404.html", output)
    Image.open(DOCS / "_static" / "icon-192.png").save(output / "favicon.ico", sizes=[(32, 32)])


def lighten(output: Path) -> None:
    """Drop elements that no rule colours; give pictures their size, and load only near ones."""

    def sized(found: re.Match[str]) -> str:
        rest, path = found["rest"], page.parent / found["path"]
        if "width=" not in rest:
            width, height = Image.open(path).size if path.suffix == ".png" else ("", "")
            rest += f' width="{width}" height="{height}"' if width else ""
        return f'<img loading="lazy" {rest}>'

    for page in output.rglob("*.html"):
        # MyST-NB's label hides from screen readers what a folded cell says.
        text = page.read_text(encoding="utf-8").replace(' aria-label="Toggle hidden content"', "")
        page.write_text(PICTURE.sub(sized, PLAIN.sub(r"\1", text)), encoding="utf-8")


def write_sitemap(site: Path, address: str) -> None:
    """Write the list of pages to read for search engines, which only take full addresses."""
    pages = [path.relative_to(site).as_posix() for path in sorted(site.rglob("*.html"))]
    listed = [
        f"<url><loc>{escape(address + page)}</loc></url>"
        for page in pages
        if not page.startswith("_") and page != "search.html"
    ]
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{chr(10).join(listed)}\n</urlset>\n"
    )
    (site / "sitemap.xml").write_text(text, encoding="utf-8")
    (site / "robots.txt").write_text(f"Sitemap: {address}sitemap.xml\n", encoding="utf-8")


def lecture_modules() -> list[str]:
    """The package's public modules in the order of the lectures, those without a number last.

    A module's docstring opens with the number of its lecture.
    """
    return sorted(lincourse.__all__, key=lambda name: (getattr(lincourse, name).__doc__ or "~")[:2])


def documented() -> list[str]:
    """All modules that have a page in `api/`."""
    return [*lecture_modules(), *NOTEBOOK_MODULES, *CHECK_MODULES]


# ---------------------------------------------------------------- staging: what Sphinx reads


def stage(work: Path, drawn: Sequence[str] | None = None) -> None:
    """Copy everything that Sphinx reads into the staging folder; for `drawn` see `build`."""
    shutil.copytree(DOCS / "_static", work / "_static")
    shutil.copytree(DOCS / "theme", work / "theme")
    shutil.copy(DOCS / "conf.py", work)
    sheets = [work / "_static" / f"{name}.css" for name in STYLES]
    style = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    write(work / "_static" / "style.css", style)
    for sheet in sheets:
        sheet.unlink()
    stage_mathjax(work / "_static" / "mathjax")
    pages = sorted(DOCS.glob("*.md"))
    lectures = sorted((ROOT / "lectures").glob("*.ipynb"))
    wanted = [path for path in lectures if drawn is None or path.name.startswith(tuple(drawn))]
    folders = site_figures.figures(wanted)
    for source in notebooks():
        figures = {}
        if source in wanted:
            figures = stage_figures(folders[source.stem], work / FOLDER)
        write(work / place(source), staged_notebook(source, figures))
    for source in pages:
        text = source.read_text(encoding="utf-8")
        if source.name in PARTS:
            text = PARTS[source.name](text)
        write(work / place(source), filled(links(text, source)))
    write(work / "_static" / "glossary.json", site_course.glossary_data())
    shutil.copytree(DOCS / "images", work / "images")
    for module in documented():
        write(work / "api" / f"{module}.md", api_page(module))
    write(work / "api" / "index.md", api_index())


def stage_mathjax(target: Path) -> None:
    """Unpack MathJax's script and fonts, so that formulas need no network."""
    unpack(MATHJAX, r"static/mathjax/(tex-mml-chtml\.js|output/chtml/fonts/.*\.woff)$", target)


def place(source: Path) -> Path:
    """A file's path on the site."""
    return source.relative_to(DOCS if source.is_relative_to(DOCS) else ROOT)


def staged_notebook(
    source: Path, figures: Mapping[int, dict[str, Any]] = MappingProxyType({})
) -> str:
    """A notebook as its page has it: rewritten links, its figures by cell, a bar to run it."""
    notebook = nbformat.read(source, as_version=4)
    exercise = source.is_relative_to(ROOT / "exercises")
    sections, words = site_course.Sections(source), site_course.words_known()
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            text = site_course.link_lectures(folds(links(cell.source, source)), source)
            if sections.is_lecture:
                text = site_course.link_words(text, words)
            if i + 1 in figures:
                text = site_course.with_controls(text)
            cell.source = sections.join(text)
        else:
            describe_pictures(cell, source)
            if i in figures:
                put_figure(cell, figure_html(figures[i], "../"))
            if not exercise:  # readers can run the code of those on their page
                cell.source = without_words(cell.source)
        if exercise:
            mark_for_trying(cell)
    title, _, rest = notebook.cells[0].source.partition("\n")
    notebook.cells[0].source = f"{title}\n\n{run_bar(source)}\n{rest}"
    notebook.cells.append(nbformat.v4.new_markdown_cell(where_next(source)))
    return str(nbformat.writes(notebook))


def describe_pictures(cell: Any, source: Path) -> None:
    """Pass a picture's alternative text on to MyST-NB, which takes one for each cell."""
    pictures = [out for out in cell.outputs if "image/png" in out.get("data", {})]
    texts = [out.metadata.get("image/png", {}).get("alt", "") for out in pictures]
    if not all(texts) or len(texts) > 1:
        raise SiteError(f"{source.name}: a cell with {len(texts)} pictures, described by {texts}")
    if texts:
        cell.metadata["mystnb"] = {"image": {"alt": texts[0]}}


def put_figure(cell: Any, html: str) -> None:
    """Put a figure of the site where a cell has its picture."""
    for output in cell.outputs:
        if "image/png" in output.get("data", {}):
            output.data, output.metadata = {"text/html": html}, {}


def without_words(code: str) -> str:
    """Code without alternative texts, which tell what a figure shows before it is seen."""
    try:
        tree = ast.parse(code)
    except SyntaxError:  # a cell with IPython's own commands
        return code
    lines = code.splitlines(keepends=True)
    for node in reversed(list(ast.walk(tree))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "plots.show":
            if len(node.args) < 2:  # figure and text come together: plots.show(*figures.bags())
                continue
            alt = node.args[1]
            before = lines[alt.lineno - 1].encode()[: alt.col_offset].decode()
            end = alt.end_lineno or alt.lineno
            after = lines[end - 1].encode()[alt.end_col_offset :].decode()
            lines[alt.lineno - 1 : end] = [f'{before}"…"{after}']
    return re.sub(r'\(\s*([^()]+?),\s+"…",?\s*\)', r'(\1, "…")', "".join(lines))


def mark_for_trying(cell: Any) -> None:
    """Name and kind of an exercise's cell, as classes by which docs/_static/try.js finds it."""
    graded = cell.metadata.get("nbgrader", {})
    if cell.cell_type == "markdown":
        if graded.get("solution"):
            name = escape(graded["grade_id"])
            cell.source = f'<div class="answer-text" data-cell="{name}">\n\n{cell.source}\n\n</div>'
        return
    if graded.get("solution"):
        kind = "answer"
    elif graded.get("grade"):
        kind = "test"
    else:
        kind = "name" if graded and not graded["locked"] else "given"
    cell.metadata["tags"] = [*cell.metadata.get("tags", []), f"cell-{cell.id}", kind]


def run_bar(source: Path) -> str:
    """The links at the top of a lecture or an exercise: run it, download it, and its partner."""
    path = source.relative_to(ROOT)
    up = "../" * (len(path.parts) - 1)
    other = partner(source)
    to = f'<a class="partner" href="{partner_link(source)}">{partner_name(source)}</a>'
    return (
        f'<p class="run-bar"><a class="run" href="{run_link(source, up)}">Run this in the browser'
        f'</a> <a class="get" href="{path.name}" download>Download</a> '
        f"{to if other.exists() else ''}</p>\n"
        f"{'' if source.parent.name == 'lectures' else TRY_HINT}"
    )


def partner(source: Path) -> Path:
    """The exercise of a lecture, the lecture of an exercise."""
    if source.parent.name == "lectures":
        return site_course.exercise_of(source)
    return ROOT / "lectures" / source.name


def partner_name(source: Path) -> str:
    """What a link to a notebook's partner says."""
    kind = "exercise" if source.parent.name == "lectures" else "lecture"
    return f"To {kind} {source.name[:2]}"


def partner_link(source: Path) -> str:
    """The link from a notebook's page to its partner's."""
    return relative(source, partner(source).with_suffix(".html"))


def where_next(source: Path) -> str:
    """The end of a lecture or an exercise: a tick for those who have read it, and its partner."""
    page = source.relative_to(ROOT).with_suffix("").as_posix()
    kind = "lecture" if source.parent.name == "lectures" else "exercise"
    done = f"I have {'read' if kind == 'lecture' else 'worked through'} this {kind}"
    return (
        f'<div class="page-done" data-page="{page}" hidden>'
        f'<label><input type="checkbox" autocomplete="off"> {done}</label></div>'
    )


def run_link(source: Path, up: str = "") -> str:
    """The link that opens a notebook in JupyterLite; `up` leads to the top of the site."""
    return f"{up}lite/notebooks/index.html?path={source.relative_to(ROOT).as_posix()}"


def links(text: str, source: Path) -> str:
    """Rewrite the links in a text: files of the course become pages of the site."""

    def markdown(found: re.Match[str]) -> str:
        if found["fence"]:
            return found[0]
        words, (target, mark, anchor) = found["words"], found["target"].partition("#")
        if ":" in target:
            return found[0]
        anchor = site_course.slug(anchor) if (target or source.name).endswith(".ipynb") else anchor
        if not target:
            return f"[{words}](#{anchor})"
        path = linked(target, source)
        if path == ROOT / "lincourse" / "__init__.py":
            return f"[{words}](/api/index.md)"
        if path.parent == ROOT / "lincourse" and path.stem in documented():
            function = words.strip("`").rpartition(".")[2]
            return f"[{words}](#lincourse.{path.stem}.{function})"
        if path in notebooks() or (path.parent == DOCS and path.suffix == ".md"):
            return f"[{words}]({relative(source, path)}{mark}{anchor})"
        return words

    def html(found: re.Match[str]) -> str:
        path = linked(found["target"], source)
        return f'href="{relative(source, path.with_suffix(".html"))}"'

    fence = r"^(?P<fence>`{3,}).*?^(?P=fence)$"  # matched first, so links in code stay as they are
    link = r"(?<!!)\[(?P<words>[^\]]*)\]\((?P<target>[^)\s]+)\)"
    text = re.sub(f"{fence}|{link}", markdown, text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r'href="(?P<target>[^":?]+\.(md|ipynb))"', html, text)


def folds(text: str) -> str:
    """Let what is folded be read as Markdown, with formulas: it needs blank lines around it."""
    text = re.sub(r"</summary>\n(?!\n)", "</summary>\n\n", text)
    return re.sub(r"(?<!\n)\n</details>", "\n\n</details>", text)


def linked(target: str, source: Path) -> Path:
    """The file that a link in the file `source` points to."""
    path = Path(os.path.normpath(source.parent / target))
    if not path.exists():
        raise SiteError(f"{source.relative_to(ROOT)} links to {target}, which is not there")
    return path


def relative(source: Path, path: Path) -> str:
    """The relative link from one page of the site to another."""
    return os.path.relpath(place(path), place(source).parent)


# ---------------------------------------------------------------- generated pages


def filled(text: str) -> str:
    """A page with what is made at build time in the places that it leaves for it."""
    for mark, make in (
        ("<!-- units -->", units),
        ("<!-- course -->", site_course.course_tree),
        ("<!-- stepper -->", site_home.stepper),
        ("<!-- wrong answer -->", site_home.wrong_answer),
    ):
        if mark in text:
            text = text.replace(mark, make())
    return text


def units() -> str:
    """The units as an HTML list: what each is about, what you write, where to begin."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tasks = dict(re.findall(r"^\| (\d\d) \|.*\| \[(.+)\]\(exercises/", readme, re.M))
    items = []
    for source in sorted((ROOT / "lectures").glob("*.ipynb")):
        opening = nbformat.read(source, as_version=4).cells[0].source
        title = opening.splitlines()[0].removeprefix("# ")
        about = re.search(r"\*\*(.+)\*\*", opening)
        told = re.sub(r"(?<![.?!])$", ".", about[1]) if about else ""
        number, _, name = title.partition(" ")
        if number not in tasks:
            raise SiteError(f"the table of units in README.md has no row for {number}")
        items.append(
            f'<li data-unit="{source.stem}">{site_home.unit_picture(source.stem)}'
            f'<div class="about"><p class="unit"><a href="lectures/{source.stem}.html">'
            f'<span class="number">{number}</span> {escape(name)}</a></p><p>{escape(told)}</p>'
            f'<p class="write">You write: {escape(tasks[number])}.</p></div>'
            f'<p class="unit-links"><a href="lectures/{source.stem}.html" '
            f'aria-label="Lecture {number}">Lecture</a>'
            f'<a href="exercises/{source.stem}/{source.stem}.html" '
            f'aria-label="Exercise {number}">Exercise</a></p></li>'
        )
    return f'<ol class="units">\n{chr(10).join(items)}\n</ol>'


def api_page(module: str) -> str:
    """The page of a module: autodoc reads its docstrings."""
    name = module if module.startswith("misstep.") else f"lincourse.{module}"
    return f"# {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n```\n"


def api_index() -> str:
    """The list of modules."""
    groups = {
        "What the lectures explain": lecture_modules(),
        "What the notebooks show": NOTEBOOK_MODULES,
        "What the test cells call": CHECK_MODULES,
    }
    lists = [
        f"## {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{chr(10).join(modules)}\n```\n"
        for title, modules in groups.items()
    ]
    opening = (
        "# The package\n\nEvery rule of the course as a plain function, one module per lecture, "
        "in the order of the lecture. The lecture modules only need NumPy.\n\n"
    )
    return opening + "\n".join(lists)


def write(path: Path, text: str) -> None:
    """Write a staged file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
