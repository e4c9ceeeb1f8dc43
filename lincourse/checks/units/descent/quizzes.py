"""Quizzes of unit 06: a stochastic step by hand, and the largest rate that still converges."""

from typing import Any

import numpy as np
from misstep import Mistake, Numbers, Question, Scenario, StableRandom, Switched

from lincourse.logistic import sigmoid


def draw_step(random: StableRandom) -> Numbers:
    return {
        "x1": random.whole(20, 99) / 100 * random.pick([1, -1, 2]),
        "y": random.whole(0, 1),
        "w": [random.whole(-40, 40) / 100, random.whole(-9, 9) / 10],
        "eta": random.pick([0.01, 0.02, 0.05]),
    }


def step_setting(x1: float, y: int, w: list[float], eta: float) -> str:
    return (
        f"An example $x=(1, {x1:g})$ with label $y={y}$. The weights are "
        f"$\\mathbf w=({w[0]:g}, {w[1]:g})$, the learning rate is $\\eta={eta:g}$."
    )


one_step = Scenario(
    "one_step",
    "06",
    {"x1": 0.82, "y": 1, "w": [0.04, 0.5], "eta": 0.01},
    draw_step,
    step_setting,
)


def step_switches(x1: float, y: int) -> list[tuple[dict[str, Any], str]]:
    """What goes wrong with the parts of (sigma(z) - y) x."""
    return [
        (
            {"squash": lambda z: z},
            "The score itself is in it. What comes between score and probability?",
        ),
        ({"squash": lambda z: sigmoid(-z)}, "Look at the sign in the exponent of sigma."),
        ({"y": 1 - y}, f"The label is {y}. Where does it come in?"),
        (
            {"x": np.ones(2)},
            f"The error is multiplied by x, and x is not (1, 1) but (1, {x1:g}).",
        ),
    ]


@one_step.asks("sgd_gradient", form="a list of two numbers", decimals=2)
def sgd_gradient(x1: float, y: int, w: list[float], eta: float) -> Question:
    x = np.array([1, x1])
    z = float(w @ x)
    p = float(sigmoid(z))
    return Question(
        "What is the gradient of the loss for this one example?",
        ((p - y) * x).tolist(),
        mistakes=[
            Mistake(
                ((y - p) * x).tolist(),
                think="The error is sigma minus y. Which of the two is larger here?",
            ),
            Mistake(
                ((p - (1 - y)) * x).tolist(),
                think=f"The label is {y}. Where does it come into the gradient?",
            ),
            Mistake(
                [p - y, p - y],
                think=f"The error is multiplied by x, and x is not (1, 1) but (1, {x1:g}).",
            ),
            Mistake(
                ((z - y) * x).tolist(),
                think="That is the score minus y. What comes between score and probability?",
            ),
            Mistake(
                ((sigmoid(-z) - y) * x).tolist(), think="Look at the sign in the exponent of sigma."
            ),
        ],
        switched=Switched(
            lambda squash, y, x, sign: sign * (squash(z) - y) * x,
            {"squash": sigmoid, "y": y, "x": x, "sign": 1},
            [
                ({"sign": -1}, "The sign is the wrong way round: the error is sigma minus y."),
                *step_switches(x1, y),
            ],
        ),
        hint="Score, then sigma of it, then the error sigma minus y, then times x.",
        worked=f"The score is {z:.4f}, sigma of it {p:.4f}, the error {p - y:.4f}; times x: "
        f"({p - y:.4f}, {(p - y) * x1:.4f}).",
    )


@one_step.asks("sgd_theta", form="a list of two numbers", decimals=4, variable="w_after")
def sgd_theta(x1: float, y: int, w: list[float], eta: float) -> Question:
    x, start = np.array([1, x1]), np.array(w)
    z = float(start @ x)
    gradient = (sigmoid(z) - y) * x

    def after(rate: float, slope: object) -> list[float]:
        return np.asarray(start - rate * np.asarray(slope)).tolist()

    return Question(
        "What is $\\mathbf w$ after one step of stochastic gradient descent?",
        after(eta, gradient),
        mistakes=[
            Mistake(after(-eta, gradient), think="Was the gradient added or subtracted?"),
            Mistake(after(1, gradient), think=f"Where is the learning rate, {eta:g}?"),
            Mistake(
                after(10 * eta, gradient),
                think=f"The learning rate is {eta:g}, not {10 * eta:g}.",
            ),
            Mistake(
                after(eta, (sigmoid(-z) - y) * x),
                think="Look at the sign in the exponent of sigma.",
            ),
            Mistake(after(eta, (z - y) * x), think="The score is not a probability yet."),
        ],
        switched=Switched(
            lambda squash, y, x, sign, rate: start - sign * rate * (squash(z) - y) * x,
            {"squash": sigmoid, "y": y, "x": x, "sign": 1, "rate": eta},
            [
                ({"sign": -1}, "Was the gradient added or subtracted?"),
                *step_switches(x1, y),
                ({"rate": 1}, f"Where is the learning rate, {eta:g}?"),
            ],
        ),
        start=start,
        hint="The old weights, less the learning rate times the gradient.",
        worked=f"The gradient is (σ(w · x) - y) x = (σ({z:.4f}) - {y}) · (1, {x1:g}) = "
        f"({gradient[0]:.4f}, {gradient[1]:.4f}). The step is "
        f"({w[0]:g}, {w[1]:g}) - {eta:g} · ({gradient[0]:.4f}, {gradient[1]:.4f}) = "
        f"({start[0] - eta * gradient[0]:.4f}, {start[1] - eta * gradient[1]:.4f}).",
    )


parabola = Scenario("parabola", "06", {"a": 5}, lambda random: {"a": random.whole(2, 25)})


@parabola.asks("largest_rate", decimals=3)
def largest_rate(a: int) -> Question:
    return Question(
        f"Descent on $f(x)={a}x^2$ converges for small rates and runs away for large ones. At which rate "
        "$\\eta$ is the border? Work it out on paper: write one step as a factor times $x$.",
        1 / a,
        mistakes=[
            Mistake(
                1.0,
                think=f"That is the answer for f(x) = x squared. What is the slope of {a} x squared?",
            ),
            Mistake(
                1 / (2 * a),
                think="At this rate one step leads to the minimum. How much further may it jump?",
            ),
            Mistake(
                2.0,
                think="Write x - eta f'(x) as a factor times x. For which eta is that factor -1?",
            ),
            Mistake(
                2 / a,
                think=f"The slope of {a} x squared is {2 * a} x, and not {a} x. What is 1 minus eta times that?",
            ),
        ],
        hint="The step is x - eta f'(x) = (1 - 2 a eta) x. When does this factor turn from "
        "shrinking to growing?",
        worked=f"f'(x) = {2 * a}x, so a step takes x to (1 - {2 * a} eta) x. The factor is -1 at eta = "
        f"1/{a} = {1 / a:.4f}, and beyond that every step jumps further out.",
    )
