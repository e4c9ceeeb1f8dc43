"""Checks of the update that perceptron and softmax regression share.

Weights and examples are multiples of 1/8, so that every score and every tie is exact.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core import random_inputs
from misstep.core.random_inputs import rate

from lincourse import family as reference

eighths = partial(random_inputs.eighths, reach=2)

RULES = ("perceptron", "softmax")


# ---------------------------------------------------------------- linear_update

linear_update = Check(reference.linear_update, gives=Array("(K, d)"))
linear_update.example(
    ("perceptron", np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([1.0, 3.0]), 0, 0.5),
    np.array([[1.5, 1.5], [-0.5, -0.5], [0.0, 0.0]]),
    "the scores are 1, 3, 0, so all of the probability is on class 1; the target is class 0: row "
    "0 gets half of x, row 1 loses it, row 2 stays",
)


@linear_update.random_inputs
def update_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n_classes, d in ((2, 3), (3, 2), (3, 3), (4, 3), (5, 2), (3, 6)):
        for y in (0, n_classes - 1, int(rng.integers(n_classes))):
            for rule in RULES:
                W, x = eighths(rng, n_classes, d), eighths(rng, d)
                x[0] = 1.0
                yield rule, W, x, y, rate(rng)
        W, x = eighths(rng, n_classes, d), np.abs(eighths(rng, d)) + 0.5
        y = int(rng.integers(n_classes))
        W[y] = 2.5
        for rule in RULES:  # classified right: the perceptron rests, softmax does not
            yield rule, W, x, y, rate(rng)


@linear_update.edge_cases
def update_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    for rule in RULES:
        for y in (0, 1, 2):  # a tie of all classes
            yield rule, np.zeros((3, 2)), eighths(rng, 2) + 3, y, 0.5
        yield rule, rng.integers(-3, 4, (3, 2)), rng.integers(1, 4, 2), 2, 0.25
        yield rule, rng.integers(-3, 4, (2, 2)), np.array([1, 2]), 1, 0.5
        yield rule, eighths(rng, 4, 1), np.array([1.0]), 3, 0.5
        yield rule, eighths(rng, 1, 3), eighths(rng, 3), 0, 0.5
        yield rule, eighths(rng, 2, 3) / 3, eighths(rng, 3), 1, 0.5


@linear_update.refuses("it raises ValueError for any other rule")
def update_refuses(rng: np.random.Generator) -> Iterator[Args]:
    for rule in ("svm", "naive Bayes", "hinge", "Softmax", "perceptron "):
        yield rule, eighths(rng, 3, 2), eighths(rng, 2), 1, 0.5


@linear_update.property("what one class gains, the others lose: the sum of the rows stays")
def rows_add_up(f: Any, rng: np.random.Generator) -> str | None:
    for rule in RULES:
        W, x = eighths(rng, 4, 3), eighths(rng, 3) + 3
        y = int((W @ x).argmin())
        moved = (f(rule, W, x, y, rate(rng)) - W).sum(axis=0)
        if not np.allclose(moved, 0):
            return (
                f'With the rule "{rule}" the rows of W together changed by {moved.round(4)}; the '
                "target and the probabilities both add up to 1, so it should be 0."
            )
    return None


@linear_update.property(
    "from W = 0 softmax shares the blame evenly; the perceptron, in a tie, blames class 0"
)
def from_zero(f: Any, rng: np.random.Generator) -> str | None:
    x, eta, W = eighths(rng, 2) + 3, rate(rng), np.zeros((4, 2))
    for rule, blame in (("softmax", [0.25, 0.25, 0.25, 0.25]), ("perceptron", [1, 0, 0, 0])):
        want = eta * np.outer(np.array([0, 0, 1, 0]) - blame, x)
        if not np.allclose(f(rule, W, x, 2, eta), want):
            return (
                f'With the rule "{rule}", W = 0 and four classes, the probabilities should be '
                f"{blame}, and each row of the new W eta times (target minus that) times x."
            )
    return None


linear_update.answer("""
    if rule not in ("perceptron", "softmax"):
        raise ValueError(f"there is no rule {rule!r}")
    psi = W @ x
    if rule == "perceptron":
        p = np.eye(len(W))[psi.argmax()]
    else:
        exps = np.exp(psi - psi.max())
        p = exps / exps.sum()
    target = np.eye(len(W))[y]
    return W + eta * np.outer(target - p, x)
""")
linear_update.mistake(
    'W + eta -> W + (2 if rule == "perceptron" else 1) * eta',
    "the perceptron's step is twice as long as it should be.",
    "Target and choice are both one-hot here: which values can their difference take?",
)
linear_update.mistake(
    "W + eta -> W + 2 * eta",
    "every step is twice as long as it should be.",
    "Where does a factor 2 come from? Target and probabilities lie between 0 and 1.",
)
linear_update.mistake(
    "W + eta -> W - eta",
    "the step goes the wrong way: the right class loses and the others gain.",
    "The gradient holds p - target. Do you add it or subtract it?",
)
linear_update.mistake(
    "target - p -> target * (1 - p)",
    "only the row of the right class changes.",
    "Which rows hold probability that does not belong there?",
)
linear_update.mistake(
    "target - p -> -(1 - target) * p",
    "only the rows of the wrong classes change.",
    "What should happen to the row of the right class?",
)
linear_update.mistake(
    "p = exps / exps.sum() -> p = np.eye(len(W))[psi.argmax()]",
    'the rule "softmax" puts all of the probability on the best class, as the perceptron does.',
    "Which of the two rules lets a second-best class have a share?",
)
linear_update.mistake(
    "p = np.eye(len(W))[psi.argmax()] -> p = np.exp(psi) / np.exp(psi).sum()",
    'the rule "perceptron" uses the soft probabilities.',
    "A perceptron chooses one class. How much probability is left for the others?",
)
linear_update.mistake(
    'rule == "perceptron" -> rule == "softmax"',
    "the two rules are swapped.",
    "Which rule is the one with a hard choice?",
)
linear_update.mistake(
    "eta * np.outer -> np.outer",
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)
linear_update.mistake(
    "W + eta -> W + (psi.argmax() != y) * eta",
    "softmax learns only from mistakes.",
    "Is the probability of the right class ever exactly 1? What is left to learn if it is 0.6?",
)
linear_update.mistake(
    "p = exps / exps.sum() -> p = psi / (psi.sum() or 1.0)",
    "the scores are divided by their sum, without exp.",
    "Can a probability be negative, or the sum of the scores 0?",
)
linear_update.mistake(
    "target - p -> (p[y] < 1) * (2 * target - 1)",
    "all wrong classes are pushed down as hard as the right one is pulled up.",
    "Which classes are to blame, and how much? The changes of all rows add up to 0.",
)
linear_update.mistake(
    "np.outer(target - p, x) -> (target - p)[:, None]",
    "x is missing from the step.",
    "The step of a row has the length of a row: along which vector does it go?",
)
linear_update.mistake(
    "return W + eta -> return eta",
    "the new W is only the step: the old W is lost.",
    "The rule changes W; what should be left of the old one?",
)
linear_update.mistake(
    "psi.argmax() -> len(psi) - 1 - psi[::-1].argmax()",
    "of classes with equal scores the last is chosen, not the first.",
    "Which of several equal scores does argmax name?",
)
linear_update.mistake(
    "W + eta * np.outer(target - p, x) -> (W + eta * np.outer(target - p, x)).astype(W.dtype)",
    "the step is cut to whole numbers when W holds whole numbers.",
    "What is the type of W's entries, and can it hold a step of 0.5?",
)
linear_update.mistake(
    'raise ValueError(f"there is no rule {rule!r}") -> pass',
    'a rule that is not known is taken as "softmax".',
    "What does your last else stand for? Someone will write a rule's name wrong.",
)
linear_update.mistake(
    """
    raise ValueError(f"there is no rule {rule!r}") -> pass
    rule == "perceptron" -> rule != "softmax"
    """,
    'a rule that is not known is taken as "perceptron".',
    "What does your last else stand for? Someone will write a rule's name wrong.",
)
linear_update.mistake(
    'raise ValueError(f"there is no rule {rule!r}") -> return None',
    "a rule that is not known gives None, silently.",
    "What will the caller's next line do with None? Raise an error that says what is wrong.",
)
linear_update.mistake(
    'raise ValueError(f"there is no rule {rule!r}") -> return W',
    "a rule that is not known leaves W as it is, silently.",
    "Someone who writes a rule's name wrong would train for an hour and learn nothing.",
)

linear_update.answer("""
    psi = W @ x
    exps = np.exp(psi - psi.max())
    p = {"perceptron": np.eye(len(W))[psi.argmax()], "softmax": exps / exps.sum()}
    if rule not in p:
        raise ValueError(f"there is no rule {rule!r}")
    return W + eta * np.outer(np.eye(len(W))[y] - p[rule], x)
""")
linear_update.mistake(
    'raise ValueError(f"there is no rule {rule!r}") -> pass',
    "a rule that is not known stops with a KeyError out of a dictionary.",
    "The error should be a ValueError that names the rule. When can you raise it?",
)
