"""Derivations of softmax: in its own score and in another, with Kronecker's delta, in weights."""

import random
from fractions import Fraction

from misstep import Derivation, Mistake, Point, Slope, Step

from lincourse.checks.units.derivations.symbols import (
    exponentials,
    number,
    numbers,
    probabilities,
    share,
    symbols,
)

# ---------------------------------------------------------------- softmax_same


def own_score_above_the_line() -> Step:
    z0 = symbols("z0")
    e0, _, _, total = exponentials()
    return Step(
        "the derivative of the numerator in z0",
        e0,
        [
            Mistake(1 + 0 * e0, "this is the derivative of z0.", "What is the derivative of e^z?", unrelated=True),
            Mistake(total, "this is the sum.", "Which part is the numerator?", unrelated=True),
        ],
        slope=Slope(e0, z0),
    )  # fmt: skip


def own_score_below_the_line() -> Step:
    e0, e1, e2, total = exponentials()
    return Step(
        "the derivative of the denominator in z0",
        e0,
        [
            Mistake(total, "all three terms were kept.", "Which of the three terms holds z0?"),
            Mistake(e1 + e2, "the wrong terms were kept.", "Which of the three terms holds z0?"),
        ],
        slope=Slope(total, symbols("z0")),
    )  # fmt: skip


def slope_in_its_own_score() -> Step:
    e0, _, _, total = exponentials()
    return Step(
        "the derivative of S0 in z0, by the quotient rule",
        (e0 * total - e0 * e0) / total**2,
        [
            Mistake((e0 * e0 - e0 * total) / total**2, "the sign is the wrong way round, as if the two products were swapped.",
             "(a/b)' is (a' b - a b') / b^2: which comes first?"),
            Mistake((e0 * total - e0 * total) / total**2 + e0 / total * (1 - total / total),
             "all terms of the sum were differentiated as if each held z0.",
             "Which of the three terms holds z0?"),
        ],
        slope=Slope(e0 / total, symbols("z0")),
    )  # fmt: skip


Derivation(
    "softmax_same",
    numbers("z0", "z1", "z2"),
    lambda: [
        own_score_above_the_line(),
        own_score_below_the_line(),
        slope_in_its_own_score(),
    ],
)


# ---------------------------------------------------------------- softmax_other


def other_score_above_the_line() -> Step:
    e0, e1, _, _ = exponentials()
    return Step(
        "the derivative of the numerator of S0 in z1",
        0 * e0,
        [
            Mistake(e0, "this is the derivative in z0.", "Does e^z0 change when z1 does?", unrelated=True),
            Mistake(e1, "this is the derivative of e^z1.", "What is the numerator of S0?", unrelated=True),
        ],
    )  # fmt: skip


def other_score_below_the_line() -> Step:
    e0, e1, _, total = exponentials()
    return Step(
        "the derivative of the denominator in z1",
        e1,
        [
            Mistake(e0, "this is the derivative in z0.", "Which term of the sum holds z1?", unrelated=True),
            Mistake(total, "all three terms were kept.", "Which of the three terms holds z1?"),
        ],
        slope=Slope(total, symbols("z1")),
    )  # fmt: skip


def slope_in_another_score() -> Step:
    e0, e1, _, total = exponentials()
    return Step(
        "the derivative of S0 in z1, by the quotient rule",
        -e0 * e1 / total**2,
        [
            Mistake(e0 * e1 / total**2, "the sign of the quotient rule is lost.",
             "If z1 grows, does S0 grow or shrink?"),
            Mistake(-e0 * e0 / total**2, "e^z0 is in it twice.", "b' is the derivative of the denominator: in which score?"),
            Mistake(-e0 * e1 / total, "the denominator is not squared.",
             "In (a/b)' the denominator is b^2."),
            Mistake((e0 * total - e0 * e1) / total**2, "the first term is that of the other case.",
             "What is the derivative of e^z0 in z1?"),
            Mistake((e1 * total - e0 * e1) / total**2, "e^z1 is taken as the derivative of the numerator.",
             "What is the derivative of e^z0 in z1?"),
        ],
        slope=Slope(e0 / total, symbols("z1")),
    )  # fmt: skip


Derivation(
    "softmax_other",
    numbers("z0", "z1", "z2"),
    lambda: [other_score_above_the_line(), other_score_below_the_line(), slope_in_another_score()],
)


# ---------------------------------------------------------------- kronecker


def draw_kronecker(rng: random.Random) -> Point:
    if rng.random() < 0.5:
        return {"p_i": (s := share(rng)), "p_j": s, "delta": Fraction(1)}
    return probabilities(rng, "p_i", "p_j") | {"delta": Fraction(0)}


def both_cases_at_once() -> Step:
    p_i, p_j, delta = symbols("p_i p_j delta")
    return Step(
        "the derivative of p_i in z_j, for both cases at once",
        p_i * (delta - p_j),
        [
            Mistake(p_i * (p_j - delta), "the sign is wrong.",
             "If z_i grows, does p_i grow or shrink?"),
            Mistake(delta * (p_i - p_j), "this is always 0.", "For i = j the two are the same.", unrelated=True),
        ],
    )  # fmt: skip


Derivation(
    "kronecker",
    draw_kronecker,
    lambda: [both_cases_at_once()],
)


# ---------------------------------------------------------------- weights


def draw_weights(rng: random.Random) -> Point:
    return probabilities(rng, "p0", "p1") | {"x_k": number(rng)}


def slope_of_p0_in_its_own_weight() -> Step:
    p0, p1, x_k = symbols("p0 p1 x_k")
    return Step(
        "the derivative of p0 in w_0k, a weight of its own class",
        p0 * (1 - p0) * x_k,
        [
            Mistake(p0 * (1 - p0), "the inner derivative x_k is missing.", "How does z0 change with w_0k?"),
            Mistake(p0 * (1 - p1) * x_k, "this mixes the two classes.", "Both belong to class 0.", unrelated=True),
            Mistake(-p0 * p1 * x_k, "this is the other case.", "Is it a weight of the same class?", unrelated=True),
            Mistake(p0 * x_k, "the derivative of the denominator was forgotten.",
             "w_0k is in the denominator, too."),
        ],
    )  # fmt: skip


def slope_of_p0_in_another_weight() -> Step:
    p0, p1, x_k = symbols("p0 p1 x_k")
    return Step(
        "the derivative of p0 in w_1k, a weight of another class",
        -p0 * p1 * x_k,
        [
            Mistake(0 * p0, "p0 was taken as free of the other class's weights.",
             "w_1k is in the denominator."),
            Mistake(p0 * p1 * x_k, "the sign is lost.", "If class 1 gains, what happens to p0?"),
            Mistake(-p0 * p1, "the inner derivative x_k is missing.", "How does z1 change with w_1k?"),
            Mistake(p0 * (1 - p1) * x_k, "this is p_i (1 - p_j), which is neither case.",
             "What is delta when the classes differ?", unrelated=True),
            Mistake(p1 * (1 - p1) * x_k, "this is the derivative of p1.", "Whose probability is to be differentiated?", unrelated=True),
            Mistake(-p0**2 * x_k, "p0 is in it twice.", "Which class does the weight belong to?"),
            Mistake(p0 * (1 - p0) * x_k, "this is the case of the same class.",
             "Is it a weight of the same class?", unrelated=True),
        ],
    )  # fmt: skip


Derivation(
    "weights",
    draw_weights,
    lambda: [slope_of_p0_in_its_own_weight(), slope_of_p0_in_another_weight()],
)
