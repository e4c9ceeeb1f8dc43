"""Quizzes of unit 04: the update worked in May (2023), section 14, and the bound on mistakes."""

from typing import Any

import numpy as np
from misstep import Mistake, Numbers, Question, Scenario, StableRandom, Switched

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


@worked_table.asks("psi_before", form="a list of three numbers", decimals=1, variable="z_before")
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
            Mistake(
                tidy(weights.sum(axis=1)),
                think=f"A sum of weights is not a score: what do the features {AND.format(*x)} do?",
            ),
            Mistake(
                tidy(weights.T @ x),
                think=f"Each class multiplies its own row of weights with {AND.format(*x)}.",
            ),
            Mistake(
                tidy(weights @ np.maximum(x, 1)),
                think="One of the features is 0. What does its weight add to a score?",
            ),
        ],
        also=[
            Mistake(
                tidy(np.abs(weights) @ x),
                think="Mind the signs of the weights: which of them are below 0?",
            ),
            Mistake(
                tidy((weights + x).sum(axis=1)),
                think="Each weight is multiplied by its feature, not added to it.",
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
            Mistake(
                tidy(theta), think="Class 1 is right and class 2 scored higher: theta must change."
            ),
            Mistake(
                tidy(theta + table[0]),
                think="The features of the right class were added. What about those of the class that was chosen?",
            ),
            Mistake(
                tidy(theta - table[1]),
                think="The features of the class chosen were subtracted. What about the right one's?",
            ),
            Mistake(
                tidy(theta - table[0] + table[1]), think="Which of the two classes should gain?"
            ),
            Mistake(
                tidy(theta + table[0] - table[1] - table[2]),
                think="Class 3 was neither right nor chosen.",
            ),
        ],
        hint="Which class has the largest score? Its weights lose the features, those of class 1 gain "
        "them, and the others stay.",
        worked=f"Class 2 has the largest score, class 1 is right. Add ({listed(x)}) to the weights of "
        f"class 1, subtract it from those of class 2: {listed(right)}.",
    )


@worked_table.asks("psi_after", form="a list of three numbers", decimals=1, variable="z_after")
def psi_after(W: Any, x: list[int]) -> Question:
    z, length = np.array(W) @ x, float(np.dot(x, x))
    return Question(
        "What are the three scores after the step $\\theta+f(x,y)-f(x,\\hat y)$?",
        tidy(np.add(z, [length, -length, 0])),
        mistakes=[
            Mistake(tidy(z), think="These are the scores before the update."),
            Mistake(tidy(np.add(z, [length, 0, 0])), think="The weights of class 2 changed too."),
            Mistake(
                tidy(np.add(z, [length, -length, -length])),
                think="The weights of class 3 did not change.",
            ),
            Mistake(
                tidy(np.add(z, [-length, length, 0])), think="Which of the two classes should gain?"
            ),
        ],
        also=[
            Mistake(
                tidy(np.add(z, [sum(x), -sum(x), 0])),
                think=f"The scores of classes 1 and 2 changed by {sum(x)}, the sum of the features. What do "
                "the new weights make of the features?",
            ),
            Mistake(
                tidy(np.add(z, [1, -1, 0])),
                think="The scores of classes 1 and 2 changed by 1. How did their weights change?",
            ),
        ],
        hint="Work out the scores once more, with the new weights.",
        worked=f"Each feature adds its square: class 1 gains {length:g}, class 2 loses {length:g}, class "
        f"3 stays: {listed(np.add(z, [length, -length, 0]))}.",
    )


# ---------------------------------------------------------------- the bound on mistakes


def draw_triangle(random: StableRandom) -> Numbers | None:
    u = random.pick([[3, 4], [4, 3], [3, -4], [4, -3], [-3, 4], [-4, 3], [6, 8], [8, -6]])
    points = [[random.whole(-7, 7), random.whole(-7, 7)] for _ in range(3)]
    labels = random.shuffled([1, 1, -1])
    margins = np.array(labels) * (np.array(points) @ u)
    squares = (np.array(points) ** 2).sum(axis=1)
    least, nearest, furthest = margins.min(), margins.argmin(), squares.argmax()
    if least < 0.6 * np.linalg.norm(u) or nearest == furthest:
        return None
    if len(set(margins)) < 3 or len(set(squares)) < 3:
        return None
    return {"u": u, "points": points, "labels": labels}


def triangle_setting(u: list[int], points: Any, labels: list[int]) -> str:
    rows = "\n".join(
        f"| {name} | {x} | {y} | {label:+d} |"
        for name, (x, y), label in zip("abc", points, labels, strict=True)
    )
    return (
        f"Three points, without a bias, and a needle $\\mathbf u$ = ({u[0]}, {u[1]}) that gets all of "
        f"them right:\n\n| | $x_1$ | $x_2$ | $y$ |\n|---|---|---|---|\n{rows}"
    )


triangle = Scenario(
    "triangle",
    "04",
    {"u": [3, 4], "points": [[5, 2], [4, -1], [-1, -2]], "labels": [1, 1, -1]},
    draw_triangle,
    triangle_setting,
)


@triangle.asks("mistakes_at_most", decimals=2)
def mistakes_at_most(u: list[int], points: Any, labels: list[int]) -> Question:
    needle = float(np.linalg.norm(u))
    margins = np.array(labels) * (np.array(points) @ u)
    squares = (np.array(points) ** 2).sum(axis=1)
    R2, least = float(squares.max()), float(margins.min())
    gamma = least / needle
    right = R2 / gamma**2
    near, far = "abc"[margins.argmin()], "abc"[squares.argmax()]
    return Question(
        "A perceptron starts at $\\mathbf w=0$ and goes round these three points. How many mistakes can it make "
        "at most, by the theorem with this $u$? Give (R/γ)² itself, not rounded to a whole number.",
        right,
        mistakes=[
            Mistake(
                R2**0.5 / gamma,
                think="That is R / gamma. The proof ends with one more operation: which?",
            ),
            Mistake(
                R2 / least**2,
                think=f"Here u is {needle:g} units long, and in the theorem it is one unit long. What "
                "does that change about gamma?",
            ),
            Mistake(
                float(R2 / (margins.max() / needle) ** 2),
                think="gamma was taken from the point furthest from the line of u. Which point is the "
                "hard one?",
            ),
            Mistake(
                float(squares.min()) / gamma**2,
                think="R was taken from the point nearest to the origin. No point may be further away "
                "than R.",
            ),
            Mistake(
                float(squares[margins.argmin()]) / gamma**2,
                think=f"R and gamma were both taken from point {near}. Need they be of the same point?",
            ),
            Mistake(
                R2 / gamma,
                think="R is squared and gamma is not. Look at the last line of the proof.",
            ),
        ],
        also=[
            Mistake(gamma**2 / R2, think="The fraction is upside down."),
            Mistake(R2, think="That is R squared. By what is it divided?"),
        ],
        hint="R is the largest distance of a point from the origin, gamma the smallest y (u . x), "
        "divided by the length of u.",
        worked=f"Point {far} is furthest away: R squared is {R2:g}. Point {near} is nearest to the "
        f"line: gamma = {least:g} / {needle:g} = {gamma:g}. So (R/gamma) squared is {R2:g} / "
        f"{gamma**2:.4g} = {right:.2f}.",
    )
