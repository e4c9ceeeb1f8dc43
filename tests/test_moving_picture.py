"""The picture of the README that moves: the perceptron's own corrections, in order."""

import re
import xml.etree.ElementTree as ElementTree

import moving_picture
import numpy as np

from lincourse import datasets
from lincourse.perceptron import train_perceptron


def test_moving_picture_shows_the_reference_updates():
    toy = datasets.separable(np.random.default_rng(31), n=40, margin=0.15)
    w, mistakes = train_perceptron(toy.X, toy.y, 1.0, 100)
    steps = list(moving_picture.corrections(toy.X, toy.y))
    assert len(steps) == sum(mistakes) == 8
    np.testing.assert_allclose(steps[-1][1], w)


def test_committed_moving_picture_is_up_to_date():
    committed = (moving_picture.ROOT / "docs/images/perceptron.svg").read_text("utf-8")
    assert committed == moving_picture.picture()
    ElementTree.fromstring(committed)
    assert len(re.findall('class="frame"', committed)) == 8
    assert "prefers-reduced-motion" in committed
    assert not re.search(r"https?://(?!www\.w3\.org)", committed)
