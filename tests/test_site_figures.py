"""The site's figures: what is drawn in advance is what a notebook's widget shows."""

import itertools
import json
import re

import numpy as np
import pytest
import site_dark
import site_figures
import site_interactive
from figure_reading import contrast

from lincourse import interact, plots
from lincourse.figures import naive_bayes
from lincourse.interact import Choice, Frame, Interactive, Slider


def toy(**controls):
    """An interactive that writes its values into its picture."""

    def draw(**values):
        [ax] = plots.panels(width=2, height=1)
        text = " ".join(map(str, values.values()))
        ax.set(title=text)
        return Frame(plots.figure_of(ax), f"alt {text}", f"caption {text}")

    return Interactive(draw, draw, controls)


def assembled(data, frame):
    """The picture of a frame, put together as figures.js does it."""
    _, _, *runs = frame
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return "\n".join(line for first, end in pairs for line in data["chunks"][first:end])


@pytest.mark.slow
def test_frames_are_those_that_the_widget_draws(monkeypatch):
    found = []
    monkeypatch.setattr(interact, "front_end", found.append)
    naive_bayes.friends_slider()
    [friends] = found
    data = site_figures.frames(friends)
    [control] = data["controls"]
    assert control["values"] == list(range(9))
    assert control["label"] == friends.controls["repeating"].name
    for value, made in zip(control["values"], data["frames"], strict=True):
        widget = friends.frame(repeating=value)
        assert made[:2] == [widget.alt, widget.caption]
        assert assembled(data, made) == site_figures.svg(widget.figure)


def test_frames_follow_the_grid_and_share_chunks():
    two = toy(kind=Choice("kind", ["x", "y"]), size=Slider("size", 2, 1, 3, 1))
    data = site_figures.frames(two)
    assert [frame[1] for frame in data["frames"]] == [
        f"caption {kind} {size}" for kind, size in itertools.product("xy", (1, 2, 3))
    ]
    assert [control["start"] for control in data["controls"]] == [0, 1]
    whole = sum(len(assembled(data, frame)) for frame in data["frames"])
    assert sum(map(len, data["chunks"])) < whole / 3


def test_fine_grid_is_thinned_to_round_values():
    sliders = {
        "rate": Slider("rate", 0.3, 0.005, 1.155, 0.005),
        "steps": Slider("steps", 7, 0, 40, 1),
    }
    grid = site_figures.grid(sliders)
    assert len(grid["rate"]) * len(grid["steps"]) <= site_figures.MAX_FRAMES_SEVERAL_CONTROLS
    assert grid["steps"] == [0, 5, 7, 10, 15, 20, 25, 30, 35, 40]
    assert {0.005, 0.3, 1.155} < set(grid["rate"])
    assert site_figures.grid({"one": Slider("one", 3, 0, 150, 1)})["one"] == list(range(151))
    chosen = Slider("x", 0.5, 0.0, 1.0, 0.01, stops=(0.0, 0.5))
    assert site_figures.grid({"x": chosen})["x"] == [0.0, 0.5]


def test_grid_with_too_many_values_is_rejected():
    stops = tuple(range(20))
    sliders = {name: Slider(name, 0, 0, 20, 1, stops=stops) for name in "ab"}
    with pytest.raises(ValueError, match="fewer stops"):
        site_figures.grid(sliders)


def test_dark_figure_has_the_pages_background_and_readable_ink():
    assert site_dark.dark("#ffffff") == site_dark.PAPER
    for colour in (plots.INK, plots.FAINT, *plots.PALETTE[:6]):
        assert contrast(site_dark.dark(colour), site_dark.PAPER) > 3, colour
    for k in range(4):
        tint = "#" + "".join(f"{round(255 * part):02x}" for part in plots.tint(k))
        assert contrast(site_dark.dark(plots.INK), site_dark.dark(tint)) > 4.5, tint


def test_black_and_hatched_areas_are_darkened_too(tmp_path):
    def draw(n):
        [ax] = plots.panels()
        ax.text(0, 0, "x", color="black")
        ax.bar([0], [1], color="white", hatch="//")
        return Frame(plots.figure_of(ax), "", "")

    one = Interactive(draw, draw, {"n": Slider("n", 0, 0, 0, 1)})
    drawn, staged = tmp_path / "drawn", tmp_path / "staged"
    drawn.mkdir()
    (drawn / "figures.json").write_text("{}")
    (drawn / "1.svg").write_text(site_figures.svg(draw(0).figure))
    (drawn / "1.json").write_text(json.dumps(site_figures.frames(one)))
    site_interactive.stage_figures(drawn, staged)
    dark = (staged / "1-dark.svg").read_text()
    [black] = re.findall('^<svg fill="(.+?)"', dark)
    assert contrast(black, site_dark.PAPER) > 7
    assert re.findall('<rect .*fill="(.+?)"', dark) == [site_dark.PAPER]
    data = json.loads((staged / "1.json").read_text())
    assert data["chunks"][0].startswith('<svg fill="#000000"')
    assert (data["dark"]["#000000"], data["dark"]["#ffffff"]) == (black, site_dark.PAPER)


def test_embedded_picture_is_darkened_too():
    ax = plots.weight_images(np.eye(4), (2, 2))
    text = site_figures.svg(plots.figure_of(ax))
    assert "data:image/png" in text
    dark = site_dark.darkened(text)
    assert "#ffffff" not in dark
    embedded = site_dark.EMBEDDED.findall(text)
    assert embedded
    assert not set(embedded) & set(site_dark.EMBEDDED.findall(dark))


def test_lecture_with_another_figure_is_named(tmp_path, monkeypatch):
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "id": "a",
                "source": "from lincourse import plots\nplots.show(plots.panels()[0], 'new words')",
                "outputs": [
                    {
                        "output_type": "display_data",
                        "data": {"image/png": ""},
                        "metadata": {"image/png": {"alt": "old words"}},
                    }
                ],
                "metadata": {},
                "execution_count": 1,
            }
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    lecture = tmp_path / "04-x.ipynb"
    lecture.write_text(json.dumps(notebook))
    monkeypatch.setattr(plots, "show", plots.show)
    monkeypatch.setattr(interact, "front_end", interact.front_end)
    with pytest.raises(SystemExit, match="old words.*make build"):
        site_figures.draw_all(lecture, tmp_path)
