"""What a check prints as "you call" can be pasted into a cell, and gives what it says."""

import html
import re

import numpy as np
import pytest
from misstep import climb
from misstep.core import calling
from misstep.core.paste import MAX_CALL, call_source, source
from misstep.core.report import Report
from misstep.core.rows import Fact, Row
from misstep.functions.rungs import FunctionLadder

from lincourse.checks.units import CHECKS

SLOW = {name for name, check in CHECKS.items() if check.seconds is not None}


def report(check, args, seed):
    """What a check shows where a function fails on these arguments."""
    facts = FunctionLadder(check, None, seed)._call_shown(args)
    return Report(
        check.name, failed="a rung", message="Wrong.", facts=[*facts, Fact(Row.RETURNED, "7")]
    )


def pasted(text, name, function):
    """What a pasted call gives; statements before it are run first."""
    cell = {"np": np, name: function}
    *before, last = text.split("; ") if text.startswith("from ") else [text]
    for statement in before:
        exec(statement, cell)
    return eval(last, cell)


def from_terminal(report):
    """The call as it is copied from a terminal, with the line breaks that it has there."""
    lines = str(report).split("you call", 1)[1].splitlines()
    call = [lines[0].strip()]
    indent = next(len(line) - len(line.lstrip()) for line in lines[1:] if line.strip())
    for line in lines[1:]:
        if indent == 0 or not line.startswith(" " * indent):
            break
        call.append(line)
    return "\n".join(call)


def from_notebook(report):
    """The call as it is copied from a notebook."""
    cell = re.search(r">you call</td><td[^>]*>(.*?)</td>", report._repr_html_(), re.DOTALL)
    return html.unescape(cell[1])


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.sampled(quick=3)
def test_every_call_can_be_pasted_and_gives_the_same_result(name, pytestconfig):
    check = CHECKS[name]
    answer = check.answers[0].function if check.answers else lambda *args: check.reference(*args)
    for seed in (0, 5) if pytestconfig.getoption("--all") else (0,):
        examples = list(check.inputs(seed).examples)
        if name in SLOW and not pytestconfig.getoption("--all"):
            examples = examples[:4]
        for args in examples:
            told = calling.call(answer, args)
            shown = report(check, args, seed)
            for text in {dict(shown.rows)["you call"], from_notebook(shown), from_terminal(shown)}:
                got = calling.call(lambda *_, text=text: pasted(text, name, answer), ())
                assert type(got.error) is type(told.error), text
                assert calling.same(got.value, told.value), text


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.sampled(quick=3)
def test_pasted_arguments_are_identical(name):
    check = CHECKS[name]
    for args in list(check.inputs(0).examples)[:40]:
        text = call_source("tuple_of", check.parameters, args)
        again = eval(text, {"np": np, "tuple_of": lambda **given: tuple(given.values())})
        assert calling.same(again, args)
        assert [type(a) for a in again if not callable(a)] == [
            type(a) for a in args if not callable(a)
        ] or any(isinstance(a, np.random.Generator) for a in args)


@pytest.mark.parametrize("name", CHECKS)
def test_inputs_hold_only_python_numbers(name):
    """n ** -1 is 1 / n, but an error for NumPy's whole numbers, which no docstring promises."""

    def numbers(value):
        if isinstance(value, dict):
            value = [*value.keys(), *value.values()]
        if isinstance(value, list | tuple | set):
            return [number for item in value for number in numbers(item)]
        return [value]

    found = [n for args in CHECKS[name].inputs(0).examples for n in numbers(args)]
    assert not [number for number in found if isinstance(number, np.generic)]


def test_failed_check_shows_a_call_to_paste():
    said = climb(CHECKS["least_squares"], lambda A, b: A.T @ b, 0)
    assert " ".join(from_terminal(said).split()) == dict(said.rows)["you call"]
    assert from_notebook(said).startswith("least_squares(A=np.array([[1.0, 0.0], ")


def test_long_call_is_shown_by_its_number():
    check = CHECKS["log_score"]
    examples = list(check.inputs(7).examples)
    long = max(examples, key=lambda args: len(source(args)))
    facts = dict(report(check, long, 7).rows)
    number = examples.index(long)
    take = f'words, label, model = example("log_score", {number}, seed=7)'
    assert facts["you call"].endswith(f"; {take}; log_score(words, label, model)")
    assert len(facts["you call"]) < MAX_CALL
    assert ", ..., " in facts["its arguments"]
