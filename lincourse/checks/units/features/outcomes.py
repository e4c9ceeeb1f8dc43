"""Checks of metrics on all examples: the four kinds of outcome, accuracy."""

from typing import Any

import numpy as np
from misstep import Check, ListOf, Number

from lincourse import metrics as reference
from lincourse.checks.units.features.random_inputs import (
    Y_HAT,
    Y,
    judged,
    judged_edge_cases,
    judged_inputs,
    judged_or_empty,
)
from lincourse.checks.units.ratios import RATIO

# ---------------------------------------------------------------- confusion

confusion = Check(reference.confusion, gives=ListOf(Number(), "a tuple (tp, fp, fn, tn)"))
confusion.example(
    (Y, Y_HAT),
    (2, 1, 2, 3),
    "of four positives two are found (tp 2) and two missed (fn 2); of four negatives one is "
    "called positive (fp 1) and three are not (tn 3)",
)
confusion.random_inputs(judged_inputs)
confusion.edge_cases(judged_edge_cases)


@confusion.property("the four numbers add up to the number of examples")
def adds_up(f: Any, rng: np.random.Generator) -> str | None:
    y, y_hat = judged(rng, *rng.permutation(np.arange(1, 8))[:4])
    total = sum(f(y, y_hat))
    if total != len(y):
        return f"Each of the {len(y)} examples is of one kind, but your numbers add up to {total}."
    return None


confusion.answer("""
    tp = ((y == 1) & (y_hat == 1)).sum()
    fp = ((y == 0) & (y_hat == 1)).sum()
    fn = ((y == 1) & (y_hat == 0)).sum()
    tn = ((y == 0) & (y_hat == 0)).sum()
    return tp, fp, fn, tn
""")
confusion.mistake(
    "return tp, fp, fn, tn -> return tp, fn, fp, tn",
    "false positives and false negatives have changed places.",
    "A false positive was called positive. Which of y and y_hat is 1 for it?",
)
confusion.mistake(
    """
    tp = ((y == 1) & (y_hat == 1)) -> tp = ((y == 0) & (y_hat == 0))
    fp = ((y == 0) & (y_hat == 1)) -> fp = ((y == 1) & (y_hat == 0))
    fn = ((y == 1) & (y_hat == 0)) -> fn = ((y == 0) & (y_hat == 1))
    tn = ((y == 0) & (y_hat == 0)) -> tn = ((y == 1) & (y_hat == 1))
    """,
    "0 is taken as the positive class.",
    "Which of the two labels is the positive one?",
)
confusion.mistake(
    "return tp, fp, fn, tn -> return tp, tn, fp, fn",
    "the order is tp, tn, fp, fn.",
    "In which order should the four numbers come?",
)
confusion.mistake(
    "return tp, fp, fn, tn -> return np.array([[tn, fp], [fn, tp]])",
    "a table of two rows comes back.",
    "How should four numbers come back: in a row, or as a table?",
)
confusion.mistake(
    "(y == 1) & (y_hat == 1) -> y == y_hat",
    "tp counts every right answer, on either class.",
    "What does the P in TP stand for?",
)
confusion.mistake(
    """
    (y == 0) & (y_hat == 1) -> y != y_hat
    (y == 1) & (y_hat == 0) -> y != y_hat
    """,
    "fp and fn both count all mistakes.",
    "There are two kinds of mistake. What tells them apart?",
)
confusion.mistake(
    "(y == 1) & (y_hat == 1) -> y_hat == 1",
    "tp counts all that were called positive, right or wrong.",
    "A true positive was called positive, and what else?",
)
confusion.mistake(
    "(y == 1) & (y_hat == 1) -> y == 1",
    "tp counts all that are positive, found or not.",
    "A true positive is positive, and what else?",
)


# ---------------------------------------------------------------- accuracy

accuracy = Check(reference.accuracy, gives=RATIO)
accuracy.example((Y, Y_HAT), 5 / 8, "five of eight predictions are right")
accuracy.random_inputs(judged_inputs)
accuracy.edge_cases(judged_or_empty)

accuracy.answer("""
    right = int((y == y_hat).sum())
    return right / len(y) if len(y) else 0.0
""")
accuracy.mistake(
    "else 0.0 -> else np.nan",
    "without any example it is nan.",
    "What is the mean of no numbers, and what does the text ask for in that case?",
)
accuracy.mistake(
    "if len(y) else 0.0 -> ",
    "without any example it divides by zero.",
    "What does the text ask for if there are no examples?",
)
accuracy.mistake(
    "else 0.0 -> else 1.0",
    "without any example it is 1.",
    "What does the text ask for if there are no examples?",
)
accuracy.mistake(
    "y == y_hat -> (y == 1) & (y_hat == 1)",
    "only the true positives count as right.",
    "Is a negative example that is called negative a mistake?",
)
accuracy.mistake(
    """
    y == y_hat -> (y == 1) & (y_hat == 1)
    len(y) -> sum(y_hat)
    """,
    "it is the precision.",
    "Accuracy looks at all examples. Which ones do you divide by?",
)
accuracy.mistake(
    """
    y == y_hat -> (y == 1) & (y_hat == 1)
    len(y) -> sum(y)
    """,
    "it is the recall.",
    "Accuracy looks at all examples. Which ones do you divide by?",
)
accuracy.mistake(
    "len(y) -> ((y == 1) | (y_hat == 1)).sum()",
    "true negatives are left out of the total.",
    "Accuracy looks at all examples. Which ones do you divide by?",
)
accuracy.mistake(
    "right / len(y) if -> float(right == len(y)) if",
    "it is 1 if all are right, else 0.",
    "How many were right, out of how many?",
)
