"""Quizzes of unit 03."""

import numpy as np

from lincourse.checks.quiz import Quiz

Quiz(
    "spam_vector",
    [1, 0, 1, 0, 0.02],
    decimals=2,
    form="a list of five numbers",
    slips=[
        ([0, 1, 0, 0.02, 1], "The 1 is there, but where does it stand in this course?"),
        ([0, 0, 1, 0, 0.02], "Which value does the dummy feature always have?"),
    ],
)
Quiz(
    "opinion_features",
    [[1, 1, 0], [1, 0, 1], [1, 1, 1], [1, 0, 0]],
    decimals=0,
    form="a list of four lists of three numbers",
    slips=[
        (
            [[1, 1, 0], [1, 0, 2], [1, 1, 1], [1, 0, 0]],
            "'Worst' and 'crap' are two words, but the feature asks only whether there are any.",
        ),
        ([[1, 1, 0], [1, 0, 1], [1, 1, 1], [0, 0, 0]], "The dummy is 1 in every document."),
        (
            [[1, 0, 1], [1, 1, 0], [1, 1, 1], [1, 0, 0]],
            "Which feature is about positive words, the second or the third?",
        ),
        ([[1, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 1]], "Where does the dummy feature stand?"),
        (
            [[1, 1, 0], [1, 0, 1], [1, 0, 0], [1, 0, 0]],
            "The third document holds a positive word and a negative one. Do they cancel?",
        ),
    ],
)
Quiz(
    "opinion_classes",
    [1, -1, -1, -1],
    decimals=0,
    form="a list of four numbers, each 1 or -1",
    slips=[
        ([1, -1, 1, -1], "-1 + 2 - 3 for the third document: on which side of 0 is that?"),
        ([1, -1, -1, 1], "With neither kind of word, what is left of the score?"),
        ([1, -1, 1, 1], "Did you leave out the weight -1 of the dummy feature?"),
        ([1, 0, 0, 0], "The classes here are 1 and -1."),
    ],
)
Quiz(
    "case_signs",
    [1, -1, -1, 1],
    decimals=0,
    form="a list of four numbers, each 1 or -1",
    slips=[
        (
            [1, -1, 1, -1],
            "This is how the slides print it. In case 3 y is +1: what is y f(x) if f(x) > 0?",
        ),
        ([1, 1, -1, -1], "This is the sign of y f(x). The sign of f(x) is asked for."),
        ([1, -1, -1, -1], "In case 4 the example is negative and was called positive."),
    ],
)
Quiz(
    "pair_counts",
    [90, 45],
    decimals=0,
    form="a list of two numbers",
    slips=[
        ([100, 50], "Does a class play against itself?"),
        ([45, 90], "Which is more: pairs where the order counts, or pairs where it does not?"),
        ([90, 90], "If 3 against 7 is decided, must 7 against 3 be learnt too?"),
        ([10, 10], "One classifier per class is one-against-all. How many pairs are there?"),
        ([90, 44], "Half of 90."),
    ],
)
Quiz(
    "rocks_joint",
    [[2, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 2, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 2, 1, 0]],
    decimals=0,
    form="a list of three lists of nine numbers",
    slips=[
        (
            [[2, 0, 0, 1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 1, 0, 0, 0, 0], [0, 0, 2, 0, 0, 1, 0, 0, 0]],
            "Here the features are interleaved. A block holds all three features of one class.",
        ),
        (
            [[2, 1, 0, 2, 1, 0, 2, 1, 0]] * 3,
            "Only the block of the class in question holds the features.",
        ),
        (
            [[2, 1, 0, 0, 0, 0, 0, 0, 0], [0, 2, 1, 0, 0, 0, 0, 0, 0], [0, 0, 2, 1, 0, 0, 0, 0, 0]],
            "Each class has a block of three places. Where does the second one start?",
        ),
        (
            [[0, 0, 0, 0, 0, 0, 2, 1, 0], [0, 0, 0, 2, 1, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0, 0, 0, 0]],
            "The first block belongs to the first class, +.",
        ),
        (
            [[1, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1, 0]],
            "The first feature is the number of words, not whether there are any.",
        ),
    ],
)
_WITH_BIAS = np.kron(np.eye(3), [2, 1, 0, 1]).tolist()
Quiz(
    "rocks_bias",
    _WITH_BIAS,
    decimals=0,
    form="a list of three lists of twelve numbers",
    slips=[
        (
            np.kron(np.eye(3), [1, 2, 1, 0]).tolist(),
            "Good blocks, but May puts the always-on feature last in each; follow that here.",
        ),
        (
            (np.kron(np.eye(3), [2, 1, 0, 0]) + np.kron(np.ones((3, 3)), [0, 0, 0, 1])).tolist(),
            "The always-on feature of a class is on in the block of that class only.",
        ),
        (
            np.kron(np.eye(3), [2, 1, 0, 0]).tolist(),
            "What is the value of the always-on feature?",
        ),
    ],
)
Quiz(
    "opinion_metrics",
    [11 / 16, 7 / 9, 7 / 10],
    decimals=2,
    form="a list of three numbers",
    slips=[
        ([11 / 16, 7 / 10, 7 / 9], "Precision divides by those called positive. How many are?"),
        ([5 / 16, 7 / 9, 7 / 10], "Accuracy is the share of right answers, not of mistakes."),
        ([7 / 16, 7 / 9, 7 / 10], "Four negatives were called negative. Is that not right too?"),
        ([11 / 16, 7 / 16, 7 / 16], "Precision and recall do not divide by all 16 points."),
    ],
)
Quiz(
    "one_hot_three",
    [[0, 1, 0], [0, 1, 0]],
    decimals=0,
    form="a list of two lists of three numbers",
    slips=[
        ([[0, 0, 1], [0, 1, 0]], "The first slides count classes from 1: the second is meant."),
        ([[0, 1, 0], [1, 0, 0]], "The second slides count classes from 0."),
        ([[0, 0, 1], [1, 0, 0]], "Who counts from 1 and who from 0? You have them the other way."),
    ],
)
_SEVEN = np.eye(7)[[2, 0, 3, 6]].tolist()
Quiz(
    "one_hot_seven",
    _SEVEN,
    decimals=0,
    form="a list of four lists of seven numbers",
    slips=[
        (
            np.eye(7)[[3, 1, 4, 6]].tolist(),
            "The labels 1 to 7 count from 1. Which place belongs to label 1?",
        ),
        (np.eye(7)[[4, 6, 3, 0]].tolist(), "Which end of the row belongs to label 1?"),
        (
            (np.eye(7)[[2, 0, 3, 6]] * np.array([[3], [1], [4], [7]])).tolist(),
            "A one-hot row holds a 1, whatever the label.",
        ),
    ],
)
