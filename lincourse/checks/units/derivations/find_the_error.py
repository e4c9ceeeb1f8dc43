"""Derivations to find a mistake in."""

from typing import Any

from misstep import FindTheError, Line, Mistake

from lincourse.checks.units.derivations.symbols import numbers, symbols

# A student's name picks a mistake, so deleting any of them gives students other questions. No line
# is asked for elsewhere in the exercise: all lines but one are right, and can be read.


# ---------------------------------------------------------------- slip_1: logistic loss, labels -1 and +1


def logistic_lines() -> list[Line]:
    from sympy import exp

    z, y, x_k, w_k, eta = symbols("z y x_k w_k eta")  # no line uses that y is -1 or +1
    u = 1 + exp(-y * z)
    slope = -y * exp(-y * z) / u
    return [
        Line(
            r"du/dz",
            "the chain rule: the inner slope is -y",
            lambda: -y * exp(-y * z),
            [
                Mistake(
                    -exp(-y * z),
                    "y is missing from the inner slope.",
                    "What is the slope of -yz in z?",
                ),
                Mistake(
                    y * exp(-y * z),
                    "the sign of the inner slope is lost.",
                    "Is the slope of -yz in z positive or negative for y = 1?",
                ),
                Mistake(
                    -z * exp(-y * z),
                    "the exponent is differentiated in y, not in z.",
                    "Which of the two changes here, y or z?",
                ),
                Mistake(
                    1 - y * exp(-y * z),
                    "the 1 of u is still there.",
                    "What is the slope of a constant?",
                ),
            ],
        ),
        Line(
            r"\partial\ell/\partial z",
            "(log u)' = u'/u, with line 1",
            lambda first: first / u,
            [
                Mistake(
                    1 / u,
                    "the slope of u itself, line 1, is missing.",
                    "Which slope does the chain rule multiply 1/u by?",
                ),
                Mistake(
                    -y * exp(-y * z) * u,
                    "u multiplies where it should divide.",
                    "What is the slope of log u in u?",
                ),
                Mistake(
                    -y * exp(-y * z) / u**2,
                    "u is squared.",
                    "Is this the slope of log u, or that of 1/u?",
                ),
            ],
        ),
        Line(
            r"\partial\ell/\partial w_k",
            "line 2 and the chain rule, with z = w · x",
            lambda first, second: second * x_k,
            [
                Mistake(slope, "x_k is missing.", "How much does z change with w_k?"),
                Mistake(
                    slope * w_k,
                    "it is multiplied by the weight instead of the feature.",
                    "What is the slope of w_k x_k in w_k?",
                ),
            ],
        ),
        _step(w_k, eta, slope * x_k, r"w_{k,\text{new}}"),
    ]


def _step(old: Any, eta: Any, slope: Any, name: str) -> Line:
    """The last line: a step of gradient descent along the slope in line 3."""
    return Line(
        name,
        "a step of length η against line 3",
        lambda *lines: old - eta * lines[2],
        [
            Mistake(
                old + eta * slope,
                "the step goes uphill.",
                "Which sign has a step against the slope?",
            ),
            Mistake(old - slope, "eta is missing.", "How long is the step?"),
            Mistake(
                -eta * slope,
                "the old weight is missing.",
                "From where does the step start?",
            ),
        ],
    )


FindTheError("slip_1", numbers("z", "y", "x_k", "w_k", "eta"), logistic_lines)


# ---------------------------------------------------------------- slip_2: a model of counts


def count_lines() -> list[Line]:
    from sympy import exp

    theta, f0, a, eta = symbols("theta f0 a eta")
    rate = exp(theta * f0)
    return [
        Line(
            r"d\mu/d\theta",
            "the chain rule: the inner slope is f0",
            lambda: f0 * rate,
            [
                Mistake(
                    rate,
                    "the inner slope, f0, is missing.",
                    "What is the slope of the exponent in theta?",
                ),
                Mistake(
                    theta * rate,
                    "the exponent is differentiated in f0, not in theta.",
                    "Which of the two changes here?",
                ),
                Mistake(
                    theta * f0 * exp(theta * f0 - 1),
                    "the rule for powers of theta is used on an exponential.",
                    "Is theta the base or in the exponent?",
                ),
            ],
        ),
        Line(
            r"d(a\log\mu)/d\theta",
            "log μ is θ f0, and a is a constant",
            lambda first: a * f0,
            [
                Mistake(f0, "the factor a is lost.", "What happens to a constant factor?"),
                Mistake(
                    a * theta,
                    "it is differentiated in f0, not in theta.",
                    "Which of the two changes here?",
                ),
                Mistake(
                    a / rate,
                    "the inner slope is missing.",
                    "(log u)' is u'/u. What is u' here?",
                ),
            ],
        ),
        Line(
            r"d\ell/d\theta",
            "line 1 minus line 2",
            lambda first, second: first - second,
            [
                Mistake(
                    f0 * rate + a * f0,
                    "the sign of the second term is lost.",
                    "With which sign does a log μ stand in the loss?",
                ),
                Mistake(
                    a * f0 - f0 * rate,
                    "both signs are the wrong way round.",
                    "Is this the slope of the loss, or of the log-likelihood?",
                ),
            ],
        ),
        _step(theta, eta, f0 * rate - a * f0, r"\theta_{\text{new}}"),
    ]


FindTheError("slip_2", numbers("theta", "f0", "a", "eta"), count_lines)
