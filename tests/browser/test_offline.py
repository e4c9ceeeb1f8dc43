"""The lab without a network, after one visit; and the site with a newer version on the server."""

import json
import os
import shutil
import time

import pytest
import site_offline
from notebooks import Notebook, wait_for_copies

from conftest import serving

pytestmark = pytest.mark.slow

LAB = "lite/notebooks/index.html?path=lectures/00-welcome.ipynb"
LOADED = "performance.getEntriesByType('resource').map(entry => entry.name)"


def test_pages_and_the_lab_open_without_the_server_after_one_visit(engine, site):
    with serving(site.parent) as top:
        address = f"{top}/{site.name}"
        engine.goto(f"{address}/index.html")
        engine.wait_for_function("!!navigator.serviceWorker.controller")
        wait_for_copies(engine, "/index.html")
        Notebook(engine, f"{address}/{LAB}").add("print(6 * 7)")
        assert engine.evaluate("document.querySelectorAll('.newer-bar').length") == 0
        loaded = [url.removeprefix(f"{address}/").split("?")[0] for url in engine.evaluate(LOADED)]
        kept = [path for path in loaded if (site / path).is_file()]
        wait_for_copies(engine, *(path for path in kept if path != site_offline.JUPYTERLITE))
    engine.goto(f"{address}/index.html")
    assert "written by you" in engine.evaluate("document.title")
    engine.goto(f"{address}/glossary.html")  # not visited before
    assert engine.evaluate("document.querySelector('h1')?.textContent") == "You are offline"
    lab = Notebook(engine, f"{address}/{LAB}")
    assert engine.evaluate("document.title").endswith("| lincourse")
    lab.add("print(6 * 7)")
    assert lab.cells()[-1]["outputs"][0]["text"] == "42\n"


@pytest.fixture
def small_site(tmp_path):
    """A site of two pages, served from a folder that can be changed."""
    for name in ("_static", "lite"):
        (tmp_path / name).mkdir()
    root = site_offline.ROOT / "docs" / "_static"
    shutil.copy(root / "offline.js", tmp_path / "_static")
    with serving(tmp_path) as address:
        yield tmp_path, address


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
