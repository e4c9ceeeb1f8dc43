"""Checks of the two-class perceptron: one update, training, a decaying rate, least squares."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check, ListOf, Number, Several
from misstep.core.random_inputs import SMALL, eighths, rate

from lincourse import perceptron as reference
from lincourse.checks.units.ratios import RATIO

# ---------------------------------------------------------------- perceptron_update

perceptron_update = Check(reference.perceptron_update, gives=Array("(d,)"))
perceptron_update.example(
    (np.array([1.0, -2.0, 0.5]), np.array([1.0, 1.0, 2.0]), 1, 0.5),
    np.array([1.0, -2.0, 0.5]) + np.array([0.5, 0.5, 1.0]),
    "the score is 1 - 2 + 1 = 0, which counts as a mistake, so half of x is added to w",
)


@perceptron_update.random_inputs
def update_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 2, 3, 3, 4, 5, 6, 8):
        for y in (1, -1):
            w, x = eighths(rng, d), eighths(rng, d)
            yield w, x, y, rate(rng)
            yield -y * np.sign(w @ x) * w, x, y, rate(rng)  # always a mistake
            yield y * np.sign(w @ x) * w, x, y, rate(rng)  # always right, unless the score is 0


@perceptron_update.edge_cases
def update_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), eighths(rng, 3), 1, 0.5
    yield np.zeros(3), eighths(rng, 3), -1, 0.5
    yield np.array([2.0, 1.0]), np.array([1.0, -2.0]), -1, 0.25
    yield np.array([2.0, 1.0]), np.array([1.0, -2.0]), 1, 0.25
    yield rng.integers(-5, 6, 4), rng.integers(-5, 6, 4), -1, 0.5
    yield np.array([3, -1]), np.array([-2, 1]), 1, 0.25
    yield eighths(rng, 1), eighths(rng, 1), -1, 0.5
    yield eighths(rng, 4) * 2.0**20, eighths(rng, 4) * 2.0**20, 1, 2.0**-10
    x = (eighths(rng, 3) + 5) * SMALL
    for y in (1, -1):  # nearly on the line, on either side
        yield 2 * x, x, y, 2.0**-7


@perceptron_update.property(
    "after a mistake the score has moved towards the label, by eta times x . x"
)
def moves_towards_the_label(f: Any, rng: np.random.Generator) -> str | None:
    for y in (1, -1):
        x, eta = eighths(rng, 3) + 5, rate(rng)
        w = -y * np.abs(eighths(rng, 3)) - y
        moved = f(w, x, y, eta) @ x - w @ x
        if not np.isclose(moved, eta * y * (x @ x)):
            direction = "up" if y > 0 else "down"
            change = f"it changed by {moved:+g}" if moved else "it did not change"
            return (
                f"This example has label {y:+d} and was misclassified, so its score should go "
                f"{direction} by {eta * (x @ x):g}; {change}."
            )
    return None


perceptron_update.answer("""
    if y * (w @ x) <= 0:
        return w + eta * y * x
    return w
""")
perceptron_update.mistake(
    "if y * (w @ x) <= 0: -> if True:",
    "w changes even where the example was classified right.",
    "What should happen when y (w . x) is above 0?",
)
perceptron_update.mistake(
    "<= 0 -> > 0",
    "you update on correct examples; update on mistakes instead.",
    "Which sign does y (w . x) have for a mistake?",
)
perceptron_update.mistake(
    "eta * y * x -> eta * x",
    "x is added to w whatever the label; for y = -1 it must be subtracted.",
    "Which way should the score of a misclassified example with label -1 move?",
)
perceptron_update.mistake(
    "w + eta -> w - eta",
    "the step goes the wrong way: the score of a misclassified example gets worse.",
    "After the update, should y (w . x) be larger or smaller than before?",
)
perceptron_update.mistake(
    "w + eta * y * x -> eta * w + y * x",
    "eta multiplies the old w, not the step.",
    "How much of the old w should be left after a mistake, and how long should the step be?",
)
perceptron_update.mistake(
    "eta * y * x -> y * x",
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)
perceptron_update.mistake(
    "<= 0 -> < 0",
    "a score of exactly 0 is taken as right.",
    "From w = 0 every score is 0. Would a rule that calls that right ever start to learn?",
)
perceptron_update.mistake(
    "y * (w @ x) <= 0 -> (1 if w @ x >= 0 else -1) != y",
    "a score of exactly 0 is taken as a prediction of +1, so positive examples with that score "
    "change nothing.",
    "A score of 0 is on the line, and this course counts it as a mistake for either label. What "
    "does yours do with y = +1 and with y = -1 there?",
)
perceptron_update.mistake(
    "y * (w @ x) <= 0 -> (1 if w @ x > 0 else -1) != y",
    "a score of exactly 0 is taken as a prediction of -1, so negative examples with that score "
    "change nothing.",
    "A score of 0 is on the line, and this course counts it as a mistake for either label. What "
    "does yours do with y = +1 and with y = -1 there?",
)
perceptron_update.mistake(
    """
    y * (w @ x) <= 0 -> (w @ x > 0) != (y > 0)
    eta * y * x -> eta * (y > 0) * x
    """,
    "the label is treated as 0 or 1: a label of -1 is handled as if nothing had to be subtracted.",
    "The labels of this rule are -1 and +1. What does y do in y (w . x) and in eta y x?",
)
perceptron_update.mistake(
    "eta * y * x -> 2 * eta * y * x",
    "the step is twice as long as it should be, as (y - prediction) is 2 or -2.",
    "With labels -1 and +1, which values can y - y_hat take for a mistake?",
)
perceptron_update.mistake(
    """
    if y * (w @ x) <= 0: -> if True:
    eta * y * x -> eta * (y - np.sign(w @ x)) * x
    """,
    "(y - prediction) is used as the step, where the prediction is the sign of the score: "
    "the step is 2 for a mistake, and 1 for a score of 0.",
    "With labels -1 and +1, which values can y - sign(w . x) take for a mistake?",
)
perceptron_update.mistake(
    "w + eta * y * x -> eta * y * x",
    "the new w is only the step: the old w is lost.",
    "The rule changes w; what should be left of the old one?",
)
perceptron_update.mistake(
    "w + eta * y * x -> (w + eta * y * x).astype(w.dtype)",
    "the step is cut to whole numbers when w holds whole numbers.",
    "What is the type of w's entries, and can it hold decimals?",
)


# ---------------------------------------------------------------- train_perceptron

train_perceptron = Check(
    reference.train_perceptron,
    gives=Several(w=Array("(d,)"), mistakes=ListOf(Number(), "a list of whole numbers")),
)
train_perceptron.example(
    (np.array([[1.0, 2.0], [1.0, -1.0]]), np.array([1, -1]), 0.5, 10),
    (np.array([0.5, 1.0]), [1, 0]),
    "the first example is a mistake (its score is 0) and makes w = (0.5, 1); the second is then "
    "right; the next epoch has no mistake and ends the training",
)


def separable_data(rng: np.random.Generator, n: int, d: int) -> tuple[Any, Any]:
    """Examples (bias first) that some whole-number w separates, both classes present."""
    while True:
        w = rng.integers(-4, 5, d)
        X = np.column_stack([np.ones(n), eighths(rng, n, d - 1)])
        score = X @ w
        keep = np.abs(score) >= 1
        if keep.sum() >= 4 and len(set(np.sign(score[keep]))) == 2:
            return X[keep], np.sign(score[keep]).astype(int)


def mixed_data(rng: np.random.Generator, n: int, d: int) -> tuple[Any, Any]:
    """Examples (bias first) with labels at random."""
    y = np.where(rng.random(n) < 0.5, -1, 1)
    y[:2] = 1, -1
    return np.column_stack([np.ones(n), eighths(rng, n, d - 1)]), y


@train_perceptron.random_inputs
def train_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((6, 2), (8, 3), (12, 3), (20, 4)):
        yield *separable_data(rng, n, d), rate(rng), 50
        yield *separable_data(rng, n, d), rate(rng), 1
        yield *separable_data(rng, n, d), rate(rng), 3
        yield *mixed_data(rng, n, d), rate(rng), int(rng.integers(2, 7))


@train_perceptron.edge_cases
def train_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    xor = np.array([[1, -1, -1], [1, -1, 1], [1, 1, -1], [1, 1, 1]])
    yield xor, np.array([-1, 1, 1, -1]), 0.5, 7
    yield rng.integers(-3, 4, (5, 2)), np.array([1, -1, -1, 1, 1]), 2.0**-7, 4
    yield np.array([[1.0, 3.0]]), np.array([-1]), 2.0, 5
    yield np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1, -1]), 0.5, 6
    yield np.zeros((2, 2)), np.array([1, -1]), 0.5, 3
    X, y = mixed_data(rng, 6, 3)
    yield X * SMALL, y, 2.0**-7, 5


@train_perceptron.property("training again from the same data gives the same result")
def repeatable(f: Any, rng: np.random.Generator) -> str | None:
    X, y = separable_data(rng, 8, 3)
    (w, mistakes), (again, mistakes_again) = f(X, y, 0.5, 50), f(X, y, 0.5, 50)
    if not np.allclose(w, again) or list(mistakes) != list(mistakes_again):
        return "The same call gave two results: it should start from zeros and go in order."
    return None


train_perceptron.answer("""
    w = np.zeros(X.shape[1])
    mistakes = []
    for epoch in range(1, max_epochs + 1):
        wrong = 0
        for x_i, y_i in zip(X, y):
            if y_i * (w @ x_i) <= 0:
                w = w + eta * y_i * x_i
                wrong += 1
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes
""")
train_perceptron.mistake(
    "return w, mistakes -> return w, [wrong for wrong in mistakes if wrong]",
    "the last epoch, the one without mistakes, is missing from the list.",
    "When do you append, and when do you leave the loop? The closing 0 belongs to the list.",
)
train_perceptron.mistake(
    "mistakes.append(wrong) -> mistakes.append(len(X) - wrong)",
    "the list counts the examples that were right, not the mistakes.",
    "Which number should the list end with once every example is classified right?",
)
train_perceptron.mistake(
    "break -> pass",
    "training goes on after an epoch without mistakes.",
    "What can still change once every example was classified right?",
)
train_perceptron.mistake(
    "<= 0 -> < 0",
    "a score of exactly 0 is taken as right.",
    "From w = 0 every score is 0. Would a rule that calls that right ever start to learn?",
)
train_perceptron.mistake(
    """
    wrong = 0 -> wrong, start = 0, w
    (w @ x_i) -> (start @ x_i)
    """,
    "all examples of an epoch are judged with the w from its start (batch learning).",
    "The perceptron learns online: which w should judge the second example?",
)
train_perceptron.mistake(
    "eta * y_i -> eta / epoch * y_i",
    "the learning rate decays from epoch to epoch.",
    "Nothing in this function asks for a decay.",
)
train_perceptron.mistake(
    "wrong = 0 -> wrong, w = 0, np.zeros(X.shape[1])",
    "w starts from zeros again in every epoch.",
    "What should the second epoch know of the first?",
)
train_perceptron.mistake(
    "zip(X, y) -> zip(X[::-1], y[::-1])",
    "the examples are taken from the last to the first.",
    "In which order should the examples come?",
)
train_perceptron.mistake(
    """
    if y_i * (w @ x_i) <= 0: -> if True:
    wrong += 1 -> wrong += int(y_i * (w @ x_i) <= 0)
    w = w + eta * y_i * x_i -> step = eta * y_i * x_i
    wrong += int(y_i * (w @ x_i) <= 0) -> wrong += int(y_i * (w @ x_i) <= 0); w = w + step
    """,
    "w changes at every example, mistake or not.",
    "What should happen when y (w . x) is above 0?",
)
train_perceptron.mistake(
    "return w, mistakes -> return w, [sum(mistakes)]",
    "only the total of mistakes is returned, as a list of one.",
    "The list has one entry per epoch.",
)
train_perceptron.mistake(
    """
    mistakes.append(wrong) -> wrong = int((y * (X @ w) <= 0).sum()); mistakes.append(wrong)
    """,
    "mistakes are counted at the end of each epoch with the final w, not as they happen.",
    "A mistake counts when it is made: at the moment the example is judged.",
)


# ---------------------------------------------------------------- eta_decay

eta_decay = Check(reference.eta_decay, gives=RATIO)
eta_decay.example((4,), 0.25, "the fourth example gets a quarter")


@eta_decay.random_inputs
def decay_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, *rng.integers(4, 1000, 6)):
        yield (int(n),)


@eta_decay.edge_cases
def decay_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield (10**9,)
    yield (7,)


eta_decay.answer("""
    return 1 / n
""")
eta_decay.mistake(
    "1 / n -> 1 / (n + 1)",
    "the rate is 1/(n+1): n is counted from 0.",
    "What is n for the very first example?",
)
eta_decay.mistake(
    "1 / n -> 0.5 ** (int(n) - 1)",
    "the rate halves with every example.",
    "The fourth example learns at the rate 1/4. What is your eta_decay(4)?",
)
eta_decay.mistake(
    "1 / n -> n",
    "the rate grows with n.",
    "Should later examples change w more, or less?",
)


# ---------------------------------------------------------------- least_squares

least_squares = Check(reference.least_squares, gives=Array("(d,)"))
least_squares.example(
    (np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0, 3.0])),
    np.array([1.0, 1.0]),
    "the three points lie on the line 1 + t",
)


def _tells(A: Any, b: Any) -> bool:
    """Well-conditioned where not exactly rank-deficient, so that every right way agrees."""
    want = reference.least_squares(A, b)
    other = np.linalg.pinv(A.T @ A) @ A.T @ b
    return bool(np.abs(want).max() < 1e3 and np.allclose(want, other, rtol=1e-9, atol=1e-10))


def _draw_until_it_tells(draw: Any, full_rank: bool = False) -> tuple[Any, Any]:
    while True:
        A, b = draw()
        if _tells(A, b) and not (full_rank and np.linalg.matrix_rank(A) < A.shape[1]):
            return A, b


@least_squares.random_inputs
def squares_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((4, 2), (5, 3), (8, 3), (12, 4), (3, 3)):
        for _ in range(2):
            yield _draw_until_it_tells(
                lambda n=n, d=d: (
                    np.column_stack([np.ones(n), rng.integers(-5, 6, (n, d - 1))]),
                    np.where(rng.random(n) < 0.5, -1.0, 1.0),
                ),
                full_rank=True,
            )


@least_squares.edge_cases
def squares_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    def deficient(n: int, d: int) -> Any:
        A = rng.integers(-5, 6, (n, d)).astype(float)
        A[:, -1] = A[:, 0]  # a feature that comes twice
        return A, eighths(rng, n)

    yield _draw_until_it_tells(lambda: deficient(5, 3))
    yield _draw_until_it_tells(lambda: deficient(8, 4))
    yield _draw_until_it_tells(lambda: (eighths(rng, 2, 4), eighths(rng, 2)))
    yield _draw_until_it_tells(lambda: (rng.integers(-5, 6, (5, 2)), rng.integers(-3, 4, 5)))
    yield np.array([[2.0], [1.0]]), np.array([4.0, 3.0])


@least_squares.property("what is left over, A w - b, stands at right angles to every column of A")
def residual_is_orthogonal(f: Any, rng: np.random.Generator) -> str | None:
    A, b = _draw_until_it_tells(lambda: (rng.integers(-4, 5, (6, 2)) + 0.0, eighths(rng, 6)))
    w = np.asarray(f(A, b), dtype=float)
    left = A.T @ (A @ w - b)
    if not np.allclose(left, 0, atol=1e-6):
        return (
            "At the minimum of the squared error, each column of A is at right angles to "
            f"A w - b. Here the products are {np.round(left, 4).tolist()}, not 0."
        )
    return None


@least_squares.property("if columns of A depend on each other, w is the shortest of the best")
def solution_is_shortest(f: Any, rng: np.random.Generator) -> str | None:
    def tripled() -> Any:
        A = rng.integers(-5, 6, (6, 3)) / 10
        A[:, -1] = 3 * A[:, 0]  # rounded, so that inv often finds an inverse, a useless one
        return A, eighths(rng, 6)

    for _ in range(4):
        A, b = _draw_until_it_tells(tripled)
        w, want = np.asarray(f(A, b), dtype=float), reference.least_squares(A, b)
        if not np.allclose(w, want, rtol=1e-6, atol=1e-6):
            return (
                "The last column of A is 3 times the first, so many w are equally good. The shortest "
                f"of them is {np.round(want, 4).tolist()}, but yours is {np.round(w, 4).tolist()}."
            )
    return None


least_squares.answer("""
    return np.linalg.pinv(A) @ b
""")
least_squares.mistake(
    "pinv(A) @ b -> inv(A.T @ A) @ A.T @ b",
    "A'A is inverted (or solved for), which can't be done where the columns of A depend on each "
    "other.",
    "Which function of NumPy still finds the shortest of all the best solutions there?",
)
least_squares.mistake(
    "pinv -> inv",
    "A itself is inverted (or solved for).",
    "Is A square? What is, and can stand in for it?",
)
least_squares.mistake(
    "pinv(A) @ b -> pinv(A.T @ A) @ b[: A.shape[1]]",
    "b is not multiplied by A'.",
    "What are the shapes of (A'A)^-1 and b?",
)
least_squares.mistake(
    "np.linalg.pinv(A) @ b -> A.T @ b",
    "it is only A'b.",
    "What undoes the A'A on the left of A'A w = A'b?",
)
least_squares.mistake(
    "pinv(A) @ b -> solve(A.T @ A + np.eye(A.shape[1]), A.T @ b)",
    "a penalty is added to A'A, which pulls w towards 0.",
    "That is ridge regression. The rank-deficient case has an exact answer without it.",
)
