"""Checks of unit 08: the steps of the derivations, and the closed forms they lead to.

There are three classes. Symbols stand for numbers: z, z1, z2, z3 scores; S1, S2, S3, p1, p2
probabilities; y a label 0 or 1, y1 an entry of a one-hot vector; x_k a feature; t = tanh(z).
"""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from lincourse import derivations as reference
from lincourse.checks import draws
from lincourse.checks.expressions import Derivation, Point, Step
from lincourse.checks.kinds import Array, Like
from lincourse.checks.ladder import Args, Check
from lincourse.softmax import softmax

eighths = partial(draws.eighths, reach=3)

# ---------------------------------------------------------------- values for the symbols


def number(rng: random.Random) -> Fraction:
    """A fraction between -3 and 3 that is nowhere special."""
    return Fraction(rng.choice([n for n in range(-290, 291) if n % 97]), 97)


def share(rng: random.Random) -> Fraction:
    """A fraction between 0 and 1."""
    return Fraction(rng.randint(3, 94), 97)


def numbers(*names: str) -> Callable[[random.Random], Point]:
    """Every symbol anywhere."""
    return lambda rng: {name: number(rng) for name in names}


def with_label(*names: str) -> Callable[[random.Random], Point]:
    """A label y, 0 or 1, and other symbols anywhere."""
    return lambda rng: numbers(*names)(rng) | {"y": Fraction(rng.randint(0, 1))}


def probabilities(rng: random.Random, *names: str) -> Point:
    """Different probabilities that leave room for one more class."""
    weights = [rng.randint(3, 94) for _ in range(len(names) + 1)]
    return {
        name: Fraction(weight, sum(weights))
        for name, weight in zip(names, weights[:-1], strict=True)
    }


def _symbols(names: str) -> Any:
    import sympy

    return sympy.symbols(names)


# ---------------------------------------------------------------- logistic loss


def _logistic() -> list[Step]:
    from sympy import exp, log

    z, y, x_k = _symbols("z y x_k")
    sigma = 1 / (1 + exp(-z))
    return [
        Step(
            "the logarithm of sigma(z)",
            -log(1 + exp(-z)),
            [
                (log(1 + exp(-z)), "the sign is lost.", "What is log(1/a) in terms of log(a)?"),
                (-log(1 + exp(z)), "e^z stands for e^-z.", "That is the logarithm of sigma(-z)."),
                (1 / log(1 + exp(-z)), "the logarithm was taken of the denominator only.",
                 "log(1/a) is not 1/log(a)."),
                (sigma, "this is sigma(z), without the logarithm.", "What is asked is its log."),
            ],
        ),
        Step(
            "the logarithm of 1 - sigma(z)",
            -z - log(1 + exp(-z)),
            [
                (-log(1 + exp(-z)), "the -z is missing: this is log sigma(z).",
                 "1 - sigma(z) is a fraction: what stands above the line?"),
                (z - log(1 + exp(-z)), "the sign of z is turned round.", "What is log(e^-z)?"),
                (-z + log(1 + exp(-z)), "the sign of the second term is turned round.",
                 "log(a/b) is log(a) - log(b)."),
                (log(1 + exp(-z)), "log(1 - a) was taken as -log(a), or the like.",
                 "Write 1 - sigma(z) as one fraction first."),
                (exp(-z) / (1 + exp(-z)), "this is 1 - sigma(z), without the logarithm.",
                 "What is asked is its log."),
            ],
        ),
        Step(
            "the loss -y log sigma(z) - (1-y) log(1 - sigma(z)), put together",
            z + log(1 + exp(-z)) - y * z,
            [
                (-z - log(1 + exp(-z)) + y * z, "the sign of the whole is turned round.",
                 "Can a loss be below 0?"),
                (y * z + log(1 + exp(-z)), "y and 1 - y are swapped.",
                 "Which of the two logarithms goes with y?"),
                (z + log(1 + exp(-z)) + y * z, "the sign of y z is turned round.",
                 "Multiply out (1 - y) z once more."),
                (log(1 + exp(-z)) - y * z, "the z from -(1-y) log(1 - sigma(z)) is missing.",
                 "How many terms come from multiplying (1 - y) out?"),
            ],
        ),
        Step(
            "the derivative of the loss in z",
            sigma - y,
            [
                (y - sigma, "the sign is turned round.", "If y = 1, should the loss fall or rise with z?"),
                (1 + exp(-z) / (1 + exp(-z)) - y, "the inner derivative of e^-z is missing its sign.",
                 "What is the derivative of e^-z?"),
                (1 + 1 / (1 + exp(-z)) - y, "the inner derivative of log(1 + e^-z) is missing.",
                 "The chain rule: log first, then what is inside it."),
                (1 - 1 / (1 + exp(-z)) - y, "the inner derivative is -1, not -e^-z.",
                 "What is the derivative of e^-z?"),
                (1 - exp(-z) / (1 + exp(-z)) + y, "the sign of y is turned round.",
                 "What is the derivative of -y z in z?"),
                (sigma * (1 - sigma), "this is the derivative of sigma.",
                 "The loss is not sigma: differentiate the expression of the step before."),
                (-exp(-z) / (1 + exp(-z)) - y, "the derivative of the first z is missing.",
                 "Each of the three terms holds z."),
            ],
        ),
        Step(
            "the derivative of the loss in the weight w_k, with z = w . x",
            (sigma - y) * x_k,
            [
                (sigma - y, "the inner derivative x_k is missing.", "How does z change with w_k?"),
                ((y - sigma) * x_k, "the sign is turned round.",
                 "The gradient points uphill: for y = 1 and x_k > 0, which way is that?"),
                ((sigma - y) / x_k, "it is divided by x_k.", "How does z change with w_k?"),
                ((sigma - y) * z, "z stands for its derivative.", "How does z change with w_k?"),
                (sigma - y * x_k, "only y is multiplied by x_k.", "Does x_k multiply the whole?"),
                (sigma * (1 - sigma) * x_k, "this is the derivative of sigma(w . x).",
                 "The loss is not sigma."),
                ((sigma - y) * sigma * (1 - sigma) * x_k, "the derivative of sigma stands there too.",
                 "That is the gradient of a squared error; the cross-entropy does not have it."),
            ],
        ),
    ]  # fmt: skip


Derivation("logistic", with_label("z", "x_k"), _logistic)


# ---------------------------------------------------------------- softmax, both cases


def _softmax_parts() -> tuple[Any, ...]:
    from sympy import exp

    z1, z2, z3 = _symbols("z1 z2 z3")
    e1, e2, e3 = exp(z1), exp(z2), exp(z3)
    return e1, e2, e3, e1 + e2 + e3


def _softmax_same() -> list[Step]:
    e1, e2, e3, total = _softmax_parts()
    return [
        Step(
            "S1, the softmax probability of class 1",
            e1 / total,
            [
                (e1 / (e2 + e3), "the sum leaves class 1 out.", "Over which classes does it run?"),
                (_symbols("z1") / sum(_symbols("z1 z2 z3")), "the scores are not exponentiated.",
                 "Can a probability be negative?"),
                (e2 / total, "this is S2.", "Which class stands above the line?"),
            ],
        ),
        Step(
            "the derivative in z1 of what stands above the line",
            e1,
            [
                (_symbols("z1") * e1, "a power rule was used.", "What is the derivative of e^z?"),
                (1 + 0 * e1, "this is the derivative of z1.", "What is the derivative of e^z?"),
                (total, "this is the sum.", "What stands above the line?"),
            ],
        ),
        Step(
            "the derivative in z1 of what stands below the line",
            e1,
            [
                (total, "all three terms were kept.", "Which of the three terms holds z1?"),
                (0 * e1, "the sum was taken as a constant.", "z1 is in the sum too: in which term?"),
                (e2 + e3, "the wrong terms were kept.", "Which of the three terms holds z1?"),
            ],
        ),
        Step(
            "the derivative of S1 in z1, by the quotient rule",
            (e1 * total - e1 * e1) / total**2,
            [
                ((e1 * total + e1 * e1) / total**2, "the sign of the quotient rule is turned round.",
                 "(a/b)' is (a' b - a b') / b^2."),
                ((e1 * e1 - e1 * total) / total**2, "the two products are swapped.",
                 "(a/b)' is (a' b - a b') / b^2: which comes first?"),
                (e1 / total, "the derivative of the sum was forgotten.",
                 "z1 is below the line too: what does a b' add?"),
                ((e1 * total - e1 * e1) / total, "the square below the line is missing.",
                 "(a/b)' is divided by b^2."),
                ((e1 * total - e1 * total) / total**2 + e1 / total * (1 - total / total),
                 "all terms of the sum were differentiated as if each held z1.",
                 "Which of the three terms holds z1?"),
                (e1 / e1, "above and below were differentiated on their own.",
                 "(a/b)' is not a'/b'."),
            ],
        ),
    ]  # fmt: skip


Derivation("softmax_same", numbers("z1", "z2", "z3"), _softmax_same)


def _softmax_other() -> list[Step]:
    e1, e2, _, total = _softmax_parts()
    return [
        Step(
            "the derivative in z2 of what stands above the line of S1",
            0 * e1,
            [
                (e1, "this is the derivative in z1.", "Does e^z1 change when z2 does?"),
                (e2, "this is the derivative of e^z2.", "What stands above the line of S1?"),
            ],
        ),
        Step(
            "the derivative in z2 of what stands below the line",
            e2,
            [
                (e1, "this is the derivative in z1.", "Which term of the sum holds z2?"),
                (total, "all three terms were kept.", "Which of the three terms holds z2?"),
                (0 * e1, "the sum was taken as a constant.", "Which term of the sum holds z2?"),
            ],
        ),
        Step(
            "the derivative of S1 in z2, by the quotient rule",
            -e1 * e2 / total**2,
            [
                (e1 * e2 / total**2, "the sign of the quotient rule is lost.",
                 "If z2 grows, does S1 grow or shrink?"),
                (0 * e1, "S1 was taken as free of z2.",
                 "z2 is below the line. If z2 grows, what happens to S1?"),
                (-e1 * e1 / total**2, "e^z1 stands twice.", "Which derivative does b' stand for?"),
                (-e1 * e2 / total, "the square below the line is missing.",
                 "(a/b)' is divided by b^2."),
                ((e1 * total - e1 * e2) / total**2, "the first term is that of the other case.",
                 "What is the derivative of e^z1 in z2?"),
                ((e2 * total - e1 * e2) / total**2, "e^z2 stands for the derivative above the line.",
                 "What is the derivative of e^z1 in z2?"),
            ],
        ),
    ]  # fmt: skip


Derivation("softmax_other", numbers("z1", "z2", "z3"), _softmax_other)


def _draw_kronecker(rng: random.Random) -> Point:
    if rng.random() < 0.5:
        return {"S_i": (s := share(rng)), "S_j": s, "delta": Fraction(1)}
    return probabilities(rng, "S_i", "S_j") | {"delta": Fraction(0)}


def _kronecker() -> list[Step]:
    s_i, s_j, delta = _symbols("S_i S_j delta")
    return [
        Step(
            "the derivative of S_i in z_j, for both cases at once",
            s_i * (delta - s_j),
            [
                (s_i * (1 - s_j), "delta is missing: this is right only for i = j.",
                 "What is left of it when i and j differ?"),
                (-s_i * s_j, "delta is missing: this is right only where i and j differ.",
                 "What is the derivative of S_i in its own z_i?"),
                (s_i * (s_j - delta), "the sign is turned round.",
                 "If z_i grows, does S_i grow or shrink?"),
                (delta - s_i * s_j, "delta is not multiplied by S_i.",
                 "For i = j it should be S_i (1 - S_i). Is it?"),
                (delta * s_i * (1 - s_j), "the case i != j is lost.", "Is it 0 there?"),
                (delta * (s_i - s_j), "this is always 0.", "For i = j the two are the same."),
            ],
        )
    ]  # fmt: skip


Derivation("kronecker", _draw_kronecker, _kronecker)


# ---------------------------------------------------------------- probabilities by weights


def _draw_weights(rng: random.Random) -> Point:
    return probabilities(rng, "p1", "p2") | {"x_k": number(rng)}


def _weights() -> list[Step]:
    p1, p2, x_k = _symbols("p1 p2 x_k")
    return [
        Step(
            "the derivative of p1 in z1, its own score",
            p1 * (1 - p1),
            [
                (p1 * (1 - p2), "this mixes the two classes: S_i (1 - S_j).",
                 "In z1 both factors belong to class 1."),
                (-p1 * p2, "this is the other case.", "Is z1 the score of the same class?"),
                (p1, "the derivative of the denominator was forgotten.", "Use the Kronecker form."),
                (p1 * (1 + p1), "the sign of the quotient rule is lost.", "Use the Kronecker form."),
                (1 - p1, "the factor p1 is missing.", "Use the Kronecker form."),
            ],
        ),
        Step(
            "the derivative of p1 in w_1k, a weight of its own class",
            p1 * (1 - p1) * x_k,
            [
                (p1 * (1 - p1), "the inner derivative x_k is missing.", "How does z1 change with w_1k?"),
                (p1 * (1 - p2) * x_k, "this mixes the two classes.", "Both belong to class 1."),
                (-p1 * p2 * x_k, "this is the other case.", "Is it a weight of the same class?"),
                (p1 * x_k, "the derivative of the denominator was forgotten.",
                 "w_1k is below the line too."),
                (p1 - p1**2 * x_k, "only the second term is multiplied by x_k.",
                 "x_k multiplies both."),
            ],
        ),
        Step(
            "the derivative of p1 in w_2k, a weight of another class",
            -p1 * p2 * x_k,
            [
                (0 * p1, "p1 was taken as free of the other class's weights.",
                 "w_2k is in the denominator."),
                (p1 * p2 * x_k, "the sign is lost.", "If class 2 gains, what happens to p1?"),
                (-p1 * p2, "the inner derivative x_k is missing.", "How does z2 change with w_2k?"),
                (p1 * (1 - p2) * x_k, "this is S_i (1 - S_j), which is neither case.",
                 "What is delta when the classes differ?"),
                (p2 * (1 - p2) * x_k, "this is the derivative of p2.", "Of which p is it asked?"),
                (-p1**2 * x_k, "p1 stands twice.", "Which class does the weight belong to?"),
                (p1 * (1 - p1) * x_k, "this is the case of the same class.",
                 "Is it a weight of the same class?"),
            ],
        ),
    ]  # fmt: skip


Derivation("weights", _draw_weights, _weights)


# ---------------------------------------------------------------- cross-entropy


def _cross_entropy_scores() -> list[Step]:
    from sympy import log

    e1, e2, e3, total = _softmax_parts()
    z1, z2, z3 = _symbols("z1 z2 z3")
    return [
        Step(
            "the loss -log S1, written as a difference",
            log(total) - z1,
            [
                (z1 - log(total), "the sign is turned round.", "Can a loss be below 0?"),
                (log(total), "the score of the right class is missing.",
                 "log(a/b) is log(a) - log(b)."),
                (log(z1 + z2 + z3) - z1, "the scores in the sum are not exponentiated.",
                 "What stands below the line of S1?"),
                (log(e1) + log(e2) + log(e3) - z1, "the logarithm of the sum was split.",
                 "log(a + b) is not log(a) + log(b)."),
                (log(total) - log(z1), "log was taken twice.", "What is log(e^z1)?"),
            ],
        ),
        Step(
            "its derivative in z1, the score of the right class",
            e1 / total - 1,
            [
                (1 - e1 / total, "the sign is turned round.",
                 "Should the loss rise or fall when the right class's score grows?"),
                (e1 / total, "the second term is forgotten.", "What is the derivative of -z1 in z1?"),
                (1 / total - 1, "the inner derivative e^z1 is missing.",
                 "The chain rule: log first, then the sum."),
                (-1 + 0 * e1, "the sum was taken as a constant.", "Which of its terms holds z1?"),
                (e1 / total * (1 - e1 / total), "this is the derivative of S1, not of -log S1.",
                 "Differentiate the difference of the step before."),
            ],
        ),
        Step(
            "its derivative in z2, the score of another class",
            e2 / total,
            [
                (e2 / total - 1, "the -1 belongs to the right class.",
                 "What is the derivative of -z1 in z2?"),
                (-e2 / total, "the sign is turned round.",
                 "Should the loss rise or fall when a wrong class's score grows?"),
                (0 * e1, "the loss was taken as free of the other classes.",
                 "z2 is in the sum."),
                (1 / total, "the inner derivative e^z2 is missing.",
                 "The chain rule: log first, then the sum."),
                (-e1 * e2 / total**2, "this is the derivative of S1, not of -log S1.",
                 "Differentiate the difference of step 1."),
                (e1 / total, "this is S1.", "Which term of the sum holds z2?"),
            ],
        ),
    ]  # fmt: skip


Derivation("cross_entropy", numbers("z1", "z2", "z3"), _cross_entropy_scores)


def _draw_one_hot(rng: random.Random) -> Point:
    return {"p_m": share(rng), "y_m": Fraction(rng.randint(0, 1)), "x_k": number(rng)}


def _one_hot() -> list[Step]:
    p, y, x_k = _symbols("p_m y_m x_k")
    return [
        Step(
            "the derivative of the loss in z_m, right class or not, with the one-hot y_m",
            p - y,
            [
                (y - p, "the sign is turned round.",
                 "For the right class it should be p_m - 1. Is it?"),
                (p - 1, "this is right only for the right class.", "What is y_m for the others?"),
                (p, "this is right only for the wrong classes.", "What is y_m for the right one?"),
                (-y / p, "this is the derivative in p_m, not in z_m.", "p_m depends on z_m."),
                (y * (p - 1), "for the wrong classes this is 0.", "There it should be p_m."),
            ],
        ),
        Step(
            "the derivative of the loss in the weight w_mk",
            (p - y) * x_k,
            [
                (p - y, "the inner derivative x_k is missing.", "How does z_m change with w_mk?"),
                ((y - p) * x_k, "the sign is turned round: this is the step downhill.",
                 "The gradient points uphill."),
                (y * (p - 1) * x_k, "only the right class gets a gradient.",
                 "The other classes' probabilities should fall: what is their gradient?"),
                (2 * (p - y) * x_k, "there is a factor 2, as for a squared error.",
                 "Where would it come from?"),
                (p - y * x_k, "only y_m is multiplied by x_k.", "Does x_k multiply the whole?"),
            ],
        ),
    ]  # fmt: skip


Derivation("one_hot", _draw_one_hot, _one_hot)


# ---------------------------------------------------------------- expected minus observed features


def _expected() -> list[Step]:
    from sympy import exp

    theta, f1, f2, f3 = _symbols("theta f1 f2 f3")
    e1, e2, e3 = exp(theta * f1), exp(theta * f2), exp(theta * f3)
    total = e1 + e2 + e3
    expected = (e1 * f1 + e2 * f2 + e3 * f3) / total
    return [
        Step(
            "the derivative in theta of e^(theta f1) + e^(theta f2) + e^(theta f3)",
            e1 * f1 + e2 * f2 + e3 * f3,
            [
                (total, "the inner derivatives are missing.", "What is the derivative of theta f1?"),
                (theta * total, "theta stands for the inner derivative.",
                 "What is the derivative of theta f1 in theta?"),
                (total * (f1 + f2 + f3), "each term got all inner derivatives.",
                 "Each term has an inner derivative of its own."),
                (e1 * f1, "only the first term was differentiated.", "theta is in all three."),
            ],
        ),
        Step(
            "the derivative in theta of the logarithm of that sum",
            expected,
            [
                (1 / total, "the inner derivative is missing.", "log first, then what is inside."),
                (e1 * f1 + e2 * f2 + e3 * f3, "it is not divided by the sum.",
                 "What is the derivative of log(a) in a?"),
                (f1 + f2 + f3, "the logarithm of the sum was split.",
                 "log(a + b) is not log(a) + log(b)."),
                ((f1 + f2 + f3) / total, "the exponentials above the line are missing.",
                 "Look at the step before."),
            ],
        ),
        Step(
            "the gradient of the loss if class 1 is right: expected minus observed",
            expected - f1,
            [
                (f1 - expected, "the sign is turned round: this is the step downhill.",
                 "The loss is log of the sum minus theta f1."),
                (expected, "the observed features are missing.", "What does -theta f1 add?"),
                (expected + f1, "the sign of the observed features is turned round.",
                 "What does -theta f1 add?"),
                (expected - theta * f1, "the second term was not differentiated.",
                 "What is the derivative of theta f1 in theta?"),
                (expected - 1, "f1 is missing from the second term.",
                 "What is the derivative of theta f1 in theta?"),
            ],
        ),
    ]  # fmt: skip


Derivation("expected", numbers("theta", "f1", "f2", "f3"), _expected)


# ---------------------------------------------------------------- perceptron


def _perceptron() -> list[Step]:
    theta, f_hat, f_y, eta = _symbols("theta f_hat f_y eta")
    return [
        Step(
            "the derivative in theta of theta f_hat - theta f_y",
            f_hat - f_y,
            [
                (f_y - f_hat, "the sign is turned round: this is the step of the update.",
                 "The gradient points uphill."),
                (theta * (f_hat - f_y), "this is the loss, not its derivative.",
                 "What is the derivative of theta f in theta?"),
                (f_hat, "the second term is forgotten.", "Both terms hold theta."),
                (f_hat + f_y, "the sign of the second term is lost.", "What does -theta f_y add?"),
            ],
        ),
        Step(
            "theta after one step of length eta downhill",
            theta - eta * (f_hat - f_y),
            [
                (theta + eta * (f_hat - f_y), "the step goes uphill.",
                 "Downhill is against the gradient."),
                (theta - (f_hat - f_y), "eta is missing.", "How long is the step?"),
                (-eta * (f_hat - f_y), "the old theta is missing.", "Where does the step start?"),
                (theta - eta * theta * (f_hat - f_y), "the loss stands for its gradient.",
                 "Look at the step before."),
            ],
        ),
    ]  # fmt: skip


Derivation("perceptron", numbers("theta", "f_hat", "f_y", "eta"), _perceptron)


# ---------------------------------------------------------------- tanh and squares


def _draw_tanh(rng: random.Random) -> Point:
    sign = Fraction(rng.choice((-1, 1)))
    return {"t": share(rng) * rng.choice((-1, 1)), "y": sign, "x_k": number(rng)}


def _tanh() -> list[Step]:
    t, y, x_k = _symbols("t y x_k")
    return [
        Step(
            "the derivative of tanh(z) in z, written with t = tanh(z)",
            1 - t**2,
            [
                (1 - t, "the square is missing.", "At t = -1/2, can the slope be 1.5?"),
                (t * (1 - t), "this is the rule for sigma.", "tanh has slope 1 at 0. Does this?"),
                (1 + t**2, "the sign is lost.", "tanh flattens out as t nears 1."),
                (t**2 - 1, "the sign is turned round.", "Does tanh rise or fall?"),
                (4 * t * (1 - t), "this is the rule for sigma, times 4.", "Is it 1 at t = 0?"),
            ],
        ),
        Step(
            "the derivative of (y - t)^2 in t",
            -2 * (y - t),
            [
                (2 * (y - t), "the inner derivative -1 is missing.",
                 "The chain rule: the square first, then y - t."),
                (-(y - t), "the 2 of the square is missing.", "What is the derivative of a^2?"),
                (y - t, "the 2 and the sign are missing.", "What is the derivative of a^2?"),
                (-2 * (y - t) ** 2, "the power did not go down.", "What is the derivative of a^2?"),
            ],
        ),
        Step(
            "the derivative of (y - tanh(w . x))^2 in w_k",
            -2 * (y - t) * (1 - t**2) * x_k,
            [
                (-2 * (y - t) * x_k, "the derivative of tanh is missing.",
                 "Three functions are nested: which is in the middle?"),
                (-2 * (y - t) * (1 - t**2), "the inner derivative x_k is missing.",
                 "How does z change with w_k?"),
                (2 * (y - t) * (1 - t**2) * x_k, "the sign is turned round.",
                 "Look at the step before."),
                (-(y - t) * (1 - t**2) * x_k, "the 2 of the square is missing.",
                 "Look at the step before."),
                (-2 * (y - t) * (1 - t) * x_k, "1 - t stands for 1 - t^2.",
                 "Look at the first step."),
                (-2 * (y - t) * t * (1 - t) * x_k, "the rule for sigma was used.",
                 "Look at the first step."),
            ],
        ),
    ]  # fmt: skip


Derivation("tanh", _draw_tanh, _tanh)


# ---------------------------------------------------------------- softmax_jacobian


softmax_jacobian = Check(reference.softmax_jacobian, gives=Array("(K, K)"))
softmax_jacobian.worked(
    (np.zeros(2),),
    np.array([[0.25, -0.25], [-0.25, 0.25]]),
    "both probabilities are 1/2: 1/2 (1 - 1/2) on the diagonal, -1/2 times 1/2 beside it",
)


@softmax_jacobian.cases
def jacobian_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K in (2, 3, 3, 4, 5, 7):
        yield (eighths(rng, K),)


@softmax_jacobian.extremes
def jacobian_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield (np.array([2]),)
    yield (rng.integers(-3, 4, 4),)
    yield (np.array([1000.0, 0.0, -1000.0]),)
    yield (np.array([1000.0, 1000.0]),)
    yield (np.array([-1000.0, -1001.0, -1000.5]),)


@softmax_jacobian.law("every row adds up to 0: what one class gains the others lose")
def rows_add_up_to_zero(f: Any, rng: np.random.Generator) -> str | None:
    z = eighths(rng, 4)
    sums = np.asarray(f(z)).sum(axis=1)
    if not np.allclose(sums, 0, atol=1e-9):
        return (
            "Adding the same to all scores changes no probability, so each row adds up to 0. "
            f"Here the sums are {np.round(sums, 4).tolist()}."
        )
    return None


def _jacobian(entry: Any) -> Any:
    """A wrong Jacobian: `entry(S)` gives the whole matrix."""
    return lambda z: entry(np.asarray(softmax(z)))


for looks, think, entry in (
    ("the terms beside the diagonal are forgotten.",
     "Does S_1 change when z_2 does?",
     lambda S: np.diag(S * (1 - S))),
    ("it is S_i (1 - S_j) everywhere.",
     "What is delta when i and j differ?",
     lambda S: np.outer(S, 1 - S)),
    ("the terms beside the diagonal have the wrong sign.",
     "If z_2 grows, does S_1 grow or shrink?",
     lambda S: 2 * np.diag(S) - np.diag(S) @ np.diag(S) * 2 - (np.diag(S) - np.outer(S, S))),
    ("the whole sign is turned round.",
     "If z_1 grows, does S_1 grow or shrink?",
     lambda S: np.outer(S, S) - np.diag(S)),
    ("the diagonal is S_i alone.",
     "The sum below the line holds z_i too.",
     lambda S: np.diag(S) - np.outer(S, S) + np.diag(S**2)),
    ("the diagonal is missing S_i: it is 1 - S_i S_i.",
     "What does delta multiply?",
     lambda S: np.eye(len(S)) - np.outer(S, S)),
    ("it is S_i S_j, without the diagonal.",
     "Where does the derivative of e^z_i itself come in?",
     lambda S: -np.outer(S, S)),
    ("it is only the diagonal of S.",
     "Which term comes from the sum below the line?",
     lambda S: np.diag(S)),
    ("it is the gradient of -log S, not of S.",
     "For whom is S_i - delta the derivative?",
     lambda S: np.tile(S, (len(S), 1)) - np.eye(len(S))),
    ("the last factor is divided out: it is delta - S_j.",
     "Multiply by S_i.",
     lambda S: np.eye(len(S)) - S),
):  # fmt: skip
    softmax_jacobian.turn(_jacobian(entry), looks, think)

softmax_jacobian.turn(
    lambda z: _unstable_jacobian(z),
    "the largest score is not subtracted, so that e^1000 overflows.",
    "Is there a way to compute softmax without ever raising e to 1000?",
)


def _unstable_jacobian(z: Any) -> Any:
    exps = np.exp(z)
    S = exps / exps.sum()
    return np.diag(S) - np.outer(S, S)


# ---------------------------------------------------------------- probability_gradient

probability_gradient = Check(reference.probability_gradient, gives=Array("(K, d)"))
probability_gradient.worked(
    (np.zeros((2, 3)), np.array([1.0, 2.0, -4.0]), 0),
    np.array([[0.25, 0.5, -1.0], [-0.25, -0.5, 1.0]]),
    "both probabilities are 1/2, so the rows are 1/4 and -1/4 times x",
)


@probability_gradient.cases
def gradient_cases(rng: np.random.Generator) -> Iterator[Args]:
    for K, d in ((2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (5, 2)):
        W, x = eighths(rng, K, d) / 2, eighths(rng, d)
        for j in dict.fromkeys((0, K - 1, int(rng.integers(K)))):
            yield W, x, j


@probability_gradient.extremes
def gradient_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield rng.integers(-2, 3, (3, 3)), rng.integers(-2, 3, 3), 1
    yield np.array([[1000.0], [0.0], [-1000.0]]), np.array([1.0]), 1
    yield eighths(rng, 3, 2), eighths(rng, 2), np.int64(2)
    yield eighths(rng, 1, 2), eighths(rng, 2), 0
    yield np.array([[1000.0, 0.0], [1000.0, 0.0]]), np.array([1.0, 2.0]), 0


@probability_gradient.law("the rows add up to 0: a push on all classes at once moves nothing")
def classes_add_up_to_zero(f: Any, rng: np.random.Generator) -> str | None:
    sums = np.asarray(f(eighths(rng, 4, 3) / 2, eighths(rng, 3) + 4, 1)).sum(axis=0)
    if not np.allclose(sums, 0, atol=1e-9):
        return (
            "If the same is added to the weights of all classes, no probability changes, so the "
            f"rows add up to 0. Here the sums are {np.round(sums, 4).tolist()}."
        )
    return None


def _gradient(row: Any) -> Any:
    """A wrong gradient: `row(p, j)` gives what multiplies x for each class."""

    def wrong(W: Any, x: Any, j: Any) -> Any:
        p = np.asarray(softmax(W @ x))
        return np.outer(row(p, int(j)), x)

    return wrong


for looks, think, row in (
    ("only the class's own weights get a gradient.",
     "Does p_j change when another class's score grows?",
     lambda p, j: np.eye(len(p))[j] * p[j] * (1 - p[j])),
    ("the terms of the other classes have the wrong sign.",
     "If another class gains, does p_j grow or shrink?",
     lambda p, j: np.where(np.arange(len(p)) == j, p[j] * (1 - p[j]), p[j] * p)),
    ("the whole sign is turned round.",
     "If the class's own score grows, does p_j grow or shrink?",
     lambda p, j: p[j] * (p - np.eye(len(p))[j])),
    ("it is p_j (1 - p_m) for every class.",
     "What is delta when the classes differ?",
     lambda p, j: p[j] * (1 - p)),
    ("the factor p_j is missing.",
     "That is the gradient of log p_j.",
     lambda p, j: np.eye(len(p))[j] - p),
    ("it is the gradient of the loss -log p_j.",
     "Is the loss asked for, or the probability?",
     lambda p, j: p - np.eye(len(p))[j]),
    ("it is the gradient of each class's own probability: p_m (1 - p_m).",
     "Of which probability is the gradient asked?",
     lambda p, j: p * (1 - p)),
    ("it is -p_j p_m for the class itself too.",
     "Where does delta come in?",
     lambda p, j: -p[j] * p),
    ("it is p_j for the class itself: the sum below the line was forgotten there.",
     "The sum holds the class's own score too.",
     lambda p, j: np.where(np.arange(len(p)) == j, p[j], -p[j] * p)),
):  # fmt: skip
    probability_gradient.turn(_gradient(row), looks, think)

probability_gradient.turn(
    lambda W, x, j: np.outer(reference.softmax_jacobian(W @ x)[j], np.ones(len(x))),
    "x is missing: each row holds one number over and over.",
    "How does the score of class m change with w_mk?",
)
probability_gradient.turn(
    lambda W, x, j: np.outer(x, reference.softmax_jacobian(W @ x)[j]),
    "rows and columns are swapped.",
    "W has one row per class. Which shape should its gradient have?",
)


# ---------------------------------------------------------------- numerical_gradient


def cubic(x: Any) -> float:
    """A function with a third derivative, which one-sided differences get wrong."""
    return float(np.sum(np.asarray(x) ** 3 + 2 * np.asarray(x) ** 2))


def mixed(x: Any) -> float:
    """A function in which the coordinates depend on each other."""
    flat = np.ravel(x)
    return float(np.sum(flat) ** 2 + np.sin(flat).sum() + flat[0])


def bell(x: Any) -> float:
    """A function that is not a polynomial."""
    return float(np.exp(-0.1 * np.sum(np.asarray(x) ** 2)))


numerical_gradient = Check(
    reference.numerical_gradient,
    gives=Like("an array of the shape of x, or a number where x is one", 1e-5, 1e-6),
)
numerical_gradient.worked(
    (cubic, np.array([1.0, -2.0]), 0.5),
    np.array([7.25, 4.25]),
    "for f = x^3 + 2 x^2 in each coordinate the exact slopes are 7 and 4; with h = 0.5 the central "
    "difference adds h^2 = 0.25 to each",
)


@numerical_gradient.cases
def numeric_cases(rng: np.random.Generator) -> Iterator[Args]:
    for f in (cubic, mixed, bell):
        for shape in ((1,), (3,), (2, 3), (3, 2), (2, 2)):
            yield f, eighths(rng, *shape), float(rng.choice((0.5, 0.25, 0.125)))


@numerical_gradient.extremes
def numeric_extremes(rng: np.random.Generator) -> Iterator[Args]:
    yield cubic, 2.0, 0.25
    yield bell, float(eighths(rng, 1)[0]), 0.125
    yield mixed, rng.integers(-3, 4, 4), 0.125  # whole numbers
    yield mixed, eighths(rng, 2, 2, 2), 0.25
    yield cubic, eighths(rng, 3), 1e-4


class Watched:
    """A function that writes down the shapes it was asked for; copies share the list."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def __call__(self, x: Any) -> float:
        self.shapes.append(np.shape(x))
        return cubic(x)

    def __deepcopy__(self, memo: Any) -> "Watched":
        return self

    def __repr__(self) -> str:
        return "cubic"


@numerical_gradient.law("f is asked only at points of the shape of x")
def asks_in_the_shape_of_x(f: Any, rng: np.random.Generator) -> str | None:
    for x in (eighths(rng, 2, 3), eighths(rng, 4)):
        watched = Watched()
        f(watched, x, 0.25)
        strange = next((shape for shape in watched.shapes if shape != x.shape), None)
        if strange is not None:
            return f"x has shape {x.shape}, but f was called with something of shape {strange}."
    return None


def _differences(rule: Any) -> Any:
    """A wrong gradient: `rule(f, x, step, h)` for each coordinate, `step` being h there alone."""

    def wrong(f: Any, x: Any, h: Any) -> Any:
        x = np.array(x, dtype=float)
        slope = np.empty_like(x)
        for index in np.ndindex(x.shape):
            step = np.zeros_like(x)
            step[index] = h
            slope[index] = rule(f, x, step, h)
        return slope if x.ndim else float(slope)

    return wrong


for looks, think, rule in (
    ("the differences are one-sided: f(x + h) - f(x).",
     "On which side of x is f not asked? Central differences are far more exact.",
     lambda f, x, step, h: (f((x + step)[()]) - f(x[()])) / h),
    ("the differences are one-sided: f(x) - f(x - h).",
     "On which side of x is f not asked? Central differences are far more exact.",
     lambda f, x, step, h: (f(x[()]) - f((x - step)[()])) / h),
    ("it is divided by h, but the two points are 2h apart.",
     "How far apart are x + h and x - h?",
     lambda f, x, step, h: (f((x + step)[()]) - f((x - step)[()])) / h),
    ("it is not divided by anything.",
     "A slope is a difference of heights over a distance.",
     lambda f, x, step, h: f((x + step)[()]) - f((x - step)[()])),
    ("the sign is turned round.",
     "If f rises with x, which of f(x + h) and f(x - h) is larger?",
     lambda f, x, step, h: (f((x - step)[()]) - f((x + step)[()])) / (2 * h)),
    ("h is multiplied where it should divide.",
     "A slope is a difference of heights over a distance.",
     lambda f, x, step, h: (f((x + step)[()]) - f((x - step)[()])) * h / 2),
    ("a fixed step is used in place of h.",
     "Where does h enter your code?",
     lambda f, x, step, h: (f((x + step / h * 1e-6)[()]) - f((x - step / h * 1e-6)[()])) / 2e-6),
    ("it is the second derivative.",
     "f(x + h) - 2 f(x) + f(x - h) measures how the slope changes.",
     lambda f, x, step, h: (f((x + step)[()]) - 2 * f(x[()]) + f((x - step)[()])) / h**2),
):  # fmt: skip
    numerical_gradient.turn(_differences(rule), looks, think)


def all_at_once(f: Any, x: Any, h: Any) -> Any:
    x = np.array(x, dtype=float)
    slope = np.full_like(x, (f((x + h)[()]) - f((x - h)[()])) / (2 * h))
    return slope if x.ndim else float(slope)


def steps_pile_up(f: Any, x: Any, h: Any) -> Any:
    x = np.array(x, dtype=float)
    slope = np.empty_like(x)
    for index in np.ndindex(x.shape):
        x[index] += h
        above = f(x.copy()[()])
        x[index] -= 2 * h
        slope[index] = (above - f(x.copy()[()])) / (2 * h)
    return slope if x.ndim else float(slope)


def steps_in_integers(f: Any, x: Any, h: Any) -> Any:
    if np.asarray(x).dtype.kind == "f":
        return reference.numerical_gradient(f, x, h)
    x = np.array(x)
    slope = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        above, below = x.copy(), x.copy()
        above[index], below[index] = x[index] + h, x[index] - h
        slope[index] = (f(above) - f(below)) / (2 * h)
    return slope


numerical_gradient.turn(
    all_at_once,
    "all coordinates are moved at once.",
    "A partial derivative moves one coordinate and keeps the others.",
)
numerical_gradient.turn(
    steps_pile_up,
    "a coordinate is not put back before the next one is moved.",
    "Where does x stand when the second coordinate's turn comes?",
)
numerical_gradient.turn(
    steps_in_integers,
    "whole-number x swallow the step: h is cut off.",
    "What is the type of x's entries, and can it hold 0.125?",
)
