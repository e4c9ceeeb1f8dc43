"""Cross-references: lecture and exercise lead to each other by section, words to the glossary.

All of it is added when the pages are staged, so that the notebooks themselves stay as they are.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import unquote

import nbformat

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
SECTIONS = re.compile(r"(?<=^\*Lecture )sections? \d+(?:(?:, | and )\d+)*", re.MULTILINE)
ENTRY = re.compile(r"^\*\*(?P<terms>.+?)\*\*(?P<text>.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
# What no link can stand in: links, code, formulas, tags, words in bold.
CLOSED = r"\[[^\]]*\]\([^)]*\)|`[^`]*`|\$[^$]+\$|<[^>]+>|\*\*.+?\*\*"


def exercise_of(lecture: Path) -> Path:
    """The exercise that belongs to a lecture."""
    return ROOT / "exercises" / lecture.stem / lecture.name


@cache
def practised(lecture: Path) -> dict[str, list[tuple[str, str]]]:
    """For each section of a lecture the parts of its exercise that practise it: number, title."""
    found: dict[str, list[tuple[str, str]]] = {}
    path, part = exercise_of(lecture), None
    cells = nbformat.read(path, as_version=4).cells if path.exists() else []
    for cell in cells:
        if cell.cell_type != "markdown":
            continue
        for line in cell.source.splitlines():
            if heading := HEADING.match(line):
                part = (heading[1], heading[2])
            if part and (told := SECTIONS.search(line)):
                for section in re.findall(r"\d+", told[0]):
                    parts = found.setdefault(section, [])
                    parts += [part] if part not in parts else []
    return found


@cache
def labels(lecture: Path) -> dict[str, str]:
    """The label of each section of a lecture, which is its first cell's id, by number."""
    return {
        heading[1]: cell.id
        for cell in nbformat.read(lecture, as_version=4).cells
        if cell.cell_type == "markdown" and (heading := HEADING.match(cell.source))
    }


class Sections:
    """Marks the sections of one notebook and joins them to those of its partner."""

    def __init__(self, source: Path) -> None:
        self.unit = source.name[:2]
        self.lecture = ROOT / "lectures" / source.name
        self.is_lecture = source == self.lecture
        self.kind = "lecture" if self.is_lecture else "exercise"
        self.open: str | None = None

    def join(self, text: str) -> str:
        """A cell's text with a label before each section, and links to what belongs to it.

        The links of a lecture's section stand at its end, that is before the next heading.
        """

        def heading(found: re.Match[str]) -> str:
            before, self.open = self.practice(), found[1]
            name = labels(self.lecture)[found[1]] if self.is_lecture else found[1]
            return f"{before}(section-{self.kind}-{self.unit}-{name})=\n{found[0]}"

        def other(found: re.Match[str]) -> str:
            before = self.practice()
            return before + found[0]

        if self.is_lecture:
            text = re.sub(r"^## (?!\d+\. ).+$", other, text, flags=re.MULTILINE)
        else:
            text = SECTIONS.sub(lambda found: re.sub(r"\d+", self.back, found[0]), text)
        return HEADING.sub(heading, text)

    def back(self, number: re.Match[str]) -> str:
        """The number of a lecture's section as a link to it."""
        return f"[{number[0]}](#section-lecture-{self.unit}-{labels(self.lecture)[number[0]]})"

    def practice(self) -> str:
        """The links to the exercise for the section that ends here."""
        parts = practised(self.lecture).get(self.open or "", []) if self.is_lecture else []
        self.open = None
        if not parts:
            return ""
        links = [f"[{title}](#section-exercise-{self.unit}-{number})" for number, title in parts]
        return f"```{{container}} practice\n**Practise this:** {' · '.join(links)}\n```\n\n"


def link_lectures(text: str, source: Path) -> str:
    """A text in which each "lecture 03" is a link, the notebook's own number aside."""
    up = "" if source.parent.name == "lectures" else "../../lectures/"
    pages = {path.name[:2]: path.name for path in (ROOT / "lectures").glob("*.ipynb")}

    def link(found: re.Match[str]) -> str:
        number = found["number"]
        own = source.parent.name == "lectures" and source.name.startswith(number or "")
        return f"[{found[0]}]({up}{pages[number]})" if number in pages and not own else found[0]

    return _outside(rf"{CLOSED}|\b[Ll]ecture (?P<number>\d\d)\b", link, text)


def slug(anchor: str) -> str:
    """The anchor that MyST gives to a heading, from the one that JupyterLab gives to it."""
    return re.sub(r"[^\w-]", "", unquote(anchor).lower())


def with_controls(text: str) -> str:
    """The text before an interactive figure, whose controls are on the page without running it."""
    for pattern, here in (
        (r"\bRun the(?: next)?\s+cell\s+to\s+get\b", "Here you have"),
        (r"\brun the(?: next)?\s+cell\s+to\s+get\b", "here you have"),
        (r"\bThe\s+still\s+picture\s+shows\b", "On paper you see"),
        (r"\bthe\s+still\s+picture\s+shows\b", "on paper you see"),
        (r"\buntil then, and on paper,\s+you\b", "on paper you"),
        (r"\bon paper, and until you run it,\s+you\b", "on paper you"),
    ):
        text = re.sub(pattern, here, text)
    return text


def _outside(pattern: str, change: Callable[[re.Match[str]], str], text: str) -> str:
    """Change what a pattern finds in ordinary paragraphs: not in HTML, headings or code."""
    paragraphs = re.split(r"(\n\n+|^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for k, paragraph in enumerate(paragraphs):
        if not re.match(r"<|#|```|\s*\||\$\$|\(section", paragraph):
            paragraphs[k] = re.sub(pattern, change, paragraph, flags=re.DOTALL)
    return "".join(paragraphs)


def course_tree() -> str:
    """The lectures and exercises as entries of a toctree, in the order of the course."""
    entries = []
    for lecture in sorted((ROOT / "lectures").glob("*.ipynb")):
        entries += [f"lectures/{lecture.stem}", f"exercises/{lecture.stem}/{lecture.stem}"]
    return "\n".join(entries)


# ---------------------------------------------------------------- glossary


@cache
def glossary() -> dict[str, str]:
    """Each word of the glossary, and what it says of it."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    return {found["terms"]: found["text"].strip() for found in ENTRY.finditer(text)}


def names(terms: str) -> list[str]:
    """The words that share an entry: commas part them."""
    return terms.split(", ")


def glossary_page(text: str) -> str:
    """The glossary as Sphinx knows it: a place for each word, and links to the lectures."""
    pages = {path.name[:2]: path.name for path in (ROOT / "lectures").glob("*.ipynb")}

    def lecture(found: re.Match[str]) -> str:
        return f"[{found[0]}](lectures/{pages[found[0]]})"

    entries = []
    for terms, words in glossary().items():
        body = re.sub(
            r"\((\d\d(?:, \d\d)*)\)", lambda found: re.sub(r"\d\d", lecture, found[0]), words
        )
        entries.append("\n".join(names(terms)) + "\n  " + body.replace("\n", "\n  "))
    opening = text[: text.index("\n**")]
    return f"{opening}\n````{{glossary}}\n" + "\n\n".join(entries) + "\n````\n"


def link_words(text: str, known: dict[str, str]) -> str:
    """A lecture's text in which a word in bold that the glossary has leads there."""

    def link(found: re.Match[str]) -> str:
        word = found["word"] and " ".join(found["word"].split())
        entry = known.get((word or "").lower())
        return f"**{{term}}`{word} <{entry}>`**" if entry else found[0]

    closed = CLOSED.rpartition("|")[0]
    return _outside(rf"{closed}|\*\*(?P<word>[\w' -]+?)\*\*", link, text)


def words_known() -> dict[str, str]:
    """Each way in which a lecture may write a word of the glossary, and the word."""
    known: dict[str, str] = {}
    for terms in glossary():
        for word in names(terms):
            known |= {word.lower(): word, f"{word.lower()}s": word}
    return known


def glossary_data() -> str:
    """What the pages show where the pointer rests on a word: JSON, by the place on the page."""
    return json.dumps(
        {
            place(word): f"<b>{escape(word)}</b> {html(text)}"
            for terms, text in glossary().items()
            for word in names(terms)
            if re.search("[A-Za-z0-9]", word)  # Sphinx only numbers the others, such as η
        },
        ensure_ascii=False,
    )


def taught() -> dict[str, list[str]]:
    """The numbers of the lectures that teach each word of the glossary, for the search page."""
    return {
        bare(word): re.findall(r"\d\d", " ".join(re.findall(r"\((\d\d(?:, \d\d)*)\)", text)))
        for terms, text in glossary().items()
        for word in names(terms)
    }


def bare(word: str) -> str:
    """A word as docs/_static/search.js compares it: small letters, without signs."""
    return " ".join(re.findall(r"\w+", re.sub("['\u2019]", "", word.lower())))


def place(word: str) -> str:
    """Sphinx's id of a word in the glossary."""
    return "term-" + re.sub(r"[^A-Za-z0-9]+", "-", word).strip("-")


def html(text: str) -> str:
    """A glossary entry as HTML; formulas stay as MathJax reads them."""
    text = re.sub(r"\$([^$]+)\$", r"\\(\1\\)", escape(" ".join(text.split()), quote=False))
    text = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)


# ---------------------------------------------------------------- reference pages


def without_tests(text: str) -> str:
    """A reference page without the code that checks it, which is run as a test and not read."""
    return re.sub(r"^```python\n.*?^```\n\n?", "", text, flags=re.MULTILINE | re.DOTALL)


def folded_tests(text: str) -> str:
    """A page with its computations folded; what they share at the top is left out."""
    first, *others = re.split(r"(?=^## )", text, flags=re.MULTILINE)
    fold = "<details><summary>The computation</summary>\n\n{}\n</details>\n"
    return without_tests(first) + "".join(
        re.sub(
            r"^```python\n.*?^```\n",
            lambda found: fold.format(found[0]),
            part,
            flags=re.MULTILINE | re.DOTALL,
        )
        for part in others
    )
