"""Benchmark of the course in the browser: seconds from a click to an answer, megabytes on the way.

    make site && .venv/bin/python benchmarks/browser.py

Runs headless Chromium with a fresh profile, and a server on this machine, so that the network
doesn't matter. Other load on the machine does, and is printed. With Lighthouse (`npm install
lighthouse`), it also prints the scores of four pages:

    .venv/bin/python benchmarks/browser.py --lighthouse node_modules/.bin/lighthouse
"""

import argparse
import functools
import gzip
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EXERCISE = "exercises/04-perceptron/04-perceptron.html"
LECTURE = "lite/notebooks/index.html?path=lectures/04-perceptron.ipynb"
ANSWER = """def perceptron_update(w, x, y, eta):
    return w + eta * y * x if y * (w @ x) <= 0 else w"""
IDLE = """() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status
    === "idle" """
# Run the lecture's cells up to its stepper; time each press of a button.
RUN_TO_STEPPER = """async () => {
    const {content} = window.jupyterapp.shell.currentWidget;
    for (let i = 0; i < content.widgets.length; i++) {
        content.activeCellIndex = i;
        await window.jupyterapp.commands.execute("notebook:run-cell");
        const source = content.widgets[i].model.sharedModel.getSource();
        if (source.includes("perceptron_stepper(")) return;
    }
}"""
PRESSES = """async presses => {
    const button = [...document.querySelectorAll("button")].find(b => b.textContent == "1 step");
    const picture = button.closest(".widget-vbox").querySelector(".widget-html");
    const times = [];
    for (let i = 0; i < presses; i++) {
        const start = performance.now();
        const drawn = new Promise(resolve => {
            const watch = new MutationObserver(() => { watch.disconnect(); resolve(); });
            watch.observe(picture, {childList: true, subtree: true});
        });
        button.click();
        await drawn;
        times.push((performance.now() - start) / 1000);
    }
    return times.sort((a, b) => a - b);
}"""


PAGES = ("index.html", "lectures/04-perceptron.html", EXERCISE, "student-guide.html")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without logging; compresses text, as web hosts do."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Log nothing."""

    def do_GET(self) -> None:
        """Serve a file."""
        path = Path(self.translate_path(self.path))
        text = path.suffix in {".html", ".css", ".js", ".mjs", ".svg", ".json"}
        if not (text and path.is_file() and "gzip" in self.headers.get("Accept-Encoding", "")):
            super().do_GET()
            return
        content = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=31536000")
        self.end_headers()
        self.wfile.write(content)


def main() -> int:
    """Print the figures; return 1 if there is nothing to measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "_site", help="_site by default")
    parser.add_argument("--lighthouse", type=Path, help="where Lighthouse's command is")
    parser.add_argument(
        "--only", choices=["exercise", "lab", "lighthouse"], help="Measure only this part."
    )
    arguments = parser.parse_args()
    site = arguments.site
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None or not (site / "index.html").is_file():
        missing = "no chromium on PATH" if chromium is None else f"no site in {site}; run make site"
        print(f"lincourse: there is {missing}", file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    handler = functools.partial(QuietHandler, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for measure in (exercise, lab):
            if arguments.only not in (None, measure.__name__):
                continue
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.set_default_timeout(300_000)
            measure(context.new_page(), address)
            context.close()
        browser.close()
    if arguments.lighthouse:
        for page in PAGES:
            for preset in ("mobile", "desktop"):
                print(f"{page:44} {preset:8} {scores(arguments.lighthouse, address, page, preset)}")
    server.shutdown()
    return 0


def scores(command: Path, address: str, page: str, preset: str) -> str:
    """Lighthouse's scores of a page, in its four categories."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run(
            [
                *(command, f"{address}/{page}", "--quiet", "--output=json"),
                f"--output-path={report.name}",
                "--chrome-flags=--headless --no-sandbox --disable-gpu",
                *(["--preset=desktop"] if preset == "desktop" else []),
            ],
            env=os.environ | {"CHROME_PATH": shutil.which("chromium") or ""},
            check=True,
        )
        found = json.loads(Path(report.name).read_text(encoding="utf-8"))["categories"]
    return ", ".join(f"{name} {100 * one['score']:.0f}" for name, one in found.items())


def line(what: str, seconds: float, more: str = "") -> None:
    """Print one figure."""
    print(f"{what:58} {seconds:6.2f} s{more}", flush=True)


def timed(act: Callable[[], Any]) -> float:
    """How many seconds it takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def exercise(page: Any, address: str) -> None:
    """A check on an exercise page: cold, warm, and on the next page of the visit."""
    page.goto(f"{address}/{EXERCISE}")
    page.wait_for_load_state("networkidle")
    field = page.locator(".tag_cell-perceptron_update").get_by_role("textbox")
    button = page.get_by_role("button", name="Check perceptron_update").first
    answer = page.locator(".tag_cell-test_perceptron_update .try-output:not([aria-busy]) > *").first

    def check() -> None:
        button.click()
        answer.wait_for()

    line("first check after a click, nothing loaded before", timed(check))
    field.fill(ANSWER)
    line("the next check", timed(check))
    page.reload()
    page.wait_for_load_state("load")
    line("first check after a reload, pressed at once", timed(check))
    page.reload()
    page.get_by_text("Python is ready.").wait_for()
    line("first check after a reload, once Python says it is ready", timed(check))


def lab(page: Any, address: str) -> None:
    """A lecture in the lab: opened, its Python ready, a press of its stepper."""
    start = time.perf_counter()
    page.goto(f"{address}/{LECTURE}", wait_until="commit")
    page.locator("#lincourse-screen h1").wait_for()
    line("lab: something to read", time.perf_counter() - start)
    page.locator(".jp-Cell").first.wait_for()
    line("lab: the notebook", time.perf_counter() - start)
    page.wait_for_function(IDLE)
    line("lab: Python ready", time.perf_counter() - start)
    page.evaluate(RUN_TO_STEPPER)
    page.get_by_role("button", name="1 step", exact=True).first.wait_for()
    times = page.evaluate(PRESSES, 9)
    line("lab: a press of the stepper, median of 9", times[4], f" ({times[0]:.2f}-{times[-1]:.2f})")


if __name__ == "__main__":
    sys.exit(main())
