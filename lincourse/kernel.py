"""A notebook kernel for a web page: runs one cell of an exercise, after the cells that it needs.

docs/_static/python.js calls it in Pyodide. It needs no IPython (`lincourse.student.worker` runs
whole notebooks with IPython), and it keeps nothing from one run to the next: each starts with an
empty namespace and only runs those earlier cells that define a name in use, as reactive notebooks
do. So a check doesn't wait for earlier figures, or for packages that only those figures need.
"""

import ast
import contextlib
import io
import json
import linecache
import re
import sys
import traceback
from collections.abc import Sequence
from types import CodeType, ModuleType
from typing import Any

from misstep.core import frontend
from misstep.core.report import CheckFailed
from misstep.explain import syntax_errors
from misstep.quizzes.name_cell import advice as name_cell_advice

from lincourse.cell_names import cell_names, defined_names, needed_cells

MAX_PRINTED = 20_000  # characters per stream of a cell


def run_json(request: str) -> str:
    """`run`, for JavaScript: takes and returns JSON."""
    return json.dumps(run(**json.loads(request)))


def run(sources: Sequence[str], target: int, with_previous: bool = False) -> dict[str, Any]:
    """Run a cell of a notebook, and before it the cells that it needs.

    Args:
        sources: All code cells of the notebook.
        target: The index of the cell to run.
        with_previous: True if it needs the cell before it, as a test needs the answer.

    Returns:
        "outputs" as in a notebook file, "good" if nothing was raised, and "missing", the name of a
        module that has to be installed first.

    """
    outputs: list[dict[str, Any]] = []
    wanted = needed_cells(sources, target, {target - 1} if with_previous else set())
    module = ModuleType("__main__")  # inspect and dataclasses look for it under this name
    outside, sys.modules["__main__"] = sys.modules["__main__"], module
    try:
        for i, source in wanted:
            shown = outputs if i == target else []
            error = _run_cell(source, f"<cell {i + 1}>", module.__dict__, shown)
            if isinstance(error, ModuleNotFoundError) and error.name:
                return {"outputs": [], "good": False, "missing": error.name.partition(".")[0]}
            if isinstance(error, NotImplementedError) and i != target:
                continue  # a stub: the target may not need what it would define
            if error is not None:
                outputs += _error_output(error, i, target, with_previous, sources)
                return {"outputs": outputs, "good": False, "missing": ""}
    finally:
        sys.modules["__main__"] = outside
    return {"outputs": outputs, "good": True, "missing": ""}


def imported(sources: Sequence[str], target: int, with_previous: bool = False) -> str:
    """The code that `run` would run, so that its imports can be loaded first."""
    wanted = needed_cells(sources, target, {target - 1} if with_previous else set())
    return "\n".join(source for _, source in wanted if cell_names(source) is not None)


# ---------------------------------------------------------------- running a cell


class _Printed(io.TextIOBase):
    """A stream whose text becomes an output of the cell, in order with what it displays."""

    def __init__(self, name: str, outputs: list[dict[str, Any]]) -> None:
        self.name, self.outputs = name, outputs
        self.left, self.full = MAX_PRINTED, False

    def write(self, text: str) -> int:
        kept, self.left = text[: max(self.left, 0)], self.left - len(text)
        if len(kept) < len(text) and not self.full:
            kept, self.full = kept + "\n... (the rest is left out)", True
        last = self.outputs[-1] if self.outputs else {}
        if kept and last.get("name") == self.name:
            last["text"] += kept
        elif kept:
            self.outputs.append({"output_type": "stream", "name": self.name, "text": kept})
        return len(text)

    def writable(self) -> bool:
        return True


def _run_cell(
    source: str, name: str, namespace: dict[str, Any], outputs: list[dict[str, Any]]
) -> BaseException | None:
    """Run a cell, collect its outputs, and return the exception that it raised."""

    def display(data: frontend.Bundle, metadata: dict[str, Any]) -> None:
        shown = {"output_type": "display_data", "data": data, "metadata": metadata}
        outputs.append(shown)

    # For inspect.getsource and tracebacks.
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    before, frontend.page = frontend.page, display
    out, err = (_Printed(stream, outputs) for stream in ("stdout", "stderr"))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            body, last = _compiled(source, name)
            exec(body, namespace)
            if last is not None:
                value = eval(last, namespace)
                if value is not None:
                    display(bundle(value), {})
            _show_open_figures(display)
    except BaseException as error:
        return error
    finally:
        frontend.page = before
    return None


def _compiled(source: str, name: str) -> tuple[CodeType, CodeType | None]:
    """The code of a cell and, if it ends with an expression, the code of that expression."""
    tree = ast.parse(source, name)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        expression = tree.body.pop()
        assert isinstance(expression, ast.Expr)
        last = compile(ast.Expression(expression.value), name, "eval")
    return compile(tree, name, "exec"), last


def bundle(value: Any) -> frontend.Bundle:
    """A value as text, and as Markdown if it supports that."""
    data = {"text/plain": repr(value)}
    if callable(getattr(value, "_repr_markdown_", None)):
        data["text/markdown"] = value._repr_markdown_()
    return data


def _show_open_figures(display: frontend.Display) -> None:
    """Show pyplot's open figures, as notebooks do."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return
    from base64 import b64encode

    for number in pyplot.get_fignums():
        drawn = io.BytesIO()
        pyplot.figure(number).savefig(drawn, format="png")
        display({"image/png": b64encode(drawn.getvalue()).decode(), "text/plain": "a figure"}, {})
    pyplot.close("all")


def _error_output(
    error: BaseException, i: int, target: int, with_previous: bool, sources: Sequence[str]
) -> list[dict[str, Any]]:
    """The output for an error: nothing after a check's own report, else the lines of cells."""
    if isinstance(error, CheckFailed) and error.shown:
        return []
    lead, shown = "", traceback.TracebackException.from_exception(error)
    last_line = error.text if isinstance(error, SyntaxError) else shown.stack[-1].line
    shown.stack = traceback.StackSummary.from_list(
        [frame for frame in shown.stack if frame.filename.startswith("<cell")]
    )
    lines = re.sub(r'File "<cell (\d+)>", line', "Line", "".join(shown.format(chain=False)))
    if i == target and (stub := _stub_used(error, sources, target)):
        lead = f"{stub} is not written yet: do that part first, or write your own version here."
        lines = ""
    elif i != target and not (with_previous and i == target - 1):
        lead = "An earlier cell that this one needs stopped with an error:"
    advice = name_cell_advice(error, last_line or "")
    if isinstance(error, SyntaxError) and not advice:
        advice = syntax_errors.advice(error)
    parts = (lead, advice, lines.strip())
    return [
        {
            "output_type": "error",
            "ename": type(error).__name__,
            "evalue": lead or str(error),
            "traceback": [part for part in parts if part],
        }
    ]


def _stub_used(error: BaseException, sources: Sequence[str], target: int) -> str:
    """The name of the earlier, unwritten function or answer that caused an error, or ""."""
    if isinstance(error, NameError) and error.name:
        stubs = [source for source in sources[:target] if "raise NotImplementedError" in source]
        return error.name if any(error.name in defined_names(stub) for stub in stubs) else ""
    if not isinstance(error, NotImplementedError):
        return ""
    functions = [
        frame.name
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith("<cell") and frame.filename != f"<cell {target + 1}>"
    ]
    return functions[-1] if functions and functions[-1] != "<module>" else ""
