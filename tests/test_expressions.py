"""Steps of derivations: any equal form is right, everything else fails fast and in words."""

import time
from fractions import Fraction

import numpy as np
import pytest
import sympy
from sympy import Eq, Function, Rational, diff, exp, expand, factor, log, symbols, tanh

from lincourse.checks import CheckFailed, check_derivation, check_step
from lincourse.checks.units import DERIVATIONS

z, y, x_k, t = symbols("z y x_k t")
z1, z2, z3 = symbols("z1 z2 z3")
S_i, S_j, delta = symbols("S_i S_j delta")
p1, p2, p_m, y_m = symbols("p1 p2 p_m y_m")
TOTAL = exp(z1) + exp(z2) + exp(z3)
SIGMA = 1 / (1 + exp(-z))

STEPS = [(name, k) for name, d in DERIVATIONS.items() for k in range(1, len(d.steps) + 1)]
SLIPS = [(n, k, i) for n, k in STEPS for i in range(len(DERIVATIONS[n].steps[k - 1].slips))]


def mark(name, k, answer):
    start = time.monotonic()
    report = DERIVATIONS[name].mark(k, answer)
    assert time.monotonic() - start < 20
    return report


@pytest.mark.parametrize(("name", "k"), STEPS)
def test_the_right_step_passes_in_several_forms(name, k):
    right = sympy.sympify(DERIVATIONS[name].steps[k - 1].right)
    for form in (right, expand(right), factor(right), right + z1 - z1, right * Rational(6, 6)):
        assert mark(name, k, form).good


@pytest.mark.parametrize(("name", "k", "i"), SLIPS)
def test_every_slip_fails_and_is_named(name, k, i):
    wrong, looks, think = DERIVATIONS[name].steps[k - 1].slips[i]
    report = mark(name, k, wrong)
    assert not report.good
    assert (report.looks, report.think) == (looks, think)


@pytest.mark.parametrize(
    ("name", "k", "answer"),
    [
        ("logistic", 4, 1 - exp(-z) / (1 + exp(-z)) - y),
        ("logistic", 4, exp(z) / (1 + exp(z)) - y),
        ("logistic", 4, (1 + tanh(z / 2)) / 2 - y),
        ("logistic", 4, diff(-y * log(SIGMA) - (1 - y) * log(1 - SIGMA), z)),
        ("logistic", 4, SIGMA - y**2),  # y is 0 or 1
        ("logistic", 3, log(1 + exp(z)) - y * z),
        ("logistic", 3, -log(SIGMA**y * (1 - SIGMA) ** (1 - y))),
        ("logistic", 1, -z * 0 - log((exp(z) + 1) / exp(z))),
        ("softmax_same", 4, diff(exp(z1) / TOTAL, z1)),
        ("softmax_same", 4, exp(z1) / TOTAL * (1 - exp(z1) / TOTAL)),
        ("softmax_same", 1, 1 / (1 + exp(z2 - z1) + exp(z3 - z1))),
        ("softmax_other", 1, 0),
        ("softmax_other", 1, 0.0),
        ("softmax_other", 1, sympy.S.Zero),
        ("softmax_other", 1, np.int64(0)),
        ("softmax_other", 3, -exp(z1 + z2) / TOTAL**2),
        ("kronecker", 1, delta * S_i - S_i * S_j),
        ("kronecker", 1, S_j * (delta - S_i)),  # equal in both cases
        ("one_hot", 1, y_m * (p_m - 1) + (1 - y_m) * p_m),
        ("cross_entropy", 2, -(exp(z2) + exp(z3)) / TOTAL),
        ("tanh", 1, (1 + t) * (1 - t)),
        ("tanh", 3, 2 * x_k * (t - y) * (1 - t**2)),
        ("tanh", 2, 2 * t - 2 * y),
        ("weights", 1, p1 - p1**2),
        ("cross_entropy", 1, -log(exp(z1) / TOTAL)),
        ("tanh", 2, -2.0 * (y - t)),
        ("weights", 1, 0.5 * p1 * (1 - p1) + p1 * (1 - p1) / 2),
    ],
)  # fmt: skip
def test_right_answers_in_unusual_forms_pass(name, k, answer):
    report = mark(name, k, answer)
    assert report.good, report


@pytest.mark.parametrize(
    ("name", "k", "answer"),
    [
        ("softmax_other", 3, -(exp(z1) ** 2) / TOTAL**2),  # right where z1 = z2
        ("softmax_other", 3, -Rational(1, 9)),  # right at equal scores
        ("softmax_same", 4, Rational(2, 9)),
        ("softmax_same", 4, exp(z1) * (exp(z2) + exp(z2)) / TOTAL**2),  # right where z2 = z3
        ("cross_entropy", 2, exp(z1) / (exp(z1) + 2 * exp(z2)) - 1),
        ("logistic", 4, Rational(1, 2) - y),  # right at z = 0
        ("logistic", 4, SIGMA),  # right at y = 0
        ("logistic", 4, SIGMA - 1),  # right at y = 1
        ("logistic", 4, z / 4 + Rational(1, 2) - y),  # right to first order
        ("kronecker", 1, S_i * (1 - S_j)),  # right for i = j
        ("kronecker", 1, S_i * (1 - S_i)),
        ("tanh", 1, 1 + 0 * t),  # right at 0
        ("tanh", 1, 1 - t**2 + t**4 / 10**9),
        ("weights", 1, p1 * p2),  # right with two classes
        ("one_hot", 1, p_m - y_m + Rational(1, 10**20)),
    ],
)
def test_wrong_answers_that_agree_at_special_points_fail(name, k, answer):
    assert not mark(name, k, answer).good


def deep(n):
    expression = z1
    for _ in range(n):
        cube = sympy.Pow(expression, 3, evaluate=False)
        expression = sympy.Add(cube, z2, evaluate=False)
    return expression


def wide(n):
    return sympy.Add(*[z1**k for k in range(n)])


class Strange:
    """Something that claims to be equal to everything."""

    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "no answer yet"),
        ("exp(z1)", "This is text"),
        (True, "This is True"),
        (Eq(z1, z2), "This is an equation"),
        (z1 < z2, "This is an equation"),
        ([exp(z1)], "of the kind list"),
        ((z1, z2), "of the kind tuple"),
        (np.array([1.0]), "of the kind ndarray"),
        (lambda z: z, "of the kind function"),
        (Strange(), "of the kind Strange"),
        (sympy.Matrix([z1]), "of the kind"),
        (exp(symbols("a") + symbols("b")), "It holds a, b, which this step does not have"),
        (symbols("Z1"), "It holds Z1"),
        (sympy.nan, "not a real number"),
        (z1 / 0 if False else sympy.zoo, "not a real number"),
        (float("nan"), "not a real number"),
        (float("inf"), "not a real number"),
        (sympy.I * z1, "not a real number"),
        (sympy.Derivative(exp(z1), z1), "not worked out"),
        (sympy.Integral(exp(z1), z1), "not worked out"),
        (sympy.Sum(exp(z1), (symbols("k"), 1, 3)), "not written out"),
        (Function("f")(z1), "It holds f"),
        (sympy.gamma(z1), "It holds gamma"),
        (deep(400), "far larger"),
        (wide(5000), "far larger"),
        (sympy.Integer(10) ** 500, "far larger"),
        (exp(exp(exp(exp(exp(z1 + 9))))), "no real value at any point"),
        (sympy.Pow(z1 + 10, sympy.Pow(10, 50, evaluate=False), evaluate=False), "no real value"),
        (log(-(z1**2) - 1), "no real value at any point"),
        (sympy.sqrt(-(z1**2) - 1), "no real value at any point"),
        (log(z1), "no real value at this point"),
        (3, "This is not"),
        (Fraction(1, 3), "This is not"),
    ],
)
def test_nonsense_gets_a_message_of_its_own(answer, words):
    report = mark("softmax_same", 2, answer)
    assert not report.good
    assert words in report.message, report


def test_an_expression_made_to_hang_comes_back():
    shared = z1
    for _ in range(60):  # small to store, astronomically large if written out
        shared = sympy.Add(sympy.Mul(shared, shared, evaluate=False), z2, evaluate=False)
    report = mark("softmax_same", 2, shared)
    assert not report.good
    assert "far larger" in report.message


def test_rounded_numbers_are_told_apart_from_exact_ones():
    assert mark("weights", 1, p1 * (1 - p1) * (1 / 3) * 3).good
    report = mark("weights", 1, 0.9999 * p1 * (1 - p1))
    assert not report.good
    assert "a few digits only" in report.message


def test_a_wrong_step_shows_where_and_by_how_much():
    with pytest.raises(CheckFailed) as caught:
        check_step("tanh", 2, 2 * (y - t))
    text = str(caught.value)
    for words in (
        "tanh, step 2: not right yet",
        "your step is",
        "it should be",
        "inner derivative -1",
    ):
        assert words in text


def test_the_first_wrong_step_is_named_and_later_ones_are_judged_on_their_own():
    answers = [1 - t, -2 * (y - t), -2 * (y - t) * (1 - t**2) * x_k]
    with pytest.raises(CheckFailed) as caught:
        check_derivation("tanh", answers)
    text = str(caught.value)
    assert "Step 1 is the first that is not right" in text
    assert "the square is missing" in text
    assert "right on their own  step 2, 3" in text


def test_a_right_derivation_passes(capsys):
    check_derivation("tanh", [step.right for step in DERIVATIONS["tanh"].steps])
    assert "these checks passed" in capsys.readouterr().out


def test_wrong_calls_are_named():
    with pytest.raises(ValueError, match="no derivation 'tan'.*tanh"):
        check_step("tan", 1, 1)
    with pytest.raises(ValueError, match="steps 1 to 3, not 4"):
        check_step("tanh", 4, 1)
    with pytest.raises(ValueError, match="3 steps, not 1"):
        check_derivation("tanh", [1])


@pytest.mark.parametrize("name", DERIVATIONS)
def test_steps_have_slips_with_words_of_their_own(name):
    for step in DERIVATIONS[name].steps:
        looks = [looks for _, looks, _ in step.slips]
        assert len(looks) >= 2
        assert len(set(looks)) == len(looks)
