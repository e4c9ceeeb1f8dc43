"""Show the reference's source code in a lecture, so that the two can't drift apart."""

import ast
import inspect
from collections.abc import Callable
from textwrap import dedent
from typing import Any

from misstep.core import frontend


def show_source(*functions: Callable[..., Any]) -> None:
    """Show functions of `lincourse` without decorators, types and long docstrings.

    Outside IPython the functions are printed.
    """
    code = "\n\n\n".join(essence(function) for function in functions)
    if frontend.is_available():
        frontend.show({"text/plain": code, "text/markdown": f"```python\n{code}\n```"})
    else:
        print(code)


def essence(function: Callable[..., Any]) -> str:
    """The source of a function without decorators, types, and all but a docstring's first line."""
    lines = dedent(inspect.getsource(inspect.unwrap(function))).splitlines()
    [node] = ast.parse("\n".join(lines)).body
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(f"show_source shows functions written with def, but {function} is not one")
    first = node.body[0]
    if ast.get_docstring(node) is not None and first.end_lineno != first.lineno:
        lines[first.lineno - 1] = lines[first.lineno - 1].rstrip() + '"""'
        del lines[first.lineno : first.end_lineno]
    return "\n".join([_signature(node), *lines[first.lineno - 1 :]])


def _signature(node: ast.FunctionDef) -> str:
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return f"def {node.name}({ast.unparse(node.args)}):"
