"""Fixtures that several test files share."""

import time
from types import SimpleNamespace

import IPython
import private_postgres
import pytest
from ipywidgets import Widget
from misstep.testing import raising_engine_errors


@pytest.fixture
def shown(monkeypatch):
    """Return what is displayed, as (object, keywords), as if IPython were running."""
    displayed = []
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace())
    monkeypatch.setattr(
        "IPython.display.display", lambda thing, **how: displayed.append((thing, how))
    )
    yield displayed
    Widget.close_all()


@pytest.fixture
def live(monkeypatch, shown):
    """Return a function that starts an interactive and returns its widgets in tab order."""
    monkeypatch.delenv("LINCOURSE_STATIC", raising=False)

    def leaves(widget):
        children = getattr(widget, "children", None)
        return [widget] if children is None else [leaf for c in children for leaf in leaves(c)]

    def start(interactive, *arguments):
        assert interactive(*arguments) is None
        (box, _), *_ = shown  # after it comes the script that names its sliders
        return {getattr(w, "description", "") or "picture": w for w in leaves(box)}

    return start


@pytest.fixture
def strict_engine(monkeypatch):
    """Raise the engine's errors, which students never see; a busy machine cuts no search short."""
    clock = SimpleNamespace(process_time=time.process_time, monotonic=time.process_time)
    monkeypatch.setattr("misstep.explain.repairs.search.time", clock)
    with raising_engine_errors():
        yield


@pytest.fixture(scope="session")
def postgres():
    """A private PostgreSQL server."""
    if private_postgres.program("initdb") is None:
        pytest.skip("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    with private_postgres.server() as running:
        yield running
