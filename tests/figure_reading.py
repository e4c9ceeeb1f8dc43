"""Page objects for figures and widgets: what a reader would see of what was drawn."""

import re
from base64 import b64decode
from html import unescape
from xml.etree import ElementTree

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


def tick_colours(svg):
    """The colours of the ticks of an SVG: of their marks, and of the numbers beside them."""
    found = {"stroke": set(), "fill": set()}

    def look(element, part, colour):
        style = dict(one.split(": ") for one in element.get("style", "").split("; ") if one)
        colour = style.get(part, colour)
        if element.tag.endswith("}use"):
            found[part].add(colour)
        for child in element:
            look(child, part, colour)

    for tick in ElementTree.fromstring(svg).iter():
        if re.match("[xy]tick_", tick.get("id", "")):
            for one in tick:  # what has no colour of its own is black
                look(one, "stroke" if one.get("id").startswith("line2d_") else "fill", "#000000")
    return found["stroke"] - {"none"}, found["fill"]


def contrast(one, other):
    """How well two colours can be told apart, as WCAG counts it."""

    def luminance(colour):
        parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        parts = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        return parts @ [0.2126, 0.7152, 0.0722]

    darker, lighter = sorted((luminance(one) + 0.05, luminance(other) + 0.05))
    return lighter / darker


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
