"""Derivations of softmax: in its own score and in another, with Kronecker's delta, in weights."""

import random
from fractions import Fraction

from misstep import Another, Derivation, Point, Slope, Step

from lincourse.checks.units.derivations.symbols import (
    exponentials,
    number,
    numbers,
    probabilities,
    share,
    symbols,
)

# ---------------------------------------------------------------- softmax_same


def softmax_of_class_1() -> Step:
    z1, z2, z3 = symbols("z1 z2 z3")
    e1, e2, e3, total = exponentials()
    return Step(
        "S1, the softmax probability of class 1",
        e1 / total,
        [
            (e1 / (e2 + e3), "the sum leaves class 1 out.", "Over which classes does it run?"),
            (z1 / (z1 + z2 + z3), "the scores are not exponentiated.",
             "Can a probability be negative?"),
            Another(e2 / total, "this is S2.", "Whose score is in the numerator?"),
        ],
    )  # fmt: skip


def own_score_above_the_line() -> Step:
    z1 = symbols("z1")
    e1, _, _, total = exponentials()
    return Step(
        "the derivative of the numerator in z1",
        e1,
        [
            Another(1 + 0 * e1, "this is the derivative of z1.", "What is the derivative of e^z?"),
            Another(total, "this is the sum.", "Which part is the numerator?"),
        ],
        slope=Slope(e1, z1),
    )  # fmt: skip


def own_score_below_the_line() -> Step:
    e1, e2, e3, total = exponentials()
    return Step(
        "the derivative of the denominator in z1",
        e1,
        [
            (total, "all three terms were kept.", "Which of the three terms holds z1?"),
            (e2 + e3, "the wrong terms were kept.", "Which of the three terms holds z1?"),
        ],
        slope=Slope(total, symbols("z1")),
    )  # fmt: skip


def slope_in_its_own_score() -> Step:
    e1, _, _, total = exponentials()
    return Step(
        "the derivative of S1 in z1, by the quotient rule",
        (e1 * total - e1 * e1) / total**2,
        [
            ((e1 * e1 - e1 * total) / total**2, "the sign is the wrong way round, as if the two products were swapped.",
             "(a/b)' is (a' b - a b') / b^2: which comes first?"),
            ((e1 * total - e1 * total) / total**2 + e1 / total * (1 - total / total),
             "all terms of the sum were differentiated as if each held z1.",
             "Which of the three terms holds z1?"),
        ],
        slope=Slope(e1 / total, symbols("z1")),
    )  # fmt: skip


Derivation(
    "softmax_same",
    numbers("z1", "z2", "z3"),
    lambda: [
        softmax_of_class_1(),
        own_score_above_the_line(),
        own_score_below_the_line(),
        slope_in_its_own_score(),
    ],
)


# ---------------------------------------------------------------- softmax_other


def other_score_above_the_line() -> Step:
    e1, e2, _, _ = exponentials()
    return Step(
        "the derivative of the numerator of S1 in z2",
        0 * e1,
        [
            Another(e1, "this is the derivative in z1.", "Does e^z1 change when z2 does?"),
            Another(e2, "this is the derivative of e^z2.", "What is the numerator of S1?"),
        ],
    )  # fmt: skip


def other_score_below_the_line() -> Step:
    e1, e2, _, total = exponentials()
    return Step(
        "the derivative of the denominator in z2",
        e2,
        [
            Another(e1, "this is the derivative in z1.", "Which term of the sum holds z2?"),
            (total, "all three terms were kept.", "Which of the three terms holds z2?"),
        ],
        slope=Slope(total, symbols("z2")),
    )  # fmt: skip


def slope_in_another_score() -> Step:
    e1, e2, _, total = exponentials()
    return Step(
        "the derivative of S1 in z2, by the quotient rule",
        -e1 * e2 / total**2,
        [
            (e1 * e2 / total**2, "the sign of the quotient rule is lost.",
             "If z2 grows, does S1 grow or shrink?"),
            (-e1 * e1 / total**2, "e^z1 is in it twice.", "b' is the derivative of the denominator: in which score?"),
            (-e1 * e2 / total, "the denominator is not squared.",
             "In (a/b)' the denominator is b^2."),
            ((e1 * total - e1 * e2) / total**2, "the first term is that of the other case.",
             "What is the derivative of e^z1 in z2?"),
            ((e2 * total - e1 * e2) / total**2, "e^z2 is taken as the derivative of the numerator.",
             "What is the derivative of e^z1 in z2?"),
        ],
        slope=Slope(e1 / total, symbols("z2")),
    )  # fmt: skip


Derivation(
    "softmax_other",
    numbers("z1", "z2", "z3"),
    lambda: [other_score_above_the_line(), other_score_below_the_line(), slope_in_another_score()],
)


# ---------------------------------------------------------------- kronecker


def draw_kronecker(rng: random.Random) -> Point:
    if rng.random() < 0.5:
        return {"S_i": (s := share(rng)), "S_j": s, "delta": Fraction(1)}
    return probabilities(rng, "S_i", "S_j") | {"delta": Fraction(0)}


def both_cases_at_once() -> Step:
    s_i, s_j, delta = symbols("S_i S_j delta")
    return Step(
        "the derivative of S_i in z_j, for both cases at once",
        s_i * (delta - s_j),
        [
            (s_i * (s_j - delta), "the sign is wrong.",
             "If z_i grows, does S_i grow or shrink?"),
            Another(delta * (s_i - s_j), "this is always 0.", "For i = j the two are the same."),
        ],
    )  # fmt: skip


Derivation(
    "kronecker",
    draw_kronecker,
    lambda: [both_cases_at_once()],
)


# ---------------------------------------------------------------- weights


def draw_weights(rng: random.Random) -> Point:
    return probabilities(rng, "p1", "p2") | {"x_k": number(rng)}


def slope_of_p1_in_its_score() -> Step:
    p1, p2 = symbols("p1 p2")
    return Step(
        "the derivative of p1 in z1, its own score",
        p1 * (1 - p1),
        [
            Another(p1 * (1 - p2), "this mixes the two classes: S_i (1 - S_j).",
             "In z1 both factors belong to class 1."),
            Another(-p1 * p2, "this is the other case.", "Is z1 the score of the same class?"),
            (p1, "the derivative of the denominator was forgotten.",
             "If p1 is nearly 1, how much can it still grow?"),
            (p1 * (1 + p1), "the sign of the quotient rule is lost.",
             "If p1 is nearly 1, how much can it still grow?"),
        ],
    )  # fmt: skip


def slope_of_p1_in_its_own_weight() -> Step:
    p1, p2, x_k = symbols("p1 p2 x_k")
    return Step(
        "the derivative of p1 in w_1k, a weight of its own class",
        p1 * (1 - p1) * x_k,
        [
            (p1 * (1 - p1), "the inner derivative x_k is missing.", "How does z1 change with w_1k?"),
            Another(p1 * (1 - p2) * x_k, "this mixes the two classes.", "Both belong to class 1."),
            Another(-p1 * p2 * x_k, "this is the other case.", "Is it a weight of the same class?"),
            (p1 * x_k, "the derivative of the denominator was forgotten.",
             "w_1k is in the denominator, too."),
        ],
    )  # fmt: skip


def slope_of_p1_in_another_weight() -> Step:
    p1, p2, x_k = symbols("p1 p2 x_k")
    return Step(
        "the derivative of p1 in w_2k, a weight of another class",
        -p1 * p2 * x_k,
        [
            (0 * p1, "p1 was taken as free of the other class's weights.",
             "w_2k is in the denominator."),
            (p1 * p2 * x_k, "the sign is lost.", "If class 2 gains, what happens to p1?"),
            (-p1 * p2, "the inner derivative x_k is missing.", "How does z2 change with w_2k?"),
            Another(p1 * (1 - p2) * x_k, "this is S_i (1 - S_j), which is neither case.",
             "What is delta when the classes differ?"),
            Another(p2 * (1 - p2) * x_k, "this is the derivative of p2.", "Whose probability is to be differentiated?"),
            (-p1**2 * x_k, "p1 is in it twice.", "Which class does the weight belong to?"),
            Another(p1 * (1 - p1) * x_k, "this is the case of the same class.",
             "Is it a weight of the same class?"),
        ],
    )  # fmt: skip


Derivation(
    "weights",
    draw_weights,
    lambda: [
        slope_of_p1_in_its_score(),
        slope_of_p1_in_its_own_weight(),
        slope_of_p1_in_another_weight(),
    ],
)
