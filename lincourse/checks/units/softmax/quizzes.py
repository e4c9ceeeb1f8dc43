"""Quizzes of unit 07: the numbers of D1, 5f, and D4."""

import numpy as np

from lincourse.checks.quiz import Quiz
from lincourse.softmax import softmax

FOUR = np.array([1.45, 0.33, -0.12, 0.01])
SEVEN = np.array([1, 2, 3, 4, 1, 2, 3])
THETA = np.array([[0.45, -0.12, 0.14, 1.3], [-0.7, 0.9, 0.68, -0.31], [-0.26, 0.05, 0.12, 0.51]])
POINT = np.array([1, 1, 1, 0])
THREE = softmax(THETA @ POINT)

Quiz(
    "softmax_of_four",
    softmax(FOUR).tolist(),
    decimals=3,  # the slide prints 0.5647 for 0.5646
    form="a list of four numbers",
    slips=[
        ((FOUR / FOUR.sum()).tolist(), "These are the scores divided by their sum. Where is e?"),
        (np.exp(FOUR).tolist(), "These are e to the scores. What do they have to add up to?"),
        (softmax(-FOUR).tolist(), "The largest score should get the largest probability."),
        ([1, 0, 0, 0], "That is argmax. How sure is softmax?"),
        (
            (1 / (1 + np.exp(-FOUR))).tolist(),
            "That is the sigmoid of each score. Do your numbers add up to 1?",
        ),
    ],
)
Quiz(
    "sum_of_exps",
    float(np.exp(SEVEN).sum()),
    decimals=2,
    form="a number",
    slips=[
        (16, "That is the sum of the scores. Take e to each of them first."),
        (float(np.exp(16)), "That is e to the sum. Take e to each score first, then add."),
        (float(np.exp([1, 2, 3, 4]).sum()), "There are seven scores: 1, 2 and 3 come twice."),
    ],
)
Quiz(
    "softmax_of_seven",
    softmax(SEVEN).tolist(),
    decimals=3,
    form="a list of seven numbers",
    slips=[
        ((SEVEN / 16).tolist(), "These are the scores divided by their sum. Where is e?"),
        (np.exp(SEVEN).tolist(), "These are e to the scores. Divide each by their sum."),
        ([0, 0, 0, 1, 0, 0, 0], "That is argmax. How sure is softmax?"),
    ],
)
Quiz(
    "three_scores",
    (THETA @ POINT).tolist(),
    decimals=2,
    form="a list of three numbers",
    slips=[
        (
            THETA.sum(axis=1).tolist(),
            "The last feature is 0. What does its weight, 1.3 for class 1, add to the score?",
        ),
        (
            (THETA[:, 1:] @ POINT[1:]).tolist(),
            "The first 1 of x is the bias: the first column of the weights counts too.",
        ),
        (THREE.tolist(), "These are probabilities. The scores come before softmax."),
    ],
)
Quiz(
    "three_probabilities",
    THREE.tolist(),
    decimals=4,
    form="a list of three numbers",
    slips=[
        ((THETA @ POINT).tolist(), "These are the scores. What does softmax make of them?"),
        (
            (THETA @ POINT / (THETA @ POINT).sum()).tolist(),
            "These are the scores divided by their sum. Where is e?",
        ),
        ([0, 1, 0], "That is the class as a one-hot vector. How sure is the model of each?"),
        (
            softmax(THETA.sum(axis=1)).tolist(),
            "The last feature is 0. What does its weight, 1.3 for class 1, add to the score?",
        ),
    ],
)
Quiz(
    "three_class",
    1,
    decimals=0,
    form="a whole number",
    slips=[
        (2, "That is the slide's number, counted from 1. What is the index, counted from 0?"),
        (0, "Which of the three probabilities is the largest?"),
    ],
)
Quiz(
    "loss_of_third",
    float(-np.log(THREE[2])),
    decimals=4,
    form="a number",
    slips=[
        (float(-np.log(THREE[1])), "That is the loss if the predicted class were right."),
        (
            float(-np.log(THREE[0])),
            "That is the first class's. The slide counts from 1, and y = 3.",
        ),
        (float(-np.log2(THREE[2])), "That is in bits. The course counts in nats."),
        (float(-np.log10(THREE[2])), "That is the logarithm of base 10. Use the natural one."),
        (float(np.log(THREE[2])), "Mind the sign: a loss is never below 0."),
        (
            float(THREE[2]),
            "That is the probability of the right class. What is minus its logarithm?",
        ),
        (float(1 - THREE[2]), "Where is the logarithm?"),
    ],
)
Quiz(
    "gradient_rows",
    np.outer(THREE - [0, 0, 1], POINT).tolist(),
    decimals=4,
    form="a list of three lists, each of four numbers",
    slips=[
        (
            np.outer(THREE, POINT).tolist(),
            "One of the three classes is right. What is taken away from its probability?",
        ),
        (
            np.outer([0, 0, 1] - THREE, POINT).tolist(),
            "The sign is turned round. The gradient points to where the loss grows.",
        ),
        (
            np.outer(THREE - [0, 1, 0], POINT).tolist(),
            "The right class is y = 3, counted from 1, not the predicted one.",
        ),
        (
            np.outer(THREE - [1, 0, 0], POINT).tolist(),
            "The right class is y = 3, counted from 1: the last row.",
        ),
        (
            np.outer([0, 0, THREE[2] - 1], POINT).tolist(),
            "The other two classes have a slope too: their scores stand below the fraction line.",
        ),
        (
            np.outer(THREE - [0, 0, 1], [1, 1, 1, 1]).tolist(),
            "The last feature of x is 0. How does the loss change with its weights?",
        ),
    ],
)
