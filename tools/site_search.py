"""Search index: each section of the pages, as docs/_static/search.js looks through it.

Sections are read from the documents that Sphinx has parsed. Code, outputs, long formulas and lists
of links are left out, and tables come last, so that search shows sentences around a word.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import site_course
from docutils import nodes
from sphinx import addnodes

INDEX = "_static/search.json"
LEFT_OUT = (nodes.literal_block, nodes.math_block, nodes.raw, nodes.comment, nodes.Invisible)
INNER = (nodes.section, nodes.title, nodes.term, addnodes.desc)
SHORT = re.compile(r"[\w ()+=<>.,/-]{1,16}")  # a formula that can be read as it is written in TeX

Entry = tuple[str, str, str]  # anchor, title, text


def write(app: Any) -> None:
    """Write the index of a site that Sphinx has built."""
    pages, sections = [], []
    for number, name in enumerate(sorted(app.env.found_docs)):
        pages.append([name, words(app.env.titles[name])])
        found = entries(app.env.get_doctree(name), name)
        sections += [[number, *entry] for entry in found if any(entry[1:])]
    data = {"pages": pages, "sections": sections, "taught": site_course.taught()}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (Path(app.outdir) / INDEX).write_text(text, encoding="utf-8")


def entries(page: nodes.document, name: str) -> Iterator[Entry]:
    """The sections of a page, the words of the glossary, the functions of a module."""
    top = next(page.findall(nodes.section), None)
    for section in page.findall(nodes.section):
        title = next(section.findall(nodes.title))
        anchor = "" if section is top else section["ids"][0]
        if anchor != "glossary":
            yield anchor, words(title), words(section)
    for item in page.findall(nodes.definition_list_item):
        terms = [term for term in item.findall(nodes.term) if term["ids"]]
        if name == "glossary" and terms:
            titles = ", ".join(words(term) for term in terms)
            yield terms[0]["ids"][0], titles, words(next(item.findall(nodes.definition)))
    for item in page.findall(addnodes.desc):
        for signature in item.findall(addnodes.desc_signature):
            if signature.parent is item and signature["ids"]:
                anchor = signature["ids"][0]
                yield anchor, anchor.removeprefix("lincourse."), words(item[-1])


def words(node: nodes.Node) -> str:
    """The sentences of a part of a page, those of the sections and functions in it aside."""
    tables: list[nodes.Node] = []

    def parts(node: nodes.Node) -> Iterator[str]:
        for child in node.children:
            if isinstance(child, nodes.Text):
                yield child.astext()
            elif isinstance(child, nodes.math):
                tex = child.astext()
                yield tex if SHORT.fullmatch(tex) else "…"
            elif isinstance(child, nodes.table):
                tables.append(child)
            elif not (isinstance(child, (*INNER, *LEFT_OUT)) or is_cell(child) or is_links(child)):
                yield from parts(child)
                yield "" if isinstance(child, nodes.Inline) else " "

    sentences = " ".join("".join(parts(node)).split())
    rows = [row(one) for table in tables for body in table.findall(nodes.tbody) for one in body]
    return " ".join([sentences, *filter(None, rows)]).strip()


def row(node: nodes.Node) -> str:
    """The cells of a table's row that hold words, as a sentence."""
    cells = [words(cell).rstrip(".") for cell in node.children]
    text = " – ".join(cell for cell in cells if re.search(r"[^\W\d_]{2}", cell))
    return text if text.endswith(("?", "!", "…")) or not text else f"{text}."


def is_cell(node: nodes.Node) -> bool:
    """Return True for a cell of a notebook, with its code and outputs."""
    return isinstance(node, nodes.container) and "cell" in node["classes"]


def is_links(node: nodes.Node) -> bool:
    """Return True for links to other sections, which hold headings and no sentence."""
    if isinstance(node, nodes.container) and "practice" in node["classes"]:
        return True
    link = (nodes.reference, addnodes.pending_xref)
    parts = [part for part in node.children if part.astext().strip(" \n·")]
    return isinstance(node, nodes.paragraph) and all(isinstance(part, link) for part in parts)
