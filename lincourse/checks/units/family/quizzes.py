"""Quizzes of unit 09: find the slip."""

from math import log

import numpy as np

from lincourse.checks.quiz import Quiz

STANDS = [0, 0, 1, 0, 0, 1, 0, 0, 0, 1]

Quiz(
    "verdicts",
    answer=STANDS,
    decimals=0,
    form="a list of ten numbers, 1 for a statement that stands and 0 for one that does not",
    slips=[
        ([0] * 10, "Not all of them are wrong. Try each on a small example."),
        ([1] * 10, "All ten stand? Take K = 3 in statement 2 and list the pairs."),
        ([1 - s for s in STANDS], "You have it the wrong way round: 1 is for what stands."),
        (
            [0, 0, 0, 0, 0, 1, 0, 0, 0, 1],
            "The bias only shifts the line. Is a large one a sign of overfitting?",
        ),
        (
            [0, 0, 1, 0, 0, 1, 0, 0, 1, 1],
            "Statement 9: on f(x) = x², what does a step with eta = 2 do to x = 1?",
        ),
        (
            [0, 0, 1, 0, 0, 1, 0, 1, 0, 1],
            "Statement 8: the curves are alike. Are the losses? Which of them is convex?",
        ),
        (
            [0, 0, 1, 0, 0, 1, 0, 0, 0, 0],
            "Statement 10: P(s, y) = P(y | s) P(s). For one sentence, what differs between labels?",
        ),
        (
            [0, 0, 1, 1, 0, 1, 0, 0, 0, 1],
            "Statement 4: if it held, could a second word ever change your mind?",
        ),
    ],
)
Quiz(
    "four_cases",
    answer=[-1, 1],
    decimals=0,
    form="a list of two signs, each -1 or 1",
    slips=[
        ([1, -1], "The prediction is the sign of f(x). What is predicted where f(x) > 0?"),
        ([-1, -1], "That is the sign of y f(x). The question is for f(x) itself."),
        ([1, 1], "One of the two is a negative example that was called positive."),
    ],
)
Quiz(
    "hard_errors",
    answer=[-1, 1, 0],
    decimals=0,
    form="a list of three numbers",
    slips=[
        ([-2, 2, 0], "Both vectors hold only 0 and 1. How can their difference be 2?"),
        ([1, -1, 0], "The difference asked for is choice minus target, not target minus choice."),
        ([0, 1, -1], "Classes are numbered from 0: which of the three scores is the largest?"),
        ([0, 1, 0], "That is the choice. Take the target away from it."),
    ],
)
Quiz(
    "pairs_of_six",
    answer=15,
    decimals=0,
    form="one whole number",
    slips=[
        (30, "A classifier that tells a from b also tells b from a: you count each pair twice."),
        (36, "A class is not compared with itself, nor any pair twice."),
        (6, "That is one against all the others. Here each pair has a classifier."),
        (21, "A class need not be told from itself."),
    ],
)
Quiz(
    "both_signs",
    answer=[log(1 + np.exp(-1)), log(1 + np.exp(1))],
    decimals=4,
    form="a list of two numbers: the loss with the minus, the loss with the plus",
    slips=[
        (
            [log(1 + np.exp(1)), log(1 + np.exp(-1))],
            "A step against the gradient should lower the loss, which began at log 2 = 0.6931.",
        ),
        (
            [log(1 + np.exp(-0.5)), log(1 + np.exp(0.5))],
            "Both rows of W move: how far apart are the two scores afterwards?",
        ),
        ([0.7311, 0.2689], "Those are probabilities of the right class. The loss is -log of them."),
        ([log(2), log(2)], "That is the loss before the step."),
    ],
)
Quiz(
    "how_many_terms",
    answer=[5, 1.25],
    decimals=2,
    form="a list of two numbers: how many terms, and what the fraction comes to",
    slips=[
        ([4, 1], "Count them: i = 0, 1, 2, 3, 4."),
        ([5, 1], "Five terms of 1 each, divided by m = 4."),
        ([4, 1.25], "Count them: i = 0, 1, 2, 3, 4."),
        ([5, 0.8], "The sum stands above the line, m below."),
    ],
)
Quiz(
    "weights_or_logs",
    answer=[0, 1],
    decimals=0,
    form="a list of two labels, each 0 or 1",
    slips=[
        ([1, 1], "Add up the probabilities of each row: which sum is larger?"),
        ([0, 0], "Naive Bayes multiplies: which product is larger?"),
        ([1, 0], "First the sums of the probabilities, then the products."),
    ],
)
Quiz(
    "first_wrong_step",
    answer=[3, -1 / 32],
    decimals=4,
    form="a list of two numbers: the number of the step, and the derivative",
    slips=[
        ([3, 1 / 32], "What happens to one probability when a rival's score rises?"),
        ([3, -1 / 64], "That is what the wrong step gives. Which two probabilities belong there?"),
        ([4, -1 / 32], "Does step 4 follow from step 3, and is step 3 right?"),
        ([2, -1 / 32], "Multiply step 2 out: is it not step 1?"),
        ([1, -1 / 32], "How does exp(z_i) change with another score?"),
    ],
)
Quiz(
    "last_indicator",
    answer=[3, 0],
    decimals=0,
    form="a list of two numbers: as printed, and as it should be",
    slips=[
        ([0, 3], "First what is printed, then what is right."),
        ([3, 1], "x is in class 2. Can the indicator of class 5 be 1?"),
        ([4, 0], "Of the four terms one is 1 - 1."),
        ([-3, 0], "Four terms, each 1 minus an indicator."),
    ],
)
Quiz(
    "runaway",
    answer=-3.375,
    decimals=3,
    form="one number",
    slips=[
        (3.375, "Each step goes past 0 to the other side. How many steps are there?"),
        (-1.5, "That is after one step."),
        (2.25, "That is after two steps."),
        (0, "Compute the first step: x minus 1.25 times the slope 2x."),
        (-0.015625, "The slope of x² is 2x, not x."),
    ],
)
