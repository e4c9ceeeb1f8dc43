"""Quizzes of unit 04: the update worked in May (2023), section 14."""

from typing import Any

import numpy as np
from misstep import Numbers, Question, Scenario, StableRandom, Switched

W: list[list[float]] = [[0.3, 0.7, 0.8], [-0.2, 2.2, 4.0], [-4.0, -4.0, -4.0]]
THETA = np.ravel(W)
TABLE = np.kron(np.eye(3), [2.0, 1.0, 0.0])  # the joint features, a row for each class


def draw_table(random: StableRandom) -> Numbers | None:
    x = random.shuffled([random.whole(2, 3), 1, 0])
    rows = [[random.whole(-30, 40) / 10 for _ in range(3)] for _ in range(3)]
    z = np.array(rows) @ x
    if z[1] < max(z[0], z[2]) + 0.3:  # class 2 has to win, and plainly
        return None
    return {"W": rows, "x": x}


def table_setting(W: Any, x: list[int]) -> str:
    lines = [
        f"| class {k} | {' | '.join(f'{w:g}' for w in row)} |" for k, row in enumerate(W, start=1)
    ]
    return (
        f"Three classes, each with three features. An example has the values {x[0]}, {x[1]} and "
        f"{x[2]}. The weights are\n\n| | $f_1$ | $f_2$ | $f_3$ |\n|---|---|---|---|\n"
        + "\n".join(lines)
        + "\n\nClass 1 is right."
    )


worked_table = Scenario("worked_table", "04", {"W": W, "x": [2, 1, 0]}, draw_table, table_setting)
AND = "{0}, {1} and {2}"


def tidy(values: Any) -> list[float]:
    """Sums of tenths without the dust of floats."""
    return [round(float(value), 6) for value in np.ravel(values)]


def listed(values: Any) -> str:
    """Numbers with commas."""
    return ", ".join(f"{value:g}" for value in tidy(values))


@worked_table.asks("psi_before", form="a list of three numbers", decimals=1)
def psi_before(W: Any, x: list[int]) -> Question:
    weights = np.array(W)
    right = weights @ x
    by_hand = "; ".join(
        " + ".join(
            f"{value} · {w:g}" if w >= 0 else f"{value} · ({w:g})"
            for value, w in zip(x, row, strict=True)
        )
        for row in W
    )
    return Question(
        "What are the three scores $z_1$, $z_2$, $z_3$?",
        tidy(right),
        mistakes=[
            (
                tidy(weights.sum(axis=1)),
                f"A sum of weights is not a score: what do the features {AND.format(*x)} do?",
            ),
            (
                tidy(weights.T @ x),
                f"Each class multiplies its own row of weights with {AND.format(*x)}.",
            ),
            (
                tidy(weights @ np.maximum(x, 1)),
                "One of the features is 0. What does its weight add to a score?",
            ),
        ],
        also=[
            (
                tidy(np.abs(weights) @ x),
                "Mind the signs of the weights: which of them are below 0?",
            ),
            (
                tidy((weights + x).sum(axis=1)),
                "Each weight is multiplied by its feature, not added to it.",
            ),
        ],
        switched=Switched(
            lambda W: tidy(W @ x),
            {"W": weights},
            inputs={"W": lambda k, i: f"the weight of f_{i + 1} of class {k + 1}"},
        ),
        hint="The score of a class is its first weight times the first feature, plus the second "
        "times the second, plus the third times the third.",
        worked=f"{by_hand}: {listed(right)}.",
    )


@worked_table.asks("theta_after", form="a list of nine numbers", decimals=1)
def theta_after(W: Any, x: list[int]) -> Question:
    theta, table = np.ravel(W), np.kron(np.eye(3), x)
    right = theta + table[0] - table[1]
    return Question(
        "What is $\\theta$, all nine weights from class 1's $f_1$ to class 3's $f_3$, after the step "
        "$\\theta+f(x,y)-f(x,\\hat y)$?",
        tidy(right),
        mistakes=[
            (tidy(theta), "Class 1 is right and class 2 scored higher: theta must change."),
            (
                tidy(theta + table[0]),
                "The features of the right class were added. What about those of the class that was chosen?",
            ),
            (
                tidy(theta - table[1]),
                "The features of the class chosen were subtracted. What about the right one's?",
            ),
            (tidy(theta - table[0] + table[1]), "Which of the two classes should gain?"),
            (
                tidy(theta + table[0] - table[1] - table[2]),
                "Class 3 was neither right nor chosen.",
            ),
        ],
        hint="Which class has the largest score? Its weights lose the features, those of class 1 gain "
        "them, and the others stay.",
        worked=f"Class 2 has the largest score, class 1 is right. Add ({listed(x)}) to the weights of "
        f"class 1, subtract it from those of class 2: {listed(right)}.",
    )


@worked_table.asks("psi_after", form="a list of three numbers", decimals=1)
def psi_after(W: Any, x: list[int]) -> Question:
    z, length = np.array(W) @ x, float(np.dot(x, x))
    return Question(
        "What are the three scores after the step $\\theta+f(x,y)-f(x,\\hat y)$?",
        tidy(np.add(z, [length, -length, 0])),
        mistakes=[
            (tidy(z), "These are the scores before the update."),
            (tidy(np.add(z, [length, 0, 0])), "The weights of class 2 changed too."),
            (tidy(np.add(z, [length, -length, -length])), "The weights of class 3 did not change."),
            (tidy(np.add(z, [-length, length, 0])), "Which of the two classes should gain?"),
        ],
        also=[
            (
                tidy(np.add(z, [sum(x), -sum(x), 0])),
                f"The scores of classes 1 and 2 changed by {sum(x)}, the sum of the features. What do "
                "the new weights make of the features?",
            ),
            (
                tidy(np.add(z, [1, -1, 0])),
                "The scores of classes 1 and 2 changed by 1. How did their weights change?",
            ),
        ],
        hint="Work out the scores once more, with the new weights.",
        worked=f"Each feature adds its square: class 1 gains {length:g}, class 2 loses {length:g}, class "
        f"3 stays: {listed(np.add(z, [length, -length, 0]))}.",
    )
