"""Derivations that the lecture does not have: they ask for its rules in new places.

Two of them are faded by half: every other line is printed in the exercise, and the student writes
those in between. The other three have only a start and an end.
"""

import random
from typing import Any

from misstep import Another, Derivation, FreeDerivation, Point, Slope, Step
from misstep.formulas.forms import apart, once, with_only

from lincourse.checks.units.derivations.symbols import (
    exponentials,
    numbers,
    share,
    symbols,
    with_label,
    with_sign,
)

# ---------------------------------------------------------------- shrink: the L2 term


def draw_shrink(rng: random.Random) -> Point:
    return with_label("w_k", "x_k", "lam", "eta")(rng) | {"s": share(rng)}


def slope_with_penalty() -> Step:
    s, y, x_k, w_k, lam = symbols("s y x_k w_k lam")
    plain = (s - y) * x_k
    return Step(
        "the derivative in w_k of the loss with its penalty",
        plain + 2 * lam * w_k,
        [
            (plain + lam * w_k**2, "the penalty is not differentiated.",
             "What is the derivative of w^2?"),
            (plain - 2 * lam * w_k, "the sign of the penalty is the wrong way round.",
             "A larger weight costs more. What sign does its slope have for w_k > 0?"),
            Another(2 * lam * w_k, "this is only the slope of the penalty.",
             "The slope of a sum is the sum of the slopes."),
            (plain * 2 * lam * w_k, "the two slopes are multiplied.",
             "Loss and penalty are added. What happens to the slopes of a sum?"),
        ],
    )  # fmt: skip


def step_with_penalty() -> Step:
    s, y, x_k, w_k, lam, eta = symbols("s y x_k w_k lam eta")
    push = eta * (s - y) * x_k
    return Step(
        "the new weight, with the old one only once",
        (1 - 2 * eta * lam) * w_k - push,
        [
            ((1 + 2 * eta * lam) * w_k - push, "the old weight grows, and should shrink.",
             "What becomes of the minus before eta when you multiply the bracket out?"),
            ((1 - 2 * lam) * w_k - push, "eta multiplies only the first term of the bracket.",
             "eta stands before the whole bracket."),
            ((1 - eta * lam) * w_k - push, "the 2 of the penalty is lost.",
             "Which factor did w_k have in the slope?"),
            ((1 - 2 * eta * lam) * w_k + push, "the step goes uphill on the loss.",
             "Against which direction does one walk to get down?"),
            ((1 - 2 * eta * lam) * (w_k - push), "the step is shrunk, too.",
             "Which terms hold w_k? Only these shrink."),
        ],
        form=once("w_k"),
    )  # fmt: skip


Derivation("shrink", draw_shrink, lambda: [slope_with_penalty(), step_with_penalty()])


# ---------------------------------------------------------------- hinge: the squared hinge


def hinge_as_a_square() -> Step:
    y, z = symbols("y z")
    return Step(
        "(1 - y z)^2 for y = -1 or +1, without a product of y and z",
        (z - y) ** 2,
        [
            ((z + y) ** 2, "the sign of the mixed term is the wrong way round.",
             "What sign does 2 y z have in line 1? And in your square?"),
            ((1 - z) ** 2, "y is lost: this is right for y = 1 only.",
             "Put y = -1 and z = 2 into both."),
            (z**2 - y**2, "the square of a difference was taken term by term.",
             "(a - b)^2 has a mixed term. Which?"),
            (1 - 2 * z + y * z**2, "y^2 was cancelled against y.", "y^2 is 1. And what is y?"),
        ],
        form=apart("y", "z"),
    )  # fmt: skip


def slope_of_the_hinge() -> Step:
    y, z, x_k = symbols("y z x_k")
    return Step(
        "the derivative of (1 - y z)^2 in w_k, without a product of y and z",
        2 * (z - y) * x_k,
        [
            (2 * (y - z) * x_k, "the sign is wrong.",
             "If z is above y and x_k is positive, does the square grow or shrink with w_k?"),
            (2 * (z - y), "the inner derivative x_k is missing.", "How does z change with w_k?"),
        ],
        form=apart("y", "z"),
        slope=Slope((1 - y * z) ** 2, z, times=x_k),
    )  # fmt: skip


Derivation(
    "hinge", with_sign("z", "x_k"), lambda: [hinge_as_a_square(), slope_of_the_hinge()]
)  # fmt: skip


# ---------------------------------------------------------------- sigma_slope: sigma from softmax


def sigmoid() -> Any:
    from sympy import exp

    return 1 / (1 + exp(-symbols("z")))


def two_class_softmax() -> Step:
    from sympy import exp

    z = symbols("z")
    return Step(
        "the softmax of the scores z and 0",
        exp(z) / (exp(z) + 1),
        [
            Another(1 / (1 + exp(z)), "this is the probability of the other class.",
             "Divide numerator and denominator by e^z: which exponent is left?"),
            (exp(z) / exp(z), "e^0 was taken as 0.", "What does the class with score 0 add to the denominator?"),
        ],
    )  # fmt: skip


def slope_of_sigma() -> Step:
    from sympy import exp

    s, z = symbols("s z")
    return Step(
        "its derivative in z",
        s * (1 - s),
        [
            (-s * (1 - s), "the sign is the wrong way round.",
             "If z grows, does the probability grow or shrink?"),
            (s * (1 + s), "it comes to s + s^2: a sign is lost.", "(a/b)' is (a' b - a b') / b^2."),
            Another(1 - s, "this is the derivative of log s.", "What does the chain rule add for s itself?"),
            (s**2, "it comes to s^2, which is the second product of the quotient rule without its sign.",
             "(a/b)' is (a' b - a b') / b^2."),
            ((1 - s) ** 2, "e^z is missing in the numerator.", "What is a' b - a b' here?"),
        ],
        form=with_only("s"),
        slope=Slope(exp(z) / (exp(z) + 1), z),
    )  # fmt: skip


FreeDerivation(
    "sigma_slope",
    numbers("z"),
    lambda: [two_class_softmax(), slope_of_sigma()],
    lambda: {"s": sigmoid()},
)


# ---------------------------------------------------------------- temperature


def cooled() -> tuple[Any, ...]:
    """e^(z/T) of each class, and their sum."""
    from sympy import exp

    z1, z2, z3, temperature = symbols("z1 z2 z3 T")
    e1, e2, e3 = (exp(z / temperature) for z in (z1, z2, z3))
    return e1, e2, e3, e1 + e2 + e3


def cooled_probabilities() -> dict[str, Any]:
    *exps, total = cooled()
    return {f"p{k}": e / total for k, e in enumerate(exps, start=1)}


def cooled_loss() -> Step:
    from sympy import log

    z1, temperature = symbols("z1 T")
    e1, _, _, total = cooled()
    hot = exponentials()[-1]
    return Step(
        "the loss",
        -log(e1 / total),
        [
            (log(total) - z1, "the score of the right class is not divided by T.",
             "What is log(e^(z1/T))?"),
            (z1 / temperature - log(total), "the sign is wrong.",
             "Can a loss be below 0?"),
            (log(hot) - z1 / temperature, "T is lost inside the sum.",
             "Which exponents does the denominator have?"),
            ((log(hot) - z1) / temperature, "1/T is taken out of the logarithm of a sum.",
             "log(e^(2a) + e^(2b)) is not 2 log(e^a + e^b): put a = b = 0 in."),
            (log(total), "the score of the right class is missing.",
             "log(a/b) is log(a) - log(b)."),
        ],
        apart=log(total) - z1 / temperature,
    )  # fmt: skip


def cooled_slope() -> Step:
    from sympy import log

    p1, z1, temperature = symbols("p1 z1 T")
    return Step(
        "the derivative of the loss in z1",
        (p1 - 1) / temperature,
        [
            (p1 - 1, "the factor 1/T is missing: this is the slope in z1/T.",
             "How fast does z1/T change when z1 does?"),
            (temperature * (p1 - 1), "it is multiplied by T, and should be divided.",
             "A high temperature makes everything react less. Does your slope?"),
            (p1 / temperature - 1, "p1 is divided by T, and the 1 is not.",
             "What is the derivative of -z1/T in z1?"),
            (p1 - 1 / temperature, "the 1 is divided by T, and p1, the share of e^(z1/T), is not.",
             "What is the inner derivative of e^(z1/T)?"),
            ((1 - p1) / temperature, "the sign is wrong.",
             "Should the loss rise or fall when the score of the right class grows?"),
            Another(p1 * (1 - p1) / temperature, "this is the derivative of p1, not of -log p1.",
             "What does the logarithm add to the chain?"),
        ],
        form=with_only("p1", "T"),
        slope=Slope(log(cooled()[-1]) - z1 / temperature, z1),
    )  # fmt: skip


FreeDerivation(
    "temperature",
    numbers("z1", "z2", "z3", "T"),
    lambda: [cooled_loss(), cooled_slope()],
    cooled_probabilities,
)


# ---------------------------------------------------------------- smoothing: smoothed labels


def draw_smoothing(rng: random.Random) -> Point:
    return numbers("z1", "z2", "z3")(rng) | {"a": share(rng)}


def smooth_probabilities() -> dict[str, Any]:
    *exps, total = exponentials()
    return {f"p{k}": e / total for k, e in enumerate(exps, start=1)}


def smoothed_loss() -> Step:
    from sympy import log

    z1, z2, z3, a = symbols("z1 z2 z3 a")
    e1, e2, e3, total = exponentials()
    return Step(
        "the loss",
        -(1 - a) * log(e1 / total) - a / 2 * log(e2 / total) - a / 2 * log(e3 / total),
        [
            (log(total) - (1 - a) * z1, "the scores of the two other classes are lost.",
             "Each of the three logarithms is a difference: which score does it leave behind?"),
            ((1 - a) * (log(total) - z1), "only the term of class 1 is there.",
             "How many logarithms of the sum are there, and what do their factors add up to?"),
            (log(total) - (1 - a) * z1 - a * (z2 + z3), "the other classes get a each, not a/2.",
             "What should the three shares add up to?"),
            ((1 - a) * z1 + a / 2 * (z2 + z3) - log(total), "the sign is wrong.",
             "Can a loss be below 0?"),
            Another(log(total) - z1, "this is the loss without smoothing.", "Where is the a?"),
            (3 * log(total) - (1 - a) * z1 - a / 2 * (z2 + z3),
             "the logarithm of the sum is counted three times.",
             "It is multiplied by 1 - a, by a/2 and by a/2. What is that in all?"),
        ],
        apart=log(total) - z1 + a * z1 - a / 2 * z2 - a / 2 * z3,
    )  # fmt: skip


def smoothed_slope() -> Step:
    from sympy import log

    p1, a, z1, z2, z3 = symbols("p1 a z1 z2 z3")
    return Step(
        "the derivative of the loss in z1",
        p1 - (1 - a),
        [
            Another(p1 - 1, "this is the slope without smoothing.",
             "The target of class 1 is no longer 1. What is it?"),
            ((1 - a) * (p1 - 1), "only the term with log S1 was differentiated.",
             "z1 is in log S2 and log S3, too. Where?"),
            (p1 - a / 2, "the target of another class is used.", "Which share does class 1 keep?"),
            (p1 - a, "a is used as the target of class 1.", "Which share does class 1 keep?"),
            (1 - a - p1, "the sign is wrong.",
             "Should the loss rise or fall when the score of the right class grows?"),
            (p1 - 1 - a, "a bracket is lost: -(1 - a) has become -1 - a.", "What is -(1 - a), multiplied out?"),
        ],
        form=with_only("p1", "a"),
        slope=Slope(log(exponentials()[-1]) - (1 - a) * z1 - a / 2 * (z2 + z3), z1),
    )  # fmt: skip


FreeDerivation(
    "smoothing",
    draw_smoothing,
    lambda: [smoothed_loss(), smoothed_slope()],
    smooth_probabilities,
)
