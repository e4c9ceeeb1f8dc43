"""Quizzes of unit 06: a stochastic step by hand, and the largest rate that still converges."""

from lincourse.checks.quiz import Quiz

Quiz(
    "sgd_gradient",
    [-0.38936, -0.31928],
    decimals=2,
    form="a list of two numbers",
    slips=[
        ([0.38936, 0.31928], "The error is sigma minus y. Which of the two is larger here?"),
        ([0.61064, 0.50072], "What is y, and where does it come into the gradient?"),
        ([-0.38936, -0.38936], "The error is multiplied by x, and x is not (1, 1)."),
        ([-0.55, -0.451], "That is the score minus y. What comes between score and probability?"),
        ([-0.61064, -0.50072], "Look at the sign in the exponent of sigma."),
    ],
)
Quiz(
    "sgd_theta",
    [0.0438936, 0.5031928],
    decimals=4,
    form="a list of two numbers",
    slips=[
        ([0.0361064, 0.4968072], "Was the gradient added or taken away?"),
        ([0.4293608, 0.8192758], "Where is the learning rate, 0.01?"),
        ([0.0789361, 0.5319276], "The learning rate is 0.01, not 0.1."),
        ([0.0461064, 0.5050072], "Look at the sign in the exponent of sigma."),
        ([0.0455, 0.50451], "The score is not a probability yet."),
    ],
)
Quiz(
    "largest_rate",
    0.2,
    decimals=2,
    form="a number",
    slips=[
        (1.0, "That is the answer for f(x) = x squared. What is the slope of 5 x squared?"),
        (0.1, "At this rate one step leads to the minimum. How much further may it jump?"),
        (2.0, "Write x - eta f'(x) as a factor times x. For which eta has it the size 1?"),
        (0.4, "What is the slope of 5 x squared, and what is 1 minus eta times that?"),
    ],
)
