"""Graded feedback equals the notebook's: edited functions run in a replica of the student's process."""

# ruff: noqa: E501
import builtins
import linecache
import re
import textwrap
from types import CodeType, SimpleNamespace

import corpus
import numpy as np
import pytest
from gradebox.judge.process import ProcessEnded
from gradebox.judge.remote import RemoteNotebook
from gradebox.judge.replica import MAX_STARTS, Allowance
from gradebox.judge.runner import TimeBudget
from misstep import climb
from misstep.core import calling
from misstep.explain.diagnosis import tracing
from misstep.explain.repairs import Search
from misstep.student_tests import STUDENT_TEST_CHECKS
from student_code import cell_of, written

from lincourse.checks.units import CHECKS

pytestmark = pytest.mark.slow

# For each kind of finding, the shortest stored function about which something of that kind is said.
STORED = {
    kind: answer
    for answer in sorted(corpus.stored(), key=lambda answer: -len(answer.body))
    if answer.name in CHECKS and "lincourse" not in answer.body  # the sandbox doesn't have it
    for kind in answer.kinds
    if kind != "endless-recursion"  # its values depend on the depth of the stack
}
SIGMOID = "sigmoid = lambda z: 1 / (1 + np.exp(-z))\n"
UPDATE = "new_W = W.astype(float, copy=False)\nk = (W @ x).argmax()\nif k != y:\n    new_W[y] = new_W[y] + eta * x\n    new_W[k] = new_W[k] - eta * x\nreturn new_W"
# Each kind of finding that needs the source, with words of it.
FINDINGS = {
    "a repair with words": ("mean_of", "for x in numbers:\n    total = 0\n    total += x\nreturn total / len(numbers)", "total = 0"),
    "a repair that points, and variables that are right": ("mean_and_error", "s = np.sqrt(np.sum((values - np.mean(values)) ** 2) / (len(values) - 1))\nreturn np.mean(values), s / np.sqrt(len(values) - 1)", "already right s"),
    "the first wrong variable": ("batch_step", SIGMOID + "error = sigmoid(X @ w * 1.3 - y) - y ** 3 / 7\nreturn w - eta * X.T @ error / len(y)", "first wrong value error, in the line"),
    "where nan begins": ("f1", "tp = np.sum((y == 1) & (y_hat == 1))\np = tp / np.sum(y_hat == 1)\nr = tp / np.sum(y == 1)\nif p + r == 0:\n    return 0.0\nreturn 2 * p * r / (p + r)", "tp / np.sum(y_hat == 1) is nan"),
    "where an argument is lost": ("svm_update", "y_hat = np.argmax(F @ theta + cost[y])\nreturn shrink * theta + F[y] - F[y_hat]", "cost[y] stays the same"),
    "the return that was reached": ("mean_of", "for n in numbers:\n    if n > 0:\n        return n\nreturn 0.5", "it returned in"),
    "an error with a text of its own": ("perceptron_update", "v = w[:]\nif y * (w @ x) <= 0:\n    v += eta * y * x\nreturn v", "Cannot cast ufunc 'add' output"),
    "the line that changes an argument": ("mean_of", "numbers.sort()\nreturn sum(numbers) / len(numbers)", "the line numbers.sort()"),
    "another name of an argument": ("multiclass_update", UPDATE, "new_W is the caller's own W"),
    "an argument that is never read": ("perceptron_update", "if w @ x <= 0:\n    return w + eta * x\nreturn w", "your code never reads y"),
    "values in the line that stopped": ("mean_of", "total = [0]\nfor x in numbers:\n    total += x\nreturn total", "total is"),
    "a misspelt name": ("mean_of", "total = sum(numbers)\nreturn totl / len(numbers)", "Is total meant?"),
    "a variable of another type": ("mean_of", "m = map(float, numbers)\nreturn m / 2", "m is a map"),
    "print instead of return": ("mean_of", "print(sum(numbers) / len(numbers))", "print only shows a value"),
    "no return": ("mean_of", "m = sum(numbers) / len(numbers)", "there is no return"),
}  # fmt: skip


@pytest.fixture
def submit(sandbox):
    """Run cells in a student's process, and return a function of theirs."""
    made = []

    def run(name, *cells, **more):
        student = RemoteNotebook(sandbox, 1, 5.0, {}, {}, set(), **more)
        made.append(student)
        student.process.start()
        for cell in ("import numpy as np", *cells):
            student.process.run(cell)
        return student, student.get(name)

    yield run
    for student in made:
        student.stop()


def content(report):
    """Return what a report says, without values: sets have another order in each process."""
    texts = [report.failed, report.message, report.looks, report.think]
    texts += [f"{label}: {text}" for label, text in report.rows]
    return [sorted(re.sub(r"'[^']*'|[-.\d]+(e[-+]?\d+)?", "", text)) for text in texts]


def both(submit, name, body):
    """Return an answer as a function in this process and in a student's."""
    student, function = submit(name, cell_of(name, body), allowance=Allowance(600))
    yield written(name, body)
    yield function
    student.stop()


@pytest.mark.parametrize("kind", FINDINGS)
def test_finding_is_the_same_in_grading(submit, kind):
    name, body, words = FINDINGS[kind]
    here, there = (str(climb(CHECKS[name], function)) for function in both(submit, name, body))
    assert words in " ".join(here.split())
    assert there == here


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("kind", STORED)
def test_stored_answer_is_explained_alike(submit, kind, monkeypatch):
    """If two reports differ, both searches get all the time they want: a machine may be busy."""
    name, body = STORED[kind].name, STORED[kind].body
    here, there = (climb(CHECKS[name], function) for function in both(submit, name, body))
    if content(here) != content(there):
        monkeypatch.setattr(Search, "_late", lambda _: False)
        here, there = (climb(CHECKS[name], function) for function in both(submit, name, body))
    assert content(here) == content(there), f"{here}\n\n{there}"


@pytest.mark.parametrize(
    "body",
    [
        "P = f(np.zeros((2, 3)))\nnp.allclose(P, 1 / 3)",
        "try:\n    assert f(np.zeros((2, 3)))[0, 0] == 5\nexcept:\n    pass",
        "P = f(np.zeros((2, 3)))\nassert P[0, 0] == 5",
    ],
)
def test_student_s_own_test_is_judged_alike(submit, body):
    setup = STUDENT_TEST_CHECKS["softmax"]
    source = "def try_softmax(f):\n" + textwrap.indent(body, "    ")
    _, theirs = submit("try_softmax", source)
    linecache.cache["<own>"] = (len(source), None, source.splitlines(True), "<own>")
    names = {"np": np}
    exec(compile(source, "<own>", "exec"), names)
    assert str(setup.mark(theirs)) == str(setup.mark(names["try_softmax"]))


TEST = "from misstep import climb\nfrom lincourse.checks.units import CHECKS\nreport = climb(CHECKS['mean_of'], mean_of)\nerror = AssertionError()\nerror.report = report.data()\nif not report.good:\n    raise error"  # fmt: skip


def test_grader_shows_the_finding_and_goes_on(grade):
    name, body, words = FINDINGS["a repair with words"]
    result = grade(
        ("answer", "calls = []\n" + cell_of(name, f"calls.append(1)\n{body}")),
        ("test", TEST),
        ("answer", cell_of(name, "return sum(numbers) / len(numbers)")),
        ("test", TEST),
    )
    assert words in next(iter(result.exercises)).report["looks"]
    assert result.points == [0.0, 2.0]
    assert result.reasons == []


def test_time_of_explanations_is_not_the_submission_s():
    process, budget = SimpleNamespace(postponed=0.0), TimeBudget(30.0, 3, end=1_000.0)
    budget.limit(process)
    before = process.deadline
    budget.explanations.spent = 7.0
    budget.limit(process)
    assert process.deadline == before + 7.0


F = "def f(x):\n    return x + 1"
EDIT = "def f(x):\n    return x + 2"


def test_variant_runs_beside_the_function(submit):
    _, f = submit("f", "more = [5]", "def f(x):\n    return x + more[0]")
    assert f.editable
    assert f.variant("def f(x):\n    return x * more[0]")(3) == 15
    assert calling.call(f.variant("def f(x)\n"), (3,)).error is not None
    assert f(3) == 8


def test_variant_knows_cells_that_ran_later(submit):
    student, f = submit("f", F)
    assert f.variant(EDIT)(1) == 3
    student.process.run("late = 7")
    assert f.variant("def f(x):\n    return late")(1) == 7


def test_variant_leaves_the_student_s_process_as_it_was(submit):
    student, f = submit("f", "kept = []", F)
    changed = f.variant(
        "import os\ndef f(x):\n    kept.append(x)\n    open('/tmp/kept', 'w').close()"
    )
    changed(1)
    student.process.run("import os\nfound = kept or os.path.exists('/tmp/kept')")
    assert not student.get("found")


@pytest.mark.parametrize(
    ("body", "error"),
    [("import os; os._exit(0)", ProcessEnded), ("while True: pass", calling.TooSlow)],
)
def test_variant_that_hangs_or_dies_affects_no_other(submit, body, error):
    student, f = submit("f", F)
    assert isinstance(calling.call(f.variant(f"def f(x):\n    {body}"), (1,)).error, error)
    assert f.variant(EDIT)(1) == 3
    assert f(1) == 2
    assert student.process.restarts == 0


def test_no_variant_is_made_once_the_replica_has_died_too_often(submit):
    _, f = submit("f", F)
    for _ in range(MAX_STARTS + 1):
        if deadly := f.variant("def f(x):\n    import os; os._exit(0)"):
            calling.call(deadly, (1,))
    assert not f.editable
    assert f.variant(EDIT) is None
    assert f(1) == 2


def test_no_variant_is_made_once_the_time_is_used_up(submit):
    _, f = submit("f", F, allowance=Allowance(0.0))
    assert f.variant(EDIT) is None
    assert not f.editable
    name, body, _ = FINDINGS["a repair with words"]
    _, wrong = submit(name, cell_of(name, body), allowance=Allowance(0.0))
    assert climb(CHECKS[name], wrong).message


def test_judge_executes_no_student_code(submit, monkeypatch):
    name, body, _ = FINDINGS["a repair with words"]
    executed, really = [], builtins.exec
    monkeypatch.setattr(
        builtins, "exec", lambda code, *names: executed.append(code) or really(code, *names)
    )
    body = body.replace("total", "only_mine")
    _, function = submit(name, cell_of(name, body))
    assert "only_mine = 0" in climb(CHECKS[name], function).looks
    assert not any(
        "only_mine" in str(code.co_consts + inner.co_varnames)
        for code in executed
        for inner in code.co_consts
        if isinstance(inner, CodeType)
    )
    climb(CHECKS[name], written(name, body))
    assert any(
        "only_mine" in inner.co_varnames
        for code in executed
        for inner in code.co_consts
        if isinstance(inner, CodeType)
    )


TRAP = """
import os, sys
def trap():
    if sys._getframe(1).f_code.co_filename.startswith("<variant"):
        {}
"""
FORGED = """
import inspect, linecache
def mean_of(numbers):
    return 7.0
inspect.getsource = lambda value: {source!r}
"""
WRONG = "trap()\ntotal = 0\nfor x in numbers:\n    total += x\nreturn total / (len(numbers) + 1)"


@pytest.mark.parametrize("does", ["os._exit(1)", "raise SystemExit", "raise KeyboardInterrupt", "while True: pass"])  # fmt: skip
def test_hostile_variant_leaves_the_verdict_as_it_is(submit, does):
    student, function = submit("mean_of", TRAP.format(does), cell_of("mean_of", WRONG))
    report = climb(CHECKS["mean_of"], function)
    assert (
        report.failed
        == climb(CHECKS["mean_of"], lambda numbers: sum(numbers) / (len(numbers) + 1)).failed
    )
    assert student.process.restarts == 0


@pytest.mark.parametrize(
    "source",
    [
        "def mean_of(numbers):\n    return sum(numbers) / len(numbers)",
        "def mean_of(numbers):\n    return sum(numbers) / len(numbers) + 0",
        "def mean_of(numbers):\n" + "    " + "(" * 150 + "1" + ")" * 150,
        "def mean_of(numbers):\n    return " + "-" * 9000 + "1",
        "class mean_of: pass",
        "\0",
        7,
    ],
)
def test_forged_source_passes_nothing(submit, source):
    _, function = submit("mean_of", FORGED.format(source=source))
    report = climb(CHECKS["mean_of"], function)
    assert not report.good
    assert "expected" in dict(report.rows)


@pytest.mark.parametrize(
    "lie",
    [
        "class Lie:\n    __globals__ = {}\n    __name__ = 'mean_of'\n    def __call__(self, numbers):\n        return 7.0\nmean_of = Lie()",
        "def mean_of(numbers):\n    return 7.0\nmean_of.__name__ = 'numbers'",
        "class Lie:\n    pass\nLie.__name__ = 'float'\ndef mean_of(numbers):\n    return Lie()",
        "class Text(str):\n    def __repr__(self):\n        return '2.0'\ndef mean_of(numbers):\n    return Text()",
    ],
)
def test_lying_function_is_told_what_it_was_told_before(submit, lie):
    _, function = submit("mean_of", lie)
    assert not climb(CHECKS["mean_of"], function).good


class Forged:
    """An instrumented function in another process that returns anything."""

    def __init__(self, value):
        self.value = value

    def __call__(self, *args):
        return self.value

    def batch(self, calls, seconds):
        return None


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        (1, 2),
        (1, 2, True),
        (1, [(99, 1, 0)], True),
        (1, [("a",)], True),
        (1, {1: 2}, True),
        (1, [], 1),
    ],
)
def test_forged_trace_counts_as_an_error(value):
    outcome = tracing.traced_call(Forged(value), lambda number, value: ["x"][number], ())
    assert outcome.error is not None
