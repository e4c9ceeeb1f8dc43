"""Checks of many classes at once: scores, predictions, joint features."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core.random_inputs import SMALL, eighths

from lincourse import features as reference
from lincourse.checks.units.features.random_inputs import examples

# ---------------------------------------------------------------- scores

scores = Check(reference.scores, gives=Array("(n, K)"))
scores.example(
    (np.array([[1.0, 0.0], [0.0, 2.0], [-1.0, 1.0]]), np.array([[1.0, 3.0], [1.0, -1.0]])),
    np.array([[1.0, 6.0, 2.0], [1.0, -2.0, -2.0]]),
    "the first example (1, 3) scores 1, 6 and 2 with the three rows of W",
)


def weights_and_examples(rng: np.random.Generator) -> Iterator[Args]:
    """(W, X) with n, K and d all different, and some of them equal."""
    for n, K, d in ((2, 3, 4), (4, 3, 2), (3, 3, 3), (5, 2, 3), (3, 4, 3), (2, 2, 3), (6, 5, 2)):
        yield eighths(rng, K, d), examples(rng, n, d)


scores.random_inputs(weights_and_examples)


@scores.edge_cases
def scores_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield eighths(rng, 3, 2), examples(rng, 1, 2)
    yield eighths(rng, 3, 1), np.ones((2, 1))
    yield eighths(rng, 1, 3), examples(rng, 4, 3)
    yield rng.integers(-4, 5, (3, 3)), np.array([[1, -4, 3], [1, *rng.integers(-4, 5, 2)]])
    yield eighths(rng, 3, 2), np.array([[1, 4], [1, -3]])
    yield eighths(rng, 3, 3) * 2.0**20, examples(rng, 4, 3) * np.array([1, 2.0**10, 2.0**10])
    yield eighths(rng, 2, 4) * SMALL, examples(rng, 3, 4)


@scores.property("column k holds the scores of class k: other rows of W do not matter to it")
def columns_are_classes(f: Any, rng: np.random.Generator) -> str | None:
    W, X = eighths(rng, 3, 2), examples(rng, 4, 2)
    changed = W.copy()
    changed[1] += 1
    before, after = np.asarray(f(W, X)), np.asarray(f(changed, X))
    moved = np.flatnonzero((before != after).any(axis=0)).tolist()
    if moved != [1]:
        return (
            "When only row 1 of W changes, only column 1 of the scores should. "
            f"Here the columns {moved} changed."
        )
    return None


scores.answer("""
    psi = X @ W.T
    return psi
""")
scores.mistake(
    "X @ W.T -> np.column_stack([np.ones(len(X)), X]) @ W.T",
    "X gets one more column of ones, and then it has more columns than W.",
    "Compare X.shape with W.shape: is the constant feature still missing, or is it there already?",
)
scores.mistake(
    "X @ W.T -> X @ W",
    "W is multiplied without being transposed.",
    "X has shape (n, d) and W (K, d). Which two lengths meet in the middle?",
)
scores.mistake(
    "X @ W.T -> W @ X",
    "W is multiplied with X as it is, which fits only where there are as many examples as features.",
    "W has shape (K, d) and X (n, d). Which two lengths meet in the middle, and which should?",
)
scores.mistake(
    "X @ W.T -> (W @ X.T).reshape(len(X), len(W))",
    "the transposed table is cut into rows of the right length: numbers end up in wrong places.",
    "reshape keeps the order of the numbers. What turns rows into columns?",
)
scores.mistake(
    "X @ W.T -> X @ W.T + W[:, 0]",
    "the bias is counted twice.",
    "The constant 1 is in X already: what does W[k, 0] meet?",
)
scores.mistake(
    "X @ W.T -> X[:, 1:] @ W[:, 1:].T",
    "the bias is left out.",
    "What is W[k, 0] multiplied with?",
)
scores.mistake(
    "return psi -> return psi.argmax(axis=1)",
    "it returns the chosen classes, not the scores.",
    "What is the shape of a table with a score for every example and every class?",
)
scores.mistake(
    "return psi -> return psi.max(axis=1)",
    "it returns the best score of each example only.",
    "What is the shape of a table with a score for every example and every class?",
)
scores.mistake(
    """
    X @ W.T -> X @ W.T; exps = np.exp(psi - psi.max(axis=1, keepdims=True))
    return psi -> return exps / exps.sum(axis=1, keepdims=True)
    """,
    "the scores are turned into probabilities.",
    "A score is any number. Can a probability be negative?",
)
scores.mistake(
    "return psi -> return np.sign(psi)",
    "the signs of the scores come back.",
    "With K classes the largest score wins. Can you find it among signs?",
)
scores.mistake(
    "X @ W.T -> X @ (W / np.linalg.norm(W, axis=1, keepdims=True)).T",
    "each row of W is scaled to length 1 first.",
    "Does the formula divide by anything?",
)


# ---------------------------------------------------------------- predict_multiclass

predict_multiclass = Check(reference.predict_multiclass, gives=Array("(n,)"))
predict_multiclass.example(
    (
        np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]),
        np.array([[1.0, 3.0], [1.0, -2.0], [1.0, 1.0]]),
    ),
    np.array([1, 0, 0]),
    "the scores are (1, 3, 2), (1, -2, -0.5) and (1, 1, 1); of three equal ones the first wins",
)


@predict_multiclass.random_inputs
def multiclass_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, K, d in ((3, 3, 3), (5, 3, 2), (4, 2, 3), (8, 4, 3), (12, 5, 4), (6, 6, 2), (3, 4, 3)):
        W = eighths(rng, K, d)
        W[:, 0] = rng.permutation(K) * 3.0 - K  # biases that matter
        yield W, examples(rng, n, d)


@predict_multiclass.edge_cases
def multiclass_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros((4, 3)), examples(rng, 3, 3)
    twice = eighths(rng, 2, 3)
    yield np.vstack([twice - [9, 0, 0], twice[[1, 0, 1]]]), examples(rng, 5, 3)
    yield np.array([[-3.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]]), np.array([[1.0, 0.0], [1.0, 5.0]])
    yield np.array([[0, 1], [1, 0], [1, 0]]), np.array([[1, 0], [1, 1], [1, 2], [1, -3]])
    yield eighths(rng, 3, 3), examples(rng, 1, 3)
    yield eighths(rng, 3, 3) * 2.0**20, examples(rng, 4, 3)
    yield np.array([[-9.0, 0.0], [1.0, 0.5]]), np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    nearly = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]])  # ties, but for very little
    yield nearly * SMALL**2, np.array([[1.0, 0.0], [1.0, 2.0], [1.0, 1 - SMALL]])


@predict_multiclass.property("the same vector added to every row of W changes no prediction")
def only_differences_count(f: Any, rng: np.random.Generator) -> str | None:
    W, X = eighths(rng, 3, 3), examples(rng, 6, 3)
    before, after = np.asarray(f(W, X)), np.asarray(f(W + np.array([-20.0, 1.0, 2.0]), X))
    if not np.array_equal(before, after):
        return (
            "The same vector added to all rows moves all scores of an example by the same amount, "
            f"so the best stays the best. Yours predicts {before.tolist()} before and "
            f"{after.tolist()} after."
        )
    return None


predict_multiclass.answer("""
    psi = X @ W.T
    return psi.argmax(axis=1)
""")
predict_multiclass.mistake(
    "psi.argmax(axis=1) -> ((X[:, None] - W) ** 2).sum(axis=2).argmin(axis=1)",
    "the class whose weights are nearest to the example is chosen, not the one that scores highest.",
    "A long row of W can be far from x and still score high. What is a score worked out from?",
)
predict_multiclass.mistake(
    "argmax -> argmin",
    "the class with the smallest score is chosen.",
    "Which class does the classifier believe in most?",
)
predict_multiclass.mistake(
    "psi.argmax(axis=1) -> len(W) - 1 - psi[:, ::-1].argmax(axis=1)",
    "on a tie the last of the best classes is chosen.",
    "Which of several equal scores should win?",
)
predict_multiclass.mistake(
    "psi.argmax -> abs(psi).argmax",
    "the score that is largest in size wins, whatever its sign.",
    "Is a score of -9 a good one?",
)
predict_multiclass.mistake(
    "X @ W.T -> X[:, 1:] @ W[:, 1:].T",
    "the bias is left out.",
    "What is W[k, 0] multiplied with?",
)
predict_multiclass.mistake(
    "X @ W.T -> X @ W.T + W[:, 0]",
    "the bias is counted twice.",
    "The constant 1 is in X already: what does W[k, 0] meet?",
)
predict_multiclass.mistake(
    "X @ W.T -> X @ W",
    "W is multiplied without being transposed.",
    "X has shape (n, d) and W (K, d). Which two lengths meet in the middle?",
)
predict_multiclass.mistake(
    "psi.argmax(axis=1) -> np.where(psi.max(axis=1) >= 0, 1, -1)",
    "the labels are -1 and +1.",
    "With K classes a label is a number from 0 to K-1.",
)


# ---------------------------------------------------------------- joint_features

joint_features = Check(reference.joint_features, gives=Array("(K*d,)"))
joint_features.example(
    (np.array([2.0, 1.0]), 1, 3),
    np.array([0.0, 0.0, 2.0, 1.0, 0.0, 0.0]),
    "three blocks of two places; block 1, the second, holds x",
)


@joint_features.random_inputs
def joint_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (3, 4)):
        for y in {0, 1, K - 1}:
            x = eighths(rng, d)
            x[x == 0] = 0.125
            yield x, y, K


@joint_features.edge_cases
def joint_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([2, 1, 0]), 2, 3
    yield np.array([2, 1, 0]), 0, 3
    yield np.array([0.5]), 1, 4
    yield eighths(rng, 3) + 5, 0, 1
    yield eighths(rng, 2) * 2.0**20, 3, 5
    yield rng.integers(1, 6, 4), 0, 2


@joint_features.property("theta . f(x, y) is w_y . x, with theta all rows of W in a line")
def one_long_vector(f: Any, rng: np.random.Generator) -> str | None:
    W, x = eighths(rng, 3, 2), eighths(rng, 2) + 5
    for y in range(3):
        have, want = float(W.ravel() @ f(x, y, 3)), float(W[y] @ x)
        if not np.isclose(have, want):
            return (
                f"With W = {W.tolist()} the score of class {y} is {want:g}, but theta times your "
                f"vector is {have:g}."
            )
    return None


joint_features.answer("""
    F = np.zeros((n_classes, len(x)))
    F[y] = x
    return F.ravel()
""")
joint_features.mistake(
    "F.ravel() -> F.T.ravel()",
    "the features are interleaved: first x1 of every class, then x2 of every class.",
    "A block holds all features of one class, side by side. Which index moves faster?",
)
joint_features.mistake(
    "F[y] -> F[n_classes - 1 - y]",
    "the blocks are in reverse order.",
    "Which block comes first in the long vector?",
)
joint_features.mistake(
    "F.ravel() -> F",
    "a table comes back, not one long vector.",
    "What must the shape of f be, so that theta . f is a number?",
)
joint_features.mistake(
    "F[y] = x -> F[y] = y * x",
    "the label is multiplied into the features.",
    "The label says in which block x goes. Does it change x?",
)
joint_features.mistake(
    "F = -> x = np.append(1, x); F =",
    "a constant 1 is added to x.",
    "Does this function add a bias? How long should the result be?",
)
joint_features.mistake(
    "F[y] -> F[: y + 1]",
    "all blocks up to block y hold x.",
    "What should the weights of the other classes be multiplied with?",
)
joint_features.answer("""
    d = len(x)
    f = np.zeros(n_classes * d)
    for i in range(d):
        f[y * d + i] = x[i]
    return f
""")
joint_features.mistake(
    "y * d + i -> y + i",
    "x starts at place y, not at the start of block y.",
    "How long is a block, and where does the y-th one start?",
)
joint_features.mistake(
    "y * d + i -> y * n_classes + i",
    "a block is taken to be as long as there are classes.",
    "How many features does one class have?",
)
