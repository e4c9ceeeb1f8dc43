"""The figures: what is drawn is what was meant, with one look and alternative text."""

import ast
import io
import re
import subprocess
import sys
from base64 import b64decode
from itertools import combinations, pairwise
from pathlib import Path

import IPython
import matplotlib
import numpy as np
import pytest
from figure_reading import heights, png, texts
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from matplotlib import pyplot as plt
from matplotlib.colors import rgb_to_hsv, to_hex, to_rgb, to_rgba
from PIL import Image
from traitlets.config import Config

from lincourse import plots
from lincourse.features import add_bias, joint_features, predict_binary, predict_multiclass

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
X = np.array([[0.0, 1.0], [2.0, 3.0], [-1.0, 0.5], [1.5, -2.0]])
Y = np.array([-1, 1, 1, -1])
W = np.array([[0.0, 1.0, 0.5], [0.3, -1.0, 0.2], [0.1, 0.0, -1.0]])
F = np.array([joint_features([2, 1, 0], k, 3) for k in range(3)])
THETA = [0.3, 0.7, 0.8, -0.2, 2.2, 4, -4, -4, -4]


DRAWINGS = {
    "points": lambda **more: plots.points(X, Y, **more),
    "decision_line": lambda **more: plots.decision_line([0, 1, 2], shade=True, **more),
    "decision_regions": lambda **more: plots.decision_regions(W, names=["a", "b", "c"], **more),
    "loss_curve": lambda **more: plots.loss_curve({"a": [3, 2, 1], "b": [2, 2, 2]}, **more),
    "descent_curve": lambda **more: plots.descent_curve(np.square, [2, 1, 0.5], reach=3, **more),
    "probability_bars": lambda **more: plots.probability_bars([0.2, 0.8], **more),
    "confusion_table": lambda **more: plots.confusion_table([[7, 3], [2, 4]], **more),
    "weight_images": lambda **more: plots.weight_images(np.eye(2, 6), (2, 3), **more),
    "joint_blocks": lambda **more: plots.joint_blocks(F, THETA, **more),
}
every_drawing = pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """A real IPython, as in a notebook."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    config = Config()
    config.HistoryManager.enabled = False
    yield InteractiveShell.instance(config=config)
    InteractiveShell.clear_instance()


@pytest.fixture(autouse=True)
def _no_figure_leaks():
    plt.close("all")  # other files' tests may have left some open
    yield
    assert plt.get_fignums() == []


# One look


@every_drawing
def test_a_drawing_makes_its_own_axes_or_takes_given_ones(draw):
    own = draw(title="a title")
    assert own.get_title() == "a title"
    (given,) = plots.panels()
    assert draw(ax=given) is given
    assert own is not given


@every_drawing
@pytest.mark.sampled(every=2)
def test_drawing_leaves_the_users_settings_and_random_numbers_alone(draw):
    before, numbers = dict(matplotlib.rcParams), np.random.get_state()[1].copy()
    png(draw())
    assert dict(matplotlib.rcParams) == before
    np.testing.assert_array_equal(np.random.get_state()[1], numbers)


@every_drawing
@pytest.mark.sampled(every=2)
def test_the_same_picture_gives_the_same_bytes_whatever_the_users_style(draw):
    plain = png(draw())
    with plt.style.context("dark_background"), matplotlib.rc_context({"font.size": 30}):
        styled = png(draw())
    assert plain == styled
    assert b"Software" not in plain
    assert b"tEXt" not in plain
    assert b"tIME" not in plain


def test_a_picture_has_two_pixels_for_each_that_a_page_shows():
    figure = plots.figure_of(plots.panels(width=5, height=3)[0])
    assert plots.shown_size(figure) == (500, 300)
    assert Image.open(io.BytesIO(plots.png(figure))).size == (1000, 600)


@every_drawing
def test_drawing_once_gives_the_pixels_of_savefig(draw):
    once = Image.open(io.BytesIO(plots.quick_png(plots.figure_of(draw(title="A title")))))
    twice = io.BytesIO()
    with matplotlib.rc_context(plots.STYLE):
        figure = plots.figure_of(draw(title="A title"))
        figure.savefig(twice, format="png", dpi=plots.DENSITY * plots.DPI)
    np.testing.assert_array_equal(np.asarray(once), np.asarray(Image.open(twice)))


def test_a_figure_is_left_as_it_was():
    figure, ax = plt.subplots(dpi=70, facecolor="yellow")
    ax.plot([1, 2])
    canvas = figure.canvas
    first = plots.quick_png(figure)
    assert (figure.dpi, figure.get_facecolor(), figure.canvas) == (70, (1, 1, 0, 1), canvas)
    assert plots.quick_png(figure) == first
    assert Image.open(io.BytesIO(first)).convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    plt.close(figure)


def assert_nothing_cut_off(figure):
    plots.png(figure, density=1)
    drawn, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    assert drawn.x0 >= 0
    assert drawn.y0 >= 0
    assert drawn.x1 <= width
    assert drawn.y1 <= height


@every_drawing
@pytest.mark.sampled(every=2)
def test_nothing_is_cut_off(draw):
    assert_nothing_cut_off(plots.figure_of(draw(title="A title")))


def test_nothing_is_cut_off_with_equal_units_and_a_legend():
    for stretch in (0.3, 0.4, 0.44, 0.5, 1):
        ax = plots.points(X * [1, stretch], Y, title="A title")
        plots.decision_line([0, 1, 1], ax, label="w · x = 0")
        assert_nothing_cut_off(plots.figure_of(ax))


# Colours that everyone can tell apart

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
SIGHT = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]
    ),
    "deuteranopia": np.array(
        [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]
    ),
    "tritanopia": np.array(
        [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]
    ),
}


def linear(colour):
    channels = np.array(to_rgb(colour))
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(colour, sight):
    """CIE L*a*b* of a colour as someone with this kind of sight sees it."""
    rgb = np.clip(SIGHT[sight] @ linear(colour), 0, 1)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ rgb / [0.9505, 1.0, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(a, b, sight):
    return np.linalg.norm(lab(a, sight) - lab(b, sight))


def contrast(a, b):
    """Contrast as in WCAG: 4.5 is asked of text, 3 of other marks."""
    bright, dark = sorted((linear(c) @ [0.2126, 0.7152, 0.0722] for c in (a, b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
def test_no_two_colours_look_alike(sight):
    distances = [distance(a, b, sight) for a, b in combinations(plots.PALETTE, 2)]
    assert min(distances) > 15


def test_every_class_has_its_own_look_and_the_first_ten_their_own_marker():
    looks = {(plots.colour(k), plots.marker(k)) for k in range(40)}
    assert len(looks) == 40
    assert len({plots.marker(k) for k in range(10)}) == 10


def test_text_can_be_read_on_white_and_on_every_tint():
    tints = [plots.tint(k, 0.3) for k in range(len(plots.PALETTE))]
    assert all(contrast(plots.INK, ground) > 7 for ground in ["white", *tints])
    assert contrast(plots.FAINT, "white") > 4.5
    assert all(contrast(plots.INK, plots.tint(k)) > 7 for k in range(len(plots.PALETTE)))


# Texts that say a colour

HUES = {
    "orange": (15, 36),
    "amber": (36, 48),
    "yellow": (48, 70),
    "green": (80, 175),
    "blue": (190, 250),
    "purple": (255, 290),
    "pink": (300, 345),
}


def is_called(colour, name):
    """Whether a colour has the hue of its name; black is what has no light."""
    hue, _, value = rgb_to_hsv(to_rgb(colour))
    if name == "black":
        return value < 0.1
    low, high = HUES[name.split()[-1]]
    return low <= 360 * hue <= high


def test_colours_are_called_what_they_look_like():
    for k, colour in enumerate(plots.PALETTE):
        assert is_called(colour, plots.colour_name(k)), colour
    assert plots.colour_name(len(plots.PALETTE)) == plots.colour_name(0)
    ends = matplotlib.colormaps[plots.SIGNED]
    assert is_called(ends(0.1), plots.BELOW_0)
    assert is_called(ends(0.9), plots.ABOVE_0)


# Sentences of lectures and exercises that say a colour of a figure, by the file they stand in. Who
# changes a colour finds here what to rewrite; who writes one more such sentence lists it here.
SAID = {
    "lectures/07-softmax.py": [
        "is a picture: {above} where ink speaks *for* the digit, {below} where",
    ],
    "exercises/07-softmax.py": ["{above} where ink speaks for the digit, {below} "],
}
OF_NO_FIGURE = {
    "exercises/01-probability.py": 'uniform(["red", "green"]) is {"red": 0.5, "green": 0.5}',
}
COLOUR_WORD = re.compile(r"\b(red|orange|yellow|green|blue|purple|violet|pink|brown)\b", re.I)


def prose(source):
    """Every string and comment of a Python file, each on a line of its own."""
    text = source.read_text(encoding="utf-8")
    strings = [
        " ".join(node.value.split())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    comments = [block.replace("\n#", " ") for block in re.findall(r"(?:^#.*\n)+", text, re.M)]
    return "\n".join([*strings, *(" ".join(block.split()) for block in comments)])


@pytest.mark.parametrize(
    "source", sorted((ROOT / "sources").glob("*/*.py")), ids=lambda path: "/".join(path.parts[-2:])
)
def test_lectures_and_exercises_say_the_colours_that_figures_have(source):
    name, text = "/".join(source.parts[-2:]), prose(source)
    names = [plots.colour_name(k) for k in range(len(plots.PALETTE))]
    for sentence in SAID.get(name, []):
        said = sentence.format(*names, above=plots.ABOVE_0, below=plots.BELOW_0)
        assert said in text
        text = text.replace(said, "")
    text = text.replace(OF_NO_FIGURE.get(name, "\0"), "")
    assert COLOUR_WORD.findall(text) == []


@pytest.mark.parametrize(
    "source", sorted((ROOT / "lincourse/figures").glob("*.py")), ids=lambda path: path.stem
)
def test_figures_take_the_names_of_colours_from_plots(source):
    assert COLOUR_WORD.findall(prose(source)) == []


# show


def test_show_puts_the_text_into_metadata_and_plain_text(shell):
    ax = plots.points(X, Y)
    with capture_output() as captured:
        plots.show(ax, 'Four points, "far" apart.')
    (output,) = captured.outputs
    width, height = plots.shown_size(plots.figure_of(ax))
    about = {"alt": 'Four points, "far" apart.', "width": width, "height": height}
    assert output.metadata == {"image/png": about}
    assert set(output.data) == {"image/png", "text/plain"}
    assert output.data["text/plain"] == 'Four points, "far" apart.'
    assert b64decode(output.data["image/png"]) == plots.png(plots.figure_of(ax))
    assert captured.stdout == ""


@pytest.mark.parametrize("alt", ["", "  \n"])
def test_show_wants_words(alt):
    with pytest.raises(ValueError, match="alt is empty"):
        plots.show(plots.loss_curve([1]), alt)


@pytest.mark.parametrize("whole", [True, False])
def test_show_takes_figures_and_axes_and_closes_pyplots_own(shell, whole):
    figure, ax = plt.subplots()
    assert plt.get_fignums() != []
    with capture_output() as captured:
        plots.show(figure if whole else ax, "Empty axes.")
    assert len(captured.outputs) == 1
    assert plt.get_fignums() == []


def test_outside_ipython_show_is_silent(capsys):
    assert IPython.get_ipython() is None
    plots.show(plots.loss_curve([1]), "One point.")
    assert capsys.readouterr() == ("", "")


def test_plots_need_neither_ipython_nor_pyplot_and_change_no_settings():
    code = (
        "import sys; from matplotlib import rcParams;"
        "before = {key: rcParams[key] for key in rcParams if key != 'backend'};"
        "from lincourse import plots; plots.show(plots.loss_curve([1, 2]), 'A line.');"
        "assert all(rcParams[key] == value for key, value in before.items());"
        "print(sorted({'IPython', 'matplotlib.pyplot', 'ipywidgets'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# points


def drawn_classes(ax):
    """{label: (colour, the points)} of what `points` drew."""
    return {
        dots.get_label(): (to_hex(dots.get_facecolor()[0]), np.asarray(dots.get_offsets()))
        for dots in ax.collections
        if len(dots.get_facecolor())
    }


@pytest.mark.parametrize(("low", "high"), [(-1, 1), (0, 1)])
def test_points_of_two_classes_look_the_same_with_either_labels(low, high):
    y = np.where(Y > 0, high, low)
    drawn = drawn_classes(plots.points(X, y, names=["no", "yes"]))
    assert {name: colour.upper() for name, (colour, _) in drawn.items()} == {
        "no": plots.PALETTE[0],
        "yes": plots.PALETTE[1],
    }
    np.testing.assert_array_equal(drawn["no"][1], X[y == low])
    np.testing.assert_array_equal(drawn["yes"][1], X[y == high])


def test_points_have_a_marker_and_a_name_per_class():
    ax = plots.points(X, [0, 1, 2, 2])
    shapes = {tuple(map(tuple, dots.get_paths()[0].vertices)) for dots in ax.collections[:3]}
    assert len(shapes) == 3
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["y = 0", "y = 1", "y = 2"]


def test_a_legend_stands_beside_the_axes_with_long_names_wrapped():
    ax = plots.points(X, Y, names=["no", "a name that goes on and on"])
    png(ax)  # only a drawn figure has a layout
    legend = ax.get_legend()
    assert legend.get_window_extent().x0 >= ax.get_window_extent().x1
    assert [t.get_text() for t in legend.get_texts()] == ["no", "a name that goes on\nand on"]


def test_panels_share_one_legend_below_them():
    left, right = plots.panels(columns=2)
    plots.points(X, Y, left)
    plots.points(X[::-1], Y, right)
    png(left)
    (legend,) = plots.figure_of(left).legends
    assert left.get_legend() is right.get_legend() is None
    assert [t.get_text() for t in legend.get_texts()] == ["y = −1", "y = +1"]
    assert legend.get_window_extent().y1 <= left.get_tightbbox().y0


@pytest.mark.parametrize("y", [[-1, 0, 1, 1], [0, 1, 2], [0.5, 1, 1, 1], [-2, 1, 1, 1]])
def test_points_refuse_labels_that_are_none(y):
    with pytest.raises(ValueError, match="y "):
        plots.points(X, y)


# Lines and regions

LINES = [[1, 2, -3], [0.5, 2, 0], [-1, 0, 3], [0, -1, 1e-6], [0, 1, 1], [-300, 2, 300]]


@pytest.mark.parametrize("w", LINES)
@pytest.mark.parametrize("stretch", [1, 100])
def test_a_decision_line_has_score_zero_and_crosses_the_axes(w, stretch):
    ax = plots.points(X * [1, stretch], Y)
    limits = ax.get_xlim(), ax.get_ylim()
    plots.decision_line(w, ax)
    (line,) = ax.lines
    ends = np.column_stack(line.get_data())
    np.testing.assert_allclose(w[0] + ends @ w[1:], 0, atol=1e-8 * np.abs(w).max() * stretch)
    assert (ax.get_xlim(), ax.get_ylim()) == limits
    (left, right), (bottom, top) = limits
    for a, b in ends:  # no end is to be seen
        assert not (left < a < right and bottom < b < top)


def test_no_line_where_there_is_no_direction():
    ax = plots.points(X, Y)
    limits = ax.get_xlim(), ax.get_ylim()
    plots.decision_line([0, 0, 0], ax, shade=True)
    plots.decision_line([3, 0, 0], ax, shade=True)
    assert len(ax.lines) == len(ax.patches) == len(ax.texts) == 0
    assert (ax.get_xlim(), ax.get_ylim()) == limits


def classes_shown(ax, samples):
    """The class whose tint lies under each sample; -1 where none or several do."""
    tints = [to_rgba(plots.tint(k)) for k in range(len(plots.PALETTE))]
    found = []
    for sample in samples:
        under = [p for p in ax.patches if p.get_path().contains_point(sample)]
        found.append(tints.index(under[0].get_facecolor()) if len(under) == 1 else -1)
    return np.array(found)


def samples_in(ax, n=300):
    rng = np.random.default_rng(0)
    return np.column_stack([rng.uniform(*ax.get_xlim(), n), rng.uniform(*ax.get_ylim(), n)])


@pytest.mark.parametrize("w", LINES[:-1])
def test_shading_agrees_with_predict_binary(w):
    ax = plots.decision_line(w, plots.points(X, Y), shade=True)
    samples = samples_in(ax)
    expected = (predict_binary(w, add_bias(samples)) + 1) // 2
    assert len(set(expected)) == 2
    np.testing.assert_array_equal(classes_shown(ax, samples), expected)


REGIONS = {
    "three": W,
    "seven": np.random.default_rng(5).normal(size=(7, 3)),
    "two of them equal": W[[0, 1, 0]],
    "all equal": np.zeros((3, 3)),
    "one nowhere best": np.array([[5.0, 0, 0], [0.0, 0, 0], [5.0, 1, 0]]),
    "one class": np.array([[1.0, 2, 3]]),
}


@pytest.mark.parametrize("weights", REGIONS.values(), ids=REGIONS)
def test_regions_agree_with_predict_multiclass(weights):
    ax = plots.points(X, Y)
    limits = ax.get_xlim(), ax.get_ylim()
    plots.decision_regions(weights, ax)
    samples = samples_in(ax)
    expected = predict_multiclass(weights, add_bias(samples))
    np.testing.assert_array_equal(classes_shown(ax, samples), expected)
    assert (ax.get_xlim(), ax.get_ylim()) == limits


# Losses and descents


def test_loss_curves_hold_the_values_and_differ_without_colour():
    ax = plots.loss_curve({"a": [3, 2, 1], "b": [5, 4], "c": [1, 1]})
    for line, (x, y) in zip(ax.lines, [([1, 2, 3], [3, 2, 1]), ([1, 2], [5, 4])], strict=False):
        np.testing.assert_array_equal(line.get_xdata(), x)
        np.testing.assert_array_equal(line.get_ydata(), y)
    assert len({line.get_linestyle() for line in ax.lines}) == 3
    assert len({line.get_marker() for line in ax.lines}) == 3
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["a", "b", "c"]


def test_a_descent_curve_has_the_path_on_the_curve():
    ax = plots.descent_curve(np.square, [2, 1, 0.5], reach=3)
    curve, path = ax.lines[:2]
    np.testing.assert_allclose(curve.get_ydata(), np.square(curve.get_xdata()))
    np.testing.assert_array_equal(path.get_data(), [[2, 1, 0.5], [4, 1, 0.25]])
    assert ax.get_xlim() == (-3, 3)


# Tables and bars


def test_probability_bars_are_as_high_as_the_probabilities():
    ax = plots.probability_bars({"p": [0.25, 0.75], "q": [0.5, 0.5]}, ["no", "yes"])
    assert heights(ax) == [0.25, 0.75, 0.5, 0.5]
    assert texts(ax) == ["0.25", "0.75", "0.50", "0.50"]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["no", "yes"]
    assert ax.patches[0].get_hatch() != ax.patches[2].get_hatch()
    spans = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches)
    assert all(end < start for (_, end), (start, _) in pairwise(spans))


def test_a_confusion_table_has_true_classes_down():
    ax = plots.confusion_table([[7, 3], [2, 4]], ["pos", "neg"])
    numbers = {text.get_position(): text.get_text() for text in ax.texts}
    assert numbers == {(0, 0): "7", (1, 0): "3", (0, 1): "2", (1, 1): "4"}
    assert ax.yaxis_inverted()
    assert [t.get_text() for t in ax.get_yticklabels()] == ["pos", "neg"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted class", "true class")


def test_weight_images_are_centred_on_zero_and_in_place():
    ax = plots.weight_images([[1, 2, 3, 4, 5, 6], [-2, 0, 0, 0, 0, 1]], (2, 3), ["a", "b"])
    (image,) = ax.images
    assert image.get_clim() == (-6, 6)
    sheet = image.get_array().filled(np.nan)
    np.testing.assert_array_equal(sheet[2:4, :3], [[1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(sheet[2:4, 4:7], [[-2, 0, 0], [0, 0, 1]])
    assert texts(ax) == ["a", "b"]


def test_joint_blocks_show_the_documents_table():
    ax = plots.joint_blocks(F, THETA, ["1", "2", "3"], ["$f_1$", "$f_2$", "$f_3$"])
    rows = {}
    for text in ax.texts:
        x, y = text.get_position()
        rows.setdefault(y, []).append((x, text.get_text()))
    first_class, weights = ([text for x, text in sorted(rows[y]) if 0 <= x <= 8] for y in (0, 3.2))
    assert first_class == ["2", "1", "0", *6 * ["0"]]
    assert weights == ["0.3", "0.7", "0.8", "−0.2", "2.2", "4", "−4", "−4", "−4"]
    scores = [text for text in ax.texts if text.get_position()[0] > 9]
    assert [text.get_text() for text in scores[1:]] == ["1.3", "1.8", "−12"]
    assert [text.get_weight() for text in scores[1:]] == ["normal", "bold", "normal"]


def test_home_page_has_the_colours_of_the_classes():
    root = Path(__file__).resolve().parent.parent
    style = (root / "docs/_static/course.css").read_text(encoding="utf-8")
    for mark, colour in zip(("minus", "plus"), plots.PALETTE, strict=False):
        assert f".stepper .{mark} {{\n  fill: {colour.lower()};" in style
