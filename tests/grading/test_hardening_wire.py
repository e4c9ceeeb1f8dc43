"""What a student sends, or writes, can't run, lie, hang, grow or end anything on our side."""

import json
import os
import re
from html.parser import HTMLParser

import nbformat
import nbgrader
import pytest
from classroom import notebook
from hostile_markdown import LINES
from nbconvert.exporters import HTMLExporter
from traitlets.config import Config

from lincourse.grading.outputs import harmless

# --- Markdown, as whoever grades by hand meets it -------------------------------------------------

FORMGRADER = os.path.join(os.path.dirname(nbgrader.__file__), "server_extensions", "formgrader")
RESOURCES = {
    "assignment_id": "tiny",
    "notebook_id": "tiny",
    "submission_id": "1",
    "index": 0,
    "total": 1,
    "base_url": "/",
    "student": "s",
    "first_name": "",
    "last_name": "",
    "notebook_path": "",
    "nbgrader": {"student": "s", "assignment": "tiny", "notebook": "tiny"},
}


class Page(HTMLParser):
    """What a page holds that could run, load or lead somewhere."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found += [(tag, name, value) for name, value in attributes if self.counts(name)]
        if tag in ("script", "iframe", "form", "input", "svg", "img", "object", "embed", "meta"):
            self.found.append((tag, None, str(attributes)))

    @staticmethod
    def counts(name):
        return name.startswith("on") or name in ("href", "src", "action", "style", "srcset")


def rendered(template, *sources):
    """A page of Markdown cells, as nbconvert, formgrader or nbgrader's feedback makes it."""
    config = Config()
    config.HTMLExporter.template_name = template
    if template in ("formgrade", "feedback"):
        config.HTMLExporter.extra_template_basedirs = [os.path.join(FORMGRADER, "templates")]
        config.HTMLExporter.extra_template_paths = [
            os.path.join(FORMGRADER, "static", "node_modules", "bootstrap", "dist", "css")
        ]
    marks = {"schema_version": 3, "grade": True, "solution": True, "points": 1, "locked": False}
    cells = [
        {
            "cell_type": "markdown",
            "metadata": {"nbgrader": {**marks, "grade_id": f"a{place}"}},
            "source": source,
        }
        for place, source in enumerate(sources)
    ]
    page, _ = HTMLExporter(config=config).from_notebook_node(
        nbformat.from_dict(notebook(cells)), resources=json.loads(json.dumps(RESOURCES))
    )
    return page


def active(page):
    parser = Page()
    parser.feed(page)
    return parser.found


@pytest.mark.parametrize("template", ["lab", "classic", "basic", "formgrade", "feedback"])
def test_nothing_in_markdown_runs_loads_or_leads_astray(template):
    usual = set(active(rendered(template, *("words" for _ in LINES))))
    page = rendered(template, *map(harmless, LINES))
    for tag, name, value in set(active(page)) - usual:
        assert (tag, name) == ("a", "href"), (tag, name, value)
        assert value.startswith(("https://example.org", "#")), value
    assert not re.search(r"\\(href|require|style|bbox|mmlToken)", page.partition("<body")[2])


@pytest.mark.parametrize(
    "text",
    [
        "See [the notes](https://example.org/a?b=1&c=2), [me](mailto:me@example.org), [it](#it).",
        "A [reference][r].\n\n[r]: https://example.org 'title'",
        r"$\begin{pmatrix} a&b \\ c&d \end{pmatrix} \mathbf{w}^\top x < 0$",
        "| a | b |\n|---|---|\n| 1 | *2* |",
        "`x[1:]` and **bold**, R&D, 3 < 4 > 2",
        "```python\nfor x in range(3):\n    print(x)\n```",
    ],
)
def test_what_honest_students_write_stays(text):
    assert harmless(text) == text


def test_what_is_harmless_stays_so():
    for line in LINES:
        once = harmless(line)
        assert harmless(once) == once
