"""The checks themselves: right answers pass whatever their style, wrong ones fail in words."""

import functools
from collections import Counter
from fractions import Fraction

import misstep.core.calling as calling
import numpy as np
import pytest
from misstep import accepts, climb, notebook
from misstep.core.check import CheckInputs
from misstep.core.kinds import show
from misstep.core.report import Report
from misstep.core.rows import Row
from misstep.explain import explanation
from student_code import RIGHT, WRONG

from lincourse.checks import CheckFailed, check, check_fresh, check_quiz
from lincourse.checks.units import CHECKS, QUIZZES

FRESH = [12_345, 2**32, 987_654_321]
# What students see comes first, then what their answers are graded on.
SEEDS = [0, FRESH[0], *range(1, 6), *FRESH[1:]]
MANY_SEEDS = range(40)


def case(name, *more, words=None):
    """The parameters of a test of a check; slow where the check's calls take long."""
    marks = [] if CHECKS[name].seconds is None else [pytest.mark.slow]
    return pytest.param(name, *more, id=words, marks=marks)


def number(cases):
    """(name, number) for every entry, so that test ids are readable."""
    return [case(name, i) for name in cases for i in range(len(cases[name]))]


def turns():
    """(name, number) for every mistake, with its first words as the test's id."""
    return [
        case(name, i, words=f"{name}-{' '.join(mistake.looks.rstrip('.').split()[:9])}")
        for name, check in CHECKS.items()
        for i, mistake in enumerate(check.mistakes)
    ]


every_check = pytest.mark.parametrize("name", [case(name) for name in CHECKS])


@pytest.fixture
def seeds(pytestconfig):
    """Choose seeds: the first, which students see, and another; with --quick one, --all every."""
    quick, every = pytestconfig.getoption("--quick"), pytestconfig.getoption("--all")
    offset = pytestconfig.getoption("--sample-offset")

    def choose(name, seeds, many=2):
        if every:
            slow = CHECKS[name].seconds is not None  # its calls take long
            return seeds[: max(1, len(seeds) // 4)] if slow else seeds
        if quick or many == 1 or CHECKS[name].seconds is not None:
            return seeds[:1]
        return seeds[0], seeds[1 + offset % (len(seeds) - 1)]

    return choose


def own(check):
    """The reference, as if a student had written it."""
    return lambda *args: check.reference(*args)


@pytest.fixture(autouse=True, scope="module")
def _drawn_once():
    """Inputs and right results are worked out once for a check and a seed, not for each answer."""
    with pytest.MonkeyPatch.context() as patch:
        for c in CHECKS.values():
            patch.setattr(c, "inputs", functools.cache(c.inputs))
        yield


@every_check
def test_every_check_has_answers_to_test_it(name):
    assert len(RIGHT[name]) >= 2
    assert len(CHECKS[name].mistakes) >= 3


@every_check
def test_reference_passes_every_check(name, seeds):
    for seed in seeds(name, SEEDS):
        report = climb(CHECKS[name], own(CHECKS[name]), seed)
        assert report.good, report


@pytest.mark.parametrize(("name", "i"), number(RIGHT))
@pytest.mark.sampled(every=2)
def test_right_answers_pass_in_any_style(name, i, seeds):
    for seed in seeds(name, MANY_SEEDS):
        report = climb(CHECKS[name], RIGHT[name][i], seed)
        assert report.good, report


@pytest.mark.parametrize(("name", "i"), turns())
@pytest.mark.sampled(every=2, quick=4)
def test_every_mistake_fails_and_is_named(name, i, seeds):
    mistake = CHECKS[name].mistakes[i]
    for seed in seeds(name, SEEDS, 1 if i % 5 else 2):  # every fifth on what is graded, too
        report = climb(CHECKS[name], mistake.wrong, seed)
        assert not report.good
        assert report.looks == mistake.looks
        assert report.think == mistake.think


@pytest.mark.slow
@pytest.mark.parametrize(("name", "i"), number(WRONG))
@pytest.mark.sampled(every=2)
def test_other_wrong_answers_fail_in_words(name, i, monkeypatch, pytestconfig):
    monkeypatch.setattr(calling, "SECONDS", 1)  # some never come back
    function, words = WRONG[name][i]

    def told():
        report = climb(CHECKS[name], function, 0)
        assert not report.good
        return f"{report.message} {report.looks} {report.value(Row.ALSO_CHANGED)}"

    if not pytestconfig.getoption("--all"):
        with monkeypatch.context() as patch:  # most need no look at what nobody foresaw
            patch.setattr(explanation, "DETECTORS", explanation.DETECTORS[:2])
            if words in told():
                return
    assert words in told()


@every_check
def test_untouched_stub_is_not_written_yet(name):
    def stub(*args):
        raise NotImplementedError

    assert "is not written yet" in climb(CHECKS[name], stub, 0).message


@every_check
def test_missing_return_and_missing_parameters_are_told(name):
    c = CHECKS[name]
    assert "does the function end with a return?" in climb(c, lambda *args: None, 0).message
    assert f"is called with {len(c.parameters)} argument" in climb(c, lambda: None, 0).message


@every_check
def test_mistakes_of_a_check_have_different_words(name):
    looks = [mistake.looks for mistake in CHECKS[name].mistakes]
    assert len(set(looks)) == len(looks)


@every_check
def test_seed_determines_the_inputs(name):
    c = CHECKS[name]
    once, again, other = ([case.args for case in CheckInputs(c, s).random] for s in (3, 3, 4))
    assert all(calling.same(a, b) for a, b in zip(once, again, strict=True))
    assert not all(calling.same(a, b) for a, b in zip(once, other, strict=False))


@pytest.mark.slow
@every_check
def test_memorised_answers_fail_on_another_seed(name):
    c = CHECKS[name]
    known = {}

    def by_heart(learning):
        seen = Counter()

        def answer(*args):
            key = repr(args)
            seen[key] += 1  # a generator may come again, and give something else
            if learning:
                try:
                    known[key, seen[key]] = c.reference(*args)
                except ValueError as error:  # where that is the right answer
                    known[key, seen[key]] = error
            found = known.get((key, seen[key]), next(iter(known.values())))
            if isinstance(found, ValueError):
                raise found
            return found

        return answer

    assert climb(c, by_heart(learning=True), 0).good
    assert climb(c, by_heart(learning=False), 0).good
    assert not any(accepts(c, by_heart(learning=False), seed) for seed in FRESH)


GIVEN_ARRAYS = [
    n for n, c in CHECKS.items() if any(isinstance(a, np.ndarray) for a in c.worked_example[0])
]


@pytest.mark.parametrize("name", GIVEN_ARRAYS)
def test_answer_fails_if_it_changes_its_arguments(name):
    c = CHECKS[name]

    def meddles(*args):
        result = c.reference(*args)
        for arg in [arg for arg in args if isinstance(arg, np.ndarray)][:1]:
            arg[...] = 7
        return result

    report = climb(c, meddles, 0)
    assert report.failed == "its arguments are left unchanged"
    first = next(i for i, arg in enumerate(c.worked_example[0]) if isinstance(arg, np.ndarray))
    assert c.parameters[first] in report.looks


def test_wrong_answer_leaves_no_global_state(capsys, recwarn):
    with pytest.raises(CheckFailed):
        check("eta_decay")  # there is none in this module
    assert capsys.readouterr() == ("", "")
    assert not recwarn.list


def test_check_finds_the_function_in_the_callers_namespace(capsys):
    namespace = {"check": check, "check_fresh": check_fresh}
    exec("def eta_decay(n):\n    print('noise')\n    return 1 / n\ncheck('eta_decay')", namespace)
    printed = capsys.readouterr().out
    assert printed.startswith("eta_decay: these checks passed")
    assert "noise" not in printed
    exec("check_fresh('eta_decay')", namespace)
    assert capsys.readouterr().out == ""
    with pytest.raises(CheckFailed, match="after the decimal point is cut off"):
        exec("eta_decay = lambda n: 1 // n\ncheck('eta_decay')", namespace)


def test_check_fresh_says_how_to_see_it_again():
    def eta_decay(n):
        return 2 / n

    with pytest.raises(CheckFailed, match=r'check\("eta_decay", seed=\d+\)'):
        check_fresh(eta_decay)


def test_rehearsed_check_draws_and_computes_nothing(monkeypatch):
    c = CHECKS["eta_decay"]
    monkeypatch.setattr(notebook, "_rehearsed", None)
    notebook.rehearse(["eta_decay", "of another course"])
    fresh = notebook._rehearsed
    for draw in ("draw_random", "draw_edge_cases"):
        monkeypatch.setattr(c, draw, None)
    known = [q.args for s in (0, fresh) for q in c.inputs(s).random + c.inputs(s).edge_cases]

    @functools.wraps(c.reference)
    def once(n):
        assert (n,) not in known
        return 1 / n

    monkeypatch.setattr(c, "reference", once)
    for _ in range(2):
        check(lambda_named("eta_decay", lambda n: 1 / n))
        check_fresh(lambda_named("eta_decay", lambda n: 1 / n))
        with pytest.raises(CheckFailed, match=f"seed={fresh}"):
            check_fresh(lambda_named("eta_decay", lambda n: 2 / n))


def test_fresh_check_draws_a_new_seed_each_time(monkeypatch):
    monkeypatch.setattr(notebook, "_rehearsed", None)
    seeds = set()
    for _ in range(3):
        with pytest.raises(CheckFailed) as failed:
            check_fresh(lambda_named("eta_decay", lambda n: 2 / n))
        seeds |= {words for name, words in failed.value.result.rows if "repeat" in name}
    assert len(seeds) == 3


def lambda_named(name, function):
    function.__name__ = name
    return function


def test_alias_is_checked_under_the_given_name():
    namespace = {"check": check}
    code = "def eta_decay(n): return 1 / n\nperceptron_loss = eta_decay\ncheck('perceptron_loss')"
    with pytest.raises(CheckFailed, match="is called with 3 arguments"):
        exec(code, namespace)


def test_courses_own_function_is_rejected():
    from lincourse.perceptron import eta_decay

    with pytest.raises(CheckFailed, match="the course's own"):
        check(eta_decay)


def test_unknown_name_raises_with_the_known_names():
    with pytest.raises(ValueError, match="no check for 'eta_deacy'.*eta_decay"):
        check("eta_deacy")
    with pytest.raises(ValueError, match="no quiz called 'psi'.*psi_before"):
        check_quiz("psi", 3)


def test_failure_is_rendered_as_text_and_html():
    with pytest.raises(CheckFailed) as caught:
        check(_named("eta_decay", lambda n: 1 / (n + 1)))
    text = str(caught.value)
    for words in (
        "eta_decay: not right yet",
        "ok    4 checks",
        "WRONG the example worked by hand",
        "you call    eta_decay(n=4)",
        "it returns  0.2",
        "expected    0.25",
        "This looks like: the rate is 1/(n+1): n is counted from 0.",
        "Hint: What is n for the very first example?",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) <= 88
    html = caught.value.result._repr_html_()
    assert "eta_decay(n=4)" in html
    assert "counted from 0" in html
    assert caught.value._render_traceback_() == text.splitlines()


def test_students_output_is_escaped_in_html():
    report = climb(CHECKS["eta_decay"], lambda n: print("<script>") or "<script>", 0)
    assert "<script>" not in report._repr_html_()


def test_code_in_messages_is_set_as_code():
    report = Report("f", failed="a rung", looks="`a < b` is never true", think="What is `a`?")
    html = report._repr_html_()
    assert "<code>a &lt; b</code> is never true" in html
    assert "What is <code>a</code>?" in html
    assert "`" not in html
    assert "`a < b`" in str(report)


def test_shown_values_are_stable_and_cut_short():
    assert show({"b", "a", "c"}) == "{'a', 'b', 'c'}"
    assert show({"x": Fraction(1, 3), "y": 0.123456789}) == "{'x': 1/3, 'y': 0.123457}"
    assert show(list(range(1000))).endswith("39, ... (1000 in all)]")
    assert show(()) == "()"
    assert show((1,)) == "(1,)"
    assert show(set()) == "set()"


class TestQuiz:
    @pytest.mark.parametrize("name", QUIZZES)
    def test_right_answer_passes_exact_and_rounded(self, name):
        quiz = QUIZZES[name]
        assert quiz.mark(quiz.answer).good
        assert quiz.mark(np.round(quiz.answer, quiz.decimals)).good
        assert quiz.mark(np.asarray(quiz.answer)).good

    @pytest.mark.parametrize("name", QUIZZES)
    def test_answer_off_by_one_in_the_last_place_fails(self, name):
        quiz = QUIZZES[name]
        off = np.round(quiz.answer, quiz.decimals) + 10.0**-quiz.decimals
        assert not quiz.mark(off).good

    @pytest.mark.parametrize("name", QUIZZES)
    def test_known_mistakes_fail_with_a_hint(self, name):
        quiz = QUIZZES[name]
        assert quiz.mistakes
        for mistake in quiz.mistakes:
            report = quiz.mark(mistake.wrong)
            assert not report.good
            assert mistake.think in report.think

    @pytest.mark.parametrize("name", QUIZZES)
    def test_missing_answer_and_nonsense_get_a_message(self, name):
        quiz = QUIZZES[name]
        assert "is still None" in quiz.mark(None).message
        for nonsense in ("three", [[1, 2], [3]], [], {"a": 1}, float("nan"), object()):
            report = quiz.mark(nonsense)
            assert not report.good
            assert report.message

    def test_wrong_numbers_are_named(self):
        report = QUIZZES["psi_before"].mark([1.3, 1.9, -11])
        assert report.message == "The second and the third of your three numbers are not right."


def _named(name, function):
    function.__name__ = name
    return function
