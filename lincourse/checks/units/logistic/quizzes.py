"""Quizzes of unit 05: the example of D1, 5b."""

from typing import Any

import numpy as np
from misstep import Numbers, Question, Scenario, StableRandom, Switched
from misstep.quizzes.quiz import no_probability

from lincourse.logistic import sigmoid
from lincourse.softmax import softmax

OPINIONS = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]])


def draw_weights(random: StableRandom) -> Numbers | None:
    w = [random.pick([-3, -2, -1, 1, 2, 3]), random.pick([1, 2, 4, 5]), -random.whole(1, 6)]
    z = OPINIONS @ w
    return {"w": w} if z.all() and z.min() < 0 < z.max() else None  # no tie, and both classes


def weights_setting(w: list[int]) -> str:
    return (
        "Four short documents on films, as vectors (always 1; has a positive word; has a negative "
        "word):\n\n| document | $x$ |\n|---|---|\n| This is a great film! | (1, 1, 0) |\n"
        "| Worst crap I've ever seen. | (1, 0, 1) |\n| Great plot but bad acting. | (1, 1, 1) |\n"
        f"| The film was made in 2008. | (1, 0, 0) |\n\nThe weights are $\\mathbf w=({listed(w)})$."
    )


def listed(values: Any) -> str:
    """Numbers with commas, four decimals at most."""
    return ", ".join(f"{round(float(value), 4):g}" for value in values)


def switches(w: list[int]) -> list[tuple[dict[str, Any], str]]:
    """What goes wrong with the parts of σ(w · x)."""
    return [
        ({"squash": np.exp}, "That is e^z alone. Where is the 1 that σ has?"),
        ({"squash": lambda z: np.exp(-z)}, "That is e^-z. What does σ make of it?"),
        ({"squash": lambda z: 1 + np.exp(-z)}, "That is 1 + e^-z. What is divided by it?"),
        ({"squash": lambda z: sigmoid(-z)}, "Mind the sign in the exponent: σ is 1 / (1 + e^-z)."),
        (
            {"w": np.array([0, *w[1:]])},
            f"The dummy feature has a weight too: {w[0]} belongs to every score.",
        ),
        (
            {"w": np.array([w[0], w[1], -w[2]])},
            f"The weight of negative words is {w[2]}, not {-w[2]}.",
        ),
    ]


weighing = Scenario("weighing", "05", {"w": [-1, 2, -3]}, draw_weights, weights_setting)


@weighing.asks("opinion_scores", form="a list of four numbers", decimals=1)
def opinion_scores(w: list[int]) -> Question:
    right = OPINIONS @ w
    return Question(
        "What are the four scores $\\mathbf w\\cdot x$, in the order of the table?",
        right.tolist(),
        mistakes=[
            (
                (OPINIONS[:, 1:] @ w[1:]).tolist(),
                f"The dummy feature has a weight too: {w[0]} belongs to every score.",
            ),
            (
                (OPINIONS @ np.array([w[0], w[1], -w[2]])).tolist(),
                f"The weight of negative words is {w[2]}, not {-w[2]}.",
            ),
            (sigmoid(right).tolist(), "These are probabilities. The scores come before σ."),
        ],
        hint="Multiply each feature with its weight, the constant 1 too, and add up, document by "
        "document.",
        worked=f"{w[0]} + {w[1]}, {w[0]} - {-w[2]}, {w[0]} + {w[1]} - {-w[2]} and {w[0]}: "
        f"{listed(right)}.",
    )


@weighing.asks("mixed_review", decimals=2)
def mixed_review(w: list[int]) -> Question:
    z = float(sum(w))
    return Question(
        "What is $P(y=1\\mid x)$ for the third document, the one with praise and blame?",
        float(sigmoid(z)),
        mistakes=[
            (float(sigmoid(-z)), "That is P(y=0): what is the sign of the score?"),
            (z, "That is the score. What does σ make of it?"),
            (
                float(sigmoid(z - w[0])),
                f"The dummy feature has a weight too: {w[0]} + {w[1]} - {-w[2]}.",
            ),
            (0 if z < 0 else 1, "σ is never 0 or 1, and for this score it is far from it."),
        ],
        switched=Switched(
            lambda squash, w: squash(w.sum()), {"squash": sigmoid, "w": np.array(w)}, switches(w)
        ),
        hint="First the score of (1, 1, 1), then σ of it: 1 / (1 + e^-z).",
        cannot_be=no_probability,
        worked=f"The score is {w[0]} + {w[1]} - {-w[2]} = {z:g}, and σ({z:g}) = {sigmoid(z):.4f}.",
    )


@weighing.asks("opinion_probabilities", form="a list of four numbers", decimals=2)
def opinion_probabilities(w: list[int]) -> Question:
    z = OPINIONS @ w
    p = sigmoid(z)
    return Question(
        "What are all four probabilities $P(y=1\\mid x)$?",
        p.tolist(),
        mistakes=[
            (z.tolist(), "These are the scores. What does σ make of them?"),
            ((1 - p).tolist(), "That is P(y=0). Does a score above 0 speak for 1?"),
            ((z > 0).astype(int).tolist(), "These are the classes. How sure is the model of each?"),
            (
                sigmoid(OPINIONS[:, 1:] @ w[1:]).tolist(),
                f"The dummy feature has a weight too: {w[0]} belongs to every score.",
            ),
            (
                np.tanh(z).tolist(),
                "That is tanh, and it can be below 0. Can a probability be?",
            ),
        ],
        switched=Switched(
            lambda squash, w: squash(OPINIONS @ w),
            {"squash": sigmoid, "w": np.array(w)},
            [
                *switches(w),
                (
                    {"squash": softmax},
                    "They add up to 1, as if one of the four documents had to be chosen. Must they? "
                    "Each document has a probability of its own.",
                ),
            ],
        ),
        hint="σ of each of the four scores: 1 / (1 + e^-z).",
        cannot_be=no_probability,
        worked=f"σ of the scores {listed(z)}: {listed(p)}.",
    )


@weighing.asks("logistic_classes", form="a list of four numbers, each 0 or 1", among=(0, 1))
def logistic_classes(w: list[int]) -> Question:
    right = (OPINIONS @ w > 0).astype(int)

    def flipped(*rows: int) -> list[int]:
        return [int(1 - y if i in rows else y) for i, y in enumerate(right)]

    return Question(
        "Which class does each document get, 1 (positive) or 0 (negative)?",
        right.tolist(),
        mistakes=[
            (flipped(2), "The third document has good and bad words. Which weight is larger?"),
            (flipped(3), "Without any opinion the score is the bias alone. Is it above 0?"),
            (flipped(2, 3), "Compare each probability with 1/2."),
            (flipped(0, 1, 2, 3), "Which class has a probability above 1/2?"),
        ],
        hint="A probability above 1/2, and so a score above 0, gives class 1.",
        worked=f"The scores are {listed(OPINIONS @ w)}; those above 0 give 1: {listed(right)}.",
    )


@weighing.asks("on_the_line", form="a list of two numbers", decimals=2)
def on_the_line(w: list[int]) -> Question:
    b, p, n = w
    return Question(
        "Let $x_1$ and $x_2$ take any value. The line between the two classes is where the "
        "probability is 1/2. Which $x_1$ lies on it for $x_2=0$, and which for $x_2=1$?",
        [-b / p, -(b + n) / p],
        mistakes=[
            ([b / p, (b + n) / p], f"Mind the sign of the bias: {b} + {p} x_1 is 0 for which x_1?"),
            (
                [-b / p, (-b + n) / p],
                f"On the line {p} x_1 = {-b} + {-n} x_2. Is {-n} x_2 added or subtracted?",
            ),
            ([-b, -(b + n)], f"The weight of x_1 is {p}: divide by it."),
            ([0.0, -n / p], f"The bias counts too: the line is {b} + {p} x_1 - {-n} x_2 = 0."),
        ],
        also=[
            (
                [b / p, (b - n) / p],
                f"Mind the sign of the bias: {b} + {p} x_1 is 0 for which x_1?",
            ),
        ],
        hint="A probability of 1/2 means a score of 0. Set the score to 0 and solve for x_1.",
        tried=lambda given: _scores_there(w, given),
        worked=f"{b} + {p} x_1 - {-n} x_2 = 0, so x_1 = ({-b} + {-n} x_2) / {p}: {-b / p:.4g} for x_2 "
        f"= 0 and {-(b + n) / p:.4g} for x_2 = 1.",
    )


def _scores_there(w: list[int], given: list[float]) -> str:
    """The scores at the two points of an answer, which should be 0."""
    b, p, n = w
    one, other = (f"{b + p * x + n * k:.4g}" for k, x in enumerate(given))
    points = f"x_1 = {given[0]:.4g} and x_2 = 0", f"x_1 = {given[1]:.4g} and x_2 = 1"
    scores = f"it is {one} both times" if one == other else f"it is {one} and {other}"
    return f"Put {points[0]} into the score, then {points[1]}: {scores}. Should it not be 0?"
