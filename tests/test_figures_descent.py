"""The figures of lecture 06: the numbers drawn are right, words go with them, paper works."""

import numpy as np
import pytest
from figure_reading import line, seen_in

from lincourse import interact
from lincourse.descent import early_stopping, minibatches
from lincourse.figures import descent as figures
from lincourse.logistic import cross_entropy, logistic_gradient

pytestmark = pytest.mark.slow

RNG = np.random.default_rng(0)
X = np.column_stack([np.ones(30), RNG.normal(size=30)])
Y = (X[:, 1] + RNG.normal(size=30) > 0).astype(int)
TRAINING = [0.9, 0.7, 0.6, 0.5, 0.4]
VALIDATION = [0.8, 0.6, 0.7, 0.75, 0.8]


# The learning rate


def test_a_path_takes_the_steps_of_the_rule():
    path = figures.descent_path(figures.PARABOLA, 0.25, 3)
    np.testing.assert_allclose(path, [-2, -1, -0.5, -0.25])


@pytest.mark.parametrize("curve", [figures.PARABOLA, figures.TWO_VALLEYS])
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
    path = figures.descent_path(figures.PARABOLA, eta, steps)
    assert figures.behaviour(figures.PARABOLA, path) == word
    frame = figures.learning_rate_frame(figures.PARABOLA, eta, steps)
    assert word in frame.caption
    assert frame.caption in frame.alt


@pytest.mark.parametrize("curve", [figures.PARABOLA, figures.TWO_VALLEYS])
def test_the_four_rates_creep_converge_oscillate_and_diverge(curve):
    frame = figures.learning_rate_overview(curve)
    words = ["creeping", "converging", "oscillating", "diverging"]
    for ax, rate, word in zip(frame.figure.axes, curve.rates, words, strict=True):
        assert ax.get_title() == f"eta = {rate:g}: {word}"
        assert f"eta = {rate:g}, " in frame.alt


def test_a_larger_rate_finds_the_other_valley():
    ends = [figures.descent_path(figures.TWO_VALLEYS, eta, 50)[-1] for eta in (0.1, 0.35)]
    assert ends[0] > 1
    assert ends[1] < -1


def test_a_frame_has_the_path_and_the_values():
    left, right = figures.learning_rate_frame(figures.PARABOLA, 0.25, 2).figure.axes
    np.testing.assert_allclose(left.lines[1].get_data(), [[-2, -1, -0.5], [4, 1, 0.25]])
    np.testing.assert_allclose(right.lines[0].get_data(), [[0, 1, 2], [4, 1, 0.25]])


def test_the_sliders_change_rate_and_steps(live):
    widgets = live(figures.learning_rate_slider)
    first = seen_in(widgets["picture"])
    assert first[1] == figures.learning_rate_frame(figures.PARABOLA, 0.2, 10).caption
    widgets["learning rate, eta"].value = 1.05
    second = seen_in(widgets["picture"])
    assert "diverging" in second[1]
    widgets["steps"].value = 3
    third = seen_in(widgets["picture"])
    assert "eta = 1.05, 3 steps" in third[1]
    assert len({first[2], second[2], third[2]}) == 3


@pytest.mark.parametrize("curve", [figures.PARABOLA, figures.TWO_VALLEYS])
def test_every_rate_of_the_overview_is_within_reach_of_the_slider(live, curve):
    slider = live(figures.learning_rate_slider, curve)["learning rate, eta"]
    assert slider.min <= min(curve.rates)
    assert max(curve.rates) <= slider.max


# Slopes and curves


def test_the_chord_and_the_curve_are_marked_in_the_middle():
    ax = figures.chord(lambda x: x**2, -1.0, 3.0)
    assert line(ax, "middle of the chord").tolist() == [[1, 5]]
    assert line(ax, "f in the middle").tolist() == [[1, 1]]


def test_measured_slopes_are_drawn_on_the_cosine_of_the_gradient():
    ax = figures.slope_by_direction({0.0: 3.0, 90.0: 4.0}, [3.0, 4.0])
    assert line(ax, "measured").tolist() == [[0, 3], [90, 4]]
    angles, curve = line(ax, "gradient · direction").T
    assert curve.max() == pytest.approx(5, abs=1e-3)
    assert angles[curve.argmax()] == pytest.approx(53, abs=1.1)
    assert np.interp([0, 90], angles, curve) == pytest.approx([3, 4])


def test_the_arrows_point_along_the_gradient_and_against_it():
    ax = figures.gradient_arrows(lambda w: w @ w, [1.0, 0.0], [2.0, 0.0], reach=1.0)
    ends = sorted(tuple(arrow.xy) for arrow in ax.texts)
    assert ends == [pytest.approx((0.4, 0)), pytest.approx((1.6, 0))]


def test_curves_by_work_have_their_own_places():
    ax = figures.curves_by_work({"a": ([0, 5], [1, 2]), "b": (range(20), range(20))})
    assert line(ax, "a").tolist() == [[0, 1], [5, 2]]
    assert len(line(ax, "b")) == 20


class TestBatches:
    @pytest.mark.parametrize("size", figures.BATCHES)
    def test_the_path_is_that_of_the_batches(self, size):
        path, losses = figures.batch_paths(X, Y, size, eta=0.5, epochs=3, seed=4)
        w, expected, rng = np.zeros(2), [np.zeros(2)], np.random.default_rng(4)
        for _ in range(3):
            batches = [np.arange(30)] if size == "all" else minibatches(30, int(size), rng)
            for batch in batches:
                w = w - 0.5 * logistic_gradient(w, X[batch], Y[batch])
                expected.append(w)
        np.testing.assert_allclose(path, expected)
        assert len(losses) == 4
        assert losses[0] == pytest.approx(np.log(2))
        assert losses[-1] == pytest.approx(cross_entropy(w, X, Y))

    def test_examples_are_counted_with_the_short_batch(self):
        assert figures.examples_seen(10, "4", 4).tolist() == [0, 4, 8, 10, 14]
        assert figures.examples_seen(10, "all", 2).tolist() == [0, 10, 20]
        assert figures.examples_seen(3, "1", 4).tolist() == [0, 1, 2, 3, 4]

    def test_a_frame_says_what_it_draws(self):
        frame = figures.batch_frame(X, Y, "16", 0.5, 2)
        path, losses = figures.batch_paths(X, Y, "16", 0.5, 2)
        assert "16 examples at a time, eta = 0.5, 2 epochs: 4 steps" in frame.caption
        assert f"from {losses[0]:.3f} to {losses[-1]:.3f}" in frame.caption
        left, right = frame.figure.axes
        drawn = max((np.transpose(drawn.get_data()) for drawn in left.lines), key=len)
        np.testing.assert_allclose(drawn, path)
        np.testing.assert_allclose(right.lines[0].get_ydata(), losses)

    def test_on_paper_there_is_one_picture_of_four_sizes(self):
        frame = figures.batch_overview(X, Y, 0.2, 8)
        assert len(frame.figure.axes) == 4
        for words in ("All examples", "64 examples", "16 examples", "One example"):
            assert words in frame.alt


class TestPatience:
    @pytest.mark.parametrize("patience", [0, 1, 2, 5])
    def test_best_and_stop_are_where_early_stopping_says(self, patience):
        ax = figures.stopping_curve(TRAINING, VALIDATION, patience)
        stop, best = early_stopping(VALIDATION, patience)
        assert line(ax, "best").tolist() == [[best + 1, VALIDATION[best]]]
        assert line(ax, f"stop (patience {patience})").tolist() == [[stop + 1, VALIDATION[stop]]]

    def test_a_frame_says_where_it_stops(self):
        caption = figures.patience_frame(TRAINING, VALIDATION, 1).caption
        assert "stops after epoch 4 and keeps the weights of epoch 2" in caption
        caption = figures.patience_frame(TRAINING, VALIDATION, 5).caption
        assert "goes on to the last epoch 5" in caption

    def test_on_paper_every_patience_is_there(self):
        frame = figures.patience_overview(TRAINING, VALIDATION)
        [ax] = frame.figure.axes
        assert line(ax, "stops after epoch")[:3].tolist() == [[0, 3], [1, 4], [2, 5]]
        assert "With patience 0" in frame.alt
        assert "With patience 6" in frame.alt

    def test_its_slider_is_named(self, monkeypatch):
        wired = {}
        monkeypatch.setattr(figures, "explore", lambda *how, **controls: wired.update(controls))
        figures.patience_explorer(TRAINING, VALIDATION)
        assert wired["patience"] == interact.Slider("patience", 0, 0, 6, 1)
