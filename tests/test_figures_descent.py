"""The figures of lecture 06: the numbers drawn are right, words go with them, paper works."""

import numpy as np
import pytest
from figure_reading import line

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


def test_the_hill_is_where_the_slope_is_0_between_the_valleys():
    assert figures.TWO_VALLEYS.slope(figures.HILL) == pytest.approx(0, abs=1e-4)
    assert figures.TWO_VALLEYS.slope(figures.HILL - 0.1) > 0 > figures.TWO_VALLEYS.slope(0.3)


def test_a_frame_has_the_path_and_the_values():
    left, right = figures.learning_rate_frame(figures.PARABOLA, 0.25, 2).figure.axes
    np.testing.assert_allclose(left.lines[1].get_data(), [[-2, -1, -0.5], [4, 1, 0.25]])
    np.testing.assert_allclose(right.lines[0].get_data(), [[0, 1, 2], [4, 1, 0.25]])


# The lake


def test_the_line_goes_down_to_the_bed_and_the_tangent_has_its_slope():
    ax = figures.lake(lambda x: x**2, 2.0, reach=(-3, 3), water=10, slope=4.0, step=-1.0)
    assert line(ax, "where the line touched").tolist() == [[2, 4]]
    (x0, y0), (x1, y1) = line(ax, "slope there")
    assert (y1 - y0) / (x1 - x0) == pytest.approx(4)
    [arrow] = [text for text in ax.texts if not text.get_text()]
    assert arrow.xy[0] == 1.0


def test_soundings_carry_their_depth():
    ax = figures.lake(lambda x: x**2, 0.0, reach=(-3, 3), water=10, soundings=(-1.0, 0.5))
    assert line(ax, "where the line touched").tolist() == [[-1, 1], [0.5, 0.25]]
    assert [text.get_text() for text in ax.texts] == ["1.000", "0.250"]


# Surfaces of two weights


def test_measured_slopes_are_drawn_on_the_cosine_of_the_gradient():
    ax = figures.slope_by_direction({0.0: 3.0, 90.0: 4.0}, [3.0, 4.0])
    assert line(ax, "slope measured").tolist() == [[0, 3], [90, 4]]
    angles, curve = line(ax, "length of the gradient times a cosine").T
    assert curve.max() == pytest.approx(5, abs=1e-3)
    assert angles[curve.argmax()] == pytest.approx(53, abs=1.1)
    assert np.interp([0, 90], angles, curve) == pytest.approx([3, 4])


def test_the_arrows_point_along_the_gradient_and_against_it():
    ax = figures.gradient_arrows(lambda w: w @ w, [1.0, 0.0], [2.0, 0.0], reach=1.0)
    ends = sorted(tuple(arrow.xy) for arrow in ax.texts)
    assert ends == [pytest.approx((0.4, 0)), pytest.approx((1.6, 0))]


def test_valley_panels_draw_each_path_on_its_own_surface():
    paths = {f"{name}, plain": [[0.0, 0.0], [-1.0, 0.5]] for name in ("a", "b", "c", "d")}
    surfaces = {name: (X, np.array([-k, k])) for k, name in enumerate("abcd")}
    axes = figures.valley_panels(paths, surfaces, Y).figure.axes
    assert [ax.get_title() for ax in axes] == ["A, plain", "B, plain", "C, plain", "D, plain"]
    for k, ax in enumerate(axes):
        assert line(ax, "path").tolist() == [[0, 0], [-1, 0.5]]
        assert line(ax, "minimum").tolist() == [[-k, k]]


def test_growth_curves_end_at_their_names():
    ax = figures.growth_curves({"a": [0.0, 1.0, 3.0], "b": [0.0, 1.0]})
    assert [(text.get_text(), text.get_position()) for text in ax.texts] == [
        (" a", (3, 3.0)),
        (" b", (2, 1.0)),
    ]


def test_birds_on_the_wrong_side_of_the_second_line_get_a_ring():
    A = np.array([[1.0, 0, -1], [1, 0, 1], [1, 0, 2]])
    ax = figures.too_right(A, [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1])
    assert ax.collections[-1].get_offsets().tolist() == [[0, 1]]


class TestRace:
    def test_runs_take_the_steps_of_the_rule(self):
        runs = [(0.5, np.inf, 3), (0.5, 10.0, 3), (0.25, np.inf, 4)]
        *_, (read, W) = figures.descend(X, Y, 8, runs, budget=65)
        assert read == 60  # two epochs of 30; the next batch of 8 would read 68
        for (eta, half, seed), found in zip(runs, W, strict=True):
            w, so_far, rng = np.zeros(2), 0, np.random.default_rng(seed)
            for _ in range(2):
                for batch in minibatches(30, 8, rng):
                    so_far += len(batch)
                    rate = eta / (1 + so_far / half)
                    w = w - rate * logistic_gradient(w, X[batch], Y[batch])
            np.testing.assert_allclose(found, w, atol=1e-12)

    def test_every_method_reads_the_budget_and_copies_leave_the_minimum(self):
        w = np.zeros(2)
        for _ in range(2000):
            w = w - 2 * logistic_gradient(w, X, Y)
        racers = figures.race(X, Y, copies=5, budget=300, lowest=cross_entropy(w, X, Y))
        assert list(racers) == ["batch", "20 at a time", "SGD"]
        for racer in racers.values():
            assert racer.read[-1] == 300
            assert 0 <= racer.excess[-1] < racer.excess[0]
        assert racers["batch"].read == [150, 300]

    def test_batch_descent_is_tuned_on_other_starts_than_it_is_tested_on(self):
        racers = figures.race(X, Y, copies=1, budget=150, lowest=0)
        assert racers["batch"].error > 0
        ends = []
        for spread in (0.0, 0.3):
            runs = [(0.5, np.inf, seed) for seed in range(3)]
            *_, (_, W) = figures.descend(X, Y, len(Y), runs, budget=60, spread=spread)
            ends.append(np.ptp(W, axis=0).max())
        assert ends[0] < 1e-12 < ends[1]

    def test_panels_draw_what_was_measured_above_the_lowest_height(self):
        racer = figures.Racer(1.0, np.inf, [10, 20], [0.5, 1e-9], 0.0)
        races = {name: {"batch": racer} for name in "abcd"}
        ax = figures.race_panels(races)
        assert line(ax, "batch").tolist() == [[10, 0.5], [20, figures.LOWEST_DRAWN]]


class TestFilms:
    def test_parts_are_disjoint_and_words_come_from_the_first(self):
        parts, words = figures.film_sentences([60, 30], at_least=3, seed=0)
        assert [part.X.shape for part in parts] == [(60, len(words) + 1), (30, len(words) + 1)]
        assert [len(part.y) for part in parts] == [60, 30]
        assert (parts[0].X[:, 0] == 1).all()
        assert parts[0].X[:, 1:].sum(axis=0).min() >= 3
        assert set(np.unique(parts[1].X)) == {0, 1}
        assert "the" in words
        assert "," not in words


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

    def test_a_frame_says_what_it_draws(self):
        frame = figures.batch_frame(X, Y, "16", 0.5, 2)
        path, losses = figures.batch_paths(X, Y, "16", 0.5, 2)
        assert "16 examples at a time, η = 0.5, 2 epochs: 4 steps" in frame.caption
        assert f"from {losses[0]:.3f} to {losses[-1]:.3f}" in frame.caption
        left, right = frame.figure.axes
        drawn = max((np.transpose(drawn.get_data()) for drawn in left.lines), key=len)
        np.testing.assert_allclose(drawn, path)
        np.testing.assert_allclose(right.lines[0].get_ydata(), losses)


class TestPatience:
    def test_both_losses_end_at_their_names(self):
        ax = figures.two_losses(TRAINING, VALIDATION)
        assert [text.get_position() for text in ax.texts] == [(5, 0.4), (5, 0.8)]

    @pytest.mark.parametrize("patience", [0, 1, 2, 5])
    def test_best_and_stop_are_where_early_stopping_says(self, patience):
        ax = figures.stopping_curve(VALIDATION, patience)
        stop, best = early_stopping(VALIDATION, patience)
        assert line(ax, "best").tolist() == [[best + 1, VALIDATION[best]]]
        assert line(ax, "stop").tolist() == [[stop + 1, VALIDATION[stop]]]

    def test_a_frame_says_where_it_stops(self):
        caption = figures.patience_frame(VALIDATION, 1).caption
        assert "stops after epoch 4 and keeps the weights of epoch 2" in caption
        caption = figures.patience_frame(VALIDATION, 5).caption
        assert "goes on to the last epoch 5" in caption
