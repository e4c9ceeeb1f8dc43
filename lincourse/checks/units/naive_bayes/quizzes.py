"""Quizzes of unit 02, from section 11 of D2: smoothing, and products that underflow."""

from lincourse.checks.quiz import Quiz

TENTH_PERMILLE, WITHOUT_OOV, PLAIN = 1 / 10_501, 1 / 10_500, 1 / 10_000

Quiz(
    "unsmoothed",
    [0.0, 0.0],
    decimals=8,
    form="a list of two numbers",
    slips=[
        ([PLAIN, PLAIN], "That is 1/10,000. How often was either word seen in a negative text?"),
        (
            [TENTH_PERMILLE, TENTH_PERMILLE],
            "That is the answer with smoothing. Here nothing is added to the counts.",
        ),
        ([1 / 500, 1 / 500], "How often was either word seen in a negative text?"),
        ([0.0, 1 / 10_001], "A word that was never seen has a count too: which?"),
    ],
)
Quiz(
    "smoothed",
    [TENTH_PERMILLE, TENTH_PERMILLE],
    decimals=8,
    form="a list of two numbers",
    slips=[
        (
            [WITHOUT_OOV, WITHOUT_OOV],
            "500 words get 1 more each. Which further type does, and where does it go?",
        ),
        (
            [WITHOUT_OOV, TENTH_PERMILLE],
            "Both words have the same denominator: the total over all types does not change.",
        ),
        (
            [TENTH_PERMILLE, 0.0],
            "blargh was never seen, so it counts as OOV. How many times was OOV seen, plus 1?",
        ),
        ([0.0, 0.0], "That is the answer without smoothing."),
        ([PLAIN, PLAIN], "The numerators grew by 1. By how much does the denominator grow?"),
        (
            [1 / 10_001, 1 / 10_001],
            "One type got 1 more here. How many types are there, OOV included?",
        ),
        (
            [1 / 10_502, 1 / 10_502],
            "How many types are there: 500 words, and how many more?",
        ),
        (
            [1 / 501, 1 / 501],
            "The 10,000 tokens that were counted still count.",
        ),
    ],
)
Quiz(
    "underflow",
    [70, 80],
    decimals=0,
    form="a list of two whole numbers",
    slips=[
        ([80, 90], "Run the loop and read what it prints, line by line."),
        ([70, 71], "Only every tenth index is printed: which of the printed ones is the first 0?"),
        ([80, 81], "Only every tenth index is printed. Run the loop and read its lines."),
        ([80, 70], "The right numbers, the other way round."),
        ([7, 8], "The index, not the number of the line."),
        ([71, 81], "The index i starts from 0."),
        ([90, 100], "Run the loop and read what it prints: some lines end in 0.0."),
    ],
)
