"""The pictures of lecture 04: needles, shadow, margin, curves; and the stepper with its buttons."""

import numpy as np
import pytest
from figure_reading import heights, line, png, seen_in, texts

from lincourse import plots
from lincourse.features import joint_features
from lincourse.figures import perceptron as figures
from lincourse.perceptron import joint_update, train_perceptron

pytestmark = pytest.mark.slow

X = np.array([[3.0, 1.0], [0.2, -0.5], [1.5, 0.4], [-0.5, -1.0], [1.3, 0.6], [-1.0, 1.0]])
Y = np.array([1, -1, 1, -1, 1, -1])
XOR = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, 1, 1, -1])
PROBLEMS = pytest.mark.parametrize(("X", "y"), [(X, Y), XOR], ids=["separable", "xor"])
NAMES = ["Adelie", "Gentoo"]


def arrows(ax):
    """Where each arrow starts and ends, in the order in which they were drawn."""
    return [(text.xyann, text.xy) for text in ax.texts if text.arrow_patch is not None]


def test_the_sheet_has_a_needle_and_its_line():
    ax = figures.sheet(X, Y, [2.0, 1.0], names=NAMES, ring=[0])
    assert arrows(ax) == [((0, 0), (2, 1))]
    np.testing.assert_allclose(line(ax, "line") @ [2, 1], 0, atol=1e-9)
    png(ax)


@pytest.mark.parametrize(("y", "word"), [(1, "added"), (-1, "subtracted")])
def test_a_correction_lays_the_bird_at_the_tip_of_the_needle(y, word):
    ax = figures.correction([2.0, 1.0], [0.5, -1.0], y, name="bird 7", title="One step")
    after = (2 + 0.5 * y, 1 - y)
    assert arrows(ax) == [((0, 0), (2, 1)), ((2, 1), after), ((0, 0), after)]
    assert texts(ax)[0] == "bird 7"
    line(ax, f"bird 7 {word}")
    np.testing.assert_allclose(line(ax, "line after") @ after, 0, atol=1e-9)
    png(ax)


def test_a_shadow_is_as_long_as_u_times_w():
    u, needles = np.array([0.6, 0.8]), np.array([[1.0, 0.0], [1.0, 2.0]])
    ax = figures.shadow(u, needles)
    tips = [end for _, end in arrows(ax)]
    np.testing.assert_allclose(tips, [(0.6, 0.8), (2.2, -0.4)])
    np.testing.assert_allclose([np.hypot(*tip) for tip in tips], np.hypot(*needles.T))
    png(ax)


def test_the_race_ends_where_line_and_root_meet():
    axes = figures.race([1.0, 1.5], [1.2, 1.6], R=2.0, gamma=0.5)
    assert "M = 16" in texts(axes[1])
    root = line(axes[1], "longest needle allowed, √M R")
    straight = line(axes[1], "shortest shadow allowed, M γ")
    ahead = straight[:, 1] > root[:, 1]
    np.testing.assert_array_equal(ahead, root[:, 0] > 16)
    for ax in axes:
        np.testing.assert_array_equal(line(ax, "shadow, measured"), [[1, 1.0], [2, 1.5]])
    png(axes[0])


def test_a_strip_reaches_to_the_nearest_bird():
    X, y = [[3.0, 5.0], [0.5, 1.0], [-3.0, 0.0]], [1, -1, -1]
    ax = figures.margin_strip(X, y, [-4.0, 4.0, 0.0], names=NAMES)
    [strip] = ax.patches
    assert set(strip.get_xy()[:, 0]) == {0.5, 1.5}
    [ring] = [dots for dots in ax.collections if not len(dots.get_facecolor())]
    np.testing.assert_array_equal(ring.get_offsets(), [[0.5, 1.0]])
    png(ax)


def test_there_is_no_strip_where_a_bird_is_wrong():
    ax = figures.margin_strip([[1.0, 0.0]], [-1], [0.0, 1.0, 0.0], names=NAMES)
    assert not ax.patches


def test_every_class_has_its_needle():
    names = ["a", "b", "c"]
    W = np.array([[1.0, 0.0], [-2.0, 0.0], [0.0, 1.0]])
    ax = figures.three_needles(W, X, [0, 1, 2, 0, 1, 2], names=names)
    assert [text for text in texts(ax) if text] == [f"needle {name}" for name in names]
    ends = [end for _, end in arrows(ax)][::2]
    np.testing.assert_allclose(ends, W * 0.95)
    png(ax)


def test_a_joint_step_frames_what_has_changed():
    F = np.array([joint_features([2, 1, 0], k, n_classes=3) for k in range(3)])
    theta = np.array([0.3, 0.7, 0.8, -0.2, 2.2, 4, -4, -4, -4])
    ax = figures.joint_step(
        F, theta, joint_update(theta, F, 0), names=["1", "2", "3"], features=["f1", "f2", "f3"]
    )
    before, after = plots.figure_of(ax).axes
    frames = after.patches[len(before.patches) :]
    assert [round(frame.get_x() + 0.45) for frame in frames] == [0, 1, 3, 4]
    png(ax)


def test_the_hinge_is_the_perceptron_s_loss_one_further():
    ax = figures.two_losses()
    own, hinge = line(ax, "perceptron, max(0, −m)"), line(ax, "SVM (hinge), max(0, 1 − m)")
    np.testing.assert_allclose(np.interp(own[:, 0] + 1, *hinge.T)[:150], own[:150, 1], atol=1e-9)
    png(ax)


@PROBLEMS
@pytest.mark.parametrize("eta", [1.0, 0.25])
@pytest.mark.parametrize("epochs", [1, 2, 3, 30])
def test_steps_agree_with_train_perceptron(X, y, eta, epochs):
    steps = figures.perceptron_steps(X, y, eta, epochs)
    w, mistakes = train_perceptron(X, y, eta, epochs)
    np.testing.assert_array_equal(steps[-1].after, w)
    assert figures.mistakes_per_epoch(steps) == mistakes
    assert len(steps) == len(mistakes) * len(X)


def test_a_frame_draws_the_line_of_its_step_and_rings_its_example():
    steps = figures.perceptron_steps(X, Y, 1, 30)
    for seen, step in enumerate(steps, start=1):
        left, right = figures.perceptron_frame(X, Y, steps, seen).figure.axes
        *old, new = left.lines
        np.testing.assert_allclose(step.after @ new.get_data(), 0, atol=1e-9)
        had_a_line = step.before.any()
        assert len(old) == (step.mistake and had_a_line)
        for dashed in old:
            assert dashed.get_linestyle() == "--"
            np.testing.assert_allclose(step.before @ dashed.get_data(), 0, atol=1e-9)
        rings = [dots for dots in left.collections if not len(dots.get_facecolor())]
        np.testing.assert_array_equal(rings[0].get_offsets(), [X[step.example - 1]])
        expected = figures.mistakes_per_epoch(steps[:seen])
        assert heights(right) == expected


def test_captions_say_what_happened():
    X, y = [[1.0, 2.0], [0.5, 1.0]], [1, -1]
    steps = figures.perceptron_steps(X, y, 1, 2)
    captions = [figures.perceptron_frame(X, y, steps, seen).caption for seen in range(3)]
    assert captions == [
        "w = (0, 0): every score is 0, and there is no line yet.",
        "Epoch 1: example 1 has label +1 and score 0.00: a mistake. w becomes (1.00, 2.00).",
        "Epoch 1: example 2 has label -1 and score 2.50: a mistake. w becomes (0.50, 1.00).",
    ]


@PROBLEMS
def test_the_last_caption_says_whether_it_is_done(X, y):
    steps = figures.perceptron_steps(X, y, 1, 30)
    caption = figures.perceptron_frame(X, y, steps, len(steps)).caption
    assert ("without mistakes" in caption) == (len(steps) < 30 * len(X))
    assert "right. w stays" in caption or "a mistake" in caption


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
    assert pictures[-1] == plots.quick_png(figures.perceptron_frame(X, Y, steps, 7).figure)
    for _ in range(10):
        widgets["25 steps"].click()
    expect(len(steps))  # it stops at the end
    widgets["start again"].click()
    assert expect(0) == pictures[0]


@pytest.mark.parametrize(
    ("X", "y", "word"),
    [
        (np.zeros((0, 2)), [], "no examples"),
        (X, Y + 1, "y must be"),
        (np.ones((6, 3)), Y, "X must"),
    ],
)
def test_the_stepper_refuses_what_it_cannot_learn_from(X, y, word):
    with pytest.raises(ValueError, match=word):
        figures.perceptron_stepper(X, y)
