"""Static site generator: Sphinx with MyST-NB makes the pages to read.

They are the lectures with their outputs, the exercises, reference pages, guides and the package's
API. The sources are first copied to a staging folder, those of docs/ to its top. On the way links
between files are rewritten to links between pages: a link to a module leads to its page in `api/`,
and a link to a file that is not on the site becomes plain text.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from site_fetch import MATHJAX, SiteError, fetch
from site_lite import notebooks

import lincourse

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
NOTEBOOK_MODULES = ("datasets", "plots", "interact")
CHECK_MODULES = ("checks", "checks.ladder", "checks.quiz", "checks.expressions", "checks.report")


def build(work: Path, output: Path) -> None:
    """Build the pages into the folder `output`; `work` is an empty staging folder."""
    stage(work)
    run = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto", work, output],
        env=os.environ | {"LINCOURSE_STATIC": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SiteError(f"the pages have warnings, which count as errors:\n{run.stderr}")
    for name in (".doctrees", "_sources"):
        shutil.rmtree(output / name, ignore_errors=True)
    leftovers = [output / ".buildinfo", output / "objects.inv"]
    for path in (*leftovers, *(output / "_static").glob("*webpack-macros.html")):
        path.unlink(missing_ok=True)
    for source in notebooks():
        shutil.copy(source, output / source.relative_to(ROOT))
    (output / ".nojekyll").touch()  # else GitHub Pages runs Jekyll, which drops _static/


def lecture_modules() -> list[str]:
    """The package's public modules in the order of the lectures, those without a number last.

    A module's docstring opens with the number of its lecture.
    """
    return sorted(lincourse.__all__, key=lambda name: (getattr(lincourse, name).__doc__ or "~")[:2])


def documented() -> list[str]:
    """All modules that have a page in `api/`."""
    return [*lecture_modules(), *NOTEBOOK_MODULES, *CHECK_MODULES]


# ---------------------------------------------------------------- staging: what Sphinx reads


def stage(work: Path) -> None:
    """Copy everything that Sphinx reads into the staging folder."""
    shutil.copytree(DOCS / "_static", work / "_static")
    shutil.copy(DOCS / "conf.py", work)
    stage_mathjax(work / "_static" / "mathjax")
    pages = sorted(DOCS.glob("*.md"))
    for source in notebooks():
        write(work / place(source), staged_notebook(source))
    for source in pages:
        text = links(source.read_text(encoding="utf-8"), source)
        write(work / place(source), text.replace("<!-- units -->", units()))
    shutil.copytree(DOCS / "images", work / "images")
    for module in documented():
        write(work / "api" / f"{module}.md", api_page(module))
    write(work / "api" / "index.md", api_index())


def stage_mathjax(target: Path) -> None:
    """Unpack MathJax's script and fonts, so that formulas need no network."""
    wanted = re.compile(r"static/mathjax/(tex-mml-chtml\.js|output/chtml/fonts/.*\.woff)$")
    with zipfile.ZipFile(fetch([MATHJAX])[MATHJAX.name]) as archive:
        for name in archive.namelist():
            if found := wanted.search(name):
                path = target / found[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.read(name))


def place(source: Path) -> Path:
    """A file's path on the site."""
    return source.relative_to(DOCS if source.is_relative_to(DOCS) else ROOT)


def staged_notebook(source: Path) -> str:
    """A notebook as its page has it: rewritten links, alternative texts, a bar to run it."""
    notebook = nbformat.read(source, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = links(cell.source, source)
        else:
            describe_pictures(cell, source)
    title, _, rest = notebook.cells[0].source.partition("\n")
    notebook.cells[0].source = f"{title}\n\n{run_bar(source)}\n{rest}"
    return str(nbformat.writes(notebook))


def describe_pictures(cell: Any, source: Path) -> None:
    """Pass a picture's alternative text on to MyST-NB, which takes one for each cell."""
    pictures = [out for out in cell.outputs if "image/png" in out.get("data", {})]
    texts = [out.metadata.get("image/png", {}).get("alt", "") for out in pictures]
    if not all(texts) or len(texts) > 1:
        raise SiteError(f"{source.name}: a cell with {len(texts)} pictures, described by {texts}")
    if texts:
        cell.metadata["mystnb"] = {"image": {"alt": texts[0]}}


def run_bar(source: Path) -> str:
    """The two links at the top of a lecture or an exercise."""
    path = source.relative_to(ROOT)
    up = "../" * (len(path.parts) - 1)
    return (
        f'<p class="run-bar"><a class="run" href="{run_link(source, up)}">Run this in the browser'
        f'</a> <a class="get" href="{path.name}" download>Download</a></p>\n'
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
        if not target or ":" in target:
            return found[0]
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


def units() -> str:
    """The units as an HTML list: what each is about, what you write, where to begin."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    tasks = dict(re.findall(r"^\| (\d\d) \|.*\| \[(.+)\]\(exercises/", readme, re.M))
    items = []
    for source in sorted((ROOT / "lectures").glob("*.ipynb")):
        opening = nbformat.read(source, as_version=4).cells[0].source
        title = opening.splitlines()[0].removeprefix("# ")
        about = re.search(r"\*\*(.+)\*\*", opening)
        number, _, name = title.partition(" ")
        if number not in tasks:
            raise SiteError(f"the table of units in README.md has no row for {number}")
        exercise = ROOT / "exercises" / source.stem / source.name
        items.append(
            f'<li><span class="number" aria-hidden="true">{number}</span><div>'
            f'<p class="unit"><a href="lectures/{source.stem}.html">{escape(name)}</a></p>'
            f"<p>{escape(about[1] if about else '')}. You write: {escape(tasks[number])}.</p>"
            f'<p class="unit-links"><a href="lectures/{source.stem}.html" '
            f'aria-label="Read lecture {number}">Lecture</a>'
            f'<a href="exercises/{source.stem}/{source.stem}.html" '
            f'aria-label="Read exercise {number}">Exercise</a>'
            f'<a href="{run_link(source)}" aria-label="Run lecture {number} in the browser">'
            "Run the lecture</a>"
            f'<a href="{run_link(exercise)}" aria-label="Run exercise {number} in the browser">'
            "Run the exercise</a></p></div></li>"
        )
    return f'<ol class="units">\n{chr(10).join(items)}\n</ol>'


def api_page(module: str) -> str:
    """The page of a module: autodoc reads its docstrings."""
    return f"# lincourse.{module}\n\n```{{eval-rst}}\n.. automodule:: lincourse.{module}\n```\n"


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
        "in the order of the lecture. The lecture modules need NumPy alone.\n\n"
    )
    return opening + "\n".join(lists)


def write(path: Path, text: str) -> None:
    """Write a staged file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
