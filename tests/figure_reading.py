"""Page objects for figures and widgets: what a reader would see of what was drawn."""

import re
from base64 import b64decode
from html import unescape

import numpy as np

from lincourse import plots


def texts(ax):
    """What is written on the axes, in the order in which it was drawn."""
    return [text.get_text() for text in ax.texts]


def heights(ax):
    """How high the bars are."""
    return [bar.get_height() for bar in ax.patches]


def line(ax, label):
    """The points (T, 2) of the line with this label in the legend."""
    [found] = [drawn for drawn in ax.lines if drawn.get_label() == label]
    return np.transpose(found.get_data())


def png(drawn):
    """The picture of a figure or of axes, as bytes; it fails where there is nothing to see."""
    data = plots.png(plots.figure_of(drawn), density=1)
    assert is_png(data)
    return data


def is_png(data):
    return data.startswith(b"\x89PNG") and len(data) > 2_000


def seen_in(picture):
    """(alternative text, caption, PNG) of what an interactive's HTML widget shows."""
    alt = unescape(re.search(r'<img alt="([^"]*)"', picture.value)[1])
    caption = unescape(re.search(r"<p[^>]*>(.*?)</p>", picture.value)[1])
    return alt, caption, b64decode(re.search(r'base64,([^"]*)"', picture.value)[1])
