"""Checks of training softmax regression with minibatches.

What is asked holds in every order: of examples that are all alike, of examples that stand at right
angles to each other (so that none changes another's score), and of small sets of examples for which
all orders can be tried.
"""

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
from misstep import Args, Array, Check
from misstep.core.random_inputs import Rng, a_seed, cut, rate

from lincourse import softmax as reference
from lincourse.checks.units.softmax.random_inputs import problem

ORTHOGONAL = np.array([[1.0]])
for _ in range(3):  # eight rows of ±1 at right angles, ones first: a Hadamard matrix
    ORTHOGONAL = np.block([[ORTHOGONAL, ORTHOGONAL], [ORTHOGONAL, -ORTHOGONAL]])


def at_right_angles(rng: np.random.Generator, n: int, d: int) -> Any:
    """n examples (n, d) none of which changes another's score; the constant 1 comes first."""
    signs = np.concatenate([[1.0], rng.choice([-1.0, 1.0], d - 1)])
    return (ORTHOGONAL[:d, :d] * signs)[rng.permutation(d)[:n]]


def no_right_angles(rng: np.random.Generator, n: int, d: int) -> Any:
    """n examples (n, d), each of which changes every other's scores; the constant 1 comes first."""
    X = rng.integers(1, 17, (n, d)) / 8
    X[:, 0] = 1.0
    return X


train_softmax = Check(reference.train_softmax, gives=Array("(K, d)"), chance=True)
train_softmax.example(
    (np.array([[2.0, 0.0], [0.0, 4.0]]), np.array([0, 1]), 2, 1.0, 1, 1, Rng(1)),
    np.array([[1.0, -2.0], [-1.0, 2.0]]),
    "W starts at zeros, so both classes have 1/2 for each of the two examples, and each example "
    "adds half of itself to its own class and takes it away from the other one",
)


@train_softmax.random_inputs
def train_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for n, d, K in ((3, 2, 3), (4, 3, 2), (3, 3, 3), (5, 2, 4)):  # all in one batch
        _, X, y = problem(rng, n, d, K)
        yield X, y, K, rate(rng) / 2, int(rng.integers(2, 6)), n, Rng(a_seed(rng))
    for n, size in ((7, 3), (5, 2), (9, 4), (4, 1)):  # all examples alike
        _, X, y = problem(rng, 1, 3, 3)
        X, y = np.repeat(X, n, axis=0), np.repeat(y, n)
        yield X, y, 3, rate(rng) / 4, int(rng.integers(2, 5)), size, Rng(a_seed(rng))
    for n, d, size in ((4, 4, 1), (4, 4, 2), (8, 8, 2), (6, 8, 3), (6, 8, 1)):  # at right angles
        X, y = at_right_angles(rng, n, d), rng.integers(0, 3, n)
        y[:2] = [2, 0]
        yield X, y, 3, rate(rng) / 4, int(rng.integers(2, 5)), size, Rng(a_seed(rng))


@train_softmax.edge_cases
def train_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    _, X, y = problem(rng, 4, 3, 3)
    yield X, y, 3, 0.5, 0, 2, Rng(a_seed(rng))
    yield X, y, 3, 0.5, 3, 100, Rng(a_seed(rng))
    yield X, y, 5, 0.5, 2, 4, Rng(a_seed(rng))  # two classes without examples
    yield X[:1], y[:1], 3, 0.25, 3, 1, Rng(a_seed(rng))
    whole = rng.integers(-2, 3, (5, 2))
    whole[:, 0] = 1
    yield whole, np.array([0, 1, 1, 0, 1]), 2, 0.5, 4, 5, Rng(a_seed(rng))
    yield ORTHOGONAL[:4, :4].astype(int), np.array([1, 0, 1, 1]), 2, 0.25, 3, 2, Rng(a_seed(rng))
    _, X, y = problem(rng, 30, 4, 3)
    yield X, y, 3, 0.5, 60, 30, Rng(a_seed(rng))


@train_softmax.property("in one epoch it learns from each example once")
def each_once(f: Any, rng: np.random.Generator) -> str | None:
    X, y, K, eta = at_right_angles(rng, 8, 8), rng.integers(0, 3, 8), 3, 0.25
    W = np.asarray(f(X, y, K, eta, 1, 1, Rng(a_seed(rng))), dtype=float)
    scores = np.zeros((8, K))  # of each example after 0, 1, 2, ... steps on it
    counts = np.full(8, -1)
    for uses in range(9):
        counts[(counts < 0) & np.isclose(X @ W.T, scores, atol=1e-9).all(axis=1)] = uses
        if (counts >= 0).all():
            break
        scores = scores - eta * (reference.softmax(scores) - np.eye(K)[y]) * 8  # x . x is 8
    else:
        return None  # its steps are wrong, and other checks will say how
    if (counts == 1).all():
        return None
    return (
        "The examples are at right angles, so W shows how often each was learnt from. In one epoch "
        "with batches of 1 each should come once; here example 0, 1, 2, ... came "
        f"{counts.tolist()} times."
    )


def descents(X: Any, y: Any, K: int, eta: float, steps: Any) -> Any:
    """W (m, K, d) after m descents from zeros at once; each step is their m batches, (m, size)."""
    W, targets = np.zeros((len(steps[0]), K, X.shape[1])), np.eye(K)[y]
    for batch in steps:
        exps = np.exp(X[batch] @ W.swapaxes(1, 2))  # scores are small here
        errors = exps / exps.sum(axis=2, keepdims=True) - targets[batch]
        W = W - eta * errors.swapaxes(1, 2) @ X[batch] / batch.shape[1]
    return W


@cache
def every_cut(n: int, size: int) -> list[Any]:
    """Every way to share 0..n-1 out into batches; the order within a batch does not matter.

    One array (ways, size) for each batch.
    """
    ways = {
        tuple(tuple(sorted(part)) for part in cut(order, size)) for order in permutations(range(n))
    }
    return [np.array(batches) for batches in zip(*sorted(ways), strict=True)]


@train_softmax.property("the result is that of some order of the examples")
def some_order(f: Any, rng: np.random.Generator) -> str | None:
    for n, size in ((5, 2), (6, 4)):
        X, y, K, eta = no_right_angles(rng, n, 3), rng.integers(0, 3, n), 3, rate(rng) / 2
        W = np.asarray(f(X, y, K, eta, 1, size, Rng(a_seed(rng))), dtype=float)
        steps = every_cut(n, size)
        possible = descents(X, y, K, eta, steps)
        if not np.isclose(W, possible, atol=1e-9).all(axis=(1, 2)).any():
            sizes = " and ".join(str(batch.shape[1]) for batch in steps)
            return (
                f"No order of the examples gives this W: {n} examples in batches of {sizes} have "
                f"{len(possible)} possible results after one epoch, and yours is not among them."
            )
    return None


@train_softmax.property("the examples are shuffled")
def shuffled(f: Any, rng: np.random.Generator) -> str | None:
    X, y = no_right_angles(rng, 12, 3), rng.integers(0, 3, 12)
    W = np.asarray(f(X, y, 3, 0.5, 1, 1, Rng(a_seed(rng))), dtype=float)
    if np.allclose(W, descents(X, y, 3, 0.5, np.arange(12).reshape(12, 1, 1))[0], atol=1e-9):
        return "This W comes from taking the examples in the order in which they are given."
    return None


@train_softmax.property("the same seed gives the same weights")
def same_seed(f: Any, rng: np.random.Generator) -> str | None:
    X, y, seed = no_right_angles(rng, 8, 3), rng.integers(0, 3, 8), a_seed(rng)
    first, second = (np.asarray(f(X, y, 3, 0.5, 2, 1, Rng(seed)), dtype=float) for _ in range(2))
    if np.allclose(first, second, atol=1e-9):
        return None
    return (
        "Two generators with the same seed led to different weights, so some of the chance does "
        "not come from rng."
    )


@train_softmax.property("another seed gives other weights")
def other_seed(f: Any, rng: np.random.Generator) -> str | None:
    X, y, seed = no_right_angles(rng, 8, 3), rng.integers(0, 3, 8), a_seed(rng)
    first, second = (
        np.asarray(f(X, y, 3, 0.5, 2, 1, Rng(seed + i)), dtype=float) for i in range(2)
    )
    if not np.allclose(first, second, atol=1e-9):
        return None
    return (
        "Two generators with different seeds led to the same weights, so the order of the examples "
        "does not come from rng."
    )


@train_softmax.property("every epoch is shuffled anew")
def shuffled_anew(f: Any, rng: np.random.Generator) -> str | None:
    n, epochs = 5, 6
    X, y = no_right_angles(rng, n, 3), rng.integers(0, 3, n)
    y[:3] = rng.permutation(3)
    W = np.asarray(f(X, y, 3, 0.5, epochs, 1, Rng(a_seed(rng))), dtype=float)
    orders = np.array(list(permutations(range(n))))
    same_each_epoch = descents(X, y, 3, 0.5, np.tile(orders, epochs).T[:, :, None])
    [found] = np.nonzero(np.isclose(W, same_each_epoch, atol=1e-9).all(axis=(1, 2)))
    if len(found):
        return (
            f"This W comes from {epochs} epochs in one and the same order: "
            f"{', '.join(map(str, orders[found[0]]))}, again and again."
        )
    return None


@train_softmax.property("any two examples can share a batch")
def batches_mixed(f: Any, rng: np.random.Generator) -> str | None:
    X, y, tries = no_right_angles(rng, 8, 3), rng.integers(0, 3, 8), 12
    y[:2] = [0, 1]
    results: list[Any] = []
    for _ in range(tries):
        W = np.asarray(f(X, y, 3, 0.5, 1, 4, Rng(a_seed(rng))), dtype=float)
        if not any(np.allclose(W, other, atol=1e-9) for other in results):
            results.append(W)
        if len(results) > 2:
            return None
    return (
        f"Eight examples make two batches of four in 70 ways. With {tries} different seeds there "
        f"were only {len(results)} different results, so the same examples always share a batch."
    )


train_softmax.answer("""
    W = np.zeros((n_classes, X.shape[1]))
    targets = np.eye(n_classes)[y]
    for epoch in range(epochs):
        order = rng.permutation(len(X))
        for start in range(0, len(X), batch_size):
            batch = order[start : start + batch_size]
            Z = X[batch] @ W.T
            exps = np.exp(Z - Z.max(axis=1, keepdims=True))
            P = exps / exps.sum(axis=1, keepdims=True)
            errors = P - targets[batch]
            W = W - eta * errors.T @ X[batch] / len(batch)
    return W
""")
train_softmax.mistake(
    "range(0, len(X), batch_size) -> range(0, len(X) - batch_size + 1, batch_size)",
    "the last batch of an epoch, the short one, is dropped.",
    "Seven examples in batches of three: where does the last one go?",
)
train_softmax.mistake(
    "range(0, len(X), batch_size) -> [0]",
    "only one batch is used in an epoch.",
    "An epoch goes through all the examples. How many batches is that?",
)
train_softmax.mistake(
    """
    range(0, len(X), batch_size) -> [0]
    order[start : start + batch_size] -> order
    """,
    "all examples are used in every step: batch_size does nothing.",
    "How many examples should a step look at, and how many steps make an epoch?",
)
train_softmax.mistake(
    """
    range(0, len(X), batch_size) -> range(len(X))
    order[start : start + batch_size] -> order[start : start + 1]
    """,
    "every step looks at one example: batch_size does nothing.",
    "How many examples should a step look at?",
)
train_softmax.mistake(
    """
    for start in range(0, len(X), batch_size): -> for batch in np.array_split(order, batch_size):
    batch = order[start : start + batch_size] -> if len(batch) == 0: break
    """,
    "batch_size is taken as the number of batches.",
    "How many examples should a batch hold?",
)
train_softmax.mistake(
    """
    W = np.zeros -> parts = -(-len(X) // batch_size); W = np.zeros
    for start in range(0, len(X), batch_size): -> for batch in np.array_split(order, parts):
    batch = order[start : start + batch_size] -> pass
    """,
    "the examples are shared out evenly, so that the batches are smaller than batch_size.",
    "Only the last batch may be short. How long is your first one?",
)
train_softmax.mistake(
    "rng.permutation(len(X)) -> rng.integers(0, len(X), len(X))",
    "the examples are drawn with replacement: some come twice in an epoch, some never.",
    "In an epoch every example comes once. What must happen to one that was drawn?",
)
train_softmax.mistake(
    """
    rng.permutation(len(X)) -> np.arange(len(X))
    order[start : start + batch_size] -> rng.choice(order, min(batch_size, len(X) - start), replace=False)
    """,
    "every batch is drawn from all examples: some come twice in an epoch, some never.",
    "In an epoch every example comes once. What must happen to one that was drawn?",
)
train_softmax.mistake(
    "rng.permutation(len(X)) -> np.arange(len(X))",
    "the order is not random: nothing is shuffled, or the order is lost later.",
    "If the examples are sorted by class, what do the first batches of every epoch hold?",
)
train_softmax.mistake(
    """
    order = rng.permutation(len(X)) -> pass
    targets = -> order = rng.permutation(len(X)); targets =
    """,
    "the examples are shuffled once, and every epoch has the same batches in the same order.",
    "Where does the shuffling belong, before the loop over the epochs or inside it?",
)
train_softmax.mistake(
    "rng.permutation -> np.random.default_rng(0).permutation",
    "the order comes from a new generator with a fixed seed in every epoch.",
    "What is rng for, and what does a generator with a fixed seed return each time it is made?",
)
train_softmax.mistake(
    "targets = -> rng = np.random.default_rng(0); targets =",
    "the order comes from a generator of your own with a fixed seed.",
    "What is rng for? Should another seed not lead to other weights?",
)
train_softmax.mistake(
    "rng.permutation -> np.random.permutation",
    "the examples are shuffled, but not by rng.",
    "Could somebody with the same seed get your weights again? Which generator do you ask?",
)
train_softmax.mistake(
    """
    rng.permutation(len(X)) -> np.arange(len(X))
    range(0, len(X), batch_size) -> rng.permutation(range(0, len(X), batch_size))
    """,
    "only the order of the batches is shuffled; the same examples are always together.",
    "Which examples share a batch with example 0, in this epoch and in the next?",
)
train_softmax.mistake(
    """
    rng.permutation(len(X)) -> np.arange(len(X))
    order = -> X, targets = rng.permutation(X), rng.permutation(targets); order =
    """,
    "X and y are shuffled each on its own, so that examples get the labels of others.",
    "After the shuffling, does row i of X still belong to entry i of y?",
)
train_softmax.mistake(
    "targets[batch] -> targets[start : start + batch_size]",
    "X is shuffled and y is not, so that examples get the labels of others.",
    "After the shuffling, does row i of X still belong to entry i of y?",
)
train_softmax.mistake(
    "/ len(batch) -> ",
    "a step adds up the gradients of its batch, where it should take their mean.",
    "Should a batch of twice the size make the step twice as long?",
)
train_softmax.mistake(
    "/ len(batch) -> / len(X)",
    "a step is divided by the number of all examples, not by that of its batch.",
    "Of how many examples is the gradient in a step the mean?",
)
train_softmax.mistake(
    "len(batch) -> batch_size",
    "the sum over a batch is divided by batch_size, even where the last batch is shorter.",
    "How many examples does the last batch hold?",
)
train_softmax.mistake(
    "W - eta -> W + eta",
    "the step goes uphill: the gradient is added.",
    "Which way does the gradient point, and where do you want to go?",
)
train_softmax.mistake(
    "errors = P -> errors = np.eye(n_classes)[Z.argmax(axis=1)]",
    "argmax is used in place of the probabilities: a perceptron is trained.",
    "Should an example that is only just right teach nothing?",
)
train_softmax.mistake(
    "P - targets[batch] -> (P - 1) * targets[batch]",
    "a step changes only the rows of the right classes.",
    "Which rows have an error p - t that is not 0?",
)
train_softmax.mistake(
    "order = -> W = np.zeros((n_classes, X.shape[1])); order =",
    "it is the result of a single epoch: there is only one, or each starts again from zeros.",
    "Is there a loop over the epochs, and where is W set to zeros, before it or inside it?",
)
train_softmax.mistake(
    "np.zeros((n_classes, X.shape[1])) -> rng.normal(0, 0.01, (n_classes, X.shape[1]))",
    "the weights start at random numbers, not at zeros.",
    "What should come back after 0 epochs?",
)
train_softmax.mistake(
    "range(epochs) -> range(epochs - 1)",
    "there is one epoch too few.",
    "How often does your loop run for epochs = 1?",
)
train_softmax.mistake(
    "eta * -> eta / (epoch + 1) *",
    "the learning rate gets smaller from epoch to epoch.",
    "That can help, but this function keeps its rate. What is eta in your second epoch?",
)
train_softmax.mistake(
    "eta * -> ",
    "the learning rate is ignored.",
    "Where should eta come in?",
)
train_softmax.mistake(
    """
    targets = -> history = []; targets =
    / len(batch) -> / len(batch); history.append(W)
    return W -> return np.mean(history, axis=0) if history else W
    """,
    "the mean of the weights after every step is returned, not the last.",
    "The averaged perceptron does that. Which W should come back here?",
)
train_softmax.mistake(
    "W = np.zeros -> n_classes = y.max() + 1; W = np.zeros",
    "the number of classes is taken from the labels that are there.",
    "What if a class has no example? How many rows should W have?",
)
train_softmax.mistake(
    "return W -> return W.T",
    "rows and columns are swapped: it has shape (d, K).",
    "W has one row per class. Which shape do your zeros have?",
)
