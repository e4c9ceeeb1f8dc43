"""The stepper of lecture 04: its steps, what each says, and its buttons."""

import numpy as np
import pytest
from figure_reading import seen_in

from lincourse import plots
from lincourse.features import add_bias
from lincourse.figures import perceptron as figures
from lincourse.figures.words import numbers
from lincourse.perceptron import train_perceptron

pytestmark = pytest.mark.slow

X = np.array([[3.0, 1.0], [0.0, 0.5], [1.5, 0.4], [0.5, -1.0], [1.3, -0.6], [-1.0, 1.0]])
Y = np.array([1, -1, 1, -1, 1, -1])
XOR = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, 1, 1, -1])
PROBLEMS = pytest.mark.parametrize(("X", "y"), [(X, Y), XOR], ids=["separable", "xor"])


@PROBLEMS
@pytest.mark.parametrize("eta", [1.0, 0.25])
@pytest.mark.parametrize("epochs", [1, 2, 3, 30])
def test_steps_agree_with_train_perceptron(X, y, eta, epochs):
    steps = figures.perceptron_steps(X, y, eta, epochs)
    w, mistakes = train_perceptron(add_bias(X), y, eta, epochs)
    np.testing.assert_array_equal(steps[-1].after, w)
    assert figures.mistakes_per_epoch(steps) == mistakes
    assert len(steps) == len(mistakes) * len(X)


def test_each_step_starts_where_the_last_one_ended():
    steps = figures.perceptron_steps(X, Y, 1, 30)
    np.testing.assert_array_equal(steps[0].before, np.zeros(3))
    for i, step in enumerate(steps):
        assert (step.epoch, step.example) == (i // len(X) + 1, i % len(X))
        assert step.score == pytest.approx(step.before @ [1, *X[step.example]])
        assert step.mistake == (step.score * Y[step.example] <= 0)
        assert step.mistake == (step.before != step.after).any()
        if i:
            np.testing.assert_array_equal(step.before, steps[i - 1].after)


def test_a_frame_draws_the_line_of_its_step_and_rings_its_example():
    steps = figures.perceptron_steps(X, Y, 1, 30)
    for seen, step in enumerate(steps, start=1):
        left, right = figures.perceptron_frame(X, Y, steps, seen).figure.axes
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
        expected = figures.mistakes_per_epoch(steps[:seen])
        np.testing.assert_array_equal(right.lines[0].get_ydata(), expected)


def test_captions_say_what_happened():
    X, y = [[1.0, 2.0], [0.5, 1.0]], [1, -1]
    steps = figures.perceptron_steps(X, y, 1, 2)
    captions = [figures.perceptron_frame(X, y, steps, seen).caption for seen in range(3)]
    assert captions == [
        "w = (0, 0, 0): every score is 0, and there is no line yet.",
        "Epoch 1: example 0 has label +1 and score 0.00: a mistake. w becomes (1.00, 1.00, 2.00).",
        "Epoch 1: example 1 has label -1 and score 3.50: a mistake. w becomes (0.00, 0.50, 1.00).",
    ]


@PROBLEMS
def test_the_last_caption_says_whether_it_is_done(X, y):
    steps = figures.perceptron_steps(X, y, 1, 30)
    caption = figures.perceptron_frame(X, y, steps, len(steps)).caption
    assert ("without mistakes" in caption) == (len(steps) < 30 * len(X))
    assert "right. w stays" in caption or "a mistake" in caption


def test_labels_may_be_floats():
    steps = figures.perceptron_steps(X, Y.astype(float), 1, 30)
    assert "label +1" in figures.perceptron_frame(X, Y.astype(float), steps, 1).caption


def test_the_buttons_walk_through_the_steps(live):
    widgets = live(figures.perceptron_stepper, X, Y)
    steps = figures.perceptron_steps(X, Y, 1, 20)

    def expect(seen):
        alt, caption, data = seen_in(widgets["picture"])
        frame = figures.perceptron_frame(X, Y, steps, seen)
        assert (alt, caption) == (frame.alt, frame.caption)
        return data

    pictures = [expect(0)]
    for name, seen in [("1 step", 1), ("1 step", 2), ("5 steps", 7)]:
        widgets[name].click()
        pictures.append(expect(seen))
    assert len(set(pictures)) == 4
    assert pictures[-1] == plots.png(figures.perceptron_frame(X, Y, steps, 7).figure)
    for _ in range(10):
        widgets["25 steps"].click()
    expect(len(steps))  # it stops at the end
    widgets["start again"].click()
    assert expect(0) == pictures[0]


def test_a_button_goes_as_far_as_it_says(live):
    widgets = live(figures.perceptron_stepper, *XOR)
    seen = 0
    for jump in (1, 5, 25, 25):
        widgets[f"{jump} step{'s' * (jump > 1)}"].click()
        seen += jump
        assert widgets["examples seen"].value == seen


def test_the_slider_goes_back_and_forth(live):
    widgets = live(figures.perceptron_stepper, X, Y)
    widgets["examples seen"].value = 3
    assert "example 2" in seen_in(widgets["picture"])[1]
    widgets["1 step"].click()
    assert widgets["examples seen"].value == 4
    widgets["examples seen"].value = 1
    assert "example 0" in seen_in(widgets["picture"])[1]


def test_a_rate_changes_the_weights(live):
    widgets = live(figures.perceptron_stepper, X, Y, 0.5)
    widgets["1 step"].click()
    assert "w becomes (0.50, 1.50, 0.50)" in seen_in(widgets["picture"])[1]


@pytest.mark.parametrize(
    ("X", "y", "word"),
    [(np.zeros((0, 2)), [], "no examples"), (X, Y + 1, "y must be"), (add_bias(X), Y, "X must")],
)
def test_the_stepper_refuses_what_it_cannot_learn_from(X, y, word):
    with pytest.raises(ValueError, match=word):
        figures.perceptron_stepper(X, y)


def test_the_overview_has_the_start_two_mistakes_and_the_end():
    steps = figures.perceptron_steps(X, Y, 1, 30)
    frame = figures.perceptron_overview(X, Y, steps)
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
        assert numbers(step.after) in frame.alt


def test_the_overview_of_one_mistake_has_three_pictures():
    X, y = [[1.0, 1.0]], [1]
    frame = figures.perceptron_overview(X, y, figures.perceptron_steps(X, y, 1, 30))
    assert [ax.axison for ax in frame.figure.axes] == [True, True, True, False]
