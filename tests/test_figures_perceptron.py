"""The figures and experiments of lecture 04, and the stepper with its buttons."""

import numpy as np
import pytest
from figure_reading import heights, line, png, seen_in, texts

from lincourse import datasets, plots
from lincourse.engines import train_multiclass
from lincourse.features import add_bias, joint_features, predict_multiclass
from lincourse.figures import perceptron as figures
from lincourse.perceptron import (
    joint_update,
    perceptron_gradient,
    perceptron_loss,
    train_perceptron,
)

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


def test_loss_along_step_starts_before_and_ends_after_it():
    F = np.array([joint_features([1, 2, 1], k, n_classes=3) for k in range(3)])
    theta = np.array([0, 1, 0.5, 1, 0, 1, 0.5, 0.5, -1])
    step = -perceptron_gradient(theta, F, 2)
    ax = figures.loss_along_step(theta, F, 2, step)
    curve = ax.lines[0].get_xydata()
    for share in (0, 1 / 12, 0.25, 1):
        expected = perceptron_loss(theta + share * step, F, 2)
        assert np.interp(share, *curve.T) == pytest.approx(expected, abs=1e-9)
    png(ax)


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_curves_draw_every_value_and_mark_some(scale):
    values = {"a": [1.0, 0.5] * 50, "b": [2.0, 1.0, 0.5]}
    ax = figures.curves(values, first=2, xscale=scale)
    for name, curve in values.items():
        expected = np.column_stack([range(2, 2 + len(curve)), curve])
        np.testing.assert_array_equal(line(ax, name), expected)
    png(ax)


def test_the_hinge_is_the_perceptron_s_loss_one_further():
    ax = figures.two_losses()
    own, hinge = line(ax, "perceptron, max(0, −m)"), line(ax, "SVM (hinge), max(0, 1 − m)")
    np.testing.assert_allclose(np.interp(own[:, 0] + 1, *hinge.T)[:150], own[:150, 1], atol=1e-9)
    png(ax)


def test_birds_are_standardised_and_keep_their_classes():
    raw, scaled, classes = figures.birds(NAMES, ["bill_depth_mm", "body_mass_g"], seed=2)
    np.testing.assert_allclose(scaled.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(scaled.std(axis=0), 1)
    data = datasets.penguins().select(NAMES, ["bill_depth_mm", "body_mass_g"])
    assert sorted(zip(*raw.T, classes, strict=True)) == sorted(zip(*data.X.T, data.y, strict=True))


def test_nudging_walks_past_as_train_perceptron_does():
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(X))
        _, mistakes = train_perceptron(X[order], Y[order], 1, 100)
        assert len(figures.walk_past("nudge", X, Y, seed)) == sum(mistakes)


def test_repointing_remembers_only_the_last_example():
    caught = (
        np.array([[1.0, 0.0], [-1.0, 0.5]]),
        np.array([1, 1]),
    )  # each needle gets the other wrong
    corrected = figures.walk_past("repoint", *caught, seed=0, limit=10)
    assert len(corrected) == 10
    assert {first != second for first, second in zip(corrected, corrected[1:], strict=False)} == {
        True
    }


def test_redrawing_ends_with_a_needle_that_separates():
    assert 0 < len(figures.walk_past("redraw", X, Y, seed=1, limit=1000)) < 1000


def test_a_line_in_motion_calms_down_only_if_the_rate_decays():
    cloud = datasets.noisy(np.random.default_rng(0), 20)
    A = add_bias(cloud.X)
    calm, restless = (figures.lines_in_motion(A, cloud.y, decaying) for decaying in (True, False))
    assert len(calm.turned) == len(restless.turned) == 299
    assert calm.turned[-1] < 0.1 < 1 < restless.turned[-20:].mean()
    wrong = [float(entry.split()[0]) for entry in calm.wrong + restless.wrong]
    assert len(wrong) == 4
    assert min(wrong) >= 1  # no line is right about all of them


def test_degrees_between_vectors():
    V, W = np.array([[1.0, 0], [2, 0], [1, 1]]), np.array([[3.0, 0], [0, 1], [-1, -1]])
    np.testing.assert_allclose(figures.degrees_between(V, W), [0, 90, 180], atol=1e-5)


def test_smallest_distance_is_negative_where_an_example_is_wrong():
    A = add_bias([[3.0, 4.0], [0.0, 0.0]])
    assert figures.smallest_distance(np.array([-5.0, 3.0, 4.0]), A, np.array([1, -1])) == 1
    assert figures.smallest_distance(np.array([-5.0, 3.0, 4.0]), A, np.array([1, 1])) == -1


def test_epochs_until_clean_are_those_of_the_multiclass_perceptron():
    rng = np.random.default_rng(4)
    examples = add_bias(rng.normal(size=(40, 2)))
    y = (examples @ rng.normal(size=(3, 3))).argmax(axis=1)
    history = list(figures.epochs_until_clean(examples, y, 3))
    assert [mistakes == 0 for mistakes, _, _ in history] == [False] * (len(history) - 1) + [True]
    assert (predict_multiclass(history[-1][1], examples) == y).all()
    for epochs, (_, W, mean) in enumerate(history, start=1):
        np.testing.assert_allclose(W, train_multiclass(examples, y, 3, 1.0, epochs))
        np.testing.assert_allclose(
            mean, train_multiclass(examples, y, 3, 1.0, epochs, average=True)
        )


def test_digit_run_ends_without_mistakes_and_tests_on_the_rest():
    run = figures.digit_run(5)
    assert len(run.mistakes) == len(run.last) == len(run.mean)
    assert run.mistakes[-1] == 0 < min(run.mistakes[:-1])
    digits = datasets.digits()
    order = np.random.default_rng(5).permutation(len(digits.y))
    pixels, labels = add_bias(digits.X / 16)[order], digits.y[order]
    W = train_multiclass(pixels[:1400], labels[:1400], 10, 1.0, epochs=10)
    expected = (predict_multiclass(W, pixels[1400:]) == labels[1400:]).mean()
    assert run.last[9] == expected


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
