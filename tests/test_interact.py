"""The interactives: their states, the widgets that move through them, and the static pictures."""

import re
import subprocess
import sys
from base64 import b64decode
from html import unescape

import numpy as np
import pytest
from ipywidgets import HTML, Button, FloatSlider, IntSlider
from matplotlib import pyplot as plt

from lincourse import interact, plots
from lincourse.features import add_bias
from lincourse.perceptron import train_perceptron
from lincourse.softmax import softmax

pytestmark = pytest.mark.slow

X = np.array([[3.0, 1.0], [0.0, 0.5], [1.5, 0.4], [0.5, -1.0], [1.3, -0.6], [-1.0, 1.0]])
Y = np.array([1, -1, 1, -1, 1, -1])
XOR = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, 1, 1, -1])
PROBLEMS = pytest.mark.parametrize(("X", "y"), [(X, Y), XOR], ids=["separable", "xor"])


@pytest.fixture(autouse=True)
def _no_figure_leaks():
    yield
    assert plt.get_fignums() == []


@pytest.fixture
def live(monkeypatch, shown):
    """Start an interactive and get its widgets by their names."""
    monkeypatch.delenv("LINCOURSE_STATIC", raising=False)

    def start(interactive, *arguments):
        assert interactive(*arguments) is None
        ((box, _),) = shown
        return {getattr(w, "description", "") or "picture": w for w in inside(box)}

    return start


def inside(widget):
    """The widget's leaves, in the order in which Tab reaches them."""
    children = getattr(widget, "children", None)
    return [widget] if children is None else [leaf for child in children for leaf in inside(child)]


def seen_in(picture):
    """(alternative text, caption, PNG) of what the picture's HTML shows."""
    alt = unescape(re.search(r'<img alt="([^"]*)"', picture.value)[1])
    caption = unescape(re.search(r"<p[^>]*>(.*?)</p>", picture.value)[1])
    return alt, caption, b64decode(re.search(r'base64,([^"]*)"', picture.value)[1])


def is_png(data):
    return data.startswith(b"\x89PNG") and len(data) > 2_000


# The perceptron


@PROBLEMS
@pytest.mark.parametrize("eta", [1.0, 0.25])
@pytest.mark.parametrize("epochs", [1, 2, 3, 30])
def test_steps_agree_with_train_perceptron(X, y, eta, epochs):
    steps = interact.perceptron_steps(X, y, eta, epochs)
    w, mistakes = train_perceptron(add_bias(X), y, eta, epochs)
    np.testing.assert_array_equal(steps[-1].after, w)
    assert interact.mistakes_per_epoch(steps) == mistakes
    assert len(steps) == len(mistakes) * len(X)


def test_each_step_starts_where_the_last_one_ended():
    steps = interact.perceptron_steps(X, Y, 1, 30)
    np.testing.assert_array_equal(steps[0].before, np.zeros(3))
    for i, step in enumerate(steps):
        assert (step.epoch, step.example) == (i // len(X) + 1, i % len(X))
        assert step.score == pytest.approx(step.before @ [1, *X[step.example]])
        assert step.mistake == (step.score * Y[step.example] <= 0)
        assert step.mistake == (step.before != step.after).any()
        if i:
            np.testing.assert_array_equal(step.before, steps[i - 1].after)


def test_a_frame_draws_the_line_of_its_step_and_rings_its_example():
    steps = interact.perceptron_steps(X, Y, 1, 30)
    for seen, step in enumerate(steps, start=1):
        left, right = interact.perceptron_frame(X, Y, steps, seen).figure.axes
        *old, new = left.lines
        score = step.after[0] + step.after[1:] @ new.get_data()
        np.testing.assert_allclose(score, 0, atol=1e-9)
        had_a_line = step.before[1:].any()
        assert len(old) == (step.mistake and had_a_line)
        for line in old:
            assert line.get_linestyle() == "--"
            np.testing.assert_allclose(
                step.before[0] + step.before[1:] @ line.get_data(), 0, atol=1e-9
            )
        rings = [dots for dots in left.collections if not len(dots.get_facecolor())]
        np.testing.assert_array_equal(rings[0].get_offsets(), [X[step.example]])
        expected = interact.mistakes_per_epoch(steps[:seen])
        np.testing.assert_array_equal(right.lines[0].get_ydata(), expected)


def test_captions_say_what_happened():
    X, y = [[1.0, 2.0], [0.5, 1.0]], [1, -1]
    steps = interact.perceptron_steps(X, y, 1, 2)
    captions = [interact.perceptron_frame(X, y, steps, seen).caption for seen in range(3)]
    assert captions == [
        "w = (0, 0, 0): every score is 0, and there is no line yet.",
        "Epoch 1: example 0 has label +1 and score 0.00: a mistake. w becomes (1.00, 1.00, 2.00).",
        "Epoch 1: example 1 has label -1 and score 3.50: a mistake. w becomes (0.00, 0.50, 1.00).",
    ]


@PROBLEMS
def test_the_last_caption_says_whether_it_is_done(X, y):
    steps = interact.perceptron_steps(X, y, 1, 30)
    caption = interact.perceptron_frame(X, y, steps, len(steps)).caption
    assert ("without mistakes" in caption) == (len(steps) < 30 * len(X))
    assert "right. w stays" in caption or "a mistake" in caption


def test_labels_may_be_floats():
    steps = interact.perceptron_steps(X, Y.astype(float), 1, 30)
    assert "label +1" in interact.perceptron_frame(X, Y.astype(float), steps, 1).caption


def test_the_buttons_walk_through_the_steps(live):
    widgets = live(interact.perceptron_stepper, X, Y)
    steps = interact.perceptron_steps(X, Y, 1, 20)

    def expect(seen):
        alt, caption, data = seen_in(widgets["picture"])
        frame = interact.perceptron_frame(X, Y, steps, seen)
        assert (alt, caption) == (frame.alt, frame.caption)
        assert data == plots.png(frame.figure)
        return data

    pictures = [expect(0)]
    for name, seen in [("1 step", 1), ("1 step", 2), ("5 steps", 7)]:
        widgets[name].click()
        pictures.append(expect(seen))
    assert len(set(pictures)) == 4
    for _ in range(10):
        widgets["25 steps"].click()
    expect(len(steps))  # it stops at the end
    widgets["start again"].click()
    assert expect(0) == pictures[0]


def test_a_button_goes_as_far_as_it_says(live):
    widgets = live(interact.perceptron_stepper, *XOR)
    seen = 0
    for jump in (1, 5, 25, 25):
        widgets[f"{jump} step{'s' * (jump > 1)}"].click()
        seen += jump
        assert widgets["examples seen"].value == seen


def test_the_slider_goes_back_and_forth(live):
    widgets = live(interact.perceptron_stepper, X, Y)
    widgets["examples seen"].value = 3
    assert "example 2" in seen_in(widgets["picture"])[1]
    widgets["1 step"].click()
    assert widgets["examples seen"].value == 4
    widgets["examples seen"].value = 1
    assert "example 0" in seen_in(widgets["picture"])[1]


def test_a_rate_changes_the_weights(live):
    widgets = live(interact.perceptron_stepper, X, Y, 0.5)
    widgets["1 step"].click()
    assert "w becomes (0.50, 1.50, 0.50)" in seen_in(widgets["picture"])[1]


@pytest.mark.parametrize(
    ("X", "y", "word"),
    [(np.zeros((0, 2)), [], "no examples"), (X, Y + 1, "y must be"), (add_bias(X), Y, "X must")],
)
def test_the_stepper_refuses_what_it_cannot_learn_from(X, y, word):
    with pytest.raises(ValueError, match=word):
        interact.perceptron_stepper(X, y)


def test_the_overview_has_the_start_two_mistakes_and_the_end():
    steps = interact.perceptron_steps(X, Y, 1, 30)
    frame = interact.perceptron_overview(X, Y, steps)
    titles = [ax.get_title() for ax in frame.figure.axes]
    total, epochs = sum(step.mistake for step in steps), steps[-1].epoch
    assert total > 2
    assert titles == [
        "Start",
        "Mistake 1",
        "Mistake 2",
        f"End (mistakes: {total}, epochs: {epochs})",
    ]
    wrong = [step for step in steps if step.mistake]
    for ax, step in zip(frame.figure.axes[1:], [*wrong[:2], steps[-1]], strict=True):
        line = ax.lines[-1]
        np.testing.assert_allclose(step.after[0] + step.after[1:] @ line.get_data(), 0, atol=1e-9)
        assert interact._numbers(step.after) in frame.alt


def test_the_overview_of_one_mistake_has_three_pictures():
    X, y = [[1.0, 1.0]], [1]
    frame = interact.perceptron_overview(X, y, interact.perceptron_steps(X, y, 1, 30))
    assert [ax.axison for ax in frame.figure.axes] == [True, True, True, False]


# The learning rate


def test_a_path_takes_the_steps_of_the_rule():
    path = interact.descent_path(interact.PARABOLA, 0.25, 3)
    np.testing.assert_allclose(path, [-2, -1, -0.5, -0.25])


@pytest.mark.parametrize("curve", [interact.PARABOLA, interact.TWO_VALLEYS])
def test_slopes_are_the_derivatives(curve):
    for x in np.linspace(-2, 2, 9):
        difference = (curve.f(x + 1e-5) - curve.f(x - 1e-5)) / 2e-5
        assert curve.slope(x) == pytest.approx(difference, abs=1e-6)


@pytest.mark.parametrize(
    ("eta", "steps", "word"),
    [
        (0.2, 0, "waiting"),
        (0.02, 20, "creeping"),
        (0.2, 20, "converging"),
        (0.5, 1, "converging"),
        (0.6, 20, "oscillating"),
        (0.9, 20, "oscillating"),
        (1.0, 1, "oscillating"),
        (1.0, 20, "oscillating"),
        (1.05, 1, "diverging"),
        (1.05, 20, "diverging"),
        (5.0, 500, "diverging"),
    ],
)
def test_what_descent_on_a_parabola_does_has_a_name(eta, steps, word):
    path = interact.descent_path(interact.PARABOLA, eta, steps)
    assert interact.behaviour(interact.PARABOLA, path) == word
    frame = interact.learning_rate_frame(interact.PARABOLA, eta, steps)
    assert word in frame.caption
    assert frame.caption in frame.alt


@pytest.mark.parametrize("curve", [interact.PARABOLA, interact.TWO_VALLEYS])
def test_the_four_rates_creep_converge_oscillate_and_diverge(curve):
    frame = interact.learning_rate_overview(curve)
    words = ["creeping", "converging", "oscillating", "diverging"]
    for ax, rate, word in zip(frame.figure.axes, curve.rates, words, strict=True):
        assert ax.get_title() == f"eta = {rate:g}: {word}"
        assert f"eta = {rate:g}, " in frame.alt


def test_a_larger_rate_finds_the_other_valley():
    ends = [interact.descent_path(interact.TWO_VALLEYS, eta, 50)[-1] for eta in (0.1, 0.35)]
    assert ends[0] > 1
    assert ends[1] < -1


def test_a_frame_has_the_path_and_the_values():
    left, right = interact.learning_rate_frame(interact.PARABOLA, 0.25, 2).figure.axes
    np.testing.assert_allclose(left.lines[1].get_data(), [[-2, -1, -0.5], [4, 1, 0.25]])
    np.testing.assert_allclose(right.lines[0].get_data(), [[0, 1, 2], [4, 1, 0.25]])


def test_the_sliders_change_rate_and_steps(live):
    widgets = live(interact.learning_rate_slider)
    first = seen_in(widgets["picture"])
    assert first[1] == interact.learning_rate_frame(interact.PARABOLA, 0.2, 10).caption
    widgets["learning rate, eta"].value = 1.05
    second = seen_in(widgets["picture"])
    assert "diverging" in second[1]
    widgets["steps"].value = 3
    third = seen_in(widgets["picture"])
    assert "eta = 1.05, 3 steps" in third[1]
    assert len({first[2], second[2], third[2]}) == 3


@pytest.mark.parametrize("curve", [interact.PARABOLA, interact.TWO_VALLEYS])
def test_every_rate_of_the_overview_is_within_reach_of_the_slider(live, curve):
    slider = live(interact.learning_rate_slider, curve)["learning rate, eta"]
    assert slider.min <= min(curve.rates)
    assert max(curve.rates) <= slider.max


# Softmax


def test_softmax_frames_hold_the_probabilities():
    frame = interact.softmax_frame([2, 1, 0.1], 0.5, ["a", "b", "c"])
    p = softmax([4, 2, 0.2])
    np.testing.assert_allclose([bar.get_height() for bar in frame.figure.axes[0].patches], p)
    assert "temperature 0.5" in frame.caption
    assert "probabilities (0.86, 0.12, 0.02); a is the most probable" in frame.caption


def test_scores_and_temperature_move_the_bars(live):
    widgets = live(interact.softmax_slider, [2.0, 1.0, 0.1, -1.0], ["cat", "dog", "bird", "fish"])
    before = seen_in(widgets["picture"])
    assert "cat is the most probable" in before[1]
    widgets["score of fish"].value = 4.0
    moved = seen_in(widgets["picture"])
    assert "Scores (2.00, 1.00, 0.10, 4.00) at temperature 1" in moved[1]
    assert "fish is the most probable" in moved[1]
    widgets["temperature"].value = 5.0
    warm = seen_in(widgets["picture"])
    expected = interact._numbers(softmax(np.array([2, 1, 0.1, 4]) / 5))
    assert expected in warm[1]
    assert len({before[2], moved[2], warm[2]}) == 3


def test_the_softmax_overview_compares_temperatures():
    frame = interact.softmax_overview([2, 1, 0.1], ["a", "b", "c"])
    heights = np.reshape([bar.get_height() for bar in frame.figure.axes[0].patches], (3, 3))
    for row, heat in zip(heights, (0.25, 1, 4), strict=True):
        np.testing.assert_allclose(row, softmax(np.array([2, 1, 0.1]) / heat))
        assert f"at temperature {heat:g}: {interact._numbers(row)}" in frame.alt


# All of them

INTERACTIVES = {
    "perceptron_stepper": (interact.perceptron_stepper, X, Y),
    "learning_rate_slider": (interact.learning_rate_slider,),
    "learning_rate_slider, two valleys": (interact.learning_rate_slider, interact.TWO_VALLEYS),
    "softmax_slider": (interact.softmax_slider,),
}
each_interactive = pytest.mark.parametrize("call", INTERACTIVES.values(), ids=INTERACTIVES)


@each_interactive
def test_static_mode_shows_one_picture_in_words_too(call, shown, monkeypatch):
    monkeypatch.setenv("LINCOURSE_STATIC", "1")
    interactive, *arguments = call
    assert interactive(*arguments) is None
    interactive(*arguments)
    (data, how), again = shown
    assert (data, how) == again  # the same bytes every time
    assert is_png(b64decode(data["image/png"]))
    assert len(data["text/plain"]) > 80
    assert how["metadata"] == {"image/png": {"alt": data["text/plain"]}}


@each_interactive
def test_live_widgets_have_names_and_a_picture_with_alternative_text(call, live):
    widgets = live(*call)
    picture = widgets.pop("picture")
    alt, caption, data = seen_in(picture)
    assert isinstance(picture, HTML)
    assert is_png(data)
    assert caption in alt
    assert widgets
    for name, widget in widgets.items():
        assert isinstance(widget, Button | IntSlider | FloatSlider)
        assert not widget.disabled
        assert name


@each_interactive
def test_static_mode_needs_no_widgets(call, shown, monkeypatch):
    monkeypatch.setenv("LINCOURSE_STATIC", "1")
    monkeypatch.setitem(sys.modules, "ipywidgets", None)  # an import would fail
    interactive, *arguments = call
    interactive(*arguments)
    assert len(shown) == 1


def test_text_in_the_page_is_escaped():
    figure = plots.figure_of(plots.loss_curve([1, 2]))
    page = interact._html(interact.Frame(figure, 'x < y & "z"', "a < b"))
    assert '<img alt="x &lt; y &amp; &quot;z&quot;"' in page
    assert ">a &lt; b</p>" in page


def test_importing_interact_imports_no_widgets():
    code = "import sys, lincourse.interact; print('ipywidgets' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
