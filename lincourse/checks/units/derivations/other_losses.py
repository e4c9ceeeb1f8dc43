"""Derivations of other losses: the perceptron's, and the squared error of tanh."""

import random
from fractions import Fraction

from misstep import Derivation, Mistake, Point, Slope, Step

from lincourse.checks.units.derivations.symbols import number, numbers, share, symbols

# ---------------------------------------------------------------- perceptron


def slope_of_the_perceptron_loss() -> Step:
    theta, f_hat, f_y = symbols("theta f_hat f_y")
    return Step(
        "the derivative in theta of theta f_hat - theta f_y",
        f_hat - f_y,
        [
            Mistake(f_y - f_hat, "the sign is the wrong way round: this is the step of the update.",
             "The gradient points uphill."),
            Mistake(theta * (f_hat - f_y), "this is the loss, not its derivative.",
             "What is the derivative of theta f in theta?", unrelated=True),
        ],
        slope=Slope(theta * f_hat - theta * f_y, theta),
    )  # fmt: skip


def step_downhill() -> Step:
    theta, f_hat, f_y, eta = symbols("theta f_hat f_y eta")
    return Step(
        "theta after one step of length eta downhill",
        theta - eta * (f_hat - f_y),
        [
            Mistake(theta + eta * (f_hat - f_y), "the step goes uphill.",
             "Downhill is against the gradient."),
            Mistake(theta - eta * theta * (f_hat - f_y), "the loss itself is subtracted, not its gradient.",
             "Which of the two says how fast the loss changes with theta?"),
        ],
    )  # fmt: skip


Derivation(
    "perceptron",
    numbers("theta", "f_hat", "f_y", "eta"),
    lambda: [slope_of_the_perceptron_loss(), step_downhill()],
)


# ---------------------------------------------------------------- tanh


def draw_tanh(rng: random.Random) -> Point:
    sign = Fraction(rng.choice((-1, 1)))
    return {"r": share(rng) * rng.choice((-1, 1)), "y": sign, "x_k": number(rng)}


def slope_of_tanh() -> Step:
    r = symbols("r")
    return Step(
        "the derivative of tanh(z) in z, written with r = tanh(z)",
        1 - r**2,
        [
            Mistake(1 - r, "the square is missing.", "At r = -1/2, can the slope be 1.5?"),
            Mistake(r * (1 - r), "this is the rule for sigma.", "tanh has slope 1 at 0. Does this?", unrelated=True),
            Mistake(1 + r**2, "the sign is lost.", "tanh flattens out as r nears 1."),
            Mistake(r**2 - 1, "the sign is wrong.", "Does tanh rise or fall?"),
            Mistake(4 * r * (1 - r), "this is the rule for sigma, times 4.", "Is it 1 at r = 0?", unrelated=True),
            Mistake(1 / (1 + r**2), "this has the form of the derivative of arctan.",
             "tanh flattens out as r nears 1. Does this come near 0 there?", unrelated=True),
            Mistake(1 / (1 - r**2), "this has the form of the derivative of artanh, the inverse of tanh.",
             "tanh flattens out as r nears 1. Does this come near 0 there?", unrelated=True),
        ],
    )  # fmt: skip


def slope_of_the_square() -> Step:
    r, y = symbols("r y")
    return Step(
        "the derivative of (y - r)^2 in r",
        -2 * (y - r),
        [
            Mistake(2 * (y - r), "the inner derivative -1 is missing.",
             "The chain rule: the square first, then y - r."),
            Mistake(y - r, "the 2 and the sign are missing.", "What is the derivative of a^2?"),
        ],
        slope=Slope((y - r) ** 2, r),
    )  # fmt: skip


def slope_of_the_squared_error() -> Step:
    r, y, x_k = symbols("r y x_k")
    return Step(
        "the derivative of (y - tanh(w . x))^2 in w_k",
        -2 * (y - r) * (1 - r**2) * x_k,
        [
            Mistake(-2 * (y - r) * x_k, "the derivative of tanh is missing.",
             "Three functions are nested: which is in the middle?"),
            Mistake(-2 * (y - r) * (1 - r**2), "the inner derivative x_k is missing.",
             "How does z change with w_k?"),
            Mistake(-2 * (y - r) * (1 - r) * x_k, "1 - r is used where 1 - r^2 should be.",
             "At r = -1/2, is the slope of tanh above 1 or below?"),
            Mistake(-2 * (y - r) * r * (1 - r) * x_k, "the rule for sigma was used.",
             "tanh is steepest at r = 0. What does r (1 - r) give there?"),
        ],
        slope=Slope((y - r) ** 2, r, times=(1 - r**2) * x_k),
    )  # fmt: skip


Derivation(
    "tanh",
    draw_tanh,
    lambda: [slope_of_tanh(), slope_of_the_square(), slope_of_the_squared_error()],
)
