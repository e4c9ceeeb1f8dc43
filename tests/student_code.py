"""Functions as students write them in a cell, what their check says of them, and the evidence."""

import linecache
import textwrap
import time
import types

import numpy as np
import pytest
from misstep import climb
from misstep.core import calling
from misstep.explain import diagnosis
from misstep.explain.repairs import search
from misstep.testing import raising_engine_errors

from lincourse.checks.units import CHECKS


@pytest.fixture(autouse=True)
def _engine_for_tests(monkeypatch):
    """The engine raises its own errors, and a busy machine doesn't cut its searches short."""
    clock = types.SimpleNamespace(process_time=time.process_time, monotonic=time.process_time)
    monkeypatch.setattr(search, "time", clock)
    with raising_engine_errors():
        yield


def written(name, body):
    """A function as if a student had written it in a cell: its source can be looked up."""
    head = f"def {name}({', '.join(CHECKS[name].parameters)}):\n"
    source = head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"
    file = f"<cell {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    namespace = {"np": np}
    exec(compile(source, file, "exec"), namespace)
    return namespace[name]


def said(name, body):
    """The report on an answer, all of it as one line."""
    return " ".join(str(climb(CHECKS[name], written(name, body), 0)).split())


def evidence(name, function):
    """What a function makes of the inputs of its check."""
    check = CHECKS[name]
    inputs = check.inputs(0)
    cases = inputs.random + inputs.edge_cases
    return diagnosis.Evidence(
        name,
        check.parameters,
        check.reference,
        check.gives,
        function,
        [case.args for case in cases],
        [calling.call(function, case.args) for case in cases],
        [case.want for case in cases],
        check.alike,
    )
