"""The figures of lecture 02: the numbers that are drawn, their words, and the static pictures."""

from math import log

import numpy as np
import pytest
from figure_reading import texts

from lincourse import plots
from lincourse.figures import naive_bayes as figures
from lincourse.naive_bayes import OOV, train_naive_bayes, word_counts

pytestmark = pytest.mark.slow

LABELS = ("neg", "pos")
MODEL = train_naive_bayes(
    [(["good", "good", "film"], "pos"), (["bad", "film"], "neg"), (["bad", "plot"], "neg")]
)


def widths(ax):
    return [bar.get_width() for bar in ax.patches]


def test_two_bags_show_a_slip_for_each_token_and_its_share():
    counts = {"neg": {"dull": 2, "film": 1}, "pos": {"film": 1}}
    ax, alt = figures.two_bags(counts, ["dull", "film"])
    neg, pos = plots.figure_of(ax).axes
    assert (
        "The neg bag has 3 slips: dull 2, film 1. The pos bag has 1 slips: dull 0, film 1." in alt
    )
    assert texts(neg) == ["dull", "dull", "2/3", "film", "1/3", "neg: 3 slips", "share"]
    assert texts(pos) == ["0/1", "film", "1/1", "pos: 1 slips", "share"]
    ax, alt = figures.two_bags(counts, ["dull", "film"], added=True)
    neg, pos = plots.figure_of(ax).axes
    assert "The neg bag has 6 slips: dull 3, film 2, blank 1." in alt
    assert [text for text in texts(neg) if "/" in text] == ["3/6", "2/6", "1/6"]
    assert [text for text in texts(pos) if "/" in text] == ["1/4", "2/4", "1/4"]
    assert sum(bool(slip.get_hatch()) for slip in pos.patches) == 3
    assert [text.get_text() for text in neg.get_yticklabels()] == ["dull", "film", "blank"]


def test_accuracies_are_the_lengths_of_their_bars():
    ax = figures.accuracy_bars({"list": 0.6, "model": 0.8}, 100, base=0.5, title="Two")
    assert widths(ax) == [0.6, 0.8]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["list", "model"]
    assert ax.get_title() == "Two"
    assert {"0.600", "0.800", "majority baseline"} <= set(texts(ax))


def test_differences_reach_two_standard_errors_either_way():
    ax, alt = figures.differences({"few": {"a": (0.01, 0.02)}, "many": {"a": (0.03, 0.005)}})
    assert "few: a +0.0100 (0.0200). many: a +0.0300 (0.0050)." in alt
    reaches = [bar.get_segments()[0][:, 0].tolist() for bar in ax.collections]
    np.testing.assert_allclose(reaches, [[-0.03, 0.05], [0.02, 0.04]])


def test_evidence_is_the_difference_of_the_logs():
    good, unseen = figures.evidence(["good", "blargh"], MODEL, LABELS)
    assert good == pytest.approx(log(3 / 8) - log(1 / 9))
    tables = MODEL["log_likelihoods"]
    assert unseen == pytest.approx(tables["pos"][OOV] - tables["neg"][OOV])
    ax = figures.evidence_bars([good, -0.5, 0.001], ["good", "x", "y"])
    assert sorted(widths(ax)) == pytest.approx(sorted([good, -0.5, 0.001]))
    assert set(texts(ax)) == {f"{good:+.2f}", f"{plots.MINUS}0.50", "0.00"}


def test_the_posterior_is_bayes_rule_and_survives_long_texts():
    pos, neg = 1 / 3 * 3 / 8 * 1 / 8, 2 / 3 * 1 / 9 * 3 / 9
    assert figures.posterior(["good", "bad"], MODEL, LABELS) == pytest.approx(pos / (pos + neg))
    assert figures.posterior(["good"] * 5000, MODEL, LABELS) == 1
    assert figures.posterior(["bad"] * 5000, MODEL, LABELS) == 0


def test_shuffled_reviews_keep_labels_lengths_and_words_but_no_company():
    given = [(("new", "york") * 50, "pos"), (("dull",), "neg"), (("warm", "film") * 50, "pos")]
    shuffled = figures.shuffled_reviews(given, np.random.default_rng(0))
    assert [(len(words), label) for words, label in shuffled] == [
        (100, "pos"),
        (1, "neg"),
        (100, "pos"),
    ]
    assert word_counts(shuffled) == word_counts(given)
    assert 20 < shuffled[0][0].count("warm") < 30


def test_glued_reviews_have_one_label_and_drop_what_is_left_over():
    given = [(("a",), "pos"), (("b", "c"), "neg"), (("d",), "pos"), (("e",), "pos")]
    assert figures.glued_reviews(given, 2) == [(["a", "d"], "pos")]
    assert figures.glued_reviews(given, 1) == [
        (["b", "c"], "neg"),
        (["a"], "pos"),
        (["d"], "pos"),
        (["e"], "pos"),
    ]


def test_reliability_counts_every_answer_once():
    said, right = [0.5, 0.55, 0.6, 0.7, 0.99, 1.0], [True, False, True, True, True, False]
    rows = figures.reliability(said, right, (0.5, 0.6, 0.8, 0.9, 1))
    expected = [(0.525, 0.5, 2), (0.65, 1.0, 2), (0.995, 0.5, 2)]
    np.testing.assert_allclose(rows, expected)
    assert figures.reliability([0.5], [True], (0.5, 0.6, 1)) == [(0.5, 1.0, 1)]


def test_reliability_panels_show_promise_delivery_and_the_gap():
    said, right = [0.5, 0.55, 0.65, 0.99, 1.0], [True, False, True, True, False]
    expected = [(0.525, 0.5), (0.65, 1.0), (0.995, 0.5)]
    ax, alt = figures.reliability_panels({"model": (said, right)})
    np.testing.assert_allclose(np.transpose(ax.lines[1].get_data()), expected)
    gap, bar = (lines.get_segments()[0][:, 1] for lines in ax.collections)
    np.testing.assert_allclose(gap, [0.5, 0.525])
    np.testing.assert_allclose(bar, [0.5 - 0.125**0.5, 0.5 + 0.125**0.5])
    assert ax.get_title() == "model"
    assert [text for text in texts(ax) if text.isdigit()] == ["2", "1", "2"]
    assert "Model: 0.53 is 0.50 (n = 2), 0.65 is 1.00 (n = 1), 0.99 is 0.50 (n = 2)." in alt


@pytest.mark.parametrize(("repeating", "careful"), [(0, 0.9989), (4, 0.9674), (8, 0.5)])
def test_friends_who_repeat_do_not_count(repeating, careful):
    good = 0.7 ** (9 - repeating) * 0.3
    bad = 0.3 ** (9 - repeating) * 0.7
    assert figures.friends_posterior(9 - repeating, 1) == pytest.approx(good / (good + bad))
    frame = figures.friends_frame(repeating)
    left, right = frame.figure.axes
    assert texts(left).count("repeats") == repeating
    assert widths(right) == pytest.approx([0.9989, careful], abs=1e-4)
    assert f"{careful:.3f}"[:4] in frame.caption
    assert frame.caption in frame.alt


def test_a_sentence_frame_says_what_the_model_says():
    frame = figures.sentence_frame("good film", "pos", MODEL, LABELS)
    assert "says pos; the critic's label is pos: right" in frame.caption
    assert "good +1.22" in frame.alt
    frame = figures.sentence_frame("bad bad film", "pos", MODEL, LABELS)
    assert "says neg; the critic's label is pos: wrong" in frame.caption
