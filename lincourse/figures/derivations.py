"""Figures and widgets of lecture 08: computational graphs, errors of finite differences, Jacobians.

It also holds the four programs of the lecture's opening scene. Each writes the gradient of softmax
regression as three arrows, from the loss back to the weights, and three of them have a slip.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.random import default_rng

from lincourse import interact, plots, validation
from lincourse.derivations import softmax_jacobian
from lincourse.descent import minibatches
from lincourse.features import one_hot
from lincourse.logistic import sigmoid
from lincourse.softmax import softmax, softmax_loss
from lincourse.typing import FloatArray, IntArray

VALUE = plots.colour(0)  # what travels forwards, in every figure of the lecture
MESSAGE = plots.colour(2)  # what travels back

# The quiz of Boye's 5f, as in lecture 07: its three scores, and the third class is right.
SCORES = (0.47, 0.88, -0.09)
RIGHT = 2


# ---------------------------------------------------------------- four programs, three arrows each


def log_arrow(p_y: FloatArray) -> FloatArray:
    """From the loss to the probability of the right class, (n, 1)."""
    return -1 / p_y


def log_arrow_a(p_y: FloatArray) -> FloatArray:
    """Program A's: from the loss to the probability of the right class, (n, 1)."""
    return -1 + 0 * p_y


def softmax_arrow(p: FloatArray, t: FloatArray) -> FloatArray:
    """From the probability of the right class to all scores, (n, K)."""
    p_y = (p * t).sum(axis=1, keepdims=True)
    return p_y * (t - p)


def softmax_arrow_d(p: FloatArray, t: FloatArray) -> FloatArray:
    """Program D's: from the probability of the right class to all scores, (n, K)."""
    p_y = (p * t).sum(axis=1, keepdims=True)
    return p_y * (1 - p_y) * t


def score_arrow(X: FloatArray) -> FloatArray:
    """From a score to the weights of its class, (n, d)."""
    return X


def score_arrow_b(X: FloatArray) -> FloatArray:
    """Program B's: from a score to the weights of its class, (n, d)."""
    return np.column_stack([0 * X[:, 0], X[:, 1:]])


@dataclass(frozen=True)
class Program:
    """A gradient of softmax regression: a function for each of the three arrows it goes back."""

    log: Callable[[FloatArray], FloatArray] = log_arrow
    softmax: Callable[[FloatArray, FloatArray], FloatArray] = softmax_arrow
    score: Callable[[FloatArray], FloatArray] = score_arrow


PROGRAMS = {
    "A": Program(log=log_arrow_a),
    "B": Program(score=score_arrow_b),
    "C": Program(),
    "D": Program(softmax=softmax_arrow_d),
}


def program_gradient(name: str, W: FloatArray, X: FloatArray, y: IntArray) -> FloatArray:
    """The mean gradient of the loss over the examples, as this program computes it."""
    program = PROGRAMS[name]
    p, t = softmax(X @ W.T), one_hot(y, len(W))
    p_y = (p * t).sum(axis=1, keepdims=True)
    messages = program.log(p_y) * program.softmax(p, t)
    return messages.T @ program.score(X) / len(X)


def train_program(
    name: str,
    X: FloatArray,
    y: IntArray,
    eta: float,
    rng: np.random.Generator,
    *,
    epochs: int = 20,
    start: FloatArray | None = None,
) -> list[FloatArray]:
    """The weights before the first epoch and after each, by minibatches of 50; from zeros."""
    W = np.zeros((y.max() + 1, X.shape[1])) if start is None else start
    path = [W]
    for _ in range(epochs):
        for batch in minibatches(len(y), 50, rng):
            W = W - eta * program_gradient(name, W, X[batch], y[batch])
        path.append(W)
    return path


def trained(
    name: str,
    X: FloatArray,
    y: IntArray,
    seed: int,
    rates: Sequence[float] = (1, 2, 4, 8, 16),
    *,
    parts: tuple[int, int] = (1000, 400),
    **settings: Any,
) -> list[FloatArray]:
    """Train on the first part with several rates; keep the path that is best on the second."""
    first, second = slice(parts[0]), slice(parts[0], sum(parts))
    paths = [
        train_program(name, X[first], y[first], eta, default_rng(seed), **settings) for eta in rates
    ]
    losses = [softmax_loss(path[-1], X[second], y[second]) for path in paths]
    return paths[int(np.argmin(losses))]


# ---------------------------------------------------------------- curves


@plots.styled
def curves(
    x: Any,
    by_name: Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    *,
    strong: Sequence[str] = (),
    **settings: Any,
) -> Axes:
    """One line per name, told apart by marker and dashes; those in `strong` are dark and thick."""
    ax = ax or plots.panels(height=3.8)[0]
    for k, (name, values) in enumerate(by_name.items()):
        dark = name in strong
        ax.plot(
            x,
            values,
            color=plots.INK if dark else plots.FAINT,
            linewidth=2.2 if dark else 1.3,
            linestyle=plots.DASHES[k % len(plots.DASHES)],
            marker=plots.marker(k),
            markersize=5,
            label=name,
        )
    plots.grid(ax)
    ax.set(**settings)
    plots.legend(ax)
    return ax


def error_against_step(
    steps: FloatArray,
    errors: Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    *,
    strong: Sequence[str] = (),
    **settings: Any,
) -> Axes:
    """Errors of measured slopes against the step h, on logarithmic axes, a line per name."""
    shown = {name: [max(value, 1e-17) for value in values] for name, values in errors.items()}
    words = {"xlabel": "step h", "ylabel": "relative error", **settings}
    return curves(steps, shown, ax, strong=strong, xscale="log", yscale="log", **words)


# ---------------------------------------------------------------- computational graphs


@dataclass(frozen=True)
class Arrow:
    """An arrow from one node to another: the value it carries, and the message that comes back."""

    tail: str
    head: str
    value: float
    message: float
    along: float = 0.5  # where on the arrow its number stands


@plots.styled
def graph(
    places: Mapping[str, tuple[float, float]],
    arrows: Sequence[Arrow],
    ax: Axes | None = None,
    *,
    back: bool,
    labels: Mapping[str, str],
    **settings: Any,
) -> Axes:
    """A computational graph with a number on every arrow.

    Forwards, solid arrows carry values from left to right. With `back`, dashed arrows carry
    messages from right to left. A node is drawn as a box with its label; one without a label is
    the world outside, where the loss goes and the first message comes from.
    """
    xs, ys = np.transpose(list(places.values()))
    ax = ax or plots.panels(width=8.2, height=0.9 + 0.85 * (np.ptp(ys) + 1))[0]
    for arrow in arrows:
        tail, head = np.array(places[arrow.tail]), np.array(places[arrow.head])
        look = {
            "arrowstyle": "<|-" if back else "-|>",
            "linestyle": (0, (4, 2)) if back else "-",
            "color": MESSAGE if back else VALUE,
            "linewidth": 1.6,
            "shrinkA": _half_width(labels.get(arrow.tail)),
            "shrinkB": _half_width(labels.get(arrow.head)),
        }
        ax.annotate("", (head[0], head[1]), (tail[0], tail[1]), arrowprops=look)
        x, y = tail + arrow.along * (head - tail)
        number = _short(arrow.message if back else arrow.value)
        ax.text(x, y, number, ha="center", va="center", fontsize=9.5, bbox=_box("none"), zorder=3)
    for name, text in labels.items():
        x, y = places[name]
        ax.text(x, y, text, ha="center", va="center", fontsize=11, bbox=_box(plots.INK), zorder=4)
    ax.set(xlim=(xs.min() - 0.3, xs.max() + 0.1), ylim=(ys.min() - 0.5, ys.max() + 0.5))
    ax.set_axis_off()
    ax.set(**settings)
    return ax


def _half_width(label: str | None) -> float:
    """Points from the middle of a box to where its arrows may begin."""
    if label is None:
        return 0.0
    letters = len(re.sub(r"\\(mathbf|hat|cdot|Sigma|ell)|[\\${}^_,]", "", label))
    return 13 + 3.4 * letters


def _box(edge: str) -> dict[str, Any]:
    """A white box behind a text, so that no line runs through it."""
    pad = 0.18 if edge == "none" else 0.42
    return {"boxstyle": f"round,pad={pad}", "facecolor": "white", "edgecolor": edge}


def _short(value: float) -> str:
    """Three decimals, or a whole number where that is all there is; never "-0"."""
    rounded = round(float(value), 3) + 0.0
    return plots.minus(f"{rounded:.0f}" if rounded == int(rounded) else f"{rounded:.3f}")


def tanh_graph(x: Any, w: Any, y: int) -> tuple[Axes, Axes]:
    """The chain of tanh and squares for two weights: there in one panel, back in the other."""
    x, w = validation.array("x", x, 2), validation.array("w", w, 2)
    z = w @ x
    r = np.tanh(z)
    at_r = -2 * (y - r)
    at_z = at_r * (1 - r**2)
    places = {
        "w0": (0, 1),
        "w1": (0, 0),
        "z": (1.05, 0.5),
        "r": (2.25, 0.5),
        "loss": (3.45, 0.5),
        "out": (4.3, 0.5),
    }
    arrows = [
        Arrow("w0", "z", w[0], at_z * x[0]),
        Arrow("w1", "z", w[1], at_z * x[1]),
        Arrow("z", "r", z, at_z),
        Arrow("r", "loss", r, at_r),
        Arrow("loss", "out", (y - r) ** 2, 1, along=0.68),
    ]
    labels = {
        "w0": "$w_0$",
        "w1": "$w_1$",
        "z": "$z=\\mathbf{w}\\cdot x$",
        "r": "$r=\\tanh\\,z$",
        "loss": "$\\ell=(y-r)^2$",
    }
    return _there_and_back(places, arrows, labels, height=3.6)


def hidden_graph(V: Any, w: Any, x: Any, y: int) -> tuple[Axes, Axes]:
    """Two hidden units, the score, the logistic loss: there in one panel, back in the other."""
    V, w, x = (validation.array(*given) for given in (("V", V, 2, "d"), ("w", w, 2), ("x", x, "d")))
    u = V @ x
    h = np.tanh(u)
    z = w @ h
    at_z = float(sigmoid(z)) - y
    places = {"z": (2.5, 0.5), "loss": (3.55, 0.5), "out": (4.3, 0.5)}
    labels = {"z": "$z=\\mathbf{w}\\cdot\\mathbf{h}$", "loss": "$\\ell$"}
    arrows = [
        Arrow("z", "loss", z, at_z),
        Arrow("loss", "out", np.logaddexp(0, (1 - 2 * y) * z), 1, along=0.6),
    ]
    for j in range(2):
        places[f"u{j}"], places[f"h{j}"] = (0.0, 1.0 - j), (1.25, 1.0 - j)
        labels[f"u{j}"] = f"$u_{j}=\\mathbf{{v}}_{j}\\cdot x$"
        labels[f"h{j}"] = f"$h_{j}=\\tanh\\,u_{j}$"
        arrows.append(Arrow(f"u{j}", f"h{j}", u[j], at_z * w[j] * (1 - h[j] ** 2)))
        arrows.append(Arrow(f"h{j}", "z", h[j], at_z * w[j]))
    return _there_and_back(places, arrows, labels, height=3.6)


def logistic_graph(z: float, y: int) -> tuple[Axes, Axes]:
    """The rewritten logistic loss: from the score to its three terms, and back."""
    sigma = float(sigmoid(z))
    places = {"z": (0, 1), "first": (1, 2), "log": (1, 1), "last": (1, 0), "loss": (2, 1)} | {
        "out": (2.65, 1)
    }
    log = float(np.log1p(np.exp(-z)))
    arrows = [
        Arrow("z", "first", z, 1),
        Arrow("z", "log", z, sigma - 1, along=0.4),
        Arrow("z", "last", z, -y),
        Arrow("first", "loss", z, 1),
        Arrow("log", "loss", log, 1, along=0.62),
        Arrow("last", "loss", -y * z, 1),
        Arrow("loss", "out", z + log - y * z, 1, along=0.6),
    ]
    labels = {
        "z": "$z$",
        "first": "$z$",
        "log": "$\\log(1+e^{-z})$",
        "last": "$-y\\,z$",
        "loss": "$\\ell$ = sum",
    }
    return _there_and_back(places, arrows, labels, height=5.0)


def softmax_graph(
    z: Sequence[float] = SCORES, right: int = RIGHT, ax: Axes | None = None, *, back: bool
) -> Axes:
    """Three scores, what they ask for, the total, the right probability, the loss."""
    places, arrows, labels = _softmax_parts(z, right)
    title = "Back: the messages" if back else "There: the values"
    ax = ax or plots.panels(width=8.6, height=3.4)[0]
    return graph(places, arrows, ax, back=back, labels=labels, title=title)


def _there_and_back(
    places: Mapping[str, tuple[float, float]],
    arrows: Sequence[Arrow],
    labels: Mapping[str, str],
    height: float,
) -> tuple[Axes, Axes]:
    """The values in an upper panel, the messages in a lower one."""
    there, back = plots.panels(rows=2, width=7.4, height=height)
    graph(places, arrows, there, back=False, labels=labels, title="There: the values")
    title = "Back: the messages"
    graph(places, arrows, back, back=True, labels=labels, title=title)
    return there, back


def _softmax_parts(
    z: Sequence[float], right: int
) -> tuple[dict[str, tuple[float, float]], list[Arrow], dict[str, str]]:
    """Nodes, arrows with their numbers, and the labels of the nodes."""
    scores = validation.array("z", z, 3)
    asks = np.exp(scores)
    total = asks.sum()
    p_y = asks[right] / total
    at_p = -1 / p_y
    at_total = at_p * -asks[right] / total**2
    through_numerator = at_p / total
    at_asks = np.full(3, at_total)
    at_asks[right] += through_numerator
    places = {"total": (2.15, 1.0), "p": (3.25, 1.0), "loss": (4.3, 1.0), "out": (5.0, 1.0)}
    labels = {"total": "$\\Sigma$", "p": f"$\\hat p_{right}$", "loss": "$\\ell$"}
    arrows = []
    heights = {k: 2.0 - i for i, k in enumerate(_order(right))}
    for k, height in heights.items():
        places[f"z{k}"], places[f"a{k}"] = (0.0, height), (1.0, height)
        labels[f"z{k}"], labels[f"a{k}"] = f"$z_{k}$", f"$a_{k}$"
        arrows.append(Arrow(f"z{k}", f"a{k}", scores[k], at_asks[k] * asks[k]))
        arrows.append(Arrow(f"a{k}", "total", asks[k], at_total, along=0.45))
    arrows.append(Arrow(f"a{right}", "p", asks[right], through_numerator, along=0.6))
    arrows.append(Arrow("total", "p", total, at_total))
    arrows.append(Arrow("p", "loss", p_y, at_p))
    arrows.append(Arrow("loss", "out", -np.log(p_y), 1, along=0.6))
    return places, arrows, labels


def _order(right: int) -> list[int]:
    """The classes from top to bottom, the right one last: its second arrow passes below."""
    return [*(k for k in range(3) if k != right), right]


def graph_slider() -> None:
    """Three scores and the right class: all values there, all messages back."""
    interact.explore(
        lambda z0, z1, z2, right: graph_frame([z0, z1, z2], int(right[-1])),
        lambda: graph_frame([3.0, 0.0, -2.0], 2),
        z0=interact.Slider(
            "score of class 0", SCORES[0], -4.0, 4.0, 0.01, stops=(-3.0, SCORES[0], 3.0)
        ),
        z1=interact.Slider(
            "score of class 1", SCORES[1], -4.0, 4.0, 0.01, stops=(-3.0, SCORES[1], 3.0)
        ),
        z2=interact.Slider(
            "score of class 2", SCORES[2], -4.0, 4.0, 0.01, stops=(-3.0, SCORES[2], 3.0)
        ),
        right=interact.Choice("right class", ["class 2", "class 1", "class 0"]),
    )


def graph_frame(z: Sequence[float], right: int) -> interact.Frame:
    """Both directions of the graph for these scores."""
    axes = plots.panels(rows=2, width=8.6, height=6.4)
    for ax, back in zip(axes, (False, True), strict=True):
        softmax_graph(z, right, ax, back=back)
    p = softmax(z)
    messages = p - np.eye(3)[right]
    words = (
        f"Scores {_list(z)}, class {right} is right: its probability is {p[right]:.3f}, the loss "
        f"{-np.log(p[right]):.3f}. The messages at the scores are {_list(messages)}."
    )
    return interact.Frame(plots.figure_of(axes[0]), words, words)


def _list(values: Any) -> str:
    return ", ".join(_short(value) for value in values)


@plots.styled
def broken_arrows(errors: Mapping[str, Sequence[float]], limit: float = 1e-6) -> Axes:
    """A row for each program: W, z, p and the loss, a cross on each arrow whose error is large.

    `errors` are the relative errors of the three arrows, in the order in which messages travel.
    """
    [ax] = plots.panels(width=7.4, height=0.75 * len(errors) + 0.5)
    places = [3.0, 2.0, 1.0, 0.0]
    names = ["$\\ell$", "$\\hat p_y$", "$z$", "$W$"]
    for row, (program, values) in enumerate(errors.items()):
        y = -float(row)
        ax.text(-0.75, y, program, ha="left", va="center", fontweight="bold")
        for x, name in zip(places, names, strict=True):
            ax.text(x, y, name, ha="center", va="center", bbox=_box(plots.INK), zorder=4)
        for k, error in enumerate(values):
            good = error < limit
            look = {
                "arrowstyle": "-|>",
                "linestyle": (0, (4, 2)),
                "color": MESSAGE if good else plots.FAINT,
                "linewidth": 1.8,
                "shrinkA": 17,
                "shrinkB": 17,
            }
            ax.annotate("", (places[k + 1], y), (places[k], y), arrowprops=look)
            if not good:
                middle = (places[k] + places[k + 1]) / 2
                ax.plot(middle, y, "x", color=plots.INK, markersize=13, markeredgewidth=2.6)
    ax.set(xlim=(-0.9, 3.4), ylim=(0.5 - len(errors), 0.5))
    ax.set_axis_off()
    return ax


# ---------------------------------------------------------------- the Jacobian


def jacobian_slider() -> None:
    """Move three scores, and see which way the probabilities go when one of them grows."""
    interact.explore(
        lambda z0, z1, z2, grows: jacobian_frame([z0, z1, z2], int(grows[-1])),
        jacobian_overview,
        z0=interact.Slider("score of class 0", -3.0, -4.0, 4.0, 0.1, stops=(-3.0, 0.0, 3.0)),
        z1=interact.Slider("score of class 1", 0.0, -4.0, 4.0, 0.1, stops=(-3.0, 0.0, 3.0)),
        z2=interact.Slider("score of class 2", 0.0, -4.0, 4.0, 0.1, stops=(-3.0, 0.0, 3.0)),
        grows=interact.Choice("growing score", ["class 0", "class 1", "class 2"]),
    )


def jacobian_frame(z: Sequence[float], grows: int) -> interact.Frame:
    """Probabilities as bars, and their changes when one score grows as bars up or down."""
    axes = plots.panels(rows=2, width=5.4, height=4.6)
    caption = _draw_changes(axes, z, grows)
    return interact.Frame(plots.figure_of(axes[0]), caption, caption)


def jacobian_overview() -> interact.Frame:
    """The same for three states of class 0, whose score grows: behind, half, nearly certain."""
    axes = plots.panels(columns=3, rows=2, width=9.0, height=4.6)
    states = {
        "behind": [-3.0, 0.0, 0.0],
        "at one half": [float(np.log(2)), 0.0, 0.0],
        "nearly certain": [4.0, 0.0, 0.0],
    }
    words = []
    for k, (name, z) in enumerate(states.items()):
        words.append(f"{name}: {_draw_changes((axes[k], axes[k + 3]), z, 0)}")
        axes[k].set_title(name)
        if k:
            axes[k].set_ylabel("")
            axes[k + 3].set_ylabel("")
    return interact.Frame(plots.figure_of(axes[0]), " ".join(words), "")


def _draw_changes(axes: Sequence[Axes], z: Sequence[float], grows: int) -> str:
    """Draw one state, probabilities above and changes below; return it in words."""
    p, change = softmax(z), softmax_jacobian(z)[:, grows]
    names = [f"class {k}" for k in range(len(p))]
    plots.probability_bars(p, names, axes[0], ylim=(0, 1.2))
    bars = axes[1].bar(names, change, 0.74, color=plots.colour(1), edgecolor="white")
    axes[1].bar_label(bars, [_signed(slope) for slope in change], padding=2, fontsize=10)
    axes[1].axhline(0, color=plots.INK, linewidth=1)
    axes[1].set(ylim=(-0.34, 0.34), ylabel=f"change per\nunit of $z_{grows}$")
    numbers = ", ".join(f"{slope:+.3f}" for slope in change)
    return (
        f"Probabilities {', '.join(f'{value:.3f}' for value in p)}; per unit of score of class "
        f"{grows} they change by {numbers}."
    )


def _signed(value: float) -> str:
    return plots.minus(f"{value:+.3f}")
