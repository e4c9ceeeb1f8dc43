"""The figures of lecture 08: the numbers that are drawn, the words, and the slider."""

import numpy as np
import pytest
from figure_reading import heights, line, texts

from lincourse import logistic, plots
from lincourse.derivations import hidden_gradient, numerical_gradient, softmax_jacobian
from lincourse.figures import derivations as figures
from lincourse.softmax import softmax, softmax_gradient, softmax_loss

pytestmark = pytest.mark.slow

STEPS = np.array([1e-2, 1e-4, 1e-6])
ERRORS = {"one side": [1e-2, 1e-4, 1e-6], "both sides": [1e-4, 0.0, 1e-10]}
Z = [0.5, 1.0, -1.0]


def carried(ax):
    """The numbers on the arrows of a graph, in the order of its arrows."""
    words = [text.replace(plots.MINUS, "-") for text in texts(ax)]
    return [float(word) for word in words if word and not set(word) & set("$\\=")]


def styles(ax):
    """The styles of a graph's arrows, forwards or backwards."""
    return {
        text.arrow_patch.get_arrowstyle().__class__.__name__
        for text in ax.texts
        if getattr(text, "arrow_patch", None)
    }


class TestPrograms:
    W = np.random.default_rng(0).normal(size=(3, 4))
    X = np.column_stack([np.ones(6), np.random.default_rng(1).normal(size=(6, 3))])
    y = np.array([0, 1, 2, 2, 1, 0])

    def test_only_c_has_the_gradient_of_the_loss(self):
        right = softmax_gradient(self.W, self.X, self.y)
        for name in "ABCD":
            found = figures.program_gradient(name, self.W, self.X, self.y)
            assert np.allclose(found, right) == (name == "C")

    @pytest.mark.parametrize(("name", "broken"), [("A", "log"), ("B", "score"), ("D", "softmax")])
    def test_each_of_the_others_has_one_broken_arrow(self, name, broken):
        program, right = figures.PROGRAMS[name], figures.PROGRAMS["C"]
        same = {arrow: getattr(program, arrow) is getattr(right, arrow) for arrow in vars(right)}
        assert [arrow for arrow, whole in same.items() if not whole] == [broken]

    def test_a_descends_minus_the_probability_itself(self):
        def minus_probability(W):
            return -softmax(self.X @ W.T)[np.arange(6), self.y].mean()

        found = figures.program_gradient("A", self.W, self.X, self.y)
        np.testing.assert_allclose(found, numerical_gradient(minus_probability, self.W), atol=1e-9)

    def test_training_starts_at_zero_or_where_it_is_told_and_goes_down(self):
        path = figures.train_program("C", self.X, self.y, 0.1, np.random.default_rng(0), epochs=3)
        losses = [softmax_loss(W, self.X, self.y) for W in path]
        assert len(path) == 4
        assert not path[0].any()
        assert losses == sorted(losses, reverse=True)
        again = figures.train_program(
            "C", self.X, self.y, 0.1, np.random.default_rng(0), epochs=1, start=self.W
        )
        assert again[0] is self.W

    def test_of_several_rates_the_one_best_on_the_validation_part_is_kept(self):
        X, y = np.tile(self.X, (250, 1)), np.tile(self.y, 250)
        kept = softmax_loss(
            figures.trained("C", X, y, 0, (0.001, 0.5))[-1], X[1000:1400], y[1000:1400]
        )
        for eta in (0.001, 0.5):
            W = figures.train_program("C", X[:1000], y[:1000], eta, np.random.default_rng(0))[-1]
            assert kept <= softmax_loss(W, X[1000:1400], y[1000:1400])

    def test_training_uses_only_the_first_part(self):
        X, y = np.tile(self.X, (3, 1)), np.tile(self.y, 3)
        kept = figures.trained("C", X, y, 0, (0.5,), parts=(6, 4), epochs=2)
        again = figures.train_program("C", X[:6], y[:6], 0.5, np.random.default_rng(0), epochs=2)
        np.testing.assert_array_equal(kept, again)


class TestGraphs:
    def test_the_softmax_graph_carries_values_there(self):
        a = np.exp(figures.SCORES)
        total = a.sum()
        ax = figures.softmax_graph(back=False)
        expected = [0.47, a[0], 0.88, a[1], -0.09, a[2], a[2], total, a[2] / total]
        np.testing.assert_allclose(carried(ax), [*expected, np.log(total) + 0.09], atol=6e-4)
        assert styles(ax) == {"CurveFilledB"}

    def test_and_messages_back_which_end_in_p_minus_t(self):
        p, total = softmax(figures.SCORES), np.exp(figures.SCORES).sum()
        ax = figures.softmax_graph(back=True)
        found = carried(ax)
        np.testing.assert_allclose([found[0], found[2], found[4]], p - [0, 0, 1], atol=6e-4)
        np.testing.assert_allclose([found[1], found[3], found[5], found[7]], 1 / total, atol=6e-4)
        np.testing.assert_allclose(found[6], -1 / p[2] / total, atol=6e-4)
        np.testing.assert_allclose(found[8:], [-1 / p[2], 1], atol=6e-4)
        assert styles(ax) == {"CurveFilledA"}

    def test_the_tanh_chain_ends_in_its_gradient(self):
        x, w = [1.0, 2.0], [0.5, -0.5]
        there, back = figures.tanh_graph(x, w, 1)
        np.testing.assert_allclose(carried(there), [0.5, -0.5, -0.5, -0.462, 2.138], atol=6e-4)
        gradient = logistic.tanh_gradient(w, [x], [1])
        np.testing.assert_allclose(carried(back)[:2], gradient, atol=6e-4)

    @pytest.mark.parametrize("y", [0, 1])
    def test_hidden_graph_sends_messages_through_the_weights(self, y):
        V, w, x = np.array([[0.5, -0.5], [-1, 1]]), np.array([-2, 1]), np.array([1, 2])
        there, back = figures.hidden_graph(V, w, x, y)
        z, loss, u0, h0, u1, h1 = carried(there)
        np.testing.assert_allclose([u0, u1], V @ x, atol=6e-4)
        np.testing.assert_allclose([h0, h1], np.tanh(V @ x), atol=6e-4)
        assert z == pytest.approx(w @ np.tanh(V @ x), abs=6e-4)
        assert loss == pytest.approx(logistic.cross_entropy([z], [[1]], [y]), abs=2e-3)
        dV, dw = hidden_gradient(V, w, x, y)
        at_z, one, at_u0, at_h0, at_u1, at_h1 = carried(back)
        assert one == 1
        np.testing.assert_allclose(at_z * np.tanh(V @ x), dw, atol=6e-4)
        np.testing.assert_allclose([at_h0, at_h1], at_z * w, atol=2e-3)
        np.testing.assert_allclose(np.outer([at_u0, at_u1], x), dV, atol=2e-3)

    @pytest.mark.parametrize("y", [0, 1])
    def test_the_three_messages_of_the_logistic_loss_add_up_to_its_slope(self, y):
        there, back = figures.logistic_graph(2.0, y)
        assert carried(there)[-1] == pytest.approx(
            logistic.cross_entropy([2.0], [[1]], [y]), abs=6e-4
        )
        assert sum(carried(back)[:3]) == pytest.approx(logistic.sigmoid(2.0) - y, abs=2e-3)

    def test_each_broken_arrow_gets_a_cross(self):
        ax = figures.broken_arrows({"A": [0.5, 0, 0], "B": [0, 0, 0.2], "C": [0, 0, 0]})
        crosses = [drawn.get_xydata()[0].tolist() for drawn in ax.lines]
        assert crosses == [[2.5, 0.0], [0.5, -1.0]]


def test_curves_told_apart_without_colour():
    ax = figures.curves([0, 1], {"one": [1, 2], "two": [2, 1]}, strong=["two"])
    assert len({drawn.get_marker() for drawn in ax.lines}) == 2
    assert ax.lines[1].get_linewidth() > ax.lines[0].get_linewidth()


def test_errors_are_drawn_against_their_steps_on_logarithmic_axes():
    ax = figures.error_against_step(STEPS, ERRORS, title="Errors")
    assert line(ax, "one side").tolist() == [[1e-2, 1e-2], [1e-4, 1e-4], [1e-6, 1e-6]]
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_title()) == ("log", "log", "Errors")
    assert len({drawn.get_marker() for drawn in ax.lines}) == 2
    assert len({drawn.get_linestyle() for drawn in ax.lines}) == 2


def test_an_error_of_0_lies_at_the_bottom_and_not_at_minus_infinity():
    smallest = line(figures.error_against_step(STEPS, ERRORS), "both sides")[:, 1].min()
    assert 0 < smallest <= 1e-16


@pytest.mark.parametrize("grows", [0, 1, 2])
def test_a_frame_has_a_bar_per_probability_and_a_signed_bar_per_change(grows):
    frame = figures.jacobian_frame(Z, grows)
    above, below = frame.figure.axes
    p, change = softmax(Z), softmax_jacobian(Z)[:, grows]
    np.testing.assert_allclose(heights(above), p)
    np.testing.assert_allclose(heights(below), change)
    assert [plots.minus(f"{slope:+.3f}") for slope in change] == texts(below)
    assert f"per unit of score of class {grows} they change by" in frame.alt
    assert ", ".join(f"{slope:+.3f}" for slope in change) in frame.caption


def test_the_changes_add_up_to_0_and_only_the_growing_score_gains():
    for z in (Z, [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]):
        for grows in range(3):
            caption = figures.jacobian_frame(z, grows).caption
            changes = [float(number) for number in caption.rstrip(".").split(" by ")[1].split(",")]
            assert sum(changes) == pytest.approx(0, abs=2e-3)
            assert [k for k, change in enumerate(changes) if change > 0] == [grows]
