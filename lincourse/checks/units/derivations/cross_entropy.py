"""Derivations of the cross-entropy: in scores, with a one-hot label, in features."""

import random
from fractions import Fraction
from typing import Any

from misstep import Another, Derivation, Point, Slope, Step
from misstep.formulas.forms import all_of, terms, without_fraction

from lincourse.checks.units.derivations.symbols import exponentials, number, numbers, share, symbols

# ---------------------------------------------------------------- cross_entropy


def loss_as_a_difference() -> Step:
    from sympy import log

    z1, z2, z3 = symbols("z1 z2 z3")
    total = exponentials()[-1]
    return Step(
        "the loss -log S1, written as a difference",
        log(total) - z1,
        [
            (z1 - log(total), "the sign is wrong.", "Can a loss be below 0?"),
            (log(z1 + z2 + z3) - z1, "the scores in the sum are not exponentiated.",
             "What is in the denominator of S1?"),
            (log(total) - log(z1), "the logarithm is taken of z1, not of e^z1.",
             "What is log(e^z1)?"),
        ],
        form=all_of(without_fraction(), terms(2, 2)),
    )  # fmt: skip


def slope_in_the_right_score() -> Step:
    from sympy import log

    z1 = symbols("z1")
    e1, _, _, total = exponentials()
    return Step(
        "its derivative in z1, the score of the right class",
        e1 / total - 1,
        [
            (1 - e1 / total, "the sign is wrong.",
             "Should the loss rise or fall when the right class's score grows?"),
            Another(e1 / total * (1 - e1 / total), "this is the derivative of S1, not of -log S1.",
             "What are the two terms of the loss, and the derivative of each in z1?"),
        ],
        slope=Slope(log(total) - z1, z1),
    )  # fmt: skip


def slope_in_a_wrong_score() -> Step:
    from sympy import log

    z1, z2 = symbols("z1 z2")
    e1, e2, _, total = exponentials()
    return Step(
        "its derivative in z2, the score of another class",
        e2 / total,
        [
            (e2 / total - 1, "the -1 belongs to the right class.",
             "What is the derivative of -z1 in z2?"),
            Another(-e1 * e2 / total**2, "this is the derivative of S1, not of -log S1.",
             "What are the two terms of the loss, and the derivative of each in z2?"),
            Another(e1 / total, "this is S1.", "Which term of the sum holds z2?"),
        ],
        slope=Slope(log(total) - z1, z2),
    )  # fmt: skip


Derivation(
    "cross_entropy",
    numbers("z1", "z2", "z3"),
    lambda: [loss_as_a_difference(), slope_in_the_right_score(), slope_in_a_wrong_score()],
)


# ---------------------------------------------------------------- one_hot


def draw_one_hot(rng: random.Random) -> Point:
    return {"p_m": share(rng), "y_m": Fraction(rng.randint(0, 1)), "x_k": number(rng)}


def slope_in_any_score() -> Step:
    p, y = symbols("p_m y_m")
    return Step(
        "the derivative of the loss in z_m, right class or not, with the one-hot y_m",
        p - y,
        [
            (y - p, "the sign is wrong.",
             "Should the loss rise or fall when the score of the right class grows?"),
            Another(p - 1, "this is right only for the right class.", "What is y_m for the others?"),
            Another(p, "this is right only for the wrong classes.", "What is y_m for the right one?"),
            Another(-y / p, "this is the derivative in p_m, not in z_m.", "p_m depends on z_m."),
        ],
    )  # fmt: skip


def slope_in_any_weight() -> Step:
    p, y, x_k = symbols("p_m y_m x_k")
    return Step(
        "the derivative of the loss in the weight w_mk",
        (p - y) * x_k,
        [
            (p - y, "the inner derivative x_k is missing.", "How does z_m change with w_mk?"),
            ((y - p) * x_k, "the sign is the wrong way round: this is the step downhill.",
             "The gradient points uphill."),
        ],
    )  # fmt: skip


Derivation(
    "one_hot",
    draw_one_hot,
    lambda: [slope_in_any_score(), slope_in_any_weight()],
)


# ---------------------------------------------------------------- expected


def joint_exponentials() -> tuple[Any, ...]:
    """e^(theta f) of each class, and their sum."""
    from sympy import exp

    theta, *features = symbols("theta f1 f2 f3")
    e1, e2, e3 = (exp(theta * f) for f in features)
    return e1, e2, e3, e1 + e2 + e3


def expected_feature() -> Any:
    """The mean of f1, f2, f3, weighted by the probabilities of the classes."""
    f1, f2, f3 = symbols("f1 f2 f3")
    e1, e2, e3, total = joint_exponentials()
    return (e1 * f1 + e2 * f2 + e3 * f3) / total


def slope_of_the_sum() -> Step:
    theta, f1, f2, f3 = symbols("theta f1 f2 f3")
    e1, e2, e3, total = joint_exponentials()
    return Step(
        "the derivative in theta of e^(theta f1) + e^(theta f2) + e^(theta f3)",
        e1 * f1 + e2 * f2 + e3 * f3,
        [
            (total, "the inner derivatives are missing.", "What is the derivative of theta f1?"),
            (theta * total, "theta is taken as the inner derivative.",
             "What is the derivative of theta f1 in theta?"),
            (total * (f1 + f2 + f3), "each term got all inner derivatives.",
             "Each term has an inner derivative of its own."),
            (e1 * f1, "only the first term was differentiated.", "theta is in all three."),
        ],
        slope=Slope(total, theta),
    )  # fmt: skip


def slope_of_the_log_of_the_sum() -> Step:
    from sympy import log

    theta, f1, f2, f3 = symbols("theta f1 f2 f3")
    e1, e2, e3, total = joint_exponentials()
    return Step(
        "the derivative in theta of the logarithm of that sum",
        expected_feature(),
        [
            (1 / total, "the inner derivative is missing.", "log first, then what is inside."),
            (e1 * f1 + e2 * f2 + e3 * f3, "it is not divided by the sum.",
             "What is the derivative of log(a) in a?"),
            (f1 + f2 + f3, "the logarithm of the sum was split.",
             "log(a + b) is not log(a) + log(b)."),
            ((f1 + f2 + f3) / total, "the exponentials in the numerator are missing.",
             "(log u)' is u'/u. What is u' here?"),
        ],
        slope=Slope(log(total), theta),
    )  # fmt: skip


def expected_minus_observed() -> Step:
    from sympy import log

    theta, f1 = symbols("theta f1")
    expected = expected_feature()
    return Step(
        "the gradient of the loss if class 1 is right: expected minus observed",
        expected - f1,
        [
            (f1 - expected, "the sign is the wrong way round: this is the step downhill.",
             "The loss is log of the sum minus theta f1."),
            (expected, "the observed features are missing.", "What does -theta f1 add?"),
            (expected + f1, "the sign of the observed features is the wrong way round.",
             "What does -theta f1 add?"),
            (expected - theta * f1, "the second term is not differentiated.",
             "What is the derivative of theta f1 in theta?"),
            (expected - 1, "f1 is missing from the second term.",
             "What is the derivative of theta f1 in theta?"),
        ],
        slope=Slope(log(joint_exponentials()[-1]) - theta * f1, theta),
    )  # fmt: skip


Derivation(
    "expected",
    numbers("theta", "f1", "f2", "f3"),
    lambda: [slope_of_the_sum(), slope_of_the_log_of_the_sum(), expected_minus_observed()],
)
