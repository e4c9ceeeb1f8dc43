"""Checks of unit 06.

The inputs of `gradient_descent` are multiples of 1/8 whose paths never come near epsilon unless
they hit it exactly, so every right answer takes the same number of steps. Where `rng` has its say,
what is asked is what holds for every right order.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from lincourse import descent as reference
from lincourse.checks.draws import Rng, a_seed, cut, eighths, rate
from lincourse.checks.kinds import Array, IndexArrays, Like, Number, Several
from lincourse.checks.ladder import Args, Check
from lincourse.checks.quiz import Quiz
from lincourse.logistic import cross_entropy, logistic_gradient, sigmoid

# ---------------------------------------------------------------- gradient_descent


class Slope:
    """A gradient that a message can show."""

    def __init__(self, formula: str, f: Callable[[Any], Any]) -> None:
        self.formula, self.f = formula, f

    def __call__(self, x: Any) -> Any:
        return self.f(x)

    def __repr__(self) -> str:
        return f"lambda x: {self.formula}"


def bowl(steep: Any, bottom: Any) -> Slope:
    """The gradient of a bowl: steep * (x - bottom)."""
    if np.ndim(bottom):
        formula = f"np.array({steep.tolist()}) * (x - np.array({bottom.tolist()}))"
    else:
        formula = f"{steep} * (x {'-' if bottom >= 0 else '+'} {abs(bottom)})"
    return Slope(formula, lambda x: steep * (x - bottom))


VALLEYS = Slope("x**3 - 2 * x + 0.3", lambda x: x**3 - 2 * x + 0.3)


def slopes_on_the_way(args: Args) -> list[float]:
    """The length of the gradient at x0 and after each of max_steps steps."""
    gradient, x, eta, _, max_steps = args
    lengths = []
    for _ in range(max_steps + 1):
        lengths.append(float(np.linalg.norm(gradient(x))))
        x = x - eta * gradient(x)
    return lengths


def with_epsilon(
    rng: np.random.Generator, gradient: Slope, x0: Any, eta: float, max_steps: int, stop: int
) -> Args:
    """The arguments with an epsilon that a descent falls below after about `stop` steps."""
    lengths = slopes_on_the_way((gradient, x0, eta, 0.0, max_steps))
    below, above = sorted(lengths[stop - 1 : stop + 1])
    epsilon = below + (above - below) * float(rng.uniform(0.3, 0.7))
    for digits in range(2, 12):
        short = round(epsilon, digits)
        if short > 0 and min(abs(length / short - 1) for length in lengths) > 1e-5:
            return gradient, x0, eta, short, max_steps
    return gradient, x0, eta, epsilon, max_steps


gradient_descent = Check(
    reference.gradient_descent,
    gives=Several(x=Like("a number or an array, like x0"), steps=Number()),
)
gradient_descent.worked(
    (bowl(2.0, 3.0), 7.0, 0.25, 3.0, 100),
    (4.0, 2),
    "the slope is 2 (x - 3), so x goes from 7 to 5 and on to 4; there the slope is 2, which is less "
    "than 3, after 2 steps",
)


@gradient_descent.cases
def descend_cases(rng: np.random.Generator) -> Iterator[Args]:
    for d in (0, 0, 0, 0, 2, 2, 3, 4, 5):
        for shrink in (0.25, 0.5, 1.5):
            shape = (d,) if d else ()
            steep = rng.choice([0.5, 1.0, 2.0, 4.0])
            bottom = eighths(rng, *shape)
            x0 = bottom + rng.choice([-1, 1], shape) * rng.integers(8, 33, shape) / 8
            eta = float(shrink / steep)
            if d:
                steep = steep * rng.choice([0.5, 1.0], d)
            else:
                steep, bottom, x0 = float(steep), float(bottom), float(x0)
            stop = int(rng.integers(2, 7))
            yield with_epsilon(rng, bowl(steep, bottom), x0, eta, 60, stop)
            yield bowl(steep, bottom), x0, eta, 2.0**-30, int(rng.integers(1, 8))


@gradient_descent.extremes
def descend_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield bowl(2.0, 1.0), 1.0, 0.5, 0.25, 10  # nothing to do
    yield bowl(2.0, 1.0), 5.0, 0.25, 0.25, 0  # no steps allowed
    yield bowl(1.0, 0.0), 1.0, 0.5, 1.0, 10  # the slope is epsilon, and not below it
    yield bowl(1.0, 0.0), -1.0, 0.5, 1.0, 10
    yield Slope("np.array([3.0, 4.0])", lambda x: np.array([3.0, 4.0])), np.zeros(2), 0.5, 5.0, 3
    yield Slope("np.array([3.0, 4.0])", lambda x: np.array([3.0, 4.0])), np.zeros(2), 0.5, 5.5, 3
    yield Slope("np.array([3.0, -3.0])", lambda x: np.array([3.0, -3.0])), np.zeros(2), 0.5, 3.5, 2
    yield bowl(1.0, 0.5), 3, 0.25, 0.5, 20  # whole numbers
    yield bowl(np.array([1.0, 2.0]), np.array([0.5, -1.0])), np.array([3, -4]), 0.25, 0.75, 20
    yield bowl(2.0, 0.0), 1.0, 1.5, 1e-6, 12  # too large a rate: it runs away
    yield bowl(np.array([1.0]), np.array([2.0])), np.array([4.0]), 0.5, 0.3, 20
    start = float(rng.choice([-2.0, -1.75, 1.75, 2.0, 2.25]))
    yield with_epsilon(rng, VALLEYS, start, 0.125, 80, 6)


@gradient_descent.law(
    "where it stops of itself, the gradient is shorter than epsilon, and not before"
)
def stops_where_it_is_flat(f: Any, rng: np.random.Generator) -> str | None:
    steep, bottom = np.array([1.0, 2.0]), eighths(rng, 2)
    args = with_epsilon(rng, bowl(steep, bottom), bottom + 4, 0.25, 60, 5)
    gradient, _, _, epsilon, max_steps = args
    x, steps = f(*args)
    length = float(np.linalg.norm(gradient(x)))
    if steps < max_steps and length >= epsilon:
        return (
            f"It stopped after {steps} of at most {max_steps} steps. There the gradient has "
            f"length {length:.4g}, which is not below epsilon = {epsilon:.4g}."
        )
    flat = np.flatnonzero(np.array(slopes_on_the_way(args)) < epsilon)[0]
    if steps > flat:
        return (
            f"After {flat} steps the gradient is already shorter than epsilon = {epsilon:.4g}, "
            f"but {steps} were taken."
        )
    return None


def _descend(
    gradient: Any,
    x0: Any,
    eta: float,
    epsilon: float,
    max_steps: int,
    length: Callable[[Any], Any] = np.linalg.norm,
    flat: Callable[[Any, Any], bool] = lambda length, epsilon: length < epsilon,
    move: Callable[[Any, Any, Any], Any] = lambda x, eta, slope: x - eta * slope,
) -> tuple[Any, int]:
    """`gradient_descent` with one thing or another done wrong."""
    x = x0
    for steps in range(max_steps):
        slope = gradient(x)
        if flat(length(slope), epsilon):
            return x, steps
        x = move(x, eta, slope)
    return x, max_steps


gradient_descent.turn(
    partial(_descend, move=lambda x, eta, slope: x + eta * slope),
    "the steps go uphill.",
    "The gradient points to where f grows fastest. Which way do you want to go?",
)
gradient_descent.turn(
    partial(_descend, move=lambda x, eta, slope: x - slope),
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)
gradient_descent.turn(
    partial(
        _descend, move=lambda x, eta, slope: x - eta * slope / max(np.linalg.norm(slope), 1e-300)
    ),
    "every step has the same length: only the direction of the gradient is used.",
    "Where the slope is gentle the step should be short. What shortens yours?",
)
gradient_descent.turn(
    partial(_descend, flat=lambda length, epsilon: False),
    "all max_steps steps are taken, whatever the gradient.",
    "When is it flat enough to stop?",
)
gradient_descent.turn(
    partial(_descend, length=lambda slope: np.sum(np.square(slope))),
    "the sum of squares is compared with epsilon, and not the length of the gradient.",
    "The length is the root of the sum of squares. For 0.1, which of the two is larger?",
)
gradient_descent.turn(
    partial(_descend, length=lambda slope: np.max(np.abs(slope))),
    "it stops when every entry of the gradient is below epsilon, not its length.",
    "How long is the vector (3, 4)? Longer than its largest entry?",
)
gradient_descent.turn(
    partial(_descend, length=lambda slope: np.sum(np.abs(slope))),
    "the entries' absolute values are added up to get the length.",
    "How long is the vector (3, 4)? The Euclidean length is 5, not 7.",
)
gradient_descent.turn(
    partial(_descend, length=lambda slope: np.sqrt(np.mean(np.square(slope)))),
    "the mean of the squares is under the root, where their sum should be.",
    "How long is the vector (3, 4)?",
)
gradient_descent.turn(
    partial(_descend, length=np.sum),
    "a negative slope counts as small: the sign is left in.",
    "Is a slope of -5 flatter than one of 0.1?",
)
gradient_descent.turn(
    lambda gradient, x0, eta, epsilon, max_steps: _descend(
        gradient, x0, eta, epsilon, max_steps, length=lambda slope: eta * np.linalg.norm(slope)
    ),
    "the length of the step, eta times the gradient, is compared with epsilon.",
    "With a tiny eta every step is short. Does that make the place flat?",
)
gradient_descent.turn(
    partial(_descend, flat=lambda length, epsilon: length <= epsilon),
    "it also stops where the gradient's length is exactly epsilon.",
    "The rule says: until it is smaller than epsilon.",
)


def looks_after_the_step(gradient: Any, x0: Any, eta: Any, epsilon: Any, max_steps: Any) -> Any:
    x = x0
    for steps in range(1, max_steps + 1):
        slope = gradient(x)
        x = x - eta * slope
        if np.linalg.norm(slope) < epsilon:
            return x, steps
    return x, max_steps


gradient_descent.turn(
    looks_after_the_step,
    "a step is taken before the gradient is looked at, so there is always one too many.",
    "What should happen when x0 is a minimum already?",
)


def counts_gradients(gradient: Any, x0: Any, eta: Any, epsilon: Any, max_steps: Any) -> Any:
    x, steps = _descend(gradient, x0, eta, epsilon, max_steps)
    return x, steps + 1


gradient_descent.turn(
    counts_gradients,
    "the steps are counted one too high: as often as the gradient was computed.",
    "How many steps has a descent taken that stops at x0?",
)
gradient_descent.turn(
    lambda gradient, x0, eta, epsilon, max_steps: _descend(
        gradient, x0, eta, epsilon, max_steps + 1
    ),
    "one step more than max_steps is allowed.",
    "How often does your loop go round?",
)


def only_the_first_slope(gradient: Any, x0: Any, eta: Any, epsilon: Any, max_steps: Any) -> Any:
    slope = gradient(x0)
    return _descend(lambda x: slope, x0, eta, epsilon, max_steps)


gradient_descent.turn(
    only_the_first_slope,
    "the gradient is computed once, at x0, and used for every step.",
    "Is the slope after the first step still what it was?",
)


def forgets_to_move(gradient: Any, x0: Any, eta: Any, epsilon: Any, max_steps: Any) -> Any:
    steps = _descend(gradient, x0, eta, epsilon, max_steps)[1]
    return _descend(gradient, x0, eta, epsilon, max(steps - 1, 0))[0], steps


gradient_descent.turn(
    forgets_to_move,
    "the x returned is the one before the last step.",
    "Which x had the gradient that made you stop?",
)
gradient_descent.turn(
    partial(
        _descend,
        move=lambda x, eta, slope: (np.asarray(x) - eta * slope).astype(np.asarray(x).dtype),
    ),
    "x is cut to whole numbers when x0 holds whole numbers.",
    "What is the type of x0, and can it hold a step of 0.5?",
)


# ---------------------------------------------------------------- batch_step and sgd_step


def labels(rng: np.random.Generator, n: int) -> Any:
    """Labels 0 and 1 at random, both there where n allows."""
    y = rng.integers(0, 2, n)
    y[:2] = (0, 1)[:n]
    return y


def examples(rng: np.random.Generator, n: int, d: int, reach: int = 2) -> Any:
    """n examples with d features in eighths, the constant 1 first."""
    return np.column_stack([np.ones(n), eighths(rng, n, d - 1, reach=reach)])


batch_step = Check(reference.batch_step, gives=Array("(d,)"))
batch_step.worked(
    (np.zeros(2), np.array([[1.0, 2], [1, -4], [1, 2], [1, 0]]), np.array([1, 0, 1, 1]), 0.5),
    np.array([0.125, 0.5]),
    "all scores are 0, so all probabilities are 0.5; the gradients are -0.5 (1, 2), 0.5 (1, -4), "
    "-0.5 (1, 2) and -0.5 (1, 0), their mean is (-0.25, -1), and half of that is taken from w",
)


@batch_step.cases
def batch_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in ((2, 2), (3, 3), (4, 3), (5, 2), (3, 5), (6, 4), (9, 3), (12, 5)):
        yield eighths(rng, d, reach=1), examples(rng, n, d), labels(rng, n), rate(rng)
        yield eighths(rng, d, reach=1), eighths(rng, n, d, reach=1), labels(rng, n), rate(rng)


@batch_step.extremes
def batch_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), examples(rng, 1, 3), np.array([1]), 0.5
    yield eighths(rng, 1), np.ones((3, 1)), np.array([0, 0, 1]), 0.25
    yield eighths(rng, 2), examples(rng, 4, 2), np.ones(4, dtype=int), 0.5
    yield eighths(rng, 2), examples(rng, 4, 2), np.zeros(4, dtype=int), 0.5
    yield np.array([1, -2]), np.array([[1, 3], [1, 0], [1, -1]]), np.array([1, 1, 0]), 0.25
    yield np.array([0, 0, 0]), rng.integers(-3, 4, (4, 3)), np.array([0, 1, 1, 0]), 0.5
    yield np.array([100.0, -400.0]), np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1, 0]), 2.0
    yield np.array([100.0, -400.0]), np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([0, 1]), 2.0


@batch_step.law("the order of the examples changes nothing, and neither does giving each one twice")
def a_mean_over_all(f: Any, rng: np.random.Generator) -> str | None:
    w, X, y = eighths(rng, 3, reach=1), examples(rng, 5, 3), labels(rng, 5)
    once, twice = f(w, X, y, 0.5), f(w, np.repeat(X, 2, axis=0), np.repeat(y, 2), 0.5)
    if not np.allclose(once, f(w, X[::-1].copy(), y[::-1].copy(), 0.5)):
        return "With the examples in reverse order the step was another one."
    if not np.allclose(once, twice):
        return "With every example there twice the step was another one: is it a mean?"
    return None


def _step(
    w: Any,
    X: Any,
    y: Any,
    eta: float,
    predicted: Callable[[Any], Any] = sigmoid,
    gradient: Callable[..., Any] = lambda p, X, y: (p - y) @ X / len(X),
    sign: int = -1,
) -> Any:
    """`batch_step` with one thing or another done wrong."""
    return w + sign * eta * gradient(predicted(X @ w), X, y)


def sequentially(w: Any, X: Any, y: Any, eta: float, order: int = 1) -> Any:
    w = np.array(w, dtype=float)
    for k in range(len(w))[::order]:
        w[k] -= eta * np.mean((sigmoid(X @ w) - y) * X[:, k])
    return w


def one_after_another(w: Any, X: Any, y: Any, eta: float) -> Any:
    for x_i, y_i in zip(X, y, strict=True):
        w = w - eta * (sigmoid(x_i @ w) - y_i) * x_i
    return w


def but_not_the_bias(step: Callable[..., Any]) -> Callable[..., Any]:
    def wrong(w: Any, *rest: Any) -> Any:
        return np.concatenate([w[:1], step(w, *rest)[1:]])

    return wrong


SIMULTANEOUS = (
    "the weights are updated one after another, so later ones see a w that has changed already.",
    "Which w should all entries of the gradient be computed with?",
)
UPHILL = (
    "the step goes uphill: the loss gets worse.",
    "The gradient is the mean of (sigma - y) x. Do you add it, or take it away?",
)
NO_RATE = (
    "the learning rate is not used.",
    "Where does eta stand in the rule, and in your code?",
)
NO_SIGMOID = (
    "the score itself is used where its sigmoid should be.",
    "What turns a score of -3 into a probability?",
)
HARD = (
    "the probability is rounded to a prediction of 0 or 1 before the gradient is taken.",
    "Should an example that is right by a hair change nothing at all?",
)
NO_X = (
    "all weights change by the same amount: x is missing from the gradient.",
    "By what is the error, sigma - y, multiplied in the gradient?",
)
OLD_LOST = (
    "only the step is returned: the old w is lost.",
    "The rule changes w; what should be left of the old one?",
)
ONLY_GRADIENT = (
    "the gradient is returned, not the new w.",
    "What do you do with a gradient once you have it?",
)
SQUARED = (
    "this is the gradient of a squared error: a factor sigma (1 - sigma) is in it.",
    "In the gradient of the cross-entropy, what cancels that factor?",
)
SIGNED = (
    "the labels are turned into -1 and +1 on the way.",
    "The labels of the logistic loss are 0 and 1. What is sigma - y for a perfect prediction?",
)
NO_BIAS = (
    "the first weight, the bias, never changes.",
    "The bias is a weight like the others, with the feature 1.",
)
TWICE = (
    "the step is twice as long as it should be.",
    "Where does a factor 2 come from? There is no square in this loss.",
)
CUT = (
    "the step is cut to whole numbers when w holds whole numbers.",
    "What is the type of w's entries, and can it hold a step of 0.5?",
)
SWAPPED = (
    "the classes are swapped: sigma is taken for the probability of y = 0.",
    "Of which label is sigma(w . x) the probability?",
)

batch_step.turn(partial(_step, sign=1), *UPHILL)
batch_step.turn(sequentially, *SIMULTANEOUS)
batch_step.turn(
    partial(sequentially, order=-1),
    "the weights are updated one after another, from the last to the first, so the earlier ones "
    "see a w that has changed already.",
    "Which w should all entries of the gradient be computed with?",
)
batch_step.turn(
    partial(_step, gradient=lambda p, X, y: (p - y) @ X),
    "the gradients are added up, not averaged.",
    "The loss is a mean over the examples. What does that make of its gradient?",
)
batch_step.turn(
    partial(_step, gradient=lambda p, X, y: (p - y) @ X / X.shape[1]),
    "it is divided by the number of features, not of examples.",
    "What is X.shape[0], and what is X.shape[1]?",
)
batch_step.turn(
    one_after_another,
    "a step is taken after every example: that is stochastic descent.",
    "A batch step uses one w for all examples and moves once.",
)
batch_step.turn(
    lambda w, X, y, eta: _step(w, X[:1], y[:1], eta),
    "only the first example is used.",
    "What does the batch in batch_step stand for?",
)
batch_step.turn(lambda w, X, y, eta: _step(w, X, y, 1.0), *NO_RATE)
batch_step.turn(partial(_step, predicted=lambda z: z), *NO_SIGMOID)
batch_step.turn(partial(_step, predicted=lambda z: z >= 0), *HARD)
batch_step.turn(partial(_step, gradient=lambda p, X, y: np.mean(p - y)), *NO_X)
batch_step.turn(lambda w, X, y, eta: _step(w, X, y, eta) - w, *OLD_LOST)
batch_step.turn(lambda w, X, y, eta: w - _step(w, X, y, 1.0), *ONLY_GRADIENT)
batch_step.turn(
    partial(_step, gradient=lambda p, X, y: ((p - y) * p * (1 - p)) @ X / len(X)),
    *SQUARED,
)
batch_step.turn(lambda w, X, y, eta: _step(w, X, 2 * y - 1, eta), *SIGNED)
batch_step.turn(lambda w, X, y, eta: _step(w, X, 1 - y, eta), *SWAPPED)
batch_step.turn(but_not_the_bias(_step), *NO_BIAS)
batch_step.turn(lambda w, X, y, eta: _step(w, X, y, 2 * eta), *TWICE)
batch_step.turn(lambda w, X, y, eta: _step(w, X, y, eta).astype(np.asarray(w).dtype), *CUT)


def single(step: Callable[..., Any], **how: Any) -> Callable[..., Any]:
    """A wrong `batch_step` as a wrong `sgd_step`."""
    return lambda w, x, y, eta: step(w, x[None], np.array([y]), eta, **how)


sgd_step = Check(reference.sgd_step, gives=Array("(d,)"))
sgd_step.worked(
    (np.array([0.0, 0.0]), np.array([1.0, 2.0]), 1, 0.5),
    np.array([0.25, 0.5]),
    "the score is 0 and the probability 0.5, so the gradient is -0.5 (1, 2), and half of it is "
    "taken away from w",
)


@sgd_step.cases
def stochastic_cases(rng: np.random.Generator) -> Iterator[Args]:
    for d in (2, 2, 3, 3, 4, 5, 8):
        for y in (1, 0):
            yield eighths(rng, d, reach=1), examples(rng, 1, d)[0], y, rate(rng)
            yield eighths(rng, d, reach=1), eighths(rng, d, reach=1), y, rate(rng)


@sgd_step.extremes
def stochastic_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield np.zeros(3), eighths(rng, 3), 0, 0.5
    yield eighths(rng, 1), np.ones(1), np.int64(1), 0.25
    yield np.array([1, -2]), np.array([1, 3]), 1, 0.25
    yield np.array([0, 0, 0]), rng.integers(1, 5, 3), 0, 0.5
    yield np.array([100.0, -400.0]), np.array([1.0, 1.0]), 1, 2.0
    yield np.array([100.0, -400.0]), np.array([1.0, -1.0]), 0, 2.0
    yield np.array([0.04, 0.5]), np.array([1.0, 0.82]), 1, 0.01


@sgd_step.law("the score of the example moves towards its label")
def towards_the_label(f: Any, rng: np.random.Generator) -> str | None:
    for y in (1, 0):
        w, x = eighths(rng, 3, reach=1), examples(rng, 1, 3)[0]
        moved = float((f(w, x, y, 0.5) - w) @ x)
        if moved == 0 or (moved > 0) != (y == 1):
            way = "rise" if y else "fall"
            return f"This example has label {y}, so its score should {way}; it moved by {moved:+g}."
    return None


def only_on_mistakes(w: Any, x: Any, y: Any, eta: Any) -> Any:
    p = sigmoid(w @ x)
    return w if (p >= 0.5) == (y == 1) else w - eta * (p - y) * x


sgd_step.turn(single(_step, sign=1), *UPHILL)
sgd_step.turn(single(sequentially), *SIMULTANEOUS)
sgd_step.turn(
    single(sequentially, order=-1),
    "the weights are updated one after another, from the last to the first, so the earlier ones "
    "see a w that has changed already.",
    "Which w should all entries of the gradient be computed with?",
)
sgd_step.turn(lambda w, x, y, eta: single(_step)(w, x, y, 1.0), *NO_RATE)
sgd_step.turn(single(_step, predicted=lambda z: z), *NO_SIGMOID)
sgd_step.turn(single(_step, predicted=lambda z: z >= 0), *HARD)
sgd_step.turn(
    only_on_mistakes,
    "w changes only where the example was classified wrongly, as in a perceptron.",
    "A probability of 0.6 for the right label is not 1 yet. Is there nothing left to learn?",
)
sgd_step.turn(
    lambda w, x, y, eta: w - eta * (sigmoid(w * x) - y) * x,
    "the sigmoid is taken of every product w_k x_k on its own, not of their sum.",
    "The score is one number, w . x. What shape has w * x?",
)
sgd_step.turn(
    lambda w, x, y, eta: w - eta * np.sum((sigmoid(w @ x) - y) * x),
    "the entries of the gradient are added up, so that all weights change by the same amount.",
    "What shape has the gradient, and what shape has w?",
)
sgd_step.turn(single(_step, gradient=lambda p, X, y: np.mean(p - y)), *NO_X)
sgd_step.turn(
    single(_step, gradient=lambda p, X, y: (p - y) @ X / X.shape[1]),
    "the step is divided by the number of weights.",
    "With one example there is nothing to average. What does your mean run over?",
)
sgd_step.turn(lambda w, x, y, eta: single(_step)(w, x, y, eta) - w, *OLD_LOST)
sgd_step.turn(lambda w, x, y, eta: w - single(_step)(w, x, y, 1.0), *ONLY_GRADIENT)
sgd_step.turn(single(_step, gradient=lambda p, X, y: ((p - y) * p * (1 - p)) @ X), *SQUARED)
sgd_step.turn(lambda w, x, y, eta: single(_step)(w, x, 2 * y - 1, eta), *SIGNED)
sgd_step.turn(lambda w, x, y, eta: single(_step)(w, x, 1 - y, eta), *SWAPPED)
sgd_step.turn(but_not_the_bias(single(_step)), *NO_BIAS)
sgd_step.turn(lambda w, x, y, eta: single(_step)(w, x, y, 2 * eta), *TWICE)
sgd_step.turn(lambda w, x, y, eta: single(_step)(w, x, y, eta).astype(np.asarray(w).dtype), *CUT)


# ---------------------------------------------------------------- minibatches and split


def in_words(parts: Any, n: int) -> str | None:
    """What is wrong with parts that should hold 0..n-1 once each, or None."""
    order = np.concatenate([np.array([], dtype=int), *parts]).tolist()
    for i in order:
        if not 0 <= i < n:
            return f"There is an index {i}, but with {n} examples they go from 0 to {n - 1}."
        if order.count(i) > 1:
            return f"Index {i} comes {order.count(i)} times; every example should come once."
    missing = sorted(set(range(n)) - set(order))
    if missing:
        return f"Index {missing[0]} is missing; every example should come once."
    return None


def laws_of_chance(check: Check, *args: Any) -> None:
    """Ask that the order of 40 indices is shuffled, and by the generator that is given."""
    n = 40

    def order(f: Any, rng: np.random.Generator) -> list[int]:
        return [int(i) for part in f(n, *args, rng) for i in part]

    @check.law("every index comes exactly once")
    def once(f: Any, rng: np.random.Generator) -> str | None:
        return in_words(f(n, *args, Rng(a_seed(rng))), n)

    @check.law("the order is shuffled")
    def shuffled(f: Any, rng: np.random.Generator) -> str | None:
        found = order(f, Rng(a_seed(rng)))
        if found == sorted(found):
            return (
                f"The indices come in the order {found[0]}, {found[1]}, {found[2]}, ...: as if "
                "nothing had been shuffled."
            )
        return None

    @check.law("the same seed gives the same order")
    def same_seed(f: Any, rng: np.random.Generator) -> str | None:
        seed = a_seed(rng)
        if order(f, Rng(seed)) != order(f, Rng(seed)):
            return (
                "Two generators with the same seed gave two different orders, so the order does "
                "not come from rng."
            )
        return None

    @check.law("another seed gives another order")
    def other_seed(f: Any, rng: np.random.Generator) -> str | None:
        seed = a_seed(rng)
        if order(f, Rng(seed)) == order(f, Rng(seed + 1)):
            return (
                "Two generators with different seeds gave the same order, so the order does not "
                "come from rng."
            )
        return None

    @check.law("called again with the same generator it gives another order")
    def next_epoch(f: Any, rng: np.random.Generator) -> str | None:
        seed = a_seed(rng)
        live, lender = Rng(seed), Rng(seed)
        lender.lent = live
        first = order(f, lender)
        live.used = " after one call"
        if order(f, lender) == first:
            return "Called twice with one generator, as in two epochs, it gave one order twice."
        return None


FIXED_SEED = (
    "the order comes from a generator of its own with a fixed seed, so every call gives the same.",
    "What is rng for, and what does a generator with a fixed seed return each time it is made?",
)
OWN_CHANCE = (
    "the order is shuffled, but not by rng.",
    "Could somebody with the same seed get your order again? Which generator do you ask?",
)
PEEKS = (
    "rng is copied before it is used, so it never moves on, and the next call gives the same.",
    "What has to change in rng for the next call to give another order?",
)
UNSHUFFLED = (
    "nothing is shuffled.",
    "If the examples are sorted by class, what do the first parts hold?",
)
FROM_ONE = (
    "the indices run from 1 to n.",
    "Which index has the first row of an array?",
)


def copied(rng: Any) -> np.random.Generator:
    """A generator in the state of another."""
    twin = np.random.default_rng()
    twin.bit_generator.state = rng.bit_generator.state
    return twin


minibatches = Check(reference.minibatches, gives=IndexArrays(), chance=True)
minibatches.worked(
    (10, 4, Rng(1)),
    reference.minibatches(10, 4, Rng(1)),
    "ten indices in batches of four make batches of 4, 4 and 2, and each of 0 to 9 is in one",
)
laws_of_chance(minibatches, 8)


@minibatches.cases
def batches_cases(rng: np.random.Generator) -> Iterator[Args]:
    for _ in range(4):
        size, many = int(rng.integers(3, 9)), int(rng.integers(4, 9))
        yield size * many, size, Rng(a_seed(rng))
        yield size * many + int(rng.integers(1, size)), size, Rng(a_seed(rng))
    n = int(rng.integers(20, 60))
    yield n, 1, Rng(a_seed(rng))
    yield n, n, Rng(a_seed(rng))
    yield n, n - 1, Rng(a_seed(rng))
    yield n, n + int(rng.integers(1, 9)), Rng(a_seed(rng))


@minibatches.extremes
def batches_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield 1, 1, Rng(a_seed(rng))
    yield 2, 1, Rng(a_seed(rng))
    yield 3, 2, Rng(a_seed(rng))
    yield 5, 1000, Rng(a_seed(rng))
    yield 1000, 32, Rng(a_seed(rng))


minibatches.turn(
    lambda n, size, rng: cut(rng.permutation(n)[: n // size * size], size),
    "the last batch, the short one, is dropped.",
    "Ten examples in batches of four: where do the last two go?",
)
minibatches.turn(lambda n, size, rng: cut(np.arange(n), size), *UNSHUFFLED)
minibatches.turn(
    lambda n, size, rng: [
        rng.choice(n, len(part), replace=False) for part in cut(np.arange(n), size)
    ],
    "every batch is drawn on its own, so examples come twice in an epoch, or never.",
    "In an epoch every example comes once. Do you draw from all of them for each batch?",
)
minibatches.turn(
    lambda n, size, rng: cut(rng.integers(0, n, n), size),
    "the indices are drawn with replacement: examples come twice in an epoch, or never.",
    "In an epoch every example comes once. What must happen to one that was drawn?",
)
minibatches.turn(
    lambda n, size, rng: (lambda parts: [parts[k] for k in rng.permutation(len(parts))])(
        cut(np.arange(n), size)
    ),
    "only the order of the batches is shuffled; the same neighbours are always together.",
    "Which examples share a batch with example 0, in this epoch and in the next?",
)
minibatches.turn(
    lambda n, size, rng: [rng.permutation(part) for part in cut(np.arange(n), size)],
    "the examples are shuffled only inside their batch: the first batch always holds the first.",
    "Which examples can be in the first batch, in this epoch and in the next?",
)
minibatches.turn(
    lambda n, size, rng: np.array_split(rng.permutation(n), size),
    "size is taken as the number of batches.",
    "How many indices should a batch hold?",
)
minibatches.turn(
    lambda n, size, rng: np.array_split(rng.permutation(n), -(-n // size)),
    "the indices are shared out evenly, so no batch but the last few has the size asked for.",
    "Only the last batch may be short. How long is your first one?",
)
minibatches.turn(
    lambda n, size, rng: cut(np.resize(rng.permutation(n), -(-n // size) * size), size),
    "the last batch is filled up with indices that were there before.",
    "Is the last batch allowed to be short?",
)
minibatches.turn(
    lambda n, size, rng: (
        lambda order: [order[k * size : (k + 1) * size] for k in range(n // size + 1)]
    )(rng.permutation(n)),
    "an empty batch comes last where size divides n.",
    "How many batches do twelve examples make, if each holds four?",
)
minibatches.turn(
    lambda n, size, rng: [
        part for part in np.split(rng.permutation(n), range(n % size, n, size)) if len(part)
    ],
    "the short batch comes first.",
    "Which batch may be short?",
)
minibatches.turn(
    lambda n, size, rng: [rng.permutation(n)],
    "everything is in one batch.",
    "What is size for?",
)
minibatches.turn(lambda n, size, rng: cut(rng.permutation(n) + 1, size), *FROM_ONE)
minibatches.turn(
    lambda n, size, rng: cut(rng.permutation(n - 1), size),
    "the last example, with index n - 1, is never there.",
    "Up to which number does your shuffled order run?",
)
minibatches.turn(
    lambda n, size, rng: cut(np.random.default_rng(0).permutation(n), size), *FIXED_SEED
)
minibatches.turn(lambda n, size, rng: cut(np.array(random.sample(range(n), n)), size), *OWN_CHANCE)
minibatches.turn(lambda n, size, rng: cut(copied(rng).permutation(n), size), *PEEKS)


split = Check(reference.split, gives=IndexArrays(), chance=True)
split.worked(
    (7, [0.8, 0.1, 0.1], Rng(1)),
    reference.split(7, [0.8, 0.1, 0.1], Rng(1)),
    "the cuts are at round(5.6) = 6 and round(6.3) = 6, so the parts have 6, 0 and 1 of the seven "
    "indices",
)
laws_of_chance(split, [0.5, 0.25, 0.25])

SHARES = (
    [0.8, 0.1, 0.1],
    [0.6, 0.2, 0.2],
    [0.5, 0.25, 0.25],
    [0.7, 0.3],
    [0.75, 0.125, 0.125],
    [0.1, 0.2, 0.3, 0.4],
    [0.25, 0.25, 0.25, 0.25],
    [0.35, 0.35, 0.3],
)


def clear_cut(n: int, fractions: Sequence[float]) -> bool:
    """Whether no cut is so near a half that rounding could go either way."""
    cuts = n * np.cumsum(fractions)[:-1]
    return bool((np.abs(cuts % 1 - 0.5) > 0.04).all())


def a_number(rng: np.random.Generator, low: int, high: int, fractions: Sequence[float]) -> int:
    while True:
        n = int(rng.integers(low, high))
        if clear_cut(n, fractions):
            return n


@split.cases
def parts_cases(rng: np.random.Generator) -> Iterator[Args]:
    for fractions in SHARES:
        yield a_number(rng, 20, 60, fractions), list(fractions), Rng(a_seed(rng))
        yield a_number(rng, 60, 400, fractions), tuple(fractions), Rng(a_seed(rng))


@split.extremes
def parts_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield 342, [0.8, 0.1, 0.1], Rng(a_seed(rng))
    yield 38, [0.8, 0.1, 0.1], Rng(a_seed(rng))  # 30.4 and 34.2: 30, 4, 4
    yield 27, [0.6, 0.2, 0.2], Rng(a_seed(rng))  # 16.2 and 21.6: 16, 6, 5
    yield 33, [0.35, 0.35, 0.3], Rng(a_seed(rng))  # 11.55 and 23.1: 12, 11, 10
    yield 3, [0.8, 0.1, 0.1], Rng(a_seed(rng))
    yield 1, [0.7, 0.3], Rng(a_seed(rng))
    yield 25, [1.0], Rng(a_seed(rng))
    yield 1797, [0.8, 0.1, 0.1], Rng(a_seed(rng))


def _cuts(n: int, fractions: Any, whole: Callable[[float], int] = round) -> list[int]:
    return [whole(n * share) for share in np.cumsum(fractions)[:-1].tolist()]


def sized(order: Any, sizes: Sequence[int]) -> list[Any]:
    """The order cut into parts of these sizes, as far as it reaches."""
    ends = np.cumsum(sizes)
    return [order[end - size : end] for end, size in zip(ends, sizes, strict=True)]


def rounded_sizes(n: int, fractions: Any, rng: Any) -> Any:
    sizes = [round(n * share) for share in fractions]
    return sized(rng.permutation(n), [*sizes[:-1], n - sum(sizes[:-1])])


split.turn(lambda n, fractions, rng: np.split(np.arange(n), _cuts(n, fractions)), *UNSHUFFLED)
split.turn(
    lambda n, fractions, rng: np.split(
        rng.permutation(n), _cuts(n, fractions, lambda cut: int(cut + 1e-9))
    ),
    "the cuts are rounded down.",
    "Where should a cut at 5.6 be?",
)
split.turn(
    lambda n, fractions, rng: np.split(
        rng.permutation(n), _cuts(n, fractions, lambda cut: int(-((1e-9 - cut) // 1)))
    ),
    "the cuts are rounded up.",
    "Where should a cut at 6.3 be?",
)
split.turn(
    rounded_sizes,
    "each size is rounded on its own, and the last part gets the rest.",
    "The cuts are at round(n times the fractions up to there). What does 7 of 80-10-10 make?",
)
split.turn(
    lambda n, fractions, rng: sized(rng.permutation(n), [round(n * share) for share in fractions]),
    "each size is rounded on its own, so that the parts may leave some out.",
    "Do your sizes always add up to n? What does 7 of 80-10-10 make?",
)
split.turn(
    lambda n, fractions, rng: sized(
        rng.permutation(n), [int(n * share + 1e-9) for share in fractions]
    ),
    "each size is rounded down, so that some indices are left out.",
    "Do your sizes always add up to n? What does 7 of 80-10-10 make?",
)
split.turn(
    lambda n, fractions, rng: np.split(
        rng.permutation(n), np.cumsum([int(n * share + 1e-9) for share in fractions[:-1]])
    ),
    "each size is rounded down, and the last part gets the rest.",
    "Where should a cut at 5.6 be?",
)
split.turn(
    lambda n, fractions, rng: np.split(
        rng.permutation(n), sorted(round(n * share) for share in fractions[:-1])
    ),
    "the fractions themselves are taken as the places to cut, not their running sum.",
    "After 80 % and another 10 %, how far along are you?",
)
split.turn(
    lambda n, fractions, rng: np.split(rng.permutation(n), [*_cuts(n, fractions), n]),
    "there is an empty part too many at the end.",
    "How many cuts make three parts?",
)
split.turn(
    lambda n, fractions, rng: np.split(rng.permutation(n), _cuts(n, fractions))[:-1],
    "the last part is missing.",
    "How many parts do three fractions make?",
)
split.turn(
    lambda n, fractions, rng: [
        rng.choice(n, len(part), replace=False)
        for part in np.split(np.arange(n), _cuts(n, fractions))
    ],
    "each part is drawn from all the indices, so that the parts overlap.",
    "Can an example be in the training and in the test part?",
)
split.turn(
    lambda n, fractions, rng: np.split(rng.integers(0, n, n), _cuts(n, fractions)),
    "the indices are drawn with replacement, so that parts overlap.",
    "Can an example be in the training and in the test part?",
)
split.turn(
    lambda n, fractions, rng: [
        rng.permutation(part) for part in np.split(np.arange(n), _cuts(n, fractions))
    ],
    "the indices are shuffled only inside their part: the last examples are always the test.",
    "If the examples are sorted by class, what does the last part hold?",
)
split.turn(
    lambda n, fractions, rng: np.split(rng.permutation(n) + 1, _cuts(n, fractions)),
    *FROM_ONE,
)
split.turn(
    lambda n, fractions, rng: np.split(
        np.random.default_rng(0).permutation(n), _cuts(n, fractions)
    ),
    *FIXED_SEED,
)
split.turn(
    lambda n, fractions, rng: np.split(np.array(random.sample(range(n), n)), _cuts(n, fractions)),
    *OWN_CHANCE,
)
split.turn(
    lambda n, fractions, rng: np.split(copied(rng).permutation(n), _cuts(n, fractions)),
    *PEEKS,
)


# ---------------------------------------------------------------- early_stopping

early_stopping = Check(reference.early_stopping, gives=Several(stop=Number(), best=Number()))
early_stopping.worked(
    ([5.0, 4.0, 4.5, 3.0, 3.5, 4.0, 2.0], 1),
    (5, 3),
    "one rise, at index 2, is forgiven; then the loss rises at indices 4 and 5, which is more than "
    "one in a row, so it stops at 5; the smallest loss up to there is at index 3",
)


@early_stopping.cases
def stopping_cases(rng: np.random.Generator) -> Iterator[Args]:
    for patience in (0, 1, 2, 3, 0, 1, 2, 3, 1, 2):
        for length in (5, 9, 14, 20):
            moves = rng.choice([-2, -1, 0, 1, 2], length, p=[0.2, 0.2, 0.1, 0.25, 0.25])
            losses = (40 + np.cumsum(moves)) / 8
            yield losses.tolist(), patience


@early_stopping.extremes
def stopping_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield [float(rng.integers(1, 9))], 0
    yield [3.0, 2.0, 1.0], 0  # never rises
    yield [1.0, 2.0, 3.0, 4.0], 2  # stops at the very end
    yield [1.0, 2.0, 3.0, 4.0], 5  # patience longer than the list
    yield [1.0, 2.0, 2.0, 3.0, 3.0], 1  # standing still is no rise
    yield [5.0, 1.0, 2.0, 1.0, 2.0, 3.0, 0.0], 1  # two best, and a better one too late
    yield [2.0, 2.0, 2.0, 2.0], 0
    yield [4, 3, 5, 6, 7], 1  # whole numbers
    yield (
        [4.0, 3.0, 3.5, 3.2, 3.6, 3.3, 3.7, 3.4],
        1,
    )  # worse than the best, but never twice in a row


@early_stopping.law("more patience never stops earlier")
def patience_waits(f: Any, rng: np.random.Generator) -> str | None:
    losses = ((40 + np.cumsum(rng.choice([-2, -1, 1, 2], 15))) / 8).tolist()
    before = -1
    for patience in range(6):
        stop = int(f(losses, patience)[0])
        if stop < before:
            return (
                f"With patience {patience - 1} it stops at index {before}, with patience "
                f"{patience} at {stop}."
            )
        before = stop
    return None


def _stop(
    losses: Sequence[float],
    patience: int,
    rises: Callable[[Sequence[float], int], Any] = lambda losses, i: losses[i] > losses[i - 1],
    reset: Callable[[Sequence[float], int], bool] = lambda losses, i: True,
    enough: Callable[[int, int], bool] = lambda count, patience: count > patience,
) -> tuple[int, int]:
    """`early_stopping` with one thing or another done wrong."""
    stop, count = len(losses) - 1, 0
    for i in range(1, len(losses)):
        if rises(losses, i):
            count += 1
        elif reset(losses, i):
            count = 0
        if enough(count, patience):
            stop = i
            break
    return stop, int(np.argmin(losses[: stop + 1]))


def best_by(choose: Callable[[Sequence[float], int, int], Any]) -> Callable[..., Any]:
    """The right place to stop, with another best."""

    def wrong(losses: Sequence[float], patience: int) -> tuple[int, Any]:
        stop = _stop(losses, patience)[0]
        return stop, choose(losses, stop, patience)

    return wrong


early_stopping.turn(
    lambda losses, patience: _stop(losses, 0),
    "it stops at the first rise, whatever the patience.",
    "How many rises in a row are forgiven?",
)
early_stopping.turn(
    lambda losses, patience: _stop(
        losses, patience, enough=lambda count, patience: count >= max(patience, 1)
    ),
    "patience is off by one: it stops after as many rises as patience says, not after more.",
    "With a patience of 1, is one rise forgiven?",
)
early_stopping.turn(
    lambda losses, patience: _stop(
        losses, patience, enough=lambda count, patience: count >= patience
    ),
    "patience is off by one: with a patience of 0 it stops even without a rise.",
    "It stops when the loss rose in MORE than patience measurements in a row.",
)
early_stopping.turn(
    lambda losses, patience: _stop(losses, patience + 1),
    "it stops one rise too late.",
    "With a patience of 0, at which rise does it stop?",
)
early_stopping.turn(
    lambda losses, patience: _stop(losses, patience, reset=lambda losses, i: False),
    "all rises are counted, not only those in a row.",
    "What should happen to the count when the loss falls?",
)
early_stopping.turn(
    lambda losses, patience: _stop(
        losses, patience, rises=lambda losses, i: losses[i] > min(losses[:i])
    ),
    "each loss is compared with the best one so far, not with the one before it.",
    "A loss can be above the best and still be falling. When does it rise?",
)
early_stopping.turn(
    lambda losses, patience: _stop(
        losses, patience, rises=lambda losses, i: losses[i] >= min(losses[:i])
    ),
    "every measurement without a new best is counted, also one that falls or stays.",
    "Many programs do this, but the rule here counts rises: from one measurement to the next.",
)
early_stopping.turn(
    lambda losses, patience: _stop(losses, patience, rises=lambda losses, i: losses[i] > losses[0]),
    "each loss is compared with the first one.",
    "A rise is from one measurement to the next.",
)
early_stopping.turn(
    lambda losses, patience: _stop(
        losses, patience, rises=lambda losses, i: losses[i] >= losses[i - 1]
    ),
    "a loss that stays the same is counted as a rise.",
    "Is 2.0 after 2.0 a rise?",
)
early_stopping.turn(
    lambda losses, patience: _stop(
        losses, patience, reset=lambda losses, i: losses[i] < losses[i - 1]
    ),
    "a loss that stays the same does not end a run of rises.",
    "Up, the same, up: were there two rises in a row?",
)
early_stopping.turn(
    lambda losses, patience: _stop(
        losses, patience, rises=lambda losses, i: losses[i] < losses[i - 1]
    ),
    "falls are counted, not rises.",
    "Which sign has the change when the loss gets worse?",
)
early_stopping.turn(
    best_by(lambda losses, stop, patience: stop),
    "the best index is the last one: the weights at the stop are kept, not the best ones.",
    "After some rises in a row, is the last loss the smallest?",
)
early_stopping.turn(
    best_by(lambda losses, stop, patience: int(np.argmin(losses))),
    "the best is sought in all the losses, also in those after the stop.",
    "Can you know a loss that you never measured, because you had stopped?",
)
early_stopping.turn(
    best_by(lambda losses, stop, patience: stop - int(np.argmin(losses[: stop + 1][::-1]))),
    "of several equal losses the last is taken as the best, not the first.",
    "Which of two equally good models came with less training?",
)
early_stopping.turn(
    best_by(
        lambda losses, stop, patience: next(
            (i for i in range(stop, 0, -1) if not losses[i] > losses[i - 1]), 0
        )
    ),
    "the best is taken to lie just before the last run of rises.",
    "Could there have been a smaller loss even earlier?",
)
early_stopping.turn(
    best_by(lambda losses, stop, patience: min(losses[: stop + 1])),
    "the smallest loss is returned, not its index.",
    "Is it a loss that is asked for, or a place in the list?",
)
early_stopping.turn(
    lambda losses, patience: _stop(losses, patience)[::-1],
    "the two results are swapped.",
    "Which comes first: where training stops, or where it was best?",
)


def runs_off_the_end(losses: Any, patience: Any) -> Any:
    stop, best = _stop(losses, patience)
    return (stop if stops(losses, patience) else len(losses)), best


def one_before(losses: Any, patience: Any) -> Any:
    stop, best = _stop(losses, patience)
    return stop - stops(losses, patience), best


def stops(losses: Any, patience: Any) -> bool:
    """Whether it stops of itself."""
    return _stop([*losses, -1.0], patience)[0] < len(losses)


early_stopping.turn(
    runs_off_the_end,
    "where it never stops, the index is one too high.",
    "Which index has the last of n measurements?",
)
early_stopping.turn(
    lambda losses, patience: tuple(i + 1 for i in _stop(losses, patience)),
    "the indices are counted from 1.",
    "Which index has the first entry of a list?",
)
early_stopping.turn(
    one_before,
    "the index is that of the measurement before the one that stopped it.",
    "At which measurement do you know that there were too many rises?",
)


# ---------------------------------------------------------------- regularised_loss and _gradient

LAMBDAS = (0.125, 0.25, 0.75, 2.0)


def problem(rng: np.random.Generator, n: int, d: int) -> Args:
    """w, X and y with scores that no formula for the loss finds too large, and a lambda."""
    w = eighths(rng, d, reach=2)
    w[0] += 0.125 * (w[0] == 0)
    return w, examples(rng, n, d, reach=1), labels(rng, n), float(rng.choice(LAMBDAS))


SIZES = ((2, 2), (3, 3), (4, 3), (5, 2), (3, 5), (6, 4), (9, 3), (12, 5))

regularised_loss = Check(reference.regularised_loss, gives=Number())
regularised_loss.worked(
    (
        np.array([0.0, 2.0, -1.0]),
        np.array([[1.0, 1.0, 2.0], [1.0, 0.5, 1.0]]),
        np.array([1, 0]),
        0.5,
    ),
    np.log(2) + 0.5 * 5,
    "both scores are 0, so the mean cross-entropy is log 2 = 0.6931; the squares of the weights "
    "save the bias add up to 5, and half of that is 2.5",
)


@regularised_loss.cases
def loss_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in SIZES:
        yield problem(rng, n, d)


def odd_problems(rng: np.random.Generator) -> Iterator[Args]:
    w, X, y, _ = problem(rng, 5, 3)
    yield w, X, y, 0.0  # no penalty at all
    yield problem(rng, 1, 3)
    yield np.array([1.5]), np.ones((3, 1)), np.array([0, 1, 1]), 0.5  # a bias and nothing else
    yield np.array([2, -1, 3]), np.array([[1, 0, 1], [1, 1, -1]]), np.array([1, 0]), 0.25
    yield np.array([2, 1]), np.array([[1, 1], [1, -1], [1, 0]]), np.array([1, 1, 1]), 2
    yield np.array([-3.0, 0.0]), np.array([[1.0, 2.0], [1.0, 1.0]]), np.array([0, 0]), 0.5
    yield np.array([1.0, 40.0]), np.array([[1.0, 0.125], [1.0, -0.25]]), np.array([1, 0]), 1.5


regularised_loss.extremes(odd_problems)


@regularised_loss.law(
    "a larger lambda adds its share of the squared weights, and the bias adds nothing"
)
def penalty_grows(f: Any, rng: np.random.Generator) -> str | None:
    w, X, y, _ = problem(rng, 5, 3)
    w[1:] += np.where(w[1:] >= 0, 0.5, -0.5)
    added, wanted = float(f(w, X, y, 2.0) - f(w, X, y, 0.5)), 1.5 * float(w[1:] @ w[1:])
    if not np.isclose(added, wanted):
        return (
            f"From lambda 0.5 to 2 the loss should grow by 1.5 times the squared weights without "
            f"the bias, {wanted:g}; it grew by {added:g}."
        )
    return None


def penalised(penalty: Callable[..., Any]) -> Callable[..., Any]:
    """The mean cross-entropy and another penalty(w, lam, n)."""
    return lambda w, X, y, lam: cross_entropy(w, X, y) + penalty(np.asarray(w, float), lam, len(X))


regularised_loss.turn(
    penalised(lambda w, lam, n: lam * (w @ w)),
    "the bias is in the penalty.",
    "Which entry of w is the bias, and should it cost anything?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: lam * (w[:-1] @ w[:-1])),
    "the last weight is left out of the penalty, not the bias.",
    "Where does this course put the bias: first or last?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: w[1:] @ w[1:]),
    "lambda is not used.",
    "What does a lambda of 0 ask for?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: 0.0),
    "the penalty is missing: this is the plain cross-entropy.",
    "What makes large weights expensive?",
)
regularised_loss.turn(
    lambda w, X, y, lam: lam * float(np.sum(np.square(w[1:]))),
    "only the penalty is returned.",
    "What is the penalty added to?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: -lam * (w[1:] @ w[1:])),
    "the penalty is taken away, so that large weights pay off.",
    "Should large weights make the loss larger or smaller?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: lam / 2 * (w[1:] @ w[1:])),
    "the penalty is halved.",
    "Some books put a half in front of lambda, so that the gradient has no 2. Does this one?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: lam * np.abs(w[1:]).sum()),
    "absolute values are added up, not squares: that is another penalty, L1.",
    "What does the 2 in L2 stand for?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: lam * np.linalg.norm(w[1:])),
    "the length of the weights is used, without its square.",
    "Is there a root in the formula?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: lam * w[1:].sum() ** 2),
    "the weights are added up first and squared after that.",
    "What do the weights 3 and -3 cost?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: lam * (w[1:] @ w[1:]) / max(len(w) - 1, 1)),
    "the mean of the squares is used, not their sum.",
    "By what is the sum of squares divided in the formula?",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: lam * (w[1:] @ w[1:]) / n),
    "the penalty is divided by the number of examples.",
    "The mean is over the cross-entropies. Is the penalty part of it?",
)
regularised_loss.turn(
    lambda w, X, y, lam: len(X) * cross_entropy(w, X, y) + lam * float(np.sum(np.square(w[1:]))),
    "the cross-entropies are added up, not averaged.",
    "This course's losses are means over the examples.",
)
regularised_loss.turn(
    penalised(lambda w, lam, n: n * lam * (w[1:] @ w[1:])),
    "the penalty is added once for every example.",
    "Is the penalty inside the sum over the examples?",
)
regularised_loss.turn(
    lambda w, X, y, lam: -cross_entropy(w, X, y) + lam * float(np.sum(np.square(w[1:]))),
    "the cross-entropy has the wrong sign.",
    "Is the logarithm of a probability positive or negative, and what should a loss be?",
)


regularised_gradient = Check(reference.regularised_gradient, gives=Array("(d,)"))
regularised_gradient.worked(
    (
        np.array([0.0, 2.0, -1.0]),
        np.array([[1.0, 1.0, 2.0], [1.0, 0.5, 1.0]]),
        np.array([1, 0]),
        0.5,
    ),
    np.array([0.0, -0.125 + 2.0, -0.25 - 1.0]),
    "both probabilities are 0.5, so the mean of (sigma - y) x is (0, -0.125, -0.25); the penalty "
    "adds 2 times 0.5 times w, save for the bias: (0, 2, -1)",
)


@regularised_gradient.cases
def slope_cases(rng: np.random.Generator) -> Iterator[Args]:
    for n, d in SIZES:
        yield problem(rng, n, d)


regularised_gradient.extremes(odd_problems)


@regularised_gradient.law(
    "the gradient agrees with slopes of the loss that are measured by small steps"
)
def measured(f: Any, rng: np.random.Generator) -> str | None:
    w, X, y, lam = problem(rng, 5, 3)
    w[1:] += np.where(w[1:] >= 0, 0.5, -0.5)
    h = 1e-5
    for k, (formula, step) in enumerate(zip(f(w, X, y, lam), h * np.eye(3), strict=True)):
        up, down = (reference.regularised_loss(w + s, X, y, lam) for s in (step, -step))
        if not np.isclose((up - down) / (2 * h), formula, atol=1e-5):
            return (
                f"A small step along w[{k}] changes the loss by {(up - down) / (2 * h):.4f} per "
                f"unit; the gradient says {float(formula):.4f}."
            )
    return None


def steepened(penalty: Callable[..., Any]) -> Callable[..., Any]:
    """The gradient of the mean cross-entropy and of another penalty (w, lam, n), bias left out."""

    def wrong(w: Any, X: Any, y: Any, lam: Any) -> Any:
        extra = penalty(np.asarray(w, float), lam, len(X)) * np.ones(len(w))
        extra[0] = 0
        return logistic_gradient(w, X, y) + extra

    return wrong


regularised_gradient.turn(
    lambda w, X, y, lam: logistic_gradient(w, X, y) + 2 * lam * w,
    "the bias is in the penalty.",
    "The bias is not in the penalty. What is the slope of something that is not there?",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: lam * w),
    "the factor 2 is missing.",
    "What is the derivative of a square?",
)
regularised_gradient.turn(
    lambda w, X, y, lam: logistic_gradient(w, X, y) + lam * w,
    "the factor 2 is missing, and the bias is in the penalty.",
    "What is the derivative of a square, and which weight is left out of the sum?",
)
regularised_gradient.turn(
    lambda w, X, y, lam: logistic_gradient(w, X, y) + 2 * lam * np.append(w[:-1], 0),
    "the last weight is left out of the penalty, not the bias.",
    "Where does this course put the bias: first or last?",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: 2 * w),
    "lambda is not used.",
    "What does a lambda of 0 ask for?",
)
regularised_gradient.turn(
    lambda w, X, y, lam: logistic_gradient(w, X, y),
    "the penalty's part is missing: this is the gradient of the plain cross-entropy.",
    "What is the slope of lambda times the squares?",
)
regularised_gradient.turn(
    lambda w, X, y, lam: 2 * lam * np.concatenate([[0.0], w[1:]]),
    "only the penalty's part is returned.",
    "What is it added to?",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: -2 * lam * w),
    "the penalty's part has the wrong sign: it would make the weights grow.",
    "With a penalty on large weights, should a step downhill make them smaller?",
)
regularised_gradient.turn(
    lambda w, X, y, lam: np.concatenate([[0.0], reference.regularised_gradient(w, X, y, lam)[1:]]),
    "the bias's entry is set to 0 as a whole.",
    "The bias is left out of the penalty, but does the cross-entropy depend on it?",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: lam * w**2),
    "the squares themselves are used, not their derivative.",
    "What is the derivative of w squared?",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: 2 * lam * w**2),
    "twice the squares are used: the square is still there.",
    "What is the derivative of w squared?",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: 2 * lam * w[1:].sum()),
    "all weights get the same extra: the sum of them all.",
    "Each entry of the gradient is the slope along one weight.",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: lam * np.sign(w)),
    "only the signs of the weights are used: that is the gradient of another penalty, L1.",
    "What is the derivative of a square?",
)
regularised_gradient.turn(
    steepened(lambda w, lam, n: 2 * lam * w / n),
    "the penalty's part is divided by the number of examples.",
    "The mean is over the cross-entropies. Is the penalty part of it?",
)
regularised_gradient.turn(
    lambda w, X, y, lam: (
        reference.regularised_gradient(w, X, y, lam) + (len(X) - 1) * logistic_gradient(w, X, y)
    ),
    "the examples' gradients are added up, not averaged.",
    "This course's losses are means over the examples.",
)
regularised_gradient.turn(
    lambda w, X, y, lam: (
        reference.regularised_gradient(w, X, y, lam) - 2 * logistic_gradient(w, X, y)
    ),
    "the cross-entropy's part has the wrong sign.",
    "Its gradient is the mean of (sigma - y) x. In which order do you subtract?",
)


# ---------------------------------------------------------------- quizzes

Quiz(
    "sgd_gradient",
    [-0.38936, -0.31928],
    decimals=2,
    form="a list of two numbers",
    slips=[
        ([0.38936, 0.31928], "The error is sigma minus y. Which of the two is larger here?"),
        ([0.61064, 0.50072], "What is y, and where does it come into the gradient?"),
        ([-0.38936, -0.38936], "The error is multiplied by x, and x is not (1, 1)."),
        ([-0.55, -0.451], "That is the score minus y. What comes between score and probability?"),
        ([-0.61064, -0.50072], "Look at the sign in the exponent of sigma."),
    ],
)
Quiz(
    "sgd_theta",
    [0.0438936, 0.5031928],
    decimals=4,
    form="a list of two numbers",
    slips=[
        ([0.0361064, 0.4968072], "Was the gradient added or taken away?"),
        ([0.4293608, 0.8192758], "Where is the learning rate, 0.01?"),
        ([0.0789361, 0.5319276], "The learning rate is 0.01, not 0.1."),
        ([0.0461064, 0.5050072], "Look at the sign in the exponent of sigma."),
        ([0.0455, 0.50451], "The score is not a probability yet."),
    ],
)
Quiz(
    "largest_rate",
    0.2,
    decimals=2,
    form="a number",
    slips=[
        (1.0, "That is the answer for f(x) = x squared. What is the slope of 5 x squared?"),
        (0.1, "At this rate one step leads to the minimum. How much further may it jump?"),
        (2.0, "Write x - eta f'(x) as a factor times x. For which eta has it the size 1?"),
        (0.4, "What is the slope of 5 x squared, and what is 1 minus eta times that?"),
    ],
)
