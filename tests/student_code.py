"""Answers as students write them: the stored ones, and functions made from source."""

import importlib
import linecache
import pkgutil
import re
import textwrap

import answers
import misstep.core.calling as calling
import numpy as np
from misstep import climb
from misstep.explain import diagnosis
from misstep.explain.words import say

from lincourse.checks.units import CHECKS

_modules = [
    importlib.import_module(f"answers.{m.name}") for m in pkgutil.iter_modules(answers.__path__)
]
RIGHT = {
    name: [style for module in _modules for style in module.RIGHT.get(name, [])]
    for name in dict.fromkeys(name for module in _modules for name in module.RIGHT)
}
WRONG = {name: cases for module in _modules for name, cases in module.WRONG.items()}


def cell_of(name, body):
    """Return the cell of an answer, of which only the function's body may be stored."""
    if re.search(rf"(?m)^def {name}\b", body):
        return body
    head = f"def {name}({', '.join(CHECKS[name].parameters)}):\n"
    return head + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"


def written(name, body):
    """Return a function as if a student had written it in a cell: its source can be looked up."""
    source = cell_of(name, body)
    file = f"<cell {hash(source)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    namespace = {"np": np}
    exec(compile(source, file, "exec"), namespace)
    return namespace[name]


def said(name, body):
    """Return the report on an answer as one line."""
    return " ".join(str(climb(CHECKS[name], written(name, body))).split())


def looks(finding):
    """Return what a finding looks like, in words; empty if there is none."""
    return say(finding).looks if finding else ""


def evidence(name, function):
    """Return what the detectors see of a function."""
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
