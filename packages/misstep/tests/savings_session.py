"""Run the checks of the example course on answers from standard input; print what they say as JSON.

Started by test_savings_example.py, with the Python of an environment that has only misstep.
"""

import contextlib
import importlib.util
import io
import json
import linecache
import sys
import textwrap

import catalogue  # noqa: F401  # fills the registries
import numpy as np
from misstep import CHECKS, CheckFailed
from savings_checks import check, check_quiz, check_tests, question


def said(test, *args):
    """The message of a test that fails, or "passed"."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            test(*args)
        except CheckFailed as failed:
            return " ".join(str(failed).split())
    return "passed"


def written(name, source):
    """A function as if a student had written it in a cell: its source can be looked up."""
    file = f"<cell {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    namespace = {"np": np}
    exec(compile(source, file, "exec"), namespace)
    return namespace[name]


def answer(name, body):
    """A function with this body."""
    head = f"def {name}({', '.join(CHECKS[name].parameters)}):\n"
    return written(name, head + textwrap.indent(body, "    "))


def weak(f):
    """A student's test that looks at nothing."""
    f(np.ones(3), 2)


def strong(f):
    """A student's test that catches every mistake."""
    assert np.allclose(f(np.array([1.0, 5.0, 6.0]), 2), [3.0, 5.5])


mistakes = [(check.name, mistake) for check in CHECKS.values() for mistake in check.mistakes]
print(
    json.dumps(
        {
            "answers": [said(check, answer(*one)) for one in json.load(sys.stdin)],
            "mistakes": [(m.looks, said(check, written(name, m.source))) for name, m in mistakes],
            "tests": [said(check_tests, "moving_average", test) for test in (weak, strong)],
            "question": str(question("after_two_years", "Ada")),
            "quiz": [
                said(check_quiz, "after_two_years", number, student)
                for number, student in ((242.0, ""), (240.0, ""), (242.0, "Ada"))
            ],
            "installed": [
                name
                for name in ("lincourse", "gradebox", "sympy", "IPython")
                if importlib.util.find_spec(name)
            ],
        }
    )
)
