"""A notebook kernel for a web page: runs one cell of an exercise, after the cells that it needs.

docs/_static/python.js calls it in Pyodide. It needs no IPython, and keeps nothing from one run to
the next: each begins with an empty namespace and runs just those earlier cells that define a name
in use (a reactive notebook does the same). So a check needs no figure that comes before it, and no
package that only that figure needs.
"""

import ast
import contextlib
import io
import json
import linecache
import re
import symtable
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from types import CodeType, ModuleType
from typing import Any

from misstep.core import frontend
from misstep.core.report import CheckFailed
from misstep.quizzes.name_cell import words as name_cell

LONGEST = 20_000  # characters of printed text that are shown
NOT_WRITTEN = "is not written yet: do that part first, or write your own version here."


def run_json(request: str) -> str:
    """`run`, for JavaScript: takes and returns JSON."""
    return json.dumps(run(**json.loads(request)))


def run(sources: Sequence[str], target: int, with_previous: bool = False) -> dict[str, Any]:
    """Run a cell of a notebook, and before it the cells that it needs.

    Args:
        sources: All code cells of the notebook.
        target: The index of the cell to run.
        with_previous: Whether it needs the cell before it, as a test needs the answer.

    Returns:
        "outputs" as in a notebook's file, "good" where nothing was raised, and "missing", the
        name of a module that has to be installed before it can run.

    """
    outputs: list[dict[str, Any]] = []
    wanted = needed(sources, target, {target - 1} if with_previous else set())
    module = ModuleType("__main__")  # inspect and dataclasses look for it under this name
    outside, sys.modules["__main__"] = sys.modules["__main__"], module
    try:
        for i, source in wanted:
            shown = outputs if i == target else []
            error = _run_cell(source, f"<cell {i + 1}>", module.__dict__, shown)
            if isinstance(error, ModuleNotFoundError) and error.name:
                return {"outputs": [], "good": False, "missing": error.name.partition(".")[0]}
            if isinstance(error, NotImplementedError) and i != target:
                continue  # a part that is not written; what it would define is missed below
            if error is not None:
                outputs += _error_output(error, i, target, with_previous, sources)
                return {"outputs": outputs, "good": False, "missing": ""}
    finally:
        sys.modules["__main__"] = outside
    return {"outputs": outputs, "good": True, "missing": ""}


def imported(sources: Sequence[str], target: int, with_previous: bool = False) -> str:
    """The code that `run` would run, for a look at what it imports."""
    wanted = needed(sources, target, {target - 1} if with_previous else set())
    return "\n".join(source for _, source in wanted if names(source) is not None)


# ---------------------------------------------------------------- which cells a cell needs


def needed(
    sources: Sequence[str], target: int, always: Iterable[int] = ()
) -> list[tuple[int, str]]:
    """The cells that have to run for a target, itself the last: index and source, in order.

    Of a cell of imports only those are kept whose names are used.
    """
    looked = [_looked_at(source) for source in sources[: target + 1]]
    used: dict[int, set[str]] = {}
    queue: list[tuple[int, set[str]]] = [(i, looked[i][1]) for i in (target, *always)]
    kept = {target, *always}
    while queue:
        reader, wanted = queue.pop()
        for name in wanted:
            for i in range(reader - 1, -1, -1):
                if name in looked[i][0]:
                    if name not in used.setdefault(i, set()):
                        used[i].add(name)
                        if i not in kept:
                            kept.add(i)
                            queue.append((i, looked[i][1]))
                    break
    return [
        (i, sources[i] if i == target else _used_imports(sources[i], used.get(i, set())))
        for i in sorted(kept)
    ]


def names(source: str) -> tuple[set[str], set[str]] | None:
    """The names that a cell defines at its top level, and those that it reads; None if broken."""
    try:
        table = symtable.symtable(source, "<cell>", "exec")
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    defined = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    }
    read = {symbol.get_name() for symbol in _global_reads(table)}
    for node in ast.walk(tree):  # check("softmax") reads softmax
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            read.add(node.value)
    return defined, read


def _looked_at(source: str) -> tuple[set[str], set[str]]:
    """The names of a cell; of one that Python can't read, what its lines seem to define."""
    found = names(source)
    if found is None:
        return set(re.findall(r"^(?:def |class )?(\w+)(?=\s*[=(:])", source, re.MULTILINE)), set()
    return found


def _global_reads(table: symtable.SymbolTable) -> Iterator[symtable.Symbol]:
    top = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (top or symbol.is_global()):
            yield symbol
    for child in table.get_children():
        yield from _global_reads(child)


def _used_imports(source: str, used: set[str]) -> str:
    """A cell less the imports at its top level that nothing uses; its lines keep their numbers."""
    try:
        statements = ast.parse(source).body
    except (SyntaxError, ValueError):
        return source
    imports = [each for each in statements if isinstance(each, ast.Import | ast.ImportFrom)]
    lines = source.splitlines()
    rest = list(lines)
    for each in imports:
        rest[each.lineno - 1 : each.end_lineno] = [""] * _height(each)
    used = used | (names("\n".join(rest)) or (set(), used))[1]
    for each in imports:
        each.names = [
            alias
            for alias in each.names
            if alias.name == "*" or (alias.asname or alias.name.partition(".")[0]) in used
        ]
        kept = [ast.unparse(each)] if each.names else [""]
        lines[each.lineno - 1 : each.end_lineno] = kept + [""] * (_height(each) - 1)
    return "\n".join(lines)


def _height(statement: ast.stmt) -> int:
    """How many lines a statement takes."""
    return (statement.end_lineno or statement.lineno) - statement.lineno + 1


# ---------------------------------------------------------------- running one


class _Printed(io.TextIOBase):
    """A stream whose text becomes an output of the cell, next to what it displays."""

    def __init__(self, name: str, outputs: list[dict[str, Any]]) -> None:
        self.name, self.outputs = name, outputs
        self.left, self.full = LONGEST, False

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
    """Run a cell, collect what it prints and shows, and return what it raised."""

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
    """The code of a cell; apart from it that of an expression in its last line, which is shown."""
    tree = ast.parse(source, name)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        expression = tree.body.pop()
        assert isinstance(expression, ast.Expr)
        last = compile(ast.Expression(expression.value), name, "eval")
    return compile(tree, name, "exec"), last


def bundle(value: Any) -> frontend.Bundle:
    """A value as text, and as Markdown where it can."""
    data = {"text/plain": repr(value)}
    if callable(getattr(value, "_repr_markdown_", None)):
        data["text/markdown"] = value._repr_markdown_()
    return data


def _show_open_figures(display: frontend.Display) -> None:
    """Show what was drawn with pyplot, as notebooks do."""
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
    """What is shown of an error: nothing where a check has spoken, else the cells' own lines."""
    if isinstance(error, CheckFailed) and error.shown:
        return []
    words = ""
    if i == target and isinstance(error, NameError | NotImplementedError):
        missed = _unwritten(error, sources, target)
        words = f"{missed} {NOT_WRITTEN}" if missed else ""
    elif i != target and not (with_previous and i == target - 1):
        words = "An earlier cell that this one needs stopped with an error:"
    told = traceback.TracebackException.from_exception(error)
    last = error.text if isinstance(error, SyntaxError) else told.stack[-1].line
    said = name_cell(error, last or "")
    told.stack = traceback.StackSummary.from_list(
        [frame for frame in told.stack if frame.filename.startswith("<cell")]
    )
    lines = ["".join(told.format(chain=False))] if not (words and words.endswith("here.")) else []
    value = re.sub(r'File "<cell (\d+)>", line', "Line", "".join(lines))
    return [
        {
            "output_type": "error",
            "ename": type(error).__name__,
            "evalue": words or str(error),
            "traceback": [part for part in (words, said, value.strip()) if part],
        }
    ]


def _unwritten(error: BaseException, sources: Sequence[str], target: int) -> str:
    """The function or answer of an earlier part that a cell met while it is only a stub."""
    if isinstance(error, NameError) and error.name:
        stubs = [source for source in sources[:target] if "raise NotImplementedError" in source]
        return error.name if any(error.name in _looked_at(stub)[0] for stub in stubs) else ""
    frames = [
        frame.name
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith("<cell") and frame.filename != f"<cell {target + 1}>"
    ]
    return frames[-1] if frames and frames[-1] != "<module>" else ""
