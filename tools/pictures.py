"""Screenshots for the README, taken of the real thing with Playwright: `make pictures`.

Needs chromium. Each shows what a user would see: a notebook in JupyterLab with a wrong answer, the
terminal, the report of a graded class, the site. Badges are drawn here, as SVG.
"""

import contextlib
import functools
import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import moving_picture

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images"
STATIC = ROOT / "docs" / "_static"
BADGES = {
    "python": ("python", "3.11 to 3.14", "#0072b2"),
    "code": ("code", "MIT", "#009e73"),
    "text": ("text", "CC BY 4.0", "#009e73"),
}
WRONG = """def perceptron_update(w, x, y, eta):
    if y * (w @ x) <= 0:
        return w + y * x
    return w
"""
BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{all}" height="20" role="img" '
    'aria-label="{left}: {right}"><title>{left}: {right}</title>'
    '<rect width="{all}" height="20" rx="3" fill="#444"/>'
    '<rect x="{first}" width="{second}" height="20" rx="3" fill="{colour}"/>'
    '<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" '
    'text-anchor="middle"><text x="{middle}" y="14">{left}</text>'
    '<text x="{end}" y="14">{right}</text></g></svg>\n'
)
SOCIAL = """<style>
body {{ align-items: center; background: #f4f7fa; color: #1c2530; display: grid; gap: 40px;
  font-family: system-ui, sans-serif; grid-template-columns: 430px 1fr; height: 630px;
  margin: 0 48px }}
h1 {{ font-size: 56px; letter-spacing: -0.02em; line-height: 1.1; margin: 0 0 28px }}
p {{ font-size: 26px; line-height: 1.4; margin: 0 }}
</style><div><h1>Linear classifiers, written by you</h1>
<p>An open course. Lectures that move, exercises you write yourself, and checks that tell you in
words what went wrong.</p></div>{picture}"""
RUN_TWO = """async () => {
    const {content} = window.jupyterapp.shell.currentWidget;
    const cells = [...content.model.cells];
    const place = id => cells.findIndex(cell => cell.getMetadata("nbgrader")?.grade_id === id);
    for (const id of ["imports", "perceptron_update", "test_perceptron_update"]) {
        content.activeCellIndex = place(id);
        await window.jupyterapp.commands.execute("notebook:run-cell");
    }
    return content.activeCellIndex;
}"""


def main() -> None:
    """Make all pictures again."""
    PICTURES.mkdir(exist_ok=True)
    for name, (left, right, colour) in BADGES.items():
        (PICTURES / f"badge-{name}.svg").write_text(badge(left, right, colour))
    (PICTURES / "perceptron.svg").write_text(moving_picture.picture(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        icons(browser)
        social(browser)
        terminal(Path(folder))
        notebook(Path(folder), browser)
        report(Path(folder), browser)
        if (ROOT / "_site").is_dir():
            site(browser)
        else:
            print("No _site/ found. Run 'make site' first to take a picture of it.")


def badge(left: str, right: str, colour: str) -> str:
    """A badge as SVG, like those of shields.io: a word and a value."""
    first, second = 12 + 7 * len(left), 12 + 7 * len(right)
    return BADGE.format(
        left=left,
        right=right,
        colour=colour,
        first=first,
        second=second,
        all=first + second,
        middle=first / 2,
        end=first + second / 2,
    )


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """A headless browser."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        sys.exit("lincourse: pictures need chromium; on Debian: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=path, args=args)
        yield browser
        browser.close()


def icons(browser: Any) -> None:
    """The course's icon in pixels, for systems that want it so."""
    drawn = (STATIC / "icon.svg").read_text(encoding="utf-8")
    for size in (192, 512):
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawn}")
        page.screenshot(path=STATIC / f"icon-{size}.png", omit_background=True)
        page.close()


def social(browser: Any) -> None:
    """The picture that goes with a link to the course."""
    page = browser.new_page(viewport={"width": 1200, "height": 630}, reduced_motion="reduce")
    page.set_content(SOCIAL.format(picture=moving_picture.picture()))
    page.screenshot(path=STATIC / "social.png")
    page.close()


def wrong_exercise(folder: Path) -> Path:
    """A copy of the course's exercise 04 with one wrong answer in it."""
    course = folder / "course"
    path = course / "exercises" / "04-perceptron" / "04-perceptron.ipynb"
    if not path.exists():
        shutil.copytree(ROOT / "exercises", course / "exercises")
        shutil.copytree(ROOT / "lectures", course / "lectures")
        content = json.loads(path.read_text())
        for cell in content["cells"]:
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == "perceptron_update":
                cell["source"] = WRONG
        path.write_text(json.dumps(content))
    return course


def terminal(folder: Path) -> None:
    """`lincourse check` as the terminal shows it."""
    from rich.console import Console
    from rich.text import Text

    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "84"}
    run = subprocess.run(
        [sys.executable, "-m", "lincourse", "check", "04"],
        cwd=wrong_exercise(folder),
        env=environment,
        capture_output=True,
        text=True,
    )
    lines = [line for line in run.stdout.splitlines() if "Checking" not in line][:26]
    with open(os.devnull, "w") as nowhere:
        console = Console(record=True, width=84, file=nowhere, force_terminal=True)
        console.print(Text("$ lincourse check 04\n", style="bold"))
        console.print(Text.from_ansi("\n".join(lines)))
    drawn = console.export_svg(title="lincourse check 04")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # no fonts from elsewhere
    drawn = re.sub(r"<!--.*?-->\s*", "", drawn, flags=re.DOTALL)
    (PICTURES / "terminal.svg").write_text(drawn.replace("Fira Code", "DejaVu Sans Mono"))


def notebook(folder: Path, browser: Any) -> None:
    """A wrong answer in JupyterLab, and what the check says about it."""
    with jupyterlab(wrong_exercise(folder)) as address:
        page = browser.new_page(viewport={"width": 1150, "height": 1500})
        page.set_default_timeout(120_000)
        page.goto(f"{address}/doc/tree/exercises/04-perceptron/04-perceptron.ipynb?reset")
        page.wait_for_function(
            "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
            " === 'idle'"
        )
        page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
        place = page.evaluate(RUN_TWO)
        cells = page.locator(".jp-Notebook .jp-Cell")
        answer, test = cells.nth(place - 1), cells.nth(place)
        test.locator("text=not right yet").first.wait_for()
        answer.evaluate("cell => cell.scrollIntoView()")
        page.wait_for_timeout(1500)
        first, last = answer.bounding_box(), test.bounding_box()
        page.screenshot(
            path=PICTURES / "check.png",
            clip={
                "x": first["x"],
                "y": first["y"],
                "width": first["width"],
                "height": last["y"] + last["height"] - first["y"],
            },
        )
        page.close()


@contextlib.contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """Serve JupyterLab in a folder; it is stopped on leaving."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += [f"--ServerApp.port={port}", "--IdentityProvider.token=", "--ServerApp.password="]
    command += [
        "--LabApp.expose_app_in_browser=True",
        f"--ServerApp.root_dir={folder}",
    ]
    live = {name: value for name, value in os.environ.items() if name != "LINCOURSE_STATIC"}
    nowhere = subprocess.DEVNULL
    server = subprocess.Popen(command, cwd=folder, env=live, stdout=nowhere, stderr=nowhere)
    try:
        for _ in range(240):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5).close()
                break
            time.sleep(0.5)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:  # it may wait for a kernel that was just being started
            server.kill()
            server.wait()


def report(folder: Path, browser: Any) -> None:
    """The report of a class that was graded."""
    from demo_class import make_class

    course = folder / "class"
    make_class(course, 40, "04-perceptron", trouble=True)
    command = [sys.executable, "-m", "lincourse", "grade", "04-perceptron", "--timeout", "5"]
    subprocess.run(command, cwd=course, check=True, stdout=subprocess.DEVNULL)
    page = browser.new_page(viewport={"width": 1200, "height": 880})
    page.goto((course / "reports" / "04-perceptron.html").as_uri())
    page.screenshot(path=PICTURES / "report.png")
    page.close()


def site(browser: Any) -> None:
    """The front page of the site."""
    handler = functools.partial(Quiet, directory=ROOT / "_site")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
    page.wait_for_timeout(1000)
    page.screenshot(path=PICTURES / "site.png")
    page.close()
    server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""


if __name__ == "__main__":
    main()
