"""Test cells of any nbgrader assignment judge a student's functions through the wire."""

import re
import sys
import types
from importlib.util import LazyLoader, find_spec, module_from_spec
from pathlib import Path

import misstep
import numpy as np
import pytest
from gradebox.judge.process import ProcessEnded
from gradebox.judge.remote import Remote, RemoteNotebook
from gradebox.results import Failure
from misstep.core import calling

from lincourse import checks

pytestmark = pytest.mark.slow

RIGHT = [
    ("numbers", "def f(x):\n    return x * x", "assert f(3) == 9\nassert f(-1.5) == 2.25"),
    (
        "arrays",
        "import numpy as np\ndef f(x):\n    return np.exp(x)",
        "import numpy as np\nnp.testing.assert_allclose(f(np.zeros(3)), np.ones(3))\n"
        "assert isinstance(f(np.zeros(2)), np.ndarray)",
    ),
    ("a value", "answer = {'a': [1, 2], (1, 2): {3}}", "assert answer[1, 2] == {3}"),
    (
        "an error that is asked for",
        "def f(x):\n    if x < 0:\n        raise ValueError('below 0')\n    return x",
        "try:\n    f(-1)\nexcept ValueError as error:\n    assert 'below' in str(error)\n"
        "else:\n    raise AssertionError('no error')",
    ),
    (
        "an error of one's own class",
        "class Empty(Exception):\n    pass\ndef pop(stack):\n    raise Empty('nothing')",
        "try:\n    pop([])\nexcept Empty:\n    ok = True\nassert ok",
    ),
    (
        "a change in place",
        "def double(values):\n    for i in range(len(values)):\n        values[i] *= 2",
        "v = [1, 2]\ndouble(v)\nassert v == [2, 4]\n"
        "import numpy as np\na = np.array([1, 2])\ndouble(a)\nassert a.tolist() == [2, 4]",
    ),
    ("the same object back", "def f(v):\n    return v", "v = [1]\nassert f(v) is v"),
    (
        "a function as an argument",
        "def twice(f, x):\n    return f(f(x))",
        "assert twice(lambda n: n + 1, 3) == 5",
    ),
    (
        "a function as a result",
        "def adder(n):\n    return lambda x: x + n",
        "add = adder(3)\nassert add(4) == 7\nassert list(map(adder(1), [1, 2])) == [2, 3]",
    ),
    (
        "a function that raises, as an argument",
        "def safe(f):\n    try:\n        return f()\n    except KeyError:\n        return 'none'",
        "def fail():\n    raise KeyError('x')\nassert safe(fail) == 'none'",
    ),
    (
        "a random generator",
        "def draw(rng):\n    return rng.random(3)",
        "import numpy as np\na, b = np.random.default_rng(1), np.random.default_rng(1)\n"
        "assert (draw(a) == b.random(3)).all()\nassert a.random() == b.random()",
    ),
    (
        "a class",
        "class Stack:\n    def __init__(self):\n        self.items = []\n"
        "    def push(self, x):\n        self.items.append(x)\n"
        "    def pop(self):\n        return self.items.pop()\n"
        "    def __len__(self):\n        return len(self.items)\n"
        "    def __eq__(self, other):\n        return self.items == other.items\n",
        "s, t = Stack(), Stack()\ns.push(1)\ns.push('b')\nassert len(s) == 2\nassert s != t\n"
        "assert s.pop() == 'b'\nassert isinstance(s, Stack)\nassert s.items == [1]\n"
        "t.push(1)\nassert s == t",
    ),
    (
        "operators of an asked class",
        "class Vector:\n    def __init__(self, x):\n        self.x = x\n"
        "    def __add__(self, other):\n        return Vector(self.x + other.x)\n"
        "    def __mul__(self, k):\n        return Vector(self.x * k)\n"
        "    def __lt__(self, other):\n        return self.x < other.x\n",
        "a = Vector(1) + Vector(2) * 3\nassert a.x == 7\nassert Vector(1) < Vector(2)",
    ),
    (
        "a generator",
        "def count(n):\n    for i in range(n):\n        yield i",
        "assert list(count(3)) == [0, 1, 2]\nassert next(count(1)) == 0\nassert sum(count(4)) == 6",
    ),
    (
        "what is printed",
        "def hello(name):\n    print('hello', name)",
        "import io, contextlib\nout = io.StringIO()\n"
        "with contextlib.redirect_stdout(out):\n    hello('you')\nassert out.getvalue() == 'hello you\\n'",
    ),
    (
        "a warning",
        "import warnings\ndef f():\n    warnings.warn('old', DeprecationWarning)\n    return 1",
        "import warnings\nwith warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n    assert f() == 1\n"
        "assert [w.category for w in caught] == [DeprecationWarning]",
    ),
    (
        "a name taken away for a moment",
        "def squares(n):\n    return [i * i for i in range(n)]\ndef total(n):\n    return sum(squares(n))",
        "assert total(3) == 5\nkept = squares\ndel squares\ntry:\n    total(3)\n"
        "except NameError:\n    pass\nelse:\n    raise AssertionError('squares is not used')\n"
        "finally:\n    squares = kept\nassert total(3) == 5",
    ),
    (
        "the source of a function",
        "def f(n):\n    for i in range(n):\n        pass",
        "import inspect\nassert 'for' in inspect.getsource(f) == f.source\n"
        "assert list(inspect.signature(f).parameters) == ['n']\nassert f.__name__ == 'f'",
    ),
    (
        "a table",
        "import pandas as pd\ndef table():\n    return pd.DataFrame({'a': [1, 2]})",
        "import pandas as pd\npd.testing.assert_frame_equal(table(), pd.DataFrame({'a': [1, 2]}))",
    ),
    (
        "an expression",
        "import sympy\nx = sympy.symbols('x')\nd = (x**2).diff(x)",
        "import sympy\nassert sympy.simplify(d - 2 * sympy.Symbol('x')) == 0",
    ),
    (
        "unicode",
        "def grüße(name):\n    return f'hallo {name} 😀'",
        "assert grüße('ü') == 'hallo ü 😀'",
    ),
    (
        "keywords and defaults",
        "def f(a, *rest, b=2, **more):\n    return a, rest, b, more",
        "assert f(1, 5, b=3, c=4) == (1, (5,), 3, {'c': 4})",
    ),
    (
        "helpers in the test",
        "def f(x):\n    return x + 1",
        "def close(a, b, eps=1e-9):\n    return abs(a - b) < eps\nassert all(close(f(i), i + 1) for i in range(5))",
    ),
    ("a lambda", "f = lambda x: x + 1", "assert f(1) == 2"),
    (
        "a callable object",
        "class F:\n    def __call__(self, x):\n        return x + 1\nf = F()",
        "assert callable(f)\nassert f(1) == 2",
    ),
    (
        "recursion",
        "def fact(n):\n    return 1 if n == 0 else n * fact(n - 1)",
        "assert fact(100) % 7 == 0",
    ),
]


@pytest.mark.parametrize(("answer", "test"), [r[1:] for r in RIGHT], ids=[r[0] for r in RIGHT])
def test_right_answer_passes(grade, answer, test):
    result = grade(("answer", answer), ("test", test))
    assert result.points == [2.0], next(result.exercises).message


@pytest.mark.parametrize(("answer", "test"), [r[1:] for r in RIGHT], ids=[r[0] for r in RIGHT])
def test_missing_answer_fails(grade, answer, test):
    result = grade(("answer", answer), ("test", test), answers=["nothing = 0"])
    assert result.points == [0.0]


LIES = [
    (
        "equals everything",
        "class L:\n    def __eq__(self, o):\n        return True\ndef f(x):\n    return L()",
    ),
    (
        "subtracts to nothing",
        "class L:\n    def __sub__(self, o):\n        return 0\n    def __abs__(self):\n        return 0\n    def __lt__(self, o):\n        return True\ndef f(x):\n    return L()",
    ),
    (
        "is any array",
        "import numpy as np\nclass L(np.ndarray):\n    def __eq__(self, o):\n        return True\ndef f(x):\n    return np.zeros(1).view(L)",
    ),
    (
        "a float that lies",
        "class L(float):\n    def __eq__(self, o):\n        return True\ndef f(x):\n    return L(0)",
    ),
    (
        "patched assertions",
        "import numpy as np\nnp.testing.assert_allclose = lambda *a, **k: None\nnp.allclose = lambda *a, **k: True\ndef f(x):\n    return 0",
    ),
    (
        "replaced module",
        "class np:\n    pass\nnp.allclose = lambda *a: True\ndef f(x):\n    return 0",
    ),
    ("replaced helper", "def close(a, b):\n    return True\ndef f(x):\n    return 0"),
    (
        "replaced builtins",
        "abs = lambda x: 0\nall = lambda x: True\nimport builtins\nbuiltins.abs = abs\ndef f(x):\n    return 0",
    ),
    (
        "reads the test's variables",
        "import sys\ndef f(x):\n    return globals().get('expected', 0)",
    ),
    ("waits to be told", "expected = 0\ndef f(x):\n    return expected"),
    (
        "looks up the stack",
        "import inspect\ndef f(x):\n    return [i.frame.f_locals.get('expected') for i in inspect.stack()][-1] or 0",
    ),
    ("an exit", "import os\ndef f(x):\n    os._exit(0)"),
    ("a polite exit", "import sys\ndef f(x):\n    sys.exit(0)"),
    ("an error in place of a result", "def f(x):\n    raise SystemExit"),
]


@pytest.mark.parametrize("answer", [lie[1] for lie in LIES], ids=[lie[0] for lie in LIES])
def test_object_that_equals_everything_fails(grade, answer):
    result = grade(
        ("given", "import numpy as np\ndef close(a, b):\n    return abs(a - b) < 1e-9"),
        ("answer", "def f(x):\n    return x + 1"),
        ("test", "expected = 4\nassert f(3) == expected"),
        ("test", "assert close(f(3), 4)\nassert abs(f(3) - 4) < 1e-9"),
        ("test", "np.testing.assert_allclose(f(3), 4)\nassert np.allclose(f(3), 4)"),
        ("answer", "def g(x):\n    return x"),
        ("test", "assert g(1) == 1"),
        answers=[answer],
    )
    assert result.points == [0.0, 0.0, 0.0, 2.0]


HANGS = [
    "def f(x):\n    while True:\n        pass",
    "def f(x):\n    while True:\n        try:\n            while True:\n                pass\n        except BaseException:\n            pass",
    "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ndef f(x):\n    time.sleep(1000)",
    "def f(x):\n    return f(x)",
    "import os, signal\ndef f(x):\n    os.kill(os.getpid(), signal.SIGKILL)",
    "import os, signal\ndef f(x):\n    os.kill(os.getppid(), signal.SIGKILL)\n    os.kill(-1, signal.SIGKILL)",
    "import ctypes\ndef f(x):\n    ctypes.string_at(0)",
    "def f(x):\n    return bytearray(50 * 2**30)",
    "import os\ndef f(x):\n    while True:\n        os.fork()",
    "import os\ndef f(x):\n    for i in range(256):\n        try:\n            os.write(i, b'garbage' * 99)\n        except OSError:\n            pass\n    return x + 1",
    "import os\ndef f(x):\n    os.closerange(0, 256)\n    return x + 1",
    "def f(x):\n    return [[]] * 10**9",
]


@pytest.mark.parametrize("answer", HANGS)
def test_hang_or_crash_fails_only_its_test(grade, answer):
    result = grade(
        ("given", "import numpy as np"),
        ("answer", "def g(x):\n    return x"),
        ("answer", "def f(x):\n    return x + 1"),
        ("test", "assert f(3) == 4"),
        ("test", "assert g(2) == 2"),
        ("answer", "def h(x):\n    return -x"),
        ("test", "assert h(2) == -2\nassert g(5) == 5"),
        answers=["def g(x):\n    return x", answer],
        seconds=1.5,
    )
    assert result.points == [0.0, 2.0, 2.0]


def test_cell_that_hangs_keeps_its_effects_so_far(grade):
    result = grade(
        ("answer", "def f(x):\n    return x + 1"),
        ("answer", "def g(x):\n    return x"),
        ("test", "assert f(3) == 4"),
        answers=["def f(x):\n    return x + 1\nwhile True:\n    pass"],
        extra="import os\nos._exit(3)",
        seconds=1.0,
    )
    assert result.points == [2.0]
    outputs = [str(cell.get("outputs")) for cell in result.notebooks[0].content["cells"]]
    assert "had not ended after 1 seconds" in outputs[0]
    assert "process ended" in outputs[2]


def test_test_gives_partial_credit_and_shows_warnings(grade):
    result = grade(
        ("answer", "import sys\nprint('loud', file=sys.stderr)\ndef f(x):\n    return x"),
        ("test", "assert f(1) == 1\n1.5"),
        ("test", "import warnings\nwarnings.warn('careful')\nassert f(1) == 1"),
        ("test", "assert f(1) == 1\n99"),
        ("test", "f(1) == 1"),
    )
    assert result.points == [1.5, 2.0, 2.0, 2.0]


def test_given_cell_can_use_an_answer(grade):
    result = grade(
        ("given", "start = 3"),
        ("answer", "def f(x):\n    return x + 1"),
        ("given", "result = f(start)"),
        ("test", "assert result == 4"),
        ("answer", "data = [1]\ndata.append(2)"),
        ("given", "count = len(data)"),
        ("test", "assert count == 2"),
        extra="start = 100\nresult = 4",
    )
    assert result.points == [2.0, 2.0]


def test_instance_of_given_class_goes_by_value(grade):
    node = "class Node:\n    def __init__(self, value, next=None):\n        self.value, self.next = value, next"
    result = grade(
        ("given", node),
        (
            "answer",
            "def length(n):\n    return 0 if n is None else 1 + length(n.next)\ndef push(n, v):\n    return Node(v, n)",
        ),
        ("test", "assert length(Node(1, Node(2))) == 2\nassert push(Node(1), 5).next.value == 1"),
    )
    assert result.points == [2.0]


def test_next_student_finds_nothing_of_the_last(grade, sandbox, tmp_path_factory):
    leave = (
        "import os\nfor place in ('/tmp/left', '/dev/shm/left', '/tmp/home/left'):\n"
        "    open(place, 'w').write('42')\nif os.fork() == 0:\n    os.setsid()\n"
        "    import time\n    time.sleep(600)\nanswer = 42"
    )
    result = grade(("answer", leave), ("test", "assert answer == 42"))
    assert result.points == [2.0]


def test_message_keeps_the_words_of_a_test_without_its_code(grade):
    result = grade(
        ("answer", "def f(x):\n    return x"),
        ("test", "secret = 12345\nassert f(1) == 1\nassert f(secret) == 0, 'f should give 0 here'"),
        ("test", "secret = 12345\nassert f(secret) == 0"),
    )
    first, second = result.exercises
    assert first.message == "f should give 0 here"
    assert "12345" not in second.message
    assert "secret" not in str([c["outputs"] for c in result.notebooks[0].content["cells"]])


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        ("def f(x):\n    raise NotImplementedError", Failure.NOT_IMPLEMENTED),
        ("def f(x):\n    return open('nowhere')", Failure.FILE_NOT_FOUND),
        ("def f(x):\n    import nonsuch", Failure.MODULE_NOT_FOUND),
        ("def f(x):\n    while True:\n        pass", Failure.TIMEOUT),
        ("def f(x):\n    return x", Failure.UNSENDABLE),
        ("def f(x):\n    return 0 if x == 1 else x", None),
    ],
)
def test_failure_has_a_code_even_if_the_test_hides_the_error(grade, answer, failure):
    test = "try:\n    assert f(1) == 1\n    f(1j.__class__.__mro__[0].__dict__)\n"
    test += "except Exception as error:\n    hidden = error\nassert False, 'no'"
    if failure is None or failure is Failure.TIMEOUT:
        test = "assert f(1) == 1"
    result = grade(("answer", answer), ("test", test), seconds=1.0)
    assert [exercise.failure for exercise in result.exercises] == [failure]


def test_magics_and_figures_work(grade):
    result = grade(
        ("given", "%matplotlib inline\nimport matplotlib.pyplot as plt"),
        ("answer", "%time 1 + 1\nplt.plot([1, 2])\nx = !echo hello"),
        ("test", "assert x[0] == 'hello'"),
    )
    outputs = str(result.notebooks[0].content["cells"][1]["outputs"])
    assert "image/png" in outputs
    assert result.points == [2.0]


@pytest.fixture
def student(sandbox):
    made = RemoteNotebook(sandbox, 1, 5.0, {}, {}, set())
    made.process.start()
    made.process.run("import warnings\nimport numpy as np\nkept = np.zeros(1)")
    yield made
    made.process.stop()


MANY = [(np.arange(3.0) + k, [k, "x"]) for k in range(4)]
ANSWERS = {
    "plain": "return a + 1",
    "another kind": "return {'a': (a, b), 'n': None}",
    "changes its arguments": "a += 1; b.append(2); return a.sum()",
    "gives back an argument": "return b",
    "gives back a changed argument": "a *= 2; return a",
    "gives back one array over and over": "kept[0] = a.sum(); return kept",
    "prints and warns": "print(a); warnings.warn('odd', RuntimeWarning); np.log(-1); return 1",
    "warns of something else": "warnings.warn('old', DeprecationWarning); return 1",
    "raises": "raise KeyError(len(a))",
    "raises now and then": "return 1 / (b[0] - 2)",
    "exits": "raise SystemExit",
    "gives back what can't be sent": "return np.zeros(2, dtype=[('a', 'f8')])",
    "interrupts itself": "raise KeyboardInterrupt",
}


@pytest.mark.parametrize("body", ANSWERS.values(), ids=ANSWERS)
def test_batch_equals_single_calls(student, body):
    student.process.run(f"def f(a, b):\n    {body}")
    f = student.get("f")
    one_by_one = [calling.call(f, args) for args in MANY]
    at_once = list(calling.call_each(f, MANY))
    assert len(at_once) == len(MANY)
    for one, other in zip(one_by_one, at_once, strict=True):
        assert type(one.error) is type(other.error)
        assert str(one.error) == str(other.error)
        assert type(one.value) is type(other.value)
        assert isinstance(one.value, Remote) or calling.same(one.value, other.value)
        assert (one.printed, one.warned) == (other.printed, other.warned)
        assert (one.changed, one.line) == (other.changed, other.line)
    assert [args[0][0] for args in MANY] == [0, 1, 2, 3], "what is asked stays as it was"


def test_batch_is_one_request(student):
    student.process.run("def f(a, b):\n    return a + 1")
    f = student.get("f")
    before = student.process.requests
    assert [outcome.value[0] for outcome in calling.call_each(f, MANY)] == [1, 2, 3, 4]
    assert student.process.requests == before + 1


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("import os; os._exit(0)", ProcessEnded),
        ("import time; time.sleep(60)", calling.TooSlow),
        pytest.param("while True: pass", calling.TooSlow, marks=pytest.mark.nightly),
    ],
)
def test_batch_fails_only_for_the_call_that_ends_the_process(student, body, error):
    student.process.run(f"def f(a, b):\n    if b[0] == 2:\n        {body}\n    return b[0]")
    outcomes = []
    for outcome in calling.call_each(student.get("f"), MANY, 3):
        student.process.renew()
        outcomes.append(outcome)
    assert [outcome.value for outcome in outcomes] == [0, 1, None, 3]
    assert isinstance(outcomes[2].error, error)


def test_batch_allows_callbacks(student):
    student.process.run("def f(g, x):\n    return g(x) + 1")
    many = [(lambda x: x * x, k) for k in range(3)]
    assert [o.value for o in calling.call_each(student.get("f"), many)] == [1, 2, 5]


def test_new_test_imports_no_lazy_module(monkeypatch):
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    spec = find_spec("wave")
    spec.loader = LazyLoader(spec.loader)
    lazy = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "wave", lazy)
    spec.loader.exec_module(lazy)
    RemoteNotebook(None, 1, 20, {}, {}, set()).begin_test([lazy])
    assert type(lazy) is not types.ModuleType, "it was imported"


def test_checks_run_source_in_few_places():
    packages = [Path(checks.__file__).parent, Path(misstep.__file__).parent]
    runs = re.compile(r"(?<![.\w])(?:exec|eval)\(")
    found = {
        path.relative_to(package).as_posix()
        for package in packages
        for path in package.rglob("*.py")
        if runs.search(path.read_text(encoding="utf-8"))
    }
    ours = {
        "core/mistakes.py",
        "core/paste.py",
        "units/family/comparison.py",
    }  # of the course's own texts
    assert found == ours | {"explain/variants.py"}  # of functions in the same process
