"""The reading site: every link and picture, on a phone and at night, for every reader."""

import inspect
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import build_site
import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup

import lincourse

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LECTURES = sorted((ROOT / "lectures").glob("*.ipynb"))
EXERCISES = sorted((ROOT / "exercises").glob("*/*.ipynb"))
NOTEBOOKS = [path.relative_to(ROOT).with_suffix("") for path in (*LECTURES, *EXERCISES)]
UNITS = [path.stem for path in sorted((ROOT / "sources/lectures").glob("*.py"))]
SAMPLE = (
    *("index.html", "lectures/00-welcome.html", "exercises/00-welcome/00-welcome.html"),
    *("notation.html", "browser.html", "api/datasets.html"),
    *("student-guide.html", "instructor-guide.html", "author-guide.html"),
)
SECRETS = re.compile(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS)")


@pytest.fixture(scope="module")
def pages(site):
    """Each page of the reading site, read."""
    paths = [path for path in site.rglob("*.html") if "lite" not in path.relative_to(site).parts]
    return {path: BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser") for path in paths}


class TestPages:
    def test_every_lecture_and_exercise_has_a_page_to_run_and_to_download(self, site, pages):
        assert [name.stem for name in NOTEBOOKS] == UNITS * 2
        for name in NOTEBOOKS:
            page = pages[site / f"{name}.html"]
            [run], [get] = page.select(".run-bar .run"), page.select(".run-bar .get")
            assert parse_qs(urlsplit(run["href"]).query) == {"path": [f"{name}.ipynb"]}
            assert get.has_attr("download")
            ours = ROOT / f"{name}.ipynb"
            assert (site / name.parent / get["href"]).read_bytes() == ours.read_bytes()

    def test_lectures_show_all_their_pictures_and_exercises_their_stubs(self, site, pages):
        for lecture in LECTURES:
            cells = nbformat.read(lecture, as_version=4).cells
            outputs = [out for cell in cells for out in cell.get("outputs", [])]
            pictures = [out for out in outputs if "image/png" in out.get("data", {})]
            shown = pages[site / "lectures" / f"{lecture.stem}.html"].select(".cell_output img")
            told = [out.metadata["image/png"]["alt"] for out in pictures]
            assert [picture["alt"] for picture in shown] == told
        for exercise in EXERCISES:
            name = exercise.relative_to(ROOT).with_suffix(".html")
            assert "raise NotImplementedError" in pages[site / name].text

    def test_every_link_leads_somewhere(self, site, pages):
        ids = {path: {tag["id"] for tag in page.select("[id]")} for path, page in pages.items()}
        broken = []
        for path, page in pages.items():
            for tag in page.select("[href], [src]"):
                link = urlsplit(tag.get("href") or tag.get("src"))
                if link.scheme:
                    continue
                target = path if not link.path else (path.parent / unquote(link.path)).resolve()
                if target.is_dir():
                    target /= "index.html"
                found = target.is_file() and target.is_relative_to(site)
                if found and link.fragment and target in ids:
                    found = link.fragment in ids[target]
                if found and "lite" in target.parts and link.query:
                    [opened] = parse_qs(link.query)["path"]
                    found = (site / "lite/files" / opened).is_file()
                if not found:
                    broken.append(f"{path.relative_to(site)} -> {link.geturl()}")
        assert "\n".join(broken) == ""

    def test_links_between_notebooks_lead_to_pages(self, site, pages):
        links = {a["href"] for a in pages[site / "lectures/00-welcome.html"].select("article a")}
        assert {"01-probability.html", "../exercises/00-welcome/00-welcome.html"} <= links
        links = {a["href"] for a in pages[site / "lectures/09-family.html"].select("article a")}
        assert "../errata.html" in links

    def test_a_rule_of_the_formula_sheet_leads_to_its_function(self, site, pages):
        links = {a["href"] for a in pages[site / "formulas.html"].select("article a")}
        assert "api/perceptron.html#lincourse.perceptron.perceptron_update" in links

    def test_nothing_is_loaded_from_outside(self, pages):
        for path, page in pages.items():
            loaded = [tag["src"] for tag in page.select("[src]")]
            loaded += [tag["href"] for tag in page.select("link[href]")]
            assert [link for link in loaded if "//" in link] == [], path.name

    def test_every_picture_has_words(self, pages):
        for path, page in pages.items():
            assert page.select("img:not([alt])") == [], path.name
            assert page.select('article img[alt=""]') == [], path.name

    def test_every_function_of_the_package_is_there(self, site, pages):
        for name in lincourse.__all__:
            page = pages[site / f"api/{name}.html"]
            module = getattr(lincourse, name)
            for item, thing in inspect.getmembers(module):
                ours = inspect.isfunction(thing) or inspect.isclass(thing)
                if ours and thing.__module__ == module.__name__ and item[0] != "_":
                    entry = page.find(id=f"lincourse.{name}.{item}")
                    assert entry is not None, f"{name}.{item}"
                    assert entry.find_next("dd").text.strip(), f"{name}.{item}"

    def test_the_landing_page_lists_every_unit_and_starts_the_first(self, site, pages):
        page = pages[site / "index.html"]
        assert len(page.select("ol.units > li")) == len(UNITS)
        assert "path=lectures/00-welcome.ipynb" in page.select_one(".run-bar .run")["href"]
        for part in ("lectures", "exercises"):
            links = {a["href"] for a in page.select(f"ol.units a[href^={part}]")}
            assert sorted(Path(link).stem for link in links) == UNITS

    def test_every_guide_is_in_the_list_of_pages(self, site, pages):
        listed = {a["href"] for a in pages[site / "index.html"].select(".bd-sidebar-primary a")}
        for guide in (ROOT / "docs").glob("*.md"):
            if guide.name != "index.md":
                assert f"{guide.stem}.html" in listed


class TestWhatIsGivenAway:
    def test_no_file_holds_a_solution(self, site):
        for path in site.rglob("*"):
            if path.name in {"author-guide.html", "searchindex.js"}:
                continue  # that guide explains the marks between which a solution stands
            if path.suffix in {".html", ".ipynb", ".json", ".js", ".md", ".txt", ".py"}:
                assert not SECRETS.search(path.read_text(encoding="utf-8")), path
            if path.name.startswith("lincourse") and path.suffix == ".whl":
                with zipfile.ZipFile(path) as wheel:
                    for name in wheel.namelist():
                        assert not SECRETS.search(wheel.read(name).decode("latin-1")), name

    def test_the_exercises_to_run_are_the_ones_that_students_get(self, site):
        there = sorted((site / "lite/files").rglob("*.ipynb"))
        assert [path.relative_to(site / "lite/files").with_suffix("") for path in there] == sorted(
            NOTEBOOKS
        )
        for path in there:
            ours = json.loads((ROOT / path.relative_to(site / "lite/files")).read_text())
            runs = json.loads(path.read_text())
            assert runs["cells"] == ours["cells"]
            assert runs["metadata"]["kernelspec"]["name"] == "python"

    def test_exercises_hold_no_hidden_checks(self, site):
        for path in site.rglob("*.ipynb"):
            if "exercises" in path.parts:
                assert 'check_fresh(\\"' not in path.read_text(encoding="utf-8")

    def test_it_stays_small(self, site):
        course = build_site.size(site / "lite")
        assert course < 90
        assert build_site.size(site) - course < 30


class TestInABrowser:
    @pytest.fixture
    def problems(self):
        return []

    @pytest.fixture
    def visit(self, browser, address, problems):
        """Open a page, writing down whatever goes wrong; wait until its formulas are set."""
        contexts = []

        def visit(path, width=1280, scheme="light"):
            if not contexts:
                view = {"width": width, "height": 844}
                contexts.append(browser.new_context(viewport=view, color_scheme=scheme))
                page = contexts[0].new_page()
                page.on(
                    "requestfailed",
                    lambda sent: (  # what we leave behind by going on to the next page is aborted
                        problems.append(sent.url) if sent.failure != "net::ERR_ABORTED" else None
                    ),
                )
                page.on("pageerror", lambda error: problems.append(str(error)))
                page.on(
                    "response",
                    lambda got: problems.append(got.url) if got.status >= 400 else None,
                )
                page.on(
                    "console",
                    lambda said: (
                        problems.append(said.text) if said.type in {"error", "warning"} else None
                    ),
                )
                page.on(
                    "request",
                    lambda sent: (
                        problems.append(f"outside: {sent.url}")
                        if not sent.url.startswith((address, "data:"))
                        else None
                    ),
                )
            page = contexts[0].pages[0]
            page.goto(f"{address}/{path}", timeout=120_000)
            page.evaluate("window.MathJax ? MathJax.startup.promise.then(() => null) : null")
            return page

        yield visit
        for context in contexts:
            context.close()

    def test_every_page_loads_clean_and_fits_a_phone(self, site, pages, visit, problems):
        wide = []
        for path in sorted(pages):
            name = str(path.relative_to(site))
            page = visit(name, width=390)
            if page.evaluate("document.documentElement.scrollWidth") > 390:
                wide.append(name)
        assert problems == []
        assert wide == []

    @pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
    def test_readers_of_all_kinds_can_use_it(self, visit, problems, width, scheme):
        found = []
        for name in SAMPLE:
            page = visit(name, width, scheme)
            assert page.evaluate("document.documentElement.dataset.theme") == scheme
            page.wait_for_function(
                "document.querySelector('.bd-sidebar-primary summary[aria-label]')"
            )
            # what axe would load to look at style sheets again is not part of the page
            results = Axe().run(page, options={"preload": False}).response
            found += [
                f"{name}: {rule['id']}: {node['html']}"
                for rule in results["violations"]
                if rule["impact"] in {"serious", "critical"}
                for node in rule["nodes"]
            ]
        assert found == []
        assert problems == []

    def test_light_and_dark_look_different(self, visit):
        page = visit("index.html", scheme="light")
        colour = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(colour)
        page.emulate_media(color_scheme="dark")
        page.wait_for_function("document.documentElement.dataset.theme == 'dark'")
        assert page.evaluate(colour) != light

    def test_formulas_are_set(self, visit):
        page = visit("lectures/04-perceptron.html")
        assert page.locator("mjx-container").count() > 50
        assert page.locator("mjx-merror").count() == 0

    def test_search_finds_a_lecture(self, visit, problems):
        page = visit("search.html?q=perceptron")
        page.wait_for_selector("#search-results li a")
        found = page.eval_on_selector_all("#search-results li a", "all => all.map(a => a.href)")
        assert any("lectures/04-perceptron.html" in link for link in found)
        assert problems == []
