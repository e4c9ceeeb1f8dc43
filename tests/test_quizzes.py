"""Quizzes with numbers of one's own: draws, questions, right answers, slips, and practice."""

import io
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import isclose, perm

import numpy as np
import pytest
from misstep.core import frontend
from misstep.core.mistakes import Mistake
from misstep.quizzes.practice import Drill, Session, read_answer, scenarios_for
from misstep.quizzes.quiz import (
    SCENARIOS,
    Question,
    Quiz,
    StableRandom,
    Template,
    no_probability,
    normalised,
    plain,
)
from misstep.quizzes.switches import Switched
from rich.console import Console

from lincourse.checks import CheckFailed, check_quiz, practice, question
from lincourse.checks.units import QUIZZES
from lincourse.softmax import softmax
from lincourse.student.practice import practise

NAMES = [f"student {i}" for i in range(50)]
ASKED = NAMES[:]  # those whose questions are looked at, one by one
MORE = [f"student {i}" for i in range(50, 400)]  # by night
DRAWN = [name for name, quiz in QUIZZES.items() if isinstance(quiz, Template)]
FIXED = [name for name in QUIZZES if name not in DRAWN]

PINNED_DICE = [10, 92, 81, 86, 71, 30]
PINNED = {
    "tosses": {"n": 5, "k": 3, "j": 2, "end": "last", "side": "tails"},
    "bayes": {"one_in": 250, "found": 0.82, "cleared": 0.971},
    "smoothing": {"tokens": 7700, "words": 780, "seen": 8},
    "underflow_loop": {"factor": 0.0002, "every": 5},
}


def pairs(mistakes):
    """The wrong answers of known mistakes, each with its hint."""
    return [(mistake.wrong, mistake.think) for mistake in mistakes]


@cache
def drawn(scenario, student):
    """The numbers of a story for a student."""
    return SCENARIOS[scenario].numbers(student)


@pytest.fixture(autouse=True)
def _fewer_names(sample):
    """Ask a sample of the students."""
    ASKED[:] = sample(NAMES, every=2, quick=5)


@cache
def questions(name):
    """The question that each of many students gets, and that of the document."""
    quiz = QUIZZES[name]
    return [(student, quiz.about(drawn(quiz.scenario.name, student))) for student in ("", *ASKED)]


def forms(answer, decimals):
    """The right answer as people write it."""
    yield answer
    array = np.asarray(answer)
    yield array
    if not decimals:
        yield array.astype(float)
    yield np.round(array.astype(float), decimals)
    if array.ndim == 0:
        yield Fraction(float(answer)).limit_denominator(10**12)
        yield np.float64(answer)
        yield np.float64(answer).item()
    else:
        yield array.tolist()
        yield tuple(map(np.float64, array)) if array.ndim == 1 else tuple(map(tuple, array))
        yield (
            [list(map(Fraction, row)) for row in array]
            if array.ndim == 2
            else [Fraction(float(x)).limit_denominator(10**12) for x in array]
        )


class TestDraws:
    def test_draws_of_a_name_are_stable(self):
        """Change a draw, and a class in mid-term gets other questions: these must not move."""
        random = StableRandom("a story", "ada lovelace", "0")
        assert [random.whole(1, 100) for _ in range(6)] == PINNED_DICE
        for scenario, numbers in PINNED.items():
            assert SCENARIOS[scenario].numbers("Ada Lovelace") == numbers

    @pytest.mark.parametrize("name", SCENARIOS)
    def test_names_draw_different_numbers(self, name):
        numbers = [repr(drawn(name, student)) for student in NAMES]
        assert len(set(numbers)) >= 8
        assert max(map(numbers.count, numbers)) <= len(numbers) / 5

    @pytest.mark.parametrize("name", SCENARIOS)
    def test_empty_name_gets_the_documents_numbers(self, name):
        scenario = SCENARIOS[name]
        for nobody in ("", "  ", None):
            assert scenario.numbers(nobody) == scenario.document
        assert scenario.sound(scenario.document)
        assert all(drawn(name, student) != scenario.document for student in NAMES)

    def test_name_ignores_case_and_blanks(self):
        assert normalised("  ADA\tLovelace ") == normalised("Ada Lovelace") == "ada lovelace"
        assert normalised("Jose\u0301") == normalised("Jos\u00e9")
        assert normalised(12345) == "12345"

    @pytest.mark.parametrize("student", ["Noether 17", "Ada", "Grace", "Emmy"])
    def test_guessable_answer_is_not_called_the_documents(self, student):
        quiz = QUIZZES["case_signs"]
        report = quiz.mark(quiz.answer, student)
        assert report.good or "everybody" not in report.message

    def test_mistake_with_own_numbers_comes_before_the_documents_answer(self, monkeypatch):
        monkeypatch.setattr("misstep.quizzes.quiz._is_guessable", lambda answer: False)
        quiz = QUIZZES["case_signs"]
        assert quiz.question("Ada").mistake(quiz.answer)
        assert "everybody" not in quiz.mark(quiz.answer, "Ada").message

    @pytest.mark.parametrize("name", ["opinion_classes", "logistic_classes"])
    def test_answer_is_never_one_class_for_all(self, name):
        for student in NAMES:
            assert len(set(QUIZZES[name].question(student).answer)) == 2, student

    def test_mind_reader_answer_survives_rounding_to_three_decimals(self):
        for student in NAMES:
            assert QUIZZES["reader_posterior"].question(student).answer >= 0.01, student

    @pytest.mark.parametrize("odd", [["Ada"], 1.5, True, object(), b"Ada"])
    def test_name_that_is_not_text_raises(self, odd):
        with pytest.raises(ValueError, match="text in quotes"):
            check_quiz("toss_c", 1 / 8, odd)


@pytest.mark.parametrize("name", DRAWN)
class TestEveryTemplate:
    def test_right_answer_passes_in_every_form(self, name):
        for student, asked in questions(name):
            for answer in forms(asked.answer, asked.decimals):
                assert asked.mark(answer).good, (student, answer)
        for student in ASKED[:5]:
            assert QUIZZES[name].mark(dict(questions(name))[student].answer, student).good

    def test_every_mistake_gets_its_own_hint(self, name):
        for student, asked in questions(name):
            assert len(asked.mistakes) >= 2
            for wrong, think in pairs(asked.mistakes):
                report = asked.mark(wrong)
                assert not report.good
                assert think in report.think, (student, wrong)

    def test_unknown_wrong_answer_gets_a_hint(self, name):
        for student, asked in questions(name)[:40]:
            wrong = np.asarray(asked.answer, dtype=float) * 3.7 + 1234.5
            report = asked.mark(wrong)
            impossible = any(map(asked.cannot_be, wrong.ravel().tolist()))
            assert (report.think in (asked.hint, asked.tried(wrong))) != impossible, student
            assert len(asked.hint) > 20

    def test_question_shows_its_numbers_and_the_form_of_an_answer(self, name):
        scenario = QUIZZES[name].scenario
        unused = {"opinion_features": "w"}.get(name, "")
        for student, asked in questions(name)[:60]:
            text = plain(f"{asked.setting}\n{asked.markdown}")
            used = {k: v for k, v in drawn(scenario.name, student).items() if k not in unused}
            for number in flat(used):
                assert any(form in text for form in written(number)), (number, text)
            assert f"{QUIZZES[name].variable} = ..." in text
            assert asked.form in text
            if asked.decimals:
                assert "decimal" in text

    def test_texts_read_well_in_a_terminal(self, name):
        for _, asked in questions(name)[:20]:
            for text in (asked.setting, asked.markdown, asked.worked):
                assert not set("$\\`{}") & set(plain(text)), plain(text)
            assert asked.text.strip()[-1] in "?.|)"
            assert asked.worked.strip().endswith(".")

    def test_worked_solution_holds_the_answer(self, name):
        """At least one number of the answer stands in it, as it is or rounded."""
        for _, asked in questions(name)[:40]:
            found = [float(x) for x in np.ravel(asked.answer)]
            assert any(form in asked.worked for x in found for form in written(x)), asked


def every_question(name):
    """What is asked in a quiz, of nobody and of many."""
    return questions(name) if name in DRAWN else [("", QUIZZES[name].question())]


@pytest.mark.parametrize("name", QUIZZES)
@pytest.mark.sampled(every=2)
def test_all_mistakes_that_lead_to_an_answer_are_mentioned(name):
    """Two slips may give one number, and nobody knows which it was: both are told."""
    for student, asked in every_question(name):
        known = pairs((*asked.mistakes, *asked.also))
        for wrong, _ in known:
            if np.shape(wrong) != np.shape(asked.answer) or asked.close(wrong, asked.answer):
                continue
            told = asked.mark(wrong).think
            for other, think in known:
                exact = np.shape(other) == np.shape(wrong) and np.allclose(other, wrong, 1e-9, 0)
                rounded = max(len(f"{x:.11e}".split("e")[0].rstrip("0")) for x in flat([wrong])) < 7
                if exact or (rounded and asked.comes_from(wrong, other)):
                    assert think in told, (student, wrong, think)


@pytest.mark.nightly
@pytest.mark.parametrize("name", DRAWN)
def test_many_more_names_get_the_right_verdicts(name):
    quiz = QUIZZES[name]
    for student in MORE:
        asked = quiz.about(drawn(quiz.scenario.name, student))
        for answer in forms(asked.answer, asked.decimals):
            assert asked.mark(answer).good, (student, answer)
        for wrong, think in pairs(asked.mistakes):
            report = asked.mark(wrong)
            assert not report.good
            assert think in report.think, (student, wrong)


def flat(value):
    """The numbers in what a story draws."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | np.ndarray):
        return [number for part in value for number in flat(part)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def written(number):
    """How a number may stand in a text."""
    yield f"{number:g}"
    yield f"{number:,}"
    yield f"{number:.7f}".rstrip("0").rstrip(".")
    yield f"{100 * number:.4g} %"
    yield from (f"{number:.{places}f}" for places in range(1, 9))
    if number == int(number):
        yield f"{int(number):,}"
        if 0 <= number < len(WORDS):
            yield WORDS[int(number)]
            yield {1: "once", 2: "twice"}.get(int(number), WORDS[int(number)])
            if number == 0:
                yield "never"
            if number == 1:
                yield "the first toss"
                yield "the last toss"
    for below in range(2, 400):
        if isclose(number * below, round(number * below), abs_tol=1e-9):
            yield f"{round(number * below)}/{below}"
    if number and isclose(1 / number, round(1 / number), rel_tol=1e-9):
        yield f"1/{round(1 / number):,}"


class TestWords:
    def test_answer_rounded_too_much_is_told_so(self):
        report = QUIZZES["toss_two_heads"].mark(0.38)
        assert "right to two decimals" in report.message
        assert report.think.startswith("Give three")

    def test_percentage_is_told_so(self):
        assert "per cent" in QUIZZES["reader_posterior"].mark(0.19).message

    def test_none(self):
        message = QUIZZES["toss_c"].mark(None).message
        assert message.startswith(
            "toss_c is still None. Replace the last line of the cell above by"
        )

    @pytest.mark.parametrize("student", [f"student-{n}" for n in range(60)])
    def test_the_loop_prints_both_indices_that_are_asked_for(self, student):
        numbers = SCENARIOS["underflow_loop"].numbers(student)
        a, printed = 1, {}
        for i in range(100):
            a *= numbers["factor"]
            if i % numbers["every"] == 0:
                printed[i] = a
        last, first = QUIZZES["underflow"].question(student).answer
        assert printed[last] != 0
        assert printed[first] == 0
        assert first == last + numbers["every"]

    def test_a_quiz_without_a_name_says_whose_numbers_it_has(self):
        said = "the numbers that everybody gets"
        assert said in str(question("tosses"))
        assert said in str(question("underflow", "  "))  # no setting goes before it
        assert said in QUIZZES["toss_c"].mark(1 / 8).message
        assert said not in str(question("toss_c"))  # its setting says it
        assert said not in str(question("tosses", "Ada")) + str(question("underflow", "Ada"))
        own = QUIZZES["toss_c"].question("Ada").answer
        assert said not in QUIZZES["toss_c"].mark(own, "Ada").message
        assert said not in QUIZZES["verdicts"].mark(QUIZZES["verdicts"].answer).message

    def test_columns_of_a_table_are_aligned_in_plain_text(self):
        table = "All:\n\n| | $f_1$ | $f_{10}$ |\n|---|---|---|\n| class 1 | -0.25 | 3 |\n\n1 | 2"
        assert plain(table).splitlines() == [
            "All:",
            "",
            "              f_1   f_10",
            "  class 1   -0.25      3",
            "",
            "1 | 2",
        ]

    def test_documents_answer_is_recognised(self):
        report = QUIZZES["toss_c"].mark(1 / 8, "Ada Lovelace")
        assert "right for the numbers that everybody gets" in report.message

    @pytest.mark.parametrize("name", ["opinion_classes", "logistic_classes", "weights_or_logs"])
    def test_impossible_label_fails_on_the_form(self, name):
        asked = QUIZZES[name].question("Ada")
        report = asked.mark([2, *asked.answer[1:]])
        assert report.failed == f"it is {asked.form}"
        assert report.message == f"The answer should be {asked.form}."

    @pytest.mark.parametrize("name", ["reader_tests", "three_class", "underflow"])
    def test_decimal_number_fails_on_the_form_of_whole_numbers(self, name):
        asked = QUIZZES[name].question("Ada")
        report = asked.mark(np.asarray(asked.answer) + 0.5)
        assert report.failed == f"it is {asked.form}"
        assert report.passed == ["it is answered"]
        assert report.think

    @pytest.mark.parametrize(
        ("name", "given", "words", "think"),
        [
            ("toss_c", "1/8", "Yours is text", "Leave the quotes out"),
            ("toss_c", [1 / 8], "Yours is a list with one number in it", "[0]"),
            ("toss_c", np.array([0.1, 0.2]), "Yours holds two numbers", ""),
            ("psi_before", 1.8, "Yours is a single number", ""),
            ("psi_before", [1, 2, 3, 4], "Yours holds four numbers", ""),
            ("psi_before", [[1, 2, 3]], "Yours is a list inside a list", "brackets"),
            ("spam_vector", {0, 1, 0.02}, "Yours is a set, which has no order", "[ and ]"),
            ("logistic_classes", ["pos", "neg", "neg", "neg"], "Yours holds text", ""),
            ("one_hot_seven", np.eye(4), "Yours holds four lists of four numbers", ""),
            ("gradient_rows", [0.3, 0.4, -0.7], "Yours holds three numbers and no lists", ""),
            ("gradient_rows", [[1], [1, 2], [3]], "lists are not all equally long", ""),
        ],
    )
    def test_answer_of_another_form_is_told_its_form(self, name, given, words, think):
        report = QUIZZES[name].mark(given)
        asked = QUIZZES[name].question()
        assert report.message.startswith(f"The answer should be {asked.form}. ")
        assert words in report.message
        assert think in report.think
        assert bool(think) == bool(report.think)

    def test_short_lists_are_not_called_two_lists(self):
        report = QUIZZES["one_hot_three"].mark([[0, 1], [0, 1]])
        assert report.failed == "it is a list of two lists, each with a number for every class"
        assert "Yours holds two lists of two numbers." in report.message

    def test_last_rung_reads_well_passed_or_failed(self):
        right, wrong = (QUIZZES["toss_c"].mark(given) for given in (1 / 8, 1 / 3))
        assert right.passed[-1] == wrong.failed == "the answer itself"
        assert "it is right" not in f"{right} {wrong}"

    def test_wrong_labels_are_counted_not_named(self):
        report = QUIZZES["verdicts"].mark([4, 3, 0, 7, 2, 0, 6, 4, 5, 0])
        assert report.message == "Two of your ten numbers are not right."

    @pytest.mark.parametrize(
        ("wrong", "words"),
        [
            ([0], "The first of your five numbers is not right."),
            ([0, 2, 4], "The first, the third and the fifth of your five numbers are not right."),
            ([0, 1, 2, 3, 4], "None of your five numbers is right."),
        ],
    )
    def test_wrong_entries_of_lists_are_named(self, wrong, words):
        right = [3, 5, 7, 11, 13]
        given = [-1 if i in wrong else n for i, n in enumerate(right)]
        assert Question("", right, form="five numbers").mark(given).message == words

    @pytest.mark.parametrize(("right", "given"), [([3, 5], [4, 7]), ([-1, 1], [1, -1])])
    def test_two_wrong_numbers_are_both_called_wrong(self, right, given):
        message = Question("", right, form="two numbers").mark(given).message
        assert message == "Neither of your two numbers is right."

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ([5, 3, 7], "These are the right numbers, in another order."),
            ([-3, -5, -7], "All of it is right but for the sign."),
            ([6, 10, 14], "Each of your numbers is twice what it should be."),
            ([9, 15, 21], "Each of your numbers is three times what it should be."),
            ([0.3, 0.5, 0.7], "Each of your numbers should be ten times as large."),
            ([5.1, 8.5, 11.9], "None of your three numbers is right."),
            ([3, 5, 8], "The third of your three numbers is not right."),
        ],
    )
    def test_change_of_all_entries_is_named(self, given, words):
        report = Question("", [3, 5, 7], form="three numbers", hint="?").mark(given)
        assert report.message == words

    @pytest.mark.parametrize(
        ("name", "given", "words"),
        [
            ("underflow", [79, 80], "79 is not printed: only multiples of 10 are."),
            ("underflow", [70, 200], "200 is not printed: i goes from 0 to 99."),
            ("toss_both", 1.75, "1.75 can't be a probability"),
            ("pair_counts", [100, 45], "10 · 10 also counts each class with itself"),
        ],
    )
    def test_impossible_number_gets_the_reason(self, name, given, words):
        assert words in QUIZZES[name].mark(given).think

    def test_possible_number_is_not_called_impossible(self):
        assert "can't be" not in QUIZZES["toss_both"].mark(0.9).think
        assert "not printed" not in QUIZZES["underflow"].mark([60, 70]).think

    def test_a_wrong_verdict_gets_a_hint_on_two_statements(self):
        think = QUIZZES["verdicts"].mark([5, 3, 0, 0, 2, 0, 6, 4, 1, 0]).think
        assert "statements 4 and 5" in think
        think = QUIZZES["verdicts"].mark([5, 3, 0, 7, 2, 0, 0, 4, 1, 0]).think
        assert "only one of them can stand" in think

    def test_two_mistakes_with_one_number_are_both_mentioned(self):
        think = QUIZZES["toss_two_given_first"].mark(0.75).think
        assert think.startswith("P(A) / P(B) counts")
        assert "at least two heads? Asked for are those with exactly two." in think

    @pytest.mark.parametrize(
        ("name", "change", "words"),
        [
            ("opinion_metrics", lambda a: [*a[:2], 7 / 16], "Recall is a share of those"),
            ("opinion_probabilities", lambda a: [a[0], 1 - a[1], *a[2:]], "That is P(y=0)"),
            ("on_the_line", lambda a: [-0.25, 1.25], "it is -1.5 both times"),
            ("three_scores", lambda a: [0.33, 0.2, -0.21], "without x_2"),
        ],
    )
    def test_mistake_in_some_entries_of_a_list_is_found(self, name, change, words):
        quiz = QUIZZES[name]
        assert words in quiz.mark(change(quiz.answer)).think
        assert (
            words not in quiz.mark([n + 0.37 for n in quiz.answer]).think or name == "on_the_line"
        )

    def test_right_numbers_in_another_order_are_not_called_wrong(self):
        report = QUIZZES["both_signs"].mark(QUIZZES["both_signs"].answer[::-1])
        assert report.message == "These are the right numbers, in another order."
        assert "should lower the loss" in report.think

    def test_check_quiz_raises_with_the_message(self, capsys):
        numbers = SCENARIOS["smoothing"].numbers("Ada")
        below = numbers["tokens"] + numbers["words"] + 1
        check_quiz("smoothed", [(numbers["seen"] + 1) / below, 1 / below], "Ada")
        with pytest.raises(CheckFailed, match="without smoothing"):
            check_quiz("smoothed", [numbers["seen"] / numbers["tokens"], 0], "Ada")

    @pytest.mark.parametrize("name", FIXED)
    def test_fixed_quiz_asks_everybody_the_same(self, name):
        assert type(QUIZZES[name]) is Quiz
        assert QUIZZES[name].question("Ada").hint
        assert QUIZZES[name].mark(QUIZZES[name].answer, "Ada").good


def asks(answer, **more):
    """A question of which only the answer matters."""
    return Question("", answer, form="numbers", hint="A hint.", **more)


class TestOrderOfRules:
    """What is known comes before what is merely near, and what is said is so of every number."""

    @pytest.mark.parametrize("student", ["", *NAMES[:20]])
    def test_unweighted_false_alarms_are_not_called_rounding(self, student):
        asked = QUIZZES["reader_positive"].question(student)
        numbers = drawn("bayes", student)
        report = asked.mark(numbers["found"] / numbers["one_in"] + 1 - numbers["cleared"])
        assert report.think.startswith("The false alarms are not weighted")
        assert "right to" not in report.message

    def test_small_number_is_not_taken_for_another(self):
        quiz = QUIZZES["reader_posterior"]
        assert "That is P(MR), before" in quiz.mark(0.00001).think
        assert "That is P(MR), before" not in quiz.mark(9.54774e-06).think
        assert "That is P(MR), before" not in quiz.mark(0).think
        assert "per cent" not in quiz.mark(0.15).message

    def test_unrounded_answer_is_matched_exactly(self):
        asked = asks(
            0.5,
            mistakes=[Mistake(0.2502251, think="one")],
            also=[Mistake(0.2503, think="other")],
            decimals=3,
        )
        assert asked.mark(0.2502251).think == "one"
        assert asked.mark(0.25).think == "one Something else leads to the same answer. other"

    @pytest.mark.parametrize(
        ("given", "words", "think"),
        [
            (
                [0.502, 0.2],
                "The first of your two numbers is not right. It is within one",
                "rounded",
            ),
            ([0.502, 0.2007], "All of your numbers are within one per cent", "rounded"),
            ([0.5021234, 0.2], "The first of your two numbers is not right. It is", "so small"),
            ([0.502, 0.25], "Neither of your two numbers is right.", "A hint."),
        ],
    )
    def test_only_nearly_right_numbers_are_called_so(self, given, words, think):
        report = asks([0.5, 0.2], decimals=4).mark(given)
        assert report.message.startswith(words)
        assert think in report.think

    def test_closeness_is_measured_relative_to_the_step(self):
        step = asks([0.504, 0.203], start=np.array([0.5, 0.2]), decimals=4)
        assert step.mark([0.505, 0.204]).think == "A hint."
        assert (
            "within one per cent" in asks([0.504, 0.203], decimals=4).mark([0.505, 0.204]).message
        )

    @pytest.mark.parametrize("student", ["", *NAMES[:10]])
    def test_same_step_for_both_weights_is_not_called_rounding(self, student):
        asked = QUIZZES["sgd_theta"].question(student)
        start = drawn("one_step", student)["w"]
        moved = asked.answer[0] - start[0]
        report = asked.mark([asked.answer[0], start[1] + moved])
        assert "The error is multiplied by x" in report.think

    def test_mistake_with_the_other_sign_is_found(self):
        asked = asks([0.3, 0.5], mistakes=[Mistake([0.31, 0.77], think="That is z.")], decimals=2)
        report = asked.mark([-0.31, -0.77])
        assert report.message.endswith("The sign is the wrong way round, and that is not all.")
        assert report.think.endswith("and look again. That is z.")
        other = asks([0.3, 0.5], mistakes=[Mistake([0.31, -0.77], think="That is z.")], decimals=2)
        assert "sign" not in other.mark([-0.31, 0.77]).message  # of these only one is

    def test_one_minus_a_mistake_is_found(self):
        mistakes = [Mistake(0.612, think="That is z."), Mistake(0.982, think="That is y.")]
        asked = asks(0.3, mistakes=mistakes, cannot_be=no_probability, decimals=3)
        assert asked.mark(0.388).think == "Take 1 minus that, and look at it. That is z."
        assert asked.mark(0.7).message == "That is 1 minus the right answer."
        assert asks(0.3, mistakes=mistakes, decimals=3).mark(0.388).think == "A hint."
        assert asked.mark(0.01755).think == "A hint."  # 1 minus it is near enough, but it is not

    def test_one_minus_a_mistake_is_not_claimed_of_simple_fractions(self):
        mistakes = [Mistake(0.625, think="That is z."), Mistake(2 / 3, think="That is y.")]
        asked = asks(0.25, mistakes=mistakes, cannot_be=no_probability, decimals=3)
        assert asked.mark(0.375).think == "A hint."
        assert asked.mark(1 / 3).think == "A hint."

    def test_two_switches_are_not_claimed_of_simple_fractions(self):
        parts = {"a": 0.9, "b": 0.7}
        for b, given, words in ((0.25, 0.125, "A hint."), (0.37, 0.185, "two things")):
            switches = [({"a": 0.5}, "Is it a?"), ({"b": b}, "Is it b?")]
            asked = asks(0.63, switched=Switched(lambda a, b: a * b, parts, switches), decimals=4)
            assert words in asked.mark(given).think

    @pytest.mark.parametrize("student", ["", "Ada", "Noether 17"])
    def test_input_that_lost_its_sign_is_named(self, student):
        asked, numbers = QUIZZES["psi_before"].question(student), drawn("worked_table", student)
        weights, x = np.array(numbers["W"]), numbers["x"]
        for place in zip(*np.nonzero((weights < 0) & (np.array(x) != 0)), strict=True):
            wrong = weights.copy()
            wrong[place] *= -1
            think = asked.mark((wrong @ x).tolist()).think
            if think != asked.hint and "signs of the weights" not in think:
                row, column = place
                assert (
                    f"{wrong[place]:g} as the weight of f_{column + 1} of class {row + 1}" in think
                )
        z = drawn("four_scores", student)["z"]
        i = int(np.argmin(z))
        turned = [-score if k == i else score for k, score in enumerate(z)]
        e = np.exp(turned)
        think = QUIZZES["softmax_of_four"].question(student).mark((e / e.sum()).tolist()).think
        assert f"with {-z[i]:g} as the" in think
        assert "Check its sign." in think

    def test_input_is_named_only_if_a_single_change_fits(self):
        inputs = {"w": lambda i: f"number {i}"}
        asked = asks(
            [1.5, 7.0],
            switched=Switched(lambda w: [w[0] + w[1], 7.0], {"w": [0.75, 0.75]}, inputs=inputs),
            decimals=1,
        )
        assert asked.mark([0.8, 7.0]).think == "A hint."  # either may have been left out
        assert asked.mark([3.1, 7.0]).think == "A hint."

    def test_outcomes_that_are_counted_in_every_order(self):
        asked, numbers = QUIZZES["toss_two_heads"].question("Ada"), drawn("tosses", "Ada")
        n, k = numbers["n"], numbers["k"]
        assert "once for every order" in asked.mark(perm(n, k) / 2**n).think

    def test_each_wrong_entry_of_a_list_gets_its_own_mistake(self):
        mistakes = [
            Mistake([0.9, 0.2, 0.3], think="Is it a?"),
            Mistake([0.1, 0.2, 0.8], think="Is it c?"),
        ]
        asked = asks([0.1, 0.2, 0.3], mistakes=mistakes, decimals=2)
        assert asked.mark([0.9, 0.2, 0.8]).think == "The first: Is it a? The third: Is it c?"
        assert asked.mark([0.1, 0.2, 0.8]).think == "Is it c?"
        assert asked.mark([0.9, 0.2, 0.7]).think == "A hint."

    def test_given_numbers_explain_no_list(self):
        asked = replace(asks([0.71, 0.29], decimals=2), text="Let $a=0.31$ and $b=0.52$.")
        assert asked.mark([0.83, 0.21]).think == "A hint."  # a + b, and b - a

    @pytest.mark.parametrize("student", NAMES[:10])
    def test_two_of_the_metrics_are_told_apart(self, student):
        n = drawn("outcomes", student)
        asked = QUIZZES["opinion_metrics"].question(student)
        others = n["tn"] / (n["total"] - n["called"])
        think = asked.mark([n["tp"] / n["total"], asked.answer[1], others]).think
        assert "Is that not right too?" in think or asked.close(others, asked.answer[2])

    def test_the_rows_of_a_table_are_named(self):
        quiz = QUIZZES["opinion_features"]
        report = quiz.mark([[1, 3, 0], *quiz.answer[1:]])
        assert report.message == "The first of your four rows is not right."
        assert report.think.endswith("How can there be 3?")


class TestSwitches:
    FORMULA = Switched(
        lambda a, b, c: a * b + c,
        {"a": 2, "b": 3, "c": 4},
        [({"a": 1}, "No a."), ({"b": 5}, "Not b."), ({"a": 7, "c": 0}, "Another a and c.")],
    )

    def test_one_switch_and_two_of_different_parts(self):
        assert pairs(self.FORMULA.once()) == [
            (7, "No a."),
            (14, "Not b."),
            (21, "Another a and c."),
        ]
        both = "There are two things to look at."
        assert pairs(self.FORMULA.twice()) == [
            (9, f"{both} No a. Not b."),
            (35, f"{both} Not b. Another a and c."),
        ]

    def test_known_mistakes_come_before_one_switch_and_two(self):
        asked = asks(10, mistakes=[Mistake(7, think="Seven.")], switched=self.FORMULA)
        assert asked.mark(7).think == "Seven."
        assert asked.mark(14).think == "Not b."
        assert asked.mark(35).think == "A hint."  # so short a number may be anything
        long = Switched(
            lambda a, b: a * b, {"a": 1, "b": 1}, [({"a": 1.37}, "A."), ({"b": 1.91}, "B.")]
        )
        assert asks(1, switched=long).mark(1.37 * 1.91).think.endswith("A. B.")

    @pytest.mark.parametrize("name", DRAWN)
    def test_switch_gets_its_words_unless_a_mistake_fits(self, name):
        for student, asked in questions(name)[:12]:
            for wrong, think in pairs(asked.switched.once()):
                right = np.shape(wrong) != np.shape(asked.answer) or asked.close(
                    wrong, asked.answer
                )
                known = [
                    m for m in (*asked.mistakes, *asked.also) if asked.comes_from(wrong, m.wrong)
                ]
                if not right and np.isfinite(wrong).all() and not known:
                    assert think in asked.mark(wrong).think, (student, wrong)

    @pytest.mark.parametrize(
        ("name", "given", "words"),
        [
            ("reader_posterior", 0.95 / (0.95 + 0.005), ["The base rate does not occur"]),
            (
                "reader_posterior",
                0.95 / (0.95 + 0.995),
                ["The base rate does not occur", "0.995 is P(not T given not MR)"],
            ),
            ("three_probabilities", [0.6154, 0.7068, 0.4775], ["That is the sigmoid of each"]),
            (
                "three_probabilities",
                [0.505, 0.8292, 0.5424],
                ["That is the sigmoid of each score", "The first 1 of x is the bias"],
            ),
            ("opinion_probabilities", [0.63, 0.01, 0.09, 0.27], None),
            ("odds_ratio", 1.6, ["That is a ratio of probabilities."]),
            ("sgd_gradient", [0.55, 0.451], ["The sign is the wrong way", "The score itself"]),
        ],
    )
    def test_mixed_up_quantities_are_named(self, name, given, words):
        quiz = QUIZZES[name]
        if words is None:
            given, words = softmax(np.array([1, -4, -2, -1])).tolist(), ["They add up to 1"]
        think = quiz.mark(given).think
        assert all(some in think for some in words), think

    def test_with_replacement_tosses_would_be_independent(self):
        asked = QUIZZES["toss_first_given_two"].about(
            {"n": 6, "k": 5, "j": 2, "end": "last", "side": "heads"}
        )
        assert asked.mark(25 / 36).think.endswith("how many of the other five are?")


class TestQuestion:
    def test_question_is_markdown_in_notebooks_and_plain_text_elsewhere(self):
        shown = question("smoothed", "Ada")
        assert "$P(" in shown._repr_markdown_()
        assert "P(amazing | negative)" in repr(shown)

    def test_scenario_shows_its_setting(self):
        assert "10,000 tokens" in repr(question("smoothing"))
        assert "10,000 tokens" not in repr(question("smoothing", "Ada"))

    def test_an_unknown_name_lists_the_known_ones(self):
        with pytest.raises(ValueError, match="no quiz called 'smoothd'.*smoothed"):
            question("smoothd")


class TestPractice:
    def test_session_never_ends_or_repeats_numbers(self):
        session = Session("02", seed="x")
        asked = [session.next() for _ in range(200)]
        assert all(question.mark(question.answer).good for question in asked)
        texts = [question.setting + question.text for question in asked]
        assert len(set(texts)) > 120
        assert all(a.name != b.name for a, b in zip(asked, asked[1:], strict=False))

    def test_earlier_units_are_mixed_in(self):
        session = Session("02", seed="x")
        names = [session.next().name for _ in range(60)]
        earlier = {
            quiz.name
            for scenario in SCENARIOS.values()
            if scenario.unit < "02"
            for quiz in scenario.quizzes
        }
        assert sum(name in earlier for name in names) == 20

    def test_topic_is_a_unit_its_name_a_scenario_or_a_quiz(self):
        assert (
            scenarios_for("02")
            == scenarios_for(2)
            == scenarios_for("02-naive-bayes")
            == scenarios_for("naive-bayes")
        )
        assert [scenario.name for scenario in scenarios_for("bayes")[0]] == ["bayes"]
        assert scenarios_for("smoothed") == ([SCENARIOS["smoothing"]], {"smoothed"})
        assert len(scenarios_for("")[0]) == len(SCENARIOS)
        with pytest.raises(
            ValueError, match="no questions under 'cooking'; the units and topics are 01"
        ):
            scenarios_for("cooking")

    @pytest.mark.parametrize(
        ("typed", "value"),
        [
            ("1/8", 1 / 8),
            (" 0.125 ", 0.125),
            ("[1, 2/4]", [1, 0.5]),
            ("1, -2", [1, -2]),
            ("((1, 2), (3, 4))", [[1, 2], [3, 4]]),
            ("2^3", 8),
            ("1e-4", 1e-4),
            ("−3", -3),
        ],
    )
    def test_typed_arithmetic_is_read(self, typed, value):
        assert read_answer(typed) == value

    @pytest.mark.parametrize(
        "typed",
        [
            "",
            "three",
            "1/0",
            "__import__('os')",
            "9**9**9",
            "[1",
            "(lambda: 1)()",
            "x",
            "1 if 2 else 3",
        ]
        + ["(" * 500 + ")" * 500, "'a' * 10", "[0] * 10**9"],
    )
    def test_other_input_is_refused_with_a_message(self, typed):
        with pytest.raises(ValueError, match="not a number or a list of numbers"):
            read_answer(typed)

    def test_any_input_leaves_the_session_usable(self, monkeypatch):
        monkeypatch.delenv("LINCOURSE_STATIC", raising=False)
        drill = Drill(Session("bayes", seed="x"))
        drill.another()
        [shown] = drill.text.outputs
        assert "Jill" in shown["data"]["text/markdown"]
        drill.field.value = "seven"
        drill.check()
        assert "not a number" in drill.said.value
        drill.field.value = "-1"
        drill.check()
        assert "Hint" in drill.said.value
        assert "Worked" not in drill.said.value
        drill.solve()
        assert "Worked" in drill.said.value
        drill.field.value = str(drill.question.answer)
        drill.check()
        assert "Right." in drill.said.value
        assert "Worked" in drill.said.value
        before = drill.question
        drill.row[2].click()
        assert drill.question.text != before.text
        assert drill.field.value == drill.said.value == ""

    def test_enter_checks_the_answer(self):
        drill = Drill(Session("bayes", seed="x"))
        drill.another()
        drill.field.value = str(drill.question.answer)
        drill.field._handle_string_msg(drill.field, {"event": "submit"}, [])
        assert "Right." in drill.said.value

    def test_on_paper_there_is_a_question_and_no_widget(self, monkeypatch, capsys):
        monkeypatch.setenv("LINCOURSE_STATIC", "1")
        practice("bayes")
        assert "Answer with" in capsys.readouterr().out

    def test_page_without_widgets_folds_the_solution(self, monkeypatch):
        shown = []
        monkeypatch.setattr(frontend, "page", lambda data, _: shown.append(data))
        monkeypatch.delenv("LINCOURSE_STATIC", raising=False)
        monkeypatch.setitem(sys.modules, "IPython", None)  # such a page has none
        practice("bayes")
        asked, solution = shown
        assert "Answer with" in asked["text/markdown"]
        assert "<details>" in solution["text/html"]
        assert "no field to answer in" in solution["text/html"]

    @pytest.mark.parametrize("typed", ["?", "help", " HELP "])
    def test_help_is_not_taken_for_an_answer(self, typed):
        answers = iter([typed, "q"])
        out = Console(file=io.StringIO(), width=80)
        practise("tosses", out, lambda _: next(answers), seed="x")
        said = " ".join(out.file.getvalue().split())
        assert "several of them as a list" in said
        assert "not a number" not in said
        drill = Drill(Session("tosses", seed="x"))
        drill.another()
        drill.field.value = typed
        drill.check()
        assert "several of them as a list" in drill.said.value
        assert drill.tries == 0

    def test_practice_in_a_terminal(self):
        typed = iter(["nonsense", "-5", "", "1/0", "q"])
        out = Console(file=io.StringIO(), width=80)
        practise("tosses", out, lambda _: next(typed), seed="x")
        said = out.file.getvalue()
        for words in ("Question 1", "not a number", "Hint:", "Worked:", "Question 2"):
            assert words in said
        assert said.endswith("You worked on one question. See you again.\n")

    @pytest.mark.parametrize("end", [KeyboardInterrupt, EOFError])
    def test_practice_can_be_stopped_at_any_time(self, end):
        def ask(_):
            raise end

        out = Console(file=io.StringIO())
        practise("", out, ask)
        assert "See you again." in out.file.getvalue()

    def test_a_right_answer_is_praised_and_worked_out(self):
        twin = Session("smoothed", seed="x")
        out = Console(file=io.StringIO(), width=200)
        asked = 0

        def ask(_):
            nonlocal asked
            asked += 1
            return "q" if asked == 8 else str(twin.next().answer)

        practise("smoothed", out, ask, seed="x")
        assert out.file.getvalue().count("Right.") == 7
        assert "solved 7" in out.file.getvalue()
