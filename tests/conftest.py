"""Fixtures that several test files share."""

from types import SimpleNamespace

import IPython
import pytest
from ipywidgets import Widget


@pytest.fixture
def shown(monkeypatch):
    """What is displayed, as (object, keywords), with IPython there."""
    displayed = []
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace())
    monkeypatch.setattr(
        "IPython.display.display", lambda thing, **how: displayed.append((thing, how))
    )
    yield displayed
    Widget.close_all()
