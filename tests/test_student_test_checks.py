"""Tests that students write: strong ones pass, weak ones are told what they let through."""

import linecache
import re
import sys
import textwrap
from collections import Counter

import numpy as np
import pytest
from misstep import climb
from misstep.core import calling
from misstep.student_tests import (
    DECOY_FACTORS,
    MAX_SHOWN,
    STUDENT_TEST_CHECKS,
    exact,
    looks_at_values,
    swallowed,
)

from lincourse.checks import CheckFailed, check_tests
from lincourse.checks.units import CHECKS

every_trial = pytest.mark.parametrize("name", sorted(CHECKS.keys() & STUDENT_TEST_CHECKS.keys()))


@every_trial
def test_every_right_function_passes_the_check(name):
    setup = STUDENT_TEST_CHECKS[name]
    assert len(setup.rights) >= 5
    assert len({words for words, _ in setup.rights if words != "a plain one"}) >= 3
    for words, function in setup.rights:
        for seed in range(2):
            report = climb(setup.check, lambda *args, f=function: f(*args), seed)
            assert report.good, f"{words}\n{report}"


@every_trial
def test_test_that_accepts_everything_catches_nothing(name):
    setup = STUDENT_TEST_CHECKS[name]
    args = setup.check.worked_example[0]
    report = setup.mark(lambda f: _quietly(f, args))
    assert f"catches none of {len(setup.mutants)} wrong functions" in report.message
    assert f"it should catch at least {setup.needed}." in report.message
    assert report.rows[:MAX_SHOWN] == [
        ("not caught", mistake.looks) for mistake in setup.different(setup.mutants)[:MAX_SHOWN]
    ]
    assert report.rows[MAX_SHOWN] == ("also not caught", f"{len(setup.mutants) - MAX_SHOWN} more")


def handed_first(name):
    """How many functions a test gets at most before the right ones come again."""
    setup = STUDENT_TEST_CHECKS[name]
    return len(setup.rights) * (2 + len(DECOY_FACTORS)) + 2


def _quietly(f, args):
    try:
        f(*args)
    except Exception:
        return


@every_trial
def test_worked_example_is_not_enough_and_no_code_is_shown(name):
    setup = STUDENT_TEST_CHECKS[name]
    args, want, _ = setup.check.worked_example

    def one_example(f):
        kind, value = setup.check.gives, f(*args)
        assert not kind.wrong_type(value)
        assert not kind.wrong_shape(value, want)
        assert kind.same(value, want)

    report = setup.mark(one_example)
    assert report.passed[1:2] == [
        f"it accepts {len(setup.rights)} right functions, in different styles"
    ]
    shown = f"{report} {report._repr_html_()}"
    for mistake in setup.mutants:
        for line in mistake.source.splitlines()[1:]:
            assert line.strip() not in shown


def test_mistakes_that_only_warn_need_not_be_caught():
    names = {mistake.looks for mistake in STUDENT_TEST_CHECKS["sigmoid"].mutants}
    left_out = {mistake.looks for mistake in CHECKS["sigmoid"].mistakes} - names
    assert left_out
    assert all("right" in looks for looks in left_out)


class TestWhatATestIsTold:
    def report(self, test, name="softmax"):
        return STUDENT_TEST_CHECKS[name].mark(test)

    def test_something_else(self):
        assert "is 3, not a function" in self.report(3).message
        assert "called with one argument" in self.report(lambda f, g: None).message

    def test_not_written(self):
        def try_softmax(f):
            raise NotImplementedError

        assert "not written yet" in self.report(try_softmax).message

    def test_never_calls_f(self):
        report = self.report(lambda f: None)
        assert "never calls the function" in report.message

    def test_rejects_a_right_one_and_where(self):
        def too_strict(f):
            Z = np.array([1.0, 2.0, 3.5])
            assert (f(Z) == np.exp(Z) / np.exp(Z).sum()).all(), "not equal"

        report = self.report(too_strict)
        assert re.match(r"Your test rejects a right softmax \(.+\): not equal", report.message)
        assert report.rows == [
            (
                "line that stopped",
                'assert (f(Z) == np.exp(Z) / np.exp(Z).sum()).all(), "not equal"',
            ),
            ("values there", "Z is [1, 2, 3.5]"),
            ("f returned", "[0.06289, 0.170953, 0.766157]"),
        ]
        assert "np.allclose" in report.think

    def test_stops_on_a_right_one(self):
        def stops(f):
            f(np.array([1.0, 2.0]))
            undefined  # noqa: B018, F821

        report = self.report(stops)
        assert report.message.endswith("your test stopped with NameError.")
        assert report.rows[0][1].startswith("undefined")
        assert report.rows[1:] == [
            ("this means", "nothing is called undefined here."),
            ("Python says", "name 'undefined' is not defined"),
        ]
        assert report.think.startswith("Is it spelt the way")

    def test_hands_f_something_else_than_the_task_promises(self):
        def with_lists(f):
            assert np.allclose(f([1, -2], np.array([3, 1]), -1, 0.5), [-0.5, -2.5])

        report = self.report(with_lists, "perceptron_update")
        assert "your test stopped with" in report.message
        facts = dict(report.rows)
        assert facts["this means"] == "f gets a list for w, and the task promises arrays."
        assert "f returned" not in facts, "it was stopped before"
        assert "np.array" in report.think

        def with_numbers(f):
            assert f(0) == 0.5

        facts = dict(self.report(with_numbers, "sigmoid").rows)
        assert facts["this means"] == "f gets a number for z, and the task promises arrays."

    def test_asks_for_the_same_object(self):
        def try_precision(f):
            y, y_hat = np.array([1, 1, 1, 0]), np.array([1, 0, 0, 1])
            half = 0.5
            assert f(y, y_hat) is half

        think = self.report(try_precision, "precision").think
        assert think.startswith("`is` asks whether two things are one and the same object")

    @pytest.mark.parametrize("compared", ["is", "=="])
    def test_asks_for_the_type_of_a_number(self, compared):
        body = f"r = f(np.array([1, 0]), np.array([1, 1]))\nassert type(r) {compared} float"
        report = self.report(written("precision", body), "precision")
        assert "rejects a right precision" in report.message
        assert "NumPy's kind of number" in report.think

    def test_returns_in_place_of_asserting(self):
        report = self.report(lambda f: bool(_quietly(f, (np.array([1.0, 2.0]),)) is None))
        assert "It returns True, and nothing looks at that" in report.message
        assert "assert" in report.think

    @pytest.mark.slow
    def test_hangs(self, monkeypatch):
        monkeypatch.setattr(calling, "SECONDS", 1)

        def hangs(f):
            while True:
                f(np.array([1.0, 2.0]))

        assert "had not come back after 1 seconds" in self.report(hangs).message

    @pytest.mark.slow
    def test_hangs_on_wrong_ones_only(self, monkeypatch):
        monkeypatch.setattr(calling, "SECONDS", 0.3)

        def waits(f):
            while not np.isclose(f(np.array([1.0, 2.0])).sum(), 1):
                pass

        assert "did not come back in time" in self.report(waits).message

    def test_ends_python(self):
        def leaves(f):
            f(np.array([1.0, 2.0]))
            sys.exit(1)

        assert "ended Python itself (SystemExit)" in self.report(leaves).message

    def test_counts_its_calls(self):
        seen = []

        def counts(f):
            f(np.array([1.0, 2.0]))
            seen.append(f)
            assert len(seen) <= handed_first("softmax")

        report = self.report(counts)
        assert "the first time and rejected the same function later" in report.message

    def test_keeps_what_an_earlier_function_changed(self):
        Z, calls = np.array([1.0, 2.0]), []

        def keeps(f):
            assert np.allclose(f(Z), [0.26894142, 0.73105858])
            calls.append(f)
            if len(calls) == len(STUDENT_TEST_CHECKS["softmax"].rights) + 1:
                Z[0] = 5.0

        assert "start afresh at every call" in self.report(keeps).think

    def test_learns_what_is_right_from_the_functions(self):
        known = {}

        def learns(f):
            for name, Z in {"row": np.array([1.0, 2.0]), "far": np.array([900.0, -900.0])}.items():
                known.setdefault(name, f(Z))
                assert np.allclose(f(Z), known[name])

        assert "rejects a right softmax" in self.report(learns).message

    @pytest.mark.parametrize("patience", [6, 8, 10])
    def test_takes_what_most_functions_return_for_right(self, patience):
        z = np.array([-1000.0, -3.0, 0.0, 1.0, 1000.0])
        for _ in range(8):  # the order is random
            seen = []

            def compares(f, seen=seen):
                with np.errstate(all="ignore"):
                    seen.append(tuple(np.round(f(z), 6)))
                common, _ = Counter(seen).most_common(1)[0]
                assert len(seen) <= patience or seen[-1] == common

            assert "rejects a right sigmoid" in self.report(compares, "sigmoid").message

    @pytest.mark.parametrize("skipped", ["those like the first", "first phase", "6", "8", "20"])
    def test_takes_a_later_function_for_right(self, skipped):
        z = np.array([-1000.0, -3.0, 0.0, 1.0, 1000.0])
        passed = 0
        for _ in range(12):  # by luck, a right function stands there
            seen, right = [], []

            def compares(f, seen=seen, right=right):
                with np.errstate(all="ignore"):
                    seen.append(tuple(np.round(f(z), 6)))
                if skipped == "those like the first":
                    begin = seen[-1] != seen[0]
                else:
                    first = handed_first("sigmoid") if skipped == "first phase" else int(skipped)
                    begin = len(seen) > first
                if begin and not right:
                    right.append(seen[-1])
                assert not right or right[0] == seen[-1]

            passed += self.report(compares, "sigmoid").good
        assert passed <= 6

    def test_prints(self):
        def prints(f):
            print("<b>the sum is</b>", f(np.array([0.0, 0.0])).sum())

        report = self.report(prints)
        assert report.rows[0] == ("it printed", "'<b>the sum is</b> 1.0'")
        assert "<b>the" not in report._repr_html_()

    def test_keywords_are_as_good_as_places(self):
        def with_keywords(f):
            assert f(eta=0.5, x=np.ones(1), y=1, w=-np.ones(1))[0] == -0.5

        report = self.report(with_keywords, "perceptron_update")
        assert report.passed[1].startswith("it accepts")

    def test_own_objects_are_refused_as_arguments(self):
        report = self.report(lambda f: f(object()))
        assert "f takes numbers, text, lists" in report.message


def written(name, lines):
    """A student's test of a function, made of its lines, with a source that can be read."""
    source = (
        f"def try_{name}(f):\n" + textwrap.indent(textwrap.dedent(lines).strip(), "    ") + "\n"
    )
    file, namespace = f"<test {hash(source)}>", {"np": np}
    exec(compile(source, file, "exec"), namespace)
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    return namespace[f"try_{name}"]


@every_trial
def test_shown_mistakes_are_of_different_kinds(name):
    setup = STUDENT_TEST_CHECKS[name]
    found = [setup.kinds[mistake] for mistake in setup.different(setup.mutants)]
    assert sorted(setup.different(setup.mutants), key=id) == sorted(setup.mutants, key=id)
    if not setup.check.chance:
        assert len(set(found[:MAX_SHOWN])) == min(len(set(found)), MAX_SHOWN)
        assert found[0] == "values"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("assert (f(z) == 1 / (1 + np.exp(-z))).all()", True),
        ("assert np.array_equal(f(z), 1 / (1 + np.exp(-z)))", True),
        ("assert f(z)[0] + f(-z)[0] == 1", True),
        ("assert np.all(f(z) > 0) and np.all(f(z) < 1)", False),
        ("assert np.isnan(f(z))", False),
        ("assert f(z) is z", False),
        ("assert f(z).shape == (1, 2)", False),
        ("assert len(f(z)) == 2", False),
        ("assert np.argmax(f(z)) == 7", False),
        ("assert np.allclose(f(z), 7)", False),
    ],
)
def test_rounding_is_mentioned_if_floats_are_compared_exactly(line, told):
    assert exact(line) == told


def test_small_result_of_the_failing_line_is_shown():
    test = written("precision", "assert np.isnan(f(np.array([1, 0]), np.array([0, 0])))")
    report = STUDENT_TEST_CHECKS["precision"].mark(test)
    assert ("f returned", "0") in report.rows
    assert (
        report.think == "Does this assert ask for something other than the task says, or for more?"
    )
    test = written("sigmoid", "z = np.linspace(-1, 1, 99)\nassert np.all(f(z) > 1)")
    facts = dict(STUDENT_TEST_CHECKS["sigmoid"].mark(test).rows)
    assert facts["values there"] == "z is an array of shape (99,)"
    assert "f returned" not in facts
    test = written("sigmoid", "z = np.zeros(1)\nassert f(z) + f(z + 1) == 7")
    assert "f returned" not in dict(STUDENT_TEST_CHECKS["sigmoid"].mark(test).rows)


@pytest.mark.parametrize(
    ("handler", "what"),
    [
        ("except:\n    pass", "except:"),
        ("except Exception as error:\n    print(error)", "except Exception:"),
        (
            "except (ValueError, AssertionError):\n    return",
            "except (ValueError, AssertionError):",
        ),
        ("except ValueError:\n    pass", ""),
        ("except Exception as error:\n    assert isinstance(error, ValueError)", ""),
        ("except AssertionError:\n    raise", ""),
        ("except AssertionError:\n    raise\nexcept Exception:\n    pass", ""),
        ("except Exception:\n    failed = True", ""),
    ],
)
def test_swallowed_assert_is_reported(handler, what):
    body = "try:\n    f('x', np.ones((2, 2)), np.ones(2), 0, 1)\n    assert False\n" + handler
    test = written("linear_update", body)
    assert swallowed(test) == what
    message = STUDENT_TEST_CHECKS["linear_update"].mark(test).message
    assert ("catches the AssertionError of your own test" in message) == bool(what)


def test_try_without_assert_swallows_nothing():
    assert not swallowed(
        written("softmax", "try:\n    f(3)\nexcept:\n    pass\nassert f([1]) == 1")
    )


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        (
            "new = f(w)\nassert new is not None\nassert new.shape == w.shape\nassert len(new) == 2",
            False,
        ),
        ("assert isinstance(f(w), np.ndarray) and f(w).ndim == 1", False),
        ("assert type(f(w)) is np.ndarray", False),
        ("assert np.array_equal(f(w).shape, (2,))", False),
        ("assert f(w).shape == (2,)\nassert f(w)[0] == 1", True),
        ("assert np.allclose(f(w), 1)", True),
        ("np.testing.assert_allclose(f(w), 1)", True),
        ("if f(w)[0] != 1:\n    raise ValueError", True),
        ("assert f(w).sum() > 0", True),
        ("f(w)", True),
    ],
)
def test_test_that_looks_at_no_value_is_told_so(lines, values):
    assert looks_at_values(written("softmax", lines)) == values


def test_test_of_shapes_only_gets_a_hint():
    test = written(
        "perceptron_update",
        "w = np.ones(2)\nassert f(w, w, -1, 0.5).shape == w.shape",
    )
    report = STUDENT_TEST_CHECKS["perceptron_update"].mark(test)
    assert "at none of its values" in report.message
    assert "worked out by hand" in report.think


def test_check_tests_shows_and_raises(capsys):
    def good(f):
        y, y_hat = np.array([1, 1, 1, 0, 0, 0, 0]), np.array([1, 0, 0, 1, 0, 0, 0])
        assert np.isclose(f(y, y_hat), 1 / 2)
        assert np.isclose(f(y[:4], np.array([1, 1, 1, 1])), 3 / 4)
        assert f(y, 0 * y) == 0

    check_tests("precision", good)
    assert re.search(r"catches \d+ of \d+ wrong ones", capsys.readouterr().out)
    with pytest.raises(CheckFailed, match="not caught"):
        check_tests("precision", lambda f: _quietly(f, (np.ones(2), np.ones(2))))
    with pytest.raises(ValueError, match="no check for tests of 'softmx'.*softmax"):
        check_tests("softmx", good)


class TestWhatIsSaidOfARejection:
    """Of the assert that fails on a right function."""

    def said(self, name, test):
        return " ".join(str(STUDENT_TEST_CHECKS[name].mark(test)).split())

    def test_rejected_value_error_of_the_task_is_explained(self):
        def raises(f):
            try:
                f("svm", np.eye(3), np.ones(3), 0, 0.5)
            except ValueError:
                raise AssertionError("it must not crash") from None

        def asserts(f):
            try:
                f("hinge", np.eye(2), np.ones(2), 0, 0.5)
            except ValueError:
                assert not "an error"

        for test in (raises, asserts):
            told = self.said("linear_update", test)
            assert "because it raises a ValueError, and the task asks for one." in told
            assert "error of f linear_update raised ValueError: " in told
            assert "equal on paper" not in told

    def test_other_errors_are_not_called_part_of_the_task(self):
        def rejects(f):
            try:
                f("softmax", np.eye(3), np.ones(4), 0, 0.5)
            except ValueError:
                raise AssertionError("it must not crash") from None

        assert "the task asks for one" not in self.said("linear_update", rejects)

    def test_exact_comparison_of_floats_is_detected(self):
        def digits(f):
            p = f(np.array([0.3]))
            assert p[0] == 0.57444251681

        def shape(f):
            assert f(np.array([0.3])).shape == (2,)

        def above(f):
            assert np.all(f(np.array([0.3])) > 0.9)

        assert "equal on paper" in self.said("sigmoid", digits)
        assert "equal on paper" not in self.said("sigmoid", shape)
        assert "equal on paper" not in self.said("sigmoid", above)

    def test_short_list_of_survivors_is_shown_in_order(self):
        def adds_up(f):
            p = f(np.array([-2.0, 0.0, 1.0, 3.0]))
            many = f(np.zeros(30))
            assert np.isclose(p.sum(), len(many))

        told = self.said("sigmoid", adds_up)
        assert "p is [0.119203, 0.5, 0.731059, 0.952574]" in told
        assert "many is an array of shape (30,)" in told
