"""The lab without a network, after one visit; and the site with a newer version on the server."""

import functools
import http.server
import json
import os
import shutil
import threading
import time

import pytest
import site_offline
from notebooks import READY, wait_for_copies

from conftest import QuietHandler

pytestmark = pytest.mark.slow

LAB = "lite/notebooks/index.html?path=lectures/00-welcome.ipynb"


@pytest.mark.nightly
def test_the_lab_works_offline_after_one_visit(page, address):
    page.goto(f"{address}/{LAB}")
    page.wait_for_function(READY)
    wait_for_copies(page, "lite/notebooks/index.html", "pyodide.asm.wasm", "matplotlib-3")
    page.wait_for_timeout(5000)  # for all the small files
    page.context.set_offline(True)
    page.reload()
    page.wait_for_function(READY)
    assert page.title().endswith("| lincourse")


def test_first_visit_to_the_lab_leaves_the_pages_offline_copies_alone(page, address):
    page.goto(f"{address}/index.html")
    page.wait_for_function("navigator.serviceWorker.controller")
    wait_for_copies(page, "/index.html")
    page.goto(f"{address}/{LAB}")
    page.wait_for_function(
        "navigator.serviceWorker.controller?.scriptURL.includes('lite/service-worker.js')"
    )
    assert page.locator(".newer-bar").count() == 0
    page.context.set_offline(True)
    page.goto(f"{address}/index.html")
    scopes = "navigator.serviceWorker.getRegistrations().then(all => all.map(one => one.scope))"
    assert set(page.evaluate(scopes)) == {f"{address}/", f"{address}/lite/"}


@pytest.fixture
def small_site(tmp_path):
    """A site of two pages, served from a folder that can be changed."""
    for name in ("_static", "lite"):
        (tmp_path / name).mkdir()
    root = site_offline.ROOT / "docs" / "_static"
    shutil.copy(root / "offline.js", tmp_path / "_static")
    handler = functools.partial(QuietHandler, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def publish(site, words, age=60):
    """Write the site; `age`: seconds since then, as servers tell versions apart by the second."""
    (site / "lite" / "service-worker.js").write_text("")
    script = '<script src="_static/offline.js"></script>'
    (site / "data.json").write_text(json.dumps(words))
    (site / "index.html").write_text(f"<!doctype html><title>t</title>{script}<p>{words}</p>")
    site_offline.write(site)
    for path in site.rglob("*.*"):
        os.utime(path, (time.time() - age, time.time() - age))


def test_nobody_is_left_with_an_old_copy(page, small_site):
    site, address = small_site
    fetched = "fetch('data.json').then(answer => answer.json())"
    publish(site, "first")
    page.goto(f"{address}/index.html")
    page.wait_for_function("navigator.serviceWorker.controller")
    assert page.evaluate(fetched) == "first"
    wait_for_copies(page, "index.html", "data.json")
    publish(site, "second", age=0)
    page.reload()
    assert page.get_by_text("second").is_visible()  # online, the page itself is never old
    page.get_by_text("There is a newer version of the course.").wait_for()
    page.get_by_role("button", name="Reload").click()
    page.wait_for_function("navigator.serviceWorker.controller")
    assert page.evaluate(fetched) == "second"
    wait_for_copies(page, "index.html", "data.json")
    page.context.set_offline(True)
    page.reload()
    assert page.get_by_text("second").is_visible()
    assert page.evaluate(fetched) == "second"
