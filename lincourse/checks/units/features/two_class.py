"""Checks of two classes: labels by the sign of the score, margins, distances."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Number
from misstep.core.random_inputs import SMALL, eighths

from lincourse import features as reference
from lincourse.checks.units.features.random_inputs import examples
from lincourse.checks.units.ratios import RATIO

FAR = np.array([1, 2.0**10, 2.0**10])  # makes two features large, and leaves the constant 1

# ---------------------------------------------------------------- predict_binary

predict_binary = Check(reference.predict_binary, gives=Array("(n,)"))
predict_binary.example(
    (np.array([-1.0, 2.0, -3.0]), np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 2.0, 1.0]])),
    np.array([1, -1, 1]),
    "the scores are 1, -4 and 0, and a score of 0 gives +1",
)


@predict_binary.random_inputs
def binary_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((4, 2), (5, 3), (3, 3), (6, 4), (12, 3), (20, 5)):
        w, X = eighths(rng, d), examples(rng, n, d)
        w[0] += np.sign(w[0]) + (w[0] == 0)  # a bias worth noticing
        yield w, X


@predict_binary.edge_cases
def binary_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), examples(rng, 3, 3)
    yield np.array([1.0, -1.0]), np.array([[1.0, 1.0], [1.0, 2.0], [1.0, 0.0], [1.0, 1.0]])
    yield np.array([3, -1]), np.array([[1, 2], [1, 3], [1, 4], [1, 5]])
    near = np.array([2 + SMALL, 2 - SMALL, 2.0, 40.0])
    yield np.array([-2.0, 1.0]), np.column_stack([np.ones(4), near])
    far = np.array([[1.0, -1.75], [1.0, -2.25], [1.0, -1.0], [1.0, -40.0]])
    yield np.array([2.0, 1.0]) * SMALL**2, far
    yield eighths(rng, 3), examples(rng, 1, 3)
    yield np.array([-0.125]), np.ones((2, 1))
    yield eighths(rng, 3) * 2.0**20, examples(rng, 4, 3) * FAR
    yield np.array([0.25, 0.125]), np.array([[1.0, 1.0], [1.0, -3.0], [1.0, 10.0]])


@predict_binary.property("w times a positive number predicts the same")
def scale_is_free(f: Any, rng: np.random.Generator) -> str | None:
    w, X = eighths(rng, 3), examples(rng, 6, 3)
    once, more = np.asarray(f(w, X)), np.asarray(f(w * 8, X))
    if not np.array_equal(once, more):
        return (
            "Eight times the weights give eight times the scores, and their signs stay. Yours "
            f"predicts {once.tolist()} with w and {more.tolist()} with 8 w."
        )
    return None


predict_binary.answer("""
    scores = X @ w
    return np.where(scores >= 0, 1, -1)
""")
predict_binary.mistake(
    "np.where(scores >= 0, 1, -1) -> np.sign(scores)",
    "a score of 0 gives 0, which isn't a label.",
    "What does np.sign make of 0, and which label should a point on the line get?",
)
predict_binary.mistake(
    ">= 0 -> > 0",
    "a score of 0 gives -1.",
    "On which side does this course count a point on the line?",
)
predict_binary.mistake(
    "1, -1 -> 1, 0",
    "the labels are 0 and 1, or False and True.",
    "Which two labels should there be?",
)
predict_binary.mistake(
    ">= 0 -> <= 0",
    "the two labels have changed places.",
    "Which label belongs to a positive score?",
)
predict_binary.mistake(
    "np.where(scores >= 0, 1, -1) -> scores",
    "the scores come back, not their signs.",
    "A score says how far and on which side. What does a label say?",
)
predict_binary.mistake(
    "X @ w -> X @ w + w[0]",
    "the bias is counted twice.",
    "The constant 1 is in X already: what does w0 meet in X @ w?",
)
predict_binary.mistake(
    "X @ w -> X[:, 1:] @ w[1:] - w[0]",
    "the sign of the bias is wrong.",
    "The score is w0 plus the rest. Where has a minus come from?",
)
predict_binary.mistake(
    ">= 0 -> >= 0.5",
    "the score is compared with 0.5.",
    "0.5 is a threshold for probabilities. Which scores lie on the line?",
)
predict_binary.mistake(
    ">= 0 -> >= scores.mean()",
    "the score is compared with the mean of the scores.",
    "Should the label of one example depend on the others?",
)
predict_binary.mistake(
    "np.where(scores >= 0, 1, -1) -> 1 if scores.sum() >= 0 else -1",
    "one label comes back for all examples together.",
    "How many labels should there be for n examples?",
)


# ---------------------------------------------------------------- margin

margin = Check(reference.margin, gives=Number())
margin.example(
    (np.array([-1.0, 2.0, -3.0]), np.array([1.0, 1.0, 1.0]), -1),
    2.0,
    "the score is -1 + 2 - 3 = -2, and times the label -1 it is 2: classified right",
)


@margin.random_inputs
def margin_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 3, 3, 4, 6):
        for y in (1, -1):
            w, x = eighths(rng, d), np.concatenate([[1.0], eighths(rng, d - 1)])
            w[0] = rng.integers(1, 9) / 4
            yield w, x, y


@margin.edge_cases
def margin_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), np.array([1.0, 2.0, 3.0]), -1
    yield np.array([1.0, -0.5]), np.array([1.0, 2.0]), 1
    yield rng.integers(1, 6, 3), np.array([1, *rng.integers(1, 6, 2)]), -1
    yield np.array([2.5]), np.array([1.0]), -1
    yield eighths(rng, 3) * 2.0**20, a_point(rng, 3) * FAR, -1
    yield np.array([4.0, 1.0]), np.array([1.0, 3.0]), 1
    yield eighths(rng, 3) * SMALL, a_point(rng, 3), -1


@margin.property("the other label turns the sign round")
def label_turns_the_sign(f: Any, rng: np.random.Generator) -> str | None:
    w, x = eighths(rng, 3) + 5, a_point(rng, 3)
    plus, minus = float(f(w, x, 1)), float(f(w, x, -1))
    if not np.isclose(plus, -minus):
        return (
            "An example that is right by some amount for y = +1 is wrong by as much for y = -1. "
            f"Yours gives {plus:g} for y = +1 and {minus:g} for y = -1."
        )
    return None


margin.answer("""
    return y * (w @ x)
""")
margin.mistake(
    "y * (w @ x) -> w @ x",
    "it is only the score, without the label.",
    "Should the same score be good news for both labels?",
)
margin.mistake(
    "y * (w @ x) -> y * (w @ x) / np.linalg.norm(w)",
    "it is divided by the length of w: a distance.",
    "Does the formula divide by anything?",
)
margin.mistake(
    "(w @ x) -> np.sign(w @ x)",
    "only the sign is left: +1 for right, -1 for wrong.",
    "How far on the right side is the example?",
)
margin.mistake(
    "y * (w @ x) -> max(0, 1 - y * (w @ x))",
    "it is 1 minus the margin, and never below 0.",
    "The margin itself can be negative. When is it?",
)
margin.mistake(
    "y * (w @ x) -> w[0] * x[0] + y * (w[1:] @ x[1:])",
    "the label is multiplied with the features only: the bias keeps its sign.",
    "y multiplies the whole score. Is w0 inside your bracket too?",
)
margin.mistake(
    "y * (w @ x) -> y * w[0] * x[0] + w[1:] @ x[1:]",
    "the label is multiplied into the bias only.",
    "y multiplies the whole score. Which terms does it reach in your code?",
)
margin.mistake(
    "y * (w @ x) -> (y > 0) * (w @ x)",
    "the label is treated as 0 or 1: for y = -1 the result is 0.",
    "The labels here are -1 and +1.",
)


# ---------------------------------------------------------------- distance

distance = Check(reference.distance, gives=RATIO)
distance.example(
    (np.array([5.0, 3.0, -4.0]), np.array([1.0, 2.0, 9.0])),
    -5.0,
    "the score is 5 + 6 - 36 = -25, and (3, -4), the weights without the bias, are 5 long",
)


def a_line(rng: np.random.Generator, d: int) -> Any:
    """Weights with a bias, and none of them 0."""
    return rng.choice([-1, 1], d) * rng.integers(3, 25, d) / 8


def a_point(rng: np.random.Generator, d: int) -> Any:
    return np.concatenate([[1.0], eighths(rng, d - 1)])


@distance.random_inputs
def distance_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for d in (3, 3, 3, 4, 5, 7, 2):
        yield a_line(rng, d), a_point(rng, d)
        yield a_line(rng, d), a_point(rng, d)


@distance.edge_cases
def distance_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([-5.0, 3.0, 4.0]), np.array([1.0, 3.0, -1.0])  # on the boundary
    yield np.array([0.0, 0.0, 2.0]), np.array([1.0, 7.0, -3.0])
    yield np.array([2, 5, -12]), np.array([1, 0, 0])  # whole numbers; the centre
    yield np.array([-4, -8]), np.array([1, 3])
    yield a_line(rng, 3) * 2.0**20, a_point(rng, 3)
    yield a_line(rng, 3) * SMALL, a_point(rng, 3)
    yield np.array([3.0, 0.0, 0.0, 0.0, -0.5]), a_point(rng, 5)


@distance.refuses("it raises ValueError where every weight but the bias is 0")
def no_boundary(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([2.0, 0.0, 0.0]), a_point(rng, 3)
    yield np.zeros(3), a_point(rng, 3)
    yield np.array([-1, 0]), np.array([1, 4])


@distance.property("w times a positive number gives the same distance")
def scale_of_w_is_free(f: Any, rng: np.random.Generator) -> str | None:
    w, x = a_line(rng, 3), a_point(rng, 3)
    once, more = float(f(w, x)), float(f(4 * w, x))
    if np.isclose(once, more):
        return None
    return (
        "The boundary of 4 w is the boundary of w, so no point is further away from it. Yours gives "
        f"{once:.4g} for w and {more:.4g} for 4 w."
    )


@distance.property("a step along the weights without the bias, one unit long, adds 1")
def one_step_further(f: Any, rng: np.random.Generator) -> str | None:
    w, x = a_line(rng, 3), a_point(rng, 3)
    further = x + np.concatenate([[0.0], w[1:] / np.linalg.norm(w[1:])])
    gone = float(f(w, further)) - float(f(w, x))
    if np.isclose(gone, 1):
        return None
    return f"The step is one unit long and goes straight away from the boundary; yours adds {gone:.4g}."


distance.answer("""
    length = np.linalg.norm(w[1:])
    if length == 0:
        raise ValueError("there is no boundary")
    return w @ x / length
""")
distance.mistake(
    "w @ x / length -> w @ x / np.linalg.norm(w)",
    "the bias counts in the length that you divide by.",
    "Does a line move or turn when only the bias changes? Which weights give its direction?",
)
distance.mistake(
    "w @ x / length -> abs(w @ x) / length",
    "the sign is lost: both sides of the boundary look alike.",
    "What should tell a point on the positive side from one on the negative side?",
)
distance.mistake(
    "w @ x / length -> w[1:] @ x[1:] / length",
    "the bias is left out of the score.",
    "That is the distance to a line through the origin. Does this boundary pass through it?",
)
distance.mistake(
    "np.linalg.norm(w[1:]) -> w[1:] @ w[1:]",
    "the score is divided by the squared length.",
    "How long is the arrow (3, -4)?",
)
distance.mistake(
    "np.linalg.norm(w[1:]) -> np.abs(w[1:]).sum()",
    "the absolute weights are added up to get the length.",
    "How long is the arrow (3, -4)? It is 5, not 7.",
)
distance.mistake(
    "w @ x / length -> w @ x / length / np.linalg.norm(x[1:])",
    "the score is also divided by the length of x: that is no distance.",
    "Only one of the two vectors is scaled to length 1. Which one?",
)
