"""Custom exception handler of the notebook: words for a name cell that does not work.

Without quotes, `student = Ada` stops with a NameError, and so does every question after it. In a
notebook, also one in the browser, in a command of the course and in grading, these errors get a sentence
that says what to do.
"""

import re
import sys
import traceback
from typing import Any

from misstep.ladder import words


def advice(error: BaseException, line: str) -> str:
    """What to say of an error in a line, or "" if it is not about the name cell."""
    undefined = error.name or "" if isinstance(error, NameError) else ""
    return advice_on(type(error).__name__, undefined, line)


def advice_on(kind: str, undefined: str, line: str) -> str:
    """The same, given only an error's kind and the name that a NameError is about."""
    cell = re.match(r"\s*student\s*=", line)
    if kind == "SyntaxError" and cell:
        return words("name-cell-unreadable")
    if kind != "NameError" or not undefined:
        return ""
    if cell:
        return words("name-without-quotes", name=undefined)
    return words("name-cell-not-run") if undefined == "student" else ""


def install() -> None:
    """Make the notebook's kernel use these words, if there is a kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None and hasattr(shell, "kernel"):
        shell.set_custom_exc((NameError,), _show)


def _show(shell: Any, kind: type, error: NameError, trace: Any, tb_offset: Any = None) -> Any:
    last = traceback.extract_tb(trace)[-1:]
    said = advice(error, (last[0].line or "") if last else "")
    if not said:
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
        return None
    lines = [f"{kind.__name__}: {error}", said]
    shell._showtraceback(kind, error, lines)
    return lines
