"""Variants of a student's function: edited or instrumented copies, compiled beside the function.

A variant runs where the function does. A function that lives in another process (`is_remote`) makes
its own: `function.variant(source)` runs the source there, in a copy of the function's global names,
and returns what it binds to the function's name. It returns None once `function.editable` is False.
Only source and arguments go there, and plain data comes back.
"""

import ast
import copy
import functools
import inspect
import itertools
import textwrap
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from misstep.core.calling import TooSlow, call, is_remote
from misstep.explain import recorders

EDITED = "<edited>"  # the file name of a variant, in tracebacks
# Global names of an edited function.
TICK, TICKING, COPY = "_misstep_tick", "_misstep_ticking", "_misstep_copy"
ITERATORS = frozenset(name for name in dir(itertools) if not name.startswith("_"))
RECORDERS = "_misstep_recorders"
MAX_LOCALS = 200  # variables of a function
Function = Callable[..., Any]
Recorder = Callable[[Any], Function]


def variant(
    function: Any,
    tree: ast.Module,
    names: Mapping[str, Any] | None = None,
    recorder: Recorder | None = None,
) -> Function | None:
    """Compile a changed tree of a function beside it; None if it is no valid Python.

    Args:
        function: The student's function.
        tree: What its source was changed to, with the locations of all nodes.
        names: Global names for it, if it runs in this process.
        recorder: A decorator for it, from `recorders`.

    """
    if is_remote(function):
        return _remote_variant(function, ast.unparse(tree), recorder)
    namespace = {**function.__globals__, **(names or {})}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(tree, EDITED, "exec"), namespace)
    except SyntaxError:
        return None
    made = namespace[function.__name__]
    return recorder(made) if recorder else made


def _remote_variant(function: Any, source: str, recorder: Recorder | None = None) -> Any:
    if recorder:
        name = function.__name__
        source = f"{source}\n{_sent()}\n{name} = {RECORDERS}()[{recorder.__name__!r}]({name})"
    return function.variant(source) or unavailable


class _Unavailable:
    """Stands for a variant in a process that has no time left."""

    def __call__(self, *_: Any) -> Any:
        raise TooSlow

    def batch(self, calls: Any, seconds: float) -> None:
        """Make no calls."""


unavailable = _Unavailable()


@functools.cache
def _sent() -> str:
    """The source of `recorders`, as one function that returns them: it shadows no other name."""
    constants = [f"{name} = {value!r}" for name, value in recorders.CONSTANTS.items()]
    parts = [inspect.getsource(function) for function in recorders.SENT]
    head = (
        f"def {RECORDERS}():\n"
        "    import contextlib, copy, traceback\n"
        "    import numpy as np\n"
        "    from collections.abc import Callable, Iterator\n"
        "    from typing import Any\n"
        "    Function = Callable\n"
    )
    return head + textwrap.indent("\n".join([*constants, *parts, "return locals()"]), "    ")


def locals_at_error(function: Any, args: Sequence[Any]) -> dict[str, Any]:
    """The variables of a function in another process at the line that stops a call; or nothing."""
    if not getattr(type(function), "variant", None) or not function.editable:
        return {}
    made = _remote_variant(function, "", recorders.locals_at_error)
    value = call(made, tuple(args)).value
    if not isinstance(value, dict) or len(value) > MAX_LOCALS:  # it may be forged
        return {}
    return {name: held for name, held in value.items() if isinstance(name, str)}


def edited_function(function: Any, text: str, tick: Callable[[], None]) -> Function | None:
    """Compile the edited source of a function; None if it is no valid Python.

    Where a ValueError is asked for, an edit that makes NumPy raise one by accident repairs nothing:
    one that no `raise` of the function raises becomes another error.

    Args:
        function: The student's function.
        text: The edited source.
        tick: Called at the beginning of every round of a loop, and for everything that an iterator of
            itertools gives; another process has its own clock.

    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    raises = [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    if is_remote(function):
        lines = {ast.unparse(node).partition("\n")[0] for node in raises}
        remote = _remote_variant(function, f"from copy import deepcopy as {COPY}\n{text}")
        return remote if remote is unavailable else _RemoteEdit(remote, lines)
    numbers = {node.lineno for node in raises}

    def ticking(value: Any) -> Any:
        return _ticking(value, tick) if type(value).__module__ == "itertools" else value

    names = {TICK: tick, TICKING: ticking, COPY: copy.deepcopy}
    made = variant(function, _Clocked().visit(tree), names)
    return made and _without_accidents(made, numbers)


def _ticking(values: Iterator[Any], tick: Callable[[], None]) -> Iterator[Any]:
    for value in values:
        tick()
        yield value


def _without_accidents(function: Function, raised: set[int]) -> Function:
    def edited(*args: Any) -> Any:
        try:
            return function(*args)
        except ValueError as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            if last.filename == EDITED and last.lineno in raised:
                raise
            raise RuntimeError("an edit went wrong") from error

    return edited


class _RemoteEdit:
    """An edited function in another process.

    Args:
        function: It.
        lines: Its lines that raise something.

    """

    def __init__(self, function: Any, lines: set[str]) -> None:
        self.function, self.lines = function, lines

    def __call__(self, *args: Any) -> Any:
        try:
            return self.function(*args)
        except ValueError as error:
            raise self._checked(error) from error

    def batch(self, calls: Any, seconds: float) -> list[dict[str, Any]] | None:
        """Call it with many tuples of arguments at once."""
        answers: list[dict[str, Any]] | None = self.function.batch(calls, seconds)
        for answer in answers or ():
            if isinstance(answer.get("error"), ValueError):
                answer["error"] = self._checked(answer["error"])
        return answers

    def _checked(self, error: ValueError) -> Exception:
        line = str(getattr(error, "line", "")).strip()
        return error if line in self.lines else RuntimeError("an edit went wrong")


class _Clocked(ast.NodeTransformer):
    """Checks the clock at the beginning of every loop, and while an iterator of itertools runs."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
        return _call(TICKING, node, node) if name in ITERATORS else node

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._ticked(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._ticked(node)

    def _ticked(self, node: ast.While | ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(ast.Expr(_call(TICK, node)), node))
        return node


def _call(name: str, at: ast.stmt | ast.expr, *args: ast.expr) -> ast.Call:
    function = ast.copy_location(ast.Name(name, ast.Load()), at)
    return ast.copy_location(ast.Call(function, [*args], []), at)
