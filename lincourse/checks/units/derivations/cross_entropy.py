"""Derivations of the cross-entropy: in scores, with a one-hot label, in features."""

import random
from fractions import Fraction
from typing import Any

from misstep import Derivation, Mistake, Point, Slope, Step
from misstep.formulas.forms import all_of, terms, without_fraction

from lincourse.checks.units.derivations.symbols import exponentials, number, numbers, share, symbols

# ---------------------------------------------------------------- cross_entropy


def loss_as_a_difference() -> Step:
    from sympy import log

    z0, z1, z2 = symbols("z0 z1 z2")
    total = exponentials()[-1]
    return Step(
        "the loss -log S0, written as a difference",
        log(total) - z0,
        [
            Mistake(z0 - log(total), "the sign is wrong.", "Can a loss be below 0?"),
            Mistake(log(z0 + z1 + z2) - z0, "the scores in the sum are not exponentiated.",
             "What is in the denominator of S0?"),
            Mistake(log(total) - log(z0), "the logarithm is taken of z0, not of e^z0.",
             "What is log(e^z0)?"),
        ],
        form=all_of(without_fraction(), terms(2, 2)),
    )  # fmt: skip


def slope_in_the_right_score() -> Step:
    from sympy import log

    z0 = symbols("z0")
    e0, _, _, total = exponentials()
    return Step(
        "its derivative in z0, the score of the right class",
        e0 / total - 1,
        [
            Mistake(1 - e0 / total, "the sign is wrong.",
             "Should the loss rise or fall when the right class's score grows?"),
            Mistake(e0 / total * (1 - e0 / total), "this is the derivative of S0, not of -log S0.",
             "What are the two terms of the loss, and the derivative of each in z0?", unrelated=True),
            Mistake(-total / e0, "this is the derivative of -log S0 in S0, not in z0.",
             "S0 depends on z0. What does the chain rule multiply by?", unrelated=True),
        ],
        slope=Slope(log(total) - z0, z0),
    )  # fmt: skip


def slope_in_a_wrong_score() -> Step:
    from sympy import log

    z0, z1 = symbols("z0 z1")
    e0, e1, _, total = exponentials()
    return Step(
        "its derivative in z1, the score of another class",
        e1 / total,
        [
            Mistake(e1 / total - 1, "the -1 belongs to the right class.",
             "What is the derivative of -z0 in z1?"),
            Mistake(-e0 * e1 / total**2, "this is the derivative of S0, not of -log S0.",
             "What are the two terms of the loss, and the derivative of each in z1?", unrelated=True),
            Mistake(e0 / total, "this is S0.", "Which term of the sum holds z1?", unrelated=True),
        ],
        slope=Slope(log(total) - z0, z1),
    )  # fmt: skip


Derivation(
    "cross_entropy",
    numbers("z0", "z1", "z2"),
    lambda: [loss_as_a_difference(), slope_in_the_right_score(), slope_in_a_wrong_score()],
)


# ---------------------------------------------------------------- one_hot


def draw_one_hot(rng: random.Random) -> Point:
    return {"p_m": share(rng), "t_m": Fraction(rng.randint(0, 1)), "x_k": number(rng)}


def slope_in_any_score() -> Step:
    p, y = symbols("p_m t_m")
    return Step(
        "the derivative of the loss in z_m, right class or not, with the one-hot t_m",
        p - y,
        [
            Mistake(y - p, "the sign is wrong.",
             "Should the loss rise or fall when the score of the right class grows?"),
            Mistake(p - 1, "this is right only for the right class.", "What is t_m for the others?", unrelated=True),
            Mistake(p, "this is right only for the wrong classes.", "What is t_m for the right one?", unrelated=True),
            Mistake(-y / p, "this is the derivative in p_m, not in z_m.", "p_m depends on z_m.", unrelated=True),
        ],
    )  # fmt: skip


def slope_in_any_weight() -> Step:
    p, y, x_k = symbols("p_m t_m x_k")
    return Step(
        "the derivative of the loss in the weight w_mk",
        (p - y) * x_k,
        [
            Mistake(p - y, "the inner derivative x_k is missing.", "How does z_m change with w_mk?"),
            Mistake((y - p) * x_k, "the sign is the wrong way round: this is the step downhill.",
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

    theta, *features = symbols("theta f0 f1 f2")
    e0, e1, e2 = (exp(theta * f) for f in features)
    return e0, e1, e2, e0 + e1 + e2


def expected_feature() -> Any:
    """The mean of f0, f1, f2, weighted by the probabilities of the classes."""
    f0, f1, f2 = symbols("f0 f1 f2")
    e0, e1, e2, total = joint_exponentials()
    return (e0 * f0 + e1 * f1 + e2 * f2) / total


def slope_of_the_sum() -> Step:
    theta, f0, f1, f2 = symbols("theta f0 f1 f2")
    e0, e1, e2, total = joint_exponentials()
    return Step(
        "the derivative in theta of e^(theta f0) + e^(theta f1) + e^(theta f2)",
        e0 * f0 + e1 * f1 + e2 * f2,
        [
            Mistake(total, "the inner derivatives are missing.", "What is the derivative of theta f0?"),
            Mistake(theta * total, "theta is taken as the inner derivative.",
             "What is the derivative of theta f0 in theta?"),
            Mistake(total * (f0 + f1 + f2), "each term got all inner derivatives.",
             "Each term has an inner derivative of its own."),
            Mistake(e0 * f0, "only the first term was differentiated.", "theta is in all three."),
        ],
        slope=Slope(total, theta),
    )  # fmt: skip


def slope_of_the_log_of_the_sum() -> Step:
    from sympy import log

    theta, f0, f1, f2 = symbols("theta f0 f1 f2")
    e0, e1, e2, total = joint_exponentials()
    return Step(
        "the derivative in theta of the logarithm of that sum",
        expected_feature(),
        [
            Mistake(1 / total, "the inner derivative is missing.", "log first, then what is inside."),
            Mistake(e0 * f0 + e1 * f1 + e2 * f2, "it is not divided by the sum.",
             "What is the derivative of log(a) in a?"),
            Mistake(f0 + f1 + f2, "the logarithm of the sum was split.",
             "log(a + b) is not log(a) + log(b)."),
            Mistake((f0 + f1 + f2) / total, "the exponentials in the numerator are missing.",
             "(log u)' is u'/u. What is u' here?"),
        ],
        slope=Slope(log(total), theta),
    )  # fmt: skip


def expected_minus_observed() -> Step:
    from sympy import log

    theta, f0 = symbols("theta f0")
    expected = expected_feature()
    return Step(
        "the gradient of the loss if class 0 is right: expected minus observed",
        expected - f0,
        [
            Mistake(f0 - expected, "the sign is the wrong way round: this is the step downhill.",
             "The loss is log of the sum minus theta f0."),
            Mistake(expected, "the observed features are missing.", "What does -theta f0 add?"),
            Mistake(expected + f0, "the sign of the observed features is the wrong way round.",
             "What does -theta f0 add?"),
            Mistake(expected - theta * f0, "the second term is not differentiated.",
             "What is the derivative of theta f0 in theta?"),
            Mistake(expected - 1, "f0 is missing from the second term.",
             "What is the derivative of theta f0 in theta?"),
        ],
        slope=Slope(log(joint_exponentials()[-1]) - theta * f0, theta),
    )  # fmt: skip


Derivation(
    "expected",
    numbers("theta", "f0", "f1", "f2"),
    lambda: [slope_of_the_sum(), slope_of_the_log_of_the_sum(), expected_minus_observed()],
)
