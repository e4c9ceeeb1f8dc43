"""The wiring of interactives: controls, what they call, what is shown live and on paper."""

import subprocess
import sys
from base64 import b64decode

import pytest
from figure_reading import is_png, seen_in
from ipywidgets import Button

from lincourse import interact, plots
from lincourse.interact import Choice, Frame, Slider

pytestmark = pytest.mark.slow


def draw(values):
    [ax] = plots.panels()
    ax.plot(values)
    ax.text(0, 1, "some words")
    return plots.figure_of(ax)


def frame(count, rate, way):
    words = f"{way}: {count} at {rate:g}"
    return Frame(draw([count, rate]), f"A line. {words}", words)


def overview():
    return Frame(draw([3, 2, 1]), "All of it.", "")


def start():
    interact.explore(
        frame,
        overview,
        count=Slider("how many", 2, 0, 10, 1, {"one more": 1, "many more": 25, "none": -10}),
        rate=Slider("rate", 0.5, 0.0, 1.0, 0.25),
        way=Choice("way", ["up", "down"]),
    )


def test_the_picture_is_drawn_from_the_values_of_the_controls(live):
    widgets = live(start)
    first = seen_in(widgets["picture"])
    assert first[:2] == ("A line. up: 2 at 0.5", "up: 2 at 0.5")
    assert is_png(first[2])
    widgets["how many"].value = 3
    widgets["rate"].value = 0.75
    widgets["way"].value = "down"
    assert seen_in(widgets["picture"])[1] == "down: 3 at 0.75"


def test_buttons_move_their_slider_which_stops_at_its_ends(live):
    widgets = live(start)
    assert isinstance(widgets["one more"], Button)
    for name, expected in (("one more", 3), ("many more", 10), ("none", 0), ("none", 0)):
        widgets[name].click()
        assert widgets["how many"].value == expected
        assert seen_in(widgets["picture"])[1] == f"up: {expected} at 0.5"


def test_on_paper_the_overview_is_shown_without_widgets(shown, monkeypatch):
    monkeypatch.setenv("LINCOURSE_STATIC", "1")
    monkeypatch.setitem(sys.modules, "ipywidgets", None)  # an import would fail
    start()
    [(data, how)] = shown
    assert is_png(b64decode(data["image/png"]))
    assert data["text/plain"] == "All of it."
    about = how["metadata"]["image/png"]
    assert about["alt"] == "All of it."
    assert min(about["width"], about["height"]) > 0


def test_text_in_the_page_is_escaped():
    figure = plots.figure_of(plots.loss_curve([1, 2]))
    page = interact._html(Frame(figure, 'x < y & "z"', "a < b"))
    assert '<img alt="x &lt; y &amp; &quot;z&quot;"' in page
    assert ">a &lt; b</p>" in page


def test_importing_an_interactive_imports_no_widgets():
    code = "import sys, lincourse.figures.perceptron; print('ipywidgets' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
