"""The framework of the checks: right answers, and mistakes that are edits of them."""

import inspect
from fractions import Fraction
from types import SimpleNamespace

import IPython
import numpy as np
import pytest
from misstep import Check, accepts, climb
from misstep.core import frontend, report
from misstep.core.calling import call
from misstep.core.kinds import Number, show
from misstep.core.mistakes import Answer
from misstep.functions.rungs import FunctionLadder

from lincourse import checks
from lincourse.checks.units import CHECKS

PLAIN = Answer("twice", "def twice(x):\n    y = 2 * x\n    return y\n")
ANSWERS = [(name, i) for name, check in CHECKS.items() for i in range(len(check.answers))]


@pytest.mark.parametrize(("name", "i"), ANSWERS)
@pytest.mark.sampled(quick=3)
def test_right_answers_of_the_catalogue_pass(name, i):
    report = climb(CHECKS[name], CHECKS[name].answers[i].function, 0)
    assert report.good, report


def test_answers_have_the_signature_of_their_check():
    for check in CHECKS.values():
        for answer in check.answers:
            head = f"def {check.name}({', '.join(check.parameters)}):\n"
            assert answer.source.startswith(head)


class Far:
    """A function that is reached by messages; each costs, however many calls it asks for."""

    def __init__(self, function):
        self.function, self.__signature__ = function, inspect.signature(function)
        self.messages = 0

    def __call__(self, *args):
        self.messages += 1
        return self.function(*args)

    def batch(self, calls, seconds):
        self.messages += 1
        return [vars(call(self.function, args)) for args in calls]


def stateless(check):
    """Whether the state of what its laws pass on can be compared, and so foreseen."""
    asked = check.inputs(0).of_properties.values()
    passed = [value for calls in asked for args in calls for value in args]
    return not any(callable(v) or isinstance(v, np.random.Generator) for v in passed)


@pytest.mark.parametrize("name", [name for name, check in CHECKS.items() if check.properties])
@pytest.mark.sampled(quick=3)
def test_remote_properties_find_the_same_with_fewer_messages(name):
    check = CHECKS[name]
    right = Far(check.answers[0].function)
    assert accepts(check, right, 0)
    if stateless(check):
        assert right.messages <= 3 + len(check.properties) + len(check.refusals)
    for mistake in check.mistakes[:3]:
        near, far = (
            FunctionLadder(check, answer, 0, diagnose=False).run()
            for answer in (mistake.wrong, Far(mistake.wrong))
        )
        assert near == far


def test_property_whose_input_depends_on_a_result_gets_the_students_result(monkeypatch):
    monkeypatch.setattr("misstep.core.check.CHECKS", {})
    check = Check(PLAIN.function, gives=Number())
    seen = []

    @check.property("twice, and twice again")
    def again(f, rng):
        seen.append([f(3), f(f(3))])

    check.random_inputs(lambda rng: [(1,)])
    accepts(check, Far(lambda x: x + 1), 0)
    assert seen == [[6, 12], [4, 5]]  # of the reference, of the answer


class Unprintable:
    """Something that can't show itself."""

    def __repr__(self):
        raise RuntimeError


ODD = [
    *(None, True, 1j, float("nan"), 10**400, 10**5000, "x", b"x", Fraction(1, 3), ValueError, len),
    *([], [[]], [1, [2, 3]], [["a", 1]], [{1: 2}], [np.array([[1]])], (), (1, [2, [3]])),
    *(([0, [1]], 3), ({}, 3), (np.zeros(2), [1, [2]]), {}, {"a": [1, [2]]}, {1: {2: 3}}),
    {"log_priors": {"pos": "x"}, "log_likelihoods": {"pos": {"a": [1, [2]]}}},
    *(set(), {1, "a"}, range(3), iter([1]), Unprintable(), (10**400, 3)),
    *(np.array([]), np.array([1, "a"]), np.array([1, None], dtype=object), np.array([1j])),
    *(np.array([10**400, 1], dtype=object), np.zeros((0, 3)), np.array(["2020"], dtype="M8[Y]")),
]


def test_any_result_is_judged_and_shown():
    for check in CHECKS.values():
        kind = check.gives
        want = check.worked_example[1] if check.worked_example else check.inputs(0).random[0].want
        for value in ODD:
            if not (kind.wrong_type(value) or kind.wrong_shape(value, want)):
                assert isinstance(kind.same(value, want), bool)
    assert all(map(show, ODD))


@pytest.mark.parametrize("odd", [[[1, 2], [3]], 10**5000, Unprintable()], ids=type)
def test_odd_result_gets_a_message(odd):
    report = climb(CHECKS["gradient_descent"], lambda *args: (odd, 3), 0)
    assert "should return a tuple (x, steps)" in report.message or "expected" in dict(report.rows)
    assert climb(CHECKS["eta_decay"], lambda n: odd, 0).message


def test_the_examples_worked_by_hand_give_most_mistakes_away():
    """A student who only looks at the example should see that something is wrong."""
    hidden = mistakes = 0
    for check in (c for c in CHECKS.values() if c.worked_example and c.seconds is None):
        args, want, _ = check.worked_example
        for mistake in check.mistakes:
            outcome, kind = call(mistake.wrong, args), check.gives
            wrong = outcome.error or kind.wrong_type(outcome.value)
            wrong = wrong or kind.wrong_shape(outcome.value, want)
            hidden += not wrong and kind.same(outcome.value, want)
            mistakes += 1
    assert hidden < mistakes / 3


def test_loss_of_zero_is_not_shown_as_minus_zero():
    def softmax_loss(W, X, y):
        Z = X @ W.T
        exps = np.exp(Z - Z.max(axis=1, keepdims=True))
        P = exps / exps.sum(axis=1, keepdims=True)
        return -np.log(P[np.arange(len(y)), y]).mean()

    assert "cost 0, inf, inf" in climb(CHECKS["softmax_loss"], softmax_loss, 0).message


GOOD = "def eta_decay(n):\n    return 1 / n"
BROKEN = "def eta_decay(n):\n    return (1 / n"


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ([GOOD], False),
        ([GOOD, BROKEN], True),
        ([GOOD, BROKEN, "eta_decay(2)"], True),
        ([GOOD, BROKEN, GOOD], False),
        ([GOOD, "def eta_decay_2(n):\n    return (1"], False),
        ([GOOD, "get_ipython().run_line_magic('timeit', '1')\n" + GOOD], False),
    ],
)
def test_stale_version_is_reported_after_a_syntax_error(cells, told, monkeypatch):
    shell = SimpleNamespace(user_ns={"In": ["", *cells, 'check("eta_decay")']})
    shown = []
    monkeypatch.setattr(report, "_notebook", lambda: shell)
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    monkeypatch.setattr(frontend, "show", lambda data: shown.append(data["text/html"]))
    space = {"check": checks.check}
    exec(GOOD, space)
    exec('check("eta_decay")', space)
    assert "these checks passed" in shown[0]
    assert ("can&#x27;t read your last cell with eta_decay. In line 2" in shown[0]) == told
