"""The figures of lecture 07: the numbers that are drawn, the words, and the static pictures."""

import numpy as np
import pytest
from figure_reading import heights, texts

from lincourse import plots
from lincourse.figures import softmax as figures
from lincourse.figures.words import numbers
from lincourse.softmax import softmax

pytestmark = pytest.mark.slow


class TestGlasses:
    P = (0.3, 0.5, 0.2)

    def test_the_water_stands_as_high_as_the_probability(self):
        ax = figures.glasses(self.P, ["a", "b", "c"])
        assert heights(ax) == pytest.approx(self.P)
        assert texts(ax) == ["0.30", "0.50", "0.20"]
        assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "c"]

    def test_arrows_lead_from_each_level_to_its_target(self):
        ax = figures.glasses(self.P, ["a", "b", "c"], right=2, pushes=True)
        assert [text for text in texts(ax) if text] == ["−0.30", "−0.50", "+0.80"]
        arrows = [text for text in ax.texts if getattr(text, "arrow_patch", None)]
        starts, ends = [a.xyann for a in arrows], [a.xy for a in arrows]
        assert starts == [(0, 0.3), (1, 0.5), (2, 0.2)]
        assert ends == [(0, 0), (1, 0), (2, 1)]  # down is a loss, up is a gain
        names = [label.get_text() for label in ax.get_xticklabels()]
        assert names == ["a\n0.30", "b\n0.50", "c\n0.20"]

    def test_arrows_need_the_right_class(self):
        with pytest.raises(ValueError, match="right class"):
            figures.glasses(self.P, pushes=True)


def test_each_contract_marks_its_best():
    poured = np.array([0.2, 0.5, 0.9])
    axes = plots.figure_of(figures.contracts(poured, [1.0, 2.0, 3.0], [0.7, 0.4, 0.6])).axes
    assert [ax.lines[1].get_xydata().tolist() for ax in axes] == [[[0.9, 3.0]], [[0.5, 0.4]]]
    assert [texts(ax) for ax in axes] == [["best: 0.90"], ["best: 0.50"]]


class TestReliability:
    def test_each_bin_has_its_count_its_promise_and_its_share(self):
        table = figures.reliability([0.1, 0.3, 0.8, 1.0], [0, 1, 1, 1], [0, 0.5, 0.7, 1.0])
        assert table[0] == pytest.approx((2, 0.2, 0.5, np.sqrt(0.2 * 0.8 / 2)))
        assert table[1] == pytest.approx((2, 0.9, 1.0, np.sqrt(0.9 * 0.1 / 2)))
        assert len(table) == 2  # nothing lies between 0.5 and 0.7

    def test_the_plot_shows_share_against_promise_without_overlap(self):
        table = [(10, 0.6, 0.7, 0.1)]
        ax = figures.reliability_plot(
            {"left": {"one": table, "other": table}, "right": {"one": table}}
        )
        left, right = plots.figure_of(ax).axes
        assert [panel.get_xlabel() for panel in (left, right)] == ["left", "right"]
        first, second = [np.transpose(bars[0].get_data())[0] for bars in left.containers]
        assert first[1] == second[1] == 0.7
        assert first[0] < 0.6 < second[0]
        [bars] = right.containers
        assert np.transpose(bars[0].get_data()).tolist() == [[0.6, 0.7]]
        [legend] = plots.figure_of(ax).legends
        assert [text.get_text() for text in legend.get_texts()] == ["as promised", "one", "other"]
        assert left.get_ylim()[1] > 0.7 + 2 * 0.1  # bars are not cut off


def test_softmax_frames_hold_the_probabilities():
    frame = figures.softmax_frame([2, 1, 0.1], ["a", "b", "c"], 0.0, 3.0, 0.5)
    p = softmax([4, 2, 0.2])
    np.testing.assert_allclose(heights(frame.figure.axes[0]), p)
    assert "Scores (5.00, 4.00, 3.10) at temperature 0.5" in frame.caption
    assert "probabilities (0.86, 0.12, 0.02); a is the most probable" in frame.caption


class TestSteps:
    @pytest.mark.parametrize("right", [0, 1, 2])
    def test_the_loss_falls_and_the_litre_stays_whole(self, right):
        chances, losses = figures.steps_taken(right, 0.2)
        assert (np.diff(losses) < 0).all()
        assert chances.sum(axis=1) == pytest.approx(1)
        assert losses == pytest.approx(-np.log(chances[:, right]))

    def test_a_frame_says_the_glasses_and_the_loss(self):
        frame = figures.step_frame("class 2", 0.2, 3)
        chances, losses = figures.steps_taken(2, 0.2)
        assert f"hold {numbers(chances[3])}" in frame.caption
        assert f"the loss is {losses[3]:.3f}" in frame.alt
        assert losses[3] == pytest.approx(0.531, abs=1e-3)
