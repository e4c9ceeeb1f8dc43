"""Derivations that the lecture does not have: they ask for its rules in new places.

Two of them are faded by half: every other line is printed in the exercise, and the student writes
those in between. The other three have only a start and an end.
"""

import random
from typing import Any

from misstep import Derivation, FreeDerivation, Mistake, Point, Slope, Step
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
            Mistake(plain + lam * w_k**2, "the penalty is not differentiated.",
             "What is the derivative of w^2?"),
            Mistake(plain - 2 * lam * w_k, "the sign of the penalty is the wrong way round.",
             "A larger weight costs more. What sign does its slope have for w_k > 0?"),
            Mistake(2 * lam * w_k, "this is only the slope of the penalty.",
             "The slope of a sum is the sum of the slopes.", unrelated=True),
            Mistake(plain * 2 * lam * w_k, "the two slopes are multiplied.",
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
            Mistake((1 + 2 * eta * lam) * w_k - push, "the old weight grows, and should shrink.",
             "What becomes of the minus before eta when you multiply the bracket out?"),
            Mistake((1 - 2 * lam) * w_k - push, "eta multiplies only the first term of the bracket.",
             "eta stands before the whole bracket."),
            Mistake((1 - eta * lam) * w_k - push, "the 2 of the penalty is lost.",
             "Which factor did w_k have in the slope?"),
            Mistake((1 - 2 * eta * lam) * w_k + push, "the step goes uphill on the loss.",
             "Against which direction does one walk to get down?"),
            Mistake((1 - 2 * eta * lam) * (w_k - push), "the step is shrunk, too.",
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
            Mistake((z + y) ** 2, "the sign of the mixed term is the wrong way round.",
             "What sign does 2 y z have in line 1? And in your square?"),
            Mistake((1 - z) ** 2, "y is lost: this is right for y = 1 only.",
             "Put y = -1 and z = 2 into both."),
            Mistake(z**2 - y**2, "the square of a difference was taken term by term.",
             "(a - b)^2 has a mixed term. Which?"),
            Mistake(1 - 2 * z + y * z**2, "y^2 was cancelled against y.", "y^2 is 1. And what is y?"),
        ],
        form=apart("y", "z"),
    )  # fmt: skip


def slope_of_the_hinge() -> Step:
    y, z, x_k = symbols("y z x_k")
    return Step(
        "the derivative of (1 - y z)^2 in w_k, without a product of y and z",
        2 * (z - y) * x_k,
        [
            Mistake(2 * (y - z) * x_k, "the sign is wrong.",
             "If z is above y and x_k is positive, does the square grow or shrink with w_k?"),
            Mistake(2 * (z - y), "the inner derivative x_k is missing.", "How does z change with w_k?"),
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
            Mistake(1 / (1 + exp(z)), "this is the probability of the other class.",
             "Divide numerator and denominator by e^z: which exponent is left?", unrelated=True),
            Mistake(exp(z) / exp(z), "e^0 was taken as 0.", "What does the class with score 0 add to the denominator?"),
        ],
    )  # fmt: skip


def slope_of_sigma() -> Step:
    from sympy import exp

    s, z = symbols("s z")
    return Step(
        "its derivative in z",
        s * (1 - s),
        [
            Mistake(-s * (1 - s), "the sign is the wrong way round.",
             "If z grows, does the probability grow or shrink?"),
            Mistake(s * (1 + s), "it comes to s + s^2: a sign is lost.", "(a/b)' is (a' b - a b') / b^2."),
            Mistake(1 - s, "this is the derivative of log s.", "What does the chain rule add for s itself?", unrelated=True),
            Mistake(s**2, "it comes to s^2, which is the second product of the quotient rule without its sign.",
             "(a/b)' is (a' b - a b') / b^2."),
            Mistake((1 - s) ** 2, "e^z is missing in the numerator.", "What is a' b - a b' here?"),
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

    z0, z1, z2, temperature = symbols("z0 z1 z2 T")
    e0, e1, e2 = (exp(z / temperature) for z in (z0, z1, z2))
    return e0, e1, e2, e0 + e1 + e2


def cooled_probabilities() -> dict[str, Any]:
    *exps, total = cooled()
    return {f"p{k}": e / total for k, e in enumerate(exps)}


def cooled_loss() -> Step:
    from sympy import log

    z0, temperature = symbols("z0 T")
    e0, _, _, total = cooled()
    hot = exponentials()[-1]
    return Step(
        "the loss",
        -log(e0 / total),
        [
            Mistake(log(total) - z0, "the score of the right class is not divided by T.",
             "What is log(e^(z0/T))?"),
            Mistake(z0 / temperature - log(total), "the sign is wrong.",
             "Can a loss be below 0?"),
            Mistake(log(hot) - z0 / temperature, "T is lost inside the sum.",
             "Which exponents does the denominator have?"),
            Mistake((log(hot) - z0) / temperature, "1/T is taken out of the logarithm of a sum.",
             "log(e^(2a) + e^(2b)) is not 2 log(e^a + e^b): put a = b = 0 in."),
            Mistake(log(total), "the score of the right class is missing.",
             "log(a/b) is log(a) - log(b)."),
        ],
        apart=log(total) - z0 / temperature,
    )  # fmt: skip


def cooled_slope() -> Step:
    from sympy import log

    p0, z0, temperature = symbols("p0 z0 T")
    return Step(
        "the derivative of the loss in z0",
        (p0 - 1) / temperature,
        [
            Mistake(p0 - 1, "the factor 1/T is missing: this is the slope in z0/T.",
             "How fast does z0/T change when z0 does?"),
            Mistake(temperature * (p0 - 1), "it is multiplied by T, and should be divided.",
             "A high temperature makes everything react less. Does your slope?"),
            Mistake(p0 / temperature - 1, "p0 is divided by T, and the 1 is not.",
             "What is the derivative of -z0/T in z0?"),
            Mistake(p0 - 1 / temperature, "the 1 is divided by T, and p0, the share of e^(z0/T), is not.",
             "What is the inner derivative of e^(z0/T)?"),
            Mistake((1 - p0) / temperature, "the sign is wrong.",
             "Should the loss rise or fall when the score of the right class grows?"),
            Mistake(p0 * (1 - p0) / temperature, "this is the derivative of p0, not of -log p0.",
             "What does the logarithm add to the chain?", unrelated=True),
        ],
        form=with_only("p0", "T"),
        slope=Slope(log(cooled()[-1]) - z0 / temperature, z0),
    )  # fmt: skip


FreeDerivation(
    "temperature",
    numbers("z0", "z1", "z2", "T"),
    lambda: [cooled_loss(), cooled_slope()],
    cooled_probabilities,
)


# ---------------------------------------------------------------- smoothing: smoothed labels


def draw_smoothing(rng: random.Random) -> Point:
    return numbers("z0", "z1", "z2")(rng) | {"a": share(rng)}


def smooth_probabilities() -> dict[str, Any]:
    *exps, total = exponentials()
    return {f"p{k}": e / total for k, e in enumerate(exps)}


def smoothed_loss() -> Step:
    from sympy import log

    z0, z1, z2, a = symbols("z0 z1 z2 a")
    e0, e1, e2, total = exponentials()
    return Step(
        "the loss",
        -(1 - a) * log(e0 / total) - a / 2 * log(e1 / total) - a / 2 * log(e2 / total),
        [
            Mistake(log(total) - (1 - a) * z0, "the scores of the two other classes are lost.",
             "Each of the three logarithms is a difference: which score does it leave behind?"),
            Mistake((1 - a) * (log(total) - z0), "only the term of class 0 is there.",
             "How many logarithms of the sum are there, and what do their factors add up to?"),
            Mistake(log(total) - (1 - a) * z0 - a * (z1 + z2), "the other classes get a each, not a/2.",
             "What should the three shares add up to?"),
            Mistake((1 - a) * z0 + a / 2 * (z1 + z2) - log(total), "the sign is wrong.",
             "Can a loss be below 0?"),
            Mistake(log(total) - z0, "this is the loss without smoothing.", "Where is the a?", unrelated=True),
            Mistake(3 * log(total) - (1 - a) * z0 - a / 2 * (z1 + z2),
             "the logarithm of the sum is counted three times.",
             "It is multiplied by 1 - a, by a/2 and by a/2. What is that in all?"),
        ],
        apart=log(total) - z0 + a * z0 - a / 2 * z1 - a / 2 * z2,
    )  # fmt: skip


def smoothed_slope() -> Step:
    from sympy import log

    p0, a, z0, z1, z2 = symbols("p0 a z0 z1 z2")
    return Step(
        "the derivative of the loss in z0",
        p0 - (1 - a),
        [
            Mistake(p0 - 1, "this is the slope without smoothing.",
             "The target of class 0 is no longer 1. What is it?", unrelated=True),
            Mistake((1 - a) * (p0 - 1), "only the term with log S0 was differentiated.",
             "z0 is in log S1 and log S2, too. Where?"),
            Mistake(p0 - a / 2, "the target of another class is used.", "Which share does class 0 keep?"),
            Mistake(p0 - a, "a is used as the target of class 0.", "Which share does class 0 keep?"),
            Mistake(1 - a - p0, "the sign is wrong.",
             "Should the loss rise or fall when the score of the right class grows?"),
            Mistake(p0 - 1 - a, "a bracket is lost: -(1 - a) has become -1 - a.", "What is -(1 - a), multiplied out?"),
        ],
        form=with_only("p0", "a"),
        slope=Slope(log(exponentials()[-1]) - (1 - a) * z0 - a / 2 * (z1 + z2), z0),
    )  # fmt: skip


FreeDerivation(
    "smoothing",
    draw_smoothing,
    lambda: [smoothed_loss(), smoothed_slope()],
    smooth_probabilities,
)
