"""Long pages: a browser lays out only the part of a lecture near the reader.

Sections far away only keep their place (`content-visibility` in docs/_static/lincourse.css). How
tall they are is measured while the site is built, on a phone and on a laptop, so that scroll bars
tell the truth and nothing jumps. Without Chromium, pages are laid out as a whole.
"""

import re
from pathlib import Path
from typing import Any

from mathml import chromium

HOST = "http://site.invalid/"  # answered from the folder
WIDTHS = {"--narrow": 412, "--wide": 1280}
SECTIONS = ".page > section > section"
MEASURE = f"""async () => {{
    await document.fonts.ready;
    const sections = [...document.querySelectorAll("{SECTIONS}")];
    for (const one of sections) one.style.display = "flow-root"; // as it will be
    return sections.map(one => [one.id, Math.round(one.getBoundingClientRect().height)]);
}}"""


def measure(site: Path) -> None:
    """Write into the lectures of a site how tall their sections are."""
    path = chromium()
    if path is None:
        return
    from playwright.sync_api import sync_playwright

    def answer(route: Any) -> None:
        name = route.request.url.removeprefix(HOST).partition("?")[0]
        route.fulfill(path=site / name) if (site / name).is_file() else route.abort()

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(service_workers="block")
        context.route(f"{HOST}**", answer)
        page = context.new_page()
        for lecture in sorted((site / "lectures").glob("*.html")):
            heights: dict[str, dict[str, int]] = {}
            for name, width in WIDTHS.items():
                page.set_viewport_size({"width": width, "height": 800})
                page.goto(f"{HOST}{lecture.relative_to(site).as_posix()}")
                for section, height in page.evaluate(MEASURE):
                    heights.setdefault(section, {})[name] = height
            text = lecture.read_text(encoding="utf-8")
            lecture.write_text(sized(text, heights), encoding="utf-8")
        browser.close()


def sized(page: str, heights: dict[str, dict[str, int]]) -> str:
    """A page whose sections say how tall they are."""
    for section, measured in heights.items():
        style = ";".join(f"{name}:{height}px" for name, height in measured.items())
        page = re.sub(
            rf'<section (?=id="{re.escape(section)}")', f'<section style="{style}" ', page, count=1
        )
    return page
