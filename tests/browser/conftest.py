"""A real browser for the tests in this folder."""

import contextlib
import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import engines
import pytest
import site_for_tests

PATIENCE = 600_000  # milliseconds; other tests run at the same time


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium, which reaches nothing but this machine."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("chromium is not on PATH; on Debian: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            ],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """A fresh page, with no work kept from before."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture(params=["chromium", "firefox", pytest.param("webkit", marks=pytest.mark.nightly)])
def engine(request, tmp_path):
    """A fresh page in each browser engine, of which tests use what they have in common."""
    if request.param == "chromium":
        yield request.getfixturevalue("page")
        return
    with getattr(engines, request.param)(tmp_path) as page:
        yield page


@pytest.fixture(scope="session")
def site(request):
    """The whole site as its inputs are now, built unless it is there (or named by LINCOURSE_SITE).

    Workers wait for the one that builds it.
    """
    if built := os.environ.get("LINCOURSE_SITE"):
        return Path(built).resolve()
    return site_for_tests.build(whole=request.config.getoption("--all"))


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files, and the site's 404.html for those that are not there, as many hosts do."""

    def log_message(self, format, *args):  # noqa: A002
        pass

    def send_error(self, code, message=None, explain=None):
        page = next(Path(self.directory).glob("*/404.html"), None)
        if code != http.HTTPStatus.NOT_FOUND or page is None:
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page.read_bytes())


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder as static files; yields the address."""
    handler = functools.partial(QuietHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def address(site):
    """The address at which the site is served: in a subfolder."""
    with serving(site.parent) as top:
        yield f"{top}/{site.name}"
