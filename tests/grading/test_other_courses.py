"""Right answers to tests as other people write them: each case was once graded wrong."""

import pytest
from classroom import cell, notebook
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.judge import doctor

pytestmark = pytest.mark.slow

SQUARE = "def square(x):\n    return x * x"
TABLE = """import pandas as pd
table = pd.DataFrame({"a": [1, 1, 2], "b": list("xyx"), "c": [1.0, 2, 3]})"""
CASES = {
    "a file that a test reads": (
        [("answer", "n = 2"), ("test", "assert open('data/n.txt').read() == str(n)")],
        {"data/n.txt": b"2"},
    ),
    "a module beside the notebook": (
        [("answer", "n = 2"), ("test", "from tests.values import right\nassert right(n)")],
        {"tests/values.py": b"def right(n):\n    return n == 2\n"},
    ),
    "a module beside the notebook, in a given cell": (
        [
            ("given", "import helper_of_this_course as helper"),
            ("answer", "n = helper.double(2)"),
            ("test", "assert helper.double(n) == 8"),
        ],
        {"helper_of_this_course.py": b"def double(n):\n    return 2 * n\n"},
    ),
    "a file that a test writes": (
        [
            ("answer", "n = 2"),
            ("test", "open('data/new', 'w').write(str(n))\nassert open('data/new').read() == '2'"),
        ],
        {"data/n.txt": b"2"},
    ),
    "a class that is shown and then asked for": (
        [
            ("plain", "class Dog:\n    pass"),
            ("answer", "class Dog:\n    def speak(self):\n        return 'wuff'"),
            ("test", "assert Dog().speak() == 'wuff'"),
        ],
        {},
    ),
    "a test's function that calls the student's": (
        [
            ("answer", f"{SQUARE}\ndef twice(f, x):\n    return f(f(x))"),
            ("test", "assert twice(lambda x: square(x) + 1, 2) == 26"),
        ],
        {},
    ),
    "a given function that is taken away for a moment": (
        [
            ("answer", "factor = 3"),
            ("given", "def scaled(x):\n    return factor * x"),
            ("answer", "def total(xs):\n    return sum(scaled(x) for x in xs)"),
            (
                "test",
                "kept = scaled\ndel scaled\ntry:\n    total([1])\nexcept NameError:\n    pass\n"
                "else:\n    raise AssertionError\nscaled = kept\nassert total([1, 2]) == 9",
            ),
        ],
        {},
    ),
    "dir()": ([("answer", "a = 1"), ("test", "assert 'a' in dir() and 'b' not in dir()")], {}),
    "globals()": (
        [
            ("answer", "a = 1"),
            (
                "test",
                "assert 'a' in globals() and 'b' not in globals()\nassert globals()['a'] == 1",
            ),
        ],
        {},
    ),
    "all names": (
        [
            ("answer", "a1 = 1\na2 = 2"),
            ("test", "assert sum(globals()[n] for n in list(globals()) if n[0] == 'a') == 3"),
        ],
        {},
    ),
    "dir(object)": (
        [
            ("answer", "class Dog:\n    def speak(self):\n        pass\nrex = Dog()\nrex.age = 3"),
            ("test", "assert {'speak', 'age'} <= set(dir(rex))\nassert 'speak' in dir(Dog)"),
        ],
        {},
    ),
    "the source of an earlier cell": (
        [("answer", "for i in range(3):\n    pass"), ("test", "assert 'for' in In[-2]")],
        {},
    ),
    "lines of the source": (
        [
            ("answer", SQUARE),
            ("test", "import inspect\nassert len(inspect.getsourcelines(square)[0]) == 2"),
        ],
        {},
    ),
    "defaults": (
        [
            ("answer", "def f(a, b=2, *, c=(1, 'x')):\n    y = a\n    return y"),
            (
                "test",
                "import inspect\nparameters = inspect.signature(f).parameters\n"
                "assert parameters['b'].default == 2 and parameters['c'].default == (1, 'x')\n"
                "assert f.__defaults__ == (2,) and f.__kwdefaults__ == {'c': (1, 'x')}\n"
                "assert f.__code__.co_argcount == 2\n"
                "assert f.__code__.co_varnames == ('a', 'b', 'c', 'y')",
            ),
        ],
        {},
    ),
    "the seed of NumPy": (
        [
            ("answer", "import numpy as np\ndef draw():\n    return np.random.rand(3)"),
            (
                "test",
                "import numpy as np\nnp.random.seed(1)\na = draw()\nnp.random.seed(1)\n"
                "assert (a == np.random.rand(3)).all()",
            ),
        ],
        {},
    ),
    "the seed of Python": (
        [
            ("answer", "import random\ndef draw():\n    return random.random()"),
            (
                "test",
                "import random\nrandom.seed(1)\na = draw()\nrandom.seed(1)\n"
                "assert a == random.random()",
            ),
        ],
        {},
    ),
    "lines that begin like IPython's": (
        [
            ("answer", "text = 'x=3'\nnote = '''\n!ok\n%d\n'''"),
            (
                "test",
                "expected = ('x=%d'\n    % 3)\nassert text == expected\n"
                "assert note == '''\n!ok\n%d\n'''\n%matplotlib inline\nassert note.strip() \\\n"
                "    % 4 == '!ok\\n4'",
            ),
        ],
        {},
    ),
    "help and cell magics": (
        [("answer", "n = 2"), ("test", "%%time\nassert n == 2\nlen?\n?len\nhere = !ls")],
        {},
    ),
    "a number that stock nbgrader can't read": (
        [("answer", "n = 2"), ("test", "import numpy as np\nnp.float64(0.25)")],
        {},
    ),
    "a number that isn't shown": ([("answer", "n = 2"), ("test", "0.25;")], {}),
    "text that is run": (
        [
            ("answer", "text = 'n = 5'\nformula = 'n + 1'"),
            ("test", "exec(text)\nassert n == 5 and eval(formula) == 6"),
        ],
        {},
    ),
    "an earlier cell that is run again": (
        [("answer", "n = 5\nm = n + 1"), ("test", "exec(In[-2])\nassert n == 5 and m == 6")],
        {},
    ),
    "text of the test's own": (
        [
            ("answer", SQUARE),
            (
                "test",
                "limit = 9\nexec('assert square(3) == limit')\nassert eval('square(limit)') == 81",
            ),
        ],
        {},
    ),
    "a table with two levels": (
        [
            (
                "answer",
                "def mean(table):\n    return table.groupby(['a', 'b']).mean()\n"
                "def wide(table):\n    return table.pivot_table('c', 'a', 'b', ['sum', 'max'])",
            ),
            (
                "test",
                f"{TABLE}\nexpected = table.groupby(['a', 'b']).mean()\n"
                "pd.testing.assert_frame_equal(mean(table), expected)\n"
                "assert mean(table).loc[(1, 'y'), 'c'] == 2\n"
                "assert wide(table).loc[1, ('sum', 'x')] == 1\n"
                "assert wide(table).columns.names == [None, 'b']",
            ),
        ],
        {},
    ),
    "dates": (
        [
            (
                "answer",
                "import pandas as pd\ndays = pd.date_range('2020-01-01', periods=3)\n"
                "here = days.tz_localize('Europe/Berlin')\nfirst, last = here[0], days[2]\n"
                "table = pd.DataFrame({'time': here})\nmissing = [pd.NaT, pd.NA]\n"
                "length = days[1] - days[0]",
            ),
            (
                "test",
                "import pandas as pd\nexpected = pd.date_range('2020-01-01', periods=3)\n"
                "pd.testing.assert_series_equal(pd.Series(1, days), pd.Series(1, expected))\n"
                "assert list(here) == list(expected.tz_localize('Europe/Berlin'))\n"
                "assert isinstance(first, pd.Timestamp) and str(first.tz) == 'Europe/Berlin'\n"
                "assert table.time.dt.hour.tolist() == [0, 0, 0] and last.day == 3\n"
                "assert all(map(pd.isna, missing)) and length == pd.Timedelta('1D')",
            ),
        ],
        {},
    ),
    "a table that is changed": (
        [
            ("answer", "def add(table, column):\n    table['n'] = 1\n    column[0] = 7"),
            (
                "test",
                f"{TABLE}\ncolumn = table['a'].copy()\nadd(table, column)\n"
                "assert table['n'].sum() == 3 and column[0] == 7",
            ),
        ],
        {},
    ),
    "a list in a list that is changed": (
        [
            ("answer", "def fill(rows):\n    rows[0][0] = 9\n    rows[1] = None"),
            (
                "test",
                "first = [1]\nrows = [first, 2]\nfill(rows)\n"
                "assert first == [9] and rows == [[9], None]",
            ),
        ],
        {},
    ),
    "a list that the test sorts": (
        [
            ("answer", "found = [3, 1, 2]\ncalls = []\ndef f():\n    calls.append(1)"),
            (
                "test",
                "found.sort()\nassert found == [1, 2, 3] and calls == []\nf()\n"
                "assert calls == [1] and found == [1, 2, 3] and found is found",
            ),
        ],
        {},
    ),
    "a name of the student's for something else": (
        [
            (
                "answer",
                "import matplotlib.pyplot as plt\nfigure, axis = plt.subplots()\n"
                "def title():\n    return axis.get_title()",
            ),
            (
                "test",
                "import matplotlib.pyplot as plt\nfigure, axis = plt.subplots()\n"
                "axis.set_title('A')\nassert axis.get_title() == 'A' and title() == ''",
            ),
        ],
        {},
    ),
    "an array in a list": (
        [
            ("answer", "import numpy as np\nx = np.arange(3)\nmixed = [0, x, 'a']\ny = x.copy()"),
            (
                "test",
                "assert mixed == [0, x, 'a'] and mixed[1] is x and y is not x\nx[0] = 5\n"
                "assert mixed[1][0] == 5 and y[0] == 0 and x.sum() == 8",
            ),
        ],
        {},
    ),
    "old generators": (
        [
            ("answer", "def draw(rng):\n    return rng.normal(size=2)"),
            (
                "test",
                "import numpy as np\na, b = np.random.RandomState(0), np.random.RandomState(0)\n"
                "assert all((draw(a) == draw(b)).all() for _ in range(2))\n"
                "assert (draw(a) != np.random.RandomState(0).normal(size=2)).all()",
            ),
        ],
        {},
    ),
    "special arrays": (
        [
            (
                "answer",
                "import numpy as np\nm = np.matrix([[1, 2], [3, 4]])\n"
                "x = np.ma.masked_less([1, 2, 3], 2)",
            ),
            ("test", "assert (m * m)[0, 0] == 7\nassert x.sum() == 5 and x.mask[0]"),
        ],
        {},
    ),
    "types of arrays": (
        [
            (
                "answer",
                "import numpy as np\nclass Tensor:\n    def __init__(self, data):\n"
                "        self.data = np.array(data, dtype=np.float32)\n    @property\n"
                "    def dtype(self):\n        return self.data.dtype\nkind = np.int64\n"
                "none = np.dtype(object)",
            ),
            (
                "test",
                "import numpy as np\nassert Tensor([1]).dtype == np.float32\n"
                "assert kind is np.int64 and none == object",
            ),
        ],
        {},
    ),
    "a dictionary with a default": (
        [
            (
                "answer",
                "from collections import defaultdict\nd = defaultdict(list)\nd[1].append(2)",
            ),
            (
                "test",
                "from collections import defaultdict\n"
                "assert isinstance(d, defaultdict) and d[1] == [2] and d[5] == []",
            ),
        ],
        {},
    ),
    "an object that can be called": (
        [
            (
                "answer",
                "class Line:\n    def __init__(self, a):\n        self.a = a\n"
                "    def __call__(self, x):\n        return self.a * x\n"
                "    def __add__(self, other):\n        return Line(self.a + other.a)\n"
                "    def __eq__(self, other):\n        return self.a == other.a\n"
                "    def __len__(self):\n        return 1\nline = Line(2)",
            ),
            (
                "test",
                "assert line(3) == 6 and line + Line(1) == Line(3) and len(line) == 1\n"
                "line.a = 5\nassert line(3) == 15 and callable(line)",
            ),
        ],
        {},
    ),
    "the type of a function": (
        [
            ("answer", SQUARE),
            (
                "test",
                "import inspect\nimport types\nassert isinstance(square, types.FunctionType)\n"
                "assert inspect.isfunction(square) and not inspect.isclass(square)\n"
                "assert len(inspect.getsource(square).splitlines()) == 2\n"
                "assert list(inspect.signature(square).parameters) == ['x']",
            ),
        ],
        {},
    ),
    "a class derived from a given one": (
        [
            ("given", "class Node:\n    def area(self):\n        raise NotImplementedError"),
            ("answer", "class Square(Node):\n    def area(self):\n        return 4"),
            (
                "test",
                "square = Square()\nassert isinstance(square, Node) and issubclass(Square, Node)\n"
                "assert isinstance(square, Square) and not isinstance(Node(), Square)\n"
                "assert square.__class__.__name__ == 'Square' and square.area() == 4",
            ),
        ],
        {},
    ),
    "an enumeration": (
        [
            ("answer", "from enum import Enum\nclass C(Enum):\n    A = 1\n    B = 2\nbest = C.A"),
            (
                "test",
                "assert [c.name for c in C] == ['A', 'B'] and len(C) == 2 and C['B'].value == 2\n"
                "assert C.A is best and C.B is not best and C(2) == C.B and C.A in C",
            ),
        ],
        {},
    ),
    "an object that is the same": (
        [
            (
                "answer",
                "class One:\n    only = None\n    def __new__(cls):\n"
                "        cls.only = cls.only or object.__new__(cls)\n        return cls.only\n"
                "class Many:\n    pass\nkept = Many()\ndef same(x):\n    return x",
            ),
            (
                "test",
                "assert One() is One() and same(kept) is kept\nassert Many() is not Many()",
            ),
        ],
        {},
    ),
    "given data that change from cell to cell": (
        [
            ("given", "data = [1]"),
            ("answer", "n = len(data)"),
            ("test", "assert n == len(data) == 1"),
            ("given", "data = [1, 2]\ndef double():\n    return 2 * len(data)"),
            ("answer", "m = len(data)"),
            ("test", "assert m == len(data) == 2 and double() == 4"),
        ],
        {},
    ),
    "annotations": (
        [
            ("answer", "def f(a: int, b: 'x' = 2) -> float:\n    return a * b"),
            (
                "test",
                "import inspect\n"
                "assert f.__annotations__ == {'a': int, 'b': 'x', 'return': float}\n"
                "signature = inspect.signature(f)\nassert signature.return_annotation is float\n"
                "assert signature.parameters['a'].annotation is int",
            ),
        ],
        {},
    ),
    "generators and coroutines": (
        [
            ("answer", "def count():\n    yield 1\nasync def wait():\n    pass"),
            (
                "test",
                "import inspect\nassert inspect.isgeneratorfunction(count)\n"
                "assert inspect.isgenerator(count()) and not inspect.isgenerator(count)\n"
                "assert inspect.iscoroutinefunction(wait) and list(count()) == [1]",
            ),
        ],
        {},
    ),
    "a path": (
        [
            ("answer", "def beside(path):\n    return path.parent / 'b.txt'"),
            (
                "test",
                "from pathlib import Path\nassert beside(Path('a/a.txt')) == Path('a', 'b.txt')",
            ),
        ],
        {},
    ),
    "commands of IPython in a block": (
        [
            ("answer", SQUARE),
            (
                "test",
                "if True:\n    %matplotlib inline\n%time y = square(3)\nassert y == 9",
            ),
        ],
        {},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_right_answer_gets_all_points(name, grade):
    parts, files = CASES[name]
    result = grade(*parts, files=files)
    assert set(result.points) == {2}, [exercise.message for exercise in result.exercises]


REACHES_OUT = """
import os
found = os.path.exists({secret!r})
try:
    open({written!r}, "w").write("here")
except OSError:
    pass
"""


@pytest.mark.parametrize(
    "test",
    [
        "exec(text)\nassert found is False",
        "names = {'limit': 3}\nexec(text, names)\nassert names['found'] is False",
        "exec(compile(text, 'x', 'exec'))\nassert found is False",
        "exec(In[-2])\nassert n == 1",
        "def check():\n    limit = 3\n    exec(text, globals())\ncheck()\nassert found is False",
    ],
)
def test_student_text_runs_in_the_sandbox(test, grade, tmp_path):
    secret, written = tmp_path / "secret", tmp_path / "written"
    secret.write_text("secret")
    text = REACHES_OUT.format(secret=str(secret), written=str(written))
    answer = f"n = 1\ntext = {text!r}\nif 'm' in globals():\n    exec(text)\nm = 1"
    result = grade(("answer", answer), ("test", test))
    assert not written.exists()
    assert result.points == [2]


def test_class_derived_from_a_students_says_why_not(grade):
    result = grade(
        ("answer", "class Shape:\n    pass"),
        ("test", "class Square(Shape):\n    pass"),
    )
    assert "can't derive a class from the student's Shape" in next(result.exercises).message


@pytest.mark.parametrize(
    ("empty", "written", "test"),
    [
        ("def f(x):\n    # your code\n    pass", "def f(x):\n    return 2 * x", "assert f(2) == 4"),
        (
            "class D:\n    pass",
            "class D:\n    def f(self):\n        return 1",
            "assert D().f() == 1",
        ),
        ("x = ...", "x = 3", "assert x == 3"),
    ],
)
def test_answer_counts_in_a_cell_that_is_not_marked_as_one(grade, empty, written, test):
    result = grade(("plain", empty), ("test", test), edited={0: written})
    assert result.points == [2], result.exercises
    [other] = doctor.remarks(assignment_of(empty, test), None)
    assert "in a cell that isn't marked as an answer" in other.words


def test_changed_helper_of_the_course_is_mentioned(grade):
    parts = [("plain", "def near(a, b):\n    return a == b"), ("test", "assert near(1, 2)")]
    result = grade(*parts, edited={0: "def near(a, b):\n    return True"})
    assert result.points == [0]
    assert result.reasons == [
        "`near` was changed outside an answer cell; tests use the course's version"
    ]


def assignment_of(plain, test):
    marks = {"grade": True, "locked": True, "points": 2}
    content = notebook([cell(plain), cell(test, grade_id="test", **marks)])
    return Assignment("a", [CourseNotebook.parse("work", content)])
