"""Quizzes of unit 04: the update that D2 works in its section 14."""

import numpy as np

from lincourse.checks.quiz import Quiz

TABLE = np.kron(np.eye(3), [2.0, 1.0, 0.0])
THETA = np.array([0.3, 0.7, 0.8, -0.2, 2.2, 4.0, -4.0, -4.0, -4.0])
THETA_AFTER = np.array([2.3, 1.7, 0.8, -2.2, 1.2, 4.0, -4.0, -4.0, -4.0])

Quiz(
    "psi_before",
    [1.3, 1.8, -12],
    decimals=1,
    form="a list of three numbers",
    slips=[
        ([1.3, 1.8, -4], "Class 3 has the features 2, 1 and 0, and each of them has a weight."),
        ([1.8, 5.8, -12], "Each class multiplies its own block of theta with 2, 1 and 0."),
        ([1.0, 6.0, -12], "A sum of weights is not a score: what do the features 2, 1, 0 do?"),
    ],
)
Quiz(
    "theta_after",
    THETA_AFTER.tolist(),
    decimals=1,
    form="a list of nine numbers",
    slips=[
        (THETA.tolist(), "Class 1 is right and class 2 scored higher: theta must change."),
        (
            (THETA + TABLE[0]).tolist(),
            "The features of the right class were added. What of those of the class chosen?",
        ),
        (
            (THETA - TABLE[1]).tolist(),
            "The features of the class chosen were taken away. What of those of the right one?",
        ),
        ((THETA - TABLE[0] + TABLE[1]).tolist(), "Which of the two classes should gain?"),
        (
            (THETA + TABLE[0] - TABLE[1] - TABLE[2]).tolist(),
            "Class 3 was neither right nor chosen.",
        ),
    ],
)
Quiz(
    "psi_after",
    [6.3, -3.2, -12],
    decimals=1,
    form="a list of three numbers",
    slips=[
        ([1.3, 1.8, -12], "These are the scores before the update."),
        ([6.3, 1.8, -12], "The weights of class 2 changed too."),
        ([6.3, -3.2, -17], "The weights of class 3 did not change."),
    ],
)
