"""Quizzes of unit 05: the example of D1, 5b."""

import numpy as np

from lincourse.checks.quiz import Quiz
from lincourse.logistic import sigmoid

THETA = np.array([-1.0, 2.0, -3.0])
OPINIONS = np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]])
OPINION_PROBABILITIES = sigmoid(OPINIONS @ THETA)

Quiz(
    "opinion_scores",
    (OPINIONS @ THETA).tolist(),
    decimals=1,
    form="a list of four numbers",
    slips=[
        ([2, -3, -1, 0], "The dummy feature has a weight too: -1 belongs to every score."),
        ([1, 4, 4, -1], "The weight of negative words is -3, not 3."),
        (OPINION_PROBABILITIES.tolist(), "These are probabilities. The scores come before σ."),
    ],
)
Quiz(
    "opinion_probabilities",
    OPINION_PROBABILITIES.tolist(),
    decimals=2,
    form="a list of four numbers",
    slips=[
        ((OPINIONS @ THETA).tolist(), "These are the scores. What does σ make of them?"),
        ((1 - OPINION_PROBABILITIES).tolist(), "That is P(y=0). Does a score above 0 speak for 1?"),
        ([1, 0, 0, 0], "These are the classes. How sure is the model of each?"),
        (
            sigmoid(OPINIONS[:, 1:] @ THETA[1:]).tolist(),
            "The dummy feature has a weight too: -1 belongs to every score.",
        ),
        (
            np.tanh(OPINIONS @ THETA).tolist(),
            "That is tanh, and some of it is below 0. Can a probability be?",
        ),
    ],
)
Quiz(
    "mixed_review",
    float(sigmoid(-2.0)),
    decimals=2,
    form="a number",
    slips=[
        (float(sigmoid(2.0)), "That is P(y=0): what is the sign of the score?"),
        (-2, "That is the score. What does σ make of it?"),
        (float(sigmoid(-1.0)), "The dummy feature has a weight too: -1 + 2 - 3."),
        (0, "σ is never 0, and for a score of -2 it is far from it."),
    ],
)
Quiz(
    "logistic_classes",
    [1, 0, 0, 0],
    decimals=0,
    form="a list of four numbers, each 0 or 1",
    slips=[
        ([1, 0, 1, 0], "The third document has good and bad words. Which weight is larger?"),
        ([1, 0, 0, 1], "Without any opinion the score is the bias alone. Is it above 0?"),
        ([1, 0, 1, 1], "Compare each probability with 1/2."),
        ([0, 1, 1, 1], "Which class has a probability above 1/2?"),
    ],
)
Quiz(
    "on_the_line",
    [0.5, 2.0],
    decimals=2,
    form="a list of two numbers",
    slips=[
        ([-0.5, -2.0], "Mind the sign of the bias: -1 + 2 x_1 is 0 for which x_1?"),
        ([0.5, -1.0], "On the line 2 x_1 = 1 + 3 x_2. Is 3 x_2 added or taken away?"),
        ([1.0, 4.0], "The weight of x_1 is 2: divide by it."),
        ([0.0, 1.5], "The bias counts too: the line is -1 + 2 x_1 - 3 x_2 = 0."),
    ],
)
