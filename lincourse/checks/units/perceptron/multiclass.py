"""Checks of the multi-class perceptron: one update, and the average over all examples."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core.random_inputs import SMALL, eighths, rate

from lincourse import perceptron as reference

# ---------------------------------------------------------------- multiclass_update

multiclass_update = Check(reference.multiclass_update, gives=Array("(K, d)"))
multiclass_update.example(
    (np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([1.0, 3.0]), 0, 0.5),
    np.array([[1.5, 1.5], [-0.5, -0.5], [0.0, 0.0]]),
    "the scores are 1, 3 and 0, so class 1 wins where class 0 is right: row 0 gains half of x, "
    "row 1 loses it, row 2 stays",
)


@multiclass_update.random_inputs
def multiclass_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 2), (6, 5)):
        W, x = eighths(rng, K, d), eighths(rng, d)
        order = np.argsort(-(W @ x), kind="stable")
        yield W, x, int(order[0]), rate(rng)  # right
        yield W, x, int(order[1]), rate(rng)  # just missed
        yield W, x, int(order[-1]), rate(rng)  # the worst of all


@multiclass_update.edge_cases
def multiclass_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros((3, 2)), eighths(rng, 2), 0, 0.5
    yield np.zeros((3, 2)), eighths(rng, 2), 2, 0.5
    yield np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]), np.array([1.0, 2.0]), 1, 0.25
    yield rng.integers(-4, 5, (3, 3)), rng.integers(1, 5, 3), 1, 0.5
    yield np.array([[1, 0], [0, 1]]), np.array([1, 5]), 0, 0.25
    yield eighths(rng, 4, 3), eighths(rng, 3), 2, 0.5
    yield eighths(rng, 3, 3) * 2.0**20, eighths(rng, 3) * 2.0**20, 2, 2.0**-10
    x = eighths(rng, 4) * SMALL
    W = eighths(rng, 3, 4) * SMALL
    yield W[np.argsort(W @ x)], x, 0, 2.0**-7  # nearly a tie


@multiclass_update.property("what one row gains another loses: the sum of the rows stays")
def rows_sum_the_same(f: Any, rng: np.random.Generator) -> str | None:
    W, x = eighths(rng, 4, 3), eighths(rng, 3) + 5
    y = int((W @ x).argmin())
    before, after = W.sum(axis=0), f(W, x, y, 0.5).sum(axis=0)
    if not np.allclose(before, after):
        return (
            "In the multi-class rule one class gains exactly what another loses, so the sum of "
            "all rows of W never changes. Here it did."
        )
    return None


multiclass_update.answer("""
    W = np.array(W, dtype=float)
    scores = W @ x
    y_hat = scores.argmax()
    if y_hat != y:
        W[y] += eta * x
        W[y_hat] -= eta * x
    return W
""")
multiclass_update.mistake(
    "W[y_hat] -= eta * x -> pass",
    "only the right class is changed.",
    "What should happen to the class that was chosen by mistake?",
)
multiclass_update.mistake(
    "W[y] += eta * x -> pass",
    "only the class that was chosen by mistake is changed.",
    "What should happen to the class that should have been chosen?",
)
multiclass_update.mistake(
    """
    W[y] += eta * x -> W[y] += 2 * eta * x
    W[y_hat] -= eta * x -> W -= eta * x
    """,
    "all wrong classes lose x, not only the one that was chosen.",
    "Which classes took part in the mistake?",
)
multiclass_update.mistake(
    """
    += -> -=
    W[y_hat] -= -> W[y_hat] +=
    """,
    "the two classes are mixed up: the right one loses x and the wrong one gains it.",
    "Which score should go up?",
)
multiclass_update.mistake(
    "argmax -> argmin",
    "the class with the smallest score is taken as the prediction.",
    "Which class does the classifier choose?",
)
multiclass_update.mistake(
    """
    if y_hat != y: -> if True:
    W[y_hat] -= eta * x -> pass
    """,
    "only the right class's row changes, and it does so at every example, mistake or not.",
    "What should happen when the example is classified right?",
)
multiclass_update.mistake(
    "scores.argmax() -> len(scores) - 1 - scores[::-1].argmax()",
    "on a tie the last of the best classes is taken as the prediction.",
    "argmax takes the lowest index on a tie.",
)
multiclass_update.mistake(
    "y_hat != y -> scores[y] < scores.max()",
    "on a tie that includes the right class, nothing is changed.",
    "The prediction is argmax's: the lowest index. A tie is a mistake when y is not that one.",
)
multiclass_update.mistake(
    "W[y_hat] -= -> W[(W @ x).argmax()] -=",
    "the prediction is made again after the first half of the update.",
    "Both halves belong to one mistake: with which W was it made?",
)
multiclass_update.mistake(
    """
    W = np.array(W, dtype=float) -> kind, W = W.dtype, np.array(W, dtype=float)
    return W -> return W.astype(kind)
    """,
    "the step is cut to whole numbers when W holds whole numbers.",
    "What is the type of W's entries, and can it hold decimals?",
)


# ---------------------------------------------------------------- averaged_perceptron

averaged_perceptron = Check(reference.averaged_perceptron, gives=Array("(K, d)"))
averaged_perceptron.example(
    (np.array([[1.0, 2.0], [1.0, -1.0]]), np.array([0, 1]), 2, 0.5, 2),
    np.array([[-0.375, 0.375], [0.375, -0.375]]),
    "with W = 0 the first example is a tie that goes to class 0, which is right, so W is still 0 "
    "after it; the second is a mistake that makes W = [[-0.5, 0.5], [0.5, -0.5]]; in the second "
    "epoch both are right, so the mean is three quarters of that",
)


def labelled_points(rng: np.random.Generator, n: int, d: int, K: int) -> tuple[Any, Any]:
    """Examples (bias first) of K classes, loosely grouped."""
    y = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
    centres = rng.integers(-3, 4, (K, d - 1))
    return np.column_stack([np.ones(n), centres[y] + eighths(rng, n, d - 1) / 2]), y


@averaged_perceptron.random_inputs
def averaged_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d, K in ((4, 2, 2), (6, 3, 3), (9, 3, 3), (12, 2, 4), (15, 4, 3)):
        yield *labelled_points(rng, n, d, K), K, rate(rng), 1
        yield *labelled_points(rng, n, d, K), K, rate(rng), int(rng.integers(2, 5))


@averaged_perceptron.edge_cases
def averaged_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    X, y = labelled_points(rng, 8, 3, 3)
    yield X, y, 5, 0.5, 2  # two classes without an example
    yield rng.integers(-3, 4, (6, 3)), np.array([0, 1, 2, 2, 1, 0]), 3, 0.25, 3
    yield np.array([[1.0, 4.0], [1.0, -4.0]]), np.array([0, 1]), 2, 0.5, 6  # soon no mistakes
    yield np.array([[1.0, 2.0]]), np.array([0]), 2, 0.5, 4  # never a mistake
    X, y = labelled_points(rng, 3, 5, 3)
    yield X * SMALL, y[::-1].copy(), 3, 2.0**-7, 3


averaged_perceptron.answer("""
    W = np.zeros((n_classes, X.shape[1]))
    history = []
    for epoch in range(1, epochs + 1):
        for x_i, y_i in zip(X, y):
            y_hat = (W @ x_i).argmax()
            if y_hat != y_i:
                W[y_i] += eta * x_i
                W[y_hat] -= eta * x_i
            history.append(W.copy())
    return np.mean(history, axis=0)
""")
averaged_perceptron.mistake(
    "return np.mean(history, axis=0) -> return W",
    "every W in your mean is the last one: either no mean is taken, or one and the same array was "
    "stored each time.",
    "If you store W and then change it in place, what do the earlier entries hold? Print the "
    "first and the last.",
)
averaged_perceptron.mistake(
    """
    history.append(W.copy()) -> pass
    W[y_hat] -= eta * x_i -> W[y_hat] -= eta * x_i; history.append(W.copy())
    return np.mean(history, axis=0) -> return np.mean(history, axis=0) if history else W
    """,
    "the mean is over the mistakes only.",
    "A W that classifies a hundred examples right should count a hundred times.",
)
averaged_perceptron.mistake(
    "np.mean(history, axis=0) -> np.mean(history[len(X) - 1 :: len(X)], axis=0)",
    "the mean is over the epochs, one W each.",
    "After which moments does a W enter the mean?",
)
averaged_perceptron.mistake(
    """
    history.append(W.copy()) -> pass
    y_hat = -> history.append(W.copy()); y_hat =
    """,
    "each W enters the mean before its example is looked at, not after.",
    "Does W after the last example count? Does the W of zeros?",
)
averaged_perceptron.mistake(
    "history = [] -> history = [W.copy()]",
    "the W of zeros from before the first example enters the mean.",
    "How many Ws are there after n examples and how many do you average?",
)


def ends_early(X: Any, y: Any, n_classes: Any, eta: Any, epochs: Any) -> Any:
    W, history = np.zeros((n_classes, X.shape[1])), []
    for _ in range(epochs):
        before = W.copy()
        for x_i, y_i in zip(X, y, strict=True):
            W = reference.multiclass_update(W, x_i, y_i, eta)
            history.append(W)
        if np.array_equal(W, before):
            break
    return np.mean(history, axis=0)


averaged_perceptron.mistake(
    ends_early,
    "training ends early, after an epoch without mistakes.",
    "The Ws of later epochs count too, even though they no longer change.",
)
averaged_perceptron.mistake(
    "eta * -> eta / (len(history) + 1) *",
    "the learning rate decays.",
    "Nothing in this function asks for a decay.",
)
averaged_perceptron.mistake(
    "eta * -> eta / epoch *",
    "the learning rate decays from epoch to epoch.",
    "Nothing in this function asks for a decay.",
)
