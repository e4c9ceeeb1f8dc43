"""Checks of metrics of the positive class: precision, recall, F1."""

from typing import Any

import numpy as np
from misstep import Check

from lincourse import metrics as reference
from lincourse.checks.units.features.random_inputs import (
    Y_HAT,
    Y,
    judged,
    judged_edge_cases,
    judged_inputs,
)
from lincourse.checks.units.ratios import RATIO

# ---------------------------------------------------------------- precision

precision = Check(reference.precision, gives=RATIO)
precision.example((Y, Y_HAT), 2 / 3, "three are called positive, and two of them are")
precision.random_inputs(judged_inputs)
precision.edge_cases(judged_edge_cases)


@precision.property("examples that are not called positive do not count")
def only_those_called_positive(f: Any, rng: np.random.Generator) -> str | None:
    tp, fp = (int(n) for n in rng.permutation(np.arange(2, 6))[:2])
    few, many = float(f(*judged(rng, tp, fp, 1, 2))), float(f(*judged(rng, tp, fp, 4, 6)))
    if not np.isclose(few, many):
        return (
            f"With {tp} true and {fp} false positives the precision is the same whatever was called "
            f"negative. Here it went from {few:.4g} to {many:.4g} when more were called negative."
        )
    return None


precision.answer("""
    tp = int(((y == 1) & (y_hat == 1)).sum())
    fp = int(((y == 0) & (y_hat == 1)).sum())
    return tp / (tp + fp) if tp + fp else 0.0
""")
precision.mistake(
    "(y == 0) & (y_hat == 1) -> (y == 1) & (y_hat == 0)",
    "it is the recall.",
    "Of those CALLED positive, how many are? Which examples do you divide by?",
)
precision.mistake(
    "tp / (tp + fp) if tp + fp else 0.0 -> tp / fp if fp else 0.0",
    "it divides only by the false positives.",
    "Precision is a share of all that were CALLED positive. Which two counts make them up?",
)
precision.mistake(
    "if tp + fp else 0.0 -> ",
    "it divides by zero where nothing is called positive.",
    "What does the text ask for if tp + fp is 0?",
)
precision.mistake(
    "else 0.0 -> else np.nan",
    "it is nan where nothing is called positive.",
    "What does the text ask for if tp + fp is 0?",
)
precision.mistake(
    "else 0.0 -> else 1.0",
    "it is 1 where nothing is called positive.",
    "What does the text ask for if tp + fp is 0?",
)
precision.mistake(
    """
    (y == 0) & (y_hat == 1) -> (y == 1) & (y_hat == 0)
    if tp + fp else 0.0 ->
    """,
    "this divides by tp + fn, the number that are positive, and stops or gives nan where none is.",
    "Precision speaks of those that were called positive. Which two counts make them up?",
)
precision.mistake(
    "tp / (tp + fp) if tp + fp else 0.0 -> (y == y_hat).mean()",
    "it is the accuracy.",
    "Which examples does this metric look at: all of them?",
)
precision.mistake(
    "tp / (tp + fp) if tp + fp else 0.0 -> tp / len(y)",
    "the true positives are divided by all examples.",
    "Out of which examples is the share taken?",
)
precision.mistake(
    """
    (y == 1) & (y_hat == 1) -> (y == 0) & (y_hat == 0)
    (y == 0) & (y_hat == 1) -> (y == 1) & (y_hat == 0)
    """,
    "0 is taken as the positive class.",
    "Which of the two labels is the positive one?",
)
precision.mistake(
    lambda y, y_hat: reference.f1(y, y_hat),
    "it is F1, which mixes precision and recall.",
    "Only one of the two should come back. Which one?",
)
precision.mistake(
    "tp / (tp + fp) if tp + fp else 0.0 -> tp",
    "it is a count, not a share.",
    "Out of how many?",
)
precision.mistake(
    "tp / (tp + fp) -> 100 * tp / (tp + fp)",
    "it is a percentage.",
    "A share lies between 0 and 1.",
)
precision.mistake(
    "tp / (tp + fp) -> fp / (tp + fp)",
    "it is 1 minus what it should be: the share of mistakes.",
    "Should a better classifier get a larger number?",
)
precision.answer("""
    called = y_hat == 1
    return (y[called] == 1).mean() if called.any() else 0.0
""")
precision.mistake(
    "y[called] -> y_hat[called]",
    "the predictions are compared with 1 but the labels are not: every positive call counts.",
    "A true positive was called positive, and what else?",
)


# ---------------------------------------------------------------- recall

recall = Check(reference.recall, gives=RATIO)
recall.example((Y, Y_HAT), 2 / 4, "four are positive, and two of them were found")
recall.random_inputs(judged_inputs)
recall.edge_cases(judged_edge_cases)


@recall.property("examples that are not positive do not count")
def only_the_positive(f: Any, rng: np.random.Generator) -> str | None:
    tp, fn = (int(n) for n in rng.permutation(np.arange(2, 6))[:2])
    few, many = float(f(*judged(rng, tp, 1, fn, 2))), float(f(*judged(rng, tp, 4, fn, 6)))
    if not np.isclose(few, many):
        return (
            f"Of {tp + fn} positive examples {tp} are found, and the recall is the same whatever the "
            f"negative ones are called. Here it went from {few:.4g} to {many:.4g} with more of them."
        )
    return None


recall.answer("""
    tp = int(((y == 1) & (y_hat == 1)).sum())
    fn = int(((y == 1) & (y_hat == 0)).sum())
    return tp / (tp + fn) if tp + fn else 0.0
""")
recall.mistake(
    "(y == 1) & (y_hat == 0) -> (y == 0) & (y_hat == 1)",
    "it is the precision.",
    "Of those that ARE positive, how many were found? Which examples do you divide by?",
)
recall.mistake(
    "tp / (tp + fn) if tp + fn else 0.0 -> tp / fn if fn else 0.0",
    "it divides only by the false negatives.",
    "Recall is a share of all that ARE positive. Which two counts make them up?",
)
recall.mistake(
    "if tp + fn else 0.0 -> ",
    "it divides by zero where nothing is positive.",
    "What does the text ask for if tp + fn is 0?",
)
recall.mistake(
    "else 0.0 -> else np.nan",
    "it is nan where nothing is positive.",
    "What does the text ask for if tp + fn is 0?",
)
recall.mistake(
    "else 0.0 -> else 1.0",
    "it is 1 where nothing is positive.",
    "What does the text ask for if tp + fn is 0?",
)
recall.mistake(
    "tp / (tp + fn) if tp + fn else 0.0 -> (y == y_hat).mean()",
    "it is the accuracy.",
    "Which examples does this metric look at: all of them?",
)
recall.mistake(
    "tp / (tp + fn) if tp + fn else 0.0 -> tp / len(y)",
    "the true positives are divided by all examples.",
    "Out of which examples is the share taken?",
)
recall.mistake(
    """
    (y == 1) & (y_hat == 1) -> (y == 0) & (y_hat == 0)
    (y == 1) & (y_hat == 0) -> (y == 0) & (y_hat == 1)
    """,
    "0 is taken as the positive class.",
    "Which of the two labels is the positive one?",
)
recall.mistake(
    "tp / (tp + fn) if tp + fn else 0.0 -> tp",
    "it is a count, not a share.",
    "Out of how many?",
)
recall.answer("""
    positive = y == 1
    return (y_hat[positive] == 1).mean() if positive.any() else 0.0
""")


# ---------------------------------------------------------------- f1

f1 = Check(reference.f1, gives=RATIO)
f1.example(
    (Y, Y_HAT), 4 / 7, "precision is 2/3 and recall 2/4; twice their product over their sum is 4/7"
)
f1.random_inputs(judged_inputs)
f1.edge_cases(judged_edge_cases)


@f1.property("it lies between precision and recall")
def lies_between(f: Any, rng: np.random.Generator) -> str | None:
    y, y_hat = judged(rng, *rng.permutation(np.arange(1, 8))[:4])
    low, high = sorted([reference.precision(y, y_hat), reference.recall(y, y_hat)])
    value = float(f(y, y_hat))
    if not low - 1e-9 <= value <= high + 1e-9:
        return f"Precision and recall are {low:.4g} and {high:.4g}, but F1 is {value:.4g}."
    return None


f1.answer("""
    tp = int(((y == 1) & (y_hat == 1)).sum())
    fp = int(((y == 0) & (y_hat == 1)).sum())
    fn = int(((y == 1) & (y_hat == 0)).sum())
    p = tp / (tp + fp) if tp + fp else 0.0
    r = tp / (tp + fn) if tp + fn else 0.0
    return 2 * p * r / (p + r) if p + r else 0.0
""")
f1.mistake(
    "2 * p * r / (p + r) if p + r else 0.0 -> (p + r) / 2",
    "it is the ordinary mean of precision and recall.",
    "F1 is the harmonic mean: if one of the two is 0, so is F1.",
)
f1.mistake(
    "2 * p * r / (p + r) if p + r else 0.0 -> (p * r) ** 0.5",
    "it is the geometric mean, the root of precision times recall.",
    "With precision 1 and recall 0.25, F1 is 0.4. What is yours?",
)
f1.mistake(
    "2 * p * r / (p + r) if p + r else 0.0 -> p * r",
    "it is precision times recall, without the division.",
    "If precision and recall are both 1/2, what should F1 be?",
)
f1.mistake(
    "2 * p * r / (p + r) if p + r else 0.0 -> 2 * p * r",
    "it is twice precision times recall, without the division.",
    "If precision and recall are both 1, what should F1 be?",
)
f1.mistake(
    "2 * p * r / (p + r) if p + r else 0.0 -> min(p, r)",
    "it is the smaller of precision and recall.",
    "With precision 1 and recall 0.25, F1 is 0.4. What is yours?",
)
f1.mistake(
    "2 * p * r / (p + r) if p + r else 0.0 -> 2 / (1 / p + 1 / r)",
    "it divides by zero where there are no true positives.",
    "Which of your denominators can be 0: that of precision, of recall, or their sum?",
)
f1.mistake(
    """
    if tp + fp else 0.0 ->
    if tp + fn else 0.0 ->
    """,
    "it divides by zero where nothing is called positive, or nothing is.",
    "Which denominators can be 0: that of precision, of recall?",
)
f1.mistake(
    "if p + r else 0.0 -> if p + r else np.nan",
    "it is nan where there are no true positives.",
    "Which of your denominators can be 0: that of precision, of recall, or their sum?",
)
f1.answer("""
    tp = int(((y == 1) & (y_hat == 1)).sum())
    fp = int(((y == 0) & (y_hat == 1)).sum())
    fn = int(((y == 1) & (y_hat == 0)).sum())
    below = 2 * tp + fp + fn
    return 2 * tp / below if below else 0.0
""")
f1.mistake(
    "2 * tp -> tp",
    "the true positives count once in the denominator: tp / (tp + fp + fn).",
    "In 2 tp / (2 tp + fp + fn), how often do the true positives count?",
)
f1.mistake(
    "below = 2 * tp -> below = tp",
    "the true positives count twice in the numerator and once in the denominator.",
    "In 2 tp / (2 tp + fp + fn), how often do the true positives count?",
)
f1.mistake(
    "if below else 0.0 -> ",
    "it divides by zero where there are neither positives nor positive calls.",
    "What does the text ask for if 2 tp + fp + fn is 0?",
)
f1.mistake(
    "else 0.0 -> else np.nan",
    "it is nan where there are neither positives nor positive calls.",
    "What does the text ask for if 2 tp + fp + fn is 0?",
)
f1.mistake(
    "else 0.0 -> else 1.0",
    "it is 1 where there are neither positives nor positive calls.",
    "What does the text ask for if 2 tp + fp + fn is 0?",
)
f1.mistake(
    "2 * tp / below if below else 0.0 -> (y == y_hat).mean()",
    "it is the accuracy.",
    "F1 does not look at true negatives.",
)
f1.mistake(
    "(y == 1) & (y_hat == 1) -> (y == 0) & (y_hat == 0)",
    "0 is taken as the positive class.",
    "Which of the two labels is the positive one?",
)
