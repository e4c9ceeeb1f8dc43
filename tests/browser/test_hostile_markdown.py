"""A student's Markdown in the grader's browser is shown, and nothing in it runs."""

import contextlib
import json
import re
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from demo_class import make_class
from hostile_markdown import LINES
from pictures import jupyterlab
from site_fetch import SiteError, Wheel, fetch

pytestmark = pytest.mark.slow

UNIT = "04-perceptron"
STUDENT = "student-001"
RAW = "student-002"  # with Markdown that was not sanitised
HONEST = r"""
The **margin** of $\mathbf{w}^\top \mathbf{x} < 0$ is *negative*:
see [the notes](https://example.org/n).

| a | b |
|---|---|
| 1 | $\frac{2}{3}$ |

$$\begin{pmatrix} a & b \\ c & d \end{pmatrix}$$

- [write](mailto:me@example.org) or [go up](#top)
"""
SHOWS = r"""
from IPython.display import HTML, SVG, Javascript, Latex, Markdown, display
display(HTML("<img src=x onerror=alert(1)><script>alert(1)</script><iframe src='//example.org'>"))
display(Javascript("alert(1)"), Markdown("[x](javascript:alert(1))"))
display(Latex(r"$\href{javascript:alert(1)}{x}$"))
display(SVG("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"))
print("\x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07 <script>alert(1)</script> javascript:alert(1)")
print(r"$\href{javascript:alert(1)}{x}$ \(\href{javascript:alert(1)}{x}\)")
raise ValueError("<img src=x onerror=alert(1)> \x1b[31m$\\href{javascript:alert(1)}{x}$")
"""

# nbconvert's pages load MathJax 2 from here. No test leaves this machine, so it comes out of the
# one wheel that has it. There, what TeX-AMS_CHTML-full gathers in one file is in many, and the
# fonts are those of another output, which makes the same links.
CDN = "https://cdnjs.cloudflare.com/ajax/libs/mathjax/2.7.7"
MATHJAX = Wheel(
    "nbclassic",
    "1.3.1",
    "nbclassic-1.3.1-py3-none-any.whl",
    "96da3b4d7f877b1285e0adc956ea2ea9ea9f70a4ba7b7c03d558f6c9799118fa",
)
LATEST = """
const script = document.createElement("script");
script.src = "{folder}/MathJax.js?config={config}";
document.head.append(script);
"""
FULL = """
MathJax.Hub.Config({
    jax: ["input/TeX", "output/HTML-CSS"],
    "HTML-CSS": {availableFonts: [], imageFont: null, webFont: "STIX-Web"},
    extensions: ["tex2jax.js", "MathEvents.js", "MathMenu.js", "TeX/noErrors.js",
        "TeX/noUndefined.js", "TeX/AMSmath.js", "TeX/AMSsymbols.js"],
});
MathJax.Ajax.loadComplete("[MathJax]/config/TeX-AMS_CHTML-full.js");
"""
TYPESET = """() => new Promise((done) => {
    const look = () => window.MathJax && MathJax.isReady && MathJax.Hub.Queue
        ? MathJax.Hub.Queue(["Typeset", MathJax.Hub], done) : setTimeout(look, 100);
    look();
})"""

# What came of some cells that could run, load or lead astray, in words.
FIND = r"""(cells) => {
    const found = [];
    const bad = "script, iframe, frame, form, input, object, embed, base, meta, link, style, img, "
        + "svg script, foreignObject, video, audio, source, template, button";
    for (const cell of cells) {
        for (const e of cell.querySelectorAll(bad)) {
            const maths = e.localName == "script" && /^math\/tex/.test(e.type);
            const drawn = e.localName == "img" && /^data:image\/(png|jpeg);/.test(e.src);
            if (!maths && !drawn) found.push(e.outerHTML.slice(0, 200));
        }
        for (const e of cell.querySelectorAll("*")) {
            for (const {name, value} of e.attributes) {
                const style = name == "style" && /url|expression|@import/i.test(value);
                const link = /(^|:)(href|src|action|srcset|ping|data|background)$/.test(name);
                const good = e.localName == "img" ? /^data:image\/(png|jpeg);/
                    : /^(https?:\/\/example\.org|mailto:me@example\.org|#)/;
                if (name.startsWith("on") || style || (link && !good.test(value)))
                    found.push(`${e.localName} ${name}=${value.slice(0, 200)}`);
            }
            if (e.localName == "a" && e.hasAttribute("href")
                && !["http:", "https:", "mailto:", ":"].includes(e.protocol)) found.push(e.href);
        }
    }
    return found;
}"""


@pytest.fixture(scope="module")
def mathjax():
    """The files of MathJax 2, by name."""
    try:
        path = fetch([MATHJAX])[MATHJAX.name]
    except SiteError as error:
        pytest.skip(f"MathJax is not here: {error}")
    with zipfile.ZipFile(path) as archive:

        def read(name):
            with contextlib.suppress(KeyError):
                return archive.read(f"nbclassic/static/components/MathJax/{name}")

        yield read


def cell(source, kind, number):
    made = {"cell_type": kind, "id": f"c{number}", "metadata": {}, "source": source}
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {})


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A class of two, who hand in the same; the second one's autograded notebook is made raw."""
    folder = tmp_path_factory.mktemp("hostile") / "course"
    make_class(folder, 2, UNIT, seed=3)
    for student in (STUDENT, RAW):
        path = folder / "submitted" / student / UNIT / f"{UNIT}.ipynb"
        content = json.loads(path.read_text(encoding="utf-8"))
        more = [cell(text, "markdown", n) for n, text in enumerate([HONEST, *LINES])]
        content["cells"][2:2] = [*more, cell(SHOWS, "code", 1000)]
        path.write_text(json.dumps(content), encoding="utf-8")
    run = [sys.executable, "-m", "lincourse", "grade", UNIT]
    subprocess.run(run, cwd=folder, check=True, capture_output=True)
    path = autograded(folder, RAW)
    content = json.loads(path.read_text(encoding="utf-8"))
    raw = iter([HONEST, *(line for line in LINES if "attachment:" not in line)])  # an error 500
    for each in content["cells"]:
        if each["id"].startswith("extra-") and each["cell_type"] == "markdown":
            each["source"] = next(raw, each["source"])
    path.write_text(json.dumps(content), encoding="utf-8")
    return folder


def autograded(course, student):
    return course / "autograded" / student / UNIT / f"{UNIT}.ipynb"


@pytest.fixture(scope="module")
def address(course):
    with jupyterlab(course) as running:
        yield running


def submission(course, student):
    query = """
        select submitted_notebook.id from submitted_notebook
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
        where student_id = ?
    """
    with sqlite3.connect(course / "gradebook.db") as book:
        return book.execute(query, [student]).fetchone()[0]


class Watched:
    """A page of which is written down what it asks for, and what it wants to say."""

    def __init__(self, page):
        self.page, self.requests, self.dialogs = page, [], []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", self._dialog)
        page.on("popup", lambda popup: self.dialogs.append(popup.url))

    def _dialog(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def elsewhere(self, *known):
        """Requests to anything but what is known."""
        return [
            url for url in self.requests if not url.startswith((*known, "data:", "blob:", "about:"))
        ]


@pytest.fixture
def formgrader(page, course, address, mathjax):
    """Open a submission in nbgrader's formgrader, its formulas typeset."""

    def opened(student, safe):
        config = "TeX-AMS_CHTML-full" + (",Safe" if safe else "")

        def serve(route):
            name = route.request.url.removeprefix(f"{CDN}/").partition("?")[0]
            if name == "latest.js":
                body = LATEST.format(folder=CDN, config=config)
            elif name == "config/TeX-AMS_CHTML-full.js":
                body = FULL
            else:
                body = mathjax(name)
            found = {"body": body} if body is not None else {"status": 404}
            route.fulfill(**found, headers={"Access-Control-Allow-Origin": "*"})

        page.route(f"{CDN}/**", serve)
        watched = Watched(page)
        page.goto(f"{address}/formgrader/submissions/{submission(course, student)}")
        page.locator("#notebook-container .cell").first.wait_for()
        page.evaluate(TYPESET)
        return watched

    return opened


def of_student(page, course, student, selector):
    """The elements of the student's own cells, in the order of the notebook."""
    content = json.loads(autograded(course, student).read_text(encoding="utf-8"))
    every = page.query_selector_all(selector)
    assert len(every) == len(content["cells"])
    own = [
        element
        for element, each in zip(every, content["cells"], strict=True)
        if each["id"].startswith("extra-")
    ]
    assert len(own) >= len(LINES) + 2
    return own


def shown_well(cell):
    """Return True if the honest cell is rendered: emphasis, links, a table, three formulas."""
    links = [a.get_attribute("href") for a in cell.query_selector_all("p a, li a")]
    assert links == ["https://example.org/n", "mailto:me@example.org", "#top"]
    for tag in ("strong", "em", "table td", "li"):
        assert cell.query_selector(tag), tag
    formulas = cell.query_selector_all("span.MathJax, mjx-container")
    assert len(formulas) == 3
    assert "frac" not in cell.inner_text()


@pytest.mark.parametrize(
    "safe",
    [pytest.param(True, id="with Safe", marks=pytest.mark.nightly), pytest.param(False, id="bare")],
)
def test_formgrader_runs_nothing_of_a_student(formgrader, course, address, safe):
    watched = formgrader(STUDENT, safe)
    cells = of_student(watched.page, course, STUDENT, "#notebook-container .cell")
    assert watched.page.evaluate(FIND, cells) == []
    shown_well(cells[0])
    for link in watched.page.query_selector_all("#notebook-container .cell a[href]"):
        assert not re.match(r"(?i)\s*(java|vb)script|data:|file:", link.get_attribute("href"))
    assert watched.dialogs == []
    assert watched.elsewhere(address, f"{CDN}/") == []


def test_what_formgrader_is_kept_from(formgrader, course, address):
    """The same Markdown as it was handed in: whatever the test above looks for is there."""
    watched = formgrader(RAW, safe=False)
    found = watched.page.evaluate(FIND, [watched.page.query_selector("body")])
    assert sum("javascript:" in each for each in found) > 10
    assert any("onerror" in each for each in found)
    maths = watched.page.query_selector_all(".MathJax a")
    assert any("javascript:" in a.get_attribute("href") for a in maths), "made by a formula"
    assert watched.dialogs
    assert any("example.org" in url for url in watched.elsewhere(address, f"{CDN}/"))


def test_jupyterlab_runs_nothing_of_a_student(page, course, address):
    watched = Watched(page)
    place = autograded(course, STUDENT).relative_to(course).as_posix()
    page.goto(f"{address}/doc/tree/{place}?reset")
    page.locator(".jp-Notebook .jp-MarkdownCell mjx-container").first.wait_for()
    many = "(n) => document.querySelectorAll('.jp-Notebook .jp-RenderedMarkdown').length > n"
    page.wait_for_function(many, arg=len(LINES))
    cells = page.query_selector_all(".jp-Notebook .jp-RenderedMarkdown, .jp-OutputArea-output")
    ours = f"a href={address}/files/autograded/"  # where it looks for what is no address
    assert [each for each in page.evaluate(FIND, cells) if not each.startswith(ours)] == []
    assert watched.dialogs == []
    assert watched.elsewhere(address, address.replace("http", "ws", 1)) == []


def test_the_feedback_page_runs_nothing_of_a_student(page, course):
    watched = Watched(page)
    file = Path(course, "feedback", STUDENT, UNIT, f"{UNIT}.html")
    page.goto(file.as_uri())
    assert page.locator("script").count() == 0
    answers = page.query_selector_all("pre, dd")
    assert any("javascript:alert(1)" in each.inner_text() for each in answers)
    assert page.evaluate(FIND, [*answers, *page.query_selector_all("article, .notice")]) == []
    assert watched.dialogs == []
    assert watched.elsewhere(file.as_uri()) == []
