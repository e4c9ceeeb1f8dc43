"""Plots and widgets of lecture 08: errors of finite differences, the Jacobian of softmax."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lincourse import interact, plots
from lincourse.derivations import softmax_jacobian
from lincourse.softmax import softmax
from lincourse.typing import FloatArray


@plots.styled
def error_against_step(
    steps: FloatArray,
    errors: Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    **settings: Any,
) -> Axes:
    """Errors of measured slopes against the step h, both on logarithmic axes, a line per name."""
    ax = ax or plots.panels()[0]
    for k, (name, values) in enumerate(errors.items()):
        ax.plot(
            steps,
            np.maximum(values, 1e-17),
            color=plots.colour(k),
            marker=plots.marker(k),
            markersize=4,
            linestyle=plots.DASHES[k % len(plots.DASHES)],
            label=name,
        )
    ax.set(xscale="log", yscale="log", xlabel="step h", ylabel="largest error", **settings)
    ax.legend(fontsize=9)
    return ax


@plots.styled
def jacobian_picture(J: FloatArray, ax: Axes | None = None, **settings: Any) -> Axes:
    """The Jacobian (K, K) as squares with numbers, coloured by sign."""
    K = len(J)
    ax = ax or plots.panels(width=5.0, height=4.4)[0]
    reach = np.abs(J).max() or 1.0
    ax.imshow(J, cmap=plots.SIGNED, vmin=-1.6 * reach, vmax=1.6 * reach)
    for (i, j), value in np.ndenumerate(J):
        ax.text(j, i, f"{value:.3f}", ha="center", va="center", color=plots.INK)
    ax.set_xticks(range(K), [f"$z_{k + 1}$" for k in range(K)])
    ax.set_yticks(range(K), [f"$S_{k + 1}$" for k in range(K)])
    ax.set(xlabel="if this score grows", ylabel="this probability changes by", **settings)
    return ax


def jacobian_slider() -> None:
    """Move three scores, and see which way the probabilities go when one of them grows."""
    interact.explore(
        lambda z1, z2, z3, grows: jacobian_frame([z1, z2, z3], int(grows[-1]) - 1),
        jacobian_overview,
        z1=interact.Slider("score of class 1", 0.0, -4.0, 4.0, 0.25),
        z2=interact.Slider("score of class 2", 1.0, -4.0, 4.0, 0.25),
        z3=interact.Slider("score of class 3", -1.0, -4.0, 4.0, 0.25),
        grows=interact.Choice("growing score", ["class 1", "class 2", "class 3"]),
    )


def jacobian_frame(z: Sequence[float], grows: int) -> interact.Frame:
    """Probabilities as bars, with an arrow for the change when one score grows."""
    [ax] = plots.panels(height=3.8)
    caption = _draw_changes(ax, z, grows)
    return interact.Frame(plots.figure_of(ax), caption, caption)


def jacobian_overview() -> interact.Frame:
    """The same for three states: undecided, leaning, nearly certain."""
    axes = plots.panels(columns=3, width=9.0, height=3.4)
    states = {"undecided": [0.0, 0.0, 0.0], "leaning": [1.0, 0.0, 0.0], "sure": [4.0, 0.0, 0.0]}
    words = []
    for ax, (name, z) in zip(axes, states.items(), strict=True):
        words.append(f"{name}: {_draw_changes(ax, z, 0)}")
        ax.set_title(name)
    return interact.Frame(plots.figure_of(axes[0]), " ".join(words), "")


def _draw_changes(ax: Axes, z: Sequence[float], grows: int) -> str:
    """Draw one state; return it in words."""
    p, change = softmax(z), softmax_jacobian(z)[:, grows]
    plots.probability_bars(p, [f"class {k + 1}" for k in range(len(p))], ax)
    ax.set_ylim(0, 1.25)
    for k, (height, slope) in enumerate(zip(p, change, strict=True)):
        ax.annotate(
            "",
            xy=(k + 0.3, height + slope),
            xytext=(k + 0.3, height),
            arrowprops={"arrowstyle": "-|>", "color": plots.colour(1), "linewidth": 2},
        )
    numbers = ", ".join(f"{slope:+.3f}" for slope in change)
    return (
        f"Probabilities {', '.join(f'{value:.3f}' for value in p)}; per unit of score of class "
        f"{grows + 1} they change by {numbers}."
    )
