"""Students' tests run in the sandbox, and what they test stays with the judge."""

import re

import pytest
from gradebox.course import tree_shaking
from gradebox.sandbox.bubblewrap import Plan, Sandbox

pytestmark = pytest.mark.slow

IMPORTS = "import numpy as np\nfrom lincourse.checks import check_tests"


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stage")
    folder.chmod(0o755)
    tree_shaking.stage(folder, [IMPORTS], {"try_softmax"})
    made = Sandbox(folder, folder, Plan(["numpy"], []))
    made.wait()
    yield made
    made.close()


@pytest.fixture
def grade(grade):
    """Grade a student's test of a function of the course: its one exercise."""

    def run(name, body, seconds=5.0):
        parts = [
            ("given", IMPORTS),
            ("answer", f"def try_{name}(f):\n    raise NotImplementedError"),
            ("test", f'check_tests("{name}", try_{name})'),
        ]
        answer = f"def try_{name}(f):\n{body}"
        [exercise] = grade(*parts, answers=[answer], seconds=seconds).exercises
        return exercise

    return run


STRONG = {
    "softmax": """
    Z = np.array([[1.0, 2.0, 3.0], [-1.0, 0.0, 5.0]])
    P = f(Z)
    assert P.shape == Z.shape
    assert np.allclose(P.sum(axis=1), 1) and np.all(P > 0)
    assert np.allclose(P[:, 0] / P[:, 1], np.exp(Z[:, 0] - Z[:, 1]))
    assert np.allclose(f(Z + 100), P)
    assert np.allclose(f(Z[0]), P[0])
    assert np.allclose(f(np.array([[1000.0, 0.0], [-1000.0, -1000.0]])), [[1, 0], [0.5, 0.5]])
    assert np.allclose(f(np.array([0, 0])), 0.5)
""",
    # The generator that f is given has moved on afterwards, though f ran in another process.
    "minibatches": """
    for n, size in ((10, 3), (12, 4)):
        batches = f(n, size, np.random.default_rng(1))
        assert [len(b) for b in batches] == [size] * (n // size) + [n % size] * (n % size > 0)
        assert sorted(np.concatenate(batches)) == list(range(n))
    rng = np.random.default_rng(3)
    first, second = [np.concatenate(f(40, 8, rng)).tolist() for _ in range(2)]
    assert first != second
    assert first == np.concatenate(f(40, 8, np.random.default_rng(3))).tolist()
    assert first != np.concatenate(f(40, 8, np.random.default_rng(4))).tolist()
    for batch in f(40, 8, np.random.default_rng(5)):
        assert max(batch) - min(batch) > 8
""",
    # An error of another process arrives as what it is.
    "linear_update": """
    W, x = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]), np.array([1.0, 3.0])
    step = f("perceptron", W, x, 0, 0.5) - W
    assert np.allclose(step, [[0.5, 1.5], [-0.5, -1.5], [0, 0]])
    assert np.allclose(f("perceptron", W, x, 1, 0.5), W)
    exps = np.exp(W @ x)
    for y in range(3):
        gap = np.eye(3)[y] - exps / exps.sum()
        assert np.allclose(f("softmax", W, x, y, 0.5), W + 0.5 * np.outer(gap, x))
    try:
        f("perceptrn", W, x, 0, 0.5)
    except ValueError:
        return
    assert False
""",
}


@pytest.mark.parametrize("name", STRONG)
def test_a_strong_test_gets_its_points(grade, name):
    exercise = grade(name, STRONG[name])
    assert exercise.passed, exercise.message


WEAK = {
    "does not call it": ("    pass", "never calls the function"),
    "accepts everything": (
        "    f(np.array([1.0, 2.0]))",
        r"wrong functions; it should catch at least \d+",
    ),
    "rejects a right one": (
        "    assert f(np.array([1.0, 2.0])).sum() == 2, 'the sum'",
        r"rejects a right softmax \(.*\): the sum[\s\S]*line that stopped",
    ),
    "stops": ("    f(np.array([1.0, 2.0]))\n    undefined", "NameError.*name 'undefined'"),
    "hangs": ("    while True:\n        f(np.array([1.0, 2.0]))", "had not come back after 2"),
    "kills its process at the first wrong one": (
        "    if not np.isclose(f(np.array([1.0, 2.0])).sum(), 1):\n"
        "        import os\n        os._exit(0)",
        r"ended Python itself \(ProcessEnded\)",
    ),
    "counts": (  # at most 42 wrong functions that don't count, five right ones, then the others
        "    f(np.array([1.0, 2.0]))\n    seen.append(1)\n    assert len(seen) < 48\nseen = []",
        "the first time and rejected the same function later",
    ),
    "hands in an object of its own": (
        "    class Sly:\n        def max(self, **k):\n            raise SystemExit\n    f(Sly())",
        "f takes numbers, text, lists",
    ),
    "hands in a function of its own": ("    f([len, lambda: 1])", "f takes numbers, text, lists"),
    "hands in too much": (
        "    f(np.zeros((1000, 100_000)))",
        "more than may be sent|had not come back",
    ),
}


@pytest.mark.parametrize("what", WEAK)
def test_a_weak_or_sly_test_gets_none_and_a_sentence(grade, what):
    body, words = WEAK[what]
    exercise = grade("softmax", body, seconds=2.0)
    assert exercise.score == 0
    assert re.search(words, " ".join(exercise.message.split())), exercise.message


PRYING = """
    import inspect
    f(np.array([1.0, 2.0]))
    found = [repr(f), str(vars(f).get("__name__")), str(getattr(f, "__wrapped__", ""))]
    for look in (inspect.getsource, inspect.getclosurevars):
        try:
            found.append(str(look(f)))
        except Exception as error:
            found.append(type(error).__name__)
    try:
        import lincourse.checks.units as units
        found.append(str(units))
    except ImportError:
        found.append("no units")
    assert False, " ".join(found)
"""


def test_the_code_of_what_is_tested_stays_with_the_judge(grade):
    exercise = grade("softmax", PRYING)
    assert "no units" in exercise.message
    assert "mutation" not in exercise.message
    assert "exps" not in exercise.message
    assert "keepdims" not in exercise.message


def test_an_argument_that_a_function_changes_in_place_is_changed_in_the_test(grade, monkeypatch):
    from lincourse.checks.units import STUDENT_TEST_CHECKS

    def changes(w, x, y, eta):
        w += eta * y * x
        return w

    monkeypatch.setitem(
        STUDENT_TEST_CHECKS["perceptron_update"].__dict__, "rights", [("a sly one", changes)]
    )
    body = """
    w = np.array([1.0, -2.0])
    new = f(w, np.array([3.0, 1.0]), -1, 0.5)
    assert new is w and w.tolist() == [-0.5, -2.5], "changed in place"
    assert False, "as it should be"
"""
    assert "as it should be" in grade("perceptron_update", body).message
