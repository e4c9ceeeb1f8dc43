"""Checks of unit 04. Inputs are multiples of 1/8, so that every score and every tie is exact."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from lincourse import perceptron as reference
from lincourse.checks.draws import eighths, rate
from lincourse.checks.kinds import Array, ListOf, Number, Several
from lincourse.checks.ladder import Args, Check
from lincourse.checks.quiz import Quiz

# ---------------------------------------------------------------- perceptron_update

perceptron_update = Check(reference.perceptron_update, gives=Array("(d,)"))
perceptron_update.worked(
    (np.array([1.0, -2.0, 0.5]), np.array([1.0, 1.0, 2.0]), 1, 0.5),
    np.array([1.0, -2.0, 0.5]) + np.array([0.5, 0.5, 1.0]),
    "the score is 1 - 2 + 1 = 0, which counts as a mistake, so half of x is added to w",
)


@perceptron_update.cases
def update_cases(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 2, 3, 3, 4, 5, 6, 8):
        for y in (1, -1):
            w, x = eighths(rng, d), eighths(rng, d)
            yield w, x, y, rate(rng)
            yield -y * np.sign(w @ x) * w, x, y, rate(rng)  # always a mistake
            yield y * np.sign(w @ x) * w, x, y, rate(rng)  # always right, unless the score is 0


@perceptron_update.extremes
def update_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), eighths(rng, 3), 1, 0.5
    yield np.zeros(3), eighths(rng, 3), -1, 0.5
    yield np.array([2.0, 1.0]), np.array([1.0, -2.0]), -1, 0.25
    yield np.array([2.0, 1.0]), np.array([1.0, -2.0]), 1, 0.25
    yield rng.integers(-5, 6, 4), rng.integers(-5, 6, 4), -1, 0.5
    yield np.array([3, -1]), np.array([-2, 1]), 1, 0.25
    yield eighths(rng, 1), eighths(rng, 1), np.int64(-1), 0.5
    yield eighths(rng, 4) * 2.0**20, eighths(rng, 4) * 2.0**20, 1, 2.0**-10


@perceptron_update.law("after a mistake the score has moved towards the label, by eta times x . x")
def moves_towards_the_label(f: Any, rng: np.random.Generator) -> str | None:
    for y in (1, -1):
        x, eta = eighths(rng, 3) + 5, rate(rng)
        w = -y * np.abs(eighths(rng, 3)) - y
        moved = f(w, x, y, eta) @ x - w @ x
        if not np.isclose(moved, eta * y * (x @ x)):
            direction = "up" if y > 0 else "down"
            return (
                f"This example has label {y:+d} and was misclassified, so its score should go "
                f"{direction} by {eta * (x @ x):g}; it changed by {moved:+g}."
            )
    return None


perceptron_update.turn(
    lambda w, x, y, eta: w + eta * y * x,
    "w changes even where the example was classified right.",
    "What should happen when y (w . x) is above 0?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + eta * y * x if y * (w @ x) > 0 else w,
    "the update comes when the example is right, and not when it is wrong.",
    "Which sign does y (w . x) have for a mistake?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + eta * x if y * (w @ x) <= 0 else w,
    "x is added to w whatever the label; for y = -1 it must be taken away.",
    "Which way should the score of a misclassified example with label -1 move?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w - eta * y * x if y * (w @ x) <= 0 else w,
    "the step goes the wrong way: the score of a misclassified example gets worse.",
    "After the update, should y (w . x) be larger or smaller than before?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + y * x if y * (w @ x) <= 0 else w,
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + eta * y * x if y * (w @ x) < 0 else w,
    "a score of exactly 0 is taken as right.",
    "From w = 0 every score is 0. Would a rule that calls that right ever start to learn?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + eta * y * x if (1 if w @ x >= 0 else -1) != y else w,
    "a score of exactly 0 is taken as a prediction of +1, so positive examples there are left.",
    "A score of 0 is on the line: this course counts it as a mistake for either label.",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + eta * y * x if (1 if w @ x > 0 else -1) != y else w,
    "a score of exactly 0 is taken as a prediction of -1, so negative examples there are left.",
    "A score of 0 is on the line: this course counts it as a mistake for either label.",
)


def zero_one_labels(w: Any, x: Any, y: Any, eta: Any) -> Any:
    prediction, target = int(w @ x > 0), int(y > 0)
    return w + eta * target * x if prediction != target else w


perceptron_update.turn(
    zero_one_labels,
    "the label is treated as 0 or 1: a label of -1 is handled as if nothing had to be taken away.",
    "The labels of this rule are -1 and +1. What does y do in y (w . x) and in eta y x?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + 2 * eta * y * x if y * (w @ x) <= 0 else w,
    "the step is twice as long as it should be, as (y - prediction) is 2 or -2.",
    "With labels -1 and +1, which values can y - y_hat take for a mistake?",
)
perceptron_update.turn(
    lambda w, x, y, eta: w + eta * (y - np.sign(w @ x)) * x,
    "(y - prediction) is used as the step, where the prediction is the sign of the score: "
    "the step is 2 for a mistake, and 1 for a score of 0.",
    "With labels -1 and +1, which values can y - sign(w . x) take for a mistake?",
)
perceptron_update.turn(
    lambda w, x, y, eta: eta * y * x if y * (w @ x) <= 0 else w,
    "the new w is only the step: the old w is lost.",
    "The rule changes w; what should be left of the old one?",
)
perceptron_update.turn(
    lambda w, x, y, eta: (w + eta * y * x).astype(w.dtype) if y * (w @ x) <= 0 else w,
    "the step is cut to whole numbers when w holds whole numbers.",
    "What is the type of w's entries, and can it hold a step of 0.5?",
)


# ---------------------------------------------------------------- train_perceptron

train_perceptron = Check(
    reference.train_perceptron,
    gives=Several(w=Array("(d,)"), mistakes=ListOf(Number(), "a list of whole numbers")),
)
train_perceptron.worked(
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


@train_perceptron.cases
def train_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((6, 2), (8, 3), (12, 3), (20, 4)):
        yield *separable_data(rng, n, d), rate(rng), 50
        yield *separable_data(rng, n, d), rate(rng), 1
        yield *separable_data(rng, n, d), rate(rng), 3
        yield *mixed_data(rng, n, d), rate(rng), int(rng.integers(2, 7))


@train_perceptron.extremes
def train_extremes(rng: np.random.Generator) -> Iterator[Args]:
    xor = np.array([[1, -1, -1], [1, -1, 1], [1, 1, -1], [1, 1, 1]])
    yield xor, np.array([-1, 1, 1, -1]), 0.5, 7
    yield rng.integers(-3, 4, (5, 2)), np.array([1, -1, -1, 1, 1]), 0.25, 4
    yield np.array([[1.0, 3.0]]), np.array([-1]), 2.0, 5
    yield np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([1, -1]), 0.5, 6
    yield np.zeros((2, 2)), np.array([1, -1]), 0.5, 3


@train_perceptron.law("training again from the same data gives the same result")
def repeatable(f: Any, rng: np.random.Generator) -> str | None:
    X, y = separable_data(rng, 8, 3)
    (w, mistakes), (again, mistakes_again) = f(X, y, 0.5, 50), f(X, y, 0.5, 50)
    if not np.allclose(w, again) or list(mistakes) != list(mistakes_again):
        return "The same call gave two results: it should start from zeros and go in order."
    return None


def _train(
    X: Any,
    y: Any,
    eta: float,
    max_epochs: int,
    mistake: Any = lambda score: score <= 0,
    batch: bool = False,
    rate_of: Any = None,
    stop: bool = True,
    record_last: bool = True,
    backwards: bool = False,
    restart: bool = False,
) -> tuple[Any, list[int]]:
    """`train_perceptron` with one thing or another done wrong."""
    w, mistakes = np.zeros(X.shape[1]), []
    for epoch in range(1, max_epochs + 1):
        start, wrong = w.copy(), 0
        if restart:
            w = np.zeros(X.shape[1])
        for i in range(len(X))[:: -1 if backwards else 1]:
            score = y[i] * ((start if batch else w) @ X[i])
            if mistake(score):
                w = w + (rate_of(eta, epoch) if rate_of else eta) * y[i] * X[i]
                wrong += 1
        if wrong or record_last:
            mistakes.append(wrong)
        if stop and wrong == 0:
            break
    return w, mistakes


train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, eta, max_epochs, record_last=False),
    "the last epoch, the one without mistakes, is missing from the list.",
    "When do you append, and when do you leave the loop? The closing 0 belongs to the list.",
)
train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, eta, max_epochs, stop=False),
    "training goes on after an epoch without mistakes.",
    "What can still change once every example was classified right?",
)
train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, eta, max_epochs, mistake=lambda score: score < 0),
    "a score of exactly 0 is taken as right.",
    "From w = 0 every score is 0. Would a rule that calls that right ever start to learn?",
)
train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, 1.0, max_epochs),
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)
train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, eta, max_epochs, batch=True),
    "all examples of an epoch are judged with the w from its start (batch learning).",
    "The perceptron learns online: which w should judge the second example?",
)
train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(
        X, y, eta, max_epochs, rate_of=lambda eta, epoch: eta / epoch
    ),
    "the learning rate decays from epoch to epoch.",
    "Nothing in this function asks for a decay.",
)
train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, eta, max_epochs, restart=True),
    "w starts from zeros again in every epoch.",
    "What should the second epoch know of the first?",
)
train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, eta, max_epochs, backwards=True),
    "the examples are taken from the last to the first.",
    "In which order should the examples come?",
)


def trains_on_everything(X: Any, y: Any, eta: Any, max_epochs: Any) -> Any:
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(max_epochs):
        wrong = 0
        for x_i, y_i in zip(X, y, strict=True):
            wrong += int(y_i * (w @ x_i) <= 0)
            w = w + eta * y_i * x_i
        mistakes.append(wrong)
        if wrong == 0:
            break
    return w, mistakes


train_perceptron.turn(
    trains_on_everything,
    "w changes at every example, mistake or not.",
    "What should happen when y (w . x) is above 0?",
)


def running_total(X: Any, y: Any, eta: Any, max_epochs: Any) -> Any:
    w, mistakes = _train(X, y, eta, max_epochs)
    return w, np.cumsum(mistakes).tolist()


train_perceptron.turn(
    running_total,
    "mistakes are added up over all epochs.",
    "Should the counter go back to 0 somewhere?",
)


def total_only(X: Any, y: Any, eta: Any, max_epochs: Any) -> Any:
    w, mistakes = _train(X, y, eta, max_epochs)
    return w, [sum(mistakes)]


train_perceptron.turn(
    total_only,
    "only the total of mistakes is returned, as a list of one.",
    "The list has one entry per epoch.",
)


def counted_afterwards(X: Any, y: Any, eta: Any, max_epochs: Any) -> Any:
    w, mistakes = np.zeros(X.shape[1]), []
    for _ in range(max_epochs):
        w, _ = _train_from(w, X, y, eta)
        mistakes.append(int((y * (X @ w) <= 0).sum()))
        if mistakes[-1] == 0:
            break
    return w, mistakes


train_perceptron.turn(
    counted_afterwards,
    "mistakes are counted at the end of each epoch with the final w, not as they happen.",
    "A mistake counts when it is made: at the moment the example is judged.",
)


def _train_from(w: Any, X: Any, y: Any, eta: float) -> tuple[Any, int]:
    wrong = 0
    for x_i, y_i in zip(X, y, strict=True):
        if y_i * (w @ x_i) <= 0:
            w, wrong = w + eta * y_i * x_i, wrong + 1
    return w, wrong


train_perceptron.turn(
    lambda X, y, eta, max_epochs: _train(X, y, eta, max_epochs + 1),
    "one epoch more than max_epochs is trained.",
    "How often does your loop go round?",
)


# ---------------------------------------------------------------- eta_decay

eta_decay = Check(reference.eta_decay, gives=Number())
eta_decay.worked((4,), 0.25, "the fourth example gets a quarter")


@eta_decay.cases
def decay_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n in (1, 2, 3, *rng.integers(4, 1000, 6)):
        yield (int(n),)


@eta_decay.extremes
def decay_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (10**9,)
    yield (np.int64(7),)


eta_decay.turn(
    lambda n: 1 / (n + 1),
    "the rate is 1/(n+1): n is counted from 0.",
    "Which n has the very first example?",
)
eta_decay.turn(
    lambda n: 1 // n,
    "the rate is 1/n cut to a whole number.",
    "What does // do in Python?",
)
eta_decay.turn(
    lambda n: 1 / np.sqrt(n),
    "the rate falls with the square root of n.",
    "Write the rule next to your code.",
)
eta_decay.turn(
    lambda n: 1 / n**2,
    "the rate falls with the square of n.",
    "Write the rule next to your code.",
)
eta_decay.turn(
    lambda n: 0.5 ** (int(n) - 1),
    "the rate halves with every example.",
    "Write the rule next to your code.",
)
eta_decay.turn(
    lambda n: n,
    "the rate grows with n.",
    "Should later examples change w more, or less?",
)


# ---------------------------------------------------------------- multiclass_update

multiclass_update = Check(reference.multiclass_update, gives=Array("(K, d)"))
multiclass_update.worked(
    (np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([1.0, 3.0]), 0, 0.5),
    np.array([[1.5, 1.5], [-0.5, -0.5], [0.0, 0.0]]),
    "the scores are 1, 3 and 0, so class 1 wins where class 0 is right: row 0 gains half of x, "
    "row 1 loses it, row 2 stays",
)


@multiclass_update.cases
def multiclass_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 2), (6, 5)):
        W, x = eighths(rng, K, d), eighths(rng, d)
        order = np.argsort(-(W @ x), kind="stable")
        yield W, x, int(order[0]), rate(rng)  # right
        yield W, x, int(order[1]), rate(rng)  # just missed
        yield W, x, int(order[-1]), rate(rng)  # the worst of all


@multiclass_update.extremes
def multiclass_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros((3, 2)), eighths(rng, 2), 0, 0.5
    yield np.zeros((3, 2)), eighths(rng, 2), 2, 0.5
    yield np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]), np.array([1.0, 2.0]), 1, 0.25
    yield rng.integers(-4, 5, (3, 3)), rng.integers(1, 5, 3), 1, 0.5
    yield np.array([[1, 0], [0, 1]]), np.array([1, 5]), 0, 0.25
    yield eighths(rng, 4, 3), eighths(rng, 3), np.int64(2), 0.5
    yield eighths(rng, 3, 3) * 2.0**20, eighths(rng, 3) * 2.0**20, 2, 2.0**-10


@multiclass_update.law("what one row gains another loses: the sum of the rows stays")
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


def _multiclass(gain: Any) -> Any:
    """A wrong rule: `gain(W, x, y, y_hat)` says how much of x each row gets."""

    def wrong(W: Any, x: Any, y: Any, eta: Any) -> Any:
        return W + eta * np.outer(gain(W, x, y, int((W @ x).argmax())), x)

    return wrong


multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: np.eye(len(W))[y] * (y != y_hat)),
    "only the right class is changed.",
    "What should happen to the class that was chosen by mistake?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: -np.eye(len(W))[y_hat] * (y != y_hat)),
    "only the class that was chosen by mistake is changed.",
    "What should happen to the class that should have been chosen?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: (2 * np.eye(len(W))[y] - 1) * (y != y_hat)),
    "all wrong classes lose x, not only the one that was chosen.",
    "Which classes took part in the mistake?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: 2 * np.eye(len(W))[y] - 1),
    "all wrong classes lose x, and this at every example, right or not.",
    "Which classes took part in the mistake, and was there one?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: _all_that_beat(W, x, y)),
    "every class that scored higher than the right one loses x.",
    "Of the classes that beat the right one, which was chosen?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: np.eye(len(W))[y_hat] - np.eye(len(W))[y]),
    "the two classes are mixed up: the right one loses x and the wrong one gains it.",
    "Which score should go up?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: np.eye(len(W))[y] - np.eye(len(W))[(W @ x).argmin()]),
    "the class with the smallest score is taken as the prediction.",
    "Which class does the classifier choose?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: np.eye(len(W))[y]),
    "W changes at every example by the right class alone, mistake or not.",
    "What should happen when the example is classified right?",
)
multiclass_update.turn(
    _multiclass(lambda W, x, y, y_hat: np.eye(len(W))[y] - np.eye(len(W))[_last_best(W @ x)]),
    "on a tie the last of the best classes is taken as the prediction.",
    "argmax takes the lowest index on a tie.",
)
multiclass_update.turn(
    _multiclass(
        lambda W, x, y, y_hat: (
            (np.eye(len(W))[y] - np.eye(len(W))[y_hat]) * ((W @ x)[y] < (W @ x).max())
        )
    ),
    "on a tie that includes the right class, nothing is changed.",
    "The prediction is argmax's: the lowest index. A tie is a mistake when y is not that one.",
)


def _all_that_beat(W: Any, x: Any, y: int) -> Any:
    psi = W @ x
    beat = (psi > psi[y]).astype(float)
    return np.eye(len(W))[y] * beat.any() - beat


def _last_best(psi: Any) -> int:
    return int(np.flatnonzero(psi == psi.max())[-1])


multiclass_update.turn(
    lambda W, x, y, eta: reference.multiclass_update(W, x, y, 1.0),
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)


def predicts_in_between(W: Any, x: Any, y: Any, eta: Any) -> Any:
    W = W.astype(float)
    if (W @ x).argmax() != y:
        W[y] += eta * x
        W[(W @ x).argmax()] -= eta * x
    return W


multiclass_update.turn(
    predicts_in_between,
    "the prediction is made anew after the first half of the update.",
    "Both halves belong to one mistake: with which W was it made?",
)
multiclass_update.turn(
    lambda W, x, y, eta: reference.multiclass_update(W, x, y, eta).astype(W.dtype),
    "the step is cut to whole numbers when W holds whole numbers.",
    "What is the type of W's entries, and can it hold a step of 0.5?",
)


# ---------------------------------------------------------------- joint features: F (K, D)


def block_features(rng: np.random.Generator, K: int, d: int) -> Any:
    """F (K, K*d) with x in block k of row k."""
    return np.kron(np.eye(K), eighths(rng, d))


def joint_cases(rng: np.random.Generator) -> Iterator[Args]:
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


TABLE = np.kron(np.eye(3), [2.0, 1.0, 0.0])
THETA = np.array([0.3, 0.7, 0.8, -0.2, 2.2, 4.0, -4.0, -4.0, -4.0])
THETA_AFTER = np.array([2.3, 1.7, 0.8, -2.2, 1.2, 4.0, -4.0, -4.0, -4.0])


def _hat(theta: Any, F: Any) -> int:
    return int((F @ theta).argmax())


joint_update = Check(reference.joint_update, gives=Array("(D,)"))
joint_update.worked(
    (np.array([1.0, 0.0, 2.0]), np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]), 0),
    np.array([2.0, 0.0, 1.0]),
    "the scores are 1 and 2, so class 1 wins where class 0 is right: add row 0, take row 1 away",
)
joint_update.cases(joint_cases)


@joint_update.extremes
def joint_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(4), block_features(rng, 2, 2), 1  # a tie that argmax gives to class 0
    yield np.zeros(4), block_features(rng, 2, 2), 0
    yield np.array([1, 0, 2]), rng.integers(-3, 4, (4, 3)), 2
    yield np.array([2.0, -1.0]), np.array([[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]), 2
    yield eighths(rng, 3) * 2.0**20, eighths(rng, 4, 3) * 2.0**10, np.int64(1)
    yield THETA, TABLE, 0


joint_update.turn(
    lambda theta, F, y: theta + F[y] if _hat(theta, F) != y else theta,
    "theta changes by f(x, y) alone.",
    "What should happen to the features of y_hat?",
)
joint_update.turn(
    lambda theta, F, y: theta + F[y],
    "theta changes by f(x, y) at every example, mistake or not.",
    "If y_hat is y, what does f(x, y) - f(x, y_hat) come to?",
)
joint_update.turn(
    lambda theta, F, y: theta - F[_hat(theta, F)] if _hat(theta, F) != y else theta,
    "theta loses f(x, y_hat) alone.",
    "What should happen to the features of y?",
)
joint_update.turn(
    lambda theta, F, y: theta - F[y] + F[_hat(theta, F)],
    "the step goes the wrong way.",
    "Which score should go up: that of y or of y_hat?",
)
joint_update.turn(
    lambda theta, F, y: theta + F[y] - (F.sum(axis=0) - F[y]) if _hat(theta, F) != y else theta,
    "the features of all classes are taken away, not only those of y_hat.",
    "Which classes took part in the mistake?",
)
joint_update.turn(
    lambda theta, F, y: theta + F[y] - F[(F @ theta).argmin()],
    "the class with the smallest score is taken as y_hat.",
    "Which class is chosen?",
)
joint_update.turn(
    lambda theta, F, y: F[y] - F[_hat(theta, F)],
    "the result is the step alone: the old theta is lost.",
    "What does the rule start from?",
)
joint_update.turn(
    lambda theta, F, y: theta + F[y] - F.mean(axis=0),
    "the mean of the features of all classes is taken away.",
    "The perceptron looks at one rival only: which?",
)
joint_update.turn(
    lambda theta, F, y: theta + F[y] - F[_last_best(F @ theta)],
    "on a tie the last of the best classes is taken as y_hat.",
    "argmax takes the lowest index on a tie.",
)
joint_update.turn(
    lambda theta, F, y: (
        theta + F[y] - F[_hat(theta, F)] if (F @ theta)[y] < (F @ theta).max() else theta
    ),
    "on a tie that includes the right class, nothing is changed.",
    "The prediction is argmax's: the lowest index. A tie is a mistake when y is not that one.",
)
joint_update.turn(
    lambda theta, F, y: theta + F[y] - F[_best_rival(F @ theta, y)],
    "y_hat is the strongest of the *wrong* classes even where y itself scored highest.",
    "If y scored highest, which class is y_hat, and what does the step come to?",
)
joint_update.turn(
    lambda theta, F, y: (theta + F[y] - F[_hat(theta, F)]).astype(int),
    "theta is cut to whole numbers or changed in a type that can't hold the step.",
    "What is the type of theta's entries?",
)


def _best_rival(psi: Any, y: int) -> int:
    rivals = np.array(psi, dtype=float)
    rivals[y] = -np.inf
    return int(rivals.argmax())


perceptron_loss = Check(reference.perceptron_loss, gives=Number())
perceptron_loss.worked(
    (np.array([1.0, 0.0, 2.0]), np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]), 0),
    1.0,
    "the scores are 1 and 2; the best is 1 above that of class 0, the right one",
)
perceptron_loss.cases(joint_cases)


@perceptron_loss.extremes
def loss_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), eighths(rng, 3, 3), 2
    yield np.array([1, -2]), np.array([[1, 0], [0, 1], [1, 1]]), 1
    yield eighths(rng, 3) * 2.0**20, eighths(rng, 4, 3) * 2.0**10, np.int64(1)


@perceptron_loss.law("the loss is never below 0, and 0 where the right class scores highest")
def never_negative(f: Any, rng: np.random.Generator) -> str | None:
    theta, F = eighths(rng, 3), eighths(rng, 4, 3)
    for y in range(4):
        value = float(f(theta, F, y))
        if value < 0:
            return f"A loss can't be below 0, and this one is {value:g}."
    best = _hat(theta, F)
    value = float(f(theta, F, best))
    if not np.isclose(value, 0):
        return f"Class {best} scores highest and is right, so the loss is 0, not {value:g}."
    return None


perceptron_loss.turn(
    lambda theta, F, y: (F @ theta)[y] - (F @ theta).max(),
    "it is turned round: the right score minus the largest.",
    "Can a loss be below 0?",
)
perceptron_loss.turn(
    lambda theta, F, y: (F @ theta).max(),
    "it is the largest score alone.",
    "What does the score of the right class do to the loss?",
)
perceptron_loss.turn(
    lambda theta, F, y: (F @ theta)[_best_rival(F @ theta, y)] - (F @ theta)[y],
    "the largest score is looked for among the wrong classes only.",
    "Over which classes does the maximum run? If y scores highest, what is left?",
)
perceptron_loss.turn(
    lambda theta, F, y: float(_hat(theta, F) != y),
    "it counts mistakes (0 or 1).",
    "How far is the wrong class ahead? The loss is that distance.",
)
perceptron_loss.turn(
    lambda theta, F, y: max(0.0, 1 + (F @ theta)[_best_rival(F @ theta, y)] - (F @ theta)[y]),
    "a margin of 1 is asked for.",
    "That is the hinge loss of an SVM; is it asked for here?",
)
perceptron_loss.turn(
    lambda theta, F, y: np.maximum(0, F @ theta - (F @ theta)[y]).sum(),
    "the losses against all classes are added.",
    "The perceptron looks at one rival only.",
)
perceptron_loss.turn(
    lambda theta, F, y: ((F @ theta).max() - (F @ theta)[y]) ** 2,
    "the difference is squared.",
    "Write the formula next to your code.",
)
perceptron_loss.turn(
    lambda theta, F, y: (F @ theta)[y] - (F @ theta).min(),
    "it takes the smallest score, not the largest.",
    "Which class does the model choose?",
)


perceptron_gradient = Check(reference.perceptron_gradient, gives=Array("(D,)"))
perceptron_gradient.worked(
    (np.array([1.0, 0.0, 2.0]), np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]), 0),
    np.array([-1.0, 0.0, 1.0]),
    "class 1 is chosen where class 0 is right: row 1 minus row 0",
)
perceptron_gradient.cases(joint_cases)


@perceptron_gradient.extremes
def gradient_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.array([3, -2]), np.array([[1, 0], [0, 1], [1, 1]]), 1
    yield (
        np.array([2.0**20, -(2.0**20), 3.0]),
        eighths(rng, 4, 3) + np.arange(4)[:, None],
        np.int64(1),
    )
    yield np.array([1.0, 1.0]), np.array([[0.0, 0.0], [2.0, 1.0]]), 1


@perceptron_gradient.law("it is the slope of the loss, measured by small steps")
def slope_of_the_loss(f: Any, rng: np.random.Generator) -> str | None:
    for theta, F, y in joint_cases(rng):
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


perceptron_gradient.turn(
    lambda theta, F, y: F[y] - F[_hat(theta, F)],
    "it is the step of the update, f(x, y) - f(x, y_hat): the gradient points the other way.",
    "The gradient points uphill; the update goes downhill.",
)
perceptron_gradient.turn(
    lambda theta, F, y: F[_hat(theta, F)],
    "it is f(x, y_hat) alone.",
    "The loss has two terms that hold theta.",
)
perceptron_gradient.turn(
    lambda theta, F, y: -F[y],
    "it is -f(x, y) alone.",
    "The loss has two terms that hold theta.",
)
perceptron_gradient.turn(
    lambda theta, F, y: F[_best_rival(F @ theta, y)] - F[y],
    "y_hat is looked for among the wrong classes only.",
    "If y scores highest, which class is y_hat, and how does the loss change with theta?",
)
perceptron_gradient.turn(
    lambda theta, F, y: theta + F[y] - F[_hat(theta, F)],
    "it is the updated theta, not the gradient.",
    "Which part of the update is the gradient?",
)
perceptron_gradient.turn(
    lambda theta, F, y: F.mean(axis=0) - F[y],
    "the features of all classes are averaged.",
    "The perceptron looks at one rival only: which?",
)
perceptron_gradient.turn(
    lambda theta, F, y: _soft(F @ theta) @ F - F[y],
    "it is the mean over classes weighted by softmax: that is another loss (unit 07).",
    "The perceptron puts all its weight on one class.",
)
perceptron_gradient.turn(
    lambda theta, F, y: ((F @ theta).max() - (F @ theta)[y]) * (F[_hat(theta, F)] - F[y]),
    "it is scaled by the loss.",
    "How does the loss change when theta . f changes by 1?",
)


def _soft(psi: Any) -> Any:
    exps = np.exp(psi - psi.max())
    return exps / exps.sum()


# ---------------------------------------------------------------- averaged_perceptron

averaged_perceptron = Check(reference.averaged_perceptron, gives=Array("(K, d)"))
averaged_perceptron.worked(
    (np.array([[1.0, 2.0], [1.0, -1.0]]), np.array([0, 1]), 2, 1.0, 1),
    np.array([[-0.5, 0.5], [0.5, -0.5]]),
    "with W = 0 the first example is a tie that goes to class 0, which is right, so W is still 0 "
    "after it; the second is a mistake that makes W = [[-1, 1], [1, -1]]; the mean is half of that",
)


def labelled_points(rng: np.random.Generator, n: int, d: int, K: int) -> tuple[Any, Any]:
    """Examples (bias first) of K classes, loosely grouped."""
    y = np.concatenate([np.arange(K), rng.integers(0, K, n - K)])
    centres = rng.integers(-3, 4, (K, d - 1))
    return np.column_stack([np.ones(n), centres[y] + eighths(rng, n, d - 1) / 2]), y


@averaged_perceptron.cases
def averaged_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d, K in ((4, 2, 2), (6, 3, 3), (9, 3, 3), (12, 2, 4), (15, 4, 3)):
        yield *labelled_points(rng, n, d, K), K, rate(rng), 1
        yield *labelled_points(rng, n, d, K), K, rate(rng), int(rng.integers(2, 5))


@averaged_perceptron.extremes
def averaged_extremes(rng: np.random.Generator) -> Iterator[Args]:
    X, y = labelled_points(rng, 8, 3, 3)
    yield X, y, 5, 0.5, 2  # two classes without an example
    yield rng.integers(-3, 4, (6, 3)), np.array([0, 1, 2, 2, 1, 0]), 3, 0.25, 3
    yield np.array([[1.0, 4.0], [1.0, -4.0]]), np.array([0, 1]), 2, 0.5, 6  # soon no mistakes
    yield np.array([[1.0, 2.0]]), np.array([0]), 2, 0.5, 4  # never a mistake


def _average(
    X: Any,
    y: Any,
    n_classes: int,
    eta: float,
    epochs: int,
    *,
    when: str = "after every example",
    initial: bool = False,
    stop: bool = False,
    rate_of: Any = None,
    plain: bool = False,
    rescale: Any = None,
) -> Any:
    """`averaged_perceptron` with one thing or another done wrong."""
    W = np.zeros((n_classes, X.shape[1]))
    history = [W.copy()] if initial else []
    seen = 0
    for epoch in range(1, epochs + 1):
        wrong = 0
        for x_i, y_i in zip(X, y, strict=True):
            seen += 1
            if when == "before every example":
                history.append(W.copy())
            y_hat = (W @ x_i).argmax()
            if y_hat != y_i:
                step = rate_of(eta, epoch, seen) if rate_of else eta
                W[y_i] += step * x_i
                W[y_hat] -= step * x_i
                wrong += 1
                if when == "after every mistake":
                    history.append(W.copy())
            if when == "after every example":
                history.append(W.copy())
        if when == "after every epoch":
            history.append(W.copy())
        if stop and wrong == 0:
            break
    if plain or not history:
        return W
    return rescale(history) if rescale else np.mean(history, axis=0)


def _averaged_turn(looks: str, think: str, **options: Any) -> None:
    def wrong(X: Any, y: Any, n_classes: Any, eta: Any, epochs: Any) -> Any:
        return _average(X, y, n_classes, eta, epochs, **options)

    averaged_perceptron.turn(wrong, looks, think)


_averaged_turn("the last W is returned, not the mean.", "Which Ws should be averaged?", plain=True)
_averaged_turn(
    "the mean is over the mistakes only.",
    "A W that classifies a hundred examples right should count a hundred times.",
    when="after every mistake",
)
_averaged_turn(
    "the mean is over the epochs, one W each.",
    "After which moments does a W enter the mean?",
    when="after every epoch",
)
_averaged_turn(
    "each W enters the mean before its example is looked at, not after.",
    "Does W after the last example count? Does the W of zeros?",
    when="before every example",
)
_averaged_turn(
    "the W of zeros from before the first example enters the mean.",
    "How many Ws are there after n examples and how many do you average?",
    initial=True,
)
_averaged_turn(
    "training ends early, after an epoch without mistakes.",
    "The Ws of later epochs count too, even though they no longer change.",
    stop=True,
)
_averaged_turn(
    "the learning rate is not used.",
    "Where does eta stand in the rule?",
    rate_of=lambda eta, epoch, n: 1.0,
)
_averaged_turn(
    "the learning rate decays.",
    "Nothing in this function asks for a decay.",
    rate_of=lambda eta, epoch, n: eta / n,
)
_averaged_turn(
    "the learning rate decays from epoch to epoch.",
    "Nothing in this function asks for a decay.",
    rate_of=lambda eta, epoch, n: eta / epoch,
)
_averaged_turn(
    "the Ws are added but not divided by how many there are.",
    "What turns a sum into a mean?",
    rescale=lambda Ws: np.sum(Ws, axis=0),
)
averaged_perceptron.turn(
    lambda X, y, n_classes, eta, epochs: _average(X, y, n_classes, eta, epochs) * epochs,
    "the sum is divided by the number of examples, whatever the number of epochs.",
    "How many Ws did you add?",
)


# ---------------------------------------------------------------- svm_update

svm_update = Check(reference.svm_update, gives=Array("(D,)"))
svm_update.worked(
    (
        np.array([2.0, 0.0, 1.0]),
        np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]]),
        0,
        np.array([0.0, 2.0]),
        0.5,
    ),
    np.array([2.0, 0.0, -0.5]),
    "the scores are 2 and 1; the cost lifts class 1 to 3, so it is chosen: half of theta, plus "
    "row 0, minus row 1",
)


def _svm_tells(theta: Any, F: Any, y: int, cost: Any, shrink: float) -> bool:
    """No tie at the top, with the cost or without, before shrinking or after."""
    for psi in (F @ theta, F @ theta + cost, shrink * (F @ theta) + cost, F @ theta - cost):
        top = np.sort(psi)
        if top[-1] == top[-2]:
            return False
    return True


@svm_update.cases
def svm_cases(rng: np.random.Generator) -> Iterator[Args]:
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


@svm_update.extremes
def svm_extremes(rng: np.random.Generator) -> Iterator[Args]:
    one = np.array([0.0, 1.0, 1.0])
    yield np.zeros(3), eighths(rng, 3, 3), 0, one, 0.5  # cost decides alone
    yield np.array([40.0, 0.0]), np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), 0, one, 0.5
    yield np.array([1, 2, 3]), rng.integers(-3, 4, (3, 3)), 0, np.array([0, 2, 5]), 0.25
    yield eighths(rng, 2), eighths(rng, 3, 2), 0, np.zeros(3), 1.0
    yield eighths(rng, 2), eighths(rng, 3, 2), np.int64(0), one, 1.0


@svm_update.law("theta shrinks at every call, also where the right class wins")
def shrinks_always(f: Any, rng: np.random.Generator) -> str | None:
    theta = np.array([8.0, 0.0]) + eighths(rng, 2) / 8
    F, cost = np.array([[4.0, 0.0], [0.0, 1.0]]), np.array([0.0, 1.0])
    after = np.asarray(f(theta, F, 0, cost, 0.5), dtype=float)
    if np.allclose(after, theta):
        return (
            "Here the right class wins by far, so nothing is added and nothing taken away; but "
            "theta should still be multiplied by shrink."
        )
    return None


def _svm(step: Any) -> Any:
    """A wrong step: `step(theta, f_y, f_hat, shrink)`, with the right y_hat."""

    def wrong(theta: Any, F: Any, y: Any, cost: Any, shrink: Any) -> Any:
        return step(theta, F[y], F[(F @ theta + cost).argmax()], shrink)

    return wrong


def _svm_hat(choose: Any) -> Any:
    """A wrong choice of y_hat: `choose(psi, y, cost, shrink)`."""

    def wrong(theta: Any, F: Any, y: Any, cost: Any, shrink: Any) -> Any:
        return shrink * theta + F[y] - F[int(choose(F @ theta, y, cost, shrink).argmax())]

    return wrong


svm_update.turn(
    _svm_hat(lambda psi, y, cost, shrink: psi),
    "the cost is not added: y_hat is the plain argmax.",
    "An SVM also wants distance. What does the cost do to the scores of the wrong classes?",
)
svm_update.turn(
    _svm_hat(lambda psi, y, cost, shrink: psi - cost),
    "the cost is taken away from the scores.",
    "Should a costly class be easier or harder to choose as the rival?",
)
svm_update.turn(
    _svm_hat(lambda psi, y, cost, shrink: psi + np.eye(len(psi))[y] * cost.max()),
    "the cost is added to the score of the right label.",
    "Which label costs nothing?",
)
svm_update.turn(
    _svm_hat(lambda psi, y, cost, shrink: shrink * psi + cost),
    "y_hat is chosen with theta already shrunk.",
    "Which theta classifies the example: the one before or after shrinking?",
)
svm_update.turn(
    _svm_hat(lambda psi, y, cost, shrink: psi * cost),
    "the scores are multiplied by the cost.",
    "How does the cost enter the argmax in the rule?",
)
svm_update.turn(
    _svm_hat(lambda psi, y, cost, shrink: np.where(np.arange(len(psi)) == y, -np.inf, psi + cost)),
    "y_hat is the strongest of the wrong classes even where y wins.",
    "If y wins with the cost added, which class is y_hat?",
)
svm_update.turn(
    _svm(lambda theta, f_y, f_hat, shrink: shrink * (theta + f_y - f_hat)),
    "the whole new theta is shrunk, the step included.",
    "Does shrink stand before theta alone, or before the whole sum?",
)
svm_update.turn(
    _svm(lambda theta, f_y, f_hat, shrink: theta + f_y - f_hat),
    "theta is not shrunk.",
    "What is shrink for?",
)
svm_update.turn(
    _svm(
        lambda theta, f_y, f_hat, shrink: (
            theta if np.array_equal(f_y, f_hat) else shrink * theta + f_y - f_hat
        )
    ),
    "theta is shrunk only where there is a mistake.",
    "When does the rule shrink?",
)
svm_update.turn(
    _svm(lambda theta, f_y, f_hat, shrink: (1 - shrink) * theta + f_y - f_hat),
    "theta is multiplied by 1 - shrink.",
    "With shrink = 0.9, should nine tenths of theta be kept, or one tenth?",
)
svm_update.turn(
    _svm(lambda theta, f_y, f_hat, shrink: shrink * theta - f_y + f_hat),
    "the step goes the wrong way.",
    "Which score should go up: that of y or of y_hat?",
)
svm_update.turn(
    _svm(lambda theta, f_y, f_hat, shrink: shrink * theta + f_y),
    "f(x, y_hat) is not taken away.",
    "Which two classes take part in the step?",
)


# ---------------------------------------------------------------- least_squares

least_squares = Check(reference.least_squares, gives=Array("(d,)"))
least_squares.worked(
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


@least_squares.cases
def squares_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((4, 2), (5, 3), (8, 3), (12, 4), (3, 3)):
        for _ in range(2):
            yield _draw_until_it_tells(
                lambda n=n, d=d: (
                    np.column_stack([np.ones(n), rng.integers(-5, 6, (n, d - 1))]),
                    np.where(rng.random(n) < 0.5, -1.0, 1.0),
                ),
                full_rank=True,
            )


@least_squares.extremes
def squares_extremes(rng: np.random.Generator) -> Iterator[Args]:
    def deficient(n: int, d: int) -> Any:
        A = rng.integers(-5, 6, (n, d)).astype(float)
        A[:, -1] = A[:, 0]  # a feature that comes twice
        return A, eighths(rng, n)

    yield _draw_until_it_tells(lambda: deficient(5, 3))
    yield _draw_until_it_tells(lambda: deficient(8, 4))
    yield _draw_until_it_tells(lambda: (rng.integers(-5, 6, (2, 4)) + 0.0, eighths(rng, 2)))
    yield _draw_until_it_tells(lambda: (rng.integers(-5, 6, (5, 2)), rng.integers(-3, 4, 5)))
    yield np.array([[2.0], [1.0]]), np.array([4.0, 3.0])


@least_squares.law("what is left over, A w - b, stands at right angles to every column of A")
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


least_squares.turn(
    lambda A, b: np.linalg.inv(A.T @ A) @ A.T @ b,
    "A'A is inverted (or solved for), which can't be done where the columns of A depend on each "
    "other.",
    "Which function of NumPy still finds the shortest of all the best solutions there?",
)
least_squares.turn(
    lambda A, b: np.linalg.inv(A) @ b,
    "A itself is inverted (or solved for).",
    "Is A square? What is, and can stand in for it?",
)
least_squares.turn(
    lambda A, b: np.linalg.pinv(A.T @ A) @ b[: A.shape[1]],
    "b is not multiplied by A'.",
    "Which shapes have (A'A)^-1 and b?",
)
least_squares.turn(
    lambda A, b: A.T @ b,
    "it is A'b alone.",
    "What undoes the A'A on the left of A'A w = A'b?",
)
least_squares.turn(
    lambda A, b: np.linalg.solve(A.T @ A + np.eye(A.shape[1]), A.T @ b),
    "a penalty is added to A'A, which pulls w towards 0.",
    "That is ridge regression. The rank-deficient case has an exact answer without it.",
)


# ---------------------------------------------------------------- the quiz of D2, section 14

Quiz(
    "psi_before",
    [1.3, 1.8, -12],
    decimals=1,
    form="a list of three numbers",
    slips=[
        ([1.3, 1.8, -4], "Class 3 has the features 2, 1 and 0, and each of them has a weight."),
        ([1.8, 5.8, -12], "Each class multiplies its own block of theta with 2, 1 and 0."),
        ([1.0, 6.0, -12], "A sum of weights is not a score: what do the features 2, 1, 0 do?"),
    ],
)
Quiz(
    "theta_after",
    THETA_AFTER.tolist(),
    decimals=1,
    form="a list of nine numbers",
    slips=[
        (THETA.tolist(), "Class 1 is right and class 2 scored higher: theta must change."),
        (
            (THETA + TABLE[0]).tolist(),
            "The features of the right class were added. What of those of the class chosen?",
        ),
        (
            (THETA - TABLE[1]).tolist(),
            "The features of the class chosen were taken away. What of those of the right one?",
        ),
        ((THETA - TABLE[0] + TABLE[1]).tolist(), "Which of the two classes should gain?"),
        (
            (THETA + TABLE[0] - TABLE[1] - TABLE[2]).tolist(),
            "Class 3 was neither right nor chosen.",
        ),
    ],
)
Quiz(
    "psi_after",
    [6.3, -3.2, -12],
    decimals=1,
    form="a list of three numbers",
    slips=[
        ([1.3, 1.8, -12], "These are the scores before the update."),
        ([6.3, 1.8, -12], "The weights of class 2 changed too."),
        ([6.3, -3.2, -17], "The weights of class 3 did not change."),
    ],
)
