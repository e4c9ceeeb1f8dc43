"""Steps of derivations: any equal form is right, everything else fails fast and in words."""

import re
import time
from fractions import Fraction

import numpy as np
import pytest
import sympy
from misstep.core.report import Report
from misstep.explain.words import say
from misstep.formulas import expressions
from misstep.formulas.edits import one_edit, part_of_fraction
from misstep.formulas.evaluation import EXACT, all_same, show, value
from misstep.formulas.expressions import ExpressionLadder, FreeDerivation
from misstep.formulas.forms import terms
from misstep.formulas.terms import multiplied_out
from sympy import Eq, Function, Rational, diff, exp, expand, factor, log, symbols, tanh

from lincourse.checks import CheckFailed, check_derivation, check_step
from lincourse.checks.units import DERIVATIONS

z, y, x_k, r = symbols("z y x_k r")
z0, z1, z2 = symbols("z0 z1 z2")
p_i, p_j, delta = symbols("p_i p_j delta")
p0, p1, p_m, t_m = symbols("p0 p1 p_m t_m")
TOTAL = exp(z0) + exp(z1) + exp(z2)
SIGMA = 1 / (1 + exp(-z))
S = [exp(score) / TOTAL for score in (z0, z1, z2)]
theta, *FS = symbols("theta f0 f1 f2")

F_HAT, F_Y, ETA = symbols("f_hat f_y eta")

STEPS = [(name, k) for name, d in DERIVATIONS.items() for k in range(1, len(d.steps) + 1)]
SLIPS = [(n, k, i) for n, k in STEPS for i in range(len(DERIVATIONS[n].steps[k - 1].mistakes))]


def mark(name, k, answer):
    return DERIVATIONS[name].mark(k, answer)


@pytest.mark.parametrize(("name", "k"), STEPS)
@pytest.mark.sampled(quick=4)
def test_right_step_passes_in_several_forms(name, k):
    right = sympy.sympify(DERIVATIONS[name].steps[k - 1].right)
    for form in (right, expand(right), factor(right), right + z0 - z0, right * Rational(6, 6)):
        report = mark(name, k, form)
        assert report.good or "it should be written" in report.message
    assert mark(name, k, right).good


@pytest.mark.parametrize(("name", "k", "i"), SLIPS)
@pytest.mark.sampled(every=2, quick=4)
def test_evert_mistake_fails_and_is_named(name, k, i):
    mistake = DERIVATIONS[name].steps[k - 1].mistakes[i]
    wrong, looks, think = mistake.wrong, mistake.looks, mistake.think
    report = mark(name, k, wrong)
    assert not report.good
    assert (report.looks, report.think) == (looks, think)


@pytest.mark.parametrize(
    ("name", "k", "answer", "looks"),
    [
        ("logistic", 4, 2 * (SIGMA - y), "it is 2 times"),
        ("logistic", 4, SIGMA, "the derivative of -y*z is missing"),
        ("weights", 1, (p0 - p0**2 + p1) * x_k, "in -p0**2 + p0 + p1, without the term p1"),
        (
            "kronecker",
            1,
            p_i * (delta - p_i),
            "right where delta = 1, and only there; p_j does not",
        ),
        ("logistic", 4, 1 - SIGMA, "y does not occur"),
        ("logistic", 4, SIGMA - y + 3, "off by the same number"),
        ("logistic", 5, (SIGMA - y) * x_k**2, "a factor x_k too many"),
        ("logistic", 3, z + log(1 + exp(-z)) - y * z + z, "off by z"),
        ("softmax_other", 1, exp(z0) - exp(z0) + z1, "there is a term z1 too many"),
        ("logistic", 2, -log(1 + exp(-z)) * z, "are multiplied, and should be added or subtracted"),
        ("logistic", 3, z - y * z - log(1 + exp(-z)), "with the other sign of log(1 + exp(-z))"),
        ("logistic", 4, SIGMA - y + z**2 * (y + 1), "without the term z**2*(y + 1)"),
        ("softmax_same", 3, S[0] * (1 - S[1]), "there is z1, and with z0 there it would be right"),
        ("softmax_other", 3, -S[0] * S[2], "there is z2, and with z1 there it would be right"),
        (
            "expected",
            2,
            sum(f * exp(theta * f) for f in FS) / sum(FS),
            "denominator f0 + f1 + f2 is not",
        ),
        (
            "expected",
            2,
            sum(f**3 * exp(theta * f) for f in FS) / sum(exp(theta * f) for f in FS),
            "the denominator is right, and the numerator",
        ),
    ],
)
def test_unknown_mistake_is_described_by_its_values(name, k, answer, looks):
    report = mark(name, k, answer)
    assert looks in report.looks
    assert report.think.endswith("?")


def test_line_is_compared_with_the_step_reached_before():
    """1 - s is the other class's probability, but after sigma it may well be meant as its slope."""
    lines = [1 / (1 + exp(-z)), exp(-z) / (1 + exp(-z)), symbols("s") * (1 - symbols("s"))]
    looks = DERIVATIONS["sigma_slope"].mark_all(lines).looks
    assert "with the square of 1 + exp(-z) in the denominator it would be right" in looks
    assert "other class" not in looks
    assert (
        "other class" in DERIVATIONS["sigma_slope"].mark_all([1 / (1 + exp(z)), *lines[1:]]).looks
    )


@pytest.mark.parametrize(
    ("name", "k", "answer"),
    [
        ("logistic", 4, 1 - exp(-z) / (1 + exp(-z)) - y),
        ("logistic", 4, exp(z) / (1 + exp(z)) - y),
        ("logistic", 4, (1 + tanh(z / 2)) / 2 - y),
        ("logistic", 4, diff(-y * log(SIGMA) - (1 - y) * log(1 - SIGMA), z)),
        ("logistic", 4, SIGMA - y**2),  # y is 0 or 1
        ("logistic", 3, log(1 + exp(z)) - y * z),
        ("logistic", 3, (1 - y) * z + log(1 + exp(-z))),
        ("logistic", 1, -z * 0 - log((exp(z) + 1) / exp(z))),
        ("softmax_same", 3, diff(exp(z0) / TOTAL, z0)),
        ("softmax_same", 3, exp(z0) / TOTAL * (1 - exp(z0) / TOTAL)),
        ("softmax_other", 1, 0),
        ("softmax_other", 1, 0.0),
        ("softmax_other", 1, sympy.S.Zero),
        ("softmax_other", 1, np.int64(0)),
        ("softmax_other", 3, -exp(z0 + z1) / TOTAL**2),
        ("kronecker", 1, delta * p_i - p_i * p_j),
        ("kronecker", 1, p_j * (delta - p_i)),  # equal in both cases
        ("one_hot", 1, t_m * (p_m - 1) + (1 - t_m) * p_m),
        ("cross_entropy", 2, -(exp(z1) + exp(z2)) / TOTAL),
        ("tanh", 1, (1 + r) * (1 - r)),
        ("tanh", 3, 2 * x_k * (r - y) * (1 - r**2)),
        ("tanh", 2, 2 * r - 2 * y),
        ("weights", 1, (p0 - p0**2) * x_k),
        ("cross_entropy", 1, log(TOTAL) - log(exp(z0))),
        ("tanh", 2, -2.0 * (y - r)),
        ("weights", 1, 0.5 * x_k * p0 * (1 - p0) + x_k * p0 * (1 - p0) / 2),
    ],
)  # fmt: skip
def test_right_answers_in_unusual_forms_pass(name, k, answer):
    report = mark(name, k, answer)
    assert report.good, report


@pytest.mark.parametrize(
    ("name", "k", "answer"),
    [
        ("softmax_other", 3, -(exp(z0) ** 2) / TOTAL**2),  # right where z0 = z1
        ("softmax_other", 3, -Rational(1, 9)),  # right at equal scores
        ("softmax_same", 3, Rational(2, 9)),
        ("softmax_same", 3, exp(z0) * (exp(z1) + exp(z1)) / TOTAL**2),  # right where z1 = z2
        ("cross_entropy", 2, exp(z0) / (exp(z0) + 2 * exp(z1)) - 1),
        ("logistic", 4, Rational(1, 2) - y),  # right at z = 0
        ("logistic", 4, SIGMA),  # right at y = 0
        ("logistic", 4, SIGMA - 1),  # right at y = 1
        ("logistic", 4, z / 4 + Rational(1, 2) - y),  # right to first order
        ("kronecker", 1, p_i * (1 - p_j)),  # right for i = j
        ("kronecker", 1, p_i * (1 - p_i)),
        ("tanh", 1, 1 + 0 * r),  # right at 0
        ("tanh", 1, 1 - r**2 + r**4 / 10**9),
        ("weights", 1, p0 * p1 * x_k),  # right with two classes
        ("one_hot", 1, p_m - t_m + Rational(1, 10**20)),
    ],
)
def test_wrong_answers_that_agree_at_special_points_fail(name, k, answer):
    assert not mark(name, k, answer).good


LOSS = -y * log(SIGMA) - (1 - y) * log(1 - SIGMA)
s, w_k, lam, eta, T, a, p2 = symbols("s w_k lam eta T a p2")
LONG = log(1 + exp(-z))


@pytest.mark.parametrize(
    ("name", "k", "answer", "words"),
    [
        ("logistic", 1, log(SIGMA), "without a fraction, and one is left: 1/(1 + exp(-z))."),
        ("logistic", 2, log(1 - SIGMA), "one is left"),
        ("logistic", 2, log(exp(-z) / (1 + exp(-z))), "one is left"),
        ("logistic", 3, LOSS, "one is left"),
        (
            "logistic",
            3,
            y * LONG + (1 - y) * (z + LONG),
            "and multiplied out it has five",
        ),
        ("cross_entropy", 1, -log(exp(z0) / TOTAL), "one is left"),
        (
            "cross_entropy",
            1,
            log(1 + exp(z1 - z0) + exp(z2 - z0)),
            "it is one term",
        ),
        ("shrink", 2, w_k - eta * ((s - y) * x_k + 2 * lam * w_k), "w_k is in it two times"),
        ("hinge", 1, (1 - y * z) ** 2, "a product of y and z, and one is left"),
        ("hinge", 1, z**2 - 2 * y * z + 1, "a product of y and z, and one is left"),
        ("hinge", 2, -2 * y * (1 - y * z) * x_k, "a product of y and z, and one is left"),
        (
            "hinge",
            2,
            2 * y**2 * z * x_k - 2 * y * x_k,
            "a product of y and z, and one is left",
        ),
    ],
)
def test_right_value_in_the_wrong_form_is_told_so(name, k, answer, words):
    report = mark(name, k, answer)
    assert not report.good
    assert "is right, but it should be written" in report.message
    assert words in report.message, report
    assert report.think
    assert not report.looks


def test_terms_are_counted_before_anything_cancels_and_any_power_is_quick():
    assert terms(3).lacks(z * (1 - y) + LONG) is None
    assert say(terms(3).lacks((z + 1) ** 2)).looks == "multiplied out it has four"
    huge = sympy.Pow(sympy.Pow(1 + z, 10**50, evaluate=False), 10**50, evaluate=False)
    assert "it has more than ten" in say(terms(3).lacks(huge * (1 + y))).looks


# ---------------------------------------------------------------- lines from a start to an end

COOL = exp(z0 / T) + exp(z1 / T) + exp(z2 / T)
FREE = {
    "sigma_slope": [exp(z) / (exp(z) + 1) ** 2, s * (1 - s)],
    "temperature": [log(COOL) - z0 / T, exp(z0 / T) / COOL / T - 1 / T, (p0 - 1) / T],
    "smoothing": [
        log(TOTAL) - (1 - a) * z0 - a * (z1 + z2) / 2,
        exp(z0) / TOTAL - 1 + a,
        p0 - 1 + a,
    ],
}


def test_every_free_derivation_is_tried_here():
    assert set(FREE) == {name for name, d in DERIVATIONS.items() if isinstance(d, FreeDerivation)}


@pytest.mark.parametrize("name", FREE)
def test_lines_may_be_few_or_many_and_in_any_form(name):
    lines = FREE[name]
    start = DERIVATIONS[name].steps[0].right
    longer = [start, *(form for line in lines for form in (line, expand(line), factor(line)))]
    for answer in (lines, tuple(lines), [lines[0], lines[-1]], longer + lines[-1:]):
        report = DERIVATIONS[name].mark_all(answer)
        assert report.good, report
        assert sum(rung.startswith("line ") for rung in report.passed) == len(answer)


@pytest.mark.parametrize("name", FREE)
def test_first_line_that_does_not_follow_is_named_with_its_mistake(name):
    derivation, lines = DERIVATIONS[name], FREE[name]
    start = derivation.steps[0].right
    for place, step in ((1, derivation.steps[0]), (2, derivation.steps[-1])):
        for mistake in step.mistakes:
            wrong, looks, think = mistake.wrong, mistake.looks, mistake.think
            if place == 2 and wrong == s:
                continue  # that is the softmax itself, from which one may start again
            answer = [*[start][: place - 1], wrong, *lines]
            report = derivation.mark_all(answer)
            assert not report.good
            assert report.message.startswith(f"Line {place} is the first that does not follow")
            assert report.looks.partition(" Or, if it is meant")[0] == looks
            assert report.think == think
            before = "the start" if place == 1 else f"line {place - 1}"
            assert [what for what, _ in report.rows][1:3] == [f"{before} is", f"line {place} is"]


@pytest.mark.parametrize("name", FREE)
def test_no_derivative_mistake_is_claimed_after_a_right_derivative(name):
    derivation = DERIVATIONS[name]
    right = derivation.steps[-1].right
    for mistake in derivation.steps[-1].mistakes:
        report = derivation.mark_all([derivation.steps[0].right, right, mistake.wrong, right])
        assert report.message.startswith("Line 3 is the first that does not follow")
        assert report.looks
        assert mistake.looks not in report.looks


def test_terms_are_named_by_text_not_position():
    loss = log(COOL) - z0 / T
    for line in (exp(z0 / T) / COOL - 1 / T, -1 / T + p0):
        report = DERIVATIONS["temperature"].mark_all([loss, line, (p0 - 1) / T])
        assert report.looks.startswith(
            "the 1 is divided by T, and p0, the share of e^(z0/T), is not."
        )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "temperature is still None"),
        ((p0 - 1) / T, "Put your lines into a list"),
        ([], "There are no lines"),
        ([(p0 - 1) / T], "There is one line"),
        ([(p0 - 1) / T] * 31, "30 must be enough"),
        ([log(COOL) - z0 / T, log(COOL) - z0 / T], "the last one is still the loss"),
        ([log(COOL) - z0 / T, exp(z0 / T) / COOL / T - 1 / T], "it still holds z0, z1 and z2"),
        ([log(COOL) - z0 / T, None], "Line 2: There is no expression here yet"),
        ([log(COOL) - z0 / T, ..., (p0 - 1) / T], "Line 2: There is no expression here yet"),
        ([log(COOL) - z0 / T, "(p0 - 1) / T"], "Line 2: This is text"),
        ([log(COOL) - z0 / T, symbols("q")], "Line 2: It holds q"),
        ([sympy.gamma(z0), (p0 - 1) / T], "Line 1: It holds gamma"),
        ([(p0 - 1) / T, log(COOL) - z0 / T], "Line 2 is the first that does not follow"),
        ([log(z0), (p0 - 1) / T], "takes the logarithm of a negative number"),
        ([log(COOL) - z0 / T, (p0 - 0.999999999999) / T], "Line 2 is the first"),
        ([exp(exp(exp(z0 + 9))), (p0 - 1) / T], "too large to work with"),
    ],
)
def test_answer_that_is_no_list_of_lines_gets_a_message(answer, words):
    report = DERIVATIONS["temperature"].mark_all(answer)
    assert not report.good
    assert words in report.message, report


def test_line_that_goes_back_is_reported():
    lines = FREE["temperature"]
    report = DERIVATIONS["temperature"].mark_all([lines[-1], lines[0]])
    assert report.looks == "this goes back to the loss."


# ---------------------------------------------------------------- points


@pytest.mark.parametrize("name", DERIVATIONS)
def test_points_are_short_decimals_and_nowhere_special(name):
    derivation = DERIVATIONS[name]
    computed = set(derivation._where())
    for point in derivation.points():
        free = {key: v for key, v in point.items() if key not in computed}
        labels = {"y", "t_m", "delta"}
        for key, number in free.items():
            assert len(show(number).lstrip("-")) <= 4
            assert key in labels or float(number) not in (0, 1, -1, 0.5, -0.5)
        sizes = [abs(v) for key, v in free.items() if key not in labels]
        assert name == "kronecker" or len(set(sizes)) == len(sizes)


def test_a_point_without_a_value_is_shown_with_the_reason():
    theta, f0 = symbols("theta f0")
    report = mark("expected", 3, log(theta) + f0)
    where, yours, _ = report.rows
    assert re.fullmatch(r"theta = -\S+, f0 = .*", where[1])
    assert yours == ("your step is", "not defined")
    assert "it takes the logarithm of a negative number, -" in report.message


def test_overwritten_symbol_is_suspected():
    assert "a symbol has been given a value" in mark("logistic", 4, 0.3 - y * 0).message
    assert "given a value" not in mark("softmax_same", 1, 1).message  # a known slip has its words


def deep(n):
    expression = z0
    for _ in range(n):
        cube = sympy.Pow(expression, 3, evaluate=False)
        expression = sympy.Add(cube, z1, evaluate=False)
    return expression


def wide(n):
    return sympy.Add(*[z0**k for k in range(n)])


class Strange:
    """Something that claims to be equal to everything."""

    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "softmax_same_1 is still None. Replace the last line"),
        ("exp(z0)", "This is text"),
        (True, "This is True"),
        (Eq(z0, z1), "This is an equation"),
        (z0 < z1, "This is an equation"),
        ([exp(z0)], "This is a list. Give one expression"),
        ((z0, z1), "This is a tuple. Give one expression"),
        (np.array([1.0]), "Has one of the symbols been used for something else"),
        (lambda z: z, "This is a function"),
        (Strange(), "of the type Strange"),
        (sympy.Matrix([z0]), "of the type"),
        (
            exp(symbols("a") + symbols("b")),
            "It holds a and b, which are none of the symbols of this step",
        ),
        (symbols("Z1"), "It holds Z1"),
        (sympy.nan, "not a real number"),
        (sympy.Mul(sympy.nan, z0, evaluate=False), "can't be computed"),  # nor printed
        (z0 / 0 if False else sympy.zoo, "not a real number"),
        (float("nan"), "not a real number"),
        (float("inf"), "not a real number"),
        (sympy.I * z0, "not a real number"),
        (sympy.Derivative(exp(z0), z0), "not worked out"),
        (sympy.Integral(exp(z0), z0), "not worked out"),
        (sympy.Sum(exp(z0), (symbols("k"), 1, 3)), "not written out"),
        (Function("f")(z0), "It holds f"),
        (sympy.gamma(z0), "It holds gamma"),
        (Function("sigma")(z0), "sigma, not sigma(z)"),
        (deep(400), "far larger"),
        (wide(5000), "far larger"),
        (sympy.Integer(10) ** 500, "far larger"),
        (exp(exp(exp(exp(exp(z0 + 9))))), "no real value at any point"),
        (sympy.Pow(z0 + 10, sympy.Pow(10, 50, evaluate=False), evaluate=False), "no real value"),
        (log(-(z0**2) - 1), "no real value at any point"),
        (sympy.sqrt(-(z0**2) - 1), "no real value at any point"),
        (log(z0), "no real value at this point"),
        (3, "This is not"),
        (Fraction(1, 3), "This is not"),
    ],
)
def test_nonsense_gets_its_own_message(answer, words):
    report = mark("softmax_same", 1, answer)
    assert not report.good
    assert words in report.message, report


def test_expression_made_to_hang_is_stopped():
    shared = z0
    for _ in range(60):  # small to store, astronomically large if written out
        shared = sympy.Add(sympy.Mul(shared, shared, evaluate=False), z1, evaluate=False)
    report = mark("softmax_same", 1, shared)
    assert not report.good
    assert "far larger" in report.message


def test_rounded_numbers_are_told_apart_from_exact_ones():
    assert mark("weights", 1, x_k * p0 * (1 - p0) * (1 / 3) * 3).good
    report = mark("weights", 1, 0.9999 * x_k * p0 * (1 - p0))
    assert not report.good
    assert "a few digits only" in report.message


def test_point_with_the_opposite_value_by_chance_is_not_shown():
    report = mark("logistic", 3, z - y * z - log(1 + exp(-z)))
    assert "y = 0" in dict(report.rows)["at the point"]


def test_no_edit_is_named_if_none_is_enough():
    assert "would be" not in mark("logistic", 2, -z - log(1 + exp(-2 * z))).looks
    assert mark("logistic", 3, y**2 + exp(z)).looks == ""


def test_wrong_step_shows_a_point_and_the_difference():
    with pytest.raises(CheckFailed) as caught:
        check_step("tanh", 2, 2 * (y - r))
    text = str(caught.value)
    for words in (
        "tanh, step 2: not right yet",
        "your step is",
        "it should be",
        "inner derivative -1",
    ):
        assert words in text


def test_the_first_wrong_step_is_named_and_later_ones_are_judged_on_their_own():
    answers = [1 - r, -2 * (y - r), -2 * (y - r) * (1 - r**2) * x_k]
    with pytest.raises(CheckFailed) as caught:
        check_derivation("tanh", answers)
    text = str(caught.value)
    assert "Step 1 is the first that is not right" in text
    assert "the square is missing" in text
    assert "later right steps  2 and 3" in text


def test_a_right_derivation_passes(capsys):
    check_derivation("tanh", [step.right for step in DERIVATIONS["tanh"].steps])
    assert "these checks passed" in capsys.readouterr().out


def test_wrong_calls_raise():
    with pytest.raises(ValueError, match="no derivation 'tan'.*tanh"):
        check_step("tan", 1, 1)
    with pytest.raises(ValueError, match="steps 1 to 3, not 4"):
        check_step("tanh", 4, 1)
    with pytest.raises(ValueError, match="3 steps, not 1"):
        check_derivation("tanh", [1])


@pytest.mark.parametrize("name", DERIVATIONS)
def test_mistakes_of_a_step_have_different_words(name):
    for step in DERIVATIONS[name].steps:
        looks = [mistake.looks for mistake in step.mistakes]
        assert len(looks) >= 2
        assert len(set(looks)) == len(looks)


def test_a_line_that_is_off_by_a_factor_is_told_so():
    s = symbols("s")
    report = DERIVATIONS["sigma_slope"].mark_all([2 * exp(z) / (exp(z) + 1) ** 2, s * (1 - s)])
    assert report.looks == (
        "if it is meant to be its derivative in z: it is 2 times what it should be."
    )


@pytest.mark.parametrize(
    ("name", "k", "answer", "looks"),
    [
        ("logistic", 4, 1 - y - exp(-z), "of log(1 + exp(-z)) only what is inside was"),
        ("cross_entropy", 2, exp(z0) - 1, "and not divided by exp(z0) + exp(z1) + exp(z2)"),
        ("logistic", 4, 1 - exp(-z) / (1 + exp(-z)) - y * z, "-y*z is still in it"),
        ("expected", 1, FS[0] * exp(theta * FS[0]) + exp(theta * FS[1]), None),
        ("expected", 1, sum(FS) * exp(theta * sum(FS)), "the exponents are added up"),
        ("softmax_other", 3, -S[0] / TOTAL, "the inner derivative, that of exp(z0) + exp(z1)"),
        ("tanh", 2, -2 * (y - r), None),
    ],
)
def test_a_rule_that_is_broken_at_one_place_is_named(name, k, answer, looks):
    report = mark(name, k, answer)
    if looks is None:
        assert "inner derivative" not in report.looks
    else:
        assert looks in report.looks
        assert report.think.endswith("?")


@pytest.mark.parametrize(("name", "k"), STEPS)
@pytest.mark.sampled(quick=4)
def test_no_broken_rule_gives_the_right_derivative(name, k):
    derivation = DERIVATIONS[name]
    step = derivation.steps[k - 1]
    if step.slope:
        points = derivation.points()
        right = [value(step.right, point) for point in points]
        slope = diff(step.slope.of, step.slope.symbol) * step.slope.times
        assert all_same([value(slope, point) for point in points], right, EXACT)
        mistakes = list(step.slope.mistakes())
        assert mistakes or step.slope.of.func == exp
        for mistake in mistakes:
            values = [value(mistake.wrong, point) for point in points]
            assert not all_same(values, right, EXACT), mistake.looks


@pytest.mark.parametrize(
    ("name", "k", "answer", "looks"),
    [
        ("softmax_same", 3, S[0] - S[0] ** 2 * exp(z0), "has a factor exp(z0) too many"),
        ("logistic", 3, z + log(1 + exp(-z)) - y, "are right; -y lacks a factor z"),
        ("kronecker", 1, p_i * delta - p_j, "delta*p_i is right; -p_j lacks a factor p_i"),
        ("logistic", 2, -z - log(1 + exp(-2 * z)), "-z is right; -log(1 + exp(-2*z)) is not"),
        ("logistic", 5, x_k * (1 - y) - exp(-z), "x_k*(1 - y) is right; -exp(-z) is not the"),
        ("softmax_other", 3, -S[0] * S[1] * exp(z1), "it has a factor exp(z1) too many"),
        ("perceptron", 2, ETA * (theta - F_HAT + F_Y), "multiplied out, "),
    ],
)
def test_terms_that_are_right_are_told_from_the_one_that_is_not(name, k, answer, looks):
    assert looks in mark(name, k, answer).looks


@pytest.mark.parametrize(
    ("name", "k", "answer", "looks"),
    [
        (
            "softmax_same",
            3,
            (exp(z0) * TOTAL + exp(z0) ** 2) / TOTAL,
            "has the other sign, and the denominator is not squared.",
        ),
        (
            "cross_entropy",
            2,
            1 / TOTAL + 1,
            "the derivative of -z0 has the other sign, and log(exp(z0) + exp(z1) + exp(z2)) lacks",
        ),
        (
            "tanh",
            3,
            2 * (y - r) * (1 - r**2),
            "x_k is missing, and the inner derivative, that of -r + y, is missing.",
        ),
        ("softmax_other", 3, exp(z0) * exp(z1) / TOTAL, ", and "),
    ],
)
def test_two_mistakes_at_once_are_both_named(name, k, answer, looks):
    report = mark(name, k, answer)
    assert looks in report.looks
    assert report.think


@pytest.mark.parametrize(
    ("answer", "right", "words"),
    [
        ((1 - r) ** 2, 1 - r**2, "in (1 - r)**2 all of 1 - r is squared, and not only r."),
        (3 * x_k * (y + r) ** 2, 3 * x_k * (y + r**2), "and not only r."),
        ((y - r) ** 2, y**2 - r**2, "(-r + y)**2 is squared as a whole, and not each of its"),
        (1 - r**2, (1 - r) ** 2, "only r is squared, and not all of 1 - r."),
        (y**2 - r**2, (y - r) ** 2, "each term is squared on its own, and not the whole of it."),
        ((y - r) ** 2, (y - r) ** 3, None),
        (y**2 - r**2, y**2 - r**3, None),
    ],
)
def test_a_square_of_too_much_or_too_little(answer, right, words):
    found = one_edit(answer, lambda edited: expand(edited - right) == 0)
    if words is None:
        assert found is None
    else:
        assert words in say(found).looks


def test_a_square_is_found_inside_of_a_step():
    for k, answer in ((1, (1 - r) ** 2), (3, -2 * (y - r) * (1 - r) ** 2 * x_k)):
        assert "all of 1 - r is squared" in mark("tanh", k, answer).looks


def test_no_term_is_listed_twice():
    assert set(multiplied_out(x_k * (1 - r) ** 2)) == {x_k, -2 * r * x_k, r**2 * x_k}
    looks = mark("tanh", 3, -2 * (y - r) * (1 - r) * (1 - 3 * r) * x_k).looks
    found = re.split(r", | and | are right; ", looks.partition(": ")[2])
    assert len(found) == len(set(found))


def test_values_of_parts_are_kept_for_the_next_expression():
    point, known = DERIVATIONS["tanh"].points()[0], {}
    first = value((1 - r) ** 2, point, known)
    assert known[(1 - r) ** 2] == first == value((1 - r) ** 2, point)
    known[1 - r] = 3
    assert value(1 / (1 - r), point, known) == value(Rational(1, 3), point)


def test_a_sum_is_not_put_on_one_denominator():
    assert part_of_fraction(1 / TOTAL + 2, 1 / TOTAL - 1, lambda gap: True) is None
    assert part_of_fraction(exp(z1) / TOTAL, exp(z0) / TOTAL, lambda gap: gap == 0)


def test_known_mistake_is_not_repeated_as_an_edit():
    lines = [exp(z) / (exp(z) + 1), (exp(z) * (exp(z) + 1) + exp(z) ** 2) / (exp(z) + 1) ** 2, z]
    looks = DERIVATIONS["sigma_slope"].mark_all(lines).looks
    assert looks == "it comes to s + s^2: a sign is lost."


def test_a_long_term_is_not_printed_twice():
    long = sum(f * exp(theta * f) for f in FS) / sum(exp(theta * f) for f in FS)
    found = one_edit(theta + ETA * long, lambda edited: edited == theta - ETA * long)
    looks, think = say(found)
    assert "with the other sign of eta*" in looks
    assert think == "Where does it come from, and with which sign?"


@pytest.mark.parametrize(
    ("name", "k", "answer", "never"),
    [
        ("logistic", 4, 1 - SIGMA, "1 is right"),  # of sigma(-z) the 1 is no term of the derivative
        ("one_hot", 1, p_m * (1 - t_m), "factor 1 - t_m"),  # it is 0 at half of the points
        ("tanh", 2, 2 * y - 2 * r**2, "right;"),
    ],
)
def test_no_term_is_called_right_by_chance(name, k, answer, never):
    assert never not in mark(name, k, answer).looks


def test_edit_is_named_for_an_expression_without_a_value():
    report = mark("logistic", 1, -log(1 - exp(-z)))
    assert "no real value" in report.message
    assert "in 1 - exp(-z), with the other sign of exp(-z)" in report.looks


def test_both_readings_of_a_line_are_mentioned():
    lines = [exp(z) / (1 + exp(z)), (exp(z) - exp(2 * z)) / (1 + exp(z)), z]
    with pytest.raises(CheckFailed) as failed:
        check_derivation("sigma_slope", lines)
    report = failed.value.result
    assert "if it is meant to be the softmax" in report.looks
    assert "Or, if it is meant to be its derivative in z" in report.looks


@pytest.mark.parametrize(("name", "k", "words"), [("logistic", 2, "z"), ("logistic", 4, "z and y")])
def test_only_the_symbols_that_a_step_needs_are_listed(name, k, words):
    assert f"it is an expression in {words}" in mark(name, k, z + 7).passed


@pytest.mark.parametrize("name", DERIVATIONS)
def test_rates_strengths_and_temperatures_are_positive(name):
    points = DERIVATIONS[name].points()
    assert all(point.get(key, 1) > 0 for point in points for key in ("eta", "lam", "T"))


P1, P2, P3, A = symbols("p0 p1 p2 a")
W_K, LAM, S_ = symbols("w_k lam s")


@pytest.mark.parametrize(
    ("name", "k", "answer", "looks"),
    [
        ("logistic", 1, z, "the logarithm of the sum was split"),
        ("logistic", 3, -y * z, "the logarithm of the sum was split"),
        ("cross_entropy", 1, log(exp(z1) + exp(z2)) - z0, "a term of the sum inside the logarithm"),
        (
            "cross_entropy",
            1,
            z0 - log(exp(z1) + exp(z2)),
            "opposite sign, and that is not all: a term",
        ),
        (
            "tanh",
            3,
            2 * (y - r) * (1 - r) ** 2 * x_k,
            "opposite sign, and that is not all: in (1 - r)**2",
        ),
        ("tanh", 3, -2 * (y - r) * (1 + r**4) * x_k, "are right; r**4 + 1 is not."),
        ("tanh", 3, 2 * (y - r) * (r - 1) ** 4 * x_k, "are right up to a sign; (r - 1)**4 is not."),
        ("tanh", 1, 1 / (1 + r**2), "of arctan"),
        (
            "shrink",
            1,
            (S_ - y) * x_k + 2 * LAM * W_K * x_k,
            "in 2*lam*w_k*x_k, without the factor x_k",
        ),
        ("logistic", 2, exp(-z) - log(1 + exp(-z)), "with the logarithm of exp(-z)"),
        (
            "softmax_same",
            3,
            (exp(z0) * TOTAL - exp(z0)) / TOTAL**2,
            "in a b', one of the two factors",
        ),
        ("softmax_same", 3, (exp(z0) - exp(2 * z0)) / TOTAL**2, "in a' b, b is missing"),
    ],
)
def test_what_is_wrong_in_a_logarithm_a_product_or_besides_the_sign(name, k, answer, looks):
    assert looks in mark(name, k, answer).looks


def test_symbol_in_place_of_another_is_named():
    report = mark("logistic", 5, (SIGMA - y) * W_K)
    assert "with another symbol in place of w_k" in report.looks
    assert not mark("logistic", 5, (SIGMA + y) * W_K).looks
    loss = -(1 - A) * log(P1) - A / 2 * log(P2) - A / 2 * log(P3)
    line = -(1 - A) * (1 - P1) + A / 2 * P2 + A / 2 * P3
    report = DERIVATIONS["smoothing"].mark_all([loss, line])
    assert "with p0 in place of p1 and p2 it would be right" in report.looks
    assert report.think == "Where do p1 and p2 come from?"


def test_both_products_of_the_quotient_rule_are_recognised():
    lines = [exp(z) / (exp(z) + 1), (exp(z) * (exp(z) + 1) - exp(z)) / (exp(z) + 1) ** 2]
    assert "both products of the quotient rule are there" in (
        DERIVATIONS["sigma_slope"].mark_all(lines).looks
    )
    lines[1] = exp(2 * z) / (exp(z) + 1) ** 2
    assert "both products" not in DERIVATIONS["sigma_slope"].mark_all(lines).looks


def test_cpu_time_is_limited_not_wall_time(monkeypatch):
    monkeypatch.setattr(expressions, "SECONDS", 0.1)

    def work():
        while True:
            pass

    waited, worked = (
        ExpressionLadder(Report("z")).climb([("it can be computed", hold)])
        for hold in (lambda: time.sleep(0.3), work)  # while it waits, others have the processor
    )
    assert waited.good
    assert "too large" in worked.message
