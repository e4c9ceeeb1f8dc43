"""No lecture and no exercise contains a graded answer, whatever its variables are called."""

import ast
import copy
import html
import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import nbformat
import numpy as np
import pytest
from misstep import accepts

import lincourse
from lincourse.checks.units import CHECKS

ROOT = Path(__file__).resolve().parent.parent
LECTURES = sorted((ROOT / "lectures").glob("*.ipynb"))
EXERCISES = sorted((ROOT / "exercises").glob("*/*.ipynb"))
every_lecture = pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
MIN_NODES = 14  # of an expression in a lecture: anybody would write w @ x
MIN_NODES_IN_HINT = 10  # of an expression in an exercise, which stands right above the answer
CALLS = {"minibatches(len(X), batch_size, rng)"}  # of given functions, which a text may show


def tree(code):
    """The syntax tree of a cell; empty where it is no Python: pseudocode, a command."""
    try:
        return ast.parse(dedent(code))
    except SyntaxError:
        return ast.Module([], [])


def normal(node):
    """A piece of code with its variables numbered in order of appearance."""
    seen, node = {}, copy.deepcopy(node)
    called = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id != "np" and part not in called:
            part.id = seen.setdefault(part.id, f"name{len(seen)}")
    return ast.dump(node)


def size(node):
    return len(list(ast.walk(node)))


def expressions(node, least=MIN_NODES):
    return [part for part in ast.walk(node) if isinstance(part, ast.expr) and size(part) >= least]


def functions(node):
    return [part for part in ast.walk(node) if isinstance(part, ast.FunctionDef)]


def body(function):
    """The statements of a function without its docstring, normalised."""
    statements = function.body[bool(ast.get_docstring(function)) :]
    return normal(ast.Module(statements, []))


@cache
def graded_cells():
    """grade_id -> source of every answer in the solutions."""
    found = {}
    for path in sorted((ROOT / "solutions").glob("*/*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            mark = cell.metadata.get("nbgrader", {})
            if mark.get("solution") and cell.cell_type == "code":
                found[mark.grade_id] = cell.source
    return found


@cache
def answers():
    """(name, function) for every right answer: references, solutions, and plain answers."""
    modules = [import_module(f"lincourse.{name}") for name in lincourse.__all__]
    sources = [
        (name, inspect.getsource(inspect.unwrap(function)))
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if name in CHECKS and function.__module__ == module.__name__
    ]
    sources += [(name, code) for name, code in graded_cells().items() if name in CHECKS]
    sources += [(name, answer.source) for name in CHECKS for answer in CHECKS[name].answers]
    return [(name, functions(tree(code))[0]) for name, code in sources]


@cache
def bodies():
    return {body(function): name for name, function in answers()}


@cache
def results():
    """What a right answer returns, for those that return more than a few operations."""
    return {
        normal(part.value): name
        for name, function in answers()
        for part in ast.walk(function)
        if isinstance(part, ast.Return) and part.value and size(part.value) >= MIN_NODES
    }


def given_away(code):
    """The functions whose answer is in a piece of code."""
    code = tree(code)
    found = {bodies().get(body(function)) for function in functions(code)}
    return (found | {results().get(normal(part)) for part in expressions(code)}) - {None}


def pieces(path):
    """The code that a reader sees: cells, and what stands or is printed between fences."""
    for cell in nbformat.read(path, as_version=4).cells:
        fenced = [cell.source] if cell.cell_type == "markdown" else []
        if cell.cell_type == "code":
            yield cell.source
            fenced += [
                output.get("data", {}).get("text/markdown", "")
                for output in cell.get("outputs", [])
            ]
        for text in fenced:
            yield from re.findall(r"```python\n(.*?)```", text, re.S)


@every_lecture
def test_no_lecture_contains_an_answer(path):
    assert {name for code in pieces(path) for name in given_away(code)} == set()


@pytest.mark.slow
@every_lecture
def test_no_function_in_a_lecture_passes_a_check(path):
    modules = {name: import_module(f"lincourse.{name}") for name in lincourse.__all__}
    for part in (part for code in pieces(path) for part in tree(code).body):
        if isinstance(part, ast.FunctionDef):
            namespace = modules | {"np": np}
            exec(ast.unparse(part), namespace)
            for name, check in CHECKS.items():
                if len(check.parameters) == len(part.args.args):
                    assert not accepts(check, namespace[part.name]), name


def shown(path):
    """(where, code) for the code in an exercise that no student wrote: hints, text, given cells."""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            codes = re.findall(r"<code>(.*?)</code>", cell.source, re.S)
            codes += re.findall(r"`([^`]+)`", cell.source)
            yield from ((cell.source[:60], html.unescape(code)) for code in codes)
        elif not cell.metadata.get("nbgrader", {}).get("solution"):
            yield cell.source[:60], cell.source


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_no_exercise_contains_an_answer(path):
    """Neither a whole answer nor a telling expression of one, under the very names of the stub."""
    released = nbformat.read(path, as_version=4).cells
    ids = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in released}
    telling = {
        ast.dump(part): name
        for name, code in graded_cells().items()
        if name in ids and name in CHECKS
        for part in expressions(tree(code), MIN_NODES_IN_HINT)
        if ast.unparse(part) not in CALLS
    }
    found = set()
    for where, code in shown(path):
        found |= {(where, name) for name in given_away(code)}
        parts = expressions(tree(code), MIN_NODES_IN_HINT)
        found |= {(where, telling[ast.dump(part)]) for part in parts if ast.dump(part) in telling}
    assert found == set()


@pytest.mark.parametrize(
    "code",
    [
        "def add(u, G, c):\n    z = G @ u\n    k = z.argmax()\n    return u + G[c] - G[k]",
        "a, b, c = 1, np.ones(2), 3\nbest = a * b + ((c @ b) - c) ** 2\n",
    ],
)
def test_an_answer_is_found_under_other_names(code, monkeypatch):
    monkeypatch.setitem(
        results(), normal(ast.parse("p * q + ((r @ q) - r) ** 2").body[0].value), "f"
    )
    assert given_away(code) in ({"joint_update"}, {"f"})
