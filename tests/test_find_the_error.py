"""Find the slip: one line of a derivation is wrong, and everything else follows."""

import collections

import pytest
import sympy
from misstep.formulas.evaluation import all_same, value, values_at

from lincourse.checks import CheckFailed, check_slip, show_slip
from lincourse.checks.units import DERIVATIONS, FIND_THE_ERROR

CHOICES = [
    (name, place, which) for name, task in FIND_THE_ERROR.items() for place, which in task.choices()
]
NAMES = [f"student {n}" for n in range(200)]


def points(task):
    import random

    rng = random.Random(1)
    return [values_at(task.draw(rng)) for _ in range(8)]


def equal(one, other, where):
    values = ([value(e, point) for point in where] for e in (one, other))
    return all_same(*values, 1e-25)


@pytest.mark.parametrize(("name", "place", "which"), CHOICES)
def test_exactly_one_line_is_wrong(name, place, which):
    task = FIND_THE_ERROR[name]
    told, where = task.with_mistake(place, which), points(task)
    for i, line in enumerate(told.lines):
        follows = sympy.sympify(line.follows(*told.printed[:i]))
        assert equal(follows, told.printed[i], where) == (i + 1 != told.wrong)
    assert told.wrong == place + 1
    assert told.looks


@pytest.mark.parametrize("name", FIND_THE_ERROR)
def test_names_draw_different_mistakes_in_all_lines(name):
    task = FIND_THE_ERROR[name]
    drawn = [task.for_student(student) for student in NAMES]
    lines = collections.Counter(told.wrong for told in drawn)
    assert set(lines) == set(range(1, len(drawn[0].lines) + 1))
    assert len({(told.wrong, told.looks) for told in drawn}) > len(task.choices()) / 2
    assert repr(task.for_student("Ada  Lovelace")) == repr(task.for_student("ada lovelace"))
    assert (
        task.for_student().printed == task.for_student("").printed == task.for_student(None).printed
    )


@pytest.mark.parametrize("name", FIND_THE_ERROR)
def test_naming_the_line_and_correcting_it_passes(name, capsys):
    for student in NAMES[:6]:
        told = show_slip(name, student)
        check_slip(name, [told.wrong, told.right], student)
        check_slip(name, (sympy.Integer(told.wrong), sympy.expand(told.right)), student)
        assert told.looks in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", FIND_THE_ERROR)
def test_no_line_is_asked_for_elsewhere(name):
    """Lines before the mistake are right, and everybody can read them."""
    told = FIND_THE_ERROR[name].for_student()
    right = [line.follows for line in told.lines]
    lines = []
    for follows in right:
        lines.append(follows(*lines))
    asked = [step.right for derivation in DERIVATIONS.values() for step in derivation.steps]
    asked = [sympy.simplify(expression) for expression in asked]
    assert not {sympy.simplify(line) for line in lines} & set(asked)


@pytest.mark.parametrize(("name", "place", "which"), CHOICES)
@pytest.mark.sampled(every=3, quick=6)
def test_another_mistake_of_the_same_line_is_named(name, place, which, monkeypatch):
    task = FIND_THE_ERROR[name]
    told = task.with_mistake(place, which)
    monkeypatch.setattr(task, "for_student", lambda student: told)
    for mistake in told.lines[place].mistakes:
        report = task.mark([place + 1, mistake.wrong])
        assert not report.good
        if equal(mistake.wrong, told.printed[place], points(task)):
            assert "This is what is printed" in report.message
        else:
            assert (report.looks, report.think) == (mistake.looks, mistake.think)


@pytest.mark.parametrize("name", FIND_THE_ERROR)
def test_wrong_answer_gets_a_message(name):
    task = FIND_THE_ERROR[name]
    told = task.for_student()
    other = told.wrong % len(told.lines) + 1
    for answer, words in [
        (None, f"{name} is still None"),
        (told.wrong, "Give both"),
        ([told.wrong], "Give both"),
        ("line 3", "Give both"),
        (["three", told.right], "should be the number of a line"),
        ([True, told.right], "should be the number of a line"),
        ([1.5, told.right], "should be the number of a line"),
        ([0, told.right], "There is no line 0"),
        ([len(told.lines) + 1, told.right], "There is no line"),
        ([told.wrong, None], "What should be in line"),
        ([told.wrong, "log(z)"], "This is text"),
        ([told.wrong, sympy.Symbol("q")], "It holds q"),
        ([other, told.right], f"Line {other} does follow from what is printed above it"),
        ([told.wrong, told.printed[told.wrong - 1]], "This is what is printed"),
        ([told.wrong, told.right + 1], "This is not what should be in line"),
    ]:
        with pytest.raises(CheckFailed) as caught:
            check_slip(name, answer)
        assert words in caught.value.result.message, answer


@pytest.mark.parametrize("student", [3.5, ["Ada"], object()])
def test_invalid_name_raises(student):
    with pytest.raises(ValueError, match="student should be text"):
        show_slip("slip_1", student)


def test_unknown_derivation_raises():
    with pytest.raises(ValueError, match="no slip 'slip_9'; there are slip_1"):
        check_slip("slip_9", [1, 2])


@pytest.mark.parametrize("name", FIND_THE_ERROR)
def test_derivation_is_shown_in_notebooks_and_terminals(name):
    told = FIND_THE_ERROR[name].for_student()
    assert told._repr_markdown_().count("\n") == repr(told).count("\n") == len(told.lines) - 1
    assert told._repr_markdown_().startswith("1. $")
