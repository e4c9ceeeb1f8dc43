"""The framework of the checks: plain answers, and wrong turns that are edits of them."""

import pytest

from lincourse.checks.ladder import Answer
from lincourse.checks.units import CHECKS

PLAIN = Answer("twice", "def twice(x):\n    y = 2 * x\n    return y\n")
ANSWERS = [(name, i) for name, check in CHECKS.items() for i in range(len(check.answers))]


@pytest.mark.parametrize(("name", "i"), ANSWERS)
def test_plain_answers_pass(name, i):
    report = CHECKS[name].climb(CHECKS[name].answers[i].function, 0)
    assert report.good, report


def test_an_edit_changes_every_occurrence_and_nothing_else():
    edited = PLAIN.edited("y -> z")
    assert edited.source == "def twice(x):\n    z = 2 * x\n    return z\n"
    assert edited.function(4) == 8
    assert PLAIN.function(4) == 8


def test_an_edit_leaves_the_signature_alone():
    assert PLAIN.edited("x -> 7").source == "def twice(x):\n    y = 2 * 7\n    return y\n"


def test_edits_follow_each_other():
    edited = PLAIN.edited(
        """
        2 * -> 3 *
        3 * x -> 3 * x + 1
        """
    )
    assert edited.function(4) == 13


def test_nothing_after_the_arrow_takes_the_text_away():
    assert PLAIN.edited("2 * -> ").function(4) == 4


@pytest.mark.parametrize(
    ("edits", "words"),
    [("3 * -> 2 *", "no '3 \\*' to edit"), ("2 * x", "written"), ("-> 2", "written")],
)
def test_an_edit_that_does_not_fit_the_answer_is_refused(edits, words):
    with pytest.raises(ValueError, match=words):
        PLAIN.edited(edits)


def test_answers_of_a_check_have_its_name_and_parameters():
    for check in CHECKS.values():
        for answer in check.answers:
            head = f"def {check.name}({', '.join(check.parameters)}):\n"
            assert answer.source.startswith(head)
