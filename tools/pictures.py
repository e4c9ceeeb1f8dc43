"""Screenshots for the README, taken of the real thing with Playwright: `make pictures`.

Needs chromium. Each shows what a user would see: a notebook in JupyterLab with a wrong answer, and
the report and a student's page of the class that docs/first-class.md grades.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import moving_picture

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "images"
STATIC = ROOT / "docs" / "_static"
UNIT = "04-perceptron"
WRONG = """def perceptron_update(w, x, y, eta):
    if y * (w @ x) <= 0:
        return w + y * x
    return w
"""
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
    (PICTURES / "perceptron.svg").write_text(moving_picture.picture(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        icons(browser)
        social(browser)
        notebook(Path(folder), browser)
        graded(Path(folder), browser)


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
        first = answer.bounding_box()
        last = test.locator(".jp-OutputArea-child").first.bounding_box()  # without the error's bar
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
def jupyterlab(folder: Path, *program: str) -> Iterator[str]:
    """Serve JupyterLab, or the program given, in a folder; it is stopped on leaving."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    plain = ("jupyterlab", "--allow-root", f"--ServerApp.root_dir={folder}")
    command = [sys.executable, "-P", "-m", *(program or plain), "--no-browser"]
    command += [f"--ServerApp.port={port}", "--IdentityProvider.token=", "--ServerApp.password="]
    command += ["--LabApp.expose_app_in_browser=True"]
    live = {name: value for name, value in os.environ.items() if name != "LINCOURSE_STATIC"}
    workspaces = tempfile.TemporaryDirectory()  # so that an earlier run's layout isn't restored
    live["JUPYTERLAB_WORKSPACES_DIR"] = workspaces.name
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
        workspaces.cleanup()


def graded(folder: Path, browser: Any) -> None:
    """The report of the class to practise with, and what one of its students reads."""
    course, samples = folder / "mycourse", folder / "samples"
    for command in (
        ["course", "new", str(course)],
        ["sample-class", UNIT, str(samples)],
        [
            "collect",
            UNIT,
            *(str(samples / "moodle" / n) for n in ("submissions.zip", "Grades.csv")),
        ],
        ["grade", UNIT],
    ):
        subprocess.run(
            [sys.executable, "-m", "lincourse", *command],
            cwd=course if course.exists() else folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
    photograph(course, browser)


def photograph(course: Path, browser: Any) -> None:
    """Take the pictures of a graded course folder."""
    page = browser.new_page(viewport={"width": 1200, "height": 880})
    page.goto((course / "reports" / f"{UNIT}.html").as_uri())
    page.screenshot(path=PICTURES / "report.png")
    page.set_viewport_size({"width": 900, "height": 760})
    page.goto((course / "feedback" / "daniel@uni.example" / UNIT / f"{UNIT}.html").as_uri())
    page.locator("article.none").first.screenshot(path=PICTURES / "feedback.png")
    page.close()


if __name__ == "__main__":
    main()
