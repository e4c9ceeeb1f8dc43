"""What was tried on the wire, in quizzes, archives and pages, and came to nothing."""

import inspect
import io
import json
import socket
import time
import warnings
import zipfile
from types import SimpleNamespace

import numpy as np
import pytest
from classroom import cell, exercise, notebook
from gradebox import limits
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.intake import files, reader
from gradebox.judge import remote
from gradebox.judge.process import State, StudentProcess
from gradebox.judge.remote import RemoteFunction, RemoteNotebook
from gradebox.judge.runner import TimeBudget
from gradebox.pages import feedback
from gradebox.sandbox.channel import Channel, Deadline
from gradebox.sandbox.wire import HEAD, Codec
from gradebox.sandbox.wire_limits import WireError
from misstep import climb
from misstep.core import calling
from misstep.quizzes.quiz import QUIZZES

from lincourse.checks.units import CHECKS


class GivenError(ValueError):
    """An exception that a cell of the course defines."""


@pytest.fixture
def student():
    """The tests' side of a connection that nobody is at the other end of."""
    return RemoteNotebook(None, 1, 1.0, {}, {"GivenError": GivenError}, {"Vec"}, ["Node"])


# --- answers --------------------------------------------------------------------------------------


def answering(student, value):
    """Let the student's process answer whatever is asked with this."""
    student.process.ask = lambda **request: {"value": value}
    student.process.forgive = lambda: None
    return RemoteFunction(student, 1, {"callable": True})


def one(value, same=None, changed=()):
    return {"value": {"value": value, "same": same, "changed": list(changed)}}


@pytest.mark.parametrize(
    "answers",
    [
        [],
        [one(1)],
        [one(1), one(2), one(3)],
        None,
        5,
        "ab",
        [1, 2],
        [{"value": 5}, {"value": []}],
        {"0": one(1)},
    ],
)
def test_malformed_batch_is_sent_one_by_one(student, answers):
    assert answering(student, answers).batch([(1,), (2,)], 5) is None


@pytest.mark.parametrize("place", [1, -1, 99, "0", None, 0.5, [0], 10**400])
def test_returned_argument_index_out_of_range_is_ignored(student, place):
    found = answering(student, [one(7, place), one(7, place)]).batch([(3,), (4,)], 5)
    if found is not None:  # what can't be a place at all ends the batch
        assert [outcome["value"] for outcome in found] == [7, 7]


@pytest.mark.parametrize("changed", [[[5, 1]], [[-1, 1]], [["a", 1]], [7], [[0]], [[None, 2]], "x"])
def test_changes_of_unknown_arguments_are_ignored(student, changed):
    answer = {"value": {"value": 7, "same": None, "changed": changed}}
    numbers = [1, 2]
    found = answering(student, [answer, answer]).batch([(numbers,), (numbers,)], 5)
    assert numbers == [1, 2]
    assert found is None or [outcome["arguments"] for outcome in found] == [{}, {}]


def test_reply_to_another_request_is_ignored(student):
    """Late ones of a child's, and those for numbers to come."""
    process = StudentProcess(None, 1, 2.0, {}, Codec(), lambda request: {})
    ours, theirs = socket.socketpair()
    process._talk, process._channel = ours, Channel(ours, process.codec)
    process.state = State.READY
    for number in (-1, 0, 2, 3, "1", None, True * 1.5, [1]):
        theirs.sendall(Codec().pack({"value": "forged", "number": number}))
    theirs.sendall(Codec().pack({"value": "right", "number": 1}))
    assert process.ask(do="get", name="x")["value"] == "right"
    ours.close()
    theirs.close()


# --- nodes ----------------------------------------------------------------------------------------

NODES = {
    "a module": ["module", "os"],
    "no module": ["module", "antigravity"],
    "not a name": ["module", ["list", []]],
    "a function of Python's": ["builtin", "eval"],
    "a type": ["builtin", "int"],
    "a dunder": ["builtin", "__import__"],
    "no number of ours": ["yours", 5],
    "a list for a number": ["yours", ["list", []]],
    "a name with NUL": ["exception", ["a\0b", "ValueError"], []],
    "a surrogate": ["exception", ["\ud800", "ValueError"], []],
    "no names": ["exception", 5, None],
    "no class": ["exception", ["print"], ["x"]],
    "a given class": ["instance", "Node", ["dict", ["a"], [1]]],
    "a class that is not given": ["instance", "Judge", ["dict", [], []]],
    "fields that are none": ["instance", "Node", ["list", [1]]],
    "a permutation": ["sympy", [["Integer", hex(10**8)], ["make", "Permutation", [0]]]],
    "columns": ["array", "<f8", [0, 10**17], 0],
    "many columns": ["array", "<f8", [10**17], 0],
    "columns below zero": ["array", "<f8", [-5], 0],
    "deep": None,
    "a reference that is none": ["reference", "x", 5],
    "what it says of itself": ["reference", 1, {"callable": 1, "class": "yes", "mro": 7}],
}


@pytest.mark.parametrize("node", NODES.values(), ids=NODES)
def test_forged_node_is_decoded_or_refused(student, node):
    text = json.dumps([node, [0]]).encode()
    if node is None:
        text = b"[" + b'["list", [' * 50_000 + b"]]" * 50_000 + b", []]"
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = student.unpack(bytearray(text), len(text))
        except WireError:
            return
    assert time.process_time() - start < 5
    assert value is not eval
    assert value is not __import__


@pytest.mark.parametrize("sizes", [[-1], [10**9], ["a"], [None], 5, [1.5], [True], {"a": 1}])
def test_forged_buffer_sizes_are_refused(sizes):
    text = json.dumps([["bytes", 0], sizes]).encode()
    with pytest.raises(WireError):
        Codec().unpack(bytearray(text), len(text))


@pytest.mark.parametrize(
    "parameters",
    [
        5,
        None,
        [["x"]],
        [["x", "NO_KIND", False]],
        [["not a name", "POSITIONAL_ONLY", False]],
        [["a", "VAR_KEYWORD", False], ["b", "POSITIONAL_ONLY", False]],
        [[5, [], {}]],
    ],
)
def test_forged_signature_is_refused(student, parameters):
    function = RemoteFunction(student, 1, {"parameters": parameters})
    with pytest.raises((ValueError, TypeError)):
        inspect.signature(function)


def test_forged_heads_are_refused():
    ours, theirs = socket.socketpair()
    for body, text in ((2**32 - 1, 5), (5, 6), (2**30, 2**30)):
        theirs.sendall(HEAD.pack(body, text))
        with pytest.raises(WireError):
            Channel(ours, Codec()).read(Deadline(5))
    ours.close()
    theirs.close()


# --- exceptions and classes that the course gives -------------------------------------------------


def test_exception_of_the_course_keeps_its_class(student):
    error = student._error({"raised": ["GivenError", "ValueError"], "args": ["x"]})
    assert type(error) is GivenError
    assert error.args == ("x",)


def test_exception_of_a_student_has_one_substitute_class(student):
    first, second = (student._error({"raised": ["Mine", "KeyError"], "args": []}) for _ in "ab")
    assert type(first) is type(second)
    assert type(first).__name__ == "Mine"
    assert isinstance(first, KeyError)


def test_substitute_classes_for_exceptions_are_limited(student, monkeypatch):
    monkeypatch.setattr(remote, "MAX_EXCEPTIONS", 3)
    kinds = [student._exception([f"Mine{n}", "KeyError"]) for n in range(6)]
    assert [kind.__name__ for kind in kinds] == ["Mine0", "Mine1", "Mine2", *["KeyError"] * 3]


@pytest.mark.parametrize("kind", ["SystemExit", "KeyboardInterrupt", "GeneratorExit"])
def test_exception_that_would_end_the_tests_is_replaced(student, kind):
    error = student._error({"raised": [kind, "BaseException"], "args": [1]})
    assert type(error).__name__ == "ProcessEnded"


def test_given_class_unknown_to_the_judge_has_its_fields(student):
    def decoded(name, **fields):
        node = ["instance", name, ["dict", list(fields), list(fields.values())]]
        text = json.dumps([node, []]).encode()
        return student.unpack(bytearray(text), len(text))

    first, second = decoded("Node", a=3), decoded("Node", b=4)
    assert (first.a, second.b) == (3, 4)
    assert type(first) is type(second) is student.given["Node"]
    assert type(first).__name__ == "Node"
    for name in ("Other", 5, "object"):
        with pytest.raises(WireError):
            decoded(name)


# --- the time of a submission ---------------------------------------------------------------------


class Spent:
    """A function whose submission has no time left."""

    def __call__(self, *arguments):
        raise calling.TooSlow(1200, together=True)

    def batch(self, calls, seconds):
        return None


def test_report_without_time_left_mentions_no_endless_loop():
    report = climb(CHECKS["eta_decay"], Spent(), 0)
    assert "All of a submission may take 1200 seconds together" in report.message
    assert "loop" not in report.think


def test_time_budget_reserves_time_for_later_cells():
    process = SimpleNamespace(postponed=0.0)
    budget = TimeBudget(30.0, 3, end=1_000_000.0)
    budget.limit(process)
    assert (process.deadline, process.together) == (1_000_000.0 - 90, limits.SUBMISSION_FACTOR * 30)
    budget.parts -= 3
    budget.limit(process)
    assert process.deadline == 1_000_000.0
    many = TimeBudget(30.0, 1000, end=1_000_000.0)
    many.limit(process)
    assert process.deadline == 1_000_000.0 - limits.SUBMISSION_FACTOR * 30 / 2


# --- quizzes --------------------------------------------------------------------------------------


class Says:
    """Says yes to everything."""

    def __array__(self, *arguments, **options):
        raise ValueError("no")

    def __eq__(self, other):
        return True

    __hash__ = None

    def __getitem__(self, key):
        return 0.0

    def __len__(self):
        return 3


VALUES = {
    "nan": float("nan"),
    "inf": float("inf"),
    "nans": [float("nan")] * 3,
    "2-d": [[1e9]],
    "masked": np.ma.masked_all(3),
    "structured": np.zeros(3, dtype=[("a", float)]),
    "an object": Says(),
    "digits": "9" * 5000,
    "digits and more": ["1e400"] * 3,
    "bytes": b"x",
    "a dict": {0: 1},
    "a set": {1},
    "complex": 1j,
    "true": True,
    "empty": [],
    "ragged": [[1], [1, 2]],
    "objects": np.array([None, "x"], dtype=object),
    "large": 10**400,
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_quiz_refuses_odd_answers(value):
    for quiz in QUIZZES.values():
        if value is True and np.ndim(quiz.answer) == 0 and abs(quiz.answer - 1) < 0.5:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            report = quiz.mark(value)
        assert not report.good, quiz.name
        assert report.message


# --- archives -------------------------------------------------------------------------------------

CONTENT = notebook([*exercise("f", 1, "def f(x):\n    return x", "assert f(1) == 1")])
ONE = Assignment("a", [CourseNotebook.parse("w", CONTENT, CONTENT)])
WORK = json.dumps(CONTENT)


def packed(*members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


GOOD = packed(("w.ipynb", WORK))


def unknown_method():
    data = bytearray(GOOD)
    data[data.index(b"PK\x01\x02") + 10] = data[8] = 99
    return bytes(data)


ARCHIVES = {
    "an unknown method": (unknown_method(), False),
    "a zip in a zip": (packed(("w.zip", GOOD)), False),
    "the same name twice": (packed(("w.ipynb", WORK), ("w.ipynb", WORK)), True),
    "a name that is no UTF-8": (
        packed(("w.ipynb", WORK), ("xx.txt", "")).replace(b"xx.txt", b"\xff\xfe.txt"),
        True,
    ),
    "out of it": (packed(("../w.ipynb", WORK)), False),
    "from the root": (packed(("/w.ipynb", WORK)), False),
    "bytes before it": (b"MZ" * 50 + GOOD, True),
    "a list that points nowhere": (GOOD[:-6] + b"\xff\xff\xff\x7f" + GOOD[-2:], False),
    "files without number": (
        packed(*((f"{n}.txt", "") for n in range(2000)), ("w.ipynb", WORK)),
        1,
    ),
}


@pytest.mark.parametrize(("data", "readable"), ARCHIVES.values(), ids=ARCHIVES)
def test_odd_archives_are_read_or_refused(tmp_path, data, readable):
    folder = tmp_path / "submitted" / "s" / "a"
    folder.mkdir(parents=True)
    (folder / "work.zip").write_bytes(data)
    submission = reader.read(folder, "s", ONE)
    assert submission.readable is bool(readable)
    assert submission.readable or submission.review_reasons
    assert not list(tmp_path.glob("*.ipynb"))
    assert not list(folder.parent.glob("*.ipynb"))


def test_archive_size_is_limited(tmp_path):
    """And what is larger is told how large it may be."""
    folder = tmp_path / "submitted" / "s" / "a"
    folder.mkdir(parents=True)
    for size, words in (
        (limits.MAX_FILE_BYTES, ""),
        (limits.MAX_FILE_BYTES + 2**20, "(41 MB; the limit is 40 MB per file)"),
    ):
        padding = b"\0" * (size - len(GOOD))
        (folder / "work.zip").write_bytes(padding + GOOD)
        submission = reader.read(folder, "s", ONE)
        assert submission.readable is not bool(words)
        assert words in " ".join(submission.review_reasons)


def test_total_size_is_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_SUBMISSION_BYTES", len(WORK) + 10 * 2**20)
    folder = tmp_path / "submitted" / "s" / "a"
    folder.mkdir(parents=True)
    (folder / "w.ipynb").write_text(WORK)
    for name in "ab":
        (folder / name).write_bytes(b"\0" * 6 * 2**20)
    submission = reader.read(folder, "s", ONE)
    assert submission.readable
    assert submission.files.keys() == {"a"}
    assert "b is too much: the limit for all files together is 10 MB" in " ".join(
        submission.review_reasons
    )


# --- pages ----------------------------------------------------------------------------------------

PATTERNS = {
    "brackets": "(" * 6000,
    "quotes": '"' * 6000,
    "triple quotes": '"""' * 2000,
    "formats": 'f"{' * 2000,
    "nested formats": 'f"{' + "{" * 5900,
    "percents": '"' + "%(" * 2900,
    "backslashes": "'" + "\\" * 5900,
    "backslashes at ends": "\\\n" * 3000,
    "digits": "1" * 6000,
    "digits with lines": "1_" * 3000,
    "dots": "." * 6000,
    "names": "a" * 6000,
    "dotted names": "a." * 3000,
    "decorators": "@" * 6000,
    "decorated names": "@a." * 2000,
    "imports": "from " * 1200,
    "more imports": "import a," * 600,
    "blanks": "x" + " " * 5900 + "y",
    "tabs": "\t" * 5900 + "x",
    "comments": "#" * 6000,
    "prompts": ">>> " * 1500,
    "doubles": "0x" * 3000,
    "classes": "class " * 1000,
    "definitions": "def a " * 1000,
}


@pytest.mark.parametrize("text", PATTERNS.values(), ids=PATTERNS)
def test_highlighting_is_fast_for_odd_code(text):
    start = time.process_time()
    assert feedback.coloured.__wrapped__(text)
    assert time.process_time() - start < 3  # about 0.5 on a machine that is not busy


@pytest.mark.parametrize("grade_id", ["x" * 5000, "\u202e", "<b>", "../..", "\0", "a\nb"])
def test_odd_grade_ids_are_no_answers(tmp_path, grade_id):
    folder = tmp_path / "submitted" / "s" / "a"
    folder.mkdir(parents=True)
    odd = notebook([cell("f = 1", grade_id=grade_id, solution=True)])
    (folder / "w.ipynb").write_text(json.dumps(odd))
    submission = reader.read(folder, "s", ONE)
    assert submission.answered.get("w", []) in ([], ["f"])
