"""The commonest errors of beginners: a syntax error, print for return, a name from another cell."""

import nbformat
import numpy as np
import pytest
from misstep import climb
from misstep.core.report import syntax_error
from misstep.explain import syntax_errors
from misstep.explain.words import say
from nbclient import NotebookClient
from student_code import said, written

from lincourse import checks
from lincourse.checks.units import CHECKS

IMPORTS = "import numpy as np\nfrom lincourse.checks import check"
STUB = "def mean_of(numbers):\n    raise NotImplementedError"
RIGHT = "def mean_of(numbers):\n    return sum(numbers) / len(numbers)"
NO_COLON = "def mean_of(numbers)\n    return sum(numbers) / len(numbers)"
CHECK = 'check("mean_of")'


def shown_in_jupyter(*cells):
    """What the last cell shows, with all cells run in a kernel."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(book, kernel_name="python3", allow_errors=True).execute()
    outputs = book.cells[-1].outputs
    return "\n".join(
        [*(o.data["text/plain"] for o in outputs if "data" in o)]
        + [line for o in outputs for line in o.get("traceback", [])]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "answer"),
    [
        pytest.param([], NO_COLON, id="no earlier version"),
        pytest.param([STUB], NO_COLON, id="the stub was run"),
        pytest.param([RIGHT.replace("/", "*")], NO_COLON, id="a wrong version was run"),
        pytest.param(
            [], NO_COLON.replace("numbers)\n", "numbers):\n").replace("def", "df"), id="def"
        ),
    ],
)
def test_jupyter_points_at_a_syntax_error(before, answer):
    shown = " ".join(shown_in_jupyter(IMPORTS, *before, answer, CHECK, CHECK).split())
    assert "Python can't read the cell with mean_of. In line 1, " in shown
    assert answer.partition("\n")[0] in shown
    assert ("a colon is missing at the end" in shown) == answer.startswith("def")
    for untrue in ("from before", "spelt", "not written yet", "not defined"):
        assert untrue not in shown


@pytest.mark.slow
def test_jupyter_says_which_version_passed_after_a_syntax_error():
    shown = " ".join(shown_in_jupyter(IMPORTS, RIGHT, NO_COLON, CHECK).split())
    assert "these checks passed" in shown


@pytest.mark.parametrize(
    ("source", "line", "what"),
    [
        ("def f(x)\n    return x", 1, "a colon is missing at the end"),
        ("def f(x):\n    for i in range(3)\n        x += i", 2, "a colon is missing at the end"),
        ("def f(x):\nreturn x", 2, "it should be indented: it belongs inside the function"),
        ("def f(x):\n    if x:\n        y = 1\n      return y", 4, "no line above starts"),
        ("def f(x):\n    return (x", 2, "the bracket ( is never closed"),
        ("def f(x):\n    return x)", 2, "the bracket ) closes nothing"),
        ("def f(x):\n    return (x]", 2, "the bracket ( is closed by ]"),
        ("def f(x):\n    return 'x", 2, "a text starts with a quote and has none at its end"),
        ("def f(x):\n    if x = 1:\n        return 2", 2, "can't ask whether two things are equal"),
        ("def f(x):\n    print x", 2, "print is a function"),
        ("def f(x):\n    return 2x", 2, "a number runs into a name"),
        ("def f(x):\n    return “x”", 2, "Python doesn't know the character “"),
        ("def f(x):\n    return [x y]", 2, "with nothing between them"),
        ("def f(x):\n    x = x +\n    return x", 2, "something is missing after +"),
        ("def f(x):\n    x++\n    return x", 2, "Python has no ++ or --"),
        ("def f(x):\n    lambda = x\n    return x", 2, "lambda is a word of Python's own"),
        ("def f(x):\n    else:\n        return x", 2, "else has no partner above it"),
        ("def f(x):\n    1 = x", 2, "what is on the left of = is not a name"),
        ("def f(x):\n    y = x\nreturn y", 3, "return is not inside the function"),
        ("def f(x):\n    return x 1", 2, "Python can't go on at `1`"),
    ],
)
def test_syntax_error_is_explained(source, line, what):
    error = syntax_error(source)
    assert error is not None
    cell = syntax_errors.unreadable_cell("f", error, last=False)
    message = say(cell).looks
    assert f"In line {line}, " in message
    assert what in message
    fact = syntax_errors.pointed_at(error)
    assert fact.label == f"line {line}"
    assert fact.value.splitlines()[0] == source.splitlines()[line - 1].strip()


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("def f(x):\n    return (x", "return (x\n       ^"),
        ("def f(x):\n    return x)", "return x)\n        ^"),
        ("def f(x):\n    return x 1", "return x 1\n         ^"),
        ("def f(x)\n    return x", "def f(x)\n        ^"),
    ],
)
def test_syntax_error_is_pointed_at(source, place):
    assert syntax_errors.pointed_at(syntax_error(source)).value == place


MEAN = "sum(numbers) / len(numbers)"
TOSSES = "import itertools\nfor t in itertools.product('HT', repeat=n):\n    print(''.join(t))"


@pytest.mark.parametrize(
    ("name", "body", "told"),
    [
        ("mean_of", f"print({MEAN})", "it prints, and returns nothing"),
        ("mean_of", f"print('The mean is', {MEAN})", "it prints, and returns nothing"),
        ("mean_of", f"print({MEAN})\nreturn", "it prints, and returns nothing"),
        ("mean_of", f"print({MEAN})\nreturn None", "it prints, and returns nothing"),
        ("mean_of", "print(sum(numbers))", "it prints, and returns nothing"),
        ("mean_of", f"return print({MEAN})", "print itself returns None"),
        ("toss_outcomes", TOSSES, "it prints its results one after another"),
        ("toss_outcomes", TOSSES.replace("    print", "    t = list").replace("''.join(t)", "t")
         + "\nprint([t])", "it prints, and returns nothing"),
        ("mean_of", f"if len(numbers) > 3:\n    print({MEAN})\nelse:\n    return {MEAN}",
         "here it prints, and returns nothing"),
        ("mean_of", f"mean = {MEAN}", "there is no return"),
        ("mean_of", "total = 0\nfor n in numbers:\n    total += n * n", "there is no return"),
        ("one_hot", "H = np.zeros((len(y), n_classes))\nH[range(len(y)), y] = 1\nprint(H)",
         "it prints, and returns nothing"),
    ],
)  # fmt: skip
def test_result_that_is_not_returned_is_recognised(name, body, told):
    assert f"This looks like: {told}" in said(name, body)


def test_variable_of_another_cell_is_reported():
    function = written("margin", "return y * (weights @ x)")
    function.__globals__["weights"] = np.array([1.0, 2.0])
    text = " ".join(str(climb(CHECKS["margin"], function)).split())
    assert "reads weights from outside, not from its arguments (w, x, y)" in text


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return y_1 * (w @ xs)", "nothing is called y_1 here"),
        ("return y * (w @ features)", "The function knows its arguments (w, x, y)"),
        ("return y * (W @ x)", "nothing is called W here"),
    ],
)
def test_unknown_name_is_explained(body, told):
    assert told in said("margin", body)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return y * np.dot(w, x)", "import numpy as np"),
        ("counts = Counter(x)\nreturn y * counts[w]", "from collections import Counter"),
        ("return log(y)", "from math import log"),
    ],
)
def test_missing_import_is_explained(body, told):
    function = written("margin", body)
    del function.__globals__["np"]
    text = " ".join(str(climb(CHECKS["margin"], function)).split())
    assert f"no cell with `{told}` has been run" in text


@pytest.mark.parametrize(
    ("defined", "told"),
    [
        ({}, "Run the cell with `def mean_of`, then"),
        ({"mean_off": lambda numbers: 1}, "There is mean_off. Is that yours"),
    ],
)
def test_function_of_a_cell_that_was_not_run_is_reported(defined, told):
    space = {"check": checks.check, **defined}
    with pytest.raises(checks.CheckFailed) as caught:
        exec(CHECK, space)
    text = " ".join(str(caught.value).split())
    assert "mean_of is not defined yet." in text
    assert told in text
