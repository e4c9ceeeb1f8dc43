"""The course as a book: PDF and EPUB of all lectures, exercises and reference pages.

`make book` writes `_book/`. Sphinx makes one page of HTML, which Chromium prints, and the EPUB.
Formulas are MathML in both. The contents' page numbers come from a first print. Exercises keep what
can be used on paper: texts, questions, and what each function returns.
"""

import argparse
import ast
import os
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pypdf
from site_course import slug, without_tests
from site_fetch import MATH_FONT, SiteError, unpack
from site_pages import (
    DOCS,
    ROOT,
    describe_pictures,
    folds,
    linked,
    place,
    relative,
    without_words,
    write,
)

REFERENCE = ("formulas", "notation", "glossary", "errata", "bibliography")
PARTS = {
    "Lectures": sorted((ROOT / "lectures").glob("*.ipynb")),
    "Exercises": sorted((ROOT / "exercises").glob("*/*.ipynb")),
    "To look things up": [DOCS / f"{name}.md" for name in REFERENCE],
}
CHAPTERS = [chapter for part in PARTS.values() for chapter in part]
# Texts of exercises about the notebook: personal numbers, practice, how to submit.
ON_SCREEN = re.compile(
    r"\*\*Your own numbers|## (\d+\. )?(Once more|Before you submit|Submit|Done)\b"
)
PAGE_WIDTH = 642  # pixels between the margins of docs/book/page.css
PREFACE = """\
# Linear classifiers

**An open course, from counting words to deriving gradients.**

This is the whole of lincourse on paper: ten lectures, the exercises that go with them, and pages
to look things up. The lectures are notebooks, and every figure and every number under a cell was
made by the cell above it. On paper you can't run them, and a check can't tell you what you got
wrong; for that, open the same notebooks on a computer, where everything runs free of charge and
without an account.

Questions that are folded on the screen are printed with their answers. Cover the lines below a
question before you read on.

Code is under the MIT licence, text and figures under CC BY 4.0. This copy was made from version
{version}.
"""


def main() -> int:
    """Make both files; return 0 on success."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--output", type=Path, default=ROOT / "_book", help="_book by default")
    parser.add_argument("--only", choices=["pdf", "epub"], help="make one of the two")
    parser.add_argument("--units", nargs="+", help="only these units, given by number, such as 04")
    arguments = parser.parse_args()
    if arguments.units:
        choose(arguments.units)
    output = arguments.output.resolve()
    try:
        for kind in [arguments.only] if arguments.only else ["epub", "pdf"]:
            made = build(output, kind)
            print(f"{os.path.relpath(made)}: {made.stat().st_size / 1e6:.1f} MB")
    except SiteError as error:
        print(f"lincourse: {error}", file=sys.stderr)
        return 1
    return 0


def choose(units: list[str]) -> None:
    """Keep only the chapters of some units."""
    for part, chapters in PARTS.items():
        PARTS[part] = [path for path in chapters if path.name[:2] in units]
    CHAPTERS[:] = [chapter for part in PARTS.values() for chapter in part]
    if not CHAPTERS:
        raise SystemExit(f"lincourse: Unknown unit: {' or '.join(units)}")


def build(output: Path, kind: str) -> Path:
    """Make one file in a temporary folder, then move it to `output`."""
    work = ROOT / "_build"
    work.mkdir(exist_ok=True)
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=work) as folder:
        staged, made = Path(folder) / "staged", Path(folder) / "made"
        stage(staged)
        sphinx(staged, made, "epub" if kind == "epub" else "singlehtml")
        result = made / f"lincourse.{kind}"
        if kind == "pdf":
            print_pdf(made / "index.html", result)
        else:
            declare_formulas(result)
        return Path(shutil.move(result, output / result.name))


def sphinx(staged: Path, made: Path, builder: str) -> None:
    """Run Sphinx, warnings counting as errors."""
    from sphinx.cmd.build import build_main

    print(f"Sphinx, {builder} ...", flush=True)
    if build_main(["-q", "-W", "--keep-going", "-b", builder, str(staged), str(made)]):
        raise SiteError("the book was not made, for the reasons that Sphinx gives above")


# ---------------------------------------------------------------- staging: what Sphinx reads


def stage(work: Path) -> None:
    """Copy chapters, configuration and style sheet to where Sphinx reads them."""
    import lincourse

    write(work / "conf.py", (DOCS / "book" / "conf.py").read_text(encoding="utf-8"))
    for name in ("book.css", "page.css", "cover.svg"):
        write(work / "_static" / name, (DOCS / "book" / name).read_text(encoding="utf-8"))
    unpack(MATH_FONT, r"fonts/(STIXTwoMath-Regular\.ttf)$", work / "_static")
    for source in CHAPTERS:
        write(work / place(source), staged(source))
    trees = [
        f"```{{toctree}}\n:caption: {part}\n:maxdepth: 1\n\n"
        + "\n".join(place(source).with_suffix("").as_posix() for source in chapters)
        + "\n```"
        for part, chapters in PARTS.items()
        if chapters
    ]
    write(work / "index.md", "\n\n".join([PREFACE.format(version=lincourse.__version__), *trees]))


def staged(source: Path) -> str:
    """A chapter as the book has it: links within the book, folds open."""
    if source.suffix == ".md":
        text = source.read_text(encoding="utf-8")
        return opened(links(without_tests(text) if source.stem == "formulas" else text, source))
    notebook = nbformat.read(source, as_version=4)
    if source.is_relative_to(ROOT / "exercises"):
        notebook.cells = on_paper(notebook.cells, solved(source).cells)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = opened(folds(links(cell.source, source)))
        else:
            describe_pictures(cell, source)
            if source.parent.name == "lectures":
                cell.source = without_words(cell.source)
            if "hide-input" in cell.metadata.get("tags", []):  # it can't be unfolded on paper
                cell.metadata["tags"] = ["remove-input"]
    return str(nbformat.writes(notebook))


def solved(exercise: Path) -> Any:
    """The notebook with the solutions of an exercise, cell by cell."""
    path = ROOT / "solutions" / exercise.relative_to(ROOT / "exercises")
    return nbformat.read(path, as_version=4)


def on_paper(cells: list[Any], solutions: list[Any]) -> list[Any]:
    """The cells of an exercise that can be used on paper.

    Texts stay, except those about the notebook itself. A function keeps its signature and
    docstring; a question is printed as everybody gets it who gives no name. Cells that need Python
    are left out.
    """
    kept = []
    for cell, solution in zip(cells, solutions, strict=True):
        if cell.cell_type == "markdown":
            if not (ON_SCREEN.match(cell.source) or cell.metadata.get("nbgrader", {}).get("grade")):
                kept.append(cell)
        elif cell.source.startswith("question("):
            text = solution.outputs[0].data["text/markdown"]
            kept.append(nbformat.v4.new_markdown_cell(re.sub(r"\s*Replace the last .*", "", text)))
        elif specification := documented(cell.source):
            cell.source = specification
            kept.append(cell)
    return kept


def documented(source: str) -> str:
    """The signature and docstring of a function that students write; "" for other cells."""
    try:
        body = ast.parse(source).body
    except SyntaxError:  # a cell with IPython's own commands
        return ""
    if not body or not isinstance(body[0], ast.FunctionDef) or not ast.get_docstring(body[0]):
        return ""
    return "\n".join(source.splitlines()[: body[0].body[0].end_lineno])


def links(text: str, source: Path) -> str:
    """Rewrite links: those to a chapter stay, all others become plain text."""

    def rewritten(found: re.Match[str]) -> str:
        words, (target, mark, anchor) = found[1], found[2].partition("#")
        if ":" in target:
            return found[0]
        anchor = slug(anchor) if (target or source.name).endswith(".ipynb") else anchor
        if not target:
            return f"[{words}](#{anchor})"
        path = linked(target, source)
        return f"[{words}]({relative(source, path)}{mark}{anchor})" if path in CHAPTERS else words

    outside_code = re.split(r"(^`{3,}.*?^`{3,}$)", text, flags=re.MULTILINE | re.DOTALL)
    outside_code[::2] = [
        re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", rewritten, part) for part in outside_code[::2]
    ]
    return re.sub(r'<a href="[^":?]+\.(?:md|ipynb)">(.*?)</a>', r"\1", "".join(outside_code))


def opened(text: str) -> str:
    """Folds that are open, and HTML that is well-formed XML, as EPUB needs it."""
    text = re.sub(r"<details>", '<details open="open">', text)
    text = re.sub(r"&(?!#?\w+;)", "&amp;", text) if "<" in text else text
    return re.sub(r"<(br|hr|img)\b([^>]*?)\s*/?>", r"<\1\2/>", text)


def declare_formulas(file: Path) -> None:
    """Declare in the manifest which chapters have MathML: EPUB 3 requires it, Sphinx doesn't."""
    with zipfile.ZipFile(file) as archive:
        members = [(member, archive.read(member)) for member in archive.infolist()]
    chapters = {member.filename for member, content in members if b"<math" in content}

    def declared(item: re.Match[str]) -> str:
        return f'{item[0]} properties="mathml"' if item[1] in chapters else item[0]

    with zipfile.ZipFile(file, "w") as archive:
        for member, content in members:
            if member.filename == "content.opf":
                content = re.sub(r'<item [^>]*href="([^"]+)"', declared, content.decode()).encode()
            archive.writestr(member, content)


# ---------------------------------------------------------------- printing


def print_pdf(page: Path, output: Path) -> None:
    """Print a page of HTML with Chromium, twice: the contents need the first print's numbers."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser")
    parts = {mark(chapters[0]): part for part, chapters in PARTS.items() if chapters}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        sheet = browser.new_page()
        sheet.set_default_timeout(600_000)
        sheet.emulate_media(media="print")
        sheet.set_viewport_size({"width": PAGE_WIDTH, "height": 900})
        sheet.goto(page.as_uri())
        if wide := sheet.evaluate(TOO_WIDE):  # Chromium would print the whole book smaller
            raise SiteError(f"the book has something wider than its page: {wide}")
        sheet.evaluate(CONTENTS, parts)
        for last in (False, True):
            print(f"Chromium, {'second' if last else 'first'} print ...", flush=True)
            sheet.pdf(path=output, prefer_css_page_size=True, outline=True, tagged=True)
            if not last:
                # Chromium's outline has no space where a heading goes on in another line.
                pages = {"".join(title.split()): page for title, page in chapters(output)}
                sheet.evaluate(NUMBERS, pages)
        browser.close()


def mark(source: Path) -> str:
    """The id by which Sphinx marks the beginning of a chapter."""
    return f"document-{place(source).with_suffix('').as_posix()}"


def chapters(file: Path) -> Iterator[tuple[str, int]]:
    """The titles of a PDF's outline, two levels deep, and the pages they are on."""
    reader = pypdf.PdfReader(file)

    def walk(entries: Any, depth: int) -> Iterator[tuple[str, int]]:
        for entry in entries:
            if isinstance(entry, list):
                if depth < 2:
                    yield from walk(entry, depth + 1)
            else:
                number = reader.get_destination_page_number(entry)
                yield entry.title.strip(), 0 if number is None else number + 1

    yield from walk(reader.outline, 0)


# The text of what is widest, if it is wider than the page.
TOO_WIDE = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return "";
  const end = (part) => part.getBoundingClientRect().left + part.scrollWidth;
  const parts = [...document.body.querySelectorAll("*")];
  const widest = parts.reduce((one, other) => end(other) >= end(one) ? other : one);
  return widest.textContent.trim().slice(0, 200);
}"""

# The cover comes first, then the preface and the contents. A part has a page for its name, and a
# chapter begins a page and stands at the head of its pages. Sphinx marks where one begins by an id.
CONTENTS = """(parts) => {
  const make = (tag, name = "", text = "") =>
    Object.assign(document.createElement(tag), {className: name, textContent: text});
  const cover = make("div", "cover");
  cover.append(Object.assign(new Image(), {src: "_static/cover.svg", alt: document.title}));
  const nav = make("nav", "chapters");
  const list = make("ol");
  const heads = make("style");
  for (const mark of document.querySelectorAll("span[id^=document-]")) {
    const section = mark.nextElementSibling;
    const head = section?.querySelector("h1, h2, h3");
    if (!head || mark.id === "document-index") continue;
    if (mark.id in parts) {
      list.append(make("li", "part-name", parts[mark.id]));
      mark.before(make("h1", "part", parts[mark.id]));
    }
    head.querySelector(".headerlink")?.remove();
    head.classList.add("chapter");
    const title = head.textContent.trim();
    const name = `chapter-${list.childElementCount}`;
    section.style.page = name;
    section.prepend(mark); // between two sections it would be a page
    heads.textContent += `@page ${name} { @top-right { color: #555;
      content: ${JSON.stringify(title)}; font: 9pt system-ui, sans-serif; } }`;
    const link = Object.assign(make("a", "", title), {href: "#" + section.id});
    const item = make("li");
    item.append(link, make("span", "page"));
    list.append(item);
  }
  nav.append(make("h2", "", "Contents"), list);
  document.head.append(heads);
  document.body.prepend(cover);
  document.querySelector(".toctree-wrapper").before(nav);
}"""
NUMBERS = """(pages) => {
  for (const item of document.querySelectorAll("nav.chapters li:has(a)")) {
    const title = item.querySelector("a").textContent;
    item.querySelector(".page").textContent = pages[title.replace(/\\s/g, "")] ?? "";
  }
}"""


if __name__ == "__main__":
    sys.exit(main())
