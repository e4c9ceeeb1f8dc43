"""The reading site: every link and picture, on a phone and at night, for every reader."""

import gzip
import inspect
import io
import json
import re
import zipfile
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import build_site
import nbformat
import pypdf
import pytest
import site_dark
from axe_playwright_python.sync_playwright import Axe
from bs4 import BeautifulSoup
from figure_reading import contrast, tick_colours

import lincourse
from conftest import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LECTURES = sorted((ROOT / "lectures").glob("*.ipynb"))
EXERCISES = sorted((ROOT / "exercises").glob("*/*.ipynb"))
NOTEBOOKS = [path.relative_to(ROOT).with_suffix("") for path in (*LECTURES, *EXERCISES)]
UNITS = [path.stem for path in sorted((ROOT / "sources/lectures").glob("*.py"))]
SAMPLE = (  # one page of each kind
    *("index.html", "lectures/00-welcome.html", "exercises/00-welcome/00-welcome.html"),
    *("notation.html", "glossary.html", "search.html", "student-guide.html", "api/datasets.html"),
)
MORE = (
    *("lectures/02-naive-bayes.html", "exercises/02-naive-bayes/02-naive-bayes.html"),
    *("formulas.html", "errata.html", "browser.html", "instructor-guide.html", "author-guide.html"),
)
# What readers look for, and the section that should come first, after what the glossary says of it.
SECTION_TEXTS = """async () => {
  const answer = await fetch("_static/search.json");
  return (await answer.json()).sections.map(([page, anchor, title, text]) => text);
}"""
SEARCHES = {
    "learning rate": "lectures/04-perceptron.html#section-lecture-04-learning-rate",
    "smoothing": "lectures/02-naive-bayes.html#section-lecture-02-smoothing",
    "perceptron": "lectures/04-perceptron.html",
    "bayes rule": "lectures/01-probability.html#section-lecture-01-bayes-rule",
    "softmax": "lectures/07-softmax.html",
    "softmax gradient": "lectures/07-softmax.html",
    "cross-entropy": "lectures/07-softmax.html#section-lecture-07-cross-entropy",
    "margin": "lectures/04-perceptron.html#section-lecture-04-margin",
    "early stopping": "lectures/06-descent.html#section-lecture-06-early-stopping",
    "precision": "lectures/03-features.html#section-lecture-03-metrics",
    "gradient descent": "lectures/06-descent.html",
    "submit": "lectures/00-welcome.html#section-lecture-00-handing-in",
    "perceptron_update": "api/perceptron.html#lincourse.perceptron.perceptron_update",
    "due date": "instructor-guide.html#set-a-due-date-if-you-want-one",
}
# Past all formulas of a page: how many the keyboard reaches, where these are the ones that scroll.
PAST_ALL_FORMULAS = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    let reached = 0;
    for (const one of document.querySelectorAll('mjx-container[display="true"]')) {
        one.scrollIntoView();
        await frame(), await frame(), await frame();
        const scrolls = one.scrollWidth > one.clientWidth;
        if (scrolls !== one.hasAttribute("tabindex")) throw new Error(one.innerHTML);
        reached += scrolls;
    }
    return reached;
}"""
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
            page = pages[site / "lectures" / f"{lecture.stem}.html"]
            told = [out.metadata["image/png"]["alt"] for out in pictures]
            for other in ("only-light", "only-dark"):
                still = f".cell_output img:not(.{other}, .explore-picture img)"
                assert [picture["alt"] for picture in page.select(still)] == told
        for exercise in EXERCISES:
            name = exercise.relative_to(ROOT).with_suffix(".html")
            assert "raise NotImplementedError" in pages[site / name].text

    def test_every_link_leads_somewhere(self, site, pages):
        ids = {path: {tag["id"] for tag in page.select("[id]")} for path, page in pages.items()}
        broken = []
        for path, page in pages.items():
            for tag in page.select("[href], [src]"):
                link = urlsplit(tag.get("href") or tag.get("src"))
                if link.scheme or path.name == "404.html":  # that one looks for the top itself
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
        assert page.select_one(".run-bar .run")["href"] == "lectures/00-welcome.html"
        assert "path=lectures/00-welcome.ipynb" in page.select_one(".run-bar .get")["href"]
        for part in ("lectures", "exercises"):
            links = {a["href"] for a in page.select(f"ol.units a[href^={part}]")}
            assert sorted(Path(link).stem for link in links) == UNITS

    def test_lecture_and_exercise_lead_to_each_other_by_section(self, site, pages):
        for unit in UNITS[1:]:
            lecture = pages[site / f"lectures/{unit}.html"]
            there = lecture.select(f'.practice a[href*="exercises/{unit}/{unit}.html#"]')
            assert there, unit
            exercise = pages[site / f"exercises/{unit}/{unit}.html"]
            back = exercise.select(f'article a[href*="lectures/{unit}.html#section-lecture"]')
            assert back, unit

    def test_every_word_of_the_glossary_has_its_place_and_its_note(self, site, pages):
        notes = json.loads((site / "_static/glossary.json").read_text(encoding="utf-8"))
        words = pages[site / "glossary.html"].select("dl.glossary dt")
        assert {word["id"] for word in words if word.text.isascii()} <= set(notes)
        assert set(notes) <= {word["id"] for word in words}
        linked = pages[site / "lectures/04-perceptron.html"].select(
            'a[href*="glossary.html#term-"]'
        )
        assert linked
        assert all(urlsplit(a["href"]).fragment in notes for a in linked)

    def test_ticks_of_dark_figures_are_readable(self, site):
        figures = list((site / "_static" / "figures").glob("*-dark.svg"))
        assert figures
        for figure in figures:
            marks, numbers = tick_colours(figure.read_text(encoding="utf-8"))
            dim = [one for one in marks | numbers if contrast(one, site_dark.PAPER) < 4.5]
            assert dim == [], figure.name

    def test_every_guide_is_in_the_list_of_pages(self, site, pages):
        listed = {a["href"] for a in pages[site / "index.html"].select("#pages a")}
        for guide in (ROOT / "docs").glob("*.md"):
            if guide.name != "index.md":
                assert f"{guide.stem}.html" in listed


class TestWhatIsGivenAway:
    def test_no_file_holds_a_solution(self, site):
        for path in site.rglob("*"):
            if path.name in {"author-guide.html", "new-unit.html", "searchindex.js"}:
                continue  # these guides explain the marks between which a solution stands
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
            ours = nbformat.read(ROOT / path.relative_to(site / "lite/files"), as_version=4)
            runs = json.loads(path.read_text())
            for cell in runs["cells"]:
                if cell["cell_type"] == "code":
                    assert cell["metadata"].pop("trusted")
            assert runs["cells"] == ours["cells"]
            assert runs["metadata"]["kernelspec"]["name"] == "python"

    def test_an_interactive_starts_with_its_guess_and_folds_its_answer(self, site, pages):
        page = pages[site / "lectures/02-naive-bayes.html"]
        friends, sentences = page.select(".explore")
        assert [label.span.text for label in friends.select("label")] == ["friends who only repeat"]
        assert [one["type"] for one in friends.select("input")] == ["range"]
        assert sentences.select_one("select option[selected]").text.startswith("i simply can't")
        for one in (friends, sentences):
            first = one.select_one(".explore-picture img")["alt"]
            data = json.loads((site / "lectures" / one["data-frames"]).resolve().read_text())
            [control] = data["controls"]
            assert data["frames"][control["start"]][0] == first
            assert one.select_one("details img")["alt"] != first

    def test_it_stays_small(self, site):
        course = build_site.size(site / "lite")
        assert course < 90
        assert build_site.size(site) - course < 40  # 36 with the figures of all lectures


class TestInABrowser:
    @pytest.fixture
    def problems(self):
        return []

    @pytest.fixture
    def visit(self, browser, address, problems):
        """Open a page, writing down whatever goes wrong."""
        contexts = []

        def visit(path, width=1280, scheme="light", loaded=None):
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
            if loaded is not None:
                page.on("response", lambda got: loaded.setdefault(got.url, got))
            page.goto(f"{address}/{path}", timeout=PATIENCE)
            page.evaluate("window.MathJax ? MathJax.startup.promise.then(() => null) : null")
            return page

        yield visit
        for context in contexts:
            context.close()

    def test_a_page_is_light_or_dark_before_its_scripts_run(self, visit):
        page = visit("lectures/02-naive-bayes.html", scheme="dark")
        page.route("**/*.js*", lambda route: route.abort())
        page.reload()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"

    @pytest.mark.nightly
    def test_every_page_loads_clean_and_fits_a_phone(self, site, pages, visit, problems):
        wide = []
        for path in sorted(pages):
            name = str(path.relative_to(site))
            page = visit(name, width=390)
            if page.evaluate("document.documentElement.scrollWidth") > 390:
                wide.append(name)
        assert problems == []
        assert wide == []

    @pytest.mark.parametrize(
        "name", [*SAMPLE, *(pytest.param(name, marks=pytest.mark.nightly) for name in MORE)]
    )
    def test_a_page_is_for_readers_of_all_kinds(self, visit, problems, name):
        page = visit(name, width=390)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        # axe looks at all of it, also at what is far from the reader
        page.add_style_tag(content="section { content-visibility: visible !important }")
        colour = "getComputedStyle(document.body).backgroundColor"
        light, wrong = page.evaluate(colour), self.wrong_for_some(page)
        page.set_viewport_size({"width": 1280, "height": 844})
        page.emulate_media(color_scheme="dark")
        page.wait_for_function("document.documentElement.dataset.theme == 'dark'")
        page.wait_for_function(
            "document.getAnimations().every(one => one.timeline !== document.timeline)"
        )  # others go with the scrolling
        assert page.evaluate(colour) != light
        assert wrong + self.wrong_for_some(page) == []
        assert problems == []

    def wrong_for_some(self, page, part="body"):
        """What axe finds that keeps somebody from using a part of the page."""
        # what axe would load to look at style sheets again is not part of the page
        options = {"preload": False, "resultTypes": ["violations"]}
        where = {"include": [[part]], "exclude": [["mjx-container"]]}
        results = Axe().run(page, where, options).response
        return [
            f"{rule['id']}: {node['html']}"
            for rule in results["violations"]
            if rule["impact"] in {"serious", "critical"}
            for node in rule["nodes"]
        ]

    def test_formulas_code_and_words_of_a_lecture(self, visit, problems):
        loaded = {}
        page = visit("lectures/04-perceptron.html", width=1440, loaded=loaded)
        formulas = page.locator("mjx-container").count()
        assert formulas > 50
        assert page.locator("mjx-container > mjx-math[aria-hidden=true]").count() == formulas
        assert page.locator("mjx-container > mjx-assistive-mml > math").count() == formulas
        assert [url for url in loaded if "mathjax" in url and ".js" in url] == []
        assert page.locator("mjx-merror").count() == 0
        wide = "all => all.filter(one => one.scrollWidth > one.clientWidth)"
        assert page.eval_on_selector_all(".page pre", f"{wide}.map(one => one.innerText)") == []
        # Of the formulas the keyboard reaches those that scroll.
        assert page.locator("mjx-container[tabindex]").count() < 10  # of 274
        word = page.locator('.page a[href*="glossary.html#term-"]').first
        word.focus()
        note = page.get_by_role("tooltip")
        note.wait_for()
        assert word.get_attribute("aria-describedby") == "word-note"
        page.keyboard.press("Escape")
        assert note.is_hidden()
        page.set_viewport_size({"width": 320, "height": 800})
        assert 0 < page.evaluate(PAST_ALL_FORMULAS) < 100
        # Of those in a line, only one that is wider than the page leaves its line, and scrolls.
        in_line = page.locator("mjx-container:not([display])")
        assert in_line.count() > 50
        display = "all => all.filter(one => getComputedStyle(one).display !== 'inline').length"
        assert page.locator("mjx-container:not([display], .long)").evaluate_all(display) == 0
        assert page.locator("mjx-container.long").count() < 30
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert problems == []

    def test_a_lecture_is_laid_out_near_its_reader_and_keeps_its_place(self, visit):
        page = visit("lectures/04-perceptron.html", width=412)
        late = page.locator("#problems")
        shown = "one => one.firstElementChild.checkVisibility({contentVisibilityAuto: true})"
        assert not late.evaluate(shown)
        height = "document.documentElement.scrollHeight"
        kept = page.evaluate(height)
        page.evaluate("location.hash = 'problems'")
        page.wait_for_function(
            "0 <= document.querySelector('#problems h2').getBoundingClientRect().top"
            " && document.querySelector('#problems h2').getBoundingClientRect().top < 200"
        )
        assert late.evaluate(shown)
        assert page.evaluate("find('stout Adelie')")
        page.add_style_tag(content="section { content-visibility: visible !important }")
        assert page.evaluate(height) == pytest.approx(kept, rel=0.02)

    def test_a_page_at_night_is_printed_in_black_and_whole(self, visit):
        page = visit("lectures/02-naive-bayes.html", scheme="dark")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details:not([open])").count() == 0
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.locator("details:not([open])").count() > 0
        page.emulate_media(media="print", color_scheme="dark")
        page.set_viewport_size({"width": 680, "height": 900})  # what is left of A4
        for part in ("p", "h2", "pre", "pre span", "td", "code"):
            colour = "part => getComputedStyle(document.querySelector(`.page ${part}`)).color"
            red, green, blue = re.findall(r"\d+", page.evaluate(colour, part))[:3]
            assert max(int(red), int(green), int(blue)) < 90, part
        for hidden in (".run-bar", "#pages", ".top", ".page-done", ".explore-controls"):
            assert page.locator(hidden).first.is_hidden(), hidden
        for picture in page.locator(".figure-still img:visible").all():
            assert "dark" not in picture.get_attribute("src")
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
        assert page.eval_on_selector_all(".page pre", cut) == 0

    @pytest.mark.parametrize("name", ["formulas", "notation"])
    def test_what_one_looks_up_is_printed_on_one_sheet(self, visit, name):
        page = visit(f"{name}.html", width=1440)
        sheet = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))
        assert len(sheet.pages) <= 2  # both sides

    def test_an_address_without_a_page_leads_back(self, browser, address):
        page = browser.new_page()
        answer = page.goto(f"{address}/no/such/page.html")
        assert answer.status == 404
        home = page.get_by_role("link", name="To the first page")
        page.wait_for_function(
            "top => document.querySelector('#home').href === top", arg=f"{address}/"
        )
        home.click()
        assert page.title().startswith("Linear classifiers")
        page.close()

    @pytest.mark.parametrize("name", ["index", *(f"lectures/{unit}" for unit in UNITS)])
    def test_a_page_is_light(self, visit, name):
        loaded = {}
        visit(f"{name}.html", width=390, loaded=loaded)
        weight = sum(len(gzip.compress(got.body())) for got in list(loaded.values()) if got.ok)
        assert weight < 600_000

    def test_figures_of_a_lecture_move_without_python(self, visit, problems):
        page = visit("lectures/02-naive-bayes.html", width=390)
        friends, sentences = page.locator(".explore").all()
        caption = friends.locator("[role=status]")
        slider = page.get_by_label("friends who only repeat")
        slider.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("document.querySelector('.explore').dataset.shown === '2'")
        assert slider.get_attribute("aria-valuetext") == "2"
        assert caption.inner_text().startswith("Nine say yes, one says no; 2 of the nine")
        assert self.wrong_for_some(page, ".explore") == []
        picture = friends.get_by_role("img")
        assert picture.count() == 1
        assert picture.bounding_box()["width"] <= 390
        sentences.get_by_label("sentence").select_option(index=3)
        sentences.locator("svg[role=img]").wait_for()
        light = sentences.locator("svg").inner_html()
        page.emulate_media(color_scheme="dark")
        page.wait_for_function("document.documentElement.dataset.theme == 'dark'")
        page.wait_for_function(
            "light => document.querySelectorAll('.explore svg')[1].innerHTML != light", arg=light
        )
        assert problems == []

    def test_search_leads_first_to_the_section_that_teaches_a_word(self, visit, problems):
        page = visit("search.html?q=perceptron")
        first: dict[str, str] = {}
        excerpts: list[str] = []
        for words in SEARCHES:
            page.get_by_label("Words to look for").fill(words)
            page.wait_for_function(
                "words => document.querySelector('.results').dataset.query === words", arg=words
            )
            link = page.locator(".results article:not(.term) a").first
            first[words] = link.evaluate(
                "a => a.href.slice(new URL('.', location.href).href.length)"
            )
            excerpts += page.locator(".results article:not(.term) .excerpt").all_inner_texts()
        assert first == SEARCHES
        texts = page.evaluate(SECTION_TEXTS)
        for begins in (words.removeprefix("… ")[:30] for words in excerpts):
            assert any(f" {begins}" in f" {text}" for text in texts), begins  # not within a word
        assert problems == []

    def test_search_defines_a_word_and_shows_clean_sentences_around_it(self, visit, problems):
        page = visit("search.html?q=softmax", width=390)
        page.wait_for_selector(".results article")
        assert page.locator(".results .term a").inner_text() == "softmax"
        excerpts = page.locator(".results .excerpt").all_inner_texts()
        assert len(excerpts) > 10
        assert [
            words
            for words in excerpts
            if re.search(r"[\\$]|import |>>>|Show the code| · |rule formula", words)
        ] == []
        assert sum("softmax" in words.lower() for words in excerpts) > 10
        assert page.locator(".results mark").first.inner_text() == "softmax"
        page.locator(".results article:not(.term) a").first.click()
        assert page.title() == "07 Softmax regression | lincourse"
        assert page.locator("mark").count() == 0
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_label("Search the course").fill("qwertyuiop")
        page.keyboard.press("Enter")
        page.wait_for_function("document.querySelector('.found').textContent.startsWith('Nothing')")
        assert problems == []

    def test_the_frame_of_a_page_is_used_on_a_phone(self, visit, problems):
        page = visit("lectures/02-naive-bayes.html", width=390)
        pages, contents = page.locator("#pages"), page.locator("#contents")
        assert pages.is_hidden()
        page.get_by_role("button", name="All pages").press("Enter")
        assert pages.get_by_role("link", name="04 The perceptron").is_visible()
        page.keyboard.press("Escape")
        assert pages.is_hidden()
        page.get_by_role("button", name="Contents").click()
        contents.get_by_role("link", name="Problems").click()
        assert contents.is_hidden()
        page.wait_for_function("scrollY > 2000")
        page.wait_for_function(
            "document.querySelector('#contents [aria-current]')?.textContent === 'Problems'"
        )
        width = "document.querySelector('.read').getBoundingClientRect().width"
        assert 250 < page.evaluate(width) < 390  # of the bar that shows how far one has read
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_function(f"{width} > 389")
        assert problems == []

    def test_colours_are_chosen_and_kept(self, visit, problems):
        page = visit("index.html", scheme="light")
        theme = "document.documentElement.dataset.theme"
        button = page.get_by_role("button", name="Colours: as on this device")
        button.click()
        page.get_by_role("button", name="Colours: light").click()
        assert page.evaluate(theme) == "dark"
        page.reload()
        assert page.evaluate(theme) == "dark"
        page.get_by_role("button", name="Colours: dark").click()
        assert page.evaluate(theme) == "light"
        page.emulate_media(color_scheme="dark")
        page.wait_for_function(f"{theme} === 'dark'")
        assert problems == []

    def test_code_is_copied_without_prompts(self, visit):
        page = visit("errata.html")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_text("The computation").first.click()
        code = page.locator(".highlight", has_text=">>> ").first
        code.hover()
        code.get_by_role("button", name="Copy").click()
        code.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied
        assert ">>>" not in copied

    def test_a_test_cells_first_sentence_is_read_on_a_phone(self, visit):
        page = visit("exercises/04-perceptron/04-perceptron.html", width=390)
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
        assert page.eval_on_selector_all(".tag_test pre", "all => all.length") > 5
        assert page.eval_on_selector_all(".tag_test pre", cut) == 0

    def test_the_home_pages_perceptron_is_stepped_by_keyboard(self, visit, problems):
        page = visit("index.html", width=390)
        said = page.locator(".stepper-said")
        page.get_by_role("button", name="Next bird").press("Enter")
        assert said.inner_text().startswith("Bird 1 is ")
        assert said.inner_text().endswith("Mistakes so far: 1.")
        mistake = page.get_by_role("button", name="Next mistake")
        mistake.press("Space")
        assert said.inner_text().endswith("The needle turns. Mistakes so far: 2.")
        for _ in range(20):
            mistake.press("Space")
        assert "A whole round without a mistake: done." in said.inner_text()
        assert mistake.get_attribute("aria-disabled") == "true"
        page.get_by_role("button", name="Start again").press("Enter")
        assert said.inner_text().startswith("No line yet")
        tops = "all => new Set(all.map(one => one.getBoundingClientRect().top)).size"
        assert page.eval_on_selector_all(".stepper-buttons button", tops) == 1  # one row
        assert page.locator(".stepper .legend text").all_text_contents() == [
            *("Adelie", "Chinstrap", "bill length →", "flipper length →")
        ]
        assert problems == []

    def test_a_guess_on_the_home_page_is_answered(self, visit, problems):
        page = visit("index.html")
        page.emulate_media(reduced_motion="reduce")
        page.reload()
        for guess, answer in (
            ("8", "You guessed 8, and that is exactly right."),
            ("11", "You guessed 11: 3 too many."),
            ("7", "You guessed 7: one too few."),
        ):
            page.get_by_label("How often will the needle turn?").fill(guess)
            page.keyboard.press("Enter")
            assert page.locator(".stepper-said").inner_text().endswith(answer)
        assert problems == []

    def test_progress_is_kept_saved_and_brought_back(self, visit, problems):
        page = visit("lectures/02-naive-bayes.html")
        page.get_by_label("I have read this lecture").check()
        page.reload()
        assert page.get_by_label("I have read this lecture").is_checked()
        passed = """document.dispatchEvent(
            new CustomEvent("lincourse:check", {detail: {cell: "one", good: true}}))"""
        page = visit("exercises/02-naive-bayes/02-naive-bayes.html")
        page.evaluate(passed)
        page = visit("index.html")
        status = page.locator(".progress-box [role=status]")
        told = (
            f"So far: 1 of {len(UNITS)} lectures read, 0 of {len(UNITS)} exercises worked through, "
            "1 check passed on these pages."
        )
        assert status.inner_text() == told
        assert page.locator("ol.units a.done").inner_text() == "Lecture"
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save my progress").click()
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Forget it").click()
        assert status.inner_text().startswith("Tick a page")
        page.locator(".progress-box input").set_input_files(saved.value.path())
        page.wait_for_function(
            "told => document.querySelector('.progress-box p').textContent === told", arg=told
        )
        page.locator(".progress-box input").set_input_files(ROOT / "pyproject.toml")
        page.wait_for_function(
            "document.querySelector('.progress-box p').textContent.startsWith('This file holds no')"
        )
        assert problems == []
