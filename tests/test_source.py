"""What a lecture shows of the reference's own source."""

import inspect

import numpy as np
import pytest

import lincourse
from lincourse import perceptron, softmax
from lincourse.datasets import Examples
from lincourse.source import essence, show_source


def test_the_algorithm_is_shown_without_its_decorator():
    shown = essence(perceptron.perceptron_update)
    assert shown.startswith("def perceptron_update(w, x, y, eta):\n")
    assert "w = w + eta * y * x" in shown
    assert "@" not in shown.partition('"""')[0]


def test_of_a_long_docstring_the_first_line_is_kept():
    shown = essence(softmax.softmax_gradient)
    assert shown.count('"""') == 2
    quoted = shown.split('"""')[1]
    assert quoted == inspect.getdoc(softmax.softmax_gradient).split("\n")[0]


def lecture_functions():
    for module in (getattr(lincourse, name) for name in lincourse.__all__):
        for name, found in vars(module).items():
            if inspect.isfunction(found) and found.__module__ == module.__name__:
                yield pytest.param(found, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize("function", list(lecture_functions()))
def test_what_is_shown_of_every_function_is_python(function):
    names: dict = {}
    exec(compile(essence(function), function.__name__, "exec"), vars(np) | {"np": np}, names)
    shown, ours = inspect.signature(names[function.__name__]), inspect.signature(function)
    assert list(shown.parameters) == list(ours.parameters)


def test_a_class_is_refused():
    with pytest.raises(TypeError, match="functions"):
        essence(Examples)


def test_outside_a_notebook_it_is_printed(capsys):
    show_source(perceptron.eta_decay, perceptron.perceptron_loss)
    said = capsys.readouterr().out
    assert said.startswith("def eta_decay(")
    assert "\n\n\ndef perceptron_loss(" in said
