"""Every interactive of the course: live with named controls, on paper one picture with words."""

import importlib
import pkgutil
import sys
from base64 import b64decode

import pytest
from figure_reading import is_png, seen_in
from ipywidgets import Button, Dropdown
from matplotlib import pyplot as plt

from lincourse import datasets, figures, plots
from lincourse.features import add_bias
from lincourse.figures import (
    derivations,
    descent,
    family,
    features,
    logistic,
    naive_bayes,
    perceptron,
    probability,
    softmax,
)
from lincourse.naive_bayes import train_naive_bayes

pytestmark = pytest.mark.slow

X, Y = datasets.opinion_points()
MODEL = train_naive_bayes(
    [(["good", "good", "film"], "pos"), (["bad", "film"], "neg"), (["bad", "plot"], "neg")]
)
SENTENCES = {"good film": "pos", "a bad film": "neg", "not bad , blargh": "pos"}
LOSSES = [0.8, 0.6, 0.7, 0.75, 0.8]

CALLS = [
    (probability.toss_explorer,),
    (probability.reader_explorer,),
    (naive_bayes.sentence_explorer, SENTENCES, MODEL),
    (naive_bayes.friends_slider,),
    (features.line_slider,),
    (features.threshold_slider, 5 * X[:, 0] - 3, Y),
    (perceptron.perceptron_stepper, X, 2 * Y - 1),
    (logistic.threshold_slider, X[:, 0], Y),
    (descent.learning_rate_slider,),
    (descent.learning_rate_slider, descent.TWO_VALLEYS),
    (descent.batch_explorer, add_bias(X[:, :1]), Y),
    (descent.patience_explorer, LOSSES),
    (softmax.softmax_slider,),
    (softmax.step_slider,),
    (derivations.graph_slider,),
    (derivations.jacobian_slider,),
    (family.temperature_slider,),
]
every_interactive = pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)


@pytest.fixture(autouse=True)
def _no_figure_leaks():
    plt.close("all")  # other files' tests may have left some open
    yield
    assert plt.get_fignums() == []


def test_no_interactive_is_forgotten():
    found = set()
    for info in pkgutil.iter_modules(figures.__path__):
        module = importlib.import_module(f"lincourse.figures.{info.name}")
        for thing in vars(module).values():
            code = getattr(thing, "__code__", None)
            if code and thing.__module__ == module.__name__ and "explore" in code.co_names:
                found.add(thing)
    assert found == {interactive for interactive, *_ in CALLS}


@every_interactive
@pytest.mark.sampled(every=2)
def test_on_paper_there_is_one_picture_in_words_too(call, shown, monkeypatch):
    monkeypatch.setenv("LINCOURSE_STATIC", "1")
    monkeypatch.setitem(sys.modules, "ipywidgets", None)  # an import would fail
    interactive, *arguments = call
    interactive(*arguments)
    [(data, how)] = shown
    assert is_png(b64decode(data["image/png"]))
    assert len(data["text/plain"]) > 80
    assert how["metadata"]["image/png"]["alt"] == data["text/plain"]


@every_interactive
def test_every_control_has_a_name_and_changes_what_is_said(call, live, monkeypatch):
    widgets = live(*call)
    picture = widgets.pop("picture")
    alt, caption, data = seen_in(picture)
    assert is_png(data)
    assert caption in alt
    assert 'role="status"' in picture.value
    monkeypatch.setattr(plots, "quick_png", lambda figure: b"")  # words are enough from here on
    for name, widget in widgets.items():
        before = seen_in(picture)[1]
        assert not widget.disabled
        assert len(name) <= 24  # longer names are cut off
        if isinstance(widget, Dropdown):
            widget.value = widget.options[-1]
        elif not isinstance(widget, Button):
            widget.value = widget.max if widget.value == widget.min else widget.min
        elif name != "start again":
            widget.click()
        changed = seen_in(picture)[1] != before
        assert changed == (name != "start again"), name
