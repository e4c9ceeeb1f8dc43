"""Book and slides: chapters printed with their formulas, decks that fit and need no network."""

import re
import shutil
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ElementTree
import zipfile
from concurrent.futures import ThreadPoolExecutor

import book
import nbformat
import pypdf
import pytest
import slides
from site_fetch import SiteError

LECTURES = sorted((slides.ROOT / "lectures").glob("*.ipynb"))

# Where a slide's contents end, and how many formulas are still TeX.
MEASURE = """() => Reveal.getSlides().map((slide) => {
  const { h, v } = Reveal.getIndices(slide);
  Reveal.slide(h, v);
  const shown = [...slide.children].filter((part) => part.tagName !== "ASIDE");
  return Math.max(...shown.map((part) => part.offsetTop + part.offsetHeight));
})"""


@pytest.mark.parametrize("source", LECTURES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_every_word_of_a_lecture_is_on_a_slide_or_in_its_notes(source):
    notebook = nbformat.read(source, as_version=4)
    deck = slides.deck(notebook)
    said = "".join(slide.html + "".join(slide.notes) for slide in deck)
    opening = slides.blocks(notebook.cells[0].source)[-1].split()
    assert all(word in said for word in opening if word.isalpha())
    assert sum(slide.opens for slide in deck) >= 5
    assert not any(slides.FOR_READING.search(slide.heading) for slide in deck)


@pytest.mark.parametrize("source", LECTURES, ids=lambda path: path.stem)
def test_a_deck_has_at_most_one_slide_a_minute_and_notes_for_each(source):
    notebook = nbformat.read(source, as_version=4)
    deck = slides.deck(notebook)
    text = "\n".join(cell.source for cell in notebook.cells[:4])
    assert len(deck) <= int(re.search(r"About (\d+)\s+minutes", text)[1])
    assert [slide.heading for slide in deck if not slide.notes] == []
    sections = [slide.heading for slide in deck if not slide.html]
    assert len(sections) <= 5  # a slide with only a heading


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks") / "slides"
    slides.build(folder)
    return folder


def look_at(page, deck):
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", lambda request: problems.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(deck.as_uri())
    page.wait_for_selector("body[data-ready]")
    ends = page.evaluate(MEASURE)
    assert problems == []
    assert [n for n, end in enumerate(ends) if end > 722] == []
    assert page.locator("mjx-container").count() > 10
    assert page.locator("mjx-merror").count() == 0
    assert page.locator("img:not([alt]), img[alt='']").count() == 0


@pytest.mark.slow
def test_a_deck_fits_its_slides_and_fetches_nothing(page, decks):
    look_at(page, decks / "07-softmax.html")


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("name", [path.stem for path in LECTURES if path.stem != "00-welcome"])
def test_every_deck_fits_its_slides(page, decks, name):
    look_at(page, decks / f"{name}.html")


def test_the_formula_sheet_of_the_book_has_formulas_alone():
    page = book.staged(book.DOCS / "formulas.md")
    assert "$" in page
    assert "```" not in page


def check_book(folder, formulas):
    """Formulas as MathML and nothing left of TeX; well-formed chapters; contents with pages."""
    with zipfile.ZipFile(folder / "lincourse.epub") as archive:
        texts = {
            name: archive.read(name).decode()
            for name in archive.namelist()
            if name.endswith(".xhtml")
        }
    for name, text in texts.items():
        ElementTree.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", text))
        assert not re.search(r">[^<]*\$\\[a-z]+", text), name
    assert sum(text.count("<math") for text in texts.values()) >= formulas
    pages = dict(book.chapters(folder / "lincourse.pdf"))
    sheets = [sheet.extract_text() for sheet in pypdf.PdfReader(folder / "lincourse.pdf").pages]
    assert [i for i, text in enumerate(sheets) if len(text.split()) < 2] == []  # no blank page
    heads = [words_of(text.partition("\n")[0]) for text in sheets]
    contents = [words_of(line) for line in sheets[2].splitlines()]  # all of it on one page
    for title in (text for text in pages if re.match(r"(Exercise )?\d\d[ :]|Bibliography", text)):
        assert f"{words_of(title)}{pages[title]}" in contents, title
        assert heads[pages[title]] == words_of(title)  # the second page of the part
    return pages


def words_of(text):
    """A line without spaces, which the outline loses; the font joins letters, as in "fi"."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def print_book(folder, formulas, *options):
    command = [sys.executable, slides.ROOT / "tools/book.py", "--output", folder, *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return set(check_book(folder, formulas))


@pytest.mark.slow
def test_chapters_of_both_kinds_are_printed(tmp_path):
    titles = print_book(tmp_path, 10, "--units", "00")
    assert {"00 Welcome", "Exercise 00: Welcome"} <= titles


@pytest.mark.slow
def test_what_is_wider_than_the_page_is_named(tmp_path):
    page = tmp_path / "index.html"
    page.write_text("<p>narrow</p><pre>" + "wide" * 40 + "</pre>")
    with ThreadPoolExecutor() as pool:  # in this thread the fixtures' Playwright may be running
        printing = pool.submit(book.print_pdf, page, tmp_path / "book.pdf")
        with pytest.raises(SiteError, match="wider than its page: widewide"):
            printing.result()


def test_manifest_declares_chapters_with_formulas(tmp_path):
    file = tmp_path / "book.epub"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("a.xhtml", "<p><math/></p>")
        archive.writestr("b.xhtml", "<p></p>")
        archive.writestr("content.opf", '<item id="1" href="a.xhtml" /><item href="b.xhtml" />')
    book.declare_formulas(file)
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist()[0] == "mimetype"
        manifest = archive.read("content.opf").decode()
    assert re.findall(r'href="(.)[^>]*mathml', manifest) == ["a"]


@pytest.mark.parametrize("number", ["00", "04", "08"])
def test_exercises_on_paper_have_no_cells_that_need_python(number):
    (source,) = (path for path in book.PARTS["Exercises"] if path.name.startswith(number))
    notebook = nbformat.reads(book.staged(source), as_version=4)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert "check" not in code
    assert "NotImplementedError" not in code
    assert '"""' in code
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert ("What are the three scores" in text) == (number == "04")
    for stub in ("Write your answer here", "practice(", "Restart", "Your own numbers"):
        assert stub not in text


@pytest.mark.slow
@pytest.mark.nightly
def test_the_whole_book_is_printed(tmp_path):
    titles = print_book(tmp_path, 1000)
    assert len([title for title in titles if re.match(r"\d\d ", title)]) == 10
    if checker := shutil.which("epubcheck"):
        command = ["java", "-jar", checker, "--error", tmp_path / "lincourse.epub"]
        assert subprocess.run(command, check=False).returncode == 0
