"""`lincourse portfolio`: one page of the capstone, from what is saved in the notebook."""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from lincourse.student import UserError
from lincourse.student.portfolio import make

ROOT = Path(__file__).resolve().parents[2]
SOLVED = ROOT / "solutions" / "09-family" / "09-family.ipynb"
RELEASED = ROOT / "exercises" / "09-family" / "09-family.ipynb"
HOSTILE = """# Mine <script>alert(1)</script>

<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) [a](javascript:alert(1))
[b](data:text/html,x) [c](https://good.example) <style>*{display:none}</style>

| kind | many |
|---|---|
| irony | 7 |
"""


@pytest.fixture
def changed(tmp_path):
    """The solved notebook with some cells changed: source, or outputs."""

    def change(**cells):
        book = json.loads(SOLVED.read_text(encoding="utf-8"))
        for cell in book["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            cell |= cells.get(name, {})
        path = tmp_path / "09-family.ipynb"
        path.write_text(json.dumps(book), encoding="utf-8")
        return path

    return change


def test_page_of_a_finished_capstone_is_complete():
    made = make(SOLVED, "Ada <b>Byron</b>")
    assert made.missing == []
    page = BeautifulSoup(made.html, "html.parser")
    assert "Ada <b>Byron</b>" in page.text
    headings = [heading.text for heading in page.find_all("h2")]
    assert "The models, compared" in headings
    assert "A change, tried" in headings
    assert "averaged perceptron" in page.text
    assert "def sentiment_pipeline(train, documents):" in page.text
    assert [picture["src"][:22] for picture in page.find_all("img")] == ["data:image/png;base64,"]
    assert page.find("img")["alt"]
    assert page.find("table")


def test_page_has_no_scripts_and_loads_nothing(changed):
    html = make(changed(report={"source": HOSTILE}, errors={"source": HOSTILE})).html
    page = BeautifulSoup(html, "html.parser")
    policy = page.find("meta", {"http-equiv": "Content-Security-Policy"})["content"]
    assert "default-src 'none'" in policy
    assert "script-src 'none'" in policy
    assert not page.find_all(["script", "link", "iframe", "object", "form"])
    assert len(page.find_all("style")) == 1
    assert all(picture["src"].startswith("data:image/png;") for picture in page.find_all("img"))
    links = [link["href"] for link in page.find_all("a")]
    assert "https://good.example" in links
    assert not [link for link in links if not link.startswith("https://")]
    assert not re.search(r"<[^>]*\son\w+=", html)
    assert "<script>alert(1)</script>" in page.text
    assert "irony" in page.find("td").text


def test_page_leaves_out_html_outputs(changed):
    data = {"text/html": "<script>x</script>", "text/plain": "plain words", "image/png": "no"}
    output = {"output_type": "display_data", "data": data, "metadata": {}}
    html = make(changed(comparison={"outputs": [output]})).html
    assert "<script>" not in html
    del data["image/png"]
    assert "plain words" in make(changed(comparison={"outputs": [output]})).html


def test_make_lists_what_is_missing(changed):
    missing = make(RELEASED).missing
    for name in ("report", "comparison", "ablation", "learning_curve", "errors", "figure_errors"):
        assert f"{name} is not written yet" in missing
    assert "sentiment_pipeline is not written yet" in missing
    error = {"output_type": "error", "ename": "NameError", "evalue": "x", "traceback": []}
    made = make(changed(figure_learning_curve={"outputs": []}, comparison={"outputs": [error]}))
    assert made.missing == [
        "comparison stopped with NameError",
        "figure_learning_curve has no output: run it, and save the notebook",
    ]


def test_make_adds_derivations_on_request():
    path = ROOT / "solutions" / "08-derivations" / "08-derivations.ipynb"
    more = make(SOLVED, derivations=path)
    assert more.missing == []
    assert len(more.html) > len(make(SOLVED).html)
    assert make(SOLVED, derivations=ROOT / "exercises/08-derivations/08-derivations.ipynb").missing


def test_make_refuses_a_notebook_without_capstone():
    with pytest.raises(UserError, match="no capstone"):
        make(ROOT / "solutions" / "04-perceptron" / "04-perceptron.ipynb")


def test_command_writes_the_page_and_exits_with_1_if_incomplete(tmp_path, capsys):
    from lincourse.cli import main

    target = tmp_path / "page.html"
    with pytest.raises(SystemExit) as end:
        main(["portfolio", str(SOLVED), "--name", "Ada", "--output", str(target)])
    assert end.value.code == 0
    assert "Ada" in target.read_text(encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        main(["portfolio", str(RELEASED), "--output", str(tmp_path)])
    assert end.value.code == 1
    assert "report is not written yet" in capsys.readouterr().out
    assert (tmp_path / "portfolio.html").is_file()
