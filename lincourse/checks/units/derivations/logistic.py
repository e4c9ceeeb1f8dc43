"""Derivation of the logistic loss and its gradient."""

from misstep import Derivation, Mistake, Slope, Step
from misstep.formulas.forms import all_of, terms, without_fraction

from lincourse.checks.units.derivations.symbols import symbols, with_label


def log_of_sigma() -> Step:
    from sympy import exp, log

    z = symbols("z")
    sigma = 1 / (1 + exp(-z))
    return Step(
        "the logarithm of sigma(z)",
        -log(1 + exp(-z)),
        [
            Mistake(log(1 + exp(-z)), "the sign is lost.", "What is log(1/a) in terms of log(a)?"),
            Mistake(-log(1 + exp(z)), "this is the logarithm of sigma(-z).",
             "What sign does z have in the exponent of sigma? For a large z, sigma(z) is nearly 1.", unrelated=True),
            Mistake(1 / log(1 + exp(-z)), "the logarithm was taken of the denominator only.",
             "log(1/a) is not 1/log(a)."),
            Mistake(sigma, "this is sigma(z), without the logarithm.",
             "Take the logarithm of it: what is log(1/a)?", unrelated=True),
        ],
        form=without_fraction(),
    )  # fmt: skip


def log_of_one_minus_sigma() -> Step:
    from sympy import exp, log

    z = symbols("z")
    return Step(
        "the logarithm of 1 - sigma(z)",
        -z - log(1 + exp(-z)),
        [
            Mistake(-log(1 + exp(-z)), "the -z is missing: this is log sigma(z).",
             "1 - sigma(z) is a fraction: what is its numerator?"),
            Mistake(z - log(1 + exp(-z)), "the sign of z is the wrong way round.", "What is log(e^-z)?"),
            Mistake(-z + log(1 + exp(-z)), "the sign of the second term is the wrong way round.",
             "log(a/b) is log(a) - log(b)."),
            Mistake(log(1 + exp(-z)), "this is -log sigma(z), as if log(1 - a) were -log(a).",
             "Write 1 - sigma(z) as one fraction first.", unrelated=True),
            Mistake(exp(-z) / (1 + exp(-z)), "this is 1 - sigma(z), without the logarithm.",
             "Take the logarithm of it: what is log(a/b)?", unrelated=True),
        ],
        form=without_fraction(),
    )  # fmt: skip


def logistic_loss() -> Step:
    from sympy import exp, log

    z, y = symbols("z y")
    return Step(
        "the loss -y log sigma(z) - (1-y) log(1 - sigma(z)), put together",
        z + log(1 + exp(-z)) - y * z,
        [
            Mistake(-z - log(1 + exp(-z)) + y * z, "the sign of the whole is the wrong way round.",
             "Can a loss be below 0?"),
            Mistake(y * z + log(1 + exp(-z)), "y and 1 - y are swapped.",
             "Which of the two logarithms goes with y?"),
            Mistake(z + log(1 + exp(-z)) + y * z, "the sign of y z is the wrong way round.",
             "Multiply out (1 - y) z once more."),
            Mistake(log(1 + exp(-z)) - y * z, "the z from -(1-y) log(1 - sigma(z)) is missing.",
             "How many terms come from multiplying (1 - y) out?"),
        ],
        form=all_of(without_fraction(), terms(3)),
    )  # fmt: skip


def slope_in_the_score() -> Step:
    from sympy import exp, log

    z, y = symbols("z y")
    sigma = 1 / (1 + exp(-z))
    return Step(
        "the derivative of the loss in z",
        sigma - y,
        [
            Mistake(y - sigma, "the sign is wrong.", "If y = 1, should the loss fall or rise with z?"),
            Mistake(1 + exp(-z) / (1 + exp(-z)) - y, "the inner derivative of e^-z is missing its sign.",
             "What is the derivative of e^-z?"),
            Mistake(1 + 1 / (1 + exp(-z)) - y, "the inner derivative of log(1 + e^-z) is missing.",
             "The chain rule: log first, then what is inside it."),
            Mistake(1 - 1 / (1 + exp(-z)) - y, "this is sigma(-z) - y: a sign in the derivative of log(1 + e^-z) is lost, or in the exponent.",
             "What is the inner derivative of log(1 + e^-z)? For y = 0 and a large z, should the slope "
             "be near 1 or near 0?", unrelated=True),
            Mistake(1 - exp(-z) / (1 + exp(-z)) + y, "the sign of y is the wrong way round.",
             "What is the derivative of -y z in z?"),
            Mistake(sigma * (1 - sigma), "this is the derivative of sigma.",
             "The loss is not sigma. Which three terms did you find in step 3?", unrelated=True),
            Mistake(-exp(-z) / (1 + exp(-z)) - y, "the derivative of the first z is missing.",
             "Each of the three terms holds z."),
        ],
        slope=Slope(z + log(1 + exp(-z)) - y * z, z),
    )  # fmt: skip


def slope_in_a_weight() -> Step:
    from sympy import exp, log

    z, y, x_k = symbols("z y x_k")
    sigma = 1 / (1 + exp(-z))
    return Step(
        "the derivative of the loss in the weight w_k, with z = w . x",
        (sigma - y) * x_k,
        [
            Mistake(sigma - y, "the inner derivative x_k is missing.", "How does z change with w_k?"),
            Mistake((y - sigma) * x_k, "the sign is wrong.",
             "The gradient points uphill: for y = 1 and x_k > 0, which way is that?"),
            Mistake((sigma - y) / x_k, "it is divided by x_k.", "How does z change with w_k?"),
            Mistake((sigma - y) * z, "z is used where its derivative should be.", "How does z change with w_k?"),
            Mistake(sigma - y * x_k, "only y is multiplied by x_k.", "Does x_k multiply the whole?"),
            Mistake(sigma * (1 - sigma) * x_k, "this is the derivative of sigma(w . x).",
             "The loss is made of logarithms of sigma. What did you find for its derivative in z?", unrelated=True),
            Mistake((sigma - y) * sigma * (1 - sigma) * x_k, "the derivative of sigma is in it as a factor, too.",
             "That is the gradient of a squared error; the cross-entropy does not have it."),
        ],
        slope=Slope(z + log(1 + exp(-z)) - y * z, z, times=x_k),
    )  # fmt: skip


Derivation(
    "logistic",
    with_label("z", "x_k"),
    lambda: [
        log_of_sigma(),
        log_of_one_minus_sigma(),
        logistic_loss(),
        slope_in_the_score(),
        slope_in_a_weight(),
    ],
)
