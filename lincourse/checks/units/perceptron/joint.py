"""Checks of the rule on joint features, its loss and gradient, and the SVM-style update.

`F` (K, D) holds one row f(x, k) per class.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check, Number
from misstep.core.random_inputs import SMALL, eighths

from lincourse import perceptron as reference
from lincourse.checks.units.perceptron.quizzes import TABLE, THETA

# ---------------------------------------------------------------- joint features: F (K, D)


# theta and F with scores of -6, -3 and -7, for a search that takes 0 for the best so far.
BELOW_0 = np.array([1.0, 2.0]), np.array([[-4.0, -1.0], [-1.0, -1.0], [-3.0, -2.0]])


def block_features(rng: np.random.Generator, K: int, d: int) -> Any:
    """F (K, K*d) with x in block k of row k."""
    return np.kron(np.eye(K), eighths(rng, d))


def joint_inputs(rng: np.random.Generator) -> Iterator[Args]:
    """(theta, F, y) with the right class best, second and last; no tie at the top."""
    for K, D in ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 3)):
        for blocks in (False, True):
            while True:
                F = block_features(rng, K, D) if blocks else eighths(rng, K, D)
                theta = eighths(rng, F.shape[1])
                order = np.argsort(-(F @ theta), kind="stable")
                psi = (F @ theta)[order]
                if psi[0] > psi[1]:
                    break
            for y in dict.fromkeys((int(order[0]), int(order[1]), int(order[-1]))):
                yield theta, F, y


def nearly_tied(rng: np.random.Generator) -> tuple[Any, Any]:
    """theta and F with scores very near 0, the largest last."""
    theta, F = eighths(rng, 3) * SMALL, eighths(rng, 4, 3) * SMALL
    return theta, F[np.argsort(F @ theta)]


joint_update = Check(reference.joint_update, gives=Array("(D,)"))
joint_update.example(
    (np.array([1.0, 0.0, 2.0]), np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 0.0]]), 0),
    np.array([2.0, 0.0, 1.0]),
    "the scores are 1, 2 and 1, so class 1 wins where class 0 is right: add row 0, subtract row 1",
)
joint_update.random_inputs(joint_inputs)


@joint_update.edge_cases
def joint_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(4), block_features(rng, 2, 2), 1  # a tie that argmax gives to class 0
    yield np.zeros(4), block_features(rng, 2, 2), 0
    yield np.array([1, 0, 2]), rng.integers(-3, 4, (4, 3)), 2
    yield np.array([2.0, -1.0]), np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]), 2
    yield eighths(rng, 3) * 2.0**20, eighths(rng, 4, 3) * 2.0**10, 1
    yield THETA, TABLE, 0
    yield *nearly_tied(rng), 0


joint_update.answer("""
    psi = F @ theta
    y_hat = psi.argmax()
    return theta + F[y] - F[y_hat]
""")
joint_update.mistake(
    "F @ theta -> F.sum(axis=1)",
    "y_hat is chosen without theta: it is the class whose features add up to the most.",
    "What is the score of a class, and where does theta enter it?",
)
joint_update.mistake(
    "+ F[y] - F[y_hat] -> + F[y] * (y != y_hat)",
    "theta changes only by f(x, y).",
    "What should happen to the features of y_hat?",
)
joint_update.mistake(
    "- F[y_hat] -> ",
    "theta changes by f(x, y) at every example, mistake or not.",
    "If y_hat is y, what does f(x, y) - f(x, y_hat) come to?",
)
joint_update.mistake(
    "+ F[y] - F[y_hat] -> - F[y_hat] * (y != y_hat)",
    "theta only loses f(x, y_hat).",
    "What should happen to the features of y?",
)
joint_update.mistake(
    "+ F[y] - F[y_hat] -> + (2 * F[y] - F.sum(axis=0)) * (y != y_hat)",
    "the features of all classes are subtracted, not only those of y_hat.",
    "Which classes took part in the mistake?",
)
joint_update.mistake(
    "argmax -> argmin",
    "the class with the smallest score is taken as y_hat.",
    "Which class is chosen?",
)
joint_update.mistake(
    "F[y_hat] -> F.mean(axis=0)",
    "the mean of the features of all classes is subtracted.",
    "The perceptron looks at one rival only: which?",
)
joint_update.mistake(
    "psi.argmax() -> len(psi) - 1 - psi[::-1].argmax()",
    "on a tie the last of the best classes is taken as y_hat.",
    "argmax takes the lowest index on a tie.",
)
joint_update.mistake(
    "psi.argmax() -> y if psi[y] == psi.max() else psi.argmax()",
    "on a tie that includes the right class, nothing is changed.",
    "The prediction is argmax's: the lowest index. A tie is a mistake when y is not that one.",
)
joint_update.mistake(
    "psi.argmax() -> np.where(np.arange(len(psi)) == y, -np.inf, psi).argmax()",
    "y_hat is the strongest of the *wrong* classes even where y itself scored highest.",
    "If y scored highest, which class is y_hat, and what does the step come to?",
)


# ---------------------------------------------------------------- perceptron_loss

perceptron_loss = Check(reference.perceptron_loss, gives=Number())
perceptron_loss.example(
    (np.array([1.0, 0.0, 2.0]), np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [2.0, 0.0, 0.25]]), 0),
    1.5,
    "the scores are 1, 2 and 2.5; the best is 1.5 above that of class 0, the right one",
)
perceptron_loss.random_inputs(joint_inputs)


@perceptron_loss.edge_cases
def loss_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), eighths(rng, 3, 3), 2
    yield np.array([1, -2]), np.array([[1, 0], [0, 1], [1, 1]]), 1
    yield eighths(rng, 3) * 2.0**20, eighths(rng, 4, 3) * 2.0**10, 1
    yield *BELOW_0, 2
    yield *BELOW_0, 1
    yield eighths(rng, 3) * SMALL, eighths(rng, 4, 3), 1


@perceptron_loss.property("the loss is never below 0, and 0 where the right class scores highest")
def never_negative(f: Any, rng: np.random.Generator) -> str | None:
    theta, F = eighths(rng, 3), eighths(rng, 4, 3)
    for y in range(4):
        value = float(f(theta, F, y))
        if value < 0:
            return f"A loss can't be below 0, and this one is {value:g}."
    best = int((F @ theta).argmax())
    value = float(f(theta, F, best))
    if not np.isclose(value, 0):
        return f"Class {best} scores highest and is right, so the loss is 0, not {value:g}."
    return None


perceptron_loss.answer("""
    psi = F @ theta
    return psi.max() - psi[y]
""")
perceptron_loss.mistake(
    "psi.max() -> np.delete(psi, y).max()",
    "the largest score is taken over the wrong classes only.",
    "Over which classes does the maximum run? If y scores highest, what is left?",
)
perceptron_loss.mistake(
    "psi.max() - psi[y] -> float(psi.argmax() != y)",
    "it counts mistakes (0 or 1).",
    "How far is the wrong class ahead? The loss is that distance.",
)
perceptron_loss.mistake(
    "psi.max() - psi[y] -> max(0.0, 1 + np.delete(psi, y).max() - psi[y])",
    "your loss stays above 0 until the right class leads by 1.",
    "The perceptron is content with any lead. From which lead on should the loss be 0?",
)
perceptron_loss.mistake(
    "psi.max() - psi[y] -> np.maximum(0, psi - psi[y]).sum()",
    "the losses against all classes are added.",
    "The perceptron looks at one rival only.",
)
perceptron_loss.mistake(
    "psi.max() - psi[y] -> psi[y] - psi.min()",
    "it takes the smallest score, not the largest.",
    "Which class does the model choose?",
)


# ---------------------------------------------------------------- perceptron_gradient

perceptron_gradient = Check(reference.perceptron_gradient, gives=Array("(D,)"))
perceptron_gradient.example(
    (np.array([1.0, 0.0, 2.0]), np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]), 0),
    np.array([-1.0, 0.0, 1.0]),
    "class 1 is chosen where class 0 is right: row 1 minus row 0",
)
perceptron_gradient.random_inputs(joint_inputs)


@perceptron_gradient.edge_cases
def gradient_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([3, -2]), np.array([[1, 0], [0, 1], [1, 1]]), 1
    yield (
        np.array([2.0**20, -(2.0**20), 3.0]),
        eighths(rng, 4, 3) + np.arange(4)[:, None],
        1,
    )
    yield np.array([1.0, 1.0]), np.array([[0.0, 0.0], [2.0, 1.0]]), 1
    yield *nearly_tied(rng), 0


@perceptron_gradient.property("it is the slope of the loss, measured by small steps")
def slope_of_the_loss(f: Any, rng: np.random.Generator) -> str | None:
    for theta, F, y in joint_inputs(rng):
        psi = np.sort(F @ theta)
        if psi[-1] - psi[-2] < 0.25:
            continue  # too near a kink for a small step
        slope, h = np.asarray(f(theta, F, y), dtype=float), 2.0**-10
        for i, step in enumerate(h * np.eye(len(theta))):
            rise = reference.perceptron_loss(theta + step, F, y)
            fall = reference.perceptron_loss(theta - step, F, y)
            measured = (rise - fall) / (2 * h)
            if not np.isclose(slope[i], measured):
                return (
                    f"Moving theta[{i}] a little up and down changes the loss at a rate of "
                    f"{measured:g}, but the gradient says {slope[i]:g}."
                )
    return None


perceptron_gradient.answer("""
    psi = F @ theta
    y_hat = psi.argmax()
    return F[y_hat] - F[y]
""")
perceptron_gradient.mistake(
    "F[y_hat] - F[y] -> F[y] - F[y_hat]",
    "it is the step of the update, f(x, y) - f(x, y_hat): the gradient points the other way.",
    "The gradient points uphill; the update goes downhill.",
)
perceptron_gradient.mistake(
    "F[y_hat] - F[y] -> -F[y]",
    "it is only -f(x, y).",
    "The loss has two terms that hold theta.",
)
perceptron_gradient.mistake(
    "psi.argmax() -> np.where(np.arange(len(psi)) == y, -np.inf, psi).argmax()",
    "y_hat is chosen among the wrong classes only.",
    "If y scores highest, which class is y_hat, and how does the loss change with theta?",
)
perceptron_gradient.mistake(
    "F[y_hat] - F[y] -> theta + F[y] - F[y_hat]",
    "it is the updated theta, not the gradient.",
    "Which part of the update is the gradient?",
)
perceptron_gradient.mistake(
    """
    y_hat = psi.argmax() -> exps = np.exp(psi - psi.max())
    F[y_hat] -> exps / exps.sum() @ F
    """,
    "every class counts, weighted by the exponential of its score.",
    "The perceptron puts all its weight on one class.",
)
perceptron_gradient.mistake(
    "F[y_hat] - F[y] -> (psi.max() - psi[y]) * (F[y_hat] - F[y])",
    "it is scaled by the loss.",
    "How does the loss change when theta . f changes by 1?",
)


# ---------------------------------------------------------------- svm_update

svm_update = Check(reference.svm_update, gives=Array("(D,)"))
svm_update.example(
    (
        np.array([2.0, 0.0, 1.0]),
        np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]),
        0,
        np.array([0.0, 2.0]),
        0.25,
    ),
    np.array([1.5, 0.0, -0.75]),
    "the scores are 2 and 1; the cost lifts class 1 to 3, so it is chosen: a quarter of theta, plus "
    "row 0, minus row 1",
)


def _svm_tells(theta: Any, F: Any, y: int, cost: Any, shrink: float) -> bool:
    """No tie at the top, with the cost or without, before shrinking or after."""
    for psi in (F @ theta, F @ theta + cost, shrink * (F @ theta) + cost, F @ theta - cost):
        top = np.sort(psi)
        if top[-1] == top[-2]:
            return False
    return True


@svm_update.random_inputs
def svm_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K, D in ((2, 2), (3, 2), (3, 3), (4, 3), (5, 4)):
        for _ in range(6):
            while True:
                theta, F = eighths(rng, D) / 2, eighths(rng, K, D) / 2
                y, shrink = int(rng.integers(K)), float(rng.choice((0.25, 0.5, 0.75)))
                cost = rng.integers(1, 33, K) / 4
                cost[y] = 0
                if _svm_tells(theta, F, y, cost, shrink):
                    break
            yield theta, F, y, cost, shrink


@svm_update.edge_cases
def svm_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    one = np.array([0.0, 1.0, 1.0])
    yield np.zeros(3), eighths(rng, 3, 3), 0, one, 0.5  # only the cost decides
    yield np.array([40.0, 0.0]), np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), 0, one, 0.5
    yield np.array([1, 2, 3]), rng.integers(-3, 4, (3, 3)), 0, np.array([0, 2, 5]), 0.25
    yield eighths(rng, 2), eighths(rng, 3, 2), 0, np.zeros(3), 1.0
    yield eighths(rng, 2), eighths(rng, 3, 2), 0, one, 1.0
    yield *BELOW_0, 2, np.array([1.0, 1.0, 0.0]), 0.5
    yield *nearly_tied(rng), 0, np.zeros(4), 0.5
    yield *nearly_tied(rng), 0, np.array([0, 2, 1, 1]) * SMALL, 0.5


@svm_update.property("theta shrinks at every call, also where the right class wins")
def shrinks_always(f: Any, rng: np.random.Generator) -> str | None:
    theta = np.array([8.0, 0.0]) + eighths(rng, 2) / 8
    F, cost = np.array([[4.0, 0.0], [0.0, 1.0]]), np.array([0.0, 1.0])
    after = np.asarray(f(theta, F, 0, cost, 0.5), dtype=float)
    if np.allclose(after, theta):
        return (
            "Here the right class wins by far, so nothing is added or subtracted, but "
            "theta should still be multiplied by shrink."
        )
    return None


svm_update.answer("""
    psi = F @ theta
    y_hat = (psi + cost).argmax()
    return shrink * theta + F[y] - F[y_hat]
""")
svm_update.mistake(
    "psi + cost -> psi",
    "the cost is not added: y_hat is the plain argmax.",
    "An SVM also wants distance. What does the cost do to the scores of the wrong classes?",
)
svm_update.mistake(
    "psi + cost -> psi + np.eye(len(psi))[y] * cost.max()",
    "the cost is added to the score of the right label.",
    "Which label costs nothing?",
)
svm_update.mistake(
    "psi + cost -> shrink * psi + cost",
    "y_hat is chosen with theta already shrunk.",
    "Which theta classifies the example: the one before or after shrinking?",
)
svm_update.mistake(
    "psi + cost -> psi * cost",
    "the scores are multiplied by the cost.",
    "How does the cost enter the argmax in the rule?",
)
svm_update.mistake(
    "(psi + cost) -> np.where(np.arange(len(psi)) == y, -np.inf, psi + cost)",
    "y_hat is the strongest of the wrong classes even where y wins.",
    "If y wins with the cost added, which class is y_hat?",
)
svm_update.mistake(
    "shrink * theta + F[y] - F[y_hat] -> shrink * (theta + F[y] - F[y_hat])",
    "the whole new theta is shrunk, the step included.",
    "Does shrink multiply only theta, or the whole sum?",
)
svm_update.mistake(
    "shrink * theta -> (shrink if y_hat != y else 1) * theta",
    "theta is shrunk only where there is a mistake.",
    "When does the rule shrink?",
)
svm_update.mistake(
    "(psi + cost).argmax() -> len(psi) - 1 - (psi + cost)[::-1].argmax()",
    "on a tie, with the cost added, the last of the best classes is taken as y_hat.",
    "argmax takes the lowest index on a tie. Which one does your search keep?",
)
svm_update.mistake(
    "- F[y_hat] -> ",
    "f(x, y_hat) is not subtracted.",
    "Which two classes take part in the step?",
)
