"""Derivations to find a mistake in, with the mistakes that the steps of this unit know."""

from typing import Any

from misstep import DERIVATIONS, FindTheError, Line

from lincourse.checks.units.derivations import cross_entropy, logistic
from lincourse.checks.units.derivations.symbols import numbers, symbols, with_label


def known(derivation: str, step: int) -> Any:
    """The mistakes of a step, which are those of a line that says the same.

    A student's name picks one of them, so deleting any of them gives students other questions.
    """
    return DERIVATIONS[derivation].steps[step - 1].mistakes


# ---------------------------------------------------------------- slip_1: the logistic loss


def logistic_lines() -> list[Line]:
    from sympy import diff, expand

    z, y, x_k = symbols("z y x_k")
    return [
        Line(
            r"\log\sigma(z)",
            "σ(z) is 1/(1 + e^-z), and log(1/a) is -log a",
            lambda: logistic.log_of_sigma().right,
            known("logistic", 1),
        ),
        Line(
            r"\log(1-\sigma(z))",
            "as one fraction, log(a/b) = log a - log b; then line 1",
            lambda first: first - z,
            known("logistic", 2),
        ),
        Line(
            r"\ell",
            "lines 1 and 2 into -y log σ(z) - (1-y) log(1-σ(z)), multiplied out",
            lambda first, second: expand(-y * first - (1 - y) * second),
            known("logistic", 3),
        ),
        Line(
            r"\partial\ell/\partial z",
            "line 3, differentiated term by term",
            lambda *lines: diff(lines[2], z),
            known("logistic", 4),
        ),
        Line(
            r"\partial\ell/\partial w_k",
            "line 4 and the chain rule, with z = w · x",
            lambda *lines: lines[3] * x_k,
            known("logistic", 5),
        ),
    ]


FindTheError("slip_1", with_label("z", "x_k"), logistic_lines)


# ---------------------------------------------------------------- slip_2: expected minus observed


def expected_lines() -> list[Line]:
    theta, f1, eta = symbols("theta f1 eta")
    total = cross_entropy.joint_exponentials()[-1]
    slope = cross_entropy.expected_minus_observed().right
    return [
        Line(
            r"d\Sigma/d\theta",
            "the chain rule in each of the three terms of Σ",
            lambda: cross_entropy.slope_of_the_sum().right,
            known("expected", 1),
        ),
        Line(
            r"d\log\Sigma/d\theta",
            "(log u)' = u'/u, with line 1",
            lambda first: first / total,
            known("expected", 2),
        ),
        Line(
            r"d\ell/d\theta",
            "line 2, and the slope of -θ f1",
            lambda first, second: second - f1,
            known("expected", 3),
        ),
        Line(
            r"\theta_{\text{new}}",
            "a step of length η against line 3",
            lambda *lines: theta - eta * lines[2],
            [
                (
                    theta + eta * slope,
                    "the step goes uphill.",
                    "Which sign has a step against the slope?",
                ),
                (theta - slope, "eta is missing.", "How long is the step?"),
                (-eta * slope, "the old theta is missing.", "From where does the step start?"),
            ],
        ),
    ]


FindTheError("slip_2", numbers("theta", "f1", "f2", "f3", "eta"), expected_lines)
