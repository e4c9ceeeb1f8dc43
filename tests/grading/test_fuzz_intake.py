"""Fuzzing of intake: arbitrary bytes, archives, names and JSON end in a status, within their time.

Nothing else may come of them: no exception, no word on the terminal, no file that can't be written,
nothing in a reason that steers what shows it. A longer run with --all.
"""

import copy
import csv
import datetime
import io
import json
import os
import shutil
import struct
import sys
import time
import warnings
import zipfile

import pytest
from classroom import cell, exercise, notebook
from gradebox import text
from gradebox.course.model import Assignment, CourseNotebook
from gradebox.intake import reader
from gradebox.pages import report
from gradebox.results import Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow

CONTENT = notebook(
    [
        cell("import numpy as np", grade_id="imports", locked=True),
        *exercise("f", 1, "def f(x):\n    return x", "assert f(1) == 1"),
        cell("f(2)"),
        cell("Why?", "markdown", grade_id="why", grade=True, solution=True, points=3),
    ]
)
OTHER = notebook(
    [
        cell("import numpy as np", grade_id="imports", locked=True),
        *exercise("g", 1, "g = 3", "assert g == 3"),
    ]
)
ASSIGNMENT = Assignment(
    "a",
    [CourseNotebook.parse(name, c, c) for name, c in (("part1", CONTENT), ("part2", OTHER))],
    {"data/given.csv": b"1,2"},
)
WORK = json.dumps(CONTENT).encode()
SECONDS = 10  # for one submission; what is honest takes a thousandth of it

runs = pytest.mark.parametrize("examples", [60, pytest.param(3000, marks=pytest.mark.nightly)])


def fuzz(examples, **strategies):
    """Try a function on many examples: a few that are always the same, or many new ones."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
    how = settings(
        max_examples=examples,
        deadline=None,
        derandomize=examples < 1000,
        database=None,
        suppress_health_check=slow,
    )
    return lambda function: how(given(**strategies)(function))()


@pytest.fixture
def hand_in(tmp_path, capfd):
    """Hand in files, take them, and see that the rule holds."""
    folder = tmp_path / "submitted" / "student" / "a"

    def check(files):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, content in files.items():
            path = os.path.join(os.fsencode(folder), name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        before = os.listdir(tmp_path)
        start = time.monotonic()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            submission = reader.read(folder, "student", ASSIGNMENT)
        assert time.monotonic() - start < SECONDS
        assert not warned
        assert capfd.readouterr() == ("", "")
        assert os.listdir(tmp_path) == before
        if submission is not None:
            see(submission)
        return submission

    def see(submission):
        assert submission.came is not None
        assert submission.readable or submission.review_reasons
        assert bool(submission.parts) is submission.readable
        assert submission.claimed is None or submission.claimed.tzinfo is datetime.UTC
        result = Result(
            "student", "a", "needs review", [*submission.review_reasons, *submission.notes]
        )
        assert len(result.reason) < 20_000
        [row] = csv.reader(io.StringIO(report.table([result]).splitlines()[1]))
        assert not row[-1].startswith(text.FORMULA)
        assert text.printable(row[-1]) == row[-1]
        place = tmp_path / "work"
        shutil.rmtree(place, ignore_errors=True)
        for name, content in {**submission.files, **ASSIGNMENT.files}.items():
            path = place / name
            assert path.resolve().is_relative_to(place), name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        shutil.rmtree(place)

    return check


NAMES = [
    b"part1.ipynb",
    b"part2.ipynb",
    b"x.ipynb",
    b"work.zip",
    b"timestamp.txt",
    b"data",
    b"a.py",
]


@runs
def test_arbitrary_bytes(hand_in, examples):
    anything = st.one_of(st.binary(max_size=500), st.binary(max_size=50).map(WORK.__add__))
    some = st.dictionaries(st.sampled_from(NAMES), anything, max_size=4)

    @fuzz(examples, files=some)
    def _(files):
        hand_in(files)


@runs
def test_notebook_with_damaged_bytes(hand_in, examples):
    damage = st.lists(st.tuples(st.integers(0, len(WORK) - 1), st.binary(max_size=4)), max_size=5)

    @fuzz(examples, damage=damage, end=st.integers(0, len(WORK)))
    def _(damage, end):
        data = WORK
        for at, new in damage:
            data = data[:at] + new + data[at + len(new) :]
        hand_in({b"part1.ipynb": data[:end] if end % 2 else data})


# --- JSON

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["code", "markdown", "raw", "f", "imports", "test_f", "def f(x): pass", "\0"]),
)
KEYS = st.one_of(
    st.text(max_size=5),
    st.sampled_from(
        ["cells", "cell_type", "source", "metadata", "nbgrader", "grade_id", "id", "tags"]
        + ["nbformat", "nbformat_minor", "worksheets", "outputs", "points", "grade", "solution"]
    ),
)
JSON = st.recursive(
    LEAVES,
    lambda part: st.one_of(st.lists(part, max_size=4), st.dictionaries(KEYS, part, max_size=5)),
    max_leaves=20,
)


@runs
def test_arbitrary_json(hand_in, examples):
    cells = st.lists(st.dictionaries(KEYS, JSON, max_size=6), max_size=5)
    books = st.one_of(JSON, st.fixed_dictionaries({"nbformat": JSON, "cells": cells}))

    @fuzz(examples, content=books)
    def _(content):
        hand_in({b"part1.ipynb": json.dumps(content).encode()})


@runs
def test_notebook_with_a_changed_part(hand_in, examples):
    """Any value in place of any part of a good notebook."""

    @fuzz(examples, data=st.data())
    def _(data):
        content = copy.deepcopy(CONTENT)
        for _ in range(data.draw(st.integers(1, 4))):
            place = content
            while True:
                keys = list(place) if isinstance(place, dict) else list(range(len(place)))
                if not keys:
                    break
                key = data.draw(st.sampled_from(keys))
                if isinstance(place[key], dict | list) and data.draw(st.booleans()):
                    place = place[key]
                    continue
                place[key] = data.draw(JSON)
                break
        hand_in({b"part1.ipynb": json.dumps(content).encode()})


@runs
def test_arbitrary_code(hand_in, examples):
    """Answers without their metadata are looked for by what they set."""
    line = st.one_of(
        st.text(max_size=30),
        st.sampled_from(["def f(x):", "    pass", "import math", "(" * 300, "%%time", "'\\d'"]),
    )

    @fuzz(examples, lines=st.lists(line, max_size=6))
    def _(lines):
        content = copy.deepcopy(CONTENT)
        content["cells"][0]["source"] = "\n".join(lines)
        content["cells"][1] = cell("\n".join(reversed(lines)))
        hand_in({b"part1.ipynb": json.dumps(content).encode()})


# --- names

PART = st.one_of(
    st.binary(min_size=1, max_size=20),
    st.sampled_from(
        [b"a" * 255, "ü".encode() * 127, b"part1.ipynb", b"\x1b[31m", b"=1+1", b"data"]
    ),
    st.sampled_from(["\u202e", "\u2066x", "\n", "🎲"]).map(str.encode),
).map(lambda name: name.replace(b"/", b"_").replace(b"\0", b"_"))
PATHS = st.lists(PART.filter(lambda part: part not in (b".", b"..")), min_size=1, max_size=4)


@runs
def test_arbitrary_names(hand_in, examples):
    @fuzz(examples, paths=st.lists(PATHS, max_size=6), ending=st.sampled_from([b"", b".ipynb"]))
    def _(paths, ending):
        files = {}
        for path in paths:
            name = b"/".join(path)
            name += ending if len(path[-1]) < 240 else b""
            lies = any(name.startswith(o + b"/") or o.startswith(name + b"/") for o in files)
            if not lies:
                files[name] = WORK
        hand_in(files)


# --- archives

MEMBERS = st.one_of(
    st.text(min_size=1, max_size=12),
    st.sampled_from(
        [".", "..", "/etc/x", "../x", "a/../../x", "data", "data/x", "data/given.csv/x"]
    ),
    st.sampled_from(["part1.ipynb", "x/part1.ipynb", "timestamp.txt", "a" * 300, "a/" * 300 + "x"]),
    st.sampled_from(["__MACOSX/._part1.ipynb", "//", "x//y", "a\\b", "work.zip", "\u202e.ipynb"]),
)
METHODS = st.sampled_from(
    [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)


def packed(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for name, content, method, mode in members:
            info = zipfile.ZipInfo(name.partition("\0")[0] or "x")
            info.compress_type, info.external_attr = method, mode << 16
            archive.writestr(info, content)
    return out.getvalue()


@runs
def test_arbitrary_archives(hand_in, examples):
    content = st.one_of(st.just(WORK), st.binary(max_size=200))
    mode = st.sampled_from([0, 0o100644, 0o120777, 0o010644, 0o040755, 0o020666])
    members = st.lists(st.tuples(MEMBERS, content, METHODS, mode), max_size=6)
    damage = st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=6)), max_size=4)

    @fuzz(examples, members=members, damage=damage, end=st.floats(0.5, 1.5))
    def _(members, damage, end):
        data = packed(members)
        for at, new in damage:
            start = int(at * len(data))
            data = data[:start] + new + data[start + len(new) :]
        hand_in({b"work.zip": data[: int(end * len(data))]})


@runs
def test_archives_with_forged_directories(hand_in, examples):
    """Arbitrary fields of the central directory: sizes, methods, flags, offsets."""

    @fuzz(
        examples, values=st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4), method=METHODS
    )
    def _(values, method):
        data = bytearray(packed([("part1.ipynb", WORK, method, 0), ("x", b"x" * 99, method, 0)]))
        at = data.index(b"PK\x01\x02")
        for value, offset in zip(values, (16, 20, 24, 42), strict=True):
            if value % 3 == 0:
                struct.pack_into("<I", data, at + offset, value)
        if values[0] % 5 == 0:
            struct.pack_into("<HH", data, at + 8, values[1] & 0xFFFF, values[2] & 0xFF)
        hand_in({b"work.zip": bytes(data)})


# --- timestamps, and what is shown


@runs
def test_arbitrary_timestamps(hand_in, examples):
    moment = st.one_of(st.datetimes().map(str), st.text(max_size=20))
    zone = st.sampled_from(
        ["", " UTC", " Europe/Berlin", " Europe", " ../x", " \0", " " + "x" * 300]
    )

    @fuzz(examples, moment=moment, zone=zone)
    def _(moment, zone):
        stamp = (moment + zone).encode(errors="replace")
        submission = hand_in({b"part1.ipynb": WORK, b"timestamp.txt": stamp})
        assert submission.readable


@runs
def test_shown_text_is_printable(examples):
    characters = st.one_of(st.characters(), st.characters(categories=["Cc", "Cf", "Cs", "Zl"]))

    @fuzz(examples, words=st.text(characters, max_size=30))
    def _(words):
        shown = text.printable(words)
        assert text.printable(shown) == shown
        assert "\n" not in shown
        assert "\x1b" not in shown
        shown.encode()
        assert not text.spreadsheet_cell(words).lstrip().startswith(text.FORMULA)


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux")
def test_these_tests_find_violations(hand_in, monkeypatch):
    """What these tests look for, they find."""

    def shouting(*_):
        print("read")
        return {}

    with monkeypatch.context() as broken:
        broken.setattr(reader, "unpack", shouting)
        with pytest.raises(AssertionError):
            hand_in({b"work.zip": b""})
    with monkeypatch.context() as broken:
        broken.setattr(reader, "writable_files", lambda files, *_: files)
        with pytest.raises(OSError, match="(?i)exist|directory"):
            hand_in({b"data": b"", b"part1.ipynb": WORK})
    assert hand_in({b"part1.ipynb": WORK}).readable
